# what courses on tables do with labels of several levels, options of printing, zones, expressions, groups
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter('ignore')


def refused(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


# labels from lists of arrays; lists of tuples stay labels of one level
arrays = [np.array(['bar', 'bar', 'baz']), np.array(['one', 'two', 'one'])]
print(pd.Series([1, 2, 3], index=arrays), pd.DataFrame(np.eye(3), index=arrays, columns=[['x', 'x', 'y'], [1, 2, 1]]), sep='\n')
pairs = [('a', 'b'), ('c', 'd')]
for made in (pd.Series([1, 2], index=pairs).index, pd.DataFrame(np.eye(2), columns=pairs).columns, pd.DataFrame({'x': [1, 2]}).reindex(pairs).index, pd.DataFrame({('a', 'b'): [1]}).columns):
    print(type(made).__name__, made.nlevels)
print(pd.Series([1, 2], index=pairs))
print(pd.Index([1, 2], name='n').names, pd.DataFrame({'a': [1]}).index.names)
mi = pd.MultiIndex.from_product([['A', 'B'], [1, 2, 3]], names=['u', None])


def renamed():
    mi.levels[0].name = 'other'


refused(renamed)

# parts of levels: in the order of the rows, unless a list asks for another
wide = pd.DataFrame(np.arange(36).reshape(6, 6), index=pd.MultiIndex.from_product([['A', 'B'], [1, 2, 3]]), columns=pd.MultiIndex.from_product([['a', 'b', 'c'], ['foo', 'bar']]))
idx = pd.IndexSlice
print(wide.loc[idx[:, [1, 3]], :], wide.loc[idx[:, [3, 1]], :], wide.sort_index(axis=1).loc[idx[:, [1, 2]], idx[:, 'foo']], sep='\n')
print(wide.loc(axis=0)[:, [2, 3]], wide.loc(axis='columns')['b'], sep='\n')
copy = wide.copy()
copy.loc(axis=0)[:, [2]] = -1
print(copy, copy[('a', 'foo')].loc[:, [3, 1]], sep='\n')
times = pd.DataFrame({'v': range(8)}, index=pd.MultiIndex.from_product([pd.date_range('2013-01-01', periods=4, freq='12H'), ['p', 'q']]))
turned = times.swaplevel(0, 1).sort_index()
print(turned.loc[idx[:, '2013-01-02'], :], turned.loc[idx[:, '2013-01-01 12':'2013-01-02 00'], :], sep='\n')
print(pd.Series([1., 2, 3], index=mi[[0, 4, 2]]).reset_index(level=0, drop=True), pd.Series([1., 2, 3], index=mi[[0, 4, 2]]).reset_index(level=[0, 1], drop=True), sep='\n')

# several aggregates beside one another keep the names of their columns' levels
sold = pd.DataFrame({'year': [1, 1, 2, 2], 'make': ['a', 'b', 'a', 'a'], 'v': [1, 2, 3, 5]})
for margins in (False, True):
    print(sold.pivot_table(values='v', index='year', columns='make', aggfunc=['mean', 'min'], margins=margins))
print(pd.concat([sold.pivot_table('v', 'year', 'make')] * 2, axis=1, keys=['p', 'q']).columns, pd.concat([sold[['v']]] * 2, axis=1, keys=['p', 'q'], names=['n']).columns.names)
objects = pd.DataFrame({'k': list('aba'), 'o': np.array([1., 2., None], object), 't': list('xyz')})
print(objects.groupby('k')['o'].mean(), objects.groupby('k')[['o']].var(), objects.groupby('k').mean(), sep='\n')
refused(lambda: objects.groupby('k')['t'].mean())
print(np.asarray(pd.core.reshape.util.cartesian_product([[0, 1], [5, 6, 7]])).T.tolist())

# & and | in expressions bind as and, or do
print(sold.query('v >= 2 & year < 2 | make == "a"'), sold.query('(v > 1) & ~(year == 2)'), sold.eval('v > 1 & year == 2').tolist(), pd.eval('sold.v + 1').tolist(), sep='\n')
print((pd.Series([True, False, np.nan], dtype=object) | True).tolist(), (pd.Series([True, None], dtype=object) & pd.Series([True, True])).tolist(), (pd.Series([True, False, None], dtype=object) ^ False).tolist())

# zones: steps are kept where the zone has no summer time; texts with a zone of their own
days = pd.date_range('2012-03-06', periods=3)
for zone in ('UTC', 'US/Eastern', None):
    print(days.tz_localize(zone).freq, days.tz_localize('UTC').tz_convert(zone).freq, days.tz_localize('US/Eastern').tz_localize(zone if zone is None else None).freq)
print(pd.DataFrame([0, 1], index=pd.DatetimeIndex(['2019-01-01', '2019-01-02'], tz='US/Pacific'))['2019-01-01 12:00:00+04:00':'2019-01-01 13:00:00+04:00'])
print(pd.Series(pd.Series(days.tz_localize('US/Eastern')).to_numpy()).dtype, pd.Series(np.array([pd.Timestamp('2020'), pd.NaT], object)).dtype, pd.Series(np.array([pd.Timedelta('1s'), 'x'], object)).dtype)
print(pd.Timedelta('1D 2H') // pd.offsets.Minute(17), pd.Timedelta('1H') % pd.offsets.Minute(7))
from pandas.tseries.holiday import AbstractHolidayCalendar, Holiday, HolidayCalendarFactory, USLaborDay, get_calendar  # noqa: E402


class Own(AbstractHolidayCalendar):
    rules = [Holiday('First', month=5, day=2)]


print(get_calendar('Own').rules, HolidayCalendarFactory('New', get_calendar('Own'), USLaborDay).rules)

# categories
dated = pd.Series(days).astype('category')
print(dated.dt.day.tolist(), dated.dt.day_name().tolist())
kinds = pd.DataFrame({'c': pd.Categorical(['a', 'b', 'a'], categories=['a', 'b'])})
kinds.loc[0:1, 'c'] = pd.Categorical(['b', 'a'], categories=['a', 'b'])
print(kinds.c.tolist())


def strange():
    kinds.loc[0:1, 'c'] = pd.Categorical(['b', 'b'], categories=['a', 'b', 'c'])


refused(strange)
refused(lambda: np.dtype(kinds.c.dtype))
refused(lambda: np.dtype(3))

# options
pd.set_option('display.max_rows', 4)
pd.set_option('display.precision', 2)
print(pd.DataFrame(np.arange(12.).reshape(6, 2) / 7))
pd.reset_option('^display')
print(pd.get_option('display.max_rows'), pd.get_option('display.precision'), pd.get_option('max_colw'))
table = pd.DataFrame(np.arange(12.).reshape(2, 6))
for name, value in (('max_info_columns', 5), ('max_info_rows', 1)):
    pd.set_option(name, value)
    table.info(memory_usage=False)
    print()
    pd.reset_option(name)
pd.set_eng_float_format(accuracy=3, use_eng_prefix=True)
print(pd.Series([1234.5678, -0.00012, 0, np.nan, 1e30, 9.9999e-30]))
pd.set_eng_float_format(accuracy=1)
print(pd.DataFrame({'a': [1234.5678, -0.00012], 'b': [1.0, 2e7]}))
pd.reset_option('display.float_format')

# between neighbours along curves
s = pd.Series([0.5, np.nan, 2.5, np.nan, np.nan, 4.0, 3.0, np.nan, 7.5, 6.0], index=[0, 1, 2.5, 3, 4, 5, 7, 8, 9, 10])
for method in ('nearest', 'zero', 'slinear', 'quadratic', 'cubic', 'barycentric', 'krogh', 'pchip', 'akima', 'cubicspline', 'piecewise_polynomial', 'from_derivatives'):
    print(method, (s.interpolate(method=method).round(5) + 0).tolist())
for order in (1, 2, 3):
    print(s.interpolate(method='spline', order=order).round(3).tolist(), s.interpolate(method='polynomial', order=order).round(4).tolist())
print(pd.DataFrame({'a': s, 'b': -s}).interpolate(method='cubic').round(4), s.interpolate(method='pchip', limit=1).round(4).tolist())

# keys against labels: the labels of the other side, the key filled in
left, right = pd.DataFrame({'v': [1, 2, 3]}, index=['a', 'b', 'c']), pd.DataFrame({'k': ['c', 'a', 'd'], 'w': [7, 8, 9]})
for how in ('left', 'right', 'inner', 'outer'):
    print(pd.merge(left, right, how=how, left_index=True, right_on='k'), pd.merge(right, left, how=how, left_on='k', right_index=True), sep='\n')
print(wide.stack(level=(0, 1)).head(3), wide.stack([0]).head(3), sep='\n')
refused(lambda: pd.DataFrame({'a': [1], 'b': [2]}).loc[0:4, 1:4])
print(pd.DataFrame([[1, 2]], columns=pd.Index([pd.Timestamp('2020-01-01'), pd.Timestamp('2020-01-02')], dtype=object)), pd.DataFrame([[1, 2]], columns=[pd.Timestamp('2020-01-01'), 'x']), sep='\n')
print(pd.DataFrame([range(30)], columns=pd.Index(list(pd.date_range('2020', periods=30)), dtype=object)))
print(pd.Series([1, 2], index=pd.Index([pd.Timestamp('2020-01-01 05:00'), pd.Timestamp('2020-01-02')], dtype=object)))

# concat with all labels that the keys' levels may have
first, second = pd.DataFrame({'v': [1, 2]}), pd.DataFrame({'v': [3]})
for made in (pd.concat([first, second], keys=['x', 'y'], levels=[['z', 'y', 'x', 'w']], names=['g']), pd.concat([first, second], keys=[('x', 1), ('y', 2)], levels=[['y', 'x'], [2, 1, 3]], names=['g', 'h', 'i']), pd.concat({'x': first, 'y': second}, levels=[['y', 'x']])):
    print(made, made.index.levels, sep='\n')
print(pd.concat([first, second], axis=1, keys=['x', 'y'], levels=[['z', 'y', 'x']], names=['g']).columns.levels, pd.concat([first.v, second.v], keys=['x', 'y'], levels=[['z', 'y', 'x']]).index.levels)
for given in (dict(levels=[['x', 'x', 'y']]), dict(levels=[['x']]), dict(levels=[['y', 'x']], keys=None)):
    refused(lambda: pd.concat([first, second], **{'keys': ['x', 'y'], **given}))
