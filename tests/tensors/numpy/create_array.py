"""Arrays from nested values and their dtypes."""
import numpy as np

print(np.array([1, 2, 3]), np.array([1, 2, 3]).dtype, np.array([1.0, 2]).dtype, np.array([True, False]).dtype)
print(repr(np.array([[1, 2], [3, 4]])), repr(np.array([[1, 2.5], [3, 4]])))
print(repr(np.array([])), repr(np.array([[]])), repr(np.array(5)), repr(np.array(2.5)))
print(np.array([1, 2], dtype=float), np.array([1.7, -2.7], dtype=int), np.array([0, 1, 2], dtype=bool))
print(np.array((1, 2)), np.array(range(4)), np.array([np.arange(2), np.arange(2)]), np.array([np.float32(1), np.float32(2)]).dtype)
print(np.array([1, 2, 3], ndmin=2).shape, np.array([[1, 2], [3, 4]], ndmin=3).shape)
a = np.arange(3)
b = np.array(a)
c = np.asarray(a)
b[0] = 9
c[1] = 8
print(a, b, c is a)
print(np.array(["1.5", "2"], dtype=float))
print(np.array([np.int8(1), 2]).dtype, np.array([np.float32(1), 2.0]).dtype, np.array([1, True]).dtype)
