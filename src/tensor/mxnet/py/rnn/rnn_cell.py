"""Cells over symbols: gluon's cells, whose parameters are variables without more ado."""
import warnings

from .. import symbol as sym
from ..gluon import rnn as _gluon
from ..initializer import LSTMBias
from perch.only import only


class _States(list):
    """What a cell's states are: an attribute of the cells here; gluon's own methods, on which they stand, ask for it with a batch's size."""

    def __call__(self, batch_size=0):
        return [{**info, 'shape': tuple(batch_size if at == 'N' else size for size, at in zip(info['shape'], info['__layout__']))} for info in self]


class _Symbolic:
    """What the cells here share: states that begin as symbols."""

    def begin_state(self, func=sym.zeros, **kwargs):
        return super().begin_state(batch_size=kwargs.pop('batch_size', 0), func=func, **kwargs)

    @property
    def state_info(self):
        return _States(super().state_info())

    @property
    def state_shape(self):
        return [info['shape'] for info in self.state_info]


class _Several(_Symbolic):
    """Cells that stand on others: these know how their weights lie."""
    _cells = property(lambda self: list(self._children.values()))

    def unpack_weights(self, args):
        for cell in self._children.values():
            args = cell.unpack_weights(args) if hasattr(cell, 'unpack_weights') else args
        return args

    def pack_weights(self, args):
        for cell in self._children.values():
            args = cell.pack_weights(args) if hasattr(cell, 'pack_weights') else args
        return args


class ZoneoutCell(_Several, _gluon.ZoneoutCell):
    pass


class ResidualCell(_Several, _gluon.ResidualCell):
    pass


class _Gated(_Symbolic):
    _gate_names = ('',)

    def _plain(self, **inits):
        """The parameters' variables, with an initializer of their own where one is given."""
        for name, p in self._reg_params.items():
            p._var = sym.var(p.name, init=inits.get(name))

    def unpack_weights(self, args):
        """Each gate's weights under a name of its own."""
        return _by_gates(dict(args), self.prefix, self._gate_names, self._hidden_size)

    def pack_weights(self, args):
        """What unpack_weights took apart, together."""
        from .. import ndarray as nd
        args = dict(args)
        if len(self._gate_names) > 1:
            for way in ('i2h', 'h2h'):
                for kind in ('weight', 'bias'):
                    args[f'{self.prefix}{way}_{kind}'] = nd.concat(*[args.pop(f'{self.prefix}{way}{gate}_{kind}') for gate in self._gate_names], dim=0)
        return args


def _by_gates(args, prefix, gates, hidden):
    if len(gates) > 1:
        for way in ('i2h', 'h2h'):
            for kind in ('weight', 'bias'):
                whole = args.pop(f'{prefix}{way}_{kind}')
                for i, gate in enumerate(gates):
                    args[f'{prefix}{way}{gate}_{kind}'] = whole[i * hidden:(i + 1) * hidden].copy()
    return args


class RNNCell(_Gated, _gluon.RNNCell):
    def __init__(self, num_hidden, activation='tanh', prefix='rnn_', params=None):
        only('mx.rnn.RNNCell', params=(params, None))
        super().__init__(num_hidden, activation, prefix=prefix)
        self._plain()


class LSTMCell(_Gated, _gluon.LSTMCell):
    _gate_names = ['_i', '_f', '_c', '_o']

    def __init__(self, num_hidden, prefix='lstm_', params=None, forget_bias=1.0):
        only('mx.rnn.LSTMCell', params=(params, None))
        super().__init__(num_hidden, prefix=prefix)
        self._plain(i2h_bias=LSTMBias(forget_bias=forget_bias))


class GRUCell(_Gated, _gluon.GRUCell):
    _gate_names = ['_r', '_z', '_o']

    def __init__(self, num_hidden, prefix='gru_', params=None):
        only('mx.rnn.GRUCell', params=(params, None))
        super().__init__(num_hidden, prefix=prefix)
        self._plain()


class SequentialRNNCell(_Several, _gluon.SequentialRNNCell):
    """Cells one on top of the other."""

    def __init__(self, params=None):
        only('mx.rnn.SequentialRNNCell', params=(params, None))
        super().__init__(prefix='')


class DropoutCell(_Symbolic, _gluon.DropoutCell):
    def __init__(self, dropout, prefix='dropout_', params=None):
        only('mx.rnn.DropoutCell', params=(params, None))
        super().__init__(dropout, prefix=prefix)
class BidirectionalCell(_Several, _gluon.BidirectionalCell):
    """Two cells, one for each direction."""

    def __init__(self, l_cell, r_cell, params=None, output_prefix='bi_'):
        only('mx.rnn.BidirectionalCell', params=(params, None))
        super().__init__(l_cell, r_cell, output_prefix)

    def unroll(self, *args, **kwargs):
        """The states are two lists, one a direction."""
        outputs, states = super().unroll(*args, **kwargs)
        n = len(states) // 2
        return outputs, [states[:n], states[n:]]


_CELLS = {'rnn_relu': lambda n, prefix, _: RNNCell(n, 'relu', prefix), 'rnn_tanh': lambda n, prefix, _: RNNCell(n, 'tanh', prefix), 'lstm': lambda n, prefix, bias: LSTMCell(n, prefix, forget_bias=bias),
          'gru': lambda n, prefix, _: GRUCell(n, prefix)}


class FusedRNNCell(_Symbolic):
    """Layers of cells as one operator over the whole sequence; its parameters are one vector."""

    def __init__(self, num_hidden, num_layers=1, mode='lstm', bidirectional=False, dropout=0.0, get_next_state=False, forget_bias=1.0, prefix=None, params=None):
        only('mx.rnn.FusedRNNCell', params=(params, None))
        self._num_hidden, self._num_layers, self._mode, self._bidirectional, self._dropout = num_hidden, num_layers, mode, bidirectional, dropout
        self._directions = ['l', 'r'] if bidirectional else ['l']
        self._ways = len(self._directions)
        self._next, self._forget_bias, self._prefix = get_next_state, forget_bias, f'{mode}_' if prefix is None else prefix
        from ..initializer import FusedRNN
        self._parameters = sym.var(self._prefix + 'parameters', init=FusedRNN(None, num_hidden, num_layers, mode, bidirectional, forget_bias))

    @property
    def state_info(self):
        shape = (self._num_layers * self._ways, 0, self._num_hidden)
        return _States([{'shape': shape, '__layout__': 'LNC'} for _ in range(2 if self._mode == 'lstm' else 1)])

    @property
    def _gate_names(self):
        return {'lstm': ['_i', '_f', '_c', '_o'], 'gru': ['_r', '_z', '_o']}.get(self._mode, [''])

    @property
    def _num_gates(self):
        return len(self._gate_names)

    def _pieces(self, inputs):
        """(name, shape) of each gate's weights and biases, as they lie in the vector: all weights, then all biases."""
        hidden = self._num_hidden
        for kind in ('weight', 'bias'):
            for layer in range(self._num_layers):
                for side in self._directions:
                    for way, width in (('i2h', inputs if layer == 0 else self._ways * hidden), ('h2h', hidden)):
                        for gate in self._gate_names:
                            yield f'{self._prefix}{side}{layer}_{way}{gate}_{kind}', (hidden, width) if kind == 'weight' else (hidden,)

    def unpack_weights(self, args):
        """The vector's parts, each under a name of its own."""
        args = dict(args)
        whole = args.pop(self._prefix + 'parameters')
        per_layer = lambda width: self._ways * self._num_gates * self._num_hidden * (width + self._num_hidden + 2)
        rest = whole.size - (self._num_layers - 1) * per_layer(self._ways * self._num_hidden)
        begin = 0
        for name, shape in self._pieces(rest // (self._ways * self._num_gates * self._num_hidden) - self._num_hidden - 2):
            end = begin + shape[0] * (shape[1] if len(shape) == 2 else 1)
            args[name], begin = whole[begin:end].reshape(shape).copy(), end
        if begin != whole.size:
            raise AssertionError('Invalid parameters size for FusedRNNCell')
        return args

    def pack_weights(self, args):
        """What unpack_weights took apart, together."""
        from .. import ndarray as nd
        args = dict(args)
        inputs = args[f'{self._prefix}l0_i2h{self._gate_names[0]}_weight'].shape[1]
        args[self._prefix + 'parameters'] = nd.concat(*[args.pop(name).reshape((-1,)) for name, _ in self._pieces(inputs)], dim=0)
        return args

    def begin_state(self, func=sym.zeros, **kwargs):
        return [func(name=f'{self._prefix}begin_state_{i}', **{**kwargs, 'shape': info['shape']}) for i, info in enumerate(self.state_info)]

    def unroll(self, length, inputs, begin_state=None, layout='NTC', merge_outputs=None):
        axis = layout.find('T')
        if isinstance(inputs, (list, tuple)):
            inputs = sym.concat(*[sym.expand_dims(each, axis=axis) for each in inputs], dim=axis)
        if axis == 1:
            warnings.warn('NTC layout detected. Consider using TNC for FusedRNNCell for faster speed', stacklevel=2)
            inputs = sym.swapaxes(inputs, dim1=0, dim2=1)
        states = self.begin_state() if begin_state is None else begin_state
        out = sym.RNN(inputs, self._parameters, *states, state_size=self._num_hidden, num_layers=self._num_layers, bidirectional=self._bidirectional, p=self._dropout, state_outputs=self._next, mode=self._mode,
                      name=self._prefix + 'rnn')
        rows, after = (out[0], [out[i] for i in range(1, len(out))]) if self._next else (out, [])
        if axis == 1:
            rows = sym.swapaxes(rows, dim1=0, dim2=1)
        return (rows if merge_outputs is not False else list(sym.split(rows, num_outputs=length, axis=axis, squeeze_axis=1))), after

    def unfuse(self):
        """The same layers as cells."""
        stack = SequentialRNNCell()
        for layer in range(self._num_layers):
            make = _CELLS[self._mode]
            cells = [make(self._num_hidden, f'{self._prefix}{side}{layer}_', self._forget_bias) for side in ('l', 'r')[:self._ways]]
            stack.add(cells[0] if self._ways == 1 else BidirectionalCell(*cells, output_prefix=f'{self._prefix}bi_l{layer}_'))
            if self._dropout > 0 and layer + 1 < self._num_layers:
                stack.add(DropoutCell(self._dropout, prefix=f'{self._prefix}_dropout{layer}_'))
        return stack
