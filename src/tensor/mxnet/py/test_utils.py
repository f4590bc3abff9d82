"""The part of mx.test_utils that lessons use: comparing arrays, arrays of random numbers, devices, MNIST."""
import contextlib
import logging
import os
import random as _python_random

import numpy as np

import _tensor
from perch.only import only

from . import ndarray as nd
from .context import Context, cpu, current_context
from .gluon.utils import _fetch, place_note
from .io import DataIter
from .util import getenv, setenv

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


def default_dtype():
    return np.float32


def _defaults(which):
    return {np.dtype(name): pair[which] for name, pair in _TOLERANCES.items()} | {np.dtype(name): 0 for name in ('bool', 'int8', 'uint8', 'int32', 'int64')}


def default_rtols():
    return _defaults(0)


def default_atols():
    return _defaults(1)


def default_numeric_eps():
    """Steps for differences, by dtype."""
    return {np.dtype(name): 2.0 ** -power for name, power in (('float16', 6), ('float32', 9), ('float64', 14))}


def get_tolerance(dat, tol, default_tol):
    """tol itself, or what it (a dict by dtypes) or else default_tol says for dat's dtype."""
    return tol if isinstance(tol, (int, float)) else (tol or {}).get(np.dtype(dat.dtype), default_tol[np.dtype(dat.dtype)])


def get_tols(x, y, rtol, atol):
    both = [np.array(one) if isinstance(one, (int, float)) else one for one in (x, y)]
    return tuple(max(get_tolerance(one, tol, plain) for one in both) for tol, plain in ((rtol, default_rtols()), (atol, default_atols())))


def get_rtol(rtol=None, dtype=np.dtype('float64')):
    return default_rtols()[dtype] if rtol is None else rtol


def get_atol(atol=None, dtype=np.dtype('float64')):
    return default_atols()[dtype] if atol is None else atol


def get_etol(etol=None):
    return 0 if etol is None else etol


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
        error = np.abs(a - b) / (atol + rtol * np.abs(b) + 1e-20)       # (in the arrays' own precision)
    worst = np.argsort(-np.nan_to_num(error, nan=np.inf), axis=None)
    where = np.unravel_index(worst[0], error.shape)
    said = 'Error %f exceeds tolerance rtol=%e, atol=%e' % (error[where], rtol, atol)
    said += _mismatches(a, b, error, worst, where, names, mismatches[0], rtol, atol) if a.ndim else '.\n'
    raise AssertionError(_beside(said, a, b))


def _mismatches(a, b, error, worst, where, names, shown, rtol, atol):
    """Prints the worst elements; how many there are, and where the worst is. Beyond those that are shown none is counted."""
    at = lambda place: 'Location of error: %s, %s=%.8f, %s=%.8f' % (tuple(map(int, place)), names[0], a[place], names[1], b[place])
    wrong = int(np.count_nonzero(~(error <= 1)))
    print(f'\n*** Maximum errors for vector of size {error.size}:  rtol={rtol}, atol={atol}\n')
    for i, place in enumerate(worst[:min(shown, wrong)], 1):
        place = np.unravel_index(place, error.shape)
        print('%3d: Error %f  %s' % (i, error[place], at(place)))
    least = wrong > shown
    return ' (mismatch %s%f%%).\n%s' % ('at least ' if least else '', 100.0 * (shown + 1 if least else wrong) / max(error.size, 1), at(where).replace('of error', 'of maximum error'))


def _beside(said, a, b):
    """A sentence, and the two arrays below it (three lines of each), as NumPy's tests show them."""
    np.set_printoptions(threshold=4, suppress=True)         # (for good, as after MXNet's: what is printed later is short)
    lines = ['\nItems are not equal:', said]
    for name, array in (('ACTUAL', a), ('DESIRED', b)):
        text = repr(array) if array.ndim else str(array)
        rows = text.splitlines()
        lines.append(f' {name}: ' + (text if len(rows) <= 4 else '\n'.join(rows[:3]) + '...'))
    return '\n'.join(lines)


def assert_allclose(a, b, rtol=1e-07, atol=0, equal_nan=True):
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_ignore_nan(a, b, rtol=None, atol=None, names=('a', 'b')):
    """Where neither is NaN."""
    a, b = np.copy(_numbers(a)), np.copy(_numbers(b))
    none = np.isnan(a) | np.isnan(b)
    a[none] = b[none] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_almost_equal_with_err(a, b, rtol=None, atol=None, etol=None, names=('a', 'b'), equal_nan=False, mismatches=(10, 10)):
    """But for a share etol of the elements."""
    if get_etol(etol) > 0:
        a, b = _numbers(a), _numbers(b)
        if 1 - np.isclose(a, b, *get_tols(a, b, rtol, atol)).mean() <= etol:
            return
    assert_almost_equal(a, b, rtol, atol, names, equal_nan, mismatches=mismatches)


def assert_exception(f, exception_type, *args, **kwargs):
    """f must raise it."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError


def retry(n):
    """For tests with randomness: up to n tries."""
    if n <= 0:
        raise AssertionError

    def decorate(f):
        def wrapper(*args, **kwargs):
            for _ in range(n - 1):      # these may fail
                with contextlib.suppress(AssertionError):
                    f(*args, **kwargs)
                    return
                nd.waitall()
            f(*args, **kwargs)
        return wrapper
    return decorate


def _pairs(one, other):
    """What stands at the same place in two tuples of tuples; beside None there is nothing to compare."""
    if isinstance(one, tuple) and other is not None:
        for inner in map(_pairs, one, other):
            yield from inner
    elif one is not None and other is not None:
        yield one, other


def compare_ndarray_tuple(t1, t2, rtol=None, atol=None):
    """Arrays in tuples in tuples."""
    for pair in _pairs(t1, t2):
        assert_almost_equal(*pair, rtol, atol)


def same_array(array1, array2):
    """Do both lie on the same memory? (What is written into one stands in the other.)"""
    if not same(array1, array2):
        return False
    array1[:] += 1
    shared = same(array1, array2)
    array1[:] -= 1
    return shared


def collapse_sum_like(a, shape):
    """The sum of a over what broadcasting to it would repeat of the shape."""
    if len(a.shape) < len(shape):
        raise AssertionError
    a = np.sum(a, axis=tuple(range(len(a.shape) - len(shape))))
    return np.sum(a, axis=tuple(i for i, (wide, size) in enumerate(zip(a.shape, shape)) if size == 1 and wide > 1), keepdims=True).reshape(shape)


def np_reduce(dat, axis, keepdims, numpy_reduce_func):
    """One of NumPy's reductions over several axes, one after the other."""
    axes = range(dat.ndim) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    made = dat
    for one in sorted(axes, reverse=True):
        made = numpy_reduce_func(made, axis=one)
    return made.reshape([1 if i in axes else size for i, size in enumerate(dat.shape)]) if keepdims else made


def _sampled(generator, nsamples):
    return np.array(generator(nsamples))


def mean_check(generator, mu, sigma, nsamples=1000000):
    """Is the mean of samples within three standard errors of mu?"""
    return bool(abs(_sampled(generator, nsamples).mean() - mu) < 3 * sigma / np.sqrt(nsamples))


def var_check(generator, sigma, nsamples=1000000):
    """And their variance of sigma's square?"""
    return bool(abs(_sampled(generator, nsamples).var(ddof=1) - sigma ** 2) < 3 * np.sqrt(2 * sigma ** 4 / (nsamples - 1)))


def gen_buckets_probs_with_ppf(ppf, nbuckets):
    """Intervals of the same probability, by the inverse of a distribution function."""
    if nbuckets <= 0:
        raise AssertionError
    return [(ppf(i / nbuckets), ppf((i + 1) / nbuckets)) for i in range(nbuckets)], [1.0 / nbuckets] * nbuckets


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


def random_uniform_arrays(*shapes, low=0.0, high=1.0, dtype='float32'):
    """Evenly distributed arrays of NumPy's, in a list."""
    return [np.random.uniform(low, high, size=shape).astype(dtype) for shape in shapes]


def rand_coord_2d(x_low, x_high, y_low, y_high):
    return tuple(np.random.randint(low, high, dtype='int64') for low, high in ((x_low, x_high), (y_low, y_high)))


def random_sample(population, k):
    """k of a list, in the list's order."""
    places = sorted(_python_random.sample(range(len(population)), k))
    return [population[place] for place in places]


def rand_ndarray(shape, stype='default', density=None, dtype=None, modifier_func=None, shuffle_csr_indices=False, distribution=None, ctx=None):
    """An NDArray of normally distributed numbers, or a sparse one of evenly distributed ones."""
    if stype == 'default':
        return nd.array(random_arrays(shape), dtype=dtype, ctx=ctx)
    return rand_sparse_ndarray(shape, stype, density, dtype, distribution, None, None, modifier_func, shuffle_csr_indices, ctx)[0]


def rand_sparse_ndarray(shape, stype, density=None, dtype=None, distribution=None, data_init=None, rsp_indices=None, modifier_func=None, shuffle_csr_indices=False, ctx=None):
    """(A sparse array of which about a part `density` is there, its parts), as MXNet makes them where there is no SciPy."""
    if distribution not in (None, 'uniform') or shuffle_csr_indices:
        raise NotImplementedError("perch's rand_sparse_ndarray spreads its numbers evenly, and keeps columns in order")
    density, dtype = np.random.rand() if density is None else density, dtype or default_dtype()
    if stype == 'csr':
        made = nd.random.uniform(shape=shape, dtype=dtype)
        made = (made * (made < density)).tostype('csr').as_in_context(ctx or default_context())
        if data_init is not None:
            made = nd.sparse.csr_matrix((np.full(made.data.shape, data_init, dtype), made.indices, made.indptr), shape=shape, ctx=ctx)
        return made, (made.indptr, made.indices, made.data)
    if stype != 'row_sparse':
        raise AssertionError('unknown storage type')
    rows = np.argwhere(np.random.rand(shape[0]) < density).flatten() if rsp_indices is None else np.asarray(rsp_indices)
    if not len(rows):
        return nd.zeros(shape, stype='row_sparse', dtype=dtype, ctx=ctx), (np.array([], dtype=dtype), np.array([]))
    values = np.random.rand(len(rows), *shape[1:]).astype(dtype)
    if data_init is not None:
        values.fill(data_init)
    if modifier_func is not None:
        values = np.vectorize(modifier_func)(values)
    return nd.sparse.row_sparse_array((values, rows), shape=shape, dtype=dtype, ctx=ctx), (values, rows)


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


@contextlib.contextmanager
def discard_stderr():
    """What is written to the standard error within a with, by C too, is lost."""
    kept = os.dup(2)
    with open(os.devnull, 'w') as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


class DummyIter(DataIter):
    """The first batch of another iterator, for ever."""

    def __init__(self, real_iter):
        super().__init__(real_iter.batch_size)
        self.real_iter, self.provide_data, self.provide_label = real_iter, real_iter.provide_data, real_iter.provide_label
        self.the_batch = next(real_iter)

    def next(self):
        return self.the_batch


_MNIST = [part + name for part in ('train-', 't10k-') for name in ('images-idx3-ubyte', 'labels-idx1-ubyte')]


def download(url, fname=None, dirname=None, overwrite=False, retries=5):
    """The file's name, once it is here: one that is there already is taken, else it is fetched, in so many attempts."""
    name = url.split('/')[-1] if fname is None else fname
    folder = os.path.dirname(name) if dirname is None else dirname
    if dirname is not None:
        name = os.path.join(dirname, name)
    if folder and not os.path.exists(folder):
        os.makedirs(folder, exist_ok=True)
        logging.info('create directory %s', folder)
    if not overwrite and os.path.exists(name):
        logging.info('%s exists, skipping download', name)
        return name
    if retries < 0:
        raise AssertionError('Number of retries should be at least 0')
    for left in range(max(retries, 1) - 1, -1, -1):
        try:
            _fetch(url, name, True)
            break
        except Exception as error:
            if not left:
                failed = AssertionError('failed to open ' + url) if type(error) is RuntimeError else error
                place_note(failed, name)
                raise failed from None
            print(f'download failed, retrying, {left} attempt{"s" if left > 1 else ""} left')
    logging.info('downloaded %s into %s successfully', url, name)
    return name


def _unpacked(address, names):
    """An archive of `data`'s, fetched and unpacked there unless all the names are there already."""
    import zipfile
    os.makedirs('data', exist_ok=True)
    if not all(os.path.exists(os.path.join('data', name)) for name in names):
        with zipfile.ZipFile(_fetched(address, 'data')) as archive:
            archive.extractall('data')


def _fetched(address, folder, name=None):
    os.makedirs(folder, exist_ok=True)
    return download(address, os.path.join(folder, name or address.rsplit('/', 1)[-1]))


def get_mnist_ubyte():
    """MNIST's four files in the folder data."""
    _unpacked('http://data.mxnet.io/mxnet/data/mnist.zip', _MNIST)


def get_cifar10():
    """CIFAR-10 as records in data/cifar."""
    _unpacked('http://data.mxnet.io/mxnet/data/cifar10.zip', ['cifar/' + name for name in ('train.rec', 'test.rec', 'train.lst', 'test.lst')])


def get_mnist_iterator(batch_size, input_shape, num_parts=1, part_index=0):
    """Iterators for training and validation over MNIST."""
    from .io import MNISTIter
    get_mnist_ubyte()
    made = dict(input_shape=input_shape, batch_size=batch_size, flat=len(input_shape) != 3, num_parts=num_parts, part_index=part_index)
    return tuple(MNISTIter(image=f'data/{part}-images-idx3-ubyte', label=f'data/{part}-labels-idx1-ubyte', shuffle=True, **made) for part in ('train', 't10k'))


def get_zip_data(data_dir, url, data_origin_name):
    """A zip archive fetched into a folder and unpacked there, if it is not there."""
    import zipfile
    if not os.path.exists(os.path.join(data_dir, data_origin_name)):
        _fetched(url, data_dir)
        with zipfile.ZipFile(os.path.join(data_dir, data_origin_name)) as archive:
            archive.extractall(data_dir)


def get_bz2_data(data_dir, data_name, url, data_origin_name):
    """What a bz2 file holds, under data_name in a folder, if it is not there."""
    import bz2
    import shutil
    if not os.path.exists(os.path.join(data_dir, data_name)):
        packed = _fetched(url, data_dir, data_origin_name)
        with bz2.open(packed) as source, open(os.path.join(data_dir, data_name), 'wb') as target:
            shutil.copyfileobj(source, target)
        os.remove(packed)


def get_mnist(path='.'):
    """MNIST's arrays in a dict: pictures n x 1 x 28 x 28 from 0 to 1, labels as they are. Files that are not in the folder are fetched."""
    import gzip
    os.makedirs(path, exist_ok=True)
    parts = []
    for name in _MNIST:
        file = os.path.join(path, name + '.gz')
        if not os.path.isfile(file):
            download('http://data.mxnet.io/data/mnist/' + name + '.gz', file)
        with gzip.open(file, 'rb') as packed:
            parts.append(packed.read())
    made = {}
    for kind, pictures, labels in (('train', *parts[:2]), ('test', *parts[2:])):
        made[kind + '_label'] = np.frombuffer(labels, dtype='int8', offset=8)
        made[kind + '_data'] = np.frombuffer(pictures, dtype='uint8', offset=16).reshape(-1, 1, 28, 28).astype('float32') / 255
    return made


def create_vector(size, dtype=np.int64):
    """0, 1, 2 …"""
    return nd.arange(0, size, dtype=dtype)


def create_2d_tensor(rows, columns, dtype=np.int64):
    """In each row its number."""
    return nd.broadcast_to(nd.arange(0, rows, dtype=dtype).reshape((rows, 1)), shape=(rows, columns))


def assign_each(the_input, function):
    """A function of each element."""
    return np.array(the_input) if function is None else np.vectorize(function)(np.asarray(the_input))


def assign_each2(input1, input2, function):
    """A function of each pair of elements."""
    return np.array(input1) if function is None else np.vectorize(function)(np.asarray(input1), np.asarray(input2))


def effective_dtype(dat):
    """The dtype that tolerances go by: a card that rounds single precision away has none here."""
    return np.dtype(dat.dtype) if hasattr(dat, 'dtype') else dat


_SPARSE = ('create_sparse_array', 'create_sparse_array_zd', 'shuffle_csr_column_indices')


def __getattr__(name):
    raise AttributeError(f"module 'mxnet.test_utils' has no attribute {name!r}" + (' in perch: it is not there yet' if name in _SPARSE else ''))


# What runs symbols stands in a file of its own.
from .check_utils import check_numeric_gradient, check_speed, check_symbolic_backward, check_symbolic_forward, numeric_grad, same_symbol_structure, simple_forward  # noqa: E402
