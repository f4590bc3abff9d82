"""Tensor._make_wrapper_subclass: tensors that have a look alone; their class keeps what is in them, and answers for it."""
import torch
from . import begin, sees

_WHERE = '_wrapped_on'          # the attribute in which one keeps where it says that it lives (torch/attrs.c asks for it)


def made(cls, size, strides, offset, memory_format, dtype, layout, device, requires_grad, policy):
    if not isinstance(cls, type):
        raise TypeError('cls must be a type (got %s)' % type(cls).__name__)
    if not sees(cls):
        raise TypeError('%s must define __torch_dispatch__' % cls.__name__)
    if policy is not None and policy not in ('strides', 'sizes'):
        raise ValueError('Unknown sizes_strides_policy: %s' % policy)
    begin()
    with torch.utils._python_dispatch._disable_current_modes():
        shape, dtype = [int(each) for each in size], torch.get_default_dtype() if dtype is None else dtype
        look = torch.empty(shape, dtype=dtype, device='meta', **({} if memory_format is None else {'memory_format': memory_format})) if strides is None else torch.empty_strided(shape, list(strides), dtype=dtype, device='meta')
        if offset:
            need = offset + 1 + sum((n - 1) * s for n, s in zip(shape, look.stride())) if look.numel() else offset
            look = torch.empty(need, dtype=dtype, device='meta').as_strided(shape, look.stride(), offset)
        tensor = torch.Tensor._make_subclass(cls, look, requires_grad)
    setattr(tensor, _WHERE, torch.device('cpu') if device is None else torch.device(device))
    return tensor
