#!/usr/bin/python3
"""make_unicode_3_2.py OUTPUT: src/std/py/_unicodedata_3_2.py, the characters as Unicode 3.2 had them, as differences from what this Python's Unicode says (IDNA and stringprep
are bound to 3.2). Run it with the CPython whose unicodedata perch follows."""
import sys
import unicodedata as now

old = now.ucd_3_2_0

HEAD = '''"""Characters as Unicode 3.2 had them (unicodedata.ucd_3_2_0): today's, but for the differences below. Made by tools/make_unicode_3_2.py; do not edit."""
import bisect
import re
import unicodedata as now

'''

CODE = '''

_starts = UNASSIGNED[::2]


def _lacks(char):
    """Did 3.2 not have this character?"""
    i = bisect.bisect_right(_starts, ord(char)) - 1
    return i >= 0 and ord(char) < UNASSIGNED[2 * i + 1]


def _read(rows):
    table = {}
    for row in rows.split():
        value, _, codes = row.partition(':')
        for code in codes.split(','):
            first, _, last = code.partition('-')
            for c in range(int(first, 16), int(last or first, 16) + 1):
                table[chr(c)] = value
    return table


_changed = {name: _read(rows) for name, rows in CHANGES.items()}
_whole = re.compile('([%s])' % ''.join('%s-%s' % (re.escape(chr(a)), re.escape(chr(b - 1))) for a, b in zip(WHOLE[::2], WHOLE[1::2])))
_none = object()


def _one(char, name):
    if not isinstance(char, str) or len(char) != 1:
        raise TypeError(f'{name}() argument must be a unicode character, not {type(char).__name__}')


class UCD:
    """A Unicode character database of its own."""
    unidata_version = '3.2.0'
    __slots__ = ()

    def category(self, char, /):
        _one(char, 'category')
        return 'Cn' if _lacks(char) else _changed['category'].get(char) or now.category(char)

    def bidirectional(self, char, /):
        _one(char, 'bidirectional')
        return '' if _lacks(char) else _changed['bidirectional'].get(char) or now.bidirectional(char)

    def combining(self, char, /):
        _one(char, 'combining')
        return 0 if _lacks(char) else now.combining(char)

    def mirrored(self, char, /):
        _one(char, 'mirrored')
        return 0 if _lacks(char) else int(_changed['mirrored'].get(char, now.mirrored(char)))

    def east_asian_width(self, char, /):
        _one(char, 'east_asian_width')
        return 'F' if _lacks(char) else _changed['east_asian_width'].get(char) or now.east_asian_width(char)

    def decomposition(self, char, /):
        _one(char, 'decomposition')
        return '' if _lacks(char) else now.decomposition(char)

    def decimal(self, char, default=_none, /):
        _one(char, 'decimal')
        value = _changed['decimal'].get(char)
        value = int(value) if value is not None else now.decimal(char, None) if not _lacks(char) or char in KEPT else None
        if value is None and default is _none:
            raise ValueError('not a decimal')
        return default if value is None else value

    def digit(self, char, default=_none, /):
        return now.digit(char) if default is _none else now.digit(char, default)

    def numeric(self, char, default=_none, /):
        _one(char, 'numeric')
        value = _changed['numeric'].get(char)
        value = float(value) if value is not None else now.numeric(char, None) if not _lacks(char) else None
        if value is None and default is _none:
            raise ValueError('not a numeric character')
        return default if value is None else value

    def name(self, char, default=_none, /):
        _one(char, 'name')
        if not _lacks(char):
            return now.name(char) if default is _none else now.name(char, default)
        if default is _none:
            raise ValueError('no such name')
        return default

    def lookup(self, name, /):
        char = now.lookup(name)
        if len(char) != 1 or _lacks(char):
            raise KeyError(f"undefined character name '{name}'")
        return char

    def normalize(self, form, text, /):
        parts = _whole.split(text.translate(NORMALIZED))
        parts[::2] = [now.normalize(form, part) for part in parts[::2]]
        return ''.join(parts)

    def is_normalized(self, form, text, /):
        return self.normalize(form, text) == text


ucd_3_2_0 = UCD()
'''


def ranges(codes):
    found = []
    for c in codes:
        if found and found[-1][1] == c:
            found[-1][1] = c + 1
        else:
            found.append([c, c + 1])
    return found


def wrapped(name, items):
    lines, line = [], ""
    for item in items:
        if len(line) + len(item) > 150:
            lines.append(line)
            line = ""
        line += item
    return f"{name}\n" + "\n".join("    " + each.rstrip() for each in lines + [line]) + "\n"


def main(output):
    every = [c for c in range(0x110000)]
    lacking = [c for c in every if old.category(chr(c)) == "Cn" and now.category(chr(c)) != "Cn"]
    missing = set(lacking)
    text = HEAD + wrapped("UNASSIGNED = [ # first, behind the last", [f"{a:#x}, {b:#x}, " for a, b in ranges(lacking)]) + "]\n\n"
    text += wrapped("WHOLE = [ # those of them that are taken apart today, and were not then", [f"{a:#x}, {b:#x}, " for a, b in ranges(c for c in lacking if now.decomposition(chr(c)))]) + "]\n\n"
    text += "CHANGES = { # value:characters\n"
    for name in "category", "bidirectional", "mirrored", "east_asian_width", "decimal", "numeric":
        absent = (None,) if name in ("decimal", "numeric") else ()
        differ = {}
        for c in every:
            was, is_now = getattr(old, name)(chr(c), *absent), getattr(now, name)(chr(c), *absent)
            if was != is_now and (c not in missing or (absent and was is not None)):
                differ.setdefault(was, []).append(c)
        rows = ["%s:%s " % (value, ",".join(f"{a:x}" if b == a + 1 else f"{a:x}-{b - 1:x}" for a, b in ranges(codes))) for value, codes in differ.items()]
        text += wrapped(f"    {name!r}: '''", rows).rstrip() + "''',\n"
    text += "}\n\n"
    kept = "".join(chr(c) for c in lacking if old.decimal(chr(c), None) is not None and old.decimal(chr(c), None) == now.decimal(chr(c), None))
    text += wrapped("KEPT = frozenset( # 3.2 lacks them, and their digits are told all the same", [ascii(kept[i:i + 16]) + " " for i in range(0, len(kept), 16)] or ["''"]).rstrip() + ")\n\n"
    # Characters whose decomposition was corrected since.
    corrected = {c: old.normalize("NFD", chr(c)) for c in every if not 0xD800 <= c < 0xE000 and c not in missing and old.normalize("NFD", chr(c)) != now.normalize("NFD", chr(c))}
    text += "NORMALIZED = {" + ", ".join(f"{c:#x}: {ascii(v)}" for c, v in corrected.items()) + "}\n"
    with open(output, "w", encoding="utf-8") as file:
        file.write(text + CODE)


if __name__ == "__main__":
    main(*sys.argv[1:])
