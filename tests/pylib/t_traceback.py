# modules: traceback linecache warnings
import traceback, sys, io, linecache, warnings
def f(x): return 1 / x
def g(x):
    return f(x) + [1, 2][5]
def show(fn, *a):
    try: fn(*a)
    except Exception: print(traceback.format_exc())
show(g, 0); show(g, 1)
def ops():
    a = 1; b = 'x'; d = {}
    for code in (lambda: a + b, lambda: (a + 2) * (b - 3), lambda: d['k']['q'], lambda: a.foo.bar, lambda: f(0) ** 2,
                 lambda: -b, lambda: b @ a, lambda: a < b, lambda: [x + b for x in [1]], lambda: len(a), lambda: d["a b [" "]"], lambda: (a
          + b), lambda: 'é' + a, lambda: a + 1 - b * 2, lambda: a if b.q else 3, lambda: a // 0 + 1, lambda: d[a][b], lambda: f(x=1, y=2)):
        show(code)
ops()
def chain():
    try: f(0)
    except ZeroDivisionError as e: raise KeyError('k') from e
show(chain)
def ctx():
    try: f(0)
    except ZeroDivisionError: raise ValueError('v')
show(ctx)
def sup():
    try: f(0)
    except ZeroDivisionError: raise ValueError('v') from None
show(sup)
def rec(n): return rec(n - 1) if n else 1 / 0
show(rec, 6)
class E(Exception):
    def __str__(self): return 'multi\nline'
def re(): raise E
show(re)
def note():
    e = ValueError('noted'); e.add_note('note 1'); e.add_note('n2\nn3'); raise e
show(note)
def nm(): return undefined_thing_x
show(nm)
def nm2():
    value = 3; return valeu
show(nm2)
def at(): return [].appendd
show(at)
def im(): import nothing_here_q
show(im)
def sy(): compile('a = (1,\nb = 3 +', 'file.py', 'exec')
show(sy)
def sy2(): compile('  x = 5 5\n', 'f2.py', 'exec')
show(sy2)
try: g(0)
except ZeroDivisionError as e:
    tb = e.__traceback__; ex = e
    print(traceback.format_exception_only(e), traceback.format_exception_only(type(e), e), [l.partition('line')[2] for l in traceback.format_tb(tb)], [(s.lineno, s.name, s.line) for s in traceback.extract_tb(tb)], [(fr.f_code.co_name, n) for fr, n in traceback.walk_tb(tb)])
    print(len(traceback.format_exception(e)), len(traceback.format_exception(type(e), e, tb, limit=1)), traceback.format_exception(None, e, None), traceback.format_exc(limit=-1))
    s = io.StringIO(); traceback.print_exc(file=s); traceback.print_tb(tb, file=s); traceback.print_exception(e, file=s); print(s.getvalue() == s.getvalue(), s.getvalue().count('ZeroDivisionError'))
    te = traceback.TracebackException.from_exception(e); print(str(te), te.exc_type, len(te.stack), list(te.format())[-1], te.stack[0])
def stack(): return traceback.extract_stack(), traceback.format_stack()
a, b = stack(); print([s.name for s in a][-2:], len(a) == len(b), a[-1].line, b[-1].split(',')[-1])
print(traceback.format_list([('f.py', 3, 'fn', 'x = 1'), traceback.FrameSummary('g.py', 4, 'gn', line='  y')]))
print(traceback.format_exc() if sys.exc_info()[1] else repr(traceback.format_exc()))
def grp(): raise ExceptionGroup('eg', [ValueError(1), ExceptionGroup('in', [TypeError('t'), KeyError(2)]), OSError(3)])
show(grp)
print(repr(linecache.getline(__file__, 3)), linecache.getline('/nope', 1) == '', linecache.getlines('<string>'))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); warnings.warn('w1'); warnings.warn('w2', DeprecationWarning); warnings.warn(RuntimeWarning('w3'))
    print([(str(x.message), x.category.__name__, x.lineno) for x in w], str(w[0])[:40])
sys.stderr = sys.stdout
def wf(m='hey', c=UserWarning, s=1): warnings.warn(m, c, stacklevel=s)
for i in range(3): wf()
wf(s=2); wf('dep', DeprecationWarning); wf('res', ResourceWarning)
with warnings.catch_warnings():
    warnings.filterwarnings('error', 'bad.*'); wf('fine')
    try: wf('BAD thing')
    except UserWarning as e: print('raised', e)
    warnings.filterwarnings('ignore', category=RuntimeWarning); wf('r', RuntimeWarning)
    warnings.simplefilter('once'); wf('o'); wf('o', s=2)
try: warnings.warn('x', 3)
except TypeError as e: print(e)
print(warnings.formatwarning('m', UserWarning, 'f.py', 3, 'line'), end=''); warnings.warn_explicit('we', UserWarning, 'f.py', 7)
