"""Variables whose value belongs to a context: a thread's own, or one that Context.run() puts in its place."""
from _thread import _local
from collections.abc import Mapping
from types import GenericAlias

__all__ = ('Context', 'ContextVar', 'Token', 'copy_context')


class _Missing:
    def __repr__(self):
        return '<Token.MISSING>'


_MISSING = _Missing()
_here = _local()


def _current():
    try:
        return _here.context
    except AttributeError:
        _here.context = context = Context()
        context._entered = True
        return context


class Context(Mapping):
    """What the variables are in one context."""
    _full_name_ = '_contextvars.Context'

    __slots__ = ('_values', '_entered', '__weakref__')

    def __new__(cls, *args, **kwargs):
        if args or kwargs:
            raise TypeError('Context() does not accept any arguments')
        self = object.__new__(cls)
        self._values = {}
        self._entered = False
        return self

    def __init_subclass__(cls):
        raise TypeError("type 'Context' is not an acceptable base type")

    def run(self, callable, /, *args, **kwargs):
        """Call it in this context; what it sets stays here."""
        if self._entered:
            raise RuntimeError(f'cannot enter context: {self!r} is already entered')
        outer = _current()
        self._entered = True
        _here.context = self
        try:
            return callable(*args, **kwargs)
        finally:
            _here.context = outer
            self._entered = False

    def copy(self):
        other = Context()
        other._values = self._values.copy()
        return other

    def __getitem__(self, var):
        _check(var)
        return self._values[var]

    def __contains__(self, var):
        _check(var)
        return var in self._values

    def get(self, var, default=None, /):
        _check(var)
        return self._values.get(var, default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        return self._values == other._values if isinstance(other, Context) else NotImplemented

    __hash__ = None
    __repr__ = object.__repr__

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


def _check(var):
    if not isinstance(var, ContextVar):
        raise TypeError(f'a ContextVar key was expected, got {var!r}')


class ContextVar:
    """A variable of contexts: get(), set(), and reset() to what it was."""
    _full_name_ = '_contextvars.ContextVar'

    __slots__ = ('_name', '_default')
    __class_getitem__ = classmethod(GenericAlias)

    def __new__(cls, name, *, default=_MISSING):
        if not isinstance(name, str):
            raise TypeError('context variable name must be a str')
        self = object.__new__(cls)
        object.__setattr__(self, '_name', name)
        object.__setattr__(self, '_default', default)
        return self

    def __init_subclass__(cls):
        raise TypeError("type 'ContextVar' is not an acceptable base type")

    def __setattr__(self, name, value):
        if name == 'name':
            raise AttributeError('readonly attribute')
        raise AttributeError(f"'_contextvars.ContextVar' object has no attribute {name!r}")

    @property
    def name(self):
        return self._name

    def get(self, default=_MISSING, /):
        """The value here; or default; or the variable's own default; else LookupError."""
        value = _current()._values.get(self, _MISSING)
        if value is _MISSING:
            value = default
        if value is _MISSING:
            value = self._default
        if value is _MISSING:
            raise LookupError(self)
        return value

    def set(self, value, /):
        """Set it here; a Token for reset()."""
        context = _current()
        token = object.__new__(Token)
        token._context = context
        token._var = self
        token._old = context._values.get(self, _MISSING)
        token._used = False
        context._values[self] = value
        return token

    def reset(self, token, /):
        """As it was before the set() that gave the token."""
        if not isinstance(token, Token):
            raise TypeError(f'expected an instance of Token, got {token!r}')
        if token._used:
            raise RuntimeError(f'{token!r} has already been used once')
        if token._var is not self:
            raise ValueError(f'{token!r} was created by a different ContextVar')
        context = _current()
        if token._context is not context:
            raise ValueError(f'{token!r} was created in a different Context')
        token._used = True
        if token._old is _MISSING:
            context._values.pop(self, None)
        else:
            context._values[self] = token._old

    def __repr__(self):
        default = '' if self._default is _MISSING else f' default={self._default!r}'
        return f'<ContextVar name={self._name!r}{default} at {id(self):#x}>'


class Token:
    """What ContextVar.set() gives."""
    _full_name_ = '_contextvars.Token'

    __slots__ = ('_context', '_var', '_old', '_used')
    MISSING = _MISSING
    __class_getitem__ = classmethod(GenericAlias)
    __hash__ = None

    def __new__(cls, *args, **kwargs):
        raise RuntimeError('Tokens can only be created by ContextVars')

    @property
    def var(self):
        return self._var

    @property
    def old_value(self):
        return self._old

    def __repr__(self):
        return f"<Token{' used' if self._used else ''} var={self._var!r} at {id(self):#x}>"


for _class in (Context, ContextVar, Token):
    _class.__module__ = '_contextvars'
del _class


def copy_context():
    """A copy of the context that is current here."""
    return _current().copy()
