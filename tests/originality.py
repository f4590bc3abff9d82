"""What in the tree is another project's, by the tool that compares it with the installed originals.

    tests/originality.py      fails for each finding that originality.txt does not excuse, and for each excuse that excuses nothing

The tool lies beside the checkouts (../shared/tools/originality.py, or where $PERCH_ORIGINALITY says). The originals (torch,
numpy, IPython if it is there) are this python3's, and MXNet that of the Python which MXNET_PYTHON names; where the tool, torch
or numpy is missing the suite is skipped and says so.
"""
import importlib.util
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT  # noqa: E402

EXCUSED = os.path.join(ROOT, "tests", "originality.txt")
ORIGINALS = ("torch", "numpy")
MOST = 20 # excuses the list may hold
LEFT_OUT = ("src/std/py/",) # being replaced by CPython's own files; goes with the last of them
FINDING = re.compile(r"^(?:doc|\d\.\d\d +\d+) +([^:\s]+):\d+ ?(\w*)  <- (.+)$")


def tool():
    named = os.environ.get("PERCH_ORIGINALITY")
    places = [named] if named else [os.path.join(ROOT, *up, "shared", "tools", "originality.py") for up in ([".."], ["..", ".."])]
    return next((p for p in places if os.path.exists(p)), None)


def with_mxnet():
    """The environment in which the tool finds MXNet's files, too: behind this python3's own."""
    python = os.environ.get("MXNET_PYTHON")
    if not python or not os.path.exists(python):
        return None
    beside = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"], capture_output=True, text=True).stdout.strip()
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*(p for p in sys.path if p.endswith("-packages")), beside])}


def excuses():
    """{"FILE NAME": reason}; NAME is a function, or what a docstring is the original of."""
    rows = (line.rstrip("\n") for line in open(EXCUSED, encoding="utf-8"))
    return dict(row.split("  ", 1) for row in rows if row and not row.startswith("#"))


def main():
    program = tool()
    missing = [name for name in ORIGINALS if not importlib.util.find_spec(name)]
    if not program or missing:
        print("skipped: " + (f"not installed here: {', '.join(missing)}" if program else "no originality.py beside this checkout"))
        print("0 passed, 0 failed, 1 skipped")
        return 0
    said = subprocess.run([sys.executable, program, "src", "tests"], cwd=ROOT, capture_output=True, text=True, env=with_mxnet())
    lines = said.stdout.splitlines()
    if not lines or not lines[-1].endswith(" findings"):
        print("FAIL the tool broke off\n" + said.stderr[-2000:])
        print("0 passed, 1 failed")
        return 1
    excused, used, failed = excuses(), set(), 0
    for line in lines[:-1]:
        found = FINDING.match(line)
        path, name, origin = found.groups() if found else ("", "", line)
        if path.startswith(LEFT_OUT):
            continue
        key = f"{path} {name or origin}"
        if key in excused:
            used.add(key)
        else:
            print("FAIL " + line)
            failed += 1
    for key in excused.keys() - used:
        print(f"FAIL originality.txt excuses what is not found: {key}")
        failed += 1
    if len(excused) > MOST:
        print(f"FAIL originality.txt holds {len(excused)} excuses; {MOST} at most")
        failed += 1
    print(lines[-1] + f", {failed} of them neither excused nor left out")
    print(f"{len(used)} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
