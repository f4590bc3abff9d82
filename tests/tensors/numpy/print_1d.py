"""How vectors are printed."""
import numpy as np

print(np.array([1.0, 2.5, 3.25]), np.array([1e-5, 1]), np.array([1e10, 1]), np.array([0.1, 0.123456789]))
print(np.array([1, 100, 10000]), np.array([-1, 10]), np.array([True, False]))
print(np.array([np.nan, 1, np.inf, -np.inf]), np.array([1e-300, 1e300]))
print(np.arange(100), np.arange(2000), np.linspace(0, 1, 30))
print(repr(np.arange(30)), repr(np.arange(1200.0)))
print(repr(np.array([1, 2], dtype=np.int32)), repr(np.array([1.5], dtype=np.float16)), repr(np.array([0.1, 0.2], dtype=np.float32)))
print(np.array([1 / 3, 2 / 3]), np.array([1e6, 1e7, 1e8]), np.array([123456.789, 0.001]))
print(np.array([0.0, -0.0]), np.array([1.0]), np.array([100.0, 0.5]))
