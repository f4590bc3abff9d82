"""reshape, ravel, transpose, squeeze, expand_dims."""
import numpy as np

a = np.arange(12)
print(a.reshape(3, 4), a.reshape((2, -1)), a.reshape(2, 2, 3).shape, np.reshape(a, (4, 3))[1], a.reshape(-1, 1).shape, a.reshape(3, 4, order="F"))
b = a.reshape(3, 4)
print(b.T, b.transpose(), b.ravel(), b.ravel(order="F"), b.flatten("F"), b.T.ravel(), np.transpose(b).shape)
c = np.zeros((1, 3, 1, 2))
print(c.squeeze().shape, c.squeeze(0).shape, np.squeeze(c, axis=2).shape, np.squeeze(c, axis=(0, 2)).shape, np.expand_dims(b, 0).shape, np.expand_dims(b, -1).shape, np.expand_dims(a, (0, 2)).shape)
d = np.zeros((2, 3, 4))
print(d.transpose(2, 0, 1).shape, d.transpose((1, 0, 2)).shape, np.swapaxes(d, 0, 2).shape, d.swapaxes(1, -1).shape, np.moveaxis(d, 0, -1).shape, np.moveaxis(d, [0, 1], [-1, -2]).shape, np.rollaxis(d, 2).shape)
print(np.atleast_1d(3), np.atleast_2d([1, 2]), np.atleast_3d([1, 2]).shape, np.shape([[1, 2]]), np.ndim([[1]]), np.size([[1, 2]]), np.size(d, 1))
print(np.resize([1, 2, 3], (2, 4)), b.size, b.ndim, b.shape, b.nbytes, b.itemsize, len(b))
