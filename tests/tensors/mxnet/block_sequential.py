import warnings
from mxnet import nd
from mxnet.gluon import nn
net = nn.Sequential()
net.add(nn.Dense(4, activation='relu'), nn.Dropout(0.5), nn.Dense(2))
print(len(net), net[0], net[-1], net[0:2], [b.name for b in net])
net.initialize()
print(net(nd.ones((3, 5))).shape, net)
net.apply(lambda b: print('apply', b.name))
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)
attempt(lambda: net[5])
attempt(lambda: net())
attempt(lambda: nn.Block()(3))
attempt(lambda: setattr(net, '_x', 3))
h = nn.HybridSequential()
attempt(lambda: h.add(nn.Sequential()))
h.add(nn.Dense(2))
h.initialize()
h.hybridize()
print(h(nd.ones((1, 2))).shape)
class C(nn.Block):
    def __init__(self):
        super().__init__()
        self.a = nn.Dense(2)
        self.b = [nn.Dense(3)]
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    c = C()
    print(list(c.collect_params()), [str(x.message)[:60] for x in w])
attempt(lambda: setattr(c, 'a', 3))
