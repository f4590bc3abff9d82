"""Moments and spans of time: Timestamp, Timedelta, to_datetime, what the dt accessor answers; in arrays they are NumPy's datetime64[ns]."""
import datetime
import re

import numpy as np

from pandas.core.dtypes import array_of, box, is_integer, is_list_like, objects
from pandas.core.missing import NaT, missing_in, missing_one
from pandas.core.spans import SpanMethods, components, read_span
from pandas.errors import OutOfBoundsDatetime

NS = np.dtype('M8[ns]')
UNITS = {'D': 86400 * 10 ** 9, 'h': 3600 * 10 ** 9, 'm': 60 * 10 ** 9, 's': 10 ** 9, 'ms': 10 ** 6, 'us': 1000, 'ns': 1, 'W': 7 * 86400 * 10 ** 9, 'H': 3600 * 10 ** 9, 'T': 60 * 10 ** 9, 'S': 10 ** 9,
         'days': 86400 * 10 ** 9, 'day': 86400 * 10 ** 9, 'hours': 3600 * 10 ** 9, 'hour': 3600 * 10 ** 9, 'minutes': 60 * 10 ** 9, 'minute': 60 * 10 ** 9, 'min': 60 * 10 ** 9,
         'seconds': 10 ** 9, 'second': 10 ** 9, 'sec': 10 ** 9, 'weeks': 7 * 86400 * 10 ** 9, 'L': 10 ** 6, 'U': 1000, 'N': 1, 'd': 86400 * 10 ** 9, 'w': 7 * 86400 * 10 ** 9}
ISO = re.compile(r'\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?)?\s*\Z')
EPOCH = datetime.datetime(1970, 1, 1)


def nanoseconds(d):
    """A datetime as a count from 1970."""
    delta = d.replace(tzinfo=None) - EPOCH
    return (delta.days * 86400 + delta.seconds) * 10 ** 9 + delta.microseconds * 1000 + getattr(d, 'nanosecond', 0)


def moment(x, dayfirst=False, form=None, unit=None):
    """One value as datetime64[ns]."""
    if missing_one(x) or (isinstance(x, str) and x in ('', 'NaT', 'nan', 'NaN', 'NA')):
        return np.datetime64('NaT', 'ns')
    if isinstance(x, np.datetime64):
        return x.astype(NS)
    if isinstance(x, datetime.datetime):
        if x.tzinfo is not None:
            raise NotImplementedError("perch's pandas has no time zones")
        return within(nanoseconds(x), x)
    if isinstance(x, datetime.date):
        return within(nanoseconds(datetime.datetime(x.year, x.month, x.day)), x)
    if isinstance(x, (int, float, np.number)) and not isinstance(x, (bool, np.timedelta64)):
        if form is not None:
            return moment(datetime.datetime.strptime(str(x), form))
        return np.datetime64(int(round(float(x) * UNITS[unit])) if unit and not is_integer(x) else int(x) * UNITS[unit or 'ns'], 'ns')
    if isinstance(x, str):
        return moment(read(x, dayfirst, form))
    raise TypeError(f"<class '{type(x).__name__}'> is not convertible to datetime")


def within(n, x):
    if not -2 ** 63 < n < 2 ** 63:
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: {x}')
    return np.datetime64(n, 'ns')


def read(text, dayfirst=False, form=None):
    """A text as a datetime (with nanoseconds, a Timestamp)."""
    if form is not None:
        try:
            return datetime.datetime.strptime(text, form)
        except ValueError as e:
            if 'unconverted' in str(e):
                raise
            raise ValueError(f"time data '{text}' does not match format '{form}' (match)") from None
    found = ISO.match(text)
    try:
        if found:
            y, mo, d, h, mi, s, part = found.groups()
            extra = int((part or '0').ljust(9, '0'))
            made = datetime.datetime(int(y), int(mo), int(d), int(h or 0), int(mi or 0), int(s or 0), extra // 1000)
            return Timestamp(nanoseconds(made) + extra % 1000) if extra % 1000 else made
        if re.fullmatch(r'\d{8}', text):
            return datetime.datetime(int(text[:4]), int(text[4:6]), int(text[6:]))
        if re.fullmatch(r'\d{4}', text):
            return datetime.datetime(int(text), 1, 1)
        if re.fullmatch(r'\d{4}[-/]\d{1,2}', text):
            return datetime.datetime(int(text[:4]), int(text[5:]), 1)
        from dateutil.parser import parse
        return parse(text, dayfirst=dayfirst, default=datetime.datetime(datetime.date.today().year, 1, 1))
    except OverflowError:
        raise OutOfBoundsDatetime(f'Out of bounds nanosecond timestamp: {text}') from None
    except ValueError as e:
        if type(e) is ValueError and found:
            from dateutil.parser._parser import ParserError
            raise ParserError(f'{e}: {text}') from None
        raise


def span(x, unit=None):
    """One value as timedelta64[ns]."""
    if missing_one(x):
        return np.timedelta64('NaT', 'ns')
    if isinstance(x, np.timedelta64):
        return x.astype('m8[ns]')
    if isinstance(x, Timedelta):
        return np.timedelta64(x._n, 'ns')
    if isinstance(x, datetime.timedelta):
        return np.timedelta64((x.days * 86400 + x.seconds) * 10 ** 9 + x.microseconds * 1000 + getattr(x, 'nanoseconds', 0), 'ns')
    if isinstance(x, str):
        found = read_span(x)
        return np.timedelta64('NaT' if found is None else found, 'ns')
    if isinstance(x, (int, float, np.number)):
        return np.timedelta64(int(x * UNITS[unit or 'ns']), 'ns')
    raise ValueError(f'Value must be Timedelta, string, integer, float, timedelta or convertible, not {type(x).__name__}')


class Timestamp(datetime.datetime):
    """A moment, to the nanosecond."""
    __module__ = 'pandas._libs.tslibs.timestamps'

    def __new__(cls, ts_input=None, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, unit=None, tz=None, year=None, **rest):
        if tz is not None or rest:
            raise NotImplementedError("perch's pandas has no time zones")
        if ts_input is None and year is not None:
            ts_input = year
        if month is not None:
            made = datetime.datetime(ts_input, month, day, hour, minute, second, microsecond)
            n = nanoseconds(made)
        else:
            if isinstance(ts_input, str) and ts_input in ('now', 'today'):
                ts_input = datetime.datetime.now()
            found = moment(ts_input, unit=unit)
            if np.isnat(found):
                return NaT
            n = int(found.astype('i8'))
        d = EPOCH + datetime.timedelta(microseconds=n // 1000)
        self = datetime.datetime.__new__(cls, d.year, d.month, d.day, d.hour, d.minute, d.second, d.microsecond)
        self._n = n
        return self

    value = property(lambda self: self._n)
    nanosecond = property(lambda self: self._n % 1000)
    dayofweek = property(lambda self: self.weekday())
    day_of_week = dayofweek
    dayofyear = property(lambda self: self.timetuple().tm_yday)
    day_of_year = dayofyear
    quarter = property(lambda self: (self.month - 1) // 3 + 1)
    week = property(lambda self: self.isocalendar()[1])
    weekofyear = week
    days_in_month = property(lambda self: (datetime.date(self.year + self.month // 12, self.month % 12 + 1, 1) - datetime.timedelta(1)).day)
    is_leap_year = property(lambda self: self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0))
    is_month_start = property(lambda self: self.day == 1)
    is_month_end = property(lambda self: self.day == self.days_in_month)

    @classmethod
    def now(cls, tz=None):
        return cls(datetime.datetime.now())

    today = now

    def __reduce__(self):
        return Timestamp, (self._n,)

    def __hash__(self):
        return datetime.datetime.__hash__(self)

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        return f"Timestamp('{self}')"

    def isoformat(self, sep='T', timespec='auto'):
        """The moment as text."""
        text = datetime.datetime(self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond).isoformat(sep, timespec)
        if self.nanosecond:
            text = (text if self.microsecond else text + '.000000') + f'{self.nanosecond:03d}'
        return text

    def to_pydatetime(self, warn=True):
        """Python's datetime."""
        return datetime.datetime(self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)

    def to_datetime64(self):
        """NumPy's datetime64."""
        return np.datetime64(self._n, 'ns')

    to_numpy = to_datetime64

    def timestamp(self):
        """Seconds since 1970."""
        return round(self._n / 10 ** 9, 6)

    def normalize(self):
        """Midnight of the day."""
        return Timestamp(self._n // UNITS['D'] * UNITS['D'])

    def day_name(self, locale=None):
        """The name of the day."""
        return self.strftime('%A')

    def month_name(self, locale=None):
        """The name of the month."""
        return self.strftime('%B')

    def floor(self, freq):
        """The moment at or before, in steps."""
        step = step_of(freq)
        return Timestamp(self._n // step * step)

    def ceil(self, freq):
        """The moment at or behind, in steps."""
        step = step_of(freq)
        return Timestamp(-(-self._n // step) * step)

    def replace(self, **parts):
        """The moment with other parts."""
        return Timestamp(self.to_pydatetime().replace(**parts))

    def _offset(self, other, sign):
        if isinstance(other, (datetime.timedelta, np.timedelta64)):
            return Timestamp(self._n + sign * int(span(other).astype('i8')))
        return NotImplemented

    def __add__(self, other):
        return self._offset(other, 1) if not hasattr(other, '_mgr_kind') else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, (datetime.datetime, np.datetime64)):
            return Timedelta(self._n - int(moment(other).astype('i8')))
        return self._offset(other, -1) if not hasattr(other, '_mgr_kind') else NotImplemented

    def __rsub__(self, other):
        return Timedelta(int(moment(other).astype('i8')) - self._n) if isinstance(other, (datetime.datetime, np.datetime64)) else NotImplemented


class Timedelta(SpanMethods, datetime.timedelta):
    """A span of time, to the nanosecond."""
    __module__ = 'pandas._libs.tslibs.timedeltas'

    def __new__(cls, value=None, unit=None, **parts):
        if value is None:
            if not parts:
                raise ValueError('cannot construct a Timedelta without a value/unit or descriptive keywords (days,seconds....)')
            known = ('weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds')
            if any(name not in known for name in parts):
                raise ValueError(f"cannot construct a Timedelta from the passed arguments, allowed keywords are [{', '.join(known)}]")
            extra = parts.pop('nanoseconds', 0)
            value = int(span(datetime.timedelta(**parts)).astype('i8')) + extra
        found = span(value, unit)
        if np.isnat(found):
            return NaT
        n = int(found.astype('i8'))
        self = datetime.timedelta.__new__(cls, microseconds=n // 1000)
        self._n = n
        return self

    value = property(lambda self: self._n)
    nanoseconds = property(lambda self: self._n % 1000)

    def __reduce__(self):
        return Timedelta, (self._n,)

    def __hash__(self):
        return datetime.timedelta.__hash__(self)

    def __str__(self):
        return span_text(self._n)

    def __repr__(self):
        return f"Timedelta('{self}')"

    def total_seconds(self):
        """The span in seconds."""
        return self._n / 10 ** 9

    def to_pytimedelta(self):
        """Python's timedelta."""
        return datetime.timedelta(microseconds=self._n // 1000)

    def to_timedelta64(self):
        """NumPy's timedelta64."""
        return np.timedelta64(self._n, 'ns')

    def __add__(self, other):
        if isinstance(other, (datetime.timedelta, np.timedelta64)):
            return Timedelta(self._n + int(span(other).astype('i8')))
        return Timestamp(other) + self if isinstance(other, (datetime.datetime, np.datetime64)) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return Timedelta(self._n - int(span(other).astype('i8'))) if isinstance(other, (datetime.timedelta, np.timedelta64)) else NotImplemented

    def __neg__(self):
        return Timedelta(-self._n)

    def __mul__(self, other):
        if isinstance(other, (int, float, np.number)):
            return Timedelta(int(self._n * other))
        return self._array(other, lambda mine, others: mine * others)

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, (datetime.timedelta, np.timedelta64)):
            return self._n / int(span(other).astype('i8'))
        if isinstance(other, (int, float, np.number)):
            return Timedelta(int(self._n / other))
        return self._array(other, lambda mine, others: mine / others)


Timedelta.min, Timedelta.max, Timedelta.resolution = Timedelta(-2 ** 63 + 1), Timedelta(2 ** 63 - 1), Timedelta(1)


def span_text(n):
    days, rest = divmod(n, UNITS['D'])
    seconds, part = divmod(rest, 10 ** 9)
    tail = f'.{part:09d}' if part % 1000 else f'.{part // 1000:06d}' if part else ''
    return f'{days} days {"+" if days < 0 else ""}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{tail}'


def step_of(freq):
    found = re.fullmatch(r'(\d*)([A-Za-z]+)', freq)
    if not found or found.group(2) not in UNITS:
        raise ValueError(f'Invalid frequency: {freq}')
    return int(found.group(1) or 1) * UNITS[found.group(2)]


# ---- arrays ----
def to_moments(values, errors='raise', dayfirst=False, form=None, unit=None):
    """An array as datetime64[ns]."""
    if values.dtype.kind == 'M':
        return values
    out, seen = np.empty(len(values), NS), {}
    for i, x in enumerate(values if values.dtype.kind == 'O' else values.tolist()):
        key = x if isinstance(x, str) else None
        if key is not None and key in seen:
            out[i] = seen[key]
            continue
        try:
            out[i] = moment(x, dayfirst, form, unit)
        except (ValueError, TypeError, OverflowError) as e:
            if errors == 'coerce':
                out[i] = np.datetime64('NaT', 'ns')
            elif type(e).__name__ == 'ParserError':
                raise type(e)(f'{e} present at position {i}') from None
            else:
                raise
        if key is not None:
            seen[key] = out[i]
    return out


def to_datetime(arg, errors='raise', dayfirst=False, yearfirst=False, utc=None, format=None, exact=True, unit=None, infer_datetime_format=False, origin='unix', cache=True):
    """Texts, numbers and dates as moments."""
    if utc or yearfirst or origin != 'unix' or not exact:
        raise NotImplementedError("perch's pandas has no to_datetime(utc=…, yearfirst=…, origin=…, exact=False)")
    if arg is None:
        return None
    if hasattr(arg, '_data') and hasattr(arg, 'columns'):
        parts = {str(c).lower().rstrip('s'): arg[c] for c in arg.columns}
        absent = [x for x in ('year', 'month', 'day') if x not in parts]
        if absent:
            raise ValueError(f'to assemble mappings requires at least that [year, month, day] be specified: [{",".join(absent)}] is missing')
        rows = zip(*[parts[x] for x in parts])
        names = list(parts)
        values = objects([datetime.datetime(**{n: int(v) for n, v in zip(names, row)}) for row in rows])
        return type(arg[arg.columns[0]])._make(to_moments(values), arg.index, None)
    if hasattr(arg, '_index_of'):
        return arg._each(lambda v: tried(v, errors, dayfirst, format, unit))
    if is_list_like(arg):
        from pandas.core.indexes.base import index_of
        return index_of(tried(array_of(arg), errors, dayfirst, format, unit), getattr(arg, 'name', None))
    found = tried(objects([arg]), errors, dayfirst, format, unit)[0]
    return box(found)


def tried(values, errors, dayfirst, form, unit):
    try:
        return to_moments(values, errors, dayfirst, form, unit)
    except (ValueError, TypeError):
        if errors != 'ignore':
            raise
        return values


def to_timedelta(arg, unit=None, errors='raise'):
    """Texts and numbers as spans of time."""
    if hasattr(arg, '_index_of'):
        return arg._each(lambda v: v if v.dtype.kind == 'm' else to_spans(v, unit, errors))
    try:
        if is_list_like(arg):
            from pandas.core.indexes.base import index_of
            return index_of(to_spans(arg, unit, errors))
        return Timedelta(arg, unit)
    except ValueError:
        if errors == 'raise':
            raise
        return NaT if errors == 'coerce' else objects(arg) if is_list_like(arg) else arg


def to_spans(values, unit=None, errors='raise'):
    """Values as timedelta64[ns]."""
    out = np.empty(len(values), 'm8[ns]')
    for i, x in enumerate(values):
        try:
            out[i] = span(x, unit)
        except ValueError:
            if errors != 'coerce':
                raise
            out[i] = np.timedelta64('NaT', 'ns')
    return out


def moment_texts(values, blank='NaT'):
    """Moments as texts: days alone where all are midnights."""
    gone = missing_in(values)
    numbers = values.astype('i8')
    good = numbers[~gone]
    days = not (good % UNITS['D']).any()
    if days:
        return [blank if g else x[:10] for x, g in zip(np.datetime_as_string(values, 'D').tolist(), gone)]
    unit = 's' if not (good % 10 ** 9).any() else 'ms' if not (good % 10 ** 6).any() else 'us' if not (good % 1000).any() else 'ns'
    return [blank if g else x.replace('T', ' ') for x, g in zip(np.datetime_as_string(values, unit).tolist(), gone)]


def span_texts(values, alone=False):
    """Spans as texts: days alone where all are whole days."""
    gone = missing_in(values)
    numbers = values.astype('i8')
    if not (numbers[~gone] % UNITS['D']).any():
        return ['NaT' if g else f'{n // UNITS["D"]} days' for n, g in zip(numbers.tolist(), gone)]
    return ['NaT' if g else span_text(n) for n, g in zip(numbers.tolist(), gone)]


# ---- the dt accessor ----
PARTS = 'year month day hour minute second microsecond nanosecond quarter dayofweek weekday dayofyear week weekofyear days_in_month day_of_week day_of_year is_leap_year is_month_start is_month_end'.split()


def part_of(values, name):
    """A part of each moment, as a column has it."""
    gone = missing_in(values)
    items = [None if g else Timestamp(x) for x, g in zip(values, gone)]
    if name == 'weekday':
        name = 'dayofweek'
    found = [np.nan if x is None else getattr(x, name) for x in items]
    if name.startswith('is_'):
        return np.array([x is True for x in found], bool)
    return np.array(found, 'f8' if gone.any() else 'i8')


def properties(s):
    if s.dtype.kind == 'M':
        return DatetimeProperties(s)
    if s.dtype.kind == 'm':
        return TimedeltaProperties(s)
    raise AttributeError('Can only use .dt accessor with datetimelike values')


class DatetimeProperties:
    """Parts of the moments of a column."""
    __module__ = 'pandas.core.indexes.accessors'

    def __init__(self, data):
        self._data = data

    def _with(self, found):
        return type(self._data)._make(found, self._data.index, self._data.name)

    def _each(self, f, blank=np.nan):
        values = self._data._values
        return self._with(objects([blank if np.isnat(x) else f(Timestamp(x)) for x in values]))

    @property
    def date(self):
        return self._each(lambda x: x.to_pydatetime().date(), NaT)

    @property
    def time(self):
        return self._each(lambda x: x.to_pydatetime().time(), NaT)

    def strftime(self, date_format):
        """Each moment as text."""
        return self._each(lambda x: x.strftime(date_format))

    def day_name(self, locale=None):
        """The names of the days."""
        return self._each(lambda x: x.day_name())

    def month_name(self, locale=None):
        """The names of the months."""
        return self._each(lambda x: x.month_name())

    def normalize(self):
        """Midnight of each day."""
        return self._with(self._data._values.astype('M8[D]').astype(NS))

    def floor(self, freq):
        """Each moment at or before, in steps."""
        step = step_of(freq)
        return self._with((self._data._values.astype('i8') // step * step).astype(NS))

    def isocalendar(self):
        raise NotImplementedError("perch's pandas has no dt.isocalendar")

    def __getattr__(self, name):
        if name in PARTS:
            return self._with(part_of(self._data._values, name))
        raise AttributeError(f"'DatetimeProperties' object has no attribute '{name}'")


class TimedeltaProperties:
    """Parts of the spans of a column."""
    __module__ = 'pandas.core.indexes.accessors'

    def __init__(self, data):
        self._data = data

    def _part(self, f):
        gone = missing_in(self._data._values)
        found = [np.nan if g else f(int(n)) for n, g in zip(self._data._values.astype('i8'), gone)]
        return type(self._data)._make(array_of(found), self._data.index, self._data.name)

    days = property(lambda self: self._part(lambda n: n // UNITS['D']))
    seconds = property(lambda self: self._part(lambda n: n % UNITS['D'] // 10 ** 9))
    microseconds = property(lambda self: self._part(lambda n: n % 10 ** 9 // 1000))
    nanoseconds = property(lambda self: self._part(lambda n: n % 1000))

    @property
    def components(self):
        return components_of(self._data._values, self._data.index)

    def to_pytimedelta(self):
        """Python's timedeltas."""
        return objects([NaT if g else Timedelta(int(n)).to_pytimedelta() for n, g in zip(self._data._values.astype('i8'), missing_in(self._data._values))])

    def _stepped(self, freq, how):
        found = [np.timedelta64('NaT', 'ns') if np.isnat(x) else getattr(Timedelta(x), how)(freq).to_timedelta64() for x in self._data._values]
        return type(self._data)._make(np.array(found, 'm8[ns]'), self._data.index, self._data.name)

    def round(self, freq):
        """The nearest multiples of a step."""
        return self._stepped(freq, 'round')

    def floor(self, freq):
        """The multiples of a step below."""
        return self._stepped(freq, 'floor')

    def ceil(self, freq):
        """The multiples of a step above."""
        return self._stepped(freq, 'ceil')

    def total_seconds(self):
        """The spans in seconds."""
        return self._part(lambda n: n / 10 ** 9)


def components_of(values, index):
    """A table of the parts of spans."""
    from pandas.core.frame import DataFrame
    gone = missing_in(values)
    rows = [[np.nan] * 7 if g else list(components(int(n))) for n, g in zip(values.astype('i8'), gone)]
    return DataFrame(np.array(rows, 'f8' if gone.any() else 'i8').reshape(-1, 7), index=index, columns=list(components(0)._fields))
