# Exceptions: raising, catching, chaining, finally, custom classes, groups.
# --- case: try_except_else_finally
def f(n):
    try:
        print("try"); 1 / n
    except ZeroDivisionError:
        print("except")
    else:
        print("else")
    finally:
        print("finally")
f(0); f(1)
# --- case: uncaught
raise ValueError("message")
# --- case: uncaught_no_message
raise ValueError
# --- case: uncaught_custom
class MyError(Exception): pass
raise MyError("custom")
# --- case: uncaught_custom_str
class MyError(Exception):
    def __str__(self): return "own text"
raise MyError(1, 2)
# --- case: uncaught_nested_class
class A:
    class E(Exception): pass
raise A.E("x")
# --- case: uncaught_key_error
{}["key"]
# --- case: uncaught_multi_args
raise ValueError("a", 1, None)
# --- case: uncaught_multiline
raise ValueError("line one\nline two")
# --- case: uncaught_str_fails
class E(Exception):
    def __str__(self): raise RuntimeError("no")
raise E
# --- case: uncaught_keyboard_interrupt_subclass
class K(KeyboardInterrupt): pass
raise K("x")
# --- case: except_tuple
for e in (KeyError("k"), IndexError("i"), ValueError("v")):
    try:
        raise e
    except (KeyError, IndexError) as x:
        print("lookup", repr(x))
    except Exception as x:
        print("other", repr(x))
# --- case: except_base
try:
    [][1]
except LookupError as e:
    print(type(e).__name__, e)
# --- case: except_order
try:
    {}["a"]
except Exception: print("first")
except KeyError: print("never")
# --- case: bare_except
try:
    raise KeyboardInterrupt
except:
    print("caught all")
# --- case: except_evaluated_lazily
def t(n): print("eval", n); return (ValueError, KeyError)[n]
try:
    raise KeyError
except t(0): pass
except t(1): print("got")
# --- case: except_not_a_class
try:
    1 / 0
except 5: pass
# --- case: except_not_exception_class
try:
    1 / 0
except int: pass
# --- case: except_tuple_with_bad
try:
    1 / 0
except (ValueError, "x"): pass
# --- case: except_nested_tuple
try:
    1 / 0
except (ValueError, (ZeroDivisionError,)): pass
# --- case: except_unmatched_bad_not_checked
try:
    pass
except 5: pass
print("fine")
# --- case: raise_class_and_instance
for x in (ValueError, ValueError("v"), KeyError()):
    try:
        raise x
    except Exception as e:
        print(repr(e), e is x)
# --- case: raise_bad
raise 5
# --- case: raise_string
raise "text"
# --- case: raise_none
raise None
# --- case: raise_non_exception_class
raise int
# --- case: raise_class_returning_other
class E(Exception):
    def __new__(cls): return 5
raise E
# --- case: reraise
try:
    try:
        1 / 0
    except ZeroDivisionError:
        print("log")
        raise
except ZeroDivisionError as e:
    print("outer", e)
# --- case: reraise_nothing
raise
# --- case: reraise_in_function
def again(): raise
try:
    try: [][0]
    except IndexError: again()
except IndexError as e: print("again", e)
# --- case: reraise_after_inner
try:
    try:
        raise ValueError("one")
    except ValueError:
        try:
            raise KeyError("two")
        except KeyError: pass
        raise
except ValueError as e:
    print(repr(e))
# --- case: cause
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError("bad") from e
except ValueError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
# --- case: cause_none
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("bad") from None
except ValueError as e:
    print(e.__cause__, repr(e.__context__), e.__suppress_context__)
# --- case: cause_class
try:
    raise ValueError from KeyError
except ValueError as e:
    print(repr(e.__cause__))
# --- case: cause_bad
raise ValueError from 5
# --- case: context
try:
    try:
        1 / 0
    except ZeroDivisionError:
        [][0]
except IndexError as e:
    print(repr(e.__context__), e.__cause__)
# --- case: context_chain
try:
    try:
        try: raise KeyError(1)
        except KeyError: raise IndexError(2)
    except IndexError: raise ValueError(3)
except ValueError as e:
    while e:
        print(repr(e)); e = e.__context__
# --- case: context_in_finally
try:
    try:
        1 / 0
    finally:
        raise ValueError("f")
except ValueError as e:
    print(repr(e.__context__))
# --- case: context_not_self
try:
    try:
        raise ValueError("x")
    except ValueError as e:
        raise e
except ValueError as e:
    print(e.__context__)
# --- case: set_cause_attribute
e = ValueError()
e.__cause__ = KeyError()
print(e.__suppress_context__)
e.__cause__ = 5
# --- case: set_context_attribute_bad
ValueError().__context__ = 5
# --- case: set_traceback_bad
ValueError().__traceback__ = 5
# --- case: finally_return_overrides
def f():
    try:
        return "try"
    finally:
        return "finally"
print(f())
# --- case: finally_return_swallows
def f():
    try:
        1 / 0
    finally:
        return "swallowed"
print(f())
# --- case: finally_value_computed_before
def f():
    x = 1
    try:
        return x
    finally:
        x = 2
print(f())
# --- case: finally_break_continue
def f():
    for i in range(3):
        try:
            if i == 1: return i
        finally:
            if i == 0: continue
            if i == 1: break
    return "end", i
print(f())
# --- case: finally_nested
def f():
    try:
        try:
            print("a"); return 1
        finally:
            print("b")
    finally:
        print("c")
print(f())
# --- case: finally_raises
try:
    try:
        pass
    finally:
        raise KeyError("from finally")
except KeyError as e: print(e)
# --- case: finally_in_loop
for i in range(2):
    try:
        continue
    finally:
        print("f", i)
while True:
    try:
        break
    finally:
        print("out")
# --- case: else_exception_not_caught
try:
    try:
        pass
    except ValueError: print("never")
    else: raise ValueError("from else")
except ValueError as e: print("outer", e)
# --- case: exception_in_except
try:
    try: 1 / 0
    except ZeroDivisionError: undefined
except NameError as e: print(e)
# --- case: args_1
for e in (Exception(), Exception(1), Exception(1, "a"), Exception((1, 2)), ValueError("x"), KeyError("k")):
    print(repr(e), "|", str(e), "|", e.args)
# --- case: args_2
for e in (KeyError(), OSError(2, "nope"), OSError(2, "nope", "f"), OSError("x"), SystemExit(3), StopIteration(5)):
    print(repr(e), "|", str(e), "|", e.args)
# --- case: os_error_attributes
e = OSError(2, "No such", "file.txt")
print(type(e).__name__, e.errno, e.strerror, e.filename, e.filename2)
print(type(OSError(17, "x")).__name__, type(OSError(13, "x")).__name__, type(OSError(99999, "x")).__name__)
# --- case: open_missing
open("missing.txt")
# --- case: open_directory
open(".")
# --- case: file_errors_caught
for f in (lambda: open("nope/x", "w"), lambda: open("", "r"), lambda: __import__("os").listdir("nope"), lambda: __import__("os").remove("nope"), lambda: __import__("os").rmdir("nope"), lambda: __import__("os").rename("a", "b")):
    try: f()
    except OSError as e: print(type(e).__name__, e, e.errno)
# --- case: hierarchy
print([c.__name__ for c in FileNotFoundError.__mro__], [c.__name__ for c in ModuleNotFoundError.__mro__], [c.__name__ for c in UnicodeDecodeError.__mro__], [c.__name__ for c in ZeroDivisionError.__mro__], IOError is OSError, EnvironmentError is OSError)
# --- case: all_exist
import builtins
print(sorted(n for n in dir(builtins) if isinstance(getattr(builtins, n), type) and issubclass(getattr(builtins, n), BaseException)))
# --- case: direct_bases
import builtins
for n in sorted(dir(builtins)):
    c = getattr(builtins, n)
    if isinstance(c, type) and issubclass(c, BaseException): print(n, c.__bases__[0].__name__)
# --- case: with_traceback
e = ValueError("x")
print(e.__traceback__, e.with_traceback(None) is e)
# --- case: traceback_object
try:
    1 / 0
except ZeroDivisionError as e:
    tb = e.__traceback__
    print(type(tb).__name__, tb.tb_lineno, tb.tb_next, tb.tb_frame.f_code.co_name)
# --- case: add_note
e = ValueError("x")
e.add_note("note one"); e.add_note("note two")
print(e.__notes__)
raise e
# --- case: add_note_bad
ValueError().add_note(5)
# --- case: exc_info
import sys
print(sys.exc_info())
try: 1 / 0
except ZeroDivisionError:
    t, v, tb = sys.exc_info()
    print(t, v, tb is not None)
print(sys.exc_info())
# --- case: custom_init_args
class E(Exception):
    def __init__(self, code, *, detail=None):
        self.code, self.detail = code, detail
try: raise E(5, detail="d")
except E as e: print(e.code, e.detail, e.args, repr(e), str(e))
# --- case: custom_super_init
class E(Exception):
    def __init__(self, what):
        super().__init__(f"wrapped {what}")
        self.what = what
e = E("x")
print(e, repr(e), e.args)
# --- case: custom_hierarchy
class AppError(Exception): "base"
class NetError(AppError): pass
class Timeout(NetError, TimeoutError): pass
try: raise Timeout("slow")
except NetError as e: print(type(e).__name__, isinstance(e, OSError), e)
# --- case: exception_equality_and_hash
a, b = ValueError("x"), ValueError("x")
print(a == b, a == a, len({a, b}))
# --- case: exception_attributes
e = ValueError("x")
e.extra = 1
print(e.extra, e.__dict__)
e.args = (1, 2)
print(e, repr(e))
e.args = "ab"
print(e.args)
e.args = 5
# --- case: stop_iteration_value
e = StopIteration(1, 2)
print(e.value, StopIteration().value)
# --- case: system_exit
raise SystemExit(3)
# --- case: system_exit_message
raise SystemExit("goodbye")
# --- case: system_exit_none
raise SystemExit
# --- case: system_exit_zero_after_output
import sys
print("x")
sys.exit(0)
# --- case: system_exit_big
import sys
sys.exit(257)
# --- case: system_exit_negative
import sys
sys.exit(-1)
# --- case: system_exit_bool_tuple
import sys
sys.exit((1, 2))
# --- case: system_exit_caught
import sys
try: sys.exit("msg")
except SystemExit as e: print(repr(e), e.code)
# --- case: system_exit_finally
import sys
try: sys.exit(4)
finally: print("cleanup")
# --- case: keyboard_interrupt_not_exception
try:
    try: raise KeyboardInterrupt
    except Exception: print("never")
except BaseException as e: print(repr(e))
# --- case: unicode_errors
for f in (lambda: b"\xff".decode(), lambda: "é".encode("ascii"), lambda: b"\xe9abc".decode("utf-8"), lambda: b"ab\xc3".decode(), lambda: "a\ud800".encode(), lambda: b"\x80".decode("ascii")):
    try: f()
    except UnicodeError as e: print(type(e).__name__, e, e.encoding, e.start, e.end, e.reason)
# --- case: unicode_error_constructor
e = UnicodeDecodeError("utf-8", b"abc", 1, 2, "why")
print(e, e.object, e.args)
UnicodeDecodeError("x")
# --- case: name_error_kw
e = NameError("x", name="y")
print(e, e.name, AttributeError("a", name="n", obj=5).obj, ImportError("m", name="n", path="p").path)
ImportError("m", foo=1)
# --- case: key_error_str
for k in ("a", 1, None, ("a", 1), "it's", 1.5):
    print(KeyError(k))
# --- case: group_basic
g = ExceptionGroup("msg", [ValueError(1), TypeError("t")])
print(g, repr(g), g.message, g.exceptions)
# --- case: group_split_subgroup
g = ExceptionGroup("g", [ValueError(1), ExceptionGroup("inner", [TypeError(2), ValueError(3)])])
print(g.subgroup(ValueError)); print(repr(g.subgroup(ValueError)))
print(g.split(TypeError))
print(g.subgroup(KeyError), g.derive([KeyError()]))
# --- case: group_errors
for a in [("m", []), ("m", [1]), ("m", 5), (1, [ValueError()]), ("m",), ("m", [KeyboardInterrupt()])]:
    try: print(repr(ExceptionGroup(*a)))
    except Exception as e: print(type(e).__name__, e)
print(type(BaseExceptionGroup("m", [ValueError()])).__name__, type(BaseExceptionGroup("m", [KeyboardInterrupt()])).__name__)
# --- case: except_star
try:
    raise ExceptionGroup("g", [ValueError(1), TypeError(2), ValueError(3)])
except* ValueError as e:
    print("values", e.exceptions)
except* TypeError as e:
    print("types", e.exceptions)
# --- case: except_star_rest_propagates
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
    except* ValueError: print("handled")
except ExceptionGroup as e: print("rest", repr(e))
# --- case: except_star_naked
try:
    raise ValueError("plain")
except* ValueError as e:
    print(repr(e))
# --- case: except_star_none_match
try:
    raise ExceptionGroup("g", [ValueError(1)])
except* KeyError: pass
# --- case: except_star_else_finally
try: pass
except* ValueError: print("never")
else: print("else")
finally: print("finally")
# --- case: except_star_raises
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError: raise KeyError("new")
except ExceptionGroup as e: print(repr(e))
# --- case: except_star_group_type
try: raise ValueError
except* ExceptionGroup: pass
# --- case: group_uncaught
raise ExceptionGroup("several", [ValueError(1)])
# --- case: recursion_caught_and_continue
def f(n): return f(n + 1)
for _ in range(3):
    try: f(0)
    except RecursionError as e: print(e)
# --- case: recursion_in_repr
class A:
    def __repr__(self): return repr(self)
try: repr(A())
except RecursionError as e: print(type(e).__name__)
# --- case: recursion_in_eq
class A:
    def __eq__(self, o): return o == self
try: A() == A()
except RecursionError as e: print(type(e).__name__)
# --- case: assertion_details
for a in ("assert 0", "assert 0, 'm'", "assert 0, 5", "assert (), None"):
    try: exec(a)
    except AssertionError as e: print(repr(e), str(e), e.args)
# --- case: nested_functions_unwind
log = []
def a():
    try: b()
    finally: log.append("a")
def b():
    try: c()
    except KeyError: log.append("never")
    finally: log.append("b")
def c():
    try: raise ValueError("deep")
    finally: log.append("c")
try: a()
except ValueError as e: print(e, log)
# --- case: traceback_cleared_names
def f():
    try: 1 / 0
    except ZeroDivisionError as e: saved = e
    try: e
    except UnboundLocalError as x: print(x)
    return saved
print(repr(f()))
# --- case: except_as_global
def f():
    global err
    try: 1 / 0
    except ZeroDivisionError as err: print(repr(err))
f()
print("err" in globals())
# --- case: warning_classes
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    warnings.warn("careful"); warnings.warn("old", DeprecationWarning); warnings.warn(UserWarning("obj"))
print([(x.category.__name__, str(x.message)) for x in w])
# --- case: warning_as_error
import warnings
warnings.simplefilter("error")
warnings.warn("boom")
# --- case: many_excepts
def kind(f):
    try: f()
    except (TypeError, ValueError) as e: return "tv " + type(e).__name__
    except ArithmeticError as e: return "arith " + type(e).__name__
    except LookupError as e: return "lookup " + type(e).__name__
    except AttributeError: return "attr"
    except Exception as e: return "other " + type(e).__name__
    else: return "none"
print([kind(f) for f in (lambda: int("x"), lambda: 1 / 0, lambda: {}[0], lambda: [][0], lambda: None.x, lambda: 1 + "", lambda: nope, lambda: 0, lambda: 10.0 ** 1000, lambda: next(iter([])))])
# --- case: overflow_errors_1
import math
for f in (lambda: 2.0 ** 10000, lambda: math.exp(1000), lambda: float(10 ** 400), lambda: int(float("inf")), lambda: int(float("nan")), lambda: 10 ** 400 / 3, lambda: 1e308 * 10):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: overflow_errors_2
import math
for f in (lambda: round(float("inf")), lambda: [0] * (2 ** 63), lambda: "a" * 2 ** 63, lambda: 1 << (2 ** 64), lambda: range(2 ** 65).__len__(), lambda: chr(2 ** 40), lambda: (10 ** 5000).__float__()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: oserror_subclass_init
class Own(OSError):
    def __init__(self, a, b): self.a = a; self.b = b
e = Own(1, 2); print(e.a, e.b, e.args, e.errno, repr(str(e)), repr(e))
class New(OSError):
    def __new__(cls, *a):
        s = super().__new__(cls, *a); s.z = 1; return s
e = New(2, "x"); print(e.z, e.errno, e.args, str(e))
class Extra(OSError):
    def __init__(self, *args, extra=None): super().__init__(*args); self.extra = extra
e = Extra(2, "No", "f", extra=5); print(e.extra, e.filename, e.args, str(e), e.errno)
class Fixed(OSError):
    def __init__(self): super().__init__(2, "abc")
print(str(Fixed()), Fixed().args, type(Fixed()))
try: OSError(1, 2, x=3)
except TypeError as e: print(e)
# --- case: blocking_io_error
e = BlockingIOError(11, "x", 5); print(e.characters_written, e.args, e.filename)
e = BlockingIOError(11, "x")
try: e.characters_written
except AttributeError as x: print(x)
e.characters_written = 7; print(e.characters_written); del e.characters_written
try: del e.characters_written
except AttributeError as x: print(x)
# --- case: copy_keeps_fields
import copy, pickle
for e in (OSError(2, "x", "f"), OSError(2, "x", "f", None, "g"), OSError("a"), ImportError("m", name="n", path="p"), ModuleNotFoundError("x", name="n")):
    print(e.__reduce__())
    for c in (copy.copy(e), pickle.loads(pickle.dumps(e))):
        print(repr(c), c.args, [getattr(c, k, "-") for k in ("errno", "filename", "filename2", "name", "path", "msg")])
# --- case: attribute_error_name
class G:
    def __getattr__(self, n): raise AttributeError("no " + n)
class P:
    __slots__ = ("s",)
    @property
    def p(self): raise AttributeError("inner")
def show(f):
    try: f()
    except AttributeError as e: print(e, e.name, type(e.obj).__name__)
show(lambda: G().foo); show(lambda: P().p); show(lambda: P().q); show(lambda: P().s)
show(lambda: setattr(P(), "x", 1)); show(lambda: delattr(P(), "s")); show(lambda: delattr(P(), "zz")); show(lambda: delattr(G(), "zz"))
class Mine(AttributeError): pass
class H:
    def __getattr__(self, n): raise Mine("m")
show(lambda: H().foo); show(lambda: getattr(H(), "bar"))
# --- case: also_a_key_error
import itertools
kinds = (AttributeError, KeyError, ValueError, OSError, ImportError, StopIteration, NameError, UnicodeDecodeError, LookupError)
for pair in itertools.permutations(kinds, 2):
    try: made = type("Both", pair, {})
    except TypeError as e: print([k.__name__ for k in pair], e); continue
    if UnicodeDecodeError in pair: continue
    e = made("x")
    print([k.__name__ for k in pair], made.__base__.__name__, str(e), repr(e), e.args)
class Own(KeyError):
    def __str__(self): return "own"
class Under(Own, AttributeError): pass
class Beside(AttributeError, Own): pass
print(Under("x"), Beside("x"), str(type("K", (KeyError,), {})("x")), KeyError.__str__(type("K", (KeyError,), {})("x")))
