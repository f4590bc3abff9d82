"""Tests that notice: small bugs are planted one at a time, and the suites that should speak are run.

    tests/mutation/run.py [--sample SEED:COUNT]… [--only ROOM,…] [--numbers 3,17] [--workers 2] [--thrifty] [--keep] [--again] [--table FILE] [--list]

The sources are copied to build-mutation/, all bugs are planted there asleep (plant.py) and built once. Then every suite is run with all of them asleep, and what each program of it
came by is kept: a bug's suites are those that come by it, and of the suites that take names, those cases alone. Each bug is woken by PERCH_MUTANT=N, and they run until one says
FAIL that does not say it without a bug (a check that speaks of time must say it twice). A bug that no program comes by survives at once.

Ends with a table of the rooms. Survivors are to be read: each becomes a test, or stands in equal.txt with the reason why nobody can tell it from what was there.
build-mutation/report.txt has a line a bug; a run goes on where it stood, --again hunts those anew that survived. An hour and more: it is run by name.
"""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import plant  # noqa: E402
from harness import ROOT  # noqa: E402

FOLDER = os.path.join(ROOT, "build-mutation")
TREE = os.path.join(FOLDER, "tree")
REPORT = os.path.join(FOLDER, "report.txt")
PLANTED = os.path.join(FOLDER, "planted.json")

# room: (weight, patterns of sources, the suites that should speak); a source that two rooms name is the first one's
TENSORS = ["tensors", "edges", "options", "complex", "everywhere", "explain", "notes", "examples"]
VIEWS = ["session-typing", "session", "views", "rich", "culprits", "repairs"]
ROOMS = {
    "lang": (5, ["src/lang/**/*.c"], ["conformance", "golden", "library", "cli", "robust", "stress"]),
    "modules": (4, ["src/std/*.c", "src/lib/*.c"], ["conformance", "library", "cli", "robust", "stress"]),
    "library": (1, ["src/std/py/**/*.py", "src/lib/*.py"], ["conformance", "golden", "library", "cli", "session-typing"]),
    "tensor objects": (4, ["src/tensor/*/*.c"], ["array-text", *TENSORS, "robust"]),
    "core": (5, ["src/core/*.c", "src/core/cpu/*.c", "src/core/sim/*.c"], ["core", *TENSORS, "robust"]),
    "session": (3, ["src/session/*.c"], VIEWS),
    "repl": (1, ["src/repl/*.c"], ["repl", "newcomer", "repl-full"]),
    "kernel": (1, ["src/kernel/*.c"], ["kernel"]),
    "lesson": (1, ["src/lesson/*.c", "src/perch/lesson/*.py"], ["lessons", "demos"]),
    "torch": (3, ["src/tensor/torch/py/**/*.py"], TENSORS),
    "mxnet": (3, ["src/tensor/mxnet/py/**/*.py"], TENSORS),
    "array": (1, ["src/tensor/array/*.c"], TENSORS),
    "explain": (2, ["src/perch/_*.py", "src/perch/mistakes/*.py", *("src/perch/%s.py" % name for name in ("arguments", "devices", "explain", "language", "lookup", "only", "packages", "words", "workers"))], ["explain", "notes", "views", "catalogue", "culprits"]),
    "views": (2, ["src/perch/[a-z]*.py", "src/perch/magics/*.py", "src/perch/views/*.py", "src/session/py/**/*.py"], VIEWS),
}
# More suites for a room's files whose paths begin so: who uses them.
BESIDE = {"src/tensor/object/ledger.c": ["views"], "src/tensor/object/mod_workers.c": ["tensors", "workers"], "src/tensor/torch/py/utils/data/": ["workers"], "src/tensor/mxnet/py/gluon/data/": ["workers"],
          "src/lib/mod_demos.c": ["demos"], "src/lib/absent.c": ["session"], "src/std/mod_lsprof.c": ["session-typing"], "src/core/cpu/queue.c": ["interrupt"],
          "src/session/py/": ["kernel"],
          **dict.fromkeys(("src/session/branch.c", "src/session/streams.c", "src/session/mod_session.c"), ["kernel"])}
# What is left out of a suite here: it waits for minutes, or asks how fast something is.
SHORTER = {"session": ["transforms", "pretty", "history_file", "history_unwritable", "history_writers", "history_bounded", "hostile"],
           "kernel": ["protocol", "beside", "subshells"]}
# Suites that take the names of their cases: how a program's (folder, command) tells its case. LISTED: what prints all names, in the order of their numbers.
LISTED = {"conformance": ("tests/conformance", "import run; print('\\n'.join(name for name, _, _ in run.gather([])))"),
          "robust": ("tests/robust", "import run; print('\\n'.join(row[0] for row in run.ROWS))")}
DEAR = ("robust", "stress", "cli", "explain", "notes", "examples", "rich", "culprits", "repairs", "catalogue", "demos", "newcomer", "interrupt", "everywhere", "repl-full", "workers")
# Suites that are divided: the names of their parts are asked one by one.
PARTS = {"views": ["tables", "memory", "places", "transfers", "said", "timeline", "blame", "dry", "repairs", "smi", "pulse"]}
FEW = 24                    # cases that are asked before all
TIMES = re.compile(r"in time|not done after|seconds| ms\b|timeout|timed|hung", re.I)
CLOSING = re.compile(r"^(\d+) passed, (\d+) failed", re.M)


def case_of(suite, folder, command, names):
    """The case that a program of a suite is, or None."""
    last = command[-1] if command else ""
    if suite == "conformance" and last == "case.py" and os.path.basename(folder).isdigit():
        return names[int(os.path.basename(folder))]
    if suite == "robust":
        number = re.fullmatch(r".*/t(\d+)\.py", last)
        return names[int(number[1])] if number else None
    if suite == "library":
        return os.path.basename(last) if "/tests/pylib/" in last else None
    if suite == "tensors":
        return last.partition("/tests/tensors/")[2] or None
    if suite in ("edges", "options"):
        return next((word for word in ("torch", "numpy", "mxnet") if word in command), None)
    return None


# ---- the tree ----

def rooms(root, only):
    found, taken = {}, set()
    for name, (weight, patterns, _) in ROOMS.items():
        paths = sorted({os.path.relpath(p, root) for pattern in patterns for p in glob.glob(os.path.join(root, pattern), recursive=True)} - taken)
        taken.update(paths)
        found[name] = (weight, [p for p in paths if not os.path.basename(p).startswith("pages")] if not only or name in only else [])
    return {name: row for name, row in found.items() if row[1]}


def make_tree(samples, only):
    """The copy with all bugs in it. -> [Bug]"""
    fresh = TREE + ".new"
    copy_sources(fresh)
    chosen, bugs = [], []
    for seed, count in samples:
        taken = {(row[0].path, row[0].line) for row in chosen}
        more = plant.choose(fresh, rooms(fresh, only), count, seed, taken)
        for row in more:
            row[0].sample = seed
        chosen += more
    for number, row in enumerate(chosen):
        row[0].number = number
        bugs.append(row[0])
    plant.plant(fresh, chosen)
    write_over(fresh)
    with open(PLANTED, "w", encoding="utf-8") as file:
        json.dump([vars(bug) for bug in bugs], file)
    return bugs


def copy_sources(fresh):
    """What git knows of here, in a folder."""
    shutil.rmtree(fresh, ignore_errors=True)
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    for name in filter(None, names):
        source, there = os.path.join(ROOT, name), os.path.join(fresh, name)
        if os.path.isfile(source):
            os.makedirs(os.path.dirname(there), exist_ok=True)
            shutil.copy2(source, there, follow_symlinks=False)


def keep_tree():
    """The bugs that stand in the tree, among tests as they are now."""
    fresh = TREE + ".new"
    copy_sources(fresh)
    shutil.rmtree(os.path.join(fresh, "src"))
    shutil.copytree(os.path.join(TREE, "src"), os.path.join(fresh, "src"), symlinks=True)
    write_over(fresh)
    bugs = []
    with open(PLANTED, encoding="utf-8") as file:
        for row in json.load(file):
            bug = plant.Bug(row["path"], row["line"], row["kind"], row["before"], row["after"])
            vars(bug).update(row)
            bugs.append(bug)
    return bugs


def write_over(fresh):
    """Puts a folder in the tree's place; only what differs is written, so that little is built anew."""
    kept = set()
    for folder, _, files in os.walk(fresh):
        for file in files:
            new = os.path.join(folder, file)
            name = os.path.relpath(new, fresh)
            old = os.path.join(TREE, name)
            kept.add(name)
            if os.path.islink(new) or not os.path.exists(old) or open(new, "rb").read() != open(old, "rb").read():
                os.makedirs(os.path.dirname(old), exist_ok=True)
                if os.path.lexists(old):
                    os.remove(old)
                shutil.move(new, old)
                if not os.path.islink(old):
                    os.utime(old)
    for folder, folders, files in os.walk(TREE):
        if folder == TREE:
            folders[:] = [f for f in folders if f not in ("build", ".cache")]
        for file in files:
            if os.path.relpath(os.path.join(folder, file), TREE) not in kept and not file.endswith(".pyc"):
                os.remove(os.path.join(folder, file))
    shutil.rmtree(fresh)


def build():
    header = os.path.join(TREE, "src", "mutant.h")
    commands = [["ninja", "-C", "build", "programs", "tests/core-test", "tests/array-text-test", "tests/session-events", "tests/embed", "tests/stress"]]
    if not os.path.exists(os.path.join(TREE, "build", "build.ninja")):
        commands.insert(0, ["meson", "setup", "build", f"-Dc_args=-include {header} -Wno-all -Wno-extra", "-Dbuildtype=release", "-Doptimization=1"])
    for command in commands:
        run = subprocess.run(command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode:
            sys.exit(run.stdout.decode("utf-8", "replace")[-4000:])


def commands():
    """suite -> its command in the copy."""
    import importlib.util
    spec = importlib.util.spec_from_file_location("suites", os.path.join(ROOT, "tests", "run.py"))
    suites = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(suites)
    return {s.name: [c.replace(ROOT + os.sep, TREE + os.sep) for c in s.command] + SHORTER.get(s.name, []) for s in suites.SUITES}


# ---- one run of a suite ----

class Result:
    """What a run said: the first FAIL that is none without a bug (or how it ended), all its FAILs, its seconds."""

    def __init__(self):
        self.why, self.failed, self.seconds, self.closed = None, set(), 0.0, False


def plain(line):
    """A FAIL without what is another one each time."""
    return re.sub(r"0x[0-9a-f]+|/\S*tmp\S*|\d+", "#", line)[:200]


JOBS = iter(range(10 ** 9))
NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
if not shutil.which("unshare") or subprocess.run([*NAMESPACE, "true"], stderr=subprocess.DEVNULL).returncode:
    NAMESPACE = []          # (what a suite leaves running then lives until its processor time is over)


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (300, 330))
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def play(command, seconds, allowed=(), stop=True, **more):
    """Runs a suite in a home and a folder for temporary files of its own; stopped at the first FAIL that is not allowed."""
    job = os.path.join(FOLDER, "jobs", f"{os.getpid()}-{next(JOBS)}")
    shutil.rmtree(job, ignore_errors=True)
    for name in ("home", "tmp"):
        os.makedirs(os.path.join(job, name))
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PERCH", "XDG_"))}
    env.update(HOME=os.path.join(job, "home"), TMPDIR=os.path.join(job, "tmp"), PYTHONUNBUFFERED="1", PERCH_TEST_SLOWNESS="3", PERCH_TEST_SHOWN="100000", PYTHONDONTWRITEBYTECODE="1")
    for name, value in more.items():
        env["PERCH_" + name] = env[name] = str(value)
    result, start = Result(), time.monotonic()
    process = subprocess.Popen([*NAMESPACE, *command], cwd=TREE, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limits)

    def end():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    timer = threading.Timer(seconds, lambda: (setattr(result, "why", result.why or "hung"), end()))
    timer.start()
    for line in process.stdout:
        line = line.decode("utf-8", "backslashreplace").rstrip("\n")
        if CLOSING.match(line):
            result.closed = True
        if line.startswith("FAIL"):
            result.failed.add(plain(line))
            if stop and plain(line) not in allowed and result.why is None:
                result.why = line[:160]
                end()
    process.wait()
    timer.cancel()
    process.stdout.close()
    result.seconds = time.monotonic() - start
    if not result.closed and result.why is None:
        result.why = f"died ({process.returncode})"
    shutil.rmtree(job, ignore_errors=True)
    return result


# ---- what the suites come by ----

class Reach:
    """What a suite's programs come by: {number: [cases]}, {number} of the programs that are no case; its FAILs without a bug, its seconds."""

    def __init__(self, cases, other, failed, seconds, usable):
        self.cases, self.other, self.failed, self.seconds, self.usable = cases, other, failed, seconds, usable


def digest(planted, command):
    """Changes when the bugs or a suite's own files do."""
    script = next((c for c in command if c.startswith(os.path.join(TREE, "tests")) and c.endswith(".py")), None)
    folder = os.path.dirname(script) if script else os.path.join(TREE, "tests", "core" if "core-test" in command[0] else "lib")
    paths = [script, os.path.join(TREE, "tests", "pylib")] if folder == os.path.join(TREE, "tests") else [folder]
    total = hashlib.sha256(planted.encode() + " ".join(command).encode())
    for path in paths:
        for name in sorted([path] if os.path.isfile(path) else glob.glob(path + "/**/*.*", recursive=True)):
            if os.path.isfile(name) and not name.endswith(".pyc"):
                total.update(name.encode() + open(name, "rb").read())
    return total.hexdigest()


def read_reached(folder, suite, names):
    cases, other = collections.defaultdict(set), set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        where, *command = data[plant.MOST:].decode("utf-8", "replace").split("\0")
        case = case_of(suite, where, command[:-1], names)
        met = {i for i in range(plant.MOST) if data[i]} if any(data[:plant.MOST]) else ()
        for number in met:
            if case is None:
                other.add(number)
            else:
                cases[number].add(case)
    return {number: sorted(found) for number, found in cases.items()}, other


def reach(suite, command, planted, seconds):
    key, path = digest(planted, command), os.path.join(FOLDER, "reach", suite + ".json")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        if kept["key"] == key:
            return Reach({int(k): v for k, v in kept["cases"].items()}, set(kept["other"]), set(kept["failed"]), kept["seconds"], kept["usable"])
    names = []
    if suite in LISTED:
        place, code = LISTED[suite]
        names = subprocess.run([sys.executable, "-c", code], cwd=os.path.join(TREE, place), stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")[:-1]
    folder = os.path.join(FOLDER, "reached", suite)
    cases, other, result = collections.defaultdict(list), set(), Result()
    for part in PARTS.get(suite, [None]):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        one = play([*command, part] if part else command, seconds, stop=False, REACHED=folder)
        found, rest = read_reached(folder, suite, names)
        for number, which in [*found.items(), *((n, [part]) for n in rest if part)]:
            cases[number] += which
        other |= set() if part else rest
        result.failed, result.closed, result.seconds = result.failed | one.failed, one.closed, result.seconds + one.seconds
    shutil.rmtree(folder)
    failed, usable = result.failed, result.closed
    if failed or not usable:                                    # what fails without the noting counts alone, and it is asked twice
        for _ in range(2):
            again = play(command, seconds, stop=False)
            failed, usable = (failed | again.failed if again.failed else failed), again.closed
            result.seconds = again.seconds
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"key": key, "cases": cases, "other": sorted(other), "failed": sorted(failed), "seconds": result.seconds, "usable": usable}, file)
    return Reach(cases, other, failed, result.seconds, usable)


# ---- the hunt ----

class Suites:
    """The suites of the copy; what each comes by is asked when a bug first wants to know it."""

    def __init__(self, planted, seconds, thrifty):
        self.commands, self.planted, self.seconds, self.thrifty, self.reached = commands(), planted, seconds, thrifty, {}
        self.locks = collections.defaultdict(threading.Lock)

    def reach(self, suite):
        with self.locks[suite]:
            if suite not in self.reached:
                seen = self.reached[suite] = reach(suite, self.commands[suite], self.planted, self.seconds)
                print(f"asleep: {suite}: {seen.seconds:.0f} s, comes by {len(seen.other | set(seen.cases))} bugs, {len(seen.failed)} checks fail"
                      + ("" if seen.usable else ": LEFT OUT, it does not end"), flush=True)
            return self.reached[suite]


def steps(number, seen):
    """[(seconds that it may take, names of cases; none: the whole suite)] in which a suite is asked about a bug."""
    cases, total = seen.cases.get(number, []), len({c for found in seen.cases.values() for c in found}) or 1
    share, found = seen.seconds / total, []
    if cases:
        some = cases[::-(-len(cases) // FEW)]
        found.append((share * len(some), some))
        if len(some) < len(cases):
            found.append((share * len(cases), [c for c in cases if c not in some] if len(cases) < total / 2 else []))
    if number in seen.other and not (found and not found[-1][1]):
        found.append((seen.seconds, []))
    return found if seen.usable else []


def hunt(bug, suites):
    """(what became of it, by what)"""
    asked = []
    for suite in dict.fromkeys([*ROOMS[bug.room][2], *(name for path, names in BESIDE.items() if bug.path.startswith(path) for name in names)]):
        if suites.thrifty and asked and suite in DEAR:
            continue
        seen = suites.reach(suite)
        for seconds, cases in steps(bug.number, seen):
            asked.append(f"{suite} {len(cases) or 'whole'}")
            command, limit = [*suites.commands[suite], *cases], 60 + 5 * seconds
            result = play(command, limit, seen.failed, MUTANT=bug.number)
            if result.why and (TIMES.search(result.why) or result.why.startswith("died")):
                again = play(command, limit, seen.failed, MUTANT=bug.number)
                result.why = again.why and result.why
            if result.why:
                return "caught", f"{suite}: {result.why}"
    return ("SURVIVED" if asked else "NOT REACHED"), ", ".join(asked)


def key_of(bug):
    return f"{bug.path}: {bug.kind}: {bug.before.strip()}  ->  {bug.after.strip()}"


def read_report():
    """{a bug's words: (what became of it, by what)}"""
    found = {}
    if os.path.exists(REPORT):
        with open(REPORT, encoding="utf-8") as file:
            for line in file:
                what, by, key = line.rstrip("\n").split("\t")[:3]
                found[key] = (what, by)
    return found


def read_equal():
    """{a bug's words: why nobody can tell}"""
    path = os.path.join(HERE, "equal.txt")
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    return {lines[i]: lines[i + 1].strip() for i in range(len(lines) - 1) if lines[i].startswith("src/") and lines[i + 1].startswith("    ")}


def table(bugs, ends, equal, sample):
    rows, total = [], [0] * 5
    for room in ROOMS:
        of = [bug for bug in bugs if bug.room == room and bug.sample == sample and key_of(bug) in ends]
        what = [ends[key_of(bug)][0] for bug in of]
        same = sum(w != "caught" and key_of(bug) in equal for bug, w in zip(of, what))
        row = [len(of), what.count("caught"), what.count("SURVIVED"), what.count("NOT REACHED"), same]
        total = [a + b for a, b in zip(total, row)]
        rows += [(room, row)] if of else []
    lines = [f"{'room':16}{'bugs':>6}{'caught':>8}{'share':>8}{'survived':>10}{'not reached':>13}{'of these equal':>16}"]
    for room, row in [*rows, ("all", total)]:
        lines.append(f"{room:16}{row[0]:6}{row[1]:8}{100 * row[1] / max(1, row[0]):7.0f}%{row[2]:10}{row[3]:13}{row[4]:16}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", action="append", help="SEED:COUNT (1:300); several go into one build")
    parser.add_argument("--only", default="")
    parser.add_argument("--numbers", default="")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=15, help="of a whole suite without a bug")
    parser.add_argument("--keep", action="store_true", help="the bugs that stand in the tree already, and the tests as they are now")
    parser.add_argument("--again", action="store_true", help="hunt anew what survived")
    parser.add_argument("--thrifty", action="store_true", help="dear suites are left out where another has been asked")
    parser.add_argument("--table", help="where the table goes, too")
    parser.add_argument("--list", action="store_true", help="which bugs; nothing is built")
    options = parser.parse_args()
    samples = [tuple(map(int, s.split(":"))) for s in options.sample or ["1:300"]]
    os.makedirs(FOLDER, exist_ok=True)
    only = set(filter(None, options.only.split(",")))
    bugs = keep_tree() if options.keep else make_tree(samples, only)
    if options.list:
        for bug in bugs:
            print(f"{bug.number:4} {bug.sample} {bug.room}: {bug}")
        return
    print(f"{len(bugs)} bugs planted; building", flush=True)
    build()
    suites = Suites("\n".join(f"{bug.number} {key_of(bug)}" for bug in bugs), options.minutes * 60, options.thrifty)
    ends, equal = read_report(), read_equal()
    wanted = {int(n) for n in filter(None, options.numbers.split(","))}
    todo = [bug for bug in bugs if bug.number in wanted or (not only or bug.room in only) and not wanted and (key_of(bug) not in ends or options.again and ends[key_of(bug)][0] != "caught" and key_of(bug) not in equal)]
    random.Random(len(todo)).shuffle(todo)              # (a hunt that is cut short has then asked every room)
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool, open(REPORT, "a", encoding="utf-8") as report:
        waiting = {pool.submit(hunt, bug, suites): bug for bug in todo}
        for done in concurrent.futures.as_completed(waiting):
            bug, end = waiting[done], done.result()
            ends[key_of(bug)] = end
            report.write(f"{end[0]}\t{end[1]}\t{key_of(bug)}\t{bug.number} {bug.room} line {bug.line}\n")
            report.flush()
            print(f"{end[0]} {bug.number} {bug.room}: {bug}"[:200] + f"  [{end[1][:100]}]", flush=True)
    shown = "\n\n".join(f"seed {seed}\n" + table(bugs, ends, equal, seed) for seed, _ in samples)
    print(f"{shown}\n{time.monotonic() - start:.0f} s")
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(shown + "\n")


if __name__ == "__main__":
    main()
