# The small modules: getopt, colorsys, sched, reprlib, graphlib, contextvars, calendar, uuid, locale, platform.
# --- case: getopt
import getopt
print(getopt.getopt("-a -b -cfoo -d bar a1 a2".split(), "abc:d:"))
print(getopt.getopt(["--condition=foo", "--testing", "--output-file", "abc.def", "-x", "a1"], "x", ["condition=", "output-file=", "testing"]))
print(getopt.gnu_getopt(["a", "-x", "b", "--long", "v", "--", "-x"], "x", ["long="]), getopt.getopt(["-", "x"], "x"))
print(getopt.getopt(["--ver"], "", ["verbose", "version="][:1]), getopt.getopt(["-ab"], "ab"))
for a in (["-z"], ["-d"], ["--zz"], ["--testing=1"], ["--cond"], ["--co=1"]):
    try: print(getopt.getopt(a, "abd:", ["testing", "condition=", "cook="]))
    except getopt.GetoptError as e: print(e, repr(e.msg), repr(e.opt))
# --- case: colorsys
import colorsys
for rgb in ((0, 0, 0), (1, 1, 1), (.2, .4, .6), (1, 0, 0), (.5, .5, .2), (.1, .9, .3)):
    print(rgb, colorsys.rgb_to_hsv(*rgb), colorsys.rgb_to_hls(*rgb), colorsys.rgb_to_yiq(*rgb))
    print(colorsys.hsv_to_rgb(*rgb), colorsys.hls_to_rgb(*rgb), colorsys.yiq_to_rgb(*rgb))
# --- case: sched
import sched
now = [0]
def wait(n): now[0] += n
s = sched.scheduler(lambda: now[0], wait)
log = []
s.enter(5, 1, log.append, ("five",)); s.enter(1, 2, log.append, ("one b",)); s.enter(1, 1, log.append, ("one a",))
gone = s.enter(3, 1, log.append, argument=("never",)); s.cancel(gone)
s.enterabs(7, 1, lambda **k: log.append(k), kwargs={"k": 1})
print([(e.time, e.priority, e.argument) for e in s.queue], s.empty())
print(s.run(), log, now, s.empty())
s.enter(4, 1, print, ("later",)); print(s.run(blocking=False))
try: s.cancel(gone)
except ValueError as e: print("not there")
# --- case: reprlib
import reprlib
from collections import deque
from array import array
r = reprlib.repr
print(r(list(range(100))), r("x" * 100), r({i: i for i in range(10)}), r(tuple(range(9))), r((1,)), r(10 ** 100))
print(r(set(range(20))), r(frozenset("abcdefghijk")), r(deque(range(9))), r(array("i", range(9))), r(set()), r(frozenset()), r({}), r([[[[[[[[1]]]]]]]]))
class A:
    def __repr__(self): return "A" * 50
class B:
    def __repr__(self): 1 / 0
print(r(A()), r(B())[:10], r("'" * 40), r("\n" * 40))
class R(reprlib.Repr):
    def repr_int(self, x, level): return "int!"
x = R(); x.maxlist = 2; x.fillvalue = "~"
print(x.repr([1, 2, 3, "a" * 40]))
class L(list):
    @reprlib.recursive_repr("<...>")
    def __repr__(self): return "<" + "|".join(map(repr, self)) + ">"
l = L("ab"); l.append(l); print(l, L.__repr__.__name__)
# --- case: graphlib
from graphlib import TopologicalSorter, CycleError
print(list(TopologicalSorter({"D": {"B", "C"} and ["B", "C"], "C": ["A"], "B": ["A"]}).static_order()))
ts = TopologicalSorter({3: [1, 2], 4: [3]}); ts.add(5, 4)
for f in (ts.get_ready, ts.is_active, lambda: ts.done(1)):
    try: f()
    except ValueError as e: print(e)
ts.prepare()
while ts.is_active():
    n = ts.get_ready(); print(n, bool(ts)); ts.done(*n)
for f in (ts.prepare, lambda: ts.add(1), lambda: ts.done(1), lambda: ts.done(99)):
    try: f()
    except ValueError as e: print(e)
try: TopologicalSorter({1: [2], 2: [3], 3: [1]}).prepare()
except CycleError as e: print(e.args[0], len(e.args[1]), e.args[1][0] == e.args[1][-1])
# --- case: contextvars
import contextvars
v = contextvars.ContextVar("v", default=42); w = contextvars.ContextVar("w")
print(v.get(), v.name, w.get("dflt"))
try: w.get()
except LookupError as e: print(type(e), e.args[0] is w)
t = v.set(1); print(t.var is v, t.old_value is contextvars.Token.MISSING, v.get())
t2 = v.set(2); print(t2.old_value); v.reset(t2); print(v.get())
try: v.reset(t2)
except RuntimeError as e: print("used once" in str(e))
c = contextvars.copy_context()
def f(x): v.set(x); w.set("in"); return v.get(), contextvars.copy_context()[v]
print(c.run(f, 9), v.get(), c[v], c.get(w), w in c, len(c) >= 2, w.get(None))
try: c.run(lambda: c.run(f, 1))
except RuntimeError as e: print("already entered" in str(e))
try: w.reset(t)
except ValueError as e: print("different ContextVar" in str(e))
for f in (lambda: contextvars.ContextVar(1), lambda: contextvars.Token(), lambda: contextvars.Context(1), lambda: c["x"], lambda: setattr(v, "name", 1)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
print(contextvars.Context() == contextvars.Context(), contextvars.ContextVar, list(contextvars.Context()))
# --- case: calendar
import calendar
print(calendar.month(2024, 2)); print(calendar.month(2023, 10, 4, 2)); print(calendar.calendar(2025, 2, 1, 3, 4))
print(calendar.monthrange(2024, 2), calendar.isleap(1900), calendar.leapdays(1900, 2001), calendar.weekday(2024, 2, 29), calendar.monthcalendar(2021, 2))
print(list(calendar.day_name), list(calendar.month_abbr), calendar.month_name[3], calendar.day_abbr[-1], len(calendar.month_name), calendar.month_name[1:3])
c = calendar.Calendar(6)
print(list(c.iterweekdays()), list(c.itermonthdays(2024, 9))[:9], list(c.itermonthdays2(2024, 9))[:2], list(c.itermonthdays3(2024, 12))[-5:], list(c.itermonthdays4(2024, 9))[-2:], c.monthdatescalendar(2024, 9)[0][:2])
print(calendar.timegm((2024, 2, 29, 12, 30, 15)), calendar.firstweekday(), calendar.weekheader(3))
for f in (lambda: calendar.monthrange(2024, 13), lambda: calendar.setfirstweekday(7)):
    try: f()
    except ValueError as e: print(e)
calendar.setfirstweekday(calendar.SUNDAY); print(calendar.weekheader(2), calendar.month(2024, 9))
print(calendar.HTMLCalendar().formatmonth(2024, 2)); print(len(calendar.HTMLCalendar().formatyearpage(2024)), calendar.TextCalendar(6).formatyear(2024)[:200])
# --- case: uuid
import uuid, pickle
u = uuid.UUID("{12345678-1234-5678-1234-567812345678}")
print(u, repr(u), u.hex, u.int, u.bytes, u.bytes_le, u.fields, u.urn, u.version, u.variant, u.time, u.clock_seq, u.node, u.is_safe)
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "x").version)
print(uuid.UUID(int=0x12345678123456781234567812345678) == u, uuid.UUID(bytes=b"\x12\x34\x56\x78" * 4) == u, uuid.UUID(fields=u.fields) == u, uuid.UUID(bytes_le=u.bytes_le) == u, hash(u) == hash(u.int), u < uuid.UUID(int=2 ** 127), int(u) == u.int)
a = uuid.uuid4(); b = uuid.uuid1(); print(a.version, a.variant, b.version, len(str(a)), a != b, isinstance(uuid.getnode(), int), pickle.loads(pickle.dumps(u)) == u)
for f in (lambda: uuid.UUID("x"), lambda: uuid.UUID(), lambda: uuid.UUID(int=-1), lambda: uuid.UUID(bytes=b"1"), lambda: uuid.UUID(int=1, version=9), lambda: setattr(u, "int", 1), lambda: u < 5):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: locale
import locale
print(locale.setlocale(locale.LC_ALL, "C"), locale.setlocale(locale.LC_NUMERIC), locale.getlocale(), sorted(locale.localeconv().items()))
print(locale.format_string("%d %s %.2f %5d%%", (1234567, "a", 1234.5, 3), grouping=True), locale.str(1.5), locale.atof("1.5"), locale.atoi("12"), locale.strcoll("a", "b") < 0)
for f in (lambda: locale.setlocale(locale.LC_ALL, "xx_YY"), lambda: locale.currency(3)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
# --- case: platform
import platform, os
print(platform.system() == os.uname().sysname, platform.python_version(), platform.python_version_tuple(), platform.machine() == os.uname().machine, len(platform.uname()), platform.uname().node == platform.node(), platform.architecture())
print(platform.platform().startswith("Linux-"), platform.uname()[0], platform.uname().processor == platform.processor(), isinstance(platform.python_implementation(), str), platform.mac_ver(), platform.libc_ver())
# --- case: queue_and_threads
import queue, threading
q = queue.Queue(2); q.put(1); q.put_nowait(2)
for f in (lambda: q.put_nowait(3), lambda: q.put(3, timeout=0.01), lambda: queue.Queue().get_nowait(), lambda: q.put(1, timeout=-1)):
    try: f()
    except Exception as e: print(type(e), e)
print(q.full(), q.qsize(), q.get(), q.get(), q.empty(), q.unfinished_tasks); q.task_done(); q.task_done(); q.join()
try: q.task_done()
except ValueError as e: print(e)
p = queue.PriorityQueue()
for x in (3, 1, 2): p.put(x)
l = queue.LifoQueue()
for x in (3, 1, 2): l.put(x)
print([p.get() for _ in range(3)], [l.get() for _ in range(3)])
work, out = queue.Queue(), queue.Queue()
def worker():
    while (n := work.get()) is not None: out.put(n * n); work.task_done()
ts = [threading.Thread(target=worker, name=f"w{i}") for i in range(3)]
for t in ts: t.start()
for n in range(20): work.put(n)
work.join()
for t in ts: work.put(None)
for t in ts: t.join()
print(sorted(out.queue), [t.is_alive() for t in ts], ts[0].name)
# --- case: threads
import threading, time
print(threading.current_thread(). name, threading.main_thread() is threading.current_thread(), threading.active_count(), [t.name for t in threading.enumerate()])
n, lock = 0, threading.Lock()
def count():
    global n
    for i in range(2000):
        with lock: n += 1
ts = [threading.Thread(target=count) for _ in range(4)]
for t in ts: t.start()
for t in ts: t.join(5)
print(n, [t.name for t in ts], lock.locked(), ts[0].daemon)
def boom(): raise ValueError("in thread")
seen = []
threading.excepthook = lambda a: seen.append((a.exc_type, str(a.exc_value), a.thread.name))
t = threading.Thread(target=boom, name="B"); t.start(); t.join(); print(seen, t.is_alive())
for f in (t.start, threading.Thread().join, threading.current_thread().join, lambda: lock.release(), lambda: threading.RLock().release(), lambda: threading.Semaphore(-1), lambda: threading.BoundedSemaphore().release(), lambda: threading.Condition().wait(), lambda: threading.Condition().notify(), lambda: lock.acquire(False, 1), lambda: lock.acquire(True, -2), lambda: setattr(threading.current_thread(), "daemon", 1)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
e = threading.Event(); threading.Timer(0.4, e.set).start(); print(e.is_set(), e.wait(5), e.is_set(), e.wait(0))
local = threading.local(); local.x = "main"
class L(threading.local):
    shared = 1
    def __init__(self, a): self.a = [a]
own = L("start"); own.a.append(1)
def look(): print(hasattr(local, "x"), own.a, own.shared, own.__dict__); local.x = 2; own.a = 3
t = threading.Thread(target=look); t.start(); t.join(); print(local.x, own.a, local.__dict__)
b = threading.Barrier(3, action=lambda: order.append("all")); order = []
def meet(): b.wait(); order.append("after")
ts = [threading.Thread(target=meet) for _ in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print(order, b.broken, b.n_waiting, b.parties)
c, items = threading.Condition(), []
def consume():
    with c:
        print(c.wait_for(lambda: items, 5), items)
t = threading.Thread(target=consume); t.start()
with c: items.append("x"); c.notify_all()
t.join()
s = threading.Semaphore(2); print(s.acquire(), s.acquire(), s.acquire(False), s.acquire(timeout=0.01)); s.release(2); print(s.acquire())
r = threading.RLock()
with r:
    with r: print(r.acquire(), r._is_owned())
    r.release()
class T(threading.Thread):
    def __init__(self, v): super().__init__(daemon=True); self.v = v
    def run(self): self.result = self.v * 2
t = T(21); t.start(); t.join(); print(t.result, t.daemon)
stop = False
def spin():
    while not stop: pass
t = threading.Thread(target=spin); t.start(); time.sleep(0.1); stop = True; t.join(); print("spun")
def forever():
    while True:
        try: time.sleep(0.01)
        except BaseException: print("never seen")
threading.Thread(target=forever, daemon=True).start()
def busy():
    while True: pass
threading.Thread(target=busy, daemon=True).start()
threading.Thread(target=lambda: (time.sleep(0.5), print("waited for"))).start()
print("main ends")
# --- case: uncaught_in_thread
import threading
def f(): raise KeyError("k")
t = threading.Thread(target=f); t.start(); t.join(); print("goes on")
# --- case: scanner_and_shlex
import re, shlex
s = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"\w+", lambda s, t: t), (r"\s+", None), (r"[-+]", "op")])
print(s.scan("12 abc - 3!x"), s.scan(""))
print(list(shlex.shlex("a = 'b c'; d # comment\nfoo-bar")), list(shlex.shlex("a && b || c; d >e", punctuation_chars=True)), list(shlex.shlex("x 'y z' \"q\\\"r\" e\\ f", posix=True)))
l = shlex.shlex("x y\nz", posix=True); print(l.get_token(), l.lineno); l.push_token("p"); print(l.get_token(), l.get_token(), l.get_token(), l.get_token(), l.lineno, l.error_leader("f"))
l = shlex.shlex("a-b 'c' d,e", posix=True); l.whitespace_split = True; l.whitespace += ","; print(list(l))
for t in ("'abc", "a\\"):
    try: print(list(shlex.shlex(t, posix=True)))
    except ValueError as e: print(e)
# --- case: code_replace
def f(a, b=1):
    "doc"
    x = a + b
    return x, "c"
c = f.__code__
g = type(f)(c.replace(co_name="g", co_firstlineno=50, co_filename="elsewhere.py"), globals(), "g")
print(g(1, 2), g.__code__.co_name, g.__code__.co_firstlineno, g.__code__.co_filename, c.co_name, list(g.__code__.co_positions())[-1][0] - g.__code__.co_firstlineno)
h = type(f)(c.replace(co_consts=tuple("C" if k == "c" else k for k in c.co_consts)), globals()); h.__defaults__ = (5,); print(h(1), c.replace() == c, c.replace(co_argcount=2).co_varnames)
f.__code__ = c.replace(co_name="new"); print(f(3), f.__name__, f.__code__.co_name)
try: g("x", 1)
except TypeError as e: print(e.__traceback__.tb_next.tb_lineno, e.__traceback__.tb_next.tb_frame.f_code.co_filename)
for kw in ({"co_name": 5}, {"zz": 1}):
    try: c.replace(**kw)
    except TypeError as e: print(e)
# --- case: frame_clear_generator
def gen():
    try: yield 1
    finally: print("closed")
g = gen(); next(g); g.gi_frame.clear(); print(list(g))
# --- case: asyncio_contexts_threads
import asyncio, contextvars, threading
v = contextvars.ContextVar("v", default=0)
async def t(n): v.set(n); await asyncio.sleep(0.001 * n); return v.get()
def blocking(x): return x * 2, v.get(), threading.current_thread() is threading.main_thread()
async def main():
    print(await asyncio.gather(t(1), t(2), t(3)), v.get()); v.set(7)
    print(await asyncio.to_thread(blocking, 4), await asyncio.get_running_loop().run_in_executor(None, pow, 2, 5))
    try: await asyncio.to_thread(int, "x")
    except ValueError as e: print(e)
    b = asyncio.Barrier(2)
    async def w(): return await b.wait()
    print(sorted(await asyncio.gather(w(), w())), b.parties, b.n_waiting, b.broken)
    loop = asyncio.get_running_loop()
    def from_thread(): return asyncio.run_coroutine_threadsafe(t(5), loop).result(5)
    print(await asyncio.to_thread(from_thread), v.get())
asyncio.run(main())
# --- case: normal_dist
from statistics import NormalDist
d = NormalDist(10, 2)
print(d.inv_cdf(.3), d.inv_cdf(1e-9), d.inv_cdf(.999), d.quantiles(4), d.overlap(NormalDist(11, 2)), d.overlap(NormalDist(12, 3)))
# --- case: array_of_characters
from array import array
a = array('u', 'aé漢')
a.append('😀'); a.insert(0, 'z'); a[1] = 'b'
print(a, a.tounicode(), len(a), a.itemsize, a.typecode, a.index('漢'), a.count('z'))
a.fromunicode('xy'); a.extend(array('u', '!')); print(a.tounicode(), a[1:3], a[::-1].tounicode())
for wrong in ('ab', 5, '', b'c', None):
    try: a[0] = wrong
    except TypeError as e: print(e)
    try: a.append(wrong)
    except TypeError as e: print(e)
# --- case: array_repeated_too_often
from array import array
for code in 'bhiqfd':
    for times in (1 << 62, 1 << 61):
        a = array(code, [1, 2])
        try: print(len(a * times))
        except MemoryError as e: print(code, type(e).__name__)
        try: a *= times
        except MemoryError as e: print(code, type(e).__name__)
        print(a.tolist(), (a * 2).tolist(), (a * -1).tolist())
# --- case: referrers
import gc
x = []
a, b, c = [x], {'k': x}, (x, x)
found = gc.get_referrers(x)
print([type(r).__name__ for r in found if r is not globals()])
print(sorted(str(type(r).__name__) for r in gc.get_referents([[], {}], ((), []))))
print(gc.get_referrers(), gc.get_referents(), len([r for r in gc.get_referrers(a, b) if r is not globals()]))
# --- case: zlib_dictionaries
import zlib
words = b'the quick brown fox jumps over the lazy dog'
c = zlib.compressobj(zdict=words)
packed = c.compress(b'the lazy dog jumps over the quick brown fox') + c.flush()
print(len(packed) < 40)
d = zlib.decompressobj(zdict=words); print(d.decompress(packed), d.eof)
d = zlib.decompressobj(zdict=words); print(d.decompress(packed[:9]) + d.decompress(packed[9:]), d.copy().eof)
for z in (lambda: zlib.decompressobj().decompress(packed), lambda: zlib.decompress(packed), lambda: zlib.decompressobj(zdict=b'other').decompress(packed)):
    try: print(z())
    except zlib.error as e: print(e)
plain = zlib.compress(b'plain' * 100)
print(zlib.decompressobj(zdict=words).decompress(plain) == b'plain' * 100)
c = zlib.compressobj(wbits=-15, zdict=words); raw = c.compress(words) + c.flush()
print(len(raw) < 12, zlib.decompressobj(wbits=-15, zdict=words).decompress(raw) == words)

# --- case: module_reprs
import types
def made(name=None, **names):
    m = types.ModuleType.__new__(types.ModuleType) if name is None else types.ModuleType(name)
    for key, value in names.items():
        setattr(m, key, value)
    print(repr(m))
class Bare:
    pass
class Loader:
    @classmethod
    def module_repr(cls, m):
        return f'<module {m.__name__!r} (crafted)>'
made('a')
made('a', __file__='/x.py')
made('a', __loader__=Bare)
made('a', __loader__=Loader)
made('a', __loader__=Loader, __file__='/x.py')
made(None)
made(None, __file__='/x.py')
made(None, __loader__=Loader)
made(None, __name__=3)
made('a', __loader__=Bare, __file__='/x.py')

# --- case: little_refusals
import collections.abc, contextvars, copy, functools, pickle
for values in {1}, frozenset([2]), set():
    it = iter(values)
    print(list(pickle.loads(pickle.dumps(it))), list(copy.copy(it)), list(it), list(copy.copy(it)))
class S(set):
    pass
for make in lambda: S([1], x=2), lambda: set(x=1):
    try:
        print(make())
    except TypeError as e:
        print(e)
def f():
    pass
for o in f, functools.partial(f), type('P', (functools.partial,), {})(f):
    try:
        del o.__dict__
    except TypeError as e:
        print(e)
class A:
    pass
a = A()
a.x = 1
del a.__dict__
print(a.__dict__)
k = functools.cmp_to_key(lambda a, b: 0)(1)
print(isinstance(k, collections.abc.Hashable), type(k).__hash__, isinstance(contextvars.copy_context(), collections.abc.Hashable))
try:
    hash(k)
except TypeError as e:
    print(e)
e = ImportError('test', name='name', path='path')
e.__init__()
print(e.args, e.msg, e.name, e.path)
e.__init__('a', name='b')
print(e.args, e.msg, e.name, e.path)
