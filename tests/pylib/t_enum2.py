# modules: enum
from enum import *
def err(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class P(Flag, boundary=STRICT):
    R = 4; W = 2; X = 1
err(lambda:P(99)); err(lambda:P(-9)); err(lambda:P(8))
class Q(IntFlag, boundary=STRICT):
    R = 4
err(lambda:Q(99)); err(lambda: Q.R|1)
class A(IntFlag):
    X = 1; Z=8
print(A.X|A.Z, A.X in A(9), list(A(9)), list(A(15)), repr(A(6)), repr(~A(0)), repr(~A(2)), A(15).name, A(6).name, str(A(6)), len(A(15)))
class E(Flag):
    N = 0; A=1; AB=3; B=2
print(list(E), repr(E(0)), repr(E.AB), E.__members__, E.B)
print(A.X ^ 9, repr(A.X ^ 9), repr(A.X | True), repr(1 | A.X), repr(A.X&9), repr(A(-2)), repr(A(16)), repr(A(-17)))
class C(Enum): 
    "doc here"
    RED = 1
class L(Enum):
    A = lambda: 1
    B = len
print(list(L))
err(lambda: Enum('Z', 'a a'))
err(lambda: StrEnum('Z', [('a', 1)]))
err(lambda: StrEnum('Z', [('a', ('a','b','c', 'd'))]))
print([x for x in reversed(P)], 'R' in P.__members__, P.R == 4, Q.R == 4, hash(P.R) == hash(4), hash(Q.R) == hash(4))
class HasName(Enum):
    name = 'n'; value = 'v'; other='o'
print(list(HasName), HasName.name, HasName.value, HasName.other.name, HasName.name.name, HasName.value.value)
class Base(Enum):
    def hi(self): return 'hi ' + self.name
class D(Base): A=1
print(D.A.hi())
class U(Enum):
    A = []
    B = {}
print(U([]), U({}))
err(lambda: U([1]))
class Str2(Enum):
    def __str__(self): return 'custom'
    A = 1
print(Str2.A, f'{Str2.A}', repr(Str2.A))
class Ab(Enum):
    A = 1
    def __repr__(self): return 'R'
print([Ab.A], Ab.A)
class O(IntEnum):
    A = '5'
print(repr(O.A), O(5))
class Hex(bytes, Enum): A = b'x'
print(Hex.A, repr(Hex.A))
print(repr(P.R & ~P.R), bool(P.R&P.W), P.R ^ P.X, ~P.R, repr(~P(7)), repr(P(0)|P.R))
err(lambda: int(P.R)); err(lambda: P.R < P.W); err(lambda: P.R + 1)
@global_enum
class GE(Enum): GA=1
print(repr(GE.GA), str(GE.GA), GA)
print(P.R._value_, P.R._name_, C.RED._sort_order_, P['R'], C._member_names_, C._value2member_map_, C._member_type_, C._member_map_)
