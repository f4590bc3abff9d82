# modules: copy copyreg
import copy
from collections import OrderedDict, Counter, defaultdict, deque, namedtuple
l = [1, [2, 3], {'a': [4]}]
a, b = copy.copy(l), copy.deepcopy(l)
l[1].append(9); l[2]['a'].append(8)
print(a, b)
class P:
    def __init__(self, x): self.x = x; self.l = [x]
    def __repr__(self): return f'P({self.x}, {self.l})'
p = P(1); q = copy.copy(p); r = copy.deepcopy(p); p.l.append(2); print(p, q, r, q.l is p.l)
l = [1]; l.append(l); m = copy.deepcopy(l); print(m, m[1] is m)
shared = [1]; d = copy.deepcopy([shared, shared]); print(d[0] is d[1], d[0] is shared)
class S:
    __slots__ = ('a', 'b', '__c')
    def __init__(self): self.a = [1]; self.__c = 3
    def c(self): return self.__c
s = copy.copy(S()); print(s.a, hasattr(s, 'b'), s.c()); print(copy.deepcopy(s).a is s.a)
class C:
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep', type(memo).__name__
print(copy.copy(C()), copy.deepcopy([C()]))
class G:
    def __init__(self): self.v = 1
    def __getstate__(self): return {'v': self.v + 1}
    def __setstate__(self, st): self.v = st['v'] * 10
print(copy.copy(G()).v, copy.deepcopy(G()).v)
class R:
    def __init__(self, a, b): self.a, self.b = a, b
    def __reduce__(self): return (R, (self.a, self.b), {'z': 1})
r = copy.deepcopy(R([1], 2)); print(r.a, r.b, r.z)
class L(list): pass
x = L([1, [2]]); x.name = 'n'; y = copy.deepcopy(x); print(y, type(y).__name__, y.name, y[1] is x[1], copy.copy(x) == x)
class D(dict): pass
x = D(a=[1]); y = copy.deepcopy(x); print(y, type(y).__name__, y['a'] is x['a'])
class T(tuple): pass
x = T((1, [2])); y = copy.deepcopy(x); print(y, type(y).__name__)
class I(int): pass
x = I(5); x.t = 1; y = copy.copy(x); print(y, y.t, type(y).__name__)
N = namedtuple('N', 'a b'); x = N(1, [2]); y = copy.deepcopy(x); print(y, y.b is x.b, copy.copy(x))
print(copy.deepcopy(OrderedDict(a=[1])), copy.copy(Counter('aab')), copy.deepcopy(deque([1, [2]], 5)), copy.deepcopy(defaultdict(list, {'a': [1]})))
print(copy.copy({1, 2}), copy.deepcopy({1, (2, 3)}), copy.deepcopy(frozenset([1])), copy.copy(bytearray(b'x')), copy.deepcopy(bytearray(b'x')))
t = (1, (2, 3)); print(copy.deepcopy(t) is t, copy.copy(t) is t, copy.deepcopy(len) is len, copy.deepcopy(P) is P, copy.copy(None))
print(copy.deepcopy(3j), copy.deepcopy(range(3)), copy.copy(slice(1, 2)))
try: copy.deepcopy((i for i in ()))
except TypeError as e: print(e)
import sys
try: copy.copy(sys)
except TypeError as e: print(e)
e = copy.copy(ValueError('a', 1)); print(repr(e))
e = copy.deepcopy(KeyError('k')); print(repr(e))
class E(Exception):
    def __init__(self, m): super().__init__(m); self.extra = [1]
e = copy.deepcopy(E('m')); print(repr(e), e.extra)
class Cyc: pass
c = Cyc(); c.me = c; d = copy.deepcopy(c); print(d.me is d, d is not c)
class Bm:
    def f(self): return self
b = Bm(); m = copy.deepcopy(b.f); print(m() is b, type(m()).__name__)
class NA:
    def __new__(cls, x): o = super().__new__(cls); o.x = x; return o
    def __getnewargs__(self): return (self.x,)
print(copy.copy(NA(3)).x)
