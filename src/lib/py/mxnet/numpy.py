"""mx.np: NumPy's functions and arrays, on the CPU and outside of gradients: programs that need those use mx.nd."""
from numpy import *
import numpy as _numpy


def array(object, dtype=None, ctx=None):
    """A NumPy array; float32 unless dtype says otherwise, as mx.np has it."""
    if dtype is None:
        made = _numpy.array(object)
        return made.astype('float32') if made.dtype != _numpy.float32 and not isinstance(object, _numpy.ndarray) else made
    return _numpy.array(object, dtype=dtype)


def __getattr__(name):
    return getattr(_numpy, name)
