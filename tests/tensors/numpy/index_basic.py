"""Integers, slices, None and Ellipsis."""
import numpy as np

a = np.arange(24).reshape(2, 3, 4)
print(a[0], a[1, 2], a[1, 2, 3], a[-1, -1, -1], a[0][1][2])
print(a[:, 1], a[..., 0], a[:, :, ::2], a[0, 1:, 1:3], a[:, -1, :], a[1, ..., 2])
print(a[None].shape, a[:, None].shape, a[..., None].shape, a[:, np.newaxis, :, None].shape)
x = np.arange(10)
print(x[2:7:2], x[::-1], x[-3:], x[:-3], x[7:2:-2], x[100:], x[5:2], x[...])
print(x[3], type(x[3]), x[3:4], x[np.int64(4)], x[True].shape, x[False].shape)
print(a[0, 0].tolist(), a[(1, 2)], a[tuple([0, 1, 2])])
v = x[2:5]
v[0] = 100
print(x, v)
print([int(i) for i in x[:3]], [r.sum() for r in a[0]], len(a), a.T.shape, a[0].T)
