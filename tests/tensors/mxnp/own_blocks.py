from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()
class Scale(nn.Block):
    def __init__(self, by, **kwargs):
        super().__init__(**kwargs)
        self.by = by
    def forward(self, x):
        return x * self.by
class Centre(nn.Block):
    def forward(self, x):
        return x - x.mean()
class Linear(nn.Block):
    def __init__(self, units, inputs, **kwargs):
        super().__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(inputs, units))
        self.bias = self.params.get('bias', shape=(units,))
    def forward(self, x):
        return npx.relu(np.dot(x, self.weight.data(ctx=x.ctx)) + self.bias.data(ctx=x.ctx))
class Chain(nn.Block):
    def __init__(self, *blocks, **kwargs):
        super().__init__(**kwargs)
        for b in blocks:
            self.register_child(b)
    def forward(self, x):
        for b in self._children.values():
            x = b(x)
        return x
class Fixed(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mix = self.params.get_constant('mix', np.eye(3) * 0.5)
        self.dense = nn.Dense(3, activation='relu')
    def forward(self, x):
        x = self.dense(x)
        x = npx.relu(np.dot(x, self.mix.data()) + 1)
        x = self.dense(x)
        while np.abs(x).sum() > 1:
            x /= 2
        return x.sum()
print(Centre()(np.array([1, 2, 3, 4, 5])), Scale(3)(np.ones(2)))
lin = Linear(2, 3)
lin.initialize(init.Constant(2))
print(lin(np.ones((2, 3))), lin.weight.data().shape, lin.bias.data(), [k.split('_')[-1] for k in lin.params.keys()])
net = Chain(nn.Dense(4, activation='relu'), Linear(2, 4), Scale(2), Centre())
net.initialize(init.Constant(0.25))
X = np.arange(6).reshape(2, 3)
print(net(X))
with autograd.record():
    y = net(X)[0, 0]
y.backward()
print(list(net._children), net._children['1'].weight.grad())
fixed = Fixed()
fixed.initialize(init.Constant(0.5))
print(fixed(X), fixed.mix.data())
outer = nn.Sequential()
outer.add(Chain(nn.Dense(2), nn.Dense(3)), Centre(), nn.Dense(1))
outer.initialize(init.Constant(1))
print(outer(X), outer[0])
print([p.shape for p in outer.collect_params().values()])
class Tower(nn.Sequential):
    def __init__(self, depth, **kwargs):
        super().__init__(**kwargs)
        for i in range(depth):
            self.add(nn.Dense(2, use_bias=False))
t = Tower(3)
t.initialize(init.Constant(1))
print(t(np.ones((1, 2))), len(t), t)
