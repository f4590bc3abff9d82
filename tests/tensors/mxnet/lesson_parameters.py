"""Reaching, initialising and sharing parameters."""
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn
mx.random.seed(1)
net = nn.Sequential()
net.add(nn.Dense(256, activation='relu'))
net.add(nn.Dense(10))
net.initialize()
X = nd.random.uniform(shape=(2, 20))
Y = net(X)
print(net[0].params, type(net[0].params))
print(net[0].params['dense0_weight'], net[0].weight)
print(net[0].weight is net[0].params['dense0_weight'])
print(net[0].weight.data()[0, :5], net[0].weight.data().shape)
print(net[0].weight.grad()[:1, :5])
print(net[1].bias.data())
print(net.collect_params())
print(net.collect_params('.*weight'))
print(net.collect_params('dense1_bias|dense0_bias'))
print(list(net.collect_params()), 'dense0_bias' in net.collect_params(), len(net.collect_params().items()))
net.initialize(init=init.Normal(sigma=0.01), force_reinit=True)
print(abs(net[0].weight.data()).max().asscalar() < 0.1)
net.initialize(init=init.Constant(1), force_reinit=True)
print(net[0].weight.data()[0, :4])
net[0].weight.initialize(init=init.Xavier(), force_reinit=True)
print(net[0].weight.data()[0, :4], net[1].weight.data()[0, :4])


class MyInit(init.Initializer):
    def _init_weight(self, name, data):
        print('Init', name, data.shape)
        data[:] = nd.random.uniform(low=-10, high=10, shape=data.shape)
        data *= data.abs() >= 5


net.initialize(MyInit(), force_reinit=True)
print(net[0].weight.data()[0, :6])
net[0].weight.set_data(net[0].weight.data() + 1)
print(net[0].weight.data()[0, :6])
net = nn.Sequential()
shared = nn.Dense(8, activation='relu')
net.add(nn.Dense(8, activation='relu'), shared, nn.Dense(8, activation='relu', params=shared.params), nn.Dense(10))
net.initialize()
net(X)
print((net[1].weight.data()[0] == net[2].weight.data()[0]), net[1].weight is net[2].weight)
print(net.collect_params(), net)
for name, p in net.collect_params().items():
    print(name, p.shape, p.dtype, p.grad_req, p.lr_mult, p.wd_mult)
try:
    net.collect_params()['none']
except KeyError as e:
    print('KeyError', e)
