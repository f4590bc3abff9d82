"""torch.utils: data, hooks."""
from . import hooks


def __dir__():
    return sorted({*globals(), 'data', 'checkpoint'})


def __getattr__(name):
    if name in ('data', 'checkpoint', 'tensorboard', 'model_zoo', '_pytree'):
        from importlib import import_module
        return import_module('torch.utils.' + name)
    raise AttributeError("module 'torch.utils' has no attribute %r" % name)
