"""The Jupyter kernel beside ipykernel, in one run: bench/kernel.py [--rounds N] [--without-ipykernel].

    start            from the process's start to its kernel_info_reply, by a client on raw ZeroMQ that tries to connect every millisecond. Bar: 1/10
    start, client    the same through jupyter_client's KernelManager and wait_for_ready, whose own waits both pay: for the record
    1+1              from execute_request until both the reply and the idle are there: median and 99th percentile of 2,000 (after 200). Bar: 1/5 each
    lines            100,000 printed lines, until idle; all there, in order. Bar: 5 times as many a second
    memory           resident after the first cell; beside it the part that is the process's own. Bar: 1/5
    many             50 kernels started at once, until the last one has answered (ipykernel: 5 of them). Bar: 2 s

The kernels take turns; each figure of a start is the median. Jupyter's packages come from PyPI into build/clients, as tests/kernel/run.py installs them.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests", "kernel"), os.path.join(ROOT, "tests")]
import harness  # noqa: E402

LINES, CELLS, WARM, MANY, MANY_THEIRS = 100_000, 2000, 200, 50, 5


def option(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


ROUNDS = int(option("--rounds", "9"))


def into_environment():
    """This program again, in the Python that has Jupyter's packages."""
    import run
    python, why = run.environment()
    if not python:
        sys.exit(f"bench/kernel.py: Jupyter's packages cannot be had: {why}")
    os.execve(python, [python, *sys.argv], {**os.environ, "PERCH_BENCH_INSIDE": "1"})


def status(pid, key):
    with open(f"/proc/{pid}/status") as f:
        return next(int(line.split()[1]) for line in f if line.startswith(key + ":"))


class Kernel:
    def __init__(self, command):
        from client import Kernel as Raw
        self.started = time.perf_counter()
        self.raw = Raw(program=command[0], arguments=command[1:])
        self.raw.patience = 120

    def ready(self):
        parent = self.raw.send("shell", "kernel_info_request")
        self.raw.answer(parent)
        return time.perf_counter() - self.started

    def listening(self):
        """From now on this client hears what the kernel says on iopub."""
        iopub = self.raw.sockets["iopub"]
        while not iopub.poll(100):
            self.ready()
        time.sleep(0.1)
        while iopub.poll(0):
            iopub.recv_multipart()

    def cell(self, code):
        """Until the reply and the idle are there: the time, and what was printed."""
        k = self.raw
        start = time.perf_counter()
        parent = k.send("shell", "execute_request", code=code, silent=False, store_history=True, allow_stdin=False, stop_on_error=True, user_expressions={})
        text = []
        while True:
            frames = k.sockets["iopub"].recv_multipart()
            at = frames.index(b"<IDS|MSG>")
            if b'"stream"' in frames[at + 2]:
                text.append(json.loads(frames[at + 5])["text"])
            if b'"idle"' in frames[at + 5] and parent.encode() in frames[at + 3]:
                break
        k.answer(parent)
        return time.perf_counter() - start, "".join(text)

    def close(self):
        k = self.raw
        k.process.kill()
        k.process.wait()
        k.context.destroy(0)
        k.errors.close()
        k.folder.cleanup()


def fast_connects():
    """A socket that finds nobody tries again after a millisecond: how long a kernel takes is not rounded up to the client's patience."""
    import client
    import zmq
    connect = client.Kernel.connect

    def connected(self, name, kind, topic=b""):
        socket = self.context.socket
        def quick(kind):
            s = socket(kind)
            s.reconnect_ivl = s.reconnect_ivl_max = 1
            return s
        self.context.socket = quick
        try:
            return connect(self, name, kind, topic)
        finally:
            del self.context.socket
    zmq.Context.__setattr__ = object.__setattr__
    zmq.Context.__delattr__ = object.__delattr__
    client.Kernel.connect = connected


def through_client(command, folder):
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import KernelManager
    manager = KernelManager()
    manager._kernel_spec = KernelSpec(argv=[*command, "-f", "{connection_file}"], display_name="k", language="python")
    start = time.perf_counter()
    manager.start_kernel(cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    took = time.perf_counter() - start
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    return took


def many(command, n):
    start = time.perf_counter()
    kernels = [Kernel(command) for _ in range(n)]
    for k in kernels:
        k.ready()
    took = time.perf_counter() - start
    for k in kernels:
        k.close()
    return took


def measure(command):
    k = Kernel(command)
    k.ready()
    k.listening()
    k.cell("1+1")
    time.sleep(0.5)
    row = {"memory": status(k.raw.process.pid, "VmRSS"), "own": status(k.raw.process.pid, "RssAnon")}
    for _ in range(WARM):
        k.cell("1+1")
    times = sorted(k.cell("1+1")[0] for _ in range(CELLS))
    row["p50"], row["p99"] = times[CELLS // 2], times[CELLS * 99 // 100]
    took, text = min((k.cell(f"for i in range({LINES}): print(i)") for _ in range(3)), key=lambda pair: pair[0])
    row["lines"] = LINES / took
    row["in order"] = text == "".join(f"{i}\n" for i in range(LINES))
    row["memory after"] = status(k.raw.process.pid, "VmRSS")
    k.close()
    return row


def main():
    if "PERCH_BENCH_INSIDE" not in os.environ:
        into_environment()
    fast_connects()
    kernels = {"perch": [harness.perch_path() + "-kernel"]}
    if "--without-ipykernel" not in sys.argv:
        kernels["ipykernel"] = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher"]
    starts, clients, rows = {n: [] for n in kernels}, {n: [] for n in kernels}, {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(ROUNDS + 1):
            for name, command in kernels.items():
                k = Kernel(command)
                took = k.ready()
                k.close()
                through = through_client(command, folder)
                if turn: # the first warms the caches
                    starts[name].append(took)
                    clients[name].append(through)
        for name, command in kernels.items():
            rows[name] = measure(command)
            rows[name]["start"] = statistics.median(starts[name])
            rows[name]["client"] = statistics.median(clients[name])
            rows[name]["many"] = many(command, MANY if name == "perch" else MANY_THEIRS)
    ours, theirs = rows["perch"], rows.get("ipykernel")
    missed = not ours["in order"]

    def line(title, key, shown, bar=None, more=False):
        nonlocal missed
        text = f"{title:16} perch {shown(ours[key]):>12}"
        if theirs:
            ratio = ours[key] / theirs[key] if more else theirs[key] / ours[key]
            bad = bar is not None and ratio < bar
            missed |= bad
            text += f"   ipykernel {shown(theirs[key]):>12}   {ratio:6.1f} times" + (f"   bar {bar}{'   MISSED' if bad else ''}" if bar else "")
        print(text)

    def ms(seconds):
        return f"{seconds * 1000:.2f} ms"

    def mib(kilobytes):
        return f"{kilobytes / 1024:.1f} MiB"
    line("start", "start", ms, 10)
    line("start, client", "client", ms)
    line("1+1, median", "p50", ms, 5)
    line("1+1, 99%", "p99", ms, 5)
    line("lines a second", "lines", lambda n: f"{n:,.0f}", 5, more=True)
    print(f"{'':16} in order, none lost: {'yes' if ours['in order'] else 'NO'}{'' if not theirs else '; ipykernel: ' + ('yes' if theirs['in order'] else 'NO')}")
    line("memory", "memory", mib, 5)
    line("  its own", "own", mib)
    line("  after lines", "memory after", mib)
    bad = ours["many"] > 2
    missed |= bad
    print(f"{'many':16} {MANY} of perch {ours['many']:.2f} s   bar 2.00 s{'   MISSED' if bad else ''}" + (f"   ({MANY_THEIRS} of ipykernel {theirs['many']:.2f} s)" if theirs else ""))
    sys.exit(missed)


if __name__ == "__main__":
    main()
