"""Writes src/repl/widths.def: which characters take two columns of a terminal, and which none (tools/make_widths.py > src/repl/widths.def).

Two columns: East Asian Width W or F, as terminals have it. None: marks that sit on the character before (Mn, Me), and format
characters (Cf) but the soft hyphen. Unassigned characters in the planes of Chinese and of emoji are as wide as their neighbours.
"""

import unicodedata


def width(point):
    char = chr(point)
    category = unicodedata.category(char)
    if category in ("Mn", "Me") or category == "Cf" and point != 0xAD or 0x1160 <= point <= 0x11FF:
        return 0
    wide = unicodedata.east_asian_width(char) in "WF" if category != "Cn" else 0x1F300 <= point <= 0x1FAFF
    return 2 if wide or 0x20000 <= point <= 0x3FFFD else 1


def main():
    print(f"/* widths.def: made by tools/make_widths.py from Unicode {unicodedata.unidata_version}. WIDTH(first, last, columns) */")
    first, columns = 0x80, 1
    for point in range(0x80, 0x110001):
        now = width(point) if point < 0x110000 else -1
        if now != columns:
            if columns != 1 and first < point:
                print(f"WIDTH(0x{first:04X}, 0x{point - 1:04X}, {columns})")
            first, columns = point, now


main()
