"""Deferred initialisation: shapes that wait for the first batch."""
from mxnet import init, nd
from mxnet.gluon import nn


class MyInit(init.Initializer):
    def _init_weight(self, name, data):
        print('Init', name, data.shape)


def get_net():
    net = nn.Sequential()
    net.add(nn.Dense(256, activation='relu'), nn.Dense(10))
    return net


net = get_net()
print(net.collect_params)if False else print(net)
print(net.collect_params())
try:
    net[0].weight.data()
except Exception as e:
    print(type(e).__name__, e)
net.initialize(init=MyInit())
try:
    net[0].weight.data()
except Exception as e:
    print(type(e).__name__, e)
print(net.collect_params())
X = nd.random.uniform(shape=(2, 20))
Y = net(X)
print(Y.shape)
Y = net(X)
net.initialize(init=MyInit(), force_reinit=True)
net = nn.Sequential()
net.add(nn.Dense(256, in_units=20, activation='relu'), nn.Dense(10, in_units=256))
net.initialize(init=MyInit())
print(net, net[0].weight)
try:
    net(nd.ones((2, 19)))
except Exception as e:
    print(type(e).__name__, 'Provided = [256,20]' in str(e))
net = get_net()
net.initialize()
net(nd.ones((2, 6)))
try:
    net(nd.ones((2, 7)))
except Exception as e:
    print(type(e).__name__)
print(net(nd.ones((1, 2, 3))).shape)
