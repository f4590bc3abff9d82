from mxnet import nd

x = nd.ones((3, 2))
picked = nd.take(x, nd.array([7]), mode='raise')
total = (picked + 1).sum()
print(x.sum().asscalar())
print(total.asscalar())
