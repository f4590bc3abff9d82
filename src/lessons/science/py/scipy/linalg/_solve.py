"""Equations, inverses, norms and the exponential of a matrix."""
import numpy as np


def finite(a, check=True):
    return np.asarray_chkfinite(a) if check else np.asarray(a)


def square(a, check=True):
    a = finite(a, check)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix' if a.ndim == 2 else 'expected matrix')
    return a


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a='gen', transposed=False):
    a, b = finite(a, check_finite), finite(b, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('Input a needs to be a square matrix.')
    if a.shape[0] != b.shape[0]:
        raise ValueError('Input b has to have same number of rows as input a')
    if assume_a not in ('gen', 'sym', 'her', 'pos'):
        raise ValueError(f'{assume_a} is not a recognized matrix structure')
    if assume_a != 'gen':       # one triangle alone is looked at
        half = np.tril(a) if lower else np.triu(a)
        other = half.T.conj() if assume_a in ('her', 'pos') else half.T
        a = half + other - np.diag(np.diag(a))
    try:
        return np.linalg.solve(a.T if transposed else a, b)
    except np.linalg.LinAlgError:
        raise np.linalg.LinAlgError('Matrix is singular.') from None


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    a, b = finite(a, check_finite), finite(b, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix')
    if a.shape[0] != b.shape[0]:
        raise ValueError(f'shapes of a {a.shape} and b {b.shape} are incompatible')
    a = np.tril(a) if lower else np.triu(a)
    if unit_diagonal:
        a = a - np.diag(np.diag(a)) + np.eye(len(a))
    zero = np.flatnonzero(np.diag(a) == 0)
    if len(zero):
        raise np.linalg.LinAlgError(f'singular matrix: resolution failed at diagonal {zero[0]}')
    if trans in (1, 'T', 2, 'C'):
        a, lower = (a.T if trans in (1, 'T') else a.conj().T), not lower
    x = np.array(b, dtype=np.result_type(a, b, float))
    for i in range(len(a)) if lower else range(len(a) - 1, -1, -1):
        done = slice(0, i) if lower else slice(i + 1, None)
        x[i] = (x[i] - a[i, done] @ x[done]) / a[i, i]
    return x


def inv(a, overwrite_a=False, check_finite=True):
    try:
        return np.linalg.inv(square(a, check_finite))
    except np.linalg.LinAlgError:
        raise np.linalg.LinAlgError('singular matrix') from None


def det(a, overwrite_a=False, check_finite=True):
    return np.linalg.det(square(a, check_finite))


def pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    a = finite(a, check_finite)
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    least = (0.0 if atol is None else atol) + np.max(s, initial=0) * (max(a.shape) * np.finfo(s.dtype).eps if rtol is None else rtol)
    rank = int(np.sum(s > least))
    found = (u[:, :rank] / s[:rank] @ vh[:rank]).conj().T
    return (found, rank) if return_rank else found


def pinvh(a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True):
    """The same of an Hermitian matrix, by its eigenvalues."""
    a = square(a, check_finite)
    values, vectors = np.linalg.eigh(a, 'L' if lower else 'U')
    least = (0.0 if atol is None else atol) + np.abs(values).max(initial=0) * (len(a) * np.finfo(values.dtype).eps if rtol is None else rtol)
    kept = np.abs(values) > least
    found = (vectors[:, kept] / values[kept]) @ vectors[:, kept].conj().T
    return (found, int(kept.sum())) if return_rank else found


def lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
    a, b = finite(a, check_finite), finite(b, check_finite)
    if a.ndim != 2:
        raise ValueError('Input array a should be 2D')
    if a.shape[0] != b.shape[0]:
        raise ValueError(f'Shape mismatch: a and b should have the same number of rows ({a.shape[0]} != {b.shape[0]}).')
    x, rest, rank, s = np.linalg.lstsq(a, b, rcond=np.finfo(float).eps if cond is None else cond)
    return x, rest if rest.size != 1 or b.ndim > 1 else rest[0], rank, s


def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    return np.linalg.norm(finite(a, check_finite), ord, axis, keepdims)


# Padé's approximation of degree 13, and up to which norm the lower ones do
_DEGREES = ((3, 1.495585217958292e-2, (120., 60., 12., 1.)), (5, 2.539398330063230e-1, (30240., 15120., 3360., 420., 30., 1.)),
            (7, 9.504178996162932e-1, (17297280., 8648640., 1995840., 277200., 25200., 1512., 56., 1.)),
            (9, 2.097847961257068, (17643225600., 8821612800., 2075673600., 302702400., 30270240., 2162160., 110880., 3960., 90., 1.)))
_LAST = (64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800., 129060195264000., 10559470521600., 670442572800., 33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.)


def expm(A):
    """The exponential of a matrix: a quotient of polynomials, halved into its reach and squared back."""
    A = np.asarray(A)
    if A.size == 1 and A.ndim < 2:
        return np.array([[np.exp(A.item())]])
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise np.linalg.LinAlgError('Last 2 dimensions of the array must be square' if A.ndim >= 2 else 'The input array must be at least two-dimensional')
    if A.ndim > 2:
        return np.stack([expm(each) for each in A.reshape(-1, *A.shape[-2:])]).reshape(A.shape)
    if not np.issubdtype(A.dtype, np.inexact):
        A = A.astype(float)
    if not np.any(A - np.diag(np.diag(A))):
        return np.diag(np.exp(np.diag(A)))
    size, one = np.linalg.norm(A, 1), np.eye(len(A), dtype=A.dtype)
    halved, weights = 0, _LAST
    for _, reach, few in _DEGREES:
        if size <= reach:
            weights = few
            break
    else:
        halved = max(0, int(np.ceil(np.log2(size / 5.371920351148152))))
        A = A / 2.0 ** halved
    second = A @ A
    power, even, odd = one, weights[0] * one, weights[1] * one
    for k in range(2, len(weights), 2):
        power = power @ second
        even, odd = even + weights[k] * power, odd + weights[k + 1] * power
    odd = A @ odd
    found = np.linalg.solve(even - odd, even + odd)
    for _ in range(halved):
        found = found @ found
    return found
