"""The arrows of docs/design.md, checked from the includes.

    lesson -> repl; repl, kernel, lesson -> session -> lib -> lessons -> tensor -> std -> lang, core          cuda, dist -> core
    in lang: vm -> compile -> front -> types -> text -> object, data
    in tensor: torch, mxnet -> object -> array
    in lessons: plots and pictures do not know each other; both know letters

A front sees of the session nothing but its one header; a vendor's header appears only in its own folder. What lies directly in src/ (the main
program) may include anything. An include names a header of its own folder, or one by its path from src/. Also here, because they are as cheap:
a file's length and its opening comment, and what lies at the top of the tree.
"""

import ast
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

# A room, and those that it may include besides itself; inner rooms ("lang/vm") first. lang/lang.h is the embedder's view and open to all.
LANG = ["lang/object", "lang/data", "lang/text", "lang/types", "lang/front", "lang/compile", "lang/vm"]
TENSOR = ["tensor/array", "tensor/object", "tensor/lend", "tensor/mxnet", "tensor/torch"]
BELOW_TENSOR = {*LANG, "lang", "core", "std"}
MAY_INCLUDE = {
    **{room: set(LANG[:i + 1]) for i, room in enumerate(LANG)},
    "lang": {"lang", *LANG},
    "core": {"core"},
    "cuda": {"cuda", "core"},
    "dist": {"dist", "core"},
    "std": {"std", "lang", *LANG},
    "tensor/array": {"tensor/array", *BELOW_TENSOR},
    "tensor/object": {"tensor/object", "tensor/array", *BELOW_TENSOR},
    "tensor/lend": {"tensor/lend", "tensor/object", "tensor/array", *BELOW_TENSOR},
    "tensor/mxnet": {"tensor/mxnet", "tensor/object", "tensor/array", *BELOW_TENSOR},
    "tensor/torch": {"tensor/torch", "tensor/object", "tensor/array", *BELOW_TENSOR},
    "lessons/letters": {"lessons/letters", *BELOW_TENSOR},
    "lessons/plots": {"lessons/plots", "lessons/letters", "tensor/array", *BELOW_TENSOR},
    "lessons/pictures": {"lessons/pictures", "lessons/letters", "tensor/array", *BELOW_TENSOR},
    "lessons/images": {"lessons/images", "lessons/pictures", "tensor/mxnet", "tensor/object", "tensor/array", *BELOW_TENSOR},
    "lessons/vision": {"lessons/vision", *BELOW_TENSOR},
    "lessons/tables": {"lessons/tables", *BELOW_TENSOR},
    "lib": {"lib", *TENSOR, *BELOW_TENSOR},
    "session": {"session", "lib", *TENSOR, *BELOW_TENSOR},
    "repl": {"repl", "session"},
    "kernel": {"kernel", "session"},
    "lesson": {"lesson", "repl", "session", "lang", *LANG}, # a demo lends its session to the terminal
}
OPEN = "lang/lang.h"
FRONTS_SEE_ONLY = "session.h"
VENDOR = [
    (re.compile(r"cuda|cublas|cudnn|nccl|nvrtc"), "cuda"),
    (re.compile(r"^mpi\b"), "dist"),
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
    """A room's name: "core", "lang/vm"; "" for what lies directly in src/."""
    parts = os.path.relpath(path, os.path.join(ROOT, "src")).split(os.sep)[:-1]
    return "/".join(parts[:2] if parts[:1] in (["lang"], ["lessons"], ["tensor"]) else parts[:1])


def resolve(path, name):
    """The file of ours that an include means, or None for a file that the build makes."""
    for base in (os.path.dirname(path), os.path.join(ROOT, "src")):
        candidate = os.path.join(base, name)
        if os.path.exists(candidate):
            return candidate
    return None


def check_includes(tally, path, text):
    here = folder_of(path)
    label = os.path.relpath(path, ROOT)
    for kind, name in INCLUDE.findall(text):
        target = resolve(path, name) if kind == '"' else None
        if target:
            there = folder_of(target)
            tally.check(".." not in name and (os.path.dirname(target) == os.path.dirname(path) or name.startswith(there)), label,
                        f"includes {name}: another folder's header is named by its path from src/")
            if os.path.relpath(target, os.path.join(ROOT, "src")) == OPEN:
                tally.ok()
            elif here and there not in MAY_INCLUDE.get(here, {here}):
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


SAID = re.compile(r'^SAID\((\w+), "([^"]*)"\)$', re.M)
SENTENCE = re.compile(r'^SENTENCE\((\w+), "((?:[^"\\]|\\.)*)"\)$', re.M)
OWN = re.compile(r'^OWN\((\w+), "((?:[^"\\]|\\.)*)"\)$', re.M)
SLOT = re.compile(r"%(?:(\d+)\$)?(?:\.\d+)?((?:ll|z)?[dscgu])")


def plain(words):
    """A sentence without what is filled in, to be compared: a C literal's, a Python literal's."""
    return re.sub(r"%(?:\d+\$)?[-+.\d]*(?:ll|z)?[a-zA-Z]|\{\}", "#", words.replace('\\"', '"').replace("\\n", "\n")).casefold()


def texts(path):
    """The texts that a file of an accent writes out: Python's literals, neighbours in C as one."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not path.endswith(".py"):
        for run in re.findall(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
            yield "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', run))
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def check_own_sentences(tally, accent, rows, own):
    """Each is named somewhere in its folder, and stands nowhere else in it."""
    named, folder, known = set(), os.path.join(ROOT, "src", "tensor", accent), {}
    for name, words in rows + own:
        if words.count(" ") >= 3:
            known[plain(words)] = name
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if name.endswith((".c", ".h", ".py")):
                with open(path, encoding="utf-8") as file:
                    named.update(re.findall(rf"\b{accent.upper()}_(?:SAYS\()?(\w+)|\b_says\(\"(\w+)\"", file.read()))
                twice = {known[t] for t in map(plain, texts(path)) if t in known}
                tally.check(not twice, os.path.relpath(path, ROOT), f"writes out what sentences.def has: {sorted(twice)}")
    named = {name for pair in named for name in pair}
    for name, _ in own:
        tally.check(name in named, f"tensor/{accent}/sentences.def: {name}", "nothing in the folder says it")


def check_sentences(tally):
    """Each sentence that core names has words in a library's table, which fill in what core gives and nothing else."""
    def read(*path):
        with open(os.path.join(ROOT, "src", *path), encoding="utf-8") as file:
            return file.read()
    said = {name: [kind for _, kind in SLOT.findall(slots)] for name, slots in SAID.findall(read("core", "said.def"))}
    told = set()
    for accent in ("mxnet", "lend", "torch"):
        text = read("tensor", accent, "sentences.def")
        rows, own = SENTENCE.findall(text), OWN.findall(text)
        tally.check(len(rows) + len(own) == len(re.findall(r"^[A-Z]+\(", text, re.M)), f"tensor/{accent}/sentences.def", "a row is not SENTENCE(NAME, \"words\") or OWN(NAME, \"words\")")
        check_own_sentences(tally, accent, rows, own)
        for name, words in rows:
            told.add(name)
            given, used = said.get(name, []), SLOT.findall(words.replace("%%", ""))
            right = all(int(at or i + 1) <= len(given) and given[int(at or i + 1) - 1] == kind for i, (at, kind) in enumerate(used))
            tally.check(name in said and right and len(used) == words.replace("%%", "").count("%"), f"tensor/{accent}/sentences.def: {name}", f"core gives {given}, the words want {used}")
    tally.check(told == set(said), "core/said.def", f"no library says {sorted(set(said) - told)}")


def main():
    tally = Tally("layers")
    check_sentences(tally)
    for path in sources():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        check_includes(tally, path, text)
        check_shape(tally, path, text)
    for name in sorted(os.listdir(ROOT)):
        tally.check(name in TOP or name.startswith((".", "build")), name, "does not belong at the top of the tree")
    tally.close()


if __name__ == "__main__":
    main()
