"""Indexes of spans of the calendar, and period_range."""
import datetime
import operator

import numpy as np

from pandas.core.dtypes import array_of, is_integer, is_list_like, objects
from pandas.core.indexes.base import MISSING, Index, index_of
from pandas.core.missing import NaT
from pandas.core.offsets import BaseOffset, to_offset
from pandas.core.periods import FIELDS, IncompatibleFrequency, Period, count_of, how_of, of_counts, of_objects, period, period_freq, periods_of
from pandas.core.spans import is_span


class PeriodIndex(Index):
    """Labels that are spans of the calendar."""
    __module__ = 'pandas.core.indexes.period'

    def __new__(cls, data=None, ordinal=None, freq=None, dtype=None, copy=False, name=MISSING, year=None, month=None, quarter=None, day=None, hour=None, minute=None, second=None):
        if dtype is not None:
            from pandas.core.dtypes import as_dtype
            freq = as_dtype(dtype).freq
        if data is None and ordinal is None:
            parts = {k: v for k, v in dict(year=year, month=month, quarter=quarter, day=day, hour=hour, minute=minute, second=second).items() if v is not None}
            if 'quarter' in parts and freq is None:
                freq = 'Q'
            n = max(len(v) for v in parts.values() if is_list_like(v))
            rows = [{k: int(v[i]) if is_list_like(v) else v for k, v in ((k, list(v) if is_list_like(v) else v) for k, v in parts.items())} for i in range(n)]
            return index_of(of_objects([Period(freq=freq, **row) for row in rows]), None if name is MISSING else name)
        if ordinal is not None:
            return index_of(of_counts(np.asarray(ordinal), period_freq(freq)), None if name is MISSING else name)
        name = getattr(data, 'name', None) if name is MISSING else name
        values = array_of(data)
        if hasattr(values, '_ordinals'):
            found = values if freq is None else values.asfreq(freq)
        elif values.dtype.kind == 'M':
            found = periods_of(values, freq if freq is not None else getattr(data, 'freq', None))
        elif values.dtype.kind == 'f':
            raise TypeError('PeriodIndex does not allow floating point in construction')
        else:
            if freq is None and not any(isinstance(x, Period) for x in values):
                raise ValueError('freq not specified and cannot be inferred')
            items = [Period(x, freq=freq) for x in values]
            found = of_objects(items)
            if not hasattr(found, '_ordinals'):
                if any(x is not NaT for x in items):
                    raise IncompatibleFrequency(f'Input has different freq={next(x for x in items if x is not NaT and x.freq != items[0].freq).freqstr} from PeriodIndex(freq={items[0].freqstr})')
                if freq is None:
                    raise ValueError('freq not specified and cannot be inferred')
                found = of_counts(np.zeros(len(items), 'i8'), period_freq(freq), [True] * len(items))
        return index_of(found, name)

    freq = property(lambda self: self._values._freq)
    freqstr = property(lambda self: self.freq.freqstr)
    asi8 = property(lambda self: self._values._ordinals())
    inferred_type = 'period'
    start_time = property(lambda self: self._moments())
    end_time = property(lambda self: self._moments(True))

    def _moments(self, ends=False):
        """The moments at which they begin, or end."""
        found = index_of(self._values._starts(ends), self.name)
        if len(found) > 2 and not ends:
            found.freqstr = self.freqstr if self.freqstr == 'B' and (np.diff(self.asi8) == 1).all() else found.inferred_freq
        return found

    def astype(self, dtype, copy=True):
        """The labels as another dtype."""
        if not isinstance(dtype, str) or not dtype.startswith('datetime64'):
            return super().astype(dtype, copy)
        return self._moments()

    @property
    def is_full(self):
        counts = self.asi8
        return not len(counts) or bool((np.diff(counts) < 2).all())

    @property
    def values(self):
        return np.asarray(self._values).view(np.ndarray)

    def __array__(self, dtype=None):
        return np.asarray(self.values, dtype)

    def _key(self, key):
        if isinstance(key, (str, datetime.date, np.datetime64)):
            try:
                return Period(key, freq=self.freq)
            except (ValueError, OverflowError):
                return key
        return key

    def _partial(self, text):
        """The rows of a longer span that a text names; None: it names one label."""
        from pandas.core.indexes.partial import named_span
        try:
            first, after, rank = named_span(text)
        except (ValueError, OverflowError):
            return None
        if rank <= _rank(self.freq):
            return None
        a, b = int(count_of(first, self.freq)), int(count_of(after - 1, self.freq))
        counts = self.asi8
        if not self.is_monotonic_increasing:
            return np.flatnonzero((counts >= a) & (counts <= b))
        if len(counts) and (b < counts[0] or a > counts[-1]):
            raise KeyError(text)
        return slice(int(np.searchsorted(counts, a)), int(np.searchsorted(counts, b, 'right')))

    def get_loc(self, key, method=None, tolerance=None):
        """The position of a label; a slice or a mask where it stands more than once."""
        if isinstance(key, str):
            part = self._partial(key)
            if part is not None:
                return part
        if is_integer(key):
            raise KeyError(key)
        try:
            return super().get_loc(key)
        except KeyError:
            raise KeyError(self._key(key)) from None

    def __contains__(self, key):
        try:
            self.get_loc(key)
            return True
        except (KeyError, TypeError):
            return False

    def _bound(self, label, side):
        if isinstance(label, str):
            from pandas.core.indexes.partial import named_span
            first, after, _ = named_span(label)
            n = int(count_of(first if side == 'left' else after - 1, self.freq))
        elif isinstance(label, Period):
            if label.freq != self.freq:
                raise IncompatibleFrequency(f'Input has different freq={label.freqstr} from PeriodIndex(freq={self.freqstr})')
            n = label.ordinal
        elif isinstance(label, (datetime.date, np.datetime64)):
            n = Period(label, freq=self.freq).ordinal
        else:
            return super()._bound(label, side)
        return int(np.searchsorted(self.asi8, n, side))

    def asfreq(self, freq=None, how='E'):
        """The spans of another frequency."""
        return index_of(self._values.asfreq(freq, how), self.name)

    def to_timestamp(self, freq=None, how='start'):
        """The moments at which they begin, or end."""
        if how_of(how) == 'E':
            return self._moments(True)
        return (self if freq is None else self.asfreq(freq, 'S'))._moments()

    def strftime(self, date_format):
        """The spans as texts."""
        return Index(objects([x.strftime(date_format) for x in self]), name=self.name, dtype=object)

    def shift(self, periods=1, freq=None):
        """The spans so many further."""
        return self + periods

    def _moved(self, other, sign):
        if is_integer(other):
            n = int(other) * self.freq.n
        elif isinstance(other, BaseOffset) or is_span(other):
            try:
                n = period(0, self.freq)._steps(other)
            except IncompatibleFrequency:
                raise IncompatibleFrequency(f'Input has different freq={to_offset(other).freqstr} from PeriodArray(freq={self.freqstr})') from None
        else:
            return None
        return index_of(of_counts(self.asi8 + sign * n, self.freq, self._values._gone()), self.name)

    def __add__(self, other):
        if hasattr(other, '_mgr_kind'):
            return NotImplemented
        found = self._moved(other, 1)
        return super().__add__(other) if found is None else found

    __radd__ = __add__

    def __sub__(self, other):
        if hasattr(other, '_mgr_kind'):
            return NotImplemented
        found = self._moved(other, -1)
        if found is not None:
            return found
        from pandas.core.ops import by_object
        return Index(by_object(operator.sub, np.asarray(self._values), other.values if isinstance(other, PeriodIndex) else other), name=self.name, dtype=object)

    def __getattr__(self, name):
        if name in FIELDS:
            found = self._values._part(name)
            return found if found.dtype.kind == 'b' else index_of(found, self.name)
        raise AttributeError(f"'PeriodIndex' object has no attribute '{name}'")

    def to_numpy(self, dtype=None, copy=False, na_value=MISSING):
        """The labels as an array."""
        return np.array(self.values, dtype)


def _rank(freq):
    """How fine a frequency is, as partial.py counts."""
    return {'A': 100, 'Q': 90, 'M': 80, 'W': 70, 'B': 70, 'D': 70, 'H': 60, 'T': 50, 'S': 40, 'L': 30, 'U': 20, 'N': 10}[freq._prefix]


def period_range(start=None, end=None, periods=None, freq=None, name=None):
    """Spans one after the other."""
    if sum(x is not None for x in (start, end, periods)) != 2:
        raise ValueError('Of the three parameters: start, end, and periods, exactly two must be specified')
    if freq is None and not isinstance(start, Period) and not isinstance(end, Period):
        freq = 'D'
    if freq is None:
        freq = (start if isinstance(start, Period) else end).freq
    step = period_freq(freq)
    if periods is not None and not is_integer(periods):
        if not isinstance(periods, float):
            raise TypeError(f'periods must be a number, got {periods}')
        periods = int(periods)
    a, b = (None if x is None else Period(x, freq=step) for x in (start, end))
    if a is NaT or b is NaT:
        raise ValueError('start and end must not be NaT')
    if a is None:
        counts = b.ordinal - step.n * np.arange(periods - 1, -1, -1)
    elif b is None:
        counts = a.ordinal + step.n * np.arange(periods)
    else:
        counts = np.arange(a.ordinal, b.ordinal + 1, step.n)
    return index_of(of_counts(counts, step), name)
