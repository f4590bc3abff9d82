import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
def attempt(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, '|', e)
net = nn.Sequential(prefix='n_')
with net.name_scope():
    net.add(nn.Dense(2, in_units=3))
net.initialize()
tr = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
attempt(lambda: tr.step(1))
with autograd.record():
    l = net(nd.ones((2, 3))).sum()
l.backward()
attempt(lambda: tr.step(1))
attempt(lambda: tr.step(1))
attempt(lambda: tr.step(1, ignore_stale_grad=True))
print(tr.learning_rate)
tr.set_learning_rate(0.2)
print(tr.learning_rate, tr.optimizer.lr)
attempt(lambda: gluon.Trainer([1, 2], 'sgd'))
attempt(lambda: gluon.Trainer(3, 'sgd'))
attempt(lambda: gluon.Trainer(net.collect_params(), 'foo'))
attempt(lambda: gluon.Trainer(net.collect_params(), 'sgd', {'foo': 1}))
a, b = nn.Dense(2, in_units=3, prefix='a_'), nn.Dense(2, in_units=3, prefix='b_')
a.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
b.initialize()
both = a.collect_params()
both.update(b.collect_params())
attempt(lambda: gluon.Trainer(both, 'sgd'))
c = nn.Dense(2, in_units=3, prefix='c_')
attempt(lambda: gluon.Trainer(c.collect_params(), 'sgd').step(1))
