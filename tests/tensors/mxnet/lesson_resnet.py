"""Blocks that add their input to their output, with and without a convolution on the way round."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(17)


class Detour(nn.Block):
    """x + layers(x); when the shape changes a convolution of one place fits x to it."""

    def __init__(self, channels, step=1, fit=False, **kwargs):
        super().__init__(**kwargs)
        self.layers, self.fit = nn.Sequential(), None
        self.layers.add(nn.Conv2D(channels, 3, step, 1), nn.BatchNorm(), nn.Activation('relu'), nn.Conv2D(channels, 3, 1, 1), nn.BatchNorm(gamma_initializer='zeros'))
        if fit:
            self.fit = nn.Conv2D(channels, 1, step)

    def forward(self, x):
        return ((x if self.fit is None else self.fit(x)) + self.layers(x)).relu()


plain, fitted = Detour(4), Detour(6, step=2, fit=True)
for block in (plain, fitted):
    block.initialize()
x = nd.random.uniform(shape=(2, 4, 7, 7))
print(plain(x).shape, (plain(x) == x).min().asscalar(), fitted(x).shape, plain.fit)
print(fitted)


def stage(channels, blocks, halve):
    made = nn.Sequential()
    made.add(*[Detour(channels, step=2 if halve and first else 1, fit=halve and first) for first in [True] + [False] * (blocks - 1)])
    return made


net = nn.Sequential()
net.add(nn.Conv2D(6, 5, 2, 2), nn.BatchNorm(), nn.Activation('relu'), nn.MaxPool2D(3, 2, 1))
for place, (channels, blocks) in enumerate(((6, 2), (9, 1), (12, 3))):
    net.add(stage(channels, blocks, place > 0))
net.add(nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(5))
net.initialize(mx.init.Xavier())
flow = nd.random.uniform(shape=(3, 1, 40, 40))
for layer in net:
    flow = layer(flow)
    print(type(layer).__name__, flow.shape)

trainer, error = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1, 'wd': 1e-3}), gluon.loss.SoftmaxCrossEntropyLoss()
pictures, kinds = nd.random.uniform(shape=(10, 1, 40, 40)), nd.array([0, 1, 2, 3, 4] * 2)
missed = []
for _ in range(5):
    with autograd.record():
        now = error(net(pictures), kinds)
    now.backward()
    trainer.step(10)
    missed.append(now.mean().asscalar())
print(missed[-1] < missed[0], net[4][0].layers[4].gamma.data().shape, net[4][0].layers[4].gamma.grad().abs().sum().asscalar() > 0)
