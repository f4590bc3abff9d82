"""Every function of mx.nd on the CPU and on a GPU, with many forms of arguments: what the CPU can the GPU can, and its answers lie where its operands lie."""
import warnings

import mxnet as mx
import numpy
from mxnet import nd

from sweep import sweep

warnings.simplefilter('ignore')
BASE = numpy.random.RandomState(0).rand(4, 4).astype('float32') + .5
# They are about a place of their own: the context that is said, else the current one.
ELSEWHERE = {'save', 'load', 'waitall', 'array', 'arange', 'empty', 'eye', 'full', 'from_numpy', 'ones', 'zeros', 'normal', 'rand', 'randn', 'uniform', 'random_exponential', 'random_gamma', 'random_normal',
             'random_permutation', 'random_poisson', 'random_uniform', 'random_flip_top_bottom', 'rand_zipfian'}


def forms(place):
    x = nd.array(BASE, ctx=place)
    positive, row, image = nd.dot(x, x.T) + nd.eye(4, ctx=place), x[0].copy(), nd.ones((2, 3, 8, 8), ctx=place)
    at, one = nd.array([0, 1, 2, 1], ctx=place), nd.ones((1,), ctx=place)
    yield from ([a] for a in (x, positive, row, image, at, one))
    yield from ((x, b) for b in (x, 2, 0, 1.5, row, at, (16,), (1, 0), [0], one))
    yield from ((x, *rest) for rest in ((at, at), (x, x), (positive, x), (0, 1), (1, 2), (0, 2), (x, row), (at, 0)))
    yield from ([row, row], [positive, x], [at, 3], [image, (2, 2)], [image, at[:2]], [row, x], [at, x])


sweep([('nd', nd), ('linalg', nd.linalg), ('random', nd.random), ('contrib', nd.contrib), ('image', nd.image), ('NDArray', nd.NDArray)], ELSEWHERE, nd.NDArray,
      forms, mx.cpu(), mx.gpu(1), lambda a: a.context == mx.gpu(1), nd.waitall,
      refused=['from.Size() == to.Size()'])    # of fewer elements the first are copied by oneDNN, which no GPU has
