"""mean, var, std, median, average."""
import numpy as np

rng = np.random.RandomState(2)
for n in (1, 5, 10, 100, 1000):
    x = rng.randn(n) * 3 + 1
    print(repr(x.mean()), repr(x.var()), repr(x.std()), repr(np.median(x)), repr(x.astype("f4").mean()), repr(x.astype("f4").std()))
m = rng.rand(4, 5)
print(m.mean(0), m.mean(1), m.std(0), m.var(axis=1), m.std(ddof=1), m.mean(axis=(0, 1)), m.mean(keepdims=True))
print(np.mean([1, 2, 3, 4]), np.std([1, 2, 3, 4]), np.var([1, 2, 3, 4]), np.std([1, 2, 3, 4], ddof=1), np.mean([True, False]), np.mean([[1, 2], [3, 4]], axis=0))
print(np.median([3, 1, 2]), np.median([4, 1, 2, 3]), np.median([[1, 5], [2, 8]], axis=0), np.median(m, axis=1), np.median(m, keepdims=True))
print(np.average([1, 2, 3]), np.average([1, 2, 3], weights=[3, 2, 1]), np.average(m, axis=0, weights=[1, 2, 3, 4]), np.average([1, 2], returned=True))
print(np.mean(np.ones(3, "f2")).dtype, np.mean(np.ones(3, "i4")).dtype, np.arange(5).mean(dtype="f4").dtype, np.float16([1, 2, 3.5]).mean(), np.float16([1, 2, 3.5]).std())
