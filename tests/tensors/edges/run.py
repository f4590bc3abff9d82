"""Plays the edge cases under perch and compares answers, exception types and messages with the originals'.

    tests/tensors/edges/run.py [torch] [numpy] [mxnet] [fresh_torch] [fresh_numpy] [fresh_mxnet] [-v] [--shrink]

The answers stand in NAME.answers (make_edges.py); fresh_LIBRARY are cases drawn at random (cases_fresh.py). A case that differs must stand in known.txt, in lines `LIBRARY KIND CASE`, and differ as KIND says or less:
silent (another value), accepted (a value where the original raises), refused (an exception where it answers), type (another exception), message.
What is worse than its line, or has none, fails. What an original itself leaves open is said in OPEN, with the reason. --shrink takes the lines out whose cases agree by now (the file only shrinks). -v shows what differs.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import phrases_numpy  # noqa: E402
from differences import Differences  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PERCH = os.environ.get('PERCH') or os.path.join(ROOT, 'build', 'perch')
KINDS = ['same', 'message', 'type', 'refused', 'accepted', 'silent', 'crash']
SECONDS = 120 * float(os.environ.get('PERCH_TEST_SLOWNESS', '1'))


# (library, cases, how much of the answer is open, why). 'places': of (values, positions) the values are compared, 0 and -0 alike; 'digits': three digits are, and what is below 1e-5 is 0; 'rests': what is below 1e-7 is 0.
OPEN = [
    ('torch', r'\.(topk|kthvalue|nanmedian)\(', 'places', 'which of equals is named hangs on how the original partitions'),
    ('torch', r'nan.*\.mode\(', 'all', 'sorted by a comparison that NaN answers with no, wherever it stands: its place is chance'),
    ('torch', r'nan.*\.unique\(', 'all', 'values come out of a hash table and are sorted by such a comparison'),
    ('torch', r'x\[::2\] = x\[:3\]', 'all', 'a copy over its own source: the order of the elements is the loop\'s'),
    ('torch', r'hash\(V\(1\)\) == hash', 'all', 'an address, of an object that is gone by the second call'),
    ('torch', r'ctc_loss\(.*V\(\[(-\d+|0)\]\),V\(\[2\]\)\)', 'all', 'an input of no or negative length: what lies in front of the memory is read'),
    ('torch', r'matrix_power\(.*,-\d', 'rests', 'what is left where two products cancel hangs on whether BLAS fuses them'),
    ('numpy', r'u1\(3\)\*2\*\*63-1', 'all', 'passes through uint64, which perch has not'),
    ('numpy', r'^np\.(%s)\((?!.*\bout=).*\bwhere=' % '|'.join(phrases_numpy.POOLS['un'] + phrases_numpy.POOLS['bi']), 'all', 'what where= leaves out is memory that nobody wrote'),
    ('numpy', r'matrix_power\(', 'rests', 'what is left where two products cancel hangs on whether BLAS fuses them'),
    ('mxnet', r'softmax\(.*backward', 'rests', 'what is left of 1 minus the sum of a row hangs on the order of the sum'),
    ('mxnet', r'softmax_cross_entropy\(T\(\w+,2,3\),nd\.array\(\[.*(?:[3-9]|-\d)', 'all', 'a label of no class reads the memory beside the row'),
    ('mxnet', r'unravel_index\(nd\.array\(\[\[', 'all', 'of two axes it writes beyond the memory of its result'),
    ('mxnet', r'log_softmax|SoftmaxCrossEntropyLoss', 'digits', 'oneDNN\'s there is good to five digits'),
]


def opened(library, case, answer):
    """An answer without what is open in it."""
    for of, cases, what, _ in OPEN:
        if of != library or answer[:2] == '! ' or not re.search(cases, case):
            continue
        if what == 'all':
            return 'open'
        if what == 'places':
            answer = re.sub(r', int64\[.*\)$', ')', answer).replace('-0]', '0]').replace('-0 ', '0 ').replace('-0,', '0,').replace('-0)', '0)')
        elif what == 'rests':
            answer = re.sub(r'-?\d[\d.]*e-\d+', lambda m: '0' if abs(float(m.group())) < 1e-7 else m.group(), answer)
        else:
            answer = re.sub(r'-?\d+\.\d+(?:e-\d+)?', lambda m: '%.3g' % float(m.group()) if abs(float(m.group())) > 1e-5 else '0', answer)
    return answer


def answers(library):
    with open(os.path.join(HERE, library + '.answers')) as f:
        return [line.rstrip('\n').split(' ==> ', 1) for line in f if not line.startswith('#')]


def play(library, cases, device='cpu'):
    """perch's answers; what it died of stands where the answer should."""
    got = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cases')
        while len(got) < len(cases):
            with open(path, 'w') as f:
                f.write('\n'.join(cases[len(got):]) + '\n')
            done = subprocess.run([PERCH, '--gpus=none' if device == 'cpu' else '--gpus=sim:1', os.path.join(HERE, 'play.py'), library, path, device], capture_output=True, timeout=SECONDS,
                                  env={**os.environ, 'PERCH_NOTES': 'off'}, cwd=folder, stdin=subprocess.DEVNULL)
            got += done.stdout.decode('utf-8', 'backslashreplace').split('\n')[:-1]
            if len(got) < len(cases):
                got.append(f'crash {done.returncode}: ' + done.stderr.decode('utf-8', 'backslashreplace')[-300:])
    return got


def kind(wanted, got):
    if got == wanted:
        return 'same'
    if got.startswith('crash '):
        return 'crash'
    raises, raised = wanted.startswith('! '), got.startswith('! ')
    if not raised:
        return 'accepted' if raises else 'silent'
    if not raises:
        return 'refused'
    return 'message' if wanted.split(':')[0] == got.split(':')[0] else 'type'


def main():
    differences = Differences(os.path.join(HERE, 'known.txt'), KINDS)
    for name in [a for a in sys.argv[1:] if not a.startswith('-')] or ['torch', 'numpy', 'mxnet', 'fresh_torch', 'fresh_numpy', 'fresh_mxnet']:
        library, rows = name.split('_')[-1], answers(name)
        for (case, wanted), got in zip(rows, play(library, [case for case, _ in rows])):
            differences.judge(name, case, kind(opened(library, case, wanted), opened(library, case, got)), wanted, got)
    differences.close()


if __name__ == '__main__':
    main()
