from mxnet import nd
x = nd.arange(12).reshape((3, 4))
print(x[nd.array([2, 0])], x[[0, 1], [1, 3]], x[:, nd.array([1, 1])], x[1, :], x[:, ::2], x[::-1])
x[[0, 2], [0, 3]] = -1
print(x)
x[1] = 0
x[:, 1:3] = nd.ones((3, 2)) * 5
print(x)
for key in (5, (0, 9), (0, 0, 0)):
    try:
        x[key]
    except IndexError as e:
        print(type(e).__name__)
