"""sort, argsort, searchsorted, unique, where."""
import numpy as np

a = np.array([3, 1, 2, 1])
print(np.sort(a), a.argsort(), np.argsort(-a), np.sort([[3, 1], [2, 0]]), np.sort([[3, 1], [2, 0]], axis=0), np.sort([[3, 1], [2, 0]], axis=None), np.argsort([[3, 1], [0, 2]], axis=1), np.sort([2.5, np.nan, 1]))
b = a.copy()
b.sort()
print(a, b, b[::-1], np.sort(a)[::-1])
print(np.unique(a), np.unique(a, return_counts=True), np.unique(a, return_index=True, return_inverse=True), np.unique([[1, 2], [1, 2], [3, 4]], axis=0), np.unique([True, False, True]), np.unique([1.5, 0.5, 1.5]))
print(np.searchsorted([1, 3, 5], 3), np.searchsorted([1, 3, 5], [0, 3, 6], side="right"), np.digitize([0.2, 6.4, 3.0], [0.0, 1.0, 2.5, 4.0, 10.0]), np.digitize([1, 5], [4, 2]))
print(np.where(a > 1, a, 0), np.where([True, False], [1, 2], [3, 4]), np.where(a == 1), np.where(a > 1, 1.5, -1), np.argwhere(a > 1), np.nonzero([[0, 1], [2, 0]]))
print(np.in1d([1, 2, 3], [2, 5]), np.isin([[1, 2], [3, 4]], [1, 4]), np.intersect1d([1, 2, 3], [2, 3, 4]), np.union1d([1, 2], [2, 3]), np.setdiff1d([1, 2, 3], [2]), np.setxor1d([1, 2], [2, 3]))
print(np.partition([3, 1, 2], 1)[1], np.argpartition([3, 1, 2], 0)[0], np.lexsort(([1, 2, 1], [2, 1, 1])), np.bincount([0, 1, 1, 3]), np.bincount([0, 1], weights=[0.5, 2]), np.bincount([1], minlength=4), np.extract([True, False], [1, 2]))
