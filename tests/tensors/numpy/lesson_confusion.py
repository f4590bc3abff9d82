"""Scores of a classifier."""
import numpy as np

y = np.array([0, 1, 2, 2, 1, 0, 1, 2])
p = np.array([0, 2, 2, 2, 1, 0, 0, 1])
m = np.zeros((3, 3), int)
for a, b in zip(y, p):
    m[a, b] += 1
print(m, m.diagonal().sum() / m.sum(), m.diagonal() / m.sum(axis=0), m.diagonal() / m.sum(axis=1), (y == p).mean(), np.trace(m))
c = np.zeros((3, 3), int)
np.add.at(c, (y, p), 1)
print((c == m).all(), np.bincount(3 * y + p, minlength=9).reshape(3, 3), np.flatnonzero(y != p), np.count_nonzero(y == p))
