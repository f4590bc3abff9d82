"""Sequences of different lengths, through cells unrolled: forth, back, both, stacked."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import rnn


def cells():
    yield 'one', rnn.RNNCell(2)
    yield 'both', rnn.BidirectionalCell(rnn.LSTMCell(2), rnn.GRUCell(2))
    stacked = rnn.SequentialRNNCell()
    stacked.add(rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2)))
    stacked.add(rnn.LSTMCell(2))
    yield 'stacked', stacked


x = nd.arange(24).reshape((2, 4, 3)) / 24
for name, cell in cells():
    cell.initialize(mx.init.Constant(0.1))
    for layout in ('NTC', 'TNC') if name == 'one' else ('NTC',):
        data = x if layout == 'NTC' else x.transpose((1, 0, 2))
        for lengths in (None, nd.array([4, 2]), nd.array([1, 3]))[:1 if name == 'stacked' else 3]:
            for merge in (True, False):
                cell.reset()
                outputs, states = cell.unroll(4, data, layout=layout, merge_outputs=merge, valid_length=lengths)
                shown = outputs if merge else nd.stack(*outputs)
                print(name, layout, None if lengths is None else lengths.asnumpy().tolist(), merge, shown.asnumpy().round(4).tolist(), [s.asnumpy().round(4).tolist() for s in states])
