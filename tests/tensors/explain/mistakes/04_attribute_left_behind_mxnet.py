from mxnet import nd, gpu
from mxnet.gluon import nn


class Scaled(nn.Block):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, in_units=3)
        self.scale = nd.ones((1, 2)) * 0.5

    def forward(self, x):
        return self.dense(x) * self.scale


net = Scaled()
net.initialize(ctx=gpu(1))
net(nd.ones((1, 3), ctx=gpu(1)))
