"""How late a waiting thread wakes beside busy ones, beside CPython: bench/threads.py [COUNT...]. In turns in one run, the middle of five; milliseconds.

The programs are those of the suite fairness (tests/robust/fairness.py). Last the work done: turns of eight threads over one lock in a second."""

import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "robust")]
import fairness  # noqa: E402
import harness  # noqa: E402

CPYTHON = "/usr/bin/python3"
PASSES = """import threading, time
lock, done, stop = threading.Lock(), [0] * 8, time.monotonic() + 1
def work(i):
    while time.monotonic() < stop:
        with lock: done[i] += 1
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for t in threads: t.start()
for t in threads: t.join()
print(sum(done), min(done), max(done))
"""


def middle(values):
    known = [v for v in values if v is not None]
    return statistics.median(known) * 1000 if known else float("inf")


def main():
    counts = [int(a) for a in sys.argv[1:]] or [2, 6, 40]
    perch = harness.perch_path()
    print(f"{'':60} {'perch':>9} {'CPython':>9}   ms late")
    for count in counts:
        for busy in fairness.BUSY:
            if busy == "tensors":
                continue
            for wait in ("sleep", "a lock's timeout", "another thread's answer"):
                late = {perch: [], CPYTHON: []}
                for _ in range(5):
                    for program in late:
                        late[program].append(fairness.lateness(program, busy, wait, count))
                print(f"{wait + ' beside ' + str(count) + ' of ' + busy:60} {middle(late[perch]):9.2f} {middle(late[CPYTHON]):9.2f}", flush=True)
    for name, program in (("perch", perch), ("CPython", CPYTHON)):
        print(f"one lock, eight threads, a second: {name:8}", subprocess.run([program, "-c", PASSES], capture_output=True, text=True).stdout.strip(), "(in all, least, most of a thread)")


if __name__ == "__main__":
    main()
