"""What must read the same to the last caret: run.py [--make | --accept] [TOPIC...].

tracebacks.py, chains.py and syntax.py hold cases (as in tests/conformance), whose
whole stderr must be CPython's; --make takes it anew from Debian's python3.
dumps/*.py are programs of which perch's own `--dump tokens|ast|bytecode` is kept;
--accept writes what perch says now: read the difference before committing it.
"""

import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "conformance"))
import cases  # noqa: E402
import harness  # noqa: E402

DUMPS = ("tokens", "ast", "bytecode")


def topics():
    return sorted(n[:-3] for n in os.listdir(HERE) if n.endswith(".py") and n != "run.py")


def outcomes(program, topic):
    with tempfile.TemporaryDirectory() as folder:
        def work(case):
            return cases.execute(program, case[1], os.path.join(folder, case[0]), full=True)
        programs = cases.read_cases(topic, HERE)
        return [(name, source, *r) for (name, source), r in zip(programs, harness.in_parallel(work, programs))]


def make(topic):
    cases.write_expectations(topic, [(name, words) for name, _, words, _ in outcomes(harness.ORACLE, topic)], HERE)


def compare(tally, topic):
    expectations = cases.read_expectations(topic, HERE)
    for name, source, words, run in outcomes(harness.perch_path(), topic):
        expected = expectations.get(name)
        if expected is None:
            tally.fail(f"{topic}:{name}", "has no expectation: run.py --make")
        else:
            tally.check(words == expected, f"{topic}:{name}", harness.show_difference(expected, words))


def dumps(tally, accept):
    folder = os.path.join(HERE, "dumps")
    for name in sorted(n for n in os.listdir(folder) if n.endswith(".py")):
        for kind in DUMPS:
            golden = os.path.join(folder, f"{name[:-3]}.{kind}")
            run = harness.run_program([harness.perch_path(), "--dump", kind, name], cwd=folder)
            words = run.out.decode("utf-8", "backslashreplace") + run.err.decode("utf-8", "backslashreplace")
            if accept and run.code == 0:
                with open(golden, "w", encoding="utf-8") as file:
                    file.write(words)
            if not os.path.exists(golden):
                tally.skip(f"dumps/{name} {kind}", "no golden yet: run.py --accept when the dump is there")
                continue
            with open(golden, encoding="utf-8") as file:
                expected = file.read()
            tally.check(words == expected, f"dumps/{name} {kind}", harness.show_difference(expected, words))


def main():
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    tally = harness.Tally("golden")
    for topic in topics():
        if not wanted or topic in wanted:
            if "--make" in sys.argv:
                make(topic)
            else:
                compare(tally, topic)
    if "--make" in sys.argv:
        return
    if not wanted or "dumps" in wanted:
        dumps(tally, "--accept" in sys.argv)
    tally.close()


if __name__ == "__main__":
    main()
