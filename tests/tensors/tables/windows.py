# rolling, expanding, ewm of columns, tables and groups: windows of rows and of spans of time, what is missing in them, pairs, refusals.
import pandas as pd
import numpy as np
import warnings

warnings.simplefilter('ignore')


def show(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


df = pd.DataFrame({'A': [1, 2, np.nan, 4, 5, 2.5], 'B': [3, 1, 4, 1, 5, 9], 'C': list('abcdef')}, index=pd.date_range('2020-01-01', periods=6))
n = df[['A', 'B']]
for w in (2, 3, '2D', '3D'):
    for how in ('sum', 'mean', 'min', 'max', 'var', 'std', 'median', 'count', 'skew', 'kurt', 'sem', 'rank'):
        show(lambda: getattr(n.rolling(w), how)())
    show(lambda: n.rolling(w, min_periods=1).sum())
    show(lambda: n.rolling(w, center=True).mean())
for c in ('right', 'both', 'left', 'neither'):
    show(lambda: n.rolling(2, closed=c).sum())
    show(lambda: n.rolling('2D', closed=c).sum())
    show(lambda: n.rolling('3D', closed=c, center=True).sum())
show(lambda: n.rolling(3, min_periods=0).sum())
show(lambda: n.rolling(3, min_periods=0).mean())
show(lambda: n.rolling(3, min_periods=0).var())
show(lambda: n.rolling(3, min_periods=2).count())
show(lambda: n.A.rolling(3).count())
for w in n.B.rolling(2):
    print(w.tolist())
for w in n.rolling('2D'):
    print(w)
show(lambda: n.expanding().sum())
show(lambda: n.expanding(2).mean())
show(lambda: n.expanding().std())
show(lambda: n.expanding().var(ddof=0))
show(lambda: n.expanding().min())
show(lambda: n.expanding().max())
show(lambda: n.expanding().median())
show(lambda: n.expanding().count())
show(lambda: n.expanding().quantile(.5))
show(lambda: n.expanding().agg([np.sum, np.mean, np.std]))
show(lambda: n.rolling(2).agg({'A':'sum', 'B':['min', 'max']}))
show(lambda: n.rolling(2).agg({'A':'sum', 'B':'mean'}))
show(lambda: n.B.rolling(2).agg(['sum', 'mean']))
show(lambda: n.rolling(2).agg(np.sum))
show(lambda: n.rolling(2).B.sum())
show(lambda: n.rolling(2)[['B']].sum())
show(lambda: n.rolling(2)['Z'].sum())
show(lambda: n.rolling(3).corr())
show(lambda: n.rolling(3).cov(n['B']))
show(lambda: n.rolling(3).corr(n['B']))
show(lambda: n.A.rolling(3, min_periods=2).corr(n.B))
show(lambda: n.rolling(3).cov(n, pairwise=False))
show(lambda: n.B.rolling(3).cov())
show(lambda: n.rolling(3).cov(n, pairwise=True))
show(lambda: n.expanding().corr(n.B))
show(lambda: n.rolling(2).apply(lambda x: x.sum()))
show(lambda: n.rolling(2).apply(np.sum, raw=True))
show(lambda: df.rolling(2).sum())
show(lambda: n.rolling('x'))
show(lambda: n.reset_index().rolling('2D', on='index').A.sum())
show(lambda: n.rolling(-1))
show(lambda: n.rolling(2, min_periods=3))
show(lambda: n.rolling(2, closed='z'))
show(lambda: n.rolling(1.5))
show(lambda: n.iloc[[2,0,1]].rolling('2D').sum())
show(lambda: n[::-1].rolling('2D').sum())
show(lambda: df.C.rolling(2).sum())
show(lambda: n.rolling(2).foo)
show(lambda: n.ewm(com=.5).mean())
show(lambda: n.ewm(span=3).std())
show(lambda: n.ewm(alpha=.3, adjust=False).mean())
show(lambda: n.ewm(alpha=.3, adjust=False).var())
show(lambda: n.ewm(halflife=2, ignore_na=True).mean())
show(lambda: n.ewm(halflife='2 days', times=n.index).mean())
show(lambda: n.ewm(com=1).sum())
show(lambda: n.A.ewm(span=2, min_periods=2).var(bias=True))
show(lambda: n.ewm(alpha=2))
show(lambda: n.ewm())
show(lambda: n.ewm(com=1, span=2))
show(lambda: n.ewm(1).agg(['mean', 'std']))
show(lambda: n.ewm(com=-1))
g = pd.DataFrame({'k': list('ababab'), 'v': range(6), 'w': range(6, 0, -1)})
show(lambda: g.groupby('k').rolling(2).sum())
show(lambda: g.groupby('k').expanding().mean())
show(lambda: g.groupby('k').v.rolling(2).mean())
s = pd.Series(range(5), index=pd.DatetimeIndex(['2020-01-01', '2020-01-03', '2020-01-04', '2020-01-05', '2020-01-29']))
show(lambda: s.rolling('2D').sum())
show(lambda: s.rolling(pd.Timedelta('2D')).sum())
show(lambda: pd.Series([], dtype='f8').rolling(2).sum())
show(lambda: pd.Series([1,2,3]).rolling(5).sum())
show(lambda: pd.Series([1,2,3]).rolling(0).sum())
indexer = pd.api.indexers.FixedForwardWindowIndexer(window_size=2)
show(lambda: n.rolling(indexer, min_periods=1).sum())


class Custom(pd.api.indexers.BaseIndexer):
    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        at = np.arange(num_values)
        return np.where(self.whole, 0, at).astype('i8'), (at + 1).astype('i8')


show(lambda: n.rolling(Custom(window_size=1, whole=[True, False] * 3)).sum())
long = pd.Series(np.arange(3000) % 37 * 1.5)
show(lambda: (long.rolling(100).mean().sum().round(6), long.rolling(1000).var().sum().round(2), long.rolling(64).max().sum(), long.rolling(5).median().sum()))
show(lambda: pd.Series([1e10 + 1] * 6).rolling(3).std())

types = pd.api.types
for a in (np.arange(2), np.ones(2), np.array([True]), np.array(['x'], object), np.array(['2020-01-01'], 'M8[ns]'), np.array([1], 'm8[ns]'), np.array([1j])):
    column = pd.Series(a)
    print(column.dtype, [name for name in ('is_numeric_dtype', 'is_integer_dtype', 'is_float_dtype', 'is_bool_dtype', 'is_object_dtype', 'is_string_dtype', 'is_datetime64_any_dtype',
                                           'is_datetime64_dtype', 'is_datetime64_ns_dtype', 'is_timedelta64_dtype', 'is_complex_dtype', 'is_signed_integer_dtype', 'is_unsigned_integer_dtype')
                         if getattr(types, name)(column) and getattr(types, name)(column.dtype)])
for x in (1, 1.5, True, 'a', None, [1], (1,), {1: 2}, np.int64(3), np.arange(2), pd.Timestamp('2020-01-01'), range(2), {1}, 2j):
    print(type(x).__name__, [name for name in ('is_scalar', 'is_number', 'is_integer', 'is_float', 'is_bool', 'is_list_like', 'is_dict_like', 'is_hashable', 'is_iterator', 'is_array_like',
                                               'is_complex') if getattr(types, name)(x)])
print(types.is_numeric_dtype('int64'), types.is_numeric_dtype(str), types.is_string_dtype('O'), types.is_float_dtype(float), types.infer_dtype([1, 2]), types.infer_dtype(['a']))
