from mxnet import gpu, nd, np, npx
x = nd.arange(12, ctx=gpu(1)).reshape((3, 4))
for i in (nd.array([2, 0]), nd.array([2, 0], dtype='int32'), nd.array([2, 0], ctx=gpu(0))):
    print(x[i].context, x[i].asnumpy().tolist())
npx.set_np()
y = np.arange(12, ctx=gpu(1)).reshape(3, 4)
for i in (np.array([2, 0]), np.array([2, 0], dtype='int32'), np.array([2, 0], ctx=gpu(0))):
    print(y[i, np.array([1, 3])].ctx, y[i, np.array([1, 3])].tolist(), y[:, i].tolist())
y[np.array([1])] = -1
print(y.ctx, y.tolist())
z = np.arange(4)
print(z[np.array([3, 1], ctx=gpu(0))].ctx, z[np.array([3, 1], ctx=gpu(0))].tolist())
