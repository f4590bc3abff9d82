"""Paths as objects.  PurePath only computes; Path asks and changes the file system."""
import os
import posixpath

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath", "WindowsPath"]


class PurePath:
    """A path, without access to files."""
    __slots__ = ('_root', '_parts', '_str', '_hash')

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._from_args(args)

    @classmethod
    def _from_args(cls, args):
        texts = []
        for a in args:
            if isinstance(a, PurePath):
                texts.append(str(a))
                continue
            a = os.fspath(a)
            if not isinstance(a, str):
                raise TypeError("argument should be a str object or an os.PathLike "
                                "object returning str, not %r" % type(a))
            texts.append(a)
        root, parts = '', []
        for text in texts:
            if text.startswith('/'):            # an absolute part starts anew
                root = '//' if text.startswith('//') and not text.startswith('///') else '/'
                parts = []
            parts += [p for p in text.split('/') if p and p != '.']
        return cls._make(root, parts)

    @classmethod
    def _make(cls, root, parts):
        self = object.__new__(cls)
        self._root = root
        self._parts = parts
        return self

    def __reduce__(self):
        return self.__class__, self.parts

    def __str__(self):
        try:
            return self._str
        except AttributeError:
            self._str = self._root + '/'.join(self._parts) or '.'
            return self._str

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        """The path with forward slashes."""
        return str(self)

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return "{}({!r})".format(self.__class__.__name__, self.as_posix())

    def as_uri(self):
        """As a file: URI."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        from urllib.parse import quote_from_bytes
        return 'file://' + quote_from_bytes(bytes(self))

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._root == other._root and self._parts == other._parts

    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(self.parts)
            return self._hash

    def __lt__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self.parts < other.parts

    def __le__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self.parts <= other.parts

    def __gt__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self.parts > other.parts

    def __ge__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self.parts >= other.parts

    drive = property(lambda self: '', doc="Always empty here.")
    root = property(lambda self: self._root, doc="'/' for an absolute path, else ''.")
    anchor = root

    @property
    def parts(self):
        """The parts of the path, as a tuple."""
        return tuple(([self._root] if self._root else []) + self._parts)

    @property
    def name(self):
        """The last part."""
        return self._parts[-1] if self._parts else ''

    @property
    def suffix(self):
        """The ending of the name, with its dot."""
        name = self.name
        i = name.rfind('.')
        return name[i:] if 0 < i < len(name) - 1 else ''

    @property
    def suffixes(self):
        """All endings of the name."""
        name = self.name
        if name.endswith('.'):
            return []
        return ['.' + s for s in name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        """The name without its ending."""
        name = self.name
        i = name.rfind('.')
        return name[:i] if 0 < i < len(name) - 1 else name

    def with_name(self, name):
        """The same path with another name."""
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        if not name or '/' in name or name == '.':
            raise ValueError("Invalid name %r" % name)
        return self._make(self._root, self._parts[:-1] + [name])

    def with_stem(self, stem):
        """The same path with another stem."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """The same path with another ending; '' removes it."""
        if '/' in suffix or suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError("Invalid suffix %r" % (suffix))
        name = self.name
        if not name:
            raise ValueError("%r has an empty name" % (self,))
        old = self.suffix
        return self._make(self._root,
                          self._parts[:-1] + [(name[:-len(old)] if old else name) + suffix])

    def relative_to(self, *other):
        """The path seen from another one that it is in."""
        if not other:
            raise TypeError("need at least one argument")
        base = PurePosixPath(*other)
        n = len(base._parts)
        if self._root != base._root or self._parts[:n] != base._parts:
            raise ValueError("{!r} is not in the subpath of {!r} OR one path is relative and the "
                             "other is absolute.".format(str(self), str(base)))
        return self._make('', self._parts[n:])

    def is_relative_to(self, *other):
        """Is the path inside another one?"""
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    def joinpath(self, *args):
        """The path with more parts."""
        return self._from_args((self, *args))

    def __truediv__(self, key):
        try:
            return self._from_args((self, key))
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self._from_args((key, self))
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The path without its last part."""
        if not self._parts:
            return self
        return self._make(self._root, self._parts[:-1])

    @property
    def parents(self):
        """All the paths above."""
        return _Parents(self)

    def is_absolute(self):
        """Does the path begin at the root?"""
        return bool(self._root)

    def is_reserved(self):
        return False

    def match(self, path_pattern):
        """Does the (end of the) path fit a shell pattern?"""
        import fnmatch
        pattern = PurePosixPath(path_pattern)
        parts = pattern.parts
        if not parts:
            raise ValueError("empty pattern")
        mine = self.parts
        if pattern._root and (not self._root or len(parts) != len(mine)):
            return False
        if len(parts) > len(mine):
            return False
        return all(fnmatch.fnmatchcase(a, b) for a, b in zip(reversed(mine), reversed(parts)))

    def __class_getitem__(cls, type):
        return cls


class _Parents:
    """The paths above a path, nearest first."""
    __slots__ = ('_path',)

    def __init__(self, path):
        self._path = path

    def __len__(self):
        return len(self._path._parts)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return tuple(self[i] for i in range(*idx.indices(len(self))))
        n = len(self)
        if idx >= n or idx < -n:
            raise IndexError(idx)
        if idx < 0:
            idx += n
        return self._path._make(self._path._root, self._path._parts[:n - idx - 1])

    def __repr__(self):
        return "<{}.parents>".format(type(self._path).__name__)


class PurePosixPath(PurePath):
    """A path with forward slashes."""
    __slots__ = ()


class PureWindowsPath(PurePath):
    """Not here."""
    __slots__ = ()

    def __new__(cls, *args):
        raise NotImplementedError("cannot instantiate 'PureWindowsPath' here")


class Path(PurePath):
    """A path with access to files."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        return cls._from_args(args)

    @classmethod
    def cwd(cls):
        """The current directory."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """The user's home directory."""
        return cls("~").expanduser()

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        pass

    def samefile(self, other_path):
        """Is this the same file as another?"""
        st = other_path.stat() if hasattr(other_path, 'stat') else os.stat(other_path)
        return posixpath.samestat(self.stat(), st)

    def iterdir(self):
        """The paths in a directory."""
        for name in os.listdir(self):
            yield self._make(self._root, self._parts + [name])

    def _scan(self):
        try:
            with os.scandir(self) as it:
                return list(it)
        except PermissionError:
            return []

    def glob(self, pattern):
        """The paths below that fit a shell pattern; ** is any depth."""
        if not pattern:
            raise ValueError("Unacceptable pattern: {!r}".format(pattern))
        if pattern.startswith('/'):
            raise NotImplementedError("Non-relative patterns are unsupported")
        parts = [p for p in pattern.split('/') if p and p != '.']
        if pattern.endswith('/'):
            parts.append('')
        yield from self._select(parts)

    def rglob(self, pattern):
        """glob('**/' + pattern)."""
        if pattern.startswith('/'):
            raise NotImplementedError("Non-relative patterns are unsupported")
        parts = ['**'] + [p for p in pattern.split('/') if p and p != '.']
        if pattern.endswith('/'):
            parts.append('')
        yield from self._select(parts)

    def _select(self, parts):
        if not self.is_dir():
            return
        seen = set() if parts.count('**') > 1 else None
        for p in self._walk(parts):
            if seen is not None:
                if p in seen:
                    continue
                seen.add(p)
            yield p

    def _walk(self, parts):
        if not parts:
            yield self
            return
        part, rest = parts[0], parts[1:]
        if part == '':
            if self.is_dir():
                yield self
        elif part == '**':
            for directory in self._directories():
                yield from directory._walk(rest)
        elif '**' in part:
            raise ValueError("Invalid pattern: '**' can only be an entire path component")
        elif not any(c in part for c in '*?['):
            path = self._make(self._root, self._parts + [part])
            if path.is_dir() if rest else path.exists():
                yield from path._walk(rest)
        else:
            import fnmatch
            for entry in self._scan() if self.is_dir() else ():
                if fnmatch.fnmatchcase(entry.name, part) and (not rest or _entry_is_dir(entry)):
                    yield from self._make(self._root, self._parts + [entry.name])._walk(rest)

    def _directories(self):
        yield self
        for entry in self._scan():
            if _entry_is_dir(entry) and not entry.is_symlink():
                yield from self._make(self._root, self._parts + [entry.name])._directories()

    def absolute(self):
        """The path from the root, not simplified."""
        if self.is_absolute():
            return self
        return self._from_args((os.getcwd(), self))

    def resolve(self, strict=False):
        """The path from the root, with all links followed."""
        try:
            return self._from_args((posixpath.realpath(self, strict=strict),))
        except OSError as e:
            if e.errno == 40:
                raise RuntimeError("Symlink loop from %r" % e.filename) from None
            raise

    def stat(self, *, follow_symlinks=True):
        """os.stat of the path."""
        return os.stat(self) if follow_symlinks else os.lstat(self)

    def lstat(self):
        """os.lstat of the path."""
        return os.lstat(self)

    def owner(self):
        """The owner's name."""
        uid = str(self.stat().st_uid)
        return _lookup('/etc/passwd', uid)

    def group(self):
        """The group's name."""
        return _lookup('/etc/group', str(self.stat().st_gid))

    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        """open() the file."""
        return open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """The content, as bytes."""
        with open(self, 'rb') as f:
            return f.read()

    def read_text(self, encoding=None, errors=None):
        """The content, as text."""
        with open(self, 'r', encoding=encoding, errors=errors) as f:
            return f.read()

    def write_bytes(self, data):
        """Make bytes the content; returns how many."""
        view = memoryview(data)
        with open(self, 'wb') as f:
            return f.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Make a text the content; returns its length."""
        if not isinstance(data, str):
            raise TypeError('data must be str, not %s' % data.__class__.__name__)
        with open(self, 'w', encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def readlink(self):
        """Where a link leads."""
        return self._from_args((os.readlink(self),))

    def touch(self, mode=0o666, exist_ok=True):
        """Make the file, or give it the present time."""
        if exist_ok:
            try:
                os.utime(self, None)
                return
            except OSError:
                pass
        flags = os.O_CREAT | os.O_WRONLY
        if not exist_ok:
            flags |= os.O_EXCL
        os.close(os.open(self, flags, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Make a directory."""
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Change the permission bits."""
        os.chmod(self, mode)

    def unlink(self, missing_ok=False):
        """Remove the file."""
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove the (empty) directory."""
        os.rmdir(self)

    def rename(self, target):
        """Rename; returns the new path."""
        os.rename(self, target)
        return self.__class__(target)

    def replace(self, target):
        """Rename, over an existing file if need be; returns the new path."""
        os.replace(self, target)
        return self.__class__(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make this path a link to target."""
        os.symlink(target, self)

    def hardlink_to(self, target):
        """Make this path another name of target."""
        os.link(target, self)

    def exists(self):
        """Is there such a file?"""
        return posixpath.exists(self)

    def is_dir(self):
        """Is it a directory?"""
        return posixpath.isdir(self)

    def is_file(self):
        """Is it a regular file?"""
        return posixpath.isfile(self)

    def is_mount(self):
        """Does another file system begin here?"""
        return posixpath.ismount(self)

    def is_symlink(self):
        """Is it a symbolic link?"""
        return posixpath.islink(self)

    def _mode_is(self, test):
        try:
            return test(self.stat().st_mode)
        except (OSError, ValueError):
            return False

    def is_block_device(self):
        import stat
        return self._mode_is(stat.S_ISBLK)

    def is_char_device(self):
        import stat
        return self._mode_is(stat.S_ISCHR)

    def is_fifo(self):
        import stat
        return self._mode_is(stat.S_ISFIFO)

    def is_socket(self):
        import stat
        return self._mode_is(stat.S_ISSOCK)

    def expanduser(self):
        """The path with ~ or ~user at its start replaced."""
        if not self._root and self._parts and self._parts[0][:1] == '~':
            home = posixpath.expanduser(self._parts[0])
            if home[:1] == '~':
                raise RuntimeError("Could not determine home directory.")
            return self._from_args((home, *self._parts[1:]))
        return self


def _entry_is_dir(entry):
    try:
        return entry.is_dir()
    except OSError:
        return False


def _lookup(file, number):
    with open(file, encoding='utf-8', errors='replace') as f:
        for line in f:
            fields = line.split(':')
            if len(fields) > 2 and fields[2] == number:
                return fields[0]
    raise KeyError(number)


class PosixPath(Path, PurePosixPath):
    """A path on this system."""
    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """Not here."""
    __slots__ = ()

    def __new__(cls, *args):
        raise NotImplementedError("cannot instantiate 'WindowsPath' on your system")
