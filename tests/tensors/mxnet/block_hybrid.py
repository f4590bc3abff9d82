from mxnet import nd
from mxnet.gluon import nn
class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = nn.Dense(10)
        self.output = nn.Dense(2)
    def hybrid_forward(self, F, x):
        x = F.relu(self.hidden(x))
        return self.output(x)
net = Net()
net.initialize()
x = nd.ones((1, 4))
a = net(x)
net.hybridize()
print(a.shape, (net(x) - a).abs().sum().asscalar() < 1e-6, net)
class Scaled(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get('scale', shape=(1, 3), init='ones')
        self.shift = self.params.get_constant('shift', nd.array([[1, 2, 3]]))
    def hybrid_forward(self, F, x, scale, shift):
        return F.broadcast_add(F.broadcast_mul(x, scale), shift)
s = Scaled()
print(s, s.collect_params())
s.initialize()
print(s(nd.ones((2, 3))), s.shift.data(), s.collect_params()[s.prefix + 'scale'].data())
