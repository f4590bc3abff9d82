from mxnet import nd
a = nd.arange(6).reshape((2, 3))
print(nd.concat(a, a), nd.concat(a, a, dim=0), nd.concatenate([a, a]), nd.stack(a, a).shape, nd.stack(a, a, axis=1))
print(nd.split(a, 3), nd.split(a, 3, squeeze_axis=True), nd.split(a, 2, axis=0), a.split(3)[0])
print(nd.slice(a, (0, 1), (2, 3)), nd.slice_axis(a, axis=1, begin=0, end=2), nd.slice_axis(a, axis=1, begin=-2, end=None), nd.slice_like(nd.ones((4, 4)), a).shape)
print(nd.tile(a, (2, 1)), nd.repeat(a, 2), nd.repeat(a, 2, axis=1), nd.flip(a, axis=1), nd.reverse(a, axis=0))
print(nd.add_n(a, a, a), nd.moveaxis(nd.ones((2, 3, 4)), 0, 2).shape)
b = nd.arange(24).reshape((2, 3, 4))
for source, destination in ((2, 0), ((0, 1), (1, 2)), ((0, 1, 2), (2, 0, 1)), (-1, 0), ((0, 2), (-1, 0)), ([0], [1]), ((), ()), (3, 0), (0, -4), ((0, 0), (1, 2)), ((0, 1), (1, 1)), ((0, 1), 1)):
    try:
        moved = nd.moveaxis(b, source, destination)
        print(source, destination, moved.shape, moved.asnumpy().ravel().tolist())
    except ValueError as error:
        print(source, destination, error.args)
