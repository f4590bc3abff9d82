"""Keep a list sorted: where does a value belong?  (In C where `_bisect` is.)"""


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    """The index after all items <= x, in the sorted list a."""
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if x < (a[mid] if key is None else key(a[mid])):
            hi = mid
        else:
            lo = mid + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    """The index before all items >= x, in the sorted list a."""
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if (a[mid] if key is None else key(a[mid])) < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    """Insert x into the sorted list a, after its equals."""
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    """Insert x into the sorted list a, before its equals."""
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


try:
    from _bisect import *
except ImportError:
    pass

bisect = bisect_right
insort = insort_right
