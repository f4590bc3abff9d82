"""torch.utils: data, hooks."""
from . import hooks


_PARTS = 'data', 'checkpoint', 'tensorboard', 'model_zoo', 'dlpack', 'collect_env', 'benchmark', '_pytree', '_python_dispatch', 'flop_counter'


def __dir__():
    return sorted({*globals(), *_PARTS})


def __getattr__(name):
    if name in _PARTS:
        from importlib import import_module
        return import_module('torch.utils.' + name)
    if name == 'bottleneck':
        raise AttributeError("module 'torch.utils' has no attribute 'bottleneck' in perch; the nearest is torch.profiler", name=name)
    raise AttributeError("module 'torch.utils' has no attribute %r" % name)
