"""skip_init: a module whose parameters are not drawn."""
import inspect

import torch


def _needs_a_place(kind):
    """What is no module, or cannot be told where its parameters go, is refused."""
    if not issubclass(kind, torch.nn.Module):
        raise RuntimeError('Expected a Module; got %s' % (kind,))
    if 'device' not in inspect.signature(kind).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")


def skip_init(module_cls, *args, device='cpu', **kwargs):
    """The module on its device with whatever its memory holds: made without any first."""
    _needs_a_place(module_cls)
    made = module_cls(*args, **kwargs, device='meta')
    return made.to_empty(device=device)
