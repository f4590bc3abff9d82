# os, os.path, sys, pathlib, glob, shutil, tempfile, subprocess, logging, timeit.
# --- case: os_path_pure_1
import os.path as p
print(p.join("a", "b", "/c", "d"), p.join("a/", "b"), p.split("/a/b.txt"), p.basename("a/b/"), p.dirname("/a/b"))
# --- case: os_path_pure_2
import os.path as p
print(p.splitext("a.tar.gz"), p.splitext(".bashrc"), p.normpath("a//b/../c/."), p.isabs("/a"), p.commonprefix(["abc", "abd"]))
# --- case: os_path_pure_3
import os.path as p
print(p.commonpath(["/a/b", "/a/c"]), p.relpath("/a/b", "/a/c"), p.expanduser("x"), p.join("a", ""), p.splitext("a/b.c/d"))
# --- case: os_path_files
import os, os.path as p
open("f.txt", "w").write("12345")
os.mkdir("d")
print(p.exists("f.txt"), p.isfile("f.txt"), p.isdir("d"), p.isfile("d"), p.getsize("f.txt"), p.exists("nope"), p.abspath("f.txt") == p.join(os.getcwd(), "f.txt"), p.islink("f.txt"), p.samefile("f.txt", "./f.txt"), p.realpath("f.txt").endswith("f.txt"), p.getmtime("f.txt") > 0)
# --- case: os_directories
import os
os.makedirs("a/b/c"); open("a/x", "w").close()
print(sorted(os.listdir("a")), sorted((os.path.basename(d), sorted(ds), sorted(fs)) for d, ds, fs in os.walk("a")))
os.rename("a/x", "a/y"); os.remove("a/y"); os.rmdir("a/b/c"); os.removedirs("a/b")
print(os.path.exists("a"), sorted(os.listdir()))
os.makedirs("q", exist_ok=True); os.makedirs("q", exist_ok=True)
os.makedirs("q")
# --- case: os_environ
import os
os.environ["PERCH_X"] = "1"
print(os.environ["PERCH_X"], os.environ.get("NOPE_X"), os.getenv("NOPE_X", "d"), "PERCH_X" in os.environ, os.environ.pop("PERCH_X"), os.getenv("PERCH_X"))
os.environ["NOPE_X"]
# --- case: os_misc_1
import os
print(os.sep, os.linesep == "\n", os.name, os.curdir, os.pardir)
# --- case: os_misc_2
import os
print(os.extsep, os.pathsep, os.getpid() > 0, os.cpu_count() > 0, os.devnull)
# --- case: os_misc_3
import os
print(os.fspath("a"), type(os.urandom(4)).__name__, len(os.urandom(4)), os.strerror(2))
# --- case: os_stat_scandir
import os
open("f", "w").write("abc")
os.mkdir("d")
print(os.stat("f").st_size, sorted((e.name, e.is_dir()) for e in os.scandir()), os.access("f", os.R_OK), oct(os.stat("f").st_mode & 0o700))
with os.scandir() as it: print(len(list(it)))
# --- case: os_chdir
import os
os.mkdir("sub"); c = os.getcwd(); os.chdir("sub")
print(os.path.basename(os.getcwd())); os.chdir("..")
print(os.getcwd() == c)
os.chdir("nope")
# --- case: os_low_level_files
import os
fd = os.open("f", os.O_CREAT | os.O_RDWR)
print(os.write(fd, b"hello"), os.lseek(fd, 1, 0), os.read(fd, 3)); os.close(fd)
r, w = os.pipe(); os.write(w, b"p"); print(os.read(r, 5))
# --- case: os_system
import os, sys
sys.stdout.flush()
print(os.system("exit 3") >> 8, os.popen("echo hi").read())
# --- case: os_errors_1
import os
for f in (lambda: os.mkdir("."), lambda: os.listdir(5.5), lambda: os.remove("."), lambda: os.stat("nope"), lambda: os.path.getsize("nope")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: os_errors_2
import os
for f in (lambda: os.fspath(5), lambda: os.path.join("a", 5), lambda: os.path.join("a", b"b"), lambda: os.rmdir("nope"), lambda: os.path.exists([])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: sys_basics_1
import sys
print(sys.argv, sys.version_info[:2], sys.version_info.major, sys.version_info >= (3, 8), sys.maxsize)
# --- case: sys_basics_2
import sys
print(sys.byteorder, sys.maxunicode, sys.platform, sys.getrecursionlimit(), sys.float_info.max)
# --- case: sys_basics_3
import sys
print(sys.float_info.epsilon, sys.int_info.bits_per_digit, sys.hexversion >> 16, sys.implementation.name != "", type(sys.path).__name__)
# --- case: sys_basics_4
import sys
print("sys" in sys.modules, sys.getdefaultencoding(), sys.flags.debug)
# --- case: sys_streams
import sys
print(sys.stdout.write("direct\n"), sys.stdin.read(), sys.stdout.isatty(), sys.stdout.name, sys.stderr.fileno(), sys.stdout is sys.__stdout__)
sys.stderr.write("to stderr\n")
# --- case: sys_functions
import sys
print(sys.intern("a") is sys.intern("a"), sys.getsizeof([]) > 0, sys.exc_info(), sys.float_info.dig, sys.getrefcount(object()) >= 1, callable(sys.excepthook), sys.is_finalizing(), sys._getframe().f_lineno, sys._getframe().f_code.co_name)
# --- case: sys_excepthook
import sys
def hook(t, v, tb): print("hook:", t.__name__, v)
sys.excepthook = hook
1 / 0
# --- case: sys_displayhook_version
import sys
print(sys.version.split()[0].startswith("3.11"), sys.executable != "", len(sys.builtin_module_names) > 3, sys.copyright != "")
# --- case: sys_path_import
import sys, os
os.mkdir("lib"); open("lib/in_lib.py", "w").write("v = 7")
sys.path.insert(0, "lib")
import in_lib
print(in_lib.v)
sys.modules["fake"] = in_lib
import fake
print(fake is in_lib)
sys.modules["blocked"] = None
import blocked
# --- case: sys_setrecursionlimit_bad
import sys
for v in (0, -1, "a", 1):
    try: sys.setrecursionlimit(v)
    except Exception as e: print(type(e).__name__, e)
# --- case: sys_settrace_profile_exist
import sys
print(sys.gettrace(), sys.getswitchinterval() > 0, sys.getfilesystemencoding(), sys.dont_write_bytecode)
# --- case: pathlib_pure_1
from pathlib import Path, PurePosixPath
p = Path("/a/b.tar.gz")
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes)
# --- case: pathlib_pure_2
from pathlib import Path, PurePosixPath
p = Path("/a/b.tar.gz")
print(p.parent, list(p.parents), p.parts, p / "c", "x" / Path("y"), p.with_suffix(".txt"))
# --- case: pathlib_pure_3
from pathlib import Path, PurePosixPath
p = Path("/a/b.tar.gz")
print(p.with_name("z"), p.is_absolute(), Path("a") / "b" == Path("a/b"), Path("a//b/./c"), p.anchor, p.as_posix())
# --- case: pathlib_pure_4
from pathlib import Path, PurePosixPath
p = Path("/a/b.tar.gz")
print(str(Path()), Path("a/b").relative_to("a"), p.match("*.gz"), Path("b") < Path("c"), hash(Path("a")) == hash(Path("a")), p.with_stem("q"))
# --- case: pathlib_pure_5
from pathlib import Path, PurePosixPath
p = Path("/a/b.tar.gz")
print(PurePosixPath("x", "y"), p.joinpath("d", "e"), Path("a").is_relative_to("b"))
# --- case: pathlib_files
from pathlib import Path
d = Path("dir"); d.mkdir(); f = d / "f.txt"
print(f.write_text("héllo\nx"), f.read_text(), f.read_bytes(), f.exists(), f.is_file(), d.is_dir(), f.stat().st_size, [str(x) for x in d.iterdir()], sorted(x.name for x in Path(".").glob("**/*.txt")), f.open().readline())
(d / "g.txt").touch(); f.rename(d / "h.txt"); print(sorted(x.name for x in d.glob("*"))); [x.unlink() for x in d.iterdir()]; d.rmdir(); print(d.exists(), Path("n").with_suffix(".py"), Path.cwd() == Path().resolve())
Path("a/b").mkdir()
# --- case: pathlib_mkdir_options
from pathlib import Path
Path("a/b/c").mkdir(parents=True); Path("a/b/c").mkdir(exist_ok=True)
Path("nope").unlink(missing_ok=True)
print(sorted(str(p) for p in Path("a").rglob("*")), Path("x").write_bytes(b"ab"))
try: Path("a").mkdir()
except FileExistsError as e: print(e)
Path("nope").read_text()
# --- case: pathlib_errors
from pathlib import Path
for f in (lambda: Path("a").relative_to("b"), lambda: Path("a").with_suffix("x"), lambda: Path(5), lambda: Path("a") / 5, lambda: Path("").with_name("x"), lambda: Path("a") < "a", lambda: Path("nope").unlink(), lambda: Path("a").glob("")  and list(Path("a").glob(""))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: glob_fnmatch
import glob, fnmatch
for n in ("a.py", "b.py", "c.txt", ".hidden"): open(n, "w").close()
print(sorted(glob.glob("*.py")), glob.glob("[c]*"), sorted(glob.glob("*")), list(glob.iglob("?.txt")), glob.glob("nope*"), [n for n in ("a.py", "B.PY") if fnmatch.fnmatch(n, "*.py")], fnmatch.filter(["x1", "y"], "x?"), glob.escape("a[b]*"))
# --- case: glob_recursive
import glob, os
os.makedirs("a/b"); open("a/x.txt", "w"); open("a/b/y.txt", "w")
print(sorted(glob.glob("**/*.txt", recursive=True)), sorted(glob.glob("a/*")), glob.glob("a/*/*.txt"))
# --- case: shutil
import shutil, os
open("a", "w").write("data"); os.mkdir("d")
print(shutil.copy("a", "b"), shutil.copy("a", "d"), open("d/a").read(), shutil.copytree("d", "e"), shutil.move("b", "d/c"), sorted(os.listdir("d")), shutil.copyfile("a", "z"), shutil.which("sh") is not None, shutil.which("nonexistent_cmd"))
shutil.rmtree("d"); print(os.path.exists("d"), shutil.disk_usage(".").total > 0)
shutil.rmtree("nope")
# --- case: tempfile
import tempfile, os
with tempfile.TemporaryDirectory() as d:
    print(os.path.isdir(d)); open(os.path.join(d, "x"), "w").close()
print(os.path.exists(d))
with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as f: f.write("t")
print(f.name.endswith(".txt"), open(f.name).read()); os.remove(f.name)
with tempfile.TemporaryFile() as f: f.write(b"x"); f.seek(0); print(f.read())
fd, n = tempfile.mkstemp(prefix="pre"); os.close(fd); print(os.path.basename(n)[:3], os.path.isdir(tempfile.mkdtemp()), os.path.isdir(tempfile.gettempdir()))
# --- case: subprocess_run
import subprocess
r = subprocess.run(["echo", "hi"], capture_output=True, text=True)
print(r.returncode, repr(r.stdout), repr(r.stderr), r.args, r)
print(subprocess.run("exit 4", shell=True).returncode, subprocess.run(["cat"], input="in", capture_output=True, text=True).stdout, subprocess.check_output(["printf", "x"]), subprocess.run(["sh", "-c", "echo e >&2"], stderr=subprocess.PIPE).stderr, subprocess.call(["true"]), subprocess.getoutput("echo q"), subprocess.run(["echo"], stdout=subprocess.DEVNULL).stdout)
# --- case: subprocess_errors
import subprocess
for f in (lambda: subprocess.run(["false"], check=True), lambda: subprocess.check_output(["sh", "-c", "exit 3"]), lambda: subprocess.run(["nonexistent_cmd"]), lambda: subprocess.run(["sleep", "5"], timeout=0.1), lambda: subprocess.run(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).partition(" after ")[0])
# --- case: subprocess_options
import subprocess, os
os.mkdir("d")
print(os.path.basename(subprocess.check_output("pwd", shell=True, cwd="d", text=True).strip()), subprocess.run("echo $V", shell=True, env={"V": "val"}, capture_output=True, text=True).stdout, subprocess.run(["sh", "-c", "echo o; echo e >&2"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout)
# --- case: logging_basic
import logging
logging.warning("careful %s", "now")
# --- case: logging_config
import logging, sys
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format="%(levelname)s:%(name)s:%(message)s")
logging.debug("d"); logging.info("i %d", 5); logging.error("e")
log = logging.getLogger("app.sub")
log.warning("w"); log.setLevel(logging.ERROR); log.info("hidden"); print(log.name, log.level, log.parent.name, log.isEnabledFor(20), logging.getLevelName(30), log.getEffectiveLevel())
# --- case: logging_handlers
import logging, io
s = io.StringIO()
log = logging.getLogger("x"); log.setLevel(logging.INFO); log.propagate = False
h = logging.StreamHandler(s); h.setFormatter(logging.Formatter("[%(levelname)-8s] %(message)s")); h.setLevel(logging.WARNING); log.addHandler(h)
log.info("no"); log.warning("yes %s", 1); log.critical("c")
try: 1 / 0
except ZeroDivisionError: log.exception("oops")
print(s.getvalue().splitlines()[:3], s.getvalue().splitlines()[-1])
log.removeHandler(h); log.addHandler(logging.FileHandler("l.txt")); log.warning("file"); print(open("l.txt").read())
# --- case: timeit
import timeit
print(timeit.timeit("x = 1", number=10) >= 0, len(timeit.repeat("pass", number=1, repeat=3)), timeit.timeit(lambda: None, number=5) >= 0, timeit.default_timer() > 0, timeit.timeit("y + 1", setup="y = 1", number=3) >= 0, timeit.timeit("z", globals={"z": 1}, number=1) >= 0)
timeit.timeit("nope", number=1)
# --- case: absent_module
import surely_absent_module
# --- case: csv_like_processing
rows = [line.split(",") for line in "name,age\nAnn,30\nBob,25".splitlines()]
head, *body = rows
recs = [dict(zip(head, r)) for r in body]
print(recs, sum(int(r["age"]) for r in recs) / len(recs))
# --- case: raw_file_shown
import io, os
with open('f', 'wb') as f: f.write(b'abc')
f = io.FileIO('f')
print(repr(f), repr(f)); print(f)
class Named(io.FileIO):
    name = property(lambda self: repr(self))
    @name.setter
    def name(self, x): pass
n = Named('f')
for _ in range(2):
    try: print(repr(n))
    except RuntimeError as e: print(type(e).__name__)
n.close(); f.close(); print(f)
g = io.FileIO(os.open('f', os.O_RDONLY), closefd=True); print(repr(g).replace(str(g.fileno()), 'N')); g.close()
# --- case: raw_file_that_outlives_its_end
import io
kept = []
class R(io.RawIOBase):
    def close(self):
        if not kept: kept.append(self)
        super().close()
def make():
    r = R(); r.note = 'here'
make()
print(len(kept), kept[0].note, kept[0].closed)
kept[0].note = 'again'
r = kept.pop(); print(r.note); del r
print('done')
# --- case: buffered_writer_of_a_stream_that_is_full
import io
class Full(io.RawIOBase):
    def __init__(self): self.got, self.room = [], 0
    def writable(self): return True
    def write(self, b):
        if not self.room: return None
        k = min(self.room, len(b)); self.got.append(bytes(b[:k])); self.room -= k
        return k
raw = Full(); w = io.BufferedWriter(raw, 8)
print(w.write(b'abcde'))
for text in (b'fghij', b'k', b''):
    try: print(w.write(text))
    except BlockingIOError as e: print(type(e).__name__, e.characters_written, e.strerror)
raw.room = 100
w.flush(); print(b''.join(raw.got))
raw.room = 5
try: print(w.write(b'0123456789ABCDEFGHIJ'))
except BlockingIOError as e: print(e.characters_written)
raw.room = 100; w.flush(); print(b''.join(raw.got))
# --- case: opener_of_files
import os
calls = []
def opener(path, flags):
    calls.append((path, flags & os.O_ACCMODE, bool(flags & os.O_CREAT)))
    return os.open(path, flags, 0o600)
with open('o', 'w', opener=opener) as f: print(f.write('text'))
with open('o', opener=opener) as f: print(f.read())
with open('o', 'rb', buffering=0, opener=opener) as f: print(f.read())
print(calls, oct(os.stat('o').st_mode & 0o777))
for wrong in (lambda p, f: -1, lambda p, f: 'x', lambda p, f: None, lambda p, f: 1 / 0):
    try: open('o', opener=wrong)
    except Exception as e: print(type(e).__name__, e)
# --- case: marks_at_the_begin_of_texts
for encoding in ('utf-16', 'utf-8-sig', 'utf-32'):
    with open('m', 'w', encoding=encoding) as f:
        f.write('abc'); f.seek(0); f.write('x'); at = f.tell(); f.seek(at); f.write('y'); f.seek(0, 2); f.write('z'); f.seek(0, 1); f.write('!')
    with open('m', 'rb') as f: print(encoding, f.read())
    with open('m', 'a', encoding=encoding) as f: f.write('end')
    with open('m', encoding=encoding) as f: print(repr(f.read())); f.seek(0); print(repr(f.read(1)))
# --- case: buffers_given_to_a_child_are_let_go
import subprocess, sys
b = bytearray(b'given')
print(subprocess.run(['cat'], input=b, stdout=subprocess.PIPE).stdout)
b.append(33); print(b)
m = memoryview(b); print(subprocess.run(['cat'], input=m, capture_output=True).stdout); m.release(); b.clear(); print(b)
# --- case: files_that_outlive_their_end
import io
kept = []
def keep(cls):
    class R(cls):
        def close(self):
            if all(k is not self for k in kept): kept.append(self)
            super().close()
    return R
makers = (lambda: keep(io.RawIOBase)(), lambda: keep(io.IOBase)(), lambda: keep(io.BytesIO)(b'abc'), lambda: keep(io.StringIO)('abc'), lambda: keep(io.FileIO)('f', 'w'),
          lambda: keep(io.BufferedReader)(io.BytesIO(b'x')), lambda: keep(io.BufferedWriter)(io.BytesIO()), lambda: keep(io.TextIOWrapper)(io.BytesIO(b'x')), lambda: keep(io.BufferedRandom)(io.BytesIO(b'x')))
for make in makers:
    make().note = 'first'
    more = [make.__class__, [make() for _ in range(3)], bytearray(500), [object() for _ in range(200)]]
    print(len(kept), [getattr(k, 'note', None) for k in kept], [k.closed for k in kept])
    kept.clear()
    del more
    kept.clear()
print('done')
