"""Abstract base classes of containers, callables and iterators.

Most one-method classes recognise any class that has the method; the bigger
ones (Sequence, Mapping, ...) need inheritance or register(), and give the rest
of their interface as mixin methods.
"""
from abc import ABCMeta, abstractmethod

GenericAlias = type(list[int])

__all__ = ['Awaitable', 'Coroutine', 'AsyncIterable', 'AsyncIterator',
           'AsyncGenerator', 'Hashable', 'Iterable', 'Iterator', 'Generator',
           'Reversible', 'Sized', 'Container', 'Callable', 'Collection',
           'Set', 'MutableSet', 'Mapping', 'MutableMapping', 'MappingView',
           'KeysView', 'ItemsView', 'ValuesView', 'Sequence',
           'MutableSequence', 'ByteString']


def _has(cls, *methods):
    """True if some class in the MRO defines each method (and not as None)."""
    for method in methods:
        for c in cls.__mro__:
            space = c.__dict__
            if method in space:
                if space[method] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


class Hashable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__hash__') if cls is Hashable else NotImplemented


class Awaitable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __await__(self):
        yield

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__await__') if cls is Awaitable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)




class Coroutine(Awaitable):
    __slots__ = ()

    @abstractmethod
    def send(self, value):
        """Resume with a value; raise StopIteration at the end."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Raise an exception where the coroutine waits."""
        if val is None:
            if tb is None:
                raise typ
            val = typ()
        if tb is not None:
            val = val.with_traceback(tb)
        raise val

    def close(self):
        """Raise GeneratorExit inside the coroutine."""
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError("coroutine ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Coroutine:
            return _has(C, '__await__', 'send', 'throw', 'close')
        return NotImplemented


class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__aiter__') if cls is AsyncIterable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class AsyncIterator(AsyncIterable):
    __slots__ = ()

    @abstractmethod
    def __anext__(self):
        """Return the next item or raise StopAsyncIteration."""
        raise StopAsyncIteration

    def __aiter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AsyncIterator:
            return _has(C, '__anext__', '__aiter__')
        return NotImplemented


class AsyncGenerator(AsyncIterator):
    __slots__ = ()

    @abstractmethod
    def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    def athrow(self, typ, val=None, tb=None):
        raise typ if val is None else val

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AsyncGenerator:
            return _has(C, '__aiter__', '__anext__', 'asend', 'athrow', 'aclose')
        return NotImplemented


class Iterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __iter__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__iter__') if cls is Iterable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Iterator(Iterable):
    __slots__ = ()

    @abstractmethod
    def __next__(self):
        """Return the next item; raise StopIteration at the end."""
        raise StopIteration

    def __iter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__iter__', '__next__') if cls is Iterator else NotImplemented


class Reversible(Iterable):
    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__reversed__', '__iter__') if cls is Reversible else NotImplemented


class Generator(Iterator):
    __slots__ = ()

    def __next__(self):
        """Return the next item; raise StopIteration at the end."""
        return self.send(None)

    @abstractmethod
    def send(self, value):
        """Resume with a value; returns the next yielded one."""
        raise StopIteration

    throw = Coroutine.throw

    def close(self):
        """Raise GeneratorExit inside the generator."""
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError("generator ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Generator:
            return _has(C, '__iter__', '__next__', 'send', 'throw', 'close')
        return NotImplemented


Generator.register(type((lambda: (yield))()))


class Sized(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__len__') if cls is Sized else NotImplemented


class Container(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__contains__') if cls is Container else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Collection(Sized, Iterable, Container):
    __slots__ = ()

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Collection:
            return _has(C, '__len__', '__iter__', '__contains__')
        return NotImplemented


def _callable_alias(cls, params):
    """Callable[[A, B], R]: the arguments are kept flat, shown as a list."""
    class _CallableGenericAlias(GenericAlias):
        __slots__ = ()

        def __repr__(self):
            *args, result = self.__args__
            name = 'collections.abc.Callable'
            if len(args) == 1 and args[0] is Ellipsis:
                return f'{name}[..., {_type_repr(result)}]'
            return f'{name}[[{", ".join(map(_type_repr, args))}], {_type_repr(result)}]'

        def __reduce__(self):
            *args, result = self.__args__
            return cls.__class_getitem__, ((list(args), result),)

    if not (isinstance(params, tuple) and len(params) == 2):
        raise TypeError("Callable must be used as Callable[[arg, ...], result].")
    args, result = params
    if isinstance(args, (list, tuple)):
        return _CallableGenericAlias(cls, (*args, result))
    if args is Ellipsis or type(args).__name__ in ('ParamSpec', '_ConcatenateGenericAlias'):
        return _CallableGenericAlias(cls, (args, result))
    raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {args}")


def _type_repr(obj):
    if isinstance(obj, GenericAlias):
        return repr(obj)
    if isinstance(obj, type):
        if obj.__module__ == 'builtins':
            return obj.__qualname__
        return f'{obj.__module__}.{obj.__qualname__}'
    return '...' if obj is Ellipsis else repr(obj)


class Callable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    @classmethod
    def __subclasshook__(cls, C):
        return _has(C, '__call__') if cls is Callable else NotImplemented

    __class_getitem__ = classmethod(_callable_alias)


class Set(Collection):
    """All of a set that does not change: comparisons and the four operators."""
    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(item in self for item in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    @classmethod
    def _from_iterable(cls, it):
        """How the operators make their result; override if __init__ differs."""
        return cls(it)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for item in other if item in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        """True if the two have no item in common."""
        return not any(item in self for item in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for part in (self, other) for item in part)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(item for item in self if item not in other)

    def __rsub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(item for item in other if item not in self)

    def __xor__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        """An order-free hash over the items, equal to frozenset's."""
        return hash(frozenset(self))


Set.register(frozenset)


class MutableSet(Set):
    __slots__ = ()

    @abstractmethod
    def add(self, value):
        """Add an item."""
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        """Remove an item; nothing happens if it is absent."""
        raise NotImplementedError

    def remove(self, value):
        """Remove an item; KeyError if it is absent."""
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        """Remove and return some item; KeyError if there is none."""
        for value in self:
            break
        else:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        """Remove every item."""
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in (self - it):
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        if not isinstance(it, Set):
            it = self._from_iterable(it)
        for value in it:
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it:
                self.discard(value)
        return self


MutableSet.register(set)


class Mapping(Collection):
    """All of a dict that does not change, from __getitem__, __iter__, __len__."""
    __slots__ = ()
    __abc_tpflags__ = 1 << 6

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        """D[key] if there is one, else default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        """A set-like view of the keys."""
        return KeysView(self)

    def items(self):
        """A set-like view of the (key, value) pairs."""
        return ItemsView(self)

    def values(self):
        """A view of the values."""
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


class MappingView(Sized):
    __slots__ = ('_mapping',)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f'{type(self).__name__}({self._mapping!r})'

    __class_getitem__ = classmethod(GenericAlias)


class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield (key, self._mapping[key])


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __contains__(self, value):
        for key in self._mapping:
            found = self._mapping[key]
            if found is value or found == value:
                return True
        return False

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class MutableMapping(Mapping):
    """All of a dict, from the three of Mapping, __setitem__ and __delitem__."""
    __slots__ = ()
    __marker = object()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=__marker):
        """Remove key and return its value, or default, or raise KeyError."""
        try:
            value = self[key]
        except KeyError:
            if default is self.__marker:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        """Remove and return some (key, value) pair; KeyError if empty."""
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError from None

    def clear(self):
        """Remove every item."""
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        """Take over the items of a mapping or an iterable of pairs, then kwds."""
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        """D.get(key, default), and also set D[key] to default if it is absent."""
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class Sequence(Reversible, Collection):
    """All of a tuple, from __getitem__ and __len__."""
    __slots__ = ()
    __abc_tpflags__ = 1 << 5

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(item is value or item == value for item in self)

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        """First index of value; ValueError if it is absent."""
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        i = start
        while stop is None or i < stop:
            try:
                item = self[i]
            except IndexError:
                break
            if item is value or item == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        """How often value occurs."""
        return sum(1 for item in self if item is value or item == value)


class ByteString(Sequence):
    """Common base of bytes and bytearray."""
    __slots__ = ()


class MutableSequence(Sequence):
    """All of a list, from the two of Sequence, __setitem__, __delitem__, insert."""
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        """Insert value before index."""
        raise IndexError

    def append(self, value):
        """Add value at the end."""
        self.insert(len(self), value)

    def clear(self):
        """Remove every item."""
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        """Reverse in place."""
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        """Append all the values."""
        for value in list(values) if values is self else values:
            self.append(value)

    def pop(self, index=-1):
        """Remove and return the item at index (the last one)."""
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        """Remove the first occurrence of value; ValueError if it is absent."""
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


def _register_builtins():
    Sequence.register(tuple)
    Sequence.register(str)
    Sequence.register(range)
    Sequence.register(memoryview)
    ByteString.register(bytes)
    ByteString.register(bytearray)
    MutableSequence.register(list)
    MutableSequence.register(bytearray)
    MutableMapping.register(dict)
    Mapping.register(type(type.__dict__))
    KeysView.register(type({}.keys()))
    ItemsView.register(type({}.items()))
    ValuesView.register(type({}.values()))
    for sample in (b'', bytearray(), {}.keys(), {}.values(), {}.items(), [],
                   range(0), set(), '', (), zip(), reversed([])):
        Iterator.register(type(iter(sample)))


_register_builtins()
