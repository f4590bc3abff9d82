import warnings; warnings.simplefilter('ignore')
import enum
from enum import *
def err(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class C(Enum):
    RED = 1; GREEN = 2; CRIMSON = 1
    def f(self): return 1
    @property
    def p(self): return self.value * 2
err(lambda: C.RED.GREEN); err(lambda: C(9)); err(lambda: C['X']); err(lambda: C.X)
err(lambda: setattr(C, 'RED', 3)); err(lambda: delattr(C, 'RED')); err(lambda: setattr(C.RED, 'value', 3)); err(lambda: setattr(C.RED,'name',3))
def x():
    class D(C): pass
err(x)
def x():
    class D(Enum): A = 1; A = 2
err(x)
def x():
    @unique
    class D(Enum): A = 1; B = 1; CC = 2; DD = 2
err(x)
def x():
    class D(Enum): mro = 1
err(x)
def x():
    class D(Enum): _x_ = 1
err(x)
class P(Flag):
    R = 4; W = 2; X = 1; RW = 6
err(lambda: P(99)); err(lambda: P(-1)); err(lambda: P('a'))
print(repr(P.R | P.W), str(P.R|P.X), repr(P(0)), str(P(0)), list(P), list(P.RW), len(P.RW), ~P.R, P.RW.name, (P.R|P.X).name, P(0).name, P.R in P.RW, bool(P(0)), P(7), repr(P(7)))
err(lambda: 3 in P); err(lambda: 4 in P); err(lambda: 1 in C); err(lambda: 'a' in P.R); err(lambda: P.R | 1)
class I(IntFlag):
    A = 1; B = 2
print(repr(I(8)), str(I(8)), repr(I.A|8), I.A|I.B, ~I.A, repr(~I.A), repr(I(-1)), I.A+1, f'{I.A}', '%s' % I.A, repr(I(9)), I.A & 3)
class S(StrEnum):
    A = auto(); BcD = auto(); X = 'x y'
print(S.A, repr(S.BcD), f'{S.A:>5}', S.A == 'a')
class N(IntEnum):
    ONE = 1; TWO = 2
print(N.ONE, repr(N.ONE), N.ONE + 1, f'{N.TWO}', '%d %s' % (N.ONE, N.ONE), format(N.ONE, '03d'), N.ONE < N.TWO, N(1) is N.ONE, isinstance(N.ONE, int))
print(repr(C), C.__members__, C.__name__, list(C), len(C), C.CRIMSON, dir(C), dir(C.RED))
err(lambda: C.RED < C.GREEN)
err(lambda: C()); err(lambda: C('a', 'b'))
F = Enum('F', 'A B C'); print(list(F), F.__module__, F.__qualname__)
F = Enum('F', {'A': 5, 'B': 'x'}); print(list(F))
F = Enum('F', [('A', 5)], start=3); print(list(F))
print(auto(), repr(auto()))
class T(Enum):
    A = (1, 2); B = (3, 4)
    def __init__(self, a, b): self.a = a; self.b = b
print(T.A.a, T.A, repr(T.A), T((3,4)))
class Pl(Enum):
    def __new__(cls, v, label):
        o = object.__new__(cls); o._value_ = v; o.label = label; return o
    A = 1, 'aa'
print(Pl.A.label, Pl(1), repr(Pl.A))
class M2(Enum):
    @classmethod
    def _missing_(cls, v):
        if v == 'x': return cls.A
        if v == 'bad': return 5
    A = 1
err(lambda: M2('x')); err(lambda: M2('q')); err(lambda: M2('bad'))
class W(Enum):
    _ignore_ = ['q']
    q = 3
    @member
    def f(): return 3
    @nonmember
    class Inner: pass
    Z = nonmember(5); Y = member(6)
    _private = 3
    __dunderish = 4
class G(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last): return (name.lower(), start, count, list(last))
    A = auto(); B = auto()
print(list(G))
class Mi(str, Enum):
    A = 'a'
print(Mi.A, repr(Mi.A), f'{Mi.A}', Mi.A == 'a', Mi.A.upper(), '%s' % Mi.A)
class Fl(float, Enum): PI = 3.14
print(Fl.PI, repr(Fl.PI), f'{Fl.PI}', Fl.PI + 1)
class A4(Enum): A = auto(); B = auto(); C = 10; D = auto()
print([m.value for m in A4])
class F4(Flag): A = auto(); B = auto(); C = 8; D = auto()
print([m.value for m in F4])
def x():
    class Y(Enum): A = 'x'; B = auto()
    return list(Y)
err(x)
import copy; print(copy.copy(C.RED) is C.RED, copy.deepcopy(C.RED) is C.RED, hash(C.RED)==hash('RED'), C.RED.__class__, type(C), C.RED.__doc__, C.__doc__)
class Bd(Flag, boundary=CONFORM): A=1; B=2
print(repr(Bd(7)))
class Bk(Flag, boundary=KEEP): A=1; B=2
print(repr(Bk(13)), str(Bk(13)))
class Be(Flag, boundary=EJECT): A=1
print(repr(Be(13)))
def x():
    @verify(NAMED_FLAGS)
    class Z(Flag): A=1; C=7
err(x)
def x():
    @verify(CONTINUOUS)
    class Z(Enum): A=1; C=4
err(x)
print(enum.__all__)
