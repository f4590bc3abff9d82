"""Writes the answers of the originals to the edge cases: make_edges.py [torch] [numpy] [mxnet], into LIBRARY.answers.

The cases come from cases_LIBRARY.py, which combines operands, dtypes, shapes and arguments. torch and numpy answer under Debian's /usr/bin/python3
(python3-torch 1.13, python3-numpy 1.24), mxnet under the Python that MXNET_PYTHON names. Every case is asked twice: what does not answer alike
(memory that nobody wrote) is left out, and so is what has elements that perch has not (objects, texts, wide unsigned and complex numbers, another machine's byte order). Answers are
never edited to match perch; what perch answers otherwise stands in known.txt, which only shrinks (run.py).
"""
import importlib
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOREIGN = re.compile(r'object|complex|<U|\|S|uint(16|32|64)|float128|longdouble|\bO\b|0x[0-9a-f]{6}|allocate|>[if]\d|e-32\d|e-31\d|> at ')


def python(library):
    if library != 'mxnet':
        return '/usr/bin/python3'
    return os.environ.get('MXNET_PYTHON') or sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1')


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))


def ask(library, path):
    environment = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONHASHSEED': '0', 'PYTHONWARNINGS': 'ignore'}
    done = subprocess.run([python(library), os.path.join(HERE, 'play.py'), library, path], capture_output=True, text=True, env=environment, preexec_fn=limits)
    return done.stdout.split('\n')[:-1], done


def main():
    sys.path.insert(0, HERE)
    for library in sys.argv[1:] or ['torch', 'numpy', 'mxnet']:
        cases = importlib.import_module('cases_' + library).cases()
        assert not any(' ==> ' in c or '\n' in c for c in cases)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'cases')
            with open(path, 'w') as f:
                f.write('\n'.join(cases) + '\n')
            (first, done), (second, _) = ask(library, path), ask(library, path)
            if len(first) != len(cases):
                sys.exit(f'{library} died ({done.returncode}) at: {cases[len(first)]}\n{done.stderr[-500:]}')
            version = subprocess.run([python(library), '-W', 'ignore', '-c', f'import sys, {library}; print("#", "{library}", {library}.__version__, "under Python", sys.version.split()[0])'], capture_output=True, text=True, check=True)
        kept = [f'{c} ==> {a}' for c, a, b in zip(cases, first, second) if a == b and (a.startswith('! ') or not FOREIGN.search(a))]
        with open(os.path.join(HERE, library + '.answers'), 'w') as f:
            f.write(version.stdout.splitlines()[-1] + '\n' + '\n'.join(kept) + '\n')
        print(f'{library}: {len(kept)} of {len(cases)} cases')


if __name__ == '__main__':
    main()
