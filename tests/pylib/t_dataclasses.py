# modules: dataclasses copyreg abc
import dataclasses, typing, inspect
from dataclasses import *
from typing import ClassVar, List
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
@dataclass
class P:
    x: int
    y: float = 1.5
    l: List[int] = field(default_factory=list, repr=False)
    k: ClassVar[int] = 3
p = P(1)
print(p, p == P(1), p == P(2), P.__doc__, p.l, P.k, P.__match_args__, P.__hash__, P.y, hasattr(P, 'x'), inspect.signature(P), P.__init__.__annotations__)
err(P); err(P, 1, 2, [], 4); err(P, z=1); err(hash, p); err(lambda: p < p); print(p == 3)
print([f.name for f in fields(p)], [(f.name, f.type, f.default is MISSING) for f in fields(P)], asdict(p), astuple(p), replace(p, x=9), is_dataclass(P), is_dataclass(p), is_dataclass(3))
@dataclass(order=True, frozen=True)
class V:
    a: int
    b: str = 'q'
v = V(1)
print(v < V(2), sorted([V(3), V(1, 'z'), V(1)]), hash(v) == hash(V(1)), {v: 1}[V(1)], v >= V(0), max(V(1), V(5)))
err(setattr, v, 'a', 3); err(delattr, v, 'a'); err(setattr, v, 'new', 3); err(lambda: v < 3)
@dataclass(slots=True)
class S:
    a: int
    b: int = 2
s = S(1); print(s, S.__slots__, hasattr(s, '__dict__'), s.b); err(setattr, s, 'zz', 1)
@dataclass(frozen=True, slots=True)
class FS:
    a: int
err(setattr, FS(1), 'a', 2); print(FS(1), hash(FS(1)) == hash(FS(1)))
@dataclass
class I:
    x: int
    scale: InitVar[int] = 2
    y: int = field(init=False)
    def __post_init__(self, scale): self.y = self.x * scale
print(I(3), I(3, 5), I(3, scale=7).y); err(replace, I(1), y=3); print(replace(I(1), x=5, scale=3))
@dataclass(kw_only=True)
class K:
    a: int
    b: int = 1
print(K(a=3), inspect.signature(K)); err(K, 3)
@dataclass
class K2:
    a: int
    _: KW_ONLY
    b: int
    c: int = 4
print(K2(1, b=2), K2.__match_args__, inspect.signature(K2), K2.__doc__)
@dataclass
class B:
    x: int = 1
@dataclass
class D(B):
    y: int = 2
    x: int = 5
print(D(), D(1, 2), D.__mro__[1].__name__, [f.name for f in fields(D)])
def bad1():
    @dataclass
    class X:
        a: int = 1
        b: int
err(bad1)
def bad2():
    @dataclass
    class X:
        a: list = []
err(bad2)
def bad3():
    @dataclass
    class X:
        a = field()
err(bad3)
def bad4():
    @dataclass
    class X(V):
        c: int = 1
err(bad4)
def bad5():
    @dataclass(frozen=True)
    class X(B): pass
err(bad5)
def bad6():
    @dataclass(order=True, eq=False)
    class X: pass
err(bad6)
def bad7():
    @dataclass(order=True)
    class X:
        def __lt__(self, o): pass
err(bad7)
def bad8():
    @dataclass(slots=True)
    class X:
        __slots__ = ()
err(bad8)
err(field, default=1, default_factory=int); err(fields, 3); err(asdict, 3); err(replace, 3); err(astuple, P)
@dataclass
class N:
    p: P
    d: dict
    t: tuple = ()
n = N(P(1), {'a': P(2)}, (P(3),)); print(n, asdict(n), astuple(n))
@dataclass
class R:
    me: object = None
r = R(); r.me = r; print(r)
M = make_dataclass('M', ['a', ('b', int), ('c', int, field(default=3))], namespace={'f': lambda self: self.b * 2}); print(M(1, 2), M(1, 2).f(), M.__doc__, M.__module__)
err(make_dataclass, 'M', ['a', 'a']); err(make_dataclass, 'M', ['class']); err(make_dataclass, 'M', ['1'])
@dataclass(repr=False, eq=False)
class Q:
    a: int
print(Q(1) == Q(1), 'Q object at' in repr(Q(1)))
@dataclass(unsafe_hash=True)
class UH:
    a: int
    b: list = field(default_factory=list, hash=False, compare=False)
print(hash(UH(1)) == hash(UH(1, [2])), UH(1) == UH(1, [3]))
@dataclass
class Own:
    a: int
    def __repr__(self): return 'own'
    def __eq__(self, o): return True
print(Own(1), Own(1) == 5)
@dataclass
class Self:
    self: int
print(Self(3))
match V(1, 'x'):
    case V(a, b): print('m', a, b)
f = fields(V)[1]; print(repr(f).partition('default_factory')[0], repr(f).partition('init=')[2]); print(V.__dataclass_params__)
@dataclass
class Str:
    a: 'int'
    c: 'ClassVar[int]' = 3
    d: 'typing.ClassVar[int]' = 4
    e: 'InitVar[int]' = 5
print(Str(1), [f.name for f in fields(Str)])
@dataclass
class Outer:
    @dataclass
    class Inner: a: int = 1
    i: Inner = field(default_factory=Inner)
print(Outer(), field(default=3, metadata={'a': 1}).metadata)
