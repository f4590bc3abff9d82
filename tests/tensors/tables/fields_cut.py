"""read_csv of plain texts and of those that are not: ends of lines, quotes, blanks, comments, gaps, numbers of every form, by the ways a program reads them; texts of small numbers are no dates."""
import io
import warnings

import pandas as pd

warnings.simplefilter('ignore')


def show(text, **k):
    try:
        f = pd.read_csv(io.StringIO(text), **k)
        print(repr(text)[:60], *k.values(), f.shape, list(f.columns), [str(d) for d in f.dtypes], f.index.tolist()[:6], f.to_dict('list'))
    except Exception as e:
        print(repr(text)[:60], *k.values(), type(e).__name__, str(e)[:120])


texts = ['a,b\n1,2\n3,4\n', 'a,b\r\n1,2\r\n3,\r\n', 'a,b\n1,"x, y"\n2,"z"\n', 'a,b\n1,"he said ""hi"""\n2,q', 'a,b\n\n1,2\n   \n3,4', 'a,b\n1,2,3\n4,5,6\n', 'a,b\n1,2\n3,4,5\n', 'a;b\n1;2\n', 'a,b\n 1 , 2\n3, 4\n',
 'a,b\nTrue,False\nTrue,NaN\n', 'a,b\n1_0,2\n3,4\n', 'a,b\n99999999999999999999,1\n3,2\n', 'a,b\n9223372036854775807,9223372036854775808\n1,2\n', 'a,b\n1e3,inf\n-2.5E-2,-inf\n', 'a,b\nnan,NA\n,NULL\n', 'a,b\n0x10,1.\n.5,+3\n', 'a,b\n007,1\n-0,-0.0\n',
 '# c\na,b\n1,2 # d\n3,4\n', 'a,b\n"1","2"\n"3","NA"\n', 'a\n1\n\n2\n', 'a\n"x\ny"\nz\n', 'a,a,b\n1,2,3\n', ',b\n1,2\n', 'é,ü\n1,ß\n2,日本\n', 'a,b\n', '', 'a,b\n1,2', 'a,b\n1,-999\n2,mq\n', 'a,b\n2020-01-02,x\n2020-03-04,y\n', 'a,b\n1,\'x\'\n', 'a,b\n"x"y,1\n', 'a,b\n1,2\n\r\n3,4\n', 'a,b,c\n1.5,x,\n2,,3\n', 'a,b\n"unclosed,1\n2,3\n', 'a,b\n1 000,2\n', 'a,b\n1,--\n']
ways = [{}, {'header': None}, {'index_col': 0}, {'names': ['p', 'q']}, {'skiprows': 1}, {'nrows': 1}, {'na_values': ['mq', -999]}, {'comment': '#'}, {'skipinitialspace': True}, {'dtype': str}, {'keep_default_na': False}, {'na_filter': False}, {'usecols': [1]}, {'parse_dates': ['a']}, {'skip_blank_lines': False}, {'sep': ';'}, {'thousands': ' '}, {'converters': {'a': str}}, {'header': 1}, {'index_col': 'a', 'parse_dates': True}, {'quotechar': "'"}, {'true_values': ['x']}]
for t in texts:
    named = t.split('\n')[0].strip('\r').split(',')
    for w in ways:
        # left out: what the C engine of 1.5 reads wrongly, or refuses in words of its own
        if 'usecols' in w and len(named) != 2 or w.get('index_col') == 'a' and 'a' not in named or 'unclosed' in t and 'skiprows' in w or t in ('', 'a,b\n') and ('names' in w or 'parse_dates' in w) or t == 'a,b\n1,2,3\n4,5,6\n' and ('usecols' in w or 'parse_dates' in w):
            continue
        show(t, **w)

for text in ('1', '12', '007', '999', '1000', '0', '1.5', '1e3', '99', '-0', '20200101', '1 2', '-5', ' 1 ', '1.2.2020', '1/2', '12/2020', 'Jan 5', '5 March 2021'):
    for errors in ('raise', 'ignore', 'coerce'):
        try:
            print(repr(text), errors, repr(pd.to_datetime([text], errors=errors)))
        except Exception as e:
            print(repr(text), errors, type(e).__name__, str(e)[:90])
    try:
        print(repr(pd.Timestamp(text)))
    except Exception as e:
        print(repr(text), type(e).__name__, str(e)[:90])
