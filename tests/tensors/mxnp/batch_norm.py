from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()


class Level(nn.Block):
    """Mean 0 and variance 1 along every axis but one; what it saw while training serves afterwards."""

    def __init__(self, channels, axis=1, keep=0.9, **kwargs):
        super().__init__(**kwargs)
        self.axis, self.keep, self.seen = axis, keep, {'mean': np.zeros(channels), 'spread': np.ones(channels)}
        for name, first in (('gain', init.One()), ('lift', init.Zero())):
            setattr(self, name, self.params.get(name, shape=(channels,), init=first))

    def wide(self, numbers, x):
        return numbers.reshape(tuple(len(numbers) if i == self.axis % x.ndim else 1 for i in range(x.ndim)))

    def forward(self, x):
        others = tuple(i for i in range(x.ndim) if i != self.axis % x.ndim)
        if autograd.is_training():
            now = {'mean': np.mean(x, axis=others), 'spread': np.var(x, axis=others)}
            self.seen = {name: self.keep * self.seen[name] + (1 - self.keep) * now[name] for name in now}
        else:
            now = self.seen
        flat = (x - self.wide(now['mean'], x)) / np.sqrt(self.wide(now['spread'], x) + 1e-5)
        return flat * self.wide(self.gain.data(), x) + self.wide(self.lift.data(), x)


rows = np.array([[0.5, 20, -3], [1.5, 26, -3.5], [4, 35, -1], [0, 29, 2]])
pictures = np.sin(np.arange(2 * 3 * 2 * 4)).reshape(2, 3, 2, 4) * np.array([1, 5, 0.2]).reshape(1, 3, 1, 1)
for x, axis in ((rows, 1), (pictures, 1), (pictures.transpose(0, 2, 3, 1), -1)):
    own, theirs = Level(3, axis), nn.BatchNorm(axis=axis if axis == 1 else 3)
    for layer in (own, theirs):
        layer.initialize()
    print(x.shape, np.abs(own(x) - theirs(x)).max() < 1e-4)
    for _ in range(3):
        with autograd.record():
            one, other = own(x), theirs(x)
        other.backward()
    print(np.abs(one - other).max() < 1e-3, own.seen['mean'].asnumpy().round(1), theirs.running_mean.data().asnumpy().round(1), theirs.running_var.data().asnumpy().round(1), own.seen['spread'].asnumpy().round(1))
    print(np.abs(own(x) - theirs(x)).max() < 1e-3, theirs.gamma.data(), own.lift.data(), theirs.beta.shape)
print(other.reshape(-1, 3).mean(axis=0).asnumpy().round(3) + 0.0, other.reshape(-1, 3).std(axis=0).asnumpy().round(2))

net = nn.Sequential()
net.add(nn.Dense(4, use_bias=False), nn.BatchNorm(momentum=0.5, scale=False), nn.Activation('tanh'), nn.Dense(2))
net.initialize(init.Uniform(0.4))
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
with autograd.record():
    missed = gluon.loss.L2Loss()(net(rows), np.array([[1, 0]] * 4))
missed.backward()
trainer.step(4)
print([(name.split('_', 1)[1], p.grad_req, p.shape) for name, p in sorted(net.collect_params().items())])
print(net, net[1].running_mean.data().shape, net(rows).shape, missed.shape)
