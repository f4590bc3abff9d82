"""Making arrays."""
import math
import _numpy
from _numpy import asarray, ndarray, zeros, arange, full_number, generic, scalar
from ._base import op, index, no_value
from ._shapes import broadcast_to, broadcast_arrays
from perch.only import only


def empty_like(prototype, dtype=None, order="K", subok=True, shape=None):
    return zeros_like(prototype, dtype, order, subok, shape)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    a = asarray(a)
    return zeros(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    a = asarray(a)
    return _numpy.ones(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)


def full(shape, fill_value, dtype=None, order="C", *, like=None):
    if isinstance(fill_value, (bool, int, float, generic)):
        return full_number(shape, fill_value, dtype)
    fill_value = asarray(fill_value)
    a = zeros(shape, fill_value.dtype if dtype is None else dtype)
    a[...] = fill_value
    return a


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    a = asarray(a)
    return full(a.shape if shape is None else shape, fill_value, a.dtype if dtype is None else dtype)


def asanyarray(a, dtype=None, order=None, *, like=None):
    return asarray(a, dtype)


def ascontiguousarray(a, dtype=None, *, like=None):
    a = asarray(a, dtype)
    if a.ndim == 0:
        return a.reshape(1)
    return a if a.flags.c_contiguous else a.copy()


def asfortranarray(a, dtype=None, *, like=None):
    a = asarray(a, dtype)
    return a if a.flags.f_contiguous else a.T.copy().T


def asfarray(a, dtype=float):
    return asarray(a, dtype)


def asarray_chkfinite(a, dtype=None, order=None):
    a = asarray(a, dtype)
    if a.dtype.kind == "f" and not _numpy.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    num = index(num)
    if num < 0:
        raise ValueError("Number of samples, %s, must be non-negative." % num)
    parts = num - 1 if endpoint else num
    start, stop = asarray(start) * 1.0, asarray(stop) * 1.0
    delta = stop - start
    y = arange(0, num).reshape((-1,) + (1,) * asarray(delta).ndim).astype("f8" if asarray(delta).dtype.itemsize > 4 else asarray(delta).dtype)
    if parts > 0:
        step = delta / parts
        if _numpy.any(step == 0):
            y = y / parts * delta
        else:
            y = y * step
    else:
        step = float("nan")
        y = y * delta
    y = y + start
    if endpoint and num > 1:
        y[-1, ...] = stop
    if axis != 0:
        from ._shapes import moveaxis
        y = moveaxis(y, 0, axis)
    if dtype is not None:
        if asarray(0, dtype).dtype.kind in "iu":
            y = _numpy.floor(y)
        y = y.astype(dtype)
    return (y, step) if retstep else y


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    y = linspace(start, stop, num, endpoint, axis=axis)
    y = _numpy.power(base, y)
    return y if dtype is None else y.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    only('np.geomspace', axis=(axis, 0))
    start, stop = asarray(start), asarray(stop)
    if _numpy.any(start == 0) or _numpy.any(stop == 0):
        raise ValueError("Geometric sequence cannot include zero")
    start, stop = start * 1.0, stop * 1.0
    sign = -1.0 if _numpy.all(start < 0) and _numpy.all(stop < 0) else 1.0
    y = logspace(_numpy.log10(sign * start), _numpy.log10(sign * stop), num, endpoint)
    if num > 0:
        y[0] = sign * start
        if num > 1 and endpoint:
            y[-1] = sign * stop
    y = sign * y
    return y if dtype is None else y.astype(dtype)


def eye(N, M=None, k=0, dtype=float, order="C", *, like=None):
    M = N if M is None else M
    m = zeros((N, index(M)), dtype)
    k = index(k)
    if k >= M:
        return m
    rows = arange(max(0, -k), min(N, M - k)) if N and M else arange(0)
    if len(rows):
        m[rows, rows + k] = 1
    return m


def identity(n, dtype=None, *, like=None):
    return eye(n, dtype=float if dtype is None else dtype)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 1:
        n = v.shape[0] + abs(k)
        res = zeros((n, n), v.dtype)
        rows = arange(v.shape[0])
        if len(rows):
            res[rows + max(0, -k), rows + max(0, k)] = v
        return res
    if v.ndim == 2:
        return v.diagonal(k)
    raise ValueError("Input must be 1- or 2-d.")


def diagflat(v, k=0):
    return diag(asarray(v).ravel(), k)


def tri(N, M=None, k=0, dtype=float, *, like=None):
    M = N if M is None else M
    return (arange(N)[:, None] >= arange(-k, M - k)).astype(dtype)


def tril(m, k=0):
    m = asarray(m)
    return _numpy.where3(tri(*m.shape[-2:], k=k, dtype=bool), m, zeros(1, m.dtype))


def triu(m, k=0):
    m = asarray(m)
    return _numpy.where3(tri(*m.shape[-2:], k=k - 1, dtype=bool), zeros(1, m.dtype), m)


def tril_indices(n, k=0, m=None):
    return tri(n, m, k, bool).nonzero()


def triu_indices(n, k=0, m=None):
    return (~tri(n, m, k - 1, bool)).nonzero()


def tril_indices_from(arr, k=0):
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr, k=0):
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


def diag_indices(n, ndim=2):
    return (arange(n),) * ndim


def vander(x, N=None, increasing=False):
    x = asarray(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    N = len(x) if N is None else N
    powers = arange(N) if increasing else arange(N - 1, -1, -1)
    return x[:, None] ** powers


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    n = len(xi)
    output = [asarray(x).reshape((1,) * i + (-1,) + (1,) * (n - 1 - i)) for i, x in enumerate(xi)]
    if indexing == "xy" and n > 1:
        output[0] = output[0].reshape((1, -1) + (1,) * (n - 2))
        output[1] = output[1].reshape((-1, 1) + (1,) * (n - 2))
    if not sparse:
        output = broadcast_arrays(*output)
    if copy:
        output = [x.copy() for x in output]
    return output


def indices(dimensions, dtype=int, sparse=False):
    dimensions = tuple(dimensions)
    n = len(dimensions)
    if sparse:
        return tuple(arange(d, dtype=dtype).reshape((1,) * i + (-1,) + (1,) * (n - 1 - i)) for i, d in enumerate(dimensions))
    res = zeros((n,) + dimensions, dtype)
    for i, d in enumerate(dimensions):
        res[i] = arange(d, dtype=dtype).reshape((1,) * i + (-1,) + (1,) * (n - 1 - i))
    return res


def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    return function(*indices(shape, dtype), **kwargs)


def fromiter(iter, dtype, count=-1, *, like=None):
    items = list(iter)
    return _numpy.array(items if count < 0 else items[:count], dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    import _tensor
    from ._dtypes import dtype as find
    d = find(dtype)
    view = memoryview(buffer)
    there = view.nbytes
    if not 0 <= offset <= there:
        raise ValueError("offset must be non-negative and no greater than buffer length (%d)" % there)
    if count < 0:
        if (there - offset) % d.itemsize:
            raise ValueError("buffer size must be a multiple of element size")
        count = (there - offset) // d.itemsize
    elif there - offset < count * d.itemsize:
        raise ValueError("buffer is smaller than requested size")
    if view.readonly or not d.isnative:         # bytes may not change; foreign bytes are turned round
        data = bytes(view)[offset:offset + count * d.itemsize]
        made = _tensor.from_bytes(2, data, d if d.isnative else d.newbyteorder("="), (count,))
        return made if d.isnative else made.byteswap()
    return _tensor.buffer(2, buffer, d, count, offset)


def fromstring(string, dtype=float, count=-1, *, sep, like=None):
    only('np.fromstring', count=(count, -1))
    parts = string.split(sep if sep.strip() else None)
    return _numpy.array([float(p) if "." in p or "e" in p else int(p) for p in parts if p.strip()], dtype)


# ---- np.mgrid[0:3, 0:4] ----
class _Grid:
    def __init__(self, sparse):
        self.sparse = sparse

    def __getitem__(self, key):
        single = not isinstance(key, tuple)
        keys = (key,) if single else key
        axes = []
        for k in keys:
            start, stop, step = 0 if k.start is None else k.start, k.stop, 1 if k.step is None else k.step
            if isinstance(step, complex):
                axes.append(linspace(start, stop, int(abs(step))))
            else:
                axes.append(arange(start, stop, step))
        if single:
            return axes[0]
        if any(a.dtype.kind == "f" for a in axes):
            axes = [a.astype(float, casting="real") for a in axes]
        n = len(axes)
        shaped = [a.reshape((1,) * i + (-1,) + (1,) * (n - 1 - i)) for i, a in enumerate(axes)]
        return shaped if self.sparse else op("stack", *[x.copy() for x in broadcast_arrays(*shaped)], axis=0)


class MGridClass(_Grid):
    def __init__(self):
        super().__init__(False)


class OGridClass(_Grid):
    def __init__(self):
        super().__init__(True)


mgrid, ogrid = MGridClass(), OGridClass()


class _AxisConcatenator:
    """np.r_ and np.c_."""

    def __init__(self, columns):
        self.columns = columns

    def __getitem__(self, key):
        from ._shapes import concatenate
        parts = []
        for k in key if isinstance(key, tuple) else (key,):
            if isinstance(k, slice):
                step = 1 if k.step is None else k.step
                start = 0 if k.start is None else k.start
                a = linspace(start, k.stop, int(abs(step))) if isinstance(step, complex) else arange(start, k.stop, step)
            else:
                a = asarray(k)
            if self.columns and a.ndim < 2:
                a = a.reshape(-1, 1)
            elif a.ndim == 0:
                a = a.reshape(1)
            parts.append(a)
        return concatenate(parts, -1 if self.columns else 0)


r_, c_ = _AxisConcatenator(False), _AxisConcatenator(True)


class _IndexExpression:
    def __init__(self, as_tuple):
        self.as_tuple = as_tuple

    def __getitem__(self, key):
        return (key,) if self.as_tuple and not isinstance(key, tuple) else key


s_, index_exp = _IndexExpression(False), _IndexExpression(True)
