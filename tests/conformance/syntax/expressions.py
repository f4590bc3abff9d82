# Operators, precedence, displays, literals.
# --- case: precedence
print(2 + 3 * 4 ** 2 ** 0, -2 ** 2, 2 ** -1, (-2) ** 2)
print(1 | 2 ^ 3 & 4 << 1 + 1, not 1 == 2, 1 < 2 == 2)
print(7 // 2 * 2 + 7 % 2, ~5 + 1, - - 3, +-+3)
print(1 or 0 and 0, not 0 or 1, 3 if 0 else 4 or 5)
# --- case: division
for a, b in [(7, 2), (-7, 2), (7, -2), (-7, -2)]:
    print(a // b, a % b, a / b, divmod(a, b))
# --- case: float_division
for a, b in [(7.5, 2), (-7.5, 2), (7.5, -2), (-7.5, -2.0), (1e300, 1e-5)]:
    print(a // b, a % b, divmod(a, b))
# --- case: zero_division_1
for e in ["1/0", "1//0", "1%0", "1.0/0", "1.0//0", "1.0%0", "divmod(1,0)"]:
    try:
        eval(e)
    except Exception as x:
        print(e, type(x).__name__, x)
# --- case: zero_division_2
for e in ["divmod(1.0,0)", "0**-1", "0.0**-1", "1j/0", "pow(2,-1,0)", "pow(2,3,0)"]:
    try:
        eval(e)
    except Exception as x:
        print(e, type(x).__name__, x)
# --- case: power
print(2 ** 100, 2 ** 0.5, (-8) ** 2, 0 ** 0, 2 ** -2, 10 ** 20, 4.0 ** 3, (-8) ** (1/3))
# --- case: bit_operators
print(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 70, (1 << 70) >> 68, -1 >> 5, -8 >> 1, -5 & 0xFF)
# --- case: shift_negative
1 << -1
# --- case: shift_right_negative
1 >> -1
# --- case: int_literals_1
print(0b1011, 0o17, 0xFF, 1_000_000, 0x_ff)
# --- case: int_literals_2
print(0B1, 0O7, 0XA, 00, 0_0)
# --- case: float_literals
print(1., .5, 1e3, 1E-3, 1_0.5_0, 1e+2, 0e0, 00.5, 1_0e1_0)
# --- case: imaginary_literals
print(1j, 2.5J, 1e2j, 0j, 3 + 4j, 00j)
# --- case: string_literals
print('a' "b" '''c''' """d""", r'\n', R"\t", 'it''s', "q\"q", 'tab\there')
# --- case: string_escapes
print('\x41\u0042\U00000043\103\N{LATIN SMALL LETTER E WITH ACUTE}', '\\', '\'', ascii('\a\b\f\v\0'))
# --- case: string_continued
s = 'a\
b'
print(s, """x
y""")
# --- case: bytes_literals
print(b'a\x00\xff\n', rb'\x', Br"\d", b'a' b"b", b'\101')
# --- case: string_prefixes
x = 3
print(u'u', f'{x}', rf'\{x}', fr"\d{x}", F"{x}")
# --- case: list_display
print([], [1], [1, ], [*range(3), *"ab"], [[1], [2, [3]]])
# --- case: tuple_display
print((), (1,), (1, 2), 1, (*[1, 2], 3))
t = 1, 2
u = *[1], 2
print(t, u)
# --- case: dict_display
print({}, {1: 2}, {**{1: 2}, 3: 4, **{1: 5}}, {"a": {"b": 1}})
# --- case: dict_order_of_evaluation
def f(x): print(x, end=" "); return x
print({f(1): f(2), f(3): f(4)})
# --- case: set_display
print({1}, {1, 1}, {*[1, 2]} == {1, 2}, type({}), {*()})
# --- case: dict_unpack_not_mapping
{**5}
# --- case: dict_unpack_list
{**[1]}
# --- case: star_not_iterable
[*5]
# --- case: set_unhashable
{[]}
# --- case: dict_unhashable
{{}: 1}
# --- case: dict_duplicate_keys
print({1: "a", True: "b", 1.0: "c"})
# --- case: subscript_forms_1
class S:
    def __getitem__(self, k): return k
s = S()
print(s[1], s[1:2], s[::], s[1:2, 3], s[...])
# --- case: subscript_forms_2
class S:
    def __getitem__(self, k): return k
s = S()
print(s[:, None], s[()], s[1:2:3], s[-1], s[*[1, 2]])
# --- case: slice_values_1
x = list(range(10))
print(x[2:5], x[:3], x[7:], x[-3:], x[::3])
# --- case: slice_values_2
x = list(range(10))
print(x[::-1], x[8:2:-2], x[20:], x[-20:2], x[5:2])
# --- case: slice_bad_type
[1, 2]["a":]
# --- case: index_bad_type
[1, 2]["a"]
# --- case: index_bad_type_tuple
(1, 2)[1.0]
# --- case: index_bad_type_str
"ab"["a"]
# --- case: index_bad_type_str_float
"ab"[1.5]
# --- case: index_range
for x in ([], (), "", b"", bytearray(), range(0)):
    try:
        x[3]
    except IndexError as e:
        print(type(x).__name__, e)
# --- case: index_store_range
for x in ([], bytearray()):
    try:
        x[3] = 1
    except IndexError as e:
        print(type(x).__name__, e)
# --- case: not_subscriptable
for e in ["1[0]", "None[0]", "len[0]", "(lambda: 0)[0]", "{1}[0]", "object[0]", "1.5[0]"]:
    try:
        eval(e)
    except TypeError as x:
        print(x)
# --- case: not_callable
for e in ["1()", "None()", "'a'()", "[]()", "{}()", "(1,)()", "...()"]:
    try:
        eval(e)
    except TypeError as x:
        print(x)
# --- case: unsupported_operands_1
for e in ["1+'a'", "'a'+1", "[]+()", "{}+{}", "None+1", "1-'a'"]:
    try:
        print(eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: unsupported_operands_2
for e in ["'a'-'b'", "[]*[]", "[1]*1.5", "'a'*'b'", "1//None", "{}|[]"]:
    try:
        print(eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: unsupported_operands_3
for e in ["1<<1.0", "1@2", "'a'%1", "-'a'", "~1.5", "+[]"]:
    try:
        print(eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: unsupported_operands_4
for e in ["1**'a'", "None+None", "print+1", "b'a'+'a'", "'a'+b'a'", "[]+1"]:
    try:
        print(eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: unsupported_operands_5
for e in ["()+[]", "int+int", "1&1.0", "{1}-[1]", "{1}|[1]"]:
    try:
        print(eval(e))
    except TypeError as x:
        print(e, "->", x)
# --- case: unsupported_inplace_1
for s in ["x=1;x+='a'", "x='a';x-=1", "x=[];x+=1", "x={};x|=5", "x=None;x*=2"]:
    try:
        exec(s)
    except TypeError as e:
        print(s, "->", e)
# --- case: unsupported_inplace_2
for s in ["x=set();x|=[1]", "x=1;x@=2", "x='a';x**=2", "x=1;x>>='a'", "x=();x+=[]"]:
    try:
        exec(s)
    except TypeError as e:
        print(s, "->", e)
# --- case: unorderable_1
for e in ["1<'a'", "[]<()", "None<1", "{}<{}", "1j<2j", "None>=None", "'a'>1", "[1]<['a']"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: unorderable_2
for e in ["(1,)<=('a',)", "print<print", "int<int", "1<None", "max(1,'a')", "sorted([1,'a'])", "min([None,1])"]:
    try:
        eval(e)
    except TypeError as x:
        print(e, "->", x)
# --- case: equality_across_types
print(1 == 1.0 == True, 1 == "1", [] == (), {} == set(), None == 0, "a" == b"a", (1,) == (1.0,), 1 != "x", range(3) == range(0, 3, 1))
# --- case: identity
a = []
print(a is a, [] is [], None is None, a is not None, () is (), True is True)
# --- case: membership
print(1 in [1, 2], "b" in "abc", "" in "", 3 not in {1: 2}, 2 in {1, 2}, (1,) in [(1,)], 97 in b"a", b"bc" in b"abcd", 5 in range(0, 10, 5))
# --- case: membership_errors
for e in ["1 in 5", "1 in 'abc'", "'a' in b'a'", "[] in {1}", "{} in {}", "None in 'a'", "300 in b'a'"]:
    try:
        print(eval(e))
    except Exception as x:
        print(e, "->", type(x).__name__, x)
# --- case: membership_nan_identity
n = float("nan")
print(n in [n], n == n, [n] == [n], float("nan") in [n])
# --- case: lambda_forms
f = lambda: 1
g = lambda x, y=2, *a, z, **k: (x, y, a, z, k)
print(f(), g(1, z=3), g(1, 2, 3, z=4, w=5), (lambda *, a: a)(a=1), (lambda a, /: a)(2))
# --- case: nested_lambda
print((lambda x: lambda y: x + y)(1)(2))
# --- case: string_repeat
print("ab" * 3, 2 * "x", "a" * -1, [1] * 2, (0,) * 3, b"z" * 2, [[]] * 2)
# --- case: unary
print(-5, +5, ~5, -True, ~False, -0.0, +True, not [], -(-3))
# --- case: mixed_arithmetic
print(1 + 1.5, 2 * True, 3 - 1j, 1.5 * 2j, True + True, 5 // 2.0, 7 % 2.5, 2 ** 0.5 ** 2)
# --- case: matrix_multiply
class M:
    def __init__(s, v): s.v = v
    def __matmul__(s, o): return ("mm", s.v, o.v if isinstance(o, M) else o)
    def __rmatmul__(s, o): return ("rmm", o, s.v)
print(M(1) @ M(2), M(1) @ 3, 4 @ M(5))
# --- case: ellipsis
print(..., Ellipsis, ... is Ellipsis, type(...), repr(...))
# --- case: not_implemented
print(NotImplemented, type(NotImplemented).__name__)
# --- case: debug_constant
print(__debug__)
# --- case: parenthesised_generator
print(sum(x for x in range(4)), (x for x in [1]).__next__())
# --- case: chained_calls
def f(): return lambda: [lambda x: {"k": x}]
print(f()()[0](5)["k"])
# --- case: comparison_custom_result
class V:
    def __lt__(s, o): return "lt"
    def __gt__(s, o): return ""
print(V() < 1, V() > 1, (V() < 1) and "x", V() < 1 < 2)
# --- case: assert_passes
assert True
assert 1, "never"
print("ok")
# --- case: assert_fails
assert 1 == 2
# --- case: assert_fails_message
assert [], "it's empty"
# --- case: assert_fails_object
assert 0, {"a": 1}
# --- case: assert_tuple_message
assert 0, (1, 2)
# --- case: very_long_expression
print(eval("+".join(["1"] * 500)))
# --- case: deep_parentheses
print(eval("(" * 50 + "7" + ")" * 50))
# --- case: semicolons_and_comments
x = 1; y = 2  # comment
# another
print(x, y)  ;
# --- case: implicit_line_joining
x = [1,
     2,  # two
     3
     ]
print(x, (
    4
))
# --- case: tabs_indent
if True:
	print("tab")
	if True:
		print("tabs")
# --- case: form_feed
x = 1

print(x)
# --- case: complex_conditions
print(1 if [] else 2 if {} else 3, [1, 2][True], (0, 1)[not 0])
# --- case: string_formatting_precedence
print("%d-%d" % (1, 2) + "x", "%s" % 3 * 2)
# --- case: attribute_on_literal
print((1).real, 1 .imag, 1.5.is_integer(), "a".upper(), [].__len__(), 1..hex())
# --- case: int_max_str_literal
print(len(str(10 ** 4299)))
