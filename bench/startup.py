"""How long `-c pass` takes and how much memory it needs, perch against CPython: bench/startup.py [-n RUNS].

The two run in turns. Time is from fork to the end of the process. Memory is the high
water mark of the resident set, which the program itself reads from /proc at its end:
what wait4 tells would contain this script's own memory, inherited across exec.
Bars: 0.65 of CPython's time, 10 MB.
"""

import argparse
import os
import statistics
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
CPYTHON = "/usr/bin/python3"


def run(command):
    """Seconds that a command takes; raises when it fails."""
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status = os.waitpid(pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(command)} failed with status {status}")
    return seconds


def resident(program, code):
    """Kilobytes resident at most, with the few that reading them takes."""
    out = subprocess.run([program, "-c", code + "\nprint(open('/proc/self/status').read())"],
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    return int(next(line.split()[1] for line in out.splitlines() if line.startswith("VmHWM")))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("-n", type=int, default=200, help="runs of each (default 200)")
    arguments.add_argument("-o", help="write the table to this file too")
    arguments.add_argument("code", nargs="?", default="pass")
    options = arguments.parse_args()
    times = {CPYTHON: [], PERCH: []}
    memory = {program: resident(program, options.code) for program in times}
    for number in range(options.n):
        for program in (CPYTHON, PERCH) if number % 2 == 0 else (PERCH, CPYTHON):
            times[program].append(run([program, "-c", options.code]))
    lines = [f"-c {options.code!r}, {options.n} runs of each in turns"]
    for name, program in (("CPython", CPYTHON), ("perch", PERCH)):
        lines.append(f"{name:<9}min {min(times[program]) * 1e3:6.2f} ms   median {statistics.median(times[program]) * 1e3:6.2f} ms"
                     f"   resident {memory[program] / 1024:6.2f} MB")
    ratio = statistics.median(times[PERCH]) / statistics.median(times[CPYTHON])
    lines.append(f"perch takes {ratio:.2f} of CPython's time (bar 0.65) and {memory[PERCH] / 1024:.2f} MB (bar 10)")
    print(*lines, sep="\n")
    if options.o:
        with open(options.o, "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
