#!/usr/bin/env python3
"""Compare the modules of src/std/py with CPython's own, snippet by snippet.

    check_pylib.py [--all] [--perch BINARY] [NAME ...]

tests/pylib/t_NAME.py is a small deterministic program.  It runs once under the
stock interpreter and once with our module NAME in the stock one's place (with
--all: with every module of ours), or, with --perch, under that binary.
Comment lines at its top may say `# modules: a b` (which modules it is about)
and `# hide: _x` (C helpers that must look absent, so our Python is tested).
"""
import difflib, os, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIB = os.path.join(ROOT, 'src', 'lib', 'py')
SNIPPETS = os.path.join(ROOT, 'tests', 'pylib')
ORACLE = os.environ.get('ORACLE', '/usr/bin/python3')


def bootstrap(snippet, wanted, hidden):
    """Runs in the child: puts our modules in place, then runs the snippet."""
    import importlib, importlib.util, os, sys, types
    sys.dont_write_bytecode = True
    lib = LIB

    class Finder:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if wanted != ['*'] and name not in wanted and name.partition('.')[0] not in wanted:
                return None
            base = os.path.join(lib, *name.split('.'))
            for file, places in ((base + '/__init__.py', [base]), (base + '.py', None)):
                if os.path.exists(file):
                    return importlib.util.spec_from_file_location(
                        name, file, submodule_search_locations=places)
            return None

    shim = types.ModuleType('_subprocess')
    stock_subprocess = importlib.import_module('subprocess')

    def shim_run(argv, input, cwd, env, stdin, stdout, stderr, timeout):
        p = stock_subprocess.Popen(argv, cwd=cwd, env=env, stdin=stdin, stdout=stdout, stderr=stderr)
        try:
            out, err = p.communicate(input, timeout)
        except stock_subprocess.TimeoutExpired:
            p.kill()
            out, err = p.communicate()
            return None, out, err
        return p.returncode, out, err
    shim.run = shim_run
    sys.modules['_subprocess'] = shim
    hashes = types.ModuleType('_hashlib')
    stock_hashes = importlib.import_module('hashlib')
    for name in stock_hashes.algorithms_guaranteed:
        setattr(hashes, name, getattr(stock_hashes, name))
    if 'hashlib' in wanted or wanted == ['*']:
        sys.modules['_hashlib'] = hashes
    for name in hidden:
        sys.modules[name] = None
    sys.meta_path.insert(0, Finder)
    keep = {'sys', 'builtins', '__main__', 'importlib', 'encodings', 'codecs', 'site'}
    for name in list(sys.modules):
        top = name.partition('.')[0]
        if top in keep or not Finder.find_spec(name):
            continue
        del sys.modules[name]
    for name in ([] if wanted == ['*'] else wanted):
        importlib.import_module(name)
    sys.argv = [snippet]
    sys.path[0] = os.path.dirname(snippet)
    with open(snippet, encoding='utf-8') as f:
        text = f.read()
    space = sys.modules['__main__'].__dict__
    for name in list(space):
        if not name.startswith('__'):
            del space[name]
    space['__file__'] = snippet
    exec(compile(text, snippet, 'exec'), space)


def directives(file):
    found = {'modules': [], 'hide': []}
    with open(file, encoding='utf-8') as f:
        for line in f:
            if not line.startswith('#'):
                break
            key, _, rest = line[1:].partition(':')
            if key.strip() in found:
                found[key.strip()] = rest.split()
    return found


def run(argv):
    env = dict(os.environ, PYTHONHASHSEED='0', PYTHONDONTWRITEBYTECODE='1')
    p = subprocess.run(argv, capture_output=True, env=env, stdin=subprocess.DEVNULL, timeout=120)
    return (p.stdout.decode('utf-8', 'replace'), p.stderr.decode('utf-8', 'replace'), p.returncode)


def main(args):
    everything = '--all' in args
    perch = None
    if '--perch' in args:
        i = args.index('--perch')
        perch = os.path.abspath(args[i + 1])
        del args[i:i + 2]
    names = [a for a in args if not a.startswith('--')]
    if not names:
        names = sorted(f[2:-3] for f in os.listdir(SNIPPETS) if f.startswith('t_'))
    passed = failed = 0
    for name in names:
        file = os.path.join(SNIPPETS, 't_' + name + '.py')
        said = directives(file)
        want = run([ORACLE, file])
        if perch:
            got = run([perch, file])
        else:
            modules = ['*'] if everything else said['modules'] or [name]
            got = run([ORACLE, os.path.abspath(__file__), '--child', file,
                       ','.join(modules), ','.join(said['hide'])])
        last = lambda text: text.strip().splitlines()[-1:]
        if want[2]:
            print('---', name, 'fails under the stock interpreter:', want[1][-300:])
            failed += 1
            continue
        if want[0] == got[0] and want[2] == got[2] and last(want[1]) == last(got[1]):
            passed += 1
            continue
        failed += 1
        print('---', name)
        sys.stdout.writelines(list(difflib.unified_diff(
            want[0].splitlines(True), got[0].splitlines(True), 'stock', 'ours', n=1))[:60])
        if last(want[1]) != last(got[1]) or want[2] != got[2]:
            print('stock stderr:', want[1][-300:], '\nours stderr:', got[1][-1500:])
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    if sys.argv[1:2] == ['--child']:
        bootstrap(sys.argv[2], sys.argv[3].split(','), [n for n in sys.argv[4].split(',') if n])
    else:
        sys.exit(main(sys.argv[1:]))
