"""Types, reprs of functions, modules and constants."""
import numpy as np

print(type(np.arange(2)), type(np.float32(1)), np.ndarray.__name__, np.add, np.sin, type(np.add), np.dtype("f8"), np.pi, np.e, np.inf, np.nan, np.newaxis, np.euler_gamma)
print(np.__name__, np.__version__[:4], np.bool_, np.generic, np.random.RandomState, np.linalg.LinAlgError, np.AxisError if hasattr(np, "AxisError") else "", np.random.Generator)
print(isinstance(np.sum, type(print)) or callable(np.sum), callable(np.array), np.isscalar(3), np.isscalar(np.float64(1)), np.isscalar([1]), np.iterable([1]), np.iterable(3))
print(issubclass(np.float64, float), issubclass(np.float64, np.floating), issubclass(np.int64, np.signedinteger), issubclass(np.uint8, np.unsignedinteger), np.float64.__mro__)
import numbers
print(isinstance(np.int64(1), numbers.Integral), isinstance(np.float32(1), numbers.Real), isinstance(np.float64(1), numbers.Number))
