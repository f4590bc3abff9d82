"""The suite `dead`: every function of src/ that others can see is called by somebody: by another file, by its own, or by a test. Read from the objects of the build.

What the linker throws away unseen is still read, kept and compiled by people: it goes.
"""
import collections
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

BUILD = os.path.dirname(os.path.abspath(os.environ.get("PERCH") or os.path.join(ROOT, "build", "perch")))
MADE_THRICE = re.compile(r"_(?:base|avx2|avx512)$")     # once for each instruction set, chosen at run time
OPTIONAL = ("src/tensor/array/", "src/tensor/lend/")    # rooms that a build may leave out, with their calls
PASTED = re.compile(r"(?:_module|_def|_table)$|^(?:cpu|infer|grad)_")    # named by macros of tables: MODULE(x), OP(…)


def words_of(*tops):
    """{path: how often each word stands there}"""
    found = {}
    for top in tops:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                if name.endswith((".c", ".h", ".def", ".inc")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8", errors="replace") as file:
                        found[path] = collections.Counter(re.findall(r"\w+", file.read()))
    return found


def main():
    tally = Tally("dead")
    folders = [folder for pattern in ("src/*/*.a.p", "*.p", "src/lib/freeze.p") for folder in glob.glob(os.path.join(BUILD, pattern))]
    objects = [os.path.join(folder, name) for folder in folders for name in os.listdir(folder) if name.endswith(".o")]
    defined, called = {}, set()
    listing = subprocess.run(["nm", "-A", *objects], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        path, _, rest = line.rpartition(":")
        parts = rest.split()
        if len(parts) == 3 and parts[1] == "T":
            defined[parts[2]] = path
        elif len(parts) == 2 and parts[0] == "U":
            called.add(parts[1])
    tally.check(len(defined) > 1000, f"{len(defined)} functions were found in {BUILD}")
    ours, tests = words_of("src"), words_of("tests", "bench")
    for name, path in sorted(defined.items()):
        if name in called or name == "main" or MADE_THRICE.search(name) or PASTED.search(name):
            tally.ok()
            continue
        own = max((words[name] for source, words in ours.items() if source.endswith(".c")), default=0)
        left_out = any(words[name] for source, words in ours.items() if os.path.relpath(source, ROOT).startswith(OPTIONAL))
        tally.check(own != 1 or left_out or any(words[name] for words in tests.values()), f"{name} ({os.path.basename(path)}) is called by nobody")
    tally.close()


if __name__ == "__main__":
    main()
