# loss.asscalar() in every step
# 每一步都调用 loss.asscalar()
# accent: MXNet
# code: P0703
# cause: cost
# said: nothing: it is only slow
# words: none
# source: apache/mxnet#10532
# symptom: The GPU waits for the program, and the program for the GPU.
# 症状：GPU 等程序，程序等 GPU。
# because: asscalar() waits for everything that was queued.
# 原因：asscalar() 要等待所有已排队的工作。
# repair: Add up NDArrays, read once behind the loop.
# 修复：累加 NDArray，在循环之后读取一次。
# edit: total += loss.asscalar() => total = total + loss
# edit: print('mean', total / 150) => print('mean', (total / 150).asscalar())
# at: 26
# prints: mean 2.0
import mxnet as mx
from mxnet import nd

w = nd.ones((4,), ctx=mx.gpu(0))
total = 0
for step in range(150):
    loss = (w * 2).mean()
    total += loss.asscalar()
print('mean', total / 150)
