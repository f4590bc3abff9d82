"""Probabilities by counting."""
import numpy as np

rng = np.random.RandomState(0)
X = (rng.rand(20, 5) > 0.5).astype(int)
y = rng.randint(0, 2, 20)
n = np.array([(y == c).sum() for c in (0, 1)])
p = np.array([(X[y == c].sum(0) + 1) / (n[c] + 2) for c in (0, 1)])
print(n, p, n / n.sum())
logp = np.log(p)[None] * X[:, None] + np.log(1 - p)[None] * (1 - X[:, None])
print(np.argmax(logp.sum(-1) + np.log(n / n.sum()), axis=1), (logp.shape))
counts = rng.multinomial(100, [1 / 6] * 6, size=3)
print(counts, counts.cumsum(axis=0) / counts.cumsum(axis=0).sum(axis=1, keepdims=True))
