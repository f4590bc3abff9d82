"""Shallow and deep copies.

copy(x): a new object with the same parts; deepcopy(x): copies of the parts too,
each part once, so that shared and circular structure stays as it is.
A class may define __copy__, __deepcopy__(memo), or the reduce protocol.
"""
__all__ = ['Error', 'copy', 'deepcopy']


class Error(Exception):
    pass


error = Error

_ATOMIC = {type(None), int, float, bool, complex, str, bytes, type, range, property,
           type(Ellipsis), type(NotImplemented), type(len), type(lambda: 0),
           type((lambda: 0).__code__), type([].append)}


def copy(x):
    """A shallow copy."""
    cls = type(x)
    if cls in _ATOMIC or cls is tuple or cls is frozenset:
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    if issubclass(cls, type):
        return x
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    if cls.__name__ in ('weakref', 'ReferenceType'):
        return x
    return _from_reduce(x, _reduce(x), None)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of x and of everything in it."""
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    key = id(x)
    done = memo.get(key, _nil)
    if done is not _nil:
        return done
    if cls is list:
        new = []
        memo[key] = new
        for item in x:
            new.append(deepcopy(item, memo))
    elif cls is dict:
        new = {}
        memo[key] = new
        for k, v in x.items():
            new[deepcopy(k, memo)] = deepcopy(v, memo)
    elif cls is tuple:
        new = _deep_tuple(x, memo)
    elif issubclass(cls, type):
        return x
    elif getattr(x, '__deepcopy__', None) is not None:
        new = x.__deepcopy__(memo)
    elif cls is type(deepcopy.__get__(0)):
        new = cls(x.__func__, deepcopy(x.__self__, memo))
    elif cls.__name__ in ('weakref', 'ReferenceType'):
        return x
    else:
        rv = _reduce(x)
        new = x if isinstance(rv, str) else _from_reduce(x, rv, memo)
    if new is not x:
        memo[key] = new
        # keep x alive: its id must not be given to another object
        memo.setdefault(id(memo), []).append(x)
    return new


def _deep_tuple(x, memo):
    parts = [deepcopy(item, memo) for item in x]
    if id(x) in memo:                           # it was part of itself
        return memo[id(x)]
    for old, new in zip(x, parts):
        if old is not new:
            return tuple(parts)
    return x


def _reduce(x):
    import copyreg
    return copyreg.reduce_object(x)


def _from_reduce(x, rv, memo):
    """Build what the reduce value rv describes; deep if there is a memo."""
    if isinstance(rv, str):
        return x
    func, args, state, items, pairs = (tuple(rv) + (None,) * 5)[:5]
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, '__setstate__'):
            y.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                y.__dict__.update(state)
            if slots is not None:
                for name, value in slots.items():
                    setattr(y, name, value)
    if items is not None:
        for item in items:
            y.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            y[key] = value
    return y
