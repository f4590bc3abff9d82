# weight.data() before the first batch
# 第一个批次之前的 weight.data()
# accent: MXNet
# code: P0108
# cause: order
# said: DeferredInitializationError: Parameter 'dense0_weight' has not been initialized yet because initialization was deferred. Actual initialization happens during the first forward pass.
# words: MXNet 1.9.1, gluon/parameter.py (the sentence goes on)
# source: gluon-api/gluon-api#4
# symptom: initialize() was called, and the weight "has not been initialized yet".
# 症状：已调用 initialize()，权重却 “has not been initialized yet”。
# because: A Dense layer learns its input's size from the first batch; until then there is nothing to show.
# 原因：Dense 层从第一个批次得知输入大小；在此之前没有可显示的内容。
# repair: Call net(x) once, or nn.Dense(2, in_units=3).
# 修复：先调用一次 net(x)，或写 nn.Dense(2, in_units=3)。
# edit: net = nn.Dense(2) => net = nn.Dense(2, in_units=3)
# at: 23
# prints: (2, 3) gpu(0)
import mxnet as mx
from mxnet.gluon import nn

net = nn.Dense(2)
net.initialize(mx.init.One(), ctx=mx.gpu(0))
weight = net.weight.data()
print(weight.shape, weight.context)
