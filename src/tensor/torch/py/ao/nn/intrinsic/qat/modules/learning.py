"""Fused layers that learn with what quantization will do to them. With a batch norm behind it a weight is what it will be when both are one: scaled by the running statistics first."""
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.ao.nn import intrinsic
from torch.ao.nn import qat
from torch.ao.nn.qat.modules.learning import conv_shape
from torch.nn import init

_MODULE = 'torch.ao.nn.intrinsic.qat.modules.conv_fused'


class LinearReLU(qat.Linear, intrinsic._FusedModule):
    _FLOAT_MODULE = intrinsic.LinearReLU

    def __init__(self, in_features, out_features, bias=True, qconfig=None):
        qat.Linear.__init__(self, in_features, out_features, bias, qconfig)

    def forward(self, input):
        return F.relu(super().forward(input))

    def to_float(self):
        return intrinsic.LinearReLU(super().to_float(), nn.ReLU())


class _ConvReLU:
    def forward(self, input):
        return F.relu(self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias))

    def to_float(self):
        return type(self)._FLOAT_MODULE(super().to_float(), nn.ReLU())


class _WithNorm:
    """What a layer with a batch norm in it has."""
    _version = 2

    def _begin_norm(self, bn, freeze_bn):
        self.freeze_bn = freeze_bn if self.training else True
        self.bn = bn
        self.weight_fake_quant = self.qconfig.weight()
        self.reset_bn_parameters()
        self.update_bn_stats() if self.training and not freeze_bn else self.freeze_bn_stats()

    def reset_running_stats(self):
        self.bn.reset_running_stats()

    def reset_bn_parameters(self):
        self.bn.reset_running_stats()
        init.uniform_(self.bn.weight)
        init.zeros_(self.bn.bias)
        if self.bias is not None:
            bound = 1 / math.sqrt(init._calculate_fan_in_and_fan_out(self.weight)[0])
            init.uniform_(self.bias, -bound, bound)

    def update_bn_stats(self):
        self.freeze_bn, self.bn.training = False, True
        return self

    def freeze_bn_stats(self):
        self.freeze_bn, self.bn.training = True, False
        return self

    def train(self, mode=True):
        self.training = mode
        if not self.freeze_bn:          # (a frozen one stays as it is)
            for module in self.children():
                module.train(mode)
        return self

    def forward(self, input):
        factor = self.bn.weight / torch.sqrt(self.bn.running_var + self.bn.eps)
        weight = self.weight_fake_quant(self.weight * factor.reshape(-1, *(1,) * (self.weight.dim() - 1)))
        around = (1, -1) + (1,) * (self.weight.dim() - 2)
        none = torch.zeros_like(self.bias, dtype=input.dtype) if self.bias is not None else torch.zeros(weight.shape[0], device=weight.device, dtype=input.dtype)
        before = self._product(input, weight, none) / factor.reshape(around)
        return self.bn(before if self.bias is None else before + self.bias.reshape(around))

    @classmethod
    def from_float(cls, mod):
        assert type(mod) is cls._FLOAT_MODULE, 'qat.%s.from_float only works for %s' % (cls.__name__, cls._FLOAT_MODULE.__name__)
        assert hasattr(mod, 'qconfig'), 'Input float module must have qconfig defined'
        assert mod.qconfig, 'Input float module must have a valid config' if cls is LinearBn1d else 'Input float module must have a valid qconfig'
        first, bn = mod[0], mod[1]
        made = cls(*cls._shape_of(first), bn.eps, bn.momentum, False, mod.qconfig)
        made.weight, made.bias = first.weight, first.bias
        for name in ('weight', 'bias', 'running_mean', 'running_var', 'num_batches_tracked'):
            setattr(made.bn, name, getattr(bn, name))
        return made


class _ConvBn(_WithNorm):
    _shape_of = staticmethod(conv_shape)

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=None, padding_mode='zeros', eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        assert qconfig, 'qconfig must be provided for QAT module'
        self._FLOAT_CONV_MODULE.__init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, False, padding_mode)
        self.qconfig = qconfig
        if bias:
            self.bias = nn.Parameter(torch.empty(out_channels))
        self._begin_norm(self._FLOAT_BN_MODULE(out_channels, eps, momentum, True, True), freeze_bn)

    def _product(self, input, weight, bias):
        return self._conv_forward(input, weight, bias)

    def to_float(self):
        conv = self._FLOAT_CONV_MODULE(*conv_shape(self))
        conv.weight = nn.Parameter(self.weight.detach())
        if self.bias is not None:
            conv.bias = nn.Parameter(self.bias.detach())
        return type(self)._FLOAT_MODULE(conv, self.bn, *((nn.ReLU(),) if self._relu else ()))

    _relu = False


class _ConvBnReLU(_ConvBn):
    _relu = True

    def forward(self, input):
        return F.relu(super().forward(input))


class LinearBn1d(_WithNorm, nn.Linear, intrinsic._FusedModule):
    _FLOAT_MODULE = intrinsic.LinearBn1d

    def __init__(self, in_features, out_features, bias=True, eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        nn.Linear.__init__(self, in_features, out_features, False)
        assert qconfig, 'qconfig must be provded for QAT module'
        self.qconfig = qconfig
        if bias:
            self.bias = nn.Parameter(torch.empty(out_features))
        self._begin_norm(nn.BatchNorm1d(out_features, eps, momentum, True, True), freeze_bn)

    def reset_parameters(self):
        nn.Linear.reset_parameters(self)

    @staticmethod
    def _shape_of(mod):
        return mod.in_features, mod.out_features, mod.bias is not None

    def _product(self, input, weight, bias):
        return F.linear(input, weight, bias)


def _kind(base, word, dims):
    conv = getattr(nn, 'Conv' + dims)
    name = word + dims
    return type(name, (base, conv, intrinsic._FusedModule), {'_FLOAT_MODULE': getattr(intrinsic, name), '_FLOAT_CONV_MODULE': conv, '_FLOAT_BN_MODULE': getattr(nn, 'BatchNorm' + dims),
                                                                                     '_DIMS': dims, '__module__': _MODULE, '__doc__': None})


def _relu_kind(dims):
    plain = getattr(qat, 'Conv' + dims)
    name = 'ConvReLU' + dims
    return type(name, (_ConvReLU, plain, intrinsic._FusedModule), {'_FLOAT_MODULE': getattr(intrinsic, name), '__module__': _MODULE, '__doc__': None})


ConvBn1d, ConvBn2d, ConvBn3d = (_kind(_ConvBn, 'ConvBn', dims) for dims in ('1d', '2d', '3d'))
ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d = (_kind(_ConvBnReLU, 'ConvBnReLU', dims) for dims in ('1d', '2d', '3d'))
ConvReLU1d, ConvReLU2d, ConvReLU3d = map(_relu_kind, ('1d', '2d', '3d'))


def update_bn_stats(mod):
    if isinstance(mod, _WithNorm):
        mod.update_bn_stats()


def freeze_bn_stats(mod):
    """For model.apply: batch norms keep the statistics they have."""
    if isinstance(mod, _WithNorm):
        mod.freeze_bn_stats()
