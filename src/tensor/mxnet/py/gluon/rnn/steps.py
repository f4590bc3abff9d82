"""One step of each kind of recurrent network: i and h are the input's and the state's share, before the activations; and on a GPU all steps of a layer at once."""
import _tensor

_MODES = {'rnn_tanh': 0, 'rnn_relu': 1, 'lstm': 2, 'gru': 3}


def layer(mode, shares, states, weight, bias, backward):
    """One layer in one direction as one operation, as cuDNN's is: all outputs, and the states behind the last. None: it is not on a GPU, or its operands are not alike."""
    on_gpu = shares.context.device_type == 'gpu' and 'float' in str(shares.dtype)
    if not on_gpu or not shares.shape[0] or mode not in _MODES or any(a.dtype != shares.dtype or a.context != shares.context for a in [*states, weight, bias]):
        return None
    outputs, cells, _ = _tensor.op('rnn', 0, (shares, *states, *[None] * (2 - len(states)), weight, bias), mode=_MODES[mode], reverse=backward)
    last = 0 if backward else shares.shape[0] - 1
    return outputs, [each[last] for each in (outputs, cells)[:len(states)]]


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
