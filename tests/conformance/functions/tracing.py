# sys.settrace and sys.setprofile: which events come, at which lines, with what; f_trace, f_lineno, f_locals from a trace function.
# --- case: statements
import sys
def tell(frame, event, arg):
    print(event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, arg[0].__name__ if event == "exception" else arg)
    return tell
def plain(a, b=2):
    x = a
    x += b
    if x > 2:
        y = 1
    elif x:
        y = 2
    else:
        y = 3
    pass
    "text"
    assert True
    del x
    return y
def decorated(f): return (1,)
def definitions():
    @decorated
    def inner():
        pass
    class C:
        "doc"
        a = 1
    return inner[0]
sys.settrace(tell)
plain(1)
plain(-2)
plain(0, 0)
definitions()
sys.settrace(None)
print("over")
# --- case: loops
import sys
def tell(frame, event, arg):
    print(event, frame.f_lineno - frame.f_code.co_firstlineno, arg)
    return tell
def loops(n):
    for i in range(n):
        if i == 1:
            continue
        if i == 3: break
        while i > 1:
            i -= 1
            if i == 0:
                break
    else:
        i = 0
    while True:
        n -= 1
        if not n:
            break
    while n: n -= 1
    for i in range(2): pass
    for i in range(2):
        pass
    for i in (1, 2): i += 1
sys.settrace(tell)
loops(3)
loops(5)
sys.settrace(None)
# --- case: leaving_blocks
import sys
def tell(frame, event, arg):
    print(event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, arg[0].__name__ if event == "exception" else arg)
    return tell
class M:
    def __enter__(self): return 1
    def __exit__(self, *e): return True
def tries(k):
    try:
        if k == 1:
            1 / 0
        elif k == 2:
            return 2
        x = 1
    except ZeroDivisionError as e:
        pass
    else:
        x = 2
    finally:
        x = 3
    try:
        pass
    finally:
        pass
    for i in range(2):
        try:
            break
        finally:
            x = 4
    with M() as m:
        raise KeyError
    with M():
        return 5
def through():
    try:
        {}["k"]
    finally:
        y = 1
def bare():
    try:
        through()
    except:
        pass
sys.settrace(tell)
for k in range(3): tries(k)
bare()
sys.settrace(None)
# --- case: generators
import sys
def tell(frame, event, arg):
    print(event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, arg[0].__name__ if event == "exception" else arg)
    return tell
def g():
    try:
        x = yield 1
        y = yield x
    except ValueError:
        yield 3
    return 4
def d():
    r = yield from g()
    return r
async def a(): return 6
async def b(): return await a()
sys.settrace(tell)
it = d()
next(it)
it.send(2)
it.throw(ValueError)
try: next(it)
except StopIteration as e: sys.settrace(None); print(e.value)
sys.settrace(tell)
for v in g(): break
it = g(); next(it); it.close()
try: b().send(None)
except StopIteration as e: pass
sys.settrace(None)
# --- case: profile
import sys
def tell(frame, event, arg):
    print(event, frame.f_code.co_name, arg.__name__ if event.startswith("c_") else arg)
def f(x):
    len([1])
    [].append(1)
    try: int("x"), next(iter([]))
    except (ValueError, StopIteration): pass
    try: next(iter([]))
    except StopIteration: pass
    return sorted([2, 1], key=lambda v: v)
def g(): yield 1
sys.setprofile(tell)
f(1)
list(g())
sys.setprofile(None)
print(sys.getprofile())
# --- case: own_trace_of_a_frame
import sys
def quiet(frame, event, arg): return None
def local(frame, event, arg): print("local", event, frame.f_lineno - frame.f_code.co_firstlineno)
def f():
    a = 1
    sys._getframe().f_trace = local
    b = 2
    return a
sys.settrace(quiet)
f()
def other(frame, event, arg):
    frame.f_trace_lines = False
    print(event)
    return other
sys.settrace(other)
f()
sys.settrace(None)
frame = sys._getframe()
print(frame.f_trace, frame.f_trace_lines, frame.f_trace_opcodes)
try: frame.f_trace_lines = 1
except TypeError as e: print(e)
frame.f_trace = 5; print(frame.f_trace); del frame.f_trace; print(frame.f_trace)
# --- case: a_trace_function_that_raises
import sys
def tell(frame, event, arg):
    if frame.f_code.co_name == "f" and event == "line": raise KeyError("in trace")
    return tell
def f():
    x = 1
sys.settrace(tell)
try: f()
except KeyError as e: print(repr(e), sys.gettrace(), e.__traceback__.tb_next.tb_frame.f_code.co_name)
def once(frame, event, arg): raise ValueError("at the call")
sys.settrace(once)
try: f()
except ValueError as e: print(repr(e), sys.gettrace())
def profile(frame, event, arg): raise ValueError("in profile")
sys.setprofile(profile)
try: f()
except ValueError as e: print(repr(e), sys.getprofile())
# --- case: variables_from_a_trace_function
import sys
def change(frame, event, arg):
    if frame.f_code.co_name == "f" and event == "line" and "x" in frame.f_locals:
        frame.f_locals["x"] += 10
        frame.f_locals["new"] = 1
    return change
def f(k):
    x = k
    y = x
    def inner(): return x
    return x, y, inner()
sys.settrace(change)
r = f(1)
sys.settrace(None)
print(r)
# --- case: jumps
import sys
def jumper(origin, target):
    def trace(frame, event, arg):
        if frame.f_code.co_name != "f": return None
        if event == "line" and frame.f_lineno - frame.f_code.co_firstlineno == origin and not done:
            done.append(1)
            frame.f_lineno = frame.f_code.co_firstlineno + target
        return trace
    return trace
def f(out):
    out.append(1)
    for i in range(2):
        out.append(3)
        try:
            out.append(5)
        finally:
            out.append(7)
    out.append(8)
    out.append(9)
    try:
        1 / 0
    except ZeroDivisionError:
        out.append(13)
    later = 5
    out.append(later)
for origin, target in [(1, 8), (3, 8), (1, 3), (8, 1), (9, 14), (13, 2), (1, 13), (5, 7), (1, 99), (1, -5), (3, 15), (2, 2), (14, 15), (8, 9)]:
    done, out = [], []
    sys.settrace(jumper(origin, target))
    try: f(out)
    except ValueError as e: sys.settrace(None); print(origin, target, "ValueError", str(e).split(" line")[-1] if "block" not in str(e) or "into" in str(e) else "outside")
    except UnboundLocalError as e: sys.settrace(None)
    sys.settrace(None)
    print(origin, target, [v for v in out if v is not None])
try: sys._getframe().f_lineno = 3
except ValueError as e: print(e)
try: sys._getframe().f_lineno = "3"
except ValueError as e: print(e)
# --- case: threads_have_their_own
import sys, threading
seen = []
def tell(frame, event, arg):
    seen.append((threading.current_thread().name, event)) if frame.f_code.co_name == "f" else None
    return tell
def f(): return sys.gettrace() is None
print(f())
threading.settrace(tell)
t = threading.Thread(target=f, name="T"); t.start(); t.join()
threading.settrace(None)
t = threading.Thread(target=f, name="U"); t.start(); t.join()
f()
print(seen)
# --- case: set_and_taken_away
import sys
def tell(frame, event, arg):
    print(event, frame.f_code.co_name)
    return tell
def inner():
    sys.settrace(tell)
def outer():
    inner()
    x = 1
    nested()
def nested():
    sys.settrace(None)
outer()
def again(): pass
again()
sys.settrace(tell)
sorted([1, 2], key=lambda v: (again(), v)[1])
exec("y = 1\nz = 2", {})
sys.settrace(None)
def called(): return 5
def calls(frame, event, arg):
    if event == "call" and frame.f_code.co_name == "again": print(sys.call_tracing(called, ()))
sys.settrace(calls); again(); sys.settrace(None)
try: sys.call_tracing(called, [])
except TypeError as e: print(e)
# --- case: a_debugger_on_top
import bdb, sys
class Steps(bdb.Bdb):
    def user_call(self, frame, args): print("call", frame.f_code.co_name)
    def user_line(self, frame):
        print("line", frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno)
        if frame.f_code.co_name == "g" and self.out: self.set_return(frame)
        else: self.set_step()
    def user_return(self, frame, value): print("return", frame.f_code.co_name, value); self.set_step()
    def user_exception(self, frame, info): print("exception", frame.f_code.co_name, info[0].__name__); self.set_step()
def g():
    a = 1
    return a
def f():
    x = g()
    try:
        x / 0
    except ZeroDivisionError:
        x = 2
    return x
for out in (False, True):
    s = Steps(); s.out = out
    print(s.runcall(f))
s = Steps(); s.out = False
s.reset()
print(s.get_all_breaks(), s.get_stack(None, None))
