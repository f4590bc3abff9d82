# Two convolutions and three dense layers: shapes layer by layer, the same from new numbers, a few steps down.
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

mx.random.seed(23)
net = nn.HybridSequential()
for channels, window in ((4, 5), (10, 3)):
    net.add(nn.Conv2D(channels, window, activation='tanh'), nn.AvgPool2D(2))
net.add(*[nn.Dense(width, activation='tanh') for width in (60, 30)], nn.Dense(7))
net.initialize()
flow = nd.random.uniform(-1, 1, shape=(2, 1, 26, 22))
for layer in net:
    flow = layer(flow)
    print(type(layer).__name__, flow.shape)
before = net[0].weight.data().copy()
net.initialize(mx.init.Xavier('gaussian'), force_reinit=True)
print((net[0].weight.data() == before).sum().asscalar(), net[0].weight.shape)
pictures, kinds = nd.random.uniform(-1, 1, shape=(21, 1, 26, 22)), nd.concat(nd.arange(7), nd.arange(7), nd.arange(7), dim=0)
error, trainer = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5})
missed = []
for _ in range(6):
    with autograd.record():
        now = error(net(pictures), kinds).mean()
    now.backward()
    trainer.step(1)
    missed.append(now.asscalar())
print(round(float(missed[0]), 1), missed[-1] < missed[0])
print(net)
