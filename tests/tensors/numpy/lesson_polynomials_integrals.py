"""Polynomials, roots, sums for integrals, interpolation."""
import numpy as np
print(np.polyval([1, 0, -1], 3))
x = np.linspace(0, np.pi, 101)
print(np.trapz(np.sin(x), x).round(5), (np.sin(x[:-1]) * np.diff(x)).sum().round(5))
print(np.interp([0.5, 1.5], [0, 1, 2], [0, 10, 40]), np.cumsum([1, 2, 3]), np.cumprod([1, 2, 3, 4]), np.prod([2, 3]))
print(np.convolve([1, 2, 3], [0, 1, 0.5]), np.convolve([1, 2, 3], [1, 1], mode='valid'), np.correlate([1, 2, 3], [0, 1, 0.5]))
xs = np.arange(5.)
fit = np.polyfit(xs, xs ** 2 + 1, 2)
print((fit.round(6) + 0.0), np.polyval(fit, 10).round(4))
print(np.polyder([1, 2, 3]), np.polyint([2, 2]), np.polymul([1, 1], [1, -1]), np.polyadd([1, 2], [3]))
print(np.exp(1), np.e, np.pi, np.log2(8), np.log10(1000), np.log1p(0), np.expm1(0), np.sqrt(2), np.hypot(3, 4))
print(np.floor(-1.5), np.ceil(1.2), np.rint(2.5), np.trunc(-1.7), np.round(2.567, 2), np.mod(-7, 3), np.fmod(-7, 3), np.divmod(7, 2), np.gcd(12, 18), np.lcm(4, 6))
print(np.deg2rad(180), np.degrees(np.pi), np.sin(np.pi / 2), np.arctan2(1, 1).round(4), np.sinh(0), np.isclose(0.1 + 0.2, 0.3))
