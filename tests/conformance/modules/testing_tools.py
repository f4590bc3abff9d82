# unittest.mock, concurrent.futures, configparser, importlib.util, getpass.
# --- case: mock_basic
from unittest.mock import Mock, MagicMock, call, ANY, sentinel, DEFAULT
m = Mock(return_value=5); print(m(1, a=2), m.called, m.call_count, m.call_args, m.call_args_list, m.call_args.args, m.call_args.kwargs)
m.method(3).other("x"); print(m.mock_calls, m.method_calls, m.method.call_args == call(3), m.attr is m.attr)
m.side_effect = ValueError("no")
try: m()
except ValueError as e: print(e)
m.side_effect = [1, 2, KeyError("k")]; print(m(), m())
try: m()
except KeyError as e: print(repr(e))
try: m()
except StopIteration: print("stop")
m.side_effect = lambda *a: a or DEFAULT; print(m(1, 2), m())
m = Mock(); m(1); m.assert_called_once_with(1); m.assert_called_with(1); m.assert_any_call(1); m.assert_called(); m.assert_called_once()
for f in (lambda: m.assert_called_with(2), lambda: m.assert_not_called(), lambda: (m(2), m.assert_called_once_with(2)), lambda: m.assert_any_call(9), lambda: Mock().assert_called(), lambda: Mock(name="nm").assert_called_with(1), lambda: m.assert_has_calls([call(3)]), lambda: m.asert_called()):
    try: f()
    except AssertionError as e: print("AE", e)
    except AttributeError as e: print("AttrE", e)
m.assert_has_calls([call(1), call(2)]); m.assert_has_calls([call(2), call(1)], any_order=True)
print(call(1, ANY) == call(1, 2), call.a.b(3), call(1), call("x", k=1), sentinel.foo, sentinel.foo is sentinel.foo, call.a(1).b(2).call_list())
m.reset_mock(); print(m.called, m.mock_calls, m.call_args)
# --- case: mock_spec
from unittest.mock import Mock, MagicMock, create_autospec, seal, PropertyMock, NonCallableMock
class A:
    x = 1
    def f(self, a, b=2): return a
m = Mock(spec=A); print(isinstance(m, A), m.f(1) is not None, callable(NonCallableMock()))
try: m.zz
except AttributeError as e: print(e)
m.zz = 5; n = Mock(spec_set=A)
try: n.zz = 5
except AttributeError as e: print(e)
d = create_autospec(A); i = d(); i.f.return_value = 7; print(i.f(1), i.f(1, b=3))
try: i.f()
except TypeError as e: print(e)
def g(a, b): pass
h = create_autospec(g, return_value=3); print(h(1, 2))
try: h(1)
except TypeError as e: print(e)
h.assert_called_once_with(1, b=2)
s = Mock(); s.a.b = 1; seal(s); print(s.a.b)
try: s.c
except AttributeError as e: print(e)
m = MagicMock(); type(m).p = PropertyMock(return_value=9); print(m.p)
w = Mock(wraps=[3, 1]); print(w.index(1), w.index.call_args)
c = Mock(**{"a.return_value": 4, "b.side_effect": KeyError}); print(c.a())
del c.a
try: c.a
except AttributeError as e: print(repr(e.args))
# --- case: magic_mock
from unittest.mock import MagicMock, Mock, mock_open
m = MagicMock(); print(len(m), bool(m), int(m), list(m), 1 in m, m == m, m != m, m == 3, float(m), hash(m) == hash(m))
m.__len__.return_value = 3; m.__getitem__.side_effect = lambda k: k * 2; m.__iter__.return_value = iter([1, 2]); print(len(m), m[4], list(m))
with m as v: v.go(1)
print(m.__enter__.called, m.mock_calls[-2:])
m[1] = 2; m.__setitem__.assert_called_with(1, 2); m.__contains__.return_value = True; print(5 in m, m.__str__() == str(m))
q = Mock(); q.__len__ = lambda self: 7; print(len(q)); q.__str__ = Mock(return_value="hi"); print(str(q))
try: len(Mock())
except TypeError as e: print(e)
o = mock_open(read_data="a\nb\n")
with o("f") as f: print(f.read())
with o("f") as f: print(f.readlines(), o.call_args_list)
with o("f") as f: print([l for l in f])
f.write("x"); f.write.assert_called_once_with("x")
print(repr(m).startswith("<MagicMock id="), repr(Mock(name="n"))[:15], repr(Mock().a.b())[:28])
# --- case: patch
import os, json
from unittest.mock import patch, MagicMock, call, DEFAULT
class C:
    v = 1
    def m(self): return "real"
with patch("os.getcwd", return_value="/x") as p: print(os.getcwd(), p.called)
print(os.getcwd() != "/x")
with patch.object(C, "m", lambda self: "fake"): print(C().m())
print(C().m())
@patch("json.dumps")
@patch.object(C, "v", 5)
def t(mock): mock.return_value = "j"; return json.dumps(1), C.v, mock.call_count
print(t(), C.v, json.dumps(1))
d = {"a": 1}
with patch.dict(d, {"b": 2}, c=3): print(d)
print(d)
with patch.dict(os.environ, {"ZZ": "1"}): print(os.environ["ZZ"])
print("ZZ" in os.environ)
with patch.multiple(C, v=7, m=DEFAULT) as ms: print(C.v, sorted(ms))
p = patch.object(C, "v", 9); p.start(); print(C.v); p.stop(); print(C.v)
for f in (lambda: patch("zz"), lambda: patch.object(C, "nope").start(), lambda: patch("os.nope").start()):
    try: f()
    except Exception as e: print(type(e).__name__, e)
with patch("builtins.print") as pr: print("hidden")
pr.assert_called_once_with("hidden")
import unittest
class T(unittest.TestCase):
    def setUp(self):
        p = patch.object(C, "v", 3); p.start(); self.addCleanup(p.stop)
    def test(self): self.assertEqual(C.v, 3)
print(unittest.TestResult().wasSuccessful() and unittest.defaultTestLoader.loadTestsFromTestCase(T).run(unittest.TestResult()).wasSuccessful(), C.v)
# --- case: async_mock
import asyncio
from unittest.mock import AsyncMock, MagicMock, patch
m = AsyncMock(return_value=3)
async def main():
    print(await m(1), m.await_count, m.await_args); m.assert_awaited_once_with(1)
    m.side_effect = ValueError("x")
    try: await m()
    except ValueError as e: print(e)
    c = MagicMock()
    async with c as v: pass
    print(c.__aenter__.called)
asyncio.run(main())
# --- case: futures
from concurrent.futures import ThreadPoolExecutor, Future, wait, as_completed, FIRST_COMPLETED, CancelledError, TimeoutError
import time, threading
with ThreadPoolExecutor(3) as ex:
    fs = [ex.submit(pow, i, 2) for i in range(6)]; print([f.result() for f in fs], list(ex.map(lambda a, b: a * b, range(4), range(4))))
    bad = ex.submit(lambda: 1 / 0); print(repr(bad.exception()), bad.done(), bad.running(), bad.cancelled())
    try: bad.result()
    except ZeroDivisionError as e: print(e)
    print(sorted(f.result() for f in as_completed([ex.submit(lambda n: (time.sleep(n / 100), n)[1], n) for n in (3, 1, 2)])))
    done, rest = wait([ex.submit(int, "5")]); print(len(done), len(rest))
    names = set(ex.map(lambda _: threading.current_thread().name[:19], range(5))); print(names)
try: ex.submit(print)
except RuntimeError as e: print(e)
f = Future(); got = []; f.add_done_callback(lambda f: got.append(f.result())); f.set_result(4); print(got, f.result())
try: f.set_result(5)
except Exception as e: print(type(e).__name__)
g = Future(); print(g.cancel(), g.cancelled(), g.cancel())
try: g.result()
except CancelledError as e: print("cancelled")
try: Future().result(timeout=0.01)
except TimeoutError: print("timeout")
try: ThreadPoolExecutor(0)
except ValueError as e: print(e)
# --- case: configparser
import configparser, io
p = configparser.ConfigParser()
p.read_string("""[DEFAULT]
base = /home
[A]
# comment
x = 1
Y: two
path = %(base)s/a
long = one
  two
  three
flag = yes
empty =
[B]
f = 1.5
; other
""")
print(p.sections(), p["A"]["x"], p.getint("A", "x"), p["A"]["y"], p.get("A", "path"), repr(p["A"]["long"]), p["A"].getboolean("flag"), p.getfloat("B", "f"), repr(p["A"]["empty"]), "x" in p["A"], list(p["A"]), dict(p["B"]), p.has_option("A", "base"), p.get("A", "zz", fallback="fb"), p["A"].get("zz"), p.defaults(), len(p), "A" in p)
for f in (lambda: p["Z"], lambda: p.get("Z", "a"), lambda: p.get("A", "zz"), lambda: p["A"]["zz"], lambda: p.add_section("A"), lambda: p.set("A", "n", 5), lambda: p.getint("A", "y"), lambda: p.getboolean("A", "y"), lambda: configparser.ConfigParser().read_string("x=1"), lambda: configparser.ConfigParser().read_string("[a]\nx=1\nx=2"), lambda: configparser.ConfigParser().read_string("[a]\n[a]"), lambda: configparser.ConfigParser().read_string("[a]\njunk"), lambda: p.set("A", "x", "%z")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
p["C"] = {"k": "v", "n": "1"}; p.set("C", "m", "2"); p.remove_option("C", "n"); p.remove_section("B")
out = io.StringIO(); p.write(out); print(out.getvalue())
q = configparser.ConfigParser(allow_no_value=True, interpolation=configparser.ExtendedInterpolation(), delimiters=("=",), inline_comment_prefixes=("#",))
q.read_string("[a]\nkey\nx = 5 # five\nz = ${x}${b:y}\n[b]\ny = 6\n"); print(q["a"]["key"], q["a"]["x"], q["a"]["z"], q.items("b"), q["a"])
for text in ("[a]\nx=%(y)s", "[a]\nx=%(x)s", "[a]\nx=%q"):
    r = configparser.ConfigParser(); r.read_string(text)
    try: r.get("a", "x")
    except configparser.Error as e: print(type(e).__name__, e)
print(configparser.RawConfigParser().read("/nonexistent"), configparser.ConfigParser(converters={"list": lambda s: s.split(",")}).converters.keys() if False else "")
l = configparser.ConfigParser(converters={"list": lambda s: s.split(",")}); l.read_dict({"s": {"v": "a,b"}}); print(l.getlist("s", "v"), l["s"].getlist("v"))
# --- case: importlib_util
import importlib.util, sys, os, tempfile
with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "mod_x.py")
    with open(path, "w") as f: f.write("value = 41\ndef inc(): return value + 1\nname = __name__\n")
    spec = importlib.util.spec_from_file_location("mod_x", path); mod = importlib.util.module_from_spec(spec); spec.loader.exec_module(mod)
    print(mod.inc(), mod.name, mod.__file__ == path, spec.name, spec.origin == path, mod.__spec__ is spec)
    sys.path.insert(0, d); print(importlib.util.find_spec("mod_x").origin == path, importlib.util.find_spec("no_such_mod_zz"))
print(importlib.util.resolve_name(".a", "b"), importlib.util.find_spec("json").name)
