# as_in_context, and the result is not kept
# 写了 as_in_context，却没有保存结果
# accent: MXNet
# code: P0701
# cause: dropped
# said: nothing: everything runs on the CPU
# words: none
# source: apache/mxnet#6333
# symptom: The program runs, and the GPU does nothing.
# 症状：程序能运行，GPU 却什么也没做。
# because: as_in_context gives another array; this one stays where it is.
# 原因：as_in_context 给出另一个数组，自身留在原处。
# repair: x = x.as_in_context(ctx).
# 修复：x = x.as_in_context(ctx)。
# edit: x.as_in_context(ctx) => x = x.as_in_context(ctx)
# at: 23
# prints: (2, 2)
import mxnet as mx
from mxnet import nd

ctx = mx.gpu(0)
x = nd.arange(6).reshape((2, 3))
x.as_in_context(ctx)
y = nd.dot(x, x.T)
print(y.shape)
