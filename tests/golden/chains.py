# Chained exceptions: causes, contexts, suppressed ones, and those in groups.
# --- case: context
try:
    1 / 0
except ZeroDivisionError:
    {}["k"]
# --- case: cause
try:
    int("x")
except ValueError as e:
    raise RuntimeError("bad input") from e
# --- case: from_none
try:
    int("x")
except ValueError:
    raise RuntimeError("clean") from None
# --- case: three_deep
def a():
    try:
        b()
    except KeyError as e:
        raise ValueError("a failed") from e


def b():
    try:
        c()
    except ZeroDivisionError:
        raise KeyError("b failed")


def c():
    1 / 0


a()
# --- case: cause_fresh
raise ValueError("v") from KeyError("k")
# --- case: in_finally
try:
    1 / 0
finally:
    [][0]
# --- case: in_with
class C:
    def __enter__(self):
        pass

    def __exit__(self, *a):
        raise RuntimeError("exit failed")


with C():
    1 / 0
# --- case: circular
a = ValueError("a")
b = KeyError("b")
a.__cause__ = b
b.__cause__ = a
raise a
# --- case: suppressed_then_context
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("middle") from None
except ValueError:
    raise TypeError("outer")
# --- case: same_raised_twice
e = ValueError("shared")
try:
    raise e
except ValueError:
    try:
        raise KeyError("inner")
    except KeyError:
        raise e
# --- case: nested_handlers
try:
    try:
        raise ValueError(1)
    except ValueError:
        raise TypeError(2)
except TypeError:
    raise KeyError(3)
# --- case: group_with_cause
try:
    1 / 0
except ZeroDivisionError as e:
    raise ExceptionGroup("group", [ValueError("v"), TypeError("t")]) from e
# --- case: generator_context
def g():
    try:
        yield
    except ValueError:
        raise KeyError("from generator")


i = g()
next(i)
i.throw(ValueError("thrown in"))
# --- case: stop_iteration_in_generator
def g():
    yield 1
    raise StopIteration


list(g())
# --- case: except_star_rest
try:
    raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
except* ValueError:
    pass
# --- case: set_name_error
class D:
    def __set_name__(self, owner, name):
        1 / 0


class A:
    d = D()
# --- case: recursion_in_handler
def f():
    try:
        raise ValueError("x")
    except ValueError:
        g()


def g():
    raise TypeError("in g")


f()
# --- case: with_notes
try:
    1 / 0
except ZeroDivisionError as e:
    e.add_note("while dividing")
    raise RuntimeError("outer") from e
# --- case: system_exit_in_handler
import sys
try:
    1 / 0
except ZeroDivisionError:
    sys.exit("leaving")
# --- case: unraisable_in_del
class A:
    def __del__(self):
        raise ValueError("in del")


a = A()
a = None
print("goes on")
