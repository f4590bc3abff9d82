"""Primes, Fibonacci, Mandelbrot without complex numbers."""
import numpy as np

n = 50
s = np.ones(n, dtype=bool)
s[:2] = False
for i in range(2, int(n ** 0.5) + 1):
    if s[i]:
        s[i * i::i] = False
print(np.nonzero(s)[0], s.sum())
F = np.array([[1, 1], [1, 0]])
print(np.linalg.matrix_power(F, 10), [int(np.linalg.matrix_power(F, k)[0, 1]) for k in range(10)])
x, y = np.meshgrid(np.linspace(-2, 0.5, 24), np.linspace(-1, 1, 9))
zx, zy, k = np.zeros_like(x), np.zeros_like(y), np.zeros(x.shape, int)
for _ in range(30):
    inside = zx ** 2 + zy ** 2 < 4
    k += inside
    zx, zy = np.where(inside, zx ** 2 - zy ** 2 + x, zx), np.where(inside, 2 * zx * zy + y, zy)
for row in k:
    print("".join("#" if v == 30 else "." for v in row))
