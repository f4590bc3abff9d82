"""Names of NumPy that its version under MXNet 1.9.1 still has: they warn, and give Python's own; MNIST's files in the order that a seed gives."""
import os
import struct
import tempfile
import warnings

import mxnet as mx
import numpy as np

warnings.simplefilter('always')
warnings.showwarning = lambda message, kind, *rest: print(kind.__name__, message)
for name in ('object', 'bool', 'float', 'complex', 'str', 'int', 'long', 'unicode', 'bool8', 'int0', 'str0', 'bytes0', 'void0', 'object0'):
    print(name, getattr(np, name))
print(np.array([1.5, 2]).astype(np.int), mx.nd.ones((2,), dtype=np.float).dtype)
print(hasattr(np, 'no_such_name'))

folder = tempfile.mkdtemp()
for count, seed, more in ((7, 10, {}), (64, 0, {'data_shape': (4,)}), (300, 5, {})):
    pictures, labels = (np.arange(count * 4) % 251).astype('uint8'), (np.arange(count) % 256).astype('uint8')
    with open(os.path.join(folder, 'pictures'), 'wb') as f:
        f.write(struct.pack('>IIII', 2051, count, 2, 2) + pictures.tobytes())
    with open(os.path.join(folder, 'labels'), 'wb') as f:
        f.write(struct.pack('>II', 2049, count) + labels.tobytes())
    rows = mx.io.MNISTIter(image=os.path.join(folder, 'pictures'), label=os.path.join(folder, 'labels'), batch_size=count, shuffle=True, flat=True, silent=True, seed=seed, **more)
    batch = rows.next()
    print(batch.label[0].asnumpy().astype('int32'), batch.data[0].asnumpy()[:2])
