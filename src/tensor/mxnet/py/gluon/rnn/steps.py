"""One step of each kind of recurrent network: i and h are the input's and the state's share, before the activations. And a layer's steps in one direction."""
import _tensor
from numpy import float32, float64

_MXNET = 0
_MODES = {'rnn_tanh': 0, 'rnn_relu': 1, 'lstm': 2, 'gru': 3}        # as the core numbers them (core/recurrent.h)


def rnn(F, i, h, states, activation):
    out = F.Activation(i + h, act_type=activation)
    return out, [out]


def lstm(F, i, h, states, activation='tanh', gate='sigmoid'):
    """Gates in the order input, forget, candidate, output."""
    a, b, c, d = F.split(i + h, 4, axis=-1)
    memory = F.Activation(b, act_type=gate) * states[1] + F.Activation(a, act_type=gate) * F.Activation(c, act_type=activation)
    out = F.Activation(d, act_type=gate) * F.Activation(memory, act_type=activation)
    return out, [out, memory]


def gru(F, i, h, states):
    """Gates in the order reset, update, candidate."""
    ir, iz, ic = F.split(i, 3, axis=-1)
    hr, hz, hc = F.split(h, 3, axis=-1)
    reset, update = F.sigmoid(ir + hr), F.sigmoid(iz + hz)
    candidate = F.tanh(ic + reset * hc)
    out = (1. - update) * candidate + update * states[0]
    return out, [out]


def _at_once(mode, *operands):
    """Does the core's operation take all steps? Where its operands are alike: on the CPU single and double precision, on a GPU all floats."""
    shares = operands[0]
    if mode not in _MODES or not shares.shape[0] or any(each.dtype != shares.dtype or each.context != shares.context for each in operands):
        return False
    return 'float' in str(shares.dtype) if shares.context.device_type == 'gpu' else shares.dtype in (float32, float64)


def layer(nd, mode, step, shares, states, weight, bias, backward):
    """A layer in one direction over (steps, batch, gates wide) of the input's shares: the outputs of all steps, and the states behind the last."""
    if _at_once(mode, shares, *states, weight, bias):
        first, cell = states if mode == 'lstm' else (states[0], None)
        outputs, cells, _ = _tensor.op('recurrent', _MXNET, (shares, first, cell, weight, bias), mode=_MODES[mode], reverse=backward)
        end = 0 if backward else shares.shape[0] - 1
        return outputs, [outputs[end], cells[end]] if mode == 'lstm' else [outputs[end]]
    rows = [shares[t] for t in range(shares.shape[0])]
    outputs = []
    for row in rows[::-1] if backward else rows:
        out, states = step(nd, row, nd.FullyConnected(states[0], weight, bias, num_hidden=weight.shape[0]), states)
        outputs.append(out)
    return nd.stack(*(outputs[::-1] if backward else outputs)), states
