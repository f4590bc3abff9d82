# compile, exec, eval with namespaces of other kinds; names and docs of classes.
# --- case: compile_arguments
class P:
    def __fspath__(self): return "path"
print(compile("1", P(), "eval").co_filename, compile("1", b"f", "eval").co_filename)
try: compile("1", "f", "eval", 0xff)
except ValueError as e: print(e)
# --- case: globals_of_a_subclass
class D(dict):
    def __setitem__(self, k, v):
        print("set", k)
        dict.__setitem__(self, k, v)
    def __missing__(self, k): return k.upper()
d = D(__builtins__=__builtins__)
exec("x = 1\ny = hello\nprint(x, y, globals() is locals())", d)
# --- case: dir_of_a_mapping
class M:
    def __getitem__(self, k):
        if k == "a": return 12
        raise KeyError
    def keys(self): return list("xyz")
print(eval("a", globals(), M()), eval("dir()", globals(), M()))
# --- case: surrogates_in_names
for make in lambda: type("A\udcdcB", (), {}), lambda: type("A", (), {"__doc__": "x\udcdcy"}):
    try: make()
    except UnicodeEncodeError as e: print(e)
# --- case: dict_property
class C:
    @property
    def __dict__(self): return {"a": 2}
print(vars(C()), C().__dict__)
# --- case: methods_do_not_bind_again
import types
class A:
    def foo(self, *a): return a
m = A().foo
class B:
    bar = m
    baz = classmethod(m)
print(hasattr(types.MethodType, "__get__"), B().bar(), B.baz(), type(B.__dict__["baz"].__get__(None, B)).__name__)
# --- case: input_without_flush
import sys, io
class W:
    def write(self, s): pass
out = sys.stdout
sys.stdout, sys.stdin = W(), io.StringIO("abc\n")
try: r = input()
finally: sys.stdout = out
print(r)
# --- case: traceback_line_given
import sys, types
t = types.TracebackType(None, sys._getframe(), 2, 77)
print(t.tb_lineno, t.tb_lasti)
