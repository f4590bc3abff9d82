"""Transposed convolution, bilinear kernels, init.Constant for weights."""
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn


def trans_conv(X, K):
    h, w = K.shape
    Y = nd.zeros((X.shape[0] + h - 1, X.shape[1] + w - 1))
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            Y[i: (i + h), j: (j + w)] += X[i, j] * K
    return Y


X, K = nd.array([[0, 1], [2, 3]]), nd.array([[0, 1], [2, 3]])
print(trans_conv(X, K))
X, K = X.reshape((1, 1, 2, 2)), K.reshape((1, 1, 2, 2))
tconv = nn.Conv2DTranspose(1, kernel_size=2)
tconv.initialize(init.Constant(K))
print(tconv(X))
for kwargs in ({'padding': 1}, {'strides': 2}, {'strides': 2, 'output_padding': 1}):
    tconv = nn.Conv2DTranspose(1, kernel_size=2, **kwargs)
    tconv.initialize(init.Constant(K))
    print(kwargs, tconv(X))
X = nd.random.uniform(shape=(1, 10, 16, 16))
conv = nn.Conv2D(20, kernel_size=5, padding=2, strides=3)
tconv = nn.Conv2DTranspose(10, kernel_size=5, padding=2, strides=3)
conv.initialize()
tconv.initialize()
print(tconv(conv(X)).shape == X.shape)
X = nd.arange(16).reshape((1, 1, 4, 4))
K = nd.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
conv = nn.Conv2D(channels=1, kernel_size=3)
conv.initialize(init.Constant(K.reshape((1, 1, 3, 3))))
print(conv(X), K)
W, k = nd.zeros((4, 16)), nd.zeros(11)
k[:3], k[4:7], k[8:] = K[0, :], K[1, :], K[2, :]
W[0, 0:11], W[1, 1:12], W[2, 4:15], W[3, 5:16] = k, k, k, k
print(nd.dot(W, X.reshape(16)).reshape((1, 1, 2, 2)), W)


def bilinear_kernel(in_channels, out_channels, kernel_size):
    factor = (kernel_size + 1) // 2
    if kernel_size % 2 == 1:
        center = factor - 1
    else:
        center = factor - 0.5
    og = nd.arange(kernel_size).reshape((-1, 1)), nd.arange(kernel_size).reshape((1, -1))
    filt = (1 - nd.abs(og[0] - center) / factor) * (1 - nd.abs(og[1] - center) / factor)
    weight = nd.zeros((in_channels, out_channels, kernel_size, kernel_size))
    for i in range(min(in_channels, out_channels)):
        weight[i, i, :, :] = filt
    return weight


conv_trans = nn.Conv2DTranspose(3, kernel_size=4, padding=1, strides=2)
conv_trans.initialize(init.Constant(bilinear_kernel(3, 3, 4)))
out = conv_trans(nd.ones((1, 3, 3, 3)))
print(out.shape, out[0, 0])
up = nn.Conv2DTranspose(1, 4, strides=2, padding=1)
up.initialize(init.Bilinear())
print(up.weight, up(nd.ones((1, 1, 2, 2)))[0, 0])
