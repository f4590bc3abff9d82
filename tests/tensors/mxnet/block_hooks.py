from mxnet import nd
from mxnet.gluon import nn
net = nn.Dense(2, in_units=3)
net.initialize()
before = net.register_forward_pre_hook(lambda b, i: print('before', b.name, i[0].shape))
after = net.register_forward_hook(lambda b, i, o: print('after', b.name, len(i), o.shape))
net(nd.ones((1, 3)))
before.detach()
net(nd.ones((2, 3)))
after.detach()
net(nd.ones((2, 3)))
