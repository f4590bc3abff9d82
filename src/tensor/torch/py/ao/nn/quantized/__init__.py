"""torch.ao.nn.quantized: layers of whole numbers, and those that models name before they are converted; dynamic: layers whose weights alone are."""
from .modules import *              # noqa: F401,F403
from .modules import FloatFunctional            # noqa: F401

_LATER = 'dynamic', 'functional'
_ABSENT = 'LSTM', 'MultiheadAttention'


def __getattr__(name):
    if name in _LATER:
        from importlib import import_module
        return import_module('torch.ao.nn.quantized.' + name)
    if name in _ABSENT:
        raise AttributeError('torch.nn.quantized.%s is not in perch; the nearest is the layer of torch.nn.quantized.dynamic' % name, name=name)
    raise AttributeError("module 'torch.nn.quantized' has no attribute %r" % name, name=name)
