#!/usr/bin/env python3
"""run_rich.py: results on a notebook's page: which have HTML and what it says; that it is well formed whatever names and values hold, escaped, of bounded
size and soon made; that its colours can be read on light and dark grounds; that errors of a value's text are the cell's.

PERCH_EVENTS names the program session-events (default: build/tests/session-events).
"""
import importlib.util
import os
import re
import sys
import types
import xml.etree.ElementTree as tree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import ROOT, Tally, slowness  # noqa: E402
from run_views import play as play_cells, shown  # noqa: E402

FIRST = 'import torch, numpy as np\nfrom mxnet import nd, gpu, cpu\nfrom mxnet.gluon import nn'
TURNS = re.compile('[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f]')
# What JupyterLab leaves of a notebook that is not trusted; drawings stand behind a text that does without them.
TAGS = {'div', 'span', 'b', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'pre', 'details', 'summary', 'progress'}
DRAWN = {'style', 'svg', 'g', 'rect', 'path', 'text', 'tspan', 'circle', 'title'}


def play(tally, cells, language='en'):
    """What comes of each cell; None: it died."""
    played = play_cells([FIRST, *cells], ['--lang', language, '--front', 'jupyter'])
    tally.check(len(played) == len(cells) + 1, f'cells are played ({language})', str(played[-1:])[:3000])
    return played[1:] if len(played) == len(cells) + 1 else None


def words_of(text):
    """The text of a page, white space as one blank."""
    return ' '.join(' '.join(tree.fromstring(text).itertext()).split())


def sound(tally, what, text, drawn=False):
    """Well formed, nothing that acts, nothing that turns text around."""
    try:
        root = tree.fromstring(text)
    except tree.ParseError as error:
        return tally.check(False, f'{what}: XML', f'{error}: {text[:600]}')
    names = {each.tag.rsplit('}', 1)[-1] for each in root.iter()}
    odd = names - TAGS - (DRAWN if drawn else set())
    acts = [name for each in root.iter() for name in each.attrib if name.lower().startswith('on') or name in ('href', 'src')]
    tally.check(not odd and not acts, f'{what}: plain elements', f'{odd} {acts}')
    tally.check(not TURNS.search(text), f'{what}: nothing unseen', repr(TURNS.findall(text)[:5]))
    return None


# cell, what its page says, what it does not say
CASES = [
    ('ones(2, 3, ctx=gpu(1))', ['gpu(1) 2x3 float32 24 bytes, NDArray', '<NDArray 2x3 @gpu(1)>'], []),
    ('torch.ones(2, 3, device="cuda:1", requires_grad=True)', ['cuda:1 2x3 float32 24 bytes, Tensor', 'requires_grad=True'], []),
    ('torch.tensor(3)', ['cpu scalar int64 8 bytes, Tensor', 'tensor(3)'], []),
    ('torch.nn.Parameter(torch.ones(2))', ['Parameter'], []),
    ('np.arange(6).reshape(2, 3)', ['cpu 2x3 int64 48 bytes, ndarray', 'array([[0, 1, 2],'], []),
    ('torch.zeros((0, 3))', ['cpu 0x3'], []),
    ('nd.arange(5000)', ['cpu 5000 float32', 'values'], []),
    ('gpu(1)', ['gpu(1) Tesla T4'], []), ('cpu()', ['cpu(0)'], []), ('torch.device("cuda", 0)', ["device(type='cuda', index=0)"], []),
    ('[ones(2, ctx=gpu(0)), ones(2, ctx=gpu(1))]', ['list of 2 arrays gpu(0) 8 bytes gpu(1) 8 bytes'], []),
    ('{"a": torch.ones(2), "b": torch.ones(3).cuda()}', ['dict of 2 arrays cpu 8 bytes cuda:0 12 bytes'], []),
    ('(np.zeros(2),)', ['tuple of 1 array cpu'], []),
    ('m = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4)).to("cuda:1")\nm.state_dict()', ['OrderedDict of 7 arrays cuda:1', '0.weight 4x3 float32 cuda:1 48 bytes', 'num_batches_tracked scalar int64'], []),
    ('m', ['Sequential 33 parameters (24 of them trained) cuda:1', 'Linear(in_features=3, out_features=4, bias=True) cuda:1 16 64 bytes float32 weight 4x3, bias 4'], ['waits', 'not trained']),
    ('m[0].weight.requires_grad = False\nm', ['(12 of them trained)', 'not trained: weight'], []),
    ('net = nn.Sequential()\nnet.add(nn.Dense(4, activation="relu"), nn.Dense(2, in_units=4))\nnet.initialize(ctx=[gpu(0), gpu(1)])\nnet',
     ['14 parameters, 1 array waits for its shape gpu(0) 56 bytes gpu(1) 56 bytes', 'gpu(0) gpu(1) 4 + ? 32 bytes float32 waits for its shape weight 4x?, bias 4', 'gpu(0) gpu(1) 10 80 bytes float32 weight 2x4, bias 2'], []),
    ('nn.Dense(3, in_units=2)', ['(the whole) Dense(2 -> 3, linear) 9', 'not initialized', 'weight 3x2, bias 3'], []),
    ('net(nd.ones((1, 3), ctx=gpu(0)))\nnet', ['weight 4x3, bias 4'], ['waits']),
    ('net.collect_params()', ['4 parameters gpu(0)', 'dense0_weight 4x3 float32 gpu(0) gpu(1) 96 bytes'], []),
    ('net[0].weight', ['dense0_weight 4x3 float32 gpu(0) gpu(1) 96 bytes'], []),
    ('net[1].weight.grad_req = "null"\nnet', ['not trained: weight'], []),
    ('one = torch.nn.Linear(2, 2)\ntorch.nn.Sequential(one, one)', ['Sequential 6 parameters', 'shared'], []),
    ('class Tied(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a, self.b = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)\n        self.b.weight = self.a.weight\nTied()', ['Tied 8 parameters', 'shared'], []),
    ('class Own(torch.nn.Module):\n    def __repr__(self): return "my <own> words"\nOwn()', ['Own 0 parameters', 'my <own> words'], ['as text']),
    ('%where', ['name what device bytes made line', 'net network, 4 parameters gpu(0), gpu(1)'.replace(', gpu(1)', ' gpu(1)'), 'net: network, 4 parameters'], []),
    ('%devices', ['cpu() cpu CPU', 'gpu(1) cuda:1 Tesla T4 (simulated)'], []), ('%mem', ["= the allocator's"], []), ('%transfers', ['from to times bytes'], []),
    ('%timeline', ['from the first to the last'], []), ('a = nd.ones(3, ctx=gpu(0))\nb = a.copyto(gpu(1)) * 2\n%blame a b', ['moved gpu(0) → gpu(1)', 'their paths split after'], []),
    ('%dry a + b', ['would raise', 'dry run: nothing has changed'], []), ('%watch on', ['the devices are watched', 'gpu(0)'], []), ('%free', ['%free'], []),
]
PLAIN = ['1', '"text"', '[1, 2, 3]', '[]', '()', '{}', '[ones(2), 3]', 'object', 'torch.Tensor', 'np.float32(3)', 'torch.Size([2])', 'range(3)', 'len', 'lambda: 1', 'np.dtype("int8")', 'nn']


def pages(tally):
    for language in ('en', 'zh'):
        played = play(tally, [cell for cell, _, _ in CASES], language)
        for (cell, said, unsaid), events in zip(CASES, played or []):
            what = f'{cell.splitlines()[-1]} ({language})'
            text = shown(events, 'text/html')
            plain = shown(events)
            formats = [event['data'] for event in events if 'data' in event]
            tally.check(text and plain and all(next(iter(data)) == 'text/plain' for data in formats), f'{what}: text first, and HTML', str(events)[:600])
            if not text:
                continue
            sound(tally, what, text, drawn='%timeline' in cell or '%blame' in cell)
            if language == 'en':
                found = words_of(text)
                tally.check(all(' '.join(each.split()) in found for each in said) and not any(each in found for each in unsaid), what, f'{said} {unsaid}\n{found[:1500]}')
        if language == 'zh' and played:
            tally.check('等待确定形状' in shown(played[16], 'text/html') and 'waits' not in shown(played[16], 'text/html'), 'a Chinese page', shown(played[16], 'text/html')[:800])
    left = play_cells(["from tqdm import tqdm\nb = tqdm(total=3); b.update(1)", "class D:\n    def __del__(self):\n        import json, math\nd = D()"], ['--front', 'jupyter'])
    tally.check(len(left) == 2, 'what is left at the end may import, or not, but the end is well', str(left[-1:])[:500])
    for events in play(tally, ['torch.nn.Sequential(torch.nn.Sequential(torch.nn.Sequential(torch.nn.Linear(1, 1))))']) or []:     # (words_of has blanks of all kinds as one)
        names = [next(row.itertext()) for row in tree.fromstring(shown(events, 'text/html')).iter('tr')][1:]
        tally.check(names == ['0', '\u00a0\u00a00', '\u00a0\u00a0\u00a0\u00a00'], 'a layer stands two blanks behind the one it is in', names)
    for cell, events in zip(PLAIN, play(tally, PLAIN) or []):
        tally.check(not shown(events, 'text/html') and shown(events), f'{cell}: its text says all', str(events)[:500])
    events = play_cells([FIRST, 'ones(2)', 'nn.Dense(2)'], ['--front', 'terminal'])
    tally.check(not any(shown(each, 'text/html') for each in events), 'a terminal needs no pages', str(events)[:500])


def strange(tally):
    cells = [
        'evil = "<script>alert(1)</script>&\\"\\u202e\\x1b[31m\\x00]]>"\n{evil: torch.ones(2), 3: torch.ones(1)}',
        'class M(torch.nn.Module):\n    pass\nm = M()\nm.add_module("a<b>&\\u2066", torch.nn.Linear(1, 1))\nM.__name__ = "<i>\\u202e"\nm',
        'from mxnet.gluon import Parameter\np = Parameter("<w>&\\u202e", shape=(2, 0), allow_deferred_init=True)\np',
        '名字 = ones(2, ctx=gpu(1))  # <b>\u202e&</b>\n%where', '%blame 名字', '%timeline', '%mem', '%transfers',
        'class R:\n    def _repr_html_(self): return "<i>mine</i>"\nR()',
        'class G:\n    def __getattr__(self, name): raise RuntimeError(name)\n    def __repr__(self): return "G"\nG()',
        'class L(list): pass\nL([ones(1)])',
        'class Looks:\n    _parameters = _modules = _children = _reg_params = None\nk = Looks()\nk.__dict__.update(_parameters={"a": object()}, _modules={"b": 3})\nk',
        'x = torch.nn.Sequential()\nx.add_module("me", torch.nn.Linear(1, 1))\nx._modules["loop"] = x\n"made"', 'from perch.views.rich import html\nlen(html(x, "text")) > 100',
        '%reset -f', '%lsmagic', 'def f(x): return x\n%edit f', '%edit new.py', 'import seaborn',
        'from tqdm import tqdm\nfor i in tqdm(range(3), desc="<b>\\u202e"): pass',
    ]
    played = play(tally, cells)
    for cell, events in zip(cells, played or []):
        what = cell.splitlines()[-1][:60]
        text = shown(events, 'text/html')
        if text and 'R()' not in cell:
            sound(tally, what, text, drawn='%' in cell)
            tally.check('<script' not in text and '<i>' not in text and '&lt;' in text + '&lt;' * ('<' not in cell), f'{what}: escaped', text[:500])
    if played:
        tally.check('\\u202e' in shown(played[1], 'text/html') and '\\u2066' in shown(played[1], 'text/html'), 'what turns text around is shown as it is written', shown(played[1], 'text/html')[:500])
        tally.check(shown(played[8], 'text/html') == '<i>mine</i>', "a class's own HTML is taken", str(played[8]))
        tally.check(shown(played[9]) == 'G', 'a class that fails at every name has its text', str(played[9]))
        tally.check(shown(played[13]) == 'True', 'a network in itself', str(played[13])[:600])
        tally.check('%timeline' in shown(played[15]), 'magics are listed, also after one that has a module of their name', str(played[15])[:300])
        below = [event.get('text', '') for events in played[16:18] for event in events if event['event'] == 'next_input']
        tally.check(below == ['def f(x): return x\n', '%%writefile new.py\n'], '%edit puts the text into a cell below', str(played[16:18])[:600])
        tally.check('stands on pandas' in str(played[18]), 'what is absent says so', str(played[18])[:400])


def late(tally):
    """What fails while a value is put into words is the error of the cell."""
    cells = ['class E:\n    def __repr__(self): raise KeyError("mine")\nE()', 'class N(torch.nn.Module):\n    def __repr__(self): raise ValueError("net")\nN()', '[E(), ones(1)]', 'from IPython.display import display\ndisplay(E())',
             'i = torch.tensor([9], device="cuda:0")\ntorch.ones(3, device="cuda:0")[i]', '1 + 1', 'ones(2)']
    played = play(tally, cells)
    for cell, want, events in zip(cells, ('KeyError', 'ValueError', 'KeyError', 'KeyError', 'Error', '2', '2'), played or []):
        errors = [event for event in events if event['event'] == 'error']
        last = cell.splitlines()[-1]
        if want.endswith('Error'):
            tally.check(len(errors) == 1 and want in errors[0]['name'] and not shown(events, 'text/html'), f'{last}: the error is the cell\'s', str(events)[:800])
        else:
            tally.check(not errors and want in shown(events), f'{last}: and the next cell runs', str(events)[:500])


def sizes(tally):
    limit = 50 * slowness()
    cells = ['import time\nfrom perch.views.rich import html\ndef took(x):\n    html(x, repr(x))\n    t = time.process_time()\n    page = html(x, repr(x))\n    return (time.process_time() - t) * 1000, len(page)',
             'took(nd.zeros((10**8,), ctx=gpu(0)))', 'took(torch.zeros(10**4, 10**4))', 'took(np.zeros((100, 10, 10, 10, 100), "int8"))', 'took([nd.zeros((1000,)) for i in range(1000)])',
             'net = nn.HybridSequential()\nfor i in range(1000): net.add(nn.Dense(4, in_units=4))\nnet.initialize()\ntook(net)', 'took(net.collect_params())',
             'from mxnet.gluon.model_zoo import vision\nnet = vision.resnet50_v1()\nnet.initialize(ctx=[gpu(0), gpu(1)])\ntook(net)', 'html({str(i): torch.ones(1) for i in range(5000)}, "text")']
    most = {1: 2_000, 2: 2_000, 3: 100_000, 4: 400_000, 5: 500_000, 6: 1_200_000, 7: 120_000}
    played = play(tally, cells)
    for i, size in most.items():
        if not played:
            return
        found = re.match(r'\(([\d.e-]+), (\d+)\)', shown(played[i]))
        ok = found and float(found[1]) < (limit if i < 4 else 40 * limit) and int(found[2]) < size
        tally.check(ok, f'{cells[i].splitlines()[-1]}: soon made, and small', shown(played[i])[:300])
    tally.check(played and shown(played[8]) == '', 'a dict of thousands has its text alone', shown(played[8])[:200] if played else '')


def colours(tally):
    """Letters on a device's colour, and the colour on a white and on a black page; the tones of an error on both of its grounds."""
    sys.modules['perch'] = types.ModuleType('perch')
    for name in ('mistakes', 'mistakes.draw', 'language', 'words'):
        sys.modules[f'perch.{name}'] = types.ModuleType(name)
    sys.modules['perch.mistakes.draw'].pad = sys.modules['perch.mistakes.draw'].width = None
    sys.modules['_tensor'] = types.SimpleNamespace(visible=lambda text, lines=False: text)
    spec = importlib.util.spec_from_file_location('paint', os.path.join(ROOT, 'src', 'perch', 'views', 'paint.py'))
    paint = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(paint)

    def light(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        return sum(w * (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4) for w, v in zip((0.2126, 0.7152, 0.0722), parts))

    def contrast(one, two):
        a, b = sorted((light(one), light(two)))
        return (b + 0.05) / (a + 0.05)

    for shade in (*paint.GPU_SHADES, paint.CPU_SHADE, paint.WAIT_SHADE):
        tally.check(contrast(shade, '#ffffff') >= 4.5 and contrast(shade, '#111111') >= 3, f'{shade} on light and dark', f'{contrast(shade, "#ffffff"):.2f} {contrast(shade, "#111111"):.2f}')
    book = open(os.path.join(ROOT, 'src', 'perch', '_book.py'), encoding='utf-8').read()
    schemes = [dict(re.findall(r'--(\w+): (#\w{6})', block)) for block in re.findall(r':root \{(.*?)\}', book)]
    tally.check([sorted(scheme) for scheme in schemes] == [sorted('ink dim page box line link bad good'.split())] * 2, "the book's colours, light and dark", schemes)
    for scheme in schemes:
        for ink, ground in [(ink, 'page') for ink in ('ink', 'dim', 'link')] + [(ink, 'box') for ink in ('ink', 'bad', 'good')]:
            tally.check(contrast(scheme[ink], scheme[ground]) >= 4.5, f'the book: {ink} on {ground}', f'{scheme[ink]} on {scheme[ground]}: {contrast(scheme[ink], scheme[ground]):.2f}')
    paints = open(spec.origin, encoding='utf-8').read()
    alone = dict(re.findall(r"\.perch-(ground|ink)\{fill:(#\w{6})\}", paints.partition('@media')[0])), dict(re.findall(r"\.perch-(ground|ink)\{fill:(#\w{6})\}", paints.partition('@media')[2]))
    for drawn in alone:
        tally.check(contrast(drawn['ink'], drawn['ground']) >= 4.5, 'a drawing that stands alone', str(drawn))
    share = float(re.search(r"FAINT = 'opacity:([.\d]+)'", paints)[1])
    for letters, ground in (((33, 33, 33), (255, 255, 255)), ((33, 33, 33), (253, 224, 221)), ((255, 255, 255), (17, 17, 17)), ((255, 255, 255), (81, 31, 27))):       # JupyterLab's: pages and errors, light and dark
        faint = '#' + ''.join(f'{round(share * a + (1 - share) * b):02x}' for a, b in zip(letters, ground))
        on = '#' + ''.join(f'{v:02x}' for v in ground)
        tally.check(contrast(faint, on) >= 4.5, f'faint words on {on}', f'{faint}: {contrast(faint, on):.2f}')
    source = open(os.path.join(ROOT, 'src', 'session', 'colour.c')).read()
    plates = ['#' + ''.join(f'{int(v):02x}' for v in rgb) for rgb in re.findall(r'PLATE\((\d+), (\d+), (\d+)\)', source)]
    tally.check(len(plates) == 7 and set(plates) == {*paint.GPU_SHADES, paint.WAIT_SHADE}, 'errors and tables have the same tones', plates)
    # ground and letters of errors on JupyterLab's pages: what has no plate has the page's letters
    page = source[source.index('page_ansi'):]
    tally.check(not re.search(r'"\\x1b\[[0-9;]*m"', page.replace('"\\x1b[1m"', '').split('static const ErrorColours terminal')[0]), 'no other colours on a page')


def main():
    tally = Tally('rich')
    for part in (pages, strange, late, sizes, colours):
        part(tally)
    tally.close()


if __name__ == '__main__':
    main()
