"""Ranks steered from one prompt (%ranks, %%px): a person at a terminal, and clients of the kernel; imported by run.py."""
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "repl")]
import harness  # noqa: E402
from terminal import Person  # noqa: E402

WIDE, HIGH = 200, 300
BEGIN = "import os, time, torch, torch.distributed as dist; dist.init_process_group('gloo'); r = dist.get_rank()"


class Prompt(Person):
    """A prompt with so many ranks; give(cell) is what the cell gave. Its processes are known by a mark in their environment."""

    def __init__(self, ranks, env, options="", begin=BEGIN, columns=WIDE):
        self.mark = f"PERCH_TEST_MARK=ranks-{os.getpid()}-{time.monotonic_ns()}"
        name, _, value = self.mark.partition("=")
        super().__init__([harness.perch_path(), "-q"], columns, HIGH, **{"NO_COLOR": "1", "PERCH_HISTORY": "", "PERCH_GPUS": "sim:2", name: value, **env})
        self.number = 1
        self.prompt(1, 20)
        self.started = self.give(f"%ranks start {ranks} {options}", 60) if ranks else ""
        if ranks and begin:
            self.give("%px " + begin, 60)

    def type(self, cell):
        self.send("\x1b[200~" + cell + "\x1b[201~")
        self.quiet(0.05)
        self.send("\x1b\r")

    def give(self, cell, seconds=30, after=None):
        """What stands between the cell and the next prompt; after: (seconds, what is done then)."""
        self.type(cell)
        if after:
            end = time.monotonic() + after[0] * harness.slowness()
            while time.monotonic() < end:
                self.read(0.05)
            after[1](self)
        self.number += 1
        came = self.prompt(self.number, seconds)
        lines = self.screen.text()
        start = max((i for i, line in enumerate(lines) if line.startswith(f"In [{self.number - 1}]: ")), default=0) + 1
        out = [line for line in lines[start:] if not re.match(r" +\.\.\.: ", line) and not re.match(r"In \[\d+\]:", line)]
        if self.screen.row > HIGH // 2:
            self.send("\x0c")       # (Ctrl-L)
            self.prompt(self.number, 5)
        return ("" if came else "(no prompt came)\n") + "\n".join(out).strip("\n")

    def leave(self, seconds=20):
        self.send("\x04")
        status = self.ended(5)
        if status is None:
            self.send("y\r")
            status = self.ended(5)
        return status, self.gone(seconds)

    def gone(self, seconds=20):
        """Have all its processes ended in that time? Those that have not."""
        end = time.monotonic() + seconds * harness.slowness()
        while (left := harness.processes_with(self.mark)) and time.monotonic() < end:
            time.sleep(0.1)
        return left


def expect(tally, what, got, *wanted, never=()):
    missing = [line for line in wanted if not re.search(line, got, re.M | re.S)] + ["not: " + line for line in never if re.search(line, got, re.M | re.S)]
    tally.check(not missing, what, f"missing {missing} in\n{got}")


# ---- the cases ----
def outputs(tally, env):
    """On 1, 2, 3, 4 and 8 ranks: labels, folding, collectives, the rank's own environment."""
    for n in (1, 2, 3, 4, 8):
        every = "0" if n == 1 else f"0-{n - 1}"
        with Prompt(n, env) as p:
            expect(tally, f"{n} ranks start", p.started, rf"{n} ranks? waits? for cells")
            expect(tally, f"{n} ranks say the same once", p.give("%px print('hello')"), rf"\A\[stdout:{every}\] hello\Z")
            got = p.give("%%px\nx = torch.ones(3) * (r + 1)\ndist.all_reduce(x)\nx[0].item()")
            expect(tally, f"all_reduce on {n} ranks", got, rf"\AOut\[{every}:3\]: {float(n * (n + 1) // 2)}\Z")
            got = p.give("%px print(r, os.environ['RANK'], os.environ['LOCAL_RANK'], os.environ['WORLD_SIZE'], dist.get_world_size())")
            expect(tally, f"{n} ranks have their numbers", got, r"\A" + r"\n".join(rf"\[stdout:{i}\] {i} {i} {i} {n} {n}" for i in range(n)) + r"\Z")
            got = p.give("%ranks")
            tally.check(len(re.findall(r"^ +\d+ +\d+ .*waits for a cell", got, re.M)) == n, f"%ranks of {n}", got)
            status, left = p.leave()
            tally.check(status == 0 and not left, f"{n} ranks end with the prompt", f"{status} {left}")


def folding(tally, env):
    with Prompt(3, env) as p:
        got = p.give("%%px\nfor i in range(2):\n    print('step', i)\n    if r == 1: print('extra')\nif r: print('one')\nr * 2")
        expect(tally, "lines side by side", got, r"\[stdout:0-2\] step 0\n\[stdout:1\] extra\n\[stdout:0-2\] step 1\n", r"\[stdout:1\] extra\n\[stdout:1-2\] one", r"\[stdout:1-2\] one", r"Out\[0:2\]: 0", r"Out\[2:2\]: 4")
        expect(tally, "several lines have their label above", p.give("%px print(f'a{r}\\nb{r}')"), r"\A\[stdout:0\]\na0\nb0\n\[stdout:1\]\na1\nb1\n\[stdout:2\]\na2\nb2\Z")
        got = p.give("%%px\nfor i in range(3):\n    print('step', i)\n    time.sleep(0.4)")
        expect(tally, "lines as they come have their label each", got, r"\A\[stdout:0-2\] step 0\n\[stdout:0-2\] step 1\n\[stdout:0-2\] step 2\Z")
        expect(tally, "stderr and an end without a newline", p.give("%px import sys; print('no end', end=''); print('err', file=sys.stderr)"), r"\[stdout:0-2\] no end", r"\[stderr:0-2\] err")
        expect(tally, "a bar is drawn over itself", p.give("%%px\nfor i in range(5): print(f'\\r{i}/4', end='')\nprint()"), r"\A\[stdout:0-2\] 4/4\Z")
        expect(tally, "targets", p.give("%px --targets 0,2 r"), r"\AOut\[0:\d+\]: 0\nOut\[2:\d+\]: 2\Z")
        expect(tally, "targets as a slice", p.give("%px -t 1: r * 0"), r"\AOut\[1-2\]: 0\Z")
        expect(tally, "the last", p.give("%px --targets -1 r"), r"\AOut\[2:\d+\]: 2\Z")
        for words in ("3", "x", "0,7", "1-9", ","):
            expect(tally, f"no such target {words}", p.give(f"%px --targets {words} r"), r"\AUsageError: no such ranks")
        expect(tally, "here too", p.give("%px --local --targets 0 import os; print(os.environ.get('RANK'))"), r"\ANone\n\[stdout:0\] 0\Z")
        p.give("%pxconfig --targets 1")
        expect(tally, "%pxconfig", p.give("%px r"), r"\AOut\[1:\d+\]: 1\Z")
        p.give("%pxconfig --targets all")
        expect(tally, "a picture", p.give("%%px\nfrom IPython.display import display, HTML\ndisplay(HTML('<b>x</b>'))"), r"\[output:0-2\]\n<IPython.core.display.HTML object>")
        expect(tally, "%autopx", p.give("%autopx"), "enabled")
        expect(tally, "a cell goes there", p.give("r + 100"), r"\AOut\[0:\d+\]: 100\nOut\[1:\d+\]: 101\nOut\[2:\d+\]: 102\Z")
        expect(tally, "its lines count as they stand", p.give("a = 1\nb = a / 0"), r"Cell In\[\d+\], line 2\n    b = a / 0", "3 of 3 ranks failed")
        p.give("%autopx")
        expect(tally, "and comes back", p.give("'here'"), r"\AOut\[\d+\]: 'here'\Z")
        expect(tally, "captured", p.give("%%capture kept\n%px print('into it')"), r"\A\Z")
        expect(tally, "what was captured", p.give("kept.stdout"), r"\[stdout:0-2\] into it")
        expect(tally, "an object of each is one but for its address", p.give("%px object()"), r"\AOut\[0-2\]: <object at 0x…>\Z|\AOut\[0-2\]: <object at 0x[0-9a-f]+>\Z")
        expect(tally, "a rank starts none", p.give("%px %ranks start 2"), "RankError: this process is a rank itself")
        expect(tally, "input is refused", p.give("%px input('name')"), "StdinNotImplementedError")
        expect(tally, "what %px wants", p.give("%px"), "UsageError: %px")
        expect(tally, "what %ranks wants", p.give("%ranks begin"), "UsageError: %ranks start N")


def bars(tally, env):
    """One bar for all ranks, that of who is behind, moves while they run; what is typed line by line is indented as Python is."""
    seen, moving = [], re.compile(r"^\[0-2\] steps: +[1-9]0%\|.*\| [1-9]/10 \[.*$", re.M)

    def look(p):
        end = time.monotonic() + 20 * harness.slowness()
        while time.monotonic() < end and not (found := moving.findall("\n".join(p.screen.text()))):
            p.read(0.05)
        seen.extend(found)

    with Prompt(3, env, columns=90) as p:
        p.give("%px from tqdm import tqdm")
        got = p.give("%%px\nprint('before')\nfor i in tqdm(range(10), desc='steps'): time.sleep(0.1 + 0.06 * (r == 1))\nprint('after')", after=(0.1, look))
        tally.check(len(seen) == 1 and len(seen[0]) < 90, "a bar moves", f"{seen} then {got}")
        expect(tally, "and stands once, as the slowest's", got, r"\A\[stdout:0-2\] before\n\[0-2\] steps: 100%\|█+\| 10/10 \[00:0[1-9]<00:00, +[0-6]\.[^\n]*\n\[stdout:0-2\] after\Z")
        expect(tally, "a bar that is taken away leaves nothing", p.give("%%px\nfor e in range(2):\n    for i in tqdm(range(5), leave=False): time.sleep(0.1)\n    print('epoch', e)"), r"\A\[stdout:0-2\] epoch 0\n\[stdout:0-2\] epoch 1\Z")
        expect(tally, "bars of some ranks", p.give("%%px\nif r:\n    for i in tqdm(range(3)): pass"), r"\A\[1-2\] 100%\|█+\| 3/3 \[[^\n]*\Z")
        expect(tally, "a bar that an error stops", p.give("%%px\nfor i in tqdm(range(4)):\n    if i == 2: 1 / 0"), r"\A\[0-2\]  50%\|█+ +\| 2/4 \[[^\n]*\n\[0-2:execute\]", "ZeroDivisionError")
        p.give("%px --noblock for i in tqdm(range(3)): pass")
        expect(tally, "behind the prompt", p.give("%pxresult"), r"\A\[0-2\] 100%\|█+\| 3/3 \[[^\n]*\Z")
        for line in ("%%px", "for i in range(2):", "if r == 1:", "print('deep', i)", ""):
            p.send(line + "\r")
            p.quiet(0.1)
        p.number += 1
        p.prompt(p.number, 20)
        expect(tally, "typed line by line", "\n".join(p.screen.text()), r"^ +\.\.\.:         print\('deep', i\)", r"^\[stdout:1\]\ndeep 0\ndeep 1$|^\[stdout:1\] deep 0\n\[stdout:1\] deep 1$")


def amounts(tally, env):
    """Much of everything: it neither hangs nor fills memory."""
    def memory(pid):
        with open(f"/proc/{pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) // 1024

    with Prompt(2, env) as p:
        before = memory(p.pid)
        got = p.give("%%capture kept\n%px --targets 0 for _ in range(100): print('x' * 10000)", 60)
        expect(tally, "1 MB of lines", p.give("len(kept.stdout)"), r"Out\[\d+\]: 1000[01]\d\d")
        got = p.give("%px --noblock --targets 1 for _ in range(100): print('y' * 1_000_000)", 60)
        expect(tally, "it goes on", got, r"It runs on ranks 1; %pxresult")
        expect(tally, "a busy rank takes no cell", p.give("%px --targets 1 1"), r"\ARankError: ranks 1 still run a cell")
        end = time.monotonic() + 60 * harness.slowness()
        while time.monotonic() < end and "waits for a cell" not in p.give("%ranks").splitlines()[-1]:
            time.sleep(0.2)
        expect(tally, "100 MB that nobody looks at", p.give("%ranks").splitlines()[-1], "waits for a cell")
        expect(tally, "the rest was not kept", p.give("%%capture kept\n%pxresult") + p.give("kept.stdout[-60:], len(kept.stdout) < 6_000_000"), r"bytes of output were not kept.*True")
        tally.check(memory(p.pid) - before < 150, "memory of the prompt", f"{before} MB before, {memory(p.pid)} at most")
        expect(tally, "bytes that are no text", p.give("%px import sys; sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')"), r"\[stdout:0-1\]")
        p.give("big = '# ' + 'x' * 5_000_000 + '\\ndist.barrier()\\n1 + 1'")     # (they come to its end together, however long each reads)
        expect(tally, "a large cell", p.give("get_ipython().run_cell_magic('px', '', big)", 60), r"\AOut\[0-1:\d+\]: 2\Z")
        expect(tally, "a child's output", p.give("%px os.system('echo child')"), r"\[stdout:0-1\] child", r"Out\[0-1:\d+\]: 0")


def errors(tally, env):
    with Prompt(3, env) as p:
        got = p.give("%%px\nx = torch.ones(3)\nif r == 1:\n    [][3]\ndist.all_reduce(x)")
        expect(tally, "who began it is shown in full, who waited in a line", got, r"\[1:execute\]\nTraceback.*Cell In\[\d+\], line 4\n    \[\]\[3\].*IndexError: list index out of range",
               r"\[0,2:execute\] Rank 1 has left its cell: IndexError: list index out of range at In\[\d+\]:4\. Ranks 0,2 waited for it in all_reduce\(SUM\) of float32 \[3\] at In\[\d+\]:5",
               r"RankError: 3 of 3 ranks failed \(0,2: RuntimeError; 1: IndexError\)")
        expect(tally, "and the next collective is right", p.give("%px x = torch.ones(3) * (r + 1); dist.all_reduce(x); x"), r"\AOut\[0-2:\d+\]: tensor\(\[6., 6., 6.\]\)\Z")
        got = p.give("%%px\nif r == 0:\n    dist.barrier()\nelse:\n    dist.all_reduce(x)")
        expect(tally, "a mismatch, with both lines", got, r"The ranks do not do the same: rank 0: barrier at In\[\d+\]:3; ranks 1, 2: all_reduce\(SUM\) of float32 \[3\] at In\[\d+\]:5",
               r"\[1-2:execute\] the same error as on 0, at In\[\d+\], line 5")
        got = p.give("%%px\ndist.all_reduce(torch.ones(3 + r))")
        expect(tally, "shapes that differ", got, r"rank 0: all_reduce\(SUM\) of float32 \[3\] at In\[\d+\]:2; rank 1: all_reduce\(SUM\) of float32 \[4\]")
        got = p.give("%px --targets 0 dist.barrier()")
        expect(tally, "others have no cell", got, r"Rank 1 has no cell to run\. Rank 0 waited for it in barrier")
        got = p.give("%%px\nif r < 2: dist.barrier()")
        expect(tally, "one is done", got, r"Rank 2 has come to the end of its cell\. Rank 0 waited for it in barrier")
        got = p.give("%%px\nif r == 0: dist.recv(torch.ones(2), 1)\nif r == 2: dist.send(torch.ones(200000), 1)")
        expect(tally, "messages that nobody sends or takes", got, r"Rank 1 has come to the end of its cell\. Rank 0 waited for it in recv from rank 1", "Rank 2 waited for it in send to rank 1")
        expect(tally, "and then again", p.give("%px x = torch.ones(2); dist.all_reduce(x); dist.barrier(); x"), r"\AOut\[0-2\]: tensor\(\[3., 3.\]\)\Z")
        got = p.give("%%px\nw = dist.all_reduce(x, async_op=True)")
        got += p.give("%px w.wait(); x")
        expect(tally, "what is begun in one cell ends in another", got, r"\AOut\[0-2\]: tensor\(\[9., 9.\]\)\Z")
        p.give("%px --targets 0 w = dist.all_reduce(x, async_op=True)")
        p.give("%px --targets 1,2 dist.all_reduce(x)", 30)
        expect(tally, "and for others meanwhile", p.give("%px (r or w.wait()); x"), r"tensor\(\[27., 27.\]\)")
        got = p.give("%%px\na = torch.ones(2, device='cuda:0')\nb = torch.ones(2)\na + b")
        expect(tally, "the drawing", got, r"found at least two devices", r"[└├]─* ?a  2 float32  on cuda:0", r"\[P\d+: perch explain")
        expect(tally, "the group of some ranks", p.give("%%px\npair = dist.new_group([0, 1])\ny = torch.ones(1)\nif r < 2: dist.all_reduce(y, group=pair)\ny.item()"), r"Out\[0-1\]: 2.0\nOut\[2:\d+\]: 1.0")
        p.give("%%px\nif r: dist.barrier()\nelse: 1 / 0")
        expect(tally, "is of before an error", p.give("%%px\nif r < 2: dist.all_reduce(y, group=pair)"), r"This group is of before an error.*new_group")


def interrupts(tally, env):
    def press(p):
        p.send("\x03")

    with Prompt(3, env) as p:
        for what, cell in (("loops", "%%px\nwhile True: pass"), ("sleep and a barrier", "%%px\nif r: dist.barrier()\nelse: time.sleep(100)"), ("children", "%px os.system('sleep 50')")):
            since = time.monotonic()
            got = p.give(cell, 20, after=(1, press))
            expect(tally, f"Ctrl-C ends {what}", got, "KeyboardInterrupt|130|Out", never=["no prompt came"])
            tally.check(time.monotonic() - since < 12 * harness.slowness(), f"{what}: at once", time.monotonic() - since)
            expect(tally, f"behind {what}", p.give("%px x = torch.ones(1); dist.all_reduce(x); x.item()"), r"\AOut\[0-2:\d+\]: 3.0\Z")
        p.give("%%px --noblock\nif r == 1: time.sleep(8)\ndist.barrier()")
        until = time.monotonic() + 5
        while "waits in barrier" not in (got := p.give("%ranks")) and time.monotonic() < until:
            time.sleep(0.2)
        expect(tally, "%ranks says who waits in what", got, r"^ +0 .*waits in barrier at In\[\d+\]:3, [\d.]+ s: if r == 1", r"^ +1 .*[\d.]+ s: if r == 1")
        expect(tally, "a view over ranks waits for a cell's end", p.give("%where --ranks"), r"RankError: ranks [\d,-]+ run a cell")
        expect(tally, "it ends", p.give("%pxresult"), r"\A\Z")
        number = int(re.search(r"\d+\Z", p.give("len(In) - 1").strip())[0])
        p.give("%px --noblock 1")
        p.give("%ranks")        # (what they answer comes behind what the cell gave)
        expect(tally, "an error behind one that nobody asked for is in the prompt's own cell", p.give("%px 1 / 0"), rf"Cell In\[{number + 3}\], line 1")
        got = p.give("%%px\nwhile True:\n    try:\n        time.sleep(100)\n    except KeyboardInterrupt:\n        pass", 40, after=(1, press))
        expect(tally, "one that does not stop", got, r"RankError: ranks 0-2 do not stop: their cell goes on")
        expect(tally, "is seen", p.give("%ranks"), r"s: while True:")
        expect(tally, "and ended", p.give("%ranks restart", 60), "3 ranks wait for cells")
        expect(tally, "the rest works", p.give("%px 1"), r"\AOut\[0-2:1\]: 1\Z")


def deaths(tally, env):
    for what, act, said in (("os._exit", "os._exit(3)", "exited with 3"), ("a signal", "os.kill(os.getpid(), 9)", "was killed by SIGKILL"), ("exit()", "exit(4)", r"left by exit\(4\)")):
        with Prompt(3, env) as p:
            got = p.give("%%px\nif r == 1: " + act + "\ndist.barrier()")
            expect(tally, f"{what}: who, how, and who waited", got, rf"^Rank 1 {said}$", r"Rank 1 (is gone: its process \(\d+\) has died|has ended: exit\(\))\. Ranks 0,2 waited for it in barrier at In\[\d+\]:3", rf"1: (Rank 1 )?{said}|1: {said}")
            expect(tally, f"{what}: a cell for all", p.give("%px 1"), rf"\ARankError: Rank 1 {said}\. %ranks restart starts them anew\Z")
            expect(tally, f"{what}: the others live", p.give("%px --targets 0,2 r"), r"Out\[0:\d+\]: 0\nOut\[2:\d+\]: 2")
            expect(tally, f"{what}: %ranks", p.give("%ranks"), rf"^ +1 +\d+ .*{said}")
            expect(tally, f"{what}: anew", p.give("%ranks restart", 60) + p.give("%px " + BEGIN) + p.give("%px x = torch.ones(1); dist.all_reduce(x); x.item()"), r"Out\[0-2:2\]: 3.0\Z")
            status, left = p.leave()
            tally.check(status == 0 and not left, f"{what}: nothing is left", f"{status} {left}")
    with Prompt(2, env) as p:
        pid = int(re.search(r"^ +1 +(\d+)", p.give("%ranks"), re.M)[1])
        os.kill(pid, 9)
        time.sleep(0.5)
        expect(tally, "one that died between cells", p.give("%px 1"), r"Rank 1 was killed by SIGKILL")
        expect(tally, "stop", p.give("%ranks stop", 60), "The ranks have ended")
        expect(tally, "none", p.give("%px 1") + p.give("%ranks"), r"UsageError: There are no ranks.*UsageError: There are no ranks")
        end = time.monotonic() + 10 * harness.slowness()
        while harness.processes_with(p.mark) != [p.pid] and time.monotonic() < end:
            time.sleep(0.1)
        tally.check(harness.processes_with(p.mark) == [p.pid], "nothing is left behind stop", harness.processes_with(p.mark))
    with Prompt(2, env) as p:
        p.type("%px time.sleep(100)")
        p.quiet(0.5)
        os.kill(p.pid, 9)
        p.ended()
        left = p.gone()
        tally.check([pid for pid in left if pid != p.pid] == [], "the prompt is killed in a cell: its ranks end", left)
        kept = [name for name in os.listdir(os.environ["TMPDIR"]) if name.startswith("perch-ranks-")]
        tally.check(not kept, "and leave no folder", kept)
    with Prompt(2, env) as p:
        for pid in harness.processes_with(p.mark):
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if b"mpirun" in file.read().split(b"\0")[0]:
                    os.kill(pid, 9)
        time.sleep(0.5)
        expect(tally, "the launcher is killed", p.give("%px r"), r"\ARankError: Rank 0 (does not answer any more|was killed|exited with)")
        expect(tally, "and begun anew", p.give("%ranks restart", 60) + p.give("%px 1"), r"Out\[0-1:1\]: 1\Z")
    with Prompt(2, env) as p:
        expect(tally, "the prompt's own MPI is none", p.give("import torch.distributed as dist; dist.is_initialized(), __import__('perch.ranks').ranks.is_started()"), r"\(False, False\)")


def without(tally, env):
    """Where MPI is not: one sentence that names the package."""
    with Prompt(0, {**env, "PATH": "/nonexistent"}) as p:
        expect(tally, "without mpirun", p.give("%ranks start 2"), r"\ARankError: ranks need Open MPI.*openmpi-bin")
    with Prompt(0, {**env, "PERCH_MPI": os.path.join(HERE, "nothing.so")}) as p:
        expect(tally, "without the plugin", p.give("%ranks start 2"), r"\ARankError: ranks need Open MPI.*openmpi-bin")
    with Prompt(0, env) as p:
        expect(tally, "GPUs that cannot be", p.give("%ranks start 2 --gpus foo", 60), r"\ARankError: 2 ranks did not start: perch: PERCH_GPUS=foo: 'foo' is not auto")
        expect(tally, "over TCP", p.give("%ranks start 2 --host localhost", 60) + p.give("%px 1"), r"2 ranks wait for cells.*Out\[0-1:1\]: 1")
    with Prompt(2, env, "--gpus sim:3") as p:
        expect(tally, "--gpus", p.give("%px torch.cuda.device_count()"), r"Out\[0-1:2\]: 3")


def own_children(tally, env):
    """What cells on ranks start: loaders, children, threads, children that end."""
    with Prompt(3, env) as p:
        expect(tally, "a group ended and begun", p.give("%px dist.destroy_process_group(); dist.init_process_group('gloo'); x = torch.ones(2); dist.all_reduce(x); x"), r"\AOut\[0-2:\d+\]: tensor\(\[3., 3.\]\)\Z")
        expect(tally, "a loader's processes", p.give("%%px\nfrom torch.utils.data import DataLoader, TensorDataset\nsum_ = sum(b[0].sum().item() for b in DataLoader(TensorDataset(torch.arange(10.)), 2, num_workers=2))\ndist.barrier()\nsum_"),
               r"\AOut\[0-2:\d+\]: 45.0\Z")
        expect(tally, "a child", p.give("%px import multiprocessing as mp; c = mp.Process(target=print, args=('child',)); c.start(); c.join()"), r"\A\[stdout:0-2\] child\Z")
        expect(tally, "a fork that ends", p.give("%%px\nif r == 1: os.fork() or os._exit(5)\ndist.barrier()"), r"\A\Z")
        p.give("%px import threading; t = threading.Thread(target=lambda: (time.sleep(0.3), print('late'))); t.start()")
        expect(tally, "a thread's output comes with the next cell", p.give("%px t.join()"), r"\[stdout:0-2\] late")
        got = p.give("%%px\nbig = torch.ones(3_000_000)\nif r == 1: 1 / 0\ndist.all_reduce(big)")
        expect(tally, "a large sum that one never joined", got, r"\[1:execute\]\nTraceback.*ZeroDivisionError", r"Ranks 0,2 waited for it in all_reduce\(SUM\) of float32 \[3000000\]")
        expect(tally, "and then", p.give("%px dist.all_reduce(big); big[0].item()"), r"\AOut\[0-2:\d+\]: 3.0\Z")
        expect(tally, "without end", p.give("%%px\ndef f(): return f()\nf()"), r"\[0-2:execute\].*RecursionError")
        got = p.give("%%px\nif r == 1: os.closerange(3, 200)\nr")
        expect(tally, "a rank that closes all it has", got + p.give("%px r"), r"Rank 1 ")
        expect(tally, "is begun anew", p.give("%ranks restart", 60), "3 ranks wait")


def views(tally, env):
    """Places of all ranks; what went between them, with both lines; who came last."""
    with Prompt(3, env) as p:
        p.give("%%px\nx = torch.ones(1000, device='cuda:0')\nown = torch.ones(10 * (r + 1))\nnet = torch.nn.Linear(3, 4)")
        got = p.give("%where --ranks")
        expect(tally, "%where of all ranks", got, r"^x +1000 float32 +cuda:0@0-2 +4000 bytes +In\[3\]:2", r"^own +10 float32 +cpu@0 .*^own +20 float32 +cpu@1 ", r"^net +network, 2 parameters +cpu@0-2 ")
        expect(tally, "names of theirs, unfolded", p.give("%where --ranks net"), r"net\.weight +4x3 float32 +cpu@0-2")
        expect(tally, "a name that none has", p.give("%where --ranks nothing"), r"RankError: rank 0 has no such view: NameError")
        expect(tally, "%where here stays here", p.give("%where"), "no name here")
        expect(tally, "%devices", p.give("%devices --ranks"), r"^gpu\(0\)@0-2 +cuda:0@0-2 +Tesla T4", r"^cpu\(\)@2 ")
        expect(tally, "%mem", p.give("%mem --ranks"), r"^cuda:0@0 .*^x  ", r"^cpu@2 ")
        p.give("%%px\nfor i in range(4):\n    if r == 2: time.sleep(0.3)\n    dist.all_reduce(own[:3])\nif r == 0: dist.send(own[:2], 1)\nif r == 1:\n    dist.recv(own[:2], 0)\ndist.all_reduce(x)")
        got = p.give("%transfers --ranks")
        expect(tally, "%transfers: who came last", got, r"^ranks 0-2 +all_reduce\(SUM\) +4 +48 bytes +\S+ \w+ +rank 2 came last, by up to [\d.]+ ms +In\[\d+\]:4 ")
        expect(tally, "%transfers: both lines of a message", got, r"^rank 0 +rank 1 +1 +8 bytes .* In\[\d+\]:5 @0, In\[\d+\]:7 @1 ")
        expect(tally, "%transfers: copies of a GPU's", got, r"^cuda:0@0-2 +cpu@0-2 +1 +4000 bytes")
        got = p.give("%timeline --ranks")
        waits = {int(rank): float(ms) * {"s": 1000, "ms": 1, "us": 0.001}[unit] for rank, ms, unit in re.findall(r"^for ranks@(\d) +\d+ calls?, busy ([\d.]+) (s|ms|us)", got, re.M)}
        tally.check(len(waits) == 3 and min(waits[0], waits[1]) > max(600, 2 * waits[2]), "%timeline: the others wait for the straggler", got)
        expect(tally, "%timeline: lanes of all", got, r"^cpu@0 ", r"^cuda:0@2 ", r"^with ranks@1 ")
        folder = env.get("TMPDIR") or "/tmp"
        file = os.path.join(folder, f"perch-ranks-{os.getpid()}.svg")
        p.give("%timeline --ranks --svg " + file)
        drawn = open(file, encoding="utf-8").read() if os.path.exists(file) else ""
        tally.check("for ranks@0" in drawn and "<svg" in drawn, "%timeline --svg", drawn[:300])
        os.path.exists(file) and os.remove(file)
        expect(tally, "%timeline of a rank", p.give("%px --targets 1 %timeline"), r"\[output:1\]", r"^for ranks ")
        p.give("%%px\nif r == 0: dist.barrier()\nelse: dist.all_reduce(own[:3])")
        p.give("%%px\nif r == 1: 1 / 0\ndist.all_reduce(own[:3])")
        p.give("%px dist.all_reduce(own[:3])")
        got = p.give("%transfers --ranks")
        expect(tally, "%transfers: a mismatch", got, r"^ranks 0-2 +barrier \| all_reduce\(SUM\) +1 .*failed +In\[\d+\]:2 @0, In\[\d+\]:3 @1-2 ")
        expect(tally, "%transfers: a call that one rank never made, and the next", got, r"^ranks 0,2 +all_reduce\(SUM\) +1 .*failed +In\[\d+\]:3 ", r"^ranks 0-2 +all_reduce\(SUM\) +1 .* In\[\d+\]:1 ")
        p.give("%px %transfers clear")
        expect(tally, "cleared", p.give("%transfers --ranks"), "^nothing has moved", never=["all_reduce"])
        p.give("%%px\nif r == 0: dist.isend(own[:2], 1)")
        expect(tally, "a message that nobody took", p.give("%transfers --ranks"), r"^rank 0 +rank 1 .*nobody received it")


def lesson(tally, env):
    """examples/ranks.md shows what is saved in it, and plays as a demo."""
    path = os.path.join(harness.ROOT, "examples", "ranks.md")
    for what, words in (("perch test", ("test", "--gpus", "sim:2", path)), ("perch demo --check", ("demo", "--check", path))):
        run = harness.run_program([harness.perch_path(), *words], timeout=120 * harness.slowness(), env=harness.clean_environment(**env))
        tally.check(run.code == 0, f"examples/ranks.md: {what}", (run.out + run.err).decode("utf-8", "replace")[-3000:])


def kernel(tally, env):
    """Over Jupyter's protocol: steered_kernel.py, by a Python that has ZeroMQ (the suite kernel's)."""
    python = next((path for path in (os.path.join(harness.ROOT, "build", "clients", "bin", "python"), sys.executable) if os.path.exists(path) and not subprocess.call([path, "-c", "import zmq"], stderr=subprocess.DEVNULL)), None)
    if python is None:
        tally.skip("the kernel's ranks", "no Python here has pyzmq (the suite kernel makes one: build/clients)")
        return
    run = harness.run_program([python, os.path.join(HERE, "steered_kernel.py")], timeout=240 * harness.slowness(), env={**os.environ, **env})
    rows = re.findall(r"^(ok|FAIL) (.*)$", run.out.decode("utf-8", "replace"), re.M)
    for state, what in rows:
        tally.check(state == "ok", "kernel: " + what.partition(" || ")[0], what)
    tally.check(run.code == 0 and len(rows) > 10, "kernel: the client came to its end", (run.out + run.err).decode("utf-8", "replace")[-3000:])


CASES = (outputs, folding, bars, amounts, errors, interrupts, deaths, own_children, views, without, lesson, kernel)
