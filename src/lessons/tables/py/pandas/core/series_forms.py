"""What a column turns into: items of lists in rows, levels as columns, parts replaced or taken from another; and what is asked of it as a whole."""
import collections
import collections.abc
import functools

import numpy as np

from pandas.core import ops
from pandas.core.dtypes import is_list_like
from pandas.core.generic import UNSAID, filled
from pandas.core.indexes.range import RangeIndex
from pandas.core.missing import missing_in


def mapping_of(into):
    """What makes a mapping of the kind of into, which is one or its class."""
    if not isinstance(into, type):
        return functools.partial(collections.defaultdict, into.default_factory) if isinstance(into, collections.defaultdict) else mapping_of(type(into))
    if not issubclass(into, collections.abc.Mapping):
        raise TypeError(f'unsupported type: {into}')
    if into is collections.defaultdict:
        raise TypeError('to_dict() only accepts initialized defaultdicts')
    return into


class SeriesForms:
    """The base of Series beside NDFrame."""

    def info(self, verbose=None, buf=None, max_cols=None, memory_usage=None, show_counts=True):
        """Prints the labels, the dtype and how many values are there."""
        from pandas.io.formats.info import series_info
        series_info(self, verbose, buf, memory_usage, show_counts)

    def ravel(self, order='C'):
        """The values."""
        return self._values

    def transpose(self, *args, **kwargs):
        """The column, which has one dimension."""
        return self

    def filter(self, items=None, like=None, regex=None, axis=None):
        """The values with some labels."""
        found = self.to_frame(0).filter(items, like, regex, 0)
        return self._make(found._data[0], found._index, self._name)

    def factorize(self, sort=False, na_sentinel=-1, use_na_sentinel=True):
        """(each value's number, the different values)."""
        from pandas.core.algorithms import factorize
        return factorize(self, sort, na_sentinel, use_na_sentinel)

    def memory_usage(self, index=True, deep=False):
        """The bytes of the values and the labels."""
        return int(self.to_frame(0).memory_usage(index, deep).sum())

    def convert_dtypes(self, infer_objects=True, convert_string=True, convert_integer=True, convert_boolean=True, convert_floating=True):
        """The values in the dtype that can lack values."""
        from pandas.core.extended.making import converted
        return self._each(lambda v: converted(v, infer_objects, convert_string, convert_integer, convert_boolean, convert_floating))

    def autocorr(self, lag=1):
        """How the column goes together with itself, moved."""
        return self.corr(self.shift(lag))

    def dot(self, other):
        """The sum of products with another, of a table with each of its columns."""
        mine, its = self, other
        if hasattr(other, '_mgr_kind'):
            both = self._index if self._index.equals(other.index) else self._index.union(other.index)
            if len(both) > len(self) or len(both) > len(other.index):
                raise ValueError('matrices are not aligned')
            mine, its = (self, other) if both is self._index else (self.reindex(both), other.reindex(both))
        values = np.asarray(its)
        if values.ndim and len(values) != len(self):
            raise Exception(f'Dot product shape mismatch, {self.shape} vs {values.shape}')
        found = np.dot(mine._values, values)
        return self._make(found, its.columns, self._name) if getattr(its, 'ndim', 0) == 2 and hasattr(its, '_mgr_kind') else found

    __matmul__ = dot

    def searchsorted(self, value, side='left', sorter=None):
        """Where values would stand in this sorted column."""
        if hasattr(self._values, '_place_for'):
            return self._values._place_for(value, side, sorter)
        if self._values.dtype.kind == 'M' and not isinstance(value, np.datetime64):
            from pandas.core.dates import to_datetime
            value = np.asarray(to_datetime(value)) if is_list_like(value) else to_datetime(value).to_datetime64()
        return np.searchsorted(self._values, value, side, sorter)

    def reindex_like(self, other):
        """The values of another's labels."""
        return self.reindex(other.index)

    def align(self, other, join='outer', axis=None, fill_value=None):
        """Both on the same labels."""
        index = {'outer': self._index.union, 'inner': self._index.intersection, 'left': lambda o: self._index, 'right': lambda o: o}[join](other.index)
        return self.reindex(index), other.reindex(index)

    def append(self, to_append, ignore_index=False, verify_integrity=False):
        """This column and others behind it."""
        from pandas.core.reshape.concat import concat
        return concat([self] + (list(to_append) if isinstance(to_append, (list, tuple)) else [to_append]), ignore_index=ignore_index, verify_integrity=verify_integrity)

    def replace(self, to_replace=None, value=UNSAID, inplace=False, limit=None, regex=False, method=UNSAID):
        """Values put in the place of others."""
        from pandas.core.replace import arguments, carried_over, replaced
        to_replace, value, regex = arguments(to_replace, value, regex)
        if value is UNSAID and not isinstance(to_replace, dict):
            return self._become(self._each(lambda v: carried_over(v, to_replace, method, limit)), inplace)
        return self._become(self._each(lambda v: replaced(v, to_replace, value, regex)), inplace)

    def update(self, other):
        """Sets the values that another has for the same labels."""
        other = other if isinstance(other, type(self)) else type(self)(other)
        its = other.reindex(self._index)._values
        good = ~missing_in(its)
        self._put(good, its[good])

    def combine_first(self, other):
        """The values, where they are missing those of another."""
        index, a, b = ops.together(self, other)
        return self._make(filled(a, b), index, self._name)

    def repeat(self, repeats, axis=None):
        """Each value several times."""
        return self._rows(np.repeat(np.arange(len(self)), repeats))

    def explode(self, ignore_index=False):
        """Each item of lists in a row of its own."""
        rows, items = [], []
        for i, x in enumerate(self):
            several = list(x) if is_list_like(x) else [x]
            rows += [i] * max(len(several), 1)
            items += several or [np.nan]
        from pandas.core.dtypes import objects
        return self._make(objects(items), RangeIndex(len(items)) if ignore_index else self._index[np.array(rows, np.intp)], self._name)

    def unstack(self, level=-1, fill_value=None):
        """A level of the labels as columns."""
        from pandas.core.reshape.pivot import unstacked
        if isinstance(level, (list, tuple)):
            if len(level) != 1:
                from pandas.core.reshape.stacking import unstack_several
                return unstack_several(self, [self.index._level_number(x) for x in level], fill_value)
            level = level[0]
        return unstacked(self, level, fill_value)
