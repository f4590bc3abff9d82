# load_parameters without ctx: the network is on the CPU
# load_parameters 没有写 ctx：网络在 CPU 上
# accent: MXNet
# code: P0106
# cause: checkpoint
# said: RuntimeError: Parameter 'dense1_weight' was not initialized on context gpu(0). It was only initialized on [cpu(0)].
# words: MXNet 1.9.1, gluon/parameter.py
# source: AIZOOTech/FaceMaskDetection#26
# symptom: A trained network on a GPU was saved; loaded again it has no copy there.
# 症状：在 GPU 上训练并保存的网络，重新加载后那里没有副本。
# because: The file has values, not places: without ctx they are loaded onto cpu(0).
# 原因：文件里只有值，没有位置：不写 ctx 就加载到 cpu(0)。
# repair: net.load_parameters(path, ctx=mx.gpu(0)).
# 修复：net.load_parameters(path, ctx=mx.gpu(0))。
# edit: net.load_parameters(path) => net.load_parameters(path, ctx=ctx)
# at: 38
# operands: nd.ones((4, 3), ctx=ctx) on gpu(0); dense1_weight on cpu(0)
# fix: net(nd.ones((4, 3), ctx=ctx).copyto(mx.cpu()))
# better: before line 38: net.collect_params().reset_ctx(mx.gpu(0))
# prints: (4, 2)
import os
import tempfile

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

ctx = mx.gpu(0)
path = os.path.join(tempfile.mkdtemp(), 'net.params')
trained = nn.Sequential()
trained.add(nn.Dense(2, in_units=3))
trained.initialize(ctx=ctx)
trained.save_parameters(path)

net = nn.Sequential()
net.add(nn.Dense(2, in_units=3))
net.load_parameters(path)
y = net(nd.ones((4, 3), ctx=ctx))
print(y.shape)
