# weight.data() of a network on two GPUs
# 网络在两块 GPU 上时的 weight.data()
# accent: MXNet
# code: P0106
# cause: parallel
# said: RuntimeError: Parameter 'dense0_weight' was not initialized on context cpu(0). It was only initialized on [gpu(0), gpu(1)].
# words: MXNet 1.9.1, gluon/parameter.py
# source: apache/mxnet#8963, awslabs/mxboard#43
# symptom: Looking at a weight fails; on one GPU it worked.
# 症状：查看权重时报错；在一块 GPU 上时正常。
# because: With several copies data() means the one on the current context, and that is cpu(0).
# 原因：有多个副本时，data() 指当前 context 上的那一个，也就是 cpu(0)。
# repair: net.weight.data(ctx[0]), or net.weight.list_data().
# 修复：net.weight.data(ctx[0])，或 net.weight.list_data()。
# at: 25
# operands: dense0_weight on gpu(0); dense0_weight on gpu(1)
# fix: net.weight.data(net.weight.list_ctx()[0])
# prints: 6.0
import mxnet as mx
from mxnet.gluon import nn

ctx = [mx.gpu(0), mx.gpu(1)]
net = nn.Dense(2, in_units=3)
net.initialize(mx.init.One(), ctx=ctx)
weight = net.weight.data()
print(weight.sum().asscalar())
