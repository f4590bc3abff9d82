"""autocast for GPUs; custom_fwd and custom_bwd for functions of one's own."""
import functools

import _tensor
import torch
from torch.amp.autocast_mode import autocast_decorator, is_autocast_enabled


class autocast(torch.amp.autocast_mode.autocast):
    """torch.autocast('cuda', …)"""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__('cuda', enabled=enabled, dtype=torch.float16 if dtype is None else dtype, cache_enabled=cache_enabled)


def _cast(value, dtype):
    if isinstance(value, _tensor.Tensor):
        return value.to(dtype) if value.is_floating_point() and value.is_cuda and value.dtype is not torch.float64 else value
    if isinstance(value, dict):
        return {_cast(k, dtype): _cast(v, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(v, dtype) for v in value])
    return value


def custom_fwd(fwd=None, *, cast_inputs=None):
    """For a Function's forward: with cast_inputs it runs outside autocast on operands of that dtype; backward then does as forward did."""
    if fwd is None:
        return functools.partial(custom_fwd, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        args[0]._dtype = torch.get_autocast_gpu_dtype()
        on = is_autocast_enabled()
        if cast_inputs is None or not on:
            args[0]._fwd_used_autocast = on and cast_inputs is None
            return fwd(*args, **kwargs)
        args[0]._fwd_used_autocast = False
        with torch.autocast('cuda', enabled=False):
            return fwd(*_cast(args, cast_inputs), **_cast(kwargs, cast_inputs))
    return decorate_fwd


def custom_bwd(bwd):
    """For a Function's backward: autocast is on in it if it was in forward."""
    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        if not torch.cuda.is_available():
            return bwd(*args, **kwargs)
        with torch.autocast('cuda', enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)
    return decorate_bwd
