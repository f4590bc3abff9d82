"""tests/tensors/vision_models.py [--write] [--part] [-v] [NAME…]: every model of torchvision.models (--part: the smallest of each family), built from a seed, run forward and backward (vision/model_sums.py), against what the original came to
(vision_models.expected, which --write makes with /usr/bin/python3): counts equal, sums to three digits. Quantized ones as they are before they are quantized. A line for each that differs (-v: for each), and the counts."""
import os
import re
import resource
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get('PERCH') or os.path.join(os.path.dirname(os.path.dirname(HERE)), 'build', 'perch')
PROGRAM = os.path.join(HERE, 'vision', 'model_sums.py')
EXPECTED = os.path.join(HERE, 'vision_models.expected')


def figures(python, name):
    done = subprocess.run([python, PROGRAM, name], capture_output=True, text=True, timeout=1800, env=dict(os.environ, OMP_NUM_THREADS='1'))
    return done.stdout.split() or ['FAILED', *(done.stderr.strip().splitlines() or [f'exit {done.returncode}'])[-1].split()]


def expected():
    with open(EXPECTED, encoding='utf-8') as f:
        return {line.split()[0]: line.split() for line in f if not line.startswith('#')}


def write(names):
    known = expected() if os.path.exists(EXPECTED) else {}
    head = subprocess.run(['/usr/bin/python3', '-c', 'import sys, torch, torchvision; from torchvision import models; '
                           'print(f"# torchvision {torchvision.__version__}, torch {torch.__version__}, Python {sys.version.split()[0]}"); print(*models.list_models())'],
                          capture_output=True, text=True, check=True).stdout.splitlines()
    every = head[1].split()
    for name in names or [n for n in every if n not in known]:
        known[name] = figures('/usr/bin/python3', name)
        print(*known[name], flush=True)
        with open(EXPECTED, 'w', encoding='utf-8') as f:
            f.write('\n'.join([head[0], *(' '.join(known[n]) for n in every if n in known)]) + '\n')


def near(a, b, bar=0.006):
    try:
        return abs(float(a) - float(b)) <= bar * max(abs(float(a)), abs(float(b)))
    except ValueError:
        return a == b


def same(theirs, ours):
    """Deep networks over two small pictures magnify the last bit of a sum: resnet152's gradients under PyTorch come to 1.220e9 on one thread and 1.207e9 on two."""
    *theirs, slope, count = theirs
    return len(theirs) + 2 == len(ours) and all(map(near, theirs, ours)) and near(slope, ours[-2], 0.012) and count == ours[-1]


def smallest(known):
    """Of each family (resnet, swin, quantized_resnet …) the model with the fewest parameters."""
    families = {}
    for name, figures_of in known.items():
        families.setdefault(re.match('(quantized_)?[a-z]+', name).group(), []).append((int(figures_of[1]), name))
    return sorted(min(family)[1] for family in families.values())


def main():
    names = [a for a in sys.argv[1:] if not a.startswith('-')]
    if '--write' in sys.argv:
        return write(names)
    known, failed = expected(), 0
    names = names or (smallest(known) if '--part' in sys.argv else sorted(known))
    for name in names:
        start = time.monotonic()
        theirs, ours = known[name], figures(PERCH, name)
        good = same(theirs, ours)
        failed += not good
        if not good or '-v' in sys.argv:
            print('ok  ' if good else 'FAIL', name, f'{time.monotonic() - start:.1f} s, {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2 ** 20:.1f} GiB at most',
                  *([] if good else ['\n  original', *theirs, '\n  perch   ', *ours]), flush=True)
    print(f'{len(names) - failed} passed, {failed} failed, 0 skipped')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
