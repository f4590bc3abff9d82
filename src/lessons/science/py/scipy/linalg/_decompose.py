"""Factors of matrices, in scipy's conventions: cholesky's is the upper one, eig gives vectors on request, lu permutes."""
import numpy as np

from scipy.linalg._solve import finite, solve_triangular, square


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    a = finite(a, check_finite)
    if a.ndim != 2:
        raise ValueError(f'Input array needs to be 2D but received a {a.ndim}d-array.')
    if a.shape[0] != a.shape[1]:
        raise ValueError(f'Input array is expected to be square but has the shape: {a.shape}.')
    try:
        found = np.linalg.cholesky(a if lower else np.triu(a).conj().T)
    except np.linalg.LinAlgError:
        first = next(i for i in range(1, len(a) + 1) if not _definite(a[:i, :i]))
        raise np.linalg.LinAlgError(f'{first}-th leading minor of the array is not positive definite') from None
    return found if lower else found.conj().T


def _definite(a):
    try:
        np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        return False
    return True


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    return cholesky(a, lower, check_finite=check_finite), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    first = solve_triangular(c, b, 0 if lower else 'C', lower)
    return solve_triangular(c, first, 'C' if lower else 0, lower)


def eig(a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals=False):
    if b is not None or left or homogeneous_eigvals:
        raise NotImplementedError("scipy has eig with b, left and homogeneous_eigvals, perch's scipy has not")
    values, vectors = np.linalg.eig(square(a, check_finite))
    values = values.astype(np.result_type(values.dtype, np.complex64))
    return (values, vectors) if right else values


def eigvals(a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False):
    return eig(a, b, right=False, check_finite=check_finite, homogeneous_eigvals=homogeneous_eigvals)


def eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None, type=1, check_finite=True, subset_by_index=None, subset_by_value=None, driver=None):
    if subset_by_value is not None or type != 1 or eigvals is not None:
        raise NotImplementedError("scipy has eigh with subset_by_value, eigvals and type, perch's scipy has not")
    a = square(a, check_finite)
    if b is not None:
        root = np.linalg.cholesky(square(b, check_finite))
        half = np.tril(a) if lower else np.triu(a)
        a = half + half.conj().T - np.diag(np.diag(a))
        a = solve_triangular(root, solve_triangular(root, a, lower=True).conj().T, lower=True).conj().T
    values, vectors = np.linalg.eigh(a, 'L' if lower else 'U')
    if b is not None:
        vectors = solve_triangular(root, vectors, 'C', lower=True)
    if subset_by_index is not None:
        low, high = subset_by_index
        if not 0 <= low <= high < len(a):
            raise ValueError('Requested eigenvalue indices are not valid. Valid range is [0, {}] and start <= end, but start={}, end={} is given'.format(len(a) - 1, low, high))
        values, vectors = values[low:high + 1], vectors[:, low:high + 1]
    return values if eigvals_only else (values, vectors)


def eigvalsh(a, b=None, lower=True, **named):
    return eigh(a, b, lower, eigvals_only=True, **named)


def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver='gesdd'):
    a = finite(a, check_finite)
    if a.ndim != 2:
        raise ValueError('expected matrix')
    return np.linalg.svd(a, full_matrices, compute_uv)


def svdvals(a, overwrite_a=False, check_finite=True):
    return svd(a, compute_uv=False, check_finite=check_finite)


def qr(a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True):
    if mode not in ('full', 'qr', 'r', 'economic', 'raw'):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic', 'raw']")
    if pivoting or mode == 'raw':
        raise NotImplementedError("scipy has qr with pivoting and raw, perch's scipy has not")
    a = finite(a, check_finite)
    if a.ndim != 2:
        raise ValueError('expected a 2-D array')
    found = np.linalg.qr(a, 'reduced' if mode == 'economic' else 'complete')
    return (found[1],) if mode == 'r' else tuple(found)


def _eliminated(a):
    """(L and U in one, which row each comes from)."""
    a = np.array(a, dtype=np.result_type(a, float))
    order = np.arange(a.shape[0])
    for k in range(min(a.shape)):
        pivot = k + int(np.argmax(np.abs(a[k:, k])))
        if pivot != k:
            a[[k, pivot]], order[[k, pivot]] = a[[pivot, k]], order[[pivot, k]]
        if a[k, k]:
            a[k + 1:, k] /= a[k, k]
            a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a, order


def lu(a, permute_l=False, overwrite_a=False, check_finite=True):
    both, order = _eliminated(finite(a, check_finite))
    few = min(both.shape)
    lower, upper = np.tril(both[:, :few], -1) + np.eye(both.shape[0], few), np.triu(both[:few])
    permuted = np.zeros((len(order), len(order)))
    permuted[order, np.arange(len(order))] = 1
    return (permuted @ lower, upper) if permute_l else (permuted, lower, upper)


def lu_factor(a, overwrite_a=False, check_finite=True):
    both, order = _eliminated(square(a, check_finite))
    rows, swaps = list(range(len(order))), []
    for k, row in enumerate(order):         # as LAPACK says it: with which row the k-th was exchanged
        at = rows.index(row)
        swaps.append(at)
        rows[k], rows[at] = rows[at], rows[k]
    return both, np.array(swaps, dtype=np.int32)


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    both, swaps = lu_and_piv
    b = np.array(finite(b, check_finite), dtype=np.result_type(both, b, float))
    if len(both) != len(b):
        raise ValueError(f'Shapes of lu {both.shape} and b {b.shape} are incompatible')
    if trans:
        x = solve_triangular(both, solve_triangular(both, b, trans, lower=False), trans, lower=True, unit_diagonal=True)
        for k in range(len(swaps) - 1, -1, -1):
            x[[k, swaps[k]]] = x[[swaps[k], k]]
        return x
    for k, other in enumerate(swaps):
        b[[k, other]] = b[[other, k]]
    return solve_triangular(both, solve_triangular(both, b, lower=True, unit_diagonal=True), lower=False)


def orth(A, rcond=None):
    u, s, _ = svd(A, full_matrices=False)
    least = np.max(s, initial=0) * (np.finfo(s.dtype).eps * max(np.shape(A)) if rcond is None else rcond)
    return u[:, :int(np.sum(s > least))]


def null_space(A, rcond=None):
    _, s, vh = svd(A, full_matrices=True)
    least = np.max(s, initial=0) * (np.finfo(s.dtype).eps * max(np.shape(A)) if rcond is None else rcond)
    return vh[int(np.sum(s > least)):].T.conj()
