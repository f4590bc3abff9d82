# --- case: getters_in_loops
class A:
    def __init__(self): self._x, self.n = 1, 0
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v
    @property
    def twice(self): return self.x + self.x
    @property
    def counted(self):
        self.n += 1
        return self.n
    def loop(self):
        for i in range(300):
            self.x += 1
            self.x = self.twice - self.x
        return self.x, self.counted, self.counted
class B(A):
    x = property(lambda self: super().x * 10, A.x.fset)
a, b = A(), B()
print(a.loop(), b._x, b.x)
def many(objects):
    return [o.x for o in objects for _ in range(100)], [o.twice for o in objects]
print([f(v) for f, v in zip((sum, list), many([a, b, a]))])
print([A().counted for _ in range(3)], A().twice + B().twice)
# --- case: getters_of_other_kinds
class Sized(property): pass
class Asks(property):
    def __get__(self, o, t=None): return "asked", o is not None
class A:
    def args(self, *rest): return rest
    def default(self, more=2): return more
    def key(self, *, k=1): return k
    def gen(self): yield self
    args, default, key, gen = property(args), property(default), property(key), property(gen)
    builtin, partial = property(len), property(classmethod)
    sized, asks, none = Sized(lambda self: 3), Asks(lambda self: 4), property()
    cell = property(lambda self: (lambda: self)().sized)
    def __len__(self): return 7
def loop(a):
    for _ in range(200):
        got = a.args, a.default, a.key, next(a.gen) is a, a.builtin, a.sized, a.asks, a.cell
        try:
            a.none
        except AttributeError as e:
            text = str(e)
    return got, text
print(loop(A()), type(A().partial).__name__)
# --- case: getters_change
class A:
    p = property(lambda self: 1)
def loop():
    a, out = A(), []
    for i in range(300):
        out.append(a.p)
        if i == 120: A.p = property(lambda self: 2)
        if i == 150: A.p.__init__(lambda self: 3)
        if i == 200: A.p = 4
        if i == 210: a.p = 5
        if i == 250: A.p = property(lambda self: 6)
        if i == 270: del A.p
    return [out[i] for i in (0, 120, 121, 150, 151, 200, 201, 211, 250, 251, 271)]
print(loop())
# --- case: errors_in_getters
import traceback
class A:
    @property
    def missing(self): return self.nothing
    @property
    def own(self): raise AttributeError("mine")
    @property
    def zero(self): return 1 // 0
    @property
    def caught(self):
        try:
            return self.own
        except AttributeError as e:
            return e.name, e.obj is self
    @property
    def renamed(self):
        me, self = self, None
        raise AttributeError("gone")
    @property
    def again(self): return self.again
def loop():
    a, seen = A(), []
    for i in range(200):
        seen = []
        for name in ("missing", "own", "zero", "renamed"):
            try:
                if name == "missing": a.missing
                elif name == "own": a.own
                elif name == "zero": a.zero
                else: a.renamed
            except Exception as e:
                seen.append((type(e).__name__, str(e), getattr(e, "name", None), getattr(e, "obj", None) is a, [x.lineno for x in traceback.extract_tb(e.__traceback__)]))
    return seen, a.caught
print(*loop()[0], loop()[1], sep="\n")
try:
    A().again
except RecursionError as e:
    print(e)
print(getattr(A(), "own", "default"), hasattr(A(), "missing"))
class Asked(A):
    def __getattr__(self, name): return "asked " + name
print([(a.own, a.missing) for a in [Asked()] * 100][-1])
# --- case: getters_in_generators
class A:
    def __init__(self): self._v = 0
    @property
    def v(self):
        self._v += 1
        return self._v
def gen(a):
    for _ in range(200):
        yield a.v, a.v + a.v
def outer(a):
    yield from gen(a)
print(list(gen(A()))[-1], list(outer(A()))[-1], sum(a.v for a in [A()] * 150))
async def co(a): return [a.v for _ in range(150)][-1]
try:
    co(A()).send(None)
except StopIteration as e:
    print(e.value)
# --- case: the_object_goes_behind_its_getter
class A:
    def __init__(self, i): self.i = i
    def __del__(self):
        if self.i > 197: print("gone", self.i)
    @property
    def p(self): return self.i
    @property
    def q(self):
        del self
        return "q"
def loop():
    for i in range(200):
        got = A(i).p, A(0).q
    return got
print(loop())
# --- case: getters_watched
import sys
class A:
    @property
    def p(self): return 1
def loop(n):
    a = A()
    for _ in range(n): a.p
    return sys._getframe().f_code.co_name
loop(300)
events = []
def tell(frame, event, arg):
    events.append((event, frame.f_code.co_name))
    return tell
sys.settrace(tell)
loop(2)
sys.settrace(None)
print(events)
events.clear()
sys.setprofile(lambda frame, event, arg: events.append((event, frame.f_code.co_name)))
loop(2)
sys.setprofile(None)
print(events[:-1])
class Frames:
    @property
    def caller(self): return sys._getframe(1).f_code.co_name, sys._getframe().f_locals["self"] is self
def ask():
    for _ in range(100): last = Frames().caller
    return last
print(ask())
# --- case: attributes_of_classes
class Meta(type):
    @property
    def shown(cls): return "shown " + cls.__name__
    @property
    def __module__(cls): return "meta"
class A(metaclass=Meta): pass
class B: pass
class C:
    __slots__ = ()
    __name__ = "not of the class"
    __doc__ = "text"
def loop(classes):
    return [(c.__name__, c.__qualname__, str(c.__module__)[:9], len(c.__mro__), c.__doc__ is None, c.__class__.__name__, isinstance(c.__dict__, dict)) for c in classes for _ in range(50)]
print(*sorted(set(loop([A, B, C, int, type, Meta, A, B]))), sep="\n")
B.__name__ = "Bee"
print(loop([B])[-1], {A.shown for _ in range(100)}, C().__name__)
def abstract(classes):
    out = []
    for c in classes * 100:
        try:
            out.append(c.__abstractmethods__)
        except AttributeError as e:
            out.append((str(e), e.name))
    return out[-len(classes):]
import abc
class D(abc.ABC): pass
print(abstract([int, D, B]))
def names(values): return [type(v).__name__ for v in values for _ in range(60)][::60]
print(names([1, "a", A(), B(), A, None, 1.5]))
# --- case: called_from_classes
class Meta(type):
    def made(cls, *a): return "meta", cls.__name__, a
class A(metaclass=Meta):
    def __init__(self): self.x = 1
    @classmethod
    def c(cls, a, b=2, *, k=3): return cls.__name__, a, b, k
    @classmethod
    def g(cls, n): yield from (cls.__name__ for _ in range(n))
    @staticmethod
    def s(a, b=2): return a, b
    def m(self, a=5): return self.x, a
    b = classmethod(len)
    p = classmethod(property(lambda cls: lambda: cls.__name__))
    z = staticmethod(max)
class B(A): pass
class D(dict): pass
def loop(cls, o):
    out = []
    for _ in range(150):
        out = [cls.c(1), cls.c(1, 4), cls.c(1, k=6), o.c(1), o.c(a=2), list(cls.g(2)), cls.s(1), o.s(1, 3), cls.m(o), cls.m(o, a=1), cls.made(1), cls.p(), o.z(1, 2), cls.z(3, 4),
               D.fromkeys("ab", 0), type(D.fromkeys(())).__name__, int.from_bytes(b"\1\2", "big"), int.from_bytes(b"\1\2", byteorder="little"), float.fromhex("0x1p3"), bytes.fromhex("00ff"),
               {}.fromkeys([1]), str.upper("a"), str.join(",", "ab"), list.append([], 1), bool.from_bytes(b"\1", "big")]
        for bad in (lambda: cls.c(), lambda: o.s(), lambda: cls.m(), lambda: dict.fromkeys(), lambda: int.from_bytes(), lambda: cls.b(), lambda: str.upper(), lambda: str.upper(1), lambda: cls.nope(), lambda: bytes.fromhex(1)):
            try:
                bad()
            except (TypeError, AttributeError) as e:
                out.append(str(e))
    return out
print(*loop(A, A()), sep="\n")
print(loop(B, B())[:6])
def change():
    a, out = A(), []
    for i in range(300):
        out.append((a.c(i), A.s(i)))
        if i == 100: a.c = lambda n: "own"
        if i == 150: A.s = staticmethod(lambda n: "other")
        if i == 200: del a.c
        if i == 220: A.c = lambda self, n: "a method"
        if i == 250: Meta.s = property(lambda cls: lambda n: "of the metaclass")
    return [out[i] for i in (0, 101, 151, 201, 221, 251)]
print(change())
import sys
events = []
sys.setprofile(lambda frame, event, arg: events.append((event, getattr(arg, "__qualname__", None))) if event[:2] == "c_" else None)
dict.fromkeys("a")
D.fromkeys("b")
B.g(1)
sys.setprofile(None)
print(events)
