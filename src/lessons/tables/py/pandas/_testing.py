"""pandas._testing: tables of drawn numbers, as chapters of pandas' guide make them, and what tells two of them apart. Draws are NumPy's, in the order in which pandas takes them."""
import datetime
import string

import numpy as np

from pandas.core.frame import DataFrame
from pandas.core.indexes.base import Index
from pandas.core.series import Series
from pandas.testing import assert_extension_array_equal, assert_frame_equal, assert_index_equal, assert_series_equal

_ROWS, _COLUMNS, _LETTERS = 30, 4, 10
_SIGNS = np.array(list(string.ascii_letters + string.digits))


def rands_array(nchars, size, dtype='O', replace=True):
    """Drawn texts of so many letters and digits."""
    drawn = np.random.choice(_SIGNS, size=nchars * int(np.prod(size)), replace=replace)
    return drawn.view(f'<U{nchars}').reshape(size).astype(dtype)


def rands(nchars):
    return ''.join(np.random.choice(_SIGNS, nchars))


def getCols(k):
    return string.ascii_uppercase[:k]


def makeStringIndex(k=10, name=None):
    return Index(rands_array(_LETTERS, k), name=name)


def makeIntIndex(k=10, name=None):
    return Index(range(k), dtype='i8', name=name)


def makeDateIndex(k=10, freq='B', name=None, **kwargs):
    """Moments from the first working day of 2000 on."""
    from pandas import date_range
    return date_range(datetime.datetime(2000, 1, 1), periods=k, freq=freq, name=name, **kwargs)


def _drawn(index, name=None):
    return Series(np.random.randn(len(index)), index=index, name=name)


def makeStringSeries(name=None):
    return _drawn(makeStringIndex(_ROWS), name)


makeFloatSeries = makeStringSeries


def makeTimeSeries(nper=None, freq='B', name=None):
    return _drawn(makeDateIndex(_ROWS if nper is None else nper, freq), name)


def getSeriesData():
    index = makeStringIndex(_ROWS)
    return {c: _drawn(index) for c in getCols(_COLUMNS)}


def getTimeSeriesData(nper=None, freq='B'):
    return {c: makeTimeSeries(nper, freq) for c in getCols(_COLUMNS)}


def makeDataFrame():
    return DataFrame(getSeriesData())


def makeTimeDataFrame(nper=None, freq='B'):
    return DataFrame(getTimeSeriesData(nper, freq))


def makeMixedDataFrame():
    from pandas import bdate_range
    days = bdate_range('1/1/2009', periods=5)
    return DataFrame({'A': [0.0, 1.0, 2.0, 3.0, 4.0], 'B': [0.0, 1.0, 0.0, 1.0, 0.0], 'C': [f'foo{i}' for i in range(1, 6)], 'D': days})
