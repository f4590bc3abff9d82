"""Threads and the interpreter's lock: whoever has slept wakes in time, whatever the others do: fairness.py [NAME...].

Each program runs busy threads beside something that waits, and prints how late the waiting came back, in seconds, over and over. The best of three runs counts (a busy
machine spoils single ones), and of each run the middle value: LATE seconds, times PERCH_TEST_SLOWNESS. A program that starves ends by its time: failed, not hung.
"""

import os
import re
import signal
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

LATE, SECONDS = 0.05, 20

BUSY = {
    "sleep(0)": "while True:\n        [x for x in range(1000)]\n        time.sleep(0)",
    "short sleeps": "while True:\n        [x for x in range(100)]\n        time.sleep(0.0001)",
    "loops": "while True: pass",
    "calls of C": "while True: sorted(range(20000))",
    "locks": "while True:\n        with lock: sum(range(100))",
    "all caught": "while True:\n        try: time.sleep(0); [x for x in range(1000)]\n        except BaseException: pass",
    "tensors": "import torch\n    x = torch.ones(1000)\n    while True: x = x * 1",
}

WAITS = {
    "sleep": "time.sleep(0.05); late(0.05)",
    "sleep of almost nothing": "time.sleep(0.001); late(0.001)",
    "a lock's timeout": "held.acquire(timeout=0.05); late(0.05)",
    "an event's timeout": "event.wait(0.05); late(0.05)",
    "a condition's timeout": "\n    with condition: condition.wait(0.05)\n    late(0.05)",
    "a queue's timeout": "\n    try: q.get(timeout=0.05)\n    except queue.Empty: late(0.05)",
    "another thread's answer": "ask.put(1); answer.get(); late(0)",
    "a thread's start and end": "t = threading.Thread(target=int); t.start(); t.join(); late(0)",
    "a pipe": "os.write(w, b'x'); os.read(r, 1); late(0)",
}
TURNS = 9

PROGRAM = """import os, queue, threading, time
lock, held, event, condition, q = threading.Lock(), threading.Lock(), threading.Event(), threading.Condition(), queue.Queue()
held.acquire()
ask, answer = queue.Queue(), queue.Queue()
r, w = os.pipe()
def busy():
    {busy}
def echo():
    while True: answer.put(ask.get())
threading.Thread(target=echo, daemon=True).start()
for _ in range({count}): threading.Thread(target=busy, daemon=True).start()
time.sleep(0.05)
def late(wanted): lates.append(time.monotonic() - start - wanted)
lates = []
for _ in range({turns}):
    start = time.monotonic()
    {wait}
print(*lates, flush=True)
os._exit(0)
"""


def lateness(program, busy, wait, count):
    """Seconds in the middle; None: it did not end."""
    text = PROGRAM.format(busy=BUSY[busy], wait=WAITS[wait], count=count, turns=TURNS)
    r = harness.run_program([program, "-c", text], timeout=SECONDS)
    if r.timed_out:
        return None
    if r.code:
        raise RuntimeError(f"{busy}, {wait}: {r.code} {r.err.decode('utf-8', 'replace')[-500:]}")
    return statistics.median(map(float, r.out.split()))


def heard(program, busy, count):
    """Seconds from SIGINT to the end of a main thread that sleeps, beside busy threads."""
    text = PROGRAM.format(busy=BUSY[busy], wait="print('ready', flush=True); time.sleep(100)", count=count, turns=1)
    process = subprocess.Popen([program, "-c", text.replace("time.sleep(100)", "\n    try: time.sleep(100)\n    except KeyboardInterrupt: os._exit(7)")], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=harness.clean_environment())
    try:
        process.stdout.readline()
        time.sleep(0.05)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(SECONDS * harness.slowness())
        except subprocess.TimeoutExpired:
            return None
        if process.returncode != 7:
            raise RuntimeError(f"{busy}: {process.returncode} {process.stderr.read()[-300:]}")
        return time.monotonic() - start
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def best(measure):
    """The least of up to three, and whether it is in time."""
    took = None
    for _ in range(3):
        once = measure()
        took = once if took is None or (once is not None and once < took) else took
        if took is not None and took <= LATE * harness.slowness():
            return took, True
    return took, False


def main():
    wanted = sys.argv[1:]
    tally = harness.Tally("fairness")
    program = harness.perch_path()
    rows = [(busy, wait, 6) for busy in BUSY for wait in WAITS] + [("sleep(0)", "sleep", 40), ("loops", "sleep", 40), ("sleep(0)", "another thread's answer", 2)]
    for busy, wait, count in rows:
        name = f"{wait} beside {count} threads of {busy}"
        if wanted and not any(re.search(re.escape(w), name) for w in wanted):
            continue
        took, well = best(lambda: lateness(program, busy, wait, count))
        tally.check(well, name, f"late by {took} s")
    for busy in BUSY:
        if wanted and "SIGINT" not in wanted:
            continue
        took, well = best(lambda: heard(program, busy, 8))
        tally.check(well, f"SIGINT beside 8 threads of {busy}", f"heard after {took} s")
    tally.close()


if __name__ == "__main__":
    main()
