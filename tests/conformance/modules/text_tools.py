# html, doctest, marshal, code, codeop, cmd, the rarer parts of os.
# --- case: html_parser
from html.parser import HTMLParser
class P(HTMLParser):
    def handle_starttag(self, t, a): print("start", t, a)
    def handle_endtag(self, t): print("end", t)
    def handle_data(self, d): print("data", repr(d))
    def handle_comment(self, d): print("comment", d)
    def handle_decl(self, d): print("decl", d)
    def handle_entityref(self, n): print("ent", n)
    def handle_charref(self, n): print("char", n)
    def handle_pi(self, d): print("pi", d)
p = P(); p.feed('<!DOCTYPE html><html>\n<a href="x&amp;y" b c=\'d\' e=f>te&lt;xt &copy; &#65;</a><br/><!-- c --><script>if (a<b) "</x>"</script><?pi x></html>'); print(p.getpos()); p.close()
p = P(); p.feed("<p cl"); p.feed("ass='a'>te"); p.feed("xt</"); p.feed("p>"); p.close(); print(p.get_starttag_text())
P(convert_charrefs=False).feed("<p>a &amp; b &#65; </p>")
# --- case: html_unescape
import html
from html.entities import name2codepoint, codepoint2name
print(html.unescape("&eacute;&lt;&#x41;&notit;&frac12;&nbsp;&hearts;&#128;&#0;&unknown;&ampx &AMP;&apos; & &;"), html.escape("<a'\">"), name2codepoint["alpha"], codepoint2name[233])
# --- case: doctest
import doctest
def f(x):
    """
    >>> f(2)
    4
    >>> f("a")
    Traceback (most recent call last):
    ...
    TypeError: can't multiply sequence by non-int of type 'str'
    >>> for i in range(2):
    ...     print(f(i))
    0
    1
    >>> [f(i) for i in range(50)]  # doctest: +ELLIPSIS
    [0, 1, ..., 2401]
    >>> f(3)
    10
    """
    return x * x
class C:
    """
    >>> C().m()
    'm'
    """
    def m(self):
        """>>> print("a\\n\\nb")
        a
        <BLANKLINE>
        b
        """
        return "m"
r = doctest.DocTestRunner(verbose=False)
for t in doctest.DocTestFinder().find(f, "f", globs=globals()) + doctest.DocTestFinder().find(C, "C", globs=globals()):
    t.filename = None; print(t.name, len(t.examples)); r.run(t)
print(r.summarize())
p = doctest.DocTestParser().get_examples(">>> 1 + 1\n2\n"); print(p[0].source, p[0].want)
# --- case: marshal
import marshal
for x in (1, -5, 2 ** 70, -2 ** 31, 1.5, "a", "é", b"b", None, True, ..., (1, 2), [1, [2]], {1: 2}, {3}, frozenset([4]), 1j): print(marshal.loads(marshal.dumps(x)) == x, end=" ")
print(marshal.loads(b"i\x05\0\0\0"))
for f in (lambda: marshal.dumps(object()), lambda: marshal.loads(b""), lambda: marshal.loads(b"?")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: code
import code, codeop
print(codeop.compile_command("a=1") is not None, codeop.compile_command("if x:"), codeop.compile_command("x = ("), codeop.compile_command("") is not None, codeop.compile_command("def f():\n  pass"), codeop.compile_command("def f():\n  pass\n") is not None)
i = code.InteractiveInterpreter({}); print(i.runsource("print(1+1)"), i.runsource("for x in y:"), i.runsource("x = 5"), i.locals["x"])
# --- case: cmd
import cmd, io
class C(cmd.Cmd):
    prompt = "> "; intro = "hello"
    def do_hi(self, line):
        "Says hi."
        print("hi", repr(line))
    def do_quit(self, line): return True
    def do_undoc(self, line): pass
out = io.StringIO(); c = C(stdin=io.StringIO("hi a b\nhelp\n?hi\nzz\n\nquit\n"), stdout=out); c.use_rawinput = False; c.cmdloop(); print(out.getvalue())
# --- case: os_more
import os
print(os.EX_CONFIG, os.sysconf("SC_PAGE_SIZE") > 0, len(os.getrandom(4)), os.major(os.makedev(3, 4)), os.minor(os.makedev(3, 4)), os.environb[b"PATH"] == os.environ["PATH"].encode(), os.getenvb(b"ZZ"), len(list(os.fwalk("/etc/default"))) > 0, os.spawnl(os.P_WAIT, "/bin/true", "true"), os.spawnlp(os.P_WAIT, "false", "false"), os.confstr("CS_PATH"))
# --- case: file_tools
import filecmp, fileinput, runpy, os, tempfile
with tempfile.TemporaryDirectory() as d:
    a, b, c = (os.path.join(d, n) for n in ("a.py", "b.py", "c.txt"))
    for n, text in ((a, "x = 1\nname = __name__\n"), (b, "x = 1\nname = __name__\n"), (c, "one\ntwo\n")):
        with open(n, "w") as f: f.write(text)
    print(filecmp.cmp(a, b, shallow=False), filecmp.cmp(a, c), filecmp.cmpfiles(d, d, ["a.py", "zz"]))
    with fileinput.input([c, a]) as lines: print([(fileinput.filelineno(), fileinput.lineno(), fileinput.isfirstline(), l) for l in lines])
    g = runpy.run_path(a, {"y": 2}); print(g["x"], g["name"], g["y"], runpy.run_path(a, run_name="__main__")["name"])
# --- case: digests_of_every_length
# Lengths around a block's end, fed whole and in pieces; one text of many blocks.
import hashlib
text = bytes(i * 7 % 251 for i in range(4000))
for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
    whole, pieces = hashlib.new(name), hashlib.new(name)
    for n in range(300):
        one = hashlib.new(name, text[:n])
        whole.update(one.digest())
        part = hashlib.new(name)
        for at in range(0, n, 37): part.update(text[at:min(at + 37, n)])
        pieces.update(part.digest())
    print(name, whole.hexdigest() == pieces.hexdigest(), whole.hexdigest(), hashlib.new(name, text).hexdigest())
# --- case: utf8_of_runs
# Characters of each width at every place of runs of ASCII, out and back.
import hashlib
whole = hashlib.sha256()
for wide in "é", "ж", "語", "😀", "\x7f\x80\u07ff\u0800\uffff\U00010000":
    for n in range(0, 140, 3):
        for at in range(0, n + 1, 5):
            s = "abcdefghij"[:at % 10] + "x" * at + wide + "y" * (n - at)
            b = s.encode()
            assert b.decode() == s and len(b) == sum(1 + (ord(c) > 127) + (ord(c) > 2047) + (ord(c) > 65535) for c in s), (wide, n, at)
            whole.update(b)
print(whole.hexdigest())
for bad in "a" * 70 + "\ud800", "\udfff" + "語" * 70, "😀" * 70 + "\udc80" + "b" * 70:
    try: bad.encode()
    except UnicodeEncodeError as e: print(e.start, e.end, e.reason)
print(("a" * 100 + "ж")[50:] + "語", ("é" * 40 + "😀").encode("utf-16-le")[-8:], "x" * 33 + "ж" * 2 == ("x" * 33 + "жж"))
# --- case: bytes_taken_by_others
b = bytearray()
for i in range(300): b += b"abc"; b.extend(b"d"); b.append(i % 256)
print(len(b), bytes(b[-6:]), sum(b))
class B(bytes):
    def __len__(self): return 1
c = bytearray(b"x"); c += B(b"yz"); c.extend(memoryview(b"135")); c += bytes(c); print(c)
for wrong in (256, -1, 2**70, "a", None, 1.5, True):
    try: c.append(wrong); print(c[-1])
    except Exception as e: print(type(e).__name__, e)
view = memoryview(c)
for grow in (lambda: c.extend(b"q"), lambda: c.append(1), lambda: c.__iadd__(b"q"), lambda: c.extend(b"")):
    try: print(grow() is not None)
    except BufferError as e: print(e)
m = memoryview(bytes(range(24))).cast("B", (2, 3, 4)); print(m.shape, m.strides, m.ndim, m.tolist()[1][2], memoryview(c).shape, memoryview(c).strides)
# --- case: loops_over_iterators_in_c
# What a for loop asks directly: its iterator's end, errors and StopIterations of every kind.
class Ends:
    def __init__(self, how): self.n, self.how = 0, how
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2: raise self.how
        return self.n
for how in (StopIteration, StopIteration("value"), ValueError("no"), GeneratorExit()):
    try:
        for x in Ends(how): print(x, end=" ")
        print("ended")
    except BaseException as e: print(type(e).__name__, e)
def stops():
    for x in map(lambda v: next(iter(())) if v == 3 else v, range(9)): yield x
print(list(stops()), [x for x in reversed([1, 2, 3])], [x for x in zip("ab", {1: 2, 3: 4})])
it = iter({1, 2, 3})
try:
    s = {1, 2, 3}
    for x in s: s.add(x + 10)
except RuntimeError as e: print(e)
def deep(n):
    for x in map(deep, [n + 1]): return x
try: deep(0)
except RecursionError as e: print("RecursionError")
# --- case: collections_of_many
import gc, weakref
class Node: pass
def ring(n):
    nodes = [Node() for _ in range(n)]
    for i, node in enumerate(nodes): node.next = nodes[i - 1]; node.gen = (x for x in nodes)
    return weakref.ref(nodes[0])
gc.collect()
kept = [Node() for _ in range(1000)]
dead = [ring(n) for n in (1, 2, 7, 500)]
print(gc.collect() >= 510, [d() for d in dead], len(kept))
saved = []
class Comes:
    def __init__(self): self.me = self
    def __del__(self): saved.append(self)
for _ in range(20): Comes()
gc.collect(); print(len(saved), all(s.me is s for s in saved)); saved.clear(); gc.collect(); print(len(saved), gc.garbage)
# --- case: names_made_by_rule
import unicodedata
for name, first, last in (('CJK UNIFIED IDEOGRAPH-', 0x3400, 0x4dbf), ('CJK UNIFIED IDEOGRAPH-', 0x4e00, 0x9fff), ('CJK UNIFIED IDEOGRAPH-', 0x20000, 0x2a6df), ('CJK UNIFIED IDEOGRAPH-', 0x30000, 0x3134a)):
    for code in (first - 1, first, first + 1, last - 1, last, last + 1):
        try: print(ascii(unicodedata.lookup('%s%04X' % (name, code))), '%04X' % code)
        except KeyError as e: print('KeyError', e)
        print(unicodedata.name(chr(code), None))
for name in ('TANGUT IDEOGRAPH-17000', 'TANGUT IDEOGRAPH-187F7', 'NUSHU CHARACTER-1B170', 'CJK COMPATIBILITY IDEOGRAPH-F900', 'CJK COMPATIBILITY IDEOGRAPH-FAD9', 'HANGUL SYLLABLE GA', 'HANGUL SYLLABLE HIH', 'HANGUL SYLLABLE GAGG', 'CJK UNIFIED IDEOGRAPH-04E00', 'CJK UNIFIED IDEOGRAPH-4e00', 'CJK UNIFIED IDEOGRAPH-', 'CJK UNIFIED IDEOGRAPH-4E0', 'KHITAN SMALL SCRIPT CHARACTER-18B00', 'cjk unified ideograph-4E00'):
    try: print(ascii(unicodedata.lookup(name)), name)
    except KeyError as e: print('KeyError', e)
# --- case: quoted_printable_ends
import binascii
for text in (b'a=\nb', b'a=\r\nb', b'a=\rb\nc', b'a=\r', b'a=\rbc', b'a=\n', b'a=', b'a==b', b'a=3Db', b'a=3', b'a=3x', b'a=zz', b'=\n=\n', b'a_b=5F', b'=\r\n'):
    for header in (False, True): print(text, header, binascii.a2b_qp(text, header=header))
