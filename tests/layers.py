"""The arrows of docs/design.md, checked from the includes.

    lesson -> repl; repl, kernel, lesson -> session -> lib -> lang, core          cuda -> core

src/lang and src/core include nothing of another folder's; a front sees of the
session nothing but its one header; a vendor's header appears only in its own
folder. What lies directly in src/ (the main program) may include anything.
Also here, because they are as cheap: a file's length and its opening comment,
and what lies at the top of the tree.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

MAY_INCLUDE = {
    "core": {"core"},
    "lang": {"lang"},
    "cuda": {"cuda", "core"},
    "lib": {"lib", "lang", "core"},
    "session": {"session", "lib", "lang", "core"},
    "repl": {"repl", "session"},
    "kernel": {"kernel", "session"},
    "lesson": {"lesson", "repl", "session", "lang"}, # a demo lends its session to the terminal
}
FRONTS_SEE_ONLY = "session.h"
VENDOR = [
    (re.compile(r"cuda|cublas|cudnn|nccl|nvrtc"), "cuda"),
    (re.compile(r"readline|editline"), "repl"),
    (re.compile(r"zmq|jansson"), "kernel"),
]
# A file longer than this says why in its opening comment ("long because ...").
LONGEST = 800
# What the top of the tree holds; a program that a test ran there must leave nothing.
TOP = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "meson.build", "meson_options.txt", "run", "test",
       "bench", "docs", "examples", "jupyter", "src", "tests", "tools", "compile_commands.json"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def sources():
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".cu", ".cuh", ".def")):
                yield os.path.join(folder, name)


def folder_of(path):
    parts = os.path.relpath(path, os.path.join(ROOT, "src")).split(os.sep)
    return parts[0] if len(parts) > 1 else ""


def resolve(path, name, by_name):
    """The file of ours that an include means, or None for a system's header."""
    for base in (os.path.dirname(path), os.path.join(ROOT, "src"), os.path.join(ROOT, "src", folder_of(path))):
        candidate = os.path.normpath(os.path.join(base, name))
        if os.path.exists(candidate):
            return candidate
    found = by_name.get(os.path.basename(name), [])
    return found[0] if found else None


def check_includes(tally, path, text, by_name):
    here = folder_of(path)
    label = os.path.relpath(path, ROOT)
    for kind, name in INCLUDE.findall(text):
        target = resolve(path, name, by_name) if kind == '"' else None
        if target:
            there = folder_of(target)
            if here and there not in MAY_INCLUDE.get(here, {here}):
                tally.fail(label, f"includes {name} of src/{there or '.'}; src/{here} may include "
                                  f"{', '.join(sorted(MAY_INCLUDE.get(here, {here})))}")
            elif here in ("repl", "kernel", "lesson") and there == "session" and os.path.basename(target) != FRONTS_SEE_ONLY:
                tally.fail(label, f"includes {name}; of the session a front sees only {FRONTS_SEE_ONLY}")
            else:
                tally.ok()
            continue
        for pattern, owner in VENDOR:
            if kind == "<" and pattern.search(name) and here != owner and here != "":
                tally.fail(label, f"includes <{name}>, which belongs to src/{owner} alone")
                break
        else:
            tally.ok()


def check_shape(tally, path, text):
    label = os.path.relpath(path, ROOT)
    lines = text.count("\n")
    opening = text.lstrip()[:1500]
    tally.check(opening.startswith(("/*", "//")), label, "does not open with a comment that says what it owns")
    if lines > LONGEST:
        tally.check("long because" in " ".join(opening.replace("*", " ").split()).lower(), label,
                    f"has {lines} lines: split it, or say in its opening comment 'Long because ...'")


def main():
    tally = Tally("layers")
    paths = list(sources())
    by_name = {}
    for path in paths:
        by_name.setdefault(os.path.basename(path), []).append(path)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        check_includes(tally, path, text, by_name)
        check_shape(tally, path, text)
    for name in sorted(os.listdir(ROOT)):
        tally.check(name in TOP or name.startswith((".", "build")), name, "does not belong at the top of the tree")
    tally.close()


if __name__ == "__main__":
    main()
