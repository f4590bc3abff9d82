"""NumPy's own test files (Debian: python3-numpy) played under perch, case by case beside CPython.

    tests/numpy/run.py [NAME...] [--part] [--table FILE] [--shrink] [-v]

A NAME is a folder (core, ma) or a file (core/test_dtype). Each file is played by play.py, under CPython and under perch, in a process of its own in an empty folder; a case that ends or
hangs the process is lost alone. What counts are the cases that CPython passes and that call none of NumPy's test modules in C (counted apart). What perch fails stands in known.txt,
`FILE CASE | reason` a line, parameters left out (`Class.*`: all of a class; `*`: all of a file); it only shrinks: --shrink writes it anew from what still fails. --part is what CI plays.
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ORACLE, WORKERS, in_parallel, perch_path, plain_environment, slowness  # noqa: E402

NUMPY = "/usr/lib/python3/dist-packages/numpy"
FOLDERS = ["core", "lib", "ma", "fft", "linalg", "random", "polynomial", "matrixlib", "testing", "compat"]
# Tests of what is CPython's alone: its compilers and C interface, SIMD kernels one by one, how long a file of a million lines takes
LEFT_OUT = {"core/test_cython": "compiles against CPython", "core/test_limited_api": "compiles against CPython", "core/test_simd": "NumPy's SIMD kernels in C", "core/test_simd_module": "the same",
            "core/test_cpu_dispatcher": "the same", "core/test_cpu_features": "the same", "core/test_mem_policy": "compiles C at run time", "random/test_extending": "compiles against CPython",
            "core/test_argparse": "a C test module", "lib/test__version": "", "core/test_array_interface": "compiles C at run time"}
PART = ["core/test_shape_base", "core/test_getlimits", "lib/test_arraysetops", "lib/test_twodim_base", "lib/test_stride_tricks", "fft/test_helper", "polynomial/test_polyutils", "ma/test_extras"]
KNOWN = os.path.join(HERE, "known.txt")
PATIENCE = 120


def all_files():
    return [f"{folder}/{name[:-3]}" for folder in FOLDERS for name in sorted(os.listdir(f"{NUMPY}/{folder}/tests")) if name.startswith("test_") and name.endswith(".py")
            and f"{folder}/{name[:-3]}" not in LEFT_OUT]


def one_process(python, file, done, folder):
    """The log's lines, and how the process ended."""
    own = tempfile.mkdtemp(dir=folder)
    log, skips, work = (os.path.join(own, name) for name in ("log", "skips", "work"))
    os.mkdir(work)
    with open(skips, "w", encoding="ascii") as out:
        out.write("\n".join(done))
    open(log, "w").close()
    module = "numpy." + file.replace("/", ".tests.")
    env = plain_environment() | {"LANG": "C.UTF-8", "HOME": own, "TMPDIR": own, "PERCH_NOTES": "off", "NPY_AVAILABLE_MEM": "2 GB", "PYTHONHASHSEED": "0"}
    with open(os.path.join(own, "err"), "w+b") as err:
        process = subprocess.Popen([python, os.path.join(HERE, "play.py"), module, log, skips], cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err,
                                   start_new_session=True)
        size, since, ended = 0, time.monotonic(), None
        while ended is None:
            try:
                code = process.wait(0.1)
                ended = "done" if code == 0 else f"ended with {code}"
            except subprocess.TimeoutExpired:
                now = os.path.getsize(log)
                if now != size:
                    size, since = now, time.monotonic()
                elif time.monotonic() - since > PATIENCE * slowness():
                    process.kill()
                    process.wait()
                    ended = "hung"
        err.seek(0)
        last = err.read().decode("utf-8", "backslashreplace").strip().splitlines()[-1:]
    with open(log, encoding="ascii", errors="backslashreplace") as lines:
        return [line.split("\t") for line in lines.read().split("\n") if line], ended + (": " + last[0] if last and ended != "done" else "")


def play(python, file):
    """case -> (kind, reason)"""
    cases, deaths = {}, 0
    folder = tempfile.mkdtemp(prefix="numpy-")
    try:
        while True:
            lines, ended = one_process(python, file, cases, folder)
            running = None
            for kind, *words in lines:
                if kind == "start":
                    running = words[0]
                elif kind == "absent":
                    cases["*"] = "absent", words[0]
                elif kind != "done":
                    cases[words[0]] = kind, words[1]
                    running = None
            if lines and lines[-1][0] == "done":
                return cases
            deaths += 1
            cases[running or "*"] = "crash", ended
            if running is None or deaths > 20:
                return cases
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Known:
    def __init__(self):
        self.rows = {}
        if os.path.exists(KNOWN):
            with open(KNOWN, encoding="utf-8") as lines:
                for line in lines:
                    if not line.startswith("#") and line.strip():
                        what, _, why = line.rstrip("\n").partition(" | ")
                        self.rows[tuple(what.split(" ", 1))] = why

    def has(self, file, case):
        return any((file, pattern) in self.rows for pattern in (plain(case), case.split(".")[0] + ".*", "*"))

    def write(self, failing, played):
        """failing: (file, case) -> reason."""
        rows = {key: why for key, why in self.rows.items() if key[0] not in played}
        for (file, case), why in failing.items():
            rows.setdefault((file, plain(case)), self.rows.get((file, plain(case)), why[:150]))
        with open(KNOWN, "w", encoding="utf-8") as out:
            out.write("# What perch fails of NumPy's own tests (run.py): FILE CASE | what it says. The file only shrinks.\n")
            for (file, case), why in sorted(rows.items()):
                out.write(f"{file} {case} | {why}\n")


def plain(case):
    return re.sub(r"\[.*", "", case)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--table")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--workers", type=int, default=WORKERS)
    options = parser.parse_args()
    if not os.path.isdir(NUMPY + "/core/tests"):
        print("skip numpy: Debian's python3-numpy is not here\n0 passed, 0 failed, 1 skipped")
        return 0
    names = PART if options.part else options.names
    files = [file for file in all_files() if not names or any(file == name or file.startswith(name + "/") for name in names)]
    known, failing, table, new = Known(), {}, collections.defaultdict(collections.Counter), 0

    def both(file):
        return file, play(ORACLE, file), play(perch_path(), file)

    for file, theirs, ours in in_parallel(both, files, options.workers):
        count = table[file]
        for case, (kind, _) in theirs.items():
            if kind not in ("ok", "xpass"):
                count["other"] += 1
                if options.v and kind != "skip":
                    print(f"under CPython: {file} {case}: {kind}: {theirs[case][1]}", flush=True)
                continue
            got, why = ours.get(case) or ours.get("*") or ("missing", "not among perch's cases")
            if got == "c":
                count["in C"] += 1
            elif got in ("ok", "xpass"):
                count["passed"] += 1
            else:
                count["crash" if got == "crash" else "failed"] += 1
                failing[file, case] = f"{got}: {why}"
                if not known.has(file, case):
                    new += 1
                    print(f"FAIL {file} {case}: {got}: {why}", flush=True)
        if options.v:
            print(file, dict(count), flush=True)
    gone = [key for key in known.rows if key[0] in files and not any(key[0] == file and key[1] in (plain(case), case.split(".")[0] + ".*", "*") for file, case in failing)]
    for file, case in gone if not options.shrink else []:
        print(f"FAIL {file} {case}: passes, and stands in known.txt (--shrink)")
    folders = collections.defaultdict(collections.Counter)
    for file, count in table.items():
        folders[file.split("/")[0]].update(count)
    for folder, count in folders.items():
        all_of = count["passed"] + count["failed"] + count["crash"]
        print(f"{folder:12} {count['passed']:6} of {all_of:6} cases pass ({100 * count['passed'] / max(all_of, 1):.1f} %), {count['crash']} crash or hang, {count['in C']} need a C test module, "
              f"{count['other']} not passed by CPython")
    if options.table:
        with open(options.table, "w", encoding="utf-8") as out:
            for (file, case), why in failing.items():
                out.write(f"{file}\t{case}\t{why}\n")
    if options.shrink:
        known.write(failing, set(files))
    total = sum(count["passed"] for count in table.values())
    bad = 0 if options.shrink else new + len(gone)
    print(f"{total} passed, {bad} failed, {len(failing) - (new if not options.shrink else 0)} skipped")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
