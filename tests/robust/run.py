"""Hostile programs: each must end within its time with the exception it deserves, and never by a signal.

A test is a row: name, program, what the last line of stderr must match, and what
stdout must contain; plus, where needed, the exit code, options for perch and a
limit of time. Programs that are too large to write down are built by functions.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

ROWS = []
# A process may not need more than this, whatever the program does (sanitizers reserve terabytes).
ADDRESS_SPACE = 8 << 30


def row(name, program, err="", out="", code=None, options=(), seconds=20, raw=False):
    """err: a pattern for the last line of stderr ('' means there is none)."""
    ROWS.append((name, program if raw else program.strip("\n").encode("utf-8", "surrogateescape") + b"\n", err, out,
                 (1 if err else 0) if code is None else code, list(options), seconds))


# --- The compiled table under pandas: objects that change what they stand in, arguments that do not fit ---
row("objects whose == changes the table's array", r"""
import _tables, numpy as np, pandas as pd, gc

def objects(items):
    out = np.empty(len(items), object)
    for i, x in enumerate(items):
        out[i] = x
    return out

class Busy:
    doing = None
    def __init__(self, n):
        self.n = n
    def __hash__(self):
        return self.n % 2
    def __eq__(self, other):
        if Busy.doing:
            Busy.doing()
        return self.n == other.n

def array():
    return objects([Busy(i % 5) for i in range(30)] + ['x'] * 9)

for doing in (lambda: a.fill(None), lambda: a.resize(3, refcheck=False), gc.collect):
    for f in (pd.unique, lambda a: pd.Series(a, copy=False).duplicated(), lambda a: pd.Series(a).isin(array())):
        a = array()
        Busy.doing = doing
        try:
            len(f(a))
        except IndexError:
            pass
a, t = array(), _tables.Table()
c = np.empty(len(a), 'i8')
Busy.doing = lambda: t.rows(a, None, c, None, None, None, 0)
t.rows(a, None, None, None, None, None, 0)

def once():
    Busy.doing = None
    t.rows(a, None, c, None, None, None, 8)

Busy.doing = once
print(t.rows(a, None, c, None, None, None, 8) == len(t))

def stop():
    raise KeyboardInterrupt

Busy.doing = stop
try:
    pd.unique(array())
except KeyboardInterrupt:
    print('stopped')
Busy.doing = None
b, own = Busy(3), _tables.Table()
b.table = own
own.rows(objects([b]), None, None, None, None, None, 0)
del b, own
print(gc.collect() > 0)
deep = ()
for _ in range(100000):
    deep = (deep,)
pd.unique(objects([deep, 1]))
""", "RecursionError", out="True\nstopped\nTrue\n")

row("kernels of _tables with arrays that do not fit", r"""
import _tables, numpy as np
i, f, n = np.arange(5), np.arange(5.), np.empty(5, 'i8')
o, rows = i.astype(object), lambda *args: _tables.Table().rows(*args)
for bad in (lambda: rows(i, None, n[:4].copy(), None, None, None, 0), lambda: rows(i, np.zeros(4, bool), None, None, None, None, 0), lambda: rows(i, None, f, None, None, None, 0), lambda: rows(i.astype('i4'), None, None, None, None, None, 0),
            lambda: rows('x', None, None, None, None, None, 0), lambda: _tables.Table(1), lambda: _tables.order(i, n, n[:2].copy()), lambda: _tables.renumber(i, i[:2].copy(), n), lambda: _tables.pairs(i, None, i, i, 0, n, None),
            lambda: _tables.pairs(i, i - 1, i, i, 0, None, None), lambda: _tables.pairs(i, None, i, i[::-1].copy(), 0, None, None), lambda: _tables.within(i, n[:2].copy(), n, 0), lambda: _tables.rising(i, i, n[:2].copy()), lambda: _tables.parts(i, 9, n),
            lambda: _tables.parts(i, 0, n[:1].copy()), lambda: _tables.missing(i, np.empty(5, bool)), lambda: _tables.missing(o, np.empty(4, bool)), lambda: _tables.moments(i, n, n, None, 0, 0), lambda: _tables.moments(o, n[:3].copy(), n, None, 0, 0), lambda: _tables.moments(o, n, n, chr(233), 0, 0)):
    try:
        print(bad())
    except (ValueError, TypeError):
        pass
t = _tables.Table()
t.rows(i, None, None, None, None, None, 0)
try:
    t.rows(f, None, None, None, None, None, 0)
except ValueError:
    print(t.rows(np.array([7, 10 ** 15]), None, None, None, None, None, 0), len(t))
for text in ('2020-01-0' + '5' * 50, '+' * 30, '%' * 9, '1' * 400, chr(0), '2020-01-05 10:20:30.' + '9' * 500, '12:', 'Jan', '5 Jan', '1/', ''):
    for form in (None, '%', '%%%', '%d%H%Y', '%Y-%m-%d', ' ' * 20, '%p', '%I', '%z'):
        for day_first in (0, 1):
            for way in (0, 1, 2):
                _tables.moments(np.array([text, None], object), n, n, form, way, day_first)
""", out="7 7\n")

# --- A parameter of what detach() gives: that may be anything -------------------------
row("a parameter of a detach() that gives no tensor", """
import torch, numpy
class Odd:
    def __init__(self, value): self.value = value
    def detach(self): return self.value
for value in (5, None, 'text', numpy.ones(2), torch.Tensor):
    try: torch.nn.Parameter(Odd(value))
    except TypeError as e: print('refused')
print(torch.nn.Parameter(Odd(torch.ones(2))).requires_grad)
""", out="refused\nrefused\nrefused\nrefused\nrefused\nTrue\n")


# --- An option whose truth raises: the call fails, not what comes after it ------------
row("a truth that raises fails the call that asks for it", """
import numpy, torch
class No:
    def __bool__(self): raise ValueError('no truth')
x = torch.rand(3, requires_grad=True)
for call in (lambda: torch.rand(3).copy_(x.detach(), No()), lambda: x.sum().backward(retain_graph=No()), lambda: torch.autograd.grad(x.sum(), x, allow_unused=No()),
             lambda: numpy.ones(3).astype(int, copy=No()), lambda: numpy.set_printoptions(suppress=No()), lambda: torch.rand(3).copy_(x.detach(), x)):
    try: call(); print('went on')
    except (ValueError, RuntimeError, TypeError) as e: print(type(e).__name__)
    for _ in range(3): pass
for name in ('pow_', 'sqrt_', 'exp_'):
    try: getattr(torch, name)(*[3, 4][:1 + (name == 'pow_')])
    except (TypeError, AttributeError) as e: print(type(e).__name__)
""", out="ValueError\n" * 5 + "RuntimeError\n" + "TypeError\n" * 3)


# --- Sockets: closed, refused, huge, of wrong types ----------------------------
row("a socket closed while another thread waits ends that wait", """
import socket, threading, time, select
for how in ('recv', 'accept', 'recvfrom', 'recvmsg', 'send'):
    server = socket.create_server(('127.0.0.1', 0))
    a, b = socket.socketpair()
    s, call = {'accept': (server, server.accept), 'recv': (a, lambda: a.recv(1)), 'recvfrom': (a, lambda: a.recvfrom(1)), 'recvmsg': (a, lambda: a.recvmsg(1)),
               'send': (a, lambda: a.sendall(bytes(1 << 24)))}[how]
    said = []
    def wait():
        try: said.append(call())
        except OSError as e: said.append(e.errno)
    t = threading.Thread(target=wait)
    t.start(); time.sleep(0.05); s.close(); t.join()
    print(how, said)
""", out="recv [9]\naccept [9]\nrecvfrom [9]\nrecvmsg [9]\nsend [9]\n")
row("sockets take huge sizes and wrong types with an error", """
import socket, select
a, b = socket.socketpair()
for call in (lambda: a.recv(1 << 62), lambda: a.recv(1 << 80), lambda: a.recvmsg(1 << 62), lambda: a.recvmsg(1, 1 << 40), lambda: a.recv_into(bytearray(2), 1 << 62), lambda: a.listen(1 << 40),
             lambda: a.getsockopt(1, 2, 1 << 20), lambda: a.sendmsg([b''] * 2000), lambda: a.sendmsg([b''], [(1, 2, bytes(1 << 20))]), lambda: a.sendmsg([b''], [(1, 2)]), lambda: a.sendmsg([b''], [5]),
             lambda: a.sendto(b'', 5), lambda: a.connect(object()), lambda: socket.socket(object()), lambda: a.recvmsg_into([b'']), lambda: a.recvmsg_into([bytearray(1)] * 5000),
             lambda: select.select(range(2000), [], [], 0), lambda: select.epoll().poll(1, 1 << 40), lambda: select.poll().register(1 << 70), lambda: select.select([], [], [], 1e300),
             lambda: a.setsockopt(1, 2, object()), lambda: socket.getaddrinfo('a' * 100000, 1), lambda: socket.if_indextoname(1 << 90), lambda: socket.inet_ntop(2, bytes(1 << 20)), lambda: a.__init__(-7, 9)):
    try: call(); print('went on')
    except Exception as e: pass
print(a.sendall(b'still'), b.recv(9))
""", out="None b'still'\n")
row("a socket's arguments that close it", """
import socket, select
class Closes:
    def __init__(s, sock, answer): s.sock, s.answer = sock, answer
    def __index__(s): s.sock.close(); return s.answer
    def fileno(s): s.sock.close(); return s.answer
    def __bool__(s): s.sock.close(); return True
for call in (lambda a, c: a.recv(c), lambda a, c: a.recv(1, c), lambda a, c: a.sendall(b'x', c), lambda a, c: a.getsockopt(1, c), lambda a, c: a.setsockopt(1, 2, c), lambda a, c: a.listen(c),
             lambda a, c: a.setblocking(c), lambda a, c: a.settimeout(c), lambda a, c: a.shutdown(c), lambda a, c: a.recv_into(bytearray(9), c), lambda a, c: a.recvmsg(c),
             lambda a, c: a.sendmsg([b'x'], [(1, c, b'')]), lambda a, c: select.select([c], [c, a], [], 0)):
    a, b = socket.socketpair()
    try: call(a, Closes(a, 1)); print('went on')
    except (OSError, ValueError) as e: print(type(e).__name__, end=' ')
""", out="OSError OSError OSError OSError")
row("a list of sockets that grows while select asks it", """
import select, socket
a, b = socket.socketpair()
class Grows:
    def fileno(s): l.append(s); return b.fileno()
l = [Grows()]
select.select([], l, [], 0)
""", err="ValueError: too many file descriptors in select")
row("a socket that is forgotten is closed", """
import socket, gc, os, warnings
warnings.simplefilter('ignore')
before = len(os.listdir('/proc/self/fd'))
class Own(socket.socket): pass
for _ in range(300):
    a, b = socket.socketpair()
    socket.socket(); s = socket.socket(); s.__init__(); l = [s]; l.append(l)
    c = Own(); c.me = c
del a, b, c, s, l
gc.collect()
print(len(os.listdir('/proc/self/fd')) - before)
""", out="0\n")
row("a refused connection is an error, not the end", """
import socket, urllib.request, http.client
with socket.socket() as s: s.bind(('127.0.0.1', 0)); port = s.getsockname()[1]
for call in (lambda: socket.create_connection(('127.0.0.1', port)), lambda: http.client.HTTPConnection('127.0.0.1', port).request('GET', '/')):
    try: call()
    except ConnectionRefusedError as e: print(e)
urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f'http://127.0.0.1:{port}/')
""", err="urllib.error.URLError: <urlopen error \\[Errno 111\\] Connection refused>", out="[Errno 111] Connection refused\n" * 2)


# --- Limits: of memory, tensors' too, and of a file's size ---------------------
# How much the process may have grown since its imports: what an interpreter weighs before (twice as much under ASan) is not the limit's.
HELD = "grown = most() - start\nassert grown < 160_000, grown\nprint('goes on', sum(range(1000)), [1] * 3)"
row("many zeros on a card need none of the host's memory, and are zeros", """
import torch, resource
def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = most()
held = torch.zeros(3, 1024, 1024, 1024, dtype=torch.uint8, device='cuda')
torch.cuda.synchronize()
print(most() - start < 100_000, int(held[1, 1, 1, 1]))
del held
part = torch.ones(34, 1024, 1024, dtype=torch.float64, device='cuda').view(-1)
part[1:-1].zero_()
part[100] = 7
print(part.sum().item(), part[:3].tolist(), part[-3:].tolist(), part[1000:-1].abs().max().item())
""", out="True 0\n9.0 [1.0, 0.0, 0.0] [0.0, 0.0, 1.0] 0.0\n")
for library, make, kind in (("torch", "torch.ones(100000)", "RuntimeError"), ("numpy", "numpy.ones(100000)", "MemoryError"), ("mxnet", "mxnet.nd.ones((100000,))", "(mxnet.base.MXNetError, MemoryError)"),
                            ("torch", "torch.ones(100000, device='cuda')", "RuntimeError"), ("torch", "torch.rand(300, 300).sort()", "(RuntimeError, MemoryError)")):
    row(f"--mem-limit counts {make}", f"""
import {library}, resource
def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = most()
kept = []
try:
    while len(kept) < 5000: kept.append({make})
except {kind} as e: print('said', len(kept) < 1500)
del kept
{HELD}""", out="said True\ngoes on 499500 [1, 1, 1]", options=["--mem-limit", "64M", "--gpus", "1"])
row("--mem-limit in the middle of backward", """
import torch
x = torch.ones(1000000, requires_grad=True)
failed = 0
for depth in range(1, 30):
    try:
        y = x
        for _ in range(depth): y = y.exp() * 0.1
        y.sum().backward()
    except (RuntimeError, MemoryError): failed += 1
print(failed > 0, x.sum().item())
x = y = None
print(torch.ones(3).sum().item())""", out="True 1000000.0\n3.0", options=["--mem-limit", "64M"])
row("--mem-limit counts a kernel's scratch", """
import torch
x = torch.ones(4000000, dtype=torch.uint8)
try: x.sort()
except (RuntimeError, MemoryError): print('said')
print(x.sum().item())""", out="said\n4000000", options=["--mem-limit", "64M"])
row("a file at the limit of its size", """
import os, resource, subprocess, tempfile
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'f')
    resource.setrlimit(resource.RLIMIT_FSIZE, (100000, resource.RLIM_INFINITY))
    with open(path, 'wb', buffering=0) as f:
        try:
            for i in range(100): f.write(b'x' * 10001)
        except OSError as e: print(e)
    print(os.path.getsize(path))
    done = subprocess.run(['sh', '-c', 'head -c 200000 /dev/zero > "$0"', path], stderr=subprocess.DEVNULL)
    print(done.returncode)""", out="[Errno 27] File too large\n100000\n153")
for limit in (300, 700, 1500):
    row(f"eval of a long display in an address space of {limit} MB", f"""
import resource
before = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, ({limit} << 20, before[1]))
def long(): return eval('[' + '1,' * 10 ** 7 + ']')
told = 0
for turn in range(3):
    try: long()
    except MemoryError: told += 1
resource.setrlimit(resource.RLIMIT_AS, before)
print({'told == 3' if limit < 1500 else 'told <= 3'}, len(eval('[' + '1,' * 1000 + ']')))""", out="True 1000", seconds=60)
row("a module that is collected and a function of it that is not", """
import gc, types
m = types.ModuleType('m')
exec('x = 5\\ndef f(): return x', m.__dict__)
f = m.f
m.me = m
del m
gc.collect()
print(f())""", out="5")

# --- Deep recursion -----------------------------------------------------------
row("recursion", "def f(n): return f(n + 1)\nf(0)", "RecursionError: maximum recursion depth exceeded")
row("recursion caught and goes on", """
def f(): return f()
for i in range(20):
    try: f()
    except RecursionError: pass
print("still here")""", out="still here")
row("recursion through methods", """
class A:
    def __add__(self, o): return self + o
A() + A()""", "RecursionError")
for method, use in (("__repr__(self): return repr(self)", "repr(A())"), ("__str__(self): return str(self)", "str(A())"),
                    ("__eq__(self, o): return self == o", "A() == A()"), ("__hash__(self): return hash(self)", "hash(A())"),
                    ("__len__(self): return len(self)", "len(A())"), ("__bool__(self): return bool(self)", "bool(A())"),
                    ("__iter__(self): return iter(self)", "iter(A())"), ("__getattr__(self, n): return self.x", "A().y"),
                    ("__call__(self): return self()", "A()()"), ("__getitem__(self, k): return self[k]", "A()[0]"),
                    ("__contains__(self, k): return k in self", "1 in A()"), ("__format__(self, s): return format(self, s)", "format(A())"),
                    ("__lt__(self, o): return self < o", "sorted([A(), A()])"), ("__index__(self): return [1][self]", "[1][A()]")):
    row("recursion in " + method.partition("(")[0], f"class A:\n    def {method}\n{use}",
        "RecursionError")
row("recursion in __instancecheck__", "class M(type):\n    def __instancecheck__(c, o): return isinstance(o, c)\nclass A(metaclass=M): pass\nisinstance(1, A)", "RecursionError")
row("recursion limit raised", """
import sys
sys.setrecursionlimit(10 ** 6)
def f(n): return f(n + 1)
try: f(0)
except (RecursionError, MemoryError) as e: print(type(e).__name__)
print("alive")""", out="alive")
row("recursion of sort keys and maps", """
def f(x): return sorted([x], key=f)
try: f(1)
except RecursionError: print("sorted")
def g(x): return list(map(g, [x]))
try: g(1)
except RecursionError: print("mapped")
def h(x): return sum(h(y) for y in [x])
try: h(1)
except RecursionError: print("generated")""", out="generated")
row("repr of a deeply nested list", "l = []\nfor _ in range(100000): l = [l]\nrepr(l)", "RecursionError: maximum recursion depth exceeded")
row("comparing deeply nested lists", "a, b = [], []\nfor _ in range(100000): a, b = [a], [b]\na == b", "RecursionError")
row("copying a deeply nested list", "import copy\nl = []\nfor _ in range(10000): l = [l]\ncopy.deepcopy(l)", "RecursionError")
row("json of deep nesting", "import json\ntry: json.loads('[' * 100000)\nexcept RecursionError: print('deep')", out="deep")
row("isinstance of a deep tuple", "t = int\nfor _ in range(100000): t = (t,)\nisinstance(1.5, t)", "RecursionError")
row("chain of generators", """
def g(n):
    if n: yield from g(n - 1)
    yield n
try: sum(g(100000))
except RecursionError: print('deep')""", out="deep")
row("chain of exceptions", """
e = None
for i in range(100000):
    n = ValueError(i)
    n.__context__ = e
    e = n
del e, n
print("freed")""", out="freed")

# --- Deep nesting of source ---------------------------------------------------
TOO_DEEP = r"(SyntaxError: too many nested parentheses|MemoryError|RecursionError|SyntaxError: .*too)"
for name, text in (("round brackets", "(" * 100000 + ")" * 100000), ("square brackets", "[" * 100000 + "]" * 100000),
                   ("braces", "{" * 100000 + "}" * 100000), ("open only", "(" * 100000), ("minus signs", "-" * 100000 + "1"),
                   ("not not", "not " * 100000 + "1"), ("lambdas", "lambda:" * 50000 + "1"), ("powers", "**".join(["1"] * 50000)),
                   ("conditionals", "1 if 1 else " * 50000 + "1"), ("attributes and calls", "f" + "()" * 100000),
                   ("subscripts", "x" + "[0]" * 100000), ("f-strings", "f'{" * 50 + "1" + "}'" * 50)):
    row("source: " + name, text, r"(SyntaxError|MemoryError|RecursionError|NameError|TypeError)")
row("source: brackets say too many", "x = " + "(" * 300 + ")" * 300, "SyntaxError: too many nested parentheses")
row("source: two hundred brackets fit or say so", "x = " + "(" * 90 + "5" + ")" * 90 + "\nprint(x)", out="5")
row("source: blocks", "".join(" " * i + "if 1:\n" for i in range(150)) + " " * 150 + "pass",
    r"(IndentationError: too many levels of indentation|SyntaxError: too many statically nested blocks)")
row("source: loops", "".join(" " * i + "for x in y:\n" for i in range(25)) + " " * 25 + "pass", "SyntaxError: too many statically nested blocks")
row("source: functions", "".join(" " * i + f"def f{i}():\n" for i in range(95)) + " " * 95 + "pass\nprint('ok')", out="ok")
row("source: elif chain", "x = 299\nif x == -1: pass\n" + "".join(f"elif x == {i}: print({i})\n" for i in range(300)), out="299")
row("source: long elif chain", "x = 9999\nif x == -1: pass\n" + "".join(f"elif x == {i}: print({i})\n" for i in range(10000)), out=None)
row("source: long sum", "print(" + " + ".join(["1"] * 20000) + ")", "(RecursionError|MemoryError|SyntaxError)?", out=None)
row("source: long and", "print(" + " and ".join(["1"] * 20000) + ")", out="1")
row("source: comparison chain", "print(" + " < ".join(map(str, range(5000))) + ")", out="True")
row("source: long string concatenation", "x = " + " ".join(["'ab'"] * 20000) + "\nprint(len(x))", out="40000")
row("source: many names", "\n".join(f"v{i} = {i}" for i in range(70000)) + "\nprint(v69999)", out="69999")
row("source: many constants in a list", "x = [" + ",".join(map(str, range(100000))) + "]\nprint(len(x))", out="100000")
row("source: many dict entries", "x = {" + ",".join(f"{i}: 'v{i}'" for i in range(70000)) + "}\nprint(len(x))", out="70000")
row("source: many arguments", "def f(*a): return len(a)\nprint(f(" + ",".join(["1"] * 5000) + "))", out="5000")
row("source: many parameters", "def f(" + ",".join(f"a{i}" for i in range(3000)) + "): return a2999\nprint(f(*range(3000)))", out="2999")
row("source: long jump", "def f(x):\n    while x:\n" + "        x = x - 0 if x else x\n" * 20000 + "        x = 0\n    return 'jumped'\nprint(f(1))", out="jumped")
row("source: many lines", "x = 1\n" * 200000 + "print(x)", out="1")
row("source: a line of 10 MB", "x = '" + "a" * 10_000_000 + "'\nprint(len(x))", out="10000000")
row("source: a line of 10 MB with an error", "x = '" + "a" * 10_000_000 + "' 5", "SyntaxError")
row("source: a comment of 10 MB", "#" + "c" * 10_000_000 + "\nprint('after')", out="after")
row("source: one long name", "a" * 1_000_000 + " = 5\nprint(len([n for n in globals() if len(n) == 1000000]))", out="1")
row("source: a long number", "x = " + "9" * 4300 + "\nprint(x % 7)", out="")
row("source: a number that is too long", "x = " + "9" * 100_000, "SyntaxError: Exceeds the limit")
row("source: a long hexadecimal number", "x = 0x" + "f" * 1_000_000 + "\nprint(x.bit_length())", out="4000000")

# --- Bytes that are no program ------------------------------------------------
row("NUL byte", b"x = 1\n\x00y = 2\n", "(SyntaxError|ValueError): source code (string )?cannot contain null bytes", raw=True)
row("only NUL bytes", b"\x00" * 1000, "(SyntaxError|ValueError): source code (string )?cannot contain null bytes", raw=True)
row("invalid UTF-8", b"x = '\xff\xfe'\n", r"SyntaxError: .*(utf-8|UTF-8|Non-UTF-8)", raw=True)
row("invalid UTF-8 in a comment", b"# \xc3\x28\nprint(1)\n", r"SyntaxError: .*(utf-8|UTF-8|Non-UTF-8)", raw=True)
row("overlong and surrogate UTF-8", b"x = '\xed\xa0\x80'\n", r"SyntaxError: .*(utf-8|UTF-8|Non-UTF-8)", raw=True)
row("byte order mark", b"\xef\xbb\xbfprint('bom')\n", out="bom", raw=True)
row("carriage returns", b"x = 1\r\nif x:\r\n    print('crlf')\r\ny = '''a\r\nb'''\r\nprint(len(y))\r\n", out="3", raw=True)
row("old Mac line ends", b"x = 1\rprint(x)\r", out="1", raw=True)
row("form feed and vertical tab", b"\x0cx = 1\nprint(x)\n", out="1", raw=True)
row("control character", b"x = \x01\n", "SyntaxError: invalid non-printable character U\\+0001", raw=True)
row("empty file", b"", raw=True)
row("only a comment", b"# nothing", raw=True)
row("only blanks", b"   \n\t\n   ", raw=True)
row("no newline at end", b"if 1:\n  print('end')", out="end", raw=True)
row("binary garbage", bytes(range(1, 256)) * 40, "SyntaxError", raw=True)
row("full-width punctuation names the right one", "f(a，b)", r"SyntaxError: .*(U\+FF0C|，).*")

# --- Huge numbers and sizes ---------------------------------------------------
row("huge shift", "1 << (1 << 100)", "(OverflowError: (too many digits in integer|shift count too large).*|MemoryError)")
row("huge shift caught", "try: 1 << 10 ** 15\nexcept (MemoryError, OverflowError) as e: print('refused')", out="refused")
row("huge right shift", "print(5 >> 10 ** 30, -5 >> 10 ** 30)", out="0 -1")
row("huge power", "try: (10 ** 10) ** (10 ** 18)\nexcept (MemoryError, OverflowError): print('refused')", out="refused", options=["--mem-limit", "512M"])
row("power of one", "print(1 ** 10 ** 40, (-1) ** 10 ** 40, 0 ** 10 ** 40)", out="1 1 0")
row("float to the power of much", "2.0 ** 1e10", "OverflowError: \\(34, 'Numerical result out of range'\\)")
row("list too long", "[0] * (1 << 62)", "(MemoryError|OverflowError)")
row("string too long", "'ab' * (1 << 62)", "(MemoryError|OverflowError)")
row("tuple too long", "(1,) * (1 << 61)", "(MemoryError|OverflowError)")
row("bytes too long", "bytes(1 << 62)", "(MemoryError|OverflowError)")
row("bytearray too long", "bytearray(1 << 62)", "(MemoryError|OverflowError)")
row("width too wide", "'%*d' % (1 << 62, 1)", "(MemoryError|OverflowError|ValueError)")
row("format too wide", "format(1, '9' * 30)", "ValueError: Too many decimal digits in format string")
row("precision too large", "format(1.5, '.99999999999f')", "ValueError: (precision too big|Too many decimal digits in format string)")
row("center too wide", "'a'.center(1 << 62)", "(MemoryError|OverflowError)")
row("range is cheap", "r = range(10 ** 100)\nprint(10 ** 99 in r, r[5])", out="True 5")
row("range too long to count", "len(range(10 ** 100))", "OverflowError: Python int too large to convert to C ssize_t")
row("index too large", "[1][10 ** 30]", "IndexError: cannot fit 'int' into an index-sized integer")
row("slice with huge numbers", "print([1, 2, 3][-10 ** 30:10 ** 30], 'abc'[10 ** 30:], [1, 2, 3][::10 ** 30])", out="[1, 2, 3]  [1]")
row("replace that grows", "'a' * 10 ** 6\ntry: ('a' * 10 ** 6).replace('a', 'b' * 10 ** 13)\nexcept (MemoryError, OverflowError): print('refused')", out="refused")
row("join that grows", "try: ('x' * 10 ** 7).join(['a'] * 10 ** 8)\nexcept (MemoryError, OverflowError): print('refused')", out="refused", options=["--mem-limit", "512M"])
row("integer text is limited", "int('1' * 100000)", "ValueError: Exceeds the limit \\(4300 digits\\)")
row("factorial too large", "import math\nmath.factorial(10 ** 100)", "OverflowError: factorial\\(\\) argument should not exceed 9223372036854775807")
row("comb of much", "import math\nprint(math.comb(10 ** 10, 2))", out="49999999995000000000")
row("round to many digits", "print(round(1.5, 10 ** 9), round(5, -10 ** 5))", out="1.5 0")
row("chr too large", "chr(10 ** 30)", "OverflowError: Python int too large to convert to C int")
row("seek and read sizes", "import io\nio.BytesIO(b'x').read(10 ** 30)", "OverflowError")

# --- Memory limit -------------------------------------------------------------
LIMIT = ["--mem-limit", "64M"]
row("limit: list grows", "l = []\ntry:\n    while True: l.append('x' * 1000 + str(len(l)))\nexcept MemoryError:\n    n = len(l); l.clear()\n    print('limited', n > 1000)", out="limited True", options=LIMIT)
row("limit: uncaught", "x = 'a' * (1 << 30)", "MemoryError", options=LIMIT)
row("limit: goes on after", "for _ in range(5):\n    try: x = bytearray(1 << 30)\n    except MemoryError: x = None\nprint(sum(range(1000)))", out="499500", options=LIMIT)
row("limit: dict grows", "d = {}\ntry:\n    while True: d[len(d)] = 'v' * 100\nexcept MemoryError:\n    d = None\n    print('limited')", out="limited", options=LIMIT)
row("limit: big number", "try:\n    x = 3\n    while True: x = x * x\nexcept MemoryError: print('limited')", out="limited", options=LIMIT)
row("limit: recursion of data", "def f(n): return [f(n + 1)] * 10\ntry: f(0)\nexcept (RecursionError, MemoryError): print('limited')", out="limited", options=LIMIT)
row("limit: generator pipeline", "try: list(str(i) * 100 for i in range(10 ** 9))\nexcept MemoryError: print('limited')", out="limited", options=LIMIT)
row("limit: string doubling", "s = 'ab'\ntry:\n    while True: s += s\nexcept MemoryError: print('limited', len(s) > 1000)", out="limited True", options=LIMIT)
row("limit: finally still runs", "try:\n    try: x = [0] * (1 << 28)\n    finally: print('finally')\nexcept MemoryError: print('caught')", out="caught", options=LIMIT)
row("limit: class instances", "class A:\n    def __init__(self, n): self.n = n\nl = []\ntry:\n    while True: l.append(A(len(l)))\nexcept MemoryError:\n    l = []\n    print('limited')", out="limited", options=LIMIT)
row("limit: sorting and slicing", "l = list(range(10 ** 6))\ntry:\n    for _ in range(100): l = l + l[::-1]\nexcept MemoryError: print('limited')", out="limited", options=LIMIT)

# --- Hash collisions ----------------------------------------------------------
row("colliding integers", "m = 2 ** 61 - 1\nd = {i * m: i for i in range(3000)}\nprint(len(d), d[2999 * m], 5 * m in d)", out="3000 2999 True")
row("colliding objects", "class K:\n    def __init__(s, n): s.n = n\n    def __hash__(s): return 7\n    def __eq__(s, o): return s.n == o.n\ns = {K(i) for i in range(700)}\nprint(len(s), K(5) in s, K(900) in s)", out="700 True False")
row("colliding tuples and floats", "d = {(i, i): i for i in range(20000)}\ne = {float(i): i for i in range(20000)}\nprint(len(d), len(e), all(e[i] == i for i in range(20000)))", out="20000 20000 True")

# --- Mutation while something looks -------------------------------------------
row("dict changes while iterated", "d = {1: 1}\nfor k in d: d[k + 1] = 1", "RuntimeError: dictionary changed size during iteration")
row("set changes while iterated", "s = {1}\nfor k in s: s.add(k + 100)", "RuntimeError: Set changed size during iteration")
row("list grows while sorted", "l = list(range(1000))\ndef k(x): l.append(x); return x\nl.sort(key=k)", "ValueError: list modified during sort")
row("list grows in comparison", "class A:\n    def __lt__(s, o): l.append(1); return True\nl = [A() for _ in range(50)]\nl.sort()", "ValueError: list modified during sort")
row("list shrinks in eq", "class A:\n    def __eq__(s, o): l.clear(); return False\nl = [A() for _ in range(20)]\nprint(l == [A() for _ in range(20)], l.count(1), l)", out="[]")
row("list shrinks in repr", "class A:\n    def __repr__(s): l.clear(); return 'A'\nl = [A(), A(), A()]\nprint(l)", out="[A")
row("dict changes in repr", "class A:\n    def __repr__(s): d.clear(); return 'A'\nd = {1: A(), 2: A()}\ntry: print(d)\nexcept RuntimeError as e: print(e)", out="")
row("dict changes in eq", "class A:\n    def __hash__(s): return 1\n    def __eq__(s, o): d.clear(); return False\nd = {A(): 1, A(): 2} if 0 else {}\nfor i in range(9): d[A()] = i\nprint(len(d) < 10, d.get(A()))", out="True None")
row("set changes in eq", "class A:\n    def __hash__(s): return 1\n    def __eq__(s, o): s1.clear(); return False\ns1 = set()\nfor i in range(9): s1.add(A())\nprint(len(s1) < 10, A() in s1, len({A()} & s1) < 2)", out="True")
row("dict.update with a changing source", "class M:\n    def keys(s):\n        for k in range(5):\n            d.clear()\n            yield k\n    def __getitem__(s, k): d[k * 10] = 1; return k\nd = {}\nd.update(M())\nprint(len(d) > 0)", out="True")
row("slice assignment from a changing list", "class A:\n    def __index__(s): l.clear(); return 3\nl = list(range(10))\nl[A():] = [1]\nprint(l)", out="1")
row("index with side effects", "class A:\n    def __index__(s): l.clear(); return 0\nl = [1, 2, 3]\nl[A()]", "IndexError: list index out of range")
row("bytearray shrinks in index", "class A:\n    def __index__(s): b.clear(); return 1\nb = bytearray(10)\ntry: b[5] = A()\nexcept IndexError as e: print(e)\nprint(len(b))", out="0")
row("bytearray resized under a view", "b = bytearray(8)\nm = memoryview(b)\nb.extend(b'x')", "BufferError: Existing exports of data: object cannot be re-sized")
row("join with a changing list", "class S(str): pass\nl = ['a', 'b']\ndef g():\n    for x in l:\n        if len(l) < 9: l.append(x)\n        yield x\nprint(len(','.join(g())))", out="17")
row("key function deletes its list", "l = [3, 1, 2]\ndef k(x):\n    global l\n    l = None\n    return x\nprint(sorted(l, key=k), max([1, 2], key=lambda x: -x))", out="[1, 2, 3] 1")
row("class changed under a method", "class A:\n    def f(self):\n        del A.f\n        self.__class__ = B\n        return self.g()\nclass B:\n    def g(self): return 'switched'\nprint(A().f())", out="switched")
row("globals cleared under a function", "def f():\n    globals().clear()\n    return 1\nprint_ = print\np = print\ndef g(p):\n    globals().clear()\n    p('cleared')\ng(print)", out="cleared")
row("__dict__ replaced while iterated", "class A: pass\na = A()\na.x = 1\ntry:\n    for k in a.__dict__: a.__dict__[k + 'y'] = 1\nexcept RuntimeError as e: print(e)", out="changed size")
row("attribute deleted in its getter", "class A:\n    @property\n    def x(self):\n        del type(self).x\n        return 5\nprint(A().x, hasattr(A, 'x'))", out="5 False")
row("del of an argument's owner", "def f(x):\n    l.clear()\n    return x\nl = [[1, 2]]\nprint(f(l[0]))", out="[1, 2]")
row("map callback empties its source", "l = [1, 2, 3]\nprint(list(map(lambda x: l.clear() or x, l)))", out="[1]")

# --- Exceptions where none are wanted -----------------------------------------
row("exception in __del__", "class A:\n    def __del__(self): raise ValueError('d')\na = A()\ndel a\nprint('goes on')", "ValueError: d", out="goes on", code=0)
row("exception in __del__ at exit", "class A:\n    def __del__(self): raise ValueError('late')\na = A()\nprint('end')", "ValueError: late", out="end", code=0)
row("exception in __eq__ of a key", "class A:\n    def __hash__(s): return 1\n    def __eq__(s, o): raise ValueError('eq')\nd = {A(): 1}\nA() in d", "ValueError: eq")
row("exception in __hash__", "class A:\n    def __hash__(s): raise ValueError('hash')\n{A(): 1}", "ValueError: hash")
row("exception in __repr__ of a traceback", "class A(Exception):\n    def __str__(s): raise ValueError('no text')\nraise A", "A: <exception str\\(\\) failed>|__main__.A: <exception str\\(\\) failed>")
row("exception in weakref callback", "import weakref\nclass A: pass\na = A()\nr = weakref.ref(a, lambda r: 1 / 0)\ndel a\nprint('goes on')", "ZeroDivisionError: division by zero", out="goes on", code=0)
row("exception in generator closed by the collector", "def g():\n    try: yield\n    finally: 1 / 0\ni = g()\nnext(i)\ndel i\nprint('goes on')", "ZeroDivisionError: division by zero", out="goes on", code=0)
row("generator ignores its closing", "def g():\n    while True:\n        try: yield\n        except GeneratorExit: pass\ni = g()\nnext(i)\ndel i\nprint('goes on')", "RuntimeError: generator ignored GeneratorExit", out="goes on", code=0)
row("exception in excepthook", "import sys\ndef hook(*a): 1 / 0\nsys.excepthook = hook\nraise ValueError('original')", "ValueError: original")
row("stdout is closed", "import sys\nsys.stdout.close()\nprint('x')", "ValueError: I/O operation on closed file.?")
row("stdout is None", "import sys\nsys.stdout = None\nprint('nothing happens')")
row("stderr is odd", "import sys\nsys.stderr = None\n1 / 0", "", code=1)
row("system exit in __del__", "import sys\nclass A:\n    def __del__(self): sys.exit(5)\na = A()\ndel a\nprint('goes on')", "SystemExit: 5", out="goes on", code=0)
row("exception while unwinding many frames", "class G:\n    def __del__(self): raise KeyError('g')\ndef f(n):\n    g = G()\n    return f(n - 1) if n else 1 / 0\ntry: f(5)\nexcept ZeroDivisionError: print('caught')", "KeyError: 'g'", out="caught", code=0)

# --- The collector ------------------------------------------------------------
row("a chain of a million objects", "class N: pass\nh = None\nfor i in range(1000000):\n    n = N(); n.next = h; h = n\ndel h, n\nprint('freed')", out="freed", seconds=60)
row("a list nested a million deep", "l = []\nfor _ in range(1000000): l = [l]\ndel l\nprint('freed')", out="freed", seconds=60)
row("tuples, dicts, closures, generators nested deep", """
t = ()
for _ in range(300000): t = (t,)
d = {}
for _ in range(300000): d = {1: d}
f = None
def wrap(g): return lambda: g
for _ in range(300000): f = wrap(f)
def gen(x):
    yield x
g = None
for _ in range(100000):
    g = gen(g); next(g)
e = None
for _ in range(100000):
    try: raise ValueError(e)
    except ValueError as x: e = x
del t, d, f, g, e
print('freed')""", out="freed", seconds=60)
row("a ring of a million objects", "import gc\nclass N: pass\nfirst = n = N()\nfor i in range(300000):\n    m = N(); n.next = m; n = m\nn.next = first\ndel first, n, m\nprint(gc.collect() > 0)", out="True", seconds=60)
row("cycles in a loop do not pile up", "class N: pass\nfor i in range(400000):\n    n = N(); n.me = n; n.data = [0] * 50\nprint('flat')", out="flat", options=["--mem-limit", "200M"], seconds=60)
row("resurrection in a cycle", "import gc\nkeep = []\nclass A:\n    def __del__(self): keep.append(self)\na = A(); a.me = a\ndel a\ngc.collect(); gc.collect()\nprint(len(keep), keep[0].me is keep[0])", out="1 True")
row("__del__ makes more garbage", "class A:\n    n = 0\n    def __del__(self):\n        A.n += 1\n        if A.n < 1000: A()\nA()\nprint(A.n)", out="1000")
row("__del__ recursion", "class A:\n    def __init__(self, inner): self.inner = inner\n    def __del__(self): pass\na = None\nfor _ in range(100000): a = A(a)\ndel a\nprint('freed')", out="freed")
row("collect within __del__", "import gc\nclass A:\n    def __del__(self): gc.collect()\nfor _ in range(50):\n    a = A(); a.me = a\ngc.collect()\nprint('ok')", out="ok")
row("weakref dies in a cycle", "import gc, weakref\nclass A: pass\na = A(); a.me = a\nr = weakref.ref(a, lambda _: print('callback'))\ndel a\ngc.collect()\nprint(r())", out="None")
row("many generators left open", "def g():\n    try: yield 1\n    finally: pass\nl = [g() for _ in range(50000)]\nfor i in l: next(i)\ndel l, i\nprint('closed')", out="closed")
row("deep frames hold generators", "def g(n):\n    yield n\n    if n: yield from g(n - 1)\ni = g(500)\nfor _ in range(400): next(i)\ndel i\nprint('ok')", out="ok")

# --- Regular expressions ------------------------------------------------------
row("regex: long input", "import re\nprint(re.match('(a|b)*$', 'ab' * 100000).end(), len(re.findall('a.', 'ab' * 100000)))", out="200000 100000")
row("regex: nested groups", "import re\ntry: re.compile('(' * 5000 + ')' * 5000); print('compiled')\nexcept (re.error, RecursionError, OverflowError) as e: print('refused')", out="")
row("regex: backtracking ends in time for small input", "import re\nprint(re.match('(a*)*b', 'a' * 18))", out="None")
row("regex: callback raises", "import re\nre.sub('a', lambda m: 1 / 0, 'a')", "ZeroDivisionError")

# --- Odd uses of the interpreter ----------------------------------------------
row("exec in a loop", "for i in range(3000): exec(f'x{i} = {i}')\nprint(x2999)", out="2999")
row("many functions", "fs = [eval(f'lambda x: x + {i}') for i in range(5000)]\nprint(sum(f(1) for f in fs))", out="12502500")
row("many classes", "import gc\nfor i in range(5000): type(f'C{i}', (), {'x': i})\ngc.collect()\nprint('ok')", out="ok")
row("deep inheritance", "C = object\nfor i in range(300): C = type(f'C{i}', (C,), {})\nprint(len(C.__mro__), C())", out="301")
row("wide inheritance", "bases = tuple(type(f'B{i}', (), {}) for i in range(300))\nprint(len(type('C', bases, {}).__mro__))", out="302")
row("self-referential class tricks", "class A: pass\nA.__bases__\ntry: A.__bases__ = (A,)\nexcept TypeError as e: print(e)", out="a __bases__ item causes an inheritance cycle")
row("type called on itself", "print(type(type(type)), type.__call__(type, 5), object.__new__(object) is not None)", out="<class 'type'>")
row("builtins replaced", "import builtins\nbuiltins.len = lambda x: 42\nprint(len([]))\ndel builtins.print\ntry: print\nexcept NameError as e:\n    import sys\n    sys.stdout.write(str(e))", out="name 'print' is not defined")
row("a thread gets its turn while C calls a function of one line", """
import threading, time
seen = []
def look():
    time.sleep(0.01)
    seen.append(1)
t = threading.Thread(target=look)
t.start()
found = [True]
while not seen: found = list(map(lambda x: bool(seen), range(2000000)))
t.join()
print('turn' if any(found) else 'late')""", out="turn")
row("threads at both ends of a pipe", """
import os, threading
def ends(size):
    r, w = os.pipe()
    count = []
    def reader():
        with open(r, 'rb', size) as f:
            while c := f.read(999): count.append(len(c))
    t = threading.Thread(target=reader)
    t.start()
    with open(w, 'wb', size) as f:
        for i in range(100): f.write(b'x' * 10000)
    t.join()
    return sum(count)
r, w = os.pipe()
t = threading.Thread(target=lambda: print(len(os.read(r, 10 ** 6)) > 0))
t.start()
os.write(w, bytes(200))
t.join()
print(ends(0), ends(4096))""", out="True\n1000000 1000000")
row("threads print at once", """
import threading, io, os
r, w = os.pipe()
out = open(w, 'w', buffering=1)
def work(k):
    for i in range(500): print(f'{k}:{i:03d}:' + 'x' * (i % 97), file=out, flush=i % 7 == 0)
threads = [threading.Thread(target=work, args=(k,)) for k in range(5)]
lines = []
reader = threading.Thread(target=lambda: lines.extend(open(r)))
for t in [reader, *threads]: t.start()
for t in threads: t.join()
out.close()
reader.join()
print(len(set(lines)), len(lines), sum(map(len, lines)))""", out="2500 2500 ")

# --- Constructs with too many parts ---------------------------------------------
for name, source in (("with items", "'with ' + ','.join('a' * 100000) + ': pass'"), ("loops of a comprehension", "'[x ' + 'for x in a ' * 100000 + ']'")):
    row("very many " + name, f"""
try: compile({source}, "x", "exec")
except (SyntaxError, RecursionError, MemoryError) as e: print("refused")""", out="refused")

# --- Objects that change what they stand in (tests/fuzz/hostile.py: other seeds are other programs) --
HOSTILE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fuzz", "hostile.py")
for hostile_seed in range(1, 7):
    row(f"hostile objects, seed {hostile_seed}", f"import sys\nsys.argv = ['hostile.py', '{hostile_seed}', '0', '250']\n" + open(HOSTILE, encoding="utf-8").read(), out="end", seconds=40)
row("a task's message is replaced while what it waits for is asked for its cancel", """
import asyncio
async def main():
    class Odd:
        _asyncio_future_blocking = True
        _loop = asyncio.get_running_loop()
        def add_done_callback(self, f, context=None): self.f = f
        @property
        def cancel(self):
            task._cancel_message = None
            return lambda msg=None: print(msg) or True
        def __await__(self): yield self
    async def work():
        task.cancel(''.join(['at', ' once']) * 3)
        await Odd()
    task = asyncio.Task(work())
    task._log_destroy_pending = False
    await asyncio.sleep(0)
    print(task._cancel_message)
loop = asyncio.new_event_loop()
loop.run_until_complete(main())
loop.close()""", out="at onceat onceat once\nNone\n")
row("gc.collect() from a gc callback and from __del__", """
import gc
phases = []
def told(phase, info):
    phases.append(phase)
    assert gc.collect() == 0
gc.callbacks.append(told)
class X:
    def __del__(self): phases.append(('del', gc.collect()))
x = X(); x.me = x; del x
gc.collect()
gc.callbacks.clear()
print(phases)""", out="['start', ('del', 0), 'stop']")
row("a handler that goes on by one byte, over much", """
import codecs
seen = []
def handler(e): seen.append(e.object[e.start]); return ('?', e.start + 1)
codecs.register_error('one', handler)
for name in ('utf-8', 'ascii', 'utf-16-le', 'utf-32-be'):
    print(name, len((b'\\xd8' * 40001).decode(name, 'one')))
print(len(seen))""", out="utf-16-le 40001\nutf-32-be 40001")
row("look-ups that delete the dict, the set and the instance they are in", """
class K:
    def __init__(self, act): self.act = act
    def __hash__(self): return 1
    def __eq__(self, other):
        global box
        self.act()
        return False
class Box: pass
class Name(str):
    def __hash__(self): return hash(str(self))
    def __eq__(self, other):
        box.__dict__ = {}
        return False
def drop():
    box.d = None
for make in (lambda: {K(drop): 1, K(drop): 2}, lambda: {K(drop), K(drop)}):
    for use in (lambda d, k: k in d, lambda d, k: d | d, lambda d, k: d == make(), lambda d, k: d.pop(k), lambda d, k: d.update([(k, 1)])):
        box = Box()
        box.d = make()
        try: use(box.d, K(drop))
        except Exception as e: pass
for act in (lambda: setattr(box, 'x', 5), lambda: delattr(box, 'x'), lambda: getattr(box, 'x'), lambda: setattr(box, Name('y'), 1)):
    box = Box()
    box.__dict__ = {Name('x'): 1, Name('y'): 2}
    try: act()
    except AttributeError: pass
print('whole')""", out="whole")

row("lists that change while tensors and shapes are made of them", """
import torch, numpy as np
from mxnet import nd
class I:
    def __init__(self, act): self.act = act
    def __index__(self): self.act(); return 2
    def __float__(self): self.act(); return 2.0
def uses():
    yield from (np.zeros, nd.zeros, torch.zeros, torch.tensor, np.array, nd.array, torch.rand, torch.Size)
    for x in (torch.zeros(2, 2), np.zeros((2, 2)), nd.zeros((2, 2))):
        yield from (x.reshape, x.transpose if not isinstance(x, torch.Tensor) else x.permute, lambda l, x=x: x.sum(l), x.__getitem__, lambda l, x=x: x.__setitem__(l, 1.0), lambda l, x=x: x.__setitem__(0, l))
    yield from (lambda l: torch.zeros(2, 2).expand(l), lambda l: torch.cat(l), lambda l: nd.concat(*l), lambda l: nd.add_n(l), lambda l: np.concatenate(l), lambda l: torch.nn.functional.pad(torch.zeros(2, 2), l))
for use in uses():
    for act in (lambda: items.clear(), lambda: items.pop(), lambda: len(items) < 40 and items.extend([1, 2, 3]), lambda: items.__setitem__(slice(None), [[1]]), lambda: len(items) < 40 and items.insert(0, [1])):
        for shape in (lambda: [I(act), I(act), 1, I(act)], lambda: [[I(act), 1], [2, I(act)]], lambda: [1, I(act)]):
            items = shape()
            try: use(items)
            except Exception as e: pass
print('whole')""", out="whole", seconds=40)

# --- Larger programs, which print `end` when nothing killed them ---------------
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
for file_name in sorted(os.listdir(PROGRAMS)):
    if file_name.endswith(".py"):
        with open(os.path.join(PROGRAMS, file_name), "rb") as program_file:
            row(file_name[:-3].replace("_", " "), program_file.read(), out="end", seconds=60, raw=True,
                options=["--mem-limit", "48M"] if file_name.startswith("cycles") else ())


def check(tally, entry, folder):
    number, (name, program, err, out, code, options, seconds) = entry
    path = os.path.join(folder, f"t{number}.py")
    with open(path, "wb") as file:
        file.write(program)
    perch = harness.perch_path()
    is_oracle = "python3" in os.path.basename(perch)
    if is_oracle:
        if options:
            return tally.skip(name, "the oracle has no such option")
    memory = None if os.environ.get("ASAN_OPTIONS") else ADDRESS_SPACE
    run = harness.run_program([perch, *options, path], seconds, cwd=folder, memory=memory)
    os.remove(path)
    last = run.last_line()
    shown = f"last line of stderr: {last[:300]}\nstdout: {run.out[:300]!r}\nexit {run.code}"
    if run.timed_out:
        tally.fail(name, f"not done after {seconds} s\n" + shown)
    elif run.signal:
        tally.fail(name, f"killed by signal {run.signal}\n" + shown)
    elif out is None:
        tally.check(run.code in (0, 1), name, shown)
    elif run.code != code:
        tally.fail(name, f"expected exit {code}\n" + shown)
    elif not re.match(err or r"\Z", last):
        tally.fail(name, f"expected on stderr: {err or 'nothing'}\n" + shown)
    else:
        tally.check(out.encode() in run.out, name, f"expected in stdout: {out}\n" + shown)


def main():
    wanted = sys.argv[1:]
    tally = harness.Tally("robust")
    rows = [r for r in ROWS if not wanted or any(w in r[0] for w in wanted)]
    with tempfile.TemporaryDirectory() as folder:
        list(harness.in_parallel(lambda e: check(tally, e, folder), list(enumerate(rows)), workers=2))
    tally.close()


if __name__ == "__main__":
    main()
