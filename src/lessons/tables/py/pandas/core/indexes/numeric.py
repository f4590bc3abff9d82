"""The indexes of numbers."""
import numpy as np

from pandas.core.dtypes import is_integer
from pandas.core.indexes.base import Index


class NumericIndex(Index):
    """Labels that are numbers."""
    __module__ = 'pandas.core.indexes.numeric'


class Int64Index(NumericIndex):
    """Labels that are whole numbers."""
    __module__ = 'pandas.core.indexes.numeric'
    _kind = np.dtype('i8')

    def _key(self, key):
        return int(key) if is_integer(key) else key


class UInt64Index(NumericIndex):
    """Labels that are whole numbers and not negative."""
    __module__ = 'pandas.core.indexes.numeric'
    _kind = np.dtype('u8')


class Float64Index(NumericIndex):
    """Labels that are numbers."""
    __module__ = 'pandas.core.indexes.numeric'
    _kind = np.dtype('f8')


def types(kind, dtype=None):
    """The type of index over arrays of a kind."""
    if hasattr(dtype, '_extended'):
        if dtype.name == 'category':
            from pandas.core.indexes.category import CategoricalIndex
            return CategoricalIndex
        if dtype.name == 'interval':
            from pandas.core.indexes.interval import IntervalIndex
            return IntervalIndex
        return Index
    if kind == 'M':
        from pandas.core.indexes.datetimes import DatetimeIndex
        return DatetimeIndex
    if kind == 'm':
        from pandas.core.indexes.timedeltas import TimedeltaIndex
        return TimedeltaIndex
    return {'i': Int64Index, 'u': UInt64Index, 'f': Float64Index}.get(kind, Index)
