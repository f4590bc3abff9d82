"""What gluonnlp's and gluoncv's own Python leans on: registries, parameters that stand for others, decoupled decay, ranges that fit, private helpers."""
import json
import os
import warnings

import mxnet as mx
import numpy as np
from mxnet import gluon, nd, registry, sym
from mxnet.gluon.data.dataloader import ForkingPickler, _as_in_context
from mxnet.gluon.loss import _apply_weighting, _reshape_like
from mxnet.gluon.utils import _get_repo_file_url, _get_repo_url
from mxnet.image.image import _get_interp_method

warnings.simplefilter('ignore')


def attempt(f):
    try:
        print(f())
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        print(type(error).__name__, error)


class Base:
    pass


register, alias, create = registry.get_register_func(Base, 'base'), registry.get_alias_func(Base, 'base'), registry.get_create_func(Base, 'base')


@register
class One(Base):
    def __init__(self, a=1, b=2):
        self.a, self.b = a, b

    def __repr__(self):
        return f'One({self.a}, {self.b})'


@alias('two', 'deux')
class Two(Base):
    def __repr__(self):
        return 'Two'


for args, options in [(('one',), {}), (('ONE', 5), {}), (('one',), {'b': 7}), (('deux',), {}), (('nope',), {}), ((Two(),), {}), ((Two(), 3), {}), ((json.dumps(['one', {'a': 9}]),), {}),
                      (('{"base": "one", "a": 4}',), {}), (({'base': 'one'},), {}), ((), {'base': 'one'}), ((One,), {}), ((3,), {})]:
    attempt(lambda: create(*args, **options))
attempt(lambda: register(int))
print(sorted(registry.get_registry(Base)), registry.get_registry(int))

for interp in 0, 3, 9, 5:
    for sizes in (), (10, 10, 20, 20), (20, 20, 10, 10), (10, 20, 20, 10), (10, 10, 10, 10), (1, 2):
        attempt(lambda: _get_interp_method(interp, sizes))
attempt(lambda: _apply_weighting(nd, nd.ones((2, 3)), 2.0, nd.array([[1], [2]])))
attempt(lambda: _apply_weighting(nd, nd.ones((2, 3)), 'x'))
print(_reshape_like(nd, nd.ones((2, 3)), nd.ones((3, 2))).shape, _as_in_context([nd.ones(1), [nd.ones(2), 3]], mx.cpu(1)), ForkingPickler)
os.environ['MXNET_GLUON_REPO'] = 'http://a.b/c'
print(_get_repo_url(), _get_repo_file_url('gluon/x', 'y.zip'))
weight, grad, mean, var = (nd.array([1., 2., 3.]) for _ in range(4))
for scale in nd.array([1.]), nd.array([np.inf]), nd.array([0.]), 2.0:
    nd.contrib.adamw_update(weight, grad, mean, var, scale, lr=.1, eta=.5, wd=.1, out=weight)
    print(np.round(weight.asnumpy(), 4).tolist(), np.round(mean.asnumpy(), 4).tolist(), np.round(var.asnumpy(), 4).tolist())
whole = nd.array([1., 2., 3.])
half, mean, var = whole.astype('float16'), nd.zeros(3), nd.zeros(3)
nd.contrib.mp_adamw_update(half, half.copy(), mean, var, whole, nd.array([.5]), lr=.1, eta=1.0, wd=.01, out=half)
print(half.dtype, np.round(whole.asnumpy(), 3).tolist(), np.round(half.asnumpy(), 2).tolist())


class Doubled(gluon.Parameter):
    """Stands for another one: what it gives is twice that."""

    def __init__(self, p):
        self._deferred_init = p._deferred_init
        super().__init__(name=p.name, grad_req=p.grad_req, shape=p._shape, dtype=p.dtype, lr_mult=p.lr_mult, wd_mult=p.wd_mult, init=p.init, allow_deferred_init=p._allow_deferred_init,
                         differentiable=p._differentiable)
        self._var, self._data, self._grad, self._ctx_list, self._ctx_map, self._trainer = p._var, p._data, p._grad, p._ctx_list, p._ctx_map, p._trainer
        self.asked = 0

    def data(self, ctx=None):
        self.asked += 1
        return self._check_and_get(self._data, ctx) * 2


layer = gluon.nn.Dense(2, in_units=3, use_bias=False)
layer.initialize(mx.init.One())
other = Doubled(layer.weight)
layer.params._params[other.name] = layer._reg_params['weight'] = other
for _ in range(3):
    print(layer(nd.ones((1, 3))).asnumpy().tolist())
print(other.asked, other._grad)
a = sym.var('a')
fits = a + sym.arange(start=2, repeat=2, step=3, infer_range=True, dtype='float32')
print(fits.infer_shape(a=(5,)), fits.eval(a=nd.zeros(5)))


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.elemwise_add(F.arange(start=0, infer_range=True), x) if F is sym else F.arange(x.shape[0]) + x


net = Net()
net.hybridize()
print(net(nd.zeros(4)), net(nd.zeros(2)))
cells = gluon.rnn.HybridSequentialRNNCell()
cells.add(gluon.rnn.LSTMCell(3))
cells.add(gluon.rnn.GRUCell(2))
attempt(lambda: cells.add(type('Plain', (gluon.Block,), {})(prefix='p_')))
print(isinstance(cells, gluon.HybridBlock), isinstance(np.array([1], 'int32').max(), mx.base.integer_types), isinstance(np.float32(1), mx.base.numeric_types), mx.base.string_types)
