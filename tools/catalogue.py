"""The catalogue of placement mistakes: what stands in the heads of examples/errors/*.py, read for the build (catalogue_table.py) and for the tests.

    tools/catalogue.py expect [NAME…]    what a program does now, as the lines that its head expects (read them before they go there)

A head is comments at the top of a program: the title in English and in Chinese, then `word: value` lines:

    accent, code, cause        whose words, which page, where it belongs (CAUSES)
    also                       the same in other versions' words
    said                       what the original says: type and first line, or `nothing: …` for a mistake that raises nothing
    words, source              where those words are from; who reported the mistake
    symptom, because, repair   a sentence each, 症状, 原因, 修复 the same in Chinese
    gpus                       PERCH_GPUS for it (default sim:2)
    at, operands, fix, prints  the line that fails, what is drawn under it, the fix that is printed, what the repaired program prints
    edit, drop                 the cure, where it is on other lines than the printed fix: `old line => new line`; a line that goes
"""
import importlib.util
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
FOLDER = os.path.join(ROOT, "examples", "errors")
CHINESE = {"症状": "symptom", "原因": "because", "修复": "repair"}
NOTES = "P07"
CAUSES = {
    "data": ("Data that did not move", "没有移动的数据"), "dropped": ("The result of a move was dropped", "丢弃了移动的结果"),
    "attribute": ("Values that a module does not know", "模块不知道的值"), "made": ("Values made on the default device", "在默认设备上创建的值"),
    "loss": ("Losses and their weights", "损失及其权重"), "index": ("Masks and indices", "掩码与下标"), "state": ("Hidden states and running averages", "隐藏状态与滑动平均"),
    "order": ("Things done in the wrong order", "顺序不对"), "parallel": ("Two GPUs", "两块 GPU"), "checkpoint": ("Saving and loading", "保存与加载"),
    "host": ("The host's side: NumPy, generators, pinned memory, workers", "主机一侧：NumPy、生成器、锁页内存、工作进程"), "device": ("Which device is meant", "指的是哪个设备"),
    "memory": ("Memory", "内存"), "late": ("Errors that show late", "迟到的错误"), "cost": ("Nothing fails, it is slow", "不报错，但很慢"), "libraries": ("Two libraries in one program", "一个程序里有两个库"),
}


class Entry:
    """One program: its name, its head's values, its text."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self.edits, self.also, self.zh = [], [], {}
        self.values = {"gpus": "sim:2", "operands": "", "fix": "", "prints": "", "at": ""}
        lines = text.split("\n")
        self.title, self.zh["title"] = lines[0][2:], lines[1][2:]
        self.head = 2
        for line in lines[2:]:
            if not line.startswith("# "):
                break
            self.head += 1
            word, _, value = re.sub(r"^# ([^:：]+)[:：] ?", r"\1\0", line).partition("\0")
            if word in CHINESE:
                self.zh[CHINESE[word]] = value
            elif word == "edit":
                self.edits.append(tuple(value.split(" => ")))
            elif word == "also":
                self.also.append(value)
            elif word == "drop":
                self.edits.append((value, None))
            else:
                self.values[word] = value

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"{self.__dict__.get('name')}: its head has no {name!r}") from None

    @property
    def is_note(self):
        return self.code.startswith(NOTES)

    @property
    def body(self):
        return "\n".join(self.text.split("\n")[self.head:])

    def cured(self):
        """The program with its edits, or None."""
        lines, found = self.text.split("\n"), []
        for i, line in enumerate(lines):
            if i >= self.head:
                for old, new in self.edits:
                    if line.strip() == old:
                        found.append(old)
                        indent = line[:len(line) - len(line.lstrip())]
                        line = None if new is None else indent + new
                        break
            if line is not None:
                lines[i] = line
            else:
                lines[i] = None
        if sorted(found) != sorted(old for old, _ in self.edits):
            raise ValueError(f"{self.name}: edits that do not fit: {self.edits}")
        return "\n".join(line for line in lines if line is not None) if self.edits else None


def entries():
    found = []
    for file in sorted(os.listdir(FOLDER)):
        if file.endswith(".py"):
            with open(os.path.join(FOLDER, file), encoding="utf-8") as f:
                found.append(Entry(file[:-3], f.read()))
    return found


# ---- running ----

def perch():
    return os.path.abspath(os.environ.get("PERCH") or os.path.join(ROOT, "build", "perch"))


def environment(entry, **more):
    from harness import clean_environment
    env = clean_environment(PERCH_GPUS=entry.gpus, **more)
    env.pop("CUDA_VISIBLE_DEVICES", None)
    env["PERCH_NOTES"] = "1"
    return env


def run(entry, text, seconds=60, language="en"):
    """(status, stdout, stderr) of a version of an entry's program."""
    done = subprocess.run([perch(), "-"], input=text.encode(), capture_output=True, cwd=FOLDER, env=environment(entry, PERCH_LANG=language), timeout=seconds)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def session(entry, text, seconds=60):
    """The events of a session in which the text is the only cell."""
    import json
    program = os.environ.get("PERCH_EVENTS") or os.path.join(os.path.dirname(perch()), "tests", "session-events")
    done = subprocess.run([program], input=("# %%\n" + text).encode(), capture_output=True, cwd=FOLDER, env=environment(entry), timeout=seconds)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


ROW = re.compile(r"^[ │]*(?:[├└]─* |   *)(.*?) +(\S+ (?:bool|u?int\d+|b?float\d+)) +on (\S+) +(?:made|moved) on (?:line (\d+)|this line)", re.M)
FIX = re.compile(r"^  fix: (.*?)(?:     \([^()]*(?:\([^()]*\)[^()]*)*\))?        \[(P\d+): perch explain \2\]$", re.M)
CODE = re.compile(r"\[(P\d+): perch explain \1\]")
BETTER = re.compile(r"^  hint: better where it began, (.*)$", re.M)


def of_perch(name):
    """A module of the package perch that needs nothing else of it."""
    spec = importlib.util.spec_from_file_location("perch_" + name, os.path.join(ROOT, "src", "perch", name + ".py"))
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


BOOK = of_perch("_book")


class Drawn:
    """What an error or a note says: codes, operands, fix, the failing line of the program, the original's words."""

    def __init__(self, stderr):
        self.codes = CODE.findall(stderr)
        self.operands = "; ".join(dict.fromkeys(f"{name} on {place}" for name, _, place, _ in ROW.findall(stderr)))
        fix = FIX.search(stderr)
        self.fix = fix[1] if fix else ""
        better = BETTER.search(stderr)
        self.better = better[1] if better else ""
        self.at = BOOK.failing_line(stderr)
        error = re.search(r"^(?:[\w.]*\.)?(\w*(?:Error|Warning|Exception)): (.*)$", stderr, re.M)
        self.said = f"{error[1]}: {error[2]}" if error else ""
        inner = re.search(r"^RuntimeError: (Cannot re-init.*)$", stderr, re.M)
        if inner:
            self.said = "RuntimeError: " + inner[1]


def expect(names):
    for entry in entries():
        if names and entry.name not in names:
            continue
        status, out, err = run(entry, entry.text)
        drawn = Drawn(err)
        cured = entry.cured()
        told = run(entry, cured) if cured else None
        print(f"=== {entry.name}  status {status}  codes {drawn.codes} (head: {entry.code})")
        if not entry.said.startswith("nothing") and not drawn.said.startswith(entry.said) and not entry.said.startswith("UserWarning: The .grad"):
            print(f"  SAID {drawn.said}\n  HEAD {entry.said}")
        print(f"# at: {drawn.at}\n# operands: {drawn.operands}\n# fix: {drawn.fix}")
        if drawn.better:
            print(f"# better: {drawn.better}")
        if told:
            print(f"cure: {told[0]} {told[1]!r} {told[2][-300:]}")


if __name__ == "__main__":
    if sys.argv[1:2] != ["expect"]:
        sys.exit(__doc__)
    expect(sys.argv[2:])
