"""mx.sym._internal: operators whose names begin with an underscore."""
from . import make
from .operators import known_names, operator


def __getattr__(name):
    if not name.startswith('_') or name.startswith('__') or operator(name) is None:
        raise AttributeError(f"module 'mxnet.symbol._internal' has no attribute {name!r}")
    function = globals()[name] = make(name, name)
    return function


def __dir__():
    return sorted(each for each in known_names() if each[0] == '_')
