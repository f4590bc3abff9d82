"""torch.nn: networks: Module and Parameter, layers, losses, and functional, init, utils and parallel beside them."""
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from .modules import (Bilinear, Container, Identity, LazyLinear, Linear, Module, ModuleDict, ModuleList, ParameterDict, ParameterList,
                      Sequential)
from . import functional, init, modules

_PACKAGES = 'utils', 'parallel', 'quantized', 'attention', 'intrinsic', 'qat'
__all__ = ['Buffer', 'Parameter', 'UninitializedParameter', 'UninitializedBuffer', 'DataParallel', *modules.__all__]


def __getattr__(name):                          # layers are loaded when they are named
    if name in modules._later:
        found = globals()[name] = modules._load(name)
        return found
    if name in _PACKAGES:
        from importlib import import_module
        return import_module('torch.nn.' + name)
    if name == 'DataParallel':
        from .parallel import DataParallel
        return DataParallel
    raise AttributeError("module 'torch.nn' has no attribute %r" % name)


def __perch_later__():                          # before the module's __dict__ is shown
    for name in (*modules._later, *_PACKAGES, 'DataParallel'):
        globals()[name] = __getattr__(name)


def __dir__():
    return sorted({*globals(), *__all__})
