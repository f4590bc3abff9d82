"""What playing a demo adds to the time that its script asks for: bench/demo.py [NAME…] [--speed X].

A demo is played with --auto, to a pipe and in a terminal. Asked for are the typing and the pauses (perch demo --timing adds them up as it schedules them); what the
cells themselves take is measured apart. Wall time is from fork to the end of the process. Bar: no more is added than a person could see in a whole demo: 0.2 s,
perch's own start included; and nothing for each key or each stop.
"""

import argparse
import json
import os
import pty
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
BAR = 0.2


def account(errors):
    return json.loads([line for line in errors.splitlines() if line.startswith("{")][-1])


def to_pipe(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    return time.perf_counter() - start, account(done.stderr)


def in_terminal(command):
    """The same, in a pseudo-terminal that somebody reads: with colour, each key inked anew."""
    main, other = pty.openpty()
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=other, stdout=other, stderr=subprocess.PIPE, text=True, env={**os.environ, "TERM": "xterm-256color"}, start_new_session=True)
    os.close(other)
    while child.poll() is None or select.select([main], [], [], 0)[0]:
        if select.select([main], [], [], 0.05)[0]:
            try:
                if not os.read(main, 65536):
                    break
            except OSError:
                break
    child.wait()
    wall = time.perf_counter() - start
    os.close(main)
    return wall, account(child.stderr.read())


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="*", default=["two_gpus_torch", "data_parallel_mxnet"])
    arguments.add_argument("--speed", type=float, default=1.0)
    options, worst = arguments.parse_args(), 0.0
    print(f"{'demo':22} {'where':9} {'wall':>8} {'typing':>8} {'pauses':>8} {'cells':>8} {'added':>8}")
    for name in options.names:
        command = [PERCH, "demo", name, "--auto", "--timing", "--speed", str(options.speed)]
        for where, play in (("pipe", to_pipe), ("terminal", in_terminal)):
            wall, asked = play(command)
            added = wall - asked["typing"] - asked["pauses"] - asked["cells"]
            worst = max(worst, added)
            print(f"{name:22} {where:9} {wall:8.3f} {asked['typing']:8.3f} {asked['pauses']:8.3f} {asked['cells']:8.3f} {added:8.3f}")
    print(f"most added: {worst:.3f} s; bar {BAR} s: {'met' if worst <= BAR else 'MISSED'}")
    return worst > BAR


if __name__ == "__main__":
    sys.exit(main())
