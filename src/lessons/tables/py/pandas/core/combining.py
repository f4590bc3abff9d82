"""What columns and tables have in common, second half: truth of one value, whole and rest, two put together by a function, rows filled for new labels, several functions at once."""
import numpy as np

from pandas.core.dtypes import is_list_like
from pandas.core.hashed import searched
from pandas.core.missing import missing_in


class Combining:
    """The base of Series and DataFrame next to NDFrame."""

    def bool(self):
        """The one value, True or False."""
        if self.size != 1:
            raise ValueError(f'The truth value of a {type(self).__name__} is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all().')
        value = self._values[0] if self.ndim == 1 else self._data[0][0]
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f'bool cannot act on a non-boolean single element {type(self).__name__}')
        return value == True  # noqa: E712 (a bool of Python's)

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def _same(self, other):
        """Whether another has the same labels and values."""
        if self.ndim == 1:
            from pandas.core.indexes.base import index_of
            return self._index.equals(other._index) and self.dtype == other.dtype and index_of(self._values).equals(index_of(other._values))
        return self._index.equals(other._index) and self._columns.equals(other._columns) and all(self.iloc[:, i]._same(other.iloc[:, i]) for i in range(len(self._columns)))

    def divmod(self, other, level=None, fill_value=None, axis=0):
        """(the quotient's whole part, the rest)."""
        return self.floordiv(other, fill_value=fill_value), self.mod(other, fill_value=fill_value)

    def rdivmod(self, other, level=None, fill_value=None, axis=0):
        """(the whole part of the quotient of other by the values, the rest)."""
        return self.rfloordiv(other, fill_value=fill_value), self.rmod(other, fill_value=fill_value)

    def combine(self, other, func, fill_value=None, overwrite=True):
        """What a function makes of the values of two, label by label, or of two tables' columns."""
        if self.ndim == 2:
            return _tables_together(self, other, func, fill_value, overwrite)
        from pandas.core.dtypes import array_of
        if getattr(other, 'ndim', 0) != 1 or not hasattr(other, 'index'):
            return self._make(array_of([func(x, other) for x in self]), self.index, self.name)
        fill = np.nan if fill_value is None else fill_value
        labels = self.index.union(other.index)
        return self._make(array_of([func(self.get(x, fill), other.get(x, fill)) for x in labels]), labels, self.name if self.name == other.name else None)

    def _by_each(self, func, args, kwargs):
        """What several functions make of the values, each in a column of its own."""
        from pandas.core.reshape.concat import concat
        if isinstance(func, dict):
            absent = [c for c in func if c not in self.columns]
            if absent:
                raise KeyError(f'Column(s) {sorted(absent)} do not exist')
            lists = any(is_list_like(f) for f in func.values())
            parts = {c: self[c].transform(list(f) if is_list_like(f) else [f] if lists else f, 0, *args, **kwargs) for c, f in func.items()}
            return concat(list(parts.values()), axis=1, keys=list(parts))
        if not func:
            raise ValueError('No transform functions were provided')
        if self.ndim == 2:
            return concat([self[c].transform(func, 0, *args, **kwargs) for c in self.columns], axis=1, keys=self.columns)
        return concat([self.transform(f, 0, *args, **kwargs) for f in func], axis=1, keys=[f if isinstance(f, str) else f.__name__ for f in func])

    def _by_name(self, name, args, kwargs):
        """What a method, or else a function of NumPy's, makes of the values."""
        if hasattr(type(self), name):
            return getattr(self, name)(*args, **kwargs)
        if hasattr(np, name) and not name.startswith('_'):
            return getattr(np, name)(self, *args, **kwargs)
        raise AttributeError(f"'{name}' is not a valid function for '{type(self).__name__}' object")

    def transform(self, func, axis=0, *args, **kwargs):
        """What functions make of the values, as long as they were."""
        if self.ndim == 2 and axis in (1, 'columns'):
            return self.T.transform(func, 0, *args, **kwargs).T
        if is_list_like(func):
            return self._by_each(func, args, kwargs)
        if isinstance(func, str):
            found = self._by_name(func, args, kwargs)
        else:
            found = self.apply(func, args=args, **kwargs)
        if getattr(found, 'ndim', 0) != self.ndim or not found.index.equals(self.index):
            raise ValueError('Function did not transform')
        return found


def agreed(column, func):
    """What a function makes of a column; UNSAID where it does not take what is in it."""
    from pandas.core.generic import UNSAID
    try:
        return column.agg(func)
    except TypeError:
        return UNSAID


def _tables_together(left, right, func, fill_value, overwrite):
    """What a function makes of the columns of two tables of one name."""
    from pandas.core.dtypes import array_of, common
    rows, columns = left.index.union(right.index), left.columns.union(right.columns)
    first, second, out = left.reindex(index=rows, columns=columns), right.reindex(index=rows, columns=columns), []
    for i, c in enumerate(columns):
        a, b = first.iloc[:, i], second.iloc[:, i]
        gone = missing_in(b._values)
        if not overwrite and gone.all():
            out.append(a._values.copy())
            continue
        if fill_value is not None:
            a, b = a.fillna(fill_value), b.fillna(fill_value)
        found = array_of(func(a, b))
        kinds = [x[c].dtype for x in (left, right) if c in x.columns]
        want = common(kinds)
        if want.kind in 'iu' and found.dtype.kind == 'f' and not missing_in(found).any() and (found == np.round(found)).all():
            found = found.astype(want)
        out.append(found)
    return left._make(out, rows, columns)


def filling_spots(labels, wanted, method, limit=None, tolerance=None):
    """Where the rows of `wanted` labels come from, those that are not there from the one before, after or nearest; -1: from none."""
    known = {'pad': 'pad', 'ffill': 'pad', 'bfill': 'backfill', 'backfill': 'backfill', 'nearest': 'nearest'}.get(method)
    if known is None:
        raise ValueError(f'Invalid fill method. Expecting pad (ffill), backfill (bfill) or nearest. Got {method}')
    if not (labels.is_monotonic_increasing or labels.is_monotonic_decreasing):
        raise ValueError('index must be monotonic increasing or decreasing')
    if known == 'nearest' and limit is not None:
        raise ValueError("limit argument for 'nearest' method is not implemented")
    turned = not labels.is_monotonic_increasing
    values, asked = labels._values[::-1] if turned else labels._values, wanted._values
    before, after = searched(values, asked, 'right') - 1, searched(values, asked, 'left')
    after[after == len(values)] = -1
    if known == 'nearest':
        down, up = _away(values, asked, before), _away(values, asked, after)
        spots = np.where((before >= 0) & ((down < up) | (after < 0)), before, after)
    else:
        spots = before if (known == 'pad') != turned else after      # (before it by place: of falling labels the larger one)
    if limit is not None:
            spots = _limited(spots, values, asked, limit, (known == 'pad') != turned)
    if tolerance is not None:
        spots = np.where(_away(values, asked, spots) <= _wide(tolerance, values.dtype), spots, -1)
    return np.where(spots < 0, -1, len(values) - 1 - spots) if turned else spots


def _wide(tolerance, dtype):
    """How far a label may be away, as its numbers are."""
    if dtype.kind != 'M':
        return tolerance
    from pandas.core.dates import span
    return int(span(tolerance).astype('m8[ns]').astype('i8'))


def _away(values, asked, spots):
    """How far the labels are from those at spots."""
    if not len(values):
        return np.full(len(asked), np.inf)
    far = asked - values[np.maximum(spots, 0)]
    return np.abs(far.astype('i8') if far.dtype.kind == 'm' else far)


def _limited(spots, values, asked, limit, forward):
    """spots of which only `limit` in a row repeat a label that is not theirs."""
    out, seen, last = spots.copy(), 0, -1
    order = range(len(spots)) if forward else range(len(spots) - 1, -1, -1)
    for i in order:
        if spots[i] != last:
            seen, last = 0, spots[i]
        if spots[i] >= 0 and values[spots[i]] != asked[i]:
            seen += 1
            if seen > limit:
                out[i] = -1
    return out


def names_changed(labels, given):
    """Labels under the names that a value, a list, a function or a dict gives."""
    if callable(given):
        given = [given(name) for name in labels.names]
        return labels.set_names(given) if labels.nlevels > 1 else labels._renamed(given[0])
    if isinstance(given, dict):
        given = [given.get(name, name) for name in labels.names]
        return labels.set_names(given) if labels.nlevels > 1 else labels._renamed(given[0])
    return labels.set_names(list(given)) if is_list_like(given) else labels._renamed(given)
