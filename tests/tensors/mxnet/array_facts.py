from mxnet import nd
x = nd.array([[3, 1, 2], [6, 5, 4]])
print(x.shape, x.size, x.ndim, x.dtype, x.context, x.ctx, x.stype, len(x), x.T.shape)
print(repr(x), str(x) == repr(x))
print(x[0], x[0, 1], x[:, 1], x[1:], x[:, 0:2], x[-1])
print(x[0, 0].asscalar(), type(x[0, 0].asscalar()), [r.asnumpy().tolist() for r in x])
