"""Every key of common terminals, and whatever else their descriptions hold (keys.json), typed at the prompt: on an empty line, in the middle of one, in a
block; alone and with a count. None of them may end the session or keep it busy; that is Ctrl-D's business on an empty line, and of what a person writes.
"""
import json
import os
import time

from harness import sanitized, slowness
from terminal import Person

HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = {"an empty line": "", "the middle": "value\x1b[D\x1b[D", "a block": "if value:\rvalue\x1b[D"}
COUNTS = {"": "", "3": "\x1b3", "-": "\x1b-", "9999999": "\x1b9999999"}
# As /etc/inputrc of Debian and others have it: what deletes a character is on more keys than Ctrl-D.
INPUTRC = '"\\e[3~": delete-char\n"\\e[2~": quoted-insert\n"\\e[1~": beginning-of-line\n"\\e[5C": forward-word\n"\\C-?": backward-delete-char\n'
BATCH = 40
TERMINALS = ["xterm", "screen-256color", "tmux-256color", "linux", "kitty", "dumb"]


def sequences():
    """{text: names}, of all terminals together."""
    with open(os.path.join(HERE, "keys.json"), encoding="ascii") as file:
        entries = json.load(file)
    found = {}
    for terminal, strings in entries.items():
        for name, text in strings.items():
            found.setdefault(text, f"{terminal} {name}")
    return found


def session(home, terminal, vi):
    home.write("inputrc", INPUTRC + ("set editing-mode vi\n" if vi else ""))
    p = home.person(TERM=terminal, PERCH_HISTORY="", VISUAL="true", columns=70, lines=20)
    if not p.prompt(1):
        return p
    p.send("value = 6\r")
    p.prompt(2)
    p.send("%config TerminalInteractiveShell.confirm_exit = False\r") # an end is an end
    p.prompt(3)
    return p


def type_one(p, place, count, text, vi):
    p.send((b"" if not place else place.encode()) + (count.encode() if not vi else count[1:].join(["\x1b", ""]).encode() if count else b"") + text.encode("latin-1"))
    p.read(0)
    p.send("\x1b[201~\x07\x03\x03") # out of a paste, a search, a quotation; the line away
    if vi:
        p.send("\x1bi\x03")
    p.read(0)


def answers(p, turn, seconds=7):
    """Does the prompt answer? Asked again: the keys may have called an editor, and it, not the prompt, was told to leave the line."""
    def seen():
        return any(f"('lives', {6 * turn})" in line for line in p.screen.text())

    for _ in range(3):
        p.send("\x03\x03")
        p.send(f"('lives', value * {turn})\r")
        if p.until(seen, seconds):
            return True
    return False


def play(tally, label, home, terminal, cases, vi=False):
    p, turn = session(home, terminal, vi), 1000
    try:
        for start in range(0, len(cases), BATCH):
            batch = cases[start:start + BATCH]
            for place, count, text, name in batch:
                type_one(p, PLACES[place], COUNTS[count], text, vi)
            turn += 1
            if answers(p, turn):
                tally.ok()
                continue
            p.close()
            if len(batch) > 1:       # which one was it?
                for case in batch:
                    play(tally, label, home, terminal, [case], vi)
            else:
                place, count, text, name = batch[0]
                end = "ended" if p.status is not None and p.status >= 0 else "does not answer after"
                tally.fail(label, f"TERM={terminal}{' vi' if vi else ''}: {end} {name} = {text!r} with count {count!r} on {place}:\n" + "\n".join(p.screen.text("‸")))
            p = session(home, terminal, vi)
    finally:
        p.close()


def every_key(tally, label, quick=False):
    from scenes import Home
    keys = sequences()
    with Home() as home:
        for terminal in ["xterm-256color"] if quick else ["xterm", "dumb"] if sanitized() else TERMINALS:
            for vi in (False, True) if terminal == "xterm" else (False,):
                cases = [(place, count, text, name) for text, name in keys.items() for place in PLACES for count in COUNTS]
                if quick:
                    cases = [case for case in cases if case[0] == "an empty line" and case[1] in ("", "3")]
                play(tally, label, home, terminal, cases, vi)


def every_key_once(tally, label):
    """Of these, the empty line alone."""
    every_key(tally, label, quick=True)


def counts_are_bounded(tally, label):
    """A slip on the digits does not keep the screen busy."""
    from scenes import Home
    with Home() as home, home.person() as p:
        p.prompt(1)
        p.send("value = 6\r")
        p.prompt(2)
        for turn, text in enumerate(["\x1b9999999(", "\x1b999999(", "\x1b99999[", "\x1b9999é", "\x1b999999\x1bOS", "a b c\x1b999999\x1bd", "x\x1b999999\x1f", "\x15" * 9 + "(",
                                     "\x1b999999\r", "\x18(ab\x18)\x1b999999\x18e", "text\x15\x1b99999\x19", "\x1b999999\t", "\x1b999999\x16("]):
            start = time.monotonic()
            p.send(text)
            p.quiet(0.05, most=60)
            tally.check(answers(p, 100 + turn), label, f"{text!r}: no answer\n" + "\n".join(p.screen.text("‸")))
            took = time.monotonic() - start
            tally.check(took < 5 * slowness(), label, f"{text!r} kept it busy for {took:.1f} s")


def keeps_its_values(tally, label):
    """Ctrl-D asks once, where there are values."""
    from scenes import Home, screen
    question = "Do you really want to exit ([y]/n)?"

    def begin(*cells):
        p = home.person()
        p.prompt(1)
        for i, cell in enumerate(cells):
            p.send(cell + "\r")
            p.prompt(i + 2)
        return p

    with Home() as home:
        for cells in [], ["import math", "1 + 1", "_private = 3"], ["x = 1", "del x"], ["x = 1", "%config TerminalInteractiveShell.confirm_exit = False"], \
                ["x = 1", "get_ipython().confirm_exit = False"]:
            with begin(*cells) as p:
                p.send("\x04")
                tally.check(p.ended() == 0 and question not in screen(p), label, f"{cells}: {screen(p)}")
        for cell in "x = 1", "def f(): pass", "from math import pi", "class A: pass":
            with begin(cell) as p:
                p.send("\x04")
                tally.check(p.wait(question), label, f"{cell}: {screen(p)}")
                p.send("\r")
                tally.check(p.ended() == 0, label, f"{cell}: {screen(p)}")
        for answer, ends in ("y\r", True), ("Y\r", True), ("yes\r", True), ("\x04", True), ("perhaps\ry\r", True), ("n\r", False), ("No\r", False), ("\x03", False), ("perhaps\rn\r", False):
            with begin("x = 1") as p:
                p.send("\x04")
                p.wait(question)
                for piece in answer.replace("\r", "\r\0").split("\0"):
                    p.send(piece)
                    p.quiet(0.1)
                if ends:
                    tally.check(p.ended() == 0, label, f"{answer!r}: {screen(p)}")
                else:
                    p.send("x + 41\r")
                    tally.check(p.wait("42"), label, f"{answer!r}: {screen(p)}")
        for leave in "exit", "quit", "exit()", "quit()", "import sys; sys.exit()", "raise SystemExit":
            with begin("x = 1") as p:
                p.send(leave + "\r")
                tally.check(p.ended() == 0 and question not in screen(p), label, f"{leave}: {screen(p)}")


SCENES = [every_key, every_key_once, counts_are_bounded, keeps_its_values]
QUICK = [every_key_once, keeps_its_values]
