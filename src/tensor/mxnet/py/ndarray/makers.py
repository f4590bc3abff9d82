"""Functions of mx.nd that stand before an operator: they fill in the place and the dtype, and the operator reads them (_reads); then _mxnet computes."""
import builtins as _builtins

import _mxnet
import _tensor
from _mxnet import _reads, _says
from _tensor import NDArray

from ..base import MXNetError
from ..util import is_np_shape


def known(operator, shape):
    """The shape, when MXNet takes it for one: without npx.set_np() a size of 0 and a shape without axes stand for what is to be found out."""
    sizes = (shape,) if isinstance(shape, int) else shape
    if sizes is not None:
        for size in sizes:
            if size < -1:
                raise MXNetError(_says("DIMENSION", size, size))
    lowest = 0 if is_np_shape() else 1
    if sizes is None or not (sizes or is_np_shape()) or any(size < lowest for size in sizes):
        raise MXNetError(_says("UNKNOWN_SHAPE", operator))
    return shape


def _filled(operator, function, shape, ctx, dtype, more):
    out = more.pop('out', None)
    more.pop('name', None)
    dtype = 'float32' if dtype is None else dtype
    other = _reads(operator, **more, shape=shape, ctx=_tensor.context() if ctx is None else ctx, dtype=dtype)
    return function(known(operator, other.get('shape', shape) if other else shape), ctx, dtype, out)


def zeros(shape, ctx=None, dtype=None, stype=None, **kwargs):
    """All 0."""
    if stype not in (None, 'default'):
        from . import sparse
        return sparse.zeros(stype, shape, ctx, dtype, **kwargs)
    return _filled('_zeros', _mxnet.zeros, shape, ctx, dtype, kwargs)


def ones(shape, ctx=None, dtype=None, **kwargs):
    """All 1."""
    return _filled('_ones', _mxnet.ones, shape, ctx, dtype, kwargs)


def empty(shape, ctx=None, dtype=None, stype=None):
    """Of this shape; perch fills it with 0."""
    if not isinstance(shape, int):
        any(size > 0 for size in shape)         # (what has no order is refused)
    if stype not in (None, 'default'):
        from . import sparse
        return sparse.empty(stype, shape, ctx, dtype)
    return _mxnet.empty(shape, ctx, dtype, stype)


def full(shape, val, ctx=None, dtype='float32', out=None):
    """All val: what is laid in it as x[:] = val lays it."""
    made = empty(shape, ctx, dtype) if out is None else out
    made[:] = val
    return made


def eye(N, M=0, k=0, ctx=None, dtype=None, **kwargs):
    """1 on the k-th diagonal, else 0."""
    out, dtype = kwargs.pop('out', None), 'float32' if dtype is None else dtype
    kwargs.pop('name', None)
    _reads('_eye', **kwargs, N=N, M=M, k=k, ctx=_tensor.context() if ctx is None else ctx, dtype=dtype)
    if int(N) < 0:
        raise MXNetError(_says("SIZE_NEGATIVE", N))
    return _mxnet.eye(int(N), max(int(M), 0), int(k), ctx, dtype, out)


def _short(x):
    return '%g' % x


def arange(start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype='float32'):
    """start, start + step, … below stop."""
    if infer_range is not None:
        import warnings
        warnings.warn('`infer_range` argument has been deprecated', DeprecationWarning)
    other = _reads('_arange', start=start, stop=stop, step=step, repeat=repeat, infer_range=False, ctx=str(_tensor.context() if ctx is None else ctx), dtype=dtype)
    if other:
        start, stop, step, repeat = (other.get(name, value) for name, value in (('start', start), ('stop', stop), ('step', step), ('repeat', repeat)))
    first, last = (0, start) if stop is None else (start, stop)
    if step == 0:
        raise MXNetError(_says("RANGE_STEP"))
    if repeat <= 0:
        raise MXNetError(_says("RANGE_REPEAT", repeat))
    if not (first < last if step > 0 else first > last):
        raise MXNetError(_says("RANGE_UP", *map(_short, (first, last, step))) if step > 0 else _says("RANGE_DOWN", *map(_short, (first, last, step))))
    return _mxnet.arange(start, stop, step, repeat, None, ctx, 'float64' if dtype is None else dtype)


def linspace(start, stop, num, endpoint=True, ctx=None, dtype='float32'):
    """num values from start to stop."""
    _reads('_linspace', num=num, endpoint=endpoint, start=start, stop=stop, ctx=str(_tensor.context() if ctx is None else ctx), dtype=dtype)
    if int(num) < 0:
        raise MXNetError(_says("SAMPLES", num, num))
    return _mxnet.linspace(start, stop, num, endpoint, ctx, 'float64' if dtype is None else dtype)


def _counted(axes, ndim, refusal):
    """Axes counted from the front, each named once; refusal() says what is wrong with one that is not there."""
    from numpy.core.numeric import normalize_axis_tuple
    try:
        return normalize_axis_tuple(axes, ndim)
    except IndexError:
        raise ValueError(*refusal())


def moveaxis(tensor, source, destination):
    """Axes to other places."""
    ndim = tensor.ndim
    moved = _counted(source, ndim, lambda: [_says("MOVED_FROM", source)])
    places = _counted(destination, ndim, lambda: [_says("MOVED_TO", ndim), _says("MOVED_GOT", destination)])
    if len(moved) != len(places):
        raise ValueError('`source` and `destination` arguments must have the same number of elements')
    at = dict(zip(places, moved))
    others = (axis for axis in range(ndim) if axis not in moved)        # (these keep their order)
    return _mxnet.transpose(tensor, [at[place] if place in at else next(others) for place in range(ndim)])


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Parts of an axis: equal ones, or cut at indices."""
    size = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        if size % indices_or_sections:
            raise ValueError('array split does not result in an equal division')
        each = size // indices_or_sections
        starts = [i * each for i in range(indices_or_sections)]
    elif isinstance(indices_or_sections, tuple):
        starts = [0, *indices_or_sections]
    else:
        raise ValueError('indices_or_sections must either int or tuple of ints')
    _reads('_split_v2', indices=starts, axis=axis, squeeze_axis=squeeze_axis)
    if not starts:
        raise MXNetError(_says("PRODUCT_INFERRED", '[%d]' % size, '[0]'))
    parts = [_mxnet.slice_axis(ary, axis, a, b) for a, b in zip(starts, starts[1:] + [size])]
    if squeeze_axis:
        parts = [_mxnet.squeeze(part, axis) for part in parts]
    return parts[0] if len(parts) == 1 else parts


def concatenate(arrays, axis=0, always_copy=True):
    """One behind the other."""
    assert isinstance(arrays, list)
    assert len(arrays) > 0
    assert isinstance(arrays[0], NDArray)
    if not always_copy and len(arrays) == 1:
        return arrays[0]
    first = arrays[0]
    first.shape[axis]
    for array in arrays[1:]:
        array.shape[axis]
        assert first.shape[0:axis] == array.shape[0:axis]
        assert first.shape[axis + 1:] == array.shape[axis + 1:]
        assert first.dtype == array.dtype
    return _mxnet.concatenate(arrays, axis)


def histogram(a, bins=10, range=None):
    """Counts for each bin, and the bins' edges."""
    from . import more
    if not isinstance(bins, (NDArray, int)):
        raise ValueError('bins argument should be either an integer or an NDArray')
    if isinstance(bins, int) and range is not None:
        _reads('_histogram', bin_cnt=bins, range=range)
        if bins < 0:
            raise MXNetError(_says("UNKNOWN_SHAPE", '_histogram'))
        if not bins:
            return [_mxnet.zeros((0,), a.context, 'int64'), _mxnet.full((1,), float('nan'), a.context, a.dtype)]
    return more.histogram(a, bins, range)


def from_numpy(ndarray, zero_copy=True, array_cls=None):
    """An NDArray over the memory of a NumPy array."""
    from . import more
    if zero_copy:
        if not ndarray.flags['C_CONTIGUOUS']:
            raise ValueError('Only c-contiguous arrays are supported for zero-copy')
        if isinstance(ndarray, _number()):
            raise ValueError('Cannot set flags on array scalars.')
    return more.from_numpy(ndarray, zero_copy, array_cls)


def slice(data, begin, end, step=(), out=None, name=None):
    """A part of each axis; steps may go back."""
    steps = tuple(step or ())
    if all(one is None or one > 0 for one in steps):
        return _mxnet.slice(data, begin, end, steps, out)
    made = data[tuple(_slices(first, last, one) for first, last, one in zip(begin, end, steps))]
    return _mxnet.identity(made, out=out)


_slices = _builtins.slice


def _number():
    from numpy import generic
    return generic
