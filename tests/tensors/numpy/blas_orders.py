# Products of floats to their last bit: sums are made in the order in which NumPy's BLAS makes them.
# needs fma: without multiply-adds the original's kernels are others
import zlib

import numpy as np

rng = np.random.RandomState(0)
SHAPES = [(1, 1), (1, 7), (3, 3), (5, 4), (2, 9), (10, 10), (16, 16), (17, 31), (40, 7), (7, 40), (24, 33), (33, 65), (100, 20), (20, 100), (6, 2500), (2500, 6), (200, 300), (4130, 5)]


def digest(array):
    return '%08x' % zlib.crc32(np.ascontiguousarray(array).tobytes())


def table(name, function, types='df', shapes=SHAPES):
    print(name.ljust(24), *[''.join(digest(function(m, k, lambda *shape: rng.randn(*shape).astype(t))) for t in types) for m, k in shapes])


table('a . b', lambda m, k, r: np.array([r(m * k) @ r(m * k)]))
table('a . b, apart', lambda m, k, r: np.array([r(m * k, 2)[:, 1].dot(r(m * k, 3)[:, 0])]), 'd')
table('norm', lambda m, k, r: np.array([np.linalg.norm(r(m, k)), np.linalg.norm(r(k))]))
table('A x', lambda m, k, r: r(m, k) @ r(k))
table('A.T x', lambda m, k, r: r(m, k).T @ r(m))
table('x A', lambda m, k, r: r(m) @ r(m, k))
table('x A.T', lambda m, k, r: r(k) @ r(m, k).T)
table('A column', lambda m, k, r: r(m, k) @ r(k, 1))
table('row A', lambda m, k, r: r(1, m) @ r(m, k))
table('A x, x apart', lambda m, k, r: r(m, k) @ r(k, 2)[:, 0])
table('A x, rows apart', lambda m, k, r: r(m, 2 * k)[:, :k] @ r(k))
table('A x, a stack', lambda m, k, r: r(3, m, k) @ r(3, k, 1))
table('dot, column', lambda m, k, r: r(m, k).dot(r(k, 1)), 'd')
table('dot, row', lambda m, k, r: r(1, k).dot(r(k, m)), 'd')
table('inner', lambda m, k, r: np.inner(r(m, k), r(3, k)), 'd')
table('A B', lambda m, k, r: r(m, k) @ r(k, 9), 'd')
table('A B, two rows', lambda m, k, r: r(2, k) @ r(k, m), 'd')
table('A.T B', lambda m, k, r: r(m, k).T @ r(m, 5), 'd')
table('A B.T', lambda m, k, r: r(m, k) @ r(6, k).T, 'd')
table('A.T B.T', lambda m, k, r: r(k, m).T @ r(3, k).T, 'd')
table('A A.T', lambda m, k, r: (lambda a: a @ a.T)(r(m, k)), 'd', SHAPES[:-1])
table('A.T A', lambda m, k, r: (lambda a: a.T.dot(a))(r(m, k)), 'd', SHAPES[:-3] + SHAPES[-2:])
table('A B, every other', lambda m, k, r: r(2 * m, k)[::2] @ r(k, 6)[:, ::2], 'd', SHAPES[:13])
table('A B, backwards', lambda m, k, r: r(m, k)[::-1] @ r(k, 6), 'd', SHAPES[:13])
table('dot, backwards', lambda m, k, r: r(m, k)[:, ::-1].dot(r(k)), 'd', SHAPES[:13])
table('a stack', lambda m, k, r: r(4, m, k) @ r(k, 3), 'd', SHAPES[:13])
table('cov', lambda m, k, r: np.cov(r(m, k)), 'd', SHAPES[2:10])
table('tensordot', lambda m, k, r: np.tensordot(r(2, m, k), r(k, m, 3), ([1, 2], [1, 0])), 'd')
w = np.zeros(3)
x = rng.randn(50, 3)
y = x @ np.array([1., -2., .5]) + .1 * rng.randn(50)
for step in range(200):
    w -= .1 * x.T @ (x @ w - y) / len(y)
    if step % 40 == 0:
        print(step, ((x @ w - y) ** 2).mean(), w, np.linalg.norm(w))
