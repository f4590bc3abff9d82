# Softmax regression by hand: the bias was forgotten
# 手写 softmax 回归：忘了偏置
# accent: MXNet
# code: P0103
# cause: made
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator broadcast_add require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on cpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h
# source: zackchase/mxnet-the-straight-dope#315
# symptom: After ctx=mx.cpu() was changed to mx.gpu() a lesson fails in its first line of mathematics.
# 症状：把教程里的 ctx=mx.cpu() 改成 mx.gpu() 后，第一行计算就报错。
# because: W was made on ctx, b on the default context.
# 原因：W 创建在 ctx 上，b 创建在默认 context 上。
# repair: nd.zeros(3, ctx=ctx) for every parameter, before attach_grad().
# 修复：每个参数都写 nd.zeros(3, ctx=ctx)，再 attach_grad()。
# at: 31
# operands: b on cpu(0); scores on gpu(0)
# fix: scores + b.as_in_context(scores.context)
# prints: (4, 3)
import mxnet as mx
from mxnet import autograd, nd

ctx = mx.gpu()
W = nd.random.normal(scale=0.01, shape=(4, 3), ctx=ctx)
b = nd.zeros(3)
for param in (W, b):
    param.attach_grad()


def net(X):
    scores = nd.dot(X, W)
    return nd.softmax(scores + b)


with autograd.record():
    y = net(nd.ones((2, 4), ctx=ctx)).sum()
y.backward()
print(W.grad.shape)
