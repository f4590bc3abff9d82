#!/usr/bin/python3
"""Ten programs as lessons draw them, beside matplotlib's own pictures: tests/plots/beside.py FOLDER [NAME…] (Debian's python3-matplotlib; pdftoppm of poppler-utils for PDF).

Each is saved as PNG, SVG and PDF by perch and by matplotlib's own Python, in FOLDER/perch and FOLDER/matplotlib; FOLDER/NAME.png shows perch's page, matplotlib's and where they differ, side by side.
A table says of each: dots of the PNG that differ (all, and by more than 8 of 255), whether the SVG and the PDF are the same to the last byte, else how many of their lines differ, and of the drawn PDF its dots.
It ends with status 1 where a page differs in more than 2 % of its dots.

beside.py --make writes vectors.json: digests of matplotlib's own SVG and PDF files, which the suite `plots` compares with perch's.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import perch_path, slowness  # noqa: E402

SETUP = '''
import sys
import matplotlib
matplotlib.use('agg')
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.font_manager import fontManager
fontManager.ttflist = [font for font in fontManager.ttflist if font.name.startswith(('DejaVu', 'STIX', 'cm'))]
plt.rcParams['svg.hashsalt'] = 'perch'
plt.rcParams['pdf.compression'] = 0
rng = np.random.RandomState(7)
'''
PROGRAMS = {
    'training': '''
plt.style.use('ggplot')
epochs = np.arange(1, 21)
loss, test = 2.3 * np.exp(-epochs / 6) + .05 * rng.rand(20), 2.3 * np.exp(-epochs / 7) + .15
fig, (left, right) = plt.subplots(1, 2, figsize=(8, 3.5), constrained_layout=True)
left.plot(epochs, loss, 'o-', label='train'); left.plot(epochs, test, 's--', label='test')
left.set(xlabel='epoch', ylabel='loss', yscale='log', title='Losses'); left.legend()
right.fill_between(epochs, 1 - loss / 3, 1 - test / 2.5, alpha=.3); right.plot(epochs, 1 - test / 2.5, lw=2)
right.annotate('overfits', (15, .9), (6, .95), arrowprops=dict(arrowstyle='->', connectionstyle='arc3,rad=.2')); right.set_title('Accuracy')
twin = right.twinx(); twin.step(epochs, .1 * .5 ** (epochs // 5), 'k:', where='post'); twin.set_ylabel('learning rate'); twin.grid(False)
''',
    'surface': '''
from mpl_toolkits.mplot3d import Axes3D
x, y = np.meshgrid(np.linspace(-2, 2, 40), np.linspace(-2, 2, 40))
z = x * np.exp(-x ** 2 - y ** 2)
fig = plt.figure(figsize=(8, 4))
ax = fig.add_subplot(121, projection='3d')
shown = ax.plot_surface(x, y, z, cmap='viridis', rstride=1, cstride=1, linewidth=.2, edgecolor='k'); ax.set(xlabel='$x$', ylabel='$y$', zlabel='loss')
fig.colorbar(shown, ax=ax, shrink=.5, pad=.12)
ax = fig.add_subplot(122, projection='3d'); ax.view_init(25, -60)
w = np.linspace(1.5, 0, 30); ax.plot(w, w ** 2 / 2, w * np.exp(-w ** 2 - w ** 4 / 4), 'r-o', ms=3)
ax.plot_wireframe(x, y, z, rstride=4, cstride=4, lw=.5); ax.contour(x, y, z, zdir='z', offset=-.5, levels=8); ax.bar3d([-1, 0], [1.5, 1.5], 0, .3, .3, [.3, .2], color='orange')
''',
    'formulas': r'''
fig = plt.figure(figsize=(7, 4))
texts = [r'$\hat y = \sigma\left(\sum_{i=1}^{n} w_i x_i + b\right)$', r'$L(\theta) = -\frac{1}{N}\sum_k \log\frac{e^{z_k}}{\sum_j e^{z_j}}$', r'$\nabla_\theta J = \mathbb{E}\,[\,\delta\,\nabla\log\pi_\theta(a\mid s)\,]$',
         r'$\sqrt[3]{\frac{\partial^2 f}{\partial x^2}} \leq \int_{-\infty}^{\infty} \! e^{-t^2}\,\mathrm{d}t = \sqrt{\pi}$', r'$\mathcal{N}(\mu,\,\sigma^{2}) \quad \mathbf{W}^{\top}\vec{h} \in \Re^{d\times k}$']
for fontset, at in zip(('dejavusans', 'cm', 'stix', 'dejavuserif', 'stixsans'), range(5)):
    fig.text(.05, .88 - .18 * at, texts[at], fontsize=17, math_fontfamily=fontset); fig.text(.72, .88 - .18 * at, fontset, family='monospace')
''',
    'layout': '''
plt.style.use('seaborn-v0_8-whitegrid')
fig, axes = plt.subplot_mosaic('AAB;CDB', figsize=(8, 5), constrained_layout=True)
t = np.linspace(0, 1, 400)
axes['A'].plot(t, np.sin(20 * t) * np.exp(-3 * t), label='damped'); axes['A'].plot(t, np.exp(-3 * t), '--', label='envelope'); axes['A'].legend(ncol=2, loc='lower right'); axes['A'].set_title('A wide one')
shown = axes['B'].imshow(rng.rand(30, 8), aspect='auto', cmap='magma'); fig.colorbar(shown, ax=axes['B'], location='right', label='weight'); axes['B'].set_xlabel('unit')
axes['C'].barh(['sgd', 'adam', 'rmsprop'], [3.1, 1.2, 1.7], xerr=[.3, .1, .2], color=['C3', 'C4', 'C5']); axes['C'].set_xlabel('seconds')
axes['D'].scatter(rng.randn(80), rng.randn(80), c=rng.rand(80), s=200 * rng.rand(80), alpha=.5); axes['D'].set_ylabel('a label that is long\\nand has two lines')
fig.suptitle('constrained_layout')
''',
    'flow': '''
y, x = np.mgrid[-3:3:30j, -3:3:30j]
u, v = -1 - x ** 2 + y, 1 + x - y ** 2
fig, (left, right) = plt.subplots(1, 2, figsize=(8, 4), sharey=True)
q = left.quiver(x[::2, ::2], y[::2, ::2], u[::2, ::2], v[::2, ::2], np.hypot(u, v)[::2, ::2], cmap='plasma', pivot='mid'); left.quiverkey(q, .8, 1.04, 10, '10 m/s', labelpos='E')
s = right.streamplot(x, y, u, v, color=np.hypot(u, v), linewidth=1.2, density=1.1, cmap='autumn'); fig.colorbar(s.lines, ax=right)
''',
    'levels': '''
x, y = np.meshgrid(np.linspace(-3, 3, 80), np.linspace(-2, 2, 60))
z = (1 - x / 2 + x ** 5 + y ** 3) * np.exp(-x ** 2 - y ** 2)
fig, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6))
shown = left.contourf(x, y, z, 12, cmap='RdBu_r'); lines = left.contour(x, y, z, 12, colors='k', linewidths=.6); left.clabel(lines, inline=True, fontsize=7); fig.colorbar(shown, ax=left)
right.contourf(x, y, z, levels=[-1, -.3, 0, .3, 1], hatches=['//', '..', None, 'xx'], cmap='Greys', extend='both')
mesh = right.pcolormesh(x[::4, ::4], y[::4, ::4] - 0.2, z[::4, ::4], alpha=.4, shading='auto'); right.set_title('hatches and a mesh')
''',
    'spreads': '''
data = [rng.randn(200) * s + m for s, m in ((1, 0), (.5, 1), (2, -1))]
fig, axes = plt.subplots(2, 2, figsize=(8, 6))
axes[0, 0].boxplot(data, notch=True, patch_artist=True, labels=['a', 'b', 'c']); axes[0, 0].set_title('boxes')
axes[0, 1].violinplot(data, showmeans=True, showmedians=True); axes[0, 1].set_title('violins')
h = axes[1, 0].hist2d(rng.randn(3000), rng.randn(3000), bins=30, cmap='Blues'); fig.colorbar(h[3], ax=axes[1, 0])
axes[1, 1].hist(data, bins=20, stacked=True, label=['a', 'b', 'c']); axes[1, 1].legend(); axes[1, 1].errorbar([-3, 0, 3], [20, 40, 10], yerr=[5, 8, 3], fmt='ko', capsize=4)
fig.tight_layout()
''',
    'picture': '''
fig, axes = plt.subplots(1, 3, figsize=(9, 3.2))
yy, xx = np.mgrid[:28, :28]
digit = np.exp(-((np.hypot(xx - 14, yy - 14) - 8) / 2.5) ** 2)
first = axes[0].imshow(digit, cmap='gray'); axes[0].set_title('nearest'); fig.colorbar(first, ax=axes[0], fraction=.046)
second = axes[1].imshow(digit, interpolation='bicubic', extent=(0, 1, 0, 1)); fig.colorbar(second, ax=axes[1], orientation='horizontal')
axes[2].imshow(np.stack([digit, digit[::-1, ::-1] * .5, rng.rand(28, 28)], -1)); axes[2].axis('off'); axes[2].add_patch(plt.Rectangle((4, 4), 20, 20, fill=False, ec='w', lw=2)); axes[2].text(5, 7, 'ring: 0.98', color='w', bbox=dict(fc='r', alpha=.6))
''',
    'polar': '''
fig = plt.figure(figsize=(8, 4))
a = np.linspace(0, 2 * np.pi, 9)
ax = fig.add_subplot(121, polar=True); ax.bar(a[:-1], rng.rand(8) * 3, width=.6, color=plt.cm.hsv(a[:-1] / 7), alpha=.6); ax.set_title('bars around')
ax = fig.add_subplot(122, projection='polar'); ax.plot(a, [3, 4, 2, 5, 4, 1, 3, 4, 3], 'b-', lw=2); ax.fill(a, [3, 4, 2, 5, 4, 1, 3, 4, 3], alpha=.25)
ax.set_xticks(a[:-1], ['acc', 'loss', 'time', 'mem', 'size', 'f1', 'auc', 'rec']); ax.set_theta_zero_location('N'); ax.set_theta_direction(-1); ax.set_rlabel_position(22)
''',
    'styles': '''
plt.style.use('dark_background')
fig = plt.figure(figsize=(8, 4), dpi=90)
with plt.style.context('fivethirtyeight'):
    ax = fig.add_subplot(121); [ax.plot(np.cumsum(rng.randn(300)), label=n, lw=2) for n in 'abc']; ax.legend(loc='upper left', title='walks')
ax = fig.add_subplot(122); ax.pie([35, 25, 20, 20], labels=['conv', 'fc', 'norm', 'rest'], autopct='%1.1f%%', explode=[.1, 0, 0, 0], shadow=True, startangle=90)
import datetime, matplotlib.dates as dates
small = ax.inset_axes([.55, -.15, .5, .3]); small.plot([datetime.date(2020, 1 + m, 1) for m in range(6)], [3, 1, 4, 1, 5, 9], 'w^:'); small.xaxis.set_major_formatter(dates.DateFormatter('%b')); small.tick_params(labelsize=6)
''',
}
ENDS = ('png', 'svg', 'pdf')
SAVE = "\nfor end in ('png', 'svg', 'pdf'):\n    plt.gcf().savefig(sys.argv[1] + '.' + end)\n"


def made(python, folder, name):
    """A program played: its pages lie in the folder; whether it ended well."""
    os.makedirs(folder, exist_ok=True)
    environment = {**os.environ, 'MPLCONFIGDIR': folder, 'SOURCE_DATE_EPOCH': '1600000000'}
    return subprocess.run([python, '-W', 'ignore', '-c', SETUP + PROGRAMS[name] + SAVE, os.path.join(folder, name)], env=environment, timeout=120 * slowness()).returncode == 0


def vectors(path):
    """The bytes of an SVG or a PDF; an SVG's clipping paths, which matplotlib names by an object's address, are numbered."""
    with open(path, 'rb') as f:
        data = f.read()
    names = {}
    return re.sub(rb'\bp[0-9a-f]{10}\b', lambda found: names.setdefault(found[0], b'clip%d' % len(names)), data) if path.endswith('.svg') else data


def digests(python, names):
    """{name: [SVG's digest, PDF's]} of these programs, played by that Python."""
    with tempfile.TemporaryDirectory() as folder:
        played = [name for name in names if made(python, folder, name)]
        return {name: [hashlib.sha256(vectors(os.path.join(folder, f'{name}.{end}'))).hexdigest()[:16] for end in ENDS[1:]] for name in played}


def dots(path):
    import numpy as np
    from PIL import Image
    with Image.open(path) as im:
        return np.asarray(im.convert('RGB')).astype(int)


def difference(mine, theirs):
    """(share of dots that differ, share of those that differ by more than 8 of 255, the greatest difference)"""
    if mine.shape != theirs.shape:
        return 1.0, 1.0, 255
    apart = abs(mine - theirs).max(2)
    return (apart > 0).mean(), (apart > 8).mean(), int(apart.max())


def lines_apart(one, two):
    """How many lines of two files differ; 0: the same bytes."""
    a, b = vectors(one), vectors(two)
    if a == b:
        return 0
    a, b = a.split(b'\n'), b.split(b'\n')
    return max(1, sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b)))


def drawn_pdf(path):
    """The dots of a PDF's page; None without pdftoppm."""
    if not shutil.which('pdftoppm'):
        return None
    subprocess.run(['pdftoppm', '-r', '100', '-singlefile', '-png', path, path + '.drawn'], check=True)
    return dots(path + '.drawn.png')


def side_by_side(name, folder, mine, theirs):
    import numpy as np
    from PIL import Image
    apart = 255 - np.minimum(abs(mine - theirs) * 8, 255) if mine.shape == theirs.shape else 0 * mine
    Image.fromarray(np.concatenate([mine, theirs, apart], 1).astype('uint8')).save(os.path.join(folder, name + '.png'))


def compare(name, folder):
    """A line of the table, and whether the page holds the bar."""
    if not all([made(perch_path(), os.path.join(folder, 'perch'), name), made('/usr/bin/python3', os.path.join(folder, 'matplotlib'), name)]):
        return f'{name:<12} did not end well', False
    paths = {end: [os.path.join(folder, who, f'{name}.{end}') for who in ('perch', 'matplotlib')] for end in ENDS}
    pages = [dots(path) for path in paths['png']]
    side_by_side(name, folder, *pages)
    whole, seen, most = difference(*pages)
    drawn = [drawn_pdf(path) for path in paths['pdf']]
    inked = difference(*drawn) if drawn[0] is not None else None
    texts = [lines_apart(*paths[end]) for end in ('svg', 'pdf')]
    words = ['same' if not n else f'{n} lines' for n in texts]
    line = f'{name:<12}{whole:9.3%} {seen:9.3%} {most:5}   {words[0]:<12}{words[1]:<12}' + (f'{inked[0]:9.3%} {inked[1]:9.3%}' if inked else '')
    return line, whole <= .02 and (not inked or inked[0] <= .02)


def main():
    if sys.argv[1:] == ['--make']:
        with open(os.path.join(HERE, 'vectors.json'), 'w') as f:
            json.dump(digests('/usr/bin/python3', PROGRAMS), f, indent=0)
        return
    folder, names = os.path.abspath(sys.argv[1]), sys.argv[2:] or list(PROGRAMS)
    print(f"{'':<12}{'PNG':>9} {'> 8':>9} {'most':>5}   {'SVG':<12}{'PDF':<12}{'drawn':>9} {'> 8':>9}")
    good = True
    for name in names:
        line, held = compare(name, folder)
        print(line, flush=True)
        good = good and held
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
