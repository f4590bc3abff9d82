"""A linear layer of whole numbers."""
import torch
from torch import nn
from torch._quantized.products import Packed

from torch.nn.modules.activation import NonDynamicallyQuantizableLinear

from .utils import Scaled, WeightedQuantizedModule, judged, small_weight


class LinearPackedParams(nn.Module):
    """Weight and bias, which are no parameters any more."""
    _version = 3

    def __init__(self, dtype=torch.qint8):
        super().__init__()
        self.dtype = dtype
        if dtype is not torch.qint8:
            raise RuntimeError('Unsupported dtype on dynamic quantized linear!')
        self.set_weight_bias(torch._empty_affine_quantized([1, 1], scale=1.0, zero_point=0, dtype=torch.qint8), None)

    def set_weight_bias(self, weight, bias):
        self._packed_params = Packed(weight, bias)

    def _weight_bias(self):
        return self._packed_params.weight, self._packed_params.bias

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + 'dtype'] = self.dtype
        destination[prefix + '_packed_params'] = self._weight_bias()

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *more):
        if prefix + '_packed_params' in state_dict:
            self.dtype = state_dict.pop(prefix + 'dtype', self.dtype)
            self.set_weight_bias(*state_dict.pop(prefix + '_packed_params'))
        else:
            missing_keys.append(prefix + '_packed_params')
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, *more)

    def __repr__(self):
        return repr(self._weight_bias())


class Linear(Scaled, WeightedQuantizedModule):
    _version = 3
    _FLOAT_MODULE = nn.Linear, NonDynamicallyQuantizableLinear
    _relu = False

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        super().__init__()
        if dtype is not torch.qint8:
            raise RuntimeError('Unsupported dtype specified for quantized Linear!')
        self.in_features, self.out_features = in_features, out_features
        self._packed_params = LinearPackedParams(dtype)
        self.set_weight_bias(torch._empty_affine_quantized([out_features, in_features], scale=1, zero_point=0, dtype=torch.qint8), torch.zeros(out_features) if bias_ else None)
        self.scale, self.zero_point = 1.0, 0

    def _get_name(self):
        return 'QuantizedLinear'

    def extra_repr(self):
        return 'in_features={}, out_features={}, scale={}, zero_point={}, qscheme={}'.format(self.in_features, self.out_features, self.scale, self.zero_point, self.weight().qscheme())

    def __repr__(self):
        return '%s(%s)' % (self._get_name(), self.extra_repr())

    def forward(self, x):
        return torch.ops.quantized.linear(x, self._packed_params._packed_params, self.scale, self.zero_point)

    def _weight_bias(self):
        return self._packed_params._weight_bias()

    def set_weight_bias(self, w, b):
        self._packed_params.set_weight_bias(w, b)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        layer, seen, results = judged(cls, mod)
        made = cls(layer.in_features, layer.out_features)
        made.set_weight_bias(small_weight(layer.weight, seen), layer.bias)
        made._result_scale(results)
        return made
