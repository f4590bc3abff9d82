"""What every array has that NumPy has not, and its dtype: one value a place, taken, set, copied, put behind another as NumPy's arrays are; NumPy's functions see it as an array of objects."""
import numpy as np

from pandas.core.dtypes import objects
from pandas.core.missing import NA, missing_in, missing_one


class ExtensionDtype:
    """A dtype of pandas' own."""
    __module__ = 'pandas.core.dtypes.base'
    _extended = True
    kind = 'O'                  # (inside: whoever does not know better takes such an array for objects)
    name = ''
    na_value = NA
    itemsize = 8
    _numeric = _boolean = False
    isnative, hasobject, names, fields, shape = True, False, None, None, ()

    def __str__(self):
        return self.name

    def __repr__(self):
        return f'{type(self).__name__}()'

    def __eq__(self, other):
        if isinstance(other, str):
            return other == self.name
        return isinstance(other, type(self)) and self.name == other.name

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def made_from(self, values, given=False):
        """An array of this dtype of an array or a list; given: a program said what it is made of, it is not cast."""
        raise NotImplementedError

    def common(self, others):
        """The dtype for values of this and of others, or None."""
        return None

    @classmethod
    def construct_array_type(cls):
        """The class of arrays of this dtype."""
        return cls._array()

    @classmethod
    def is_dtype(cls, dtype):
        """Whether something is such a dtype, or has one."""
        return isinstance(getattr(dtype, 'dtype', dtype), cls)


def spots_of(key, n):
    """A key as positions or a slice, masks as positions."""
    if isinstance(key, (slice, int, np.integer)):
        return key
    if hasattr(key, '_values'):
        key = key._values
    if hasattr(key, '_extended'):
        if not key.dtype._boolean:
            return np.asarray(key.astype('i8'))
        key = key.astype(object) == True  # noqa: E712 (what is not known is not taken)
    key = np.asarray(key) if len(key) else np.empty(0, np.intp)
    if key.dtype.kind == 'b':
        if len(key) != n:
            raise IndexError(f'Boolean index has wrong length: {len(key)} instead of {n}')
        return np.flatnonzero(key)
    return key


class ExtensionArray:
    """One array of values of one such dtype."""
    __module__ = 'pandas.core.arrays.base'
    _extended = True
    ndim = 1
    __array_priority__ = 900
    shape = property(lambda self: (len(self),))
    size = property(lambda self: len(self))
    T = property(lambda self: self)

    # ---- what each kind says of itself: _gone(), _at(i), _picked(spots), _put(where, new), _joined(arrays), copy(), _sortable() ----
    def __iter__(self):
        return (self._at(i) for i in range(len(self)))

    def __getitem__(self, key):
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        key = spots_of(key, len(self))
        if isinstance(key, (int, np.integer)):
            if not -len(self) <= key < len(self):
                raise IndexError(f'index {key} is out of bounds for axis 0 with size {len(self)}')
            return self._at(int(key))
        return self._picked(key)

    def __setitem__(self, key, value):
        self._put(spots_of(key, len(self)), value)

    def __contains__(self, item):
        return bool(self._gone().any()) if missing_one(item) else any(x == item for x in self if not missing_one(x))

    def __reduce__(self):
        return rebuilt, (type(self), self.__dict__)

    def __hash__(self):
        raise TypeError(f'unhashable type: {type(self).__name__!r}')

    def _taken(self, spots):
        """The values at spots, -1 for one that is missing."""
        gone = spots < 0
        if not gone.any():
            return self._picked(spots)
        if not len(self):
            return self.dtype.made_from([self.dtype.na_value] * len(spots))
        found = self._picked(np.where(gone, 0, spots)).copy()
        found._blank(np.flatnonzero(gone))
        return found

    def _blank(self, where):
        self._put(where, self.dtype.na_value)

    def _cast(self, want):
        """The values as an array of NumPy's."""
        return np.array(list(self), want) if want.kind != 'O' else self._objects()

    def _objects(self):
        return objects(self)

    def _factorized(self, sort, dropna):
        """As algorithms.factorized: (codes, different values)."""
        from pandas.core import hashed
        from pandas.core.algorithms import inverse, places_in_order
        gone = self._gone()
        codes, first, _, _ = hashed.rows(self._sortable(), hashed.DROP if dropna or sort else hashed.MERGE, gone, codes=True, first=True)
        uniques = self._picked(first)
        if sort and len(first) > 1:
            order = places_in_order(uniques._sortable(), 'stable')
            codes, uniques = hashed.renumbered(codes, inverse(order)), uniques._picked(order)
        if sort and not dropna and gone.any():
            codes[gone] = len(uniques)
            uniques = type(self)._joined([uniques, self._picked(np.flatnonzero(gone)[:1])])
        return codes, uniques

    # ---- as NumPy sees it ----
    def __array__(self, dtype=None):
        found = self._objects()
        return found if dtype is None or np.dtype(dtype).kind == 'O' else found.astype(dtype)

    def __array_function__(self, func, types, args, kwargs):
        own = _FUNCTIONS.get(func.__name__)
        if own is not None:
            found = own(*args, **kwargs)
            if found is not NotImplemented:
                return found
        return func(*[as_objects(x) for x in args], **{k: as_objects(v) for k, v in kwargs.items()})

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if any(hasattr(x, '_mgr_kind') or hasattr(x, 'nlevels') for x in inputs):
            return NotImplemented
        name = _UFUNCS.get(ufunc.__name__)
        if method == '__call__' and name and len(inputs) == 2 and not kwargs:
            return by_name(name, *inputs)
        return getattr(ufunc, method)(*[as_objects(x) for x in inputs], **kwargs)

    def astype(self, dtype, copy=True):
        """The values as another dtype."""
        from pandas.core.dtypes import as_dtype
        want = as_dtype(dtype)
        if want == self.dtype:
            return self.copy() if copy else self
        if hasattr(want, '_extended'):
            return want.made_from(self)
        if want.kind == 'U':
            return objects([str(x) for x in self])
        return self._cast(want)

    # ---- methods ----
    def ravel(self, order='C'):
        """The values, which stand in a row as it is."""
        return self

    def reshape(self, *shape):
        """NumPy's array of another shape."""
        return self._objects().reshape(*shape)

    def tolist(self):
        """The values as a list."""
        return list(self)

    to_list = tolist

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """The values as an array of NumPy's."""
        found = self._objects()
        if na_value is not None:
            found[self._gone()] = na_value
        return found if dtype is None else found.astype(dtype)

    def isna(self):
        """Which values are missing."""
        return self._gone()

    _isna = isnull = isna

    def notna(self):
        """Which values are there."""
        return ~self._gone()

    def take(self, indices, allow_fill=False, fill_value=None):
        """The values at positions."""
        spots = np.asarray(indices, np.intp)
        return self._taken(spots) if allow_fill else self._picked(spots)

    def fillna(self, value=None, method=None, limit=None):
        """The values with others where they are missing."""
        from pandas.core.generic import carried, filled
        return filled(self, value) if method is None else carried(self, method, limit)

    def dropna(self):
        """The values that are there."""
        return self._picked(np.flatnonzero(~self._gone()))

    def unique(self):
        """The different values in order of appearance."""
        from pandas.core.algorithms import unique_of
        return unique_of(self)

    def factorize(self, na_sentinel=-1, use_na_sentinel=True):
        """(codes, different values)."""
        return self._factorized(False, True)

    def repeat(self, repeats, axis=None):
        """Each value several times."""
        return self._picked(np.repeat(np.arange(len(self)), repeats))

    def isin(self, values):
        """Which values are among others."""
        from pandas.core.algorithms import among
        return among(self, values)

    def argsort(self, ascending=True, kind='quicksort', na_position='last', *args, **kwargs):
        """The positions in the order of the values."""
        from pandas.core.algorithms import sorting
        return sorting(self, ascending, na_position)

    def value_counts(self, dropna=True):
        """How often each value stands."""
        from pandas.core.series import Series
        return Series(self).value_counts(dropna=dropna)

    def equals(self, other):
        """Whether another is of the same dtype and has the same values."""
        return type(self) is type(other) and self.dtype == other.dtype and len(self) == len(other) and all(x is y or bool(x == y) if not missing_one(x) else missing_one(y) for x, y in zip(self, other))

    def shift(self, periods=1, fill_value=None):
        """The values moved on by some places."""
        from pandas.core.series import Series
        found = Series(self).shift(periods) if fill_value is None else Series(self).shift(periods, fill_value=fill_value)
        return found._values

    def searchsorted(self, value, side='left', sorter=None):
        """Where values would stand in this sorted array."""
        return np.searchsorted(self._sortable(), value, side, sorter)

    def argmax(self, skipna=True):
        """Where the largest value stands."""
        return int(np.argmax(np.where(self._gone(), -np.inf, self._sortable()) if self._sortable().dtype.kind != 'O' else self.argsort()[::-1][:1]))

    def argmin(self, skipna=True):
        """Where the smallest value stands."""
        return int(np.argmin(np.where(self._gone(), np.inf, self._sortable()) if self._sortable().dtype.kind != 'O' else self.argsort()[:1]))

    def transpose(self, *axes):
        """The values, which have one dimension."""
        return self

    def view(self, dtype=None):
        """The same values."""
        return self if dtype is None else self._cast(np.dtype(dtype))

    # ---- text ----
    def _text(self, x):
        """A value in a table."""
        return str(x)

    def _texts(self, leading, na_rep):
        blank = '' if leading is False else ' '
        return [blank + self._text(x) for x in self]

    def _text_alone(self, x):
        return repr(x)

    def __repr__(self):
        return self._head() + boxed_items(self, self._text_alone) + self._tail()

    def _head(self):
        return f'<{type(self).__name__}>\n'

    def _tail(self):
        return f'\nLength: {len(self)}, dtype: {self.dtype}'


def boxed_items(values, text):
    """The values in brackets, in lines that are not too long; of many only the first and last."""
    from pandas.core.options import option
    from pandas.io.formats.format import wrapped_items
    return wrapped_items(values, text, option('display.max_seq_items') or len(values))


def rebuilt(cls, state):
    self = object.__new__(cls)
    self.__dict__.update(state)
    return self


def as_objects(x):
    """x, or where it is such an array, an array of objects; lists are looked into."""
    if hasattr(x, '_extended') and hasattr(x, '_objects'):
        return x._objects()
    return type(x)([as_objects(y) for y in x]) if type(x) in (list, tuple) else x


def _concatenate(arrays, axis=0, **rest):
    arrays = list(arrays)
    kind = arrays[0].dtype
    if all(hasattr(a, '_extended') and a.dtype == kind for a in arrays):
        return type(arrays[0])._joined(arrays)
    return NotImplemented


def _where(cond, *sides):
    if len(sides) != 2 or not hasattr(sides[0], '_extended'):
        return NotImplemented
    cond = np.asarray(cond, bool)
    return sides[0]._set_copy(~cond, sides[1])


def _repeat(a, repeats, axis=None):
    return a.repeat(repeats)


def _tile(a, reps):
    return a._picked(np.tile(np.arange(len(a)), reps))


def _delete(a, obj, axis=None):
    return a._picked(np.delete(np.arange(len(a)), obj))


def _unique(a, **rest):
    return NotImplemented if rest else a._factorized(True, True)[1]


def _isnan(x, **rest):
    return x._gone()


_FUNCTIONS = {'concatenate': _concatenate, 'repeat': _repeat, 'delete': _delete, 'tile': _tile, 'unique': _unique}
_UFUNCS = {'true_divide': 'truediv', 'divide': 'truediv', 'subtract': 'sub', 'multiply': 'mul', 'add': 'add', 'power': 'pow', 'floor_divide': 'floordiv', 'remainder': 'mod', 'equal': 'eq', 'not_equal': 'ne',
           'less': 'lt', 'less_equal': 'le', 'greater': 'gt', 'greater_equal': 'ge', 'bitwise_and': 'and', 'bitwise_or': 'or', 'bitwise_xor': 'xor'}


def by_name(name, a, b):
    """An operator by its name, of arrays or an array and a value."""
    from pandas.core import ops
    if name in ops.ARITHMETIC:
        return ops.calculate(ops.ARITHMETIC[name], a, b)
    if name in ops.COMPARISONS:
        if hasattr(a, '_extended'):
            return ops.compare(name, a, b)
        return ops.compare({'lt': 'gt', 'gt': 'lt', 'le': 'ge', 'ge': 'le'}.get(name, name), b, a)
    return ops.logic(name, a, b)


def install_operators():
    """The operators of arrays, as those of Series are."""
    from pandas.core import ops
    from pandas.core.dtypes import array_of, is_list_like

    def make(name, back):
        def operator(self, other):
            if hasattr(other, '_mgr_kind') or hasattr(other, 'nlevels'):
                return NotImplemented
            if is_list_like(other):
                other = array_of(other)
                if len(other) != len(self):
                    raise ValueError('Lengths must match')
            return by_name(name, other, self) if back else by_name(name, self, other)
        return operator
    for name in [*ops.ARITHMETIC, *ops.LOGIC]:
        setattr(ExtensionArray, f'__{name}__', make(name, False))
        setattr(ExtensionArray, f'__r{name}__', make(name, True))
    for name in ops.COMPARISONS:
        setattr(ExtensionArray, f'__{name}__', make(name, False))


install_operators()


def objects_of(values):
    """An array of objects of an array or a list."""
    if isinstance(values, np.ndarray):
        from pandas.core.dtypes import boxed
        return boxed(values) if values.dtype.kind != 'O' else values
    return values._objects() if hasattr(values, '_objects') else objects(values)


def gone_in(items):
    """missing_in of objects."""
    return missing_in(items if isinstance(items, np.ndarray) else objects(items))
