"""date_range, bdate_range, and the step that moments lie in (infer_freq)."""
import numpy as np

from pandas.core import accessors
from pandas.core.dates import stamp, stamp_from
from pandas.core.indexes.base import index_of
from pandas.core.missing import NaT
from pandas.core.offsets import DAY, DAYS, MONTHS, BaseOffset, Day, Tick, to_offset


def many(periods):
    if periods is None:
        return None
    if isinstance(periods, (float, np.floating)) and periods == periods:
        return int(periods)
    if not isinstance(periods, (int, np.integer)) or isinstance(periods, bool):
        raise TypeError(f'periods must be a number, got {periods}')
    if periods < 0:
        raise ValueError('negative dimensions are not allowed')
    return int(periods)


def date_range(start=None, end=None, periods=None, freq=None, tz=None, normalize=False, name=None, closed=None, inclusive=None, **kwargs):
    """Moments in equal steps: days, hours, months …"""
    if closed is not None:
        import warnings
        warnings.warn("Argument `closed` is deprecated in favor of `inclusive`.", FutureWarning, stacklevel=2)
        inclusive = closed
    if inclusive not in (None, 'both', 'left', 'right', 'neither'):
        raise ValueError("Inclusive has to be either 'both', 'neither', 'left' or 'right'")
    if freq is None and any(x is None for x in (periods, start, end)):
        freq = 'D'
    if sum(x is not None for x in (start, end, periods, freq)) != 3:
        raise ValueError('Of the four parameters: start, end, periods, and freq, exactly three must be specified')
    step, periods = to_offset(freq), many(periods)
    start, end = (None if x is None else stamp_from(read_bound(x)) for x in (start, end))
    if start is NaT or end is NaT:
        raise ValueError('Neither `start` nor `end` can be NaT')
    tz = agreed_zone(start, end, tz)
    if normalize:
        start, end = (x.normalize() if x is not None else None for x in (start, end))
    values = evenly(start, end, periods, tz) if step is None else stepping(start, end, periods, step, tz)
    values = without_ends(values, start, end, inclusive, tz)
    found = index_of(values, name)
    found._step = step
    return found


def read_bound(x):
    from pandas.core.dates import read
    return read(x) if isinstance(x, str) and x not in ('now', 'today', 'NaT', '') else x


def agreed_zone(start, end, tz):
    """The zone of a range."""
    from pandas.core.zones import shown, zone_of
    said = [x.tzinfo for x in (start, end) if x is not None and x.tzinfo is not None]
    if len(said) == 2 and shown(said[0]) != shown(said[1]):
        raise TypeError('Start and end cannot both be tz-aware with different timezones')
    if said and tz is not None and shown(zone_of(tz)) != shown(said[0]):
        raise AssertionError('Inferred time zone not equal to passed time zone')
    return zone_of(tz if tz is not None else said[0] if said else None)


def wall(x):
    """What the clock of a bound shows, in nanoseconds."""
    return None if x is None else x._wall if x.tzinfo is not None else x._n


def in_zone(x, tz):
    """The bound's nanoseconds in UTC: a bound without a zone is of the range's."""
    from pandas.core.dates import localize_one
    return None if x is None else x._n if x.tzinfo is not None or tz is None else localize_one(x._n, tz)


def evenly(start, end, periods, tz):
    from pandas.core.zones import Zoned
    a, b = in_zone(start, tz), in_zone(end, tz)
    values = (np.linspace(0, b - a, periods).astype('i8') + a).astype('M8[ns]') if periods else np.empty(0, 'M8[ns]')
    return values if tz is None else Zoned._with_zone(values, tz)


def stepping(start, end, periods, step, tz):
    from pandas.core.zones import Zoned, localized
    if isinstance(step, Tick) and not isinstance(step, Day):
        values = regular(in_zone(start, tz), in_zone(end, tz), periods, step.nanos)
        return values if tz is None else Zoned._with_zone(values, tz)
    if isinstance(step, Day):
        values = regular(wall(start), wall(end), periods, step.nanos)
    else:
        values = by_calendar(wall(start), wall(end), periods, step)
    return values if tz is None else localized(values, tz)


def regular(a, b, periods, size):
    if a is not None:
        n = periods if periods is not None else max((b - a) // size + 1, 0) if size > 0 else max((a - b) // -size + 1, 0)
    else:
        n, a = periods, b - size * (periods - 1)
    last = a + size * (n - 1)
    if not -2 ** 63 < last < 2 ** 63:
        from pandas.errors import OutOfBoundsDatetime
        raise OutOfBoundsDatetime(f'Cannot generate range with start={a} and periods={periods}')
    return (a + size * np.arange(n, dtype='i8')).astype('M8[ns]')


def by_calendar(a, b, periods, step):
    """Moments of a step that is not always as long."""
    at = lambda n: np.array([n]).astype('M8[ns]')
    first, last = None if a is None else step.rollforward(stamp(a))._n, None if b is None else step.rollback(stamp(b))._n
    if periods is None and (last < first) == (step.n >= 0) and last != first:
        return np.empty(0, 'M8[ns]')
    if first is None:
        first = int(step._all(at(last), -step.n * (periods - 1)).astype('i8')[0]) if periods > 1 else last
        values = many_steps(first, periods, step)
        return values[values.astype('i8') <= last] if step.n >= 0 else values
    if periods is not None:
        return many_steps(first, periods, step)
    count = 16
    while True:
        values = many_steps(first, count, step)
        if (values[-1].astype('i8') >= last) == (step.n >= 0):
            return values[values.astype('i8') <= last] if step.n >= 0 else values[values.astype('i8') >= last]
        count *= 4
        if count > 1 << 26:
            raise ValueError(f'Offset {step!r} did not increment date')


def many_steps(first, count, step):
    """The first moment and those that follow it."""
    if not count:
        return np.empty(0, 'M8[ns]')
    start = np.full(count, first, 'i8').astype('M8[ns]')
    many = np.arange(count) * step.n
    if type(step).__name__ in ('BusinessHour', 'CustomBusinessHour', 'Easter') or hasattr(step, '_given'):
        out = start.copy()
        for i in range(1, count):
            out[i:i + 1] = step._all(out[i - 1:i])
        return out
    moved = step._all(start[1:], many[1:]) if count > 1 else start[:0]
    return np.concatenate([start[:1], moved])


def without_ends(values, start, end, inclusive, tz):
    if inclusive in (None, 'both') or not len(values):
        return values
    a, b = (None if x is None else in_zone(x, tz) for x in (start, end))
    numbers = np.asarray(values).view(np.ndarray).astype('i8')
    low = 1 if inclusive in ('right', 'neither') and a is not None and numbers[0] == a else 0
    high = len(values) - 1 if inclusive in ('left', 'neither') and b is not None and numbers[-1] == b else len(values)
    return values[low:max(high, low)]


def bdate_range(start=None, end=None, periods=None, freq='B', tz=None, normalize=True, name=None, weekmask=None, holidays=None, closed=None, inclusive=None):
    """Working days."""
    if freq is None:
        raise TypeError('freq must be specified for bdate_range; use date_range instead')
    if isinstance(freq, str) and freq.startswith('C'):
        from pandas.core.offsets import CustomBusinessDay, CustomBusinessMonthBegin, CustomBusinessMonthEnd
        kind = {'C': CustomBusinessDay, 'CBM': CustomBusinessMonthEnd, 'CBMS': CustomBusinessMonthBegin}.get(freq)
        if kind is None:
            raise ValueError(f'invalid custom frequency string: {freq}')
        freq = kind(weekmask=weekmask or 'Mon Tue Wed Thu Fri', holidays=holidays)
    elif holidays or weekmask:
        raise ValueError(f'a custom frequency string is required when holidays or weekmask are passed, got frequency {freq}')
    return date_range(start, end, periods, freq, tz, normalize, name, closed, inclusive)


# ---- the step that moments lie in ----
def same_step(values, step):
    """Whether moments or spans lie in a step."""
    numbers = np.asarray(values).view(np.ndarray).astype('i8')
    if len(numbers) < 2:
        return not len(numbers) or not isinstance(step, BaseOffset) or isinstance(step, Tick) or np.asarray(values).dtype.kind == 'm' or bool(step._on(accessors.safe_walls(values)[0])[0])
    if isinstance(step, Tick) and not (isinstance(step, Day) and getattr(values, 'zone', None) is not None):
        return bool((np.diff(numbers) == step.nanos).all())
    walls = accessors.safe_walls(values)[0]
    if isinstance(step, Tick):
        return bool((np.diff(walls.astype('i8')) == step.nanos).all())
    return bool(step._on(walls[:1])[0]) and bool((many_steps(int(walls.astype('i8')[0]), len(walls), step) == walls).all())


def infer(index):
    """The text of the step that moments lie in; None: in none."""
    if hasattr(index, '_mgr_kind'):
        values = index._values
        if values.dtype.kind not in 'mMO':
            raise TypeError(f'cannot infer freq from a non-convertible dtype on a Series of {values.dtype}')
        from pandas.core.indexes.base import Index
        index = index_of(values) if values.dtype.kind in 'mM' else Index(values)
    if hasattr(index._values, '_ordinals'):
        raise TypeError('PeriodIndex given. Check the `freq` attribute instead of using infer_freq.')
    if index.dtype.kind not in 'mM':
        if index.dtype.kind in 'iuf':
            raise TypeError(f'cannot infer freq from a non-convertible index type {type(index)}')
        from pandas.core.indexes.datetimes import DatetimeIndex
        index = DatetimeIndex(index)
    if len(index) < 3:
        raise ValueError('Need at least 3 dates to infer frequency')
    if index.isna().any() or not (index.is_monotonic_increasing or index.is_monotonic_decreasing) or not index.is_unique:
        return None
    return found_step(index)


def found_step(index):
    if index.dtype.kind == 'm':
        gaps = np.unique(np.diff(np.asarray(index._values).astype('i8')))
        return text_of_gap(int(gaps[0])) if len(gaps) == 1 else None
    walls = accessors.safe_walls(index._values)[0]
    numbers = index._numbers()
    gaps, wall_gaps = np.unique(np.diff(numbers)), np.unique(np.diff(walls.astype('i8')))
    if wall_gaps[0] and wall_gaps[0] % DAY == 0:
        return daily(walls, wall_gaps)
    hours = sorted({int(g) // (3600 * 10 ** 9) for g in gaps}) if not (gaps % (3600 * 10 ** 9)).any() else []
    if hours in ([1, 17], [1, 65], [1, 17, 65]):
        return 'BH'
    return text_of_gap(int(gaps[0])) if len(gaps) == 1 else None


def text_of_gap(n):
    if n % (7 * DAY) == 0 and n:
        return counted(n // (7 * DAY), 'W')
    for size, code in ((DAY, 'D'), (3600 * 10 ** 9, 'H'), (60 * 10 ** 9, 'T'), (10 ** 9, 'S'), (10 ** 6, 'L'), (1000, 'U'), (1, 'N')):
        if n % size == 0:
            return counted(n // size, code)
    return None


def counted(n, code):
    return code if n == 1 else f'{n}{code}'


def place(walls):
    """Where in their months all moments lie: 'ce', 'be', 'cs', 'bs' (calendar or business, end or start); None: at no such place."""
    day, length, week = accessors.days_of(walls), accessors.lengths(walls), accessors.weekdays(walls)
    start, end = day == 1, day == length
    if end.all():
        return 'ce'
    if (end & (week < 5) | (length - day < 3) & (week == 4)).all():
        return 'be'
    if start.all():
        return 'cs'
    return 'bs' if (start & (week < 5) | (day <= 3) & (week == 0)).all() else None


def daily(walls, gaps):
    """The step of moments that are whole days apart."""
    months = accessors.months_of(walls)
    month = int(months[0] % 12)
    at = place(walls)
    steps, years = np.unique(np.diff(months)), np.unique(np.diff(accessors.years_of(walls)))
    if at is not None:
        if len(years) == 1 and years[0] and len(np.unique(months % 12)) == 1:
            return counted(int(years[0]), {'cs': 'AS', 'bs': 'BAS', 'ce': 'A', 'be': 'BA'}[at] + '-' + MONTHS[month])
        if len(steps) == 1 and steps[0] and steps[0] % 3 == 0:
            return counted(int(steps[0]) // 3, {'cs': 'QS', 'bs': 'BQS', 'ce': 'Q', 'be': 'BQ'}[at] + '-' + MONTHS[{0: 11, 2: 10, 1: 9}[(month + 1) % 3]])
        if len(steps) == 1 and steps[0]:
            return counted(int(steps[0]), {'cs': 'MS', 'bs': 'BMS', 'ce': 'M', 'be': 'BM'}[at])
    if len(gaps) == 1:
        days = int(gaps[0]) // DAY
        return counted(days // 7, 'W-' + DAYS[int(accessors.weekdays(walls[:1])[0])]) if days % 7 == 0 else counted(days, 'D')
    if working(walls, gaps):
        return 'B'
    return by_week(walls)


def working(walls, gaps):
    if [int(g) // DAY for g in gaps] != [1, 3]:
        return False
    first = int(accessors.weekdays(walls[:1])[0])
    shifts = np.diff(walls.astype('M8[D]').astype('i8'))
    weekdays = (first + np.cumsum(shifts)) % 7
    return bool((((weekdays == 0) & (shifts == 3)) | ((weekdays > 0) & (weekdays <= 4) & (shifts == 1))).all())


def by_week(walls):
    """The n-th Monday … of each month."""
    week = np.unique(accessors.weekdays(walls))
    of_month = np.unique((accessors.days_of(walls) - 1) // 7)
    of_month = of_month[of_month < 4]
    if len(week) > 1 or len(of_month) != 1:
        return None
    return f'WOM-{int(of_month[0]) + 1}{DAYS[int(week[0])]}'
