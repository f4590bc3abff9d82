"""The tower of numbers, as abstract base classes."""
from abc import ABCMeta, abstractmethod

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]


def _abstract(*names):
    """Abstract methods by name, for a class body."""
    def make(name):
        def method(self, *args):
            raise NotImplementedError
        method.__name__ = name
        return abstractmethod(method)
    return {name: make(name) for name in names}


class Number(metaclass=ABCMeta):
    """Any number."""
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    """A number with a real and an imaginary part."""
    __slots__ = ()
    locals().update(_abstract('__complex__', '__add__', '__radd__', '__neg__', '__pos__',
                              '__mul__', '__rmul__', '__truediv__', '__rtruediv__', '__pow__',
                              '__rpow__', '__abs__', 'conjugate', '__eq__'))
    real = property(abstractmethod(lambda self: None))
    imag = property(abstractmethod(lambda self: None))

    def __bool__(self):
        return self != 0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other


Complex.register(complex)


class Real(Complex):
    """A number on the line."""
    __slots__ = ()
    locals().update(_abstract('__float__', '__trunc__', '__floor__', '__ceil__', '__round__',
                              '__floordiv__', '__rfloordiv__', '__mod__', '__rmod__', '__lt__',
                              '__le__'))

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return +self

    @property
    def imag(self):
        return 0

    def conjugate(self):
        return +self


Real.register(float)


class Rational(Real):
    """A fraction in lowest terms."""
    __slots__ = ()
    numerator = property(abstractmethod(lambda self: None))
    denominator = property(abstractmethod(lambda self: None))

    def __float__(self):
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    """A whole number."""
    __slots__ = ()
    locals().update(_abstract('__int__', '__pow__', '__lshift__', '__rlshift__', '__rshift__',
                              '__rrshift__', '__and__', '__rand__', '__xor__', '__rxor__',
                              '__or__', '__ror__', '__invert__'))

    def __index__(self):
        return int(self)

    def __float__(self):
        return float(int(self))

    @property
    def numerator(self):
        return +self

    @property
    def denominator(self):
        return 1


Integral.register(int)
