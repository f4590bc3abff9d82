"""Index: the labels of rows or columns, an array that is not changed, with a table from label to position made when first asked for."""
import datetime

import numpy as np

from pandas.core.dtypes import array_of, as_common, box, cast, common, is_integer, is_list_like, is_numeric, listed, objects, put
from pandas.core.hashed import places, table_of
from pandas.core.indexes.asked import Asked
from pandas.core.indexes.frozen import FrozenList
from pandas.core.missing import missing_in, missing_one
from pandas.core.zones import ExtensionDtype
from pandas.errors import InvalidIndexError
from pandas.io.formats.format import format_index, summary_of

MISSING = object()


def _comparable(labels):
    """Whether labels can be told apart by size."""
    try:
        sorted(labels)
    except TypeError:
        return False
    return True


def _in_order(values):
    """Labels in order; of several kinds: numbers, then texts, then None; as they are, with a warning, where nothing says which comes first."""
    try:
        return objects(sorted(values))
    except TypeError:
        pass
    texts, none = [x for x in values if isinstance(x, str)], [x for x in values if x is None]
    try:
        return objects(sorted(x for x in values if x is not None and not isinstance(x, str)) + sorted(texts) + none)
    except TypeError as e:
        import warnings
        warnings.warn(f'{e}, sort order is undefined for incomparable objects.', RuntimeWarning, stacklevel=4)
        return values


class Index(Asked):
    """Labels: Index(data, dtype=None, name=None)."""
    __module__ = 'pandas.core.indexes.base'
    __array_priority__ = 1000
    _kind = None

    def __new__(cls, data=None, dtype=None, copy=False, name=MISSING, tupleize_cols=True, names=None):
        if name is MISSING:
            name = getattr(data, 'name', None)
        if data is None:
            raise TypeError(f'{cls.__name__}(...) must be called with a collection of some kind, None was passed')
        if not is_list_like(data):
            raise TypeError(f'{cls.__name__}(...) must be called with a collection of some kind, {data!r} was passed')
        from pandas.core.indexes.range import RangeIndex
        if dtype is None and isinstance(data, range) and cls is Index:
            return RangeIndex(data, name=name)
        if isinstance(data, Index):
            if dtype is None and (cls is Index or isinstance(data, cls)):
                return data._renamed(name)
            data = data._values
        elif tupleize_cols and isinstance(data, (list, tuple)) and len(data) and all(type(x) is tuple for x in data):
            from pandas.core.indexes.multi import MultiIndex
            return MultiIndex.from_tuples(data, names=names)
        values = array_of(data, dtype if dtype is not None else cls._kind)
        if isinstance(data, (list, tuple)) and not len(data) and dtype is None and cls._kind is None:
            values = np.empty(0, object)
        return index_of(values.copy() if copy else values, name)

    @classmethod
    def _make(cls, values, name):
        self = object.__new__(cls)
        self._array = values
        self.name = name
        return self

    @property
    def _values(self):
        return self._array

    @property
    def values(self):
        return self._values

    @property
    def name(self):
        return self.__dict__.get('_name')

    @name.setter
    def name(self, name):
        if isinstance(name, (list, dict, set)):
            raise TypeError(f'{type(self).__name__}.name must be a hashable type')
        if '_level_of' in self.__dict__:
            raise RuntimeError("Cannot set name on a level of a MultiIndex. Use 'MultiIndex.set_names' instead.")
        self.__dict__['_name'] = name

    @property
    def names(self):
        return FrozenList([self.name])

    @names.setter
    def names(self, names):
        if len(names) != 1:
            raise ValueError(f'Length of new names must be 1, got {len(names)}')
        self.name = names[0]

    nlevels = 1
    ndim = 1
    empty = property(lambda self: not len(self))
    size = property(lambda self: len(self))
    shape = property(lambda self: (len(self),))
    dtype = property(lambda self: self._values.dtype)
    T = property(lambda self: self)
    array = property(lambda self: accessor('arrays', 'array_of_column')(self._values))
    str = property(lambda self: accessor('strings', 'StringMethods')(self))

    def _renamed(self, name):
        return type(self)._make(self._values, name)

    def _like(self, values):
        return index_of(values, self.name)

    # ---- as a sequence ----
    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(listed(self._values))

    def __getitem__(self, key):
        if is_integer(key):
            return box(self._values[key])
        if isinstance(key, tuple) and len(key) == 2 and None in key:
            return np.asarray(self._values).view(np.ndarray)[key]
        if hasattr(key, '_values'):
            key = key._values
        if isinstance(key, list):
            key = np.array(key) if len(key) else np.empty(0, int)
        return self._like(self._values[key])

    def __contains__(self, key):
        try:
            return key in self._table()
        except TypeError:
            raise TypeError(f"unhashable type: '{type(key).__name__}'") from None

    def __bool__(self):
        raise ValueError(f'The truth value of a {type(self).__name__} is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all().')

    def __setitem__(self, key, value):
        raise TypeError('Index does not support mutable operations')

    def __hash__(self):
        raise TypeError(f'unhashable type: {type(self).__name__!r}')

    def __array__(self, dtype=None):
        return np.asarray(self._values, dtype)

    def __repr__(self):
        return summary_of(self)

    def __copy__(self):
        return self._renamed(self.name)

    def __deepcopy__(self, memo):
        return self.copy(deep=True)

    def __reduce__(self):
        return rebuilt, (self._values, self.name)

    def copy(self, name=None, deep=False):
        """The same labels again."""
        return self._like(self._values.copy() if deep else self._values)._renamed(self.name if name is None else name)

    def tolist(self):
        """The labels as a list."""
        return listed(self._values)

    to_list = tolist

    def memory_usage(self, deep=False):
        """The bytes of the labels."""
        from pandas.core.kinds import bytes_of
        return bytes_of(self._values, deep)

    def item(self):
        """The only label."""
        if len(self) != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return self[0]

    def to_numpy(self, dtype=None, copy=False, na_value=MISSING):
        """The labels as an array."""
        values = self._values if na_value is MISSING else np.where(missing_in(self._values), na_value, self._values)
        return np.array(values, dtype) if copy else np.asarray(values, dtype)

    def to_series(self, index=None, name=None):
        """The labels as values, and as labels."""
        from pandas.core.series import Series
        return Series(self._values.copy(), index=self if index is None else index, name=self.name if name is None else name)

    def to_frame(self, index=True, name=None):
        """The labels as the only column of a frame."""
        from pandas.core.frame import DataFrame
        name = name if name is not None else 0 if self.name is None else self.name
        return DataFrame({name: self._values.copy()}, index=self if index else None)

    # ---- finding ----
    def _table(self):
        """label → position of the first, made once."""
        found = self.__dict__.get('_positions')
        if found is None:
            found = {}
            labels = listed(self._values)
            for i in range(len(labels) - 1, -1, -1):
                found[labels[i]] = i
            self.__dict__['_positions'] = found
        return found

    def _hashed(self):
        """The compiled table of the labels, made once; None: of these there is none."""
        found = self.__dict__.get('_hash_table', MISSING)
        if found is MISSING:
            own = hasattr(self._values, '_extended') or type(self)._table is not Index._table or self.dtype.kind not in 'iufOmM'
            found = self.__dict__['_hash_table'] = None if own else table_of(self._values)
        return found

    def _places(self, values):
        """Where each value of an array stands among the labels, which must be unique, -1: nowhere; None: it has to be asked value by value."""
        table = self._hashed() if not hasattr(values, '_extended') else None
        if table is None:
            return None
        mine, its = self._values, values
        if (getattr(mine, 'zone', None) is None) != (getattr(its, 'zone', None) is None):
            return None
        kinds = mine.dtype.kind + its.dtype.kind
        if kinds in ('if', 'fi', 'uf', 'fu'):
            return places(table_of(mine.astype('f8')) if kinds[0] != 'f' else table, its.astype('f8'))
        if kinds[0] == kinds[1]:
            return places(table, its)
        return places(table if kinds[0] == 'O' else table_of(objects(listed(mine))), objects(listed(its)) if kinds[1] != 'O' else its)

    @property
    def is_unique(self):
        if len(self) > 64 and '_positions' not in self.__dict__:
            table = self._hashed()
            if table is not None:
                return len(table) == len(self)
        return len(self._table()) == len(self)

    has_duplicates = property(lambda self: not self.is_unique)
    hasnans = property(lambda self: bool(missing_in(self._values).any()))

    @property
    def is_monotonic_increasing(self):
        return self._ordered(lambda a, b: a <= b)

    @property
    def is_monotonic_decreasing(self):
        return self._ordered(lambda a, b: a >= b)

    def _ordered(self, right):
        v = self._values._sortable() if hasattr(self._values, '_extended') else self._values
        if v is not self._values and self._values._gone().any():
            return False
        try:
            return bool(np.all(right(v[:-1], v[1:])))
        except TypeError:
            return False

    @property
    def inferred_type(self):
        kind = self.dtype.kind
        if hasattr(self.dtype, '_extended') and self.dtype._numeric:
            kind = self.dtype.numpy_dtype.kind
        if kind == 'O':
            kinds = set(map(type, self._values))
            if kinds == {str}:
                return 'string'
            return 'empty' if not kinds else 'mixed-integer' if int in kinds else 'mixed'
        return {'i': 'integer', 'u': 'integer', 'f': 'floating', 'b': 'boolean', 'M': 'datetime64', 'm': 'timedelta64', 'c': 'complex'}[kind]

    def _key(self, key):
        """A label as the table has it."""
        return key

    def get_loc(self, key, method=None, tolerance=None):
        """The position of a label; a slice or a mask where it stands more than once."""
        if method is not None or tolerance is not None:
            raise NotImplementedError("perch's pandas has no get_loc(method=…)")
        try:
            first = self._table().get(self._key(key), MISSING)
        except TypeError:
            raise InvalidIndexError(key) from None
        if first is MISSING or (isinstance(key, (bool, np.bool_)) and is_numeric(self.dtype) and self.dtype.kind != 'b'):
            raise KeyError(key)
        if self.is_unique:
            return first
        spots = np.flatnonzero(self._equal(key))
        if len(spots) <= 1:
            return first
        return slice(int(spots[0]), int(spots[-1]) + 1) if spots[-1] - spots[0] + 1 == len(spots) else self._equal(key)

    def _equal(self, key):
        key = self._key(key)
        if isinstance(key, tuple):
            return np.array([x == key for x in self._values], bool)
        return np.asarray(self._values == (np.datetime64(key) if self.dtype.kind == 'M' else key), bool)

    def _spots(self, labels):
        """Positions of labels, -1 where one is absent; the labels here must be unique."""
        if isinstance(labels, Index) and labels is self:
            return np.arange(len(self))
        if isinstance(labels, Index) and len(labels) > 64:
            found = self._places(labels._values)
            if found is not None:
                return found
        table, key = self._table(), self._key
        return np.array([table.get(key(x), -1) for x in (listed(labels._values) if isinstance(labels, Index) else labels)], np.intp)

    def get_indexer(self, target, method=None, limit=None, tolerance=None):
        """Where each label of another index stands in this one, -1 where it does not."""
        if method is not None or limit is not None or tolerance is not None:
            raise NotImplementedError("perch's pandas has no get_indexer(method=…)")
        if not self.is_unique:
            raise InvalidIndexError('Reindexing only valid with uniquely valued Index objects')
        return self._spots(target if isinstance(target, Index) else Index(target))

    def _find(self, labels):
        """Positions of a list of labels for loc; KeyError in pandas' words where some are absent."""
        asked = labels if isinstance(labels, Index) else Index(labels, tupleize_cols=False) if len(labels) else Index([], dtype=self.dtype)
        names = list(asked)
        if self.is_unique:
            spots = self._spots(names)
            absent = [x for x, i in zip(names, spots) if i < 0]
        else:
            table, parts, absent = {}, [], []
            for i, x in enumerate(listed(self._values)):
                table.setdefault(x, []).append(i)
            for x in names:
                if self._key(x) in table:
                    parts += table[self._key(x)]
                else:
                    absent.append(x)
            spots = np.array(parts, np.intp)
        if absent:
            if len(absent) == len(names):
                raise KeyError(f"None of [{type(asked)._make(asked._values, asked.name)!r}] are in the [{{axis}}]")
            raise KeyError(f'{absent} not in index')
        return spots

    def slice_indexer(self, start=None, end=None, step=None):
        """A slice of positions for a slice of labels, both ends within."""
        stop = end
        n = len(self)
        first = 0 if start is None else self._bound(start, 'left')
        last = n if stop is None else self._bound(stop, 'right')
        if step is not None and step < 0:
            first = n - 1 if start is None else self._bound(start, 'right') - 1
            last = None if stop is None else self._bound(stop, 'left') - 1
            last = None if last is not None and last < 0 else last
        return slice(first, last, step)

    def _bound(self, label, side):
        label = self._key(label)
        table = self._table()
        if label in table and self.is_unique:
            return table[label] + (side == 'right')
        if label not in table and self.dtype.kind == 'O' and isinstance(label, (int, float, np.number)) and not any(isinstance(x, (int, float, np.number)) for x in self._values[:1]):
            raise TypeError(f'cannot do slice indexing on {type(self).__name__} with these indexers [{label}] of type {type(label).__name__}')
        if self.is_monotonic_increasing:
            values, key = self._values, np.datetime64(label) if self.dtype.kind == 'M' else label
            try:
                return int(np.searchsorted(values, key, side)) if values.dtype.kind != 'O' else bisected(values, key, side)
            except TypeError:
                raise TypeError(f'cannot do slice indexing on {type(self).__name__} with these indexers [{label}] of type {type(label).__name__}') from None
        if label in table:
            at = np.flatnonzero(self._equal(label))
            if at[-1] - at[0] + 1 != len(at):
                raise KeyError(f'Cannot get {side} slice bound for non-unique label: {label!r}')
            return int(at[-1]) + 1 if side == 'right' else int(at[0])
        if self.is_monotonic_decreasing and is_numeric(self.dtype):
            return len(self) - int(np.searchsorted(self._values[::-1], label, 'left' if side == 'right' else 'right'))
        raise KeyError(label)

    # ---- as sets ----
    def _both(self, other, sort):
        other = other if isinstance(other, Index) else Index(other)
        return other, self.name if self.name == other.name else None

    def _joined(self, items, dtype, name, sort):
        if isinstance(dtype, ExtensionDtype):
            values = cast(array_of(list(items)), dtype)
            return index_of(values[np.argsort(values.view(np.ndarray), kind='stable')] if sort is None or sort is True else values, name)
        values = as_common(array_of(items) if dtype is None else cast(array_of(items, object), dtype) if dtype.kind != 'O' else objects(items), dtype or np.dtype(object))
        if sort is None or sort is True:
            values = np.sort(values) if values.dtype.kind != 'O' else _in_order(values)
        return index_of(values, name)

    def union(self, other, sort=None):
        """The labels of both."""
        other, name = self._both(other, sort)
        if self.equals(other):
            return self._renamed(name)
        if not len(other):
            return self._renamed(name)
        if not len(self):
            return other._renamed(name)
        mine = listed(self._values)
        seen = set(mine)
        both = mine + [x for x in dict.fromkeys(other) if x not in seen]
        if sort is None and self.dtype != other.dtype and self.is_monotonic_increasing and other.is_monotonic_increasing and not _comparable(both):
            sort = False            # (two that rise are merged, and where that cannot be done stay one behind the other)
        return self._joined(both, common([self.dtype, other.dtype]), name, sort)

    def intersection(self, other, sort=False):
        """The labels that both have."""
        other, name = self._both(other, sort)
        if self.equals(other):
            return self._renamed(name)
        have = set(other)
        return self._joined([x for x in dict.fromkeys(self) if x in have], common([self.dtype, other.dtype]), name, sort)

    def difference(self, other, sort=None):
        """The labels that the other has not."""
        other, _ = self._both(other, sort)
        gone = set(other)
        return self._joined([x for x in dict.fromkeys(self) if x not in gone], self.dtype, self.name, sort)

    def symmetric_difference(self, other, result_name=None, sort=None):
        """The labels that only one has."""
        other, name = self._both(other, sort)
        mine, its = set(self), set(other)
        items = [x for x in dict.fromkeys(self) if x not in its] + [x for x in dict.fromkeys(other) if x not in mine]
        return self._joined(items, common([self.dtype, other.dtype]), result_name or name, sort)

    def equals(self, other):
        """Whether another index has the same labels in the same order."""
        if self is other:
            return True
        if not isinstance(other, Index) or len(self) != len(other):
            return False
        a, b = self._values, other._values
        if hasattr(a, '_codes') and hasattr(b, '_codes') and a.dtype == b.dtype and a.categories.equals(b.categories):
            return bool((a._codes == b._codes).all())
        if a.dtype.kind == 'O' or b.dtype.kind == 'O':
            return all(x is y or x == y or (missing_one(x) and missing_one(y)) for x, y in zip(listed(a), listed(b)))
        if (a.dtype.kind in 'mM') != (b.dtype.kind in 'mM'):
            return False
        return bool(((a == b) | (missing_in(a) & missing_in(b))).all())

    def to_flat_index(self):
        """The labels, which have one level."""
        return self

    def identical(self, other):
        """equals, and of the same name and type."""
        return self.equals(other) and self.name == other.name and type(self) is type(other)

    # ---- made from it ----
    def append(self, other):
        """This index and others behind it."""
        parts = [self] + (list(other) if isinstance(other, (list, tuple)) else [other])
        name = self.name if all(p.name == self.name for p in parts) else None
        return index_of(joined([p._values for p in parts]), name)

    def insert(self, loc, item):
        """The labels with one more."""
        values = listed(self._values)
        loc = loc + len(values) if loc < 0 else loc
        same = len(values) == 0 or self.dtype.kind == 'O'
        return index_of(objects(values[:loc] + [item] + values[loc:]) if same else array_of(values[:loc] + [item] + values[loc:]), self.name)

    def delete(self, loc):
        """The labels without those at some positions."""
        return self._like(np.delete(self._values, loc))

    def drop(self, labels, errors='raise'):
        """The labels without some of them."""
        labels = list(labels) if is_list_like(labels) else [labels]
        absent = [x for x in labels if x not in self]
        if absent and errors != 'ignore':
            raise KeyError(f'{absent} not found in axis')
        gone = {self._key(x) for x in labels}
        return self._like(self._values[np.array([x not in gone for x in self], bool)])

    def drop_duplicates(self, keep='first'):
        """Each label once."""
        return self._like(self._values[~self.duplicated(keep)])

    def duplicated(self, keep='first'):
        """Which labels stood before (or, with keep='last', stand behind)."""
        from pandas.core.algorithms import repeated
        return repeated(self._values, keep)

    def unique(self, level=None):
        """Each label once."""
        if level not in (None, 0, self.name):
            raise KeyError(f'Requested level ({level}) does not match index name ({self.name})')
        return self if self.is_unique else self.drop_duplicates()

    def nunique(self, dropna=True):
        """How many different labels there are."""
        found = self.unique()._values
        return int((~missing_in(found)).sum()) if dropna else len(found)

    def value_counts(self, normalize=False, sort=True, ascending=False, bins=None, dropna=True):
        """How often each label stands."""
        return self.to_series().value_counts(normalize, sort, ascending, bins, dropna)

    def rename(self, name, inplace=False):
        """The labels under another name."""
        if inplace:
            self.name = name
            return None
        return self._renamed(name)

    def set_names(self, names, level=None, inplace=False):
        """The labels under another name."""
        return self.rename(names[0] if isinstance(names, (list, tuple)) else names, inplace)

    def astype(self, dtype, copy=True):
        """The labels as another dtype."""
        return index_of(cast(self._values, dtype), self.name)

    def map(self, mapper, na_action=None):
        """What a function, dict or Series makes of each label."""
        from pandas.core.algorithms import mapped
        found = mapped(self._values, mapper, na_action)
        return Index(list(found), name=self.name) if found.dtype.kind == 'O' and len(found) else index_of(found, self.name)

    def take(self, indices, axis=0):
        """The labels at positions."""
        return self._like(self._values[np.asarray(indices)])

    def repeat(self, repeats):
        """Each label several times."""
        return self._like(np.repeat(self._values, repeats))

    def isin(self, values, level=None):
        """Which labels are among values."""
        from pandas.core.algorithms import among
        if level is not None:
            return self.get_level_values(level).isin(values)
        if self.nlevels > 1:
            wanted = {x for x in values}
            return np.fromiter((x in wanted for x in self), bool, len(self))
        return among(self._values, values)

    def isna(self):
        """Which labels are missing."""
        return missing_in(self._values)

    isnull = isna
    _isna = isna

    def notna(self):
        """Which labels are there."""
        return ~missing_in(self._values)

    notnull = notna

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def fillna(self, value=None):
        """value where labels are missing."""
        gone = missing_in(self._values)
        return index_of(put(self._values, gone, value) if gone.any() else self._values, self.name)

    def dropna(self, how='any'):
        """The labels that are there."""
        if how not in ('any', 'all'):
            raise ValueError(f'invalid how option: {how}')
        return self._like(self._values[~missing_in(self._values)])

    def where(self, cond, other=None):
        """other where the condition does not hold."""
        if self.dtype.kind in 'mM':
            return index_of(put(self._values.copy(), ~np.asarray(cond, bool), np.nan if other is None else other), self.name)
        return index_of(np.where(cond, self._values, np.nan if other is None else other), self.name)

    def argsort(self, *args, **kwargs):
        """The positions in the order of the labels."""
        from pandas.core.algorithms import sorting
        return sorting(self._values, True)

    def sort_values(self, return_indexer=False, ascending=True, na_position='last', key=None):
        """The labels in order."""
        from pandas.core.algorithms import sorting
        order = sorting(self._values if key is None else key(self)._values, ascending, na_position)
        return (self.take(order), order) if return_indexer else self.take(order)

    def get_level_values(self, level):
        """The labels of a level, of which there is one."""
        if level not in (0, -1, self.name):
            raise KeyError(f'Requested level ({level}) does not match index name ({self.name})')
        return self

    def format(self, name=False, formatter=None, na_rep='NaN'):
        """The labels as texts."""
        return format_index(self, name, formatter, na_rep)

    def _of(self, what):
        if not len(self):
            return np.nan
        good = self._values[~missing_in(self._values)]
        return box(getattr(good, what)()) if good.dtype.kind != 'O' else {'min': min, 'max': max}[what](good)

    def min(self, axis=None, skipna=True):
        """The smallest label."""
        return self._of('min')

    def max(self, axis=None, skipna=True):
        """The largest label."""
        return self._of('max')

    def argmax(self, axis=None, skipna=True):
        """Where the largest label stands."""
        return int(np.argmax(self._values))

    def argmin(self, axis=None, skipna=True):
        """Where the smallest label stands."""
        return int(np.argmin(self._values))

    def any(self):
        """Whether a label is true."""
        return bool(self._values.any())

    def all(self):
        """Whether each label is true."""
        return bool(self._values.all())

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [x._values if isinstance(x, Index) else x for x in inputs]
        if any(hasattr(x, '_mgr_kind') or hasattr(x, '_index_of') and not isinstance(x, Index) for x in inputs):
            return NotImplemented
        found = getattr(ufunc, method)(*plain, **kwargs)
        return found if not isinstance(found, np.ndarray) or found.dtype.kind == 'b' else index_of(found, self.name)

    def _as_set(self, other, sign, what):
        import warnings
        warnings.warn(f'Index.__{sign}__ operating as a set operation is deprecated, in the future this will be a logical operation matching Series.__{sign}__.  Use index.{what}(other) instead.',
                      FutureWarning, stacklevel=3)
        return getattr(self, what)(other)

    def __and__(self, other):
        return self._as_set(other, 'and', 'intersection')

    def __or__(self, other):
        return self._as_set(other, 'or', 'union')

    def __xor__(self, other):
        return self._as_set(other, 'xor', 'symmetric_difference')

    def __invert__(self):
        return index_of(~self._values, self.name)

    def __neg__(self):
        return index_of(-self._values, self.name)

    def __abs__(self):
        return index_of(abs(self._values), self.name)


def bisected(values, key, side):
    """Where key would stand in sorted objects."""
    import bisect
    return (bisect.bisect_left if side == 'left' else bisect.bisect_right)(list(values), key)


def own(index):
    """The same labels, whose names may change without another's: what is known of them already is known here too."""
    made = object.__new__(type(index))
    made.__dict__.update(index.__dict__)
    return made


def rebuilt(values, name):
    return index_of(values, name)


def accessor(module, name):
    import importlib
    return getattr(importlib.import_module('pandas.core.' + module), name)


def joined(arrays):
    """Arrays behind one another, in a dtype that holds them all."""
    some = [a for a in arrays if len(a)] or arrays
    want = common([a.dtype for a in some])
    return np.concatenate([as_common(a, want) for a in some]) if some else np.empty(0, object)


def index_of(values, name=None):
    """The index of the right type over an array."""
    from pandas.core.indexes import numeric
    if values.ndim != 1:
        raise ValueError('Index data must be 1-dimensional')
    kind = values.dtype.kind
    if kind in 'iu' and values.dtype.itemsize != 8:
        values = values.astype('i8' if kind == 'i' else 'u8')
    elif kind == 'f' and values.dtype.itemsize != 8:
        values = values.astype('f8')
    if kind == 'O' and hasattr(values, '_ordinals'):
        from pandas.core.indexes.periods import PeriodIndex
        return PeriodIndex._make(values, name)
    return numeric.types(kind, values.dtype)._make(values, name)


def ensure_index(obj):
    """An index for what a program gave as labels."""
    if isinstance(obj, Index):
        return obj
    if hasattr(obj, '_index_of'):
        return index_of(obj._values, obj.name)
    if isinstance(obj, list) and obj and all(isinstance(x, (list, np.ndarray)) or hasattr(x, '_values') for x in obj):
        from pandas.core.indexes.multi import MultiIndex
        return MultiIndex.from_arrays(obj)
    return Index(obj, tupleize_cols=isinstance(obj, tuple))        # (a list of tuples stays one)


def add_operators():
    import operator

    def make(op, back):
        def arithmetic(self, other):
            if hasattr(other, '_mgr_kind'):
                return NotImplemented
            mine, its = self._values, other._values if isinstance(other, Index) else other
            if isinstance(its, (list, tuple)):
                its = np.array(its)
            if mine.dtype.kind in 'mM':
                from pandas.core.ops import calculate
                return index_of(calculate(op, its, mine) if back else calculate(op, mine, its), self.name)
            with np.errstate(all='ignore'):
                found = op(its, mine) if back else op(mine, its)
            return index_of(found, self.name)
        return arithmetic

    def compare(op):
        def comparison(self, other):
            if hasattr(other, '_mgr_kind'):
                return NotImplemented
            its = other._values if isinstance(other, Index) else other
            if is_list_like(its):
                its = array_of(its)
                if len(its) != len(self):
                    raise ValueError('Lengths must match to compare')
            if hasattr(self._values, '_extended') or hasattr(its, '_extended'):
                from pandas.core.ops import compare as compared
                return compared(op.__name__, self._values, its)
            if self.dtype.kind == 'M' and isinstance(its, (str, datetime.date, np.datetime64)):
                from pandas.core.zones import compared
                return np.asarray(compared(self._values, its, op, op.__name__), bool)
            if self.dtype.kind in 'mO' and isinstance(its, str) and (self.dtype.kind == 'm' or hasattr(self._values, '_ordinals')):
                its = self._key(its)
                its = its.to_timedelta64() if hasattr(its, 'to_timedelta64') else its
            found = op(self._values, its)
            return np.full(len(self), op is operator.ne) if not isinstance(found, np.ndarray) else found.astype(bool)
        return comparison
    for name in ('add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow'):
        op = getattr(operator, name)
        setattr(Index, f'__{name}__', make(op, False))
        setattr(Index, f'__r{name}__', make(op, True))
    for name in ('eq', 'ne', 'lt', 'le', 'gt', 'ge'):
        setattr(Index, f'__{name}__', compare(getattr(operator, name)))


add_operators()
