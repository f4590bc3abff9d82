#!/usr/bin/env python3
"""run_repairs.py [NAME|FOLDER...]: mistakes as people make them (mistakes/*.cells), most over several cells, are repaired by the fix key: what it puts in is run
until nothing is offered; then the cell that failed has run, and what the mistake's head states holds.

A file holds mistakes: a line `#: name ; expression`, or `#: name ; expression ; words` with what the original says, then cells behind lines `# %%`; the last one fails.
PERCH_EVENTS names another session-events.
-v shows each that is not repaired, -w all; a folder of such files is played in place of mistakes/.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ROOT, Tally, in_parallel, plain_environment, slowness  # noqa: E402

EVENTS = os.environ.get('PERCH_EVENTS', os.path.join(ROOT, 'build', 'tests', 'session-events'))
SHARE = 0.95            # of the mistakes that are to be repaired
MOST = 12               # presses


class Mistake:
    def __init__(self, file, name, holds, words, cells):
        self.file, self.name, self.holds, self.words, self.cells = file, name, holds, words, cells
        self.events, self.failed, self.offered, self.well, self.worded, self.said = [], False, False, False, False, ''


def read(path):
    found = []
    for text in re.split(r'^#: ', open(path, encoding='utf-8').read(), flags=re.M)[1:]:
        head, _, body = text.partition('\n')
        name, _, holds = head.partition(' ; ')
        holds, _, words = holds.partition(' ; ')
        cells = [cell.strip('\n') for cell in re.split(r'^# %%\n', body, flags=re.M)[1:]]
        found.append(Mistake(os.path.basename(path)[:-6], name.strip(), holds.strip(), words.strip(), cells))
    return found


def play(mistakes):
    """All of them in one session, one after another."""
    text = ''
    for i, m in enumerate(mistakes):
        text += f'# %% reset\n# %% silent\nprint("== {i} ==")\n'
        text += ''.join(f'# %%\n{cell}\n' for cell in m.cells)
        text += f'# %% silent\nprint("-- pressed --")\n# %% press {MOST}\n# %% silent\nprint("-- holds", bool({m.holds}))\n'
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cells')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        env = plain_environment()
        env.update(HOME=folder, PERCH_GPUS='sim:2', LANG='C.UTF-8', PERCH_NOTES='0')
        done = subprocess.run([EVENTS, path], capture_output=True, cwd=folder, env=env, timeout=300 * slowness())
    events = None
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        event = json.loads(line)
        found = event['event'] == 'stream' and re.match(r'== (\d+) ==\n', event['text'])
        if found:
            events = mistakes[int(found[1])].events
        elif events is not None:
            events.append(event)
    for m in mistakes:
        judge(m)
    return done


def judge(m):
    """m.well: repaired; m.said: why not."""
    dones = [e for e in m.events if e['event'] == 'done']
    pressed = next((i for i, e in enumerate(m.events) if e['event'] == 'press'), None)
    errors = [e for e in m.events if e['event'] == 'error']
    m.failed = bool(errors) and (errors[0].get('code') is not None or errors[0]['name'] == 'SyntaxError')
    m.offered = pressed is not None
    m.worded = not m.words or bool(errors) and m.words in errors[0]['text']
    before = m.events[:next((i for i, e in enumerate(m.events) if e['event'] == 'stream' and '-- pressed' in e['text']), 0)]
    m.early = sum(e['event'] == 'error' for e in before) != 1 or len([e for e in before if e['event'] == 'done' and e['status'] == 'error']) != 1
    holds = any(e['event'] == 'stream' and '-- holds True' in e['text'] for e in m.events)
    ran = [e['status'] for e in dones]
    m.well = m.failed and m.offered and not m.early and holds and len(ran) > 1 and ran[-2] == 'ok'
    if not m.well:
        m.said = 'it does not fail by its place alone' if not m.failed or m.early else 'nothing is offered' if not m.offered else 'what is offered ends in an error' if ran[-2] != 'ok' else 'what is stated does not hold'


def show(m):
    print(f'---- {m.file}: {m.name}: {m.said}')
    for e in m.events:
        if e['event'] == 'error':
            print(e['text'] if len(e['text']) < 6000 else e['text'][-6000:])
            for f in e.get('fixes', []):
                print('   offered:', f['line'], f['cost'], f.get('more', ''))
        elif e['event'] == 'press':
            print('   press ->', e['cell'].replace('\n', '\n            '))
        elif e['event'] == 'stream':
            print('   |', e['text'].rstrip())


def main():
    wanted = [a for a in sys.argv[1:] if not a.startswith('-') and not os.path.isdir(a)]
    folders = [a for a in sys.argv[1:] if os.path.isdir(a)] or [os.path.join(HERE, 'mistakes')]
    files = sorted(path for folder in folders for path in glob.glob(os.path.join(folder, '*.cells')))
    groups = [[m for m in read(path) if not wanted or any(w in m.file + ': ' + m.name for w in wanted)] for path in files]
    tally = Tally('repairs')
    for done in in_parallel(play, [g for g in groups if g]):
        tally.check(done.returncode == 0 and b'ERROR: ' not in done.stderr and b'live at exit' not in done.stderr, 'the session ends well', done.stderr.decode('utf-8', 'replace')[-2000:])
    mistakes = [m for group in groups for m in group]
    for m in mistakes:
        if '-v' in sys.argv and (not m.well or '-vv' in sys.argv or '-w' in sys.argv):
            show(m)
        elif not m.well:
            print(f'not repaired: {m.file}: {m.name}: {m.said}')
        if m.words:
            tally.check(m.worded, f'{m.file}: {m.name}: in the words of the original', '\n'.join(e['text'] for e in m.events if e['event'] == 'error')[:1500])
        tally.check(m.failed and not m.early, f'{m.file}: {m.name}: the last cell alone fails, and is drawn', '\n'.join(e['text'] for e in m.events if e['event'] == 'error')[:1500])
    well = sum(m.well for m in mistakes)
    print(f'{well} of {len(mistakes)} mistakes are repaired by the key')
    tally.check(wanted or well >= SHARE * len(mistakes), f'{SHARE:.0%} of the mistakes are repaired', f'{well} of {len(mistakes)}')
    tally.close()


if __name__ == '__main__':
    main()
