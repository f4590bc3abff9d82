from mxnet import nd, gpu
from mxnet.gluon import nn

net = nn.Sequential()
net.add(nn.Dense(4, activation='relu', in_units=3), nn.Dense(2, in_units=4))
net.initialize(ctx=gpu(0))
x = nd.ones((1, 3))
net(x)
