"""The suite `reference`: docs/reference is what tools/reference.py makes now; every variable of the environment that src/ reads has its row in
src/environment.def, and every row is read somewhere; every magic, option and command has its sentence; links between our documents lead somewhere."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
import reference  # noqa: E402

READS = {
    ".c": re.compile(r'\bgetenv\("(\w+)"\)|\blang_flags_variable\([^,]+, "(\w+)"\)'),
    ".def": re.compile(r'^FLAG\(\w+, [^,]+, "(\w+)"', re.M),
    ".py": re.compile(r"\b(?:environb?\.(?:get|pop|setdefault)\(|environb?\[|getenv\()b?['\"](\w+)['\"]"),
}
# Modules of Python's own library read what theirs in CPython reads.
PYTHONS_OWN = os.path.join("src", "std", "py")
OTHERS = {"run": r"\$\{(PERCH_\w+)", "src/session/words.c": r'"(L\w+)"', "src/core/dist.c": r'\{"(\w+)", "PMIx?"'} # read in other words


def files(*endings):
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        for name in sorted(names):
            if name.endswith(endings):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                yield path, reference.read(path)


def variables(tally):
    rows = {r[0] for _, r in reference.rows("src/environment.def", "VARIABLE")}
    read = {}
    for path, text in files(".c", ".py", "python_flags.def"):
        text = "" if re.search(r"pages|perch/_(?:catalogue|programs)\b", path) else text # examples of mistakes
        ours = not path.startswith(PYTHONS_OWN)
        for name in ("".join(found) for found in READS[os.path.splitext(path)[1]].findall(text)):
            if ours or name.startswith("PERCH"):
                read.setdefault(name, path)
    for path, pattern in OTHERS.items():
        for name in re.findall(pattern, reference.read(path)):
            read.setdefault(name, path)
    for name, path in sorted(read.items()):
        tally.check(name in rows, f"{name}, which {path} reads, has a row in src/environment.def")
    for name in sorted(rows):
        tally.check(name in read, f"{name} of src/environment.def is read in src/")


def sentences(tally):
    for macro in ("FORM", "COMMAND", "OPTION"):
        for _, r in reference.rows("src/options.def", macro):
            tally.check(r[-1], f"{macro} {r[0]} has a sentence")
    _, page = reference.magics()
    for line in page.splitlines():
        if re.match(r"`[%!]\w*`|`%%", line) and not line.startswith("`%name"):
            tally.check(re.search(r"`: \S", line), f"a magic's doc string: {line}")


def models(tally):
    """The simulated GPUs and links of src/core/sim/model.c stand where people read of them."""
    for key in re.findall(r'^    \{"(\w+)"', reference.read("src/core/sim/model.c"), re.M):
        for path in ("src/options.def", "docs/simulation.md", "docs/design.md"):
            tally.check(key in reference.read(path), f"{path} names {key}")


def links(tally):
    documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    for top in ("docs", "examples"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            documents += [os.path.relpath(os.path.join(folder, n), ROOT) for n in sorted(names) if n.endswith(".md")]
    for path in documents:
        text = re.sub(r"^```.*?^```$", "", reference.read(path), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if not re.match(r"\w+:", target):
                tally.check(os.path.exists(os.path.join(ROOT, os.path.dirname(path), target)), f"{path}: its link to {target} leads somewhere")
        for target in re.findall(r"`((?:docs|examples|tests|bench|tools|src)/[\w./-]+)`", text):
            known = os.path.exists(os.path.join(ROOT, target.rstrip("."))) or re.search(r"[A-Z]{3}", target) or target.startswith("src/cuda") # drivers to come
            tally.check(known, f"{path}: {target} is there")


def main():
    tally = Tally("reference")
    for name, text in reference.made().items():
        diff = reference.difference(name, text)
        tally.check(not diff, f"docs/reference/{name} is as its tables are: run tools/reference.py", diff[:2000])
    variables(tally)
    sentences(tally)
    models(tally)
    links(tally)
    tally.close()


if __name__ == "__main__":
    main()
