from mxnet import nd
x = nd.arange(24)
for s in [(2, 3, 4), (-1, 6), (4, -1, 2), (24, 1)]:
    print(s, x.reshape(s).shape)
y = x.reshape((2, 3, 4))
print(y.reshape((0, -1)).shape, y.reshape((-2,)).shape, y.reshape((-3, 0)).shape, y.reshape((-4, 1, 2, 0, 0)).shape, y.reshape(6, 4).shape, y.reshape(shape=(12, 2)).shape)
print(nd.reshape(y, shape=(0, 12)).shape, y.flatten().shape, nd.flatten(y).shape, y.reshape_like(nd.ones((6, 4))).shape)
print(y.expand_dims(1).shape, y.expand_dims(axis=-1).shape, y.expand_dims(0).squeeze().shape, y.swapaxes(0, 2).shape, y.transpose((1, 0, 2)).shape, y.T.shape)
for s in [(5, 5), (-1, -1)]:
    try:
        x.reshape(s)
    except Exception as e:
        print(type(e).__name__)
