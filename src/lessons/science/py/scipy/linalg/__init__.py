"""numpy.linalg's functions in scipy's forms, and expm, toeplitz, solve_triangular and their like."""
from numpy.linalg import LinAlgError

from scipy.linalg._decompose import cho_factor, cho_solve, cholesky, eig, eigh, eigvals, eigvalsh, lu, lu_factor, lu_solve, null_space, orth, qr, svd, svdvals
from scipy.linalg._solve import det, expm, inv, lstsq, norm, pinv, solve, solve_triangular
from scipy.linalg._special import block_diag, circulant, diagsvd, hadamard, hankel, hilbert, toeplitz

__all__ = [name for name in globals() if not name.startswith('_')]
