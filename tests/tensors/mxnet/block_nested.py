from mxnet import nd
from mxnet.gluon import nn
class MLP(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(4, activation='relu')
        self.output = nn.Dense(2)
    def forward(self, x):
        return self.output(self.hidden(x))
class Nest(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = nn.Sequential()
        self.net.add(MLP(), nn.Dense(3, activation='relu'))
        self.dense = nn.Dense(1)
    def forward(self, x):
        return self.dense(self.net(x))
net = Nest()
print(net)
net.initialize()
print(net(nd.ones((2, 20))).shape)
print(net)
print(net.collect_params())
print(net.net[0].hidden.weight.name, net.dense.params, net.params, net.net.name, net.prefix)
