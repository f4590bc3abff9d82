#!/usr/bin/env python3
"""run_culprits.py: mistakes as people make them, over several cells: what the original says, which operands the drawing names, and the line that it blames.

    run_culprits.py [-v] [WORD…]      only those whose title holds a word; -v shows each error's text

A file of culprits/ holds mistakes, each behind a line `=== title`: its head, then cells divided by lines `%%`. The last cell fails. In the head

    said: the error's type and first line; $same A B, $arg A B NAME METHOD, $mx OP A B N stand for the sentences that every second one begins with
    drawn: name on place; …    rows that the drawing must have
    gpus: how many (2)

`#!` at the end of a line marks the culprit: the line that put a value where it should not be. One of the drawing's rows about a value in that place must name
this line, of this cell; `#!` on the failing line means a value that is made there.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ROOT, Tally, plain_environment, slowness  # noqa: E402

EVENTS = os.environ.get('PERCH_EVENTS', os.path.join(ROOT, 'build', 'tests', 'session-events'))
SAME = 'Expected all tensors to be on the same device, but found at least two devices, {} and {}!'
SENTENCES = {
    '$same': SAME, '$arg': SAME + ' (when checking argument for argument {} in method {})',
    '$mx': 'Check failed: inputs[i]->ctx().dev_mask() == ctx.dev_mask() ({masks}) : Operator {0} require all inputs live on the same context. But the first argument is on {1} '
           'while the {3}-th argument is on {2}',
}
MARK = re.compile(r'\s*#!$')
# name, shape and dtype (unless the value is gone), place, what the line did, the line
ROW = re.compile(r'^[ │]*(?:[├└]─* |   *)(?:└ )?(.*?) +(?:(?:[\dx]+|scalar) (?:bool|u?int\d+|b?float\d+)|Generator) +on (\S+) +(?:made|moved) on (?:line (\d+)(?: of (Cell In\[\d+\]))?|this line)', re.M)
GONE = re.compile(r'^[ │]*└ (\S+|\(from\)) +on (\S+) +(?:made|moved) on (?:line (\d+)(?: of (Cell In\[\d+\]))?|this line)', re.M)


class Mistake:
    def __init__(self, file, text):
        title, _, rest = text.partition('\n')
        head, *cells = re.split(r'^%%.*\n', rest, flags=re.M)
        self.file, self.title = file, title.strip()
        self.head = dict(line.split(': ', 1) for line in head.splitlines() if line.strip())
        self.culprit, self.cells = None, []
        for number, cell in enumerate(cells, 1):
            lines = cell.rstrip('\n').split('\n')
            for i, line in enumerate(lines, 1):
                if MARK.search(line):
                    self.culprit = number, i
                    lines[i - 1] = MARK.sub('', line)
            self.cells.append('\n'.join(lines))

    @property
    def said(self):
        kind, _, text = self.head['said'].partition(': ')
        words = text.split(' ')
        if words[0] in SENTENCES:
            masks = ' vs. '.join('1' if place.startswith('cpu') else '2' for place in reversed(words[2:4])) if words[0] == '$mx' else ''
            text = SENTENCES[words[0]].format(*words[1:], masks=masks)
        return kind, text


def mistakes():
    for name in sorted(os.listdir(os.path.join(HERE, 'culprits'))):
        with open(os.path.join(HERE, 'culprits', name), encoding='utf-8') as file:
            for text in re.split(r'^=== ', file.read(), flags=re.M)[1:]:
                yield Mistake(name, text)


def play(mistake):
    """(errors of the cells, one each or None; what the program wrote when it died)"""
    text = ''.join(f'# %%\n{cell}\n' for cell in mistake.cells)
    env = plain_environment()
    env.update({'PERCH_GPUS': f"sim:{mistake.head.get('gpus', 2)}", 'LANG': 'C.UTF-8', 'PERCH_NOTES': '0'})
    with tempfile.TemporaryDirectory() as folder:
        env['HOME'] = folder
        path = os.path.join(folder, 'cells')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        done = subprocess.run([EVENTS, path], capture_output=True, cwd=folder, env=env, timeout=60 * slowness())
    errors, error = [], None
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        event = json.loads(line)
        if event['event'] == 'error':
            error = event
        elif event['event'] == 'done':
            errors.append(error)
            error = None
    return errors, done.stderr.decode('utf-8', 'replace') if done.returncode else ''


def rows(text):
    """[(name, place, (cell, line))] of a drawing."""
    frames = re.findall(r'^  (?:File ")?Cell In\[(\d+)\]"?, line (\d+)', text, re.M)
    here = tuple(map(int, frames[-1])) if frames else (0, 0)
    found = []
    for pattern in ROW, GONE:
        for name, place, line, cell in pattern.findall(text):
            found.append((name, place, (int(re.search(r'\d+', cell)[0]) if cell else here[0], int(line)) if line else here))
    return found


def unfolded(text):
    """A drawing whose rows are whole: a narrow one folds them before the place, or behind it."""
    return re.sub(r'( on \S+)\n[ │]+(?=(?:made|moved) on )', r'\1 ', re.sub(r'\n[ │]+(?=on \S+ +(?:made|moved))', ' ', text))


def check(mistake):
    """What is wrong: (sentence or '', the error's text)."""
    errors, died = play(mistake)
    if died or len(errors) != len(mistake.cells):
        return 'it died ' + died[-500:], ''
    for number, error in enumerate(errors[:-1], 1):
        if error:
            return f"cell {number} fails: {error['name']}: {error['value']}", ''
    error = errors[-1]
    if error is None:
        return 'nothing fails', ''
    text = unfolded(error['text'])
    kind, said = mistake.said
    if error['name'] != kind or error['value'].split('\n')[0].rstrip() != said:
        return f"it says {error['name']}: {error['value']!r}\nnot {kind}: {said}", text
    found = rows(text)
    for wanted in filter(None, mistake.head['drawn'].split('; ')):
        if wanted.rsplit(' on ', 1) not in [[name, place] for name, place, _ in found]:
            return f'{wanted} is not among {found}', text
    if mistake.culprit is not None and mistake.culprit not in [at for _, _, at in found]:
        return f'the culprit, cell {mistake.culprit[0]} line {mistake.culprit[1]}, is not among {found}', text
    return '', text


def main():
    words = [a for a in sys.argv[1:] if a != '-v']
    chosen = [m for m in mistakes() if not words or any(word in m.title or word == m.file for word in words)]
    tally = Tally('culprits')
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for mistake, (wrong, text) in zip(chosen, pool.map(check, chosen)):
            tally.check(not wrong, f'{mistake.file}: {mistake.title}', f'{wrong}\n{text}')
            if '-v' in sys.argv:
                print(f'--- {mistake.title}\n{text}\n')
    return tally.close()


if __name__ == '__main__':
    sys.exit(main())
