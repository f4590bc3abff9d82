"""Training steps of lessons in MXNet's Gluon: steps_gluon.py CLOCK. Runs unchanged under MXNet 1.9.1 and perch; bench/train.py asks it, serve.py answers. RECORDED=1 in the environment: by hybridize()."""
import os
import sys

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn, rnn
from serve import Batches, serve

RECORDED = bool(os.environ.get("RECORDED"))
SEQUENTIAL = nn.HybridSequential if RECORDED else nn.Sequential


class Residual(nn.Block):
    def __init__(self, given, stride, same):
        super().__init__()
        self.conv1 = nn.Conv2D(given, 3, padding=1, strides=stride)
        self.conv2 = nn.Conv2D(given, 3, padding=1)
        self.conv3 = None if same else nn.Conv2D(given, 1, strides=stride)
        self.bn1, self.bn2 = nn.BatchNorm(), nn.BatchNorm()

    def forward(self, x):
        y = self.bn2(self.conv2(nd.relu(self.bn1(self.conv1(x)))))
        return nd.relu(y + (x if self.conv3 is None else self.conv3(x)))


def resnet():
    net = nn.Sequential()
    net.add(nn.Conv2D(64, 3, 1, 1), nn.BatchNorm(), nn.Activation("relu"))
    for given in 64, 128, 256, 512:
        net.add(Residual(given, 1 if given == 64 else 2, given == 64), Residual(given, 1, True))
    net.add(nn.GlobalAvgPool2D(), nn.Dense(10))
    return net


def lenet(block=SEQUENTIAL):
    net = block()
    net.add(nn.Conv2D(6, 5, padding=2, activation="sigmoid"), nn.AvgPool2D(2, 2), nn.Conv2D(16, 5, activation="sigmoid"), nn.AvgPool2D(2, 2),
            nn.Dense(120, activation="sigmoid"), nn.Dense(84, activation="sigmoid"), nn.Dense(10))
    return net


def mlp():
    net = SEQUENTIAL()
    net.add(nn.Dense(256, activation="relu"), nn.Dense(10))
    return net


class Letters(nn.Block):
    def __init__(self, kind, width):
        super().__init__()
        self.rnn, self.out = kind(width), nn.Dense(28, flatten=False)

    def forward(self, x):
        return self.out(self.rnn(nd.one_hot(x.T, 28))).reshape((-1, 28))


def training(net, make, rows, hybrid=False, optimizer="sgd", **settings):
    net.initialize(init.Xavier())
    if hybrid or RECORDED:
        net.hybridize()
    batches, loss_of = Batches(make), gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), optimizer, settings or {"learning_rate": .05})

    def step():
        x, y = batches.next()
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(rows)
        return loss.mean().asscalar()
    return step, 0


def pictures(net, batch, hybrid=False):
    return training(net, lambda: (nd.random.normal(shape=(batch, 1, 28, 28)), nd.random.randint(0, 10, (batch,)).astype("float32")), batch, hybrid)


def letters(kind, width):
    return training(Letters(kind, width), lambda: (nd.random.randint(0, 28, (32, 35)).astype("float32"), nd.random.randint(0, 28, (35 * 32,)).astype("float32")), 32)


ROWS = {
    "Gluon MLP, batch 4": lambda: pictures(mlp(), 4),
    "Gluon MLP, batch 256": lambda: pictures(mlp(), 256),
    "Gluon LeNet, batch 4": lambda: pictures(lenet(), 4),
    "Gluon LeNet, batch 256": lambda: pictures(lenet(), 256),
    "Gluon LeNet hybrid, batch 4": lambda: pictures(lenet(nn.HybridSequential), 4, True),
    "Gluon ResNet-18, batch 4": lambda: pictures(resnet(), 4),
    "Gluon ResNet-18, batch 32": lambda: pictures(resnet(), 32),
    "Gluon LSTM 256 wide": lambda: letters(rnn.LSTM, 256),
    "Gluon GRU 32 wide": lambda: letters(rnn.GRU, 32),
}

mx.random.seed(1)
serve(ROWS, sys.argv[1])
