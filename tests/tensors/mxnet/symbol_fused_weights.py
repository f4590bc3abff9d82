"""mx.rnn's fused cell and cells on cells: what they say of themselves, weights taken apart and put together."""
import warnings

import mxnet as mx
import numpy as np
from mxnet import nd

warnings.simplefilter('ignore')
for mode in ('lstm', 'gru', 'rnn_tanh', 'rnn_relu'):
    for both in (False, True):
        c = mx.rnn.FusedRNNCell(3, num_layers=2, mode=mode, bidirectional=both, prefix='f_')
        print(c._gate_names, c._num_gates, c._directions, c._num_layers, c._num_hidden, c.state_info, c.state_shape, c._mode, c._prefix, c._bidirectional)
        o, _ = c.unroll(4, mx.sym.var('x'), layout='TNC', merge_outputs=True)
        sizes = dict(zip(o.list_arguments(), o.infer_shape(x=(4, 2, 5))[0]))
        n = sizes['f_parameters'][0]
        given = {'f_parameters': nd.arange(n), 'other': nd.ones(2)}
        parts = c.unpack_weights(given)
        print([(k, v.shape, v.asnumpy().ravel()[:2].tolist()) for k, v in sorted(parts.items())])
        whole = c.pack_weights(parts)
        print(sorted(whole), (whole['f_parameters'].asnumpy() == np.arange(n)).all(), sorted(given))
        apart = c.unfuse()
        print(type(apart).__name__, apart.state_info, [type(each).__name__ for each in apart._cells])
c = mx.rnn.LSTMCell(3, prefix='l_')
print(c.state_info, c.state_shape, c._gate_names)
s = mx.rnn.SequentialRNNCell()
s.add(c)
s.add(mx.rnn.ResidualCell(mx.rnn.GRUCell(3, prefix='g_')))
print(s.state_info, [each.name for each in s.begin_state()])
b = mx.rnn.BidirectionalCell(mx.rnn.GRUCell(2, prefix='a_'), mx.rnn.GRUCell(2, prefix='b_'))
print(b.state_info)
o, _ = b.unroll(3, mx.sym.var('x'), merge_outputs=True)
sizes = dict(zip(o.list_arguments(), o.infer_shape(x=(2, 3, 4))[0]))
parts = b.unpack_weights({k: nd.ones(v) for k, v in sizes.items() if k != 'x'})
print(sorted(parts))
print(sorted(b.pack_weights(parts)))
print(mx.rnn.ZoneoutCell(mx.rnn.RNNCell(2)).state_info, mx.rnn.DropoutCell(.3).state_info)
