# Names: globals, builtins, locals(), exec and eval, suggestions.
# --- case: undefined
print(undefined_name)
# --- case: undefined_in_function
def f(): return missing
f()
# --- case: suggestion_global
counter = 1
print(conter)
# --- case: suggestion_builtin
pint("x")
# --- case: suggestion_local
def f():
    value = 1
    return vlaue
f()
# --- case: suggestion_module
import math
math.squrt(2)
# --- case: suggestion_attribute
class A:
    def __init__(self): self.length = 1
A().lenght
# --- case: suggestion_method
[].apend(1)
# --- case: suggestion_str_method
"".uper()
# --- case: suggestion_self
class A:
    def __init__(self): self.blech = 1
    def m(self): return blech
A().m()
# --- case: no_suggestion_far
qqqqqqq
# --- case: import_name_missing
try:
    from collections import OrderedDic
except ImportError as e:
    print(str(e).partition(" (")[0], e.name)
# --- case: forgot_import
sys.exit(1)
# --- case: shadow_builtin
list = [1]
print(list)
del list
print(list("ab"))
# --- case: builtins_module
import builtins
builtins.my_name = 5
print(my_name)
# --- case: globals_dict
x = 1
g = globals()
g["y"] = 2
print(y, g["x"], g is globals(), "__name__" in g, __name__)
# --- case: locals_in_function
def f(a):
    b = 2
    return locals()
print(f(1))
# --- case: locals_at_module
z = 3
print(locals() is globals(), locals()["z"])
# --- case: locals_in_class
class A:
    x = 1
    n = sorted(k for k in locals() if not k.startswith("__"))
print(A.n)
# --- case: exec_simple
exec("a = 1\nb = a + 1")
print(a, b)
# --- case: exec_own_globals
d = {"x": 5}
exec("y = x * 2", d)
print(d["y"], "__builtins__" in d, "y" in globals())
# --- case: exec_globals_and_locals
g, l = {"x": 1}, {}
exec("y = x\ndef f(): return 1", g, l)
print(sorted(l), "y" in g)
# --- case: exec_in_function
def f():
    x = 1
    exec("x = 2")
    return x
print(f())
# --- case: eval_forms
x = 2
print(eval("x + 1"), eval("x", {"x": 10}), eval("x", {"x": 1}, {"x": 2}), eval(compile("x * 3", "", "eval")))
# --- case: eval_mapping_locals
class M(dict):
    def __missing__(self, k): return k.upper()
print(eval("a + b", {}, M()))
# --- case: eval_bad_globals
eval("1", 5)
# --- case: exec_bad_type
exec(5)
# --- case: exec_bad_locals
exec("", {}, 5)
# --- case: compile_reuse
c = compile("n += 1", "<s>", "exec")
n = 0
for _ in range(3): exec(c)
print(n, c.co_filename, c.co_name)
# --- case: compile_bad_mode
compile("1", "f", "what")
# --- case: no_builtins
eval("len([])", {"__builtins__": {}})
# --- case: own_builtins
print(eval("twice(4)", {"__builtins__": {"twice": lambda x: x * 2}}))
# --- case: name_error_attributes
try:
    foo
except NameError as e:
    print(e.name, e.args)
# --- case: attribute_error_attributes
try:
    (5).nope
except AttributeError as e:
    print(e.name, e.obj)
# --- case: unbound_local_is_name_error
def f():
    try:
        q
    except NameError as e:
        print(type(e).__name__, e)
    q = 1
f()
# --- case: del_global_reveals_builtin
len = lambda x: -1
print(len("a"))
del len
print(len("a"))
# --- case: global_in_nested
def outer():
    x = 1
    def inner():
        global x
        x = 2
    inner()
    return x
print(outer(), x)
# --- case: closure_in_loop_default
fs = [lambda x, i=i: x + i for i in range(3)]
print([f(10) for f in fs])
# --- case: nonlocal_two_levels
def a():
    x = 0
    def b():
        def c():
            nonlocal x
            x += 1
            return x
        return c
    return b()
c = a()
print(c(), c())
# --- case: class_body_closure
def f(x):
    class A:
        y = x
        def g(self): return x
    x = 2
    return A
A = f(1)
print(A.y, A().g())
# --- case: class_body_name_lookup
x = "global"
def f():
    x = "local"
    class A:
        print(x)
        x = "class"
        print(x)
f()
# --- case: class_body_nonlocal
def f():
    x = 1
    class A:
        nonlocal x
        x = 2
    return x, hasattr(A, "x")
print(f())
# --- case: except_name_deleted
try:
    1 / 0
except ZeroDivisionError as e:
    pass
try:
    e
except NameError as x:
    print(x)
# --- case: except_name_deleted_inside
try:
    1 / 0
except ZeroDivisionError as e:
    del e
print("fine")
# --- case: comprehension_sees_locals
def f():
    k = 5
    return {k + i: [k for _ in range(i)] for i in range(2)}
print(f())
# --- case: star_import
open("mod_star.py", "w").write("a = 1\n_b = 2\n__all__ = ['a', 'c']\nc = 3\nd = 4\n")
from mod_star import *
print(a, c, "d" in globals(), "_b" in globals())
# --- case: star_import_no_all
open("mod_star2.py", "w").write("a = 1\n_b = 2\n")
from mod_star2 import *
print(a, "_b" in globals())
# --- case: import_errors
for s in ["import nonexistent", "import nonexistent.sub", "from math import nope", "from nonexistent import x", "import math.nope", "from . import x", "from .a import x"]:
    try:
        exec(s)
    except ImportError as e:
        print(type(e).__name__, e, getattr(e, "name", None))
# --- case: import_as
import math as m, os.path as p, os.path
from math import sqrt as s, pi
print(m.sqrt(4), s(9), pi, p is os.path)
# --- case: import_cached
open("once.py", "w").write("print('loading')\nv = 1\n")
import once, once as o2
import sys
print(once is o2, sys.modules["once"] is once, once.__name__, once.v)
# --- case: import_package
import os
os.makedirs("pkg/sub")
open("pkg/__init__.py", "w").write("print('pkg', __name__, __package__)\nfrom .a import x\n")
open("pkg/a.py", "w").write("x = 1\nfrom .sub import deep\n")
open("pkg/sub/__init__.py", "w").write("from ..sub.m import deep\n")
open("pkg/sub/m.py", "w").write("deep = __name__\n")
import pkg, pkg.sub.m
from pkg import a as A
from pkg.sub import m
print(pkg.x, A.deep, m.deep, pkg.sub.m is m, pkg.__path__ is not None, pkg.a is A)
# --- case: import_failing_module
open("bad.py", "w").write("x = 1\n1 / 0\n")
for _ in range(2):
    try:
        import bad
    except ZeroDivisionError as e:
        print(e)
import sys
print("bad" in sys.modules)
# --- case: import_syntax_error
open("bads.py", "w").write("x = = 1\n")
import bads
# --- case: import_circular
open("ca.py", "w").write("import cb\nx = 1\nprint(cb.y)\n")
open("cb.py", "w").write("import ca\ny = hasattr(ca, 'x')\n")
import ca
# --- case: import_circular_from
open("da.py", "w").write("from db import y\nx = 1\n")
open("db.py", "w").write("from da import x\ny = 2\n")
try:
    import da
except ImportError as e:
    print(str(e).partition("/")[0])
# --- case: dunder_import
print(__import__("math").floor(2.5), __import__("os.path").__name__)
# --- case: module_attributes
open("mm.py", "w").write("'doc of mm'\nx = 1\n")
import mm
print(mm.__name__, mm.__doc__, mm.__file__.endswith("mm.py"), mm.__spec__.name, type(mm))
mm.new = 3
print(mm.new, "new" in dir(mm), "new" in vars(mm))
del mm.x
mm.x
# --- case: module_getattr
open("mg.py", "w").write("def __getattr__(n):\n    if n == 'magic': return 42\n    raise AttributeError(f'no {n}')\n")
import mg
print(mg.magic)
from mg import magic
mg.other
# --- case: name_main
print(__name__, __doc__, __package__, __spec__, type(__builtins__).__name__)
# --- case: module_docstring
"""module doc"""
print(__doc__)
