# Decorators on functions, methods and classes.
# --- case: simple
def d(f):
    print("decorating", f.__name__)
    return lambda *a: ("wrapped", f(*a))
@d
def g(x): return x
print(g(1))
# --- case: order
def d(n):
    print("make", n)
    def dec(f):
        print("apply", n)
        return f
    return dec
@d(1)
@d(2)
def f(): pass
# --- case: name_bound_after
def d(f):
    return "g" in globals()
@d
def g(): pass
print(g)
# --- case: class_decorator
def add(cls):
    cls.extra = lambda self: "extra"
    return cls
@add
class A: pass
print(A().extra(), A.__name__)
# --- case: class_replaced
@lambda c: c.__name__
class A: pass
print(A)
# --- case: any_expression
ds = {"k": [lambda f: 42]}
@ds["k"][0]
def f(): pass
print(f)
# --- case: with_state
class Count:
    def __init__(self, f): self.f, self.n = f, 0
    def __call__(self, *a):
        self.n += 1
        return self.f(*a)
@Count
def f(x): return x * 2
print(f(2), f(3), f.n)
# --- case: wraps
import functools
def d(f):
    @functools.wraps(f)
    def w(*a, **k):
        "wrapper doc"
        return f(*a, **k)
    return w
@d
def f(a):
    "original doc"
    return a
print(f.__name__, f.__doc__, f(1), f.__wrapped__.__name__)
# --- case: on_methods
def twice(m):
    def w(self, *a): return m(self, *a) * 2
    return w
class A:
    @twice
    def f(self, x): return x + 1
    @staticmethod
    @twice
    def s(a): return a
    @classmethod
    def c(cls): return cls.__name__
print(A().f(1), A.s("x"), A.c(), A().c())
# --- case: not_callable
@5
def f(): pass
# --- case: exception_in_decorator
def d(f): raise ValueError("no")
@d
def f(): pass
# --- case: walrus_decorator
@(saved := lambda f: f)
def f(): return 1
print(f(), saved(2))
# --- case: parameterised_with_defaults
def repeat(f=None, *, times=2):
    if f is None: return lambda g: repeat(g, times=times)
    def w(*a): return [f(*a) for _ in range(times)]
    return w
@repeat
def a(): return 1
@repeat(times=3)
def b(): return 2
print(a(), b())
# --- case: memoize
def memo(f):
    cache = {}
    def w(n):
        if n not in cache: cache[n] = f(n)
        return cache[n]
    w.cache = cache
    return w
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), len(fib.cache))
# --- case: registry
registry = {}
def register(name):
    def d(f): registry[name] = f; return f
    return d
@register("add")
def add(a, b): return a + b
@register("mul")
def mul(a, b): return a * b
print({k: f(3, 4) for k, f in registry.items()})
# --- case: stacked_methods
def tag(t):
    def d(f):
        def w(*a): return f"<{t}>{f(*a)}</{t}>"
        return w
    return d
class P:
    @tag("b")
    @tag("i")
    def text(self): return "x"
print(P().text())
