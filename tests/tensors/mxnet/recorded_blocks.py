"""Hybridized blocks, trained: the numbers of each step, what runs once, what may change between the steps."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


class Mine(gluon.HybridBlock):
    def __init__(self, **more):
        super().__init__(**more)
        with self.name_scope():
            self.a, self.norm, self.b, self.scale = nn.Dense(4, activation='relu'), nn.BatchNorm(), nn.Dense(2), 2.0

    def hybrid_forward(self, F, x):
        print('graph' if F is not nd else 'arrays', end=' ')
        return self.b(self.norm(self.a(x)) * self.scale)


class Rows(gluon.HybridBlock):
    def __init__(self, kind, **more):
        super().__init__(**more)
        with self.name_scope():
            self.rnn, self.out = kind(5, layout='NTC'), nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.out(self.rnn(x))


class Two(gluon.HybridBlock):
    def hybrid_forward(self, F, x, pair):
        return [F.broadcast_add(F.relu(x), pair[0]), (pair[1] * 2, x)]


def pictures():
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Conv2D(6, 5, activation='sigmoid'), nn.AvgPool2D(2, 2), nn.Flatten(), nn.Dense(12, activation='tanh'), nn.BatchNorm(), nn.Dense(3))
    return net


def trained(make, shape, hybrid, steps=9):
    mx.random.seed(1)
    net = make()
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize(static_alloc=True, static_shape=True)
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': .1, 'momentum': .9})
    loss_of, found = gluon.loss.L2Loss(), []
    for i in range(steps):
        x = nd.random.normal(shape=(shape[0] + (i == 6), *shape[1:]))
        if i % 4 == 3:
            found.append(net(x).mean().asscalar())
            continue
        with autograd.record():
            y = net(x)
            loss = loss_of(y, nd.ones_like(y))
        loss.backward()
        trainer.step(shape[0])
        found.append(loss.mean().asscalar())
    return net, ['%.3f' % each for each in found]


for name, make, shape in ('pictures', pictures, (2, 1, 12, 12)), ('mine', Mine, (3, 5)), ('lstm', lambda: Rows(gluon.rnn.LSTM), (2, 3, 4)), ('gru', lambda: Rows(gluon.rnn.GRU), (2, 3, 4)):
    _, plain = trained(make, shape, False)
    net, hybrid = trained(make, shape, True)
    print(name, plain == hybrid, *hybrid)

# attributes stay as they were traced, until it is hybridized anew; parameters are read each time
net = Mine()
net.initialize(mx.init.One())
net.hybridize()
x = nd.array([[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]])
for i in range(4):
    print(net(x).sum().asscalar())
net.scale = 3.0
print(net(x).sum().asscalar())
net.hybridize()
for i in range(3):
    print(net(x).sum().asscalar())
net.b.weight.set_data(nd.ones((2, 4)) * 2)
net.b.bias.data()[:] = 1
print(net(x).sum().asscalar())
net.hybridize(False)
print(net(x).sum().asscalar())
net.collect_params().initialize(mx.init.Constant(.5), force_reinit=True)
net.hybridize()
for i in range(3):
    print(net(x).sum().asscalar())

net = Two()
net.hybridize()
for i in range(4):
    first, (second, third) = net(x * i, [x[0], x[1]])
    print(first.sum().asscalar(), second.sum().asscalar(), third.sum().asscalar(), type(first).__name__)
weights = nd.array([1., 2, 3])
weights.attach_grad()
dense = nn.Dense(1, in_units=3, use_bias=False)
dense.initialize(mx.init.One())
dense.hybridize()
for i in range(4):
    with autograd.record(train_mode=i % 2 == 0):
        y = dense(weights.reshape((1, 3)) * i) ** 2
    y.backward()
    print(weights.grad.asnumpy().tolist(), dense.weight.grad().asnumpy().tolist())
