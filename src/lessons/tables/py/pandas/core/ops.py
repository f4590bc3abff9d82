"""Arithmetic, comparisons and logic of tables: labels brought together first, then NumPy."""
import datetime
import operator

import numpy as np

from pandas.core.dtypes import array_of, is_list_like, put, take
from pandas.core.missing import missing_in, missing_one
from pandas.core.zones import compared

ARITHMETIC = {'add': operator.add, 'sub': operator.sub, 'mul': operator.mul, 'truediv': operator.truediv, 'floordiv': operator.floordiv, 'mod': operator.mod, 'pow': operator.pow}
COMPARISONS = {'eq': operator.eq, 'ne': operator.ne, 'lt': operator.lt, 'le': operator.le, 'gt': operator.gt, 'ge': operator.ge}
LOGIC_SIGNS = {'and': '&', 'or': '|', 'xor': '^'}
LOGIC = {'and': operator.and_, 'or': operator.or_, 'xor': operator.xor}
TURNED = {'lt': 'gt', 'gt': 'lt', 'le': 'ge', 'ge': 'le'}
SIGNS = {'eq': '==', 'ne': '!=', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>='}


def calculate(op, a, b):
    """op of an array with an array or a value, in pandas' dtypes."""
    if hasattr(a, '_extended'):
        return a._calculate(op, b, False)
    if hasattr(b, '_extended'):
        return b._calculate(op, a, True)
    a, b = timely(a, b), timely(b, a)
    refuse_times(op, a, b)
    kinds = [x.dtype.kind for x in (a, b) if isinstance(x, np.ndarray)]
    with np.errstate(all='ignore'):
        if 'O' in kinds or isinstance(a, str) or isinstance(b, str):
            return by_object(op, a, b)
        if op in (operator.floordiv, operator.mod) and all(k in 'iub' for k in kinds):
            below = np.asarray(b)
            if below.dtype.kind in 'iub' and not below.all():
                top, low = np.asarray(a, 'f8'), np.asarray(b, 'f8')
                found = np.full(np.broadcast(top, low).shape, np.nan) if op is operator.mod else top / low
                good = np.broadcast_to(low != 0, found.shape)
                return np.where(good, op(top, np.where(low == 0, 1, low)), found)
        if op is operator.pow and all(k in 'iu' for k in kinds) and (np.asarray(b) < 0).any():
            raise ValueError('Integers to negative integer powers are not allowed.')
        found = op(a, b)
        if op is operator.floordiv and found.dtype.kind == 'i' and any(getattr(x, 'dtype', np.dtype('i8')).kind == 'm' for x in (a, b)):
            gone = missing_in(np.asarray(a)) | missing_in(np.asarray(b))
            return np.where(gone, np.nan, found) if gone.any() else found
        return found


def refuse_times(op, a, b):
    """Raises where moments cannot be calculated with, in pandas' words."""
    kinds = [getattr(getattr(x, 'dtype', None), 'kind', type(x).__name__) for x in (a, b)]
    if 'M' not in kinds:
        return
    other = kinds[1 - kinds.index('M')]
    if op not in (operator.add, operator.sub):
        raise TypeError(f'cannot perform __{op.__name__}__ with this index type: DatetimeArray')
    if other == 'M' and op is operator.add:
        raise TypeError('cannot add DatetimeArray and DatetimeArray' if all(isinstance(x, np.ndarray) for x in (a, b)) else 'cannot add DatetimeArray and Timestamp')
    if other in ('i', 'u', 'int'):
        raise TypeError('Addition/subtraction of integers and integer-arrays with DatetimeArray is no longer supported.  Instead of adding/subtracting `n`, use `n * obj.freq`')
    if other in ('f', 'float', 'str', 'b', 'bool'):
        raise TypeError(f"unsupported operand type(s) for {'+' if op is operator.add else '-'}: 'DatetimeArray' and '{other if other not in ('f', 'b') else 'float' if other == 'f' else 'bool'}'")


def by_object(op, a, b):
    """Objects, one after the other; what is missing stays so."""
    n = len(a) if isinstance(a, np.ndarray) else len(b)
    xs = list(a) if isinstance(a, np.ndarray) else [a] * n
    ys = list(b) if isinstance(b, np.ndarray) else [b] * n
    found = []
    for x, y in zip(xs, ys):
        try:
            found.append(op(x, y))
        except TypeError:
            if not (missing_one(x) or missing_one(y)):
                raise
            found.append(np.nan)
    if hasattr(a, '_ordinals') or hasattr(b, '_ordinals'):
        from pandas.core.periods import Period, of_objects
        if any(isinstance(x, Period) for x in found):
            return of_objects(found)
    out = np.empty(n, object)
    for i, x in enumerate(found):
        out[i] = x
    return out


def timely(x, other):
    """A moment or span beside an array of them, as NumPy has it."""
    kind = other.dtype.kind if isinstance(other, np.ndarray) else ''
    if kind and kind in 'mM' and not isinstance(x, (np.ndarray, np.generic, int, float)):
        from pandas.core.dates import moment, span
        if isinstance(x, str):
            return moment(x) if kind == 'M' else span(x)
        if isinstance(x, datetime.datetime):
            if (x.tzinfo is None) != (getattr(other, 'zone', None) is None) and kind == 'M':
                raise TypeError('Cannot subtract tz-naive and tz-aware datetime-like objects.')
            return moment(x)
        if hasattr(x, '_size'):
            return np.timedelta64(x.nanos, 'ns')
        if isinstance(x, datetime.timedelta):
            return span(x)
        if hasattr(x, '_offset_from'):
            return x
    return x


def compare(name, a, b):
    """A comparison, as bools."""
    if hasattr(a, '_extended'):
        return a._compare(name, b)
    if hasattr(b, '_extended'):
        return b._compare(TURNED.get(name, name), a)
    op = COMPARISONS[name]
    if a.dtype.kind == 'M' and isinstance(b, (str, datetime.date, np.datetime64)):
        return compared(a, b, op, name)
    b = timely(b, a)
    kind = a.dtype.kind
    text = isinstance(b, str) or (isinstance(b, np.ndarray) and b.dtype.kind == 'O')
    if kind in 'iufbc' and isinstance(b, str):
        if name in ('eq', 'ne'):
            return np.full(len(a), name == 'ne')
        raise TypeError(f'Invalid comparison between dtype={a.dtype} and str')
    if kind in 'mM' and not isinstance(b, (np.ndarray, np.generic)):
        if name in ('eq', 'ne'):
            return np.full(len(a), name == 'ne')
        raise TypeError(f'Invalid comparison between dtype={a.dtype} and {type(b).__name__}')
    if b is None or (missing_one(b) and kind != 'O'):
        if name in ('eq', 'ne') or kind != 'O':
            return np.full(len(a), name == 'ne')
    if kind == 'O' or text:
        ys = b if isinstance(b, np.ndarray) else [b] * len(a)
        gone = missing_in(a) | (missing_in(b) if isinstance(b, np.ndarray) else False)
        if name in ('eq', 'ne'):
            return np.fromiter((name == 'ne' if g else bool(op(x, y)) for x, y, g in zip(a, ys, gone)), bool, len(a))
        return np.fromiter((not g and bool(op(x, y)) for x, y, g in zip(a, ys, gone)), bool, len(a))
    with np.errstate(all='ignore'):
        return np.asarray(op(a, b), bool)


def logic(name, a, b):
    """and, or, exclusive or; what is missing is False."""
    op = LOGIC[name]
    if hasattr(a, '_extended'):
        return a._logic(name, b)
    if hasattr(b, '_extended'):
        return b._logic(name, a)

    def plain(x, other):
        if isinstance(x, np.ndarray) and not isinstance(other, np.ndarray) and (x.dtype.kind in 'fO' and not truthful(x) or isinstance(other, str)):
            raise TypeError(f"Cannot perform '{name}_' with a dtyped [{x.dtype}] array and scalar of type [bool]")
        if isinstance(x, np.ndarray) and x.dtype.kind == 'O':
            return np.array([False if missing_one(v) else bool(v) for v in x], bool)
        if isinstance(x, np.ndarray) and x.dtype.kind == 'f' or isinstance(other, np.ndarray) and other.dtype.kind == 'f':
            kinds = [{'i': 'int', 'u': 'int', 'f': 'float', 'b': 'bool'}.get(v.dtype.kind, type(v[0]).__name__ if len(v) else 'object') for v in (a, b)]
            raise TypeError(f"unsupported operand type(s) for {LOGIC_SIGNS[name]}: '{kinds[0]}' and '{kinds[1]}'")
        return False if missing_one(x) else x
    found = op(plain(a, b), plain(b, a))
    for x in (a, b):
        if isinstance(x, np.ndarray) and x.dtype.kind == 'O':
            found = found & ~missing_in(x)      # (what is not known is False, whatever stands beside it)
    return found


def truthful(values):
    """Whether objects are bools, or missing."""
    return values.dtype.kind == 'O' and all(isinstance(x, (bool, np.bool_)) or missing_one(x) for x in values)


def together(a, b, what=None):
    """Two Series on the labels of both: (index, values, values)."""
    if a.index.equals(b.index):
        return a.index, a._values, b._values
    if a.index.dtype.kind == 'M' and b.index.dtype.kind == 'M' and None not in (a.index.tz, b.index.tz) and a.index.dtype != b.index.dtype:
        a, b = a.tz_convert('UTC'), b.tz_convert('UTC')
        if a.index.equals(b.index):
            return a.index, a._values, b._values
    index = a.index.union(b.index)
    if not (a.index.is_unique and b.index.is_unique):
        raise ValueError('cannot reindex on an axis with duplicate labels')
    return index, take(a._values, a.index._spots(index)), take(b._values, b.index._spots(index))


def sure(values):
    """Where a condition is true: what is not known is not."""
    return values._data & ~values._mask if hasattr(values, '_mask') else np.asarray(values == True)  # noqa: E712


def is_array(x):
    return isinstance(x, np.ndarray) or hasattr(x, '_extended')


def with_fill(a, b, fill):
    """Two arrays where what one of them lacks is fill."""
    if fill is None:
        return a, b
    left, right = missing_in(a), missing_in(b) if is_array(b) else missing_one(b)
    a = put(a.copy(), left & ~right, fill) if (left & ~right).any() else a
    if is_array(b) and (right & ~left).any():
        b = put(b.copy(), right & ~left, fill)
    return a, b


def series_operation(kind, name, backwards=False):
    """The method of a Series for an operator."""
    def apply(a, b):
        if kind == 'compare':
            return compare(name, a, b)
        if kind == 'logic':
            return logic(name, a, b) if not backwards else logic(name, b, a)
        return calculate(ARITHMETIC[name], b, a) if backwards else calculate(ARITHMETIC[name], a, b)

    def operation(self, other, fill=None):
        from pandas.core.series import Series
        if getattr(other, 'ndim', 0) == 2 and hasattr(other, '_data'):
            return NotImplemented
        label = self.name
        if isinstance(other, Series):
            if kind == 'compare' and not self.index.equals(other.index) and fill is None:
                raise ValueError('Can only compare identically-labeled Series objects')
            label = self.name if self.name == other.name or (self.name is other.name) else None
            index, a, b = together(self, other)
            a, b = with_fill(a, b, fill)
            return Series._make(settle(apply(a, b)), index, label)
        if hasattr(other, '_spots'):
            other, label = other._values, self.name if other.name == self.name else None
        if is_list_like(other) and not isinstance(other, (dict, set)):
            if isinstance(other, tuple) and kind == 'compare' and len(other) != len(self):
                raise ValueError('Lengths must be equal')
            if isinstance(other, np.ndarray) and other.ndim > 1:
                raise NotImplementedError("perch's pandas has no arithmetic of a Series with a table")
            other = array_of(other)
            if len(other) != len(self):
                if kind == 'compare':
                    raise ValueError('Lengths must match to compare', self.shape, other.shape)
                if len(other) != 1:
                    raise ValueError(f'operands could not be broadcast together with shapes {self.shape} {other.shape} ')
        elif isinstance(other, np.ndarray):
            other = other[()]
        a, b = with_fill(self._values, other, fill)
        return Series._make(settle(apply(a, b)), self.index, label)
    return operation


def settle(values):
    """An array of results in a dtype of pandas: objects stay objects."""
    return values if is_array(values) else np.asarray(values)


def frame_operation(kind, name, backwards=False):
    """The method of a frame for an operator."""
    plain = series_operation(kind, name, backwards)

    def one(a, b, fill=None):
        if kind == 'compare':
            return compare(name, a, b)
        a, b = with_fill(a, b, fill)
        if kind == 'logic':
            return logic(name, b, a) if backwards else logic(name, a, b)
        return settle(calculate(ARITHMETIC[name], b, a) if backwards else calculate(ARITHMETIC[name], a, b))

    def operation(self, other, axis=1, fill=None):
        from pandas.core.frame import DataFrame
        from pandas.core.series import Series
        if isinstance(other, DataFrame):
            if self.index.equals(other.index) and self.columns.equals(other.columns):
                return self._with([one(a, b, fill) for a, b in zip(self._data, other._data)])
            if kind == 'compare' and fill is None:
                raise ValueError('Can only compare identically-labeled DataFrame objects')
            index, columns = self.index.union(other.index), self.columns.union(other.columns)
            left, right = self.reindex(index=index, columns=columns), other.reindex(index=index, columns=columns)
            return DataFrame._make([one(a, b, fill) for a, b in zip(left._data, right._data)], index, columns)
        if isinstance(other, Series):
            if axis in (0, 'index'):
                if self.index.equals(other.index):
                    return self._with([one(a, other._values, fill) for a in self._data])
                index = self.index.union(other.index)
                left, right = self.reindex(index=index), other.reindex(index)
                return DataFrame._make([one(a, right._values, fill) for a in left._data], index, self.columns)
            if kind == 'compare' and not self.columns.equals(other.index):
                raise ValueError('Operands are not aligned. Do `left, right = left.align(right, axis=1, copy=False)` before operating.')
            columns = self.columns if self.columns.equals(other.index) else self.columns.union(other.index)
            left, right = self if columns is self.columns else self.reindex(columns=columns), other.reindex(columns)
            return DataFrame._make([one(a, x, fill) for a, x in zip(left._data, right._values)], self.index, columns)
        if isinstance(other, np.ndarray) and other.ndim == 0:
            other = other[()]
        if isinstance(other, np.ndarray) and other.ndim == 2:
            rows, columns = self.shape
            if other.shape not in (self.shape, (1, columns), (rows, 1)):
                raise ValueError(f'Unable to coerce to DataFrame, shape must be {self.shape}: given {other.shape}')
            other = np.broadcast_to(other, self.shape)
            return self._with([one(a, other[:, i], fill) for i, a in enumerate(self._data)])
        if is_list_like(other) and not isinstance(other, (dict, set)):
            other = list(other)
            if axis in (0, 'index'):
                if len(other) != len(self):
                    raise ValueError(f'Unable to coerce to Series, length must be {len(self)}: given {len(other)}')
                its = array_of(other)
                return self._with([one(a, its, fill) for a in self._data])
            if len(other) != len(self.columns):
                raise ValueError(f'Unable to coerce to Series, length must be {len(self.columns)}: given {len(other)}')
            return self._with([one(a, x, fill) for a, x in zip(self._data, other)])
        return self._with([one(a, other, fill) for a in self._data])
    operation.series = plain
    return operation


def labels_together(table, other, axis):
    """Both with the labels of both, for the comparisons that have names."""
    if other.ndim == 2:
        if table.index.equals(other.index) and table.columns.equals(other.columns):
            return table, other
        index, columns = table.index.union(other.index), table.columns.union(other.columns)
        return table.reindex(index=index, columns=columns), other.reindex(index=index, columns=columns)
    if axis in (0, 'index'):
        index = table.index.union(other.index) if not table.index.equals(other.index) else table.index
        return table.reindex(index=index), other.reindex(index)
    columns = table.columns if table.columns.equals(other.index) else table.columns.union(other.index)
    return table.reindex(columns=columns), other.reindex(columns)


def spread(x, index, level):
    """The values of a level's labels for each of the labels that have that level."""
    spots = x.index._spots(index.get_level_values(level))
    return x._make(take(x._values, spots), index, x.name) if x.ndim == 1 else x._make([take(a, spots) for a in x._data], index, x.columns)


def named(cls, name, method, frame):
    """The method with a name: add(other, fill_value=…)."""
    compares = name in COMPARISONS

    def called(self, other, axis=1 if frame else 0, level=None, fill_value=None):
        if isinstance(other, dict):
            from pandas.core.series import Series
            other = Series(other)
        if frame and compares and hasattr(other, '_mgr_kind') and level is None:
            self, other = labels_together(self, other, axis)
        if level is not None and hasattr(other, '_mgr_kind'):
            if other.index.nlevels < self.index.nlevels:
                other = spread(other, self.index, level)
            elif other.index.nlevels > self.index.nlevels:
                self = spread(self, other.index, level)
        return method(self, other, axis, fill_value) if frame else method(self, other, fill_value)
    called.__name__ = name
    called.__doc__ = f'What {name} gives with another, what one side lacks as fill_value.'
    setattr(cls, name, called)


def install(cls, make, frame):
    """Gives a class its operators and their named methods."""
    for name in ARITHMETIC:
        there, back = make('arithmetic', name), make('arithmetic', name, True)
        setattr(cls, f'__{name}__', there)
        setattr(cls, f'__r{name}__', back)
        setattr(cls, f'__i{name}__', in_place(there))
        for each, method in ((name, there), ('r' + name, back)):
            named(cls, each, method, frame)
    for short, name in (('div', 'truediv'), ('rdiv', 'rtruediv'), ('divide', 'truediv'), ('multiply', 'mul'), ('subtract', 'sub')):
        setattr(cls, short, getattr(cls, name))
    for name in COMPARISONS:
        method = make('compare', name)
        setattr(cls, f'__{name}__', method)
        named(cls, name, method, frame)
    for name in LOGIC:
        setattr(cls, f'__{name}__', make('logic', name))
        setattr(cls, f'__r{name}__', make('logic', name, True))


def in_place(method):
    def changed(self, other):
        found = method(self, other)
        if found is NotImplemented:
            return found
        self._hold(found)
        return self
    return changed


def plainly(x):
    """A table or a column as an array."""
    return x._values if x.ndim == 1 else np.asarray(x)


def by_ufunc(self, ufunc, method, inputs, kwargs):
    """A ufunc of NumPy over tables: labels brought together, the result a table."""
    if method != '__call__' or kwargs.get('out') is not None:
        found = getattr(ufunc, method)(*[np.asarray(x) if hasattr(x, '_mgr_kind') else x for x in inputs], **kwargs)
        return self._like_of(found) if method == 'accumulate' else found
    if len(inputs) == 2:
        name = {'true_divide': 'truediv', 'divide': 'truediv', 'subtract': 'sub', 'multiply': 'mul', 'add': 'add', 'power': 'pow', 'floor_divide': 'floordiv', 'remainder': 'mod', 'equal': 'eq', 'not_equal': 'ne',
                'less': 'lt', 'less_equal': 'le', 'greater': 'gt', 'greater_equal': 'ge', 'bitwise_and': 'and', 'bitwise_or': 'or', 'bitwise_xor': 'xor'}.get(ufunc.__name__)
        if name and not kwargs:
            if inputs[0] is self:
                return getattr(self, f'__{name}__')(inputs[1])
            if name in COMPARISONS:
                return getattr(self, {'lt': '__gt__', 'gt': '__lt__', 'le': '__ge__', 'ge': '__le__'}.get(name, f'__{name}__'))(inputs[0])
            return getattr(self, f'__r{name}__')(inputs[0])
    tables = [x for x in inputs if hasattr(x, '_mgr_kind')]
    first = tables[0]
    if any(x.ndim == 2 for x in tables):
        first = next(x for x in tables if x.ndim == 2)
        if all(x is first or not hasattr(x, '_mgr_kind') for x in inputs) and len(inputs) == 1:
            return first._with([ufunc(v, **kwargs) for v in first._data])
    found = ufunc(*[plainly(x) if hasattr(x, '_mgr_kind') else x for x in inputs], **kwargs)
    if isinstance(found, tuple):
        return tuple(first._like_of(x) for x in found)
    return first._like_of(found)
