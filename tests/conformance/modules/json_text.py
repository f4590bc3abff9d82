# json, string, textwrap, pprint-like text handling, base64, struct, hashlib.
# --- case: dumps
import json
print(json.dumps({"a": 1, "b": [1.5, None, True, False, "x"], "c": {}}), json.dumps([]), json.dumps("é\n\"\\\u2028"), json.dumps("é", ensure_ascii=False), json.dumps(float("inf")), json.dumps(1e100), json.dumps((1, 2)), json.dumps({1: 2, None: 3, True: 4, 1.5: 5}), json.dumps("\x00\x1f\x7f😀"))
# --- case: dumps_indent
import json
d = {"b": [1, {"c": []}], "a": {}, "e": [[], [1]]}
print(json.dumps(d, indent=2)); print(json.dumps(d, indent="\t", sort_keys=True)); print(json.dumps(d, indent=0)); print(json.dumps([1, 2], separators=(",", ":")), json.dumps({"a": 1}, separators=(", ", " = ")))
# --- case: dumps_default
import json
class P:
    def __init__(s, x): s.x = x
print(json.dumps([P(1)], default=lambda o: o.__dict__), json.dumps({(1, 2): 3, "a": 1}, skipkeys=True))
class E(json.JSONEncoder):
    def default(self, o): return str(o)
print(json.dumps({"s": {1}}, cls=E))
# --- case: dumps_errors
import json
l = []; l.append(l)
for f in (lambda: json.dumps({1}), lambda: json.dumps({(1,): 2}), lambda: json.dumps(l), lambda: json.dumps(object), lambda: json.dumps(float("nan"), allow_nan=False), lambda: json.dumps(b"x"), lambda: json.dumps({"a": 1j}), lambda: json.dumps({"b": 1, 2: 3}, sort_keys=True)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: loads_1
import json
print(json.loads('{"a": [1, 2.5, -3e2, "x", null, true, false, {}]}'), json.loads(" 5 "), json.loads('"\\u00e9\\n\\ud83d\\ude00"'), json.loads("[]"), json.loads("1E5"))
# --- case: loads_2
import json
print(json.loads("-0"), json.loads("-0.0"), json.loads("NaN"), json.loads("[Infinity, -Infinity]"), json.loads(b'{"k": 1}'))
# --- case: loads_3
import json
print(json.loads('{"a":1,"a":2}'), json.loads("123456789012345678901234567890"), json.loads('"\u00e9"'))
# --- case: loads_errors_1
import json
for s in ("", "{", "[1,", "[1,]", '{"a"}', '{"a":}', '{"a":1,}'):
    try: print(s, json.loads(s))
    except json.JSONDecodeError as e: print(ascii(s), e, e.pos, e.lineno, e.colno)
# --- case: loads_errors_2
import json
for s in ("{a:1}", "'x'", "01", "1.", "nul", '"abc', '"\\x"'):
    try: print(s, json.loads(s))
    except json.JSONDecodeError as e: print(ascii(s), e, e.pos, e.lineno, e.colno)
# --- case: loads_errors_3
import json
for s in ('"\n"', "[1 2]", "1 2", "tru", "-", '{"a":1 "b":2}', "["):
    try: print(s, json.loads(s))
    except json.JSONDecodeError as e: print(ascii(s), e, e.pos, e.lineno, e.colno)
# --- case: loads_errors_4
import json
for s in ("{}x", '"\\u12"', ".5", "+1", "{1:2}", "\ufeff1"):
    try: print(s, json.loads(s))
    except json.JSONDecodeError as e: print(ascii(s), e, e.pos, e.lineno, e.colno)
# --- case: loads_bad_type
import json
json.loads(5)
# --- case: loads_hooks
import json
print(json.loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d)), json.loads('{"a": 1, "a": 2}', object_pairs_hook=list), json.loads("[1.5]", parse_float=str), json.loads("[15]", parse_int=lambda s: s + "!"), json.loads("NaN", parse_constant=lambda s: s))
# --- case: files
import json
with open("d.json", "w") as f: json.dump({"k": [1, 2]}, f, indent=1)
print(open("d.json").read(), json.load(open("d.json")))
# --- case: round_trip
import json
d = {"unicode": "日本 😀", "nested": [[1], [2, [3.25]]], "big": 2 ** 70, "neg": -1.5e-10, "empty": {}, "null": None}
print(json.loads(json.dumps(d)) == d, json.loads(json.dumps(d, ensure_ascii=False)) == d)
# --- case: subclasses
import json, enum
class I(int): pass
class S(str): pass
class C(enum.IntEnum): A = 5
print(json.dumps([I(5), S("x"), C.A, {S("k"): True}]))
# --- case: textwrap
import textwrap
t = "The quick brown fox jumps over the lazy dog near the river bank."
print(textwrap.wrap(t, 20)); print(textwrap.fill(t, 30, initial_indent="* ", subsequent_indent="  ")); print(repr(textwrap.dedent("  a\n    b\n  c\n")), repr(textwrap.indent("a\n\nb", "> ")), textwrap.shorten(t, 25), textwrap.wrap("averyveryverylongword x", 8), textwrap.wrap("", 5), repr(textwrap.dedent("\ta\n\t b")))
# --- case: string_template
import string
t = string.Template("$a and ${b} cost $$5")
print(t.substitute(a=1, b="x"), t.safe_substitute(a=1), string.capwords("hello big world"), string.Formatter().format("{0}-{x}", 1, x=2))
t.substitute(a=1)
# --- case: base64
import base64
print(base64.b64encode(b"hello"), base64.b64decode("aGVsbG8="), base64.urlsafe_b64encode(b"\xff\xfe\xfd"), base64.b64encode(b""), base64.b32encode(b"hi"), base64.b16encode(b"\xab"), base64.b64decode(b"aGk="), base64.b16decode("AB"), base64.b32decode("NBUQ===="))
base64.b64decode("abc")
# --- case: struct_1
import struct
print(struct.pack("<IhB", 1, -2, 3), struct.unpack("<IhB", b"\x01\x00\x00\x00\xfe\xff\x03"), struct.calcsize("<IhB"), struct.pack(">d", 1.5), struct.pack("4s", b"ab"))
# --- case: struct_2
import struct
print(struct.unpack("<2H", b"\x01\x00\x02\x00"), struct.pack("?", True), struct.pack("!q", -5), struct.unpack_from("<B", b"abc", 1), struct.pack("<f", 0.1).hex())
# --- case: struct_3
import struct
print(list(struct.iter_unpack("<H", b"\x01\x00\x02\x00")), struct.calcsize("bi"), struct.pack("3x"), struct.pack("5p", b"abc"))
# --- case: struct_errors_1
import struct
for f in (lambda: struct.pack("B", 256), lambda: struct.pack("B", -1), lambda: struct.pack("z", 1), lambda: struct.pack("I"), lambda: struct.pack("I", 1, 2), lambda: struct.unpack("I", b"ab")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: struct_errors_2
import struct
for f in (lambda: struct.pack("I", "a"), lambda: struct.pack("s", "a"), lambda: struct.pack("<h", 40000), lambda: struct.pack("f", "a"), lambda: struct.unpack_from("<I", b"abc"), lambda: struct.pack("I", 1.5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: struct_class
import struct
s = struct.Struct("<2sI")
b = bytearray(8)
s.pack_into(b, 1, b"xy", 7)
print(s.size, s.format, s.pack(b"ab", 5), s.unpack(s.pack(b"ab", 5)), b, s.unpack_from(b, 1))
# --- case: hashlib
import hashlib
print(hashlib.md5(b"abc").hexdigest(), hashlib.sha1(b"abc").hexdigest(), hashlib.sha256(b"").hexdigest(), hashlib.sha512(b"x").hexdigest()[:20], hashlib.sha224(b"a").hexdigest()[:10], hashlib.sha384(b"a").hexdigest()[:10])
h = hashlib.sha256()
h.update(b"a"); h.update(b"bc")
c = h.copy(); c.update(b"!")
print(h.hexdigest() == hashlib.sha256(b"abc").hexdigest(), h.digest_size, h.block_size, h.name, len(h.digest()), c.hexdigest()[:8], hashlib.new("md5", b"q").hexdigest())
hashlib.md5("text")
# --- case: hashlib_long
import hashlib
print(hashlib.sha256(b"x" * 1000).hexdigest(), hashlib.md5(bytes(range(256)) * 10).hexdigest(), hashlib.sha1(b"a" * 64).hexdigest(), hashlib.sha512(b"b" * 128).hexdigest()[:32])
hashlib.new("nope")
# --- case: io_stringio
import io
s = io.StringIO("line1\nline2\n")
print(s.readline(), s.read(), s.getvalue(), s.seek(0), list(s), s.tell())
w = io.StringIO()
print("x", 5, file=w); w.write("more"); w.seek(0); print(w.read(2), w.truncate(4), repr(w.getvalue()), w.closed, w.readable())
w.close(); w.read()
# --- case: io_bytesio
import io
b = io.BytesIO(b"abc")
print(b.read(1), b.read(), b.getvalue(), b.seek(0, 2), b.write(b"d"), b.getvalue(), b.getbuffer().nbytes, b.seek(1), b.readline())
b.write("str")
# --- case: io_wrappers
import io
t = io.TextIOWrapper(io.BytesIO(b"a\r\nb\n"), encoding="utf-8")
print(t.readlines(), io.TextIOWrapper(io.BytesIO("é".encode())).read())
# --- case: io_redirect
import io, sys
old, sys.stdout = sys.stdout, io.StringIO()
print("captured")
v, sys.stdout = sys.stdout.getvalue(), old
print(repr(v))
# --- case: pickle_plain
import pickle
d = {"a": [1, 2.5, None, True], "b": (b"x", "é", {3}, frozenset([4])), 10 ** 30: 1j}
for p in range(2, 6): assert pickle.loads(pickle.dumps(d, p)) == d
print(pickle.loads(pickle.dumps(d)) == d)
l = []; l.append(l)
m = pickle.loads(pickle.dumps(l))
print(m[0] is m)
# --- case: pickle_files_and_sharing
import pickle
a = [1]
with open("p.pkl", "wb") as f: pickle.dump({"x": a, "y": a}, f)
r = pickle.load(open("p.pkl", "rb"))
print(r, r["x"] is r["y"])
# --- case: pickle_errors
import pickle
for f in (lambda: pickle.dumps(lambda: 0), lambda: pickle.loads(b"garbage"), lambda: pickle.loads(b""), lambda: pickle.dumps(x for x in [])):
    try: print(f())
    except Exception as e: print(type(e).__name__)
# --- case: pickle_class_of_main
import pickle
class P:
    def __init__(s, x): s.x = x
q = pickle.loads(pickle.dumps(P(5)))
print(q.x, type(q) is P)
# --- case: gzip_zlib
import gzip, zlib
d = b"hello " * 100
print(gzip.decompress(gzip.compress(d)) == d, zlib.decompress(zlib.compress(d)) == d, zlib.crc32(b"abc"), zlib.adler32(b"abc"), len(zlib.compress(d)) < 50)
with gzip.open("f.gz", "wt") as f: f.write("text\nmore")
print(gzip.open("f.gz", "rt").read(), gzip.open("f.gz").read())
# --- case: zipfile
import zipfile
with zipfile.ZipFile("z.zip", "w") as z:
    z.writestr("a.txt", "alpha"); z.writestr("d/b.txt", b"beta", zipfile.ZIP_DEFLATED)
with zipfile.ZipFile("z.zip") as z:
    print(z.namelist(), z.read("a.txt"), z.getinfo("d/b.txt").file_size, z.open("d/b.txt").read(), z.testzip())
    z.extractall("out")
print(open("out/d/b.txt").read(), zipfile.is_zipfile("z.zip"))
try: zipfile.ZipFile("z.zip").read("nope")
except KeyError as e: print(e)
open("bad.zip", "w").write("x")
zipfile.ZipFile("bad.zip")
# --- case: tarfile
import tarfile, io, os
open("a.txt", "w").write("alpha"); os.mkdir("d"); open("d/b.txt", "w").write("beta")
with tarfile.open("t.tar.gz", "w:gz") as t: t.add("a.txt"); t.add("d")
with tarfile.open("t.tar.gz") as t:
    print(t.getnames(), t.extractfile("d/b.txt").read(), t.getmember("a.txt").size, t.getmember("d").isdir())
    t.extractall("out")
print(open("out/a.txt").read(), tarfile.is_tarfile("t.tar.gz"))
