"""The programs of the suite `plots`: a row a program: its name and what it draws, on a figure of 320 x 240 dots. They run under matplotlib's own Python (goldens.py) and under perch (run.py)."""
SETUP = '''
import datetime
import warnings
import matplotlib
matplotlib.use('agg')
import matplotlib.pyplot as plt
import numpy as np
import matplotlib.tri as mtri
from mpl_toolkits.mplot3d import Axes3D
warnings.simplefilter('ignore')
from matplotlib.font_manager import fontManager
fontManager.ttflist = [font for font in fontManager.ttflist if font.name.startswith(('DejaVu', 'STIX', 'cm'))] # whatever else a machine has
plt.rcParams['figure.figsize'] = 3.2, 2.4
plt.rcParams['font.size'] = 7
r = np.random.RandomState(0)
x = np.linspace(0, 6, 40)
y = np.sin(x)
g = r.rand(8, 10)
X, Y = np.meshgrid(np.linspace(-2, 2, 21), np.linspace(-1, 1, 15))
Z = np.exp(-X**2 - Y**2) + 0.3 * np.sin(3 * X)
px, py = r.rand(30), r.rand(30)
pz = np.sin(4 * px) + py
'''

EACH = {        # a template, and what is put in its place
    "plt.plot(x, y, '{}')": "- -- -. : o s ^ v < > D p h * + x | _ d P X 1 2 3 4 8 , . ro- k:s g--^ C3-.D".split(),
    "plt.scatter(px, py, c=pz, cmap='{}', s=30)": "viridis plasma gray hot cool jet RdBu coolwarm tab10 Set3 twilight".split(),
    "plt.imshow(g, interpolation='{}')": "nearest bilinear bicubic hanning gaussian lanczos none".split(),
    "plt.imshow(g, origin='lower', aspect='auto', norm={})": ["matplotlib.colors.LogNorm()", "matplotlib.colors.PowerNorm(0.5)", "matplotlib.colors.CenteredNorm(0.5)",
                                                             "matplotlib.colors.BoundaryNorm([0, .2, .5, 1], 256)"],
    "plt.style.use('{}'); plt.plot(x, y, label='sin'); plt.bar([1, 2], [0.5, 0.7]); plt.legend(); plt.title('style')":
        ["ggplot", "bmh", "dark_background", "grayscale", "fivethirtyeight", "seaborn-v0_8", "Solarize_Light2", "fast", "classic"],
    "plt.{}(np.abs(x) + 1, np.exp(y) + 1); plt.grid(True, which='both', alpha=0.3)": "semilogx semilogy loglog".split(),
    "plt.step(x, y, where='{}')": "pre post mid".split(),
    "plt.hist(r.randn(400), bins=15, {})": ["density=True", "histtype='step'", "cumulative=True", "orientation='horizontal'", "log=True", "rwidth=0.7, color='tan', edgecolor='k'"],
    "plt.title(r'${}$', fontsize=11)": [r"\frac{a_1}{\sqrt{b^2}}", r"\sum_{i=0}^n x_i", r"\alpha\beta\Gamma", r"\int_0^\infty e^{-x}dx", r"\hat{x}\vec{y}", r"\mathcal{L}\mathbf{W}",
                                       r"\left(\frac{1}{2}\right)^{3}", r"\mathrm{sin}\,\theta \leq \infty", r"\partial_t u"],
    "plt.figure(); plt.subplot(projection='{}').plot(x / 3, np.abs(y))": "polar aitoff hammer mollweide lambert".split(),
    "plt.bar(range(4), [3, 1, 4, 2], hatch='{}', facecolor='w', edgecolor='k')": ["/", "\\\\", "x", "o", "*", "..", "+"],
    "plt.quiver(X[::4, ::4], Y[::4, ::4], Y[::4, ::4], -X[::4, ::4], {})": ["", "scale=20", "pivot='mid', color='r'", "angles='xy'"],
    "plt.triplot(px, py, '{}')": ["k-", "go-", "r:"],
    "plt.tripcolor(px, py, pz, shading='{}')": "flat gouraud".split(),
    "plt.{}(px, py, pz, levels=6)": "tricontour tricontourf".split(),
    "plt.{}(X, Y, Z, levels={})": [("contour", 5), ("contourf", 5), ("contourf", "[-0.2, 0, 0.4, 2]"), ("contour", "[0]")],
    "ax = plt.subplot(projection='3d'); ax.{}": ["plot_surface(X, Y, Z, cmap='viridis')", "plot_wireframe(X, Y, Z, rstride=3, cstride=3)", "scatter(px, py, pz)", "bar3d(px[:5], py[:5], 0 * px[:5], .1, .1, pz[:5])",
                                               "plot(x, y, x)", "contour(X, Y, Z)", "plot_trisurf(px, py, pz)", "view_init(60, 20)", "text(0, 0, 0, 'here')", "quiver(px[:4], py[:4], pz[:4], .1, .1, .1)"],
    "plt.pcolormesh(X, Y, Z, shading='{}'); plt.colorbar()": "nearest gouraud auto".split(),
    "plt.plot(x, y, {})": ["lw=3", "color='#ff8800', alpha=0.5", "marker='o', mfc='none', markevery=5", "drawstyle='steps-mid'", "dashes=[4, 2, 1, 2]", "solid_capstyle='round', lw=8", "ms=12, marker='$a$'", "color=(0, .5, 1)"],
    "plt.boxplot([px, py, pz], {})": ["", "notch=True", "vert=False", "showmeans=True, patch_artist=True", "whis=0.5, sym='r+'"],
    "plt.violinplot([px, py, pz], {})": ["", "showmedians=True", "vert=False, showextrema=False"],
    "plt.errorbar(x[::4], y[::4], {})": ["yerr=0.2", "xerr=0.1, yerr=0.3, fmt='o', capsize=3", "yerr=[0.1 * x[::4], 0.05 * x[::4]], uplims=True"],
    "plt.pie([3, 2, 1], {})": ["", "labels=['a', 'b', 'c'], autopct='%1.1f%%'", "explode=[0, .1, 0], shadow=True", "startangle=90, wedgeprops={'width': 0.4}"],
    "plt.plot(x, y, label='one'); plt.plot(x, -y, label='two'); plt.legend({})": ["", "loc='upper center', ncol=2", "frameon=False, title='t'", "bbox_to_anchor=(1, 1)", "loc='center', shadow=True, fancybox=True"],
    "plt.plot(x, y); plt.xscale('{}')": ["linear", "symlog", "logit", "asinh"],
    "plt.annotate('here', (3, 0), (1, 1), arrowprops={}); plt.xlim(0, 4); plt.ylim(-1, 2)": ["dict(arrowstyle='->')", "dict(facecolor='k', shrink=0.05)", "dict(arrowstyle='fancy', connectionstyle='arc3,rad=.3')", "None"],
    "plt.text(0.5, 0.5, 'text', {})": ["rotation=30, ha='center'", "fontsize=20, family='serif'", "weight='bold', style='italic'", "bbox=dict(boxstyle='round', fc='y')", "family='monospace', color='r'", "family='no such font'"],
}
ALONE = """
plt.fill_between(x, y, 0.5 * y, where=y > 0, alpha=0.4)
plt.fill_betweenx(x, y, 0)
plt.stackplot(x, y + 1, y**2, [1] * 40, labels=list('abc')); plt.legend()
plt.stem(x[::3], y[::3])
plt.hexbin(px, py, gridsize=8)
plt.hist2d(px, py, bins=6); plt.colorbar()
plt.spy(g > 0.7)
plt.matshow(g)
plt.streamplot(X, Y, Y, -X, density=0.6)
plt.barbs(X[::5, ::5], Y[::5, ::5], 20 * X[::5, ::5], 30 * Y[::5, ::5])
plt.eventplot([px, py])
plt.broken_barh([(1, 2), (4, 1)], (0, 1))
plt.axhline(0.5); plt.axvline(0.2, ls='--'); plt.axhspan(0.1, 0.2); plt.axline((0, 0), (1, 1))
plt.hlines([1, 2], 0, [3, 4]); plt.vlines([1, 2], 0, 2)
plt.barh(['a', 'b', 'c'], [3, 1, 2], xerr=0.2)
plt.bar(['x', 'y'], [1, 2]); plt.bar(['x', 'y'], [2, 1], bottom=[1, 2])
b = plt.bar([1, 2, 3], [3, 2, 1]); plt.bar_label(b)
plt.plot([datetime.date(2020, 1, d) for d in range(1, 20)], range(19)); plt.gcf().autofmt_xdate()
plt.plot(np.array(['2020-01-01', '2021-06-01'], 'M8[D]'), [1, 2])
plt.plot(['apple', 'pear', 'fig'], [1, 3, 2])
ax = plt.gca(); ax.plot(x, y); ax.twinx().plot(x, x**2, 'r')
ax = plt.gca(); ax.plot(x, y); ax.secondary_xaxis('top', functions=(np.rad2deg, np.deg2rad))
ax = plt.gca(); ax.plot(x, y); i = ax.inset_axes([.5, .5, .4, .4]); i.plot(x, y); i.set_xlim(1, 2); ax.indicate_inset_zoom(i)
plt.subplots(2, 3, sharex=True, sharey=True)
f, a = plt.subplots(2, 2, constrained_layout=True); a[0, 0].set_title('t'); a[1, 1].set_xlabel('xlabel')
f, a = plt.subplots(2, 2); a[0, 0].set_ylabel('a long label'); f.tight_layout()
f = plt.figure(); q = f.add_gridspec(2, 2, width_ratios=[1, 2]); f.add_subplot(q[0, :]); f.add_subplot(q[1, 1])
plt.figure().subplot_mosaic('AB;CC')
f = plt.figure(); s = f.subfigures(1, 2); s[0].subplots(); s[1].suptitle('right')
plt.table([['1', '2'], ['3', '4']], colLabels=['a', 'b'], loc='center')
plt.gca().set_axis_off(); plt.plot(x)
plt.gca().invert_yaxis(); plt.gca().set_aspect('equal'); plt.plot(x, y)
plt.gca().spines[['top', 'right']].set_visible(False); plt.gca().spines.left.set_position('zero'); plt.plot(x - 3, y)
plt.minorticks_on(); plt.grid(which='minor', ls=':'); plt.tick_params(direction='in', length=6)
plt.xticks([1, 2, 3], ['one', 'two', 'three'], rotation=45); plt.plot(x)
plt.gca().xaxis.set_major_formatter('{x:.2f} s'); plt.plot(x)
plt.gca().yaxis.set_major_formatter(matplotlib.ticker.EngFormatter('Hz')); plt.plot(x * 1e6)
plt.gca().yaxis.set_major_locator(matplotlib.ticker.MultipleLocator(0.3)); plt.plot(y)
plt.plot(x, 1e-9 * y + 1)
plt.plot(x, y * np.nan)
plt.plot([1, np.nan, 2, np.inf, 3])
plt.plot([], [])
plt.imshow([[np.nan, 1], [2, 3]])
plt.imshow(r.rand(4, 5, 3)); plt.axis('off')
plt.imshow(r.rand(4, 5, 4))
plt.imshow((255 * r.rand(30, 40)).astype('uint8'), cmap='gray', vmin=0, vmax=255)
plt.plot(np.cumsum(r.randn(1000000)), lw=0.5)
plt.scatter(r.rand(20000), r.rand(20000), s=1, alpha=0.1)
plt.plot(x, color='no such colour')
plt.plot(x, y[:5])
plt.imshow(g, cmap='no such map')
plt.subplot(2, 2, 7)
plt.plot(x, y, foo=1)
plt.contour(g, levels=[3, 2])
plt.hist([]); plt.bar([], [])
plt.legend()
plt.xlim(5, 5); plt.ylim(3, 1)
with plt.xkcd(): plt.plot(x, y)
plt.suptitle('super'); plt.figtext(0.1, 0.1, 'fig'); plt.supxlabel('x') if hasattr(plt, 'supxlabel') else plt.gcf().supxlabel('x')
plt.plot(x, y); plt.title('Größe ∑ 5 µm'); plt.xlabel('время'); plt.ylabel('left', loc='top')
plt.gca().add_patch(matplotlib.patches.Ellipse((.5, .5), .6, .3, angle=30)); plt.gca().add_patch(matplotlib.patches.FancyBboxPatch((.1, .1), .2, .2))
plt.gca().add_patch(matplotlib.patches.Wedge((.5, .5), .4, 30, 200)); plt.gca().add_patch(matplotlib.patches.RegularPolygon((.2, .8), 5, radius=.1))
plt.gca().add_patch(matplotlib.patches.FancyArrowPatch((0, 0), (1, 1), mutation_scale=20)); plt.arrow(0, 1, .5, -.5, head_width=.05)
plt.gca().add_collection(matplotlib.collections.LineCollection([[(0, 0), (1, 1)], [(0, 1), (1, 0)]], colors=['r', 'b'], linewidths=3))
c = plt.contour(X, Y, Z, 4); plt.clabel(c, fontsize=6)
c = plt.contourf(X, Y, Z, 4, hatches=['/', '.', '+', 'x'], cmap='gray'); plt.colorbar(c, orientation='horizontal')
plt.scatter(px, py, s=200 * py, c=px, marker='^', edgecolors='k', alpha=.6); plt.colorbar(label='z', extend='both')
t = mtri.Triangulation(px, py); t.set_mask(np.arange(len(t.triangles)) % 3 == 0); plt.tricontourf(t, pz); plt.triplot(t, lw=.3)
t = mtri.Triangulation(px, py); i = mtri.CubicTriInterpolator(t, pz); plt.imshow(i(X / 4 + .5, Y / 2 + .5))
t = mtri.UniformTriRefiner(mtri.Triangulation(px, py)).refine_field(pz, subdiv=2); plt.tricontour(*t, levels=5)
plt.acorr(y, maxlags=10); plt.xcorr(x, y, maxlags=5)
plt.psd(y, NFFT=16); plt.specgram(np.sin(np.arange(600) / 3), NFFT=64, noverlap=32)
plt.magnitude_spectrum(y); plt.phase_spectrum(y)
plt.polar(x, y); plt.gca().set_rmax(2); plt.thetagrids([0, 90, 180])
plt.figure(facecolor='y', dpi=50, edgecolor='r', linewidth=4); plt.axes([.2, .2, .6, .6], facecolor='c')
plt.cycler = plt.rc('axes', prop_cycle=matplotlib.cycler(color=['r', 'g'], ls=['-', '--'])); plt.plot(x, y); plt.plot(x, -y)
import matplotlib.patheffects as pe; plt.plot(x, y, path_effects=[pe.withStroke(linewidth=5, foreground='g')])
plt.gca().margins(.3); plt.plot(x, y, clip_on=False); plt.xlim(1, 3)
plt.stairs([1, 3, 2], [0, 1, 2, 4], fill=True); plt.fill([0, 1, .5], [0, 0, 1], 'r')
plt.ion(); plt.plot(x); plt.ioff(); plt.clf(); plt.plot(y)
plt.subplot(projection='polar').plot(range(6), [.2, .7, .4, .9, .1, .6], 's')
a = plt.subplot(projection='polar'); a.scatter(px * 6, py, marker='s'); a.errorbar(px[:5] * 6, py[:5], yerr=.1, fmt='D--', capsize=3); a.grid(color='r')
l, = plt.plot(x, y, 's', mfc='none'); l.set_clip_path(plt.Circle((3, 0), 2, transform=plt.gca().transData))
plt.plot(x, y, ls=(0, (3, 1, 1))); plt.hlines([.2], 0, 6, linestyles=[(2, (5,))]); plt.grid(ls=(0, (1, 2, 3, 4, 5)))
""".strip().splitlines()


def programs():
    """[(name, source)]"""
    rows = []
    for template, fillings in EACH.items():
        for each in fillings:
            rows.append(template.format(*each) if isinstance(each, tuple) else template.replace('{}', str(each), 1))
    return [('p%03d' % i, source) for i, source in enumerate(rows + ALONE)]


READ = '''
import hashlib
import json


def number(v):
    return None if v is None else float('%.6g' % float(v))


def read(figure):
    """What stands in a figure: its artists' data, limits, ticks and texts; and the page: a digest, and its dots."""
    said = []
    for axes in figure.axes:
        said.append([type(axes).__name__, [number(v) for v in (*axes.get_xlim(), *axes.get_ylim())], [number(v) for v in axes.get_xticks()], [number(v) for v in axes.get_yticks()],
                     [t.get_text() for t in axes.get_xticklabels()], axes.get_title(), axes.get_xlabel(), axes.get_ylabel(), [t.get_text() for t in axes.texts],
                     [[type(a).__name__, len(a.get_xydata()), number(np.nansum(np.where(np.isfinite(a.get_xydata()), a.get_xydata(), 0)))] for a in axes.lines],
                     [[type(a).__name__, len(a.get_paths())] for a in axes.collections], len(axes.patches), len(axes.images)])
    return said


def play(source):
    plt.close('all')
    matplotlib.rcdefaults()
    scope = dict(globals())
    try:
        exec(SETUP, scope)
        exec(source, scope)
        figures = [plt.figure(n) for n in plt.get_fignums()]
        pages = []
        for figure in figures:
            figure.canvas.draw()
            pages.append(np.array(figure.canvas.buffer_rgba()))
        return {'said': [read(f) for f in figures], 'sizes': [list(p.shape) for p in pages], 'pages': [hashlib.sha256(p.tobytes()).hexdigest()[:16] for p in pages]}, pages
    except Exception as error:
        return {'error': '%s: %s' % (type(error).__name__, str(error)[:200])}, []
'''
