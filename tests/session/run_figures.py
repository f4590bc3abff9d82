#!/usr/bin/env python3
"""run_figures.py: figures and pictures in the fronts: what a notebook is sent after which cell, in which formats; what a terminal draws, by its own graphics or in half blocks, and what it is asked; figures saved.

PERCH_EVENTS names the program session-events (default: build/tests/session-events).
"""
import base64
import os
import re
import struct
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), 'repl')]
from harness import Tally, beside, perch_path, run_program, slowness  # noqa: E402
from run_views import play  # noqa: E402
from terminal import Person  # noqa: E402

SMALL = 'figsize=(2, 1)'
START = 'import matplotlib.pyplot as plt\nfrom IPython.display import display, clear_output\nfrom PIL import Image'


# ---- notebooks ----

def kinds(events):
    """What a cell sent, in short: the events' kinds, and of data the richest format."""
    out = []
    for event in events:
        data = event.get('data') if isinstance(event, dict) else None
        out.append('%s %s' % (event['event'], list(data)[-1]) if data else event['event'] if isinstance(event, dict) else str(event))
    return out


def size(events):
    """Width and height of the (first) PNG that a cell sent, read from its bytes."""
    data = next(base64.b64decode(event['data']['image/png']) for event in events if 'image/png' in event.get('data', {}))
    return struct.unpack('>2I', data[16:24]) if data[:8] == b'\x89PNG\r\n\x1a\n' else None


PNG, DREW = 'display image/png', 'result text/plain'
# a cell, and what it sends
CELLS = [
    ('plt.plot([1, 2, 3])', [DREW, PNG]),                                           # nobody has said %matplotlib
    ('plt.get_fignums() == []', [DREW]),
    ('plt.plot([1, 2]); plt.show(); print("after")', [PNG, 'stream']),
    ('for i in range(3):\n    plt.figure(%s); plt.plot([i, 1])' % SMALL, [PNG] * 3),
    ('%matplotlib inline\nplt.plot([3, 1]);', [PNG]),
    ('fig, ax = plt.subplots(%s); ax.plot([1, 2]); plt.close(fig)' % SMALL, []),
    ('fig', ['result image/png']),
    ('display(fig)', [PNG]),
    ('fig.show()', [PNG]),
    ('fig, ax = plt.subplots(%s)\nfor i in range(3):\n    ax.clear(); ax.plot(range(i + 2)); display(fig); clear_output(wait=True)' % SMALL, [PNG, 'clear'] * 3 + [PNG]),
    ('plt.figure(%s); plt.plot([1, 2]); 1 / 0' % SMALL, ['error', PNG]),
    ('plt.figure();', ['display text/plain']),                                      # nothing on it: its words
    ('from matplotlib_inline.backend_inline import set_matplotlib_formats\nset_matplotlib_formats("svg")\nplt.figure(%s); plt.plot([1, 2]);' % SMALL, ['display image/svg+xml']),
    ('set_matplotlib_formats("png", "pdf")\nplt.figure(%s); plt.plot([1, 2]);' % SMALL, ['display application/pdf']),
    ('set_matplotlib_formats("gif")', ['error']),
    ('%config InlineBackend.figure_format = "retina"\nplt.figure(figsize=(2, 1)); plt.plot([1]);', [PNG]),
    ('%config InlineBackend.figure_format = "png"\n%config InlineBackend.close_figures = False\nplt.figure(figsize=(2, 1)); plt.plot([1]);', [PNG]),
    ('len(plt.get_fignums())', [DREW]),
    ('%config InlineBackend.close_figures = True\nplt.close("all"); plt.plot([2]);', [PNG]),
    ('plt.ioff()\nplt.figure(); plt.plot([1]); plt.ion();', []),
    ('plt.show()', [PNG]),
    ('im = Image.new("RGB", (4, 3), (255, 0, 0)); im', ['result image/png']),
    ('im.show()', [PNG]),
    ('display(im, im)', [PNG] * 2),
    ('import graphviz, re\ndot = graphviz.Digraph()\ndot.edges(["ab", "ac", "bd", "cd", "ad", "da"]); dot', ['result image/svg+xml']),
    ('boxes = [tuple(map(float, each)) for each in re.findall(r\'<ellipse cx="(.*?)" cy="(.*?)" rx="(.*?)" ry="(.*?)"\', dot._repr_svg_())]\n'      # in layers, and none over another
     'assert [y for _, y, _, _ in boxes] == sorted(y for _, y, _, _ in boxes) and len({y for _, y, _, _ in boxes}) == 3\n'
     'assert len(boxes) == 4 and all(abs(x - u) >= w + m or abs(y - v) >= h + n for i, (x, y, w, h) in enumerate(boxes) for u, v, m, n in boxes[:i])', []),
    ('dot.pipe("pdf")', ['error']),
    ('from IPython import display as shown\nshown.set_matplotlib_formats("png")', ['stream']),   # by its old name: a word about the new one
    ('from matplotlib.animation import FuncAnimation\nplt.rc("animation", html="jshtml")\nfig, ax = plt.subplots(%s)\nmoving = FuncAnimation(fig, lambda i: ax.plot([0, i]), frames=2); plt.close(fig)\nmoving' % SMALL, ['result text/html']),
    ('plt.rc("animation", html="html5", ffmpeg_path="nosuch")\nmoving', ['error', DREW]),                 # ffmpeg is not there
    ('plt.rc("animation", html="none")\nmoving', [DREW]),
    ('for i in range(2):\n    plt.figure(%s); plt.plot([i]); plt.pause(0.01)' % SMALL, [PNG] * 2),
    ('Image.new("CMYK", (3, 3))', ['error', DREW]),                                 # no PNG has four inks
    ('%matplotlib nosuch', ['error']),
    ('%matplotlib agg\nplt.plot([1]);', []),
    ('%matplotlib inline\nplt.close("all"); plt.plot([1]);', [PNG]),
]


def notebook(tally):
    played = play([START, *(cell for cell, _ in CELLS)], ['--front', 'jupyter'])
    tally.check(len(played) == len(CELLS) + 1, 'cells with figures are played', str(played[-1:])[:2000])
    at = {}
    for (cell, sent), events in zip(CELLS, played[1:]):
        tally.check(kinds(events) == sent, cell, f'{kinds(events)}, not {sent}')
        at[cell.splitlines()[-1]] = events
    for cell, said in (('plt.get_fignums() == []', 'True'), ('len(plt.get_fignums())', '1')):
        tally.check(at[cell] and at[cell][0]['data']['text/plain'] == said, f'{cell} is {said}', str(at[cell])[:300])
    tally.check(size(at['im.show()']) == (4, 3), 'a picture has its own dots', str(size(at['im.show()'])))
    double = at['plt.figure(figsize=(2, 1)); plt.plot([1]);']
    tally.check(size(double) < (400, 300), 'a figure is cut to what is drawn', str(size(double)))
    words = next(event for event in at['plt.figure();'])['data']['text/plain']
    tally.check(words == '<Figure size 640x480 with 0 Axes>', 'an empty figure says what it is', words)
    retina = played[1 + [cell for cell, _ in CELLS].index(next(cell for cell, _ in CELLS if 'retina' in cell))]
    about = retina[0].get('metadata', {}).get('image/png', {})
    wide, high = size(retina)
    tally.check(about == {'width': wide // 2, 'height': high // 2}, 'retina: twice the dots, shown at half the size', f'{about} {wide}x{high}')


def elsewhere(tally):
    """Tensors of GPUs handed to plots: the original's words, the drawing, a repair."""
    cells = ['plt.plot(x)', 'plt.scatter([1, 2, 3], x)', 'plt.hist(x)', 'plt.imshow(x.reshape(1, 3))']
    played = play([START + '\nimport torch\nx = torch.ones(3, device="cuda:1")', *cells], ['--front', 'jupyter'])
    for cell, events in beside(tally, 'tensors of GPUs in plots', cells, played[1:]):
        said = next((event['text'] for event in events if event['event'] == 'error'), '')
        tally.check("TypeError: can't convert cuda:1 device type tensor to numpy" in said and 'on cuda:1' in said and 'x.cpu()' in said.replace('x.reshape(1, 3).cpu()', 'x.cpu()') and 'P0105' in said,
                    f'{cell} of a tensor on a GPU: words, drawing, repair', said[-1500:])


# what a figure of perch's own says: its scales, its lanes, its bars' amounts; texts that overlap or lie outside the figure
READ = """
import perch.plots
def said(figure):
    figure.canvas.draw()
    clear = lambda texts: [t.get_window_extent() for t in texts if t.get_text()]
    crowded = sum(a.overlaps(b) for axes in figure.axes for texts in (axes.texts, axes.get_yticklabels()) for i, a in enumerate(clear(texts)) for b in clear(texts)[:i])
    outside = [t.get_text() for axes in figure.axes for t in axes.texts if axes.axison and t.get_window_extent().x1 > axes.bbox.x1]
    print([[axes.get_xlabel(), [t.get_text() for t in axes.get_yticklabels()], [t.get_text() for t in axes.texts]] for axes in figure.axes], crowded, outside)
"""
RECORDS = [
    ('said(perch.plots.timeline())', "['nothing was recorded']]] 0 []"),
    ('said(perch.plots.transfers())', "['nothing was copied']]] 0 []"),
    ('import torch\nx = torch.ones(512, 512, device="cuda:0"); y = (x @ x).to("cuda:1"); z = y.cpu(); back = z.to("cuda:1"); torch.cuda.synchronize()', None),
    ('for i in range(40): globals()["v%02d" % i] = torch.ones(512 * (40 - i))', None),
    ('said(perch.plots.memory())', "['MiB', ['back', 'y'], ['1 MiB', '1 MiB']]"),
    ('said(perch.plots.memory())', "['MiB', ['z', 'v00', 'v01', 'v02', 'v03', 'v04', 'v05', 'v06', 'v07', 'v08', 'v09', 'v10', 'v11', 'v12', '27 others',"),
    ('said(perch.plots.timeline())', "['ms', ['cpu call', 'cpu copy', 'gpu(0) call', 'gpu(1) copy'], []]"),
    ('said(perch.plots.transfers())', "[['MiB', ['cpu → gpu(1)', 'gpu(0) → gpu(1)', 'gpu(1) → cpu'], [' 1 MiB', ' 1 MiB', ' 1 MiB']]] 0 []"),
    ('[bar.get_label() for bar in perch.plots.transfers().axes[0].containers]', "['needed', 'avoidable']"),
]


def records(tally):
    """perch.plots' figures of memory, time and copies: a lane for each, no text on another or outside."""
    played = play([START + READ, *(cell for cell, _ in RECORDS)], ['--front', 'jupyter'])
    for (cell, wanted), events in beside(tally, "perch's own figures", RECORDS, played[1:]):
        shown = ''.join(str(event.get('text') or event.get('data', {}).get('text/plain', '')) for event in events)
        tally.check(wanted is None or wanted in shown and (' 0 []' in shown or 'said' not in cell), f'{cell}: {(wanted or "")[:60]}', shown[:1500])


def terminal_session(tally):
    """A terminal's session whose output is a pipe: there is nothing to draw in, and that is said."""
    played = play([START, 'plt.plot([1]); plt.show()', 'plt.get_fignums()'], ['--front', 'terminal'])
    tally.check(len(played) == 3 and 'no terminal to draw in' in str(played[1]) and not any('image/png' in kind for events in played for kind in kinds(events)),
                'no terminal: a warning that says how to keep it', str(played)[:1500])


# ---- terminals ----

def kitty_pixels(raw):
    """Width, height and RGBA of the picture that the escape sequences carry."""
    parts = re.findall(rb'\x1b_G([^;]*);([^\x1b]*)\x1b\\', raw)
    head = dict(item.split(b'=') for item in parts[0][0].split(b',')) if parts else {}
    data = zlib.decompress(base64.b64decode(b''.join(part for _, part in parts))) if parts else b''
    return int(head.get(b's', 0)), int(head.get(b'v', 0)), data


def sixel_size(raw):
    """Columns and rows of dots that the bands fill, and how many colours they name."""
    found = re.search(rb'\x1bP[\d;]*q"1;1;(\d+);(\d+)(.*?)\x1b\\', raw, re.S)
    if not found:
        return None
    bands = found[3].split(b'-')[:-1]
    widths = set()
    for band in bands:
        for row in re.sub(rb'#\d+(;2;\d+;\d+;\d+)?', b'', band).split(b'$'):
            widths.add(sum(int(times or 1) for times, _ in re.findall(rb'(?:!(\d+))?([?-~])', row)))
    named = [tuple(map(int, each)) for each in re.findall(rb'#\d+;2;(\d+);(\d+);(\d+)', found[3])]
    return int(found[1]), int(found[2]), len(bands), widths, named


DRAW = 'fig = plt.figure(figsize=(2, 1)); fig.add_artist(plt.Rectangle((.1, .1), .3, .8, color="k")); plt.show()'


def person(folder, **environment):
    settings = {**dict.fromkeys(('NO_COLOR', 'COLORTERM', 'TERM_PROGRAM', 'KITTY_WINDOW_ID', 'TMUX'), ''), 'PERCH_HISTORY': os.path.join(folder, 'history'), 'MPLCONFIGDIR': folder, **environment}
    one = Person(columns=60, lines=20, folder=folder, **settings)
    one.prompt(1, 20 * slowness())
    one.send('import matplotlib.pyplot as plt; from PIL import Image\r')
    one.prompt(2, 30 * slowness())
    return one


def typed(one, line, number):
    """What the terminal was sent for a line."""
    before = len(one.raw)
    one.send(line + '\r')
    one.prompt(number, 30 * slowness())
    return one.raw[before:]


def answered(folder, answer, **environment):
    """The same where the terminal answers what it is asked."""
    with person(folder, **environment) as one:
        before = len(one.raw)
        one.send(DRAW + '\r')
        one.until(lambda: b'\x1b[c' in one.raw[before:], 30 * slowness())
        one.send(answer)
        one.prompt(3, 30 * slowness())
        return one.raw[before:]


def terminals(tally, folder):
    with person(folder, TERM='xterm-kitty') as one:
        raw = typed(one, DRAW, 3)
        wide, high, data = kitty_pixels(raw)
        tally.check((wide, high, len(data)) == (200, 100, 80000) and data[:4] == b'\xff' * 4 and b'\x00\x00\x00\xff' in data, "kitty's graphics: all dots of the figure", f'{wide} {high} {len(data)}')
        tally.check(b'\x1b[c' not in raw, 'who says that he is kitty is not asked', repr(raw[:200]))
        raw = typed(one, 'fig', 4)
        tally.check(kitty_pixels(raw)[0] and b'<Figure size 200x100 with 0 Axes>' in raw or b'Figure' in raw, 'a figure as a result: its words', repr(raw[:300]))
        raw = typed(one, 'Image.new("RGB", (3, 2), (1, 2, 3)).show()', 5)
        tally.check(kitty_pixels(raw) == (3, 2, b'\x01\x02\x03\xff' * 6), 'Image.show(): its own dots', repr(raw[-300:]))
        raw = typed(one, 'Image.new("RGB", (3, 2), (1, 2, 3))', 6)
        tally.check(kitty_pixels(raw)[:2] == (3, 2), 'a picture as a result is drawn under its words', repr(raw[-300:]))
        typed(one, 'import perch.plots; perch.plots.save("saved.png"); fig.savefig("saved.svg")', 7)
        made = [os.path.join(folder, 'saved.' + end) for end in ('png', 'svg')]
        heads = [open(path, 'rb').read(24) if os.path.exists(path) else b'' for path in made]
        tally.check(heads[0][:4] == b'\x89PNG' and struct.unpack('>2I', heads[0][16:]) == (200, 100) and heads[1].startswith(b'<?xml'), 'perch.plots.save(): the figure that was shown last', str(heads))
    with person(folder, TERM='foot') as one:
        raw = typed(one, DRAW, 3)
        said = sixel_size(raw)
        tally.check(said and said[:3] == (200, 100, 17) and said[3] == {200} and {(100, 100, 100), (0, 0, 0)} <= set(said[4]), 'sixels: bands of six lines, each as wide as the figure', str(said)[:500])
    with person(folder, TERM='xterm-256color', PERCH_PICTURES='blocks', COLORTERM='truecolor') as one:
        raw = typed(one, DRAW, 3)
        rows = [line for line in one.screen.text() if '▀' in line]
        tally.check(rows and all(set(line.rstrip()) == {'▀'} for line in rows) and b'38;2;255;255;255;48;2;255;255;255' in raw and b'\x1b_G' not in raw, 'half blocks in full colours', str(rows)[:500])
        tally.check(len({len(line.rstrip()) for line in rows}) == 1 and abs(4 * len(rows) - len(rows[0].rstrip())) < 4, 'half blocks keep the ratio of the sides',
                    f'{len(rows)} rows of {len(rows[0].rstrip()) if rows else 0}')
    with person(folder, TERM='xterm-256color', PERCH_PICTURES='blocks') as one:
        raw = typed(one, DRAW, 3)
        tally.check(b'38;5;231;48;5;231' in raw and b'38;2;' not in raw, 'half blocks in 256 colours', repr(raw[-300:]))
    with person(folder, TERM='xterm-256color', PERCH_PICTURES='none') as one:
        raw = typed(one, DRAW, 3)
        tally.check('▀'.encode() not in raw and b'savefig' in raw, 'pictures turned off: said so', repr(raw[-300:]))
    for answer, what, sign in ((b'\x1b[?62;4;22c', 'sixels', b'\x1bP'), (b'\x1b_Gi=31;OK\x1b\\\x1b[?62c', "kitty's graphics", b'\x1b_Ga=T'), (b'\x1b[?62;22c', 'half blocks', '▀'.encode())):
        raw = answered(folder, answer, TERM='xterm-256color')
        tally.check(sign in raw, f'a terminal that is asked, and answers: {what}', repr(raw[-300:]))
    done = run_program([perch_path(), '-c', 'import matplotlib.pyplot as plt\nplt.plot([1]); plt.show(); print("on")'], timeout=60 * slowness(), env={**os.environ, 'MPLCONFIGDIR': folder})
    tally.check(done.code == 0 and b'on' in done.out and b'\x1b' not in done.out, 'a program whose output is a file draws nothing there', repr(done.out[:300]))


def main():
    tally = Tally('figures')
    notebook(tally)
    elsewhere(tally)
    records(tally)
    terminal_session(tally)
    with tempfile.TemporaryDirectory() as folder:
        terminals(tally, folder)
    tally.close()


if __name__ == '__main__':
    main()
