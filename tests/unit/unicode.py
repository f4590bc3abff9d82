#!/usr/bin/python3
"""Compares every code point's answers of src/lang/text/unicode.h with Python's: unicode.py DUMP-PROGRAM.

Without an argument it compiles the program first. Also random texts for the normal forms, and names both ways.
"""
import os
import random
import subprocess
import sys
import tempfile
import unicodedata as ud

import _sre

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMS = ("NFC", "NFKC", "NFD", "NFKD")
failures = checks = 0


def build(folder):
    program = os.path.join(folder, "unicode_dump")
    subprocess.run(["cc", "-O2", "-I" + os.path.join(ROOT, "src"), "-o", program] + [os.path.join(ROOT, p) for p in (
        "tests/unit/unicode_dump.c", "src/lang/text/unicode.c", "src/lang/text/unicode_names.c")], check=True)
    return program


def cps(text):
    return ".".join("%x" % ord(c) for c in text)


def expected_line(cp):
    c = chr(cp)
    cat = ud.category(c)
    name = ud.name(c, "")
    kinds = (c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isalnum(), c.isspace(), c.isprintable(),
             c.islower(), c.isupper(), cat == "Lt", c.isidentifier(), ("a" + c).isidentifier(), ud.mirrored(c))
    return "%s %s %s %s %d %d %d %x %.17g %s %s %s %s %s|%s| %s" % (
        "".join("1" if k else "0" for k in kinds), cat, ud.bidirectional(c), ud.east_asian_width(c), ud.combining(c),
        ud.decimal(c, -1), ud.digit(c, -1), _sre.unicode_tolower(cp), ud.numeric(c, -1), cps(c.lower()),
        cps(c.upper()), cps(c.title()), cps(c.casefold()), ud.decomposition(c), name,
        " ".join(cps(ud.normalize(f, c)) for f in FORMS))


def check(what, want, got):
    global failures, checks
    checks += 1
    if want != got:
        failures += 1
        if failures < 20:
            print("FAIL %s\n  python %s\n  perch  %s" % (what, want[:300], got[:300]))


def ask(program, mode, lines):
    done = subprocess.run([program, mode], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.split("\n")


def check_characters(program):
    with subprocess.Popen([program, "all"], stdout=subprocess.PIPE, text=True) as p:
        for cp, line in enumerate(p.stdout):
            # Planes without a character, apart from their first and last few, are left out to save time.
            if 0x32000 < cp < 0xE0000 - 16 or 0xE0200 < cp < 0xEFFF0 or 0xF0010 < cp < 0x10FFF0:
                continue
            check("U+%04X" % cp, expected_line(cp), line.rstrip("\n"))


def random_texts(count):
    rng = random.Random(3)
    marks = [cp for cp in range(0x20000) if ud.combining(chr(cp))]
    decomposing = [cp for cp in range(0x30000) if ud.decomposition(chr(cp))]
    pools = (marks, decomposing, range(0x41, 0x180), range(0x1100, 0x1200), range(0xAC00, 0xD7A4), range(0x900, 0xE00))
    for _ in range(count):
        yield "".join(chr(rng.choice(rng.choice(pools))) for _ in range(rng.choice((2, 3, 5, 8, 13))))
    for _ in range(20):
        yield "a" + "".join(chr(rng.choice(marks)) for _ in range(rng.choice((17, 40, 300, 3000))))


def check_normal_forms(program):
    texts = list(random_texts(60000))
    for text, got in zip(texts, ask(program, "normalize", [" ".join("%x" % ord(c) for c in t) for t in texts])):
        check(ascii(text), "".join(" " + cps(ud.normalize(f, text)) for f in FORMS), got)


def check_lookup(program):
    names = ["line feed", "LF", "nbsp", "latin small letter a", "LATIN SMALL LETTER R WITH TILDE", "hangul syllable ga",
             "HANGUL SYLLABLE A", "HANGUL SYLLABLE G", "HANGUL SYLLABLE ", "CJK UNIFIED IDEOGRAPH-4e00",
             "CJK UNIFIED IDEOGRAPH-04E00", "CJK UNIFIED IDEOGRAPH-4E00", "cjk unified ideograph-4E00",
             "cjk compatibility ideograph-f900", "nushu character-1b170", "BELL", "ALERT", "no such name", "A" * 200, "-"]
    rng = random.Random(4)
    for _ in range(3000):
        name = ud.name(chr(rng.randrange(0x30000)), None)
        if name:
            names += [name.lower() if rng.random() < .5 else name, name[:-1], name + "A", name.title()]
    for name, got in zip(names, ask(program, "lookup", names)):
        try:
            want = cps(ud.lookup(name))
        except KeyError:
            want = ""
        check(name, want, got)


def main():
    if ud.unidata_version != "14.0.0":
        print("skip unicode: this Python has Unicode %s\n0 passed, 0 failed, 1 skipped" % ud.unidata_version)
        return
    with tempfile.TemporaryDirectory() as folder:
        program = sys.argv[1] if len(sys.argv) > 1 else build(folder)
        check_characters(program)
        check_normal_forms(program)
        check_lookup(program)
    print("%d passed, %d failed" % (checks - failures, failures))
    sys.exit(failures != 0)


main()
