"""torch.amp: mixed precision for any kind of device; torch.cuda.amp and torch.cpu.amp say theirs."""
from .autocast_mode import autocast


def __getattr__(name):
    if name == 'GradScaler':
        from torch.cuda.amp import GradScaler

        class GradScaler(GradScaler):
            """The same for a kind of device that is named."""

            def __init__(self, device='cuda', init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
                if device != 'cuda' and enabled:
                    raise NotImplementedError("torch.amp.GradScaler(%r) is not in perch; the nearest is torch.amp.GradScaler('cuda')" % device)
                super().__init__(init_scale, growth_factor, backoff_factor, growth_interval, enabled)
        globals()[name] = GradScaler
        return GradScaler
    raise AttributeError("module 'torch.amp' has no attribute %r" % name)
