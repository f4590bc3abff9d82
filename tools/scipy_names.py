#!/usr/bin/python3
"""Writes src/lessons/science/py/scipy/_names.py: which of scipy's names perch's scipy has not. Run by a Python that has scipy 1.10 (Debian's python3-scipy); perch, built, says what it has."""
import importlib
import os
import subprocess
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ('scipy', 'scipy.interpolate', 'scipy.io', 'scipy.linalg', 'scipy.optimize', 'scipy.signal', 'scipy.spatial', 'scipy.spatial.distance', 'scipy.special', 'scipy.stats')


def main():
    lines = ['"""The names of scipy 1.10 that perch\'s has not, for _absent.py; written by tools/scipy_names.py."""', 'NAMES = {']
    for room in ROOMS:
        module = importlib.import_module(room)
        theirs = {name for name in getattr(module, '__all__', dir(module)) if not name.startswith('_') and name not in ('test', 'annotations')}
        theirs |= {'cluster', 'constants', 'datasets', 'fft', 'fftpack', 'integrate', 'misc', 'ndimage', 'odr', 'sparse'} if room == 'scipy' else set()
        ours = subprocess.run([os.environ.get('PERCH', os.path.join(ROOT, 'build/perch')), '-c', f'import {room} as room\nprint(*dir(room))'], capture_output=True, text=True).stdout.split()
        if ours:
            lines += [f"    '{room}': '''" + '\n'.join(textwrap.wrap(' '.join(sorted(theirs - set(ours))), 185)) + "''',"]
    with open(os.path.join(ROOT, 'src/lessons/science/py/scipy/_names.py'), 'w', encoding='utf-8') as file:
        file.write('\n'.join([*lines, '}', '']))


main()
