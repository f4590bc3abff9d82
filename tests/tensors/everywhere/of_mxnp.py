"""Every function of mx.np and npx on the CPU and on a GPU, with many forms of arguments: what the CPU can the GPU can, and its answers lie where its operands lie."""
import warnings

import mxnet as mx
import numpy
from mxnet import np, npx

from sweep import sweep

warnings.simplefilter('ignore')
npx.set_np()
BASE = numpy.random.RandomState(0).rand(4, 4).astype('float32') + .5
# They are about a place of their own: the context that is said, else the current one.
ELSEWHERE = {'save', 'load', 'waitall', 'array', 'asarray', 'arange', 'empty', 'eye', 'full', 'from_numpy', 'ones', 'zeros', 'identity', 'linspace', 'logspace', 'tri', 'indices', 'hanning', 'hamming', 'blackman',
             'reset_np', 'cpu', 'gpu', 'cpu_pinned', 'tril_indices', 'triu_indices', 'fromfile', 'savez', 'asnumpy', 'tofile'}


def forms(place):
    x = np.array(BASE, ctx=place)
    positive, row, image = np.dot(x, x.T) + np.eye(4, ctx=place), x[0].copy(), np.ones((2, 3, 8, 8), ctx=place)
    at, one, truth = np.array([0, 1, 2, 1], dtype='int64', ctx=place), np.ones((1,), ctx=place), x > 1
    yield from ([a] for a in (x, positive, row, image, at, one, truth))
    yield from ((x, b) for b in (x, 2, 0, 1.5, row, at, (16,), (1, 0), [0], one, truth))
    yield from ((x, *rest) for rest in ((at, at), (x, x), (positive, x), (0, 1), (1, 2), (0, 2), (x, row), (at, 0), (0, x)))
    yield from ([row, row], [positive, x], [at, 3], [image, (2, 2)], [image, at[:2]], [row, x], [at, x], [truth, x, x], [truth, x], [row, 3], [at, at])


sweep([('np', np), ('linalg', np.linalg), ('npx', npx), ('ndarray', np.ndarray)], ELSEWHERE, np.ndarray, forms, mx.cpu(), mx.gpu(1), lambda a: a.ctx == mx.gpu(1), npx.waitall)
