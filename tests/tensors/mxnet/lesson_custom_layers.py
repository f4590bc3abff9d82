"""Layers of one's own: without parameters, with them, hybrid, out of functions; dictionaries of parameters by themselves."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(14)


class Scale(nn.Block):
    """Each row to length 1, without anything to learn."""

    def forward(self, x):
        return nd.broadcast_div(x, x.norm(axis=1, keepdims=True))


scale = Scale()
print(scale(nd.array([[3, 4], [0, -2]])), scale, scale.collect_params(), len(scale._children))
mixed = nn.Sequential()
mixed.add(nn.Dense(6, in_units=3), Scale())
mixed.initialize()
print((mixed(nd.random.normal(shape=(5, 3))).norm(axis=1) - 1).abs().max().asscalar() < 1e-5, mixed)

loose = gluon.ParameterDict('loose_')
first = loose.get('table', shape=(2, 4), init=mx.init.Constant(3), lr_mult=0.5)
loose.get('offset', shape=4, init='zeros', grad_req='null')
print(loose, list(loose.keys()), first is loose.get('table'), 'loose_offset' in loose)
loose.initialize()
print(first.data(), loose['loose_offset'].data(), first.lr_mult, loose.get('offset').grad_req)
try:
    loose.get('table', shape=(4, 2))
except AssertionError as error:
    print(str(error).split(':')[0])


class Bumps(nn.Block):
    """How near an input is to each of some places: exp(-(distance * sharpness)²)."""

    def __init__(self, places, width, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.places = self.params.get('places', shape=(places, width), init=mx.init.Uniform(1))
            self.sharpness = self.params.get('sharpness', shape=(places,), init=mx.init.One())

    def forward(self, x):
        apart = nd.broadcast_sub(x.expand_dims(1), self.places.data().expand_dims(0)).square().sum(axis=2)
        return (-nd.broadcast_mul(apart, self.sharpness.data().square().reshape((1, -1)))).exp()


bumps = Bumps(4, 2, prefix='bumps_')
print(bumps.params)
bumps.initialize()
print(bumps(bumps.places.data()).asnumpy().diagonal(), bumps(nd.zeros((3, 2))).shape)
net = nn.Sequential(prefix='net_')
with net.name_scope():
    net.add(Bumps(12, 2), nn.Dense(1, use_bias=False))
net.initialize(force_reinit=True)
points = nd.random.uniform(-1, 1, shape=(40, 2))
goal = (points[:, :1] * points[:, 1:] > 0) * 2 - 1
trainer, path = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.1}), []
for _ in range(40):
    with autograd.record():
        missed = gluon.loss.SquaredHingeLoss()(net(points), goal)
    missed.backward()
    trainer.step(40)
    path.append(missed.mean().asscalar())
print(path[0] > 2 * path[-1], net, [name for name in net.collect_params()])


class Couple(nn.HybridBlock):
    """Two inputs, joined by a matrix: x · M · y for each row."""

    def __init__(self, left=0, right=0, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.between = self.params.get('between', shape=(left, right), init=mx.init.Xavier(), allow_deferred_init=True)

    def infer_shape(self, x, y):
        self.between.shape = (x.shape[1], y.shape[1])

    def hybrid_forward(self, F, x, y, between):
        return F.sum(F.dot(x, between) * y, axis=1)


couple = Couple()
couple.initialize()
x, y = nd.array([[1, 0, 2], [0, 1, 1]]), nd.array([[1, -1], [2, 0.5]])
print(couple.between, end=' ')
plain = couple(x, y)
print(couple.between)
couple.hybridize()
print((couple(x, y) - plain).abs().max().asscalar() < 1e-6, plain.shape)
with autograd.record():
    total = couple(x, y).sum()
total.backward()
print((couple.between.grad() - nd.dot(x.T, y)).abs().max().asscalar() < 1e-6)
for layer in (nn.Lambda(lambda v: v[::-1] - 1), nn.HybridLambda(lambda F, v: F.clip(v, 0, 1)), nn.Lambda('square'), nn.HybridLambda('softsign')):
    print(layer(x[0]), layer if 'lambda' not in repr(layer) else type(layer).__name__)
