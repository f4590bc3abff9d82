from mxnet import nd
a = nd.array([[3, 1, 2], [6, 5, 4]])
print(nd.pick(a, nd.array([0, 2])), nd.pick(a, nd.array([1, 0, 1]), axis=0), a.pick(nd.array([0, 1]), keepdims=True))
print(nd.take(a, nd.array([1, 0])), a.take(nd.array([0, 2]), axis=1), nd.one_hot(nd.array([0, 2]), 3), nd.one_hot(nd.array([1]), 3, on_value=5, off_value=-1))
print(nd.where(a > 3, a, -a), nd.clip(a, 2, 5), nd.maximum(a, 3), nd.minimum(a, 3), nd.maximum(a, a.flip(axis=1)))
print(nd.gather_nd(a, nd.array([[0, 1], [1, 0]])), nd.scatter_nd(nd.array([1, 2]), nd.array([[0, 1], [1, 0]]), shape=(2, 2)))
print(nd.SequenceMask(nd.ones((3, 2)), nd.array([1, 2]), use_sequence_length=True, value=-1), nd.diag(nd.array([1, 2])))
