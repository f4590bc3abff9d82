# nd.pick with indices from the CPU
# nd.pick 的下标在 CPU 上
# accent: MXNet
# code: P0103
# cause: index
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator pick require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on cpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h
# source: apache/mxnet#8794
# symptom: Cross entropy by hand fails in pick.
# 症状：手写交叉熵在 pick 处报错。
# because: Indices are arrays with a place like all others.
# 原因：下标也是有位置的数组。
# repair: y.as_in_context(y_hat.context).
# 修复：y.as_in_context(y_hat.context)。
# at: 24
# operands: y on cpu(0); y_hat on gpu(0)
# fix: nd.pick(y_hat, y.as_in_context(y_hat.context))
# prints: (2,)
import mxnet as mx
from mxnet import nd


def cross_entropy(y_hat, y):
    chosen = nd.pick(y_hat, y)
    return -nd.log(chosen)


y_hat = nd.array([[0.1, 0.9], [0.8, 0.2]], ctx=mx.gpu())
y = nd.array([1, 0])
print(cross_entropy(y_hat, y).shape)
