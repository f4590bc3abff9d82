#!/usr/bin/env python3
"""make_typing.py: typing.json anew, from IPython 8 (run it with a Python that has it): what it completes, inspects and prints for the cells below.

Candidates are compared as sets of texts without the part that is there already; files of the folder and magics that IPython mixes into a list of names
are left out.
"""
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile

SETUP = '''
import collections, functools, os, sys
_folder_t = os.getcwd()
class A:
    """Class doc."""
    def __init__(self, alpha, beta=2, *, gamma=3):
        """Init doc."""
        self.x = 1
        self._y = 2
    def meth(self, p, q=1):
        """Meth doc."""
        return p
    def __call__(self, z):
        """Call doc."""
    def __len__(self):
        return 3
    @property
    def prop(self):
        return 1
class B(A):
    pass
class Plain:
    pass
a = A(1)
d = {'abc': 1, 'abd': 2, 1: 3, b'x': 4, 'a"b': 5, "it's": 6}
alphabet = 3
my_long_name = 4
lst = [a]
NT = collections.namedtuple('NT', 'px py')
nt = NT(1, 2)
def func(first: int, second=2, *args, third=3, **kw) -> int:
    """Func doc.

    More."""
    return 1
part = functools.partial(func, 1)
bb = 'hello world ' * 20
cc = [1, 2, 3]
ff = 3.5
multi = 'a\\\\nb'
big = list(range(1000))
nn = None
'''.replace('\\\\', '\\')

COMPLETE = ["a.", "a.m", "a.p", "al", "d['", "d['a", 'd["', "d['abc", "func(fi", "func(first=1, s", "func(", "A(", "a.meth(", "lst[0].", "nt.p", "nt.px.bit",
            "nt[0].bit", "m_l", "%ti", "%%ti", "%lsm", "%timeit alp", "from os import pathse", "from os.path import exi", "import os.pa",
            "'abc'.up", "(1, 2).c", "[1].app", "{1: 2}.ke", "{1, 2}.un", "b'x'.dec", "1.5.is_", "raise Val", "except Keyb", "lambda: alph", "d['abc'].bit_",
            "print(se", "sorted([], ", "part(thi", "x = alph", "f(alph", "if alph", "Plain().", "A.m", "collections.Ord", "os.path.joi", "not_there.", "impo",
            "open('/et", "'/us"]

INSPECT = ["a", "A", "B", "Plain", "func", "ff", "cc", "nn", "big", "a.meth", "A.meth", "multi", "nt", "len", "abs"]

CELLS = ["%who int str", "%who nothing", "%who_ls int", "%whos int float NoneType list str", "%xmode Plain", "%xmode", "%xmode", "%xmode", "%pprint", "%pprint", "%precision 3", "%precision", "%precision %e",
         "%precision %r", "%automagic", "%automagic", "%pdb", "%pdb", "%pdb wrong", "%env FOO_T=bar", "%env FOO_T", "%env FOO_T baz", "%set_env FOO_U y",
         "%env NOT_THERE_X", "%set_env", "v = !echo hi; echo there", "v", "v.s", "v.n", "v.fields(0)", "v.grep('the')", "v.grep('the', prune=True)", "!echo a; echo b >&2", "!exit 3", "_exit_code",
         "w = 'lo'", "!echo hel{w} $w", "%sx echo 1", "!!echo 2", "%alias foo_t echo hi %s", "%foo_t x", "%foo_t x y",
         "%%writefile file_t.txt\nabc", "%%writefile file_t.txt\nabc", "%%writefile -a file_t.txt\nabc", "!cat file_t.txt", "%%bash\necho hi", "%%bash --out o\necho hi", "o",
         "%%sh\necho q", "%%script bash --no-raise-error\nfalse", "%%capture cap\nprint(1)\n3", "cap.stdout", "str(cap)", "len(cap.outputs)", "nothere?", "%pinfo nothere",
         "%pdef func", "%psource func", "a.*e*?", "%psearch alph*", "%cd -q /", "%pwd", "%cd", "%cd /", "%pushd /usr", "%popd", "%dirs", "%cd -q {_folder_t}",
         "%time", "%nosuch", "%%nosuch\n1", "%%time", "r = %timeit -o -q -n 2 -r 2 1", "r.loops, r.repeat, len(r.all_runs)",
         "%%writefile prog_t.py\nimport sys\nprint(sys.argv, __name__)\nmade = 5", "%run prog_t.py a 'b c'", "made", "%run -n prog_t", "%run -t prog_t.py", "%run nofile_t.py", "%run",
         "%alias_magic ti_t timeit", "%load_ext autoreload", "%autoreload 2", "%autoreload 0", "%colors NoColor", "%config InteractiveShell.ast_node_interactivity = 'all'", "1\n2",
         "%config InteractiveShell.ast_node_interactivity = 'last_expr'", "%config nothing", "%logstate", "%timeit", "%page -r w"]


PDB_PROGRAM = """\
def f(x):
    y = x + 1
    for i in range(2):
        y += i
    return y

def g():
    a = f(1)
    b = f(2)
    return a + b
import pdb; pdb.set_trace()
q = 1
r = g()
print(r)
print('end')
"""
PDB_COMMANDS = ['l', 'n', 'b 4', 'b f', 'b', 'c', 'w', 'a', 'p x', 'c', 'p y, i', 'pp y', 'whatis y', 'whatis f', 'u', 'p b', 'd', 'source g', 'l 1, 3', 'cl 1', 'y = 100', 'c',
                'tbreak 5', 'c', 'p y', 'disable 2', 'b', 'condition 2 x == 5', 'ignore 2 1', 'b', 'enable 2', 'nosuch', 'p 1/0', '!zz = 5', 'zz', 'cl 9', 'h nosuch', 'display y', 'undisplay y', 'c']


def tail(text):
    """A candidate without what leads to it: .meth, os.path."""
    return text.rpartition('.')[2] if re.match(r'^[\w.]*$', text) else text


def main():
    from IPython.core.interactiveshell import InteractiveShell
    import warnings
    warnings.simplefilter('ignore')
    folder = os.path.realpath(tempfile.mkdtemp())
    home = os.path.join(folder, 'home')      # in goldens: HOME_T
    os.mkdir(home)
    os.environ['HOME'] = home
    os.chdir(folder)
    shell = InteractiveShell.instance(colors='NoColor')
    shell.Completer.use_jedi = False
    shell.history_manager.enabled = False
    shell.run_cell(SETUP)
    out = {'setup': SETUP, 'complete': [], 'inspect': [], 'cells': []}
    for text in COMPLETE:
        found = shell.Completer.complete(None, text, len(text))[1]
        magics = text.startswith('%') and ' ' not in text
        found = [tail(each) for each in found if magics or not each.startswith('%')]
        out['complete'].append([text, sorted(set(found)) if len(found) < 150 else [each for each in found if each.endswith('=')]])
    for name in INSPECT:
        for detail in (0, 1):
            out['inspect'].append([name, detail, shell.object_inspect_text(name, detail)])
    for cell in CELLS:
        said, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
            result = shell.run_cell(cell, store_history=False)
        error = result.error_before_exec or result.error_in_exec
        text = said.getvalue().replace(home, 'HOME_T')
        if error is not None:
            text = ''
        value = None if result.result is None else repr(result.result).replace(home, 'HOME_T')
        out['cells'].append([cell, text, '%s: %s' % (type(error).__name__, error) if error is not None else None, value])
    with open('program.py', 'w') as f:
        f.write(PDB_PROGRAM)
    done = subprocess.run([sys.executable, 'program.py'], input='\n'.join(PDB_COMMANDS) + '\n', capture_output=True, text=True)
    out['pdb'] = {'program': PDB_PROGRAM, 'commands': PDB_COMMANDS, 'output': done.stdout.replace(os.getcwd() + '/', '')}
    with open(os.path.join(HERE, 'typing.json'), 'w') as f:
        json.dump(out, f, indent=1, ensure_ascii=False)
        f.write('\n')


HERE = os.path.dirname(os.path.abspath(__file__))
if __name__ == '__main__':
    main()
