from mxnet import nd


def show(make, named=False):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__ if named else 'refused')


# The codes of reshape, those that fit and those that do not.
x = nd.arange(24).reshape((4, 6))
for shape in ((-4, 2, 2, 0), (-4, 2, -1, 0), (-4, -1, 2, 0), (-4, 3, 2, 0), (-4, 2, 3, 0), (-4, -1, -1, 0), (-4, 4, 1, -4, 2, -1), (-4, 1, -1, -4, -1, 3), (0, -4, 6, -1), (0, -4, 4, -1), (-3,), (-3, -4, 3, -1),
              (-2,), (-2, 1, 1), (0, -2), (1, -2), (-3, -2), (-1, 0), (0, -1), (0, 0), (24, -2), (-4, 2, -2), (-4, 2), (-4,), (0, 0, 0), (-1, -1), (-5,), (5, -1), (2, -1, 3), (-3, -3), (0, -3)):
    show(lambda: (shape, x.reshape(shape).shape))
    show(lambda: (shape, x.reshape(shape, reverse=True).shape))
for shape in ((-4, 1, 2, -2), (-4, 2, -1, 0, 0), (0, -3), (-3, 0), (0, -4, -1, 3, 0), (0, 0, -4, 2, 2), (-2, -4, 2, 2), (0, 0, -4, 2, -1), (-1, 0, 0), (0, 0, 0, -2), (0, -1, 0)):
    show(lambda: (shape, nd.zeros((2, 3, 4)).reshape(shape).shape))
# out=: the place of a result, of another shape and another dtype.
a, b = nd.array([[1, 2], [3, 4]]), nd.array([[5, 6], [7, 8]])
for f in (lambda o: nd.dot(a, b, out=o), lambda o: nd.sum(a, axis=0, out=o), lambda o: nd.concat(a, b, dim=0, out=o), lambda o: nd.elemwise_add(a, b, out=o), lambda o: nd.exp(a, out=o),
          lambda o: nd.transpose(a, out=o), lambda o: nd.argmax(a, axis=1, out=o), lambda o: nd.take(a, nd.array([1]), out=o), lambda o: nd.one_hot(nd.array([1, 0]), 2, out=o),
          lambda o: nd.topk(a, k=1, out=o), lambda o: nd.sort(a, out=o), lambda o: nd.clip(a, 2, 3, out=o), lambda o: nd.slice_axis(a, 0, 0, 1, out=o), lambda o: nd.stack(a, b, out=o),
          lambda o: nd.broadcast_to(nd.ones((1, 2)), (2, 2), out=o), lambda o: nd.where(a > 2, a, b, out=o), lambda o: nd.zeros_like(a, out=o), lambda o: nd.cast(a, 'float32', out=o)):
    for shape in ((2, 2), (2,), (4, 2), (1, 2), (3, 3), (2, 1)):
        o = nd.full(shape, -1.)
        show(lambda: f(o).asnumpy().tolist(), named=True)
        print(o.shape, o.asnumpy().ravel()[:2].tolist())
# Where a few are put and added.
i = nd.array([[1, 0, 1], [0, 1, 0]])
for dtype in ('float32', 'float64', 'int32', 'int64', 'float16'):
    v = nd.array([9, 8, 7]).astype(dtype)
    show(lambda: nd.scatter_nd(v[:2], i[:, :2], shape=(2, 2)))
    show(lambda: nd.gather_nd(a.astype(dtype), i).asnumpy().tolist())
    c = nd.zeros((3, 3), dtype=dtype)
    c[1] = 2
    c[:, 2] = nd.array([1, 2, 3])
    c[nd.array([0, 2])] = nd.array([4, 5, 6])
    print(c.asnumpy().tolist(), c.dtype.__name__)
