"""Pooling by hand and as layers."""
from mxnet import autograd, nd
from mxnet.gluon import nn


def pool2d(X, pool_size, mode='max'):
    p_h, p_w = pool_size
    Y = nd.zeros((X.shape[0] - p_h + 1, X.shape[1] - p_w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            if mode == 'max':
                Y[i, j] = X[i: i + p_h, j: j + p_w].max()
            elif mode == 'avg':
                Y[i, j] = X[i: i + p_h, j: j + p_w].mean()
    return Y


X = nd.array([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
print(pool2d(X, (2, 2)), pool2d(X, (2, 2), 'avg'))
X = nd.arange(16).reshape((1, 1, 4, 4))
print(X)
for layer in (nn.MaxPool2D(3), nn.MaxPool2D(3, padding=1, strides=2), nn.MaxPool2D((2, 3), padding=(1, 2), strides=(2, 3)), nn.AvgPool2D(2), nn.AvgPool2D(3, 1, 1),
              nn.AvgPool2D(3, 1, 1, count_include_pad=False), nn.GlobalAvgPool2D(), nn.GlobalMaxPool2D(), nn.MaxPool2D(3, 2, ceil_mode=True)):
    print(layer, layer(X).asnumpy().round(4))
X = nd.concat(X, X + 1, dim=1)
print(nn.MaxPool2D(3, padding=1, strides=2)(X))
x = nd.array([[[1, 3, 2, 5, 4]]])
print(nn.MaxPool1D(2)(x), nn.AvgPool1D(2, 1)(x), nn.GlobalMaxPool1D()(x), nn.GlobalAvgPool1D()(x))
x = nd.arange(8).reshape((1, 1, 2, 2, 2))
print(nn.MaxPool3D(2)(x), nn.AvgPool3D(2)(x), nn.GlobalAvgPool3D()(x).shape)
x = nd.arange(9).reshape((1, 1, 3, 3))
x.attach_grad()
for layer in (nn.AvgPool2D(2, 1), nn.AvgPool2D(2, 2)):
    with autograd.record():
        y = layer(x)
    y.backward()
    print(x.grad)
print(nd.contrib.AdaptiveAvgPooling2D(X, output_size=2), nn.ReflectionPad2D(1)(x))
