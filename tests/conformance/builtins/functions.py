# The built-in functions.
# --- case: abs
print(abs(-5), abs(5), abs(-2.5), abs(3 + 4j), abs(True), abs(-10 ** 30), abs(-0.0))
# --- case: abs_bad
abs("a")
# --- case: all_any
print(all([]), any([]), all([1, "a"]), any([0, ""]), all(x > 0 for x in (1, 2)), any(x > 1 for x in (1, 2)))
# --- case: ascii
print(ascii("aé日\U0001F600\n"), ascii(["é"]), ascii(5))
# --- case: bin_hex_oct
# stable: a number
print(bin(10), bin(-5), bin(0), hex(255), hex(-255), oct(8), oct(-8), hex(10 ** 20), bin(True))
# --- case: bin_bad
bin(1.5)
# --- case: bool
print(bool(), bool(0), bool("a"), bool([]), bool(0.0), bool(None), bool(...), bool(0j))
# --- case: callable
class A: pass
print(callable(len), callable(A), callable(A()), callable(lambda: 0), callable("x"))
# --- case: chr_ord
print(chr(65), chr(233), chr(0x1F600), ord("A"), ord("é"), ord(b"a"), ord("\0"), chr(0) == "\0", ord(bytearray(b"z")))
# --- case: chr_ord_errors_1
for e in ["chr(-1)", "chr(0x110000)", "chr('a')", "chr(1.5)", "ord('')"]:
    try: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
# --- case: chr_ord_errors_2
for e in ["ord('ab')", "ord(5)", "ord(b'ab')", "ord(b'')"]:
    try: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
# --- case: divmod
print(divmod(7, 2), divmod(-7, 2), divmod(7.5, 2), divmod(7, -2.5), divmod(10 ** 30, 7))
# --- case: enumerate
print(list(enumerate("ab")), list(enumerate("ab", 5)), list(enumerate([], start=1)), next(enumerate("x")), list(enumerate("a", 10 ** 20)))
# --- case: enumerate_bad
enumerate(5)
# --- case: enumerate_bad_start
enumerate([], "a")
# --- case: filter
print(list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x > 1, [1, 2, 3])), list(filter(str.isdigit, "a1b2")))
# --- case: filter_bad
filter(len, 5)
# --- case: float_1
print(float(), float(3), float("1.5"), float(" -1e3 \n"), float("inf"))
# --- case: float_2
print(float("-Infinity"), float("nan"), float("1_000.5"), float(True), float("٣"))
# --- case: float_bad_1
for v in ("", "abc", "1.5.2", "1e", None, [], "1_", "_1"):
    try: print(float(v))
    except Exception as e: print(type(e).__name__, e)
# --- case: float_bad_2
for v in ("1__0", "0x10", b"1.5x", "1 2", 1j, "+-1", "."):
    try: print(float(v))
    except Exception as e: print(type(e).__name__, e)
# --- case: format
print(format(5), format(3.14159, ".2f"), format("a", ">5"), format(255, "x"), format(True), format(None), format([1]))
# --- case: getattr
print(getattr("a", "upper")(), getattr(5, "x", "d"), getattr([], "append").__name__)
# --- case: hasattr_error_passes_through
class A:
    @property
    def x(self): raise ValueError("v")
hasattr(A(), "x")
# --- case: hash_consistency
print(hash(1) == hash(1.0) == hash(True) == hash(1 + 0j), hash("a") == hash("a"), hash((1, 2)) == hash((1, 2)), hash(frozenset([1])) == hash(frozenset([1])))
# --- case: hash_unhashable
for v in ([], {}, set(), bytearray(), ([],), slice(1)):
    try: hash(v)
    except TypeError as e: print(e)
# --- case: id
a = []
print(id(a) == id(a), id(a) != id([1]), type(id(a)).__name__)
# --- case: input
import sys, io
sys.stdin = io.StringIO("first\nsecond")
print(input("prompt> "), input())
input()
# --- case: int_1
print(int(), int(3.9), int(-3.9), int("42"), int(" -7 \n"))
# --- case: int_2
print(int("ff", 16), int("0b101", 0), int("0x1F", 16), int("z", 36), int("1_000"))
# --- case: int_3
print(int(True), int("٣"), int(b"12"), int("-0o17", 0), int("11", base=2))
# --- case: int_bad_1
for a in (("",), ("abc",), ("1.5",), (None,), ([],), ("12", 1)):
    try: print(int(*a))
    except Exception as e: print(type(e).__name__, e)
# --- case: int_bad_2
for a in (("12", 37), ("9", 8), ("0x", 16), (5, 10), ("1__0",), ("_1",)):
    try: print(int(*a))
    except Exception as e: print(type(e).__name__, e)
# --- case: int_bad_3
for a in (("1_",), ("08", 0), (1j,), (b"x",), ("a" * 5, 10), ("1 2",)):
    try: print(int(*a))
    except Exception as e: print(type(e).__name__, e)
# --- case: int_bad_4
for a in (("", 0), ("2", 2), ("12", "10"), ("-",), ("0b", 0), ("\n",)):
    try: print(int(*a))
    except Exception as e: print(type(e).__name__, e)
# --- case: int_digit_limit
try: int("1" * 5000)
except ValueError as e: print(e)
try: str(10 ** 5000)
except ValueError as e: print(e)
print(len(hex(10 ** 5000)), int("1" * 4300) % 7)
# --- case: int_digit_limit_set
import sys
print(sys.get_int_max_str_digits())
sys.set_int_max_str_digits(0)
print(len(str(10 ** 5000)))
sys.set_int_max_str_digits(640)
try: int("1" * 641)
except ValueError as e: print(e)
sys.set_int_max_str_digits(5)
# --- case: iter_next
it = iter([1, 2])
print(next(it), next(it), next(it, "end"), iter(it) is it)
next(it)
# --- case: iter_sentinel
n = 0
def f():
    global n
    n += 1
    return n
print(list(iter(f, 4)))
# --- case: iter_sentinel_bad
iter(5, 1)
# --- case: len
print(len([]), len("é日"), len({1: 2}), len((1,)), len({1, 2}), len(b"ab"), len(range(5)), len(range(0, 10, 3)))
# --- case: len_bad
len(5)
# --- case: map
print(list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(len, ["ab"])), list(map(pow, [2, 3], [3, 2])))
# --- case: map_not_callable
list(map(5, [1]))
# --- case: map_bad_iterable
map(len, 5)
# --- case: max_min
print(max(1, 3, 2), min([4, 2]), max("abc"), max([], default="d"), min(["bb", "a"], key=len), max({1: 2, 5: 0}), max(1, 1.0), max(["a", "b"], key=lambda x: 0))
# --- case: max_errors
for e in ["max([])", "min(())", "max(5)", "max(1, 2, default=3)", "max([1, 'a'])", "max()", "min({})", "max(None)"]:
    try: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
# --- case: open_read_write
with open("f.txt", "w") as f:
    print(f.write("line1\nline2\n"), f.name, f.mode, f.writable(), f.readable())
with open("f.txt") as f:
    print(f.read(3), repr(f.readline()), f.readlines(), f.read() == "")
with open("f.txt", "a") as f: f.write("line3")
print(list(open("f.txt")), [l.rstrip() for l in open("f.txt")])
# --- case: open_binary
with open("b", "wb") as f: f.write(b"\x00\xffabc")
with open("b", "rb") as f: print(f.read(2), f.tell(), f.seek(0), f.read(), f.seek(-2, 2), f.read())
# --- case: open_errors
for a in [("x", "z"), ("x", "rw"), ("x", ""), ("x", "rb", -1, "utf-8"), (None,), ("x", "bt"), ("x", "r+w"), (1.5,)]:
    try: open(*a)
    except Exception as e: print(type(e).__name__, e)
# --- case: open_exclusive_and_update
open("n", "x").write("abc")
try: open("n", "x")
except FileExistsError as e: print(e)
with open("n", "r+") as f: f.write("X"); f.seek(0); print(f.read())
with open("n", "w+") as f: f.write("new"); f.seek(0); print(f.read())
# --- case: open_newlines
open("n", "wb").write(b"a\r\nb\rc\n")
print(repr(open("n").read()), repr(open("n", newline="").read()), repr(open("n", newline="\n").readlines()))
# --- case: open_encoding
open("n", "w", encoding="latin-1").write("é")
print(open("n", "rb").read(), open("n", encoding="latin-1").read())
try: open("n", encoding="utf-8").read()
except UnicodeDecodeError as e: print(e)
print(open("n", encoding="utf-8", errors="replace").read() == "\ufffd")
# --- case: file_closed_error
f = open("n", "w"); f.close(); f.close()
f.write("x")
# --- case: file_wrong_mode
open("n", "w").close()
for f in (lambda: open("n").write("x"), lambda: open("n", "w").read(), lambda: open("n", "wb").write("str"), lambda: open("n", "w").write(b"b"), lambda: open("n", "w").write(5)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: file_iteration_and_methods
with open("n", "w") as f: f.writelines(["a\n", "b\n", "c"])
f = open("n")
print(next(f), f.readline(), f.readlines(1), f.closed, f.fileno() > 2, f.isatty(), f.encoding.lower())
f.seek(0); print(f.read(0) == "", f.tell())
# --- case: pow_1
print(pow(2, 10), pow(2, -1), pow(3, 4, 5), pow(3, -1, 7), pow(2, 100, 10 ** 9 + 7))
# --- case: pow_2
print(pow(2.0, 3), pow(-2, 3, 5), pow(0, 0), pow(base=2, exp=3, mod=5), pow(7, 0, 1))
# --- case: pow_errors
for e in ["pow(2, 3, 0)", "pow(2, -1, 4)", "pow(2.0, 3, 5)", "pow(2, 3, 5.0)", "pow('a', 2)", "pow(2, 'a')", "pow(0, -1)", "pow(2, 3, 'a')"]:
    try: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
# --- case: print_options
print(1, 2, 3, sep="-", end="!\n")
print(); print("a", end=""); print("b", sep="x")
print("x", "y", sep=None, end=None)
print(*[1, 2], sep="")
# --- case: print_file
import io
s = io.StringIO()
print("to", "buffer", file=s, flush=True)
print(repr(s.getvalue()))
# --- case: print_errors
for k in ({"sep": 5}, {"end": 5}, {"file": 5}):
    try: print("x", **k)
    except Exception as e: print(type(e).__name__, e)
# --- case: range_attributes_1
r = range(1, 10, 3)
print(r, r.start, r.stop, r.step, len(r), r[1])
# --- case: range_attributes_2
r = range(1, 10, 3)
print(r[-1], r[1:], r[::-1], 4 in r, 5 in r, r.index(7))
# --- case: range_attributes_3
r = range(1, 10, 3)
print(r.count(4), r == range(1, 11, 3), hash(r) == hash(range(1, 11, 3)), bool(range(0)), list(reversed(r)))
# --- case: range_errors_1
for e in ["range(1.5)", "range('a')", "range(1, 2, 0)", "range()", "range(1, 2, 3, 4)"]:
    try: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
# --- case: range_errors_2
for e in ["range(5)[9]", "range(5).index(9)", "range(5)['a']", "range(None)", "range(3).index('a')"]:
    try: print(eval(e))
    except Exception as x: print(e, type(x).__name__, x)
# --- case: range_immutable
range(3).start = 5
# --- case: range_big
r = range(10 ** 20, 10 ** 20 + 10, 3)
print(len(r), r[2], 10 ** 20 + 6 in r, list(r))
# --- case: repr
print(repr("a'b"), repr('a"b'), repr("a'b\"c"), repr("\n\t\\"), repr("é\x00\x7f\xa0\u200b"), repr(1.0), repr([1, "a"]), repr(None))
# --- case: reversed
print(list(reversed([1, 2])), list(reversed("ab")), list(reversed(range(3))), list(reversed({1: 2, 3: 4})), list(reversed({1: 2}.items())), list(reversed((1, 2))))
# --- case: reversed_bad
reversed({1})
# --- case: round_1
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1.5))
# --- case: round_2
print(round(5), round(1e20), round(0.1 + 0.2, 5), round(25, -1), round(15, -1), round(2.5, None))
# --- case: round_3
print(round(True), type(round(1.0, 0)).__name__, round(-0.4), round(1e300, -299))
# --- case: round_bad
for a in [("a",), (1.5, "x"), (1.5, 1.5), (None,), (float("nan"),), (1j,)]:
    try: print(round(*a))
    except Exception as e: print(type(e).__name__, e)
# --- case: setattr_delattr_errors
for f in (lambda: setattr(1, "x", 2), lambda: delattr(1, "x"), lambda: delattr("a", "upper"), lambda: setattr([], "append", 1), lambda: setattr(len, "x", 1), lambda: setattr(int, "x", 1), lambda: delattr(int, "real")):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: slice_1
s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, s.indices(5), slice(5))
# --- case: slice_2
s = slice(1, 10, 2)
print(slice(None), s == slice(1, 10, 2), slice(None, None, -1).indices(4), slice(-3, None).indices(10), [0, 1, 2, 3][slice(1, 3)])
# --- case: slice_errors
for f in (lambda: slice(), lambda: slice(1, 2, 0).indices(5), lambda: slice("a").indices(5), lambda: slice(1).indices(-1), lambda: [1][::0], lambda: slice(1) < slice(2), lambda: "abc"[1:2:"x"]):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: sorted
print(sorted([3, 1, 2]), sorted("bca"), sorted([1, 2], reverse=True), sorted(["b", "A", "c"], key=str.lower), sorted({3: 1, 1: 2}), sorted([(1, "b"), (1, "a"), (0, "z")]), sorted([2, 1], key=None, reverse=False))
# --- case: sorted_stable
data = [("a", 2), ("b", 1), ("c", 2), ("d", 1)]
print(sorted(data, key=lambda x: x[1]), sorted(data, key=lambda x: x[1], reverse=True))
# --- case: sorted_bad
for f in (lambda: sorted(5), lambda: sorted([1, "a"]), lambda: sorted([1], key=5), lambda: sorted([1], None), lambda: sorted([1, None]), lambda: sorted([{}, {}]), lambda: sorted([1], reverse="a")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: sum_1
print(sum([1, 2]), sum([], 5), sum([0.1] * 10), sum([[1], [2]], []), sum(range(100)))
# --- case: sum_2
print(sum([1, 2.5]), sum([10 ** 20, 1]), sum((x for x in (1, 2)), start=10), sum([True, True]), sum([1j, 2]))
# --- case: sum_errors
for f in (lambda: sum("ab"), lambda: sum(["a"], ""), lambda: sum([b"a"], b""), lambda: sum(["a"]), lambda: sum(5), lambda: sum([[1]]), lambda: sum([bytearray()], bytearray())):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: type_of_1
print(type(1), type("a"), type(None), type(type), type(len), type(print))
# --- case: type_of_2
print(type(...), type(NotImplemented), type(lambda: 0), type(range(1)), type({}.keys()), type(iter([])))
# --- case: type_of_3
print(type(zip()), type((i for i in [])), type(object()), type(__builtins__))
# --- case: iterator_type_names
print([type(x).__name__ for x in (iter([]), iter(()), iter({}), iter(set()), iter(b""), iter(range(0)), reversed([]), enumerate([]), zip(), map(len, []), filter(None, []), {}.keys(), {}.values(), {}.items(), iter({}.items()), iter({}.values()), iter(int, 1), iter(range(10 ** 30)), reversed(range(2)), reversed({}), iter(bytearray()), memoryview(b""), slice(1))])
# --- case: vars
class A:
    def __init__(self): self.x = 1
print(vars(A()), "len" in vars(__builtins__), vars() is globals())
vars(5)
# --- case: zip
print(list(zip()), list(zip([1, 2], "ab")), list(zip("abc", [1])), list(zip(*[(1, 2), (3, 4)])), list(zip([1], [2], strict=True)), dict(zip("ab", [1, 2])))
# --- case: zip_strict
for a in [([1], []), ([], [1]), ([1], [1], []), ([1], [], [1]), ([], [1], [1]), ([1, 2], [1, 2], [1])]:
    try: list(zip(*a, strict=True))
    except ValueError as e: print(e)
# --- case: zip_bad
zip([1], 5)
# --- case: dir_of_builtins
print([n for n in dir([]) if not n.startswith("_")], [n for n in dir({}) if n[0] != "_"], [n for n in dir(()) if n[0] != "_"], [n for n in dir(1) if n[0] != "_"], [n for n in dir(1.5) if n[0] != "_"], [n for n in dir(set()) if n[0] != "_"])
# --- case: dir_of_str_bytes
print([n for n in dir("") if n[0] != "_"])
print([n for n in dir(b"") if n[0] != "_"])
print([n for n in dir(bytearray()) if n[0] != "_"])
# --- case: builtin_names_present
import builtins
print([n for n in dir(builtins) if n[0].islower() and n not in ("aiter", "anext", "breakpoint", "copyright", "credits", "license", "help")])
# --- case: help_text_docs
print(bool(len.__doc__), bool(list.__doc__), bool(str.upper.__doc__), len.__name__, len.__module__, str.upper.__qualname__, list.append.__name__)
# --- case: exit_builtin
exit(3)
# --- case: quit_message
quit("bye")
# --- case: iterate_partially_then_list
it = iter("abcd")
next(it)
print(list(it), list(it))
z = zip(range(3), it2 := iter("xy"))
print(next(z), list(z), list(it2))
# --- case: mixed_iterators_lazy
def t(x): print("t", x); return x
m = map(t, [1, 2])
print("made")
print(next(m))
f = filter(t, [0, 3])
print(list(f))
# --- case: object_builtin
o = object()
print(o == o, o != object(), type(o), bool(o), hash(o) == hash(o), isinstance(o, object), str(o)[:18])
# --- case: memoryview_basic_1
m = memoryview(b"abcdef")
print(m[0], m[1:3].tobytes(), len(m), m.tolist(), m.readonly, m.format)
# --- case: memoryview_basic_2
m = memoryview(b"abcdef")
print(m.itemsize, m.nbytes, m.shape, m == b"abcdef", bytes(m[::2]), m[-1])
# --- case: memoryview_writable
b = bytearray(b"hello")
m = memoryview(b)
m[0] = 72; m[1:3] = b"EL"
print(b, m.readonly)
try: b.append(1)
except BufferError as e: print(e)
m.release()
b.append(33)
print(b)
m[0]
# --- case: memoryview_errors
for f in (lambda: memoryview("a"), lambda: memoryview(b"a")[5], lambda: memoryview(b"a").__setitem__(0, 1), lambda: memoryview(bytearray(2)).__setitem__(0, 300), lambda: memoryview(bytearray(2)).__setitem__(slice(0, 1), b"ab"), lambda: memoryview(bytearray(2)).__setitem__(0, "a"), lambda: memoryview(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: memoryview_cast
m = memoryview(bytearray(range(8)))
print(m.cast("H").tolist(), m.cast("I").itemsize, m.hex(), m.cast("B", (2, 4)).tolist(), m.contiguous, m.toreadonly().readonly)
# --- case: breakpoint_free_names
print(__import__.__name__, compile("1+1", "", "eval").co_consts is not None, eval("__name__"), isinstance(__builtins__, type(__import__("sys"))))
# --- case: type_union_1
print(int | str, int | None, (int | str) == (str | int), isinstance(5, int | str), list[int], dict[str, int])
# --- case: type_union_2
print(tuple[int, ...], type(list[int]).__name__, type(int | str).__name__, (int | str).__args__, list[int].__origin__)
# --- case: generic_alias_use
L = list[int]
print(L([1, 2]), L.__args__, list[list[int]], isinstance([], list))
isinstance([], list[int])
