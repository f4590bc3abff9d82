"""Principal components through the covariance."""
import numpy as np

rng = np.random.RandomState(6)
X = rng.randn(100, 3) @ np.array([[2, 0, 0], [0.5, 1, 0], [0.1, 0.2, 0.3]])
Xc = X - X.mean(axis=0)
C = np.cov(Xc, rowvar=False)
w, v = np.linalg.eigh(C)
order = np.argsort(w)[::-1]
print(C.round(6), w[order].round(6), (w[order] / w.sum()).round(4), np.abs(v[:, order]).round(4), (Xc @ v[:, order[:2]]).shape)
u, s, vt = np.linalg.svd(Xc, full_matrices=False)
print((s ** 2 / 99).round(6))
