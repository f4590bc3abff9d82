from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()


def chain(*layers):
    made = nn.Sequential()
    made.add(*layers)
    return made


def sizes(net, picture):
    for layer in net:
        picture = layer(picture)
        yield type(layer).__name__, picture.shape


plain = chain(nn.Conv2D(4, (3, 5), padding=(1, 2), activation='tanh'), nn.MaxPool2D((2, 3)), nn.Conv2D(7, 3, activation='sigmoid'), nn.AvgPool2D(3, 1), nn.Flatten(), nn.Dense(20, activation='tanh'), nn.Dense(3))
plain.initialize(init.Constant(0.02))
for name, shape in sizes(plain, np.ones((2, 1, 20, 21))):
    print(name, shape)
print(plain(np.ones((1, 1, 20, 21))).asnumpy().round(3), sum(int(np.prod(np.array(p.shape))) for p in plain.collect_params().values()))


class Detour(nn.Block):
    def __init__(self, channels, step=1, **kwargs):
        super().__init__(**kwargs)
        self.deep = chain(nn.Conv2D(channels, 3, step, 1), nn.BatchNorm(), nn.Activation('relu'), nn.Conv2D(channels, 3, 1, 1), nn.BatchNorm())
        self.way = nn.Conv2D(channels, 1, step) if step > 1 else None

    def forward(self, x):
        return npx.relu(self.deep(x) + (x if self.way is None else self.way(x)))


class Beside(nn.Block):
    def __init__(self, *ways, **kwargs):
        super().__init__(**kwargs)
        self.ways = chain(*ways)

    def forward(self, x):
        return np.concatenate([way(x) for way in self.ways], axis=1)


x = np.sin(np.arange(2 * 3 * 6 * 6)).reshape(2, 3, 6, 6)
for block in (Detour(3), Detour(5, 2), Beside(nn.Conv2D(2, 1), chain(nn.Conv2D(1, 1, activation='relu'), nn.Conv2D(3, 3, padding=1)), nn.AvgPool2D(3, 1, 1))):
    block.initialize(init.Constant(0.03))
    out = block(x)
    print(type(block).__name__, out.shape, out[0, 0, 0].asnumpy().round(2), len(block.collect_params().keys()))
print(np.abs(out[:, -3:] - nn.AvgPool2D(3, 1, 1)(x)).max() < 1e-5, block)
pile = [x]
for layer in (nn.Conv2D(2, 3, padding=1), nn.Conv2D(2, 3, padding=1)):
    layer.initialize(init.One())
    pile.append(layer(np.concatenate(pile, axis=1)))
print([each.shape for each in pile], np.concatenate(pile, axis=1).shape)

net = chain(nn.Conv2D(3, 3, activation='relu'), Detour(3), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(2))
net.initialize(init.Constant(0.1))
pictures, kinds = np.stack([np.full((1, 7, 7), 1.0), np.eye(7).reshape(1, 7, 7)]), np.array([0, 1])
error, trainer, path = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5}), []
for _ in range(4):
    with autograd.record():
        missed = error(net(pictures), kinds)
    missed.backward()
    trainer.step(2)
    path.append(float(missed.mean()))
print(abs(path[0] - 0.693) < 0.01, path[-1] <= path[0] + 1e-6, net[0].weight.grad().shape, net[1].deep[1].gamma.grad().shape)
