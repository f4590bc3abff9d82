# dataclasses, enum, abc, typing, contextlib, types, copy, inspect, traceback, warnings.
# --- case: dataclass_basic
from dataclasses import dataclass, field
@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)
p = P(1)
p.tags.append("t")
print(p, P(1, 2), P(1) == P(1), P(1) != P(2), P(y=5, x=1), P.__match_args__, P(3).tags)
# --- case: dataclass_order_frozen
from dataclasses import dataclass, FrozenInstanceError
@dataclass(order=True, frozen=True)
class V:
    a: int
    b: str = "z"
print(V(1) < V(2), sorted([V(2, "b"), V(2, "a"), V(1)]), hash(V(1)) == hash(V(1)), {V(1): "k"}[V(1)])
try: V(1).a = 5
except FrozenInstanceError as e: print(e)
del V(1).a
# --- case: dataclass_post_init
from dataclasses import dataclass, field, InitVar
from typing import ClassVar
@dataclass
class C:
    x: int
    scale: InitVar[int] = 2
    total: int = field(init=False)
    count: ClassVar[int] = 0
    secret: str = field(default="s", repr=False, compare=False)
    def __post_init__(self, scale): self.total = self.x * scale
print(C(5), C(5, 3).total, C(1, secret="q") == C(1))
# --- case: dataclass_functions
from dataclasses import dataclass, asdict, astuple, replace, fields, is_dataclass, make_dataclass
@dataclass
class A:
    x: int
@dataclass
class B:
    a: A
    l: list
b = B(A(1), [A(2)])
print(asdict(b), astuple(b), replace(b, a=A(9)), [f.name for f in fields(B)], is_dataclass(b), is_dataclass(5), make_dataclass("M", ["q", ("r", int)])(1, 2), fields(B)[0].type)
# --- case: dataclass_inheritance
from dataclasses import dataclass
@dataclass
class A:
    x: int
    y: int = 1
@dataclass
class B(A):
    z: int = 2
    x: int = 5
print(B(), B(1, 2, 3), B.__annotations__)
# --- case: dataclass_options
from dataclasses import dataclass, field
@dataclass(repr=False, eq=False)
class A: x: int = 1
@dataclass(kw_only=True)
class B:
    x: int
    y: int = 2
@dataclass(slots=True)
class C: x: int = 3
@dataclass(unsafe_hash=True)
class D: x: int = 1
print(A() == A(), B(x=1), C(), hasattr(C(), "__dict__"), hash(D()) == hash(D()))
B(1)
# --- case: dataclass_errors
from dataclasses import dataclass, field, fields, replace, asdict
def mk(body):
    try: exec("from dataclasses import *\n" + body, {}); print("ok")
    except Exception as e: print(type(e).__name__, e)
mk("@dataclass\nclass A:\n x: int = 1\n y: int")
mk("@dataclass\nclass A:\n x: list = []")
mk("@dataclass\nclass A:\n x: int\nA()")
mk("@dataclass\nclass A:\n x: int\nA(1, 2)")
mk("@dataclass\nclass A:\n x: int\nA(1) < A(2)")
mk("@dataclass\nclass A:\n x: int\nhash(A(1))")
mk("fields(5)"); mk("asdict(5)"); mk("replace(5)")
mk("@dataclass(order=True, eq=False)\nclass A: pass")
mk("field(default=1, default_factory=list)")
mk("@dataclass(frozen=True)\nclass A: pass\n@dataclass\nclass B(A): pass")
# --- case: dataclass_repr_nested_recursive
from dataclasses import dataclass
class O:
    @dataclass
    class In:
        x: object = None
i = O.In(); i.x = i
print(i, O.In("a"))
# --- case: enum_basic_1
from enum import Enum
class C(Enum):
    RED = 1
    GREEN = "g"
    ALIAS = 1
print(C.RED, repr(C.RED), C.RED.name, C.RED.value, C(1))
# --- case: enum_basic_2
from enum import Enum
class C(Enum):
    RED = 1
    GREEN = "g"
    ALIAS = 1
print(C["GREEN"], list(C), len(C), C.ALIAS is C.RED, C.__members__.keys())
# --- case: enum_basic_3
from enum import Enum
class C(Enum):
    RED = 1
    GREEN = "g"
    ALIAS = 1
print(C.RED == 1, C.RED in C, isinstance(C.RED, C), f"{C.RED}", {C.RED: "x"})
# --- case: enum_basic_4
from enum import Enum
class C(Enum):
    RED = 1
    GREEN = "g"
    ALIAS = 1
print(hash(C.RED) == hash(C.RED), C.RED != C.GREEN, type(C.RED))
# --- case: enum_errors_1
from enum import Enum
class C(Enum): A = 1
for f in (lambda: C(5), lambda: C["Z"], lambda: C.Z, lambda: setattr(C, "A", 2), lambda: C.A < C.A):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: enum_errors_2
from enum import Enum
class C(Enum): A = 1
for f in (lambda: type("D", (C,), {}), lambda: setattr(C.A, "value", 3), lambda: C.A.A.zz, lambda: delattr(C, "A")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: enum_duplicate_name
from enum import Enum
class C(Enum):
    A = 1
    A = 2
# --- case: enum_auto_unique
from enum import Enum, auto, unique, IntEnum, Flag, IntFlag, StrEnum
class A(Enum):
    X = auto(); Y = auto(); Z = 10; W = auto()
class S(StrEnum):
    ONE = auto(); TWO = "two!"
print([m.value for m in A], S.ONE, S.TWO == "two!", repr(S.ONE), S.ONE.upper())
@unique
class B(Enum): P = 1; Q = 1
# --- case: enum_int_1
from enum import IntEnum
class N(IntEnum): A = 1; B = 2
print(N.A + 1, N.A < N.B, N.A == 1, [10, 20, 30][N.B], N.B)
# --- case: enum_int_2
from enum import IntEnum
class N(IntEnum): A = 1; B = 2
print(repr(N.B), f"{N.B}", int(N.B), N(2), max(N))
# --- case: enum_int_3
from enum import IntEnum
class N(IntEnum): A = 1; B = 2
print(sorted(N, reverse=True), "%d" % N.B, isinstance(N.A, int), str(N.A), format(N.A, ">4"))
# --- case: enum_flag
from enum import Flag, IntFlag, auto
class F(Flag): R = auto(); W = auto(); X = auto(); RW = R | W
print(F.R | F.X, repr(F.R | F.W), F.RW, F.R in F.RW, F.RW & F.W, ~F.R, F.R ^ F.R, bool(F(0)), list(F.RW), F(5), F.X.value)
class I(IntFlag): A = 1; B = 2
print(I.A | I.B, I.A | 8, I(3), I.A + 1, repr(I(3)))
# --- case: enum_methods_init
from enum import Enum
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6); MARS = (6.4e23, 3.4e6)
    def __init__(self, m, r): self.m, self.r = m, r
    @property
    def g(self): return round(6.67e-11 * self.m / self.r ** 2, 2)
    def describe(self): return f"{self.name}: {self.g}"
    @classmethod
    def heavy(cls): return [p.name for p in cls if p.m > 1e24]
    def __str__(self): return self.name.lower()
print(Planet.EARTH.describe(), Planet.heavy(), Planet.MARS, Planet.MARS.value)
# --- case: enum_functional_missing
from enum import Enum
A = Enum("A", "X Y"); B = Enum("B", {"P": 5})
class C(Enum):
    ONE = 1
    @classmethod
    def _missing_(cls, v): return cls.ONE if v == "one" else None
print(list(A), B.P, C("one"))
C("two")
# --- case: abc_forms
from abc import ABC, abstractmethod, ABCMeta, abstractproperty
class A(ABC):
    @staticmethod
    @abstractmethod
    def s(): ...
    @classmethod
    @abstractmethod
    def c(cls): ...
    def concrete(self): return "c"
class B(A):
    s = staticmethod(lambda: 1)
    c = classmethod(lambda cls: 2)
print(B().s(), B.c(), B().concrete(), sorted(A.__abstractmethods__), B.__abstractmethods__, type(A) is ABCMeta)
class D(A): s = 1
D()
# --- case: typing_names_1
from typing import List, Dict, Optional, Union, Any, Callable, Tuple, TypeVar, Generic, Iterable, NamedTuple, Literal, Protocol, TYPE_CHECKING, cast, overload, Final, Annotated, NewType, TypedDict, Sequence, get_type_hints
print(List[int], Optional[str], Union[int, str], Dict[str, List[int]], Callable[[int], str])
# --- case: typing_names_2
from typing import List, Dict, Optional, Union, Any, Callable, Tuple, TypeVar, Generic, Iterable, NamedTuple, Literal, Protocol, TYPE_CHECKING, cast, overload, Final, Annotated, NewType, TypedDict, Sequence, get_type_hints
print(Any, Tuple[int, ...], Literal["a", 1], TYPE_CHECKING, cast(int, "x"))
# --- case: typing_names_3
from typing import List, Dict, Optional, Union, Any, Callable, Tuple, TypeVar, Generic, Iterable, NamedTuple, Literal, Protocol, TYPE_CHECKING, cast, overload, Final, Annotated, NewType, TypedDict, Sequence, get_type_hints
print(Union[int, int], Optional[Union[int, None]], Iterable[str], Annotated[int, "m"], Union[int])
# --- case: typing_generic
from typing import Generic, TypeVar
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self): self.items: list[T] = []
    def push(self, x: T) -> None: self.items.append(x)
s = Stack[int](); s.push(1)
print(s.items, T, Stack[int], Stack.__mro__[1].__name__, repr(TypeVar("U", bound=int)))
# --- case: typing_namedtuple_typeddict
from typing import NamedTuple, TypedDict, NewType
class P(NamedTuple):
    x: int
    y: str = "d"
    def both(self): return f"{self.x}{self.y}"
class D(TypedDict): a: int
U = NewType("U", int)
print(P(1), P(1, "z").both(), P._fields, P._field_defaults, D(a=1), U(5), P(2)._asdict())
P()
# --- case: typing_protocol_hints
from typing import Protocol, runtime_checkable, get_type_hints, Optional, get_origin, get_args, List, Union
@runtime_checkable
class Closes(Protocol):
    def close(self): ...
class F:
    def close(self): pass
def f(a: int, b: "str" = "x") -> Optional[int]: pass
print(isinstance(F(), Closes), isinstance(5, Closes), get_type_hints(f), get_origin(List[int]), get_args(Union[int, str]))
# --- case: contextlib_contextmanager
from contextlib import contextmanager
@contextmanager
def cm(n):
    print("enter", n)
    try: yield n * 2
    except ValueError as e: print("swallow", e)
    finally: print("exit")
with cm(1) as v: print(v)
with cm(2): raise ValueError("x")
with cm(3): raise KeyError("y")
# --- case: contextlib_contextmanager_misuse
from contextlib import contextmanager
@contextmanager
def none():
    if 0: yield
@contextmanager
def two():
    yield 1
    yield 2
for c in (none, two):
    try:
        with c(): pass
    except RuntimeError as e: print(e)
@contextmanager
def deco():
    print("before"); yield; print("after")
@deco()
def f(): print("body")
f()
# --- case: contextlib_tools
from contextlib import suppress, closing, redirect_stdout, nullcontext, ExitStack
import io
with suppress(KeyError, ValueError): {}["x"]
class C:
    def close(self): print("closed")
with closing(C()): print("in")
b = io.StringIO()
with redirect_stdout(b): print("hidden")
print(repr(b.getvalue()))
with nullcontext(5) as v: print(v)
with ExitStack() as s:
    s.callback(print, "cb1"); s.enter_context(closing(C())); s.callback(print, "cb2"); s.push(lambda *a: print("pushed", a[0]))
# --- case: types_module
import types
def f(): pass
print(isinstance(f, types.FunctionType), isinstance(len, types.BuiltinFunctionType), isinstance((i for i in []), types.GeneratorType), types.NoneType, types.ModuleType("m").__name__, isinstance([].append, types.BuiltinMethodType))
n = types.SimpleNamespace(a=1, b="x"); n.c = 3
print(n, n == types.SimpleNamespace(a=1, b="x", c=3), n.a, vars(n))
class A: pass
a = A(); a.m = types.MethodType(lambda self: self is a, a)
print(a.m(), types.new_class("Z", (A,)).__mro__[1], types.MappingProxyType({1: 2}), isinstance(int | str, types.UnionType), types.CodeType.__name__)
# --- case: copy_shallow_deep
import copy
a = [[1, 2], {"k": [3]}, (4, [5])]
s, d = copy.copy(a), copy.deepcopy(a)
a[0].append(9); a[1]["k"].append(9); a[2][1].append(9)
print(s, d)
class N:
    def __init__(self, v): self.v = v
n = N([1]); m = copy.deepcopy(n); m.v.append(2); print(n.v, m.v, copy.copy(n).v is n.v)
l = [1]; l.append(l); c = copy.deepcopy(l); print(c[1] is c, copy.copy(5), copy.deepcopy("s"), copy.copy({1}), copy.deepcopy({"a": {1: [2]}}), copy.deepcopy(len) is len)
x = [1]; p = copy.deepcopy([x, x]); print(p[0] is p[1])
# --- case: copy_hooks
import copy
class A:
    def __init__(self): self.x = 1
    def __getstate__(self): return {"x": self.x + 10}
    def __setstate__(self, s): self.__dict__ = s; self.restored = True
b = copy.copy(A())
print(b.x, b.restored)
class R:
    def __init__(self, v): self.v = v
    def __reduce__(self): return (R, (self.v * 2,))
print(copy.copy(R(3)).v)
# --- case: inspect_signature
import inspect
def f(a, b: int = 2, /, c=3, *args, d, e=None, **kw) -> str: pass
s = inspect.signature(f)
print(s, list(s.parameters), s.parameters["b"].default, s.parameters["args"].kind, s.return_annotation, s.parameters["b"].annotation, str(s.parameters["d"].kind), s.parameters["d"].default is inspect.Parameter.empty, inspect.signature(lambda x: 0))
class A:
    def __init__(self, x, y=1): pass
    def m(self, z): pass
print(inspect.signature(A), inspect.signature(A.m), inspect.signature(A(1).m), s.bind(1, d=5).arguments)
# --- case: inspect_source
import inspect
def f(x):
    # a comment
    return x + 1
class A:
    def m(self):
        pass
print(inspect.getsource(f)); print(inspect.getsource(A.m)); print(inspect.getsource(A)); print(inspect.getsourcelines(f)[1])
# --- case: inspect_predicates_1
import inspect, math
def f(): "  doc\n    indented"
def g(): yield
class A:
    def m(self): pass
print(inspect.isfunction(f), inspect.isclass(A), inspect.ismethod(A().m), inspect.isbuiltin(len), inspect.isgeneratorfunction(g))
# --- case: inspect_predicates_2
import inspect, math
def f(): "  doc\n    indented"
def g(): yield
class A:
    def m(self): pass
print(inspect.isgenerator(g()), inspect.ismodule(math), inspect.getdoc(f), [n for n, _ in inspect.getmembers(A) if not n.startswith("_")], inspect.getmro(bool))
# --- case: inspect_predicates_3
import inspect, math
def f(): "  doc\n    indented"
def g(): yield
class A:
    def m(self): pass
print(inspect.isroutine(len), inspect.getmodule(f).__name__, inspect.cleandoc(" a\n   b"), inspect.isabstract(A))
# --- case: inspect_frames
import inspect
def f(): return inspect.currentframe().f_code.co_name, inspect.stack()[1].function, inspect.currentframe().f_back.f_lineno
def g(): return f()
print(g(), inspect.getfullargspec(lambda a, *b, c=1, **d: 0))
# --- case: traceback_format
import traceback
def f(): 1 / 0
try: f()
except ZeroDivisionError as e:
    print(traceback.format_exc().splitlines()[0], traceback.format_exc().splitlines()[-1])
    print(traceback.format_exception_only(e), [(s.name, s.lineno, s.line) for s in traceback.extract_tb(e.__traceback__)], len(traceback.format_exception(e)), len(traceback.format_tb(e.__traceback__)))
    traceback.print_exc()
# --- case: traceback_to_file
import traceback, io
s = io.StringIO()
try: {}["k"]
except KeyError: traceback.print_exc(file=s)
print(s.getvalue().replace("case.py", "F"))
# --- case: traceback_chain_text
import traceback, os
try:
    try: int("x")
    except ValueError as e: raise RuntimeError("outer") from e
except RuntimeError: print(traceback.format_exc().replace(os.getcwd() + "/", ""))
# --- case: warnings_filters
import warnings, sys
sys.stderr = sys.stdout
warnings.warn("first")
def f(): warnings.warn("in f", UserWarning, stacklevel=2)
for _ in range(2): f()
warnings.simplefilter("ignore"); warnings.warn("hidden")
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try: warnings.warn("err")
    except UserWarning as e: print("caught", e)
warnings.resetwarnings(); warnings.filterwarnings("ignore", message="no.*"); warnings.warn("nothing"); print("end")
# --- case: warnings_deprecated_main
import warnings
warnings.warn("old thing", DeprecationWarning)
# --- case: string_io_of_print_table
rows = [("name", "qty"), ("apple", 3), ("fig", 12)]
for a, b in rows: print(f"{a:<8}|{b:>5}")
print("-" * 14, *(f"{x:^5}" for x in "ab"), sep="\n")
# --- case: weakref_in_class
import weakref
class Node:
    def __init__(self, parent=None): self.parent = weakref.ref(parent) if parent else None
p = Node(); c = Node(p)
print(c.parent() is p)
del p
print(c.parent())
# --- case: inspect_slot_wrappers
import inspect


class Bare:
    pass


print(inspect.signature(Bare), inspect.signature(object.__init__), inspect.signature(Bare().__init__))
for kind, names in ((object, 'init repr str hash eq lt setattr delattr getattribute'), (int, 'add radd pow rpow neg bool index repr'), (str, 'contains len mul getitem iter'),
                    (list, 'setitem delitem iadd contains'), (property, 'get set delete init'), (type(lambda: 0), 'call get repr')):
    for name in names.split():
        print(kind.__name__, name, vars(kind)['__%s__' % name].__text_signature__)
print((1).__add__.__text_signature__, {}.__setitem__.__text_signature__, inspect.signature('a'.__contains__))
