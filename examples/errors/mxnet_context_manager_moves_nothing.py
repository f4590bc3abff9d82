# with mx.gpu(0): around arrays that exist already
# 用 with mx.gpu(0): 包住已有的数组
# accent: MXNet
# code: P0103
# cause: made
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator broadcast_mul require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on cpu(0)
# words: apache/mxnet#6333 (broadcast_sub there)
# source: apache/mxnet#6333
# symptom: "Even with gpu()": inside the block the array is still on cpu(0).
# 症状：“即使用了 gpu()”：在代码块里数组仍在 cpu(0)。
# because: The block changes where new arrays are made; it moves none.
# 原因：这个代码块只改变新数组的创建位置，并不移动任何数组。
# repair: x.as_in_context(mx.current_context()) inside the block.
# 修复：在代码块中使用 x.as_in_context(mx.current_context())。
# at: 25
# operands: x on cpu(0); scale on gpu(0)
# fix: scale * x.copyto(mx.gpu(0))
# prints: (4,) gpu(0)
import mxnet as mx
from mxnet import nd

x = nd.arange(4)
with mx.gpu(0):
    scale = nd.full((4,), 0.5)
    y = scale * x
print(y.shape, y.context)
