"""Results that are waited for: each way to wait, each way to look, order of writes, work in bulk."""
import time
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(8)


def timed(work):
    """(what it gave, whether a clock went forward meanwhile)"""
    start = time.perf_counter()
    given = work()
    return given, time.perf_counter() >= start


square = nd.random.normal(shape=(120, 120))
queued, forward = timed(lambda: nd.dot(square, square) * 2)
print(queued.shape, forward, timed(queued.wait_to_read), timed(nd.waitall), timed(mx.nd.waitall)[0])
for look in (lambda a: a.asnumpy().shape, lambda a: a.sum().asscalar() == a.sum().asscalar(), lambda a: float(a[0, 0].asscalar()) == a[0, 0].asscalar(), lambda a: len(str(a)) > 0, lambda a: bool((a == a).min())):
    print(look(queued))

store = nd.zeros(4)
seen = []
for i in range(5):
    store[i % 4] = i
    seen.append(store.copy())
    store += 1
print(nd.stack(*seen), store)
view = store[1:3]
view[:] = -1
before = store.asnumpy()
store[:] = 7
print(before, view, store)

chain = nd.arange(6)
for _ in range(40):
    chain = (chain + 1) * 0.5
print(chain.asnumpy().round(4))
for size in (1, 4, 64):
    with mx.engine.bulk(size):
        total = nd.zeros((2, 3))
        for i in range(9):
            total = total + i
    print(size, total)
print(mx.engine.set_bulk_size(3) >= 0)


def endless():
    while True:
        x = nd.random.uniform(-1, 1, shape=(8, 5))
        yield x, x.sum(axis=1, keepdims=True) * 2 - 1


net = nn.HybridSequential()
net.add(nn.Dense(6, activation='tanh'), nn.Dense(1))
net.initialize(mx.init.Xavier())
trainer, error, path = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.03}), gluon.loss.HuberLoss(rho=0.5), []
for step, (x, y) in zip(range(60), endless()):
    with autograd.record():
        missed = error(net(x), y)
    missed.backward()
    trainer.step(len(x))
    path.append(missed.mean())
path[-1].wait_to_read()
print(len(path), (sum(path[-10:]) < sum(path[:10])).asscalar(), path[0].shape)
