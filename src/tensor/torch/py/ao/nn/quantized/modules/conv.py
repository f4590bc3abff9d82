"""Convolutions of whole numbers."""
import torch
import torch.nn.functional as F
from _torch import _two
from torch import nn
from torch._quantized.products import PackedConv
from torch.nn.modules.utils import _pair, _single, _triple

from .utils import Scaled, WeightedQuantizedModule, judged, small_weight


class _ConvNd(Scaled, WeightedQuantizedModule):
    _NOT_QINT8 = 'Weight observer must have a dtype of qint8'
    transposed = False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        super().__init__()
        self._begin(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device=device)

    def _begin(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode='zeros', output_padding=0, device=None):
        for word, channels in (('in_channels', in_channels), ('out_channels', out_channels)):
            if channels % groups:
                raise ValueError(word + ' must be divisible by groups')
        if padding_mode not in ('zeros', 'reflect'):
            raise ValueError("'padding_mode' {} is not supported by quantized convolution".format(padding_mode))
        tuples = self._tuples
        self.in_channels, self.out_channels, self.groups, self.padding_mode = in_channels, out_channels, groups, padding_mode
        self.kernel_size, self.stride, self.dilation, self.output_padding = tuples(kernel_size), tuples(stride), tuples(dilation), tuples(output_padding)
        self.padding = padding if isinstance(padding, str) else tuples(padding)
        shape = [in_channels, out_channels // groups] if self.transposed else [out_channels, in_channels // groups]
        self.set_weight_bias(torch._empty_affine_quantized([*shape, *self.kernel_size], scale=1, zero_point=0, dtype=torch.qint8, device=device), torch.zeros(out_channels, device=device) if bias else None)
        self.scale, self.zero_point = 1.0, 0

    @classmethod
    def _only(cls, mod, allowed):
        return ' nnq.' + cls.__name__ + '.from_float only works for ' + allowed[0].__name__ + ' but got:' + str(type(mod))

    def _get_name(self):
        name = 'Quantized' + type(self).__name__
        return name if _two('TRANSPOSED_SPELT') else name.replace('Transpose', 'Tranpose')

    def set_weight_bias(self, w, b):
        padding = self.padding if self.padding_mode == 'zeros' else self._tuples(0)
        self._packed_params = PackedConv(w, b, self.stride, padding, self.dilation, self.groups, self.output_padding if self.transposed else None)

    def _weight_bias(self):
        return self._packed_params.weight, self._packed_params.bias

    def forward(self, input):
        if input.dim() != len(self.kernel_size) + 2:
            raise ValueError('Input shape must be `(N, C, %s)`!' % {1: 'L', 2: 'H, W', 3: 'D, H, W'}[len(self.kernel_size)])
        if self.padding_mode != 'zeros':
            input = F.pad(input, [n for n in reversed(self.padding) for _ in range(2)], mode=self.padding_mode)
        return self._product(input, self._packed_params, self.scale, self.zero_point)

    def _product(self, *args):
        return getattr(torch.ops.quantized, self._op)(*args)

    def extra_repr(self):
        shown = '{in_channels}, {out_channels}, kernel_size={kernel_size}, stride={stride}, scale={scale}, zero_point={zero_point}'
        none = (0,) * len(self.kernel_size)
        shown += ''.join(', %s={%s}' % (name, name) for name, usual in (('padding', none), ('dilation', (1,) * len(none)), ('output_padding', none), ('groups', 1)) if getattr(self, name) != usual)
        return shown.format(**self.__dict__) + (', bias=False' if self.bias() is None else '')

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        nn.Module._save_to_state_dict(self, destination, prefix, keep_vars)
        destination[prefix + 'weight'], destination[prefix + 'bias'] = self._weight_bias()
        destination[prefix + 'scale'], destination[prefix + 'zero_point'] = torch.tensor(self.scale), torch.tensor(self.zero_point)

    def _load_from_state_dict(self, state_dict, prefix, *more):
        self.set_weight_bias(state_dict.pop(prefix + 'weight'), state_dict.pop(prefix + 'bias'))
        super()._load_from_state_dict(state_dict, prefix, *more)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        layer, seen, results = judged(cls, mod)
        made = cls(layer.in_channels, layer.out_channels, layer.kernel_size, layer.stride, layer.padding, *cls._more(layer))
        made.set_weight_bias(small_weight(layer.weight, seen), layer.bias)
        made._result_scale(results)
        return made

    @staticmethod
    def _more(layer):
        return layer.dilation, layer.groups, layer.bias is not None, layer.padding_mode


class _ConvTransposeNd(_ConvNd):
    transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None):
        WeightedQuantizedModule.__init__(self)
        if padding_mode != 'zeros':
            raise ValueError('Only "zeros" padding mode is supported for {}'.format(type(self).__name__))
        self._begin(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, output_padding, device)

    @staticmethod
    def _more(layer):
        return layer.output_padding, layer.groups, layer.bias is not None, layer.dilation, layer.padding_mode


def _made(base, word, dims, tuples):
    name = word + dims
    return type(name, (base,), {'_FLOAT_MODULE': getattr(nn, name), '_tuples': staticmethod(tuples), '_op': ('conv_transpose' if base is _ConvTransposeNd else 'conv') + dims, '__module__': __name__, '__doc__': None})


_SIZES = ('1d', _single), ('2d', _pair), ('3d', _triple)
Conv1d, Conv2d, Conv3d = (_made(_ConvNd, 'Conv', *size) for size in _SIZES)
ConvTranspose1d, ConvTranspose2d, ConvTranspose3d = (_made(_ConvTransposeNd, 'ConvTranspose', *size) for size in _SIZES)
