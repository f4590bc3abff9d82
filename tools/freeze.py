#!/usr/bin/env python3
"""freeze.py FOLDER... OUTPUT.c: the Python modules of some folders as a table of C strings (lib_frozen of lib.h).

The table is compiled twice: without code for the program that compiles the modules (src/freeze.c), and with
PERCH_FROZEN_CODE for perch itself, where frozen_code.inc, written by that program, has the code of each module.
"""
import sys
from pathlib import Path


def c_bytes(data):
    return ",".join(map(str, data + b"\0"))


def main(*arguments):
    *folders, output = arguments
    found = sorted((path.relative_to(folder), path) for folder in folders for path in Path(folder).rglob("*.py"))
    rows, texts = [], []
    for i, (name, path) in enumerate(found):
        parts = list(name.with_suffix("").parts)
        package = parts[-1] == "__init__"
        if package:
            parts.pop()
        data = path.read_bytes()
        texts.append(f"static const unsigned char t{i}[] = {{{c_bytes(data)}}};\n")
        rows.append(f'    {{"{".".join(parts)}", {"true" if package else "false"}, t{i}, {len(data)}, CODE({i})}},\n')
    code = '#ifdef PERCH_FROZEN_CODE\n#include "frozen_code.inc"\n#else\n#define CODE(i) NULL\n#endif\n\n'
    Path(output).write_text('#include "lib.h"\n\n' + code + "".join(texts) + "\nconst FrozenModule lib_frozen[] = {\n"
                            + "".join(rows) + "    {0},\n};\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
