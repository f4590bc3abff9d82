# mro() is user code: it fails, assigns __bases__ in turn, goes away; and what __slots__ say of a layout.
# --- case: failing_mro_restores_all
class Meta(type):
    left = 1

    def mro(cls):
        if cls.__name__ == "F":
            if Meta.left == 0:
                raise RuntimeError("no")
            Meta.left -= 1
        return type.mro(cls)


class C: pass
class C2: x = 2
class D(C): pass
class E(D): pass
class F(D, metaclass=Meta): pass


try:
    D.__bases__ = (C2,)
except RuntimeError as error:
    print(error)
print(D.__bases__, D.__mro__, E.__mro__, C.__subclasses__(), C2.__subclasses__(), hasattr(E, "x"))
Meta.left = 5
D.__bases__ = (C2,)
print(D.__mro__, E.__mro__, F.__mro__, C.__subclasses__(), C2.__subclasses__(), E.x)
# --- case: custom_mro_at_new_bases
class Meta(type):
    def mro(cls):
        return [cls, *cls.__bases__, Extra, object]


class Extra: word = "extra"
class A: pass
class B: pass
class C(A, metaclass=Meta): pass


C.__bases__ = (B,)
print(C.__mro__, C.word)
# --- case: bases_assigned_in_mro
class Meta(type):
    ready = False

    def mro(cls):
        if Meta.ready and cls.__name__ == "C":
            Meta.ready = False
            C.__bases__ = (B2,)
        return type.mro(cls)


class A(metaclass=Meta): pass
class B1(A): pass
class B2(A): pass
class C(A): pass


Meta.ready = True
C.__bases__ = (B1,)
print(C.__bases__, C.__mro__, B1.__subclasses__(), B2.__subclasses__())
B1.__bases__ = (C,)
print(B1.__mro__, C.__subclasses__())
del C, B1, B2
# --- case: bases_assigned_in_mro_of_a_new_class
class Meta(type):
    first = True

    def mro(cls):
        if Meta.first:
            Meta.first = False
            cls.__bases__ += ()
        return type.mro(cls)


class Base: pass


def make():
    class A(Base, metaclass=Meta): pass
    print(A.__mro__, Base.__subclasses__())


import gc
make()
gc.collect()
print(Base.__subclasses__())
Base.x = 1
# --- case: cycle_made_in_mro
class Meta(type):
    ready = False

    def mro(cls):
        if Meta.ready:
            if cls.__name__ == "B1":
                B2.__bases__ = (B1,)
            if cls.__name__ == "B2":
                B1.__bases__ = (B2,)
        return type.mro(cls)


class A(metaclass=Meta): pass
class B1(A): pass
class B2(A): pass


Meta.ready = True
try:
    B1.__bases__ += ()
except TypeError as error:
    print(error)
# --- case: incomplete_base
class Meta(type):
    def mro(cls):
        if cls.__mro__ is None and cls.__name__ != "X":
            try:
                class X(cls): pass
            except TypeError as error:
                print(error)
        return type.mro(cls)


class A(metaclass=Meta): pass
print(A.__mro__)
# --- case: mro_without_the_class
class Meta(type):
    def mro(cls):
        del Meta.mro
        return (B,)


class B: pass


try:
    class A(metaclass=Meta): pass
except TypeError as error:
    print(error)
# --- case: same_slots_same_layout
class G: __slots__ = ["a", "b"]
class H: __slots__ = ["b", "a"]
class J: __slots__ = ["c", "b"]
class K: __slots__ = ["a", "b", "d"]
class L(H): __slots__ = ["e"]
class M(G): __slots__ = ["e"]
class N(J): __slots__ = ["__weakref__"]
class P(J): __slots__ = ["__dict__"]
class Q(J): pass
class R(J): __slots__ = ["__dict__", "__weakref__"]


classes = [G, H, J, K, L, M, N, P, Q, R]
for one in classes:
    row = ""
    for other in classes:
        x = one()
        x.b = 1
        try:
            x.__class__ = other
            row += "y" if type(x) is other and x.b == 1 else "?"
        except TypeError:
            row += "."
    print(row)
del G.a
x = H()
x.__class__ = G
print(type(x).__name__)
# --- case: slot_called_classcell
class Base:
    def __init__(self):
        self.b = 42


class C(Base):
    __slots__ = ["__classcell__", "__qualname__"]

    def __init__(self):
        super().__init__()


c = C()
print(c.b, type(C.__dict__["__classcell__"]).__name__, C.__qualname__, hasattr(c, "__classcell__"))
c.__classcell__ = 1
print(c.__classcell__)
try:
    class D:
        __classcell__ = 42
        __slots__ = ["__classcell__"]
except TypeError as error:
    print(error)
# --- case: slot_wrapper_of_another_class
class A(int):
    __eq__ = str.__eq__
    __add__ = str.__add__


class F(float):
    __add__ = str.__add__
    __lt__ = str.__lt__


for f in (lambda: A() == A(), lambda: A() + A(), lambda: F(1) + F(2), lambda: F(1) < F(1)):
    try:
        print(f())
    except TypeError as error:
        print(error)


class L(list): pass
class S(str): pass


print(L([1]) + L([2]), S("a") + S("b"), L([1]) * 2)
# --- case: arguments_not_seen
import weakref


class C: pass


c = C()
r = weakref.ref(c)
for call in (lambda: r.__init__(0, 0, 0), lambda: r.__init__(), lambda: float(b"1\xa0"), lambda: float(b" 1 "), lambda: float(bytearray(b"\xff")),
             lambda: float.__getformat__(1), lambda: float.__getformat__("x"), lambda: float.__getformat__("double")):
    try:
        print(call())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
