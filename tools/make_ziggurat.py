#!/usr/bin/env python3
"""make_ziggurat.py [FILE]: writes src/core/ziggurat_tables.c: the numbers of NumPy 1.24.2's ziggurats (Marsaglia and Tsang, 2000; 256 layers).

A layer's width and height follow from the density, but how they were rounded follows from no rule that was found for all of them, and every bit of a random number hangs on it.
So they are read out of the data of the installed module numpy.random._generator (or FILE), where each table is the one run of 256 numbers that its shape allows.
"""
import struct
import sys
import sysconfig
from pathlib import Path

LAYERS = 256
ROOT = Path(__file__).resolve().parent.parent


def falling(row):
    return row[0] == 1 and all(a > b > 0 for a, b in zip(row, row[1:]))


def rising(row):
    """Widths: the first is the base's, wider than all; the others grow."""
    return row[0] > row[-1] and row[1] > 0 and row[-1] < 1e-5 and all(a < b for a, b in zip(row[1:], row[2:]))


def limits(most):
    def fits(row):
        return row[1] == 0 and row[-1] < most and min(row[0], *row[2:]) > most >> 4 and max(row) < most
    return fits


def runs(data, letter, fits, quick):
    size = struct.calcsize(letter)
    numbers = struct.unpack(f"<{len(data) // size}{letter}", data[:len(data) // size * size])
    return [row for at in range(len(numbers) - LAYERS) if quick(numbers[at], numbers[at + 1]) for row in [numbers[at:at + LAYERS]] if fits(row)]


def tables(data):
    """(name, is single precision, k, w, f): the exponential's first, whose density falls to less."""
    for single, whole, real, most in ((False, "Q", "d", 1 << 53), (True, "I", "f", 1 << 23)):
        f = sorted(runs(data, real, falling, lambda a, b: a == 1 and b < 1), key=lambda row: row[-1])
        w = sorted(runs(data, real, rising, lambda a, b: 1e-5 > a > b > 0), key=lambda row: -row[0])
        k = sorted(runs(data, whole, limits(most), lambda a, b: b == 0 and most >> 4 < a < most), key=lambda row: row[2] / row[-1])
        if not len(f) == len(w) == len(k) == 2:
            raise SystemExit(f"found {len(f)}, {len(w)} and {len(k)} tables, not two of each")
        for i, name in enumerate(("exponential", "normal")):
            yield name, single, k[i], w[i], f[i]


def rows(numbers, text, per):
    words = [text(number) for number in numbers]
    return "".join("    " + ", ".join(words[i:i + per]) + ",\n" for i in range(0, len(words), per))


def main():
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else next(Path(folder) for folder in (sysconfig.get_path("platlib"), "/usr/lib/python3/dist-packages")
                                                            if (Path(folder) / "numpy").exists()) / "numpy/random"
    if file.is_dir():
        file = next(file.glob("_generator.*.so"))
    out = ["/* ziggurat_tables.c: made by tools/make_ziggurat.py out of NumPy 1.24.2's data: do not edit. Long because it is numbers. */\n#include \"ziggurat.h\"\n\n/* clang-format off */\n"]
    for name, single, k, w, f in tables(file.read_bytes()):
        kind, real = ("ZigguratFloat", lambda x: x.hex() + "f") if single else ("Ziggurat", float.hex)
        out.append(f"const {kind} ziggurat_{name}{'_float' if single else ''} = {{\n  .k = {{\n{rows(k, hex, 10)}  }},\n  .w = {{\n{rows(w, real, 6)}  }},\n  .f = {{\n{rows(f, real, 6)}  }},\n}};\n")
    (ROOT / "src/core/ziggurat_tables.c").write_text("".join(out), encoding="utf-8")


main()
