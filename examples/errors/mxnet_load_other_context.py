# load_parameters(ctx=…) into a network that is initialized elsewhere
# 向已在别处初始化的网络 load_parameters(ctx=…)
# accent: MXNet
# code: P0112
# cause: checkpoint
# said: AssertionError: Failed to load Parameter 'dense0_weight' on [gpu(1)] because it was previous initialized on [gpu(0)].
# words: MXNet 1.9.1, gluon/parameter.py
# source: dmlc/gluon-cv#116
# symptom: Loading trained parameters fails and names two contexts.
# 症状：加载训练好的参数时报错，并提到两个 context。
# because: Loading fills the copies that exist; it does not move them.
# 原因：加载只是填入已有的副本，并不移动它们。
# repair: Leave ctx= out, and reset_ctx(mx.gpu(1)) afterwards; or load into a network that is not initialized.
# 修复：不写 ctx=，之后再 reset_ctx(mx.gpu(1))；或加载到尚未初始化的网络。
# at: 29
# operands: dense0_weight on gpu(0)
# fix: net.load_parameters(path)
# prints: (2, 3)
import os
import tempfile

import mxnet as mx
from mxnet.gluon import nn

path = os.path.join(tempfile.mkdtemp(), 'net.params')
net = nn.Dense(2, in_units=3)
net.initialize(ctx=mx.gpu(0))
net.save_parameters(path)
net.load_parameters(path, ctx=mx.gpu(1))
print(net.weight.shape)
