"""Equations and eigenvalues of matrices of few diagonals, Toeplitz' and circulant ones; factors that the others lack; matrices of names."""
import math

import numpy as np

from scipy.linalg._special import toeplitz
from scipy.linalg._solve import finite, solve, square


def _unpacked(ab, low, up):
    """The whole matrix of its diagonals."""
    n = ab.shape[-1]
    made = np.zeros((n, n), dtype=np.result_type(ab.dtype, float))
    for k in range(-low, up + 1):
        row = ab[up - k]
        made += np.diag(row[max(k, 0):n + min(k, 0)], k)
    return made


def solve_banded(l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True):
    ab, b = finite(ab, check_finite), finite(b, check_finite)
    if ab.shape[-1] != b.shape[0]:
        raise ValueError('shapes of ab and b are not compatible.')
    low, up = l_and_u
    if low + up + 1 != ab.shape[0]:
        raise ValueError(f'invalid values for the number of lower and upper diagonals: l+u+1 ({low + up + 1}) does not equal ab.shape[0] ({ab.shape[0]})')
    if low == up == 1 and ab.shape[1] > 200:
        return _three(ab, b)
    try:
        return np.linalg.solve(_unpacked(ab, low, up), b)
    except np.linalg.LinAlgError:
        raise np.linalg.LinAlgError('singular matrix') from None


def _three(ab, b):
    """Three diagonals, eliminated from above."""
    n = ab.shape[1]
    x = np.array(b, dtype=np.result_type(ab, b, float))
    middle, above = ab[1].astype(x.dtype).tolist(), ab[0].astype(x.dtype)
    below = ab[2]
    for i in range(1, n):
        if middle[i - 1] == 0:
            return np.linalg.solve(_unpacked(ab, 1, 1), b)
        w = below[i - 1] / middle[i - 1]
        middle[i] = middle[i] - w * above[i]
        x[i] = x[i] - w * x[i - 1]
    x[-1] = x[-1] / middle[-1]
    for i in range(n - 2, -1, -1):
        x[i] = (x[i] - above[i + 1] * x[i + 1]) / middle[i]
    return x


def _half(ab, lower):
    n, up = ab.shape[1], ab.shape[0] - 1
    if lower:
        made = _unpacked(ab, up, 0)
        return made + np.tril(made, -1).conj().T
    made = _unpacked(ab, 0, up)
    return made + np.triu(made, 1).conj().T


def solveh_banded(ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True):
    ab, b = finite(ab, check_finite), finite(b, check_finite)
    if ab.shape[-1] != b.shape[0]:
        raise ValueError('shapes of ab and b are not compatible.')
    whole = _half(ab, lower)
    try:
        np.linalg.cholesky(whole)
    except np.linalg.LinAlgError:
        from scipy.linalg._decompose import cholesky
        cholesky(whole)
    return np.linalg.solve(whole, b)


def cholesky_banded(ab, overwrite_ab=False, lower=False, check_finite=True):
    ab = finite(ab, check_finite)
    from scipy.linalg._decompose import cholesky
    c, made = cholesky(_half(ab, lower), lower), np.zeros_like(ab, dtype=np.result_type(ab.dtype, float))
    n, up = ab.shape[1], ab.shape[0] - 1
    for k in range(up + 1):
        if lower:
            made[k, :n - k] = np.diag(c, -k)
        else:
            made[up - k, k:] = np.diag(c, k)
    return made


def cho_solve_banded(cb_and_lower, b, overwrite_b=False, check_finite=True):
    cb, lower = cb_and_lower
    c = _unpacked(cb, len(cb) - 1, 0) if lower else _unpacked(cb, 0, len(cb) - 1)
    from scipy.linalg._decompose import cho_solve
    return cho_solve((c, lower), b)


def _selected(values, vectors, select, select_range):
    if select in ('a', 'all', 0):
        kept = slice(None)
    elif select in ('i', 'index', 2):
        kept = slice(min(select_range), max(select_range) + 1)
    elif select in ('v', 'value', 1):
        kept = (values > min(select_range)) & (values <= max(select_range))
    else:
        raise ValueError('invalid argument for select')
    return values[kept], vectors[:, kept]


def eig_banded(a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select='a', select_range=None, max_ev=0, check_finite=True):
    values, vectors = _selected(*np.linalg.eigh(_half(finite(a_band, check_finite), lower)), select, select_range)
    return values if eigvals_only else (values, vectors)


def eigvals_banded(a_band, lower=False, overwrite_a_band=False, select='a', select_range=None, check_finite=True):
    return eig_banded(a_band, lower, True, select=select, select_range=select_range, check_finite=check_finite)


def eigh_tridiagonal(d, e, eigvals_only=False, select='a', select_range=None, check_finite=True, tol=0.0, lapack_driver='auto'):
    d, e = finite(d, check_finite), finite(e, check_finite)
    if d.ndim != 1 or e.ndim != 1:
        raise ValueError('expected a 1-D array')
    if d.size != e.size + 1:
        raise ValueError(f'd ({d.size}) must have one more element than e ({e.size})')
    values, vectors = _selected(*np.linalg.eigh(np.diag(d) + np.diag(e, 1) + np.diag(e, -1)), select, select_range)
    return values if eigvals_only else (values, vectors)


def eigvalsh_tridiagonal(d, e, select='a', select_range=None, check_finite=True, tol=0.0, lapack_driver='auto'):
    return eigh_tridiagonal(d, e, True, select, select_range, check_finite)


def _column_and_row(c_or_cr):
    if isinstance(c_or_cr, tuple):
        return np.ravel(c_or_cr[0]), np.ravel(c_or_cr[1])
    c = np.ravel(c_or_cr)
    return c, c.conj()


def solve_toeplitz(c_or_cr, b, check_finite=True):
    c, r = _column_and_row(c_or_cr)
    return np.linalg.solve(toeplitz(c, r), finite(b, check_finite))


def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    c, r = _column_and_row(c_or_cr)
    x = np.asarray(x)
    whole, size = np.concatenate([c, r[-1:0:-1]]), len(c) + len(r) - 1
    columns = x.reshape(len(x), -1)
    if np.iscomplexobj(whole) or np.iscomplexobj(x):
        made = np.fft.ifft(np.fft.fft(whole)[:, None] * np.fft.fft(columns, size, axis=0), axis=0)[:len(c)]
    else:
        made = np.fft.irfft(np.fft.rfft(whole)[:, None] * np.fft.rfft(columns, size, axis=0), size, axis=0)[:len(c)]
    return made.reshape(len(c), *x.shape[1:])


def solve_circulant(c, b, singular='raise', tol=None, caxis=-1, baxis=0, outaxis=0):
    c, b = np.moveaxis(np.atleast_1d(c), caxis, -1), np.moveaxis(np.atleast_1d(b), baxis, 0)
    if c.shape[-1] != b.shape[0]:
        raise ValueError(f'Shapes of c {c.shape} and b {b.shape} are incompatible')
    fc = np.fft.fft(c)
    least = np.abs(fc).max() * len(fc) * np.finfo(float).eps if tol is None else tol
    near = np.abs(fc) <= least
    if near.any() and singular == 'raise':
        raise np.linalg.LinAlgError('near singular circulant matrix.')
    fc = np.where(near, 1, fc)
    q = np.fft.fft(b, axis=0) / fc.reshape(-1, *[1] * (b.ndim - 1))
    q[near] = 0
    x = np.fft.ifft(q, axis=0)
    return np.moveaxis(x if np.iscomplexobj(c) or np.iscomplexobj(b) else x.real, 0, outaxis)


def polar(a, side='right'):
    if side not in ('right', 'left'):
        raise ValueError("`side` must be either 'right' or 'left'")
    w, s, vh = np.linalg.svd(np.asarray(a), full_matrices=False)
    return w @ vh, ((vh.conj().T * s) @ vh if side == 'right' else (w * s) @ w.conj().T)


def rq(a, overwrite_a=False, lwork=None, mode='full', check_finite=True):
    if mode not in ('full', 'r', 'economic'):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    a = finite(a, check_finite)
    m, n = a.shape
    q, r = np.linalg.qr(a[::-1].conj().T, 'reduced' if mode == 'economic' or m >= n else 'complete')
    r, q = r.conj().T[::-1, ::-1], q.conj().T[::-1]
    return r if mode == 'r' else (r, q)


def ldl(A, lower=True, hermitian=True, overwrite_a=False, check_finite=True):
    """A = L D L' without exchanges where that goes, else by the largest of the diagonal."""
    a = square(A, check_finite)
    half = np.tril(a) if lower else np.triu(a)
    a = half + (half.conj().T if hermitian else half.T) - np.diag(np.diag(a))
    a = a.astype(np.result_type(a, float))
    n = len(a)
    left, order, d = np.eye(n, dtype=a.dtype), np.arange(n), np.zeros((n, n), dtype=a.dtype)
    steps = range(n) if lower else range(n - 1, -1, -1)
    for k in steps:
        rest = slice(k + 1, n) if lower else slice(0, k)
        if a[k, k] == 0 and np.any(a[rest, k]):
            raise np.linalg.LinAlgError("perch's ldl has no blocks of 2 by 2")
        d[k, k] = a[k, k]
        if a[k, k] != 0:
            left[rest, k] = a[rest, k] / a[k, k]
            a[rest, rest] -= np.outer(left[rest, k], a[k, rest])
    return left, d, order


def subspace_angles(A, B):
    qa, qb = (np.linalg.svd(np.asarray(each, dtype=float), full_matrices=False)[0][:, :np.linalg.matrix_rank(each)] for each in (A, B))
    product = qa.T.conj() @ qb
    cosines = np.linalg.svd(product, compute_uv=False)
    off = qb - qa @ product if qa.shape[1] >= qb.shape[1] else qa - qb @ product.T.conj()
    sines = np.clip(np.linalg.svd(off, compute_uv=False), -1, 1)
    return np.where(cosines ** 2 >= 0.5, np.arcsin(sines), np.arccos(np.clip(cosines[::-1], -1, 1)))


def orthogonal_procrustes(A, B, check_finite=True):
    A, B = finite(A, check_finite), finite(B, check_finite)
    if A.ndim != 2:
        raise ValueError(f'expected ndim to be 2, but observed {A.ndim}')
    if A.shape != B.shape:
        raise ValueError(f'the shapes of A and B differ ({A.shape} vs {B.shape})')
    u, s, vh = np.linalg.svd((B.T @ A).T)
    return u @ vh, s.sum()


def bandwidth(a):
    if a.ndim != 2:
        raise ValueError('Input array must be a 2D NumPy array.') if a.ndim < 2 else TypeError('Input array must be a 2D NumPy array.')
    rows, columns = np.nonzero(a)
    return (int(max((rows - columns).max(initial=0), 0)), int(max((columns - rows).max(initial=0), 0)))


def _same(a, b, atol, rtol):
    return bool(np.array_equal(a, b) if atol is None and rtol is None else np.allclose(a, b, atol=atol or 0.0, rtol=rtol or 0.0))


def issymmetric(a, atol=None, rtol=None):
    a = np.asarray(a)
    if a.ndim != 2:
        raise ValueError('Input array must be a 2D NumPy array.')
    return a.shape[0] == a.shape[1] and _same(a, a.T, atol, rtol)


def ishermitian(a, atol=None, rtol=None):
    a = np.asarray(a)
    return a.shape[0] == a.shape[1] and _same(a, a.conj().T, atol, rtol)


def matrix_balance(A, permute=True, scale=True, separate=False, overwrite_a=False):
    """Rows and columns scaled by powers of two until they weigh alike."""
    a = np.array(square(A), dtype=np.result_type(np.asarray(A).dtype, float))
    n, d, going = len(a), np.ones(len(a)), scale
    while going:
        going = False
        for i in range(n):
            others = np.arange(n) != i
            c, r = np.linalg.norm(a[others, i]), np.linalg.norm(a[i, others])
            if c == 0 or r == 0:
                continue
            f, total = 1.0, c + r
            while c < r / 2:
                c, r, f = c * 2, r / 2, f * 2
            while c >= r * 2:
                c, r, f = c / 2, r * 2, f / 2
            if c + r < 0.95 * total and f != 1:
                going = True
                d[i] *= f
                a[:, i] *= f
                a[i] /= f
    return (a, (d, np.arange(n))) if separate else (a, np.diag(d))


# Matrices of names

def tri(N, M=None, k=0, dtype=None):
    return np.tri(N, M, k, int if dtype is None else dtype)


def tril(m, k=0):
    return np.tril(m, k)


def triu(m, k=0):
    return np.triu(m, k)


def kron(a, b):
    return np.kron(a, b)


def khatri_rao(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError('The both arrays should be 2-dimensional.')
    if a.shape[1] != b.shape[1]:
        raise ValueError('The number of columns for both arrays should be equal.')
    return (a[:, None] * b[None]).reshape(-1, a.shape[1])


def leslie(f, s):
    f, s = np.atleast_1d(f), np.atleast_1d(s)
    if f.ndim != 1 or s.ndim != 1:
        raise ValueError('Incorrect shape for f.  f must be 1D' if f.ndim != 1 else 'Incorrect shape for s.  s must be 1D')
    if f.size != s.size + 1:
        raise ValueError('Incorrect lengths for f and s.  The length of s must be one less than the length of f.')
    if s.size == 0:
        raise ValueError('The length of s must be at least 1.')
    made = np.zeros((f.size, f.size), dtype=(f[0] + s[0]).dtype)
    made[0], made[np.arange(1, f.size), np.arange(f.size - 1)] = f, s
    return made


def companion(a):
    a = np.atleast_1d(a)
    if a.ndim != 1:
        raise ValueError('Incorrect shape for `a`.  `a` must be one-dimensional.')
    if a.size < 2:
        raise ValueError('The length of `a` must be at least 2.')
    if a[0] == 0:
        raise ValueError('The first coefficient in `a` must not be zero.')
    n = a.size
    made = np.zeros((n - 1, n - 1), dtype=(a[1:] / (1.0 * a[0])).dtype)
    made[0], made[np.arange(1, n - 1), np.arange(n - 2)] = -a[1:] / (1.0 * a[0]), 1
    return made


def helmert(n, full=False):
    h = np.tril(np.ones((n, n)), -1) - np.diag(np.arange(n))
    d = np.arange(n) * np.arange(1, n + 1)
    h[0], d[0] = 1, n
    made = h / np.sqrt(d)[:, None]
    return made if full else made[1:]


def invhilbert(n, exact=False):
    dtype = np.int64 if exact is None or exact and n <= 14 else object if exact else float
    made = np.empty((n, n), dtype=dtype)
    for i in range(n):
        for j in range(n):
            value = (-1) ** (i + j) * (i + j + 1) * math.comb(n + i, n - j - 1) * math.comb(n + j, n - i - 1) * math.comb(i + j, i) ** 2
            made[i, j] = value
    return made


def pascal(n, kind='symmetric', exact=True):
    if kind not in ('symmetric', 'lower', 'upper'):
        raise ValueError("kind must be 'symmetric', 'lower', or 'upper'")
    made = np.zeros((n, n), dtype=(object if n >= 35 else np.uint64) if exact else float)
    for i in range(n):
        for j in range(i + 1):
            made[i, j] = math.comb(i, j)
    if kind == 'upper':
        return made.T
    return made if kind == 'lower' else made @ made.T


def invpascal(n, kind='symmetric', exact=True):
    if kind not in ('symmetric', 'lower', 'upper'):
        raise ValueError("'kind' must be 'symmetric', 'lower' or 'upper'.")
    signs = toeplitz((-1.0) ** np.arange(n)).astype(np.int64)
    if kind == 'symmetric':
        low = np.array([[math.comb(i, j) for j in range(n)] for i in range(n)], dtype=object) * signs
        made = low.T @ low
        return made.astype(np.int64 if exact and n <= 34 else object if exact else float)
    return np.array(signs * pascal(n, kind, exact).astype(np.int64 if exact else float))


def dft(n, scale=None):
    if scale not in (None, 'sqrtn', 'n'):
        raise ValueError("scale must be None, 'sqrtn', or 'n'; %r is not valid." % (scale,))
    w = np.exp(-2j * np.pi * np.arange(n) / n).reshape(-1, 1)
    made = w ** np.arange(n)
    return made / math.sqrt(n) if scale == 'sqrtn' else made / n if scale == 'n' else made


def fiedler(a):
    a = np.atleast_1d(a)
    if a.ndim != 1:
        raise ValueError("Input 'a' must be a 1D array.")
    return np.abs(a[:, None] - a) if a.size > 1 else np.array([[0.0]]) if a.size else np.array([], dtype=float)


def fiedler_companion(a):
    a = np.atleast_1d(a)
    if a.ndim != 1:
        raise ValueError("Input 'a' must be a 1-D array.")
    if a.size <= 2:
        return np.array([], dtype=a.dtype) if a.size <= 1 else np.array([[-(a / a[0])[-1]]])
    if a[0] == 0.0:
        raise ValueError('Leading coefficient is zero.')
    a = a / a[0]
    n = a.size - 1
    made = np.zeros((n, n), dtype=a.dtype)
    made[range(3, n, 2), range(1, n - 2, 2)] = 1.0
    made[range(2, n, 2), range(1, n - 1, 2)] = -a[3::2]
    made[range(0, n - 2, 2), range(2, n, 2)] = 1.0
    made[range(0, n - 1, 2), range(1, n, 2)] = -a[2::2]
    made[0, 0], made[1, 0] = -a[1], 1
    return made


def convolution_matrix(a, n, mode='full'):
    if n <= 0:
        raise ValueError('n must be a positive integer.')
    a = np.asarray(a)
    if a.ndim != 1:
        raise ValueError('convolution_matrix expects a one-dimensional array as input')
    if a.size == 0:
        raise ValueError('len(a) must be at least 1.')
    if mode not in ('full', 'valid', 'same'):
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    az, raz = np.pad(a, (0, n - 1), 'constant'), np.pad(a[::-1], (0, n - 1), 'constant')
    if mode == 'same':
        trim = min(n, len(a)) - 1
        tb, te = trim // 2, trim - trim // 2
    else:
        tb = te = 0 if mode == 'full' else min(n, len(a)) - 1
    col0 = az[tb:len(az) - te]
    row0 = raz[-n - tb:len(raz) - tb]
    return toeplitz(col0, row0)


def clarkson_woodruff_transform(input_matrix, sketch_size, seed=None):
    from scipy.stats._distribution import generator
    rng = generator(seed)
    n = input_matrix.shape[0]
    rows = rng.integers(0, sketch_size, n) if hasattr(rng, 'integers') else rng.randint(0, sketch_size, n)
    signs = rng.choice([1, -1], n)
    made = np.zeros((sketch_size, n))
    made[rows, np.arange(n)] = signs
    return made @ input_matrix
