"""What goes a short way where things are plain, and must not be told from the long one: star calls, pairs taken apart, classes
asked for, attributes that go, patterns of one key, tuples compared, __getitem__ of classes, bytes of lists."""
import sys


def told(f):
    try:
        return f()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


# --- star calls
def takes(a=0, *rest, k=1, **more):
    return a, rest, k, more


class Mapping:
    def __init__(self, **kw):
        self.kw = kw

    def keys(self):
        return self.kw.keys()

    def __getitem__(self, name):
        return self.kw[name]


class Upper(dict):
    def __getitem__(self, name):
        return "upper"


class Sub(str):
    pass


log = []


def gives(name, value):
    log.append(name)
    return value


named = {"k": 5, "z": 6}
got = takes(**named)
got[3]["new"] = 1
print(got, named)
print(takes(*(1, 2), **named), takes(*[1, 2], **Mapping(k=7, y=8)), takes(**Upper(a=1, q=2)), takes(*"ab", **{}), takes(*(), **{Sub("k"): 3}))
for f in (lambda: takes(**None), lambda: takes(**[1]), lambda: takes(*1), lambda: takes(**{1: 2}), lambda: takes(*1, **2), lambda: takes(1, **{"a": 2}), lambda: (lambda x: x)(**{"y": 1}),
          lambda: (lambda: 0)(*(1, 2)), lambda: (lambda *, k: k)(**{}), lambda: (lambda x, /, **kw: (x, kw))(1, **{"x": 2}), lambda: (lambda x, /: x)(**{"x": 2}), lambda: takes(**{"a": 1}, **{"a": 2}),
          lambda: print(*[1], **{"end": ";\n"}), lambda: dict(**{"x": 1}), lambda: int(*["11"], **{"base": 2}), lambda: sorted(*[[2, 1]], **{"reverse": False})):
    print(told(f))
print(takes(*gives("args", (1,)), **gives("kwargs", {"k": 2})), log)


def deep(n, *args, **kw):
    return kw["k"] + len(args) if n == 0 else deep(n - 1, *args, **kw)


print(deep(500, 1, 2, k=3))
print(told(lambda: deep(10**6, 1, k=2))[:16])


def numbers(*args, **kw):
    yield from args
    yield from kw.items()


print(list(numbers(*(1, 2), **{"a": 3})))


class Made:
    def __init__(self, *args, **kw):
        self.all = args, kw

    def __call__(self, *args, **kw):
        return self.all, args, kw


print(Made(*(1,), **{"b": 2})(*[3], **{"c": 4}))
kw = {f"n{i}": i for i in range(40)}
print(takes(*range(40), **kw)[3] == kw, len(takes(*range(40), **kw)[1]))


class Changes:
    def __del__(self):
        shared.clear()


shared = {"k": Changes(), "other": 1}


def lets_go(k=None, **rest):
    del k
    shared["k"] = None
    return rest, shared


print(lets_go(**shared))


# --- pairs taken apart at once
def pairs(it):
    out = []
    for a, b in it:
        out.append((a, b))
    return out


def kept(it):
    out = []
    for pair in it:
        a, b = pair
        out.append((pair, a, b))
    return out


class Bad:
    def __iter__(self):
        return self

    def __next__(self):
        raise KeyError("bad")


for make in (lambda: {1: 2, 3: 4}.items(), lambda: enumerate("ab", 2**48 - 1), lambda: enumerate("ab", -1), lambda: zip("ab", "cd"), lambda: zip("ab", "cde"), lambda: zip("abc", "de", strict=True), lambda: zip("ab", "cde", strict=True),
             lambda: zip("ab"), lambda: zip("ab", "cd", "ef"), lambda: zip(), lambda: [(1, 2), (3,)], lambda: zip("ab", Bad()), lambda: enumerate(Bad()), lambda: reversed({1: 2, 3: 4}.items()), lambda: [[1, 2], "xy", {5, 6}],
             lambda: zip((x for x in range(3)), (y for y in "pq"))):
    print(told(lambda: pairs(make())), told(lambda: kept(make())))


def grows():
    d = {1: 2}
    for a, b in d.items():
        d[a + 1] = b


def falls():
    d = {1: 2, 3: 4}
    seen = []
    for a, b in d.items():
        seen.append(a)
        d[3] = a
        if a == 1:
            del d[1]
            d[1] = 0
    return seen


print(told(grows), told(falls))


def generated(it):
    for a, b in it:
        yield b, a


print(list(generated({1: 2}.items())), list(generated(zip("ab", "cd"))), [(b, a) for a, b in enumerate("xy")], {b: a for a, b in {"k": "v"}.items()})
lines = []


def traced():
    for a, b in zip("ab", "cd"):
        c = a + b
    return c


def tracer(frame, event, arg):
    if frame.f_code is traced.__code__:
        lines.append((event, frame.f_lineno - traced.__code__.co_firstlineno, dict(frame.f_locals)))
        return tracer
    return None


sys.settrace(tracer)
traced()
sys.settrace(None)
print(lines)


# --- classes asked for
class Plain:
    pass


class Claims:
    @property
    def __class__(self):
        return int


class Own(Plain):
    def __getattribute__(self, name):
        return int if name == "__class__" else object.__getattribute__(self, name)


class Slot:
    __slots__ = ("x",)


p = Plain()
p.__dict__["__class__"] = int
print([isinstance(x, int) for x in (Plain(), p, Claims(), Own(), Slot(), 1, True, 1.0, None)], isinstance(Own(), Plain), isinstance(Claims(), (str, int)))


class Later:
    pass


x = Later()
print(isinstance(x, str))
print(told(lambda: setattr(Later, "__class__", property(lambda self: str))), told(lambda: isinstance(x, str)))


class Base:
    pass


class Derived(Base):
    pass


d = Derived()
print(isinstance(d, dict))


class Lies(Base):
    __class__ = list


print(isinstance(Lies(), list), isinstance(Lies(), Base), isinstance(Lies(), dict))


# --- attributes that go
class Bag:
    def __init__(self, names):
        for i, name in enumerate(names):
            setattr(self, name, i)


for n in (1, 2, 4, 5, 8, 9, 12):
    names = [f"a{i}" for i in range(n)]
    for gone in range(n):
        bag = Bag(names)
        delattr(bag, names[gone])
        rest = vars(bag).copy() if gone % 2 else {k: getattr(bag, k) for k in names if hasattr(bag, k)}
        assert list(rest) == [k for k in names if k != names[gone]], (n, gone, rest)
        assert told(lambda: getattr(bag, names[gone])).startswith("AttributeError")
        setattr(bag, names[gone], "back")
        assert list(vars(bag)) == [k for k in names if k != names[gone]] + [names[gone]]
many = Bag(["x", "y", "z"])
for i in range(500):
    setattr(many, f"n{i}", i)
    if i > 3:
        delattr(many, f"n{i - 3}")
print(vars(many))
for i in range(200):
    bag = Bag([f"m{i}", "q", f"r{i}"])
    delattr(bag, "q")
    delattr(bag, f"m{i}")
    assert vars(bag) == {f"r{i}": 2}


class Loud:
    def __del__(self):
        log.append(sorted(vars(holder)))
        holder.more = 1


holder = Bag(["a", "b", "c"])
holder.b = Loud()
log = []
del holder.b
print(log, vars(holder))


class Shadows:
    b = "class"


s = Shadows()
s.a, s.b, s.c = 1, 2, 3


def reads(s):
    return s.b


print([reads(s) for _ in range(3)])
del s.b
print([reads(s) for _ in range(3)], s.c, vars(s))
t = Shadows()
t.c = 9
print(reads(t), t.c)


# --- patterns of one key
def match(x):
    match x:
        case {"a": 1}:
            return "one"
        case {"a": y, **rest}:
            return y, rest
        case {}:
            return "mapping"
        case [1, *rest]:
            return "seq", rest
        case [a, *_, b]:
            return a, b
    return None


class Missing(dict):
    def get(self, key, default=None):
        return 1

    def __missing__(self, key):
        return 1


class Eq:
    def __hash__(self):
        return hash("a")

    def __eq__(self, other):
        raise ZeroDivisionError


print([match(x) for x in ({"a": 1}, {"a": 2, "b": 3}, {"b": 1}, Missing(), {}, [1], [1, 2, 3], (5, 6), [5], "ab", [])], told(lambda: match({Eq(): 1})))
for f in (lambda: [a for a, *b in [()]], lambda: (lambda x: [x := 1])(0), lambda: exec("a, *b, c = (1,)"), lambda: exec("a, *b, c = [1]"), lambda: exec("*a, = 5"), lambda: exec("*a, b = iter([1, 2, 3]); print(a, b)"), lambda: exec("a, *b = (1, 2, 3); print(a, b)")):
    print(told(f))

# --- tuples compared
nan = float("nan")
values = [(), (1,), (1, 2), (1, 2.0), (1.0, 2), ("a",), ("a", "b"), ("á",), (nan,), (nan, 1), (None,), (True,), ((1, 2), 3), ((1, 3), 2), (1, "a"), (2**70,), (1, None)]
for x in values:
    print([str(told(lambda: x < y))[0] + str(told(lambda: x == y))[0] + str(told(lambda: x != y))[0] + str(told(lambda: x >= y))[0] for y in values])


class T(tuple):
    def __eq__(self, other):
        return "mine"

    def __lt__(self, other):
        return "less"


print(T((1,)) == (1,), (1,) == T((1,)), (1,) < T((2,)), T((1,)) < (2,), ((1,), T((1,))) == ((1,), T((1,))))


# --- __getitem__ of classes
class Items:
    def __getitem__(self, key, more=5):
        if key == "stop":
            raise IndexError(key)
        return key, more


class Yields:
    def __getitem__(self, key):
        yield key


class Static:
    @staticmethod
    def __getitem__(key):
        return "static", key


class Deep:
    def __getitem__(self, key):
        return self[key - 1] if key else 0


i = Items()
i.__getitem__ = lambda key: "instance"
print(i[1], i["a"], i[1:2], i[1, 2], Upper()["x"], list(Yields()[3]), Static()[1], Deep()[400], told(lambda: i["stop"]), told(lambda: Deep()[10**6])[:16])
Items.__getitem__ = lambda self, key: "changed"
print(i[1], i["a"])


def in_generator():
    for k in range(2):
        yield i[k], Upper()["y"]


print(list(in_generator()))

# --- bytes of lists, classes subscripted
for source in ([], [0, 255], (1, 2), [256], [-1], ["a"], [1.0], [True], [2**70], [1, None]):
    print(told(lambda: bytes(source)), told(lambda: bytearray(source)))


class G:
    def __class_getitem__(cls, key):
        return cls.__name__, key


class H(list):
    pass


print(list[int], dict[str, int], H[int], G[1], told(lambda: int[1]), type[int], list[int] == list[int], told(lambda: tuple[()]))
print(int | str | None, int | (str | int), told(lambda: int | 1), (list[int] | list[int] | None) == (None | list[int]), int | int)


# --- dicts asked for texts, sums, lists of entries, plain runs
from collections import defaultdict, Counter, OrderedDict
class Bad:
    def __init__(s, h, eq): s.h=h; s.eq=eq
    def __hash__(s): return s.h
    def __eq__(s, o): print('eq', type(o).__name__); return s.eq
d = {Bad(hash('k'), True): 1}
print('k' in d, d['k']); d2 = {Bad(5, False): 1}; print(5 in d2, -1 in {-2: 1}, -1 in {-1: 1}, 'a' in {'a': 1}, 'a' in {}, 5 in {5.0: 1}, True in {1: 2}, 1 in {True: 2})
class D(dict):
    def __contains__(s, k): return k == 'z'
    def __getitem__(s, k): return 'own ' + k
class M(dict):
    def __missing__(s, k): return 'missing ' + k
class S(str):
    def __hash__(s): return hash('q')
    def __eq__(s, o): print('seq'); return True
print('z' in D(), D(a=1)['a'], M(a=1)['a'], M()['b'], 'a' in M(a=1), 'q' in {S('zz'): 1}, S('zz') in {'q': 1})
dd = defaultdict(list); dd['k'].append(1); dd['k'].append(2); print(dd, 'k' in dd, 'x' in dd, dd.get('x'))
print(sum([1, 2.5]), sum([2.5, 1]), sum((1, 2), 10), sum({'a': 1, 'b': 2}.values()), sum([0.1] * 10), sum([2**48 - 1, 5]), sum([True, 2]), sum([], 1.5), sum([-0.0]), sum([1.0, 2.0], 3), sum([2**47]*4), sum([]), sum(()), sum({}.values()))
try: sum([1, 'a'])
except TypeError as e: print(e)
print(list({'a': 1}.items()), list({1: 2}), list({1: 2}.values()), list({}.keys()), sorted({3: 1, 2: 1}), list(OrderedDict(a=1).items()), list(Counter('aab').items()))
l = [1]; l.extend({5: 6}.items()); l += {7: 8}; l[1:1] = {9: 1}; print(l)
print(sorted([3, 1, 2]), sorted(range(5, 0, -1)), sorted([1, 1, 0], reverse=True), sorted([1, 2, 3, 2.5]), sorted([(1, 'a'), (0, 'b')]))
for s in ["a" * 40, "a" * 40 + "'", "é" * 40, "a" * 35 + "\\", "\x7f" * 33, 'x' * 64 + '\n', "'" * 40, '"' * 33 + "'", '\u0400' * 40, '']: print(repr(s))
print(5 in b'\x05', 97 in b'abc', -1 in [-1])
for v in (256, -1):
    try: print(v in b'abc')
    except ValueError as e: print(e)
