"""mx.np: NumPy's functions over arrays that live on contexts and have gradients. Most are C (_mxnp); what is composed of them stands in functions.py."""
import builtins as _builtins

from numpy import (bool_, e, float16, float32, float64, inf, int8, int32, int64, nan, newaxis, pi, uint8)

import _mxnp
from _mxnp import *
from _mxnp import ndarray

from . import fallback
from .functions import *
from .make import (arange, array, asarray, empty, empty_like, eye, full, full_like, identity, indices, linspace, logspace, meshgrid, ones, ones_like, zeros, zeros_like,
                   blackman, hamming, hanning)

reshape, transpose, broadcast_to, clip = _mxnp._reshape, _mxnp._transpose, _mxnp._broadcast_to, _mxnp._clip
sum, any, all, max, min = _mxnp._sum, _mxnp._any, _mxnp._all, amax, amin
from . import reading as _reading
_reading.hang(globals(), ndarray)
PI, NINF, PINF, NAN, Inf = pi, -inf, inf, nan, inf
_NP_float = float32
bool = _builtins.bool
_parts = ('random', 'linalg')
__all__ = [n for n in globals() if not n.startswith('_') and n not in ('fallback', 'functions', 'make', 'fresh')] + list(_parts)


def __getattr__(name):
    if name in _parts:
        part = __import__('mxnet.numpy.' + name, fromlist=('__name__',))
        globals()[name] = part
        return part
    return fallback.find(name)


def __dir__():
    return sorted(__all__)
