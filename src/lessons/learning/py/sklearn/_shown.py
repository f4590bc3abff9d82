"""How an estimator is shown: the class and the parameters that are not what its signature says, filled into lines of 80."""
import inspect

WIDTH, MOST = 80, 30


def _is_nan(value):
    return isinstance(value, float) and value != value


def changed(estimator):
    """(name, value) of the parameters that differ from their defaults, sorted."""
    init = type(estimator).__init__
    defaults = {name: row.default for name, row in inspect.signature(init).parameters.items()}
    rows = []
    for name, value in sorted(estimator.get_params(deep=False).items()):
        default = defaults.get(name, inspect.Parameter.empty)
        same = default is not inspect.Parameter.empty and (repr(value) == repr(default) or _is_nan(value) and _is_nan(default))
        if same and hasattr(value, 'get_params') and type(value) is not type(default):
            same = False
        if not same:
            rows.append((name, value))
    return rows


def _is_estimator(value):
    from sklearn.base import BaseEstimator
    return isinstance(value, BaseEstimator) and type(value).__repr__ is BaseEstimator.__repr__


_BRACKETS = {list: '[]', tuple: '()', dict: '{}'}


def _parts(value):
    """(head, pieces as (key, value), tail), or None for what is one word. A key is what stands before the value on its line."""
    if _is_estimator(value):
        return type(value).__name__ + '(', [(name + '=', each) for name, each in changed(value)], ')'
    kind = type(value)
    if kind is dict and kind.__repr__ is dict.__repr__:
        try:
            order = sorted(value)
        except TypeError:
            order = list(value)
        return '{', [(repr(key) + ': ', value[key]) for key in order], '}'
    if kind in (list, tuple):
        return _BRACKETS[kind][0], [('', each) for each in value], ',)' if kind is tuple and len(value) == 1 else _BRACKETS[kind][1]
    return None


def flat(value):
    """The value on one line."""
    parts = _parts(value)
    if parts is None:
        return repr(value)
    head, pieces, tail = parts
    shown = [key + flat(each) for key, each in pieces[:MOST]]
    return head + ', '.join(shown + ['...'] * (len(pieces) > MOST)) + tail


def laid(value, at, behind):
    """The value from the column at on, with so many characters behind it on its last line."""
    text, parts = flat(value), _parts(value)
    if parts is None or len(text) <= WIDTH - at - behind:
        return text
    head, pieces, tail = parts
    inner = at + len(head)
    whole = room = WIDTH - inner + 1
    out, more = head, len(pieces) > MOST
    for i, (key, each) in enumerate(pieces[:MOST]):
        last = i == len(pieces) - 1
        least = behind + len(tail) if last else 1
        piece = key + flat(each)
        need = len(piece) + 2
        limit = need + (behind if last and not _is_estimator(value) and type(value) is not dict else 0)
        fresh = room < limit
        if fresh and i:
            out += ',\n' + ' ' * inner
        elif i:
            out += ', '
        if fresh:
            room = whole
        if room >= limit:
            out += piece
            room -= need
            continue
        out += key + laid(each, inner + len(key), least)
        room = 0
    return out + (', ...' if more else '') + tail


def estimator_text(estimator, most=700):
    text = laid(estimator, 0, 0)
    solid = len(''.join(text.split()))
    if solid <= most:
        return text
    half = most // 2                     # (the middle is left out, from a line's start where lines differ)
    seen, left = 0, 0
    while seen < half:
        seen += not text[left].isspace()
        left += 1
    seen, right = 0, len(text)
    while seen < half:
        right -= 1
        seen += not text[right].isspace()
    if '\n' in text[left:right]:
        tail = len(text) - right + len(text[:right]) - text.rfind('\n', 0, right) - 1
        right = len(text) - tail
        return text[:left] + '...\n' + text[right:] if left + 3 < right else text
    return text[:left] + '...' + text[right:] if left + 3 < right else text
