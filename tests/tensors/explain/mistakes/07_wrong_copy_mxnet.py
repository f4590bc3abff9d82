from mxnet import nd, gpu, cpu
from mxnet.gluon import nn

net = nn.Dense(1, in_units=3)
net.initialize(ctx=[gpu(0), gpu(1)])
print(net.weight.list_ctx())
net.weight.data(cpu())
