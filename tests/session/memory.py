#!/usr/bin/env python3
"""memory.py: memory that runs out in a session: memory.py [--all] [NAME...].

Request number N for memory fails, for one N after the other, somewhere in a few cells and questions (completion, inspection, views, magics, errors with
their repairs). The session goes on: no crash, no hang, no leak, and the cell behind them gives what it should. Without --all the first N are tried
and a sample of the later ones. For the best of it: PERCH_EVENTS=build-asan/tests/session-events.
"""
import json
import os
import random
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import ROOT, Tally, clean_environment, in_parallel, run_program, slowness  # noqa: E402

EVENTS = os.environ.get("PERCH_EVENTS", os.path.join(ROOT, "build", "tests", "session-events"))
FIRST, SAMPLE, SECONDS = 40, 30, 40
BAD = re.compile(r"AddressSanitizer|LeakSanitizer|runtime error|bytes still live|live at exit|mem_free:|Assertion .* failed")

# What is played while memory fails; what stands before `---` is played before.
SCENES = {
    "cells": """x = 1
# %% ---
x = [1, 2, {'a': 3}]; y = 'text'
x
# %%
print('a' * 100); y; _
# %%
import json; json.dumps(x)
# %%
x = %pwd
# %% input answer
# %%
input('? ')
# %%
display({'a': 1}, x)
# %% history tail 3
""",
    "errors": """import torch
a = torch.ones(2, 3, device='cuda:0'); b = torch.ones(2, 3, device='cuda:1')
try: a + b
except Exception: pass
# %% ---
def f(n): return g(n)
def g(n): return 1 / n
f(0)
# %%
a + b
# %%
%fix 1
# %%
for for
# %%
raise ValueError('x') from KeyError('y')
""",
    "typing": """import torch, os
net = torch.nn.Linear(2, 3).cuda()
d = {'key one': net, 2: net.weight}
def func(alpha, beta=2, *rest, gamma): 'Its doc.'
# %% ---
# %% complete
net.wei
# %% complete
d['
# %% complete
func(al
# %% complete
import os.pa
# %% complete
%ti
# %% inspect
func
# %% inspect 1
net.forward
# %% signature
func(1, 
# %% ink
for x in range(3): print(f'{x}', net) # done
# %% is_complete
def f(x):
# %% bracket
f(a, (b))
""",
    "views": """import torch
x = torch.ones(4, 4, device='cuda:0'); y = x.to('cuda:1') * 2
net = torch.nn.Linear(4, 4).cuda()
where(x)
from perch.views import blame, dry, mem, timeline, transfers, where as _w
# %% ---
# %%
%where
# %%
%mem
# %%
%transfers
# %%
%timeline
# %%
%blame y
# %% dry
x + y
# %% pulse
""",
    "magics": """import os
%timeit -n 1 -r 1 1
%prun -q 1
%who
# %% ---
# %%
%timeit -n 1 -r 1 sum(range(10))
# %%
%who
# %%
%prun -q sum([1, 2])
# %%
%hist
# %%
%%capture out
print(1); 2
# %%
z = !echo a b
# %%
%%time
q = 1
# %%
%env HOME
""",
}
AFTER = "\n# %% fail 0\n# %%\n6 * 7\n"


def play(scene, step, folder):
    before, _, during = scene.partition("# %% ---\n")
    text = f"# %%\n{before}\n# %% fail {step}\n" + ("" if during.startswith("# %%") else "# %%\n") + during + AFTER
    return run_program([EVENTS, "--history", os.path.join(folder, f"history-{step}")], SECONDS * slowness(), stdin=text.encode(), cwd=folder,
                       env=clean_environment(PERCH_GPUS="sim:2", TERM="dumb"))


def judge(run):
    """What is wrong with a run; '' if nothing."""
    said = run.err.decode("utf-8", "backslashreplace")
    if run.timed_out:
        return "hangs"
    if run.signal:
        return f"killed by signal {run.signal}"
    if BAD.search(said):
        return BAD.search(said).group() + "\n" + said[-2500:]
    try:
        events = [json.loads(line) for line in run.out.decode("utf-8", "replace").splitlines()]
    except ValueError as e:
        return f"no JSON: {e}"
    results = [event["data"]["text/plain"] for event in events if event["event"] == "result"]
    if not results or results[-1] != "42":
        return "the cell afterwards does not give 42:\n" + "\n".join(json.dumps(event)[:300] for event in events[-4:])
    return "" if run.code == 0 else f"exit {run.code}"


def requests(scene, folder, right):
    """About how many requests there are: more than that change nothing."""
    low, high = 1, 1024

    def same(n):
        return re.sub(rb"0x\w+|[\d.]+ (ns|us|ms|s)\b", b"", play(scene, n, folder).out) == right
    while high < 1 << 22 and not same(high):
        low, high = high, high * 2
    return high


def main():
    everything = "--all" in sys.argv
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    tally = Tally("session-memory")
    with tempfile.TemporaryDirectory() as folder:
        for name, scene in SCENES.items():
            if wanted and name not in wanted:
                continue
            without = play(scene, 0, folder)
            if not tally.check(judge(without) == "", f"{name} without a failure", judge(without)):
                continue
            total = requests(scene, folder, re.sub(rb"0x\w+|[\d.]+ (ns|us|ms|s)\b", b"", without.out))
            rng = random.Random(int(os.environ.get("PERCH_TEST_SEED", "3")))
            steps = range(1, total + 1) if everything else sorted({*range(1, FIRST + 1), *(rng.randrange(FIRST, total + 1) for _ in range(SAMPLE))})
            for step, run in in_parallel(lambda n: (n, play(scene, n, folder)), steps):
                wrong = judge(run)
                tally.check(not wrong, f"{name}: request {step} of about {total} fails", wrong)
            for step in rng.sample(list(steps), min(8, len(steps))):
                run = play(scene, f"{step}+", folder)
                tally.check(not judge(run), f"{name}: request {step} and all later ones fail", judge(run))
    tally.close()


if __name__ == "__main__":
    main()
