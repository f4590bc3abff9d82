# Uncaught exceptions: every line of the traceback, carets under the exact expression.
# --- case: simple
raise ValueError("message")
# --- case: division
x = 1
y = x / 0
# --- case: part_of_line
x = 1
y = 2 + x / 0 * 3
# --- case: nested_operators
a = {"k": [1, 2]}
b = a["k"][0] + a["k"][5] + 1
# --- case: function_chain
def f(x):
    return g(x) + 1


def g(x):
    return h(x * 2)


def h(x):
    raise KeyError(x)


f(1)
# --- case: call_with_wrong_arguments
def f(a, b):
    pass


f(1)
# --- case: method_call
class A:
    def run(self):
        return self.inner(1)

    def inner(self, x):
        return x.missing


A().run()
# --- case: attribute
class A:
    pass


a = A()
print(a.b.c.d)
# --- case: attribute_chain
class A:
    pass


a = A()
a.b = A()
print(a.b.c.d)
# --- case: subscript
d = {}
print(d["a"]["b"])
# --- case: subscript_deep
d = {"a": {}}
print(d["a"]["b"]["c"])
# --- case: call_in_expression
def f():
    return None


print(f() + 1)
# --- case: call_not_callable
x = 5
print(x(1, 2))
# --- case: name_error
def compute(value):
    return valeu * 2


compute(3)
# --- case: name_error_in_expression
total = 1 + undefined_thing + 2
# --- case: attribute_suggestion
class Dog:
    def __init__(self):
        self.bark = 1


Dog().brak
# --- case: multiline_call
def f(*a):
    raise ValueError(len(a))


f(
    1,
    2,
)
# --- case: multiline_expression
x = 0
y = (1 +
     2 /
     x)
# --- case: whole_line
def f():
    1 / 0


f()
# --- case: unicode_line
größe = 0
日本 = "é" + str(1 / größe)
# --- case: tabs
if True:
	x = 0
	y = 1 + 2 / x
# --- case: lambda_frame
f = lambda x: x + y_missing
f(1)
# --- case: comprehension_frame
def f():
    return [1 / x for x in (1, 0)]


f()
# --- case: generator_frame
def g():
    yield 1
    yield 1 / 0


for v in g():
    print(v)
# --- case: generator_expression
print(sum(1 / x for x in [1, 0]))
# --- case: class_body
class A:
    x = 1
    y = x / 0
# --- case: nested_function_names
class Outer:
    class Inner:
        def method(self):
            def local():
                raise RuntimeError("deep")
            local()


Outer.Inner().method()
# --- case: decorator
def bad(f):
    raise TypeError("no decorating")


@bad
def g():
    pass
# --- case: default_argument
def f(x=1 / 0):
    pass
# --- case: assert_plain
def check(n):
    assert n > 0, f"n is {n}"


check(-1)
# --- case: assert_no_message
assert 1 + 1 == 3
# --- case: raise_in_multiline
raise ValueError(
    "several"
    " lines"
)
# --- case: recursion_collapsed
def f(n):
    if n == 0:
        raise ValueError("bottom")
    f(n - 1)


f(10)
# --- case: recursion_limit
def f(n):
    return f(n + 1)


f(0)
# --- case: mutual_recursion
def a(n):
    b(n)


def b(n):
    if n == 4:
        1 / 0
    a(n + 1)


a(0)
# --- case: unpack_too_many
a, b = 1, 2, 3
# --- case: unpack_in_for
for a, b in [(1, 2), (3,)]:
    pass
# --- case: import_error
import no_such_module_here
# --- case: import_from_error
from math import nothing_like_this
# --- case: imported_module_fails
open("helper.py", "w").write("def go(x):\n    return x / 0\n")
import helper
helper.go(1)
# --- case: import_time_failure
open("broken.py", "w").write("a = 1\nb = a + 'x'\n")
import broken
# --- case: with_statement
class C:
    def __enter__(self):
        return self

    def __exit__(self, *a):
        raise RuntimeError("in exit")


with C() as c:
    print("body")
# --- case: exec_string
exec("x = 1\ny = x / 0")
# --- case: compiled_name
exec(compile("def f():\n    return 1 / 0\nf()", "virtual.py", "exec"))
# --- case: custom_exception
class MyError(Exception):
    def __str__(self):
        return "custom text"


raise MyError()
# --- case: exception_no_text
raise RuntimeError
# --- case: multiline_message
raise ValueError("first\nsecond\n  third")
# --- case: notes
e = ValueError("with notes")
e.add_note("a note")
e.add_note("another\nof two lines")
raise e
# --- case: system_exit_text
import sys
sys.exit("bye")
# --- case: keyboard_interrupt
raise KeyboardInterrupt
# --- case: binary_operator_types
a, b = 1, "x"
print("sum:", a + b)
# --- case: compare_types
values = [3, "a", 1]
print(sorted(values))
# --- case: unary
x = "a"
y = -x
# --- case: in_place
x = []
x += 1
# --- case: slice_error
"abc"[1:"x"]
# --- case: store_subscript
t = (1, 2)
t[0] = 5
# --- case: store_attribute
(5).x = 1
# --- case: delete_subscript
d = {}
del d["x"]
# --- case: f_string
x = 0
s = f"value {1 / x:.2f} end"
# --- case: f_string_format
s = f"{'a':d}"
# --- case: conditional
x = None
y = x.a if x is None else 1
# --- case: boolean
x = 1 and undefined_a or 2
# --- case: comparison_chain
x = 1 < 2 < "a"
# --- case: star_args
print(*5)
# --- case: double_star
dict(**5)
# --- case: keyword_argument_value
print(1, sep=1 / 0)
# --- case: nested_call
def f(x):
    return 1 / x


print(abs(f(len(""))))
# --- case: chained_methods
"a".upper().lower().nothing().strip()
# --- case: print_before
print("first output")
1 / 0
# --- case: long_line
x = 0; very_long_name_number_one = 1; very_long_name_number_two = 2; y = very_long_name_number_one + very_long_name_number_two / x
# --- case: semicolon
a = 1; b = a / 0; c = 3
# --- case: property_error
class A:
    @property
    def p(self):
        return self.q


A().p
# --- case: dunder_error
class A:
    def __add__(self, o):
        return o.nope


A() + 1
# --- case: init_error
class A:
    def __init__(self, x):
        self.x = int(x)


A("q")
# --- case: str_error
class A:
    def __str__(self):
        return 5


print(A())
# --- case: next_error
next(iter([]))
# --- case: raise_from_finally
try:
    x = 1
finally:
    raise KeyError("finally")
# --- case: exception_group
raise ExceptionGroup("several", [ValueError("one"), ExceptionGroup("inner", [TypeError("two")])])
# --- case: global_statement_code
def f():
    global z
    z = q + 1


f()
# --- case: walrus
if (n := int("x")) > 1:
    pass
# --- case: match_error
match 1 / 0:
    case 1:
        pass
# --- case: yield_from
def inner():
    yield 1
    raise ValueError("inner")


def outer():
    yield from inner()


list(outer())
# --- case: throw
def g():
    try:
        yield
    finally:
        print("cleanup")


i = g()
next(i)
i.throw(ValueError("thrown"))
# --- case: reraise
def f():
    try:
        1 / 0
    except ZeroDivisionError:
        raise


f()
# --- case: raise_same_elsewhere
def f():
    try:
        1 / 0
    except ZeroDivisionError as e:
        return e


raise f()
# --- case: lookup_error_key
{}["it's"]
# --- case: empty_lines_and_comments

# a comment


x = [
    1,
    2 / 0,  # here
]
# --- case: last_line_without_newline
1 / 0