import typing
from typing import *
from typing import Annotated, Final, Literal, Self
import collections.abc
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
T = TypeVar('T'); K = TypeVar('K', covariant=True); V = TypeVar('V', contravariant=True); B = TypeVar('B', bound=int); C2 = TypeVar('C2', int, str)
print(T, K, V, B, C2, B.__bound__, C2.__constraints__, T.__name__)
print(List[int], Dict[str, List[int]], Tuple[int, ...], Tuple[int, str], Tuple[()], Set[T], FrozenSet[int], Type[int], List, Dict, Tuple, Callable, Any, Optional, Union)
print(Optional[int], Union[int, str], Union[int], Union[int, None], Union[int, str, None], Union[int, Union[str, int]], Optional[Union[int, str]], Union[List[int], 'X'])
print(Callable[[int, str], bool], Callable[..., Any], Callable[[], None], Callable[[T], T][int], Callable[[List[T]], Dict[str, T]])
print(Literal['a', 1, True, None], Literal[1, 1], Annotated[int, 'x', 3], Annotated[Annotated[int, 1], 2], ClassVar[int], Final[int], ClassVar, Final)
print(Iterable[int], Iterator[T], Mapping[str, int], Sequence[T], Generator[int, None, str], AbstractSet[int], Deque[int], DefaultDict[str, int], OrderedDict[str, int], Counter[str], ChainMap[int, int], Hashable, Sized)
print(List[T][int], Dict[str, T][int], Union[T, int][str], Tuple[T, K][int, str], Optional[T][int], list[T], dict[str, T][int])
print(List[int] == List[int], List[int] != List[str], hash(List[int]) == hash(List[int]), Union[int, str] == Union[str, int], List[int] | None, 'Foo' and Union['Foo', int], int | str, Optional[int] == int | None)
print(get_origin(List[int]), get_origin(Union[int, str]), get_origin(int), get_origin(Annotated[int, 1]), get_origin(Callable[[int], str]), get_origin(Literal[1]), get_origin(list[int]), get_origin(int | str), get_origin(Generic[T]), get_origin(List))
print(get_args(Dict[int, str]), get_args(Callable[[int], str]), get_args(Union[int, None]), get_args(Annotated[int, 1]), get_args(int), get_args(Literal[1, 2]), get_args(Tuple[int, ...]), get_args(int | str))
print(List[int].__origin__, List[T].__parameters__, Dict[T, K].__parameters__, List[int].__args__)
err(lambda: Dict[int]); err(lambda: List[int, str]); err(lambda: Optional[int, str]); err(lambda: Union[()]); err(lambda: List[int][str]); err(List); err(lambda: isinstance([], List[int])); err(lambda: Generic[int]); err(Any); err(Optional); err(lambda: isinstance(1, Any)); err(lambda: Callable[int, str]); err(lambda: Callable[int]); err(lambda: TypeVar('Q', int)); err(lambda: Annotated[int]); err(lambda: List[Generic]); err(lambda: isinstance(1, Optional)); err(lambda: NoReturn[int])
print(isinstance([], List), isinstance({}, Mapping), issubclass(list, Sequence), isinstance(3, Union[int, str]) if 0 else '', isinstance(len, Callable))
class Box(Generic[T]):
    def __init__(self, x): self.x = x
print(Box[int], Box[int](3).x, Box.__parameters__, Box[T], Box(1).x, Box.__mro__, Box.__orig_bases__, Box[int](3).__orig_class__, Box[int].__origin__)
class Pair(Box[int], Generic[K]): pass
print(Pair[str], Pair.__parameters__, Pair.__mro__, Pair.__orig_bases__); err(lambda: Box[int, str]); err(lambda: Box[int][str])
class Sub(Box[str]): pass
err(lambda: Sub[int]); print(Sub.__parameters__)
class LL(List[int]): pass
print(LL([1, 2]), LL.__mro__, LL.__bases__)
def bad():
    class X(Generic): pass
err(bad)
@runtime_checkable
class Closeable(Protocol):
    def close(self) -> None: ...
class F:
    def close(self): pass
print(isinstance(F(), Closeable), isinstance(3, Closeable), issubclass(F, Closeable), Closeable); err(Closeable)
class NR(Protocol):
    x: int
    def m(self): ...
err(lambda: isinstance(F(), NR)); err(lambda: issubclass(F, NR))
@runtime_checkable
class HasX(Protocol):
    x: int
class WX:
    def __init__(self): self.x = 1
err(lambda: issubclass(WX, HasX)); print(isinstance(WX(), HasX), isinstance(F(), HasX))
class Impl(NR):
    def __init__(self): self.y = 5
    def m(self): return 'm'
print(Impl().m(), Impl().y, isinstance(3, SupportsInt), isinstance('a', SupportsInt), isinstance(1.0, SupportsAbs), SupportsAbs[int])
class GP(Protocol[T]):
    def get(self) -> T: ...
class GPI(GP[int]):
    def get(self): return 1
print(GP[int], GP.__parameters__, GPI().get()); 
class NT(NamedTuple):
    "doc"
    a: int
    b: str = 'x'
    def m(self): return self.a + 1
n = NT(1); print(n, n.m(), NT._fields, NT._field_defaults, NT.__annotations__, NT.__doc__, NT.__mro__, NT.__bases__); err(NT)
N2 = NamedTuple('N2', [('x', int), ('y', 'str')]); print(N2(1, 2), N2.__annotations__, N2.__module__)
def bad():
    class Z(NamedTuple):
        a: int = 1
        b: int
err(bad)
class TD(TypedDict):
    a: int
    b: 'str'
class TD2(TD, total=False):
    c: float
    d: Required[int]
print(TD(a=1, b='x'), TD2.__annotations__, sorted(TD2.__required_keys__), sorted(TD2.__optional_keys__), TD2.__total__, TD.__total__, is_typeddict(TD), TD.__mro__, type(TD()))
T3 = TypedDict('T3', {'x-y': int}); print(T3.__annotations__, T3); err(lambda: isinstance({}, TD))
UID = NewType('UID', int); print(UID(5), UID, UID.__name__, UID.__supertype__, List[UID], UID | None)
print(cast(int, 'x'), TYPE_CHECKING, NoReturn, Never, Self, AnyStr, Text)
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x
print(f(3), len(get_overloads(f)))
def g(a: int, b: 'List[Box]', c: Optional[str] = None, *d: 'T', e: Annotated[int, 'n'] = 3) -> None: ...
print(get_type_hints(g), get_type_hints(g, include_extras=True), g.__annotations__)
class H:
    x: int
    y: 'Optional[H]'
    z: ClassVar['int'] = 3
class H2(H):
    w: list['H']
print(get_type_hints(H), get_type_hints(H2)); err(get_type_hints, 3); print(get_type_hints(len))
def q(a: 'Nope'): ...
err(get_type_hints, q); print(ForwardRef('x'), List['x'], List['x'].__args__); err(ForwardRef, 'a b')
P = ParamSpec('P'); print(P, Callable[P, int], P.args, P.kwargs, Callable[Concatenate[int, P], str])
Ts = TypeVarTuple('Ts'); print(Ts, Tuple[Unpack[Ts]])
class Arr(Generic[Unpack[Ts]]): pass
print(Arr[int, str], Arr[()])
@final
class Fin: pass
print(Fin.__final__, no_type_check(g) is g, get_type_hints(g)); err(assert_never, 3)
def bad():
    class X(UID): pass
err(bad)
def bad():
    class X(Optional[int]): pass
err(bad)
import copy; print(copy.copy(T) is T, copy.deepcopy(List[int]) == List[int], Pattern[str], Match, ContextManager[int])
print(typing.List[typing.Any], Dict[str, Any], Union[int, Any], Tuple[Any, ...], Iterable, IO[str], TextIO, collections.abc.Callable[[int], T], List[Callable[[int], str]], Type[T], Type['Box'])
