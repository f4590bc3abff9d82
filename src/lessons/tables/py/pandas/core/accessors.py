"""What the dt accessor of a column, and an index of moments, answers: parts of moments and spans, taken from whole arrays at once."""
import datetime

import _tables
import numpy as np

from pandas.core.dtypes import objects
from pandas.core.missing import NaT, missing_in
from pandas.core.spans import components

DAY = 86400 * 10 ** 9
NAMES = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split()
MONTH_NAMES = 'January February March April May June July August September October November December'.split()


def safe_walls(values):
    """(what the clocks show with 1970 where nothing is, where nothing is)."""
    from pandas.core.zones import walls
    shown = walls(values)
    gone = np.isnat(shown)
    return (np.where(gone, np.datetime64(0, 'ns'), shown) if gone.any() else shown), gone


YEARS, MONTHS, DAY_OF_MONTH, DAYS, DAY_OF_YEAR = range(5)      # as moments.h has them


def parts(walls, which):
    """Years, months or days since 1970, days of months or of years."""
    numbers = np.ascontiguousarray(walls).view('i8')
    out = np.empty(numbers.shape, 'i8')
    _tables.parts(numbers, which, out)
    return out


def months_of(walls):
    return parts(walls, MONTHS)


def days_of(walls):
    """The day of the month, from 1."""
    return parts(walls, DAY_OF_MONTH)


def lengths(walls):
    months = months_of(walls).astype('M8[M]')
    return ((months + 1).astype('M8[D]') - months.astype('M8[D]')).astype('i8')


def weekdays(walls):
    return (parts(walls, DAYS) + 3) % 7


def years_of(walls):
    return parts(walls, YEARS) + 1970


def leap(walls):
    year = years_of(walls)
    return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))


def in_day(walls):
    return walls.astype('i8') % DAY


def iso(walls):
    """(year, week, day) of the ISO calendar."""
    days = parts(walls, DAYS).astype('M8[D]')
    thursday = days + (3 - weekdays(walls)).astype('m8[D]')
    year = thursday.astype('M8[Y]')
    return year.astype('i8') + 1970, (thursday - year.astype('M8[D]')).astype('i8') // 7 + 1, weekdays(walls) + 1


def day_of_year(walls):
    return parts(walls, DAY_OF_YEAR)


FIELDS = {
    'year': years_of, 'month': lambda w: months_of(w) % 12 + 1, 'day': days_of, 'hour': lambda w: in_day(w) // (3600 * 10 ** 9), 'minute': lambda w: in_day(w) // (60 * 10 ** 9) % 60,
    'second': lambda w: in_day(w) // 10 ** 9 % 60, 'microsecond': lambda w: in_day(w) // 1000 % 10 ** 6, 'nanosecond': lambda w: in_day(w) % 1000, 'quarter': lambda w: months_of(w) % 12 // 3 + 1,
    'dayofweek': weekdays, 'weekday': weekdays, 'day_of_week': weekdays, 'dayofyear': day_of_year, 'day_of_year': day_of_year, 'week': lambda w: iso(w)[1], 'weekofyear': lambda w: iso(w)[1],
    'days_in_month': lengths, 'daysinmonth': lengths, 'is_leap_year': leap, 'is_month_start': lambda w: days_of(w) == 1, 'is_month_end': lambda w: days_of(w) == lengths(w),
    'is_quarter_start': lambda w: (days_of(w) == 1) & (months_of(w) % 3 == 0), 'is_quarter_end': lambda w: (days_of(w) == lengths(w)) & (months_of(w) % 3 == 2),
    'is_year_start': lambda w: day_of_year(w) == 1, 'is_year_end': lambda w: (days_of(w) == 31) & (months_of(w) % 12 == 11)}
PARTS = list(FIELDS)
ENDS = {'is_month_start': (1, 0, True), 'is_month_end': (1, 0, False), 'is_quarter_start': (3, 0, True), 'is_quarter_end': (3, 2, False), 'is_year_start': (12, 0, True), 'is_year_end': (12, 11, False)}


def working_end(values, name):
    """Whether moments are the first, or the last, working day of a month, quarter or year."""
    from pandas.core.offsets import first_working, last_working
    walls, gone = safe_walls(values)
    every, month, start = ENDS[name]
    months = months_of(walls)
    return (months % every == month) & (days_of(walls) - 1 == (first_working if start else last_working)(months)) & ~gone


def part_of(values, name):
    """A part of each moment, as a column has it."""
    walls, gone = safe_walls(values)
    found = FIELDS[name](walls)
    if found.dtype.kind == 'b':
        return found & ~gone
    return np.where(gone, np.nan, found) if gone.any() else found.astype('i8')



def names_of(values, numbers, names, blank=np.nan):
    """Words for numbers; nothing where nothing is."""
    walls, gone = safe_walls(values)
    words = objects(names)
    found = words[FIELDS[numbers](walls) - (numbers == 'month')] if len(walls) else np.empty(0, object)
    if gone.any():
        found[gone] = blank
    return found


def texts_in(values, form):
    """Moments as texts of a form; the usual forms at once, others moment by moment."""
    walls, gone = safe_walls(values)
    unit = {'%Y': 'Y', '%Y-%m': 'M', '%Y-%m-%d': 'D'}.get(form)
    if unit is not None:
        found = objects(np.datetime_as_string(walls, unit).tolist())
    else:
        from pandas.core.dtypes import listed
        seen, out = {}, []
        daily = not any(x in form for x in ('%H', '%I', '%M', '%S', '%f', '%p', '%c', '%X', '%z', '%Z', '%T', '%s', '%R', '%r', '%k', '%l'))
        items = walls.astype('M8[D]').tolist() if daily else listed(values)
        for d in items:
            if d not in seen:
                seen[d] = d.strftime(form) if d is not NaT else np.nan
            out.append(seen[d])
        found = objects(out)
    if gone.any():
        found[gone] = np.nan
    return found


def dates_of(values):
    walls, gone = safe_walls(values)
    found = objects(walls.astype('M8[D]').tolist())
    if gone.any():
        found[gone] = NaT
    return found


def times_of(values, zoned=False):
    walls, gone = safe_walls(values)
    midnight = datetime.datetime(1970, 1, 1)
    zone = getattr(values, 'zone', None) if zoned else None
    if zone is not None:
        return objects([NaT if x is NaT else x.time().replace(tzinfo=x.tzinfo) for x in values])
    seen, out = {}, []
    for n in (in_day(walls) // 1000).tolist():
        if n not in seen:
            seen[n] = (midnight + datetime.timedelta(microseconds=n)).time()
        out.append(seen[n])
    found = objects(out)
    if gone.any():
        found[gone] = NaT
    return found


def stepped(values, freq, how, ambiguous='raise', nonexistent='raise'):
    """Moments as multiples of a step, as the clocks of their zone show them."""
    from pandas.core.dates import rounded, step_of
    from pandas.core.zones import localized
    step = step_of(freq)
    walls, gone = safe_walls(values)
    found = rounded(walls.astype('i8'), step, how).astype('M8[ns]')
    found = np.where(gone, np.datetime64('NaT', 'ns'), found) if gone.any() else found
    zone = getattr(values, 'zone', None)
    return found if zone is None else localized(found, zone, ambiguous, nonexistent)


def midnights(values):
    """Midnight of each day, as the clocks show it."""
    from pandas.core.zones import localized, walls
    found = walls(values).astype('M8[D]').astype('M8[ns]')
    zone = getattr(values, 'zone', None)
    return found if zone is None else localized(found, zone)


def datetimes_of(values):
    """Python's datetimes."""
    from pandas.core.dtypes import listed
    return objects([x if x is NaT else x.to_pydatetime(False) for x in listed(values)])


def iso_table(values, index):
    """A table of the ISO calendar."""
    from pandas.core.frame import DataFrame
    from pandas.core.dtypes import cast
    walls, gone = safe_walls(values)
    columns = []
    for found in iso(walls):
        try:
            columns.append(cast(objects([None if g else x for x, g in zip(found.tolist(), gone)]), 'UInt32'))
        except (NotImplementedError, TypeError):
            columns.append(np.where(gone, np.nan, found) if gone.any() else found.astype('u4'))
    from pandas.core.indexes.base import Index
    return DataFrame._make(columns, index, Index(['year', 'week', 'day']))


def properties(s):
    """The accessor that fits a column's values."""
    values = s._values
    if hasattr(values, '_ordinals'):
        from pandas.core.periods import PeriodProperties
        return PeriodProperties(s)
    if hasattr(values, '_codes') and values.categories.dtype.kind in 'mM':
        values = values._values_of()
        s = type(s)._make(values, s.index, s._name)
    kind = values.dtype.kind
    if kind == 'M':
        return DatetimeProperties(s)
    if kind == 'm':
        return TimedeltaProperties(s)
    raise AttributeError('Can only use .dt accessor with datetimelike values')


class Properties:
    """Parts of the values of a column."""
    __module__ = 'pandas.core.indexes.accessors'

    def __init__(self, data):
        self._data = data

    def _with(self, found):
        return type(self._data)._make(found, self._data.index, self._data.name)

    def __getattr__(self, name):
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class DatetimeProperties(Properties):
    """Parts of the moments of a column."""

    _values = property(lambda self: self._data._values)
    date = property(lambda self: self._with(dates_of(self._values)))
    time = property(lambda self: self._with(times_of(self._values)))
    timetz = property(lambda self: self._with(times_of(self._values, True)))
    tz = property(lambda self: getattr(self._values, 'zone', None))

    @property
    def freq(self):
        from pandas.core.indexes.datetimes import infer_freq
        return infer_freq(self._data) if len(self._data) > 2 else None

    def strftime(self, date_format):
        """Each moment as text."""
        return self._with(texts_in(self._values, date_format))

    def day_name(self, locale=None):
        """The names of the days."""
        return self._with(names_of(self._values, 'dayofweek', NAMES))

    def month_name(self, locale=None):
        """The names of the months."""
        return self._with(names_of(self._values, 'month', MONTH_NAMES))

    def normalize(self):
        """Midnight of each day."""
        return self._with(midnights(self._values))

    def floor(self, freq, ambiguous='raise', nonexistent='raise'):
        """Each moment at or before, in steps."""
        return self._with(stepped(self._values, freq, 'floor', ambiguous, nonexistent))

    def ceil(self, freq, ambiguous='raise', nonexistent='raise'):
        """Each moment at or behind, in steps."""
        return self._with(stepped(self._values, freq, 'ceil', ambiguous, nonexistent))

    def round(self, freq, ambiguous='raise', nonexistent='raise'):
        """The nearest moment, in steps."""
        return self._with(stepped(self._values, freq, 'round', ambiguous, nonexistent))

    def tz_localize(self, tz, ambiguous='raise', nonexistent='raise'):
        """The times of the clocks, in a zone."""
        from pandas.core.zones import set_zone
        return self._with(set_zone(self._values, tz, ambiguous, nonexistent))

    def tz_convert(self, tz):
        """The same moments in another zone."""
        from pandas.core.zones import converted
        return self._with(converted(self._values, tz))

    def to_period(self, freq=None):
        """The spans of the calendar that the moments lie in."""
        from pandas.core.periods import periods_of
        if freq is None:
            freq = self.freq
        return self._with(periods_of(self._values, freq))

    def to_pydatetime(self):
        """Python's datetimes."""
        return datetimes_of(self._values)

    def isocalendar(self):
        """Year, week and day of the ISO calendar."""
        return iso_table(self._values, self._data.index)

    def __getattr__(self, name):
        if name in FIELDS:
            if name in ('week', 'weekofyear'):
                import warnings
                warnings.warn('Series.dt.weekofyear and Series.dt.week have been deprecated. Please use Series.dt.isocalendar().week instead.', FutureWarning, stacklevel=2)
            return self._with(part_of(self._values, name))
        raise AttributeError(f"'DatetimeProperties' object has no attribute '{name}'")

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | set(FIELDS))


class TimedeltaProperties(Properties):
    """Parts of the spans of a column."""

    def _part(self, f):
        values = self._data._values
        gone = missing_in(values)
        found = f(np.where(gone, np.timedelta64(0, 'ns'), values).astype('i8'))
        return type(self._data)._make(np.where(gone, np.nan, found) if gone.any() else found, self._data.index, self._data.name)

    days = property(lambda self: self._part(lambda n: n // DAY))
    seconds = property(lambda self: self._part(lambda n: n % DAY // 10 ** 9))
    microseconds = property(lambda self: self._part(lambda n: n % 10 ** 9 // 1000))
    nanoseconds = property(lambda self: self._part(lambda n: n % 1000))
    freq = property(lambda self: None)

    @property
    def components(self):
        return components_of(self._data._values, self._data.index)

    def to_pytimedelta(self):
        """Python's timedeltas."""
        from pandas.core.dates import Timedelta
        return objects([NaT if g else Timedelta(int(n)).to_pytimedelta() for n, g in zip(self._data._values.astype('i8'), missing_in(self._data._values))])

    def _stepped(self, freq, how):
        return type(self._data)._make(spans_stepped(self._data._values, freq, how), self._data.index, self._data.name)

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


def spans_stepped(values, freq, how):
    """Spans as multiples of a step."""
    from pandas.core.dates import rounded, step_of
    gone = np.isnat(values)
    found = rounded(np.where(gone, np.timedelta64(0, 'ns'), values).astype('i8'), step_of(freq), how).astype('m8[ns]')
    return np.where(gone, np.timedelta64('NaT', 'ns'), found)


def components_of(values, index):
    """A table of the parts of spans."""
    from pandas.core.frame import DataFrame
    gone = missing_in(values)
    rows = [[np.nan] * 7 if g else list(components(int(n))) for n, g in zip(values.astype('i8'), gone)]
    return DataFrame(np.array(rows, 'f8' if gone.any() else 'i8').reshape(-1, 7), index=index, columns=list(components(0)._fields))
