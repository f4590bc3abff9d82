# Predictions of two GPUs, joined without a move
# 直接连接两块 GPU 的预测
# accent: MXNet
# code: P0102
# cause: parallel
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (2 vs. 2) : Operator Concat require all inputs live on the same context. But the first argument is on gpu(0) while the 2-th argument is on gpu(1)
# words: perch's: MXNet 1.x has no check here; the sentence is its nearest
# source: apache/mxnet#11275
# symptom: In MXNet: garbage in one half of the result, or a crash.
# 症状：在 MXNet 中：结果的一半是垃圾数据，或者崩溃。
# because: split_and_load spread the batch, and the results are where their parts were.
# 原因：split_and_load 把批次分到各设备，结果留在各部分所在的设备。
# repair: nd.concat(*[p.as_in_context(mx.cpu()) for p in parts], dim=0).
# 修复：nd.concat(*[p.as_in_context(mx.cpu()) for p in parts], dim=0)。
# at: 28
# operands: b on gpu(1); parts[1] on gpu(1); a on gpu(0); parts[0] on gpu(0)
# fix: nd.concat(a.copyto(mx.gpu(1)), b, dim=0)
# prints: (4, 2)
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn

ctx = [mx.gpu(0), mx.gpu(1)]
net = nn.Dense(2, in_units=3)
net.initialize(ctx=ctx)
parts = gluon.utils.split_and_load(nd.ones((4, 3)), ctx)
a, b = [net(part) for part in parts]
everything = nd.concat(a, b, dim=0)
print(everything.shape)
