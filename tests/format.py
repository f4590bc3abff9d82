"""The suite `format` (ninja format-check): the C of src/ is laid out as .clang-format says.

clang-format lays out a copy, and each place where it differs is looked at. What the tree does that clang-format cannot say is no fault: comments and columns that are aligned by
hand; a short struct, enum or function on one line; rows of a table, several on a line; a nested ?: beside its question; case labels and what they do on one line; macros of
several lines; where a line breaks. What is left: indentation, spaces, the braces of functions.

format.py [FILE…]: these files alone. Files that are not looked at, and why: LEFT_OUT.
"""
import concurrent.futures
import difflib
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

TOOL = shutil.which("clang-format-14") or shutil.which("clang-format")
LEFT_OUT = {
    "src/lang/vm/eval.c": "labels of the dispatch, with blocks behind them",
    "src/core/blocks.c": "a variable is called class",
    **dict.fromkeys(("src/core/cpu/isa/line.h", "src/core/cpu/isa/red.c", "src/core/cpu/isa/vector.h", "src/core/cpu/wide/pool_loops.h"), "macros that stand for types, cases and formulas"),
}
FUNCTION = re.compile(r"^[A-Za-z_].*\) \{$")
MACRO = re.compile(r"^[A-Z][A-Z_0-9]*\(.*\)$")
TABLE = re.compile(r"\{.*\}|^[\[{.]|\{$|^\}|\},|^#|\\$")
CASES = re.compile(r"^(case .*|default): *\S")


def lines_of(text):
    """Lines with their indentation; how wide the gaps inside are does not count."""
    return [re.sub(r"(?<=\S)[ \t]+", " ", line.rstrip()) for line in text.split("\n")]


def bare(lines):
    return re.sub(r"[\s\\]+", "", "".join(lines))


def code(line):
    """A line without the comment at its end."""
    return re.sub(r"/\*.*?\*/\s*$", "", line).strip()


def ours(old, new, before):
    """before: the line above it that holds something. Is it a layout of the tree's that clang-format has no word for? Where lines break is the author's, but for a function's brace."""
    if bare(old) != bare(new):
        return False
    if len(old) != len(new):
        return not any(FUNCTION.match(line) for line in old)
    if code(before) and code(before)[-1] not in ";{}:)/" or code(old[0])[:1] in (":", "|", "&"):      # it goes on over lines
        return True
    if MACRO.match(old[0]) or MACRO.match(before):                                                      # a row of macros, and what stands behind them
        return True
    return any(TABLE.search(code(line)) or CASES.search(line.strip()) or "?" in line or code(line).endswith(",") for line in old)


def places(path):
    """[(number of the line, the lines there, as they should be)]"""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    done = subprocess.run([TOOL, "--style=file", "--assume-filename=" + path], input=text, capture_output=True, text=True, encoding="utf-8", cwd=ROOT)
    if done.returncode:
        return [(1, [], [done.stderr[-300:]])]
    old, new = lines_of(text), lines_of(done.stdout)
    found = difflib.SequenceMatcher(None, old, new, False).get_opcodes()
    return [(i + 1, old[i:j], new[k:m]) for tag, i, j, k, m in found if tag != "equal" and not ours(old[i:j], new[k:m], next((line for line in reversed(old[:i]) if line), ""))]


def main():
    tally = Tally("format")
    if not TOOL:
        tally.skip("the layout of src/", "there is no clang-format here (Debian: clang-format-14)")
        tally.close()
    listed = subprocess.run(["git", "ls-files", "src/*.c", "src/*.h"], capture_output=True, text=True, cwd=ROOT, check=True).stdout.split()
    paths = sys.argv[1:] or [path for path in listed if not path.startswith("src/lang/data/") and path not in LEFT_OUT]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for path, found in zip(paths, pool.map(places, paths)):
            told = "\n".join(f"{path}:{at}\n" + "\n".join(["- " + line for line in old[:4]] + ["+ " + line for line in new[:4]]) for at, old, new in found[:3])
            tally.check(not found, path, f"{len(found)} places are not as .clang-format has them\n{told}")
    tally.close()


if __name__ == "__main__":
    main()
