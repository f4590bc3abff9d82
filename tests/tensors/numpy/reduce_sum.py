"""sum and prod over axes."""
import numpy as np

a = np.arange(24).reshape(2, 3, 4)
print(a.sum(), a.sum(0), a.sum(axis=1), a.sum(axis=(0, 2)), a.sum(-1, keepdims=True), np.sum(a, axis=None), a.sum(axis=()).shape)
print(np.sum([[1, 2], [3, 4]], axis=1), np.sum([1.5, 2.5]), np.sum(a, dtype=float), np.prod([1, 2, 3, 4]), np.prod(a[0, :, 1:], axis=0), np.sum([]), np.prod([]))
print(type(a.sum()), a.sum().dtype, np.sum([True, True, False]), np.ones(3, "f4").sum(), np.ones(3, "f4").sum().dtype)
rng = np.random.RandomState(1)
for n in (1, 7, 8, 9, 100, 127, 128, 129, 1000, 1023, 5000):
    x = rng.randn(n)
    print(n, repr(x.sum()), repr(x.astype(np.float32).sum()), repr(np.prod(x[:20])))
m = rng.randn(37, 41)
print(repr(m.sum()), m.sum(0)[:3].tolist(), m.sum(1)[:3].tolist(), m.T.sum(0)[:2].tolist(), m[::2, ::3].sum().tolist(), m[:, 0].sum().tolist())
t = rng.randn(5, 6, 7)
print(t.sum((0, 2)).tolist(), t.sum((0, 1)).tolist()[:3], repr(t.sum()), repr(t.T.sum()), t.transpose(1, 0, 2).sum((0, 1)).tolist()[:2])
print(np.sum([1, 2, 3], where=[True, False, True]), np.sum([1, 2], initial=10), a.sum(out=np.zeros((), int)))
out = np.zeros(3)
np.sum(np.ones((2, 3)), axis=0, out=out)
print(out)
