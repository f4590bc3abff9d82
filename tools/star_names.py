#!/usr/bin/env python3
"""What `from MODULE import *` brings: writes src/lib/star_names.def, for the modules of which perch's own list or namespace would bring something else than the original's.

    tools/star_names.py           write it anew (with /usr/bin/python3's packages, MXNET_PYTHON's mxnet, TORCH2_PYTHON's torch and PERCH, built: build/perch)
    tools/star_names.py --check   say which rows differ from what is there; exit 1

A name of the original's that perch has not is left out: asking for it by name says so. What perch would bring without the table is told from its module's __all__ and namespace.
"""
import json
import os
import subprocess
import sys
import textwrap

from names import DEBIAN, MXNET, PERCH, ROOMS, ROOT

TABLE = 'src/lib/star_names.def'
TORCH2 = os.environ.get('TORCH2_PYTHON', '')
NOT_OURS = {'numpy'}                     # Debian's own Python files, with their own lists
HEAD = '''/* star_names.def: what `from MODULE import *` brings where a module of perch's would say it wrongly by itself, made by tools/star_names.py: STAR(module, names, divided by spaces), sorted.
 * "torch 2" is torch when PyTorch 2 is spoken. A name that is there no more is passed over.
 *
 * Long because it is a list. */
'''

# Plays in the original and in perch alike; prints JSON: by module [its name, what the star brings, what of the names asked for it has], or nothing of one that cannot be imported.
ASKED = r'''
import importlib, json, sys, warnings
warnings.simplefilter('ignore')
rooms, wanted, found = json.loads(sys.argv[1]), json.load(sys.stdin), {}
for room in rooms:
    try:
        module = importlib.import_module(room)
    except Exception:
        try:
            head, _, last = room.rpartition('.')
            module = getattr(importlib.import_module(head), last)
        except Exception:
            continue
    space = vars(module)
    listed = space.get('__all__')
    star = sorted(set(listed) if listed is not None else {name for name in space if not name.startswith('_')})
    has = []
    for name in wanted.get(room, ()):
        try:
            getattr(module, name)
        except Exception:
            continue
        has.append(name)
    found[room] = [module.__name__, star, has]
sys.stdout.write('\nFOUND' + json.dumps(found))
'''


def asked(program, rooms, wanted=None):
    done = subprocess.run([*program, '-c', ASKED, json.dumps(rooms)], input=json.dumps(wanted or {}), capture_output=True, text=True, cwd='/')
    if '\nFOUND' not in done.stdout:
        sys.exit(f'{program[0]} does not answer:\n{done.stderr[-2000:]}')
    return json.loads(done.stdout.split('\nFOUND')[1])


def rows():
    found = {}
    for family, rooms in ROOMS.items():
        if family in NOT_OURS:
            continue
        rooms = rooms.split()
        theirs = {room: star for room, (_, star, _) in asked([MXNET if family == 'mxnet' else DEBIAN], rooms).items()}
        for room, (name, star, has) in asked([PERCH], rooms, theirs).items():
            if room in theirs and star != has:
                found[name] = has
    two = asked([TORCH2], ['torch'])['torch'][1]
    found['torch 2'] = asked([PERCH, '--torch', '2'], ['torch'], {'torch': two})['torch'][2]
    return found


def table():
    lines = ['STAR("%s",%s)' % (name, ''.join('\n     " %s "' % part for part in textwrap.wrap(' '.join(names), 190, break_on_hyphens=False)) or ' ""') for name, names in sorted(rows().items())]
    return HEAD + '\n'.join(lines) + '\n'


def main():
    if not MXNET or not TORCH2:
        sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1, TORCH2_PYTHON one with torch 2.15')
    path = os.path.join(ROOT, TABLE)
    with open(path, encoding='utf-8') as file:
        there = file.read()
    made = table()
    if '--check' in sys.argv:
        differ = sorted(line.split('"')[1] for line in set(there.split('\nSTAR')) ^ set(made.split('\nSTAR')) if '"' in line)
        print('\n'.join(differ))
        sys.exit(bool(differ))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(made)


if __name__ == '__main__':
    main()
