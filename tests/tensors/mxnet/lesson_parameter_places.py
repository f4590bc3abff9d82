# perch: --gpus=none
"""Parameters: initialized on contexts, moved, set, shared, saved; own layers and initializers."""
import tempfile
import mxnet as mx
from mxnet import nd, gluon, autograd, init
from mxnet.gluon import nn
n = mx.context.num_gpus(); A = mx.gpu(0) if n else mx.cpu(0); B = mx.gpu(1) if n > 1 else mx.cpu(1)
p = gluon.Parameter('w', shape=(2, 3)); print(p, p.shape)
for f in (lambda: p.data(), lambda: p.list_ctx(), lambda: p.grad(), lambda: p.list_data()):
    try: print(f())
    except RuntimeError as e: print(type(e).__name__, str(e)[:200])
p.initialize(init.Constant(2), ctx=[A, B]); print(p.list_ctx() == [A, B], p.data(A).asnumpy(), p.grad(B).asnumpy())
p.set_data(nd.ones((2, 3)) * 5); print([d.asnumpy().sum() for d in p.list_data()])
p.reset_ctx(A); print(p.list_ctx() == [A]); p.cast('float64'); print(p.data().dtype)
try: p.set_data(nd.ones((3, 3)))
except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:120])
d = gluon.ParameterDict('net_'); w = d.get('weight', shape=(2, 2), init='ones'); b = d.get('bias', shape=(2,), allow_deferred_init=True); print(d, w is d.get('weight'), list(d.keys()))
d.initialize(ctx=A); print(w.data().asnumpy(), d['net_bias'].data().asnumpy()); d.setattr('grad_req', 'null'); print(w.grad_req)
try: w.grad()
except RuntimeError as e: print(e)
try: d.get('weight', shape=(3, 3))
except AssertionError as e: print('AssertionError', e)
class Centered(nn.Block):
    def __init__(self, units, in_units, **kw):
        super().__init__(**kw)
        self.weight = self.params.get('weight', shape=(in_units, units)); self.bias = self.params.get('bias', shape=(units,))
    def forward(self, x):
        ctx = x.context
        return nd.relu(nd.dot(x, self.weight.data(ctx)) + self.bias.data(ctx))
net = nn.Sequential(prefix='my_')
with net.name_scope(): net.add(Centered(3, in_units=4), nn.Dense(2))
net.initialize(init.Constant(0.5), ctx=[A, B]); print(net(nd.ones((2, 4), ctx=B)).asnumpy(), net(nd.ones((1, 4), ctx=A)).context == A); print(net)
print(net.collect_params()); print(net[0].params, net[1].weight.shape)
net.initialize(init.Zero(), ctx=A) if False else None
import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always'); net.initialize(ctx=A); print(len(seen), str(seen[0].message) if seen else '')
net.initialize(init.One(), force_reinit=True, ctx=A); print(net[0].weight.list_ctx() == [A], net[0].weight.data().asnumpy()[0])
lazy = nn.Dense(3); lazy.initialize(ctx=[A, B])
for f in (lambda: lazy.weight.data(A), lambda: lazy.weight.list_data()):
    try: f()
    except gluon.parameter.DeferredInitializationError as e: print(str(e)[:120])
print(lazy.weight.list_ctx() == [A, B], lazy.weight); lazy(nd.ones((1, 7), ctx=A)); print(lazy.weight)
lazy.weight.shape = (3, 7)
try: lazy.weight.shape = (3, 8)
except AssertionError as e: print('AssertionError', e)
class MyInit(init.Initializer):
    def _init_weight(self, name, data): print('Init', name.split('_')[-1], data.shape); data[:] = nd.random.uniform(low=-10, high=10, shape=data.shape); data *= data.abs() >= 5
z = nn.Dense(2, in_units=3, prefix='z_'); z.initialize(MyInit(), ctx=A); print((z.weight.data().abs().asnumpy() >= 5).sum() >= 0)
shared = nn.Dense(4, activation='relu', in_units=4); s = nn.Sequential(); s.add(shared, nn.Dense(4, activation='relu', in_units=4, params=shared.params)); s.initialize(init.One(), ctx=A)
print(s[0].weight.data().asnumpy()[0] == s[1].weight.data().asnumpy()[0], s[1].weight is s[0].weight)
net.save_parameters(tempfile.gettempdir() + '/perch_lesson_parameter_places_p10')
bad = nn.Sequential(); bad.add(nn.Dense(2))
for kw in ({}, {'allow_missing': True}, {'ignore_extra': True}):
    try: bad.load_parameters(tempfile.gettempdir() + '/perch_lesson_parameter_places_p10', ctx=A, **kw); print('ok')
    except Exception as e: print(type(e).__name__, str(e)[:170])
