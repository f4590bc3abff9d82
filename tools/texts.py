#!/usr/bin/env python3
"""texts.py FOLDER PATTERN OUTPUT.inc: the files of a folder as rows {"name", text, size} of a C table."""
import sys
from pathlib import Path


def main(folder, pattern, output):
    rows = []
    for path in sorted(Path(folder).glob(pattern)):
        data = path.read_bytes()
        rows.append(f'    {{"{path.name}", (const char[]){{{",".join(map(str, (b if b < 128 else b - 256 for b in data + bytes(1))))}}}, {len(data)}}},\n')
    Path(output).write_text("".join(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
