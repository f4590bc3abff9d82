"""What every test suite here shares: running a program with a limit on time and
output, doing so in parallel, counting, and the closing line.

A suite is a script that prints what failed and ends with the line that
`Tally.close` prints. tests/run.py adds these lines up. Standard library only,
for Debian's python3.
"""

import atexit
import concurrent.futures
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1") # a suite that imports from the tree leaves nothing in it
os.environ.setdefault("PERCH_PATIENCE", "30") # what perch tries before it says it is never cut short by a busy machine
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORACLE = "/usr/bin/python3"
WORKERS = min(os.cpu_count() or 2, 4)


def own_temporary_folder():
    """From now on this suite and all that it starts have a folder of their own for temporary files, which goes when the suite ends."""
    folder, pid = tempfile.mkdtemp(prefix="perch-"), os.getpid()
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    atexit.register(lambda: os.getpid() == pid and shutil.rmtree(folder, ignore_errors=True)) # a forked child's end is not the suite's


own_temporary_folder()


def perch_path():
    """The program under test: PERCH names another build than build/perch."""
    return os.path.abspath(os.environ.get("PERCH") or os.path.join(ROOT, "build", "perch"))


def slowness():
    """By how much time limits grow (sanitizer and stress builds set it)."""
    return float(os.environ.get("PERCH_TEST_SLOWNESS", "1"))


def sanitized():
    """Is the program under test a sanitizer's build? Then it is its code that is looked at: what is the same code in many settings is played in few."""
    return "ASAN_OPTIONS" in os.environ


def processor_has(flag):
    """Has this processor such instructions? The originals choose their kernels by that, and with them the order of sums."""
    with open("/proc/cpuinfo") as file:
        return flag in next((line for line in file if line.startswith("flags")), "").split()


def clean_environment(**more):
    """One environment for every run, so that a user's settings change nothing."""
    keep = {k: v for k, v in os.environ.items()
            if k in ("PATH", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS") or
            k.startswith("PERCH_") and not k.startswith("PERCH_TEST")}
    keep.update(LC_ALL="C.UTF-8", LANG="C.UTF-8", TZ="UTC", COLUMNS="80", HOME="/dev/null/nonexistent",
                PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0",
                PYTHONWARNINGS="ignore::SyntaxWarning")  # these few hints at compile time are no part of the language
    keep.update(more)
    return keep


def plain_environment():
    """The environment as it is, without perch's settings and a language: for suites that set these themselves."""
    return {k: v for k, v in os.environ.items() if (k == "PERCH_PATIENCE" or not k.startswith("PERCH_")) and k != "LANG" and not k.startswith("LC_")}


class Run:
    """How one program ended: out and err in bytes, code as a shell shows it, timed_out."""

    def __init__(self, out, err, code, timed_out):
        self.out, self.err, self.code, self.timed_out = out, err, code, timed_out

    @property
    def signal(self):
        return -self.code if self.code < 0 else 0

    def last_line(self):
        lines = [line for line in self.err.decode("utf-8", "backslashreplace").splitlines() if line.strip()]
        return lines[-1] if lines else ""


def end_group(process):
    """Whatever is left of a process started with start_new_session, and of its children."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def processes_with(mark):
    """Processes that have a text in the environment that they began with, and have not ended."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as environment, open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
                if mark.encode() in environment.read() and stat.read().rpartition(")")[2].split()[0] != "Z":
                    found.append(int(pid))
        except OSError:
            pass
    return found


def run_program(command, timeout=10, cwd=None, stdin=b"", memory=None, env=None, limit=16 << 20):
    """Run a command to its end, or to its timeout; its whole process group goes with it, and the folder for temporary files that it alone has."""
    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    env = dict(env or clean_environment())
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryDirectory(prefix="perch-", ignore_cleanup_errors=True) as own:
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.PIPE, stdout=out, stderr=err,
                                   env=env | ({"TMPDIR": own} if env.get("TMPDIR") in (None, os.environ["TMPDIR"]) else {}), preexec_fn=prepare, start_new_session=True)
        timed_out = False
        try:
            process.communicate(stdin, timeout * slowness())
        except subprocess.TimeoutExpired:
            timed_out = True
        end_group(process)
        out.seek(0)
        err.seek(0)
        return Run(out.read(limit), err.read(limit), process.returncode, timed_out)


def in_parallel(function, items, workers=WORKERS):
    """function(item) for each item, results in the items' order."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        yield from pool.map(function, items)


def beside(tally, what, rows, found):
    """zip(rows, found), with a failure where there are more of the one: what died half-way must not pass for what is short."""
    rows, found = list(rows), list(found or ())
    tally.check(len(rows) == len(found), f"{what}: each of {len(rows)} has an answer", f"{len(found)} answers, the last: {str(found[-1:])[:600]}")
    return zip(rows, found)


def known_failures(suite):
    """name -> reason, of tests/known_failures.txt: `suite | name | reason` a line. The file only shrinks."""
    known = {}
    with open(os.path.join(ROOT, "tests", "known_failures.txt"), encoding="utf-8") as file:
        for line in file:
            parts = [part.strip() for part in line.split(" | ")]
            if not line.startswith("#") and len(parts) == 3 and parts[0] == suite:
                known[parts[1]] = parts[2]
    return known


class Tally:
    """Counts and reports. Thread safe; prints at most `shown` failures in full. A known failure (known_failures.txt)
    counts as skipped; one that passes fails the run, so that the file shrinks (not under a sanitizer's own timing)."""

    def __init__(self, name, shown=int(os.environ.get("PERCH_TEST_SHOWN", "40"))):
        self.name, self.shown = name, shown
        self.passed = self.failed = self.skipped = 0
        self.reasons = {}
        self.lock = threading.Lock()
        self.known = known_failures(name)

    def ok(self, count=1):
        with self.lock:
            self.passed += count

    def fail(self, what, detail=""):
        if what in self.known:
            self.skip(what, "known: " + self.known[what])
            return
        with self.lock:
            self.failed += 1
            if self.failed <= self.shown:
                print(f"FAIL {self.name}: {what}")
                for line in str(detail).splitlines()[:30]:
                    print("     " + line)
                sys.stdout.flush()
            elif self.failed == self.shown + 1:
                print(f"     ... further failures of {self.name} are only counted")

    def skip(self, what, reason):
        with self.lock:
            self.skipped += 1
            self.reasons.setdefault(reason, []).append(what)

    def check(self, condition, what, detail=""):
        if condition and what in self.known and "PERCH" not in os.environ:
            self.known.pop(what)
            self.fail(what, "passes: take it out of tests/known_failures.txt")
        elif condition:
            self.ok()
        else:
            self.fail(what, detail)
        return condition

    def close(self):
        """Print each reason to skip, then the counts; exit non-zero after a failure."""
        for reason, names in sorted(self.reasons.items()):
            more = f" and {len(names) - 4} more" if len(names) > 4 else ""
            print(f"skip {self.name}: {', '.join(names[:4])}{more}: {reason}")
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        sys.stdout.flush()
        sys.exit(1 if self.failed else 0)


def show_difference(expected, received, names=("expected", "received")):
    """A short unified difference of two texts (bytes are decoded)."""
    import difflib

    def lines(value):
        if isinstance(value, bytes):
            value = value.decode("utf-8", "backslashreplace")
        return value.splitlines()
    return "\n".join(list(difflib.unified_diff(lines(expected), lines(received), *names, lineterm="", n=1))[:24])
