# Schur's form, functions of matrices, equations of Sylvester, Lyapunov and Riccati, bands, matrices of names.
import numpy as np
from scipy import linalg

np.set_printoptions(precision=5, suppress=True)
a = np.array([[4.0, 1, 2], [1, 3, 0.5], [0.2, 1, 5]])
turn = np.array([[0.0, 2, 1], [-2, 1, 0], [0.5, 0, 3]])
for m in (a, turn):
    t, z = linalg.schur(m)
    print(np.allclose(z @ t @ z.T, m), np.allclose(z @ z.T, np.eye(3)), np.sort(np.abs(np.linalg.eigvals(t))))
    t, z = linalg.schur(m, 'complex')
    print(np.allclose(z @ t @ z.conj().T, m), np.allclose(np.tril(t, -1), 0))
    h, q = linalg.hessenberg(m, calc_q=True)
    print(h, np.allclose(q @ h @ q.T, m))
print(linalg.schur(turn, sort='lhp')[2], linalg.schur(turn, sort='rhp')[2])
print(linalg.sqrtm(a), linalg.logm(a), linalg.fractional_matrix_power(a, 0.3), linalg.signm(a - 4 * np.eye(3)), sep='\n')
print(linalg.sqrtm(-a), linalg.funm(a, np.exp), linalg.cosm(a), linalg.sinm(a), linalg.tanm(a), linalg.sinhm(a), linalg.coshm(a), linalg.tanhm(a), sep='\n')
print(linalg.expm_frechet(a, turn)[1], round(linalg.expm_cond(a), 5))
print(linalg.solve_sylvester(a, turn, np.ones((3, 3))), linalg.solve_continuous_lyapunov(a, np.eye(3)), linalg.solve_discrete_lyapunov(a / 10, np.eye(3)), linalg.solve_discrete_lyapunov(a / 10, np.eye(3), 'bilinear'), sep='\n')
b = np.array([[1.0], [0.5], [0]])
print(linalg.solve_continuous_are(a, b, np.eye(3), [[2.0]]), linalg.solve_discrete_are(a / 8, b, np.eye(3), [[2.0]]), sep='\n')
ab = np.array([[0, 0, -1, -1, -1], [0, 2, 2, 2, 2], [5, 4, 3, 2, 1], [1, 1, 1, 1, 0.0]])
print(linalg.solve_banded((1, 2), ab, np.array([0, 1, 2, 2, 3.0])), linalg.solveh_banded(np.array([[4, 5, 6, 7], [1, 1, 1, 0.0]]), np.ones(4), lower=True))
print(linalg.cholesky_banded(np.array([[0, 1, 1, 1], [4, 5, 6, 7.0]])), linalg.eigvals_banded(np.array([[4, 5, 6, 7], [1, 1, 1, 0.0]]), lower=True), linalg.eigvalsh_tridiagonal([3, 3, 3.0], [1, 1.0]))
print(linalg.solve_toeplitz([3, 1, 0.5], [1, 2, 3.0]), linalg.matmul_toeplitz(([1, 2, 3], [1, 5]), [1.0, 2]), linalg.solve_circulant([2, 2, 4.0], [1, 2, 3.0]))
u, p = linalg.polar(a)
print(u, p, np.allclose(np.abs(linalg.rq(a)[0] @ linalg.rq(a)[1]), a), linalg.subspace_angles(a[:, :2], turn[:, :2]), linalg.orthogonal_procrustes(a, turn)[1].round(5), sep='\n')
q, r, order = linalg.qr(a, pivoting=True)
print(order, np.allclose(q @ r, a[:, order]), linalg.bandwidth(np.triu(a)), linalg.issymmetric(a + a.T), linalg.ishermitian(a), linalg.pinvh(a + a.T), linalg.cdf2rdf(*np.linalg.eig(turn))[0].shape)
print(linalg.companion([1, -10, 31, -30]), linalg.pascal(4), linalg.pascal(4, 'lower'), linalg.invpascal(4), linalg.invhilbert(3), linalg.helmert(4), linalg.leslie([0.1, 2, 1], [0.2, 0.8]), sep='\n')
print(linalg.fiedler([1, 4, 12, 45]), linalg.fiedler_companion([1.0, -16, 86, -176, 105]), linalg.dft(3), linalg.convolution_matrix([-1, 4, -2], 5, 'same'), linalg.khatri_rao([[1, 2], [3, 4]], [[5, 6], [7, 8]]), sep='\n')
for broken in (lambda: linalg.schur([[1, 2]]), lambda: linalg.schur(a, 'x'), lambda: linalg.solve_banded((1, 1), ab, np.ones(5)), lambda: linalg.polar(a, 'up'), lambda: linalg.companion([1]), lambda: linalg.leslie([1], [1]), lambda: linalg.pascal(3, 'x')):
    try:
        print(broken())
    except ValueError as e:
        print(type(e).__name__, e)
