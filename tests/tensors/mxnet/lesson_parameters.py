"""Parameters: where they are found, what they tell of themselves, how they get their numbers, who has them in common."""
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import Parameter, nn
mx.random.seed(2)
net = nn.Sequential(prefix='p_')
with net.name_scope():
    net.add(nn.Dense(6, activation='sigmoid'), nn.LayerNorm(), nn.Dense(2, use_bias=False))
print(net.collect_params())
net.initialize()
net(nd.random.uniform(-1, 1, shape=(4, 5)))
own = net[0].params
print(own, type(own), own.prefix, own['p_dense0_bias'] is net[0].bias, own.get('weight') is net[0].weight)
print(net[0].weight, net[0].weight.data()[0].asnumpy().round(4), net[0].weight.grad().sum(), net[1].gamma.data(), net[2].bias)
everything = net.collect_params()
print(everything, list(everything), len(everything.items()))
for pattern in ('.*weight', 'p_dense0', '.*(gamma|beta)', 'p_layernorm0_gamma|p_dense1_weight', 'nothing'):
    print(pattern, list(net.collect_params(pattern).keys()))
for name, parameter in everything.items():
    print(name, parameter.shape, parameter.dtype, parameter.grad_req, parameter.lr_mult, parameter.wd_mult, parameter.list_ctx())

for first in (init.Zero(), init.One(), init.Constant(-2.5), 'ones'):
    net.initialize(first, force_reinit=True)
    print(first if isinstance(first, str) else type(first).__name__, net[2].weight.data()[0], net[0].bias.data()[:2])
for first, holds in ((init.Uniform(0.3), lambda w: w.abs().max() <= 0.3), (init.Normal(5), lambda w: w.abs().max() > 2), (init.Xavier(magnitude=1), lambda w: w.abs().max() <= 0.43),
                     (init.Orthogonal(1), lambda w: (nd.dot(w, w.T)[0, 1]).abs() < 1e-4), (init.MSRAPrelu('in', 0), lambda w: w.std() < 3 if hasattr(w, 'std') else w.abs().max() < 3)):
    net[2].weight.initialize(first, force_reinit=True)
    print(type(first).__name__, bool(holds(net[2].weight.data())), net[0].bias.data()[0].asscalar())


class Comb(init.Initializer):
    """Every second number along the last axis, numbered; tells whose they are."""

    def __init__(self, tooth):
        super().__init__(tooth=tooth)
        self.tooth = tooth

    def _init_weight(self, name, array):
        array[:] = (nd.arange(array.size) % 2 * self.tooth).reshape(array.shape)
        print('comb', name, array.shape)

    def _init_bias(self, name, array):
        array[:] = self.tooth


comb = Comb(4)
print(comb.dumps())
net.initialize(comb, force_reinit=True)
print(net[0].weight.data()[:2], net[2].weight.data(), net[0].bias.data()[0], net[1].beta.data()[0])
net[2].weight.set_data(nd.arange(12).reshape((2, 6)))
net[2].weight.data()[0, :2] = -1
print(net[2].weight.data())
net[0].weight.grad_req, net[0].bias.lr_mult = 'null', 0.1
print(net[0].weight.grad_req, net[0].bias.lr_mult)
net.collect_params('.*dense').setattr('grad_req', 'add')
print([p.grad_req for p in everything.values()])
everything.zero_grad()
print(net[2].weight.grad().sum().asscalar())

tied = nn.Sequential(prefix='tied_')
with tied.name_scope():
    shared = nn.Dense(5, activation='tanh', in_units=5)
    tied.add(nn.Dense(5, in_units=3), shared, nn.Dense(5, activation='relu', in_units=5, params=shared.params), shared)
tied.initialize()
shared.weight.data()[:] = nd.eye(5)
print(tied[1].weight is tied[2].weight, (tied[2].weight.data() == nd.eye(5)).min().asscalar(), list(tied.collect_params().keys()), len(tied))
with mx.autograd.record():
    out = tied(nd.ones((2, 3))).sum()
out.backward()
print(shared.weight.grad().shape, (tied[2].weight.grad() == tied[3].weight.grad()).min().asscalar(), tied)
alone = Parameter('alone', shape=(2, 2), init=init.One(), lr_mult=3)
print(alone, alone.name)
alone.initialize(ctx=mx.cpu())
print(alone.data(), alone.grad(), alone.list_data()[0].context, alone.lr_mult)
for mistake in (lambda: everything['none'], lambda: Parameter('p', shape=(2, 0)).initialize(), lambda: alone.set_data(nd.ones((3, 2)))):
    try:
        mistake()
    except (KeyError, ValueError, AssertionError) as error:
        print(type(error).__name__, str(error).split('.')[0])
