"""zeros, ones, full, empty and the _like functions."""
import numpy as np

print(np.zeros(3), np.ones((2, 2)), np.zeros((2, 3), dtype=int), np.ones(2, dtype=np.float32).dtype)
print(repr(np.full((2, 2), 7)), repr(np.full(3, 2.5)), repr(np.full((2, 3), [1, 2, 3])), np.full(2, True))
a = np.arange(6, dtype=np.float32).reshape(2, 3)
print(repr(np.zeros_like(a)), repr(np.ones_like(a)), repr(np.full_like(a, 3)), np.empty_like(a).shape)
print(np.zeros_like(a, dtype=int), np.full_like([1, 2], 2.7))
print(np.empty((2, 0)).shape, repr(np.zeros((0, 3))), np.zeros(()).shape, repr(np.zeros(())))
print(np.zeros(2, dtype="f4").dtype, np.ones(2, "i4").dtype, np.zeros(2, "?"), np.zeros(2, "<f8").dtype)
