# Forms of tables that lessons' references use: differences and moves to the right, comparisons that bring labels together, ranks of what is missing, pictures of pandas.plotting.
import collections

import matplotlib
import numpy as np
import pandas as pd

matplotlib.use("agg")
import matplotlib.pyplot as plt
from pandas import plotting
df=pd.DataFrame({'a':[1,2,3],'b':[4,5,6],'c':[9,8,7]})
print(df.diff(axis=1))
print(df.shift(1,axis=1))
print(df.shift(-1,axis='columns',fill_value=0))
print(df.corrwith(df*2+pd.DataFrame({'a':[0,1,0],'b':[0,0,1],'c':[1,0,0]})))
print(df.isin(pd.DataFrame({'a':[1,9,3],'b':[4,4,4]})))
print(df.pct_change(axis=1))
print(df.gt(pd.DataFrame({'a':[0,0],'z':[1,2]})))
print(df.mul({'a':2,'b':3,'c':1}))
print(df.eq(pd.Series([1,5,7],index=['a','b','d'])))
s=pd.Series([3,np.nan,1,3])
print(s.rank(na_option='top'),s.rank(na_option='bottom',ascending=False))
print(pd.DataFrame({'a':[9,-3,0,-1,5],'b':[-2,-7,6,8,-5]}).clip(pd.Series([2,-4,np.nan,6,3]),axis=0))
d=pd.DataFrame({'g':['m','m','f','m','f'],'e':['low','medium','high','low','high'],'c':list('UFUFF')})
print(d.groupby('g').value_counts())
print(d.groupby('g').value_counts(normalize=True))
print(df.to_dict('records',into=collections.defaultdict(list)))
print(pd.Series(pd.date_range('2000-03-11',periods=3)).searchsorted('3/14/2000'))
x=pd.DataFrame({'a':[1,2]})
x.update(pd.Series([9,8],name='a'))
print(x, pd.DataFrame({'s':['x','y'],'n':[2,2]}).mode(numeric_only=True))
mi=pd.MultiIndex.from_product([['a','b'],[1,2]],names=['k','y'])
print(mi.set_names({'k':'snake'}))
print(pd.Index(list('bcd')).slice_indexer(start='b',end='c'))
rows = pd.DataFrame({'a': [1.0, 2, 4, 3], 'b': [2.0, 1, 3, 5], 'c': [0.5, 1, 0, 2], 'Name': list('xyxy')})
def told(ax):
    """Lines, texts and limits of axes."""
    print(len(ax.lines), [np.round(np.asarray(l.get_ydata(), float).mean(), 5) for l in ax.lines[:4]], ax.get_xlabel(), ax.get_ylabel(), [t.get_text() for t in ax.texts], len(ax.patches), len(ax.collections), np.round(ax.get_xlim(), 4))
    plt.close('all')
told(rows.a.plot.kde())
told(rows.plot.kde(bw_method=0.4))
told(rows.plot.density())
told(rows.plot.hexbin('a', 'b', gridsize=5))
told(rows[['a', 'b']].plot(yerr=rows.c))
told(rows[['a', 'b']].plot.bar(yerr={'a': [1, 1, 1, 2]}))
told(rows.plot(x='a', y='b', table=True))
told(rows.a.plot.hist(orientation='horizontal'))
told(plotting.lag_plot(rows.a))
told(plotting.autocorrelation_plot(pd.Series(np.arange(20.0) % 5)))
told(plotting.andrews_curves(rows, 'Name'))
told(plotting.parallel_coordinates(rows, 'Name'))
told(plotting.radviz(rows, 'Name'))
print(plotting.scatter_matrix(rows, diagonal='kde').shape, plotting.plot_params, [m for m in dir(rows.plot) if not m.startswith('_')])
