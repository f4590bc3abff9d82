"""mx.np.linalg: norm is computed where the array lives and has a gradient; decompositions run on copies in the host's memory."""
import numpy as _numpy
import _tensor
from _mxnp import abs, square

from .fallback import run


def sqrt(x):
    return _tensor.op('sqrt', 3, (x,))         # (3: mx.np among core's accents; a sum may be without axes)


def norm(x, ord=None, axis=None, keepdims=False):
    """A vector's or matrix's norm."""
    if axis is None and (ord is None or (ord in (2, 'fro') and (x.ndim == 1 or ord == 'fro'))):
        return sqrt(square(x).sum(tuple(range(x.ndim)), keepdims=keepdims))
    if isinstance(axis, tuple) and len(axis) == 2 or axis is None and x.ndim == 2:
        rows, columns = axis or (0, 1)
        if ord in (None, 'fro'):
            return sqrt(square(x).sum((rows, columns), keepdims=keepdims))
        if ord in (1, -1, float('inf'), -float('inf')):
            over, then = (rows, columns) if abs_of(ord) == 1 else (columns, rows)
            sums = abs(x).sum(over, keepdims=True)
            made = sums.max(then, keepdims=True) if ord > 0 else sums.min(then, keepdims=True)
            return made if keepdims else made.squeeze((rows, columns))
        return run(_numpy.linalg, 'norm', (x, ord, axis, keepdims), {})
    if ord is None or ord == 2:
        return sqrt(square(x).sum(axis, keepdims=keepdims))
    if ord == 1:
        return abs(x).sum(axis, keepdims=keepdims)
    if ord == float('inf'):
        return abs(x).max(axis, keepdims=keepdims)
    if ord == -float('inf'):
        return abs(x).min(axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(x.dtype).sum(axis, keepdims=keepdims)
    return (abs(x) ** ord).sum(axis, keepdims=keepdims) ** (1.0 / ord)


def svd(a):
    """a = (ut * l) @ v"""
    return run(_numpy.linalg, 'svd', (a,), {'full_matrices': False})


def abs_of(n):
    return -n if n < 0 else n


def __dir__():
    return sorted({*globals(), *(name for name in dir(_numpy.linalg) if not name.startswith('_'))})


def __getattr__(name):
    if name.startswith('__') or not hasattr(_numpy.linalg, name):
        raise AttributeError(f"module 'mxnet.numpy.linalg' has no attribute {name!r}")

    def function(*args, **kwargs):
        return run(_numpy.linalg, name, args, kwargs)
    function.__name__ = function.__qualname__ = name
    globals()[name] = function
    return function
