"""A day of a class on one JupyterHub, replayed: bench/class_day.py [PUPILS] [--at-once N]

All pupils start their servers (at most N at once, 4), open a kernel and run a lesson's first cell; then all run cells with pauses between them, make a mistake of placement, one in three interrupts a long cell, and are idle
until their kernels are culled; then each comes back with a new kernel. Told: seconds until a server answers, until a first cell has shown its result, a later cell's time, memory of each server and kernel (PSS: pages that
several share are counted once). The hub is started here, in a folder of its own, with the environment of tests/hub/run.py (from PyPI).
"""
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = os.path.join(ROOT, "tests", "hub")
sys.path.insert(0, TESTS)
FIRST = ("import mxnet as mx\nfrom mxnet import nd, autograd, gluon\nfrom mxnet.gluon import nn\nnet = nn.Sequential()\nnet.add(nn.Conv2D(6, kernel_size=5), nn.Dense(10))\n"
         "net.initialize(ctx=[mx.gpu(0), mx.gpu(1)])\nprint(net(nd.ones((16, 1, 28, 28), ctx=mx.gpu(1))).shape)")
STEP = ("x, y = nd.ones((16, 1, 28, 28), ctx=gpu(0)), nd.zeros((16,), ctx=gpu(0))\nloss = gluon.loss.SoftmaxCrossEntropyLoss()\ntrainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})\n"
        "for i in range(5):\n    with autograd.record():\n        l = loss(net(x), y)\n    l.backward()\n    trainer.step(16, ignore_stale_grad=True)\nprint(l.mean().asscalar() >= 0)")
MISTAKE = "nd.ones((2, 3), ctx=gpu(0)) + nd.ones((2, 3), ctx=gpu(1))"
IDLE = 30 # seconds until a kernel is culled


def middle(figures):
    return sorted(figures)[len(figures) // 2]


def line(what, figures, unit="s"):
    return f"{what:<48} {len(figures):>3} x  middle {middle(figures):7.2f}  largest {max(figures):7.2f} {unit}"


def pss(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return int(re.search(r"^Pss: +(\d+) kB", file.read(), re.M)[1]) / 1024


def memory():
    """{"servers": [MiB], "kernels": [MiB]}: of the users' programs on this machine that this hub has started."""
    out = {"servers": [], "kernels": []}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = open(f"/proc/{name}/cmdline", "rb").read().split(b"\0")
            if not FOLDER.encode() in open(f"/proc/{name}/environ", "rb").read():
                continue
            if os.path.basename(command[0]) == b"perch-kernel":
                out["kernels"].append(pss(name))
            elif any(part.endswith(b"jupyterhub-singleuser") for part in command[:2]):
                out["servers"].append(pss(name))
        except OSError:
            pass
    return out


class Pupil:
    def __init__(self, hub, name, number):
        self.hub, self.name, self.number = hub, name, number
        self.times, self.is_here = {}, False

    async def clocked(self, what, waits):
        start = time.monotonic()
        answer = await waits
        self.times.setdefault(what, []).append(time.monotonic() - start)
        return answer

    async def cell(self, what, code, shown):
        status, text = await self.clocked(what, self.kernel.run(code, 300))
        if shown not in text:
            raise AssertionError(f"{self.name}: {what}: {status}: {text[-500:]}")

    async def comes(self, doors):
        start = time.monotonic()
        async with doors:
            await self.clocked("a server, once it is its turn", self.hub.server(self.name, 600))
        self.kernel = await self.hub.kernel(self.name)
        await self.cell("a first cell, from the kernel's start", FIRST, "(16, 10)")
        self.times["from the click to the first result, all at once"] = [time.monotonic() - start]
        self.is_here = True

    async def tries_things(self, everybody):
        """Until the last has come: a small cell now and then, so that nobody is idle."""
        while not all(pupil.is_here for pupil in everybody):
            await self.cell("a small cell meanwhile", "sum(range(10))", "45")
            await asyncio.sleep(8)

    async def works(self):
        for i in range(3):
            await asyncio.sleep((self.number * 7 % 10) / 5)
            await self.cell("a cell of five steps of training", STEP, "True")
        await self.cell("a mistake, its drawing and its repair", MISTAKE, "MXNetError")
        if self.number % 3 == 0:
            asked = await self.kernel.begin("import time\nwhile True: time.sleep(0.01)")
            await asyncio.sleep(1)
            start = time.monotonic()
            await self.kernel.interrupt()
            status, text = await self.kernel.finish(asked)
            self.times["an interrupt"] = [time.monotonic() - start]
            assert "KeyboardInterrupt" in text, text

    async def is_culled(self):
        end = time.monotonic() + 10 * IDLE
        while await self.hub.kernels(self.name):
            if time.monotonic() > end:
                raise AssertionError(f"{self.name}'s idle kernel was not culled")
            await asyncio.sleep(2)

    async def comes_back(self):
        start = time.monotonic()
        self.kernel = await self.hub.kernel(self.name)
        await self.cell("back after culling: the first cell again", FIRST, "(16, 10)")
        self.times["back: from the click to the result"] = [time.monotonic() - start]


async def day(hub, n, at_once):
    await hub.start()
    doors, pupils = asyncio.Semaphore(at_once), [Pupil(hub, f"pupil{i:02}", i) for i in range(n)]

    async def begins(pupil):
        await pupil.comes(doors)
        await pupil.tries_things(pupils)
    await asyncio.gather(*(begins(pupil) for pupil in pupils))
    came = memory()
    await asyncio.gather(*(pupil.works() for pupil in pupils))
    worked = memory()
    await asyncio.gather(*(pupil.is_culled() for pupil in pupils))
    idle = memory()
    await asyncio.gather(*(pupil.comes_back() for pupil in pupils))
    for what in dict.fromkeys(name for pupil in pupils for name in pupil.times):
        print(line(what, [took for pupil in pupils for took in pupil.times.get(what, [])]))
    for when, found in (("after the first cell", came), ("after training and errors", worked)):
        for kind in ("servers", "kernels"):
            print(line(f"memory of {kind}, {when}", found[kind], "MiB"), f" together {sum(found[kind]):.0f} MiB")
    print(f"kernels culled after {IDLE} s idle: {len(worked['kernels'])} of {n}, {len(idle['kernels'])} left")


def main():
    import run
    arguments = [a for a in sys.argv[1:] if a != "--at-once"]
    n, at_once = int(arguments[0]) if arguments else 30, int(arguments[1]) if len(arguments) > 1 else 4
    if "PERCH_CLASS" not in os.environ: # from here on in the environment that has JupyterHub
        python, why = run.environment()
        if not python:
            sys.exit(f"class_day.py: {why}")
        sys.exit(subprocess.call([python, os.path.abspath(__file__), str(n), str(at_once)], env={**os.environ, "PERCH_CLASS": "1"}))
    from hub import Hub, open_ways
    global FOLDER
    with tempfile.TemporaryDirectory(prefix="class") as FOLDER:
        open_ways(FOLDER)
        accounts = "numbered" if os.geteuid() == 0 else "rooms"
        hub = Hub(FOLDER, f"c.PerchSpawner.accounts = {accounts!r}\nc.Spawner.args = [a for a in c.Spawner.args if 'cull_i' not in a] + ['--MappingKernelManager.cull_idle_timeout={IDLE}', '--MappingKernelManager.cull_interval=2']\n"
                  f"c.JupyterHub.concurrent_spawn_limit = {at_once + 2}\nc.JupyterHub.log_level = 'WARN'\n")
        try:
            asyncio.run(day(hub, n, at_once))
        finally:
            hub.stop()


if __name__ == "__main__":
    main()
