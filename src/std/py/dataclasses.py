"""@dataclass: classes that are mostly fields.

The decorator reads the annotated names of a class body and writes __init__,
__repr__, __eq__ and, as asked, ordering, hashing, freezing and slots.  The
methods are compiled from text, so their signatures are real ones.
"""
import sys

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY',
           'MISSING', 'fields', 'asdict', 'astuple', 'make_dataclass', 'replace',
           'is_dataclass']


class FrozenInstanceError(AttributeError):
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return '<factory>'


_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()

_MappingProxyType = type(type.__dict__)
_EMPTY = _MappingProxyType({})
_GenericAlias = type(list[int])


class _FIELD_BASE:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FIELD_BASE('_FIELD')
_FIELD_CLASSVAR = _FIELD_BASE('_FIELD_CLASSVAR')
_FIELD_INITVAR = _FIELD_BASE('_FIELD_INITVAR')
_FIELDS = '__dataclass_fields__'
_PARAMS = '__dataclass_params__'


class InitVar:
    """Annotation of a parameter of __init__ that is handed to __post_init__."""
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        if isinstance(self.type, type) and not isinstance(self.type, _GenericAlias):
            return f'dataclasses.InitVar[{self.type.__name__}]'
        return f'dataclasses.InitVar[{self.type!r}]'

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    """What field() made of one field; fields(cls) lists them."""
    __slots__ = ('name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash',
                 'compare', 'metadata', 'kw_only', '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata,
                 kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _EMPTY if metadata is None else _MappingProxyType(metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        shown = ','.join(f'{n}={getattr(self, n)!r}' if n != '_field_type'
                         else f'_field_type={self._field_type}' for n in self.__slots__)
        return f'Field({shown})'

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(_GenericAlias)


class _DataclassParams:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen')

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init, self.repr, self.eq = init, repr, eq
        self.order, self.unsafe_hash, self.frozen = order, unsafe_hash, frozen

    def __repr__(self):
        return f"_DataclassParams({','.join(f'{n}={getattr(self, n)!r}' for n in self.__slots__)})"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None,
          compare=True, metadata=None, kw_only=MISSING):
    """Say more about a field than its default: x: list = field(default_factory=list)."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


# --- what kind of field an annotation makes ---------------------------------

def _names_in_text(annotation):
    """('module', 'Name') of a text like ' module.Name[...'; module may be ''."""
    head = annotation.strip().partition('[')[0]
    module, _, name = head.rpartition('.')
    return module.strip(), name.strip()


def _text_means(annotation, cls, wanted_module, wanted):
    """Does the text of an annotation name `wanted`, seen from the class's module?"""
    module, name = _names_in_text(annotation)
    space = sys.modules.get(cls.__module__)
    space = space.__dict__ if space else {}
    if module:
        found = space.get(module)
        return found is wanted_module and getattr(wanted_module, name, None) is wanted
    return space.get(name) is wanted


def _kind_of(annotation, cls):
    typing = sys.modules.get('typing')
    if typing:
        if (annotation is typing.ClassVar
                or getattr(annotation, '__origin__', None) is typing.ClassVar):
            return _FIELD_CLASSVAR
        if isinstance(annotation, str) and _text_means(annotation, cls, typing, typing.ClassVar):
            return _FIELD_CLASSVAR
    if annotation is InitVar or type(annotation) is InitVar:
        return _FIELD_INITVAR
    here = sys.modules[__name__]
    if isinstance(annotation, str) and _text_means(annotation, cls, here, InitVar):
        return _FIELD_INITVAR
    return _FIELD


def _is_kw_only(annotation, cls):
    return annotation is KW_ONLY or (
        isinstance(annotation, str)
        and _text_means(annotation, cls, sys.modules[__name__], KW_ONLY))


def _get_field(cls, name, annotation, default_kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if type(default).__name__ == 'member_descriptor':
            default = MISSING                   # it is in __slots__
        f = field(default=default)
    f.name = name
    f.type = annotation
    f._field_type = _kind_of(annotation, cls)
    if f._field_type is not _FIELD and f.default_factory is not MISSING:
        raise TypeError(f'field {f.name} cannot have a default factory')
    if f._field_type in (_FIELD, _FIELD_INITVAR):
        if f.kw_only is MISSING:
            f.kw_only = default_kw_only
    elif f.kw_only is not MISSING:
        raise TypeError(f'field {f.name} is a ClassVar but specifies kw_only')
    if f._field_type is _FIELD and f.default.__class__.__hash__ is None:
        raise ValueError(f'mutable default {type(f.default)} for field '
                         f'{f.name} is not allowed: use default_factory')
    return f


# --- the methods, as text -----------------------------------------------------

class _Methods:
    """Collects the text of functions and the values that it refers to."""

    def __init__(self, cls):
        self.cls = cls
        self.space = {'MISSING': MISSING, '_FACTORY': _FACTORY, '_cls': cls}
        self.text = []

    def add(self, name, params, body, annotations=None):
        if not body:
            body = ['pass']
        self.text.append(f' def {name}({", ".join(params)}):\n  ' + '\n  '.join(body) + '\n')

    def make(self, names):
        """Compile everything at once; the functions by name."""
        if not self.text:
            return {}
        args = ', '.join(self.space)
        source = f'def _create({args}):\n{"".join(self.text)} return {", ".join(names)},\n'
        module = sys.modules.get(self.cls.__module__)
        space = {}
        exec(source, module.__dict__ if module else {}, space)
        made = dict(zip(names, space['_create'](**self.space)))
        for name, function in made.items():
            function.__qualname__ = f'{self.cls.__qualname__}.{name}'
        return made


def _init_params(fields):
    ordinary = [f for f in fields if f.init and not f.kw_only]
    kw_only = [f for f in fields if f.init and f.kw_only]
    return ordinary, kw_only


def _write_init(methods, fields, frozen, has_post_init, self_name):
    ordinary, kw_only = _init_params(fields)
    seen_default = None
    for f in ordinary:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = f
        elif seen_default:
            raise TypeError(f'non-default argument {f.name!r} follows default argument')

    def param(f):
        if f.default is MISSING and f.default_factory is MISSING:
            return f.name
        if f.default is not MISSING:
            methods.space[f'_dflt_{f.name}'] = f.default
            return f'{f.name}=_dflt_{f.name}'
        return f'{f.name}=_FACTORY'

    params = [self_name] + [param(f) for f in ordinary]
    if kw_only:
        params += ['*'] + [param(f) for f in kw_only]
    body = []
    if frozen:
        methods.space['_set'] = object.__setattr__
    for f in fields:
        if f._field_type is _FIELD_INITVAR:
            continue
        if f.default_factory is not MISSING:
            methods.space[f'_make_{f.name}'] = f.default_factory
            value = f'_make_{f.name}()'
            if f.init:
                value = f'{value} if {f.name} is _FACTORY else {f.name}'
        elif f.init:
            value = f.name
        elif hasattr(methods.cls, '__slots__') and f.default is not MISSING:
            methods.space[f'_dflt_{f.name}'] = f.default
            value = f'_dflt_{f.name}'
        else:
            continue                            # the class attribute serves
        if frozen:
            body.append(f'_set({self_name}, {f.name!r}, {value})')
        else:
            body.append(f'{self_name}.{f.name} = {value}')
    if has_post_init:
        args = ', '.join(f.name for f in fields if f._field_type is _FIELD_INITVAR)
        body.append(f'{self_name}.__post_init__({args})')
    methods.add('__init__', params, body)


def _tuple_of(name, fields):
    return '(' + ''.join(f'{name}.{f.name},' for f in fields) + ')'


def _guarded_repr(function):
    """'...' for an object inside its own repr."""
    from functools import wraps
    running = set()

    @wraps(function)
    def wrapper(self):
        key = id(self)
        if key in running:
            return '...'
        running.add(key)
        try:
            return function(self)
        finally:
            running.discard(key)
    return wrapper


def _doc_of(cls, fields):
    """Name(x: int, y: str = 'a'), as inspect.signature would show it."""
    def annotation(value):
        if isinstance(value, _GenericAlias):
            return str(value)
        if getattr(value, '__module__', None) == 'typing':
            return repr(value).replace('typing.', '')
        if isinstance(value, type):
            if value.__module__ in ('builtins', ''):
                return value.__qualname__
            return value.__module__ + '.' + value.__qualname__
        return repr(value)

    def show(f):
        text = f'{f.name}: {annotation(f.type)}'
        if f.default is not MISSING:
            return f'{text} = {f.default!r}'
        return text if f.default_factory is MISSING else f'{text} = <factory>'

    ordinary, kw_only = _init_params(fields)
    params = [show(f) for f in ordinary] + (['*'] if kw_only else []) + [show(f) for f in kw_only]
    return f'{cls.__name__}({", ".join(params)})'


_COMPARISONS = {'__lt__': '<', '__le__': '<=', '__gt__': '>', '__ge__': '>='}


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots,
             weakref_slot):
    fields = {}
    has_bases = any_frozen_base = False
    for base in cls.__mro__[-1:0:-1]:
        base_fields = getattr(base, _FIELDS, None)
        if base_fields is not None:
            has_bases = True
            fields.update(base_fields)
            if getattr(base, _PARAMS).frozen:
                any_frozen_base = True
    annotations = cls.__dict__.get('__annotations__', {})
    own = []
    seen_kw_only = False
    for name, annotation in annotations.items():
        if _is_kw_only(annotation, cls):
            if seen_kw_only:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY '
                                'has already been specified')
            seen_kw_only = kw_only = True
        else:
            own.append(_get_field(cls, name, annotation, kw_only))
    for f in own:
        fields[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    if has_bases:
        if any_frozen_base and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if not any_frozen_base and frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen))
    setattr(cls, _FIELDS, fields)
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    class_hash = cls.__dict__.get('__hash__', MISSING)
    has_hash = not (class_hash is MISSING
                    or class_hash is None and '__eq__' in cls.__dict__)

    every = list(fields.values())
    real = [f for f in every if f._field_type is _FIELD]
    methods = _Methods(cls)
    wanted = []
    if init:
        _write_init(methods, [f for f in every if f._field_type is not _FIELD_CLASSVAR],
                    frozen, hasattr(cls, '__post_init__'),
                    '__dataclass_self__' if 'self' in fields else 'self')
        wanted.append('__init__')

    def want(name, params, body):
        methods.add(name, params, body)
        wanted.append(name)

    if repr and '__repr__' not in cls.__dict__:
        shown = ', '.join(f'{f.name}={{self.{f.name}!r}}' for f in real if f.repr)
        want('__repr__', ['self'],
             [f'return self.__class__.__qualname__ + f"({shown})"'])
    compared = [f for f in real if f.compare]
    if eq and '__eq__' not in cls.__dict__:
        want('__eq__', ['self', 'other'],
             ['if other.__class__ is self.__class__:',
              f' return {_tuple_of("self", compared)} == {_tuple_of("other", compared)}',
              'return NotImplemented'])
    if order:
        for name, sign in _COMPARISONS.items():
            if name in cls.__dict__:
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}. '
                                'Consider using functools.total_ordering')
            want(name, ['self', 'other'],
                 ['if other.__class__ is self.__class__:',
                  f' return {_tuple_of("self", compared)} {sign} {_tuple_of("other", compared)}',
                  'return NotImplemented'])
    if frozen:
        methods.space['FrozenInstanceError'] = FrozenInstanceError
        names = ''.join(f'{f.name!r},' for f in every if f._field_type is not _FIELD_CLASSVAR
                        and f._field_type is not _FIELD_INITVAR)
        for name, params, verb in (('__setattr__', ['name', 'value'], 'assign to'),
                                   ('__delattr__', ['name'], 'delete')):
            if name in cls.__dict__:
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}')
            want(name, ['self'] + params,
                 [f'if type(self) is _cls or name in ({names}):',
                  f' raise FrozenInstanceError(f"cannot {verb} field {{name!r}}")',
                  f'super(_cls, self).{name}({", ".join(params)})'])
    hash_it = False
    if unsafe_hash:
        if has_hash:
            raise TypeError(f'Cannot overwrite attribute __hash__ in class {cls.__name__}')
        hash_it = True
    elif eq and frozen and not has_hash:
        hash_it = True
    elif eq and not frozen and not has_hash:
        cls.__hash__ = None
    if hash_it:
        hashed = [f for f in real if (f.compare if f.hash is None else f.hash)]
        want('__hash__', ['self'], [f'return hash({_tuple_of("self", hashed)})'])

    for name, function in methods.make(wanted).items():
        if name == '__init__':
            function.__annotations__ = {
                f.name: f.type
                for f in every if f.init and f._field_type is not _FIELD_CLASSVAR}
            function.__annotations__['return'] = None
        elif name == '__repr__':
            function = _guarded_repr(function)
        setattr(cls, name, function)
    init_fields = [f for f in every if f._field_type is not _FIELD_CLASSVAR]
    if not getattr(cls, '__doc__'):
        cls.__doc__ = _doc_of(cls, init_fields)
    if match_args and '__match_args__' not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in _init_params(init_fields)[0])
    if weakref_slot and not slots:
        raise TypeError('weakref_slot is True but slots is False')
    if slots:
        cls = _with_slots(cls, frozen, weakref_slot)
    from abc import update_abstractmethods
    update_abstractmethods(cls)
    return cls


def _get_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def _with_slots(cls, frozen, weakref_slot):
    """The same class again, with __slots__: they cannot be added later."""
    if '__slots__' in cls.__dict__:
        raise TypeError(f'{cls.__name__} already specifies __slots__')
    space = dict(cls.__dict__)
    names = tuple(f.name for f in fields(cls))
    from copyreg import _slotnames as slot_names
    inherited = set()
    for base in cls.__mro__[1:-1]:
        inherited.update(slot_names(base))
    slots = [n for n in names if n not in inherited]
    if weakref_slot:
        slots.append('__weakref__')
    space['__slots__'] = tuple(slots)
    for name in names:
        space.pop(name, None)
    space.pop('__dict__', None)
    space.pop('__weakref__', None)
    qualname = getattr(cls, '__qualname__', None)
    new = type(cls)(cls.__name__, cls.__bases__, space)
    if qualname is not None:
        new.__qualname__ = qualname
    for name in ('__setattr__', '__delattr__'):         # they know the class they are for
        function = space.get(name)
        if frozen and function is not None:
            _rebind(function, cls, new)
    if frozen:
        if '__getstate__' not in space:
            new.__getstate__ = _get_state
        if '__setstate__' not in space:
            new.__setstate__ = _set_state
    return new


def _rebind(function, old, new):
    for cell in function.__closure__ or ():
        try:
            if cell.cell_contents is old:
                cell.cell_contents = new
        except ValueError:
            pass


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False,
              unsafe_hash=False, frozen=False, match_args=True, kw_only=False,
              slots=False, weakref_slot=False):
    """Class decorator: write __init__ and friends from the annotated fields."""
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args,
                        kw_only, slots, weakref_slot)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    """The Field objects of a dataclass or of an instance of one."""
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple(f for f in found.values() if f._field_type is _FIELD)


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    """True for a dataclass and for an instance of one."""
    cls = obj if isinstance(obj, type) and not isinstance(obj, _GenericAlias) else type(obj)
    return hasattr(cls, _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """A dataclass instance as a dict, and so on inside its fields."""
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _unpack(obj, lambda x, inner: dict_factory([(n, inner(v)) for n, v in x]))


def astuple(obj, *, tuple_factory=tuple):
    """A dataclass instance as a tuple, and so on inside its fields."""
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _unpack(obj, lambda x, inner: tuple_factory([inner(v) for _, v in x]))


def _unpack(obj, make):
    inner = lambda value: _unpack(value, make)
    if _is_instance(obj):
        return make([(f.name, getattr(obj, f.name)) for f in fields(obj)], inner)
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return type(obj)(*[inner(v) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(inner(v) for v in obj)
    if isinstance(obj, dict):
        if hasattr(type(obj), 'default_factory'):
            result = type(obj)(obj.default_factory)
            for k, v in obj.items():
                result[inner(k)] = inner(v)
            return result
        return type(obj)((inner(k), inner(v)) for k, v in obj.items())
    import copy
    return copy.deepcopy(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True,
                   eq=True, order=False, unsafe_hash=False, frozen=False,
                   match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """A dataclass from names: make_dataclass('C', ['x', ('y', int), ('z', int, 0)])."""
    import keyword
    import types
    namespace = {} if namespace is None else namespace
    annotations = {}
    defaults = {}
    for item in fields:
        if isinstance(item, str):
            name, kind = item, 'typing.Any'
        elif len(item) == 2:
            name, kind = item
        elif len(item) == 3:
            name, kind, defaults[item[0]] = item
        else:
            raise TypeError(f'Invalid field: {item!r}')
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if keyword.iskeyword(name):
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in annotations:
            raise TypeError(f'Field name duplicated: {name!r}')
        annotations[name] = kind

    def body(space):
        space.update(namespace)
        space.update(defaults)
        space['__annotations__'] = annotations
    cls = types.new_class(cls_name, bases, {}, body)
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order,
                     unsafe_hash=unsafe_hash, frozen=frozen, match_args=match_args,
                     kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """A new object of the same type with some fields changed."""
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f'field {f.name} is declared with init=False, it cannot '
                                 'be specified with replace()')
            continue
        if f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
