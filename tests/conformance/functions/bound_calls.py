# --- case: bound_methods_by_name
class A:
    def __init__(self): self.x = 0
    def m(self, a, b=2, *, c=3):
        self.x += a
        return a, b, c
    def two(self, a, b=5, d=7): return self.x, a, b, d
    def items(self, n):
        for i in range(n): yield i
    def rec(self, n):
        f = self.rec
        return 0 if n == 0 else 1 + f(n - 1)
    @classmethod
    def of_class(cls, a): return cls.__name__, a
def loop():
    a, out = A(), []
    m, t, append, items, c, extend, pop, r = a.m, a.two, out.append, a.items, A.of_class, out.extend, out.pop, a.rec
    for i in range(300):
        append(m(i)); append(t(i)); append(t(i, 1)); append(t(i, 1, 2)); extend(items(2)); append(c(i)); append(r(3))
        for bad in (lambda: t(), lambda: t(1, 2, 3, 4), lambda: m(1, 2, 3), lambda: append(), lambda: append(1, 2), lambda: pop(1, 2)):
            try:
                bad()
            except TypeError as e:
                append(str(e))
    return len(out), out[-13:], out[:13]
print(loop())
print(loop()[0])
# --- case: bound_methods_of_builtins
d = {}
setdefault, get, join, item = d.setdefault, d.get, ",".join, "abc".__getitem__
def loop():
    for i in range(200):
        setdefault(i % 7, []).append(i)
        last = join(["a", "b"]), item(i % 3)
    return [len(get(i, ())) for i in range(9)], last, "".join(map(item, [0, 1, 2])), ["x"].__len__()
print(loop())
# --- case: the_object_goes_while_its_method_runs
class A:
    def kill(self):
        global method
        method = None
        return self.name
    def __del__(self): print("gone", self.name)
def loop():
    global method
    for i in range(200):
        a = A()
        a.name = i if i > 197 else "x"
        method = a.kill
        a = None
        if i > 197: print(method())
        else: method.__self__.__class__ = B
class B:
    def kill(self): pass
loop()
# --- case: too_deep_by_a_bound_method
class A:
    def rec(self, n, more=1):
        f = self.rec
        return f(n + 1)
try:
    A().rec(0)
except RecursionError as e:
    print(e)
# --- case: an_error_in_a_bound_method
import traceback
class A:
    def go(self, n, by=0):
        return 1 // n
def run():
    go = A().go
    for i in range(200, -1, -1):
        go(i)
try:
    run()
except ZeroDivisionError as e:
    print([(x.name, x.lineno) for x in traceback.extract_tb(e.__traceback__)])
# --- case: bound_calls_in_a_generator
class A:
    def two(self, a, b=5): return self.x, a, b
def gen():
    a, out = A(), []
    a.x = 1
    two, append = a.two, out.append
    for i in range(200):
        append(two(i))
        yield two(len(out))
print(list(gen())[-2:])
# --- case: bound_calls_profiled
import sys
events = []
class A:
    def two(self, a, b=5): return a, b
def work():
    out = []
    two, append = A().two, out.append
    for i in range(3):
        append(two(i))
for _ in range(200):
    work()
sys.setprofile(lambda frame, event, arg: events.append((event, frame.f_code.co_name, getattr(arg, "__name__", None))))
work()
sys.setprofile(None)
print(events)
# --- case: methods_of_what_is_no_object
class Own:
    def conjugate(self): return "own"
def loop():
    out = []
    for v in [1, 1.5, Own(), True, 2, Own(), None, 3.5, 2**70] * 60:
        try:
            out.append(v.conjugate())
        except AttributeError as e:
            out.append(str(e))
        if isinstance(v, int): out.append((v.bit_length(), v.to_bytes(9, "big")))
        if isinstance(v, float): out.append(v.is_integer())
    return out
out = loop()
print([x if not isinstance(x, Own) else "?" for x in out[:16]], out[:16] == out[-16:] or len(out))
class Late:
    def f(self): return 1
def late():
    x, r = Late(), []
    f = x.f
    for i in range(200):
        r.append(f())
        if i == 150: Late.f = lambda self: 2
        if i == 170: f = x.f
    return r[140], r[160], r[180]
print(late())
