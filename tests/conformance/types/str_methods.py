# str: every method, good and bad arguments, repr and escapes.
# --- case: construct_1
print(str(), str(5), str(b"a"), str(b"a", "utf-8"), str(None))
# --- case: construct_2
print(str([1]), str("x"), str(object=1.5), str(b"\xe9", "latin-1"), str(b"\xff", errors="replace"))
# --- case: construct_bad
for f in (lambda: str(5, "utf-8"), lambda: str(b"a", 5), lambda: str("a", "utf-8"), lambda: str(b"a", "nope"), lambda: str(b"\xff", "ascii"), lambda: str(b"\xff", "utf-8", "nope")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: capitalize_title_swapcase
for s in ("hello world", "HELLO", "they're bill's", "éa", "", "ß", "x1y", "ǆ"):
    print([s.capitalize(), s.title(), s.swapcase(), s.upper(), s.lower(), s.casefold()])
# --- case: case_special
print("ß".upper(), "ﬁ".upper(), "İ".lower() == "i̇", "Σ".lower(), "ΑΣ".lower(), "ΑΣ Β".lower(), "straße".casefold(), "ŉ".upper() == "ʼN")
# --- case: center_ljust_rjust
print(["ab".center(6), "ab".center(5, "*"), "abc".center(6, "-"), "ab".ljust(5) + "|", "ab".rjust(5, "."), "abc".center(2), "".center(3, "x")])
# --- case: center_bad
for f in (lambda: "a".center(), lambda: "a".center("5"), lambda: "a".center(5, "ab"), lambda: "a".ljust(5, 1), lambda: "a".rjust(5, ""), lambda: "a".center(1.5)):
    try: print(f())
    except TypeError as e: print(e)
# --- case: count_1
print("banana".count("a"), "banana".count("ana"), "aaa".count("aa"), "abc".count(""), "".count(""))
# --- case: count_2
print("banana".count("a", 2), "banana".count("a", 2, 4), "banana".count("n", -3), "abc".count("x"), "abc".count("", 4))
# --- case: encode_1
print("é".encode(), "é".encode("latin-1"), "aé".encode("ascii", "ignore"), "aé".encode("ascii", "replace"), "aé".encode("ascii", "xmlcharrefreplace"), "aé".encode("ascii", "backslashreplace"))
# --- case: encode_2
print("a".encode("utf-16-le"), "a".encode("utf-16")[:2], "é日😀".encode("utf-8"), "a".encode(encoding="utf-8", errors="strict"), "é".encode("ascii", "namereplace"))
# --- case: encode_bad
for f in (lambda: "a".encode("nope"), lambda: "é".encode("ascii"), lambda: "a".encode(5), lambda: "日".encode("latin-1"), lambda: "é".encode("ascii", "nope"), lambda: "\ud800".encode("utf-8"), lambda: "éé".encode("ascii")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: surrogates
print("\ud800".encode("utf-8", "surrogatepass"), b"\xff".decode("utf-8", "surrogateescape").encode("utf-8", "surrogateescape"), ascii("\ud800"), len("\U0001F600"), repr("\ud83d"))
# --- case: endswith_startswith_1
s = "hello"
print(s.startswith("he"), s.startswith(("x", "h")), s.endswith("lo"), s.startswith("l", 2), s.endswith("l", 0, 4))
# --- case: endswith_startswith_2
s = "hello"
print(s.startswith(""), s.startswith("", 6), s.startswith(()), s.endswith(("a", "o")), s.startswith("lo", -2))
# --- case: startswith_bad
for f in (lambda: "a".startswith(5), lambda: "a".startswith(["a"]), lambda: "a".startswith(("a", 5)) or "", lambda: "a".startswith(("b", 5)), lambda: "a".endswith(None), lambda: "a".startswith("a", "x")):
    try: print(f())
    except TypeError as e: print(e)
# --- case: expandtabs
print(["a\tb".expandtabs(), "\t".expandtabs(4), "ab\tc\td".expandtabs(3), "a\tb\n\tc".expandtabs(4), "\t\t".expandtabs(0), "a\tb".expandtabs(tabsize=2)])
# --- case: find_index_1
s = "abcabc"
print(s.find("c"), s.find("x"), s.rfind("c"), s.index("b"), s.rindex("b"), s.find("c", 3))
# --- case: find_index_2
s = "abcabc"
print(s.find("c", 0, 2), s.find(""), s.rfind(""), s.find("", 10), s.find("a", -3), s.rfind("abc", 0, 5))
# --- case: index_missing
"abc".index("x")
# --- case: rindex_missing
"abc".rindex("x")
# --- case: find_bad
"abc".find(5)
# --- case: is_methods_1
for s in ("", "a", "1", "a1", " ", "A", "aB"):
    print(ascii(s), [int(getattr(s, "is" + m)()) for m in ("alnum", "alpha", "ascii", "decimal", "digit", "identifier", "lower", "numeric", "printable", "space", "title", "upper")])
# --- case: is_methods_2
for s in ("Ab Cd", "½", "٣", "²", "é", "_a", "1a"):
    print(ascii(s), [int(getattr(s, "is" + m)()) for m in ("alnum", "alpha", "ascii", "decimal", "digit", "identifier", "lower", "numeric", "printable", "space", "title", "upper")])
# --- case: is_methods_3
for s in ("\n", "\x00", "日本", "class", "Ⅷ", "ª"):
    print(ascii(s), [int(getattr(s, "is" + m)()) for m in ("alnum", "alpha", "ascii", "decimal", "digit", "identifier", "lower", "numeric", "printable", "space", "title", "upper")])
# --- case: join
print(",".join(["a", "b"]), "".join([]), "-".join("abc"), ", ".join(("x",)), "ab".join({"k": 1, "l": 2}), "".join(str(i) for i in range(5)))
# --- case: join_bad
for f in (lambda: ",".join([1]), lambda: ",".join(["a", None]), lambda: ",".join(5), lambda: ",".join(["a", b"b"]), lambda: ",".join()):
    try: print(f())
    except TypeError as e: print(e)
# --- case: strip
print(["  a b ".strip(), "xxaxx".strip("x"), "abcba".strip("ab"), " a ".lstrip(), " a ".rstrip(), "xyz".lstrip("yx"), "aXbX".rstrip("Xb"), "\t\n a\u2003".strip(), "".strip(), "a".strip(None), "éaé".strip("é")])
# --- case: strip_bad
"a".strip(5)
# --- case: partition
print("a=b=c".partition("="), "a=b=c".rpartition("="), "abc".partition("x"), "abc".rpartition("x"), "".partition("a"), "=".partition("="))
# --- case: partition_bad
for f in (lambda: "a".partition(""), lambda: "a".rpartition(""), lambda: "a".partition(5)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: removeprefix_removesuffix
print("prefix_x".removeprefix("prefix_"), "abc".removeprefix("x"), "file.txt".removesuffix(".txt"), "abc".removesuffix(""), "a".removeprefix("a"))
# --- case: replace_1
print("banana".replace("a", "o"), "banana".replace("a", "o", 2), "abc".replace("", "-"), "aaa".replace("aa", "b"), "abc".replace("b", ""), "abc".replace("x", "y"))
# --- case: replace_2
print("".replace("", "x"), "abc".replace("", "-", 2), "abc".replace("b", "BBB", -1), "a".replace("a", "b", 0), "".replace("", "x", 0))
# --- case: replace_bad
for f in (lambda: "a".replace(1, "b"), lambda: "a".replace("a", None), lambda: "a".replace("a", "b", "c"), lambda: "a".replace("a", "b", count=1)):
    try: print(f())
    except TypeError as e: print(e)
# --- case: split_1
print("a b  c".split(), "a,b,,c".split(","), "a,b,c".split(",", 1), " a ".split(), "".split(), "".split(","))
# --- case: split_2
print("a<>b<>c".split("<>"), "abc".split("x"), " a b ".split(" "), "a b c".split(None, 1), "a b c".split(maxsplit=1), "a,b".split(sep=","))
# --- case: split_3
print("a\u2003b".split(), "  a  b  c  ".split(None, 1), "a b".split(None, 0), "a,b".split(",", -1))
# --- case: rsplit
print("a,b,c".rsplit(",", 1), "a b c".rsplit(None, 1), "a,b".rsplit(), " a  b ".rsplit(None, 1), "aXXbXXc".rsplit("XX", 1), "".rsplit(","), "a b c".rsplit(maxsplit=2))
# --- case: split_bad
for f in (lambda: "a".split(""), lambda: "a".split(5), lambda: "a".split(",", "x"), lambda: "a".rsplit(""), lambda: "a".split(",", 1.5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: splitlines
print("a\nb\r\nc\rd".splitlines(), "a\n".splitlines(), "a\n\nb".splitlines(True), "".splitlines(), "\n".splitlines(), "a\x0bb\x0cc\x1cd\x85e\u2028f".splitlines(), "a\r\n".splitlines(keepends=True))
# --- case: translate
t = str.maketrans("abc", "xyz")
print("aabbcc".translate(t), "hello".translate({ord("l"): None, ord("h"): "HH", 111: 48}), "abc".translate(str.maketrans("a", "b", "c")), "abc".translate(str.maketrans({"a": "1", "b": None})), sorted(t.items()))
# --- case: maketrans_bad
for f in (lambda: str.maketrans("ab", "c"), lambda: str.maketrans(5), lambda: str.maketrans({"ab": 1}), lambda: "a".translate({97: -1}), lambda: "a".translate(5), lambda: str.maketrans("a"), lambda: "a".translate({97: 1.5})):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: zfill
print("42".zfill(5), "-42".zfill(5), "+4".zfill(4), "abc".zfill(2), "".zfill(2), "-".zfill(3), "--1".zfill(5))
# --- case: operators_1
print("a" + "b", "ab" * 2, "a" in "abc", "a" < "b", "a" == "a")
# --- case: operators_2
print("Z" < "a", "abc" < "abd", "" < "a", "é" > "z", "a" != "b")
# --- case: operators_3
print("ab" <= "ab", 3 * "ab", "x" not in "abc")
# --- case: index_and_slice_1
s = "héllo"
print(s[0], s[-1], s[1:3], s[::-1], s[::2], s[10:])
# --- case: index_and_slice_2
s = "héllo"
print(s[-3:], s[:-1], s[5:1:-1], s[1], "日本語"[1], "a😀b"[1:])
# --- case: iteration
print([c for c in "héj😀"], list(zip("ab", "cd")), sorted("hello"), max("abc"), "".join(reversed("abc")), list(enumerate("ab")))
# --- case: repr_quotes
print(repr("a"), repr("a'b"), repr('a"b'), repr("a'b\"c"), repr(""), repr("\\"), repr("'"), repr('"'))
# --- case: repr_escapes
print(repr("\x00\x01\x1f\x7f\x80\xa0\xad\u0378\u200b\u2028\ue000\U0001F600\U000E0001\ufeff\uffff"))
# --- case: ascii_escapes
print(ascii("\xe9\u20ac\U0001F600\x7f\n'"))
# --- case: comparison_with_other_types
print("1" == 1, "a" == b"a", "a" == None, "a" != 1)
"a" < 1
# --- case: immutable
s = "abc"
s[0] = "x"
# --- case: immutable_delete
s = "abc"
del s[0]
# --- case: concat_bad
"a" + 1
# --- case: concat_none
"a" + None
# --- case: multiply_bad
"a" * "b"
# --- case: multiply_float
"a" * 1.5
# --- case: contains_bad
5 in "abc"
# --- case: format_method_1
print("{} {}".format(1, 2), "{1} {0}".format("a", "b"), "{x}{y}".format(x=1, y=2), "{0[1]} {1[k]}".format([1, 2], {"k": 3}), "{0.real}".format(5))
# --- case: format_method_2
print("{{}}".format(), "{:>5}|{:<5}|{:^5}".format(1, 2, 3), "{!r} {!s} {!a}".format("a", "b", "é"), "{0:{1}}".format(5, 4), "{:{w}.{p}f}".format(3.14159, w=8, p=2))
# --- case: format_method_attributes
class A:
    b = [1, {"x": "deep"}]
print("{0.b[1][x]}".format(A()), "{a.b[0]}".format(a=A()), "{0[a b]}".format({"a b": 1}), "{0[-1]}".format({"-1": "neg"}))
# --- case: format_method_bad_1
for f in (lambda: "{}".format(), lambda: "{1}".format(0), lambda: "{x}".format(), lambda: "{".format(), lambda: "}".format(), lambda: "{0}{}".format(1, 2)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: format_method_bad_2
for f in (lambda: "{}{0}".format(1, 2), lambda: "{0.x}".format(1), lambda: "{0[x]}".format([1]), lambda: "{!x}".format(1), lambda: "{!}".format(1), lambda: "{:d}".format("a")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: format_method_bad_3
for f in (lambda: "{0[}".format([1]), lambda: "{0[0}".format([1]), lambda: "{a".format(a=1), lambda: "{!rx}".format(1), lambda: "{:{}}".format(1), lambda: "{[}".format(1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: format_method_bad_4
for f in (lambda: "{.}".format(1), lambda: "{0[]}".format([1]), lambda: "{0[0]x}".format([1]), lambda: "{:{:{}}}".format(1, 2, 3)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: format_map
class D(dict):
    def __missing__(self, k): return f"<{k}>"
print("{a} {b}".format_map(D(a=1)))
"{x}".format_map({})
# --- case: percent_basic
print("%s %d %f" % ("a", 5, 1.5), "%5d|%-5d|%05d|%+d|% d" % (1, 2, 3, 4, 5), "%x %X %o %#x %#o" % (255, 255, 8, 255, 8), "%e %E %g %G" % (1234.5, 0.00012, 1e10, 1e-10), "%.2f %10.3f|%-10.1f|" % (3.14159, 2.5, 1.25), "%c%c" % ("a", 98), "%%", "%r %a" % ("é", "é"), "%i %u" % (3, 4))
# --- case: percent_mapping
print("%(a)s %(b)05.1f %(a)r %%" % {"a": "x", "b": 2.25}, "%(k)s" % {"k": (1, 2)}, "%(a b)s" % {"a b": 1}, "%(x)s" % {"x": 5, "y": 6})
# --- case: percent_star
print("%*d|%-*d|%.*f" % (5, 1, 5, 2, 2, 3.14159), "%*s|" % (-5, "a"))
# --- case: percent_single_values
print("%s" % 5, "%s" % [1, 2], "%s" % (1,), "%s" % ((1, 2),), "%s" % None, "%d" % 3.9, "%d" % True, "%s" % {"a": 1}, "%5s|%-5s|%.2s" % ("ab", "cd", "efgh"))
# --- case: percent_bad_1
for f in (lambda: "%d" % "a", lambda: "%s %s" % "a", lambda: "%s" % (1, 2), lambda: "%z" % 1, lambda: "%", lambda: "%" % 1):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: percent_bad_2
for f in (lambda: "%(a)s" % {}, lambda: "%(a)s" % 5, lambda: "%c" % "ab", lambda: "%c" % -1, lambda: "%f" % "a", lambda: "%x" % 1.5):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: percent_bad_3
for f in (lambda: "%d" % None, lambda: "a" % 1, lambda: "a" % [], lambda: "a" % {}, lambda: "%(a" % {"a": 1}, lambda: "%*d" % ("a", 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: percent_bad_4
for f in (lambda: "%o" % "a", lambda: "%c" % 1.5, lambda: "%s%s" % (1,), lambda: "%e" % None, lambda: "%.*f" % (1.5, 2.0), lambda: "%d" % 1j):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: percent_bad_5
for f in (lambda: "%i" % [], lambda: "%c" % 0x110000, lambda: "%5" % 1, lambda: "%s %(a)s" % {"a": 1}):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: percent_big_and_negative
print("%d %x %o" % (10 ** 25, -255, -8), "%+.3e" % -12345.678, "%010d" % -42, "% 5d" % 42, "%-+6d|" % 7, "%#X" % 255, "%.5d" % 42, "%.0f" % 2.5)
# --- case: percent_with_objects
class A:
    def __str__(self): return "S"
    def __repr__(self): return "R"
    def __int__(self): return 7
    def __index__(self): return 9
    def __float__(self): return 2.5
print("%s %r %d %f %x" % (A(), A(), A(), A(), A()))
# --- case: str_subclass_methods_1
class S(str):
    def upper(self): return "custom"
s = S("abc")
print(s.upper(), s.lower(), type(s.lower()).__name__, type(s.strip()).__name__, type(s[:]).__name__, type(str(s)).__name__)
# --- case: str_subclass_methods_2
class S(str):
    def upper(self): return "custom"
s = S("abc")
print(s + s, s * 2, "%s" % s, f"{s}", len(s), s.replace("a", "b"))
# --- case: long_strings
s = "abc" * 10000
print(len(s), s.count("bc"), s.find("x"), s.rfind("c"), len(s.replace("a", "")), len(s.split("b")), s[15000:15006], hash(s) == hash("abc" * 10000), s == "abc" * 10000)
# --- case: string_building
s = ""
for i in range(10): s += str(i)
print(s, "".join([s] * 2))
# --- case: interning_like_identity
a = "hello"
b = "hello"
print(a is b, a == b)
# --- case: unicode_width_kinds
for s in ("abc", "é", "日", "😀", "a" * 3 + "日", "é" + "😀"):
    print(len(s), s.upper(), s[-1], s + "z", (s * 2)[len(s)], s.encode().hex(), s in s + s, s.find(s[-1]))
# --- case: normal_forms_differ
print("é" == "e\u0301", len("e\u0301"), "e\u0301".encode())
# --- case: str_dunder_1
print("a".__add__("b"), "a".__mul__(2), "a".__rmul__(2), "abc".__contains__("b"), "a".__eq__("a"))
# --- case: str_dunder_2
print("a".__eq__(1), "ab".__len__(), "a".__lt__("b"), "ab".__getitem__(1), "a".__mod__(()))
# --- case: str_dunder_3
print("a".__format__(">3"), "a".__hash__() == hash("a"), "a".__getnewargs__())
# --- case: methods_on_class
print(str.upper("a"), str.join(",", ["a", "b"]), list(map(str.strip, [" a "])))
str.upper(5)
# --- case: no_argument_to_descriptor
str.upper()
# --- case: string_module_constants
import string
print(string.ascii_lowercase, string.ascii_uppercase, string.digits, string.hexdigits, string.octdigits, repr(string.punctuation), repr(string.whitespace), len(string.printable), string.ascii_letters)
# --- case: caesar_and_palindrome
print("".join(chr((ord(c) - 97 + 3) % 26 + 97) for c in "xyz"), (lambda s: s == s[::-1])("racecar"), " ".join(w.capitalize() for w in "the quick fox".split()), {c: "hello".count(c) for c in "hello"})
# --- case: concat_in_place
def f():
    s = "ab"
    s = s + s
    t = s
    s = s + "x"
    s += s
    print(s, t)
    try: s = s + 5
    except TypeError as e: print(e, s)
    u = ""
    for i in range(3000): u = u + str(i)
    print(len(u), u[-8:], hash(u) == hash("".join(map(str, range(3000)))))
f()
# --- case: iterator_types
print(type(iter("a")).__name__, type(iter("é")).__name__, type(iter(memoryview(b"a"))).__name__)
# --- case: translate_asks_once
print("aébaé".translate({97: "xyz", 98: None, 233: 65}), "aab".translate({97: None, 98: "ж"}), "abcabc".translate({97: 0x1F600, 99: ""}))
for bad in ({97: 0x110000}, {97: 1.5}, {97: -1}, {97: "ok", 98: b"no"}):
    try: print("aabb".translate(bad))
    except Exception as e: print(type(e).__name__, e)
class Table(dict):
    def __missing__(self, key): return chr(key + 1)
print("aabba".translate(Table()), "aab".translate(dict.fromkeys(b"a", "\x00")).encode(), "a\x7f\x80".translate({127: "é", 128: "\x7f"}))
# --- case: translate_asks_its_table
asked = []
class Table:
    def __init__(self, says): self.says = says
    def __getitem__(self, k):
        asked.append(chr(k))
        if k not in self.says: raise LookupError(k)
        if isinstance(self.says[k], type): raise self.says[k](k)
        return self.says[k]
a, b, c = b'abc'
for says in ({}, {a: None}, {b: None}, {a: 'x'}, {a: 'xy'}, {a: 0x44f}, {b: 'я'}, {a: 'x', b: None}, {a: 'я', b: None, c: 'q'}, {b: 'xy', c: None}, {b: 'A', a: 98},
             {a: 1.5}, {b: 2 ** 70}, {b: -1}, {c: 0x110000}, {a: KeyError}, {b: IndexError}, {b: ValueError}, {a: 'xy', b: None, c: ZeroDivisionError}, {a: True}):
    for text in ('abcabc', 'abcя', 'яabcabc', 'aabbaaccя', 'cccaabbaacc', '', 'b' * 200):
        asked.clear()
        try: r = text.translate(Table(says))
        except Exception as e: r = f'{type(e).__name__} {e}'
        print(says, repr(text), repr(r), ''.join(asked))
# --- case: translate_by_a_dict_of_ones_own
class Missing(dict):
    def __missing__(self, k): print('missing', chr(k), end=' '); return None if k == 97 else chr(k + 1)
class Getting(dict):
    def __getitem__(self, k): print('get', chr(k), end=' '); return 'z'
for table in (Missing(), Missing({97: 98}), Missing({98: 'long'}), Getting(), Getting({97: 'a'}), ['x'] * 98, 'x' * 99, range(98), b'q' * 98):
    for text in ('abab', 'яab'):
        try: print(repr(text.translate(table)))
        except Exception as e: print(type(e).__name__, e)
for table in (5, None, object()):
    for text in ('abc', ''):
        try: print(repr(text.translate(table)))
        except Exception as e: print(type(e).__name__, e)
# --- case: replace_character_by_a_wider_one
for by in ("é", "\u202f", "\U00010203"):
    for s in ("a b c", " " * 70, "no blanks".replace(" ", ""), " 1 , 2 "):
        print(ascii(s.replace(" ", by)), ascii(s.replace(" ", by, 2)))
        print(ascii(s.replace(" ", by).replace(by, " ")))
