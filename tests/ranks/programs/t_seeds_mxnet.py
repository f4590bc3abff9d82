"""The seeds' trainings in ranks and devices (tests/ranks/seed_trainings.py): what rank 0 has after two steps, beside one device that takes the whole batch; where each part of a batch has statistics of its
own (batch normalization in training), beside one device that takes it in the same parts.

t_seeds_mxnet.py DEVICES [STORE]: as the seeds have it, with gluon.utils.split_and_load; the ranks share by kvstore('dist_sync'). MXNet runs it on the CPU, in one process.
"""
import os
import sys
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn

STEPS, BATCH = 2, 16
devices = [mx.gpu(i) if mx.context.num_gpus() else mx.cpu(i) for i in range(int(sys.argv[1]))]
kind = sys.argv[2] if len(sys.argv) > 2 else 'device'
rank, ranks = mx.kv.create(kind).rank, mx.kv.create(kind).num_workers


class Residual(nn.Block):
    def __init__(self, channels, running, strides=1, around=False):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2D(channels, kernel_size=3, padding=1, strides=strides), nn.Conv2D(channels, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(channels, kernel_size=1, strides=strides) if around else None
        self.bn1, self.bn2 = nn.BatchNorm(use_global_stats=running), nn.BatchNorm(use_global_stats=running)

    def forward(self, x):
        y = self.bn2(self.conv2(nd.relu(self.bn1(self.conv1(x)))))
        return nd.relu(y + (self.conv3(x) if self.conv3 else x))


def resnet18(running=False):
    """With a quarter of the seed's channels."""
    net = nn.Sequential()
    net.add(nn.Conv2D(16, kernel_size=3, strides=1, padding=1), nn.BatchNorm(use_global_stats=running), nn.Activation('relu'))
    for i, channels in enumerate((16, 32, 64, 128)):
        net.add(Residual(channels, running, *((2, True) if i else ())), Residual(channels, running))
    net.add(nn.GlobalAvgPool2D(), nn.Dense(10))
    return net


def lenet():
    net = nn.Sequential()
    net.add(nn.Conv2D(channels=6, kernel_size=5, activation='relu'), nn.MaxPool2D(pool_size=2, strides=2), nn.Conv2D(channels=16, kernel_size=3, activation='relu'),
            nn.MaxPool2D(pool_size=2, strides=2), nn.Flatten(), nn.Dense(120, activation='relu'), nn.Dense(84, activation='relu'), nn.Dense(10))
    return net


# the network, a picture's side, the rate, what it is compared with
TRAININGS = {'LeNet': (lenet, 28, .1, 'the whole batch'), 'ResNet-18 by running statistics': (lambda: resnet18(True), 16, .01, 'the whole batch'), 'ResNet-18': (resnet18, 16, .01, 'its parts')}


def parameters(name, devices, ranks=1):
    """All of them in one row, after the steps; devices: of each part of a batch."""
    make, side, rate, _ = TRAININGS[name]
    mx.random.seed(5)
    net, places = make(), list(dict.fromkeys(devices))
    net.initialize(init.Xavier(), ctx=places)
    net(nd.zeros((1, 1, side, side), ctx=places[0]))
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': rate, 'momentum': .9}, kvstore=mx.kv.create(kind) if ranks > 1 or len(places) > 1 else None)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    mx.random.seed(7)
    for _ in range(STEPS):
        x, y = nd.random.uniform(shape=(BATCH, 1, side, side)), nd.random.randint(0, 10, shape=(BATCH,))
        x, y = (gluon.utils.split_data(t, ranks)[rank if ranks > 1 else 0] for t in (x, y))
        with autograd.record():
            losses = [loss(net(a), b) for a, b in zip(gluon.utils.split_and_load(x, devices), gluon.utils.split_and_load(y, devices))]
        autograd.backward(losses)
        trainer.step(BATCH)
    return np.concatenate([p.data(places[0]).asnumpy().reshape(-1) for p in net.collect_params().values() if p.grad_req != 'null'])


def far(a, b):
    return abs(a - b).max() / abs(b).max()


# The ranks' own trainings first: what rank 0 does besides gives its next blocks other names, and a Trainer's keys are in the order of names.
got = {name: parameters(name, devices, ranks) for name in TRAININGS}
told = open(os.path.join(os.environ['RANKS_OUT'], 'said.%d' % rank), 'w')
for name, had in got.items() if rank == 0 else ():
    beside = TRAININGS[name][3]
    wanted = parameters(name, devices[:1] * (1 if beside == 'the whole batch' else ranks * len(devices)))
    print(f'{name}: {had.size} parameters, norm {np.linalg.norm(had.astype("float64")):.8f}, from one device that takes {beside} {far(had, wanted):.1e}', file=told, flush=True)
