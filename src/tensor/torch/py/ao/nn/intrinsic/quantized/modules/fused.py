"""Fused layers of whole numbers: a ReLU is where the rounded sums are cut."""
import torch
from torch.ao.nn import intrinsic, quantized


class LinearReLU(quantized.Linear):
    _FLOAT_MODULE = intrinsic.LinearReLU

    def __init__(self, in_features, out_features, bias=True, dtype=torch.qint8):
        super().__init__(in_features, out_features, bias, dtype)

    def forward(self, x):
        return torch.ops.quantized.linear_relu(x, self._packed_params._packed_params, self.scale, self.zero_point)

    def _get_name(self):
        return 'QuantizedLinearReLU'


def _conv(dims):
    plain, name = getattr(quantized, 'Conv' + dims), 'ConvReLU' + dims
    return type(name, (plain,), {'_FLOAT_MODULE': getattr(intrinsic, name), '_op': 'conv%s_relu' % dims, '__module__': 'torch.ao.nn.intrinsic.quantized.modules.conv_relu', '__doc__': None})


def _norm(dims):
    plain = getattr(quantized, 'BatchNorm' + dims)
    return type('BNReLU' + dims, (plain,), {'_fused': '_relu', '__module__': 'torch.ao.nn.intrinsic.quantized.modules.bn_relu', '__doc__': None})


ConvReLU1d, ConvReLU2d, ConvReLU3d = map(_conv, ('1d', '2d', '3d'))
BNReLU2d, BNReLU3d = map(_norm, ('2d', '3d'))
