"""A lesson of 100 cells, played and written with its outputs: `perch FILE --out` beside `jupyter execute` with ipykernel: bench/lessons.py --venv DIR [-n RUNS].

Without --venv: pictures, transforms, loading of data and imports beside their originals (bench/pictures.py has the rows).

DIR: an environment with nbclient and ipykernel (pip install nbclient ipykernel jupyter_client). The cells are plain Python that both run: definitions, printing,
results, comprehensions, strings, classes, an error caught. Time is from the start of the process to its end; the two take turns. Bar: 1/10.

bench/lessons.py --figures [-n RUNS]: figures of matplotlib 3.6.3 instead, beside the machine's own Python (Debian's python3-matplotlib) on one core, in turns: the import of pyplot,
a first line figure to PNG, figures drawn live. Bars: 0.6 of its time, 20 figures a second.
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

FIGURES = """
import time
start = time.process_time()
import matplotlib
matplotlib.use('agg')
import matplotlib.pyplot as plt
imported = time.process_time()
fig, ax = plt.subplots()
ax.plot([1, 2, 3, 4], [1, 4, 2, 3])
fig.savefig('line.png')
first = time.process_time()
def best(step):
    times = []
    for i in range(12):
        begun = time.process_time()
        step(i)
        times.append(time.process_time() - begun)
    return min(times)
def live(i):
    ax.clear()
    ax.plot(range(20 + i))
    fig.canvas.draw()
print(imported - start, first - imported, best(lambda i: fig.savefig('line.png')), best(live))
"""
FIGURE_ROWS = ("import matplotlib.pyplot", "the first line figure to PNG", "savefig() of a line figure again", "ax.clear(); ax.plot(); draw()")


def figures(runs):
    """Lines of a table: the best of several runs, in turns, on one core."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    commands = {"perch": PERCH, "CPython": "/usr/bin/python3"}
    times = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(runs + 1):
            for name in commands if number % 2 == 0 else reversed(commands):
                done = subprocess.run([commands[name], "-c", FIGURES], cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "MPLCONFIGDIR": folder})
                if number: # (the first run finds the fonts)
                    times[name].append([float(each) for each in done.stdout.split()])
    lines = [f"figures: seconds of the processor, best of {runs} runs of each in turns on one core", f"{'':<36}{'perch':>10}{'CPython':>10}   ratio"]
    for row, mine, theirs in zip(FIGURE_ROWS, *([min(each) for each in zip(*times[name])] for name in commands)):
        lines.append(f"{row:<36}{mine * 1e3:7.1f} ms{theirs * 1e3:7.1f} ms{mine / theirs:8.2f}" + (f"   {1 / mine:.0f} and {1 / theirs:.0f} a second" if "draw" in row else ""))
    return lines


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
    arguments.add_argument("--figures", action="store_true")
    arguments.add_argument("-n", type=int, default=10, help="runs of each (default 10)")
    arguments.add_argument("--cells", type=int, default=100)
    arguments.add_argument("-o", help="write the table to this file too")
    arguments.add_argument("--python", default="/usr/bin/python3", help="where Pillow, torch and torchvision are (without --venv)")
    options = arguments.parse_args()
    if not options.venv:
        lines, good = (figures(options.n), True) if options.figures else pictures.table(options.python, options.n)
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
