# Sparse arrays in graphs: what variables are bound to, what outputs and gradients are stored as, training with rows' updates.
import mxnet as mx
import numpy as np


def rounded(array):
    return [[float('%.2g' % x) for x in row] for row in array.asnumpy().tolist()]


a = mx.nd.array([[0, 1, 0, 2], [3, 0, 0, 0], [0, 0, 0, 0]])
data, rows, dense = mx.sym.var('data', stype='csr'), mx.sym.var('rows_weight', stype='row_sparse', shape=(4, 2)), mx.sym.var('dense_weight', shape=(4, 2))
print(data.list_attr(), mx.sym.sparse.dot(data, rows), mx.sym.sparse.negative(data), mx.sym.sparse.elemwise_add(rows, rows))
try:
    mx.sym.var('z', stype='cs')
except KeyError as error:
    print('KeyError', error)


def kinds(found):
    return {name: each.stype if each is not None else None for name, each in found.items()}


for made, shapes in ((mx.sym.sparse.dot(data, rows), {'data': (3, 4)}), (mx.sym.sparse.dot(data, dense), {'data': (3, 4)}), (mx.sym.elemwise_add(rows, rows), {}), (mx.sym.square(rows), {}),
                     (mx.sym.Embedding(mx.sym.var('i'), rows, input_dim=4, output_dim=2, sparse_grad=True), {'i': (3,)}),
                     (mx.sym.Embedding(mx.sym.var('i'), dense, input_dim=4, output_dim=2, sparse_grad=True), {'i': (3,)}), (mx.sym.dot(mx.sym.var('q'), rows), {'q': (3, 4)})):
    bound = made.simple_bind(ctx=mx.cpu(), **shapes)
    print(kinds(bound.arg_dict), kinds(bound.grad_dict), [each.stype for each in bound.outputs])
bound = mx.sym.var('q').simple_bind(ctx=mx.cpu(), q=(2, 2), stype_dict={'q': 'csr'})
print(bound.arg_dict, bound.outputs, bound.forward())

c, x = mx.sym.var('c', stype='csr'), mx.sym.var('x')
for made in (mx.sym.sparse.square(c), mx.sym.sparse.cos(c), mx.sym.sparse.sum(c, axis=0), mx.sym.sparse.slice(c, begin=(0,), end=(2,)), mx.sym.elemwise_mul(c, c),
             mx.sym.sparse.dot(c, x, transpose_a=True), c * 2, c + 1, mx.sym.sparse.abs(-c)):
    bound = made.bind(mx.cpu(), {name: each for name, each in {'c': a.tostype('csr'), 'x': mx.nd.ones((3, 2))}.items() if name in made.list_arguments()})
    out = bound.forward()[0]
    print(made.name, out.stype, '%.4f' % out.asnumpy().sum())
y = mx.sym.var('y', stype='row_sparse')
kept = mx.sym.sparse.retain(y, x)
print(kept, kept.list_arguments(), kept.infer_shape(y=(3, 4), x=(2,)))
out = kept.bind(mx.cpu(), {'y': a.tostype('row_sparse'), 'x': mx.nd.array([0, 2])}).forward()[0]
print(out, out.indices, out.data)
for stype in ('csr', 'row_sparse'):
    print(mx.sym.cast_storage(x, stype).eval(x=a))

# gradients by rows, and what an optimizer makes of them
bound = mx.sym.sparse.dot(data, rows).simple_bind(ctx=mx.cpu(), data=(3, 4))
bound.copy_params_from({'rows_weight': mx.nd.ones((4, 2)).tostype('row_sparse')})
bound.arg_dict['data'][:] = a.tostype('csr')
bound.forward(is_train=True)
bound.backward(mx.nd.ones((3, 2)))
print(bound.grad_dict['rows_weight'], bound.grad_dict['rows_weight'].indices, bound.grad_dict['rows_weight'].data, bound.arg_dict['rows_weight'].indices)
module = mx.mod.Module(mx.sym.LinearRegressionOutput(mx.sym.sparse.dot(data, rows), mx.sym.var('label')), label_names=['label'])
module.bind([('data', (3, 4))], [('label', (3, 2))])
module.init_params(mx.init.One())
module.init_optimizer(optimizer='sgd', optimizer_params={'learning_rate': .1, 'momentum': .9})
batch = mx.io.DataBatch([a.tostype('csr')], [mx.nd.ones((3, 2))])
for _ in range(3):
    module.forward(batch, is_train=True)
    module.backward()
    module.update()
weight = module.get_params()[0]['rows_weight']
print(weight, rounded(weight), rounded(module.get_outputs()[0]))

# random sparse arrays
np.random.seed(1)
mx.random.seed(1)
print(mx.test_utils.rand_ndarray((2, 3)))
made, (values, where) = mx.test_utils.rand_sparse_ndarray((5, 2), 'row_sparse', density=.5)
print(made.data, where, values)
made, parts = mx.test_utils.rand_sparse_ndarray((5, 4), 'csr', density=.4)
print(made.data, made.indices, made.indptr, len(parts))
print(mx.test_utils.rand_ndarray((3, 4), 'csr').asnumpy())
