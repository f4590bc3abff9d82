"""Layers without products, on quantized tensors: those whose results have a scale of their own, and those that need none."""
import torch
from torch import nn

from .utils import Scaled


class Quantize(nn.Module):
    """Makes numbers small."""

    def __init__(self, scale, zero_point, dtype, factory_kwargs=None):
        super().__init__()
        factory_kwargs = factory_kwargs or {}
        self.register_buffer('scale', torch.tensor([scale], **factory_kwargs))
        self.register_buffer('zero_point', torch.tensor([zero_point], dtype=torch.int64, **factory_kwargs))
        self.dtype = dtype

    def forward(self, X):
        return torch.quantize_per_tensor(X, float(self.scale), int(self.zero_point), self.dtype)

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        assert hasattr(mod, 'activation_post_process')
        return Quantize(*_scale_of(mod), mod.activation_post_process.dtype)

    def extra_repr(self):
        return 'scale={}, zero_point={}, dtype={}'.format(self.scale, self.zero_point, self.dtype)


class DeQuantize(nn.Module):
    """Makes them whole again."""

    def forward(self, Xq):
        return Xq.dequantize()

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return DeQuantize()


def _scale_of(mod):
    scale, zero = mod.activation_post_process.calculate_qparams()
    return float(scale), int(zero)


class ReLU6(nn.ReLU):
    def forward(self, input):
        return torch.ops.quantized.relu6(input, self.inplace)

    def _get_name(self):
        return 'QuantizedReLU6'

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return ReLU6(mod.inplace)


class Dropout(nn.Dropout):
    def forward(self, input):
        return input

    def _get_name(self):
        return 'QuantizedDropout'

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(mod.p, mod.inplace)


class _Pointwise:
    """A function whose results have a scale that was observed."""

    def _get_name(self):
        return 'Quantized' + type(self).__name__

    def _scaled(self, scale, zero_point, device=None, dtype=None):
        for name, number in (('scale', scale), ('zero_point', zero_point)):
            self.register_buffer(name, torch.tensor(number, device=device, dtype=dtype))


class Hardswish(_Pointwise, nn.Hardswish):
    def __init__(self, scale, zero_point):
        nn.Hardswish.__init__(self)
        self._scaled(scale, zero_point)

    def forward(self, input):
        return torch.ops.quantized.hardswish(input, float(self.scale), int(self.zero_point))

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return Hardswish(*_scale_of(mod))


class ELU(_Pointwise, nn.ELU):
    def __init__(self, scale, zero_point, alpha=1.0):
        nn.ELU.__init__(self, alpha)
        self.scale, self.zero_point = scale, zero_point

    def forward(self, input):
        return torch.ops.quantized.elu(input, self.scale, self.zero_point, self.alpha)

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return ELU(*_scale_of(mod), mod.alpha)


class LeakyReLU(_Pointwise, nn.LeakyReLU):
    def __init__(self, scale, zero_point, negative_slope=1e-2, inplace=False, device=None, dtype=None):
        nn.LeakyReLU.__init__(self, negative_slope, inplace)
        self._scaled(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.leaky_relu(input, self.negative_slope, self.inplace, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(*_scale_of(mod), mod.negative_slope, mod.inplace)


class Sigmoid(nn.Sigmoid):
    def __init__(self, output_scale, output_zero_point):
        super().__init__()
        self.output_scale, self.output_zero_point = output_scale, output_zero_point

    def forward(self, input):
        return torch.ops.quantized.sigmoid(input, self.output_scale, self.output_zero_point)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(*_scale_of(mod))


class Softmax(_Pointwise, nn.Softmax):
    def __init__(self, dim=None, scale=1.0, zero_point=0):
        nn.Softmax.__init__(self, dim)
        self.scale, self.zero_point = scale, zero_point

    def forward(self, input):
        return torch.ops.quantized.softmax(input, self.dim, self.scale, self.zero_point)

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return Softmax(mod.dim, *_scale_of(mod))


class PReLU(_Pointwise, Scaled, nn.Module):
    def __init__(self, output_scale, output_zero_point, num_parameters=1):
        nn.Module.__init__(self)
        self.num_parameters, self.scale, self.zero_point = num_parameters, output_scale, output_zero_point
        self.set_weight(torch.quantize_per_tensor(torch.randn(num_parameters, dtype=torch.float32), 1.0, 0, torch.quint8))

    def set_weight(self, w):
        self.weight = w

    def forward(self, input):
        return torch.ops.quantized.prelu(input, self.weight, self.scale, self.zero_point)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        made = cls(*_scale_of(mod), mod.num_parameters)
        seen = mod.qconfig.weight()
        weight = mod.weight.detach().float()
        seen(weight)
        scale, zero = seen.calculate_qparams()
        made.set_weight(torch.quantize_per_tensor(weight, float(scale), int(zero), torch.quint8))
        return made


class _BatchNorm(_Pointwise):
    _op, _fused = 'batch_norm2d', ''

    def __init__(self, num_features, eps=1e-5, momentum=0.1, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, device=device, dtype=dtype)
        self._scaled(1.0, 0, device, dtype)

    def forward(self, input):
        return getattr(torch.ops.quantized, self._op + self._fused)(input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        seen = mod.activation_post_process
        bn = mod[0] if isinstance(mod, nn.Sequential) else mod
        made = cls(bn.num_features, bn.eps)
        made.weight, made.bias, made.running_mean, made.running_var = bn.weight, bn.bias, bn.running_mean, bn.running_var
        made.scale, made.zero_point = seen.calculate_qparams()
        return made


class BatchNorm2d(_BatchNorm, nn.BatchNorm2d):
    pass


class BatchNorm3d(_BatchNorm, nn.BatchNorm3d):
    _op = 'batch_norm3d'


class _Norm(_Pointwise):
    """Norms of each example's own values."""

    def _given(self):
        return self.weight, self.bias, self.eps, float(self.scale), int(self.zero_point)

    def _of(self, mod):
        self.weight, self.bias = mod.weight, mod.bias
        return self


class LayerNorm(_Norm, nn.LayerNorm):
    def __init__(self, normalized_shape, weight, bias, scale, zero_point, eps=1e-5, elementwise_affine=True, device=None, dtype=None):
        nn.LayerNorm.__init__(self, normalized_shape, eps, elementwise_affine, device=device, dtype=dtype)
        self.weight, self.bias = weight, bias
        self._scaled(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.layer_norm(input, self.normalized_shape, *self._given())

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(mod.normalized_shape, mod.weight, mod.bias, *_scale_of(mod), mod.eps, mod.elementwise_affine)


class GroupNorm(_Norm, nn.GroupNorm):
    def __init__(self, num_groups, num_channels, weight, bias, scale, zero_point, eps=1e-5, affine=True, device=None, dtype=None):
        nn.GroupNorm.__init__(self, num_groups, num_channels, eps, affine, device=device, dtype=dtype)
        self.weight, self.bias = weight, bias
        self._scaled(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.group_norm(input, self.num_groups, *self._given())

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(mod.num_groups, mod.num_channels, mod.weight, mod.bias, *_scale_of(mod), mod.eps, mod.affine)


class _InstanceNorm(_Norm):
    def __init__(self, num_features, weight, bias, scale, zero_point, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device=device, dtype=dtype)
        self.weight, self.bias = weight, bias
        self._scaled(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.instance_norm(input, *self._given())

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(mod.num_features, mod.weight, mod.bias, *_scale_of(mod), mod.eps, mod.affine)


class InstanceNorm1d(_InstanceNorm, nn.InstanceNorm1d):
    pass


class InstanceNorm2d(_InstanceNorm, nn.InstanceNorm2d):
    pass


class InstanceNorm3d(_InstanceNorm, nn.InstanceNorm3d):
    pass
