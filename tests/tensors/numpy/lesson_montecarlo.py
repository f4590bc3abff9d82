"""Drawing numbers to estimate others."""
import numpy as np

rng = np.random.RandomState(10)
p = rng.uniform(-1, 1, (10000, 2))
print(4 * ((p ** 2).sum(axis=1) < 1).mean())
d = rng.randint(1, 7, (1000, 2)).sum(axis=1)
print(np.bincount(d)[2:], d.mean(), np.unique(d)[:3], (d == 7).mean())
w = rng.choice([-1, 1], size=(5, 20)).cumsum(axis=1)
print(w[:, -1], w.max(axis=1), np.abs(w).max())
x = rng.exponential(2.0, 5000)
print(x.mean().round(3), np.percentile(x, 90).round(3), np.histogram(x, bins=[0, 1, 2, 4, 8])[0])
