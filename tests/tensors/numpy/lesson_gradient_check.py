"""Gradients by finite differences."""
import numpy as np

def f(x): return (x ** 2).sum() + np.sin(x[0]) * x[1]
def grad(x): return np.array([2 * x[0] + np.cos(x[0]) * x[1], 2 * x[1] + np.sin(x[0])])
x, h = np.array([0.3, -1.2]), 1e-5
g = np.zeros_like(x)
for k in range(x.size):
    e = np.zeros_like(x)
    e[k] = h
    g[k] = (f(x + e) - f(x - e)) / (2 * h)
print(g.round(6), grad(x).round(6), np.allclose(g, grad(x)), np.abs(g - grad(x)).max() < 1e-8)
for n in range(1, 5):
    print("h=%.1e slope=%.5f" % (10.0 ** -n, ((1 + 10.0 ** -n) ** 2 * 3 - 4 * (1 + 10.0 ** -n) + 1) / 10.0 ** -n))
x = np.arange(0, 3, 0.5)
print(3 * x ** 2 - 4 * x, 2 * x - 3, np.gradient(3 * x ** 2 - 4 * x, x))
