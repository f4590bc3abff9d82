"""Convolutions of one place: dense layers over the channels, and a classifier without a dense layer."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
mx.random.seed(5)

pixelwise = nn.Conv2D(4, 1, in_channels=3)
dense = nn.Dense(4, in_units=3, flatten=False)
for layer in (pixelwise, dense):
    layer.initialize(mx.init.Normal(1))
dense.weight.set_data(pixelwise.weight.data().reshape((4, 3)))
dense.bias.set_data(pixelwise.bias.data())
picture = nd.random.normal(shape=(2, 3, 5, 6))
apart = pixelwise(picture) - dense(picture.transpose((0, 2, 3, 1))).transpose((0, 3, 1, 2))
print(apart.shape, apart.abs().max().asscalar() < 1e-5)


def mixing(channels, *window):
    """A convolution, and two that mix each place's channels."""
    block = nn.Sequential()
    block.add(nn.Conv2D(channels, *window, activation='relu'))
    for _ in range(2):
        block.add(nn.Conv2D(channels, 1, activation='relu'))
    return block


net = nn.Sequential()
for channels, window in ((8, (7, 3)), (16, (5, 1, 2)), (24, (3, 1, 1))):
    net.add(mixing(channels, *window), nn.MaxPool2D(3, 2))
net.add(nn.Dropout(0.4), mixing(5, 3, 1, 1), nn.GlobalAvgPool2D(), nn.Flatten())
net.initialize()
flow = nd.random.uniform(shape=(3, 1, 100, 100))
for layer in net:
    flow = layer(flow)
    print(type(layer).__name__, flow.shape)
print(net[0], net[4][2], net[-1], net[-2], net[6])
