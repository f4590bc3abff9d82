from mxnet import nd
x = nd.zeros((2, 3))
y = x
x += 1
print(y is x, y)
x *= 3
x -= 1
x /= 2
print(x)
x[:] = 7
print(y)
x[0] = nd.array([1, 2, 3])
x[1, 2] = 9
x[:, 0] = 5
print(x)
z = x.reshape((3, 2))
z[:] = 0
print(x)
before = id(y)
nd.elemwise_add(x, nd.ones((2, 3)), out=y)
print(id(y) == before, y)
