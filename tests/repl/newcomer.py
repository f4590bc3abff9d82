"""A newcomer's first session: five errors of placement, each repaired with the fix-it key, played at a real pseudo-terminal.

    tests/repl/newcomer.py [--write]    --write: record docs/transcripts/newcomer.txt and .cast anew (look at both before committing them)

The lesson is typed key by key. What the terminal shows is kept twice: as text, and as an asciinema recording (asciinema play FILE), whose times
are those of somebody who types and reads, not of the machine that recorded it. Played again, the text must be the same, and the recording, fed
to a terminal, must show it.
"""

import json
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import harness  # noqa: E402
from terminal import KEYS, Person, Screen  # noqa: E402

TRANSCRIPT = os.path.join(harness.ROOT, "docs", "transcripts", "newcomer.txt")
RECORDING = os.path.join(harness.ROOT, "docs", "transcripts", "newcomer.cast")
COLUMNS, LINES = 80, 30
KEY, LOOK, READ = 0.07, 0.9, 3.0        # seconds: between keys, at a result, at an error

# What is typed; an error: (its code, words of the original's, how often the key is pressed, what it then offers).
LESSON = [
    ("import torch", None),
    ("torch.manual_seed(1);", None),
    ("x = torch.ones(2, 3, device='cuda:2')", ("P0104", "invalid device ordinal", 1, "x = torch.ones(2, 3, device='cuda:1')")),
    ("net = torch.nn.Linear(3, 2)", None),
    ("out = net(x)", ("P0103", "Expected all tensors to be on the same device", 1, "out = net.to(x.device)(x)")),
    ("target = torch.zeros(2, 2)", None),
    ("loss = (out - target).square().mean()", ("P0103", "cuda:1 and cpu", 1, "loss = (out - target.to(out.device)).square().mean()")),
    ("w = torch.ones(2, device='cuda:0')", None),
    ("score = out @ w", ("P0102", "cuda:0 and cuda:1", 1, "score = out @ w.to(out.device)")),
    ("score.detach().numpy()", ("P0105", "can't convert cuda:1 device type tensor to numpy", 1, "score.detach().cpu().numpy()")),
    ("loss.backward()", None),
    ("%where", None),
]


class Recorder:
    """A person at the terminal, and the recording of what it shows: [(seconds, text)]."""

    def __init__(self, person):
        self.person, self.clock, self.events, self.seen = person, 0.0, [], 0

    def keep(self, pause):
        """What came since the last time, as one event; the clock goes on afterwards."""
        text = self.person.raw[self.seen:].decode("utf-8", "replace")
        self.seen = len(self.person.raw)
        if text:
            self.events.append((round(self.clock, 2), text))
        self.clock += pause

    def type(self, text):
        for char in text:
            self.person.send(char)
            self.person.until(lambda: self.person.raw[self.seen:], 5)
            self.person.quiet(0.01)
            self.keep(KEY)

    def row(self):
        return self.person.screen.text("‸")[self.person.screen.row]


def lines_of(screen):
    text = ["".join(char for char, _ in row).rstrip() for row in screen.scrollback] + screen.text()
    return "\n".join(text).strip("\n") + "\n"


def play(tally):
    """(what the screen showed in all, the recording's events)"""
    folder = tempfile.mkdtemp(prefix="perch-newcomer-")
    settings = {"HOME": folder, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder, "INPUTRC": os.path.join(folder, "inputrc"), "PERCH_GPUS": "sim:2,mem=16G", "PAGER": "cat", "PERCHSTARTUP": ""}
    try:
        with Person([harness.perch_path()], columns=COLUMNS, lines=LINES, folder=folder, **settings) as person:
            hand, number = Recorder(person), 1
            if not tally.check(person.prompt(1), "newcomer", "no prompt:\n" + lines_of(person.screen)):
                return None
            hand.keep(LOOK)
            for typed, error in LESSON:
                hand.type(typed)
                person.send(KEYS["Return"])
                number += 1
                if not tally.check(person.prompt(number, 30), f"newcomer: {typed}", "no next prompt:\n" + lines_of(person.screen)):
                    return None
                hand.keep(READ if error else LOOK)
                shown = lines_of(person.screen).rsplit(f"In [{number - 1}]: ", 1)[1]
                if not error:
                    tally.check("Traceback" not in shown, f"newcomer: {typed}", shown)
                    continue
                code, words, times, repair = error
                tally.check(f"[{code}: perch explain {code}]" in shown and " ".join(words.split()) in " ".join(shown.split()), f"newcomer: {typed} is {code}", shown)
                for _ in range(times):
                    person.send(KEYS["F4"])
                    person.until(lambda: person.raw[hand.seen:], 10)
                    person.quiet(0.1)
                    hand.keep(LOOK)
                tally.check(person.until(lambda: f"In [{number}]: {repair}‸" == hand.row(), 10), f"newcomer: the key repairs {typed!r}", lines_of(person.screen))
                person.send(KEYS["Return"])
                number += 1
                if not tally.check(person.prompt(number, 30), f"newcomer: {repair}", "no next prompt:\n" + lines_of(person.screen)):
                    return None
                hand.keep(LOOK)
                tally.check("Traceback" not in lines_of(person.screen).rsplit(f"In [{number - 1}]: ", 1)[1], f"newcomer: {repair!r} works", lines_of(person.screen))
            text = lines_of(person.screen)
            person.send("\x04")
            person.wait("Do you really want to exit")
            person.send("y\r")
            person.ended()
            hand.keep(0)
            tally.check(not person.screen.unknown, "newcomer: sequences", repr(person.screen.unknown))
            return text, hand.events
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def shown_by(path):
    """What a recording shows at its end, before the session is left."""
    with open(path, encoding="utf-8") as file:
        head, *events = map(json.loads, file)
    screen = Screen(head["width"], head["height"])
    for _, kind, text in events[:-1]:
        if kind == "o":
            screen.feed(text)
    return head, lines_of(screen)


def main():
    tally = harness.Tally("newcomer")
    tally.check(len([error for _, error in LESSON if error]) == 5, "newcomer: five errors", "")
    played = play(tally)
    if played and "--write" in sys.argv:
        with open(TRANSCRIPT, "w", encoding="utf-8") as file:
            file.write(played[0])
        with open(RECORDING, "w", encoding="utf-8") as file:
            head = {"version": 2, "width": COLUMNS, "height": LINES, "title": "perch: five errors of placement, repaired with one key", "env": {"TERM": "xterm-256color"}}
            for row in [head, *([at, "o", text] for at, text in played[1])]:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    elif played:
        with open(TRANSCRIPT, encoding="utf-8") as file:
            wanted = file.read()
        tally.check(played[0] == wanted, "newcomer: the transcript", harness.show_difference(wanted, played[0]))
        head, text = shown_by(RECORDING)
        tally.check(head["version"] == 2 and (head["width"], head["height"]) == (COLUMNS, LINES), "newcomer: the recording's head", repr(head))
        tally.check(text == wanted, "newcomer: the recording shows the transcript", harness.show_difference(wanted, text))
    tally.close()


if __name__ == "__main__":
    main()
