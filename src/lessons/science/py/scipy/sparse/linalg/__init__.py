"""Equations and eigenvalues of sparse matrices: conjugate gradients over products; what needs a decomposition is done densely."""
from scipy._older import open_places as _open_places
import numpy as np

from scipy.sparse._matrix import csc_matrix, csr_matrix, spmatrix
from scipy.sparse.linalg._operators import LinearOperator, aslinearoperator

__all__ = ['LinearOperator', 'aslinearoperator', 'cg', 'eigs', 'eigsh', 'expm', 'factorized', 'gmres', 'inv', 'norm', 'spsolve', 'svds']


def _dense(A):
    return A.toarray() if isinstance(A, spmatrix) else aslinearoperator(A).matmat(np.eye(A.shape[1])) if isinstance(A, LinearOperator) else np.asarray(A)


def spsolve(A, b, permc_spec=None, use_umfpack=True):
    """x with A x = b."""
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'matrix must be square (has shape {A.shape})')
    right = _dense(b) if isinstance(b, spmatrix) else np.asarray(b)
    if right.shape[0] != A.shape[0]:
        raise ValueError(f'matrix - rhs dimension mismatch ({A.shape} - {right.shape[0]})')
    try:
        made = np.linalg.solve(_dense(A), right)
    except np.linalg.LinAlgError:
        import warnings
        warnings.warn('Matrix is exactly singular', MatrixRankWarning, stacklevel=2)
        return np.full(right.shape, np.nan)
    if isinstance(b, spmatrix):
        return csc_matrix(made)
    return made.ravel() if right.ndim == 2 and right.shape[1] == 1 else made


class MatrixRankWarning(UserWarning):
    """A matrix without an inverse."""


def factorized(A):
    """A function that solves with A."""
    from scipy.linalg import lu_factor, lu_solve
    parts = lu_factor(_dense(A))
    return lambda b: lu_solve(parts, b)


def inv(A):
    return type(A)(np.linalg.inv(_dense(A)))


def expm(A):
    from scipy.linalg import expm as dense
    return type(A)(dense(_dense(A))) if isinstance(A, spmatrix) else dense(A)


def norm(x, ord=None, axis=None):
    """A norm of the matrix, or of its rows or columns."""
    if not isinstance(x, spmatrix):
        raise TypeError('input is not sparse. use numpy.linalg.norm')
    if axis is None and ord in (None, 'fro', 'f'):
        return np.linalg.norm(x.tocsr().data)
    if axis is None and ord in (2, -2):
        raise NotImplementedError('norm: ord 2 of a sparse matrix is not there; svds gives its largest singular value')
    return np.linalg.norm(_dense(x), ord=ord, axis=axis)


def cg(A, b, x0=None, tol=1e-5, maxiter=None, M=None, callback=None, atol=None):
    """(x, 0) with A x = b for a symmetric positive A, by conjugate gradients; (x, steps) where they did not come near enough."""
    A, b = aslinearoperator(A), np.asarray(b, float).ravel()
    M = (lambda x: x) if M is None else aslinearoperator(M).matvec
    x = np.zeros_like(b) if x0 is None else np.array(x0, float).ravel()
    most = len(b) * 10 if maxiter is None else maxiter
    enough = max(tol * np.linalg.norm(b), 0.0 if atol in (None, 'legacy') else atol)
    left = b - A.matvec(x) if x.any() else b.copy()
    way, before = None, 1.0
    for _ in range(most):
        if np.linalg.norm(left) <= enough:
            return x, 0
        turned = M(left)
        size = left @ turned
        way = turned if way is None else turned + size / before * way
        product = A.matvec(way)
        step = size / (way @ product)
        x, left, before = x + step * way, left - step * product, size
        if callback is not None:
            callback(x)
    return x, 0 if np.linalg.norm(left) <= enough else most


def gmres(A, b, x0=None, tol=1e-5, restart=None, maxiter=None, M=None, callback=None, restrt=None, atol=None, callback_type=None):
    """(x, 0) with A x = b, by the least residual over products of A."""
    A, b = aslinearoperator(A), np.asarray(b, float).ravel()
    M = (lambda x: x) if M is None else aslinearoperator(M).matvec
    x = np.zeros_like(b) if x0 is None else np.array(x0, float).ravel()
    many, rounds = min(restart or restrt or 20, len(b)), 10 * len(b) if maxiter is None else maxiter
    enough = max(tol * np.linalg.norm(b), 0.0 if atol in (None, 'legacy') else atol)
    for _ in range(rounds):
        left = b - A.matvec(x)
        if np.linalg.norm(left) <= enough:
            return x, 0
        left = M(left)
        size = np.linalg.norm(left)
        basis, table = [left / size], np.zeros((many + 1, many))
        for k in range(many):
            new = M(A.matvec(basis[k]))
            for i, each in enumerate(basis):
                table[i, k] = each @ new
                new = new - table[i, k] * each
            table[k + 1, k] = np.linalg.norm(new)
            if table[k + 1, k] < 1e-14 * size:
                break
            basis.append(new / table[k + 1, k])
        wished = np.zeros(k + 2)
        wished[0] = size
        weights = np.linalg.lstsq(table[:k + 2, :k + 1], wished, rcond=None)[0]
        x = x + np.array(basis[:k + 1]).T @ weights
        if callback is not None:
            callback(np.linalg.norm(b - A.matvec(x)) / np.linalg.norm(b))
    return x, 0 if np.linalg.norm(b - A.matvec(x)) <= enough else rounds


def _wanted(values, k, which):
    keys = {'LM': -np.abs(values), 'SM': np.abs(values), 'LA': -values.real, 'SA': values.real, 'LR': -values.real, 'SR': values.real, 'LI': -np.abs(values.imag), 'SI': np.abs(values.imag)}
    if which not in keys:
        raise ValueError(f"which must be one of {' '.join(sorted(keys))}")
    return np.argsort(keys[which], kind='stable')[:k]


def _counted(k, A, less):
    if k <= 0:
        raise ValueError(f'k={k} must be greater than 0.')
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'expected square matrix (shape={A.shape})')
    return min(k, A.shape[0] - less)


def eigsh(A, k=6, M=None, sigma=None, which='LM', v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None, OPinv=None, mode='normal'):
    """k eigenvalues of a symmetric matrix, in order, and their vectors."""
    if M is not None:
        raise NotImplementedError('eigsh: M is not there')
    k = _counted(k, A, 0)
    values, vectors = np.linalg.eigh(_dense(A))
    at = np.sort(_wanted(values if sigma is None else 1 / (values - sigma), k, which))
    return (values[at], vectors[:, at]) if return_eigenvectors else values[at]


def eigs(A, k=6, M=None, sigma=None, which='LM', v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True, Minv=None, OPinv=None, OPpart=None):
    """k eigenvalues of any square matrix, and their vectors."""
    if M is not None:
        raise NotImplementedError('eigs: M is not there')
    k = _counted(k, A, 0)
    values, vectors = np.linalg.eig(_dense(A))
    values, vectors = values.astype(complex), vectors.astype(complex)
    at = _wanted(values if sigma is None else 1 / (values - sigma), k, which)
    return (values[at], vectors[:, at]) if return_eigenvectors else values[at]


def svds(A, k=6, ncv=None, tol=0, which='LM', v0=None, maxiter=None, return_singular_vectors=True, solver='arpack', random_state=None, options=None):
    """The k largest (or, 'SM', smallest) singular values, smallest first, and their vectors."""
    if not 0 < k < min(A.shape) + (solver == 'propack'):
        raise ValueError('`k` must be an integer satisfying `0 < k < min(A.shape)`.')
    u, s, v = np.linalg.svd(_dense(A), full_matrices=False)
    at = (np.arange(k) if which == 'LM' else np.arange(len(s) - k, len(s)))[::-1]
    return (u[:, at], s[at], v[at]) if return_singular_vectors is True else s[at]


_open_places('sparse.linalg')
