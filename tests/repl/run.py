"""The terminal played through a pseudo-terminal: tests/repl/run.py [--accept] [-v] [NAME...] [--quick].

cases/*.txt hold scripts and the screens that they lead to; scenes.py what takes a program: signals, jobs, kills, files, soak;
every_key.py types every key of every terminal.
A case:
    === name                       (quick) behind it: part of the quick run
    size 60x20 | env A=B | args -q | file NAME, its lines below as |TEXT
    keys 1+1<Return>               see terminal.keys
    wait TEXT                      until it is on the screen
    resize 40x20 | signal INT | sleep 0.1
    screen                         what is to be seen, each line below as |TEXT, the cursor as ‸
    styles ROW                     the colours of a row: |SGR TEXT
    ended 0                        it leaves with that status
--accept writes down the screens as they are now: look at each.
"""

import os
import re
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402
from terminal import Person, keys  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
CURSOR = "‸"
ACCEPT = "--accept" in sys.argv
VERBOSE = "-v" in sys.argv
QUICK = "--quick" in sys.argv


class Case:
    def __init__(self, title):
        self.name, self.quick = title.replace("(quick)", "").strip(), "(quick)" in title
        self.steps = [] # [line, [text below]…]


def read_cases(path):
    head, cases = [], []
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("==="):
                cases.append(Case(line[3:].strip()))
            elif not cases:
                head.append(line)
            elif line.startswith("|"):
                cases[-1].steps[-1][1].append(line[1:])
            elif line.strip():
                cases[-1].steps.append([line, []])
    return head, cases


def write_cases(path, head, cases):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(head) + "\n")
        for case in cases:
            file.write(f"=== {case.name}{' (quick)' if case.quick else ''}\n")
            for line, below in case.steps:
                file.write("\n".join([line] + ["|" + text for text in below]) + "\n")
            file.write("\n")


def play(case, tally, label):
    folder = tempfile.mkdtemp(prefix="perch-repl-")
    settings = {"columns": 60, "lines": 16}
    env = {"HOME": folder, "XDG_STATE_HOME": os.path.join(folder, "state"), "XDG_CONFIG_HOME": os.path.join(folder, "config"), "INPUTRC": os.path.join(folder, "inputrc"),
           "PERCH_GPUS": "sim:2", "PAGER": "cat", "NO_COLOR": "1"}
    args, person = ["-q"], None
    try:
        for step in case.steps:
            word, _, rest = step[0].partition(" ")
            if word == "size":
                settings["columns"], settings["lines"] = map(int, rest.split("x"))
            elif word == "env":
                name, _, value = rest.partition("=")
                env[name] = value.replace("$FOLDER", folder)
            elif word == "args":
                args = rest.split()
            elif word == "file":
                path = os.path.join(folder, rest)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(step[1]) + "\n")
            else:
                if person is None:
                    person = Person([harness.perch_path(), *args], folder=folder, **settings, **env)
                    person.wait("In [1]:", 10 if args[0] == "-q" else 0.5)
                if not act(person, step, word, rest, folder, tally, label):
                    return
        strange = [s for s in person.screen.unknown if s] if person else []
        tally.check(not strange, label, f"sequences that the emulator does not know: {strange}")
    finally:
        if person:
            person.close()
        shutil.rmtree(folder, ignore_errors=True)


def seen(person, folder):
    return [line.replace(folder, "$FOLDER") for line in person.screen.text(CURSOR)]


def act(person, step, word, rest, folder, tally, label):
    """One step; False ends the case."""
    if word == "keys":
        for part in re.findall(r"\x1b\[200~.*?\x1b\[201~|[^\r\x1b]+\r?|\r|\x1b[^\r\x1b]*\r?", keys(rest), re.S):
            person.send(part) # what is typed ahead of a prompt the terminal would echo
            if part.endswith("\r"):
                person.quiet(0.04)
                person.reads(1)
    elif word == "wait":
        if not person.wait(rest):
            tally.fail(label, f"waited for {rest!r}; the screen:\n" + "\n".join(seen(person, folder)))
            return False
    elif word == "sleep":
        time.sleep(float(rest))
    elif word == "resize":
        person.resize(*map(int, rest.split("x")))
    elif word == "signal":
        person.signal(getattr(signal, "SIG" + rest))
    elif word == "ended":
        tally.check(person.ended() == int(rest), label, f"ended with {person.status}, not {rest}\n" + "\n".join(seen(person, folder)))
    elif word in ("screen", "styles"):
        return look(person, step, word, rest, folder, tally, label)
    else:
        tally.fail(label, f"what is {step[0]!r}?")
    return True


def look(person, step, word, rest, folder, tally, label):
    def now():
        if word == "screen":
            return seen(person, folder)
        return [f"{style} {text}".rstrip() for style, text in person.screen.styles(int(rest))]
    if ACCEPT:
        person.quiet(0.25)
        step[1] = now()
        return True
    if person.until(lambda: now() == step[1], 5):
        tally.ok()
        return True
    tally.fail(label, "wanted:\n" + "\n".join(step[1]) + "\nseen:\n" + "\n".join(now()))
    return False


def without_readline():
    """Built where Readline is missing: its prompt is another."""
    with Person([harness.perch_path(), "-q"]) as person:
        person.until(lambda: any("In [1]:" in line or ">>>" in line for line in person.screen.text()), 20)
        return any(">>>" in line for line in person.screen.text())


def main():
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    tally = harness.Tally("repl")
    if without_readline():
        tally.skip("everything", "perch was built without Readline")
        tally.close()
    for name in sorted(os.listdir(os.path.join(HERE, "cases"))):
        path = os.path.join(HERE, "cases", name)
        head, cases = read_cases(path)
        for case in cases:
            label = f"{name[:-4]}: {case.name}"
            if (wanted and not any(w in label for w in wanted)) or (QUICK and not case.quick):
                continue
            if VERBOSE:
                print(label, flush=True)
            play(case, tally, label)
        if ACCEPT:
            write_cases(path, head, cases)
    if not ACCEPT:
        import every_key
        import scenes
        quick = scenes.QUICK + every_key.QUICK
        for scene in scenes.SCENES + every_key.SCENES + [s for s in scenes.LONG if s.__name__ in wanted]:
            label = f"scenes: {scene.__name__}"
            if (wanted and not any(w in label for w in wanted)) or (QUICK and scene not in quick):
                continue
            if VERBOSE:
                print(label, flush=True)
            scene(tally, label)
    tally.close()


if __name__ == "__main__":
    main()
