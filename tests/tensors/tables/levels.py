# Levels that change sides, pivots, margins, crosstabs.
import warnings
import numpy as np
import pandas as pd

warnings.simplefilter('ignore')


def told(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error)[:160])


idx = pd.MultiIndex.from_product([['b','a'],[2,1]], names=['x','y'])
df = pd.DataFrame(np.arange(8).reshape(4,2), index=idx, columns=['B','A'])
df2 = pd.DataFrame([[1,2.5],[3,np.nan]], index=['r','q'], columns=['B','A'])
mc = pd.MultiIndex.from_tuples([('B','cat'),('A','dog'),('B','dog'),('A','cat')], names=['exp','animal'])
df3 = pd.DataFrame(np.arange(8.).reshape(2,4), index=pd.Index(['p','o'],name='i'), columns=mc)
mc4 = pd.MultiIndex.from_tuples([('A','cat'),('B','dog'),('B','cat')], names=['exp','animal'])
df4 = pd.DataFrame([[1,2,3],[4,5,6]], index=idx[:2], columns=mc4)
for make in [
    lambda: df.unstack(),
    lambda: df.unstack(0),
    lambda: df.unstack('x'),
    lambda: df.unstack(['x','y']),
    lambda: df.stack(),
    lambda: df.stack().unstack(),
    lambda: df.stack().unstack(0),
    lambda: df.stack().unstack([0,1]),
    lambda: df2.stack(),
    lambda: df2.stack(dropna=False),
    lambda: df2.unstack(),
    lambda: df3.stack(),
    lambda: df3.stack(0),
    lambda: df3.stack('exp'),
    lambda: df3.stack([0,1]),
    lambda: df3.stack(level=['animal','exp']),
    lambda: df3.unstack(),
    lambda: df4.stack(),
    lambda: df4.stack(0),
    lambda: df4.unstack(),
    lambda: df.iloc[[0,1,2]].unstack(),
    lambda: df.iloc[[0,1,2]].unstack(fill_value=-1),
    lambda: df.iloc[[0,1,2]].unstack(0).dtypes,
    lambda: df.unstack(5),
    lambda: df.unstack('zz'),
    lambda: df2.stack(3),
    lambda: df['A'].unstack(),
    lambda: df2.stack().index,
    lambda: df3.stack().columns,
    lambda: df.stack().index.names,
    lambda: df.unstack().columns,
    lambda: pd.DataFrame({'a':[1,2],'b':list('xy')}).stack(),
    lambda: pd.DataFrame({'a':[1,2],'b':list('xy')}).unstack(),
    lambda: pd.DataFrame({'a':pd.to_datetime(['2020','2021']),'b':pd.to_datetime(['2020','2021'])}).stack(),
    lambda: df.stack().mean(),
    lambda: df.groupby('x').sum().stack(),
    lambda: df2.T.unstack(0),
    lambda: df['A'].unstack(0).stack(),
    lambda: df.reset_index().pivot(index='x', columns='y', values='A'),
    lambda: df.reset_index().pivot(index='x', columns='y'),
    lambda: df.reset_index().pivot(index='x', columns='y', values=['A','B']),
    lambda: df.reset_index().pivot_table(index='x', columns='y', values='A', aggfunc='sum'),
    lambda: df.reset_index().pivot_table(index='x', columns='y', margins=True, aggfunc='sum'),
    lambda: df.reset_index().pivot_table(index=['x'], margins=True),
    lambda: df.reset_index().pivot_table(values='A', index='x', columns='y', margins=True, margins_name='T'),
]:
    told(make)

foo, bar, dull, shiny, one, two = "foo", "bar", "dull", "shiny", "one", "two"
a = np.array([foo, foo, bar, bar, foo, foo], dtype=object)
b = np.array([one, one, two, one, two, one], dtype=object)
c = np.array([dull, dull, shiny, dull, dull, shiny], dtype=object)
df = pd.DataFrame({"A": [1, 2, 2, 2, 2], "B": [3, 3, 4, 4, 4], "C": [1, 1, np.nan, 1, 1], 's': list('xyxyx')})
for make in [
    lambda: pd.crosstab(a, [b, c], rownames=["a"], colnames=["b", "c"]),
    lambda: pd.crosstab(a, b),
    lambda: pd.crosstab(df["A"], df["B"]),
    lambda: pd.crosstab(df["A"], df["B"], normalize=True),
    lambda: pd.crosstab(df["A"], df["B"], normalize="columns"),
    lambda: pd.crosstab(df["A"], df["B"], normalize="index"),
    lambda: pd.crosstab(df["A"], df["B"], values=df["C"], aggfunc=np.sum),
    lambda: pd.crosstab(df["A"], df["B"], values=df["C"], aggfunc=np.sum, normalize=True, margins=True),
    lambda: pd.crosstab(df["A"], df["B"], margins=True),
    lambda: pd.crosstab(df["A"], df["B"], margins=True, normalize='index'),
    lambda: pd.crosstab(df["A"], df["B"], margins=True, normalize='columns'),
    lambda: pd.crosstab([df.A, df.s], df.B),
    lambda: pd.crosstab([df.A, df.s], df.B, margins=True),
    lambda: pd.crosstab(df.A, df.B, values=df.C),
    lambda: pd.crosstab(df.A, df.B, aggfunc=sum),
    lambda: pd.crosstab(df.A, df.B, normalize='zz'),
    lambda: df.pivot_table(index='A', columns=['B','s'], values='C'),
    lambda: df.pivot_table(index=['A','s'], columns='B', values='C', aggfunc='sum'),
    lambda: df.pivot_table(index=['A','s'], columns='B', values='C', aggfunc='sum', fill_value=0),
    lambda: df.pivot_table(index=['A','s'], columns='B', aggfunc='sum', margins=True),
    lambda: df.pivot_table(index='A', aggfunc={'B':'sum','C':'mean'}),
    lambda: df.pivot_table(index='A', values=['B','C'], aggfunc=[np.mean, 'sum']),
    lambda: df.pivot_table(columns='A', values='B'),
    lambda: df.pivot_table(index='A', columns='s', values='B', aggfunc='count'),
    lambda: df.pivot_table(index=df.A, values='B'),
    lambda: df.pivot_table(values='B', index=['A'], aggfunc=len),
    lambda: df.pivot_table(values='B'),
    lambda: df.pivot_table('B','A','s', margins=True, fill_value=0),
    lambda: df.pivot_table('B','A','s', aggfunc='max'),
    lambda: df.pivot_table(index='zz'),
    lambda: df.pivot_table(values=['B'], index='A', columns='s'),
    lambda: df.pivot(index='A', columns='s', values='B'),
]:
    told(make)
