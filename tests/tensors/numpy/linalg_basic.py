"""norm, det, inv, solve."""
import numpy as np

A = np.array([[3.0, 1], [1, 2]])
print(np.linalg.norm([3, 4]), np.linalg.norm(A), np.linalg.norm(A, axis=0), np.linalg.norm(A, 1), np.linalg.norm(A, np.inf), np.linalg.norm([1, -2], 1), np.linalg.norm([1, -5], np.inf), np.linalg.norm(A, axis=1, keepdims=True), np.linalg.norm([1, 2, 3], 3))
print(np.linalg.det(A), np.linalg.inv(A), np.linalg.solve(A, [9, 8]), np.linalg.solve(A, np.eye(2)), np.linalg.inv(A) @ A, np.linalg.det([[1, 2], [3, 4]]), np.linalg.inv([[1, 2], [3, 4]]))
B = np.array([[2.0, -1, 0], [-1, 2, -1], [0, -1, 2]])
print(np.linalg.det(B), np.linalg.inv(B), np.linalg.solve(B, [1, 0, 1]), np.linalg.slogdet(B), np.linalg.matrix_rank(B), np.linalg.matrix_rank(np.ones((3, 3))), np.linalg.matrix_power(A, 3), np.linalg.matrix_power(A, -1), np.trace(B), np.linalg.cond(np.eye(2)))
print(np.linalg.inv(np.stack([A, 2 * A])), np.linalg.det(np.stack([A, B[:2, :2]])), np.linalg.cholesky(B), np.linalg.pinv(np.array([[1.0, 2], [3, 4], [5, 6]])).round(6), np.linalg.lstsq(np.array([[1.0, 1], [1, 2], [1, 3]]), [1, 2, 2], rcond=None)[0])
print(np.linalg.inv(A.astype("f4")).dtype, np.linalg.inv(np.array([[2, 0], [0, 4]])))
for bad in (np.zeros((2, 2)), np.zeros((2, 3)), np.zeros(3)):
    try:
        np.linalg.inv(bad)
    except np.linalg.LinAlgError as e:
        print(type(e).__name__, e)
try:
    np.linalg.cholesky(-np.eye(2))
except np.linalg.LinAlgError as e:
    print(e)
