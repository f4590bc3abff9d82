"""What was shown while no client listened: %missed, and the comm target perch.missed, by which a client asks for it."""
import json
import re

import _session
from perch.display import display
from perch.magics import UsageError
from perch.views.words import words

_COLOUR = re.compile('\x1b\\[[0-9;]*m')


def take(everything):
    """(records that are outputs, {parent: the cell's input}, how many are gone); None: the front keeps nothing."""
    text = _session.missed(everything)
    if text is None:
        return None
    kept = json.loads(text)
    inputs = {r['parent']: r['content'] for r in kept['records'] if r['type'] == 'execute_input'}
    outputs = [r for r in kept['records'] if r['type'] != 'execute_input' and (everything or not r['heard'])]
    return outputs, inputs, kept['lost']


def _head(cell):
    """In [3]: its first line"""
    lines = cell['code'].strip().split('\n') if cell else ['?']
    number = cell['execution_count'] if cell else ' '
    return 'In [%s]: %s%s' % (number, lines[0], ' ...' if len(lines) > 1 else '')


def _show(record):
    content = record['content']
    if record['type'] == 'stream':
        print(content['text'], end='')
    elif record['type'] == 'error':
        lines = '\n'.join(content['traceback'])
        print(lines if _session.colour() or _session.front() == 'jupyter' else _COLOUR.sub('', lines))
    else:
        display(content['data'], metadata=content.get('metadata') or {}, raw=True)


def magic_missed(shell, line):
    """Show what cells have shown while no client listened (a closed browser, a client that had gone), each under the line of its cell.

    %missed          what nobody has heard; it counts as heard then
    %missed --all    also what was heard, as far as it is kept

    A program asks for it by a comm: it opens the target perch.missed (data {"all": true}: also what was heard) and gets one message with
    {"outputs": [{"type", "content", "time", "parent", "execution_count"}], "lost": n}.
    """
    line = line.strip()
    if line not in ('', '-a', '--all', 'all'):
        raise UsageError(words('missed usage'))
    found = take(bool(line))
    if found is None:
        print(words('missed everything'))
        return
    outputs, inputs, lost = found
    if lost:
        print(words.count('missed lost', lost))
    if not outputs:
        print(words('missed nothing'))
    before = None
    for record in outputs:
        if record['parent'] != before:
            before = record['parent']
            print(_head(inputs.get(before)))
        _show(record)


def open_comm(comm, message):
    """The target perch.missed."""
    outputs, inputs, lost = take(bool(message['content'].get('data', {}).get('all'))) or ([], {}, 0)
    rows = [{'type': r['type'], 'content': r['content'], 'time': r['time'], 'parent': r['parent'],
             'execution_count': inputs.get(r['parent'], {}).get('execution_count')} for r in outputs]
    comm.send({'outputs': rows, 'lost': lost})
