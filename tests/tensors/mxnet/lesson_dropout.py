"""Numbers left out by chance: how many, what is left of the rest, when it happens, along which axes, what the gradient makes of it."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
mx.random.seed(71)


def thinned(x, part):
    """Each number stays with chance 1 - part, and is made larger by as much."""
    if part >= 1:
        return nd.zeros_like(x)
    stays = nd.random.uniform(shape=x.shape) >= part
    return nd.where(stays, x / (1 - part), nd.zeros_like(x))


table = nd.arange(1, 13).reshape((3, 4))
print(thinned(table, 0), thinned(table, 1), nd.broadcast_logical_or(thinned(table, 0.5) == 0, thinned(table, 0.5) <= 2 * table).min().asscalar())
many = nd.ones((80, 90))
for part in (0.1, 0.5, 0.8):
    layer = nn.Dropout(part)
    with autograd.record():
        theirs = layer(many)
    for out in (thinned(many, part), theirs):
        left = out[0][out[0].argmax(axis=0)].asscalar()
        print(part, abs((out == 0).mean().asscalar() - part) < 0.03, abs(left * (1 - part) - 1) < 1e-5, abs(out.mean().asscalar() - 1) < 0.1)

layer = nn.Dropout(0.6)
layer.initialize()
print(layer, layer.collect_params(), nn.Dropout(0)(table).sum().asscalar(), nn.Dropout(0.3, axes=(0,)))
for mode in (autograd.pause(), autograd.predict_mode(), autograd.record(train_mode=False), autograd.train_mode(), autograd.record()):
    with mode:
        print((layer(many) == many).min().asscalar(), end=' ')
print((layer(many) == many).min().asscalar(), (nd.Dropout(many, p=0.5, mode='always') == 0).max().asscalar())
with autograd.train_mode():
    rows = nn.Dropout(0.5, axes=(1,))(many)
    columns = nd.Dropout(many, p=0.5, axes=(0,))
print((rows == rows[:, :1]).min().asscalar(), (columns == columns[:1]).min().asscalar(), 20 < (rows[:, 0] == 0).sum().asscalar() < 60)

for part in (0.25, 0.75):
    leaf = nd.random.uniform(1, 2, shape=(30, 20))
    leaf.attach_grad()
    with autograd.record():
        out = nd.Dropout(leaf, p=part)
        total = (out * 3).sum()
    total.backward()
    print(((leaf.grad == 0) == (out == 0)).min().asscalar(), (leaf.grad.max() - 3 / (1 - part)).abs().asscalar() < 1e-5)

net = nn.HybridSequential()
net.add(nn.Dense(50, activation='relu'), nn.Dropout(0.3), nn.Dense(20, activation='relu'), nn.Dropout(0.7), nn.Dense(2))
net.initialize(mx.init.Xavier())
x = nd.random.normal(shape=(4, 6))
quiet = net(x)
for hybrid in (False, True):
    net.hybridize(hybrid)
    with autograd.record():
        one, two = net(x), net(x)
    print((net(x) - quiet).abs().max().asscalar() < 1e-6, (one == two).min().asscalar(), one.shape)
print(net)
mx.random.seed(3)
with autograd.train_mode():
    first = nd.Dropout(many, p=0.5)
    mx.random.seed(3)
    print((nd.Dropout(many, p=0.5) == first).min().asscalar(), (nd.Dropout(many, p=0.5) == first).min().asscalar())
for part in (-0.5, 1.2):
    try:
        with autograd.train_mode():
            nd.Dropout(many, p=part).wait_to_read()
        print('taken', part)
    except Exception as error:
        print(type(error).__name__, part)
