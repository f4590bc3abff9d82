"""Layers of one's own, without and with parameters."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(3)


class CenteredLayer(nn.Block):
    def __init__(self, **kwargs):
        super(CenteredLayer, self).__init__(**kwargs)

    def forward(self, x):
        return x - x.mean()


layer = CenteredLayer()
print(layer(nd.array([1, 2, 3, 4, 5])), layer)
net = nn.Sequential()
net.add(nn.Dense(128), CenteredLayer())
net.initialize()
y = net(nd.random.uniform(shape=(4, 8)))
print(abs(y.mean().asscalar()) < 1e-6)
params = gluon.ParameterDict()
params.get('param2', shape=(2, 3))
print(params)
params.initialize()
print(params['param2'].data().shape, params.get('param2') is params['param2'])


class MyDense(nn.Block):
    def __init__(self, units, in_units, **kwargs):
        super(MyDense, self).__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(in_units, units))
        self.bias = self.params.get('bias', shape=(units,))

    def forward(self, x):
        linear = nd.dot(x, self.weight.data()) + self.bias.data()
        return nd.relu(linear)


dense = MyDense(units=3, in_units=5)
print(dense.params)
dense.initialize()
print(dense(nd.random.uniform(shape=(2, 5))))
net = nn.Sequential()
net.add(MyDense(8, in_units=64), MyDense(1, in_units=8))
net.initialize()
print(net(nd.random.uniform(shape=(2, 64))), net)


class Quadratic(nn.HybridBlock):
    def __init__(self, units, in_units=0, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units, in_units), init=mx.init.Normal(0.1), allow_deferred_init=True)

    def hybrid_forward(self, F, x, weight):
        rows = F.dot(x, F.transpose(weight, axes=(1, 0, 2)))
        return F.sum(F.broadcast_mul(rows, F.expand_dims(x, axis=1)), axis=2)


q = Quadratic(3, in_units=4)
q.initialize()
x = nd.array([[1, 2, 3, 4], [0, 1, 0, 1]])
a = q(x)
q.hybridize()
print((q(x) - a).abs().max().asscalar() < 1e-6, a.shape, q.weight)
with autograd.record():
    q(x).sum().backward()
print(q.weight.grad()[0])
lambda_layer = nn.Lambda(lambda v: v * 2)
hybrid = nn.HybridLambda(lambda F, v: F.relu(v) + 1)
print(lambda_layer(x[1]), hybrid(-x[1]), nn.Lambda('tanh')(x[1]).round(), lambda_layer, hybrid)
