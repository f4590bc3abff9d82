"""What mx.np takes from NumPy itself: on copies in the host's memory, without gradients. Results come back as arrays of mx.np."""
import numpy as _numpy
from _mxnp import ndarray

from .make import array

# What mx.np of 1.9.1 has besides its own: no more of NumPy's than this.
_taken = set('''
    NZERO NaN PZERO alltrue apply_along_axis apply_over_axes argpartition array_equiv choose compress corrcoef correlate cov diag_indices_from diagflat digitize divmod extract finfo
    float_power frexp genfromtxt heaviside histogram2d histogram_bin_edges histogramdd i0 in1d interp intersect1d isin ix_ lcm lexsort min_scalar_type mirr modf msort nanargmax
    nanargmin nancumprod nancumsum nanmax nanmedian nanmin nanpercentile nanprod nanquantile npv packbits partition piecewise poly polyadd polydiv polyfit polyint polymul polysub
    positive ppmt product promote_types pv rate real resize result_type roots searchsorted select set_printoptions setdiff1d setxor1d signbit sometrue spacing take_along_axis trapz
    tril_indices_from trim_zeros triu_indices_from union1d unpackbits unravel_index unwrap vander
'''.split())


def _down(v):
    if isinstance(v, ndarray):
        return v.asnumpy()
    return type(v)(_down(i) for i in v) if type(v) in (list, tuple) else v


def _up(v, ctx, wide):
    if isinstance(v, (_numpy.ndarray, _numpy.generic)):
        kind = 'float32' if v.dtype == _numpy.float64 and not wide else v.dtype
        return array(v, kind, ctx)
    return (list if isinstance(v, list) else tuple)(_up(i, ctx, wide) for i in v) if isinstance(v, (list, tuple)) else v


def run(module, name, args, kwargs, wide=False):
    """The function of that name of a module of NumPy's. wide: doubles that it gives stay doubles, also of arrays that hold none."""
    places = [a.ctx for a in args if isinstance(a, ndarray)]
    wide = wide or any(isinstance(a, ndarray) and a.dtype == _numpy.float64 for a in args)
    made = getattr(module, name)(*(_down(a) for a in args), **{k: _down(v) for k, v in kwargs.items()})
    made = _up(made, places[0] if places else None, wide)
    return list(made) if name in ('histogram', 'slogdet') else made


def find(name):
    """The function mx.np.<name>, or NumPy's thing of that name where it is no function of arrays."""
    if name not in _taken:
        raise AttributeError(f"module 'mxnet.numpy' has no attribute {name!r}")
    thing = getattr(_numpy, name)
    if isinstance(thing, type) or not callable(thing):
        return thing

    def function(*args, **kwargs):
        return run(_numpy, name, args, kwargs, True)
    function.__name__ = function.__qualname__ = name
    return function
