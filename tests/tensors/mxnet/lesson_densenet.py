"""Channels that pile up: concatenation along axis 1, norms before convolutions, pictures halved between."""
from mxnet import nd
from mxnet.gluon import nn


def stack(*blocks):
    made = nn.Sequential()
    made.add(*blocks)
    return made


class Pile(nn.Block):
    """Each layer sees all that came before it, and puts `extra` channels on top."""

    def __init__(self, depth, extra, **kwargs):
        super().__init__(**kwargs)
        self.layers = []
        for i in range(depth):
            layer = stack(nn.BatchNorm(epsilon=1e-4), nn.Activation('relu'), nn.Conv2D(extra, (3, 3), padding=(1, 1), use_bias=i > 0))
            self.register_child(layer)
            self.layers.append(layer)

    def forward(self, picture):
        layers = [picture]
        for layer in self.layers:
            layers.append(layer(nd.concat(*layers, dim=1)))
        return nd.concat(*layers, dim=1)


def halved(channels, kind):
    return stack(nn.BatchNorm(), nn.Activation('relu'), nn.Conv2D(channels, 1), kind(pool_size=(2, 2), strides=(2, 2)))


pile = Pile(3, 4)
pile.initialize()
small = nd.random.uniform(shape=(2, 5, 6, 6))
grown = pile(small)
print(grown.shape, (grown[:, :5] == small).min().asscalar())
for kind in (nn.AvgPool2D, nn.MaxPool2D):
    step = halved(7, kind)
    step.initialize()
    print(step(grown).shape, step)

net, channels = stack(nn.Conv2D(12, 5, strides=2, padding=2), nn.BatchNorm(), nn.Activation('relu'), nn.MaxPool2D(3, 2, 1)), 12
plan = ((1, 6), (3, 5), (2, 8))
for place, (depth, extra) in enumerate(plan, 1):
    net.add(Pile(depth, extra))
    channels += depth * extra
    if place < len(plan):
        channels //= 2
        net.add(halved(channels, nn.AvgPool2D))
net.add(nn.BatchNorm(), nn.Activation('relu'), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(4))
net.initialize()
flow = nd.random.uniform(shape=(2, 1, 64, 64))
for layer in net:
    flow = layer(flow)
    print(type(layer).__name__, flow.shape)
print(channels, net[4], net[5])
print([(name.split('_')[-1], p.shape) for name, p in net[6].collect_params().items()])
