from mxnet import autograd, nd
from mxnet.gluon import nn
net = nn.BatchNorm(in_channels=2)
net.initialize()
x = nd.array([[1, 2], [3, 6]])
with autograd.record():
    y = net(x)
y.backward()
print(y.asnumpy().round(3).tolist(), net.running_mean.data().asnumpy().round(4).tolist(), net.running_var.data().asnumpy().round(4).tolist())
print(net(x).asnumpy().round(3).tolist(), net.gamma.grad().asnumpy().round(3).tolist(), net.beta.grad().asnumpy().round(3).tolist())
net = nn.BatchNorm(scale=False, center=False, in_channels=2)
print(net, [p.grad_req for p in net.collect_params().values()])
