"""Path names (os.path): taking them apart, joining them, asking about files."""
import posix as _posix
import stat as _stat

curdir = '.'
pardir = '..'
extsep = '.'
sep = '/'
pathsep = ':'
defpath = '/bin:/usr/bin'
altsep = None
devnull = '/dev/null'
supports_unicode_filenames = False

__all__ = ['normcase', 'isabs', 'join', 'splitdrive', 'split', 'splitext', 'basename',
           'dirname', 'commonprefix', 'getsize', 'getmtime', 'getatime', 'getctime', 'islink',
           'exists', 'lexists', 'isdir', 'isfile', 'ismount', 'expanduser', 'expandvars',
           'normpath', 'abspath', 'samefile', 'sameopenfile', 'samestat', 'curdir', 'pardir',
           'sep', 'pathsep', 'defpath', 'altsep', 'extsep', 'devnull', 'realpath',
           'supports_unicode_filenames', 'relpath', 'commonpath']


def _fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    try:
        method = type(path).__fspath__
    except AttributeError:
        raise TypeError("expected str, bytes or os.PathLike object, not "
                        + type(path).__name__) from None
    result = method(path)
    if not isinstance(result, (str, bytes)):
        raise TypeError(f"expected {type(path).__name__}.__fspath__() to return str or bytes, "
                        f"not {type(result).__name__}")
    return result


def _sep(path):
    return b'/' if isinstance(path, bytes) else '/'


def normcase(s):
    """The path itself: case counts here."""
    return _fspath(s)


def isabs(s):
    """True if the path begins at the root."""
    s = _fspath(s)
    return s.startswith(_sep(s))


def join(a, /, *p):
    """Put path parts together; an absolute one starts anew."""
    a = _fspath(a)
    slash = _sep(a)
    path = a
    try:
        for part in p:
            part = _fspath(part)
            if part.startswith(slash):
                path = part
            elif not path or path.endswith(slash):
                path += part
            else:
                path += slash + part
    except (TypeError, AttributeError):
        _bad_parts('join', a, *p)
        raise
    return path


def _bad_parts(function, *parts):
    """Say what is wrong with the types of path parts."""
    kinds = set()
    for part in parts:
        if not isinstance(part, (str, bytes)) and not hasattr(part, '__fspath__'):
            raise TypeError(f'{function}() argument must be str, bytes, or os.PathLike object, '
                            f'not {type(part).__name__!r}') from None
        kinds.add(isinstance(_fspath(part), bytes))
    if len(kinds) > 1:
        raise TypeError("Can't mix strings and bytes in path components") from None


def split(p):
    """(everything before the last slash, everything after it)."""
    p = _fspath(p)
    slash = _sep(p)
    i = p.rfind(slash) + 1
    head, tail = p[:i], p[i:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def splitext(p):
    """(root, extension): the extension is from the last dot of the last part."""
    p = _fspath(p)
    slash, dot = (b'/', b'.') if isinstance(p, bytes) else ('/', '.')
    start = p.rfind(slash) + 1
    at = p.rfind(dot)
    if at > start and p[start:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    """('', path): there are no drives here."""
    p = _fspath(p)
    return p[:0], p


def basename(p):
    """The last part of a path."""
    p = _fspath(p)
    return p[p.rfind(_sep(p)) + 1:]


def dirname(p):
    """All but the last part of a path."""
    return split(p)[0]


def commonprefix(m):
    """The longest string that all begin with."""
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_fspath, m))
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    """The longest path that all are in."""
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    paths = tuple(map(_fspath, paths))
    slash, dot = (b'/', b'.') if isinstance(paths[0], bytes) else ('/', '.')
    if len({isinstance(p, bytes) for p in paths}) > 1:
        raise TypeError("Can't mix strings and bytes in path components")
    if len({p.startswith(slash) for p in paths}) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    split_paths = [[c for c in p.split(slash) if c and c != dot] for p in paths]
    low, high = min(split_paths), max(split_paths)
    common = low
    for i, c in enumerate(low):
        if i >= len(high) or c != high[i]:
            common = low[:i]
            break
    return (slash if paths[0].startswith(slash) else paths[0][:0]) + slash.join(common)


def _stat_of(path):
    try:
        return _posix.stat(path)
    except (OSError, ValueError):
        return None


def exists(path):
    """True if there is such a file; False for a broken link."""
    return _stat_of(path) is not None


def lexists(path):
    """True if there is such a file or link."""
    try:
        _posix.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def isfile(path):
    """True for a regular file."""
    st = _stat_of(path)
    return st is not None and _stat.S_ISREG(st.st_mode)


def isdir(s):
    """True for a directory."""
    st = _stat_of(s)
    return st is not None and _stat.S_ISDIR(st.st_mode)


def islink(path):
    """True for a symbolic link."""
    try:
        return _stat.S_ISLNK(_posix.lstat(path).st_mode)
    except (OSError, ValueError, AttributeError):
        return False


def ismount(path):
    """True if another file system begins here."""
    try:
        here = _posix.lstat(path)
        if _stat.S_ISLNK(here.st_mode):
            return False
        path = _fspath(path)
        parent = _posix.lstat(realpath(join(path, b'..' if isinstance(path, bytes) else '..')))
    except (OSError, ValueError):
        return False
    return here.st_dev != parent.st_dev or here.st_ino == parent.st_ino


def getsize(filename):
    """Size in bytes."""
    return _posix.stat(filename).st_size


def getmtime(filename):
    """Time of the last change of the content."""
    return _posix.stat(filename).st_mtime


def getatime(filename):
    """Time of the last access."""
    return _posix.stat(filename).st_atime


def getctime(filename):
    """Time of the last change of the file's record."""
    return _posix.stat(filename).st_ctime


def samestat(s1, s2):
    """Do two stat results speak of one file?"""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Are two names one file?"""
    return samestat(_posix.stat(f1), _posix.stat(f2))


def sameopenfile(fp1, fp2):
    """Are two descriptors one file?"""
    return samestat(_posix.fstat(fp1), _posix.fstat(fp2))


def expanduser(path):
    """Replace ~ and ~user at the start by a home directory."""
    path = _fspath(path)
    tilde = b'~' if isinstance(path, bytes) else '~'
    if not path.startswith(tilde):
        return path
    end = path.find(_sep(path), 1)
    if end < 0:
        end = len(path)
    import os
    user = os.fsdecode(path[1:end])
    if not user:
        home = os.environ.get('HOME')
        user = None
    else:
        home = None
    if home is None:
        home = _home_of(user, os.getuid())
        if home is None:
            return path
    if isinstance(path, bytes):
        home = os.fsencode(home)
    slash = _sep(path)
    return (home.rstrip(slash) + path[end:]) or slash


def _home_of(user, uid):
    """The home directory that /etc/passwd names, or None."""
    try:
        with open('/etc/passwd', encoding='utf-8', errors='replace') as f:
            for line in f:
                parts = line.split(':')
                if len(parts) > 5 and (parts[0] == user if user else parts[2] == str(uid)):
                    return parts[5]
    except OSError:
        pass
    return None


def expandvars(path):
    """Replace $name and ${name} by environment variables; unknown ones stay."""
    path = _fspath(path)
    if isinstance(path, bytes):
        import os
        return os.fsencode(expandvars(os.fsdecode(path)))
    if '$' not in path:
        return path
    import os
    out = []
    i, n = 0, len(path)
    while i < n:
        if path[i] != '$':
            out.append(path[i])
            i += 1
            continue
        if path[i + 1:i + 2] == '{':
            end = path.find('}', i)
            name, stop = path[i + 2:end], end + 1
            ok = end > 0
        else:
            stop = i + 1
            while stop < n and path[stop].isascii() and (path[stop].isalnum() or path[stop] == '_'):
                stop += 1
            name = path[i + 1:stop]
            ok = bool(name)
        if not ok:
            out.append('$')
            i += 1
            continue
        out.append(os.environ.get(name, path[i:stop]))
        i = stop
    return ''.join(out)


def normpath(path):
    """Remove '//', '.' and 'x/..' from a path, without looking at files."""
    path = _fspath(path)
    slash, dot, dotdot = (b'/', b'.', b'..') if isinstance(path, bytes) else ('/', '.', '..')
    if not path:
        return dot
    lead = path[:0]
    if path.startswith(slash):                  # POSIX: exactly two slashes are special
        lead = slash * 2 if path.startswith(slash * 2) and not path.startswith(slash * 3) else slash
    parts = []
    for part in path.split(slash):
        if not part or part == dot:
            continue
        if part != dotdot or not lead and not parts or parts and parts[-1] == dotdot:
            parts.append(part)
        elif parts:
            parts.pop()
    return lead + slash.join(parts) or dot


def abspath(path):
    """An absolute, normal path."""
    path = _fspath(path)
    if not isabs(path):
        cwd = _posix.getcwd()
        path = join(cwd.encode() if isinstance(path, bytes) else cwd, path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """The path with every symbolic link followed."""
    filename = _fspath(filename)
    slash, dot, dotdot = ((b'/', b'.', b'..') if isinstance(filename, bytes)
                          else ('/', '.', '..'))
    rest = filename.split(slash)[::-1]
    path = slash
    if not filename.startswith(slash):
        cwd = _posix.getcwd()
        path = cwd.encode() if isinstance(filename, bytes) else cwd
    followed = {}                               # link: where it leads (None: being followed)
    while rest:
        name = rest.pop()
        if name is None:                        # a link's target is done
            followed[rest.pop()] = path
            continue
        if not name or name == dot:
            continue
        if name == dotdot:
            path = dirname(path)
            continue
        here = join(path, name)
        try:
            is_link = _stat.S_ISLNK(_posix.lstat(here).st_mode)
        except OSError:
            if strict:
                raise
            is_link = False
        if not is_link:
            path = here
            continue
        if here in followed:
            if followed[here] is not None:
                path = followed[here]
                continue
            if strict:
                _posix.stat(here)               # raises the right error: a loop
            path = here
            continue
        followed[here] = None
        target = _posix.readlink(here)
        rest += [here, None]
        if target.startswith(slash):
            path = slash
        rest += target.split(slash)[::-1]
    return normpath(path)


def relpath(path, start=None):
    """The way from start (here) to path."""
    if not path:
        raise ValueError("no path specified")
    path = _fspath(path)
    slash, dot, dotdot = (b'/', b'.', b'..') if isinstance(path, bytes) else ('/', '.', '..')
    start = dot if start is None else _fspath(start)
    if isinstance(start, bytes) != isinstance(path, bytes):
        raise TypeError("Can't mix strings and bytes in path components")
    here = [x for x in abspath(start).split(slash) if x]
    there = [x for x in abspath(path).split(slash) if x]
    i = len(commonprefix([here, there]))
    return slash.join([dotdot] * (len(here) - i) + there[i:]) or dot
