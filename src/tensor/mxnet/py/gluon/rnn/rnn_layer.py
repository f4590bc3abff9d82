"""RNN, LSTM and GRU over whole sequences, in layers and both directions."""
import _tensor

from ... import ndarray as nd
from ..block import HybridBlock, is_symbol
from . import steps
from perch.only import only


def _as_one(name, arrays):
    """The arrays as results of one operation: a backward pass through one of them is done with all, so that states may be carried on to the next batch."""
    if not _tensor.mode(0)[0]:
        return arrays
    results = [a.detach() for a in arrays]
    _tensor.custom(name, arrays, results, lambda *grads: grads)
    return results


def _same_context(inputs, states):
    """What the original's one operator for all steps says when a state lives elsewhere."""
    for i, state in enumerate(states):
        here, there = getattr(inputs, 'context', None), getattr(state, 'context', None)
        if here is not None and there is not None and here != there:
            from mxnet.base import MXNetError
            from perch.explain import attach
            masks = [1 if ctx.device_type.startswith('cpu') else 2 for ctx in (there, here)]
            raise attach(MXNetError('Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() (%d vs. %d) : Operator RNN require all inputs live on the same context. '
                                    'But the first argument is on %s while the %d-th argument is on %s' % (*masks, here, i + 3, there)),
                         'P0102' if masks[0] == masks[1] else 'P0103', [inputs, state])


class _RNNLayer(HybridBlock):
    _gates, _kind, _state_count = 1, 'rnn', 1

    def __init__(self, hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                 h2h_bias_initializer, dtype='float32', **kwargs):
        super().__init__(**kwargs)
        if layout not in ('TNC', 'NTC'):
            raise AssertionError(f"Invalid layout {layout}; must be one of ['TNC' or 'NTC']")
        self._hidden_size, self._num_layers, self._layout = hidden_size, num_layers, layout
        self._dropout, self._dir, self._input_size, self._dtype = dropout, 2 if bidirectional else 1, input_size, dtype
        wide, size = self._gates * hidden_size, input_size
        for layer in range(num_layers):
            for side in ('l', 'r')[:self._dir]:
                for name, shape, init in (('i2h_weight', (wide, size), i2h_weight_initializer), ('h2h_weight', (wide, hidden_size), h2h_weight_initializer),
                                          ('i2h_bias', (wide,), i2h_bias_initializer), ('h2h_bias', (wide,), h2h_bias_initializer)):
                    full = f'{side}{layer}_{name}'
                    setattr(self, full, self.params.get(full, shape=shape, init=init, dtype=dtype, allow_deferred_init=True))
            size = hidden_size * self._dir

    def __repr__(self):
        size = self.l0_i2h_weight.shape[1]
        text = f'{self.__class__.__name__}({size or None} -> {self.l0_i2h_weight.shape[0] // self._gates}, {self._layout}'
        if self._num_layers != 1:
            text += f', num_layers={self._num_layers}'
        if self._dropout != 0:
            text += f', dropout={self._dropout}'
        if self._dir == 2:
            text += ', bidirectional'
        return text + ')'

    def state_info(self, batch_size=0):
        shape = (self._num_layers * self._dir, batch_size, self._hidden_size)
        return [{'shape': shape, '__layout__': 'LNC', 'dtype': self._dtype}] * self._state_count

    def begin_state(self, batch_size=0, func=None, **kwargs):
        """The states before a sequence begins: zeros, or what func makes."""
        func = nd.zeros if func is None else func
        states = []
        for i, info in enumerate(self.state_info(batch_size)):
            given = {**kwargs, 'shape': info['shape'], 'dtype': info['dtype']}
            states.append(func(name=f'{self.prefix}h0_{i}', **given))
        return states

    def infer_shape(self, x, *args):
        for side in ('l', 'r')[:self._dir]:
            getattr(self, f'{side}0_i2h_weight').shape = (self._gates * self._hidden_size, x.shape[2])

    def __call__(self, inputs, states=None, sequence_length=None):
        only('mx.gluon.rnn layer()', sequence_length=(sequence_length, None))
        self.skip_states = states is None
        if is_symbol(inputs):
            from ... import symbol
            states = self.begin_state(0, func=symbol.zeros) if states is None else list(states) if isinstance(states, (list, tuple)) else [states]
            return super().__call__(inputs, states)
        if states is None:
            batch = inputs.shape[self._layout.find('N')]
            states = self.begin_state(batch, ctx=inputs.context)
        if isinstance(states, nd.NDArray):
            states = [states]
        for state, info in zip(states, self.state_info(inputs.shape[self._layout.find('N')])):
            if state.shape != info['shape']:
                raise ValueError(f'Invalid recurrent state shape. Expecting {info["shape"]}, got {state.shape}.')
        return super().__call__(inputs, states)

    def _step(self, F, i, h, states):
        raise NotImplementedError

    def _as_node(self, F, inputs, states, params):
        """The layers as one node of a graph."""
        sides = [f'{side}{layer}' for layer in range(self._num_layers) for side in ('l', 'r')[:self._dir]]
        parts = [F.reshape(params[f'{side}_{way}_{kind}'], shape=(-1,)) for kind in ('weight', 'bias') for side in sides for way in ('i2h', 'h2h')]
        packed = F._internal._rnn_param_concat(*parts, dim=0)
        turned = self._layout == 'NTC'
        out = F.RNN(F.swapaxes(inputs, dim1=0, dim2=1) if turned else inputs, packed, *states, state_size=self._hidden_size, num_layers=self._num_layers, bidirectional=self._dir == 2, p=self._dropout,
                    state_outputs=True, mode=self._mode())
        rows = F.swapaxes(out[0], dim1=0, dim2=1) if turned else out[0]
        return rows if self.skip_states else (rows, [out[i] for i in range(1, 1 + self._state_count)])

    def _mode(self):
        return type(self).__name__.lower()

    def hybrid_forward(self, F, inputs, states, **params):
        if F is not nd:
            return self._as_node(F, inputs, states, params)
        _same_context(inputs, states)
        if self._layout == 'NTC':
            inputs = F.swapaxes(inputs, 0, 1)
        wide, last = self._gates * self._hidden_size, [[] for _ in range(self._state_count)]
        for layer in range(self._num_layers):
            ways = []
            for way, side in enumerate(('l', 'r')[:self._dir]):
                name, at = f'{side}{layer}', layer * self._dir + way
                shares = F.FullyConnected(inputs, params[name + '_i2h_weight'], params[name + '_i2h_bias'], num_hidden=wide, flatten=False)
                outputs, after = steps.layer(F, self._mode(), self._step, shares, [s[at] for s in states], params[name + '_h2h_weight'], params[name + '_h2h_bias'], bool(way))
                ways.append(outputs)
                for k, state in enumerate(after):
                    last[k].append(state)
            inputs = ways[0] if len(ways) == 1 else F.concat(*ways, dim=2)
            if self._dropout and layer + 1 < self._num_layers:
                inputs = F.Dropout(inputs, p=self._dropout)
        out = F.swapaxes(inputs, 0, 1) if self._layout == 'NTC' else inputs
        if self.skip_states:
            return out
        out, *states = _as_one('RNN', [out] + [F.stack(*each) for each in last])
        return out, states


class RNN(_RNNLayer):
    """h = activation(W x + U h + b)."""

    def __init__(self, hidden_size, num_layers=1, activation='relu', layout='TNC', dropout=0, bidirectional=False, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', input_size=0, dtype='float32', **kwargs):
        self._activation = activation
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, dtype, **kwargs)

    def _step(self, F, i, h, states):
        return steps.rnn(F, i, h, states, self._activation)

    def _mode(self):
        return 'rnn_' + self._activation


class LSTM(_RNNLayer):
    """Long short-term memory."""
    _gates, _state_count = 4, 2

    def __init__(self, hidden_size, num_layers=1, layout='TNC', dropout=0, bidirectional=False, input_size=0, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', projection_size=None, dtype='float32', **kwargs):
        if projection_size:
            raise NotImplementedError('LSTM: projection_size is not there yet')
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, dtype, **kwargs)

    def _step(self, F, i, h, states):
        return steps.lstm(F, i, h, states)


class GRU(_RNNLayer):
    """The gated recurrent unit."""
    _gates = 3

    def __init__(self, hidden_size, num_layers=1, layout='TNC', dropout=0, bidirectional=False, input_size=0, i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', dtype='float32', **kwargs):
        super().__init__(hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, dtype, **kwargs)

    def _step(self, F, i, h, states):
        return steps.gru(F, i, h, states)
