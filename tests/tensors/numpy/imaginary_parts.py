"""Each way by which complex numbers go to real ones tells of the imaginary part that is lost, as often as NumPy does; none where nothing is lost."""
import warnings

import numpy as np

c, x, none = np.array([1j, 2, 3]), np.zeros(3), np.zeros(0, complex)


def into_empty():
    x[:0] = none


def field():
    t = np.zeros(2, dtype=[('a', 'f8')])
    t['a'] = c[:2]


def buffered():
    for _ in np.nditer(c, op_dtypes=['f8'], flags=['buffered'], casting='unsafe'):
        pass


def flat():
    x.flat = c


WAYS = {'astype': lambda: c.astype(float), 'astype of nothing': lambda: none.astype(float), 'into nothing': into_empty, 'out=': lambda: np.add(c, c, out=x, casting='unsafe'),
        'dtype=': lambda: np.add(c, c, dtype=float, casting='unsafe'), 'a field': field, 'fields': lambda: np.zeros(2, [('a', 'c16')]).astype([('a', 'f8')]), 'nditer': buffered,
        'put': lambda: x.put([0], c[:1]), 'copyto': lambda: np.copyto(x, c, casting='unsafe'), 'fill': lambda: x.fill(c[1]), 'at': lambda: np.add.at(x, [0], c[:1]),
        'concatenate': lambda: np.concatenate([c, c], dtype=float, casting='unsafe'), 'sum': lambda: c.sum(dtype=float), 'full': lambda: np.full(3, c[0], dtype=float),
        'array of scalars': lambda: np.array([c[0]], dtype=float), 'array of arrays': lambda: np.array([c], dtype=float), 'itemset': lambda: x.itemset(0, c[0]), 'flat =': flat,
        'flat[] =': lambda: x.flat.__setitem__(slice(0, 2), c[:2]), 'to truths': lambda: c.astype(bool), 'take': lambda: np.take(c, [0], out=x[:1], mode='clip'), 'real =': lambda: setattr(x, 'real', c),
        'to complex': lambda: c.astype('c8'), 'float()': lambda: float(c[0]), 'a key of numbers': lambda: x.__setitem__([0, 1], c[:2]), 'a mask': lambda: x.__setitem__(x == x, c[0])}
for name, way in WAYS.items():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        try:
            way()
        except TypeError as error:
            print(name, 'TypeError', error)
    print(name, [one.category.__name__ for one in told])
