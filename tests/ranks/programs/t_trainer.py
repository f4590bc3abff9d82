# MXNet's Trainer over several workers: each step's weights are the same on all.
import os

import mxnet as mx
from mxnet import autograd, gluon, nd

kv = mx.kv.create('dist_sync')
rank, size = kv.rank, kv.num_workers


def say(*values):
    with open(os.path.join(os.environ['RANKS_OUT'], 'said.%d' % rank), 'a') as file:
        print(*values, file=file)


def tried(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__


net = gluon.nn.HybridSequential(prefix='')
net.add(gluon.nn.Dense(5, in_units=4, activation='tanh', prefix='a_'), gluon.nn.Dense(2, in_units=5, prefix='b_'))
net.initialize()
for k, p in enumerate(net.collect_params().values()):
    n = 1
    for d in p.shape:
        n *= d
    p.set_data((nd.arange(n).reshape(p.shape) * 0.37 + k + rank).sin() * 0.3)
loss = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.05}, kvstore=kv)
for step in range(4):
    x = (nd.arange(12).reshape((3, 4)) * 1.3 + step + 10 * rank).sin()
    with autograd.record():
        value = loss(net(x), nd.array([0, 1, (step + rank) % 2]))
    value.backward()
    trainer.step(3 * size)
    say(step, ['%.4f' % p.data().abs().sum().asscalar() for p in net.collect_params().values()])
say(tried(lambda: trainer.allreduce_grads()))
