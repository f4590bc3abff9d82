"""Runs the programs of tests/tensors under perch and compares what they print with the expectations beside them.

    tests/tensors/run.py [FOLDER | PROGRAM]…       all without arguments; -v shows the differences; --half plays every other one, the next day the others

mxnet, mxnp (mxnet's NumPy interface), numpy, torch: programs (no name of one may shadow a module) that run unchanged under the original; NAME.out is what the original printed, written by make_expectations.py, the first
line naming the original and its version. torch2: what PyTorch 2 prints, of programs of its own and, by their names, of those of torch where 2 prints something else
(perch --torch 2). tables, science, learning: what pandas, scipy, sklearn print. placed: programs about GPUs, which a CPU build of the originals cannot show; their NAME.out is written from
placement.md and other sources, the first line naming them. plots, pictures, vision: what matplotlib, Pillow and torchvision print (skipped where the build has not their compiled
halves). A first line of a program `# perch: ARGUMENTS` gives perch's own arguments.
"""
import concurrent.futures
import difflib
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from harness import processor_has  # noqa: E402

PERCH = os.environ.get('PERCH') or os.path.join(ROOT, 'build', 'perch')
FOLDERS = ('torch', 'torch2', 'mxnet', 'mxnp', 'numpy', 'placed', 'plots', 'pictures', 'vision', 'tables', 'science', 'learning')
HALVES = {'plots': 'matplotlib.ft2font', 'pictures': 'PIL._imaging', 'vision': 'torchvision'} # of a folder: the module that perch must have for it
SECONDS = 60 * float(os.environ.get('PERCH_TEST_SLOWNESS', '1'))


def lacks(folder):
    """Why this build cannot play a folder's programs, or None."""
    module = HALVES.get(folder)
    if module and subprocess.run([PERCH, '-c', 'import ' + module], capture_output=True).returncode:
        return f'this build has no {module}'
    return None


def programs(names):
    found = []
    for name in names or FOLDERS:
        path = os.path.join(HERE, name)
        if os.path.isdir(path):
            found += sorted(os.path.join(path, each[:each.rindex('.')] + '.py') for each in os.listdir(path) if each.endswith('.out' if name == 'torch2' else '.py'))
        elif os.path.exists(path) or os.path.exists(path[:-3] + '.out') or os.path.exists(name):
            found.append(os.path.abspath(name) if os.path.exists(name) else path)
        elif names:
            sys.exit(f'there is no {name}')
    return found


def program_of(path):
    """A program's file: one of torch2 may stand in torch."""
    return path if os.path.exists(path) else os.path.join(HERE, 'torch', os.path.basename(path))


def run(path):
    """None when the program prints what it should, else the difference."""
    expectation, two = path[:-3] + '.out', os.path.basename(os.path.dirname(path)) == 'torch2'
    path = program_of(path)
    if not os.path.exists(expectation):
        return 'no expectation: tests/tensors/make_expectations.py writes it\n'
    with open(expectation) as f:
        wanted = f.read().split('\n', 1)[1]
    with open(path) as f:
        first = f.readline()
    arguments = first[len('# perch: '):].split() if first.startswith('# perch: ') else ['--gpus=none'] if two else ['--gpus=sim:2']
    if two:
        arguments.append('--torch=2')
    try:
        with tempfile.TemporaryDirectory() as own:
            done = subprocess.run([PERCH, *arguments, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, cwd=HERE,
                                  env={**os.environ, 'PERCH_NOTES': 'off', 'TMPDIR': own})
    except subprocess.TimeoutExpired:
        return f'not done after {SECONDS} seconds\n'
    got = done.stdout.decode('utf-8', 'backslashreplace')
    if got == wanted and done.returncode == 0:
        return None
    lines = difflib.unified_diff(wanted.splitlines(True), got.splitlines(True), 'expected', 'perch', n=1)
    return ''.join(lines) + (f'status {done.returncode}\n' + done.stderr.decode('utf-8', 'backslashreplace')[-2000:] if done.returncode else '')


def missing_of_processor(path):
    """What a program's second line says that it needs (`# needs avx512f: why`), where this processor has it not: the original prints other last bits there."""
    with open(path) as f:
        words = [f.readline(), f.readline()][1].split(':')[0].split()
    return words[2] if words[:2] == ['#', 'needs'] and not processor_has(words[2]) else None


def main():
    names = [a for a in sys.argv[1:] if a not in ('-v', '--half')]
    first = int(time.time() // 86400) % 2
    passed = failed = skipped = 0
    reasons = {folder: lacks(folder) for folder in HALVES}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        paths = []
        for path in programs(names)[first::2] if '--half' in sys.argv else programs(names):
            if needs := missing_of_processor(program_of(path)):
                skipped += 1
                reasons[needs] = f'{needs} is not in this processor'
            elif reasons.get('vision' if os.path.basename(path).startswith('vision_') else os.path.basename(os.path.dirname(path))):
                skipped += 1
            else:
                paths.append(path)
        for path, difference in zip(paths, pool.map(run, paths)):
            if difference is None:
                passed += 1
                continue
            failed += 1
            print('FAIL', os.path.relpath(path, HERE))
            if '-v' in sys.argv or names:
                print(difference)
    if skipped:
        print(f'{skipped} programs skipped:', '; '.join(sorted(reason for reason in reasons.values() if reason)))
    print(f'{passed} passed, {failed} failed' + (f', {skipped} skipped' if skipped else ''))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
