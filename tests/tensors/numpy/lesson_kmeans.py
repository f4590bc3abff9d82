"""k-means."""
import numpy as np

rng = np.random.RandomState(5)
X = np.vstack([rng.randn(20, 2) + c for c in ([0, 0], [5, 5], [0, 5])])
C = X[[0, 20, 40]]
for it in range(10):
    d = np.sqrt(((X[:, None] - C[None]) ** 2).sum(-1))
    label = d.argmin(1)
    new = np.array([X[label == k].mean(0) for k in range(3)])
    if np.allclose(new, C):
        break
    C = new
print(it, C, np.bincount(label), label[:5], d.min(1).sum())
