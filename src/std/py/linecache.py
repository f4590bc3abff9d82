"""Lines of source files, read once and kept: for tracebacks and inspect."""
import sys

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]

cache = {}                                      # filename: (size, mtime, lines, fullname)


def clearcache():
    """Forget all lines."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """One line of a file, with its newline; '' if there is none."""
    lines = getlines(filename, module_globals)
    if 1 <= lineno <= len(lines):
        return lines[lineno - 1]
    return ''


def getlines(filename, module_globals=None):
    """All lines of a file; [] if it cannot be read."""
    if filename in cache:
        entry = cache[filename]
        if len(entry) != 1:
            return entry[2]
    return updatecache(filename, module_globals)


def checkcache(filename=None):
    """Forget the lines of files that have changed."""
    import posix
    for name in list(cache) if filename is None else [filename] if filename in cache else []:
        entry = cache[name]
        if len(entry) == 1 or entry[1] is None:
            continue
        try:
            st = posix.stat(entry[3])
        except OSError:
            cache.pop(name, None)
            continue
        if entry[0] != st.st_size or entry[1] != st.st_mtime:
            cache.pop(name, None)


def _frozen_source(filename):
    try:
        from _frozen import source
    except ImportError:
        return None
    return source(filename)


def _cell_source(filename):
    try:
        from _session import cell_source
    except ImportError:
        return None
    return cell_source(filename)


def updatecache(filename, module_globals=None):
    """Read a file anew; returns its lines."""
    cache.pop(filename, None)
    if not filename:
        return []
    if filename.startswith('<') and filename.endswith('>'):
        text = _frozen_source(filename)
        if text is None:
            return []
        lines = text.splitlines(True)
        cache[filename] = (len(text), None, lines, filename)
        return lines
    if filename.startswith('Cell In['):
        text = _cell_source(filename)
        if text is not None:
            lines = [line + '\n' for line in text.splitlines()]
            cache[filename] = (len(text), None, lines, filename)
            return lines
    import posix
    names = [filename]
    if not filename.startswith('/'):
        names += [f'{directory}/{filename}' for directory in sys.path
                  if isinstance(directory, str)]
    for fullname in names:
        try:
            st = posix.stat(fullname)
            with open(fullname, encoding='utf-8') as f:
                lines = f.readlines()
        except (OSError, UnicodeDecodeError, SyntaxError):
            continue
        if lines and not lines[-1].endswith('\n'):
            lines[-1] += '\n'
        cache[filename] = (st.st_size, st.st_mtime, lines, fullname)
        return lines
    return []


def lazycache(filename, module_globals):
    """Kept for compatibility: there is nothing to prepare."""
    return False
