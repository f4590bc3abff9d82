"""The trainer's optimizers beside their rules, on one slope that all of them go down."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(101)
rows = nd.random.normal(shape=(40, 3))
goal = nd.dot(rows, nd.array([[1], [-2], [0.5]])) + 0.3


def going(step, turns=20):
    """The weights behind some turns of w, memory = step(w, gradient, memory, turn)."""
    w, memory = nd.zeros((3, 1)), {}
    for turn in range(1, turns + 1):
        gradient = nd.dot(rows.T, nd.dot(rows, w) - goal) / len(rows)
        w = w - step(gradient, memory, turn)
    return w


def kept(memory, name, value, part):
    memory[name] = part * memory.get(name, nd.zeros_like(value)) + (1 - part) * value
    return memory[name]


def speed(g, memory, rate, inertia, ahead=False):
    memory['v'] = inertia * memory.get('v', nd.zeros_like(g)) + rate * g
    return inertia * memory['v'] + rate * g if ahead else memory['v']


def summed(g, memory, rate):
    memory['s'] = memory.get('s', nd.zeros_like(g)) + nd.square(g)
    return rate * g / nd.sqrt(memory['s'] + 1e-7)


def unitless(g, memory, rho):
    move = nd.sqrt((memory.get('d', nd.zeros_like(g)) + 1e-5) / (kept(memory, 's', g ** 2, rho) + 1e-5)) * g
    kept(memory, 'd', move ** 2, rho)
    return move


def moments(g, memory, turn, rate):
    first, second = kept(memory, 'm', g, 0.9), kept(memory, 's', g ** 2, 0.999)
    return rate * (1 - 0.999 ** turn) ** 0.5 / (1 - 0.9 ** turn) * first / (second.sqrt() + 1e-8)


def by_trainer(kind, settings, turns=20):
    layer = nn.Dense(1, use_bias=False, in_units=3, weight_initializer='zeros')
    layer.initialize()
    trainer, error, path = gluon.Trainer(layer.collect_params(), kind, dict(settings)), gluon.loss.L2Loss(), []
    for _ in range(turns):
        with autograd.record():
            missed = error(layer(rows), goal)
        missed.backward()
        trainer.step(len(rows))
        path.append(missed.mean().asscalar())
    return layer.weight.data().T, path


for kind, settings, rule in (('sgd', {'learning_rate': 0.2}, lambda g, memory, turn: 0.2 * g),
                             ('sgd', {'learning_rate': 0.1, 'momentum': 0.6}, lambda g, memory, turn: speed(g, memory, 0.1, 0.6)),
                             ('nag', {'learning_rate': 0.1, 'momentum': 0.6}, lambda g, memory, turn: speed(g, memory, 0.1, 0.6, True)),
                             ('adagrad', {'learning_rate': 0.3}, lambda g, memory, turn: summed(g, memory, 0.3)),
                             ('rmsprop', {'learning_rate': 0.05, 'gamma1': 0.8}, lambda g, memory, turn: 0.05 * g / (kept(memory, 's', g ** 2, 0.8) + 1e-8).sqrt()),
                             ('adadelta', {'rho': 0.8}, lambda g, memory, turn: unitless(g, memory, 0.8)),
                             ('adam', {'learning_rate': 0.1}, lambda g, memory, turn: moments(g, memory, turn, 0.1)),
                             ('signum', {'learning_rate': 0.05, 'momentum': 0}, lambda g, memory, turn: 0.05 * g.sign())):
    theirs, path = by_trainer(kind, settings)
    print(kind, (theirs - going(rule)).abs().max().asscalar() < 1e-4, path[0] > path[-1], theirs.asnumpy().round(2))
for kind in ('ftrl', 'adamax', 'nadam', 'ftml', 'dcasgd', 'sgld'):
    weight, path = by_trainer(kind, {'learning_rate': 0.05}, 30)
    print(kind, path[0] > path[-1], weight.shape)
made = mx.optimizer.create('sgd', learning_rate=0.5, wd=0.1, rescale_grad=2)
weight, state = nd.array([1.0, -1]), made.create_state(0, nd.zeros(2))
made.update(0, weight, nd.array([0.25, 0]), state)
print(weight, state, type(made).__name__, made.learning_rate)
made.set_learning_rate(0.01)
print(made.learning_rate)
for wrong in (lambda: gluon.Trainer([], 'downhill'), lambda: mx.optimizer.create('sgd', lr_scheduler=mx.lr_scheduler.FactorScheduler(1)).set_learning_rate(1)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error).split('.')[0])
