"""mx.sym.image: the operators whose names begin with _image_."""
from . import make
from .operators import known_names, operator


def __getattr__(name):
    if name.startswith('__') or operator('_image_' + name) is None:
        raise AttributeError(f"module 'mxnet.symbol.image' has no attribute {name!r}")
    function = globals()[name] = make(name, '_image_' + name)
    return function


def __dir__():
    return sorted(each[7:] for each in known_names() if each.startswith('_image_'))
