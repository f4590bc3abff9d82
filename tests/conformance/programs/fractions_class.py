# Exact fractions with all the protocols of a number.
from math import gcd
from functools import total_ordering


@total_ordering
class Frac:
    __slots__ = ("n", "d")

    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError(f"Frac({n}, 0)")
        if d < 0:
            n, d = -n, -d
        g = gcd(n, d)
        object.__setattr__(self, "n", n // g)
        object.__setattr__(self, "d", d // g)

    def __setattr__(self, name, value):
        raise AttributeError(f"can't set {name}: a Frac does not change")

    @staticmethod
    def of(x):
        return x if isinstance(x, Frac) else Frac(x) if isinstance(x, int) else NotImplemented

    def __add__(self, o):
        o = Frac.of(o)
        return o if o is NotImplemented else Frac(self.n * o.d + o.n * self.d, self.d * o.d)

    def __mul__(self, o):
        o = Frac.of(o)
        return o if o is NotImplemented else Frac(self.n * o.n, self.d * o.d)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Frac(-self.n, self.d)

    def __sub__(self, o):
        return self + -o

    def __rsub__(self, o):
        return -self + o

    def __truediv__(self, o):
        o = Frac.of(o)
        return self * Frac(o.d, o.n)

    def __rtruediv__(self, o):
        return Frac.of(o) / self

    def __eq__(self, o):
        o = Frac.of(o)
        return o is not NotImplemented and (self.n, self.d) == (o.n, o.d)

    def __lt__(self, o):
        o = Frac.of(o)
        return NotImplemented if o is NotImplemented else self.n * o.d < o.n * self.d

    def __hash__(self):
        return hash((self.n, self.d))

    def __float__(self):
        return self.n / self.d

    def __int__(self):
        return int(self.n / self.d)

    def __bool__(self):
        return self.n != 0

    def __repr__(self):
        return f"{self.n}/{self.d}" if self.d != 1 else str(self.n)

    def __format__(self, spec):
        return format(float(self), spec) if spec else repr(self)


half, third = Frac(1, 2), Frac(1, 3)
print(half + third, half - third, half * third, half / third, 1 - half, 2 / third, -half, half + 1)
print(sum([Frac(1, n) for n in range(1, 11)], Frac(0)), max(half, third), half > third, half == Frac(2, 4), half <= 1)
print(float(half), int(Frac(7, 2)), bool(Frac(0)), f"{third:.3f} {third}", {half: "a"}[Frac(3, 6)], sorted([half, third, Frac(3, 4)]))
for f in (lambda: Frac(1, 0), lambda: half + "x", lambda: setattr(half, "n", 5), lambda: half < "a"):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
