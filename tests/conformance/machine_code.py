"""The corpus with every code object as machine code from its first call on (PERCH_JIT=always), and what is machine code's own: interrupts, tracing, deep recursion, code that ends while
it runs, guesses that turn out wrong, a machine that lets nobody run what he wrote."""

import ctypes
import os
import re
import signal
import subprocess
import sys
import time

os.environ["PERCH_JIT"] = "always"
import run  # noqa: E402
from run import harness  # noqa: E402

WRONG_GUESSES = '''
def total(items, start):
    for x in items: start = start + x
    return start
print(total(range(3000), 0), total([.5] * 3000, 0.0), total([2 ** 60] * 3, 1), total(['a', 'b'], ''), total([[1], [2]], []), total([True] * 3, 0), total([1, 2.5, 3j], 0))
def pick(at, keys):
    out = []
    for k in keys: out.append(at[k])
    return out
print(pick([1, 2, 3], [0, -1] * 3000)[-3:], pick((4, 5), [1, 0]), pick('xyz', [-1]), pick({1: 2}, [1]), pick(b'ab', [0]))
for at, keys in (([], [0]), ((), [5]), ({}, ['k']), (7, [0])):
    try: print(pick(at, keys))
    except Exception as e: print(type(e).__name__, e, e.__traceback__.tb_next.tb_lineno)
class P:
    def __init__(self, x): self.x = x
class Q(P):
    @property
    def x(self): return 'property'
    @x.setter
    def x(self, v): pass
def xs(things):
    s = []
    for t in things: s += [t.x]
    return s
print(xs([P(i) for i in range(3000)])[-1], xs([Q(1)]), xs([P('text')]))
def put(at, keys):
    for k in keys: at[k] = [k]
    return at
a = put([None] * 5, [0, 1, 2, 3, 4] * 500)
print(a, put({}, 'ab'))
a = [0]; a[0] = a
def again(n):
    for i in range(n): a[0] = a[0][0]
again(3000); print(a)
def compare(pairs):
    n = 0
    for p in pairs:
        x = p[0]; y = p[1]
        if x < y: n += 1
        elif x == y: n += 10
    return n
print(compare([(1, 2)] * 3000), compare([(1.5, 1.5)]), compare([('a', 'b')]), compare([(2 ** 70, 1)]))
def halve(x, n):
    while n:
        x, n = x // 3 + x % 3 - (x >> 1) + (x & 7), n - 1
    return x
print(halve(10 ** 9, 3000), halve(10 ** 30, 5))
def lengths(things):
    n = 0
    for t in things: n += len(t)
    return n
class Long:
    def __len__(self): return 7
class Longer(list):
    def __len__(self): return list.__len__(self) + 1
print(lengths(['ab'] * 3000), lengths([[1], (1, 2), {}, {1: 2}, {1, 2}, 'é', b'abc', range(4), Long(), Longer([1])]), lengths([[1, 2][:1] for i in range(5)]))
try: print(lengths([1]))
except TypeError as e: print(e)
def inside(things, holders):
    n = 0
    for h in holders:
        for t in things:
            if t in h: n += 1
            if t not in h: n += 100
    return n
print(inside([1, 'a', (1, 'a'), 2.0, None], [{1, 'a', (1, 'a')}] * 900), inside([1, 'a', (1, 'a'), 2.0], [{1: 0, 2: 0}, {2, 'a'}, [1], (2.0,), frozenset(['a']), range(3)][:5]))
try: print(inside([[]], [{1}]))
except TypeError as e: print(e)
def own_len(x): return len(x)
for i in range(3000): own_len('abc')
len = lambda x: 'mine'
print(own_len('abc'))
del len
print(own_len('abcd'))
'''
ENDING = '''
import gc
for i in range(3000):
    space = {}
    exec(f"def f(n):\\n    t = 0\\n    for i in range(n): t += i * {i}\\n    del space['f']\\n    return t", {'space': space}, space)
    assert space['f'](3) == 3 * i
gc.collect()
def yields():
    for i in range(5): yield i
g = yields(); next(g); del yields
print(list(g))
class D:
    def __del__(self): print('gone', end=' ')
def holds(n):
    for i in range(n): d = D()
    return 'left'
print(holds(3))
'''
DEEP = '''
import sys
def down(n): return down(n + 1)
try: down(0)
except RecursionError as e: print(e)
def gen(n):
    if n: yield from gen(n - 1)
    yield n
print(sum(gen(200)))
def raises(n):
    for i in range(n):
        try:
            if i % 3 == 0: raise KeyError(i)
            if i % 3 == 1: [][i]
        except KeyError as e: last = e.args[0]
        except IndexError: pass
        finally: i += 1
    return last
print(raises(100))
print([x for x in (lambda n: (i for i in range(n) if i % 2))(9)], {k: v for k, v in zip('ab', (1, 2))})
'''
TRACED = '''
import sys
lines = []
def hot(n):
    t = 0
    for i in range(n):
        if i == 2990: sys.settrace(tracer); sys._getframe().f_trace = tracer
        t += i
    sys.settrace(None)
    return t
def tracer(frame, event, arg):
    lines.append((event, frame.f_lineno - hot.__code__.co_firstlineno, frame.f_locals.get('i')))
    return tracer
print(hot(3000), len(lines) > 15, lines[:4])
'''


def outcome(command, code, **more):
    done = subprocess.run([*command, "-c", code], capture_output=True, text=True, timeout=120 * harness.slowness(), **more)
    return done.stdout + done.stderr + (f"exit {done.returncode}" if done.returncode else "")


def forbidden():
    """No page that was written may be run any more (PR_SET_MDWE), here and in what is started. False: this kernel cannot."""
    return ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) == 0


def interrupted(program):
    child = subprocess.Popen([program, "-c", "print('on', flush=True)\ni = 0\nwhile True:\n    i += 1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    child.stdout.readline()
    time.sleep(.1)
    child.send_signal(signal.SIGINT)
    return child.communicate(timeout=60 * harness.slowness())[1]


def own(tally):
    program = harness.perch_path()
    for what, code in (("guesses that turn out wrong", WRONG_GUESSES), ("code that ends while it runs", ENDING), ("recursion, generators, exceptions", DEEP), ("a trace function in a hot loop", TRACED)):
        wanted = outcome([sys.executable], code)
        for how in ("always", "", "0"):
            got = outcome([program], code, env={**os.environ, "PERCH_JIT": how})
            tally.check(got == wanted, f"{what} (PERCH_JIT={how})", harness.show_difference(wanted, got))
    said = interrupted(program)
    tally.check(re.search(r"line [34], in <module>\s+KeyboardInterrupt\s*$", said), "an interrupt in a loop", said)
    probe = subprocess.run([sys.executable, "-c", "import ctypes,sys; sys.exit(ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0)"])
    if probe.returncode:
        tally.skip("a machine that lets nobody run what he wrote", "this kernel has no PR_SET_MDWE")
    else:
        got = outcome([program], WRONG_GUESSES, preexec_fn=forbidden)
        tally.check(got == outcome([sys.executable], WRONG_GUESSES), "a machine that lets nobody run what he wrote", got[-2000:])


if __name__ == "__main__":
    run.main("machine-code", own)
