"""How objects come apart and are put together again, for copy and pickle.

reduce_object(obj) is Python's reduce protocol in one place:
    (callable, args[, state[, list items[, dict items]]])
"""
dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Register a reduce function for a class."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    """Check that an object can serve as a constructor."""
    if not callable(object):
        raise TypeError("constructors must be callable")


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    obj = base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(obj, state)
    return obj


_HEAP_TYPE = 1 << 9  # of a class's __flags__: made by a class statement


def _reduce_ex(self, proto):
    """object.__reduce_ex__ of protocols 0 and 1: the class, its nearest base written in C, and that base's value."""
    cls = type(self)
    base = next((c for c in cls.__mro__ if not c.__flags__ & _HEAP_TYPE), object)
    if base is cls and cls is not object:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    args = cls, base, None if base is object else base(self)
    own_state = type(self).__getstate__ is not object.__getstate__
    if getattr(self, '__slots__', None) and not own_state:
        raise TypeError("a class that defines __slots__ without defining __getstate__ cannot be pickled")
    state = self.__getstate__() if own_state else getattr(self, '__dict__', None)
    return (_reconstructor, args, state) if state else (_reconstructor, args)


pickle(complex, lambda c: (complex, (c.real, c.imag)))
pickle(type(int | str), lambda u: (_make_union, u.__args__))


def _make_union(*args):
    result = args[0]
    for arg in args[1:]:
        result = result | arg
    return result


_UNCOPIABLE = ('generator', 'coroutine', 'async_generator', 'module', 'frame', 'traceback',
               'memoryview', 'dict_keys', 'dict_values', 'dict_items', 'code', 'cell',
               'mappingproxy', 'TextIOWrapper', 'BufferedReader', 'BufferedWriter',
               'BufferedRandom', 'FileIO', 'weakref', 'ReferenceType', 'staticmethod',
               'classmethod', 'property', 'member_descriptor', 'getset_descriptor')


def slot_names(cls):
    """The names of all __slots__ of a class that an instance can hold."""
    names = []
    for c in cls.__mro__:
        slots = c.__dict__.get('__slots__', ())
        if isinstance(slots, str):
            slots = (slots,)
        for name in slots:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__'):
                stripped = c.__name__.lstrip('_')
                name = f'_{stripped}{name}' if stripped else name
            names.append(name)
    return names


_slotnames = slot_names


def _default_state(obj):
    state = getattr(obj, '__dict__', None) or None
    slots = {name: getattr(obj, name) for name in slot_names(type(obj)) if hasattr(obj, name)}
    return (state, slots) if slots else state


def reduce_object(obj, protocol=4):
    """obj.__reduce_ex__(protocol), written out for plain instances."""
    cls = type(obj)
    if cls in dispatch_table:
        return dispatch_table[cls](obj)
    plain = getattr(object, '__reduce_ex__', None)
    reduce_ex = getattr(cls, '__reduce_ex__', None)
    if reduce_ex is not None and reduce_ex is not plain:
        return obj.__reduce_ex__(protocol)
    reduce = getattr(cls, '__reduce__', None)
    if reduce is not None and reduce is not getattr(object, '__reduce__', None):
        return obj.__reduce__()
    return reduce_plain(obj)


def reduce_plain(obj):
    """What object.__reduce_ex__(2) does: __new__ without __init__, then the state."""
    cls = type(obj)
    for base in cls.__mro__:
        if base.__name__ in _UNCOPIABLE and base.__module__ in ('builtins', '_io', 'weakref'):
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
    make, args = __newobj__, (cls,)
    if hasattr(cls, '__getnewargs_ex__'):
        positional, keywords = obj.__getnewargs_ex__()
        if keywords:
            make, args = __newobj_ex__, (cls, positional, keywords)
        else:
            args = (cls, *positional)
    elif hasattr(cls, '__getnewargs__'):
        args = (cls, *obj.__getnewargs__())
    else:
        for base in (int, float, complex, str, bytes, tuple, frozenset):
            if isinstance(obj, base):           # immutable: its value goes to __new__
                value = base(obj) if base is not tuple else tuple.__getitem__(obj, slice(None))
                args = (cls, value)
        if isinstance(obj, (set, bytearray)):
            args = (cls, list(obj) if isinstance(obj, set) else bytes(obj))
            make = _call
    getstate = getattr(cls, '__getstate__', None)
    if getstate is not None and getstate is not getattr(object, '__getstate__', None):
        state = obj.__getstate__()
    else:
        state = _default_state(obj)
    items = iter(obj) if isinstance(obj, list) else None
    pairs = iter(obj.items()) if isinstance(obj, dict) else None
    return make, args, state, items, pairs


def _call(cls, value):
    return cls(value)
