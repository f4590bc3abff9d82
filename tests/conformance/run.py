"""Compares perch with the expectations: run.py [-v] [--list-failures] [TOPIC[:CASE]...].

A case of known_differences.txt that fails is counted as skipped, with the reason
given there; one that passes is a failure, so that the file only shrinks. With
-v the program of a failed case is shown too.
"""

import os
import sys
import tempfile

import cases
import harness

# At most this part of the cases may be known differences.
KNOWN_AT_MOST = 0.02


def read_known():
    """{case id: reason} from known_differences.txt: `TOPIC:CASE  reason`, # comments."""
    known = {}
    with open(os.path.join(cases.HERE, "known_differences.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, _, reason = line.strip().partition(" ")
                known[name] = reason.strip()
    return known


def gather(wanted):
    """[(id, program, expectation)] of the corpus, or of the topics and cases wanted."""
    folders = [w.partition(":")[0] for w in wanted]
    names = {w for w in wanted if ":" in w}
    for topic in cases.topics(folders):
        expectations = cases.read_expectations(topic)
        for name, source in cases.read_cases(topic):
            if not names or f"{topic}:{name}" in names:
                yield f"{topic}:{name}", source, expectations.get(name)


def main(suite="conformance", own=None):
    """own: what a suite adds to the corpus."""
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    verbose = "-v" in sys.argv
    only_names = "--list-failures" in sys.argv
    tally = harness.Tally(suite)
    known = read_known()
    program = harness.perch_path()
    everything = list(gather(wanted))
    with tempfile.TemporaryDirectory() as folder:
        def work(numbered):
            number, (name, source, expected) = numbered
            return cases.execute(program, source, os.path.join(folder, str(number)))

        for (name, source, expected), (words, run) in zip(everything, harness.in_parallel(work, enumerate(everything))):
            if expected is None:
                tally.fail(name, "has no expectation: run make_expectations.py")
            elif words == expected and name in known:
                tally.fail(name, "passes: take it out of known_differences.txt")
            elif words == expected:
                tally.ok()
            elif name in known and run.code >= 0:
                tally.skip(name, "known: " + known[name])
            elif only_names:
                print(name)
                tally.failed += 1
            else:
                signal = f"killed by signal {run.signal}\n" if run.signal and not run.timed_out else ""
                tally.fail(name, (source.rstrip() + "\n" if verbose else "") + signal +
                           harness.show_difference(expected, words))
    if not wanted:
        ids = {name for name, _, _ in everything}
        for name in known:
            tally.check(name in ids, name, "stands in known_differences.txt but is no case")
            tally.passed -= name in ids
        if len(known) > KNOWN_AT_MOST * len(everything):
            tally.fail("known_differences.txt", f"{len(known)} of {len(everything)} cases: at most 2 % may stand there")
    if own and not wanted:
        own(tally)
    tally.close()


if __name__ == "__main__":
    main()
