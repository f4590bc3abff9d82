"""What BatchNorm does, step by step: batch statistics while training, kept ones otherwise, along one axis; scale and shift; its own gradient."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(13)


class Level(nn.Block):
    """Every channel (axis 1) to mean 0 and variance 1, then scaled and shifted."""

    def __init__(self, channels, keep=0.9, **kwargs):
        super().__init__(**kwargs)
        self.keep = keep
        self.scale = self.params.get('scale', shape=(channels,), init=mx.init.One())
        self.shift = self.params.get('shift', shape=(channels,), init=mx.init.Zero())
        self.kept = [nd.zeros((channels,)), nd.ones((channels,))]

    def statistics(self, x):
        if not autograd.is_training():
            return self.kept
        mean = nd.mean(x, axis=1, exclude=True)
        spread = nd.mean(nd.broadcast_sub(x, self.along(x, mean)) ** 2, axis=1, exclude=True)
        self.kept = [old * self.keep + new * (1 - self.keep) for old, new in zip(self.kept, (mean, spread))]
        return mean, spread

    def along(self, x, numbers):
        return numbers.reshape((1, -1) + (1,) * (x.ndim - 2))

    def forward(self, x):
        mean, spread = (self.along(x, numbers) for numbers in self.statistics(x))
        norm = nd.broadcast_mul(nd.broadcast_sub(x, mean), (spread + 1e-5) ** -0.5)
        return nd.broadcast_add(nd.broadcast_mul(norm, self.along(x, self.scale.data())), self.along(x, self.shift.data()))


for shape in ((8, 3), (4, 3, 5, 2), (6, 3, 4)):
    own, theirs = Level(3), nn.BatchNorm(axis=1)
    for layer in (own, theirs):
        layer.initialize()
    x = nd.random.normal(1.5, 2, shape=shape)
    for _ in range(3):
        a, b = x.copy(), x.copy()
        for each in (a, b):
            each.attach_grad()
        with autograd.record():
            one, other = own(a), theirs(b)
            total = (one ** 3).sum() + (other ** 3).sum()
        total.backward()
    near = (one - other, a.grad - b.grad, own.kept[0] - theirs.running_mean.data(), own(x) - theirs(x))
    print(shape, [bool(difference.abs().max().asscalar() < 1e-3) for difference in near], theirs.running_var.data().shape)
print(theirs, theirs.collect_params(), own.params)

net = nn.Sequential()
net.add(nn.Conv2D(5, 3), Level(5), nn.Activation('tanh'), nn.AvgPool2D(2), nn.Dense(9), Level(9), nn.Activation('tanh'), nn.Dense(4))
net.initialize(mx.init.Xavier(magnitude=2))
pictures, kinds = nd.random.normal(shape=(12, 2, 10, 10)), nd.array([i % 4 for i in range(12)])
trainer, error = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.3}), gluon.loss.SoftmaxCELoss()
seen = []
for _ in range(6):
    with autograd.record():
        missed = error(net(pictures), kinds)
    missed.backward()
    trainer.step(len(kinds))
    seen.append(missed.mean().asscalar())
print(seen[0] > seen[-1], net[1].kept[0].shape, net[5].scale.data().shape, net[1].scale.grad().abs().sum().asscalar() > 0)
fixed = nn.BatchNorm(scale=False, center=False, use_global_stats=True)
fixed.initialize()
with autograd.record():
    print(fixed(nd.array([[1., 2.], [3., 5.]])), fixed.gamma.grad_req, fixed.beta.grad_req)
