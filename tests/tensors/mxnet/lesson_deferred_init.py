"""Shapes that are not known yet: what can be asked before the first batch, what the batch decides, and what no longer fits afterwards."""
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn


class Watch(init.Initializer):
    """Fills nothing, tells when it is asked."""

    def _init_weight(self, name, array):
        print('  fills', name, array.shape)
        array[:] = array.size

    def _init_default(self, name, array):
        print('  other', name)


def tried(work):
    try:
        return work()
    except Exception as error:
        return type(error).__name__


def build(**known):
    net = nn.Sequential(prefix='d_')
    with net.name_scope():
        net.add(nn.Conv2D(3, (2, 3), **known), nn.BatchNorm(), nn.Dense(4, activation='tanh'), nn.Dense(2))
    return net


net = build()
print(net, net[0].weight, net[2].weight.shape)
print(net.collect_params(), tried(lambda: net[0].weight.data()), tried(lambda: net[3].bias.data()))
net.initialize(Watch())
print(tried(lambda: net[0].weight.data()), tried(lambda: net[0].weight.grad()), net[0].bias.shape, tried(lambda: net[3].bias.data()[:1]))
print('first batch')
print(net(nd.ones((2, 2, 5, 6))).shape)
print('second batch')
print(net(nd.ones((1, 2, 5, 6))).shape, net[0].weight.data()[0, 0], net[2].weight.shape, net[1].gamma.shape)
print(net.collect_params('.*(conv|dense0).*'), net)
for shape in ((1, 3, 5, 6), (1, 2, 4, 6), (3, 2, 5, 6)):
    print(shape, tried(lambda: net(nd.ones(shape)).asnumpy().shape))
print('again')
net.initialize(Watch(), force_reinit=True)

half = build(in_channels=2)
print('known from the start')
half[0].initialize(Watch())
half[2:].initialize(Watch())
print(half[0].weight.data().shape, tried(lambda: half[2].weight.data()))
layer = nn.Dense(3, in_units=4, flatten=False)
layer.initialize(init.One())
print(layer(nd.ones((2, 5, 4))).shape, layer.weight.data()[0], tried(lambda: layer(nd.ones((2, 4, 5))).asnumpy()))
by_hand = nn.Dense(2, prefix='by_hand_')
by_hand.weight.shape = (2, 7)
by_hand.initialize(init.Constant(3))
print(by_hand.weight.data().shape, tried(lambda: setattr(by_hand.weight, 'shape', (2, 8))), by_hand(nd.ones((1, 7))))
