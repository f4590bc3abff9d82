"""Work that goes on behind: wait_to_read, waitall, where the wait happens."""
import time
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


class Benchmark():
    def __init__(self, prefix=None):
        self.prefix = prefix + ' ' if prefix else ''

    def __enter__(self):
        self.start = time.time()

    def __exit__(self, *args):
        self.time = time.time() - self.start


with Benchmark('Workloads are queued.'):
    x = nd.random.uniform(shape=(200, 200))
    y = nd.dot(x, x).sum()
with Benchmark('Workloads are finished.'):
    print('sum =', y.asscalar() > 0)
y = nd.dot(x, x)
print(y.wait_to_read(), nd.waitall())
print(y.norm().asscalar() > 0, y.asnumpy().shape)


def data_iter():
    num_batches, batch_size = 5, 16
    for i in range(num_batches):
        yield nd.random.normal(shape=(batch_size, 12)), nd.ones((batch_size,))


net = nn.Sequential()
net.add(nn.Dense(32, activation='relu'), nn.Dense(8, activation='relu'), nn.Dense(1))
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.005})
loss = gluon.loss.L2Loss()
for X, y in data_iter():
    break
loss(y, net(X)).wait_to_read()
l_sum = 0
for X, y in data_iter():
    with autograd.record():
        l = loss(y, net(X))
    l_sum += l.mean().asscalar()
    l.backward()
    trainer.step(X.shape[0])
nd.waitall()
print(l_sum > 0)
with mx.engine.bulk(10):
    z = nd.ones((2, 2))
    for _ in range(10):
        z = z + 1
print(z)
a = nd.ones(3)
b = a.copy()
a[:] = 5
print(b, a)
