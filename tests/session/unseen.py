"""Control characters in what a program names (variables, types, files, modules, parameters, keys, texts of errors, sources) reach no terminal and no page: each view, table and traceback writes them out.

What a program prints, warns and answers (its reprs) is its own: it stands as it is, as under IPython.
"""
import json
import re

ODD = r'''E = '\x1b[31mred\x07\x9b2J\x08\u202eR'
'''
START = ODD + r'''import torch
from mxnet import gluon, nd
x = torch.ones(2, 3, device='cuda:0', requires_grad=True)
globals()['n' + E] = torch.ones(4, device='cuda:0')
globals()['m' + E] = 5
K = type('K' + E, (), {'__repr__': lambda s: 'repr' + E})
k = K()
globals()['k' + E] = k
Err = type('Err' + E, (Exception,), {})
def boom(): raise Err('text' + E)
net = torch.nn.Sequential()
net.add_module('a' + E.replace('.', ''), torch.nn.Linear(3, 2).cuda())
params = {'p' + E: torch.ones(2, device='cuda:1')}
made = torch.ones(3, device='cuda:0'); said = 'ESC[31mred'
def wide(a): pass
def odd():
    """ESC[31mred"""
wide.__name__ = wide.__qualname__ = 'fn' + E
exec(compile('def inner():\n    return x + y\ny = torch.ones(2, 3, device="cuda:1")\n', 'file' + E, 'exec'), globals())
'''.replace('ESC', '\x1b')
# each shows the name: what it writes in place of the characters is looked for
CELLS = [
    '%who', '%whos', '%where', '%where net', '%where params', '%where made', '%mem', '%free', '%timeline', 'k?', 'k??', '%psearch n*', '__import__("perch").where(net)', '%history -n 1-2',
    'boom()', 'inner()', '%tb', '%dry boom()', "exec(compile('1/0', 'file' + E, 'exec'))", "getattr(k, 'nope' + E)", "{}['key' + E]", "raise KeyError('key' + E)", "__import__('mod' + E)",
    "e = ValueError('a' + E)\ne.add_note('note' + E)\nraise e", "raise ExceptionGroup('group' + E, [ValueError('v' + E)])", 'net(torch.ones(1, 3))', "params['p' + E] + x[0, :2]; 'red'",
    "exec(compile('x = (', 'file' + E, 'exec'))", 'wide()', "wide(**{'kw' + E: 1})", "globals()['n' + E] + torch.ones(4, device='cuda:1'); 'red'", "raise SystemExit('bye' + E)",
    "raise UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'why' + E)", "int('12' + E)", "open('/nonexistent/' + E)", "torch.ones(10**12, device='cuda:0')", 'made + torch.ones(3, device="cuda:1"); said = "\x1b[31mred"',
    '%run nothing\x1b[31mred', '%nothing\x1b[31mred', 'x = \x1b[31mred', '%cd nothing\x1b[31mred', '%load nothing\x1b[31mred', '%blame made', '%xdel nothing\x1b[31mred',
    '%psource odd', '%pdoc odd', '%macro odd_ 2', '%pinfo nothing\x1b[31mred', '%store -r nothing\x1b[31mred', '%alias_magic e\x1b[31mred time', '%env red=\x1b[31mred',
    '%page k', '%%writefile red\x1b[31mred\n1', '%save odd.py 2', '%pycat odd.py', '%pfile nothing\x1b[31mred', '%pdef nothing\x1b[31mred', 'odd?', '%timeit -n1 -r1 wide(1, 2)', '%prun -q nothing\x1b[31mred',
]
SGR = re.compile(r'\x1b\[[0-9;]*m')
CONTROL = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]')
MARKED = re.compile('\x1b\\[31mred')        # a colour, but not one of perch's


def texts(value):
    """All texts in an event, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from texts(item)


def unseen(tally, play):
    for front, language in (('jupyter', 'en'), ('terminal', 'en'), ('terminal', 'zh')):
        options = ['--lang', language] + (['--front', 'jupyter'] if front == 'jupyter' else [])
        cells = [START, *CELLS, 'import glob, os\nfor file in ["odd.py", *glob.glob("red*")]: os.remove(file)']
        played = play(cells, options)
        if not tally.check(len(played) == len(cells) and not any(e['event'] == 'error' for e in played[0]), f'unseen: all is played ({front}, {language})', json.dumps(played[-1:])[-2000:]):
            continue
        for cell, events in zip(CELLS, played[1:-1]):
            found = [text for event in events if event['event'] != 'next_input' for text in texts({k: v for k, v in event.items() if k != 'fixes'})]       # what becomes input is as the program has it
            raw = [text for text in found if CONTROL.search(SGR.sub('', text)) or MARKED.search(text)]
            tally.check(any('red' in text for text in found), f'unseen: {cell!r} shows the name ({front}, {language})', json.dumps(events)[:1500])
            tally.check(not raw, f'unseen: {cell!r} ({front}, {language})', json.dumps(raw)[:1500])
