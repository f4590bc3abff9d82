"""Assignment through indices."""
import numpy as np

a = np.zeros((3, 4), int)
a[0] = 1
a[1, 2] = 5
a[:, 3] = [7, 8, 9]
a[2, :2] = np.array([3, 4])
print(a)
a[...] = 0
a[::2, 1::2] = 6
print(a)
x = np.arange(6.0)
x[1:4] = 10
x[-1] = 0.5
x[::2] += 1
x[x > 5] = -1
print(x)
x[[0, 2]] = [50, 60]
print(x)
b = np.ones((2, 3))
b[0, :] *= 3
b[:, 1] -= 0.5
b[1] = b[0]
print(b)
c = np.zeros((2, 2))
c[0], c[1] = [1, 2], [3, 4]
c[[0, 1]] = c[[1, 0]]
print(c)
d = np.arange(4)
d[1] = 7.9
d[2] = True
print(d)
d[:] = d[::-1].copy()
print(d)
e = np.zeros((2, 3))
e[:, :] = [[1], [2]]
print(e)
