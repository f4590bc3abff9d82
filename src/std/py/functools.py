"""Functions that take or make functions.

partial, reduce, cmp_to_key and the heart of lru_cache come from C where
`_functools` has them; the Python versions below say what they do.
"""
__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES',
           'total_ordering', 'cache', 'cmp_to_key', 'lru_cache', 'reduce',
           'partial', 'partialmethod', 'singledispatch', 'singledispatchmethod',
           'cached_property']

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__',
                       '__annotations__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS,
                   updated=WRAPPER_UPDATES):
    """Make `wrapper` look like `wrapped`: name, doc string, attributes."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator for the wrapper inside a decorator: see update_wrapper()."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned,
                   updated=updated)


# total_ordering: each missing comparison from the one that is defined.
# A rule says: ask `root`, negate?, then combine with (in)equality how?

def _derive(root, negate, equal):
    """equal: None ignores ==; 'or' adds it; 'and' demands a difference."""
    def compare(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        if negate:
            result = not result
        if equal == 'or':
            return result or self == other
        if equal == 'and':
            return result and self != other
        return result
    return compare


_DERIVED = {
    '__lt__': [('__gt__', True, 'and'), ('__le__', False, 'or'), ('__ge__', True, None)],
    '__le__': [('__ge__', True, 'or'), ('__lt__', False, 'and'), ('__gt__', True, None)],
    '__gt__': [('__lt__', True, 'and'), ('__ge__', False, 'or'), ('__le__', True, None)],
    '__ge__': [('__le__', True, 'or'), ('__gt__', False, 'and'), ('__lt__', True, None)],
}


def total_ordering(cls):
    """Class decorator: fill in the comparisons from __eq__ and one of the four."""
    defined = {op for op in _DERIVED if getattr(cls, op, None) is not getattr(object, op, None)}
    if not defined:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = next(op for op in _DERIVED if op in defined)
    for op, negate, equal in _DERIVED[root]:
        if op not in defined:
            method = _derive(root, negate, equal)
            method.__name__ = op
            method.__qualname__ = f'{cls.__qualname__}.{op}'
            method.__doc__ = getattr(int, op).__doc__
            setattr(cls, op, method)
    return cls


_missing = object()

try:
    from _functools import cmp_to_key
except ImportError:
    def cmp_to_key(mycmp):
        """Turn an old cmp(a, b) -> -1/0/1 function into a key function."""
        class K:
            __slots__ = ['obj']

            def __init__(self, obj):
                self.obj = obj

            def __lt__(self, other):
                return mycmp(self.obj, other.obj) < 0

            def __gt__(self, other):
                return mycmp(self.obj, other.obj) > 0

            def __eq__(self, other):
                return mycmp(self.obj, other.obj) == 0

            def __le__(self, other):
                return mycmp(self.obj, other.obj) <= 0

            def __ge__(self, other):
                return mycmp(self.obj, other.obj) >= 0

            __hash__ = None
        return K

try:
    from _functools import reduce
except ImportError:
    def reduce(function, iterable, initial=_missing, /):
        """Fold: function(function(a, b), c) ... from left to right."""
        it = iter(iterable)
        if initial is _missing:
            try:
                value = next(it)
            except StopIteration:
                raise TypeError('reduce() of empty iterable with no initial value') from None
        else:
            value = initial
        for item in it:
            value = function(value, item)
        return value

try:
    from _functools import partial
except ImportError:
    class partial:
        """A function with some arguments already given."""

        def __new__(cls, func, /, *args, **keywords):
            if not callable(func):
                raise TypeError("the first argument must be callable")
            if isinstance(func, partial):
                args = func.args + args
                keywords = {**func.keywords, **keywords}
                func = func.func
            self = super().__new__(cls)
            self.func, self.args, self.keywords = func, args, keywords
            return self

        def __call__(self, /, *args, **keywords):
            return self.func(*self.args, *args, **{**self.keywords, **keywords})

        def __repr__(self):
            cls = type(self)
            name = cls.__qualname__
            if cls.__module__ == 'functools':
                name = f'functools.{name}'
            args = [repr(self.func)] + [repr(a) for a in self.args]
            args += [f'{k}={v!r}' for k, v in self.keywords.items()]
            return f"{name}({', '.join(args)})"

        def __reduce__(self):
            return type(self), (self.func, *self.args), dict(self.keywords) or None


class partialmethod:
    """partial for use inside a class body: self comes first, then the arguments."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        args = ', '.join(map(repr, self.args))
        keywords = ', '.join(f'{k}={v!r}' for k, v in self.keywords.items())
        cls = self.__class__
        return f'{cls.__module__}.{cls.__qualname__}({self.func}, {args}, {keywords})'

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        if get is not None:
            bound = get(obj, cls)
            if bound is not self.func:
                result = partial(bound, *self.args, **self.keywords)
                try:
                    result.__self__ = bound.__self__
                except AttributeError:
                    pass
                return result

        def method(self_or_cls, /, *args, **keywords):
            return self.func(self_or_cls, *self.args, *args, **{**self.keywords, **keywords})
        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method.__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    __class_getitem__ = classmethod(type(list[int]))


def _cache_info_type():
    from collections import namedtuple
    return namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'],
                      module='functools')


_CacheInfo = []


def _cache_info(*values):
    if not _CacheInfo:
        _CacheInfo.append(_cache_info_type())
    return _CacheInfo[0](*values)


try:
    from _functools import _lru_cache_wrapper
except ImportError:
    _mark = object()

    def _make_key(args, kwds, typed):
        key = args
        if kwds:
            key += (_mark,)
            for item in kwds.items():
                key += item
        if typed:
            key += tuple(type(v) for v in args)
            key += tuple(type(v) for v in kwds.values())
        elif len(key) == 1 and type(key[0]) in (int, str):
            return key[0]
        hash(key)                               # an empty dict would not ask
        return key

    def _lru_cache_wrapper(user_function, maxsize, typed, _info):
        # a dict keeps insertion order: its first key is the oldest one used
        cache = {}
        hits = misses = 0

        def wrapper(*args, **kwds):
            nonlocal hits, misses
            if maxsize == 0:
                misses += 1
                return user_function(*args, **kwds)
            key = _make_key(args, kwds, typed)
            if maxsize is None:
                result = cache.get(key, _missing)
            else:
                result = cache.pop(key, _missing)
            if result is not _missing:
                hits += 1
                if maxsize is not None:
                    cache[key] = result
                return result
            misses += 1
            result = user_function(*args, **kwds)
            if maxsize is not None and len(cache) >= maxsize and key not in cache:
                del cache[next(iter(cache))]
            cache[key] = result
            return result

        def cache_info():
            return _info(hits, misses, maxsize, len(cache))

        def cache_clear():
            nonlocal hits, misses
            cache.clear()
            hits = misses = 0

        wrapper.cache_info = cache_info
        wrapper.cache_clear = cache_clear
        return wrapper


def lru_cache(maxsize=128, typed=False):
    """Decorator: remember the results of the `maxsize` most recent calls.

    f.cache_info() shows hits and misses, f.cache_clear() empties the cache,
    f.__wrapped__ is the function itself.  maxsize=None: without limit.
    """
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        function, maxsize = maxsize, 128
        return _cached(function, maxsize, typed)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    return lambda function: _cached(function, maxsize, typed)


def _cached(function, maxsize, typed):
    wrapper = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
    wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(wrapper, function)


def cache(user_function, /):
    """lru_cache without a limit."""
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    """A property computed once: the value then lives in the instance's dict."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError("Cannot assign the same cached_property to two different "
                            f"names ({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError("Cannot use cached_property instance without calling "
                            "__set_name__ on it.")
        try:
            cache = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} "
                            f"instance to cache {name!r} property.") from None
        if name not in cache:
            value = self.func(instance)
            try:
                cache[name] = value
            except TypeError:
                raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} "
                                "instance does not support item assignment for caching "
                                f"{name!r} property.") from None
        return cache[name]

    __class_getitem__ = classmethod(type(list[int]))


def _best_match(cls, registry):
    """The registered class nearest to cls; its bases first, then ABCs."""
    for base in cls.__mro__:
        if base in registry and base is not object:
            exact = base
            break
    else:
        exact = None
    fits = [t for t in registry if t is not object and _issubclass(cls, t)]
    nearest = [t for t in fits
               if not any(u is not t and _issubclass(u, t) for u in fits)]
    if exact is not None and (exact in nearest or not nearest):
        return exact
    if len(nearest) > 1:
        inherited = [t for t in nearest if t in cls.__mro__]
        if inherited:
            return min(inherited, key=cls.__mro__.index)
        raise RuntimeError(f'Ambiguous dispatch: {nearest[0]} or {nearest[1]}')
    return nearest[0] if nearest else object


def _issubclass(cls, base):
    try:
        return issubclass(cls, base)
    except TypeError:
        return False


def singledispatch(func):
    """Decorator: a function with one version for each type of its first argument.

    Add versions with @f.register(Type) or, with an annotation, @f.register.
    """
    registry = {object: func}
    found = {}                                  # answers of dispatch()
    token = [None]
    name = getattr(func, '__name__', 'singledispatch function')

    def dispatch(cls):
        """The implementation that is used for a first argument of type cls."""
        if token[0] is not None:
            from abc import get_cache_token
            now = get_cache_token()
            if now != token[0]:
                found.clear()
                token[0] = now
        try:
            return found[cls]
        except KeyError:
            impl = registry.get(cls) or registry[_best_match(cls, registry)]
            found[cls] = impl
            return impl

    def _union(cls):
        args = getattr(cls, '__args__', None)
        kind = type(cls).__name__
        if args and kind in ('UnionType', '_UnionGenericAlias'):
            return args if all(isinstance(a, type) for a in args) else None
        return None

    def register(cls, func=None):
        """Add an implementation for a class (or a union of classes)."""
        if isinstance(cls, type) and not hasattr(cls, '__origin__') or _union(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError("Invalid first argument to `register()`. "
                                f"{cls!r} is not a class or union type.")
            annotations = getattr(cls, '__annotations__', {})
            if not annotations:
                raise TypeError(
                    f"Invalid first argument to `register()`: {cls!r}. "
                    "Use either `@register(some_class)` or plain `@register` "
                    "on an annotated function.")
            func = cls
            from typing import get_type_hints
            argname, cls = next(iter(get_type_hints(func).items()))
            if not (isinstance(cls, type) or _union(cls)):
                kind = ('not all arguments are classes.' if hasattr(cls, '__args__')
                        and type(cls).__name__ in ('UnionType', '_UnionGenericAlias')
                        else 'is not a class.')
                raise TypeError(f"Invalid annotation for {argname!r}. {cls!r} {kind}")
        for c in _union(cls) or (cls,):
            registry[c] = func
            if token[0] is None and hasattr(c, '__abstractmethods__'):
                from abc import get_cache_token
                token[0] = get_cache_token()
        found.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{name} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = type(type.__dict__)(registry)
    wrapper._clear_cache = found.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """singledispatch for methods: decides by the first argument after self."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            method = self.dispatcher.dispatch(args[0].__class__)
            return method.__get__(obj, cls)(*args, **kwargs)
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        return update_wrapper(_method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
