# Columns set whole by loc and iloc take what is set, parts keep what they were; levels and names are lists that stay.
import warnings
import numpy as np
import pandas as pd

warnings.simplefilter('ignore')
ALL = slice(None)
CASES = [
    ('loc', (ALL, 'a'), np.array([5, 5, 5])), ('loc', (ALL, 'a'), 5), ('loc', (ALL, 'a'), [5, 6, 7]), ('loc', (ALL, 'a'), pd.Series([7, 8, 9])), ('loc', (ALL, 'b'), [1.5, 2, 3]),
    ('loc', (ALL, 'b'), 2.0), ('loc', (ALL, 'b'), 2.5), ('loc', (ALL, 'c'), [1, 2, 3]), ('loc', (ALL, 'a'), list('pqr')), ('loc', (ALL, ['a', 'b']), np.ones((3, 2), int)),
    ('loc', (ALL, ['a', 'b']), 5), ('loc', (ALL, 'b'), True), ('loc', (slice(0, 2), 'a'), np.array([5, 5, 5])), ('loc', (slice(0, 1), 'a'), np.array([5, 5])),
    ('loc', ([True] * 3, 'a'), np.array([5, 5, 5])), ('loc', ([True, False, True], 'a'), np.array([5, 5])), ('loc', (ALL, ALL), np.ones((3, 4), int)), ('loc', (ALL, ['a']), np.array([[1], [2], [3]])),
    ('loc', (ALL, 'b'), np.array([1, 2, 3], 'i1')), ('loc', (ALL, 'a'), np.array([1, 2, 3], 'f4')), ('loc', (ALL, 'z'), 5), ('loc', (ALL, 'e'), None), ('loc', (ALL, 'a'), pd.DataFrame({'a': [1, 2, 3]})),
    ('iloc', (ALL, 0), np.array([5, 5, 5])), ('iloc', (ALL, 1), [1.5, 2, 3]), ('iloc', (ALL, 0), 5), ('iloc', (ALL, [0, 1]), np.ones((3, 2), int)), ('iloc', (slice(0, 3), 0), np.array([5, 5, 5])),
]
for how, key, value in CASES:
    frame = pd.DataFrame({'a': [1.5, 2, 3], 'b': [1, 2, 3], 'c': list('xyz'), 'e': [1., 2, 3]})
    getattr(frame, how)[key] = value
    print(how, key, type(value).__name__, frame.dtypes.tolist(), frame.values.tolist())

levels = pd.MultiIndex.from_product([['b', 'a'], [2, 1]], names=['x', None])
print(repr(levels.levels), levels.levels, repr(levels.names), str(levels.names), type(levels.levels), levels.levels[0], levels.names == ['x', None], levels.codes)
for change in (lambda: levels.names.append(3), lambda: levels.levels.sort(), lambda: levels.names.__setitem__(0, 'z')):
    try:
        change()
    except TypeError as error:
        print(error)
print(repr(levels.names[::-1]), levels.names + ['a'])
joined = pd.concat([pd.Series([1, 2]), pd.Series([3])], keys=['z', 'y'])
print(repr(joined.index.levels), joined.unstack())
print(repr(pd.DataFrame({'k': list('bab'), 'v': [1, 2, 3]}).groupby(['k', 'v'], sort=False).sum().index.levels))
print(repr(pd.DataFrame([[1, 2]], columns=['B', 'A']).stack().index.levels), repr(pd.MultiIndex(levels=[['q', 'p'], [1]], codes=[[0, 1], [0, 0]]).levels))
