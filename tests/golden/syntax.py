# SyntaxErrors: text, line, and where the carets stand.
# --- case: missing_paren
print((1 + 2)
x = 3
# --- case: unmatched
x = 1)
# --- case: mismatch
x = (1, 2]
# --- case: mismatch_lines
x = (
  1,
]
# --- case: expected_colon
if True
    pass
# --- case: def_colon
def f(x)
    return x
# --- case: class_colon
class A
    pass
# --- case: else_colon
if 1:
    pass
else
    pass
# --- case: print_statement
print 'hello'
# --- case: exec_statement
exec 'x = 1'
# --- case: assign_literal
5 = x
# --- case: assign_call
f() = 3
# --- case: assign_none
None = 1
# --- case: compare_assign
if x = 3:
    pass
# --- case: assign_in_call
print(a.b = 1)
# --- case: forgot_comma
x = [1, 2 3]
# --- case: forgot_comma_call
f(a b)
# --- case: forgot_comma_string
x = ['a' 5]
# --- case: unterminated
s = 'abc
# --- case: unterminated_double
s = "abc
x = 1
# --- case: unterminated_triple
x = """abc
def
# --- case: eof_in_def
def f(
# --- case: invalid_char
x = 5 € 3
# --- case: smart_quotes
print(“hi”)
# --- case: nbsp
x = 1
# --- case: indent_expected
def f():
x = 1
# --- case: indent_unexpected
x = 1
    y = 2
# --- case: unindent
if 1:
        x = 1
    y = 2
# --- case: tab_mix
if 1:
	x = 1
        y = 2
# --- case: empty_block_eof
while True:

# --- case: expected_except
try:
    x = 1
y = 2
# --- case: return_outside
return 5
# --- case: yield_outside
yield 1
# --- case: break_outside
break
# --- case: continue_outside
if 1:
    continue
# --- case: nonlocal_module
nonlocal x
# --- case: nonlocal_missing
def f():
    nonlocal q
# --- case: global_after_use
def f():
    x = 1
    global x
# --- case: await_outside
await x
# --- case: star_outside
*a
# --- case: star_assign
*a = 1
# --- case: two_stars
*a, *b = 1, 2
# --- case: dup_argument
def f(a, b, a):
    pass
# --- case: default_order
def f(a=1, b):
    pass
# --- case: positional_after_keyword
f(a=1, 2)
# --- case: keyword_repeated
f(a=1, a=2)
# --- case: genexp_arguments
f(x for x in y, 1)
# --- case: kwargs_order
f(**a, *b)
# --- case: lambda_default
lambda a=1, b: 0
# --- case: bare_star
def f(*):
    pass
# --- case: dict_missing_value
x = {1: }
# --- case: dict_missing_colon
x = {1: 2, 3}
# --- case: set_in_dict
x = {1, 2: 3}
# --- case: invalid_number
x = 0b12
# --- case: leading_zero
x = 0777
# --- case: bad_decimal
x = 1abc
# --- case: two_dots
x = 1.2.3
# --- case: underscore
x = 1__0
# --- case: fstring_empty
f'{}'
# --- case: fstring_unclosed
f'{a'
# --- case: fstring_single
f'}'
# --- case: fstring_expression
f'{a b}'
# --- case: fstring_backslash
f'{"\n"}'
# --- case: bytes_unicode
b'é'
# --- case: unicode_escape
'\x4'
# --- case: backslash_continuation
x = \ 1
# --- case: comprehension_unparenthesised
[x, y for x in z]
# --- case: walrus_statement
x := 1
# --- case: walrus_attribute
(x.y := 1)
# --- case: del_call
del f()
# --- case: del_literal
del 5
# --- case: import_dot
import .x
# --- case: from_star_function
def f():
    from x import *
# --- case: future_late
x = 1
from __future__ import annotations
# --- case: future_braces
from __future__ import braces
# --- case: ternary_missing
x = 1 if 2
# --- case: not_operator
x = a not b
# --- case: increment
x++
# --- case: and_and
a && b
# --- case: question
a ? b : c
# --- case: dollar
x = $5
# --- case: else_if
if 1:
    pass
else if 2:
    pass
# --- case: except_comma
try:
    pass
except A, B:
    pass
# --- case: match_unreachable
match x:
    case y: pass
    case 1: pass
# --- case: match_dup
match x:
    case [a, a]: pass
# --- case: match_or
match x:
    case a | 1: pass
# --- case: in_function_body
def f():
    x = 1
    y = = 2
    return x
# --- case: long_line
result = some_function(argument_one, argument_two, argument_three) + other_function(4 5)
# --- case: unicode_before
日本 = 'é' + 5 5
# --- case: tabs_before
if 1:
	x = 5 5
# --- case: keyword_as_name
class = 5
# --- case: keyword_argument
f(class=1)
# --- case: none_argument
f(None=1)
# --- case: true_assign
True = 0
# --- case: delete_none
del None
# --- case: as_literal
with a as 5: pass
# --- case: import_as_dotted
import a as b.c
# --- case: raise_from
raise from x
# --- case: assert_empty
assert
# --- case: lambda_empty
lambda
# --- case: decorator_alone
@d
x = 1
# --- case: annotation_tuple
(a, b): int
# --- case: augmented_tuple
a, b += 1
# --- case: augmented_call
f() += 1
# --- case: semicolon_start
;x
# --- case: only_operator
+
# --- case: unclosed_brace
d = {
  'a': 1,
  'b': 2

# --- case: unclosed_nested
f(g(h(1)
x = 2

# --- case: colon_missing_dict_lambda
{lambda x: 1: 2
# --- case: except_star_mixed
try:
    pass
except A:
    pass
except* B:
    pass
# --- case: default_except_last
try:
    pass
except:
    pass
except A:
    pass
# --- case: async_outside
async with x: pass
# --- case: missing_in
for x range(3):
    pass
# --- case: for_of
for x of y:
    pass
# --- case: try_alone
try:
    pass
# --- case: from_nothing
from x import
# --- case: import_nothing
import
# --- case: trailing_comma_import
from x import a,
# --- case: in_imported_module
open("mod.py", "w").write("x = 1\ny = 2 +\n")
import mod
# --- case: in_exec
exec("a = 1\nb = (2")
# --- case: in_eval
eval("1 +")
# --- case: in_compile_function
def f():
    compile("x = 5 5", "virtual.py", "exec")


f()
# --- case: raised_by_hand
raise SyntaxError("by hand", ("file.py", 3, 5, "abc def ghi", 3, 8))
# --- case: raised_without_location
raise SyntaxError("just text")
