"""numpy.linalg's functions in scipy's forms, and expm, toeplitz, solve_triangular and their like."""
from scipy._older import open_places as _open_places
from numpy.linalg import LinAlgError

from scipy.linalg._bands import (bandwidth, cho_solve_banded, cholesky_banded, clarkson_woodruff_transform, companion, convolution_matrix, dft, eig_banded, eigh_tridiagonal, eigvals_banded, eigvalsh_tridiagonal, fiedler,
                                 fiedler_companion, helmert, invhilbert, invpascal, ishermitian, issymmetric, khatri_rao, kron, ldl, leslie, matmul_toeplitz, matrix_balance, orthogonal_procrustes, pascal, polar, rq,
                                 solve_banded, solve_circulant, solve_toeplitz, solveh_banded, subspace_angles, tri, tril, triu)
from scipy.linalg._decompose import cho_factor, cho_solve, cholesky, eig, eigh, eigvals, eigvalsh, lu, lu_factor, lu_solve, null_space, orth, qr, qr_multiply, svd, svdvals
from scipy.linalg._schur import (cdf2rdf, cosm, coshm, expm_cond, expm_frechet, fractional_matrix_power, funm, hessenberg, logm, rsf2csf, schur, signm, sinhm, sinm, solve_continuous_are, solve_continuous_lyapunov, solve_discrete_are,
                                 solve_discrete_lyapunov, solve_lyapunov, solve_sylvester, sqrtm, tanhm, tanm)
from scipy.linalg._solve import det, expm, inv, lstsq, norm, pinv, pinvh, solve, solve_triangular
from scipy.linalg._special import block_diag, circulant, diagsvd, hadamard, hankel, hilbert, toeplitz

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('linalg')
