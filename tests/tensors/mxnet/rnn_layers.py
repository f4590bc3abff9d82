import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import rnn
mx.random.seed(3)
for l in [rnn.LSTM(3), rnn.GRU(3, 2), rnn.RNN(3, bidirectional=True), rnn.LSTM(3, 2, bidirectional=True, layout='NTC')]:
    l.initialize(init.Normal(0.3))
    x = nd.random.uniform(shape=(4, 2, 5))
    print(l(x).asnumpy().round(3).ravel().tolist()[:12], l)
    states = l.begin_state(batch_size=2 if l._layout == 'TNC' else 4)
    out, states = l(x, states)
    print(out.shape, [s.shape for s in states], sorted(l.collect_params())[:4])
for c in [rnn.LSTMCell(3), rnn.GRUCell(3), rnn.RNNCell(3)]:
    c.initialize(init.Normal(0.3))
    out, states = c.unroll(4, nd.random.uniform(shape=(2, 4, 5)))
    print(len(out), out[-1].asnumpy().round(3).tolist(), [s.shape for s in states], c)
