# nd.array of what only NumPy makes numbers of: None is NaN, texts are read, all else is no array.
import warnings
warnings.simplefilter('ignore')
import mxnet as mx
from mxnet import nd
import numpy as np
def t(n, f):
    try: r = f(); print(n, r.dtype.__name__, r.shape, r.asnumpy().tolist())
    except Exception as e: print(n, type(e).__name__, str(e)[:120])
for n, v in enumerate(([1, None], [None], [[1, None], [2, 3]], None, [1, '2'], ['a'], '3', [True, 2], [1 + 2j], [np.float64(2), None], (1, None), [[1, 2], [3]], [[1, 2], 3], [], [[]], [np.array([1, None], dtype=object)], [b'3'], [object()], [2**70], {1: 2}, [{1: 2}], range(3), [range(3), range(3)])):
    t(n, lambda: nd.array(v))
    for d in ('int32', 'float64', 'uint8', 'bool'):
        t((n, d), lambda: nd.array(v, dtype=d))
