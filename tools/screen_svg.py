#!/usr/bin/env python3
"""A terminal's screen as a picture: tmux capture-pane -e -p | tools/screen_svg.py [--columns N] [--title TEXT] >screen.svg

Reads text with SGR sequences (colours of 16, 256 or true colour; bold, faint, italic, underlined, reversed) and writes an SVG that any browser and
any page shows: one <text> a run of cells that look alike, placed by its column, so that wide characters stay in their cells.
"""

import argparse
import re
import sys
import unicodedata
from html import escape

WIDTH, HEIGHT, MARGIN, BAR = 8.43, 18, 14, 30       # of a cell, around the screen, of the title
BACK, FRONT = "#1e2127", "#d7dae0"
COLOURS = ["#1e2127", "#e06c75", "#98c379", "#d9b36c", "#61afef", "#c678dd", "#56b6c2", "#d7dae0",
           "#7f848e", "#ef7c86", "#a9d48a", "#eac47d", "#72c0ff", "#d78aee", "#67c7d3", "#ffffff"]


def columns_of(char):
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def colour_of(number):
    """One of the 256."""
    if number < 16:
        return COLOURS[number]
    if number >= 232:
        return "#{0:02x}{0:02x}{0:02x}".format(8 + 10 * (number - 232))
    levels = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#{:02x}{:02x}{:02x}".format(levels[number // 36], levels[number // 6 % 6], levels[number % 6])


class Look:
    """How cells look: what SGR sequences have set."""

    def __init__(self):
        self.front = self.back = None
        self.marks = set()

    def set(self, codes):
        codes = list(codes) or [0]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 3, 4, 7):
                self.marks.add(code)
            elif code in (22, 23, 24, 27):
                self.marks -= {1, 2} if code == 22 else {code - 20}
            elif code in (38, 48):
                kind = codes.pop(0) if codes else 5
                found = colour_of(codes.pop(0)) if kind == 5 and codes else "#{:02x}{:02x}{:02x}".format(*codes[:3]) if len(codes) >= 3 else None
                if kind == 2:
                    del codes[:3]
                if code == 38:
                    self.front = found
                else:
                    self.back = found
            elif code == 39:
                self.front = None
            elif code == 49:
                self.back = None
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.front = COLOURS[code - 30 if code < 90 else code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.back = COLOURS[code - 40 if code < 100 else code - 92]

    def now(self):
        front, back = self.front or FRONT, self.back or BACK
        if 7 in self.marks:
            front, back = back, front
        return front, back, tuple(sorted(self.marks - {7}))


def runs_of(line, look):
    """[(column, text, columns, look)] of a line."""
    out, column = [], 0
    for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
        found = re.fullmatch(r"\x1b\[([0-9;:]*)m", part)
        if found:
            look.set(int(code or 0) for code in re.split("[;:]", found.group(1)))
            continue
        for char in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()].|[\x00-\x1f]", "", part):
            step = columns_of(char)
            if step != 1 or not out or out[-1][3] != look.now() or out[-1][0] + out[-1][2] != column or not out[-1][1].isascii() or not char.isascii():
                if step or not out:
                    out.append([column, "", 0, look.now()])
            out[-1][1] += char
            out[-1][2] += step
            column += step
    return out


def picture(text, columns, title):
    lines = text.rstrip("\n").split("\n")
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN + BAR
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
           f'<title>{escape(title)}</title>', f'<rect width="100%" height="100%" rx="8" fill="{BACK}"/>']
    out += [f'<circle cx="{20 + 20 * i}" cy="17" r="6" fill="{colour}"/>' for i, colour in enumerate(("#e06c75", "#d9b36c", "#98c379"))]
    out.append(f'<text x="{width / 2:.0f}" y="22" fill="#7f848e" text-anchor="middle">{escape(title)}</text>')
    look = Look()
    for row, line in enumerate(lines):
        top = BAR + MARGIN + row * HEIGHT
        for column, run, cells, (front, back, marks) in runs_of(line, look):
            x = MARGIN + column * WIDTH
            if back != BACK:
                out.append(f'<rect x="{x:.2f}" y="{top}" width="{cells * WIDTH:.2f}" height="{HEIGHT}" fill="{back}"/>')
            if not run.strip():
                continue
            style = {1: ' font-weight="bold"', 2: ' opacity="0.65"', 3: ' font-style="italic"', 4: ' text-decoration="underline"'}
            marked = "".join(style[mark] for mark in marks)
            out.append(f'<text x="{x:.2f}" y="{top + 14}" fill="{front}"{marked} textLength="{cells * WIDTH:.2f}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">{escape(run)}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--columns", type=int, default=80)
    options.add_argument("--title", default="perch")
    given = options.parse_args()
    sys.stdout.write(picture(sys.stdin.buffer.read().decode("utf-8", "replace"), given.columns, given.title))


if __name__ == "__main__":
    main()
