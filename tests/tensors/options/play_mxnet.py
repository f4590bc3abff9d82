"""Players of MXNet's options: each uses what a call makes, from seeds and operands that are always the same, and tells what came out."""
import logging
import random
import re

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, init, lr_scheduler, metric, nd, optimizer
from mxnet.gluon import data, loss, nn, rnn
from mxnet.gluon.data.vision import transforms

import telling
from telling import signature

nan, inf = float('nan'), float('inf')
SEEDS = 5
logging.disable(logging.CRITICAL) # (schedulers tell of every change)


def seed():
    try:
        nd.waitall()                    # what went wrong late in the case before, and nobody asked for, is that case's
    except Exception:
        pass
    mx.random.seed(SEEDS)
    np.random.seed(SEEDS)
    random.seed(SEEDS)


# ---- operands ----
def count(shape):
    n = 1
    for s in shape:
        n *= s
    return n


def X(*shape):
    """Values between -1.5 and 1.6, no two alike near one another."""
    return nd.array([(k * 7 % 13 - 6) / 4 + (k * 5 % 7) / 50 for k in range(count(shape))]).reshape(shape)


def P(*shape):
    """Between 0.05 and 0.95."""
    return nd.array([0.05 + 0.9 * (k * 7 % 13) / 12 for k in range(count(shape))]).reshape(shape)


def S(*shape):
    """1 and -1."""
    return nd.array([1.0 if k * 5 % 7 < 4 else -1.0 for k in range(count(shape))]).reshape(shape)


def C(n, *shape):
    """Whole numbers below n."""
    return nd.array([k * 3 % n for k in range(count(shape))]).reshape(shape)


def V(values, dtype=None):
    return nd.array(values, dtype=dtype or 'float32')


# ---- telling ----
def tell(v, most=10):
    if isinstance(v, nd.NDArray):
        return '%s%s %s' % (np.dtype(v.dtype).name, list(v.shape), telling.digest(v.asnumpy().tolist(), most))
    if isinstance(v, np.ndarray):
        return 'numpy %s%s %s' % (v.dtype, list(v.shape), telling.digest(v.tolist(), most))
    if isinstance(v, np.generic):
        return '%s %s' % (v.dtype, telling.number(v.item()))
    if isinstance(v, (gluon.Block, init.Initializer, optimizer.Optimizer)):
        return type(v).__name__
    return telling.plain(v, tell)


def arrays(v):
    if isinstance(v, nd.NDArray):
        return [v]
    return [a for each in v for a in arrays(each)] if isinstance(v, (tuple, list)) else []


def descend(out):
    """The gradients of everything, from weights that differ from one element to the next."""
    outs = [o for o in arrays(out) if o.dtype == np.float32 or o.dtype == np.float64]
    autograd.backward(outs, [nd.array([k % 5 - 1.5 for k in range(o.size)], dtype=o.dtype).reshape(o.shape) for o in outs])


def short(name, prefix):
    return '*' + name[len(prefix):] if prefix and name.startswith(prefix) else name


# ---- players ----
def net(make, *inputs):
    """A block: its output, gradients, parameters, text; its output when it does not train. Operands of whole numbers are indexes and labels: they have no gradient."""
    block = make()
    block.initialize(init.Uniform(0.5), force_reinit=False)
    inputs = [i.copy() for i in inputs]
    named = [(n, i) for n, i in zip('abcdef', inputs) if (i != i.round()).sum().asscalar()]
    for _, i in named:
        i.attach_grad()
    with autograd.record():
        out = block(*inputs)
    descend(out)
    parts = [tell(out)] + ['d%s %s' % (n, tell(i.grad, 5)) for n, i in named]
    for name, p in block.collect_params().items():
        parts.append('%s %s' % (short(name, block.prefix), tell(p.data(), 5)) + (' d ' + tell(p.grad(), 5) if p.grad_req != 'null' else ''))
    parts.append(repr(block))
    again = tell(block(*inputs))
    return ' / '.join(parts + ([] if again == tell(out) else ['eval ' + again]))


def cell(make, *inputs):
    """A recurrent cell, unrolled over three steps: outputs, states, gradients, parameters."""
    made = make()
    made.initialize(init.Uniform(0.5))
    x = X(2, 3, 4)
    x.attach_grad()
    with autograd.record():
        outs, states = made.unroll(3, x, layout='NTC', merge_outputs=True)
    descend([outs, *states])
    parts = [tell(outs), tell(states, 6), 'da ' + tell(x.grad, 5)]
    parts += ['%s %s d %s' % (short(n, made.prefix), tell(p.data(), 4), tell(p.grad(), 4)) for n, p in made.collect_params().items()]
    return ' / '.join(parts + [repr(made), tell(made.state_info(2))])


def layer(make, *inputs):
    """A layer of rnn: its output without and with states, gradients, parameters."""
    made = make()
    made.initialize(init.Uniform(0.5))
    x = X(5, 2, 3)
    x.attach_grad()
    with autograd.record():
        out, states = made(x, made.begin_state(2 if made._layout == 'TNC' else 5))
    descend([out, *states])
    parts = [tell(out), tell(states, 6), 'da ' + tell(x.grad, 5)]
    parts += ['%s %s d %s' % (short(n, made.prefix), tell(p.data(), 4), tell(p.grad(), 4)) for n, p in made.collect_params().items()]
    return ' / '.join(parts + [repr(made), tell(made.state_info(2))])


def steps(make, n=4):
    """An optimizer: two weights after n steps, its states, its rates."""
    made = make()
    weights = [X(2, 3), X(4) + 0.3]
    states = [made.create_state_multi_precision(i, w) for i, w in enumerate(weights)]
    for k in range(n):
        for i, w in enumerate(weights):
            made.update_multi_precision(i, w, w * 0.5 + 0.1 * (k + 1) + w * w * w, states[i])
    return ' / '.join([tell(w) for w in weights] + [tell(states, 5), telling.number(float(made.learning_rate)), str(made.num_update)])


def trains(make, n=3):
    """A Trainer over a layer: the parameters and the rate after n steps."""
    block = nn.Dense(2, in_units=3)
    block.initialize(init.Uniform(0.5))
    made = make(block.collect_params())
    for k in range(n):
        with autograd.record():
            out = (block(X(4, 3)) ** 2).sum()
        out.backward()
        made.step(4)
    return ' / '.join([tell(p.data()) for p in block.collect_params().values()] + [telling.number(float(made.learning_rate))])


def rates(make, n=14):
    """A scheduler: the rates of n updates."""
    made = make()
    return ' '.join(telling.number(float(made(k))) for k in range(n)) + ' / ' + tell({k: v for k, v in sorted(vars(made).items()) if isinstance(v, (int, float, str, list, tuple))})


def measure(make, *pairs):
    """A metric: its value after each batch, its text, after a reset."""
    made = make()
    labels, outs = pairs or (V([0, 1, 2, 1]), V([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.4, 0.35, 0.25], [0.2, 0.3, 0.5]]))
    seen = []
    for k in range(2):
        made.update([labels], [outs if k == 0 else outs * 0.9 + 0.01])
        seen.append(tell(made.get()))
    seen += [tell(made.get_name_value()), str(made)] + ([] if isinstance(made, metric.CustomMetric) else [tell(made.get_config())])
    made.reset()
    return ' / '.join(seen + [tell(made.get())])


def named(make):
    """A metric that picks its labels and outputs by name."""
    made = make()
    made.update_dict({'l': V([0, 1]), 'm': V([1, 1])}, {'o': V([[0.5, 0.3], [0.1, 0.8]]), 'q': V([[0.1, 0.9], [0.3, 0.6]])})
    return tell(made.get())


def fills(make):
    """An initializer: what parameters of several names and shapes become."""
    made = make()
    parts = []
    for name, shape in (('dense0_weight', (3, 4)), ('conv0_weight', (2, 2, 3, 3)), ('dense0_bias', (4,)), ('batchnorm0_gamma', (2,)), ('lstm0_i2h_bias', (8,)), ('up_weight', (1, 1, 4, 4))):
        a = nd.ones(shape) * 9
        try:
            made(init.InitDesc(name), a)
            parts.append(tell(a, 6))
        except Exception as e:
            parts.append('! %s: %s' % (type(e).__name__, str(e).split('\n')[0]))
    return ' / '.join(parts + [made.dumps() if hasattr(made, 'dumps') else ''])


def items(make):
    """A sampler, a data set, a loader: its length and what it gives, twice."""
    made = make()
    try:
        parts = ['len %d' % len(made)]
    except TypeError as e:
        parts = ['no len: %s' % e]
    return ' / '.join(parts + [tell([i for i in made] if not isinstance(made, data.Dataset) else [made[i] for i in range(len(made))]) for _ in range(2)])


def parameter(make):
    """A parameter: its text, its data and gradient after one backward pass."""
    made = make()
    made.initialize(ctx=mx.cpu())
    with autograd.record():
        out = (made.data() * made.data()).sum()
    parts = [repr(made), tell(made.data()), made.grad_req, telling.number(made.lr_mult), telling.number(made.wd_mult)]
    if made.grad_req != 'null':
        out.backward()
        parts.append(tell(made.grad()))
    return ' / '.join(parts)


def holder(make):
    """A ParameterDict: the names and the text of what it holds after two requests."""
    made = make()
    made.get('weight', shape=(2, 3))
    made.get('bias', shape=(2,), init='zeros')
    made.initialize(init.One())
    return ' / '.join([repr(made), tell(list(made.keys())), tell([p.data() for p in made.values()])])


def picture(make):
    """A transform of a picture, alone."""
    made = make()
    return tell(made(nd.array([[[(i * 37 + j * 11 + k * 29) % 256 for k in range(3)] for j in range(6)] for i in range(5)], dtype='uint8'))) + ' / ' + repr(made)


def channels(make):
    """A transform of what ToTensor makes."""
    made = make()
    return tell(made(P(3, 4, 4))) + ' / ' + repr(made)


def value(make):
    return tell(make())


# ---- objects that rows name ----
def halve(x):
    return x * 0.5


def gap(label, out):
    return float(abs(label - out.argmax(1)).sum())


def gap_and_count(label, out):
    return float(abs(label - out.argmax(1)).sum()), len(label)


def first(batch):
    return batch[0]


def odd(x):
    return x % 2 == 1


def pairs():
    return data.ArrayDataset(nd.arange(7), np.arange(7) * 10)
