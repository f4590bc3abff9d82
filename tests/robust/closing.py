"""Closing: whatever a program leaves behind (__del__, atexit, weak references' callbacks, generators' finally, threads, hooks) runs on a whole interpreter, whatever
it raises: closing.py [--every N] [NAME...].

Each program is closed at every point of its run (before each of its statements in turn stands a `raise` of SystemExit or KeyboardInterrupt): it must end by itself, by
no signal, with no word of a sanitizer and nothing left alive. Some say in lines `#: text` what the whole run prints (in which order values
die is nobody's promise). The same bodies are cells of a session that is closed after them,
the last one interrupted. --every N: one point of N alone (PERCH_CLOSING_EVERY; under ASan each run takes long).
"""

import ast
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

EVENTS = os.path.abspath(os.environ.get("PERCH_EVENTS") or os.path.join(os.path.dirname(harness.perch_path()), "tests", "session-events"))

PROGRAMS = {
    "lock in a default": """
import threading
class H:
    def __del__(self, lock=threading.RLock(), plain=threading.Lock()):
        with lock, plain:
            print('freed under its locks')
h = H()
h.me = h
#: freed under its locks
""",
    "lock that nobody frees": """
import threading
class H:
    def __del__(self, lock=threading.Lock()):
        lock.acquire()
        print('taken', lock.acquire(timeout=0.01))
        try: lock.acquire()
        except RuntimeError as e: print('refused')
h = H()
h.me = h
#: taken False
#: refused
""",
    "held by a thread that is gone": """
import threading, time
lock, held = threading.Lock(), threading.Event()
def hold():
    with lock:
        held.set()
        time.sleep(1000)
threading.Thread(target=hold, daemon=True).start()
held.wait(1)    # (a point before held.set() ends the thread: CPython would wait for ever)
class H:
    def __del__(self, lock=lock):
        lock.acquire(timeout=0.01)
        print('done')
h = H()
h.me = h
#: done
""",
    "everything raises": """
import atexit, sys, weakref, builtins
class Noisy:
    def __init__(self, name): self.name = name
    def __del__(self): print('del', self.name); raise ValueError(self.name)
    def __repr__(self): raise TypeError('no repr')
def generator():
    noisy = Noisy('local')
    try: yield
    finally:
        undefined_name
g = generator(); next(g)
cycle = [g]; cycle.append(cycle)
def callback(ref): raise KeyError('callback')
target = Noisy('target')
ref = weakref.ref(target, callback)
atexit.register(lambda: 1 / 0)
atexit.register(exit, 3)
sys.kept = Noisy('sys')
builtins.kept = Noisy('builtins')
sys.modules['made'] = Noisy('module')
sys.unraisablehook = lambda args: undefined_too
sys.stderr.write('')
#: del local
#: del target
#: del module
#: del sys
#: del builtins
""",
    "a callback in C alone": """
import weakref
class Named(weakref.ref):
    def __str__(self): return 'the reference'
class Target: pass
target = Target()
target.me = target
ref = Named(target, print)
#: the reference
""",
    "a generator alone": """
def waiting():
    try: yield
    finally: print('finally')
g = waiting(); next(g)
ring = [g]; ring.append(ring)
#: finally
""",
    "a file alone, in a ring": """
import os
f = open(os.dup(1), 'w')
f.write('written' + chr(10))
f.me = f
#: written
""",
    "files under files, and who writes to them last": """
import os
plain = open(os.dup(1), 'w')
plain.write('never closed' + chr(10))
class Writer:
    def __init__(self):
        self.out = open(os.dup(1), 'w')
        self.me = self
    def __del__(self): self.out.write('last words' + chr(10))
writer = Writer()
writer.out.write('first words' + chr(10))
#: first words
#: last words
#: never closed
""",
    "a set's discard as somebody's callback": """
import weakref
class Target: pass
class Odd:
    def __hash__(self): return hash(ref)
    def __eq__(self, other): print('compared'); return False
target = Target()
target.me = target
held = set()
ref = weakref.ref(target, held.discard)
held.add(Odd())
hash(ref)
#: compared
""",
    "classes that abstract ones know, alone": """
import abc, weakref
class Shape(abc.ABC): pass
class Told(type):
    def __del__(cls): print('class gone', cls.__name__)
class Square(metaclass=Told): pass
Shape.register(Square)
isinstance(Square(), Shape)
#: class gone Square
""",
    "a value that goes with its key, alone": """
import weakref, logging, threading
class Key: pass
class Told:
    def __del__(self): print('value gone')
key = Key()
key.me = key
table = weakref.WeakKeyDictionary({key: Told()})
seen = weakref.WeakSet([key])
#: value gone
""",
    "the program's own function of a weak dictionary's name": """
import weakref
class WeakSet:
    def __init__(self):
        def _remove(ref): print('removed')
        self._remove = _remove
class Key: pass
key = Key()
key.me = key
ref = weakref.ref(key, WeakSet()._remove)
#: removed
""",
    "wrong names, suggested": """
class A:
    attribute = 1
    def __del__(self):
        self.atribute
class B:
    def __del__(self): prnt('x')
class C:
    def __del__(self):
        import no_such_module_at_all
a, b, c = A(), B(), C()
a.b, b.c, c.a = b, c, a
""",
    "imports and threads at the end": """
import threading
class Late:
    def __del__(self):
        try: import colorsys
        except ImportError as e: print('import refused')
        try: threading.Thread(target=print).start()
        except RuntimeError: print('thread refused')
        import sys
        print(sys is not None, len('whole'), sorted([2, 1]))
keep = Late()
keep.me = keep
import _weakref
_weakref.kept = keep
del keep
#: import refused
#: thread refused
#: True 5 [1, 2]
""",
    "makes more": """
import sys
class Phoenix:
    def __init__(self, n): self.n = n; self.me = self
    def __del__(self):
        if self.n: setattr(sys, f'phoenix{self.n}', Phoenix(self.n - 1)); sys.modules[f'p{self.n}'] = self
        else: print('ashes')
p = Phoenix(2)
#: ashes
""",
    "streams of its own": """
import sys, io
class Out(io.TextIOBase):
    def write(self, s): return sys.__stdout__.write(s.upper())
    def __del__(self): print('stream gone')
class Raw(io.RawIOBase):
    def writable(self): return True
    def write(self, b): raise OSError('no')
buffered = io.BufferedWriter(Raw()); buffered.write(b'x')
sys.stdout = Out()
print('hello')
class H:
    def __del__(self): print('late')
h = H(); h.me = h
#: HELLO
#: late
#: stream gone
""",
    "threads of every kind": """
import threading, time, queue
q = queue.Queue()
def busy():
    while True: sum(range(100))
def napping():
    while True: time.sleep(0)
def waiting(): q.get()
def cleaning():
    try: q.get()
    finally: print('never said: no handler of an ended thread runs')
for f in (busy, napping, waiting, cleaning): threading.Thread(target=f, daemon=True).start()
last = threading.Thread(target=lambda: (time.sleep(0.01), print('joined')))
last.start()
class H:
    def __del__(self, local=threading.local()): local.x = 1; print('del', threading.current_thread() is not None)
h = H(); h.me = h
#: joined
#: del True
""",
    "local values": """
import threading
class H:
    def __del__(self, t=threading): print('in', t.current_thread().name)
local = threading.local()
local.h = H()
#: in MainThread
""",
    "coroutines": """
import sys, warnings
warnings.simplefilter('ignore')
async def co():
    try: await other()
    finally: print('finally')
class Awaits:
    def __await__(self):
        yield
def other(): return Awaits()
c = co(); c.send(None); c2 = co()
async def gen():
    try:
        yield 1
    finally: print('async finally')
async def drive():
    async for x in gen(): await other()
d = drive(); d.send(None)
keep = [c, c2, d]; keep.append(keep)
#: finally
#: async finally
""",
    "tensors": """
import torch
class H:
    def __init__(self): self.t = torch.ones(3, requires_grad=True); self.me = self
    def __del__(self): print((self.t * 2).sum().item()); self.t.sum().backward(); print(self.t.grad.tolist())
h = H()
x = torch.ones(200000) * 2 + 1
big = (x, h)
#: 6.0
#: [1.0, 1.0, 1.0]
""",
    "a child": """
import subprocess
p = subprocess.Popen(['sleep', '0.05'])
class H:
    def __del__(self, p=p): p.wait(); print('waited', p.returncode)
h = H(); h.p = p; p.h = h
#: waited 0
""",
}

BAD = re.compile(rb"Sanitizer|runtime error:|still live at exit|Fatal|egmentation")


def run(text, more=()):
    # A body's own exit code (sys.exit, atexit) is its own; a signal is ours.
    return harness.run_program([harness.perch_path(), *more, "-c", text], timeout=20)


def wrong(r):
    """What is wrong with a run's end; "": nothing."""
    if r.timed_out:
        return "does not end"
    if r.code < 0 and r.code != -signal.SIGINT or r.code >= 128 and r.code not in (130,):
        return f"ended with {r.code}: {r.err.decode('utf-8', 'replace')[-2000:]}"
    if BAD.search(r.err):
        return r.err.decode("utf-8", "replace")[-2000:]
    return ""


def whole(tally, name, body):
    r = run(body)
    want = [line[3:] for line in body.splitlines() if line.startswith("#: ")]
    said = r.out.decode("utf-8", "replace").splitlines()
    ended = wrong(r)
    tally.check(not ended, name, ended)
    tally.check(not want or sorted(said) == sorted(want), f"{name}: what it prints", f"want {want}\ngot  {said}\n{r.err.decode('utf-8', 'replace')[-1500:]}")


def stopped_programs(body):
    """The program with a `raise` before each of its statements in turn, those in functions too."""
    blocks = [block for node in ast.walk(ast.parse(body)) for block in (getattr(node, "body", None), getattr(node, "orelse", None), getattr(node, "finalbody", None))
              if isinstance(block, list)]
    for at in range(sum(map(len, blocks))):
        tree, kind, left = ast.parse(body), ("SystemExit", "KeyboardInterrupt")[at % 2], at
        for node in ast.walk(tree):
            for block in (getattr(node, "body", None), getattr(node, "orelse", None), getattr(node, "finalbody", None)):
                if isinstance(block, list):
                    if 0 <= left < len(block):
                        where = block[left].lineno
                        block.insert(left, ast.parse(f"raise {kind}('stopped here')").body[0])
                        left = -1
                        break
                    left -= len(block) if left >= 0 else 0
            if left < 0:
                break
        yield f"{kind} before line {where}", ast.unparse(tree)


def points(tally, name, body, every):
    def one(stopped):
        return stopped[0], wrong(run(stopped[1]))

    for where, ended in harness.in_parallel(one, list(stopped_programs(body))[::every]):
        tally.check(not ended, f"{name}: {where}", ended)


def in_session(tally, name, body, folder):
    """As a cell, with one after it that is interrupted; then the session is closed."""
    text = body + "\n# %% interrupt 0.05\nimport time\nclass Z:\n    def __del__(self): nothing_of_this_name\nz = [Z()]; z.append(z)\nwhile True: time.sleep(1)\n"
    r = harness.run_program([EVENTS], timeout=30, stdin=text.encode(), cwd=folder)
    ended = wrong(r) or ("" if b'"event": "closed"' in r.out else f"no last event: {r.out[-300:]} {r.err[-1000:]}")
    tally.check(not ended, f"{name}: as a cell", ended)


CHILD = b"# %% interrupt 0.3\nimport subprocess; subprocess.run(['sleep', '9'])\n"
LAST_WORDS = b"import atexit\ndef f():\n    print('still whole', len(In), 7)\natexit.register(f)\nclass A:\n    def __del__(s): print('value gone', sorted('ba'))\nA()\n"


def sessions(tally, folder):
    r = harness.run_program([EVENTS, "--times"], timeout=30, stdin=CHILD, cwd=folder)
    tally.check(not wrong(r) and b'"closed"' in r.out, "a session whose cell waited for a child, interrupted", wrong(r) or r.out[-300:].decode())
    r = harness.run_program([EVENTS], timeout=30, stdin=LAST_WORDS, cwd=folder)
    said = r.out.decode("utf-8", "replace")
    tally.check(not wrong(r) and "still whole 2 7" in said and "value gone ['a', 'b']" in said, "a session's last words", wrong(r) or said)


def interrupted_at_the_end(tally):
    """Ctrl-C is heard while the last code runs."""
    for name, body in (("atexit", "import atexit, time\natexit.register(time.sleep, 1000)"),
                       ("__del__", "class A:\n    def __del__(s):\n        while True: pass\na = A()"),
                       ("__del__ in a cycle", "import time\nclass A:\n    def __del__(s, sleep=time.sleep): sleep(1000)\na = A(); a.me = a")):
        process = subprocess.Popen([harness.perch_path(), "-c", body + "\nprint('ready', flush=True)"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=harness.clean_environment())
        process.stdout.readline()
        time.sleep(0.3 * harness.slowness() / 2)
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=10 * harness.slowness())
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            err = b"does not end"
        tally.check(b"KeyboardInterrupt" in err and process.returncode == 0, f"an interrupt while {name} runs at the end", f"{process.returncode} {err[-500:]}")


def main():
    every = int(os.environ.get("PERCH_CLOSING_EVERY", "1"))
    wanted = sys.argv[1:]
    if wanted[:1] == ["--every"]:
        every, wanted = int(wanted[1]), wanted[2:]
    tally = harness.Tally("closing")
    with tempfile.TemporaryDirectory() as folder:
        for name, body in PROGRAMS.items():
            if wanted and name not in wanted:
                continue
            whole(tally, name, body)
            in_session(tally, name, body, folder)
            points(tally, name, body, every)
        if not wanted:
            sessions(tally, folder)
            interrupted_at_the_end(tally)
    tally.close()


if __name__ == "__main__":
    main()
