"""How long `perch explain` takes, as a user meets it: a new process, to its end. The bar is 20 ms; beside it `perch -c pass`.

    bench/explain.py [RUNS]
"""
import os
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PERCH = os.environ.get("PERCH") or os.path.join(ROOT, "build", "perch")
BAR = 0.020
MESSAGE = ("RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:3 and cpu! (when checking argument for argument target in "
           "method wrapper_CUDA_nll_loss_forward)")
ASKED = [("-c pass", ["-c", "pass"]), ("explain P0103", ["explain", "P0103"]), ("explain, a message", ["explain", MESSAGE]), ("explain, a symptom", ["explain", "hidden state of an LSTM"]),
         ("explain, Chinese", ["--lang", "zh", "explain", "优化器 在 模型 移动 之前 创建"]), ("explain NAME", ["explain", "torch_list_of_layers"]), ("explain, all", ["explain"])]


def once(arguments):
    """(seconds on the wall, seconds of processor)"""
    start = time.perf_counter()
    child = subprocess.Popen([PERCH, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - start, used.ru_utime + used.ru_stime


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    times = {name: [] for name, _ in ASKED}
    for _ in range(runs):
        for name, arguments in ASKED:
            times[name].append(once(arguments))
    for name, _ in ASKED:
        wall, processor = zip(*times[name])
        middle = statistics.median(wall)
        print(f"{name:22} median {middle * 1000:6.1f} ms   best {min(wall) * 1000:6.1f} ms   processor {statistics.median(processor) * 1000:5.1f} ms   "
              + ("ok" if middle <= BAR else "above 20 ms" if min(wall) > BAR else "above 20 ms: is the machine idle?"))


if __name__ == "__main__":
    main()
