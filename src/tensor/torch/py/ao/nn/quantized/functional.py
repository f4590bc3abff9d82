"""torch.ao.nn.quantized.functional: functions of quantized tensors whose weights are quantized too."""
import torch
import torch.nn.functional as _F
from torch._quantized.products import Packed as _Packed, PackedConv as _PackedConv, conv as _conv, linear as _linear
from torch.nn.functional import adaptive_avg_pool2d, adaptive_avg_pool3d, avg_pool2d, avg_pool3d, hardtanh, interpolate, leaky_relu, max_pool1d, max_pool2d, threshold, upsample, upsample_bilinear, upsample_nearest          # noqa: F401
from torch.nn.modules.utils import _pair, _single, _triple


def linear(input, weight, bias=None, scale=None, zero_point=None):
    scale = input.q_scale() if scale is None else scale
    zero_point = input.q_zero_point() if zero_point is None else zero_point
    return _linear(input, _Packed(weight, bias), scale, zero_point)


def _convolution(dims, tuples):
    def called(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode='zeros', scale=1.0, zero_point=0, dtype=torch.quint8):
        if padding_mode != 'zeros':
            raise NotImplementedError('Only zero-padding is supported!')
        if input.ndim != dims + 2:
            raise ValueError('Input shape must be `(N, C, %s)`!' % {1: 'L', 2: 'H, W', 3: 'D, H, W'}[dims])
        return _conv(input, _PackedConv(weight, bias, tuples(stride), tuples(padding), tuples(dilation), groups), scale, zero_point)
    called.__name__ = called.__qualname__ = 'conv%dd' % dims
    return called


conv1d, conv2d, conv3d = (_convolution(*size) for size in ((1, _single), (2, _pair), (3, _triple)))


def hardswish(input, scale, zero_point):
    return torch.ops.quantized.hardswish(input, scale, zero_point)


def elu(input, scale, zero_point, alpha=1.0):
    return torch.ops.quantized.elu(input, scale, zero_point, alpha)


def celu(input, scale, zero_point, alpha=1.0):
    return torch.quantize_per_tensor(_F.celu(input.dequantize(), alpha), scale, zero_point, input.dtype)


def hardsigmoid(input, inplace=False):
    return _F.hardsigmoid(input, inplace)


def clamp(input, min_, max_):
    return torch.clamp(input, min_, max_)
