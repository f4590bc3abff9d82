"""Times of the day: between_time, at_time, and what is chosen by how far it is from an end (first, last, asof)."""
import datetime

import numpy as np

FORMS = ('%H:%M', '%H%M', '%I:%M%p', '%I%M%p', '%H:%M:%S', '%H%M%S', '%I:%M:%S%p', '%I%M%S%p')


def time_of(x):
    """A time of the day, of a text if need be."""
    if isinstance(x, datetime.time):
        return x
    if isinstance(x, str):
        for form in FORMS:
            try:
                return datetime.datetime.strptime(x, form).time()
            except ValueError:
                pass
    raise ValueError(f'Cannot convert arg {[x]} to a time')


def nanoseconds_of(time):
    return ((time.hour * 60 + time.minute) * 60 + time.second) * 10 ** 9 + time.microsecond * 1000


def need_times(obj, axis=0):
    """The index of moments of a table; TypeError: it has none."""
    index = obj.columns if axis in (1, 'columns') else obj.index
    if index.dtype.kind != 'M' or hasattr(index._values, '_ordinals'):
        raise TypeError('Index must be DatetimeIndex')
    return index


def at_time(obj, time, axis=None):
    """The rows at a time of the day."""
    return obj._rows(need_times(obj, axis).indexer_at_time(time))


def between_time(obj, start_time, end_time, inclusive):
    """The rows between two times of the day."""
    index = need_times(obj)
    if inclusive not in ('both', 'neither', 'left', 'right'):
        raise ValueError("Inclusive has to be either 'both', 'neither', 'left' or 'right'")
    return obj._rows(index.indexer_between_time(start_time, end_time, inclusive in ('both', 'left'), inclusive in ('both', 'right')))


def first(obj, offset):
    """The rows of the first so long."""
    from pandas.core.offsets import Tick, to_offset
    index = obj.index
    if index.dtype.kind != 'M':
        raise TypeError("'first' only supports a DatetimeIndex index")
    if not len(index):
        return obj.copy()
    step = to_offset(offset)
    start = index[0]
    if not isinstance(step, Tick) and step.is_on_offset(start):
        end = start - step.base + step
    else:
        end = start + step
    if isinstance(step, Tick) and end in index:
        return obj._rows(slice(0, int(np.searchsorted(index._numbers(), end._n, 'left'))))
    return obj.loc[:end]


def last(obj, offset):
    """The rows of the last so long."""
    from pandas.core.offsets import to_offset
    index = obj.index
    if index.dtype.kind != 'M':
        raise TypeError("'last' only supports a DatetimeIndex index")
    if not len(index):
        return obj.copy()
    start = index[-1] - to_offset(offset)
    return obj._rows(slice(int(np.searchsorted(index._numbers(), start._n, 'right')), None))


def asof(obj, where, subset=None):
    """The last row, of those that lack nothing, at or before each of some labels."""
    from pandas.core.dtypes import is_list_like
    from pandas.core.indexes.base import Index
    from pandas.core.missing import missing_in
    if not obj.index.is_monotonic_increasing:
        raise ValueError('asof requires a sorted index')
    many = is_list_like(where)
    labels = Index(where) if many else Index([where if not isinstance(where, str) or obj.index.dtype.kind != 'M' else stamp(where)])
    if many and obj.index.dtype.kind == 'M' and labels.dtype.kind == 'O':
        from pandas.core.indexes.datetimes import DatetimeIndex
        labels = DatetimeIndex(labels)
    if obj.ndim == 1:
        gone = missing_in(obj._values)
    else:
        names = obj.columns if subset is None else subset if is_list_like(subset) else [subset]
        gone = np.zeros(len(obj), bool)
        for c in names:
            gone |= missing_in(obj[c]._values)
    rows = np.flatnonzero(~gone)
    spots = np.searchsorted(obj.index._values[rows], np.asarray(labels._values), 'right') - 1
    from pandas.core.dtypes import take
    at = np.where(spots < 0, -1, rows[np.maximum(spots, 0)] if len(rows) else -1)
    if obj.ndim == 1:
        found = take(obj._values, at)
        if many:
            return obj._make(found, labels, obj.name)
        from pandas.core.dtypes import box
        return box(found[0]) if at[0] >= 0 else np.nan
    made = obj._make([take(a, at) for a in obj._data], labels, obj.columns)
    return made if many else made.iloc[0]


def stamp(text):
    from pandas.core.dates import Timestamp
    return Timestamp(text)


def zoned(labels, level, make):
    """Labels, or a level of them, with their times in another zone."""
    if labels.nlevels > 1 and level is not None:
        return labels.set_levels(make(labels.levels[labels._level_number(level)]), level=level)
    if not hasattr(labels, 'tz_localize'):
        raise TypeError('index is not a valid DatetimeIndex or PeriodIndex')
    return make(labels)


def spans_of(labels, freq):
    """Labels as spans of the calendar."""
    if not hasattr(labels, 'tz_localize'):
        raise TypeError(f'unsupported Type {type(labels).__name__}')
    return labels.to_period(freq)


def moments_of(labels, freq, how):
    """Spans of the calendar as moments."""
    if not hasattr(labels._values, '_ordinals'):
        raise TypeError(f'unsupported Type {type(labels).__name__}')
    return labels.to_timestamp(freq, how)
