"""Indices that are not there."""
import numpy as np

def attempt(f):
    try:
        print("no error", f())
    except Exception as e:
        print(type(e).__name__, "|", e)
a = np.arange(6).reshape(2, 3)
for f in (lambda: a[2], lambda: a[-3], lambda: a[0, 3], lambda: a[0, 0, 0], lambda: a[1.0], lambda: a["x"], lambda: a[[0, 5]], lambda: a[:, [3]], lambda: a[np.array([True, False, True])], lambda: a[np.array([0.5])], lambda: a[..., ..., 0], lambda: np.array(5)[0], lambda: np.arange(3)[5], lambda: np.arange(3)[np.int64(7)], lambda: a[None, 0, 0, 0], lambda: np.take([1, 2], 5), lambda: a.item(), lambda: a.item(10), lambda: np.arange(3).item(3), lambda: a[{}] if False else a[1][9], lambda: len(np.array(3)), lambda: list(np.array(3)), lambda: np.unravel_index(10, (2, 3)), lambda: np.zeros(3)[[1.5]], lambda: a[[[0, 1], [0, 1]]].shape, lambda: a[0:1, 5]):
    attempt(f)
