# .pyc files: where they stand, when they are taken, what is said with them; programs that are bytecode, folders, archives.
# --- case: written_and_taken
import os, sys
sys.dont_write_bytecode = False
open("m.py", "w").write("x = 1\n")
import m
tag = sys.implementation.cache_tag
print(os.listdir("__pycache__") == [f"m.{tag}.pyc"], m.__cached__ == os.path.join(os.getcwd(), "__pycache__", f"m.{tag}.pyc"), os.stat(m.__cached__).st_mode & 0o777 == os.stat("m.py").st_mode & 0o777)
head = open(m.__cached__, "rb").read(16)
print(head[2:4], head[4:8], int.from_bytes(head[8:12], "little") == int(os.stat("m.py").st_mtime), int.from_bytes(head[12:], "little"))
# what is kept is what runs, as long as the source's time and size are what they were
times = os.stat("m.py")
open("m.py", "w").write("x = 2\n")
os.utime("m.py", ns=(times.st_atime_ns, times.st_mtime_ns))
del sys.modules["m"]
import m
print(m.x)
open("m.py", "w").write("x = 30\n")
del sys.modules["m"]
import m
print(m.x)
# --- case: error_of_kept_module
import os, subprocess, sys
open("m.py", "w").write('"""doc"""\n\ndef f(a):\n    return [a +\n            1 / 0]\nclass C:\n    def g(self): return f(2)\n')
env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
said = [subprocess.run([sys.executable, "-c", "import m; print(m.__doc__); m.C().g()"], env=env, capture_output=True, text=True) for i in range(3)]
print(said[0].stdout, said[0].stderr.replace(os.getcwd(), "HERE"))
print(said[0].stdout == said[1].stdout == said[2].stdout, said[0].stderr == said[1].stderr == said[2].stderr, len(os.listdir("__pycache__")))
# --- case: constants_of_all_kinds
import os, subprocess, sys
open("m.py", "w").write("v = ['\\ud800', 0x" + "f" * 5000 + " % 1000, -0.0, 1e400, 3j, b'\\xff', (1, (2, None)), ..., True, 1 << 80, 'é€😀', {'a', 'b'} == {'b', 'a'}, 'x' in ('x', 'y'), 2 in {1, 2, 3}]\nprint(ascii(v))\n")
env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
for i in range(2): print(subprocess.run([sys.executable, "-c", "import m"], env=env, capture_output=True, text=True).stdout)
print(len(os.listdir("__pycache__")))
# --- case: not_written
import os, subprocess, sys
open("m.py", "w").write("x = 1\n")
open("pycache", "w").close()
show = "import m, os, sys; print(sys.dont_write_bytecode, sys.flags.dont_write_bytecode, sys.pycache_prefix, os.path.relpath(m.__cached__).split('/')[0], sorted(os.listdir()))"
for options, more in (["-B"], {}), ([], {"PYTHONDONTWRITEBYTECODE": "1"}), ([], {"PYTHONDONTWRITEBYTECODE": ""}), (["-X", "pycache_prefix=pycache"], {}), ([], {"PYTHONPYCACHEPREFIX": "away"}), (["-X", "pycache_prefix"], {"PYTHONPYCACHEPREFIX": "away"}):
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | more
    done = subprocess.run([sys.executable, *options, "-c", show], env=env, capture_output=True, text=True)
    print(done.stdout, done.stderr)
print(open("pycache").read() == "", sorted(os.listdir()))
# --- case: prefix_and_optimization
import importlib.util, os, sys
tag = sys.implementation.cache_tag
def shown(path): return path.replace(os.getcwd(), "HERE").replace(tag, "TAG")
print(shown(importlib.util.cache_from_source("a/m.py")), shown(importlib.util.cache_from_source("a/m.x.py", optimization=2)), shown(importlib.util.cache_from_source("m")))
sys.pycache_prefix = "/pre"
print(shown(importlib.util.cache_from_source("/a/m.py")), shown(importlib.util.cache_from_source("m.py")).replace("HERE", "") == f"/pre{os.getcwd()}/m.TAG.pyc")
sys.pycache_prefix = None
print(importlib.util.source_from_cache(f"a/__pycache__/m.{tag}.opt-1.pyc"))
# --- case: prefix_of_imports
import os, sys
sys.dont_write_bytecode = False
sys.pycache_prefix = os.path.join(os.getcwd(), "kept")
os.mkdir("p")
open("p/__init__.py", "w").close()
open("p/q.py", "w").close()
import p.q
print(p.q.__cached__ == f"{os.getcwd()}/kept{os.getcwd()}/p/q.{sys.implementation.cache_tag}.pyc", os.path.exists(p.q.__cached__), os.path.exists("p/__pycache__"))
# --- case: by_hash
import os, py_compile, subprocess, sys
def played(*options):
    return subprocess.run([sys.executable, *options, "-c", "import m; print(m.x)"], capture_output=True, text=True).stdout.strip()
for mode in py_compile.PycInvalidationMode.CHECKED_HASH, py_compile.PycInvalidationMode.UNCHECKED_HASH:
    open("m.py", "w").write("x = 1\n")
    file = py_compile.compile("m.py", invalidation_mode=mode)
    print(open(file, "rb").read()[4], played())
    open("m.py", "w").write("x = 2\n")
    print(played(), played("--check-hash-based-pycs", "always"), played("--check-hash-based-pycs", "never"), played("--check-hash-based-pycs", "default"))
print(subprocess.run([sys.executable, "--check-hash-based-pycs", "so", "-c", ""], capture_output=True).returncode)
# --- case: without_source
import os, py_compile, sys
os.mkdir("p")
open("m.py", "w").write("x = 'm'\n")
open("p/__init__.py", "w").write("x = 'p'\n")
py_compile.compile("m.py", "m.pyc")
py_compile.compile("p/__init__.py", "p/__init__.pyc")
os.remove("m.py"); os.remove("p/__init__.py")
import m, p
for each in m, p: print(each.x, os.path.relpath(each.__file__), os.path.relpath(each.__cached__), type(each.__loader__).__name__, hasattr(each, "__path__"))
# --- case: odd_files
import os, py_compile, sys
sys.dont_write_bytecode = False
open("m.py", "w").write("x = 1\n")
file = py_compile.compile("m.py")
good = open(file, "rb").read()
def imported():
    sys.modules.pop("m", None)
    try:
        import m
        return m.x
    except Exception as e:
        return type(e).__name__
for wrong in b"", good[:3], b"\0\0\r\n" + good[4:], good[:8] + b"\0\0\0\0" + good[12:], good[:12] + b"\x09" + good[13:]:
    open(file, "wb").write(wrong)
    print(imported(), open(file, "rb").read()[:16] == good[:16])
for wrong in good[:16], good[:17], good[:16] + b"N":
    open(file, "wb").write(wrong)
    print(imported())
os.remove(file); os.mkdir(file)
print(imported(), os.path.isdir(file))
# --- case: folder_is_a_file
import os, sys
sys.dont_write_bytecode = False
open("m.py", "w").write("x = 1\n")
open("__pycache__", "w").close()
import m
print(m.x, os.path.isfile("__pycache__"))
# --- case: moved
import os, py_compile, subprocess, sys
open("a.py", "w").write("def f(): return 1 / 0\n")
py_compile.compile("a.py", "b.pyc")
import b
print(os.path.basename(b.f.__code__.co_filename))
os.mkdir("other"); os.rename("b.pyc", "other/b.pyc")
done = subprocess.run([sys.executable, "-c", "import sys; sys.path.insert(0, 'other'); import b; b.f()"], capture_output=True, text=True)
print(done.stderr.replace(os.getcwd(), "HERE"))
# --- case: program_of_bytecode
import os, py_compile, subprocess, sys
open("a.py", "w").write("import sys\nprint(__name__, os_path(__file__), __cached__, __spec__, sys.argv[1:], type(__loader__).__name__)\n1 / 0\n".replace("os_path", "__import__('os').path.basename"))
py_compile.compile("a.py", "b.pyc"); py_compile.compile("a.py", "no_ending")
open("bad.pyc", "w").write("print(1)")
for file in "b.pyc", "no_ending", "bad.pyc":
    done = subprocess.run([sys.executable, file, "x"], capture_output=True, text=True)
    print(done.returncode, done.stdout, done.stderr.replace(os.getcwd(), "HERE"))
# --- case: folders_and_archives
import os, py_compile, shutil, subprocess, sys, zipfile
os.mkdir("d"); os.mkdir("e"); os.mkdir("empty")
source = "import sys, part\nprint(__name__, repr(__package__), __file__.replace(HERE, ''), part.x, sys.argv, sys.path[0].replace(HERE, ''), __spec__.name, type(__loader__).__name__)\n"
open("d/__main__.py", "w").write(f"HERE = {os.getcwd()!r}\n" + source)
open("d/part.py", "w").write("x = 'part'\n")
with zipfile.ZipFile("z.zip", "w") as z: z.write("d/__main__.py", "__main__.py"); z.write("d/part.py", "part.py")
open("z.pyz", "wb").write(b"#!/usr/bin/env python3\n" + open("z.zip", "rb").read())
py_compile.compile("d/__main__.py", "e/__main__.pyc"); shutil.copy("d/part.py", "e/part.py")
with zipfile.ZipFile("none.zip", "w") as z: z.write("d/part.py", "part.py")
for what in "d", "z.zip", "z.pyz", "e", "empty", "none.zip":
    done = subprocess.run([sys.executable, what, "1"], capture_output=True, text=True)
    print(done.returncode, done.stdout, done.stderr.replace(os.getcwd(), "HERE").replace(sys.executable, "PROGRAM"))
# --- case: modules_as_programs
import os, py_compile, subprocess, sys
os.mkdir("p")
open("p/__init__.py", "w").close()
open("p/a.py", "w").write("import sys\nprint(__name__, __package__, __spec__.name, __spec__.cached == __cached__, type(__loader__).__name__, sys.argv[1:])\n")
py_compile.compile("p/a.py", "p/b.pyc")
open("bad.pyc", "w").write("text")
env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
for name in "p.a", "p.b", "p", "p.none", "none", "none.a", "bad", "builtins":
    done = subprocess.run([sys.executable, "-m", name, "x"], capture_output=True, text=True, env=env)
    print(done.returncode, done.stdout, done.stderr.replace(sys.executable, "PROGRAM").replace(os.getcwd(), "HERE"))
print(len(os.listdir("p/__pycache__")) > 0)
# --- case: loader_of_main
import subprocess, sys
for program in "print(__loader__)", "def f(): return __loader__\nprint(f())", "import json; print(__loader__ is type(json.__loader__))":
    print(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout, subprocess.run([sys.executable], input=program, capture_output=True, text=True).stdout)
# --- case: current_folder
import os, subprocess, sys
open("m.py", "w").write("def f(): 1 / 0\n")
print(subprocess.run([sys.executable, "-c", "import m, os; print(m.__file__ == os.path.join(os.getcwd(), 'm.py')); m.f()"], capture_output=True, text=True).stdout)
