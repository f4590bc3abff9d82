"""Operators on arrays and numbers."""
import numpy as np

a, b = np.array([1, 2, 3]), np.array([4, 5, 6])
print(a + b, a - b, a * b, a / b, a // 2, a % 2, a ** 2, -a, +a, abs(-a))
print(a + 1, 1 + a, 2 - a, 2 * a, 1 / a, 2 ** a, a @ b, 10 // a, 10 % a)
print(a + 1.5, a * 0.1, a / 2, a ** 0.5, a ** -1.0, a + True, a + [1, 1, 1], (1, 2, 3) * a)
c = a.astype(float)
c += 1
c *= 2
c -= 0.5
c /= 3
c **= 2
print(c)
d = a.copy()
d += b
d *= 2
d //= 3
d %= 4
print(d, d.dtype)
print(np.array([7, -7]) // 2, np.array([7, -7]) % 3, np.array([7.5, -7.5]) // 2, np.array([7.5, -7.5]) % 2, divmod(np.array([7, 8]), 3))
print(np.array([1, 2]) << 2, np.array([8, 9]) >> 1, np.array([6, 7]) & 3, np.array([6, 1]) | 8, np.array([5, 6]) ^ 1, ~np.array([0, 1]))
print(np.array([True, False]) + np.array([True, True]), np.array([True, False]) * 3, np.array([200], dtype=np.uint8) + np.array([100], dtype=np.uint8))
print(np.float64(2) * np.arange(3), np.arange(3) * np.float32(0.5), [1, 2, 3] + np.arange(3), np.arange(3) - np.ones(3))
