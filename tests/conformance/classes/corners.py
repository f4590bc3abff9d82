# Corners of the object model: odd mro(), odd exceptions, names in unusual namespaces, copies of subclasses.
# --- case: mro_unsuitable_layout
class M(type):
    def mro(cls): return [cls, dict, object]
class X(metaclass=M): pass
# --- case: mro_reversed
class M(type):
    def mro(cls): return type.mro(cls)[::-1]
class A:
    def f(self): return "A"
class X(A, metaclass=M): pass
print(X.__mro__, X().f())
# --- case: class_dict_of_mixed_bases
class Base: pass
class M(type, Base): pass
class C(metaclass=M): pass
for act in (lambda: setattr(C, "__dict__", {}), lambda: Base.__dict__["__dict__"].__set__(C, {}), lambda: delattr(C, "__dict__")):
    try: act()
    except AttributeError as e: print(e)
# --- case: classmethod_over_descriptor
class W:
    def __init__(self, f): self.f = f
    def __get__(self, i, owner=None): return i.__name__, owner.__name__
class B:
    @classmethod
    @W
    def f(cls): pass
print(B.f, B().f)
# --- case: exception_class_that_makes_something_else
class E(Exception):
    def __new__(cls, *a): return cls
def g(): yield
for start in (False, True):
    it = g()
    if start: next(it)
    try: it.throw(E)
    except TypeError as e: print(e)
def h():
    try: yield
    except TypeError as e: print("inside", e)
    yield 2
it = h(); next(it)
print(it.throw(E))
# --- case: repeat_beyond_memory
n = 2 ** 63 - 1
l = [0]
for f in (lambda: l * n, lambda: l.__imul__(n), lambda: (1, 2) * n):
    try: f()
    except MemoryError as e: print("MemoryError", e)
print(l)
# --- case: strict_subclasses_warn
import warnings, operator
class F(float): pass
class I:
    def __index__(self): return True
    def __int__(self): return True
    def __float__(self): return F(2.5)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    print(operator.index(I()), int(I()), float(I()), [5, 6][I()])
    for x in w: print(x.category.__name__, x.message)
# --- case: invalid_octal_escape
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    print(eval(r"'\407'"), eval(r"f'\{6*7}'"))
    for x in w: print(x.message)
# --- case: subclass_keywords
class F(float): pass
class T(tuple): pass
class F2(float):
    def __init__(self, v=0, newarg=None): self.newarg = newarg
print(F2(1, newarg=3).newarg)
for c, a in ((F, 1), (T, ()), (map, len)):
    try: c(a, newarg=1)
    except TypeError as e: print(e)
# --- case: global_below_a_module
g, l = {}, {}
exec("""
def f():
    def g():
        global y
        return y
    return g()
y = 9
""", g, l)
print("y" in g, "y" in l, l["f"]())
# --- case: annotations_in_a_mapping
class N:
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
n = N()
exec("x: int = 1", {}, n)
print(n.d)
# --- case: isinstance_of_class_likes
class AbstractClass:
    def __init__(self, bases): self.bases = bases
    __bases__ = property(lambda self: self.bases)
    def __call__(self): return AbstractInstance(self)
class AbstractInstance:
    def __init__(self, klass): self.klass = klass
    __class__ = property(lambda self: self.klass)
a = AbstractClass(()); b = AbstractClass((a,))
print(isinstance(b(), a), isinstance(a(), b), isinstance(a(), a), isinstance(1, a))
# --- case: complex_of_other_scripts
print(complex("1\xa0"), complex("\N{EM SPACE}(\u0663.\u0661+4J )"))
# --- case: copies_of_subclasses
import copy, collections
for base in (set, bytearray, collections.deque):
    class S(base): __slots__ = ("x", "__dict__")
    o = S([12]); o.x = [1]; o.y = 2
    for c in copy.copy(o), copy.deepcopy(o): print(c, c.x, c.y, c.x is o.x)
# --- case: reduce_of_old_protocols
class A:
    def __init__(self): self.x = 1
class S: __slots__ = ("a",)
print(A().__reduce_ex__(0)[1:])
for o in (S(), [1], 5):
    try: print(o.__reduce_ex__(1)[1:])
    except TypeError as e: print(e)
# --- case: match_memoryview_and_mixed
import collections
match memoryview(b"ab"):
    case [x, y]: print(x, y)
class M(collections.UserDict, list): pass
match M():
    case [*_]: print("sequence")
    case {}: print("mapping")
# --- case: bisect_over_huge_ranges
import bisect
n = 2 ** 63 - 1
print(bisect.bisect_right(range(n - 1), n - 3), bisect.bisect_left(range(n - 1), n - 3))
# --- case: context_chain_that_is_a_ring
def ring():
    try: raise ValueError(1)
    except ValueError as e:
        e.__context__ = e
        raise TypeError(2)
try: ring()
except TypeError as e: print(repr(e.__context__), e.__context__.__context__ is e.__context__)
a, b, c = ValueError(1), ValueError(2), ValueError(3)
a.__context__, b.__context__, c.__context__ = b, c, b
try:
    try: raise a
    except ValueError: raise KeyError
except KeyError as e: print(repr(e.__context__), repr(e.__context__.__context__))
# --- case: signal_pause
import signal
signal.signal(signal.SIGALRM, lambda *a: print("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
print("back")
# --- case: annotations_kept_as_text_hold_constants
from __future__ import annotations
def f(a: Literal[1, 'x', b'y', ..., None, 2.5, 3j, u'z'], *b: 1e400 + 1e999j, c: -1 = 2, **d: 'it\'s') -> f'{a!r:>{b}} {{}}': pass
for k, v in f.__annotations__.items(): print(k, v)
class C:
    x: (1, 2); y: [a, *b]; z: {1: 2, **k}; s: {1, 2}; l: lambda a, /, b=1, *c, d, **e: a + b; i: a if b else c; t: (1,); e: ()
    cmp: a < b <= c != d in e not in f is g is not h; boo: a and b or not c; bits: a | b & c ^ d << e >> f; m: a @ b // c % d ** -e; u: ~a + -b - +c
    comp: [i for i in x if i if not j for k in i]; gen: (i async for i in x); dc: {k: v for k, v in x}; sc: {k for k in x}; call: f(a, *b, c=1, **d); sub: a[1:2, ::3, ...]; at: a.b.c; n: 1 .real; st: 'a' 'b'; big: 10 ** 30; neg: (-1) ** 2; aw: (yield_ + 1)
for k, v in C.__annotations__.items(): print(k, v)
