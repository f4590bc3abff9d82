"""Writes the answers of the originals to the edge cases: make_edges.py [torch] [numpy] [mxnet] [fresh_torch] [fresh_numpy] [fresh_mxnet], into NAME.answers.

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

import cases_fresh

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = re.compile(r'0x[0-9a-f]{6}|allocate|e-32\d|e-31\d|> at ')
FOREIGN = re.compile(r'object|complex|<U|\|S|uint(16|32|64)|float128|longdouble|\bO\b|0x[0-9a-f]{6}|allocate|>[if]\d|e-32\d|e-31\d|> at ')


def python(library):
    if library != 'mxnet':
        return '/usr/bin/python3'
    return os.environ.get('MXNET_PYTHON') or sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1')


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (240, 240))


def ask(library, cases):
    """An answer a case; what the original died of (a segmentation fault, say) is answered with `died`."""
    environment = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONHASHSEED': '0', 'PYTHONWARNINGS': 'ignore'}
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cases')
        while len(answers) < len(cases):
            with open(path, 'w') as f:
                f.write('\n'.join(cases[len(answers):]) + '\n')
            done = subprocess.run([python(library), os.path.join(HERE, 'play.py'), library, path], capture_output=True, text=True, env=environment, preexec_fn=limits, cwd=folder, stdin=subprocess.DEVNULL)
            answers += done.stdout.split('\n')[:-1]
            if len(answers) < len(cases):
                print(f'{library} died ({done.returncode}) at: {cases[len(answers)]}')
                answers.append('died')
    return answers


def main():
    for name in sys.argv[1:] or ['torch', 'numpy', 'mxnet', 'fresh_torch', 'fresh_numpy', 'fresh_mxnet']:
        library = name.split('_')[-1]
        cases = cases_fresh.cases(library) if name.startswith('fresh_') else importlib.import_module('cases_' + library).cases()
        foreign = MEMORY if name.startswith('fresh_') else FOREIGN
        assert not any(' ==> ' in c or '\n' in c for c in cases)
        first, second = ask(library, cases), ask(library, cases)
        version = subprocess.run([python(library), '-W', 'ignore', '-c', f'import sys, {library}; print("#", "{library}", {library}.__version__, "under Python", sys.version.split()[0])'], capture_output=True, text=True, check=True)
        kept = [f'{c} ==> {a}' for c, a, b in zip(cases, first, second) if a == b != 'died' and (a.startswith('! ') or not foreign.search(a))]
        with open(os.path.join(HERE, name + '.answers'), 'w') as f:
            f.write(version.stdout.splitlines()[-1] + '\n' + '\n'.join(kept) + '\n')
        print(f'{name}: {len(kept)} of {len(cases)} cases')


if __name__ == '__main__':
    main()
