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
    c, a = cholesky(a, lower, check_finite=check_finite), np.asarray(a)
    return np.where(np.tri(len(a), k=0 if lower else -1, dtype=bool) == lower, c, a), lower       # (the other half is left as it was)


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    first = solve_triangular(c, b, 0 if lower else 'C', lower)
    return solve_triangular(c, first, 'C' if lower else 0, lower)


def eig(a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals=False):
    """a v = w b v; left ones are those of the adjoint."""
    a = square(a, check_finite)
    whole = a if b is None else np.linalg.solve(square(b, check_finite), a)
    values, vectors = np.linalg.eig(whole)
    if b is not None:
        vectors = vectors / np.abs(vectors).max(axis=0)
    values = values.astype(np.result_type(values.dtype, np.complex64))
    lefts = None
    if left:
        other, lefts = np.linalg.eig((a if b is None else a @ np.linalg.inv(b)).conj().T)
        lefts = lefts[:, [int(np.argmin(np.abs(other.conj() - value))) for value in values]]
    if homogeneous_eigvals:
        values = np.vstack([values, np.ones_like(values)])
    found = (values, *((lefts,) if left else ()), *((vectors,) if right else ()))
    return found if len(found) > 1 else values


def eigvals(a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False):
    return eig(a, b, right=False, check_finite=check_finite, homogeneous_eigvals=homogeneous_eigvals)


def eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None, type=1, check_finite=True, subset_by_index=None, subset_by_value=None, driver=None):
    if type != 1:
        raise NotImplementedError("scipy has eigh with type, perch's scipy has not")
    subset_by_index = eigvals if eigvals is not None else subset_by_index
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
    if subset_by_value is not None:
        kept = (values > subset_by_value[0]) & (values <= subset_by_value[1])
        values, vectors = values[kept], vectors[:, kept]
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
    a = finite(a, check_finite)
    if a.ndim != 2:
        raise ValueError('expected a 2-D array')
    if mode == 'raw':
        h, tau = np.linalg.qr(a, 'raw')
        found = (h.T, tau), np.triu(h.T[:min(a.shape)])
        return found
    order = None
    if pivoting:
        order = _largest_first(a)
        a = a[:, order]
    found = np.linalg.qr(a, 'reduced' if mode == 'economic' else 'complete')
    found = (found[1],) if mode == 'r' else tuple(found)
    return found if order is None else (*found, order)


def _largest_first(a):
    """The order of columns: each time the one that has most left."""
    left, order = np.array(a, dtype=np.result_type(a, float)), np.arange(a.shape[1])
    for k in range(min(a.shape)):
        at = k + int(np.argmax(np.linalg.norm(left[k:, k:], axis=0)))
        left[:, [k, at]], order[[k, at]] = left[:, [at, k]], order[[at, k]]
        x = left[k:, k].copy()
        size = np.linalg.norm(x)
        if size:
            x[0] += (x[0] / abs(x[0]) if x[0] else 1) * size
            x /= np.linalg.norm(x)
            left[k:, k:] -= 2 * np.outer(x, x.conj() @ left[k:, k:])
    return order.astype(np.int32)


def qr_multiply(a, c, mode='right', pivoting=False, conjugate=False, overwrite_a=False, overwrite_c=False):
    """c times Q (or Q times c), and R."""
    if mode not in ('left', 'right'):
        raise ValueError(f"Mode argument can only be 'left' or 'right' but {mode!r}")
    q, *rest = qr(a, mode='economic', pivoting=pivoting)
    q = q.conj() if conjugate else q
    return (np.asarray(c) @ q if mode == 'right' else q @ np.asarray(c), *rest)


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
