"""What layers of whole numbers share: a weight made small by what an observer saw, and a state that is not made of parameters."""
import torch
from torch import nn
from torch.ao.nn import intrinsic
from torch.nn.utils.fusion import fuse_conv_bn_weights, fuse_linear_bn_weights
from torch.nn.utils.parametrize import type_before_parametrizations as _kind


def small_weight(weight, seen):
    """The weight as whole numbers, by the scale an observer says."""
    scale, zero = seen.calculate_qparams()
    weight = weight.detach().float()
    if seen.qscheme in (torch.per_tensor_symmetric, torch.per_tensor_affine):
        return torch.quantize_per_tensor(weight, float(scale), int(zero), seen.dtype)
    return torch.quantize_per_channel(weight, scale, zero, seen.ch_axis, seen.dtype)


def judged(cls, mod):
    """(the float layer, what observed its weight, what observed its results) of a module that is converted."""
    if hasattr(mod, 'weight_fake_quant'):
        if hasattr(mod, 'bn'):
            bn = mod.bn
            fuse = fuse_linear_bn_weights if isinstance(mod, nn.Linear) else fuse_conv_bn_weights
            mod.weight, mod.bias = fuse(mod.weight, mod.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
        layer, seen = mod, mod.weight_fake_quant
    else:
        allowed = cls._FLOAT_MODULE if isinstance(cls._FLOAT_MODULE, tuple) else (cls._FLOAT_MODULE,)
        assert _kind(mod) in allowed, cls._only(mod, allowed)
        assert hasattr(mod, 'qconfig'), 'Input float module must have qconfig defined'
        layer = mod[0] if isinstance(mod, intrinsic._FusedModule) else mod
        seen = mod.qconfig.weight()
    seen(layer.weight)
    assert seen.dtype is torch.qint8, cls._NOT_QINT8
    return layer, seen, getattr(mod, 'activation_post_process', None)


class WeightedQuantizedModule(nn.Module):
    """One with a weight."""
    _NOT_QINT8 = 'Weight observer must have dtype torch.qint8'

    @classmethod
    def _only(cls, mod, allowed):
        return 'nnq.{}.from_float only works for {}, but got: {}'.format(cls.__name__, ', '.join(each.__name__ for each in allowed), type(mod))

    def weight(self):
        return self._weight_bias()[0]

    def bias(self):
        return self._weight_bias()[1]

    def _result_scale(self, seen):
        if seen is not None and seen.dtype is not torch.float32:
            scale, zero = seen.calculate_qparams()
            self.scale, self.zero_point = float(scale), int(zero)


class Scaled:
    """A mix-in: a scale and a zero point in the state, as numbers."""

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination.update((prefix + name, torch.tensor(getattr(self, name))) for name in ('scale', 'zero_point'))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *more):
        for name, kind in (('scale', float), ('zero_point', int)):
            if prefix + name in state_dict:
                setattr(self, name, kind(state_dict.pop(prefix + name)))
            elif strict:
                missing_keys.append(prefix + name)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, *more)
