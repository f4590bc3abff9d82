#!/usr/bin/env python3
"""run_views.py: the views of a session: where things live, the memory's ledger (it closes after random programs), transfers, the timeline, blame,
dry runs (they tell what then happens, and change nothing), repairs (each works), nvidia-smi; both columns of every table of sentences.

PERCH_EVENTS names the program session-events (default: build/tests/session-events). --seed N, --count N: other random programs.
"""
import argparse
import importlib.util
import json
import os
import random
import re
import string
import subprocess
import sys
import tempfile
import types
import unicodedata
import xml.dom.minidom

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ROOT, Tally, plain_environment, slowness  # noqa: E402
from reads import reads  # noqa: E402
from said import said  # noqa: E402
from strangers import strangers  # noqa: E402
from unseen import unseen  # noqa: E402
import sentences  # noqa: E402

EVENTS = os.environ.get('PERCH_EVENTS', os.path.join(ROOT, 'build', 'tests', 'session-events'))


def play(cells, options=(), gpus='sim:2', mark='# %%', **more):
    """The events of each cell: a list of lists; the last one is ['died', …] if the program did not end well."""
    text = ''.join(f'{mark}\nprint("-- {i} --")\n# %%{" " + cell[0] if isinstance(cell, tuple) else ""}\n{cell[1] if isinstance(cell, tuple) else cell}\n' for i, cell in enumerate(cells))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cells')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        env = plain_environment()
        env.update({'PERCH_GPUS': gpus, 'LANG': 'C.UTF-8', 'PERCH_NOTES': '0', **more})
        done = subprocess.run([EVENTS, *options, path], capture_output=True, cwd=folder, env=env, timeout=240 * slowness())
        left = sorted(os.listdir(folder))
    out = []
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        event = json.loads(line)
        found = event['event'] == 'stream' and re.match(r'-- (\d+) --\n', event['text'])
        if found:
            out.append([])
            event['text'] = event['text'][found.end():]
            if not event['text']:
                continue
        if out and event['event'] not in ('done', 'closed'):
            out[-1].append(event)
    if done.returncode or b'ERROR: ' in done.stderr or b'live at exit' in done.stderr or b'runtime error' in done.stderr:
        out.append(['died', done.returncode, done.stderr.decode('utf-8', 'replace')[-3000:]])
    if left != ['cells']:
        out.append(['died', 'files were left', left])
    return out


def shown(events, kind='text/plain'):
    """What a cell displayed, printed and gave, as one text."""
    out = []
    for event in events:
        if event == 'died' or not isinstance(event, dict):
            continue
        if event['event'] in ('display', 'result', 'dry') and 'data' in event:
            out.append(event['data'].get(kind, ''))
        elif event['event'] == 'stream' and kind == 'text/plain':
            out.append(event['text'])
        elif event['event'] == 'error' and kind == 'text/plain':
            out.append(event['name'] + ': ' + event['value'])
    return '\n'.join(out)


def whole(tally, name, played, cells):
    tally.check(len(played) == len(cells), name, json.dumps(played[-2:], ensure_ascii=False)[-3000:])
    return len(played) == len(cells)


# ---- the tables of sentences ----

def load(path, name):
    """A table's module, read by this Python."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(ROOT, path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fields(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def chinese(text):
    return any('\u4e00' <= char <= '\u9fff' for char in text)


SAME = {'at colon', 'verb at', 'fix row', 'comma', 'list'}       # marks alone


def tables(tally):
    package = types.ModuleType('perch')
    package.__path__ = [os.path.join(ROOT, 'src/perch')]
    sys.modules['perch'] = package
    for path, words in (('src/perch/words.py', 'say'), ('src/perch/views/words.py', 'words')):
        table = load(path, path).TABLE
        for key, row in table.items():
            right = len(row) == 2 and all(isinstance(text, str) and text for text in row)
            tally.check(right and (chinese(row[1]) or key in SAME) and not chinese(row[0]), f'{path}: {key}: two columns', repr(row))
            first, second = (set(fields(row[0].partition('|')[0])), set(fields(row[1].partition('|')[0])))
            tally.check(first == second and all(set(fields(part)) <= first for part in row[0].split('|')), f'{path}: {key}: the same placeholders', repr(row))
        used = {}
        for folder in ('src/perch', 'src/perch/views', 'src/perch/magics'):
            for name in sorted(os.listdir(os.path.join(ROOT, folder))):
                if name.endswith('.py') and name != 'words.py':
                    source = open(os.path.join(ROOT, folder, name), encoding='utf-8').read()
                    tally.check(not re.search(r"(?<!['\"])['\"](?:note|hint|fix): ", source), f'{name}: its sentences stand in a table', str(re.findall(r"f?['\"](?:note|hint|fix): .*", source)))
                    for match in re.finditer(rf"\b{words}(?:\.count)?\(\s*['\"]([^'\"]+)['\"]\s*[,)]", source):
                        used.setdefault(match.group(1), name)
        for key, name in used.items():
            if name not in ('language.py',):
                tally.check(key in table, f'{name}: the sentence {key!r} stands in {path}', '')
    every = {}
    for path in ('src/perch/words.py', 'src/perch/views/words.py'):
        for key, row in load(path, path).TABLE.items():
            every[key if key not in every else key + ' (view)'] = row
    sentences.check(tally, play, {**every, **sentences.messages(os.path.join(ROOT, 'src/session/messages.def'))})
    english, second = load('src/perch/pages.py', 'pages').PAGES, load('src/perch/pages_zh.py', 'pages_zh').PAGES
    tally.check(set(english) == set(second), 'pages: the same codes in both languages', str(set(english) ^ set(second)))
    for code, row in second.items():
        tally.check(len(row) == 4 and all(text and (chinese(text) or not re.search(r'[a-z]{3,} [a-z]{3,}', text)) for text in row), f'pages: {code} in Chinese', repr(row))


# ---- memory: the ledger closes ----

CLOSES = '''from perch.views.mem import mem as _mem_of
_m = _mem_of()
for _d in _m.devices:
    print(_d.device, _d.closes, _d.sum == _d.counted, sum(_s.bytes for _s in _d.shares if _s.kind == 'unknown'), [(_s.kind, _s.name) for _s in _d.shares if _s.kind == 'unknown'])
del _m, _d
'''


def random_program(rng):
    """Cells that make, keep, move, drop and fail."""
    cells, names, count = ['import torch, mxnet as mx\nfrom mxnet import autograd, gluon\nkeep = []\nbox = {}'], [], 0

    def fresh():
        nonlocal count
        count += 1
        names.append(f'v{count}')
        return names[-1]

    def place():
        return rng.choice(['gpu(0)', 'gpu(1)', 'cpu()'])

    def size():
        return rng.choice(['(2, 3)', '(1,)', '(64, 64)', '(700, 900)', '(1500, 1500)', '(3, 4, 5)', '(0, 3)'])

    for _ in range(rng.randrange(6, 14)):
        lines = []
        for _ in range(rng.randrange(1, 4)):
            kind = rng.randrange(16)
            if kind < 4 or not names:
                lines.append(f'{fresh()} = nd.ones({size()}, ctx={place()})')
            elif kind == 4:
                lines.append(f"{fresh()} = torch.ones{size()}.to('cuda:{rng.randrange(2)}').requires_grad_()")
            elif kind == 5:
                old = rng.choice(names)
                lines.append(f'{fresh()} = {old} * 2 if {old!r} in dir() else None')
            elif kind == 6:
                lines.append(f'keep.append(nd.ones({size()}, ctx={place()}))')
            elif kind == 7:
                lines.append(f'box[{rng.randrange(3)}] = [nd.ones({size()}, ctx={place()}) for _i in range(3)]')
            elif kind == 8:
                old = rng.choice(names)
                lines.append(f'try:\n    del {old}\nexcept NameError:\n    pass')
            elif kind == 9:
                lines.append(f'def _make():\n    inner = nd.ones({size()}, ctx={place()})\n    return lambda: inner\n{fresh()} = _make()')
            elif kind == 10:
                lines.append(f"{fresh()} = torch.nn.Linear(30, 40).to('cuda:{rng.randrange(2)}')\n{fresh()} = ({names[-2] if len(names) > 1 else names[-1]}(torch.ones(5, 30, device=next({names[-2]}.parameters()).device)) ** 2).sum()")
            elif kind == 11:
                lines.append(f'{fresh()} = nd.ones({size()}, ctx={place()})\n{names[-1]}.attach_grad()\nwith autograd.record():\n    {fresh()} = {names[-2]} * {names[-2]}')
            elif kind == 12:
                lines.append(f'class _Node: pass\n_n = _Node()\n_n.me = _n\n_n.t = nd.ones({size()}, ctx={place()})\n_n = None')
            elif kind == 13:
                lines.append(f'def _fails(a):\n    local = a + 1\n    return local + nd.ones((7, 11), ctx=gpu(1))\n_fails(nd.ones((700, 300), ctx=gpu(0)))')
                break
            elif kind == 14:
                lines.append(f'def _gen():\n    held = nd.ones({size()}, ctx={place()})\n    yield 1\n    yield held\n{fresh()} = _gen()\nnext({names[-1]})')
            else:
                lines.append(f'nd.ones({size()}, ctx={place()}) + 1')
        cells += ['\n'.join(lines), CLOSES]
    return cells


def memory(tally, rng, count):
    for i in range(count):
        cells = random_program(rng)
        played = play(cells)
        if not whole(tally, f'memory: program {i} ends', played, cells):
            continue
        for k, cell in enumerate(cells):
            if cell == CLOSES:
                lines = shown(played[k]).strip().split('\n')
                right = lines and all(re.fullmatch(r'-?\d True True 0 \[\]', line) for line in lines)
                tally.check(right, f'memory: program {i}: the ledger closes behind cell {k - 1}', '\n'.join([*cells[:k], '----', *lines]))


def memory_views(tally):
    cells = ['a = nd.ones((512, 512), ctx=gpu(0))\nb = [nd.ones((256, 256), ctx=gpu(1))]\na * 2', '%mem', 'def f(u):\n    tmp = u * 3\n    return tmp + b[0]\nf(a)', '%mem', '%free',
             '%free traceback', '%mem', '%free out', '%free a', '%free cache', 'import _tensor; _tensor.memory(0)["reserved"], _tensor.memory(1)["allocated"]', '%free nothing_here', '%free all', '%devices']
    played = play(cells)
    if not whole(tally, 'memory views', played, cells):
        return
    text = [shown(events) for events in played]
    tally.check(re.search(r'^a .*512x512 float32 +1 MiB', text[1], re.M) and re.search(r'^b .*list, 1 tensor +256 KiB', text[1], re.M) and 'Out[' in text[1], '%mem names what holds', text[1])
    tally.check('traceback' in text[3] and 'traceback' not in text[1], '%mem knows the traceback of an error', text[3])
    tally.check('%free traceback' in text[4] and '%free out' in text[4] and '%free a ' in text[4] and '%free b ' in text[4], '%free lists what helps', text[4])
    tally.check(text[5].startswith('freed: gpu(0) 1 MiB'), '%free traceback frees it', text[5])
    tally.check('traceback' not in text[6], 'and then it is gone', text[6])
    tally.check(text[7].startswith('freed: gpu(0) 1 MiB') and text[8].startswith('freed: gpu(0) 1 MiB'), '%free out, %free NAME', text[7] + text[8])
    tally.check(text[10] == '(0, 262144)', '%free cache gives whole segments back', text[10])
    tally.check('there is no name nothing_here' in text[11], '%free of nothing says so', text[11])
    heads = text[13].strip().split('\n')[0].split()
    tally.check('link' in heads and 'in' in heads and not {'peak', 'cached', 'calls'} & set(heads), '%devices in 80 columns leaves out what %mem says', text[13])
    empty = play(['e = nd.zeros((0,))', '%free'])
    tally.check(len(empty) == 2 and shown(empty[1]).strip() == 'nothing to free: no device holds anything', 'an array of no bytes holds nothing', str(empty[1:])[:500])
    for events, cell in zip(played, cells):
        for html in filter(None, [shown(events, 'text/html')]):
            try:
                xml.dom.minidom.parseString('<r>' + html.replace('&nbsp;', ' ') + '</r>')
            except Exception as error:
                tally.check(False, f'HTML of {cell}', f'{error}: {html[:500]}')


# ---- where, transfers, timeline, blame ----

def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)


def places(tally):
    cells = ['x = nd.ones((2, 3), ctx=gpu(0))\n数据 = x.copyto(gpu(1))\nfrom mxnet import gluon\nnet = gluon.nn.Dense(4, in_units=3)\nnet.initialize(ctx=[gpu(0), gpu(1)])\ntwo = [x, 数据]\nn = 3',
             '%where', '%where net', '%where -a', '%where missing', '%where two[1]']
    for language in ('en', 'zh'):
        played = play(cells, ['--lang', language])
        if not whole(tally, f'where ({language})', played, cells):
            continue
        text = [shown(events) for events in played]
        rows = [line for line in text[1].split('\n') if re.match(r'(x|数据|net|two) ', line)]
        tally.check(len(rows) == 4 and not re.search(r'^n ', text[1], re.M), f'%where has the names that live on a device ({language})', text[1])
        starts = {columns(line[:re.search(r'In\[\d+\]:', line).start()]) for line in rows}
        tally.check(len(starts) == 1, f'columns stand below each other ({language})', text[1])
        tally.check(all(columns(line) <= 80 for line in text[1].split('\n')), f'no line is wider than the terminal ({language})', text[1])
        tally.check('gpu(0), gpu(1)' in text[1] and len(re.findall(r'^  dense\d+_(?:weight|bias) ', text[2], re.M)) == 2, f'a network unfolds ({language})', text[2])
        tally.check('missing' in text[4] and 'UsageError' in text[4], f'a name that is not there ({language})', text[4])
        tally.check('gpu(1)' in text[5], f'an expression ({language})', text[5])


def transfers(tally):
    cells = ['x = nd.ones((100,), ctx=gpu(0))', 'y = x.copyto(gpu(1))', 'z = x.copyto(gpu(1))', 'x += 1', 'w = x.copyto(gpu(1))', 'b = w.copyto(gpu(0))', 'v = x.asnumpy()', 'u = x.asnumpy()',
             'from perch.views.transfers import transfers as t\n[(m.source, m.target, m.bytes, m.avoidable, m.line[0]) for m in t()]', '%transfers', '%transfers off', '%transfers', '%transfers on',
             'q = x.copyto(gpu(1))\n[(m.source, m.target, m.avoidable) for m in t()]']
    played = play(cells)
    if not whole(tally, 'transfers', played, cells):
        return
    rows = shown(played[8])
    want = [(0, 1, 400, None), (0, 1, 400, 'again'), (0, 1, 400, None), (1, 0, 400, 'back'), (0, -1, 400, None), (0, -1, 400, 'again')]
    got = eval(rows)
    tally.check([row[:4] for row in got] == want and got[1][4].startswith('In['), 'what moved, and what was avoidable', rows)
    tally.check('again: ' in shown(played[9]) and '\n6 transfers, 2400 bytes, ' in shown(played[9]) and 'avoidable: 3 of them' in shown(played[9]), '%transfers tells it', shown(played[9]))
    tally.check('recording is off' in shown(played[11]) and shown(played[13]).endswith("[(0, 1, None)]"), 'recording off and on', shown(played[11]) + shown(played[13]))


def timeline(tally):
    cells = ['%timeline', 'import mxnet as mx\na = nd.ones((600, 600), ctx=gpu(0))\nb = nd.ones((600, 600), ctx=gpu(1))\nfor i in range(6):\n    a = nd.dot(a, a) * 0.001\n    b = nd.dot(b, b) * 0.001\nmx.nd.waitall()\nc = nd.ones((3,))\nfor i in range(3000): c = c + 1',
             '%timeline', '%timeline --svg t.svg --trace t.json', 'import os\nprint(open("t.svg").read())\nos.remove("t.svg")', 'print(open("t.json").read())\nos.remove("t.json")', '%timeline 999',
             'from perch.views.timeline import timeline as t\nv = t()\nprint(v.overlap > 0, [l.kind for l in v.lanes], all(s >= 0 and b >= a for l in v.lanes for a, b in l.spans for s in [l.busy]))']
    for clock in ('', 'model'):
        played = play(cells, PERCH_CLOCK=clock)
        if not whole(tally, 'timeline', played, cells):
            return
        tally.check('nothing has run yet' in shown(played[0]) and 'nothing has run yet' in shown(played[6]), 'a timeline of nothing', shown(played[0]))
        text = shown(played[2])
        tally.check(re.search(r'^gpu\(0\)  .*[█▇▆▅▄▃▂▁]', text, re.M) and 'two or more devices at once' in text and '3000 × add' in text, 'lanes, overlap, calls put together', text)
        tally.check(all(columns(line) <= 80 for line in text.split('\n')), 'a timeline fits the terminal', text)
        for source, name in ((shown(played[2], 'image/svg+xml'), 'of the notebook'), (shown(played[4]), 'of the file')):
            try:
                xml.dom.minidom.parseString(source)
                tally.check('class="perch-ground"' in source, f'the drawing {name} has a ground of its own', '')
            except Exception as error:
                tally.check(False, f'the drawing {name} is XML', f'{error}: {source[:300]}')
        try:
            events = json.loads(shown(played[5]))['traceEvents']
            tally.check(sum(e['ph'] == 'X' for e in events) >= 10 and all(e['dur'] >= 0 and e['ts'] >= 0 for e in events if e['ph'] == 'X'), "Chrome's trace", str(events)[:300])
        except Exception as error:
            tally.check(False, "Chrome's trace is JSON", f'{error}: {shown(played[5])[:300]}')
        tally.check(shown(played[7]).startswith("True ['call', 'call', 'call'"), 'lanes as data', shown(played[7]))
    one, two = (shown(play(cells[:3], PERCH_CLOCK='model')[2]) for _ in range(2))
    tally.check(one == two and 'all times come from a model' in one, 'with a modelled clock two runs look alike', one + '\n----\n' + two)


def blame(tally):
    cells = ['x = nd.ones((2, 3), ctx=gpu(0))\nw = x * 2', 'y = w.copyto(gpu(1))', 'y += 1', 'w + y', '%blame', '%blame y', '%blame nothing_here', 'n = 3', '%blame n', '1 / 0', '%blame']
    played = play(cells)
    if not whole(tally, 'blame', played, cells):
        return
    text = [shown(events) for events in played]
    tally.check('their paths split after In[' in text[4] and 'w = x * 2' in text[4].split('split')[1], 'where two operands parted', text[4])
    tally.check(re.search(r'changed in place by add.*\n +moved gpu\(0\) → gpu\(1\).*\n +w: computed by multiply from x.*\n +x: made by full', text[5]), "a value's life", text[5])
    tally.check('UsageError' in text[6] and 'no tensor' in text[8] and 'no placement error' in text[10], 'what has no life', '\n'.join(text[6:]))


# ---- dry runs ----

STATE = '''import _tensor as _t, random as _r, numpy as _np
print(sorted((k, id(v)) for k, v in globals().items() if not k.startswith('_')), [_t.memory(0), _t.memory(1), _t.memory(-1)['allocated']], len(_t.storages()), _r.getstate()[1][:5], _np.random.get_state()[1][:5].tolist(), _t.ledger_ends())
'''
DRAWS = 'import random, numpy, torch\nprint(random.random(), numpy.random.rand(), torch.rand(1).item(), nd.random.uniform(shape=(1,)).asscalar(), nd.random.uniform(shape=(1,), ctx=gpu(0)).asscalar())'
SETUP = '''import os, time, sys, torch, numpy, random
random.seed(1); numpy.random.seed(1); torch.manual_seed(1)
x = nd.ones((2, 3), ctx=gpu(0))
y = nd.ones((2, 3), ctx=gpu(1))
t = torch.ones(3)
g = torch.ones(2, 2, requires_grad=True)
net = torch.nn.Linear(3, 4).to('cuda:1')
def spend(): raise ValueError('spent')
handle = open(os.devnull, 'w')
'''
LINES = [           # (line, what the answer holds)
    ('x + 1', 'gives  2x3 float32, on gpu(0)'),
    ('x + y', 'would raise  MXNetError: Check failed'),
    ('z = x.copyto(gpu(1)) + y', '24 bytes, gpu(0) → gpu(1)'),
    ('del x', 'deletes x'),
    ('x += 5', 'sets x'),
    ('nd.ones((100000, 100000), ctx=gpu(0))', 'would raise'),
    ('net(torch.ones(5, 3, device="cuda:1"))', '5x4 float32'),
    ('(g * 2).sum().backward()', 'dry run: nothing has changed'),
    ('[nd.ones((2,), ctx=gpu(i)) for i in range(2)]', 'list: '),
    ('torch.rand(3); random.random(); numpy.random.rand(2)', 'gives  2 float64, on cpu'),
    ('print("hello", x.shape)', 'would print  hello (2, 3)'),
    ('print(x)', 'the value of a tensor'),
    ('1 if t.sum() > 2 else 0', 'the value of a tensor'),
    ('x[x > 0]', 'dry run'),
    ('t[t > 0]', 'the value of a tensor'),
    ('float(t[0])', 'the value of a tensor'),
    ('try:\n    v = t[0].item()\nexcept Exception:\n    v = 0', 'the value of a tensor'),
    ('open("never", "w")', 'it would write the file never'),
    ('os.mkdir("never")', 'it would change files or folders (never)'),
    ('os.remove("cells")', 'it would change files or folders (cells)'),
    ('os.rename("cells", "other")', 'it would change files or folders'),
    ('os.system("touch never")', 'it would start a process'),
    ('!touch never', 'it would start a process'),
    ('import subprocess; subprocess.run(["touch", "never"])', 'it would start a process'),
    ('os.fork()', 'it would start a process'),
    ('os.kill(os.getppid(), 9)', 'it would send a signal'),
    ('input("name? ")', 'it would wait for input'),
    ('sys.stdin.readline()', 'it would wait for input'),
    ('nd.save("never", [x])', 'it would write the file never'),
    ('torch.save(t, "never")', 'it would write the file never'),
    ('numpy.save("never.npy", numpy.ones(3))', 'it would write the file never.npy'),
    ('handle.write("x" * 100)', 'it would write'),
    ('time.sleep(1000); x', 'gives  2x3 float32'),
    ('1/0', 'would raise  ZeroDivisionError: division by zero'),
    ('spend()', 'would raise  ValueError: spent'),
    ('exit()', 'would raise  SystemExit'),
    ('x +', 'would raise  SyntaxError'),
    ('os._exit(0)', 'the trial ended by itself'),
    ('import ctypes_does_not_exist', 'would raise  ModuleNotFoundError'),
    ('%where', 'dry run'),
]


def dry(tally):
    cells = [SETUP, STATE]
    for line, _ in LINES:
        cells += [('dry', line)]
    cells += [STATE, '%dry x + 1', DRAWS, 'x + 0']
    played = play(cells)
    if not whole(tally, 'dry runs', played, cells):
        return
    for (line, want), events in zip(LINES, played[2:]):
        tally.check(want in shown(events), f'dry: {line}', shown(events))
    endless = play(['1', ('dry', 'while True: pass'), '40 + 2'], PERCH_PATIENCE='0.2')
    tally.check('it did not end within 1 seconds' in shown(endless[1]) and shown(endless[2]) == '42', 'dry: while True: pass', shown(endless[1]) + shown(endless[2]))
    before, after = shown(played[1]), shown(played[2 + len(LINES)])
    tally.check(before == after and before, 'dry runs change nothing: names, memory, random streams, the ledger', before + '\n----\n' + after)
    tally.check('2x3 float32' in shown(played[3 + len(LINES)]), '%dry', shown(played[3 + len(LINES)]))
    without = play([SETUP, STATE, STATE, DRAWS])
    tally.check(shown(without[3]) == shown(played[4 + len(LINES)]), 'random numbers after dry runs are those without', shown(without[3]) + shown(played[4 + len(LINES)]))


def random_line(rng):
    a, b = rng.choice(['a', 'b', 'c', 'd', 't', 'u', 'v']), rng.choice(['a', 'b', 'c', 'd', 't', 'u', 'v'])
    return rng.choice([f'{a} + {b}', f'{a} * 2', f'{a}.sum()', f'{a}.reshape((3, 2))', f'{a}.T', f'{a} - {a}', f'{a}.mean(axis=1)', f'{a}[0]', f'{a}[5]', f'({a} + 1) * {b}', f'{a}.sum(axis=7)',
                       f'nd.dot({a}, {b})', f'{a}.astype("float16")', f'torch.cat([{a}, {b}])', f'{a}.to("cuda:1")', f'{a}.copyto(gpu(1))', f'nd.concat({a}, {b}, dim=0)', f'{a} @ {b}'])


def dry_tells(tally, rng, count):
    """What a dry run says is what then happens."""
    names = "import torch\na = nd.ones((2, 3), ctx=gpu(0)); b = nd.ones((2, 3), ctx=gpu(1)); c = nd.ones((3, 4)); d = nd.ones((3, 2), ctx=gpu(0))\nt = torch.ones(2, 3); u = torch.ones(2, 3, device='cuda:0'); v = torch.ones(3, 2, device='cuda:1')"
    ask = '''from perch.views.dry import describe as _describe, trial as _trial
_line = {line!r}
_told = _trial(_line)
try:
    _value = eval(_line)
    _real = _describe(_value, False), None
except Exception as _e:
    _real = None, type(_e).__name__ + ': ' + str(_e)
print(_told.refused is None and (_told.gives[0] == _real[0] if _real[1] is None and _told.gives else _told.error is not None and _real[1] is not None and _told.error.startswith(_real[1])), _told.refused, _told.gives, _told.error, _real)
'''
    lines = [random_line(rng) for _ in range(count)]
    cells = [names] + [ask.format(line=line) for line in lines]
    played = play(cells)
    if whole(tally, 'dry runs tell what then happens', played, cells):
        for line, events in zip(lines, played[1:]):
            tally.check(shown(events).startswith('True '), f'dry run and run of {line}', shown(events))


def dry_steps(tally):
    """A step of every optimizer, the one that makes its state and the next, whole training steps, and what comes of a dry step for the true one."""
    torch_names = ['Adam', 'AdamW', 'Adamax', 'NAdam', 'RAdam', 'SGD', 'RMSprop', 'Adagrad', 'Adadelta', 'Rprop', 'ASGD']
    gluon_names = ['sgd', 'adam', 'rmsprop', 'adagrad', 'adadelta', 'nag', 'ftrl', 'adamax', 'nadam']
    cells = ['''import torch
from mxnet import autograd, gluon
from perch.views.dry import trial
def tell(text):
    r = trial(text)
    print(text, r.refused or r.error or 'well', [name for name, _ in r.sets], bool(r.peaks))
lin = torch.nn.Linear(3, 4).cuda()
lin(torch.ones(2, 3).cuda()).sum().backward()
net = gluon.nn.Dense(4); net.initialize(ctx=gpu(0))
def backward():
    with autograd.record():
        loss = net(nd.ones((2, 3), ctx=gpu(0))).sum()
    loss.backward()
''']
    cells += [f'opt = torch.optim.{name}(lin.parameters(), lr=0.1)\ntell("opt.step()"); opt.step(); tell("opt.step()")' for name in torch_names]
    cells += [f'backward(); opt = gluon.Trainer(net.collect_params(), {name!r})\ntell("opt.step(2)"); opt.step(2); backward(); tell("opt.step(2)")' for name in gluon_names]
    cells += ['opt = torch.optim.Adam(lin.parameters())\nstep = "opt.zero_grad(); out = lin(torch.ones(5, 3).cuda()); out.sum().backward(); opt.step()"\ntell(step); exec(step); print(opt.state_dict()["state"][0]["step"])']
    played = play(cells)
    if not whole(tally, 'dry runs of steps', played, cells):
        return
    for name, events in zip(torch_names + gluon_names, played[1:]):
        lines = shown(events).splitlines()
        tally.check(len(lines) == 2 and all(' well [] ' in line for line in lines), f'dry runs of steps of {name}', shown(events))
    tally.check("well ['out'] True" in shown(played[-1]) and 'tensor(1.)' in shown(played[-1]), 'a dry run of a whole step', shown(played[-1]))


# ---- repairs ----

MISTAKES = [        # (cells before, the cell that fails)
    (['x = nd.ones((2, 3), ctx=gpu(0))\ny = nd.ones((2, 3), ctx=gpu(1))'], 'a = x * 2\nb = a + y\nprint(b.shape)'),
    (['x = nd.ones((2, 3))\ny = nd.ones((2, 3), ctx=gpu(1))'], 'for i in range(3):\n    z = x * y'),
    (["import torch\nnet = torch.nn.Linear(3, 4).to('cuda:0')\nt = torch.ones(2, 3)"], 'out = net(t)\nprint(out.shape)'),
    (['x = nd.ones((2, 3), ctx=gpu(0))\ny = nd.ones((2, 3), ctx=gpu(1))', 'def f(u, v):\n    return u + v'], 'f(x, y)'),
    (['import torch'], 'torch.ones(2, 3) + torch.ones(2)'),
    (['import torch'], "a = torch.ones(2, 3, device='cuda:7')"),
    (["import torch\nu = torch.ones(2, 3, device='cuda:0')"], 'n = u.numpy()'),
    (['import torch\nw = torch.ones(2, requires_grad=True)'], '(w * 2).backward()'),
    (["import torch\nk = torch.ones(2, 3, dtype=torch.int64)\nf = torch.ones(3, 2)"], 'k @ f'),
    (['x = nd.ones((2, 3), ctx=gpu(0))\ny = nd.ones((2, 3), ctx=gpu(1))'], '# a comment\nif True:\n    r = (x +\n         y)\nr.shape'),
]

# (the cell that fails, what its first repair is): under magics, as they were typed
UNDER_MAGICS = [
    ('%time x + y', '%time x.to(y.device) + y'),
    ('%timeit -n 2 -r 1 x + y', '%timeit -n 2 -r 1 x.to(y.device) + y'),
    ('%%time\nz = 1\nx + y\n', '%%time\nz = 1\nx.to(y.device) + y\n'),
    ('%%timeit -n 2 -r 1 z = 2\nx + y\n', '%%timeit -n 2 -r 1 z = 2\nx.to(y.device) + y\n'),
    ('%%capture kept\nz = 1\nx + y\n', '%%capture kept\nz = 1\nx.to(y.device) + y\n'),
    ('%pwd\nfiles = !echo a\nz = x + y', '%pwd\nfiles = !echo a\nz = x.to(y.device) + y'),
]


# The lines of all repairs of a mistake, in their order.
STEP = 'def step(a):\n    return a * w'
THERE = 'import torch\nn = 3\nw = torch.ones(3).cuda()\n'
MOVED = ["y = step(x.to('cuda:0'))", "{}", 'return a.to(w.device) * w']        # where it was handed over, where it was made, where it was met
HELD = ('import torch\nnet = torch.nn.Linear(3, 1).cuda()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n'
        'net(torch.ones(2, 3).cuda()).sum().backward()\noptimizer.step()')
OFFERED = [
    *(([THERE + f'x = {made}', STEP], 'y = step(x)', [line.format(f'x = {mended}') for line in MOVED]) for made, mended in (
        ('torch.ones(n)', "torch.ones(n, device='cuda:0')"),
        ('torch.ones(3, )', "torch.ones(3, device='cuda:0')"),
        ('torch.ones(3,)', "torch.ones(3, device='cuda:0')"),
        ('torch.ones(3, device="cpu")', "torch.ones(3, device='cuda:0')"),
        ('torch.full((3,), 2.0, dtype=torch.float64)', "torch.full((3,), 2.0, dtype=torch.float64, device='cuda:0')"),
        ('torch.tensor([1.0])', "torch.tensor([1.0], device='cuda:0')"))),
    ([HELD, 'net.cpu()'], 'def train(opt):\n    opt.zero_grad()\n    net(torch.ones(2, 3)).sum().backward()\n    opt.step()\ntrain(optimizer)',
     ['opt.load_state_dict(opt.state_dict())', 'optimizer.load_state_dict(optimizer.state_dict())']),
    (['import torch'], 'x = torch.ones(2).cuda(7)', ['x = torch.ones(2).cuda(1)']),
    (['import torch\nplace = torch.device("cuda", 7)'], 'x = torch.ones(2, device=place)', ['place = torch.device("cuda", 1)', "x = torch.ones(2, device='cuda:1')"]),
    (['import torch\nplace = torch.device("cuda:7")'], 'x = torch.ones(2, device=place)', ["place = torch.device('cuda:1')", "x = torch.ones(2, device='cuda:1')"]),
    (['import mxnet as mx\nplace = mx.gpu(7)'], 'x = mx.nd.ones((2,), ctx=place)', ['place = mx.gpu(1)', 'x = mx.nd.ones((2,), ctx=mx.gpu(1))']),
    (['import io, torch\nfile = io.BytesIO()\ntorch.save(torch.ones(2, device="cuda"), file)\nfile.seek(0);'], 'x = torch.load(file, map_location="cuda:5")', ["x = torch.load(file, map_location='cuda:0')"]),
    (['import torch\nclass FromOne(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.only = torch.nn.Linear(2, 2)\n    def __getitem__(self, i):\n        return self.only.bias.detach()\n'
      'net = FromOne()\ng = torch.ones(2, device="cuda")'], 'y = g + net[1]', ['y = g + net[1].to(g.device)', "net.to('cuda:0')", "self.only = torch.nn.Linear(2, 2).to('cuda:0')"]),
    ([HELD, 'net.cpu()'], 'net.zero_grad()\nnet(torch.ones(2, 3)).sum().backward()\noptimizer.step()', ['optimizer.load_state_dict(optimizer.state_dict())']),
]


def repairs_under_magics(tally):
    first = 'import torch\nx = torch.ones(2, 3, device="cuda:0")\ny = torch.ones(2, 3, device="cuda:1")'
    cells = [first] + [cell for cell, _ in UNDER_MAGICS]
    played = play(cells)
    if not whole(tally, 'repairs under magics', played, cells):
        return
    for (cell, want), events in zip(UNDER_MAGICS, played[1:]):
        error = next((e for e in events if e['event'] == 'error'), {})
        tally.check('x + y\n  ┬   ┬' in error.get('text', ''), f'{cell!r} is drawn', json.dumps(error, ensure_ascii=False)[:800])
        got = [fix['cell'] for fix in error.get('fixes', [])]
        tally.check([text.rstrip() for text in got[:1]] == [want.rstrip()], f'{cell!r} is offered a repair as it was typed', repr(got))
        for text in got[:1]:
            again = play([first, text])
            tally.check(not any(e['event'] == 'error' for e in again[-1]), f'{text!r} works', json.dumps(again[-1], ensure_ascii=False)[:800])
    # an error in a file: a repair of the cells is offered; where the mistake is the file's alone, the drawing says it and no key can put it in
    cells = [first, '%%writefile wrong.py\nx + y\n', '%run -i wrong.py', '%fix', '%%writefile wrong.py\nimport torch\ntorch.ones(2) + torch.ones(2, device="cuda")\n', '%run wrong.py', '%fix',
             'import os; os.remove("wrong.py")']
    played = play(cells)
    if whole(tally, 'an error in a file that is run', played, cells):
        put = next((e['text'] for e in played[3] if e['event'] == 'next_input'), None)
        tally.check(put is not None and 'fix: line 3 of Cell In[' in json.dumps(played[2], ensure_ascii=False), 'an error in a file that is run is drawn', json.dumps(played[2], ensure_ascii=False)[:800])
        tally.check("fix: torch.ones(2).to('cuda:0') + torch.ones(2, device=\"cuda\")" in ''.join(e.get('text', '') for e in played[5]), "the file's own mistake is drawn", json.dumps(played[5], ensure_ascii=False)[:1500])
        tally.check('not in a cell' in shown(played[6]), '%fix says that the line stands elsewhere', shown(played[6]))


def offered_lines(tally):
    for before, wrong, lines in OFFERED:
        played = play([*before, wrong])
        if whole(tally, f'what {wrong!r} is offered', played, [*before, wrong]):
            got = [fix['line'] for e in played[-1] if e['event'] == 'error' for fix in e.get('fixes', [])]
            tally.check(got == lines, f'what is offered for {wrong!r} behind {before[-1]!r}', f'want {lines}\ngot  {got}')


def named_by_the_caller(tally):
    """where(x) calls a value as the caller does, where that is short enough to be read."""
    longest = 'a' * 40
    cells = [f'import torch\nfrom perch import where\n{longest} = {longest}b = torch.ones(2)', f'where({longest}), where({longest}b)', 'where(torch.ones(3), torch.ones(4))']
    played = play(cells)
    if whole(tally, 'names of what is asked for', played, cells):
        said = [e['data']['text/plain'] for events in played[1:] for e in events if e['event'] == 'result']
        tally.check(len(said) == 2 and f'({longest}  2  float32' in said[0] and longest + 'b' not in said[0], 'a name of 40 signs is said, one of 41 is not', repr(said))


def repairs(tally):
    offered_lines(tally)
    named_by_the_caller(tally)
    for before, wrong in MISTAKES:
        cells = [*before, wrong, '%fix 1']
        played = play(cells)
        if not whole(tally, f'repairs of {wrong!r}', played, cells):
            continue
        error = next((e for e in played[-2] if e['event'] == 'error'), None)
        fixes = error.get('fixes', []) if error else []
        tally.check(bool(fixes), f'{wrong!r} is offered a repair', json.dumps(played[-2], ensure_ascii=False)[:800])
        put = next((e['text'] for e in played[-1] if e['event'] == 'next_input'), None)
        tally.check(not fixes or put == fixes[0]['cell'], f'%fix 1 puts it into the next input ({wrong!r})', str(put))
        for fix in fixes:
            tally.check(fix['line'] in fix['cell'], 'the line stands in the cell', str(fix))
            again = play([*before, fix['cell']])
            tally.check(len(again) == len(before) + 1 and not any(e['event'] == 'error' for e in again[-1]), f'the repair {fix["line"]!r} works', json.dumps(again[-1], ensure_ascii=False)[:800])
    played = play(['import numpy as np', ('dry', 'np.array([1.0, 2.0]).sum(), np.any(np.array([1.0]) < 0), np.random.RandomState(0).normal(size=2).shape')])
    tally.check('3.0' in shown(played[-1]) and 'False' in shown(played[-1]) and '(2,)' in shown(played[-1]), "NumPy's arrays have values in a dry run, those that it makes too", shown(played[-1]))
    kept = ["import torch\nx, y = torch.ones(1000, device='cuda:0'), torch.ones(1000)\nbefore = torch.cuda.memory_allocated()\ndef f(a, b):\n    return a.reshape(10, 100) * b.reshape(10, 100)",
            'import gc\ngc.disable()', 'f(x, y)', '1/0', 'del x\nprint(torch.cuda.memory_allocated(), before)']
    told = shown(play(kept)[-1]).split()
    tally.check(told[:1] == ['0'] and told[1:] != ['0'], 'what looks for repairs keeps no tensor', str(told))
    # over cells: the class, what was made of it, the cell that failed; %fix gives each when the one before has run, and the key's record is the same
    model = 'import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 3)\n        self.mask = torch.ones(3)\n' \
            '    def forward(self, x):\n        return self.fc(x) * self.mask'
    made, wrong, mended = 'net = Net().cuda()', 'y = net(torch.ones(2, 3).cuda())', model.replace('self.mask = torch.ones(3)', "self.register_buffer('mask', torch.ones(3))")
    played = play([model, made, 'print("nothing of it")', wrong, '%fix', mended, '%fix', made, '%fix', wrong, 'print(y.device)', '%fix', ('dry', wrong)])
    if whole(tally, 'a repair of an earlier cell', played, range(13)):
        put = [next((e['text'] for e in events if e['event'] == 'next_input'), None) for events in played]
        tally.check([put[4], put[6], put[8]] == [mended, made, wrong], '%fix gives the class, what is made of it, the cell that failed', str(put))
        error = next(e for e in played[3] if e['event'] == 'error')
        tally.check(error['fixes'][0]['cell'] == mended and error['fixes'][0]['more'] == 2, 'the key begins with the class', json.dumps(error['fixes'][0]))
        tally.check("fix: line 7 of Cell In[2]: self.register_buffer('mask', torch.ones(3))" in error['text'] and error['text'].count('fix: ') == 1, 'the drawing says the same repair, and no other', error['text'])
        tally.check('cuda:0' in shown(played[10]) and 'the repair has run' in shown(played[11]), 'the repair ends', shown(played[10]) + shown(played[11]))
    played = play([model, made, ('dry', wrong)])
    tally.check("fix: line 7 of Cell In[2]: self.register_buffer('mask', torch.ones(3))" in shown(played[-1]), 'a dry run says the same repair', shown(played[-1]))
    cells = ['%fix', '1/0', '%fix', 'x = 1', '%fix 3']
    played = play(cells)
    if whole(tally, 'no repairs', played, cells):
        tally.check('there is no error to repair' in shown(played[0]) and 'no repair is known' in shown(played[2]), '%fix where there is none', shown(played[0]) + shown(played[2]))


# ---- nvidia-smi ----

def records(tally):
    """A drawing is a record: every exception has its own, in both languages, in another process too; what only looks like one is a note as any other."""
    cells = ["import pickle, torch\nfrom perch.mistakes.drawing import drawing_of\nfrom perch.language import choose\nx, y = torch.ones(2, device='cuda:0'), torch.ones(2, device='cuda:1')\n"
             "def caught(f):\n    try: f()\n    except RuntimeError as e: return e",
             "a, b = caught(lambda: x + y), caught(lambda: torch.ones(3) + torch.ones(4))\nprint(drawing_of(a).record.code, drawing_of(b).record.code, a.__notes__ == [str(drawing_of(a))])",
             "r = drawing_of(a).record\nprint([(o.name, o.place, o.made_at.file, o.made_at.line, o.made_at.column) for o in r.operands], r.at.file, (r.at.line, r.at.column, r.at.end_column))",
             "choose('zh')\nchinese = str(drawing_of(caught(lambda: x + y)))\nchoose('en')\nenglish = drawing_of(caught(lambda: x + y))\nchoose('zh')\n"
             "again = str(type(english)(english.record))\nchoose(None)\nprint(again.replace(' 3 ', ' 2 ') == chinese.replace(' 5 ', ' 2 ').replace(' 3 ', ' 2 ') or (again, chinese))",
             "copy = pickle.loads(pickle.dumps(a)).__notes__[0] if hasattr(pickle.loads(pickle.dumps(a)), '__notes__') else pickle.loads(pickle.dumps(drawing_of(a)))\n"
             "print(copy == drawing_of(a), copy.record.row() == drawing_of(a).record.row())",
             "e = ValueError('mine')\ne.add_note('  x + y\\n  └ x  2 float32  on gpu(1)\\n  fix: x     (free)        [P0102: perch explain P0102]')\nraise e", '%fix', '%blame',
             "try:\n    x + y\nexcept RuntimeError as e:\n    caught(lambda: torch.ones(3) + torch.ones(4))\n    raise"]
    played = play(cells, ['--colour', '--front', 'terminal'])
    if not whole(tally, 'drawings as records', played, cells):
        return
    tally.check(shown(played[1]).strip() == 'P0102 P0201 True', 'each exception has its own drawing', shown(played[1]))
    tally.check(shown(played[2]).strip() == "[('x', 'cuda:0', 'Cell In[2]', 4, 7), ('y', 'cuda:1', 'Cell In[2]', 4, 39)] Cell In[4] (1, 22, 27)", 'the record has the spans of the lines', shown(played[2]))
    tally.check(shown(played[3]).strip() == 'True', 'one record in both languages', shown(played[3]))
    tally.check(shown(played[4]).strip() == 'True True', 'a drawing goes to another process', shown(played[4]))
    error = next((e for e in played[5] if e['event'] == 'error'), {})
    note = error.get('text', '').split('mine\n')[-1]
    tally.check(note.startswith('  x + y') and error.get('coloured', '').endswith(note) and not error.get('code') and not error.get('fixes'), "a program's note is no drawing", json.dumps(error, ensure_ascii=False))
    tally.check('no repair' in shown(played[6]) or 'none' in shown(played[6]), '%fix has nothing for it', shown(played[6]))
    fixes = [fix['line'] for e in played[8] if e['event'] == 'error' for fix in e.get('fixes', [])]
    tally.check(bool(fixes) and 'x' in fixes[0], 'an error that is raised again has its repairs, whatever was drawn since', json.dumps(played[8], ensure_ascii=False)[:1500])


def smi(tally):
    cells = ['x = nd.ones((1000, 3000), ctx=gpu(1)); nd.waitall()\n!nvidia-smi', '!nvidia-smi -L', '!nvidia-smi --query-gpu=name,memory.used --format=csv,noheader | sort -r | head -1',
             'r = !nvidia-smi --query-gpu=index,memory.total --format=csv,nounits\nprint(r)', '!nvidia-smi -i 5', '!nvidia-smi --query-gpu=nonsense --format=csv', '!echo nvidia-smi-not; echo "a nvidia-smi b"']
    played = play(cells)
    if not whole(tally, 'nvidia-smi', played, cells):
        return
    text = [shown(events) for events in played]
    table = [line for line in text[0].split('\n') if line.startswith(('|', '+'))]
    tally.check(len(table) > 15 and {len(line) for line in table} == {79}, "the original's table", text[0])
    tally.check('simulated by perch' in text[0] and '12MiB / 15360MiB' in text[0], 'it is marked, and counts', text[0])
    tally.check(re.fullmatch(r'GPU 0: Tesla T4 \(UUID: GPU-[0-9a-f-]{36}\)\nGPU 1: Tesla T4 \(UUID: GPU-[0-9a-f-]{36}\)\n', text[1]), '-L', text[1])
    tally.check(text[2] == 'Tesla T4, 12 MiB\n', 'a query in a pipe', text[2])
    tally.check("['index, memory.total [MiB]', '0, 15360', '1, 15360']" in text[3], 'a query into a name', text[3])
    tally.check('No devices were found' in text[4] and 'not a valid field' in text[5], 'errors of its own', text[4] + text[5])
    tally.check(text[6] == 'nvidia-smi-not\na nvidia-smi b\n', 'other words are left alone', text[6])
    none = play(['!nvidia-smi'], gpus='none')
    tally.check("couldn't communicate with the NVIDIA driver" in shown(none[0]), 'without a GPU', shown(none[0]))


def pulse(tally):
    cells = [('pulse', ''), '%watch on', ('pulse', ''), 'x = nd.ones((1000, 1000), ctx=gpu(0)); nd.waitall()', ('pulse', ''), '%watch off', ('pulse', ''), '%watch sideways']
    played = play(cells)
    if not whole(tally, 'pulse', played, cells):
        return
    text = [next((e['text'] for e in events if e['event'] == 'pulse'), None) for events in played]
    tally.check(text[0] == '' and text[2] is not None and text[6] == '', 'no line while nobody watches', repr(text))
    tally.check(re.fullmatch(r'gpu\(0\) \d+% 3.8 MiB/15.0 GiB · gpu\(1\) 0% 0 B/15.0 GiB', text[4]), 'a line about the devices', repr(text[4]))
    tally.check('UsageError' in shown(played[7]), '%watch of neither', shown(played[7]))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument('--seed', type=int, default=5)
    options.add_argument('--count', type=int, default=6)
    options.add_argument('only', nargs='*', help='parts: tables memory places transfers said unseen strangers timeline blame dry repairs records smi pulse')
    given = options.parse_args()
    rng = random.Random(given.seed)
    tally = Tally('views')
    parts = {'tables': lambda: tables(tally), 'memory': lambda: (memory_views(tally), memory(tally, rng, given.count)), 'places': lambda: places(tally), 'transfers': lambda: (transfers(tally), reads(tally, play)), 'said': lambda: said(tally, play), 'unseen': lambda: unseen(tally, play), 'strangers': lambda: strangers(tally, play, shown),
             'timeline': lambda: timeline(tally), 'blame': lambda: blame(tally), 'dry': lambda: (dry(tally), dry_steps(tally), dry_tells(tally, rng, given.count * 8)), 'repairs': lambda: (repairs(tally), repairs_under_magics(tally)), 'records': lambda: records(tally), 'smi': lambda: smi(tally), 'pulse': lambda: pulse(tally)}
    for name, run in parts.items():
        if not given.only or name in given.only:
            run()
    tally.close()


if __name__ == '__main__':
    main()
