"""Masks."""
import numpy as np

x = np.array([1, -2, 3, -4])
print(x[x > 0], x[[True, False, True, False]], x[~(x > 0)], x[(x > -3) & (x < 3)], x[(x < -3) | (x == 3)])
a = np.arange(6).reshape(2, 3)
print(a[a % 2 == 0], a[[True, False]], a[:, np.array([True, False, True])], a[a > 10], a[np.array([[True, False, True], [False, True, False]])])
a[a > 3] = 0
print(a)
x[x < 0] *= -1
print(x, x[x == 100].shape, np.sum(x > 2), (x > 2).sum(), (x > 2).mean())
m = np.array([True, True, False])
print(m & True, ~m, m | np.array([False, False, True]), m ^ m, m.sum(), np.count_nonzero(m), m.all(), m.any())
b = np.zeros((2, 2))
b[b == 0] = [1, 2, 3, 4]
print(b)
print(np.where(x > 2), np.nonzero(x > 2), np.argwhere(x > 2), np.flatnonzero([0, 1, 1]))
