"""autocast for the CPU."""
import torch
from torch.amp.autocast_mode import older


class autocast(torch.amp.autocast_mode.autocast):
    """torch.autocast('cpu', …)"""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        older("torch.cpu.amp.autocast(args...)", "torch.amp.autocast('cpu', args...)")
        super().__init__('cpu', enabled=enabled, dtype=torch.bfloat16 if dtype is None else dtype, cache_enabled=cache_enabled)
