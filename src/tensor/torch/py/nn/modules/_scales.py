"""The parameters of normalizing layers: a scale and a shift for each channel or element."""
import torch
from _torch import _two, fits
from torch.nn import init
from torch.nn.parameter import Parameter


def make_scale(module, shape, scaled, shifted, device, dtype):
    """weight and bias, None where there is none."""
    for name, there in ('weight', scaled), ('bias', scaled and shifted):
        if there:
            fits('empty', shape, device=device, dtype=dtype)
            setattr(module, name, Parameter(torch.empty(shape, device=device, dtype=dtype)))
        else:
            module.register_parameter(name, None)


def reset_scale(module):
    if module.weight is not None:
        init.ones_(module.weight)
    if module.bias is not None:
        init.zeros_(module.bias)


def shift_said(module):
    """What the layer's repr says of its bias."""
    return ', bias=%s' % (module.bias is not None) if _two('NORM_BIAS') else ''
