"""Using GPUs: where arrays live, how they move, and what does not fit together.

Run it with two simulated GPUs:  ./run --gpus=sim:2 examples/using_gpus.py
Every step says what it did and asserts it; the tests run this lesson.
"""
import mxnet as mx
from mxnet import nd
from mxnet.base import MXNetError
from mxnet.gluon import nn

# Which devices are there? gpu() is the first GPU; a name alone asks nobody.
print("devices:", mx.cpu(), mx.gpu(), mx.gpu(1), "of", mx.context.num_gpus())
assert mx.gpu() == mx.gpu(0) and mx.gpu(0) != mx.gpu(1)

# An array lives on the CPU unless told otherwise.
x = nd.array([1, 2, 3])
print("x:", x.context)
assert x.context == mx.cpu()

# ctx= makes it on a device; so does a `with`.
x = nd.ones((2, 3), ctx=mx.gpu())
print("x:", x.context)
assert x.context == mx.gpu(0) and x.sum().asscalar() == 6
y = nd.random.uniform(shape=(2, 3), ctx=mx.gpu(1))
print("y:", y.context)
assert y.context == mx.gpu(1) and 0 <= y.min().asscalar() and y.max().asscalar() < 1
with mx.gpu(1):
    assert nd.zeros(2).context == mx.gpu(1)

# A GPU that is not there is an error when something is to be put on it, not when it is named.
missing = mx.gpu(9)
try:
    nd.ones((2, 3), ctx=missing)
    assert False, "there is no gpu(9)"
except MXNetError as error:
    print("no", missing, "->", type(error).__name__)

# Work happens where the operands are; operands on two devices do not meet.
print("x + x:", (x + x).context)
assert (x + x).context == x.context and (x * 2).sum().context == x.context
y = nd.full((2, 3), 2, ctx=mx.gpu(1))
try:
    x + y
    assert False, "x and y live on two devices"
except MXNetError as error:
    print("x + y ->", type(error).__name__)

# So copy one of them to the other: nothing is moved behind your back, because moving is what costs.
z = x.copyto(mx.gpu(1))
print("y + z:", (y + z)[0].asnumpy().tolist(), "on", (y + z).context)
assert z.context == mx.gpu(1) and x.context == mx.gpu(0) and (y + z).context == mx.gpu(1)

# as_in_context copies only when it must; copyto always copies.
print("as_in_context to where it is:", z.as_in_context(mx.gpu(1)) is z)
assert z.as_in_context(mx.gpu(1)) is z and x.as_in_context(mx.gpu(1)) is not x
copy = z.copyto(mx.gpu(1))
assert copy is not z and (copy == z).min().asscalar() == 1

# The host sees a GPU's values by a copy: printing, asnumpy and asscalar wait and fetch.
assert z.asnumpy().sum() == 6 and z[0, 0].asscalar() == 1

# A network's parameters live where they were initialized; its input must be there too.
net = nn.Sequential()
net.add(nn.Dense(1, use_bias=False))
net.initialize(mx.init.Constant(2), ctx=mx.gpu())
print("net(x):", net(x).asnumpy().ravel().tolist(), "on", net(x).context)
assert net(x).context == mx.gpu(0) and net[0].weight.data().context == mx.gpu(0)
try:
    net(y)
    assert False, "y is not where the parameters are"
except RuntimeError as error:
    print("net(y) ->", type(error).__name__)

# Move the input to the parameters, or the parameters to the input.
assert net(y.as_in_context(mx.gpu(0))).context == mx.gpu(0)
net.collect_params().reset_ctx(mx.gpu(1))
print("net(y) after reset_ctx:", net(y).asnumpy().ravel().tolist(), "on", net(y).context)
assert net[0].weight.list_ctx() == [mx.gpu(1)] and net[0].weight.data().asnumpy().tolist() == [[2, 2, 2]]
print("all as the lesson says")
