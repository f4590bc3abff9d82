"""Who shares memory with whom, and what it costs."""
import numpy as np
a = np.arange(12)
b = a.reshape(3, 4)
c = b[:, 1:3]
d = b[[0, 2]]
print(np.shares_memory(a, c), np.may_share_memory(a, d), c.flags['C_CONTIGUOUS'], b.T.flags['F_CONTIGUOUS'])
c[0, 0] = 100
print(a, d)
print(a.strides, b.strides, c.strides, b.T.strides, a.nbytes)
e = a.copy()
e[:] = 0
print(a[:3], e[:3], np.ascontiguousarray(b.T).strides)
f = a.view()
f.shape = (4, 3)
print(a.shape, f.shape, a.astype(a.dtype, copy=False) is a, np.asarray(a) is a, np.array(a) is a)
x = np.array([1, 2, 3], dtype=np.int32)
print(x.view(np.uint8)[:4], x.tobytes(), np.frombuffer(x.tobytes(), dtype=np.int32))
a += 1
g = a
g = g + 1
print(a[0], g[0], np.lib.stride_tricks.as_strided(np.arange(5), (3, 3), (8, 8)))
try:
    a += 0.5
except Exception as error:
    print(type(error).__name__, error)
h = np.array([[1, 2], [3, 4]])
h[:, 0], h[:, 1] = h[:, 1].copy(), h[:, 0].copy()
print(h, np.squeeze(h[None]).shape, np.expand_dims(h, 0).shape, h.item(1, 1), h.tolist())
