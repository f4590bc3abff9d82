# with: protocol order, several items, suppression, errors.
# --- case: order
class C:
    def __init__(s, n): s.n = n; print("init", n)
    def __enter__(s): print("enter", s.n); return s.n * 2
    def __exit__(s, *a): print("exit", s.n, a)
with C(1) as x, C(2) as y:
    print(x, y)
# --- case: parenthesised
class C:
    def __init__(s, n): s.n = n
    def __enter__(s): return s.n
    def __exit__(s, *a): print("exit", s.n)
with (C(1) as a, C(2), C(3) as b,):
    print(a, b)
with (C(4)) as c:
    print(c)
with (C(5), C(6)):
    pass
# --- case: exception_passed
class C:
    def __enter__(s): pass
    def __exit__(s, t, v, tb): print(t.__name__, v, type(tb).__name__)
try:
    with C():
        raise ValueError("boo")
except ValueError as e:
    print("outer", e)
# --- case: suppress
class C:
    def __enter__(s): pass
    def __exit__(s, *a): return True
with C():
    raise ValueError
    print("never")
print("after")
# --- case: truthy_return_suppresses
class C:
    def __enter__(s): pass
    def __exit__(s, *a): return "yes"
with C():
    1 / 0
print("ok")
# --- case: inner_suppresses_outer_clean
class C:
    def __init__(s, sup): s.sup = sup
    def __enter__(s): pass
    def __exit__(s, t, v, tb): print(s.sup, t); return s.sup
with C(False), C(True):
    raise KeyError(1)
# --- case: exit_raises
class C:
    def __enter__(s): pass
    def __exit__(s, *a): raise RuntimeError("in exit")
try:
    with C():
        raise ValueError("in body")
except RuntimeError as e:
    print(e, repr(e.__context__))
# --- case: enter_raises
class C:
    def __enter__(s): raise ValueError("enter")
    def __exit__(s, *a): print("never")
with C():
    pass
# --- case: second_enter_raises
class C:
    def __init__(s, bad): s.bad = bad
    def __enter__(s):
        if s.bad: raise ValueError("enter")
    def __exit__(s, *a): print("exit", a[0])
with C(0), C(1):
    pass
# --- case: return_inside
class C:
    def __enter__(s): pass
    def __exit__(s, *a): print("exit", a)
def f():
    with C():
        return 5
print(f())
# --- case: break_continue_inside
class C:
    def __enter__(s): pass
    def __exit__(s, *a): print("exit", a)
for i in range(3):
    with C():
        if i == 0: continue
        if i == 1: break
print(i)
# --- case: not_a_manager
with 5:
    pass
# --- case: no_exit
class C:
    def __enter__(s): pass
with C():
    pass
# --- case: no_enter
class C:
    def __exit__(s, *a): pass
with C():
    pass
# --- case: looked_up_on_type
class C: pass
c = C()
c.__enter__ = lambda: 1
c.__exit__ = lambda *a: None
with c:
    pass
# --- case: with_function_not_called
import contextlib
with contextlib.suppress:
    pass
# --- case: generator_inside_with
class C:
    def __enter__(s): print("in")
    def __exit__(s, *a): print("out", a[0])
def g():
    with C():
        yield 1
        yield 2
i = g()
print(next(i))
i.close()
# --- case: nested
class C:
    def __init__(s, n): s.n = n
    def __enter__(s): return s
    def __exit__(s, *a): print("exit", s.n)
with C(1):
    with C(2):
        with C(3):
            print("body")
# --- case: as_attribute_and_list
class C:
    def __enter__(s): return [1, 2, 3]
    def __exit__(s, *a): pass
class O: pass
with C() as O.v, C() as [a, *b]:
    print(O.v, a, b)
# --- case: exit_gets_same_exception
class C:
    def __enter__(s): pass
    def __exit__(s, t, v, tb): s.v = v; return True
c = C()
e = ValueError("x")
with c:
    raise e
print(c.v is e)
# --- case: as_target_fails
class C:
    def __enter__(s): return 5
    def __exit__(s, *a): print("exit", a[0])
with C() as (a, b):
    pass
# --- case: system_exit_through
class C:
    def __enter__(s): pass
    def __exit__(s, *a): print("exit")
import sys
with C():
    sys.exit(3)
# --- case: open_file
with open("x.txt", "w") as f:
    f.write("hi")
print(f.closed, open("x.txt").read())
# --- case: many_managers
class C:
    log = []
    def __init__(s, n): s.n = n
    def __enter__(s): s.log.append(s.n)
    def __exit__(s, *a): s.log.append(-s.n)
with C(1), C(2), C(3), C(4), C(5):
    pass
print(C.log)
