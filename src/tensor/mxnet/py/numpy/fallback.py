"""What mx.np takes from NumPy itself: on copies in the host's memory, without gradients. Results come back as arrays of mx.np."""
import numpy as _numpy
from _mxnp import ndarray

from .make import array

_absent = {'dtype', 'triu_indices_from', 'generic', 'ndenumerate', 'matrix', 'vectorize'}  # mx.np has these not


def _down(v):
    if isinstance(v, ndarray):
        return v.asnumpy()
    return type(v)(_down(i) for i in v) if type(v) in (list, tuple) else v


def _up(v, ctx):
    if isinstance(v, (_numpy.ndarray, _numpy.generic)):
        kind = 'float32' if v.dtype == _numpy.float64 else v.dtype
        return array(v, kind, ctx)
    return (list if isinstance(v, list) else tuple)(_up(i, ctx) for i in v) if isinstance(v, (list, tuple)) else v


def run(module, name, args, kwargs):
    """The function of that name of a module of NumPy's."""
    places = [a.ctx for a in args if isinstance(a, ndarray)]
    made = getattr(module, name)(*(_down(a) for a in args), **{k: _down(v) for k, v in kwargs.items()})
    made = _up(made, places[0] if places else None)
    return list(made) if name in ('histogram', 'slogdet') else made


def find(name):
    """The function mx.np.<name>, or NumPy's thing of that name where it is no function of arrays."""
    if name.startswith('__') or name in _absent or not hasattr(_numpy, name):
        raise AttributeError(f"module 'mxnet.numpy' has no attribute {name!r}")
    thing = getattr(_numpy, name)
    if isinstance(thing, type) or not callable(thing):
        return thing

    def function(*args, **kwargs):
        return run(_numpy, name, args, kwargs)
    function.__name__ = function.__qualname__ = name
    return function
