"""Intervals: what lies between two ends, which of them belong to it; arrays of such, of one kind and closed in one way."""
import operator

import numpy as np

from pandas.core.dtypes import array_of, as_dtype, box, is_list_like, listed, objects, settled
from pandas.core.extended.base import ExtensionArray, ExtensionDtype, objects_of
from pandas.core.missing import missing_in, missing_one

WAYS = ('left', 'right', 'both', 'neither')


class Interval:
    """What lies between left and right: Interval(left, right, closed='right')."""
    __module__ = 'pandas._libs.interval'

    def __init__(self, left, right, closed='right'):
        for x in (left, right):
            if not (isinstance(x, (int, float, np.number)) or hasattr(x, 'to_datetime64') or hasattr(x, 'to_timedelta64')) or isinstance(x, (bool, np.bool_)):
                raise ValueError('Only numeric, Timestamp and Timedelta endpoints are allowed when constructing an Interval.')
        if closed not in WAYS:
            raise ValueError(f'invalid option for \'closed\': {closed}')
        if not left <= right:
            raise ValueError('left side of interval must be <= right side')
        self.__dict__.update(left=left, right=right, closed=closed)

    def __setattr__(self, name, value):
        raise AttributeError(f"attribute '{name}' of 'pandas._libs.interval.Interval' objects is not writable")

    def __reduce__(self):
        return Interval, (self.left, self.right, self.closed)

    closed_left = property(lambda self: self.closed in ('left', 'both'))
    closed_right = property(lambda self: self.closed in ('right', 'both'))
    open_left = property(lambda self: not self.closed_left)
    open_right = property(lambda self: not self.closed_right)
    length = property(lambda self: self.right - self.left)
    is_empty = property(lambda self: self.left == self.right and self.closed != 'both')

    @property
    def mid(self):
        try:
            return 0.5 * (self.left + self.right)
        except TypeError:
            return self.left + 0.5 * self.length

    def _key(self):
        return self.left, self.right, self.closed

    def __hash__(self):
        return hash(self._key())

    def __contains__(self, key):
        if isinstance(key, Interval):
            low = self.left < key.left or self.left == key.left and (self.closed_left or key.open_left)
            high = key.right < self.right or key.right == self.right and (self.closed_right or key.open_right)
            return low and high
        return bool((self.left <= key if self.closed_left else self.left < key) and (key <= self.right if self.closed_right else key < self.right))

    def overlaps(self, other):
        """Whether another has something in common with it."""
        if not isinstance(other, Interval):
            raise TypeError(f'`other` must be an Interval, got {type(other).__name__}')
        first = operator.le if self.closed_left and other.closed_right else operator.lt
        second = operator.le if other.closed_left and self.closed_right else operator.lt
        return bool(first(self.left, other.right) and second(other.left, self.right))

    def __repr__(self):
        left, right = (tidy(x) for x in (self.left, self.right))
        return f"Interval({left!r}, {right!r}, closed='{self.closed}')"

    def __str__(self):
        return shown(self.left, self.right, self.closed)


def tidy(x):
    """An end as Python has it."""
    return x.item() if isinstance(x, np.generic) else x


def end_text(x):
    from pandas.core.dates import Timestamp
    if isinstance(x, Timestamp):
        text = str(x)
        return text[:10] if text.endswith(' 00:00:00') else text
    return str(tidy(x))


def shown(left, right, closed, text=str):
    """An interval in its brackets."""
    return f'{"[" if closed in ("left", "both") else "("}{text(tidy(left))}, {text(tidy(right))}{"]" if closed in ("right", "both") else ")"}'


def install():
    def compare(op):
        def comparison(self, other):
            if isinstance(other, Interval):
                return bool(op(self._key(), other._key())) if op in (operator.eq, operator.ne) or self._key()[:2] != other._key()[:2] else op(self.closed == other.closed, True) if op in (operator.le, operator.ge) else False
            if op in (operator.eq, operator.ne) or is_list_like(other):
                return NotImplemented
            sign = {operator.lt: '<', operator.le: '<=', operator.gt: '>', operator.ge: '>='}[op]
            raise TypeError(f"'{sign}' not supported between instances of 'pandas._libs.interval.Interval' and '{type(other).__name__}'")
        return comparison
    for name in ('eq', 'ne', 'lt', 'le', 'gt', 'ge'):
        setattr(Interval, f'__{name}__', compare(getattr(operator, name)))

    def moved(op, back=False):
        def method(self, other):
            if isinstance(other, Interval) or is_list_like(other) or isinstance(other, str):
                return NotImplemented
            return Interval(op(self.left, other), op(self.right, other), self.closed)
        return method
    for name in ('add', 'sub', 'mul', 'truediv', 'floordiv'):
        setattr(Interval, f'__{name}__', moved(getattr(operator, name)))
    Interval.__radd__, Interval.__rmul__ = Interval.__add__, Interval.__mul__


install()


class IntervalDtype(ExtensionDtype):
    """Intervals of ends of a dtype, closed in one way."""
    __module__ = 'pandas.core.dtypes.dtypes'
    na_value, type, itemsize = np.nan, Interval, 16
    name = 'interval'

    def __init__(self, subtype=None, closed=None):
        if isinstance(subtype, str) and subtype.lower() == 'interval':
            subtype = None
        if subtype is not None:
            subtype = as_dtype(subtype)
            if subtype.kind in 'OUSbc':
                raise TypeError('category, object, and string subtypes are not supported for IntervalDtype')
        self.subtype, self.closed = subtype, closed

    def __str__(self):
        if self.subtype is None:
            return 'interval'
        return f'interval[{self.subtype}]' if self.closed is None else f'interval[{self.subtype}, {self.closed}]'

    __repr__ = __str__

    def __eq__(self, other):
        if isinstance(other, str):
            return other.lower() in ('interval', str(self).lower())
        return isinstance(other, IntervalDtype) and (self.subtype is None or other.subtype is None or self.subtype == other.subtype and self.closed == other.closed)

    def __hash__(self):
        return hash(str(self))

    @classmethod
    def _array(cls):
        return IntervalArray

    def made_from(self, values, given=False):
        """The intervals of an array of objects."""
        found = values if isinstance(values, IntervalArray) else from_intervals(objects_of(values), self.closed)
        if self.subtype is not None and found.dtype.subtype != self.subtype:
            from pandas.core.dtypes import cast
            found = over(cast(found._left, self.subtype), cast(found._right, self.subtype), found.closed)
        return found

    def common(self, others):
        """The dtype for values of this and of others, or None."""
        if not all(isinstance(other, IntervalDtype) and other.closed == self.closed for other in others):
            return None
        from pandas.core.dtypes import common
        return IntervalDtype(common([self.subtype] + [other.subtype for other in others]), self.closed)


def dtype_named(text):
    """The dtype of a name, or None."""
    inner = text[9:-1] if text.startswith('interval[') and text.endswith(']') else None
    if text == 'interval':
        return IntervalDtype()
    if inner is None:
        return None
    subtype, _, closed = inner.partition(',')
    return IntervalDtype(subtype.strip(), closed.strip() or None)


def over(left, right, closed):
    """The array of two arrays of ends."""
    self = object.__new__(IntervalArray)
    self._left, self._right, self._closed = left, right, closed
    return self


def from_ends(left, right, closed):
    """The array of what a program gives as ends, looked at."""
    if closed not in WAYS:
        raise ValueError(f'invalid option for \'closed\': {closed}')
    left, right = (settled(array_of(getattr(x, '_values', x))) for x in (left, right))
    if left.dtype.kind in 'iu' and right.dtype.kind == 'f' or left.dtype.kind == 'f' and right.dtype.kind in 'iu':
        left, right = left.astype('f8'), right.astype('f8')
    if left.dtype.kind in 'iu' and not len(left) or left.dtype.kind == 'O' and not len(left):
        left, right = left.astype('i8'), right.astype('i8')
    if left.dtype.kind in 'OUb':
        raise TypeError('category, object, and string subtypes are not supported for IntervalArray')
    if len(left) != len(right):
        raise ValueError('left and right must have the same length')
    gone = missing_in(left)
    if (gone != missing_in(right)).any():
        raise ValueError('missing values must be missing in the same location both left and right sides')
    if not (left[~gone] <= right[~gone]).all():
        raise ValueError('left side of interval must be <= right side')
    return over(left, right, closed)


def from_intervals(items, closed=None):
    """The array of Intervals and what is missing."""
    gone = missing_in(items)
    good = [x for x, g in zip(items, gone) if not g]
    bad = next((x for x in good if not isinstance(x, Interval)), None)
    if bad is not None:
        raise TypeError(f"type {type(bad)} with value {bad} is not an interval")
    ways = {x.closed for x in good}
    if len(ways) > 1 and closed is None:
        raise ValueError('intervals must all be closed on the same side')
    closed = closed or (ways.pop() if ways else 'right')
    nothing = np.nan
    left = array_of([nothing if g else x.left for x, g in zip(items, gone)]) if len(items) else np.empty(0, 'i8')
    right = array_of([nothing if g else x.right for x, g in zip(items, gone)]) if len(items) else np.empty(0, 'i8')
    return from_ends(left, right, closed)


class IntervalArray(ExtensionArray):
    """Intervals, as their left and their right ends."""
    __module__ = 'pandas.core.arrays.interval'

    def __new__(cls, data, closed=None, dtype=None, copy=False, verify_integrity=True):
        inner = getattr(data, '_values', data)
        if isinstance(inner, IntervalArray):
            return over(inner._left, inner._right, closed or inner.closed)
        if not is_list_like(data):
            raise TypeError(f'{cls.__name__}(...) must be called with a collection of some kind, {data} was passed')
        return from_intervals(objects_of(inner if isinstance(inner, np.ndarray) else list(inner)), closed)

    @classmethod
    def from_breaks(cls, breaks, closed='right', copy=False, dtype=None):
        """The intervals between neighbours of a row of ends."""
        breaks = settled(array_of(getattr(breaks, '_values', breaks)))
        return from_ends(breaks[:-1], breaks[1:], closed)

    @classmethod
    def from_arrays(cls, left, right, closed='right', copy=False, dtype=None):
        """The intervals of left and right ends."""
        return from_ends(left, right, closed)

    @classmethod
    def from_tuples(cls, data, closed='right', copy=False, dtype=None):
        """The intervals of pairs."""
        pairs = [(np.nan, np.nan) if not is_list_like(x) and missing_one(x) else tuple(x) for x in data]
        for x in pairs:
            if len(x) != 2:
                raise ValueError(f'{cls.__name__}.from_tuples requires tuples of length 2, got {x}')
        return from_ends(array_of([x for x, _ in pairs]) if pairs else [], array_of([y for _, y in pairs]) if pairs else [], closed)

    closed = property(lambda self: self._closed)
    dtype = property(lambda self: IntervalDtype(self._left.dtype, self._closed))
    nbytes = property(lambda self: self._left.nbytes + self._right.nbytes)

    def _index(self, values):
        from pandas.core.indexes.base import index_of
        return index_of(values)

    left = property(lambda self: self._index(self._left))
    right = property(lambda self: self._index(self._right))
    length = property(lambda self: self._index(self._right - self._left))

    @property
    def mid(self):
        if self._left.dtype.kind in 'iuf':
            return self._index(0.5 * (self._left + self._right))
        return self._index(self._left + (self._right - self._left) // 2)

    is_empty = property(lambda self: (self._left == self._right) & (self._closed != 'both'))

    def __len__(self):
        return len(self._left)

    def __iter__(self):
        gone = self._gone()
        return (np.nan if g else Interval(x, y, self._closed) for x, y, g in zip(listed(self._left), listed(self._right), gone))

    def _gone(self):
        return missing_in(self._left)

    def _at(self, i):
        left = box(self._left[i])
        return np.nan if missing_one(left) else Interval(left, box(self._right[i]), self._closed)

    def _picked(self, spots):
        return over(self._left[spots], self._right[spots], self._closed)

    def copy(self):
        """The same again."""
        return over(self._left.copy(), self._right.copy(), self._closed)

    @classmethod
    def _joined(cls, arrays):
        return over(np.concatenate([a._left for a in arrays]), np.concatenate([a._right for a in arrays]), arrays[0]._closed)

    def _sortable(self):
        return objects([(x, y) for x, y in zip(self._left.tolist(), self._right.tolist())])

    def _taken(self, spots):
        from pandas.core.dtypes import take
        return over(take(self._left, spots), take(self._right, spots), self._closed)

    def _blank(self, where):
        self._put(where, np.nan)

    def _put(self, where, new):
        from pandas.core.dtypes import put
        if is_list_like(new):
            new = new if isinstance(new, IntervalArray) else from_intervals(objects_of(new), self._closed)
            left, right = new._left, new._right
        elif missing_one(new):
            left = right = np.nan
        elif isinstance(new, Interval):
            left, right = new.left, new.right
        else:
            raise TypeError(f"'value' should be an interval type, got {type(new)} instead.")
        before = self._left.dtype
        a, b = put(self._left.copy(), where, left), put(self._right.copy(), where, right)
        if a.dtype != before and missing_one(left):
            raise TypeError('Cannot set float NaN to integer-backed IntervalArray')
        self._left, self._right = a, b
        return self

    def contains(self, other):
        """Which intervals hold a value."""
        if isinstance(other, Interval):
            raise NotImplementedError('contains not implemented for two intervals')
        low = operator.le if self._closed in ('left', 'both') else operator.lt
        high = operator.le if self._closed in ('right', 'both') else operator.lt
        key = plain_end(other, self._left)
        return low(self._left, key) & high(key, self._right)

    def overlaps(self, other):
        """Which intervals have something in common with one."""
        if is_list_like(other):
            raise NotImplementedError
        if not isinstance(other, Interval):
            raise TypeError(f'`other` must be Interval-like, got {type(other).__name__}')
        first = operator.le if self._closed in ('left', 'both') and other.closed_right else operator.lt
        second = operator.le if other.closed_left and self._closed in ('right', 'both') else operator.lt
        return first(self._left, plain_end(other.right, self._left)) & second(plain_end(other.left, self._left), self._right)

    def to_tuples(self, na_tuple=True):
        """The ends as pairs."""
        return objects([(x, y) if na_tuple or not missing_one(x) else np.nan for x, y in zip(listed(self._left), listed(self._right))])

    def set_closed(self, closed):
        """The same ends, closed in another way."""
        if closed not in WAYS:
            raise ValueError(f'invalid option for \'closed\': {closed}')
        return over(self._left, self._right, closed)

    @property
    def is_non_overlapping_monotonic(self):
        left, right = self._left, self._right
        strict = self._closed == 'both'
        up = (right[:-1] < left[1:]).all() if strict else (right[:-1] <= left[1:]).all() and (left[:-1] < left[1:]).all()
        down = (left[:-1] > right[1:]).all() if strict else (left[:-1] >= right[1:]).all() and (left[:-1] > left[1:]).all()
        return bool(up or down)

    def _calculate(self, op, other, back):
        raise TypeError(f"unsupported operand type(s) for {op.__name__}: 'IntervalArray' and '{type(other).__name__}'")

    def _logic(self, name, other):
        raise TypeError(f"unsupported operand type(s) for {name}: 'IntervalArray' and '{type(other).__name__}'")

    def _compare(self, name, other):
        if name not in ('eq', 'ne'):
            from pandas.core import ops
            items = list(other) if is_list_like(other) else [other] * len(self)
            if not all(isinstance(x, Interval) for x in items):
                raise TypeError(f"Invalid comparison between dtype={self.dtype} and {type(other).__name__}")
            return np.array([not missing_one(x) and ops.COMPARISONS[name](x, y) for x, y in zip(self, items)], bool)
        items = list(other) if is_list_like(other) else [other] * len(self)
        same = np.array([isinstance(y, Interval) and not missing_one(x) and x == y for x, y in zip(self, items)], bool)
        return same if name == 'eq' else ~same

    def _reduced(self, what, skipna=True, **more):
        if what in ('min', 'max'):
            good = [x for x in self if not missing_one(x)]
            return {'min': min, 'max': max}[what](good) if good else np.nan
        raise TypeError(f"'IntervalArray' with dtype {self.dtype} does not support reduction '{what}'")

    def _interval_texts(self, text):
        return [None if g else shown(x, y, self._closed, text) for x, y, g in zip(listed(self._left), listed(self._right), self._gone())]

    def _texts(self, leading, na_rep):
        blank = '' if leading is False else ' '
        return [blank + (na_rep if x is None else x) for x in self._interval_texts(end_text if self._left.dtype.kind == 'M' else str)]

    def _labels(self):
        return ['nan' if x is None else x for x in self._interval_texts(end_text)]

    def _text_alone(self, x):
        return 'nan' if missing_one(x) else shown(x.left, x.right, x.closed, end_text)


def plain_end(x, ends):
    """A value as arrays of ends have it."""
    if ends.dtype.kind == 'M':
        from pandas.core.dates import moment
        return moment(x)
    if ends.dtype.kind == 'm':
        from pandas.core.dates import span
        return span(x)
    return x


def interval_range(start=None, end=None, periods=None, freq=None, name=None, closed='right'):
    """Intervals of one length behind one another."""
    from pandas.core.indexes.interval import IntervalIndex
    first = start if start is not None else end
    if periods is not None and not isinstance(periods, (int, float, np.integer, np.floating)):
        raise TypeError(f'periods must be a number, got {periods}')
    if hasattr(first, 'to_datetime64') or hasattr(first, 'to_timedelta64') or isinstance(first, str):
        return IntervalIndex.from_breaks(moments_between(start, end, periods, freq), closed=closed, name=name)
    if first is not None and not isinstance(first, (int, float, np.number)):
        raise ValueError(f'{"start" if start is not None else "end"} must be numeric or datetime-like, got {first}')
    if freq is None and (periods is None or start is None or end is None):
        freq = 1
    if sum(x is not None for x in (start, end, periods, freq)) != 3:
        raise ValueError('Of the four parameters: start, end, periods, and freq, exactly three must be specified')
    if freq is not None:
        if periods is None:
            breaks = np.arange(start, end + freq * 0.1, freq)
        elif end is None:
            breaks = start + np.arange(int(periods) + 1) * freq
        else:
            breaks = (end - np.arange(int(periods) + 1) * freq)[::-1]
        whole = all(isinstance(x, (int, np.integer)) for x in (start, end, freq) if x is not None)
        breaks = breaks.astype('i8') if whole else breaks
    else:
        breaks = np.linspace(start, end, int(periods) + 1)
        whole = all(isinstance(x, (int, np.integer)) for x in (start, end)) and (breaks == breaks.astype('i8')).all()
        breaks = breaks.astype('i8') if whole else breaks
    return IntervalIndex.from_breaks(breaks, closed=closed, name=name)


def moments_between(start, end, periods, freq):
    from pandas.core.dates import Timedelta, Timestamp
    first = start if start is not None else end
    if isinstance(first, Timedelta):
        from pandas.core.indexes.timedeltas import timedelta_range as between
    else:
        from pandas.core.indexes.datetimes import date_range as between
        start, end = (None if x is None else Timestamp(x) for x in (start, end))
    if freq is None and (periods is None or start is None or end is None):
        freq = 'D'
    return between(start, end, None if periods is None else int(periods) + 1, freq)
