"""DataFrame: a table, columns of one length over the same row labels. Here: how it is made, read, set and shown; what it calculates is in frame_methods.py."""
import numpy as np

from pandas.core import ops
from pandas.core.dtypes import array_of, as_common, box, cast, common, full, is_integer, is_list_like, listed, objects, put, rows_of, settled
from pandas.core.frame_forms import FrameForms
from pandas.core.frame_methods import FrameMethods
from pandas.core.generic import NDFrame
from pandas.core.indexes.base import Index, ensure_index, own
from pandas.core.indexes.range import RangeIndex
from pandas.core.indexing import mask_of
from pandas.core.series import Series
from pandas.errors import InvalidIndexError


class DataFrame(FrameMethods, FrameForms, NDFrame):
    """A table: DataFrame(data, index=None, columns=None, dtype=None)."""
    __module__ = 'pandas.core.frame'
    _mgr_kind = 'frame'
    ndim = 2

    def __init__(self, data=None, index=None, columns=None, dtype=None, copy=None):
        rows = None if index is None else ensure_index(index)
        names = None if columns is None else ensure_index(columns)
        if isinstance(data, DataFrame):
            found = data if rows is None and names is None else data.reindex(index=rows, columns=names)
            arrays, rows, names = list(found._data), found._index, found._columns
            if copy:
                arrays = [a.copy() for a in arrays]
        elif data is None:
            rows = Index([]) if rows is None else rows
            names = Index([]) if names is None else names
            arrays = [np.full(len(rows), np.nan, object if dtype is None else None) for _ in names]
        elif isinstance(data, dict):
            arrays, rows, names = from_dict(data, rows, names)
        elif isinstance(data, (Series, Index)):
            arrays, rows, names = from_series(data, rows, names)
        elif isinstance(data, (str, bytes)) or not is_list_like(data):
            if rows is None or names is None:
                raise ValueError('DataFrame constructor not properly called!')
            arrays = [full(len(rows), data) for _ in names]
        else:
            if not isinstance(data, (np.ndarray, list, tuple)):
                data = np.asarray(data) if hasattr(data, '__array__') else list(data)
            if isinstance(data, np.ndarray) and data.dtype.names:
                arrays, rows, names = from_dict({n: data[n] for n in data.dtype.names}, RangeIndex(len(data)) if rows is None else rows, names)
            elif isinstance(data, np.ndarray):
                arrays, rows, names = from_array(data, rows, names, bool(copy))
            else:
                arrays, rows, names = from_list(data, rows, names)
        if dtype is not None:
            arrays = [cast(a, dtype, True) for a in arrays]
        self.__dict__.update(_data=arrays, _index=rows, _columns=names, _lent={})

    @classmethod
    def _make(cls, arrays, index, columns):
        self = object.__new__(cls)
        self.__dict__.update(_data=arrays, _index=index, _columns=columns, _lent={})
        return self

    def _with(self, arrays):
        return DataFrame._make(arrays, self._index, self._columns)

    def _with_index(self, index):
        return DataFrame._make(self._data, index, self._columns)

    def _hold(self, other):
        self.__dict__.update(_data=other._data, _index=other._index, _columns=other._columns, _lent={})

    def _each(self, f):
        return self._with([f(a) for a in self._data])

    def _like_of(self, found):
        if isinstance(found, np.ndarray) and found.shape == self.shape:
            return DataFrame(found, index=self._index, columns=self._columns)
        return found

    @classmethod
    def from_dict(cls, data, orient='columns', dtype=None, columns=None):
        """A frame of a dict; with orient='index' each item is a row."""
        if orient == 'tight':
            from pandas.core.indexes.multi import MultiIndex

            def labels(given, names):
                return MultiIndex.from_tuples(given, names=names) if len(names) > 1 else Index(given, name=names[0])
            return cls(data['data'], index=labels(data['index'], data['index_names']), columns=labels(data['columns'], data['column_names']), dtype=dtype)
        if orient == 'columns':
            if columns is not None:
                raise ValueError("cannot use columns parameter with orient='columns'")
            return cls(data, dtype=dtype)
        if orient != 'index':
            raise ValueError(f"Expected 'index', 'columns' or 'tight' for orient parameter. Got '{orient}' instead")
        rows = list(data.values())
        if rows and isinstance(rows[0], (dict, Series)):
            found = cls(rows, columns=columns, dtype=dtype)
            return found._with_index(Index(list(data)))
        return cls(rows, index=list(data), columns=columns, dtype=dtype)

    @classmethod
    def from_records(cls, data, index=None, exclude=None, columns=None, coerce_float=False, nrows=None):
        """A frame of rows."""
        if coerce_float:
            raise NotImplementedError("perch's pandas has no from_records(coerce_float=True)")
        rows = data if isinstance(data, (np.ndarray, DataFrame, dict)) else list(data)
        found = cls(rows if nrows is None else rows[:nrows])
        if columns is not None and isinstance(found._columns, RangeIndex):
            found = cls(rows if nrows is None else rows[:nrows], columns=columns)
        elif columns is not None:
            found = found[list(columns)]
        if index is not None:
            keys = [index] if isinstance(index, str) else index
            named = isinstance(index, str) or is_list_like(keys) and all(not is_list_like(k) and k in found._columns for k in keys)
            found = found.set_index(list(keys)[0] if isinstance(index, str) else list(keys)) if named else found._with_index(Index(list(index)))
        return found if exclude is None else found[[c for c in found._columns if c not in list(exclude)]]

    # ---- what it is ----
    @property
    def index(self):
        return self._index

    @index.setter
    def index(self, labels):
        self.__dict__['_index'] = self._set_index_labels(labels)
        self._lent.clear()

    @property
    def columns(self):
        return self._columns

    @columns.setter
    def columns(self, labels):
        labels = ensure_index(labels)
        if len(labels) != len(self._columns):
            raise ValueError(f'Length mismatch: Expected axis has {len(self._columns)} elements, new values have {len(labels)} elements')
        self.__dict__.update(_columns=labels, _lent={})

    @property
    def values(self):
        return self._table()

    axes = property(lambda self: [self._index, self._columns])
    shape = property(lambda self: (len(self._index), len(self._columns)))
    size = property(lambda self: len(self._index) * len(self._columns))
    T = property(lambda self: self.transpose())

    @property
    def dtypes(self):
        return Series(objects([a.dtype for a in self._data]), index=self._columns, dtype=object)

    @property
    def plot(self):
        from pandas.plotting import PlotAccessor
        return PlotAccessor(self)

    def _table(self, dtype=None):
        want = common([a.dtype for a in self._data]) if dtype is None else np.dtype(dtype)
        if hasattr(want, '_extended'):
            want = np.dtype(object)
        if not self._data:
            return np.empty((len(self._index), 0), want if dtype is not None else 'f8')
        out = np.empty((len(self._index), len(self._data)), want)
        for i, a in enumerate(self._data):
            out[:, i] = as_common(a, want) if want.kind == 'O' else a
        return out

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """The values as a two-dimensional array."""
        found = self._table() if na_value is None else self.fillna(na_value)._table()
        return found if dtype is None else found.astype(dtype)

    def __array__(self, dtype=None):
        found = self._table()
        return found if dtype is None else found.astype(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ops.by_ufunc(self, ufunc, method, inputs, kwargs)

    def __len__(self):
        return len(self._index)

    def __iter__(self):
        return iter(self._columns)

    def __contains__(self, key):
        return key in self._columns

    def keys(self):
        """The names of the columns."""
        return self._columns

    def __reduce__(self):
        return DataFrame._make, (self._data, self._index, self._columns)

    def __getattr__(self, name):
        if name.startswith('_') and name not in self.__dict__.get('_columns', ()) or '_columns' not in self.__dict__:
            raise AttributeError(f"'DataFrame' object has no attribute '{name}'")
        if name in self._columns and self._columns.nlevels == 1:
            return self[name]
        from pandas.core.absent import FRAME, absent
        raise AttributeError(absent('DataFrame', name, FRAME))

    def __setattr__(self, name, value):
        if hasattr(type(self), name) or name.startswith('_'):
            object.__setattr__(self, name, value)
        elif name in self._columns:
            self[name] = value
        else:
            if is_list_like(value):
                import warnings
                warnings.warn("Pandas doesn't allow columns to be created via a new attribute name - see https://pandas.pydata.org/pandas-docs/stable/indexing.html#attribute-access", stacklevel=2)
            object.__setattr__(self, name, value)

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | {x for x in self._columns if isinstance(x, str) and x.isidentifier()})

    # ---- text ----
    def __repr__(self):
        from pandas.io.formats.format import Rendering, shown_limits
        rows, least, columns, width, size = shown_limits()
        from pandas.core.options import option
        if option('display.large_repr') == 'info' and rows and len(self) > rows:
            import io
            out = io.StringIO()
            self.info(buf=out)
            return out.getvalue()
        return Rendering(self, max_rows=rows, min_rows=least, max_cols=columns, show_dimensions=size).text(width if option('display.expand_frame_repr') else None)

    def _repr_html_(self):
        from pandas.core.options import get_option, option
        from pandas.io.formats.html import frame_html
        if not option('display.notebook_repr_html'):
            return None
        return frame_html(self, max_rows=option('display.max_rows'), min_rows=option('display.min_rows'), max_cols=get_option('display.max_columns'),
                          show_dimensions=option('display.show_dimensions'), notebook=True)

    def to_string(self, buf=None, columns=None, col_space=None, header=True, index=True, na_rep='NaN', formatters=None, float_format=None, sparsify=None, index_names=True, justify=None,
                  max_rows=None, max_cols=None, show_dimensions=False, decimal='.', line_width=None, min_rows=None, max_colwidth=None, encoding=None):
        """The whole table as text."""
        from pandas.core.options import option_context
        from pandas.io.formats.format import Rendering
        if decimal != '.' or isinstance(col_space, (dict, list)):
            raise NotImplementedError("perch's pandas has no to_string(decimal=…) and no col_space by column")
        with option_context('display.max_colwidth', max_colwidth):
            text = Rendering(self, na_rep, float_format, formatters, header, index, index_names, max_rows, min_rows, max_cols, columns, show_dimensions, justify, sparsify is not False,
                             col_space).text(line_width)
        if buf is None:
            return text
        if isinstance(buf, str):
            with open(buf, 'w', encoding=encoding or 'utf-8') as f:
                f.write(text)
        else:
            buf.write(text)
        return None

    def to_html(self, buf=None, columns=None, header=True, index=True, na_rep='NaN', float_format=None, index_names=True, max_rows=None, max_cols=None, show_dimensions=False, classes=None,
                border=1, escape=True, bold_rows=True, table_id=None, justify=None, formatters=None, render_links=False, **rest):
        """The whole table as HTML."""
        from pandas.errors import refuse
        from pandas.io.formats.html import frame_html
        refuse('to_html', rest, dict.fromkeys(('col_space', 'sparsify', 'notebook', 'encoding', 'decimal'), None))
        frame = self if columns is None else self[list(columns)]
        text = frame_html(frame, header, index, na_rep, float_format, index_names, max_rows, None, max_cols, show_dimensions, classes, border, escape, False, formatters, bold_rows, table_id, justify,
                          render_links)
        if buf is None:
            return text
        if isinstance(buf, str):
            with open(buf, 'w', encoding='utf-8') as f:
                f.write(text)
        else:
            buf.write(text)
        return None

    def info(self, verbose=None, buf=None, max_cols=None, memory_usage=None, show_counts=None, null_counts=None):
        """Prints the columns, their dtypes and counts."""
        from pandas.io.formats.info import frame_info
        frame_info(self, verbose, buf, max_cols, memory_usage, show_counts)

    # ---- columns and rows ----
    def _column(self, i):
        found = self._lent.get(i)
        if found is None or found._values is not self._data[i] or found._index is not self._index:
            found = Series._make(self._data[i], self._index, self._columns[i])
            object.__setattr__(found, '_home', (self, i))
            self._lent[i] = found
        return found

    def _column_changed(self, i, column):
        """A column that was lent has other values."""
        if i < len(self._data) and self._lent.get(i) is column and len(column) == len(self):
            self._data[i] = column._values

    def _columns_at(self, where):
        spots = np.arange(len(self._columns))[where]
        columns = self._columns[where]
        return DataFrame._make([self._data[i] for i in spots], self._index, columns)

    def _rows(self, where):
        if isinstance(where, np.ndarray) and where.dtype.kind == 'b' and len(where) == len(self):
            where = np.flatnonzero(where)
        return DataFrame._make([rows_of(a, where) for a in self._data], self._index[where], self._columns)

    def _row(self, i):
        want = common([a.dtype for a in self._data])
        if hasattr(want, '_extended'):
            values = want.made_from(objects([a[i] for a in self._data]))
        elif want.kind == 'O':
            values = objects([box(a[i]) if a.dtype.kind in 'mM' else a[i] for a in self._data])
        else:
            values = np.array([a[i] for a in self._data], want)
        return Series._make(values, self._columns, self._index[i])

    def __getitem__(self, key):
        if callable(key):
            key = key(self)
        if isinstance(key, slice):
            ends = [x for x in (key.start, key.stop) if x is not None]
            whole = all(is_integer(x) for x in ends) and self._index.dtype.kind != 'f'
            return self._rows(key if whole else self.loc.place(key, 0))
        if isinstance(key, DataFrame):
            return self.where(key)
        if isinstance(key, (list, np.ndarray, Series, Index, set)) or (is_list_like(key) and not isinstance(key, (tuple, dict))):
            if isinstance(key, set):
                key = list(key)
            if isinstance(key, np.ndarray) and key.ndim == 2:
                return self.where(key)
            if isinstance(key, list) and key and len(key) != len(self) and all(isinstance(x, (bool, np.bool_)) for x in key):
                raise ValueError(f'Item wrong length {len(key)} instead of {len(self)}.')
            mask = mask_of(key, self)
            if mask is not None:
                return self._rows(mask)
            return self._columns_at(self.loc.place(key if isinstance(key, (Index, Series)) else list(key), 1))
        try:
            found = self._columns.get_loc(key)
        except InvalidIndexError:
            raise TypeError(f"unhashable type: '{type(key).__name__}'") from None
        except KeyError:
            part = self._index._partial(key) if isinstance(key, str) and hasattr(self._index, '_partial') else None
            if part is None:
                raise
            import warnings
            warnings.warn('Indexing a DataFrame with a datetimelike index using a single string to slice the rows, like `frame[string]`, is deprecated and will be removed in a future version. Use '
                          '`frame.loc[string]` instead.', FutureWarning, stacklevel=2)
            return self._rows(part)
        if isinstance(found, (int, np.integer)):
            return self._column(int(found))
        part = self._columns_at(found)
        if self._columns.nlevels > 1:
            part = part._with([*part._data])
            part.__dict__['_columns'] = part._columns._without_levels(len(key) if isinstance(key, tuple) else 1)
            if len(part._columns) == 1 and part._columns[0] == '':
                return part._column(0)
        return part

    def __setitem__(self, key, value):
        if callable(key):
            key = key(self)
        if isinstance(key, slice):
            return self.iloc.__setitem__(key, value) if not any(isinstance(x, str) for x in (key.start, key.stop)) else self.loc.__setitem__(key, value)
        if isinstance(key, DataFrame) or (isinstance(key, np.ndarray) and key.ndim == 2):
            return self._hold(self.mask(key, value))
        if isinstance(key, (list, np.ndarray, Series, Index)):
            mask = mask_of(key, self)
            if mask is not None:
                return self.iloc.__setitem__(np.flatnonzero(mask), value)
            return self._set_columns(list(key), value)
        if isinstance(value, DataFrame):
            if len(value.columns) != 1:
                raise ValueError('Columns must be same length as key')
            value = value._column(0)
        values = self._fitting(value)
        if key in self._columns:
            spots = np.atleast_1d(np.arange(len(self._columns))[self._columns.get_loc(key)])
            for i in spots:
                self._data[i] = values if len(spots) == 1 else values.copy()
                self._lent.pop(int(i), None)
        else:
            self._insert(len(self._columns), key, values)

    def _set_columns(self, keys, value):
        if isinstance(value, DataFrame):
            parts = [value._column(i) for i in range(len(value.columns))]
        elif isinstance(value, np.ndarray) and value.ndim == 2:
            parts = [value[:, i] for i in range(value.shape[1])]
        elif is_list_like(value) and not isinstance(value, Series):
            value = list(value)
            table = np.array(value) if value and is_list_like(value[0]) else None
            parts = [table[:, i] for i in range(table.shape[1])] if table is not None else value
        else:
            parts = [value] * len(keys)
        if len(parts) != len(keys):
            raise ValueError('Columns must be same length as key')
        for key, part in zip(keys, parts):
            self[key] = part

    def _fitting(self, value):
        """The array that a new column is."""
        if not len(self._columns) and not len(self._index) and is_list_like(value):
            labels = value.index if isinstance(value, Series) else Index(list(value)) if isinstance(value, dict) else RangeIndex(len(value))
            self.__dict__['_index'] = labels
        if isinstance(value, dict):
            value = Series(value)
        if isinstance(value, Series):
            if value.index is self._index or value.index.equals(self._index):
                return value._values.copy()
            return value.reindex(self._index)._values
        if isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[1] == 1:
            value = value[:, 0]
        if is_list_like(value):
            if isinstance(value, np.ndarray) and value.ndim > 1:
                raise ValueError(f'Expected a 1D array, got an array with shape {value.shape}')
            values = array_of(value, copy=True)
            if len(values) != len(self._index):
                raise ValueError(f'Length of values ({len(values)}) does not match length of index ({len(self._index)})')
            return values
        return full(len(self._index), value)

    def _insert(self, at, label, values):
        self._data.insert(at, values)
        columns = self._columns
        self.__dict__.update(_columns=Index([label], tupleize_cols=False, name=columns.name) if not len(columns) and columns.nlevels == 1 else columns.insert(at, label), _lent={})

    def insert(self, loc, column, value, allow_duplicates=False):
        """A new column at a place."""
        if not allow_duplicates and column in self._columns:
            raise ValueError(f'cannot insert {column}, already exists')
        if loc > len(self._columns):
            raise IndexError(f'index {loc} is out of bounds for axis 0 with size {len(self._columns)}')
        if loc < 0:
            raise ValueError('unbounded slice')
        self._insert(loc, column, self._fitting(value))

    def _put(self, j, where, value):
        before = self._data[j]
        found = put(before, where, value)
        if found is not before:
            self._data[j] = found
            self._lent.pop(j, None)

    def _append_row(self, label, value):
        n = len(self._columns)
        if isinstance(value, dict):
            value = Series(value)
        if isinstance(value, Series):
            items = list(value.reindex(self._columns))
        elif is_list_like(value):
            items = list(value)
            if len(items) != n:
                raise ValueError('cannot set a row with mismatched columns')
        else:
            items = [value] * n
        rows = len(self)
        for i, x in enumerate(items):
            one = full(1, x)
            self._data[i] = one if not rows else np.concatenate([as_common(a, common([self._data[i].dtype, one.dtype])) for a in (self._data[i], one)])
        index = self._index.insert(rows, label) if rows else Index([label], tupleize_cols=False, name=self._index.name)
        if isinstance(self._index, RangeIndex) and is_integer(label) and label == self._index.stop and self._index.step == 1:
            index = RangeIndex._over(range(self._index.start, label + 1), self._index.name)
        self.__dict__.update(_index=index, _lent={})

    def __delitem__(self, key):
        spots = np.atleast_1d(np.arange(len(self._columns))[self._columns.get_loc(key)])
        keep = np.setdiff1d(np.arange(len(self._columns)), spots)
        self.__dict__.update(_data=[self._data[i] for i in keep], _columns=self._columns[keep], _lent={})

    def pop(self, item):
        """Takes a column out."""
        found = self[item]
        del self[item]
        object.__setattr__(found, '_home', None)
        return found

    def copy(self, deep=True):
        """The same again."""
        return DataFrame._make([a.copy() for a in self._data] if deep else list(self._data), own(self._index) if deep else self._index, own(self._columns) if deep else self._columns)

    def transpose(self, *args, copy=False):
        """Rows as columns."""
        table = self._table()
        return DataFrame._make([inferred(table[i]) if table.dtype.kind == 'O' else table[i] for i in range(len(table))], self._columns, self._index)

    def items(self):
        """(name, column) for each."""
        for i in range(len(self._columns)):
            yield self._columns[i], self._column(i)

    iteritems = items

    def iterrows(self):
        """(label, row) for each."""
        want = common([a.dtype for a in self._data])
        if want.kind == 'O':
            columns = [listed(a) if a.dtype.kind != 'O' else a for a in self._data]
            for label, *row in zip(self._index, *columns):
                yield label, Series._make(objects(row), self._columns, label)
            return
        table = self._table()
        for i, label in enumerate(self._index):
            yield label, Series._make(table[i], self._columns, label)

    def itertuples(self, index=True, name='Pandas'):
        """Each row as a tuple with names."""
        from collections import namedtuple
        columns = [listed(a) for a in self._data]
        names = [str(c) if isinstance(c, str) else f'_{i}' for i, c in enumerate(self._columns, bool(index))]
        if index:
            columns.insert(0, list(self._index))
            names.insert(0, 'Index')
        return map(namedtuple(name, names, rename=True)._make, zip(*columns)) if name is not None else zip(*columns)


# ---- from what programs give ----
def from_dict(data, rows, names):
    chosen = names
    keys = list(data) if chosen is None else list(chosen)
    named = [data[k] for k in keys if k in data] if chosen is not None else list(data.values())
    if rows is None:
        tables = [v for v in named if isinstance(v, (Series, dict))]
        plain = {len(v) for v in named if is_list_like(v) and not isinstance(v, (Series, dict))}
        if tables:
            labels = [t.index if isinstance(t, Series) else Index(list(t)) for t in tables]
            rows = labels[0]
            for other in labels[1:]:
                if not rows.equals(other):
                    rows = rows.union(other, None if any(isinstance(t, Series) for t in tables) else False)
            if plain and plain != {len(rows)}:
                raise ValueError(f'array length {plain.pop()} does not match index length {len(rows)}')
        elif len(plain) > 1:
            raise ValueError('All arrays must be of the same length')
        elif plain:
            rows = RangeIndex(plain.pop())
        elif any(not is_list_like(v) for v in named):
            raise ValueError('If using all scalar values, you must pass an index')
        else:
            rows = Index([]) if chosen is not None or not named else RangeIndex(0)
    arrays = []
    for k in keys:
        if k not in data:
            arrays.append(np.full(len(rows), np.nan, object))
            continue
        v = data[k]
        if isinstance(v, dict):
            v = Series(v)
        if isinstance(v, Series):
            arrays.append(v._values.copy() if v.index is rows else v.reindex(rows)._values)
        elif is_list_like(v):
            if isinstance(v, np.ndarray) and v.ndim > 1:
                raise ValueError('Per-column arrays must each be 1-dimensional')
            a = array_of(v, copy=True)
            if len(a) != len(rows):
                raise ValueError(f'Length of values ({len(a)}) does not match length of index ({len(rows)})')
            arrays.append(a)
        else:
            arrays.append(full(len(rows), v))
    if names is None:
        names = Index(keys) if keys else Index([])
    return arrays, rows, names


def from_series(data, rows, names):
    if isinstance(data, Series) and rows is not None and not rows.equals(data.index):
        data = data.reindex(rows)
    if isinstance(data, Series):
        rows = data.index
    rows = RangeIndex(len(data)) if rows is None else rows
    if names is None:
        names = Index([data.name], tupleize_cols=False) if data.name is not None else RangeIndex(1)
    elif data.name is not None and len(names) == 1 and names[0] != data.name and isinstance(data, Series):
        return [np.full(len(rows), np.nan, object)], rows, names
    return [data._values], rows, names


def from_array(data, rows, names, copy):
    if data.ndim == 0:
        raise ValueError('Must pass 2-d input. shape=()')
    if data.ndim == 1:
        data = data.reshape(-1, 1)
    if data.ndim > 2:
        raise ValueError(f'Must pass 2-d input. shape={data.shape}')
    data = settled(data)
    data = data.copy() if copy else data
    shape = data.shape
    implied = (len(rows) if rows is not None else shape[0], len(names) if names is not None else shape[1])
    if implied != shape:
        raise ValueError(f'Shape of passed values is {shape}, indices imply {implied}')
    rows = RangeIndex(shape[0]) if rows is None else rows
    names = RangeIndex(shape[1]) if names is None else names
    return [inferred(data[:, i]) for i in range(shape[1])] if data.dtype.kind == 'O' else [data[:, i] for i in range(shape[1])], rows, names


def inferred(values):
    """Objects that are all times as times."""
    if len(values) and not isinstance(values[0], (str, int, float)):
        from pandas.core.dtypes import from_objects
        found = from_objects(list(values))
        return found if found.dtype.kind in 'mM' else values
    return values


def from_list(data, rows, names):
    data = list(data)
    if not data:
        rows = RangeIndex(0) if rows is None and names is not None else Index([]) if rows is None else rows
        names = Index([]) if names is None else names
        return [np.full(len(rows), np.nan, object) for _ in names], rows if len(rows) or names is not None else Index([]), names
    first = data[0]
    if isinstance(first, dict):
        keys = dict.fromkeys(k for row in data for k in row)
        arrays_of = list(keys) if names is None else list(names)
        names = Index(list(keys), tupleize_cols=False) if names is None else names
        rows = RangeIndex(len(data)) if rows is None else rows
        return [array_of([row.get(k, np.nan) for row in data]) for k in arrays_of], rows, names
    if isinstance(first, Series):
        if names is None:
            names = first.index
            for row in data[1:]:
                if not names.equals(row.index):
                    names = names.union(row.index, False)
        if rows is None:
            labels = [row.name for row in data]
            if all(x is None for x in labels):
                rows = RangeIndex(len(data))
            else:
                count = iter(range(len(data)))
                rows = Index([f'Unnamed {next(count)}' if x is None else x for x in labels], tupleize_cols=False)
        parts = [row if row.index.equals(names) else row.reindex(names) for row in data]
        want = common([p.dtype for p in parts])
        table = [as_common(p._values, want) for p in parts]
        return [array_of(list(c)) if want.kind == 'O' else np.array(c, want) for c in zip(*table)], rows, names
    if isinstance(first, np.ndarray) and first.ndim == 1 and all(isinstance(x, np.ndarray) and x.shape == first.shape for x in data):
        return from_array(np.array(data), rows, names, False)
    if is_list_like(first) and not isinstance(first, (set,)):
        if isinstance(first, np.ndarray) and first.ndim > 1:
            return from_array(np.array(data), rows, names, False)
        fields = getattr(first, '_fields', None)
        if names is None and fields:
            names = Index(list(fields))
        table = [list(r) for r in data]
        wide = max(map(len, table))
        if names is not None and wide != len(names):
            raise ValueError(f'{len(names)} columns passed, passed data had {wide} columns')
        table = [r + [None] * (wide - len(r)) for r in table]
        names = RangeIndex(wide) if names is None else names
        rows = RangeIndex(len(table)) if rows is None else rows
        if len(rows) != len(table):
            raise ValueError(f'Shape of passed values is {(len(table), wide)}, indices imply {(len(rows), len(names))}')
        return [array_of(list(c)) for c in zip(*table)] if wide else [], rows, names
    if hasattr(first, '__dataclass_fields__'):
        import dataclasses
        return from_list([dataclasses.asdict(x) for x in data], rows, names)
    column = array_of(data)
    implied = (len(rows) if rows is not None else len(column), len(names) if names is not None else 1)
    if implied != (len(column), 1):
        raise ValueError(f'Shape of passed values is {(len(column), 1)}, indices imply {implied}')
    return [column], RangeIndex(len(column)) if rows is None else rows, RangeIndex(1) if names is None else names


ops.install(DataFrame, ops.frame_operation, True)


def name_methods():
    """The methods of a table say where pandas has them: of every table, or of DataFrame."""
    from pandas.core.combining import Combining
    from pandas.core.frame_forms import Forms
    for base in (Combining, Forms):
        for name, method in vars(base).items():
            if isinstance(method, type(name_methods)):
                method.__qualname__ = f'NDFrame.{name}'
    for base in (FrameMethods, FrameForms):
        for name, method in vars(base).items():
            if isinstance(method, type(name_methods)):
                method.__qualname__ = f'{"NDFrame" if name in ("describe", "filter") else "DataFrame"}.{name}'


name_methods()
