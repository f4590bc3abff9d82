"""Polynomial features and Taylor series."""
import numpy as np

x = np.linspace(-1, 1, 5).reshape(-1, 1)
P = np.power(x, np.arange(4).reshape(1, -1))
print(P, P / np.array([1, 1, 2, 6]), np.vander(x.ravel(), 3), np.polyval([1, 0, -1], x.ravel()))
import math
for i in range(4):
    P[:, i] /= math.gamma(i + 1)
print(P.sum(1), np.exp(x.ravel()).round(6), np.polyfit(np.arange(5), np.arange(5) ** 2, 2).round(8) + 0.0, np.polyder([1, 2, 3]), np.polyint([2, 2]), np.polyadd([1, 2], [3]), np.polymul([1, 1], [1, -1]))
