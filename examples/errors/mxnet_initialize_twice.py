# initialize(ctx=…) a second time
# 第二次 initialize(ctx=…)
# accent: MXNet
# code: P0106
# cause: order
# said: RuntimeError: Parameter 'dense0_weight' was not initialized on context gpu(0). It was only initialized on [cpu(0)].
# also: UserWarning: Parameter 'dense0_weight' is already initialized, ignoring. Set force_reinit=True to re-initialize.
# words: MXNet 1.9.1, gluon/parameter.py; before it the warning "is already initialized, ignoring"
# source: dmlc/gluon-cv#116
# symptom: A warning that nobody reads, then a parameter that is not on gpu(0).
# 症状：先是没人看的警告，然后某个参数不在 gpu(0) 上。
# because: The second initialize() does nothing, the new ctx is ignored too.
# 原因：第二次 initialize() 什么也不做，新的 ctx 也被忽略。
# repair: net.collect_params().reset_ctx(ctx), or initialize(ctx=ctx, force_reinit=True) to begin anew.
# 修复：net.collect_params().reset_ctx(ctx)；要重新开始则 initialize(ctx=ctx, force_reinit=True)。
# edit: net.initialize(ctx=mx.gpu(0)) => net.collect_params().reset_ctx(mx.gpu(0))
# at: 30
# operands: nd.ones((1, 3), ctx=mx.gpu(0)) on gpu(0); dense0_weight on cpu(0)
# fix: net(nd.ones((1, 3), ctx=mx.gpu(0)).copyto(mx.cpu()))
# better: before line 30: net.collect_params().reset_ctx(mx.gpu(0))
# prints: cpu(0)\n(1, 2)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

net = nn.Dense(2, in_units=3)
net.initialize()
print(net(nd.ones((1, 3))).context)
net.initialize(ctx=mx.gpu(0))
y = net(nd.ones((1, 3), ctx=mx.gpu(0)))
print(y.shape)
