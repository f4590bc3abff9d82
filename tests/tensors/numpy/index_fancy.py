"""Integer arrays as indices."""
import numpy as np

x = np.arange(10) * 10
print(x[[1, 3, 5]], x[np.array([0, -1])], x[[[1, 2], [3, 4]]], x[np.array([], dtype=int)])
a = np.arange(12).reshape(3, 4)
print(a[[0, 2]], a[[0, 2], [1, 3]], a[:, [1, 3]], a[[[0], [2]], [1, 3]], a[np.ix_([0, 2], [1, 3])])
print(a[1, [0, 2]], a[[0, 1], :2], a[np.arange(3), np.arange(3)], a[[2, 0]][:, ::-1])
idx = np.array([2, 0, 1])
print(a[idx], a[idx, :], a[np.argsort(-a[:, 0])])
b = np.zeros((4, 3))
b[np.arange(4), [0, 2, 1, 0]] = 1
print(b)
c = np.zeros(5, int)
c[[0, 0, 2]] += 1
print(c)
c[[1, 3]] = 7
print(c)
print(np.arange(8).reshape(2, 2, 2)[:, [0, 1], [1, 0]], np.arange(8).reshape(2, 2, 2)[[0, 1], :, [1, 0]])
print(np.eye(3)[[0, 2, 1]], np.eye(4)[np.array([1, 3])])
