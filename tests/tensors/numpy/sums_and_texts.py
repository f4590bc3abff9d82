import sys
import numpy as np
# Means of halves are summed wider than they are kept; what is named stays.
h = np.full(5000, 7, np.float16)
print(h.mean(), h.mean().dtype, h.mean(dtype=np.float32), np.mean(h.reshape(2, 2500), 0)[:3], h.sum(), h.sum(dtype=np.float32), np.mean(h, keepdims=True), h.var(), h.std(dtype=np.float64))
print(np.full(40000, 3, np.float16).mean(), np.full((100, 300), 2.5, np.float16).mean(axis=(0, 1)), np.average(h))
for dtype in (np.int8, np.bool_, np.int64, np.float32):
    print(np.ones(300, dtype).mean().dtype, np.full(300, 100, dtype).sum().dtype, np.full(300, 100, dtype).mean(), np.full(300, 100, dtype).mean(dtype=np.float16))
# More than a thousand in a row, all of them.
np.set_printoptions(threshold=sys.maxsize)
for a in (np.arange(1100), np.arange(2100).reshape(2, 1050), np.zeros((1030, 2)), np.arange(1025.) / 8):
    text = str(a)
    print(len(text), text.count('\n'), text[-60:])
np.set_printoptions(threshold=1000)
# Values beside each other in every order, and those that are alike.
for values in ([1e100, 1e10], [1e10, 1e100], [1e-5, 1e-300, 2.0], [1e5, 1e-5], [1e16, 1.5], [2e-5, 1e100, -3.0]):
    print(np.array(values), np.array(values, np.float64)[::-1])
w, v = np.linalg.eigh(np.diag([2., 1, 2, 0, 1]))
print(w, np.abs(v).sum(0))
s = np.linalg.svd(np.diag([1., 3, 2, 3]), compute_uv=False); print(s)
for n in (2, 3, 4, 5, 8):
    a = np.array([[1. / (i + j + 1) for j in range(n)] for i in range(n)]) + np.eye(n)
    w, v = np.linalg.eigh(a); print(np.round(w, 6), np.allclose(v @ np.diag(w) @ v.T, a))
    u, s, t = np.linalg.svd(a[:, :n - 1]); print(np.round(s, 6), np.allclose(u[:, :n - 1] @ np.diag(s) @ t, a[:, :n - 1]))
for x in (1.5, 0.1 + 0.2, 100.0, 1234567.0, 1e-7, 123.456, 2.0 ** -20, 1e22):
    print([np.format_float_positional(x, precision=p, unique=u, fractional=f, trim=t) for p in (3, 8) for u in (True, False) for f in (True, False) for t in 'k.-0'])
    print([np.format_float_scientific(x, precision=p, unique=u, trim=t) for p in (3, 8) for u in (True, False) for t in 'k.-0'])
