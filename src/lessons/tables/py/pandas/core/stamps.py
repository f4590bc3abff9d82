"""Timestamp: one moment, to the nanosecond, in a time zone or without."""
import datetime
import operator

import numpy as np

from pandas.core.missing import NaT
from pandas.core.spans import is_span

EPOCH = datetime.datetime(1970, 1, 1)
DAY = 86400 * 10 ** 9
UNSAID = object()
ORDERS = {int.__lt__: operator.lt, int.__le__: operator.le, int.__gt__: operator.gt, int.__ge__: operator.ge}


def wall_of(n, tz):
    """(what the clocks of a zone show at n nanoseconds, the zone as a datetime has it)."""
    if tz is None:
        return n, None
    from pandas.core.zones import rules, stamp_zone
    return n + int(rules(tz)._offset_at(np.array([n]))[0]), stamp_zone(tz, n)


class Timestamp(datetime.datetime):
    """A moment, to the nanosecond."""
    __module__ = 'pandas._libs.tslibs.timestamps'
    __array_priority__ = 100
    _freq = None

    def __new__(cls, ts_input=UNSAID, freq=None, tz=None, unit=None, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, nanosecond=None, tzinfo=None, *, fold=None):
        from pandas.core import dates
        if tzinfo is not None:
            if tz is not None:
                raise ValueError('Can provide at most one of tz, tzinfo')
            tz = tzinfo
        if isinstance(freq, (int, np.integer)):
            # Timestamp(2020, 1, 31, 12, 30 …): the places of year, month, day …
            given = [ts_input, freq, tz, unit, year, month, day, hour]
            parts = [x for x in given if x is not None]
            if len(parts) < 3:
                raise TypeError("'NoneType' object cannot be interpreted as an integer")
            n, tz = dates.nanoseconds(datetime.datetime(*parts[:7])), tzinfo
            return dates.within_stamp(dates.localize_one(n, tz, dates.fold_choice(fold)) if tz is not None else n, tz)
        if ts_input is UNSAID:
            if year is None:
                raise TypeError("function missing required argument 'year' (pos 1)")
            made = datetime.datetime(year, month, day, hour or 0, minute or 0, second or 0, microsecond or 0)
            n = dates.nanoseconds(made) + (nanosecond or 0)
            return dates.within_stamp(dates.localize_one(n, tz, dates.fold_choice(fold)) if tz is not None else n, tz)
        return dates.stamp_from(ts_input, tz, unit, fold)

    value = property(lambda self: self._n)
    asm8 = property(lambda self: np.datetime64(self._n, 'ns'))
    tz = property(lambda self: self.tzinfo)
    nanosecond = property(lambda self: self._n % 1000)
    freq = property(lambda self: self._freq)
    freqstr = property(lambda self: getattr(self._freq, 'freqstr', None))
    fold = 0
    dayofweek = property(lambda self: self.weekday())
    day_of_week = dayofweek
    dayofyear = property(lambda self: self.timetuple().tm_yday)
    day_of_year = dayofyear
    quarter = property(lambda self: (self.month - 1) // 3 + 1)
    week = property(lambda self: self.isocalendar()[1])
    weekofyear = week
    days_in_month = property(lambda self: (datetime.date(self.year + self.month // 12, self.month % 12 + 1, 1) - datetime.timedelta(1)).day)
    daysinmonth = days_in_month
    is_leap_year = property(lambda self: self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0))
    is_month_start = property(lambda self: self.day == 1)
    is_month_end = property(lambda self: self.day == self.days_in_month)
    is_quarter_start = property(lambda self: self.day == 1 and self.month % 3 == 1)
    is_quarter_end = property(lambda self: self.is_month_end and self.month % 3 == 0)
    is_year_start = property(lambda self: self.day == 1 and self.month == 1)
    is_year_end = property(lambda self: self.day == 31 and self.month == 12)

    @classmethod
    def now(cls, tz=None):
        """This moment."""
        return cls(datetime.datetime.now(datetime.timezone.utc)).tz_convert(tz) if tz is not None else cls(datetime.datetime.now())

    today = now

    @classmethod
    def utcnow(cls):
        """This moment in UTC."""
        return cls.now('UTC')

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """The moment some seconds after 1970."""
        return cls(datetime.datetime.fromtimestamp(timestamp)) if tz is None else cls(timestamp, unit='s', tz='UTC').tz_convert(tz)

    @classmethod
    def utcfromtimestamp(cls, ts):
        """The moment some seconds after 1970, in UTC without saying so."""
        return cls(datetime.datetime.utcfromtimestamp(ts))

    @classmethod
    def fromordinal(cls, ordinal, freq=None, tz=None):
        """Midnight of a day that is counted."""
        return cls(datetime.datetime.fromordinal(ordinal), tz=tz)

    @classmethod
    def combine(cls, date, time):
        """A day and a time of the day."""
        return cls(datetime.datetime.combine(date, time))

    @classmethod
    def strptime(cls, date_string, format):
        raise NotImplementedError('Timestamp.strptime() is not implemented. Use to_datetime() to parse date strings.')

    def __reduce__(self):
        from pandas.core.dates import stamp
        return stamp, (self._n, getattr(self.tzinfo, 'whole', self.tzinfo))

    def __reduce_ex__(self, protocol):
        return self.__reduce__()

    def __hash__(self):
        return hash(self._n) if self._n % 1000 else datetime.datetime.__hash__(self)

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        from pandas.core.zones import shown
        plain = self.tz_localize(None) if self.tzinfo is not None else self
        text = str(plain)
        if self.tzinfo is not None:
            text += self.strftime('%z')
        zone = f", tz='{shown(self.tzinfo)}'" if self.tzinfo is not None else ''
        return f"Timestamp('{text}'{zone}" + (f", freq='{self._freq.freqstr}'" if self._freq is not None else '') + ')'

    def __format__(self, form):
        return self.strftime(form) if form else str(self)

    def isoformat(self, sep='T', timespec='auto'):
        """The moment as text."""
        exact = 'microseconds' if timespec == 'nanoseconds' else timespec
        text = self.to_pydatetime(False).replace(tzinfo=None).isoformat(sep, exact)
        if timespec == 'nanoseconds' or timespec == 'auto' and self.nanosecond:
            text = (text if '.' in text else text + '.000000') + f'{self.nanosecond:03d}'
        if self.tzinfo is not None:
            zone = self.strftime('%z')
            text += zone[:3] + ':' + zone[3:]
        return text

    def to_pydatetime(self, warn=True):
        """Python's datetime."""
        if self.nanosecond and warn:
            import warnings
            warnings.warn('Discarding nonzero nanoseconds in conversion.', UserWarning, stacklevel=2)
        return datetime.datetime(self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def to_datetime64(self):
        """NumPy's datetime64."""
        return np.datetime64(self._n, 'ns')

    def to_numpy(self, dtype=None, copy=False):
        """NumPy's datetime64."""
        return np.datetime64(self._n, 'ns')

    def to_period(self, freq=None):
        """The span of the calendar that the moment lies in."""
        from pandas.core.periods import Period
        freq = self._freq if freq is None else freq
        if freq is None:
            raise ValueError('Must supply freq for datetime value')
        return Period(self.tz_localize(None) if self.tzinfo is not None else self, freq=freq)

    def timestamp(self):
        """Seconds since 1970."""
        return round(self._n / 10 ** 9, 6)

    def to_julian_date(self):
        """Days of the Julian calendar."""
        return self._wall / DAY + 2440587.5

    def time(self):
        """The time of the day."""
        return datetime.time(self.hour, self.minute, self.second, self.microsecond)

    def date(self):
        """The day."""
        return datetime.date(self.year, self.month, self.day)

    def astimezone(self, tz=None):
        """The same moment in another zone."""
        return self.tz_convert(tz)

    _wall = property(lambda self: (datetime.datetime(self.year, self.month, self.day, self.hour, self.minute, self.second) - EPOCH) // datetime.timedelta(seconds=1) * 10 ** 9 + self._n % 10 ** 9)

    def _at_wall(self, n, ambiguous='raise', nonexistent='raise'):
        """What the clocks show, in this moment's zone."""
        from pandas.core.dates import localize_one, stamp
        tz = self.tzinfo
        return stamp(n, None) if tz is None else stamp(localize_one(n, tz, ambiguous, nonexistent), tz)

    def tz_localize(self, tz, ambiguous='raise', nonexistent='raise'):
        """The time of the clocks in a zone; None: without one."""
        from pandas.core.dates import localize_one, stamp
        from pandas.core.zones import zone_of
        if tz is None:
            return stamp(self._wall, None)
        if self.tzinfo is not None:
            raise TypeError('Cannot localize tz-aware Timestamp, use tz_convert for conversions')
        tz = zone_of(tz)
        n = localize_one(self._n, tz, ambiguous, nonexistent)
        return NaT if n is None else stamp(n, tz)

    def tz_convert(self, tz):
        """The same moment in another zone; None: in UTC, without saying so."""
        from pandas.core.dates import stamp
        from pandas.core.zones import zone_of
        if self.tzinfo is None:
            raise TypeError('Cannot convert tz-naive Timestamp, use tz_localize to localize')
        return stamp(self._n, zone_of(tz))

    def normalize(self):
        """Midnight of the day."""
        return self._at_wall(self._wall // DAY * DAY)

    def day_name(self, locale=None):
        """The name of the day."""
        return self.strftime('%A')

    def month_name(self, locale=None):
        """The name of the month."""
        return self.strftime('%B')

    def _rounded(self, freq, how, ambiguous, nonexistent):
        from pandas.core.dates import rounded, step_of
        found = rounded(np.array([self._wall]), step_of(freq), how)
        return self._at_wall(int(found[0]), ambiguous, nonexistent)

    def round(self, freq, ambiguous='raise', nonexistent='raise'):
        """The nearest moment, in steps."""
        return self._rounded(freq, 'round', ambiguous, nonexistent)

    def floor(self, freq, ambiguous='raise', nonexistent='raise'):
        """The moment at or before, in steps."""
        return self._rounded(freq, 'floor', ambiguous, nonexistent)

    def ceil(self, freq, ambiguous='raise', nonexistent='raise'):
        """The moment at or behind, in steps."""
        return self._rounded(freq, 'ceil', ambiguous, nonexistent)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, nanosecond=None, tzinfo=UNSAID, fold=None):
        """The moment with other parts."""
        from pandas.core.dates import localize_one, nanoseconds, stamp
        parts = {k: v for k, v in dict(year=year, month=month, day=day, hour=hour, minute=minute, second=second, microsecond=microsecond).items() if v is not None}
        n = nanoseconds(self.to_pydatetime(False).replace(tzinfo=None, **parts)) + (self.nanosecond if nanosecond is None else nanosecond)
        tz = self.tzinfo if tzinfo is UNSAID else tzinfo
        return stamp(n if tz is None else localize_one(n, tz), tz)

    # ---- arithmetic ----
    def _offset(self, other, sign):
        from pandas.core.dates import span, within_stamp
        if is_span(other):
            return within_stamp(self._n + sign * int(span(other).astype('i8')), self.tzinfo)
        if other is NaT:
            return NaT
        if isinstance(other, (int, np.integer)) and not isinstance(other, (bool, np.timedelta64)):
            raise TypeError('Addition/subtraction of integers and integer-arrays with Timestamp is no longer supported.  Instead of adding/subtracting `n`, use `n * obj.freq`')
        if isinstance(other, np.ndarray) and other.dtype.kind == 'm':
            from pandas.core.zones import Zoned
            moved = np.datetime64(self._n, 'ns') + sign * other
            return moved if self.tzinfo is None else Zoned._with_zone(moved, self.tzinfo)
        return NotImplemented

    def __add__(self, other):
        return self._offset(other, 1) if not hasattr(other, '_mgr_kind') else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, (datetime.datetime, np.datetime64)):
            return self._since(other)
        if isinstance(other, np.ndarray) and other.dtype.kind == 'M':
            return np.datetime64(self._n, 'ns') - other
        return self._offset(other, -1) if not hasattr(other, '_mgr_kind') else NotImplemented

    def _since(self, other):
        from pandas.core.dates import Timedelta, stamp_from
        other = stamp_from(other)
        if other is NaT:
            return NaT
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError('Cannot subtract tz-naive and tz-aware datetime-like objects.')
        return Timedelta(self._n - other._n)

    def __rsub__(self, other):
        if isinstance(other, np.ndarray) and other.dtype.kind == 'M':
            return other - np.datetime64(self._n, 'ns')
        return -self._since(other) if isinstance(other, (datetime.datetime, np.datetime64)) else NotImplemented

    def _beside(self, other):
        """Another moment's nanoseconds; None: other is none."""
        if isinstance(other, Timestamp):
            tz = other.tzinfo
            n = other._n
        elif isinstance(other, (datetime.datetime, np.datetime64)):
            from pandas.core.dates import stamp_from
            other = stamp_from(other)
            if other is NaT:
                return None
            tz, n = other.tzinfo, other._n
        else:
            return None
        return n if (tz is None) == (self.tzinfo is None) else False

    def __eq__(self, other):
        if isinstance(other, np.ndarray) and other.dtype.kind == 'M' and self.tzinfo is None:
            return np.datetime64(self._n, 'ns') == other
        n = self._beside(other)
        if n is None and isinstance(other, datetime.date) and not isinstance(other, datetime.datetime):
            import warnings
            warnings.warn('Comparison of Timestamp with datetime.date is deprecated. Use `ts == pd.Timestamp(date)` or `ts.date() == date` instead.', FutureWarning, stacklevel=2)
            return self.tzinfo is None and self.to_pydatetime(False) == datetime.datetime(other.year, other.month, other.day)
        return NotImplemented if n is None and not isinstance(other, np.datetime64) else n is not None and n is not False and self._n == n

    def __ne__(self, other):
        found = self.__eq__(other)
        return found if found is NotImplemented else not found

    def _ordered(self, other, right):
        if isinstance(other, np.ndarray) and other.dtype.kind == 'M' and self.tzinfo is None:
            return ORDERS[right](np.datetime64(self._n, 'ns'), other)
        n = self._beside(other)
        if n is None:
            if isinstance(other, datetime.date) and not isinstance(other, datetime.datetime):
                from pandas.core.dates import stamp_from
                import warnings
                warnings.warn('Comparison of Timestamp with datetime.date is deprecated. Use `ts == pd.Timestamp(date)` or `ts.date() == date` instead.', FutureWarning, stacklevel=3)
                return right(self._n, stamp_from(other)._n)
            return False if isinstance(other, np.datetime64) else NotImplemented
        if n is False:
            raise TypeError('Cannot compare tz-naive and tz-aware timestamps')
        return right(self._n, n)

    def __lt__(self, other):
        return self._ordered(other, int.__lt__)

    def __le__(self, other):
        return self._ordered(other, int.__le__)

    def __gt__(self, other):
        return self._ordered(other, int.__gt__)

    def __ge__(self, other):
        return self._ordered(other, int.__ge__)
