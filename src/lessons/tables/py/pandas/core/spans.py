"""Spans of time as texts, and what a Timedelta calculates: parts, ISO texts, whole and rest, rounding."""
import collections
import datetime
import re

import numpy as np

_NAMES = {'ns': 'ns nano nanos nanosecond nanoseconds n', 'us': 'us µs micro micros microsecond microseconds u', 'ms': 'ms milli millis millisecond milliseconds l', 's': 's sec second seconds',
          'm': 'm min minute minutes t', 'h': 'h hr hour hours', 'D': 'd day days', 'W': 'w'}
_SIZES = {'ns': 1, 'us': 1000, 'ms': 10 ** 6, 's': 10 ** 9, 'm': 60 * 10 ** 9, 'h': 3600 * 10 ** 9, 'D': 86400 * 10 ** 9, 'W': 7 * 86400 * 10 ** 9}
_UNITS = {word: _SIZES[unit] for unit, words in _NAMES.items() for word in words.split()}
_TOKEN = re.compile(r'[\s,+]*(?:(?P<minus>-)|(?P<clock>\d+(?::\d+)+(?:\.\d+)?)|(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<word>[^\W\d_]+)|(?P<rest>\S))')
_ISO = re.compile(r'(-?)P(?:(\d+)W)?(?:(-?\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,9}))?S)?)?')
Components = collections.namedtuple('Components', 'days hours minutes seconds milliseconds microseconds nanoseconds')


def counted(number, size):
    """A number's text times a unit, to the nanosecond."""
    whole, _, part = number.partition('.')
    return int(whole or 0) * size + (round(float('0.' + part) * size) if part else 0)


def read_span(text):
    """A text as nanoseconds; None: it says that nothing is there."""
    if text in ('', 'NaT', 'nat', 'nan', 'NaN', 'NAN', 'NA', '<NA>'):
        return None
    iso = _ISO.fullmatch(text)
    if iso and len(text.lstrip('-')) > 1:
        sign, weeks, days, hours, minutes, seconds, part = iso.groups()
        found = (int(weeks or 0) * 7 + int(days or 0)) * _SIZES['D'] + int(hours or 0) * _SIZES['h'] + int(minutes or 0) * _SIZES['m'] + int(seconds or 0) * 10 ** 9 + int((part or '').ljust(9, '0'))
        return -found if sign else found
    total, sign, number, units, clocked = 0, 1, None, False, False
    for found in _TOKEN.finditer(text):
        kind, what = found.lastgroup, found.group(found.lastgroup)
        if kind == 'minus':
            if sign < 0 or units or clocked:
                raise ValueError('only leading negative signs are allowed')
            sign = -1
        elif kind == 'clock':
            parts = what.split(':')
            if len(parts) != 3:
                raise ValueError('expected hh:mm:ss format')
            sign, clocked = 1 if units else sign, True      # (-1 days +02:00:00: the hours are added)
            total += sign * (int(parts[0]) * _SIZES['h'] + int(parts[1]) * _SIZES['m'] + counted(parts[2], 10 ** 9))
        elif kind == 'number':
            if number is not None:
                raise ValueError('have leftover units')
            number = what
        elif kind == 'word':
            if what.lower() not in _UNITS:
                raise ValueError(f'invalid unit abbreviation: {what}' if number is not None else 'unit abbreviation w/o a number')
            if number is None:
                raise ValueError('unit abbreviation w/o a number')
            total, number, units = total + sign * counted(number, _UNITS[what.lower()]), None, True
        else:
            raise ValueError(f'invalid unit abbreviation: {what}' if number is not None else 'unit abbreviation w/o a number')
    if number is not None:
        if units or clocked:
            raise ValueError('have leftover units')
        if '.' in number:
            raise ValueError('no units specified')
        return total + sign * int(number)
    if not units and not clocked:
        raise ValueError('symbols w/o a number')
    return total


def components(n):
    """The parts of a span: days, which may be negative, hours, minutes …"""
    days, rest = divmod(n, _SIZES['D'])
    out = [days]
    for size in (_SIZES['h'], _SIZES['m'], 10 ** 9, 10 ** 6, 1000, 1):
        part, rest = divmod(rest, size)
        out.append(part)
    return Components(*out)


def is_span(x):
    """Whether x is one span of time."""
    return isinstance(x, (datetime.timedelta, np.timedelta64))


class SpanMethods:
    """What a Timedelta has besides Python's timedelta; _n: its nanoseconds."""
    delta = property(lambda self: self._n)
    asm8 = property(lambda self: np.timedelta64(self._n, 'ns'))
    components = property(lambda self: components(self._n))
    days = property(lambda self: self._n // _SIZES['D'])
    seconds = property(lambda self: self._n % _SIZES['D'] // 10 ** 9)
    microseconds = property(lambda self: self._n % 10 ** 9 // 1000)

    @property
    def resolution_string(self):
        parts = components(self._n)
        return next(word for word, part in zip('N U L S T H D'.split(), reversed(parts)) if part or word == 'D')

    def to_numpy(self, dtype=None, copy=False):
        """NumPy's timedelta64."""
        return np.timedelta64(self._n, 'ns')

    def view(self, dtype):
        """The same memory as another dtype."""
        return np.timedelta64(self._n, 'ns').view(dtype)

    def isoformat(self):
        """The span as ISO 8601 has it."""
        p = components(self._n)
        seconds = f'{p.seconds}.{p.milliseconds:0>3}{p.microseconds:0>3}{p.nanoseconds:0>3}'.rstrip('0').rstrip('.') or '0'
        return f'P{p.days}DT{p.hours}H{p.minutes}M{seconds}S'

    def _rounded(self, freq, how):
        from pandas.core.dates import step_of
        step = step_of(freq)
        low = self._n // step * step
        rest = self._n - low
        up = how == 'ceil' and rest or how == 'round' and (rest * 2 > step or rest * 2 == step and low // step % 2)
        return type(self)(low + step if up else low)

    def round(self, freq):
        """The nearest multiple of a step."""
        return self._rounded(freq, 'round')

    def floor(self, freq):
        """The multiple of a step below."""
        return self._rounded(freq, 'floor')

    def ceil(self, freq):
        """The multiple of a step above."""
        return self._rounded(freq, 'ceil')

    def _count(self, other):
        """The nanoseconds of another span; None: other is none."""
        from pandas.core.dates import span
        return int(span(other).astype('i8')) if is_span(other) else None

    def __pos__(self):
        return type(self)(self._n)

    def __abs__(self):
        return type(self)(abs(self._n))

    def __bool__(self):
        return self._n != 0

    def __floordiv__(self, other):
        if hasattr(other, '_size'):         # (a step of the clock: of as long a span)
            return self._n // other.nanos
        if is_span(other):
            return self._n // self._count(other)
        if isinstance(other, (int, float, np.number)):
            return type(self)(int(self._n // other))
        return self._array(other, lambda mine, others: mine // others)

    def __rfloordiv__(self, other):
        return self._count(other) // self._n if is_span(other) else self._array(other, lambda mine, others: others // mine)

    def __mod__(self, other):
        if hasattr(other, '_size'):
            return type(self)(self._n % other.nanos)
        if is_span(other):
            return type(self)(self._n % self._count(other))
        return type(self)(int(self._n % other)) if isinstance(other, (int, float, np.number)) else NotImplemented

    def __rmod__(self, other):
        return type(self)(self._count(other) % self._n) if is_span(other) else NotImplemented

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __rtruediv__(self, other):
        return self._count(other) / self._n if is_span(other) else NotImplemented

    def _array(self, other, make):
        """An operation with an array of NumPy's, as its timedelta64."""
        return make(np.timedelta64(self._n, 'ns'), other) if isinstance(other, np.ndarray) else NotImplemented
