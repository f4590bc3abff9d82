"""Views by strides, reshape of views, in-place through views."""
import numpy as np

a = np.arange(12).reshape(3, 4)
v = a[:, 1:3]
v += 100
print(a, v.flags.c_contiguous, v.reshape(-1), v.T.reshape(2, 3), v.ravel())
w = a.T[1]
w[:] = -1
print(a, a[::-1, ::-1], a[::2].copy().strides, a[:, ::-1].sum(axis=1), a.T @ a)
d = a.diagonal()
print(d, np.diag(a[:, :3]), a.reshape(2, 6)[1, ::2], a.reshape(2, 2, 3).swapaxes(0, 2)[1], np.ascontiguousarray(a.T).flags.c_contiguous, np.asfortranarray(a).flags.f_contiguous)
x = np.arange(5)
y = x[1:]
y[:] = x[:-1]
print(x)
x = np.arange(5)
x[1:] += x[:-1]
print(x)
x[::-1][:2] = 7
print(x, x[3:0:-1].tolist(), np.lib.stride_tricks.sliding_window_view(x, 3) if False else "")
