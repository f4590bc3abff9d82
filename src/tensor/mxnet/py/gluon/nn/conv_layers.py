"""Convolutions, and transposed ones, in one to three dimensions."""
from ..block import HybridBlock
from .activations import Activation


def _each(value, n):
    return (value,) * n if isinstance(value, int) else tuple(value)


class _Conv(HybridBlock):
    _ndim, _transposed = 2, False
    _layouts = {1: ("'NCW'", ('NCW',)), 2: ("'NCHW' and 'NHWC'", ('NCHW', 'NHWC')), 3: ("'NCDHW' and 'NDHWC'", ('NCDHW', 'NDHWC'))}
    _node_name = 'fwd'

    def __init__(self, channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer,
                 output_padding=None, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        n = self._ndim
        if not isinstance(kernel_size, int) and len(kernel_size) != n:
            raise AssertionError(f'kernel_size must be a number or a list of {n} ints')
        named, known = self._layouts[n]
        if layout not in known:
            raise AssertionError(f'Only supports {named} layout for now')
        with self.name_scope():
            self._channels = channels
            self._in_channels = in_channels
            self._kwargs = {'kernel': _each(kernel_size, n), 'stride': _each(strides, n), 'dilate': _each(dilation, n), 'pad': _each(padding, n), 'num_filter': channels,
                            'num_group': groups, 'no_bias': not use_bias, 'layout': layout}
            self._channels_last = layout != known[0]
            if output_padding is not None:
                self._kwargs['adj'] = _each(output_padding, n)
            self.weight = self.params.get('weight', shape=self._weight_shape(in_channels), init=weight_initializer, allow_deferred_init=True)
            self.bias = self.params.get('bias', shape=(channels,), init=bias_initializer, allow_deferred_init=True) if use_bias else None
            self.act = Activation(activation, prefix=activation + '_') if activation is not None else None

    def _weight_shape(self, in_channels):
        groups, kernel = self._kwargs['num_group'], self._kwargs['kernel']
        first, second = (in_channels, self._channels // groups) if self._transposed else (self._channels, in_channels // groups)
        return (first, *kernel, second) if self._channels_last else (first, second, *kernel)

    def _alias(self):
        return 'conv'

    def infer_shape(self, x, *args):
        self.weight.shape = self._weight_shape(x.shape[-1 if self._channels_last else 1])

    def hybrid_forward(self, F, x, weight, bias=None):
        op = F.Deconvolution if self._transposed else F.Convolution
        out = op(x, weight, bias, **self._kwargs)
        return out if self.act is None else self.act(out)

    def __repr__(self):
        k, n = self._kwargs, self._ndim
        first, second = self.weight.shape[:2]
        text = f'{self.__class__.__name__}({second or None} -> {first}, kernel_size={k["kernel"]}, stride={k["stride"]}'
        if k['pad'] != (0,) * n:
            text += f', padding={k["pad"]}'
        if k['dilate'] != (1,) * n:
            text += f', dilation={k["dilate"]}'
        if k['num_group'] != 1:
            text += f', groups={k["num_group"]}'
        if self.bias is None:
            text += ', bias=False'
        if self.act:
            text += f', {self.act}'
        return text + ')'


class Conv1D(_Conv):
    """Convolution over one axis of (batch, channel, width)."""
    _ndim = 1

    def __init__(self, channels, kernel_size, strides=1, padding=0, dilation=1, groups=1, layout='NCW', activation=None, use_bias=True, weight_initializer=None,
                 bias_initializer='zeros', in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv2D(_Conv):
    """Convolution over height and width of (batch, channel, height, width)."""

    def __init__(self, channels, kernel_size, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, layout='NCHW', activation=None, use_bias=True,
                 weight_initializer=None, bias_initializer='zeros', in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv3D(_Conv):
    """Convolution over depth, height and width."""
    _ndim = 3

    def __init__(self, channels, kernel_size, strides=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, layout='NCDHW', activation=None, use_bias=True,
                 weight_initializer=None, bias_initializer='zeros', in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv1DTranspose(_Conv):
    """The transposed convolution over one axis."""
    _ndim, _transposed = 1, True

    def __init__(self, channels, kernel_size, strides=1, padding=0, output_padding=0, dilation=1, groups=1, layout='NCW', activation=None, use_bias=True,
                 weight_initializer=None, bias_initializer='zeros', in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         output_padding, **kwargs)


class Conv2DTranspose(_Conv):
    """The transposed convolution over height and width."""
    _transposed = True

    def __init__(self, channels, kernel_size, strides=(1, 1), padding=(0, 0), output_padding=(0, 0), dilation=(1, 1), groups=1, layout='NCHW', activation=None,
                 use_bias=True, weight_initializer=None, bias_initializer='zeros', in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         output_padding, **kwargs)


class Conv3DTranspose(_Conv):
    """The transposed convolution over depth, height and width."""
    _ndim, _transposed = 3, True

    def __init__(self, channels, kernel_size, strides=(1, 1, 1), padding=(0, 0, 0), output_padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, layout='NCDHW',
                 activation=None, use_bias=True, weight_initializer=None, bias_initializer='zeros', in_channels=0, **kwargs):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, in_channels, activation, use_bias, weight_initializer, bias_initializer,
                         output_padding, **kwargs)
