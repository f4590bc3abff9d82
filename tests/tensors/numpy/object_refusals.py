"""Names that are there in NumPy and mean the same here."""
import numpy as np

print(np.float32(1.5).astype(int), np.asarray([1, 2]).ctypes if False else "", np.amax([1, 2]), np.product([2, 3]) if hasattr(np, "product") else 6, np.in1d([1], [1]), np.asscalar if hasattr(np, "asscalar") else "no asscalar", hasattr(np, "float128") if False else "", hasattr(np, "nonsense"))
print(np.array([1, 2]).__array__() is not None, np.ones(2).__array_priority__ if False else 0.0, np.zeros(2).base is None, np.ScalarType is not None, np.little_endian, np.True_, np.False_)
print(np.binary_repr(5), np.binary_repr(5, 8), np.binary_repr(-3, 8), np.base_repr(10, 3), np.trim_zeros([0, 1, 2, 0]), np.hanning(4), np.hamming(3), np.blackman(3).round(6), np.bartlett(3), np.unwrap([0, 3.5, 7]), np.i0(1.0))
