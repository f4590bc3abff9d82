#!/usr/bin/env python3
"""op_ids.py SOURCE-ROOT IDS.h MORE.h DEPFILE: numbers for the ops of src/core/ops.def and for the arguments of attrs.def, as two headers.

IDS.h (core/op_ids.h, which op.h includes) has those that files of src/ name; MORE.h (core/op_more.h) has all others and how many there are. Tables include
it, and so does a file that is the first to name a new op: then IDS.h stays as it is, and nearly nothing is compiled again. Elementwise ops are functions of
the CPU's, too (FN_…).
"""
import os
import re
import sys
from pathlib import Path

ROW = re.compile(r"^OP\((\w+), *(\w+),[^,]*,[^,]*,[^,]*,[^,]*, *(\w+) *,", re.M)
FAMILY = re.compile(r"\bFAMILY\((\w+)\)(.*?)\bEND\(\1\)", re.S)


def write(path, text):
    """Leaves a file alone that says the same already: what is older than it stays up to date."""
    path = Path(path)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(root, ids, more, depfile):
    src = Path(root, "src")
    ops_def, attrs_def = src / "core/ops.def", src / "core/attrs.def"
    files = sorted(src.rglob("*.[ch]"))
    words = set()
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        if "core/op_more.h" not in text:
            words.update(re.findall(r"\b(?:OP_|FN_)?[a-z]\w*", text))
    numbers, functions = [], []
    for number, (name, _, kernel) in enumerate(ROW.findall(ops_def.read_text())):
        numbers.append((f"OP_{name}", number))
        if kernel == "ew":
            functions.append((f"FN_{name}", number))
    total = len(numbers)
    for family, body in FAMILY.findall(re.sub(r"/\*.*?\*/", "", attrs_def.read_text(), flags=re.S)):
        names = re.findall(r"\bATTR\(\w+, *(\w+),", body)
        numbers += [(f"{family}_{name}", i) for i, name in enumerate(names)] + [(f"{family}_ATTRS", len(names))]
    named = [row for row in numbers if row[0] in words]
    rest = [row for row in numbers if row[0] not in words] + [("OPS_TOTAL", total)]
    for path, about, guard, groups in (
            (ids, "what C files name of the ops and their attributes", "OP_IDS", [named, [row for row in functions if row[0] in words]]),
            (more, "the ops and attributes that no C file names, for the tables", "OP_MORE", [rest, [row for row in functions if row[0] not in words]])):
        first = '#include "op_ids.h"\n' if guard == "OP_MORE" else ""
        enums = "".join("enum {\n" + "".join(f"    {name} = {number},\n" for name, number in rows) + "};\n" for rows in groups if rows)
        write(path, f"/* {os.path.basename(path)}: {about}. Made by tools/op_ids.py. */\n#ifndef PERCH_CORE_{guard}_H\n#define PERCH_CORE_{guard}_H\n{first}{enums}#endif\n")
    Path(depfile).write_text(f"{ids} {more}: {' '.join(str(p).replace(' ', chr(92) + ' ') for p in [*files, ops_def, attrs_def])}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
