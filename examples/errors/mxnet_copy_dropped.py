# x.copyto(ctx) stands alone
# x.copyto(ctx) 单独成行
# accent: MXNet
# code: P0103
# cause: dropped
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (2 vs. 1) : Operator dot require all inputs live on the same context. But the first argument is on cpu(0) while the 2-th argument is on gpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h
# source: apache/mxnet#6333
# symptom: The array was "copied to the GPU", and dot still finds it on cpu(0).
# 症状：数组已经“拷贝到 GPU”，dot 却仍发现它在 cpu(0)。
# because: copyto(ctx) gives a new array; nobody keeps it.
# 原因：copyto(ctx) 给出新数组，而没有人保存它。
# repair: x = x.copyto(mx.gpu()).
# 修复：x = x.copyto(mx.gpu())。
# at: 25
# operands: w on gpu(0); x on cpu(0)
# fix: nd.dot(x.copyto(mx.gpu(0)), w)
# prints: (2, 1)
import mxnet as mx
from mxnet import nd

x = nd.ones((2, 3))
w = nd.ones((3, 1), ctx=mx.gpu())
x.copyto(mx.gpu())
y = nd.dot(x, w)
print(y.shape)
