# _lsprof under cProfile: a timer of the program's own makes the counts and the times exact.
# --- case: own_timer
import cProfile, pstats, io
ticks = 0
def timer(): return ticks
def spend(n):
    global ticks
    ticks += n
def leaf(): spend(3)
def tree(n):
    spend(1)
    if n: tree(n - 1); leaf()
class Odd:
    def __getattr__(self, name): spend(5); raise AttributeError(name)
def run():
    tree(3); hasattr(Odd(), "x"); max([1, 2], key=lambda x: spend(2) or x); [].append(1)
    try: Odd().y
    except AttributeError: pass
for how in {}, {"subcalls": False}, {"builtins": False}:
    p = cProfile.Profile(timer, 0.5, **how)
    p.runcall(run)
    for entry in sorted(p.getstats(), key=lambda e: str(getattr(e.code, "co_name", e.code))):
        name = lambda e: getattr(e.code, "co_name", e.code)
        print(name(entry), entry[1:5], entry.calls and sorted((name(c), c[1:]) for c in entry.calls))
# --- case: switches
import _lsprof, cProfile
p = _lsprof.Profiler(timeunit=0.0, subcalls=True, builtins=True)
print(p.getstats(), p.enable(builtins=False), p.disable(), p.clear(), p.getstats())
p.enable(); len([]); p.disable(); p.disable()
print([(e.code, e.callcount, e.reccallcount, e.calls) for e in p.getstats() if "len" in str(e.code)])
p.enable(builtins=True); len([]); p.disable(); print(sorted(e.code for e in p.getstats() if isinstance(e.code, str)))
p.clear(); print(p.getstats(), _lsprof.profiler_entry.n_fields, _lsprof.profiler_subentry.n_fields)
for bad in (lambda: _lsprof.Profiler(timeunit="x")), (lambda: _lsprof.Profiler(1, 2, 3, 4, 5)), (lambda: p.enable(spam=1)):
    try: bad()
    except TypeError as e: print(type(e).__name__)
def f(n): return n and g(n - 1)
def g(n): return n and f(n - 1)
with cProfile.Profile() as q:
    f(9)
print(sorted((e.code.co_name, e.callcount, e.reccallcount) for e in q.getstats() if hasattr(e.code, "co_name")))
# --- case: timer_that_fails
import _lsprof, sys
said = []
sys.unraisablehook = lambda u: said.append((u.exc_type.__name__, u.object is wrong))
def wrong(): raise ValueError
p = _lsprof.Profiler(wrong); p.enable(); len([]); p.disable()
print(set(said), {e.totaltime for e in p.getstats()})
p = _lsprof.Profiler(lambda: int); p.enable(); len([]); p.disable(); print(said[-1][0])
# --- case: who_is_told
import cProfile, sys
p, q = cProfile.Profile(), cProfile.Profile()
with p as entered:
    print(entered is p, sys.getprofile() is p)
    q.enable(); print(sys.getprofile() is q); q.disable()
print(sys.getprofile())
told = []
p.enable(); sys.setprofile(lambda *a: told.append(a[1])); len([]); sys.setprofile(None)
print(told[-3:], sys.getprofile()); p.disable()
sys.setprofile(lambda *a: None); p.enable(); print(sys.getprofile() is p); p.disable(); print(sys.getprofile())
