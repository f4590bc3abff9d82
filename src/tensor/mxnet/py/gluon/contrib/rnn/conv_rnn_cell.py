"""Cells over pictures (or lines, or volumes): what a recurrent cell multiplies is convolved here, so that states have places as the inputs have."""
from ...rnn.rnn_cell import HybridRecurrentCell


def _each(value, sides, what='the convolution settings'):
    if isinstance(value, int):
        return (value,) * sides
    if len(value) != sides:
        raise AssertionError(f'For {sides}D convolution, {what} can only be either int or list/tuple of length {sides}')
    return tuple(value)


class _ConvCell(HybridRecurrentCell):
    _sides, _gates, _kind, _states = 2, 1, 'conv_rnn', 1

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                 h2h_bias_initializer, conv_layout, activation, prefix, params):
        super().__init__(prefix=prefix, params=params)
        sides = self._sides
        asked = h2h_kernel
        i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate = (_each(v, sides) for v in (i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate))
        if not all(k % 2 for k in h2h_kernel):
            raise AssertionError(f'Only support odd number, get h2h_kernel= {asked}')
        self._conv_layout, self._activation = conv_layout, activation
        channel = conv_layout.find('C')
        places = [n for i, n in enumerate(input_shape, 1) if i != channel]
        after = [n + 2 * pad - dilate * (k - 1) for n, pad, dilate, k in zip(places, i2h_pad, i2h_dilate, i2h_kernel)]
        wide, channels = self._gates * hidden_channels, input_shape[channel - 1]
        self._state_shape = tuple(self._laid(hidden_channels, after))
        self._into = dict(kernel=i2h_kernel, pad=i2h_pad, dilate=i2h_dilate, stride=(1,) * sides, num_filter=wide, layout=conv_layout)
        self._back = dict(kernel=h2h_kernel, pad=tuple(d * (k - 1) // 2 for d, k in zip(h2h_dilate, h2h_kernel)), dilate=h2h_dilate, stride=(1,) * sides, num_filter=wide, layout=conv_layout)
        for name, shape, init in (('i2h_weight', (wide, *self._laid(channels, i2h_kernel)), i2h_weight_initializer), ('h2h_weight', (wide, *self._laid(hidden_channels, h2h_kernel)), h2h_weight_initializer),
                                  ('i2h_bias', (wide,), i2h_bias_initializer), ('h2h_bias', (wide,), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def _laid(self, channels, places):
        """One item's sizes in the layout's order."""
        sizes = list(places)
        sizes.insert(self._conv_layout.find('C') - 1, channels)
        return sizes

    def _alias(self):
        return self._kind

    def state_info(self, batch_size=0):
        return [{'shape': (batch_size, *self._state_shape), '__layout__': self._conv_layout} for _ in range(self._states)]

    def _activated(self, F, x):
        if isinstance(self._activation, str):
            return F.Activation(x, act_type=self._activation)
        return self._activation(x)

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        i = F.Convolution(inputs, i2h_weight, i2h_bias, **self._into)
        h = F.Convolution(states[0], h2h_weight, h2h_bias, **self._back)
        return self._step(F, i, h, states)

    def _apart(self, F, x):
        return F.split(x, num_outputs=self._gates, axis=self._conv_layout.find('C'))

    def __repr__(self):
        channel = self._conv_layout.find('C')
        return f'{type(self).__name__}({self.i2h_weight.shape[channel]} -> {self.i2h_weight.shape[0]}, {self._activation}, {self._conv_layout})'


class _Plain(_ConvCell):
    def _step(self, F, i, h, states):
        out = self._activated(F, i + h)
        return out, [out]


class _LSTM(_ConvCell):
    _gates, _kind, _states = 4, 'conv_lstm', 2

    def _step(self, F, i, h, states):
        enter, forget, new, leave = self._apart(F, i + h)
        memory = F.sigmoid(forget) * states[1] + F.sigmoid(enter) * self._activated(F, new)
        out = F.sigmoid(leave) * self._activated(F, memory)
        return out, [out, memory]


class _GRU(_ConvCell):
    _gates, _kind = 3, 'conv_gru'

    def _step(self, F, i, h, states):
        (i_reset, i_update, i_new), (h_reset, h_update, h_new) = self._apart(F, i), self._apart(F, h)
        update = F.sigmoid(i_update + h_update)
        new = self._activated(F, i_new + F.sigmoid(i_reset + h_reset) * h_new)
        out = (1. - update) * new + update * states[0]
        return out, [out]


class Conv1DRNNCell(_Plain):
    """h = activation(W x + U h + b), of convolutions over a line."""
    _sides = 1

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0,), i2h_dilate=(1,), h2h_dilate=(1,), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv1DLSTMCell(_LSTM):
    """Long short-term memory, of convolutions over a line."""
    _sides = 1

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0,), i2h_dilate=(1,), h2h_dilate=(1,), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv1DGRUCell(_GRU):
    """The gated recurrent unit, of convolutions over a line."""
    _sides = 1

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0,), i2h_dilate=(1,), h2h_dilate=(1,), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv2DRNNCell(_Plain):
    """h = activation(W x + U h + b), of convolutions over pictures."""
    _sides = 2

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0), i2h_dilate=(1, 1), h2h_dilate=(1, 1), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCHW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv2DLSTMCell(_LSTM):
    """Long short-term memory, of convolutions over pictures."""
    _sides = 2

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0), i2h_dilate=(1, 1), h2h_dilate=(1, 1), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCHW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv2DGRUCell(_GRU):
    """The gated recurrent unit, of convolutions over pictures."""
    _sides = 2

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0), i2h_dilate=(1, 1), h2h_dilate=(1, 1), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCHW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv3DRNNCell(_Plain):
    """h = activation(W x + U h + b), of convolutions over volumes."""
    _sides = 3

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0, 0), i2h_dilate=(1, 1, 1), h2h_dilate=(1, 1, 1), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCDHW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv3DLSTMCell(_LSTM):
    """Long short-term memory, of convolutions over volumes."""
    _sides = 3

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0, 0), i2h_dilate=(1, 1, 1), h2h_dilate=(1, 1, 1), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCDHW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)


class Conv3DGRUCell(_GRU):
    """The gated recurrent unit, of convolutions over volumes."""
    _sides = 3

    def __init__(self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0, 0), i2h_dilate=(1, 1, 1), h2h_dilate=(1, 1, 1), i2h_weight_initializer=None, h2h_weight_initializer=None,
                 i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', conv_layout='NCDHW', activation='tanh', prefix=None, params=None):
        super().__init__(input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
                         h2h_bias_initializer, conv_layout, activation, prefix, params)
