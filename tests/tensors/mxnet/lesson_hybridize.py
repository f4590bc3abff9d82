"""Networks that are traced once: the same answers, gradients and names; what may stand in them and what may not."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
mx.random.seed(37)


class Poly(nn.HybridBlock):
    """a + b x + c x² out of two dense layers; says how often Python ran through it."""

    def __init__(self, width, **kwargs):
        super().__init__(**kwargs)
        self.runs = []
        with self.name_scope():
            self.straight = nn.Dense(width)
            self.bent = nn.Dense(width, use_bias=False)

    def hybrid_forward(self, F, x):
        self.runs.append(F.__name__)
        return self.straight(x) + self.bent(F.square(x))


poly = Poly(3, prefix='poly_')
poly.initialize(mx.init.Uniform(1))
x = nd.random.uniform(-1, 1, shape=(4, 2))
plain = poly(x)
print(poly.runs, plain.shape, poly)
poly.hybridize()
print([(poly(x) - plain).abs().max().asscalar() < 1e-6 for _ in range(3)], poly.straight.weight.shape)
gradients = []
for active in (False, True):
    poly.hybridize(active)
    with autograd.record():
        total = (poly(x) ** 2).sum()
    total.backward()
    gradients.append(poly.bent.weight.grad().copy())
print((gradients[0] - gradients[1]).abs().max().asscalar() < 1e-5, gradients[0].shape, list(poly.collect_params()))
print(poly(nd.ones((1, 2))).shape, poly(nd.ones((7, 2))).shape)

net = nn.HybridSequential(prefix='net_')
with net.name_scope():
    net.add(nn.Conv2D(4, 3, activation='relu'), nn.BatchNorm(), nn.MaxPool2D(), nn.Flatten(), nn.Dense(5), nn.Dropout(0.5), nn.HybridLambda(lambda F, v: F.tanh(v) * 2), Poly(2))
net.initialize()
pictures = nd.random.normal(shape=(3, 1, 8, 8))
before = net(pictures)
for settings in ({}, {'static_alloc': True}, {'static_alloc': True, 'static_shape': True}, {'inline_limit': 4}):
    net.hybridize(**settings)
    print(settings, (net(pictures) - before).abs().max().asscalar() < 1e-5)
print(net, len(net), net[7].straight.bias.name)
with autograd.record():
    out = net(pictures)
    mixed = out * nd.array([1, -1])
mixed.backward()
print(net[0].weight.grad().shape, net[1].running_mean.data().shape, net[1].running_mean.data().abs().sum().asscalar() > 0, out.shape)
for wrong in (nn.Lambda('relu'), nn.Sequential()):
    try:
        net.add(wrong)
    except ValueError as error:
        print(type(error).__name__, str(error).split(',')[0].split('(')[0])
print(len(net))


class Loop(nn.HybridBlock):
    """Python's own loops and branches stand still in a trace: what they did the first time they do always."""

    def __init__(self, times, **kwargs):
        super().__init__(**kwargs)
        self.times = times

    def hybrid_forward(self, F, x, *others):
        for k in range(self.times):
            x = F.broadcast_add(x, others[k % len(others)]) if others else F.relu(x - k)
        return x if self.times % 2 else (x, F.max(x))


for times in (0, 1, 4):
    loop = Loop(times)
    one = loop(nd.array([3, 1]), nd.array([10, 20]), nd.array([-1, -2]))
    loop.hybridize()
    two = loop(nd.array([3, 1]), nd.array([10, 20]), nd.array([-1, -2]))
    print(times, one, [bool((a == b).min().asscalar()) for a, b in zip(one if isinstance(one, tuple) else [one], two if isinstance(two, (tuple, list)) else [two])])
source = 'def twice(v):\n    return v + v\n'
space = {'nd': nd}
exec(compile(source + 'made = twice(nd.arange(3))', 'made', 'exec'), space)
print(space['made'], eval('twice(21)', space))
