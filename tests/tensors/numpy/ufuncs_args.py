"""out=, where=, dtype= and methods of ufuncs."""
import numpy as np

a, b = np.array([1.0, 4.0, 9.0]), np.zeros(3)
print(np.sqrt(a, out=b), b, np.add(a, 1, out=a) is a, a, np.add(a, b, where=[True, False, True], out=np.zeros(3)))
print(np.add([1, 2], [3, 4], dtype=float), np.multiply(2, 3), np.add(1, 2), type(np.add(1, 2)), np.sqrt(4, dtype=np.float32).dtype, np.add.nin, np.add.nout, np.add.identity, np.add.__name__, np.add, np.exp)
c = np.arange(4)
np.multiply(c, 2, c)
print(c, np.divide(1, [2, 4], where=[True, True]), np.subtract.outer([1, 2], [1, 2]), np.maximum.outer([1, 3], [2, 0]), np.add.reduce(np.ones((2, 3)), axis=None), np.add.reduce([[1, 2], [3, 4]], axis=0, keepdims=True), np.multiply.reduce([1, 2, 3], initial=2))
print(np.logical_or.reduce([[True, False], [False, False]], axis=1), np.bitwise_or.reduce([1, 2, 4]), np.hypot.reduce([3, 4]), np.gcd.reduce([12, 18, 24]))
try:
    np.add([1, 2], [1, 2, 3])
except ValueError as e:
    print(e)
try:
    np.add(1, 2, foo=3)
except TypeError as e:
    print(e)
d = np.arange(3)
np.add.at(d, [0, 0, 1], [1, 2, 3])
np.negative.at(d, [2])
print(d)
