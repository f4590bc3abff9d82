# Categories: their accessor, comparisons, orders, counts.
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


s=pd.Series(['a','b','c','a',None],dtype='category')
o=pd.Series(pd.Categorical(['low','high','mid','low'],categories=['low','mid','high'],ordered=True))
n=pd.Series([3,1,2,3]).astype('category')
df=pd.DataFrame({'k':pd.Categorical(['x','y','x'],categories=['x','y','z']),'v':[1,2,3]})
df2=pd.DataFrame({'A':pd.Categorical(['a','a','b'],categories=['a','b']),'B':pd.Categorical(['c','d','c'],categories=['c','d','e']),'v':[1,2,3]})
for number, make in {
    0: lambda:s,
    1: lambda:o,
    2: lambda:n,
    3: lambda:s.values,
    4: lambda:o.values,
    5: lambda:n.values,
    6: lambda:s.dtype,
    7: lambda:o.dtype,
    8: lambda:s.cat.categories,
    9: lambda:s.cat.codes,
    10: lambda:s.cat.ordered,
    11: lambda:s.cat.rename_categories(['x','y','z']),
    12: lambda:s.cat.rename_categories({'a':'AA'}),
    13: lambda:s.cat.rename_categories(str.upper),
    14: lambda:s.cat.add_categories(['d']),
    15: lambda:s.cat.add_categories('d'),
    16: lambda:s.cat.add_categories(['a']),
    17: lambda:s.cat.remove_categories(['a']),
    18: lambda:s.cat.remove_categories(['q']),
    19: lambda:s.cat.remove_unused_categories(),
    20: lambda:s.cat.set_categories(['b','a','z']),
    21: lambda:s.cat.reorder_categories(['c','b','a'],ordered=True),
    22: lambda:s.cat.reorder_categories(['c','b']),
    23: lambda:s.cat.as_ordered(),
    24: lambda:o.cat.as_unordered(),
    25: lambda:o>'low',
    26: lambda:o<'zzz',
    27: lambda:s=='a',
    28: lambda:s<'b',
    29: lambda:s=='zz',
    30: lambda:o==o,
    31: lambda:o>o[::-1].reset_index(drop=True),
    32: lambda:s==o,
    33: lambda:o.sort_values(),
    34: lambda:o.min(),
    35: lambda:o.max(),
    36: lambda:s.min(),
    37: lambda:n.sum(),
    38: lambda:n.mean(),
    39: lambda:n+1,
    40: lambda:s+'x',
    41: lambda:s.value_counts(),
    42: lambda:df.k.value_counts(),
    43: lambda:df.k.unique(),
    44: lambda:df.groupby('k').sum(),
    45: lambda:df.groupby('k',observed=True).sum(),
    46: lambda:df.groupby('k').mean(),
    47: lambda:df.groupby('k').size(),
    48: lambda:df.groupby('k').v.agg(['sum','mean']),
    49: lambda:df2.groupby(['A','B']).sum(),
    50: lambda:df2.groupby(['A','B'],observed=True).sum(),
    51: lambda:df2.pivot_table(values='v',index=['A','B']),
    52: lambda:df2.groupby(['A','B']).size(),
    53: lambda:df.describe(),
    54: lambda:df.k.describe(),
    55: lambda:df.dtypes,
    56: lambda:pd.get_dummies(df.k),
    57: lambda:pd.get_dummies(df),
    58: lambda:df.set_index('k'),
    59: lambda:df.set_index('k').index,
    60: lambda:df.k.astype(str),
    61: lambda:n.astype(int),
    62: lambda:n.astype(float),
    63: lambda:s.astype(object),
    64: lambda:pd.Categorical(['a','b'],categories=['b']),
    65: lambda:pd.Categorical.from_codes([0,1,-1],['x','y']),
    66: lambda:pd.Categorical.from_codes([0,5],['x','y']),
    67: lambda:pd.Categorical(['a','b'],categories=['a','a']),
    68: lambda:pd.Categorical(['a'],categories=['a',None]),
    69: lambda:pd.CategoricalDtype(['a','b']),
    70: lambda:pd.CategoricalDtype(['a','b'],ordered=True),
    71: lambda:pd.CategoricalDtype(),
    72: lambda:pd.CategoricalDtype(['a','b'])==pd.CategoricalDtype(['b','a']),
    73: lambda:pd.CategoricalDtype(['a','b'],True)==pd.CategoricalDtype(['b','a'],True),
    74: lambda:s.dtype=='category',
    75: lambda:pd.concat([s,s]),
    76: lambda:pd.concat([s,o]),
    77: lambda:pd.api.types.union_categoricals([s.values,pd.Categorical(['z'])]),
    79: lambda:s.map(lambda x:x+'!'),
    80: lambda:s.map({'a':1,'b':1,'c':1}),
    81: lambda:s.isna(),
    82: lambda:s.fillna('a'),
    83: lambda:s.fillna('z'),
    84: lambda:s.str.upper(),
    85: lambda:s.str.len(),
    86: lambda:s.replace('a','b'),
    87: lambda:s.where(s=='a'),
    88: lambda:s.isin(['a']),
    89: lambda:s[s=='a'],
    90: lambda:s.iloc[0],
    91: lambda:s.loc[:2],
    92: lambda:pd.Index(s),
    93: lambda:pd.CategoricalIndex(['a','b'],ordered=True),
    94: lambda:pd.Series(list('abc')*30,dtype='category'),
    95: lambda:pd.Series(range(100),dtype='category'),
    96: lambda:pd.Categorical(range(100)),
    97: lambda:pd.Categorical([]),
    98: lambda:pd.Categorical(['a','b']*50),
    99: lambda:s.memory_usage(),
    100: lambda:s.nbytes,
    101: lambda:s.to_frame().info(),
    102: lambda:df.merge(df,on='k').dtypes,
    103: lambda:df.sort_values('k',ascending=False),
    104: lambda:df.k.mode(),
    105: lambda:df.k.nunique(),
    106: lambda:df.k.cat.categories.tolist(),
    107: lambda:df.k.tolist(),
    108: lambda:np.asarray(df.k),
    109: lambda:pd.crosstab(df.k,df.v),
    110: lambda:df.pivot_table(index='k',values='v'),
    111: lambda:df.k.cat.nope,
    112: lambda:df.v.cat,
    113: lambda:pd.Series([1,2]).astype(pd.CategoricalDtype([2,1],ordered=True)),
    115: lambda:df.select_dtypes('category'),
    116: lambda:df.duplicated('k'),
    117: lambda:s.reindex([0,9]),
    118: lambda:o.rank(),
    119: lambda:s.value_counts(normalize=True),
    120: lambda:s.apply(lambda x:x*2),
    121: lambda:s.shift(),
    122: lambda:s.to_list(),
    123: lambda:s.head(2),
    124: lambda:o.argsort(),
    125: lambda:o.cat.codes.dtype,
    126: lambda:s.unique(),
    127: lambda:s.drop_duplicates(),
    128: lambda:s.factorize(),
}.items():
    told(number, make)
def sett():
    s2 = s.copy()
    s2[0] = 'b'
    print(s2)
    s2[1] = 'q'
told(129, sett)
