"""Tables turned: pivot, pivot_table, melt, unstack, crosstab."""
import numpy as np

from pandas.core.dtypes import array_of, as_common, common, is_list_like, take
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
    codes, columns = index._used(k)
    rest = [i for i in range(index.nlevels) if i != k]
    if len(rest) == 1:
        rows, labels = index._used(rest[0])
        row_index = index_of(labels, index.names[rest[0]])
    else:
        part = index._keep_levels(rest)
        ranks = list(zip(*[part._level(i)[0].tolist() for i in range(part.nlevels)]))
        table = {x: i for i, x in enumerate(sorted(set(ranks)))}
        rows = np.array([table[x] for x in ranks], np.intp)
        row_index = part[np.unique(rows, return_index=True)[1]]
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


def listed_names(x):
    return [] if x is None else list(x) if is_list_like(x) and not isinstance(x, tuple) else [x]


def melt(frame, id_vars=None, value_vars=None, var_name=None, value_name='value', col_level=None, ignore_index=True):
    """Columns below one another, beside those that name the rows."""
    from pandas.core.frame import DataFrame
    from pandas.core.reshape.concat import stacked
    if col_level is not None and frame.columns.nlevels > 1:
        frame = DataFrame._make(list(frame._data), frame.index, frame.columns.get_level_values(col_level))
    ids = listed_names(id_vars)
    values = listed_names(value_vars) if value_vars is not None else [c for c in frame.columns if c not in ids]
    absent = [c for c in ids + values if c not in frame.columns]
    if absent:
        raise KeyError(f"The following '{'id_vars' if absent[0] in ids else 'value_vars'}' are not present in the DataFrame: {absent}")
    n, k = len(frame), len(values)
    data = [np.concatenate([frame[c]._values] * k) if k else frame[c]._values[:0] for c in ids]
    names = variables(frame.columns, var_name)
    parts = list(zip(*values)) if len(names) > 1 and values else [values] * len(names)
    data += [array_of([c for c in part for _ in range(n)]) for part in parts]
    data.append(stacked([frame[c]._values for c in values]) if values else np.empty(0, object))
    index = RangeIndex(n * k) if ignore_index else frame.index[np.tile(np.arange(n), k)]
    return DataFrame._make(data, index, Index(ids + names + [value_name], tupleize_cols=False))


def variables(columns, asked):
    """What the columns of names are called: one, or one a level."""
    if columns.nlevels == 1:
        return [asked if asked is not None else columns.name if columns.name is not None else 'variable']
    if asked is not None:
        return list(asked) if is_list_like(asked) else [asked]
    names = list(columns.names)
    return names if len(set(names)) == len(names) else [f'variable_{i}' for i in range(len(names))]


def pivot(frame, index=UNSAID, columns=UNSAID, values=UNSAID):
    """The values of a column spread over columns."""
    if columns is UNSAID:
        raise TypeError("pivot() missing 1 required argument: 'columns'")
    from pandas.core.indexes.multi import MultiIndex
    rows, cols = (named(x) if x is not UNSAID else [] for x in (index, columns))
    outer = [(frame.index.name, frame.index._values)] if not rows else [(c, frame[c]._values) for c in rows]
    levels = outer + [(c, frame[c]._values) for c in cols]
    chosen = [c for c in frame.columns if c not in rows + cols] if values is UNSAID or values is None else values
    source = frame[chosen] if isinstance(chosen, list) else frame[chosen].copy()
    if values is not UNSAID and values is not None and source.ndim == 2:
        want = common([a.dtype for a in source._data])
        source = source._with([as_common(a, want) for a in source._data])
    source = source._with_index(MultiIndex.from_arrays([v for _, v in levels], names=[n for n, _ in levels]))
    return source.unstack(list(range(len(outer), len(levels))) if len(cols) > 1 else -1)


def named(x):
    return [] if x is None else list(x) if isinstance(x, (list, tuple)) else [x]


def pivot_table(frame, values=None, index=None, columns=None, aggfunc='mean', fill_value=None, margins=False, dropna=True, margins_name='All', observed=False, sort=True):
    """Aggregates of groups as a table."""
    if isinstance(aggfunc, list):
        from pandas.core.reshape.concat import concat
        parts = [pivot_table(frame, values, index, columns, f, fill_value, margins, dropna, margins_name, observed, sort) for f in aggfunc]
        return concat(parts, axis=1, keys=[getattr(f, '__name__', f) for f in aggfunc])
    frame, rows = with_keys(frame, index)
    frame, cols = with_keys(frame, columns)
    if not rows + cols:
        raise ValueError('No group keys passed!')
    chosen = named(values) if values is not None else [c for c, a in zip(frame.columns, frame._data) if c not in rows + cols and (a.dtype.kind in 'iufb' or isinstance(aggfunc, dict) and c in aggfunc)]
    for c in chosen:
        if c not in frame.columns:
            raise KeyError(c)
    if values is not None:
        frame = frame[list(dict.fromkeys(rows + cols + chosen))]
    groups = frame.groupby(rows + cols, sort=sort, observed=observed)
    found = groups[chosen].agg(aggfunc)
    if dropna and found.ndim == 2 and len(found.columns):
        found = found.dropna(how='all')
        found = found._with([whole_again(a, frame[key if key in frame.columns else key[0]].dtype.kind) for key, a in zip(found.columns, found._data)])
    if cols and found.index.nlevels > 1:
        found = found.unstack([found.index._level_number(i) for i in range(len(rows), len(rows + cols))] if len(cols) > 1 else -1) if rows else found
        if rows:
            found = found.dropna(how='all', axis=1) if dropna else found
    if found.ndim == 2:
        found = found.sort_index(axis=1)
    if fill_value is not None:
        found = found.fillna(fill_value)
        found = found._with([whole_again(a) for a in found._data])
    if margins:
        plain = [key.name if isinstance(key, Beside) else key for key in rows + cols]
        twice = next((x for x in plain if plain.count(x) > 1), UNSAID)
        if twice is not UNSAID:
            raise ValueError(f'The name {twice} occurs multiple times, use a level number')
        found = with_margins(found, frame[frame.notna().all(axis=1)] if dropna else frame, chosen, rows, cols, aggfunc, margins_name, fill_value)
    if values is not None and not isinstance(values, (list, tuple)) and found.columns.nlevels > 1:
        found = found.droplevel(0, axis=1)
    return named_again(found if rows else found.T)


def whole_again(values, before='i'):
    """What integers gave is of integers again where it can be."""
    if values.dtype.kind == 'f' and before in 'iu' and np.isfinite(values).all() and (values == np.trunc(values)).all():
        return values.astype('i8')
    return values


class Beside:
    """The name of a key that is laid beside a table, while it may be the name of another column, too."""

    def __init__(self, name):
        self.name = name


def named_again(found):
    """The table with the names that its keys have."""
    for labels in (found.index, found.columns):
        if any(isinstance(name, Beside) for name in labels.names):
            labels.names = [name.name if isinstance(name, Beside) else name for name in labels.names]
    return found


def with_keys(frame, keys):
    """(the table, names of its columns): keys that are no columns are laid beside it."""
    names = []
    for key in [keys] if hasattr(keys, '_values') or isinstance(keys, np.ndarray) or hasattr(keys, 'labels_of') else named(keys):
        if hasattr(key, 'labels_of'):
            key = key.column(frame)
        if hasattr(key, '_values') or isinstance(key, np.ndarray):
            beside = Beside(getattr(key, 'name', None))
            frame = frame.copy()
            frame[beside] = key._values if hasattr(key, '_values') else key
            key = beside
        names.append(key)
    return frame, names


def with_margins(found, frame, chosen, rows, cols, aggfunc, name, fill_value):
    """The table with what the aggregates of whole rows and columns are."""
    from pandas.core.frame import DataFrame
    from pandas.core.indexes.multi import MultiIndex
    if not isinstance(name, str):
        raise ValueError('margins_name argument must be a string')
    chosen = list(dict.fromkeys(key[0] for key in found.columns)) if cols else list(found.columns)
    by = lambda c: aggfunc[c] if isinstance(aggfunc, dict) else aggfunc
    whole = {c: frame[c].agg(by(c)) if isinstance(by(c), str) else by(c)(frame[c]) for c in chosen}
    last = (name,) + ('',) * (len(rows) - 1) if len(rows) > 1 else name
    if not cols:
        data = [appended(a, whole[c]) for c, a in zip(found.columns, found._data)]
        return DataFrame._make(data, found.index.insert(len(found), last), found.columns)
    across, down = frame.groupby(rows)[chosen].agg(aggfunc).reindex(found.index), frame.groupby(cols)[chosen].agg(aggfunc)
    data, labels = [], []
    for c in chosen:
        for key, a in zip(found.columns, found._data):
            if key[0] == c:
                data.append(appended(a, down[c].loc[key[1:] if len(cols) > 1 else key[1]]))
                labels.append(key)
        side = across[c]._values if fill_value is None else across[c].fillna(fill_value)._values
        data.append(appended(side, whole[c]))
        labels.append((c, name) + ('',) * (len(cols) - 1))
    return DataFrame._make(data, found.index.insert(len(found), last), MultiIndex.from_tuples(labels, names=found.columns.names))


def appended(values, one):
    from pandas.core.reshape.concat import stacked
    if values.dtype.kind in 'iu' and one == one // 1:
        one = int(one)
    return stacked([values, array_of([one])])


def crosstab(index, columns, values=None, rownames=None, colnames=None, aggfunc=None, margins=False, margins_name='All', dropna=True, normalize=False):
    """How often values stand together, or an aggregate of others where they do."""
    from pandas.core.frame import DataFrame
    if values is None and aggfunc is not None:
        raise ValueError('aggfunc cannot be used without values.')
    if values is not None and aggfunc is None:
        raise ValueError('values cannot be used without an aggfunc.')
    sides = []
    for keys, names, side in ((index, rownames, 'row'), (columns, colnames, 'col')):
        keys = keys if isinstance(keys, list) and keys and is_list_like(keys[0]) else [keys]
        names = names or [getattr(k, 'name', None) if getattr(k, 'name', None) is not None else f'{side}_{i}' for i, k in enumerate(keys)]
        if len(names) != len(keys):
            raise AssertionError('arrays and names must have the same length')
        sides.append((keys, names))
    data = {f'{side}_{i}': key for side, (keys, _) in zip(('row', 'col'), sides) for i, key in enumerate(keys)}
    data = {k: array_of(v) if not hasattr(v, '_index_of') else v for k, v in data.items()}
    frame = DataFrame(data)
    frame['__dummy__'] = 0 if values is None else values
    rows, cols = ([f'{side}_{i}' for i in range(len(keys))] for side, (keys, _) in zip(('row', 'col'), sides))
    counted = {'aggfunc': len, 'fill_value': 0} if values is None else {'aggfunc': aggfunc}
    table = pivot_table(frame, '__dummy__', rows, cols, margins=margins, margins_name=margins_name, dropna=dropna, **counted)
    if normalize is not False:
        table = normalized(table, normalize, margins, margins_name)
    table.index.names, table.columns.names = sides[0][1], sides[1][1]
    return table


def normalized(table, normalize, margins, name):
    """Parts of the whole, of each row or of each column."""
    ways = {0: 'index', 1: 'columns', True: 'all'}
    normalize = ways.get(normalize, normalize)
    if normalize not in ('index', 'columns', 'all'):
        raise ValueError('Not a valid normalize argument')
    inner = table.iloc[:-1, :-1] if margins else table
    if margins and name not in (table.columns[-1], table.columns[-1][0]):
        raise ValueError(f'{name} not in pivoted DataFrame')
    total = inner.sum().sum()
    if normalize == 'all':
        return (table / total).fillna(0)
    if normalize == 'index':
        parts = inner.div(inner.sum(axis=1), axis=0).fillna(0)
        whole = table.iloc[-1:, :-1] / total if margins else None
        return parts if not margins else _below(parts, whole)
    parts = inner.div(inner.sum(axis=0), axis=1).fillna(0)
    if margins:
        parts[name] = table.iloc[:-1, -1] / total
    return parts


def _below(first, second):
    from pandas.core.reshape.concat import concat
    return concat([first, second])
