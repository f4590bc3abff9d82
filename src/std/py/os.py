"""The operating system: files, directories, processes, the environment.

What the system itself does comes from `posix`, in C; os.path is posixpath.
"""
import sys
import posix
import posixpath as path
import stat as st
from posix import *
from posixpath import curdir, pardir, sep, pathsep, defpath, extsep, altsep, devnull

name = 'posix'
linesep = '\n'
error = OSError
sys.modules['os.path'] = path

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
if hasattr(posix, '_exit'):
    _exit = posix._exit


def _fscodec():
    return 'utf-8', 'surrogateescape'


def fsencode(filename):
    """A file name as bytes."""
    filename = fspath(filename)
    return filename.encode(*_fscodec()) if isinstance(filename, str) else filename


def fsdecode(filename):
    """A file name as str."""
    filename = fspath(filename)
    return filename.decode(*_fscodec()) if isinstance(filename, bytes) else filename


if not hasattr(posix, 'fspath'):
    fspath = path._fspath


def _get_exports_list(module):
    return list(getattr(module, '__all__', None) or (name for name in dir(module) if not name.startswith('_')))


def __getattr__(attr):
    if attr == 'PathLike':
        globals()[attr] = value = _path_like()
        return value
    import _os_more
    if attr[:1] != '_' and attr in _os_more.__dict__ and attr not in ('os', 'posix'):
        globals()[attr] = value = getattr(_os_more, attr)
        return value
    raise AttributeError(f'module {__name__!r} has no attribute {attr!r}')


def _path_like():
    import abc

    class PathLike(abc.ABC):
        """Anything with __fspath__()."""
        __slots__ = ()
        __qualname__ = 'PathLike'

        @abc.abstractmethod
        def __fspath__(self):
            raise NotImplementedError

        @classmethod
        def __subclasshook__(cls, subclass):
            if cls.__name__ == 'PathLike' and any('__fspath__' in c.__dict__
                                                  for c in subclass.__mro__):
                return True
            return NotImplemented

        __class_getitem__ = classmethod(type(list[int]))
    PathLike.__module__ = 'os'
    return PathLike


# --- the environment ----------------------------------------------------------

class _Environ:
    """The environment variables as a mapping of str; writing changes the process's."""

    def __init__(self, data):
        self._data = data                       # bytes: bytes

    def __getitem__(self, key):
        try:
            return fsdecode(self._data[self._key(key)])
        except KeyError:
            raise KeyError(key) from None

    def _key(self, key):
        if not isinstance(key, str):
            raise TypeError("str expected, not %s" % type(key).__name__)
        return key.encode(*_fscodec())

    def __setitem__(self, key, value):
        key, value = self._key(key), self._key(value)
        posix.putenv(key, value)
        self._data[key] = value

    def __delitem__(self, key):
        data = self._key(key)
        posix.unsetenv(data)
        try:
            del self._data[data]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        for key in list(self._data):
            yield fsdecode(key)

    def __len__(self):
        return len(self._data)

    def __contains__(self, key):
        return isinstance(key, str) and self._key(key) in self._data

    def __repr__(self):
        return 'environ({' + ', '.join(f'{k!r}: {v!r}' for k, v in self.items()) + '})'

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if hasattr(other, 'items') else NotImplemented

    __hash__ = None

    def copy(self):
        return dict(self.items())

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return dict.fromkeys(self).keys()

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def pop(self, key, *default):
        if key in self or not default:
            value = self[key]
            del self[key]
            return value
        return default[0]

    def popitem(self):
        for key in self:
            return key, self.pop(key)
        raise KeyError('popitem(): environment is empty')

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **kwds):
        pairs = [(k, other[k]) for k in other.keys()] if hasattr(other, 'keys') else other
        for key, value in [*pairs, *kwds.items()]:
            self[key] = value

    def __or__(self, other):
        return {**self, **other}

    def __ror__(self, other):
        return {**other, **self}

    def __ior__(self, other):
        self.update(other)
        return self


environ = _Environ(dict(posix.environ))


def getenv(key, default=None):
    """An environment variable, or default."""
    return environ.get(key, default)


def get_exec_path(env=None):
    """The directories of PATH."""
    return (environ if env is None else env).get('PATH', defpath).split(pathsep)


# --- files and directories --------------------------------------------------

def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """A file object over a descriptor."""
    if not isinstance(fd, int):
        raise TypeError("invalid fd type (%s, expected integer)" % type(fd))
    return open_file(fd, mode, buffering, encoding, *args, **kwargs)


from builtins import open as open_file


def makedirs(name, mode=0o777, exist_ok=False):
    """mkdir, with all the directories above."""
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
        if tail == (b'.' if isinstance(tail, bytes) else '.'):
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def removedirs(name):
    """rmdir, then the directories above as long as they are empty."""
    rmdir(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def renames(old, new):
    """rename, making and removing directories as needed."""
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = path.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


if not hasattr(posix, 'scandir'):
    class DirEntry:
        """One entry of scandir()."""
        __slots__ = ('name', 'path', '_stat', '_lstat')

        def __init__(self, directory, name):
            self.name = name
            self.path = path.join(directory, name)
            self._stat = self._lstat = None

        def __repr__(self):
            return f'<DirEntry {self.name!r}>'

        def __fspath__(self):
            return self.path

        def stat(self, *, follow_symlinks=True):
            if follow_symlinks:
                if self._stat is None:
                    self._stat = stat(self.path)
                return self._stat
            if self._lstat is None:
                self._lstat = lstat(self.path)
            return self._lstat

        def inode(self):
            return self.stat(follow_symlinks=False).st_ino

        def _test(self, test, follow_symlinks):
            try:
                return test(self.stat(follow_symlinks=follow_symlinks).st_mode)
            except FileNotFoundError:
                return False

        def is_dir(self, *, follow_symlinks=True):
            return self._test(st.S_ISDIR, follow_symlinks)

        def is_file(self, *, follow_symlinks=True):
            return self._test(st.S_ISREG, follow_symlinks)

        def is_symlink(self):
            return self._test(st.S_ISLNK, False)

    class _ScanDir:
        def __init__(self, directory):
            self._entries = iter([DirEntry(directory, n) for n in listdir(directory)])

        def __iter__(self):
            return self

        def __next__(self):
            return next(self._entries)

        def close(self):
            self._entries = iter(())

        def __enter__(self):
            return self

        def __exit__(self, *exc):
            self.close()

    def scandir(path='.'):
        """The entries of a directory, each knowing what it is."""
        return _ScanDir(fspath(path))


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Yield (directory, names of directories, names of files) for a whole tree."""
    top = fspath(top)
    dirs, nondirs, walk_into = [], [], []
    try:
        with scandir(top) as entries:
            for entry in entries:
                try:
                    is_dir = entry.is_dir()
                except OSError:
                    is_dir = False
                (dirs if is_dir else nondirs).append(entry.name)
                if not topdown and is_dir and (followlinks or not entry.is_symlink()):
                    walk_into.append(entry.path)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    if topdown:
        yield top, dirs, nondirs
        for name in dirs:                       # the caller may have changed the list
            below = path.join(top, name)
            if followlinks or not path.islink(below):
                yield from walk(below, topdown, onerror, followlinks)
    else:
        for below in walk_into:
            yield from walk(below, topdown, onerror, followlinks)
        yield top, dirs, nondirs


# --- processes ------------------------------------------------------------------

def execl(file, *args):
    """Become another program: execv with the arguments spelled out."""
    execv(file, args)


def execvp(file, args):
    """execv, with the program looked for in PATH."""
    _execvpe(file, args)


def execlp(file, *args):
    """execvp with the arguments spelled out."""
    execvp(file, args)


def execvpe(file, args, env):
    """execve, with the program looked for in PATH."""
    _execvpe(file, args, env)


def _execvpe(file, args, env=None):
    run = (lambda f: execv(f, args)) if env is None else (lambda f: execve(f, args, env))
    if path.dirname(file):
        run(file)
        return
    saved = None
    for directory in get_exec_path(env):
        try:
            run(path.join(directory, file))
        except (FileNotFoundError, NotADirectoryError) as e:
            last = e
        except OSError as e:
            saved = saved or e
    raise saved or last


def popen(cmd, mode="r", buffering=-1):
    """A file that reads the output of a shell command (or writes its input)."""
    if not isinstance(cmd, str):
        raise TypeError("invalid cmd type (%s, expected string)" % type(cmd))
    if mode not in ("r", "w"):
        raise ValueError("invalid mode %r" % mode)
    import io
    import subprocess
    if mode == "r":
        done = subprocess.run(cmd, shell=True, text=True, stdout=subprocess.PIPE)
        return _Output(done.stdout, done.returncode)
    return _Input(cmd)


def _popen_file(name):
    import io

    class Output(io.StringIO):
        """What a command wrote; close() tells how it ended."""

        def __init__(self, text, returncode):
            super().__init__(text)
            self._returncode = returncode

        def close(self):
            super().close()
            code = self._returncode
            return None if code == 0 else code << 8 if code > 0 else code

    class Input(io.StringIO):
        """Collects the input of a command, which runs at close()."""

        def __init__(self, cmd):
            super().__init__()
            self._cmd = cmd

        def close(self):
            if self.closed:
                return None
            text = self.getvalue()
            super().close()
            import subprocess
            code = subprocess.run(self._cmd, shell=True, text=True, input=text).returncode
            return None if code == 0 else code << 8 if code > 0 else code
    return {'Output': Output, 'Input': Input}[name]


def _Output(text, returncode):
    return _popen_file('Output')(text, returncode)


def _Input(cmd):
    return _popen_file('Input')(cmd)


__all__ = [n for n in globals() if not n.startswith('_')
           and n not in ('sys', 'posix', 'st', 'open_file')] + ['_exit', 'PathLike']
