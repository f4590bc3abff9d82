"""Everything that nests, nested deeper than the C stack: looked at in every way (each may be a RecursionError)."""
import sys
class A: pass
def tryit(name, f):
    try: f(); print(name, 'ok')
    except (RecursionError, MemoryError) as e: print(name, type(e).__name__)
    except Exception as e: print(name, type(e).__name__, str(e)[:80])
def deep(n, w):
    x = w(None)
    for _ in range(n): x = w(x)
    return x
N = 50000
ll = deep(N, lambda x: [x]); l2 = deep(N, lambda x: [x])
tryit('list eq', lambda: ll == l2)
tryit('list lt', lambda: ll < l2)
tryit('list repr', lambda: repr(ll))
tt = deep(N, lambda x: (x,)); t2 = deep(N, lambda x: (x,))
tryit('tuple hash', lambda: hash(tt))
tryit('tuple eq', lambda: tt == t2)
tryit('tuple repr', lambda: repr(tt))
tryit('isinstance', lambda: isinstance(1, deep(N, lambda x: (x,) if x else (int,) )))
tryit('issubclass', lambda: issubclass(str, deep(N, lambda x: (x,) if x else (int,) )))
dd = deep(N, lambda x: {1: x}); d2 = deep(N, lambda x: {1: x})
tryit('dict eq', lambda: dd == d2)
tryit('dict repr', lambda: repr(dd))
fs = deep(N, lambda x: frozenset([x]))
tryit('fs hash', lambda: hash(fs))
fs2 = deep(N, lambda x: frozenset([x]))
tryit('fs eq', lambda: fs == fs2)
tryit('fs repr', lambda: repr(fs))
tryit('startswith', lambda: 'a'.startswith(deep(N, lambda x: (x,) if x else ('a',))))
tryit('except', lambda: exec('try: 1/0\nexcept tt: pass', {'tt': deep(N, lambda x: (x,) if x else (ValueError,))}))
from collections import deque
dq = deep(N, lambda x: deque([x])); dq2 = deep(N, lambda x: deque([x]))
tryit('deque repr', lambda: repr(dq))
tryit('deque eq', lambda: dq == dq2)
import types
g = list[int]
tryit('alias', lambda: repr(deep(5000, lambda x: list[x])))
tryit('alias hash', lambda: hash(deep(50000, lambda x: list[x])))
tryit('union', lambda: repr(deep(5000, lambda x: (x or int) | str)))
tryit('sl', lambda: hash(deep(N, lambda x: slice(x))) )
sl = deep(N, lambda x: slice(x))
tryit('slice repr', lambda: repr(sl))
tryit('slice eq', lambda: sl == deep(N, lambda x: slice(x)))
tryit('map', lambda: next(deep(N, lambda x: map(lambda y: y, x or [1]))))
tryit('iter zip', lambda: next(deep(N, lambda x: zip(x or [1]))))
tryit('enumerate', lambda: next(deep(N, lambda x: enumerate(x or [1]))))
tryit('reversed', lambda: next(reversed([1])))
import itertools
for nm in 'chain islice cycle accumulate takewhile dropwhile filterfalse starmap compress pairwise zip_longest groupby tee count'.split():
    f = getattr(itertools, nm)
    def mk(x, nm=nm, f=f):
        x = x if x is not None else iter([1,2,3])
        if nm in ('chain','cycle','accumulate','pairwise','zip_longest','groupby'): return f(x)
        if nm == 'islice': return f(x, 1, None) if False else f(x, None)
        if nm in ('takewhile','dropwhile','filterfalse','starmap'): return f(lambda *a: a and a[0], x)
        if nm == 'compress': return f(x, itertools.repeat(1))
        if nm == 'tee': return f(x)[0]
        return f(1)
    tryit(nm, lambda: next(deep(N, mk)))
tryit('filter', lambda: next(deep(N, lambda x: filter(None, x or [1]))))
it = deep(N, lambda x: iter(x or [1]))
import functools
tryit('partial', lambda: deep(N, lambda x: functools.partial(x or print))())
def mkp(x):
    p = functools.partial(print); p2 = functools.partial(p); 
    return p2
tryit('partial repr', lambda: repr(deep(N, lambda x: functools.partial(print, x))))
tryit('method', lambda: deep(N, lambda x: types.MethodType(x or print, 1))())
tryit('staticmethod', lambda: deep(N, lambda x: staticmethod(x or (lambda: 1)))())
tryit('classmethod', lambda: deep(N, lambda x: classmethod(x or (lambda c: 1))).__get__(None, int)())
tryit('property', lambda: repr(deep(N, lambda x: property(x))))
tryit('bound repr', lambda: repr(deep(N, lambda x: types.MethodType(print, x))))
tryit('mappingproxy', lambda: repr(deep(N, lambda x: types.MappingProxyType({} if x is None else x))))
tryit('mp len', lambda: len(deep(N, lambda x: types.MappingProxyType({} if x is None else x))))
tryit('mp get', lambda: deep(N, lambda x: types.MappingProxyType({1:1} if x is None else x))[1])
tryit('mp iter', lambda: list(deep(N, lambda x: types.MappingProxyType({1:1} if x is None else x))))
tryit('mp eq', lambda: deep(N, lambda x: types.MappingProxyType({1:1} if x is None else x))=={})
tryit('exc repr', lambda: repr(deep(N, lambda x: ValueError(x))))
tryit('exc str', lambda: str(deep(N, lambda x: ValueError(x))))
tryit('dictview', lambda: repr(deep(N, lambda x: {1: x}.values())))
tryit('memoryview', lambda: len(deep(N, lambda x: memoryview(x or b'abc'))))
tryit('ns', lambda: repr(deep(N, lambda x: types.SimpleNamespace(x=x))))
tryit('ns eq', lambda: deep(N, lambda x: types.SimpleNamespace(x=x))==deep(N, lambda x: types.SimpleNamespace(x=x)))
print('end')
