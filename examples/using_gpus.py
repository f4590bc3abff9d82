"""Using GPUs: where arrays live, how they move, and what does not fit together.

Run it with two simulated GPUs:  ./run --gpus=sim:2 examples/using_gpus.py
"""
import mxnet as mx
from mxnet import nd
from mxnet.base import MXNetError
from mxnet.gluon import nn

print("devices:", mx.cpu(), mx.gpu(), mx.gpu(1), "of", mx.context.num_gpus())

# An array lives on the CPU unless told otherwise; cpu(0) and cpu(3) are the same memory.
x = nd.array([1, 2, 3])
print("x:", x.context)
x = nd.ones((2, 3), ctx=mx.gpu())
print("x:", x.context)
y = nd.random.uniform(shape=(2, 3), ctx=mx.gpu(1))
print("y:", y.context)

# A GPU that is not there is an error when something is to be put on it, not when it is named.
missing = mx.gpu(9)
try:
    nd.ones((2, 3), ctx=missing)
except MXNetError as error:
    print("no", missing, "->", type(error).__name__)

# Work happens where the operands are; operands on two devices do not meet.
print("x + x:", (x + x).context)
try:
    x + y
except MXNetError as error:
    print("x + y ->", type(error).__name__)

# copyto always copies; as_in_context copies only when it must.
z = x.copyto(mx.gpu(1))
print("z:", z.context, "y + z:", (y + z).context)
print("as_in_context to where it is:", y.as_in_context(mx.gpu(1)) is y)
print("copyto to where it is:", y.copyto(mx.gpu(1)) is y)

# A network's parameters live where they were initialised; its input must be there too.
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(ctx=mx.gpu())
print("net(x):", net(x).context, "weight:", net[0].weight.data().context)
try:
    net(y)
except RuntimeError as error:
    print("net(y) ->", type(error).__name__)
net.collect_params().reset_ctx(mx.gpu(1))
print("net(y) after reset_ctx:", net(y).context)
