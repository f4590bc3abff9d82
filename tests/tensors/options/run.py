"""Plays the cases of options under perch and compares what comes out, as numbers, and what is said, with the originals'.

    tests/tensors/options/run.py [torch] [mxnet] [-v] [--shrink]

The answers stand in LIBRARY.answers (make_options.py). A case that differs must stand in known.txt, in lines `LIBRARY KIND CASE`, and differ as KIND says or less: crash, silent
(another value), accepted (a value where the original raises), missing (a name or a parameter that perch has not), refused (an exception where the original answers), type (another
exception), message, warning (what is warned of or printed). What is worse than its line, or has none, fails. --shrink takes the lines out whose cases agree by now (the file only
shrinks). -v shows what differs. Every PARTS-th case is played in one process: as many as there are cores.
"""
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from differences import Differences  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PERCH = os.environ.get('PERCH') or os.path.join(ROOT, 'build', 'perch')
KINDS = ['same', 'warning', 'message', 'type', 'refused', 'missing', 'accepted', 'silent', 'crash']
SECONDS = 300 * float(os.environ.get('PERCH_TEST_SLOWNESS', '1'))
PARTS = 2
NUMBER = re.compile(r'(?<![\w.])-?(?:\d+\.?\d*(?:e[+-]?\d+)?|nan|inf)(?![\w])')
NEAR, ZERO = 3e-4, 3e-6 # sums of rounded float32 numbers, in another order; what rounding leaves of 0
# A gradient is a sum of what may be as large as the answer's largest number: the last bit of that, a float32, is left to rounding, but never more than MOST.
GRADIENT, EPSILON, MOST = re.compile(r' d\S* float32'), 1.2e-7, 3e-5


def answers(library):
    with open(os.path.join(HERE, library + '.answers')) as f:
        return [line.rstrip('\n').split(' ==> ', 1) for line in f if not line.startswith('#')]


def start(library, cases, folder, name):
    path = os.path.join(folder, name)
    with open(path, 'w') as f:
        f.write('\n'.join(cases) + '\n')
    with open(path + '.out', 'wb') as out, open(path + '.err', 'wb') as err:
        return subprocess.Popen([PERCH, '--gpus=none', os.path.join(HERE, 'play.py'), library, path], stdout=out, stderr=err, cwd=folder, stdin=subprocess.DEVNULL,
                                env={**os.environ, 'PERCH_NOTES': 'off', 'OMP_NUM_THREADS': '1'})


def finish(process, folder, name):
    process.wait(timeout=SECONDS)
    with open(os.path.join(folder, name + '.out'), 'rb') as out, open(os.path.join(folder, name + '.err'), 'rb') as err:
        return out.read().decode('utf-8', 'backslashreplace').split('\n')[:-1], 'crash %d: %s' % (process.returncode, err.read().decode('utf-8', 'backslashreplace')[-300:])


def play(library, cases):
    """perch's answers; what it died of stands where the answer should."""
    parts = [cases[k::PARTS] for k in range(PARTS)]
    got = [[] for _ in parts]
    with tempfile.TemporaryDirectory() as folder:
        while any(len(g) < len(p) for g, p in zip(got, parts)):
            running = [(k, start(library, p[len(got[k]):], folder, str(k))) for k, p in enumerate(parts) if len(got[k]) < len(p)]
            for k, process in running:
                lines, death = finish(process, folder, str(k))
                got[k] += lines + ([death] if len(got[k]) + len(lines) < len(parts[k]) else [])
    whole = [None] * len(cases)
    for k in range(PARTS):
        whole[k::PARTS] = got[k]
    return whole


def near(wanted, got):
    """The same but for the last digits of numbers."""
    if wanted == got:
        return True
    if wanted.startswith('! ') or NUMBER.sub('#', wanted) != NUMBER.sub('#', got):
        return False
    pairs = [(float(a), float(b)) for a, b in zip(NUMBER.findall(wanted), NUMBER.findall(got))]
    slack = min(EPSILON * max([abs(a) for a, _ in pairs if abs(a) < math.inf], default=0), MOST) if GRADIENT.search(wanted) else 0
    zero, apart = max(ZERO, slack), max(ZERO / 10, slack)
    return all(a == b or a != a and b != b or abs(a - b) <= NEAR * max(abs(a), abs(b)) or abs(a - b) < apart or abs(a) < zero and abs(b) < zero for a, b in pairs)


def names(signature):
    return {part.split('=')[0].lstrip('*') for part in signature.split(', ')}


def newer():
    """By a signature's case, what PyTorch 2 has in it besides (newer.txt): perch takes it too."""
    with open(os.path.join(HERE, 'newer.txt')) as f:
        return {words[0]: set(words[1:]) for words in map(str.split, f)}


NEWER = newer()


def without_newer(case, signature):
    return ', '.join(part for part in signature.split(', ') if part.split('=')[0] not in NEWER.get(case, ()))


def kind(case, wanted, got):
    if got.startswith('crash '):
        return 'crash'
    if case.startswith('signature('):
        got = without_newer(case, got)
    if case.startswith('signature(') and got != wanted and not got.startswith('! '):
        if 'none' in (wanted, got): # (of functions in C, Python tells nothing: their cases do)
            return 'same'
        return 'missing' if names(wanted) - names(got) else 'accepted' if names(got) - names(wanted) else 'silent'
    (wanted, _, said), (got, _, heard) = wanted.partition(' ~ '), got.partition(' ~ ')
    if near(wanted, got):
        return 'same' if near(said, heard) else 'warning'
    raises, raised = wanted.startswith('! '), got.startswith('! ')
    if not raised:
        return 'accepted' if raises else 'silent'
    if not raises:
        return 'missing' if 'unexpected keyword' in got or 'has no attribute' in got else 'refused'
    return 'message' if wanted.split(':')[0] == got.split(':')[0] else 'type'


def main():
    differences = Differences(os.path.join(HERE, 'known.txt'), KINDS)
    for library in [a for a in sys.argv[1:] if not a.startswith('-')] or ['torch', 'mxnet']:
        rows = answers(library)
        for (case, wanted), got in zip(rows, play(library, [case for case, _ in rows])):
            differences.judge(library, case, kind(case, wanted, got), wanted, got)
    differences.close()


if __name__ == '__main__':
    main()
