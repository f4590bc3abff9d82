"""Weights pulled towards nothing: as a term of the loss, as the trainer's wd, per parameter, and what each step is worth."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(27)
few, wide = 12, 30
x, y = nd.random.normal(shape=(few, wide)), nd.random.normal(0.5, 0.1, shape=(few, 1))
fresh, answers = nd.random.normal(shape=(50, wide)), nd.full((50, 1), 0.5)
error = gluon.loss.L2Loss()


def by_term(pull, rounds=25, rate=0.02):
    weight, bias = nd.ones((wide, 1)) * 0.3, nd.zeros((1,))
    for numbers in (weight, bias):
        numbers.attach_grad()
    for _ in range(rounds):
        with autograd.record():
            total = error(nd.dot(x, weight) + bias, y).sum() + few * pull * nd.sum(weight * weight) / 2
        autograd.backward([total])
        for numbers in (weight, bias):
            numbers -= rate / few * numbers.grad
    return weight, bias


def by_trainer(pull, rounds=25, rate=0.02, **more):
    layer = nn.Dense(1, in_units=wide, weight_initializer=mx.init.Constant(0.3))
    layer.initialize()
    layer.bias.wd_mult = 0
    trainer = gluon.Trainer(layer.collect_params(), more.pop('kind', 'sgd'), {'learning_rate': rate, 'wd': pull, **more})
    for _ in range(rounds):
        with autograd.record():
            total = error(layer(x), y)
        total.backward()
        trainer.step(few)
    return layer


for pull in (0, 0.5, 5):
    weight, bias = by_term(pull)
    layer = by_trainer(pull)
    apart = (layer.weight.data().T - weight).abs().max().asscalar(), (layer.bias.data() - bias).abs().max().asscalar()
    print('pull %g: length %.2f' % (pull, weight.norm().asscalar()), [bool(a < 1e-4) for a in apart], 'fresh %.1f' % error(layer(fresh), answers).mean().asscalar())
for kind, more in (('sgd', {'momentum': 0.5}), ('adam', {}), ('adagrad', {}), ('rmsprop', {}), ('nag', {'momentum': 0.5})):
    lengths = [by_trainer(pull, 40, kind=kind, **more).weight.data().norm().asscalar() for pull in (0, 1.0)]
    print(kind, bool(lengths[1] < lengths[0]))

net = nn.Sequential()
net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
net.initialize(mx.init.One())
pulled, free = (gluon.Trainer(net.collect_params(pattern), 'sgd', {'learning_rate': 0.5, 'wd': wd}) for pattern, wd in (('.*weight', 0.1), ('.*bias', 0)))
with autograd.record():
    total = (net(nd.zeros((1, 2))) * 0).sum()
total.backward()
for trainer in (pulled, free):
    trainer.step(1)
print([p.data().mean().asscalar() for p in net.collect_params().values()])
