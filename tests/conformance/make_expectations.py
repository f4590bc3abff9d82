"""Takes the expectations from Debian's python3: make_expectations.py [--check] [TOPIC...].

Every case runs twice, with two hash seeds: one whose outcome differs, names an
address, or takes too long is refused. The oracle's version is recorded in ORACLE.
--check writes nothing and fails where a committed expectation differs.
"""

import os
import re
import subprocess
import sys
import tempfile

import cases
import harness

UNSTABLE = re.compile(r"0x[0-9a-f]{9,}|/tmp/|" + re.escape(harness.ROOT))


def outcome(topic, name, source):
    """(words, complaint) of one case."""
    words = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in ("0", "4711"):
            said, run = cases.execute(harness.ORACLE, source, os.path.join(folder, seed), seed)
            if run.timed_out or run.code < 0:
                return said, "does not end by itself"
            words.append(said)
    if words[0] != words[1]:
        return words[0], "differs from run to run:\n" + harness.show_difference(*words)
    unstable = UNSTABLE.search(words[0])
    if unstable and "stable:" not in source:
        return words[0], f"prints {unstable.group(0)!r}, which is not stable (say so in a comment `stable: why` if it is)"
    return words[0], ""


def main():
    check = "--check" in sys.argv
    chosen = [a for a in sys.argv[1:] if a != "--check"]
    tally = harness.Tally("expectations")
    version = subprocess.run([harness.ORACLE, "-VV"], stdout=subprocess.PIPE, text=True).stdout.strip()
    for topic in cases.topics(chosen):
        programs = cases.read_cases(topic)
        outcomes = list(harness.in_parallel(lambda c: outcome(topic, *c), programs))
        before = cases.read_expectations(topic)
        for (name, _), (words, complaint) in zip(programs, outcomes):
            if complaint:
                tally.fail(f"{topic}:{name}", complaint)
            elif check and before.get(name) != words:
                tally.fail(f"{topic}:{name}", harness.show_difference(before.get(name, ""), words))
            else:
                tally.ok()
        if not check:
            cases.write_expectations(topic, [(n, w) for (n, _), (w, _) in zip(programs, outcomes)])
    if not check and not chosen:
        with open(os.path.join(cases.HERE, "ORACLE"), "w") as file:
            file.write(version + "\n")
    tally.close()


if __name__ == "__main__":
    main()
