"""The pages of docs/reference, made from the tables that perch itself is built from.

    tools/reference.py            write them anew
    tools/reference.py --check    say what differs from what is there; exit 1

Read are: src/options.def, src/environment.def, the magics' rows and doc strings, src/core/{ops,attrs,errors}.def with the accents' tables (through
the C preprocessor), src/lib/prelude.def, and the pages of `perch explain`. perch need not be built.
"""
import ast
import difflib
import functools
import importlib
import os
import re
import subprocess
import sys
import types

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = os.path.join(ROOT, "docs", "reference")
MAGICS = "src/perch/magics"
EXPLAIN = "src/perch"
ACCENTS = ("mxnet", "torch")
ACCENT_ROWS = {"mxnet": ["src/tensor/mxnet/mxnet.def"], "torch": ["src/tensor/torch/torch.def"]}
LEAD = "<!-- Made by tools/reference.py from {}: change that, not this. -->\n"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


# ---- tables ----

def preprocess(text):
    """A .def through the preprocessor; `text` defines its macros so that a row becomes a line @(...)."""
    run = subprocess.run(["cc", "-E", "-P", "-x", "c", f"-I{ROOT}/src", "-"], input=text.encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, cwd=ROOT)
    if run.returncode:
        sys.exit(run.stderr.decode())
    return run.stdout.decode()


def rows(path, *macros):
    """[(macro, [the arguments as text])] of a table of one form of row after the other; strings are read as C reads them."""
    defines = "".join(f'#define {m}(...) @{m}@ #__VA_ARGS__ @end@\n' for m in macros)
    return [(macro, arguments_of(ast.literal_eval(text))) for macro, text in re.findall(r'@(\w+)@ ("(?:\\.|[^"\\])*") @end@', preprocess(f'{defines}#include "{path}"\n'))]


def arguments_of(text):
    """A macro's arguments: cut at the commas outside of strings and brackets; strings as C reads them."""
    parts, depth = [""], 0
    for token in re.findall(r'"(?:\\.|[^"\\])*"|.', text, re.S):
        depth += (token in "([{") - (token in ")]}")
        if token == "," and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return ["".join(ast.literal_eval(t) for t in re.findall(r'"(?:\\.|[^"\\])*"', p)) if p.strip().startswith('"') else p.strip() for p in parts]


def constant(path, name):
    """What a module's name is given, where that is a literal."""
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == name:
            return ast.literal_eval(node.value)
    sys.exit(f"{path}: no {name}")


def table(heads, lines):
    cell = lambda text: str(text).replace("|", "\\|").replace("\n", "; ")
    return "\n".join([f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"] + [f"| {' | '.join(map(cell, line))} |" for line in lines]) + "\n"


def code(text):
    return f"`{text}`" if text else ""


# ---- pages ----

def commands():
    forms = [(code(f"perch [options] {after}".strip()), does) for _, (after, does) in rows("src/options.def", "FORM")]
    own = [(code(f"perch {name} {takes}".strip()), does) for _, (name, takes, _, does) in rows("src/options.def", "COMMAND")]
    return "src/options.def", ("# Commands\n\nOptions ([options.md](options.md)) stand before the program; those about devices, language and colour before or behind a command. In the source tree `./run` stands for `perch`.\n\n"
                           + table(("command", "does"), forms) + "\nCommands of perch's own; a file of the same name is `./NAME`.\n\n" + table(("command", "does"), own)
                           + "\nThe exit code is Python's: 0, 1 after an error, 2 for a command line that is not understood, what `sys.exit` was given; after Ctrl-C the "
                             "process ends by SIGINT.\n")


def options():
    lines = [(", ".join(code(f"{name} {takes}".strip()) for name in names.split()), does) for _, (_, names, takes, does) in rows("src/options.def", "OPTION")]
    return "src/options.def", ("# Options\n\n`--name V` and `--name=V` are the same. `--gpus`, `--clock`, `--threads`, `--seed` and `--lang` are handed on to programs that perch starts; "
                           "as variables: [environment.md](environment.md).\n\n" + table(("option", "does"), lines))


def environment():
    whose = {"perch": "perch's own", "work": "For those who work on perch", "CUDA": "GPUs", "Python": "Python's", "terminal": "The terminal's", "system": "The system's", "Jupyter": "Jupyter's"}
    page = "# Variables of the environment\n"
    for key, title in whose.items():
        page += f"\n## {title}\n\n" + table(("variable", "values", "does"), [(code(name), values, does) for _, (name, owner, values, does) in
                                                                             rows("src/environment.def", "VARIABLE") if owner == key])
    return "src/environment.def", page


def magics():
    blocks = magic_blocks()
    page = ("# Magics\n\n`%name …` in a line, `%%name …` above a cell. `%name?` shows its text at the prompt, `%lsmagic` the list. Names that IPython has do what "
            "they do there.\n")
    for title, found in blocks:
        page += f"\n## {title[0].upper()}{title[1:]}\n"
        entries = {} # those with the same words share an entry
        for name, kinds, module in found:
            doc = doc_strings(module).get("magic_" + name) or ""
            shown = "  ".join(code("%" * (1 + (kind == "cell")) + name) for kind in kinds.split() if kind != "raw") if name != "!" else "`!command`  `%%!`"
            entries.setdefault(doc, []).append(shown)
        for doc, shown in entries.items():
            first, _, rest = doc.partition("\n")
            page += f"\n{',  '.join(shown)}: {markdown(first)}\n" + (f"\n```text\n{rest.strip(chr(10))}\n```\n" if rest.strip() else "")
    return f"{MAGICS}/rows.py and the doc strings", page


def markdown(text):
    return re.sub(r"([*_<>])", r"\\\1", text)


def magic_blocks():
    """[(a comment of rows.py, its rows)]"""
    text = read(f"{MAGICS}/rows.py")
    body = text[text.index("ROWS = ["):]
    body = body[:body.index("\n]\n")]
    blocks = []
    for line in body.splitlines()[1:]:
        line = line.strip()
        if line.startswith("#"):
            blocks.append((line[1:].strip(), []))
        elif line:
            blocks[-1][1].append(ast.literal_eval(line.rstrip(",")))
    assert sum(len(b) for _, b in blocks) == len(constant(f"{MAGICS}/rows.py", "ROWS"))
    return blocks


class StandIn(types.ModuleType):
    """A C module of perch's, while CPython reads the magics' modules for their doc strings."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(name)

    def __call__(self, *args, **named):
        return self


@functools.lru_cache(None)
def doc_strings(module):
    """{function: its doc string} of a module of perch.magics; some are put together when it is imported."""
    if "perch" not in sys.modules:
        package = types.ModuleType("perch")
        package.__path__ = [os.path.join(ROOT, folder) for folder in (os.path.dirname(MAGICS), EXPLAIN)]
        sys.modules["perch"] = package
        sys.dont_write_bytecode = True
    while True:
        try:
            found = importlib.import_module("perch.magics." + module)
        except ModuleNotFoundError as error:
            if not error.name.startswith("_"):
                raise
            sys.modules[error.name] = StandIn(error.name)
        else:
            return {name: value.__doc__ for name, value in vars(found).items() if name.startswith("magic_")}


def accent_names():
    """{op: {accent: [the names that are this op and nothing more]}}"""
    kinds = ("FUNC", "METHOD", "BOTH", "BOTH_IN", "PFUNC", "PMETHOD", "PBOTH", "UFUNC", "NAMED")
    found = {}
    for accent in ACCENTS:
        for path in ACCENT_ROWS[accent]:
            for kind, r in rows(path, *kinds):
                name, op = (r[1], r[2]) if kind == "NAMED" else r[:2]
                shown = "." + name if "METHOD" in kind else name
                names = found.setdefault(op, {}).setdefault(accent, [])
                if shown not in names:
                    names.append(shown)
    return found


def ops():
    families, now = {}, None
    for kind, r in rows("src/core/attrs.def", "FAMILY", "ATTR", "END"):
        if kind == "ATTR":
            families.setdefault(r[0], []).append(r[1])
    names = accent_names()
    page = ("# Ops\n\nWhat a device computes. The last column has the names that are this op and nothing more in each accent; names that are several ops, or choose one, "
            "are Python in `src/tensor/ACCENT/py`. *Gradient* —: none flows through it.\n")
    text = read("src/core/ops.def")
    sections = [(m.start(), m.group(1)) for m in re.finditer(r"^/\* ---- (.*?) ---- \*/", text, re.M)]
    order = {m.group(1): max((s for s in sections if s[0] < m.start()), default=(0, "others"))[1] for m in re.finditer(r"^OP\((\w+)", text, re.M)}
    title = None
    lines = []
    count = 0
    for _, (name, family, inputs, outputs, shape, dtype, kernel, gradient, saves, doc) in rows("src/core/ops.def", "OP"):
        if order[name] != title:
            page += table(("op", "computes", "inputs", "attributes", "gradient", "names"), lines) if lines else ""
            title, lines = order[name], []
            page += f"\n## {title[0].upper()}{title[1:]}\n\n"
        said = "; ".join(f"{a}: {', '.join(f'`{n}`' for n in names[name][a])}" for a in ACCENTS if a in names.get(name, {}))
        lines.append((code(name), doc, "any" if inputs == "-1" else inputs, ", ".join(families.get(family, [])), "—" if gradient == "none" else "yes", said))
        count += 1
    page += table(("op", "computes", "inputs", "attributes", "gradient", "names"), lines)
    return "src/core/ops.def and the accents' tables", page + f"\n{count} ops.\n"


def errors():
    titles = {r[1]: r[2] for _, r in rows("src/core/errors.def", "CORE_ERROR")}
    pages = constant(f"{EXPLAIN}/pages.py", "PAGES")
    page = ("# Errors\n\n`perch explain CODE`, or `%explain` after an error, shows the whole page: why the library says it so, and an example in each accent. "
            "Where a page and the core have different words for a code, the page's stand here.\n")
    groups = {"P01": "Places", "P02": "Shapes", "P03": "Dtypes", "P04": "Gradients", "P05": "Memory and devices", "P06": "Indices and values", "P07": "Notes: mistakes that raise nothing",
              "P09": "perch's own"}
    codes = sorted({*titles, *pages})
    for start, title in [*groups.items(), *((c[:3], c[:3]) for c in codes if c[:3] not in groups)]:
        found = [c for c in codes if c.startswith(start)]
        if found:
            page += f"\n## {title}\n\n" + table(("code", "what", "how to mend it"), [(f"**{c}**", pages[c][0] if c in pages else titles[c], pages[c][3] if c in pages else "") for c in found])
    return "src/core/errors.def and perch/pages.py", page


def prelude():
    names = [r[0] for _, r in rows("src/lib/prelude.def", "PRELUDE")]
    return "src/lib/prelude.def", ("# Names without an import\n\nThey stand behind a program's own names and Python's; `--no-prelude` leaves them out.\n\n"
                                   + " ".join(code(n) for n in names) + "\n")


MAKERS = {"commands": commands, "options": options, "environment": environment, "magics": magics, "ops": ops, "errors": errors, "prelude": prelude}


def made():
    """{file name: its text}"""
    pages = {}
    for name, maker in MAKERS.items():
        source, text = maker()
        pages[name + ".md"] = LEAD.format(source) + text
    return pages


def difference(name, wanted):
    """The lines by which a page in docs/reference differs; '' where it is as it should be."""
    path = os.path.join(PAGES, name)
    there = read(os.path.relpath(path, ROOT)) if os.path.exists(path) else ""
    return "".join(difflib.unified_diff(there.splitlines(True), wanted.splitlines(True), f"docs/reference/{name}", "made now", n=1))


def main():
    stale = 0
    for name, text in made().items():
        diff = difference(name, text)
        if not diff:
            continue
        if "--check" in sys.argv[1:]:
            stale = 1
            sys.stdout.write(diff)
        else:
            os.makedirs(PAGES, exist_ok=True)
            with open(os.path.join(PAGES, name), "w", encoding="utf-8") as f:
                f.write(text)
            print("wrote", os.path.relpath(os.path.join(PAGES, name), ROOT))
    sys.exit(stale)


if __name__ == "__main__":
    main()
