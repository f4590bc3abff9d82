# Fine-tuning: the new layer was initialized without ctx
# 微调：初始化新层时没有写 ctx
# accent: MXNet
# code: P0106
# cause: order
# said: RuntimeError: Parameter 'dense2_weight' was not initialized on context gpu(0). It was only initialized on [cpu(0)].
# words: MXNet 1.9.1, gluon/parameter.py
# source: dmlc/gluon-cv#192, dmlc/gluon-cv#572
# symptom: The pretrained part works on the GPU, the new layer has no copy there.
# 症状：预训练部分在 GPU 上正常，新层在那里却没有副本。
# because: initialize() without ctx means the current context, cpu(0).
# 原因：没有写 ctx 的 initialize() 用当前 context，即 cpu(0)。
# repair: net.output.initialize(ctx=ctx); net.collect_params().reset_ctx(ctx) moves what is there already.
# 修复：net.output.initialize(ctx=ctx)；net.collect_params().reset_ctx(ctx) 可移动已有的参数。
# edit: output.initialize() => output.initialize(ctx=ctx)
# at: 33
# operands: h on gpu(0); dense2_weight on cpu(0)
# fix: output(h.copyto(mx.cpu()))
# better: before line 33: output.collect_params().reset_ctx(mx.gpu(0))
# prints: (2, 3)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

ctx = mx.gpu(0)
features = nn.Sequential()
features.add(nn.Dense(4, activation='relu'), nn.Dense(4))
features.initialize(ctx=ctx)
output = nn.Dense(3)
output.initialize()

h = features(nd.ones((2, 5), ctx=ctx))
y = output(h)
print(y.shape)
