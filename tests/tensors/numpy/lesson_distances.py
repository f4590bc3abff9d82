"""Distances between all pairs, nearest neighbours."""
import numpy as np

rng = np.random.RandomState(0)
A, B = rng.rand(4, 3), rng.rand(5, 3)
D = np.sqrt(((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2))
E = np.sqrt(np.maximum((A ** 2).sum(1)[:, None] + (B ** 2).sum(1)[None] - 2 * A @ B.T, 0))
print(D, np.allclose(D, E), D.argmin(axis=1), np.argsort(D, axis=1)[:, :2], np.sort(D, axis=1)[:, 0])
print(np.linalg.norm(A[:, None] - B, axis=-1).shape, np.abs(A[0] - B).sum(1), (A[0] @ B[0] / np.linalg.norm(A[0]) / np.linalg.norm(B[0])).round(8))
