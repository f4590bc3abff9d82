"""The corpus's two file formats.

TOPIC.py holds many cases; each begins with a line `# --- case: NAME` and is a
program of its own (what stands above the first case is a comment for readers).
A file without such a line is one case, a larger program, called `all`.

TOPIC.expect holds, for each case, what CPython did:

    # --- case: NAME
    # exit 1                           (left out when 0)
    # stderr: ValueError: ...          (last line of stderr; left out when empty)
    what went to stdout, as it is
    # no newline at end                (only where stdout does not end with one)
"""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

MARK = re.compile(r"^# --- case: (\S+)[ \t]*\n", re.M)
NO_NEWLINE = "\n# no newline at end\n"
SECONDS = 10


def topics(folders=()):
    """The corpus's .py files, sorted, as paths relative to here without their ending."""
    for folder, subfolders, names in sorted(os.walk(HERE)):
        subfolders[:] = [s for s in subfolders if s != "__pycache__"]
        if folder == HERE:
            continue
        for name in sorted(names):
            topic = os.path.relpath(os.path.join(folder, name), HERE)[:-3]
            if name.endswith(".py") and (not folders or any(topic.startswith(f) for f in folders)):
                yield topic


def read(path):
    with open(path, encoding="utf-8", newline="", errors="surrogateescape") as file:
        return file.read()


def read_cases(topic, here=HERE):
    """[(name, program)] of one file, in order."""
    text = read(os.path.join(here, topic + ".py"))
    marks = list(MARK.finditer(text))
    if not marks:
        return [("all", text)]
    ends = [m.start() for m in marks[1:]] + [len(text)]
    cases = [(m.group(1), text[m.end():end]) for m, end in zip(marks, ends)]
    names = [name for name, _ in cases]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        sys.exit(f"{topic}.py: two cases are called {', '.join(sorted(twice))}")
    return cases


def execute(program, source, folder, seed="0", full=False):
    """Run one case in a fresh folder and put what it did in words, as .expect holds it.

    full puts all of stderr into them (tests/golden), not only its last line.
    """
    os.mkdir(folder)
    with open(os.path.join(folder, "case.py"), "w", encoding="utf-8", newline="", errors="surrogateescape") as file:
        file.write(source)
    home = os.path.join(folder, "tmp")
    os.mkdir(home)
    run = harness.run_program([program, "case.py"], SECONDS, cwd=folder,
                              env=harness.clean_environment(TMPDIR=home, PYTHONHASHSEED=seed))
    return describe(run, folder, full), run


def describe(run, folder, full=False):
    """What a run did, in words; the folder that it ran in is left out of them."""
    out = run.out.decode("utf-8", "backslashreplace").replace(folder + "/", "").replace(folder, "FOLDER")
    words = ""
    if run.timed_out:
        words += "# exit timeout\n"
    elif run.code:
        words += f"# exit {run.code}\n"
    if full:
        err = run.err.decode("utf-8", "backslashreplace").replace(folder + "/", "")
        err = re.sub(r" at 0x[0-9a-f]+", " at 0x...", err)
        words += err + ("" if err.endswith("\n") or not err else NO_NEWLINE) + ("# stdout:\n" if out else "")
    elif run.last_line():
        words += f"# stderr: {run.last_line().replace(folder + '/', '')}\n"
    words += out
    if out and not out.endswith("\n"):
        words += NO_NEWLINE
    return words


def read_expectations(topic, here=HERE):
    """{name: words}; {} when there is no file yet."""
    path = os.path.join(here, topic + ".expect")
    if not os.path.exists(path):
        return {}
    text = read(path)
    marks = list(MARK.finditer(text))
    ends = [m.start() for m in marks[1:]] + [len(text)]
    return {m.group(1): text[m.end():end] for m, end in zip(marks, ends)}


def write_expectations(topic, expectations, here=HERE):
    with open(os.path.join(here, topic + ".expect"), "w", encoding="utf-8", newline="",
              errors="surrogateescape") as file:
        for name, words in expectations:
            file.write(f"# --- case: {name}\n{words}")
