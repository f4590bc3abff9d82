from mxnet import nd
a, b = nd.arange(6).reshape((2, 3)), nd.arange(6).reshape((3, 2))
print(nd.dot(a, b), nd.dot(a, a, transpose_b=True), nd.dot(a, a, transpose_a=True), nd.dot(nd.arange(3), nd.arange(3)), nd.dot(a, nd.arange(3)))
print(nd.batch_dot(nd.ones((2, 1, 3)), nd.ones((2, 3, 1))), nd.dot(nd.ones((2, 3, 4)), nd.ones((4, 5))).shape)
