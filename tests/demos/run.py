"""perch demo: tests/demos/run.py [--quick] [NAME…]. Every demo that ships is checked on no, one and two GPUs, in both languages; then the checker itself, the
directions, recordings and pictures, and a person at a terminal who presses the keys (tests/repl/terminal.py).
"""

import ast
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "repl"))
import harness  # noqa: E402
from terminal import Person  # noqa: E402

FOLDER = os.path.join(harness.ROOT, "examples", "demos")
STORIES = ("first_steps", "two_gpus", "copyto", "wrong_device", "two_copies", "forgotten_move", "optimizer", "out_of_memory", "late_error", "hidden_copy",
           "data_parallel", "four_ranks", "no_gpu")
FOOT, END = "Space next", "the end"
SHORT = """# A short one

<!-- perch:
gpus 1
type 200cps
about for the tests
-->

The first.

```python
from mxnet import nd, gpu
x = nd.ones((2, 3), ctx=gpu(0))
```

The second.

```python
x = x + 1
x.context
```

<!-- perch: expect ZeroDivisionError division by zero -->

```python
1 / 0
```
"""


def perch(*arguments, timeout=60, stdin=b"", **env):
    return harness.run_program([harness.perch_path(), *arguments], timeout=timeout * harness.slowness(), stdin=stdin, env=harness.clean_environment(**env))


def text(run):
    return run.out.decode("utf-8", "replace")


# ---- the demos that ship ----

def files():
    return sorted(name for name in os.listdir(FOLDER) if name.endswith(".md"))


def wants(name):
    """(how many GPUs, will more do?, of which size) as the file says."""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as f:
        match = re.search(r"^(?:<!-- perch: )?gpus (\d+)(\+?)(?:x(\w+))?", f.read(), re.M)
    return int(match[1]), bool(match[2]), match[3]


def can_play(name):
    """Has this machine what the demo needs beside GPUs?"""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as f:
        return not re.search(r"^ranks$", f.read(), re.M) or bool(shutil.which("mpirun")) and perch("-c", "import _ranks; print(_ranks.version())").out.startswith(b"Open MPI")


def scene_checks(tally):
    """All of them on the machine that they ask for; on others those that say they can."""
    for gpus in (None, "none", "1", "2"):
        run = perch("demo", "--check", *(["--gpus", gpus] if gpus else []), timeout=240)
        label = f"perch demo --check --gpus {gpus}"
        tally.check(run.code == 0, label, f"exit code {run.code}: {text(run)[-1500:]}{run.err.decode()[-500:]}")
        lines, have = text(run).splitlines(), {None: None, "none": 0}.get(gpus, int(gpus) if gpus and gpus.isdigit() else 0)
        for name in files():
            count, more, _ = wants(name)
            playable = (gpus is None or have == count or (more and have > count)) and can_play(name)
            line = next((line for line in lines if line.startswith((name + ":", name + "："))), "")
            skipped = "skipped" in line or "跳过" in line
            tally.check(bool(line) and skipped != playable, label, f"{name}: {line or 'is not in the list'}")


def scene_lessons(tally):
    """The same files are lessons: perch test compares them on the machine that their directions ask for, perch FILE.md runs them."""
    for lang in ("en", "zh"):
        paths = [os.path.join(FOLDER, name) for name in files() if name.endswith(".zh.md") == (lang == "zh") and can_play(name)]
        run = perch("test", "--lang", lang, *paths, timeout=120)
        tally.check(run.code == 0, f"perch test --lang {lang}", text(run)[-1500:])
    run = perch(os.path.join(FOLDER, "no_gpu_torch.md"))      # its error is saved in it: it does not stop there
    tally.check("device(type='cuda', index=1)" in text(run) and run.code == 0 and b"AssertionError: Torch not compiled with CUDA enabled" in run.err and b"cell of 4 failed" not in run.err, "perch no_gpu_torch.md", f"{text(run)}{run.err}")


def scene_columns(tally):
    """English and Chinese are the same demo: cells, directions, order."""
    here = files()
    for story in STORIES:
        tally.check(any(name.startswith(story + "_") for name in here), story, "has no file")
    for name in here:
        if name.endswith(".zh.md"):
            continue
        other = name[:-3] + ".zh.md"
        if not tally.check(other in here, name, "has no Chinese"):
            continue
        facts = []
        for file in (name, other):
            with open(os.path.join(FOLDER, file), encoding="utf-8") as f:
                content = f.read()
            cells = re.findall(r"^```python\n(.*?)^```$", content, re.M | re.S)
            directions = [line.strip() for comment in re.findall(r"<!-- perch:\s(.*?)-->", content, re.S) for line in comment.split("\n") if line.strip()]
            facts.append((cells, [line for line in directions if not line.startswith(("about", "say"))]))
        tally.check(facts[0] == facts[1], name, "the Chinese one has other cells or directions")
        with open(os.path.join(FOLDER, other), encoding="utf-8") as f:
            prose = re.sub(r"^```.*?^```$|<!--.*?-->", "", f.read(), flags=re.M | re.S)
        tally.check(len(re.findall("[\u4e00-\u9fff]", prose)) > 60, other, "is not Chinese")


def scene_list(tally):
    for lang, how in (("en", "Space goes on"), ("zh", "空格继续")):
        run = perch("demo", "--lang", lang)
        out = text(run)
        tally.check(run.code == 0 and how in out, f"perch demo --lang {lang}", out)
        for name in files():
            if not name.endswith(".zh.md"):
                tally.check(f"\n{name[:-3]} " in out, f"perch demo --lang {lang}", f"{name} is missing")
        tally.check(lang == "zh" or all(len(line) <= 80 for line in out.splitlines()), "perch demo", "a line is wider than 80")
    tally.check(b"perch demo" in perch("--help").out, "perch --help", "says nothing of demos")


def scene_directions(tally):
    """docs/demos.md lists the directions as the table has them."""
    with open(os.path.join(harness.ROOT, "src", "perch", "lesson", "directions.py"), encoding="utf-8") as f:
        table = next(ast.literal_eval(node.value) for node in ast.parse(f.read()).body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TABLE")
    with open(os.path.join(harness.ROOT, "docs", "demos.md"), encoding="utf-8") as f:
        page = f.read()
    for name, (takes, english, chinese) in table.items():
        heading = name + (" " + takes.replace("|", "\\|") if takes else "")
        tally.check(f"| `{heading}` | {english} |\n" in page, f"docs/demos.md: {name}", "its row is not as in directions.py")
        tally.check(re.search("[\u4e00-\u9fff]", chinese), f"directions.py: {name}", "has no Chinese")


# lesson/talk.py, on a stage and in a house that only note what they are given; each reading brings one line.
TALKED = """
import os
import sys
sys.modules["_keys"] = sys               # the program gives it to a demo alone
from perch.lesson import talk
lines, ran = os.read(0, 4096).splitlines(True), []
class Stage:
    number = 1
    def is_complete(self, text): return ('incomplete' if text.rstrip().endswith(':') or text.endswith('    print(i)') else 'complete',)
    def execute(self, text):
        ran.append(text)
        return 'exit' if text == 'exit()' else 'ok'
class House:
    def send(self, text): pass
    def fresh_line(self): pass
class Lines:
    @staticmethod
    def read(fd, size): return lines.pop(0) if lines else b''
talk.os = Lines
status = talk.talk(Stage(), House())
print('ran', ran, status)
"""


def scene_transcript(tally):
    """Without a terminal: all at once, no colour, no waiting; without --auto."""
    run = perch("demo", "two_gpus_torch", timeout=20)
    out = text(run)
    tally.check(run.code == 0 and "\x1b" not in out and "In [2]: z = x + y" in out and re.search(r"fix-it key \(F4\) 1/\d ", out), "two_gpus_torch to a pipe", out[-800:])
    run = perch("demo", "two-gpus", "--lang", "zh", timeout=20)
    tally.check("两块 GPU 和一个错误" in text(run) and "修复：" in text(run), "two-gpus in Chinese", text(run)[-800:])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "told.md")
        with open(path, "w", encoding="utf-8") as f:
            f.write("# A title\n\nFirst words.\n\n<!-- perch: hide -->\n\nWords for readers.\n\n" + cell("6 * 7") + "\nMore for readers.\n\n<!-- perch: tell -->\n\nWords for all.\n\n" + cell("'done'"))
        run = perch("demo", path)
        said = text(run)
        tally.check(run.code == 0 and "First words." in said and "readers" not in said and "Words for all." in said and "Out[2]: 'done'" in said, "hide and tell", said + run.err.decode())
    run = perch("-c", TALKED, stdin=b"1 + 1\nfor i in x:\n    print(i)\n\n\nexit()\nnever\n")
    tally.check(run.code == 0 and text(run).endswith("ran ['1 + 1', 'for i in x:\\n    print(i)', 'exit()'] exit\n"), "a plain prompt, where there is no Readline", text(run) + run.err.decode())
    run = perch("demo", "nosuchdemo")
    tally.check(run.code == 2 and b"no demo is called 'nosuchdemo'" in run.err, "a name that is none", run.err)
    run = perch("demo", "first_step_torch")
    tally.check(run.code == 2 and b"first_steps_torch" in run.err, "a name that is nearly one", run.err)
    run = perch("demo", "two_gpus", "--gpus", "1")
    tally.check(run.code == 1 and b"two_gpus_mxnet plays on 2 GPUs; here: 1 GPU" in run.err, "too few GPUs", run.err)


# ---- the checker ----

def rehearse(body, *arguments, name="d.md", **env):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(body)
        run = perch("demo", "--check", path, *arguments, **env)
        with open(path, encoding="utf-8") as f:
            return run, f.read()


def cell(source, *directions, output=None):
    lines = [f"<!-- perch: {d} -->\n" for d in directions] + [f"```python\n{source}\n```\n"]
    return "\n".join(lines + ([f"```output\n{output}\n```\n"] if output is not None else [])) + "\n"


MISMATCH = "from mxnet import nd, gpu\nx = nd.ones((2, 3), ctx=gpu(0))\ny = nd.ones((2, 3), ctx=gpu(1))\nx + y"
WRONG = [
    ("an error that does not come", cell("1 + 1", "expect ValueError"), "ValueError was expected; the cell ended well"),
    ("an error that nobody expects", cell("1 / 0"), "no error was expected: ZeroDivisionError: division by zero"),
    ("another type", cell("1 / 0", "expect ValueError"), "ValueError was expected, and this came: ZeroDivisionError"),
    ("another code", cell(MISMATCH, "expect MXNetError P0103"), "an error P0103 was expected, and its code is P0102"),
    ("other words", cell("1 / 0", "expect ZeroDivisionError by one"), "the error should say 'by one'"),
    ("another output", cell("print(6 * 7)", output="41"), "+42"),
    ("another repair", cell(MISMATCH, "expect MXNetError") + cell("y", "fix"), "the fix-it key makes another cell"),
    ("no such repair", cell(MISMATCH, "expect MXNetError") + cell("y", "fix 9"), "there is no repair number 9"),
    ("a view that fails", "<!-- perch: show nosuchname -->\n\n" + cell("1"), "nosuchname failed: NameError"),
]
BAD = [
    ("a direction that is none", "<!-- perch: dance -->\n\n" + cell("1"), "d.md:1: there is no stage direction 'dance'"),
    ("a pause without seconds", "text\n\n<!-- perch: pause -->\n\n" + cell("1"), "d.md:3: the direction pause takes SECONDS"),
    ("a pause that is no number", "<!-- perch: pause long -->\n\n" + cell("1"), "the direction pause takes a number, not 'long'"),
    ("a wait with a word", "<!-- perch: wait here -->\n\n" + cell("1"), "the direction wait takes nothing"),
    ("a clock that is none", "<!-- perch:\nclock sun\n-->\n\n" + cell("1"), "d.md:2: the direction clock takes model|wall"),
    ("GPUs that are no number", "<!-- perch:\naccent torch\ngpus many\n-->\n\n" + cell("1"), "d.md:3: the direction gpus takes a number"),
    ("expect before nothing", cell("1") + "<!-- perch: expect ValueError -->\n", "no cell follows the direction expect"),
    ("no code", "Only words.\n", "d.md: has nothing to play"),
    ("a fence without end", "```python\n1\n", "never closed"),
]


def scene_checker(tally):
    for label, body, words in WRONG:
        run, _ = rehearse(body)
        tally.check(run.code == 1 and words in text(run), label, f"{run.code}: {text(run)}{run.err.decode()}")
    for label, body, words in BAD:
        run, _ = rehearse(body)
        tally.check(run.code == 2 and words in run.err.decode(), label, f"{run.code}: {text(run)}{run.err.decode()}")
    run, body = rehearse(cell("print(6 * 7)"), "--update")
    tally.check(run.code == 0 and "```output\n42\n```" in body, "--update saves what a cell shows", body)
    run, _ = rehearse(cell("1 / 0", "expect ValueError"), "--lang", "zh")
    tally.check("预期出现 ValueError" in text(run), "the checker in Chinese", text(run))
    run, _ = rehearse(cell("1 / 0", "expect ValueError"), name="d.zh.md")
    tally.check("预期出现 ValueError" in text(run), "a Chinese file is checked in Chinese", text(run))


# ---- recordings and pictures ----

def scene_files(tally):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.cast")
        run = perch("demo", "two_gpus_mxnet", "--record", path, timeout=20)
        tally.check(run.code == 0 and path.encode() in run.out, "--record", run.err)
        with open(path, encoding="utf-8") as f:
            lines = [json.loads(line) for line in f]
        head, events = lines[0], lines[1:]
        tally.check(head["version"] == 2 and head["width"] == 80 and head["height"] == 24, "the head of a cast", head)
        times = [e[0] for e in events]
        tally.check(times == sorted(times) and times[-1] > 15, "the times of a cast rise, and it lasts as the demo does", times[-3:])
        tally.check(all(e[1] == "o" and isinstance(e[2], str) for e in events), "the events of a cast", "")
        from terminal import Screen
        screen = Screen(80, 200)
        screen.feed("".join(e[2] for e in events))
        shown = "\n".join(screen.text())
        tally.check("In [2]: z = x + y" in shown and not screen.unknown, "what a cast shows", shown[:600])
        with open(path, encoding="utf-8") as f:
            first = f.read()
        perch("demo", "two_gpus_mxnet", "--record", path, timeout=20)
        with open(path, encoding="utf-8") as f:
            typed = [[re.sub(r"^\[[\d.]+", "", line) for line in t.splitlines()] for t in (first, f.read())]
        tally.check(typed[0] == typed[1], "the same cast again but for the times", "")
        run = perch("demo", "two_gpus_mxnet", "--svg", os.path.join(folder, "p.svg"), "--lang", "zh")
        pictures = sorted(name for name in os.listdir(folder) if name.endswith(".svg"))
        tally.check(run.code == 0 and len(pictures) >= 4 and pictures[0] == "p-1.svg", "a picture of each stop", f"{pictures} {run.err}")
        perch("demo", "two_gpus_mxnet", "--svg", os.path.join(folder, "whole.svg"), "--whole")
        for name in pictures + ["whole.svg"]:
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                content = f.read()
            root = xml.etree.ElementTree.fromstring(content)
            tally.check(root.tag.endswith("svg") and "href" not in content and "http" not in content.replace("http://www.w3.org/2000/svg", ""), name, "is not self-contained")
        run = perch("demo", "two_gpus_mxnet", "--record", os.path.join(folder, "no", "such.cast"))
        tally.check(run.code == 2 and b"cannot be written" in run.err, "a cast that cannot be written", run.err)


# ---- a person ----

class Player(Person):
    """perch demo of SHORT, or of what is named, in a terminal."""

    def __init__(self, *arguments, body=SHORT, columns=80, lines=24, **env):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "d.md")
        with open(path, "w", encoding="utf-8") as f:
            f.write(body)
        super().__init__([harness.perch_path(), "demo", *(arguments or [path])], columns=columns, lines=lines, HOME=self.folder.name, XDG_STATE_HOME=self.folder.name, **env)

    def stop(self, number, seconds=20):
        """Until it waits at that stop."""
        return self.until(lambda: any(re.search(rf"\b{number}/\d+$", line) for line in self.screen.text()[-3:] + [""]) or
                          any(line.rstrip().endswith(f"{number}/4") for line in self.screen.text()), seconds)

    def go(self, number):
        """Space, until it waits at that stop."""
        self.send(" ")
        return self.stop(number)

    def shown(self):
        return "\n".join(line.rstrip() for line in self.screen.text()).strip()

    def close(self):
        super().close()
        self.folder.cleanup()


def left_well(tally, p, label, status=0):
    tally.check(p.ended() == status, label, f"ended with {p.status}\n{p.shown()}")
    tally.check(p.cooked(), label, "the terminal is not as it was")
    tally.check(b"\x1b[?25l" not in p.raw or p.raw.rfind(b"\x1b[?25h") > p.raw.rfind(b"\x1b[?25l"), label, "the cursor stays hidden")


def scene_keys(tally):
    label = "space, b, q"
    with Player() as p:
        tally.check(p.stop(1) and "The first." in p.shown() and "In [1]" not in p.shown(), label, p.shown())
        p.send(" ")
        tally.check(p.stop(2) and "x = nd.ones((2, 3), ctx=gpu(0))" in p.shown() and "The second." in p.shown(), label, p.shown())
        p.send(" ")
        tally.check(p.stop(3) and "Out[2]: gpu(0)" in p.shown(), label, p.shown())
        p.send("b")
        tally.check(p.stop(2) and "Out[2]" not in p.shown() and "The second." in p.shown(), label + ": back", p.shown())
        p.send("b")
        tally.check(p.stop(1) and "In [1]" not in p.shown(), label + ": back again", p.shown())
        p.send("b")
        p.quiet()
        tally.check(p.stop(1), label + ": there is nothing before the first stop", p.shown())
        tally.check(p.go(2) and p.go(3) and p.go(4) and "ZeroDivisionError: division by zero" in p.shown() and END in p.shown(), label + ": to the end", p.shown())
        p.send("q")
        left_well(tally, p, label)
        tally.check(FOOT not in p.shown() and END not in p.shown(), label, "the line about keys stays on the screen")


def scene_state(tally):
    """Going back takes back what the cells and the person did."""
    label = "b restores the state"
    with Player(body=SHORT.replace("x.context", "print(int(x[0, 0].asscalar()))")) as p:
        tally.check(p.stop(1) and p.go(2) and p.go(3) and "\n2\n" in p.shown(), label, p.shown())
        p.send("b")
        p.stop(2)
        p.send(" ")
        tally.check(p.stop(3) and "\n2\n" in p.shown() and "In [2]: x = x + 1" in p.shown(), label, p.shown())
        p.send("t")
        tally.check(p.prompt(3), label, p.shown())
        p.send("x = 5\r")
        p.prompt(4)
        p.send("\x04")
        p.wait("back in the demo")
        p.send("b")
        p.stop(2)
        p.send(" ")
        tally.check(p.stop(3) and "\n2\n" in p.shown() and "Error" not in p.shown(), label + ": what was typed is gone", p.shown())
        p.send("q")
        left_well(tally, p, label)


def scene_take_over(tally):
    label = "t, Ctrl-D"
    with Player() as p:
        p.stop(1)
        p.send(" ")
        p.stop(2)
        p.send("t")
        tally.check(p.prompt(2) and "your turn" in p.shown(), label, p.shown())
        p.send("x.context\r")
        tally.check(p.prompt(3) and "Out[2]: gpu(0)" in p.shown(), label + ": the demo's names are there", p.shown())
        p.send("y = 41\r")
        p.prompt(4)
        p.send("nonsense\x03")
        tally.check(p.wait("KeyboardInterrupt") and p.prompt(4) and "nonsense" in p.shown(), label + ": Ctrl-C takes the line away", p.shown())
        p.send("\x04")
        tally.check(p.wait("back in the demo") and p.stop(2), label, p.shown())
        p.send(" ")
        tally.check(p.stop(3) and "In [4]: x = x + 1" in p.shown() and "Out[4]: gpu(0)" in p.shown(), label + ": it goes on in the same session", p.shown())
        p.send("t")
        p.prompt(5)
        p.send("y + 1\r")
        tally.check(p.prompt(6) and "Out[5]: 42" in p.shown(), label + ": twice", p.shown())
        p.send("exit()\r")
        tally.check(p.wait("/4") and p.stop(3), label + ": exit() leaves the prompt, not the demo", p.shown())
        p.send("q")
        left_well(tally, p, label)


def scene_pause(tally):
    label = "p"
    slow = SHORT.replace("type 200cps", "type 12cps")
    with Player(body=slow) as p:
        p.stop(1)
        p.send(" ")
        p.wait("In [1]: fro")
        p.send("p")
        p.quiet(0.3)
        before = p.shown()
        p.quiet(0.6)
        tally.check(p.shown() == before and "gpu(0))" not in before, label + ": the typing stands still", p.shown())
        p.send("p")
        p.wait("In [1]: from mxnet")
        p.send(" ")
        tally.check(p.stop(2, 3) and "x = nd.ones((2, 3), ctx=gpu(0))" in p.shown(), label + ", then space: the rest at once", p.shown())
        tally.check(p.shown().count("In [1]:") == 1, label, p.shown())
        p.send(" ")
        p.wait("In [2]: x")
        p.send("b")
        tally.check(p.stop(2, 5) and "In [2]" not in p.shown(), "b while it types", p.shown())
        p.send(" ")
        p.wait("In [2]: x")
        p.send("t")
        tally.check(p.prompt(2), "t while it types", p.shown())
        p.send("\x04")
        tally.check(p.wait("Out[2]: gpu(0)"), "t while it types: it goes on", p.shown())
        p.send("q")
        left_well(tally, p, label)


def scene_auto(tally):
    with Player("two_gpus_torch", "--auto", "--speed", "40", lines=60) as p:
        tally.check(p.ended() == 0 and "24 bytes" in p.shown() and FOOT not in p.shown(), "--auto plays without keys", p.shown())
        tally.check(p.cooked(), "--auto", "the terminal is not as it was")
    with Player("two_gpus_torch", "--auto", "--speed", "2", lines=60) as p:
        p.wait("In [1]: imp")
        p.send("q")
        left_well(tally, p, "q in the midst of --auto")


def scene_signals(tally):
    loop = SHORT.replace("1 / 0", "while True: pass").replace("expect ZeroDivisionError division by zero", "expect KeyboardInterrupt")
    for name, number in (("TERM", signal.SIGTERM), ("HUP", signal.SIGHUP), ("QUIT", signal.SIGQUIT)):
        with Player() as p:
            p.stop(1)
            p.send(" ")
            p.stop(2)
            p.signal(number)
            left_well(tally, p, f"SIG{name} at a stop", -number)
        with Player(body=loop) as p:
            p.stop(1), p.go(2), p.go(3)
            p.send(" ")
            p.wait("while True")
            p.quiet(0.5)
            p.signal(number)
            left_well(tally, p, f"SIG{name} while a cell runs", -number)
    with Player() as p:
        p.stop(1)
        p.signal(signal.SIGINT)
        left_well(tally, p, "SIGINT at a stop")
    with Player() as p:
        p.stop(1)
        p.send("\x03")
        left_well(tally, p, "Ctrl-C at a stop")
    with Player(body=loop) as p:
        p.stop(1), p.go(2), p.go(3)
        p.send(" ")
        p.wait("while True")
        p.quiet(0.6)
        p.send("\x03")
        tally.check(p.wait("KeyboardInterrupt") and p.stop(4), "Ctrl-C stops a cell, not the demo", p.shown())
        p.send("q")
        left_well(tally, p, "Ctrl-C in a cell")
    with Player() as p:
        p.stop(1)
        p.send("t")
        p.prompt(1)
        p.signal(signal.SIGTERM)
        left_well(tally, p, "SIGTERM while somebody has taken over", -signal.SIGTERM)


def scene_jobs(tally):
    """Ctrl-Z at a stop: the shell has its terminal, fg brings the demo back."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "d.md")
        with open(path, "w", encoding="utf-8") as f:
            f.write(SHORT)
        with Person(["/bin/bash", "--norc", "-i"], HOME=folder, PS1="shell> ") as p:
            p.wait("shell>")
            p.send(f"{harness.perch_path()} demo {path}\r")
            p.wait("1/4")
            p.send("\x1a")
            tally.check(p.wait("Stopped"), "Ctrl-Z", p.screen.text())
            p.quiet()
            p.send("echo se''en\r")
            tally.check(p.wait("seen"), "Ctrl-Z: the shell's line editing works", p.screen.text())
            p.send("fg\r")
            p.quiet(0.4)
            p.send(" ")
            tally.check(p.wait("The second."), "fg: the demo goes on", p.screen.text())
            p.send("q")
            p.quiet()
            p.send("exit\r")


def scene_sizes(tally):
    for columns, lines in ((40, 20), (132, 40), (24, 10)):
        with Player("two_gpus_mxnet", columns=columns, lines=lines) as p:
            p.until(lambda: "1/6" in p.shown() or "q" in p.shown().split("\n")[-1], 10)
            p.send(" ")
            p.wait("In [1]")
            p.send(" ")
            tally.check(p.wait("<NDArray 2x3 @gpu(1)>"), f"{columns} columns", p.shown())
            p.quiet(0.3)
            p.send("q")
            left_well(tally, p, f"{columns} columns")
            tally.check(not p.screen.unknown, f"{columns} columns", p.screen.unknown)
    label = "another size at a stop"
    with Player() as p:
        p.stop(1)
        p.resize(40, 20)
        p.quiet(0.3)
        p.send(" ")
        tally.check(p.wait("The second."), label, p.shown())
        p.resize(100, 30)
        p.quiet(0.3)
        p.send(" ")
        tally.check(p.wait("Out[2]: gpu(0)"), label, p.shown())
        tally.check(p.shown().count("Space") <= 1, label, "lines about keys are left over:\n" + p.shown())
        p.send("q")
        left_well(tally, p, label)
    with Player(TERM="dumb") as p:
        tally.check(p.stop(1) and p.go(2) and p.go(3) and p.go(4) and p.wait("ZeroDivisionError") and b"\x1b" not in p.raw, "TERM=dumb: no sequence is sent", p.raw[-300:])
        p.send("q")
        left_well(tally, p, "TERM=dumb")
    with Player(NO_COLOR="1") as p:
        p.until(lambda: "q quit" in p.shown(), 10)
        p.send(" q")
        p.ended()
        tally.check(not re.search(rb"\x1b\[[0-9;]*[1-9][0-9;]*m", p.raw), "NO_COLOR: no colour", p.raw[-300:])


def scene_cells(tally):
    """%demo in a session: what it says, and the next inputs."""
    with Person([harness.perch_path(), "-q", "--gpus", "2"], lines=60) as p:
        p.prompt(1)
        p.send("%demo nosuch\r")
        tally.check(p.wait("no demo is called 'nosuch'"), "%demo of none", p.screen.text())
        p.prompt(2)
        p.send("%demo two_gpus_torch\r")
        tally.check(p.wait("In [3]: import torch"), "%demo offers the first cell", p.screen.text())
        p.send("\r")
        tally.check(p.wait("In [4]: z = x + y") and p.wait("colours meet?"), "%demo goes on", p.screen.text())
        p.send("\r")
        tally.check(p.wait("In [5]: z = x.to(y.device) + y"), "%demo goes on behind an error", p.screen.text())
        p.send("\x15")
        p.send("1 + 1\r")
        tally.check(p.prompt(6), "%demo waits while somebody tries something else", p.screen.text())
        p.send("%demo next\r")
        tally.check(p.wait("In [7]: z = x.to(y.device) + y"), "%demo next", p.screen.text())
        p.send("\r")
        p.wait("In [8]: z.device")
        p.send("\r")
        p.wait("In [9]: %transfers")
        p.send("\r")
        tally.check(p.wait("That was the demo."), "%demo ends", p.screen.text())
        p.send("%demo no_gpu\r")
        tally.check(p.wait("start perch --gpus none"), "%demo of another machine", p.screen.text())


SCENES = {name[6:]: function for name, function in list(globals().items()) if name.startswith("scene_")}
LONG = ("signals", "sizes", "jobs", "pause", "state", "auto")   # left out of the quick run


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-")] or [n for n in SCENES if "--quick" not in sys.argv or n not in LONG]
    tally = harness.Tally("demos")
    for name in names:
        SCENES[name](tally)
    tally.close()


if __name__ == "__main__":
    main()
