# except*: groups split among several handlers, and what is raised in the end.
# --- case: one_handler
try:
    raise ExceptionGroup("g", [ValueError(1), TypeError(2), ValueError(3)])
except* ValueError as e:
    print(type(e), e, e.exceptions)
except* TypeError as e:
    print(repr(e))
print("done")
# --- case: rest_is_raised
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        print("value", e.exceptions)
    except* KeyError as e:
        print("key", e.exceptions)
except BaseException as e:
    print(repr(e), e.exceptions)
# --- case: uncaught_rest
try:
    raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
except* ValueError:
    print("handled")
# --- case: naked
try:
    raise ValueError("x")
except* ValueError as e:
    print(repr(e), e.exceptions, e.__context__, e.__cause__)
# --- case: naked_unmatched
try:
    raise ValueError("x")
except* TypeError as e:
    print("no")
# --- case: naked_raise_in_handler
try:
    try:
        raise ValueError("x")
    except* ValueError as e:
        raise KeyError("k")
except BaseException as e:
    print(repr(e), repr(e.__context__))
# --- case: naked_reraise
try:
    try:
        raise ValueError("x")
    except* ValueError:
        raise
except BaseException as e:
    print(repr(e), e.exceptions, repr(e.__context__))
# --- case: base_exception
try:
    raise BaseExceptionGroup("b", [KeyboardInterrupt(), ValueError(1)])
except* KeyboardInterrupt as e:
    print(type(e).__name__, e.exceptions)
except* Exception as e:
    print(type(e).__name__, e.exceptions)
# --- case: naked_base
try:
    raise KeyboardInterrupt("z")
except* KeyboardInterrupt as e:
    print(repr(e))
# --- case: nested_groups
eg = ExceptionGroup("top", [ValueError(1), ExceptionGroup("in", [TypeError(2), ValueError(3), ExceptionGroup("deep", [KeyError(4)])])])
try:
    try:
        raise eg
    except* ValueError as e:
        print(repr(e))
    except* KeyError as e:
        print(repr(e))
except ExceptionGroup as e:
    print("left", repr(e))
# --- case: tuple_of_types
try:
    raise ExceptionGroup("t", [OSError(1), ValueError(2), TypeError(3)])
except* (OSError, TypeError) as e:
    print(e.exceptions)
except* Exception as e:
    print(e.exceptions)
# --- case: raise_in_handlers
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        raise RuntimeError("from value")
    except* TypeError as e:
        raise IndexError("from type") from e
except BaseException as e:
    print(repr(e))
    for x in e.exceptions:
        print(repr(x), repr(x.__cause__), repr(x.__context__))
# --- case: raise_and_reraise
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        raise
    except* TypeError as e:
        raise ZeroDivisionError("new")
except BaseException as e:
    print(repr(e))
# --- case: all_reraised_keeps_shape
orig = ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [TypeError(2), ValueError(3)]), OSError(4)])
try:
    try:
        raise orig
    except* ValueError:
        raise
    except* TypeError:
        raise
except BaseException as e:
    print(repr(e), e is orig)
# --- case: raise_e_in_handler
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        raise e
except BaseException as e:
    print(repr(e), repr(e.__context__))
# --- case: raise_group_in_handler
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        raise ExceptionGroup("mine", [KeyError("k"), OSError("o")])
    except* TypeError as e:
        print("type ok")
except BaseException as e:
    print(repr(e))
# --- case: single_raised_is_not_wrapped
try:
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError as e:
        raise KeyError("k")
except BaseException as e:
    print(repr(e))
# --- case: else_and_finally
def f(x):
    try:
        print("body")
        if x:
            raise x
    except* ValueError as e:
        print("value", e.exceptions)
    else:
        print("else")
    finally:
        print("finally")
f(None)
f(ExceptionGroup("a", [ValueError(1)]))
try:
    f(ExceptionGroup("a", [ValueError(1), OSError()]))
except ExceptionGroup as e:
    print(repr(e))
# --- case: name_is_unbound_after
try:
    raise ValueError(1)
except* ValueError as e:
    pass
try:
    e
except NameError as x:
    print(x)
# --- case: name_unbound_after_raise
def f():
    try:
        try:
            raise ValueError(1)
        except* ValueError as e:
            raise KeyError(2)
    except KeyError:
        pass
    try:
        e
    except UnboundLocalError as x:
        print(x)
f()
# --- case: name_shared
def f():
    def g():
        return e
    try:
        raise ValueError(1)
    except* ValueError as e:
        print(repr(g()))
    try:
        g()
    except NameError as x:
        print(x)
f()
# --- case: handler_order_evaluated
def t(x):
    print("type", x.__name__)
    return x
try:
    raise ExceptionGroup("g", [ValueError(1)])
except* t(TypeError):
    print("no")
except* t(ValueError):
    print("yes")
except* t(OSError):
    print("no")
# --- case: no_exception_no_types
def t(x):
    print("never")
    return x
try:
    pass
except* t(ValueError):
    pass
print("end")
# --- case: catching_group
try:
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ExceptionGroup:
        print("no")
except TypeError as e:
    print(e, repr(e.__context__))
# --- case: catching_group_in_tuple
try:
    raise ValueError(1)
except* (TypeError, BaseExceptionGroup):
    print("no")
# --- case: catching_non_exception
try:
    raise ValueError(1)
except* int:
    print("no")
# --- case: catching_non_exception_tuple
try:
    raise ValueError(1)
except* (ValueError, 3):
    print("no")
# --- case: bare
try:
    exec("try:\n    pass\nexcept*:\n    pass\n")
except SyntaxError as e:
    print(e)
# --- case: mixed
for src in ("try:\n  pass\nexcept ValueError:\n  pass\nexcept* TypeError:\n  pass\n", "try:\n  pass\nexcept* ValueError:\n  pass\nexcept TypeError:\n  pass\n"):
    try:
        compile(src, "f", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno)
# --- case: jumps_refused
for stmt in ("break", "continue", "return", "return 1"):
    src = f"def f():\n  for x in y:\n    try:\n      pass\n    except* ValueError:\n      {stmt}\n"
    try:
        compile(src, "f", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)
# --- case: jumps_inside_are_fine
def f():
    try:
        raise ValueError
    except* ValueError:
        for i in range(5):
            if i == 1:
                continue
            if i == 3:
                break
            print(i)
        def g():
            return 7
        print(g(), [x for x in range(3)])
    return "out"
print(f())
# --- case: return_from_body
def f():
    for i in range(3):
        try:
            if i == 1:
                return i
            continue
        except* ValueError:
            pass
        finally:
            print("f", i)
print(f())
# --- case: exc_info
import sys
try:
    raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
except* ValueError:
    print(repr(sys.exc_info()[1]))
except* TypeError:
    print(repr(sys.exc_info()[1]))
print(sys.exc_info())
# --- case: exc_info_outer
import sys
try:
    1 / 0
except ZeroDivisionError:
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError as e:
        print(repr(sys.exc_info()[1]), repr(e.__context__))
    print(repr(sys.exc_info()[1]))
# --- case: in_generator
def g():
    try:
        yield 1
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        yield repr(e)
        import sys
        yield repr(sys.exc_info()[1])
    except* TypeError as e:
        yield repr(e)
    yield "end"
for x in g():
    print(x)
# --- case: thrown_into_generator
def g():
    try:
        yield 1
    except* ValueError as e:
        yield repr(e)
i = g()
print(next(i))
print(i.throw(ValueError("thrown")))
print(list(i))
# --- case: nested_try_star
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError:
        try:
            raise ExceptionGroup("inner", [OSError(1), IndexError(2)])
        except* OSError as e:
            print("os", repr(e))
except* IndexError as e:
    print("index", repr(e))
except* (TypeError, KeyError) as e:
    print("rest", repr(e))
# --- case: subclass_with_derive
class MyGroup(ExceptionGroup):
    def derive(self, excs):
        return MyGroup(self.message, excs)
try:
    try:
        raise MyGroup("m", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        print(type(e).__name__, e)
except MyGroup as e:
    print(repr(e))
# --- case: notes_and_cause
try:
    try:
        g = ExceptionGroup("g", [ValueError(1), TypeError(2)])
        g.add_note("note")
        raise g from OSError("why")
    except* ValueError as e:
        print(e.__notes__, repr(e.__cause__))
        e.add_note("more")
        raise
except ExceptionGroup as e:
    print(repr(e), e.__notes__, repr(e.__cause__))
# --- case: traceback_kept
def names(tb):
    while tb:
        yield tb.tb_frame.f_code.co_name
        tb = tb.tb_next
def f():
    raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
try:
    f()
except* ValueError as e:
    print(list(names(e.__traceback__)))
except* TypeError as e:
    print(list(names(e.__traceback__)))
# --- case: loop
total = []
for i in range(6):
    try:
        raise ExceptionGroup("g", [ValueError(i), TypeError(i)] if i % 2 else [KeyError(i)])
    except* (ValueError, TypeError) as e:
        total.append(len(e.exceptions))
    except* KeyError as e:
        total.append("k")
print(total)
# --- case: handler_deletes_name
try:
    raise ValueError(1)
except* ValueError as e:
    del e
print("ok")
# --- case: context_of_error_in_type
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        print("value")
    except* undefined:
        pass
except NameError as e:
    print(e, repr(e.__context__))
# --- case: raise_none
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        raise e from None
    except* TypeError as e:
        raise e.exceptions[0]
except BaseException as e:
    print(repr(e))
# --- case: with_inside
class C:
    def __enter__(self):
        print("enter")
    def __exit__(self, *a):
        print("exit", repr(a[1]))
try:
    with C():
        raise ExceptionGroup("g", [ValueError(1)])
except* ValueError:
    with C():
        print("in")
