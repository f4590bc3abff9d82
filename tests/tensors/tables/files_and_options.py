# Files read and written, options of what is shown.
import io, os, tempfile, json
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


os.chdir(tempfile.mkdtemp())
C=lambda text,**k: pd.read_csv(io.StringIO(text),**k)
df=pd.DataFrame({'a':[1,2,3],'b':[1.5,np.nan,3],'c':['x','y,z','q"r'],'d':[True,False,True]})
df.to_csv('f.csv',index=False)
df.to_csv('g.csv.gz')
wide=pd.DataFrame(np.arange(300).reshape(10,30))
long=pd.DataFrame({'x':range(100),'y':np.arange(100)/3})
for number, make in {
    0: lambda:C('a,b,c\n1,2,3\n4,5,6'),
    1: lambda:C('a,b\n1,2\n3,4',index_col=0),
    2: lambda:C('a,b\n1,2\n3,4',header=None),
    3: lambda:C('1,2\n3,4',names=['x','y']),
    4: lambda:C('a;b\n1,5;2',sep=';',decimal=','),
    5: lambda:C('a b  c\n1 2  3',delim_whitespace=True),
    6: lambda:C('a\tb\n1\t2',sep='\t'),
    7: lambda:C('a,b\n1,2,3'),
    8: lambda:C('a,b\n1,2\n1,2,3'),
    9: lambda:C('a,b,c\n1,2\n3'),
    10: lambda:C(''),
    11: lambda:C('a,b'),
    12: lambda:C('a,b\n1,NA\n,x'),
    13: lambda:C('a,b\n1,NA\n,x',keep_default_na=False),
    14: lambda:C('a,b\n1,-\n2,3',na_values='-'),
    15: lambda:C('a,b\n1,-\n2,3',na_values={'b':['-']}),
    16: lambda:C('a,b\n1,2\n3,4',usecols=['b']),
    17: lambda:C('a,b\n1,2\n3,4',usecols=[0]),
    18: lambda:C('a,b\n1,2\n3,4',usecols=['z']),
    19: lambda:C('a,b\n1,2\n3,4',dtype={'a':str}),
    20: lambda:C('a,b\n1,2\n3,4',dtype=str).dtypes,
    21: lambda:C('a,b\n1,2\n3,4',dtype='Int64').dtypes,
    22: lambda:C('a,b\nx,2\ny,4',dtype={'a':'category'}).a,
    23: lambda:C('a,b\nx,2\n,4',dtype={'a':'string'}).a,
    24: lambda:C('a,b\nTrue,2\n,4',dtype={'a':'boolean'}).a,
    25: lambda:C('a,b\nx,2',dtype={'a':int}),
    26: lambda:C('a,b\n1,2\n,4',dtype={'a':'Int64'}),
    27: lambda:C('a,b\n1,2\n3,4',skiprows=1),
    28: lambda:C('# c\na,b\n1,2',comment='#'),
    29: lambda:C('a,b\n1,2\n3,4\n5,6',nrows=2),
    30: lambda:C('a,b\n1,2\n3,4\n5,6',skipfooter=1,engine='python'),
    31: lambda:list(C('a,b\n1,2\n3,4\n5,6',chunksize=2)),
    32: lambda:C('a,b\n1,2\n3,4\n5,6',iterator=True).get_chunk(1),
    33: lambda:C('d,v\n2020-01-02,1',parse_dates=['d']).dtypes,
    34: lambda:C('d,v\n2020-01-02,1',parse_dates=['d'],index_col='d'),
    37: lambda:C('a,b\n"1,000",2',thousands=','),
    38: lambda:C("a,b\n'x,y',2",quotechar="'"),
    39: lambda:C('a,b\n1,2\n3,4',converters={'a':lambda x:int(x)*10}),
    40: lambda:C('a,b\nyes,1\nno,2',true_values=['yes'],false_values=['no']),
    41: lambda:C('a,a,b\n1,2,3'),
    42: lambda:C(',a\nx,1'),
    43: lambda:C(',a\nx,1',index_col=0),
    44: lambda:C('a,b,c\n1,2,3\n4,5,6',index_col=['a','b']),
    45: lambda:C('a,b\n\n1,2\n\n3,4'),
    46: lambda:C('a,b\n\n1,2',skip_blank_lines=False),
    47: lambda:C(' a, b\n 1, 2',skipinitialspace=True),
    48: lambda:C('x,x,y\na,b,a\n1,2,3',header=[0,1]),
    49: lambda:C('a,b\n1,2\n3,4',squeeze=True),
    50: lambda:C('a\n1\n2').squeeze(),
    51: lambda:C('a,b\n1,2\n3',on_bad_lines='skip'),
    52: lambda:C('a,b\n1,2\n3,4,5\n6,7',on_bad_lines='skip'),
    53: lambda:C('a,b\n1,2\n3,4,5\n6,7',on_bad_lines='warn'),
    54: lambda:C('a,b\n1,2\n3,4,5\n6,7',error_bad_lines=False),
    55: lambda:C('a,b\n1e5,0x1\ninf,-inf'),
    56: lambda:C('a\n1\n2.5\nx').a.tolist(),
    57: lambda:C('a\n99999999999999999999').dtypes,
    58: lambda:C('a|b\n1|2',sep='|'),
    59: lambda:C('a::b\n1::2',sep='::',engine='python'),
    60: lambda:C('a,b\n1,2',prefix='X',header=None),
    61: lambda:C('a,b\n1,2').to_dict('list'),
    62: lambda:pd.read_csv('nope.csv'),
    63: lambda:pd.read_csv('f.csv'),
    64: lambda:pd.read_csv('g.csv.gz',index_col=0),
    65: lambda:pd.read_csv('f.csv',encoding='latin1').shape,
    66: lambda:pd.read_csv('f.csv',foo=1),
    67: lambda:pd.read_table('f.csv',sep=','),
    68: lambda:pd.read_fwf(io.StringIO('id   name\n1    ann\n22   bob')),
    69: lambda:pd.read_fwf(io.StringIO('1ann\n2bob'),widths=[1,3],header=None),
    70: lambda:df.to_csv(),
    71: lambda:df.to_csv(index=False),
    72: lambda:df.to_csv(sep='\t'),
    73: lambda:df.to_csv(na_rep='NULL'),
    74: lambda:df.to_csv(columns=['a']),
    75: lambda:df.to_csv(header=False),
    76: lambda:df.to_csv(float_format='%.2f'),
    77: lambda:df.to_csv(index_label='id'),
    78: lambda:df.to_csv(quoting=1),
    79: lambda:df.to_csv(quoting=2),
    80: lambda:df.to_csv(decimal=','),
    81: lambda:df.to_csv(line_terminator='\r\n'),
    82: lambda:df.to_csv(header=['A','B','C','D']),
    83: lambda:df.to_csv('out/x.csv'),
    84: lambda:df.a.to_csv(),
    85: lambda:df.to_csv(mode='a'),
    86: lambda:df.to_csv(date_format='%Y'),
    87: lambda:df.to_json(),
    88: lambda:df.to_json(orient='records'),
    89: lambda:df.to_json(orient='split'),
    90: lambda:df.to_json(orient='index'),
    91: lambda:df.to_json(orient='values'),
    92: lambda:df.to_json(orient='table'),
    93: lambda:df.to_json(orient='records',lines=True),
    94: lambda:df.to_json(indent=2),
    95: lambda:df.a.to_json(),
    96: lambda:df.to_json(orient='bad'),
    97: lambda:pd.read_json('{"a":{"0":1,"1":2},"b":{"0":"x","1":"y"}}'),
    98: lambda:pd.read_json('[{"a":1,"b":2},{"a":3}]'),
    99: lambda:pd.read_json('{"columns":["a"],"index":[0],"data":[[1]]}',orient='split'),
    100: lambda:pd.read_json('{"a":1}\n{"a":2}',lines=True),
    101: lambda:pd.read_json('{"r":{"a":1}}',orient='index'),
    102: lambda:pd.read_json('[1,2]',typ='series'),
    103: lambda:pd.read_json('{bad'),
    104: lambda:pd.read_json(df.to_json()),
    105: lambda:pd.read_json('nope.json'),
    106: lambda:df.to_html(),
    107: lambda:df.to_html(index=False),
    108: lambda:df.to_html(classes='t',border=0),
    109: lambda:df.to_html(escape=False),
    110: lambda:df.to_html(columns=['a'],table_id='q'),
    111: lambda:df.to_html(justify='left')[:150],
    112: lambda:df.to_html(bold_rows=False),
    113: lambda:df.to_html(na_rep='-'),
    114: lambda:df.to_html(float_format='{:.1f}'.format),
    115: lambda:df.to_html(formatters={'a':lambda x:f'<{x}>'}),
    116: lambda:df.to_html(max_rows=2),
    117: lambda:df.to_html(render_links=True),
    121: lambda:df.to_parquet('x.parquet'),
    122: lambda:pd.read_parquet('x.parquet'),
    126: lambda:df.to_pickle('x.pkl'),
    127: lambda:pd.read_pickle('x.pkl'),
    129: lambda:df.to_string(index=False),
    130: lambda:df.to_string(header=False),
    131: lambda:df.to_string(na_rep='-',float_format='%.3f'),
    133: lambda:df.to_string(justify='left'),
    134: lambda:df.to_string(formatters={'b':'{:.0f}'.format}),
    135: lambda:df.to_string(max_rows=2),
    136: lambda:df.a.to_string(index=False),
    137: lambda:df.to_string(columns=['a']),
    138: lambda:df.to_markdown(),
    140: lambda:df.to_dict('split'),
    141: lambda:df.to_dict('tight'),
    142: lambda:df.to_dict('bad'),
    143: lambda:pd.DataFrame.from_dict({'r':[1,2]},orient='index',columns=['a','b']),
    144: lambda:pd.DataFrame.from_dict(df.to_dict('tight'),orient='tight'),
    145: lambda:pd.DataFrame.from_records([(1,'a')],columns=['n','l']),
    146: lambda:wide,
    147: lambda:long,
    148: lambda:wide.to_string()[:200],
    149: lambda:long.y,
    150: lambda:pd.get_option('display.max_rows'),
    151: lambda:pd.options.display.max_rows,
    152: lambda:pd.get_option('max_columns'),
    153: lambda:pd.get_option('nope'),
    156: lambda:pd.reset_option('all'),
    157: lambda:pd.options.display.nope,
    158: lambda:pd.DataFrame({'x':['a'*80]}),
    159: lambda:pd.DataFrame({'x':[1e10,1.5]}),
    160: lambda:pd.DataFrame({'x':[1e-10,1.5]}),
    161: lambda:pd.DataFrame({'x':[123456789.123]}),
    162: lambda:pd.DataFrame({'x':[0.00001,1000000]}),
    163: lambda:pd.Series([1e15,1]),
    164: lambda:pd.Series([1e16,1]),
    165: lambda:pd.Series([1.0,2.0]),
    166: lambda:pd.Series([0.1+0.2]),
    167: lambda:pd.Series([np.inf,-np.inf,np.nan]),
    168: lambda:pd.Series([1+2j]),
    169: lambda:pd.Series([None,1,'a']),
    170: lambda:pd.Series([[1,2],{'a':1},(3,)]),
    171: lambda:pd.Series(['a\nb','tab\t']),
    172: lambda:pd.DataFrame({'x':[1,2]},index=['é','日本']),
    173: lambda:pd.DataFrame(),
    174: lambda:pd.DataFrame(columns=['a']),
    175: lambda:pd.DataFrame(index=[1]),
    176: lambda:pd.Series(dtype=float),
    177: lambda:pd.Series([],dtype=object,name='n'),
    178: lambda:pd.DataFrame({'a':[1]}).info(),
    179: lambda:df.info(verbose=False),
    180: lambda:df.info(show_counts=False),
    181: lambda:df.info(memory_usage=False),
    182: lambda:wide.info(),
    183: lambda:df.a.info(),
    184: lambda:df.describe(include='all'),
    185: lambda:df.memory_usage(deep=True),
    186: lambda:pd.__version__,
}.items():
    told(number, make)
def o(*p):

    def g():
        with pd.option_context(*p):
            print(long)
            print(df)
            print(wide)
    return g
told(188, o('display.max_rows',4))
told(189, o('display.precision',2))
told(190, o('display.max_columns',6))
told(191, o('display.width',40))
told(192, o('display.max_colwidth',5))
told(193, o('display.float_format','{:.1f}'.format))
told(194, o('display.expand_frame_repr',False))
told(195, o('display.show_dimensions',False))
told(196, o('display.show_dimensions',True))
told(197, o('display.min_rows',2))
told(198, o('display.max_rows',None))
told(199, o('display.chop_threshold',.5))
told(200, o('display.colheader_justify','left'))
told(201, o('display.large_repr','info'))
told(202, o('display.multi_sparse',False))
told(203, o('precision',1))
