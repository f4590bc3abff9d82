# The network is on the GPU, the batch is not
# 网络在 GPU 上，批次却没有移动
# accent: MXNet
# code: P0106
# cause: data
# said: RuntimeError: Parameter 'dense0_weight' was not initialized on context cpu(0). It was only initialized on [gpu(0)].
# words: MXNet 1.9.1, gluon/parameter.py
# source: dmlc/gluon-cv#420, AIZOOTech/FaceMaskDetection#26
# symptom: The first forward pass complains that a parameter "was not initialized", although it was.
# 症状：第一次前向计算抱怨参数 “was not initialized”，可它明明初始化了。
# because: Gluon looks for the parameter's copy on the input's context, and the input is on cpu(0).
# 原因：Gluon 在输入所在的 context 上寻找参数的副本，而输入在 cpu(0) 上。
# repair: Move the batch: x = x.as_in_context(ctx), or gluon.utils.split_and_load(x, [ctx]).
# 修复：移动批次：x = x.as_in_context(ctx)，或 gluon.utils.split_and_load(x, [ctx])。
# at: 31
# operands: x on cpu(0); loader._dataset._data[0] on cpu(0); dense0_weight on gpu(0)
# fix: net(x.copyto(mx.gpu(0)))
# prints: 6 gpu(0)
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn

ctx = mx.gpu(0)
net = nn.Sequential()
net.add(nn.Dense(4, activation='relu'), nn.Dense(2))
net.initialize(ctx=ctx)

loader = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((6, 3))), batch_size=2)
seen = 0
for x in loader:
    y = net(x)
    seen += len(y)
print(seen, y.context)
