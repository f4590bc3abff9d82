"""Dates, times of day, moments, spans of time and time zones.

All arithmetic goes through two counts: days since 0001-01-01 (the ordinal, which
is 1 on that day) and microseconds.
"""
import time as _time
from math import modf as _modf

__all__ = ["date", "datetime", "time", "timedelta", "timezone", "tzinfo",
           "MINYEAR", "MAXYEAR", "UTC"]

MINYEAR = 1
MAXYEAR = 9999
_MAXORDINAL = 3652059
_DAY_US = 86400 * 10 ** 6

_MONTH_NAMES = [None, "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_DAY_NAMES = [None, "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
_DAYS_BEFORE = [None, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_in_month(year, month):
    if month == 2:
        return 29 if _is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _days_before_month(year, month):
    return _DAYS_BEFORE[month] + (month > 2 and _is_leap(year))


def _ymd2ord(year, month, day):
    return _days_before_year(year) + _days_before_month(year, month) + day


def _ord2ymd(n):
    """The date of an ordinal: count off 400, 100, 4 and 1 years, then months."""
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:                    # the last day of a leap cycle
        return year - 1, 12, 31
    month = (n + 50) >> 5                       # right, or one too many
    before = _days_before_month(year, month)
    if before > n:
        month -= 1
        before = _days_before_month(year, month)
    return year, month, n - before + 1


def _isoweek1monday(year):
    first = _ymd2ord(year, 1, 1)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


def _int(value):
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    return range(value).stop


def _check_date(year, month, day):
    year, month, day = _int(year), _int(month), _int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError('year %d is out of range' % year)
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError('day is out of range for month')
    return year, month, day


def _check_time(hour, minute, second, microsecond, fold):
    hour, minute, second, microsecond = map(_int, (hour, minute, second, microsecond))
    if not 0 <= hour <= 23:
        raise ValueError('hour must be in 0..23')
    if not 0 <= minute <= 59:
        raise ValueError('minute must be in 0..59')
    if not 0 <= second <= 59:
        raise ValueError('second must be in 0..59')
    if not 0 <= microsecond <= 999999:
        raise ValueError('microsecond must be in 0..999999')
    if fold not in (0, 1):
        raise ValueError('fold must be either 0 or 1')
    return hour, minute, second, microsecond, fold


def _check_tz(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, "
                        f"not type '{type(tz).__name__}'")


def _type_name(obj):
    cls = type(obj)
    return f'datetime.{cls.__name__}' if cls.__module__ == 'datetime' else cls.__name__


_PLAIN = (int, float, str, bytes, list, tuple, dict, set, type(None), complex)


def _unsupported(sign, left, right):
    """NotImplemented; but against a plain value the error itself, with full names."""
    ours, other = (left, right) if type(left).__module__ == 'datetime' else (right, left)
    if type(other) in _PLAIN or type(other).__module__ == 'datetime':
        if sign in ('<', '<=', '>', '>='):
            raise TypeError(f"'{sign}' not supported between instances of "
                            f"'{_type_name(left)}' and '{_type_name(right)}'")
        raise TypeError(f"unsupported operand type(s) for {sign}: "
                        f"'{_type_name(left)}' and '{_type_name(right)}'")
    return NotImplemented


# --- timedelta ----------------------------------------------------------------

def _divide_nearest(a, b):
    """a / b as the nearest int, ties to even."""
    q, r = divmod(a, b)
    r *= 2
    if (r > b if b > 0 else r < b) or r == b and q % 2 == 1:
        q += 1
    return q


class timedelta:
    """A span of time: days, seconds and microseconds."""
    _full_name_ = 'datetime.timedelta'
    __slots__ = ('_days', '_seconds', '_microseconds', '_hash')

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0,
                weeks=0):
        total = 0
        leftover = 0.0
        for name, value, unit in (('microseconds', microseconds, 1),
                                  ('milliseconds', milliseconds, 1000),
                                  ('seconds', seconds, 10 ** 6),
                                  ('minutes', minutes, 60 * 10 ** 6),
                                  ('hours', hours, 3600 * 10 ** 6),
                                  ('days', days, _DAY_US), ('weeks', weeks, 7 * _DAY_US)):
            if isinstance(value, int):
                total += value * unit
            elif isinstance(value, float):
                fraction, whole = _modf(value)
                total += int(whole) * unit
                fraction, whole = _modf(fraction * unit)
                total += int(whole)
                leftover += fraction
            else:
                raise TypeError(f"unsupported type for timedelta {name} component: "
                                f"{type(value).__name__}")
        if leftover:
            whole = round(leftover)
            if abs(whole - leftover) == 0.5:    # a tie is decided by the whole sum
                odd = total & 1
                whole = 2 * round((leftover + odd) * 0.5) - odd
            total += whole
        return cls._from_us(total)

    @classmethod
    def _from_us(cls, us):
        days, us = divmod(us, _DAY_US)
        if not -999999999 <= days <= 999999999:
            raise OverflowError("days=%d; must have magnitude <= 999999999" % days)
        self = object.__new__(cls)
        self._days = days
        self._seconds, self._microseconds = divmod(us, 10 ** 6)
        self._hash = -1
        return self

    def _us(self):
        return (self._days * 86400 + self._seconds) * 10 ** 6 + self._microseconds

    days = property(lambda self: self._days, doc="Number of days.")
    seconds = property(lambda self: self._seconds, doc="Seconds, less than a day.")
    microseconds = property(lambda self: self._microseconds, doc="Microseconds, less than a second.")

    def total_seconds(self):
        """All of it in seconds."""
        return self._us() / 10 ** 6

    def __repr__(self):
        args = []
        if self._days:
            args.append("days=%d" % self._days)
        if self._seconds:
            args.append("seconds=%d" % self._seconds)
        if self._microseconds:
            args.append("microseconds=%d" % self._microseconds)
        return f"{_type_name_of(self)}({', '.join(args) or '0'})"

    def __str__(self):
        mm, ss = divmod(self._seconds, 60)
        hh, mm = divmod(mm, 60)
        s = "%d:%02d:%02d" % (hh, mm, ss)
        if self._days:
            s = "%d day%s, %s" % (self._days, 's' if abs(self._days) != 1 else '', s)
        if self._microseconds:
            s += ".%06d" % self._microseconds
        return s

    def __add__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(self._us() + other._us())
        if isinstance(other, date):
            return NotImplemented
        return _unsupported('+', self, other)

    def __radd__(self, other):
        return _unsupported('+', other, self)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(self._us() - other._us())
        return _unsupported('-', self, other)

    def __rsub__(self, other):
        return _unsupported('-', other, self)

    def __neg__(self):
        return timedelta._from_us(-self._us())

    def __pos__(self):
        return timedelta._from_us(self._us())

    def __abs__(self):
        return -self if self._days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._from_us(self._us() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._from_us(_divide_nearest(self._us() * a, b))
        if isinstance(other, (str, bytes, list, tuple)):
            raise TypeError("can't multiply sequence by non-int of type 'datetime.timedelta'")
        return _unsupported('*', self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if not isinstance(other, (int, timedelta)):
            return _unsupported('//', self, other)
        us = self._us()
        if isinstance(other, timedelta):
            return us // other._us()
        return timedelta._from_us(us // other)

    def __truediv__(self, other):
        us = self._us()
        if isinstance(other, timedelta):
            return us / other._us()
        if isinstance(other, int):
            if not other:
                raise ZeroDivisionError('integer division or modulo by zero')
            return timedelta._from_us(_divide_nearest(us, other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._from_us(_divide_nearest(b * us, a))
        return _unsupported('/', self, other)

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_us(self._us() % other._us())
        return _unsupported('%', self, other)

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            q, r = divmod(self._us(), other._us())
            return q, timedelta._from_us(r)
        return _unsupported('divmod()', self, other)

    def __eq__(self, other):
        return self._us() == other._us() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us() < other._us() if isinstance(other, timedelta) else _unsupported('<', self, other)

    def __le__(self, other):
        return self._us() <= other._us() if isinstance(other, timedelta) else _unsupported('<=', self, other)

    def __gt__(self, other):
        return self._us() > other._us() if isinstance(other, timedelta) else _unsupported('>', self, other)

    def __ge__(self, other):
        return self._us() >= other._us() if isinstance(other, timedelta) else _unsupported('>=', self, other)

    def __hash__(self):
        if self._hash == -1:
            self._hash = hash((self._days, self._seconds, self._microseconds))
        return self._hash

    def __bool__(self):
        return self._us() != 0

    def __reduce__(self):
        return self.__class__, (self._days, self._seconds, self._microseconds)


def _type_name_of(obj):
    cls = type(obj)
    return f'{cls.__module__}.{cls.__qualname__}' if cls.__module__ == 'datetime' else cls.__qualname__


# --- formatting -----------------------------------------------------------------

def _format_offset(off, colon=':'):
    if off is None:
        return ''
    sign = '+'
    if off._days < 0:
        sign, off = '-', -off
    hh, rest = divmod(off._us(), 3600 * 10 ** 6)
    mm, rest = divmod(rest, 60 * 10 ** 6)
    ss, us = divmod(rest, 10 ** 6)
    s = "%s%02d%s%02d" % (sign, hh, colon, mm)
    if ss or us:
        s += "%s%02d" % (colon, ss)
        if us:
            s += '.%06d' % us
    return s


def _format_time(hh, mm, ss, us, timespec='auto'):
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    if timespec == 'hours':
        return '%02d' % hh
    if timespec == 'minutes':
        return '%02d:%02d' % (hh, mm)
    if timespec == 'seconds':
        return '%02d:%02d:%02d' % (hh, mm, ss)
    if timespec == 'milliseconds':
        return '%02d:%02d:%02d.%03d' % (hh, mm, ss, us // 1000)
    if timespec == 'microseconds':
        return '%02d:%02d:%02d.%06d' % (hh, mm, ss, us)
    raise ValueError('Unknown timespec value')


def _strftime(obj, format, timetuple):
    """time.strftime, after %f, %z and %Z have been put in."""
    if not isinstance(format, str):
        raise TypeError(f'strftime() argument 1 must be str, not {type(format).__name__}')
    out = []
    i, n = 0, len(format)
    while i < n:
        c = format[i]
        i += 1
        if c != '%' or i == n:
            out.append(c)
            continue
        c = format[i]
        i += 1
        if c == 'f':
            out.append('%06d' % getattr(obj, 'microsecond', 0))
        elif c == 'z':
            offset = obj.utcoffset() if hasattr(obj, 'utcoffset') else None
            out.append(_format_offset(offset, ''))
        elif c == 'Z':
            name = obj.tzname() if hasattr(obj, 'tzname') else None
            out.append((name or '').replace('%', '%%'))
        else:
            out.append('%' + c)
    return _time.strftime(''.join(out), timetuple)


# --- reading ISO 8601 -------------------------------------------------------------

def _digits(s, i, n):
    part = s[i:i + n]
    if len(part) != n or not (part.isascii() and part.isdigit()):
        raise ValueError
    return int(part)


def _parse_isodate(s):
    """(year, month, day) of YYYY-MM-DD, YYYYMMDD, YYYY-Www[-D], YYYYWww[D]."""
    year = _digits(s, 0, 4)
    dash = s[4:5] == '-'
    i = 5 if dash else 4
    if s[i:i + 1] == 'W':
        week = _digits(s, i + 1, 2)
        i += 3
        day = 1
        if i < len(s):
            if dash:
                if s[i] != '-':
                    raise ValueError
                i += 1
            day = _digits(s, i, 1)
            i += 1
        if i != len(s):
            raise ValueError
        found = date.fromisocalendar(year, week, day)
        return found.year, found.month, found.day
    month = _digits(s, i, 2)
    i += 2
    if dash:
        if s[i:i + 1] != '-':
            raise ValueError
        i += 1
    day = _digits(s, i, 2)
    if i + 2 != len(s):
        raise ValueError
    return year, month, day


def _parse_hms(s):
    """[hour, minute, second, microsecond] of HH[:MM[:SS[.f...]]], colons or none."""
    parts = [_digits(s, 0, 2), 0, 0, 0]
    i = 2
    colon = s[2:3] == ':'
    for k in (1, 2):
        if i == len(s):
            return parts
        if colon:
            if s[i] != ':':
                raise ValueError
            i += 1
        parts[k] = _digits(s, i, 2)
        i += 2
    if i < len(s):
        if s[i] not in '.,':
            raise ValueError
        fraction = s[i + 1:]
        if not (fraction.isascii() and fraction.isdigit()):
            raise ValueError
        parts[3] = int(fraction[:6].ljust(6, '0'))
    return parts


def _parse_isotime(s):
    """[hour, minute, second, microsecond, tzinfo]."""
    tz = None
    for i, c in enumerate(s):
        if c in '+-Z':
            zone = s[i + 1:]
            s = s[:i]
            if c == 'Z':
                if zone:
                    raise ValueError
                tz = timezone.utc
            else:
                if len(zone) in (0, 1, 3):
                    raise ValueError
                h, m, sec, us = _parse_hms(zone)
                offset = timedelta(hours=h, minutes=m, seconds=sec, microseconds=us)
                if not offset:
                    tz = timezone.utc
                else:
                    tz = timezone(offset if c == '+' else -offset)
            break
    return _parse_hms(s) + [tz]


class date:
    """A day of the (proleptic) Gregorian calendar."""
    _full_name_ = 'datetime.date'
    __slots__ = ('_year', '_month', '_day', '_hash')

    def __new__(cls, year=None, month=None, day=None):
        for i, (name, value) in enumerate((('year', year), ('month', month), ('day', day))):
            if value is None:
                raise TypeError(f"function missing required argument '{name}' (pos {i + 1})")
        year, month, day = _check_date(year, month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        self._hash = -1
        return self

    @classmethod
    def fromtimestamp(cls, t):
        """The local date of a POSIX timestamp."""
        y, m, d, *_ = _time.localtime(t)
        return cls(y, m, d)

    @classmethod
    def today(cls):
        """The local date of now."""
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, n):
        """The date with a proleptic Gregorian ordinal; 1 January of year 1 is 1."""
        n = _int(n)
        if n < 1:
            raise ValueError('ordinal must be >= 1')
        if n > _MAXORDINAL:
            raise ValueError('year is out of range')
        return cls(*_ord2ymd(n))

    @classmethod
    def fromisoformat(cls, date_string):
        """The date of a text in ISO 8601 form."""
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        try:
            if len(date_string) not in (7, 8, 10):
                raise ValueError
            parts = _parse_isodate(date_string)
        except ValueError as e:
            if e.args:
                raise
            raise ValueError(f'Invalid isoformat string: {date_string!r}') from None
        return cls(*parts)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """The date of an ISO year, week and day of the week."""
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"Year is out of range: {year}")
        if not 0 < week < 53:
            first = _ymd2ord(year, 1, 1) % 7
            if not (week == 53 and (first == 4 or first == 3 and _is_leap(year))):
                raise ValueError(f"Invalid week: {week}")
        if not 0 < day < 8:
            raise ValueError(f"Invalid day: {day} (range is [1, 7])")
        return cls.fromordinal(_isoweek1monday(year) + (week - 1) * 7 + day - 1)

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    def __repr__(self):
        return "%s(%d, %d, %d)" % (_type_name_of(self), self._year, self._month, self._day)

    def ctime(self):
        """Like 'Wed Jan  1 00:00:00 2020'."""
        weekday = self.toordinal() % 7 or 7
        return "%s %s %2d 00:00:00 %04d" % (_DAY_NAMES[weekday], _MONTH_NAMES[self._month],
                                            self._day, self._year)

    def strftime(self, format):
        """Formatted as time.strftime does."""
        return _strftime(self, format, self.timetuple())

    def __format__(self, fmt):
        if not isinstance(fmt, str):
            raise TypeError(f"must be str, not {type(fmt).__name__}")
        return self.strftime(fmt) if fmt else str(self)

    def isoformat(self):
        """YYYY-MM-DD."""
        return "%04d-%02d-%02d" % (self._year, self._month, self._day)

    def __str__(self):
        return self.isoformat()

    def timetuple(self):
        """As time.localtime() would return it, at midnight."""
        return _struct_time(self, 0, 0, 0, -1)

    def toordinal(self):
        """Days since the end of year 0."""
        return _ymd2ord(self._year, self._month, self._day)

    def replace(self, year=None, month=None, day=None):
        """The same date with some fields changed."""
        return type(self)(self._year if year is None else year,
                          self._month if month is None else month,
                          self._day if day is None else day)

    def _key(self):
        return self._year, self._month, self._day

    def _comparable(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def __eq__(self, other):
        return self._key() == other._key() if self._comparable(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else self._no_order('<', other)

    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else self._no_order('<=', other)

    def __gt__(self, other):
        return self._key() > other._key() if self._comparable(other) else self._no_order('>', other)

    def __ge__(self, other):
        return self._key() >= other._key() if self._comparable(other) else self._no_order('>=', other)

    def _no_order(self, sign, other):
        if isinstance(other, date):
            raise TypeError(f"can't compare {_type_name(self)} to {_type_name(other)}")
        return _unsupported(sign, self, other)

    def __hash__(self):
        if self._hash == -1:
            self._hash = hash(self._key())
        return self._hash

    def __add__(self, other):
        if isinstance(other, timedelta):
            o = self.toordinal() + other._days
            if 0 < o <= _MAXORDINAL:
                return type(self).fromordinal(o)
            raise OverflowError("date value out of range")
        return _unsupported('+', self, other)

    def __radd__(self, other):
        if isinstance(other, timedelta):
            return self + other
        return _unsupported('+', other, self)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other._days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return _unsupported('-', self, other)

    def __rsub__(self, other):
        return _unsupported('-', other, self)

    def weekday(self):
        """Monday is 0."""
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        """Monday is 1."""
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        """ISO year, week number and day of the week."""
        year = self._year
        first = _isoweek1monday(year)
        today = self.toordinal()
        week, day = divmod(today - first, 7)
        if week < 0:
            year -= 1
            week, day = divmod(today - _isoweek1monday(year), 7)
        elif week >= 52 and today >= _isoweek1monday(year + 1):
            year += 1
            week = 0
        return IsoCalendarDate(year, week + 1, day + 1)

    def __reduce__(self):
        return self.__class__, self._key()


class IsoCalendarDate(tuple):
    """What isocalendar() returns."""
    __slots__ = ()

    def __new__(cls, year, week, weekday):
        return super().__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __reduce__(self):
        return tuple, (tuple(self),)

    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%d, week=%d, weekday=%d)' % tuple(self)


def _struct_time(d, hour, minute, second, dst):
    yday = _days_before_month(d._year, d._month) + d._day
    return _time.struct_time((d._year, d._month, d._day, hour, minute, second,
                              d.weekday(), yday, dst))


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)
timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


class tzinfo:
    """Base of time zones."""
    _full_name_ = 'datetime.tzinfo'
    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement tzname()")

    def utcoffset(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def dst(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement dst()")

    def fromutc(self, dt):
        """A time in UTC (with self as its tzinfo) as a time in this zone."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError("fromutc: non-None utcoffset() result required")
        dst = dt.dst()
        if dst is None:
            raise ValueError("fromutc: non-None dst() result required")
        if offset - dst:
            dt += offset - dst
            dst = dt.dst()
            if dst is None:
                raise ValueError("fromutc: tz.dst() gave inconsistent results; cannot convert")
        return dt + dst

    def __reduce__(self):
        args = getattr(self, '__getinitargs__', tuple)()
        return self.__class__, args, self.__dict__ if hasattr(self, '__dict__') else None


class timezone(tzinfo):
    """A fixed distance from UTC."""
    _full_name_ = 'datetime.timezone'
    __slots__ = ('_offset', '_name')

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError("timezone() argument 1 must be datetime.timedelta, "
                            f"not {_type_name(offset)}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {_type_name(name)}")
        if not offset and name is None and hasattr(cls, 'utc'):
            return cls.utc
        if not -_DAY_US < offset._us() < _DAY_US:
            raise ValueError("offset must be a timedelta strictly between "
                             "-timedelta(hours=24) and timedelta(hours=24), "
                             f"not {offset!r}.")
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def __init_subclass__(cls):
        raise TypeError("type 'datetime.timezone' is not an acceptable base type")

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is self.utc:
            return 'datetime.timezone.utc'
        if self._name is None:
            return "datetime.timezone(%r)" % (self._offset,)
        return "datetime.timezone(%r, %r)" % (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)

    def _check(self, method, dt):
        if not (isinstance(dt, datetime) or dt is None):
            raise TypeError(f"{method}(dt) argument must be a datetime instance or None, "
                            f"not {_type_name(dt)}")

    def utcoffset(self, dt):
        self._check('utcoffset', dt)
        return self._offset

    def tzname(self, dt):
        self._check('tzname', dt)
        if self._name is not None:
            return self._name
        return 'UTC' if not self._offset else 'UTC' + _format_offset(self._offset)

    def dst(self, dt):
        self._check('dst', dt)
        return None

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        return dt + self._offset

    def __reduce__(self):
        if self._name is None:
            return self.__class__, (self._offset,)
        return self.__class__, (self._offset, self._name)


timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))


def _ask_offset(tz, dt, method='utcoffset'):
    """tz.utcoffset(dt), checked."""
    if tz is None:
        return None
    off = getattr(tz, method)(dt)
    if off is None:
        return None
    if not isinstance(off, timedelta):
        raise TypeError(f"tzinfo.{method}() must return None or a timedelta, "
                        f"not '{_type_name(off)}'")
    if not -_DAY_US < off._us() < _DAY_US:
        raise ValueError(f"offset must be a timedelta strictly between -timedelta(hours=24) "
                         f"and timedelta(hours=24), not {off!r}.")
    return off


class time:
    """A time of day."""
    _full_name_ = 'datetime.time'
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold', '_hash')

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        hour, minute, second, microsecond, fold = _check_time(hour, minute, second,
                                                              microsecond, fold)
        _check_tz(tzinfo)
        self = object.__new__(cls)
        self._hour, self._minute, self._second = hour, minute, second
        self._microsecond, self._tzinfo, self._fold = microsecond, tzinfo, fold
        self._hash = -1
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def _us(self):
        return ((self._hour * 60 + self._minute) * 60 + self._second) * 10 ** 6 + self._microsecond

    def _compare(self, other, sign):
        """-1, 0 or 1; 2 for times that are only known to differ."""
        mine, theirs = self.utcoffset(), other.utcoffset()
        if mine == theirs:
            a, b = self._us(), other._us()
        elif mine is None or theirs is None:
            if sign == '==':
                return 2
            raise TypeError("can't compare offset-naive and offset-aware times")
        else:
            a, b = self._us() - mine._us(), other._us() - theirs._us()
        return (a > b) - (a < b)

    def __eq__(self, other):
        return self._compare(other, '==') == 0 if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._compare(other, '<') < 0 if isinstance(other, time) else _unsupported('<', self, other)

    def __le__(self, other):
        return self._compare(other, '<=') <= 0 if isinstance(other, time) else _unsupported('<=', self, other)

    def __gt__(self, other):
        return self._compare(other, '>') > 0 if isinstance(other, time) else _unsupported('>', self, other)

    def __ge__(self, other):
        return self._compare(other, '>=') >= 0 if isinstance(other, time) else _unsupported('>=', self, other)

    def __hash__(self):
        if self._hash == -1:
            off = self.utcoffset()
            us = self._us() - (off._us() if off else 0)
            self._hash = hash(us)
        return self._hash

    def __repr__(self):
        args = '%d, %d' % (self._hour, self._minute)
        if self._microsecond:
            args += ', %d, %d' % (self._second, self._microsecond)
        elif self._second:
            args += ', %d' % self._second
        if self._tzinfo is not None:
            args += ', tzinfo=%r' % (self._tzinfo,)
        if self._fold:
            args += ', fold=1'
        return f'{_type_name_of(self)}({args})'

    def isoformat(self, timespec='auto'):
        """HH:MM:SS[.ffffff][+HH:MM]."""
        return (_format_time(self._hour, self._minute, self._second, self._microsecond, timespec)
                + _format_offset(self.utcoffset()))

    def __str__(self):
        return self.isoformat()

    @classmethod
    def fromisoformat(cls, time_string):
        """The time of a text in ISO 8601 form."""
        if not isinstance(time_string, str):
            raise TypeError('fromisoformat: argument must be str')
        text = time_string[1:] if time_string.startswith('T') else time_string
        try:
            parts = _parse_isotime(text)
        except ValueError as e:
            if e.args:
                raise
            raise ValueError(f'Invalid isoformat string: {time_string!r}') from None
        return cls(*parts)

    def strftime(self, format):
        """Formatted as time.strftime does; the date is 1900-01-01."""
        return _strftime(self, format, (1900, 1, 1, self._hour, self._minute, self._second,
                                        0, 1, -1))

    __format__ = date.__format__

    def utcoffset(self):
        """Distance from UTC, or None."""
        return _ask_offset(self._tzinfo, None)

    def tzname(self):
        """Name of the time zone, or None."""
        return None if self._tzinfo is None else self._tzinfo.tzname(None)

    def dst(self):
        """Daylight saving part of the offset, or None."""
        return _ask_offset(self._tzinfo, None, 'dst')

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True,
                *, fold=None):
        """The same time with some fields changed."""
        return type(self)(self._hour if hour is None else hour,
                          self._minute if minute is None else minute,
                          self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo,
                          fold=self._fold if fold is None else fold)

    def __reduce__(self):
        return _make_time, (self.__class__, self._hour, self._minute, self._second,
                            self._microsecond, self._tzinfo, self._fold)


def _make_time(cls, hour, minute, second, us, tz, fold):
    return cls(hour, minute, second, us, tz, fold=fold)


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)
_EPOCH_ORDINAL = _ymd2ord(1970, 1, 1)


class datetime(date):
    """A date and a time of day, with or without a time zone."""
    _full_name_ = 'datetime.datetime'
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_fold')

    def __new__(cls, year=None, month=None, day=None, hour=0, minute=0, second=0,
                microsecond=0, tzinfo=None, *, fold=0):
        self = date.__new__(cls, year, month, day)
        hour, minute, second, microsecond, fold = _check_time(hour, minute, second,
                                                              microsecond, fold)
        _check_tz(tzinfo)
        self._hour, self._minute, self._second = hour, minute, second
        self._microsecond, self._tzinfo, self._fold = microsecond, tzinfo, fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    @classmethod
    def _from_parts(cls, days, us, tz=None, fold=0):
        """From an ordinal and microseconds of the day, either of any size."""
        more, us = divmod(us, _DAY_US)
        days += more
        if not 0 < days <= _MAXORDINAL:
            raise OverflowError("date value out of range")
        seconds, us = divmod(us, 10 ** 6)
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        return cls(*_ord2ymd(days), hour, minute, second, us, tz, fold=fold)

    @classmethod
    def _from_timestamp(cls, t, utc, tz):
        fraction, whole = _modf(t)
        us = round(fraction * 1e6)
        whole = int(whole)
        if us >= 10 ** 6:
            whole += 1
            us -= 10 ** 6
        elif us < 0:
            whole -= 1
            us += 10 ** 6
        broken = (_time.gmtime if utc else _time.localtime)(whole)
        y, m, d, hh, mm, ss = broken[:6]
        result = cls(y, m, d, hh, mm, min(ss, 59), us, tz)
        if tz is None and not utc:
            result = result.replace(fold=_local_fold(result, whole))
        elif tz is not None:
            result = tz.fromutc(result)
        return result

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """The local time (or that of tz) of a POSIX timestamp."""
        _check_tz(tz)
        return cls._from_timestamp(timestamp, tz is not None, tz)

    @classmethod
    def utcfromtimestamp(cls, t):
        """The naive UTC time of a POSIX timestamp."""
        return cls._from_timestamp(t, True, None)

    @classmethod
    def now(cls, tz=None):
        """The local time (or that of tz) of now."""
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        """The naive UTC time of now."""
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        """A date and a time in one."""
        if not isinstance(date, _date_class):
            raise TypeError(f"combine() argument 1 must be datetime.date, not {_type_name(date)}")
        if not isinstance(time, _time_class):
            raise TypeError(f"combine() argument 2 must be datetime.time, not {_type_name(time)}")
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second,
                   time.microsecond, time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, date_string):
        """The datetime of a text in ISO 8601 form."""
        if not isinstance(date_string, str):
            raise TypeError('fromisoformat: argument must be str')
        s = date_string
        try:
            if len(s) < 7:
                raise ValueError
            # where does the date end?  10 or 8 characters, or a week date
            if s[4] == '-':
                end = (8 if len(s) == 8 or s[8] != '-' else 10) if s[5] == 'W' else 10
            else:
                end = 8
                if s[4] == 'W':
                    end = 7 if len(s) == 7 or not s[7].isdigit() else 8
            parts = _parse_isodate(s[:end])
            rest = s[end + 1:]
            if len(s) > end and not rest:
                raise ValueError
            clock = _parse_isotime(rest) if rest else [0, 0, 0, 0, None]
        except ValueError as e:
            if e.args:
                raise
            raise ValueError(f'Invalid isoformat string: {date_string!r}') from None
        return cls(*parts, *clock)

    @classmethod
    def strptime(cls, date_string, format):
        """The datetime that strftime(format) would show as date_string."""
        from _strptime import parse
        (y, m, d, hh, mm, ss, us), offset, name = parse(date_string, format)
        tz = None
        if offset is not None:
            offset = timedelta(microseconds=offset)
            tz = timezone(offset, name) if name else timezone(offset)
        return cls(y, m, d, hh, mm, ss, us, tz)

    def timetuple(self):
        """As time.localtime() would return it."""
        dst = self.dst()
        return _struct_time(self, self._hour, self._minute, self._second,
                            -1 if dst is None else 1 if dst else 0)

    def utctimetuple(self):
        """As time.gmtime() would return it."""
        offset = self.utcoffset()
        utc = self - offset if offset else self
        return _struct_time(utc, utc._hour, utc._minute, utc._second, 0)

    def _us_of_day(self):
        return (((self._hour * 60 + self._minute) * 60 + self._second) * 10 ** 6
                + self._microsecond)

    def _us_total(self):
        return self.toordinal() * _DAY_US + self._us_of_day()

    def timestamp(self):
        """Seconds since 1970 in UTC; a naive time counts as local."""
        if self._tzinfo is None:
            return _mktime(self) + self._microsecond / 1e6
        return (self - _EPOCH).total_seconds()

    def date(self):
        """The date part."""
        return _date_class(self._year, self._month, self._day)

    def time(self):
        """The time part, without the time zone."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond,
                           fold=self._fold)

    def timetz(self):
        """The time part, with the time zone."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond,
                           self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None,
                microsecond=None, tzinfo=True, *, fold=None):
        """The same moment with some fields changed."""
        return type(self)(self._year if year is None else year,
                          self._month if month is None else month,
                          self._day if day is None else day,
                          self._hour if hour is None else hour,
                          self._minute if minute is None else minute,
                          self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo,
                          fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        """The same moment in another time zone (the local one)."""
        if tz is None:
            tz = _local_zone(self.timestamp())
        elif not isinstance(tz, tzinfo):
            raise TypeError("tz argument must be an instance of tzinfo")
        mine = self._tzinfo
        if mine is tz:
            return self
        offset = self.utcoffset() if mine is not None else None
        if offset is None:
            offset = _local_zone(_mktime(self)).utcoffset(None)
        utc = (self - offset).replace(tzinfo=tz)
        return tz.fromutc(utc)

    def ctime(self):
        """Like 'Wed Jan  1 00:00:00 2020'."""
        weekday = self.toordinal() % 7 or 7
        return "%s %s %2d %02d:%02d:%02d %04d" % (
            _DAY_NAMES[weekday], _MONTH_NAMES[self._month], self._day,
            self._hour, self._minute, self._second, self._year)

    def isoformat(self, sep='T', timespec='auto'):
        """YYYY-MM-DDTHH:MM:SS[.ffffff][+HH:MM]."""
        return ("%04d-%02d-%02d%s" % (self._year, self._month, self._day, sep)
                + _format_time(self._hour, self._minute, self._second, self._microsecond, timespec)
                + _format_offset(self.utcoffset()))

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        parts = [self._year, self._month, self._day, self._hour, self._minute, self._second,
                 self._microsecond]
        if not parts[-1]:
            del parts[-1]
            if not parts[-1]:
                del parts[-1]
        args = ', '.join(map(str, parts))
        if self._tzinfo is not None:
            args += ', tzinfo=%r' % (self._tzinfo,)
        if self._fold:
            args += ', fold=1'
        return f'{_type_name_of(self)}({args})'

    def utcoffset(self):
        """Distance from UTC, or None."""
        return _ask_offset(self._tzinfo, self)

    def tzname(self):
        """Name of the time zone, or None."""
        return None if self._tzinfo is None else self._tzinfo.tzname(self)

    def dst(self):
        """Daylight saving part of the offset, or None."""
        return _ask_offset(self._tzinfo, self, 'dst')

    def _comparable(self, other):
        return isinstance(other, datetime)

    def _compare(self, other, sign):
        if self._tzinfo is other._tzinfo:
            a, b = self._us_total(), other._us_total()
        else:
            mine, theirs = self.utcoffset(), other.utcoffset()
            if mine is None and theirs is None or mine == theirs:
                a, b = self._us_total(), other._us_total()
            elif mine is None or theirs is None:
                if sign == '==':
                    return 2
                raise TypeError("can't compare offset-naive and offset-aware datetimes")
            else:
                a, b = self._us_total() - mine._us(), other._us_total() - theirs._us()
        return (a > b) - (a < b)

    def __eq__(self, other):
        if isinstance(other, datetime):
            return self._compare(other, '==') == 0
        return False if isinstance(other, date) else NotImplemented

    def __lt__(self, other):
        return self._compare(other, '<') < 0 if isinstance(other, datetime) else self._no_order('<', other)

    def __le__(self, other):
        return self._compare(other, '<=') <= 0 if isinstance(other, datetime) else self._no_order('<=', other)

    def __gt__(self, other):
        return self._compare(other, '>') > 0 if isinstance(other, datetime) else self._no_order('>', other)

    def __ge__(self, other):
        return self._compare(other, '>=') >= 0 if isinstance(other, datetime) else self._no_order('>=', other)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return _unsupported('+', self, other)
        return type(self)._from_parts(self.toordinal() + other._days,
                                      self._us_of_day() + other._seconds * 10 ** 6
                                      + other._microseconds, self._tzinfo)

    def __radd__(self, other):
        if isinstance(other, timedelta):
            return self + other
        return _unsupported('+', other, self)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return _unsupported('-', self, other)
        span = timedelta._from_us(self._us_total() - other._us_total())
        if self._tzinfo is other._tzinfo:
            return span
        mine, theirs = self.utcoffset(), other.utcoffset()
        if mine == theirs:
            return span
        if mine is None or theirs is None:
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return span + theirs - mine

    def __hash__(self):
        if self._hash == -1:
            off = (self.replace(fold=0) if self._fold else self).utcoffset()
            self._hash = hash(self._us_total() - (off._us() if off else 0))
        return self._hash

    def __reduce__(self):
        return _make_datetime, (self.__class__, self._year, self._month, self._day, self._hour,
                                self._minute, self._second, self._microsecond, self._tzinfo,
                                self._fold)


def _make_datetime(cls, *args):
    return cls(*args[:-1], fold=args[-1])


_date_class = date
_time_class = time
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def _local_seconds(t):
    """Local wall-clock seconds since 1970 at a POSIX time."""
    y, m, d, hh, mm, ss = _time.localtime(t)[:6]
    return (_ymd2ord(y, m, d) - _EPOCH_ORDINAL) * 86400 + hh * 3600 + mm * 60 + ss


def _mktime(dt):
    """The POSIX time of a naive local datetime; fold chooses where there are two."""
    wall = (dt.toordinal() - _EPOCH_ORDINAL) * 86400 + dt._us_of_day() // 10 ** 6
    guess = wall - (_local_seconds(wall) - wall)
    offsets = {_local_seconds(guess + shift) - (guess + shift) for shift in (-86400, 0, 86400)}
    fits = sorted(wall - off for off in offsets if _local_seconds(wall - off) == wall)
    if fits:
        return fits[-1 if dt._fold else 0]
    candidates = sorted(wall - off for off in offsets)      # in a gap
    return candidates[0 if dt._fold else -1]


def _local_fold(dt, t):
    return 1 if _mktime(dt) != t and _mktime(dt.replace(fold=1)) == t else 0


def _local_zone(t):
    local = _time.localtime(t)
    return timezone(timedelta(seconds=local.tm_gmtoff), local.tm_zone)
