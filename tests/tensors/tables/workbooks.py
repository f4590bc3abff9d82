# Workbooks of Excel: written and read, several sheets, parts of them, what is refused.
import io
import os
import tempfile

import numpy as np
import pandas as pd

os.chdir(tempfile.mkdtemp())
df=pd.DataFrame({'a':[1,2,3],'b':[1.5,np.nan,2],'c':['x','y',None],'d':pd.date_range('2020',periods=3),'e':[True,False,True]})
df.to_excel('x.xlsx'); print(pd.read_excel('x.xlsx',index_col=0)); print(pd.read_excel('x.xlsx').dtypes)
with pd.ExcelWriter('y.xlsx') as w:
    df.to_excel(w,sheet_name='one',index=False); df.set_index(['a','c']).to_excel(w,sheet_name='two')
print(pd.read_excel('y.xlsx',sheet_name=None)); print(pd.read_excel('y.xlsx','two',index_col=[0,1])); print(pd.ExcelFile('y.xlsx').sheet_names, pd.read_excel('y.xlsx',usecols='A,C',nrows=2,dtype={'a':float}))
m=pd.DataFrame(np.arange(4).reshape(2,2),columns=pd.MultiIndex.from_tuples([('x','p'),('x','q')]))
m.to_excel('z.xlsx'); print(pd.read_excel('z.xlsx',header=[0,1],index_col=0))
for f in (lambda: pd.read_excel('x.xlsx','none'), lambda: df.to_excel('x.foo'), lambda: pd.read_excel(io.BytesIO(b'abc'))):
    try: f()
    except Exception as e: print(type(e).__name__, e)
os.remove('x.xlsx')
os.remove('y.xlsx')
os.remove('z.xlsx')
os.rmdir(os.getcwd())
