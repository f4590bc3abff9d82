"""scipy.linalg: factors, equations, the exponential, matrices of a known form."""
import numpy as np
from scipy import linalg

rng = np.random.RandomState(2)
A = rng.randn(4, 4)
S = A @ A.T + np.eye(4)
b, B = rng.randn(4), rng.randn(4, 2)


def show(name, value, digits=7):
    print(name, (np.round(np.asarray(value), digits) + 0.0).tolist())


show('cholesky', linalg.cholesky(S))
show('cholesky', linalg.cholesky(S, lower=True))
show('cho_solve', linalg.cho_solve(linalg.cho_factor(S), b))
show('solve', linalg.solve(A, b))
show('solve', linalg.solve(S, B, assume_a='pos'))
show('solve_triangular', linalg.solve_triangular(A, b, lower=True))
show('solve_triangular', linalg.solve_triangular(A, B, trans='T', unit_diagonal=True))
show('inv', linalg.inv(A))
show('det', linalg.det(A))
show('pinv', linalg.pinv(B))
show('norm', [linalg.norm(A), linalg.norm(A, 1), linalg.norm(b, np.inf)])
show('lstsq', linalg.lstsq(B, b)[0])
show('lstsq', linalg.lstsq(B, b)[1])
show('expm', linalg.expm(A))
show('expm', linalg.expm(A * 0.001))
show('expm', linalg.expm([[0, 1], [-1, 0]]))
show('expm', linalg.expm(10 * A / np.linalg.norm(A)), 5)
show('expm', linalg.expm(np.zeros((2, 2))))
show('eigh', linalg.eigh(S)[0])
show('eigh', linalg.eigh(S, subset_by_index=[1, 2])[0])
show('eigh', linalg.eigh(S, np.diag([1.0, 2, 3, 4]), eigvals_only=True))
show('eigvalsh', linalg.eigvalsh(S))
values, vectors = linalg.eig(A)
print(values.dtype, np.sort(np.abs(values)).round(7).tolist(), np.allclose(A @ vectors, vectors * values))
show('svdvals', linalg.svdvals(B))
print([part.shape for part in linalg.svd(B)], [part.shape for part in linalg.svd(B, full_matrices=False)])
q, r = linalg.qr(B, mode='economic')
print(q.shape, np.allclose(q @ r, B), linalg.qr(B)[0].shape, len(linalg.qr(B, mode='r')))
p, l, u = linalg.lu(A)
show('lu', p)
show('lu', l)
show('lu', u)
both, swaps = linalg.lu_factor(A)
show('lu_factor', both)
print(swaps.tolist(), swaps.dtype)
show('lu_solve', linalg.lu_solve((both, swaps), b))
show('lu_solve', linalg.lu_solve((both, swaps), b, trans=1))
print(linalg.null_space([[1.0, 1], [1, 1]]).shape, linalg.orth(np.ones((3, 2))).shape)
show('toeplitz', linalg.toeplitz([1, 2, 3], [1, 4, 5, 6]))
show('toeplitz', linalg.toeplitz([1, 2, 3]))
show('hankel', linalg.hankel([1, 2, 3], [3, 4, 5]))
show('circulant', linalg.circulant([1, 2, 3]))
show('hilbert', linalg.hilbert(3))
show('hadamard', linalg.hadamard(4))
show('block_diag', linalg.block_diag([[1, 2]], [3], [[4], [5]]))
for call in (lambda: linalg.cholesky([[1.0, 2], [2, 1]]), lambda: linalg.inv([[1.0, 1], [1, 1]]), lambda: linalg.solve([[1.0, 2, 3]], [1]), lambda: linalg.inv([[1.0, 2, 3]]), lambda: linalg.det([[np.nan, 1], [1, 1]]),
             lambda: linalg.hadamard(3), lambda: linalg.cholesky(np.ones((2, 3))), lambda: linalg.solve(A, [1.0, 2])):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
