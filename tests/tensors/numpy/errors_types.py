"""Values and dtypes that do not fit."""
import numpy as np

def attempt(f):
    try:
        print("no error", f())
    except Exception as e:
        print(type(e).__name__, "|", e)
b = np.array([True, False])
i = np.arange(3)
def inplace():
    a = np.arange(3)
    a += 1.5
def inplace2():
    a = np.arange(3)
    a /= 2
def inplace3():
    a = np.zeros(3)
    a += np.ones((2, 3))
for f in (inplace, inplace2, inplace3, lambda: b - b, lambda: -b, lambda: i | 1.5, lambda: np.array([1.5]) & 1, lambda: ~np.array([1.5]), lambda: i << 1.0, lambda: i ** -1, lambda: np.power(2, -1), lambda: np.int64(2) ** -2, lambda: np.array([]).max(), lambda: np.argmax([]), lambda: np.zeros((0, 3)).min(), lambda: bool(np.array([1, 2])), lambda: int(np.array([1, 2])), lambda: float(np.zeros(2)), lambda: hash(np.zeros(2)), lambda: np.dtype("foo"), lambda: np.zeros(2, dtype="bar"), lambda: np.array([1]).astype("baz"), lambda: np.zeros("a"), lambda: np.arange(), lambda: np.float32("abc"), lambda: np.int64("x"), lambda: np.exp("a"), lambda: np.add(1), lambda: np.sin(1, 2, 3), lambda: np.where([1], 2), lambda: np.percentile([1], 101), lambda: np.histogram([1], bins=0), lambda: np.interp(1, [1, 2], [1]), lambda: np.clip([1], None, None), lambda: np.array([1, 2]).foo, lambda: np.nothing, lambda: np.float64(1).bar, lambda: np.bincount([-1]), lambda: np.iinfo(float), lambda: np.finfo(int), lambda: np.gradient([1]), lambda: np.random.RandomState(-1), lambda: np.random.randint(5, 2), lambda: np.random.choice(3, 5, replace=False), lambda: np.random.choice([], 1), lambda: np.random.choice(3, p=[0.5, 0.2, 0.2]), lambda: np.random.normal(0, -1), lambda: np.random.default_rng(0).integers(5, 5), lambda: np.einsum("ij,jk->il", i, i) if False else np.cross([1], [2]), lambda: np.put([1], 0, 1), lambda: np.average([1, 2], weights=[1]), lambda: np.average([1], weights=[0])):
    attempt(f)
