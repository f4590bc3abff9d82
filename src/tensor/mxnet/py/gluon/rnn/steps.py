"""One step of each kind of recurrent network: i and h are the input's and the state's share, before the activations."""


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
