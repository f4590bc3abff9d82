"""autocast for GPUs; custom_fwd and custom_bwd for functions of one's own."""
import torch
from torch.amp.autocast_mode import autocast_decorator, older


class autocast(torch.amp.autocast_mode.autocast):
    """torch.autocast('cuda', …)"""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        older("torch.cuda.amp.autocast(args...)", "torch.amp.autocast('cuda', args...)")
        super().__init__('cuda', enabled=enabled, dtype=torch.float16 if dtype is None else dtype, cache_enabled=cache_enabled)


def custom_fwd(fwd=None, *, cast_inputs=None):
    older("torch.cuda.amp.custom_fwd(args...)", "torch.amp.custom_fwd(args..., device_type='cuda')")
    return torch.amp.custom_fwd(fwd, device_type='cuda', cast_inputs=cast_inputs)


def custom_bwd(bwd):
    older("torch.cuda.amp.custom_bwd(args...)", "torch.amp.custom_bwd(args..., device_type='cuda')")
    return torch.amp.custom_bwd(bwd, device_type='cuda')
