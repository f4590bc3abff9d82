"""pandas: what a table's numbers become when they are set by labels; tables joined by a level, or several with labels twice; names of what functions of groups give."""
import warnings

import numpy as np
import pandas as pd
warnings.simplefilter('ignore')

def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)

for name, value in {'u1': np.array([4, 5, 6], 'u1'), 'f4': np.array([4.5, 5, 6], 'f4'), 'nan': np.array([1, np.nan, 2]), 'list': [7, 8, 9], 'scalar': 5, 'cat': pd.Categorical(['v', 'v', 'u']), 'serint': pd.Series([1, 2, 3], dtype='i1')}.items():
    for how in (lambda d: d.loc.__setitem__((slice(None), 'a'), value), lambda d: d.iloc.__setitem__((slice(None), 0), value)):
        d = pd.DataFrame({'a': [1, 2, 3], 'b': [4, 5, 6]})
        how(d)
        print(name, d.dtypes.tolist())
d = pd.DataFrame({'a': [1, 2, 3], 'b': [4, 5, 6], 'c': [7, 8, 9]})
d.loc[:, ['a', 'b']] = d.loc[:, ['a', 'b']].astype(np.uint8)
print(d.dtypes)
d[['a', 'b']] = d[['a', 'b']].astype(np.uint8)
print(d.dtypes)
d.loc[:, ['a', 'b']] = d[['a', 'b']].astype('f4') / 3
print(d.dtypes, d)
print(pd.Series(pd.date_range('2000', periods=2, tz='CET')).to_numpy(dtype=object))
t(lambda: d.at[0, 'zz'])
t(lambda: d.at[9, 'a'])
left = pd.DataFrame({'A': ['A0', 'A1', 'A2'], 'B': ['B0', 'B1', 'B2']}, index=pd.Index(['K0', 'K1', 'K2'], name='key'))
right = pd.DataFrame({'C': ['C0', 'C1', 'C2', 'C3']}, index=pd.MultiIndex.from_tuples([('K0', 'Y0'), ('K1', 'Y1'), ('K2', 'Y2'), ('K2', 'Y3')], names=['key', 'Y']))
t(lambda: left.join(right, how='inner'))
t(lambda: right.join(left))
t(lambda: right.join(left.iloc[:2]))
t(lambda: right.join(left.iloc[:2], how='inner'))
t(lambda: left.join([pd.DataFrame({'v': [1, 2, 3]}, index=['K0', 'K0', 'K3']), pd.DataFrame({'w': [7, 8, 9]}, index=['K1', 'K1', 'K2'])]))
print(right.index.names.difference(['Y']), right.index.names.union(['z']))
g = pd.DataFrame({'a': [0, 0, 1, 1], 'b': [1, 2, 3, 4.5], 'c': list('xyxy')})
t(lambda: g.groupby('a').apply(lambda x: pd.Series({'s': x.b.sum(), 'm': x.b.mean()}, name='metrics')))
t(lambda: g.groupby('a').apply(lambda x: pd.Series({'s': x.b.sum(), 'm': x.b.mean()}, name='metrics')).stack())
t(lambda: g.groupby('a').apply(lambda x: x.loc[x.b.idxmax()]))
g = pd.DataFrame({'a': [0, 0, 1, 1] * 2, 'b': [1, 2, 3, 4.5, 7, 1, 2, 9], 'c': list('xyxy') * 2})
t(lambda: g.pivot_table('b', 'a', 'c', aggfunc=np.std, margins=True))
t(lambda: g.pivot_table('b', 'a', 'c', aggfunc='std', margins=True))
