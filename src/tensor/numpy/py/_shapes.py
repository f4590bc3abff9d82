"""Other shapes: joining, splitting, turning, repeating, padding."""
from _numpy import _says
import _numpy
from _numpy import asarray, ndarray, scalar, arange, zeros, strided
import _tensor
from ._base import op, index, normalize_axis, normalize_axes, AxisError, give


# ---- broadcasting ----
def broadcast_shapes(*shapes):
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    n = max((len(s) for s in shapes), default=0)
    result = [1] * n
    for s in shapes:
        for i, size in enumerate(s):
            at = n - len(s) + i
            if size == 1 or result[at] == size:
                continue
            if result[at] != 1:
                k = [j for j, t in enumerate(shapes) if len(t) >= n - at and t[at - n] not in (1, size)]
                raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg %d with shape %s and arg %d with shape %s." %
                                 (k[0], _text(shapes[k[0]]), shapes.index(s), _text(s)))
            result[at] = size
    return tuple(result)


def _text(shape):
    return "(" + ",".join(map(str, shape)) + (",)" if len(shape) == 1 else ")")


def broadcast_to(array, shape, subok=False):
    a = asarray(array)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    strides = list(_tensor.strides(a))
    more = len(shape) - a.ndim
    fits = more >= 0 and all(s == t or s == 1 for s, t in zip(a.shape, shape[more:]))
    if not fits:
        if more < 0:
            raise ValueError("input operand has more dimensions than allowed by the axis remapping")
        raise ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: %s  and requested shape %s" % (_text(a.shape), _text(shape)))
    strides = [0] * more + [0 if s == 1 and t != 1 else st for s, t, st in zip(a.shape, shape[more:], strides)]
    return strided(a, shape, strides, _tensor.offset(a))


def broadcast_arrays(*args, subok=False):
    arrays = [asarray(a) for a in args]
    shape = broadcast_shapes(*[a.shape for a in arrays])
    return [a if a.shape == shape else broadcast_to(a, shape) for a in arrays]


class broadcast:
    def __init__(self, *args):
        self._arrays = broadcast_arrays(*args)
        self.shape = self._arrays[0].shape
        self.ndim = self.nd = len(self.shape)
        self.size = self._arrays[0].size

    def __iter__(self):
        return zip(*[a.ravel() for a in self._arrays])


# ---- axes ----
def swapaxes(a, axis1, axis2):
    a = asarray(a)
    axis1 = normalize_axis(axis1, a.ndim, "axis1")
    axis2 = normalize_axis(axis2, a.ndim, "axis2")
    order = list(range(a.ndim))
    order[axis1], order[axis2] = axis2, axis1
    return a.transpose(order)


def moveaxis(a, source, destination):
    a = asarray(a)
    source = normalize_axes(source, a.ndim, "source")
    destination = normalize_axes(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [n for n in range(a.ndim) if n not in source]
    for d, s in sorted(zip(destination, source)):
        order.insert(d, s)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    a = asarray(a)
    axis = normalize_axis(axis, a.ndim, "axis")
    start = start + a.ndim if start < 0 else start
    return moveaxis(a, axis, start - 1 if axis < start else start)


def expand_dims(a, axis):
    a = asarray(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    n = a.ndim + len(axes)
    axes = normalize_axes(axes, n)
    sizes = iter(a.shape)
    return a.reshape([1 if i in axes else next(sizes) for i in range(n)])


def atleast_1d(*arys):
    res = [a.reshape(1) if a.ndim == 0 else a for a in map(asarray, arys)]
    return res[0] if len(res) == 1 else res


def atleast_2d(*arys):
    res = [a.reshape(1, 1) if a.ndim == 0 else a[None, :] if a.ndim == 1 else a for a in map(asarray, arys)]
    return res[0] if len(res) == 1 else res


def atleast_3d(*arys):
    res = [a.reshape(1, 1, 1) if a.ndim == 0 else a[None, :, None] if a.ndim == 1 else a[:, :, None] if a.ndim == 2 else a for a in map(asarray, arys)]
    return res[0] if len(res) == 1 else res


def flip(m, axis=None):
    m = asarray(m)
    axes = range(m.ndim) if axis is None else normalize_axes(axis, m.ndim)
    return m[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim))]


def flipud(m):
    m = asarray(m)
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1, ...]


def fliplr(m):
    m = asarray(m)
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    k %= 4
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    a, b = normalize_axes(axes, m.ndim)
    if k == 0:
        return m[:]
    if k == 2:
        return flip(flip(m, a), b)
    return swapaxes(flip(m, b), a, b) if k == 1 else flip(swapaxes(m, a, b), b)


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    axes = normalize_axes(axis, a.ndim, duplicates=True)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,)
    if len(shifts) != len(axes):
        if len(shifts) != 1 and len(axes) != 1:
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
        shifts, axes = tuple(shifts) * (len(axes) if len(shifts) == 1 else 1), axes * (len(shifts) if len(axes) == 1 else 1)
    for s, ax in zip(shifts, axes):
        n = a.shape[ax]
        s = index(s) % n if n else 0
        if s:
            before = (slice(None),) * ax
            a = concatenate((a[before + (slice(n - s, None),)], a[before + (slice(None, n - s),)]), ax)
        else:
            a = a.copy()
    return a


# ---- joining and splitting ----
def concatenate(arrays, axis=0, out=None, dtype=None, casting="same_kind"):
    if not isinstance(arrays, (tuple, list, ndarray)):
        try:
            arrays = tuple(arrays)
        except TypeError:
            raise TypeError("The first input argument needs to be a sequence") from None
    arrays = [asarray(a) for a in arrays]
    if not arrays:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        arrays, axis = [a.ravel() for a in arrays], 0
    for a in arrays:
        if a.ndim == 0:
            raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = normalize_axis(axis, arrays[0].ndim)
    if dtype is not None:
        arrays = [a.astype(dtype) for a in arrays]
    return give(op("concat", *arrays, axis=axis), out)


def stack(arrays, axis=0, out=None):
    arrays = [asarray(a) for a in arrays]
    if not arrays:
        raise ValueError("need at least one array to stack")
    for a in arrays:
        if a.shape != arrays[0].shape:
            raise ValueError(_says("STACK_SHAPES"))
    axis = normalize_axis(axis, arrays[0].ndim + 1)
    return give(op("stack", *arrays, axis=axis), out)


def _listed(tup):
    return [tup] if not isinstance(tup, (list, tuple, ndarray)) and not hasattr(tup, "__iter__") else list(tup)


def vstack(tup, *, dtype=None, casting="same_kind"):
    return concatenate([atleast_2d(a) for a in _listed(tup)], 0, dtype=dtype)


row_stack = vstack


def hstack(tup, *, dtype=None, casting="same_kind"):
    arrays = [atleast_1d(a) for a in _listed(tup)]
    return concatenate(arrays, 0 if arrays and arrays[0].ndim == 1 else 1, dtype=dtype)


def dstack(tup):
    return concatenate([atleast_3d(a) for a in _listed(tup)], 2)


def column_stack(tup):
    return concatenate([a.reshape(-1, 1) if a.ndim < 2 else a for a in map(asarray, tup)], 1)


def block(arrays):
    def depth_of(x):
        return 1 + max(map(depth_of, x)) if isinstance(x, list) and x else 0
    levels = depth_of(arrays)

    def build(x, depth):
        if isinstance(x, list):
            parts = [build(y, depth + 1) for y in x]
            n = max(max(p.ndim for p in parts), levels)
            parts = [p.reshape((1,) * (n - p.ndim) + p.shape) for p in parts]
            return concatenate(parts, -(levels - depth))
        return asarray(x)
    return build(arrays, 0)


def append(arr, values, axis=None):
    arr, values = asarray(arr), asarray(values)
    if axis is None:
        arr, values, axis = arr.ravel(), values.ravel(), 0
    return concatenate((arr, values), axis)


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = normalize_axis(axis, arr.ndim)
    n = arr.shape[axis]
    single = isinstance(obj, int) or (not isinstance(obj, slice) and asarray(obj).ndim == 0)
    places = list(range(*obj.indices(n))) if isinstance(obj, slice) else [int(i) for i in asarray(obj).ravel()]
    for i in places:
        if not -n <= i <= n:
            raise IndexError(_says("INDEX_RANGE", i, n, axis))
    places = [i + n if i < 0 else i for i in places]
    values = asarray(values)
    if single and len(places) == 1:
        values = values.astype(arr.dtype)
        rest = arr.shape[:axis] + arr.shape[axis + 1:]
        if values.ndim == 0:
            new = broadcast_to(values, arr.shape[:axis] + (1,) + arr.shape[axis + 1:])
        elif values.ndim == arr.ndim:
            shape = list(arr.shape)
            shape[axis] = values.shape[axis]
            new = broadcast_to(values, shape)
        else:
            new = expand_dims(broadcast_to(values, rest), axis)
        i = places[0]
        before = (slice(None),) * axis
        return concatenate((arr[before + (slice(None, i),)], new, arr[before + (slice(i, None),)]), axis)
    order = sorted(range(len(places)), key=lambda k: places[k])
    final = [places[k] + at for at, k in enumerate(order)]
    shape = list(arr.shape)
    shape[axis] = n + len(places)
    result = zeros(shape, arr.dtype)
    mask = _numpy.ones(shape[axis], bool)
    mask[final] = False
    before = (slice(None),) * axis
    targets = [0] * len(order)
    for at, k in enumerate(order):
        targets[k] = final[at]
    result[before + (asarray(targets, int),)] = values
    result[before + (mask.nonzero()[0],)] = arr
    return result


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = normalize_axis(axis, arr.ndim)
    n = arr.shape[axis]
    keep = _numpy.ones(n, bool)
    if isinstance(obj, slice):
        keep[obj] = False
    else:
        for i in asarray(obj).ravel().tolist():
            i = int(i)
            if not -n <= i < n:
                raise IndexError(_says("INDEX_RANGE", i, n, axis))
            keep[i] = False
    return arr[(slice(None),) * axis + (keep,)]


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    n = ary.shape[axis]
    try:
        places = [0] + [int(i) for i in indices_or_sections] + [n]
    except TypeError:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        each, extra = divmod(n, sections)
        places = [0]
        for i in range(sections):
            places.append(places[-1] + each + (i < extra))
    before = (slice(None),) * (axis if axis >= 0 else axis + ary.ndim)
    return [ary[before + (slice(places[i], places[i + 1]),)] for i in range(len(places) - 1)]


def split(ary, indices_or_sections, axis=0):
    try:
        len(indices_or_sections)
    except TypeError:
        n = asarray(ary).shape[axis]
        if n % indices_or_sections:
            raise ValueError("array split does not result in an equal division") from None
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    ary = asarray(ary)
    if ary.ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    if asarray(ary).ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    if asarray(ary).ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


# ---- repeating ----
def tile(A, reps):
    A = asarray(A)
    reps = tuple(int(r) for r in reps) if isinstance(reps, (tuple, list, ndarray)) else (index(reps),)
    n = max(A.ndim, len(reps))
    return op("tile", A, shape=(1,) * (n - len(reps)) + reps) if A.ndim or n else A.copy()


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = normalize_axis(axis, a.ndim)
    counts = asarray(repeats)
    if counts.size == 1:
        return op("repeat", a, axis=axis, length=int(counts.ravel()[0]))
    n = a.shape[axis]
    if counts.shape != (n,):
        raise ValueError("operands could not be broadcast together with shape %s %s" % (_text((n,)), _text(counts.shape)))
    places = [i for i, c in enumerate(counts.tolist()) for _ in range(c)]
    return a[(slice(None),) * axis + (asarray(places, int),)]


def resize(a, new_shape):
    a = asarray(a).ravel()
    shape = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    size = 1
    for s in shape:
        if s < 0:
            raise ValueError("all elements of `new_shape` must be non-negative")
        size *= s
    if a.size == 0 or size == 0:
        return zeros(shape, a.dtype)
    times = -(-size // a.size)
    return tile(a, times)[:size].reshape(shape)


# ---- padding ----
def _widths(width, ndim):
    w = asarray(width)
    if w.dtype.kind not in "iu":
        raise TypeError("`pad_width` must be of integral type.")
    w = broadcast_to(w, (ndim, 2)).tolist()
    for pair in w:
        if min(pair) < 0:
            raise ValueError("index can't contain negative values")
    return w


def pad(array, pad_width, mode="constant", **kwargs):
    a = asarray(array)
    widths = _widths(pad_width, a.ndim)
    if callable(mode):
        padded = pad(a, pad_width)
        for axis in range(a.ndim):
            view = moveaxis(padded, axis, -1)
            for where in _numpy_ndindex(view.shape[:-1]):
                mode(view[where], tuple(widths[axis]), axis, kwargs)
        return padded
    known = {"constant": ("constant_values",), "edge": (), "linear_ramp": ("end_values",), "maximum": ("stat_length",), "mean": ("stat_length",),
             "median": ("stat_length",), "minimum": ("stat_length",), "reflect": ("reflect_type",), "symmetric": ("reflect_type",), "wrap": (), "empty": ()}
    if mode not in known:
        raise ValueError("mode '%s' is not supported" % mode)
    bad = set(kwargs) - set(known[mode])
    if bad:
        raise ValueError("unsupported keyword arguments for mode '%s': %s" % (mode, bad))
    if mode in ("constant", "empty"):
        values = broadcast_to(asarray(kwargs.get("constant_values", 0)), (a.ndim, 2)).tolist() if a.ndim else []
        result = zeros([s + b + e for s, (b, e) in zip(a.shape, widths)], a.dtype)
        result[tuple(slice(b, b + s) for s, (b, e) in zip(a.shape, widths))] = a
        for axis, ((b, e), (first, last)) in enumerate(zip(widths, values)):
            before = (slice(None),) * axis
            if b and first:
                result[before + (slice(0, b),)] = first
            if e and last:
                result[before + (slice(result.shape[axis] - e, None),)] = last
        return result
    for axis, (b, e) in enumerate(widths):
        n = a.shape[axis]
        if n == 0 and (b or e):
            raise ValueError("can't extend empty axis %d using modes other than 'constant' or 'empty'" % axis)
        before = (slice(None),) * axis
        if mode in ("maximum", "minimum", "mean", "median"):
            a = _pad_stat(a, axis, b, e, mode, kwargs.get("stat_length"))
            continue
        if mode == "linear_ramp":
            a = _pad_ramp(a, axis, b, e, kwargs.get("end_values", 0))
            continue
        i = arange(-b, n + e)
        if mode == "edge":
            i = _numpy.minimum(_numpy.maximum(i, 0), n - 1)
        elif mode == "wrap":
            i = i % n
        elif mode == "symmetric":
            i = i % (2 * n)
            i = _numpy.where3(i >= n, 2 * n - 1 - i, i)
        elif n == 1:
            i = i * 0
        else:
            i = i % (2 * n - 2)
            i = _numpy.where3(i >= n, 2 * n - 2 - i, i)
        a = a[before + (i,)]
    return a


def _numpy_ndindex(shape):
    import itertools
    return itertools.product(*map(range, shape))


def _pad_stat(a, axis, b, e, mode, length):
    from ._reduce import median
    n = a.shape[axis]
    before = (slice(None),) * axis
    if length is not None:
        length = broadcast_to(asarray(length), (a.ndim, 2)).tolist()[axis]
    f = {"maximum": _numpy.max, "minimum": _numpy.min, "mean": _numpy.mean, "median": median}[mode]

    def part(side, width):
        k = n if length is None else min(n, length[side])
        piece = f(a[before + (slice(0, k) if side == 0 else slice(n - k, n),)], axis=axis, keepdims=True)
        piece = (_numpy.rint(piece) if a.dtype.kind in "iu" else piece).astype(a.dtype)
        return repeat(piece, width, axis)
    return concatenate((part(0, b), a, part(1, e)), axis)


def _pad_ramp(a, axis, b, e, ends):
    from ._creation import linspace
    first, last = broadcast_to(asarray(ends), (a.ndim, 2)).tolist()[axis]
    before = (slice(None),) * axis
    edge0, edge1 = a[before + (0,)], a[before + (a.shape[axis] - 1,)]
    left = linspace(first + 0 * edge0, edge0, b, endpoint=False, axis=axis)
    right = flip(linspace(last + 0 * edge1, edge1, e, endpoint=False, axis=axis), axis)
    return concatenate((left.astype(a.dtype), a, right.astype(a.dtype)), axis)


def shape(a):
    return asarray(a).shape


def ndim(a):
    return asarray(a).ndim


def size(a, axis=None):
    a = asarray(a)
    return a.size if axis is None else a.shape[axis]


def trim_zeros(filt, trim="fb"):
    first, last = 0, len(filt)
    if "f" in trim.lower():
        while first < last and not _differs(filt[first]):
            first += 1
    if "b" in trim.lower():
        while last > 0 and not _differs(filt[last - 1]):
            last -= 1
    return filt[first:last]


def _differs(x):
    """From zero; an empty row does not."""
    return bool(x != 0.)
