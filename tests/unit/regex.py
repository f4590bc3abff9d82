#!/usr/bin/python3
"""Compares src/lang/text/regex.h with Python's re: regex.py [--fuzz N] [--seed S] [DRIVER-PROGRAM].

Hand-written cases (matches with the spans of all groups, errors with their positions, templates) and random small
patterns over a small alphabet. Without a program it compiles tests/unit/regex_driver.c first.
"""
import argparse
import os
import random
import re
import re._compiler
import signal
import struct
import subprocess
import sys
import tempfile
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from regex_cases import CASES  # noqa: E402

NO_END = 0xFFFFFFFF
SOURCES = ["regex_token.c", "regex_parse.c", "regex_escape.c", "regex_set.c", "regex_first.c", "regex_compile.c", "regex_exec.c",
           "regex_template.c", "unicode.c", "unicode_names.c"]


def build(folder, sanitize):
    program = os.path.join(folder, "regex_driver")
    options = ["-O1", "-g", "-fsanitize=address,undefined"] if sanitize else ["-O2"]
    subprocess.run(["cc", *options, "-D_GNU_SOURCE", "-I" + os.path.join(ROOT, "src"), "-o", program, os.path.join(ROOT, "tests/unit/regex_driver.c")] +
                   [os.path.join(ROOT, "src/lang/text", s) for s in SOURCES], check=True)
    return program


def words(text):
    units = list(text) if isinstance(text, bytes) else [ord(c) for c in text]
    return struct.pack("<I%dI" % len(units), len(units), *units)


def pack(case):
    op, pattern, flags, subject, pos, end = case
    return struct.pack("<5I", ord(op), flags, isinstance(pattern, bytes), pos, end) + words(pattern) + words(subject)


def show_match(m):
    spans = "".join("-;" if m.start(i) < 0 else "%d,%d;" % m.span(i) for i in range(m.re.groups + 1))
    return "%s%d " % (spans, m.lastindex or 0)


def show_template(pattern, template):
    """What the parsed template means, found out by expanding it on marked groups."""
    import re._parser
    groups, literals = re._parser.parse_template(template, pattern)
    by_place = dict(groups)
    out = ""
    for i, text in enumerate(literals):
        if text is None:
            out += "<%d>" % by_place[i]
        else:
            out += "".join("%x." % (c if isinstance(c, int) else ord(c)) for c in text)
    return out


class TooLong(Exception):
    pass


def too_long(*_):
    raise TooLong


def expected(case):
    op, pattern, flags, subject, pos, end = case
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            r = re._compiler.compile(pattern, flags)
            if op == "t":
                out = show_template(r, subject)
            elif op == "i":
                out = " ".join(["%d %d" % (r.flags, r.groups)] + ["%s=%d" % x for x in r.groupindex.items()])
            elif op in "FA":
                out = "".join(show_match(m) for m in r.finditer(subject, pos, min(end, sys.maxsize)))
            else:
                m = {"s": r.search, "m": r.match, "f": r.fullmatch}[op](subject, pos, end)
                out = show_match(m) if m else ""
        except (SystemError, TooLong):
            return None  # "please report a bug for the re module", or a catastrophic pattern
        except RecursionError:
            out = "RecursionError maximum recursion depth exceeded"
        except (re.error, ValueError, OverflowError, IndexError) as e:
            out = "%s %s" % (type(e).__name__, str(e).replace("\n", "\\n"))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return "".join("[%s] " % w.message for w in caught if w.category in (FutureWarning, DeprecationWarning)) + out


def compare(program, cases):
    done = subprocess.run([program], input=b"".join(map(pack, cases)), stdout=subprocess.PIPE)
    answers = done.stdout.decode("utf-8", "surrogatepass").split("\n")
    failures = 0
    for case, got in zip(cases, answers + ["<no answer>"] * len(cases)):
        want = expected(case)
        if want != got and want is not None and got != "interrupted":
            failures += 1
            if failures <= 25:
                print("FAIL %a\n  python %s\n  perch  %s" % (case, want, got))
    if done.returncode:
        print("FAIL the driver ended with %d" % done.returncode)
        failures += 1
    return failures


class Fuzz:
    """Random patterns: many are valid, some are not; subjects are short, so that none takes long."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def pick(self, *items):
        return self.rng.choice(items)

    def atom(self, depth):
        r = self.rng.random()
        if depth > 0 and r < .30:
            return self.group(depth - 1)
        if r < .36:
            return self.pick("^", "$", r"\b", r"\B", r"\A", r"\Z")
        if r < .50:
            return self.pick("[ab]", "[^a]", "[a-c]", r"[\w-]", r"[^\d]", "[]a]", "[b-]", r"[\Wa]", "[A-C]", "[^\nb]")
        if r < .62:
            return self.pick(".", r"\w", r"\d", r"\s", r"\S", r"\D", r"\W")
        if r < .66:
            return self.pick(r"\1", r"\1", r"\1", r"\2")
        return self.pick("a", "b", "c", "ab", "A", "1", " ", "_", "aa", "\n")

    def group(self, depth):
        if self.rng.random() < .12:
            return self.pick("(?<=", "(?<!") + self.pick("a", "b", "ab", "[ab]", "a|b", "^", r"\b", "(a)", "a(?=b)", "") + ")"
        body = self.alternatives(depth)
        return self.pick("(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(", "(", "(?>", "(?i:", "(?s:", "(?m-i:",
                         "(?(1)", "(?-i:", "(?P<n>") + body + ")"

    def item(self, depth):
        text = self.atom(depth)
        if self.rng.random() < .35:
            text += self.pick("*", "+", "?", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{,3}", "{2,}", "{0}")
            if self.rng.random() < .35:
                # CPython 3.11 itself errs where groups or assertions stand inside a possessive repeat.
                text += self.pick("?", "?", "+") if not re.search(r"\((?!\?:)|[$^]|\\[bBAZ]", text) else "?"
        return text

    def alternatives(self, depth):
        n = self.pick(1, 1, 1, 2, 2, 3)
        return "|".join("".join(self.item(depth) for _ in range(self.pick(0, 1, 1, 2, 2, 3))) for _ in range(n))

    def subject(self):
        return "".join(self.rng.choice("aaabbbccAB1 _\n") for _ in range(self.rng.randrange(0, 9)))

    def case(self):
        pattern, subject = self.alternatives(3), self.subject()
        flags = self.pick(0, 0, 0, re.I, re.M, re.S, re.I | re.M, re.A, re.I | re.A)
        pos = self.pick(0, 0, 0, 0, 1, 2)
        end = self.pick(NO_END, NO_END, NO_END, 3, 5)
        if self.rng.random() < .25:
            # The same with letters whose case is out of the ordinary, in all widths.
            table = str.maketrans({x: self.rng.choice("éÉßẞσςΣſsİıiIK\u212aµμǅ\U00010428\ufb05θϴ٣ \u2003日") for x in "abcA1B"})
            pattern, subject = pattern.translate(table), subject.translate(table)
        elif self.rng.random() < .15:
            pattern, subject = pattern.encode(), subject.encode()
        return (self.rng.choice("smfFFF"), pattern, int(flags), subject, pos, end)


def main():
    signal.signal(signal.SIGALRM, too_long)
    options = argparse.ArgumentParser()
    options.add_argument("--fuzz", type=int, default=20000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--sanitize", action="store_true", help="compile the driver under ASan and UBSan")
    options.add_argument("program", nargs="?")
    options = options.parse_args()
    if sys.version_info[:2] != (3, 11):
        print("skip regex: this Python is not 3.11\n0 passed, 0 failed, 1 skipped")
        return
    fuzz = Fuzz(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        program = options.program or build(folder, options.sanitize)
        failures = compare(program, CASES) + compare(program, [fuzz.case() for _ in range(options.fuzz)])
    print("%d passed, %d failed" % (len(CASES) + options.fuzz - failures, failures))
    sys.exit(failures != 0)


main()
