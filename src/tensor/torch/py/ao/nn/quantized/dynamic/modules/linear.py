"""A linear layer with a weight of eight bits: its input is made small by its own lowest and highest number, whole numbers are multiplied, and the sums scaled back."""
import torch
from torch.ao.nn import quantized
from torch.ao.nn.intrinsic import LinearReLU
from torch.ao.nn.quantized.modules.utils import small_weight
from torch.nn.utils.parametrize import type_before_parametrizations as _kind


class Linear(quantized.Linear):
    _version = 4

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        if dtype is not torch.qint8:
            raise RuntimeError('Unsupported dtype specified for dynamic quantized Linear!')
        super().__init__(in_features, out_features, bias_, dtype)

    def forward(self, x):
        return torch.ops.quantized.linear_dynamic(x, self._packed_params._packed_params, reduce_range=True)

    def _get_name(self):
        return 'DynamicQuantizedLinear'

    def extra_repr(self):
        return 'in_features={}, out_features={}, dtype={}, qscheme={}'.format(self.in_features, self.out_features, self._packed_params.dtype, self.weight().qscheme())

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        allowed = torch.nn.Linear, torch.nn.modules.activation.NonDynamicallyQuantizableLinear, LinearReLU
        assert _kind(mod) in allowed, 'nn.quantized.dynamic.Linear.from_float only works for one of' + str([each.__name__ for each in allowed])
        assert hasattr(mod, 'qconfig'), 'Input float module must have qconfig defined'
        if isinstance(mod, LinearReLU):
            mod = mod[0]
        seen = mod.qconfig.weight() if mod.qconfig is not None and mod.qconfig.weight is not None else torch.ao.quantization.default_dynamic_qconfig.weight()
        if seen.dtype is torch.float16:
            raise RuntimeError('quantized::linear_prepack_fp16 is currently not supported by ONEDNN')
        seen(mod.weight)
        assert seen.dtype is torch.qint8, 'The only supported dtypes for dynamic quantized linear are qint8 and float16 got: {}'.format(seen.dtype)
        made = cls(mod.in_features, mod.out_features)
        made.set_weight_bias(small_weight(mod.weight, seen), mod.bias)
        return made
