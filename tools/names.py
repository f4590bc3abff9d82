#!/usr/bin/env python3
"""The names' table: what the originals' modules hold beside what perch's do. Writes docs/reference/names.md and, per accent, the list of names that are absent.

    tools/names.py                write them anew (with /usr/bin/python3's packages, MXNET_PYTHON's mxnet and PERCH, built: build/perch)
    tools/names.py --check        say what differs from what is there; exit 1
    tools/names.py --list WORD    the names behind the counts, of the modules that have WORD in their names

A name is public and its original's own: a module that another merely imported (os, np), and what a typing or __future__ import left behind, is none. Asked are a module's names, its
public classes' own names, and the signatures of whatever has one in both.
"""
import collections
import difflib
import json
import os
import re
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = 'docs/reference/names.md'
DEBIAN, PERCH = '/usr/bin/python3', os.environ.get('PERCH', os.path.join(ROOT, 'build/perch'))
MXNET = os.environ.get('MXNET_PYTHON', '')

ROOMS = {
    'numpy': '''numpy numpy.linalg numpy.fft numpy.random numpy.ma numpy.char numpy.rec numpy.polynomial numpy.polynomial.polynomial numpy.polynomial.chebyshev numpy.polynomial.legendre
        numpy.polynomial.hermite numpy.polynomial.hermite_e numpy.polynomial.laguerre numpy.testing numpy.lib.stride_tricks numpy.lib.recfunctions numpy.lib.scimath numpy.lib.format
        numpy.lib.mixins numpy.ctypeslib numpy.typing numpy.matlib''',
    'pandas': 'pandas pandas.api.types pandas.errors pandas.testing pandas.plotting pandas.tseries.offsets',
    'scipy': '''scipy scipy.cluster scipy.cluster.vq scipy.cluster.hierarchy scipy.constants scipy.fft scipy.fftpack scipy.integrate scipy.interpolate scipy.io scipy.linalg scipy.ndimage
        scipy.odr scipy.optimize scipy.signal scipy.signal.windows scipy.sparse scipy.sparse.linalg scipy.sparse.csgraph scipy.spatial scipy.spatial.distance scipy.spatial.transform
        scipy.special scipy.stats scipy.stats.qmc''',
    'sklearn': '''sklearn.base sklearn.cluster sklearn.compose sklearn.datasets sklearn.decomposition sklearn.ensemble sklearn.feature_extraction sklearn.feature_extraction.text sklearn.impute
        sklearn.linear_model sklearn.manifold sklearn.metrics sklearn.metrics.pairwise sklearn.model_selection sklearn.naive_bayes sklearn.neighbors sklearn.pipeline sklearn.preprocessing
        sklearn.svm sklearn.tree sklearn.utils''',
    'torch': '''torch torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.nn.utils.rnn torch.nn.utils.prune torch.nn.utils.parametrize torch.nn.utils.parametrizations torch.nn.parallel
        torch.optim torch.optim.lr_scheduler torch.optim.swa_utils torch.utils torch.utils.data torch.utils.data.distributed torch.utils.checkpoint
        torch.utils.tensorboard torch.utils.dlpack torch.utils.model_zoo torch.distributions torch.distributions.constraints torch.distributions.transforms torch.distributions.kl
        torch.linalg torch.fft torch.special torch.autograd torch.autograd.functional torch.autograd.profiler torch.autograd.graph torch.cuda torch.cuda.amp
        torch.backends torch.backends.cudnn torch.backends.cuda torch.jit torch.onnx torch.hub torch.random torch.sparse torch.testing torch.profiler torch.overrides torch.amp
        torch.multiprocessing torch.distributed torch.fx torch.package torch.futures torch.serialization torch.quantization
        torch.ao.quantization torch.library torch.nested torch.masked torch.monitor''',
    'torchvision': '''torchvision torchvision.transforms torchvision.transforms.functional torchvision.datasets torchvision.models torchvision.models.detection torchvision.models.segmentation
        torchvision.models.video torchvision.utils torchvision.ops torchvision.io''',
    'mxnet': '''mxnet mxnet.nd mxnet.nd.random mxnet.nd.linalg mxnet.nd.sparse mxnet.nd.contrib mxnet.nd.image mxnet.nd.op mxnet.sym mxnet.sym.random mxnet.sym.linalg mxnet.sym.sparse mxnet.sym.contrib
        mxnet.sym.image mxnet.sym.op mxnet.np mxnet.np.random mxnet.np.linalg mxnet.npx mxnet.npx.random mxnet.npx.image mxnet.gluon mxnet.gluon.nn mxnet.gluon.rnn mxnet.gluon.loss mxnet.gluon.data mxnet.gluon.data.vision
        mxnet.gluon.data.vision.transforms mxnet.gluon.data.vision.datasets mxnet.gluon.model_zoo mxnet.gluon.model_zoo.vision mxnet.gluon.utils mxnet.gluon.block mxnet.gluon.parameter
        mxnet.gluon.contrib mxnet.gluon.contrib.nn mxnet.gluon.contrib.rnn mxnet.gluon.contrib.cnn mxnet.gluon.contrib.data mxnet.gluon.contrib.estimator mxnet.image mxnet.io mxnet.metric
        mxnet.init mxnet.initializer mxnet.lr_scheduler mxnet.optimizer mxnet.mod mxnet.module mxnet.model mxnet.autograd mxnet.recordio mxnet.contrib mxnet.contrib.text
        mxnet.contrib.text.vocab mxnet.contrib.text.embedding mxnet.contrib.quantization mxnet.contrib.onnx mxnet.contrib.amp mxnet.contrib.autograd mxnet.contrib.svrg_optimization mxnet.viz mxnet.visualization mxnet.profiler mxnet.random mxnet.test_utils mxnet.callback mxnet.monitor
        mxnet.kvstore mxnet.kv mxnet.operator mxnet.context mxnet.engine mxnet.runtime mxnet.util mxnet.attribute mxnet.name mxnet.executor mxnet.rnn mxnet.rtc mxnet.base mxnet.registry mxnet.log mxnet.library''',
}

# Plays in the original and in perch alike; prints JSON: by module {name: [kind, signature]}, or None where it cannot be imported.
ASKED = r'''
import importlib, inspect, json, sys, warnings
warnings.simplefilter('ignore')
rooms, family = json.loads(sys.argv[1]), sys.argv[2]
wanted = json.load(sys.stdin)            # by module: the original's names, which perch is asked for by name; {}: this is the original

def signature(of):
    try:
        return [[p.name, p.kind.name[0] + p.kind.name[-1], plain(p.default)] for p in inspect.signature(of).parameters.values()]
    except Exception:
        return None

def plain(default):
    """A default that both can be asked for; '?' for one that is an object."""
    if default is inspect.Parameter.empty: return None
    if default is None or isinstance(default, (bool, int, float, str)): return repr(default)
    if isinstance(default, (tuple, list)) and all(isinstance(e, (bool, int, float, str, type(None))) for e in default): return repr(tuple(default))
    return '?'

def imported(name, of, home):
    """A name that is not the family's own, but something its module uses."""
    owner = getattr(of, '__module__', None)
    if inspect.isclass(of) or inspect.isfunction(of) or inspect.isbuiltin(of):
        return isinstance(owner, str) and owner.split('.')[0] in STANDARD and owner.split('.')[0] != home
    return type(of).__module__ in ('typing', '__future__', 'logging', 'ctypes', 'functools', '_thread')

STANDARD = set(sys.stdlib_module_names) | {'numpy', 'torch', 'PIL', 'scipy', 'joblib', 'threadpoolctl', 'pandas', 'typing_extensions', 'six', 'requests', 'packaging', 'tqdm', 'graphviz'}

def reached(room):
    """A module by the name that lessons have for it: mxnet.nd.random is no module's own name."""
    try:
        return importlib.import_module(room)
    except ImportError:
        module = importlib.import_module(room.split('.')[0])
        for name in room.split('.')[1:]:
            module = getattr(module, name)
        return module

BASES = ['_TensorBase']                  # (whose names are those of its one subclass)
GIVEN = 'n_fields', 'n_sequence_fields', 'n_unnamed_fields', 'count', 'index'
EXAMPLES = {'Symbol': "module.sym.var('x')"}    # (whose attributes its class does not have)
found, seen, called = {}, set(), {}
for room in rooms:
    try:
        module = reached(room)
    except Exception:
        found[room] = None
        continue
    names, listed, at = {}, set(getattr(module, '__all__', ())), getattr(module, '__name__', room)
    called[room] = at
    more = [name.partition('.') for name in wanted.get(room) or ()]
    for name in sorted(set(dir(module)) | listed | {name for name, _, part in more if not part}):
        if name.startswith('_'): continue
        try:
            of = getattr(module, name)
        except Exception:
            continue
        if inspect.ismodule(of):
            names[name] = ['module' if of.__name__ == at + '.' + name or room == family and of.__name__.startswith(family) else 'imported', None]
            continue
        if name not in listed and imported(name, of, family) or id(of) in seen and not str(getattr(of, '__module__', at)).startswith(at) and name not in listed:
            names[name] = ['imported', None]
            continue
        names[name] = ['class' if inspect.isclass(of) else 'function' if callable(of) else 'value', signature(of) if callable(of) else None]
        if not inspect.isclass(of):
            if callable(of): seen.add(id(of))
            continue
        for owner, _, part in more:
            if owner == name and part and not hasattr(of, part) and name in EXAMPLES and hasattr(eval(EXAMPLES[name], {'module': reached(family)}), part):
                names[name + '.' + part] = ['method', None]
        for each in sorted({*dir(of), *(part for owner, _, part in more if owner == name and part and hasattr(of, part))}) if type(of).__name__ != 'tensortype' else ():
            if each.startswith('_') or each in GIVEN: continue
            try:
                part = inspect.getattr_static(of, each)
                if isinstance(part, (staticmethod, classmethod)): part = part.__func__
                owner = next((c for c in of.__mro__ if each in c.__dict__), of)
            except Exception:
                continue
            own = (owner is of or owner.__name__ in BASES) and id(of) not in seen
            names[name + '.' + each] = ['method' if own else 'inherited', signature(part) if callable(part) else None]
        seen.add(id(of))
    found[room] = names
sys.stdout.write('\nFOUND' + json.dumps([found, called]))
'''

# What each family is called in the sentence about a name that is absent: (its library's name and version, perch's own).
TITLES = {'numpy': ('NumPy 1.24', 'numpy'), 'pandas': ('pandas 1.5', 'pandas'), 'scipy': ('scipy 1.10', 'scipy'), 'sklearn': ('scikit-learn 1.2', 'sklearn'), 'torch': ('PyTorch 1.13', 'torch'), 'torchvision': ('torchvision 0.14', 'torchvision'),
          'mxnet': ('MXNet 1.9.1', 'mxnet')}
LEAD = '<!-- Made by tools/names.py from the originals and from perch: change that, not this. -->\n'
TABLE = 'src/lib/absent_names.def'
HEAD = '''/* absent_names.def: which names of the originals perch has not, made by tools/names.py: ABSENT(module, class, names, divided by spaces), sorted. Of a class's names the module is the
 * package alone. A row for a name that is there by now does no harm: it is asked only when a name was not found.
 *
 * Long because it is a list. */
'''


def asked(family):
    """(the original's names by module, perch's, and what perch's modules say that they are called)."""
    both = [({}, {})]
    for program in (MXNET if family == 'mxnet' else DEBIAN, PERCH):
        done = subprocess.run([program, '-c', ASKED, json.dumps(ROOMS[family].split()), family], input=json.dumps(both[-1][0]), capture_output=True, text=True, cwd='/')
        if '\nFOUND' not in done.stdout:
            sys.exit(f'{program} does not answer for {family}:\n{done.stderr[-2000:]}')
        both.append(json.loads(done.stdout.split('\nFOUND')[1]))
    return both[1][0], *both[2]


def counts():
    """How often real lessons use a name, by its last part."""
    path, found = os.path.join(ROOT, '../shared/api_counts.tsv'), collections.Counter()
    for line in open(path, encoding='utf-8').read().splitlines()[1:] if os.path.exists(path) else ():
        _, name, count, _ = line.split('\t')
        found[re.sub(r'\(\)$', '', name).split('.')[-1].split()[-1]] += int(count)
    return found


def differs(theirs, ours, method):
    """Whether a call that the original takes may be refused here or mean another thing: its arguments' names, their order, their defaults."""
    if theirs is None or ours is None or any(kind in ('VL', 'VD') for _, kind, _ in ours):
        return False
    theirs = [p for p in theirs if p[1] not in ('VL', 'VD') and p[0] not in ('self', 'cls') and not (p[0].startswith('_') and all(p[0] != q[0] for q in ours))]
    ours = [p for p in ours if p[0] not in ('self', 'cls')]
    if ours and ours[0][0] in ('module', 'type') and ours[0][1] == 'PY':      # (a native function's owner)
        ours = ours[1:]
    if method and len(ours) > len(theirs) and (not theirs or ours[0][0] != theirs[0][0]):
        ours = ours[1:]
    at = {name: (i, default) for i, (name, _, default) in enumerate(ours)}
    placed = 0
    for name, kind, default in theirs:
        if name in ('name', 'out', 'kwargs', 'attr') and name not in at:      # (of MXNet's generated functions; native ones take them)
            continue
        if kind != 'PY' and name not in at:
            return True
        if kind in ('PD', 'PY'):
            if name in at and at[name][0] != placed or placed >= len(ours):
                return True
            placed += 1
        if name in at and default is not None and default != '?' and at[name][1] not in ('?', default) and not (default == 'None' or default.startswith("'/")):
            return True
    return False


def compared(family):
    """By module: (how many names it has, those that take other arguments, the absent ones (None: the whole module is), what perch calls it)."""
    theirs, ours, called = asked(family)
    found = {}
    for room, names in theirs.items():
        if not names:
            continue
        there = ours[room]
        names = {n: row for n, row in names.items() if row[0] not in ('imported', 'inherited')}
        if there is None:
            head, _, last = room.rpartition('.')
            found[room] = len(names), [], None, called.get(head, head) + '.' + last
            continue
        absent = [n for n in names if n not in there]
        other = [n for n, (kind, signature) in names.items() if n in there and kind != 'module' and there[n][0] != 'imported' and differs(signature, there[n][1], kind == 'method')]
        found[room] = len(names), other, absent, called[room]
    return found


def rows_of(found):
    """The table's rows: {(module or package, class): names}."""
    rows = collections.defaultdict(set)
    for room, (_, _, absent, called) in found.items():
        head, _, last = called.rpartition('.')
        if absent is None:
            rows[head, ''].add(last)
            continue
        for name in absent:
            owner, _, part = name.rpartition('.')
            if owner in absent:
                continue
            rows[(room.split('.')[0], owner) if owner else (called, '')].add(part)
    return rows


def listed(names, used):
    return '\n'.join(textwrap.wrap(' '.join(f'**{n}**' if used[n.split('.')[-1]] > 3 else n for n in sorted(names)), 180, break_on_hyphens=False)).replace('_', '\\_')


def page(all_found, used):
    text = LEAD + ('# Names\n\nWhich names of the originals\' modules perch has: each module that lessons import, with its public classes\' own names, as the original\'s `dir()` tells them. *Differs*: the name '
                   'is there, but a call that the original takes could be refused or mean another thing (names, order or defaults of arguments). A name that is absent raises '
                   'Python\'s own error with a sentence: `module \'torch\' has no attribute \'X\' (PyTorch 1.13 has it; perch\'s torch does not)`, and so does an import of it. '
                   'In bold: names that lessons use more than three times (often another module\'s of the same name).\n')
    for family, found in all_found.items():
        lines = [(f'`{room}`', size, 'the whole module' if absent is None else size - len(absent) - len(other), len(other) or '', '' if absent is None else len(absent) or '')
                 for room, (size, other, absent, _) in found.items()]
        text += f'\n## {TITLES[family][0]}\n\n| module | names | present | differ | absent |\n| --- | --- | --- | --- | --- |\n'
        text += ''.join('| %s | %s | %s | %s | %s |\n' % (a, b, c if absent_is(c) else 'absent', d, e) for a, b, c, d, e in lines)
        for title, pick in (('differ', 1), ('absent', 2)):
            part = ''.join(f'\n`{room}`: {listed(row[pick], used)}\n' for room, row in found.items() if row[pick])
            text += f'\n### {title[0].upper()}{title[1:]}\n{part}' if part else ''
    return text


def absent_is(present):
    return present != 'the whole module'


def table(all_found):
    rows = {}
    for found in all_found.values():
        rows.update(rows_of(found))
    lines = ['ABSENT("%s", "%s",%s)' % (*key, ''.join('\n       " %s "' % part for part in textwrap.wrap(' '.join(sorted(names)), 180, break_on_hyphens=False))) for key, names in sorted(rows.items()) if names]
    return HEAD + '\n'.join(lines) + '\n'


def main():
    arguments = sys.argv[1:]
    if not MXNET:
        sys.exit('MXNET_PYTHON must name a Python with mxnet 1.9.1')
    families = {family: compared(family) for family in ROOMS}
    if arguments[:1] == ['--list']:
        for found in families.values():
            for room, (size, other, absent, _) in found.items():
                if arguments[1] in room:
                    print(room, size, '\n  differ:', *other, '\n  absent:', *(['all of it'] if absent is None else absent))
        return
    stale = 0
    for path, text in ((PAGE, page(families, counts())), (TABLE, table(families))):
        full = os.path.join(ROOT, path)
        there = open(full, encoding='utf-8').read() if os.path.exists(full) else ''
        if there == text:
            continue
        stale = 1
        if '--check' in arguments:
            sys.stdout.writelines(difflib.unified_diff(there.splitlines(True), text.splitlines(True), path, 'asked now', n=0))
        else:
            with open(full, 'w', encoding='utf-8') as file:
                file.write(text)
            print('wrote', path)
    sys.exit(stale if '--check' in arguments else 0)


if __name__ == '__main__':
    main()
