"""symtable: what names mean in every kind of block, and what is wrong with them."""
import _symtable
src='''
x=[i for i in y if z]
class A:
    __p=1
    def f(self,__q,*a:int,b=__p,**k)->r:
        super(); __q; nonlocal_=1
        return lambda u=__p: [__q for v in self for w in v]
    class B: pass
def g(a):
    import os.path as p, os, q.r
    from m import n
    try: pass
    except E as e: del e
    (t:=1)
    def h():
        nonlocal a
        a=1
        global G
        G=2
        (yield)
        [(m:=1) for _ in 1]
    v:int
    return {k:w for k,w in a}
async def co(): 
    (x async for x in y)
[(W:=1) for x in 2]
class C:
    def m(self):
        x=1
        class D:
            x
            y=x
            def n(self): return x, y, __class__
            x=2
        global x1
        for x1 in 3: pass
        match x:
            case [1,*r]|{2:u,**v}|K(b=c) as d: pass
        with a as b, c as (d,e): pass
        (m2 := 3)
        {k:v for k in a for v in k if k}
        del b
        x1: int
'''
def show(t,d=0):
    print(' '*d, t.name,t.type,t.lineno,t.nested,t.varnames,[a for a in dir(t) if not a.startswith('_')])
    print(' '*d,{k:(v&0x7ff,v>>11) for k,v in t.symbols.items()})
    for c in t.children: show(c,d+2)
show(_symtable.symtable(src.replace("        x1: int\n",""),'?','exec'))
show(_symtable.symtable('lambda a: b+a','?','eval'))
show(_symtable.symtable('from __future__ import annotations\ndef f(a:b)->c: pass\nx:y=1','?','exec'))
for s in 'foo',:
    try: _symtable.symtable('x','?',s)
    except Exception as e: print(e)
for s in 'def f(x): global x','def f(x): nonlocal x','def f(x):\n x=1\n nonlocal x\n','return','x+','def f(x,x): pass','class A:\n def f(): nonlocal q','[x:=0 for x in y]':
    try: _symtable.symtable(s,'?','exec'); print('ok')
    except Exception as e: print(type(e).__name__,e,e.lineno,e.offset)
import symtable
top = symtable.symtable(src.replace('        x1: int\n', ''), '?', 'exec')
def tell(table):
    print(table, table.get_type(), table.is_nested(), table.is_optimized(), table.has_children(), sorted(table.get_identifiers()))
    if table.get_type() == 'function':
        print(table.get_parameters(), sorted(table.get_locals()), sorted(table.get_globals()), sorted(table.get_nonlocals()), sorted(table.get_frees()))
    elif table.get_type() == 'class':
        print(table.get_methods())
    for symbol in table.get_symbols():
        print(symbol, symbol.is_referenced(), symbol.is_parameter(), symbol.is_global(), symbol.is_nonlocal(), symbol.is_declared_global(), symbol.is_local(),
              symbol.is_annotated(), symbol.is_free(), symbol.is_imported(), symbol.is_assigned(), symbol.is_namespace())
    for child in table.get_children():
        tell(child)
tell(top)
