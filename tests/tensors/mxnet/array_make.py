from mxnet import nd
print(nd.zeros((2, 3)), nd.ones(3), nd.full((2, 2), 7), nd.full(2, 3, dtype='int32'))
print(nd.array([[1, 2], [3, 4]]), nd.array([1, 2], dtype='int32'), nd.array([True, False]))
print(nd.arange(3), nd.arange(1, 7, 2), nd.arange(0, 2, repeat=2), nd.linspace(0, 1, 3))
print(nd.eye(2), nd.eye(2, 3, 1), nd.zeros_like(nd.ones((1, 2))), nd.ones_like(nd.zeros((2, 1))))
print(nd.empty((2, 5)).shape, nd.zeros((2, 3), dtype='float64').dtype, nd.arange(5, dtype='int32').dtype)
