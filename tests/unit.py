"""Runs the C tests that meson knows in build/ (counted from its log) and the scripts of tests/unit, one count each."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402


def scripts(tally):
    """tests/unit/*.py: one that begins with #! is a test; it exits non-zero where something differs."""
    folder = os.path.join(ROOT, "tests", "unit")
    for name in sorted(n for n in os.listdir(folder) if n.endswith(".py")):
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            if not file.read(2) == "#!":
                continue
        try:
            done = subprocess.run(["/usr/bin/python3", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            tally.fail(name, "not done after five minutes")
            continue
        tally.check(done.returncode == 0, name, done.stdout[-2000:])


def main():
    tally = Tally("unit")
    scripts(tally)
    folder = os.path.join(ROOT, "build")
    own = os.path.join(ROOT, ".cache", "meson", "bin", "meson")
    meson = own if os.path.exists(own) else "meson"
    log = os.path.join(folder, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.remove(log)
    done = subprocess.run([meson, "test", "-C", folder, "--no-rebuild", "--print-errorlogs"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not os.path.exists(log):
        if "No tests defined" in done.stdout:
            tally.skip("C tests", "meson.build registers none")
        else:
            tally.fail("meson test", done.stdout[-2000:])
        tally.close()
    with open(log, encoding="utf-8") as file:
        for line in file:
            test = json.loads(line)
            if test["result"] in ("OK", "EXPECTEDFAIL"):
                tally.ok()
            elif test["result"] == "SKIP":
                tally.skip(test["name"], "it says so itself")
            else:
                tally.fail(test["name"], (test.get("stdout") or "")[-3000:] + (test.get("stderr") or "")[-3000:])
    tally.close()


if __name__ == "__main__":
    main()
