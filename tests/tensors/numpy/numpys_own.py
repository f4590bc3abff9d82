"""What NumPy says of numbers that do not fit where they are put, of copies that must not be, of matrices asked for places, of scalars beside arrays of another class."""
import warnings

import numpy as np
import numpy.lib.recfunctions as rfn


def said(name, function):
    with warnings.catch_warnings(record=True) as came:
        warnings.simplefilter('always')
        try:
            result = function()
        except Exception as error:
            result = '%s: %s' % (type(error).__name__, error)
    print(name, '->', result, *sorted({'%s: %s' % (each.category.__name__, each.message) for each in came}))


def put(dtype, key, value):
    a = np.zeros(3, dtype)
    a[key] = value
    return a


for dtype, value in ('f2', 70000), ('f2', 7e4), ('f4', 1e300), ('c8', 1e300), ('f2', np.float64(7e4)), ('f4', 1.0), ('f2', float('inf')):
    said('one %s %r' % (dtype, value), lambda: put(dtype, 0, value))
    said('fill %s %r' % (dtype, value), lambda: put(dtype, slice(None), value))
for dtype, value in ('i4', np.nan), ('i1', np.inf), ('f2', 7e4):
    said('where %s' % dtype, lambda: put(dtype, [True, False, True], np.array([value, value]))[[1]])
    said('places %s' % dtype, lambda: put(dtype, [0, 1], np.array([value, value]))[[2]])
with np.errstate(over='raise'):
    said('raise', lambda: put('f2', 0, 7e4))
a = np.arange(6.).reshape(2, 3)
for mode in np._CopyMode:
    said('array %s' % mode, lambda: np.array(a, copy=mode) is a)
    said('array F %s' % mode, lambda: np.array(a, copy=mode, order='F') is a)
    said('astype %s' % mode, lambda: a.astype('f4', copy=mode).dtype)
    said('astype same %s' % mode, lambda: a.astype('f8', copy=mode) is a)
m = np.matrix([[3., 9, 1], [7, 2, 8]])
said('argmax', lambda: (m.argmax(), m.argmax().shape, m.argmax(0), m.argmin(1)))
said('argsort', lambda: (type(m.argsort()).__name__, m.argsort()))
said('objects', lambda: np.float64(3) * np.matrix([[1, 2]], dtype=object))
masked = np.ma.array([0, 1], mask=[1, 0])
for scalar in np.int64(0), np.float32(1), np.bool_(True):
    said('masked %r' % scalar, lambda: ((scalar == masked).data, (scalar != masked).data, (scalar < masked).mask))
said('dtypes', lambda: np.asarray([np.dtype('i4'), np.dtype('f8')]).max())
said('along', lambda: np.ma.apply_along_axis(lambda row: row * 2, 0, np.arange(6).reshape(2, 3)))
record = np.array([(1, (2, 3.0))], dtype=[('a', int), ('b', [('ba', float), ('bb', int)])])
said('record', lambda: (list(record[0]), hasattr(record[0], '__iter__'), list(np.void(b'ab'))))
said('merged', lambda: rfn.merge_arrays((np.array([1, 2]), record), flatten=False))
said('unique', lambda: np.unique(np.zeros((2, 0)), axis=0).shape)
for text, sep in ('1 , 2 ,3', ','), ('nan +nan -NaN nan(foo) -NAN(q_x) 2', ' '), ('1;2', ';'), ('1 2', ','):
    said(text, lambda: np.fromstring(text, sep=sep))
