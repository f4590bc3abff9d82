"""Builds everything with gcc and with clang and fails for every warning of the code's own."""

import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

WARNING = re.compile(r"^(\S+?:\d+:\d+: (?:warning|error): .*)$", re.M)


def build_with(compiler):
    """What CC is to be, and how to build. ccache knows what was built before under the name it was called by: the release build's is `cc`. clang's
    warnings do not hang on what it optimizes, gcc's do."""
    named = subprocess.run(["cc", "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout if shutil.which("cc") else ""
    called = "cc" if compiler == "gcc" and "Free Software Foundation" in named else compiler
    return f"ccache {called}" if shutil.which("ccache") else called, "-Doptimization=0" if compiler == "clang" else "-Dbuildtype=release"


def main():
    tally = Tally("compilers")
    own = os.path.join(ROOT, ".cache", "meson", "bin", "meson")
    meson = own if os.path.exists(own) else "meson"
    for compiler in ("gcc", "clang"):
        if not shutil.which(compiler):
            tally.skip(compiler, "is not installed")
            continue
        folder = os.path.join(ROOT, f"build-warn-{compiler}")
        shutil.rmtree(folder, ignore_errors=True)
        called, how = build_with(compiler)
        env = {**os.environ, "CC": called}
        subprocess.run([meson, "setup", folder, ROOT, how], env=env, check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(["ninja", "-C", folder], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
        warnings = sorted(set(WARNING.findall(done.stdout)))
        for warning in warnings:
            tally.fail(compiler, warning)
        if done.returncode and not warnings:
            tally.fail(compiler, done.stdout[-2000:])
        elif not warnings:
            tally.ok()
        shutil.rmtree(folder, ignore_errors=True)
    tally.close()


if __name__ == "__main__":
    main()
