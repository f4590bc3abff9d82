"""Dropout by hand and as a layer."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn
mx.random.seed(2)


def dropout(X, drop_prob):
    assert 0 <= drop_prob <= 1
    keep_prob = 1 - drop_prob
    if keep_prob == 0:
        return X.zeros_like()
    mask = nd.random.uniform(0, 1, X.shape) < keep_prob
    return mask * X / keep_prob


X = nd.arange(16).reshape((2, 8))
print(dropout(X, 0), dropout(X, 0.5), dropout(X, 1))
net = nn.Sequential()
net.add(nn.Dense(256, activation='relu'), nn.Dropout(0.2), nn.Dense(256, activation='relu'), nn.Dropout(0.5), nn.Dense(10))
net.initialize(init.Normal(sigma=0.01))
print(net)
a, b = net(X), net(X)
print((a == b).sum().asscalar() == a.size)
layer = nn.Dropout(0.5)
layer.initialize()
print(layer(X))
with autograd.record():
    Y = layer(nd.ones((100, 100)))
values = set(Y.asnumpy().ravel().tolist())
print(sorted(values), 0.45 < Y.mean().asscalar() / 2 < 0.55)
with autograd.train_mode():
    print(sorted(set(layer(nd.ones(1000)).asnumpy().tolist())))
with autograd.record(train_mode=False):
    print(layer(X)[0])
x = nd.ones((50, 50))
x.attach_grad()
with autograd.record():
    y = nd.Dropout(x, p=0.25)
y.backward()
print((x.grad == y).min(), nd.Dropout(x, p=0.25, mode='always').max().asscalar().round(4))
for p in (-0.1, 1.5):
    try:
        dropout(X, p)
    except AssertionError as e:
        print('AssertionError', e)
