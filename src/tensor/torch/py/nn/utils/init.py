"""skip_init: a module whose parameters are not drawn."""
import inspect

import torch


def skip_init(module_cls, *args, **kwargs):
    """The module on its device with whatever its memory holds."""
    if not issubclass(module_cls, torch.nn.Module):
        raise RuntimeError(f'Expected a Module; got {module_cls}')
    if 'device' not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    device = kwargs.pop('device', 'cpu')
    state = torch.get_rng_state()               # (perch has no tensors without memory: it draws, and what was drawn is forgotten)
    try:
        made = module_cls(*args, device=device, **kwargs)
    finally:
        torch.set_rng_state(state)
    return made
