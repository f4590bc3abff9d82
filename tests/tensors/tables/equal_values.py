# Where equal values of long tables stand when they are in order.
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


R=np.random.RandomState(3)
n=200
df=pd.DataFrame({'i':R.randint(0,6,n),'f':R.randint(0,5,n)/2,'s':R.choice(list('abcdefg'),n),'g':np.where(R.rand(n)<.2,np.nan,R.randint(0,4,n)),'c':pd.Categorical(R.choice(['lo','mid','hi'],n),['lo','mid','hi'],ordered=True),'b':R.rand(n)<.5,'u':R.randint(0,9,n).astype('u1'),'d':pd.to_datetime('2020-01-01')+pd.to_timedelta(R.randint(0,9,n),'D')})
df['n']=df.g.astype('Int64')
df['t']=df.s.astype('string')
for number, make in {
    0: lambda:[df.sort_values(c).index.tolist() for c in df.columns],
    1: lambda:[df.sort_values(c,ascending=False).index.tolist() for c in df.columns],
    2: lambda:df.sort_values('i',kind='stable').index.tolist(),
    3: lambda:df.sort_values('i',kind='mergesort',ascending=False).index.tolist(),
    4: lambda:df.sort_values(['i','f']).index.tolist(),
    5: lambda:df.sort_values('g',na_position='first').index.tolist(),
    6: lambda:df.i.sort_values().index.tolist(),
    7: lambda:df.s.sort_values(ascending=False).index.tolist(),
    8: lambda:df.i.argsort().tolist(),
    9: lambda:df.g.argsort().tolist(),
    10: lambda:(df.i*df.u).value_counts(),
    11: lambda:(df.s+df.i.astype(str)).value_counts(),
    12: lambda:(df.s+df.i.astype(str)).value_counts(ascending=True).head(20),
    13: lambda:df[['i','f']].value_counts(),
    14: lambda:df.groupby('s').u.value_counts(),
    15: lambda:df.i.nlargest(20).index.tolist(),
    16: lambda:df.g.nsmallest(20).index.tolist(),
    17: lambda:df.nlargest(20,'i').index.tolist(),
    18: lambda:df.nsmallest(9,['i','f']).index.tolist(),
    19: lambda:df.set_index('i').sort_index().f.tolist(),
    20: lambda:df.set_index('s').sort_index(ascending=False).i.tolist(),
    21: lambda:df.set_index(['i','s']).sort_index().f.tolist(),
    22: lambda:df.groupby('s').size().sort_values(),
    23: lambda:np.argsort(df.i.values).tolist(),
    24: lambda:np.argsort(df.f.values)[::-1].tolist(),
    25: lambda:np.argsort(df.s.values).tolist(),
    26: lambda:np.argsort(df.b.values).tolist(),
    27: lambda:df.i.rank(method='first').tolist(),
    28: lambda:df.sort_values('i').drop_duplicates('s').index.tolist(),
    29: lambda:df.sort_values('i').groupby('s').head(1).index.tolist(),
    30: lambda:df.groupby('s').i.nlargest(2).index.tolist(),
    31: lambda:df.i.sort_values(ignore_index=True).tolist(),
    32: lambda:df.sort_values('s',key=lambda x:x.str.upper()).index.tolist(),
    33: lambda:df.c.value_counts(),
    34: lambda:df.i.mode(),
    35: lambda:df.sort_index(ascending=False).index.tolist()[:3],
    36: lambda:df.s.value_counts(normalize=True),
}.items():
    told(number, make)
