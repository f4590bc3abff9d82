# begin_state() without a context
# 没有写 context 的 begin_state()
# accent: MXNet
# code: P0103
# cause: state
# said: MXNetError: Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (1 vs. 2) : Operator RNN require all inputs live on the same context. But the first argument is on gpu(0) while the 3-th argument is on cpu(0)
# words: MXNet v1.x, src/imperative/imperative_utils.h; on a real GPU its fused operator is named RNN
# source: apache/mxnet#7589, apache/mxnet#7580
# symptom: A recurrent layer on the GPU fails when it gets a state; without one it works.
# 症状：GPU 上的循环层收到状态时报错；不给状态时正常。
# because: begin_state makes its arrays on the current context.
# 原因：begin_state 在当前 context 上创建数组。
# repair: begin_state(batch_size=…, ctx=x.context).
# 修复：begin_state(batch_size=…, ctx=x.context)。
# at: 26
# operands: lstm.begin_state(batch_size=2)[0] on cpu(0); x on gpu(0)
# fix: lstm(x, lstm.begin_state(batch_size=2, ctx=x.context))
# prints: (5, 2, 4) 2 gpu(0)
import mxnet as mx
from mxnet import nd
from mxnet.gluon import rnn

lstm = rnn.LSTM(hidden_size=4)
lstm.initialize(ctx=mx.gpu(0))
x = nd.ones((5, 2, 3), ctx=mx.gpu(0))
output, state = lstm(x, lstm.begin_state(batch_size=2))
print(output.shape, len(state), state[0].context)
