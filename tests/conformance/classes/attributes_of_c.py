"""Attributes that functions of C give, asked at one place of objects of many classes; % of numbers and bytes; dicts that grow, shrink and are copied."""
import datetime
import fractions


def told(f):
    try:
        return f()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class A:
    pass


class B(A):
    __class__ = property(lambda self: str)


class C:
    @property
    def real(self):
        return "property"


class D(int):
    def __getattr__(self, name):
        return "hook " + name


class E(int):
    real = 5


class F(int):
    def __getattribute__(self, name):
        return "all " + name if name == "real" else int.__getattribute__(self, name)


def real(x):
    return x.real


def cls(x):
    return x.__class__


def hour(x):
    return x.hour


for x in (1, 2.5, 1j, True, D(3), E(4), F(5), C(), fractions.Fraction(1, 2), D(6), E(7), 2**80):
    print(type(x).__name__, [told(lambda: real(x)) for _ in range(3)], [cls(x).__name__ for _ in range(3)])
for x in (A(), B(), A(), A, type, B):
    print([cls(x).__name__ for _ in range(3)])
a = A()
a.__dict__["__class__"] = "own"
print([cls(a).__name__ for _ in range(3)])
a.__class__ = B
print([cls(a).__name__ for _ in range(3)])
later = E(8)
print([real(later) for _ in range(3)])
del E.real
print([real(later) for _ in range(3)])
E.real = property(lambda self: "later")
print([real(later) for _ in range(3)])
for x in (datetime.datetime(2020, 1, 2, 3), datetime.time(4), datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 2, 5)):
    print([told(lambda: hour(x)) for _ in range(3)])


class Borrows:
    real = int.__dict__["real"]


class Has:
    name = "none"


for _ in range(3):
    print(told(lambda: real(Borrows())))
try:
    for x in (1, 2, Has()):
        real(x)
except AttributeError as error:
    print(error.name, type(error.obj).__name__)

# stable: 0x800000000000 is a number here
print(["%d %i %u %x %o %X %5d|%-5d|%05d|%+d|% d|%#x|%.3d" % ((n,) * 13) for n in (0, 1, -1, 255, -255, 2**47, -(2**48), 2**48 - 1, 2**48, 2**70)])
print([b"a%db%sc%5b|%-5s|%.2s|%%%c%r" % (n, b"\xff\x00z", b"xy", b"q", b"long", 65, "\xe9") for n in (0, -7, 2**60)])
print(told(lambda: b"%s" % "text"), told(lambda: b"%d" % "1"), told(lambda: "%d" % "1"), "é%dж%s" % (5, "z"), bytearray(b"\x80%s") % b"\x81")

d = {}
for i in range(2000):
    d[i % 700] = i
    if i % 3 == 0:
        d.pop((i * 7) % 700, None)
    if i % 97 == 0:
        d = dict(d)
    if i % 211 == 0:
        d.update({-i: i, str(i): i})
print(len(d), sum(v for v in d.values()), list(d)[:10], list(d)[-5:])
print([len({k: k for k in range(n)} | {-k: k for k in range(n)}) for n in (0, 1, 2, 3, 5, 6, 10, 11, 100, 171, 172, 43000, 44000)])
d.clear()
d["a"] = 1
print(d, d.copy(), d.__sizeof__() > 0)
