import mxnet as mx
from mxnet import nd
x = nd.ones((2, 2))
y = x.copy()
y[:] = 3
print(x.sum().asscalar(), y.sum().asscalar())
z = x.copyto(mx.cpu())
print(z is x, x.as_in_context(mx.cpu()) is x, x.as_in_context(mx.cpu(0)) is x)
w = nd.zeros((2, 2))
print(x.copyto(w) is w, w)
try:
    x.copyto(3)
except TypeError as e:
    print(e)
a = x.asnumpy()
a[0, 0] = 9
print(x[0, 0].asscalar(), a)
print(x.astype('int32'), x.astype('float32', copy=False) is x, x.astype('float32') is x)
