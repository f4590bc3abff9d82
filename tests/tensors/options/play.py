"""Plays cases of options under PyTorch, MXNet or perch: play.py LIBRARY FILE prints an answer a line.

A case is a call of one of the players of play_LIBRARY.py. Its answer is what the player tells (outputs, gradients, states, rates, as numbers), or the exception's type and the
first line of its message; then ` ~ ` and what was warned of or printed. Every case begins from the same seeds. FILE's lines are `CASE ==> ANSWER` or CASE alone.
"""
import contextlib
import importlib
import io
import re
import sys
import warnings

LIBRARY, FILE = sys.argv[1], sys.argv[2]
sys.dont_write_bytecode = True
players = importlib.import_module('play_' + LIBRARY)


def clean(text):
    """One line, without addresses and the numbers that names are counted with."""
    text = re.sub(r'\s*\n\s*', '|', text.strip())
    return re.sub(r'(?<=[a-z])\d+_(?=[a-z])', '#_', re.sub(r' at 0x[0-9a-f]+', '', text))


def complaint(e):
    lines = [l.strip() for l in str(e).split('\n') if l.strip()] or ['']
    line = lines[0]
    line = re.sub(r'\[\d\d:\d\d:\d\d\] \S+: ', '', line) # (a time and a place in MXNet's sources)
    line = re.sub(r'(OpenCV\([\d.]+\)) \S+:\d+: ', r'\1 ', line) # (a place in OpenCV's)
    if line.startswith('Traceback (most recent call') or line.startswith('MXNetError: Traceback'):
        line = lines[-1]
    return '! %s: %s' % (type(e).__name__, line)


def answer(case):
    players.seed()
    said = io.StringIO()
    with warnings.catch_warnings(record=True) as warned, contextlib.redirect_stdout(said):
        warnings.simplefilter('always')
        try:
            text = eval(case, dict(players.__dict__))
        except Exception as e:
            text = complaint(e)
    tail = dict.fromkeys('%s: %s' % (w.category.__name__, str(w.message).strip().split('\n')[0].split(' (Triggered')[0]) for w in warned)
    tail.update(dict.fromkeys(['printed ' + said.getvalue()] if said.getvalue() else []))
    return clean(' ~ '.join([text, *tail]))


def main():
    with open(FILE) as f:
        for line in f:
            if line.startswith('#'):
                continue
            sys.stdout.write(answer(line.rstrip('\n').split(' ==> ')[0]) + '\n')
            sys.stdout.flush()


if __name__ == '__main__':
    main()
