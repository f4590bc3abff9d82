"""DataLoader's workers as processes: killed, interrupted, left and orphaned; what they may do with GPUs; how many threads the CPU's kernels use.

    tests/workers/run.py [NAME]

Programs under perch, watched from outside by /proc. Nothing here asks how fast something is: what must come about is waited for, with a generous limit.
What workers compute is compared with PyTorch's output in tests/tensors/torch/t_workers.py (MXNet's: tests/tensors/mxnet/t_workers.py).
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

LIMIT = 30 * harness.slowness()
TESTS = {}

TORCH = """
import os, sys, time
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info
def note():
    with open('pid%d' % os.getpid(), 'w'): pass
class Items(Dataset):
    def __init__(self, n=8, act=None): self.n, self.act = n, act
    def __len__(self): return self.n
    def __getitem__(self, i):
        if not os.path.exists('pid%d' % os.getpid()): note()
        if self.act: self.act(i)
        return i
def forever(i):
    while True: pass
"""
MXNET = """
import os, sys, time
import mxnet as mx
from mxnet import gluon, nd
class Items(gluon.data.Dataset):
    def __init__(self, n=8, act=None): self.n, self.act = n, act
    def __len__(self): return self.n
    def __getitem__(self, i):
        if not os.path.exists('pid%d' % os.getpid()):
            with open('pid%d' % os.getpid(), 'w'): pass
        if self.act: self.act(i)
        return i
def forever(i):
    while True: pass
"""


def test(function):
    TESTS[function.__name__.replace("_", " ")] = function
    return function


def wait_for(condition):
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    return condition()


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Program:
    """perch at work in a folder of its own, a session of processes of its own."""

    def __init__(self, text, *options, env=None):
        self.folder = tempfile.TemporaryDirectory(prefix="perch-workers-")
        path = os.path.join(self.folder.name, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.out = open(os.path.join(self.folder.name, "out"), "w+b")
        self.process = subprocess.Popen([harness.perch_path(), *(options or ("--gpus=sim:2",)), path], cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=self.out,
                                        stderr=subprocess.STDOUT, env=harness.clean_environment(PERCH_NOTES="off", **(env or {})), start_new_session=True)

    def pids(self):
        """Of the workers that have begun an item."""
        return [int(name[3:]) for name in os.listdir(self.folder.name) if name.startswith("pid")]

    def workers(self, n):
        return wait_for(lambda: len(self.pids()) >= n and self.pids()) or []

    def end(self):
        try:
            code = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            code = "never"
        self.out.seek(0)
        return code, self.out.read().decode("utf-8", "replace")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for pid in [self.process.pid, *self.pids()]:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        self.process.wait()
        self.out.close()
        self.folder.cleanup()


def gone(pids):
    return wait_for(lambda: not any(map(is_alive, pids)))


def ran(tally, what, text, wanted, *options, env=None, code=0):
    """The whole program's end and output; nobody is left of its workers."""
    with Program(text, *options, env=env) as program:
        got, out = program.end()
        said = re.search(wanted, out, re.S) if isinstance(wanted, str) else wanted(out)
        tally.check(got == code and said, what, f"ended with {got}\n{out[-1500:]}")
        tally.check(gone(program.pids()), what + ": nobody is left", [p for p in program.pids() if is_alive(p)])


@test
def a_killed_worker(tally):
    for sig, name in (signal.SIGKILL, "Killed"), (signal.SIGTERM, "Terminated"), (signal.SIGSEGV, "Segmentation fault"):
        with Program(TORCH + "for b in DataLoader(Items(act=lambda i: time.sleep(1000)), num_workers=2): print(b)") as program:
            victim = program.workers(2)[0]
            os.kill(victim, sig)
            code, out = program.end()
            tally.check(code == 1 and f"DataLoader worker (pid {victim}) is killed by signal: {name}. " in out and "The above exception was the direct cause" in out
                        and out.rstrip().endswith(f"RuntimeError: DataLoader worker (pid(s) {victim}) exited unexpectedly"), f"{name}: PyTorch's words", f"{code}\n{out}")
            tally.check(gone(program.pids()), f"{name}: nobody is left")
    ran(tally, "a worker that exits", TORCH + "for b in DataLoader(Items(act=lambda i: os._exit(3)), num_workers=1): print(b)",
        r"exited unexpectedly with exit code 3\. Details are lost.*RuntimeError: DataLoader worker \(pid\(s\) \d+\) exited unexpectedly\n$", code=1)
    ran(tally, "the loop can go on with what is left", TORCH + """
it = iter(DataLoader(Items(6, act=lambda i: i == 1 and os._exit(1)), num_workers=2))
got = []
while True:
    try: got.append(int(next(it)))
    except StopIteration: break
    except RuntimeError as e: got.append('gone')
print(got.count('gone'), [g for g in got if g != 'gone'])
""", r"^1 \[0, 2, 4(, 5)?\]\n$")


@test
def the_program_is_killed(tally):
    for act in "lambda i: time.sleep(1000)", "forever", "None", "lambda i: __import__('threading').Event().wait()":
        for more in "", ", persistent_workers=True":
            with Program(TORCH + f"it = iter(DataLoader(Items(act={act}), num_workers=2{more}))\n{'next(it); next(it)' if act == 'None' else ''}\ntime.sleep(1000)") as program:
                pids = program.workers(2)
                os.kill(program.process.pid, signal.SIGKILL)
                tally.check(len(pids) == 2 and gone(pids), f"killed, workers in {act}{more}: they end", pids)
    with Program(MXNET + "it = iter(gluon.data.DataLoader(Items(act=forever), 2, num_workers=2))\nnext(it)") as program:
        pids = program.workers(2)
        os.kill(program.process.pid, signal.SIGKILL)
        tally.check(len(pids) == 2 and gone(pids), "killed, MXNet's workers: they end", pids)
    # children of the program's own that live on do not keep the workers alive
    with Program(TORCH + """
first = iter(DataLoader(Items(act=lambda i: time.sleep(1000)), num_workers=1))
if os.fork() == 0:
    open('child', 'w')
    time.sleep(1000)
import subprocess
second = iter(DataLoader(Items(act=lambda i: time.sleep(1000)), num_workers=1))
while not os.path.exists('child'): time.sleep(0.01)
time.sleep(1000)
""") as program:
        pids = program.workers(2)
        children = wait_for(lambda: os.path.exists(os.path.join(program.folder.name, "child")))
        os.kill(program.process.pid, signal.SIGKILL)
        tally.check(children and len(pids) == 2 and gone(pids), "killed while a forked child lives on: the workers end", pids)
        os.killpg(program.process.pid, signal.SIGKILL)


@test
def interrupts(tally):
    for act in "lambda i: time.sleep(1000)", "forever":
        for whole in True, False:
            with Program(TORCH + f"for b in DataLoader(Items(act={act}), num_workers=2): print(b)") as program:
                pids = program.workers(2)
                (os.killpg if whole else os.kill)(program.process.pid, signal.SIGINT)
                code, out = program.end()
                tally.check(code in (130, -signal.SIGINT) and out.count("KeyboardInterrupt") == 1 and out.rstrip().endswith("KeyboardInterrupt"),
                            f"Ctrl-C, workers in {act}, {'group' if whole else 'program alone'}: one traceback", f"{code}\n{out}")
                tally.check(len(pids) == 2 and gone(pids), f"Ctrl-C, workers in {act}: nobody is left", pids)
    ran(tally, "an interrupt that is caught leaves a loader that can be used again", TORCH + """
import signal, threading
def begun(i):
    open('begun', 'w').close()
    time.sleep(1000)
def interrupts():
    while not os.path.exists('begun'): time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupts).start()
try:
    for b in DataLoader(Items(act=begun), num_workers=2): pass
except KeyboardInterrupt: print('caught')
print([int(b) for b in DataLoader(Items(3), num_workers=2)])
""", r"caught\n\[0, 1, 2\]\n$")
    with Program(MXNET + "for b in gluon.data.DataLoader(Items(act=forever), 2, num_workers=2): print(b)") as program:
        pids = program.workers(2)
        os.killpg(program.process.pid, signal.SIGINT)
        code, out = program.end()
        tally.check(code in (130, -signal.SIGINT) and out.count("KeyboardInterrupt") == 1, "Ctrl-C, MXNet: one traceback", f"{code}\n{out}")
        tally.check(len(pids) == 2 and gone(pids), "Ctrl-C, MXNet: nobody is left", pids)


@test
def loops_that_are_left(tally):
    alive = """
def left():
    def runs(pid):
        try: return open('/proc/%s/stat' % pid).read().rpartition(')')[2].split()[0] != 'Z'
        except OSError: return False
    return [name for name in os.listdir('.') if name.startswith('pid') and runs(name[3:])]
"""
    ran(tally, "break", TORCH + alive + """
def slow(i):
    if i > 1: time.sleep(1000)
for b in DataLoader(Items(act=slow), num_workers=2):
    if b == 1: break
print(left())
""", r"^\[\]\n$")
    ran(tally, "an iterator that is dropped, an exception in the loop, a generator that is closed", TORCH + alive + """
it = iter(DataLoader(Items(), num_workers=2)); next(it); del it
print(left())
try:
    for b in DataLoader(Items(), num_workers=2): 1 / 0
except ZeroDivisionError: pass
print(left())
def g():
    for b in DataLoader(Items(), num_workers=2): yield b
h = g(); next(h); h.close()
print(left())
list(DataLoader(Items(), num_workers=2))
print(left())
loader = DataLoader(Items(), num_workers=2, persistent_workers=True)
list(loader); list(loader)
print(len(left()))
del loader
print(left())
""", r"^\[\]\n\[\]\n\[\]\n\[\]\n2\n\[\]\n$")
    ran(tally, "the program ends with workers at work", TORCH + "it = iter(DataLoader(Items(act=lambda i: i > 1 and time.sleep(1000)), num_workers=2)); print(next(it))\n", r"^tensor\(\[0\]\)\n$")
    ran(tally, "the same by sys.exit, in MXNet's loader", MXNET + "it = iter(gluon.data.DataLoader(Items(act=lambda i: i > 3 and time.sleep(1000)), 2, num_workers=2)); print(next(it).shape); sys.exit(0)\n", r"^\(2,\)\n$")
    ran(tally, "a worker forgets its parent's loaders", TORCH + """
import gc
other = DataLoader(Items(4), num_workers=1, persistent_workers=True)
list(other)
keep = [iter(other)]; keep.append(keep)
def act(i):
    global keep, other
    keep = other = None
    gc.collect()
print([int(b) for b in DataLoader(Items(4, act), num_workers=2)], [int(b) for b in keep[0]])
""", r"^\[0, 1, 2, 3\] \[0, 1, 2, 3\]\n$")


@test
def options(tally):
    ran(tally, "timeout", TORCH + "for b in DataLoader(Items(act=lambda i: time.sleep(1000)), num_workers=1, timeout=0.2): pass", r"RuntimeError: DataLoader timed out after 0.2 seconds\n$", code=1)
    ran(tally, "more workers than processors", TORCH + """
import warnings
n = len(os.sched_getaffinity(0))
with warnings.catch_warnings(record=True) as got:
    warnings.simplefilter('always')
    DataLoader(Items(), num_workers=n); print(len(got))
    DataLoader(Items(), num_workers=n + 1)
print(len(got), got[0].category.__name__, got[0].message == 0, str(got[0].message).replace(str(n + 1), 'N').replace(str(n), 'n'))
""", r"^0\n1 UserWarning False This DataLoader will create N worker processes in total\. Our suggested max number of worker in current system is n, which is smaller than what this DataLoader is going "
        r"to create\. Please be aware that excessive worker creation might get DataLoader running slow or even freeze, lower the worker number to avoid potential slowness/freeze if necessary\.\n$")
    ran(tally, "what is refused", TORCH + """
def t(**k):
    try: print('taken', DataLoader(Items(), **k).num_workers)
    except Exception as e: print(type(e).__name__, e)
t(num_workers=-1); t(timeout=-1); t(prefetch_factor=3); t(persistent_workers=True); t(multiprocessing_context='fork')
t(num_workers=1, multiprocessing_context='thread'); t(num_workers=1, multiprocessing_context=3); t(num_workers=1, multiprocessing_context='spawn')
import torch.multiprocessing as mp
t(num_workers=1, multiprocessing_context=mp.get_context('fork'))
import multiprocessing
q = mp.Queue(); p = mp.Process(target=q.put, args=('by a Process',)); p.start(); print(isinstance(p, multiprocessing.Process), q.get()); p.join()
def f():
    try: list(DataLoader(Items(), num_workers=1, multiprocessing_context='spawn', collate_fn=lambda b: b))
    except AttributeError as e: print(e)
f()
""", re.escape("""ValueError num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.
ValueError timeout option should be non-negative
ValueError prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing.
ValueError persistent_workers option needs num_workers > 0
ValueError multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got num_workers=0
ValueError multiprocessing_context option should specify a valid start method in ['fork', 'spawn', 'forkserver'], but got multiprocessing_context='thread'
TypeError multiprocessing_context option should be a valid context object or a string specifying the start method, but got multiprocessing_context=3
taken 1
taken 1
True by a Process
Can't pickle local object 'f.<locals>.<lambda>'
"""))
    ran(tally, "batches are made ahead: prefetch_factor for each worker", TORCH + """
import glob
def act(i): open('made%d' % i, 'w')
for factor in 1, 3:
    it = iter(DataLoader(Items(40, act), num_workers=2, prefetch_factor=factor))
    next(it)
    def made(): return len(glob.glob('made*'))
    end = time.monotonic() + 60
    while made() < 2 * factor + 1 and time.monotonic() < end: time.sleep(0.01)
    time.sleep(0.2)
    print(made())
    del it
    for f in glob.glob('made*'): os.remove(f)
""", r"^3\n7\n$")
    ran(tally, "large tasks and large batches do not wait for one another", TORCH + """
class Big(Dataset):
    def __len__(self): return 1 << 20
    def __getitem__(self, i): return i
big = list(range(1 << 17))
loader = DataLoader(Big(), batch_sampler=[big] * 4, num_workers=2, prefetch_factor=2, collate_fn=lambda b: (torch.ones(1 << 20), sum(b)))
print([(len(x), s) for x, s in loader])
small = DataLoader(Big(), sampler=range(400), batch_size=1, num_workers=1, prefetch_factor=300, collate_fn=lambda b: 'x' * 20000)
print(len(list(small)))
""", r"^\[\(1048576, 8589869056\)(, \(1048576, 8589869056\)){3}\]\n400\n$")


@test
def gpus(tally):
    again = "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method"
    for use in "torch.ones(1, device='cuda')", "torch.cuda.init()", "torch.cuda.current_device()", "torch.ones(1).to('cuda:1')":
        ran(tally, f"{use}, then a worker uses CUDA", TORCH + f"""
class Gpu(Items):
    def __getitem__(self, i): return torch.full((3,), float(i)).cuda()
print(torch.cuda.is_initialized())
{use}
print(torch.cuda.is_initialized())
for b in DataLoader(Gpu(), num_workers=2): print(b)
""", r"^False\nTrue\n.*RuntimeError: Caught RuntimeError in DataLoader worker process 0\.\nOriginal Traceback.*RuntimeError: " + re.escape(again) + "\n", code=1)
    ran(tally, "what the worker inherits of a GPU cannot be used", TORCH + """
w = torch.ones(3, device='cuda')
class Held(Items):
    def __getitem__(self, i): return [lambda: w.cpu(), lambda: w.sum(), lambda: w.add_(1), lambda: w + 1, lambda: w.tolist(), lambda: torch.zeros(2, device='cuda')][i]()
it = iter(DataLoader(Held(6), num_workers=1))
for i in range(6):
    try: print(next(it))
    except RuntimeError as e: print([line for line in str(e).split('\\n') if line.startswith('RuntimeError')])
print(w)
""", lambda out: out.count("CUDA error: initialization error") == 3 and out.count(again) == 3 and out.endswith("tensor([1., 1., 1.], device='cuda:0')\n"))
    for strict in "0", "1":
        ran(tally, f"a program that has not used CUDA, PERCH_STRICT={strict}", TORCH + """
class Gpu(Items):
    def __getitem__(self, i): return torch.full((40000,), float(i)).cuda() * 2
print(torch.cuda.is_available(), [(b.device, b.sum().item()) for b in DataLoader(Gpu(4), num_workers=2)])
""", r"^True \[\(device\(type='cuda', index=0\), 0\.0\), \(device\(type='cuda', index=0\), 80000\.0\), \(device\(type='cuda', index=0\), 160000\.0\), \(device\(type='cuda', index=0\), 240000\.0\)\]\n$",
            env={"PERCH_STRICT": strict})
    ran(tally, "spawn", TORCH + """
class Gpu(Items):
    def __getitem__(self, i): return torch.full((2,), float(i)).cuda()
w = torch.ones(2, device='cuda')
if __name__ == '__main__':
    print([(b @ w).item() for b in DataLoader(Gpu(3), num_workers=2, multiprocessing_context='spawn')], w)
""", r"^\[0\.0, 2\.0, 4\.0\] tensor\(\[1\., 1\.\], device='cuda:0'\)\n$")
    ran(tally, "the program's GPU goes on working beside its workers", TORCH + """
w = torch.ones(300, 300, device='cuda')
total = torch.zeros((), device='cuda')
for b in DataLoader(Items(20), num_workers=2):
    total += (w @ w).sum() * b.cuda()[0]
print(total.item())
""", r"^5130000000\.0\n$|^51299\d+\.0\n$|^51300\d+\.0\n$")
    ran(tally, "MXNet: a worker uses the parent's GPU", MXNET + """
x = nd.ones(3, ctx=mx.gpu(0)); x.wait_to_read()
class Gpu(Items):
    def __getitem__(self, i): return nd.ones(2, ctx=mx.gpu(0))
for b in gluon.data.DataLoader(Gpu(), 2, num_workers=1): print(b)
""", r"MXNetError: Check failed: e == cudaSuccess \|\| e == cudaErrorCudartUnloading: CUDA: initialization error", code=1)


COUNT = """
def count(): return len(os.listdir('/proc/self/task'))
def work():
    x = torch.rand(600, 600)
    (x * 2 + 1).exp().sum(); x @ x; torch.nn.functional.conv2d(torch.rand(4, 8, 40, 40), torch.rand(8, 8, 3, 3))
    return count()
"""


@test
def threads(tally):
    ran(tally, "torch.set_num_threads rules the pool", TORCH + COUNT + """
before = count()
got = []
for n in 1, 3, 1, 4, 2:
    torch.set_num_threads(n)
    got.append((torch.get_num_threads(), work() - before))
print(got)
""", r"^\[\(1, 0\), \(3, 2\), \(1, 0\), \(4, 3\), \(2, 1\)\]\n$", "--gpus=none")
    for name, variables, wanted in ("PERCH_THREADS", {"PERCH_THREADS": "3"}, 3), ("OMP_NUM_THREADS", {"OMP_NUM_THREADS": "3"}, 3), ("a list in OMP_NUM_THREADS", {"OMP_NUM_THREADS": "2,1"}, 2), \
            ("both", {"PERCH_THREADS": "2", "OMP_NUM_THREADS": "4"}, 2), ("one", {"OMP_NUM_THREADS": "1"}, 1), ("no number", {"OMP_NUM_THREADS": "many"}, os.cpu_count()):
        ran(tally, f"threads by {name}", TORCH + COUNT + "before = count()\nprint(torch.get_num_threads(), work() - before)\n", rf"{wanted} {wanted - 1}\n$", "--gpus=none", env=variables)    # libgomp may have spoken
    ran(tally, "--threads", TORCH + COUNT + "before = count()\nprint(torch.get_num_threads(), work() - before)\n", "^3 2\n$", "--threads=3", "--gpus=none")
    ran(tally, "one thread computes alone: the process uses no more time than has passed", TORCH + """
torch.set_num_threads(1)
x = torch.rand(700, 700)
wall, cpu = time.perf_counter(), time.process_time()
for _ in range(40): x = x @ x; x = x / x.max()
print(time.process_time() - cpu <= 1.1 * (time.perf_counter() - wall))
""", "^True\n$", "--gpus=none")
    ran(tally, "what set_num_threads refuses, in PyTorch's words", TORCH + """
def t(f, v):
    try: print(f(v))
    except Exception as e: print(type(e).__name__, e)
for v in 0, -1, 1.5, 'a', True, None: t(torch.set_num_threads, v)
t(torch.set_num_interop_threads, 0); t(torch.set_num_interop_threads, 2.0); t(torch.set_num_interop_threads, 2); print(torch.get_num_interop_threads()); t(torch.set_num_interop_threads, 3)
""", re.escape("""RuntimeError set_num_threads expects a positive integer
RuntimeError set_num_threads expects a positive integer
RuntimeError set_num_threads expects an int, but got float
RuntimeError set_num_threads expects an int, but got str
RuntimeError set_num_threads expects an int, but got bool
RuntimeError set_num_threads expects an int, but got NoneType
RuntimeError set_num_interop_threads expects a positive integer
RuntimeError set_num_interop_threads expects an int, but got float
None
2
RuntimeError Error: cannot set number of interop threads after parallel work has started or set_num_interop_threads called
"""))
    ran(tally, "interop threads: no operation runs beside another, so their number starts none", TORCH + COUNT + """
torch.set_num_threads(1)
before = count()
torch.set_num_interop_threads(8)
work(); torch.rand(300, 300, requires_grad=True).sum().backward()
print(count() - before)
""", "^0\n$", "--gpus=none")
    ran(tally, "a worker computes on one thread, and may take more", TORCH + COUNT + """
work()
class Counts(Items):
    def __getitem__(self, i):
        before = work()
        torch.set_num_threads(3)
        return before, work(), torch.get_num_threads()
print([[int(v) for v in b] for b in DataLoader(Counts(1), num_workers=1)])
""", r"^\[\[2, 4, 3\]\]\n$", "--gpus=none", "--threads=4")    # the worker itself and the thread that watches for its parent's end
    ran(tally, "a fork in the midst of threads: products in parent and child", TORCH + """
import threading
stop = False
def busy():
    while not stop: x @ x
x = torch.rand(300, 300)
want = (x @ x).sum().item()
t = threading.Thread(target=busy); t.start()
class Products(Items):
    def __getitem__(self, i): return (x @ x).sum().item(), torch.nn.functional.conv2d(torch.ones(1, 1, 30, 30), torch.ones(1, 1, 3, 3)).sum().item()
try: print(all(abs(float(a) - want) < 1e-3 * want and c == 7056 for _ in range(5) for a, c in DataLoader(Products(4), num_workers=2)))
finally: stop = True; t.join()
""", "^True\n$", "--threads=4")


@test
def shared_memory(tally):
    ran(tally, "share_memory_: children write where the parent reads", TORCH + """
x = torch.zeros(4)
view = x[1:]
print(x.is_shared(), x.share_memory_() is x, x.is_shared(), view.is_shared(), x.storage().is_shared(), x.clone().is_shared(), torch.zeros(3).is_shared())
class Writes(Items):
    def __getitem__(self, i):
        view[i] += i + 1
        return 0
list(DataLoader(Writes(3), num_workers=2))
print(x)
net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))
print(net.share_memory() is net, all(t.is_shared() for t in (*net.parameters(), *net.buffers())))
big = torch.zeros(1000, 1000).share_memory_()
if os.fork() == 0:
    big.fill_(2); os._exit(0)
os.wait()
print(big.sum().item(), torch.zeros(0).share_memory_().is_shared(), torch.ones(2, device='cuda').is_shared(), torch.ones(2, device='cuda').share_memory_().device)
s = torch.tensor(5).share_memory_(); del s, x, view, big
""", re.escape("""False True True True True False False
tensor([0., 1., 2., 3.])
True True
2000000.0 True True cuda:0
"""))


@test
def pinned_memory(tally):
    ran(tally, "is_pinned, in every way that it is asked for", TORCH + """
x = torch.arange(4.)
p = x.pin_memory()
print(x.is_pinned(), p.is_pinned(), p is x, p.pin_memory() is p, p[1:].is_pinned(), (p + 1).is_pinned(), p.clone().is_pinned(), p.storage().is_pinned(), p.tolist(), p.device)
print(torch.ones(2, pin_memory=True).is_pinned(), torch.tensor([1], pin_memory=True).is_pinned(), torch.empty(2, pin_memory=False).is_pinned(), p.cuda().is_pinned(),
      p.cuda().to('cpu', non_blocking=True).is_pinned(), p.cuda().cpu().is_pinned())
for workers in 0, 1:
    for pin in False, True:
        (a, (b, c)), = DataLoader([(torch.ones(2), ('s', {'k': torch.zeros(1)}))], num_workers=workers, pin_memory=pin)
        print(workers, a.is_pinned(), c['k'].is_pinned(), b)
for f in (lambda: torch.ones(2, device='cuda').pin_memory(), lambda: torch.ones(2, device='cuda', pin_memory=True), lambda: x.record_stream(torch.cuda.current_stream()), lambda: x.cuda().record_stream(3)):
    try: f()
    except Exception as e: print(type(e).__name__, str(e).split('\\n')[0])
x.cuda().record_stream(torch.cuda.current_stream()); torch.cuda.ipc_collect()
""", re.escape("""False True False True True False False True [0.0, 1.0, 2.0, 3.0] cpu
True True False False True False
0 False False ('s',)
0 True True ['s']
1 False False ('s',)
1 True True ['s']
RuntimeError cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned
RuntimeError Only dense CPU tensors can be pinned
NotImplementedError Could not run 'aten::record_stream' with arguments from the 'CPU' backend.
TypeError record_stream(): argument 's' (position 1) must be Stream, not int
"""))
    ran(tally, "on the modelled clock the host waits for a copy, unless it comes from pinned memory and need not block", TORCH + """
import _tensor
_tensor.ledger(1)
w = torch.ones(2000, 2000, device='cuda')
plain, pinned = torch.ones(1000, 1000), torch.ones(1000, 1000).pin_memory()
def waits(copy):
    torch.cuda.synchronize()
    before = _tensor.ledger_ends()[0]
    w @ w                               # the GPU has work when the copy is issued
    copy()
    return any(row[1] == 'wait' for row in _tensor.ledger_rows(before))
print([waits(f) for f in (lambda: plain.cuda(), lambda: plain.cuda(non_blocking=True), lambda: pinned.cuda(), lambda: pinned.cuda(non_blocking=True), lambda: pinned.to('cuda', non_blocking=True),
                          lambda: pinned.to('cuda', torch.float32, True), lambda: w[:1000, :1000].copy_(pinned, non_blocking=True), lambda: w[:1000, :1000].copy_(plain, non_blocking=True))])
print(plain.cuda().equal(pinned.to('cuda', non_blocking=True)))
""", r"^\[True, True, True, False, False, False, False, True\]\nTrue\n$", "--gpus=sim:1", "--clock=model")
    ran(tally, "MXNet's kinds of host memory have names of their own", MXNET + """
p, s = mx.cpu_pinned(1), mx.Context('cpu_shared', 0)
print(p, s, p == mx.cpu_pinned(1), p == mx.cpu(1), p.device_type, p.device_typeid, p.device_id, s.device_typeid, hash(p) == hash(mx.cpu(1)), mx.cpu(0).device_typeid, mx.gpu(0).device_typeid)
x = nd.ones(2, ctx=mx.cpu_pinned(0))
print(x, x.context, x.as_in_context(mx.cpu()).context, x.as_in_context(mx.gpu(0)).context, (x + nd.ones(2)).asnumpy())
net = gluon.nn.Dense(1); net.initialize(mx.init.One())
print(net(nd.ones((1, 2), ctx=mx.cpu_pinned(0))).asscalar())
print([b.context for b in gluon.data.DataLoader(list(range(3)), 2, pin_memory=True)], [b.context for b in gluon.data.DataLoader(list(range(3)), 2, num_workers=1, pin_memory=True, pin_device_id=1)])
""", re.escape("""cpu_pinned(1) cpu_shared(0) True False cpu_pinned 3 1 5 False 1 2

[1. 1.]
<NDArray 2 @cpu_pinned(0)> cpu_pinned(0) cpu(0) gpu(0) [2. 2.]
2.0
[cpu_pinned(0), cpu_pinned(0)] [cpu_pinned(1), cpu_pinned(1)]
"""))


def session(tally, what, cells, wanted):
    """Events of a session, its ledger on, all on one line each."""
    events = os.path.join(os.path.dirname(harness.perch_path()), "tests", "session-events")
    with tempfile.TemporaryDirectory(prefix="perch-workers-") as folder:
        path = os.path.join(folder, "cells.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(cells)
        done = harness.run_program([events, path], timeout=60, cwd=folder, env=harness.clean_environment(PERCH_GPUS="sim:2"))
        out = done.out.decode("utf-8", "replace")
        tally.check(done.code == 0 and re.search(wanted, out, re.S), what, f"{done.code}\n{out[-3000:]}\n{done.err[-500:]}")


@test
def in_a_session(tally):
    session(tally, "a session with the ledger on, what workers print, transfers", TORCH.strip() + """
# %%
for b in DataLoader(Items(4, act=lambda i: print('item', i)), batch_size=2, num_workers=1):
    print('got', b.cuda().sum().item())
# %%
%transfers
""", r"item 0.*item 1.*got 1.*got 5.*cpu.*gpu|item 0.*item 1.*got 1.*got 5.*cuda")
    session(tally, "an error in a worker", TORCH.strip() + """
# %%
def bad(i): 1 / 0
list(DataLoader(Items(4, act=bad), num_workers=2))
""", r"ZeroDivisionError.*Caught ZeroDivisionError in DataLoader worker process 0")
    session(tally, "a dry run starts no process, and says what the loop would", TORCH.strip() + """
# %%
class Rows(Items):
    def __getitem__(self, i): return torch.ones(3)
rows = DataLoader(Rows(4), batch_size=2, num_workers=2)
# %%
%dry [b.cuda() * 2 for b in rows][1]
""", r"2x3 float32")


def main():
    tally = harness.Tally("workers")
    for name, function in TESTS.items():
        if len(sys.argv) < 2 or any(word in name for word in sys.argv[1:]):
            function(tally)
    tally.close()


if __name__ == "__main__":
    main()
