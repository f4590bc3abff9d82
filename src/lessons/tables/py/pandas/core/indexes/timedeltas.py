"""Indexes of spans of time, and timedelta_range."""
import re

import numpy as np

from pandas.core import dates
from pandas.core.indexes.base import index_of
from pandas.core.indexes.datetimes import Stepped
from pandas.core.missing import missing_in

_WORDS = ((86400 * 10 ** 9, 'D'), (3600 * 10 ** 9, 'H'), (60 * 10 ** 9, 'T'), (10 ** 9, 'S'), (10 ** 6, 'L'), (1000, 'U'), (1, 'N'))
_CLOSEST = (('nanos', 1), ('us', 1000), ('ms', 10 ** 6), ('s', 10 ** 9), ('m', 60 * 10 ** 9), ('h', 3600 * 10 ** 9), ('D', 86400 * 10 ** 9))


class TimedeltaIndex(Stepped):
    """Labels that are spans of time."""
    __module__ = 'pandas.core.indexes.timedeltas'
    _kind = np.dtype('m8[ns]')

    def __new__(cls, data=None, unit=None, freq=None, closed=None, dtype=None, copy=False, name=None):
        found = dates.to_timedelta(list(data), unit)._renamed(name)
        if freq == 'infer':
            gaps = np.diff(found._values.astype('i8'))
            found.freqstr = word_of(int(gaps[0])) if len(found) > 2 and (gaps == gaps[0]).all() and gaps[0] else None
        elif freq is not None:
            found.freqstr = word_of(step(freq))
        return found

    def _key(self, key):
        if isinstance(key, str):
            try:
                return dates.Timedelta(key)
            except ValueError:
                return key
        return key

    def _bound(self, label, side):
        """Where a part begins or ends that a text names: all of its day, hour … belong to it."""
        if isinstance(label, str) and self.is_monotonic_increasing:
            at = int(dates.span(label).astype('i8'))
            smallest = next((size for _, size in reversed(_CLOSEST) if at % size == 0), 1) if not re.search(r'\d:\d', label) else 10 ** 9
            return int(np.searchsorted(self._values.astype('i8'), at if side == 'left' else at + smallest, 'left'))
        return super()._bound(label, side)

    def total_seconds(self):
        """The spans in seconds."""
        return index_of(np.where(missing_in(self._values), np.nan, self._values.astype('i8') / 1e9), self.name)

    def _part(self, name):
        found = getattr(self.to_series().dt, name)
        return index_of(found._values, self.name)

    days = property(lambda self: self._part('days'))
    seconds = property(lambda self: self._part('seconds'))
    microseconds = property(lambda self: self._part('microseconds'))
    components = property(lambda self: dates.components_of(self._values, None))

    def to_pytimedelta(self):
        """Python's timedeltas."""
        return self.to_series().dt.to_pytimedelta()

    def sum(self, *args, **kwargs):
        """All of them together."""
        return self.to_series().sum()


def step(freq):
    """The nanoseconds of a frequency, which may have several parts: 2D5H."""
    parts = re.findall(r'(\d*)([A-Za-z]+)', freq)
    if not parts or ''.join(a + b for a, b in parts) != freq.replace(' ', ''):
        raise ValueError(f'Invalid frequency: {freq}')
    return sum(dates.step_of(a + b) for a, b in parts)


def word_of(n):
    """A frequency's text."""
    size, word = next((size, word) for size, word in _WORDS if n % size == 0)
    return word if n == size else f'{n // size}{word}'


def timedelta_range(start=None, end=None, periods=None, freq=None, name=None, closed=None):
    """Spans in equal steps."""
    if freq is None and any(x is None for x in (start, end, periods)):
        freq = 'D'
    if sum(x is not None for x in (start, end, periods, freq)) != 3:
        raise ValueError('Of the four parameters: start, end, periods, and freq, exactly three must be specified')
    first, last = (None if x is None else int(dates.span(x).astype('i8')) for x in (start, end))
    if freq is None:
        values = np.linspace(first, last, periods).astype('i8')
        each = None
    else:
        each = step(freq)
        if first is None:
            first = last - each * (periods - 1)
        values = first + each * np.arange(periods if periods is not None else max((last - first) // each + 1, 0), dtype='i8')
    if closed not in (None, 'left', 'right'):
        raise ValueError("Closed has to be either 'left', 'right' or None")
    if closed == 'left' and len(values) and (end is None or values[-1] == last):
        values = values[:-1]
    if closed == 'right' and len(values) and (start is None or values[0] == first):
        values = values[1:]
    found = index_of(values.astype('m8[ns]'), name)
    found.freqstr = word_of(each) if each else None
    return found
