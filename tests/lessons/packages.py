"""The suite `packages`: lessons' own packages from PyPI over perch: gluonbook 0.8.10, d2lzh 1.0.0, d2l 0.17.6 and 1.0.3 (torch, mxnet): every helper called on stand-in data, trainers on one and two simulated GPUs.

packages.py [PACKAGE…] [-v]: -v shows what each helper did, as a table of Markdown. Skipped, with the reason, where PyPI cannot be had.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), 'seeds'), os.path.dirname(HERE)]
import pypi  # noqa: E402
from harness import Tally, clean_environment, perch_path, slowness  # noqa: E402

# name: (what is installed, the script, the module that it is told)
HELPERS = {'gluonbook': ('gluonbook==0.8.10', 'helpers_zh.py', 'gluonbook'), 'd2lzh': ('d2lzh==1.0.0', 'helpers_zh.py', 'd2lzh'),
           'd2l-0.17.6-torch': ('d2l==0.17.6', 'helpers_d2l.py', 'torch'), 'd2l-0.17.6-mxnet': ('d2l==0.17.6', 'helpers_d2l.py', 'mxnet'),
           'd2l-1.0.3-torch': ('d2l==1.0.3', 'helpers_d2l.py', 'torch'), 'd2l-1.0.3-mxnet': ('d2l==1.0.3', 'helpers_d2l.py', 'mxnet')}


def perch(home, folder, *arguments):
    environment = clean_environment(HOME=folder, XDG_DATA_HOME=home, PERCH_DATA='standin', PERCH_NOTES='off', PERCH_GPUS='sim:2', MPLCONFIGDIR=folder)
    os.makedirs(os.path.join(folder, 'work'), exist_ok=True)
    return subprocess.run([perch_path(), *arguments], cwd=os.path.join(folder, 'work'), env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=500 * slowness())


def helpers(name, requirement, script, module, tally):
    home, why = pypi.packages(requirement.replace('==', '-') if script == 'helpers_d2l.py' else name, [requirement])
    if home is None:
        tally.skip(name, why)
        return
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, 'data'))       # as a reader of the book has it
        made = perch(home, folder, 'data', 'make', 'airfoil', 'lyrics', 'time-machine')
        tally.check(made.returncode == 0, f'{name}: stand-ins', made.stderr)
        done = perch(home, folder, os.path.join(HERE, script), module)
    rows = [line[7:].split(' | ', 1) for line in done.stdout.splitlines() if line.startswith('HELPER ')]
    if '-v' in sys.argv:
        print(f'\n| {name} | what it did |\n| --- | --- |')
        for helper, told in rows:
            print(f'| `{helper}` | {told} |', flush=True)
    for helper, told in rows:
        tally.check(not told.startswith('FAILED'), f'{name}.{helper}', told)
    tally.check(done.returncode == 0 and 'MISSED\n' in done.stdout, f'{name}: every helper is called', done.stdout[-500:] + done.stderr[-1500:])


def main():
    names = [word for word in sys.argv[1:] if word != '-v']
    tally = Tally('packages')
    for name, row in HELPERS.items():
        if not names or name in names:
            helpers(name, *row, tally)
    tally.close()


if __name__ == '__main__':
    main()
