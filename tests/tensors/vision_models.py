"""tests/tensors/vision_models.py [NAME…]: torchvision's models beside the original (PyTorch 1.13, /usr/bin/python3), one after the other: equal to three digits, or what differs. Without names
all but the quantized ones, which takes an hour; a model that either cannot hold or run is told with its reason."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get('PERCH') or os.path.join(os.path.dirname(os.path.dirname(HERE)), 'build', 'perch')
PROGRAM = os.path.join(HERE, 'vision', 'model_sums.py')


def figures(python, name):
    done = subprocess.run([python, PROGRAM, name], capture_output=True, text=True, timeout=1800)
    return done.stdout.split() or ['FAILED', (done.stderr.strip().splitlines() or ['?'])[-1]]


def near(a, b):
    try:
        return abs(float(a) - float(b)) <= 0.006 * max(abs(float(a)), abs(float(b)))
    except ValueError:
        return a == b


def main():
    names = sys.argv[1:] or subprocess.run(['/usr/bin/python3', '-c', 'from torchvision import models; print(*[n for n in models.list_models() if "quantized" not in n])'],
                                           capture_output=True, text=True, check=True).stdout.split()
    failed = 0
    for name in names:
        theirs, ours = figures('/usr/bin/python3', name), figures(PERCH, name)
        same = len(theirs) == len(ours) and all(map(near, theirs, ours))
        failed += not same
        print('ok  ' if same else 'FAIL', name, *([] if same else ['\n  original', *theirs, '\n  perch   ', *ours]), flush=True)
    print(f'{len(names) - failed} passed, {failed} failed, 0 skipped')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
