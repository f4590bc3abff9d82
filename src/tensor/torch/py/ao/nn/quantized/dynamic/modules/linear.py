"""A linear layer with a weight of eight bits: its input is quantized to seven bits by its lowest and highest number, whole numbers are multiplied, and the sums scaled back."""
import math

import torch
from torch.ao.quantization._tensors import TYPES, made
from torch.nn import Module


def choose(low, high, most):
    """(scale, zero point) for numbers from low to high in 0 … most; 0 has a number of its own."""
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / most
    if scale == 0 or math.isinf(1 / scale):
        scale = 0.1
    by_low, by_high = -low / scale, most - high / scale
    zero = by_low if abs(low / scale) * -1 < most - abs(high / scale) else by_high      # whichever loses less
    return scale, min(max(round(zero), 0), most)


def quantized_weight(weight):
    """As default_weight_observer has it: by the largest magnitude, symmetric about 0."""
    weight = weight.detach().to(torch.float32)
    largest = max(-float(weight.min()), float(weight.max()), 0.0) if weight.numel() else 0.0
    scale = float(torch.tensor(largest / 127.5, dtype=torch.float32).clamp(min=torch.finfo(torch.float32).eps))
    return made(torch.round(weight * (1 / torch.tensor(scale, dtype=torch.float32))).clamp(-128, 127).to(torch.int8), TYPES['qint8'], scale, 0)


def product(input, weight, bias):
    """input @ weight.T + bias by way of whole numbers."""
    if input.dim() < 2:
        raise RuntimeError('The dimension of input tensor should be larger than or equal to 2')
    input = input.detach()
    low, high = (float(input.min()), float(input.max())) if input.numel() else (0.0, 0.0)
    scale, zero = choose(low, high, 127)
    scale = torch.tensor(scale, dtype=torch.float32)
    whole = (torch.round(input * (1 / scale)) + zero).clamp(0, 255) - zero
    sums = whole.to(torch.float64) @ weight.int_repr().to(torch.float64).t()
    found = sums.to(torch.float32) * (scale * weight.q_scale())
    return found if bias is None else found + bias.detach()


class PackedParams(Module):
    """Weight and bias, which are no parameters any more."""

    def __init__(self, weight, bias):
        super().__init__()
        self.dtype = TYPES['qint8']
        self.__dict__.update(weight=weight, bias=bias)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        destination[prefix + 'dtype'] = self.dtype
        destination[prefix + '_packed_params'] = self.weight, self.bias

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        if prefix + '_packed_params' not in state_dict:
            missing_keys.append(prefix + '_packed_params')
            return
        weight, bias = state_dict[prefix + '_packed_params']
        self.__dict__.update(weight=weight, bias=bias)

    def forward(self, input):
        return product(input, self.weight, self.bias)


class Linear(Module):
    def __init__(self, in_features, out_features, bias_=True, dtype=TYPES['qint8']):
        super().__init__()
        if dtype is not TYPES['qint8']:
            raise RuntimeError('Unsupported dtype specified for dynamic quantized Linear!')
        self.in_features, self.out_features = in_features, out_features
        self.scale, self.zero_point = 1.0, 0
        weight = torch.zeros(out_features, in_features)
        self._packed_params = PackedParams(quantized_weight(weight), torch.zeros(out_features) if bias_ else None)

    def weight(self):
        return self._packed_params.weight

    def bias(self):
        return self._packed_params.bias

    def set_weight_bias(self, w, b):
        self._packed_params.__dict__.update(weight=w, bias=b)

    def forward(self, x):
        return self._packed_params(x)

    def _get_name(self):
        return 'DynamicQuantizedLinear'

    def __repr__(self):
        return '%s(%s)' % (self._get_name(), self.extra_repr())

    def extra_repr(self):
        return 'in_features={}, out_features={}, dtype={}, qscheme={}'.format(self.in_features, self.out_features, self._packed_params.dtype, self.weight().qscheme())

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        destination.update((prefix + name, torch.tensor(getattr(self, name))) for name in ('scale', 'zero_point'))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        kept = dict(state_dict)
        for name in ('scale', 'zero_point'):
            if prefix + name in kept:
                setattr(self, name, kept.pop(prefix + name).item())
            elif strict:
                missing_keys.append(prefix + name)
        super()._load_from_state_dict(kept, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        found = cls(mod.in_features, mod.out_features, mod.bias is not None)
        found.set_weight_bias(quantized_weight(mod.weight), mod.bias)
        found.training = mod.training
        return found


