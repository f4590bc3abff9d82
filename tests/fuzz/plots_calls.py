#!/usr/bin/python3
"""Figures drawn from a seed, under perch and under matplotlib's own Python: tests/fuzz/plots_calls.py [FIGURES] [SEED] [-v] (Debian's python3-matplotlib 3.6.3; PERCH names the binary).

Each has a few calls with data and options of which most are good and some odd: limits, ticks, texts and every dot of the page have to be the same, or the exception. Pages that differ in a few dots or by little
(meshes by 1 or 2 of 255; the last bit of a sine that decides where a line is drawn) are counted apart and shown with -v.
"""
import base64
import collections
import json
import os
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import perch_path, slowness  # noqa: E402

PART = 150
PROGRAM = r'''
import base64, hashlib, json, random, sys, warnings, zlib
warnings.simplefilter("ignore")
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d import Axes3D
from matplotlib.font_manager import fontManager
fontManager.ttflist = [font for font in fontManager.ttflist if font.name.startswith(("DejaVu", "STIX", "cm"))]
start, count, seed = map(int, sys.argv[1:4])
dice, rng = None, None
some = lambda *values: dice.choice(values)

def line(n=None):
    n = n or some(1, 2, 5, 30, 200)
    kind = dice.randrange(9)
    return (np.arange(n), np.cumsum(rng.randn(n)), rng.rand(n), np.sin(np.arange(n) / 3), list(range(n)), rng.randn(n) * 1e6, rng.rand(n) * 1e-7 + 1, np.where(rng.rand(n) < .2, np.nan, rng.rand(n)), np.exp(rng.randn(n) * 3))[kind]

def pair():
    y = line()
    return line(len(y)), y

colour = lambda: some("r", "C3", "#12ab9f", (.1, .5, .9), (.1, .2, .3, .5), "0.4", "tab:orange", "xkcd:sky blue", "nosuch", None, "none")
cmap = lambda: some("viridis", "gray", "jet", "RdBu", "tab10", "hot_r", "nosuch", None)
grid = lambda: some(rng.rand(5, 7), rng.rand(12, 12), rng.randn(3, 3) * 100, np.arange(12).reshape(3, 4), rng.rand(4, 5, 3), np.where(rng.rand(6, 6) < .2, np.nan, 1.5), rng.rand(2, 2) > .5)
styles = lambda: {k: v() for k, v in (("color", colour), ("lw", lambda: some(.5, 1, 4, 0)), ("ls", lambda: some("-", "--", ":", "-.", (0, (3, 1, 1)), "odd")), ("marker", lambda: some("o", "s", "*", "+", ".", "^", "$x$", "nosuch", None)), ("ms", lambda: some(2, 8)),
    ("alpha", lambda: some(.3, 1, 2)), ("label", lambda: some("one", "two $x^2$", "_hidden", "Gr\u00f6\u00dfe")), ("zorder", lambda: some(0, 5)), ("drawstyle", lambda: some("steps-mid", "default")), ("markevery", lambda: some(2, (1, 3), [0])), ("fillstyle", lambda: some("left", "none"))) if dice.random() < .25}
few = lambda **rows: {k: some(*v) for k, v in rows.items() if dice.random() < .35}

def plane():
    x, y = np.meshgrid(np.linspace(-2, 2, some(5, 9, 20)), np.linspace(-1, 3, some(4, 8)))
    return x, y, np.sin(x * some(1, 2)) * np.cos(y) + some(0, .1) * rng.rand(*x.shape)

CALLS = {
    "plot": lambda ax: ax.plot(*some(pair(), pair(), (line(),), (rng.rand(6, 3),)), **styles()), "fmt": lambda ax: ax.plot(line(), some("r-", "go--", "k:", "bs", "xx", "C1-.")), "scatter": lambda ax: ax.scatter(*pair(), **few(s=(5, 40, 200), c=("r", "C2"), marker=("o", "^", "x"), alpha=(.4,), edgecolors=("k", "face"), linewidths=(0, 2))),
    "colours": lambda ax: (lambda p: ax.scatter(*p, c=rng.rand(len(p[0])), cmap=cmap(), vmin=some(None, .2)))(pair()), "bar": lambda ax: ax.bar(some(range(4), list("abcd")), rng.randn(4), **few(width=(.3, 1), color=("r", list("rgbk")), bottom=(1, -1), yerr=(.2,), hatch=("//", "*"), align=("edge",), log=(True,), label=("bars",))),
    "barh": lambda ax: ax.barh(range(3), rng.rand(3), **few(height=(.5,), left=(2,), color=("g",))), "hist": lambda ax: ax.hist(line(), **few(bins=(3, 20, "auto", [0, .5, 1]), density=(True,), histtype=("step", "stepfilled"), orientation=("horizontal",), cumulative=(True, -1), log=(True,), range=((0, 1),), rwidth=(.8,))),
    "errorbar": lambda ax: ax.errorbar(range(6), rng.rand(6), **few(yerr=(.1, rng.rand(6), rng.rand(2, 6)), xerr=(.2,), fmt=("o", "none", "s--"), capsize=(4,), errorevery=(2,), uplims=(True,))), "fill": lambda ax: ax.fill_between(range(20), rng.rand(20), **few(y2=(.5,), alpha=(.3,), step=("pre", "mid"), where=(rng.rand(20) > .3,), interpolate=(True,), color=("c",))),
    "step": lambda ax: ax.step(*pair(), where=some("pre", "post", "mid", "odd")), "stem": lambda ax: ax.stem(range(5), rng.randn(5), **few(linefmt=("r-",), markerfmt=("gs",), basefmt=("k:",), bottom=(.2,))), "box": lambda ax: ax.boxplot(some(rng.randn(30), [rng.randn(20), rng.rand(9)], rng.randn(20, 3)), **few(notch=(True,), vert=(False,), showmeans=(True,), whis=(.5, (5, 95)), patch_artist=(True,), labels=(["a"], ["a", "b"]))),
    "violin": lambda ax: ax.violinplot(some(rng.randn(40), [rng.randn(20), rng.rand(30)]), **few(showmeans=(True,), vert=(False,), points=(20,), widths=(.9,))), "pie": lambda ax: ax.pie(rng.rand(some(2, 5)), **few(autopct=("%.0f%%",), shadow=(True,), startangle=(30,), radius=(.7,), counterclock=(False,), normalize=(False,))),
    "imshow": lambda ax: ax.imshow(grid(), **few(cmap=("gray", "magma", "nosuch"), interpolation=("bilinear", "bicubic", "none", "odd"), origin=("lower",), extent=((0, 2, 1, 3),), aspect=("auto", 2), vmin=(.2,), vmax=(.8,), alpha=(.5,))), "matshow": lambda ax: ax.matshow(grid()), "mesh": lambda ax: ax.pcolormesh(*plane(), **few(shading=("nearest", "gouraud", "flat"), cmap=("jet",), edgecolors=("k",))),
    "pcolor": lambda ax: ax.pcolor(rng.rand(4, 5)), "contour": lambda ax: ax.contour(*plane(), **few(levels=(3, [0, .3], [.3, 0]), colors=("k", ["r", "b"]), linestyles=("dashed",), linewidths=(2,))), "contourf": lambda ax: ax.contourf(*plane(), **few(levels=(4, 12), extend=("both", "max"), cmap=("RdBu",), hatches=(["/", "."],))),
    "quiver": lambda ax: ax.quiver(*(lambda p: (p[0], p[1], -p[1], p[0]))(plane()), **few(scale=(20,), pivot=("mid", "tip"), color=("r",), units=("xy",), angles=("xy",))), "stream": lambda ax: ax.streamplot(np.linspace(-2, 2, 9), np.linspace(-1, 1, 7), rng.randn(7, 9), rng.randn(7, 9), density=some(.3, .6)), "hist2d": lambda ax: ax.hist2d(rng.randn(50), rng.randn(50), **few(bins=(5, (3, 8)), density=(True,), cmin=(1,))),
    "hexbin": lambda ax: ax.hexbin(rng.rand(60), rng.rand(60), gridsize=some(5, (4, 3)), **few(mincnt=(1,), bins=("log",))), "stack": lambda ax: ax.stackplot(range(6), rng.rand(3, 6), **few(baseline=("sym", "wiggle"), labels=(["a", "b", "c"],), alpha=(.5,))), "events": lambda ax: ax.eventplot([rng.rand(5), rng.rand(3)], **few(orientation=("vertical",), linelengths=(.5,), colors=(["r", "b"],))),
    "spans": lambda ax: (ax.axhline(.3, **styles()), ax.axvspan(.2, .4, alpha=.3), ax.axline((0, 0), slope=some(1, -2))), "lines": lambda ax: (ax.hlines([1, 2], 0, [1, 3], colors=colour()), ax.vlines(.5, 0, 2)), "text": lambda ax: ax.text(some(.2, 1, 5), some(.5, 0), some("text", r"$\frac{a}{b}$", "two\nlines", "$bad", r"$\nosuch$", ""), **few(rotation=(30, "vertical"), fontsize=(6, 14, "large"), ha=("center", "right", "odd"), va=("top", "center"), color=("r",), weight=("bold",), family=("serif", "monospace"), style=("italic",), bbox=(dict(boxstyle="round"), dict(fc="y", pad=5)), transform=(ax.transAxes,))),
    "annotate": lambda ax: ax.annotate("here", (.5, .5), some((.1, .9), (20, 10)), **few(arrowprops=(dict(arrowstyle="->"), dict(arrowstyle="fancy", color="r"), dict(width=2, headwidth=6), dict(arrowstyle="-|>", connectionstyle="arc3,rad=.3")), textcoords=("offset points", "axes fraction"), xycoords=("axes fraction",))),
    "title": lambda ax: ax.set_title(some("Title", r"$\sigma_i^2 = \sqrt{x}$", "a\nb"), **few(loc=("left", "right"), fontsize=(8, 20), pad=(20,))), "labels": lambda ax: ax.set(xlabel=some("x", r"$\mu$ (ms)"), ylabel=some("y", "long label " * 3)), "limits": lambda ax: some(lambda: ax.set_xlim(some((0, 1), (5, -5), (None, 3), (2, 2), (np.nan, 1))), lambda: ax.set_ylim(some(-1, (0, 100), (1e-3, 1e3))), lambda: ax.margins(some(.3, 0, -.1)), lambda: ax.axis(some("off", "equal", "tight", "square", "scaled", [0, 1, 0, 2], "odd")))(),
    "scale": lambda ax: some(ax.set_xscale, ax.set_yscale)(some("log", "symlog", "linear", "logit", "asinh", "odd")), "ticks": lambda ax: some(lambda: ax.set_xticks(some([0, 1, 2], [.5], [])), lambda: ax.set_yticks([0, 1], ["lo", "hi"]), lambda: ax.tick_params(**few(axis=("x", "y", "both", "odd"), direction=("in", "inout"), length=(8,), labelrotation=(45,), colors=("r",), top=(True,))), lambda: ax.minorticks_on(), lambda: ax.locator_params(nbins=some(3, 12)), lambda: ax.ticklabel_format(style=some("sci", "plain"), scilimits=(0, 0)))(),
    "grid": lambda ax: ax.grid(**few(axis=("x", "y"), which=("both", "minor"), ls=("--",), alpha=(.4,), color=("r",))), "legend": lambda ax: ax.legend(**few(loc=("upper left", "best", "center", 3, "odd"), ncol=(2,), title=("legend",), frameon=(False,), fontsize=(6, "small"), shadow=(True,), bbox_to_anchor=((1.05, 1),), markerscale=(2,))), "colorbar": lambda ax: ax.figure.colorbar(some(ax.images + ax.collections) if ax.images + ax.collections else None, ax=ax, **few(orientation=("horizontal",), shrink=(.6,), extend=("both",), label=("z",), ticks=([0, .5],))),
    "twin": lambda ax: some(ax.twinx, ax.twiny)().plot(line(5), "r"), "inset": lambda ax: ax.inset_axes([.6, .6, .3, .3]).plot(line(5)), "spines": lambda ax: (ax.spines[["top", "right"]].set_visible(False), ax.spines.left.set_position(some("zero", ("outward", 8), ("axes", .3)))), "patch": lambda ax: ax.add_patch(some(plt.Circle((.5, .5), .3, fc="c"), plt.Rectangle((0, 0), 1, .5, angle=20, hatch="x", fill=False), plt.Polygon([(0, 0), (1, 0), (.5, 1)], alpha=.5), matplotlib.patches.Arc((.5, .5), .6, .4, theta1=30, theta2=200))),
    "invert": lambda ax: some(ax.invert_xaxis, ax.invert_yaxis)(), "dates": lambda ax: ax.plot(np.array(["2020-01-01", "2020-03-05", "2021-07-09"], "M8[D]"), [1, 3, 2]), "names": lambda ax: ax.plot(["x", "y", "z"], [2, 1, 3], "o-"), "secondary": lambda ax: ax.secondary_yaxis("right", functions=(lambda v: v * 2, lambda v: v / 2)), "table": lambda ax: ax.table([["1", "2"]], loc=some("top", "center")),
}
SOLID = {"surface": lambda ax: ax.plot_surface(*plane(), **few(cmap=("jet",), color=("r",), rstride=(2,), alpha=(.5,), shade=(False,))), "wire": lambda ax: ax.plot_wireframe(*plane(), **few(rstride=(2,), color=("k",))), "points": lambda ax: ax.scatter(rng.rand(9), rng.rand(9), rng.rand(9), **few(c=("r", rng.rand(9)), s=(40,), depthshade=(False,))), "curve": lambda ax: ax.plot(np.arange(9), rng.rand(9), rng.rand(9), **styles()),
    "bars": lambda ax: ax.bar3d([0, 1], [0, 1], 0, .5, .5, [1, 2]), "levels": lambda ax: ax.contour(*plane(), **few(zdir=("x", "z"), offset=(-1,))), "view": lambda ax: ax.view_init(some(10, 60), some(-60, 120)), "words": lambda ax: ax.set(xlabel="x", zlabel="depth", title="3-D"), "trisurf": lambda ax: ax.plot_trisurf(rng.rand(12), rng.rand(12), rng.rand(12)), "zlim": lambda ax: ax.set_zlim(some((-1, 1), (2, 0)))}

def draw(number):
    names = []
    plt.close("all")
    matplotlib.rcdefaults()
    plt.rcParams["font.size"] = 7
    if dice.random() < .2:
        plt.style.use(some("ggplot", "dark_background", "seaborn-v0_8", "bmh", "grayscale"))
    fig = plt.figure(figsize=(3.2, 2.4), dpi=some(100, 100, 72), **few(constrained_layout=(True,), facecolor=("y",)))
    kind = some(None, None, None, None, "3d", "polar", "two", "grid")
    axes = fig.subplots(*{"two": (1, 2), "grid": (2, 2)}.get(kind, (1, 1)), squeeze=False, subplot_kw={"projection": kind} if kind in ("3d", "polar") else {}, **few(sharex=(True, "col"), sharey=(True,))).ravel()
    for _ in range(some(1, 2, 3, 4)):
        table = SOLID if kind == "3d" else CALLS
        names.append(some(*sorted(table)))
        table[names[-1]](some(*axes))
    if dice.random() < .15:
        fig.tight_layout()
        names.append("tight")
    fig.canvas.draw()
    page = np.array(fig.canvas.buffer_rgba())
    number6 = lambda v: None if v is None else float("%.6g" % float(v))
    said = [[type(a).__name__, [number6(v) for v in (*a.get_xlim(), *a.get_ylim())], [number6(v) for v in a.get_xticks()], [t.get_text() for t in a.get_xticklabels() + a.get_yticklabels() + a.texts], a.get_title()] for a in fig.axes]
    return names, said, page

for number in range(start, start + count):
    dice, rng = random.Random(seed * 7919 + number), np.random.RandomState((seed * 7919 + number) % 2**32)
    names = []
    try:
        names, said, page = draw(number)
        row = [names, said, base64.b64encode(zlib.compress(page.tobytes(), 1)).decode()]
    except Exception as e:
        row = [[], "%s: %s" % (type(e).__name__, str(e)[:300]), ""]
    print(json.dumps([number, row]), flush=True)
'''


def answers(python, start, count, seed, folder):
    environment = {'ASAN_OPTIONS': 'detect_leaks=0', **os.environ, 'MPLCONFIGDIR': folder}
    try:
        done = subprocess.run([python, '-c', PROGRAM, str(start), str(count), str(seed)], capture_output=True, text=True, errors='replace', env=environment, timeout=600 * slowness())
        out, trouble = done.stdout, '' if done.returncode == 0 else f'status {done.returncode}: {done.stderr[-2000:]}'
    except subprocess.TimeoutExpired as late:
        out, trouble = (late.stdout or b'').decode(), 'no end'
    return dict(json.loads(line) for line in out.splitlines() if line.startswith('[')), trouble


def apart(one, two):
    """How many dots differ, and by how much at most; None: other sizes."""
    a, b = (zlib.decompress(base64.b64decode(page)) for page in (one, two))
    if len(a) != len(b):
        return None
    rows = [max(abs(x - y) for x, y in zip(a[i:i + 4], b[i:i + 4])) for i in range(0, len(a), 4) if a[i:i + 4] != b[i:i + 4]]
    return len(rows), max(rows, default=0)


def main():
    words = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count, seed = words[0] if words else 300, words[1] if len(words) > 1 else 1
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, count, PART):
            some = min(PART, count - start)
            (mine, trouble), (theirs, _) = (answers(python, start, some, seed, folder) for python in (perch_path(), '/usr/bin/python3'))
            if trouble:
                print(f'DIED at figure {start + len(mine)}: {trouble}', flush=True)
                tally['died'] += 1
            for number, two in theirs.items():
                one = mine.get(number, [[], 'no answer', ''])
                tally['drawn'] += 1
                tally['raised'] += not two[2]
                if one == two:
                    continue
                dots = apart(one[2], two[2]) if one[2] and two[2] and one[1] == two[1] else None
                if dots and (dots[1] <= 2 or dots[0] < 400 and (dots[1] < 40 or dots[0] < 60)):
                    tally['nearly'] += 1
                    if '-v' in sys.argv:
                        print(f'{number} {two[0]}: dots {dots}', flush=True)
                    continue
                tally['differ'] += 1
                print(f'{number} {two[0]} {dots}\n   matplotlib {str(two[1])[:400]}\n   perch      {str(one[1])[:400]}' if one[1] != two[1] else f'{number} {two[0]}: dots {dots}', flush=True)
    print(f"{tally['drawn']} figures, {tally['raised']} refused by matplotlib, {tally['nearly']} differ in a few dots, {tally['differ']} differ, {tally['died']} died")
    print(f"{tally['drawn'] - tally['differ']} passed, {tally['differ'] + tally['died']} failed")


if __name__ == '__main__':
    main()
