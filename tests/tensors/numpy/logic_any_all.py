"""any, all and where in conditions."""
import numpy as np

a = np.array([[1, 0, 3], [4, 5, 0]])
print(np.any(a), np.all(a), np.any(a, axis=0), np.all(a, axis=1), (a > 0).all(axis=1, keepdims=True), np.any(a > 4), not np.all(a), np.count_nonzero(a), np.count_nonzero(a, axis=1))
print(np.where(a > 2, "x", "y").tolist() if False else np.where(a > 2, 1, 0), np.where(a, a, -1), np.select([a > 3, a > 0], [a * 10, a], -1), np.logical_and(a > 0, a < 4).sum(), np.logical_and.reduce([a[0] > 0, a[1] > 0]), (a > 0) & (a % 2 == 1), ~(a > 0), (a > 0) ^ (a > 3))
print(a[(a > 0) & (a < 4)], np.argwhere((a > 2)).tolist(), [bool(x) for x in a[0]], True if (a[0] == [1, 0, 3]).all() else False, np.array_equal(a > 0, a != 0), np.alltrue([1, 1]), np.sometrue([0, 1]))
