"""Equal values in arrays of every kind: NaN, None, NaT and NA, 0.0 and -0.0, tuples, what cannot be hashed, what raises when it is hashed or compared, and keys of both sides of a merge."""
import itertools

import numpy as np
import pandas as pd

nan = float('nan')


def show(what):
    try:
        found = what()
    except Exception as e:
        found = f'{type(e).__name__}: {e}'
    print(found)


def objects(*items):
    out = np.empty(len(items), object)
    for i, x in enumerate(items):
        out[i] = x
    return out


class Refuses:
    """Its == raises; all have one hash."""
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ValueError('compared')

    def __repr__(self):
        return self.name


class Hashless:
    def __hash__(self):
        raise ValueError('hashed')

    def __repr__(self):
        return 'Hashless'


class Counts:
    """Equal by its number, and busy with a table meanwhile."""
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        busy['v'] = pd.Series(['x', 'y', 'x']).duplicated()
        busy.drop(columns='v', inplace=True)
        return isinstance(other, Counts) and self.n == other.n

    def __repr__(self):
        return f'C{self.n}'


busy = pd.DataFrame({'a': [1, 2, 3]})


def several(values):
    show(lambda: pd.unique(values))
    show(lambda: pd.factorize(values))
    show(lambda: pd.factorize(values, use_na_sentinel=False))
    for keep in ('first', 'last', False):
        show(lambda: pd.Series(values).duplicated(keep=keep).tolist())
    show(lambda: (pd.Series(values).nunique(), pd.Series(values).nunique(dropna=False)))
    show(lambda: pd.Series(values).value_counts().tolist())
    show(lambda: pd.Series(values).value_counts(dropna=False).tolist())


several(objects(None, nan, pd.NaT, pd.NA, 'a', nan, None, 1, True, 1.0, 0.0, -0.0, float('nan'), 'b', 'a'))
several(objects((1, nan), (1, float('nan')), (1, 2), ('a', None), ('a', None), (), 1 + 2j, complex(nan, 1), complex(nan, 1)))
several(objects(Refuses('E1'), Refuses('E2'), 'q', 'q'))
several(objects(Hashless(), Hashless()))
several(objects([1], [2], [1]))
several(objects(*[Counts(i % 7) for i in range(30)]))
several(np.array([0.0, -0.0, nan, 1, nan, np.inf, -np.inf, np.inf]))
several(np.array([nan, 2, nan]))
several(np.array([3, -1, 3, 2 ** 62, -2 ** 63, 2 ** 62]))
several(np.array([2 ** 63, 1, 2 ** 64 - 1, 2 ** 63], 'u8'))
several(np.array([True, False, True]))
several(np.array([1.5, nan, 1.5], 'f4'))
several(np.array([5, 5, -3], 'i1'))
several(np.array([], 'i8'))
several(pd.array([3, None, 1, None, 3], dtype='Int64'))
several(pd.Categorical(['b', None, 'a', 'b'], ['a', 'b', 'c']))
show(lambda: pd.Series(pd.to_datetime(['2020', None, '2021', None, '2020'])).unique())
show(lambda: pd.Series(pd.to_datetime(['2020', None, '2021', None, '2020'])).value_counts(dropna=False))
show(lambda: pd.Series(pd.to_datetime(['2020', '2021', '2020'])).dt.tz_localize('Europe/Paris').drop_duplicates())

print('many')
draw = np.random.RandomState(0)
for many in (draw.randint(0, 2 ** 40, 50000) * 1000003, draw.randint(-500, 500, 50000), draw.randint(0, 3000, 50000) / 7, objects(*[f'w{i}' for i in draw.randint(0, 3000, 50000)]), draw.randint(0, 40000, 50000) * 5):
    codes, found = pd.factorize(many)
    show(lambda: (len(found), int(codes.sum()), found[:3], (found[codes] == many).all()))
    codes, found = pd.factorize(many, sort=True)
    show(lambda: (len(found), int(codes.sum()), found[:3], (found[codes] == many).all()))
    show(lambda: [int(pd.Series(many).duplicated(keep=k).sum()) for k in ('first', 'last', False)])
    show(lambda: int(pd.Series(many).isin(many[:1000:3]).sum()))
    show(lambda: pd.Index(pd.unique(many)).get_indexer(many[::7])[:20].tolist())
    show(lambda: int(pd.Series(1, pd.unique(many)).reindex(many[:100]).sum()))
    show(lambda: pd.Series(many).map(dict(zip(found[:500], range(500)))).sum())
    show(lambda: pd.DataFrame({'a': many, 'b': many % 3 if many.dtype.kind != 'O' else 0}).duplicated().sum())

print('isin')
columns = {'ints': pd.Series([1, 2, 2 ** 53 + 1]), 'floats': pd.Series([1.0, 1.5, nan, -0.0]), 'bools': pd.Series([True, False]), 'texts': pd.Series(['1', 'a', None, nan]), 'unsigned': pd.Series([2 ** 63, 1], dtype='u8'),
           'moments': pd.Series(pd.to_datetime(['2020-01-01', '2020-01-03', None])), 'kinds': pd.Series(['a', None, 'b'], dtype='category'), 'masked': pd.Series([1, None, 2], dtype='Int64'), 'objects': pd.Series([Refuses('E'), (1, nan), 1], dtype=object)}
asked = [[1], [1.0, 2], ['1'], [True], [None], [nan], [None, 1], ['a', 1, 2.5], [pd.NaT], [0], [float(2 ** 53)], [2 ** 63], [-1, 2 ** 63], [(1, nan)], [[1]], [pd.Timestamp('2020-01-01')], [pd.Timestamp('2020-01-03'), None], ['2020-01-01'],
         ['2020-01-01', None], ['x'], [], [pd.NA, 1], {1, 2}, np.array([1, 2]), np.array([1.5, nan]), pd.Series(['a', '1']), range(3), {'a': 1}]
for (name, s), items in itertools.product(columns.items(), asked):
    print(name, items, end=' ')
    show(lambda: s.isin(items).tolist())
show(lambda: columns['ints'].isin('a'))

print('map')
for s in (pd.Series(['a', 'b', None, 'a']), pd.Series([1, 2, 1]), pd.Series([1.0, nan, 2.0])):
    for mapper in ({'a': 1, 'b': 2}, {'a': 1, 'b': 'x', 1: 5, 2: 'q'}, {'a': 'p'}, {1: 2.5, 2: None}, {nan: 'gone'}, {}, pd.Series([10, 20], ['a', 'b']), pd.Series(['p', 'q'], [1, 2])):
        show(lambda: s.map(mapper))

print('merge')
pools = {'i': [1, 2, 3, 4], 'f': [1.5, 2.0, nan, 0.0, -0.0], 's': ['a', 'b', 'c', None], 'd': list(pd.to_datetime(['2020-01-01', '2020-01-03', None]))}
draw = np.random.RandomState(3)


def column(kind, n):
    return [pools[kind][i] for i in draw.randint(0, len(pools[kind]), n)]


for kinds in ('i', 'f', 's', 'd', 'is', 'fs', 'di'):
    left, right = pd.DataFrame({f'k{i}': column(k, 6) for i, k in enumerate(kinds)}), pd.DataFrame({f'k{i}': column(k, 5) for i, k in enumerate(kinds)})
    left['a'], right['b'] = range(6), range(5)
    on = list(left.columns[:-1])
    for how, sort in itertools.product(('inner', 'left', 'right', 'outer'), (False, True)):
        print(kinds, how, sort)
        show(lambda: left.merge(right, on=on, how=how, sort=sort).fillna('-').to_string())
    for sort, dropna in itertools.product((True, False), (True, False)):
        show(lambda: left.groupby(on, sort=sort, dropna=dropna).a.agg(['sum', 'count']).reset_index().fillna('-').to_string())
    show(lambda: left.drop_duplicates(on).fillna('-').to_string())
show(lambda: pd.DataFrame({'k': objects([1], [2]), 'a': 1}).merge(pd.DataFrame({'k': objects([1], [3])}), on='k'))
show(lambda: pd.DataFrame({'k': objects([1], [2]), 'a': 1}).duplicated())
show(lambda: pd.DataFrame({'k': objects(Hashless(), 1), 'a': 1}).groupby('k').sum())
show(lambda: pd.Series([1, 2, 3]).groupby(objects((1, nan), (1, nan), (1, 2))).sum())

print('rows of groups')
table = pd.DataFrame({'k': pd.Categorical(['b', 'a', None, 'b', 'a'], ['c', 'b', 'a']), 't': ['x', 'y', 'x', 'x', None], 'v': range(5)})
for by, more in (('k', {}), ('k', {'observed': True}), ('k', {'sort': False}), ('t', {}), (['k', 't'], {}), (['k', 't'], {'observed': True})):
    groups = table.groupby(by, **more)
    show(lambda: groups.v.sum())
    show(lambda: groups.size())
    show(lambda: (groups.cumcount().tolist(), groups.cumcount(ascending=False).tolist(), groups.ngroup().tolist()))
show(lambda: pd.crosstab(table.k, table.t))
show(lambda: table.t.astype('category').cat.codes.tolist())
show(lambda: pd.Series(['b', 'a', None, 'b'] * 30).sort_values(kind='stable').index.tolist())
show(lambda: pd.Series(['b', 'a', 'c', 'b'] * 30).sort_values(ascending=False).index.tolist())
show(lambda: pd.isna(objects(None, nan, pd.NaT, pd.NA, 'a', np.datetime64('NaT'), np.float32('nan'), complex(nan, 0), 1, [1], np.timedelta64('NaT'), np.float64(1))).tolist())

# labels of several kinds in order: numbers, then texts, then None; two that rise stay one behind the other
import warnings
unlike = pd.Index(['b', 'a'])
print(list(unlike.union(pd.RangeIndex(3))), list(pd.RangeIndex(3).union(unlike)), list(pd.Index([2, 'x', None]).union(pd.Index([1, 'a']))))
print(list(pd.Index([3, 'x', 1]).difference(pd.Index(['y']))), list(pd.Index([3, 'x']).symmetric_difference(pd.Index(['b', 1]))))
print(pd.Series([1, 2], ['a', 'b']) + pd.Series([1, 2]))
print(pd.Series([1, 2], ['b', 'a']) + pd.Series([1, 2]))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter('always')
    print(list(pd.Index([pd.Timestamp('2020'), 1]).union(pd.Index([2, 'x']))), [(w.category.__name__, str(w.message)[:40]) for w in said])
