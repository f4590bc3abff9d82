"""unique with all its answers."""
import numpy as np

a = np.array([3, 1, 2, 3, 1])
v, i, inv, c = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
print(v, i, inv, c, v[inv], v[c.argmax()], dict(zip(v.tolist(), c.tolist())))
print(np.unique([[3, 1], [1, 2]]), np.unique(np.array([0.5, 0.25, 0.5])), np.unique([]), np.unique([np.nan, 1, np.nan]), np.unique([[1, 0], [0, 1], [1, 0]], axis=0, return_counts=True), np.unique([[1, 1, 2], [3, 3, 4]], axis=1))
print(np.intersect1d([3, 1, 1], [1, 3, 5], return_indices=True), np.isin(a, [1, 3], invert=True), np.union1d([[1, 2]], [3]), np.setdiff1d(a, [1]), np.in1d([1, 5], a), np.ediff1d(v))
