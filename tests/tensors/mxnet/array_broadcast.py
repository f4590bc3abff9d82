from mxnet import nd
a = nd.arange(3).reshape((3, 1))
b = nd.arange(2).reshape((1, 2))
print(a + b, a * b, nd.broadcast_add(a, b), nd.broadcast_maximum(a, b))
try:
    nd.ones((2, 3)) + nd.ones((3, 2))
except Exception as e:
    print(type(e).__name__, str(e).split('\n')[-1].split('Error: ')[-1])
print(nd.ones((1, 3)).broadcast_to((2, 3)), nd.broadcast_axis(nd.ones((1, 2)), axis=0, size=3).shape, nd.ones((1, 3)).broadcast_like(nd.ones((4, 3))).shape)
try:
    nd.ones((2, 3)).broadcast_to((4, 3))
except ValueError as e:
    print(e)
