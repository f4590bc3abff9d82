"""The terminal beside IPython 8, in one run: bench/repl.py [--ipython PATH] [--rounds N].

    prompt ready     from exec to `In [1]: ` on the terminal; beside it CPython's bare start (python3 -c pass). Bar: 0.65 of that
    cell             `1+1` from its source to its result event and the end of the cell, without a terminal (tests/session-events). Bar: 50 us
    completion       Tab on 10,000 names: from the key to the list on the screen. Bar: 5 ms
    key              from a key to its echo, with live colour, in a block of 200 lines. Bar: 2 ms
    interrupt        from Ctrl-C in an endless loop to the next prompt. Bar: 50 ms

Each figure is the median of several; perch and IPython take turns. IPython: `pip install 'ipython<9'` in a venv whose ipython is named by
--ipython (or $IPYTHON); without it perch stands alone.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "repl")]
from harness import perch_path  # noqa: E402
from terminal import Person  # noqa: E402

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\x1b\][^\a]*\a|\r")


def option(name, default):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


ROUNDS = int(option("--rounds", "9"))
IPYTHON = option("--ipython", os.environ.get("IPYTHON"))


class Front:
    """One program at a terminal, read raw: the emulator's own time is not measured."""

    def __init__(self, command, folder):
        self.start = time.perf_counter()
        self.person = Person(command, columns=100, lines=40, folder=folder, HOME=folder, IPYTHONDIR=folder, XDG_STATE_HOME=folder, PERCH_GPUS="sim:2", PROMPT_TOOLKIT_NO_CPR="1",
                             TERM="xterm-256color", INPUTRC="/dev/null")
        self.seen = b""

    def read(self, seconds):
        import select
        if not select.select([self.person.fd], [], [], seconds)[0]:
            return False
        data = os.read(self.person.fd, 65536)
        self.seen += data
        return bool(data)

    def send(self, text):
        self.seen = b""
        data = text.encode()
        while data:
            data = data[os.write(self.person.fd, data[:2048]):]
            self.read(0)

    def until(self, pattern, seconds=30):
        """The moment at which the pattern (escapes left out) was there."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if re.search(pattern, ESCAPES.sub(b"", self.seen)):
                return time.perf_counter()
            self.read(0.5)
        raise TimeoutError(f"{pattern}: {self.seen[-500:]!r}")

    def quiet(self, seconds=0.15):
        while self.read(seconds):
            pass

    def close(self):
        self.person.close()


def prompt_ready(command, folder):
    front = Front(command, folder)
    took = front.until(rb"In \[1\]: ") - front.start
    front.close()
    return took


def bare_start():
    start = time.perf_counter()
    subprocess.run(["/usr/bin/python3", "-c", "pass"], check=True)
    return time.perf_counter() - start


def completion(front):
    front.send("for _i in range(10000): globals()[f'name_{_i:05}'] = _i\r")
    front.quiet()
    front.send("\r")
    front.quiet(0.3)
    times = []
    for _ in range(ROUNDS):
        front.send("name")
        front.quiet()
        start = time.perf_counter()
        front.send("\t")
        times.append(front.until(rb"name_0000\d") - start)
        front.quiet()
        front.send("\x03")
        front.quiet()
    return statistics.median(times)


def key_to_screen(front):
    lines = ["def f(x):"] + [f"    y{i} = x * {i} + len('text {i}')  # line {i}" for i in range(199)]
    front.send("\x1b[200~" + "\n".join(lines) + "\x1b[201~")
    front.quiet(0.5)
    times = []
    for char in "abcdefghijkl" * ROUNDS:
        start = time.perf_counter()
        front.send(char)
        while not front.seen:
            front.read(5)
        times.append(time.perf_counter() - start)
        front.quiet(0.03)
    front.send("\x03")
    front.quiet()
    return statistics.median(times)


def interrupt(front):
    times = []
    for _ in range(ROUNDS):
        front.send("while True: pass\r")
        front.quiet()
        front.send("\r")
        front.quiet(0.3)
        start = time.perf_counter()
        front.send("\x03")
        times.append(front.until(rb"In \[\d+\]: ") - start)
        front.quiet()
    return statistics.median(times)


def cell_overhead():
    """Two sessions that differ by 20,000 cells."""
    player = os.path.join(os.path.dirname(perch_path()), "tests", "session-events")
    if not os.path.exists(player):
        return None

    def run(cells):
        with tempfile.NamedTemporaryFile("w", suffix=".cells") as file:
            file.write("# %%\n1+1\n" * cells)
            file.flush()
            start = time.perf_counter()
            subprocess.run([player, file.name], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PERCH_GPUS": "none"})
            return time.perf_counter() - start
    few, many = 1000, 21000
    return (min(run(many) for _ in range(3)) - min(run(few) for _ in range(3))) / (many - few)


def ipython_cell():
    code = ("from IPython.core.interactiveshell import InteractiveShell as S\nimport time, io, contextlib\ns = S.instance()\n"
            "with contextlib.redirect_stdout(io.StringIO()):\n [s.run_cell('1+1', store_history=True) for _ in range(300)]\n"
            " t = time.perf_counter()\n [s.run_cell('1+1', store_history=True) for _ in range(1000)]\n t = time.perf_counter() - t\nprint(t / 1000)")
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run([os.path.join(os.path.dirname(IPYTHON), "python"), "-c", code], capture_output=True, text=True, env={**os.environ, "IPYTHONDIR": folder})
    return float(out.stdout.split()[-1])


def main():
    fronts = {"perch": [perch_path(), "-q"]}
    if IPYTHON:
        fronts["IPython"] = [IPYTHON, "--no-banner", "--no-confirm-exit"]
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        ready = {name: [] for name in fronts}
        bare = []
        for turn in range(ROUNDS + 1):
            times = {name: prompt_ready(command, folder) for name, command in fronts.items() if name == "perch" or turn < 5}
            again = bare_start()
            if turn: # the first warms the caches
                bare.append(again)
                for name, took in times.items():
                    ready[name].append(took)
        python = statistics.median(bare)
        rows["prompt ready"] = {name: statistics.median(times) for name, times in ready.items()}
        rows["cell"] = {"perch": cell_overhead(), **({"IPython": ipython_cell()} if IPYTHON else {})}
        for name, command in fronts.items():
            front = Front(command, folder)
            front.until(rb"In \[1\]: ")
            front.quiet(0.5)
            for title, measure in (("completion", completion), ("key", key_to_screen), ("interrupt", interrupt)):
                try:
                    rows.setdefault(title, {})[name] = measure(front)
                except TimeoutError as error:
                    print(f"{name}: {title}: {error}", file=sys.stderr)
                    rows.setdefault(title, {})[name] = None
            front.close()
    print(f"CPython's bare start: {python * 1000:.1f} ms")
    bars = {"prompt ready": 0.65 * python, "cell": 50e-6, "completion": 5e-3, "key": 2e-3, "interrupt": 50e-3}
    missed = False
    for title, times in rows.items():
        def shown(seconds):
            return "-" if seconds is None else f"{seconds * 1e6:.1f} us" if seconds < 1e-4 else f"{seconds * 1e3:.2f} ms"
        ours, theirs = times["perch"], times.get("IPython")
        missed |= ours is None or ours > bars[title]
        ratio = f"   {theirs / ours:.0f} times" if ours and theirs else ""
        print(f"{title:14} perch {shown(ours):>10}   IPython {shown(theirs):>10}{ratio}   bar {shown(bars[title])}{'' if ours and ours <= bars[title] else '   MISSED'}")
    sys.exit(missed)


if __name__ == "__main__":
    main()
