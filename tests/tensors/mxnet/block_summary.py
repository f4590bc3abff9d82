from mxnet import nd
from mxnet.gluon import nn
net = nn.Sequential()
net.add(nn.Dense(4, in_units=3), nn.BatchNorm(in_channels=4), nn.Dropout(0.5), nn.Dense(2, in_units=4))
net.initialize()
net.summary(nd.ones((2, 3)))
