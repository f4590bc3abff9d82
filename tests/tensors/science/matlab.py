"""scipy.io: MATLAB's files written and read, packed and plain; broken ones."""
import io
import os
import tempfile

import numpy as np
from scipy.io import loadmat, savemat, whosmat

things = {'x': np.arange(6.0).reshape(2, 3), 'whole': np.array([1, 2, 3], dtype='int16'), 'small': np.uint8([[7]]), 'c': np.array([[1 + 2j]]), 'yes': np.array([True, False]), 'text': 'hello', 'rows': np.array(['ab', 'c']),
          'one': 3.5, 'cells': np.array([[1.0], 'two', np.arange(3)], dtype=object), 'named': {'a': 1, 'b': 'word'}, 'cube': np.arange(24, dtype='float32').reshape(2, 3, 4), 'none': np.zeros((0, 3)), '_hidden': 1}


def show(name, value):
    print(name, getattr(value, 'dtype', None), getattr(value, 'shape', None), value.tolist() if hasattr(value, 'tolist') else value)


for packed in (False, True):
    for squeezed in (False, True):
        out = io.BytesIO()
        savemat(out, things, do_compression=packed)
        out.seek(0)
        found = loadmat(out, squeeze_me=squeezed)
        print(found['__version__'], found['__globals__'], found['__header__'][:20], len(found))
        for name in things:
            if name in ('cells', 'named') and squeezed:
                print(name, found[name].shape, found[name].dtype)
            elif name in found:
                show(name, found[name])
out.seek(0)
print(whosmat(out))
out.seek(0)
print(sorted(loadmat(out, variable_names=['x', 'text'])))
out.seek(0)
show('chars', loadmat(out, chars_as_strings=False)['rows'])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'data.mat')
    savemat(path, {'v': [1, 2, 3]}, oned_as='column')
    print(os.listdir(folder))
    show('v', loadmat(path)['v'])
    show('v', loadmat(path[:-4])['v'])
for data in (b'', out.getvalue()[:200]):
    try:
        print(loadmat(io.BytesIO(data)))
    except Exception as e:
        print(type(e).__name__)
