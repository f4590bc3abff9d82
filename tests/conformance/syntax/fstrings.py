# f-strings: fields, conversions, nested specs, the = form.
# --- case: plain
x = 5
print(f"", f"abc", f"{x}", f"a{x}b{x + 1}c")
# --- case: braces
print(f"{{}}", f"{{{1}}}", f"{{x}}", f"}}{{")
# --- case: conversions
class A:
    def __str__(self): return "str"
    def __repr__(self): return "repr"
    def __format__(self, spec): return f"format[{spec}]"
a = A()
print(f"{a} {a!s} {a!r} {a!a} {a:>5} {a!s:>5} {a!r:^8}|")
# --- case: ascii_conversion
print(f"{'é'!a} {'é'!r}")
# --- case: specs
print(f"{3.14159:.2f} {42:05d} {'x':*^7} {1000000:,} {255:#x} {0.5:%} {1e10:g} {-3:+}")
# --- case: nested_spec
w, p = 10, 3
print(f"{3.14159:{w}.{p}f}|{'ab':{'>'}{w}}|{5:{w}}|{5:0{w}}|")
# --- case: nested_spec_conversion
print(f"{'a':{'*'!s}^5}")
# --- case: equals
x = 3
print(f"{x=} {x = } {x+1=} {x=!r} {x=:>5} {x=!s:^5} {'a'=}")
# --- case: equals_expression_text
print(f"{ 1 +  2 = }", f"{len('abc')=}")
# --- case: expressions
d = {"k": [1, 2]}
print(f"{d['k'][1]} {(lambda v: v * 2)(4)} {[i for i in range(3)]} {'a' if d else 'b'} {1 == 1} {d!r}")
# --- case: dict_in_braces
print(f"{ {'a': 1}['a'] } { {1, 1} }")
# --- case: nested_fstring
x = 1
print(f"{f'{x}'} {f'a{x}b'!r}")
# --- case: nested_quotes
print(f'{"double"}', f"{'single'}", f"""{'''triple'''}""", f'''{"a" "b"}''')
# --- case: multiline
x = 1
print(f"""a
{x}
b""")
# --- case: multiline_expression
print(f"""{
    1 + 2
}""")
# --- case: implicit_concatenation
x = 2
print("a{x}" f"b{x}" "c" f"{x!r:>3}")
# --- case: raw
print(rf"\n{1}\t", fr"{'a'}\d")
# --- case: escapes_in_literal_part
print(f"\t|{1}\n{2}\x41\N{BULLET}")
# --- case: walrus_and_lambda
print(f"{(y := 5)} {y}")
# --- case: colon_in_expression
d = {1: 2}
print(f"{d[1]:>3} {[1, 2, 3][0:2]} {(lambda: 1)()}")
# --- case: not_equal_operator
x = 1
print(f"{x != 2} {x!=1}")
# --- case: comparison_in_field
print(f"{1 < 2} {2 >= 3} {1 == 1}")
# --- case: spec_for_date
import datetime
print(f"{datetime.date(2020, 1, 2):%Y/%m/%d}")
# --- case: evaluation_order
def t(v): print("eval", v); return v
print(f"{t(1)}{t(2):{t(3)}}")
# --- case: spec_error
f"{'a':d}"
# --- case: format_returns_wrong_type
class A:
    def __format__(self, s): return 5
f"{A()}"
# --- case: none_and_others
print(f"{None} {True} {[]} {()} {1.0} {1j} {b'x'} {...}")
# --- case: object_spec_error
f"{[]:5}"
# --- case: none_spec_error
f"{None:5}"
# --- case: star_expression
print(f"{*[1, 2],}")
# --- case: yield_inside
def g():
    print(f"got {yield 1}")
    yield
i = g(); next(i); i.send("v")
# --- case: fstring_docstring_is_none
def f():
    f"not a docstring"
print(f.__doc__)
# --- case: field_undefined
f"{undefined_name}"
# --- case: spec_with_braces_text
print(f"{5:>{2 + 3}}|{5:{'<'}{'4'}}|")
# --- case: long_one
vals = list(range(20))
print(f"{vals[0]}-{vals[1]}-{vals[2]:03}-{vals[3]:>4}-{vals[4]:<4}-{vals[5]:^4}-{vals[6]:+d}-{vals[7]!r}")
# --- case: str_subclass_field
class S(str): pass
print(f"{S('x')}", type(f"{S('x')}").__name__)
# --- case: unicode
name = "Žofie"
print(f"{name:>10}|{name!a}|{'日本':^6}|")
# --- case: empty_spec_int_subclass
class I(int):
    def __str__(self): return "I!"
print(f"{I(5)} {I(5):}", f"{I(5):d}")
# --- case: bool_specs
print(f"{True:d} {True:5} {False!s:>6} {True:b}|{True}")
