# Dtypes of time beside numbers that may lack values and categories: questions to dtypes, arrays, groups, joins in order, tables that differ.
import warnings

import numpy as np
import pandas as pd
from pandas.api import types

warnings.simplefilter('ignore')
z = pd.Series(pd.date_range('2020', periods=2, tz='UTC'))
p = pd.Series(pd.period_range('2020', periods=2, freq='M'))
m = pd.Series(pd.date_range('2020', periods=2))
i = pd.Series(pd.array([1, None]))
c = pd.Series(['a'], dtype='category')
for f in 'is_datetime64_any_dtype is_datetime64_dtype is_datetime64tz_dtype is_datetime64_ns_dtype is_period_dtype is_extension_array_dtype is_object_dtype is_string_dtype is_numeric_dtype is_timedelta64_dtype is_categorical_dtype is_interval_dtype'.split():
    print(f, [getattr(types, f)(x) for x in (z, p, m, i, c)])
print(pd.array(pd.date_range('2020', periods=2)))
print(pd.array([pd.Period('2020-01','M'), None]))
print(m.array, z.array, p.array, pd.Index(m).array, pd.Index(p).array)
print(m.groupby([1, 2]).first(), pd.Series([True, False]).groupby(pd.Categorical(['a', 'a'], ['a', 'b'])).min())
print(pd.Series([True, False]*2, index=pd.date_range('2020', periods=4, freq='2D')).resample('D').min())
print(pd.Series([1, 2]*2, index=pd.date_range('2020', periods=4, freq='2D')).resample('D').max())
g = pd.Series([1, 2, 3.], index=pd.date_range('2020', periods=3, freq='2D'))
print(g.pct_change(freq='2D'), g.pct_change())
d = pd.DataFrame({'k':[1, 1, 2], 'v':[3., 1, 2], 'w':[1, 2, 3]})
print(d.groupby('k').v.ohlc())
print(d.groupby('k').ohlc())
print(g.resample('3D').ohlc())
print(g.to_frame('x').resample('3D').ohlc())
cat = pd.Series(pd.Categorical(pd.date_range('2020', periods=3, tz='UTC')))
print(cat)
pc = pd.Series(pd.Categorical(p))
print(pc)
print(pd.concat([p, z, i]).dtype, pd.concat([i, pd.Series([1.5])]).dtype)
print(pd.DataFrame({'z': z, 'p': p, 'i': i}).describe(include='all', datetime_is_numeric=True))
print(pd.DataFrame({'z': z, 'p': p, 'i': i, 'm': m}).shift().dtypes, pd.DataFrame({'z': z, 'p': p, 'i': i, 'm': m}).shift(1))
print(pd.DataFrame({'z': z, 'p': p, 'i': i, 'm': m}).T.dtypes)

a = pd.DataFrame({'k':[1, 3, 5], 'v':[1, 2, 3], 'g':['a', 'a', 'b']})
b = pd.DataFrame({'k':[2, 3], 'w':[7, 8]})
print(pd.merge_ordered(a, b, on='k', fill_method='ffill').dtypes)
print(pd.merge_ordered(a, b, on='k', fill_method='ffill', left_by='g'))
print(pd.merge_ordered(b, a, on='k', fill_method='ffill', right_by='g'))
print(pd.merge_ordered(a, b, on='k'))
print(pd.merge_ordered(a, b, on='k', fill_method='bfill'))
s = pd.DataFrame({'a':pd.array([1, None, 3], 'Int64'), 'c':pd.Categorical(['x', 'y', 'x'])})
t = pd.DataFrame({'a':pd.array([1, 2, None], 'Int64'), 'c':pd.Categorical(['x', 'x', 'y'])})
for d in (s.compare(t), s.compare(t, align_axis=0), s.a.compare(t.a), s.compare(t, keep_equal=True, keep_shape=True)):
    print(d)
    print(d.dtypes)
x = pd.DataFrame({'t':pd.date_range('2020', periods=3, tz='UTC'), 'v':[1., 2, 3]})
y = x.copy()
y.loc[1,'t']=pd.Timestamp('2021', tz='UTC')
y.loc[2,'v']=9
print(x.compare(y))
print(x.compare(y, align_axis=0))
print(x.compare(y, align_axis=0).dtypes)
z = pd.Series(pd.date_range('2020', periods=2, tz='UTC'))
for f in 'is_datetime64_any_dtype is_datetime64_dtype is_datetime64tz_dtype is_datetime64_ns_dtype is_period_dtype is_extension_array_dtype is_object_dtype is_numeric_dtype is_categorical_dtype is_interval_dtype is_string_dtype is_bool_dtype is_integer_dtype'.split():
    print(f, [getattr(types, f)(x) for x in ('datetime64[ns, UTC]', 'period[M]','M8[ns]','Int64', 'category', 'int64', int, str, object,'string','O', np.int8, bool, pd.Int64Dtype(), z.dtype, [1, 2], None, np.array([1]), pd.Index([1]), 'interval', 5)])
