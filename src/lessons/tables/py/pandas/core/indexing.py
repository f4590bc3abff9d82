"""loc, iloc, at, iat: rows and columns by label and by position, to be read and to be set."""
import numpy as np

from pandas.core.dtypes import array_of, box, full, is_integer, is_list_like
from pandas.core.indexes.base import Index
from pandas.core.missing import missing_in
from pandas.errors import IndexingError


def mask_of(key, obj, axis=0):
    """A mask if key is one for the rows (or columns) of obj, else None."""
    index = obj.index if axis == 0 else obj.columns
    if hasattr(key, '_index_of'):
        values = key._values
        if hasattr(values, '_extended'):
            if not values.dtype._boolean:
                return None
            values = values._data & ~values._mask
        if values.dtype.kind == 'O' and len(values) and all(isinstance(x, (bool, np.bool_)) for x in values):
            values = values.astype(bool)
        if values.dtype.kind == 'O' and len(values):
            lacking(values)
        if values.dtype.kind != 'b':
            return None
        if key.index is index or key.index.equals(index):
            return values
        spots = key.index._spots(index)
        if (spots < 0).any():
            raise IndexingError('Unalignable boolean Series provided as indexer (index of the boolean Series and of the indexed object do not match).')
        return values[spots]
    if isinstance(key, Index):
        key = key._values
    if hasattr(key, '_extended') and key.dtype._boolean:
        key = key._data & ~key._mask
    if isinstance(key, list):
        if not key or not all(isinstance(x, (bool, np.bool_)) for x in key):
            return None
        key = np.array(key, bool)
    if isinstance(key, np.ndarray) and key.dtype.kind == 'b' and key.ndim == 1:
        if len(key) != len(index):
            raise IndexError(f'Boolean index has wrong length: {len(key)} instead of {len(index)}')
        return key
    return None


def lacking(values):
    """An error for bools among which some are missing."""
    gone = missing_in(values)
    if gone.any() and not gone.all() and all(isinstance(x, (bool, np.bool_)) for x in values[~gone]):
        raise ValueError('Cannot mask with non-boolean array containing NA / NaN values')


class Indexer:
    """One of the four ways."""

    def __init__(self, obj):
        self.obj = obj

    paired = False      # whether the key names rows and columns
    along = None        # the axis that a key is for, where loc(axis=…) says it

    def __call__(self, axis=None):
        """The same way, its keys for one axis."""
        from pandas.core.generic import axis_number
        made = type(self)(self.obj)
        made.along = None if axis is None else axis_number(axis, self.obj)
        return made

    def split(self, key):
        """A key as (rows, columns), columns None where only rows are named."""
        if self.along is not None:
            return (key, None) if self.along == 0 else (slice(None), key)
        if self.obj.ndim == 1:
            if isinstance(key, tuple) and self.obj.index.nlevels == 1:
                if len(key) > 1:
                    raise IndexingError('Too many indexers')
                key = key[0]
            return key, None
        if isinstance(key, tuple):
            if Ellipsis in [x for x in key if x is Ellipsis]:
                key = tuple(slice(None) if x is Ellipsis else x for x in key)
            if self.obj.index.nlevels > 1 and self.whole_label(key):
                return key, None
            if len(key) > 2:
                raise IndexingError('Too many indexers')
            return key if len(key) == 2 else (key[0], None)
        return key, None

    def whole_label(self, key):
        return False

    def __getitem__(self, key):
        obj = self.obj
        rows, columns = self.split(key)
        self.paired = columns is not None
        rows = rows(obj) if callable(rows) else rows
        columns = columns(obj) if callable(columns) else columns
        self.one_cell(rows, columns)
        if obj.ndim == 1:
            where = self.place(rows, 0)
            if isinstance(where, (int, np.integer)):
                return box(obj._values[where])
            return self.drop_level(obj._rows(where), rows)
        row = self.place(rows, 0)
        if columns is None or (isinstance(columns, slice) and columns == slice(None)):
            if isinstance(row, (int, np.integer)):
                return obj._row(int(row))
            return self.drop_level(obj._rows(row), rows)
        column = self.place(columns, 1)
        if isinstance(column, (int, np.integer)):
            found = obj._column(int(column))
            if isinstance(row, (int, np.integer)):
                return box(found._values[row])
            return found if isinstance(row, slice) and row == slice(None) else self.drop_level(found._rows(row), rows)
        part = obj._columns_at(column)
        if obj.columns.nlevels > 1:
            part = self.drop_column_levels(part, columns)
        return part._row(int(row)) if isinstance(row, (int, np.integer)) else self.drop_level(part._rows(row), rows)

    def drop_level(self, found, key):
        return found

    def drop_column_levels(self, found, key):
        return found

    def one_cell(self, rows, columns):
        """Looks at the key of one cell."""

    # ---- setting ----
    def __setitem__(self, key, value):
        obj = self.obj
        rows, columns = self.split(key)
        rows = rows(obj) if callable(rows) else rows
        if obj.ndim == 1:
            where = self.place_to_set(rows, 0)
            if where is None:
                return obj._append_label(rows, value)
            masked = isinstance(where, np.ndarray) and where.dtype.kind == 'b'
            if hasattr(value, '_index_of') and not isinstance(where, (int, np.integer)) and self.aligns:
                value = value.reindex(obj.index[where])._values
            elif isinstance(value, list) and isinstance(where, np.ndarray) and len(np.arange(len(obj))[where]) != len(value):
                raise ValueError('cannot set using a list-like indexer with a different length than the value')
            return obj._put(where, value, masked and not isinstance(value, np.ndarray))
        if columns is None and isinstance(rows, np.ndarray) and rows.ndim == 2:
            raise ValueError('Cannot index with multidimensional key')
        row = self.place_to_set(rows, 0)
        if row is None:
            if columns is not None and not (isinstance(columns, slice) and columns == slice(None)):
                return self.enlarge(rows, columns, value)
            return obj._append_row(rows, value)
        every = columns is None or (isinstance(columns, slice) and columns == slice(None))
        column = slice(None) if every else self.place_to_set(columns, 1)
        if column is None:
            blank = np.full(len(obj), np.nan)
            label = columns
            if is_list_like(columns) and not isinstance(columns, tuple):
                raise KeyError(f'{columns} not in index')
            obj._insert(len(obj.columns), label, full(len(obj), value) if isinstance(row, slice) and row == slice(None) and not is_list_like(value) else blank)
            column = len(obj.columns) - 1
        self.set_cells(row, column, value)

    aligns = True

    def enlarge(self, label, columns, value):
        obj = self.obj
        obj._append_row(label, np.nan)
        self[label, columns] = value

    def lay(self, j, row, value, of_table=False):
        """Sets rows of a column. All rows at once are a new column, in the dtype of what is set; of an array of two axes as if a list was set: numbers of eight bytes each."""
        obj, n = self.obj, len(self.obj)
        if of_table and isinstance(value, np.ndarray) and value.dtype.kind in 'iuf' and value.dtype.itemsize < 8:
            value = value.astype('f8' if value.dtype.kind == 'f' else 'i8')
        if isinstance(row, (int, np.integer)) or not n or not np.array_equal(np.arange(n)[row], np.arange(n)):
            return obj._put(j, row, value)
        obj._data[j] = value.copy() if hasattr(value, '_extended') else array_of(value, copy=True) if isinstance(value, np.ndarray) else full(n, value)
        obj._lent.pop(j, None)

    def fitting(self, j, values):
        """A table's column in the dtype of the column whose rows it is set to, where that one can hold all such numbers."""
        have = self.obj._data[j].dtype
        return values.astype(have) if isinstance(values, np.ndarray) and isinstance(have, np.dtype) and have.kind in 'iuf' and values.dtype.kind in 'iuf' and np.can_cast(values.dtype, have) else values

    def set_cells(self, row, column, value):
        obj = self.obj
        spots = np.arange(len(obj.columns))[column]
        one_row = isinstance(row, (int, np.integer))
        one_column = isinstance(column, (int, np.integer))
        if isinstance(value, dict):
            from pandas.core.series import Series
            value = Series(value)
        if hasattr(value, '_data'):
            labels = obj.index[row] if not one_row else obj.index[row:row + 1]
            value = value.reindex(index=labels, columns=obj.columns[np.atleast_1d(spots)]) if self.aligns else value
            for i, j in enumerate(np.atleast_1d(spots)):
                self.lay(int(j), row, value._data[i][0] if one_row else value._data[i] if one_column else self.fitting(int(j), value._data[i]))
            return
        if hasattr(value, '_index_of'):
            if one_row and not one_column:
                value = value.reindex(obj.columns[spots])._values if self.aligns else value._values
            elif one_row:
                pass
            else:
                value = value.reindex(obj.index[row])._values if self.aligns else value._values
                for j in np.atleast_1d(spots):
                    self.lay(int(j), row, value)
                return
        if one_row and one_column and isinstance(value, (list, np.ndarray)) and self.aligns:
            raise ValueError('Must have equal len keys and value when setting with an iterable')
        if not is_list_like(value) or (one_row and one_column):
            for j in np.atleast_1d(spots):
                self.lay(int(j), row, value)
            return
        tall = 1 if one_row else len(np.arange(len(obj))[row])
        if hasattr(value, '_extended') and one_column and len(value) == tall:
            return self.lay(int(column), row, value)
        value = np.asarray(value) if not isinstance(value, (list, tuple)) else value
        table = value
        if not isinstance(value, np.ndarray) and any(is_list_like(x) for x in value):
            table = np.empty((len(value), len(value[0])), object)
            for i, x in enumerate(value):
                table[i] = x
        if isinstance(table, np.ndarray) and table.ndim == 2:
            if table.shape[1] != len(np.atleast_1d(spots)) or table.shape[0] not in (tall, 1):
                raise ValueError(f'shape mismatch: value array of shape {table.shape} could not be broadcast to indexing result of shape {(tall, len(np.atleast_1d(spots)))}'
                                 if not one_column else 'could not broadcast input array')
            for i, j in enumerate(np.atleast_1d(spots)):
                self.lay(int(j), row, table[0, i] if one_row or len(table) != tall else array_of(table[:, i] if table.dtype.kind != 'O' else list(table[:, i])), True)
            return
        items = list(value)
        if one_column:
            if len(items) != tall:
                if self.aligns and isinstance(row, slice):
                    raise ValueError('Must have equal len keys and value when setting with an iterable')
                raise ValueError('cannot set using a list-like indexer with a different length than the value' if isinstance(row, np.ndarray) else 'cannot set using a slice indexer with a different length than the value')
            return self.lay(int(column), row, array_of(value if isinstance(value, np.ndarray) and value.ndim == 1 else items))
        if one_row or len(items) == len(spots) and len(items) != tall or len(items) == len(spots):
            if len(items) != len(spots):
                raise ValueError('Must have equal len keys and value when setting with an iterable')
            for j, x in zip(spots, items):
                self.lay(int(j), row, x)
            return
        raise ValueError('Must have equal len keys and value when setting with an iterable')

    def place_to_set(self, key, axis):
        """place, or None for one label that is not there yet."""
        return self.place(key, axis)


class Loc(Indexer):
    """By label."""

    def whole_label(self, key):
        index = self.obj.index
        if len(key) == 2 and any(isinstance(y, (slice, list, np.ndarray)) for x in key for y in (x if isinstance(x, tuple) else (x,))):
            return False
        if len(key) == 2 and key[1] in self.obj.columns and not (all(not isinstance(x, (list, slice)) for x in key) and index._has(key)):
            return False
        return all(not isinstance(x, (slice, list, np.ndarray)) for x in key) and index._has(key)

    def place(self, key, axis):
        index = self.obj.index if axis == 0 else self.obj.columns
        mask = mask_of(key, self.obj, axis)
        if mask is not None:
            return np.flatnonzero(mask)
        if index.nlevels > 1 and isinstance(key, tuple) and any(isinstance(x, slice) or is_list_like(x) and not isinstance(x, tuple) for x in key):
            return index.get_locs(key)
        if isinstance(key, slice):
            if key.start is None and key.stop is None:
                return key
            return index.slice_indexer(key.start, key.stop, key.step)
        if is_list_like(key) and not (isinstance(key, tuple) and (index.nlevels > 1 or key in index)):
            try:
                return index._find(key if isinstance(key, Index) else list(key))
            except KeyError as e:
                said = str(e.args[0])
                raise KeyError(said.replace('{axis}', 'columns' if axis else 'index')) from None
        if isinstance(key, str) and hasattr(index, '_partial'):
            part = index._partial(key)
            if part is not None:
                return part
        found = index.get_loc(key)
        return np.flatnonzero(found) if isinstance(found, np.ndarray) else found

    def place_to_set(self, key, axis):
        if is_list_like(key) and not isinstance(key, tuple) or isinstance(key, slice):
            return self.place(key, axis)
        try:
            return self.place(key, axis)
        except KeyError:
            return None

    def drop_level(self, found, key):
        index = self.obj.index
        if isinstance(key, Index) and key.nlevels == 1 and index.nlevels == 1 and key.dtype.kind != 'b' and key.name != found.index.name:
            return found._with_index(found.index._renamed(key.name))
        if index.nlevels == 1 or isinstance(key, (slice, list, np.ndarray, Index)) or hasattr(key, '_index_of'):
            return found
        if isinstance(key, tuple) and any(isinstance(x, slice) or is_list_like(x) and not isinstance(x, tuple) for x in key):
            if self.obj.ndim == 2:
                return found
            rest = [i for i in range(index.nlevels) if i >= len(key) or isinstance(key[i], slice) or is_list_like(key[i])]
            return found._with_index(found.index._keep_levels(rest)) if 0 < len(rest) < index.nlevels and not any(is_list_like(x) for x in key) else found
        given = len(key) if isinstance(key, tuple) else 1
        first = index._arrays[0] if isinstance(key, str) else None
        if first is not None and first.dtype.kind == 'M' and index.get_level_values(0)._partial(key) is not None:
            return found            # (a text that names a longer time: the times stay)
        return found._with_index(found.index._without_levels(given)) if given < index.nlevels else found


    def drop_column_levels(self, found, key):
        """The columns without the levels whose label is said."""
        parts = key if isinstance(key, tuple) else (key,)
        if any(isinstance(x, slice) or is_list_like(x) for x in parts) or len(parts) >= found.columns.nlevels:
            return found
        return found._make(found._data, found.index, found.columns._without_levels(len(parts)))


class ILoc(Indexer):
    """By position."""
    aligns = False

    def place(self, key, axis):
        index = self.obj.index if axis == 0 else self.obj.columns
        n = len(index)
        if is_integer(key):
            if not -n <= key < n:
                raise IndexError('single positional indexer is out-of-bounds')
            return int(key) % n if n else 0
        if isinstance(key, slice):
            for x in (key.start, key.stop, key.step):
                if x is not None and not is_integer(x):
                    raise TypeError(f'cannot do positional indexing on {type(index).__name__} with these indexers [{x}] of type {type(x).__name__}')
            return key
        if hasattr(key, '_index_of') and key.dtype.kind == 'b':
            raise NotImplementedError('iLocation based boolean indexing on an integer type is not available' if index.dtype.kind in 'iu' else 'iLocation based boolean indexing cannot use an indexable as a mask')
        mask = mask_of(key, self.obj, axis)
        if mask is not None:
            return np.flatnonzero(mask)
        if is_list_like(key):
            spots = np.asarray(list(key)) if not isinstance(key, np.ndarray) else key
            if not len(spots):
                return np.empty(0, np.intp)
            if spots.dtype.kind not in 'iu':
                raise IndexError(f'.iloc requires numeric indexers, got {spots}')
            if (spots >= n).any() or (spots < -n).any():
                raise IndexError('positional indexers are out-of-bounds')
            return spots.astype(np.intp)
        if self.paired:
            raise ValueError('Location based indexing can only have [integer, integer slice (START point is INCLUDED, END point is EXCLUDED), listlike of integers, boolean array] types')
        raise TypeError('Cannot index by location index with a non-integer key')

    def one_cell(self, rows, columns):
        if is_integer(rows) and is_integer(columns):
            for x, n in ((rows, len(self.obj)), (columns, len(self.obj.columns))):
                if not -n <= x < n:
                    raise IndexError(f'index {x} is out of bounds for axis 0 with size {n}')

    def place_to_set(self, key, axis):
        try:
            return self.place(key, axis)
        except IndexError as e:
            if is_integer(key):
                raise IndexError('iloc cannot enlarge its target object') from None
            raise e


class At(Loc):
    """One cell, by label."""

    def __getitem__(self, key):
        if self.obj.ndim == 2 and not (isinstance(key, tuple) and len(key) == 2):
            raise KeyError(key)
        for x in key if isinstance(key, tuple) else (key,):
            if isinstance(x, (list, slice, np.ndarray)):
                raise TypeError(f"unhashable type: '{type(x).__name__}'")
        if self.obj.ndim == 2 and key[1] not in self.obj.columns:
            raise KeyError(key[1])
        return super().__getitem__(key)


class IAt(ILoc):
    """One cell, by position."""

    def __getitem__(self, key):
        for x in key if isinstance(key, tuple) else (key,):
            if not is_integer(x):
                raise ValueError('iAt based indexing can only have integer indexers')
        try:
            return super().__getitem__(key)
        except IndexError:
            part = key if isinstance(key, tuple) else (key,)
            for x, n in zip(part, self.obj.shape):
                if not -n <= x < n:
                    raise IndexError(f'index {x} is out of bounds for axis 0 with size {n}') from None
            raise


