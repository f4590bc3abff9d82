#!/usr/bin/env python3
"""freeze.py FOLDER OUTPUT.c: the Python modules of a folder as a table of C strings (lib_frozen of lib.h)."""
import sys
from pathlib import Path


def c_bytes(data):
    return ",".join(map(str, data + b"\0"))


def main(folder, output):
    root = Path(folder)
    rows, texts = [], []
    for i, path in enumerate(sorted(root.rglob("*.py"))):
        parts = list(path.relative_to(root).with_suffix("").parts)
        package = parts[-1] == "__init__"
        if package:
            parts.pop()
        data = path.read_bytes()
        texts.append(f"static const unsigned char t{i}[] = {{{c_bytes(data)}}};\n")
        rows.append(f'    {{"{".".join(parts)}", {"true" if package else "false"}, t{i}, {len(data)}}},\n')
    Path(output).write_text('#include "lib.h"\n\n' + "".join(texts) + "\nconst FrozenModule lib_frozen[] = {\n"
                            + "".join(rows) + "    {0},\n};\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
