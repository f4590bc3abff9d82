"""Linear systems: solve, inverse, determinant, rank, QR, Cholesky, SVD, least squares."""
import numpy as np
np.set_printoptions(precision=4, suppress=True)
A = np.array([[4., 1, 2], [1, 3, 0], [2, 0, 5]])
b = np.array([7., 4, 7])
x = np.linalg.solve(A, b)
print(x, np.allclose(A @ x, b), np.linalg.det(A).round(6), np.linalg.matrix_rank(A), np.trace(A))
print(np.allclose(np.linalg.inv(A) @ A, np.eye(3)), np.linalg.inv(A))
L = np.linalg.cholesky(A)
print(L, np.allclose(L @ L.T, A))
Q, R = np.linalg.qr(A)
print(np.allclose(Q @ R, A), np.allclose(Q.T @ Q, np.eye(3)), np.allclose(np.tril(R, -1), 0))
U, s, Vt = np.linalg.svd(A)
print(s, np.allclose(U @ np.diag(s) @ Vt, A))
values = np.linalg.eigvalsh(A)
print(values, np.linalg.cond(A).round(4))
xs = np.array([0., 1, 2, 3])
ys = np.array([-1, 0.2, 0.9, 2.1])
m, c = np.linalg.lstsq(np.vstack([xs, np.ones(4)]).T, ys, rcond=None)[0]
print(round(m, 4), round(c, 4), np.polyfit(xs, ys, 1).round(4))
print(np.linalg.norm(A), np.linalg.norm(A, 1), np.linalg.norm(b, np.inf), np.linalg.norm(A, axis=1))
print(np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), 10))
for bad in (lambda: np.linalg.inv(np.ones((2, 2))), lambda: np.linalg.solve(A, np.ones(2)), lambda: np.linalg.cholesky(-A), lambda: np.linalg.det(np.ones((2, 3)))):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
print(np.kron(np.eye(2, dtype=int), [[1, 2]]), np.outer([1, 2], [3, 4]), np.inner([1, 2], [3, 4]), np.cross([1, 0, 0], [0, 1, 0]), np.vdot([1, 2], [3, 4]))
