import pandas as pd, numpy as np, io
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
s = pd.Series([1.,2.,np.nan,4.,5.,6.]); t(lambda: s.rolling(2).mean()); t(lambda: s.rolling(3, min_periods=1).sum()); t(lambda: s.rolling(3, center=True).max()); t(lambda: s.expanding().mean()); t(lambda: s.ewm(alpha=.5).mean()); t(lambda: s.ewm(span=3, adjust=False).mean()); t(lambda: s.rolling(2).std())
t(lambda: pd.cut(s, 3, labels=False)); t(lambda: pd.cut(s, [0,2,4,6], labels=False)); t(lambda: pd.qcut(s, 2, labels=False))
df = pd.DataFrame({'a':[1,2,3],'b':[.1,.2,np.nan],'c':['x','y/z',None]})
t(lambda: df.to_json()); t(lambda: df.to_json(orient='records')); t(lambda: df.to_json(orient='split')); t(lambda: pd.read_json(df.to_json())); t(lambda: pd.read_json('[{"a":1,"b":2.5},{"a":2}]')); t(lambda: df.a.to_json())
z = 2
t(lambda: df.query('a > 1')); t(lambda: df.query('a > 1 and b < 1')); t(lambda: df.query('a > @z')); t(lambda: df.query('c == "x"')); t(lambda: df.query('a in [1,3]')); t(lambda: df.query('q > 1'))
df.loc[df.a > 1, 'b'] = 9; t(lambda: df); df.loc[0, 'c'] = 'new'; df.iloc[1, 0] = 7.5; t(lambda: df); df.at[2, 'a'] = 3; t(lambda: df.dtypes); df.loc[5] = [1, 2, 'q']; t(lambda: df); df.loc[:, 'd'] = 1; df['e'] = pd.Series([1,2], index=[0,5]); t(lambda: df)
df.iloc[0:2, 1:3] = [[1,'u'],[2,'v']]; t(lambda: df); df.loc['new', 'a'] = 5; t(lambda: df); df[df.a > 6] = 0; t(lambda: df); del df['d']; df.insert(0, 'z', 1); t(lambda: df); df.columns = list('zabce'[:len(df.columns)]); t(lambda: df); t(lambda: df.pop('z')); t(lambda: df)
x = pd.Series([1,2,3]); x[1] = 10; x[5] = 7; x[x > 5] = 0; t(lambda: x); x.iloc[0] = 2.5; t(lambda: x); f = pd.DataFrame({'a':[1,2]}); f['a'][0] = 5; t(lambda: f); f.a.iloc[1] = 2.5; t(lambda: f)
def bad(g):
    try: g(); print('no error')
    except Exception as e: print(type(e).__name__, e)
bad(lambda: f.iloc.__setitem__((5,0), 1)); bad(lambda: f.__setitem__('q', [1,2,3])); bad(lambda: setattr(f, 'columns', ['a','b'])); bad(lambda: setattr(f, 'index', [1])); bad(lambda: pd.DataFrame({'a':[1,2],'b':[1]})); bad(lambda: pd.DataFrame({'a':1})); bad(lambda: pd.DataFrame([[1,2],[3,4]], columns=['a'])); bad(lambda: pd.DataFrame(np.ones((2,2)), columns=['a'])); bad(lambda: pd.Series([1,2], index=[1])); bad(lambda: pd.DataFrame(5)); bad(lambda: bool(f)); bad(lambda: f.mean(axis=3)); bad(lambda: pd.concat([])); bad(lambda: pd.concat([1])); bad(lambda: f.a.astype('foo')); bad(lambda: pd.Series([1.5,np.nan]).astype(int)); bad(lambda: f['a']['zz']); bad(lambda: f.loc[9]); bad(lambda: f.loc[:, 'zz']); bad(lambda: f.sort_values('zz')); bad(lambda: f.set_index('zz')); bad(lambda: pd.Series([1,2]) == pd.Series([1])); bad(lambda: f.fillna()); bad(lambda: pd.Series(['1','x']).astype(int)); bad(lambda: pd.to_numeric(pd.Series(['1','x']))); bad(lambda: f.sample(5)); bad(lambda: f.drop('q', axis=1)); bad(lambda: f.merge(f, on='q')); bad(lambda: pd.Series([3,'a']).sort_values()); bad(lambda: pd.Series(['a',1]).sum()); bad(lambda: pd.Series(['a','b']).mean())
