import mxnet as mx
from mxnet import nd
for seed in (0, 1, 42):
    mx.random.seed(seed)
    print(nd.random.uniform(shape=(2, 3)).asnumpy().round(5).tolist())
    print(nd.random.normal(0, 1, shape=(4,)).asnumpy().round(4).tolist())
    print(nd.random.randint(0, 10, shape=(5,)))
mx.random.seed(7)
print(nd.random.uniform(-1, 1, shape=3).asnumpy().round(4).tolist(), nd.random.normal(loc=2, scale=0.5, shape=2).asnumpy().round(4).tolist(), nd.random.randn(2, 2).shape, nd.random.uniform().shape)
mx.random.seed(1)
a = nd.random.normal(shape=(3,))
mx.random.seed(1)
print((a == nd.random.normal(shape=(3,))).sum().asscalar())
