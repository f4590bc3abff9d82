"""get_dummies: a column of categories as a column for each."""
import numpy as np

from pandas.core.dtypes import array_of, is_list_like, listed
from pandas.core.groupby.groupby import coded
from pandas.core.indexes.base import Index


def get_dummies(data, prefix=None, prefix_sep='_', dummy_na=False, columns=None, sparse=False, drop_first=False, dtype=None):
    """A column of ones and zeros for each different value of the columns that hold objects."""
    from pandas.core.frame import DataFrame
    from pandas.core.reshape.concat import concat
    if sparse:
        raise NotImplementedError("perch's pandas has no get_dummies(sparse=True)")
    dtype = np.dtype(np.uint8 if dtype is None else dtype)
    if dtype.kind == 'O':
        raise ValueError('dtype=object is not a valid dtype for get_dummies')
    if not isinstance(data, DataFrame):
        return one_column(data, prefix, prefix_sep, dummy_na, drop_first, dtype)
    if columns is None:
        chosen = [c for c, a in zip(data.columns, data._data) if a.dtype.kind == 'O' and not (hasattr(a, '_extended') and a.dtype._numeric)]
    elif not is_list_like(columns):
        raise TypeError('Input must be a list-like for parameter `columns`')
    else:
        chosen = list(columns)
        absent = [c for c in chosen if c not in data.columns]
        if absent:
            data.loc.place(chosen, 1)
    prefixes = by_column(prefix, chosen, 'prefix')
    seps = by_column(prefix_sep, chosen, 'prefix_sep')
    rest = data.drop(columns=chosen)
    parts = [rest] if len(rest.columns) or not chosen else []
    for c, p, s in zip(chosen, prefixes or chosen, seps):
        parts.append(one_column(data[c], p, s, dummy_na, drop_first, dtype))
    return concat(parts, axis=1) if len(parts) > 1 else parts[0]


def by_column(given, chosen, name):
    if given is None:
        return None
    if isinstance(given, str):
        return [given] * len(chosen)
    if isinstance(given, dict):
        return [given[c] for c in chosen]
    if len(given) != len(chosen):
        raise ValueError(f"Length of '{name}' ({len(given)}) did not match the length of the columns being encoded ({len(chosen)}).")
    return list(given)


def one_column(data, prefix, sep, dummy_na, drop_first, dtype):
    from pandas.core.frame import DataFrame
    from pandas.core.indexes.range import RangeIndex
    from pandas.core.series import Series
    values = array_of(data)
    index = data.index if isinstance(data, Series) else RangeIndex(len(values))
    codes, found = coded(values, True, True, False)
    levels = listed(found)
    if dummy_na:
        codes = np.where(codes < 0, len(levels), codes)
        levels = levels + [np.nan]
    elif not levels:
        return DataFrame(index=index)
    if drop_first and len(levels) == 1 and not dummy_na:
        return DataFrame(index=index)
    table = np.zeros((len(levels), len(values)), dtype)
    good = codes >= 0
    table[codes[good], np.flatnonzero(good)] = 1
    names = levels if prefix is None else [f'{prefix}{sep}{x}' for x in levels]
    arrays = list(table)
    if drop_first:
        arrays, names = arrays[1:], names[1:]
    return DataFrame._make(arrays, index, Index(names) if prefix is not None or dummy_na or drop_first else Index(found))
