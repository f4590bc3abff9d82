"""IntervalIndex: labels that are intervals; a label is found by itself or by a value that lies in it."""
import numpy as np

from pandas.core.dtypes import listed
from pandas.core.extended.intervals import Interval, IntervalArray, plain_end
from pandas.core.indexes.base import Index, index_of
from pandas.core.missing import missing_one


class IntervalIndex(Index):
    """Labels that are intervals: IntervalIndex(data), from_breaks, from_arrays, from_tuples."""
    __module__ = 'pandas.core.indexes.interval'

    def __new__(cls, data, closed=None, dtype=None, copy=False, name=None, verify_integrity=True):
        return cls._make(IntervalArray(data, closed), getattr(data, 'name', None) if name is None else name)

    @classmethod
    def from_breaks(cls, breaks, closed='right', name=None, copy=False, dtype=None):
        """The intervals between neighbours of a row of ends."""
        return cls._make(IntervalArray.from_breaks(breaks, closed), name)

    @classmethod
    def from_arrays(cls, left, right, closed='right', name=None, copy=False, dtype=None):
        """The intervals of left and right ends."""
        return cls._make(IntervalArray.from_arrays(left, right, closed), name)

    @classmethod
    def from_tuples(cls, data, closed='right', name=None, copy=False, dtype=None):
        """The intervals of pairs."""
        return cls._make(IntervalArray.from_tuples(data, closed), name)

    left = property(lambda self: self._array.left)
    right = property(lambda self: self._array.right)
    mid = property(lambda self: self._array.mid)
    length = property(lambda self: self._array.length)
    closed = property(lambda self: self._array.closed)
    is_empty = property(lambda self: self._array.is_empty)
    closed_left = property(lambda self: self.closed in ('left', 'both'))
    closed_right = property(lambda self: self.closed in ('right', 'both'))
    open_left = property(lambda self: not self.closed_left)
    open_right = property(lambda self: not self.closed_right)
    is_non_overlapping_monotonic = property(lambda self: self._array.is_non_overlapping_monotonic)
    inferred_type = property(lambda self: 'interval')

    @property
    def is_overlapping(self):
        order = np.argsort(self._array._left, kind='stable')
        left, right = self._array._left[order], self._array._right[order]
        return bool((right[:-1] >= left[1:]).any() if self.closed == 'both' else (right[:-1] > left[1:]).any())

    def contains(self, other):
        """Which intervals hold a value."""
        return self._array.contains(other)

    def overlaps(self, other):
        """Which intervals have something in common with one."""
        return self._array.overlaps(other)

    def to_tuples(self, na_tuple=True):
        """The ends as pairs."""
        return Index(self._array.to_tuples(na_tuple), tupleize_cols=False)

    def set_closed(self, closed):
        """The same ends, closed in another way."""
        return self._make(self._array.set_closed(closed), self.name)

    def _ordered(self, right):
        pairs = list(zip(self._array._left.tolist(), self._array._right.tolist()))
        return all(right(a, b) for a, b in zip(pairs, pairs[1:]))

    def _place_of(self, x):
        """The place of the interval that is x or holds it, -1: none."""
        if not isinstance(x, Interval) and missing_one(x):
            return -1
        try:
            spots = np.flatnonzero(self._equal(x) if isinstance(x, Interval) else self.contains(x))
        except TypeError:
            return -1
        return int(spots[0]) if len(spots) else -1

    def _equal(self, key):
        if isinstance(key, Interval):
            if key.closed != self.closed:
                return np.zeros(len(self), bool)
            return (self._array._left == plain_end(key.left, self._array._left)) & (self._array._right == plain_end(key.right, self._array._left))
        return self.contains(key)

    def __contains__(self, key):
        hash(key)
        return isinstance(key, Interval) and bool(self._equal(key).any())

    def get_loc(self, key, method=None, tolerance=None):
        """The position of an interval, or of the one that holds a value."""
        try:
            mask = self._equal(key)
        except TypeError:
            raise KeyError(key) from None
        spots = np.flatnonzero(mask)
        if not len(spots):
            raise KeyError(key)
        if len(spots) == 1:
            return int(spots[0])
        return slice(int(spots[0]), int(spots[-1]) + 1) if spots[-1] - spots[0] + 1 == len(spots) else mask

    def _spots(self, labels):
        if isinstance(labels, Index) and labels is self:
            return np.arange(len(self))
        items = listed(labels._values) if isinstance(labels, Index) else labels
        if isinstance(labels, IntervalIndex):
            table = self._table()
            return np.array([table.get(x, -1) for x in items], np.intp)
        return np.array([self._place_of(x) for x in items], np.intp)

    def _find(self, labels):
        spots, absent = [], []
        for x in labels:
            at = np.flatnonzero(self._equal(x))
            if len(at):
                spots += at.tolist()
            else:
                absent.append(x)
        if absent:
            raise KeyError(absent)
        return np.array(spots, np.intp)

    def _bound(self, label, side):
        at = np.flatnonzero(self._equal(label))
        if not len(at):
            raise KeyError(label)
        return int(at[-1]) + 1 if side == 'right' else int(at[0])

    def insert(self, loc, item):
        """The labels with one more."""
        items = list(self)
        return index_of(IntervalArray(items[:loc] + [item] + items[loc:]), self.name) if isinstance(item, Interval) or missing_one(item) else Index(items[:loc] + [item] + items[loc:], dtype=object, name=self.name)
