"""An LSTM whose output is projected, and a cell around another whose dropout is drawn once for a sequence."""
from ...rnn import BidirectionalCell, ModifierCell, SequentialRNNCell
from ...rnn.rnn_cell import HybridRecurrentCell


def _both_ways(cell):
    return isinstance(cell, BidirectionalCell) or isinstance(cell, SequentialRNNCell) and any(map(_both_ways, cell._children.values()))


class VariationalDropoutCell(ModifierCell):
    """Inputs, the first state and outputs lose the same elements at every step until reset()."""

    def __init__(self, base_cell, drop_inputs=0.0, drop_states=0.0, drop_outputs=0.0):
        if drop_states and _both_ways(base_cell):
            raise AssertionError("BidirectionalCell doesn't support variational state dropout. Please add VariationalDropoutCell to the cells underneath instead.")
        super().__init__(base_cell)
        self.drop_inputs, self.drop_states, self.drop_outputs = drop_inputs, drop_states, drop_outputs

    def _alias(self):
        return 'vardrop'

    def reset(self):
        super().reset()
        self._masks = {}

    def _dropped(self, F, what, rate, x):
        if not rate:
            return x
        if what not in self._masks:
            self._masks[what] = F.Dropout(F.ones_like(x), p=rate)
        return x * self._masks[what]

    def hybrid_forward(self, F, inputs, states):
        if self.drop_states:
            states = [self._dropped(F, 'state', self.drop_states, states[0]), *states[1:]]
        out, after = self.base_cell(self._dropped(F, 'input', self.drop_inputs, inputs), states)
        return self._dropped(F, 'output', self.drop_outputs, out), after

    def __repr__(self):
        return f'{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})'


class LSTMPCell(HybridRecurrentCell):
    """Long short-term memory; what is given on, and comes back as the first state, is its output times a matrix."""

    def __init__(self, hidden_size, projection_size, i2h_weight_initializer=None, h2h_weight_initializer=None, h2r_weight_initializer=None, i2h_bias_initializer='zeros',
                 h2h_bias_initializer='zeros', input_size=0, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._projection_size, self._input_size = hidden_size, projection_size, input_size
        wide = 4 * hidden_size
        for name, shape, init in (('i2h_weight', (wide, input_size), i2h_weight_initializer), ('h2h_weight', (wide, projection_size), h2h_weight_initializer),
                                  ('h2r_weight', (projection_size, hidden_size), h2r_weight_initializer), ('i2h_bias', (wide,), i2h_bias_initializer), ('h2h_bias', (wide,), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def _alias(self):
        return 'lstmp'

    def state_info(self, batch_size=0):
        return [{'shape': (batch_size, width), '__layout__': 'NC'} for width in (self._projection_size, self._hidden_size)]

    def infer_shape(self, x, *args):
        self.i2h_weight.shape = (4 * self._hidden_size, x.shape[-1])

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, h2r_weight, i2h_bias, h2h_bias):
        wide = 4 * self._hidden_size
        gates = F.FullyConnected(inputs, i2h_weight, i2h_bias, num_hidden=wide) + F.FullyConnected(states[0], h2h_weight, h2h_bias, num_hidden=wide)
        enter, forget, new, leave = F.split(gates, num_outputs=4)
        memory = F.sigmoid(forget) * states[1] + F.sigmoid(enter) * F.tanh(new)
        hidden = F.FullyConnected(F.sigmoid(leave) * F.tanh(memory), h2r_weight, no_bias=True, num_hidden=self._projection_size)
        return hidden, [hidden, memory]

    def __repr__(self):
        wide, size = self.i2h_weight.shape
        return f'{type(self).__name__}({size or None} -> {wide} -> {self._projection_size})'
