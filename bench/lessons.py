"""A lesson of 100 cells, played and written with its outputs: `perch FILE --out` beside `jupyter execute` with ipykernel: bench/lessons.py --venv DIR [-n RUNS].

Without --venv: pictures, transforms, loading of data and imports beside their originals (bench/pictures.py has the rows).

DIR: an environment with nbclient and ipykernel (pip install nbclient ipykernel jupyter_client). The cells are plain Python that both run: definitions, printing,
results, comprehensions, strings, classes, an error caught. Time is from the start of the process to its end; the two take turns. Bar: 1/10.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import pictures

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
KINDS = [
    "def f{n}(a, b=2):\n    return a * b + {n}\n\nf{n}(3)",
    "for i in range(5):\n    print({n}, i, i ** 2)",
    "words = 'the quick brown fox {n}'.split()\nsorted(words, key=len)",
    "class C{n}:\n    def __init__(self, v):\n        self.v = v\n    def __repr__(self):\n        return f'C{n}({{self.v}})'\n\nC{n}([1, 2, 3])",
    "sum(x * x for x in range(1000)) + {n}",
    "table = {{k: [j for j in range(k)] for k in range(6)}}\ntable",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print('caught', e, {n})",
    "import math\n[round(math.sin(i / 10) + {n}, 3) for i in range(12)]",
    "text = '\\n'.join(f'{{i:03d}} {{i * {n}}}' for i in range(10))\nprint(text)",
    "a, *rest = range({n}, {n} + 8)\nprint(a, rest)\nlen(rest)",
]


def lesson(cells):
    made = [{"cell_type": "code", "id": f"c{n}", "metadata": {}, "source": KINDS[n % len(KINDS)].format(n=n), "outputs": [], "execution_count": None} for n in range(cells)]
    return {"cells": made, "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def seconds(command, folder):
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def texts(path):
    """What each cell shows (nbclient may cut a stream in several)."""
    with open(path, encoding="utf-8") as f:
        book = json.load(f)
    return ["".join("".join(o.get("text") or o["data"]["text/plain"]) for o in c["outputs"]) for c in book["cells"]]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--venv")
    arguments.add_argument("-n", type=int, default=10, help="runs of each (default 10)")
    arguments.add_argument("--cells", type=int, default=100)
    arguments.add_argument("-o", help="write the table to this file too")
    arguments.add_argument("--python", default="/usr/bin/python3", help="where Pillow, torch and torchvision are (without --venv)")
    options = arguments.parse_args()
    if not options.venv:
        lines, good = pictures.table(options.python, options.n)
        print(*lines, sep="\n")
        if options.o:
            with open(options.o, "w", encoding="utf-8") as f:
                f.write("\n".join(lines) + "\n")
        sys.exit(0 if good else 1)
    folder = tempfile.mkdtemp(prefix="bench-lessons-")
    for name in ("jupyter.ipynb", "perch.ipynb"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            json.dump(lesson(options.cells), f)
    execute = os.path.join(os.path.abspath(options.venv), "bin", "jupyter-execute")
    commands = {"jupyter execute": [execute, "--inplace", "jupyter.ipynb"], "perch --out": [PERCH, "perch.ipynb", "--out", "perch.ipynb"]}
    times = {name: [] for name in commands}
    for number in range(options.n):
        for name in commands if number % 2 == 0 else reversed(commands):
            times[name].append(seconds(commands[name], folder))
    alike = texts(os.path.join(folder, "jupyter.ipynb")) == texts(os.path.join(folder, "perch.ipynb"))
    lines = [f"{options.cells} cells, {options.n} runs of each in turns; the notebooks show {'the same' if alike else 'DIFFERENT THINGS'}"]
    lines += [f"{name:<18}min {min(t) * 1e3:8.1f} ms   median {statistics.median(t) * 1e3:8.1f} ms" for name, t in times.items()]
    ratio = statistics.median(times["perch --out"]) / statistics.median(times["jupyter execute"])
    lines.append(f"perch takes 1/{1 / ratio:.0f} of its time (bar 1/10)")
    print(*lines, sep="\n")
    if options.o:
        with open(options.o, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    sys.exit(0 if alike and ratio <= 0.1 else 1)


if __name__ == "__main__":
    main()
