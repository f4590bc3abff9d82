"""Ranks beside plain MPI and PyTorch's gloo, in turns in one run: bench/dist/run.py [ROUNDS]

all_reduce of 64 MB and of 8 bytes between 2 ranks against a C program (plain.c, built here by mpicc); ResNet-18 in DistributedDataParallel on 1 and 2 ranks of one thread, and PyTorch's gloo on the
same script; the start of 16 ranks up to a barrier. The best of the rounds counts. Needs openmpi-bin, libopenmpi-dev, and for the last python3-torch and python3-torchvision.
"""
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
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMP_NUM_THREADS": "1"}


def told(*command, **more):
    """What the program printed, as name -> number."""
    out = subprocess.run(command, env={**os.environ, **MPI, **more}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines() if len(line.split()) == 2}


def mpirun(n, *command):
    return told("mpirun", "-n", str(n), *command)


def gloo(n, script):
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    env = {**os.environ, **MPI, "WORLD_SIZE": str(n), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    ranks = [subprocess.Popen([ORIGINAL, "-W", "ignore", script], env={**env, "RANK": str(i)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for i in range(n)]
    lines = [line.split() for process in ranks for line in process.communicate()[0].splitlines()]
    return {name: float(value) for name, value in lines}


def started(n):
    begin = time.perf_counter()
    mpirun(n, PERCH, "-c", "import torch.distributed as dist; dist.init_process_group('mpi'); dist.barrier()")
    return time.perf_counter() - begin


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    if not shutil.which("mpicc"):
        sys.exit("mpicc is not here: libopenmpi-dev")
    calls, steps = os.path.join(HERE, "calls.py"), os.path.join(HERE, "steps.py")
    best = {}

    def note(name, value):
        best[name] = min(best.get(name, 1e9), value)

    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain")
        subprocess.run(["mpicc", "-O2", os.path.join(HERE, "plain.c"), "-o", plain], check=True)
        for _ in range(rounds):
            for name, row in (("MPI", mpirun(2, plain)), ("perch", mpirun(2, PERCH, calls))):
                note(name + " small", row["small"])
                note(name + " large", row["large"])
            note("perch 1", mpirun(1, PERCH, steps)["step"])
            note("perch 2", mpirun(2, PERCH, steps)["step"])
            note("gloo 2", gloo(2, steps)["step"])
            note("start", started(16))
    print(f"all_reduce of 64 MB, 2 ranks   {best['perch large'] * 1e3:8.1f} ms   plain MPI {best['MPI large'] * 1e3:.1f} ms   {best['MPI large'] / best['perch large']:.2f} of its rate (bar 0.9)")
    print(f"all_reduce of 8 bytes, 2 ranks {best['perch small'] * 1e6:8.2f} us   plain MPI {best['MPI small'] * 1e6:.2f} us   adds {(best['perch small'] - best['MPI small']) * 1e6:.2f} us (bar 2)")
    print(f"ResNet-18, a step of 2 ranks   {best['perch 2'] * 1e3:8.1f} ms   one rank {best['perch 1'] * 1e3:.1f} ms   {2 * best['perch 1'] / best['perch 2']:.2f} times its images (bar 1.8)")
    print(f"    PyTorch's gloo             {best['gloo 2'] * 1e3:8.1f} ms   perch {best['gloo 2'] / best['perch 2']:.2f} times as fast (bar 1.3)")
    print(f"16 ranks up to a barrier       {best['start']:8.2f} s    (bar 2)")


if __name__ == "__main__":
    main()
