"""perch against CPython on small classic programs: bench/lang.py [-n ROUNDS] [-o FILE] [-f FOLDER] [NAME...].

Run it with Debian's python3, which is also the opponent. In each round every
program runs once under both, in turns, so that a slow moment of the machine hits
both; the best time of each counts. Outputs must be equal. The table gives the
ratio (CPython's time over perch's: above 1 perch is faster), the geometric mean
and the worst. -o writes the table to a file too (bench/results/ keeps those). -f kinds
takes programs of other kinds, which no build has been tuned with.
"""

import argparse
import math
import os
import platform
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
CPYTHON = "/usr/bin/python3"
BAR_MEAN, BAR_WORST = 2.1, 1.5


def run(program, path):
    """(seconds, output) of one run; a failure is an output of its own."""
    start = time.perf_counter()
    try:
        done = subprocess.run([program, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    except subprocess.TimeoutExpired:
        return float("inf"), b"(more than two minutes)"
    seconds = time.perf_counter() - start
    if done.returncode:
        return seconds, b"(exit %d) " % done.returncode + done.stderr[-300:]
    return seconds, done.stdout


def measure(folder, name, rounds):
    """(best of CPython, best of perch, complaint)."""
    path = os.path.join(HERE, folder, name + ".py")
    best = {CPYTHON: float("inf"), PERCH: float("inf")}
    output = {}
    for number in range(rounds):
        for program in (CPYTHON, PERCH) if number % 2 == 0 else (PERCH, CPYTHON):
            seconds, output[program] = run(program, path)
            best[program] = min(best[program], seconds)
        if output[CPYTHON] != output[PERCH]:
            last = output[PERCH].decode("utf-8", "replace").strip().splitlines()[-1:]
            return best[CPYTHON], None, f"different output: {last[0] if last else 'nothing'}"
    return best[CPYTHON], best[PERCH], ""


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("-n", type=int, default=5, help="rounds (default 5)")
    arguments.add_argument("-o", help="write the table to this file too")
    arguments.add_argument("-f", default="lang", choices=["lang", "kinds"], help="the folder of programs (default lang)")
    arguments.add_argument("names", nargs="*")
    options = arguments.parse_args()
    names = options.names or sorted(n[:-3] for n in os.listdir(os.path.join(HERE, options.f)) if n.endswith(".py"))
    version = subprocess.run([CPYTHON, "-V"], stdout=subprocess.PIPE, text=True).stdout.strip()
    lines = [f"perch against {version}, best of {options.n} in turns; {processor()}",
             f"{'program':<16}{'CPython':>10}{'perch':>10}{'ratio':>8}"]
    print(*lines, sep="\n", flush=True)
    ratios, failed = {}, 0
    for name in names:
        cpython, perch, complaint = measure(options.f, name, options.n)
        if complaint:
            failed += 1
            line = f"{name:<16}{cpython:>8.3f} s  {complaint}"
        else:
            ratios[name] = cpython / perch
            line = f"{name:<16}{cpython:>8.3f} s{perch:>8.3f} s{ratios[name]:>7.2f}x"
        print(line, flush=True)
        lines.append(line)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        worst = min(ratios, key=ratios.get)
        last = (f"geometric mean {mean:.2f}x (bar {BAR_MEAN}), worst {ratios[worst]:.2f}x {worst} (bar {BAR_WORST})"
                + (f"; {failed} of {len(names)} failed and are not in the mean" if failed else ""))
        print(last)
        lines.append(last)
    if options.o:
        with open(options.o, "w") as file:
            file.write("\n".join(lines) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
