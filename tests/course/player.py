"""Plays a lesson cell by cell and writes what each cell showed: PYTHON player.py LESSON.md OUT.json. The same file runs under perch, CPython with PyTorch and CPython with MXNet.

Of a cell is kept: what it printed, the text of its last expression, the figures it left open (size, a sum of their pixels, a small grey copy), its error, the processor's time it took.
"""
import ast
import contextlib
import hashlib
import io
import json
import linecache
import os
import re
import sys
import time
import traceback
import warnings

os.environ.setdefault("MPLBACKEND", "agg")
GRID = 16 # the small copy of a figure has so many cells a side


def cells(path):
    with open(path, encoding="utf-8") as f:
        return re.findall(r"^```python\n(.*?)^```$", f.read(), re.M | re.S)


def rounded(values):
    """How many, the least, the mean and the largest of the numbers that an artist shows."""
    import numpy as np
    numbers = np.ma.masked_invalid(np.asarray(values, dtype=float)).compressed()
    return f"{numbers.size}:" + ",".join(f"{v:.4g}" for v in ((numbers.min(), numbers.mean(), numbers.max()) if numbers.size else ()))


def facts(ax):
    """What an axes says, whatever its letters look like: its texts and, in short, the numbers of its artists."""
    said = [repr([ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), *(t.get_text() for t in ax.texts)])]
    said += ["line " + rounded(line.get_xydata()) for line in ax.lines] + ["image " + rounded(image.get_array()) for image in ax.images]
    said += [f"{type(c).__name__} " + rounded(c.get_offsets()) for c in ax.collections] + ["patches " + rounded([p.get_path().get_extents(p.get_patch_transform()).bounds for p in ax.patches])]
    return " | ".join([*said, "limits " + rounded([*ax.get_xlim(), *ax.get_ylim()])])


def picture(figure):
    """A figure as drawn: size, the pixels' sum, and the mean grey of each cell of a grid over it."""
    import numpy as np
    figure.canvas.draw()
    pixels = np.array(figure.canvas.buffer_rgba())
    folder = os.environ.get("COURSE_PICTURES")
    if folder:
        figure.savefig(os.path.join(folder, f"{os.path.basename(sys.argv[1])[:2]}_{time.time_ns()}.png"))
    grey = pixels[..., :3].mean(axis=-1)
    small = [[round(float(part.mean()), 1) for part in np.array_split(band, GRID, axis=1)] for band in np.array_split(grey, GRID, axis=0)]
    return {"facts": "\n".join(facts(ax) for ax in figure.axes), "size": list(pixels.shape[:2]), "sum": hashlib.blake2b(pixels.tobytes(), digest_size=8).hexdigest(), "grid": small}


def figures():
    """Draws and closes what is open; matplotlib is not imported for it."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is None:
        return []
    drawn = [picture(plt.figure(number)) for number in plt.get_fignums()]
    plt.close("all")
    return drawn


def run(source, name, names):
    """Runs a cell as a session does: the value of its last expression, or None."""
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";") else None
    exec(compile(tree, name, "exec"), names)
    return eval(compile(ast.Expression(last.value), name, "eval"), names) if last else None


def play(number, source, names):
    out, shown, error = io.StringIO(), None, None
    begun = time.process_time()
    with contextlib.redirect_stdout(out):
        try:
            value = run(source, f"<cell {number}>", names)
            shown = None if value is None else repr(value)
        except Exception as e:
            error = f"{type(e).__name__}: {e}".split("\nStack trace")[0]
            if os.environ.get("COURSE_TRACE"):
                traceback.print_exc()
    drawn = figures()
    return {"out": out.getvalue(), "shown": shown, "error": error, "seconds": round(time.process_time() - begun, 4), "figures": drawn}


def main():
    lesson, target = sys.argv[1:]
    warnings.simplefilter("ignore")
    names = {"__name__": "__main__"}
    played = [play(number, source, names) for number, source in enumerate(cells(lesson), 1)]
    with open(target, "w", encoding="utf-8") as f:
        json.dump(played, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
