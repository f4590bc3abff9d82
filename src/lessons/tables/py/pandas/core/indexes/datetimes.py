"""Indexes of moments, in equal steps or not; date_range and what it has for arguments is in ranges.py, texts that name a part of time in partial.py."""
import datetime
import operator

import numpy as np

from pandas.core import accessors
from pandas.core.dates import ISO, read, stamp, to_moments
from pandas.core.dtypes import array_of, is_integer, is_list_like, objects
from pandas.core.hashed import places, risen, table_of
from pandas.core.indexes.base import MISSING, Index, index_of
from pandas.core.indexes.partial import named_span
from pandas.core.missing import NaT, missing_one
from pandas.core.spans import is_span


class Stepped(Index):
    """What may lie in equal steps (freq), and keeps them under another name and where every n-th is taken."""
    _step = None            # an offset, or its text until somebody asks

    @property
    def freq(self):
        """The step from one to the next; None: they are not in equal steps."""
        if isinstance(self._step, str):
            from pandas.core.offsets import to_offset
            self._step = to_offset(self._step)
        return self._step

    @freq.setter
    def freq(self, freq):
        if freq is not None:
            from pandas.core.offsets import to_offset
            freq = to_offset(freq) if freq != 'infer' else to_offset(self.inferred_freq)
            if len(self) and freq is not None:
                self._check_step(freq)
        self._step = freq

    @property
    def freqstr(self):
        """The text of freq."""
        return None if self._step is None else self.freq.freqstr

    @freqstr.setter
    def freqstr(self, text):
        self._step = text or None

    def _check_step(self, freq):
        from pandas.core.indexes.ranges import same_step
        if not same_step(self._values, freq):
            raise ValueError(f'Inferred frequency {self.inferred_freq} from passed values does not conform to passed frequency {freq.freqstr}')

    @property
    def inferred_freq(self):
        """The text of the step that the labels lie in; None: in none."""
        try:
            return infer_freq(self)
        except ValueError:
            return None

    def _renamed(self, name):
        found = super()._renamed(name)
        if self._step is not None:
            found._step = self._step
        return found

    def __copy__(self):
        return self._renamed(self.name)

    def copy(self, name=None, deep=False):
        """The same labels again."""
        found = super().copy(name, deep)
        found._step = self._step
        return found

    def __getitem__(self, key):
        found = super().__getitem__(key)
        if self._step is not None:
            if isinstance(found, Stepped):
                step = step_taken(key, len(self))
                if step:
                    found._step = self._step if step == 1 else self.freq * step
            elif isinstance(found, datetime.datetime) and found is not NaT:
                found = with_step(found, self.freq)
        return found

    def _with_step(self, step):
        """The same labels, said to lie in a step."""
        found = type(self)._make(self._values, self.name)
        found._step = step
        return found

    def take(self, indices, axis=0, **more):
        """The labels at positions."""
        return self[np.asarray(indices, np.intp)]

    def _like_step(self, values, step):
        found = index_of(values, self.name)
        if isinstance(found, Stepped):
            found._step = step
        return found

    # ---- finding, by the numbers themselves ----
    def _numbers(self):
        found = self.__dict__.get('_counts')
        if found is None:
            found = self.__dict__['_counts'] = np.asarray(self._values).view(np.ndarray).astype('i8')
        return found

    @property
    def is_monotonic_increasing(self):
        return self._known('_rising', lambda: rising(self._numbers()))

    @property
    def is_monotonic_decreasing(self):
        return self._known('_falling', lambda: rising(self._numbers()[::-1]))

    @property
    def is_unique(self):
        return self._known('_single', lambda: different(self._numbers(), self.is_monotonic_increasing))

    def _known(self, name, make):
        if name not in self.__dict__:
            self.__dict__[name] = make()
        return self.__dict__[name]

    def _spots(self, labels):
        if isinstance(labels, Stepped) and type(labels) is type(self) and self.is_unique:
            if labels is self:
                return np.arange(len(self))
            if same_zone(self, labels):
                mine, its = self._numbers(), labels._numbers()
                return risen(mine, its) if self.is_monotonic_increasing and labels.is_monotonic_increasing else places(table_of(mine), its)
        return super()._spots(labels)

    # ---- as sets ----
    def union(self, other, sort=None):
        """The labels of both."""
        other = other if isinstance(other, Index) else Index(other)
        if type(other) is DatetimeIndex and type(self) is DatetimeIndex and self.tz is not None and other.tz is not None and not same_zone(self, other):
            return self.tz_convert('UTC').union(other.tz_convert('UTC'), sort)
        if type(other) is type(self) and len(self) and len(other) and same_zone(self, other) and not self.equals(other):
            name = self.name if self.name == other.name else None
            found = both(self, other, self._with_more(other) if sort is None else None)
            if found is not None:
                found.name = name
                return with_inferred(found)
        return super().union(other, sort)

    def _with_more(self, other):
        """The numbers of both, in order; None: this one has all already and is in order."""
        mine, its = self._numbers(), other._numbers()
        if not (self.is_monotonic_increasing and self.is_unique):
            return np.unique(np.concatenate([mine, its]))
        more = its[(risen(mine, its) if other.is_monotonic_increasing else places(table_of(mine), its)) < 0]
        return mine if not len(more) else np.unique(np.concatenate([mine, more]))

    def intersection(self, other, sort=False):
        """The labels that both have."""
        found = super().intersection(other, sort)
        if isinstance(found, Stepped) and self._step is not None and self.freqstr == getattr(other, 'freqstr', None) and found is not self:
            return found._with_step(self._step)
        return with_inferred(found) if isinstance(found, Stepped) and found is not self and not self.equals(other) else found

    def sort_values(self, return_indexer=False, ascending=True, na_position='last', key=None):
        """The labels in order."""
        found = super().sort_values(return_indexer, ascending, na_position, key)
        return found

    def append(self, other):
        """This index and others behind it; in equal steps where they go on as it does."""
        found = super().append(other)
        parts = [self] + (list(other) if isinstance(other, (list, tuple)) else [other])
        freqs = {getattr(p, 'freqstr', None) for p in parts}
        if len(freqs) == 1 and self._step is not None and isinstance(found, Stepped) and all(type(p) is type(self) for p in parts):
            from pandas.core.indexes.ranges import same_step
            if same_step(found._values, self.freq):
                found._step = self._step
        return found

    def shift(self, periods=1, freq=None):
        """The labels moved by steps."""
        if freq is not None and freq != self.freqstr:
            from pandas.core.offsets import to_offset
            return self + periods * to_offset(freq)
        if self.freq is None:
            from pandas.errors import NullFrequencyError
            raise NullFrequencyError('Cannot shift with no freq')
        found = index_of(self.freq._times(self.freq.n * periods)._over(self._values) if periods else self._values, self.name)
        found._step = self._step
        return found

    def insert(self, loc, item):
        """The labels with one more."""
        found = super().insert(loc, item)
        if isinstance(found, Stepped) and self._step is not None:
            from pandas.core.indexes.ranges import same_step
            at = loc + len(self) if loc < 0 else loc
            if at in (0, len(self)) and same_step(found._values, self.freq):
                found._step = self._step
        return found

    def delete(self, loc):
        """The labels without those at some positions."""
        found = super().delete(loc)
        if self._step is not None and is_integer(loc) and loc in (0, -1, len(self) - 1, -len(self)):
            found._step = self._step
        return found

    def mean(self, axis=None, skipna=True):
        """The mean of the labels."""
        numbers = self._numbers()[~self.isna()]
        if not len(numbers):
            return NaT
        low = int(numbers.min())
        return self._one(low + int((numbers - low).mean()))

    def floor(self, freq, ambiguous='raise', nonexistent='raise'):
        """The labels as multiples of a step below."""
        return self._to_steps(freq, 'floor', ambiguous, nonexistent)

    def ceil(self, freq, ambiguous='raise', nonexistent='raise'):
        """The labels as multiples of a step above."""
        return self._to_steps(freq, 'ceil', ambiguous, nonexistent)

    def round(self, freq, ambiguous='raise', nonexistent='raise'):
        """The labels as the nearest multiples of a step."""
        return self._to_steps(freq, 'round', ambiguous, nonexistent)

    asi8 = property(lambda self: self._numbers())
    nbytes = property(lambda self: self._numbers().nbytes)

    def view(self, cls=None):
        """The same memory as another dtype."""
        return self._renamed(self.name) if cls is None else np.asarray(self._values).view(np.ndarray).view(cls)

    def searchsorted(self, value, side='left', sorter=None):
        """Where labels would stand in this index, which is in order."""
        if is_list_like(value):
            value = type(self)(value)._numbers()
        else:
            value = self._key(value)
            value = getattr(value, '_n', None) if not missing_one(value) else -2 ** 63
            if value is None:
                raise TypeError(f"value should be a 'Timestamp', 'NaT', or array of those. Got '{type(value).__name__}' instead.")
        return np.searchsorted(self._numbers(), value, side, sorter)

    def get_indexer(self, target, method=None, limit=None, tolerance=None):
        """Where each label of another index stands in this one, or the nearest before, behind or around it; -1 where none does."""
        if method is None:
            return super().get_indexer(target)
        from pandas.core.combining import filling_spots
        return filling_spots(self, target if isinstance(target, type(self)) else type(self)(target), method, limit, tolerance)

    def asof(self, label):
        """The last label at or before another."""
        at = int(self.searchsorted(label, 'right')) - 1
        return self[at] if at >= 0 else NaT

    def fillna(self, value=None, downcast=None):
        """value where labels are missing."""
        return super().fillna(value) if self.hasnans else self._renamed(self.name)

    def dropna(self, how='any'):
        """The labels that are there."""
        return super().dropna(how) if self.hasnans or how not in ('any', 'all') else self._renamed(self.name)


def rising(numbers):
    return bool((numbers[:-1] <= numbers[1:]).all())


def different(numbers, ordered):
    return bool((numbers[:-1] < numbers[1:]).all()) if ordered else len(np.unique(numbers)) == len(numbers)


def same_zone(a, b):
    """Whether two indexes show their moments in one zone, or none."""
    return a.dtype == b.dtype


def both(a, b, numbers):
    if numbers is None:
        return None
    if numbers is a._numbers():
        return a._renamed(a.name)
    return index_of(type(a)._of_numbers(numbers, a), a.name)


def zoned_text(text):
    """Whether a text says the zone of its clock: named_span then counts in UTC."""
    found = ISO.match(text)
    return found is not None and getattr(read(text), 'tzinfo', None) is not None


def with_inferred(found):
    if len(found) > 2 and found._step is None:
        text = found.inferred_freq
        if text:
            found._step = text
    return found


def with_step(ts, freq):
    made = stamp(ts._n, ts.tzinfo)
    made._freq = freq
    return made


class DatetimeIndex(Stepped):
    """Labels that are moments."""
    __module__ = 'pandas.core.indexes.datetimes'
    _kind = np.dtype('M8[ns]')

    def __new__(cls, data=None, freq=MISSING, tz=MISSING, normalize=False, closed=None, ambiguous='raise', dayfirst=False, yearfirst=False, dtype=None, copy=False, name=MISSING):
        if data is None or not is_list_like(data):
            raise TypeError(f'{cls.__name__}() must be called with a collection of some kind, {data!r} was passed')
        name = getattr(data, 'name', None) if name is MISSING else name
        values = to_moments(array_of(data), dayfirst=dayfirst, yearfirst=yearfirst) if not hasattr(array_of(data), '_ordinals') else array_of(data)._starts()
        if tz is not MISSING and tz is not None:
            from pandas.core.zones import converted, localized
            values = localized(values, tz, ambiguous) if getattr(values, 'zone', None) is None else converted(values, tz)
        if dtype is not None:
            from pandas.core.dtypes import cast
            values = cast(values, dtype)
        if normalize:
            values = accessors.midnights(values)
        found = index_of(values, name)
        if freq is MISSING:
            found._step = getattr(data, '_step', None)
        elif freq is not None:
            found.freq = freq
        return found

    @staticmethod
    def _of_numbers(numbers, like):
        from pandas.core.zones import Zoned
        values = numbers.astype('M8[ns]')
        zone = getattr(like._values, 'zone', None)
        return values if zone is None else Zoned._with_zone(values, zone)

    def _one(self, n):
        return stamp(n, getattr(self._values, 'zone', None))

    @property
    def values(self):
        return np.asarray(self._values).view(np.ndarray)

    tz = property(lambda self: getattr(self._values, 'zone', None))
    tzinfo = tz

    @property
    def resolution(self):
        """The finest part of time that the labels differ in."""
        n = accessors.in_day(accessors.safe_walls(self._values)[0])
        for size, name in ((86400 * 10 ** 9, 'day'), (3600 * 10 ** 9, 'hour'), (60 * 10 ** 9, 'minute'), (10 ** 9, 'second'), (10 ** 6, 'millisecond'), (1000, 'microsecond')):
            if not (n % size).any():
                return name
        return 'nanosecond'

    def __iter__(self):
        freq = self.freq
        plain = super().__iter__()
        return plain if freq is None else iter([x if x is NaT else with_step(x, freq) for x in plain])

    def tolist(self):
        """The labels as a list."""
        return list(self)

    to_list = tolist

    def __reduce__(self):
        return remade, (self._values, self.name, self.freqstr)

    # ---- arithmetic ----
    def _moved(self, other, op):
        if hasattr(other, '_mgr_kind'):
            return NotImplemented
        from pandas.core.offsets import BaseOffset, Tick
        if isinstance(other, (BaseOffset, datetime.timedelta, np.timedelta64)) and not isinstance(other, Tick) and isinstance(other, BaseOffset):
            return index_of((other if op is operator.add else -other)._over(self._values), self.name)
        if isinstance(other, Tick):
            other = other.delta
        if is_span(other):
            from pandas.core.dates import span
            from pandas.core.offsets import Tick as Even
            found = index_of(op(self._values, span(other)), self.name)
            if isinstance(self.freq, Even):
                found._step = self._step
            return found
        if is_integer(other):
            raise TypeError('Addition/subtraction of integers and integer-arrays with DatetimeArray is no longer supported.  Instead of adding/subtracting `n`, use `n * obj.freq`')
        return None

    def __add__(self, other):
        found = self._moved(other, operator.add)
        return super().__add__(other) if found is None else found

    __radd__ = __add__

    def __sub__(self, other):
        found = self._moved(other, operator.sub)
        if found is not None:
            return found
        if isinstance(other, (datetime.datetime, np.datetime64)):
            from pandas.core.dates import stamp_from
            ts = stamp_from(other)
            if (ts.tzinfo is None) != (self.tz is None):
                raise TypeError('Cannot subtract tz-naive and tz-aware datetime-like objects')
            found = index_of(self.values - np.datetime64(ts._n, 'ns'), self.name)
            from pandas.core.offsets import Tick
            if isinstance(self.freq, Tick):
                found._step = self._step
            return found
        return super().__sub__(other)

    def __rsub__(self, other):
        if isinstance(other, (datetime.datetime, np.datetime64)):
            from pandas.core.dates import stamp_from
            return index_of(np.datetime64(stamp_from(other)._n, 'ns') - self.values, self.name)
        return super().__rsub__(other)

    # ---- finding ----
    def equals(self, other):
        """Whether another index has the same labels in the same order."""
        return super().equals(other) and (not isinstance(other, DatetimeIndex) or same_zone(self, other))

    def _key(self, key):
        if isinstance(key, str):
            try:
                found = stamp_of_text(key)
            except ValueError:
                return key
            return found if self.tz is None or found.tzinfo is not None else found.tz_localize(self.tz)
        if isinstance(key, datetime.date) and not isinstance(key, datetime.datetime):
            return stamp_of_text(key)
        return stamp_of_text(key) if isinstance(key, np.datetime64) and not np.isnat(key) else key

    def get_loc(self, key, method=None, tolerance=None):
        """The position of a label; a slice or a mask where it stands more than once."""
        if isinstance(key, slice) or is_list_like(key):
            from pandas.errors import InvalidIndexError
            raise InvalidIndexError(key)
        if isinstance(key, str):
            part = self._partial(key)
            if part is not None:
                return part
        label = self._key(key)
        if isinstance(key, datetime.time):
            return self.indexer_at_time(key)
        if method is not None:
            from pandas.core.combining import filling_spots
            spot = filling_spots(self, type(self)([label]), method, None, tolerance)[0]
            if spot < 0:
                raise KeyError(key)
            return int(spot)
        if not isinstance(label, datetime.datetime) and label is not NaT:
            raise KeyError(key)
        if label is not NaT and (getattr(label, 'tzinfo', None) is None) != (self.tz is None):
            raise KeyError(key)
        n = -2 ** 63 if label is NaT else stamp_of_text(label)._n
        return self._spot_of(n, key)

    def _spot_of(self, n, key):
        numbers = self._numbers()
        if self.is_monotonic_increasing:
            a, b = int(np.searchsorted(numbers, n, 'left')), int(np.searchsorted(numbers, n, 'right'))
            if a == b:
                raise KeyError(stamp_of_text(key) if isinstance(key, (datetime.date, np.datetime64)) else key)
            return a if b - a == 1 else slice(a, b)
        same = numbers == n
        spots = np.flatnonzero(same)
        if not len(spots):
            raise KeyError(stamp_of_text(key) if isinstance(key, (datetime.date, np.datetime64)) else key)
        if len(spots) == 1:
            return int(spots[0])
        return slice(int(spots[0]), int(spots[-1]) + 1) if spots[-1] - spots[0] + 1 == len(spots) else same

    def __contains__(self, key):
        hash(key)
        try:
            self.get_loc(key)
            return True
        except (KeyError, ValueError, TypeError):
            return False

    def _equal(self, key):
        key = self._key(key)
        n = -2 ** 63 if missing_one(key) else stamp_of_text(key)._n
        return self._numbers() == n

    def _utc(self, wall):
        """A plain moment as the clocks of this index's zone show it, in nanoseconds of UTC."""
        from pandas.core.dates import localize_one
        return wall if self.tz is None else localize_one(wall, self.tz, np.array([True]), 'shift_forward')

    def _partial(self, text):
        """The rows of a year, a month, a day … that a text names; None: it names one moment, or nothing."""
        try:
            first, after, size = named_span(text)
        except (ValueError, OverflowError):
            return None
        if size <= SIZES[self.resolution]:
            return None
        first, after = self._utc(first), self._utc(after)
        numbers = self._numbers()
        if not self.is_monotonic_increasing:
            return np.flatnonzero((numbers >= first) & (numbers < after))
        if len(numbers) and (after <= numbers[0] or first > numbers[-1]):
            raise KeyError(text)
        return slice(int(np.searchsorted(numbers, first)), int(np.searchsorted(numbers, after)))

    def _bound(self, label, side):
        if isinstance(label, str):
            try:
                first, after, _ = named_span(label)
            except (ValueError, OverflowError):
                raise TypeError(f'cannot do slice indexing on DatetimeIndex with these indexers [{label}] of type str') from None
            n = self._utc(first if side == 'left' else after) if not zoned_text(label) else first if side == 'left' else after
            return self._bound_number(n, 'left', label)
        if isinstance(label, datetime.date) and not isinstance(label, datetime.datetime) or isinstance(label, np.datetime64):
            label = stamp_of_text(label)
        if isinstance(label, datetime.datetime):
            ts = stamp_of_text(label)
            if ts.tzinfo is None and self.tz is not None:
                raise_naive()
            return self._bound_number(ts._n, side, ts)
        if missing_one(label):
            return super()._bound(label, side)
        raise TypeError(f'cannot do slice indexing on DatetimeIndex with these indexers [{label}] of type {type(label).__name__}')

    def _bound_number(self, n, side, label):
        numbers = self._numbers()
        if self.is_monotonic_increasing:
            return int(np.searchsorted(numbers, n, side))
        if self.is_monotonic_decreasing:
            return len(numbers) - int(np.searchsorted(numbers[::-1], n, 'right' if side == 'left' else 'left'))
        spots = np.flatnonzero(numbers == n)
        if not len(spots):
            raise KeyError(stamp_of_text(label))
        return int(spots[0]) if side == 'left' else int(spots[-1]) + 1

    def slice_indexer(self, start=None, end=None, step=None):
        """Positions for a slice of labels, both ends within."""
        stop = end
        if isinstance(start, datetime.time) and isinstance(stop, datetime.time):
            return self.indexer_between_time(start, stop)
        if not (self.is_monotonic_increasing or self.is_monotonic_decreasing) and (isinstance(start, str) or isinstance(stop, str)):
            return self._loose_slice(start, stop, step)
        return super().slice_indexer(start, stop, step)

    def _loose_slice(self, start, stop, step):
        """Of rows in no order, those between two texts."""
        import warnings
        numbers = self._numbers()
        keep, known = np.ones(len(numbers), bool), True
        for label, side in ((start, 'left'), (stop, 'right')):
            if label is None:
                continue
            first, after, _ = named_span(label) if isinstance(label, str) else (stamp_of_text(label)._n, stamp_of_text(label)._n + 1, 0)
            n = self._utc(first if side == 'left' else after - 1)
            known &= bool((numbers == n).any())
            keep &= numbers >= n if side == 'left' else numbers <= n
        if not known:
            warnings.warn('Value based partial slicing on non-monotonic DatetimeIndexes with non-existing keys is deprecated and will raise a KeyError in a future Version.', FutureWarning, stacklevel=5)
        return np.flatnonzero(keep)[::step] if not keep.all() else slice(None, None, step)

    def indexer_at_time(self, time, asof=False):
        """The positions of the labels at a time of the day."""
        from pandas.core.times import nanoseconds_of, time_of
        return np.flatnonzero(self._clock() == nanoseconds_of(time_of(time)))

    def _clock(self):
        return np.where(self.isna(), -1, accessors.in_day(accessors.safe_walls(self._values)[0]))

    def indexer_between_time(self, start_time, end_time, include_start=True, include_end=True):
        """The positions of the labels between two times of the day."""
        from pandas.core.times import nanoseconds_of, time_of
        a, b = nanoseconds_of(time_of(start_time)), nanoseconds_of(time_of(end_time))
        n = self._clock()
        low = n >= a if include_start else n > a
        high = n <= b if include_end else n < b
        return np.flatnonzero((low & high if a <= b else low | high) & (n >= 0))

    # ---- parts ----
    def __getattr__(self, name):
        if name in accessors.FIELDS:
            if name in ('week', 'weekofyear'):
                import warnings
                warnings.warn('weekofyear and week have been deprecated, please use DatetimeIndex.isocalendar().week instead, which returns a Series. To exactly reproduce the behavior of week and weekofyear '
                              'and return an Index, you may call pd.Int64Index(idx.isocalendar().week)', FutureWarning, stacklevel=2)
            found = accessors.working_end(self._values, name) if name in accessors.ENDS and (self.freqstr or '')[:1] == 'B' else accessors.part_of(self._values, name)
            return found if found.dtype.kind == 'b' else index_of(found, self.name)
        raise AttributeError(f"'DatetimeIndex' object has no attribute '{name}'")

    date = property(lambda self: accessors.dates_of(self._values))
    time = property(lambda self: accessors.times_of(self._values))
    timetz = property(lambda self: accessors.times_of(self._values, True))
    is_normalized = property(lambda self: self.resolution == 'day')

    def isocalendar(self):
        """Year, week and day of the ISO calendar."""
        return accessors.iso_table(self._values, self)

    def strftime(self, date_format):
        """Each moment as text."""
        return Index(accessors.texts_in(self._values, date_format), name=self.name, dtype=object)

    def day_name(self, locale=None):
        """The names of the days."""
        return Index(accessors.names_of(self._values, 'dayofweek', accessors.NAMES), name=self.name, dtype=object)

    def month_name(self, locale=None):
        """The names of the months."""
        return Index(accessors.names_of(self._values, 'month', accessors.MONTH_NAMES), name=self.name, dtype=object)

    def normalize(self):
        """Midnight of each day."""
        from pandas.core.offsets import Day
        found = index_of(accessors.midnights(self._values), self.name)
        if self._step is not None and isinstance(self.freq, Day) and self.resolution == 'day':
            found._step = self._step
        return found if found._step else with_inferred(found)

    def _to_steps(self, freq, how, ambiguous, nonexistent):
        return with_inferred(index_of(accessors.stepped(self._values, freq, how, ambiguous, nonexistent), self.name))

    def to_pydatetime(self):
        """Python's datetimes."""
        return accessors.datetimes_of(self._values)

    def to_julian_date(self):
        """Days of the Julian calendar."""
        return index_of(accessors.safe_walls(self._values)[0].astype('i8') / (86400 * 10 ** 9) + 2440587.5, self.name)

    def to_numpy(self, dtype=None, copy=False, na_value=MISSING):
        """The labels as an array."""
        if self.tz is not None and dtype is None:
            return objects(super().tolist())
        return np.array(self._values.view(np.ndarray), dtype) if dtype is None or np.dtype(dtype).kind != 'O' else objects(list(self))

    def to_series(self, index=None, name=None, keep_tz=True):
        """The labels as values, and as labels."""
        from pandas.core.series import Series
        return Series._make(self._values.copy(), self if index is None else Index(index), self.name if name is None else name)

    def to_period(self, freq=None):
        """The spans of the calendar that the moments lie in."""
        from pandas.core.periods import periods_of
        if freq is None:
            freq = self.freqstr or self.inferred_freq
            if freq is None:
                raise ValueError('You must pass a freq argument as current index has none.')
        return index_of(periods_of(self._values, freq), self.name)

    def to_perioddelta(self, freq):
        """How far the moments are from the start of their spans."""
        return self - self.to_period(freq).to_timestamp()

    def tz_localize(self, tz, ambiguous='raise', nonexistent='raise'):
        """The times of the clocks, in a zone; None: without one."""
        from pandas.core.zones import set_zone, shown
        found = index_of(set_zone(self._values, tz, ambiguous, nonexistent), self.name)
        if tz is None and self.tz is None or tz is not None and shown(found.tz) == 'UTC' or len(self) == 1:
            found._step = self._step        # (where a zone has summer time, equal steps of its clock are none of time)
        return found

    def tz_convert(self, tz):
        """The same moments in another zone."""
        from pandas.core.zones import converted
        found = index_of(converted(self._values, tz), self.name)
        found._step = self._step
        return found

    def snap(self, freq='S'):
        """The nearest moments where steps end."""
        from pandas.core.offsets import to_offset
        step = to_offset(freq)
        out = []
        for x in super().__iter__():
            if not step.is_on_offset(x):
                low, high = step.rollback(x), step.rollforward(x)
                x = low if abs(x - low) < abs(high - x) else high
            out.append(x._n)
        return index_of(DatetimeIndex._of_numbers(np.array(out, 'i8'), self), self.name)

    def std(self, *args, ddof=1, **kwargs):
        """How far the labels spread."""
        from pandas.core.dates import Timedelta
        return Timedelta(int((self._numbers() - self._numbers()[0]).std(ddof=ddof)))

    def min(self, axis=None, skipna=True):
        """The earliest."""
        return self._end('min')

    def max(self, axis=None, skipna=True):
        """The latest."""
        return self._end('max')

    def _end(self, what):
        numbers = self._numbers()[~self.isna()]
        if not len(numbers):
            return NaT
        found = self._one(int(getattr(numbers, what)()))
        return found if self._step is None else with_step(found, self.freq)


SIZES = {'year': 100, 'quarter': 90, 'month': 80, 'day': 70, 'hour': 60, 'minute': 50, 'second': 40, 'millisecond': 30, 'microsecond': 20, 'nanosecond': 10}


def raise_naive():
    raise ValueError('Both dates must have the same UTC offset')


def stamp_of_text(x):
    from pandas.core.dates import read, stamp_from
    return stamp_from(read(x)) if isinstance(x, str) and x not in ('now', 'today') else stamp_from(x)


def remade(values, name, freqstr):
    found = index_of(values, name)
    found.freqstr = freqstr
    return found


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


def infer_freq(index, warn=True):
    """The text of the step that moments lie in; None: in none."""
    from pandas.core.indexes.ranges import infer
    return infer(index)


def date_range(*args, **kwargs):
    """Moments in equal steps: days, hours, months …"""
    from pandas.core.indexes.ranges import date_range as made
    return made(*args, **kwargs)
