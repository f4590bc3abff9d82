"""What documents show of the command line: every `console` block of docs/*.md and README.md is typed in a shell, in a folder of its own, and answers as the page says.

A line `$ COMMAND` is a command, what follows it up to the next one its answer (stdout, then stderr); `...` stands for anything. perch and ./run are the build's. Blocks that
cannot be played here (they install, or open something) are `sh` blocks.
"""
import glob
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness  # noqa: E402


def blocks(text):
    """[(line, [(command, answer)])]"""
    found = []
    for match in re.finditer(r"^```console\n(.*?)^```$", text, re.M | re.S):
        rows = []
        for line in match.group(1).splitlines():
            if line.startswith("$ "):
                rows.append([line[2:], []])
            elif rows:
                rows[-1][1].append(line)
        found.append((text.count("\n", 0, match.start()) + 2, [(command, "\n".join(answer)) for command, answer in rows]))
    return found


def agrees(want, got):
    pattern = r".*".join(re.escape(part) for part in "\n".join(line.rstrip() for line in want.splitlines()).split("..."))
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in got.splitlines()), re.S) is not None


def play(page):
    """[(what, good, detail)] of a page; its blocks follow one another in one folder."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        programs, work = os.path.join(folder, "bin"), os.path.join(folder, "work")
        os.mkdir(programs)
        os.mkdir(work)
        os.symlink(os.path.realpath(harness.perch_path()), os.path.join(programs, "perch"))
        os.symlink(os.path.join(programs, "perch"), os.path.join(work, "run"))
        environment = harness.clean_environment(PATH=programs + ":" + os.environ["PATH"], HOME=work, PERCH_GPUS="", VIRTUAL_ENV="", CONDA_PREFIX="")
        for line, commands in blocks(text):
            for command, answer in commands:
                run = harness.run_program(["/bin/bash", "-c", command], 30, cwd=work, env=environment)
                got = run.out.decode("utf-8", "replace") + run.err.decode("utf-8", "replace")
                rows.append((f"{os.path.basename(page)}:{line}: {command}", agrees(answer, got), harness.show_difference(answer, got)))
    return rows


def main():
    tally = harness.Tally("documents")
    pages = sorted(glob.glob(os.path.join(harness.ROOT, "docs", "*.md"))) + [os.path.join(harness.ROOT, "README.md")]
    total = 0
    for rows in harness.in_parallel(play, pages):
        for what, good, detail in rows:
            tally.check(good, what, detail)
            total += 1
    tally.check(total >= 15, "there are blocks to play", total)
    tally.close()


if __name__ == "__main__":
    main()
