"""nd.RNN: layers of a recurrent network over a whole sequence, whose parameters are one vector: all weights, layer by layer and way by way, then all biases."""
import _mxnet
from perch.only import only
from .outs import _into

_GATES = {'rnn_relu': 1, 'rnn_tanh': 1, 'lstm': 4, 'gru': 3}


def _cut(parameters, width, hidden, layers, ways, gates):
    """(input's weight, state's weight, input's bias, state's bias) for each layer and way."""
    wide, at, weights = gates * hidden, 0, []
    for layer in range(layers):
        for _ in range(ways):
            size = width if layer == 0 else hidden * ways
            pair = []
            for columns in (size, hidden):
                pair.append(parameters[at:at + wide * columns].reshape((wide, columns)))
                at += wide * columns
            weights.append(pair)
    for pair in weights:
        for _ in range(2):
            pair.append(parameters[at:at + wide])
            at += wide
    return weights


def RNN(data, parameters, state, state_cell=None, sequence_length=None, state_size=None, num_layers=None, bidirectional=False, mode=None, p=0, state_outputs=False, projection_size=None,
        lstm_state_clip_min=None, lstm_state_clip_max=None, lstm_state_clip_nan=False, use_sequence_length=False, out=None, name=None):
    """Outputs of all steps; with state_outputs also the states behind the last."""
    only('mx.nd.RNN', sequence_length=(sequence_length, None), projection_size=(projection_size, None), lstm_state_clip_min=(lstm_state_clip_min, None), lstm_state_clip_max=(lstm_state_clip_max, None),
         lstm_state_clip_nan=(lstm_state_clip_nan, False), use_sequence_length=(use_sequence_length, False))
    from ..base import MXNetError
    from ..gluon.rnn import steps
    from .. import ndarray as nd
    if mode not in _GATES:
        raise MXNetError(f"MXNetError: Invalid Input: '{mode}', valid values are: {{'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}}, in operator RNN(name=\"\")")
    gates, ways = _GATES[mode], 2 if bidirectional else 1
    wide = gates * state_size
    wanted = sum(ways * wide * ((data.shape[2] if layer == 0 else state_size * ways) + state_size + 2) for layer in range(num_layers))
    if parameters.size != wanted:
        raise MXNetError(f'MXNetError: Error in operator {name or "rnn0"}: Shape inconsistent, Provided = [{parameters.size}], inferred shape=({wanted},)')
    step = {'lstm': steps.lstm, 'gru': steps.gru}.get(mode, lambda F, i, h, s: steps.rnn(F, i, h, s, mode[4:]))
    begin = [state, state_cell] if mode == 'lstm' else [state]
    last, x = [[] for _ in begin], data
    weights = _cut(parameters, data.shape[2], state_size, num_layers, ways, gates)
    for layer in range(num_layers):
        sides = []
        for way in range(ways):
            i2h, h2h, i2h_bias, h2h_bias = weights[layer * ways + way]
            shares = _mxnet.FullyConnected(x, i2h, i2h_bias, num_hidden=wide, flatten=False)
            outputs, states = steps.layer(nd, mode, step, shares, [each[layer * ways + way] for each in begin], h2h, h2h_bias, bool(way))
            sides.append(outputs)
            for kept, each in zip(last, states):
                kept.append(each)
        x = sides[0] if ways == 1 else nd.concat(*sides, dim=2)
        if p and layer + 1 < num_layers:
            x = nd.Dropout(x, p=p)
    if not state_outputs:
        return _into(x, out)
    return [x, *(nd.stack(*each) for each in last)]
