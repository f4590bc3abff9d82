"""Long chains of every kind of object are freed at once without recursion."""
import types, functools, itertools, weakref
from collections import deque, defaultdict
N=1000000
def chain(w, n=N):
    x=None
    for _ in range(n): x=w(x)
    del x
    print('.', end='')
class I: __slots__=('n',)
def inst(x):
    i=I(); i.n=x; return i
class J: pass
def inst2(x):
    i=J(); i.n=x; return i
class L(list): pass
class T(tuple): pass
class E(Exception): pass
def clos(x): return lambda: x
def gen(x): 
    yield x
def geni(x):
    g=gen(x); next(g); return g
def deft(x):
    def f(a=x): pass
    return f
def kdeft(x):
    def f(*,a=x): pass
    return f
for i,w in enumerate([lambda x:[x], lambda x:(x,), lambda x:{1:x}, lambda x:{None if x is None else T([x])}, inst, inst2, lambda x:L([x]), lambda x:T([x]), clos, geni, gen, deft, kdeft, lambda x:types.MethodType(print,x), lambda x: slice(x), lambda x: deque([x]), lambda x: functools.partial(print,x), lambda x: ValueError(x), lambda x: map(print,[x]), lambda x: zip([x]), lambda x: iter([x]), lambda x: enumerate([x]), lambda x: filter(x,[1]), lambda x: property(x), lambda x: staticmethod(x), lambda x: classmethod(x), lambda x: types.CellType(x), lambda x: {1:x}.values(), lambda x: iter({1:x}.items()), lambda x: reversed([x]), lambda x: itertools.chain([x]), lambda x: itertools.repeat(x), lambda x: itertools.count(0) if 0 else itertools.islice([x],1), lambda x: itertools.cycle([x]), lambda x: types.MappingProxyType({1:x}), lambda x: defaultdict(None,{1:x}), lambda x: types.SimpleNamespace(x=x), lambda x: frozenset([(x,)]) if x is None else frozenset([x]) , lambda x: memoryview(x) if x else memoryview(b'a'), lambda x: list[x], lambda x: itertools.tee([x])[0], lambda x: E(x), lambda x: super(J, inst2(x)), lambda x: object.__repr__.__get__(x), lambda x: [x].append, lambda x: itertools.product([x]), lambda x: itertools.combinations([x],1), lambda x: itertools.permutations([x],1), lambda x: itertools.accumulate([x]), lambda x: itertools.zip_longest([x]), lambda x: itertools.groupby([x]), lambda x: itertools.starmap(print,[x]), lambda x: itertools.compress([x],[1]), lambda x: itertools.pairwise([x])]):
    try: chain(w, 100000)
    except Exception as e: print(i, type(e), e)
def exc(x):
    try: raise ValueError(x)
    except ValueError as e: return e
chain(exc, 100000)
def tb(x):
    e = ValueError(); e.__cause__ = x; return e
chain(tb, 100000)
def tb(x):
    e = ValueError()
    e.__context__ = x; return e
chain(tb, 100000)
def cl(x):
    return type('C', (), {'x': x})
chain(cl, 3000)
def cl(x):
    return type('C', (x or object,), {})
chain(cl, 300)
def fr():
    import sys
    f = None
    def g(n):
        return sys._getframe() if n == 0 else g(n-1)
    return g(900)
fr()
h=None
class Dl:
    def __init__(s,n): s.n=n
    def __del__(s): s.n
for _ in range(100000): h=Dl(h)
del h
print('end')
