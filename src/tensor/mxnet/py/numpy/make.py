"""Making arrays of mx.np: on ctx, else on the current context; float32 unless a dtype is said."""
import numpy as _numpy
import _mxnet
import _mxnp
from _mxnet import _reads, _says
from _mxnp import _infer, fresh, ndarray
from ..base import MXNetError
from ..util import is_np_shape
from perch.only import only


def _host(function):
    """A window of NumPy's, as an array of mx.np."""
    def window(M, dtype='float32', ctx=None):
        return array(function(M), dtype, ctx)
    window.__name__ = window.__qualname__ = function.__name__
    return window


blackman, hamming, hanning = _host(_numpy.blackman), _host(_numpy.hamming), _host(_numpy.hanning)


def _size(shape):
    return tuple(shape) if isinstance(shape, (list, tuple)) else (int(shape),)


def _filled(make, shape, dtype, ctx, name='full'):
    shape = _size(shape)
    if not is_np_shape() and (not shape or any(size < 1 for size in shape)):
        low = [size for size in shape if size < -1]
        raise MXNetError(_says('DIMENSION', low[0], low[0]) if low else _says('UNKNOWN_SHAPE', '_npi_' + name))
    if not shape:
        return fresh(make((1,), ctx=ctx, dtype=dtype)).reshape(())
    return fresh(make(shape, ctx=ctx, dtype=dtype))


def zeros(shape, dtype='float32', order='C', ctx=None, **kwargs):
    """All 0."""
    return _filled(_mxnet.zeros, shape, dtype, ctx, 'zeros')


def ones(shape, dtype='float32', order='C', ctx=None, **kwargs):
    """All 1."""
    return _filled(_mxnet.ones, shape, dtype, ctx, 'ones')


def empty(shape, dtype='float32', order='C', ctx=None):
    """Of this shape; perch fills it with 0."""
    return _filled(_mxnet.zeros, shape, dtype, ctx, 'zeros')


def full(shape, fill_value, dtype=None, order='C', ctx=None, out=None):
    """All fill_value, whose kind says the dtype."""
    if isinstance(fill_value, ndarray):
        return array(fill_value, dtype or fill_value.dtype, ctx or fill_value.ctx).broadcast_to(_size(shape))
    if dtype is None:
        dtype = 'bool' if isinstance(fill_value, bool) else 'float32'
    from ..ndarray.makers import known
    known('_full', _size(shape))
    made = _filled(lambda shape, ctx, dtype: _mxnet.full(shape, fill_value, ctx, dtype), shape, dtype, ctx)
    if out is None:
        return made
    out[...] = made
    return out


def _like(a, made, dtype):
    return made if dtype is None else made.astype(dtype)


def zeros_like(a, dtype=None, order='C', ctx=None, out=None):
    """As a is shaped, all 0."""
    return _like(a, _mxnp._zeros_like(a, out), dtype)


def ones_like(a, dtype=None, order='C', ctx=None, out=None):
    """As a is shaped, all 1."""
    return _like(a, _mxnp._ones_like(a, out), dtype)


def empty_like(prototype, dtype=None, order='C', subok=False, shape=None):
    """As prototype is shaped; perch fills it with 0."""
    return zeros(prototype.shape if shape is None else shape, dtype or prototype.dtype, ctx=prototype.ctx)


def full_like(a, fill_value, dtype=None, order='C', ctx=None, out=None):
    """As a is shaped, all fill_value."""
    _infer('full_like', (a,))
    return full(a.shape, fill_value, dtype or a.dtype, ctx=ctx or a.ctx, out=out)


def array(object, dtype=None, ctx=None):
    """A new array from values, always a copy; float32 unless dtype says otherwise (an array keeps its own)."""
    if isinstance(object, ndarray):
        made = object.copy() if ctx is None or ctx == object.ctx else object.copyto(ctx)
        return made.detach() if dtype is None or made.dtype == dtype else made.detach().astype(dtype)
    if type(object).__name__ == 'NDArray':
        raise ValueError("If you're trying to create a mxnet.numpy.ndarray from mx.nd.NDArray, please use the zero-copy as_np_ndarray function.")
    if dtype is None:
        dtype = object.dtype if isinstance(object, (_numpy.ndarray, _numpy.generic)) else 'float32'
    try:
        values = _numpy.array([i.asnumpy() if isinstance(i, ndarray) else i for i in object] if isinstance(object, (list, tuple)) else object, dtype=dtype)
    except (ValueError, NotImplementedError) as error:
        raise TypeError(f'could not convert string to float: {object!r}' if isinstance(object, str) else str(error)) from None
    if not values.shape:
        return fresh(_mxnet.array(values.reshape(1), ctx, dtype)).reshape(())
    return fresh(_mxnet.array(values, ctx, dtype))


def asarray(a, dtype=None, ctx=None):
    """a itself when it is an array of that dtype there, else a new one."""
    return a if isinstance(a, ndarray) and (dtype is None or a.dtype == dtype) and (ctx is None or a.ctx == ctx) else array(a, dtype, ctx)


def arange(start, stop=None, step=1, dtype=None, ctx=None):
    """start, start + step, … below stop."""
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ZeroDivisionError('division by zero')
    if (stop - start) / step <= 0:
        return fresh(_mxnet.zeros((0,), ctx=ctx, dtype=dtype or 'float32'))
    return fresh(_mxnet.arange(start, stop, step, ctx=ctx, dtype=dtype or 'float32'))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, ctx=None):
    """num values from start to stop."""
    only('mx.np.linspace', axis=(axis, 0))
    if type(num) is not int:
        _reads('_linspace', num=num, endpoint=endpoint, start=start, stop=stop, ctx=ctx or 'cpu(0)')
    if num < 0:
        raise MXNetError(_says('SAMPLES', num, num))
    made = array(_numpy.linspace(start, stop, num, endpoint), dtype or 'float32', ctx)
    if retstep:
        return made, (stop - start) / (num - 1 if endpoint else num)
    return made


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, ctx=None):
    """num values from base ** start to base ** stop."""
    only('mx.np.logspace', axis=(axis, 0))
    return array(_numpy.logspace(start, stop, num, endpoint, base), dtype or 'float32', ctx)


def eye(N, M=None, k=0, dtype='float32', ctx=None, **kwargs):
    """1 on the k-th diagonal, else 0."""
    if type(N) is not int or type(k) is not int:
        _reads('_npi_eye', N=N, M=M, k=k, ctx=ctx or 'cpu(0)', dtype=dtype)
    if N < 0:
        raise MXNetError(_says("NP_EYE", N))
    return fresh(_mxnet.eye(N, M or 0, k, ctx=ctx, dtype=dtype))


def identity(n, dtype='float32', ctx=None):
    """1 on the diagonal, else 0."""
    return eye(n, dtype=dtype, ctx=ctx)


def indices(dimensions, dtype='int32', ctx=None):
    """The positions of a grid, an array for each axis."""
    return array(_numpy.indices(dimensions), dtype, ctx)


def meshgrid(*xi, **kwargs):
    """The coordinates of a grid over the axes xi."""
    xy = kwargs.get('indexing', 'xy') == 'xy' and len(xi) > 1
    n = len(xi)
    parts = [x.reshape((1,) * i + (-1,) + (1,) * (n - 1 - i)) for i, x in enumerate(xi)]
    shape = tuple(x.size for x in xi)
    out = [p.broadcast_to(shape) for p in parts]
    return [o.swapaxes(0, 1) for o in out] if xy else out
