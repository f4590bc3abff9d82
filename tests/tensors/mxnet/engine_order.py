"""Queued work and what comes behind it: in place, views, copies, gradients, files, another process, NumPy's arrays; bulks."""
import os
import pickle

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd

n = 256
x = nd.arange(n * n).reshape((n, n)) % 7
y = nd.dot(x, x)
x[:] = 1
z = nd.dot(x, x)
print(y[3, 5].asscalar(), z[3, 5].asscalar(), x.sum().asscalar())

y = nd.dot(x, x)
y += 1
row = y[2:4]
row *= 2
w = nd.dot(y, x)
y[0] = 5
print(y[0, 0].asscalar(), y[2, 0].asscalar(), y[9, 9].asscalar(), w[2, 2].asscalar(), w[0, 0].asscalar())

other = nd.dot(y, x).copyto(mx.cpu(1))
half = other.astype('float16')
print(other.context, other[9, 9].asscalar(), half[2, 0].asscalar())

total = nd.zeros((1,))
for i in range(20):
    total += nd.dot(x, x * i).sum() / n ** 3
print(total.asscalar())

back = nd.dot(x, x).asnumpy()
again = nd.array(back)
back[:] = 0
print(again.sum().asscalar(), nd.dot(again, x)[1, 1].asscalar())

v = nd.ones((n, n))
v.attach_grad()
with autograd.record():
    loss = nd.dot(nd.dot(v, v), v).mean()
loss.backward()
print(loss.asscalar(), v.grad[7, 7].asscalar())
v.grad[:] = 0
print(v.grad.sum().asscalar())

made = nd.dot(x, x) * 3
nd.save('queued.params', {'made': made})
print(nd.load('queued.params')['made'][4, 4].asscalar(), pickle.loads(pickle.dumps(nd.dot(made, x)))[0, 0].asscalar())
os.remove('queued.params')

net = gluon.nn.Dense(n, in_units=n)
net.initialize(mx.init.Constant(0.5))
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5})
for _ in range(3):
    with autograd.record():
        out = net(x).mean()
    out.backward()
    trainer.step(1)
print('%.4f' % out.asscalar(), '%.6f' % net.weight.data()[0, 0].asscalar())

before = mx.engine.set_bulk_size(10)
with mx.engine.bulk(30):
    print(mx.engine.set_bulk_size(30))
    for _ in range(10):
        x = nd.dot(x, x) / n
print(mx.engine.set_bulk_size(before), x[0, 0].asscalar())
try:
    mx.engine.set_bulk_size('many')
except TypeError as e:
    print(e)
kept = [nd.dot(x, x + i) for i in range(5)]
del x
print([int(k[0, 0].asscalar()) for k in reversed(kept)], nd.waitall())
