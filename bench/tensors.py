"""perch against PyTorch and MXNet on a CPU: bench/tensors.py [-n ROUNDS] [-t THREADS] [-o FILE] [NAME...].

The programs in bench/tensors/ run unchanged under both, in turns, on the same number of threads; each prints lines
"what seconds" and the best of the rounds counts. PyTorch must be running on OpenBLAS: the table says what it runs on,
and the bench refuses otherwise. Programs mx_* run beside MXNet (MXNET_PYTHON). simulated.py has no opponent of its own: its add is set against PyTorch's on the CPU.
"""

import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
CPYTHON = "/usr/bin/python3"
MXNET = os.environ.get("MXNET_PYTHON")      # a Python with MXNet; without one its programs (mx_*) are left out
NAMES = ["eager", "backward", "products", "convolutions", "chain", "loader", "fills", "vgg", "recurrent", "boxes", "linalg", "mx_fills", "mx_boxes"]
BARS = {"add 2x3, tape off": 10, "add 2x3, tape on": 10, "(w*x + y).sum().backward()": 10}


def torch_runs_on():
    """PyTorch's version and the BLAS that its process has mapped."""
    code = ("import torch; a = torch.rand(64, 64); a @ a\n"
            "maps = open('/proc/self/maps').read()\n"
            "print(torch.__version__, 'OpenBLAS' if 'openblas' in maps else 'another BLAS', torch.backends.mkldnn.is_available())")
    done = subprocess.run([CPYTHON, "-c", code], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else None


def run(command, threads):
    env = {**os.environ, "OMP_NUM_THREADS": str(threads), "PERCH_THREADS": str(threads)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=600)
    if done.returncode:
        return {}, (done.stderr.strip().splitlines() or ["failed"])[-1]
    rows = {}
    for line in done.stdout.splitlines():
        name, _, seconds = line.rpartition(" ")
        rows[name] = float(seconds)
    return rows, ""


def best_of(best, rows):
    for name, seconds in rows.items():
        best[name] = min(best.get(name, float("inf")), seconds)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("-n", type=int, default=3, help="rounds")
    options.add_argument("-t", type=int, default=1, help="threads of each")
    options.add_argument("-o", help="write the table to a file too")
    options.add_argument("names", nargs="*")
    given = options.parse_args()
    runs_on = torch_runs_on()
    if not runs_on or runs_on[1] != "OpenBLAS":
        sys.exit(f"bench/tensors.py: PyTorch is {'absent' if not runs_on else 'on ' + runs_on[1]}: install python3-torch and libopenblas0-pthread")
    lines = [f"perch against PyTorch {runs_on[0]} on {runs_on[1]} (oneDNN: {runs_on[2]}), {given.t} thread(s) each, best of {given.n}",
             f"{'what':50} {'original':>12} {'perch':>12} {'ratio':>8}"]
    print("\n".join(lines), flush=True)
    torch_best, perch_best = {}, {}

    def say(line):
        lines.append(line)
        print(line, flush=True)

    for name in given.names or NAMES + ["simulated"]:
        if name.startswith("mx_") and not MXNET:
            say(f"{name}: left out: MXNET_PYTHON names no Python with MXNet")
            continue
        path = os.path.join(HERE, "tensors", name + ".py")
        torch_rows, perch_rows = {}, {}
        for number in range(given.n):
            other = MXNET if name.startswith("mx_") else CPYTHON
            pairs = [((other, path), torch_rows)] if name != "simulated" else []
            pairs.append(((PERCH, "--gpus=sim:2", path), perch_rows))
            for command, rows in pairs if number % 2 == 0 else reversed(pairs):
                new, complaint = run(list(command), given.t)
                if complaint:
                    say(f"{name}: {command[0]}: {complaint}")
                best_of(rows, new)
        torch_best.update(torch_rows)
        perch_best.update(perch_rows)
        for what, seconds in perch_rows.items():
            other = torch_rows.get(what)
            ratio = f"{other / seconds:7.2f}x" if other else ""
            bar = BARS.get(what)
            say(f"{what:50} {other * 1e6 if other else float('nan'):10.3f}us {seconds * 1e6:10.3f}us {ratio:>8}"
                + (f"   bar {bar}x: {'met' if other and other / seconds >= bar else 'missed'}" if bar else ""))
    if "add 2x3 on a simulated GPU" in perch_best and "add 2x3, tape off" in torch_best:
        ratio = torch_best["add 2x3, tape off"] / perch_best["add 2x3 on a simulated GPU"]
        say(f"simulated GPU's add against PyTorch's on a CPU: {ratio:.2f}x   bar 5x: {'met' if ratio >= 5 else 'missed'}")
    for what in ("chain of five sums and products", "chain of five, one a sigmoid"):
        if what in perch_best:
            ratio, other = perch_best[what] / perch_best["copy"], torch_best[what] / torch_best["copy"] if what in torch_best else float("nan")
            say(f"{what}: {ratio:.2f} times reading the operand and writing the result once (PyTorch: {other:.2f} times its own copy)   bar 1.3: {'met' if ratio <= 1.3 else 'missed'}")
    if "two products, two GPUs" in perch_best:
        ratio = perch_best["two products, one GPU"] / perch_best["two products, two GPUs"]
        say(f"two simulated GPUs against one: {ratio:.2f}x   bar 1.8x: {'met' if ratio >= 1.8 else 'missed'}")
    if given.o:
        with open(given.o, "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
