"""Arrays of millions of elements, printed: their summaries."""
import numpy as np

a = np.arange(6 * 10**6).reshape(2000, 3000)
for b in (a, a.T, a[::-1, ::2], a.reshape(2, 3, 10, 100, 1000), a.reshape(-1), a.reshape(-1, 1), a.reshape(1, -1), a[:, ::-1][5:], a > 4, a.astype('float32') / 7, a.astype('int8'), -a):
    print(b)
    print(repr(b))
with np.printoptions(edgeitems=1):
    print(a)
with np.printoptions(edgeitems=5, precision=2):
    print(a / 3)
