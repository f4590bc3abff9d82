"""typing's names, and those that came after Python 3.11: checked by nobody, as typing's."""
import typing
from typing import *
from typing import (AsyncContextManager, AsyncGenerator, ClassVar, ContextManager, ForwardRef, Generic, Protocol, Text, TypedDict, get_args, get_origin, get_type_hints,
                    is_typeddict, runtime_checkable)

runtime = runtime_checkable
TypeIs = typing.TypeGuard
TypeForm = typing.Type
ReadOnly = typing.Required


def override(arg, /):
    """The method takes the place of a base class's."""
    try:
        arg.__override__ = True
    except (AttributeError, TypeError):
        pass
    return arg


class deprecated:
    """@deprecated('use that'): a call warns."""

    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError("Expected an object of type str for 'message', not %r" % type(message).__name__)
        self.message, self.category, self.stacklevel = message, category, stacklevel

    def __call__(self, arg, /):
        if self.category is None:
            arg.__deprecated__ = self.message
            return arg
        import functools
        import warnings
        if isinstance(arg, type):
            make = arg.__new__

            def __new__(cls, /, *args, **kwargs):
                if cls is arg:
                    warnings.warn(self.message, category=self.category, stacklevel=self.stacklevel + 1)
                return make(cls, *args, **kwargs) if make is not object.__new__ else make(cls)
            arg.__new__ = staticmethod(__new__)
            arg.__deprecated__ = self.message
            return arg

        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            warnings.warn(self.message, category=self.category, stacklevel=self.stacklevel + 1)
            return arg(*args, **kwargs)
        arg.__deprecated__ = wrapper.__deprecated__ = self.message
        return wrapper


class Doc:
    """Annotated[int, Doc('what it is')]"""

    def __init__(self, documentation, /):
        self.documentation = documentation

    def __repr__(self):
        return 'Doc(%r)' % self.documentation

    def __eq__(self, other):
        return self.documentation == other.documentation if isinstance(other, Doc) else NotImplemented

    def __hash__(self):
        return hash(self.documentation)


class TypeAliasType:
    """A name for a type: .__name__, .__value__."""

    def __init__(self, name, value, *, type_params=()):
        self.__name__, self.__value__, self.__type_params__ = name, value, type_params

    def __repr__(self):
        return self.__name__

    def __getitem__(self, parameters):
        return self.__value__[parameters]


class _NoDefault:
    def __repr__(self):
        return 'typing_extensions.NoDefault'


NoDefault = _NoDefault()


def get_original_bases(cls, /):
    """A class's bases as they were written."""
    return cls.__dict__.get('__orig_bases__', cls.__bases__)


def get_protocol_members(tp, /):
    if not getattr(tp, '_is_protocol', False):
        raise TypeError('%r is not a Protocol' % (tp,))
    return frozenset(name for cls in tp.__mro__[:-1] if getattr(cls, '_is_protocol', False) and cls is not Protocol
                     for name in (*vars(cls), *getattr(cls, '__annotations__', ())) if not name.startswith('_') or name in ('__call__', '__len__', '__iter__'))


def is_protocol(tp, /):
    return isinstance(tp, type) and getattr(tp, '_is_protocol', False) and tp is not Protocol


def __getattr__(name):
    return getattr(typing, name)
