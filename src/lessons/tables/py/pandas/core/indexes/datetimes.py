"""Indexes of moments, and date_range."""
import datetime
import re

import numpy as np

from pandas.core.dates import UNITS, Timestamp, moment, part_of, step_of, to_moments
from pandas.core.dtypes import array_of
from pandas.core.indexes.base import MISSING, Index, index_of


class Stepped(Index):
    """What may lie in equal steps, which freqstr names, and keeps them under another name and where every n-th is taken."""
    freqstr = None

    def _renamed(self, name):
        found = super()._renamed(name)
        if self.freqstr:
            found.freqstr = self.freqstr
        return found

    def __getitem__(self, key):
        found = super().__getitem__(key)
        if self.freqstr and isinstance(found, Stepped):
            step = step_taken(key, len(self))
            if step and (step == 1 or times(self.freqstr, step)):
                found.freqstr = self.freqstr if step == 1 else times(self.freqstr, step)
        return found


class DatetimeIndex(Stepped):
    """Labels that are moments."""
    __module__ = 'pandas.core.indexes.datetimes'
    _kind = np.dtype('M8[ns]')

    def __new__(cls, data=None, freq=None, tz=None, dtype=None, copy=False, name=MISSING, **rest):
        if tz is not None or rest:
            raise NotImplementedError("perch's pandas has no time zones, and of DatetimeIndex only data, freq and name")
        name = getattr(data, 'name', None) if name is MISSING else name
        found = index_of(to_moments(array_of(data)), name)
        if freq is not None and freq != 'infer':
            found.freqstr = freq
        return found

    @property
    def freq(self):
        if self.freqstr is None:
            return None
        raise AttributeError("perch's pandas has no objects for frequencies; freqstr names it")

    def append(self, other):
        """This index and others behind it; in equal steps where they go on as it does."""
        found = super().append(other)
        parts = [self] + (list(other) if isinstance(other, (list, tuple)) else [other])
        freqs = {getattr(p, 'freqstr', None) for p in parts}
        if len(freqs) == 1 and self.freqstr and len(self) > 1 and isinstance(found, DatetimeIndex):
            gaps = np.diff(found._values)
            if (gaps == gaps[0]).all():
                found.freqstr = self.freqstr
        return found

    def _moved(self, span):
        found = index_of(self._values + span, self.name)
        found.freqstr = self.freqstr
        return found

    def __add__(self, other):
        return self._moved(np.timedelta64(other)) if isinstance(other, (datetime.timedelta, np.timedelta64)) else super().__add__(other)

    def __sub__(self, other):
        return self._moved(-np.timedelta64(other)) if isinstance(other, (datetime.timedelta, np.timedelta64)) else super().__sub__(other)

    def _key(self, key):
        if isinstance(key, str):
            try:
                return Timestamp(key)
            except ValueError:
                return key
        if isinstance(key, datetime.date) and not isinstance(key, datetime.datetime):
            return Timestamp(key)
        return Timestamp(key) if isinstance(key, np.datetime64) and not np.isnat(key) else key

    def _partial(self, text):
        """The rows of a year, a month or a day that a text names."""
        found = re.fullmatch(r'(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?', text)
        if not found or (found.group(3) and not (self._values.astype('i8') % UNITS['D']).any()):
            return None
        first, last = self._ends(text)
        low, high = np.searchsorted(self._values, first), np.searchsorted(self._values, last)
        if not self.is_monotonic_increasing:
            return np.flatnonzero((self._values >= first) & (self._values < last))
        if low == high:
            raise KeyError(text)
        return slice(int(low), int(high))

    def _ends(self, text):
        parts = [int(x) for x in text.split('-')]
        first = np.datetime64(datetime.datetime(*(parts + [1, 1])[:3]), 'ns')
        y, m, d = (parts + [0, 0])[:3]
        if not m:
            after = datetime.datetime(y + 1, 1, 1)
        elif not d:
            after = datetime.datetime(y + m // 12, m % 12 + 1, 1)
        else:
            after = datetime.datetime(y, m, d) + datetime.timedelta(1)
        return first, np.datetime64(after, 'ns')

    def _bound(self, label, side):
        if isinstance(label, str) and re.fullmatch(r'\d{4}(-\d{1,2}){0,2}', label):
            first, last = self._ends(label)
            if self.is_monotonic_increasing:
                return int(np.searchsorted(self._values, first if side == 'left' else last, 'left'))
        return super()._bound(label, side)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        from pandas.core.dates import PARTS
        if name in PARTS:
            found = part_of(self._values, name)
            return found if found.dtype.kind == 'b' else index_of(found, self.name)
        raise AttributeError(f"'DatetimeIndex' object has no attribute '{name}'")

    @property
    def date(self):
        return np.array([x.to_pydatetime().date() for x in self], object)

    def strftime(self, date_format):
        """Each moment as text."""
        return Index([x.strftime(date_format) for x in self], name=self.name, dtype=object)

    def day_name(self, locale=None):
        """The names of the days."""
        return Index([x.day_name() for x in self], name=self.name, dtype=object)

    def month_name(self, locale=None):
        """The names of the months."""
        return Index([x.month_name() for x in self], name=self.name, dtype=object)

    def normalize(self):
        """Midnight of each day."""
        return index_of(self._values.astype('M8[D]').astype('M8[ns]'), self.name)

    def to_pydatetime(self):
        """Python's datetimes."""
        return np.array([x.to_pydatetime() for x in self], object)


def step_taken(key, n):
    """How far apart the rows are that a key takes, if they are all equally far; 0: they are not."""
    if isinstance(key, slice):
        return key.step or 1
    spots = np.asarray(key)
    if spots.dtype.kind == 'b':
        spots = np.flatnonzero(spots)
        return 1 if len(spots) and spots[-1] - spots[0] + 1 == len(spots) else 0
    if spots.ndim != 1 or spots.dtype.kind not in 'iu' or not len(spots):
        return 0
    gaps = np.diff(spots)
    return 1 if not len(gaps) else int(gaps[0]) if (gaps == gaps[0]).all() and gaps[0] else 0


def times(freq, step):
    """A frequency's text that many times; '' where it has none."""
    found = re.fullmatch(r'(-?\d*)([A-Z]+)', freq)
    if not found:
        return ''
    many = int(found.group(1) or 1) * step if found.group(1) != '-' else -step
    return f'{many}{found.group(2)}' if many != 1 else found.group(2)


MONTHS = {'M': 1, 'MS': 1, 'Q': 3, 'QS': 3, 'A': 12, 'Y': 12, 'AS': 12, 'YS': 12}


def date_range(start=None, end=None, periods=None, freq=None, tz=None, normalize=False, name=None, closed=None, inclusive=None):
    """Moments in equal steps: days, hours, months …"""
    if tz is not None or normalize or closed is not None or inclusive not in (None, 'both'):
        raise NotImplementedError("perch's pandas has date_range of start, end, periods, freq and name")
    if sum(x is not None for x in (start, end, periods)) + (freq is not None) < 3 and not (freq is None and sum(x is not None for x in (start, end, periods)) == 2):
        raise ValueError('Of the four parameters: start, end, periods, and freq, exactly three must be specified')
    if freq is None and periods is not None and start is not None and end is not None:
        a, b = int(moment(start).astype('i8')), int(moment(end).astype('i8'))
        return index_of(np.linspace(a, b, periods).astype('i8').astype('M8[ns]'), name)
    freq = freq or 'D'
    if not isinstance(freq, str):
        raise NotImplementedError("perch's pandas has no objects for frequencies")
    found = re.fullmatch(r'(\d*)([A-Za-z]+)', freq)
    many, unit = (int(found.group(1) or 1), found.group(2)) if found else (0, '')
    if unit in MONTHS:
        values = by_month(start, end, periods, many * MONTHS[unit], unit)
    elif unit == 'B':
        values = working(start, end, periods)
    elif unit == 'W':
        values = weekly(start, end, periods)
        freq = 'W-SUN'
    else:
        step = step_of(freq)
        if start is not None:
            a = int(moment(start).astype('i8'))
            n = periods if periods is not None else max((int(moment(end).astype('i8')) - a) // step + 1, 0)
        else:
            n = periods
            a = int(moment(end).astype('i8')) - step * (n - 1)
        values = (a + step * np.arange(n, dtype='i8')).astype('M8[ns]')
    made = index_of(values, name)
    made.freqstr = {'Q': 'Q-DEC', 'A': 'A-DEC', 'Y': 'A-DEC', 'AS': 'AS-JAN', 'YS': 'AS-JAN', 'QS': 'QS-JAN', 'min': 'T', 'h': 'H', 's': 'S'}.get(unit, unit) if many == 1 and unit != 'W' else freq
    return made


def by_month(start, end, periods, step, unit):
    if start is None:
        raise NotImplementedError("perch's pandas has date_range by months from a start only")
    first = Timestamp(start)
    at_end = unit in ('M', 'Q', 'A', 'Y')
    last = Timestamp(end) if end is not None else None
    k, out = first.year * 12 + first.month - 1, []
    begin = not at_end and first.day > 1
    k += begin
    if step > 1:
        k += (step - 1 - k % step) if at_end else -k % step
    clock = first - first.normalize()
    while periods is None or len(out) < periods:
        y, m = divmod(k + (1 if at_end else 0), 12)
        day = datetime.datetime(y, m + 1, 1) - datetime.timedelta(1 if at_end else 0)
        x = Timestamp(day) + clock
        if last is not None and x > last:
            break
        if x >= first:
            out.append(x.to_datetime64())
        k += step
    return np.array(out, 'M8[ns]')


def working(start, end, periods):
    day, out = Timestamp(start), []
    last = Timestamp(end) if end is not None else None
    while (periods is None or len(out) < periods) and (last is None or day <= last):
        if day.weekday() < 5:
            out.append(day.to_datetime64())
        day = day + datetime.timedelta(1)
    return np.array(out, 'M8[ns]')


def weekly(start, end, periods):
    day = Timestamp(start)
    day = day + datetime.timedelta((6 - day.weekday()) % 7)
    last = Timestamp(end) if end is not None else None
    out = []
    while (periods is None or len(out) < periods) and (last is None or day <= last):
        out.append(day.to_datetime64())
        day = day + datetime.timedelta(7)
    return np.array(out, 'M8[ns]')


