# The same with a hybridized network: another message
# 同样的错误，网络经过 hybridize：另一种信息
# accent: MXNet
# code: P0106
# cause: data
# said: MXNetError: Check failed: inputs[i]->ctx() == default_ctx (gpu(0) vs. cpu(0)) CachedOp requires all inputs to live on the same context. But data is on cpu(0) while dense0_weight is on gpu(0)
# words: apache/mxnet#13633 (src/imperative/cached_op.cc)
# source: apache/mxnet#13633, apache/mxnet#14643
# symptom: "CachedOp requires all inputs to live on the same context".
# 症状：“CachedOp requires all inputs to live on the same context”。
# because: A hybridized network calls its compiled graph with the one copy of its parameters that there is.
# 原因：hybridize 之后，网络用仅有的一份参数调用编译好的计算图。
# repair: net(x.as_in_context(ctx)).
# 修复：net(x.as_in_context(ctx))。
# at: 30
# operands: batch on cpu(0); dense0_weight on gpu(0)
# fix: net(batch.copyto(mx.gpu(0)))
# prints: (5,)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

net = nn.HybridSequential()
net.add(nn.Dense(4, in_units=3, activation='relu'), nn.Dense(2, in_units=4))
net.initialize(ctx=mx.gpu(0))
net.hybridize()


def predict(net, batch):
    scores = net(batch)
    return scores.argmax(axis=1)


print(predict(net, nd.ones((5, 3))).shape)
