import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
mx.random.seed(1)
net = nn.Dropout(0.4)
x = nd.ones((100, 100))
print((net(x) == x).sum().asscalar())
with autograd.record():
    y = net(x)
kept = (y != 0).sum().asscalar()
print(5600 < kept < 6400, sorted(set(y.asnumpy().round(4).ravel().tolist())))
print(nd.Dropout(x, p=0.5, mode='always').max().asscalar(), (nd.Dropout(x, p=0.5) == x).min().asscalar())
