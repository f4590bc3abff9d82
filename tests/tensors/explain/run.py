"""perch's explanations of placement errors: generated programs (programs.py), the pages' examples, what packages find (mends.py), goldens of ten mistakes in two accents.

    run.py [--seed N] [--count N] [--write]      --write: makes the goldens anew (read them before committing)

For each generated program the drawing must name the operands, their places and the lines that put them there as they are, and the printed fix, put
into the program in the place of what failed, must run.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, HERE)
from harness import ROOT  # noqa: E402
from mends import MENDS  # noqa: E402
from programs import programs  # noqa: E402

PERCH = os.path.abspath(os.environ.get("PERCH", os.path.join(ROOT, "build", "perch")))
FOLDER = tempfile.TemporaryDirectory()      # some programs write files


def perch(text, gpus, *arguments, notes="0"):
    """(status, stderr) of a program given on standard input's file."""
    env = {**os.environ, "PERCH_GPUS": f"sim:{gpus}", "PERCH_NOTES": notes, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([PERCH, *arguments, "-"], input=text.encode(), capture_output=True, env=env, timeout=120, cwd=FOLDER.name)
    return done.returncode, done.stderr.decode(), done.stdout.decode()


def drawn(stderr):
    """(rows, fix, code) of the drawing in an error."""
    rows, fix, code = [], None, None
    for line in stderr.split("\n"):
        m = re.match(r"[ │]*(?:[├└]─* |   *)(.*?) +(\S+ (?:bool|u?int\d+|b?float\d+)) +on (\S+) +(made|moved) on (?:line (\d+)|this line)", line)
        if m:
            rows.append((m[1], m[3], int(m[5] or 0), m[4]))
        m = re.match(r"  fix: (.*?)(?:     \(.*\))?        \[(P\d+): perch explain \2\]$", line)
        if m:
            fix, code = m[1], m[2]
        m = re.match(r"  \[(P\d+): perch explain \1\]$", line)
        if m:
            code = m[1]
    return rows, fix, code


def failing_line(program):
    return program.marked[:program.marked.index("«")].count("\n") + 1


def check(program):
    """What is wrong with perch's explanation of it; '' if nothing."""
    status, stderr, _ = perch(program.text, program.gpus)
    if status == 0:
        return "it does not fail"
    rows, fix, code = drawn(stderr)
    if code is None:
        return "there is no drawing"
    here = failing_line(program)
    for o in program.operands:
        lines = {o.line, 0} if o.line in (0, here) else {o.line}
        if not o.line:  # made by the failing expression itself, which may go on over lines
            lines |= set(range(here, here + program.failing.count("\n") + 1))
        line = o.line
        if not any((o.name, o.place, line, o.verb) in rows for line in lines):
            return f"{o.name} on {o.place}, {o.verb} on line {line} is not among {rows}"
    if fix is None:
        return "there is no fix" if program.fix else ""
    status, again, _ = perch(program.mended(fix), program.gpus)
    if status:
        return f"the fix does not work: {fix}\n{again}"
    return ""


def generated(seed, count):
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        everything = list(programs(seed, count))
        for program, why in zip(everything, pool.map(check, everything)):
            if why:
                failed += 1
                print(f"FAIL {program.title}: {why}\n{program.marked}\n{perch(program.text, program.gpus)[1]}")
    return count - failed, failed


def mends():
    """What packages find: the code, and a fix that runs."""
    failed = 0
    for code, before, line in MENDS:
        status, stderr, _ = perch(before + line + "\n", 2)
        _, fix, said = drawn(stderr)
        why = "it does not fail" if not status else f"its code is {said}" if said != code else "there is no fix" if fix is None else ""
        if not why:
            assigned = line[:line.index("=") + 2] if re.match(r"\w+ = ", line) and not re.match(r"\w+ = ", fix) else ""
            status, again, _ = perch(before + assigned + fix + "\n", 2)
            why = f"the fix does not work: {fix}\n{again}" if status else ""
        if why:
            failed += 1
            print(f"FAIL {line}: {why}\n{stderr}")
    return len(MENDS) - failed, failed


def pages():
    """Every example on a page provokes its code."""
    sys.path.insert(0, os.path.join(ROOT, "src", "perch"))
    from pages import PAGES
    passed = failed = 0
    for code, (*_, mxnet, torch) in sorted(PAGES.items()):
        for header, example in (("from mxnet import nd, gpu, cpu, gluon, autograd\n", mxnet), ("import torch\n", torch)):
            if not example:
                continue
            status, stderr, _ = perch(header + example + "\n", 2, notes="1")
            if f"[{code}: perch explain {code}]" in stderr:
                passed += 1
            else:
                failed += 1
                print(f"FAIL page {code}:\n{header}{example}\n{stderr}")
        done = subprocess.run([PERCH, "explain", code], capture_output=True)
        if done.returncode or code.encode() not in done.stdout:
            failed += 1
            print(f"FAIL perch explain {code}")
        else:
            passed += 1
    return passed, failed


def without_library(text):
    """A traceback without perch's own frames: their lines change."""
    out, inside = [], False
    for line in text.split("\n"):
        if line.startswith("  File "):
            inside = line.startswith('  File "<frozen ')
        elif not line.startswith("    "):
            inside = line.startswith("  [") and "%tb" in line
        if not inside:
            out.append(line)
    return "\n".join(out)


def goldens(write):
    passed = failed = 0
    for name in sorted(os.listdir(os.path.join(HERE, "mistakes"))):
        if not name.endswith(".py"):
            continue
        path = os.path.join(HERE, "mistakes", name)
        with open(path) as f:
            text = f.read()
        _, stderr, stdout = perch(text, "2,mem=1G", notes="1")
        got = stdout + without_library(stderr)
        golden = path[:-3] + ".out"
        if write:
            with open(golden, "w") as f:
                f.write(got)
        wanted = open(golden).read() if os.path.exists(golden) else ""
        if got == wanted:
            passed += 1
        else:
            failed += 1
            print(f"FAIL mistakes/{name}\n--- wanted\n{wanted}--- got\n{got}")
    return passed, failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="generated,pages,mends,goldens")
    options = parser.parse_args()
    only = options.only.split(",")
    parts = []
    if "generated" in only:
        parts.append(generated(options.seed, options.count))
    if "pages" in only:
        parts.append(pages())
    if "mends" in only:
        parts.append(mends())
    if "goldens" in only:
        parts.append(goldens(options.write))
    print(f"{sum(p for p, _ in parts)} passed, {sum(f for _, f in parts)} failed")
    return 1 if any(f for _, f in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
