from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()
net = nn.Sequential()
net.add(nn.Conv2D(channels=6, kernel_size=5, padding=2, activation='sigmoid'), nn.AvgPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=16, kernel_size=5, activation='sigmoid'), nn.AvgPool2D(pool_size=2, strides=2),
        nn.Dense(120, activation='sigmoid'), nn.Dense(84, activation='sigmoid'), nn.Dense(10))
net.initialize(init.Constant(0.01))
X = np.ones((1, 1, 28, 28))
for layer in net:
    X = layer(X)
    print(type(layer).__name__, 'output shape:', X.shape)
print(X.asnumpy().round(3), sum(p.data().size for p in net.collect_params().values()))
def block(convs, channels):
    blk = nn.Sequential()
    for _ in range(convs):
        blk.add(nn.Conv2D(channels, kernel_size=3, padding=1, activation='relu'))
    blk.add(nn.MaxPool2D(pool_size=2, strides=2))
    return blk
vgg = nn.Sequential()
for n, c in ((1, 2), (2, 4)):
    vgg.add(block(n, c))
vgg.add(nn.Flatten(), nn.Dense(3))
vgg.initialize(init.Constant(0.1))
print(vgg(np.ones((2, 1, 8, 8))).asnumpy().round(2), vgg)
class Residual(nn.Block):
    def __init__(self, channels, use_1x1conv=False, strides=1, **kwargs):
        super().__init__(**kwargs)
        self.conv1 = nn.Conv2D(channels, kernel_size=3, padding=1, strides=strides)
        self.conv2 = nn.Conv2D(channels, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(channels, kernel_size=1, strides=strides) if use_1x1conv else None
        self.bn1, self.bn2 = nn.BatchNorm(), nn.BatchNorm()
    def forward(self, X):
        Y = npx.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        return npx.relu(Y + (self.conv3(X) if self.conv3 else X))
for blk, shape in ((Residual(3), (4, 3, 6, 6)), (Residual(6, True, 2), (4, 3, 6, 6))):
    blk.initialize(init.Constant(0.05))
    print(blk(np.ones(shape)).shape, blk(np.ones(shape))[0, 0].asnumpy().round(3))
class Inception(nn.Block):
    def __init__(self, a, b, **kwargs):
        super().__init__(**kwargs)
        self.p1, self.p2 = nn.Conv2D(a, kernel_size=1, activation='relu'), nn.Conv2D(b, kernel_size=3, padding=1, activation='relu')
        self.p3 = nn.MaxPool2D(pool_size=3, strides=1, padding=1)
    def forward(self, x):
        return np.concatenate((self.p1(x), self.p2(x), self.p3(x)), axis=1)
inc = Inception(2, 1)
inc.initialize(init.Constant(1))
print(inc(np.ones((1, 2, 3, 3))))
tiny = nn.Sequential()
tiny.add(nn.Conv2D(2, 3, activation='relu'), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(2))
tiny.initialize(init.Constant(0.1))
D, L = np.arange(50).reshape(2, 1, 5, 5) / 50, np.array([0, 1])
loss, trainer = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.Trainer(tiny.collect_params(), 'sgd', {'learning_rate': 0.5})
for _ in range(3):
    with autograd.record():
        l = loss(tiny(D), L)
    l.backward()
    trainer.step(2)
    print(f'{float(l.sum()):.4f}', tiny[0].weight.grad().shape, f'{float(np.abs(tiny[0].weight.grad()).sum()):.2f}')
