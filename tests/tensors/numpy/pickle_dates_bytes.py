# Pickles by every protocol, files and texts of arrays whose elements no buffer describes: dates, times, bytes without fields.
import copy
import io
import pickle
import numpy as np

kinds = [np.array(['2020-01-01', 'NaT'], 'M8[D]'), np.array([5, -3], 'm8[s]'), np.array(['2020'], '>M8[Y]'), np.array([7], '>m8[ms]'), np.array([b'ab', b'c'], 'V2'),
         np.zeros(2, 'V3'), np.array([1, 2], '>i4'), np.array([1.5], '>f8'), np.array([1 + 2j], '>c8'), np.array(['ab', 'c'], '>U2'), np.array([[1, 2], [3, 4]], '>i2', order='F'),
         np.array([(1, 2.0)], [('a', '>i4'), ('b', 'f8')]), np.array(5, '>i8'), np.zeros((0, 3), '>f4')]
for a in kinds:
    print(repr(a), str(a), a.dtype.str)
    for protocol in range(6):
        b = pickle.loads(pickle.dumps(a, protocol))
        same = b.tobytes() == a.astype(b.dtype).tobytes()
        print(protocol, b.dtype.str, b.shape, same, b.flags.f_contiguous)
    file = io.BytesIO()
    np.save(file, a)
    file.seek(0)
    b = np.load(file)
    print('file', b.dtype.str, b.shape, b.tobytes() == a.tobytes())
    c = copy.deepcopy(a)
    print('copy', c.dtype.str, c.tobytes() == a.tobytes())
for x in (np.void(b'a\xff'), np.zeros(1, 'V4')[0], np.zeros(1, [('a', 'i4'), ('b', 'V2')])[0]):
    print(repr(x), str(x), f'{x}', bytes(x))
