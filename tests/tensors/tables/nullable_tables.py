# Tables with columns that may lack values.
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


a=pd.Series([1,2,None,4],dtype='Int64')
c=pd.Series([3,1,2],dtype='Int64')
f=pd.Series([1.5,2,None,-1],dtype='Float64')
b=pd.Series([True,False,None,True],dtype='boolean')
df=pd.DataFrame({'a':a,'f':f,'b':b,'s':pd.Series(['x','y',None,'z'],dtype='string'),'i':[1,2,3,4]})
for number, make in {
    0: lambda:c.cumsum(),
    1: lambda:f.cumsum(),
    2: lambda:a.cummax(),
    3: lambda:c.cumprod(),
    4: lambda:c.describe(),
    5: lambda:f.describe(),
    6: lambda:b.describe(),
    7: lambda:f.mode(),
    8: lambda:b.mode(),
    9: lambda:f.idxmin(),
    10: lambda:a.factorize(),
    11: lambda:df,
    12: lambda:df.dtypes,
    13: lambda:df.sum(),
    14: lambda:df.mean(),
    15: lambda:df.mean(numeric_only=True),
    16: lambda:df.describe(),
    17: lambda:df.isna().sum(),
    18: lambda:df.fillna({'a':0}),
    19: lambda:df.dropna(),
    20: lambda:df.info(),
    21: lambda:df.memory_usage(),
    23: lambda:df.iloc[0],
    24: lambda:df[['a','f']].iloc[0],
    25: lambda:df[['a','i']].iloc[0],
    26: lambda:df.loc[2,'a'],
    27: lambda:df.select_dtypes('number'),
    29: lambda:df.select_dtypes('string'),
    30: lambda:df.select_dtypes('boolean'),
    31: lambda:df.select_dtypes(include=['bool']),
    32: lambda:df.select_dtypes(exclude='number'),
    33: lambda:df[df.b],
    34: lambda:df[~df.b],
    35: lambda:df[df.a>1],
    36: lambda:df.loc[df.a>1,'s'],
    37: lambda:df.groupby('s').a.sum(),
    38: lambda:df.groupby('b').a.sum(),
    39: lambda:df.groupby('b').mean(),
    40: lambda:df.groupby('b').agg({'a':'sum','f':'mean'}),
    41: lambda:df.groupby('i').a.sum(),
    42: lambda:df.groupby('i').a.mean(),
    43: lambda:df.groupby('i').a.first(),
    44: lambda:df.groupby('b').a.transform('sum'),
    45: lambda:df.groupby('b').a.agg(['sum','min','count']),
    46: lambda:df.groupby('b').size(),
    47: lambda:df.sort_values('a'),
    48: lambda:df.sort_values(['b','a']),
    49: lambda:df.to_dict(),
    50: lambda:df.to_csv(),
    51: lambda:df.values,
    52: lambda:df[['a','f']].to_numpy(),
    53: lambda:df[['a','i']].to_numpy(dtype=float,na_value=-1),
    54: lambda:df.T,
    55: lambda:df[['a','i']].T,
    56: lambda:pd.concat([a,pd.Series([9])]),
    57: lambda:pd.concat([a,pd.Series([9.5])]),
    58: lambda:pd.concat([a,b]),
    59: lambda:pd.concat([df,df]),
    60: lambda:pd.concat([pd.Series(['a'],dtype='string'),pd.Series(['b'])]),
    63: lambda:df.set_index('a'),
    64: lambda:df.set_index('s').index,
    65: lambda:df.set_index('a').loc[4],
    66: lambda:df.melt('i'),
    67: lambda:df.pivot_table(index='s',values='a'),
    68: lambda:df.eq(1),
    69: lambda:df.a.combine_first(pd.Series([7,7,7,7])),
    70: lambda:df.apply(lambda r:r.a,axis=1),
    71: lambda:df.applymap(str),
    72: lambda:df.reindex([0,7]),
    73: lambda:df.shift(),
    74: lambda:df.a.reindex([0,7]),
    75: lambda:df.a.where(df.b),
    76: lambda:df.a.mask(df.b),
    77: lambda:np.where(df.b.fillna(False),1,0),
    78: lambda:df.a.to_frame(),
    79: lambda:df.a.astype('category'),
    80: lambda:df.a.between(1,2),
    81: lambda:df.a.pct_change(),
    84: lambda:df[['a','f','i']].corr(),
    85: lambda:df.a.nlargest(2),
    86: lambda:df.a.quantile(),
    87: lambda:df.a.sample(2,random_state=0),
    89: lambda:df.a.add(df.i),
    90: lambda:df.a.add(df.f,fill_value=0),
    91: lambda:df.a.eq(df.i),
    92: lambda:df.a.dot(df.i),
    93: lambda:df.a.gt(1),
    94: lambda:df.b.map({True:'y',False:'n'}),
    96: lambda:df.b.fillna(False).astype(bool),
    97: lambda:df.b.astype('Int64'),
    98: lambda:df.b.value_counts(),
    99: lambda:df.a.drop_duplicates(),
    101: lambda:df.a.notna(),
    103: lambda:df.a.replace({1:5}),
    104: lambda:df.round(0),
    105: lambda:df.nunique(),
    106: lambda:df.count(),
    107: lambda:df.max(),
    108: lambda:df.a.agg(['sum','mean']),
    109: lambda:df.agg({'a':'sum','f':['mean','max']}),
    111: lambda:df.assign(z=df.a*2),
    112: lambda:df.a.plot and 1,
    113: lambda:df.stack(),
    114: lambda:df.a.convert_dtypes(),
    115: lambda:df.convert_dtypes().dtypes,
    116: lambda:df.to_html(),
    117: lambda:df.to_json(),
    118: lambda:df.a.any(),
    119: lambda:df.b.all(),
    120: lambda:df.any(),
    121: lambda:df.a.abs(),
    122: lambda:df.a.ffill(),
    123: lambda:df.a.bfill(),
    124: lambda:df.fillna(method='ffill'),
    125: lambda:df.a.skew(),
    126: lambda:df.a.sem(),
    127: lambda:df.a.kurt(),
    128: lambda:df.b.sum(),
    129: lambda:df.b&df.b,
    130: lambda:df.b|True,
    131: lambda:(df.a>1)&(df.f>0),
    132: lambda:pd.to_numeric(df.s,errors='coerce'),
    133: lambda:pd.to_numeric(pd.Series(['1','2',None],dtype='string')),
    134: lambda:pd.isna(df.a.values),
    135: lambda:df.a.values+1,
    136: lambda:df.a.array[1:3],
    137: lambda:df.a.values==1,
    138: lambda:(df.a.values>1).sum(),
    139: lambda:pd.array([1,2,3]).mean(),
    140: lambda:pd.array([1,None,3]).sum(),
    141: lambda:pd.array([True,None])&pd.array([False,None]),
    142: lambda:pd.array([1,None])._mask,
    143: lambda:pd.array(['a',None])=='a',
    144: lambda:pd.array([1,2])+[1,2],
    145: lambda:[1,2]+pd.array([1,2]),
    146: lambda:pd.array([1,2])*pd.Series([1,2]),
}.items():
    told(number, make)
def s1():
    x = a.copy()
    x[0] = 10
    x[2] = 5
    print(x)
    x[1] = pd.NA
    print(x)
    x[1] = None
    x[1] = np.nan
    print(x)
    x[0] = 1.5
def s2():
    x = df.copy()
    x.loc[0, 'a'] = 77
    x.loc[2, 's'] = 'new'
    x['n'] = x.a + x.i
    x.loc[x.a.isna(), 'a'] = 0
    print(x)
    x.loc[0, 'a'] = 'bad'
def s3():
    x = df.s.copy()
    x[0] = 5
def s4():
    x = b.copy()
    x[0] = None
    print(x)
    x[0] = 3
told(147, s1)
told(148, s2)
told(149, s3)
told(150, s4)
