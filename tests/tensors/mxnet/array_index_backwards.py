"""Slices that walk backwards, written and read."""
from mxnet import nd
x = nd.arange(16).reshape((4, 4))
x[1:4:2, 3:0:-1] = [[16], [17]]
print(x)
x = nd.arange(16).reshape((4, 4))
x[1:4:2, 3:0:-1] = nd.array([[16], [17]])
print(x)
x = nd.arange(16).reshape((4, 4))
x[1:4:2, 3:0:-1] = 5
print(x)
x = nd.arange(16).reshape((4, 4))
x[1:4:2, 1:3] = 5
print(x)
x = nd.arange(4)
x[3:0:-1]=7
print(x)
x = nd.arange(4)
x[::-1]=nd.array([9,8,7,6])
print(x)
y=nd.arange(16).reshape((4,4))
y[:, ::-2]=[[1,2]]
print(y)

x = nd.arange(24).reshape((2, 3, 4))
x[::-1, [0, 2], ::-2] = nd.array([[1, 2], [3, 4]])
print(x)
x[1, ::-1] += 10
print(x[1], x[::-1, 0, 3:0:-2])
x[::-1][0] = 5
print(x)
