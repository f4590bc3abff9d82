#!/usr/bin/env python3
"""freeze.py [--library NAME WORDS FOLDER PACKAGE LIST]... OUTPUT.c OUTPUT.bin ROOT...: the Python modules of some roots (a folder of modules, PACKAGE=folder, or MODULE=file), and those of others' libraries (in
FOLDER; PACKAGE: the only package of it that is meant, or "") that LIST names, as a table (lib_frozen of lib.h) over their packed texts. `perch --version -v` says NAME and WORDS of each library.

The table is compiled twice: without code for the program that compiles the modules (src/freeze.c), and with
PERCH_FROZEN_CODE for perch itself, where frozen_code.inc, written by that program, has the code of each module.
"""
import argparse
import ast
import fnmatch
import io
import json
import sys
import tokenize
import zlib
from pathlib import Path


def text_of(data):
    """A source in UTF-8, whatever its first lines say it is written in."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data if encoding.startswith("utf-8") else data.decode(encoding).encode()


def without_start(data):
    """A source without what it does by itself, `if …: NAME()` at its top; other lines keep their numbers."""
    lines = data.decode().splitlines(keepends=True)
    for part in ast.parse(data).body:
        body = part.body[0] if isinstance(part, ast.If) and len(part.body) == 1 and not part.orelse else None
        if isinstance(body, ast.Expr) and isinstance(body.value, ast.Call) and isinstance(body.value.func, ast.Name) and not body.value.args:
            lines[part.lineno - 1:part.end_lineno] = ["\n"] * (part.end_lineno - part.lineno + 1)
    return "".join(lines).encode()


def is_called(relative, pattern):
    name = ".".join(relative.with_suffix("").parts)
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, pattern + ".*")


def listed(path, library):
    """(path in the library, file) of what a list names: a module or a whole package a word, `-name` takes out again what a package has (or, from a packager who parts it, has not; with * in it: all
    that are called so, and what is in them), `~name` is compiled when it is imported, `!name` without what it does by itself; # begins a remark. And the paths of these two."""
    found, late, still = {}, set(), set()
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        for word in line.partition("#")[0].split():
            if "*" in word:
                found = {relative: file for relative, file in found.items() if not is_called(relative, word[1:])}
                continue
            name = Path(word.lstrip("-~!").replace(".", "/"))
            file, folder = (library / name).with_suffix(".py"), library / name
            files = [file] if file.exists() else sorted(folder.rglob("*.py"))
            if not files and not word.startswith("-"):
                sys.exit(f"{path}: {word} is not in {library}")
            for each in files:
                relative = each.relative_to(library)
                if word.startswith("-"):
                    found.pop(relative, None)
                else:
                    found[relative] = each
                    if "~" in word:
                        late.add(relative)
                    if "!" in word:
                        still.add(relative)
    return found, late, still


def rooted(root):
    """(path as a module's, file) of what one root holds."""
    package, _, where = root.rpartition("=")
    place = Path(where)
    if place.is_file():
        return [(Path(package + ".py"), place)]
    return [(package / path.relative_to(place), path) for path in place.rglob("*.py")]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("texts")
    parser.add_argument("--library", nargs=5, action="append", default=[])
    parser.add_argument("roots", nargs="*")
    return parser.parse_args()


def main(output, packed_texts, libraries, roots):
    own = {name: path for root in roots for name, path in rooted(root)}
    taken, numbers, late, still, heads = {}, {}, set(), set(), []
    for number, (title, words, folder, package, names) in enumerate(libraries, 1):
        files, its_late, its_still = listed(names, Path(folder))
        files = {name: path for name, path in files.items() if name not in own}
        taken |= files
        numbers |= dict.fromkeys(files, number)
        late |= its_late
        still |= its_still
        heads.append("    {" + "".join(json.dumps(text) + ", " for text in (title, words, folder, package)) + f"{len(files)}}},\n")
    found = sorted({**taken, **own}.items())
    modules = {".".join(above.parts): (True, numbers.get(path, 0), False, b"") for path, _ in found for above in path.parents if above.parts} # folders without an __init__.py
    for path, file in found:
        parts = list(path.with_suffix("").parts)
        package = parts[-1] == "__init__"
        data = text_of(file.read_bytes())
        modules[".".join(parts[:-1] if package else parts)] = package, numbers.get(path, 0), path in late, without_start(data) if path in still else data
    rows, texts, at = [], [], 0
    for i, (name, (package, taken_from, is_late, data)) in enumerate(sorted(modules.items())):
        packed = zlib.compress(data, 9)
        texts.append(packed)
        rows.append(f'    {{"{name}", {str(package).lower()}, {taken_from}, frozen_texts + {at}, {len(packed)}, {len(data)}, {"LATE" if is_late else f"CODE({i})"}}},\n')
        at += len(packed)
    texts = b"".join(texts)
    Path(packed_texts).write_bytes(texts)
    code = 'static const CodeImage late;\n#define LATE &late\n#ifdef PERCH_FROZEN_CODE\n#include "frozen_code.inc"\n#else\n#define CODE(i) NULL\n#endif\n\n'
    own_texts = f'INCLUDE_BYTES(frozen_texts, "{packed_texts}", "{zlib.crc32(texts):08x}");\n'
    Path(output).write_text('#include "lib/include_bytes.h"\n#include "lib/lib.h"\n\n' + code + own_texts + "\nstatic const FrozenModule modules[] = {\n"
                            + "".join(rows) + "};\n\nstatic const FrozenLibrary libraries[] = {\n" + "".join(heads) + "};\n\n"
                            + "const FrozenTable lib_frozen = {modules, sizeof modules / sizeof *modules, libraries, sizeof libraries / sizeof *libraries, lib_unpack};\n")


if __name__ == "__main__":
    given = arguments()
    main(given.output, given.texts, given.library, given.roots)
