"""The session: cells in, events out. Against what IPython 8 makes of the same cells (ipython/*.cells, *.events by make_events.py; transforms.json,
pretty.json), the session's own ways (own/*.cells, *.events: run.py --accept NAME after reading them), and what must never happen: history lost,
memory growing, an interrupt unheard.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import ROOT, Tally, clean_environment, in_parallel, run_program, slowness  # noqa: E402

EVENTS = os.path.abspath(os.environ.get("PERCH_EVENTS") or os.path.join(ROOT, "build", "tests", "session-events"))
CHECKED = "PERCH_EVENTS" in os.environ  # a sanitizer's build: slower, and its memory says nothing


def play(path_or_text, *options, timeout=60, env=None, limit=16 << 20):
    """The events of a file's cells."""
    given = path_or_text if isinstance(path_or_text, bytes) else Path(path_or_text).read_bytes()
    run = run_program([EVENTS, *options], timeout=timeout, stdin=given, cwd="/", env=env or clean_environment(PERCH_GPUS="sim:2", TERM="dumb"), limit=limit)
    events = []
    for line in run.out.decode("utf-8").splitlines():
        try:
            events.append(json.loads(line))
        except json.JSONDecodeError: # the last one, where it died (or passed the harness's limit on output)
            events.append({"event": "died", "code": run.code, "cut short": line[-200:], "stderr": run.err.decode("utf-8", "replace")[-2000:]})
    if run.code or run.timed_out or run.err:
        events.append({"event": "died", "code": run.code, "timed_out": run.timed_out, "stderr": run.err.decode("utf-8", "replace")})
    return events


def tidy(event, bare):
    """An event as goldens keep it: addresses are all alike; bare: of errors their names and words alone."""
    event = {k: v for k, v in event.items() if not (bare and event["event"] == "error" and k not in ("event", "name", "value"))}
    return re.sub(r"0x[0-9a-f]{6,}", "0xADDRESS", json.dumps(event, ensure_ascii=False, sort_keys=True))


def differences(want, got):
    lines = []
    for i in range(max(len(want), len(got))):
        a, b = want[i] if i < len(want) else "(nothing)", got[i] if i < len(got) else "(nothing)"
        if a != b:
            lines += [f"event {i + 1}:", "  want " + a[:400], "  got  " + b[:400]]
        if len(lines) > 12:
            break
    return "\n".join(lines)


def golden(tally, folder, bare, accept):
    def one(path):
        options = [word for line in path.read_text(encoding="utf-8").splitlines()[:1] if line.startswith("# options:") for word in line.split()[2:]]
        return path, [tidy(event, bare) for event in play(path, *options) if not (bare and event["event"] == "closed")]

    for path, got in in_parallel(one, sorted((HERE / folder).glob("*.cells"))):
        events = path.with_suffix(".events")
        if path.stem in accept:
            events.write_text("".join(line + "\n" for line in got), encoding="utf-8")
        want = events.read_text(encoding="utf-8").splitlines() if events.exists() else []
        tally.check(want == got, f"{folder}/{path.stem}", differences(want, got))


def ask_python(code, rows):
    """json of what the session's Python prints of the rows."""
    text = f"import json\nrows = json.loads({json.dumps(rows)!r})\n{code}"
    out = "".join(event["text"] for event in play(text.encode()) if event["event"] == "stream" and event["name"] == "stdout")
    return json.loads(out or "[]")


def transforms(tally):
    rows = json.loads((HERE / "transforms.json").read_text(encoding="utf-8"))
    got = ask_python("import _session\nprint(json.dumps([_session.transform(row[0]) for row in rows]))", rows)

    def lines(text):
        return [line.rstrip() for line in text.split("\n") if line.strip()]

    for i, (cell, want) in enumerate(rows):
        have = got[i] if i < len(got) else ""
        if want is not None: # IPython refuses the rest itself
            tally.check(lines(want) == lines(have), f"transform {cell!r}", f"want {want!r}\ngot  {have!r}")
            tally.check(have.count("\n") <= cell.count("\n") or cell.lstrip().startswith("%%"), f"lines of {cell!r}", have)


def pretty(tally):
    book = json.loads((HERE / "pretty.json").read_text(encoding="utf-8"))
    got = ask_python(book["setup"] + "\nfrom perch.pretty import pretty\nprint(json.dumps([pretty(eval(row[0])) for row in rows]))", book["rows"])
    for i, (expression, want) in enumerate(book["rows"]):
        tally.check(i < len(got) and got[i] == want, f"pretty {expression}", f"want {want}\ngot  {got[i] if i < len(got) else None}")


def texts(events, kind="stream"):
    return "".join(event.get("text", "") for event in events if event["event"] == kind)


def history_file(tally):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "deep", "er", "history")
        cells = b"x = 1\n# %%\nfor i in []:\n    pass\n# %%\n'\xe5\x8f\x98\\n'\n"
        play(cells, "--history", path)
        tally.check(os.stat(path).st_mode & 0o777 == 0o600, "history: mode 0600")
        asked = play(b"# %%\ny\n# %% history tail 3\n# %% history range -1 1\n# %% history search 0 x*\n", "--history", path)
        entries = [event["entries"] for event in asked if event["event"] == "history"]
        tally.check(entries[0] == [[1, 2, "for i in []:\n    pass"], [1, 3, "'变\\n'"], [2, 1, "y"]], "history: the tail, over sessions", entries[0])
        tally.check(entries[1] == [[1, 1, "x = 1"], [1, 2, "for i in []:\n    pass"], [1, 3, "'变\\n'"]], "history: the session before", entries[1])
        tally.check(entries[2] == [[1, 1, "x = 1"]], "history: a search", entries[2])
        data = Path(path).read_bytes()
        for cut in range(len(data)): # a write that ended anywhere
            short = os.path.join(folder, "short")
            Path(short).write_bytes(data[:cut])
            if cut % 7 and cut < len(data) - 40:
                continue
            asked = play(b"# %%\nz\n# %% history tail 99\n", "--history", short)
            found = [event["entries"] for event in asked if event["event"] == "history"][0]
            cut += data[cut:cut + 1] == b"\n" # all of it but its newline
            whole = [line for line in data[:cut].decode("utf-8", "replace").split("\n")[:-1] if line.split("\t")[1] != "0"]
            tally.check(len(found) == len(whole) + 1 and found[-1][2] == "z", f"history cut at byte {cut}", found)


def history_killed(tally):
    """kill -9 while cells are written, several times over one file: what was there before stays."""
    with tempfile.TemporaryDirectory() as folder:
        path, before = os.path.join(folder, "history"), 0
        cells = "\n# %%\n".join(f"'{'long ' * 50}', {i}" for i in range(4000)).encode()
        for turn in range(6):
            process = subprocess.Popen([EVENTS, "--history", path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=clean_environment())
            process.stdin.write(cells)
            process.stdin.close()
            size, limit = os.path.getsize(path) if os.path.exists(path) else 0, time.monotonic() + 20 * slowness()
            while (os.path.getsize(path) if os.path.exists(path) else 0) <= size + 500 * turn and process.poll() is None and time.monotonic() < limit:
                time.sleep(0.001)       # it writes: killed in the midst of that
            process.send_signal(signal.SIGKILL)
            process.wait()
            now = len([e for e in play(b"# %% history tail 0\n", "--history", path) if e["event"] == "history"][0]["entries"])
            tally.check(now > before, f"history after kill -9, turn {turn}", f"{before} then {now}")
            before = now


def history_unwritable(tally):
    """No room, a limit on the file's size, a folder and a file that may not be written: nothing that is there is lost, it is said once, and what could not be saved is when it can."""
    cells = "\n# %%\n".join(f"{i}, '{'x' * 200}'" for i in range(40))
    freed = "\n# %%\nimport resource; resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)\n# %%\n'after'\n# %% history tail 99\n"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))\n# %%\n"
    said = "cannot be written"

    def piped(cells): # (a limit on files would hold for the file that the harness reads from, too)
        done = subprocess.run([EVENTS, "--history", path], input=cells.encode(), capture_output=True, cwd=folder, env=clean_environment(TERM="dumb"), timeout=60 * slowness(), check=False)
        return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()] + ([{"event": "died", "code": done.returncode, "stderr": done.stderr.decode()}] if done.returncode or done.stderr else [])

    def entries(events):
        return [text for _, _, text in [e for e in events if e["event"] == "history"][-1]["entries"]]

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history")
        play(b"'before'\n", "--history", path)
        first = Path(path).read_bytes()
        events = piped(limit + cells + "\n# %% history tail 99\n")
        tally.check(texts(events).count(said) == 1, "history: a limit on the file's size is said once", texts(events)[:500])
        tally.check(entries(events)[:2] == ["'before'", limit.splitlines()[0]] and len(entries(events)) == 42, "history: all is there in the session all the same", len(entries(events)))
        data = Path(path).read_bytes()
        tally.check(data.startswith(first) and data.endswith(b"\n") and len(data) <= 4000, "history: whole lines up to the limit", len(data))
        os.remove(path)
        play(b"'before'\n", "--history", path)
        events = piped(limit + cells + freed)
        later = entries(play(b"# %% history tail 99\n", "--history", path))
        tally.check(len(later) == 44 and later[0] == "'before'" and later[-1] == "'after'", "history: what could not be saved is, when it can be", (len(later), later[-2:]))
        os.remove(path)
        os.symlink("/dev/full", path)
        events = play((cells + "\n# %% history tail 99\n").encode(), "--history", path)
        tally.check(len(entries(events)) == 40 and texts(events).count(said) <= 1 and events[-1]["event"] == "closed", "history: a device", events[-1])
        os.remove(path)
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        events = play(b"'piped'\n# %% history tail 99\n", "--history", path)
        tally.check(entries(events) == ["'piped'"] and texts(events).count(said) <= 1 and events[-1]["event"] == "closed", "history: a pipe keeps nothing", events[-3:])
        tally.check(os.read(reader, 99) == b"", "history: nothing goes down a pipe")
        os.close(reader)
        if os.geteuid():
            os.remove(path)
            Path(path).write_bytes(first)
            os.chmod(path, 0o400)
            events = play(b"'new'\n# %%\n'newer'\n# %% history tail 99\n", "--history", path)
            tally.check(entries(events) == ["'before'", "'new'", "'newer'"] and texts(events).count(said) == 1, "history: a file that can be read alone", events)
            os.chmod(folder, 0o500)
            events = play(b"'new'\n# %%\n'newer'\n# %% history tail 99\n", "--history", os.path.join(folder, "other"))
            tally.check(entries(events) == ["'new'", "'newer'"] and texts(events).count(said) == 1, "history: a folder that may not be written", events)
            os.chmod(folder, 0o700)


FULL = 'mount -t tmpfs -o size=16k tmpfs "$1" && cd "$1" && "$2" --history "$1/history" "$3"; code=$?; cat "$1/history" >"$4"; exit $code'


def history_full(tally):
    """A disk that is full, in the middle of a line: whole lines are there, all is said once, and what waited is saved when there is room."""
    tried = subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False)
    if tried.returncode:
        tally.skip("history: a full disk", "no name space of mounts for this user")
        return
    cells = [f"{i}, '{'y' * 400}'" for i in range(80)]
    for last in ([], ["import os; os.remove('fill')", "'room'"]):
        first = ["open('fill', 'wb').write(bytes(8192)); None"] if last else []
        with tempfile.TemporaryDirectory() as folder:
            mount, typed, kept = (os.path.join(folder, name) for name in ("mount", "cells", "kept"))
            os.mkdir(mount)
            Path(typed).write_text("\n# %%\n".join(first + (cells[:25] if last else cells) + last) + "\n# %% history tail 99\n", encoding="utf-8")
            done = subprocess.run(["unshare", "-rm", "sh", "-c", FULL, "full", mount, EVENTS, typed, kept], capture_output=True, env=clean_environment(TERM="dumb", PERCH_GPUS="sim:2"), timeout=60 * slowness(), check=False)
            events = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
            data = Path(kept).read_bytes().decode()
            lines = [line.split("\t") for line in data.splitlines()]
        what = "history: a full disk" + (" that has room again" if last else "")
        tally.check(done.returncode == 0 and events and events[-1]["event"] == "closed", f"{what}: the session ends well", done.stderr.decode()[-500:])
        tally.check(texts(events).count("No space left on device") == 1, f"{what}: said once", texts(events)[:600])
        asked = [event["entries"] for event in events if event["event"] == "history"]
        tally.check(len(asked) == 1 and len(asked[0]) == len(first + (cells[:25] if last else cells) + last), f"{what}: all is there in the session", str(asked)[:300])
        tally.check(len(lines) > 10 and all(len(line) == 5 and len(line[4].encode()) == int(line[3]) for line in lines[:-1]), f"{what}: whole lines", data[-900:])
        tally.check(not last or data.endswith("'room'\n") and sum(line[4].startswith(tuple("0123456789")) for line in lines) == 25, f"{what}: what waited is saved", data[-900:])


def history_writers(tally):
    """Several sessions write at once: all that they wrote is there, each in its order."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history")
        made = [subprocess.Popen([EVENTS, "--history", path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=clean_environment()) for _ in range(4)]
        for k, process in enumerate(made):
            process.stdin.write("\n# %%\n".join(f"{k}, {i}, '{'x' * (i * 7 % 300)}'" for i in range(100)).encode())
            process.stdin.close()
        for process in made:
            process.wait()
        rows = [e for e in play(b"# %% history tail 0\n", "--history", path) if e["event"] == "history"][0]["entries"]
        by_session = {}
        for session, line, text in rows:
            by_session.setdefault(session, []).append((line, text))
        tally.check(len(by_session) == 4 and all(len(v) == 100 for v in by_session.values()), "history: four writers", {k: len(v) for k, v in by_session.items()})
        tally.check(all([line for line, _ in v] == list(range(1, 101)) and len({text.split(",")[0] for _, text in v}) == 1 for v in by_session.values()),
                    "history: each writer's order")


def history_bounded(tally):
    """A file that may grow to 20,000 bytes: several writers and kills, and what is there is always the end of what was written, without gaps."""
    bound = 20000
    env = clean_environment(PERCH_HISTORY_BYTES=str(bound))
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "real"))
        real, path = os.path.join(folder, "real", "history"), os.path.join(folder, "history")
        os.symlink(real, path)

        def rows():
            return [e for e in play(b"# %% history tail 0\n", "--history", path) if e["event"] == "history"][0]["entries"]

        def whole(what):
            by_session, all_rows = {}, rows()
            for session, line, text in all_rows:
                by_session.setdefault(session, []).append(line)
            tally.check(all(text.startswith(f"'{'y' * (line % 90)}'") for _, line, text in all_rows), f"{what}: whole lines", all_rows[:3])
            tally.check(by_session and all(lines == list(range(lines[0], lines[-1] + 1)) for lines in by_session.values()), f"{what}: no gaps", by_session)
            tally.check(os.path.getsize(path) < bound + 2000, f"{what}: its size", os.path.getsize(path))
            return by_session

        cells = ["\n# %%\n".join(f"'{'y' * (i % 90)}', {i}" for i in range(1, n + 1)).encode() for n in (1500, 400)]
        made = [subprocess.Popen([EVENTS, "--history", path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=env) for _ in range(4)]
        for process in made:
            process.stdin.write(cells[1])
            process.stdin.close()
        for process in made:
            process.wait()
        found = whole("four writers over a bound")
        tally.check(any(lines[-1] == 400 for lines in found.values()), "the last cell is there", found)
        for turn in range(6):
            before = max(found)
            process = subprocess.Popen([EVENTS, "--history", path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=env)
            process.stdin.write(cells[0])
            process.stdin.close()
            time.sleep(0.03 + 0.02 * turn)
            process.send_signal(signal.SIGKILL)
            process.wait()
            found = whole(f"kill -9 over a bound, turn {turn}")
            tally.check(max(found) >= before, f"kill -9 over a bound, turn {turn}: later sessions have higher numbers", found)
        play(b"\n# %%\n".join(b"1" for _ in range(5)), "--history", path)
        tally.check(os.path.islink(path) and os.stat(real).st_mode & 0o777 == 0o600, "a link stays, mode 0600", oct(os.stat(real).st_mode))
        tally.check(set(os.listdir(os.path.join(folder, "real"))) <= {"history", "history.new"}, "no other files", os.listdir(os.path.join(folder, "real")))


INTERRUPTED = {
    "a loop": "while True: pass",
    "a sleep": "import time; time.sleep(9)",
    "a sort": "x = list(range(10**6))\nwhile True: x.sort(key=lambda v: -v)",
    "a child": "import subprocess; subprocess.run(['sleep', '9'])",
    "os.system": "import os; os.system('sleep 9')",
    "a read": "import os; r, w = os.pipe(); os.fdopen(r).read()",
    "a power": "7 ** (10 ** 8)" if False else "sum(iter(int, 1))",
    "an await": "import asyncio; await asyncio.sleep(9)",
    "a join": "import threading, time\nt = threading.Thread(target=time.sleep, args=(2,), daemon=True); t.start(); t.join()",
    "tensors": "a = ones((200, 200))\nwhile True: a = dot(a, a) * 0",
    "printing": "while True: print('x' * 50)",
    "handlers": "while True:\n    try: 1/0\n    except ZeroDivisionError: pass",
}


def interrupts(tally):
    for what, code in INTERRUPTED.items():
        events = play(f"# %% interrupt 0.3\n{code}\n# %%\n'after'\n".encode(), "--times", limit=1 << 30) # a fast machine prints much in that time
        done = [e for e in events if e["event"] == "done"]
        tally.check(done and done[0]["status"] == "interrupted", f"interrupt: {what}", events[-3:])
        tally.check(done and done[0]["seconds"] < 0.3 + 0.3 * slowness(), f"interrupt in time: {what}", done[:1])
        tally.check(any(e["event"] == "result" and e["data"]["text/plain"] == "'after'" for e in events), f"the session goes on: {what}", events[-3:])


def soak(tally):
    """10,000 cells: memory stays flat once In and Out have their size."""
    if CHECKED:
        return
    cells = ["import resource, gc\ndef size():\n    gc.collect()\n    return int(open('/proc/self/statm').read().split()[1]) * 4096\nsizes = []"]
    for i in range(10000):
        kind = i % 10
        cells.append(["x = [1] * 100;", "def f(a): return a * 2", "f(x);", "y = {i: str(i) for i in range(50)};", "1/0" if i % 100 == 5 else "pass", "print('a');",
                      "class A: pass", "a = A();", "for k in range(10): z = k", "sizes.append(size());" if i % 1000 == 9 else "z"][kind])
    cells.append("print((sizes[-1] - sizes[4]) / 5000)")
    events = play("\n# %%\n".join(cells).encode(), timeout=120)
    try:
        growth = float([e["text"] for e in events if e["event"] == "stream"][-1].split("\n")[-2])
    except (IndexError, ValueError):
        growth = None
    tally.check(growth is not None and growth < 1500, "10,000 cells: bytes more a cell", growth)


HOSTILE = {
    "no UTF-8": b"x = '\xff'", "cut UTF-8": b"'\xe5\x8f'", "a null byte": b"x = 1\0", "only null bytes": b"\0\0", "surrogates": b"'\xed\xa0\x80'",
    "deep brackets": b"(" * 5000 + b")" * 5000, "deep code": b"x = " + b"-" * 100000 + b"1", "deep data": b"x = []\nfor i in range(10**5): x = [x]\nx",
    "recursion": b"def f(): f()\nf()", "recursion in repr": b"class A:\n    def __repr__(self): return repr(self)\nA()", "long line": b"x = '" + b"a" * 10**6 + b"'; len(x)",
    "many lines": b"x = 1\n" * 50000, "great output": b"print('x' * 10**7)", "great repr": b"'y' * 10**7", "many names": b"\n".join(b"v%d = %d" % (i, i) for i in range(30000)),
    "In is gone": b"del In, Out, _\n1", "a false In": b"In = Out = _ = 5\n2", "sys.stdout is gone": b"import sys; sys.stdout = None; print(1); sys.stdout = sys.__stdout__",
    "closed stdout": b"import sys; sys.stdout.close()", "deleted builtins": b"import builtins; del builtins.print\n1", "bad displayhook": b"import sys; sys.displayhook = 3\n4",
    "str subclass": b"class S(str):\n    def __repr__(self): raise ValueError('no')\nS('a')", "exit in a function": b"def f(): raise SystemExit('bye')\nf()",
    "bad error": b"class E(Exception):\n    def __str__(self): 1/0\nraise E", "bad class name": b"class E(Exception): pass\nE.__name__ = '\\ud800'\nraise E", "half a surrogate": b"'\\ud800'",
    "print a surrogate": b"print('\\ud800')", "only a magic": b"%", "only marks": b"??", "marks": b"!?%!?%", "stranger magic": b"%%\n%%\n%", "half a text": b"'''", "tabs": b"\t\t\tx",
    "mime of no kind": b"from perch.display import publish\npublish({3: 4})", "raw mime": b"class A:\n    def _repr_mimebundle_(self, **k): return 5\nA()",
    "fork": b"import os\npid = os.fork()\nif not pid:\n    print('child'); os._exit(0)\nos.waitpid(pid, 0)[1]", "memory": b"x = 'a' * 10**18", "closed 1": b"import os; os.close(1); os.close(2)\n3",
}


NO_TEXT = {"no UTF-8": "a cell is UTF-8: byte 0xff on line 1 is not", "cut UTF-8": "a cell is UTF-8: byte 0xe5 on line 1 is not", "surrogates": "a cell is UTF-8: byte 0xed on line 1 is not",
           "a null byte": "a cell cannot contain null bytes (one stands on line 1)"}


def hostile(tally):
    def one(item):
        return item[0], play(item[1] + b"\n# %%\n40 + 2\n", timeout=60)

    for what, events in in_parallel(one, HOSTILE.items()):
        done = [e for e in events if e["event"] == "done"]
        survived = any(e["event"] == "result" and e["data"]["text/plain"] == "42" for e in events) or (done and done[0]["status"] == "exit")
        if what in NO_TEXT:
            tally.check(any(e["event"] == "error" and e["name"] == "SyntaxError" and e["value"] == NO_TEXT[what] for e in events), f"hostile: {what}: said", [str(e)[:300] for e in events])
        tally.check(survived and events[-1]["event"] == "closed", f"hostile: {what}", [str(e)[:300] for e in events[-3:]])


def main():
    accept = sys.argv[2:] if sys.argv[1:2] == ["--accept"] else []
    wanted = [] if accept else sys.argv[1:]
    tally = Tally("session")
    golden(tally, "ipython", True, [])
    golden(tally, "own", False, accept)
    for part in (transforms, pretty, history_file, history_killed, history_unwritable, history_full, history_writers, history_bounded, interrupts, soak, hostile):
        if not wanted or part.__name__ in wanted:
            part(tally)
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
