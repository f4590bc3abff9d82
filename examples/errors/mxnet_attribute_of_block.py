# A constant that is an attribute of a Block
# Block 的属性常量
# accent: MXNet
# code: P0103
# cause: attribute
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator broadcast_mul require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on cpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h
# source: dmlc/gluon-cv#192
# symptom: initialize(ctx=mx.gpu()) was called, and the Block's own array is on cpu(0).
# 症状：已调用 initialize(ctx=mx.gpu())，Block 自己的数组却在 cpu(0)。
# because: Only Parameters have a place; an NDArray in an attribute stays where it was made.
# 原因：只有 Parameter 才会被放置；属性里的 NDArray 留在创建的地方。
# repair: self.params.get_constant('scale', …) in a HybridBlock; or scale.as_in_context(x.context) in forward.
# 修复：在 HybridBlock 中用 self.params.get_constant('scale', …)；或在 forward 中用 scale.as_in_context(x.context)。
# at: 32
# operands: self.scale on cpu(0); h on gpu(0)
# fix: h * self.scale.as_in_context(h.context)
# prints: (4, 2)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


class Scaled(nn.Block):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units, in_units=3)
        self.scale = nd.array([0.5] * units)

    def forward(self, x):
        h = self.dense(x)
        return h * self.scale


net = Scaled(2)
net.initialize(ctx=mx.gpu(0))
print(net(nd.ones((4, 3), ctx=mx.gpu(0))).shape)
