"""Convolutions in one to three dimensions, plain and transposed."""
import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.parameter import Parameter, UninitializedParameter
from .lazy import LazyModuleMixin
from .module import Module
from .utils import _ntuple, _reverse_repeat_tuple

__all__ = ['Conv1d', 'Conv2d', 'Conv3d', 'ConvTranspose1d', 'ConvTranspose2d', 'ConvTranspose3d',
           'LazyConv1d', 'LazyConv2d', 'LazyConv3d', 'LazyConvTranspose1d', 'LazyConvTranspose2d', 'LazyConvTranspose3d']

_PADDING_MODES = ('zeros', 'reflect', 'replicate', 'circular')


class _ConvNd(Module):
    """What all convolutions share: the weight (out, in / groups, *kernel), transposed (in, out / groups, *kernel)."""

    transposed = False
    _dims = 0

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros',
                 device=None, dtype=None, output_padding=0):
        super().__init__()
        many = _ntuple(self._dims, '_many')
        if groups <= 0:
            raise ValueError('groups must be a positive integer')
        if in_channels % groups != 0:
            raise ValueError('in_channels must be divisible by groups')
        if out_channels % groups != 0:
            raise ValueError('out_channels must be divisible by groups')
        stride = many(stride)
        if isinstance(padding, str):
            if padding not in ('same', 'valid'):
                raise ValueError("Invalid padding string %r, should be one of {'valid', 'same'}" % padding)
            if padding == 'same' and any(s != 1 for s in stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in _PADDING_MODES:
            raise ValueError("padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, but got padding_mode='%s'" % padding_mode)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = many(kernel_size)
        self.stride = stride
        self.padding = padding if isinstance(padding, str) else many(padding)
        self.dilation = many(dilation)
        self.output_padding = many(output_padding)
        self.groups = groups
        self.padding_mode = padding_mode
        if padding == 'same':
            around = []
            for d, k in zip(reversed(self.dilation), reversed(self.kernel_size)):
                total = d * (k - 1)
                around += [total // 2, total - total // 2]
            self._reversed_padding_repeated_twice = around
        elif padding == 'valid':
            self._reversed_padding_repeated_twice = [0] * (2 * self._dims)
        else:
            self._reversed_padding_repeated_twice = _reverse_repeat_tuple(self.padding, 2)
        first, second = (in_channels, out_channels // groups) if self.transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(torch.empty((first, second, *self.kernel_size), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter('bias', None)
        self.reset_parameters()

    def reset_parameters(self):
        init._start(self.weight, self.bias if self.weight.shape[1] else None)       # without inputs the bias stays as it lies in memory

    def extra_repr(self):
        parts = ['%s, %s, kernel_size=%s, stride=%s' % (self.in_channels, self.out_channels, self.kernel_size, self.stride)]
        if self.padding != (0,) * self._dims:
            parts.append('padding=%s' % (self.padding,))
        if self.dilation != (1,) * self._dims:
            parts.append('dilation=%s' % (self.dilation,))
        if self.output_padding != (0,) * self._dims:
            parts.append('output_padding=%s' % (self.output_padding,))
        if self.groups != 1:
            parts.append('groups=%s' % self.groups)
        if self.bias is None:
            parts.append('bias=False')
        if self.padding_mode != 'zeros':
            parts.append('padding_mode=%s' % self.padding_mode)
        return ', '.join(parts)

    def _conv_forward(self, input, weight, bias):
        if self.padding_mode == 'zeros':
            return self._fn(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)
        input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
        return self._fn(input, weight, bias, self.stride, 0, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_ConvNd):
    """Convolution over (N, C, L)."""
    _dims = 1
    _fn = staticmethod(F.conv1d)


class Conv2d(_ConvNd):
    """Convolution over (N, C, H, W)."""
    _dims = 2
    _fn = staticmethod(F.conv2d)

    def forward(self, input):
        if self.padding_mode == 'zeros':
            return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)
        return self._conv_forward(input, self.weight, self.bias)


class Conv3d(_ConvNd):
    """Convolution over (N, C, D, H, W)."""
    _dims = 3
    _fn = staticmethod(F.conv3d)


class _ConvTransposeNd(_ConvNd):
    transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode='zeros', device=None, dtype=None):
        if padding_mode != 'zeros':
            raise ValueError('Only "zeros" padding mode is supported for ' + type(self).__name__)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype, output_padding)

    def _output_padding(self, input, output_size):
        """What must be added at the end for an output of just this size."""
        dims = self._dims
        if len(output_size) == dims + input.dim() - dims:
            output_size = output_size[-dims:]
        if len(output_size) != dims:
            raise ValueError('ConvTranspose%dD: for %dD input, output_size must have %d or %d elements (got %d)'
                             % (dims, input.dim(), dims, input.dim(), len(output_size)))
        least = [(input.size(d - dims) - 1) * self.stride[d] - 2 * self.padding[d] + self.dilation[d] * (self.kernel_size[d] - 1) + 1
                 for d in range(dims)]
        most = [low + self.stride[d] - 1 for d, low in enumerate(least)]
        for size, low, high in zip(output_size, least, most):
            if size < low or size > high:
                raise ValueError('requested an output size of %s, but valid sizes range from %s to %s (for an input of %s)'
                                 % (output_size, least, most, input.size()[2:]))
        return tuple(size - low for size, low in zip(output_size, least))

    def forward(self, input, output_size=None):
        more = self.output_padding if output_size is None else self._output_padding(input, list(output_size))
        return self._fn(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """The transposed convolution over (N, C, L)."""
    _dims = 1
    _fn = staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """The transposed convolution over (N, C, H, W)."""
    _dims = 2
    _fn = staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """The transposed convolution over (N, C, D, H, W)."""
    _dims = 3
    _fn = staticmethod(F.conv_transpose3d)


class _LazyConv(LazyModuleMixin):
    """in_channels from the first input's axis of channels."""

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, bias=False, padding_mode=padding_mode)
        self._wait(out_channels, bias, device, dtype)

    def _wait(self, out_channels, bias, device, dtype):
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super(LazyModuleMixin, self).reset_parameters()

    def initialize_parameters(self, input, *args):
        dims = self._dims
        if input.dim() not in (dims + 1, dims + 2):
            raise RuntimeError('Expected %dD (unbatched) or %dD (batched) input to %s, but got input of size: %s'
                               % (dims + 1, dims + 2, type(self).__name__, list(input.shape)))
        self.in_channels = input.shape[-dims - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError('in_channels must be divisible by groups')
        first, second = (self.in_channels, self.out_channels // self.groups) if self.transposed else (self.out_channels, self.in_channels // self.groups)
        self._make(weight=(first, second, *self.kernel_size), bias=(self.out_channels,))


class _LazyConvTranspose(_LazyConv):
    def __init__(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None):
        super(_LazyConv, self).__init__(0, 0, kernel_size, stride, padding, output_padding, groups, bias=False, dilation=dilation, padding_mode=padding_mode)
        self._wait(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConv, Conv1d):
    cls_to_become = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    cls_to_become = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    cls_to_become = ConvTranspose3d
