"""dot, matmul, inner, outer, einsum, tensordot."""
import numpy as np

a, b = np.arange(6).reshape(2, 3), np.arange(6).reshape(3, 2)
print(a.dot(b), a @ b, np.dot(a, b), np.matmul(a, b), np.dot([1, 2], [3, 4]), np.dot(2, [1, 2]), a @ np.array([1, 2, 3]), np.array([1, 2]) @ a, np.dot(a, [1.5, 0, 1]))
print(np.inner([1, 2], [3, 4]), np.inner(a, a), np.outer([1, 2], [3, 4]), np.vdot(a, a), np.cross([1, 0, 0], [0, 1, 0]), np.kron([1, 2], [1, 1]), np.cross([1, 2], [3, 4]))
print(np.tensordot(a, b, 1), np.tensordot(a, a, 2), np.tensordot(np.arange(8).reshape(2, 2, 2), np.eye(2), axes=([1], [0])).shape, np.linalg.multi_dot([a, b, a]))
print(np.einsum("ij,jk->ik", a, b), np.einsum("ij->i", a), np.einsum("ij->ji", a), np.einsum("ii", np.eye(3)), np.einsum("i,j->ij", [1, 2], [3, 4]), np.einsum("ij,ij->", a, a), np.einsum("bij,bjk->bik", np.ones((2, 2, 3)), np.ones((2, 3, 2))), np.einsum("i,i", [1, 2], [3, 4]))
print((np.ones((2, 3, 4)) @ np.ones((4, 5))).shape, (np.ones((2, 1, 3, 4)) @ np.ones((5, 4, 2))).shape, np.matmul(np.ones((2, 3)), np.ones(3)), (a @ b).dtype, (a.astype("f4") @ b.astype("f4")).dtype)
print(np.convolve([1, 2, 3], [0, 1, 0.5]), np.convolve([1, 2, 3], [1, 1], "same"), np.convolve([1, 2, 3], [1, 1], mode="valid"), np.correlate([1, 2, 3], [0, 1, 0.5]), np.correlate([1, 2, 3], [1, 2], "full"))
