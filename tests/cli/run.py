"""The command line: each row runs under perch and under Debian's python3 in folders alike, and must end alike.

Compared are stdout, the exit status and the last line of stderr. Where perch says
more than Python does (its own options), the row carries what is expected instead.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

# The files that every row finds in its folder.
FILES = {
    "hello.py": "print('hello')\n",
    "asserting.py": "import asserted\nassert 0\nprint(__debug__)\n",
    "asserted.py": "assert 0, 'in a module'\n",
    "first_line.py": "this is no Python\nprint('second')\n1 / 0\n",
    "args.py": "import sys\nprint(sys.argv, __name__, len(sys.path) > 0)\n",
    "fail.py": "print('before')\nraise ValueError('boom')\n",
    "exit3.py": "import sys\nsys.exit(3)\n",
    "exit_text.py": "import sys\nsys.exit('leaving')\n",
    "broken.py": "print('never')\nx = = 1\n",
    "interactive.py": "x = 5\ndef f(n): return n * x\n",
    "interactive_fail.py": "y = 7\n1 / 0\n",
    "stdin.py": "import sys\nprint(sys.stdin.read().upper())\n",
    "input.py": "name = input('name? ')\nprint('hi', name)\ntry: input()\nexcept EOFError as e: print('eof:', e)\n",
    "nonewline.py": "print('no newline')",
    "file.py": "import os\nprint(os.path.basename(__file__), os.path.isabs(__file__))\n",
    "mod.py": "print('mod as', __name__)\nvalue = 42\nif __name__ == '__main__':\n    import sys\n    print('main', sys.argv[1:])\n",
    "uses_mod.py": "import mod\nfrom mod import value as v\nprint(v, mod.__name__)\n",
    "uses_pkg.py": "import pkg.deep.leaf\nfrom pkg import helper\nfrom pkg.deep import *\nprint(pkg.deep.leaf.path, helper.name, shown)\n",
    "pkg/__init__.py": "name = 'pkg'\n",
    "pkg/__main__.py": "from . import name\nfrom .helper import name as h\nimport sys\nprint('running', name, h, __name__, __package__, sys.argv[1:])\n",
    "pkg/helper.py": "from . import name as parent\nname = parent + '.helper'\n",
    "pkg/deep/__init__.py": "__all__ = ['shown']\nshown = 'shown'\nhidden = 1\n",
    "pkg/deep/leaf.py": "from ..helper import name\nfrom . import shown\npath = name + '/' + shown\nif __name__ == '__main__': print('leaf', path)\n",
    "relative.py": "from . import mod\n",
    "too_far.py": "import pkg.far\n",
    "pkg/far.py": "from ... import x\n",
    "sub/script.py": "import beside\nprint(beside.x)\n",
    "sub/beside.py": "x = 'beside the script'\n",
    "dir_main/__main__.py": "import part\nprint('directory', part.p, __name__)\n",
    "dir_main/part.py": "p = 1\n",
    "namespace/inner.py": "n = 'namespace package'\n",
    "hash_bang.py": "#!/usr/bin/env python3\nprint('bang')\n",
    "unicode_é.py": "print('ünïcödé', '日本')\n",
    "flush.py": "import sys\nsys.stdout.write('partial')\nsys.stderr.write('error text\\n')\nsys.exit(2)\n",
    "hook.py": "import sys\nsys.displayhook = lambda v: print('shown', v)\n",
    "atexit_order.py": "class A:\n    def __del__(self): print('del')\na = A()\nprint('end')\n",
    "circular_a.py": "import circular_b\nx = 1\nprint(circular_b.y)\n",
    "circular_b.py": "import circular_a\ny = 2\n",
    "mine/numpy.py": "raise RuntimeError('a module of my own')\n",
    "site-packages/numpy/__init__.py": "raise RuntimeError('made for another interpreter')\n",
    "site-packages/borrowed/__init__.py": "import numpy\nfrom .inner import word\n",
    "site-packages/borrowed/inner.py": "word = 'borrowed'\n",
    "frozen_code.py": """
import _frozen, sys, types, importlib
count, alike = 0, True
def codes(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from codes(const)
for name in ['json.decoder', 'textwrap', 'dataclasses', 'datetime', 'typing', 'enum', 'asyncio', 'logging']:
    module = importlib.import_module(name)
    compiled = {(c.co_qualname, c.co_firstlineno): c for c in codes(compile(_frozen.source(f'<frozen {name}>'), f'<frozen {name}>', 'exec'))}
    for value in list(vars(module).values()):
        found = [value] if isinstance(value, types.FunctionType) else [f for f in vars(value).values() if isinstance(f, types.FunctionType)] if isinstance(value, type) else []
        for function in found:
            for a in codes(function.__code__):
                if a.co_filename != f'<frozen {name}>' or (a.co_qualname, a.co_firstlineno) not in compiled: continue
                b = compiled[a.co_qualname, a.co_firstlineno]
                count += 1
                same = all(getattr(a, n) == getattr(b, n) for n in ['co_code', 'co_names', 'co_varnames', 'co_freevars', 'co_cellvars', 'co_flags', 'co_argcount',
                           'co_kwonlyargcount', 'co_posonlyargcount', 'co_name', 'co_stacksize']) and list(a.co_positions()) == list(b.co_positions())
                same = same and [(type(x), repr(x).split(' at ')[0]) for x in a.co_consts if not isinstance(x, frozenset)] == [
                    (type(x), repr(x).split(' at ')[0]) for x in b.co_consts if not isinstance(x, frozenset)]
                if not same: alike = False; print('differs:', a)
print('alike:', alike and count > 300, count)
""",
    "shadow/random.py": "print('my own random')\n",
    "shadow/main.py": "import random\n",
    "lesson.md": "# A lesson\n\n```python\n1 + 1\n```\n\n```output\n2\n```\n",
}

ROWS = [
    # name, arguments, standard input
    ("a file", ["hello.py"]),
    ("a file with arguments", ["args.py", "a", "-b", "--c=d", ""]),
    ("a file that fails", ["fail.py"]),
    ("an exit status", ["exit3.py"]),
    ("an exit text", ["exit_text.py"]),
    ("a syntax error", ["broken.py"]),
    ("a file without a newline at its end", ["nonewline.py"]),
    ("a file's own name", ["file.py"]),
    ("a file in another folder", ["sub/script.py"]),
    ("a file named by its full path", ["{here}/sub/script.py"]),
    ("a missing file", ["missing.py"]),
    ("a folder without __main__", ["sub"]),
    ("a folder with __main__", ["dir_main"]),
    ("a first line for the shell", ["hash_bang.py"]),
    ("a name that is not ASCII", ["unicode_é.py"]),
    ("stdout and stderr at exit", ["flush.py"]),
    ("finalisers at exit", ["atexit_order.py"]),
    ("-c", ["-c", "print(1)"]),
    ("-c with arguments", ["-c", "import sys; print(sys.argv)", "x", "-c", "y"]),
    ("-c joined", ["-cprint(2)"]),
    ("-c of several lines", ["-c", "x = 3\nfor i in range(x):\n    print(i)"]),
    ("-c that fails", ["-c", "1 / 0"]),
    ("-c with a syntax error", ["-c", "x ="]),
    ("-c that is empty", ["-c", ""]),
    ("-c that exits", ["-c", "raise SystemExit(7)"]),
    ("-c and __name__", ["-c", "print(__name__, __doc__)"]),
    ("-c imports from here", ["-c", "import mod; print(mod.value)"]),
    ("- reads standard input", ["-"], b"print('from stdin')\n"),
    ("- with arguments", ["-", "a", "b"], b"import sys; print(sys.argv)\n"),
    ("nothing but standard input", [], b"print('piped')\nx = 1 +\\\n 2\nprint(x)\n"),
    ("standard input that fails", ["-"], b"print(1)\nundefined\n"),
    ("standard input with a syntax error", ["-"], b"print(1\n"),
    ("standard input is empty", ["-"], b""),
    ("a program that reads its input", ["stdin.py"], b"some text\n"),
    ("input()", ["input.py"], b"Ann\n"),
    ("-m of a module", ["-m", "mod", "x", "y"]),
    ("-m of a package", ["-m", "pkg", "z"]),
    ("-m of a module in a package", ["-m", "pkg.deep.leaf"]),
    ("-m of what is not there", ["-m", "nothing_here"]),
    ("-m of a package without __main__", ["-m", "pkg.deep"]),
    ("import of a module", ["uses_mod.py"]),
    ("import of packages", ["uses_pkg.py"]),
    ("a relative import in a script", ["relative.py"]),
    ("a relative import that goes too far", ["too_far.py"]),
    ("a circular import", ["circular_a.py"]),
    ("a namespace package", ["-c", "import namespace.inner; print(namespace.inner.n)"]),
    ("an own module hides the library's", ["shadow/main.py"]),
    ("-m json reports", ["-c", "import sys; sys.exit(0 if sys.argv == ['-c'] else 1)"]),
    ("exit status None", ["-c", "import sys; sys.exit(None)"]),
    ("exit status large", ["-c", "import sys; sys.exit(300)"]),
    ("exit status negative", ["-c", "import sys; sys.exit(-2)"]),
    ("exit in a function in try", ["-c", "import sys\ntry:\n    sys.exit(4)\nfinally:\n    print('finally')"]),
    ("exit by os._exit", ["-c", "import os; print('x', flush=True); os._exit(9)"]),
    ("keyboard interrupt", ["-c", "raise KeyboardInterrupt"]),
    ("print to a closed pipe is quiet or says so", ["-c", "import sys; sys.stdout.close(); sys.stderr.write('ok\\n')"]),
    ("unbuffered order", ["-c", "import sys; print('a'); sys.stdout.flush(); print('b', file=sys.stderr)"]),
    ("assertions on", ["-c", "assert False, 'on'"]),
    ("-O", ["-O", "-c", "assert False\nprint(__debug__, eval('__debug__'))\nif __debug__: print('never')"]),
    ("-O of a file and its modules", ["-O", "asserting.py"]),
    ("-OO", ["-OO", "-c", "'module'\ndef f():\n    'text'\nclass C: 'text'\nprint(__doc__, f.__doc__, C.__doc__)"]),
    ("optimize of compile()", ["-c", "for level in (-1, 0, 1, 2):\n    space = {}\n    try: exec(compile('\"doc\"\\nassert 0\\nx = __debug__', 'f', 'exec', optimize=level), space); print(space['x'], space.get('__doc__'))\n    except AssertionError: print('asserted')"]),
    ("optimize of compile(), wrong", ["-c", "compile('1', 'f', 'eval', optimize=3)"]),
    ("letters joined", ["-BsOOc", "import sys; print(sys.flags.optimize, sys.flags.dont_write_bytecode, sys.flags.no_user_site)"]),
    ("-I", ["-I", "-c", "import sys; f = sys.flags; print(f.isolated, f.ignore_environment, f.no_user_site, f.safe_path, '' in sys.path)"]),
    ("-P", ["-P", "uses_mod.py"]),
    ("-X", ["-X", "name=value", "-Xother", "-X", "utf8", "-c", "import sys; print(sys._xoptions, sys.flags.utf8_mode)"]),
    ("-X dev", ["-X", "dev", "-c", "import sys; print(sys.flags.dev_mode, sys.warnoptions)"]),
    ("-X int_max_str_digits", ["-X", "int_max_str_digits=700", "-c", "import sys; print(sys.flags.int_max_str_digits, sys.get_int_max_str_digits(), len(str(10 ** 699)))\nstr(10 ** 700)"]),
    ("-X no_debug_ranges", ["-X", "no_debug_ranges", "-c", "def f(): return 1 / 0\nprint({p[2:] for p in f.__code__.co_positions()})\nf()"]),
    ("-X warn_default_encoding", ["-X", "warn_default_encoding", "-W", "ignore", "-c", "import sys, io; print(sys.flags.warn_default_encoding, io.text_encoding(None), io.text_encoding('x'))"]),
    ("-b", ["-b", "-W", "ignore", "-c", "import sys; print(str(b'x'), b'x' == 'x', sys.flags.bytes_warning, sys.warnoptions)"]),
    ("-bb: str of bytes", ["-bb", "-c", "str(b'x')"]),
    ("-bb: str of a bytearray", ["-bb", "-c", "str(bytearray(b'x'))"]),
    ("-bb: formatted", ["-bb", "-c", "print('%s' % b'x')"]),
    ("-bb: bytes == str", ["-bb", "-c", "print(b'x' == 'x')"]),
    ("-bb: str != bytes", ["-bb", "-c", "print('x' != b'x')"]),
    ("-bb: bytes == int", ["-bb", "-c", "print(b'x' == 1)"]),
    ("-bb: bytearray == str", ["-bb", "-c", "print(bytearray(b'x') == 'x')"]),
    ("-bb: bytes == bytes", ["-bb", "-c", "print(b'x' == b'x', b'x' < bytearray(b'y'), {b'x': 1}[b'x'])"]),
    ("-x", ["-x", "first_line.py"]),
    ("-u", ["-u", "-c", "import sys, os; sys.stdout.write('a'); os.write(1, b'b'); print(sys.stdout.write_through, type(sys.stdout.buffer).__name__)"]),
    ("sys.orig_argv", ["-O", "-c", "import sys; print(sys.orig_argv[1:], sys.argv)", "a", "-b"]),
    ("-i then nothing", ["-i", "interactive.py"], b""),
    ("-i with lines", ["-i", "interactive.py"], b"f(3)\nx\nprint(x + 1)\n"),
    ("-i after a failure", ["-i", "interactive_fail.py"], b"y\n"),
    ("-i -c", ["-i", "-c", "z = 9"], b"z\n"),
    ("-i shows values as repr", ["-i", "-c", ""], b"'a'\nNone\n[1, 'x']\n1.0\n"),
    ("-i with a block", ["-i", "-c", ""], b"for i in range(2):\n    print(i)\n\nif 1:\n    5\n\n"),
    ("-i with an error goes on", ["-i", "-c", ""], b"1 / 0\nprint('still')\n"),
    ("-i and underscore", ["-i", "-c", ""], b"5\n_ + 1\n"),
    ("-i exits", ["-i", "-c", ""], b"import sys\nsys.exit(5)\nprint('never')\n"),
    ("-i and own displayhook", ["-i", "hook.py"], b"42\n"),
]

# name, variables, arguments
VARIABLES = [
    ("PYTHONOPTIMIZE", {"PYTHONOPTIMIZE": "2"}, ["-c", "def f(): 'doc'\nassert 0\nimport sys; print(sys.flags.optimize, f.__doc__)"]),
    ("PYTHONOPTIMIZE, no number", {"PYTHONOPTIMIZE": "yes"}, ["-c", "import sys; print(sys.flags.optimize)"]),
    ("-E", {"PYTHONOPTIMIZE": "2", "PYTHONWARNINGS": "error", "PYTHONPATH": "pkg"}, ["-E", "-c", "import sys, os; print(sys.flags.optimize, sys.warnoptions, os.environ['PYTHONOPTIMIZE'], any(p.endswith('pkg') for p in sys.path))"]),
    ("PYTHONPATH with -I", {"PYTHONPATH": "pkg"}, ["-I", "-c", "import sys; print(any(p.endswith('pkg') for p in sys.path))"]),
    ("PYTHONWARNINGS, -W and -b", {"PYTHONWARNINGS": "ignore,default::DeprecationWarning"}, ["-W", "error", "-bX", "dev", "-c", "import sys; print(sys.warnoptions)"]),
    ("PYTHONHASHSEED", {"PYTHONHASHSEED": "7"}, ["-c", "import sys, subprocess; print(sys.flags.hash_randomization, subprocess.check_output([sys.executable, '-c', 'print(hash(\"abc\"))']).decode() == f'{hash(\"abc\")}\\n')"]),
    ("PYTHONHASHSEED=0", {"PYTHONHASHSEED": "0"}, ["-c", "import sys; print(sys.flags.hash_randomization)"]),
    ("PYTHONHASHSEED, wrong", {"PYTHONHASHSEED": "4294967296"}, ["-c", "print(1)"]),
    ("PYTHONUTF8", {"PYTHONUTF8": "1"}, ["-c", "import sys, io; print(sys.flags.utf8_mode, io.text_encoding(None), sys.stdout.errors)"]),
    ("PYTHONUTF8, wrong", {"PYTHONUTF8": "yes"}, ["-c", "print(1)"]),
    ("PYTHONIOENCODING", {"PYTHONIOENCODING": "ascii:replace"}, ["-c", "import sys; print('\u20ac', sys.stdout.encoding, sys.stdin.errors, sys.stderr.errors)"]),
    ("PYTHONIOENCODING, errors alone", {"PYTHONIOENCODING": ":backslashreplace"}, ["-c", "import sys; print('\\udc80', sys.stdout.encoding, sys.stdout.errors)"]),
    ("PYTHONINTMAXSTRDIGITS", {"PYTHONINTMAXSTRDIGITS": "0"}, ["-c", "print(len(str(10 ** 9999)))"]),
    ("PYTHONINTMAXSTRDIGITS, wrong", {"PYTHONINTMAXSTRDIGITS": "639"}, ["-c", "print(1)"]),
    ("PYTHONSAFEPATH", {"PYTHONSAFEPATH": "1"}, ["uses_mod.py"]),
    ("PYTHONSTARTUP", {"PYTHONSTARTUP": "hello.py"}, ["-i"]),
    ("PYTHONSTARTUP, not there", {"PYTHONSTARTUP": "nowhere.py"}, ["-i"]),
    ("PYTHONSTARTUP is not for programs", {"PYTHONSTARTUP": "hello.py"}, ["-c", "print(1)"]),
    ("PYTHONUNBUFFERED", {"PYTHONUNBUFFERED": "1"}, ["-c", "import sys, os; sys.stdout.write('a'); os.write(1, b'b'); print(sys.stdout.write_through)"]),
]

# name, arguments, input, exit status, what stdout and stderr contain
OWN = [
    ("--version", ["--version"], b"", 0, "perch", ""),
    ("--version -v", ["--version", "-v"], b"", 0, "modules in the binary are those of CPython 3.11.", ""),
    ("-VV", ["-VV"], b"", 0, "modules in the binary are those of CPython 3.11.", ""),
    ("-v", ["-v", "uses_mod.py"], b"", 0, "42 mod", "import 'mod'"),
    ("-m venv", ["-m", "venv", "there"], b"", 1, "", "note: perch has one folder of packages"),
    ("-X that makes no sense", ["-X", "utf8=3", "-c", "1"], b"", 1, "", "Fatal Python error: preconfig_init_utf8_mode: invalid -X utf8 option value"),
    ("-X without its word", ["-X"], b"", 2, "", "argument expected for: -X"),
    ("CPython's C API by name", ["-c", "import ctypes; ctypes.pythonapi.PyLong_FromLong"], b"", 1, "", "perch is not CPython and has none of its C API; PyLong_FromLong is not to be had"),
    ("a letter that is none", ["-Oz", "-c", "1"], b"", 2, "", "unknown option: -Oz"),
    ("--help", ["--help"], b"", 0, "perch", ""),
    ("an unknown option", ["--no-such-option"], b"", 2, "", "no-such-option"),
    ("--mem-limit", ["--mem-limit", "64M", "-c", "try: 'a' * (1 << 30)\nexcept MemoryError: print('limited')"], b"", 0, "limited", ""),
    ("--mem-limit that makes no sense", ["--mem-limit", "many", "-c", "1"], b"", 2, "", "mem-limit"),
    ("--seed", ["--seed", "7", "-c", "import random\nx = random.random()\nrandom.seed(7)\nprint(x == random.random(), random.Random().random() != x)"], b"", 0, "True True", ""),
    ("--seed of tensors", ["--seed=7", "-c", "import numpy, torch\nx, y = torch.rand(9), numpy.random.rand(9)\ntorch.manual_seed(7)\nnumpy.random.seed(7)\n"
     "print((x == torch.rand(9)).all().item(), (y == numpy.random.rand(9)).all())"], b"", 0, "True True", ""),
    ("no --seed", ["-c", "import numpy, torch\nx, y = torch.rand(9), numpy.random.rand(9)\ntorch.manual_seed(0)\nnumpy.random.seed(0)\n"
     "print((x == torch.rand(9)).any().item(), (y == numpy.random.rand(9)).any())"], b"", 0, "False False", ""),
    ("--seed that makes no sense", ["--seed", "often", "-c", "1"], b"", 2, "", "--seed"),
    ("--dump tokens", ["--dump", "tokens", "hello.py"], b"", 0, "hello", ""),
    ("--dump ast", ["--dump", "ast", "hello.py"], b"", 0, "print", ""),
    ("--dump bytecode", ["--dump", "bytecode", "hello.py"], b"", 0, "print", ""),
    ("--dump of something else", ["--dump", "nonsense", "hello.py"], b"", 2, "", "nonsense"),
    ("--trace vm", ["--trace", "vm", "hello.py"], b"", 0, "hello", "hello.py:1 <module>     0  LOAD_NAME"),
    ("--trace ops", ["--trace=ops", "-c", "x = [1]\nx[0] + 2.5"], b"", 0, "", "ops    <string>:2 ADDK int, float"),
    ("--trace ops of calls", ["--trace=ops", "-c", "def f(a): return a\nf(1)"], b"", 0, "", "ops    <string>:2 CALL function f, 1 arguments"),
    ("--trace gc", ["--trace", "gc", "-c", "import gc\nx = []\nx.append(x)\ndel x\nprint(gc.collect())"], b"", 0, "1\n", " tracked, 1 collected, "),
    ("--trace alloc", ["--trace", "alloc", "-c", "x = bytes(123456)"], b"", 0, "", "alloc  <string>:1 123489 bytes\n"),
    ("--trace of several", ["--trace", "vm,gc", "-c", "print(1)"], b"", 0, "1", "vm     <string>:1 "),
    ("--trace off by default", ["-c", "print(1)"], b"", 0, "1", ""),
    ("--trace of something else", ["--trace", "vm,everything", "hello.py"], b"", 2, "", "everything"),
    ("--trace of nothing", ["--trace=", "hello.py"], b"", 2, "", "--trace takes"),
    ("code in the binary is what its source compiles to", ["frozen_code.py"], b"", 0, "alike: True", ""),
    ("an absent module says so", ["-c", "import tkinter"], b"", 1, "", "tkinter"),
    ("IPython's names in a plain program, as IPython 8 has them there", ["-c", "from IPython import display, get_ipython\n"
     "from IPython.display import HTML, update_display\nfrom IPython.core.interactiveshell import InteractiveShell\n"
     "print(get_ipython(), InteractiveShell.initialized())\nprint(display.display(3, HTML('<b>x</b>'), display_id=True))\n"
     "display.clear_output(wait=True)\nupdate_display([4], display_id='x')"],
     b"", 0, "None False\n3 <IPython.core.display.HTML object>\nNone\n\033[2K\r\033[2K\r[4]\n", ""),
    ("packages of another Python's are used, but not for what perch has itself", ["-c", "import sys\nsys.path.insert(0, '{here}/site-packages')\n"
     "import borrowed\nprint(borrowed.word, borrowed.numpy.arange(3))"], b"", 0, "borrowed [0 1 2]", ""),
    ("a module of one's own still comes before perch's", ["-c", "import sys\nsys.path.insert(0, '{here}/mine')\nimport numpy"], b"", 1, "", "a module of my own"),
    ("IPython's printers in a plain program", ["-c", "from IPython.lib.pretty import for_type, for_type_by_name, pretty\nimport fractions\n"
     "for_type(complex, lambda o, p, cycle: p.text('C'))\nfor_type_by_name('fractions', 'Fraction', lambda o, p, cycle: p.text('F'))\nprint(pretty([1j, fractions.Fraction(1, 2)]))"], b"", 0, "[C, F]\n", ""),
    ("--gpus cuda where there is no driver", ["--gpus", "cuda", "-c", "1"], b"", 1, "", "perch: --gpus cuda: no CUDA driver answers: libcuda.so.1 is not on this machine"),
    ("perch explain - reads the message", ["explain", "-"], b"Expected all tensors to be on the same device\n", 0, "P0102", ""),
    ("perch explain of what begins with a dash", ["explain", "--", "-1 is not a device"], b"", 0, "catalogue", ""),
    ("perch devices takes no words", ["devices", "all"], b"", 2, "", "perch devices: unrecognized arguments: all"),
    ("a kernelspec keeps the options, before", ["--gpus", "3", "kernel", "install", "--prefix", "{here}/k"], b"", 0, "{here}/k/share/jupyter/kernels/perch", ""),
    ("perch kernel takes options alone", ["kernel", "install", "there"], b"", 2, "", "perch kernel: it takes options alone, not there\nusage: perch kernel install"),
    ("perch kernel install --sys-prefix without an environment", ["kernel", "install", "--sys-prefix"], b"", 2, "", "none is active (VIRTUAL_ENV, CONDA_PREFIX)"),
    ("perch kernel of another word", ["kernel", "start"], b"", 2, "", "not start\nusage: perch kernel install"),
    ("a file that is not there", ["nosuch.md"], b"", 2, "", "perch: nosuch.md: not found"),
    ("a test of what is not there", ["test", "nosuch"], b"", 2, "", "perch: nosuch: not found"),
    ("a demo that is not there", ["demo", "nosuch"], b"", 2, "", "perch demo: no demo is called 'nosuch'"),
    ("an unknown module has a neighbour", ["-c", "import jsn"], b"", 1, "", "jsn"),
    ("full-width comma", ["-c", "f(a，b)"], b"", 1, "", "U+FF0C"),
]


# Each command, and arguments with which it says something short.
COMMANDS = {"devices": [], "explain": ["P0102"], "demo": [], "test": ["lesson.md"], "convert": ["lesson.md", "lesson.ipynb"],
            "pip": [], "data": ["list"], "kernel": ["uninstall", "--prefix", "/nonexistent/folder"]}


def common_options(check, perch):
    """Every command of options.def takes every common option before it and behind it, tells of --help, and refuses what it does not know."""
    with open(os.path.join(harness.ROOT, "src", "options.def"), encoding="utf-8") as file:
        named = re.findall(r'^COMMAND\("(\w+)"', file.read(), re.M)
    for name in named:
        if name not in COMMANDS:
            check(False, f"{name}: the test knows this command", "add it to COMMANDS in tests/cli/run.py")
            continue
        arguments = COMMANDS[name]
        plain = outcome(perch, [name, *arguments], b"")[0]
        for option in (["--gpus", "4"], ["--gpus=none"], ["--lang", "zh"], ["--clock=model"], ["--threads", "1"], ["--seed=3"], ["--mem-limit", "512M"], ["--no-color"]):
            before, behind = (re.sub(r"[(（]\d+\.\d (?:s|秒)[)）]", "(TIME)", outcome(perch, [*a], b"")[0]) for a in ([*option, name, *arguments], [name, *arguments, *option]))
            check(before == behind, f"{name} {' '.join(option)}: before and behind", harness.show_difference(before, behind))
            if name == "devices" and option[0].startswith("--gpus"):
                check(before != plain and before.count("gpu(") == (4 if option[-1] == "4" else 0), f"{name} {' '.join(option)}: counts", before)
            if name == "explain" and "zh" in option:
                check("操作数" in before, f"{name} --lang zh speaks Chinese", before)
        for bad, said in ((["--gpus", "many"], "--gpus many"), (["--gpus"], "argument expected for: --gpus"), (["--lang", "xx"], "--lang takes en or zh, not"), (["--seed=x"], "--seed takes a number")):
            text, run = outcome(perch, [name, *arguments, *bad], b"")
            check(run.code == 2 and said in run.err.decode(), f"{name} {' '.join(bad)}: refused", text)
        for word in ("--help", "-h"):
            text, run = outcome(perch, [name, word], b"")
            check(run.code == 0 and run.out.decode().startswith(f"usage: perch {name}") and "--gpus" in run.out.decode(), f"{name} {word}", text)
        text, run = outcome(perch, [name, *arguments, "--no-such"], b"")
        check(run.code == 2 and "--no-such" in run.err.decode() and "usage: perch " + name in run.err.decode(), f"{name} --no-such: refused, with its usage", text)


def lay(folder):
    for name, text in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def outcome(program, arguments, stdin, **variables):
    with tempfile.TemporaryDirectory() as folder:
        lay(folder)
        arguments = [a.replace("{here}", folder) for a in arguments]
        run = harness.run_program([program, *arguments], 20, cwd=folder, stdin=stdin, env=harness.clean_environment(**variables))

        def plain(text):
            for old, new in ((folder + "/", ""), (os.path.realpath(program), "PROGRAM"), (program, "PROGRAM"),
                             ("python3", "PROGRAM")):
                text = text.replace(old, new)
            return text
        last = plain(run.last_line())
        if last.startswith("perch: "):
            last = "PROGRAM" + last[5:]
        # The prompt itself goes to stderr; a last line of prompts only is no message.
        if last.replace(">>>", "").replace("...", "").strip() == "":
            last = ""
        last = last.replace(">>> ", "").replace("... ", "")
        return f"exit {run.code}\n{plain(run.out.decode('utf-8', 'backslashreplace'))}\nstderr: {last}", run


def search_path(tally, perch):
    """PYTHONPATH as Python reads it (made absolute, once each, behind the program's own folder), the folder of `perch pip`, and what it does there with a pip
    of ours in the place of the machine's."""
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        for name, text in {"one/m_one.py": "here = 'one'", "two/m_one.py": "here = 'two'", "two/m_two.py": "here = 2", "site-packages/compiled/__init__.py": "from . import _c",
                           "site-packages/compiled/_c.cpython-311-x86_64-linux-gnu.so": "", "site-packages/partly/__init__.py": "", "site-packages/partly/deep.py": "import partly._c",
                           "site-packages/partly/_c.abi3.so": "", "data/perch/site-packages/from_pip.py": "x = 41",
                           "bin/python3": "#!/bin/sh\n[ \"$3\" = --version ] && exit 0\necho \"$@\" >> asked\nwhile [ $# -gt 0 ]; do [ \"$1\" = --target ] && mkdir -p \"$2\" && echo 'y = 2' > \"$2/fetched.py\"; shift; done\n"}.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        os.chmod(os.path.join(folder, "bin", "python3"), 0o755)
        show = "import sys; print([p for p in sys.path if 'lib/python' not in p and 'pyenv' not in p and not p.endswith('.zip')])"

        def played(program, arguments, **env):
            return harness.run_program([program, *arguments], 20, cwd=folder, env=harness.clean_environment(HOME=folder, **env))
        for value in "one", "one:two", "two:one:two", f"{folder}/one::two", "one:", ":one", "nothing:one", "":
            for code in show, "import m_one; print(m_one.here)", "import m_two; print(m_two.here)":
                for options in [], ["-E"], ["-I"] if code != show else []:
                    expected, received = (played(program, [*options, "-c", code], PYTHONPATH=value) for program in (harness.ORACLE, perch))
                    tally.check(expected.out == received.out and expected.code == received.code, f"PYTHONPATH={value} {options} {code}", f"{expected.out} {received.out} {received.err[-300:]}")
        env = {"XDG_DATA_HOME": os.path.join(folder, "data"), "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"]}
        tally.check(played(perch, ["-c", "import from_pip; print(from_pip.x)"], **env).out == b"41\n", "the folder of perch pip is looked through")
        run = played(perch, ["pip", "install", "-q", "fetched", "torch==1.13", "--user"], **env)
        with open(os.path.join(folder, "asked"), encoding="utf-8") as file:
            asked = file.read()
        tally.check(run.code == 0 and b"torch==1.13" in run.out and b"data/perch/site-packages" in run.out, "perch pip says where", f"{run.out} {run.err}")
        tally.check("--target " + folder + "/data/perch/site-packages" in asked and "fetched" in asked and "torch" not in asked and "--user" not in asked and "--only-binary=:all:" in asked,
                    "perch pip asks for pure Python, in its own folder", asked)
        tally.check(played(perch, ["-c", "import fetched; print(fetched.y)"], **env).out == b"2\n", "what it fetched is found")
        for i, line in enumerate(("%pip install -q fetched", "!pip install -q fetched", "!pip3 install fetched", "! python3 -m pip install --user fetched", "pip install fetched", "lines = !pip install fetched")):
            with open(os.path.join(folder, "cell.md"), "w", encoding="utf-8") as file:
                file.write(f"```python\n{line}\n```\n\n```python\nimport fetched; print('fetched', fetched.y, fetched.__file__)\n```\n")
            env["XDG_DATA_HOME"] = os.path.join(folder, f"data{i}")
            run = played(perch, ["cell.md"], **env)
            with open(os.path.join(folder, "asked"), encoding="utf-8") as file:
                asked = file.read().splitlines()[-1]
            tally.check(run.code == 0 and f"fetched 2 {folder}/data{i}/perch/site-packages/fetched.py" in run.out.decode() and f"--target {folder}/data{i}/perch/site-packages" in asked and "--user" not in asked,
                        f"a cell with {line!r} installs into perch's own folder, and the next cell imports it", f"{run.code} {run.out} {run.err} {asked}")
        env["XDG_DATA_HOME"] = os.path.join(folder, "data")
        english, chinese = (played(perch, ["pip", "uninstall", "never_there"], **env, **more) for more in ({}, {"PERCH_LANG": "zh", "LC_ALL": "C.UTF-8", "LANG": "en_US.UTF-8"}))
        tally.check(english.code == 1 and not english.out and b"never_there" in english.err, "perch pip uninstall of nothing: an error, and no output", f"{english.code} {english.out} {english.err}")
        tally.check(any(ord(c) > 0x3000 for c in chinese.err.decode()), "PERCH_LANG goes before the locale", chinese.err)
        run = played(perch, ["-c", "from IPython.display import clear_output; import os; clear_output(); os.write(1, b'behind')"])
        tally.check(run.out == b"\033[2K\r\033[2K\rbehind", "clear_output of a program is out at once", f"{run.out} {run.err}")
        for name, said in ("compiled", "_c.cpython-311-x86_64-linux-gnu.so is compiled for CPython"), ("partly.deep", "_c.abi3.so is compiled for CPython"):
            run = played(perch, ["-c", f"import sys; sys.path.append('site-packages'); import {name}"])
            tally.check(said in run.err.decode() and "circular" not in run.err.decode(), f"import {name}: says what is missing", run.err.decode())


def licence(check, perch):
    """--license names the licence of the sources, and of what is handed on: the GPL exactly where GNU Readline is inside; each library that is linked or opened stands there."""
    text = harness.run_program([perch, "--license"], 20, env=harness.clean_environment()).out.decode()
    inside = text.partition("Inside this binary:")[2].partition("\n\n")[0]
    linked = harness.run_program([perch, "-c", "import readline; print(readline.__doc__)"], 20, env=harness.clean_environment()).code == 0 and "GNU Readline" in inside
    check("Its sources: Apache-2.0" in text and "PSF-2.0" in inside, "--license: sources and CPython's library", text)
    check(("whoever hands this binary on does so under the GPL" in " ".join(text.split())) == linked, "--license: the GPL with GNU Readline, and only then", text)
    with open(os.path.join(harness.ROOT, "LICENSE"), encoding="utf-8") as file:
        check("Apache License" in file.read(300), "LICENSE is what --license says")


APT = """#!/bin/bash
turn=$(($(cat turns 2>/dev/null || echo 0) + 1)); echo $turn >turns; echo "$*" >>asked
if [ $turn -le $LOCKED ]; then echo "$WORDS" >&2; exit 100; fi
"""
LOCKS = ("E: Could not get lock /var/lib/apt/lists/lock. It is held by process 712 (apt-get)", "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?",
         "E: Unable to lock directory /var/lib/apt/lists/")


def apt_at_work(check):
    """./run's and ./test's apt_get (tools/setup.sh) waits for another apt's lock, says so once, and fails at once for any other reason."""
    line = f'set -eu; root={harness.ROOT!r}; . "$root/tools/setup.sh"; sleep() {{ :; }}; as_root() {{ "$@"; }}; apt_install a-package b-package'
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "apt-get")
        with open(program, "w", encoding="utf-8") as file:
            file.write(APT)
        os.chmod(program, 0o755)
        for words, locked, wait, code, turns in [(words, 2, "600", 0, 4) for words in LOCKS] + [("E: Unable to locate package a-package", 1, "600", 1, 1), (LOCKS[0], 10 ** 6, "0", 1, 1)]:
            for name in ("turns", "asked"):
                if os.path.exists(os.path.join(folder, name)):
                    os.remove(os.path.join(folder, name))
            done = harness.run_program(["bash", "-c", line], 60, cwd=folder, env=harness.clean_environment(PATH=f"{folder}:{os.environ['PATH']}", LOCKED=str(locked), WORDS=words, APT_WAIT=wait))
            with open(os.path.join(folder, "asked"), encoding="utf-8") as file:
                asked = file.read().splitlines()
            said = done.err.decode()
            check(done.code == code and len(asked) == turns, f"apt's lock: {words[:40]!r}, {locked} times, {wait} s: status {code} after {turns}", f"{done.code}\n{asked}\n{said}")
            check(said.count("waiting until it has finished") == (code == 0) and (code == 0 or words in said), f"apt's lock: {words[:40]!r}: said once", said)
            check(code or "install" in asked[-1] and "a-package b-package" in asked[-1], "apt's lock: then the packages are installed", asked)


def main():
    tally = harness.Tally("cli")
    perch = harness.perch_path()
    rows = [(r + (b"",))[:3] for r in ROWS]

    def both(r):
        return outcome(harness.ORACLE, r[1], r[2])[0], outcome(perch, r[1], r[2])[0]
    for (name, arguments, _), (expected, received) in zip(rows, harness.in_parallel(both, rows)):
        tally.check(expected == received, f"{name}: {' '.join(arguments)}", harness.show_difference(expected, received))
    def both_with(r):
        return tuple(outcome(program, r[2], b"", **r[1])[0] for program in (harness.ORACLE, perch))
    for (name, variables, arguments), (expected, received) in zip(VARIABLES, harness.in_parallel(both_with, VARIABLES)):
        tally.check(expected == received, f"{name}: {variables} {' '.join(arguments)}", harness.show_difference(expected, received))
    if "python3" not in os.path.basename(perch):
        for name, arguments, stdin, code, out, err in OWN:
            said, run = outcome(perch, arguments, stdin)
            good = run.code == code and out.replace("{here}/", "") in run.out.decode() and err in run.err.decode("utf-8", "replace")
            tally.check(good, f"{name}: {' '.join(arguments)}",
                        f"expected exit {code}, stdout with {out!r}, stderr with {err!r}; got\n{said}")
        common_options(tally.check, perch)
        search_path(tally, perch)
        licence(tally.check, perch)
    apt_at_work(tally.check)
    tally.close()


if __name__ == "__main__":
    main()
