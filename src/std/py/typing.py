"""Type hints at run time: they say what is meant and check nothing.

List[int] and the like are _GenericAlias objects: an origin (list), arguments
(int,) and, through __parameters__, the type variables that are still open.
"""
import collections.abc as _abc
from abc import ABCMeta as _ABCMeta
import sys as _sys

_BuiltinAlias = type(list[int])
_UnionType = type(int | str)
_NoneType = type(None)
_FunctionType = type(lambda: 0)

TYPE_CHECKING = False


def _type_repr(obj):
    if isinstance(obj, _BuiltinAlias):
        return repr(obj)
    if isinstance(obj, type):
        if obj.__module__ == 'builtins':
            return obj.__qualname__
        return f'{obj.__module__}.{obj.__qualname__}'
    if obj is Ellipsis:
        return '...'
    if isinstance(obj, _FunctionType):
        return obj.__name__
    if isinstance(obj, (list, tuple)) and type(obj) in (list, tuple):
        return '[' + ', '.join(map(_type_repr, obj)) + ']'
    return repr(obj)


def _type_check(arg, msg, allow_special=False):
    """Make a type of an argument: None is its type, a str a forward reference."""
    if arg is None:
        return _NoneType
    if isinstance(arg, str):
        return ForwardRef(arg)
    if isinstance(arg, _GenericAlias) and arg.__origin__ in (Generic, Protocol) and not allow_special:
        raise TypeError(f"{arg} is not valid as type argument")
    if isinstance(arg, _GenericAlias) and arg.__origin__ in (ClassVar, Final) and not allow_special:
        raise TypeError(f"{arg} is not valid as type argument")
    if arg in (Any, LiteralString, NoReturn, Never, Self, TypeAlias):
        return arg
    if arg is Generic or arg is Protocol or isinstance(arg, _SpecialForm) and arg not in (
            ClassVar, Final):
        raise TypeError(f"Plain {arg} is not valid as type argument")
    if type(arg) is tuple:
        raise TypeError(f"{msg} Got {arg!r:.100}.")
    return arg


def _open_variables(args):
    """The type variables in some arguments, each once, in order."""
    found = []
    for arg in args:
        if isinstance(arg, (TypeVar, ParamSpec, TypeVarTuple)):
            inner = (arg,)
        elif isinstance(arg, (list, tuple)):
            inner = _open_variables(arg)
        elif isinstance(arg, type) and not isinstance(arg, _BuiltinAlias):
            continue
        else:
            inner = getattr(arg, '__parameters__', ())
        if isinstance(inner, tuple):
            for t in inner:
                if t not in found:
                    found.append(t)
    return tuple(found)


def _check_count(cls, actual, expected):
    if actual != expected:
        if not expected:
            raise TypeError(f"{cls} is not a generic class")
        raise TypeError(f"Too {'many' if actual > expected else 'few'} arguments for {cls}; "
                        f"actual {actual}, expected {expected}")


def _unique(params):
    """The same values without repeats; True and 1 count as different."""
    found = []
    for p in params:
        if not any(p == q and type(p) is type(q) for q in found):
            found.append(p)
    return found


def _flatten_union(params):
    flat = []
    for p in params:
        if isinstance(p, _UnionGenericAlias) or isinstance(p, _UnionType):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    return tuple(_unique(flat))


class _Final:
    """Mixin: no subclasses."""
    __slots__ = ('__weakref__',)

    def __init_subclass__(cls, /, *args, _root=False, **kwds):
        if not _root:
            raise TypeError("Cannot subclass special typing classes")


class _CanUnion:
    """Mixin: X | Y is Union[X, Y]."""
    __slots__ = ()

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _Typed(_CanUnion):
    """Mixin: pickles and copies as its name."""
    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _SpecialForm(_Typed):
    # Optional, Union, Literal, ...: what [] means is in the function `getitem`
    __slots__ = ('_name', '__doc__', '_getitem')

    def __init__(self, getitem):
        self._getitem = getitem
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__

    def __getattr__(self, item):
        if item in ('__name__', '__qualname__'):
            return self._name
        raise AttributeError(item)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    def __getitem__(self, parameters):
        return self._getitem(self, parameters)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)

    def __repr__(self):
        if self is Any:
            return "typing.Any"
        return super().__repr__()


class Any(metaclass=_AnyMeta):
    """Any type at all."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls, *args, **kwargs)


def _bare(self, parameters):
    raise TypeError(f"{self} is not subscriptable")


def _form(name, doc):
    def getitem(self, parameters):
        return _bare(self, parameters)
    getitem.__name__ = name
    getitem.__doc__ = doc
    return _SpecialForm(getitem)


NoReturn = _form('NoReturn', 'The function never returns.')
Never = _form('Never', 'There is no value of this type.')
Self = _form('Self', 'The class that the method is in.')
LiteralString = _form('LiteralString', 'A str that is spelled out in the source.')
TypeAlias = _form('TypeAlias', 'The assignment makes a name for a type.')


def _one_type(self, parameters):
    item = _type_check(parameters, f'{self} accepts only single type.', allow_special=True)
    return _GenericAlias(self, (item,))


@_SpecialForm
def ClassVar(self, parameters):
    """A variable of the class, not of its instances."""
    return _one_type(self, parameters)


@_SpecialForm
def Final(self, parameters):
    """A name that is not assigned again."""
    return _one_type(self, parameters)


@_SpecialForm
def Required(self, parameters):
    """A key that a TypedDict must have."""
    return _one_type(self, parameters)


@_SpecialForm
def NotRequired(self, parameters):
    """A key that a TypedDict may lack."""
    return _one_type(self, parameters)


@_SpecialForm
def TypeGuard(self, parameters):
    """A bool that tells the type of an argument."""
    return _one_type(self, parameters)


@_SpecialForm
def Unpack(self, parameters):
    """*Ts, spelled for old syntax."""
    item = _type_check(parameters, f'{self} accepts only single type.')
    return _UnpackAlias(self, (item,))


@_SpecialForm
def Concatenate(self, parameters):
    """Parameters put before those of a ParamSpec."""
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    return _GenericAlias(self, tuple(_type_check(p, "Concatenate[arg, ...]: each arg must be "
                                                 "a type.") if p is not ... else p
                                     for p in parameters))


@_SpecialForm
def Union(self, parameters):
    """Union[X, Y]: X or Y."""
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    msg = "Union[arg, ...]: each arg must be a type."
    parameters = _flatten_union(_type_check(p, msg) for p in parameters)
    if len(parameters) == 1:
        return parameters[0]
    return _UnionGenericAlias(self, parameters, name=(
        'Optional' if len(parameters) == 2 and _NoneType in parameters else None))


@_SpecialForm
def Optional(self, parameters):
    """Optional[X]: X or None."""
    return Union[_type_check(parameters, f"{self} requires a single type."), _NoneType]


@_SpecialForm
def Literal(self, parameters):
    """Literal['a', 1]: exactly one of these values."""
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for p in parameters:
        if isinstance(p, _LiteralGenericAlias):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    return _LiteralGenericAlias(self, tuple(_unique(flat)))


class ForwardRef(_Final, _root=True):
    """A type named by a string, looked up when it is needed."""
    __slots__ = ('__forward_arg__', '__forward_code__', '__forward_is_argument__',
                 '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        try:
            code = compile(arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}")
        self.__forward_arg__ = arg
        self.__forward_code__ = code
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if self.__forward_arg__ in recursive_guard:
            return self
        if globalns is None and localns is None:
            globalns = localns = {}
        elif globalns is None:
            globalns = localns
        elif localns is None:
            localns = globalns
        value = _type_check(eval(self.__forward_code__, globalns, localns),
                            "Forward references must evaluate to types.", True)
        return _eval_type(value, globalns, localns, recursive_guard | {self.__forward_arg__})

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return (self.__forward_arg__ == other.__forward_arg__
                and self.__forward_module__ == other.__forward_module__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        more = '' if self.__forward_module__ is None else f', module={self.__forward_module__!r}'
        return f'ForwardRef({self.__forward_arg__!r}{more})'


def _caller_module():
    try:
        return _sys._getframe(2).f_globals.get('__name__', '__main__')
    except (AttributeError, ValueError):
        return None


class TypeVar(_Typed):
    """A type variable: T = TypeVar('T')."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        msg = "TypeVar(name, constraint, ...): constraints must be types."
        self.__constraints__ = tuple(_type_check(t, msg) for t in constraints)
        self.__bound__ = None if bound is None else _type_check(bound, "Bound must be a type.")
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        module = _caller_module()
        if module != 'typing':
            self.__module__ = module

    def __repr__(self):
        sign = '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'
        return sign + self.__name__

    def __typing_subst__(self, arg):            # how list[T][int] asks us
        return _type_check(arg, "Parameters to generic types must be types.")

    def __reduce__(self):
        return self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class TypeVarTuple(_Typed):
    """A variable for any number of types."""

    def __init__(self, name):
        self.__name__ = name
        module = _caller_module()
        if module != 'typing':
            self.__module__ = module

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__


class ParamSpecArgs(_Typed):
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.args"


class ParamSpecKwargs(_Typed):
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.kwargs"


class ParamSpec(_Typed):
    """A variable for the parameters of a callable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__bound__ = bound
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        module = _caller_module()
        if module != 'typing':
            self.__module__ = module

    def __typing_subst__(self, arg):
        return arg

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __repr__(self):
        sign = '+' if self.__covariant__ else '-' if self.__contravariant__ else '~'
        return sign + self.__name__


def _substitute(args, mapping):
    """The arguments with type variables replaced."""
    new = []
    for arg in args:
        if isinstance(arg, (TypeVar, ParamSpec)):
            new.append(mapping[arg])
        elif isinstance(arg, _UnpackAlias) and isinstance(arg.__args__[0], TypeVarTuple):
            new.extend(mapping[arg.__args__[0]])
        elif isinstance(arg, (_GenericAlias, _BuiltinAlias, _UnionType)):
            inner = getattr(arg, '__parameters__', ())
            new.append(arg[tuple(mapping[p] for p in inner)] if inner else arg)
        elif isinstance(arg, (list, tuple)):
            new.append(type(arg)(_substitute(arg, mapping)))
        else:
            new.append(arg)
    return new


class _BaseAlias(_CanUnion):
    """What List and List[int] have in common: they stand for their origin."""

    def __init__(self, origin, *, inst=True, name=None):
        self._inst = inst
        self._name = name
        self.__origin__ = origin
        self.__slots__ = None

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; "
                            f"use {self.__origin__.__name__}() instead")
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except (AttributeError, TypeError):
            pass
        return result

    def __mro_entries__(self, bases):
        result = []
        if self.__origin__ not in bases:
            result.append(self.__origin__)
        i = bases.index(self)
        if not any(isinstance(b, _BaseAlias) or isinstance(b, type) and issubclass(b, Generic)
                   for b in bases[i + 1:]):
            result.append(Generic)
        return tuple(result)

    def __getattr__(self, attr):
        if attr in ('__origin__', '__args__'):
            return object.__getattribute__(self, attr)
        if attr in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        if '__origin__' in self.__dict__ and not (attr.startswith('__') and attr.endswith('__')):
            return getattr(self.__origin__, attr)
        if attr in ('__module__', '__doc__') and '__origin__' in self.__dict__:
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __setattr__(self, attr, value):
        if (attr.startswith('__') and attr.endswith('__')
                or attr in ('_name', '_inst', '_nparams', '_paramspec_tvars')):
            super().__setattr__(attr, value)
        else:
            setattr(self.__origin__, attr, value)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")


class _GenericAlias(_BaseAlias):
    """An origin with arguments: List[int]."""

    def __init__(self, origin, args, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name)
        if not isinstance(args, tuple):
            args = (args,)
        self.__args__ = args
        self.__parameters__ = _open_variables(args)
        if not name:
            self.__module__ = getattr(origin, '__module__', 'typing')

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        if not isinstance(args, tuple):
            args = (args,)
        params = self.__parameters__
        if len(params) == 1 and isinstance(params[0], ParamSpec):
            if not (len(args) == 1 and isinstance(args[0], (list, tuple, ParamSpec))):
                args = (list(args),)
        args = tuple(a if isinstance(a, list) or a is ...
                     else _type_check(a, "Parameters to generic types must be types.")
                     for a in args)
        mapping = _bind(self, params, args)
        new = []
        for arg, value in zip(self.__args__, _substitute_each(self.__args__, mapping)):
            if isinstance(arg, ParamSpec) and self.__origin__ is _abc.Callable \
                    and isinstance(value[0], list):
                new.extend(value[0])
            else:
                new.extend(value)
        return self.copy_with(tuple(new))

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _type_repr(self.__origin__)
        args = ', '.join(map(_type_repr, self.__args__)) or '()'
        return f'{name}[{args}]'

    def __reduce__(self):
        origin = globals()[self._name] if self._name else self.__origin__
        args = self.__args__
        return _get_item, (origin, args[0] if len(args) == 1 and not isinstance(args[0], tuple)
                           else args)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if Protocol in bases:
                return ()
            i = bases.index(self)
            for b in bases[i + 1:]:
                if isinstance(b, _BaseAlias) and b is not self:
                    return ()
        return (self.__origin__,)

    def __iter__(self):
        yield Unpack[self]


def _get_item(origin, args):
    return origin[args]


def _substitute_each(args, mapping):
    return [_substitute((arg,), mapping) for arg in args]


def _bind(cls, params, args):
    """Which type variable gets which argument."""
    star = [i for i, p in enumerate(params) if isinstance(p, TypeVarTuple)]
    if star:
        i = star[0]
        after = len(params) - i - 1
        if len(args) < len(params) - 1:
            raise TypeError(f"Too few arguments for {cls}; actual {len(args)}, "
                            f"expected at least {len(params) - 1}")
        args = (*args[:i], args[i:len(args) - after], *args[len(args) - after:])
    else:
        _check_count(cls, len(args), len(params))
    return dict(zip(params, args))


class _SpecialGenericAlias(_BaseAlias, _Typed):
    """List, Dict, ...: a class that takes nparams arguments (-1: any number)."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        if name is None:
            name = origin.__name__
        super().__init__(origin, inst=inst, name=name)
        self._nparams = nparams
        if origin.__module__ == 'builtins':
            self.__doc__ = f'A generic version of {origin.__qualname__}.'
        else:
            self.__doc__ = f'A generic version of {origin.__module__}.{origin.__qualname__}.'

    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        msg = "Parameters to generic types must be types."
        params = tuple(_type_check(p, msg) for p in params)
        _check_count(self, len(params), self._nparams)
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return 'typing.' + self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)

    def __reduce__(self):
        return self._name


class _CallableAlias(_SpecialGenericAlias):
    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        args, result = params
        msg = "Callable[args, result]: result must be a type."
        result = _type_check(result, msg)
        if args is Ellipsis:
            return _CallableGenericAlias(_abc.Callable, (Ellipsis, result), name='Callable')
        if not isinstance(args, (list, tuple)):
            return _CallableGenericAlias(_abc.Callable, (args, result), name='Callable')
        msg = "Callable[[arg, ...], result]: each arg must be a type."
        args = tuple(_type_check(a, msg) for a in args)
        return _CallableGenericAlias(_abc.Callable, args + (result,), name='Callable')


class _CallableGenericAlias(_GenericAlias):
    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and (args[0] is Ellipsis or isinstance(args[0], ParamSpec)
                               or getattr(args[0], '__origin__', None) is Concatenate):
            return super().__repr__()
        return (f"typing.Callable[[{', '.join(map(_type_repr, args[:-1]))}], "
                f"{_type_repr(args[-1])}]")

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and args[0] is Ellipsis):
            args = list(args[:-1]), args[-1]
        return _get_item, (Callable, args)


class _TupleAlias(_SpecialGenericAlias):
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is ...:
            msg = "Tuple[t, ...]: t must be a type."
            return self.copy_with((*(_type_check(p, msg) for p in params[:-1]), ...))
        msg = "Tuple[t0, t1, ...]: each t must be a type."
        return self.copy_with(tuple(_type_check(p, msg) for p in params))


class _UnionGenericAlias(_GenericAlias):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, _UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2:
            if args[0] is _NoneType:
                return f'typing.Optional[{_type_repr(args[1])}]'
            if args[1] is _NoneType:
                return f'typing.Optional[{_type_repr(args[0])}]'
        return f"typing.Union[{', '.join(map(_type_repr, args))}]"

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __reduce__(self):
        return _get_item, (Union, self.__args__)


class _LiteralGenericAlias(_GenericAlias):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        pairs = lambda a: {(v, type(v)) for v in a.__args__}
        return pairs(self) == pairs(other)

    def __hash__(self):
        return hash(frozenset((v, type(v)) for v in self.__args__))

    def __repr__(self):
        return f"typing.Literal[{', '.join(map(repr, self.__args__))}]"


class _UnpackAlias(_GenericAlias):
    def __repr__(self):
        return '*' + repr(self.__args__[0])


class _AnnotatedAlias(_GenericAlias):
    """Annotated[T, x, y]: T, with notes for others."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name='Annotated')
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        notes = ', '.join(repr(a) for a in self.__metadata__)
        return f"typing.Annotated[{_type_repr(self.__origin__)}, {notes}]"

    def __reduce__(self):
        return _get_item, (Annotated, (self.__origin__,) + self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return (self.__origin__ == other.__origin__
                and self.__metadata__ == other.__metadata__)

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, attr):
        if attr in ('__name__', '__qualname__'):
            return 'Annotated'
        return super().__getattr__(attr)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class Annotated:
    """Annotated[T, x]: the type T, with any value x beside it."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError("Annotated[...] should be used with at least two arguments "
                            "(a type and an annotation).")
        origin = _type_check(params[0], "Annotated[t, ...]: t must be a type.", True)
        return _AnnotatedAlias(origin, tuple(params[1:]))

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")


class Generic:
    """Base of generic classes: class Box(Generic[T])."""
    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
            if not all(isinstance(p, (TypeVar, ParamSpec, TypeVarTuple, _UnpackAlias))
                       for p in params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables "
                                "or parameter specification variables.")
            if len(set(params)) != len(params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
        else:
            variables = cls.__parameters__
            if len(variables) == 1 and isinstance(variables[0], ParamSpec):
                if not (len(params) == 1 and isinstance(params[0], (list, tuple))):
                    params = (params,)
            else:
                params = tuple(p if isinstance(p, (list, tuple)) or p is ...
                               else _type_check(p, "Parameters to generic types must be types.")
                               for p in params)
            if not any(isinstance(v, TypeVarTuple) for v in variables):
                _check_count(cls, len(params), len(variables))
        return _GenericAlias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if '__orig_bases__' in cls.__dict__:
            error = Generic in cls.__orig_bases__
        else:
            error = (Generic in cls.__bases__ and cls.__name__ != 'Protocol'
                     and type(cls) is not _TypedDictMeta)
        if error:
            raise TypeError("Cannot inherit from plain Generic")
        variables = ()
        if '__orig_bases__' in cls.__dict__:
            variables = _open_variables(cls.__orig_bases__)
            declared = None
            for base in cls.__orig_bases__:
                if isinstance(base, _GenericAlias) and base.__origin__ in (Generic, Protocol):
                    if declared is not None and base.__origin__ is Generic:
                        raise TypeError("Cannot inherit from Generic[...] multiple types.")
                    declared = base.__parameters__
            if declared is not None:
                missing = [v for v in variables if v not in declared]
                if missing:
                    raise TypeError(
                        f"Some type variables ({', '.join(map(str, missing))}) are not listed in "
                        f"Generic[{', '.join(map(str, declared))}]")
                variables = declared
        cls.__parameters__ = tuple(variables)


# --- protocols ------------------------------------------------------------------

_NOT_MEMBERS = {'__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__',
                '__module__', '__new__', '__slots__', '__subclasshook__', '__weakref__',
                '__class_getitem__', '__parameters__', '__orig_bases__', '__orig_class__',
                '_is_protocol', '_is_runtime_protocol', '_abc_impl', '__match_args__',
                '__firstlineno__', '__static_attributes__', '__qualname__', '_abc_registry'}


def _protocol_members(cls):
    """The names that a class must have to fit the protocol."""
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic'):
            continue
        for name in [*base.__dict__, *base.__dict__.get('__annotations__', {})]:
            if not name.startswith('_abc_') and name not in _NOT_MEMBERS:
                names.add(name)
    return names


class _ProtocolMeta(_ABCMeta):
    def __instancecheck__(cls, instance):
        if getattr(cls, '_is_protocol', False):
            if not getattr(cls, '_is_runtime_protocol', False) and not _from_library(2):
                raise TypeError("Instance and class checks can only be used with "
                                "@runtime_checkable protocols")
            if super().__instancecheck__(instance):
                return True
            missing = object()
            for name in _protocol_members(cls):
                value = getattr(instance, name, missing)
                if value is missing:
                    return False
                if value is None and callable(getattr(cls, name, None)):
                    return False
            return True
        return super().__instancecheck__(instance)


def _from_library(depth):
    """Is the check made by abc or functools, which ask about any class?"""
    try:
        return _sys._getframe(depth).f_globals.get('__name__') in ('abc', 'functools')
    except (AttributeError, ValueError):
        return True


def _protocol_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    # the first real __init__ behind us in the MRO takes over
    for base in cls.__mro__:
        init = base.__dict__.get('__init__', _protocol_init)
        if init is not _protocol_init:
            cls.__init__ = init
            break
    else:
        cls.__init__ = object.__init__
    cls.__init__(self, *args, **kwargs)


def _protocol_hook(cls):
    def hook(other):
        if not cls.__dict__.get('_is_protocol', False):
            return NotImplemented
        asked_directly = not _from_library(3)   # frame 2 is ABCMeta.__subclasscheck__
        if not getattr(cls, '_is_runtime_protocol', False):
            if asked_directly:
                raise TypeError("Instance and class checks can only be used with "
                                "@runtime_checkable protocols")
            return NotImplemented
        members = _protocol_members(cls)
        if not all(callable(getattr(cls, name, None)) for name in members):
            if asked_directly:
                raise TypeError("Protocols with non-method members don't support issubclass()")
            return NotImplemented
        if not isinstance(other, type):
            raise TypeError('issubclass() arg 1 must be a class')
        return _has_members(other, members)
    return hook


def _has_members(other, members):
    for name in members:
        for base in other.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
            if (name in base.__dict__.get('__annotations__', ())
                    and getattr(base, '_is_protocol', False)):
                break
        else:
            return NotImplemented
    return True


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base of protocols: classes that say which methods others need to have."""
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if '__subclasshook__' not in cls.__dict__:
            cls.__subclasshook__ = _protocol_hook(cls)
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base in (object, Generic) or base.__module__ in (
                        'collections.abc', 'contextlib') and base.__name__ in _PROTOCOL_ABCS
                    or isinstance(base, type) and issubclass(base, Generic)
                    and getattr(base, '_is_protocol', False)):
                raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')
        if cls.__init__ is Protocol.__init__ or '__init__' not in cls.__dict__:
            cls.__init__ = _protocol_init

    __init__ = _protocol_init


_PROTOCOL_ABCS = ('Callable', 'Awaitable', 'Iterable', 'Iterator', 'AsyncIterable', 'Hashable',
                  'Sized', 'Container', 'Collection', 'Reversible', 'AbstractContextManager')


def runtime_checkable(cls):
    """Class decorator: isinstance() may be asked about this protocol."""
    if not (isinstance(cls, type) and issubclass(cls, Generic)) or not cls._is_protocol:
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    return cls


# --- aliases ------------------------------------------------------------------

T = TypeVar('T')
KT = TypeVar('KT')
VT = TypeVar('VT')
T_co = TypeVar('T_co', covariant=True)
T_contra = TypeVar('T_contra', contravariant=True)
AnyStr = TypeVar('AnyStr', bytes, str)
Text = str

_alias = _SpecialGenericAlias
Hashable = _alias(_abc.Hashable, 0)
Awaitable = _alias(_abc.Awaitable, 1)
Coroutine = _alias(_abc.Coroutine, 3)
AsyncIterable = _alias(_abc.AsyncIterable, 1)
AsyncIterator = _alias(_abc.AsyncIterator, 1)
AsyncGenerator = _alias(_abc.AsyncGenerator, 2)
Iterable = _alias(_abc.Iterable, 1)
Iterator = _alias(_abc.Iterator, 1)
Reversible = _alias(_abc.Reversible, 1)
Sized = _alias(_abc.Sized, 0)
Container = _alias(_abc.Container, 1)
Collection = _alias(_abc.Collection, 1)
Callable = _CallableAlias(_abc.Callable, 2)
AbstractSet = _alias(_abc.Set, 1, name='AbstractSet')
MutableSet = _alias(_abc.MutableSet, 1)
Mapping = _alias(_abc.Mapping, 2)
MutableMapping = _alias(_abc.MutableMapping, 2)
Sequence = _alias(_abc.Sequence, 1)
MutableSequence = _alias(_abc.MutableSequence, 1)
ByteString = _alias(_abc.ByteString, 0)
MappingView = _alias(_abc.MappingView, 1)
KeysView = _alias(_abc.KeysView, 1)
ItemsView = _alias(_abc.ItemsView, 2)
ValuesView = _alias(_abc.ValuesView, 1)
Generator = _alias(_abc.Generator, 3)
Tuple = _TupleAlias(tuple, -1, inst=False, name='Tuple')
List = _alias(list, 1, inst=False, name='List')
Set = _alias(set, 1, inst=False, name='Set')
FrozenSet = _alias(frozenset, 1, inst=False, name='FrozenSet')
Dict = _alias(dict, 2, inst=False, name='Dict')
Type = _alias(type, 1, inst=False, name='Type')


def __getattr__(name):
    """Aliases of classes in modules that are loaded only for them."""
    if name in ('Deque', 'DefaultDict', 'OrderedDict', 'Counter', 'ChainMap'):
        import collections
        real = {'Deque': 'deque', 'DefaultDict': 'defaultdict'}.get(name, name)
        params = 1 if name in ('Deque', 'Counter') else 2
        value = _alias(getattr(collections, real), params, name=name)
    elif name in ('Pattern', 'Match'):
        import re
        value = _alias(getattr(re, name), 1, name=name)
    elif name in ('ContextManager', 'AsyncContextManager'):
        import contextlib
        value = _alias(getattr(contextlib, 'Abstract' + name), 1, name=name)
    else:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    globals()[name] = value
    return value


@runtime_checkable
class SupportsInt(Protocol):
    """Has __int__."""
    __slots__ = ()

    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    """Has __float__."""
    __slots__ = ()

    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    """Has __complex__."""
    __slots__ = ()

    def __complex__(self) -> complex:
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    """Has __bytes__."""
    __slots__ = ()

    def __bytes__(self) -> bytes:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    """Has __index__."""
    __slots__ = ()

    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    """Has __abs__."""
    __slots__ = ()

    def __abs__(self) -> T_co:
        pass


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    """Has __round__."""
    __slots__ = ()

    def __round__(self, ndigits: int = 0) -> T_co:
        pass


class IO(Generic[AnyStr]):
    """What open() returns, for annotations."""
    __slots__ = ()


class TextIO(IO[str]):
    """What open() returns for text."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    """What open() returns for bytes."""
    __slots__ = ()


# --- looking at hints -----------------------------------------------------------

def _eval_type(t, globalns, localns, guard=frozenset()):
    """Resolve the forward references inside a type."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, guard)
    if isinstance(t, (_GenericAlias, _BuiltinAlias, _UnionType)):
        args = t.__args__
        if isinstance(t, _BuiltinAlias):
            args = tuple(ForwardRef(a) if isinstance(a, str) else a for a in args)
        new = tuple(_eval_type(a, globalns, localns, guard) for a in args)
        if new == t.__args__:
            return t
        if isinstance(t, _BuiltinAlias):
            return _BuiltinAlias(t.__origin__, new)
        if isinstance(t, _UnionType):
            result = new[0]
            for a in new[1:]:
                result = result | a
            return result
        return t.copy_with(new)
    return t


def _strip_annotations(t):
    """The same type without Annotated, Required and NotRequired."""
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if isinstance(t, _GenericAlias) and t.__origin__ in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    if isinstance(t, (_GenericAlias, _BuiltinAlias, _UnionType)):
        new = tuple(_strip_annotations(a) for a in t.__args__)
        if new == t.__args__:
            return t
        if isinstance(t, _BuiltinAlias):
            return _BuiltinAlias(t.__origin__, new)
        if isinstance(t, _UnionType):
            result = new[0]
            for a in new[1:]:
                result = result | a
            return result
        return t.copy_with(new)
    return t


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a function, class or module, with strings resolved."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            module = _sys.modules.get(base.__module__)
            g = globalns if globalns is not None else getattr(module, '__dict__', {})
            l = localns if localns is not None else dict(vars(base))
            if localns is None and globalns is None:
                g, l = l, g                     # class names are found first
            annotations = base.__dict__.get('__annotations__', {})
            for name, value in annotations.items():
                if value is None:
                    value = _NoneType
                if isinstance(value, str):
                    value = ForwardRef(value, is_argument=False, is_class=True)
                hints[name] = _eval_type(value, g, l)
    else:
        if globalns is None:
            if isinstance(obj, type(_sys)):
                globalns = obj.__dict__
            else:
                inner = obj
                while hasattr(inner, '__wrapped__'):
                    inner = inner.__wrapped__
                globalns = getattr(inner, '__globals__', {})
            if localns is None:
                localns = globalns
        elif localns is None:
            localns = globalns
        annotations = getattr(obj, '__annotations__', None)
        if annotations is None:
            if callable(obj) and (isinstance(obj, _TYPES_WITHOUT_HINTS)):
                return {}
            raise TypeError('{!r} is not a module, class, method, or function.'.format(obj))
        for name, value in annotations.items():
            if value is None:
                value = _NoneType
            if isinstance(value, str):
                value = ForwardRef(value, is_argument=not isinstance(obj, type(_sys)))
            hints[name] = _eval_type(value, globalns, localns)
    if include_extras:
        return hints
    return {name: _strip_annotations(t) for name, t in hints.items()}


_TYPES_WITHOUT_HINTS = (type(len), type(str.join), type(object.__init__), type(object().__str__),
                        type(_sys), _FunctionType)


def get_origin(tp):
    """List[int] -> list, Union[...] -> Union, Annotated[...] -> Annotated, else None."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseAlias, _BuiltinAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, _UnionType):
        return _UnionType
    return None


def get_args(tp):
    """Dict[int, str] -> (int, str); Callable[[int], str] -> ([int], str)."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_GenericAlias, _BuiltinAlias)):
        args = tp.__args__
        if tp.__origin__ is _abc.Callable and not (
                len(args) == 2 and (args[0] is Ellipsis or isinstance(args[0], ParamSpec)
                                    or getattr(args[0], '__origin__', None) is Concatenate)):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, _UnionType):
        return tp.__args__
    return ()


def is_typeddict(tp):
    """True for a class made with TypedDict."""
    return isinstance(tp, _TypedDictMeta)


# --- small functions ------------------------------------------------------------

def cast(typ, val):
    """The value; for type checkers, of type typ."""
    return val


def assert_type(val, typ, /):
    """The value; type checkers check that it has type typ."""
    return val


def assert_never(arg, /):
    """Type checkers check that this is never reached."""
    value = repr(arg)
    if len(value) > 100:
        value = value[:100] + '...'
    raise AssertionError(f"Expected code to be unreachable, but got: {value}")


def reveal_type(obj, /):
    """Print the type of a value on stderr."""
    print(f"Runtime type is {type(obj).__name__!r}", file=_sys.stderr)
    return obj


_overloads = {}


def _overload_dummy(*args, **kwds):
    raise NotImplementedError(
        "You should not call an overloaded function. "
        "A series of @overload-decorated functions "
        "outside a stub module should always be followed "
        "by an implementation that is not @overload-ed.")


def overload(func):
    """One of several signatures; the last definition, without it, is what runs."""
    f = getattr(func, '__func__', func)
    try:
        _overloads.setdefault((f.__module__, f.__qualname__), []).append(func)
    except AttributeError:
        pass
    return _overload_dummy


def get_overloads(func):
    """The @overload definitions of a function."""
    f = getattr(func, '__func__', func)
    return list(_overloads.get((f.__module__, f.__qualname__), ()))


def clear_overloads():
    """Forget all @overload definitions."""
    _overloads.clear()


def final(f):
    """Not to be overridden or inherited from."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    """The annotations are no type hints."""
    if isinstance(arg, type):
        for obj in list(vars(arg).values()):
            if isinstance(obj, (_FunctionType, type)):
                no_type_check(obj)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    """A decorator whose results have no type hints."""
    from functools import wraps

    @wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False,
                        field_specifiers=(), **kwargs):
    """The decorated thing makes dataclass-like classes."""
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            "eq_default": eq_default, "order_default": order_default,
            "kw_only_default": kw_only_default, "field_specifiers": field_specifiers,
            "kwargs": kwargs}
        return cls_or_fn
    return decorator


class NewType(_CanUnion):
    """A name for a type that is different to type checkers: UserId = NewType('UserId', int)."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        if '.' in name:
            name = name.rpartition('.')[-1]
        self.__name__ = name
        self.__supertype__ = tp
        module = _caller_module()
        if module != 'typing':
            self.__module__ = module

    def __call__(self, x):
        return x

    def __mro_entries__(self, bases):
        name = self.__name__

        class Dummy:
            def __init_subclass__(cls):
                raise TypeError(f"Cannot subclass an instance of NewType. Perhaps you were "
                                f"looking for: `{cls.__name__} = NewType({cls.__name__!r}, "
                                f"{name})`")
        return (Dummy,)

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __reduce__(self):
        return self.__qualname__


# --- NamedTuple and TypedDict ------------------------------------------------------

_PROHIBITED = {'__new__', '__init__', '__slots__', '__getnewargs__', '_fields',
               '_field_defaults', '_field_types', '_make', '_replace', '_asdict', '_source'}


def _make_nmtuple(name, types, module, defaults=()):
    from collections import namedtuple
    msg = "NamedTuple('Name', [(f0, t0), (f1, t1), ...]); each t must be a type"
    types = {n: _type_check(t, f"field {n} annotation must be a type") for n, t in types}
    result = namedtuple(name, types, defaults=defaults, module=module)
    result.__annotations__ = result.__new__.__annotations__ = types
    return result


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        bases = tuple(tuple if base is _NamedTuple else base for base in bases)
        types = ns.get('__annotations__', {})
        defaults = []
        for field in types:
            if field in ns:
                defaults.append(field)
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {field} cannot follow default "
                                f"field{'s' if len(defaults) > 1 else ''} {', '.join(defaults)}")
        result = _make_nmtuple(typename, types.items(), ns['__module__'],
                               [ns[n] for n in defaults])
        result.__bases__ = bases
        if Generic in bases:
            result.__class_getitem__ = classmethod(Generic.__class_getitem__.__func__)
        for key in ns:
            if key in _PROHIBITED:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in ('__annotations__', '__module__') and key not in result._fields:
                setattr(result, key, ns[key])
        if Generic in bases:
            result.__init_subclass__()
        return result


def NamedTuple(typename, fields=None, /, **kwargs):
    """namedtuple with types: as a base class, or NamedTuple('P', [('x', int)])."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, "
                        "not both")
    return _make_nmtuple(typename, list(fields), _caller_module())


_NamedTuple = type.__new__(_NamedTupleMeta, 'NamedTuple', (), {})


def _namedtuple_mro_entries(bases):
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and '
                                'a non-TypedDict base class')
        generic = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        result = type.__new__(_TypedDictMeta, name, (*generic, dict), dict(ns))
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {n: _type_check(t, msg, True) if not isinstance(t, str)
               else ForwardRef(t, module=result.__module__)
               for n, t in ns.get('__annotations__', {}).items()}
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get('__annotations__', {}))
            required.update(base.__dict__.get('__required_keys__', ()))
            optional.update(base.__dict__.get('__optional_keys__', ()))
        annotations.update(own)
        for key, kind in own.items():
            origin = get_origin(kind)
            if origin is Annotated:
                origin = get_origin(kind.__origin__)
            is_required = total if origin not in (Required, NotRequired) else origin is Required
            (required if is_required else optional).add(key)
        result.__annotations__ = annotations
        result.__required_keys__ = frozenset(required)
        result.__optional_keys__ = frozenset(optional)
        if not hasattr(result, '__total__'):
            result.__total__ = total
        return result

    def __call__(cls, /, *args, **kwargs):
        return dict(*args, **kwargs)

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A dict with known keys: as a base class, or TypedDict('P', {'x': int})."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError("TypedDict takes either a dict or keyword arguments, but not both")
    ns = {'__annotations__': dict(fields)}
    module = _caller_module()
    if module is not None:
        ns['__module__'] = module
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)

__all__ = [n for n in globals() if n[0].isupper() and n not in ('T', 'KT', 'VT', 'T_co', 'T_contra')]
__all__ += ['ChainMap', 'Counter', 'OrderedDict', 'DefaultDict', 'Deque', 'Pattern', 'Match',
            'ContextManager', 'assert_never', 'assert_type', 'cast', 'clear_overloads',
            'dataclass_transform', 'final', 'get_args', 'get_origin', 'get_overloads',
            'get_type_hints', 'is_typeddict', 'no_type_check', 'no_type_check_decorator',
            'overload', 'reveal_type', 'runtime_checkable']
