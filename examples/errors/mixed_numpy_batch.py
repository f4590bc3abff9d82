# A NumPy batch for a network on the GPU
# 把 NumPy 批次交给 GPU 上的网络
# accent: MXNet
# code: P0304
# cause: libraries
# said: ValueError: In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the type of the args.
# words: MXNet 1.9.1 itself, on the CPU
# source: Gluon's block.py
# symptom: The data set gives NumPy arrays, the network wants NDArrays.
# 症状：数据集给出 NumPy 数组，网络要求 NDArray。
# because: Gluon converts nothing at a network's door.
# 原因：Gluon 不会在网络入口做任何转换。
# repair: nd.array(batch, ctx=ctx).
# 修复：nd.array(batch, ctx=ctx)。
# at: 27
# operands: batch on cpu
# fix: net(nd.array(batch, ctx=mx.gpu(0)))
# prints: (4, 2)
import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import nn

net = nn.Dense(2, in_units=3)
net.initialize(ctx=mx.gpu(0))
batch = np.ones((4, 3), dtype='float32')
y = net(batch)
print(y.shape)
