from mxnet import init, nd
from mxnet.gluon import nn
class MyInit(init.Initializer):
    def _init_weight(self, name, data):
        print('Init', name, data.shape)
        data[:] = nd.arange(data.size).reshape(data.shape)
net = nn.Sequential()
net.add(nn.Dense(2, activation='relu'), nn.Dense(1))
net.initialize(init=MyInit())
print(net(nd.ones((2, 3))))
net.initialize(init=MyInit(), force_reinit=True)
print(net[0].weight.data(), net[1].bias.data())
net[0].weight.initialize(init=init.Constant(2), force_reinit=True)
print(net[0].weight.data())
net[0].weight.set_data(net[0].weight.data() + 1)
print(net[0].weight.data()[0])
