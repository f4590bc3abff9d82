"""torch.amp: mixed precision for any kind of device; torch.cuda.amp and torch.cpu.amp say theirs."""
from .autocast_mode import autocast, custom_bwd, custom_fwd, is_autocast_available


def __getattr__(name):
    if name == 'GradScaler':
        from .grad_scaler import GradScaler
        globals()[name] = GradScaler
        return GradScaler
    raise AttributeError("module 'torch.amp' has no attribute %r" % name)
