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
