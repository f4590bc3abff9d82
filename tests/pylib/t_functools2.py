import functools, operator, copy
from functools import partial, reduce, cmp_to_key, lru_cache, cache
def f(*a, **k): return a, k
p = partial(f, 1, x=2); q = partial(p, 3, y=4)
print(p(5, x=6, z=7), q(), q.func is f, q.args, q.keywords, p.__doc__[:10])
class P(partial): pass
print(repr(P(int, base=2)), P(int, base=2)('101'), repr(partial(print, 1, sep='x')))
p.attr = 5; print(p.attr, p.__dict__, partial(p).func is p)
for e in ['partial()', 'partial(5)', 'reduce(lambda a,b:a, [])', 'reduce(1, 5)', 'reduce(lambda a,b:a+b, [1,2,3])', 'reduce(lambda a,b:a+b, [], 5)', 'sorted([3,1,2], key=cmp_to_key(lambda a,b:b-a))', 'cmp_to_key(len)(5) < 3', 'hash(cmp_to_key(len)(1))',
  'operator.add(1,2)', 'operator.add(1)', 'operator.add(1,"a")', 'operator.matmul(1,2)', 'operator.concat(1,2)', 'operator.concat([1],[2])', 'operator.countOf([1,2,1],1)', 'operator.indexOf([1,2],3)', 'operator.indexOf("abc","c")', 'operator.itemgetter(1,2)("abc")', 'operator.itemgetter("a")({"a":5})', 'operator.itemgetter()', 'operator.itemgetter(1)', 'operator.itemgetter(1)([])', 'operator.attrgetter("a.b")', 'operator.attrgetter("real.imag","imag")(5)', 'operator.attrgetter(1)', 'operator.attrgetter("x")(1)', 'operator.methodcaller("split", ",", maxsplit=1)("a,b,c")', 'operator.methodcaller("upper")', 'operator.methodcaller("f", 1, x=2)', 'operator.methodcaller()', 'operator.methodcaller(1)', 'operator.methodcaller("upper")("a")', 'operator.length_hint([1,2])', 'operator.length_hint(5, 7)', 'operator.length_hint(iter([1,2,3]))', 'operator.call(f, 1, a=2)', 'operator.not_([])', 'operator.truth(5)', 'operator.contains([1],1)', 'operator.is_(1,2)', 'operator.abs(-3)', 'operator.abs("x")', 'operator.index(True)', 'operator.index(1.5)', 'operator.iadd([1],[2])', 'operator.ipow(2,3)', 'operator.setitem([1],0,2)', 'operator.delitem({1:2},3)', 'operator.inv(5)', 'operator.neg("x")', 'operator.lt(1,"a")', 'copy.copy(operator.itemgetter(1))', 'operator.add', 'operator.itemgetter', 'functools.partial', 'p.__reduce__()[0]', 'operator.__add__(2,3)', 'operator.itemgetter(slice(1,3))("abcd")']:
    try: print(e, '=>', eval(e))
    except Exception as x: print(e, '=>', type(x).__name__, x)
@lru_cache(maxsize=3)
def sq(x): print('call', x); return x*x
for i in [1,2,3,1,4,2,1]: print(sq(i))
print(sq.cache_info(), sq.cache_parameters(), sq.__wrapped__, sq.__name__) if 0 else print(sq.cache_info(), sq.cache_parameters(), sq.__name__)
sq.cache_clear(); print(sq.cache_info())
@cache
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(90), fib.cache_info())
@lru_cache(maxsize=None, typed=True)
def t(x, y=0): return (x, y)
print(t(1), t(1.0), t(1, y=2), t(x=1), t.cache_info())
@lru_cache
def u(x): return x
try: u([])
except TypeError as e: print(e)
class C:
    @lru_cache(maxsize=2)
    def m(self, x): print('m', x); return x
c = C(); c.m(1); c.m(1); c.m(2); c.m(3); c.m(1); print(C.m.cache_info())
@lru_cache(maxsize=0)
def z(x): return x
z(1); z(1); print(z.cache_info())
@lru_cache(maxsize=2)
def r(n): return 0 if n == 0 else r(n-1) + 1
print(r(50), r.cache_info())
try: lru_cache(maxsize='x')(len)
except TypeError as e: print(e)
