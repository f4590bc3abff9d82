"""torch.ao.nn.intrinsic: layers that were fused into one."""
from .modules import *          # noqa: F401,F403
from .modules import _FusedModule, __all__           # noqa: F401


def __getattr__(name):
    if name in ('qat', 'quantized'):
        from importlib import import_module
        return import_module('torch.ao.nn.intrinsic.' + name)
    raise AttributeError("module 'torch.ao.nn.intrinsic' has no attribute %r" % name, name=name)
