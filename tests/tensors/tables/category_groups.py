# Groups by categories, those that do not stand among them too.
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter('ignore')


def told(number, make):
    try:
        found = make()
        print(f'cell {number}:', repr(found), getattr(found, 'dtype', ''))
    except Exception as error:
        print(f'cell {number}:', type(error).__name__, str(error)[:200])


df=pd.DataFrame({'k':pd.Categorical(['x','z','x',None],categories=['x','y','z']),'v':[1,2,3,4],'w':[1.5,2,3,4],'s':list('abcd')})
d2=pd.DataFrame({'A':pd.Categorical(['a','a','b'],categories=['a','b','c']),'B':['p','q','p'],'v':[1,2,3]})
g=df.groupby('k')
for number, make in {
    0: lambda:[(k,len(x)) for k,x in g],
    1: lambda:g.groups,
    2: lambda:g.indices,
    3: lambda:g.apply(len),
    4: lambda:g.apply(lambda x:x.v.sum()),
    5: lambda:g.v.apply(lambda x:x.max()),
    6: lambda:g.transform('mean'),
    7: lambda:g.first(),
    8: lambda:g.last(),
    9: lambda:g.min(),
    10: lambda:g.max(),
    11: lambda:g.nth(0),
    12: lambda:g.head(1),
    13: lambda:g.v.describe(),
    14: lambda:g.count(),
    15: lambda:g.nunique(),
    16: lambda:g.ngroup(),
    17: lambda:g.cumcount(),
    18: lambda:g.agg({'v':'sum','w':'mean'}),
    19: lambda:g.agg(a=('v','max'),b=('w','min')),
    20: lambda:g.agg(['min','sum']),
    21: lambda:g.v.agg(lambda x:x.sum()),
    22: lambda:g.median(),
    23: lambda:g.std(),
    24: lambda:g.size(),
    26: lambda:g.filter(lambda x:len(x)>1),
    27: lambda:g.v.idxmax(),
    28: lambda:df.groupby('k',sort=False).sum(),
    29: lambda:df.groupby('k',as_index=False).sum(),
    30: lambda:df.groupby('k',dropna=False).sum(),
    31: lambda:df.groupby(['k'],observed=True).v.sum(),
    32: lambda:len(g),
    33: lambda:g.ngroups,
    34: lambda:g.get_group('x'),
    35: lambda:g.get_group('y'),
    36: lambda:d2.groupby(['A','B']).v.sum(),
    37: lambda:d2.groupby(['A','B']).v.mean(),
    38: lambda:d2.groupby(['A','B']).v.max(),
    39: lambda:d2.groupby(['A','B']).v.agg(['sum','max']),
    40: lambda:d2.groupby(['A','B']).agg({'v':'max'}),
    41: lambda:d2.groupby(['A','B']).size(),
    42: lambda:d2.groupby(['A','B']).count(),
    43: lambda:d2.groupby(['A','B']).v.apply(lambda x:x.sum()),
    44: lambda:d2.groupby(['A','B'],as_index=False).v.sum(),
    45: lambda:d2.groupby(['A','B']).v.first(),
    46: lambda:d2.groupby(['A','B']).v.agg(lambda x:x.sum()),
    47: lambda:[k for k,_ in d2.groupby(['A','B'])],
    48: lambda:d2.groupby(['A','B']).v.sum().unstack(),
    49: lambda:d2.groupby(['B','A']).v.sum().index,
    50: lambda:d2.groupby(['A','B']).v.transform('sum'),
    51: lambda:d2.pivot_table('v','A','B'),
    52: lambda:d2.pivot_table('v','A','B',aggfunc='sum'),
    53: lambda:d2.pivot_table('v','A','B',aggfunc='sum',observed=True),
    54: lambda:d2.pivot_table('v','A','B',dropna=False),
    55: lambda:pd.crosstab(d2.A,d2.B),
    56: lambda:pd.crosstab(d2.A,d2.B,dropna=False),
    57: lambda:d2.A.value_counts(sort=False),
    58: lambda:d2.A.value_counts(normalize=True),
    59: lambda:df.k.value_counts(dropna=False),
    60: lambda:d2.value_counts(['A']),
    61: lambda:d2.set_index(['A','B']).sort_index(),
    62: lambda:d2.set_index(['A','B']).index,
    63: lambda:d2.groupby('B').A.first(),
    64: lambda:d2.groupby('B').A.nunique(),
    65: lambda:d2.groupby('B').A.value_counts(),
    66: lambda:d2.groupby('B').A.apply(list),
    67: lambda:d2.groupby('B').A.agg(list),
    68: lambda:d2.merge(d2,on='A'),
    69: lambda:d2.merge(d2,on='A').A.dtype,
    70: lambda:d2.groupby('A').v.cumsum(),
    71: lambda:d2.groupby('A').v.rank(),
    72: lambda:d2.sort_values(['A','v'],ascending=[False,True]),
    73: lambda:d2.A.cat.codes.value_counts(),
    74: lambda:d2.melt('A'),
    75: lambda:d2.T,
    76: lambda:d2.drop_duplicates('A'),
    77: lambda:d2.A.str.cat(d2.B),
    78: lambda:d2.describe(include='all'),
    79: lambda:d2.describe(include='category'),
    80: lambda:d2.to_dict('records'),
    81: lambda:d2.to_csv(),
    82: lambda:d2.isin(['a']),
    83: lambda:d2.A.isin(['a','q']),
    84: lambda:d2.query("A=='a'"),
    85: lambda:d2[d2.A.isin(['a'])].A.cat.remove_unused_categories(),
    86: lambda:d2.loc[d2.A=='a','v'],
    87: lambda:d2.iloc[0],
    88: lambda:d2.to_html(),
}.items():
    told(number, make)
