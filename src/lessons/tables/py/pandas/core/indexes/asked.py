"""What is asked of an index besides its labels: which kind they are of, where some stand, how it goes together with another."""
import numpy as np

from pandas.core.missing import missing_in


def _of(kinds, what):
    def told(self):
        return self.inferred_type in kinds
    told.__name__, told.__doc__ = what, f'{what}: whether the labels are of such a kind.'
    return told


class Asked:
    """The base of Index for questions."""
    nbytes = property(lambda self: self._values.nbytes)
    is_monotonic = property(lambda self: self.is_monotonic_increasing)

    is_integer, holds_integer = _of(('integer',), 'is_integer'), _of(('integer', 'mixed-integer'), 'holds_integer')
    is_floating, is_numeric = _of(('floating', 'mixed-integer-float', 'integer-na'), 'is_floating'), _of(('integer', 'floating'), 'is_numeric')
    is_boolean, is_categorical, is_interval, is_mixed = _of(('boolean',), 'is_boolean'), _of(('categorical',), 'is_categorical'), _of(('interval',), 'is_interval'), _of(('mixed',), 'is_mixed')

    def is_object(self):
        """Whether the labels are objects."""
        return self.dtype == object

    def is_(self, other):
        """Whether another is this very index, or a view of it."""
        return self is other or getattr(other, '_values', None) is self._values

    def ravel(self, order='C'):
        """The labels as an array."""
        return self._values

    def view(self, cls=None):
        """The same labels."""
        return self._renamed(self.name)

    def transpose(self, *args, **kwargs):
        """The labels, which have one dimension."""
        return self

    def factorize(self, sort=False, na_sentinel=-1, use_na_sentinel=True):
        """(each label's number, the different labels)."""
        from pandas.core.algorithms import factorize
        return factorize(self, sort, na_sentinel, use_na_sentinel)

    def droplevel(self, level=0):
        """The labels without a level, of which one must be left."""
        gone = list(level) if isinstance(level, (list, tuple)) else [level]
        for x in gone:
            self.get_level_values(x)
        if not gone:
            return self
        raise ValueError(f'Cannot remove {len(gone)} levels from an index with {self.nlevels} levels: at least one level must be left.')

    def get_indexer_for(self, target):
        """Where labels stand, each as often as it does."""
        return self.get_indexer(target) if self.is_unique else self.get_indexer_non_unique(target)[0]

    def get_indexer_non_unique(self, target):
        """(where labels stand, each as often as it does; which of them stand nowhere)."""
        places = {}
        for i, x in enumerate(self):
            places.setdefault(x, []).append(i)
        spots, absent = [], []
        for i, x in enumerate(target):
            spots += places.get(x, [-1])
            if x not in places:
                absent.append(i)
        return np.array(spots, np.intp), np.array(absent, np.intp)

    def reindex(self, target, method=None, level=None, limit=None, tolerance=None):
        """(the labels that are asked for, where they stand)."""
        from pandas.core.indexes.base import ensure_index
        wanted = ensure_index(tuple(target) if self.nlevels > 1 and isinstance(target, list) else target)
        wanted = wanted._renamed(self.name) if not hasattr(target, 'name') else wanted
        if method is not None:
            from pandas.core.combining import filling_spots
            return wanted, filling_spots(self, wanted, method, limit, tolerance)
        return wanted, None if self.equals(wanted) else self.get_indexer_for(wanted)

    def searchsorted(self, value, side='left', sorter=None):
        """Where values would stand among these sorted labels."""
        return np.searchsorted(self._values, value, side, sorter)

    def slice_locs(self, start=None, end=None, step=None, kind=None):
        """Where the labels between two begin and end."""
        found = self.slice_indexer(start, end, step)
        return found.start, found.stop

    def get_slice_bound(self, label, side, kind=None):
        """Where a label begins or ends."""
        return self._bound(label, side)

    def join(self, other, how='left', level=None, return_indexers=False, sort=False):
        """The labels of both, or of one."""
        from pandas.core.indexes.base import ensure_index
        other = ensure_index(other)
        found = {'left': lambda: self, 'right': lambda: other, 'inner': lambda: self.intersection(other), 'outer': lambda: self.union(other)}[how]()
        return (found, self.get_indexer_for(found), other.get_indexer_for(found)) if return_indexers else found

    def groupby(self, values):
        """For each different value the labels that have it."""
        from pandas.core.algorithms import factorized
        from pandas.core.dtypes import array_of, listed
        codes, found = factorized(array_of(values), True)
        from pandas.io.formats.format import pretty
        made = type('PrettyDict', (dict,), {'__repr__': pretty})
        return made((x, self[np.flatnonzero(codes == i)]) for i, x in enumerate(listed(found)))

    def putmask(self, mask, value):
        """The labels with others where a mask is true."""
        from pandas.core.dtypes import put
        from pandas.core.indexes.base import index_of
        return index_of(put(self._values.copy(), np.asarray(mask, bool), value), self.name)

    def asof(self, label):
        """The label itself, or the one before it."""
        if not self.is_monotonic_increasing and not self.is_monotonic_decreasing:
            raise ValueError('index must be monotonic increasing or decreasing')
        spots = np.searchsorted(self._values, label, 'right') - 1
        return self[int(spots)] if spots >= 0 else np.nan

    def to_native_types(self, na_rep='', quoting=None, **kwargs):
        """The labels as texts."""
        return np.where(missing_in(self._values), na_rep, np.array([str(x) for x in self], object))
