"""Paths side by side whose channels are joined; the table of paths builds the block."""
from mxnet import nd
from mxnet.gluon import nn


class Fork(nn.Block):
    """paths: for each a list of (kind, arguments); the results are joined along the channels."""

    def __init__(self, *paths, **kwargs):
        super().__init__(**kwargs)
        self.ways = nn.Sequential()
        for path in paths:
            way = nn.Sequential()
            for kind, *arguments in path:
                way.add(nn.MaxPool2D(*arguments) if kind == 'pool' else nn.Conv2D(*arguments, activation='relu'))
            self.ways.add(way)

    def forward(self, x):
        return nd.concat(*(way(x) for way in self.ways), dim=1)


def mixed(alone, narrow, wide, pooled):
    """1x1 | 1x1, 3x3 | 1x1, 5x5 | pool, 1x1"""
    return Fork([('conv', alone, 1)], [('conv', narrow[0], 1), ('conv', narrow[1], 3, 1, 1)], [('conv', wide[0], 1), ('conv', wide[1], 5, 1, 2)],
                [('pool', 3, 1, 1), ('conv', pooled, 1)])


one = mixed(4, (3, 6), (2, 5), 1)
one.initialize()
print(one(nd.ones((2, 3, 9, 7))).shape, one)

stem = nn.Sequential(prefix='stem_')
stem.add(nn.Conv2D(10, 5, 2, 2, activation='relu'), nn.MaxPool2D(3, 2, 1))
middle = nn.Sequential()
middle.add(mixed(8, (6, 12), (3, 4), 4), mixed(12, (8, 16), (4, 8), 6), nn.MaxPool2D(3, 2, 1), mixed(10, (5, 20), (4, 6), 4))
end = nn.Sequential()
end.add(nn.GlobalAvgPool2D(), nn.Dense(6))
net = nn.Sequential()
net.add(stem, middle, end)
net.initialize()
picture = nd.random.uniform(shape=(2, 3, 48, 48))
for part in net:
    for layer in part:
        picture = layer(picture)
        print(part.name if part is stem else 'part', type(layer).__name__, picture.shape)
print(net[2], len(net.collect_params().keys()), middle[1].ways[2][1].weight.shape, middle[0].ways[0][0].bias.shape)
forked = Fork([('pool', 2, 2)], [('conv', 3, 2, 2)], [('conv', 1, 4, 2, 1)])
forked.initialize()
print(forked(nd.zeros((1, 2, 8, 6))).shape)
