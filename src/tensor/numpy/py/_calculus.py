"""Differences, integrals, statistics, products, comparisons with a tolerance."""
from _numpy import _says
import math
import _numpy
from _numpy import asarray, scalar, arange, zeros, ndarray, generic
from ._base import op, index, normalize_axis, normalize_axes, give, no_value
from ._dtypes import can_cast, promote_types
from ._shapes import concatenate, broadcast_to, moveaxis, swapaxes
from perch.only import only


# ---- products ----
def inner(a, b):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(_says("DOT_ALIGNED", _text(a.shape), _text(b.shape), a.shape[-1], a.ndim - 1, b.shape[-1], b.ndim - 1))
    if b.ndim == 1:
        return _numpy.dot(a, b)
    return tensordot(a, b, (-1, -1))


def _text(shape):
    return "(" + ",".join(map(str, shape)) + (",)" if len(shape) == 1 else ")")


def outer(a, b, out=None):
    a, b = asarray(a).ravel(), asarray(b).ravel()
    return _numpy.multiply(a[:, None], b[None, :], out=out) if out is not None else _numpy.multiply(a[:, None], b[None, :])


def vdot(a, b):
    return _numpy.dot(_numpy.conjugate(asarray(a).ravel()), asarray(b).ravel())


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    try:
        axes_a, axes_b = axes
    except TypeError:
        axes_a, axes_b = list(range(-axes, 0)), list(range(axes))
    axes_a = [axes_a] if isinstance(axes_a, int) else list(axes_a)
    axes_b = [axes_b] if isinstance(axes_b, int) else list(axes_b)
    if len(axes_a) != len(axes_b):
        raise ValueError("shape-mismatch for sum")
    axes_a = [x + a.ndim if x < 0 else x for x in axes_a]
    axes_b = [x + b.ndim if x < 0 else x for x in axes_b]
    for x, y in zip(axes_a, axes_b):
        if a.shape[x] != b.shape[y]:
            raise ValueError("shape-mismatch for sum")
    keep_a = [i for i in range(a.ndim) if i not in axes_a]
    keep_b = [i for i in range(b.ndim) if i not in axes_b]
    n = 1
    for x in axes_a:
        n *= a.shape[x]
    left = a.transpose(keep_a + axes_a).reshape(-1, n) if a.size else a.transpose(keep_a + axes_a).reshape(math.prod(a.shape[i] for i in keep_a), n)
    right = b.transpose(axes_b + keep_b).reshape(n, -1) if b.size else b.transpose(axes_b + keep_b).reshape(n, math.prod(b.shape[i] for i in keep_b))
    return _numpy.dot(left, right).reshape([a.shape[i] for i in keep_a] + [b.shape[i] for i in keep_b])


def kron(a, b):
    a, b = asarray(a), asarray(b)
    n = max(a.ndim, b.ndim)
    a, b = a.reshape((1,) * (n - a.ndim) + a.shape), b.reshape((1,) * (n - b.ndim) + b.shape)
    left = a.reshape([s for x in a.shape for s in (x, 1)])
    right = b.reshape([s for x in b.shape for s in (1, x)])
    return (left * right).reshape([x * y for x, y in zip(a.shape, b.shape)])


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = moveaxis(asarray(a), axisa, -1), moveaxis(asarray(b), axisb, -1)
    kind = promote_types(a.dtype, b.dtype)
    a, b = a.astype(kind), b.astype(kind)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    a0, a1, b0, b1 = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    third = a0 * b1 - a1 * b0
    if a.shape[-1] == 2 and b.shape[-1] == 2:
        return asarray(third)
    if a.shape[-1] == 2:
        first, second = a1 * b[..., 2], -(a0 * b[..., 2])
    elif b.shape[-1] == 2:
        first, second = -(a[..., 2] * b1), a[..., 2] * b0
    else:
        a2, b2 = a[..., 2], b[..., 2]
        first, second = a1 * b2 - a2 * b1, a2 * b0 - a0 * b2
    parts = [asarray(first), asarray(second), asarray(third)]
    return moveaxis(op("stack", *parts, axis=-1), -1, axisc)


def einsum(*operands, out=None, optimize=False, dtype=None, order="K", casting="safe"):
    only('np.einsum', dtype=(dtype, None))
    if not operands:
        raise ValueError("must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding subscripts list")
    if not isinstance(operands[0], str):
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

        def name(subs):
            return "".join("..." if s is Ellipsis else letters[s] for s in subs)
        pairs = list(operands)
        text = "->" + name(pairs.pop()) if len(pairs) % 2 else ""
        arrays = pairs[0::2]
        operands = (",".join(name(s) for s in pairs[1::2]) + text, *arrays)
    arrays = [asarray(x) for x in operands[1:]]
    return give(op("einsum", *arrays, equation=operands[0].replace(" ", "")), out)


def convolve(a, v, mode="full"):
    a, v = asarray(a), asarray(v)
    if a.ndim == 0:
        a = a.reshape(1)
    if v.ndim == 0:
        v = v.reshape(1)
    if len(v) > len(a):
        a, v = v, a
    if len(a) == 0:
        raise ValueError("a cannot be empty")
    if len(v) == 0:
        raise ValueError("v cannot be empty")
    return correlate(a, _numpy.conjugate(v[::-1]) if v.dtype.kind == "c" else v[::-1], mode)


def correlate(a, v, mode="valid"):
    a, v = asarray(a), asarray(v)
    if mode not in ("full", "same", "valid"):
        raise ValueError("mode must be one of 'valid', 'same', or 'full' (got '%s')" % mode)
    if v.dtype.kind == "c":
        v = _numpy.conjugate(v)
    swapped = len(v) > len(a)
    if swapped:
        a, v = v, a
    n, m = len(a), len(v)
    kind = (a[:1] * v[:1]).dtype
    before = {"full": m - 1, "same": m // 2, "valid": 0}[mode]
    count = {"full": n + m - 1, "same": n, "valid": n - m + 1}[mode]
    padded = zeros(n + 2 * (m - 1), kind)
    padded[m - 1:m - 1 + n] = a
    total = []
    start = m - 1 - before
    rows = _numpy.strided(padded, (count, m), (1, 1), start)
    r = _numpy.dot(rows, v.astype(kind))
    return r[::-1] if swapped else r


# ---- differences and sums ----
def diff(a, n=1, axis=-1, prepend=no_value, append=no_value):
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    a = asarray(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis(axis, a.ndim)
    parts = [a]
    for extra, first in ((prepend, True), (append, False)):
        if extra is not no_value:
            extra = asarray(extra)
            if extra.ndim == 0:
                shape = list(a.shape)
                shape[axis] = 1
                extra = broadcast_to(extra, shape)
            parts.insert(0, extra) if first else parts.append(extra)
    if len(parts) > 1:
        a = concatenate(parts, axis)
    before = (slice(None),) * axis
    f = _numpy.not_equal if a.dtype.kind == "b" else _numpy.subtract
    for _ in range(n):
        a = f(a[before + (slice(1, None),)], a[before + (slice(None, -1),)])
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    a = asarray(ary).ravel()
    parts = [a[1:] - a[:-1]]
    for name, more, first in (("to_begin", to_begin, True), ("to_end", to_end, False)):
        if more is None:
            continue
        more = asarray(more)
        if not can_cast(more, a.dtype, "same_kind"):
            raise TypeError("dtype of `%s` must be compatible with input `ary` under the `same_kind` rule." % name)
        parts.insert(0 if first else len(parts), more.ravel().astype(a.dtype))
    return parts[0] if len(parts) == 1 else concatenate(parts)


def gradient(f, *varargs, axis=None, edge_order=1):
    f = asarray(f)
    axes = tuple(range(f.ndim)) if axis is None else normalize_axes(axis, f.ndim)
    if not varargs:
        dx = [1.0] * len(axes)
    elif len(varargs) == 1 and asarray(varargs[0]).ndim == 0:
        dx = list(varargs) * len(axes)
    elif len(varargs) == len(axes):
        dx = list(varargs)
        for i, d in enumerate(dx):
            d = asarray(d)
            if d.ndim == 0:
                continue
            if d.ndim != 1:
                raise ValueError("distances must be either scalars or 1d")
            if len(d) != f.shape[axes[i]]:
                raise ValueError("when 1d, distances must match the length of the corresponding dimension")
            step = diff(d.astype(float, casting="real") if d.dtype.kind != "f" else d)
            dx[i] = step[0] if bool((step == step[0]).all()) else step
    else:
        raise TypeError("invalid number of arguments")
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype.kind not in "fc":
        f = f.astype(float, casting="real")
    results = []
    for ax, h in zip(axes, dx):
        n = f.shape[ax]
        if n < edge_order + 1:
            raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
        x = moveaxis(f, ax, 0)
        out = zeros(x.shape, f.dtype)
        even = asarray(h).ndim == 0
        if even:
            out[1:-1] = (x[2:] - x[:-2]) / (2. * h)
        else:
            shape = (-1,) + (1,) * (x.ndim - 1)
            h1, h2 = h[:-1], h[1:]
            a, b, c = (-h2 / (h1 * (h1 + h2))).reshape(shape), ((h2 - h1) / (h1 * h2)).reshape(shape), (h1 / (h2 * (h1 + h2))).reshape(shape)
            out[1:-1] = a * x[:-2] + b * x[1:-1] + c * x[2:]
        first, last = (h, h) if even else (h[0], h[-1])
        if edge_order == 1:
            out[0] = (x[1] - x[0]) / first
            out[-1] = (x[-1] - x[-2]) / last
        elif even:
            out[0] = (-1.5 / h) * x[0] + (2. / h) * x[1] + (-0.5 / h) * x[2]
            out[-1] = (0.5 / h) * x[-3] + (-2. / h) * x[-2] + (1.5 / h) * x[-1]
        else:
            p, q = h[0], h[1]
            out[0] = (-(2. * p + q) / (p * (p + q))) * x[0] + ((p + q) / (p * q)) * x[1] + (-p / (q * (p + q))) * x[2]
            p, q = h[-2], h[-1]
            out[-1] = (q / (p * (p + q))) * x[-3] + (-(q + p) / (p * q)) * x[-2] + ((2. * q + p) / (q * (p + q))) * x[-1]
        results.append(moveaxis(out, 0, ax))
    return results[0] if len(axes) == 1 else results


def trapz(y, x=None, dx=1.0, axis=-1):
    y = asarray(y)
    if x is None:
        d = dx
    else:
        x = asarray(x)
        if x.ndim == 1:
            d = diff(x)
            shape = [1] * y.ndim
            shape[axis] = d.shape[0]
            d = d.reshape(shape)
        else:
            d = diff(x, axis=axis)
    n = y.ndim
    after, before = [slice(None)] * n, [slice(None)] * n
    after[axis], before[axis] = slice(1, None), slice(None, -1)
    return (d * (y[tuple(after)] + y[tuple(before)]) / 2.0).sum(axis)


def interp(x, xp, fp, left=None, right=None, period=None):
    x, xp, fp = asarray(x) * 1.0, asarray(xp) * 1.0, asarray(fp) * 1.0
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    from ._select import searchsorted, argsort
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        period = abs(period)
        x, xp = x % period, xp % period
        order = argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = concatenate((xp[-1:] - period, xp, xp[0:1] + period))
        fp = concatenate((fp[-1:], fp, fp[0:1]))
    x = asarray(x)
    n = len(xp)
    j = _numpy.minimum(_numpy.maximum(asarray(searchsorted(xp, x, "right")) - 1, 0), max(n - 2, 0))
    if n == 1:
        y = x * 0 + fp[0]
    else:
        slope = (fp[1:] - fp[:-1]) / (xp[1:] - xp[:-1])
        y = slope[j] * (x - xp[j]) + fp[j]
        y = _numpy.where3(x == xp[-1], fp[-1], y)
    y = _numpy.where3(x < xp[0], fp[0] if left is None else left, y)
    y = _numpy.where3(x > xp[-1], fp[-1] if right is None else right, y)
    return scalar(_numpy.where3(_numpy.isnan(x), x, y))


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    p = asarray(p)
    dd = diff(p, axis=axis)
    discont = period / 2 if discont is None else discont
    high = period / 2
    low = -high
    ddmod = (dd - low) % period + low
    ddmod = _numpy.where3((ddmod == low) & (dd > 0), high, ddmod)
    fix = ddmod - dd
    fix = _numpy.where3(_numpy.absolute(dd) < discont, 0.0, fix)
    up = p.astype(float, casting="real")
    before = (slice(None),) * normalize_axis(axis, p.ndim)
    up[before + (slice(1, None),)] = p[before + (slice(1, None),)] + fix.cumsum(axis)
    return up


# ---- statistics ----
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    only('np.cov', dtype=(dtype, None))
    m = asarray(m)
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    X = m.reshape(1, -1) if m.ndim < 2 else m
    X = X.astype(float, casting="real")
    if not rowvar and X.shape[0] != 1:
        X = X.T
    if y is not None:
        y = asarray(y)
        if y.ndim > 2:
            raise ValueError("y has more than 2 dimensions")
        y = y.reshape(1, -1) if y.ndim < 2 else y
        if not rowvar and y.shape[0] != 1:
            y = y.T
        X = concatenate((X, y), 0)
    if ddof is None:
        ddof = 0 if bias else 1
    w = None
    if fweights is not None:
        w = asarray(fweights).astype(float, casting="real")
    if aweights is not None:
        aw = asarray(aweights).astype(float, casting="real")
        w = aw if w is None else w * aw
    from ._reduce import average
    avg, w_sum = average(X, axis=1, weights=w, returned=True)
    w_sum = asarray(w_sum).ravel()[0]
    if w is None:
        fact = X.shape[1] - ddof
    elif ddof == 0:
        fact = w_sum
    elif aweights is None:
        fact = w_sum - ddof
    else:
        fact = w_sum - ddof * (w * asarray(aweights)).sum() / w_sum
    if fact <= 0:
        import warnings
        warnings.warn(_says("DEGREES"), RuntimeWarning, stacklevel=2)
        fact = 0.0
    X = X - avg[:, None]
    c = _numpy.dot(X, (X if w is None else X * w).T)
    c = c * _numpy.divide(1, asarray(fact) * 1.0)
    return c.squeeze() if c.size > 1 else c.reshape(())


def corrcoef(x, y=None, rowvar=True, bias=no_value, ddof=no_value, *, dtype=None):
    only('np.corrcoef', dtype=(dtype, None))
    c = cov(x, y, rowvar)
    if asarray(c).ndim == 0:
        return scalar(c / c)
    d = c.diagonal()
    stddev = _numpy.sqrt(d)
    c = c / stddev[:, None] / stddev[None, :]
    return _numpy.minimum(_numpy.maximum(c, -1), 1)


def bincount(x, weights=None, minlength=0):
    given, x = x, asarray(x)
    if x.ndim != 1:
        raise ValueError(_says("TOO_DEEP") if x.ndim else "object of too small depth for desired array")
    if x.dtype.kind == "f" and isinstance(given, ndarray):  # a list's numbers are cut
        raise TypeError(_says("CAST_RULE", x.dtype, 'int64', 'safe'))
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    x = x.astype(int)
    if x.size and int(x.min()) < 0:
        raise ValueError("'list' argument must have no negative elements")
    n = max(int(x.max()) + 1 if x.size else 0, minlength)
    if weights is None:
        r = zeros(n, int)
        weights = _numpy.ones(x.shape, int)
    else:
        weights = asarray(weights).astype(float, casting="real")
        if weights.shape != x.shape:
            raise ValueError("The weights and list don't have the same length.")
        r = zeros(n, float)
    return op("index_put", r, weights, x, accumulate=True, mode="raise") if x.size else r


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    a = asarray(a).ravel()
    from ._creation import linspace
    if isinstance(bins, str):
        bins = _auto_bins(a, bins, range)
    if asarray(bins).ndim == 0:
        try:
            n = index(bins)
        except TypeError:
            raise TypeError("`bins` must be an integer, a string, or an array") from None
        if n < 1:
            raise ValueError("`bins` must be positive, when an integer")
        first, last = _edges(a, range)
        return linspace(first, last, n + 1, dtype=a.dtype if a.dtype.kind == "f" else None)
    edges = asarray(bins)
    if bool((edges[:-1] > edges[1:]).any()):
        raise ValueError("`bins` must increase monotonically, when an array")
    return edges


def _edges(a, range):
    if range is not None:
        first, last = range
        if first > last:
            raise ValueError("max must be larger than min in range parameter.")
        if not (math.isfinite(first) and math.isfinite(last)):
            raise ValueError("supplied range of [{}, {}] is not finite".format(first, last))
    elif a.size == 0:
        first, last = 0, 1
    else:
        first, last = a.min(), a.max()
        if not (math.isfinite(first) and math.isfinite(last)):
            raise ValueError("autodetected range of [{}, {}] is not finite".format(first, last))
    if first == last:
        first, last = first - 0.5, last + 0.5
    return first, last


def _auto_bins(a, how, range):
    n = a.size
    if n == 0:
        return 1
    width = float(a.max() - a.min())

    def sturges():
        return width / (math.log2(n) + 1.0)

    def fd():
        from ._reduce import percentile
        q = percentile(a, [75, 25])
        return 2.0 * float(q[0] - q[1]) * n ** (-1.0 / 3.0)
    rules = {"sturges": sturges, "fd": fd, "sqrt": lambda: width / math.sqrt(n), "rice": lambda: width / (2.0 * n ** (1.0 / 3)),
             "scott": lambda: (24.0 * math.pi ** 0.5 / n) ** (1.0 / 3.0) * float(a.std()),
             "auto": lambda: min(fd(), sturges()) if fd() else sturges()}
    if how not in rules:
        raise ValueError("{!r} is not a valid estimator for `bins`".format(how))
    w = rules[how]()
    first, last = _edges(a, range)
    return int(math.ceil(float(last - first) / w)) if w else 1


def histogram(a, bins=10, range=None, density=None, weights=None):
    a = asarray(a).ravel()
    if a.dtype.kind == "b":
        a = a.astype("u1")
    edges = histogram_bin_edges(a, bins, range, weights)
    from ._select import searchsorted, sort
    uniform = asarray(bins).ndim == 0 if not isinstance(bins, str) else True
    if uniform and a.size:
        n = len(edges) - 1
        first, last = _edges(a, range)
        keep = (a >= first) & (a <= last)
        w = None if weights is None else asarray(weights).ravel()[keep]
        x = a[keep]
        x = x.astype(edges.dtype) if x.dtype.kind == "f" else x
        f = (x - first) * (n / (last - first))
        i = f.astype(int)
        i = _numpy.where3(i == n, i - 1, i)
        i = i - (x < edges[i])
        i = i + ((x >= edges[i + 1]) & (i != n - 1))
        hist = bincount(i, w, n)
        if weights is not None and asarray(weights).dtype.kind in "iu":
            hist = hist.astype(asarray(weights).dtype)
    elif weights is None:
        x = sort(a)
        at = concatenate((asarray(searchsorted(x, edges[:-1], "left")), asarray(searchsorted(x, edges[-1:], "right"))))
        hist = diff(at)
    else:
        w = asarray(weights).ravel()
        order = _numpy.asarray(op("sort", a, axis=0)[1])
        x, w = a[order], concatenate((zeros(1, w.dtype), w[order].cumsum()))
        at = concatenate((asarray(searchsorted(x, edges[:-1], "left")), asarray(searchsorted(x, edges[-1:], "right"))))
        hist = diff(w[at])
    if density:
        width = diff(edges) * 1.0
        return hist / width / hist.sum(), edges
    return hist, edges


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    x, y = asarray(x).ravel(), asarray(y).ravel()
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    one = isinstance(bins, (int, generic)) or (not isinstance(bins, (tuple, list)) or len(bins) not in (1, 2))
    bx, by = (bins, bins) if one else (bins[0], bins[-1])
    ex = histogram_bin_edges(x, bx, None if range is None else range[0])
    ey = histogram_bin_edges(y, by, None if range is None else range[1])
    from ._select import searchsorted

    def place(v, e):
        i = asarray(searchsorted(e, v, "right")) - 1
        return _numpy.where3(v == e[-1], len(e) - 2, i)
    i, j = place(x, ex), place(y, ey)
    keep = (i >= 0) & (i < len(ex) - 1) & (j >= 0) & (j < len(ey) - 1)
    n, m = len(ex) - 1, len(ey) - 1
    hist = bincount((i * m + j)[keep], None if weights is None else asarray(weights).ravel()[keep], n * m).reshape(n, m).astype(float, casting="real")
    if density:
        hist = hist / (diff(ex)[:, None] * diff(ey)[None, :]) / hist.sum()
    return hist, ex, ey


# ---- comparing ----
def isclose(a, b, rtol=1.e-5, atol=1.e-8, equal_nan=False):
    a, b = asarray(a), asarray(b)
    if b.dtype.kind not in "fc":
        b = b.astype(float, casting="real")
    finite = _numpy.isfinite(a) & _numpy.isfinite(b)
    near = _numpy.absolute(a - b) <= atol + rtol * _numpy.absolute(b)
    r = _numpy.where3(finite, near, a == b)
    if equal_nan:
        r = r | (_numpy.isnan(a) & _numpy.isnan(b))
    return scalar(asarray(r))


def allclose(a, b, rtol=1.e-5, atol=1.e-8, equal_nan=False):
    return bool(_numpy.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    try:
        a1, a2 = asarray(a1), asarray(a2)
    except Exception:
        return False
    if a1.shape != a2.shape:
        return False
    if not equal_nan:
        return bool(_numpy.all(a1 == a2))
    return bool(_numpy.all((a1 == a2) | (_numpy.isnan(a1) & _numpy.isnan(a2))))


def array_equiv(a1, a2):
    try:
        a1, a2 = asarray(a1), asarray(a2)
        return bool(_numpy.all(a1 == a2))
    except ValueError:
        return False


# ---- one number after another ----
def clip(a, a_min, a_max, out=None, **kwargs):
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    a = a if isinstance(a, (ndarray, generic)) else asarray(a)
    a_min, a_max = (None if isinstance(bound, float) and bound != bound else bound for bound in (a_min, a_max))     # NaN bounds nothing
    if a_min is None and a_max is None:
        return give(a.copy(), out)
    if a_min is not None:
        a = _numpy.maximum(a, a_min)
    if a_max is not None:
        a = _numpy.minimum(a, a_max)
    return give(a, out)


def round_(a, decimals=0, out=None):
    a = asarray(a)
    if a.dtype.kind in "iu":
        if decimals >= 0:
            return give(scalar(a.copy()), out)
        by = 10 ** -decimals
        return give(scalar((_numpy.rint(a / by) * by).astype(a.dtype)), out)
    if decimals == 0:
        return give(_numpy.rint(a), out)
    by = asarray(10.0 ** abs(decimals)).astype(a.dtype) if a.dtype.kind == "f" else 10.0 ** abs(decimals)
    return give(_numpy.rint(a * by) / by if decimals > 0 else _numpy.rint(a / by) * by, out)


def fix(x, out=None):
    x = asarray(x)
    return give(_numpy.trunc(x), out)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    a = asarray(x)
    if a.dtype.kind != "f":
        return scalar(a.copy())
    from ._dtypes import finfo
    limits = finfo(a.dtype)
    r = _numpy.where3(_numpy.isnan(a), nan, a)
    r = _numpy.where3(a == float("inf"), float(limits.max) if posinf is None else posinf, r)
    r = _numpy.where3(a == float("-inf"), float(limits.min) if neginf is None else neginf, r).astype(a.dtype)
    if not copy and isinstance(x, ndarray):
        x[...] = r
        return x
    return scalar(r)


def sinc(x):
    x = asarray(x)
    y = math.pi * _numpy.where3(x == 0, 1.0e-20, x)
    return _numpy.sin(y) / y


def isneginf(x, out=None):
    x = asarray(x)
    return give(x == float("-inf"), out)


def isposinf(x, out=None):
    x = asarray(x)
    return give(x == float("inf"), out)


def isscalar(element):
    return isinstance(element, (generic, int, float, complex, str, bytes))


def isreal(x):
    return imag(x) == 0


def iscomplex(x):
    x = asarray(x)
    return scalar(x.imag != 0 if x.dtype.kind == "c" else _numpy.zeros(x.shape, bool))


def isrealobj(x):
    return not iscomplexobj(x)


def iscomplexobj(x):
    return asarray(x).dtype.kind == "c"


def real(val):
    return val.real if hasattr(val, "real") else scalar(asarray(val).real)


def imag(val):
    return val.imag if hasattr(val, "imag") else scalar(asarray(val).imag)


def real_if_close(a, tol=100):
    a = asarray(a)
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = (1.1920928955078125e-07 if a.dtype.itemsize == 8 else 2.220446049250313e-16) * tol
    return a.real if bool(_numpy.all(_numpy.absolute(a.imag) < tol)) else a


def sort_complex(a):
    b = _numpy.array(a, copy=True)
    b.sort()
    return b if b.dtype.kind == "c" else b.astype("complex64" if b.dtype.kind in "iu" and b.dtype.itemsize < 4 else "complex128")


def angle(z, deg=False):
    z = asarray(z)
    if z.dtype.kind == "c":
        a = _numpy.arctan2(z.imag, z.real)
        return scalar(a * (180 / math.pi) if deg else a)
    wide = "f8" if z.ndim == 0 else z.dtype if z.dtype.kind == "f" else {1: "f2", 2: "f4"}.get(z.dtype.itemsize, "f8")
    a = _numpy.where3(_numpy.copysign(1.0, z) < 0, math.pi, 0.0).astype(wide) if z.dtype.kind == "f" else _numpy.where3(z < 0, math.pi, 0.0).astype(wide)
    if z.dtype.kind == "f":
        a = _numpy.where3(_numpy.isnan(z), z, a)
    return scalar(a * (180 / math.pi) if deg else a)


def i0(x):
    given = asarray(x)
    x = _numpy.absolute(given.astype("f8", casting="real"))
    term, total, k = x * 0 + 1, x * 0 + 1, 1
    while k < 500 and bool(_numpy.any(term > total * 1e-17)):
        term = term * (x / 2) ** 2 / (k * k)
        total, k = total + term, k + 1
    return asarray(total).astype(given.dtype if given.dtype.kind == "f" else "f8")


def bartlett(M):
    n = arange(1 - M, M, 2)
    return scalar(_numpy.where3(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1))) if M > 1 else _numpy.ones(max(M, 0))


def hanning(M):
    if M < 1:
        return zeros(0)
    return _numpy.ones(1) if M == 1 else 0.5 + 0.5 * _numpy.cos(math.pi * arange(1 - M, M, 2) / (M - 1))


def hamming(M):
    if M < 1:
        return zeros(0)
    return _numpy.ones(1) if M == 1 else 0.54 + 0.46 * _numpy.cos(math.pi * arange(1 - M, M, 2) / (M - 1))


def blackman(M):
    if M < 1:
        return zeros(0)
    if M == 1:
        return _numpy.ones(1)
    n = arange(1 - M, M, 2)
    return 0.42 + 0.5 * _numpy.cos(math.pi * n / (M - 1)) + 0.08 * _numpy.cos(2.0 * math.pi * n / (M - 1))
