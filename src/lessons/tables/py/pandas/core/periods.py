"""Spans of the calendar: Period, arrays of them (objects that know their frequency), their dtype. Each is a count (ordinal) of years, quarters, months, weeks, days, hours … from 1970."""
import datetime
import re

import numpy as np

from pandas.core import accessors
from pandas.core.accessors import Properties
from pandas.core.dates import Timestamp, UNITS, nanoseconds, stamp, stamp_from
from pandas.core.dtypes import is_integer, objects
from pandas.core.missing import NaT, missing_one
from pandas.core.offsets import DAYS, MONTHS, BaseOffset, Tick, tick_of, to_offset
from pandas.core.spans import is_span
from pandas.core.zones import ExtensionDtype

DAY = UNITS['D']
NAT = np.datetime64('NaT', 'ns')


class IncompatibleFrequency(ValueError):
    """Spans of different frequencies in one operation."""
    __module__ = 'pandas._libs.tslibs.period'


# ---- counts ----
def months_and(freq):
    return MONTHS.index(freq.rule_code.partition('-')[2]) + 1


def week_end(freq):
    return (DAYS.index(freq.rule_code.partition('-')[2] or 'SUN') + 1) % 7


def as_days(n):
    return np.asarray(n, 'i8') // DAY


def month_starts(months):
    return np.asarray(months, 'i8').astype('M8[M]').astype('M8[ns]').astype('i8')


def month_counts(n):
    return np.asarray(n, 'i8').astype('M8[ns]').astype('M8[M]').astype('i8')


def working_count(n):
    d = as_days(n) + 4
    day = d % 7
    d = np.where(day == 6, d + 2, np.where(day == 0, d + 1, d))
    return d // 7 * 5 + d % 7 - 4


# for the code of each frequency: the counts of nanoseconds, the nanoseconds at which counts begin
COUNTS = {
    'A': (lambda n, f: (month_counts(n) - months_and(f)) // 12 + 1, lambda c, f: month_starts((np.asarray(c) - 1) * 12 + months_and(f))),
    'Q': (lambda n, f: (month_counts(n) - months_and(f) + 12) // 3, lambda c, f: month_starts(np.asarray(c) * 3 + months_and(f) - 12)),
    'M': (lambda n, f: month_counts(n), lambda c, f: month_starts(c)),
    'W': (lambda n, f: (as_days(n) + 3 - week_end(f)) // 7 + 1, lambda c, f: (np.asarray(c) * 7 - 10 + week_end(f)) * DAY),
    'B': (lambda n, f: working_count(n), lambda c, f: ((np.asarray(c) + 3) // 5 * 7 + (np.asarray(c) + 3) % 5 - 3) * DAY)}
FORMS = {'A': '%Y', 'Q': '%FQ%q', 'M': '%Y-%m', 'B': '%Y-%m-%d', 'D': '%Y-%m-%d', 'H': '%Y-%m-%d %H:00', 'T': '%Y-%m-%d %H:%M', 'S': '%Y-%m-%d %H:%M:%S', 'L': '%Y-%m-%d %H:%M:%S.%l',
         'U': '%Y-%m-%d %H:%M:%S.%u', 'N': '%Y-%m-%d %H:%M:%S.%n'}


def code_of(freq):
    return freq._prefix


def period_freq(freq):
    """The offset of a frequency that spans have."""
    if isinstance(freq, PeriodDtype):
        return freq.freq
    if isinstance(freq, tuple):
        raise TypeError('pass as a string instead')
    step = to_offset(freq)
    if step is None:
        raise ValueError('freq required')
    if step.n <= 0:
        raise ValueError(f'Frequency must be positive, because it represents span: {step.freqstr}')
    code = code_of(step)
    if code == 'MS' or code not in COUNTS and not isinstance(step, Tick):
        raise ValueError(f'Invalid frequency: {step!r}')
    return step


def count_of(n, freq):
    """The counts of nanoseconds since 1970."""
    code = code_of(freq)
    return np.asarray(n, 'i8') // freq._size if code not in COUNTS else COUNTS[code][0](n, freq)


def start_of(count, freq):
    """The nanoseconds at which counts begin."""
    code = code_of(freq)
    return np.asarray(count, 'i8') * freq._size if code not in COUNTS else COUNTS[code][1](count, freq)


class Period:
    """A span of the calendar: Period('2020-03', freq='M')."""
    __module__ = 'pandas._libs.tslibs.period'

    def __new__(cls, value=None, freq=None, ordinal=None, year=None, month=None, quarter=None, day=None, hour=None, minute=None, second=None):
        step = period_freq(freq) if freq is not None else None
        if ordinal is not None:
            if value is not None:
                raise ValueError('Only value or ordinal but not both should be given but not both')
            if step is None:
                raise ValueError('Must supply freq for ordinal value')
            return period(int(ordinal), step)
        if value is None and (year is not None or month is not None or quarter is not None):
            if year is None and month is None and quarter is None:
                raise ValueError('If value is None, freq cannot be None') if step is None else ValueError('If value is None, year, month … must be given')
            if step is None:
                raise ValueError('If value is None, freq cannot be None')
            return of_parts(step, year, month, quarter, day, hour, minute, second)
        if isinstance(value, Period):
            return value if step is None or step == value.freq else value.asfreq(step)
        if missing_one(value) or isinstance(value, str) and value in ('NaT', 'nat', ''):
            return NaT
        return of_value(value, step)

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of 'pandas._libs.tslibs.period._Period' objects is not writable" if hasattr(type(self), name) else f"'Period' object has no attribute '{name}'")

    freqstr = property(lambda self: self.freq.freqstr)
    _begin = property(lambda self: int(start_of(self.ordinal, self.freq)))
    start_time = property(lambda self: stamp(self._begin))
    end_time = property(lambda self: self._finish())

    def _finish(self):
        n = int(start_of(self.ordinal + self.freq.n, self.freq)) - 1
        return stamp(n)

    _at = property(lambda self: stamp(self._begin) if isinstance(self.freq, Tick) else stamp(int(start_of(self.ordinal + 1, self.freq)) - DAY if code_of(self.freq) != 'B' else self._begin))
    qyear = property(lambda self: self.ordinal // 4 + 1970 if code_of(self.freq) == 'Q' else self.year)

    def __getattr__(self, name):
        if name in FIELDS and name != 'qyear':
            found = getattr(self._at, name)
            if name == 'quarter' and code_of(self.freq) == 'Q':
                return self.ordinal % 4 + 1
            return found if name not in ('hour', 'minute', 'second') or isinstance(self.freq, Tick) else 0
        raise AttributeError(f"'Period' object has no attribute '{name}'")

    def to_timestamp(self, freq=None, how='start', tz=None):
        """The moment at which it begins, or ends."""
        if how_of(how) == 'E':
            end = self.end_time
            return end
        return self.asfreq(freq, 'S').start_time if freq is not None else self.start_time

    def asfreq(self, freq, how='E'):
        """The span of another frequency at its end, or start."""
        step = period_freq(freq)
        n = self.end_time._n if how_of(how) == 'E' else self._begin
        return period(int(count_of(n, step)), step)

    @classmethod
    def now(cls, freq=None):
        """The span of now."""
        return cls(Timestamp.now(), freq=freq)

    def strftime(self, fmt):
        """The span as text."""
        return in_form(self, fmt)

    def __str__(self):
        code = code_of(self.freq)
        if code == 'W':
            return f'{self.start_time:%Y-%m-%d}/{stamp(int(start_of(self.ordinal + 1, self.freq)) - 1):%Y-%m-%d}'
        return in_form(self, FORMS[code])

    def __repr__(self):
        return f"Period('{self}', '{self.freqstr}')"

    def __format__(self, form):
        return self.strftime(form) if form else str(self)

    def __hash__(self):
        return hash((self.ordinal, self.freqstr))

    def __reduce__(self):
        return period_from, (self.ordinal, self.freqstr)

    # ---- arithmetic ----
    def _steps(self, other):
        """How many of its base frequency another step is."""
        if isinstance(other, Tick) or is_span(other):
            n = other.nanos if isinstance(other, Tick) else tick_of(int(np.timedelta64(getattr(other, '_n', None) if hasattr(other, '_n') else other, 'ns').astype('i8'))).nanos
            if isinstance(self.freq, Tick) and n % self.freq._size == 0:
                return n // self.freq._size
            raise IncompatibleFrequency(f'Input cannot be converted to Period(freq={self.freqstr})')
        elif isinstance(other, BaseOffset) and other.base == self.freq.base:
            return other.n
        raise IncompatibleFrequency(f'Input has different freq={getattr(other, "freqstr", None)} from Period(freq={self.freqstr})')

    def __add__(self, other):
        if hasattr(other, '_mgr_kind') or hasattr(other, '_spots'):
            return NotImplemented
        if isinstance(other, BaseOffset) or is_span(other):
            return period(self.ordinal + self._steps(other), self.freq)
        if is_integer(other):
            return period(self.ordinal + int(other) * self.freq.n, self.freq)
        if other is NaT:
            return NaT
        if isinstance(other, (Period, datetime.datetime)):
            raise TypeError(f"unsupported operand type(s) for +: 'Period' and '{type(other).__name__}'")
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if hasattr(other, '_mgr_kind') or hasattr(other, '_spots'):
            return NotImplemented
        if isinstance(other, Period):
            self._alike(other)
            return (self.ordinal - other.ordinal) * self.freq.base
        if isinstance(other, BaseOffset) or is_span(other):
            return period(self.ordinal - self._steps(other), self.freq)
        if is_integer(other):
            return period(self.ordinal - int(other) * self.freq.n, self.freq)
        return NaT if other is NaT else NotImplemented

    def _alike(self, other):
        if self.freq != other.freq:
            raise IncompatibleFrequency(f'Input has different freq={other.freqstr} from Period(freq={self.freqstr})')

    def _compare(self, other, right, apart):
        if isinstance(other, Period):
            if self.freq != other.freq:
                if apart is not None:
                    return apart
                self._alike(other)
            return right(self.ordinal, other.ordinal)
        if other is NaT:
            return apart is True
        return NotImplemented

    def __eq__(self, other):
        return self._compare(other, int.__eq__, False)

    def __ne__(self, other):
        return self._compare(other, int.__ne__, True)

    def __lt__(self, other):
        return self._compare(other, int.__lt__, None)

    def __le__(self, other):
        return self._compare(other, int.__le__, None)

    def __gt__(self, other):
        return self._compare(other, int.__gt__, None)

    def __ge__(self, other):
        return self._compare(other, int.__ge__, None)


FIELDS = ('year', 'month', 'day', 'hour', 'minute', 'second', 'quarter', 'qyear', 'dayofweek', 'weekday', 'day_of_week', 'dayofyear', 'day_of_year', 'week', 'weekofyear', 'days_in_month', 'daysinmonth',
          'is_leap_year')
Period.weekday = property(lambda self: self._at.dayofweek)


def how_of(how):
    found = {'S': 'S', 'E': 'E', 'START': 'S', 'END': 'E', 'FINISH': 'E', 'BEGIN': 'S'}.get(str(how).upper())
    if found is None:
        raise ValueError('How must be one of S or E')
    return found


def period(ordinal, freq):
    """The span of a count."""
    self = object.__new__(Period)
    object.__setattr__(self, 'ordinal', ordinal)
    object.__setattr__(self, 'freq', freq)
    return self


def period_from(ordinal, freqstr):
    return period(ordinal, to_offset(freqstr))


def of_parts(step, year, month, quarter, day, hour, minute, second):
    if quarter is not None:
        ends = MONTHS.index(step.rule_code.partition('-')[2]) + 1 if code_of(step) in ('Q', 'A') else 12
        at = (year - 1970) * 4 + quarter - 1
        n = int(month_starts(at * 3 + ends - 12))
        return period(int(count_of(n, step)), step)
    n = nanoseconds(datetime.datetime(year, month or 1, day or 1, hour or 0, minute or 0, second or 0))
    return period(int(count_of(n, step)), step)


RANKS = {100: 'A-DEC', 90: 'Q-DEC', 80: 'M', 70: 'D', 60: 'H', 50: 'T', 40: 'S', 30: 'L', 20: 'U', 10: 'N'}


def of_value(value, step):
    if is_integer(value):
        value = str(value)
    if isinstance(value, str):
        from pandas.core.indexes.partial import named_span
        weeks = re.fullmatch(r'(\d{4}-\d{2}-\d{2})/\d{4}-\d{2}-\d{2}', value)
        fiscal = re.fullmatch(r'\s*(?:(\d{4})-?[Qq]([1-4])|([1-4])[Qq]-?(\d{4}))\s*', value)
        if fiscal and step is not None and code_of(step) == 'Q':
            y, q = (fiscal.group(1), fiscal.group(2)) if fiscal.group(1) else (fiscal.group(4), fiscal.group(3))
            return period((int(y) - 1970) * 4 + int(q) - 1, step)
        try:
            n, _, rank = named_span(weeks.group(1) if weeks else value)
        except (ValueError, OverflowError):
            n, rank = by_any_words(value), 70
        if step is None:
            step = to_offset('W-' + DAYS[(stamp(n).weekday() + 6) % 7]) if weeks else to_offset(RANKS[rank])
        return period(int(count_of(n, step)), step)
    if isinstance(value, (datetime.date, np.datetime64)):
        ts = stamp_from(value)
        if step is None:
            raise ValueError('Must supply freq for datetime value')
        if ts is NaT:
            return NaT
        return period(int(count_of(ts._wall if ts.tzinfo is not None else ts._n, step)), step)
    raise ValueError('Value must be Period, string, integer, or datetime')


class DateParseError(ValueError):
    """A text that names no time."""
    __module__ = 'pandas._libs.tslibs.parsing'


def by_any_words(value):
    from pandas.core.dates import read
    try:
        return nanoseconds(read(value))
    except (ValueError, OverflowError):
        raise DateParseError(f'Unknown datetime string format, unable to parse: {value.upper()}') from None


def in_form(p, form):
    """A span as text of a form; %q the quarter, %F the fiscal year, %l %u %n parts of a second."""
    at = p._at if code_of(p.freq) in COUNTS else p.start_time
    n = p._begin % 10 ** 9
    for mark, text in (('%q', str(p.ordinal % 4 + 1 if code_of(p.freq) == 'Q' else at.quarter)), ('%FQ', f'{p.qyear}Q'), ('%F', str(p.qyear)), ('%f', f'{p.qyear % 100:02d}'), ('%l', f'{n // 10 ** 6:03d}'),
                       ('%u', f'{n // 1000:06d}'), ('%n', f'{n:09d}')):
        if mark in form:
            form = form.replace(mark, text)
    return at.strftime(form)


# ---- dtype and arrays ----
class PeriodDtype(ExtensionDtype):
    """The dtype of spans of a frequency."""
    __module__ = 'pandas.core.dtypes.dtypes'
    kind, str, num, itemsize, base, type = 'O', '|O08', 102, 8, np.dtype(object), Period
    na_value = NaT

    def __init__(self, freq=None):
        if isinstance(freq, PeriodDtype):
            freq = freq.freq
        self.freq = period_freq(freq[7:-1] if hasattr(freq, 'startswith') and freq.startswith(('period[', 'Period[')) else freq)

    name = property(lambda self: f'period[{self.freq.freqstr}]')

    def _of_values(self, values):
        if hasattr(values, '_ordinals'):
            return values.asfreq(self.freq)
        if values.dtype.kind == 'M':
            return periods_of(values, self.freq)
        return of_objects([Period(x, freq=self.freq) for x in values])

    def __reduce__(self):
        return PeriodDtype, (self.freq.freqstr,)


KEEPS = ('concatenate', 'repeat', 'delete', 'append', 'take', 'sort', 'unique', 'insert', 'flip', 'roll', 'compress', 'resize')


def bare(x):
    if isinstance(x, Periods):
        return x.view(np.ndarray)
    return type(x)(bare(y) for y in x) if isinstance(x, (list, tuple)) else x


class Periods(np.ndarray):
    """Spans of one frequency, and NaT: an array of objects that knows it."""
    _freq = None

    def __array_finalize__(self, obj):
        self._freq = getattr(obj, '_freq', None)

    @property
    def dtype(self):
        return PeriodDtype(self._freq) if self._freq is not None and np.ndarray.dtype.__get__(self).kind == 'O' else np.ndarray.dtype.__get__(self)

    def __array_function__(self, func, types, args, kwargs):
        found = func(*bare(args), **{k: bare(v) for k, v in kwargs.items()})
        if func.__name__ in KEEPS:
            if isinstance(found, tuple):
                return (with_freq(found[0], self._freq),) + found[1:]
            return with_freq(found, self._freq)
        return found

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if method == '__call__' and ufunc.__name__ in ('add', 'subtract') and len(inputs) == 2:
            from pandas.core import ops
            from operator import add, sub
            found = ops.by_object(add if ufunc.__name__ == 'add' else sub, *bare(inputs))
            return of_objects(found) if any(isinstance(x, Period) for x in found) else found
        return getattr(ufunc, method)(*bare(inputs), **kwargs)

    def __setitem__(self, key, value):
        if missing_one(value):
            value = NaT
        np.ndarray.__setitem__(self, key, bare(value))

    def _ordinals(self):
        """The counts, the smallest number where nothing is."""
        return np.array([-2 ** 63 if x is NaT else x.ordinal for x in self.view(np.ndarray)], 'i8')

    def _gone(self):
        return np.fromiter((x is NaT for x in self.view(np.ndarray)), bool, len(self))

    def _starts(self, ends=False):
        """The moments at which they begin, or end."""
        gone, counts = self._gone(), self._ordinals()
        counts = np.where(gone, 0, counts)
        found = start_of(counts + self._freq.n, self._freq) - 1 if ends else start_of(counts, self._freq)
        return np.where(gone, NAT, found.astype('M8[ns]')) if gone.any() else found.astype('M8[ns]')

    def asfreq(self, freq, how='E'):
        """The spans of another frequency."""
        freq = period_freq(freq)
        return periods_of(self._starts(how_of(how) == 'E'), freq)

    def _cast(self, want):
        if want.kind == 'M':
            return self._starts()
        if want.kind in 'iu' and want.itemsize == 8:
            return self._ordinals()
        raise TypeError(f'Cannot cast PeriodArray to dtype {want}')

    def astype(self, dtype, *args, **kwargs):
        """The spans as another dtype of NumPy's."""
        if isinstance(dtype, PeriodDtype):
            return self.asfreq(dtype.freq)
        want = np.dtype(dtype)
        return self.view(np.ndarray).astype(want) if want.kind in 'OU' else self._cast(want)

    def _part(self, name):
        """A part of each."""
        gone = self._gone()
        found = [0 if g else getattr(x, name) for x, g in zip(self.view(np.ndarray), gone)]
        if name == 'is_leap_year':
            return np.array(found, bool)
        return np.where(gone, np.nan, found) if gone.any() else np.array(found, 'i8')

    def __reduce__(self):
        return of_objects, (list(self.view(np.ndarray)),)

    def __repr__(self):
        from pandas.core.zones import array_text
        return array_text('PeriodArray', [f"'{x}'" for x in self.view(np.ndarray)], self.dtype)

    __str__ = __repr__


def with_freq(values, freq):
    found = np.asarray(values).view(np.ndarray).view(Periods)
    found._freq = freq
    return found


def of_objects(items):
    """An array of spans, if they are of one frequency."""
    items = objects([NaT if missing_one(x) else x for x in items])
    freq = next((x.freq for x in items if x is not NaT), None)
    if freq is None or any(x is not NaT and x.freq is not freq and x.freq != freq for x in items):
        return items
    return with_freq(items, freq)


def of_counts(counts, freq, gone=None):
    """An array of the spans of counts."""
    seen, out = {}, np.empty(len(counts), object)
    gone = [False] * len(counts) if gone is None else gone
    for i, (n, g) in enumerate(zip(np.asarray(counts).tolist(), gone)):
        if g:
            out[i] = NaT
            continue
        found = seen.get(n)
        if found is None:
            found = seen[n] = period(n, freq)
        out[i] = found
    return with_freq(out, freq)


def periods_of(values, freq):
    """The spans that moments lie in."""
    if hasattr(values, '_ordinals'):
        return values.asfreq(freq)
    if freq is None:
        raise ValueError('You must pass a freq argument as current index has none.')
    walls, gone = accessors.safe_walls(values)
    freq = as_period_freq(freq)
    return of_counts(count_of(walls.astype('i8'), freq), freq, gone)


def as_period_freq(freq):
    """The frequency of spans for a frequency of moments: months for MS …"""
    step = to_offset(freq)
    code = step.rule_code
    head, _, tail = code.partition('-')
    instead = {'MS': 'M', 'BMS': 'M', 'BM': 'M', 'CBM': 'M', 'CBMS': 'M', 'QS': 'Q', 'BQ': 'Q', 'BQS': 'Q', 'AS': 'A', 'BA': 'A', 'BAS': 'A', 'SM': 'D', 'C': 'D'}.get(head)
    if instead is None:
        return period_freq(step)
    if head.endswith('S') and tail:
        tail = MONTHS[(MONTHS.index(tail) - 1) % 12]
    return period_freq(f'{step.n if step.n != 1 else ""}{instead}{"-" + tail if instead in "QA" and tail else ""}')


class PeriodProperties(Properties):
    """Parts of the spans of a column."""
    _values = property(lambda self: self._data._values)
    freq = property(lambda self: self._values._freq)
    start_time = property(lambda self: self._with(self._values._starts()))
    end_time = property(lambda self: self._with(self._values._starts(True)))

    def asfreq(self, freq, how='E'):
        """The spans of another frequency."""
        return self._with(self._values.asfreq(freq, how))

    def to_timestamp(self, freq=None, how='start'):
        """The moments at which they begin, or end."""
        return self._with(self._values._starts(how_of(how) == 'E'))

    def strftime(self, date_format):
        """The spans as texts."""
        return self._with(objects([np.nan if x is NaT else x.strftime(date_format) for x in self._values]))

    def __getattr__(self, name):
        if name in FIELDS:
            return self._with(self._values._part(name))
        raise AttributeError(f"'PeriodProperties' object has no attribute '{name}'")
