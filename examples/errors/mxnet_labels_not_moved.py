# The labels stayed on the CPU
# 标签留在了 CPU 上
# accent: MXNet
# code: P0103
# cause: data
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator pick require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on cpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h
# source: apache/mxnet#6333
# symptom: The network answers, the loss fails in an operator `pick` that nobody wrote.
# 症状：网络正常输出，损失在一个没人写过的算子 `pick` 上报错。
# because: SoftmaxCrossEntropyLoss picks the labels' scores; the labels were not moved.
# 原因：SoftmaxCrossEntropyLoss 用 pick 取出标签的得分，而标签没有移动。
# repair: y = y.as_in_context(ctx) in the loop.
# 修复：在循环中 y = y.as_in_context(ctx)。
# at: 33
# operands: y on cpu(0); output on gpu(0)
# fix: loss_fn(output, y.copyto(mx.gpu(0)))
# prints: (2,) gpu(0)
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

ctx = mx.gpu()
net = nn.Dense(3, in_units=4)
net.initialize(ctx=ctx)
loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})

for x, y in [(nd.ones((2, 4)), nd.array([0, 2]))]:
    x = x.as_in_context(ctx)
    with autograd.record():
        output = net(x)
        loss = loss_fn(output, y)
    loss.backward()
    trainer.step(2)
print(loss.shape, loss.context)
