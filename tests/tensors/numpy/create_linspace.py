"""linspace, logspace, geomspace."""
import numpy as np

print(np.linspace(0, 1, 5), np.linspace(0, 1, 5, endpoint=False), np.linspace(2, 3, 1), np.linspace(0, 1, 0))
print(repr(np.linspace(-1, 1, 11)))
print(np.linspace(0, 10, 5, dtype=int), np.linspace(1, 2, 4, retstep=True))
print(np.linspace([0, 1], [1, 3], 3), np.linspace(0, 1, 3).dtype)
print(np.logspace(0, 3, 4), np.logspace(0, 1, 3, base=2), np.geomspace(1, 1000, 4))
x = np.linspace(0, 2 * np.pi, 7)
print(np.sin(x), np.cos(x))
print(np.linspace(0, 1, 50)[:10])
