"""arange and its dtypes."""
import numpy as np

print(np.arange(5), np.arange(2, 8), np.arange(0, 10, 3), np.arange(5, 0, -1), np.arange(0))
print(np.arange(0, 1, 0.25), np.arange(3.0), np.arange(1, 2, 0.3), np.arange(0, -1, -0.5))
print(np.arange(3, dtype=float), np.arange(3, dtype="f4").dtype, np.arange(3).dtype, np.arange(3.0).dtype)
print(np.arange(10)[::2], np.arange(0.1, 0.7, 0.1), np.arange(start=1, stop=4), np.arange(5, dtype=np.int8))
print(repr(np.arange(-3, 3)), np.arange(2, 1), np.arange(1e6, 1e6 + 3))
