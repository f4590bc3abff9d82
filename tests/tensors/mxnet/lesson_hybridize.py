"""Imperative and compiled: HybridSequential, HybridBlock, F."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
mx.random.seed(4)


def add(a, b):
    return a + b


def add_str():
    return '''
def add(a, b):
    return a + b
'''


def evoke_str():
    return '''
print(add(1, 2))
'''


y = compile(add_str() + evoke_str(), '', 'exec')
exec(y)


def get_net():
    net = nn.HybridSequential()
    net.add(nn.Dense(256, activation='relu'), nn.Dense(128, activation='relu'), nn.Dense(2))
    net.initialize()
    return net


x = nd.random.normal(shape=(1, 512))
net = get_net()
a = net(x)
net.hybridize()
print((net(x) - a).abs().max().asscalar() < 1e-6, net)


class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(10)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print('F: ', F.__name__ if 'symbol' not in F.__name__ else 'mxnet.ndarray', x.shape if hasattr(x, 'shape') else '')
        x = F.relu(self.hidden(x))
        return self.output(x)


net = HybridNet()
net.initialize()
x = nd.random.normal(shape=(1, 4))
first = net(x)
print((net(x) == first).min())
with autograd.record():
    y = net(x)
y.backward()
print(net.hidden.weight.grad().shape, net.hidden.weight)
try:
    nn.HybridSequential().add(nn.Lambda('relu'))
except ValueError as e:
    print('ValueError', e)
net = nn.HybridSequential(prefix='top_')
with net.name_scope():
    net.add(nn.Dense(3), nn.BatchNorm(), nn.Activation('tanh'), nn.Dropout(0.2))
net.initialize()
net.hybridize(static_alloc=True, static_shape=True)
print(net(nd.ones((2, 3))).shape, list(net.collect_params()))
with autograd.record():
    out = net(nd.random.normal(shape=(4, 3)))
out.backward()
print(out.shape, net[0].weight.grad().shape)
