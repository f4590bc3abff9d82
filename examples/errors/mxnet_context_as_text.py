# ctx='gpu'
# ctx='gpu'
# accent: MXNet
# code: P0118
# cause: device
# said: MXNetError: Invalid context string gpu
# words: MXNet 1.9.1, src/c_api: Context::FromString
# source: MXNet's own check
# symptom: A context given as text is refused.
# 症状：以文字给出的 context 被拒绝。
# because: Context strings are 'gpu(0)' and 'cpu(0)', with their number; elsewhere contexts are objects.
# 原因：context 的文字写法是带编号的 'gpu(0)' 和 'cpu(0)'；其他地方 context 是对象。
# repair: ctx=mx.gpu().
# 修复：ctx=mx.gpu()。
# at: 22
# fix: nd.ones((2, 2), ctx=mx.gpu())
# prints: gpu(0)
import mxnet as mx
from mxnet import nd

device = 'gpu'
x = nd.ones((2, 2), ctx=device)
print(x.context)
