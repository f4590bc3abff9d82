"""Texts that assertions share: representations that do not fail, and long ones cut where they are alike."""
from os.path import commonprefix

__unittest = True
_MOST = 80          # characters of a representation in a message
_CUT = 12           # below that many, cutting saves nothing
_EDGE = 5           # characters that stay at an edge
_DIFFERENT = _MOST - (_EDGE + _CUT + _EDGE + _CUT + _EDGE)      # that stay where two begin to differ


def _shorten(s, head, tail):
    skip = len(s) - head - tail
    return s if skip <= _CUT else f'{s[:head]}[{skip} chars]{s[len(s) - tail:]}'


def _common_shorten_repr(*args):
    texts = tuple(map(safe_repr, args))
    longest = max(map(len, texts))
    if longest <= _MOST:
        return texts
    start = commonprefix(texts)
    n = len(start)
    room = _MOST - (longest - n + _EDGE + _CUT)
    if room > _EDGE:
        start = _shorten(start, _EDGE, room)
        return tuple(start + text[n:] for text in texts)
    start = _shorten(start, _EDGE, _EDGE)
    return tuple(start + _shorten(text[n:], _DIFFERENT, _EDGE) for text in texts)


def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    return text[:_MOST] + ' [truncated]...' if short and len(text) >= _MOST else text


def strclass(cls):
    return f'{cls.__module__}.{cls.__qualname__}'


def _count_diff_all_purpose(actual, expected):
    """[(count in actual, count in expected, item)] where they differ; items need not be hashable."""
    rest, wanted = list(actual), list(expected)
    found = []
    while rest:
        item = rest[0]
        mine = sum(1 for x in rest if x == item)
        theirs = sum(1 for x in wanted if x == item)
        rest = [x for x in rest if not x == item]
        wanted = [x for x in wanted if not x == item]
        if mine != theirs:
            found.append((mine, theirs, item))
    while wanted:
        item = wanted[0]
        found.append((0, sum(1 for x in wanted if x == item), item))
        wanted = [x for x in wanted if not x == item]
    return found


def _count_diff_hashable(actual, expected):
    from collections import Counter
    mine, theirs = Counter(actual), Counter(expected)
    return ([(n, theirs.get(item, 0), item) for item, n in mine.items() if theirs.get(item, 0) != n]
            + [(0, n, item) for item, n in theirs.items() if item not in mine])
