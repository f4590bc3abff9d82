# Calls: parameters of all kinds, defaults, star forms, and what TypeError says.
# --- case: positional_and_default
def f(a, b=2, c=3): return a, b, c
print(f(1), f(1, 5), f(1, 5, 6), f(1, c=9), f(c=1, a=2), f(b=0, a=1))
# --- case: default_evaluated_once
def f(x=[]):
    x.append(len(x))
    return x
print(f(), f(), f([]), f())
# --- case: default_order
def t(v): print("eval", v); return v
def f(a=t(1), *, b=t(2)): pass
# --- case: star_args
def f(a, *args): return a, args
print(f(1), f(1, 2, 3), f(*"xyz"), f(1, *[2], *(3, 4), 5))
# --- case: star_kwargs
def f(**k): return k
print(f(), f(a=1), f(**{"x": 1}, y=2), f(b=1, **{"a": 2}, **{"c": 3}))
# --- case: keyword_only
def f(a, *, b, c=3): return a, b, c
print(f(1, b=2), f(c=1, b=2, a=3))
# --- case: keyword_only_after_star_args
def f(*a, b=1, **k): return a, b, k
print(f(1, 2, b=3, c=4), f())
# --- case: positional_only
def f(a, b=2, /, c=3, *, d=4): return a, b, c, d
print(f(1), f(1, 2, c=5), f(1, 2, 3, d=6))
# --- case: positional_only_name_in_kwargs
def f(a, /, **k): return a, k
print(f(1, a=2))
# --- case: missing_one
def f(a): pass
f()
# --- case: missing_two
def f(a, b, c=1): pass
f()
# --- case: missing_three
def f(a, b, c): pass
f()
# --- case: missing_some
def f(a, b, c): pass
f(1)
# --- case: missing_by_keyword
def f(a, b, c): pass
f(b=1)
# --- case: missing_keyword_only
def f(*, a): pass
f()
# --- case: missing_keyword_only_two
def f(*, a, b): pass
f()
# --- case: missing_keyword_only_three
def f(*, a, b, c): pass
f()
# --- case: too_many
def f(a): pass
f(1, 2)
# --- case: too_many_none
def f(): pass
f(1)
# --- case: too_many_default
def f(a, b=1): pass
f(1, 2, 3)
# --- case: too_many_default_zero
def f(b=1): pass
f(1, 2, 3)
# --- case: too_many_with_keyword_only
def f(a, *, k=1): pass
f(1, 2)
# --- case: too_many_with_keyword_only_given
def f(a, *, k=1): pass
f(1, 2, k=3)
# --- case: too_many_with_two_keyword_only_given
def f(a, *, k=1, l=2): pass
f(1, 2, k=3, l=4)
# --- case: too_many_method
class A:
    def m(self): pass
A().m(1)
# --- case: missing_method
class A:
    def m(self, x): pass
A().m()
# --- case: unbound_method_call
class A:
    def m(self): pass
A.m()
# --- case: unexpected_keyword
def f(a): pass
f(1, b=2)
# --- case: unexpected_keyword_only
def f(): pass
f(x=2)
# --- case: unexpected_keyword_init
class A:
    def __init__(self): pass
A(x=1)
# --- case: multiple_values
def f(a, b): pass
f(1, 2, a=3)
# --- case: multiple_values_star
def f(a): pass
f(*[1], a=2)
# --- case: multiple_values_keyword_dict
def f(**k): pass
f(a=1, **{"a": 2})
# --- case: positional_only_as_keyword
def f(a, /): pass
f(a=1)
# --- case: positional_only_as_keyword_two
def f(a, b, /, c): pass
f(a=1, b=2, c=3)
# --- case: positional_only_missing
def f(a, b, /): pass
f(1)
# --- case: star_not_iterable
def f(*a): pass
f(*5)
# --- case: star_none
def f(*a): pass
f(*None)
# --- case: double_star_not_mapping
def f(**a): pass
f(**5)
# --- case: double_star_list
def f(**a): pass
f(**[1])
# --- case: double_star_non_string_key
def f(**a): pass
f(**{1: 2})
# --- case: double_star_mapping_object
class M:
    def keys(self): return ["a", "b"]
    def __getitem__(self, k): return k * 2
def f(**k): return k
print(f(**M()))
# --- case: double_star_order
def f(**k): return list(k)
print(f(z=1, **{"a": 1, "m": 2}, b=3))
# --- case: no_args_builtin_1
for e in ["len()", "len(1, 2)", "len([], x=1)", "abs()", "abs(1, 2)", "ord()", "chr()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_2
for e in ["hash()", "id()", "repr()", "callable()", "iter()", "next()", "isinstance(1)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_3
for e in ["hasattr(1)", "getattr(1)", "setattr(1, 'a')", "delattr(1)", "divmod(1)", "pow(1)", "bin()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_4
for e in ["hex()", "oct()", "sum()", "sorted()", "min()", "max()", "any()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_5
for e in ["all()", "zip(1)", "map()", "map(len)", "filter()", "filter(None)", "enumerate()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_6
for e in ["reversed()", "range()", "slice()", "round()", "input(1, 2)", "format()", "vars(1, 2)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_7
for e in ["dir(1, 2)", "ascii()", "exec()", "eval()", "compile()", "open()", "globals(1)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_8
for e in ["issubclass(int)", "type()", "super(1, 2, 3)", "staticmethod()", "property(1, 2, 3, 4, 5)", "memoryview()", "bytes(1, 2, 3, 4)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_9
for e in ["int(1, 2, 3)", "str(1, 2, 3, 4)", "float(1, 2)", "list(1, 2)", "tuple(1, 2)", "dict(1, 2)", "set(1, 2)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: no_args_builtin_10
for e in ["frozenset(1, 2)", "bool(1, 2)", "complex(1, 2, 3)", "object(1)", "print(x=1)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: builtin_keywords_1
for e in ["len(obj=1)", "abs(x=1)", "int(x=1)", "float(x=1)", "list(x=1)", "tuple(x=1)"]:
    try:
        print(e, eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: builtin_keywords_2
for e in ["bool(x=1)", "range(stop=1)", "sorted([], foo=1)", "sorted(key=1)", "[].sort(foo=1)", "[].append(x=1)"]:
    try:
        print(e, eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: builtin_keywords_3
for e in ["''.join(x=1)", "''.split(foo=1)", "''.split(sep='a', foo=1)", "{}.get(k=1)", "{}.pop(x=1)", "print(1, foo=2)"]:
    try:
        print(e, eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: builtin_keywords_4
for e in ["enumerate([], begin=1)", "zip(foo=1)", "sum([], foo=1)", "max(1, 2, foo=1)", "pow(1, 2, foo=1)", "round(1.5, digits=1)"]:
    try:
        print(e, eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: builtin_keywords_5
for e in ["isinstance(a=1)", "str(foo=1)", "bytes(foo=1)", "int('1', foo=2)", "complex(foo=1)", "ord(c='a')"]:
    try:
        print(e, eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: builtin_keywords_6
for e in ["slice(stop=1)", "set(x=1)", "map(foo=1)", "type(x=1)", "object(x=1)"]:
    try:
        print(e, eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_1
for e in ["[].append()", "[].append(1, 2)", "[].insert(1)", "[].pop(1, 2)", "[].remove()", "[].index()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_2
for e in ["[].extend()", "[].clear(1)", "[].sort(1)", "{}.get()", "{}.get(1, 2, 3)", "{}.pop()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_3
for e in ["{}.items(1)", "{}.update(1, 2)", "{}.setdefault()", "''.join()", "''.upper(1)", "''.replace('a')"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_4
for e in ["''.find()", "''.startswith()", "''.center()", "''.strip(1, 2)", "''.format_map()", "''.zfill()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_5
for e in ["().index()", "().count()", "set().add()", "set().pop(1)", "b''.hex(1, 2, 3)", "(1).bit_length(1)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_6
for e in ["(1.5).hex(1)", "''.encode(1, 2, 3)", "''.splitlines(1, 2)", "''.partition()", "''.translate()", "[].__len__(1)"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_7
for e in ["(1).__add__()", "''.__contains__()", "''.expandtabs(1, 2)", "b''.join()", "b''.decode(1, 2, 3)", "dict.fromkeys()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: arity_of_methods_8
for e in ["int.from_bytes()", "float.fromhex()", "str.maketrans()", "bytes.fromhex()"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: call_star_star_together
def f(*a, **k): return a, k
print(f(*[1], 2, *[3], x=4, **{"y": 5}, z=6))
# --- case: call_evaluation_order
def t(v): print(v, end=" "); return v
def f(*a, **k): return len(a), len(k)
print(f(t(1), *t([2]), t(3), a=t(4), **t({"b": 5})))
# --- case: wrong_name_in_class_method
class A:
    def m(self, *, key): pass
A().m(1)
# --- case: qualified_names_in_messages
class A:
    class B:
        def m(self, a): pass
    @staticmethod
    def s(a): pass
    @classmethod
    def c(cls, a): pass
def outer():
    def inner(a): pass
    return inner
for f in (A.B().m, A.s, A.c, A().c, outer(), lambda a: 0):
    try:
        f()
    except TypeError as e:
        print(e)
# --- case: init_messages
class A:
    def __init__(self, x, y=1): pass
for f in (lambda: A(), lambda: A(1, 2, 3), lambda: A(1, z=2), lambda: A(1, x=2)):
    try:
        f()
    except TypeError as e:
        print(e)
# --- case: no_init_messages
class A: pass
for f in (lambda: A(1), lambda: A(x=1), lambda: object(1), lambda: object.__new__(A, 1), lambda: A().__init__(1)):
    try:
        print(f())
    except TypeError as e:
        print(e)
# --- case: new_and_init_args
class A:
    def __new__(cls, *a): return super().__new__(cls)
print(type(A(1, 2)).__name__)
class B:
    def __init__(self, *a): pass
print(type(B(1, 2)).__name__)
# --- case: exception_in_argument
def f(*a): print("never")
f(1, 1 / 0)
# --- case: many_arguments
def f(*a, **k): return len(a), len(k)
print(f(*range(500), **{f"k{i}": i for i in range(300)}))
def g(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12): return a1 + a12
print(g(*range(12)), g(a12=1, **{f"a{i}": i for i in range(1, 12)}))
# --- case: recursion
def fact(n): return 1 if n < 2 else n * fact(n - 1)
print(fact(50))
# --- case: mutual_recursion
def even(n): return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
print(even(100), odd(7))
# --- case: recursion_limit
def f(): return f()
try:
    f()
except RecursionError as e:
    print(e)
# --- case: recursion_limit_comparison
import sys
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
print(900 < depth(0) < 1000)
sys.setrecursionlimit(200)
print(100 < depth(0) < 200, sys.getrecursionlimit())
# --- case: first_class
def f(x): return x + 1
fs = [f, len, str.upper, lambda x: -x, int]
print([g(v) for g, v in zip(fs, [1, "ab", "ab", 3, "7"])])
# --- case: function_attributes
def f(a, b=1, *, c=2):
    "Doc string."
    return a
f.extra = 5
print(f.__name__, f.__qualname__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__module__, f.extra, f.__dict__)
f.__name__ = "g"; f.__doc__ = "new"; f.__defaults__ = (9,)
print(f.__name__, f.__doc__, f(1), f.__qualname__)
f.__defaults__ = None
f(1)
# --- case: function_attribute_types
def f(): pass
for n, v in [("__name__", 1), ("__defaults__", 1), ("__dict__", 1), ("__code__", 1), ("__kwdefaults__", 1), ("__qualname__", 1)]:
    try:
        setattr(f, n, v)
    except TypeError as e:
        print(e)
# --- case: code_attributes
def f(a, b, /, c=1, *args, d, **k):
    x = 1
    return lambda: x
c = f.__code__
print(c.co_name, c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_varnames, c.co_cellvars, c.co_freevars, c.co_firstlineno, c.co_flags & 15)
# --- case: return_forms
def a(): return
def b(): pass
def c(): return 1, 2
def d():
    for i in range(3):
        return i
print(a(), b(), c(), d())
# --- case: nested_functions_separate
def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
a, b = counter(), counter()
print(a(), a(5), b(), a())
# --- case: late_binding_closure
fs = []
for i in range(3):
    def f(): return i
    fs.append(f)
print([f() for f in fs])
# --- case: closure_cells
def f():
    x = 1
    def g(): return x
    return g
g = f()
print(g.__closure__[0].cell_contents, f.__closure__, g.__code__.co_freevars)
# --- case: repr_names
def f(): pass
class A:
    def m(self): pass
print(repr(f).split(" at ")[0], repr(A.m).split(" at ")[0], repr(lambda: 0).split(" at ")[0], repr(len), repr([].append).split(" at ")[0], repr(A().m).split(" of ")[0])
# --- case: method_objects
class A:
    def m(self, x): return self, x
a = A()
m = a.m
print(m(1) == (a, 1), m.__self__ is a, m.__func__ is A.m, m.__name__, a.m == a.m, a.m is a.m, m.__doc__)
# --- case: function_equality_hash
def f(): pass
print(f == f, f != (lambda: 0), hash(f) == hash(f), {f: 1}[f])
# --- case: kwargs_is_copy
def f(**k): k["new"] = 1; return k
d = {"a": 1}
f(**d)
print(d)
# --- case: args_is_tuple
def f(*a): return type(a), a
l = [1]
print(f(*l), f())
# --- case: suggestion_for_keyword
def f(colour=1): pass
f(color=2)

# --- case: twice_by_keys_that_are_no_names
def f(**kw):
    return kw
for call in lambda: f(**{1: 3}, **{1: 5}), lambda: f(**{1: 3}), lambda: f(**{'a': 1}, **{'a': 2}):
    try:
        print(call())
    except TypeError as e:
        print(e)
for text in 'def f(*args: *b = (1,)): pass', 'def f(*args: b = (1,)): pass', 'def f(*args = 1): pass':
    try:
        compile(text, '?', 'exec')
    except SyntaxError as e:
        print(e.msg)
