"""The containers of `collections` that stand on collections.abc."""
from collections.abc import MutableMapping, MutableSequence, Sequence


class ChainMap(MutableMapping):
    """Several mappings looked up as one; writes go to the first."""
    __module__ = 'collections'

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]             # not "in": defaultdicts may be here
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        keys = {}
        for mapping in reversed(self.maps):
            keys.update(dict.fromkeys(mapping))
        return iter(keys)

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f'{self.__class__.__name__}({", ".join(map(repr, self.maps))})'

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        """Copy the first mapping, refer to the others."""
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        """A ChainMap with one more mapping in front."""
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        """A ChainMap without the first mapping."""
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.')

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f'Key not found in the first mapping: {key!r}')

    def clear(self):
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, 'keys'):
            return NotImplemented
        result = self.copy()
        result.maps[0].update(other)
        return result

    def __ror__(self, other):
        if not hasattr(other, 'keys'):
            return NotImplemented
        result = dict(other)
        for mapping in reversed(self.maps):
            result.update(mapping)
        return self.__class__(result)


class UserDict(MutableMapping):
    """A dict to inherit from: every method goes through the few basic ones."""
    __module__ = 'collections'

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, '__missing__'):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def _plain(self, other):
        return other.data if isinstance(other, UserDict) else other

    def __or__(self, other):
        other = self._plain(other)
        if not isinstance(other, dict):
            return NotImplemented
        return self.__class__(self.data | other)

    def __ror__(self, other):
        other = self._plain(other)
        if not isinstance(other, dict):
            return NotImplemented
        return self.__class__(other | self.data)

    def __ior__(self, other):
        self.data |= self._plain(other)
        return self

    def copy(self):
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.data = {}
        new.update(self)
        return new

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        d = cls()
        for key in iterable:
            d[key] = value
        return d


def _data(other):
    """The list or string inside a wrapper, or the thing itself."""
    return other.data if isinstance(other, (UserList, UserString)) else other


class UserList(MutableSequence):
    """A list to inherit from; the list itself is in .data."""
    __module__ = 'collections'

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_data(initlist))

    def __repr__(self):
        return repr(self.data)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __eq__(self, other):
        return self.data == _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self.__class__(self.data[i])
        return self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def _list(self, other):
        other = _data(other)
        return other if isinstance(other, type(self.data)) else list(other)

    def __add__(self, other):
        return self.__class__(self.data + self._list(other))

    def __radd__(self, other):
        return self.__class__(self._list(other) + self.data)

    def __iadd__(self, other):
        self.data += self._list(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def copy(self):
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.data = self.data[:]
        return new

    __copy__ = copy

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(_data(other))


class UserString(Sequence):
    """A str to inherit from; the string itself is in .data."""
    __module__ = 'collections'

    def __init__(self, seq):
        if isinstance(seq, str):
            self.data = seq
        elif isinstance(seq, UserString):
            self.data = seq.data[:]
        else:
            self.data = str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __contains__(self, part):
        return _data(part) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + str(_data(other)))

    def __radd__(self, other):
        return self.__class__(str(_data(other)) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    def join(self, seq):
        return self.data.join(seq)

    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode(encoding or 'utf-8', errors or 'strict')


def _forward(name, wrap):
    method = getattr(str, name)
    if wrap:                                    # a string result becomes ours
        def call(self, *args, **kwds):
            return self.__class__(method(self.data, *map(_data, args), **kwds))
    else:
        def call(self, *args, **kwds):
            return method(self.data, *map(_data, args), **kwds)
    call.__name__ = name
    call.__qualname__ = f'UserString.{name}'
    call.__doc__ = method.__doc__
    setattr(UserString, name, call)


for _name in ('capitalize', 'casefold', 'center', 'expandtabs', 'ljust', 'lower',
              'lstrip', 'removeprefix', 'removesuffix', 'replace', 'rjust', 'rstrip',
              'strip', 'swapcase', 'title', 'translate', 'upper', 'zfill'):
    _forward(_name, True)
for _name in ('count', 'endswith', 'find', 'format', 'format_map', 'index', 'isalpha',
              'isalnum', 'isascii', 'isdecimal', 'isdigit', 'isidentifier', 'islower',
              'isnumeric', 'isprintable', 'isspace', 'istitle', 'isupper', 'partition',
              'rfind', 'rindex', 'rpartition', 'rsplit', 'split', 'splitlines',
              'startswith'):
    _forward(_name, False)
UserString.maketrans = str.maketrans
del _name
