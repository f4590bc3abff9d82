"""The lessons of examples/course, played cell by cell, beside what their originals showed (expected/): run.py [NN…] [--originals] [--compare [FILE]].

Without an option: perch plays each lesson without a GPU, and every cell must show what the original showed; then with two simulated GPUs, where every cell must run.
--originals takes expected/ anew: PyTorch's lessons from /usr/bin/python3, MXNet's from $MXNET_PYTHON. --compare plays both and writes the table with each lesson's time.
Of the cells in DRIFTS the pictures' numbers are not compared, for the reason that stands there.
"""
import json
import math
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import harness  # noqa: E402

LESSONS = os.path.join(harness.ROOT, "examples", "course")
EXPECTED = os.path.join(HERE, "expected")
PATIENCE = 120
# (lesson, cell): why the numbers in its pictures are others than the original's: its training makes what was rounding at the first step grow
DRIFTS = {
    ("09", 8): "72 steps of Adam, which divides small slopes by small slopes: equal to seven digits for 12 steps, to three after 40",
    ("09", 9): "the same network's weights",
    ("26", 8): "24 steps through batch norms of 20 pictures",
    ("29", 7): "96 steps of two networks against each other, by Adam",
}
NUMBER = re.compile(r"[-+]?(?:\d+\.\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|\d+(?:e[-+]?\d+)?)")
GREY = 2.0 # the mean grey of a grid's cell may differ by this much where lines end a pixel further
GREY_OTHER_LETTERS = 16.0 # MXNet's Python has a matplotlib with another FreeType, whose letters are a little wider


def lessons(wanted=()):
    names = sorted(n for n in os.listdir(LESSONS) if re.match(r"\d\d_.*\.md$", n))
    return [n for n in names if not wanted or n[:2] in wanted]


def of_mxnet(name):
    with open(os.path.join(LESSONS, name), encoding="utf-8") as f:
        return bool(re.search(r"^(?:import|from) mxnet\b", f.read(), re.M))


def python_of(name):
    """The interpreter that has the original: what the lesson imports says which."""
    return os.environ.get("MXNET_PYTHON", "") if of_mxnet(name) else harness.ORACLE


def played(command, name, gpus=None):
    """What the cells of a lesson showed, or the end of what the interpreter said."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "played.json")
        kept = {k: os.environ[k] for k in ("COURSE_PICTURES", "COURSE_TRACE") if k in os.environ}
        # One thread each: then the processor's time is the work, whatever else the machine does.
        threads = {k: "1" for k in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PERCH_THREADS", "MXNET_CPU_WORKER_NTHREADS")}
        environment = harness.clean_environment(PERCH_NOTES="0", MPLCONFIGDIR=folder, OPENBLAS_CORETYPE="Haswell", **threads, **kept, **({"PERCH_GPUS": gpus} if gpus else {}))
        run = harness.run_program([*command, os.path.join(HERE, "player.py"), os.path.join(LESSONS, name), target], PATIENCE, cwd=folder, env=environment)
        said = (run.out + run.err).decode(errors="replace")
        if kept:
            print(said)
        if not os.path.exists(target):
            return None, said[-2000:]
        with open(target, encoding="utf-8") as f:
            return json.load(f), said[-2000:]


def last_digit(text):
    """What one more in the last printed digit is worth."""
    digits, _, power = text.lower().partition("e")
    return 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


def near(a, b, largest, loose):
    """Equal whole numbers; else one in the last printed digit, the fifth digit, or what float32 loses beside the text's largest number."""
    x, y = float(a), float(b)
    if not re.search(r"[.e]", a + b):
        return x == y
    return abs(x - y) <= 1.01 * max(last_digit(a), last_digit(b)) or math.isclose(x, y, rel_tol=max(1e-5, loose), abs_tol=max(1e-7, loose / 10) * largest)


def same_text(a, b, loose=0.0):
    """Equal, or nothing but numbers differ, and these by their rounding."""
    if a == b:
        return True
    if a is None or b is None or re.sub(r"\s+", "", NUMBER.sub("#", a)) != re.sub(r"\s+", "", NUMBER.sub("#", b)):
        return False
    p, q = NUMBER.findall(a), NUMBER.findall(b)
    largest = max(map(abs, map(float, p)), default=0)
    return all(near(x, y, largest, loose) for x, y in zip(p, q))


def same_picture(a, b, grey, drifts):
    if drifts:
        return a["size"] == b["size"] and NUMBER.sub("#", a["facts"]) == NUMBER.sub("#", b["facts"])
    near_grid = a["size"] == b["size"] and all(abs(x - y) <= grey for p, q in zip(a["grid"], b["grid"]) for x, y in zip(p, q))
    return same_text(a["facts"], b["facts"], 0.01) and (a["sum"] == b["sum"] or near_grid)


def difference(wanted, found, grey, drifts):
    """What tells two plays of a cell apart; empty where nothing does."""
    said = [harness.show_difference(wanted[k] or "", found[k] or "") for k in ("out", "shown", "error") if not same_text(wanted[k], found[k])]
    if len(wanted["figures"]) != len(found["figures"]):
        said.append(f"{len(wanted['figures'])} figures, not {len(found['figures'])}")
    said += [f"figure {i} is another picture: " + harness.show_difference(a["facts"], b["facts"]) for i, (a, b) in enumerate(zip(wanted["figures"], found["figures"]), 1) if not same_picture(a, b, grey, drifts)]
    return "\n".join(said)


def expected(name):
    with open(os.path.join(EXPECTED, name[:-3] + ".json"), encoding="utf-8") as f:
        return json.load(f)


def without_time(cells):
    return [{k: v for k, v in cell.items() if k != "seconds"} for cell in cells]


def take_originals(names):
    for name in names:
        cells, said = played([python_of(name)], name)
        failed = [i for i, cell in enumerate(cells or [], 1) if cell["error"]]
        print(name, "failed" if cells is None or failed else "ok", failed, said if cells is None else "", *(cells[i - 1]["error"] for i in failed[:1]))
        if cells:
            with open(os.path.join(EXPECTED, name[:-3] + ".json"), "w", encoding="utf-8") as f:
                json.dump(without_time(cells), f, indent=None, separators=(",", ":"), ensure_ascii=False)
                f.write("\n")


def compared(name, wanted, found):
    """The numbers of the cells that differ, with what tells them apart."""
    grey = GREY_OTHER_LETTERS if of_mxnet(name) else GREY
    return {i: said for i, (a, b) in enumerate(zip(wanted, found), 1) if (said := difference(a, b, grey, (name[:2], i) in DRIFTS))}


def check(name, tally):
    wanted = expected(name)
    found, said = played([harness.perch_path()], name, "none")
    if tally.check(found is not None and len(found) == len(wanted), f"{name}: ends", said):
        differ = compared(name, wanted, found)
        for i in range(1, len(wanted) + 1):
            tally.check(i not in differ, f"{name}: cell {i} shows what the original shows", differ.get(i, ""))
    found, said = played([harness.perch_path()], name, "sim:2")
    failed = [f"cell {i}: {cell['error']}" for i, cell in enumerate(found or [], 1) if cell["error"] and not wanted[i - 1]["error"]]
    tally.check(found is not None and not failed, f"{name}: runs on two simulated GPUs", "\n".join(failed) or said)


def work(cells):
    """Seconds of the processor behind the first cell, which imports."""
    return sum(cell["seconds"] for cell in cells[1:])


def compare(names, target):
    """Both plays twice in turns; the table has each lesson's cells and the ratio of the least times."""
    lines, whole, equal, total = [], 0, 0, 0
    for name in names:
        plays = [(played([python_of(name)], name)[0], played([harness.perch_path()], name, "none")[0]) for _ in range(2)]
        if any(a is None or b is None for a, b in plays):
            lines.append(f"  {name:44s} did not end")
            continue
        wanted, found = plays[0]
        differ = compared(name, wanted, found)
        theirs, ours = (min(work(p[i]) for p in plays) for i in (0, 1))
        good = len(wanted) - len(differ)
        whole, equal, total = whole + (not differ), equal + good, total + len(wanted)
        lines.append(f"  {name:44s} {good:3d} of {len(wanted):3d} cells   {theirs:7.2f} s {ours:7.2f} s   {ours / theirs:5.2f}{'   SLOWER' if ours / theirs > 1.2 else ''}"
                     + (f"   differ: {sorted(differ)}" if differ else ""))
        print(lines[-1], flush=True)
    text = "\n".join([f"lessons whole {whole} of {len(names)}, cells equal {equal} of {total}; seconds of the processor behind the imports: the original, perch, perch/original (bar 1.2)", *lines]) + "\n"
    print(text.split("\n")[0])
    if target:
        with open(target, "w", encoding="utf-8") as f:
            f.write(text)


def main():
    arguments = sys.argv[1:]
    names = lessons([a for a in arguments if re.fullmatch(r"\d\d", a)])
    if "--originals" in arguments:
        return take_originals(names)
    if "--compare" in arguments:
        return compare(names, next((a for a in arguments if a.endswith(".txt")), None))
    tally = harness.Tally("course")
    for name in names:
        check(name, tally)
    tally.close()


if __name__ == "__main__":
    main()
