# A Trainer for layers on different GPUs
# 一个 Trainer 管理不同 GPU 上的层
# accent: MXNet
# code: P0110
# cause: parallel
# said: AssertionError: All Parameters must be initialized on the same set of contexts, but Parameter dense1_bias is initialized on [gpu(1)] while previous Parameters are initialized on [gpu(0)].
# words: MXNet 1.9.1, gluon/trainer.py
# source: zackchase/mxnet-the-straight-dope#328
# symptom: Model parallelism in Gluon: making the Trainer fails.
# 症状：Gluon 的模型并行：创建 Trainer 时报错。
# because: A Trainer is for data parallel training: every parameter has a copy on every device.
# 原因：Trainer 用于数据并行：每个参数在每个设备上都有副本。
# repair: One Trainer a device; or all layers on one list of contexts.
# 修复：每个设备一个 Trainer；或所有层使用同一个 context 列表。
# edit: trainers = [gluon.Trainer(params, 'sgd')] => trainers = [gluon.Trainer(layer.collect_params(), 'sgd') for layer in (front, back)]
# at: 28
# operands: dense1_bias on gpu(1)
# prints: ready: True
import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn

front, back = nn.Dense(4, in_units=3), nn.Dense(2, in_units=4)
front.initialize(ctx=mx.gpu(0))
back.initialize(ctx=mx.gpu(1))
params = front.collect_params()
params.update(back.collect_params())
trainers = [gluon.Trainer(params, 'sgd')]
print('ready:', all(t.learning_rate == 0.01 for t in trainers))
