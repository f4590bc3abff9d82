# The C modules under the files that most programs import first.
# --- case: string_parts
import _string
for text in ("a{{b}}c", "{}{0.a[1]:>{w}}!", "x{y!r}", "{", "}", "{a", "{a!", "{a!rr}", "{a{b}", "{:{", ""):
    try: print(list(_string.formatter_parser(text)))
    except ValueError as e: print(e)
for name in ("0.a[1][x].b", "", "a", ".a", "[0]", "12", "a[", "a[0]b", "a.", "a[]", "99999999999999999999"):
    try: first, rest = _string.formatter_field_name_split(name); print(repr(first), list(rest))
    except ValueError as e: print(e)
for bad in (_string.formatter_parser, _string.formatter_field_name_split):
    try: bad(1)
    except TypeError as e: print(e)
# --- case: abc_memory
import _abc, abc, gc
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def g(self): ...
class B(A):
    def f(self): ...
class C: ...
before = abc.get_cache_token()
print(sorted(A.__abstractmethods__), sorted(B.__abstractmethods__), issubclass(C, A), A.register(C), issubclass(C, A), isinstance(C(), A), abc.get_cache_token() - before)
print(issubclass(int, A), len(_abc._get_dump(A)[2]), len(_abc._get_dump(A)[0]))
def short():
    class D: ...
    A.register(D)
    return issubclass(D, A)
print(short(), gc.collect() > 0, len(_abc._get_dump(A)[0]))
_abc._reset_registry(A); _abc._reset_caches(A)
print(issubclass(C, A), _abc._get_dump(A)[0])
class H(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other): return other.__name__
for f in (lambda: issubclass(C, H), lambda: A.register(1), lambda: B.register(A), lambda: _abc._abc_subclasscheck(A, 1), lambda: _abc._abc_register(int, C), lambda: A()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class S(abc.ABC): __abc_tpflags__ = 1 << 5
class T: ...
class U(T): ...
S.register(T)
print([bool(k.__flags__ & 1 << 5) for k in (S, T, U)], hasattr(S, "__abc_tpflags__"))
try:
    class W(abc.ABC): __abc_tpflags__ = 3 << 5
except TypeError as e: print(e)
# --- case: stat_numbers
import _stat
for mode in (0o100644, 0o40755, 0o120777, 0o104755, 0o102644, 0o41777, 0o1000, 0o20600, 0o60600, 0o10600, 0o140600, 0):
    print(_stat.filemode(mode), oct(_stat.S_IMODE(mode)), oct(_stat.S_IFMT(mode)), [n for n in sorted(dir(_stat)) if n.startswith("S_IS") and callable(getattr(_stat, n)) and getattr(_stat, n)(mode)])
for bad in (-1, 1 << 40, 1 << 70, "x", 1.5):
    try: print(_stat.filemode(bad))
    except Exception as e: print(type(e).__name__, e)
print({n: v for n, v in sorted(vars(_stat).items()) if isinstance(v, int)})
# --- case: warnings_rules
import _warnings, warnings
said = []
warnings._showwarnmsg_impl = lambda m: said.append((str(m.message), m.category.__name__, m.filename, m.lineno))
def try_(f):
    try: f()
    except Exception as e: print(type(e).__name__, e)
for action in ("once", "module", "default", "always", "ignore", "error"):
    warnings.simplefilter(action)
    registry = {}
    for line in (1, 1, 2): try_(lambda: _warnings.warn_explicit("x", UserWarning, "f.py", line, registry=registry))
    registry.pop("version", None)
    print(action, said, registry); said.clear()
W = _warnings
for f in (lambda: W.warn("a", "b"), lambda: W.warn("a", str), lambda: W.warn_explicit("a", UserWarning, "f", 1, registry=3), lambda: W.warn_explicit("a", UserWarning, "f", 1, module_globals=3),
          lambda: W.warn_explicit("a", UserWarning, 3, 1), lambda: W.warn_explicit("a", 4, "f", 1)): try_(f)
for filters in (3, [(1, 2)], [(1, None, Warning, None, 0)], [("foo", None, Warning, None, 0)]):
    warnings.filters = filters; W._filters_mutated(); try_(lambda: W.warn("q"))
warnings.filters = []; warnings.defaultaction = 3; try_(lambda: W.warn("q"))
warnings.defaultaction = "always"; warnings._showwarnmsg = 3; try_(lambda: W.warn("q"))
# --- case: posix_paths
import os, posix, errno
os.makedirs("d/e"); open("d/f", "w").close(); os.symlink("f", "d/l"); os.symlink("none", "d/broken")
with os.scandir("d") as entries:
    for e in sorted(entries, key=lambda e: e.name): print(e, e.path, e.is_dir(), e.is_file(), e.is_symlink(), e.is_file(follow_symlinks=False), e.inode() == os.lstat(e.path).st_ino, os.fspath(e))
print(sorted(e.path for e in os.scandir(b"d/")), sorted(e.name for e in os.scandir(os.open("d", os.O_RDONLY))), next(os.scandir("d/e"), None))
print([posix._path_normpath(p) for p in ("", "//a", "///a", "/../a", "a/../..", "./a//b/.", "../../a/..", "/")])
fd = os.open("d", os.O_RDONLY)
print(os.stat("f", dir_fd=fd).st_size, os.access("f", os.R_OK, dir_fd=fd), os.readlink("l", dir_fd=fd), sorted(os.listdir(fd)), os.stat in os.supports_dir_fd, os.scandir in os.supports_fd)
for f in (lambda: os.stat("f", dir_fd="x"), lambda: os.stat(1.5), lambda: os.scandir("none"), lambda: os.chown("d", 1.5, 0), lambda: os.sysconf("nope"),
          lambda: os.pathconf("d", None), lambda: os.makedev(-1, 1), lambda: os.getrandom(-1), lambda: os.copy_file_range(0, 1, -1), lambda: os.readv(0, 1), lambda: os.posix_spawn("x", [], {}),
          lambda: os.posix_spawn("none", ["none"], {}), lambda: os.posix_spawn("x", ["x"], {}, file_actions=[(9,)]), lambda: os.sched_setscheduler(0, 0, 1), lambda: posix.DirEntry()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: posix_moves
import os
a = os.open("a", os.O_RDWR | os.O_CREAT); b = os.open("b", os.O_RDWR | os.O_CREAT)
print(os.writev(a, [b"abc", bytearray(b"def"), b""]), os.pwritev(a, [b"X"], 1))
one, two = bytearray(2), bytearray(9)
print(os.preadv(a, [one, two], 0), one, two[:4], os.lseek(a, 0, 0), os.sendfile(b, a, 1, 3), os.pread(b, 9, 0), os.copy_file_range(a, b, 2, 0, 3), os.pread(b, 9, 0))
r, w = os.pipe(); print(os.splice(a, w, 4, offset_src=2), os.read(r, 9))
e = os.eventfd(2); os.eventfd_write(e, 3); print(os.eventfd_read(e), os.get_inheritable(e))
os.posix_fallocate(a, 0, 100); print(os.fstat(a).st_size, os.posix_fadvise(a, 0, 0, os.POSIX_FADV_NORMAL), os.lockf(a, os.F_LOCK, 0), os.lockf(a, os.F_ULOCK, 0))
pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 3"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "out", os.O_WRONLY | os.O_CREAT, 0o600), (os.POSIX_SPAWN_DUP2, 1, 2)])
told = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT); print(told.si_status, told.si_pid == pid, told.si_code == os.CLD_EXITED)
p, status, used = os.wait4(pid, 0); print(p == pid, os.waitstatus_to_exitcode(status), type(used).__name__, len(used))
print(os.sched_param(sched_priority=3), os.sched_getscheduler(0) == os.SCHED_OTHER, os.sched_getaffinity(0) >= {*()}, os.major(os.makedev(8, 1)), os.minor(os.makedev(8, 1)), os.getsid(0) == os.getsid(os.getpid()))
# --- case: ast_trees
import ast
def try_(tree, mode="exec"):
    try: compile(ast.fix_missing_locations(tree), "t", mode); print("ok")
    except Exception as e: print(type(e).__name__, e)
L, S, D = ast.Load(), ast.Store(), ast.Del()
name = lambda id, ctx=L: ast.Name(id, ctx)
for e in (name("x", S), name("None"), ast.List([name("a", S)], L), ast.Starred(name("a"), S), ast.Attribute(name("x", S), "a", L), ast.Compare(name("a"), [], []), ast.NamedExpr(name("x"), name("y")),
          ast.BoolOp(ast.And(), [None, None]), ast.ListComp(name("x"), [ast.comprehension(name("x"), name("y"), [], 0)])): try_(ast.Expression(e), "eval")
for s in (ast.Assign([name("x")], name("y")), ast.Assign([ast.Constant(1)], name("y")), ast.Delete([name("x", S)]), ast.Raise(None, name("x")), ast.AugAssign(name("x"), ast.Add(), name("y")),
          ast.AnnAssign(ast.Attribute(name("x"), "y", S), name("z"), None, 1), ast.ImportFrom("a", [ast.alias("b")], -1), ast.ImportFrom("math", [ast.alias("pi")], None),
          ast.Expr(None), ast.Global([]), ast.If(name("x"), [None], [])): try_(ast.Module([s], []))
case = lambda p: ast.Module([ast.Match(name("x"), [ast.match_case(p, None, [ast.Pass()])])], [])
for p in (ast.MatchValue(name("y")), ast.MatchSingleton(3), ast.MatchStar("a"), ast.MatchSequence([ast.MatchStar("a")]), ast.MatchAs(ast.MatchAs(None, "a"), None), ast.MatchAs(None, "_"), ast.MatchAs(None, "True"),
          ast.MatchClass(ast.Constant(1), [], [], []), ast.MatchMapping([name("k")], [ast.MatchAs(None, "v")], None), ast.MatchValue(ast.UnaryOp(ast.USub(), ast.Constant(1)))): try_(case(p))
print(ast.Name.__doc__, ast.Name._fields, ast.expr._attributes, ast.boolop.__doc__, ast.ImportFrom.level, ast.unparse(ast.parse("lambda x, /, *, y=1e309: f'{x!r:>{w}}'")))
for f in (lambda: ast.Name(1, 2, 3), lambda: ast.Name(1, id=2), lambda: ast.AST(1), lambda: ast.Name().id, lambda: ast.Name(id=1).__reduce__(), lambda: compile(ast.Expression(name("x")), "t", "eval")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: alias_parameters
from typing import TypeVar, TypeVarTuple, ParamSpec, Generic, Callable
import collections.abc as c
T, U, Ts, P = TypeVar("T"), TypeVar("U"), TypeVarTuple("Ts"), ParamSpec("P")
for f in (lambda: list[T][int], lambda: dict[T, U][int, str], lambda: tuple[*Ts][int, str], lambda: tuple[T, *Ts][int], lambda: tuple[*Ts, T][()], lambda: list[T][*tuple[int]], lambda: dict[T, U][*tuple[int, str]],
          lambda: c.Callable[P, T][[int, str], bool], lambda: c.Callable[[*Ts], T][int, str, bool], lambda: dict[T, list[U]][int, str], lambda: list[T][int, str], lambda: list[int][int], lambda: tuple[int, *tuple[T, ...]][str],
          lambda: (list[T] | None)[int], lambda: (int | str).__module__, lambda: list[P][42]):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
