"""Plays the cases of complex numbers under perch and compares answers, exceptions and messages with the originals' (make_complex.py): run.py [torch] [numpy] [-v]

A case that differs must stand in known.txt, `LIBRARY KIND CASE`, and differ as it says or less (../edges/run.py has the kinds): such a line is a feature that perch refuses
by name, or words that are not the original's. PyTorch's cases are played on a simulated GPU, too, where the answers must be the same.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'edges'))
sys.argv, ARGUMENTS = sys.argv[:1], sys.argv[1:]
import run as edges  # noqa: E402

NUMBER = re.compile(r'-?(?:\d+\.?\d*(?:e[+-]?\d+)?|nan|inf)')


def near(wanted, got):
    """The same but for the last digits of numbers, and for what should be 0."""
    if wanted.startswith('! ') or NUMBER.sub('#', wanted) != NUMBER.sub('#', got):
        return False
    pairs = [(float(a), float(b)) for a, b in zip(NUMBER.findall(wanted), NUMBER.findall(got))]
    return all(a == b or a != a and b != b or abs(a - b) <= 3e-4 * max(abs(a), abs(b)) or abs(a) < 2e-6 and abs(b) < 2e-6 for a, b in pairs)


def main():
    with open(os.path.join(HERE, 'known.txt')) as f:
        known = {(a, c): b for a, b, c in (line.rstrip('\n').split(' ', 2) for line in f if line.strip() and not line.startswith('#'))}
    passed = failed = 0
    used = set()
    for library in [a for a in ARGUMENTS if not a.startswith('-')] or ['torch', 'numpy']:
        with open(os.path.join(HERE, library + '.answers')) as f:
            rows = [line.rstrip('\n').split(' ==> ', 1) for line in f]
        for device in ['cpu', 'cuda'] if library == 'torch' else ['cpu']:
            for (case, wanted), got in zip(rows, edges.play(library, [case for case, _ in rows], device)):
                if device == 'cuda' and ('repr' in case or 'str(' in case or 'numpy' in case or '.type()' in case or case.startswith('torch.tensor') or '_cpu' in wanted or 'torch.full' in case):
                    continue # (they name the device, or have their words from the CPU's kernels)
                how = 'same' if near(wanted, got) else edges.kind(wanted, got)
                allowed = known.get((library, case), 'same')
                used.add((library, case)) if how != 'same' else None
                if edges.KINDS.index(how) <= edges.KINDS.index(allowed):
                    passed += 1
                    if '-v' not in ARGUMENTS or how == 'same':
                        continue
                else:
                    failed += 1
                print('%s %s %s: %s\n   wanted %s\n   got    %s' % ('FAIL' if how != allowed else 'known', how, library if device == 'cpu' else 'torch on a GPU', case, wanted[:300], got[:300]))
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
