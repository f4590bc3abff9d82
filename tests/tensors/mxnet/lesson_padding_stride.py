"""Padding, strides, channels."""
from mxnet import nd
from mxnet.gluon import nn


def comp_conv2d(conv2d, X):
    conv2d.initialize()
    X = X.reshape((1, 1) + X.shape)
    Y = conv2d(X)
    return Y.reshape(Y.shape[2:])


X = nd.random.uniform(shape=(8, 8))
for layer in (nn.Conv2D(1, kernel_size=3, padding=1), nn.Conv2D(1, kernel_size=(5, 3), padding=(2, 1)), nn.Conv2D(1, kernel_size=3, padding=1, strides=2),
              nn.Conv2D(1, kernel_size=(3, 5), padding=(0, 1), strides=(3, 4)), nn.Conv2D(1, kernel_size=3, dilation=2), nn.Conv2D(1, 1)):
    print(comp_conv2d(layer, X).shape, layer)


def corr2d(X, K):
    h, w = K.shape
    Y = nd.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i: i + h, j: j + w] * K).sum()
    return Y


def corr2d_multi_in(X, K):
    return nd.add_n(*[corr2d(x, k) for x, k in zip(X, K)])


def corr2d_multi_in_out(X, K):
    return nd.stack(*[corr2d_multi_in(X, k) for k in K])


X = nd.array([[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]]])
K = nd.array([[[0, 1], [2, 3]], [[1, 2], [3, 4]]])
print(corr2d_multi_in(X, K))
K = nd.stack(K, K + 1, K + 2)
print(K.shape, corr2d_multi_in_out(X, K))


def corr2d_multi_in_out_1x1(X, K):
    c_i, h, w = X.shape
    c_o = K.shape[0]
    X = X.reshape((c_i, h * w))
    K = K.reshape((c_o, c_i))
    Y = nd.dot(K, X)
    return Y.reshape((c_o, h, w))


X = nd.random.uniform(shape=(3, 3, 3))
K = nd.random.uniform(shape=(2, 3, 1, 1))
print((corr2d_multi_in_out_1x1(X, K) - corr2d_multi_in_out(X, K)).norm().asscalar() < 1e-6)
same = nd.Convolution(X.expand_dims(0), K, no_bias=True, kernel=(1, 1), num_filter=2)
print((same[0] - corr2d_multi_in_out(X, K)).norm().asscalar() < 1e-5)
one = nn.Conv1D(2, 3, strides=2, padding=1)
one.initialize()
print(one(nd.ones((2, 4, 9))).shape, one)
cube = nn.Conv3D(2, (1, 2, 3))
cube.initialize()
print(cube(nd.ones((1, 3, 4, 4, 5))).shape, cube)
up = nn.Conv2DTranspose(2, kernel_size=4, padding=1, strides=2)
up.initialize()
print(up(nd.ones((1, 3, 5, 5))).shape, up)
deep = nn.Conv2D(6, 3, groups=3, in_channels=3, use_bias=False)
deep.initialize()
print(deep(nd.ones((1, 3, 5, 5))).shape, deep, deep.bias)
bad = nn.Conv2D(4, 9)
bad.initialize()
try:
    bad(nd.ones((1, 1, 4, 4))).asnumpy()
except ValueError as e:
    print('ValueError', str(e).split('. ')[0])
