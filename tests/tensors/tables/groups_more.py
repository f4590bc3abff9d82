# Groups by lists of functions, filtered, moved over, taken by number; values carried over, records, arrays, frequencies that are kept.
import warnings
import numpy as np
import pandas as pd

warnings.simplefilter('ignore')


def told(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error)[:160])


df = pd.DataFrame({'A':list('abab'),'B':[1,2,3,4],'C':[1.,np.nan,3,5], 's':list('pqrs')})
g = df.groupby('A'); ai = df.groupby('A', as_index=False)
for make in [
    lambda: g['C'].agg([lambda x: x.max(), lambda x: x.min(), 'sum']),
    lambda: g[['B','C']].agg([lambda x: x.max(), 'sum', lambda x: x.min()]),
    lambda: g.agg({'B':[lambda x: x.max(), lambda x:0], 'C':'sum'}),
    lambda: g['C'].agg(lambda x: x.max()),
    lambda: g['C'].agg([np.sum, np.mean]),
    lambda: g['C'].agg(['sum','sum']),
    lambda: df['C'].agg([lambda x: x.max(), 'min']),
    lambda: df[['B','C']].agg([lambda x: x.max(), 'min']),
    lambda: g.filter(lambda x: x['B'].sum() > 4, dropna=False),
    lambda: g['B'].filter(lambda x: x.sum() > 4, dropna=False),
    lambda: df.groupby('A', group_keys=True).apply(lambda x: x),
    lambda: df.groupby('A', group_keys=False).apply(lambda x: x),
    lambda: g.apply(lambda x: x),
    lambda: df.groupby('A', group_keys=False).apply(lambda x: x.head(1)),
    lambda: g.apply(lambda x: x.head(1)),
    lambda: df.groupby('A', group_keys=True)['B'].apply(lambda x: x*2),
    lambda: g['B'].apply(lambda x: x*2),
    lambda: ai.nth(0),
    lambda: g.nth(0),
    lambda: g.nth(-1),
    lambda: g.nth([0, 1]),
    lambda: g.nth([0,-1]),
    lambda: g['B'].nth(1),
    lambda: g['B'].nth([0,1]),
    lambda: g.nth(5),
    lambda: ai.nth([1]),
    lambda: g.nth(0, dropna='any'),
    lambda: g.ngroup(),
    lambda: g.ngroup(ascending=False),
    lambda: ai.describe(),
    lambda: g.describe(),
    lambda: g['C'].describe(),
    lambda: g['C'].nlargest(1),
    lambda: g['C'].nsmallest(1),
    lambda: g.agg(lambda x: x.std()),
    lambda: g.agg(lambda x: x.max()),
    lambda: g.rolling(2).B.sum(),
    lambda: g['B'].rolling(2).sum(),
    lambda: g['B'].expanding().sum(),
    lambda: ai['C'].sum(),
    lambda: ai.agg({'B':'sum'}),
    lambda: ai.size(),
    lambda: ai['B'].agg(['min','max']),
    lambda: ai.agg(lambda x: x.max()),
    lambda: ai.apply(lambda x: x.B.sum()),
    lambda: df.cumsum(),
    lambda: df[['B','C']].cumsum(skipna=False),
    lambda: df['C'].cumsum(skipna=False),
    lambda: df['C'].cumprod(skipna=False),
    lambda: df['C'].cummax(skipna=False),
    lambda: -pd.DataFrame({'a':[True,False]}),
    lambda: -pd.Series([True]),
    lambda: np.maximum(pd.Series([1,2,3]), pd.Index([4,0,6])),
    lambda: np.add(pd.Series([1,2,3], name='x'), pd.Series([1,2,3], name='y')),
    lambda: np.add(pd.Index([1,2]), pd.Index([1,2])),
    lambda: np.exp(pd.Index([0.,1])),
    lambda: np.add(pd.Index([1]), pd.DataFrame({'a':[1]})),
    lambda: pd.Series([1,2,3,4,5]).replace([1,2,3], method='pad'),
    lambda: pd.Series([1,2,3,4,5]).replace([1,2], method='bfill'),
    lambda: pd.Series([1,2,3,4,5]).replace(3, method='pad'),
    lambda: pd.Series([1,2]).replace(1),
    lambda: pd.Series([1,2]).replace([1,2]),
    lambda: pd.DataFrame({'a':[0,1],'b':[1,1]}).replace(1, method='pad'),
    lambda: pd.DataFrame({'a':list('ab.'),'b':['x','.','.']}).replace(regex={'b':{r'\s*\.\s*':np.nan}}),
    lambda: pd.DataFrame({'a':list('ab.'),'b':['x','.','.']}).replace(regex=[r'\.', 'a'], value='Q'),
    lambda: pd.DataFrame({'a':list('ab.'),'b':['x','.','.']}).replace({'b':r'\.'},{'b':np.nan}, regex=True),
    lambda: pd.DataFrame({'a':list('ab.'),'b':['x','.','.']}).replace(regex=r'\.', value='Z'),
    lambda: pd.DataFrame({'a':list('ab.'),'b':['x','.','.']}).replace(regex={r'\.':'Z','a':'b'}),
]:
    told(make)
df = pd.DataFrame(np.zeros((2,),dtype=[("A", "i4"), ("B", "f4"), ("C", "a10")]), columns=["C", "A", "B"]); print(df)
r = np.array([(1,2.,b'Hello')], dtype=[("A", "i4"), ("B", "f4"), ("C", "a10")])
for make in [
    lambda: pd.DataFrame.from_records(r, index='C'),
    lambda: pd.DataFrame.from_records(r, exclude=['A']),
    lambda: pd.DataFrame.from_records([(1,'a'),(2,'b')], columns=['x','y']),
    lambda: pd.DataFrame.from_records([{'x':1},{'x':2,'y':3}]),
    lambda: pd.DataFrame.from_records([(1,'a'),(2,'b')], columns=['x','y'], index='y'),
    lambda: pd.DataFrame.from_records([(1,'a'),(2,'b')], columns=['x','y'], index=['x','y']),
    lambda: pd.DataFrame.from_records({'x':[1,2]}),
    lambda: pd.DataFrame(r, index=['f']),
    lambda: pd.DataFrame(np.rec.array(r)),
    lambda: pd.Series([1.5,2]).array,
    lambda: pd.Series(['a']).array,
    lambda: pd.Index([1,2]).array,
    lambda: pd.DataFrame({("a", "b"): {("A", "B"): 1, ("A", "C"): 2}, ("a", "a"): {("A", "C"): 3, ("A", "B"): 4}}),
    lambda: pd.Series({('a','b'):1,('c','d'):2}),
    lambda: pd.DataFrame({'x': pd.Series({('a','b'):1,('c','d'):2})}),
    lambda: pd.DataFrame([{('a','b'):1,('c','d'):2}]),
    lambda: pd.concat({'x':pd.Series([1]),'y':pd.Series([2])}),
    lambda: pd.DataFrame({'a':[1,2]}, index=pd.MultiIndex.from_tuples([('p','A'),('p','B')])).melt(ignore_index=False),
]:
    told(make)
ts = pd.Series(np.arange(5.), pd.date_range('2000-01-01', periods=5));
for make in [
    lambda: ts.dropna(),
    lambda: ts.rolling(2).mean().dropna(),
    lambda: ts.iloc[1:],
    lambda: ts*2,
    lambda: ts[ts>1],
    lambda: ts.head(2),
    lambda: ts.groupby(lambda x: x.year).transform(lambda x: x-x.mean()),
    lambda: ts.iloc[::2],
    lambda: ts.iloc[::-1],
    lambda: ts.iloc[[0,1]],
    lambda: ts.shift(1),
    lambda: ts.diff(),
    lambda: ts['2000-01-02':'2000-01-03'],
    lambda: ts.to_frame().iloc[1:].index,
    lambda: ts.index[1:3],
    lambda: ts.index[ts.values>0],
    lambda: ts.drop(ts.index[0]),
    lambda: ts.sort_index(ascending=False),
    lambda: ts.reindex(ts.index),
    lambda: ts.copy().index,
    lambda: ts.index + pd.Timedelta('1D'),
    lambda: pd.concat([ts[:2], ts[2:]]),
    lambda: ts.cumsum(),
]:
    told(make)
