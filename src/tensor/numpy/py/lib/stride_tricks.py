"""Views by strides."""
import _tensor
from _numpy import asarray, strided
from .._base import normalize_axis
from .._shapes import broadcast_to, broadcast_arrays, broadcast_shapes


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    """A view with any sizes and strides (in bytes); what leaves the array's memory is refused."""
    x = asarray(x)
    shape = x.shape if shape is None else tuple(shape)
    strides = x.strides if strides is None else tuple(strides)
    for s in strides:
        if s % x.itemsize:
            raise NotImplementedError("perch's arrays have strides of whole elements")
    return strided(x, shape, [s // x.itemsize for s in strides], _tensor.offset(x))


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    x = asarray(x)
    window = (window_shape,) if isinstance(window_shape, int) else tuple(window_shape)
    for w in window:
        if w < 0:
            raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != len(axes):
            raise ValueError("Since axis is `None`, must provide window_shape for all dimensions of `x`; got %d window_shape elements and `x.ndim` is %d." % (len(window), x.ndim))
    else:
        axes = tuple(normalize_axis(a, x.ndim) for a in (axis if isinstance(axis, (tuple, list)) else (axis,)))
        if len(window) != len(axes):
            raise ValueError("Must provide matching length window_shape and axis; got %d window_shape elements and %d axes elements." % (len(window), len(axes)))
    shape, strides = list(x.shape), list(_tensor.strides(x))
    for a, w in zip(axes, window):
        if shape[a] < w:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[a] -= w - 1
    return strided(x, shape + list(window), strides + [_tensor.strides(x)[a] for a in axes], _tensor.offset(x))
