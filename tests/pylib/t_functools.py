import functools
from functools import *
def deco(f):
    @wraps(f)
    def w(*a, **k):
        "w doc"
        return f(*a, **k)
    return w
@deco
def hello(x: int) -> str:
    "hello doc"
    return str(x)
hello2 = hello
print(hello(3), hello.__name__, hello.__doc__, hello.__qualname__, hello.__annotations__, hello.__wrapped__ is not hello)
p = partial(int, base=2)
print(p('101'), p.func, p.args, p.keywords, repr(partial(print, 1, sep='-')), partial(p, '11')())
try: partial(3)
except TypeError as e: print(e)
print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a * b, [], 7))
try: reduce(lambda a, b: a, [])
except TypeError as e: print(e)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
calls = []
@lru_cache(maxsize=2)
def sq(x, y=0):
    calls.append(x); return x * x + y
print([sq(1), sq(2), sq(1), sq(3), sq(2), sq(1, y=2), sq(1, y=2)], calls, sq.cache_info(), sq.cache_parameters())
sq.cache_clear(); print(sq.cache_info(), sq.__name__, sq.__wrapped__(5))
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())
@lru_cache
def z(): return 1
print(z(), z(), z.cache_info())
@lru_cache(typed=True)
def ty(x): return type(x).__name__
print(ty(1), ty(1.0), ty(True), ty.cache_info())
class M:
    n = 0
    @lru_cache(None)
    def m(self, k): M.n += 1; return k
    @cached_property
    def c(self):
        "cdoc"
        print('computing'); return 42
m = M(); print(m.m(1), m.m(1), M.n, m.c, m.c, m.__dict__, M.c.__doc__); del m.c; print(m.c)
try: lru_cache(3.5)
except TypeError as e: print(e)
try: sq([])
except TypeError as e: print(e)
@total_ordering
class V:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __lt__(s, o):
        if not isinstance(o, V): return NotImplemented
        return s.v < o.v
a, b = V(1), V(2)
print(a < b, a <= b, a > b, a >= b, a <= V(1), a >= V(1))
try: a <= 3
except (TypeError, AttributeError) as e: print(type(e).__name__, e)
try:
    @total_ordering
    class W: pass
except ValueError as e: print(e)
for op in ('__le__', '__gt__', '__ge__'):
    def f(s, o, op=op): return getattr(s.v, op)(o.v)
    X = total_ordering(type('X', (V,), {'__lt__': object.__lt__, '__le__': object.__le__, '__gt__': object.__gt__, '__ge__': object.__ge__, op: f}))
    x, y = X(1), X(2)
    print(op, x < y, x <= y, x > y, x >= y, x <= x, x >= x, x < x, x > x)
@singledispatch
def show(x): return 'default %r' % (x,)
@show.register
def _(x: int): return 'int %d' % x
@show.register(list)
def _(x): return 'list'
@show.register(float)
@show.register(complex)
def _(x): return 'num'
@show.register
def _(x: str | bytes): return 'text'
print(show(1), show(True), show([]), show('s'), show(b''), show(2.0), show(3j), show(None), show.dispatch(bool) is show.dispatch(int))
from collections.abc import Sequence, Sized
@singledispatch
def g(x): return 'obj'
g.register(Sized, lambda x: 'sized'); g.register(Sequence, lambda x: 'seq')
print(g([]), g({}), g(3), g('x'), sorted(t.__name__ for t in g.registry))
try: g()
except TypeError as e: print(e)
try:
    @g.register
    def bad(x): pass
except TypeError as e: print(str(e).split(':')[0])
class SM:
    @singledispatchmethod
    def f(self, x): return 'base'
    @f.register
    def _(self, x: int): return 'int'
    @f.register
    @classmethod
    def _(cls, x: str): return cls.__name__
print(SM().f(1.0), SM().f(1), SM().f('a'))
class PM:
    def set(self, k, v, q=0): return (k, v, q)
    on = partialmethod(set, 'power', q=1)
    @classmethod
    def cm(cls, a): return cls.__name__, a
    pc = partialmethod(cm, 5)
print(PM().on(True), PM().on(False, q=3), PM().pc())
print(sorted(functools.__all__), WRAPPER_ASSIGNMENTS)
class Adds: # a keyword whose text changes the value it stands for
    def __str__(self):
        p.keywords[self] = ['other']
        return 'key'
p = functools.partial(max)
p.keywords[Adds()] = ['one']
print(repr(p))
