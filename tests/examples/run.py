"""Lessons of examples/ played cell by cell, as a session plays them, against their transcripts in docs/transcripts; saved.py: those that hold their outputs.

    tests/examples/run.py [--write]     --write: take the transcripts anew (read the difference before committing it)

Every cell of a ten_mistakes lesson must fail, with a code of perch's and words of the original's.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402
from playing import play, transcript  # noqa: E402
import saved  # noqa: E402

LESSONS = os.path.join(harness.ROOT, "examples")
TRANSCRIPTS = os.path.join(harness.ROOT, "docs", "transcripts")
# lesson: what each of its cells must end in (None: anything)
MISTAKES = {
    "ten_mistakes_mxnet.md": ["P0102", "P0103", "P0104", "P0106", "P0106", "P0108", "P0106", "P0212", "P0110", "P0501"],
    "ten_mistakes_torch.md": ["P0102", "P0103", "P0104", "P0103", "P0103", "P0105", "P0103", "P0103", "P0113", "P0501"],
    "the_card.md": [None, None, None],
    "the_views.md": [None] * 9,
}


def cells(path):
    with open(path, encoding="utf-8") as f:
        return re.findall(r"^```python\n(.*?)^```$", f.read(), re.M | re.S)


def main():
    tally = harness.Tally("examples")
    write = "--write" in sys.argv
    for name, codes in MISTAKES.items():
        sources = cells(os.path.join(LESSONS, name))
        played, run = play(sources)
        tally.check(len(played) == len(sources) == len(codes) and not run.timed_out, f"{name}: all cells end", run.err.decode()[-2000:])
        for i, (events, code) in enumerate(zip(played, codes), 1):
            if code:
                error = [e for e in events if e["event"] == "error"]
                tally.check(len(error) == 1 and f"[{code}: perch explain {code}]" in error[0]["text"], f"{name}: mistake {i} is {code}", json.dumps(events, indent=1)[-1500:])
        path = os.path.join(TRANSCRIPTS, name[:-3] + ".txt")
        said = transcript(sources, played)
        if write:
            with open(path, "w", encoding="utf-8") as f:
                f.write(said)
            continue
        with open(path, encoding="utf-8") as f:
            wanted = f.read()
        tally.check(said == wanted, f"{name}: its transcript", harness.show_difference(wanted, said))
    saved.check(tally, write)
    saved.check_commands(tally)
    saved.check_readme(tally)
    saved.check_program(tally)
    tally.close()


if __name__ == "__main__":
    main()
