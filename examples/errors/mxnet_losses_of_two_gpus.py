# The losses of two GPUs are summed
# 把两块 GPU 的损失相加
# accent: MXNet
# code: P0102
# cause: parallel
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (2 vs. 2) : Operator broadcast_add require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on gpu(1)
# words: perch's: MXNet 1.x has no check here; the sentence is its nearest
# source: zackchase/mxnet-the-straight-dope#328
# symptom: A mean over devices is wrong, or crashes.
# 症状：跨设备的平均值出错，或者崩溃。
# because: Each loss lives on its GPU; + moves nothing.
# 原因：每个损失在各自的 GPU 上；+ 不会移动任何东西。
# repair: For a number: sum(l.mean().asscalar() for l in losses); autograd.backward(losses) for the gradients.
# 修复：要数值：sum(l.mean().asscalar() for l in losses)；要梯度：autograd.backward(losses)。
# at: 31
# operands: losses[1] on gpu(1); xs[1] on gpu(1); losses[0] on gpu(0); xs[0] on gpu(0)
# fix: losses[0].copyto(mx.gpu(1)) + losses[1]
# prints: (1,)
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

ctx = [mx.gpu(0), mx.gpu(1)]
net = nn.Dense(1, in_units=2)
net.initialize(mx.init.One(), ctx=ctx)
loss_fn = gluon.loss.L2Loss()
xs, ys = (gluon.utils.split_and_load(nd.ones(shape), ctx) for shape in ((4, 2), (4, 1)))
with autograd.record():
    losses = [loss_fn(net(x), y).mean() for x, y in zip(xs, ys)]
autograd.backward(losses)
total = losses[0] + losses[1]
print(total.shape)
