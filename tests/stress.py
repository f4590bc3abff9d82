"""Collections at every allocation and stepped allocation failure: stress.py [--all].

A sample by default; --all takes every program of the corpus for the collections and
steps failure through every request of the chosen programs (hours). --suites runs the
suites conformance, golden, library, robust and tensors with a collection at every
allocation (half an hour); --suites is a part of --all.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "conformance"))
import cases  # noqa: E402
import harness  # noqa: E402

STRESS = os.path.join(harness.ROOT, "build", "tests", "stress")
FAILING = ["roman_numerals", "linked_list", "bank_account", "stack_vm", "scheme", "expression_tree", "lazy_sequences", "cards"]


def collect(tally, everything):
    """Each chosen case prints under a collecting VM what it prints anyway."""
    chosen = [(t, n, s) for t in cases.topics() if not t.startswith("modules") or everything for n, s in cases.read_cases(t)]
    if not everything:
        chosen = chosen[::23]

    def work(case):
        runs = []
        for how, seconds in (("live", 20), ("gc", 60)):
            with tempfile.TemporaryDirectory() as folder: # its own: a program may leave files
                with open(os.path.join(folder, "case.py"), "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                    file.write(case[2])
                runs.append(harness.run_program([STRESS, how, "case.py"], seconds, cwd=folder))
        return runs
    for (topic, name, _), (plain, stressed) in zip(chosen, harness.in_parallel(work, chosen)):
        if stressed.timed_out:
            tally.skip(f"{topic}:{name}", "takes more than a minute with a collection at every allocation")
            continue
        tally.check((plain.out, plain.code) == (stressed.out, stressed.code), f"gc {topic}:{name}",
                    f"exit {stressed.code}\n{stressed.last_line()}\n" + harness.show_difference(plain.out, stressed.out))


def suites(tally):
    """The suites pass as they are while PERCH_GC_STRESS makes perch collect at every allocation."""
    environment = {**os.environ, "PERCH_GC_STRESS": "1", "PERCH_TEST_SLOWNESS": str(12 * harness.slowness())}
    for script in ("conformance/run.py", "golden/run.py", "library.py", "robust/run.py", "tensors/run.py"):
        path = os.path.join(harness.ROOT, "tests", script)
        run = subprocess.run([sys.executable, path], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = run.stdout.decode("utf-8", "backslashreplace")
        counts = re.search(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", text, re.M)
        tally.ok(int(counts[1]) if counts else 0)
        if not counts or counts[2] != "0":
            tally.fail("collecting: " + script, text)


def fail(tally, everything):
    for name in FAILING:
        path = os.path.join(cases.HERE, "programs", name + ".py")
        step, most = ("1", "1000000") if everything else ("37", "150")
        run = harness.run_program([STRESS, "fail", path, "0", step, most], 100000 if everything else 60)
        tally.check(run.code == 0, f"fail {name}", f"exit {run.code}, {run.last_line()}")


def main():
    tally = harness.Tally("stress")
    everything = "--all" in sys.argv
    if everything or "--suites" in sys.argv:
        suites(tally)
    if everything or "--suites" not in sys.argv:
        collect(tally, everything)
        fail(tally, everything)
    tally.close()


if __name__ == "__main__":
    main()
