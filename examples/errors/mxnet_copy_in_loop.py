# The same array is sent to the GPU in every step
# 每一步都把同一个数组送到 GPU
# accent: MXNet
# code: P0702
# cause: cost
# said: nothing: it is only slow
# words: none
# source: seen in lessons
# symptom: Steps take longer than on the CPU.
# 症状：每一步比在 CPU 上还慢。
# because: The constant crosses the bus each time.
# 原因：这个常量每次都要经过总线。
# repair: Send it once, before the loop.
# 修复：在循环之前传送一次。
# edit: kernel = nd.array([[0.5, 0.5]]) => kernel = nd.array([[0.5, 0.5]], ctx=mx.gpu(0))
# edit: y = (y * kernel.as_in_context(mx.gpu(0))) => y = (y * kernel)
# at: 25
# prints: (1, 2)
import mxnet as mx
from mxnet import nd

kernel = nd.array([[0.5, 0.5]])
y = nd.ones((1, 2), ctx=mx.gpu(0))
for step in range(15):
    y = (y * kernel.as_in_context(mx.gpu(0)))
print(y.shape)
