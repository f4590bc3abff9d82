"""Tables turned: pivot, pivot_table, melt, unstack, crosstab."""
import numpy as np

from pandas.core.algorithms import factorized
from pandas.core.dtypes import array_of, is_list_like, take
from pandas.core.generic import UNSAID
from pandas.core.indexes.base import Index, index_of
from pandas.core.indexes.range import RangeIndex


def unstacked(s, level=-1, fill_value=None):
    """A Series with a level of its labels as columns."""
    from pandas.core.frame import DataFrame
    from pandas.core.indexes.multi import MultiIndex
    index = s.index
    if index.nlevels == 1:
        raise ValueError('index must be a MultiIndex to unstack, ' + str(type(index)) + ' was passed')
    k = index._level_number(level)
    codes, columns = factorized(index._arrays[k], True)
    rest = [i for i in range(index.nlevels) if i != k]
    if len(rest) == 1:
        rows, labels = factorized(index._arrays[rest[0]], True)
        row_index = index_of(labels, index.names[rest[0]])
    else:
        part = index._keep_levels(rest)
        order = sorted(set(part._values))
        table = {x: i for i, x in enumerate(order)}
        rows = np.array([table[x] for x in part._values], np.intp)
        row_index = MultiIndex.from_tuples(order, names=[index.names[i] for i in rest])
    spots = np.full((len(columns), len(row_index)), -1, np.intp)
    if len(set(zip(codes.tolist(), rows.tolist()))) != len(codes):
        raise ValueError('Index contains duplicate entries, cannot reshape')
    spots[codes, rows] = np.arange(len(codes))
    whole = (spots < 0).any()
    data = []
    for row in spots:
        found = take(s._values, row)
        if whole and fill_value is None and s.dtype.kind in 'iu':
            found = found.astype('f8')
        if fill_value is not None and (row < 0).any():
            from pandas.core.dtypes import put
            found = put(s._values[np.where(row < 0, 0, row)], row < 0, fill_value)
        data.append(found)
    return DataFrame._make(data, row_index, index_of(columns, index.names[k]))


def melt(frame, id_vars=None, value_vars=None, var_name=None, value_name='value', col_level=None, ignore_index=True):
    """Columns below one another, beside those that name the rows."""
    from pandas.core.frame import DataFrame
    from pandas.core.reshape.concat import stacked
    named = lambda x: [] if x is None else list(x) if is_list_like(x) and not isinstance(x, tuple) else [x]
    ids = named(id_vars)
    values = named(value_vars) if value_vars is not None else [c for c in frame.columns if c not in ids]
    absent = [c for c in ids + values if c not in frame.columns]
    if absent:
        raise KeyError(f"The following '{'id_vars' if absent[0] in ids else 'value_vars'}' are not present in the DataFrame: {absent}")
    n, k = len(frame), len(values)
    data = [np.concatenate([frame[c]._values] * k) if k else frame[c]._values[:0] for c in ids]
    data.append(array_of([c for c in values for _ in range(n)]))
    data.append(stacked([frame[c]._values for c in values]) if values else np.empty(0, object))
    name = var_name if var_name is not None else frame.columns.name if frame.columns.name is not None else 'variable'
    index = RangeIndex(n * k) if ignore_index else frame.index[np.tile(np.arange(n), k)]
    return DataFrame._make(data, index, Index(ids + [name, value_name]))


def pivot(frame, index=UNSAID, columns=UNSAID, values=UNSAID):
    """The values of a column spread over columns."""
    if columns is UNSAID:
        raise TypeError("pivot() missing 1 required argument: 'columns'")
    rows = None if index in (UNSAID, None) else index
    if values is UNSAID or values is None:
        from pandas.core.reshape.concat import concat
        rest = [c for c in frame.columns if c != rows and c != columns]
        parts = [pivot(frame, index, columns, c) for c in rest]
        return concat(parts, axis=1, keys=rest, names=[None, columns])
    from pandas.core.indexes.multi import MultiIndex
    labels = frame.index._values if rows is None else frame[rows]._values
    source = frame[values].copy()
    source._index = MultiIndex.from_arrays([labels, frame[columns]._values], names=[frame.index.name if rows is None else rows, columns])
    return unstacked(source)


def pivot_table(frame, values=None, index=None, columns=None, aggfunc='mean', fill_value=None, margins=False, dropna=True, margins_name='All', observed=False, sort=True):
    """Aggregates of groups as a table."""
    from pandas.core.reshape.concat import concat
    if margins:
        raise NotImplementedError("perch's pandas has no pivot_table(margins=True)")
    named = lambda x: [] if x is None else list(x) if isinstance(x, (list, tuple)) else [x]
    rows, cols = named(index), named(columns)
    if not rows + cols:
        raise ValueError('No group keys passed!')
    chosen = named(values) if values is not None else [c for c, a in zip(frame.columns, frame._data) if c not in rows + cols and a.dtype.kind in 'iufb']
    for c in chosen:
        if c not in frame.columns:
            raise KeyError(c)
    found = frame.groupby(rows + cols)[chosen].agg(aggfunc)
    if cols:
        parts = []
        for c in chosen:
            part = found[c]
            for _ in cols:
                if len(cols) > 1:
                    raise NotImplementedError("perch's pandas has no pivot_table with several columns")
                part = unstacked(part) if part.index.nlevels > 1 else part.to_frame().T
            parts.append(part)
        single = values is not None and not isinstance(values, (list, tuple))
        found = parts[0] if single else concat(parts, axis=1, keys=chosen, names=[None] + cols)
    elif values is None:
        found = found[sorted(found.columns)]
    return found.fillna(fill_value) if fill_value is not None else found


def crosstab(index, columns, values=None, rownames=None, colnames=None, aggfunc=None, margins=False, margins_name='All', dropna=True, normalize=False):
    """How often values stand together."""
    from pandas.core.frame import DataFrame
    if values is not None or aggfunc is not None or margins or normalize:
        raise NotImplementedError("perch's pandas has only crosstab(index, columns)")
    a, rows = factorized(array_of(index), True)
    b, cols = factorized(array_of(columns), True)
    table = np.zeros((len(rows), len(cols)), 'i8')
    good = (a >= 0) & (b >= 0)
    np.add.at(table, (a[good], b[good]), 1)
    return DataFrame(table, index=index_of(rows, rownames[0] if rownames else getattr(index, 'name', None)), columns=index_of(cols, colnames[0] if colnames else getattr(columns, 'name', None)))


