"""mx.sym.op: the operators themselves."""
from . import __dir__ as _dir, make
from .operators import operator


def __getattr__(name):
    if name.startswith('_') or operator(name) is None:
        raise AttributeError(f"module 'mxnet.symbol.op' has no attribute {name!r}")
    return make(name, name)


def __dir__():
    return _dir()
