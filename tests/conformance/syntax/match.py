# The match statement: every kind of pattern.
# --- case: literals_1
def f(x):
    match x:
        case 0: return "zero"
        case -1: return "minus one"
        case 1.5: return "float"
        case 2 + 3j: return "complex"
        case "a" "b": return "ab"
        case b"x": return "bytes"
        case None: return "none"
        case True: return "true"
        case _: return "other"
for v in (0, -1, 1.5, 2 + 3j, "ab", b"x"):
    print(repr(v), f(v))
# --- case: literals_2
def f(x):
    match x:
        case 0: return "zero"
        case -1: return "minus one"
        case 1.5: return "float"
        case 2 + 3j: return "complex"
        case "a" "b": return "ab"
        case b"x": return "bytes"
        case None: return "none"
        case True: return "true"
        case _: return "other"
for v in (None, True, 1, False, [], 0.0):
    print(repr(v), f(v))
# --- case: none_true_by_identity
match 1:
    case True: print("true")
    case 1: print("one")
# --- case: capture
match [1, 2]:
    case x: print(x)
print(x)
# --- case: or_pattern
for v in range(5):
    match v:
        case 0 | 1: print("low")
        case 2 | 3 as x: print("mid", x)
        case _: print("high")
# --- case: or_with_captures
for v in ([1, "a"], ["b", 2], 3):
    match v:
        case [int(n), str(s)] | [str(s), int(n)]: print(n, s)
        case _: print("none")
# --- case: sequence_1
def f(x):
    match x:
        case []: return "empty"
        case [a]: return f"one {a}"
        case [a, b]: return f"two {a} {b}"
        case [a, *rest]: return f"many {a} {rest}"
        case _: return "no"
for v in ([], [1], (1, 2), range(4), "ab"):
    print(f(v))
# --- case: sequence_2
def f(x):
    match x:
        case []: return "empty"
        case [a]: return f"one {a}"
        case [a, b]: return f"two {a} {b}"
        case [a, *rest]: return f"many {a} {rest}"
        case _: return "no"
for v in (b"ab", {1: 2}, {1}, 5, iter([1])):
    print(f(v))
# --- case: sequence_star_positions
match [1, 2, 3, 4]:
    case [*a, 4]: print(a)
match [1, 2, 3, 4]:
    case [1, *m, 4]: print(m)
match [1, 2]:
    case [1, *_, 2]: print("ignored")
match (1, 2, 3):
    case 1, *r: print(r)
# --- case: sequence_nested
match [1, [2, [3, 4]]]:
    case [a, [b, [*c]]]: print(a, b, c)
# --- case: sequence_parenthesised
match (1,):
    case (x,): print("tuple of one", x)
match 5:
    case (x): print("just", x)
# --- case: mapping
def f(x):
    match x:
        case {"type": "circle", "r": r}: return f"circle {r}"
        case {"type": "rect", "w": w, "h": h, **rest}: return f"rect {w} {h} {rest}"
        case {}: return "some mapping"
        case _: return "no"
for v in ({"type": "circle", "r": 2}, {"type": "rect", "w": 1, "h": 2, "c": 3}, {}, {"z": 1}, [], None):
    print(f(v))
# --- case: mapping_default_dict_not_touched
from collections import defaultdict
d = defaultdict(int)
match d:
    case {"k": v}: print("yes")
    case _: print("no", dict(d))
# --- case: class_positional
class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def f(p):
    match p:
        case P(0, 0): return "origin"
        case P(0, y): return f"y={y}"
        case P(x, y=0): return f"x={x}"
        case P(x=a, y=b) if a == b: return f"diag {a}"
        case P(): return "somewhere"
        case _: return "no point"
for p in (P(0, 0), P(0, 5), P(5, 0), P(3, 3), P(1, 2), 7):
    print(f(p))
# --- case: class_builtin_1
for v in (1, "s", 1.5, b"b", [1], (2,)):
    match v:
        case bool(x): print("bool", x)
        case int(x): print("int", x)
        case str(x): print("str", x)
        case float(x): print("float", x)
        case bytes(x): print("bytes", x)
        case list([x]): print("list", x)
        case tuple((x,)): print("tuple", x)
        case dict(x): print("dict", x)
        case set(x) | frozenset(x): print("set", x)
        case _: print("else", v)
# --- case: class_builtin_2
for v in ({3: 4}, {5}, True, None, bytearray(b"c"), frozenset()):
    match v:
        case bool(x): print("bool", x)
        case int(x): print("int", x)
        case str(x): print("str", x)
        case float(x): print("float", x)
        case bytes(x): print("bytes", x)
        case list([x]): print("list", x)
        case tuple((x,)): print("tuple", x)
        case dict(x): print("dict", x)
        case set(x) | frozenset(x): print("set", x)
        case _: print("else", v)
# --- case: class_too_many_positional
class P:
    __match_args__ = ("x",)
    x = 1
match P():
    case P(1, 2): pass
# --- case: class_no_match_args
class P: pass
match P():
    case P(1): pass
# --- case: class_attribute_missing
class P: pass
match P():
    case P(x=1): print("yes")
    case _: print("no")
# --- case: class_not_a_type
x = 5
match 1:
    case x.real(): pass
# --- case: class_int_two_args
match 5:
    case int(1, 2): pass
# --- case: class_repeat_attribute
class P:
    __match_args__ = ("a",)
    a = 1
match P():
    case P(1, a=1): pass
# --- case: value_pattern
class Color:
    RED = 1
    GREEN = 2
def f(x):
    match x:
        case Color.RED: return "red"
        case Color.GREEN: return "green"
        case _: return "?"
print(f(1), f(2), f(3))
# --- case: guard
for n in (5, -5, 0):
    match n:
        case x if x > 0: print("pos")
        case x if x < 0: print("neg")
        case _: print("zero")
# --- case: guard_binds_before
match 5:
    case y if y > 10: pass
print(y)
# --- case: as_pattern
match [1, [2, 3]]:
    case [int() as a, [_, 3] as b] as whole: print(a, b, whole)
# --- case: no_match_is_fine
match 5:
    case 6: print("never")
print("after")
# --- case: soft_keywords
match = 1
case = 2
_ = 3
print(match, case, _)
match (match):
    case 1: print("matched")
# --- case: match_call_not_statement
def match(x): return x * 2
print(match(3))
match(4)
# --- case: subject_tuple
x, y = 1, 2
match x, y:
    case 1, 2: print("yes")
match *[1, 2], 3:
    case [1, 2, 3]: print("star")
# --- case: subject_evaluated_once
def s():
    print("subject")
    return 3
match s():
    case 1 | 2: pass
    case 3: print("three")
# --- case: in_function_with_return
def f(cmd):
    match cmd.split():
        case ["go", ("north" | "south") as d]: return f"going {d}"
        case ["take", *things] if things: return f"taking {', '.join(things)}"
        case ["quit"]: return "bye"
        case _: return f"what is {cmd!r}?"
for c in ("go north", "go up", "take a b", "take", "quit"):
    print(f(c))
# --- case: in_loop_break_continue
for i in range(5):
    match i:
        case 1: continue
        case 3: break
    print(i)
# --- case: mapping_keys_values
K = type("K", (), {"A": "a"})
match {"a": 1, 2: 3}:
    case {K.A: x, 2: y}: print(x, y)
# --- case: mapping_duplicate_key_error
class K: A = "a"
match {"a": 1}:
    case {"a": 1, K.A: 2}: pass
# --- case: nested_class_patterns
class Num:
    __match_args__ = ("v",)
    def __init__(s, v): s.v = v
class Add:
    __match_args__ = ("l", "r")
    def __init__(s, l, r): s.l, s.r = l, r
class Mul(Add): pass
def ev(e):
    match e:
        case Num(v): return v
        case Mul(l, r): return ev(l) * ev(r)
        case Add(l, r): return ev(l) + ev(r)
print(ev(Add(Num(2), Mul(Num(3), Add(Num(4), Num(5))))))
# --- case: sequence_abc
from collections import deque, UserList
for v in (deque([1, 2]), UserList([1, 2])):
    match v:
        case [a, b]: print(type(v).__name__, a, b)
# --- case: wildcard_binds_nothing
match [1, 2]:
    case [_, _]: print("ok")
try:
    _
except NameError as e:
    print(e)
# --- case: enum_value
import enum
class E(enum.Enum):
    A = 1
    B = 2
match E.B:
    case E.A: print("a")
    case E.B: print("b")
# --- case: dataclass_match_args
from dataclasses import dataclass
@dataclass
class Pt:
    x: int
    y: int = 0
match Pt(3):
    case Pt(a, b): print(a, b, Pt.__match_args__)
# --- case: string_not_sequence
match "ab":
    case [a, b]: print("sequence")
    case str(): print("string")
# --- case: match_args_not_tuple
class P:
    __match_args__ = ["x"]
    x = 1
match P():
    case P(1): pass
