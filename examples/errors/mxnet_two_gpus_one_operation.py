# Arrays of two GPUs in one operation
# 一次运算用到两块 GPU 的数组
# accent: MXNet
# code: P0102
# cause: parallel
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (2 vs. 2) : Operator broadcast_add require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on gpu(1)
# also: Check failed: (lhs.ctx()) == (rhs.ctx()) operands context mismatch 3 1 vs. 3 0
# also: CUDA: an illegal memory access was encountered
# words: perch's: MXNet 1.x has no check here, and crashes or computes garbage; the sentence is its nearest
# source: apache/mxnet#11275, apache/mxnet#1935
# symptom: In MXNet: an illegal memory access, a crash, or wrong numbers, without a word.
# 症状：在 MXNet 中：非法内存访问、崩溃或错误的结果，没有任何说明。
# because: MXNet compares kinds of devices only; gpu(0) and gpu(1) are both GPUs.
# 原因：MXNet 只比较设备种类；gpu(0) 和 gpu(1) 都是 GPU。
# repair: grad1.as_in_context(grad0.context) before they are added.
# 修复：相加之前先 grad1.as_in_context(grad0.context)。
# at: 30
# operands: part on gpu(1); total on gpu(0)
# fix: total + part.as_in_context(total.context)
# prints: 18.0
import mxnet as mx
from mxnet import nd

grads = [nd.ones((2, 3), ctx=mx.gpu(i)) * (i + 1) for i in range(2)]


def allreduce(data):
    total = data[0]
    for part in data[1:]:
        total = total + part
    return total


print(allreduce(grads).sum().asscalar())
