"""mx.sym.contrib: the operators whose names begin with _contrib_."""
from . import make
from .control import cond, foreach, while_loop
from .operators import known_names, operator


def __getattr__(name):
    if name.startswith('__') or operator('_contrib_' + name) is None:
        raise AttributeError(f"module 'mxnet.symbol.contrib' has no attribute {name!r}")
    function = globals()[name] = make(name, '_contrib_' + name)
    return function


def __dir__():
    return sorted({'cond', 'foreach', 'while_loop', *(each[9:] for each in known_names() if each.startswith('_contrib_'))})
