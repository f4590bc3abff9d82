"""Runs failing programs under perch and under CPython; stderr must be the same, byte for byte.

    python3 tests/traceback/compare.py build/perch [number...]

cases.txt holds the programs, divided by lines '#---'; a case with lines 'X%Y' in an 'EACH:' header is not special: every
line after 'LINES:' is a program of its own.
"""
import os, subprocess, sys, tempfile

def programs():
    here = os.path.dirname(os.path.abspath(__file__))
    for name in sorted(os.listdir(here)):
        if not name.endswith('.txt'):
            continue
        for block in open(os.path.join(here, name), encoding='utf-8').read().split('#---\n'):
            if block.startswith('LINES:\n'):
                for line in block.splitlines()[1:]:
                    if line:
                        yield line.replace('\\n', '\n') + '\n'
            elif block.strip():
                yield block

def run(exe, path):
    try:
        p = subprocess.run([exe, path], capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return b'TIMEOUT\n'
    return p.stdout + b'--\n' + p.stderr + b'%d' % p.returncode

def main():
    perch, only = os.path.abspath(sys.argv[1]), set(map(int, sys.argv[2:]))
    bad = total = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 't.py')
        for number, program in enumerate(programs()):
            if only and number not in only:
                continue
            total += 1
            with open(path, 'w', encoding='utf-8') as f:
                f.write(program)
            want, got = run('/usr/bin/python3', path), run(perch, path)
            if want != got:
                bad += 1
                print(f'==== {number}\n{program}---- python3\n{want.decode(errors="replace")}\n---- perch\n{got.decode(errors="replace")}')
    print(f'{total - bad} passed, {bad} failed')
    return bad != 0

sys.exit(main())
