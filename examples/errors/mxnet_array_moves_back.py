# nd.array(x) of a GPU array
# 对 GPU 上的数组调用 nd.array(x)
# accent: MXNet
# code: P0103
# cause: made
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator broadcast_sub require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on cpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h
# source: apache/mxnet#6333
# symptom: A copy of a GPU array turns out to be on the CPU.
# 症状：GPU 数组的副本原来在 CPU 上。
# because: nd.array without ctx makes its array on the current context, whatever it is made from.
# 原因：没有写 ctx 的 nd.array 总在当前 context 上创建数组，不管来源在哪里。
# repair: x.copy() stays where x is; or nd.array(x, ctx=x.context).
# 修复：x.copy() 与 x 同在；或 nd.array(x, ctx=x.context)。
# edit: before = nd.array(weight) => before = weight.copy()
# at: 26
# operands: before on cpu(0); weight on gpu(0)
# fix: weight - before.copyto(mx.gpu(0))
# prints: 3.0
import mxnet as mx
from mxnet import nd

weight = nd.ones((3, 2), ctx=mx.gpu(0))
before = nd.array(weight)
weight -= 0.5
change = nd.abs(weight - before).sum()
print(change.asscalar())
