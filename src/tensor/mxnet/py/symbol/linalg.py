"""mx.sym.linalg: the operators whose names begin with _linalg_."""
from . import make
from .operators import known_names, operator


def __getattr__(name):
    if name.startswith('__') or operator('_linalg_' + name) is None:
        raise AttributeError(f"module 'mxnet.symbol.linalg' has no attribute {name!r}")
    function = globals()[name] = make(name, '_linalg_' + name)
    return function


def __dir__():
    return sorted(each[8:] for each in known_names() if each.startswith('_linalg_'))
