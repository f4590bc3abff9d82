"""Choosing: where, sorting, searching, sets, taking and putting."""
from _numpy import _says
import _numpy
from _numpy import asarray, scalar, arange, zeros, ndarray, generic
from ._base import op, index, normalize_axis, give, no_value, absent
from ._dtypes import promote_types
from ._shapes import broadcast_to, broadcast_arrays, concatenate
from perch.only import only


def where(condition, x=no_value, y=no_value):
    if x is no_value and y is no_value:
        return nonzero(condition)
    if x is no_value or y is no_value:
        raise ValueError("either both or neither of x and y should be given")
    return _numpy.where3(condition, x, y)


def nonzero(a):
    a = asarray(a)
    if a.ndim == 0:
        a = a.reshape(1)
    rows = a.nonzero_rows()
    return tuple(rows[:, i].copy() for i in range(a.ndim))


def flatnonzero(a):
    return nonzero(asarray(a).ravel())[0]


def argwhere(a):
    a = asarray(a)
    return a.nonzero_rows() if a.ndim else zeros((int(bool(a)), 0), int)


def extract(condition, arr):
    return asarray(arr).ravel()[asarray(condition).ravel().astype(bool)]


def place(arr, mask, vals):
    mask = asarray(mask).astype(bool)
    n = int(mask.sum())
    vals = asarray(vals).ravel()
    if n:
        arr[mask] = vals[arange(n) % len(vals)]


def copyto(dst, src, casting="same_kind", where=True):
    if where is True:
        dst[...] = src
    else:
        dst[...] = _numpy.where3(where, asarray(src).astype(dst.dtype), dst)


def _values(v, a):
    """In a row; numbers and lists are read as a's dtype, which may refuse them."""
    return (asarray(v) if isinstance(v, ndarray) or asarray(v).dtype.kind != "c" else _numpy.asarray(v, a.dtype)).ravel()


def putmask(a, mask, values):
    mask = broadcast_to(asarray(mask).astype(bool), a.shape)
    values = _values(values, a)
    a[...] = _numpy.where3(mask, values[arange(a.size) % len(values)].reshape(a.shape).astype(a.dtype), a)


# ---- taking ----
def take(a, indices, axis=None, out=None, mode="raise"):
    a, indices = asarray(a), asarray(indices)
    if indices.dtype.kind == "f" and indices.size:
        raise TypeError(_says("CAST_RULE", indices.dtype, 'int64', 'safe'))
    if axis is None:
        a, axis = a.ravel(), 0
    axis = normalize_axis(axis, a.ndim)
    n = a.shape[axis]
    if mode == "wrap":
        indices = indices % n
    elif mode == "clip":
        indices = _numpy.minimum(_numpy.maximum(indices, 0), n - 1)
    elif indices.size:
        low, high = int(indices.min()), int(indices.max())
        if low < -n or high >= n:
            bad = high if high >= n else low
            raise IndexError(_says("INDEX_RANGE", bad, n, axis))
    r = a[(slice(None),) * axis + (indices.astype(int),)]
    return give(scalar(r) if isinstance(r, ndarray) else r, out)


def take_along_axis(arr, indices, axis):
    arr, indices = asarray(arr), asarray(indices)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = normalize_axis(axis, arr.ndim)
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    return arr[_along(arr, indices, axis)]


def _along(arr, indices, axis):
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    return tuple(indices if i == axis else arange(s).reshape((1,) * i + (-1,) + (1,) * (arr.ndim - 1 - i)) for i, s in enumerate(arr.shape))


def put_along_axis(arr, indices, values, axis):
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    axis = normalize_axis(axis, arr.ndim)
    arr[_along(arr, asarray(indices), axis)] = values


def put(a, ind, v, mode="raise"):
    if not isinstance(a, ndarray):
        raise TypeError("argument 1 must be numpy.ndarray, not %s" % type(a).__name__)
    ind, v = asarray(ind).ravel(), _values(v, a)
    if not ind.size or not v.size:
        return
    n = a.size
    if mode == "wrap":
        ind = ind % n
    elif mode == "clip":
        ind = _numpy.minimum(_numpy.maximum(ind, 0), n - 1)
    else:
        low, high = int(ind.min()), int(ind.max())
        if low < -n or high >= n:
            raise IndexError(_says("INDEX_RANGE", high if high >= n else low, n, 0))
        ind = ind % n
    values = v[arange(len(ind)) % len(v)].astype(a.dtype)
    if a.flags.c_contiguous:
        a.reshape(-1)[ind] = values
    else:
        a[unravel_index(ind, a.shape)] = values


def choose(a, choices, out=None, mode="raise"):
    a = asarray(a)
    choices = [asarray(c) for c in choices]
    n = len(choices)
    if mode == "wrap":
        a = a % n
    elif mode == "clip":
        a = _numpy.minimum(_numpy.maximum(a, 0), n - 1)
    elif a.size and (int(a.min()) < 0 or int(a.max()) >= n):
        raise ValueError("invalid entry in choice array")
    parts = broadcast_arrays(a, *choices)
    r = parts[1]
    for i in range(1, n):
        r = _numpy.where3(parts[0] == i, parts[i + 1], r)
    return give(scalar(r.copy()), out)


def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    r = asarray(default)
    for c, x in zip(reversed(condlist), reversed(choicelist)):
        r = _numpy.where3(c, x, r)
    return r


def piecewise(x, condlist, funclist, *args, **kw):
    x = asarray(x)
    if not isinstance(condlist, (list, tuple)) or (len(condlist) and isinstance(condlist[0], (bool, _numpy.bool_))):
        condlist = [condlist]
    condlist = [asarray(c).astype(bool) for c in condlist]
    funclist = list(funclist)
    if len(funclist) == len(condlist) + 1:
        rest = condlist[0]
        for c in condlist[1:]:
            rest = rest | c
        condlist.append(~rest)
    elif len(funclist) != len(condlist):
        raise ValueError("with {} condition(s), either {} or {} functions are expected".format(len(condlist), len(condlist), len(condlist) + 1))
    y = zeros(x.shape, x.dtype)
    for c, f in zip(condlist, funclist):
        y[c] = f(x[c], *args, **kw) if callable(f) else f
    return scalar(y)


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = asarray(a)
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    return op("diagonal", a, offset=offset, axis1=normalize_axis(axis1, a.ndim, "axis1"), axis2=normalize_axis(axis2, a.ndim, "axis2")).copy()


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype, out)


def compress(condition, a, axis=None, out=None):
    return take(a, nonzero(asarray(condition))[0], axis, out)


def fill_diagonal(a, val, wrap=False):
    only('np.fill_diagonal', wrap=(wrap, False))
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    i = arange(min(a.shape))
    a[(i,) * a.ndim] = val if asarray(val).ndim == 0 else asarray(val).ravel()[i % asarray(val).size]


# ---- indices ----
def unravel_index(indices, shape, order="C"):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    i = asarray(indices)
    size = 1
    for s in shape:
        size *= s
    if i.size and (int(i.max()) >= size or int(i.min()) < 0):
        raise ValueError("index %d is out of bounds for array with size %d" % (int(i.max()) if int(i.max()) >= size else int(i.min()), size))
    result = []
    for s in reversed(shape) if order == "C" else shape:
        result.append(scalar(i % s))
        i = i // s
    return tuple(result[::-1] if order == "C" else result)


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    total = 0
    for i, n in zip(multi_index, dims) if order == "C" else reversed(list(zip(multi_index, dims))):
        i = asarray(i)
        if mode == "wrap":
            i = i % n
        elif mode == "clip":
            i = _numpy.minimum(_numpy.maximum(i, 0), n - 1)
        elif i.size and (int(i.min()) < 0 or int(i.max()) >= n):
            raise ValueError("invalid entry in coordinates array")
        total = total * n + i
    return scalar(asarray(total))


class ndindex:
    def __init__(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], tuple):
            shape = shape[0]
        import itertools
        self._it = itertools.product(*map(range, shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._it)


def ndenumerate(arr):
    arr = asarray(arr)
    return zip(ndindex(arr.shape), arr.ravel())


def ix_(*args):
    out, n = [], len(args)
    for k, a in enumerate(args):
        a = asarray(a)
        if a.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if a.dtype.kind == "b":
            a = nonzero(a)[0]
        elif a.size == 0:
            a = a.astype(int)
        out.append(a.reshape((1,) * k + (-1,) + (1,) * (n - k - 1)))
    return tuple(out)


# ---- sorting ----
def sort(a, axis=-1, kind=None, order=None):
    only('np.sort', order=(order, None))
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return op("sort", a, axis=normalize_axis(axis, a.ndim))[0]


def argsort(a, axis=-1, kind=None, order=None):
    only('np.argsort', order=(order, None))
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return op("sort", a, axis=normalize_axis(axis, a.ndim))[1]


def partition(a, kth, axis=-1, kind="introselect", order=None):
    only('np.partition', order=(order, None))
    return sort(a, axis)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    only('np.argpartition', order=(order, None))
    return argsort(a, axis)


def msort(a):
    return sort(a, 0)


def lexsort(keys, axis=-1):
    only('np.lexsort', axis=(axis, -1))
    keys = [asarray(k) for k in keys]
    order = arange(keys[0].shape[-1])
    if keys[0].ndim > 1:
        absent("lexsort of several dimensions", "argsort")
    for k in keys:
        order = order[argsort(k[order], kind="stable")]
    return order


def searchsorted(a, v, side="left", sorter=None):
    if side not in ("left", "right"):
        raise ValueError("side must be 'left' or 'right' (got '%s')" % side)
    a, v = asarray(a), asarray(v)
    if sorter is not None:
        a = a[sorter]
    kind = _numpy.add(a.ravel()[:1], v.ravel()[:1]).dtype if a.size and v.size and a.dtype != v.dtype else a.dtype
    return op("searchsorted", a.astype(kind), v.astype(kind), descending=side == "right")


def digitize(x, bins, right=False):
    x, bins = asarray(x), asarray(bins)
    if bins.ndim != 1:
        raise ValueError(_says("TOO_DEEP"))
    step = bins[1:] - bins[:-1]
    if len(bins) > 1 and bool((step < 0).all()):
        return scalar(len(bins) - asarray(searchsorted(bins[::-1], x, "right" if right else "left")))
    if len(bins) > 1 and bool((step < 0).any()):
        raise ValueError("bins must be monotonically increasing or decreasing")
    return searchsorted(bins, x, "left" if right else "right")


# ---- sets ----
def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True):
    ar = asarray(ar)
    if axis is not None:
        return _unique_rows(ar, return_index, return_inverse, return_counts, axis)
    flat = ar.ravel()
    if not (return_index or return_inverse or return_counts):
        values = sort(flat)
        return values[_firsts(values, equal_nan)] if values.size else values
    order = argsort(flat, kind="mergesort")
    values = flat[order]
    mask = _firsts(values, equal_nan)
    result = [values[mask]]
    if return_index:
        result.append(order[mask])
    if return_inverse:
        inverse = zeros(flat.size, int)
        if flat.size:
            inverse[order] = _numpy.cumsum(mask) - 1
        result.append(inverse)
    if return_counts:
        at = concatenate((nonzero(mask)[0], asarray([flat.size])))
        result.append(at[1:] - at[:-1])
    return tuple(result)


def _firsts(values, equal_nan):
    mask = _numpy.ones(values.shape, bool)
    if values.size > 1:
        mask[1:] = values[1:] != values[:-1]
        if equal_nan and values.dtype.kind == "f":
            mask[1:] &= ~(_numpy.isnan(values[1:]) & _numpy.isnan(values[:-1]))
    return mask


def _unique_rows(ar, return_index, return_inverse, return_counts, axis):
    axis = normalize_axis(axis, ar.ndim)
    rows = ar.swapaxes(0, axis)
    keys = [tuple((v != v, v) if v == v else (True, 0) for v in asarray(r).ravel().tolist()) for r in rows]     # NaN stands last
    keys = [(k, i if any(nan for nan, _ in k) else -1) for i, k in enumerate(keys)]                             # and equals no other
    firsts, counts = {}, {}
    for i, k in enumerate(keys):
        firsts.setdefault(k, i)
        counts[k] = counts.get(k, 0) + 1
    ordered = sorted(firsts)
    place = {k: i for i, k in enumerate(ordered)}
    result = [rows[asarray([firsts[k] for k in ordered], int)].swapaxes(0, axis)]
    if return_index:
        result.append(asarray([firsts[k] for k in ordered], int))
    if return_inverse:
        result.append(asarray([place[k] for k in keys], int))
    if return_counts:
        result.append(asarray([counts[k] for k in ordered], int))
    return result[0] if len(result) == 1 else tuple(result)


def in1d(ar1, ar2, assume_unique=False, invert=False, *, kind=None):
    ar1, ar2 = asarray(ar1).ravel(), unique(ar2)
    if not ar2.size:
        r = zeros(ar1.shape, bool)
    else:
        at = _numpy.minimum(asarray(searchsorted(ar2, ar1)), len(ar2) - 1)
        r = ar2[at] == ar1
    return ~r if invert else r


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    element = asarray(element)
    return in1d(element, test_elements, invert=invert).reshape(element.shape)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    ar1, ar2 = asarray(ar1), asarray(ar2)
    kind = promote_types(ar1.dtype, ar2.dtype)
    a, i = unique(ar1.astype(kind), return_index=True)
    b, j = unique(ar2.astype(kind), return_index=True)
    both = in1d(a, b)
    if not return_indices:
        return a[both]
    return a[both], i[both], j[in1d(b, a)]


def union1d(ar1, ar2):
    return unique(concatenate((asarray(ar1).ravel(), asarray(ar2).ravel())))


def setdiff1d(ar1, ar2, assume_unique=False):
    a = asarray(ar1).ravel() if assume_unique else unique(ar1)
    return a[~in1d(a, ar2)]


def setxor1d(ar1, ar2, assume_unique=False):
    a, b = unique(ar1), unique(ar2)
    return sort(concatenate((a[~in1d(a, b)], b[~in1d(b, a)])))


# ---- functions along axes ----
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    from ._shapes import moveaxis
    arr = asarray(arr)
    axis = normalize_axis(axis, arr.ndim)
    x = moveaxis(arr, axis, -1)
    r = [asarray(func1d(x[i], *args, **kwargs)) for i in ndindex(x.shape[:-1])]
    if not r:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    out = op("stack", *r, axis=0).reshape(x.shape[:-1] + r[0].shape)
    n = x.ndim - 1
    return moveaxis(out, list(range(n, n + r[0].ndim)), list(range(axis, axis + r[0].ndim))) if r[0].ndim else out


def apply_over_axes(func, a, axes):
    a = asarray(a)
    for ax in (axes,) if isinstance(axes, int) else axes:
        r = asarray(func(a, ax))
        a = r if r.ndim == a.ndim else r.reshape(a.shape[:ax] + (1,) + a.shape[ax + 1:])
    return a


class vectorize:
    """A function of numbers over arrays."""

    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc, self.otypes, self.excluded = pyfunc, otypes, set(excluded or ())
        self.__name__ = getattr(pyfunc, "__name__", "vectorize")
        self.__doc__ = doc or getattr(pyfunc, "__doc__", None)
        if signature is not None:
            absent("vectorize with a signature", "apply_along_axis")

    def __call__(self, *args, **kwargs):
        arrays = broadcast_arrays(*args)
        shape = arrays[0].shape
        rows = list(zip(*[a.ravel() for a in arrays]))
        if not rows and self.otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        results = [self.pyfunc(*row, **kwargs) for row in rows]
        if results and isinstance(results[0], tuple):
            return tuple(self._array([r[k] for r in results], shape, k) for k in range(len(results[0])))
        return self._array(results, shape, 0)

    def _array(self, values, shape, k):
        dtype = None
        if self.otypes is not None:
            dtype = self.otypes[k]
        elif values:
            dtype = asarray(values[0]).dtype
        return _numpy.array(values, dtype).reshape(shape)


def frompyfunc(func, nin, nout, *, identity=None):
    absent("frompyfunc (arrays of objects)", "vectorize")
