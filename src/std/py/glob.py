"""Finding files by shell patterns: *, ?, [a-z], and ** for any depth."""
import fnmatch
import os

__all__ = ["escape", "glob", "iglob", "glob0", "glob1", "has_magic"]


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that fit a pattern."""
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive,
                      include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The same, one at a time."""
    root = pathname[:0] if root_dir is None else os.fspath(root_dir)
    for path in _find(pathname, root, recursive, False, include_hidden):
        if path:
            yield path


def _find(pathname, root, recursive, dironly, hidden):
    dirname, basename = os.path.split(pathname)
    if not has_magic(pathname):
        if basename:
            if os.path.lexists(os.path.join(root, pathname)):
                yield pathname
        elif os.path.isdir(os.path.join(root, dirname)):
            yield pathname                      # it ends in a slash
        return
    if not dirname:
        if recursive and _is_recursive(basename):
            yield from _any_depth(root, basename, dironly, hidden)
        else:
            yield from _match_in(root, basename, dironly, hidden)
        return
    if dirname != pathname and has_magic(dirname):
        dirs = _find(dirname, root, recursive, True, hidden)
    else:
        dirs = [dirname]
    for directory in dirs:
        where = os.path.join(root, directory)
        if not has_magic(basename):
            names = _exact(where, basename)
        elif recursive and _is_recursive(basename):
            names = _any_depth(where, basename, dironly, hidden)
        else:
            names = _match_in(where, basename, dironly, hidden)
        for name in names:
            yield os.path.join(directory, name)


def _exact(directory, name):
    if name:
        found = os.path.lexists(os.path.join(directory, name))
    else:
        found = os.path.isdir(directory)
    return [name] if found else []


def _match_in(directory, pattern, dironly, hidden):
    names = _list(directory, dironly)
    if not (hidden or _is_hidden(pattern)):
        names = [n for n in names if not _is_hidden(n)]
    return fnmatch.filter(names, pattern)


def _any_depth(directory, pattern, dironly, hidden):
    if not directory or os.path.isdir(directory):
        yield pattern[:0]
    yield from _below(directory, dironly, hidden)


def _below(directory, dironly, hidden):
    for name in _list(directory, dironly):
        if hidden or not _is_hidden(name):
            yield name
            path = os.path.join(directory, name) if directory else name
            for below in _below(path, dironly, hidden):
                yield os.path.join(name, below)


def _list(directory, dironly):
    """The names in a directory; [] if it cannot be read."""
    if not directory:
        directory = b'.' if isinstance(directory, bytes) else '.'
    try:
        with os.scandir(directory) as entries:
            names = []
            for entry in entries:
                try:
                    if not dironly or entry.is_dir():
                        names.append(entry.name)
                except OSError:
                    pass
            return names
    except OSError:
        return []


def glob0(dirname, pattern):
    return _exact(dirname, pattern)


def glob1(dirname, pattern):
    return _match_in(dirname, pattern, False, False)


def has_magic(s):
    """Does a text hold any of * ? [?"""
    if isinstance(s, bytes):
        return any(c in s for c in b'*?[')
    return '*' in s or '?' in s or '[' in s


def _is_hidden(name):
    return name[:1] in ('.', b'.')


def _is_recursive(pattern):
    return pattern in ('**', b'**')


def escape(pathname):
    """A pattern that fits exactly this text."""
    if isinstance(pathname, bytes):
        return b''.join(b'[' + bytes([c]) + b']' if c in b'*?[' else bytes([c]) for c in pathname)
    return ''.join(f'[{c}]' if c in '*?[' else c for c in pathname)
