"""The suite `plots`: the programs of programs.py under perch beside goldens.json: what artists, limits, ticks and texts say, and each page to the last bit; a program that fails, in the same words; the ten programs of beside.py, saved as SVG and PDF, to the last byte.

run.py [NAME…] [-v]: these programs alone; -v says what differs.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)
import beside  # noqa: E402
import programs  # noqa: E402
from harness import Tally, perch_path, slowness  # noqa: E402

PART = 25                       # programs of one interpreter
# pages that may differ, and how they did when they were measured (of 76,800 dots)
KNOWN = {**dict.fromkeys(('p093', 'p183', 'p230', 'p235'), '3 to 65 dots, by 1 of 255'), 'p122': '3,196 dots of a Gouraud mesh, by 1 of 255'}


def played(rows):
    """What perch says of these programs: {name: row}."""
    source = 'SETUP = %r\nexec(SETUP)\n%s\nROWS = %r\nfor name, text in ROWS:\n    print(json.dumps([name, play(text)[0]]), flush=True)\n' % (programs.SETUP, programs.READ, rows)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'plots.py')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(source)
        environment = {**os.environ, 'MPLCONFIGDIR': folder, 'MPLBACKEND': 'agg'}
        done = subprocess.run([perch_path(), path], capture_output=True, text=True, env=environment, timeout=300 * slowness())
    said = dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith('['))
    return said, done.stderr[-1500:] if done.returncode or len(said) < len(rows) else ''


def differs(want, got):
    """What differs, in words; '': nothing."""
    if got is None:
        return 'it did not end'
    return next(('%s: %r, not %r' % (key, got.get(key), want.get(key)) for key in ('error', 'said', 'sizes', 'pages') if got.get(key) != want.get(key)), '')


def main(arguments):
    tally = Tally('plots')
    with open(os.path.join(HERE, 'goldens.json'), encoding='utf-8') as f:
        goldens = json.load(f)
    wanted = [each for each in arguments if not each.startswith('-')]
    rows = [row for row in programs.programs() if not wanted or row[0] in wanted]
    for at in range(0, len(rows), PART):
        said, trouble = played(rows[at:at + PART])
        for name, source in rows[at:at + PART]:
            why = differs(goldens[name], said.get(name))
            known = why.startswith('pages') and name in KNOWN
            tally.check(not why or known, name, '%s\n  %s%s' % (source, why[:3000 if '-v' in arguments else 300], trouble and '\n' + trouble))
    with open(os.path.join(HERE, 'vectors.json'), encoding='utf-8') as f:
        files = json.load(f)
    chosen = [name for name in files if not wanted or name in wanted]
    saved = beside.digests(perch_path(), chosen)
    for name in chosen:
        tally.check(saved.get(name) == files[name], f'{name}: SVG and PDF files', f'{saved.get(name)}, not {files[name]}')
    tally.close()


if __name__ == '__main__':
    main(sys.argv[1:])
