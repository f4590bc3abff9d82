"""Parts of a MultiIndex: labels of its first levels, slices and lists of labels a level; levels that are not used; IndexSlice."""
import numpy as np

from pandas.core.dtypes import is_list_like, listed, objects
from pandas.errors import UnsortedIndexError


class _IndexSlice:
    """pd.IndexSlice[…]: what stands in the brackets."""

    def __getitem__(self, key):
        return key


IndexSlice = _IndexSlice()


def sorted_depth(index):
    """In how many of its first levels the labels stand in order."""
    codes = [index._level(i)[0] for i in range(index.nlevels)]
    tied = np.ones(max(len(index) - 1, 0), bool)
    for depth, c in enumerate(codes):
        if (c[1:] < c[:-1])[tied].any():
            return depth
        tied &= c[1:] == c[:-1]
    return index.nlevels


def bound(index, label, side):
    """Where a label of the first levels begins or ends."""
    parts = label if isinstance(label, tuple) else (label,)
    depth = sorted_depth(index)
    if len(parts) > depth:
        raise UnsortedIndexError(f'Key length ({len(parts)}) was greater than MultiIndex lexsort depth ({depth})')
    less, same = np.zeros(len(index), bool), np.ones(len(index), bool)
    for i, x in enumerate(parts):
        codes, labels = index._level(i)
        low, high = np.searchsorted(labels, x, 'left') if labels.dtype.kind != 'O' else _place(labels, x, 'left'), np.searchsorted(labels, x, 'right') if labels.dtype.kind != 'O' else _place(labels, x, 'right')
        less |= same & (codes < low)
        same &= (codes >= low) & (codes < high)
    return int((less | same).sum() if side == 'right' else less.sum())


def _place(labels, x, side):
    items = list(labels)
    if x in items:
        return items.index(x) + (side == 'right')
    from bisect import bisect_left
    return bisect_left(items, x)


def rows_of(index, key):
    """The positions of the rows that a label, a slice or a list of labels for each of the first levels names."""
    keep, order, found_all, turned = np.ones(len(index), bool), [], True, False
    slices = [i for i, x in enumerate(key) if isinstance(x, slice) and x != slice(None)]
    if slices and sorted_depth(index) <= max(slices) and index.nlevels > sorted_depth(index):
        raise UnsortedIndexError(f'MultiIndex slicing requires the index to be lexsorted: slicing on levels {slices}, lexsort depth {sorted_depth(index)}')
    for i, x in enumerate(key):
        if isinstance(x, slice) and x == slice(None) or x is Ellipsis:
            continue
        mask, at = level_mask(index, i, x)
        keep &= mask
        found_all = found_all and mask.any()
        order.append(np.arange(len(index)) if at is None else at)
        turned = turned or at is not None and out_of_order(index, i, x)
    spots = np.flatnonzero(keep)
    if not len(spots) and (not found_all or not any(is_list_like(x) or isinstance(x, slice) for x in key)):
        raise KeyError(key)
    if turned:
        spots = spots[np.lexsort([at[spots] for at in reversed(order)])]
    return spots


def out_of_order(index, i, asked):
    """Whether a list asks for labels of a level in another order than the level's."""
    labels = listed(index._level(i)[1])
    place = {y: at for at, y in enumerate(labels)}
    spots = [place[y] for y in asked if y in place] if not hasattr(asked, '_values') else [place[y] for y in listed(asked._values) if y in place]
    return any(a > b for a, b in zip(spots, spots[1:]))


def timed_mask(index, i, x):
    """The rows whose moments in a level are within a text that names a part of time, or within a slice of such; None: x is none."""
    labels = index.get_level_values(i)
    if index._arrays[i].dtype.kind != 'M' or not isinstance(x, (str, slice)):
        return None
    level = labels.unique().sort_values()
    found = level.slice_indexer(x.start, x.stop) if isinstance(x, slice) else level._partial(x)
    return None if found is None else np.asarray(labels.isin(level[found]))


def level_mask(index, i, x):
    """(which rows have a label of a level, where it stands in the list that asks for it)."""
    values = index._arrays[i]
    if hasattr(x, '_values'):
        x = x._values
    timed = timed_mask(index, i, x)
    if timed is not None:
        return timed, None
    if isinstance(x, slice):
        codes, labels = index._level(i)
        low = 0 if x.start is None else _place(list(labels), x.start, 'left')
        high = len(labels) if x.stop is None else _place(list(labels), x.stop, 'right')
        return (codes >= low) & (codes < high), None
    if is_list_like(x):
        items = list(x)
        if items and all(isinstance(y, (bool, np.bool_)) for y in items) and len(items) == len(index):
            return np.array(items, bool), None
        table = {y: k for k, y in enumerate(items)}
        at = np.array([table.get(y, -1) for y in listed(values)], np.intp)
        absent = [y for y in items if y not in set(listed(values))]
        if absent:
            raise KeyError(absent[0] if len(absent) < len(items) else x)
        return at >= 0, at
    mask = np.fromiter((y == x for y in listed(values)), bool, len(values))
    if not mask.any():
        raise KeyError(x)
    return mask, None


class Levels:
    """The base of MultiIndex for what concerns its levels."""

    levshape = property(lambda self: tuple(len(self._level(i)[1]) for i in range(self.nlevels)))
    lexsort_depth = property(sorted_depth)
    is_monotonic_increasing = property(lambda self: sorted_depth(self) == self.nlevels)

    @property
    def dtypes(self):
        from pandas.core.indexes.base import Index
        from pandas.core.series import Series
        return Series(objects([a.dtype for a in self._arrays]), index=Index([f'level_{i}' if n is None else n for i, n in enumerate(self._names)]))

    @classmethod
    def from_frame(cls, df, sortorder=None, names=None):
        """Labels of the columns of a table."""
        if not hasattr(df, '_columns'):
            raise TypeError('Input must be a DataFrame')
        return cls.from_arrays(list(df._data), names=list(df._columns) if names is None else names)

    def to_flat_index(self):
        """The labels as tuples in one level."""
        from pandas.core.indexes.base import Index
        return Index(self._values, tupleize_cols=False)

    def unique(self, level=None):
        """Each label once, or each of a level."""
        return self.drop_duplicates() if level is None else self.get_level_values(level).unique()

    def sortlevel(self, level=0, ascending=True, sort_remaining=True):
        """(the labels in the order of a level, their positions)."""
        from pandas.core.algorithms import order_by
        first = [self._level_number(x) for x in (level if is_list_like(level) else [level])]
        order = first + ([i for i in range(self.nlevels) if i not in first] if sort_remaining else [])
        up = list(ascending) if is_list_like(ascending) else [ascending] * len(order)
        spots = order_by([self._level(i)[0] for i in order], up + [True] * (len(order) - len(up)))
        return self[spots], spots

    def remove_unused_levels(self):
        """The same labels, their levels without those that do not stand in them."""
        return type(self)._over(self._arrays, self._names, self._orders and [None if o is None else o[np.unique(self._level(i)[0][self._level(i)[0] >= 0])] for i, o in enumerate(self._orders)])

    def reorder_levels(self, order):
        """The levels in another order."""
        numbers = [self._level_number(x) for x in order]
        if len(numbers) != self.nlevels:
            raise AssertionError(f'Length of order must be same as number of levels ({self.nlevels}), got {len(numbers)}')
        return self._keep_levels(numbers)

    def is_lexsorted(self):
        """Whether the labels stand in order."""
        return sorted_depth(self) == self.nlevels

    def equal_levels(self, other):
        """Whether another has the same levels."""
        return self.nlevels == other.nlevels and all(a.equals(b) for a, b in zip(self.levels, other.levels))

    def truncate(self, before=None, after=None):
        """The labels between two of the first level."""
        return self[self.slice_indexer(before, after)]

    def get_loc_level(self, key, level=0, drop_level=True):
        """(where a label of a level stands, the labels there without it)."""
        i = self._level_number(level)
        if i == 0:
            found = self.get_loc(key)
            part = self[found] if not isinstance(found, (int, np.integer)) else None
            given = len(key) if isinstance(key, tuple) else 1
            return found, part if part is None or not drop_level else part._without_levels(given)
        mask, _ = level_mask(self, i, key)
        part = self[np.flatnonzero(mask)]
        return mask, part._keep_levels([j for j in range(self.nlevels) if j != i]) if drop_level else part

    def get_locs(self, seq):
        """The positions of the rows that labels, slices and lists for the levels name."""
        return rows_of(self, seq)

    def slice_indexer(self, start=None, end=None, step=None):
        """A slice of positions for a slice of labels, both ends within."""
        stop = end
        first = 0 if start is None else bound(self, start, 'left')
        last = len(self) if stop is None else bound(self, stop, 'right')
        return slice(first, last, step)

    def drop(self, codes, level=None, errors='raise'):
        """The labels without some, or without those that begin with some."""
        gone = list(codes) if is_list_like(codes) and not isinstance(codes, tuple) else [codes]
        keep = ~dropped(self, gone, level, errors)
        return self[np.flatnonzero(keep)]

    def isna(self):
        """pandas knows no missing label of several levels."""
        raise NotImplementedError('isna is not defined for MultiIndex')


def dropped(index, gone, level=None, errors='raise'):
    """Which rows have one of some labels, in full or of the first levels."""
    if level is not None:
        values = listed(index.get_level_values(level)._values)
        absent = [x for x in gone if x not in set(values)]
        if absent and errors != 'ignore':
            raise KeyError(f'labels {absent} not found in level')
        chosen = set(gone)
        return np.fromiter((x in chosen for x in values), bool, len(values))
    out = np.zeros(len(index), bool)
    for x in gone:
        try:
            out[index.get_loc(x)] = True
        except KeyError:
            if errors != 'ignore':
                raise KeyError(x) from None
    return out
