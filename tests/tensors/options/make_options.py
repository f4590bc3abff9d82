"""Writes the originals' answers to the cases of options: make_options.py [torch] [mxnet], into LIBRARY.answers; make_options.py newer: which parameters PyTorch 2 has besides
(under the Python that TORCH2_PYTHON names), into newer.txt: perch takes those whichever version it speaks.

The cases come from the tables in cases_LIBRARY.py and from the originals' own signatures (matrix.py), so they are made under the original: torch under Debian's /usr/bin/python3
(python3-torch 1.13), mxnet under the Python that MXNET_PYTHON names. Every case is asked twice; what does not answer alike, and what the original
dies of, is left out, and told. Answers are never edited to
match perch; what perch answers otherwise stands in known.txt, which only shrinks (run.py).
"""
import importlib
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def python(library):
    if library != 'mxnet':
        return '/usr/bin/python3'
    return os.environ.get('MXNET_PYTHON') or sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1')


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (600, 600))


def run(library, *arguments):
    environment = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONHASHSEED': '0', 'PYTHONWARNINGS': 'ignore', 'MXNET_ENGINE_TYPE': 'NaiveEngine'}
    return subprocess.run([python(library), *arguments], capture_output=True, text=True, env=environment, preexec_fn=limits, cwd=HERE)


def ask(library, cases):
    """The original's answers; None for a case that it dies of."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cases')
        while len(answers) < len(cases):
            with open(path, 'w') as f:
                f.write('\n'.join(cases[len(answers):]) + '\n')
            done = run(library, os.path.join(HERE, 'play.py'), library, path)
            answers += done.stdout.split('\n')[:-1]
            if len(answers) < len(cases):
                print(f'{library} dies ({done.returncode}) of: {cases[len(answers)]}\n{done.stderr[-300:]}')
                answers.append(None)
    return answers


def write_cases(library):
    """Under the original: a case a line on standard output, and last what it is."""
    sys.path.insert(0, HERE)
    found = importlib.import_module('cases_' + library).cases()
    assert not any(' ==> ' in c or '\n' in c for c in found)
    module = importlib.import_module(library)
    print('\n'.join(found + ['# %s %s under Python %s' % (library, module.__version__, sys.version.split()[0])]))


def write_newer():
    """Under PyTorch 2: the parameters that signatures of torch.answers have not."""
    sys.path.insert(0, HERE)
    import play_torch
    with open(os.path.join(HERE, 'torch.answers')) as f:
        cases = [line.rstrip('\n').split(' ==> ', 1) for line in f if line.startswith('signature(')]
    for case, wanted in cases:
        try:
            now = eval(case, vars(play_torch))
        except AttributeError:              # gone in 2
            continue
        more = [part.split('=')[0] for part in now.split(', ') if part.split('=')[0] not in [part.split('=')[0] for part in wanted.split(', ')]]
        if more and 'none' not in (now, wanted):
            print(case, *more)


def make_newer():
    done = subprocess.run([os.environ.get('TORCH2_PYTHON') or sys.exit('TORCH2_PYTHON must name a Python with torch 2.15'), os.path.join(HERE, 'make_options.py'), '--newer'],
                          capture_output=True, text=True, cwd=HERE)
    if done.returncode:
        sys.exit(done.stderr)
    with open(os.path.join(HERE, 'newer.txt'), 'w') as f:
        f.write(done.stdout)


def main():
    if sys.argv[1:2] == ['--cases']:
        return write_cases(sys.argv[2])
    if sys.argv[1:2] == ['--newer']:
        return write_newer()
    if sys.argv[1:2] == ['newer']:
        return make_newer()
    for library in sys.argv[1:] or ['torch', 'mxnet']:
        made = run(library, os.path.join(HERE, 'make_options.py'), '--cases', library)
        if made.returncode:
            sys.exit(made.stderr)
        *cases, version = made.stdout.split('\n')[:-1]
        first = ask(library, cases)
        cases, first = zip(*[(c, a) for c, a in zip(cases, first) if a is not None])
        second = ask(library, cases)
        kept = [f'{c} ==> {a}' for c, a, b in zip(cases, first, second) if a == b]
        print('\n'.join(f'not alike: {c}\n   {a[:200]}\n   {b[:200]}' for c, a, b in zip(cases, first, second) if a != b))
        with open(os.path.join(HERE, library + '.answers'), 'w') as f:
            f.write(version + '\n' + '\n'.join(kept) + '\n')
        print(f'{library}: {len(kept)} of {len(cases)} cases')


if __name__ == '__main__':
    sys.dont_write_bytecode = True
    main()
