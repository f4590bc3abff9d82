"""cumsum, cumprod, diff, accumulate."""
import numpy as np

a = np.array([[1, 2, 3], [4, 5, 6]])
print(np.cumsum(a), a.cumsum(0), a.cumsum(axis=1), np.cumprod([1, 2, 3, 4]), a.cumprod(1), np.cumsum([0.1] * 10), np.cumsum([True, True]))
print(repr(np.cumsum(np.full(5, 0.1, "f4"))), np.cumsum([1, 2], dtype=float), np.nancumsum([1, np.nan, 2]))
print(np.diff([1, 4, 9, 16]), np.diff([1, 4, 9, 16], n=2), np.diff(a), np.diff(a, axis=0), np.diff([1, 2], prepend=0), np.ediff1d([1, 3, 6]), np.diff([True, False, False]))
print(np.add.accumulate([1, 2, 3]), np.multiply.accumulate([1, 2, 3]), np.maximum.accumulate([1, 3, 2, 5]), np.minimum.accumulate([[3, 1], [2, 4]], axis=1), np.add.reduce([1, 2, 3]), np.add.reduce(a, axis=1), np.multiply.reduce(a), np.logical_and.reduce([True, False]), np.add.reduceat([1, 2, 3, 4], [0, 2]))
print(np.gradient([1, 2, 4, 7, 11]), np.gradient(np.array([1.0, 4, 9, 16]), 2), np.gradient(np.arange(9.0).reshape(3, 3) ** 2), np.gradient([1, 2, 4], [0, 1, 3]), np.gradient([1, 4, 9, 16], edge_order=2))
print(np.trapz([1, 2, 3]), np.trapz([1, 2, 3], x=[0, 1, 3]), np.trapz([1, 2, 3], dx=0.5), np.trapz(a), np.trapz(a, axis=0))
b = np.zeros(5)
np.add.at(b, [0, 0, 3], 1)
print(b, np.subtract.reduce([10, 2, 3]), np.power.outer([2, 3], [1, 2]))
