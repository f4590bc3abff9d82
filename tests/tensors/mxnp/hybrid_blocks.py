from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()
class Doubled(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(units)
        self.out = nn.Dense(2)
    def hybrid_forward(self, F, x):
        x = F.npx.relu(self.dense(x)) * 2
        return self.out(x)
class Own(nn.HybridBlock):
    def __init__(self, units, inputs, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get('w', shape=(inputs, units))
            self.b = self.params.get('b', shape=(units,), init='zeros')
    def hybrid_forward(self, F, x, w, b):
        return F.np.dot(x, w) + b
class Forwarded(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(2)
    def forward(self, x):
        return npx.relu(self.dense(x) - 1) if x.sum() > 3 else self.dense(x)
X = np.ones((2, 3))
for net in (Doubled(4), Own(2, 3), Forwarded()):
    net.initialize(init.Constant(1))
    before = net(X)
    print(before, net(X * 0.1))
    if not isinstance(net, Forwarded):
        net.hybridize()
    after = net(X)
    print((before == after).all(), type(after))
    with autograd.record():
        y = (net(X) ** 2).mean()
    y.backward()
    print(y, [p.grad().tolist() for p in net.collect_params().values()])
seq = nn.HybridSequential()
seq.add(nn.Dense(3, activation='relu'), nn.Dropout(0.5), nn.Dense(1))
seq.initialize(init.Constant(0.5))
a = seq(X)
seq.hybridize()
b = seq(X)
print(a, b, (a == b).all(), seq(np.ones((5, 3))).shape)
print(seq)
lam = nn.HybridLambda(lambda F, x: F.np.exp(x * 0) + 1)
print(lam(np.ones(2)), nn.Lambda(lambda x: x.reshape(-1, 1))(np.arange(2)))
both = nn.HybridSequential()
both.add(nn.Flatten(), nn.Dense(2), nn.Activation('tanh'), nn.LeakyReLU(0.1), nn.BatchNorm(), nn.LayerNorm())
both.initialize(init.Constant(0.1))
print(both(np.ones((2, 2, 3))).shape, [p.shape for p in both.collect_params().values()])
