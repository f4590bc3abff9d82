"""Containers beyond list, dict, set and tuple.

    namedtuple    a tuple whose items have names
    deque         a list that is fast at both ends          (in C: _collections)
    defaultdict   a dict that makes missing values          (in C: _collections)
    Counter       a dict that counts
    OrderedDict   a dict whose order matters and can be changed (in C)
    ChainMap, UserDict, UserList, UserString: see collections._user; they are
    loaded at first use.
"""
from _collections import deque, defaultdict, OrderedDict
try:
    from _collections import _tuplegetter
except ImportError:
    from operator import itemgetter as _itemgetter

    def _tuplegetter(index, doc):
        return property(_itemgetter(index), doc=doc)
try:
    from _collections import _count_elements
except ImportError:
    def _count_elements(mapping, iterable):
        get = mapping.get
        for item in iterable:
            mapping[item] = get(item, 0) + 1

__all__ = ['ChainMap', 'Counter', 'OrderedDict', 'UserDict', 'UserList',
           'UserString', 'defaultdict', 'deque', 'namedtuple']


def __getattr__(name):
    if name in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
        from collections import _user
        globals()[name] = value = getattr(_user, name)
        return value
    if name == 'abc':
        import sys                              # (not by its attribute: a program may have dropped this module from sys.modules, and that one not)
        import collections.abc
        return sys.modules['collections.abc']
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """Make a subclass of tuple whose items can be read as attributes.

    >>> Point = namedtuple('Point', ['x', 'y'])
    >>> Point(1, y=2)
    Point(x=1, y=2)
    """
    import keyword, sys
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    names = list(map(str, field_names))
    typename = sys.intern(str(typename))
    seen = set()
    if rename:
        for i, name in enumerate(names):
            if (not name.isidentifier() or keyword.iskeyword(name)
                    or name.startswith('_') or name in seen):
                names[i] = f'_{i}'
            seen.add(name)
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError('Type names and field names must be valid '
                             f'identifiers: {name!r}')
        if keyword.iskeyword(name):
            raise ValueError('Type names and field names cannot be a '
                             f'keyword: {name!r}')
    seen = set()
    for name in names:
        if name.startswith('_') and not rename:
            raise ValueError('Field names cannot start with an underscore: '
                             f'{name!r}')
        if name in seen:
            raise ValueError(f'Encountered duplicate field name: {name!r}')
        seen.add(name)
    fields = tuple(map(sys.intern, names))
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(fields):
            raise TypeError('Got more default values than field names')
        field_defaults = dict(zip(fields[len(fields) - len(defaults):], defaults))

    # __new__ is compiled from text so that its errors name the fields
    params = ', '.join(fields)
    new = eval(f'lambda _cls, {params}: _make(_cls, ({params}{"," if params else ""}))',
               {'_make': tuple.__new__, '__builtins__': {},
                '__name__': f'namedtuple_{typename}'})
    new.__name__ = '__new__'
    new.__doc__ = f'Create new instance of {typename}({params})'
    if defaults is not None:
        new.__defaults__ = defaults
    size = len(fields)
    template = '(' + ', '.join(f'{name}=%r' for name in fields) + ')'

    @classmethod
    def _make(cls, iterable):
        result = tuple.__new__(cls, iterable)
        if len(result) != size:
            raise TypeError(f'Expected {size} arguments, got {len(result)}')
        return result

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, fields, self))
        if kwds:
            raise ValueError(f'Got unexpected field names: {list(kwds)!r}')
        return result

    def __repr__(self):
        'Return a nicely formatted representation string'
        return self.__class__.__name__ + template % tuple(self)

    def _asdict(self):
        'Return a new dict which maps field names to their values.'
        return dict(zip(fields, self))

    def __getnewargs__(self):
        'Return self as a plain tuple.  Used by copy and pickle.'
        return tuple(self)

    _make.__func__.__doc__ = f'Make a new {typename} object from a sequence or iterable'
    _replace.__doc__ = f'Return a new {typename} object replacing specified fields with new values'
    for method in (new, _make.__func__, _replace, __repr__, _asdict, __getnewargs__):
        method.__qualname__ = f'{typename}.{method.__name__}'

    namespace = {
        '__doc__': f'{typename}({params})', '__slots__': (), '_fields': fields,
        '_field_defaults': field_defaults, '__new__': new, '_make': _make,
        '_replace': _replace, '__repr__': __repr__, '_asdict': _asdict,
        '__getnewargs__': __getnewargs__, '__match_args__': fields,
    }
    for i, name in enumerate(fields):
        namespace[name] = _tuplegetter(i, f'Alias for field number {i}')
    result = type(typename, (tuple,), namespace)
    if module is None:
        try:
            module = sys._getframe(1).f_globals.get('__name__', '__main__')
        except (AttributeError, ValueError):
            pass
    if module is not None:
        result.__module__ = module
    return result


class Counter(dict):
    """A dict that counts: items are keys, their counts are values.

    >>> Counter('abracadabra').most_common(2)
    [('a', 5), ('b', 2)]
    A missing item counts 0; counts may be negative.
    """

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def total(self):
        """Sum of the counts."""
        return sum(self.values())

    def most_common(self, n=None):
        """The n most common (item, count) pairs, or all; first seen first."""
        if n is None:
            return sorted(self.items(), key=_count_of, reverse=True)
        import heapq
        return heapq.nlargest(n, self.items(), key=_count_of)

    def elements(self):
        """Iterate over items, each as often as it counts."""
        from itertools import chain, repeat
        return chain.from_iterable(map(repeat, self.keys(), self.values()))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError(
            'Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def update(self, iterable=None, /, **kwds):
        """Add counts from an iterable or a mapping (dict.update would replace)."""
        if iterable is not None:
            if isinstance(iterable, dict) or _is_mapping(iterable):
                if self:
                    get = self.get
                    for item, count in iterable.items():
                        self[item] = count + get(item, 0)
                else:
                    super().update(iterable)
            else:
                _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Like update(), but subtracts; counts may fall below zero."""
        if iterable is not None:
            get = self.get
            if isinstance(iterable, dict) or _is_mapping(iterable):
                for item, count in iterable.items():
                    self[item] = get(item, 0) - count
            else:
                for item in iterable:
                    self[item] = get(item, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        """A shallow copy."""
        return self.__class__(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def __delitem__(self, item):
        if item in self:
            super().__delitem__(item)

    def __repr__(self):
        if not self:
            return f'{self.__class__.__name__}()'
        try:
            shown = dict(self.most_common())
        except TypeError:                       # counts that have no order
            shown = dict(self)
        return f'{self.__class__.__name__}({shown!r})'

    def _over(self, other, holds):
        """Does holds(count, count) for every item of either counter?"""
        if not isinstance(other, Counter):
            return NotImplemented
        return all(holds(self[item], other[item]) for c in (self, other) for item in c)

    def __eq__(self, other):
        return self._over(other, lambda a, b: a == b)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __le__(self, other):
        return self._over(other, lambda a, b: a <= b)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        return self._over(other, lambda a, b: a >= b)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    __hash__ = None

    def _positive(self, pairs):
        result = Counter()
        for item, count in pairs:
            if count > 0:
                result[item] = count
        return result

    def _only_in(self, other):
        return [item for item in other if item not in self]

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self._positive([(i, n + other[i]) for i, n in self.items()]
                              + [(i, other[i]) for i in self._only_in(other)])

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self._positive([(i, n - other[i]) for i, n in self.items()]
                              + [(i, 0 - other[i]) for i in self._only_in(other)])

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self._positive([(i, max(n, other[i])) for i, n in self.items()]
                              + [(i, other[i]) for i in self._only_in(other)])

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self._positive((i, min(n, other[i])) for i, n in self.items())

    def __pos__(self):
        return self._positive(self.items())

    def __neg__(self):
        return self._positive((i, 0 - n) for i, n in self.items())

    def _keep_positive(self):
        for item in [item for item, count in self.items() if not count > 0]:
            del self[item]
        return self

    def __iadd__(self, other):
        for item, count in other.items():
            self[item] += count
        return self._keep_positive()

    def __isub__(self, other):
        for item, count in other.items():
            self[item] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for item, count in other.items():
            if count > self[item]:
                self[item] = count
        return self._keep_positive()

    def __iand__(self, other):
        for item, count in self.items():
            if other[item] < count:
                self[item] = other[item]
        return self._keep_positive()


def _count_of(pair):
    return pair[1]


def _is_mapping(obj):
    if isinstance(obj, (str, list, tuple)):
        return False
    from collections.abc import Mapping
    return isinstance(obj, Mapping)
