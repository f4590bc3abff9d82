import os
import tempfile
from mxnet import init, np, npx
from mxnet.gluon import nn
npx.set_np()
folder = tempfile.mkdtemp()
one, two, three = (os.path.join(folder, name) for name in ('one', 'two', 'three'))
x, y = np.arange(4), np.zeros(4)
npx.save(one, x)
got = npx.load(one)
print(type(got), got, len(got))
npx.save(two, [x, y])
x2, y2 = npx.load(two)
print(x2, y2, type(x2), x2.dtype)
npx.save(three, {'x': x, 'y': y, 'n': np.array([1, 2], dtype='int32'), 's': np.array(3.5), 'e': np.zeros((0, 2))})
d = npx.load(three)
print(type(d), sorted(d), d['n'], d['n'].dtype, d['s'], d['s'].shape, d['e'].shape)
class MLP(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(3, activation='relu')
        self.output = nn.Dense(2)
    def forward(self, v):
        return self.output(self.hidden(v))
net = MLP()
net.initialize(init.Normal(0.5))
v = np.ones((2, 4))
y = net(v)
path = os.path.join(folder, 'mlp.params')
net.save_parameters(path)
clone = MLP()
clone.load_parameters(path)
print((clone(v) == y).all(), sorted(npx.load(path)), npx.load(path)['hidden.weight'].shape)
clone.hidden.weight.data()[:] = 0
print((clone(v) == y).all(), clone(v).shape)
seq = nn.Sequential()
seq.add(nn.Dense(2, in_units=2), nn.Dense(1, in_units=2))
seq.initialize(init.Constant(2))
seq.save_parameters(path)
again = nn.Sequential()
again.add(nn.Dense(2), nn.Dense(1))
again.load_parameters(path)
print(again(np.ones((1, 2))), sorted(npx.load(path)))
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if first.startswith('Traceback') or folder in first else first[:100])
attempt(lambda: npx.save(one, 'x'))
attempt(lambda: npx.load(os.path.join(folder, 'none')))
attempt(lambda: MLP().load_parameters(path))
for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))
os.rmdir(folder)
