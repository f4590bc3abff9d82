"""Objects whose every special method changes what it stands in, handed to everything that takes objects.

Run by the program under test: hostile.py SEED [FIRST [COUNT [GROUP]]]. Each round makes a small world anew (a list, a dict, an
instance, a cache, a generator, a buffer ...), takes one use of it (an expression of USES, or any function or method found by
looking through MODULES) and hands it Traps. A Trap's methods answer something plausible, after they have cleared, grown, replaced
or deleted a part of the world: just the part that the C function stands in, sooner or later. What comes out does not matter
(nearly everything raises); that the process goes on does. A round depends on SEED and its number alone, so `hostile.py SEED N 1`
plays the one that failed, and PERCH_HOSTILE_LOG=1 tells each round before it is played. The last line is `end`.
"""
import array, ast, audioop, base64, binascii, bisect, builtins, bz2, cmath, codecs, collections, contextlib, copy, copyreg, csv, dataclasses, datetime, decimal
import enum, fractions, functools, gc, hashlib, heapq, inspect, io, itertools, json, lzma, marshal, math, numbers, operator, os, pickle, pyexpat, random, re, signal, statistics, string, struct, sys
import textwrap, traceback, types, typing, unicodedata, warnings, weakref, zlib

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
FIRST = int(sys.argv[2]) if len(sys.argv) > 2 else 0
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 300
GROUP = sys.argv[4] if len(sys.argv) > 4 else "language"   # or: tensors, modules
LOG = os.environ.get("PERCH_HOSTILE_LOG")
CALLS = 150   # how often the traps of one round may be asked: then they raise, so that every round ends
PATIENCE = 6  # seconds of the processor's time for one round: what an object extends by itself would never end in Python either
WAITS = False # of any time: the group has functions that wait
DEEP = 3      # how deeply one change may stand in another


class Enough(Exception):
    pass


class Dice:
    """A generator of our own: the module random is one of the things under attack."""

    def __init__(self, *seeds):
        self.state = 88172645463325252
        for seed in seeds:
            self.state = (self.state ^ (seed + 1) * 0x9E3779B97F4A7C15) & (1 << 64) - 1 or 1
            self.below(2), self.below(2)

    def below(self, n):
        x = self.state
        x ^= x << 13 & (1 << 64) - 1
        x ^= x >> 7
        x ^= x << 17 & (1 << 64) - 1
        self.state = x
        return (x >> 11) % n

    def one(self, items):
        return items[self.below(len(items))]


dice = Dice(SEED)
left = depth = 0


class World:
    pass


w = World()


def change():
    """One change of the world; what it raises goes on up only now and then."""
    global left, depth
    left -= 1
    if left < 0:
        raise Enough
    if depth >= DEEP:
        return
    depth += 1
    try:
        dice.one(CHANGES)()
        if not dice.below(4):
            dice.one(CHANGES)()
    except Enough:
        raise
    except Exception as e:
        if not dice.below(6):
            raise
        del e
    finally:
        depth -= 1


def part():
    """Something to hand over: made while nothing changes."""
    global depth
    was, depth = depth, DEEP
    try:
        while True:
            try:
                return dice.one(PARTS)()
            except Exception:
                pass
    finally:
        depth = was


def number(*a): return dice.below(4)
def truth(*a): return dice.below(2) == 1
def text(*a): return dice.one(("", "a", "é", "x" * 40, "%s", "{}"))
def anything(*a): return part()
def nothing(*a): return None
def some(part): return itertools.islice(part, 60) # (what is extended by itself would never end)
def own_iterator(self, *a): return dice.one((lambda: iter([Trap(), Trap(), 1]), lambda: some(w.l), lambda: some(w.d), lambda: self))()
def step(*a):
    if not dice.below(4):
        raise StopIteration
    return anything()


# The special methods, by what they may answer.
ANSWERS = {}
for names, answer in (("hash index int len length_hint sizeof round trunc floor ceil", number), ("bool contains instancecheck subclasscheck eq ne lt le gt ge", truth),
                      ("repr str format fspath", text), ("iter reversed await aiter", own_iterator), ("next", step), ("float", lambda *a: dice.below(8) / 2),
                      ("complex", lambda *a: complex(1, 2)), ("bytes", lambda *a: b"ab"), ("dir", lambda *a: ["a", "b"]),
                      ("enter exit call getitem missing getattr get getattribute add sub mul truediv floordiv mod divmod pow matmul and or xor lshift rshift radd rsub rmul rmod rpow rand ror iadd imul isub neg pos abs invert "
                       "copy deepcopy class_getitem anext", anything),
                      ("setitem delitem set delete setattr delattr set_name init_subclass del", nothing)):
    for name in names.split():
        ANSWERS[f"__{name}__"] = answer
ANSWERS["keys"] = lambda *a: dice.one((["a", 1], w.l, w.d))
ANSWERS["read"] = ANSWERS["readline"] = lambda *a: dice.one((b"ab\n", "ab\n", b"", w.b))
ANSWERS["write"] = number
ANSWERS["readinto"] = lambda self, b, *a: dice.below(3)
ANSWERS["readable"] = ANSWERS["writable"] = ANSWERS["seekable"] = lambda *a: True
ANSWERS["send"] = ANSWERS["throw"] = step


def method(name, answer):
    def hostile(self, *args, **kwargs):
        change()
        return answer(self, *args)
    hostile.__name__ = hostile.__qualname__ = name
    return hostile


def methods(*without):
    return {name: method(name, answer) for name, answer in ANSWERS.items() if name not in without}


DAILY = ("__getattribute__", "__init_subclass__", "__class_getitem__", "__set_name__", "__setattr__", "__delattr__", "__instancecheck__", "__subclasscheck__", "__dir__")
Trap = type("Trap", (), methods(*DAILY))
Proxy = type("Proxy", (), methods("__getattr__", "__del__"))                    # attributes are its own too
Meta = type("Meta", (type,), methods(*DAILY[:4], "__del__", "__call__", "__new__", "__getattr__", "__get__", "__set__", "__delete__", "__hash__", "__eq__", "keys"))
BASES = {"str": str, "int": int, "float": float, "bytes": bytes, "tuple": tuple, "list": list, "dict": dict, "set": set, "frozenset": frozenset, "bytearray": bytearray,
         "deque": collections.deque, "odict": collections.OrderedDict, "counter": collections.Counter, "error": Exception, "type": type, "io": io.RawIOBase, "text": io.StringIO, "bin": io.BytesIO,
         "array": array.array, "rand": random.Random}
KINDS = {name: type("Trap_" + name, (base,), methods(*DAILY, "__getattr__", "__get__", *([] if dice.below(3) else ["__iter__", "__len__"]), *(["__del__", "__call__", "__hash__", "__eq__"] if name == "type" else [])))
         for name, base in BASES.items() if name != "type"}
NAMES = KINDS["str"]


class Key(str):
    """An attribute's or a keyword's name that is compared by its own __eq__."""
    def __hash__(self): return str.__hash__(self)
    def __eq__(self, other):
        change()
        return str.__eq__(self, other)


class Plain:
    def __init__(self): self.a, self.b = Trap(), Trap()
class Slotted:
    __slots__ = ("a", "b", "__weakref__")
class Other(Plain): pass


def trap(): return Trap()
def traps(n=None): return [Trap() for _ in range(dice.below(5) if n is None else n)]
def callback(*args, **kwargs):
    change()
    return anything()
def key_callback(*args):
    change()
    return number()
def fill():
    for _ in range(40): w.l.append(Trap())
def fill_dict():
    for i in range(40): w.d[i] = Trap()
def generator():
    x = Trap()
    for i in range(5):
        try:
            y = yield x
            x = y if y is not None else Trap()
        except Exception:
            x = Trap()
def fresh_class():
    return type("Made", (Plain,), {"a": Trap(), "m": callback, "__call__": callback})


def cached():
    f = functools.lru_cache(maxsize=dice.one((None, 1, 2, 4)))(callback)
    for i in range(dice.below(4)): f(i)
    return f


def made_buffer(): return bytearray(b"hello world" * (1 + dice.below(4)))


# The parts of the world, made anew for each round: name -> what makes it.
WORLD = {
    "l": lambda: traps(4), "d": lambda: {Trap(): Trap(), "a": Trap(), 1: Trap()}, "s": lambda: {1, "a", *traps(2)}, "q": lambda: collections.deque(traps(4), dice.one((None, 4, 5))),
    "o": Plain, "slot": Slotted, "od": lambda: collections.OrderedDict([(Trap(), 1), ("a", Trap()), (2, Trap())]), "dd": lambda: collections.defaultdict(callback, {1: Trap()}),
    "ct": lambda: collections.Counter([1, 1, "a", *traps(1)]), "C": fresh_class, "g": generator, "b": made_buffer, "m": lambda: memoryview(w.b), "ar": lambda: array.array("i", range(5)),
    "sio": lambda: io.StringIO("hello\nworld\n"), "bio": lambda: io.BytesIO(b"hello\nworld\n"), "raw": lambda: KINDS["io"](), "buf": lambda: io.BufferedRandom(io.BytesIO(b"abc\ndef\n" * 9), 16),
    "tw": lambda: io.TextIOWrapper(io.BytesIO(b"abc\ndef\n" * 9)), "f": cached, "h": lambda: [3, 1, 2], "it": lambda: dice.one(ITERATORS)(), "rx": lambda: re.compile("(a)|(b+)|(.)"),
    "match": lambda: re.match("(?P<x>a)(b)?", "ab"), "rnd": lambda: random.Random(1), "part": lambda: functools.partial(callback, Trap(), k=Trap()), "r": lambda: weakref.ref(w.o, callback),
    "wd": lambda: weakref.WeakValueDictionary({1: w.o}), "p": lambda: weakref.proxy(w.o), "e": lambda: ValueError(Trap(), Trap()), "fn": lambda: types.FunctionType(fill.__code__, {"w": w, "Trap": Trap}, "fn"),
    "sl": lambda: slice(Trap(), Trap(), Trap()), "ns": lambda: types.SimpleNamespace(a=Trap()), "mp": lambda: types.MappingProxyType(w.d), "prop": lambda: property(callback, callback, callback), "cm": lambda: collections.ChainMap(w.d, {}),
    "sup": lambda: super(Plain, w.o), "t": lambda: (Trap(), w.l, 1), "fs": lambda: frozenset(traps(2)), "z": lambda: zlib.compressobj(), "inc": lambda: codecs.getincrementaldecoder("utf-8")("trap"), "scan": lambda: w.rx.scanner("abab"),
    "st": lambda: struct.Struct("<ihb"),
}
ITERATORS = [lambda: some(w.l), lambda: iter(w.d.items()), lambda: iter(w.s), lambda: iter(w.q), lambda: reversed(w.l), lambda: enumerate(some(w.l)), lambda: zip(some(w.l), w.l), lambda: map(callback, w.l), lambda: filter(callback, w.l),
             lambda: itertools.chain(some(w.l), w.d), lambda: itertools.groupby(w.l, key_callback), lambda: itertools.tee(some(w.l))[0], lambda: itertools.islice(w.l, 3), lambda: itertools.accumulate(w.l, callback),
             lambda: itertools.product(w.l, w.l), lambda: itertools.permutations(w.l, 2), lambda: itertools.combinations(w.l, 2), lambda: itertools.starmap(callback, [w.l]), lambda: itertools.zip_longest(w.l, w.d),
             lambda: itertools.takewhile(callback, w.l), lambda: iter(key_callback, 3), lambda: iter(w.od.items()), lambda: w.g, lambda: some(w.ar), lambda: some(w.b), lambda: itertools.pairwise(some(w.l)), lambda: w.rx.finditer("abab"),
             lambda: itertools.compress(some(w.l), w.l), lambda: map(callback, w.l, Trap()), lambda: zip(Trap(), w.l), lambda: itertools.dropwhile(callback, Trap())]


def replace():
    name = dice.one(PART_NAMES)
    setattr(w, name, None)
    setattr(w, name, WORLD[name]())
def forget():
    setattr(w, dice.one(PART_NAMES), None)
def list_set(): w.l[:] = traps()
def list_del(): del w.l[0]
def list_grow(): w.l *= 3
def instance_dict(): w.o.__dict__ = {"a": Trap(), Key("b"): Trap()}
def instance_class(): w.o.__class__ = dice.one((Other, Plain, w.C))
def instance_del(): del w.o.a
def slot_set(): w.slot.a = Trap()
def slot_del(): del w.slot.a
def class_set(): setattr(w.C, dice.one(("a", "m", "__len__", "__eq__", "__hash__", "__getattr__", "__iter__", "b")), dice.one((Trap(), callback, None, property(callback, callback))))
def class_del(): delattr(w.C, dice.one(("a", "m", "__call__")))
def class_bases(): w.C.__bases__ = dice.one(((Other,), (Plain,), (fresh_class(),)))
def trap_class(): setattr(Trap, "extra", Trap())
def function_parts(): w.fn.__defaults__, w.fn.__kwdefaults__, w.fn.__dict__ = (Trap(),), {"k": Trap()}, {"a": Trap()}
def function_code(): w.fn.__code__ = callback.__code__
def globals_grow():
    for i in range(20): globals()[f"made{i}"] = Trap()
def globals_drop():
    for i in range(20): globals().pop(f"made{i}", None)
def frame_locals():
    names = sys._getframe(dice.below(4)).f_locals
    if names is not globals(): names.clear()
def error_parts(): w.e.args, w.e.__context__, w.e.__traceback__ = (Trap(),), ValueError(Trap()), None
def partial_state(): w.part.__setstate__((callback, (Trap(),), {"k": Trap()}, {}))


CHANGES = [replace, replace, replace, forget, lambda: w.l.clear(), list_set, list_del, list_grow, fill, lambda: w.l.pop(), lambda: w.l.insert(0, Trap()), lambda: w.l.sort(), lambda: w.d.clear(), fill_dict,
           lambda: w.d.popitem(), lambda: w.d.update(a=Trap()), lambda: w.s.clear(), lambda: w.s.update(range(40)), lambda: w.s.add(Trap()), lambda: w.s.pop(), lambda: w.q.clear(), lambda: w.q.extend(traps()),
           lambda: w.q.popleft(), lambda: w.q.rotate(1), lambda: w.od.clear(), lambda: w.od.popitem(False), lambda: w.od.move_to_end("a"), lambda: w.od.update({i: 1 for i in range(20)}), lambda: w.dd.clear(), lambda: w.ct.clear(),
           instance_dict, lambda: w.o.__dict__.clear(), instance_class, instance_del, slot_set, slot_del, class_set, class_del, class_bases, trap_class, function_parts, function_code, globals_grow, globals_drop, frame_locals,
           error_parts, partial_state, lambda: w.g.close(), lambda: next(w.g), lambda: w.g.throw(ValueError), lambda: next(w.it), lambda: w.b.clear(), lambda: w.b.extend(b"x" * 100), lambda: w.b.pop(), lambda: w.m.release(),
           lambda: w.b.__init__(3), lambda: w.ar.extend(range(50)), lambda: w.ar.pop(), lambda: w.ar.__delitem__(slice(None)), lambda: w.sio.close(), lambda: w.sio.truncate(0), lambda: w.sio.write("x" * 99), lambda: w.sio.seek(0),
           lambda: w.bio.close(), lambda: w.bio.truncate(0), lambda: w.bio.write(b"x" * 99), lambda: w.bio.getbuffer(), lambda: w.buf.detach(), lambda: w.buf.close(), lambda: w.tw.detach(), lambda: w.tw.reconfigure(encoding="latin-1"),
           lambda: w.tw.close(), lambda: w.f.cache_clear(), lambda: w.f(Trap()), lambda: w.f(1), lambda: heapq.heappop(w.h), lambda: heapq.heappush(w.h, Trap()), lambda: w.h.clear(), lambda: gc.collect(), lambda: w.ns.__dict__.clear(),
           lambda: w.l.__init__(traps()), lambda: w.d.__init__(a=1), lambda: w.s.__init__(traps()), lambda: w.q.__init__(traps()), lambda: w.e.__init__(Trap()), lambda: w.sio.__init__("new"), lambda: w.bio.__init__(b"new"), lambda: w.rnd.seed(Trap()),
           lambda: w.match.expand("\\1"), lambda: w.scan.match(), lambda: w.wd.clear(), lambda: w.l.reverse(), lambda: w.l.extend(w.l), lambda: w.z.compress(w.b), lambda: setattr(w, "l", [1]), lambda: setattr(w, "d", {}), lambda: setattr(w, "b", bytearray())]
PART_NAMES = sorted(WORLD)

NUMBERS = (0, 1, -1, 2, 3, 20, True, False, None, 1.5, -0.0, 2 ** 70, 1j)
TEXTS = ("", "a", "ab", "a b", "%s %d", "{0.a} {1[0]!r:>{2}}", "utf-8", "trap", "i", "rb", "\ud800", "é", "x" * 50, b"", b"ab", b"\xff\xfe", b"[1, 2]", '{"a": [1, {"b": 2}]}')
PARTS = [trap] * 12 + [lambda: w.l, lambda: w.d, lambda: w.s, lambda: w.b, lambda: w.o, lambda: w.C, lambda: w.it, lambda: dice.one(NUMBERS), lambda: dice.one(NUMBERS), lambda: dice.one(TEXTS), lambda: dice.one(TEXTS)]
PARTS += [lambda: getattr(w, dice.one(PART_NAMES))] * 8
PARTS += [lambda: callback, lambda: key_callback, lambda: Proxy(), lambda: traps(), lambda: tuple(traps()), lambda: {Trap(): Trap()}, lambda: {"a": Trap()}, lambda: slice(Trap(), Trap(), Trap()), lambda: Key("a"), lambda: Key("b"),
          lambda: some(w.l), lambda: (Trap(), Trap()), lambda: [w.l, w.d], lambda: (w.l,), lambda: (1, 2), lambda: [1, 2], lambda: ["a", "b"], lambda: (Trap(), 1), lambda: memoryview(w.b), lambda: w.d.items(), lambda: w.d.keys(), lambda: dice.one(ITERATORS)()]


def some_kind():
    kind = KINDS[dice.one(KIND_NAMES)]
    base = kind.__bases__[0]
    given = {array.array: ("i", [1, 2]), str: ("ab",), int: (3,), float: (1.5,), bytes: (b"ab",), bytearray: (b"ab",), dict: ({"a": 1, 1: Trap()},), io.StringIO: ("ab\n",), io.BytesIO: (b"ab\n",)}.get(base, ())
    return kind(*given) if given or base in (Exception, io.RawIOBase, random.Random) else kind(traps(2))
KIND_NAMES = sorted(KINDS)
PARTS += [some_kind] * 8

# Uses of which chance would seldom think: `x` is a new part each time it is read, `T` a new trap.
USES = """
w.l == [T, T, T, T] | w.l < [T, T] | w.l.index(T) | w.l.remove(T) | w.l.count(T) | T in w.l | w.l[T] | w.l[T:T] | w.l[T:T:T] | sorted(w.l) | sorted(w.l, key=key_callback) | w.l.sort(key=key_callback) | w.l.sort() | w.l.extend(T) | w.l + T
w.l.__setitem__(slice(T, T), T) | w.l.__setitem__(slice(T, T, T), T) | w.l.__setitem__(T, T) | w.l.__delitem__(slice(T, T, T)) | w.l.__iadd__(T) | w.l * T | w.l.__imul__(T) | w.l.insert(T, T) | w.l.pop(T) | max(w.l) | min(w.l, key=callback) | sum(w.l, T) | any(w.l) | all(w.l)
repr(w.l) | str(w.d) | repr(w.s) | repr(w.q) | repr(w.od) | repr(w.t) | repr(w.ns) | repr(w.part) | repr(w.e) | repr(w.dd) | repr(w.ct) | repr(w.mp) | repr(w.cm) | repr(w.sl) | f"{w.l!r:>{T}}" | f"{T}{w.l}{w.d}" | format(T, "x") | "%s %r %d %*d" % (T, w.l, T, T, T) | "%(a)s %(b)s" % w.d
"{} {!r} {a.b} {0[a]}".format(T, w.l, a=T) | "{a} {b[0]}".format_map(w.d) | "".join(w.l) | ",".join(T) | ",".join([NAMES("a"), T]) | b"".join([w.b, T, w.b]) | b"".join(w.l) | bytes(T) | bytes(w.l) | bytearray(w.l) | bytearray(T) | w.b.extend(T) | w.b.extend(w.l) | w.b.join([w.b, T]) | w.b[T] | w.b.__setitem__(T, T)
w.b.__setitem__(slice(T, T), T) | w.b.__setitem__(slice(T, T, T), w.l) | w.b.__setitem__(slice(T, T), w.b) | w.b.append(T) | w.b.insert(T, T) | w.b.remove(T) | w.b.pop(T) | w.b.find(w.b, T, T) | w.b.replace(w.b, w.b, T) | w.b.split(w.b, T) | w.b.translate(w.b) | w.b % (T, w.l) | w.b.decode("utf-8", "trap") | w.b.hex(T, T) | w.b.count(w.b, T, T) | w.b.startswith((w.b, T), T) | T in w.b
w.m[T] | w.m[T:T] | w.m.__setitem__(T, T) | w.m.__setitem__(slice(T, T), w.b) | w.m == w.b | w.m.cast("B", T) | w.m.cast("B", [T, T]) | w.m.tolist() | w.m.hex(T) | w.m.__setitem__((T,), T) | memoryview(T) | w.m.tobytes(T)
w.d[T] | w.d.get(T, T) | w.d.setdefault(T, T) | w.d.pop(T, T) | T in w.d | w.d == {T: T, "a": T, 1: T} | w.d.update(T) | w.d.update(w.l) | w.d.update([(T, T), T]) | operator.or_(w.d, {T: T}) | w.d.__ior__(T) | dict(T) | dict(w.l) | dict(w.d, a=T) | w.d.keys() & T | w.d.items() & w.l | w.d.items() == {(T, T)} | w.d.keys() - w.l | (T, T) in w.d.items() | w.d.__setitem__(T, T)
w.d.__delitem__(T) | dict.fromkeys(w.l, T) | dict.fromkeys(w.s, T) | dict.fromkeys(T) | w.d.keys().isdisjoint(w.l) | w.d.copy() | list(w.d.items()) | {**w.d, **{T: T}} | {**T} | callback(**w.d) | callback(*w.l, **{"a": T}) | callback(*T) | callback(**{Key("a"): T, Key("b"): T}) | Plain(**w.d) | [*w.l, *T] | {*w.l, *T} | (*w.l, *T) | T(*w.l)
w.s & {T, T} | operator.or_(w.s, {T}) | w.s - {T, 1} | w.s ^ {T, "a"} | w.s == {T, 1, "a", 4} | w.s <= {T, 1, "a", 2, 3} | w.s.update(T, w.l) | w.s.intersection(w.l, T) | w.s.difference(w.l) | w.s.symmetric_difference_update(w.l) | w.s.add(T) | w.s.discard(T) | w.s.remove(T) | T in w.s | w.s.issubset(T) | w.s.isdisjoint(w.l) | w.s.intersection_update(w.l) | w.s.difference_update(w.s) | set(w.l) | frozenset(T) | w.s.__ixor__(w.s) | w.s.__iand__({T}) | w.s.__isub__({T}) | w.fs == {T, T} | {w.s: 1} | hash(w.fs) | w.s in {w.fs: 1} | operator.or_(w.fs, w.s)
w.q == collections.deque([T] * 4) | w.q.index(T) | w.q.index(T, T, T) | w.q.remove(T) | w.q.count(T) | T in w.q | w.q[T] | w.q.__setitem__(T, T) | w.q.__delitem__(T) | w.q.insert(T, T) | w.q.extend(T) | w.q.extendleft(w.q) | w.q.rotate(T) | w.q < collections.deque([T] * 4) | w.q + w.q | w.q * T | w.q.__iadd__(T) | list(w.q) | copy.copy(w.q) | w.q.append(T) | w.q.appendleft(T)
w.od == collections.OrderedDict([(T, 1), ("a", T), (2, T)]) | w.od.move_to_end(T) | w.od.pop(T) | w.od.popitem() | w.od[T] | w.od.__setitem__(T, T) | w.od.__delitem__(T) | w.od.setdefault(T, T) | list(w.od.items()) | w.od.copy() | operator.or_(w.od, T) | w.od.update(T) | w.od.update(w.l) | collections.OrderedDict(T) | copy.copy(w.od) | collections.OrderedDict.fromkeys(w.l)
w.dd[T] | w.dd["new"] | w.dd.__missing__(T) | w.ct.update(w.l) | w.ct.update(T) | w.ct + w.ct | w.ct.most_common(T) | w.ct.subtract(T) | w.ct == collections.Counter([T]) | collections._count_elements(w.d, w.l) | w.ct[T] | w.cm[T] | w.wd[T] | w.wd.get(1)
setattr(w.o, Key("a"), T) | setattr(w.o, Key("zz"), T) | delattr(w.o, Key("a")) | getattr(w.o, Key("b")) | getattr(w.o, Key("b"), T) | hasattr(w.o, Key("q")) | w.o.a | vars(w.o)[Key("a")] | setattr(w.C, Key("a"), T) | getattr(w.C, Key("a")) | delattr(w.C, Key("m")) | setattr(w.C, "a", T) | type(Key("N"), (w.C,), w.d) | type("N", (w.C, T), {}) | type("N", (w.C,), {Key("a"): T, "b": Proxy()}) | Meta("N", (w.C,), {"a": T})
w.o == w.o | copy.copy(w.o) | copy.deepcopy(w.l) | copy.deepcopy(w.d) | copy.deepcopy(w.o) | pickle.dumps(w.l) | pickle.dumps(w.o) | pickle.loads(pickle.dumps([1, {"a": 2}])) | w.o.__reduce_ex__(2) | object.__dir__(w.o) | dir(w.o) | dir(w.C) | isinstance(w.o, (T, Meta("N", (), {}))) | issubclass(w.C, Meta("N", (), {})) | isinstance(T, T) | w.sup.a | super(Plain, w.o).a | w.o.__dir__() | setattr(w.o, "__dict__", w.d) | setattr(w.o, "__class__", T)
w.f(T) | w.f(T, a=T) | w.f(*w.l) | w.part(*w.l) | w.part(T, k=T) | functools.partial(w.part, T, k=T) | w.part.__setstate__(T) | functools.reduce(callback, w.l) | functools.reduce(callback, T, T) | functools.cmp_to_key(key_callback)(T) < functools.cmp_to_key(key_callback)(T) | sorted(w.l, key=functools.cmp_to_key(key_callback)) | functools.singledispatch(callback)(T)
heapq.heapify(w.l) | heapq.heappush(w.l, T) | heapq.heappop(w.l) | heapq.heapreplace(w.l, T) | heapq.heappushpop(w.l, T) | heapq._heapify_max(w.l) | heapq._heappop_max(w.l) | heapq.nlargest(T, w.l) | heapq.nsmallest(2, w.l, key=key_callback) | list(heapq.merge(w.l, w.l)) | bisect.bisect(w.l, T) | bisect.insort(w.l, T) | bisect.bisect_left(w.l, T, T, T) | bisect.insort(w.l, T, key=key_callback) | bisect.bisect(T, T, 0, 5) | bisect.insort_left(w.l, 1, T, T)
list(w.it) | next(w.it) | next(w.it, T) | list(zip(w.l, T, w.it)) | list(map(callback, w.l, T)) | list(filter(None, w.l)) | list(enumerate(T, 3)) | list(itertools.chain.from_iterable([w.l, T])) | list(itertools.islice(T, T, 9, 1)) | list(itertools.product(w.l, w.l)) | list(itertools.accumulate(T, callback, initial=T)) | list(itertools.groupby(w.l)) | [list(g) for k, g in itertools.groupby(w.l, key_callback)] | list(itertools.permutations(T, T)) | list(itertools.combinations_with_replacement(w.l, 2)) | copy.copy(w.it) | pickle.dumps(w.it) | w.it.__setstate__(T) | w.it.__reduce__() | operator.length_hint(w.it) | list(reversed(w.l)) | list(reversed(T)) | list(iter(callback, T)) | tuple(T) | tuple(w.it) | list(T) | set(w.it)
w.g.send(T) | next(w.g) | w.g.throw(T) | w.g.throw(ValueError, T, None) | w.g.close() | list(w.g) | [x for x in w.g] | list((y for y in w.l if y)) | w.g.gi_frame.f_locals
w.ar.extend(T) | w.ar.extend(w.l) | w.ar.append(T) | w.ar[T] | w.ar.__setitem__(T, T) | w.ar.__setitem__(slice(T, T), w.ar) | w.ar.insert(T, T) | w.ar.pop(T) | w.ar.index(T) | w.ar.remove(T) | w.ar.count(T) | w.ar == array.array("i", [1]) | w.ar.fromlist(w.l) | w.ar.frombytes(w.b) | w.ar.fromfile(T, 2) | w.ar.tofile(T) | w.ar * T | w.ar.__imul__(T) | array.array("d", w.l) | array.array("i", T) | array.array("u", "ab").fromunicode(T) | T in w.ar | w.ar.__delitem__(slice(T, T, T)) | memoryview(w.ar)[T]
w.sio.write(NAMES("ab")) | w.sio.read(T) | w.sio.seek(T) | w.sio.truncate(T) | w.sio.writelines(T) | w.sio.writelines(w.l) | list(w.sio) | w.sio.readlines(T) | w.sio.__setstate__(("a", "\\n", T, {})) | w.sio.__init__(NAMES("q"), T) | w.bio.write(w.b) | w.bio.write(T) | w.bio.read(T) | w.bio.seek(T, T) | w.bio.truncate(T) | w.bio.writelines([w.b, T]) | w.bio.writelines(T) | w.bio.readinto(w.b) | w.bio.readinto(T) | w.bio.getbuffer()[T] | w.bio.__setstate__((b"a", T, w.d)) | w.bio.readlines(T)
w.buf.read(T) | w.buf.write(w.b) | w.buf.readinto(w.b) | w.buf.seek(T) | w.buf.peek(T) | w.buf.readline(T) | w.buf.truncate(T) | list(w.buf) | io.BufferedReader(T, 8).read(4) | io.BufferedReader(w.raw, 8).read() | io.BufferedReader(w.raw, 8).readline() | io.BufferedWriter(w.raw, 4).write(b"abcdefgh") | io.BufferedRWPair(w.raw, w.raw).read(3) | io.BufferedRandom(w.raw).read(3) | w.raw.read(3) | w.raw.readall() | w.raw.readline() | w.raw.readlines() | w.raw.writelines(w.l) | io.BufferedReader(w.raw, 8).readinto(w.b) | io.BufferedReader(w.raw, 8).peek(3)
w.tw.read(T) | w.tw.readline(T) | w.tw.write(NAMES("ab\\n")) | w.tw.seek(T, T) | w.tw.reconfigure(encoding=NAMES("utf-8"), newline=T) | list(w.tw) | w.tw.tell() | io.TextIOWrapper(T) | io.TextIOWrapper(w.raw, "utf-8", "trap").read() | io.TextIOWrapper(w.raw, "utf-8").readline() | io.TextIOWrapper(w.buf, "utf-8").write("a" * 9000) | w.tw.__init__(w.bio) | print(T, w.l, sep=NAMES(","), end="", file=w.sio) | print(T, file=T) | print(*w.l, file=w.tw, flush=T) | io.TextIOWrapper(w.raw, "ascii", "trap").write("é") | io.IncrementalNewlineDecoder(T, True).decode(b"a\\r\\n") | w.inc.decode(w.b) | w.inc.setstate((b"", T))
w.rx.sub(callback, "abab") | w.rx.sub(T, "abab") | w.rx.split("abab", T) | w.rx.match("ab", T, T) | w.rx.findall(w.b) | re.compile(b"(a)|(.)").sub(callback, w.b) | re.compile(b"(.)").sub(lambda m: w.b.clear() or b"x", w.b) | w.match.group(T) | w.match[T] | w.match.expand(NAMES("\\\\1")) | w.match.groups(T) | w.match.start(T) | re.compile(NAMES("a(b)")) | re.sub("a", NAMES("\\\\g<0>"), NAMES("aaa"), T) | re.compile(b".").finditer(w.b) | list(re.compile(b".").finditer(w.b)) | w.match.groupdict(T) | w.rx.fullmatch(NAMES("ab")) | w.scan.search() | [w.b.pop() for m in re.compile(b".").finditer(w.b)]
struct.pack("iif?", T, T, T, T) | struct.pack("3sp", w.b, w.b) | struct.pack_into("ii", w.b, T, T, T) | struct.pack_into("<hh", w.b, 0, T, T) | struct.unpack_from("ii", w.b, T) | w.st.pack(T, T, T) | w.st.pack_into(w.b, T, T, T, T) | list(struct.iter_unpack("h", w.b)) | struct.pack(NAMES("ii"), T, T) | [w.b.clear() for q in struct.iter_unpack("b", w.b)] | struct.calcsize(T)
codecs.charmap_decode(w.b, "replace", T) | codecs.charmap_decode(b"ab", "trap", w.d) | codecs.charmap_encode("ab", "xmlcharrefreplace", T) | codecs.charmap_encode("ab", "trap", w.d) | "\\xe9\\ud800a".encode("gbk", "trap") | b"a\\xff\\xffb".decode("gbk", "trap") | "\\ud800".encode("iso2022_jp", "trap") | b"+\\xff".decode("utf-7", "trap") | b"\\xff".decode("koi8-t", "trap") | codecs.encode(T, "gbk") | codecs.replace_errors(T) | codecs.utf_8_decode(w.b, "trap", T)
marshal.dumps([w.l, w.d, w.s, w.b, T]) | marshal.dumps([w.l, w.d, w.b]) | marshal.loads(w.b) | marshal.load(T) | marshal.dump(w.l, T)
bz2.BZ2Decompressor().decompress(w.b, T) | bz2.BZ2Compressor(T) | lzma.LZMACompressor(filters=[T]) | lzma.LZMACompressor(filters=T) | lzma.LZMADecompressor(memlimit=T) | lzma._encode_filter_properties(T) | zlib.decompressobj(zdict=w.b).decompress(T)
audioop.ratecv(w.b, 1, 1, 2, T, (T, ((T, T),))) | audioop.ratecv(w.b, 1, 1, T, 3, None) | audioop.mul(w.b, 1, T) | audioop.tostereo(w.b, 1, T, T) | audioop.lin2adpcm(w.b, 1, (T, T)) | audioop.findfit(w.b, w.b)
json.dumps(w.l, default=callback) | json.dumps(w.d, default=callback, skipkeys=True) | json.dumps({NAMES("a"): w.l}, sort_keys=True, default=callback) | json.dumps(w.l, indent=T, default=callback) | json.loads('{"a": [1, {"b": 2}], "a": 3}', object_hook=callback) | json.loads('{"a": [1, {"b": 2}]}', object_pairs_hook=callback) | json.loads("[1.5, 2, NaN]", parse_float=callback, parse_int=callback, parse_constant=callback) | json.loads(w.b) | json.dumps([KINDS["float"](1), KINDS["int"](2), KINDS["str"]("a"), KINDS["dict"]({"a": 1}), KINDS["list"]([1])]) | json.dump(w.l, T, default=callback)
w.rnd.shuffle(w.l) | w.rnd.choice(w.l) | w.rnd.sample(w.l, T) | w.rnd.choices(w.l, T) | w.rnd.choices(w.l, weights=[T] * 4) | w.rnd.seed(T) | w.rnd.setstate((3, tuple(traps()), T)) | w.rnd.getrandbits(T) | w.rnd.randrange(T, 9) | random.Random(T).random() | w.rnd.randbytes(T)
math.fsum(w.l) | math.fsum(T) | math.prod(w.l, start=T) | math.dist(w.l, w.l) | math.hypot(*w.l) | math.gcd(T, T) | math.lcm(*w.l) | math.factorial(T) | math.comb(T, T) | math.isqrt(T) | math.floor(T) | math.log(T, T) | math.ldexp(1.0, T) | math.sumprod(w.l, w.l) | int(T) | int(NAMES("12"), T) | int.from_bytes(T, "big") | int.from_bytes(w.l, NAMES("big")) | (3).to_bytes(T, "big") | float(T) | complex(T, T) | round(T, T) | round(1.5, T) | pow(T, T, T) | divmod(T, T) | range(T, T, T) | T in range(T, 9) | range(9)[T:T] | range(5).index(T) | chr(T) | hex(T) | bin(T)
"abc".encode("utf-8", T) | "é\\ud800".encode("ascii", "trap") | b"\\xff\\xfe".decode("utf-8", "trap") | b"\\xd8\\xd8\\xd8".decode("utf-16-le", "trap") | codecs.charmap_encode("abc", "trap", w.d) | codecs.charmap_decode(b"abc", "trap", w.d) | codecs.charmap_decode(w.b, "trap", T) | "abc".translate(T) | "abc".translate(w.d) | str.maketrans(w.d) | str.maketrans("ab", NAMES("cd"), "e") | codecs.encode(T, "utf-8") | "abc".split(NAMES("b"), T) | "abc".find("b", T, T) | "abc".startswith((NAMES("a"), T), T) | "abc".replace("a", NAMES("b"), T) | "abc".center(T, NAMES("x")) | "abc".expandtabs(T) | NAMES("a") + NAMES("b") | "abc"[T:T] | "abc"[T] | "abc" * T | T % T | str(w.b, "utf-8", "trap") | codecs.escape_decode(w.b) | codecs.utf_8_decode(w.b, "trap", T) | b"\\xff".decode("ascii", "trap") | "\\ud800".encode("utf-8", "trap") | "é" * 3 + NAMES("x") | codecs.lookup_error("trap")(UnicodeDecodeError("a", b"abc", 0, 1, "b"))
exec("x = a\\ny = b\\ndel x", Proxy()) | exec("x = a; y = zz", {}, T) | exec("x = a; del y", {"__builtins__": {}}, KINDS["dict"]({"a": 1})) | eval("a + b", {Key("a"): T, Key("b"): T}) | eval("zz", {"__builtins__": KINDS["dict"]({"zz": 1})}) | exec("class A(B): x = 1", {"B": w.C}, {}) | exec("from m import a", {"m": T}) | eval("[a for a in b]", {"b": T}) | exec("global q\\nq = 1", w.d) | exec("a: b = 1", {Key("b"): T, "__annotations__": T}) | compile(w.b, NAMES("f"), "exec") | exec(w.fn.__code__, {Key("w"): w, Key("Trap"): Trap}) | __import__(NAMES("json"), T, T, w.l) | exec("import json as q", {"__builtins__": {Key("__import__"): callback}})
w.e.__setstate__(w.d) | w.e.__setstate__({Key("a"): T}) | w.e.with_traceback(T) | w.e.add_note(T) | w.e.__reduce__() | str(w.e) | repr(w.e) | KeyError(T).__str__() | OSError(T, T, T, T, T).__str__() | UnicodeDecodeError("a", w.b, 0, T, "r").__str__() | ExceptionGroup("a", [w.e]).split(callback) | ExceptionGroup("a", w.l) | BaseExceptionGroup("a", T) | ExceptionGroup("g", [w.e, ValueError(T)]).subgroup(callback) | ImportError(T, name=T, path=T).__repr__() | traceback.format_exception(w.e) | StopIteration(T).value | SyntaxError("a", (T, T, T, T)).__str__() | SystemExit(T).code
w.fn() | setattr(w.fn, "__defaults__", (T,)) | setattr(w.fn, "__dict__", w.d) | setattr(w.fn, Key("a"), T) | w.fn.__kwdefaults__ | inspect.signature(w.fn) | types.FunctionType(w.fn.__code__, w.d, NAMES("a"), w.t, None) | w.fn.__code__.replace(co_name=NAMES("a"), co_consts=tuple(traps())) | types.MethodType(callback, T)() | w.prop.__get__(T, T) | w.prop.__set__(w.o, T) | property(T, T, T, T).getter(T) | staticmethod(T)() | classmethod(T).__get__(T, T) | types.SimpleNamespace(**w.d) | w.ns == types.SimpleNamespace(a=T) | w.ns | types.GenericAlias(T, (T, T)) | types.GenericAlias(list, (T,))[T] | types.GenericAlias(list, (T,)) == types.GenericAlias(list, (T,)) | operator.or_(w.mp, T) | w.mp == w.d | operator.or_(int, T)
weakref.ref(w.o, callback) == w.r | w.r() | hash(w.r) | weakref.getweakrefs(w.o) | w.p.a | w.p == T | setattr(w.p, Key("a"), T) | weakref.WeakKeyDictionary({w.o: T}) | weakref.finalize(w.o, callback, T)() | str(w.p) | weakref.WeakSet(w.l) | setattr(w, "o", None)
hash(w.t) | w.t == (T, T, 1) | w.t < (T, T) | w.t.index(T) | w.t.count(T) | T in w.t | w.t[T:T] | w.t + (T,) | w.t * T | w.sl.indices(T) | w.sl == slice(T, T) | w.sl < slice(T, T) | w.sl.indices(9) | hash((T, T)) | (T, T) in {(T, T): 1} | {T: 1, T: 2}[T] | {T, T, T}
zlib.compress(w.b, T) | zlib.crc32(w.b, T) | w.z.compress(w.b) | zlib.decompress(T) | binascii.hexlify(w.b, T, T) | binascii.b2a_base64(w.b, newline=T) | hashlib.md5(w.b).update(w.b) | unicodedata.normalize(NAMES("NFC"), NAMES("a")) | operator.itemgetter(T, T)(w.l) | operator.attrgetter("a.b", "a")(w.o) | operator.methodcaller("m", T, k=T)(w.o) | operator.concat(w.l, T) | operator.indexOf(w.l, T) | operator.countOf(T, T) | operator.length_hint(T, T) | operator.index(T) | operator.contains(T, T) | datetime.datetime(T, T, T) | datetime.timedelta(T) | fractions.Fraction(T, T) | decimal.Decimal(T) | csv.reader(T) | list(csv.reader(w.l)) | list(csv.reader(w.sio)) | csv.writer(T).writerow(w.l) | csv.writer(w.sio).writerow(w.l) | string.Template(NAMES("$a")).substitute(w.d) | statistics.mean(w.l) | textwrap.wrap(NAMES("a b c"), T)
dataclasses.astuple(dataclasses.make_dataclass("D", ["a", "b"])(T, w.l)) | dataclasses.make_dataclass("D", ["a"], order=True)(T) < T | enum.Enum("E", w.d) | enum.Flag("F", "a b")(T) | typing.List[T] | typing.get_type_hints(w.C) | contextlib.ExitStack().enter_context(T) | contextlib.suppress(T).__exit__(T, T, T) | gc.get_referrers(w.l) | gc.get_referents(w.d, T) | len(gc.get_objects()) | gc.is_tracked(T) | sys.getsizeof(T) | sys.intern(NAMES("a")) | collections.namedtuple("N", "a b")(T, T)._replace(a=T) | collections.namedtuple("N", "a b")._make(T) == (T, T) | collections.UserDict(w.d).update(T) | ast.literal_eval(NAMES("[1]")) | w.C.mro() | type.__call__(w.C) | w.C.__subclasses__() | w.C.__setattr__("a", T) | type.__setattr__(w.C, Key("b"), T) | type.__getattribute__(w.C, Key("a")) | setattr(w.C, "__bases__", (Other,)) | setattr(w.C, "__name__", NAMES("q")) | w.C() == w.C() | object.__eq__(T, T) | w.C().m() | object.__new__(w.C, T) | w.C.__dict__[Key("a")] | setattr(w.C, "__abstractmethods__", T) | setattr(w.C, "__doc__", T)
"""
STATEMENTS = r"""
a, b = T | a, *b = T | a, *b = w.it | for a in w.l: change() | for a in w.d: change() | for a, b in w.d.items(): change() | for a in w.s: change() | for a in w.q: change() | for a in w.od.values(): change() | for a in w.ar: change() | for a in w.b: change() | for a in w.m: change() | for a in w.t: change()
with T as a: change() | with w.sio as a: change() | w.l[T] += T | w.d[T] += T | w.o.a += T | w.l += T | w.s |= {T} | w.s ^= {T} | w.s -= {T, 1} | w.b += w.b | w.b[T:T] = w.b | w.l[T:T] = w.l | w.l[T:T:2] = [T, T] | del w.l[T:T] | del w.d[T] | w.l[1:2], w.l[0] = T, T | w.d |= T
assert T, T | raise T | raise w.e from T | [a for a in T if a] | {a: a for a in w.l} | {a for a in w.l} | a = b = w.l[T:T] | x = T if T else T | T < T < T | not T | T and T or T | print(T, end="", file=w.sio) | lambda a=T: a
try: raise w.e\nexcept T: pass
try: raise ValueError\nexcept (ValueError, T): pass
try: raise w.e\nexcept* ValueError: change()
match w.d:\n    case {"a": a, **b}: change()
match w.l:\n    case [a, *b, c] if T: change()
match w.o:\n    case Plain(a=1, b=c): change()
match T:\n    case Proxy(): pass\n    case {"a": 1, "b": 2}: pass\n    case [1, *_]: pass\n    case 1|2: pass
class N(w.C, metaclass=Meta): a = T; b = Proxy()
class N(w.C):\n    a = T\n    def __set_name__(*a): change()
class N(T): pass
def f(a=T, *, b: T = T): return a\nf(*w.l, **w.d)
def f(**k): return k\nf(**{Key("a"): T}, **w.d)
def f(*a): yield from T\nlist(f())
def f(*a): yield from w.it\nlist(f())
p = pyexpat.ParserCreate(intern=w.d)\np.StartElementHandler = p.CharacterDataHandler = p.EndElementHandler = callback\np.Parse(b"<a b='c'>text<d/>more</a>", True)
p = pyexpat.ParserCreate()\np.buffer_text = T\np.StartElementHandler = lambda *a: (change(), setattr(p, "CharacterDataHandler", callback), setattr(p, "buffer_size", 3), p.Parse(b"x"))\np.ParseFile(T)
p = pyexpat.ParserCreate()\np.ExternalEntityRefHandler = p.DefaultHandler = callback\np.Parse('<!DOCTYPE a [<!ENTITY e SYSTEM "x">]><a>&e;</a>')
import sys\nsys.settrace(callback); change(); sys.settrace(None)
gc.callbacks.append(callback)\ntry: gc.collect()\nfinally: gc.callbacks.clear()
global w2\nw2 = T\ndel w2
"""
MODULES = [array, ast, audioop, base64, binascii, bisect, builtins, bz2, cmath, codecs, collections, contextlib, copy, copyreg, csv, dataclasses, datetime, enum, functools, hashlib, heapq, inspect, io, itertools, json, lzma, marshal, math, numbers, operator,
           pickle, pyexpat, random, re, statistics, string, struct, textwrap, types, typing, unicodedata, weakref, zlib]
AWAY = {"reveal_type", "finalize", "open", "open_code", "input", "exit", "quit", "breakpoint", "help", "copyright", "credits", "license", "print", "exec", "eval", "compile", "__import__", "_exit", "abort", "FileIO", "unregister_error", "register", "register_error",
        "set_threshold", "disable", "__subclasses__", "getfile", "getsource", "getsourcefile", "getsourcelines", "findsource", "getmodule", "repeat", "cycle", "count", "__class__", "getouterframes", "getinnerframes", "stack", "trace", "register_dialect"}


def uses():
    found = []
    for line in USES.strip().split("\n"):
        found += [use.strip() for use in line.split(" | ")]
    for line in STATEMENTS.strip().split("\n"):
        found += [use.strip().replace("\\n", "\n") for use in ([line] if "\\n" in line else line.split(" | "))]
    return found


def callables(modules):
    """(what it is called, function, the part of the world it is a method of, or None), sorted."""
    found = {}
    for module in modules:
        for name in dir(module):
            value = getattr(module, name, None)
            if name in AWAY or not callable(value) or getattr(value, "__module__", None) == "__main__":
                continue
            found[f"{module.__name__}.{name}"] = value, None
    for owner in PART_NAMES:
        for name in dir(type(getattr(w, owner))):
            value = getattr(type(getattr(w, owner)), name, None)
            if name not in AWAY and callable(value) and not (owner in ("C", "o") and name.startswith("__")):
                found[f"w.{owner}.{name}"] = value, owner
    return [(name, *found[name]) for name in sorted(found)]


class Scope(dict):
    """The names of a use: T is a new trap each time."""
    def __missing__(self, name):
        if name == "T": return Trap()
        if name == "x": return anything()
        return globals()[name] if name in globals() else getattr(builtins, name)


def make_world():
    for name in PART_NAMES:
        try:
            setattr(w, name, None)
        except Exception:
            pass
    made = ["b", "l", "d", "o"]
    for name in made + [name for name in PART_NAMES if name not in made]:
        for _ in range(3):
            try:
                setattr(w, name, WORLD[name]())
                break
            except Exception:
                pass


def play(round_number, uses, functions):
    global dice, left, depth
    dice, left, depth = Dice(SEED, round_number), 10 ** 9, DEEP # (nothing changes while the world is made)
    make_world()
    if dice.below(2):
        use = dice.one(uses)
        told, code = use, compile(use, "use", "exec")
        def run(): exec(code, globals(), Scope())
    else:
        name, function, owner = dice.one(functions)
        args = [part() for _ in range(dice.one((0, 1, 1, 1, 2, 2, 2, 3, 3, 4)))]
        kwargs = {dice.one(("key", "a", "default", "maxlen", "start", "initial")): part()} if not dice.below(12) else {}
        told = f"{name} with {[type(a).__name__ for a in args]} {sorted(kwargs)}"
        if owner: args.insert(0, getattr(w, owner))
        def run():
            nonlocal args, kwargs
            given, named, args, kwargs = args, kwargs, None, None
            result = function(*given, **named)
            given = named = None
            for _ in range(4): # what is lazy does something only when it is asked
                if hasattr(type(result), "__next__"): next(result)
    if LOG:
        sys.stderr.write(f"{SEED} {round_number}: {told}\n")
        sys.stderr.flush()
    left, depth = CALLS, 0
    try:
        signal.setitimer(signal.ITIMER_REAL if WAITS else signal.ITIMER_VIRTUAL, PATIENCE)
        run()
    except BaseException:
        pass
    signal.setitimer(signal.ITIMER_REAL if WAITS else signal.ITIMER_VIRTUAL, 0)
    depth = DEEP
    run = args = code = kwargs = None
    left = 10 ** 9


def handler(error):
    change()
    return dice.one((lambda: ("?", error.end), lambda: (b"?", error.start + 1), lambda: (Key("é"), error.end), lambda: ("", -1), anything, lambda: ("x" * 9, dice.below(5))))()


def late(number, frame):
    raise Enough


def main():
    global left, depth
    codecs.register_error("trap", handler)
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda args: None
    signal.signal(signal.SIGVTALRM, late)
    signal.signal(signal.SIGALRM, late)
    out = sys.stdout
    left, depth = 10 ** 9, DEEP
    modules = MODULES
    make_world()
    if GROUP != "language":
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        modules = __import__("hostile_" + GROUP).join(globals())
    known, functions = uses(), callables(modules)
    for number in range(FIRST, FIRST + COUNT):
        play(number, known, functions)
        sys.settrace(None)
        gc.callbacks.clear()
        if number % 16 == 0:
            left, depth = CALLS * 20, 0
            try:
                gc.collect()
            except Exception:
                pass
            left, depth = 10 ** 9, DEEP
    out.write("end\n")
    out.flush()


main()
