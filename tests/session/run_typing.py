#!/usr/bin/env python3
"""run_typing.py: completion, inspection and magics of a session beside IPython's (typing.json, made by make_typing.py), and what is perch's own:
colour, brackets, signatures, places, the debugger, and that no property of a program is run.

PERCH_EVENTS names the program session-events (default: build/tests/session-events).
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ROOT, Tally, beside, slowness  # noqa: E402

EVENTS = os.environ.get('PERCH_EVENTS', os.path.join(ROOT, 'build', 'tests', 'session-events'))


DIED = []               # what ended a session before its time, or what it did not give back


def play(cells, options=(), **more):
    """Events of [(words, text)], a list for each cell."""
    mark = 'print("-- %d --")'
    text = ''.join('# %%%% run\n%s\n# %%%% %s\n%s\n' % (mark % i, words, body) for i, (words, body) in enumerate(cells))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cells')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        home = os.path.join(os.path.realpath(folder), 'home')
        os.mkdir(home)
        env = {**os.environ, 'PERCH_GPUS': 'sim:2', 'HOME': home, **more}
        done = subprocess.run([EVENTS, *options, path], capture_output=True, cwd=folder, env=env, timeout=300 * slowness())
    out = []
    for line in done.stdout.decode('utf-8', 'replace').replace(home, 'HOME_T').splitlines():
        event = json.loads(line)
        found = event['event'] == 'stream' and re.match(r'-- (\d+) --\n', event['text'])
        if found:
            out.append([])
            event['text'] = event['text'][found.end():]
            if not event['text']:
                continue
        elif not out:
            continue
        out[-1].append(event)
    if done.returncode or b'ERROR: ' in done.stderr or b'live at exit' in done.stderr:
        DIED.append('%d: %s' % (done.returncode, done.stderr.decode('utf-8', 'replace')[-2000:]))
    return out


def printed(events):
    """What a cell showed: streams and pages; its error and value apart."""
    text = ''.join(e['text'] if e['event'] == 'stream' else e['data']['text/plain'] + '\n' for e in events
                   if e['event'] == 'page' or (e['event'] == 'stream'))
    error = [e['name'].rpartition('.')[2] + ': ' + e['value'] for e in events if e['event'] == 'error']
    value = [e['data']['text/plain'] for e in events if e['event'] == 'result']
    return text, error[-1] if error else None, value[-1] if value else None


def plain(text):
    """Without what differs from run to run: addresses, times, the names that files of cells have."""
    text = text.replace('\r\n', '\n')
    text = re.sub(r'0x[0-9a-f]+', '0x', text)
    text = re.sub(r'\d+(\.\d+)?(e\+\d+)? (ns|us|\u03bcs|ms|s)\b', 'TIME', text)
    text = re.sub(r' +\d+\.\d\d s\.', ' TIME', text)
    text = re.sub(r'(File: +)\S.*', r'\1FILE', text)
    text = re.sub(r'^Out\[\d+\]: .*\n?', '', text, flags=re.M)
    return '\n'.join(line.rstrip() for line in text.strip().split('\n'))


def rows_played(tally, what, rows, cells):
    """zip(rows, what was played for each), with a failure where something is missing: a session that died must not pass for a short one."""
    played = play(cells)
    extra = len(cells) - len(rows)
    tally.check(len(played) == len(cells), f'{what}: all of it was played', f'{len(played)} of {len(cells)}: {repr(played[-1:])[:600]}')
    return zip(rows, played[extra:])


def beside_ipython(tally):
    with open(os.path.join(HERE, 'typing.json'), encoding='utf-8') as f:
        golden = json.load(f)
    cells = [('run', golden['setup'])] + [('complete', text) for text, found in golden['complete']]
    for (text, expected), events in rows_played(tally, 'complete', golden['complete'], cells):
        items = [item['text'] for e in events if e['event'] == 'completions' for item in e.get('items', [])]
        own = set(items) - {each for each in items if each.startswith('%') and not text.startswith('%')}
        expected = {each.replace("\\'", "'") for each in expected if not each.startswith('.')}    # IPython escapes both quotes
        own = {each.replace("\\'", "'") for each in own}
        if len(items) > 150:
            own = {each for each in own if each.endswith('=')}
        missing = expected - {each.rpartition('.')[2] if '/' not in each else each for each in own}
        extra = {each for each in own - expected - PRELUDE if not each.startswith('%')}     # perch has magics of its own
        tally.check(not missing and not extra, 'complete %r' % text, 'missing %s, extra %s' % (sorted(missing), sorted(extra)))
    cells = [('run', golden['setup'])] + [('inspect %d' % detail, name) for name, detail, text in golden['inspect']]
    for (name, detail, expected), events in rows_played(tally, 'inspect', golden['inspect'], cells):
        found = [e for e in events if e['event'] == 'inspect']
        text = plain(found[0]['data']['text/plain']) if found and found[0].get('found') else ''
        wanted = plain(expected)
        if BUILTIN_DOC.search(wanted):                  # texts of C's types are perch's own: the fields before them are compared
            text, wanted = (re.split(r'^(?:Class d|D)ocstring:', each, flags=re.M)[0].strip() for each in (text, wanted))
        if name in ('a', 'A', 'B', 'Plain') and 'File' not in wanted:       # of classes in cells IPython knows no file and no source before Python 3.13
            text = re.sub(r'^File: .*\n', '', text, flags=re.M)
            if detail and name != 'a':
                text, wanted = 'Source:' in text, True
        tally.check(text == wanted, 'inspect %s %d' % (name, detail), '%s\n--- not\n%s' % (text, wanted))
    cells = [('run', golden['setup'])] + [('run', cell) for cell, text, error, value in golden['cells']]
    for (cell, text, error, value), events in rows_played(tally, 'cells', golden['cells'], cells):
        got, got_error, got_value = printed(events)
        right = plain(got) == plain(text) and got_error == error if error is None else got_error == error
        if value is not None and '\n' not in cell:
            right = right and got_value is not None and ''.join(got_value.split()) == ''.join(value.split())
        tally.check(right, 'cell %r' % cell, '%r %r %r\n--- not\n%r %r %r' % (got, got_error, got_value, text, error, value))


def debugger(tally):
    """pdb beside Python's, without a session."""
    with open(os.path.join(HERE, 'typing.json'), encoding='utf-8') as f:
        golden = json.load(f)['pdb']
    perch = os.environ.get('PERCH', os.path.join(ROOT, 'build', 'perch'))
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'program.py'), 'w', encoding='utf-8') as f:
            f.write(golden['program'])
        done = subprocess.run([perch, 'program.py'], input='\n'.join(golden['commands']) + '\n', capture_output=True, text=True, cwd=folder, timeout=120 * slowness())
        output = done.stdout.replace(os.path.realpath(folder) + '/', '').replace(folder + '/', '')
    wanted = list(beside(tally, 'pdb: the commands', golden['commands'], golden['output'].split('(Pdb) ')[1:]))
    for number, ((command, wanted), got) in enumerate(beside(tally, 'pdb', wanted, output.split('(Pdb) ')[1:])):
        tally.check(got == wanted, 'pdb %d: %s' % (number, command), '%r\n%r' % (got, wanted))
    tally.check(output.count('(Pdb) ') == golden['output'].count('(Pdb) '), 'pdb: all commands', done.stderr[-1000:])


# Names that perch has without an import and CPython has not.
PRELUDE = {'sigmoid', 'softmax', 'log_softmax', 'square', 'sqrt', 'stack', 'set_seed', 'shape', 'split', 'sin', 'take'}
BUILTIN_DOC = re.compile(r'^Type: +(int|str|list|float|NoneType|dict|tuple|NT|builtin_function_or_method)\b', re.M)


# (what is asked, the text, what must hold of the events)
OWN = [
    ('run', 'class P:\n    @property\n    def p(self):\n        print("RAN"); return 1\n    def __getattr__(self, name):\n        print("RAN"); raise AttributeError(name)\n'
            '    def __dir__(self):\n        print("RAN"); return []\n    def __len__(self):\n        return 1\np = P()\nclass D:\n    def __get__(self, o, t):\n        print("RAN")\n'
            'class Q:\n    d = D()\nq = Q()\nimport torch\nt = ones((2, 3), ctx=gpu(1))\nu = torch.ones(2)\nnet = torch.nn.Linear(2, 3)\nboth = [t, ones((2,))]', 'not "RAN" in text'),
    ('complete', 'p.', '"RAN" not in text and names == ["p"]'),
    ('complete', 'p.p.', '"RAN" not in text and names == []'),
    ('complete', 'p.other.', '"RAN" not in text and names == []'),
    ('complete', 'q.d.', '"RAN" not in text and names == []'),
    ('complete', 'q.', 'names == ["d"]'),
    ('complete', 't', 'item("t")["place"] == "2x3 float32" and item("t")["device"] == "gpu(1)" and item("t")["kind"] == "tensor"'),
    ('complete', 'both', 'item("both")["device"] == "mixed"'),
    ('complete', 'net.wei', 'names == ["weight"] and items[0]["place"] == "3x2 float32"'),
    ('complete', 'net.weight.sha', '"shape" in names'),
    ('complete', 'torch.nn.Linea', '"Linear" in names and "in_features" in item("Linear")["signature"]'),
    ('complete', 'f"{u.sha', '"shape" in names'),
    ('complete', 'x = "text" + "mo', 'not any(n == "print" for n in names)'),
    ('complete', 'nd.array([1]).asnum', 'names == ["asnumpy"]'), ('complete', 'torch.ones(2).to("cuda").deta', '"detach" in names'),
    ('complete', 'np.zeros(3).resh', 'names == ["reshape"]'), ('complete', 't[0].reshape(2, 1).asnumpy().me', '"mean" in names'), ('complete', 't.item().', 'names == []'),
    ('complete', '# pri', 'names == []'),
    ('complete', 'for i in ran‸ge(3): pass', '"range" in names and event["end"] == 12'),
    ('complete', '%%bash\npri', 'names == []'),
    ('complete', '%%time\npri', '"print" in names'),
    ('complete', '%%px --t', 'names == ["--targets"]'), ('complete', '%px --', 'names == ["--block", "--local", "--noblock", "--targets"]'), ('complete', '%px pri', '"print" in names'),
    ('complete', '%where --r', 'names == ["--ranks"]'), ('complete', '%where -', 'names == ["--all", "--ranks"]'), ('complete', '%where t', '"t" in names'), ('complete', '%where t -‸', '"--ranks" in names'),
    ('complete', '%mem --', 'names == ["--ranks"]'), ('complete', '%transfers c', 'names == ["clear"]'), ('complete', '%timeline --s', 'names == ["--svg"]'), ('complete', '%devices --r', 'names == ["--ranks"]'),
    ('complete', '%%px --targets 0\npri', '"print" in names'), ('complete', '%%px\n1 -', '"abs" in names'), ('complete', '%timeit 1 -', '"abs" in names and "--ranks" not in names'),
    ('complete', 'import torch.nn.f', '"functional" in names'),
    ('complete', 'from torch.nn import Lin', '"Linear" in names'),
    ('complete', '%env HOM', '"HOME" in names'),
    ('ink', 'def f(a):\n    return t + len(u)  # c', '["t", "device", 2] in ink and ["u", "device", 0] in ink and ["len", "builtin"] in ink and ["f", "function"] in ink'),
    ('ink', "x = 'open", '["\'open", "string"] in ink'),
    ('ink', 'a )', '[")", "error"] in ink'),
    ('ink', '%time f(1)', '["%time", "magic"] in ink and ["1", "number"] in ink'),
    ('ink', '%%bash\nfor x in y', 'not any(s[1] == "keyword" for s in ink)'),
    ('ink', 'x = !ls for', '["!", "magic"] in ink and not any(s[1] == "keyword" for s in ink)'),
    ('ink', 'match x:\n    case 1: pass', '["match", "keyword"] in ink and ["case", "keyword"] in ink'),
    ('ink', 'match = 1', 'not any(s[1] == "keyword" for s in ink)'),
    ('ink', '"""\n中文 \\', 'ink == [["\\"\\"\\"\\n中文 \\\\", "string"]]'),
    ('bracket', 'f‸(a[1], ")")', 'event["other"] == 11'),
    ('bracket', 'f(a[1], ")"‸)', 'event["other"] == 1'),
    ('bracket', 'f‸(a[1], ")"', 'event["other"] == -1'),
    ('bracket', 'f(a‸]', 'event["other"] == -1'),
    ('signature', 'torch.nn.Linear(2, ‸', 'event["text"].startswith("Linear(in_features, out_features") and event["text"][event["from"]:event["to"]] == "out_features"'),
    ('signature', 'torch.nn.Linear(2, bias=‸', 'event["text"][event["from"]:event["to"]] == "bias=True"'),
    ('signature', 'max([1, ‸', 'event["text"].startswith("max(")'),
    ('signature', 'unknown_thing(‸', 'event["text"] is None'),
    ('inspect', 't', '"Device:      gpu(1)" in page and "Shape:       (2, 3)" in page and "Made:        Cell In[" in page'),
    ('inspect 1', 'torch.nn.Linear', '"def forward(self, input)" in page'),
    ('inspect', 'print(1, ‸', 'page.startswith("Signature: print(")'),
    ('inspect', '%timeit', '"%timeit [-n LOOPS]" in page'),
    ('inspect', 'p.p', '"RAN" not in text'),
    ('run', '%whos NDArray', '"2x3 float32 on gpu(1)" in text'),
    ('run', 'def inner(n):\n    z = ones((2,), ctx=gpu(1))\n    return n / (n - 5)\ndef outer(a):\n    zz = 9\n    return inner(a + 1)', 'text == ""'),
    ('run', 'outer(4)', 'error == "ZeroDivisionError: division by zero"'),
    ('input', 'where', None), ('input', 'u', None), ('input', 'a', None), ('input', 'l', None), ('input', 'zz', None), ('input', 'nosuch', None), ('input', 'q', None),
]
for _index, _row in enumerate(OWN):
    if _row[0] == 'input':
        OWN[_index] = ('input ' + _row[1], '', 'True')
OWN += [
    ('run', '%debug', '"gpu(1)" in text and "a = 4" in text and "----> 6     return inner(a + 1)" in text and "9\\n" in text and "*** NameError" in text'),
    ('input n', '', 'True'), ('input kk', '', 'True'), ('input c', '', 'True'),
    ('run', 'def step(n):\n    breakpoint()\n    kk = n\n    kk += 1\n    return kk\nstep(5)', '"> Cell In[" in text and "5\\n" in text and value == "6"'),
    ('input q', '', 'True'),
    ('run', 'step(1)', 'error.startswith("BdbQuit")'),
    ('run', '1 + 1', 'value == "2"'),
    ('run', '%xmode Minimal', '"Minimal" in text'),
    ('run', '1/0', 'error == "ZeroDivisionError: division by zero" and events[-2]["text"] == "ZeroDivisionError: division by zero\\n"'),
    ('run', '%xmode Context', '"Context" in text'),
    ('run', 'help(len)', 'text.startswith("Help on built-in function len in module builtins:\\n\\nlen(obj, /)\\n")'),
    ('run', '%timeit -r1 -n2 pass', '"of 1 run, 2 loops each)" in text'), ('run', '%timeit -n3 -r 2 pass', '"of 2 runs, 3 loops each)" in text'), ('run', '%timeit -qr1 -n1 -o pass', 'text == "" and "of 1 run, 1 loop each)" in value'),
    ('run', '?', '"perch: what can be typed" in text and "%timeit" in text and len(text.splitlines()) < 24 and all(len(line) < 80 for line in text.splitlines())'),
    ('run', '%quickref', '"perch: what can be typed" in text and "\\nMagics\\n" in text and "pinfo2:" in text'),
    ('run', 'import torch\nkeyed = {"ab": torch.nn.Linear(2, 3), "cd": torch.ones(3, device="cuda:1"), 7: [1], "n": 4}', 'True'),
    ('complete', 'keyed["', 'names == ["ab", "cd", "n"] and item("ab")["place"] == "2 tensors" and item("cd")["place"] == "3 float32" and item("cd")["device"] == "cuda:1" and "place" not in item("n")'),
    ('complete', 'keyed[', 'item("\'cd\'")["device"] == "cuda:1" and item("7")["kind"] == "key"'),
    ('run', 'def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)', 'True'),
    ('run', 'blocks = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU())\nclass Told:\n    def __getitem__(self, i): print("RAN"); return torch.ones(2)\ntold = Told()\nclass Kept(list): pass\n'
            'kept, letters, raw = Kept([torch.ones(1)]), "abc", b"ab"', 'True'),
    ('complete', 'blocks[0].weig', 'item("weight")["place"] == "3x2 float32"'), ('complete', 'told[0].resh', 'names == [] and "RAN" not in text'), ('complete', 'kept[0].resh', '"reshape" in names'),
    ('complete', 'letters[0].isalp', 'names == ["isalpha"]'), ('complete', 'raw[0].bit_l', 'names == ["bit_length"]'),
    ('run', 'import os, sys\nwith open("never_run.py", "w") as file: file.write("print(\'RAN\')\\ndef walk(x): pass\\nclass Walker: pass\\nspeed = 3\\n")\nsys.path.insert(0, ".")', 'True'),
    ('complete', 'from never_run import wa', 'names == ["walk"] and "RAN" not in text'), ('complete', 'from never_run import ', 'names == ["*", "speed", "walk", "Walker"] and "RAN" not in text'),
    ('run', 'print("never_run" in sys.modules); del sys.path[0]; os.remove("never_run.py")', 'text == "False\\n"'),
    ('run', '%cd -q /\n%cd -q /usr\n%cd -0', 'text.startswith("/") and not error'), ('run', '%cd -q -1\nimport os; os.getcwd()', 'True'),
    ('run', '%cd -q -0\nos.getcwd() in ("/", "/usr")', 'value == "False"'),       # what is written later stands in a folder of its own
    ('run', '%cd -99', 'error == "UsageError: Requested directory not in directory history." or "not in directory history" in text'),
    ('run', '%prun fib(10)', '"180 function calls (4 primitive calls) in" in text and "Ordered by: internal time" in text and "   177/1  " in text and "(fib)" in text and "{built-in method builtins.exec}" in text'),
    ('run', '%prun -s cumulative -l 2 -l exec fib(5)', '"Ordered by: cumulative time\\n   List reduced from 4 to 2 due to restriction <2>\\n   List reduced from 2 to 1 due to restriction <\\\'exec\\\'>" in text'),
    ('run', 'r = %prun -q -r fib(5)\ntype(r).__name__, r.total_calls, r.prim_calls', 'value == "(\'Stats\', 18, 4)"'),
    ('run', '%%prun -l 1\nx = 1\nfib(x + 4)\n', '"18 function calls" in text'), ('run', '%prun -s bogus fib(1)', '"UsageError" in error'), ('run', '%prun 1/0', 'error.startswith("ZeroDivisionError")'),
    ('run', '%prun -q -T t.txt -D t.prof fib(3)\nimport pstats, os\nprint(pstats.Stats("t.prof").total_calls, "function calls" in open("t.txt").read()); os.remove("t.txt"); os.remove("t.prof")',
     '"marshalled to file \'t.prof\'." in text and "saved to text file \'t.txt\'." in text and text.endswith("8 True\\n")'),
    ('run', '%connect_info', 'error.startswith("UsageError: %connect_info: ")'),
    ('run', '%%time 1\n2', 'error == "UsageError: Can\'t use statement directly after \'%%time\'!"'),
    ('run', 'shown_html = get_ipython().display_formatter.formatters["text/html"]\nshown_html.for_type(complex, lambda c: "<b>c</b>")\nshown_html(1j), shown_html("no complex")', 'value == "(\'<b>c</b>\', None)"'),
    ('run', 'import IPython\nfrom ipykernel.zmqshell import ZMQInteractiveShell\nshell = get_ipython()\nshell.__class__.__name__, type(shell) is ZMQInteractiveShell, "IPKernelApp" in shell.config, isinstance(shell, IPython.InteractiveShell)',
     'value == "(\'ZMQInteractiveShell\', True, True, True)"'),
    ('run', '%notebook all.ipynb\nimport json, os\nbook = json.load(open("all.ipynb")); os.remove("all.ipynb")\nbook["cells"][0]["execution_count"], any("%connect_info" in line for cell in book["cells"] for line in cell["source"])',
     'value == "(1, True)"'),
    ('run', 'from tqdm import tqdm\n[tqdm.format_meter(5, 10, 2.0, bar_format=form, prefix="a") for form in ("{desc}[{bar:4}]{n_fmt}/{total_fmt}", "{bar}|", "{l_bar}{bar:2}{r_bar}", "{n}")]',
     'all(repr(line) in value for line in ("a: [██  ]5/10", "█████     |", "a:  50%|█ | 5/10 [00:02<00:02,  2.50it/s]", "5"))'),
    ('complete', 'x = (' * 300 + 'pri', 'True'), ('complete', 'p' + '.p' * 3000, 'True'), ('ink', 'p' + '.p' * 3000, 'len(ink) > 3000'), ('ink', '(' * 3000, 'len(ink) > 100'),
    ('complete', 'print(' * 150 + 'sor', '"sorted" in names'), ('signature', 'print(' * 150, 'event["text"].startswith("print(")'), ('inspect', '((((((((((t))))))))))', 'True'),
]


def own(tally):
    cells = [(words, text) for words, text, holds in OWN]
    for (words, text_in, holds), events in rows_played(tally, 'own', OWN, cells):
        text, error, value = printed(events)
        event = events[-1] if events else {}
        items = event.get('items', [])
        names = [item['text'] for item in items]
        found = [e for e in events if e['event'] == 'inspect']
        scope = {'text': text, 'error': error or '', 'value': value, 'event': event, 'items': items, 'names': names, 'ink': event.get('stretches', []),
                 'events': events, 'item': lambda name, items=items: [i for i in items if i['text'] == name][0],
                 'page': found[0]['data']['text/plain'] if found and found[0]['found'] else ''}
        try:
            right = eval(holds, scope)
        except Exception as e:
            right = False
            scope['text'] += repr(e)
        tally.check(right, '%s %r' % (words, text_in[:60]), '%s: %s' % (holds, json.dumps(events, ensure_ascii=False)[:1500]))


def store(tally):
    """Names kept from one session to the next: tensors on their devices, networks, aliases; folders."""
    first = [('import torch; net = torch.nn.Linear(2, 2).cuda(); x = [1, 2]; y = nd.ones((2,), ctx=gpu(1)); s = "text"; saved = net.weight.tolist()', '', True),
             ('class A: pass\na = A()', '', True),
             ('%store net x y saved', "Stored 'net' (Linear)\nStored 'x' (list)\nStored 'y' (NDArray)\nStored 'saved' (list)\n", True),
             ('%store a', 'Warning:a is <__main__.A object', True), ('%store nothing', '', False), ('%store', 'x                 -> [1, 2]\n', True),
             ('%alias hi echo hello', '', True), ('%store hi', 'Alias stored: hi (echo hello)\n', True),
             ('%store s >out.txt', "Writing 's' (str) to file 'out.txt'.\n", True), ('%store x >> out.txt', "Writing 'x' (list) to file 'out.txt'.\n", True),
             ('print(open("out.txt").read()); import os; os.remove("out.txt")', 'text\n[1, 2]\n', True), ('%store lambda_ = 3', '', False), ('f = lambda: 1', '', True), ('%store f', 'Warning', True),
             ('%bookmark here', '', True), ('%bookmark there /', '', True), ('%bookmark -l', 'there -> /\n', True), ('%bookmark -d nowhere', '', False), ('%bookmark', '', False)]
    second = [('%store -r x nothing', 'no stored variable or alias nothing\n', True), ('x', None, '[1, 2]'), ('%store -r', '', True), ('y', None, '\n[1. 1.]\n<NDArray 2 @gpu(1)>'),
              ('net.weight.tolist() == saved, net.weight.device', None, "(True, device(type='cuda', index=0))"), ('hi you', 'hello you\n', True),
              ('%store -d x', '', True), ('%store -d x', '', False), ('%store -d', '', False), ('%store -z', '', True), ('%store', 'Stored variables and their in-db values:\n', True),
              ('import os, sys; state = os.environ["XDG_STATE_HOME"]; open(os.path.join(state, "perch/store/bad.pickle"), "wb").write(b"no pickle");', '', True),
              ('%store', "bad             -> '<unavailable>'\n", True), ('%store -r', "Unable to restore variable 'bad', ignoring", True),
              ('%cd there', '(bookmark:there) -> /\n/\n', True), ('%cd -b nothing', '', False), ('%bookmark -d here', '', True), ('%bookmark -l', 'Current bookmarks:\nthere -> /\n', True),
              ('%bookmark -r', '', True), ('%bookmark -l', 'Current bookmarks:\n', True)]
    with tempfile.TemporaryDirectory() as state:
        for rows in first, second:
            played = play([('run', text) for text, _, _ in rows], XDG_STATE_HOME=state)
            if not tally.check(len(played) == len(rows), '%store', repr(played[-1:])[:1500]):
                return
            for (cell, said, holds), events in zip(rows, played):
                text, error, value = printed(events)
                right = (error is None) == bool(holds) and (said is None or said in text) and (isinstance(holds, bool) or value == holds)
                tally.check(right, '%%store: %s' % cell[:60], json.dumps(events, ensure_ascii=False)[:1500])
        modes = [os.stat(os.path.join(state, 'perch', 'store', name)).st_mode & 0o77 for name in os.listdir(os.path.join(state, 'perch', 'store')) if name != 'bad.pickle']
        tally.check(modes and not any(modes), '%store: nobody else may read', repr(modes))


def bytes_at_random(tally, count):
    """Cuts of a text in the middle of everything: no question about them fails or hangs."""
    import random
    random.seed(5)
    text = "def f(a, b='x\\'', *c):\n    return [d['k'](1, {2: '''t'''})] # é中\n%time f(1)\nx = !ls $a\n@w\nclass A(B): pass\nx?; lambda: f'{a!r:>{b}}'\n\\\n"
    cells = []
    for _ in range(count):
        cut = text[random.randrange(len(text)):][:random.randrange(1, 80)]
        for words in ('complete', 'ink', 'signature', 'inspect', 'bracket'):
            cells.append((words, cut.replace('# %%', '')))
    played = play(cells)
    tally.check(len(played) == len(cells), 'cuts of text', repr(played[-1])[:1500])


# Functions of every kind of parameters; what is shown of them is what CPython's inspect says.
SIGNED = """def nothing(): pass
def words(**kw): pass
def many(*a): pass
def both(*a, **k): pass
def only(*, b, c=2): pass
def before(a, /): pass
def mixed(a, b=1, /, c=2, *d, e, f='x', **g): pass
def noted(a: int, b: 'str' = 'y', *c: float, d: list = None, **e: dict) -> bool: pass
def given(a=(1, 2), b=[], d=1.5, e=None, f=print, g=-1, h=b'z'): pass
async def waits(a, *, b): pass
def made(a, b): yield a
small = lambda x, *y: x
class Called:
    def __call__(self, p, *, q=1): pass
class Made:
    def __init__(self, p, *q, r=2, **s): pass
    def method(self, u, v=3): pass
    @classmethod
    def of_class(cls, w, **x): pass
    @staticmethod
    def static(y, /, z): pass
class Told:
    def __new__(cls, n): return super().__new__(cls)
import functools
part = functools.partial(mixed, 1, e=5)
@functools.wraps(noted)
def wrapped(*args): pass
called, thing = Called(), Made(1)
"""
NAMES = ('nothing', 'words', 'many', 'both', 'only', 'before', 'mixed', 'noted', 'given', 'waits', 'made', 'small', 'called', 'Made', 'thing.method', 'Made.of_class', 'thing.static', 'Made.method', 'Told', 'part', 'wrapped')


def signatures(tally):
    """What stands over an open bracket, and which parameter of it is being typed."""
    import inspect
    scope = {}
    exec(SIGNED, scope)
    cells = [('run', SIGNED)] + [('signature', name + '(') for name in NAMES]
    for name, events in beside(tally, 'signatures', NAMES, play(cells)[1:]):
        wanted = name.rpartition('.')[2] + str(inspect.signature(eval(name, scope)))
        got = next((e['text'] for e in events if e['event'] == 'signature'), None)
        tally.check(got == wanted, 'signature of ' + name, '%r, not %r' % (got, wanted))
    at = [('sorted([1], key=', 'key=None'), ('sorted([1], reverse=', 'reverse=False'), ('pow(2, ', 'exp'), ('pow(2, 3, ', 'mod=None'), ('divmod(7, ', 'y'), ('mixed(', 'a'), ('mixed(1, ', 'b=1'),
          ('mixed(1, 2, ', 'c=2'), ('mixed(1, 2, 3, ', '*d'), ('mixed(1, 2, 3, 4, 5, ', '*d'), ('mixed(1, e=', 'e'), ('mixed(1, f=', "f='x'"), ('mixed(1, other=', '**g'), ('words(a=', '**kw'), ('many(1, ', '*a'), ('only(b=', 'b'),
          ('only(c=', 'c=2'), ('noted(1, ', "b: 'str' = 'y'"), ('noted(1, d=', 'd: list = None'), ('noted(1, z=', '**e: dict'), ('mixed((1, 2), [3, 4], ', 'c=2'), ('mixed(max(1, 2), ', 'b=1'), ('mixed("a, b", ', 'b=1')]
    for (text, wanted), events in beside(tally, 'parameters', at, play([('run', SIGNED)] + [('signature', text) for text, _ in at])[1:]):
        event = next((e for e in events if e['event'] == 'signature'), {'text': None})
        got = event['text'] and event['text'][event.get('from', 0):event.get('to', 0)]
        tally.check(got == wanted, 'parameter at %r' % text, '%r of %r, not %r' % (got, event['text'], wanted))


def main():
    tally = Tally('session-typing')
    signatures(tally)
    beside_ipython(tally)
    own(tally)
    debugger(tally)
    store(tally)
    bytes_at_random(tally, int(os.environ.get('PERCH_TEST_CUTS', '60')))
    tally.check(not DIED, 'sessions end well', '\n'.join(DIED))
    tally.close()


if __name__ == '__main__':
    main()
