"""How much memory a class needs: bench/classroom.py [PUPILS]: so many kernels (as Jupyter starts them) and so many prompts, each after a first lesson.

Per process: RSS as `ps` tells it, and PSS, in which pages that several share are counted once; the sum of PSS is what the machine needs.
"""
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PERCH = os.environ.get("PERCH") or os.path.join(ROOT, "build", "perch")
LESSON = ("import mxnet as mx; from mxnet import nd, gluon; from mxnet.gluon import nn as layers; net = layers.Sequential(); "
          "net.add(layers.Conv2D(6, kernel_size=5), layers.Dense(10)); net.initialize(ctx=[mx.gpu(0), mx.gpu(1)]); "
          "print(net(nd.ones((16, 1, 28, 28), ctx=mx.gpu(1))).shape)")


def memory(pid):
    """(RSS, PSS) in MiB."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        found = dict(re.findall(r"^(Rss|Pss): +(\d+) kB", file.read(), re.M))
    return int(found["Rss"]) / 1024, int(found["Pss"]) / 1024


def read_until(fd, text, seconds=20):
    seen, end = b"", time.time() + seconds
    while text not in seen and time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            seen += os.read(fd, 65536)
    return text in seen


def prompt():
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", NO_COLOR="1", PERCH_GPUS="sim:2", PERCH_HISTORY="", PERCHSTARTUP="")
        os.execv(PERCH, ["perch", "-q"])
    read_until(fd, b"In [")
    return pid, fd


def play(fd):
    os.write(fd, LESSON.encode() + b"\r")
    return read_until(fd, b"(16, 10)")


def kernel(folder, number):
    path = os.path.join(folder, f"{number}.json")
    ports = {f"{name}_port": 0 for name in ("shell", "iopub", "stdin", "control", "hb")}
    held = [socket.socket() for _ in ports]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = {name: each.getsockname()[1] for name, each in zip(ports, held)}
    for each in held:
        each.close()
    with open(path, "w", encoding="ascii") as file:
        json.dump({**ports, "ip": "127.0.0.1", "transport": "tcp", "key": "", "signature_scheme": "hmac-sha256"}, file)
    return subprocess.Popen([PERCH, "kernel", "-f", path], env={**os.environ, "PERCH_GPUS": "sim:2"}, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def report(what, figures):
    print(f"{what:<36} {len(figures):>3} x RSS {sum(f[0] for f in figures) / len(figures):6.1f} MiB, PSS {sum(f[1] for f in figures) / len(figures):6.1f} MiB; together {sum(f[1] for f in figures):7.1f} MiB")


def main():
    pupils = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    prompts = [prompt() for _ in range(pupils)]
    report("prompts, before anything is typed", [memory(pid) for pid, _ in prompts])
    played = sum(play(fd) for _, fd in prompts)
    report(f"prompts, after a lesson ({played} ended)", [memory(pid) for pid, _ in prompts])
    for pid, fd in prompts:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
        os.close(fd)
    with tempfile.TemporaryDirectory() as folder:
        kernels = [kernel(folder, i) for i in range(pupils)]
        time.sleep(3)
        report("kernels, idle", [memory(k.pid) for k in kernels if k.poll() is None])
        for k in kernels:
            k.kill()
            k.wait()


if __name__ == "__main__":
    main()
