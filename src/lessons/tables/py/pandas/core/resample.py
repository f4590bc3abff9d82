"""resample, and Grouper: rows in bins of time, what functions make of each bin, and the other way round rows put between others."""
import numpy as np

from pandas.core.dates import stamp, stamp_from
from pandas.core.dtypes import is_list_like, take
from pandas.core.hashed import searched
from pandas.core.generic import UNSAID
from pandas.core.groupby.groupby import DataFrameGroupBy, Keys, SeriesGroupBy
from pandas.core.indexes.base import Index, index_of
from pandas.core.missing import missing_in
from pandas.core.offsets import DAY, Day, Tick, to_offset

ENDS = ('M', 'A', 'Q', 'BM', 'BA', 'BQ', 'W')
LONG = ('M', 'BM', 'A', 'Q', 'BA', 'BQ', 'W', 'B', 'C')


class Grouper:
    """What rows are grouped by: a column or a level, in bins of time if freq is said."""
    __module__ = 'pandas.core.groupby.grouper'

    def __init__(self, key=None, level=None, freq=None, axis=0, sort=False, closed=None, label=None, how='mean', convention=None, kind=None, origin='start_day', offset=None, base=None, loffset=None, dropna=True,
                 fill_method=None, limit=None, group_keys=True):
        self.key, self.level, self.axis, self.sort, self.dropna, self.kind, self.group_keys = key, level, axis, sort or freq is not None, dropna, kind, group_keys
        self.freq = to_offset(freq) if freq is not None else None
        if closed not in (None, 'left', 'right'):
            raise ValueError(f'Unsupported value {closed} for `closed`')
        if label not in (None, 'left', 'right'):
            raise ValueError(f'Unsupported value {label} for `label`')
        if kind not in (None, 'timestamp', 'period'):
            raise ValueError(f'Unsupported value {kind} for `kind`')
        if convention not in (None, 'start', 'end', 'e', 's'):
            raise ValueError(f'Unsupported value {convention} for `convention`')
        if self.freq is None:
            return
        self.how, self.convention = how, {None: 'e', 's': 'start', 'e': 'end'}.get(convention, convention)
        late = self.freq.rule_code.partition('-')[0] in ENDS or isinstance(origin, str) and origin in ('end', 'end_day')
        self.closed, self.label = closed or ('right' if late else 'left'), label or ('right' if late else 'left')
        self.origin = origin_of(origin)
        self.offset = span_or_none(offset)
        if base is not None or loffset is not None:
            import warnings
            warnings.warn("'base' and 'loffset' in .resample() and in Grouper() is deprecated.", FutureWarning, stacklevel=3)
        self.base, self.loffset = base, loffset
        if base is not None and isinstance(self.freq, Tick):
            self.offset = int(base) * self.freq.nanos // max(self.freq.n, 1) % self.freq.nanos

    def __repr__(self):
        shown = [(x, getattr(self, x, None)) for x in ('key', 'level', 'freq', 'axis', 'sort', 'dropna', 'closed', 'label', 'how', 'convention', 'origin')]
        return f"{'TimeGrouper' if self.freq is not None else 'Grouper'}({', '.join(f'{k}={v!r}' for k, v in shown if v is not None)})"

    def labels_of(self, obj):
        """The labels of rows that it looks at."""
        if self.key is not None:
            if self.level is not None:
                raise ValueError('The Grouper cannot specify both a key and a level!')
            if obj.ndim == 2 and self.key in obj.columns:
                return index_of(obj[self.key]._values, self.key)
            if self.key in obj.index.names:
                return obj.index.get_level_values(self.key)
            raise KeyError(f'The grouper name {self.key} is not found')
        if self.level is not None:
            if obj.index.nlevels == 1 and self.level not in (0, obj.index.name):
                raise ValueError(f'The level {self.level} is not valid')
            return obj.index.get_level_values(self.level)
        return obj.index


    def column(self, obj):
        """The label of each row's bin, as a column."""
        from pandas.core.series import Series
        labels = self.labels_of(obj)
        if self.freq is None:
            return Series._make(labels._values, obj.index, labels.name)
        codes, shown, _ = bins_of(labels, self)
        return Series._make(take(shown._values, codes), obj.index, labels.name)


TimeGrouper = Grouper


def in_time(obj, how):
    """The rows in the order of the labels that are looked at: bins of time are made of nothing else."""
    labels = how.labels_of(obj)
    return obj if labels.is_monotonic_increasing else obj.take(labels.argsort(kind='stable'))


def origin_of(origin):
    if isinstance(origin, str) and origin in ('epoch', 'start', 'start_day', 'end', 'end_day'):
        return origin
    try:
        return stamp_from(origin)
    except (ValueError, TypeError):
        raise ValueError(f"'origin' should be equal to 'epoch', 'start', 'start_day', 'end', 'end_day' or should be a Timestamp convertible type. Got '{origin}' instead.") from None


def span_or_none(offset):
    if offset is None:
        return None
    from pandas.core.dates import span
    try:
        return int(span(offset).astype('i8'))
    except (ValueError, TypeError):
        raise ValueError(f"'offset' should be a Timedelta convertible type. Got '{offset}' instead.") from None


class Bins(Keys):
    """Bins of time as groups: a bin's number for each row, the labels of the bins."""
    single = True

    def __init__(self, labels, how, inside=()):
        self.how, self.inside, self.names = how, list(inside), [labels.name]
        self.codes, self.index, self.edges = bins_of(labels, how)
        self.result, self.n = self.index, len(self.index)


def bins_of(labels, how):
    """(the bin of each row, -1 where no time is; the labels of the bins; where they begin and end)."""
    if hasattr(labels._values, '_ordinals'):
        return period_bins(labels, how)
    if how.kind == 'period' and labels.dtype.kind == 'M':
        return spans_as_bins(labels, how)
    kind = labels.dtype.kind
    if kind == 'm':
        return span_bins(labels, how)
    if kind != 'M':
        raise TypeError(f"Only valid with DatetimeIndex, TimedeltaIndex or PeriodIndex, but got an instance of '{type(labels).__name__}'")
    return moment_bins(labels, how)


def moment_bins(labels, how):
    numbers = labels._numbers()
    gone = missing_in(labels._values)
    if not len(numbers) or gone.all():
        empty = index_of(labels._values[:0], labels.name)
        empty._step = how.freq
        return np.full(len(numbers), -1), empty, empty
    good = numbers[~gone] if gone.any() else numbers
    first, last = edges(int(good.min()), int(good.max()), labels, how)
    marks = marks_between(first, last, labels, how)
    ends = bin_ends(marks, int(good.max()), how)
    marks = marks[:len(ends)]
    codes = searched(ends, numbers, 'left' if how.closed == 'right' else 'right') - 1
    codes[gone] = -1
    if (codes[~gone] < 0).any() if gone.any() else (codes < 0).any():
        raise ValueError('Values falls before first bin')
    if codes.max() >= len(ends) - 1:
        raise ValueError('Values falls after last bin')
    shown = marks[1:] if how.label == 'right' else marks
    shown = shown[:len(ends) - 1]
    shown._step = how.freq
    if how.loffset is not None:
        shown = shown + to_offset(how.loffset)
    return codes, shown._renamed(labels.name), marks


def edges(low, high, labels, how):
    """The first and the last edge, in nanoseconds: of the clocks for days and longer, else of the time of the world."""
    freq, tz = how.freq, labels.tz
    first, last = stamp(low, tz), stamp(high, tz)
    if not isinstance(freq, Tick):
        first, last = first.normalize(), last.normalize()
        begin = freq.rollback(first) if how.closed == 'left' else first - freq
        return begin, last + freq
    clock = tz is not None and isinstance(freq, Day)
    a, b = (first._wall, last._wall) if clock else (low, high)
    size, start = freq.nanos, anchor(first, last, a, b, how, clock)
    before, after = (a - start) % size, (b - start) % size
    if how.closed == 'right':
        a = a - before if before else a - size
        b = b + size - after if after else b
    else:
        a, b = a - before, b + size - after if after else b + size
    if clock:
        return stamp(a).tz_localize(tz, ambiguous=True, nonexistent='shift_forward'), stamp(b).tz_localize(tz, ambiguous=True, nonexistent='shift_forward')
    return stamp(a, tz), stamp(b, tz)


def anchor(first, last, a, b, how, clock):
    """The moment from which bins are counted."""
    origin, offset = how.origin, how.offset or 0
    if origin == 'start_day':
        midnight = first.normalize()
        return (midnight._wall if clock else midnight._n) + offset
    if origin == 'start':
        return a + offset
    if origin == 'epoch':
        return offset
    if isinstance(origin, str):
        end = b if origin == 'end' else -(-b // DAY) * DAY
        return end - ((end - a) // how.freq.nanos + (how.closed == 'left')) * how.freq.nanos + offset
    if (origin.tzinfo is None) != (first.tzinfo is None):
        raise ValueError('The origin must have the same timezone as the index.')
    return (origin._wall if clock else origin._n) + offset


def marks_between(first, last, labels, how):
    """An index of the edges of bins."""
    from pandas.core.indexes.ranges import date_range, regular
    from pandas.core.zones import Zoned
    tz = labels.tz
    if isinstance(how.freq, Tick) and not (isinstance(how.freq, Day) and tz is not None):
        values = regular(first._n, last._n, None, how.freq.nanos)
        return index_of(values if tz is None else Zoned._with_zone(values, tz), labels.name)
    if tz is None:
        return date_range(first, last, freq=how.freq, name=labels.name)
    from pandas.core.indexes.ranges import stepping
    from pandas.core.zones import localized
    plain = stepping(first.tz_localize(None), last.tz_localize(None), None, how.freq, None)
    return index_of(localized(plain, tz, np.ones(len(plain), bool), 'shift_forward'), labels.name)


def bin_ends(marks, most, how):
    """The edges in nanoseconds; days that end a bin belong to it whole."""
    numbers = marks._numbers()
    if isinstance(how.freq, Tick) and isinstance(how.freq, Day) is False or how.freq == 'D':
        return numbers
    head = how.freq.rule_code.partition('-')[0]
    if head in LONG or isinstance(how.freq, Day):
        if how.closed == 'right':
            walls = marks.tz_localize(None)._numbers() if marks.tz is not None else numbers
            later = (walls + DAY - 1).astype('M8[ns]')
            if marks.tz is not None:
                from pandas.core.zones import localized
                later = localized(later, marks.tz, np.ones(len(later), bool), 'shift_forward').view(np.ndarray)
            numbers = later.astype('i8')
        if len(numbers) > 1 and numbers[-2] > most:
            numbers = numbers[:-1]
    return numbers


def span_bins(labels, how):
    from pandas.core.indexes.timedeltas import TimedeltaIndex
    if not isinstance(how.freq, Tick):
        raise ValueError(f"Resampling on a TimedeltaIndex requires fixed-duration `freq`, e.g. '24H' or '3D', not {how.freq!r}")
    numbers = np.asarray(labels._values).astype('i8')
    gone = missing_in(labels._values)
    size = how.freq.nanos
    low, high = int(numbers[~gone].min()), int(numbers[~gone].max())
    if how.closed == 'right':
        high += size
    marks = np.arange(low, high + 1, size)
    ends = marks + size if how.closed == 'left' else marks
    codes = searched(ends, numbers, 'right' if how.closed == 'left' else 'left')
    codes[gone] = -1
    found = TimedeltaIndex._make((marks + (how.offset or 0)).astype('m8[ns]'), labels.name)
    found._step = how.freq
    return codes, found, found


def spans_as_bins(labels, how):
    """Moments in bins that are spans of the calendar."""
    from pandas.core.indexes.periods import period_range
    shown = period_range(labels.min().tz_localize(None), labels.max().tz_localize(None), freq=how.freq, name=labels.name)
    ends = np.asarray((shown + 1).to_timestamp()._values)
    from pandas.core.zones import walls
    codes = searched(ends, walls(labels._values), 'right')
    codes[missing_in(labels._values)] = -1
    return codes, shown, shown


def period_bins(labels, how):
    from pandas.core.periods import of_counts, period_freq
    freq = period_freq(how.freq) if not hasattr(how.freq, '_given') else how.freq
    values = labels._values
    gone = values._gone()
    inner = values.asfreq(freq, how.convention)
    counts = inner._ordinals()
    good = counts[~gone]
    if not len(good):
        return np.full(len(values), -1), labels[:0].asfreq(freq), labels
    if freq != labels.freq and freq._prefix == labels.freq._prefix and freq._prefix in ('M', 'A', 'Q') and freq.rule_code == labels.freq.rule_code:
        from pandas.core.periods import IncompatibleFrequency
        raise IncompatibleFrequency(f'Frequency {labels.freq!r} cannot be resampled to {freq!r}, as they are not sub or super periods')
    first, high = int(good.min()), int(good.max())
    codes = np.where(gone, -1, (counts - first) // freq.n)
    marks = index_of(of_counts(np.arange(first, high + 1, freq.n), freq), labels.name)
    return codes, marks, marks


class Resampler:
    """Rows of a table in bins of time."""
    __module__ = 'pandas.core.resample'

    def __init__(self, obj, how, chosen=None, keys=None):
        if keys is None:
            obj = in_time(obj, how)
        labels = how.labels_of(obj)
        self.obj, self._how, self._chosen = obj, how, chosen
        self._labels = labels
        if keys is None:
            keys = Bins(labels, how, [how.key] if how.key is not None and obj.ndim == 2 and how.key in obj.columns else [])
        self._keys = keys
        self._groups = (SeriesGroupBy if obj.ndim == 1 else DataFrameGroupBy)(obj, keys, True) if chosen is None else DataFrameGroupBy(obj, keys, True)[chosen]
        self._groups._group_keys = False

    def __str__(self):
        how = self._how
        kind = {'O': 'PeriodIndex', 'M': 'DatetimeIndex', 'm': 'TimedeltaIndex'}[self._labels.dtype.kind]
        parts = [('freq', how.freq), ('axis', how.axis), ('closed', how.closed), ('label', how.label), ('convention', how.convention), ('origin', how.origin)]
        return f'{kind}Resampler [{", ".join(f"{k}={v}" for k, v in parts)}]'

    def __getitem__(self, key):
        if self.obj.ndim == 1:
            raise KeyError(f'Column not found: {key}')
        for c in key if isinstance(key, (list, Index)) else [key]:
            if c not in self.obj.columns:
                raise KeyError(f'Columns not found: {str([c for c in key if c not in self.obj.columns])[1:-1]}' if isinstance(key, list) else f'Column not found: {key}')
        return Resampler(self.obj, self._how, key, self._keys)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        if self.obj.ndim == 2 and name in self.obj.columns:
            return self[name]
        raise AttributeError(f"'{kind_of(self)}' object has no attribute '{name}'")

    def __iter__(self):
        return iter(self._groups)

    def __len__(self):
        return self._keys.n

    ngroups = property(lambda self: self._keys.n)

    @property
    def groups(self):
        return {k: int(e) for k, e in zip(self._keys.index, np.searchsorted(np.sort(self._keys.codes), np.arange(self._keys.n), 'right'))}

    @property
    def indices(self):
        from collections import defaultdict
        found = defaultdict(list)
        for k, s in zip(self._keys.index, self._groups._spots()):
            if len(s):
                found[k] = s.tolist()
        return found

    def get_group(self, name, obj=None):
        """The rows of one bin."""
        return self._groups.get_group(stamp_from(name) if isinstance(name, str) else name)

    @property
    def _shown(self):
        return self._groups._shown()

    def size(self):
        """How many rows each bin has."""
        found = self._groups.size()
        return found

    def pipe(self, func, *args, **kwargs):
        """func(self, …)."""
        return func(self, *args, **kwargs)

    def agg(self, func=None, *args, **kwargs):
        """What functions, or functions by their names, make of each bin."""
        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        if isinstance(func, dict) and self._groups.obj.ndim == 1:
            from pandas.core.frame import DataFrame
            return DataFrame({name: self.agg(f) for name, f in func.items()})
        if isinstance(func, dict) and self.obj.ndim == 2 and self._chosen is None and any(isinstance(f, str) and f == 'ohlc' for f in func.values()):
            from pandas.core.reshape.concat import concat
            return concat([self[c].agg(f) for c, f in func.items()], axis=1, keys=list(func))
        return self._groups.agg(func, *args, **kwargs)

    aggregate = agg

    def apply(self, func=None, *args, **kwargs):
        """What a function makes of each bin."""
        if isinstance(func, (str, list, dict)) or func is None:
            return self.agg(func, *args, **kwargs)
        from pandas.core.groupby.groupby import called
        name = called(func)
        if isinstance(name, str):
            return getattr(self, name)(*args, **kwargs)
        return self._groups.agg(func, *args, **kwargs) if self._groups.obj.ndim == 1 else self._over_tables(func, args, kwargs)

    def _over_tables(self, func, args, kwargs):
        """A function of each column of each bin, or where that fails of the bin as a table."""
        try:
            found = self._groups.agg(func, *args, **kwargs)
            if len(found.columns) or not len(self.obj.columns):
                return found
        except (ValueError, AttributeError, TypeError, KeyError):
            pass
        self._groups._group_keys = True
        return self._groups.apply(func, *args, **kwargs)

    def transform(self, func, *args, **kwargs):
        """What a function makes of each bin, as long as the rows were."""
        return self._groups.transform(func, *args, **kwargs)

    def ohlc(self):
        """The first, largest, smallest and last of each bin."""
        from pandas.core.frame import DataFrame
        from pandas.core.reshape.concat import concat
        shown = self._shown
        if shown.ndim == 2:
            names = self._groups._value_columns()
            if any(shown[c].dtype.kind not in 'iufb' for c in names):
                from pandas.errors import DataError
                raise DataError('No numeric types to aggregate')
            return concat([self[c].ohlc() for c in names], axis=1, keys=names)
        return DataFrame({'open': self.first(), 'high': self.max(), 'low': self.min(), 'close': self.last()})

    def quantile(self, q=0.5, **kwargs):
        """The value of each bin below which a part of the others lies."""
        if not is_list_like(q):
            return self._groups.quantile(q, **kwargs)
        from pandas.core.indexes.multi import MultiIndex
        from pandas.core.reshape.concat import concat
        parts = [self._groups.quantile(x, **kwargs) for x in q]
        n, many = self._keys.n, len(parts)
        found = concat(parts)._rows(np.arange(n * many).reshape(many, n).T.ravel())
        return found._with_index(MultiIndex._over([self._keys.index._values[np.repeat(np.arange(n), many)], np.tile(np.asarray(list(q), 'f8'), n)], [self._keys.index.name, None]))

    # ---- more rows ----
    def _between(self):
        """The labels of the bins' edges, one a bin."""
        marks = self._keys.edges
        if hasattr(marks._values, '_ordinals'):
            return marks
        found = marks[1:] if self._how.closed == 'right' else marks[:-1]
        found._step = self._how.freq
        return found

    def _widened(self, method=None, limit=None, fill_value=None):
        shown = self._shown
        if self._how.key is not None:
            raise ValueError('Upsampling from level= or on= selection is not supported, use .set_index(...) to explicitly set index to datetime-like')
        if hasattr(self._keys.edges._values, '_ordinals'):
            return self._widened_periods(shown, method, limit)
        labels = self._between() if self._labels.dtype.kind == 'M' else self._keys.index
        labels = labels._renamed(self._labels.name)
        if self._how.loffset is not None:
            labels = labels + to_offset(self._how.loffset)
        same = limit is None and len(shown) == len(labels) and len(shown) > 2 and self._labels.dtype.kind == 'M' and self._labels.inferred_freq == self._how.freq.freqstr
        if same:
            found = shown.copy()
            found.index = labels
            return found
        more = {} if fill_value is None else {'fill_value': fill_value}
        found = shown.reindex(labels, method=method, limit=limit, **more)
        return found

    def _widened_periods(self, shown, method, limit):
        from pandas.core.combining import filling_spots
        from pandas.core.indexes.periods import period_range
        labels = self._labels
        freq = self._how.freq
        if freq == labels.freq:
            return shown.copy()
        inner = labels.asfreq(freq, self._how.convention)
        wide = period_range(labels.min().asfreq(freq, self._how.convention), labels.max().asfreq(freq, 'E'), freq=freq, name=labels.name)
        whole = shown.copy()
        whole.index = inner
        if method is None:
            return whole.reindex(wide)
        spots = filling_spots(index_of(inner.asi8), index_of(wide.asi8), method, limit)
        if whole.ndim == 1:
            return whole._make(take(whole._values, spots), wide, whole.name)
        return whole._make([take(a, spots) for a in whole._data], wide, whole.columns)

    def asfreq(self, fill_value=None):
        """The values at the edges of bins; nothing where none stand there."""
        return self._widened(None, None, fill_value)

    def ffill(self, limit=None):
        """The values at the edges of bins, else the last before."""
        return self._widened('pad', limit)

    pad = ffill

    def bfill(self, limit=None):
        """The values at the edges of bins, else the next behind."""
        return self._widened('backfill', limit)

    backfill = bfill

    def nearest(self, limit=None):
        """The values nearest to the edges of bins."""
        return self._widened('nearest', limit)

    def fillna(self, method, limit=None):
        """The values at the edges of bins, else their neighbours."""
        return self._widened(method, limit)

    def interpolate(self, method='linear', axis=0, limit=None, inplace=False, limit_direction='forward', limit_area=None, downcast=None, **kwargs):
        """The values at the edges of bins, else between their neighbours."""
        return self._widened().interpolate(method=method, axis=axis, limit=limit, inplace=inplace, limit_direction=limit_direction, limit_area=limit_area, **kwargs)


def kind_of(found):
    return {'O': 'PeriodIndexResampler', 'M': 'DatetimeIndexResampler', 'm': 'TimedeltaIndexResampler'}[found._labels.dtype.kind]


def aggregates():
    """sum, mean …: what groups have, of bins."""
    def make(what, widens):
        def method(self, *args, **kwargs):
            if widens and finer(self):
                return self.asfreq()
            return getattr(self._groups, what)(*args, **kwargs)
        method.__name__, method.__doc__ = what, f'The {what} of each bin.'
        return method
    for what in ('sum', 'mean', 'std', 'var', 'min', 'max', 'median', 'prod', 'count', 'nunique', 'first', 'last', 'sem'):
        setattr(Resampler, what, make(what, what not in ('count', 'nunique')))


def finer(found):
    """Whether bins of periods are shorter than the periods, so that none is put together."""
    if not hasattr(found._labels._values, '_ordinals') or not len(found._labels):
        return False
    freq, have = found._how.freq, found._labels.freq
    if freq == have:
        return False
    one = found._labels[0]
    return one.asfreq(freq, 'S') != one.asfreq(freq, 'E')


aggregates()


def resampled(obj, rule, axis=0, closed=None, label=None, convention='start', kind=None, loffset=None, base=None, on=None, level=None, origin='start_day', offset=None, group_keys=UNSAID):
    """Rows in bins of time."""
    if axis in (1, 'columns'):
        return Sideways(resampled(obj.T, rule, 0, closed, label, convention, kind, loffset, base, on, level, origin, offset))
    how = Grouper(on, level, rule, axis, True, closed, label, 'mean', convention, kind, origin, offset, base, loffset)
    return Resampler(obj, how)


class Sideways:
    """What is made of rows, of columns."""

    def __init__(self, found):
        self._found = found

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return lambda *args, **kwargs: getattr(self._found, name)(*args, **kwargs).T


class GroupResampler:
    """Rows in groups, each in bins of time."""
    __module__ = 'pandas.core.resample'

    def __init__(self, groups, rule, rest, chosen=None):
        self._groups, self._rule, self._rest, self._chosen = groups, rule, rest, chosen

    def __getitem__(self, key):
        return GroupResampler(self._groups, self._rule, self._rest, key)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        groups = self._groups
        if groups.obj.ndim == 2 and name in groups.obj.columns:
            return self[name]

        def method(*args, **kwargs):
            found = []
            for s in groups._spots():
                part = groups._shown()._rows(s)
                if part.ndim == 2 and name not in ('apply', 'agg', 'aggregate') or part.ndim == 2 and self._chosen is None:
                    keep = [c for c in part.columns if c not in groups._keys.inside or name in ('ffill', 'bfill', 'asfreq', 'pad', 'nearest', 'interpolate', 'apply')]
                    part = part[keep]
                bins = resampled(part, self._rule, **self._rest)
                found.append(getattr(bins if self._chosen is None else bins[self._chosen], name)(*args, **kwargs))
            return glued(groups, found)
        return method


def glued(groups, found):
    """What groups' bins give, under the labels of both."""
    from pandas.core.indexes.multi import MultiIndex
    from pandas.core.reshape.concat import concat
    index, counts = groups._keys.index, [len(x) for x in found]
    whole = concat(found)
    outer = [np.repeat(index.get_level_values(i)._values, counts) for i in range(index.nlevels)]
    inner = [whole.index.get_level_values(i)._values for i in range(whole.index.nlevels)]
    whole.__dict__['_index'] = MultiIndex._over(outer + inner, list(index.names) + list(whole.index.names))
    return whole


def as_freq(obj, freq, method=None, how=None, normalize=False, fill_value=None):
    """The rows of equal steps from the first to the last."""
    from pandas.core.indexes.ranges import date_range
    index = obj.index
    if hasattr(index._values, '_ordinals'):
        found = obj.copy()
        found.index = index.asfreq(freq, how or 'E')
        return found
    if not len(index):
        found = obj.copy()
        return found
    if index.dtype.kind == 'm':
        from pandas.core.indexes.timedeltas import timedelta_range
        labels = timedelta_range(index[0], index[-1], freq=to_offset(freq).freqstr)
    else:
        labels = date_range(index.min(), index.max(), freq=freq, name=index.name)
    labels = labels._renamed(index.name)
    found = obj.reindex(labels, method=method, **({} if fill_value is None else {'fill_value': fill_value}))
    if normalize:
        found.index = found.index.normalize()
    return found


def moved_by(obj, periods, freq):
    """The rows under labels moved by steps of time."""
    index = obj.index
    if freq == 'infer':
        freq = getattr(index, 'freq', None) or getattr(index, 'inferred_freq', None)
        if freq is None:
            raise ValueError('Freq was not set in the index hence cannot be inferred')
    found = obj.copy()
    if hasattr(index._values, '_ordinals'):
        if to_offset(freq) != index.freq:
            raise ValueError(f'Given freq {to_offset(freq).rule_code} does not match PeriodIndex freq {index.freq.rule_code}')
        found.index = index + periods
        return found
    step = to_offset(freq)
    if getattr(index, 'freqstr', None) == step.freqstr:
        found.index = index.shift(periods)
        return found
    if index.dtype.kind not in 'mM':
        found.index = Index([x + periods * step for x in index], name=index.name)
        return found
    found.index = index.shift(periods, step)
    return found
