"""Comparisons and logic."""
import warnings

import numpy as np

a, b = np.array([1, 2, 3]), np.array([3, 2, 1])
print(a == b, a != b, a < b, a <= b, a > b, a >= b, a == 2, 2 < a, a == [1, 2, 4])
print((a == b).all(), (a == b).any(), np.array_equal(a, b), np.array_equal(a, [1, 2, 3]), np.allclose(a, a + 1e-9), np.isclose([1.0, 2.0], [1.0, 2.1]))
print(np.logical_and(a > 1, b > 1), np.logical_or(a > 2, b > 2), np.logical_not(a > 1), np.logical_xor(a > 1, b > 1))
print(np.array([np.nan]) == np.array([np.nan]), np.isnan([1, np.nan]), np.isinf([np.inf, 1]), np.isfinite([np.nan, 1, np.inf]))
print(np.array_equal([1], [1, 2]), np.array_equiv([1, 2], [[1, 2], [1, 2]]), np.allclose([1, np.nan], [1, np.nan], equal_nan=True))
print(np.array([1, 2]) == None, np.array([]) == 1, bool(np.array([1])), bool(np.array([0.0])), bool(np.array(3) == 3))
print(np.greater([1, 3], 2), np.equal([1, 2], [1, 3]), np.maximum([1, 5], [3, 2]), np.minimum([1, 5], 3), np.fmax([np.nan, 1], 0), np.maximum([np.nan, 1], 0))
if (a > 0).all():
    print("all positive")

# sequences whose shapes do not fit: unequal as a whole
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for other in [1, 2, 3], (1, 2, 3), np.ones(5):
        print(np.array([1, 0]) == other, np.array([1, 0]) != other, other in np.array([1, 0]))
