"""Builds everything with gcc and with clang and fails for every warning of the code's own.

What gcc says is known where tests/run.py has built build/ from nothing and of just these sources (`remember`): then it is not built a second time.
"""

import glob
import hashlib
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
    called = "cc" if compiler == "gcc" and is_gcc("cc") else compiler
    return f"ccache {called}" if shutil.which("ccache") else called, "-Doptimization=0" if compiler == "clang" else "-Dbuildtype=release"


def sources():
    """A digest of all that a build is made of."""
    digest = hashlib.sha256()
    for path in sorted(path for start in ("src", "tests", "bench", "tools") for path in glob.glob(os.path.join(ROOT, start, "**", "*"), recursive=True)
                       if start == "src" or path.endswith((".c", ".h", ".inc", "meson.build"))) + [os.path.join(ROOT, "meson.build"), os.path.join(ROOT, "meson_options.txt")]:
        if os.path.isfile(path) and not path.endswith(".pyc"):
            with open(path, "rb") as file:
                digest.update(path.encode() + b"\0" + file.read())
    return digest.hexdigest()


def remember(folder, digest, said):
    """Keep what was said while a folder was built from nothing, of the sources with that digest."""
    with open(os.path.join(folder, ".said"), "w", encoding="utf-8") as file:
        file.write(f"{digest}\n{said}")


def remembered(folder):
    """What was said then; None where that was another tree, or the folder grew in other ways."""
    try:
        with open(os.path.join(folder, ".said"), encoding="utf-8") as file:
            digest, _, said = file.read().partition("\n")
    except OSError:
        return None
    return said if digest == sources() else None


def is_gcc(command):
    named = subprocess.run([command, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout if shutil.which(command) else ""
    return "Free Software Foundation" in named


def main():
    tally = Tally("compilers")
    own = os.path.join(ROOT, ".cache", "meson", "bin", "meson")
    meson = own if os.path.exists(own) else "meson"
    for compiler in ("gcc", "clang"):
        if not shutil.which(compiler):
            tally.skip(compiler, "is not installed")
            continue
        said = remembered(os.path.join(ROOT, "build")) if compiler == "gcc" and "CC" not in os.environ and is_gcc("cc") else None
        if said is not None:
            warnings = sorted(set(WARNING.findall(said)))
            tally.check(not warnings, compiler, "\n".join(warnings))
            continue
        folder = os.path.join(ROOT, f"build-warn-{compiler}")
        shutil.rmtree(folder, ignore_errors=True)
        called, how = build_with(compiler)
        env = {**os.environ, "CC": called}
        subprocess.run([meson, "setup", folder, ROOT, how, *(["-Dfrozen_code=false"] if compiler == "clang" else [])], env=env, check=True, stdout=subprocess.DEVNULL)
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
