"""VGG: a network of repeated blocks."""
import mxnet as mx
from mxnet import gluon, init, nd
from mxnet.gluon import nn
mx.random.seed(1)


def vgg_block(num_convs, num_channels):
    blk = nn.Sequential()
    for _ in range(num_convs):
        blk.add(nn.Conv2D(num_channels, kernel_size=3, padding=1, activation='relu'))
    blk.add(nn.MaxPool2D(pool_size=2, strides=2))
    return blk


conv_arch = ((1, 64), (1, 128), (2, 256), (2, 512), (2, 512))


def vgg(conv_arch):
    net = nn.Sequential()
    for (num_convs, num_channels) in conv_arch:
        net.add(vgg_block(num_convs, num_channels))
    net.add(nn.Dense(4096 // 16, activation='relu'), nn.Dropout(0.5), nn.Dense(4096 // 16, activation='relu'), nn.Dropout(0.5), nn.Dense(10))
    return net


ratio = 8
small_conv_arch = [(pair[0], pair[1] // ratio) for pair in conv_arch]
net = vgg(small_conv_arch)
net.initialize()
X = nd.random.uniform(shape=(1, 1, 224, 224))
for blk in net:
    X = blk(X)
    print(blk.name, 'output shape:\t', X.shape)
print(net)
print(net.collect_params())
