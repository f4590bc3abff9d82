"""What goes wrong in first lessons, and what MXNet says."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn


def attempt(what, fn):
    try:
        fn()
        print(what, 'is fine')
    except Exception as e:
        text = str(e).strip().split('\n')[-1]
        print(what, '->', type(e).__name__, isinstance(e, MXNetError), text if len(text) < 160 and '../' not in text and 'Error' not in text else '')


x = nd.arange(6).reshape((2, 3))
attempt('asscalar', lambda: x.asscalar())
attempt('bool', lambda: bool(x))
attempt('if', lambda: 1 if x > 2 else 0)
attempt('index', lambda: x[5])
attempt('too many', lambda: x[0, 0, 0])
attempt('no name', lambda: nd.nothing)
attempt('no method', lambda: x.nothing())
attempt('no grad', lambda: x.backward())
attempt('wrong type', lambda: x + 'a')
attempt('wrong type 2', lambda: x + [1, 2, 3])
attempt('dense', lambda: nn.Dense(3)(x))
attempt('dense None', lambda: nn.Dense())
attempt('params', lambda: nn.Dense(3).weight.data())
attempt('trainer', lambda: gluon.Trainer(3, 'sgd'))
attempt('trainer 2', lambda: gluon.Trainer([1], 'sgd'))
attempt('loss', lambda: gluon.loss.L2Loss()(x, nd.ones((3, 5))).asnumpy())
attempt('init name', lambda: nn.Dense(3, in_units=2, weight_initializer='nosuch').initialize())
attempt('forward', lambda: nn.Block()(x))
attempt('attr type', lambda: setattr(nn.Sequential(), '_x', 1))
net = nn.Sequential()
attempt('add int', lambda: net.add(3))
attempt('empty', lambda: print(net(x).shape))
attempt('int index', lambda: net[0])
attempt('split', lambda: nd.split(x, 2, axis=1))
attempt('load', lambda: nd.load('/nowhere/file'))
attempt('astype', lambda: x.astype('floaty'))
attempt('one_hot', lambda: print(nd.one_hot(nd.array([9]), 3)))
