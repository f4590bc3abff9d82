# pandas.testing, questions to an index, databases of SQLite, tables of pages.
import sqlite3
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


a=pd.DataFrame({'a':[1,2],'b':[1.0,2.0],'c':['x','y']})
s=a.a
T=pd.testing
for number, make in {
    0: lambda:T.assert_frame_equal(a,a),
    1: lambda:T.assert_frame_equal(a,a.assign(a=[1,3])),
    2: lambda:T.assert_frame_equal(a,a.assign(b=[1.0,2.5])),
    3: lambda:T.assert_frame_equal(a,a.assign(b=[1.0,2.0+1e-9])),
    4: lambda:T.assert_frame_equal(a,a.assign(a=[1.0,2.0])),
    5: lambda:T.assert_frame_equal(a,a.assign(a=[1.0,2.0]),check_dtype=False),
    6: lambda:T.assert_frame_equal(a,a[['a']]),
    7: lambda:T.assert_frame_equal(a,a.rename(columns={'a':'z'})),
    8: lambda:T.assert_frame_equal(a,a.set_index('c')),
    9: lambda:T.assert_frame_equal(a,a.set_axis([5,6])),
    10: lambda:T.assert_series_equal(s,s),
    11: lambda:T.assert_series_equal(s,s+1),
    12: lambda:T.assert_series_equal(s,s.rename('q')),
    13: lambda:T.assert_series_equal(s,s.astype(float)),
    14: lambda:T.assert_series_equal(s,s[:1]),
    15: lambda:T.assert_index_equal(a.index,a.index),
    16: lambda:T.assert_index_equal(pd.Index([1,2]),pd.Index([1,3])),
    17: lambda:T.assert_index_equal(pd.Index([1,2]),pd.Index([1])),
    18: lambda:T.assert_series_equal(s,5),
    19: lambda:T.assert_frame_equal(a,5),
    20: lambda:T.assert_series_equal(pd.Series(['a','b']),pd.Series(['a','c'])),
    21: lambda:T.assert_frame_equal(a,a[['b','a','c']]),
    22: lambda:T.assert_frame_equal(a,a[['b','a','c']],check_like=True),
    23: lambda:T.assert_series_equal(pd.Series([1,np.nan]),pd.Series([1,np.nan])),
}.items():
    told(number, make)
i=pd.Index([3,1,2])
j=pd.Index(['a','b','a'],name='n')
m=pd.MultiIndex.from_product([['a','b'],[1,2]],names=['x','y'])
for number, make in {
    24: lambda:i.factorize(),
    25: lambda:j.get_indexer_for(['a']),
    26: lambda:j.get_indexer_non_unique(['a','z']),
    27: lambda:i.reindex([1,9]),
    28: lambda:pd.Index([1,2,4]).searchsorted(3),
    29: lambda:i.is_numeric(),
    30: lambda:j.is_object(),
    31: lambda:j.is_monotonic_increasing,
    32: lambda:i.nbytes,
    33: lambda:j.groupby(['p','q','p']),
    34: lambda:pd.Index([1,2,3]).slice_locs(2,3),
    35: lambda:i.join(pd.Index([1,5]),how='outer'),
    36: lambda:i.join(pd.Index([1,5]),how='inner'),
    37: lambda:i.holds_integer(),
    38: lambda:i.is_integer(),
    39: lambda:i.is_boolean(),
    40: lambda:i.is_floating(),
    41: lambda:j.is_categorical(),
    42: lambda:i.ravel(),
    43: lambda:i.transpose(),
    44: lambda:j.droplevel(0),
    45: lambda:m.reorder_levels(['y','x']),
    46: lambda:m.get_loc_level('a'),
    47: lambda:m.get_loc_level(1,level='y'),
    48: lambda:m.equal_levels(m),
    49: lambda:m.truncate('b'),
    50: lambda:m.is_lexsorted(),
    51: lambda:i.is_(i),
    52: lambda:a.kurtosis(),
    53: lambda:a.isetitem(0,[7,8]),
    54: lambda:s.filter(items=[0]),
    55: lambda:s.filter(like='1'),
    56: lambda:s.ravel(),
    57: lambda:s.transpose() is s,
    58: lambda:pd.api.types.pandas_dtype('int64'),
    60: lambda:pd.api.types.is_int64_dtype(s),
    61: lambda:pd.api.types.is_re('a'),
    62: lambda:pd.api.types.is_dtype_equal('int64',np.int64),
    63: lambda:pd.api.types.is_sparse(s),
    64: lambda:pd.api.types.is_interval(pd.Interval(0,1)),
    66: lambda:pd.errors.ParserWarning,
    67: lambda:a.groupby('c').ndim,
    68: lambda:a.groupby('c').pad(),
    72: lambda:pd.array([1,2]).any(),
    73: lambda:pd.array(['a','b']).max(),
    74: lambda:pd.array([3,4]).searchsorted(4),
    75: lambda:pd.interval_range(0,2).closed_left,
    77: lambda:pd.reset_option('display.float_format'),
    78: lambda:j.putmask([True,False,False],'z'),
    79: lambda:i.asof(2) if 0 else 1,
    80: lambda:i.get_slice_bound(1,'left') if 0 else 1,
}.items():
    told(number, make)
c=sqlite3.connect(':memory:')
for number, make in {
    81: lambda:a.to_sql('t',c,index=False),
    82: lambda:pd.read_sql('select * from t',c),
    83: lambda:pd.read_sql_query('select a,c from t where a>1',c,index_col='a'),
    84: lambda:a.to_sql('t',c),
    85: lambda:a.to_sql('t',c,if_exists='append',index=False),
    86: lambda:pd.read_sql('select count(*) n from t',c),
    87: lambda:a.to_sql('u',c),
    88: lambda:pd.read_sql('select * from u',c),
    89: lambda:pd.read_sql('select * from nope',c),
    90: lambda:pd.read_sql('select * from t where a=?',c,params=(1,)),
    91: lambda:a.to_sql('t',c,if_exists='replace',index=False),
    92: lambda:pd.read_sql('select * from t',c).shape,
    93: lambda:pd.read_sql_table('t',c),
    94: lambda:a.to_sql('t',c,if_exists='zz'),
}.items():
    told(number, make)
for number, make in {
    95: lambda:pd.read_html('<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>x</td></tr><tr><td>2</td><td>y</td></tr></tbody></table>')[0],
    96: lambda:pd.read_html('<p>no</p>'),
    97: lambda:pd.read_html('<table><tr><td>1</td><td>2</td></tr></table><table><tr><th>z</th></tr><tr><td>3</td></tr></table>'),
    98: lambda:pd.read_html('<table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td>1</td></tr></table>',index_col=0)[0],
    99: lambda:pd.read_html('<table><tr><td colspan="2">w</td></tr><tr><td>1</td><td>2</td></tr></table>')[0],
    100: lambda:pd.read_html('<table><tr><th>q</th></tr><tr><td>1</td></tr></table><table><tr><th>r</th></tr><tr><td>zz</td></tr></table>',match='zz'),
}.items():
    told(number, make)
