"""Series: a column, values with labels."""
import datetime

import numpy as np

from pandas.core import ops, reduce
from pandas.core.algorithms import counted, mapped, repeated, sorting, unique_of
from pandas.core.combining import filling_spots, names_changed
from pandas.core.dtypes import array_of, box, boxed, cast, common, full, is_integer, is_list_like, listed, put, rows_of, take
from pandas.core.generic import NDFrame, UNSAID, axis_number, carried, filled
from pandas.core.indexes.base import Index, accessor, ensure_index, index_of, own
from pandas.core.indexes.range import RangeIndex
from pandas.core.missing import missing_in, missing_one
from pandas.core.series_forms import SeriesForms
from pandas.io.formats.format import series_text


def steps(values, lag):
    """Integers less those some places before, exactly, as the floats that hold what is missing; unsigned ones wrap, as NumPy's do."""
    return beside(values.astype('i8') if values.dtype.kind == 'i' else values, lag, np.subtract, 'f4' if values.dtype in ('i1', 'i2') else 'f8')


def changes(values, lag):
    """Where bools are others than those some places before."""
    return beside(values, lag, np.not_equal, object)


def beside(values, lag, op, dtype):
    out = np.full(len(values), np.nan, dtype)
    if 0 <= lag < len(values):
        out[lag:] = op(values[lag:], values[:len(values) - lag])
    elif 0 < -lag < len(values):
        out[:lag] = op(values[:lag], values[-lag:])
    return out


class Series(SeriesForms, NDFrame):
    """Values with labels: Series(data, index=None, dtype=None, name=None)."""
    __module__ = 'pandas.core.series'
    _mgr_kind = 'series'
    _index_of = True
    ndim = 1

    def __init__(self, data=None, index=None, dtype=None, name=None, copy=False, fastpath=False):
        labels = None if index is None else ensure_index(index)
        if name is None:
            name = getattr(data, 'name', None) if isinstance(data, (Series, Index)) else None
        if is_list_like(name) and not isinstance(name, tuple):
            raise TypeError('Series.name must be a hashable type')
        if isinstance(data, dict):
            keys = Index(list(data)) if len(data) else Index([], dtype=object)
            data = Series._make(array_of(list(data.values())) if data else np.empty(0, 'f8' if dtype is None else object), keys, None)
            if labels is None:
                labels = keys
        if isinstance(data, Series):
            if labels is None or labels is data.index:
                labels, values = data.index, data._values
            else:
                values = data.reindex(labels)._values
            if dtype is not None:
                values = cast(values, dtype)
            elif copy:
                values = values.copy()
        elif data is None or not is_list_like(data) and not (isinstance(data, np.ndarray) and data.ndim == 0):
            if data is None:
                n = 0 if labels is None else len(labels)
                values = np.full(n, np.nan) if n or dtype is None else np.empty(0)
                values = cast(values, dtype) if dtype is not None else values if labels is None or n else values.astype(object)
            else:
                labels = RangeIndex(1) if labels is None else labels
                values = full(len(labels), data)
                values = cast(values, dtype, True) if dtype is not None else values
        else:
            if isinstance(data, np.ndarray) and data.ndim == 0:
                data = [data[()]] * (1 if labels is None else len(labels))
            if isinstance(data, Index) and labels is None:
                copy = True
            values = array_of(data, dtype, copy)
            if dtype is None and isinstance(data, np.ndarray) and data.dtype.kind == 'O' and any(isinstance(x, (datetime.datetime, datetime.timedelta)) for x in values[:1]):
                found = array_of(list(values))      # (objects that are all moments or spans are a column of those)
                values = found if found.dtype.kind in 'mM' else values
            if isinstance(data, (list, tuple)) and not len(data) and dtype is None:
                values = np.empty(0, 'f8')
        if labels is None:
            labels = RangeIndex(len(values))
        if len(labels) != len(values):
            if len(values) == 1 and isinstance(data, (list, tuple)) is False and not isinstance(data, np.ndarray):
                values = np.repeat(values, len(labels))
            else:
                raise ValueError(f'Length of values ({len(values)}) does not match length of index ({len(labels)})')
        self._values, self._index, self._name, self._home = values, labels, name, None

    @classmethod
    def _make(cls, values, index, name):
        self = object.__new__(cls)
        self.__dict__.update(_values=values, _index=index, _name=name, _home=None)
        return self

    def __setattr__(self, name, value):
        if name in ('_values', '_index', '_name', '_home') or hasattr(type(self), name):
            object.__setattr__(self, name, value)
        elif name in self._index:
            self[name] = value
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        if name.startswith('_') or '_index' not in self.__dict__:
            raise AttributeError(f"'Series' object has no attribute '{name}'")
        if name in ('str', 'dt', 'cat'):
            return type(self).__dict__[name].fget(self)
        if self._index.dtype.kind == 'O' and name in self._index:
            return self[name]
        from pandas.core.absent import SERIES, absent
        raise AttributeError(absent('Series', name, SERIES))

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | {x for x in self._index if isinstance(x, str) and x.isidentifier()})

    def _with_index(self, index):
        return Series._make(self._values, index, self._name)

    def _hold(self, other):
        self._values, self._index = other._values, other._index
        self._tell()

    def _tell(self):
        """Lets the frame that this is a column of have its values."""
        if self._home is not None:
            frame, label = self._home
            frame._column_changed(label, self)

    # ---- what it is ----
    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        if is_list_like(name) and not isinstance(name, tuple):
            raise TypeError('Series.name must be a hashable type')
        self._name = name

    @property
    def index(self):
        return self._index

    @index.setter
    def index(self, labels):
        self._index = self._set_index_labels(labels)

    @property
    def values(self):
        return self._values.view(np.ndarray) if self._values.dtype.kind == 'M' or hasattr(self._values, '_ordinals') else self._values

    array = property(lambda self: accessor('arrays', 'array_of_column')(self._values))
    axes = property(lambda self: [self._index])
    dtype = property(lambda self: self._values.dtype)
    dtypes = dtype
    shape = property(lambda self: (len(self._values),))
    size = property(lambda self: len(self._values))
    nbytes = property(lambda self: self._values.nbytes)
    T = property(lambda self: self)
    hasnans = property(lambda self: bool(missing_in(self._values).any()))
    is_unique = property(lambda self: self.nunique(dropna=False) == len(self))
    is_monotonic_increasing = property(lambda self: index_of(self._values).is_monotonic_increasing)
    is_monotonic = is_monotonic_increasing
    is_monotonic_decreasing = property(lambda self: index_of(self._values).is_monotonic_decreasing)

    @property
    def str(self):
        from pandas.core.strings import StringMethods
        return StringMethods(self)

    @property
    def cat(self):
        from pandas.core.extended.categories import CategoricalAccessor
        return CategoricalAccessor(self)

    @property
    def dt(self):
        from pandas.core.dates import properties
        return properties(self)

    @property
    def plot(self):
        from pandas.plotting import PlotAccessor
        return PlotAccessor(self)

    def hist(self, *args, **kwargs):
        """A histogram."""
        from pandas.plotting import series_hist
        return series_hist(self, *args, **kwargs)

    def keys(self):
        """The labels."""
        return self._index

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(listed(self._values))

    def __contains__(self, key):
        return key in self._index

    def __array__(self, dtype=None):
        return np.asarray(self._values, dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if any(getattr(x, 'ndim', 0) == 2 and hasattr(x, '_data') for x in inputs):
            return NotImplemented
        inputs = [x._values if isinstance(x, Index) else x for x in inputs]
        return ops.by_ufunc(self, ufunc, method, inputs, kwargs)

    def _like_of(self, found):
        return Series._make(found, self._index, self._name) if hasattr(found, 'dtype') and getattr(found, 'shape', None) == self._values.shape else found

    def __reduce__(self):
        return Series._make, (self._values, self._index, self._name)

    def __repr__(self):
        from pandas.core.options import option
        most, least = option('display.max_rows'), option('display.min_rows')
        return series_text(self, length=option('display.show_dimensions'), dtype=True, name=True, max_rows=most, min_rows=least)

    def to_string(self, buf=None, na_rep='NaN', float_format=None, header=True, index=True, length=False, dtype=False, name=False, max_rows=None, min_rows=None):
        """The whole column as text."""
        text = series_text(self, na_rep, float_format, header, index, length, dtype, name, max_rows, min_rows)
        if buf is None:
            return text
        buf.write(text)
        return None

    def __float__(self):
        return float(self._only(float))

    def __int__(self):
        return int(self._only(int))

    def _only(self, kind):
        if len(self) != 1:
            raise TypeError(f'cannot convert the series to {kind}')
        return self._values[0]

    def item(self):
        """The only value."""
        if len(self) != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return listed(self._values)[0]

    # ---- getting and setting ----
    def _rows(self, where):
        if isinstance(where, np.ndarray) and where.dtype.kind == 'b' and len(where) == len(self):
            where = np.flatnonzero(where)
        index = self._index[where]
        return Series._make(rows_of(self._values, where), index, self._name)

    def _each(self, f):
        return Series._make(f(self._values), self._index, self._name)

    def __getitem__(self, key):
        if callable(key):
            key = key(self)
        if key is Ellipsis:
            return self
        if isinstance(key, slice):
            return self._rows(self._slice(key))
        if isinstance(key, (Series, Index, np.ndarray, list)) or (is_list_like(key) and not isinstance(key, (tuple, dict))):
            return self._several(key)
        if isinstance(key, str) and hasattr(self._index, '_partial'):
            return self.loc[key]
        if not (isinstance(key, tuple) and self._index.nlevels == 1 and key not in self._index):
            try:
                return self.loc[key] if self._index.nlevels > 1 or not self._index.is_unique else box(self._values[self._index.get_loc(key)])
            except KeyError:
                if not is_integer(key) or self._index.dtype.kind in 'iuf' and self._index.nlevels == 1:
                    raise
                return box(self._values[key]) if -len(self) <= key < len(self) else self._outside(key)
        raise KeyError('key of type tuple not found and not a MultiIndex')

    def _outside(self, key):
        raise IndexError(f'index {key} is out of bounds for axis 0 with size {len(self)}')

    def _slice(self, key):
        ends = [x for x in (key.start, key.stop) if x is not None]
        if all(is_integer(x) for x in ends) and self._index.dtype.kind != 'f':
            return key
        return self._index.slice_indexer(key.start, key.stop, key.step)

    def _several(self, key):
        from pandas.core.indexing import mask_of
        mask = mask_of(key, self)
        if mask is not None:
            return self._rows(mask)
        labels = key if isinstance(key, Index) else list(key)
        if all(is_integer(x) for x in labels) and self._index.dtype.kind not in 'iuf':
            return self._rows(np.array(labels, np.intp))
        return self.loc[labels]

    def __setitem__(self, key, value):
        if callable(key):
            key = key(self)
        if key is Ellipsis:
            key = slice(None)
        if isinstance(key, slice):
            return self._put(self._slice(key), value)
        from pandas.core.indexing import mask_of
        if isinstance(key, (Series, Index, np.ndarray, list)):
            mask = mask_of(key, self)
            if mask is not None:
                return self._put(mask, value, True)
            if all(is_integer(x) for x in key) and self._index.dtype.kind not in 'iuf':
                return self._put(np.array(list(key), np.intp), value)
        elif is_integer(key) and key not in self._index and self._index.dtype.kind not in 'iuf':
            if not -len(self) <= key < len(self):
                self._outside(key)
            return self._put(int(key), value)
        self.loc[key] = value

    def _put(self, where, value, masked=False):
        if isinstance(value, Series):
            value = value._values if not masked or not value.index.equals(self._index) else value._values[where]
        elif isinstance(where, (int, np.integer)) and is_list_like(value):
            pass
        elif is_list_like(value) and not isinstance(value, dict):
            value = array_of(value)
        before = self._values
        found = put(before, where, value)
        self._values = found
        if found is not before:
            self._tell()

    def __delitem__(self, key):
        self._hold(self.drop(key))

    def pop(self, item):
        """Takes a value out."""
        found = self[item]
        del self[item]
        return found

    def _append_label(self, label, value):
        """One value more, for a label that was not there."""
        index = self._index.insert(len(self), label) if len(self) else Index([label])
        one = full(1, value)
        want = common([self.dtype, one.dtype]) if len(self) else one.dtype
        values = np.concatenate([boxed(self._values), boxed(one)]) if want.kind == 'O' else np.concatenate([self._values.astype(want), one.astype(want)])
        self._hold(Series._make(values, index, self._name))

    def items(self):
        """(label, value) for each."""
        return zip(self._index, self)

    iteritems = items

    # ---- forms ----
    def copy(self, deep=True):
        """The same again."""
        return Series._make(self._values.copy() if deep else self._values, own(self._index) if deep else self._index, self._name)

    def tolist(self):
        """The values as a list."""
        return listed(self._values)

    to_list = tolist

    def to_numpy(self, dtype=None, copy=False, na_value=UNSAID):
        """The values as an array."""
        if hasattr(self._values, '_extended'):
            return self._values.to_numpy(dtype, copy, None if na_value is UNSAID else na_value)
        values = self._values if na_value is UNSAID else filled(self._values, na_value)
        if getattr(values, 'zone', None) is not None and (dtype is None or np.dtype(dtype) == object):
            return boxed(values)
        return np.array(values, dtype) if copy else np.asarray(values, dtype)

    def to_dict(self, into=dict):
        """label → value."""
        from pandas.core.series_forms import mapping_of
        return mapping_of(into)(self.items())

    def to_frame(self, name=UNSAID):
        """A frame of this one column."""
        from pandas.core.frame import DataFrame
        label = (0 if self._name is None else self._name) if name is UNSAID else name
        return DataFrame._make([self._values], self._index, Index([label], tupleize_cols=False))

    def _astype(self, dtype):
        if isinstance(dtype, dict):
            if set(dtype) - {self._name}:
                raise KeyError('Only the Series name can be used for the key in Series dtype mappings.')
            dtype = dtype.get(self._name, self.dtype)
        return self._each(lambda v: cast(v, dtype))

    def view(self, dtype=None):
        """The same memory as another dtype."""
        return self._each(lambda v: v.view(dtype))

    # ---- missing ----
    def fillna(self, value=None, method=None, axis=None, inplace=False, limit=None, downcast=None):
        """The values with others where they are missing."""
        if value is None and method is None:
            raise ValueError("Must specify a fill 'value' or 'method'.")
        if value is not None and method is not None:
            raise ValueError("Cannot specify both 'value' and 'method'.")
        if isinstance(value, (list, tuple)):
            raise TypeError(f'"value" parameter must be a scalar or dict, but you passed a "{type(value).__name__}"')
        if method is not None:
            if method not in ('ffill', 'pad', 'bfill', 'backfill'):
                raise ValueError(f'Invalid fill method. Expecting pad (ffill) or backfill (bfill). Got {method}')
            return self._become(self._each(lambda v: carried(v, method, limit)), inplace)
        if isinstance(value, dict):
            value = Series(value)
        if isinstance(value, Series):
            value = value.reindex(self._index)._values
        return self._become(self._each(lambda v: filled(v, value, limit)), inplace)

    def dropna(self, axis=0, inplace=False, how=None):
        """The values that are there."""
        axis_number(axis, self)
        return self._become(self._rows(~missing_in(self._values)), inplace)

    def first_valid_index(self):
        """The label of the first value that is there."""
        good = np.flatnonzero(~missing_in(self._values))
        return self._index[int(good[0])] if len(good) else None

    def last_valid_index(self):
        """The label of the last value that is there."""
        good = np.flatnonzero(~missing_in(self._values))
        return self._index[int(good[-1])] if len(good) else None

    def where(self, cond, other=np.nan, inplace=False, axis=None, level=None):
        """The values where a condition holds, else others."""
        if callable(cond):
            cond = cond(self)
        keep = ops.sure(cond.reindex(self._index)._values) if isinstance(cond, Series) else ops.sure(cond) if hasattr(cond, '_mask') else np.asarray(cond, bool)
        if len(keep) != len(self):
            raise ValueError('Array conditional must be same shape as self')
        other = other(self) if callable(other) else other
        if isinstance(other, Series):
            other = other.reindex(self._index)._values
        elif is_list_like(other):
            other = array_of(other)
        new = other[~keep] if ops.is_array(other) else other
        found = self._values.copy() if keep.all() else put(self._values.copy(), ~keep, new)
        return self._become(Series._make(found, self._index, self._name), inplace)

    def mask(self, cond, other=np.nan, inplace=False, axis=None, level=None):
        """Others where a condition holds, else the values."""
        cond = cond(self) if callable(cond) else cond
        return self.where(~cond if isinstance(cond, Series) else ~np.asarray(cond, bool), other, inplace)

    # ---- functions over the values ----
    def map(self, arg, na_action=None):
        """What a function, dict or Series makes of each value."""
        return Series._make(mapped(self._values, arg, na_action), self._index, self._name)

    def apply(self, func, convert_dtype=True, args=(), **kwargs):
        """What a function makes of each value."""
        if isinstance(func, (str, list, dict)):
            return self.agg(func, *args, **kwargs)
        if hasattr(self._values, '_mapped'):
            return self.map(lambda x: func(x, *args, **kwargs))
        if isinstance(func, np.ufunc) and not args and not kwargs:
            return func(self)
        if not len(self):
            return self.copy()
        found = [func(x, *args, **kwargs) for x in listed(self._values)]
        if isinstance(found[0], Series):
            from pandas.core.frame import DataFrame
            return DataFrame(found, index=self._index)
        if not convert_dtype:
            from pandas.core.dtypes import objects
            return Series._make(objects(found), self._index, self._name)
        return Series._make(array_of(found), self._index, self._name)

    def agg(self, func=None, axis=0, *args, **kwargs):
        """What a function, by itself or by its name, makes of the whole column; a list or dict of them makes a Series."""
        if func is None:
            if not kwargs:
                raise TypeError('Must provide \'func\' or tuples of \'**kwargs.')
            func = kwargs
        if isinstance(func, (list, tuple)):
            names = [f if isinstance(f, str) else f.__name__ for f in func]
            return Series([self.agg(f) for f in func], index=names, name=self._name)
        if isinstance(func, dict):
            return Series({k: self.agg(f) for k, f in func.items()}, name=self._name)
        if isinstance(func, str):
            return self._by_name(func, args, kwargs)
        if not callable(func):
            raise AssertionError
        known = {sum: 'sum', min: 'min', max: 'max', np.sum: 'sum', np.mean: 'mean', np.std: 'std', np.var: 'var', np.median: 'median', np.min: 'min', np.max: 'max', np.prod: 'prod'}
        try:
            if func in known:
                return getattr(self, known[func])()
        except TypeError:
            pass
        try:
            return self.apply(func, args=args, **kwargs)
        except (ValueError, AttributeError, TypeError):
            return func(self, *args, **kwargs)

    aggregate = agg

    def _reduced(self, what, skipna, **more):
        return reduce.FUNCTIONS[what](self._values, skipna, **more)

    def sum(self, axis=None, skipna=True, level=None, numeric_only=None, min_count=0, **kwargs):
        """The sum."""
        if level is not None:
            return self._by_level('sum', level)
        return self._reduced('sum', skipna, min_count=min_count)

    def prod(self, axis=None, skipna=True, level=None, numeric_only=None, min_count=0):
        """The product."""
        if level is not None:
            return self._by_level('prod', level)
        return self._reduced('prod', skipna, min_count=min_count)

    product = prod

    def var(self, axis=None, skipna=True, level=None, ddof=1, numeric_only=None, **kwargs):
        """The variance."""
        if level is not None:
            return self._by_level('var', level)
        return self._reduced('var', skipna, ddof=ddof)

    def std(self, axis=None, skipna=True, level=None, ddof=1, numeric_only=None, **kwargs):
        """The standard deviation."""
        if level is not None:
            return self._by_level('std', level)
        return self._reduced('std', skipna, ddof=ddof)

    def sem(self, axis=None, skipna=True, level=None, ddof=1, numeric_only=None):
        """The standard error of the mean."""
        if level is not None:
            return self._by_level('sem', level)
        return self._reduced('sem', skipna, ddof=ddof)

    def count(self, level=None):
        """How many values are there."""
        if level is not None:
            return self._by_level('count', level)
        return reduce.count(self._values)

    def nunique(self, dropna=True):
        """How many different values there are."""
        return reduce.differing(self._values, dropna)

    def unique(self):
        """The different values in order of appearance."""
        return unique_of(self._values)

    def quantile(self, q=0.5, interpolation='linear'):
        """The value below which a part of the others lies."""
        reduce.check_parts(q)
        if is_list_like(q) and hasattr(self._values, '_mask'):
            from pandas.core.extended.masked import Float64Dtype
            return Series([self.quantile(x, interpolation) for x in q], index=Index(list(q), dtype='f8'), name=self._name, dtype=Float64Dtype())
        if is_list_like(q):
            return Series([self.quantile(x, interpolation) for x in q], index=Index(list(q), dtype='f8'), name=self._name)
        return reduce.quantile(self._values, q, interpolation)

    def mode(self, dropna=True):
        """The values that stand most often."""
        found, counts = counted(self._values, dropna=dropna)
        best = found[counts == counts.max()] if len(counts) else found
        return Series(best[sorting(best)], name=self._name)

    def corr(self, other, method='pearson', min_periods=None):
        """How this column goes together with another."""
        _, a, b = ops.together(self, other)
        return reduce.correlation(reduce.numbers(a, 'corr'), reduce.numbers(b, 'corr'), method, min_periods or 1, True)

    def cov(self, other, min_periods=None, ddof=1):
        """The covariance with another column."""
        _, a, b = ops.together(self, other)
        return reduce.covariance(reduce.numbers(a, 'cov'), reduce.numbers(b, 'cov'), min_periods or 1, ddof)

    def argmax(self, axis=None, skipna=True):
        """Where the largest value stands."""
        return -1 if not skipna and missing_in(self._values).any() else self._extreme_place(np.argmax, -np.inf)

    def argmin(self, axis=None, skipna=True):
        """Where the smallest value stands."""
        return -1 if not skipna and missing_in(self._values).any() else self._extreme_place(np.argmin, np.inf)

    def _extreme_place(self, which, least):
        values = self._values
        if values.dtype.kind in 'mM':
            counts = np.asarray(values).view(np.ndarray).astype('i8')
            return int(which(counts if least < 0 else np.where(missing_in(values), 2 ** 63 - 1, counts)))       # (what is missing is the smallest number)
        if hasattr(values, '_mask'):
            values = np.where(values._mask, least, values._data)
        elif values.dtype.kind == 'f' and missing_in(values).any():
            values = np.where(missing_in(values), least, values)
        return int(which(values))

    def idxmax(self, axis=0, skipna=True):
        """The label of the largest value."""
        return self._extreme_label('argmax', skipna)

    def idxmin(self, axis=0, skipna=True):
        """The label of the smallest value."""
        return self._extreme_label('argmin', skipna)

    def _extreme_label(self, which, skipna):
        if not len(self):
            raise ValueError(f'attempt to get {which} of an empty sequence')
        if self.dtype.kind == 'O' and not hasattr(self._values, '_extended') and any(isinstance(x, str) for x in self._values):
            raise TypeError(f"reduction operation '{which}' not allowed for this dtype")
        gone = missing_in(self._values)
        return np.nan if gone.all() or not skipna and gone.any() else self._index[getattr(self, which)()]

    def argsort(self, axis=0, kind='quicksort', order=None):
        """The positions in the order of the values."""
        gone = missing_in(self._values)
        if not gone.any():
            return Series._make(sorting(self._values, kind=kind), self._index, self._name)
        out = np.full(len(self), -1, 'i8')
        out[~gone] = sorting(self._values[~gone], kind=kind)
        return Series._make(out, self._index, self._name)

    def round(self, decimals=0):
        """The values rounded."""
        return self._each(lambda v: v.copy() if v.dtype.kind in 'mM' or type(v) is not np.ndarray and not hasattr(v, '_mask') else v.round(decimals))

    def diff(self, periods=1):
        """The values less those some rows before."""
        if not is_integer(periods) and not (isinstance(periods, float) and periods.is_integer()):
            raise ValueError('periods must be an integer')
        if self.dtype.kind in 'iu':
            return Series._make(steps(self._values, int(periods)), self._index, self._name)
        if self.dtype.kind == 'b':
            return Series._make(changes(self._values, int(periods)), self._index, self._name)
        return self - self.shift(periods)

    def between(self, left, right, inclusive='both'):
        """Which values lie between two bounds."""
        low = self >= left if inclusive in ('both', 'left') else self > left
        return low & (self <= right if inclusive in ('both', 'right') else self < right)

    def value_counts(self, normalize=False, sort=True, ascending=False, bins=None, dropna=True):
        """How often each value stands."""
        if bins is not None:
            from pandas.core.reshape.cut import counted_in_bins
            return counted_in_bins(self, bins, normalize, sort, ascending, dropna)
        found, counts = counted(self._values, normalize, sort, ascending, dropna)
        if hasattr(found, '_mask') or hasattr(found, '_data'):
            from pandas.core.extended.masked import over as masked
            counts = masked(counts, np.zeros(len(counts), bool))
        return Series._make(counts, index_of(found), self._name)

    def duplicated(self, keep='first'):
        """Which values stood before."""
        return Series._make(repeated(self._values, keep), self._index, self._name)

    def drop_duplicates(self, keep='first', inplace=False):
        """Each value once."""
        return self._become(self._rows(~repeated(self._values, keep)), inplace)

    def describe(self, percentiles=None, include=None, exclude=None, datetime_is_numeric=False):
        """Counts, means, spreads and quantiles."""
        from pandas.core.describe import describe_series
        if self.dtype.kind == 'M' and not datetime_is_numeric:
            import warnings
            warnings.warn('Treating datetime data as categorical rather than numeric in `.describe` is deprecated and will be removed in a future version of pandas. Specify `datetime_is_numeric=True` to silence '
                          'this warning and adopt the future behavior now.', FutureWarning, stacklevel=2)
        return describe_series(self, percentiles, datetime_is_numeric)

    # ---- order and labels ----
    def sort_values(self, axis=0, ascending=True, inplace=False, kind='quicksort', na_position='last', ignore_index=False, key=None):
        """The values in order."""
        values = key(self)._values if key is not None else self._values
        found = self._rows(sorting(values, ascending[0] if is_list_like(ascending) else ascending, na_position, kind))
        return self._become(found.reset_index(drop=True) if ignore_index else found, inplace)

    def nlargest(self, n=5, keep='first'):
        """The n largest values."""
        return self._extremes(n, False, keep)

    def nsmallest(self, n=5, keep='first'):
        """The n smallest values."""
        return self._extremes(n, True, keep)

    def _extremes(self, n, ascending, keep):
        if keep not in ('first', 'last', 'all'):
            raise ValueError('keep must be either "first", "last" or "all"')
        if self.dtype.kind == 'O' and not getattr(self.dtype, '_numeric', False):
            raise TypeError(f"Cannot use method '{'nsmallest' if ascending else 'nlargest'}' with dtype {self.dtype}")
        found = self.dropna()
        places = np.arange(len(found)) if keep != 'last' else np.arange(len(found))[::-1]
        values = found._values[places]
        if 0 < n < len(values) // 4 and keep != 'all':
            plain = sorted_numbers(values)
            edge = np.partition(plain, n - 1 if ascending else len(plain) - n)[n - 1 if ascending else len(plain) - n]
            near = np.flatnonzero(plain <= edge if ascending else plain >= edge)
            places, values = places[near], values[near]
        order = places[sorting(values, True, 'last', 'stable')] if ascending else places[np.argsort(-sorted_numbers(values), kind='stable')]
        if keep == 'all' and 0 < n < len(order):
            last = found._values[order[n - 1]]
            while n < len(order) and found._values[order[n]] == last:
                n += 1
        return found._rows(order[:max(n, 0)])

    def reindex(self, index=None, method=None, fill_value=np.nan, copy=True, limit=None, tolerance=None, level=None, axis=None):
        """The values of other labels, missing where there is none; method: from the row before, after or nearest."""
        labels = self._wanted_labels(index, self._index, level)
        if method is not None:
            return Series._make(take(self._values, filling_spots(self._index, labels, method, limit, tolerance)), labels, self._name)
        if labels is self._index or labels.equals(self._index):
            return Series._make(self._values.copy(), labels, self._name)
        if not self._index.is_unique:
            raise ValueError('cannot reindex on an axis with duplicate labels')
        spots = self._index._spots(labels)
        found = take(self._values, spots)
        if not missing_one(fill_value) and (spots < 0).any():
            found = put(self._values[np.where(spots < 0, 0, spots)] if len(self) else found, spots < 0, fill_value)
        return Series._make(found, labels, self._name)

    def rename(self, index=None, axis=None, copy=True, inplace=False, level=None, errors='ignore'):
        """Another name, or other labels by a dict or a function."""
        if callable(index) or isinstance(index, (dict, Series)):
            get = index if callable(index) and not isinstance(index, (dict, Series)) else (lambda x: index[x] if x in index else x)
            found = Series._make(self._values.copy(), Index([get(x) for x in self._index], name=self._index.name), self._name)
        else:
            found = Series._make(self._values.copy(), self._index, index)
        if inplace:
            self._name = found._name
        return self._become(found, inplace)

    def rename_axis(self, mapper=None, index=None, axis=0, inplace=False):
        """Another name of the labels."""
        found = self.copy()
        if index is None and (callable(mapper) or isinstance(mapper, dict)):
            raise ValueError('Use `.rename` to alter labels with a mapper.')
        found._index = names_changed(self._index, mapper if index is None else index)
        return self._become(found, inplace)

    def set_axis(self, labels, axis=0, inplace=False, copy=True):
        """Other labels."""
        found = self.copy()
        found.index = labels
        return self._become(found, inplace)

    def reset_index(self, level=None, drop=False, name=UNSAID, inplace=False, allow_duplicates=False):
        """Counted labels; the old ones become a column unless dropped."""
        if drop:
            gone = range(self._index.nlevels) if level is None else {self._index._level_number(x) for x in (level if is_list_like(level) else [level])}
            labels = self._index.droplevel(sorted(gone)) if len(gone) < self._index.nlevels else RangeIndex(len(self))
            return self._become(Series._make(self._values.copy(), labels, self._name), inplace)
        if inplace:
            raise TypeError('Cannot reset_index inplace on a Series to create a DataFrame')
        return self.to_frame(name).reset_index(level)

    def drop(self, labels=None, axis=0, index=None, columns=None, level=None, inplace=False, errors='raise'):
        """The values without those of some labels."""
        gone = labels if labels is not None else index
        if gone is None and columns is None:
            raise ValueError("Need to specify at least one of 'labels', 'index' or 'columns'")
        if gone is None:
            return self.copy()
        gone = list(gone) if is_list_like(gone) and not isinstance(gone, tuple) else [gone]
        if self._index.nlevels > 1:
            from pandas.core.indexes.levels import dropped
            return self._become(self._rows(~dropped(self._index, gone, level, errors)), inplace)
        absent = [x for x in gone if x not in self._index]
        if absent and errors != 'ignore':
            raise KeyError(f'{absent} not found in axis')
        gone = {self._index._key(x) for x in gone}
        keep = np.array([x not in gone for x in self._index], bool)
        return self._become(self._rows(keep), inplace)

    def groupby(self, by=None, axis=0, level=None, as_index=True, sort=True, group_keys=UNSAID, squeeze=UNSAID, observed=False, dropna=True):
        """The values in groups."""
        from pandas.core.groupby.groupby import grouped
        return grouped(self, by, level, as_index, sort, dropna, group_keys, observed)



def known_only(what, given):
    """Refuses arguments that neither pandas nor NumPy's functions give."""
    for name in given:
        if name not in ('out', 'dtype', 'keepdims', 'initial', 'where', 'ddof'):
            raise TypeError(f"{what}() got an unexpected keyword argument '{name}'")


def sorted_numbers(values):
    """Numbers, moments and spans as numbers that can be turned round."""
    if hasattr(values, '_mask'):
        values = values._data
    return values.astype('i8') if values.dtype.kind in 'mMub' else values


def reductions():
    """mean, min, … that take nothing but skipna."""
    def make(what):
        def reduction(self, axis=None, skipna=True, level=None, numeric_only=None, **kwargs):
            known_only(what, kwargs)
            if axis is not None:
                axis_number(axis, self)
            if level is not None:
                return self._by_level(what, level)
            return self._reduced(what, skipna)
        reduction.__name__ = what
        reduction.__doc__ = f'The {what} of the values.'
        return reduction
    for what in ('mean', 'min', 'max', 'median', 'skew', 'kurt'):
        setattr(Series, what, make(what))
    Series.kurtosis = Series.kurt

    def truth(what):
        def method(self, axis=0, bool_only=None, skipna=True, level=None, **kwargs):
            return self._reduced(what, skipna) if level is None else self._by_level(what, level)
        method.__name__, method.__doc__ = what, f'Whether {what} of the values is true.'
        return method
    Series.any, Series.all = truth('any'), truth('all')


reductions()
ops.install(Series, ops.series_operation, False)
