"""sgd, momentum, adagrad, rmsprop, adadelta and adam by hand against the trainer's."""
import math
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import data as gdata, loss as gloss, nn
mx.random.seed(1)
features = nd.random.normal(shape=(120, 5))
labels = nd.dot(features, nd.array([1, -2, 3, 0.5, 0])) + 0.7 + nd.random.normal(scale=0.1, shape=(120,))


def sgd(params, states, hp):
    for p in params:
        p[:] -= hp['lr'] * p.grad


def sgd_momentum(params, states, hp):
    for p, v in zip(params, states):
        v[:] = hp['momentum'] * v + hp['lr'] * p.grad
        p[:] -= v


def adagrad(params, states, hp):
    eps = 1e-7
    for p, s in zip(params, states):
        s[:] += p.grad.square()
        p[:] -= hp['lr'] * p.grad / (s + eps).sqrt()


def rmsprop(params, states, hp):
    gamma, eps = hp['gamma'], 1e-8
    for p, s in zip(params, states):
        s[:] = gamma * s + (1 - gamma) * p.grad.square()
        p[:] -= hp['lr'] * p.grad / (s + eps).sqrt()


def adadelta(params, states, hp):
    rho, eps = hp['rho'], 1e-5
    for p, (s, delta) in zip(params, states):
        s[:] = rho * s + (1 - rho) * p.grad.square()
        g = ((delta + eps).sqrt() / (s + eps).sqrt()) * p.grad
        p[:] -= g
        delta[:] = rho * delta + (1 - rho) * g * g


def adam(params, states, hp):
    beta1, beta2, eps = 0.9, 0.999, 1e-6
    for p, (v, s) in zip(params, states):
        v[:] = beta1 * v + (1 - beta1) * p.grad
        s[:] = beta2 * s + (1 - beta2) * p.grad.square()
        v_hat = v / (1 - beta1 ** hp['t'])
        s_hat = s / (1 - beta2 ** hp['t'])
        p[:] -= hp['lr'] * v_hat / (s_hat.sqrt() + eps)
    hp['t'] += 1


def zeros():
    return nd.zeros((5, 1)), nd.zeros(1)


def by_hand(name, fn, states, hp):
    mx.random.seed(5)
    w, b = nd.random.normal(scale=0.01, shape=(5, 1)), nd.zeros(1)
    w.attach_grad()
    b.attach_grad()
    for _ in range(2):
        for X, y in gdata.DataLoader(gdata.ArrayDataset(features, labels), 10):
            with autograd.record():
                l = ((nd.dot(X, w) + b - y.reshape((-1, 1))) ** 2 / 2).mean()
            l.backward()
            fn([w, b], states, hp)
    print(name, [round(v, 2) for v in w.asnumpy().ravel().tolist()], round(float(b.asscalar()), 2))


def by_trainer(name, hp):
    mx.random.seed(5)
    net = nn.Sequential()
    net.add(nn.Dense(1))
    net.initialize(init.Normal(sigma=0.01))
    loss = gloss.L2Loss()
    trainer = gluon.Trainer(net.collect_params(), name, hp)
    for _ in range(2):
        for X, y in gdata.DataLoader(gdata.ArrayDataset(features, labels), 10):
            with autograd.record():
                l = loss(net(X), y)
            l.backward()
            trainer.step(10)
    print('  ', name, net[0].weight.data().asnumpy().round(2).tolist(), net[0].bias.data().asnumpy().round(2).tolist())


by_hand('sgd', sgd, [None] * 2, {'lr': 0.05})
by_trainer('sgd', {'learning_rate': 0.05})
by_hand('momentum', sgd_momentum, zeros(), {'lr': 0.02, 'momentum': 0.5})
by_trainer('sgd', {'learning_rate': 0.02, 'momentum': 0.5})
by_hand('adagrad', adagrad, zeros(), {'lr': 0.1})
by_trainer('adagrad', {'learning_rate': 0.1})
by_hand('rmsprop', rmsprop, zeros(), {'lr': 0.01, 'gamma': 0.9})
by_trainer('rmsprop', {'learning_rate': 0.01, 'gamma1': 0.9})
by_hand('adadelta', adadelta, list(zip(zeros(), zeros())), {'rho': 0.9})
by_trainer('adadelta', {'rho': 0.9})
by_hand('adam', adam, list(zip(zeros(), zeros())), {'lr': 0.01, 't': 1})
by_trainer('adam', {'learning_rate': 0.01})
for name in ('nag', 'ftrl', 'adamax', 'nadam', 'signum'):
    by_trainer(name, {'learning_rate': 0.01})
try:
    gluon.Trainer([], 'nosuch')
except Exception as e:
    print(type(e).__name__, e)
