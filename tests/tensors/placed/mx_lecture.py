# The commands that seed 004's lecture on GPUs speaks of.
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

print(mx.cpu(), mx.gpu(), mx.gpu(1), mx.cpu(3) == mx.cpu(0), mx.gpu(0) == mx.gpu(1))
x = nd.array([1, 2, 3])
print(x.context)
x = nd.ones((2, 3), ctx=mx.gpu())
print(x)
y = nd.random.uniform(shape=(2, 3), ctx=mx.gpu(1))
print(y.context, y.shape)
try:
    nd.ones((2, 3), ctx=mx.gpu(5))
except mx.base.MXNetError as e:
    print(e)
try:
    x + y
except mx.base.MXNetError as e:
    print(e)
z = x.copyto(mx.gpu(1))
print(x.context, z.context, (y + z).context)
print(y.as_in_context(mx.gpu(1)) is y, y.copyto(mx.gpu(1)) is y, x.as_in_context(mx.gpu(1)).context)
print((z + 2).exp().context, (z * y).context, z.sum().context)
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(ctx=mx.gpu())
print(net(x).context, net[0].weight.data().context, net[0].weight.list_ctx())
net.collect_params().reset_ctx(mx.gpu(1))
print(net[0].weight.data().context, net(z).context)
try:
    net(x)
except RuntimeError as e:
    print(e)
