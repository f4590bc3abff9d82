"""Methods of arrays."""
import numpy as np

a = np.array([[3.0, 1, 2], [6, 5, 4]])
print(a.tolist(), a.item(2), a.item(1, 0), a.flatten().tolist(), a.copy() is a, a.fill(1) if False else "", a.round(1), a.clip(2, 5), a.ptp(), a.trace(), a.argsort(1), a.nonzero()[0], a.repeat(2, 1), a.take([0, 5]), a.conj().real.sum(), a.imag.sum(), a.searchsorted if False else "")
b = np.zeros(3)
b.fill(7)
print(b, b.tobytes() == np.full(3, 7.0).tobytes(), len(b.tobytes()), a.size, a.nbytes, a.itemsize, a.ndim, a.strides, a.T.strides, a.flags.owndata, a[0].flags.owndata)
c = np.array([3, 1, 2])
c.sort()
print(c, c[::-1].argsort(), c.max(), c.searchsorted(2), c.prod(), c.cumsum(), c.std(), c.var(), c.mean(), c.any(), c.all(), c.dot(c), c.compress([1, 0, 1]), c.diagonal if False else "")
a.sort(axis=0)
print(a, a.sum(axis=1).tolist(), np.sort(a, axis=None)[::-1], a.swapaxes(0, 1), a.squeeze().shape, a.ravel()[:2], a.byteswap().shape, a.view(np.int64).dtype, a.__len__(), a.min(0), a.argmin())
d = np.arange(4)
d.resize((2, 2))
print(d, d.itemset if False else "", d.flat[3], list(d.flat), d.astype(str).tolist() if False else "", d.partition if False else "", d.tolist() == [[0, 1], [2, 3]])
d.flat[0] = 9
d.flat = 5
print(d, np.array(5).item(), np.array([[1]]).item(), int(np.array([3])), float(np.array(2.5)), complex(np.array(2)), np.array(3).__index__(), "%d" % np.array(3))
