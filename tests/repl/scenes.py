"""Scenes at the terminal that take a program to play: jobs, signals, kills, children, files of the history, random keys, a long session.

Each scene is a function of a tally and its label; SCENES lists them, QUICK those of the quick run, LONG those that only run when named.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from harness import in_parallel, perch_path, sanitized, slowness
from terminal import Person, keys
import themes


class Home:
    """A folder of its own for one scene: HOME, history, configuration."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="perch-repl-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def person(self, *args, command=None, **env):
        base = {"HOME": self.folder, "XDG_STATE_HOME": self.path("state"), "XDG_CONFIG_HOME": self.path("config"), "INPUTRC": self.path("inputrc"),
                "PERCH_GPUS": "sim:2", "NO_COLOR": "1", "PAGER": "cat", "PS1": "$ ", "EDITOR": "true"}
        return Person(command or [perch_path(), "-q", *args], folder=self.folder, **{**base, **env})

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)


def screen(person):
    return "\n".join(person.screen.text("‸"))


def ask(tally, label, person, text, expected, seconds=10):
    """Types a cell and waits for a text on the screen."""
    person.send(keys(text))
    return tally.check(person.wait(expected, seconds), label, f"{text!r} did not bring {expected!r}:\n{screen(person)}")


def stop_and_go_on(tally, label):
    with Home() as home, home.person(command=["sh", "-i"]) as p:
        tally.check(p.wait("$"), label, screen(p))
        p.send(f"{perch_path()} -q\r")
        tally.check(p.prompt(1), label, screen(p))
        p.send("if 1:\rabc = ")
        p.wait("abc =")
        p.send("\x1a")
        tally.check(p.wait("Stopped"), label, "Ctrl-Z at the prompt: " + screen(p))
        tally.check(p.cooked(), label, "the shell's terminal has no echo")
        ask(tally, label, p, "echo shell-$((1+1))<Return>", "shell-2")
        p.send("fg\r")
        tally.check(p.until(lambda: p.screen.text()[-2:] == ["In [1]: if 1:", "   ...:     abc ="]), label, "fg: " + screen(p))
        ask(tally, label, p, "7<Return><Return>abc<Return>", "Out[2]: 7")
        p.prompt(3)
        p.send("import time; print('on' + 'going', flush=True); time.sleep(1); 'slept'\r")
        p.wait("ongoing")
        p.send("\x1a")
        tally.check(p.until(lambda: screen(p).count("Stopped") == 2), label, "Ctrl-Z in a cell: " + screen(p))
        p.send("fg\r")
        tally.check(p.wait("Out[3]: 'slept'"), label, "fg in a cell: " + screen(p))
        p.prompt(4)
        ask(tally, label, p, "8 + 1<Return>", "Out[4]: 9")
        p.prompt(5)
        p.send("\x04")
        p.wait("Do you really want to exit")
        p.send("\x04")
        tally.check(p.until(lambda: p.screen.text("‸")[-1:] == ["$ ‸"]), label, "the shell does not go on: " + screen(p))
        ask(tally, label, p, "echo again-$((1+2))<Return>", "again-3")


def stopped_from_outside(tally, label):
    with Home() as home, home.person(command=["bash", "--norc", "--noprofile", "-i"]) as p:
        p.wait("$")
        p.send(f"{perch_path()} -q\r")
        p.prompt(1)
        p.send("abc")
        p.wait("abc")
        os.kill(p.foreground(), signal.SIGSTOP)
        tally.check(p.wait("Stopped"), label, screen(p))
        p.send("fg\r")
        p.quiet(0.3)
        ask(tally, label, p, " = 5<Return>abc<Return>", "Out[2]: 5")


def killed_at_the_prompt(tally, label):
    for name in ("TERM", "HUP"):
        with Home() as home, home.person(command=["sh", "-i"]) as p:
            p.wait("$")
            p.send(f"{perch_path()} -q\r")
            p.prompt(1)
            ask(tally, label, p, "import atexit; atexit.register(print, 'by' + 'e')<Return>", "In [2]:")
            p.send("abc")
            p.wait("abc")
            os.kill(p.foreground(), getattr(signal, "SIG" + name))
            tally.check(p.wait("bye"), label, f"SIG{name}: atexit did not run\n{screen(p)}")
            tally.check(p.until(p.cooked), label, f"SIG{name}: no echo")
            ask(tally, label, p, "echo code-$?<Return>", f"code-{128 + getattr(signal, 'SIG' + name)}")
            tally.check(2004 not in p.screen.modes or p.screen.text()[-1].startswith("$"), label, "bracketed paste is left on")


def bracketed_paste(tally, label):
    """The terminal is asked to mark pastes, at the prompt alone; ~/.inputrc may say no."""
    for wish, asked in (("", True), ("set enable-bracketed-paste off\n", False)):
        with Home() as home:
            home.write("inputrc", wish)
            with home.person() as p:
                p.prompt(1)
                tally.check((2004 in p.screen.modes) == asked, label, f"bracketed paste with {wish!r}")
                p.send("import time; time.sleep(60)\r")
                tally.check(p.until(lambda: 2004 not in p.screen.modes), label, "bracketed paste while a cell runs")


def killed_in_a_cell(tally, label):
    with Home() as home, home.person() as p:
        p.prompt(1)
        p.send("while True: pass\r\r")
        p.quiet(0.3)
        p.signal(signal.SIGTERM)
        tally.check(p.ended() == -signal.SIGTERM, label, f"ended with {p.status}\n{screen(p)}")
        tally.check(2004 not in p.screen.modes, label, "bracketed paste is left on")


def interrupts(tally, label):
    """Whatever runs stops, and the next cell works."""
    rows = [
        "while True: pass<Return>", "sum(range(10**12))", "while True: sorted(range(10**7), key=lambda v: -v)<Return>", "import time; time.sleep(100)",
        "input('? ')", "import subprocess; subprocess.run(['sleep', '100'])", "a = ones((2000, 2000)); b = [dot(a, a) for i in range(1000)]; b[-1].asnumpy()",
        "import os; os.system('sleep 100')", "2 ** 10 ** 7 % 7; [0 for i in range(10 ** 12)]", "import re; re.match('(a*)*b', 'a' * 60)",
        "while True: print('x' * 70)<Return>", "import threading; threading.Event().wait()", "' ' * 10**6 in ['x' * 10**6 + str(i) for i in range(10**9)]",
    ]
    with Home() as home, home.person() as p:
        p.prompt(1)
        n = 1
        for row in rows:
            p.send(keys(row + "<Return>"))
            p.quiet(0.4)
            start = time.monotonic()
            p.send("\x03")
            n += 1
            stopped = p.prompt(n, 5)
            tally.check(stopped, label, f"{row}: not stopped\n{screen(p)}")
            if not stopped:
                return
            took = time.monotonic() - start
            tally.check(took < 1 * slowness(), label, f"{row}: {took:.2f} s")
            ask(tally, label, p, f"{n}0 + 1<Return>", f"Out[{n}]: {n}1")
            n += 1


def interrupt_from_outside(tally, label):
    with Home() as home, home.person() as p:
        p.prompt(1)
        p.send("abc")
        p.wait("abc")
        for _ in range(3):
            p.signal(signal.SIGINT)
            time.sleep(0.05)
        p.wait("KeyboardInterrupt")
        p.quiet()
        ask(tally, label, p, "1 + 1<Return>", "Out[1]: 2")


def many_interrupts(tally, label):
    """A storm of Ctrl-C, at the prompt, in cells and between, never kills."""
    with Home() as home, home.person() as p:
        p.prompt(1)
        rng = random.Random(5)
        for _ in range(60):
            p.send(rng.choice(["\x03", "\x03\x03", "1+1\r\x03", "while 1: pass\r\r\x03", "import time; time.sleep(0.01)\r\x03", "print('x' * 100)\r\x03", "(\x03", "\x12ab\x03"]))
            time.sleep(rng.choice([0, 0.001, 0.01, 0.03]))
            p.read(0)
        for _ in range(3):
            p.send("\x03")
            p.quiet(0.2)
        tally.check(p.status is None, label, f"it ended with {p.status}")
        p.quiet(0.2)
        ask(tally, label, p, "'still ' + 'here'<Return>", "'still here'")


def broken_by_a_child(tally, label):
    with Home() as home, home.person() as p:
        p.prompt(1)
        p.send("import os; os.system('stty raw -echo; kill -9 $$')\r")
        p.prompt(2)
        p.send("input('echo? ')\r")
        p.wait("echo?")
        p.send("\r")
        p.prompt(3)
        p.send("import time; time.sleep(0.5)\r")
        p.until(p.cooked, 3)
        tally.check(p.cooked(), label, "the terminal is raw while a cell runs")
        p.prompt(4)
        ask(tally, label, p, "os.abort() if os.fork() == 0 else os.wait()[1] & 127<Return>", "Out[4]: 6")
        block = "import fcntl, os; fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_NONBLOCK)"
        ask(tally, label, p, f'os.system("/usr/bin/python3 -c \'{block}\'")<Return>', "Out[5]: 0")
        ask(tally, label, p, "'on'<Return>", "'on'")


def history_is_kept(tally, label):
    """From one session to the next, blocks whole; two at a time; a kill -9 at any time loses nothing from before."""
    with Home() as home:
        with home.person() as p:
            p.prompt(1)
            p.send("first = 1\r")
            p.prompt(2)
            p.send(keys("for i in 1, 2:<Return>print(i, '世界')<Return><Return>"))
            p.prompt(3)
            p.send("\x04")
            p.wait("Do you really want to exit")
            p.send("y\r")
            tally.check(p.ended() == 0, label, "did not leave")
        with home.person() as p, home.person() as q:
            p.prompt(1)
            q.prompt(1)
            p.send("\x1b[A")
            tally.check(p.until(lambda: p.screen.text("‸") == ["", "In [1]: for i in 1, 2:", "   ...:     print(i, '世界')‸"]), label, screen(p))
            p.send(keys("<C-c>'from p'<Return>"))
            q.send("'from q'\r")
            p.prompt(2)
            q.prompt(2)
            p.signal(signal.SIGKILL)
            q.send("\x04")
            q.ended()
        with home.person() as p:
            p.prompt(1)
            p.quiet()
            p.send("'\x1b[A")
            p.wait("'from")
            p.send("\x1b[A\x1b[B")
            p.send(keys("<C-c>f<Up><Up><Up>"))
            tally.check(p.wait("first = 1"), label, screen(p))
        found = []
        for folder, _, names in os.walk(home.path("state")):
            found += [os.path.join(folder, name) for name in names]
        tally.check(found, label, "no file")
        tally.check(all(os.stat(f).st_mode & 0o077 == 0 for f in found), label, f"others may read {found}")


def killed_while_writing(tally, label):
    """kill -9 at random moments of a stream of cells: each cell that was answered is there afterwards."""
    rng, answered = random.Random(7), []
    with Home() as home:
        for turn in range(6):
            with home.person() as p:
                p.prompt(1)
                end = time.monotonic() + rng.uniform(0.05, 0.4) * slowness()
                n = 0
                while time.monotonic() < end:
                    n += 1
                    p.send(f"t{turn}_{n} = {n}\r")
                    if not p.prompt(n + 1, 5):
                        break
                    answered.append(f"t{turn}_{n} = {n}")
                p.send(f"x = '{'a' * 3000}'\r")
                time.sleep(rng.uniform(0, 0.01))
                p.signal(signal.SIGKILL)
        with home.person() as p:
            p.prompt(1)
            p.send("%hist -f out.txt -g t*\r")
            p.prompt(2)
            p.send("\x04")
            p.ended()
        try:
            with open(home.path("out.txt"), encoding="utf-8") as file:
                kept = file.read()
        except OSError as error:
            tally.fail(label, f"%hist: {error}\n{screen(p)}")
            return
        lost = [line for line in answered if line not in kept]
        tally.check(not lost, label, f"lost of {len(answered)}: {lost[:5]}")


def colours(tally, label):
    with Home() as home, home.person(NO_COLOR="") as p:
        p.prompt(1)
        p.send("for i in range(10): # done")
        p.wait("done")
        p.quiet()
        row = p.screen.styles(p.screen.row)
        text = {part.strip(): style for style, part in row}
        tally.check(text.get("for") == text.get("in") and text.get("for"), label, f"keywords: {row}")
        tally.check(text.get("# done"), label, f"comments: {row}")
        tally.check(text.get("10"), label, f"numbers: {row}")
        p.send("\x03")
        p.quiet()
        p.send("f(a, (b))\x1b[D")
        p.quiet()
        row = p.screen.styles(p.screen.row)
        tally.check(sum("7" in style for style, _ in row) == 2, label, f"matching brackets: {row}")
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb", "NO_COLOR": ""}):
        with Home() as home, home.person(**env) as p:
            p.prompt(1)
            ask(tally, label, p, "1 / 0<Return>", "ZeroDivisionError")
            tally.check(b"\x1b[3" not in p.raw and b"\x1b[1" not in p.raw, label, f"colour with {env}: {p.raw!r}")
            if env.get("TERM") == "dumb":
                tally.check(b"\x1b" not in p.raw, label, f"an escape sequence on a dumb terminal: {p.raw!r}")


INKS = ["@f  # a comment", "def f(x): return len('text') + 12", "<C-c>", "import torch; t = [torch.ones(2, device=f'cuda:{i}') for i in range(6)]<Return>", "a, b, c, d, e, f = t<Return>",
        "%where<Return>", "a + b<Return>", "(a, b, c, d, e, f)", "<C-c>", "a.<Tab>", "<C-c>", "sum(<F1>", "<C-c>", "3<Return>"]


def read_on_every_ground(tally, label):
    """A terminal that tells its ground gets tones that can be read on it, whatever its theme: those of the letters that a theme itself can be read in."""
    def least(name):
        theme, worst = themes.THEMES[name], {}
        with Home() as home, home.person(NO_COLOR="", PERCH_GPUS="sim:6") as p:
            p.until(lambda: b"\x1b]11;?" in p.raw)
            asked = b"\x1b]11;?" in p.raw
            p.send(themes.answer(theme))
            for number, text in enumerate(INKS * 4): # (once more where a slow machine drew something after it was looked at)
                if number % len(INKS) == 0 and len(worst) >= 12:
                    break
                p.send(keys(text))
                p.quiet(0.3)
                for i in range(p.screen.lines):
                    for style, piece in p.screen.styles(i):
                        if piece.strip() and style and not p.screen.text()[i:i + 1] == []:
                            worst[style] = themes.contrast(*themes.colours_of(style, theme))
            return name, asked, worst, p.screen.unknown

    some = list(themes.THEMES)[:2] if sanitized() else themes.THEMES
    for name, asked, worst, unknown in in_parallel(least, some):
        ground, letters, _ = themes.THEMES[name]
        bar = min(4.5, themes.contrast(letters, ground)) # Solarized's own letters have 4.1
        tally.check(asked, label, f"{name}: the ground is asked for")
        tally.check(len(worst) >= 12 and not unknown, label, f"{name}: {len(worst)} styles were seen: {sorted(worst)} {unknown}")
        bad = {style: round(value, 2) for style, value in worst.items() if value < bar}
        tally.check(not bad, label, f"{name}: too little contrast: {bad}")
    for env, asks in (({"TERM": "linux", "NO_COLOR": ""}, False), ({"NO_COLOR": "1"}, False), ({"TERM": "screen", "NO_COLOR": ""}, False)):
        with Home() as home, home.person(**env) as p:
            p.prompt(1)
            p.quiet()
            tally.check((b"\x1b]11" in p.raw) == asks, label, f"asked with {env}")


def late_answers(tally, label):
    """The answer may come at any time, whole or in pieces, between keys: it is never typed."""
    with Home() as home, home.person(NO_COLOR="") as p:
        p.prompt(1)
        for pieces in (["1 +", themes.answer(themes.THEMES["xterm"]), " 1"], ["1 ", "\x1b]11;rgb:ff", "ff/ffff/ffff\a", "+ 1"], ["1 + \x1b]11;rgba:0/0/0/0\x1b\\1"], ["\x1b]11;nonsense\a1 + 1"]):
            for piece in pieces:
                p.send(piece)
                p.quiet()
            if "nonsense" not in pieces[0]:
                line = p.screen.text()[p.screen.row]
                tally.check(line.endswith(": 1 + 1"), label, f"{pieces}: {line}")
            p.send("\x03")
            p.quiet()


def startup_files(tally, label):
    with Home() as home:
        home.write("config/perch/startup.py", "import math\nready = 'yes'\n")
        home.write("other.py", "ready = 'other'\n1 / 0\n")
        home.write("first.py", "import sys\nfrom_file = sys.argv\n")
        with home.person() as p:
            p.prompt(1)
            ask(tally, label, p, "ready, math.floor(2.5)<Return>", "Out[1]: ('yes', 2)")
        with home.person(PERCHSTARTUP=home.path("other.py")) as p:
            tally.check(p.wait("ZeroDivisionError"), label, screen(p))
            ask(tally, label, p, "ready<Return>", "'other'")
        with home.person(PERCHSTARTUP="") as p:
            p.prompt(1)
            ask(tally, label, p, "ready<Return>", "NameError")
        with home.person("-i", "first.py", "a", "b") as p:
            p.prompt(1)
            ask(tally, label, p, "from_file<Return>", "['first.py', 'a', 'b']")
        with home.person("-i", "-c", "z = 6 * 7") as p:
            p.prompt(1)
            ask(tally, label, p, "z<Return>", "Out[1]: 42")


def banner(tally, label):
    with Home() as home, home.person(command=[perch_path()]) as p:
        p.prompt(1)
        lines = p.screen.text()
        shown = lines[:next((i for i, line in enumerate(lines) if not line), len(lines))] # 80 columns: no row is wrapped
        tally.check(1 <= len(shown) <= 3 and "perch" in shown[0], label, screen(p))
        tally.check(any("gpu" in line.lower() or "sim" in line.lower() for line in shown), label, "no device in the banner: " + screen(p))


def edits_in_an_editor(tally, label):
    with Home() as home:
        home.write("ed.sh", "#!/bin/sh\nprintf 'a = 5\\nb = a + 1\\n' > \"$1\"\n")
        os.chmod(home.path("ed.sh"), 0o755)
        with home.person(EDITOR=home.path("ed.sh")) as p:
            p.prompt(1)
            p.send(keys("old<F2>"))
            tally.check(p.until(lambda: p.screen.text("‸")[-2:] == ["In [1]: a = 5", "   ...: b = a + 1‸"]), label, screen(p))
            p.send("\r")
            ask(tally, label, p, "b<Return>", "6")
        with home.person(EDITOR="/nonexistent/ed") as p:
            p.prompt(1)
            p.send(keys("old<F2>"))
            p.quiet(0.3)
            ask(tally, label, p, " = 3<Return>old<Return>", "Out[2]: 3")


def output_of_children(tally, label):
    with Home() as home, home.person() as p:
        p.prompt(1)
        ask(tally, label, p, "import os, sys; n = os.system('echo from-child; echo err-child >&2'); print('af' 'ter')<Return>", "after")
        text = screen(p)
        tally.check("\nfrom-child" in text and "\nerr-child" in text and text.index("\nfrom-child") < text.index("\nafter"), label, text)
        ask(tally, label, p, "!test -t 1 && echo is-a-'terminal'<Return>", "is-a-terminal")
        ask(tally, label, p, "sys.stdout.isatty(), os.isatty(1)<Return>", "(True, True)")


def random_keys(tally, label, rounds=6, size=1500):
    """Keys and bytes at random: it neither ends nor hangs, and the screen is right afterwards. Longer: PERCH_REPL_FUZZ=SEED:ROUNDS."""
    seed = 1000
    if "PERCH_REPL_FUZZ" in os.environ:
        seed, rounds = map(int, os.environ["PERCH_REPL_FUZZ"].split(":"))
    names = ["Return", "Tab", "S-Tab", "Up", "Down", "Left", "Right", "Home", "End", "Delete", "Backspace", "PageUp", "PageDown", "C-Left", "F1", "F5", "F4", "A-Return",
             "A-b", "A-f", "A-d", "A-t", "A-u", "A-.", "A-3", "A--", "A-y", "A-Up", "C-a", "C-e", "C-k", "C-y", "C-u", "C-w", "C-t", "C-_", "C-r", "C-s", "C-g", "C-o", "C-l",
             "C-q", "C-v", "C-x", "C-]", "C-@", "Esc"]
    words = ["x", "for i in y:", "if 1:", "def f(a, b=2):", "(", ")", "[", "]", "{", "'", '"', '"""', "\\", "#", " ", "    ", "print", "print(", "x.", "import os", "os.pa", "%wh", "!", "?",
             "1", "é", "你好", "🙂", "e\u0301", "\t", "class A:", "return", "@", "=", ",", ":", "f'{", "lambda: ", "\x1b[200~a\nb\x1b[201~", "\x1b[200~>>> 1\n2\n\x1b[201~", "%%time", "ones(("]
    for turn in range(rounds):
        rng = random.Random(seed + turn)
        mode = "set editing-mode vi\n" if turn % 2 else ""
        with Home() as home:
            home.write("inputrc", mode)
            with home.person(PERCH_MEM="", PERCHSTARTUP="") as p:
                p.prompt(1)
                sent = []
                for i in range(size // 10):
                    piece = "".join(
                        keys(f"<{rng.choice(names)}>") if kind < 0.45 else rng.choice(words) if kind < 0.95 else "\x1b" + chr(rng.randrange(1, 127))
                        for kind in [rng.random() for _ in range(10)])
                    piece = re.sub(r"[\x03\x04\x1a\x1c]", "", piece)
                    if rng.random() < 0.05:
                        p.send(bytes(b for b in rng.randbytes(8) if b not in b"\x03\x04\x1a\x1c\r\n!"))
                    sent.append(piece)
                    p.send(piece)
                    p.read(0)
                    if rng.random() < 0.03:
                        p.resize(rng.randrange(2, 120), rng.randrange(2, 50))
                    if p.status is not None:
                        break
                p.quiet(0.3)
                p.reap(block=False)
                tally.check(p.status is None, label, f"round {turn}: ended with {p.status}; the last keys: {sent[-3:]!r}\n{screen(p)}")
                if p.status is not None:
                    continue
                p.resize(80, 24)
                for _ in range(3):
                    p.send("\x1b[201~\x07\x03")
                    p.quiet(0.3)
                p.send("'al' + 'ive'\r" if not mode else "\x03i\x15'al' + 'ive'\r")
                tally.check(p.wait("'alive'", 20), label, f"round {turn}: it does not answer\n{screen(p)}")


def memory_of(pid):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return int(re.search(r"^Pss_Anon:\s+(\d+)", file.read(), re.M).group(1))


def soak(tally, label, cells=10000):
    """Ten thousand cells with flat memory: results, errors, prints, completions, edits in between."""
    kinds = ["{n}", "x = {n}; x", "print({n})", "1/0", "def f(a):<Return>return a + {n}<Return><Return>f(1);", "[i for i in range({n} % 50)];", "x.<Tab><C-c>", "y = ones((2, 3), ctx=gpu(1)); y.sum();",
             "for<C-a><C-k>x<Up><Down><C-u>'a' * ({n} % 100);", "x?"]
    marks = []
    with Home() as home, home.person() as p:
        p.prompt(1)
        done = 0
        while done < cells:
            for n in range(10):
                p.send(keys(kinds[(done + n) % len(kinds)].format(n=done + n) + "<Return>"))
                p.read(0)
            done += 10
            if done % 100 == 0:
                p.send("'m' + 'ark'\r")
                if not tally.check(p.wait("'mark'", 60), label, f"after {done} cells\n{screen(p)}"):
                    return
                p.send("\x0c")
                p.quiet(0.02)
                p.screen.scrollback.clear()
                p.raw = b""
            if done % (cells // 10) == 0:
                marks.append(memory_of(p.pid))
        # In, Out and the history grow by what was typed: a few hundred bytes a cell.
        growth = (marks[-1] - marks[4]) * 1024 / (cells / 2)
        tally.check(growth < 1500, label, f"{growth:.0f} bytes a cell: {marks} KiB")
        print(f"soak: {cells} cells, {growth:.0f} bytes a cell in the second half ({marks[0]} to {marks[-1]} KiB)")


def in_tmux(tally, label):
    """A real terminal program lays the same screen out: wrapping, wide characters, the list below, resizing."""
    if not shutil.which("tmux"):
        tally.skip(label, "no tmux")
        return
    with Home() as home:
        server = ["tmux", "-L", f"perch-{os.getpid()}", "-f", "/dev/null"]
        env = {**os.environ, "HOME": home.folder, "XDG_STATE_HOME": home.path("state"), "NO_COLOR": "1", "PERCH_GPUS": "sim:2", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
               "TMUX_TMPDIR": home.folder}

        def tmux(*args):
            return subprocess.run([*server, *args], env=env, capture_output=True, text=True, encoding="utf-8").stdout

        def see(expected):
            end = time.monotonic() + 8 * slowness()
            while True:
                lines = tmux("capture-pane", "-p").rstrip("\n").split("\n")
                if lines == expected or time.monotonic() > end:
                    return tally.check(lines == expected, label, "wanted:\n" + "\n".join(expected) + "\nseen:\n" + "\n".join(lines))
                time.sleep(0.05)
        tmux("-u", "new-session", "-d", "-x", "40", "-y", "12", perch_path(), "-q")
        try:
            see(["", "In [1]:"])
            tmux("send-keys", "s = '一二三四五六七八九十一二三四五六七八九十'")
            see(["", "In [1]: s = '一二三四五六七八九十一二三", "四五六七八九十'"])
            tmux("send-keys", "Enter")
            see(["", "In [1]: s = '一二三四五六七八九十一二三", "四五六七八九十'", "", "In [2]:"])
            tmux("send-keys", "if 1:", "Enter", "print(len(s))")
            see(["", "In [1]: s = '一二三四五六七八九十一二三", "四五六七八九十'", "", "In [2]: if 1:", "   ...:     print(len(s))"])
            tmux("resize-window", "-x", "60", "-y", "12")
            tmux("send-keys", "Enter", "Enter")
            time.sleep(0.3)
            text = tmux("capture-pane", "-p")
            tally.check("In [2]: if 1:\n   ...:     print(len(s))\n   ...:\n20\n\nIn [3]:" in text, label, text)
        finally:
            tmux("kill-server")


SCENES = [stop_and_go_on, stopped_from_outside, killed_at_the_prompt, killed_in_a_cell, bracketed_paste, interrupts, interrupt_from_outside, many_interrupts, broken_by_a_child,
          history_is_kept, killed_while_writing, colours, read_on_every_ground, late_answers, startup_files, banner, edits_in_an_editor, output_of_children, random_keys, in_tmux]
QUICK = [killed_in_a_cell, bracketed_paste, interrupt_from_outside, colours]
LONG = [soak]
