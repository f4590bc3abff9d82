"""Temporary files and directories."""
import os

__all__ = ["NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory",
           "mkstemp", "mkdtemp", "mktemp", "TMP_MAX", "gettempprefix", "tempdir", "gettempdir",
           "gettempprefixb", "gettempdirb"]

TMP_MAX = 10000
template = "tmp"
tempdir = None
_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_'


def _random_name():
    return ''.join(_LETTERS[b % len(_LETTERS)] for b in os.urandom(8))


def gettempprefix():
    """What names begin with."""
    return template


def gettempprefixb():
    return os.fsencode(template)


def gettempdir():
    """Where temporary files go: TMPDIR, TEMP, TMP, or /tmp and the like."""
    global tempdir
    if tempdir is None:
        choices = [os.environ.get(n) for n in ('TMPDIR', 'TEMP', 'TMP')]
        for name in choices + ['/tmp', '/var/tmp', '/usr/tmp', os.getcwd()]:
            if name and os.path.isdir(name) and os.access(name, os.W_OK | os.X_OK):
                tempdir = os.path.abspath(name)
                break
        else:
            raise FileNotFoundError(2, "No usable temporary directory found")
    return tempdir


def gettempdirb():
    return os.fsencode(gettempdir())


def _names(prefix, suffix, dir):
    prefix = template if prefix is None else prefix
    suffix = '' if suffix is None else suffix
    dir = gettempdir() if dir is None else dir
    for part in (prefix, suffix):
        if not isinstance(part, (str, bytes)):
            raise TypeError(f"sequence item 0: expected str instance, {type(part).__name__} found")
    for _ in range(TMP_MAX):
        yield os.path.abspath(os.path.join(dir, prefix + _random_name() + suffix))
    raise FileExistsError(17, "No usable temporary file name found")


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Make a file only its owner can read: (descriptor, name)."""
    for name in _names(prefix, suffix, dir):
        try:
            return os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), name
        except FileExistsError:
            continue


def mkdtemp(suffix=None, prefix=None, dir=None):
    """Make a directory only its owner can use; returns its name."""
    for name in _names(prefix, suffix, dir):
        try:
            os.mkdir(name, 0o700)
            return name
        except FileExistsError:
            continue


def mktemp(suffix="", prefix=template, dir=None):
    """A name that no file has at the moment."""
    for name in _names(prefix, suffix, dir):
        if not os.path.lexists(name):
            return name


class _TemporaryFileCloser:
    """Closes a file and removes it, once. Its wrapper holds it, and so does each method taken from the wrapper: a
    read() of a file that nobody else keeps still finds it open."""

    def __init__(self, file, name, delete):
        self.file = file
        self.name = name
        self.delete = delete
        self.gone = False

    def close(self):
        if not self.gone:
            self.gone = True
            try:
                self.file.close()
            finally:
                if self.delete:
                    os.unlink(self.name)

    def __del__(self):
        self.close()


class _TemporaryFileWrapper:
    """A file object that removes its file when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._closer = _TemporaryFileCloser(file, name, delete)

    def __getattr__(self, name):
        value = getattr(self.__dict__['file'], name)
        if not callable(value):
            return value
        closer = self._closer

        def method(*args, **kwargs):
            closer                              # held as long as the method is
            return value(*args, **kwargs)
        for each in ('__name__', '__qualname__', '__doc__'):
            setattr(method, each, getattr(value, each, None) or '')
        self.__dict__[name] = method
        return method

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        result = self.file.__exit__(exc, value, tb)
        self.close()
        return result

    def __iter__(self):
        for line in self.file:
            yield line

    def close(self):
        self._closer.close()


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None,
                       prefix=None, dir=None, delete=True, *, errors=None):
    """A temporary file with a name; removed when it is closed."""
    fd, name = mkstemp(suffix, prefix, dir)
    try:
        file = open(fd, mode, buffering, encoding=encoding, newline=newline, errors=errors)
    except BaseException:
        os.close(fd)
        os.unlink(name)
        raise
    return _TemporaryFileWrapper(file, name, delete)


def TemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None,
                  prefix=None, dir=None, *, errors=None):
    """A temporary file without a name."""
    fd, name = mkstemp(suffix, prefix, dir)
    os.unlink(name)
    return open(fd, mode, buffering, encoding=encoding, newline=newline, errors=errors)


class SpooledTemporaryFile:
    """A temporary file that stays in memory while it is small."""

    def __init__(self, max_size=0, mode='w+b', buffering=-1, encoding=None, newline=None,
                 suffix=None, prefix=None, dir=None, *, errors=None):
        import io
        self._file = io.BytesIO() if 'b' in mode else io.StringIO(newline=newline or '\n')
        self._max_size = max_size
        self._rolled = False
        self._args = dict(mode=mode, buffering=buffering, suffix=suffix, prefix=prefix,
                          encoding=encoding, newline=newline, dir=dir, errors=errors)

    def rollover(self):
        """Move to a real file now."""
        if self._rolled:
            return
        old = self._file
        new = self._file = TemporaryFile(**self._args)
        pos = old.tell()
        new.write(old.getvalue())
        new.seek(pos, 0)
        self._rolled = True

    def write(self, s):
        result = self._file.write(s)
        if not self._rolled and self._max_size and self._file.tell() > self._max_size:
            self.rollover()
        return result

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    def __getattr__(self, name):
        return getattr(self.__dict__['_file'], name)

    def __enter__(self):
        return self

    def __exit__(self, exc, value, tb):
        self._file.close()

    def __iter__(self):
        return iter(self._file)


class TemporaryDirectory:
    """A temporary directory; removed with all in it at the end of the with block."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore = ignore_cleanup_errors
        self._gone = False

    def __repr__(self):
        return "<{} {!r}>".format(self.__class__.__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, exc, value, tb):
        self.cleanup()

    def cleanup(self):
        if not self._gone:
            self._gone = True
            from shutil import rmtree
            if os.path.exists(self.name):
                rmtree(self.name, ignore_errors=self._ignore)

    def __del__(self):
        try:
            self.cleanup()
        except (OSError, ImportError, TypeError):
            pass
