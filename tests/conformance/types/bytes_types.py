# bytes and bytearray.
# --- case: construct_1
print(bytes(), bytes(3), bytes([65, 66]), bytes(b"x"), bytes("é", "utf-8"), bytes(range(3)))
# --- case: construct_2
print(bytearray(), bytearray(2), bytearray(b"ab"), bytearray("a", "ascii"), bytes(bytearray(b"q")), bytes(memoryview(b"m")))
# --- case: construct_bad_1
for f in (lambda: bytes("a"), lambda: bytes(-1), lambda: bytes([256]), lambda: bytes([-1]), lambda: bytes(1.5), lambda: bytes(["a"]), lambda: bytes(b"a", "utf-8")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: construct_bad_2
for f in (lambda: bytes(5, "utf-8"), lambda: bytearray("a"), lambda: bytearray([300]), lambda: bytes(None), lambda: bytes([1.5]), lambda: bytes(10 ** 30)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: repr
print(b"a'b", b'a"b', b"a'b\"", b"\x00\t\n\r\\\x7f\xff", bytearray(b"x\xff"), b"", bytearray())
# --- case: index_slice_iterate_1
b = b"hello"
print(b[0], b[-1], b[1:3], b[::-1], list(b))
# --- case: index_slice_iterate_2
b = b"hello"
print(104 in b, b"ell" in b, len(b), [x for x in bytearray(b"ab")], b[10:])
# --- case: index_bad
for f in (lambda: b"a"[5], lambda: b"a"["x"], lambda: bytearray(b"a")[5], lambda: b"a"[1.5]):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: immutable
b"abc"[0] = 1
# --- case: operators_1
print(b"a" + b"b", b"ab" * 2, b"a" < b"b", b"a" == bytearray(b"a"), b"a" + bytearray(b"b"), bytearray(b"a") + b"b")
# --- case: operators_2
print(2 * b"x", b"a" != "a", b"%d-%s" % (5, b"x"), b"%x" % 255, b"%5.1f|%c" % (1.25, 65), b"%a" % "é")
# --- case: operators_bad_1
for f in (lambda: b"a" + "b", lambda: "a" + b"b", lambda: b"a" < "b", lambda: b"a" * b"b", lambda: b"%s" % "x", lambda: b"%d" % "x"):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: operators_bad_2
for f in (lambda: b"a" + 1, lambda: b"a" in "a", lambda: 256 in b"a", lambda: b"%z" % 1, lambda: b"%b" % 5):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: decode
print(b"\xc3\xa9".decode(), b"\xe9".decode("latin-1"), b"a\xff".decode("utf-8", "replace"), b"a\xff".decode("ascii", "ignore"), b"a\xff".decode("utf-8", "backslashreplace"), b"a\x00".decode("utf-16-le"), b"\xff\xfea\x00".decode("utf-16"), bytearray(b"x").decode(), b"\xff".decode(errors="replace"))
# --- case: decode_bad_1
for f in (lambda: b"\xff".decode(), lambda: b"a\x80".decode("ascii"), lambda: b"a".decode("nope"), lambda: b"\xe2\x82".decode(), lambda: b"\xed\xa0\x80".decode()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: decode_bad_2
for f in (lambda: b"\xc0\x80".decode(), lambda: b"\xf5".decode(), lambda: b"abc\xe9def".decode(), lambda: b"a".decode("utf-16"), lambda: b"a".decode(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: hex_fromhex
print(b"\x01\xab".hex(), b"abcd".hex(" "), b"abcd".hex(":", 2), bytes.fromhex("01 aB"), bytes.fromhex(""), bytearray.fromhex("ff"), b"abcde".hex("-", -2), bytearray(b"z").hex())
# --- case: fromhex_bad
for s in ("1", "zz", "1 2", "a b", 5):
    try: print(bytes.fromhex(s))
    except Exception as e: print(type(e).__name__, e)
# --- case: methods_like_str_1
b = b"Hello World"
print(b.upper(), b.lower(), b.swapcase(), b.title(), b.capitalize())
# --- case: methods_like_str_2
b = b"Hello World"
print(b.count(b"o"), b.find(b"World"), b.rfind(b"o"), b.index(b"l"), b.startswith(b"He"))
# --- case: methods_like_str_3
b = b"Hello World"
print(b.endswith((b"x", b"ld")), b.replace(b"o", b"0"), b.split(), b.split(b"o", 1), b.rsplit(b"o", 1))
# --- case: methods_like_str_4
b = b"Hello World"
print(b.partition(b" "), b.strip(b"Hd"), b.center(15, b"*"), b.ljust(12) + b"|", b.zfill(13))
# --- case: methods_like_str_5
b = b"Hello World"
print(b"a\tb".expandtabs(4), b.isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace())
# --- case: methods_like_str_6
b = b"Hello World"
print(b"A".isupper(), b"a".islower(), b"Ab".istitle(), b"a".isascii())
# --- case: join_splitlines_translate_1
print(b",".join([b"a", bytearray(b"b")]), b"a\nb\r\nc".splitlines(), b"a\nb".splitlines(True), b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"))
# --- case: join_splitlines_translate_2
print(b"abc".removeprefix(b"a"), b"abc".removesuffix(b"c"), b"abc".find(98), b"aXbX".rpartition(b"X"), b"abc".count(97))
# --- case: methods_bad_1
for f in (lambda: b"a".join(["x"]), lambda: b"a".replace("a", "b"), lambda: b"a".split(""), lambda: b"a".split(b""), lambda: b"a".find("a"), lambda: b"a".index(b"z"), lambda: b"a".startswith("a")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: methods_bad_2
for f in (lambda: b"a".strip("a"), lambda: b"a".center(5, "x"), lambda: b"a".translate(b"x"), lambda: bytes.maketrans(b"a", b"bc"), lambda: b"a".find(300), lambda: b"a".encode()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: bytearray_mutation
b = bytearray(b"abc")
b[0] = 65; b.append(100); b.extend(b"ef"); b += b"g"; b.insert(0, 33); b.extend([104, 105])
print(b, b.pop(), b.pop(0), b)
b[1:3] = b"XYZ"; print(b)
del b[0]; del b[-2:]; print(b)
b.remove(90); b.reverse(); print(b, b.copy(), b.clear(), b)
# --- case: bytearray_mutation_bad_1
for f in (lambda: bytearray().pop(), lambda: bytearray(b"a").append(256), lambda: bytearray(b"a").append("a"), lambda: bytearray(b"a").remove(5), lambda: bytearray(b"a").__setitem__(0, 300), lambda: bytearray(b"a").__setitem__(9, 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: bytearray_mutation_bad_2
for f in (lambda: bytearray(b"a").extend("ab"), lambda: bytearray(b"a").extend(5), lambda: bytearray(b"a").__setitem__(slice(0, 1), "x"), lambda: bytearray(b"a").__setitem__(slice(0, 1), 5), lambda: bytearray(b"a").insert(0, -1), lambda: bytearray(b"abc").__setitem__(slice(None, None, 2), b"x")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: bytearray_slices
b = bytearray(range(10))
b[::2] = bytes(5)
print(b)
del b[::3]
print(b, len(b))
b *= 2
print(len(b))
# --- case: hashing
print(hash(b"a") == hash(bytes([97])), {b"k": 1}[b"k"], b"a" in {b"a"})
hash(bytearray())
# --- case: comparison_between_kinds
print(b"a" == bytearray(b"a"), bytearray(b"a") < b"b", b"a" == [97], memoryview(b"a") == b"a", b"" == bytearray())
# --- case: str_of_bytes
print(str(b"a"), f"{b'a'}", "%s" % b"x", "{}".format(b"y"), repr(b"z"), f"{b'a'!r:>6}")
# --- case: bytes_protocol
class A:
    def __bytes__(self): return b"from A"
class I:
    def __iter__(self): return iter([1, 2])
print(bytes(A()), bytes(I()), b"%b" % A())
# --- case: subclass
class B(bytes): pass
class BA(bytearray): pass
print(B(b"x"), BA(b"y"), type(B(b"x") + b"y").__name__, type(BA(b"x") + b"y").__name__, B(b"a") == b"a")
# --- case: large
b = bytes(range(256)) * 40
print(len(b), b.count(b"\x00"), b.find(b"\xff\x00"), b.rfind(b"\x01\x02"), len(b.replace(b"\x00", b"")), sum(b), b[-1], len(b.split(b"\x80")))
# --- case: xor_and_checksum
d = b"hello"
k = b"key"
e = bytes(x ^ k[i % 3] for i, x in enumerate(d))
print(e.hex(), bytes(x ^ k[i % 3] for i, x in enumerate(e)), sum(d) % 256, int.from_bytes(d, "big"), (1234).to_bytes(4, "big") + d)
# --- case: memoryviews_compared
m = memoryview(bytearray(b"abc\x01"))
print(m == b"abc\x01", m == memoryview(b"abc\x02"), m.cast("H") == memoryview(b"abc\x01").cast("H"), m.cast("H") == m.cast("h"), m == m[::-1])
print(memoryview(b"abcb")[::2] == b"ac", m.cast("?") == memoryview(b"abc\x02").cast("?"), m.cast("B", (2, 2)) == m, m.cast("b") == m, m != b"abc")
import array
print(memoryview(array.array("d", [0.0])) == memoryview(array.array("d", [-0.0])))
print(memoryview(array.array("i", [1, 2])) == memoryview(array.array("h", [1, 2])), memoryview(b"") == memoryview(b""), memoryview(b"x")[1:] == b"")
# --- case: translate_leaves_out
print(b"hello".translate(None, b"lo"), b"hello".translate(None, b"eo"), b"".translate(None, b"a"), b"lll".translate(None, b"l"))
print(bytearray(b"abcab").translate(bytes(range(1, 256)) + b"\0", b"a"), b"xyz".translate(None), bytes(range(20)).hex(), bytes(5).hex(":"), bytes(range(7)).hex("-", -3))
