# Sparse arrays: made, told, sliced, computed with, set, saved, trained; what stays sparse and what becomes dense.
import os
import tempfile
import mxnet as mx
import mxnet.test_utils
import numpy as np
from mxnet import nd
sp = nd.sparse


def told(make):
    try:
        print(repr(make()))
    except Exception as error:
        print(type(error).__name__, '' if isinstance(error, mx.MXNetError) else str(error).split('\n')[0])


a = sp.csr_matrix(([7,8,9],[0,2,1],[0,2,2,3]), shape=(3,4))
r = sp.row_sparse_array(([[1,2],[3,4]],[1,4]), shape=(6,2))
def parts(x): return x, x.stype, x.dtype, x.shape, x.asnumpy().tolist(), x.data, x.indices, getattr(x, 'indptr', None), type(x).__name__
for make in [
    lambda: parts(a),
    lambda: parts(r),
    lambda: print(a),
    lambda: str(r),
    lambda: parts(sp.csr_matrix((np.array([7,8,9]), np.array([0,2,1]), np.array([0,2,2,3])))),
    lambda: parts(sp.csr_matrix((2,3))),
    lambda: parts(sp.csr_matrix([[0,1],[2,0]])),
    lambda: parts(sp.csr_matrix(np.array([[0,1],[2,0]]))),
    lambda: parts(sp.csr_matrix(nd.array([[0,1],[2,0]]))),
    lambda: parts(sp.csr_matrix(a)),
    lambda: sp.csr_matrix([1,2]),
    lambda: sp.csr_matrix(3),
    lambda: sp.csr_matrix((1,2,3,4)),
    lambda: sp.csr_matrix(([7,8,9],[0,2,1],[0,2,2,3]), shape=(3,4), dtype='float64').dtype,
    lambda: sp.csr_matrix(([7,8,9],[0,2,9],[0,2,2,3]), shape=(3,4)).check_format(),
    lambda: sp.csr_matrix(([7,8,9],[0,2,1],[0,2,2,4]), shape=(3,4)).check_format(),
    lambda: a.check_format(),
    lambda: a.check_format(False),
    lambda: parts(sp.row_sparse_array((np.array([[1,2],[3,4]]), np.array([1,4])))),
    lambda: parts(sp.row_sparse_array((3,2))),
    lambda: parts(sp.row_sparse_array([[0,0],[1,2]])),
    lambda: parts(sp.row_sparse_array(np.array([[0,0],[1,2]]))),
    lambda: parts(sp.row_sparse_array(r)),
    lambda: sp.row_sparse_array(([[1,2],[3,4]],[1,7]), shape=(6,2)).check_format(),
    lambda: parts(sp.row_sparse_array(([[[1,0],[0,2]],[[5,0],[6,0]]],[0,2]), shape=(3,2,2))),
    lambda: parts(sp.array(a)),
    lambda: sp.array(a, dtype='float16').dtype,
    lambda: parts(nd.array(r, dtype=np.float16)),
    lambda: sp.array([[1]]),
    lambda: sp.array(nd.ones((2,2))),
    lambda: parts(sp.zeros('csr', (2,3))),
    lambda: parts(sp.zeros('row_sparse', (2,3), dtype='int32')),
    lambda: sp.zeros('default', (2,3)),
    lambda: sp.zeros('zz', (2,3)),
    lambda: sp.zeros('csr', (2,3,4)),
    lambda: parts(sp.empty('csr', (2,3))),
    lambda: nd.zeros((2,2), stype='csr'),
    lambda: nd.zeros((2,2), stype='row_sparse'),
    lambda: nd.empty((2,2), stype='csr'),
    lambda: nd.ones((2,2)).tostype('csr'),
    lambda: nd.ones((2,2)).tostype('zz'),
    lambda: nd.ones((2,2,2)).tostype('csr'),
    lambda: parts(nd.ones((2,2,2)).tostype('row_sparse')),
    lambda: a.tostype('default'),
    lambda: a.tostype('csr'),
    lambda: a.tostype('row_sparse'),
    lambda: r.tostype('csr'),
    lambda: r.tostype('default'),
    lambda: sp.cast_storage(a, 'default'),
    lambda: sp.cast_storage(nd.ones((2,2)), 'row_sparse'),
    lambda: nd.cast_storage(nd.ones((2,2)), 'csr'),
    lambda: a[1:2],
    lambda: a[1:3].asnumpy(),
    lambda: a[0],
    lambda: a[0].asnumpy(),
    lambda: a[-1].asnumpy(),
    lambda: a[:],
    lambda: a[::2],
    lambda: a[0,1],
    lambda: a[5],
    lambda: a[[0,1]],
    lambda: r[:],
    lambda: r[0],
    lambda: r[0:1],
    lambda: a.slice(begin=(0,1), end=(2,3)),
    lambda: a.slice(begin=(0,1), end=(2,3)).asnumpy(),
    lambda: a*2,
    lambda: 2*a,
    lambda: a/2,
    lambda: (a/2).asnumpy(),
    lambda: a+1,
    lambda: a-1,
    lambda: -a,
    lambda: a+a,
    lambda: a-a,
    lambda: a*a,
    lambda: a/a,
    lambda: a+nd.ones((3,4)),
    lambda: nd.ones((3,4))+a,
    lambda: nd.ones((3,4))*a,
    lambda: a*nd.ones((3,4)),
    lambda: r+r,
    lambda: r*r,
    lambda: r-1,
    lambda: r*nd.ones((6,2)),
    lambda: a==a,
    lambda: a>0,
    lambda: a**2,
    lambda: abs(a),
    lambda: a % 2,
    lambda: 1-a,
    lambda: 2/a,
    lambda: nd.abs(a),
    lambda: nd.sqrt(a),
    lambda: nd.square(a),
    lambda: nd.exp(a),
    lambda: nd.log(a).stype,
    lambda: a.abs(),
    lambda: a.sqrt(),
    lambda: a.sum(),
    lambda: nd.sum(a, axis=0),
    lambda: nd.sum(a, axis=1),
    lambda: a.mean(),
    lambda: sp.sum(a, axis=1),
    lambda: a.max(),
    lambda: a.exp(),
    lambda: a.T,
    lambda: a.reshape((4,3)),
    lambda: a.size,
    lambda: a.ndim,
    lambda: a.context,
    lambda: len(a),
    lambda: bool(a),
    lambda: a.astype('int32'),
    lambda: a.astype('float32', copy=False) is a,
    lambda: a.asscalar(),
    lambda: a.copy(),
    lambda: a.copy().data,
    lambda: a.as_in_context(mx.cpu()) is a,
    lambda: a.norm(),
    lambda: sp.norm(a),
    lambda: a.clip(0, 8),
    lambda: sp.clip(a, 0, 8),
    lambda: r.clip(0,1),
    lambda: a.square().asnumpy(),
    lambda: a.round(),
    lambda: sp.relu(r),
    lambda: nd.relu(r),
    lambda: r.sqrt(),
    lambda: sp.sin(a),
    lambda: sp.exp(a),
    lambda: sp.dot(a, nd.ones((4,1))),
    lambda: parts(sp.dot(a, nd.ones((3,2)), transpose_a=True)),
    lambda: nd.dot(a, nd.ones((4,2))),
    lambda: nd.dot(a, a, transpose_b=True).stype,
    lambda: sp.dot(nd.ones((2,3)), a),
    lambda: nd.dot(r, nd.ones((2,2))).stype,
    lambda: sp.dot(a, sp.row_sparse_array(([[1.],[2.]],[0,2]), shape=(4,1))),
    lambda: sp.dot(a, nd.ones((3,1))),
    lambda: sp.retain(r, nd.array([0,1])),
    lambda: parts(sp.retain(r, nd.array([1,2]))),
    lambda: sp.add(a, a),
    lambda: sp.add(a, 1),
    lambda: sp.subtract(r, r),
    lambda: sp.multiply(a, 2),
    lambda: sp.multiply(a, a),
    lambda: sp.divide(a, 2),
    lambda: sp.elemwise_add(a, a),
    lambda: sp.elemwise_mul(r, r),
    lambda: nd.elemwise_add(a, a),
    lambda: sp.add_n(r, r),
    lambda: sp.where(a, nd.ones((3,4)), nd.zeros((3,4))),
    lambda: sp.zeros_like(a),
    lambda: sp.concat(a, a, dim=0),
    lambda: nd.concat(a, a, dim=0).asnumpy(),
    lambda: sp.stack(a, a),
    lambda: nd.stack(a, a).shape,
    lambda: nd.zeros_like(a),
    lambda: nd.ones_like(a),
    lambda: sp.BaseSparseNDArray.__name__,
    lambda: sp.CSRNDArray,
    lambda: sp.RowSparseNDArray,
    lambda: isinstance(a, nd.NDArray),
    lambda: isinstance(a, sp.BaseSparseNDArray),
    lambda: a._aux_types,
    lambda: a._num_aux,
    lambda: r._num_aux,
    lambda: a.grad,
    lambda: a.attach_grad(),
    lambda: a.wait_to_read(),
    lambda: a.asnumpy().dtype,
]:
    told(make)


def both(change):
    """What a change does to either kind."""
    for array in (sp.zeros('csr', (3, 4)), sp.zeros('row_sparse', (6, 2))):
        try:
            change(array)
            print(array.asnumpy().tolist(), array.stype)
        except Exception as error:
            print(type(error).__name__, str(error).split('\n')[0])


def more(array):
    array += 1


def times(array):
    array += 3
    array *= 2


ALL = slice(None)
for key, value in [(ALL, a), (ALL, r), (ALL, 3), (ALL, lambda z: nd.ones(z.shape)), (ALL, lambda z: np.ones(z.shape)), (ALL, [[1]]), (0, 1), (slice(0, 1), 1), ((0, 0), 1)]:
    both(lambda z: z.__setitem__(key, value(z) if callable(value) else value))
both(more)
both(times)
both(lambda z: nd.ones(z.shape).copyto(z))
dense, out = nd.zeros((3, 4)), sp.zeros('csr', (3, 4))
a.copyto(dense)
print(dense, nd.log(a, out=out) is out, out.stype, out.asnumpy()[0])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'arrays')
    nd.save(path, {'a': a, 'r': r, 'd': dense})
    print(open(path, 'rb').read().hex())
    found = nd.load(path)
    print(sorted(found), found['a'], found['r'].asnumpy().tolist(), found['a'].indices, found['d'].stype)

grad = sp.row_sparse_array(([[1, 2], [4, 5]], [1, 2]), shape=(4, 2))
for rule in [mx.optimizer.SGD(learning_rate=.01, momentum=.01), mx.optimizer.SGD(learning_rate=.1), mx.optimizer.Adam(), mx.optimizer.AdaGrad(), mx.optimizer.SGD(learning_rate=.1, wd=.1, momentum=.9, lazy_update=False),
             mx.optimizer.Ftrl()]:
    weight = nd.ones((4, 2)).tostype('row_sparse') if not isinstance(rule, mx.optimizer.AdaGrad) else nd.ones((4, 2))
    state = rule.create_state(0, weight)
    print(type(rule).__name__, state)
    for _ in range(2):
        rule.update(0, weight, grad, state)
    print(weight.asnumpy().round(3).tolist(), weight.stype)

rows = mx.io.NDArrayIter(nd.arange(36).reshape((9, 4)).tostype('csr'), nd.arange(9), 3, last_batch_handle='discard')
print([(batch.data, batch.label) for batch in rows])
told(lambda: mx.io.NDArrayIter(a, nd.arange(3), 2))
store, pulled = mx.kv.create('local'), sp.zeros('row_sparse', (6, 2))
store.init('w', r)
store.row_sparse_pull('w', out=pulled, row_ids=nd.array([1, 3]))
print(parts(pulled))
print(mx.test_utils.rand_ndarray((4, 3), 'csr', density=.5).stype, mx.test_utils.rand_ndarray((4, 3), 'row_sparse', density=.5).stype)

parameter = mx.gluon.Parameter('p', shape=(4, 2), stype='row_sparse', grad_stype='row_sparse')
parameter.initialize(ctx=mx.cpu())
told(lambda: parameter.data())
told(lambda: parameter.row_sparse_data(nd.array([0, 2])))
embedding = mx.gluon.nn.Embedding(5, 2, sparse_grad=True)
embedding.initialize(mx.init.One())
with mx.autograd.record():
    loss = embedding(nd.array([1, 3, 1])).sum()
loss.backward()
print(parts(embedding.weight.grad()))
trainer = mx.gluon.Trainer(embedding.collect_params(), 'sgd', {'learning_rate': 1., 'momentum': .9, 'wd': .1})
trainer.step(1)
print(embedding.weight.data())
