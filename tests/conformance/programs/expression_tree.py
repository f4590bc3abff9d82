# Symbolic differentiation with simplification and pattern matching.
from dataclasses import dataclass


class Expr:
    def __add__(self, o): return Add(self, wrap(o))
    def __radd__(self, o): return Add(wrap(o), self)
    def __mul__(self, o): return Mul(self, wrap(o))
    def __rmul__(self, o): return Mul(wrap(o), self)
    def __sub__(self, o): return Add(self, Mul(Num(-1), wrap(o)))
    def __pow__(self, n): return Pow(self, n)


@dataclass(frozen=True)
class Num(Expr):
    value: float
    def __str__(self): return str(self.value)


@dataclass(frozen=True)
class Var(Expr):
    name: str
    def __str__(self): return self.name


@dataclass(frozen=True)
class Add(Expr):
    left: Expr
    right: Expr
    def __str__(self): return f"({self.left} + {self.right})"


@dataclass(frozen=True)
class Mul(Expr):
    left: Expr
    right: Expr
    def __str__(self): return f"{self.left} * {self.right}"


@dataclass(frozen=True)
class Pow(Expr):
    base: Expr
    n: int
    def __str__(self): return f"{self.base}^{self.n}"


def wrap(x):
    return x if isinstance(x, Expr) else Num(x)


def diff(e, x):
    match e:
        case Num(): return Num(0)
        case Var(name): return Num(int(name == x))
        case Add(a, b): return diff(a, x) + diff(b, x)
        case Mul(a, b): return diff(a, x) * b + a * diff(b, x)
        case Pow(b, n): return n * b ** (n - 1) * diff(b, x)


def simple(e):
    match e:
        case Add(a, b):
            match simple(a), simple(b):
                case Num(0), s: return s
                case s, Num(0): return s
                case Num(p), Num(q): return Num(p + q)
                case s, t: return Add(s, t)
        case Mul(a, b):
            match simple(a), simple(b):
                case (Num(0), _) | (_, Num(0)): return Num(0)
                case Num(1), s: return s
                case s, Num(1): return s
                case Num(p), Num(q): return Num(p * q)
                case Num(p), Mul(Num(q), s): return Mul(Num(p * q), s)
                case s, Num() as t: return Mul(t, s)
                case s, t: return Mul(s, t)
        case Pow(b, 0): return Num(1)
        case Pow(b, 1): return simple(b)
        case Pow(b, n): return Pow(simple(b), n)
    return e


def value(e, **env):
    match e:
        case Num(v): return v
        case Var(n): return env[n]
        case Add(a, b): return value(a, **env) + value(b, **env)
        case Mul(a, b): return value(a, **env) * value(b, **env)
        case Pow(b, n): return value(b, **env) ** n


x, y = Var("x"), Var("y")
f = 3 * x ** 2 + 2 * x * y - 5
print(f)
d = diff(f, "x")
print(d)
print(simple(d), "|", simple(diff(f, "y")), "|", simple(diff(d, "x")))
print(value(f, x=2, y=3), value(simple(d), x=2, y=3), repr(simple(Num(2) * Num(3))), hash(x) == hash(Var("x")))
try:
    value(f, x=1)
except KeyError as e:
    print("unknown variable", e)
