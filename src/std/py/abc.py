"""Abstract base classes.

A class whose metaclass is ABCMeta may declare methods that its subclasses must
define (@abstractmethod), and may adopt unrelated classes as virtual subclasses
(register).  That an unfinished class cannot be instantiated is enforced by
object.__new__, which reads __abstractmethods__.
"""
from _weakref import ref as _ref


def abstractmethod(funcobj):
    """Mark a method that every concrete subclass has to override."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    """Old spelling of @classmethod over @abstractmethod."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    """Old spelling of @staticmethod over @abstractmethod."""
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    """Old spelling of @property over @abstractmethod."""
    __isabstractmethod__ = True


class _Record:
    """What one ABC remembers: adopted classes, and answers already given.

    Both are keyed by weak references, so that an ABC keeps no class alive.
    An answer holds only while `_token` stays what it was: a later register()
    anywhere may turn a "no" into a "yes".
    """
    __slots__ = ('registry', 'answers')

    def __init__(self):
        self.registry = {}
        self.answers = {}


_token = [0]


def get_cache_token():
    """A value that changes whenever register() is called on any ABC."""
    return _token[0]


def _is_abstract(value):
    return getattr(value, '__isabstractmethod__', False)


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items() if _is_abstract(value)}
    for base in cls.__bases__:
        for name in getattr(base, '__abstractmethods__', ()):
            if name not in names and _is_abstract(getattr(cls, name, None)):
                names.add(name)
    return frozenset(names)


def update_abstractmethods(cls):
    """Work out cls.__abstractmethods__ again after methods were added."""
    if hasattr(cls, '__abstractmethods__'):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls


_SEQUENCE, _MAPPING = 1 << 5, 1 << 6             # in a class's __flags__


def _allow_pattern(cls, kind):
    """Let `case [a, b]` or `case {k: v}` match instances of a class (and its subclasses')."""
    if kind in (_SEQUENCE, _MAPPING):
        try:
            cls.__flags__ = kind
        except (AttributeError, TypeError):     # a built-in class knows by itself
            return
        for subclass in type.__subclasses__(cls):
            _allow_pattern(subclass, kind)


class ABCMeta(type):
    """Metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        pattern = 0
        if '__abc_tpflags__' in namespace:
            pattern = namespace['__abc_tpflags__']
            del namespace['__abc_tpflags__']
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        if pattern:
            _allow_pattern(cls, pattern)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._abc_impl = _Record()
        return cls

    def register(cls, subclass):
        """Make `subclass` a virtual subclass; returns it (usable as decorator)."""
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        registry = cls._abc_impl.registry
        registry[_ref(subclass, lambda gone: registry.pop(gone, None))] = True
        _token[0] += 1
        _allow_pattern(subclass, cls.__flags__ & (_SEQUENCE | _MAPPING))
        return subclass

    def __instancecheck__(cls, instance):
        """isinstance(instance, cls)"""
        subclass = instance.__class__
        kind = type(instance)
        if kind is subclass:
            return cls.__subclasscheck__(subclass)
        return any(cls.__subclasscheck__(c) for c in (subclass, kind))

    def __subclasscheck__(cls, subclass):
        """issubclass(subclass, cls)"""
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        answers = cls._abc_impl.answers
        known = answers.get(_ref(subclass))
        if known is not None and (known is True or known == _token[0]):
            return known is True
        answer = cls.__subclasshook__(subclass)
        if answer is NotImplemented:
            answer = _is_subclass(cls, subclass)
        else:
            answer = bool(answer)
        # "yes" is for ever (True), "no" is good for this token only
        key = _ref(subclass, lambda gone: answers.pop(gone, None))
        answers.pop(key, None)
        answers[key] = True if answer else _token[0]
        return answer


def _is_subclass(cls, subclass):
    if cls in subclass.__mro__:
        return True
    for adopted in list(cls._abc_impl.registry):
        adopted = adopted()
        if adopted is not None and issubclass(subclass, adopted):
            return True
    return any(issubclass(subclass, child) for child in cls.__subclasses__())


class ABC(metaclass=ABCMeta):
    """Helper: inherit from it instead of naming the metaclass."""
    __slots__ = ()
