"""Exact fractions."""
import math
import numbers
import operator
import sys

__all__ = ['Fraction']

_PRIME = sys.hash_info.modulus
_INF = sys.hash_info.inf


def _digits(s, i):
    """Digits with single underscores between them: (text, end)."""
    start = i
    while i < len(s) and (s[i].isdecimal() or s[i] == '_' and i > start
                          and s[i - 1].isdecimal() and s[i + 1:i + 2].isdecimal()):
        i += 1
    return s[start:i].replace('_', ''), i


def _parse(text):
    """(numerator, denominator) of '3/4', '-1.25e3', ...; None if it is no number."""
    s = text.strip()
    i = 0
    sign = -1 if s[:1] == '-' else 1
    if s[:1] in ('-', '+'):
        i = 1
    num, i = _digits(s, i)
    if num and s[i:i + 1] == '/':
        denom, i = _digits(s, i + 1)
        if not denom or i != len(s):
            return None
        return sign * int(num), int(denom)
    decimal = ''
    if s[i:i + 1] == '.':
        decimal, i = _digits(s, i + 1)
    if not num and not decimal:
        return None
    exp = 0
    if s[i:i + 1] in ('e', 'E'):
        j = i + 1
        negative = s[j:j + 1] == '-'
        if s[j:j + 1] in ('-', '+'):
            j += 1
        digits, i = _digits(s, j)
        if not digits:
            return None
        exp = -int(digits) if negative else int(digits)
    if i != len(s):
        return None
    numerator = int(num + decimal or '0')
    exp -= len(decimal)
    if exp >= 0:
        return sign * numerator * 10 ** exp, 1
    return sign * numerator, 10 ** -exp


class Fraction(numbers.Rational):
    """A rational number: Fraction(3, 4), Fraction('0.75'), Fraction(0.75)."""
    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None):
        self = super().__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                pair = numerator, 1
            elif isinstance(numerator, numbers.Rational):
                pair = numerator.numerator, numerator.denominator
            elif isinstance(numerator, float) or type(numerator).__module__ == 'decimal' and hasattr(numerator, 'as_integer_ratio'):
                pair = numerator.as_integer_ratio()
            elif isinstance(numerator, str):
                pair = _parse(numerator)
                if pair is None:
                    raise ValueError('Invalid literal for Fraction: %r' % numerator)
            else:
                raise TypeError("argument should be a string or a Rational instance")
            numerator, denominator = pair
        elif type(numerator) is int is type(denominator):
            pass
        elif isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational):
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        else:
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % numerator)
        g = math.gcd(numerator, denominator)
        if denominator < 0:
            g = -g
        self._numerator = numerator // g
        self._denominator = denominator // g
        return self

    @classmethod
    def from_float(cls, f):
        """The exact value of a float."""
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("%s.from_float() only takes floats, not %r (%s)"
                            % (cls.__name__, f, type(f).__name__))
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        """The exact value of a Decimal."""
        from decimal import Decimal
        if isinstance(dec, numbers.Integral):
            dec = Decimal(int(dec))
        elif not isinstance(dec, Decimal):
            raise TypeError("%s.from_decimal() only takes Decimals, not %r (%s)" % (cls.__name__, dec, type(dec).__name__))
        return cls(*dec.as_integer_ratio())

    def as_integer_ratio(self):
        """(numerator, denominator)."""
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """The nearest fraction with a denominator up to max_denominator."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        # continued fraction: p1/q1 is the last convergent that is small enough
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        bound1 = Fraction(p0 + k * p1, q0 + k * q1)
        bound2 = Fraction(p1, q1)
        return bound2 if abs(bound2 - self) <= abs(bound1 - self) else bound1

    numerator = property(lambda a: a._numerator)
    denominator = property(lambda a: a._denominator)

    def __repr__(self):
        return '%s(%s, %s)' % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return '%s/%s' % (self._numerator, self._denominator)

    def _operate(a, b, exact, fallback):
        """a OP b where b may be a Fraction, an int, a float or a complex."""
        if isinstance(b, Fraction):
            return exact(a, b)
        if isinstance(b, int):
            return exact(a, Fraction(b))
        if isinstance(b, float):
            return fallback(float(a), b)
        if isinstance(b, complex):
            return fallback(complex(a), b)
        return NotImplemented

    def _roperate(b, a, exact, fallback):
        if isinstance(a, numbers.Rational):
            return exact(Fraction(a), b)
        if isinstance(a, numbers.Real):
            return fallback(float(a), float(b))
        if isinstance(a, numbers.Complex):
            return fallback(complex(a), complex(b))
        return NotImplemented

    def _add(a, b):
        return Fraction(a._numerator * b._denominator + b._numerator * a._denominator,
                        a._denominator * b._denominator)

    def _sub(a, b):
        return Fraction(a._numerator * b._denominator - b._numerator * a._denominator,
                        a._denominator * b._denominator)

    def _mul(a, b):
        return Fraction(a._numerator * b._numerator, a._denominator * b._denominator)

    def _div(a, b):
        return Fraction(a._numerator * b._denominator, a._denominator * b._numerator)

    def _floordiv(a, b):
        return (a._numerator * b._denominator) // (a._denominator * b._numerator)

    def _mod(a, b):
        da, db = a._denominator, b._denominator
        return Fraction((a._numerator * db) % (b._numerator * da), da * db)

    def _divmod(a, b):
        da, db = a._denominator, b._denominator
        div, n_mod = divmod(a._numerator * db, da * b._numerator)
        return div, Fraction(n_mod, da * db)

    def __add__(a, b):
        return a._operate(b, Fraction._add, operator.add)

    def __radd__(b, a):
        return b._roperate(a, Fraction._add, operator.add)

    def __sub__(a, b):
        return a._operate(b, Fraction._sub, operator.sub)

    def __rsub__(b, a):
        return b._roperate(a, Fraction._sub, operator.sub)

    def __mul__(a, b):
        return a._operate(b, Fraction._mul, operator.mul)

    def __rmul__(b, a):
        return b._roperate(a, Fraction._mul, operator.mul)

    def __truediv__(a, b):
        return a._operate(b, Fraction._div, operator.truediv)

    def __rtruediv__(b, a):
        return b._roperate(a, Fraction._div, operator.truediv)

    def __floordiv__(a, b):
        return a._operate(b, Fraction._floordiv, operator.floordiv)

    def __rfloordiv__(b, a):
        return b._roperate(a, Fraction._floordiv, operator.floordiv)

    def __mod__(a, b):
        return a._operate(b, Fraction._mod, operator.mod)

    def __rmod__(b, a):
        return b._roperate(a, Fraction._mod, operator.mod)

    def __divmod__(a, b):
        return a._operate(b, Fraction._divmod, divmod)

    def __rdivmod__(b, a):
        return b._roperate(a, Fraction._divmod, divmod)

    def __pow__(a, b):
        if not isinstance(b, numbers.Rational):
            return float(a) ** b
        if b.denominator != 1:
            return float(a) ** float(b)
        power = b.numerator
        if power >= 0:
            return Fraction(a._numerator ** power, a._denominator ** power)
        if a._numerator == 0:
            raise ZeroDivisionError('Fraction(%s, 0)' % a._denominator ** -power)
        return Fraction(a._denominator ** -power, a._numerator ** -power)

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        if b._denominator == 1:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(a):
        return Fraction(a)

    def __neg__(a):
        return Fraction(-a._numerator, a._denominator)

    def __abs__(a):
        return Fraction(abs(a._numerator), a._denominator)

    def __int__(a):
        return -(-a._numerator // a._denominator) if a._numerator < 0 else (
            a._numerator // a._denominator)

    __trunc__ = __int__

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator:
                return floor
            if rest * 2 > self._denominator:
                return floor + 1
            return floor if floor % 2 == 0 else floor + 1
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            dinv = pow(self._denominator, -1, _PRIME)
        except ValueError:
            value = _INF
        else:
            value = hash(hash(abs(self._numerator)) * dinv)
        result = value if self._numerator >= 0 else -value
        return -2 if result == -1 else result

    def __eq__(a, b):
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if math.isnan(b) or math.isinf(b):
                return 0.0 == b
            return a == a.from_float(b)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, numbers.Rational):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return op(0.0, other)
            return op(self, self.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        return a._compare(b, operator.lt)

    def __gt__(a, b):
        return a._compare(b, operator.gt)

    def __le__(a, b):
        return a._compare(b, operator.le)

    def __ge__(a, b):
        return a._compare(b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        return self if type(self) is Fraction else self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()
