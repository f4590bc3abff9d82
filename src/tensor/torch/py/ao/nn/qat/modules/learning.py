"""Layers whose weight passes as quantization will make it while they learn."""
import torch.nn.functional as F
from torch import nn
from torch.ao.nn import intrinsic
from torch.nn.utils.parametrize import type_before_parametrizations as _kind


class _Learning:
    """What they share; _FLOAT_MODULE is the layer whose place one takes, _RELU the fused one that has it first."""

    def _begin(self, qconfig, device=None, dtype=None):
        assert qconfig, 'qconfig must be provided for QAT module'
        self.qconfig = qconfig
        self.weight_fake_quant = qconfig.weight(factory_kwargs={'device': device, 'dtype': dtype})

    @classmethod
    def from_float(cls, mod):
        assert _kind(mod) is cls._FLOAT_MODULE, '%sqat.%s.from_float only works for %s' % (' ' * (cls._DIMS is None), cls.__name__, cls._FLOAT_MODULE.__name__)
        assert hasattr(mod, 'qconfig'), 'Input float module must have qconfig defined'
        assert mod.qconfig, 'Input float module must have a valid qconfig'
        qconfig = mod.qconfig
        if isinstance(mod, intrinsic._FusedModule):
            mod = mod[0]
        made = cls(*cls._shape_of(mod), qconfig=qconfig)
        made.weight, made.bias = mod.weight, mod.bias
        return made

    _DIMS = None

    @staticmethod
    def _shape_of(mod):
        return mod.in_features, mod.out_features, mod.bias is not None

    def _float(self):
        return nn.Linear(*self._shape_of(self))

    def to_float(self):
        made = self._float()
        made.weight = nn.Parameter(self.weight.detach())
        if self.bias is not None:
            made.bias = nn.Parameter(self.bias.detach())
        made.train(self.training)
        return made


class Linear(_Learning, nn.Linear):
    _FLOAT_MODULE = nn.Linear

    def __init__(self, in_features, out_features, bias=True, qconfig=None, device=None, dtype=None):
        nn.Linear.__init__(self, in_features, out_features, bias, device=device, dtype=dtype)
        self._begin(qconfig, device, dtype)

    def forward(self, input):
        return F.linear(input, self.weight_fake_quant(self.weight), self.bias)


def conv_shape(mod):
    """What a convolution of the same shape is made with."""
    return mod.in_channels, mod.out_channels, mod.kernel_size, mod.stride, mod.padding, mod.dilation, mod.groups, mod.bias is not None, mod.padding_mode


class _Conv(_Learning):
    _shape_of = staticmethod(conv_shape)

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', qconfig=None, device=None, dtype=None):
        given = {name: value for name, value in locals().items() if name != 'qconfig'}
        self._FLOAT_CONV_MODULE.__init__(**given)
        self._begin(qconfig, device, dtype)

    def forward(self, input):
        return self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias)

    def _float(self):
        return self._FLOAT_CONV_MODULE(*conv_shape(self))


def _conv(dims):
    kind = getattr(nn, 'Conv' + dims)
    return type('Conv' + dims, (_Conv, kind), {'_FLOAT_MODULE': kind, '_FLOAT_CONV_MODULE': kind, '_DIMS': dims, '__module__': 'torch.ao.nn.qat.modules.conv', '__doc__': None})


Conv1d, Conv2d, Conv3d = map(_conv, ('1d', '2d', '3d'))
