"""Cells: one step of a recurrent network; unroll runs them over a sequence."""
from ... import ndarray as nd
from ..block import Block, HybridBlock, is_symbol
from . import steps


def _space(x):
    """mx.nd for arrays, mx.sym for symbols."""
    if not is_symbol(x):
        return nd
    from ... import symbol
    return symbol


def _begun(cell, rows, layout):
    """The states before a sequence begins, like its steps."""
    if is_symbol(rows[0]):
        return cell.begin_state(batch_size=0, func=_space(rows[0]).zeros)
    return cell.begin_state(batch_size=rows[0].shape[layout.replace('T', '').find('N')], ctx=rows[0].context)


def _rows(inputs, length, layout):
    """A sequence as a list of steps."""
    axis = layout.find('T')
    if isinstance(inputs, (list, tuple)):
        return list(inputs)
    if is_symbol(inputs):
        return list(inputs) if len(inputs) > 1 else list(_space(inputs).split(inputs, num_outputs=length, axis=axis, squeeze_axis=1))
    if length is not None and inputs.shape[axis] != length:
        raise AssertionError
    return [nd.squeeze(nd.slice_axis(inputs, axis, i, i + 1), axis) for i in range(inputs.shape[axis])]


class RecurrentCell(Block):
    """The base class: state_info, begin_state, unroll."""

    def __init__(self, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self):
        self._init_counter = self._counter = -1
        for cell in self._children.values():
            cell.reset()

    def state_info(self, batch_size=0):
        raise NotImplementedError()

    def begin_state(self, batch_size=0, func=None, **kwargs):
        """The states before a sequence begins."""
        if self._modified:
            raise AssertionError('After applying modifier cells (e.g. ZoneoutCell) the base cell cannot be called directly. Call the modifier cell instead.')
        func = nd.zeros if func is None else func
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f'{self._prefix}begin_state_{self._init_counter}', **{**kwargs, 'shape': info['shape']}))
        return states

    def unroll(self, length, inputs, begin_state=None, layout='NTC', merge_outputs=None, valid_length=None):
        """Outputs and the last states of a whole sequence."""
        self.reset()
        rows = _rows(inputs, length, layout)
        states = _begun(self, rows, layout) if begin_state is None else begin_state
        outputs, history = [], []
        for row in rows:
            out, states = self(row, states)
            outputs.append(out)
            history.append(states)
        axis, F = layout.find('T'), _space(rows[0])
        if valid_length is not None:
            states = [F.SequenceLast(F.stack(*each), valid_length, use_sequence_length=True) for each in zip(*history)]
            masked = F.SequenceMask(F.stack(*outputs), valid_length, use_sequence_length=True)
            if merge_outputs:
                return (masked if axis == 0 else F.swapaxes(masked, 0, 1)), states
            return (list(F.split(masked, num_outputs=len(rows), axis=0, squeeze_axis=1)) if F is not nd else [masked[t] for t in range(len(rows))]), states
        if merge_outputs:
            return F.stack(*outputs, axis=axis), states
        return outputs, states

    def forward(self, inputs, states):
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """A cell with hybrid_forward."""

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError


class _Cell(HybridRecurrentCell):
    _gates, _hint = 1, 'rnn'

    def __init__(self, hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params):
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._input_size = hidden_size, input_size
        wide = self._gates * hidden_size
        for name, width, init in (('i2h_weight', (input_size,), i2h_weight_initializer), ('h2h_weight', (hidden_size,), h2h_weight_initializer),
                                  ('i2h_bias', (), i2h_bias_initializer), ('h2h_bias', (), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=(wide, *width), init=init, allow_deferred_init=True))

    def _alias(self):
        return self._hint

    def state_info(self, batch_size=0):
        return [{'shape': (batch_size, self._hidden_size), '__layout__': 'NC'}]

    def infer_shape(self, x, *args):
        self.i2h_weight.shape = (self._gates * self._hidden_size, x.shape[-1])

    def __repr__(self):
        wide, size = self.i2h_weight.shape
        return f'{self.__class__.__name__}({size or None} -> {wide}{self._more()})'

    def _more(self):
        return ''

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        wide = self._gates * self._hidden_size
        if F is not nd:
            return self._as_nodes(F, inputs, states, (i2h_weight, i2h_bias), (h2h_weight, h2h_bias), wide)
        i = F.FullyConnected(inputs, i2h_weight, i2h_bias, num_hidden=wide)
        h = F.FullyConnected(states[0], h2h_weight, h2h_bias, num_hidden=wide)
        return self._step(F, i, h, states)


    def _as_nodes(self, F, inputs, states, i2h, h2h, wide):
        """The step as a graph, its nodes named after the step's number."""
        step = f't{self._counter}_'
        i = F.FullyConnected(inputs, *i2h, num_hidden=wide, name=step + 'i2h')
        h = F.FullyConnected(states[0], *h2h, num_hidden=wide, name=step + 'h2h')
        out, after = self._step(F, i, h, states)
        for each, name in zip(dict.fromkeys(id(e) for e in after), ('out', 'state')):
            next(e for e in after if id(e) == each)._heads[0][0].name = self.prefix + step + name
        return out, after


class RNNCell(_Cell):
    """h = activation(W x + U h + b)."""

    def __init__(self, hidden_size, activation='tanh', i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer='zeros', h2h_bias_initializer='zeros',
                 input_size=0, prefix=None, params=None):
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params)
        self._activation = activation

    def _more(self):
        return f', {self._activation}'

    def _step(self, F, i, h, states):
        return steps.rnn(F, i, h, states, self._activation)


class LSTMCell(_Cell):
    """Long short-term memory."""
    _gates, _hint = 4, 'lstm'

    def __init__(self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', input_size=0,
                 prefix=None, params=None, activation='tanh', recurrent_activation='sigmoid'):
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params)
        self._activation, self._recurrent_activation = activation, recurrent_activation

    def state_info(self, batch_size=0):
        return super().state_info(batch_size) * 2

    def _step(self, F, i, h, states):
        return steps.lstm(F, i, h, states, self._activation, self._recurrent_activation)


class GRUCell(_Cell):
    """The gated recurrent unit."""
    _gates, _hint = 3, 'gru'

    def __init__(self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', input_size=0,
                 prefix=None, params=None):
        super().__init__(hidden_size, input_size, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, prefix, params)

    def _step(self, F, i, h, states):
        return steps.gru(F, i, h, states)


class SequentialRNNCell(RecurrentCell):
    """Cells one on top of the other."""

    def add(self, cell):
        self.register_child(cell)

    def state_info(self, batch_size=0):
        return [info for cell in self._children.values() for info in cell.state_info(batch_size)]

    def begin_state(self, batch_size=0, **kwargs):
        return [s for cell in self._children.values() for s in cell.begin_state(batch_size=batch_size, **kwargs)]

    def __call__(self, inputs, states):
        self._counter += 1
        after, at = [], 0
        for cell in self._children.values():
            n = len(cell.state_info())
            inputs, new = cell(inputs, states[at:at + n])
            after += new
            at += n
        return inputs, after

    def unroll(self, length, inputs, begin_state=None, layout='NTC', merge_outputs=None, valid_length=None):
        """Each cell goes through the whole sequence before the next one does: one that goes both ways cannot be stepped."""
        self.reset()
        rows = _rows(inputs, length, layout)
        states = _begun(self, rows, layout) if begin_state is None else begin_state
        after, at, last = [], 0, len(self) - 1
        for i, cell in enumerate(self._children.values()):
            n = len(cell.state_info())
            rows, new = cell.unroll(length, rows, states[at:at + n], layout, merge_outputs if i == last else False, valid_length)
            after += new
            at += n
        return rows, after

    def __len__(self):
        return len(self._children)

    def __getitem__(self, i):
        return list(self._children.values())[i]

    def __repr__(self):
        from ..parameter import _indent
        lines = '\n'.join(f'({i}): {_indent(repr(m), 2)}' for i, m in self._children.items())
        return f'{self.__class__.__name__}(\n{lines}\n)'


class HybridSequentialRNNCell(SequentialRNNCell, HybridRecurrentCell):
    """Cells one on top of the other."""


class DropoutCell(HybridRecurrentCell):
    """Dropout on its input."""

    def __init__(self, rate, axes=(), prefix=None, params=None):
        super().__init__(prefix, params)
        self._rate, self._axes = rate, axes

    def state_info(self, batch_size=0):
        return []

    def hybrid_forward(self, F, inputs, states):
        return F.Dropout(inputs, p=self._rate, axes=self._axes) if self._rate > 0 else inputs, states

    def unroll(self, length, inputs, begin_state=None, layout='NTC', merge_outputs=None, valid_length=None):
        """A sequence in one array is dropped from at once."""
        apart = isinstance(inputs, (list, tuple))
        if merge_outputs is False or apart and not merge_outputs:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs)
        self.reset()
        F = _space(inputs)
        inputs = F.stack(*inputs, axis=layout.find('T')) if apart else inputs
        return self.hybrid_forward(F, inputs, begin_state or [])

    def __repr__(self):
        return f'{self.__class__.__name__}(rate={self._rate}, axes={self._axes})'


class ModifierCell(HybridRecurrentCell):
    """A cell around another."""

    def __init__(self, base_cell):
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self):
        return self.base_cell.params

    def state_info(self, batch_size=0):
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func=None, **kwargs):
        self.base_cell._modified = False
        begin = self.base_cell.begin_state(func=func, **kwargs)
        self.base_cell._modified = True
        return begin

    def __repr__(self):
        return f'{self.__class__.__name__}({self.base_cell})'


class ZoneoutCell(ModifierCell):
    """Keeps some outputs and states of the step before, by chance."""

    def __init__(self, base_cell, zoneout_outputs=0., zoneout_states=0.):
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states, self._before = zoneout_outputs, zoneout_states, None

    def _alias(self):
        return 'zoneout'

    def reset(self):
        super().reset()
        self._before = None

    def hybrid_forward(self, F, inputs, states):
        out, after = self.base_cell(inputs, states)
        def mix(rate, new, old):
            return F.where(F.Dropout(F.ones_like(new), p=rate), new, old) if rate else new
        out = mix(self.zoneout_outputs, out, self._before if self._before is not None else F.zeros_like(out))
        self._before = out
        return out, [mix(self.zoneout_states, new, old) for new, old in zip(after, states)]

    def __repr__(self):
        return f'{self.__class__.__name__}(p_out={self.zoneout_outputs}, p_state={self.zoneout_states}, {self.base_cell})'


class ResidualCell(ModifierCell):
    """Adds its input to its output."""

    def hybrid_forward(self, F, inputs, states):
        out, states = self.base_cell(inputs, states)
        return out + inputs, states


class BidirectionalCell(HybridRecurrentCell):
    """Two cells, one for each direction; runs by unroll alone."""

    def __init__(self, l_cell, r_cell, output_prefix='bi_'):
        super().__init__(prefix='', params=None)
        self.register_child(l_cell, 'l_cell')
        self.register_child(r_cell, 'r_cell')

    def __call__(self, inputs, states):
        raise NotImplementedError('Bidirectional cannot be stepped. Please use unroll')

    def state_info(self, batch_size=0):
        return [info for cell in self._children.values() for info in cell.state_info(batch_size)]

    def begin_state(self, **kwargs):
        return [s for cell in self._children.values() for s in cell.begin_state(**kwargs)]

    def unroll(self, length, inputs, begin_state=None, layout='NTC', merge_outputs=None, valid_length=None):
        self.reset()
        rows = _rows(inputs, length, layout)
        left, right = self._children.values()
        states = _begun(self, rows, layout) if begin_state is None else begin_state
        n = len(left.state_info())
        axis, F = layout.find('T'), _space(rows[0])
        ahead, first = left.unroll(length, rows, states[:n], layout, False, valid_length)
        turned = rows[::-1]
        if valid_length is not None:
            stacked = F.SequenceReverse(F.stack(*rows), valid_length, use_sequence_length=True)
            turned = list(F.split(stacked, num_outputs=len(rows), axis=0, squeeze_axis=1)) if F is not nd else [stacked[t] for t in range(len(rows))]
        back, second = right.unroll(length, turned, states[n:], layout, False, valid_length)
        if valid_length is not None:
            stacked = F.SequenceReverse(F.stack(*back), valid_length, use_sequence_length=True)
            back = list(F.split(stacked, num_outputs=len(rows), axis=0, squeeze_axis=1)) if F is not nd else [stacked[t] for t in range(len(rows))]
        else:
            back = back[::-1]
        outputs = [F.concat(a, b, dim=1) for a, b in zip(ahead, back)]
        if merge_outputs:
            return F.stack(*outputs, axis=axis), first + second
        return outputs, first + second

    def __repr__(self):
        left, right = self._children.values()
        return f'{self.__class__.__name__}(forward={left}, backward={right})'
