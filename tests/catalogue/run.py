"""The catalogue of placement mistakes: every program of examples/errors does what its head says, its repairs work; `perch explain` finds it, and writes its pages.

    tests/catalogue/run.py [NAME…]

For each program: the error comes with its code and the original's words, the line and the operands drawn are the head's; the repair that the session offers
(what the fix key puts in) is run and must end well and print what the head says; other repairs offered, and the cure of the head, too. A program of a silent
mistake gives its note, and its cure gives none.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools"))
import harness  # noqa: E402
import catalogue  # noqa: E402
from book import check_book, check_said  # noqa: E402
from words import check_words  # noqa: E402

REQUIRED = ("accent", "code", "cause", "said", "words", "source", "symptom", "because", "repair")


def printed(out):
    return out.rstrip("\n").replace("\n", "\\n")


def check(entry):
    """What is wrong with an entry: a list of sentences."""
    wrong = [f"its head has no {word}" for word in REQUIRED if word not in entry.values]
    wrong += [f"its head has no {word} in Chinese" for word in ("title", "symptom", "because", "repair") if not entry.zh.get(word)]
    if wrong:
        return wrong
    if entry.cause not in catalogue.CAUSES:
        wrong.append(f"there is no cause {entry.cause}")
    status, out, err = catalogue.run(entry, entry.text)
    drawn = catalogue.Drawn(err)
    if entry.code not in drawn.codes:
        return wrong + [f"its codes are {drawn.codes}\n{err}"]
    if bool(status) == entry.is_note:
        wrong.append(f"it ends with status {status}\n{err}")
    for word in ("at", "operands", "fix", "better"):
        if getattr(drawn, word) != entry.values.get(word, ""):
            wrong.append(f"{word}: {getattr(drawn, word)!r}, and the head says {entry.values.get(word, '')!r}")
    if not entry.said.startswith("nothing") and entry.said.partition(": ")[2] not in err:
        wrong.append(f"it does not say {entry.said!r} but {drawn.said!r}")
    fixes = next((e.get("fixes") or [] for e in catalogue.session(entry, entry.text) if e["event"] == "error"), [])
    if entry.values.get("fix") and not fixes:
        wrong.append("the session offers no repair")
    for i, fix in enumerate(fixes):
        status, out, err = catalogue.run(entry, fix["cell"])
        if status or not i and printed(out) != entry.prints or any(code[1:3] == "01" for code in catalogue.Drawn(err).codes):
            wrong.append(f"repair {i + 1}, {fix['line']!r}: status {status}, it prints {printed(out)!r}, not {entry.prints!r}\n{err}")
    cured = entry.cured()
    if cured:
        status, out, err = catalogue.run(entry, cured)
        if status or printed(out) != entry.values.get("cured", entry.prints) or catalogue.CODE.search(err):
            wrong.append(f"the cure: status {status}, it prints {printed(out)!r}, not {entry.values.get('cured', entry.prints)!r}\n{err}")
    if not fixes and not cured:
        wrong.append("it has no repair")
    return wrong


def main():
    tally = harness.Tally("catalogue")
    found = [e for e in catalogue.entries() if not sys.argv[1:] or e.name in sys.argv[1:]]
    for entry, wrong in zip(found, harness.in_parallel(check, found)):
        tally.check(not wrong, entry.name, "\n".join(wrong))
    if not sys.argv[1:]:
        tally.check(len(found) >= 60, "at least sixty entries")
        check_said(tally, found)
        check_book(tally, found)
        check_words(tally, found)
        chinese = subprocess.run([catalogue.perch(), "--lang", "zh", "explain", "P0103"], capture_output=True)
        tally.check("怎样".encode() in chinese.stdout, "a page in Chinese")
    tally.close()


if __name__ == "__main__":
    main()
