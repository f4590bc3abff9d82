"""What iterators over files make of options that they have not, and arrays by name as mx.io.io makes them."""
import os
import struct
import tempfile
import warnings

import mxnet as mx
import numpy as np

warnings.simplefilter('ignore')


def attempt(f):
    try:
        print(f())
    except (AssertionError, TypeError) as error:
        print(type(error).__name__, error)


with tempfile.TemporaryDirectory() as folder:
    name = lambda file: os.path.join(folder, file)
    with open(name('pictures'), 'wb') as file:
        file.write(struct.pack('>4i', 2051, 4, 28, 28) + bytes(range(196)) * 16)
    with open(name('labels'), 'wb') as file:
        file.write(struct.pack('>2i', 2049, 4) + bytes([3, 1, 2, 0]))
    for options in {'data_shape': (784,)}, {'data_shape': (784,), 'flat': True, 'odd': 3}, {'prefetch_buffer': 2, 'ctx': 'cpu'}:
        rows = mx.io.MNISTIter(image=name('pictures'), label=name('labels'), batch_size=2, silent=True, shuffle=False, **options)
        print(rows.provide_data, rows.provide_label, [batch.label[0].asnumpy().tolist() for batch in rows])
    with open(name('c.csv'), 'w') as file:
        file.write('1,2\n3,4\n')
    print([batch.data[0].asnumpy().tolist() for batch in mx.io.CSVIter(data_csv=name('c.csv'), data_shape=(2,), batch_size=1, odd=3, prefetch_buffer=2, ctx='cpu')])
    with open(name('c.svm'), 'w') as file:
        file.write('1 0:2\n0 1:3\n')
    print([batch.data[0].asnumpy().tolist() for batch in mx.io.LibSVMIter(data_libsvm=name('c.svm'), data_shape=(2,), batch_size=1, odd=3, prefetch_buffer=2)])

for data in np.ones(2), None, [np.ones(2), mx.nd.ones(2)], [], {}, {'b': np.ones(1), 'a': np.zeros(1)}, {'b': 'x'}, 'x', 3:
    for empty in True, False:
        attempt(lambda: mx.io.io._init_data(data, allow_empty=empty, default_name='d'))
print(mx.io._init_data([np.ones(1)], True, 'd'), mx.io.utils._init_data([np.ones(1)], True, 'd'))
rows = mx.io.NDArrayIter({'b': np.ones((2, 1)), 'a': np.ones((2, 2))}, {'z': np.ones(2), 'q': np.ones(2)})
print(rows.provide_data, rows.provide_label)
