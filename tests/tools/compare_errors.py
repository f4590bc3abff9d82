#!/usr/bin/env python3
"""compare_errors.py DRIVER [FILE...]: wrong programs, ours against this Python's: type, message, places and line.

Programs come from tests/tools/bad_programs.txt (separated by lines of ----; FILEs instead where given).  An error of
the symbol table or the compiler is not the parser's: there ours must parse.
"""
import ast
import os
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))


class Driver:
    def __init__(self, path):
        self.proc = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, mode, source):
        self.proc.stdin.write(b"%s %d\n" % (mode.encode(), len(source)) + source)
        self.proc.stdin.flush()
        return self.proc.stdout.read(int(self.proc.stdout.readline()))


def wanted(source, mode):
    try:
        compile(source, "nofile", mode, ast.PyCF_ONLY_AST)
    except SyntaxError as error:
        place = " ".join(str(x) for x in (error.lineno, error.offset, error.end_lineno, error.end_offset))
        return f"!{type(error).__name__}\n{place}\n{error.msg}\n{error.text}"
    except MemoryError:
        return "!MemoryError"
    except ValueError as error:
        return f"!ValueError\n0 0 0 0\n{error}\n"
    return "ok"


def is_same(want, got):
    if want == got or want == "!MemoryError" and got.startswith(want):
        return True
    want, got = want.split("\n", 3), got.split("\n", 3)  # a hint of ours may stand behind the message
    return len(want) == len(got) == 4 and want[:2] == got[:2] and want[3] == got[3] and got[2].startswith(want[2] + ". Did you mean ")


def programs(paths):
    for path in paths:
        with open(path, encoding="utf-8", newline="") as file:
            for text in file.read().split("\n----\n"):
                if text.endswith("\\EOF"):
                    text = text[:-4]
                yield text


def main():
    driver = Driver(sys.argv[1])
    same = different = 0
    for text in programs(sys.argv[2:] or [os.path.join(HERE, "bad_programs.txt")]):
        for mode, python_mode in (("err", "exec"), ("eval", "eval"), ("single", "single")):
            try:
                source = text.encode()
            except UnicodeError:
                continue
            want = wanted(text, python_mode)
            got = driver.ask(mode, source).decode("utf-8", "replace")
            if is_same(want, got):
                same += 1
                continue
            different += 1
            print(f"{python_mode} {text!r}\n  want {want!r}\n  got  {got!r}")
    print(f"{same} same, {different} different")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
