"""Steps of the calendar: Day, MonthEnd, Week(weekday=4), BusinessDay …, each moves moments by n of its kind; to_offset reads their texts ('3M', 'W-MON', '2D5H')."""
import datetime
import re

import numpy as np

from pandas.core.dates import UNITS, Timedelta, Timestamp, moment, span
from pandas.core.missing import NaT, missing_one
from pandas.core.spans import is_span

DAY = UNITS['D']
MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split()
DAYS = 'MON TUE WED THU FRI SAT SUN'.split()
NAT = np.datetime64('NaT', 'ns')


# ---- the calendar in arrays ----
def split(walls):
    """(months since 1970-01, days of the month counted from 0, nanoseconds of the day) of moments."""
    days = walls.astype('M8[D]')
    months = days.astype('M8[M]')
    return months.astype('i8'), (days - months.astype('M8[D]')).astype('i8'), (walls - days.astype('M8[ns]')).astype('i8')


def joined(months, days, rest):
    """Moments of what split gives."""
    return (np.asarray(months, 'i8').astype('M8[M]').astype('M8[D]') + np.asarray(days, 'i8').astype('m8[D]')).astype('M8[ns]') + np.asarray(rest, 'i8').astype('m8[ns]')


def lengths(months):
    """How many days months have."""
    months = np.asarray(months, 'i8')
    return ((months + 1).astype('M8[M]').astype('M8[D]') - months.astype('M8[M]').astype('M8[D]')).astype('i8')


def weekdays(days):
    """The days of the week, Monday 0, of M8[D]."""
    return (days.astype('i8') + 3) % 7


def first_of(months):
    return np.zeros(np.shape(months), 'i8')


def last_of(months):
    return lengths(months) - 1


def first_working(months):
    first = weekdays(np.asarray(months, 'i8').astype('M8[M]').astype('M8[D]'))
    return np.where(first == 5, 2, np.where(first == 6, 1, 0))


def last_working(months):
    last = lengths(months) - 1
    day = weekdays(np.asarray(months, 'i8').astype('M8[M]').astype('M8[D]') + last.astype('m8[D]'))
    return last - np.where(day == 5, 1, np.where(day == 6, 2, 0))


# ---- what all of them have ----
def step_of(other):
    """What a text says as a step; anything else, and a text that says none, as it is."""
    try:
        return to_offset(other) if isinstance(other, str) else other
    except ValueError:
        return other


class BaseOffset:
    """A step, n times."""
    __module__ = 'pandas._libs.tslibs.offsets'
    __array_ufunc__ = None
    __array_priority__ = 1000
    _offset_from = True
    _prefix, _attributes, _plain = None, (), ()

    def __init__(self, n=1, normalize=False):
        self.n, self.normalize = whole(n), bool(normalize)

    base = property(lambda self: self._times(1))
    rule_code = property(lambda self: self._prefix)
    name = property(lambda self: self.rule_code)
    kwds = property(lambda self: {x: getattr(self, x) for x in self._attributes})
    nanos = property(lambda self: self._no_nanos())

    def _no_nanos(self):
        raise ValueError(f'{self!r} is a non-fixed frequency')

    @property
    def freqstr(self):
        try:
            code = self.rule_code
        except NotImplementedError:
            return repr(self)
        return code if self.n == 1 else f'{self.n}{code}'

    def _times(self, n):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, n=n)
        return made

    def copy(self):
        """The same again."""
        return self._times(self.n)

    def __reduce__(self):
        return again, (type(self).__name__, {k: v for k, v in self.__dict__.items() if k != 'calendar'})

    def _key(self):
        return (type(self), self.n, self.normalize) + tuple(str(getattr(self, x)) if x in ('calendar', 'holidays') else getattr(self, x) for x in self._attributes if x != 'calendar')

    def __eq__(self, other):
        other = step_of(other)
        return isinstance(other, BaseOffset) and self._key() == other._key()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._key())

    def _said(self):
        return ', '.join(f'{x}={getattr(self, x)}' for x in self._plain)

    def __repr__(self):
        many, said = abs(self.n) != 1, self._said()
        name = getattr(self, '_shown', type(self).__name__)
        return f'<{f"{self.n} * " if self.n != 1 else ""}{name}{"s" if many else ""}{": " + said if said else ""}>'

    def __neg__(self):
        return self._times(-self.n)

    def __mul__(self, other):
        if isinstance(other, np.ndarray):
            out = np.empty(len(other), object)
            out[:] = [self * int(x) for x in other]
            return out
        return self._times(self.n * other) if isinstance(other, (int, np.integer)) else NotImplemented

    __rmul__ = __mul__

    def __add__(self, other):
        if hasattr(other, '_mgr_kind') or hasattr(other, '_spots'):
            return NotImplemented
        if isinstance(other, np.ndarray):
            return self._over(other)
        if missing_one(other) and other is NaT:
            return NaT
        if isinstance(other, (datetime.date, np.datetime64)):
            return self._apply(other)
        return self._with_span(other)

    def _with_span(self, other):
        return NotImplemented

    __radd__ = __add__

    def __call__(self, other):
        return self._apply(other)

    def __sub__(self, other):
        if isinstance(other, datetime.datetime):
            raise TypeError('Cannot subtract datetime from offset.')
        if type(other) is type(self):
            return self._times(self.n - other.n)
        return NotImplemented

    def __rsub__(self, other):
        return (-self).__radd__(other)

    # ---- moving ----
    def _over(self, values):
        """An array of moments, moved."""
        if values.dtype.kind == 'O':
            out = np.empty(len(values), object)
            for i, x in enumerate(values):
                out[i] = x if missing_one(x) else x + self
            return out
        zone = getattr(values, 'zone', None)
        if zone is None:
            return self._all(values)
        from pandas.core.zones import localized, walls
        return localized(self._all(walls(values)), zone) if not self._absolute else type(values)._with_zone(self._all(np.asarray(values)), zone)

    _absolute = False           # whether it moves along the time of the world, not along the clocks of a place

    def _all(self, walls, n=None):
        gone = np.isnat(walls)
        found = self._walls(np.where(gone, np.datetime64(0, 'ns'), walls), self.n if n is None else n)
        if self.normalize:
            found = found.astype('M8[D]').astype('M8[ns]')
        return np.where(gone, NAT, found) if gone.any() else found

    def _apply(self, other):
        ts = Timestamp(other)
        if ts is NaT:
            return NaT
        if ts.tzinfo is None:
            return Timestamp(self._all(np.array([ts._n]).astype('M8[ns]'))[0])
        return Timestamp(self._over(np_zoned(ts))[0])

    def _walls(self, walls, n):
        """Where n steps (a number, or one for each) lead from moments."""
        raise NotImplementedError

    def is_on_offset(self, dt):
        """Whether a moment is where such steps end."""
        ts = naive(dt)
        if self.normalize and ts != ts.normalize():
            return False
        return bool(self._on(np.array([ts._n]).astype('M8[ns]'))[0])

    onOffset = is_on_offset

    def _on(self, walls):
        return self._walls(self._walls(walls, 1), -1) == walls

    def is_anchored(self):
        """Whether it is one step to a place of the calendar."""
        return self.n == 1

    def rollforward(self, dt):
        """The moment itself where steps end there, else where the next one ends."""
        ts = Timestamp(dt)
        return ts if self.is_on_offset(ts) else ts + self._times(1)

    def rollback(self, dt):
        """The moment itself where steps end there, else where the one before ended."""
        ts = Timestamp(dt)
        return ts if self.is_on_offset(ts) else ts + self._times(-1)

    def is_month_start(self, ts):
        return ts.is_month_start

    def is_month_end(self, ts):
        return ts.is_month_end

    def is_quarter_start(self, ts):
        return ts.is_quarter_start

    def is_quarter_end(self, ts):
        return ts.is_quarter_end

    def is_year_start(self, ts):
        return ts.is_year_start

    def is_year_end(self, ts):
        return ts.is_year_end


def again(name, parts):
    """A step out of what a pickle has of it."""
    from pandas.core import offsets_hours
    kind = globals().get(name) or getattr(offsets_hours, name)
    made = object.__new__(kind)
    made.__dict__.update(parts)
    if 'weekmask' in parts:
        made.calendar, made.holidays = calendar_of(parts['weekmask'], parts['holidays'], None)
    return made


def whole(n):
    if not isinstance(n, (int, np.integer)):
        if isinstance(n, float) and n == int(n):
            return int(n)
        raise ValueError(f'`n` argument must be an integer, got {n}') if isinstance(n, float) else TypeError(f'`n` argument must be an integer, got {type(n)}')
    return int(n)


def np_zoned(ts):
    from pandas.core.zones import Zoned
    return Zoned._with_zone(np.array([ts._n]).astype('M8[ns]'), ts.tzinfo)


def naive(dt):
    ts = Timestamp(dt)
    return ts if ts.tzinfo is None else ts.tz_localize(None)


SingleConstructorOffset = BaseOffset


# ---- steps of one length ----
class Tick(BaseOffset):
    """A step of always the same length."""
    _size, _absolute = 1, True

    delta = property(lambda self: Timedelta(self.n * self._size))
    nanos = property(lambda self: self.n * self._size)

    def _walls(self, walls, n):
        return walls + np.asarray(n * self._size).astype('m8[ns]')

    def _on(self, walls):
        return np.ones(len(walls), bool)

    def is_anchored(self):
        return False

    def __add__(self, other):
        if isinstance(other, Tick):
            if type(other) is type(self):
                return self._times(self.n + other.n)
            return tick_of(self.nanos + other.nanos)
        if isinstance(other, np.ndarray) and other.dtype.kind == 'm':
            return other + np.timedelta64(self.nanos, 'ns')
        return super().__add__(other)

    __radd__ = __add__

    def _with_span(self, other):
        return Timedelta(self.nanos + int(span(other).astype('i8'))) if is_span(other) else NotImplemented

    def __sub__(self, other):
        return self + (-other) if isinstance(other, Tick) else super().__sub__(other)

    def __mul__(self, other):
        if isinstance(other, float):
            size = self.nanos * other
            if size != int(size):
                return NotImplemented
            return tick_of(int(size)) if self.n * other != int(self.n * other) else self._times(int(self.n * other))
        return super().__mul__(other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self.delta / (other.delta if isinstance(other, Tick) else other)

    def __eq__(self, other):
        other = step_of(other)
        if is_span(other):
            return self.delta == Timedelta(other)
        return isinstance(other, Tick) and self.nanos == other.nanos

    def __lt__(self, other):
        return self.delta < Timedelta(other)

    def __le__(self, other):
        return self.delta <= Timedelta(other)

    def __gt__(self, other):
        return self.delta > Timedelta(other)

    def __ge__(self, other):
        return self.delta >= Timedelta(other)

    def __hash__(self):
        return hash(self.nanos)

    def __bool__(self):
        return self.n != 0


def ticks():
    made = {}
    for name, code, size in (('Day', 'D', DAY), ('Hour', 'H', UNITS['h']), ('Minute', 'T', UNITS['m']), ('Second', 'S', 10 ** 9), ('Milli', 'L', 10 ** 6), ('Micro', 'U', 1000), ('Nano', 'N', 1)):
        made[name] = type(name, (Tick,), {'__module__': BaseOffset.__module__, '_prefix': code, '_size': size, '__doc__': f'{name}: a step of {size} nanoseconds.'})
    return made


TICKS = ticks()
Day, Hour, Minute, Second, Milli, Micro, Nano = TICKS.values()


def tick_of(n):
    """A number of nanoseconds as the largest step that it is a whole number of."""
    for kind in TICKS.values():
        if n % kind._size == 0:
            return kind(n // kind._size)
    return Nano(n)


# ---- steps to a day of months, quarters and years ----
class Anchored(BaseOffset):
    """Steps to one day, which _day finds, of every so many months."""
    _every, _day = 1, staticmethod(first_of)

    def _first(self):
        """The number of a month in which steps end."""
        return 0

    def _walls(self, walls, n):
        months, days, rest = split(walls)
        step, first = self._every, self._first()
        at = (months - first) // step
        here = at * step + first
        day = np.where(months == here, days, 40)         # (behind the day of that month when the month is over)
        mark = self._day(here)
        n = np.asarray(n)
        forward = at + np.where(day < mark, 0, 1) + n - 1
        back = at + np.where(day > mark, 0, -1) + n + 1
        stay = at + np.where(day > mark, 1, 0)
        to = np.where(n > 0, forward, np.where(n < 0, back, stay)) * step + first
        return joined(to, self._day(to), rest)

    def _on(self, walls):
        months, days, _ = split(walls)
        return ((months - self._first()) % self._every == 0) & (days == self._day(months))


class ByQuarter(Anchored):
    """Steps of quarters, one of which has its step in startingMonth."""
    _every, _attributes, _plain, _usual = 3, ('startingMonth',), ('startingMonth',), 3

    def __init__(self, n=1, normalize=False, startingMonth=None):
        super().__init__(n, normalize)
        self.startingMonth = self._usual if startingMonth is None else startingMonth

    rule_code = property(lambda self: f'{self._prefix}-{MONTHS[self.startingMonth - 1]}')

    def _first(self):
        return (self.startingMonth - 1) % 3

    def is_anchored(self):
        return self.n == 1 and self.startingMonth is not None


class ByYear(Anchored):
    """Steps of years, in one month."""
    _every, _attributes, _plain, _usual = 12, ('month',), ('month',), 12

    def __init__(self, n=1, normalize=False, month=None):
        super().__init__(n, normalize)
        self.month = self._usual if month is None else month
        if not 1 <= self.month <= 12:
            raise ValueError('Month must go from 1 to 12')

    rule_code = property(lambda self: f'{self._prefix}-{MONTHS[self.month - 1]}')

    def _first(self):
        return self.month - 1


def anchored():
    made = {}
    rows = (('MonthBegin', 'MS', Anchored, first_of, 1), ('MonthEnd', 'M', Anchored, last_of, 1), ('BusinessMonthBegin', 'BMS', Anchored, first_working, 1),
            ('BusinessMonthEnd', 'BM', Anchored, last_working, 1), ('QuarterBegin', 'QS', ByQuarter, first_of, 3), ('QuarterEnd', 'Q', ByQuarter, last_of, 3),
            ('BQuarterBegin', 'BQS', ByQuarter, first_working, 3), ('BQuarterEnd', 'BQ', ByQuarter, last_working, 3), ('YearBegin', 'AS', ByYear, first_of, 1),
            ('YearEnd', 'A', ByYear, last_of, 12), ('BYearBegin', 'BAS', ByYear, first_working, 1), ('BYearEnd', 'BA', ByYear, last_working, 12))
    for name, code, kind, day, usual in rows:
        made[name] = type(name, (kind,), {'__module__': BaseOffset.__module__, '_prefix': code, '_day': staticmethod(day), '_usual': usual, '__doc__': f'{name}: steps to a day of the calendar ({code}).'})
        if name[:2] == 'BQ':
            made[name]._shown = 'Business' + name[1:]
    return made


ANCHORED = anchored()
MonthBegin, MonthEnd, BusinessMonthBegin, BusinessMonthEnd, QuarterBegin, QuarterEnd, BQuarterBegin, BQuarterEnd, YearBegin, YearEnd, BYearBegin, BYearEnd = ANCHORED.values()
BMonthBegin, BMonthEnd = BusinessMonthBegin, BusinessMonthEnd


class Week(BaseOffset):
    """Steps of weeks, to a day of the week if one is said."""
    _prefix, _attributes, _plain = 'W', ('weekday',), ('weekday',)

    def __init__(self, n=1, normalize=False, weekday=None):
        super().__init__(n, normalize)
        self.weekday = weekday
        if weekday is not None and not 0 <= weekday <= 6:
            raise ValueError(f'Day must be 0<=day<=6, got {weekday}')

    rule_code = property(lambda self: 'W' if self.weekday is None else f'W-{DAYS[self.weekday]}')

    def is_anchored(self):
        return self.n == 1 and self.weekday is not None

    kwds = property(lambda self: {} if self.weekday is None else {'weekday': self.weekday})

    def _said(self):
        return f'weekday={self.weekday}'

    def _walls(self, walls, n):
        n = np.asarray(n)
        if self.weekday is None:
            return walls + (n * 7 * DAY).astype('m8[ns]')
        ahead = (self.weekday - weekdays(walls.astype('M8[D]'))) % 7
        days = np.where(n > 0, np.where(ahead == 0, 7, ahead) + 7 * (n - 1), np.where(n < 0, np.where(ahead == 0, 0, ahead) + 7 * n, ahead))
        return walls + days.astype('m8[D]').astype('m8[ns]')

    def _on(self, walls):
        return np.ones(len(walls), bool) if self.weekday is None else weekdays(walls.astype('M8[D]')) == self.weekday


class SemiMonth(BaseOffset):
    """Steps to two days of each month."""
    _attributes, _plain = ('day_of_month',), ('day_of_month',)

    def __init__(self, n=1, normalize=False, day_of_month=15):
        super().__init__(n, normalize)
        self.day_of_month = day_of_month
        if not self._least <= day_of_month <= 27:
            raise ValueError(f'day_of_month must be {self._least}<=day_of_month<=27, got {day_of_month}')

    rule_code = property(lambda self: f'{self._prefix}-{self.day_of_month}')

    def _walls(self, walls, n):
        months, days, rest = split(walls)
        n, marks = np.asarray(n), (self._mark(months, 0), self._mark(months, 1))
        before = months * 2 + (days >= marks[0]) + (days >= marks[1]) - 1                 # the last mark at or before
        exact = (days == marks[0]) | (days == marks[1])
        to = np.where(n > 0, before + n, np.where(n < 0, before + n + np.where(exact, 0, 1), before + np.where(exact, 0, 1)))
        month = to // 2
        return joined(month, np.where(to % 2, self._mark(month, 1), self._mark(month, 0)), rest)

    def _on(self, walls):
        months, days, _ = split(walls)
        return (days == self._mark(months, 0)) | (days == self._mark(months, 1))


class SemiMonthEnd(SemiMonth):
    """Steps to a day in the middle and the last of each month."""
    _prefix, _least = 'SM', 1

    def _mark(self, months, which):
        return lengths(months) - 1 if which else np.full(np.shape(months), self.day_of_month - 1)


class SemiMonthBegin(SemiMonth):
    """Steps to the first and a day in the middle of each month."""
    _prefix, _least = 'SMS', 2

    def _mark(self, months, which):
        return np.full(np.shape(months), self.day_of_month - 1 if which else 0)


class WeekOfMonth(BaseOffset):
    """Steps to a day of a week of each month."""
    _prefix, _attributes, _plain = 'WOM', ('week', 'weekday'), ('week', 'weekday')

    def __init__(self, n=1, normalize=False, week=0, weekday=0):
        super().__init__(n, normalize)
        self.week, self.weekday = week, weekday
        if not 0 <= weekday <= 6:
            raise ValueError(f'Day must be 0<=day<=6, got {weekday}')
        if not 0 <= week <= 3:
            raise ValueError(f'Week must be 0<=week<=3, got {week}')

    rule_code = property(lambda self: f'{self._prefix}-{self.week + 1}{DAYS[self.weekday]}')

    def _mark(self, months):
        first = weekdays(np.asarray(months, 'i8').astype('M8[M]').astype('M8[D]'))
        return (self.weekday - first) % 7 + 7 * self.week

    def _walls(self, walls, n):
        return marked(walls, n, self._mark)

    def _on(self, walls):
        months, days, _ = split(walls)
        return days == self._mark(months)


def marked(walls, n, mark):
    """n steps along days that each month has one of."""
    months, days, rest = split(walls)
    n, at = np.asarray(n), mark(months)
    to = months + np.where(n > 0, n - (days < at), np.where(n < 0, n + (days > at), days > at))
    return joined(to, mark(to), rest)


class LastWeekOfMonth(WeekOfMonth):
    """Steps to the last of a day of the week in each month."""
    _prefix, _attributes, _plain = 'LWOM', ('weekday',), ('weekday',)

    def __init__(self, n=1, normalize=False, weekday=0):
        super().__init__(n, normalize, 0, weekday)
        if self.n == 0:
            raise ValueError('N cannot be 0')

    rule_code = property(lambda self: f'{self._prefix}-{DAYS[self.weekday]}')

    def _mark(self, months):
        last = lengths(months) - 1
        day = weekdays(np.asarray(months, 'i8').astype('M8[M]').astype('M8[D]') + last.astype('m8[D]'))
        return last - (day - self.weekday) % 7


class Easter(BaseOffset):
    """Steps to Easter."""

    @property
    def rule_code(self):
        raise NotImplementedError('Prefix not defined')

    def _walls(self, walls, n):
        from dateutil.easter import easter
        out = []
        for wall, many in zip(walls, np.broadcast_to(n, len(walls))):
            ts = Timestamp(wall)
            year, many = ts.year, int(many)
            here = easter(year)
            day = ts.to_pydatetime().date()
            if many > 0 and day < here:
                many -= 1
            elif many <= 0 and day > here:
                many += 1
            found = easter(year + many)
            out.append(Timestamp(found)._n + ts._n % DAY)
        return np.array(out, 'i8').astype('M8[ns]')

    def _on(self, walls):
        from dateutil.easter import easter
        return np.array([Timestamp(w).to_pydatetime().date() == easter(Timestamp(w).year) for w in walls], bool)


# ---- working days ----
class BusinessDay(BaseOffset):
    """Steps of working days."""
    _prefix, _attributes = 'B', ('offset',)

    def __init__(self, n=1, normalize=False, offset=datetime.timedelta(0)):
        super().__init__(n, normalize)
        self.offset = offset

    calendar = None

    def _said(self):
        return f'offset={self.offset!r}' if self.offset else ''

    def _steps(self, days, n):
        more = {} if self.calendar is None else {'busdaycal': self.calendar}
        n = np.broadcast_to(np.asarray(n), days.shape)
        return np.where(n > 0, np.busday_offset(days, n, roll='backward', **more), np.busday_offset(days, n, roll='forward', **more)).astype('M8[D]')

    def _walls(self, walls, n):
        days = walls.astype('M8[D]')
        return self._steps(days, n).astype('M8[ns]') + (walls - days.astype('M8[ns]')) + span(self.offset)

    def _on(self, walls):
        return np.is_busday(walls.astype('M8[D]'), **({} if self.calendar is None else {'busdaycal': self.calendar}))


BDay = BusinessDay


def calendar_of(weekmask, holidays, calendar):
    """(NumPy's calendar, the holidays as a tuple) of what a program gave."""
    if calendar is not None and not isinstance(calendar, np.busdaycalendar):
        holidays = list(calendar.holidays())
        calendar = None
    if calendar is not None:
        return calendar, tuple(calendar.holidays)
    days = [np.datetime64(int(moment(x).astype('M8[D]').astype('i8')), 'D') for x in holidays or []]
    days = tuple(sorted(days))
    return np.busdaycalendar(weekmask=weekmask, holidays=list(days)), days


class CustomBusinessDay(BusinessDay):
    """Steps of the working days of a calendar."""
    _prefix, _attributes = 'C', ('weekmask', 'holidays', 'calendar', 'offset')

    def __init__(self, n=1, normalize=False, weekmask='Mon Tue Wed Thu Fri', holidays=None, calendar=None, offset=datetime.timedelta(0)):
        super().__init__(n, normalize, offset)
        self.weekmask = weekmask
        self.calendar, self.holidays = calendar_of(weekmask, holidays, calendar)

    def __reduce__(self):
        return CustomBusinessDay, (self.n, self.normalize, self.weekmask, list(self.holidays), None, self.offset)


CDay = CustomBusinessDay


class CustomMonth(BaseOffset):
    """Steps to a working day of each month, of a calendar."""
    _attributes = ('weekmask', 'holidays', 'calendar', 'offset')

    def __init__(self, n=1, normalize=False, weekmask='Mon Tue Wed Thu Fri', holidays=None, calendar=None, offset=datetime.timedelta(0)):
        super().__init__(n, normalize)
        self.weekmask, self.offset = weekmask, offset
        self.calendar, self.holidays = calendar_of(weekmask, holidays, calendar)

    def _mark(self, months):
        months = np.asarray(months, 'i8')
        first = months.astype('M8[M]').astype('M8[D]')
        if self._at_end:
            return (np.busday_offset((months + 1).astype('M8[M]').astype('M8[D]') - np.timedelta64(1, 'D'), 0, roll='backward', busdaycal=self.calendar) - first).astype('i8')
        return (np.busday_offset(first, 0, roll='forward', busdaycal=self.calendar) - first).astype('i8')

    def _walls(self, walls, n):
        return marked(walls, n, self._mark)

    def _on(self, walls):
        months, days, _ = split(walls)
        return days == self._mark(months)


class CustomBusinessMonthEnd(CustomMonth):
    """Steps to the last working day of each month, of a calendar."""
    _prefix, _at_end = 'CBM', True


class CustomBusinessMonthBegin(CustomMonth):
    """Steps to the first working day of each month, of a calendar."""
    _prefix, _at_end = 'CBMS', False


CBMonthEnd, CBMonthBegin = CustomBusinessMonthEnd, CustomBusinessMonthBegin


# ---- a step of anything ----
PLURALS = ('years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'microseconds')
SINGLES = ('year', 'month', 'day', 'weekday', 'hour', 'minute', 'second', 'microsecond')
ALL = PLURALS + ('nanoseconds', 'milliseconds') + SINGLES + ('nanosecond', 'millisecond')
CLOCK = frozenset(('hours', 'minutes', 'seconds', 'microseconds', 'milliseconds', 'nanoseconds'))


class DateOffset(BaseOffset):
    """A step of years, months, days, hours … together; singular names set a part."""
    __module__ = 'pandas._libs.tslibs.offsets'

    def __new__(cls, n=1, normalize=False, **kwds):
        return object.__new__(cls)

    def __init__(self, n=1, normalize=False, **kwds):
        super().__init__(n, normalize)
        wrong = [k for k in kwds if k not in ALL]
        if wrong:
            raise ValueError(f'Invalid argument/s or bad combination of arguments: {list(kwds)}' if any(k in ALL for k in kwds) else f"__init__() got an unexpected keyword argument '{wrong[0]}'")
        self._given = kwds
        for k, v in kwds.items():
            self.__dict__[k] = v

    kwds = property(lambda self: dict(self._given))
    _absolute = property(lambda self: bool(self._given) and set(self._given) <= CLOCK)

    @property
    def rule_code(self):
        raise NotImplementedError('Prefix not defined')

    @property
    def freqstr(self):
        return repr(self)

    @property
    def name(self):
        return self.rule_code

    def _key(self):
        return (DateOffset, self.n, self.normalize, tuple(sorted((k, str(v)) for k, v in self._given.items())))

    def _said(self):
        return ', '.join(f'{k}={v}' for k, v in sorted(self._given.items()))

    def _walls(self, walls, n):
        given = self._given
        if not given:
            return walls + (np.asarray(n) * DAY).astype('m8[ns]')
        if any(k in SINGLES for k in given):
            return self._one_by_one(walls, n)
        months = given.get('years', 0) * 12 + given.get('months', 0)
        if months:
            at, days, rest = split(walls)
            at = at + np.asarray(n) * months
            walls = joined(at, np.minimum(days, lengths(at) - 1), rest)
        length = sum(given.get(k, 0) * UNITS[u] for k, u in (('weeks', 'W'), ('days', 'D'), ('hours', 'h'), ('minutes', 'm'), ('seconds', 's'), ('milliseconds', 'ms'), ('microseconds', 'us'),
                                                          ('nanoseconds', 'ns')))
        return walls + (np.asarray(n) * int(length)).astype('m8[ns]')

    def _one_by_one(self, walls, n):
        from dateutil.relativedelta import relativedelta
        step = relativedelta(**self._given)
        out = []
        for wall, many in zip(walls, np.broadcast_to(n, len(walls))):
            at = Timestamp(wall).to_pydatetime()
            for _ in range(abs(int(many))):
                at = at + step if many > 0 else at - step
            out.append(Timestamp(at)._n)
        return np.array(out, 'i8').astype('M8[ns]')

    def is_on_offset(self, dt):
        """Whether a moment is where such steps end: everywhere."""
        return True

    def is_anchored(self):
        return self.n == 1


# ---- texts ----
def plain_names():
    """Codes without anything behind them."""
    found = {kind._prefix: kind for kind in TICKS.values()}
    found.update({kind._prefix: kind for kind in ANCHORED.values() if kind.__mro__[1] is Anchored})
    found.update({'B': BusinessDay, 'C': CustomBusinessDay, 'CBM': CustomBusinessMonthEnd, 'CBMS': CustomBusinessMonthBegin, 'SM': SemiMonthEnd, 'SMS': SemiMonthBegin, 'W': Week})
    return found


PLAIN = plain_names()
BY_MONTH = {kind._prefix: kind for kind in ANCHORED.values() if kind.__mro__[1] is not Anchored}
ALIASES = {'W': 'W-SUN', 'Q': 'Q-DEC', 'A': 'A-DEC', 'Y': 'A-DEC', 'AS': 'AS-JAN', 'YS': 'AS-JAN', 'BA': 'BA-DEC', 'BY': 'BA-DEC', 'BAS': 'BAS-JAN', 'BYS': 'BAS-JAN', 'MIN': 'T', 'min': 'T', 'ms': 'L',
           'us': 'U', 'ns': 'N', 'US': 'U', 'NS': 'N', 'QS': 'QS-JAN', 'BQ': 'BQ-DEC', 'BQS': 'BQS-JAN', 'SM': 'SM-15', 'SMS': 'SMS-15'}
YEARLY = {'Y': 'A', 'YS': 'AS', 'BY': 'BA', 'BYS': 'BAS'}


def named_offset(name):
    """The step of one code without a number; KeyError: there is none."""
    if name not in ('MS', 'ms'):
        name = name.upper()
    name = ALIASES.get(name, name)
    if name in PLAIN:
        return PLAIN[name]()
    head, _, tail = name.partition('-')
    head = YEARLY.get(head, head)
    if head in BY_MONTH:
        kind = BY_MONTH[head]
        return kind(**{kind._attributes[0]: MONTHS.index(tail) + 1}) if tail in MONTHS else raised(name)
    if head == 'W' and tail in DAYS:
        return Week(weekday=DAYS.index(tail))
    if head in ('SM', 'SMS') and tail.isdigit():
        return PLAIN[head](day_of_month=int(tail))
    if head == 'WOM' and tail[:1] in tuple('1234') and tail[1:] in DAYS:
        return WeekOfMonth(week=int(tail[0]) - 1, weekday=DAYS.index(tail[1:]))
    if name in ('BH', 'CBH'):
        from pandas.core import offsets_hours
        return (offsets_hours.BusinessHour if name == 'BH' else offsets_hours.CustomBusinessHour)()
    raise KeyError(name)


def raised(name):
    raise KeyError(name)


PART = re.compile(r'([+\-]?\d*(?:\.\d+)?|[+\-]?\.\d+)\s*([A-Za-z]+([\-][\dA-Za-z\-]+)?)\s*')


def to_offset(freq):
    """The step that a text names, a span of time is, or itself."""
    if freq is None or isinstance(freq, BaseOffset):
        return freq
    if isinstance(freq, tuple):
        raise TypeError(f'to_offset does not support tuples {freq}, pass as a string instead')
    if is_span(freq):
        return tick_of(int(span(freq).astype('i8')))
    if not isinstance(freq, str):
        raise ValueError(f'Invalid frequency: {freq}')
    found, at = None, 0
    try:
        while at < len(freq):
            part = PART.match(freq, at)
            if not part or not part.group(2):
                raise KeyError(freq)
            number, at = part.group(1), part.end()
            one = named_offset(part.group(2))
            step = counted_step(one, number)
            if found is None:
                found = step
            elif isinstance(found, Tick) and isinstance(step, Tick):
                found = found + step
            else:
                raise KeyError(freq)
    except (KeyError, ValueError):
        found = None
    if found is None:
        raise ValueError(f'Invalid frequency: {freq}')
    return found


def counted_step(one, number):
    if number in ('', '+', '-'):
        return one if number != '-' else -one
    if '.' in number:
        if not isinstance(one, Tick):
            raise KeyError(number)
        size = round(float(number) * one._size)
        return tick_of(size)
    return one._times(int(number)) if not isinstance(one, Tick) else type(one)(int(number))


def freq_text(freq):
    """The text of a frequency, whatever it was given as."""
    return None if freq is None else to_offset(freq).freqstr
