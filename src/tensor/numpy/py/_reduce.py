"""Reductions beyond the plain ones: with where= and initial=, order statistics, averages, those that pass over NaN."""
from _numpy import _says
import _numpy
from _numpy import asarray, scalar, zeros, ndarray
from ._base import op, no_value, normalize_axis, normalize_axes, give, AxisError
from ._shapes import broadcast_to, expand_dims, moveaxis
from perch.only import only


def slow(name, args):
    """What the C side hands over: initial=, where=, order='F'."""
    if name.startswith("order_"):
        a, shape = args
        a = asarray(a)
        if name == "order_ravel":
            return a.T.ravel()
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        return a.T.reshape(shape[::-1]).T
    a = asarray(args[0])
    if name in ("sum", "prod"):
        _, axis, dtype, out, keepdims, initial, where = args
        neutral = 0 if name == "sum" else 1
        if where is not None and where is not True:
            a = _numpy.where3(where, a, neutral if a.dtype.kind != "b" else bool(neutral))
        r = getattr(_numpy, name)(a, axis, dtype, None, bool(keepdims))
        if initial is not None:
            r = _numpy.add(r, initial, dtype=r.dtype) if name == "sum" else _numpy.multiply(r, initial, dtype=r.dtype)
        return give(r, out)
    if name in ("max", "min"):
        _, axis, out, keepdims, initial, where = args
        f = _numpy.maximum if name == "max" else _numpy.minimum
        if where is not None and where is not True:
            if initial is None:
                raise ValueError(_says("REDUCE_WHERE", f.__name__))
            a = _numpy.where3(where, a, initial).astype(a.dtype)
        if initial is not None:
            axes = range(a.ndim) if axis is None else normalize_axes(axis, a.ndim)
            empty = any(a.shape[i] == 0 for i in axes)
            if empty:
                shape = [1 if i in axes else s for i, s in enumerate(a.shape) if keepdims or i not in axes]
                return give(scalar(zeros(shape, a.dtype) + initial), out)
        r = getattr(_numpy, name)(a, axis, None, bool(keepdims))
        return give(r if initial is None else f(r, initial, dtype=r.dtype), out)
    if name in ("any", "all"):
        _, axis, out, keepdims, where = args
        return getattr(_numpy, name)(_numpy.where3(where, a.astype(bool), name == "all"), axis, out, bool(keepdims))
    if name == "mean":
        _, axis, dtype, out, keepdims, where = args
        where = broadcast_to(asarray(where), a.shape)
        total = slow("sum", (a, axis, dtype or (None if a.dtype.kind == "f" else float), None, keepdims, None, where))
        return give(total / where.sum(axis, keepdims=bool(keepdims)), out)
    _, axis, dtype, out, ddof, keepdims, where = args
    where = broadcast_to(asarray(where), a.shape)
    count = where.sum(axis, keepdims=True)
    mean = slow("sum", (a, axis, dtype or (None if a.dtype.kind == "f" else float), None, True, None, where)) / count
    d = a - mean
    r = slow("sum", (d * d, axis, None, None, keepdims, None, where)) / _numpy.maximum((count if keepdims else where.sum(axis)) - (ddof or 0), 0)
    return give(_numpy.sqrt(r) if name == "std" else r, out)


def ptp(a, axis=None, out=None, keepdims=False):
    a = asarray(a)
    return give(a.max(axis, keepdims=keepdims) - a.min(axis, keepdims=keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False):
    a = asarray(a)
    r = _numpy.sum(a != 0, axis, None, None, keepdims)
    return int(r) if axis is None and not keepdims else r


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    a = asarray(a)
    if weights is None:
        avg = a.mean(axis, keepdims=keepdims)
        scl = avg * 0 + (a.size / max(asarray(avg).size, 1))
    else:
        wgt = asarray(weights)
        if a.shape != wgt.shape:
            if axis is None:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            if wgt.ndim != 1:
                raise TypeError("1D weights expected when shapes of a and weights differ.")
            if wgt.shape[0] != a.shape[axis]:
                raise ValueError("Length of weights not compatible with specified axis.")
            wgt = broadcast_to(wgt, (a.ndim - 1) * (1,) + wgt.shape).swapaxes(-1, axis)
        kind = float if a.dtype.kind != "f" else None
        scl = wgt.sum(axis=axis, dtype=kind, keepdims=keepdims)
        if _numpy.any(scl == 0.0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        avg = _numpy.sum(a * wgt, axis, kind, None, keepdims) / scl
    if returned:
        return avg, scl if asarray(scl).shape == asarray(avg).shape else broadcast_to(scl, asarray(avg).shape).copy()
    return avg


# ---- order statistics ----
def _to_last(a, axis):
    """The axes that go, as one last axis."""
    if axis is None:
        return a.ravel(), None
    axes = normalize_axes(axis, a.ndim)
    if len(axes) == 1:
        return moveaxis(a, axes[0], -1), axes
    rest = [i for i in range(a.ndim) if i not in axes]
    a = a.transpose(rest + list(axes))
    return a.reshape(a.shape[:len(rest)] + (-1,)), axes


def _kept(r, a, axes, keepdims):
    if not keepdims:
        return r
    return asarray(r).reshape([1 if axes is None or i in axes else s for i, s in enumerate(a.shape)])


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    a = asarray(a)
    x, axes = _to_last(a, axis)
    n = x.shape[-1]
    if n == 0:
        return give(_kept(_numpy.mean(x, -1), a, axes, keepdims), out)
    x = op("sort", x, axis=-1)[0]
    middle = x[..., n // 2 - 1:n // 2 + 1] if n % 2 == 0 else x[..., n // 2:n // 2 + 1]
    r = scalar(_numpy.mean(middle, -1))
    if x.dtype.kind == "f":
        r = scalar(_numpy.where3(_numpy.isnan(x[..., -1]), x[..., -1], r))
    return give(_kept(r, a, axes, keepdims), out)


def _quantile(a, q, axis, out, method, keepdims, whole=False):
    a = asarray(a)
    x, axes = _to_last(a, axis)
    q = asarray(q)
    if x.dtype.kind == "b":
        raise TypeError(_says("SUBTRACT_BOOL"))
    n = x.shape[-1]
    x = op("sort", x, axis=-1)[0]
    qs = q.ravel()
    at = {"linear": lambda: (n - 1) * qs, "lower": lambda: _numpy.floor((n - 1) * qs), "higher": lambda: _numpy.ceil((n - 1) * qs),
          "nearest": lambda: _numpy.rint((n - 1) * qs), "midpoint": lambda: 0.5 * (_numpy.floor((n - 1) * qs) + _numpy.ceil((n - 1) * qs)),
          "inverted_cdf": lambda: _numpy.ceil(n * qs) - 1, "hazen": lambda: n * qs - 0.5, "weibull": lambda: (n + 1) * qs - 1,
          "median_unbiased": lambda: (n + 1 / 3) * qs + 1 / 3 - 1, "normal_unbiased": lambda: (n + 0.25) * qs + 0.375 - 1,
          "interpolated_inverted_cdf": lambda: n * qs - 1}
    if method not in at:
        raise ValueError("%r is not a valid method. Use one of: %s" % (method, ", ".join(at)))
    where = _numpy.minimum(_numpy.maximum(at[method](), 0), n - 1)
    exact = whole and method == "linear"        # places among the sorted, which keep their dtype
    low = _numpy.floor(where).astype(int)
    high = _numpy.minimum(low + 1, n - 1)
    t = where - low
    shape = (-1,) + (1,) * (x.ndim - 1)
    first, last = moveaxis(x[..., low], -1, 0), moveaxis(x[..., high], -1, 0)
    if exact or method in ("lower", "higher", "nearest", "inverted_cdf"):
        r = first
    else:
        t = t.reshape(shape)
        d = last - first
        r = _numpy.where3(t >= 0.5, last - d * (1 - t), first + d * t)
        if a.dtype.kind == "f" and a.dtype.itemsize < 8 and q.ndim == 0 and x.ndim > 1:
            r = r.astype(a.dtype)
    if x.dtype.kind == "f":
        r = _numpy.where3(_numpy.isnan(x[..., -1]), float("nan"), r)
    r = r.reshape(q.shape + r.shape[1:])
    if keepdims:
        r = r.reshape(q.shape + tuple(1 if axes is None or i in axes else s for i, s in enumerate(a.shape)))
    return give(scalar(r), out)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    whole = asarray(q).dtype.kind in "iu"
    q = asarray(q) * 1.0
    if not (_numpy.all(q >= 0) and _numpy.all(q <= 1)):
        raise ValueError("Quantiles must be in the range [0, 1]")
    return _quantile(a, q, axis, out, interpolation or method, keepdims, whole)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    q = asarray(q) / 100
    if not (_numpy.all(q >= 0) and _numpy.all(q <= 1)):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return _quantile(a, q, axis, out, interpolation or method, keepdims)


# ---- passing over NaN ----
def _filled(a, value):
    a = asarray(a)
    if a.dtype.kind != "f":
        return a, None
    mask = _numpy.isnan(a)
    return _numpy.where3(mask, value, a).astype(a.dtype), mask


def nansum(a, axis=None, dtype=None, out=None, keepdims=False):
    return _numpy.sum(_filled(a, 0)[0], axis, dtype, out, keepdims)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False):
    return _numpy.prod(_filled(a, 1)[0], axis, dtype, out, keepdims)


def nancumsum(a, axis=None, dtype=None, out=None):
    return _numpy.cumsum(_filled(a, 0)[0], axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    return _numpy.cumprod(_filled(a, 1)[0], axis, dtype, out)


def nanmax(a, axis=None, out=None, keepdims=False):
    x, mask = _filled(a, float("-inf"))
    r = _numpy.max(x, axis, None, keepdims)
    if mask is not None and mask.any():
        r = scalar(_numpy.where3(_numpy.all(mask, axis, None, keepdims), float("nan"), r).astype(x.dtype))
    return give(r, out)


def nanmin(a, axis=None, out=None, keepdims=False):
    x, mask = _filled(a, float("inf"))
    r = _numpy.min(x, axis, None, keepdims)
    if mask is not None and mask.any():
        r = scalar(_numpy.where3(_numpy.all(mask, axis, None, keepdims), float("nan"), r).astype(x.dtype))
    return give(r, out)


def nanargmax(a, axis=None):
    x, mask = _filled(a, float("-inf"))
    if mask is not None and _numpy.any(_numpy.all(mask, axis)):
        raise ValueError("All-NaN slice encountered")
    return _numpy.argmax(x, axis)


def nanargmin(a, axis=None):
    x, mask = _filled(a, float("inf"))
    if mask is not None and _numpy.any(_numpy.all(mask, axis)):
        raise ValueError("All-NaN slice encountered")
    return _numpy.argmin(x, axis)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    x, mask = _filled(a, 0)
    if mask is None:
        return _numpy.mean(x, axis, dtype, out, keepdims)
    return give(_shared(_numpy.sum(x, axis, dtype, None, keepdims), _numpy.sum(~mask, axis, None, None, keepdims)), out)


def _shared(total, n):
    """A total by how many, in the total's dtype."""
    return scalar(asarray(total / n).astype(total.dtype))


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    x, mask = _filled(a, 0)
    if mask is None:
        return _numpy.var(x, axis, dtype, out, ddof, keepdims)
    mean = _shared(asarray(_numpy.sum(x, axis, dtype, None, True)), _numpy.sum(~mask, axis, None, None, True))
    d = asarray(x - mean)
    d[mask] = 0
    dof = asarray(_numpy.sum(~mask, axis, None, None, keepdims) - ddof)
    r = asarray(_shared(_numpy.sum(d * d, axis, None, None, keepdims), dof))
    if bool((dof <= 0).any()):
        r = r.copy()
        r[dof <= 0] = float("nan")
    return give(scalar(r), out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return give(_numpy.sqrt(nanvar(a, axis, dtype, None, ddof, keepdims)), out)


def _nan_lines(a, axis, f):
    a = asarray(a)
    if axis is not None:
        axis = normalize_axis(axis, a.ndim)
    if axis is None:
        return f(a.ravel()[~_numpy.isnan(a.ravel())])
    x = moveaxis(a, axis, -1)
    rows = x.reshape(-1, x.shape[-1])
    r = [asarray(f(row[~_numpy.isnan(row)])) for row in rows]
    r = op("stack", *r, axis=0)
    return moveaxis(r.reshape(x.shape[:-1] + r.shape[1:]), list(range(x.ndim - 1, r.ndim - 1 + x.ndim - 1)), list(range(r.ndim - 1))) if r.ndim > 1 else scalar(r.reshape(x.shape[:-1]))


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    r = _nan_lines(a, axis, median)
    return give(expand_dims(r, axis) if keepdims and axis is not None else r, out)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    only('np.nanpercentile', keepdims=(keepdims, False))
    return give(_nan_lines(a, axis, lambda x: percentile(x, q, method=method)), out)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    only('np.nanquantile', keepdims=(keepdims, False))
    return give(_nan_lines(a, axis, lambda x: quantile(x, q, method=method)), out)
