"""The suite `names`: every name that src/lib/absent_names.def says is absent is asked of perch: it is there by now, or its error says that the original has it; docs/reference/names.md
is of the same run of tools/names.py as that table; and both are what tools/names.py finds now, where the originals are there (--now)."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally, clean_environment, perch_path  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, 'tools'))
import names  # noqa: E402
import reference  # noqa: E402

# Classes are looked for where the package keeps them: in the module that lessons import, else in any of it that is loaded.
PROGRAM = r'''
import importlib, json, sys, warnings
warnings.simplefilter('ignore')

def module_of(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None

def owner_of(package, owner):
    for name, module in sorted(sys.modules.items()):
        if name.split('.')[0] == package and isinstance(vars(module).get(owner), type): return vars(module)[owner]

asked, silent = 0, []
rooms, rows = json.load(sys.stdin)
for room in rooms: module_of(room)
for module, owner, found in rows:
    of = owner_of(module, owner) if owner else module_of(module)
    if of is None: continue
    for name in found.split():
        asked += 1
        try:
            getattr(of, name)
        except AttributeError as error:
            if 'has it' not in str(error) and 'perch' not in str(error): silent.append(f'{module}.{owner and owner + "."}{name}: {error}')
        except NotImplementedError: pass
        except Exception as error: silent.append(f'{module}.{owner}.{name}: {type(error).__name__} {error}')
print('\nTOLD' + json.dumps([asked, silent]))
'''


def absences(tally):
    rows = [r for _, r in reference.rows('src/lib/absent_names.def', 'ABSENT')]
    places = [r[:2] for r in rows]
    tally.check(places == sorted(places), 'the rows of src/lib/absent_names.def are sorted (they are searched by halves)')
    rooms = [room for group in names.ROOMS.values() for room in group.split()]
    done = subprocess.run([perch_path(), '-c', PROGRAM], input=json.dumps([rooms, rows]), capture_output=True, text=True, env=clean_environment(PERCH_NOTES='off'), timeout=600)
    tally.check('\nTOLD' in done.stdout, 'perch answers', done.stderr[-2000:])
    if '\nTOLD' not in done.stdout:
        return
    asked, silent = json.loads(done.stdout.split('\nTOLD')[1])
    tally.check(asked > 1000, 'names were asked for')
    for each in silent:
        tally.check(False, f'{each}: it says that the original has it')
    for _ in range(asked - len(silent)):
        tally.check(True, '')


def now(tally):
    if not all(map(os.path.exists, (names.DEBIAN, names.MXNET))):
        print('names: the originals are not all here: nothing is compared with them')
        return
    done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/names.py'), '--check'], capture_output=True, text=True)
    tally.check(done.returncode == 0, 'docs/reference/names.md and src/lib/absent_names.def are as the originals and perch are now: run tools/names.py', (done.stdout + done.stderr)[:2000])


def main():
    tally = Tally('names')
    absences(tally)
    if '--now' in sys.argv[1:]:
        now(tally)
    return tally.close()


if __name__ == '__main__':
    sys.exit(main())
