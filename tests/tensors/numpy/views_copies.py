"""What shares memory."""
import numpy as np

a = np.arange(6)
b = a.reshape(2, 3)
c = a[::2]
d = a.copy()
e = b.T
f = a[[0, 1]]
g = b.ravel()
h = b.flatten()
a[0] = 100
print(b, c, d, e, f, g, h)
e[1, 1] = -1
print(a)
print(np.shares_memory(a, b), np.shares_memory(a, d), np.may_share_memory(a, c), np.shares_memory(a, h))
r = a[::-1]
r[0] = 55
print(a)
t = np.asarray(a)
print(t is a, np.array(a) is a, np.array(a, copy=False) is a, a.view() is a)
b.shape = (3, 2)
print(b, a.flags["C_CONTIGUOUS"], e.flags.c_contiguous, e.flags.f_contiguous, a.strides, e.strides, c.strides)
x = np.broadcast_to(np.arange(3), (2, 3))
print(x, x.strides)
