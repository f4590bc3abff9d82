"""Decimal floating-point numbers: the General Decimal Arithmetic Specification, with contexts, signals and rounding.

A number is a sign, a coefficient (an int) and an exponent; or an infinity; or a NaN, quiet or signaling, whose coefficient is its
payload.  Operations collect the conditions they meet in their context's `_status`; Context._end() turns these into flags and
exceptions.  Functions with a leading underscore never end an operation, so that they can be parts of others.
"""
import math
import numbers
import re
import sys
from collections import namedtuple
from collections.abc import MutableMapping
from contextvars import ContextVar
from _decimal_format import format_decimal as _format_decimal
from _decimal_math import exp_digits, ln_digits, log10_digits, power_digits

__all__ = ['Decimal', 'Context', 'DecimalTuple', 'DefaultContext', 'BasicContext', 'ExtendedContext', 'DecimalException',
           'Clamped', 'InvalidOperation', 'DivisionByZero', 'Inexact', 'Rounded', 'Subnormal', 'Overflow', 'Underflow',
           'FloatOperation', 'DivisionImpossible', 'InvalidContext', 'ConversionSyntax', 'DivisionUndefined',
           'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN',
           'ROUND_05UP', 'setcontext', 'getcontext', 'localcontext', 'MAX_PREC', 'MAX_EMAX', 'MIN_EMIN', 'MIN_ETINY',
           'HAVE_THREADS', 'HAVE_CONTEXTVAR']
__version__ = '1.70'
__libmpdec_version__ = '2.5.1'

ROUND_DOWN = 'ROUND_DOWN'
ROUND_HALF_UP = 'ROUND_HALF_UP'
ROUND_HALF_EVEN = 'ROUND_HALF_EVEN'
ROUND_CEILING = 'ROUND_CEILING'
ROUND_FLOOR = 'ROUND_FLOOR'
ROUND_UP = 'ROUND_UP'
ROUND_HALF_DOWN = 'ROUND_HALF_DOWN'
ROUND_05UP = 'ROUND_05UP'
_ROUNDINGS = (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)

MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -MAX_EMAX
MIN_ETINY = MIN_EMIN - (MAX_PREC - 1)
HAVE_THREADS = HAVE_CONTEXTVAR = True

DecimalTuple = namedtuple('DecimalTuple', 'sign digits exponent')


class DecimalException(ArithmeticError):
    """What the exceptions of this module are made from."""


class Clamped(DecimalException):
    """The exponent was changed to fit."""


class InvalidOperation(DecimalException):
    """The operation has no answer."""


class ConversionSyntax(InvalidOperation):
    """The text is no number."""


class DivisionByZero(DecimalException, ZeroDivisionError):
    """A number other than zero was divided by zero."""


class DivisionImpossible(InvalidOperation):
    """The quotient has more digits than the precision."""


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    """Zero divided by zero."""


class Inexact(DecimalException):
    """Digits that were not zero were lost."""


class InvalidContext(InvalidOperation):
    """The context cannot be."""


class Rounded(DecimalException):
    """Digits were lost, be they zeros."""


class Subnormal(DecimalException):
    """The exponent is below Emin."""


class Overflow(Inexact, Rounded):
    """The number is too large."""


class Underflow(Inexact, Rounded, Subnormal):
    """The number is too small, and digits were lost."""


class FloatOperation(DecimalException, TypeError):
    """A float and a Decimal were mixed."""


_SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped)
_INVALID, _FLOAT, _DIVZERO, _OVERFLOW, _UNDERFLOW, _SUBNORMAL, _INEXACT, _ROUNDED, _CLAMPED = (1 << i for i in range(9))
_SYNTAX, _UNDEFINED, _IMPOSSIBLE = (1 << i for i in range(9, 12))      # kinds of _INVALID
_KINDS = ((ConversionSyntax, _SYNTAX), (DivisionImpossible, _IMPOSSIBLE), (DivisionUndefined, _UNDEFINED))
_ALL_INVALID = _INVALID | _SYNTAX | _UNDEFINED | _IMPOSSIBLE
_BIT = {signal: 1 << i for i, signal in enumerate(_SIGNALS)}
_BIT[InvalidOperation] = _ALL_INVALID
_NAMES = ((_CLAMPED, 'Clamped'), (_SYNTAX, 'InvalidOperation'), (_DIVZERO, 'DivisionByZero'),
          (_IMPOSSIBLE | _UNDEFINED, 'InvalidOperation'), (_INEXACT, 'Inexact'), (_INVALID, 'InvalidOperation'),
          (_OVERFLOW, 'Overflow'), (_ROUNDED, 'Rounded'), (_SUBNORMAL, 'Subnormal'), (_UNDERFLOW, 'Underflow'),
          (_FLOAT, 'FloatOperation'))

_FINITE, _INF, _NAN, _SNAN = range(4)


def _numdigits(n):
    """The number of decimal digits of an int >= 0."""
    if n < 10 ** 18:
        return len(str(n))
    guess = int(n.bit_length() * 0.30102999566398120) + 1
    power = 10 ** (guess - 1)
    if n < power:
        return guess - 1
    return guess + 1 if n >= power * 10 else guess


def _text(n):
    """str(n) of an int >= 0 of any size."""
    if n.bit_length() < 12000:
        return str(n)
    half = _numdigits(n) // 2
    high, low = divmod(n, 10 ** half)
    return _text(high) + _text(low).rjust(half, '0')


def _number(text):
    """int(text) of any length."""
    if len(text) < 4000:
        return int(text)
    half = len(text) // 2
    return _number(text[:-half]) * 10 ** half + _number(text[-half:])


def _round(c, drop, rounding, sign):
    """c without its last `drop` digits: (the rounded coefficient, was something lost?)"""
    if drop <= 0:
        return c * 10 ** -drop, False
    if drop > 40 and drop > _numdigits(c) + 1:  # less than a tenth of the last place, however little: 10 ** drop may be more than there is memory
        c, drop = min(c, 1), 2
    unit = 10 ** drop
    q, r = divmod(c, unit)
    if not r:
        return q, False
    if rounding == ROUND_HALF_EVEN:
        up = 2 * r > unit or (2 * r == unit and q & 1)
    elif rounding == ROUND_HALF_UP:
        up = 2 * r >= unit
    elif rounding == ROUND_HALF_DOWN:
        up = 2 * r > unit
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = sign
    else:
        up = q % 5 == 0
    return q + 1 if up else q, True


def _make(sign, c, e, kind=_FINITE):
    self = object.__new__(Decimal)
    self._sign = sign
    self._c = c
    self._e = e
    self._kind = kind
    return self


def _like(cls, d):
    if cls is Decimal:
        return d
    self = object.__new__(cls)
    self._sign, self._c, self._e, self._kind = d._sign, d._c, d._e, d._kind
    return self


def _fix(ctx, sign, c, e):
    """The finite number as the context allows it."""
    prec, emax = ctx._prec, ctx._emax
    etiny, etop = ctx._emin - prec + 1, emax - prec + 1
    if not c:
        at = min(max(e, etiny), etop if ctx._clamp else emax)
        if at != e:
            ctx._status |= _CLAMPED
        return _make(sign, 0, at)
    low = _numdigits(c) + e - prec
    if low > etop:
        return _overflow(ctx, sign)
    subnormal = low < etiny
    if subnormal:
        low = etiny
    if e < low:
        c, lost = _round(c, low - e, ctx._rounding, sign)
        if _numdigits(c) > prec:
            c //= 10
            low += 1
            if low > etop:
                return _overflow(ctx, sign)
        ctx._status |= _ROUNDED
        if lost:
            ctx._status |= _INEXACT | (_UNDERFLOW if subnormal else 0)
        if subnormal:
            ctx._status |= _SUBNORMAL
        if not c:
            ctx._status |= _CLAMPED
        return _make(sign, c, low)
    if subnormal:
        ctx._status |= _SUBNORMAL
    if ctx._clamp and e > etop:
        ctx._status |= _CLAMPED
        return _make(sign, c * 10 ** (e - etop), etop)
    return _make(sign, c, e)


def _overflow(ctx, sign):
    ctx._status |= _OVERFLOW | _INEXACT | _ROUNDED
    r = ctx._rounding
    if r in (ROUND_DOWN, ROUND_05UP) or (r == ROUND_CEILING and sign) or (r == ROUND_FLOOR and not sign):
        return _make(sign, 10 ** ctx._prec - 1, ctx._emax - ctx._prec + 1)
    return _make(sign, 0, 0, _INF)


def _fix_any(ctx, d):
    if d._kind == _FINITE:
        return _fix(ctx, d._sign, d._c, d._e)
    return _fix_nan(ctx, d) if d._kind != _INF else d


def _fix_nan(ctx, d):
    """A payload has room for prec - clamp digits."""
    room = ctx._prec - ctx._clamp
    if d._c and _numdigits(d._c) > room:
        return _make(d._sign, d._c % 10 ** room, 0, d._kind)
    return d


def _invalid(ctx, status=_INVALID):
    ctx._status |= status
    return _make(0, 0, 0, _NAN)


def _check_nans(ctx, *numbers):
    """The NaN that an operation on these numbers gives, or None."""
    for d in numbers:
        if d._kind == _SNAN:
            ctx._status |= _INVALID
            return _fix_nan(ctx, _make(d._sign, d._c, 0, _NAN))
    for d in numbers:
        if d._kind == _NAN:
            return _fix_nan(ctx, d)
    return None


# ---- arithmetic ----

def _add(ctx, a, b, negate=0):
    if a._kind or b._kind:
        nan = _check_nans(ctx, a, b)
        if nan is not None:
            return nan
        if a._kind == _INF:
            return _invalid(ctx) if b._kind == _INF and a._sign != b._sign ^ negate else a
        return _make(b._sign ^ negate, 0, 0, _INF)
    asign, bsign, ac, bc, e = a._sign, b._sign ^ negate, a._c, b._c, a._e
    if a._e != b._e:
        e = min(a._e, b._e)
        far = abs(a._e - b._e)
        if far > 2 * ctx._prec + 8 and ac and bc:
            return _add_far(ctx, asign, a, bsign, b)
        if not ac and not bc:
            pass
        elif not ac and b._e > e:       # zeros do not ask for digits beyond the precision
            e = max(e, b._e - ctx._prec - 1)
            bc *= 10 ** (b._e - e)
        elif not bc and a._e > e:
            e = max(e, a._e - ctx._prec - 1)
            ac *= 10 ** (a._e - e)
        elif a._e > b._e and ac:
            ac *= 10 ** (a._e - e)
        elif bc and b._e > e:
            bc *= 10 ** (b._e - e)
    total = (-ac if asign else ac) + (-bc if bsign else bc)
    if total:
        return _fix(ctx, int(total < 0), abs(total), e)
    sign = asign if asign == bsign else int(ctx._rounding == ROUND_FLOOR)
    return _fix(ctx, sign, 0, e)


def _add_far(ctx, asign, a, bsign, b):
    """The exponents are so far apart that the smaller number may matter only as a last digit."""
    if a._e < b._e:
        a, b, asign, bsign = b, a, bsign, asign
    room = _numdigits(a._c) - 1 + ctx._prec + 3
    low = a._e - room
    if _numdigits(b._c) + b._e < low:
        bc, be = 1, low - 1
    else:
        bc, be = b._c, b._e
    ac = a._c * 10 ** (a._e - be)
    total = (-ac if asign else ac) + (-bc if bsign else bc)
    return _fix(ctx, int(total < 0), abs(total), be)


def _mul(ctx, a, b):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        nan = _check_nans(ctx, a, b)
        if nan is not None:
            return nan
        for x, y in ((a, b), (b, a)):
            if x._kind == _INF and y._kind == _FINITE and not y._c:
                return _invalid(ctx)
        return _make(sign, 0, 0, _INF)
    return _fix(ctx, sign, a._c * b._c, a._e + b._e)


def _div(ctx, a, b):
    sign = a._sign ^ b._sign
    if a._kind or b._kind:
        nan = _check_nans(ctx, a, b)
        if nan is not None:
            return nan
        if a._kind == _INF:
            return _invalid(ctx) if b._kind == _INF else _make(sign, 0, 0, _INF)
        ctx._status |= _CLAMPED
        return _make(sign, 0, ctx.Etiny())
    if not b._c:
        if not a._c:
            return _invalid(ctx, _UNDEFINED)
        ctx._status |= _DIVZERO
        return _make(sign, 0, 0, _INF)
    if not a._c:
        return _fix(ctx, sign, 0, a._e - b._e)
    shift = _numdigits(b._c) - _numdigits(a._c) + ctx._prec + 1
    e = a._e - b._e - shift
    if shift >= 0:
        q, r = divmod(a._c * 10 ** shift, b._c)
    else:
        q, r = divmod(a._c, b._c * 10 ** -shift)
    if r:
        if q % 5 == 0:
            q += 1                      # so that rounding sees that there is more
    else:
        q, e = _strip(q, e, a._e - b._e)
    return _fix(ctx, sign, q, e)


def _strip(c, e, ideal):
    """Without trailing zeros, as long as the exponent is below `ideal`."""
    while e < ideal:
        q, r = divmod(c, 10)
        if r:
            break
        c, e = q, e + 1
    return c, e


def _divide(ctx, a, b):
    """(integer quotient, remainder) of finite numbers, b not zero; None: the quotient has too many digits."""
    sign = a._sign ^ b._sign
    ideal = min(a._e, b._e)
    far = a._adjusted() - b._adjusted()
    if not a._c or far <= -2:
        return _make(sign, 0, 0), _rescale(a, ideal, ctx._rounding) if a._c or a._e > ideal else a
    if far <= ctx._prec:
        if a._e >= b._e:
            ac, bc = a._c * 10 ** (a._e - b._e), b._c
        else:
            ac, bc = a._c, b._c * 10 ** (b._e - a._e)
        q, r = divmod(ac, bc)
        if q < 10 ** ctx._prec:
            return _make(sign, q, 0), _make(a._sign, r, ideal)
    return None


def _rescale(d, e, rounding):
    if not d._c:
        return _make(d._sign, 0, e)
    if d._e >= e:
        return _make(d._sign, d._c * 10 ** (d._e - e), e)
    return _make(d._sign, _round(d._c, e - d._e, rounding, d._sign)[0], e)


def _floordiv(ctx, a, b):
    sign = a._sign ^ b._sign
    nan = _check_nans(ctx, a, b)
    if nan is not None:
        return nan
    if a._kind == _INF:
        return _invalid(ctx) if b._kind == _INF else _make(sign, 0, 0, _INF)
    if b._kind == _INF:
        return _make(sign, 0, 0)
    if not b._c:
        if not a._c:
            return _invalid(ctx, _UNDEFINED)
        ctx._status |= _DIVZERO
        return _make(sign, 0, 0, _INF)
    both = _divide(ctx, a, b)
    return _invalid(ctx, _IMPOSSIBLE) if both is None else _fix_any(ctx, both[0])


def _mod(ctx, a, b):
    nan = _check_nans(ctx, a, b)
    if nan is not None:
        return nan
    if a._kind == _INF:
        return _invalid(ctx)
    if b._kind == _INF:
        return _fix(ctx, a._sign, a._c, a._e)
    if not b._c:
        return _invalid(ctx, _INVALID if a._c else _UNDEFINED)
    both = _divide(ctx, a, b)
    return _invalid(ctx, _IMPOSSIBLE) if both is None else _fix_any(ctx, both[1])


def _divmod(ctx, a, b):
    nan = _check_nans(ctx, a, b)
    if nan is not None:
        return nan, nan
    sign = a._sign ^ b._sign
    if a._kind == _INF:
        bad = _invalid(ctx)
        return (bad, bad) if b._kind == _INF else (_make(sign, 0, 0, _INF), bad)
    if b._kind == _INF:
        return _make(sign, 0, 0), _fix(ctx, a._sign, a._c, a._e)
    if not b._c:
        if not a._c:
            bad = _invalid(ctx, _UNDEFINED)
            return bad, bad
        ctx._status |= _DIVZERO
        return _make(sign, 0, 0, _INF), _invalid(ctx)
    both = _divide(ctx, a, b)
    if both is None:
        bad = _invalid(ctx, _IMPOSSIBLE)
        return bad, bad
    return _fix_any(ctx, both[0]), _fix_any(ctx, both[1])


def _remainder_near(ctx, a, b):
    nan = _check_nans(ctx, a, b)
    if nan is not None:
        return nan
    if a._kind == _INF:
        return _invalid(ctx)
    if not b._kind and not b._c:
        return _invalid(ctx, _INVALID if a._c else _UNDEFINED)
    if b._kind == _INF:
        return _fix(ctx, a._sign, a._c, a._e)
    ideal = min(a._e, b._e)
    if not a._c:
        return _fix(ctx, a._sign, 0, ideal)
    far = a._adjusted() - b._adjusted()
    if far >= ctx._prec + 1:
        return _invalid(ctx, _IMPOSSIBLE)
    if far <= -2:
        return _fix_any(ctx, _rescale(a, ideal, ctx._rounding))
    ac, bc = a._c * 10 ** (a._e - ideal), b._c * 10 ** (b._e - ideal)
    q, r = divmod(ac, bc)
    sign = a._sign
    if 2 * r + (q & 1) > bc:
        r -= bc
        q += 1
    if q >= 10 ** ctx._prec:
        return _invalid(ctx, _IMPOSSIBLE)
    if r < 0:
        sign, r = 1 - sign, -r
    return _fix(ctx, sign, r, ideal)


def _order(a, b):
    """-1, 0, 1 for numbers that are no NaNs, exactly."""
    if a._kind == _INF or b._kind == _INF:
        x = (-1 if a._sign else 1) if a._kind == _INF else 0
        y = (-1 if b._sign else 1) if b._kind == _INF else 0
        return (x > y) - (x < y)
    if not a._c or not b._c:
        x = 0 if not a._c else -1 if a._sign else 1
        y = 0 if not b._c else -1 if b._sign else 1
        return (x > y) - (x < y)
    if a._sign != b._sign:
        return -1 if a._sign else 1
    flip = -1 if a._sign else 1
    x, y = a._adjusted(), b._adjusted()
    if x != y:
        return flip if x > y else -flip
    e = min(a._e, b._e)
    x, y = a._c * 10 ** (a._e - e), b._c * 10 ** (b._e - e)
    return flip * ((x > y) - (x < y))


def _compare(ctx, a, b, signal=False):
    if a._kind >= _NAN or b._kind >= _NAN:
        if signal:
            ctx._status |= _INVALID
        return _check_nans(ctx, a, b)
    order = _order(a, b)
    return _make(int(order < 0), abs(order), 0)


def _total_key_order(a, b):
    """-1, 0, 1 in the total order."""
    if a._sign != b._sign:
        return -1 if a._sign else 1
    flip = -1 if a._sign else 1
    rank = (0, 1, 3, 2)                 # finite, infinity, signaling NaN, NaN
    if a._kind != b._kind:
        return flip if rank[a._kind] > rank[b._kind] else -flip
    if a._kind >= _NAN:
        return flip * ((a._c > b._c) - (a._c < b._c))
    order = _order(a, b)
    if order:
        return order
    return flip * ((a._e > b._e) - (a._e < b._e))


def _extreme(ctx, a, b, sign, magnitude):
    """max (sign 1) and min (sign -1), by value or by magnitude."""
    if a._kind >= _NAN or b._kind >= _NAN:
        if a._kind == _SNAN or b._kind == _SNAN or (a._kind == _NAN and b._kind == _NAN):
            return _check_nans(ctx, a, b)
        return _fix_any(ctx, b if a._kind == _NAN else a)
    x, y = (_abs(a), _abs(b)) if magnitude else (a, b)
    order = _order(x, y) or _total_key_order(a, b)
    return _fix_any(ctx, a if order * sign > 0 or (not order) else b)


def _abs(d):
    return _make(0, d._c, d._e, d._kind)


def _quantize(ctx, d, exp, rounding):
    nan = _check_nans(ctx, d, exp)
    if nan is not None:
        return nan
    if d._kind == _INF or exp._kind == _INF:
        return d if d._kind == exp._kind == _INF else _invalid(ctx)
    e = exp._e
    if not ctx._emin - ctx._prec + 1 <= e <= ctx._emax:
        return _invalid(ctx)
    if not d._c:
        return _fix(ctx, d._sign, 0, e)
    if d._adjusted() > ctx._emax or d._adjusted() - e + 1 > ctx._prec:
        return _invalid(ctx)
    c, lost = _round(d._c, e - d._e, rounding, d._sign)
    r = _make(d._sign, c, e)
    if r._adjusted() > ctx._emax or _numdigits(c) > ctx._prec:
        return _invalid(ctx)
    if c and r._adjusted() < ctx._emin:
        ctx._status |= _SUBNORMAL
    if e > d._e:
        ctx._status |= _ROUNDED | (_INEXACT if lost else 0)
    return _fix(ctx, d._sign, c, e)


def _to_integral(ctx, d, rounding, exact):
    if d._kind:
        return _check_nans(ctx, d) or d if d._kind != _INF else d
    if d._e >= 0:
        return d
    if not d._c:
        return _make(d._sign, 0, 0)
    c, lost = _round(d._c, -d._e, rounding, d._sign)
    if exact:
        ctx._status |= _ROUNDED | (_INEXACT if lost else 0)
    return _make(d._sign, c, 0)


def _normalize(ctx, d):
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    d = _fix_any(ctx, d)
    if d._kind == _INF:
        return d
    if not d._c:
        return _make(d._sign, 0, 0)
    top = ctx._emax - ctx._prec + 1 if ctx._clamp else ctx._emax
    c, e = _strip(d._c, d._e, top)
    return _make(d._sign, c, e)


def _sqrt(ctx, d):
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    if d._kind == _INF:
        return _invalid(ctx) if d._sign else d
    if not d._c:
        return _fix(ctx, d._sign, 0, d._e >> 1)
    if d._sign:
        return _invalid(ctx)
    prec = ctx._prec + 1
    e = d._e >> 1
    c = d._c * 10 if d._e & 1 else d._c
    length = (_numdigits(c) + 1) >> 1
    shift = prec - length
    if shift >= 0:
        c *= 100 ** shift
        exact = True
    else:
        c, rest = divmod(c, 100 ** -shift)
        exact = not rest
    e -= shift
    n = math.isqrt(c)
    exact = exact and n * n == c
    if exact:
        if shift >= 0:
            n //= 10 ** shift
        else:
            n *= 10 ** -shift
        e += shift
    elif n % 5 == 0:
        n += 1
    return _with_rounding(ctx, ROUND_HALF_EVEN, _fix, 0, n, e)


def _with_rounding(ctx, rounding, function, *args):
    held = ctx._rounding
    ctx._rounding = rounding
    try:
        return function(ctx, *args)
    finally:
        ctx._rounding = held


def _exact_or(ctx, digits, *args):
    """A transcendental result: digits(prec, *args) gives (sign, coefficient, exponent) with prec digits, never exact."""
    sign, c, e = digits(ctx._prec, *args)
    return _with_rounding(ctx, ROUND_HALF_EVEN, _fix, sign, c, e)


def _exp(ctx, d):
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    if d._kind == _INF:
        return _make(0, 0, 0) if d._sign else d
    if not d._c:
        return _make(0, 1, 0)
    adj = d._adjusted()
    if adj > _numdigits((-ctx.Etiny() + 1 if d._sign else ctx._emax + 1) * 3):
        return _with_rounding(ctx, ROUND_HALF_EVEN, _fix, 0, 1, ctx.Etiny() - 1 if d._sign else ctx._emax + 1)
    if adj < -ctx._prec - 1:            # 1 and a little more or less
        n = 10 ** (ctx._prec + 1)
        return _with_rounding(ctx, ROUND_HALF_EVEN, _fix, 0, n - 1 if d._sign else n + 1, -ctx._prec - 1)
    return _exact_or(ctx, exp_digits, d._sign, d._c, d._e)


def _log_of_special(ctx, d):
    """Logarithms of what has no digits to compute with; None: it has."""
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    if not d._kind and not d._c:
        return _make(1, 0, 0, _INF)
    if d._sign:
        return _invalid(ctx)
    if d._kind == _INF:
        return d
    return None


def _ln(ctx, d):
    special = _log_of_special(ctx, d)
    if special is not None:
        return special
    if _order(d, _ONE) == 0:
        return _make(0, 0, 0)
    return _exact_or(ctx, ln_digits, d._c, d._e)


def _log10(ctx, d):
    special = _log_of_special(ctx, d)
    if special is not None:
        return special
    c, e = _strip(d._c, d._e, sys.maxsize)
    if c == 1:
        return _fix(ctx, int(e < 0), abs(e), 0)
    return _exact_or(ctx, log10_digits, d._c, d._e)


def _logb(ctx, d):
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    if d._kind == _INF:
        return _make(0, 0, 0, _INF)
    if not d._c:
        ctx._status |= _DIVZERO
        return _make(1, 0, 0, _INF)
    n = d._adjusted()
    return _fix(ctx, int(n < 0), abs(n), 0)


def _is_integer(d):
    return not d._kind and (d._e >= 0 or not d._c or (-d._e < _numdigits(d._c) and not d._c % 10 ** -d._e))


def _power(ctx, a, b):
    nan = _check_nans(ctx, a, b)
    if nan is not None:
        return nan
    if not b._kind and not b._c:        # x ** 0
        return _invalid(ctx) if not a._kind and not a._c else _make(0, 1, 0)
    integer = _is_integer(b)
    sign = 0
    if a._sign:
        if integer:
            sign = int(_round(b._c, -b._e, ROUND_DOWN, 0)[0] & 1) if b._e <= 0 else 0
        elif a._c or a._kind:
            return _invalid(ctx)
        a = _abs(a)
    if not a._kind and not a._c:
        return _make(sign, 0, 0, _INF) if b._sign else _fix(ctx, sign, 0, 0)
    if a._kind == _INF:
        return _make(sign, 0, 0) if b._sign else _make(sign, 0, 0, _INF)
    order = _order(a, _ONE)
    if order == 0:
        if b._kind == _INF or not integer:
            ctx._status |= _INEXACT | _ROUNDED
            return _make(sign, 10 ** (ctx._prec - 1), 1 - ctx._prec)
        if b._sign:
            n = 0
        else:
            n = min(_round(b._c, -b._e, ROUND_DOWN, 0)[0], ctx._prec)
        e = a._e * n
        if e < 1 - ctx._prec:
            e = 1 - ctx._prec
            ctx._status |= _ROUNDED
        return _make(sign, 10 ** -e, e)
    adj = a._adjusted()
    if b._kind == _INF:
        return _make(0, 0, 0) if (order < 0) == (not b._sign) else _make(0, 0, 0, _INF)
    if integer and b._adjusted() < 8:
        return _int_power(ctx, sign, a, _round(b._c, -b._e, ROUND_DOWN, 0)[0], b._sign)
    bound = _log10_bound(a) + b._adjusted()
    if (adj >= 0) == (not b._sign):     # large results
        if bound >= _numdigits(ctx._emax):
            return _fix(ctx, sign, 1, ctx._emax + 1)
    elif bound >= _numdigits(-ctx.Etiny()):
        return _fix(ctx, sign, 1, ctx.Etiny() - 1)
    if integer:
        return _int_power(ctx, sign, a, _round(b._c, -b._e, ROUND_DOWN, 0)[0], b._sign)
    if b._adjusted() + _log10_bound(a) < -max(ctx._prec, _numdigits(a._c)) - 24:  # too near to 1 for libmpdec to tell the side
        ctx._status |= _INEXACT | _ROUNDED
        return _make(sign, 10 ** (ctx._prec - 1), 1 - ctx._prec)
    s, c, e = power_digits(ctx._prec, a._c, a._e, b._sign, b._c, b._e)
    ctx._status |= _INEXACT | _ROUNDED      # said of every root, of one that comes out even too
    return _fix(ctx, sign, c, e)


def _log10_bound(a):
    """A lower bound of the adjusted exponent of |log10(a)|."""
    adj = a._adjusted()
    if adj >= 1:
        return _numdigits(adj) - 1
    if adj <= -2:
        return _numdigits(-1 - adj) - 1
    c, e = a._c, a._e
    if adj == 0:
        part = str(c - 10 ** -e)
        top = str(c)
        return len(part) - len(top) - (part < top)
    part = str(10 ** -e - c)
    return len(part) + e - (part < '231') - 1


def _int_power(ctx, sign, a, n, negative):
    """a ** n by squaring, with some digits more than the precision."""
    work = ctx.copy()
    work._prec += _numdigits(n) + 2 + negative
    work._rounding, work._clamp = ROUND_HALF_EVEN, 0
    if negative:
        a = _div(work, _ONE, a)
    r = a
    for bit in bin(n)[3:]:
        r = _mul(work, r, r)
        if bit == '1':
            r = _mul(work, r, a)
        if r._kind or (not r._c and work._status & _CLAMPED):
            break
    if not r._kind and not r._c:                # below all that can be written
        ctx._status |= work._status & ~_CLAMPED
        return _fix(ctx, sign, 1, ctx.Etiny() - 1)
    ctx._status |= work._status
    if r._kind:
        return _fix(ctx, sign, 1, ctx._emax + 1)
    return _fix(ctx, sign, r._c, r._e)


def _power_modulo(ctx, a, b, m):
    nan = _check_nans(ctx, a, b, m)
    if nan is not None:
        return nan
    if not (_is_integer(a) and _is_integer(b) and _is_integer(m)) or b._sign or not m._c:
        return _invalid(ctx)
    if m._adjusted() >= ctx._prec or (not b._c and not a._c):
        return _invalid(ctx)
    base, n, modulo = int(a), int(b), abs(int(m))
    sign = a._sign if n & 1 else 0
    return _make(sign, pow(abs(base) % modulo, n, modulo), 0)


def _fma(ctx, a, b, c):
    nan = None
    if a._kind == _SNAN or b._kind == _SNAN or c._kind >= _NAN or a._kind >= _NAN or b._kind >= _NAN:
        if (a._kind == _INF and not b._kind and not b._c) or (b._kind == _INF and not a._kind and not a._c):
            return _invalid(ctx)
        nan = _check_nans(ctx, a, b, c)
        return nan
    sign = a._sign ^ b._sign
    if a._kind == _INF or b._kind == _INF:
        for x, y in ((a, b), (b, a)):
            if x._kind == _INF and not y._kind and not y._c:
                return _invalid(ctx)
        product = _make(sign, 0, 0, _INF)
    else:
        product = _make(sign, a._c * b._c, a._e + b._e)
    return _add(ctx, product, c)


def _next(ctx, d, sign):
    """The next number above (sign 0) or below (1)."""
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    if d._kind == _INF:
        return d if d._sign == sign else _make(1 - sign, 10 ** ctx._prec - 1, ctx.Etop())
    held = ctx._status
    rounding = ROUND_FLOOR if sign else ROUND_CEILING
    r = _with_rounding(ctx, rounding, _fix, d._sign, d._c, d._e)
    if not (r._kind == _FINITE and _order(r, d) == 0):
        ctx._status = held
        return r
    r = _with_rounding(ctx, rounding, _add, d, _make(sign, 1, ctx.Etiny() - 1))
    ctx._status = held
    return r


def _logical(d):
    return not d._kind and not d._sign and d._e == 0 and not set(_text(d._c)) - {'0', '1'}


def _bitwise(ctx, a, b, function):
    if not _logical(a) or not _logical(b):
        return _invalid(ctx)
    x = a._c % 10 ** ctx._prec
    y = b._c % 10 ** ctx._prec
    width = max(_numdigits(x), _numdigits(y))
    x, y = _text(x).rjust(width, '0'), _text(y).rjust(width, '0')
    return _make(0, _number(''.join('01'[function(int(i), int(j))] for i, j in zip(x, y))), 0)


def _shift(ctx, d, n, rotate):
    nan = _check_nans(ctx, d, n)
    if nan is not None:
        return nan
    if n._kind or n._e != 0 or n._c > ctx._prec:
        return _invalid(ctx)
    if d._kind == _INF:
        return d
    by = -n._c if n._sign else n._c
    c = d._c % 10 ** ctx._prec
    if rotate:
        by %= ctx._prec
        high, low = divmod(c, 10 ** (ctx._prec - by))
        return _make(d._sign, low * 10 ** by + high, d._e)
    return _make(d._sign, c // 10 ** -by if by < 0 else c * 10 ** by % 10 ** ctx._prec, d._e)


def _scaleb(ctx, d, n):
    nan = _check_nans(ctx, d, n)
    if nan is not None:
        return nan
    if n._kind or n._e != 0 or n._c > 2 * (ctx._emax + ctx._prec):
        return _invalid(ctx)
    if d._kind == _INF:
        return d
    return _fix(ctx, d._sign, d._c, d._e + (-n._c if n._sign else n._c))


# ---- the number ----

_PARSE = re.compile(r"""
    (?P<sign>[-+])?
    (?: (?=\d|\.\d) (?P<int>\d*) (?:\.(?P<frac>\d*))? (?:E(?P<exp>[-+]?\d+))?
      | Inf(?:inity)?
      | (?P<signal>s)?NaN(?P<diag>\d*) )
    \Z""", re.VERBOSE | re.IGNORECASE)


def _parse(text):
    """The number that a text names, exactly; None: it names none."""
    m = _PARSE.match(text.strip().replace('_', ''))
    if m is None:
        return None
    sign = int(m['sign'] == '-')
    whole = m['int']
    if whole is not None:
        part = m['frac'] or ''
        return _make(sign, _number(whole + part), int(m['exp'] or 0) - len(part))
    if m['diag'] is not None:
        return _make(sign, _number(m['diag'] or '0'), 0, _SNAN if m['signal'] else _NAN)
    return _make(sign, 0, 0, _INF)


def _from_float(f):
    if math.isnan(f):
        return _make(int(math.copysign(1.0, f) < 0), 0, 0, _NAN)
    if math.isinf(f):
        return _make(int(f < 0), 0, 0, _INF)
    sign = int(math.copysign(1.0, f) < 0)
    n, d = abs(f).as_integer_ratio()
    k = d.bit_length() - 1
    return _make(sign, n * 5 ** k, -k)


def _from_tuple(value):
    if len(value) != 3:
        raise ValueError('argument must be a sequence of length 3')
    sign, digits, e = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError('sign must be an integer with the value 0 or 1')
    if isinstance(e, str):
        if e == 'F':
            return _make(sign, 0, 0, _INF)
        if e not in ('n', 'N'):
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
    elif not isinstance(e, int):
        raise ValueError('exponent must be an integer')
    c = 0
    if not isinstance(digits, (tuple, list)):
        raise ValueError('coefficient must be a tuple of digits')
    for digit in digits:
        if not isinstance(digit, int) or not 0 <= digit <= 9:
            raise ValueError('coefficient must be a tuple of digits')
        c = c * 10 + digit
    if isinstance(e, str):
        return _make(sign, c, 0, _NAN if e == 'n' else _SNAN)
    return _make(sign, c, e)


def _exact(value, ctx):
    """Decimal(value)"""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, str):
        d = _parse(value)
        if d is None:
            return _invalid(ctx, _SYNTAX)
        if d._kind == _FINITE and (d._adjusted() > MAX_EMAX or d._e < MIN_ETINY):
            return _invalid(ctx)
        return d
    if isinstance(value, int):
        return _make(int(value < 0), abs(int(value)), 0)
    if isinstance(value, (list, tuple)):
        return _from_tuple(value)
    if isinstance(value, float):
        ctx._status |= _FLOAT
        return _from_float(value)
    raise TypeError('conversion from %s to Decimal is not supported' % type(value).__name__)


def _operand(value, ctx):
    """The other operand of an operator: None where it cannot be one."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return _make(int(value < 0), abs(int(value)), 0)
    return None


def _argument(value):
    """The other operand of a method."""
    d = _operand(value, None)
    if d is None:
        raise TypeError('conversion from %s to Decimal is not supported' % type(value).__name__)
    return d


def _context(ctx):
    if ctx is None:
        return getcontext()
    if not isinstance(ctx, Context):
        raise TypeError('optional argument must be a context')
    return ctx


def _binary(function, *more):
    def forward(self, other):
        ctx = getcontext()
        other = _operand(other, ctx)
        if other is None:
            return NotImplemented
        return ctx._end(function(ctx, self, other, *more))

    def backward(self, other):
        ctx = getcontext()
        other = _operand(other, ctx)
        if other is None:
            return NotImplemented
        return ctx._end(function(ctx, other, self, *more))

    return forward, backward


def _unary_method(function, *more):
    def method(self, context=None):
        ctx = _context(context)
        return ctx._end(function(ctx, self, *more))
    return method


def _binary_method(function, *more):
    def method(self, other, context=None):
        ctx = _context(context)
        return ctx._end(function(ctx, self, _argument(other), *more))
    return method


class Decimal:
    """A decimal number, exact as it was written: Decimal('3.14'), Decimal(3), Decimal((0, (3, 1, 4), -2))."""

    __slots__ = ('_sign', '_c', '_e', '_kind')
    _full_name_ = 'decimal.Decimal'

    def __new__(cls, value='0', context=None):
        ctx = _context(context)
        return _like(cls, ctx._end(_exact(value, ctx))) if type(value) is not cls else value

    @classmethod
    def from_float(cls, f, /):
        """The exact value of a float or int."""
        if isinstance(f, int):
            return _like(cls, _make(int(f < 0), abs(f), 0)) if cls is Decimal else cls(_make(int(f < 0), abs(f), 0))
        if not isinstance(f, float):
            raise TypeError('argument must be int or float')
        d = _from_float(f)
        return d if cls is Decimal else cls(d)

    def _adjusted(self):
        return self._e + _numdigits(self._c) - 1

    def adjusted(self):
        """The exponent of the first digit."""
        return 0 if self._kind else self._adjusted()

    # text

    def _write(self, eng, capitals):
        sign = '-' if self._sign else ''
        if self._kind:
            payload = _text(self._c) if self._c else ''
            return sign + ('', 'Infinity', 'NaN' + payload, 'sNaN' + payload)[self._kind]
        digits = _text(self._c)
        left = self._e + len(digits)
        if self._e <= 0 and left > -6:
            dot = left
        elif not eng:
            dot = 1
        elif not self._c:
            dot = (left + 1) % 3 - 1
        else:
            dot = (left - 1) % 3 + 1
        if dot <= 0:
            text = '0.' + '0' * -dot + digits
        elif dot >= len(digits):
            text = digits + '0' * (dot - len(digits))
        else:
            text = digits[:dot] + '.' + digits[dot:]
        if left != dot:
            text += '%s%+d' % ('E' if capitals else 'e', left - dot)
        return sign + text

    def __str__(self):
        return self._write(False, getcontext()._capitals)

    def __repr__(self):
        return "Decimal('%s')" % self._write(False, getcontext()._capitals)

    def to_eng_string(self, context=None):
        """With an exponent that is a multiple of three."""
        return self._write(True, _context(context)._capitals)

    def __format__(self, spec, override=None):
        if not isinstance(spec, str):
            raise TypeError('format argument must be str')
        ctx = getcontext()
        return _format_decimal(self, spec, ctx._rounding, ctx._capitals, _round, _text)

    # comparisons

    def _with(self, other, equality):
        """The other one for a comparison: None if there is none."""
        if isinstance(other, Decimal):
            return self, other
        if isinstance(other, int):
            return self, _make(int(other < 0), abs(int(other)), 0)
        ctx = getcontext()
        if isinstance(other, float):
            ctx._status |= _FLOAT
            if equality:
                ctx._flags |= _FLOAT
                ctx._status &= ~_FLOAT
            ctx._end(None)
            return self, _from_float(other)
        if isinstance(other, numbers.Rational):
            if not self._kind:
                return (_make(self._sign, self._c * other.denominator, self._e),
                        _make(int(other.numerator < 0), abs(other.numerator), 0))
            return self, _make(int(other.numerator < 0), abs(other.numerator), 0)
        if equality and isinstance(other, numbers.Complex) and other.imag == 0:
            return self._with(other.real, equality)
        return None

    def _ordered(self, other):
        """-1, 0, 1; 2: there is a NaN; None: not comparable."""
        pair = self._with(other, False)
        if pair is None:
            return None
        a, b = pair
        if a._kind >= _NAN or b._kind >= _NAN:
            ctx = getcontext()
            ctx._status |= _INVALID
            ctx._end(None)
            return 2
        return _order(a, b)

    def __eq__(self, other):
        pair = self._with(other, True)
        if pair is None:
            return NotImplemented
        a, b = pair
        if a._kind >= _NAN or b._kind >= _NAN:
            if a._kind == _SNAN or b._kind == _SNAN:
                ctx = getcontext()
                ctx._status |= _INVALID
                ctx._end(None)
            return False
        return _order(a, b) == 0

    def __lt__(self, other):
        order = self._ordered(other)
        return NotImplemented if order is None else order == -1

    def __le__(self, other):
        order = self._ordered(other)
        return NotImplemented if order is None else order in (-1, 0)

    def __gt__(self, other):
        order = self._ordered(other)
        return NotImplemented if order is None else order == 1

    def __ge__(self, other):
        order = self._ordered(other)
        return NotImplemented if order is None else order in (0, 1)

    def __hash__(self):
        if self._kind:
            if self._kind == _SNAN:
                raise TypeError('Cannot hash a signaling NaN value')
            if self._kind == _NAN:
                return object.__hash__(self)
            return -sys.hash_info.inf if self._sign else sys.hash_info.inf
        p = sys.hash_info.modulus
        scale = pow(10, self._e, p) if self._e >= 0 else pow(pow(10, -1, p), -self._e, p)
        h = self._c * scale % p
        if self._sign:
            h = -h
        return -2 if h == -1 else h

    def __bool__(self):
        return bool(self._kind or self._c)

    # operators

    __add__, __radd__ = _binary(_add)
    __sub__, __rsub__ = _binary(_add, 1)
    __mul__, __rmul__ = _binary(_mul)
    __truediv__, __rtruediv__ = _binary(_div)
    __floordiv__, __rfloordiv__ = _binary(_floordiv)
    __mod__, __rmod__ = _binary(_mod)

    def __divmod__(self, other):
        ctx = getcontext()
        other = _operand(other, ctx)
        return NotImplemented if other is None else ctx._end(_divmod(ctx, self, other))

    def __rdivmod__(self, other):
        ctx = getcontext()
        other = _operand(other, ctx)
        return NotImplemented if other is None else ctx._end(_divmod(ctx, other, self))

    def __pow__(self, other, modulo=None):
        ctx = getcontext()
        other = _operand(other, ctx)
        if other is None:
            return NotImplemented
        if modulo is None:
            return ctx._end(_power(ctx, self, other))
        modulo = _operand(modulo, ctx)
        return NotImplemented if modulo is None else ctx._end(_power_modulo(ctx, self, other, modulo))

    def __rpow__(self, other):
        ctx = getcontext()
        other = _operand(other, ctx)
        return NotImplemented if other is None else ctx._end(_power(ctx, other, self))

    def __neg__(self):
        ctx = getcontext()
        return ctx._end(_plus(ctx, self, 1))

    def __pos__(self):
        ctx = getcontext()
        return ctx._end(_plus(ctx, self, 0))

    def __abs__(self):
        ctx = getcontext()
        return ctx._end(_plus(ctx, self, self._sign))

    # to other numbers

    def __int__(self):
        if self._kind:
            if self._kind == _INF:
                raise OverflowError('cannot convert Infinity to integer')
            raise ValueError('cannot convert NaN to integer')
        n = self._c * 10 ** self._e if self._e >= 0 else _round(self._c, -self._e, ROUND_DOWN, 0)[0]
        return -n if self._sign else n

    __trunc__ = __int__

    def __float__(self):
        if self._kind == _SNAN:
            raise ValueError('cannot convert signaling NaN to float')
        if self._kind == _NAN:
            return float('-nan' if self._sign else 'nan')
        return float(self._write(False, True))

    def __complex__(self):
        return complex(float(self))

    def _integral(self, rounding):
        if self._kind == _INF:
            raise OverflowError('cannot convert Infinity to integer')
        if self._kind:
            raise ValueError('cannot convert NaN to integer')
        n = _round(self._c, -self._e, rounding, self._sign)[0]
        return -n if self._sign else n

    def __round__(self, n=None):
        if n is None:
            return self._integral(ROUND_HALF_EVEN)
        if not isinstance(n, int):
            raise TypeError('optional arg must be an integer')
        ctx = getcontext()
        return ctx._end(_quantize(ctx, self, _make(0, 1, -n), ctx.rounding))

    def __floor__(self):
        return self._integral(ROUND_FLOOR)

    def __ceil__(self):
        return self._integral(ROUND_CEILING)

    def as_tuple(self):
        """DecimalTuple(sign, digits, exponent)"""
        if self._kind == _INF:
            return DecimalTuple(self._sign, (0,), 'F')
        digits = tuple(map(int, _text(self._c))) if self._c or not self._kind else ()
        return DecimalTuple(self._sign, digits, self._e if not self._kind else 'n' if self._kind == _NAN else 'N')

    def as_integer_ratio(self):
        """(numerator, denominator) in lowest terms."""
        if self._kind == _INF:
            raise OverflowError('cannot convert Infinity to integer ratio')
        if self._kind:
            raise ValueError('cannot convert NaN to integer ratio')
        if not self._c:
            return 0, 1
        n, d = (self._c * 10 ** self._e, 1) if self._e >= 0 else (self._c, 10 ** -self._e)
        g = math.gcd(n, d)
        return (-n // g if self._sign else n // g), d // g

    real = property(lambda self: self)
    imag = property(lambda self: _make(0, 0, 0))

    def conjugate(self):
        return self

    def canonical(self):
        return self

    def radix(self):
        return _make(0, 10, 0)

    def __reduce__(self):
        return type(self), (str(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    # methods with a context

    compare = _binary_method(_compare)
    compare_signal = _binary_method(_compare, True)
    remainder_near = _binary_method(_remainder_near)
    max = _binary_method(_extreme, 1, False)
    max_mag = _binary_method(_extreme, 1, True)
    min = _binary_method(_extreme, -1, False)
    min_mag = _binary_method(_extreme, -1, True)
    rotate = _binary_method(_shift, True)
    shift = _binary_method(_shift, False)
    scaleb = _binary_method(_scaleb)
    logical_and = _binary_method(_bitwise, lambda i, j: i & j)
    logical_or = _binary_method(_bitwise, lambda i, j: i | j)
    logical_xor = _binary_method(_bitwise, lambda i, j: i ^ j)
    normalize = _unary_method(_normalize)
    sqrt = _unary_method(_sqrt)
    exp = _unary_method(_exp)
    ln = _unary_method(_ln)
    log10 = _unary_method(_log10)
    logb = _unary_method(_logb)
    next_plus = _unary_method(_next, 0)
    next_minus = _unary_method(_next, 1)

    def logical_invert(self, context=None):
        ctx = _context(context)
        ones = _make(0, (10 ** ctx._prec - 1) // 9, 0)
        return ctx._end(_bitwise(ctx, self, ones, lambda i, j: i ^ j))

    def next_toward(self, other, context=None):
        """The next number in the direction of another."""
        ctx = _context(context)
        other = _argument(other)
        nan = _check_nans(ctx, self, other)
        if nan is not None:
            return ctx._end(nan)
        order = _order(self, other)
        if not order:
            return ctx._end(_make(other._sign, self._c, self._e, self._kind))
        r = _next(ctx, self, int(order > 0))
        if r._kind == _INF:
            ctx._status |= _OVERFLOW | _INEXACT | _ROUNDED
        elif r._adjusted() < ctx._emin:
            ctx._status |= _UNDERFLOW | _SUBNORMAL | _INEXACT | _ROUNDED
            if not r._c:
                ctx._status |= _CLAMPED
        return ctx._end(r)

    def fma(self, other, third, context=None):
        """self * other + third, rounded once."""
        ctx = _context(context)
        return ctx._end(_fma(ctx, self, _argument(other), _argument(third)))

    def quantize(self, exp, rounding=None, context=None):
        """The number with the exponent of another."""
        ctx = _context(context)
        _check_rounding(rounding)
        return ctx._end(_quantize(ctx, self, _argument(exp), rounding or ctx._rounding))

    def to_integral_value(self, rounding=None, context=None):
        ctx = _context(context)
        _check_rounding(rounding)
        return ctx._end(_to_integral(ctx, self, rounding or ctx._rounding, False))

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        ctx = _context(context)
        _check_rounding(rounding)
        return ctx._end(_to_integral(ctx, self, rounding or ctx._rounding, True))

    def compare_total(self, other, context=None):
        """-1, 0 or 1 in an order of all numbers, NaNs too, where 12.0 comes before 12."""
        order = _total_key_order(self, _argument(other))
        return _make(int(order < 0), abs(order), 0)

    def compare_total_mag(self, other, context=None):
        order = _total_key_order(_abs(self), _abs(_argument(other)))
        return _make(int(order < 0), abs(order), 0)

    def same_quantum(self, other, context=None):
        other = _argument(other)
        if self._kind or other._kind:
            return (self._kind == _INF) == (other._kind == _INF) and (self._kind >= _NAN) == (other._kind >= _NAN)
        return self._e == other._e

    def copy_abs(self):
        return _abs(self)

    def copy_negate(self):
        return _make(1 - self._sign, self._c, self._e, self._kind)

    def copy_sign(self, other, context=None):
        return _make(_argument(other)._sign, self._c, self._e, self._kind)

    def is_canonical(self):
        return True

    def is_finite(self):
        return not self._kind

    def is_infinite(self):
        return self._kind == _INF

    def is_nan(self):
        return self._kind >= _NAN

    def is_qnan(self):
        return self._kind == _NAN

    def is_snan(self):
        return self._kind == _SNAN

    def is_signed(self):
        return self._sign == 1

    def is_zero(self):
        return not self._kind and not self._c

    def is_normal(self, context=None):
        return not self._kind and self._c != 0 and self._adjusted() >= _context(context)._emin

    def is_subnormal(self, context=None):
        return not self._kind and self._c != 0 and self._adjusted() < _context(context)._emin

    def number_class(self, context=None):
        if self._kind == _SNAN:
            return 'sNaN'
        if self._kind == _NAN:
            return 'NaN'
        sign = '-' if self._sign else '+'
        if self._kind == _INF:
            return sign + 'Infinity'
        if not self._c:
            return sign + 'Zero'
        return sign + ('Subnormal' if self.is_subnormal(context) else 'Normal')


def _plus(ctx, d, negate):
    nan = _check_nans(ctx, d)
    if nan is not None:
        return nan
    if d._kind:
        return _make(d._sign ^ negate, 0, 0, _INF)
    if not d._c and ctx._rounding != ROUND_FLOOR:
        return _fix(ctx, 0, 0, d._e)
    return _fix(ctx, d._sign ^ negate, d._c, d._e)


numbers.Number.register(Decimal)
_ONE = _make(0, 1, 0)


# ---- contexts ----

class SignalDict(MutableMapping):
    """The flags or traps of a context: a signal -> True or False."""
    __slots__ = ('_context', '_which')

    def __init__(self, context, which):
        self._context = context
        self._which = which

    def __getitem__(self, signal):
        return bool(getattr(self._context, self._which) & _bit(signal))

    def __setitem__(self, signal, value):
        bit = _bit(signal)
        mask = getattr(self._context, self._which)
        setattr(self._context, self._which, mask | bit if value else mask & ~bit)

    def __delitem__(self, signal):
        raise ValueError('signal keys cannot be deleted')

    def __iter__(self):
        return iter(_SIGNALS)

    def __len__(self):
        return len(_SIGNALS)

    def __repr__(self):
        return '{%s}' % ', '.join('%r:%r' % (signal, self[signal]) for signal in _SIGNALS)

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return getattr(self._context, self._which) == getattr(other._context, other._which)
        return dict(self) == other if isinstance(other, dict) else NotImplemented

    __hash__ = None

    def copy(self):
        return dict(self)


SignalDict.__module__ = 'abc'


_BAD_SIGNAL = ('valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n'
               '   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]')


def _bit(signal):
    try:
        return _BIT[signal]
    except (KeyError, TypeError):
        raise KeyError(_BAD_SIGNAL) from None


def _mask(signals):
    """The bits of a list or a dict of signals."""
    mask = 0
    if isinstance(signals, (dict, SignalDict)):
        if set(signals) != set(_SIGNALS):
            raise KeyError('invalid error flag' if len(signals) == len(_SIGNALS) else 'invalid signal dict')
        for signal, on in signals.items():
            if on:
                mask |= _BIT[signal]
        return mask
    if not isinstance(signals, list):
        raise TypeError('argument must be a signal dict')
    for signal in signals:
        bits = [bit for kind, bit in _BIT.items() if kind is signal]
        if not bits:
            if any(kind is signal for kind, _ in _KINDS):
                bits = [_ALL_INVALID]
            else:
                raise KeyError(_BAD_SIGNAL)
        mask |= bits[0]
    return mask


def _check_rounding(rounding):
    if rounding is not None and (not isinstance(rounding, str) or rounding not in _ROUNDINGS):
        raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n'
                        '   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')


def _check_int(value):
    if not isinstance(value, int):
        raise TypeError('an integer is required')
    return value


class Context:
    """How to calculate: precision, rounding, limits of the exponent, and what to do about signals."""
    _full_name_ = 'decimal.Context'

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        default = globals().get('DefaultContext')
        self._status = 0
        self._prec, self._rounding, self._emin, self._emax = 28, ROUND_HALF_EVEN, -999999, 999999
        self._capitals, self._clamp, self._flags, self._traps = 1, 0, 0, _ALL_INVALID | _DIVZERO | _OVERFLOW
        if default is not None:
            self._prec, self._rounding, self._emin, self._emax = default._prec, default._rounding, default._emin, default._emax
            self._capitals, self._clamp, self._traps = default._capitals, default._clamp, default._traps
        for name, value in (('prec', prec), ('rounding', rounding), ('Emin', Emin), ('Emax', Emax),
                            ('capitals', capitals), ('clamp', clamp)):
            if value is not None:
                setattr(self, name, value)
        if flags is not None:
            self._flags = _mask(flags)
        if traps is not None:
            self._traps = _mask(traps)

    def _end(self, result):
        """The end of an operation: its conditions become flags, and the first that is trapped an exception."""
        status = self._status
        if not status:
            return result
        self._status = 0
        self._flags |= status
        trapped = status & self._traps
        if not trapped:
            return result
        what = [kind for kind, bit in _KINDS if status & bit] if trapped & _ALL_INVALID else []
        what += [signal for signal in _SIGNALS if trapped & _BIT[signal] and not (signal is InvalidOperation and what)]
        kind = next(signal for signal in _SIGNALS if trapped & _BIT[signal])
        raise kind(what)

    prec = property(lambda self: self._prec)
    rounding = property(lambda self: self._rounding)
    Emin = property(lambda self: self._emin)
    Emax = property(lambda self: self._emax)
    capitals = property(lambda self: self._capitals)
    clamp = property(lambda self: self._clamp)
    flags = property(lambda self: SignalDict(self, '_flags'))
    traps = property(lambda self: SignalDict(self, '_traps'))

    @prec.setter
    def prec(self, value):
        if not 1 <= _check_int(value) <= MAX_PREC:
            raise ValueError('valid range for prec is [1, MAX_PREC]')
        self._prec = value

    @rounding.setter
    def rounding(self, value):
        _check_rounding(value if isinstance(value, str) else '')
        self._rounding = value

    @Emin.setter
    def Emin(self, value):
        if not MIN_EMIN <= _check_int(value) <= 0:
            raise ValueError('valid range for Emin is [MIN_EMIN, 0]')
        self._emin = value

    @Emax.setter
    def Emax(self, value):
        if not 0 <= _check_int(value) <= MAX_EMAX:
            raise ValueError('valid range for Emax is [0, MAX_EMAX]')
        self._emax = value

    @capitals.setter
    def capitals(self, value):
        if _check_int(value) not in (0, 1):
            raise ValueError('valid values for capitals are [0, 1]')
        self._capitals = int(value)

    @clamp.setter
    def clamp(self, value):
        if _check_int(value) not in (0, 1):
            raise ValueError('valid values for clamp are [0, 1]')
        self._clamp = int(value)

    @flags.setter
    def flags(self, value):
        self._flags = _mask(value)

    @traps.setter
    def traps(self, value):
        self._traps = _mask(value)

    def __setattr__(self, name, value):
        if name[:1] != '_' and not isinstance(getattr(Context, name, None), property):
            raise AttributeError("'decimal.Context' object has no attribute '%s'" % name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        raise AttributeError('context attributes cannot be deleted')

    def __repr__(self):
        def names(mask):
            return '[%s]' % ', '.join(dict.fromkeys(name for bit, name in _NAMES if mask & bit))
        return ('Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=%s, traps=%s)' % (
            self._prec, self._rounding, self._emin, self._emax, self._capitals, self._clamp, names(self._flags), names(self._traps)))

    def __reduce__(self):
        def signals(mask):
            return [signal for signal in _SIGNALS if mask & _BIT[signal]]
        return type(self), (self._prec, self._rounding, self._emin, self._emax, self._capitals, self._clamp,
                            signals(self._flags), signals(self._traps))

    def copy(self):
        other = Context.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    __copy__ = copy

    def clear_flags(self):
        self._flags = 0

    def clear_traps(self):
        self._traps = 0

    def Etiny(self):
        return self._emin - self._prec + 1

    def Etop(self):
        return self._emax - self._prec + 1

    def create_decimal(self, num='0', /):
        """Decimal(num), rounded as the context says."""
        d = _exact(num, self)
        if d._kind >= _NAN and d._c and _numdigits(d._c) > self._prec - self._clamp:
            d = _invalid(self, _SYNTAX)
        return self._end(_fix_any(self, d))

    def create_decimal_from_float(self, f, /):
        return self._end(_fix_any(self, Decimal.from_float(f)))

    def _apply(self, d):
        return self._end(_fix_any(self, d))

    def power(self, a, b, modulo=None):
        a, b = _argument(a), _argument(b)
        if modulo is not None:
            return self._end(_power_modulo(self, a, b, _argument(modulo)))
        return self._end(_power(self, a, b))

    def fma(self, a, b, c, /):
        return self._end(_fma(self, _argument(a), _argument(b), _argument(c)))

    def quantize(self, a, b, /):
        return self._end(_quantize(self, _argument(a), _argument(b), self._rounding))

    def to_integral_value(self, x, /):
        return self._end(_to_integral(self, _argument(x), self._rounding, False))

    to_integral = to_integral_value

    def to_integral_exact(self, x, /):
        return self._end(_to_integral(self, _argument(x), self._rounding, True))

    def to_sci_string(self, x, /):
        return _argument(x)._write(False, self._capitals)

    def to_eng_string(self, x, /):
        return _argument(x)._write(True, self._capitals)

    def radix(self):
        return _make(0, 10, 0)


def _context_function(function, count, *more):
    if count == 1:
        def method(self, x, /):
            return self._end(function(self, _argument(x), *more))
    else:
        def method(self, a, b, /):
            return self._end(function(self, _argument(a), _argument(b), *more))
    return method


for _name, _function, *_more in (
        ('add', _add), ('subtract', _add, 1), ('multiply', _mul), ('divide', _div), ('divide_int', _floordiv),
        ('remainder', _mod), ('remainder_near', _remainder_near), ('divmod', _divmod), ('compare', _compare),
        ('compare_signal', _compare, True), ('max', _extreme, 1, False), ('max_mag', _extreme, 1, True),
        ('min', _extreme, -1, False), ('min_mag', _extreme, -1, True), ('rotate', _shift, True), ('shift', _shift, False),
        ('scaleb', _scaleb), ('logical_and', _bitwise, lambda i, j: i & j), ('logical_or', _bitwise, lambda i, j: i | j),
        ('logical_xor', _bitwise, lambda i, j: i ^ j)):
    setattr(Context, _name, _context_function(_function, 2, *_more))
for _name, _function, *_more in (
        ('plus', _plus, 0), ('minus', _plus, 1), ('abs', lambda ctx, d: _plus(ctx, d, d._sign)), ('normalize', _normalize),
        ('sqrt', _sqrt), ('exp', _exp), ('ln', _ln), ('log10', _log10), ('logb', _logb), ('next_plus', _next, 0),
        ('next_minus', _next, 1)):
    setattr(Context, _name, _context_function(_function, 1, *_more))


def _context_method(name, wants_context):
    def method(self, x, *others):
        args = [_argument(other) for other in others]
        if wants_context:
            return getattr(_argument(x), name)(*args, context=self)
        return getattr(_argument(x), name)(*args)
    return method


for _name in ('canonical', 'is_canonical', 'is_finite', 'is_infinite', 'is_nan', 'is_qnan', 'is_snan', 'is_signed', 'is_zero',
              'copy_abs', 'copy_negate', 'copy_sign', 'compare_total', 'compare_total_mag', 'same_quantum'):
    setattr(Context, _name, _context_method(_name, False))
for _name in ('is_normal', 'is_subnormal', 'number_class', 'next_toward', 'logical_invert'):
    setattr(Context, _name, _context_method(_name, True))
Context.copy_decimal = lambda self, x, /: _argument(x)
del _name, _function, _more

DefaultContext = Context(prec=28, rounding=ROUND_HALF_EVEN, traps=[DivisionByZero, Overflow, InvalidOperation], flags=[],
                         Emax=999999, Emin=-999999, capitals=1, clamp=0)
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP,
                       traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow], flags=[])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[], flags=[])

_current = ContextVar('decimal_context')


def getcontext():
    """The context of this thread."""
    ctx = _current.get(None)
    if ctx is None:
        ctx = DefaultContext.copy()
        _current.set(ctx)
    return ctx


def setcontext(context, /):
    """Set the context of this thread."""
    if not isinstance(context, Context):
        raise TypeError('argument must be a context')
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _current.set(context)


class _LocalContext:
    def __init__(self, context):
        self._new = context

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, t, v, tb):
        setcontext(self._saved)


def localcontext(ctx=None, **kwargs):
    """A context manager: a copy of ctx (or of the current context), with changes, is the context inside."""
    if ctx is None:
        ctx = getcontext()
    elif not isinstance(ctx, Context):
        raise TypeError('optional argument must be a context')
    ctx = ctx.copy()
    for name, value in kwargs.items():
        if name not in ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'flags', 'traps'):
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        setattr(ctx, name, value)
    return _LocalContext(ctx)

for _each in __all__:                           # who asks is told the module that programs import them from
    if callable(globals()[_each]):
        globals()[_each].__module__ = 'decimal'
del _each
