# copyto(ctx) of an array that is there already
# 对已在那里的数组调用 copyto(ctx)
# accent: MXNet
# code: P0704
# cause: cost
# said: nothing: there are two copies now
# words: none
# source: MXNet's documentation of copyto and as_in_context
# symptom: A helper that "makes sure" doubles the memory.
# 症状：一个“确保位置”的辅助函数使内存加倍。
# because: copyto always copies; as_in_context gives x itself when it is there.
# 原因：copyto 总是拷贝；若 x 已在那里，as_in_context 给出 x 本身。
# repair: x.as_in_context(ctx).
# 修复：x.as_in_context(ctx)。
# edit: return x.copyto(ctx) => return x.as_in_context(ctx)
# at: 23
# prints: (3, 3) gpu(0)
import mxnet as mx
from mxnet import nd


def on_device(x, ctx):
    return x.copyto(ctx)


x = nd.ones((3, 3), ctx=mx.gpu(0))
y = on_device(x, mx.gpu(0))
print(y.shape, y.context)
