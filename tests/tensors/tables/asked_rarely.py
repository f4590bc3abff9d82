# What is asked of tables less often: arithmetic by a level, categories with gaps, steps of small integers, labels of extremes, flags, dicts of a kind, moments of databases.
import collections
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter('ignore')
def t(f):
    try: r=f()
    except Exception as e: r='%s: %s'%(type(e).__name__,e)
    print(repr(r)); print('-----')
C=pd.Categorical
t(lambda: C([1,2,3,1,np.nan])); t(lambda: C([1,None,2])); t(lambda: C([True,None])); t(lambda: C(['a',None,'b'])); t(lambda: C([1.5,None])); t(lambda: C([None,None])); t(lambda: C([1,'a',None])); t(lambda: pd.Series([1,None,2],dtype='category'))
t(lambda: C([1,2,3,3]).replace(1,3)); t(lambda: C(['a','b','a'],categories=['c','b','a'],ordered=True).searchsorted('b'))
c=pd.CategoricalIndex(['a','b','c','a'],categories=['c','b','a'],ordered=True)
t(lambda: c.min()); t(lambda: c.max()); t(lambda: pd.CategoricalIndex(['a','b']).min()); t(lambda: c.searchsorted('b'))
s=pd.Series(C(['apple','bread','bread','cheese','milk'],ordered=True)); t(lambda: s.searchsorted('bread')); t(lambda: s.searchsorted(['bread'],side='right')); t(lambda: s.searchsorted('x'))
t(lambda: pd.Index(['b','a','c']).asof('a'))
df=pd.DataFrame({'angles':[0,3,4],'degrees':[360,180,360]},index=['circle','triangle','rectangle'])
dm=pd.DataFrame({'angles':[0,3,4,4,5,6],'degrees':[360,180,360,360,540,720]},index=[['A','A','A','B','B','B'],['circle','triangle','rectangle','square','pentagon','hexagon']])
for f in 'add sub mul div floordiv mod pow radd rdiv rsub'.split(): t(lambda: getattr(df,f)(dm,level=1,fill_value=0)); t(lambda: getattr(dm,f)(df,level=1))
cost=pd.DataFrame({'cost':[250,150,100],'revenue':[100,250,300]},index=['A','B','C'])
cm=pd.DataFrame({'cost':[250,150,100,150,300,220],'revenue':[100,250,300,200,175,225]},index=[['Q1','Q1','Q1','Q2','Q2','Q2'],['A','B','C','A','B','C']])
for f in 'le lt ge gt eq ne'.split(): t(lambda: getattr(cost,f)(cm,level=1))
sm=pd.Series([1,2,3,4],index=pd.MultiIndex.from_product([['a','b'],['x','y']])); ss=pd.Series([10,20],index=['x','y'])
t(lambda: sm.add(ss,level=1)); t(lambda: ss.add(sm,level=1)); t(lambda: ss.mul(sm,level=0))
for d in ('u1','i1','i2','u2','i4','i8','u8','f4','bool'):
    t(lambda: pd.Series(np.array([1,0,5,2],d)).diff()); t(lambda: pd.Series(np.array([1,0,5,2],d)).diff(-2)); t(lambda: pd.DataFrame({'a':np.array([1,0,5],d)}).diff(2))
t(lambda: pd.Series([2**60,2**60+1]).diff()); t(lambda: pd.Series([1,2]).diff(5)); t(lambda: pd.Series([1,2]).diff(0))
f=pd.DataFrame([('bird',2,2),('mammal',4,np.nan),('arthropod',8,0),('bird',2,np.nan)],index=('falcon','horse','spider','ostrich'),columns=('species','legs','wings'))
t(lambda: f.mode(axis='columns',numeric_only=True)); t(lambda: f.mode(numeric_only=True)); t(lambda: f.mode(dropna=False)); t(lambda: f.mode())
n=pd.DataFrame({'a':[1,np.nan,3],'b':[3,2,1],'c':list('xyz')})
t(lambda: n.idxmax(numeric_only=True)); t(lambda: n.idxmax(skipna=False,numeric_only=True)); t(lambda: n[['a','b']].idxmin(axis=1)); t(lambda: n.a.idxmax(skipna=False)); t(lambda: n.a.argmax(skipna=False)); t(lambda: n.a.idxmin())
mi=pd.MultiIndex.from_tuples([('bird','falcon'),('bird','parrot'),('mammal','lion')],names=['class','name']); col=pd.MultiIndex.from_tuples([('speed','max'),('species','type')])
g=pd.DataFrame([(389.,'fly'),(24.,'fly'),(80.5,'run')],index=mi,columns=col)
t(lambda: g.reset_index(level='class')); t(lambda: g.reset_index(level='class',col_level=1)); t(lambda: g.reset_index(level='class',col_level=1,col_fill='species')); t(lambda: g.reset_index(level='class',col_level=1,col_fill='genus')); t(lambda: g.reset_index()); t(lambda: g.reset_index(col_fill=None))
r=pd.DataFrame({'A':[1,2],'B':[.5,.75]},index=['a','b']); r.index.name='I'
t(lambda: r.to_records(index_dtypes='<S2')); t(lambda: r.to_records(index_dtypes={'I':'<S2'})); t(lambda: r.to_records(column_dtypes={'A':'int32'})); t(lambda: r.to_records(index=False))
v=pd.DataFrame({'first':['John','Anne','John','Beth'],'mid':['Smith',pd.NA,pd.NA,'Louise']})
t(lambda: v.value_counts(dropna=False)); t(lambda: v.value_counts())
t(lambda: pd.MultiIndex.from_tuples([('a',None),('b',1)])); t(lambda: pd.MultiIndex.from_arrays([['x',None],[1,2]])[1])
from datetime import datetime
o=pd.offsets.Hour(5); ts=pd.Timestamp(2022,1,1)
for w in 'month quarter year'.split():
    t(lambda: (getattr(o,f'is_{w}_start')(ts),getattr(o,f'is_{w}_end')(ts)))
x=pd.Series([1,2,3,4]); t(lambda: x.to_dict(collections.OrderedDict)); t(lambda: x.to_dict(collections.defaultdict(list))); t(lambda: x.to_dict(collections.defaultdict)); t(lambda: x.to_dict(list)); t(lambda: r.to_dict('records',into=collections.defaultdict(list))); t(lambda: r.to_dict(into=collections.OrderedDict))
a=pd.Series([0,1,2,3]); t(lambda: a.dot(pd.DataFrame([[0,1],[-2,3],[4,-5],[6,7]]))); t(lambda: a.dot(a)); t(lambda: a.dot(np.array([[0,1],[-2,3],[4,-5],[6,7]]))); t(lambda: a.dot(pd.Series([1,2,3,4],index=[3,2,1,0]))); t(lambda: a.dot(pd.Series([1,2],index=[9,8]))); t(lambda: a@[1,2,3,4])
a.info(verbose=False); a.info(); pd.Series(['a',None]).info(memory_usage=False)
t(lambda: pd.NaT.tz_convert(tz='Asia/Tokyo')); t(lambda: pd.NaT.replace(year=3)); t(lambda: pd.NaT.floor(freq='H')); t(lambda: pd.NaT+pd.Timedelta('1D'))
t(lambda: pd.to_numeric(pd.Series([1,2,3],dtype='Int64'),downcast='integer')); t(lambda: pd.to_numeric(pd.Series([1.,2.1,3.],dtype='Float64'),downcast='float')); t(lambda: pd.to_numeric(pd.Series([1,None],dtype='Int64'),downcast='unsigned'))
d=pd.DataFrame({'A':{0:'a',1:'b'},'B':{0:1,1:3},'C':{0:2,1:4}}); d.columns=[list('ABC'),list('DEF')]
t(lambda: d.melt(col_level=0,id_vars=['A'],value_vars=['B'])); t(lambda: d.melt(id_vars=[('A','D')],value_vars=[('B','E')])); t(lambda: pd.melt(d,col_level=1,id_vars=['D']))
z=pd.DataFrame({'A':[1,2]}); t(lambda: z.flags); z.flags.allows_duplicate_labels=False; t(lambda: z.flags); t(lambda: z.flags['allows_duplicate_labels'])
y=pd.DataFrame({'A':[1,2]},index=['a','a']); 
def bad(): y.flags.allows_duplicate_labels=False
t(bad)
def bad2(): y.flags['x']=False
t(bad2)
import sqlite3
con=sqlite3.connect(':memory:'); pd.DataFrame([[0,'10/11/12'],[1,'12/11/10']],columns=['i','d']).to_sql('t',con)
t(lambda: pd.read_sql('SELECT i, d FROM t',con,parse_dates=['d'])); t(lambda: pd.read_sql('SELECT i, d FROM t',con,parse_dates={'d':'%d/%m/%y'})); t(lambda: pd.read_sql('SELECT i, d FROM t',con,parse_dates={'d':{'dayfirst':True}})); t(lambda: pd.read_sql('SELECT i, d FROM t',con,parse_dates=['i']).dtypes)
