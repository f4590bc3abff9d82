# A network was called before initialize()
# 在 initialize() 之前调用网络
# accent: MXNet
# code: P0107
# cause: order
# said: RuntimeError: Parameter 'dense0_weight' has not been initialized. Note that you should initialize parameters and create Trainer with Block.collect_params() instead of Block.params because the later does not include Parameters of nested child Blocks
# words: MXNet 1.9.1, gluon/parameter.py
# source: gluon-api/gluon-api#4
# symptom: The first call fails with a long sentence about Trainer.
# 症状：第一次调用就报错，信息很长，还提到 Trainer。
# because: Layers are made without memory; initialize() says where it shall be.
# 原因：层在创建时没有内存；initialize() 才说明内存放在哪里。
# repair: net.initialize(ctx=ctx) before the first call.
# 修复：第一次调用之前 net.initialize(ctx=ctx)。
# at: 26
# operands: x on gpu(0)
# fix: before line 26: net.initialize(ctx=x.context)
# prints: (3, 2) gpu(0)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

net = nn.Sequential()
net.add(nn.Dense(4), nn.Dense(2))
x = nd.ones((3, 5), ctx=mx.gpu(0))
y = net(x)
print(y.shape, y.context)
