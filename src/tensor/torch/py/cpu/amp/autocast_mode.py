"""autocast for the CPU."""
import torch


class autocast(torch.amp.autocast_mode.autocast):
    """torch.autocast('cpu', …)"""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__('cpu', enabled=enabled, dtype=torch.bfloat16 if dtype is None else dtype, cache_enabled=cache_enabled)
