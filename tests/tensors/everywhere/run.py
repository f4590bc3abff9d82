"""Every function of torch, mx.nd and mx.np gives on a GPU what it gives on the CPU, there: of_torch.py, of_mxnet.py, of_mxnp.py.

    tests/tensors/everywhere/run.py
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
import harness  # noqa: E402

LEAST = {"of_torch.py": 8000, "of_mxnet.py": 2000, "of_mxnp.py": 2000}     # calls that the CPU answers: a sweep of nothing finds nothing


def sweep(tally, program, least):
    with tempfile.TemporaryDirectory() as folder:
        run = harness.run_program([harness.perch_path(), os.path.join(HERE, program)], timeout=300, cwd=folder)
    lines = run.out.decode("utf-8", "replace").splitlines()
    calls = int(lines.pop().split()[0]) if lines and lines[-1].endswith(" calls") else 0
    tally.check(run.code == 0 and calls >= least, f"{program} goes through", f"{calls} calls, exit status {run.code}, at the end: {run.err[-300:].decode('utf-8', 'replace')}")
    for line in lines:
        tally.fail(f"{program}: {line}")
    tally.ok(max(calls - len(lines), 0))


def main():
    tally = harness.Tally("everywhere")
    for program, least in LEAST.items():
        sweep(tally, program, least)
    tally.close()


main()
