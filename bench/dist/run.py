"""Ranks beside plain MPI and PyTorch's gloo, in turns in one run: bench/dist/run.py [ROUNDS] [--takes N] [--points FILE]

all_reduce of 64 MB and of 8 bytes between 2 ranks against a C program (plain.c, built here by mpicc); ResNet-18 in DistributedDataParallel on 1 and 2 ranks of one thread, PyTorch's gloo on the
same script, and two single ranks at the same time that know nothing of each other, which is what the machine gives to two (the ceiling); the start of 16 ranks up to a barrier. The best of the rounds counts. --takes: of each figure in a round (12; 2 for a short look). --points: all_reduce by size on 2 and 4 ranks,
for scaling.py --measured. Three rounds and the points are about five minutes on two quiet cores. Needs openmpi-bin, libopenmpi-dev, and for the last python3-torch and python3-torchvision.
"""
import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "..", "build", "perch")
ORIGINAL = "/usr/bin/python3"
IMAGES = (32, 128)
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMP_NUM_THREADS": "1"}


def told(*command, **more):
    """What the program printed, as name -> number."""
    out = subprocess.run(command, env={**os.environ, **MPI, **more}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines() if len(line.split()) == 2}


def mpirun(n, *command):
    return told("mpirun", "-n", str(n), *command)


def pair(script, takes):
    """Two runs of one rank each, at once: the slower one's figures."""
    runs = [subprocess.Popen(["mpirun", "-n", "1", "--bind-to", "none", PERCH, script, takes], env={**os.environ, **MPI}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(2)]
    found = [dict(line.split() for line in run.communicate()[0].splitlines()) for run in runs]
    return {name: max(float(each[name]) for each in found) for name in found[0]}


def gloo(n, script, takes):
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    env = {**os.environ, **MPI, "WORLD_SIZE": str(n), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    ranks = [subprocess.Popen([ORIGINAL, "-W", "ignore", script, takes], env={**env, "RANK": str(i)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for i in range(n)]
    lines = [line.split() for process in ranks for line in process.communicate()[0].splitlines()]
    return {name: float(value) for name, value in lines}


def started(n):
    begin = time.perf_counter()
    mpirun(n, PERCH, "-c", "import torch.distributed as dist; dist.init_process_group('mpi'); dist.barrier()")
    return time.perf_counter() - begin


def points(path, takes):
    with open(path, "w", encoding="ascii") as file:
        for ranks in (2, 4):
            command = ["mpirun", "-n", str(ranks), PERCH, os.path.join(HERE, "points.py"), takes]
            file.write(subprocess.run(command, env={**os.environ, **MPI}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout)


def told_of(best):
    MPI_large, MPI_small = best["MPI large"], best["MPI small"]
    yield f"all_reduce of 64 MB, 2 ranks   {best['perch large'] * 1e3:8.1f} ms   plain MPI {MPI_large * 1e3:.1f} ms   {MPI_large / best['perch large']:.2f} of its rate (bar 0.9)"
    yield f"all_reduce of 8 bytes, 2 ranks {best['perch small'] * 1e6:8.2f} us   plain MPI {MPI_small * 1e6:.2f} us   adds {(best['perch small'] - MPI_small) * 1e6:.2f} us (bar 2)"
    for images in IMAGES:
        one, two, gloo_one, gloo_two = (best[f"{who} {images}"] for who in ("perch 1", "perch 2", "gloo 1", "gloo 2"))
        yield f"ResNet-18, {images} images a rank, a step of 2 ranks {two * 1e3:8.1f} ms   one rank {one * 1e3:.1f} ms   {2 * one / two:.2f} times its images (bar 1.8)"
        together, alone = best[f"pair {images}"], best["perch 2 sum"]
        yield (f"    two that know nothing of each other {together * 1e3:.1f} ms, {2 * one / together:.2f} times (the ceiling); DistributedDataParallel adds {(two - together) * 1e3:.1f} ms, "
               f"the sum of its gradients alone takes {alone * 1e3:.1f} ms")
        yield f"    PyTorch's gloo {gloo_two * 1e3:.1f} ms, one rank {gloo_one * 1e3:.1f} ms, {2 * gloo_one / gloo_two:.2f} times its images; perch on 2 ranks is {gloo_two / two:.2f} times as fast (bar 1.3)"
    yield f"16 ranks up to a barrier       {best['start']:8.2f} s    (bar 2)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", nargs="?", type=int, default=3)
    parser.add_argument("--takes", default="12")
    parser.add_argument("--points")
    asked = parser.parse_args()
    if not shutil.which("mpicc"):
        sys.exit("mpicc is not here: libopenmpi-dev")
    calls, steps, takes = os.path.join(HERE, "calls.py"), os.path.join(HERE, "steps.py"), asked.takes
    best = {}

    def note(who, figures):
        for name, value in figures.items():
            key = f"{who} {name.removeprefix('step')}"
            best[key] = min(best.get(key, 1e9), value)

    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain")
        subprocess.run(["mpicc", "-O2", os.path.join(HERE, "plain.c"), "-o", plain], check=True)
        for _ in range(asked.rounds):
            note("MPI", mpirun(2, plain, takes))
            note("perch", mpirun(2, PERCH, calls, takes))
            for n in (1, 2):
                note(f"perch {n}", mpirun(n, PERCH, steps, takes))
                note(f"gloo {n}", gloo(n, steps, takes))
            note("pair", pair(steps, takes))
            best["start"] = min(best.get("start", 1e9), started(16))
    print("\n".join(told_of(best)))
    if asked.points:
        points(asked.points, takes)


if __name__ == "__main__":
    main()
