"""torch.svd_lowrank and torch.pca_lowrank: the largest singular values of a matrix from a few random directions of its columns (Halko, Martinsson and Tropp, 2009)."""
import torch


def _basis(A, q, niter):
    """Orthonormal columns that span nearly what A's first q singular vectors span."""
    directions = torch.randn(A.shape[-1], q, dtype=A.dtype, device=A.device)
    Q = torch.linalg.qr(A @ directions)[0]
    for _ in range(niter):
        Q = torch.linalg.qr(A @ torch.linalg.qr(A.mH @ Q)[0])[0]
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    """U, S and V of q columns; M is taken from A first."""
    m, n = A.shape[-2:]
    if M is not None:
        A = A - M
    if m < n or n > q:                          # the smaller side is drawn for
        Q = _basis(A.mH, q, niter)
        inner = A @ Q
        assert inner.shape[-1] == q, (inner.shape, q)
        U, S, Vh = torch.linalg.svd(inner, full_matrices=False)
        return U, S, Q @ Vh.mH
    Q = _basis(A, q, niter)
    inner = A.mH @ Q
    assert inner.shape[-2] == q, (inner.shape, q)
    V, S, Uh = torch.linalg.svd(inner, full_matrices=False)
    return Q @ Uh.mH, S, V


def pca_lowrank(A, q=None, center=True, niter=2):
    """The same of a matrix whose columns' means are taken out."""
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError('q(=%s) must be non-negative integer and not greater than min(m, n)=%s' % (q, min(m, n)))
    if niter < 0:
        raise ValueError('niter(=%s) must be non-negative integer' % niter)
    return svd_lowrank(A - A.mean(-2, keepdim=True) if center else A, q, niter)
