# Generators: send, throw, close, yield from, return values.
# --- case: basic
def g():
    yield 1
    yield 2
print(list(g()), next(g()), [*g(), *g()])
# --- case: return_value
def g():
    yield 1
    return "result"
i = g()
next(i)
try:
    next(i)
except StopIteration as e:
    print(e.value, e.args)
# --- case: return_none
def g():
    return
    yield
try:
    next(g())
except StopIteration as e:
    print(repr(e), e.value)
# --- case: exhausted_stays
def g(): yield 1
i = g()
print(next(i), next(i, "d"), next(i, "d"))
# --- case: send
def acc():
    total = 0
    while True:
        v = yield total
        if v is None: return "done"
        total += v
a = acc()
print(next(a), a.send(5), a.send(10))
try:
    a.send(None)
except StopIteration as e:
    print(e.value)
# --- case: send_to_fresh
def g(): yield
g().send(1)
# --- case: send_none_to_fresh
def g(): yield 1
print(g().send(None))
# --- case: throw_caught
def g():
    while True:
        try:
            yield "waiting"
        except ValueError as e:
            yield f"caught {e}"
i = g()
print(next(i), i.throw(ValueError("x")), next(i), i.throw(ValueError))
# --- case: throw_uncaught
def g():
    yield 1
i = g()
next(i)
try:
    i.throw(KeyError, "k")
except KeyError as e:
    print(repr(e))
print(next(i, "ended"))
# --- case: throw_fresh
def g():
    try:
        yield 1
    except ValueError:
        print("never")
g().throw(ValueError("early"))
# --- case: throw_type_value
def g():
    try:
        yield
    except Exception as e:
        yield type(e).__name__, e.args
i = g(); next(i)
print(i.throw(ValueError, ("a", "b")))
# --- case: throw_bad_type
def g(): yield
i = g(); next(i)
i.throw(5)
# --- case: throw_into_finished
def g(): yield
i = g(); list(i)
i.throw(ValueError("late"))
# --- case: close
def g():
    try:
        yield 1
        print("never")
    finally:
        print("cleanup")
i = g()
next(i)
i.close()
i.close()
print(next(i, "closed"))
# --- case: close_fresh
def g():
    print("never")
    yield
i = g(); i.close(); print(list(i))
# --- case: close_sees_generator_exit
def g():
    try:
        yield
    except GeneratorExit as e:
        print("exit", repr(e))
        raise
i = g(); next(i); i.close()
# --- case: close_ignored
def g():
    try:
        yield 1
    except GeneratorExit:
        yield 2
i = g(); next(i)
i.close()
# --- case: close_raises_other
def g():
    try:
        yield 1
    finally:
        raise ValueError("in cleanup")
i = g(); next(i)
i.close()
# --- case: collected_runs_finally
def g():
    try:
        yield 1
    finally:
        print("finally")
i = g(); next(i)
del i
print("after")
# --- case: yield_from
def inner():
    x = yield 1
    print("inner got", x)
    return "inner result"
def outer():
    r = yield from inner()
    print("result", r)
    yield 2
o = outer()
print(next(o), o.send("hello"))
# --- case: yield_from_iterables
def g():
    yield from [1, 2]
    yield from "ab"
    yield from range(2)
    yield from {5: 6}
    r = yield from ()
    print(r)
print(list(g()))
# --- case: yield_from_throw
def inner():
    try:
        yield 1
    except ValueError:
        yield "inner caught"
def outer():
    yield from inner()
    yield "after"
o = outer(); next(o)
print(o.throw(ValueError), next(o))
# --- case: yield_from_close
def inner():
    try:
        yield 1
    finally:
        print("inner closed")
def outer():
    try:
        yield from inner()
    finally:
        print("outer closed")
o = outer(); next(o); o.close()
# --- case: yield_from_not_iterable
def g(): yield from 5
next(g())
# --- case: yield_from_send_to_list
def g(): yield from [1, 2]
i = g(); next(i)
i.send("x")
# --- case: yield_from_exception_in_inner
def inner():
    yield 1
    raise ValueError("inner")
def outer():
    try:
        yield from inner()
    except ValueError as e:
        yield f"outer caught {e}"
print(list(outer()))
# --- case: yield_from_chain_depth
def g(n):
    if n: yield from g(n - 1)
    yield n
print(list(g(50))[-3:], sum(g(100)))
# --- case: yield_expression_value
def g():
    x = (yield 1) or "none"
    y = yield x
    yield [x, y]
i = g()
print(next(i), i.send(None), i.send("y"))
# --- case: yield_tuple
def g():
    yield 1, 2
    yield *[3], 4
    yield
print(list(g()))
# --- case: stop_iteration_becomes_runtime_error
def g():
    yield 1
    raise StopIteration("oops")
try:
    list(g())
except RuntimeError as e:
    print(e, repr(e.__cause__), repr(e.__context__))
# --- case: next_inside_generator
def g():
    it = iter([1])
    while True:
        yield next(it)
list(g())
# --- case: already_executing
def g():
    next(i)
    yield
i = g()
next(i)
# --- case: attributes
def g(): yield 1
i = g()
print(i.__name__, i.__qualname__, i.gi_running, i.gi_yieldfrom, i.gi_frame is None, i.gi_code is g.__code__)
list(i)
print(i.gi_frame)
# --- case: iter_is_self
def g(): yield
i = g()
print(iter(i) is i, hasattr(i, "__next__"), hasattr(i, "__len__"))
# --- case: try_finally_order
def g():
    try:
        print("a"); yield 1; print("b")
    finally:
        print("c")
    yield 2
for v in g(): print(v)
# --- case: generator_exception_propagates
def g():
    yield 1
    1 / 0
i = g()
print(next(i))
try:
    next(i)
except ZeroDivisionError as e:
    print(e)
print(list(i))
# --- case: infinite_with_islice
def count():
    n = 0
    while True:
        yield n
        n += 1
import itertools
print(list(itertools.islice(count(), 3, 8, 2)))
# --- case: pipeline
def read(): yield from ["1", "x", "3"]
def parse(lines):
    for l in lines:
        try: yield int(l)
        except ValueError: pass
def double(ns): return (n * 2 for n in ns)
print(list(double(parse(read()))))
# --- case: recursion_tree
def walk(t):
    if isinstance(t, list):
        for c in t: yield from walk(c)
    else: yield t
print(list(walk([1, [2, [3, [4]], 5], [], [[6]]])))
# --- case: generator_in_method
class Tree:
    def __init__(s, l, v, r): s.l, s.v, s.r = l, v, r
    def __iter__(s):
        if s.l: yield from s.l
        yield s.v
        if s.r: yield from s.r
print(list(Tree(Tree(None, 1, None), 2, Tree(None, 3, None))))
# --- case: lambda_generator
f = lambda: (yield 5)
print(list(f()))
# --- case: coroutine_style
def averager():
    n, total, avg = 0, 0, None
    while True:
        v = yield avg
        n += 1; total += v; avg = total / n
a = averager(); next(a)
print(a.send(10), a.send(20), a.send(60))
# --- case: locals_kept
def g(a, *b, c=3, **d):
    yield a, b, c, d
    a += 1
    yield a
print(list(g(1, 2, 3, c=4, e=5)))
# --- case: exception_context_in_generator
def g():
    try:
        yield
    except ValueError:
        raise KeyError("k")
i = g(); next(i)
try:
    i.throw(ValueError("v"))
except KeyError as e:
    print(repr(e.__context__))
# --- case: sys_exc_info_isolated
import sys
def g():
    print(sys.exc_info()[0])
    yield
    print(sys.exc_info()[0])
    yield
i = g()
try:
    1 / 0
except ZeroDivisionError:
    next(i)
next(i)
# --- case: generator_in_for_with_break
def g():
    try:
        for i in range(10): yield i
    finally:
        print("cleaned")
for v in g():
    if v == 2: break
print("end")
# --- case: zip_of_generators
def g(n):
    for i in range(n): yield i
print(list(zip(g(3), g(2))), dict(zip("ab", g(5))))
# --- case: next_default_not_called
print(next(iter([]), None), next((x for x in [1, 2] if x > 5), "none"))
# --- case: next_not_iterator
next([1])
# --- case: generator_bool_and_repr
def g(): yield
print(bool(g()), repr(g()).split(" at ")[0])
# --- case: unpack_generator_exception
def g():
    yield 1
    raise KeyError("mid")
a, b = g()
# --- case: close_returns_none
def g():
    try: yield
    except GeneratorExit: return 5
i = g(); next(i); print(i.close())
# --- case: delegation_deep
def tree(n):
    if n:
        got = yield from tree(n - 1)
        sent = yield n, got
        if sent: print("sent", n, sent)
        last = yield from tree(n - 1)
        return (n, last)
    return 0
print(list(tree(3)))
i = tree(3)
print(next(i), i.send("x"), i.send("y"), [v for v in i])
# --- case: delegation_ends
import sys
class Mine(Exception): pass
def inner(log):
    try:
        while True:
            log.append((yield "in"))
    except Mine as e:
        log.append(repr(e))
        yield "caught"
        return "done"
    finally:
        log.append("closed")
def middle(log):
    r = yield from inner(log)
    log.append(r)
    yield "after"
    raise StopIteration(3)
def outer(log):
    try:
        yield from middle(log)
    except RuntimeError as e:
        log.append((str(e), repr(e.__cause__)))
        yield "end"
for _ in range(3):
    log = []
    g = outer(log)
    print(next(g), g.send(1), g.throw(Mine("m")), next(g), next(g), next(g, "none"), log)
    log = []
    g = outer(log)
    print(next(g), g.close(), log)
    log = []
    g = outer(log)
    next(g)
    try: g.throw(KeyError("k"))
    except KeyError as e:
        t, names = e.__traceback__, []
        while t: names.append(t.tb_frame.f_code.co_name); t = t.tb_next
        print(repr(e), names, log)
# --- case: delegation_to_itself_and_others
def me():
    try: yield from g
    except ValueError as e: print(e)
    yield 5
g = me()
print(list(g))
def two(it):
    a = yield from it
    return a
shared = iter([1, 2, 3])
gen = (x for x in range(3))
print(list(two(shared)), list(two(gen)), list(two(gen)), list(two("ab")))
def fresh():
    x = yield 1
    return x
def first():
    f = fresh()
    r = yield from f
    yield r
    r = yield from f
    yield r
print(list(first()))
# --- case: delegation_depth
import sys
def down(n):
    yield n
    yield from down(n + 1)
try:
    for n in down(0): pass
except RecursionError as e:
    print("deep", n > 500, str(e)[:34])
# --- case: delegation_watched
import sys
def inner():
    sys.settrace(tell)
    yield 1
    sys.settrace(None)
    yield 2
    return 3
def outer():
    x = yield from inner()
    yield x
seen = []
def tell(frame, event, arg):
    seen.append((frame.f_code.co_name, event))
    return tell
for _ in range(3):
    seen.clear()
    print(list(outer()), [s for s in seen if s[1] == "call"])
# --- case: delegation_handles
def inner():
    try: 1 / 0
    except ZeroDivisionError:
        yield 1
        try: raise
        except ZeroDivisionError as e: yield repr(e)
def outer():
    try: {}["k"]
    except KeyError:
        yield from inner()
        try: raise
        except KeyError as e: yield repr(e)
for _ in range(3): print(list(outer()))
# --- case: unary_of_classes
class N:
    def __init__(self, v): self.v = v
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "inv"
    def __abs__(self): return "abs"
    def __index__(self): return self.v
    def __int__(self): return self.v + 1
    def __float__(self): return self.v + .5
n = N(2)
print(-n, +n, ~n, abs(n), int(n), float(n), [1, 2, 3][n], bin(n))
# --- case: calls_from_generators
def plain(a, b=2, c=3): return (a, b, c)
def rest(a, *more, k=0): return (a, more, k)
class P:
    def __init__(self, x, y=5): self.x, self.y = x, y
    def sum(self, z=1): return self.x + self.y + z
    @classmethod
    def made(cls, x): return cls(x)
class Q(P):
    def __init__(self, *a): super().__init__(*a)
def gives(n):
    f = P(1).sum
    for i in range(n):
        yield plain(i), plain(i, i), plain(i, i, i), rest(i), rest(i, 1, k=2), P(i).sum(), P(i, i).sum(i), Q(i).x, P.made(i).y, f(i), (yield)
g = gives(1200)
print(next(g), g.send(None), next(g), g.send(7))
last = None
for last in g: pass
print(last)
print(sum(plain(i)[1] for i in range(2000)), sum(P(i).sum() for i in range(2000)), max(rest(i)[0] for i in range(2000)))
def wrong():
    for call in (lambda: plain(), lambda: plain(1, 2, 3, 4), lambda: P(), lambda: P(1, 2, 3), lambda: P(1).sum(1, 2)):
        try: yield call()
        except TypeError as e: yield str(e)
    try: yield plain()
    except TypeError as e: yield str(e)
    try: yield P(1).sum(1, 2)
    except TypeError as e: yield str(e)
    try: yield P()
    except TypeError as e: yield str(e)
print(*wrong(), sep="\n")
# --- case: calls_from_generators_fail
import sys
def fails(n): return 1 // n
def deep(n): return deep(n + 1)
class Bad:
    def __init__(self, n): self.n = 1 // n
def gives():
    for n in (1, 0, 2):
        try: yield fails(n)
        except ZeroDivisionError as e: yield str(e), sys.exc_info()[2].tb_next.tb_frame.f_code.co_name
        try: yield Bad(n).n
        except ZeroDivisionError as e: yield str(e), sys.exc_info()[2].tb_next.tb_frame.f_code.co_name
        finally: pass
    try: deep(0)
    except RecursionError as e: yield str(e)
    yield [fails(k) for k in range(1, 4)]
print(*gives(), sep="\n")
gone = []
class D:
    def __init__(self, n): self.n = n
    def __del__(self): gone.append(self.n)
def holds(d, e=None):
    def inner(): return d, e
    return inner
def makes():
    for i in range(3):
        f = holds(D(i), -i)
        yield f()[0].n + f()[1]
        del f
print(list(makes()), gone)
def nests(n):
    if n: yield sum(x for x in nests(n - 1)) + fails(n)
    yield n
print(list(nests(12)))
