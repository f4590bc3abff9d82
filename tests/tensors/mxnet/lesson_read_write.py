"""Saving and loading arrays and networks."""
import os
import tempfile
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
os.chdir(tempfile.mkdtemp())
mx.random.seed(3)
x = nd.ones(3)
nd.save('x', x)
x2 = nd.load('x')
print(x2, type(x2))
y = nd.zeros(4)
nd.save('xy', [x, y])
x2, y2 = nd.load('xy')
print(x2, y2)
mydict = {'x': x, 'y': y, 'whole': nd.arange(4, dtype='int32').reshape((2, 2)), 'half': nd.array([1.5], dtype='float16')}
nd.save('mydict', mydict)
back = nd.load('mydict')
print(sorted(back), back['whole'], back['half'].dtype)


class MLP(nn.Block):
    def __init__(self, **kwargs):
        super(MLP, self).__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(256, activation='relu')
            self.output = nn.Dense(10)

    def forward(self, x):
        return self.output(self.hidden(x))


net = MLP()
net.initialize()
X = nd.random.uniform(shape=(2, 20))
Y = net(X)
net.save_parameters('mlp.params')
clone = MLP()
clone.load_parameters('mlp.params')
print((clone(X) == Y).min(), sorted(nd.load('mlp.params')))
for wrong in (nn.Dense(3), nn.Sequential()):
    try:
        wrong.load_parameters('mlp.params')
    except Exception as e:
        print(type(e).__name__, e)
small = MLP()
small.hidden = nn.Dense(4, in_units=20)
try:
    small.load_parameters('mlp.params')
except Exception as e:
    print(type(e).__name__, e)
try:
    clone.load_parameters('nowhere.params')
except mx.base.MXNetError as e:
    print('MXNetError', 'nowhere.params' in str(e))
try:
    nd.load('nowhere')
except mx.base.MXNetError as e:
    print('MXNetError', 'nowhere' in str(e))
net.collect_params().save('flat.params', strip_prefix=net.prefix)
print(sorted(nd.load('flat.params')))
fresh = MLP(prefix='other_')
fresh.collect_params().load('flat.params', restore_prefix=fresh.prefix, ignore_extra=True, allow_missing=True)
open('broken', 'wb').write(b'not an array')
try:
    nd.load('broken')
except mx.base.MXNetError as e:
    print('MXNetError')
