# DataFrame.style: values in forms, cells in colours, parts left out.
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


df=pd.DataFrame({'a':[1,2,3],'b':[1.5,np.nan,-3.25],'c':['x','<y>',None]})
num=df[['a','b']]
u=lambda d=df: d.style.set_uuid('q')
mi=pd.DataFrame(np.arange(4).reshape(2,2),index=pd.MultiIndex.from_tuples([('A','x'),('A','y')],names=['k','l']),columns=pd.MultiIndex.from_tuples([('g','p'),('g','q')]))
for number, make in {
    0: lambda:u().to_html(),
    1: lambda:u()._repr_html_(),
    2: lambda:u().format('{:.1f}',subset=['a','b']).to_html(),
    3: lambda:u().format({'a':'{:>5}','b':lambda x:f'<{x}>'},na_rep='-').to_html(),
    4: lambda:u().format(precision=2,thousands=',').to_html(),
    5: lambda:u().set_caption('cap').to_html(),
    6: lambda:u().hide(axis='index').to_html(),
    7: lambda:u().hide(['a'],axis='columns').to_html(),
    8: lambda:u(num).highlight_max().to_html(),
    9: lambda:u(num).highlight_min(color='red',axis=1).to_html(),
    10: lambda:u(num).highlight_null().to_html(),
    11: lambda:u(num).highlight_null('blue').to_html(),
    12: lambda:u(num).highlight_between(1,2).to_html(),
    13: lambda:u(num).applymap(lambda v:'color: red' if v<0 else '').to_html(),
    14: lambda:u(num).apply(lambda s:['background: yellow' if v==s.max() else '' for v in s]).to_html(),
    15: lambda:u(num).apply(lambda s:['x: y']*2,axis=1).to_html(),
    16: lambda:u(num).set_properties(**{'color':'red','font-size':'9pt'}).to_html(),
    17: lambda:u(num).set_table_styles([{'selector':'th','props':[('color','red')]}]).to_html(),
    18: lambda:u(num).set_table_attributes('class="t"').to_html(),
    19: lambda:u(num).background_gradient(cmap='Blues').to_html(),
    20: lambda:u(num).bar().to_html(),
    21: lambda:u(mi).to_html(),
    22: lambda:u(num).set_precision(1).to_html(),
    23: lambda:u(num).hide_index().to_html(),
    24: lambda:u(num).format('{:.2%}').to_html(),
    25: lambda:u(num).format(None,escape='html').to_html(),
    26: lambda:u(df).format(escape='html').to_html(),
    27: lambda:u(pd.DataFrame({'x':[1]},index=pd.Index(['r'],name='id'))).to_html(),
    28: lambda:u(num).highlight_max(subset=['b'],props='font-weight:bold').to_html(),
    29: lambda:u(num).set_td_classes(pd.DataFrame([['k']],columns=['a'])).to_html(),
    30: lambda:u(num).text_gradient(cmap='Reds').to_html()[:200],
    31: lambda:u(num).highlight_quantile(q_left=.5).to_html()[:200],
    32: lambda:u(num).to_html(bold_headers=True)[:300],
    33: lambda:u(num).format('{:.1f}').hide(axis='index').set_caption('t').to_html(),
    34: lambda:u(num).relabel_index(['A','B'],axis=1).to_html(),
    35: lambda:u(pd.DataFrame({'d':pd.to_datetime(['2020-01-01'])})).format('{:%d/%m}').to_html(),
    36: lambda:u(pd.DataFrame({'big':[1234567.891],'s':[1e-9],'i':[1234567],'t':[True]})).to_html(),
}.items():
    told(number, make)
