"""eye, identity, diag, tri and triangles."""
import numpy as np

print(np.eye(3), np.eye(2, 3), np.eye(3, k=1), np.eye(3, k=-1, dtype=int), np.identity(2))
print(np.diag([1, 2, 3]), np.diag(np.arange(9).reshape(3, 3)), np.diag([1, 2], k=1), np.diag(np.arange(9).reshape(3, 3), k=-1))
print(np.tri(3), np.tril(np.arange(9).reshape(3, 3)), np.triu(np.arange(9).reshape(3, 3), 1), np.tril(np.ones((2, 3)), -1))
print(np.triu_indices(3), np.tril_indices(2), np.diagflat([1, 2]), np.vander([1, 2, 3]))
print(np.trace(np.arange(9).reshape(3, 3)), np.arange(9).reshape(3, 3).diagonal(), np.fill_diagonal(np.zeros((2, 2)), 1))
a = np.zeros((3, 3), int)
np.fill_diagonal(a, 5)
print(a)
