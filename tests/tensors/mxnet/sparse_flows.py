# Gradients through arrays that are sparse: results have their storage type, and so have gradients.
import mxnet as mx
from mxnet import autograd, nd


def t(name, f, kind='row_sparse'):
    x = nd.array([[0,0],[1,2],[0,0],[3,-4]]).tostype(kind)
    x.attach_grad()
    try:
        with autograd.record():
            y = f(x)
            s = y.sum() if y.shape != (1,) else y
        s.backward()
        print(name, y.stype, x.grad.stype, x.grad.asnumpy().tolist())
    except Exception as e:
        print(name, type(e).__name__, str(e).split('\n')[0][:150])

for n in ('square','sqrt','abs','sign','relu','negative','tanh','sin','ceil','cbrt','exp', 'sum','mean','log1p','arctan','floor','rint','radians'):
    t(n, lambda x: getattr(nd, n)(x))
t('mul2', lambda x: x*2); t('add', lambda x: x+x); t('mulxx', lambda x: x*x); t('dense', lambda x: x.tostype('default')*3); t('neg', lambda x: -x)
t('dot', lambda x: nd.dot(x, nd.ones((2,3)))); t('retain', lambda x: nd.sparse.retain(x, nd.array([1])))
t('clip', lambda x: nd.clip(x,-1,2)); t('slice', lambda x: x[1:3]); t('elemadd', lambda x: nd.elemwise_add(x,x)); t('elemmul', lambda x: nd.elemwise_mul(x,x)); t('addn', lambda x: nd.add_n(x,x))
t('cast', lambda x: nd.cast_storage(x,'default')*2)
for n in ('square','sqrt','abs','relu'):
    t('csr '+n, lambda x: getattr(nd, n)(x), 'csr')
t('csr dot', lambda x: nd.dot(x, nd.ones((2,3))), 'csr'); t('csr mul2', lambda x: x*2, 'csr')
x = nd.ones((3, 2)).tostype('row_sparse')
for stype in None, 'default', 'row_sparse':
    x.attach_grad(stype=stype)
    with autograd.record():
        (x * x).sum().backward()
    print(stype, x.grad.stype, type(x.grad).__name__)
x = nd.array([[0, 0], [1, 2]]).tostype('row_sparse')
print(x.grad)
x.attach_grad('write')
for i in range(2):
    with autograd.record():
        y = (x * x).tostype('default') * 2
    y.backward()
print(x.grad.stype, x.grad.asnumpy().tolist(), x.grad.indices.asnumpy().tolist())
