"""Names for the interpreter's own types, and help in making classes."""
import sys


def _f():
    yield


def _cell():
    captured = None

    def inner():
        return captured
    return inner.__closure__[0]


class _C:
    def method(self):
        pass


FunctionType = type(_f)
LambdaType = FunctionType
CodeType = type(_f.__code__)
MappingProxyType = type(type.__dict__)
SimpleNamespace = type(sys.implementation)
CellType = type(_cell())
GeneratorType = type(_f())
MethodType = type(_C().method)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__['fromkeys'])
ModuleType = type(sys)
GetSetDescriptorType = type(FunctionType.__code__)
MemberDescriptorType = type(FunctionType.__globals__)
GenericAlias = type(list[int])
UnionType = type(int | str)
EllipsisType = type(Ellipsis)
NoneType = type(None)
NotImplementedType = type(NotImplemented)

try:
    raise TypeError
except TypeError as _exc:
    TracebackType = type(_exc.__traceback__)
    FrameType = type(_exc.__traceback__.tb_frame)


async def _coroutine():
    pass


async def _async_generator():
    yield

_coro = _coroutine()
CoroutineType = type(_coro)
_coro.close()
AsyncGeneratorType = type(_async_generator())


def new_class(name, bases=(), kwds=None, exec_body=None):
    """What a class statement does: metaclass, namespace, body, class."""
    real = resolve_bases(bases)
    meta, ns, kwds = prepare_class(name, real, kwds)
    if exec_body is not None:
        exec_body(ns)
    if real is not bases:
        ns['__orig_bases__'] = bases
    return meta(name, real, ns, **kwds)


def resolve_bases(bases):
    """Replace bases that are not classes by what their __mro_entries__ says."""
    result = []
    changed = False
    for base in bases:
        if isinstance(base, type) or not hasattr(base, '__mro_entries__'):
            result.append(base)
            continue
        entries = base.__mro_entries__(bases)
        if not isinstance(entries, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        result.extend(entries)
        changed = True
    return tuple(result) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace from its __prepare__, and the other keywords."""
    kwds = dict(kwds or {})
    if 'metaclass' in kwds:
        meta = kwds.pop('metaclass')
    else:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        for base in bases:                      # the most derived one wins
            other = type(base)
            if issubclass(meta, other):
                continue
            if not issubclass(other, meta):
                raise TypeError("metaclass conflict: the metaclass of a derived class "
                                "must be a (non-strict) subclass of the metaclasses "
                                "of all its bases")
            meta = other
    prepare = getattr(meta, '__prepare__', None)
    ns = prepare(name, bases, **kwds) if prepare else {}
    return meta, ns, kwds


class DynamicClassAttribute:
    """A property for instances; on the class itself, __getattr__ of the metaclass."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or getattr(fget, '__doc__', None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, self.__doc__ or fget.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


def coroutine(func):
    """Mark a generator function so that `await` accepts what it makes."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    if type(func) is not FunctionType:
        return func
    return sys._iterable_coroutine(func)


__all__ = [n for n in globals() if not n.startswith('_') and n != 'sys']
