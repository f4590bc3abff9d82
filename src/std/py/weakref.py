"""Weak references: they do not keep an object alive.

ref and proxy are in C; the containers here forget an entry when its object goes.
"""
from _weakref import ref, proxy, getweakrefcount, getweakrefs, ReferenceType
from _weakref import ProxyType, CallableProxyType
from collections.abc import MutableMapping, MutableSet

ProxyTypes = (ProxyType, CallableProxyType)

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary",
           "ReferenceType", "ProxyType", "CallableProxyType", "ProxyTypes",
           "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]


class WeakMethod(ref):
    """A weak reference to a bound method; alive as long as its object."""
    __slots__ = "_func_ref", "_meth_type", "_alive", "__weakref__"

    def __new__(cls, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError("argument should be a bound method, not {}".format(type(meth))) from None
        holder = []

        def gone(_):
            self = holder[0]() if holder else None
            if self is not None and self._alive:
                self._alive = False
                if callback is not None:
                    callback(self)
        self = ref.__new__(cls, obj, gone)
        self._func_ref = ref(func, gone)
        self._meth_type = type(meth)
        self._alive = True
        holder.append(ref(self))
        return self

    def __init__(self, meth, callback=None):
        pass

    def __call__(self):
        obj, func = super().__call__(), self._func_ref()
        if obj is None or func is None:
            return None
        return self._meth_type(func, obj)

    def __eq__(self, other):
        if isinstance(other, WeakMethod):
            if not self._alive or not other._alive:
                return self is other
            return ref.__eq__(self, other) and self._func_ref == other._func_ref
        return NotImplemented

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = ref.__hash__


class KeyedRef(ref):
    """A reference that knows under which key it is kept."""
    __slots__ = "key",

    def __new__(type, ob, callback, key):
        self = ref.__new__(type, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


class WeakValueDictionary(MutableMapping):
    """A dict whose entries go when their values do."""

    def __init__(self, other=(), /, **kw):
        self.data = data = {}

        def remove(r):
            if data.get(r.key) is r:
                del data[r.key]
        self._remove = remove
        self.update(other, **kw)

    def __getitem__(self, key):
        o = self.data[key]()
        if o is None:
            raise KeyError(key)
        return o

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, self._remove, key)

    def __delitem__(self, key):
        del self.data[key]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        return key in self.data and self.data[key]() is not None

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def __iter__(self):
        for key, r in list(self.data.items()):
            if r() is not None:
                yield key

    keys = __iter__

    def items(self):
        for key, r in list(self.data.items()):
            value = r()
            if value is not None:
                yield key, value

    def values(self):
        for r in list(self.data.values()):
            value = r()
            if value is not None:
                yield value

    def itervaluerefs(self):
        yield from list(self.data.values())

    def valuerefs(self):
        return list(self.data.values())

    def get(self, key, default=None):
        return self[key] if key in self else default

    def popitem(self):
        while True:
            key, r = self.data.popitem()
            value = r()
            if value is not None:
                return key, value

    def pop(self, key, *args):
        r = self.data.pop(key, None)
        value = r() if r is not None else None
        if value is None:
            if args:
                return args[0]
            raise KeyError(key)
        return value

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
            return default
        return self[key]

    def copy(self):
        new = WeakValueDictionary()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, value in self.items():
            new[deepcopy(key, memo)] = value
        return new

    def _merged(self, *parts):
        new = self.copy()
        new.clear()
        for part in parts:
            new.update(part)
        return new

    def __or__(self, other):
        return self._merged(self, other) if hasattr(other, 'keys') else NotImplemented

    def __ror__(self, other):
        return self._merged(other, self) if hasattr(other, 'keys') else NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self


class WeakKeyDictionary(MutableMapping):
    """A dict whose entries go when their keys do."""

    def __init__(self, dict=None):
        self.data = data = {}

        def remove(r):
            data.pop(r, None)
        self._remove = remove
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def __repr__(self):
        return "<%s at %#x>" % (self.__class__.__name__, id(self))

    def __iter__(self):
        for r in list(self.data):
            key = r()
            if key is not None:
                yield key

    keys = __iter__

    def items(self):
        for r, value in list(self.data.items()):
            key = r()
            if key is not None:
                yield key, value

    def values(self):
        for r, value in list(self.data.items()):
            if r() is not None:
                yield value

    def keyrefs(self):
        return list(self.data)

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def popitem(self):
        while True:
            r, value = self.data.popitem()
            key = r()
            if key is not None:
                return key, value

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key, self._remove), default)

    def copy(self):
        new = WeakKeyDictionary()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = self.__class__()
        for key, value in self.items():
            new[key] = deepcopy(value, memo)
        return new

    def __or__(self, other):
        if not hasattr(other, 'keys'):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not hasattr(other, 'keys'):
            return NotImplemented
        new = self.__class__()
        new.update(other)
        new.update(self)
        return new

    def __ior__(self, other):
        self.update(other)
        return self


class WeakSet(MutableSet):
    """A set whose items go when nothing else refers to them."""

    def __init__(self, data=None):
        self.data = items = set()
        self._remove = items.discard
        if data is not None:
            self.update(data)

    def __iter__(self):
        for r in list(self.data):
            item = r()
            if item is not None:
                yield item

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def __repr__(self):
        return repr(self.data)

    def add(self, item):
        self.data.add(ref(item, self._remove))

    def discard(self, item):
        self.data.discard(ref(item))

    def remove(self, item):
        self.data.remove(ref(item))

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    __copy__ = copy

    def pop(self):
        while True:
            try:
                item = self.data.pop()()
            except KeyError:
                raise KeyError('pop from empty WeakSet') from None
            if item is not None:
                return item

    def update(self, other):
        for item in other:
            self.add(item)

    def _apply(self, other, method):
        return self.__class__(method(set(self), other))

    def difference(self, other):
        return self._apply(other, set.difference)

    __sub__ = difference

    def difference_update(self, other):
        self.__isub__(other)

    def intersection(self, other):
        return self._apply(other, set.intersection)

    __and__ = intersection

    def intersection_update(self, other):
        self.__iand__(set(other))

    def issubset(self, other):
        return set(self).issubset(other)

    __le__ = issubset

    def issuperset(self, other):
        return set(self).issuperset(other)

    __ge__ = issuperset

    def __lt__(self, other):
        return set(self) < set(other)

    def __gt__(self, other):
        return set(self) > set(other)

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return set(self) == set(other)

    __hash__ = None

    def symmetric_difference_update(self, other):
        for item in set(other):
            if item in self:
                self.discard(item)
            else:
                self.add(item)

    def symmetric_difference(self, other):
        return self._apply(other, set.symmetric_difference)

    __xor__ = symmetric_difference

    def union(self, other):
        return self._apply(other, set.union)

    __or__ = union

    def isdisjoint(self, other):
        return set(self).isdisjoint(other)


class finalize:
    """Call a function when an object goes, or at the end of the program."""
    __slots__ = ()
    _registry = {}
    _hooked = False

    class _Info:
        __slots__ = ("weakref", "func", "args", "kwargs", "atexit", "index")

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._hooked:
            finalize._hooked = True
            try:
                import atexit
                atexit.register(self._at_exit)
            except ImportError:
                pass
        info = self._Info()
        info.weakref = ref(obj, self)
        info.func, info.args, info.kwargs = func, args, kwargs
        info.atexit = True
        info.index = len(finalize._registry)
        finalize._registry[self] = info

    def __call__(self, _=None):
        """Run it now, unless it has run; returns what the function returns."""
        info = self._registry.pop(self, None)
        if info:
            return info.func(*info.args, **info.kwargs)

    def detach(self):
        """Take it back: (obj, func, args, kwargs), or None if it has run."""
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None and self._registry.pop(self, None):
            return obj, info.func, info.args, info.kwargs

    def peek(self):
        """(obj, func, args, kwargs), or None if it has run."""
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None:
            return obj, info.func, info.args, info.kwargs

    @property
    def alive(self):
        """Has it still to run?"""
        return self in self._registry

    @property
    def atexit(self):
        """Does it run at the end of the program?"""
        info = self._registry.get(self)
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = self._registry.get(self)
        if info:
            info.atexit = bool(value)

    def __repr__(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is None:
            return '<%s object at %#x; dead>' % (type(self).__name__, id(self))
        return '<%s object at %#x; for %r at %#x>' % (type(self).__name__, id(self),
                                                      type(obj).__name__, id(obj))

    @classmethod
    def _at_exit(cls):
        while True:
            pending = [(info.index, f) for f, info in cls._registry.items() if info.atexit]
            if not pending:
                return
            max(pending, key=lambda p: p[0])[1]()
