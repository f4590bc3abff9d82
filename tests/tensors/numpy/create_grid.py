"""meshgrid, mgrid, ogrid, indices, fromfunction."""
import numpy as np

X, Y = np.meshgrid(np.arange(3), np.arange(2))
print(X, Y, X.shape)
X, Y = np.meshgrid([1, 2], [3, 4, 5], indexing="ij")
print(X, Y)
print(np.meshgrid([1, 2], [3, 4], sparse=True))
print(np.mgrid[0:3, 0:2], np.mgrid[0:1:5j], np.mgrid[-1:1:0.5])
print(np.ogrid[0:2, 0:3])
print(np.indices((2, 3)), np.fromfunction(lambda i, j: i + j, (2, 3)), np.fromfunction(lambda i: i * 2, (4,), dtype=int))
print(np.r_[1:4, 0, 4], np.c_[[1, 2], [3, 4]], np.r_[[1, 2], [3.5]])
X, Y = np.mgrid[0:2, 0:2]
print(np.dstack([X, Y]).shape, np.dstack((X, Y))[1])
