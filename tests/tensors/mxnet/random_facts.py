import mxnet as mx
from mxnet import nd
mx.random.seed(3)
x = nd.random.uniform(2, 5, shape=(2000,))
print(x.min().asscalar() >= 2, x.max().asscalar() < 5, abs(x.mean().asscalar() - 3.5) < 0.1)
print(nd.random.multinomial(nd.array([0.2, 0.8]), shape=4).shape, nd.random.multinomial(nd.array([[0, 1], [1, 0]]), shape=3), nd.random.shuffle(nd.arange(10)).sum().asscalar())
print(nd.random.poisson(3, shape=(2,)).shape, nd.random.exponential(2, shape=2).shape, nd.random.gamma(2, 2, shape=(1, 2)).shape, nd.random.normal(nd.zeros(3), nd.ones(3)).shape)
try:
    nd.random.normal(loc=nd.ones(2), scale=3)
except AssertionError as e:
    print(e)
