#!/usr/bin/env python3
"""compare_ast.py DRIVER PATH...: the trees of every .py file below the paths, ours against ast.dump's, with spans.

Says each file that differs and where; the last line counts.  Files that this Python does not take must be errors to us too.
"""
import ast
import itertools
import os
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")


class Driver:
    def __init__(self, path):
        self.proc = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, mode, source):
        self.proc.stdin.write(b"%s %d\n" % (mode.encode(), len(source)) + source)
        self.proc.stdin.flush()
        return self.proc.stdout.read(int(self.proc.stdout.readline()))


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for top, dirs, names in os.walk(path):
            dirs.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    yield os.path.join(top, name)


def main():
    driver = Driver(sys.argv[1])
    same = different = 0
    for path in files(sys.argv[2:]):
        with open(path, "rb") as file:
            source = file.read()
        try:
            want = ast.dump(ast.parse(source), indent=1, include_attributes=True)
        except (SyntaxError, ValueError, RecursionError) as error:
            want = None
            why = error
        got = driver.ask("attrs", source).decode("utf-8", "replace")
        if want is None and got.startswith("!") or want == got:
            same += 1
            continue
        different += 1
        if want is None:
            print(f"{path}: parsed, but {why!r}")
        elif got.startswith("!"):
            print(f"{path}: {got!r}")
        else:
            for n, (a, b) in enumerate(itertools.zip_longest(want.split("\n"), got.split("\n"))):
                if a != b:
                    print(f"{path}: line {n}: want {a!r} got {b!r}")
                    break
    print(f"{same} same, {different} different")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
