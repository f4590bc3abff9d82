"""The part of mx.test_utils that lessons use: comparing arrays, arrays of random numbers, devices, MNIST."""
import contextlib
import os
import random as _python_random

import numpy as np

import _tensor
from perch.only import only

from . import ndarray as nd
from .context import Context, cpu, current_context
from .gluon.utils import download



def default_context():
    return current_context()


def set_default_context(ctx):
    Context._default_ctx = Context.default_ctx = ctx


def list_gpus():
    return range(_tensor.gpu_count())


def _numbers(a):
    return a.asnumpy() if isinstance(a, nd.NDArray) else np.asarray(a)


# What float16, float32 and float64 are compared with when nothing is said.
_TOLERANCES = {'float16': (1e-2, 1e-1), 'float32': (1e-4, 1e-3), 'float64': (1e-5, 1e-20)}


def _tolerances(a, b, rtol, atol):
    """The larger of what either's dtype asks for."""
    found = [_TOLERANCES.get(str(x.dtype), (0, 0) if x.dtype.kind in 'iub' else (1e-5, 1e-20)) for x in (a, b)]
    return max(pair[0] for pair in found) if rtol is None else rtol, max(pair[1] for pair in found) if atol is None else atol


def get_rtol(rtol=None):
    return 1e-5 if rtol is None else rtol


def get_atol(atol=None):
    return 1e-20 if atol is None else atol


def same(a, b):
    """Are all elements equal?"""
    return bool(np.array_equal(_numbers(a), _numbers(b)))


def almost_equal(a, b, rtol=None, atol=None, equal_nan=False, use_broadcast=True):
    a, b = _numbers(a), _numbers(b)
    if not use_broadcast and a.shape != b.shape:
        return False
    return bool(np.allclose(a, b, *_tolerances(a, b, rtol, atol), equal_nan=equal_nan))


def assert_almost_equal(a, b, rtol=None, atol=None, names=('a', 'b'), equal_nan=False, use_broadcast=True, mismatches=(10, 10)):
    """AssertionError unless each element of a is that of b, within rtol of it and atol."""
    if almost_equal(a, b, rtol, atol, equal_nan, use_broadcast):
        return
    a, b = _numbers(a), _numbers(b)
    rtol, atol = _tolerances(a, b, rtol, atol)
    if a.shape != b.shape:
        raise AssertionError(f'shapes {a.shape} and {b.shape} differ')
    with np.errstate(all='ignore'):
        error = np.abs(a.astype('float64') - b) / (atol + rtol * np.abs(b.astype('float64')) + 1e-300)
    worst = np.argsort(-np.nan_to_num(error, nan=np.inf), axis=None)
    where = np.unravel_index(worst[0], error.shape)
    print(f'\n*** Maximum errors for vector of size {error.size}:  rtol={rtol}, atol={atol}\n')
    for i, place in enumerate(worst[:mismatches[0]], 1):
        place = np.unravel_index(place, error.shape)
        if not error[place] <= 1:
            print('%3d: Error %f  Location of error: %s, %s=%.8f, %s=%.8f' % (i, error[place], tuple(map(int, place)), names[0], a[place], names[1], b[place]))
    raise AssertionError('\nItems are not equal:\nError %f exceeds tolerance rtol=%e, atol=%e (mismatch at least %f%%).\nLocation of maximum error: %s, %s=%.8f, %s=%.8f'
                         % (error[where], rtol, atol, 100.0 * np.count_nonzero(~(error <= 1)) / max(error.size, 1), str(tuple(map(int, where))), names[0], a[where], names[1], b[where]))


def rand_shape_2d(dim0=10, dim1=10, allow_zero_size=False):
    return rand_shape_nd(2, (dim0, dim1), allow_zero_size)


def rand_shape_3d(dim0=10, dim1=10, dim2=10, allow_zero_size=False):
    return rand_shape_nd(3, (dim0, dim1, dim2), allow_zero_size)


def rand_shape_nd(num_dim, dim=10, allow_zero_size=False):
    sizes = dim if isinstance(dim, tuple) else (dim,) * num_dim
    return tuple(int(np.random.randint(0 if allow_zero_size else 1, size + 1)) for size in sizes)


def random_arrays(*shapes):
    """Normally distributed arrays of NumPy's (of one shape: that array itself)."""
    made = [np.array(np.random.randn(), dtype='float32') if len(shape) == 0 else np.random.randn(*shape).astype('float32') for shape in shapes]
    return made[0] if len(shapes) == 1 else made


def random_sample(population, k):
    """k of a list, in the list's order."""
    places = sorted(_python_random.sample(range(len(population)), k))
    return [population[place] for place in places]


def rand_ndarray(shape, stype='default', density=None, dtype=None, modifier_func=None, ctx=None):
    """An NDArray of evenly distributed numbers between -1 and 1."""
    only('mx.test_utils.rand_ndarray', stype=(stype, 'default'), density=(density, None))
    values = np.random.uniform(-1, 1, shape)
    return nd.array(values if modifier_func is None else np.vectorize(modifier_func)(values), dtype=dtype or 'float32', ctx=ctx)


@contextlib.contextmanager
def environment(*args):
    """Variables of the environment within a with: a name and a value, or a dict; None: not set."""
    wanted = args[0] if len(args) == 1 else {args[0]: args[1]}
    before = {name: os.environ.get(name) for name in wanted}

    def put(values):
        for name, value in values.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
    put(wanted)
    try:
        yield
    finally:
        put(before)


_MNIST = [part + name for part in ('train-', 't10k-') for name in ('images-idx3-ubyte', 'labels-idx1-ubyte')]


def get_mnist(path='data'):
    """MNIST's arrays in a dict: pictures n x 1 x 28 x 28 from 0 to 1, labels as they are. Files that are not in the folder are fetched."""
    import gzip
    os.makedirs(path, exist_ok=True)
    parts = []
    for name in _MNIST:
        file = os.path.join(path, name + '.gz')
        if not os.path.isfile(file):
            download('https://repo.mxnet.io/gluon/dataset/mnist/' + name + '.gz', file)
        with gzip.open(file, 'rb') as packed:
            parts.append(packed.read())
    made = {}
    for kind, pictures, labels in (('train', *parts[:2]), ('test', *parts[2:])):
        made[kind + '_label'] = np.frombuffer(labels, dtype='int8', offset=8)
        made[kind + '_data'] = np.frombuffer(pictures, dtype='uint8', offset=16).reshape(-1, 1, 28, 28).astype('float32') / 255
    return made
