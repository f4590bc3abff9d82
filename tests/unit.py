"""Runs the C tests that meson knows in build/ and the scripts of tests/unit, one count each."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally, slowness  # noqa: E402


def scripts(tally):
    """tests/unit/*.py: one that begins with #! is a test; it exits non-zero where something differs."""
    folder = os.path.join(ROOT, "tests", "unit")
    for name in sorted(n for n in os.listdir(folder) if n.endswith(".py")):
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            if not file.read(2) == "#!":
                continue
        try:
            done = subprocess.run(["/usr/bin/python3", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300 * slowness())
        except subprocess.TimeoutExpired:
            tally.fail(name, "not done in time")
            continue
        tally.check(done.returncode == 0, name, done.stdout[-2000:])


def registered(tally):
    """The C tests that meson.build registers, from meson's own list: `meson test` itself would write into the build folder."""
    with open(os.path.join(ROOT, "build", "meson-info", "intro-tests.json"), encoding="utf-8") as file:
        tests = json.load(file)
    for test in tests:
        try:
            done = subprocess.run(test["cmd"], env={**os.environ, **test["env"]}, cwd=test["workdir"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, timeout=test["timeout"] * slowness())
        except subprocess.TimeoutExpired:
            tally.fail(test["name"], f"not done after {test['timeout'] * slowness():.0f} seconds")
            continue
        tally.check(done.returncode == 0, test["name"], done.stdout[-3000:])


def main():
    tally = Tally("unit")
    scripts(tally)
    registered(tally)
    tally.close()


if __name__ == "__main__":
    main()
