#!/usr/bin/env python3
"""Notes about silent mistakes: none comes in correct programs (quiet.py), each comes where it is true (loud.py), on its line, and only that one.

PERCH names the program (default: build/perch). run.py WORDS…: the programs whose names have these words.
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import ROOT, Tally, slowness  # noqa: E402
from loud import LOUD  # noqa: E402
from quiet import HEADS, QUIET  # noqa: E402

PERCH = os.path.abspath(os.environ.get('PERCH', os.path.join(ROOT, 'build', 'perch')))


def run(text):
    """(status, stderr) of a program, with notes as they are when nobody says anything about them."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(('PERCH_', 'LC_', 'CUDA_')) and k != 'LANG'}
    env.update(PERCH_GPUS='sim:2', LANG='C.UTF-8', PYTHONWARNINGS='ignore')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.py')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        done = subprocess.run([PERCH, path], capture_output=True, env=env, cwd=folder, timeout=60 * slowness())
    return done.returncode, done.stderr.decode('utf-8', 'replace')


def main():
    words = sys.argv[1:]
    tally = Tally('notes')
    chosen = {'quiet: ' + name: HEADS[name.split()[0]] + text for name, text in QUIET.items()}
    chosen.update({'loud: ' + name: row[3] for name, row in LOUD.items()})
    chosen = {name: text for name, text in chosen.items() if all(word in name for word in words)}
    with ThreadPoolExecutor(2) as pool:
        results = dict(zip(chosen, pool.map(run, chosen.values())))
    for name, (status, said) in results.items():
        notes = re.findall(r'^note: .*', said, re.M)
        if name.startswith('quiet: '):
            tally.check(status == 0, name + ': runs', said[-1500:])
            tally.check(not notes and not said.strip(), name + ': nothing is said', said[-1500:])
            continue
        code, line, text, _ = LOUD[name[6:]]
        tally.check(status == 0, name + ': runs', said[-1500:])
        tally.check(len(notes) == 1 and f'note: line {line}: ' in notes[0] and text in notes[0] and f'[{code}: ' in notes[0], f'{name}: {code} on line {line}', said[-1500:])
    tally.close()


if __name__ == '__main__':
    main()
