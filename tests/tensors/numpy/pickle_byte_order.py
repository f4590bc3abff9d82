"""Arrays in the other byte order come back from a pickle in this machine's, but for protocol 5 and structured ones, whose elements keep theirs."""
import copy
import pickle

import numpy as np

for dtype, values in (('>i4', [1, -2, 70000]), ('>u2', [1, 65535, 3]), ('>f8', [1.5, -2e300, 3]), ('>f2', [1, 2, -0.5]), ('>c8', [1 + 2j, -3j, 4]), ('>U3', ['abc', 'é', '']), ('S3', [b'abc', b'd', b'']), ('?', [True, False, True]),
                      ([('a', '>i4'), ('b', '<f2')], [(1, 2), (3, 4), (5, 6)])):
    a = np.array(values, dtype)
    for protocol in (0, 2, 4, 5):
        b = pickle.loads(pickle.dumps(a, protocol))
        print(dtype, protocol, b.dtype.descr if b.dtype.names else b.dtype.str, b.tolist() == a.tolist(), b.flags.writeable)
    b = pickle.loads(pickle.dumps(np.asfortranarray(np.array([values, values], dtype))))
    print(b.flags.f_contiguous, b.flags.c_contiguous, b.shape, (b == np.array([values, values], dtype)).all(), copy.deepcopy(a).dtype.descr == a.dtype.descr, pickle.loads(pickle.dumps(a.dtype)) == a.dtype)
