"""mx.test_utils as lessons and examples call it: tolerances, comparisons, samples, files from archives that are there."""
import bz2
import gzip
import os
import struct
import sys
import tempfile
import warnings
import zipfile

import mxnet as mx
import numpy as np
from mxnet import test_utils as u

warnings.simplefilter('ignore')


def attempt(name, function, *arguments, **named):
    try:
        print(name, function(*arguments, **named))
    except AssertionError:
        print(name, 'AssertionError')


a, b = mx.nd.array([1, 2, 3]), np.array([1, 2, 3.1], dtype='float32')
print(u.default_dtype(), u.default_numeric_eps(), u.get_rtol(), u.get_atol(), u.get_rtol(dtype=np.dtype('float16')), u.get_etol(), u.get_tols(a, b, None, None), u.get_tols(1.0, a, None, 0.5), u.get_tolerance(b, {np.dtype('float32'): 7}, u.default_rtols()))
sys.stdout, kept = open(os.devnull, 'w'), sys.stdout
answers = []
for name, function, arguments in (('almost', u.assert_almost_equal, (a, b)), ('close', u.assert_allclose, (a, b)), ('near', u.assert_allclose, (a, b, 0.1)), ('nan', u.assert_almost_equal_ignore_nan, (np.array([1, np.nan]), np.array([1, 2.0]))),
                                  ('share', u.assert_almost_equal_with_err, (a, b, 1e-3, 1e-3, 0.5)), ('smaller share', u.assert_almost_equal_with_err, (a, b, 1e-3, 1e-3, 0.1)), ('tuples', u.compare_ndarray_tuple, ((a, (a,)), (a, (a,)))),
                                  ('other tuples', u.compare_ndarray_tuple, ((a, (a,)), (a, (a + 1,)))),
                                  ('without', u.compare_ndarray_tuple, ((a, (None, a)), (a, (b, None)))), ('none', u.compare_ndarray_tuple, (None, (a,))), ('raises', u.assert_exception, (int, ValueError, 'x')), ('raises not', u.assert_exception, (int, ValueError, '1'))):
    try:
        answers.append((name, function(*arguments)))
    except AssertionError:
        answers.append((name, 'AssertionError'))
sys.stdout = kept
print(answers)
print(u.same_array(a, a), u.same_array(a, a.copy()), u.same_array(a, a + 1), a.asnumpy().tolist())
print(u.collapse_sum_like(np.arange(24).reshape(2, 3, 4), (3, 1)).tolist(), u.np_reduce(np.arange(24).reshape(2, 3, 4), (0, 2), True, np.sum).tolist(), u.np_reduce(np.arange(6).reshape(2, 3), None, False, np.max))
np.random.seed(1)
print([made.round(3).tolist() for made in u.random_uniform_arrays((2, 2), (3,), low=-1, high=2)], u.rand_coord_2d(0, 9, 10, 19))
print(u.mean_check(lambda n: np.random.normal(1, 2, n), 1, 2, 10000), u.mean_check(lambda n: np.random.normal(1.2, 2, n), 1, 2, 10000), u.var_check(lambda n: np.random.normal(1, 2, n), 2, 10000), u.var_check(lambda n: np.random.normal(1, 2, n), 2.2, 10000))
print(u.gen_buckets_probs_with_ppf(lambda p: p * 8, 4))
tries = []


@u.retry(3)
def flaky(least):
    tries.append(1)
    assert len(tries) >= least


flaky(2)
print(len(tries))
attempt('retried', flaky, 9)
print(len(tries))
made = u.DummyIter(mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.arange(3), 2))
print([made.next().data[0].asnumpy().tolist() for _ in range(3)], made.batch_size, made.provide_data)
with u.discard_stderr():
    os.write(2, b'not to be seen')
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pictures, labels = (np.arange(8 * 784) % 256).astype('uint8'), np.arange(8, dtype='uint8')
    packed = {'images-idx3-ubyte': struct.pack('>4i', 2051, 8, 28, 28) + pictures.tobytes(), 'labels-idx1-ubyte': struct.pack('>2i', 2049, 8) + labels.tobytes()}
    os.mkdir('data')
    for part in 'train', 't10k':
        for name, data in packed.items():
            with open(f'data/{part}-{name}', 'wb') as file:
                file.write(data)
            with gzip.open(f'{part}-{name}.gz', 'wb') as file:
                file.write(data)
    found = u.get_mnist()
    print({name: (array.shape, str(array.dtype), round(float(array.mean()), 4)) for name, array in sorted(found.items())})
    u.get_mnist_ubyte()
    for shape in (1, 28, 28), (784,):
        train, held = u.get_mnist_iterator(4, shape)
        print(train.provide_data, sorted(int(label) for batch in train for label in batch.label[0].asnumpy()), round(float(held.next().data[0].mean().asscalar()), 2) > 0)
    with zipfile.ZipFile('b.zip', 'w') as archive:
        archive.writestr('in.txt', 'inside')
    u.get_zip_data('.', 'http://nowhere.invalid/b.zip', 'b.zip')
    with bz2.open('c.bz2', 'wb') as file:
        file.write(b'packed')
    u.get_bz2_data('.', 'c.txt', 'http://nowhere.invalid/c.bz2', 'c.bz2')
    print(os.path.exists('in.txt'), open('c.txt').read(), os.path.exists('c.bz2'))
    os.chdir('/')
