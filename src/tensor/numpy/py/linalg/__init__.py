"""Linear algebra."""
from _numpy import _says
import math
import _numpy
from _numpy import asarray, scalar, zeros, ndarray
from .._base import op, normalize_axis, normalize_axes, absent
from .._shapes import broadcast_to, broadcast_shapes, moveaxis, concatenate
from .._calculus import _text
from perch.only import only


class LinAlgError(Exception):
    """What linear algebra cannot do with a matrix."""


LinAlgError.__module__ = "numpy.linalg"


def _no_complex(a):
    if a.dtype.kind == "c":
        raise NotImplementedError("perch's numpy.linalg has no decompositions of complex matrices yet")


def _matrix(a, square=True):
    a = asarray(a)
    if a.ndim < 2:
        raise LinAlgError("%d-dimensional array given. Array must be at least two-dimensional" % a.ndim)
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    _no_complex(a)
    kind = a.dtype if a.dtype.kind == "f" else _numpy.float64
    if kind == "float16":
        raise TypeError("array type float16 is unsupported in linalg")
    return a.astype("f8", casting="real") if a.dtype != "f8" else a, kind


def _each(a, f, *others):
    """f on every matrix of a stack: its results stacked."""
    if a.ndim == 2:
        return f(a, *others)
    shape = a.shape[:-2]
    flat = a.reshape((-1,) + a.shape[-2:])
    results = [f(m) for m in flat]
    if isinstance(results[0], tuple):
        return tuple(op("stack", *[asarray(r[k]) for r in results], axis=0).reshape(shape + asarray(results[0][k]).shape) for k in range(len(results[0])))
    return op("stack", *[asarray(r) for r in results], axis=0).reshape(shape + asarray(results[0]).shape)


def _solve2(a, b):
    x = _numpy.lu_solve(a, b)
    if x is None:
        raise LinAlgError("Singular matrix")
    return x


def inv(a):
    a, kind = _matrix(a)
    from .._creation import eye
    return _each(a, lambda m: _solve2(m, eye(m.shape[0]))).astype(kind)


def solve(a, b):
    a, kind = _matrix(a)
    b = asarray(b)
    _no_complex(b)
    if b.dtype.kind == "f" and b.dtype.itemsize > asarray(zeros(1, kind)).itemsize:
        kind = b.dtype
    n = a.shape[-1]
    vector = b.ndim == a.ndim - 1
    rows = b.shape[-1] if vector else b.shape[-2] if b.ndim > 1 else 0
    if rows != n:
        name, sig = ("solve1", "(m,m),(m)->(m)") if vector else ("solve", "(m,m),(m,n)->(m,n)")
        raise ValueError("%s: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature %s (size %d is different from %d)" % (name, sig, rows, n))
    b = b.astype("f8", casting="real")
    if vector:
        b = b[..., None]
    if a.ndim == 2 and b.ndim == 2:
        x = _solve2(a, b)
    else:
        lead = broadcast_shapes(a.shape[:-2], b.shape[:-2])
        A, B = broadcast_to(a, lead + a.shape[-2:]).reshape((-1,) + a.shape[-2:]), broadcast_to(b, lead + b.shape[-2:]).reshape((-1,) + b.shape[-2:])
        x = op("stack", *[_solve2(p, q) for p, q in zip(A, B)], axis=0).reshape(lead + b.shape[-2:])
    return (x[..., 0] if vector else x).astype(kind)


def det(a):
    a, kind = _matrix(a)
    r = _each(a, lambda m: _numpy.float64(_det(m)))
    return scalar(asarray(r).astype(kind))


def _det(m):
    return _numpy.lu_det(m)[2]


def slogdet(a):
    a, kind = _matrix(a)
    r = _each(a, lambda m: tuple(_numpy.float64(x) for x in _numpy.lu_det(m)[:2]))
    return tuple(scalar(asarray(x).astype(kind)) for x in r)


def cholesky(a):
    a, kind = _matrix(a)

    def root(m):
        r = _numpy.cholesky(m)
        if r is None:
            raise LinAlgError("Matrix is not positive definite")
        return r
    return _each(a, root).astype(kind)


def qr(a, mode="reduced"):
    if mode not in ("reduced", "complete", "r", "raw"):
        raise ValueError("Unrecognized mode '%s'" % mode)
    a, kind = _matrix(a, False)
    k = min(a.shape[-2:])

    def one(m):
        q, r = _numpy.qr(m)
        return (q, r) if mode == "complete" else (q[:, :k], r[:k])
    q, r = _each(a, one)
    return r.astype(kind) if mode == "r" else (q.astype(kind), r.astype(kind))


def _lower(a, UPLO):
    return a if UPLO.upper() == "L" else a.swapaxes(-1, -2)


def eigh(a, UPLO="L"):
    if UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    a, kind = _matrix(a)

    def one(m):
        r = _numpy.eigh(_lower(m, UPLO).copy())
        if r is None:
            raise LinAlgError(_says("EIGENVALUES"))
        return r[0].reshape(-1), r[1]
    w, v = _each(a, one)
    return w.astype(kind), v.astype(kind)


def eigvalsh(a, UPLO="L"):
    return eigh(a, UPLO)[0]


def eig(a):
    from ._eig import eig as one
    a, kind = _matrix(a)
    if not _numpy.isfinite(a).all():
        raise LinAlgError("Array must not contain infs or NaNs")
    w, v = _each(a, one)
    if w.dtype.kind == "c":
        kind = "complex64" if _numpy.asarray(zeros(0, kind)).itemsize == 4 else "complex128"
    return w.astype(kind), v.astype(kind)


def eigvals(a):
    return eig(a)[0]


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    a, kind = _matrix(a, False)

    def one(m):
        wide = m.shape[0] < m.shape[1]
        u, s, v = _numpy.svd(m.T.copy() if wide else m)
        if wide:
            u, v = v, u
        s = s.reshape(-1)
        u, v = u * 1.0, v * 1.0
        k, diagonal = len(s), m.shape[0] == m.shape[1] and not bool((m - _diagonal(m)).any())
        i = _numpy.arange(k)
        # the signs that LAPACK's reflections usually leave: none turn a diagonal matrix, else the first column of U looks down
        lead = v[_numpy.argmax(_numpy.absolute(v), 0), i] if diagonal else u[i, i].copy()
        if k and not diagonal:
            lead[0] = -u[0, 0]
        flip = _numpy.where3(lead < 0, -1.0, 1.0)
        u, v = u * flip, v * flip
        if full_matrices:
            u, v = _completed(u), _completed(v)
        return u, s, v.T.copy()
    u, s, vt = _each(a, one)
    return (u.astype(kind), s.astype(kind), vt.astype(kind)) if compute_uv else s.astype(kind)


def _diagonal(m):
    from .._creation import diag
    return diag(diag(m))


def _completed(u):
    """Orthonormal columns, as many as rows."""
    m, k = u.shape
    if m == k:
        return u
    q, r = _numpy.qr(u)
    return concatenate((u, q[:, k:]), 1)


def pinv(a, rcond=1e-15, hermitian=False):
    a, kind = _matrix(a, False)

    def one(m):
        if not m.size:
            return zeros(m.shape[::-1])
        u, s, vt = svd(m, full_matrices=False)
        large = s > rcond * s.max()
        s = _numpy.where3(large, 1 / _numpy.where3(large, s, 1.0), 0.0)
        return _numpy.matmul(vt.T, s[:, None] * u.T)
    return _each(a, one).astype(kind)


def matrix_rank(A, tol=None, hermitian=False):
    A = asarray(A)
    if A.ndim < 2:
        return int(bool(_numpy.any(A != 0)))
    S = svd(A, compute_uv=False)
    eps = 2.220446049250313e-16 if S.dtype.itemsize == 8 else 1.1920929e-07
    limit = S.max(-1, keepdims=True) * max(A.shape[-2:]) * eps if tol is None else tol
    return scalar(_numpy.sum(S > limit, -1))


def lstsq(a, b, rcond="warn"):
    a, kind = _matrix(a, False)
    b = asarray(b).astype("f8", casting="real")
    vector = b.ndim == 1
    if vector:
        b = b[:, None]
    m, n = a.shape[-2:]
    if a.ndim != 2 or b.ndim != 2:
        raise LinAlgError("%d-dimensional array given. Array must be two-dimensional" % (a.ndim if a.ndim != 2 else b.ndim))
    if m != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    eps = 2.220446049250313e-16
    rcond = eps if rcond in ("warn", -1) else eps * max(m, n) if rcond is None else rcond
    u, s, vt = svd(a, full_matrices=False)
    rank = int(_numpy.sum(s > rcond * s[0])) if s.size else 0
    if rank == n and m >= n:  # by QR: closer to the last digit
        q, r = qr(a)
        x = _numpy.lu_solve(r, _numpy.matmul(q.T, b))
    else:
        x = _numpy.matmul(vt[:rank].T, _numpy.matmul(u[:, :rank].T, b) / s[:rank, None])
    resid = zeros(0)
    if rank == n and m > n:
        d = b - _numpy.matmul(a, x)
        resid = _numpy.sum(d * d, 0)
    return (x[:, 0] if vector else x).astype(kind), resid.astype(kind), rank, s.astype(kind)


def matrix_power(a, n):
    a = asarray(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        _matrix(a)
    from .._creation import eye
    if not hasattr(n, "__index__"):
        raise TypeError("exponent must be an integer")
    if n == 0:
        return eye(a.shape[-1], dtype=a.dtype)
    if n < 0:
        a, n = inv(a), -n
    result = None
    while n:
        if n & 1:
            result = a if result is None else _numpy.matmul(result, a)
        n >>= 1
        if n:
            a = _numpy.matmul(a, a)
    return result


def multi_dot(arrays, *, out=None):
    only('np.linalg.multi_dot', out=(out, None))
    r = asarray(arrays[0])
    for x in arrays[1:]:
        r = _numpy.dot(r, x)
    return r


def norm(x, ord=None, axis=None, keepdims=False):
    x = asarray(x)
    if x.dtype.kind not in "fc":
        x = x.astype(float, casting="real")
    if axis is None:
        n = x.ndim
        if ord is None or (ord in ("f", "fro") and n == 2) or (ord == 2 and n == 1):
            flat = x.ravel()
            if x.dtype.kind == "c":
                flat = _numpy.absolute(flat)
            r = _numpy.sqrt(_numpy.dot(flat, flat))
            return r.reshape((1,) * n) if keepdims else r
        axis = tuple(range(n))
    elif not isinstance(axis, tuple):
        try:
            axis = int(axis)
        except (TypeError, ValueError):
            raise TypeError("'axis' must be None, an integer or a tuple of integers") from None
        axis = (axis,)
    axis = normalize_axes(axis, x.ndim, duplicates=True)
    if len(axis) == 1:
        ax = axis[0]
        if ord == float("inf"):
            return _numpy.absolute(x).max(ax, keepdims=keepdims)
        if ord == float("-inf"):
            return _numpy.absolute(x).min(ax, keepdims=keepdims)
        if ord == 0:
            return (x != 0).astype(_numpy.absolute(x[:0]).dtype).sum(ax, keepdims=keepdims)
        if ord == 1:
            return _numpy.absolute(x).sum(ax, keepdims=keepdims)
        if ord is None or ord == 2:
            x = _numpy.absolute(x)
            return _numpy.sqrt((x * x).sum(ax, keepdims=keepdims))
        if isinstance(ord, str):
            raise ValueError("Invalid norm order '%s' for vectors" % ord)
        return (_numpy.absolute(x) ** ord).sum(ax, keepdims=keepdims) ** (1 / ord)
    if len(axis) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    row, col = axis
    if row == col:
        raise ValueError("Duplicate axes given.")
    if ord in (2, -2, "nuc"):
        s = svd(moveaxis(x, (row, col), (-2, -1)), compute_uv=False)
        r = s.max(-1) if ord == 2 else s.min(-1) if ord == -2 else s.sum(-1)
    elif ord in (1, -1, float("inf"), float("-inf")):
        first, second = (row, col) if abs(ord) == 1 else (col, row)
        sums = _numpy.absolute(x).sum(first)
        second = second - (second > first)
        r = sums.max(second) if ord in (1, float("inf")) else sums.min(second)
    elif ord in (None, "fro", "f"):
        r = _numpy.sqrt((x * x).sum(axis))
    else:
        raise ValueError("Invalid norm order for matrices.")
    if keepdims:
        r = asarray(r).reshape([1 if i in axis else s for i, s in enumerate(x.shape)])
    return r


def cond(x, p=None):
    x = asarray(x)
    if p is None or p in (2, -2):
        s = svd(x, compute_uv=False)
        return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    return norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))


def tensorsolve(a, b, axes=None):
    absent("linalg.tensorsolve", "linalg.solve")


def tensorinv(a, ind=2):
    absent("linalg.tensorinv", "linalg.inv")


def __getattr__(name):
    raise AttributeError("module 'numpy.linalg' has no attribute '%s'" % name)
