# Fine-tuning: the new output layer was forgotten
# 微调：忘了初始化新的输出层
# accent: MXNet
# code: P0107
# cause: order
# said: RuntimeError: Parameter 'dense2_weight' has not been initialized. Note that you should initialize parameters and create Trainer with Block.collect_params() instead of Block.params because the later does not include Parameters of nested child Blocks
# words: MXNet 1.9.1, gluon/parameter.py
# source: dmlc/gluon-cv#572
# symptom: A pretrained network with a new output layer fails when it is called.
# 症状：换了输出层的预训练网络在调用时报错。
# because: initialize() works for the layers that exist; this one came later.
# 原因：initialize() 只对已存在的层起作用；这一层是后来才有的。
# repair: net.output.initialize(ctx=ctx).
# 修复：net.output.initialize(ctx=ctx)。
# edit: net.output = nn.Dense(3, in_units=4) => net.output = nn.Dense(3, in_units=4); net.output.initialize(ctx=ctx)
# at: 31
# operands: h on gpu(0)
# prints: (1, 3)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


class Net(nn.Block):
    def __init__(self):
        super().__init__()
        self.features, self.output = nn.Dense(4, in_units=2), nn.Dense(1000, in_units=4)

    def forward(self, x):
        h = self.features(x)
        return self.output(h)


ctx = mx.gpu(0)
net = Net()
net.initialize(ctx=ctx)
net.output = nn.Dense(3, in_units=4)
print(net(nd.ones((1, 2), ctx=ctx)).shape)
