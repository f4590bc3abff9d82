"""Makes the goldens of tests/ranks anew: its programs in 1, 2, 3, 4 and 8 processes of PyTorch's gloo on 127.0.0.1, or of MXNet's workers with a scheduler and a server of their own.

    MXNET_PYTHON=… /usr/bin/python3 tests/ranks/make_expectations.py [NAME]
"""
import os
import socket
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
SIZES = {"t_collectives": (1, 2, 3, 4, 8), "t_training": (1, 2, 4), "t_gradients": (1, 2, 3), "t_zero": (1, 2, 3), "t_kvstore": (1, 2, 3), "t_trainer": (1, 2, 3), "t_seeds_torch": (1, 2), "t_seeds_mxnet": (1, 2)}
MXNET = ("t_kvstore", "t_trainer")
ONE = "t_seeds_mxnet"   # of MXNet in one process, on so many devices


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def joined(folder, size):
    """What the ranks said, one after the other."""
    text = ""
    for rank in range(size):
        path = os.path.join(folder, f"said.{rank}")
        text += f"== rank {rank}\n" + (open(path, encoding="utf-8").read() if os.path.exists(path) else "nothing\n")
    return text


def mxnet(name, size):
    python = os.environ.get("MXNET_PYTHON") or sys.exit("MXNET_PYTHON must name a Python with mxnet 1.9.1")
    with tempfile.TemporaryDirectory(prefix="perch-ranks-") as folder:
        env = {**os.environ, "RANKS_OUT": folder, "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_NODE_HOST": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(free_port()), "DMLC_NUM_SERVER": "1",
               "DMLC_NUM_WORKER": str(size)}
        others = [subprocess.Popen([python, "-c", "import mxnet"], env={**env, "DMLC_ROLE": role}) for role in ("scheduler", "server")]
        workers = [subprocess.Popen([python, "-W", "ignore", os.path.join(PROGRAMS, name + ".py")], env={**env, "DMLC_ROLE": "worker"}) for _ in range(size)]
        codes = [process.wait(300) for process in (*workers, *others)]
        if any(codes):
            sys.exit(f"{name} in {size} processes: {codes}")
        return joined(folder, size)


def alone(name, devices):
    python = os.environ.get("MXNET_PYTHON") or sys.exit("MXNET_PYTHON must name a Python with mxnet 1.9.1")
    with tempfile.TemporaryDirectory(prefix="perch-ranks-") as folder:
        subprocess.run([python, "-W", "ignore", os.path.join(PROGRAMS, name + ".py"), str(devices)], env={**os.environ, "RANKS_OUT": folder}, check=True, timeout=300)
        return joined(folder, 1)


def original(name, size):
    if name == ONE:
        return alone(name, size)
    if name in MXNET:
        return mxnet(name, size)
    with tempfile.TemporaryDirectory(prefix="perch-ranks-") as folder:
        env = {**os.environ, "RANKS_OUT": folder, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port()), "WORLD_SIZE": str(size), "OMP_NUM_THREADS": "1"}
        ranks = [subprocess.Popen([sys.executable, "-W", "ignore", os.path.join(PROGRAMS, name + ".py")], env={**env, "RANK": str(rank)}) for rank in range(size)]
        codes = [process.wait(300) for process in ranks]
        if any(codes):
            sys.exit(f"{name} in {size} processes: {codes}")
        return joined(folder, size)


def main():
    for name, sizes in SIZES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        for size in sizes:
            with open(os.path.join(HERE, "expected", f"{name}.{size}"), "w", encoding="utf-8") as file:
                file.write(original(name, size))
            print(name, size)


if __name__ == "__main__":
    main()
