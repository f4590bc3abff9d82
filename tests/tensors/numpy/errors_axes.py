"""Axes that are not there."""
import numpy as np

def attempt(f):
    try:
        print("no error", f())
    except Exception as e:
        print(type(e).__name__, "|", e, "|", isinstance(e, ValueError), isinstance(e, IndexError))
a = np.zeros((2, 3))
for f in (lambda: a.sum(axis=2), lambda: a.sum(axis=-3), lambda: a.sum(axis=(0, 0)), lambda: a.mean(axis=5), lambda: a.max(2), lambda: a.argmax(axis=2), lambda: a.cumsum(axis=2), lambda: np.sort(a, axis=2), lambda: np.expand_dims(a, 4), lambda: np.moveaxis(a, 0, 3), lambda: np.swapaxes(a, 0, 2), lambda: np.flip(a, 2), lambda: np.roll(a, 1, 2), lambda: a.transpose(1, 2), lambda: np.concatenate([a, a], 2), lambda: np.stack([a, a], 4), lambda: np.sum(3, axis=0), lambda: np.sum(3, axis=1), lambda: np.repeat(a, 2, axis=2), lambda: np.take(a, 0, axis=2), lambda: np.diff(a, axis=2), lambda: np.array(5).sum(axis=0), lambda: a.sum(axis=1.5), lambda: np.median(a, axis=2), lambda: np.linalg.norm(a, axis=2)):
    attempt(f)
