# Texts of SyntaxErrors.
# --- case: compile_and_show_1
import sys
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
for s in ["1 +", "(1", "1)", "x = ", "if x"]:
    show(s)
# --- case: compile_and_show_2
import sys
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
for s in ["if x:\n", "for", "def f(", "a b", "print 1"]:
    show(s)
# --- case: compile_and_show_3
import sys
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
for s in ["x = = 1", "1 = x", "f() = 1", "(a + 1) = 2"]:
    show(s)
# --- case: assignment_targets_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["None = 1", "True = 1", "f() = 1", "f() += 1", "a + b = c", "[a, 1] = x"]:
    show(s)
# --- case: assignment_targets_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["(a, f()) = x", "'a' = 1", "a if b else c = 1", "lambda: 1 = 2", "{} = 1", "{1} = 1"]:
    show(s)
# --- case: assignment_targets_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["[x for x in y] = 1", "(x for x in y) = 1", "a < b = 1", "not a = 1", "-a = 1", "... = 1"]:
    show(s)
# --- case: assignment_targets_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["__debug__ = 1", "f'{x}' = 1", "a.b() = 1", "*a = 1", "*a, *b = c", "x += y += 1"]:
    show(s)
# --- case: assignment_targets_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["a, b += 1", "(a, b): int = 1", "[a]: int", "f(): int = 1", "a = 1 = b", "1: int"]:
    show(s)
# --- case: assignment_targets_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["yield = 1", "a := 1", "(a.b := 1)", "(a[0] := 1)", "(1 := 2)", "del f()"]:
    show(s)
# --- case: assignment_targets_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["del 1", "del (a, f())", "del a + b", "del *a", "del", "for 1 in x: pass"]:
    show(s)
# --- case: assignment_targets_8
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["for f() in x: pass", "for a + 1 in x: pass", "with a as 1: pass", "with a as f(): pass", "import a.b as c.d"]:
    show(s)
# --- case: keywords_misused_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["break", "continue", "return 1", "yield 1", "x = yield"]:
    show(s)
# --- case: keywords_misused_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["class A: return 1", "def f():\n class A:\n  yield 1\n  return", "if 1: break", "while 1:\n def f(): break", "for x in y:\n  class A: continue"]:
    show(s)
# --- case: keywords_misused_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["nonlocal x", "def f(): nonlocal x", "global x; x = 1", "x = 1; global x", "def f():\n x = 1\n global x"]:
    show(s)
# --- case: keywords_misused_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["def f():\n print(x)\n global x", "def f(x): global x", "def f(x):\n nonlocal x", "def f():\n global x\n nonlocal x", "def f():\n x: int\n global x"]:
    show(s)
# --- case: keywords_misused_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["await x", "lambda: (yield)", "def f(): yield from x", "try: pass"]:
    show(s)
# --- case: keywords_misused_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["try: pass\nexcept: pass\nexcept A: pass", "else: pass", "elif x: pass", "finally: pass", "pass pass"]:
    show(s)
# --- case: keywords_misused_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["import", "from x import", "from x import *", "def f(): from x import *", "from . import *"]:
    show(s)
# --- case: keywords_misused_8
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["from __future__ import braces", "from __future__ import nope", "x = 1\nfrom __future__ import annotations", "raise from x", "assert"]:
    show(s)
# --- case: keywords_misused_9
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["assert (1, 2)", "return", "case 1: pass", "match x:\n pass"]:
    show(s)
# --- case: calls_and_parameters_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f(a=1, 2)", "f(**a, *b)", "f(**a, b)", "f(a=1, a=2)", "f(1=2)"]:
    show(s)
# --- case: calls_and_parameters_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f(a.b=1)", "f(a b)", "f(x for x in y, 1)", "f(1, x for x in y)", "f(True=1)"]:
    show(s)
# --- case: calls_and_parameters_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f(None=1)", "f(a := 1, b=2)", "f(a=1 for a in b)", "f(*)", "f(**)"]:
    show(s)
# --- case: calls_and_parameters_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f(a, , b)", "f(,)", "def f(a, a): pass", "def f(a=1, b): pass", "def f(*): pass"]:
    show(s)
# --- case: calls_and_parameters_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["def f(*, **k): pass", "def f(**k, a): pass", "def f(*a, *b): pass", "def f(/, a): pass", "def f(a, /, b, /): pass"]:
    show(s)
# --- case: calls_and_parameters_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["def f(*a, /): pass", "def f(a, *, /): pass", "def f((a, b)): pass", "def f(1): pass", "def f(a.b): pass"]:
    show(s)
# --- case: calls_and_parameters_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["def f(None): pass", "def f(*a=1): pass", "def f(**k=1): pass", "lambda a, a: 1", "lambda a=1, b: 1"]:
    show(s)
# --- case: calls_and_parameters_8
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["lambda *: 1", "lambda (a): 1", "def f(a:): pass", "def f() -> : pass", "def f(__debug__): pass"]:
    show(s)
# --- case: calls_and_parameters_9
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f(__debug__=1)", "class A(x for x in y): pass", "class A(a=1, a=2): pass", "@\ndef f(): pass", "@x\nx = 1"]:
    show(s)
# --- case: calls_and_parameters_10
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["def f(**k,): pass", "def f(a, b=1, *, c, d=2, e): pass", "f(**{}, a=1)", "f(*a, b)"]:
    show(s)
# --- case: strings_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["'abc", '"abc', "'''abc", '"""abc\n', "b'é'"]:
    show(s)
# --- case: strings_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["'a' b'b'", "'\\x4'", "'\\u12'", "'\\N{nope}'", "'\\N'"]:
    show(s)
# --- case: strings_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["b'\\x1'", "'\\U99999999'", "ur'a'", "bu'a'", "fb'a'"]:
    show(s)
# --- case: strings_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f'{'", "f'}'", "f'{}'", "f'{a'", "f'{a!x}'"]:
    show(s)
# --- case: strings_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f'{a!}'", "f'{a!rr}'", "f'{!r}'", "f'{a b}'", "f'{a:{b:{c}}}'"]:
    show(s)
# --- case: strings_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f'{\\n}'", "f'{#}'", "f'{a[}'", "f'{(a]}'", "f'{a:{}}'"]:
    show(s)
# --- case: strings_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f'{lambda x: 1}'", "f'{ }'", "f'{*a}'", "f'{a='", "f'{a:'"]:
    show(s)
# --- case: strings_8
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["f'{yield}'", "f'{1 = 2}'", "f'{a.1}'", "x = 'a\nb'", "f'{\"a}'"]:
    show(s)
# --- case: numbers_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["0777", "08", "0b2", "0b", "0o8", "0o"]:
    import warnings
    warnings.simplefilter("ignore")
    show(s)
# --- case: numbers_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["0xg", "0x", "1_", "1__0", "0_7", "1e"]:
    import warnings
    warnings.simplefilter("ignore")
    show(s)
# --- case: numbers_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["1e+", "1.e", "1_.5", "1._5", "1e_5", "5abc"]:
    import warnings
    warnings.simplefilter("ignore")
    show(s)
# --- case: numbers_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["1.5x", "0xfg", "1if 1else 2", "0b1and 1", "1jx", "1__2"]:
    import warnings
    warnings.simplefilter("ignore")
    show(s)
# --- case: numbers_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["0b1_", "0x_", "00", "0_0", "012.5", "09.5"]:
    import warnings
    warnings.simplefilter("ignore")
    show(s)
# --- case: numbers_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["09e1", "09j", "1a", "1_a", "0b12", "0o18"]:
    import warnings
    warnings.simplefilter("ignore")
    show(s)
# --- case: characters_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["a ? b", "a $ b", "x = `1`", "a ! b", "\\ ", "x\\y"]:
    show(s)
# --- case: characters_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["\u20ac = 1", "a\u00a0b", "\u200bx", "x = 1\u3000+ 2"]:
    show(s)
# --- case: characters_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["\x00", "x\x01", "1 <> 2", "a++", "a--"]:
    show(s)
# --- case: characters_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["++a", "a && b", "a || b", "!a", "a =! b", "a === b"]:
    show(s)
# --- case: characters_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["a => b", "a -> b", "a ; ; b", "@", "x = @", "a..b"]:
    show(s)
# --- case: characters_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["a.", ".a", "a.1", "a[", "a[]", "a[1"]:
    show(s)
# --- case: characters_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["{", "{1:", "{1: 2", "{1: 2, 3}", "{1, 2: 3}", "{**a: 1}"]:
    show(s)
# --- case: characters_8
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["{*a: 1}", "(,)", "[,]", "{,}", "()()", "(a b)"]:
    show(s)
# --- case: characters_9
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in ["[a b]", "{a b}", "(]", "[)", "{)", "(\n]"]:
    show(s)
# --- case: characters_10
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(ascii(s), "compiles")
    except SyntaxError as e:
        print(ascii(s), ascii(e.msg))
for s in [")", "]", "}"]:
    show(s)
# --- case: indentation_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset)
for s in ["if 1:\npass", " x = 1", "x = 1\n y = 2", "if 1:\n  x\n y", "def f():\nx"]:
    show(s)
# --- case: indentation_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset)
for s in ["class A:\nx", "for x in y:\nx", "while 1:\nx", "try:\nx", "try:\n x\nexcept:\nx"]:
    show(s)
# --- case: indentation_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset)
for s in ["try:\n x\nfinally:\nx", "with a:\nx", "if 1:\n x\nelse:\nx", "if 1:\n x\nelif 2:\nx", "match x:\ncase 1: pass"]:
    show(s)
# --- case: indentation_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset)
for s in ["match x:\n case 1:\n pass", "if 1:\n\tx\n        y", "if 1:\n        x\n\ty", "if 1:", "def f():"]:
    show(s)
# --- case: indentation_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), type(e).__name__, e.msg, e.lineno, e.offset)
for s in ["def f():\n\n", "for x in y:\n  # c\n", "if 1:\n  x\n    y", "\tx"]:
    show(s)
# --- case: comprehensions_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["[x for]", "[x for x]", "[x for x in]", "[for x in y]", "[x, y for x in z]"]:
    show(s)
# --- case: comprehensions_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["[*x for x in y]", "{**x for x in y}", "{x: y for x in z, 1}", "[x for x in y if]", "[x for 1 in y]"]:
    show(s)
# --- case: comprehensions_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["[x := 1 for x in y]", "[y := 1 for x in (y := 2)]", "[(yield) for x in y]", "(x for x in y for)", "[x for x in 1, 2]"]:
    show(s)
# --- case: comprehensions_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["[x if y for x in z]", "[x for x in y else z]", "{*x for x in y}", "{x: *y for x in z}", "[x for x in lambda: 1]"]:
    show(s)
# --- case: comprehensions_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["class A: [x := 1 for y in z]", "[[x := 1 for x in y] for z in w]", "(x, y for x in z)", "f(x for x in y for z)"]:
    show(s)
# --- case: statements_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["if x = 1: pass", "while x = 1: pass", "if (x = 1): pass", "print(x = 1 = 2)", "x = (y = 1)"]:
    show(s)
# --- case: statements_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["[x = 1]", "{x = 1}", "if x\n  y", "if x then: y", "else if x: y"]:
    show(s)
# --- case: statements_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["def f: pass", "def (x): pass", "def f() pass", "class : pass", "class A pass"]:
    show(s)
# --- case: statements_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["class A() pass", "class 1: pass", "import a as", "import a as 1", "from a import b as"]:
    show(s)
# --- case: statements_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["from a import (b", "from a import (b,)", "from a import b,", "from a import ()", "from import a"]:
    show(s)
# --- case: statements_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["import a.", "from .. import a", "try: x\nexcept A, B: pass", "try: x\nexcept A, B as c: pass", "try: x\nexcept* : pass"]:
    show(s)
# --- case: statements_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["try: x\nexcept A: y\nexcept* B: z", "try: x\nexcept* A: break", "except: x", "with: pass", "with a as: pass"]:
    show(s)
# --- case: statements_8
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["with (a as b: pass", "for x y: pass", "for x in y pass", "for x of y: pass", "while: pass"]:
    show(s)
# --- case: statements_9
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["while x pass", "raise x from", "return return", "lambda", "lambda x"]:
    show(s)
# --- case: statements_10
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["lambda x y: 1", "x if y", "x if y else", "not", "a not b"]:
    show(s)
# --- case: statements_11
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["a is", "a in", "a not", "a and", "and b"]:
    show(s)
# --- case: statements_12
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["a or or b", "*", "*a", "**a", "print(*a b)"]:
    show(s)
# --- case: statements_13
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["x: int: str", "global", "global x,", "global 1", "global x.y"]:
    show(s)
# --- case: statements_14
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["nonlocal", "del x,", "assert x, y, z", "pass x", "break x"]:
    show(s)
# --- case: statements_15
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
for s in ["exec 'x'", "print 'x'", "print x, y", "raise E, 'x'", "x <> y"]:
    show(s)
# --- case: match_errors_1
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["a | b", "[a, a]", "[*a, *b]", "{**a, 'k': 1}", "{a: 1}"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: match_errors_2
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["{'k': 1, 'k': 2}", "1 as _", "x as a.b", "a as 1", "A(x=1, 2)"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: match_errors_3
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["A(x=1, x=2)", "1 + 2", "1 + 2j", "-a", "f()"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: match_errors_4
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["f'{x}'", "a.b.c", "{**_}", "x if", "(a, b) | [a, b]"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: match_errors_5
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["[a] | [b]", "*a", "*a, 1", "{'a': x, **r}", "1 | _ | 2"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: match_errors_6
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["_ | 1", "x | 1", "None | True", "a.b()", "1j + 2"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: match_errors_7
def show(s):
    try:
        compile(s, "f.py", "exec")
        print(repr(s), "compiles")
    except SyntaxError as e:
        print(repr(s), e.msg)
def m(p): return "match x:\n case " + p + ": pass"
for s in ["+1", "-1j", "1 - 2j", "[_, _]", "{1: _, **_}"]:
    show(m(s))
show("match x:\n case _: pass\n case 1: pass")
show("match x:\n case y: pass\n case 1: pass")
show("match x:\n case y if y: pass\n case 1: pass")
# --- case: uncaught_simple
x = (1,
y = 2
# --- case: uncaught_unclosed_string
print("abc)
# --- case: uncaught_indent
def f():
    x = 1
      y = 2
# --- case: uncaught_unindent
if True:
        x = 1
    y = 2
# --- case: uncaught_expected_colon
while True
    pass
# --- case: uncaught_print
print "hello"
# --- case: uncaught_assign_in_if
if x = 3:
    pass
# --- case: uncaught_mismatch
x = [1, 2)
# --- case: uncaught_eof_in_brackets
x = {
    "a": 1,
# --- case: uncaught_forgot_comma
x = [1 2]
# --- case: uncaught_else
else:
    pass
# --- case: uncaught_expected_block
def f():
x = 1
# --- case: uncaught_unmatched
x = 1)
# --- case: uncaught_invalid_character
x = 5 € 3
# --- case: eval_errors_1
for s in ["", " ", "x = 1", "1 2", "1;"]:
    try:
        print(repr(s), eval(s))
    except SyntaxError as e:
        print(repr(s), e.msg, e.lineno, e.offset)
# --- case: eval_errors_2
for s in ["pass", "1\n2", "(", "import os", "\n1"]:
    try:
        print(repr(s), eval(s))
    except SyntaxError as e:
        print(repr(s), e.msg, e.lineno, e.offset)
# --- case: eval_errors_3
for s in [" 1", "\t1\n\n", "lambda x: x = 1"]:
    try:
        print(repr(s), eval(s))
    except SyntaxError as e:
        print(repr(s), e.msg, e.lineno, e.offset)
# --- case: single_mode
for s in ["1", "x = 1", "x = 1; y = 2", "if 1:\n pass\n", "1\n2\n", "", "if 1:\n pass", "def f():\n return 1"]:
    try:
        compile(s, "f", "single")
        print(repr(s), "ok")
    except SyntaxError as e:
        print(repr(s), e.msg)
# --- case: exec_text_and_fields
try:
    exec("x = 1\ny = (2 +\nz")
except SyntaxError as e:
    print(e, e.args)
# --- case: error_str_with_name
try:
    compile("a b\n", "name.py", "exec")
except SyntaxError as e:
    print(str(e), repr(e.text), e.filename)
# --- case: indents_of_expressions
import ast
for make in (lambda: compile("    x", "f", "eval"), lambda: compile("\tx\n", "f", "eval"), lambda: ast.parse("  x", mode="eval"), lambda: compile("# a\n x", "f", "eval"), lambda: eval("   1 + 1"), lambda: eval("\t\t2")):
    try:
        print(make())
    except SyntaxError as e:
        print(type(e).__name__, e.msg, e.filename, e.lineno, e.offset)
# --- case: constructor
e = SyntaxError("msg", ("f", 1, 2, "text", 1, 3))
print(e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset, str(e))
print(SyntaxError("x").msg, SyntaxError().msg, SyntaxError("x").lineno)
# --- case: unusual_but_valid
import warnings
warnings.simplefilter("ignore")
for s in ["x = 1,", "x, = 1,", "()", "if 1: x = 1; y = 2", "[\n]", "def f(a, /, *, b): pass", "lambda *, a: a", "x = *a, *b", "for x in *a, b: pass", "return_ = 1", "with (a): pass", "with (a, b): pass", "with (a, b) as c: pass", "with (yield_): pass", "@a.b[c](d)\ndef f(): pass", "@lambda f: f\ndef f(): pass", "@(x := y)\nclass A: pass", "print(end='')", "class A(*b, **c): pass", "x = yield_", "1 .real", "1..real", "a[b:=1]", "a[*b]", "a[b:=1, c]", "f(a:=1)", "{a:=1}", "{(a:=1): 2}", "x: (yield_) = 1", "not not a", "a if b else c if d else e", "lambda: lambda: 1", "del (a), [b], (c, [d])", "a = b = c", "a: int = b", "x = (1,)", "\\\n\nx", "if a:\n  b\n\n\n  c", "match, case = 1, 2", "match[1]", "match(1)", "match.x", "match = 1", "case = 1", "_ = 1", "type = 1", "soft = match"]:
    try:
        compile(s, "f", "exec")
    except SyntaxError as e:
        print(s, e)
print("done")
# --- case: uncaught_encoding_cookie
# Huffman coding: tree
print(1)
# --- case: encoding_cookie_latin1_name
# -*- coding: utf-8 -*-
print("é")
