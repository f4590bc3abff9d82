"""Steps failing allocations through a set of programs: memory.py [--all] [NAME...].

Request number N of a program's run fails (PERCH_FAIL_ALLOC), for one N after the
other: the run must be right or end in a MemoryError, and never in a crash, a hang
or a leak. Without --all every N up to 300 is tried and a sample of the later ones.
For the best of it run it with a build under ASan: PERCH=build-asan/perch.
"""

import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

FIRST, SAMPLE, SECONDS = 300, 150, 20

PROGRAMS = {
    "containers": """
d = {str(i): [i] * 3 for i in range(40)}
d.update(a=1, **{'b': 2})
s = {1, 2, 3} | set(range(20)) ^ {5}
t = tuple(d.items()) + (1, 2)
l = sorted(t[:30], key=lambda p: p[1], reverse=True)
l[2:5] = [1] * 20
del l[::3]
print(len(d), len(s), len(t), len(l), frozenset('abc') <= set('abcd'), list(reversed(l))[0])
print([*d][:3], {**d, 'z': 1}['z'], l * 2 == l + l, repr(d)[:50])""",
    "strings": """
s = ', '.join(f'{i:>4}|{i!r:<3}' for i in range(30))
print(s.upper().replace('1', 'one').split(',')[3:6], s.encode()[:9], 'é€😀'.encode('utf-16'))
print('%s %r %5.2f %x' % ('a', [1], 2.5, 255), '{0}{x[1]}'.format(1, x=[1, 2]), s.partition('7'))
print(bytes(range(20)).hex(), bytearray(b'abc') * 3, b'a,b'.split(b','), 'aBc'.translate({97: 'xyz'}))
print('straße'.casefold(), ' x '.strip(), 'a\\tb'.expandtabs(), str(b'ab', 'ascii'), repr('\\x00\\u1234'))""",
    "numbers": """
n = 3 ** 200
print(n, n // 7 ** 30, n % 1000007, -n >> 5, n.bit_length(), int('9' * 60) + 1, hex(n), pow(3, 100, 10 ** 20))
print(1.5e300 * 1e10, float('1e22'), round(2.675, 2), complex(1, 2) ** 2, divmod(-n, 10 ** 50), 7 / 3, n / 3)
print(int.from_bytes(n.to_bytes(50, 'big'), 'big') == n, sum([0.1] * 10), abs(-n) == n, int(str(n)) == n)""",
    "classes": """
class Meta(type):
    def __new__(m, name, bases, ns, **kw): return super().__new__(m, name, bases, {**ns, 'kw': kw})
class A(metaclass=Meta, x=1):
    __slots__ = ('a', '__dict__', '__weakref__')
    def __init__(self, a, *rest, k=1, **more): self.a, self.rest, self.more = a, rest, more
    @property
    def double(self): return self.a * 2
    @classmethod
    def make(cls, *a): return cls(*a)
    def __eq__(self, o): return self.a == o.a
    def __hash__(self): return hash(self.a)
    def __repr__(self): return f'A({self.a})'
class B(A):
    def __init_subclass__(cls, **kw): cls.sub = kw
    def __getattr__(self, name): return name
class C(B, tag=2): pass
c = C(1, 2, 3, z=4)
for i in range(12): setattr(c, f'n{i}', i)
print(c, c.double, C.make(5), c.nothing, C.sub, A.kw, c == A(1), {c: 1}[A(1)], sorted(vars(c)), c.n7)
del c.n3
print(C.__mro__, isinstance(c, A), hasattr(A, 'zz'), type('D', (C,), {'y': 1}).y)""",
    "generators": """
def g(n):
    try:
        got = yield from (x * 2 for x in range(n))
        while True: got = yield got
    finally: print('closed')
i = g(3)
print([next(i) for _ in range(3)], i.send(None), i.send('x'))
i.close()
a, *b, (c, d) = 1, 2, 3, (4, 5)
print(a, b, c, d, list(zip('ab', map(str, [1, 2]))), list(enumerate(filter(None, [0, 1]))), max([1, 5], key=lambda v: -v))
def f(a, /, b=2, *c, d, **e): return locals()
print(f(1, d=4, z=5), f(*[1, 2, 3], **{'d': 1}))""",
    "errors": """
class E(Exception):
    def __init__(self, *a): super().__init__(*a); self.add_note('noted')
def f(n):
    try: return f(n - 1) if n else [][1]
    except IndexError as e: raise E('text', n) from e
    finally: n.bit_length()
try: f(3)
except E as e:
    print(repr(e), e.__cause__, e.__notes__)
try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
except* ValueError as e: print(e.exceptions)
except* TypeError as e: print(e)
for bad in ('1/0', 'x.y', '{}[1]', 'int("z")', '[].nope', 'f()', '1 + "a"', 'f(1, 2)', 'len(1)', '"a" < 1'):
    try: eval(bad)
    except Exception as e: print(type(e).__name__, e)
for bad in ('(', 'a b', 'x = = 1', 'def f(', '"', 'f"{"', 'return', '\\tx\\n  y'):
    try: compile(bad, 'bad', 'exec')
    except SyntaxError as e: print(e.msg, e.lineno)""",
    "uncaught": """
def f(x): return g(x)
def g(x): return x.missing + undefined
try: f(1)
except AttributeError as e: raise KeyError('wrapped') from e""",
    "compile": """
import sys
source = '''
from math import sqrt as root
import sys as system
@(lambda f: f)
async def never(): await x
def outer(a: int = 1, *, b: "str" = 'x') -> None:
    global G
    G = a
    n = 0
    def inner():
        nonlocal n
        n += 1
        return [y for x in range(3) if x for y in (x, -x)], {k: v for k, v in zip('ab', 'cd')}, {z async_ for z in ()} if False else 0
    return inner()
'''.replace(' async_', '')
ns = {}
exec(compile(source, 'text', 'exec'), ns)
print(ns['outer'](3), ns['G'], ns['root'](16), ns['outer'].__annotations__)
match [1, {'k': (2, 3)}, 'tail']:
    case [int(a), {'k': (b, c)}, *rest] if a < b: print(a, b, c, rest)
    case _: print('no')
with open(sys.argv[0]) as f, open(sys.argv[0]) as g:
    print(len(f.read()) == len(g.read()), f'{f.name!r:.4}', 1 if f is not g else 2)
lst = [lambda x=x: x for x in range(3)]
print(lst[2](), (lambda *a, **k: (a, k))(1, b=2), not lst, 1 < 2 < 3, lst and 5 or 6, -2 ** 2)
assert (y := 5) == y, 'walrus'
while y:
    y -= 1
    if y == 2: break
else: print('never')""",
    "modules": """
import json, collections, functools, itertools, re, dataclasses, enum
print(json.dumps({'a': [1, 2.5, None, 'é']}), json.loads('[1, {"b": "c"}]'))
print(collections.Counter('abca'), collections.namedtuple('P', 'x y')(1, 2), collections.deque([1, 2], 3))
print(functools.reduce(lambda a, b: a + b, range(5)), list(itertools.permutations('ab')), re.sub(r'(\\d+)', r'<\\1>', 'a12b3'))
@dataclasses.dataclass(order=True)
class P:
    x: int
    y: list = dataclasses.field(default_factory=list)
class Color(enum.Enum):
    RED = 1
    BLUE = 2
print(P(1), P(1) < P(2), Color.RED, Color(2), [c.name for c in Color])""",
    "cycles": """
import gc, weakref
class N:
    def __init__(self): self.me = self; self.other = [self, {1: self}]
    def __del__(self): log.append(1)
log = []
for i in range(20): N()
def gen():
    try: yield
    finally: log.append(2)
g = gen(); next(g)
box = [g]; box.append(box)
del g, box
r = weakref.ref(N(), lambda r: log.append(3))
d = weakref.WeakValueDictionary()
gc.collect()
print(sorted(log)[:3], len(log), r(), len(d))""",
    "threads": """
import _thread, time
lock, done = _thread.allocate_lock(), []
def work(n):
    with lock: done.append([n] * 3)
for i in range(3): _thread.start_new_thread(work, (i,))
for _ in range(500):
    if len(done) < 3: time.sleep(0.001)
print(sorted(done), lock.locked())""",
    "sorting": """
l = [(i * 7919 % 101, str(i)) for i in range(150)]
print(sorted(l)[:2], sorted(l, key=lambda p: p[1], reverse=True)[:2], max(l, key=lambda p: p[1]))
l.sort(key=lambda p: [p[0]])
try: l.sort(key=lambda p: p[0] if p[0] else 1j)
except TypeError as e: print(e)
print(l[:2], sorted('hello'), sorted({3: 1, 1: 2}), [3, 1.5, 2].sort())""",
    "files": """
import os, io
name = f'out-{os.getpid()}.txt'
with open(name, 'w') as f:
    f.write('line\\n' * 3)
    print('é', 1, file=f)
with open(name, 'rb') as f: print(f.read(7), f.tell(), f.seek(0), len(f.readlines()))
for line in open(name, encoding='utf-8'): print(line.strip())
s = io.StringIO('a\\nb')
print(s.readline(), list(s), io.BytesIO(b'xyz').read(2), os.path.join('a', 'b'), os.path.exists(name))
os.remove(name)
try: open('missing/file')
except OSError as e: print(e)""",
    "torch": """
import torch
from torch import nn
# --- then
torch.manual_seed(1)
x = torch.arange(6.).reshape(2, 3).requires_grad_()
y = (x * 2 + 1).sum(dim=1, keepdim=True)
h = x.register_hook(lambda g: g * 2)
y.backward(torch.ones(2, 1))
h.remove()
print(x.grad, y.shape, x[0, 1:].tolist(), x.T @ x, torch.cat([x, x], 1).max(dim=1))
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for _ in range(2):
    loss = nn.CrossEntropyLoss()(net(x.detach()), torch.tensor([0, 1]))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(net, sorted(net.state_dict()), loss.item() > 0)
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(y)
        return y
    @staticmethod
    def backward(ctx, g): return g * 2 + ctx.saved_tensors[0] * 0
Double.apply(x).sum().backward()
g = torch.ones(2, 2, device='cuda:0')
print(x.grad, g.cpu(), g)
for bad in ('torch.ones(2) + torch.ones(3)', 'x.view(4)', 'g + torch.ones(2, 2)', 'x.item()', 'torch.ones(2, device="cuda:9")', 'nn.Linear(2, 3)(x)'):
    try: eval(bad)
    except Exception as e: print(type(e).__name__, str(e)[:60])""",
    "mxnet": """
from mxnet import autograd, gluon, gpu, init, nd
# --- then
x = nd.arange(6).reshape((2, 3))
x.attach_grad()
with autograd.record():
    y = (x * x).sum() + nd.dot(x, x.T).sum()
y.backward()
print(x.grad, y.asscalar(), x[1, 1:], nd.concat(x, x, dim=0).shape, x.asnumpy().tolist())
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(4, activation='relu'), gluon.nn.BatchNorm(), gluon.nn.Dense(2))
net.initialize(init.One())
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.01})
loss = gluon.loss.SoftmaxCrossEntropyLoss()
for _ in range(2):
    with autograd.record(): l = loss(net(x), nd.array([0, 1]))
    l.backward()
    trainer.step(2)
print(net, l.shape, sorted(p.split('_')[-1] for p in net.collect_params()))
g = x.copyto(gpu(1))
print(g, g.context, (g + 1).as_in_context(x.context))
class Twice(autograd.Function):
    def forward(self, a):
        self.save_for_backward(a)
        return a * 2
    def backward(self, g): return g * 2
with autograd.record(): z = Twice()(x)
z.backward()
print(x.grad)
for bad in ('x + nd.ones((4, 5))', 'g + x', 'nd.ones(3, ctx=gpu(7)).asnumpy()', 'x.asscalar()', 'net(nd.ones((2, 9)))', 'nd.dot(x, x)'):
    try: eval(bad)
    except Exception as e: print(type(e).__name__, str(e)[:60])""",
    "numpy": """
import numpy as np
# --- then
a = np.arange(12.).reshape(3, 4)
a[1, ::2] = -1
print(a, a.T.shape, a[a > 3], a.sum(axis=0), np.add.reduce(a, axis=1), a.astype('int8').dtype, np.float32(1) / 3)
print(np.dot(a, a.T), np.concatenate([a, a]), np.where(a > 0, a, 0), np.sort(a, axis=None)[:3], np.linalg.inv(np.eye(2) * 2))
r = np.random.RandomState(3)
print(r.rand(2).round(3), r.permutation(4), np.einsum('ij->j', a), np.broadcast_to(a[0], (2, 4)), np.unique([1, 2, 1]))
np.add(a, 1, out=a)
f = np.vectorize(lambda v: v * 2)
print(f(a[0]), repr(a[:0]), np.array([['x', 'yz']]) if 0 else '', np.array_equal(a, a.copy()), list(np.ndenumerate(a))[:2])
with np.errstate(divide='ignore'): print(np.ones(2) / 0)
for bad in ('a + np.ones(5)', 'a.reshape(5, 5)', 'np.zeros(3)[7]', 'np.array([1]).astype("q9")', 'np.linalg.inv(np.ones(3))', 'np.concatenate([a, a[0]])'):
    try: eval(bad)
    except Exception as e: print(type(e).__name__, str(e)[:60])""",
}
THEN = "# --- then\n" # what stands before is imports: the first steps are those behind it
BAD = re.compile(r"AddressSanitizer|LeakSanitizer|runtime error|bytes still live|mem_free:|Assertion .* failed")


def run_once(source, folder, step, seconds=SECONDS):
    environment = harness.clean_environment(**({"PERCH_FAIL_ALLOC": step} if step else {}))
    return harness.run_program([harness.perch_path(), source], seconds, cwd=folder, env=environment)


def judge(run, right):
    """What is wrong with this run; '' if nothing. right: the run without a failure."""
    text = run.err.decode("utf-8", "backslashreplace")
    if run.timed_out:
        return "hangs"
    if run.signal:
        return f"killed by signal {run.signal}"
    if BAD.search(text):
        return BAD.search(text).group()
    if (run.code, run.out, run.last_line()) == (right.code, right.out, right.last_line()):
        return ""
    if right.code == run.code == 1 and text:
        return ""  # the program was right, its traceback lost a part
    if b"MemoryError" in run.out:
        return ""  # the program caught it
    if "MemoryError" in text:  # also one that a destructor met, or that broke the output off
        return ""
    return f"neither right nor a MemoryError: exit {run.code}"


def steps_of(begin, total, everything):
    if everything or total <= FIRST + SAMPLE:
        return range(1, total + 1)
    first = range(begin + 1, min(begin + FIRST, total) + 1)
    later = random.Random(7).sample(sorted(set(range(begin // 2 + 1, total + 1)) - set(first)), SAMPLE)
    return sorted([*first, *later])


def count_requests(source, folder, right):
    """About how many requests a run makes: doubled until nothing fails any more, then halved."""
    low, high = 1, 1024

    def same(n):
        r = run_once(source, folder, str(n))
        return (r.code, r.out, r.err) == (right.code, right.out, right.err)
    while high < 1 << 22 and not same(high):
        low, high = high, high * 2
    while high - low > 64:
        middle = (low + high) // 2
        low, high = (low, middle) if same(middle) else (middle, high)
    return high


def main():
    everything = "--all" in sys.argv
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    tally = harness.Tally("memory")
    with tempfile.TemporaryDirectory() as folder:
        for name, program in PROGRAMS.items():
            if wanted and name not in wanted:
                continue
            source = os.path.join(folder, name + ".py")
            with open(source, "w", encoding="utf-8") as file:
                file.write(program.lstrip("\n") + "\n")
            right = run_once(source, folder, "")
            if right.code not in (0, 1) or "ModuleNotFoundError" in right.last_line():
                tally.skip(name, "a module that the program needs is absent" if right.code == 1 else "does not run")
                continue
            found = {}

            def work(step):
                return step, run_once(source, folder, step)
            total = count_requests(source, folder, right)
            begin = 0
            if THEN in program:
                source_before = os.path.join(folder, "before.py")
                with open(source_before, "w", encoding="utf-8") as file:
                    file.write(program[:program.index(THEN)])
                begin = count_requests(source_before, folder, run_once(source_before, folder, ""))
            steps = [str(n) for n in steps_of(begin, total, everything)]
            for step, run in harness.in_parallel(work, steps + [s + "+" for s in steps[::5]], workers=2):
                wrong = judge(run, right)
                if wrong:
                    frames = re.findall(r"#\d+ \S+ in (\S+) \S*/src/(\S+)", run.err.decode("utf-8", "replace"))
                    key = wrong + " " + " < ".join(f"{f} {at}" for f, at in frames[:6])
                    found.setdefault(key, []).append((step, run))
                else:
                    tally.ok()
            for key, cases in sorted(found.items(), key=lambda item: -len(item[1])):
                tally.fail(f"{name}: {key}", f"at {len(cases)} steps: {' '.join(s for s, _ in cases[:8])}\n" +
                           cases[0][1].err.decode("utf-8", "replace")[-600:])
    tally.close()


if __name__ == "__main__":
    main()
