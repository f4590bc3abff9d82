"""Are files the same?"""
import os
import stat

__all__ = ['clear_cache', 'cmp', 'cmpfiles', 'DEFAULT_IGNORES']

DEFAULT_IGNORES = ['RCS', 'CVS', 'tags', '.git', '.hg', '.bzr', '_darcs', '__pycache__']


def clear_cache():
    """perch remembers no comparison."""


def _signature(path):
    st = os.stat(path)
    return stat.S_IFMT(st.st_mode), st.st_size, st.st_mtime


def cmp(f1, f2, shallow=True):
    """True if they are; shallow: the same size and time are enough."""
    s1, s2 = _signature(f1), _signature(f2)
    if s1[0] != stat.S_IFREG or s2[0] != stat.S_IFREG:
        return False
    if shallow and s1 == s2:
        return True
    if s1[1] != s2[1]:
        return False
    with open(f1, 'rb') as a, open(f2, 'rb') as b:
        while True:
            x, y = a.read(65536), b.read(65536)
            if x != y:
                return False
            if not x:
                return True


def cmpfiles(a, b, common, shallow=True):
    """(same, different, not comparable) of the names in two folders."""
    out = [], [], []
    for name in common:
        try:
            which = 0 if cmp(os.path.join(a, name), os.path.join(b, name), shallow) else 1
        except (OSError, ValueError):
            which = 2
        out[which].append(name)
    return out
