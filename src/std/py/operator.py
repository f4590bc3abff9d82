"""Operators as functions.  Where `_operator` has a faster one, it is used."""
from builtins import abs as _abs


def lt(a, b): return a < b
def le(a, b): return a <= b
def eq(a, b): return a == b
def ne(a, b): return a != b
def ge(a, b): return a >= b
def gt(a, b): return a > b
def not_(a): return not a
def truth(a): return True if a else False
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def abs(a): return _abs(a)
def add(a, b): return a + b
def and_(a, b): return a & b
def floordiv(a, b): return a // b
def index(a): return range(a).stop
def inv(a): return ~a
def lshift(a, b): return a << b
def mod(a, b): return a % b
def mul(a, b): return a * b
def matmul(a, b): return a @ b
def neg(a): return -a
def or_(a, b): return a | b
def pos(a): return +a
def pow(a, b): return a ** b
def rshift(a, b): return a >> b
def sub(a, b): return a - b
def truediv(a, b): return a / b
def xor(a, b): return a ^ b


invert = inv


def concat(a, b):
    "a + b, for sequences"
    if not hasattr(a, '__getitem__'):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    return a + b


def contains(a, b): return b in a


def countOf(a, b):
    "How often b occurs in a."
    return sum(1 for item in a if item is b or item == b)


def delitem(a, b): del a[b]
def getitem(a, b): return a[b]


def indexOf(a, b):
    "First index of b in a."
    for i, item in enumerate(a):
        if item is b or item == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')


def setitem(a, b, c): a[b] = c


def length_hint(obj, default=0):
    "len(obj), or obj.__length_hint__(), or default."
    if not isinstance(default, int):
        raise TypeError(f"'{type(default).__name__}' object cannot be interpreted as an integer")
    try:
        return len(obj)
    except TypeError:
        pass
    try:
        hint = type(obj).__length_hint__
    except AttributeError:
        return default
    try:
        value = hint(obj)
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError(f'__length_hint__ must be an integer, not {type(value).__name__}')
    if value < 0:
        raise ValueError('__length_hint__() should return >= 0')
    return value


def call(obj, /, *args, **kwargs): return obj(*args, **kwargs)


class attrgetter:
    """attrgetter('a.b')(x) is x.a.b; several names give a tuple."""
    __slots__ = ('_attrs', '_paths')

    def __init__(self, attr, /, *attrs):
        self._attrs = (attr,) + attrs
        for name in self._attrs:
            if not isinstance(name, str):
                raise TypeError('attribute name must be a string')
        self._paths = [name.split('.') for name in self._attrs]

    def __call__(self, obj, /):
        found = []
        for path in self._paths:
            value = obj
            for name in path:
                value = getattr(value, name)
            found.append(value)
        return found[0] if len(found) == 1 else tuple(found)

    def __repr__(self):
        return f"operator.attrgetter({', '.join(map(repr, self._attrs))})"

    def __reduce__(self):
        return self.__class__, self._attrs


class itemgetter:
    """itemgetter(k)(x) is x[k]; several keys give a tuple."""
    __slots__ = ('_items',)

    def __init__(self, item, /, *items):
        self._items = (item,) + items

    def __call__(self, obj, /):
        items = self._items
        if len(items) == 1:
            return obj[items[0]]
        return tuple([obj[i] for i in items])

    def __repr__(self):
        return f"operator.itemgetter({', '.join(map(repr, self._items))})"

    def __reduce__(self):
        return self.__class__, self._items


class methodcaller:
    """methodcaller('m', 1)(x) is x.m(1)."""
    __slots__ = ('_name', '_args', '_kwargs')

    def __init__(self, name, /, *args, **kwargs):
        self._name = name
        if not isinstance(name, str):
            raise TypeError('method name must be a string')
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        args = [repr(self._name)] + [repr(a) for a in self._args]
        args += [f'{k}={v!r}' for k, v in self._kwargs.items()]
        return f"operator.methodcaller({', '.join(args)})"

    def __reduce__(self):
        if self._kwargs:
            from functools import partial
            return partial(self.__class__, self._name, **self._kwargs), self._args
        return self.__class__, (self._name,) + self._args


def iadd(a, b): a += b; return a
def iand(a, b): a &= b; return a
def ifloordiv(a, b): a //= b; return a
def ilshift(a, b): a <<= b; return a
def imod(a, b): a %= b; return a
def imul(a, b): a *= b; return a
def imatmul(a, b): a @= b; return a
def ior(a, b): a |= b; return a
def ipow(a, b): a **= b; return a
def irshift(a, b): a >>= b; return a
def isub(a, b): a -= b; return a
def itruediv(a, b): a /= b; return a
def ixor(a, b): a ^= b; return a


def iconcat(a, b):
    "a += b, for sequences"
    if not hasattr(a, '__getitem__'):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")
    a += b
    return a


__all__ = sorted(n for n in globals() if not n.startswith('_'))

try:
    from _operator import *
except ImportError:
    pass

__lt__, __le__, __eq__, __ne__, __ge__, __gt__ = lt, le, eq, ne, ge, gt
__not__, __abs__, __add__, __and__, __call__ = not_, abs, add, and_, call
__floordiv__, __index__, __inv__, __invert__ = floordiv, index, inv, invert
__lshift__, __mod__, __mul__, __matmul__, __neg__ = lshift, mod, mul, matmul, neg
__or__, __pos__, __pow__, __rshift__, __sub__ = or_, pos, pow, rshift, sub
__truediv__, __xor__, __concat__, __contains__ = truediv, xor, concat, contains
__delitem__, __getitem__, __setitem__ = delitem, getitem, setitem
__iadd__, __iand__, __iconcat__, __ifloordiv__ = iadd, iand, iconcat, ifloordiv
__ilshift__, __imod__, __imul__, __imatmul__ = ilshift, imod, imul, imatmul
__ior__, __ipow__, __irshift__, __isub__ = ior, ipow, irshift, isub
__itruediv__, __ixor__ = itruediv, ixor
