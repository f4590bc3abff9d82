"""SIGINT stops whatever runs, soon: interrupt.py [NAME...].

Each program prints `ready` and then runs (nearly) for ever. It must end with a
KeyboardInterrupt soon (see LIMIT) and with exit code 130, and no program may need a second signal.
"""

import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402
import interrupt_kernels  # noqa: E402

# Seconds from the signal to the process's end: of its own time (BAR), and in all (LIMIT). Both are generous, since a busy machine's seconds are longer: what does not
# poll at all works on for many. PERCH_INTERRUPT_BAR=0.05 PERCH_INTERRUPT_LIMIT=0.1 ask for what is promised, on an idle machine.
BAR = float(os.environ.get("PERCH_INTERRUPT_BAR", "0.5"))
LIMIT = float(os.environ.get("PERCH_INTERRUPT_LIMIT", "2"))
IMPORTS = "import itertools, functools, collections, re, time, math, sys, heapq\nfrom itertools import repeat, count\n"
PROGRAMS = {
    "loop": "while True: pass",
    "loop with try": "while True:\n    try: pass\n    finally: x = 1",
    "recursion": "def f(n): return f(n - 1) + f(n - 1) if n else 0\nf(60)",
    "generator": "def g():\n    while True: yield\nfor _ in g(): pass",
    "sum of range": "sum(range(10 ** 12))",
    "sum of generator": "sum(x for x in repeat(1))",
    "sum of floats": "sum(repeat(0.5))",
    "in repeat": "1 in repeat(0)",
    "in range": "'a' in range(10 ** 12)",
    "count in range": "range(10 ** 12).count('a')",
    "max": "max(count())",
    "min with key": "min(count(), key=abs)",
    "any": "any(repeat(0))",
    "all": "all(repeat(1))",
    "list of a filter": "list(filter(None, repeat(0)))",
    "next of a filter": "next(filter(None, repeat(0)))",
    "deque": "collections.deque(repeat(0), maxlen=0)",
    "set": "set(repeat(0))",
    "dict": "dict(repeat((1, 2)))",
    "fromkeys": "dict.fromkeys(repeat(1))",
    "counter": "collections.Counter(repeat('a'))",
    "islice": "next(itertools.islice(count(), 10 ** 12, None))",
    "dropwhile": "next(itertools.dropwhile(bool, repeat(1)))",
    "filterfalse": "next(itertools.filterfalse(None, repeat(1)))",
    "compress": "next(itertools.compress(repeat(1), repeat(0)))",
    "groupby": "for k, g in itertools.groupby(repeat(1)): next(g)\nnext(itertools.groupby(repeat(1)))",
    "chain of nothing": "next(itertools.chain.from_iterable(repeat(())))",
    "permutations": "sum(1 for _ in itertools.permutations(range(20)))",
    "reduce": "functools.reduce(lambda a, b: 0, repeat(1))",
    "map": "for _ in map(abs, repeat(1)): pass",
    "zip": "for _ in zip(repeat(1), repeat(2)): pass",
    "prod": "math.prod(repeat(1))",
    "fsum": "math.fsum(repeat(0.0))",
    "catastrophic regex": "re.match('(a+)+$', 'a' * 40 + 'b')",
    "catastrophic alternation": "re.match('(a|aa)+$', 'a' * 60 + 'b')",
    "regex findall": "re.findall('(x+x+)+y', 'x' * 100)",
    "regex long scan": "while True: re.sub('a', 'b', 'a' * 1000000)",
    "sort with a key": "sorted(range(10 ** 7), key=lambda x: -x)\nwhile True: sorted(range(10 ** 6), key=lambda x: -x)",
    "sort of what is in order": "l = list(range(10 ** 7))\nwhile True: l.sort()",
    "sort with merges": "l = [i * 7919 % 10000019 for i in range(10 ** 6)] * 5\nwhile True: l[:].sort()",
    "sort": "l = list(range(200000))\nwhile True: l.sort(key=str)",
    "comparison of lists": "l = [[0] * 1000] * 1000\nm = [[0] * 1000] * 1000\nwhile True: l == m",
    "list.index": "l = [0] * 1000\nwhile True: l.count(1)",
    "set operations": "s = set(range(100000))\nwhile True: s | s",
    "repeat of a list": "while True: [0] * 1000000",
    "big powers": "n = 3\nwhile True: n = n * n % 10 ** 1000",
    "int to text": "n = 7 ** 20000\nsys.set_int_max_str_digits(0)\nwhile True: str(n)",
    "a power of two": "while True: 2 ** 10 ** 9",
    "a large power": "while True: 3 ** (4 * 10 ** 7)",
    "a large product": "n = 3 ** (10 ** 7)\nwhile True: n * (n + 1)",
    "an uneven product": "n, m = 3 ** (2 * 10 ** 7), 3 ** 10 ** 6\nwhile True: n * m",
    "a large quotient": "n = 3 ** (2 * 10 ** 7)\nm = 7 ** (2 * 10 ** 6)\nwhile True: n // m",
    "a quotient of halves": "n = 3 ** (2 * 10 ** 7)\nm = n >> 15 * 10 ** 6\nwhile True: n % m",
    "a quotient by little": "n, m = 1 << 4 * 10 ** 8, 3 ** 100\nwhile True: n // m",
    "sums of large ints": "n = 1 << 10 ** 9\nwhile True: n + n",
    "a large shift": "n = 1 << 10 ** 9\nwhile True: n >> 1",
    "a large int to text": "n = 3 ** 10 ** 7\nsys.set_int_max_str_digits(0)\nwhile True: str(n)",
    "a large int to hexadecimal": "n = 3 ** (4 * 10 ** 7)\nwhile True: hex(n)",
    "text to a large int": "s = '7' * (5 * 10 ** 6)\nsys.set_int_max_str_digits(0)\nwhile True: int(s)",
    "a power modulo": "m = 3 ** 20000\nwhile True: pow(7, m, m - 2)",
    "a power modulo much": "m = 3 ** 10 ** 6\nwhile True: pow(7, m, m - 2)",
    "a large common divisor": "import random\nn, m = random.getrandbits(10 ** 7), random.getrandbits(10 ** 7)\nwhile True: math.gcd(n, m)",
    "a common multiple of large ints": "import random\nn, m = random.getrandbits(10 ** 7), random.getrandbits(10 ** 7)\nwhile True: math.lcm(n, m)",
    "an inverse modulo much": "n = 3 ** (4 * 10 ** 6)\nwhile True: pow(7, -1, n)",
    "an inverse of large ints": "import random\nn = 3 ** (4 * 10 ** 6)\nm = random.getrandbits(5 * 10 ** 6)\nwhile True:\n    try: pow(m, -1, n)\n    except ValueError: m += 1",
    "hashes of large ints": "n = 1 << 10 ** 9\nm = n >> 1\nwhile True: hash(n - m)",
    "bits of large ints": "n = 1 << 10 ** 9\nwhile True: n ^ (n - 1)",
    "bytes of large ints": "n = 1 << 10 ** 9\nwhile True: int.from_bytes(n.to_bytes(1 << 27, 'big'), 'little')",
    "random bits": "import random\nwhile True: random.getrandbits(10 ** 9)",
    "a large fraction": "import fractions, random\na, b = random.getrandbits(10 ** 7), random.getrandbits(10 ** 7)\nwhile True: fractions.Fraction(a, b)",
    "perm": "while True: math.perm(6 * 10 ** 6, 3 * 10 ** 6)",
    "comb of a large int": "n = 3 ** (10 ** 5)\nwhile True: math.comb(n, 5000)",
    "factorial": "while True: math.factorial(3 * 10 ** 6)",
    "comb": "while True: math.comb(6 * 10 ** 6, 3 * 10 ** 6)",
    "isqrt": "n = 3 ** (2 * 10 ** 7)\nwhile True: math.isqrt(n)",
    "split and join": "s = 'a b ' * 100000\nwhile True: ' '.join(s.split())",
    "format": "while True: '%s %r' % (1, [2] * 100)",
    "sleep": "time.sleep(100)",
    "read of stdin": "sys.stdin.read()",
    "input": "input()",
    "accept": "import socket\nsocket.create_server(('127.0.0.1', 0)).accept()",
    "recv": "import socket\na, b = socket.socketpair()\na.recv(1)",
    "recv with a timeout": "import socket\na, b = socket.socketpair()\na.settimeout(1000)\na.recv(1)",
    "recvfrom": "import socket\nsocket.socket(type=socket.SOCK_DGRAM).recvfrom(1)",
    "recvmsg": "import socket\na, b = socket.socketpair()\na.recvmsg(1, 100)",
    "sendall": "import socket\na, b = socket.socketpair()\na.sendall(bytes(1 << 26))",
    "select": "import socket, select\na, b = socket.socketpair()\nselect.select([a], [], [])",
    "poll": "import socket, select\na, b = socket.socketpair()\np = select.poll()\np.register(a, 1)\np.poll()",
    "epoll": "import socket, select\na, b = socket.socketpair()\np = select.epoll()\np.register(a, 1)\np.poll()",
    "a server": "import http.server\nhttp.server.HTTPServer(('127.0.0.1', 0), None).serve_forever()",
    "a server of threads": "import http.server, threading\nh = http.server.ThreadingHTTPServer(('127.0.0.1', 0), None)\nthreading.Thread(target=h.serve_forever, daemon=True).start()\nthreading.Event().wait()",
    "merge": "for _ in heapq.merge(repeat(1), repeat(2)): pass",
    "unending eq": "class A:\n    def __eq__(s, o):\n        while True: pass\n    __hash__ = None\nA() in [A()]",
    "unending del": "class A:\n    def __del__(s):\n        for _ in range(10 ** 12): pass\nA()\nwhile True: pass",
    "yield from": "def g(): yield from repeat(1)\nfor _ in g(): pass",
    "cycle of nothing much": "for _ in itertools.cycle([1]): pass",
    "bytes of an iterator": "bytes(filter(None, repeat(0)))",
    "extended unpacking": "a, b = filter(None, repeat(0))",
    "star argument": "print(*filter(None, repeat(0)))",
    "one large picture, pooled": "import torch, torch.nn.functional as F\nx = torch.ones(1, 1, 1 << 14, 1 << 13)\nwhile True: F.max_pool2d(x, 3); F.avg_pool2d(x, 5, 1, 2)",
    "one large picture, resized": "import torch, torch.nn.functional as F\nx = torch.ones(1, 1, 1 << 13, 1 << 13)\nwhile True: F.interpolate(x, scale_factor=1.5, mode='bilinear')",
    "pooled by powers": "import torch, torch.nn.functional as F\nx = torch.ones(1, 1, 1 << 13, 1 << 13)\nwhile True: F.lp_pool2d(x, 3, 5)",
    "waiting for a GPU": "import torch\na = torch.ones(2000, 2000, device='cuda')\nfor i in range(100): b = a @ a\ntorch.cuda.synchronize()",
    "waiting for a GPU's bytes": "import torch\na = torch.ones(2000, 2000, device='cuda')\nfor i in range(100): b = a @ a\nb.cpu()",
    "waiting for mxnet's CPU": "from mxnet import nd\na = nd.ones((2000, 2000))\nfor i in range(100): b = nd.dot(a, a)\nnd.waitall()",
    "waiting for one value of mxnet's CPU": "from mxnet import nd\na = nd.ones((2000, 2000))\nfor i in range(100): b = nd.dot(a, a)\nb.asnumpy()",
    "filling a GPU's queue": "import torch\na = torch.ones(2000, 2000, device='cuda')\nfor i in range(10 ** 9): b = a @ a",
    "places put in order": "import numpy as np\nr = np.random.default_rng(0)\nwhile True: r.permutation(10 ** 8)",
    "rows put in order": "import numpy as np\nx = np.zeros((1 << 24, 1), 'b')\nwhile True: np.random.permutation(x)",
    "some of many, each once": "import torch\nw = torch.ones(1 << 24)\nwhile True: torch.multinomial(w, 1 << 23)",
    "caught once": "while True:\n    try:\n        while True: pass\n    except Exception: pass",
}


def own_time(process):
    """Seconds for which a running process has worked."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended(process, seconds):
    """Wait for its end: the seconds for which it has worked in all; None: it still runs."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return used.ru_utime + used.ru_stime
        time.sleep(0.001)
    return None


def once(program, name, text):
    """What is wrong with one run; "": nothing."""
    process = subprocess.Popen([program, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=harness.clean_environment(PERCH_GPUS="sim:1"))
    try:
        if process.stdout.readline() != b"ready\n":
            return "does not start: " + process.stderr.read().decode()[-300:]
        time.sleep(0.1)
        if process.poll() is not None:
            return "ends by itself: " + process.stderr.read().decode()[-300:]
        start, used = time.monotonic(), own_time(process)
        process.send_signal(signal.SIGINT)
        worked = ended(process, 20)
        if worked is None:
            return "does not stop within 20 s"
        took, worked = time.monotonic() - start, worked - used
        error = process.stderr.read().decode("utf-8", "replace")
        if "KeyboardInterrupt" not in error or process.returncode not in (130, -2):
            return f"exit {process.returncode}: {error[-300:]}"
        return "" if worked <= BAR * harness.slowness() and took <= LIMIT * harness.slowness() else \
            f"{took:.3f} s from the signal to the end, {worked:.3f} s of them its own work (limits {LIMIT} s, {BAR} s)"
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def main():
    wanted = sys.argv[1:]
    tally = harness.Tally("interrupt")
    kernels, missing = interrupt_kernels.programs()
    tally.check(not missing, "every kernel of ops.def has its row in interrupt_kernels.py", missing)
    for name, text in {**{name: IMPORTS + "print('ready', flush=True)\n" + body for name, body in PROGRAMS.items()}, **kernels}.items():
        if wanted and name not in wanted:
            continue
        late = "?"
        for _ in range(5):  # a busy machine may spoil one measurement
            late = late and once(harness.perch_path(), name, text)
        tally.check(not late, name, late)
    tally.close()


if __name__ == "__main__":
    main()
