"""CPython's own test files (Debian: libpython3.11-testsuite) played under perch, and counted beside CPython.

    tests/cpython/run.py [NAME...] [--sample SECONDS] [--seed N] [--workers N] [--table FILE] [--shrink] [-v]
    tests/cpython/run.py [NAME...] --record
    tests/cpython/run.py --part

A NAME is a file (test_list), a package (test_json) or one file of it (test_json.test_dump). Each is played by play.py in a process of its own, in an empty folder with an empty HOME,
within limits of memory and of the time one case may take; a case that ends or hangs the process is lost alone, the others are played on in a new one. cpython.txt (--record: made with
/usr/bin/python3) says which cases there are and what CPython does with them in this very surrounding. What counts are the cases that CPython passes and does not mark as details of its
own (`cpython_only` and its like); a skip that it does not make is a failure. What perch still fails stands in known.txt, `FILE CASE | reason` a line (`*`: all, `Class.*`: all of a
class). That file only shrinks: a case that passes and stands there fails the run; --shrink takes it out; a reason that begins with `sometimes` allows both. --sample takes a part, drawn
by the seed, which CPython plays in so many seconds. --part is what CI plays (part.py): always the same files, in one order, with one seed, and nothing in it fails that is the machine's doing:
what fails there under CPython as well, played beside it, does not count, and a case that passes and stands in known.txt is only told. --table writes counts a file, crashes and hangs, and the reasons by what they cost.
"""
import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ORACLE, ROOT, end_group, in_parallel, perch_path, slowness  # noqa: E402
import part  # noqa: E402
from left_out import LEFT_OUT  # noqa: E402

TESTS = "/usr/lib/python3.11/test"
RECORD, KNOWN = os.path.join(HERE, "cpython.txt"), os.path.join(HERE, "known.txt")
PATIENCE = 60           # seconds for one case, and PACE times what CPython takes for its whole file
PACE = 5
MEMORY = 4 << 30        # of addresses: several times what any case needs, a quarter of a small machine
HANGS, DEATHS = 3, 40   # so many in one file, and what is left of it is not played
LEAVE = 15              # seconds to go after the last case
ALIKE = "alike"         # CPython does not pass it here either
KINDS = ["passed", "failed", "error", "skipped", "crash", "hang", "import", "missing", ALIKE]
DETAIL = re.compile("implementation detail (specific to|not available on) ") # what `impl_detail` says when it skips
SAID = {"ok": "passed", "xfail": "passed", "fail": "failed", "xpass": "failed", "error": "error", "skip": "skipped"}


# Units: test files, by the name under which they are imported

def all_units():
    units = []
    for folder, folders, names in os.walk(TESTS):
        package = os.path.relpath(folder, TESTS).replace(os.sep, ".")
        inside = "" if package == "." else package + "."
        folders[:] = [f for f in folders if (f.startswith("test_") or inside) and os.path.exists(os.path.join(folder, f, "__init__.py"))]
        units += [inside + name[:-3] for name in names if name.startswith("test_") and name.endswith(".py")]
        if not inside:
            packages = list(folders)
    return sorted(units + [p for p in packages if not any(u.startswith(p + ".") for u in units)]) # a package without such files has its cases in itself


def is_chosen(unit, names):
    return any(unit == name or unit.startswith(name + ".") for name in names)


def chosen_units(names):
    units = [u for u in all_units() if not is_chosen(u, LEFT_OUT)]
    for name in names:
        if not any(is_chosen(u, [name]) for u in units):
            sys.exit(f"no test file is called {name!r}" + (f": left out, {LEFT_OUT[name]}" if name in LEFT_OUT else ""))
    return [u for u in units if is_chosen(u, names)] if names else units


# The record: `= UNIT SECONDS`, under it `CLASS CASE CASE...`, a case marked `-` when CPython skips it, `!` when it fails there, `*` when it is a detail of CPython's

def quote(text):
    return text.replace("%", "%25").replace(" ", "%20")


def unquote(text):
    return text.replace("%20", " ").replace("%25", "%")


def split_case(case):
    group, dot, name = case.rpartition(".")
    return (group, name) if dot else ("", case)


class Recorded:
    """What CPython does with one file: seconds, and case -> mark ('' where it passes)."""

    def __init__(self, seconds, cases):
        self.seconds, self.cases = seconds, cases

    def counted(self):
        return [case for case, mark in self.cases.items() if not mark]


def read_record():
    record = {}
    if os.path.exists(RECORD):
        with open(RECORD, encoding="ascii") as file:
            for line in file:
                words = line.split()
                if line.startswith("="):
                    unit = record[words[1]] = Recorded(float(words[2]), {})
                elif words and not line.startswith("#"):
                    group = unquote(words[0])
                    for word in words[1:]:
                        mark = word[0] if word[0] in "-!*" else ""
                        name = unquote(word[len(mark):])
                        unit.cases[f"{group}.{name}" if group != "." else name] = mark
    return record


def write_record(record, version):
    with open(RECORD, "w", encoding="ascii") as file:
        file.write(f"# What CPython ({version}) does with its own test files; made by run.py --record. `= FILE SECONDS`, then a line a class;\n"
                   "# `-` skipped there, `!` failing there, `*` a detail of CPython's by its own marks: these do not count.\n")
        for name in sorted(record):
            unit, groups = record[name], {}
            for case, mark in unit.cases.items():
                group, word = split_case(case)
                groups.setdefault(group or ".", []).append(mark + quote(word))
            file.write(f"= {name} {unit.seconds:.1f}\n")
            for group, words in groups.items():
                file.write(f" {quote(group)} {' '.join(words)}\n")


# Playing one unit

def surroundings(folder):
    """The environment of one process: nothing of the user's, nothing of perch's but what its sanitizers want."""
    keep = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS") or k in part.FIXED}
    for name in ("home", "tmp", "work"):
        os.mkdir(os.path.join(folder, name))
    return keep | {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": os.path.join(folder, "home"), "TMPDIR": os.path.join(folder, "tmp"),
                   "LANG": "C.UTF-8", "PYTHONPATH": os.path.join(folder, "path"), "PERCH_NOTES": "off"}


def end_strays(folder):
    """Processes that left the group: known by the HOME that only they have."""
    mark = f"HOME={folder}/home".encode()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if mark in file.read().split(b"\0"):
                    os.kill(int(pid), signal.SIGKILL)
        except OSError:
            pass


def one_process(python, unit, what, patience, skip=()):
    """Start play.py once. The lines of its log as lists of words; how it ended: 'done', 'hang', 'exit N', 'SIGSEGV'..., with ' after the last case' where that is so; its last words."""
    import resource

    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    folder = tempfile.mkdtemp(prefix="cpython-")
    try:
        env, log, skips = surroundings(folder), os.path.join(folder, "log"), os.path.join(folder, "skips")
        os.mkdir(env["PYTHONPATH"])
        os.symlink(TESTS, os.path.join(env["PYTHONPATH"], "test"))
        with open(skips, "w", encoding="ascii") as file:
            file.write("\n".join(skip))
        open(log, "w").close()
        with open(os.path.join(folder, "err"), "w+b") as err:
            process = subprocess.Popen([python, os.path.join(HERE, "play.py"), unit, log, *[skips if word == "SKIPS" else word for word in what]], cwd=os.path.join(folder, "work"), env=env,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err, preexec_fn=prepare, start_new_session=True)
            ended = watch(process, log, patience)
            end_group(process)
            end_strays(folder)
            err.seek(max(0, err.seek(0, 2) - 2000))
            last = [line for line in err.read().decode("utf-8", "backslashreplace").splitlines() if line.strip()][-1:]
        with open(log, encoding="ascii", errors="backslashreplace") as file:
            return [line.split("\t") for line in file.read().split("\n") if line], ended, "".join(last)
    finally:
        subprocess.run(["chmod", "-R", "u+rwx", folder], stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


def watch(process, log, patience):
    size, since = 0, time.monotonic()
    while True:
        try:
            code = process.wait(0.05)
        except subprocess.TimeoutExpired:
            code = None
        now = os.path.getsize(log)
        if now != size:
            size, since = now, time.monotonic()
        done = now >= 5 and ends_with_done(log)
        if code is not None:
            return "done" if done and code >= 0 else (signal.Signals(-code).name if code < 0 else f"exit {code}") + (" after the last case" if done else "")
        if time.monotonic() - since > (LEAVE if done else patience) * slowness():
            return "hang after the last case" if done else "hang"


def ends_with_done(log):
    with open(log, "rb") as file:
        file.seek(-5, 2)
        return file.read() == b"done\n"


class Played:
    """What came of one file: case -> (kind, reason); the cases that ended or hung a process, and the words about the process itself."""

    def __init__(self):
        self.cases, self.deaths, self.absent, self.fixture = {}, [], None, ("missing", "not among the file's cases")
        self.hangs = 0
        self.seconds = 0.0

    def read(self, lines):
        """Take in a process's log; the case that was running at its end, if one was."""
        running, pending, fixture = None, [], None
        for kind, *words in lines:
            if kind == "start":
                if running:
                    pending.append(running)
                running = words[0]
            elif kind == "fixture":
                fixture = words[0]
            elif kind in SAID:
                if running != words[0] and running:
                    pending.append(running)
                self.cases[words[0]] = SAID[kind], words[2]
                running = None
                if words[0].startswith("unittest.loader."): # a part of the file, or of what it gathers, that could not be loaded
                    self.fixture = "import", words[2]
            elif kind == "absent":
                self.absent = ("skipped" if words[0] == "skip" else "import"), words[1]
        ended = bool(lines) and lines[-1][0] == "done"
        for case in pending + ([running] if ended and running else []):
            self.cases[case] = ("error", fixture or "its class was not set up")
        return None if ended else running

    def outcome(self, case):
        return self.cases.get(case) or self.absent or self.fixture


def play(python, unit, seconds, only=None, counted=(), other=()):
    """Play a file in as many processes as it takes."""
    played, skip = Played(), set() if only is None else set(counted) - set(only)
    began, patience = time.monotonic(), PATIENCE + PACE * seconds
    while True:
        before = len(played.cases)
        lines, ended, last = one_process(python, unit, ["play", "SKIPS", *other], patience, sorted(skip | set(played.cases)))
        culprit = played.read(lines)
        if ended == "done" or lines and lines[-1][0] == "done":
            if ended != "done":
                played.deaths.append((None, ended, last))
            break
        kind = "hang" if ended == "hang" else "crash"
        played.hangs += kind == "hang"
        if culprit:
            played.cases[culprit] = kind, f"{ended}: {last}" if last and kind == "crash" else ended
        played.deaths.append((culprit, ended, last))
        if len(played.cases) == before or played.hangs >= HANGS or len(played.deaths) >= DEATHS:
            played.fixture = kind, f"{ended}, {'the rest was not played' if played.cases else 'before the first case'}" + (f": {last}" if last and kind == "crash" else "")
            break
    played.seconds = time.monotonic() - began
    return played


# Recording

def list_cases(unit, *other):
    """case -> is it skipped at once; None where the file does not want to be."""
    lines, _, _ = one_process(ORACLE, unit, ["list", *other], 120)
    return None if any(words[0] == "absent" for words in lines) else {words[1]: words[2] == "skip" for words in lines if words[0] == "case"}


def details(unit):
    """Cases that skip themselves while they run, by CPython's mark on something they call (a method of their class's), where the implementation is not CPython."""
    played = play(ORACLE, unit, 60, other=["other"])
    return {case for case, (kind, why) in played.cases.items() if kind == "skipped" and DETAIL.match(why)}


def record_unit(unit):
    here, there, called = list_cases(unit), list_cases(unit, "other"), details(unit)
    played, cases = play(ORACLE, unit, 60), {}
    for case in [*(here or {}), *(case for case in played.cases if case not in (here or {}))]:
        kind = played.outcome(case)[0]
        detail = case in called or here and case in here and not here[case] and (there is None or there.get(case, True))
        cases[case] = "-" if kind == "skipped" else "!" if kind != "passed" else "*" if detail else ""
    say_unit(unit, played, f"{len(cases)} cases" + (f", {played.absent[1]}" if played.absent else ""))
    return unit, Recorded(played.seconds, cases)


def make_record(units, names, workers):
    record = read_record() if names else {}
    record.update(in_parallel(record_unit, units, workers))
    write_record(record, subprocess.check_output([ORACLE, "-c", "import sys; print(sys.version.split()[0])"], text=True).strip())
    marks = [mark for unit in record.values() for mark in unit.cases.values()]
    print(f"{len(record)} files, {len(marks)} cases: {marks.count('')} count, {marks.count('*')} details of CPython's, {marks.count('-')} skipped, {marks.count('!')} failing there")


def say_unit(unit, played, what):
    print(f"{unit}: {what} ({played.seconds:.1f} s)" + "".join(f"\n    {ended} in {case}: {last}" for case, ended, last in played.deaths), file=sys.stderr, flush=True)


# What is known to fail

class Known:
    """known.txt: (unit, pattern) -> reason; a pattern is a case, `Class.*` or `*`."""

    def __init__(self):
        self.rows, self.head, self.new = {}, [], not os.path.exists(KNOWN)
        if not self.new:
            with open(KNOWN, encoding="ascii") as file:
                for line in file:
                    if line.startswith("#"):
                        self.head.append(line)
                    elif line.strip():
                        what, _, reason = line.rstrip("\n").partition(" | ")
                        unit, _, case = what.partition(" ")
                        self.rows[unit, case] = reason

    def reason(self, unit, case):
        group = split_case(case)[0]
        for pattern in (case, group + ".*", "*"):
            if (unit, pattern) in self.rows:
                return self.rows[unit, pattern]
        return None

    def shrink(self, outcomes):
        """Write it anew: of the units played, the cases that stand in it and still fail. A file that was not there begins with all that fail."""
        rows = {key: reason for key, reason in self.rows.items() if key[0] not in outcomes}
        for unit, cases in outcomes.items():
            left = {}
            for case, (kind, why) in cases.items():
                reason = self.reason(unit, case)
                if reason and reason.startswith("sometimes"):
                    left[case] = reason
                elif kind != "passed" and (reason or self.new):
                    left[case] = group_reason(kind, why)
            rows.update(((unit, pattern), reason) for pattern, reason in folded(left, cases))
        with open(KNOWN, "w", encoding="ascii") as file:
            file.writelines(self.head)
            for (unit, pattern), reason in sorted(rows.items()):
                file.write(f"{unit} {pattern} | {reason}\n")


def folded(left, cases):
    """Rows for the cases left: one where all of the file, or all of a class, fail for one reason."""
    if left and len(left) == len(cases) and len(set(left.values())) == 1:
        return [("*", next(iter(left.values())))]
    groups, rows = {}, []
    for case in cases:
        groups.setdefault(split_case(case)[0], []).append(case)
    for group, members in groups.items():
        reasons = {left.get(case) for case in members}
        if group and len(members) > 1 and len(reasons) == 1 and None not in reasons:
            rows.append((group + ".*", reasons.pop()))
        else:
            rows += [(case, left[case]) for case in members if case in left]
    return rows


GROUPS = [(re.compile(pattern), text) for pattern, text in [
    (r"^(?:ModuleNotFoundError|ImportError): No module named '([^']+)'.*", r"module \1 missing"),
    (r"^No module named '?([\w.]+)'?.*", r"module \1 missing"),
    (r"^ImportError: cannot import name '([^']+)' from '([^']+)'.*", r"\2.\1 missing"),
    (r"^AttributeError: module '([^']+)' has no attribute '([^']+)'.*", r"\1.\2 missing"),
    (r"^AttributeError: (?:'([^']+)' object|type object '([^']+)') has no attribute '([^']+)'.*", r"AttributeError: \1\2.\3"),
    (r"^AssertionError: (.*) not raised.*", r"AssertionError: \1 not raised"),
    (r"^AssertionError: (?:.* )?(!=|not found in|is not|not greater than|not less than|is not true|is not false|does not match|not equal to|is not None|is not an instance of)(?: .*)?$", r"AssertionError: \1"),
    (r"^AssertionError: .*", "AssertionError"),
]]


def group_reason(kind, why):
    """A reason as it stands in known.txt: the same for what has the same cause, as far as its words tell."""
    for pattern, text in GROUPS:
        grouped = pattern.sub(text, why)
        if grouped != why:
            why = grouped
            break
    why = re.sub(r"[^ -~]", "?", re.sub(r"/tmp/[\w./-]+", "/tmp/...", why.replace(perch_path(), "perch"))).strip()[:160]
    return why if kind in ("failed", "error") else f"{kind}: {why}"


# The table

class Table:
    def __init__(self):
        self.rows, self.deaths, self.reasons = {}, [], {}

    def add(self, unit, played, cases):
        counts = self.rows[unit] = dict.fromkeys(KINDS, 0)
        for case, (kind, why) in cases.items():
            counts[kind] += 1
            if kind != "passed":
                self.reasons.setdefault(group_reason(kind, why), []).append(f"{unit} {case}")
        self.deaths += [(unit, *death) for death in played.deaths]

    def total(self):
        return {kind: sum(counts[kind] for counts in self.rows.values()) for kind in KINDS}

    def lines(self):
        total = self.total()
        cases = sum(total.values())
        yield f"{len(self.rows)} files, {cases} cases that count: {total['passed']} passed, {100 * total['passed'] / max(cases, 1):.2f} %"
        yield ", ".join(f"{total[kind]} {kind}" for kind in KINDS[1:])
        yield ""
        yield f"Crashes and hangs ({len(self.deaths)}):"
        for unit, case, ended, last in sorted(self.deaths, key=lambda death: (death[2] == "hang", death[0])):
            yield f"  {ended}: {unit} {case or ''}" + (f"  ({last[:150]})" if last and ended != "hang" else "")
        yield ""
        yield f"Reasons by the cases they cost ({len(self.reasons)} in all):"
        for reason, names in sorted(self.reasons.items(), key=lambda item: -len(item[1]))[:60]:
            yield f"  {len(names):6} {reason}  (e.g. {names[0]})"
        yield ""
        yield f"{'file':45} {'cases':>6} " + " ".join(f"{kind:>7}" for kind in KINDS)
        for unit, counts in sorted(self.rows.items()):
            yield f"{unit:45} {sum(counts.values()):6} " + " ".join(f"{counts[kind] or '.':>7}" for kind in KINDS)
        yield f"{'all':45} {cases:6} " + " ".join(f"{total[kind]:7}" for kind in KINDS)


# Measuring

def sample(units, record, seconds, seed):
    """A part of the units that CPython plays in so many seconds, one worker after the other."""
    drawn, left = [], seconds
    for unit in random.Random(seed).sample(units, len(units)):
        if record[unit].seconds <= left:
            drawn.append(unit)
            left -= record[unit].seconds
    return drawn


def measure_unit(unit, recorded, known):
    """Play a file; what failed and is not known is tried once more by itself: others on the machine may have held it up."""
    counted = recorded.counted()
    played = play(perch_path(), unit, recorded.seconds)
    again = [case for case in counted if played.outcome(case)[0] != "passed" and not known.reason(unit, case)]
    if again and not known.new and not played.absent and len(again) <= 20:
        second = play(perch_path(), unit, recorded.seconds, again, recorded.cases)
        played.cases.update((case, second.cases[case]) for case in again if case in second.cases)
    return unit, played, {case: played.outcome(case) for case in counted}


def measure_beside(unit, recorded, known):
    """The same for --part: what then still fails is played under CPython too, in the same surroundings."""
    cases = {case: ("missing", "not played") for case in recorded.counted() if not part.is_left_out(unit, case)}
    wanted, others, began = list(cases), [case for case in recorded.cases if part.is_left_out(unit, case)], None
    for python in (perch_path(), perch_path(), ORACLE):
        played = play(python, unit, recorded.seconds, wanted, others)
        began = began or played
        for case in wanted:
            kind, why = played.outcome(case)
            if python != ORACLE:
                cases[case] = kind, why
            elif kind != "passed":
                cases[case] = ALIKE, f"{kind} under CPython: {why}"
        others = recorded.cases
        wanted = [case for case in wanted if is_news(*cases[case], known.reason(unit, case))]
        if not wanted:
            break
    return unit, began, cases


def is_news(kind, why, reason):
    """Does it fail otherwise than known.txt says?"""
    return kind != "passed" and (not reason or kind in ("crash", "hang") and not reason.startswith((kind, "sometimes")))


class Verdict:
    """Counts cases and says what is to be said of them."""

    def __init__(self, known, options):
        self.known, self.options, self.passed, self.failed, self.skipped = known, options, 0, 0, 0

    def add(self, unit, case, kind, why):
        reason, begins = self.known.reason(unit, case), self.known.new and self.options.shrink
        if kind == "passed":
            stale = reason and not reason.startswith("sometimes") and not self.options.shrink
            failed = bool(stale) and not self.options.part
            if stale:
                print(f"{'FAIL' if failed else 'note'} {unit} {case}: passes: take it out of known.txt (--shrink)")
        else:
            failed = kind != ALIKE and is_news(kind, why, reason) and not begins
            if failed or self.options.verbose or kind == ALIKE:
                print(f"{'FAIL' if failed else 'note'} {unit} {case}: {kind}: {why}")
        self.failed += failed
        self.passed += kind == "passed" and not failed
        self.skipped += kind != "passed" and not failed

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        sys.exit(1 if self.failed else 0)


def measure(units, record, options):
    known, table, outcomes, began = Known(), Table(), {}, time.monotonic()
    verdict, way = Verdict(known, options), measure_beside if options.part else measure_unit

    def one(unit):
        late = options.part and time.monotonic() - began > part.MINUTES * 60
        return (unit, None, {}) if late else way(unit, record[unit], known)

    units = sorted((u for u in units if record[u].counted()), key=lambda u: (-record[u].seconds, u))
    for unit, played, cases in in_parallel(one, units, options.workers):
        if not played:
            verdict.skipped += 1
            print(f"skip {unit}: not begun within {part.MINUTES} minutes")
            continue
        table.add(unit, played, cases)
        outcomes[unit] = cases
        counts = table.rows[unit]
        say_unit(unit, played, f"{counts['passed']}/{len(cases)}") if options.verbose or played.deaths else None
        for case, (kind, why) in cases.items():
            verdict.add(unit, case, kind, why)
    if options.shrink:
        known.shrink(outcomes)
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write("\n".join(table.lines()) + "\n")
    total = table.total()
    print(f"{total['passed']} of {sum(total.values())} cases: {100 * total['passed'] / max(sum(total.values()), 1):.2f} %; {len(table.deaths)} crashes and hangs")
    verdict.close()


def main():
    parser = argparse.ArgumentParser(description="CPython's test files under perch")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--sample", type=float)
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--seed", type=int, default=int(time.time()) // 86400)
    parser.add_argument("--table")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    if not os.path.isdir(os.path.join(TESTS, "support")) or not os.path.exists(os.path.join(TESTS, "test_list.py")):
        why = "CPython's test files are not there: apt-get install libpython3.11-testsuite"
        if options.record or options.names:
            sys.exit(why)
        print(f"skip cpython: {why}\n0 passed, 0 failed, 1 skipped")
        return
    units = chosen_units(options.names)
    if options.record:
        make_record(units, options.names, options.workers)
        return
    record = read_record()
    units = [unit for unit in units if unit in record]
    if options.sample:
        units = sample(units, record, options.sample, options.seed)
        print(f"a sample of {len(units)} files, seed {options.seed}")
    if options.part:
        units = [unit for unit in units if unit in part.UNITS]
        os.environ.update(part.FIXED)
        print(f"{len(units)} of CPython's test files, seed {part.FIXED['PYTHONHASHSEED']}")
    measure(units, record, options)


if __name__ == "__main__":
    main()
