"""Levels that change sides: stack takes levels of the columns to the rows, unstack levels of the rows to the columns."""
import numpy as np

from pandas.core.algorithms import factorized
from pandas.core.dtypes import common, as_common, is_list_like, take
from pandas.core.indexes.base import index_of
from pandas.core.indexes.multi import MultiIndex
from pandas.core.missing import missing_in


def levels_of(index, level):
    """The numbers of the levels that are meant."""
    numbers = [index._level_number(x) if index.nlevels > 1 else only_level(index, x) for x in (level if is_list_like(level) and not (isinstance(level, tuple) and level in index.names) else [level])]
    return numbers


def only_level(index, level):
    """0, or a KeyError or IndexError: the index has one level."""
    if isinstance(level, (int, np.integer)):
        if not -1 <= level < 1:
            raise IndexError(f'Too many levels: Index has only 1 level, not {level + 1}')
    elif level != index.name:
        raise KeyError(f'Requested level ({level}) does not match index name ({index.name})')
    return 0


def arrays_of(index):
    """The arrays of an index's levels."""
    return list(index._arrays) if index.nlevels > 1 else [index._values]


def crossed(rows, labels, name, before):
    """The rows' labels, each with every label behind it."""
    n, k = len(rows), len(labels)
    inner = [np.tile(a, n) for a in arrays_of(labels)]
    orders = (rows._orders if rows.nlevels > 1 and rows._orders else [None] * rows.nlevels) + [labels._values]
    orders = orders if orders[0] is not None or rows.nlevels > 1 else [rows._values if rows.is_unique else None] + orders[1:]
    return MultiIndex._over([np.repeat(a, k) for a in arrays_of(rows)] + inner, list(before) + list(name), orders)


def stack(frame, level=-1, dropna=True):
    """A level of the columns as the last level of the rows."""
    columns = frame.columns
    for at in sorted_down(columns, level):
        frame = stack_one(frame, at, dropna)
    several = is_list_like(level) and len(levels_of(columns, level)) > 1
    return frame if not several or not dropna else frame.dropna(how='all') if frame.ndim == 2 else frame.dropna()


def sorted_down(columns, level):
    """Levels' numbers, each as it is counted when those before it have gone."""
    numbers, gone = levels_of(columns, level), []
    for x in numbers:
        yield x - sum(y < x for y in gone)
        gone.append(x)


def stack_one(frame, at, dropna):
    from pandas.core.frame import DataFrame
    from pandas.core.series import Series
    columns, rows = frame.columns, frame.index
    if columns.nlevels == 1:
        want = common([a.dtype for a in frame._data])
        values = np.array([as_common(a, want) for a in frame._data], want).T.reshape(-1) if frame._data else np.empty(0)
        found = Series._make(values, crossed(rows, columns, [columns.name], rows.names), None)
        return found._rows(np.flatnonzero(~missing_in(values))) if dropna else found
    arrays, names = arrays_of(columns), list(columns.names)
    codes, labels = factorized(arrays[at], True)
    rest = [i for i in range(columns.nlevels) if i != at]
    keys = list(zip(*[arrays[i].tolist() for i in rest]))
    different = sorted(dict.fromkeys(keys))
    data = []
    for key in different:
        spots = {int(c): j for j, (k, c) in enumerate(zip(keys, codes)) if k == key}
        parts = [take(frame._data[spots[c]] if c in spots else next(iter(frame._data[j] for j in spots.values())), np.arange(len(frame)) if c in spots else np.full(len(frame), -1, np.intp))
                 for c in range(len(labels))]
        want = common([p.dtype for p in parts])
        data.append(np.array([as_common(p, want) for p in parts], want).T.reshape(-1))
    new = MultiIndex.from_tuples(different, names=[names[i] for i in rest]) if len(rest) > 1 else index_of(np.array([k[0] for k in different], arrays[rest[0]].dtype), names[rest[0]])
    found = DataFrame._make(data, crossed(rows, index_of(labels), [names[at]], rows.names), new)
    return found.dropna(how='all') if dropna else found


def unstack_frame(frame, level=-1, fill_value=None):
    """A level of the rows as the last level of the columns."""
    from pandas.core.frame import DataFrame
    rows, columns = frame.index, frame.columns
    if rows.nlevels == 1:
        return turned(frame)
    numbers = levels_of(rows, level)
    if len(numbers) == rows.nlevels:
        return turned(frame)
    from pandas.core.reshape.pivot import unstacked
    parts = [unstack_several(frame._column(j), numbers, fill_value) if len(numbers) > 1 else unstacked(frame._column(j), numbers[0], fill_value) for j in range(len(columns))]
    outer, inner = arrays_of(columns), parts[0].columns
    data = [a for part in parts for a in part._data]
    names = list(columns.names) + list(inner.names)
    labels = MultiIndex._over([np.repeat(a, len(inner)) for a in outer] + [np.tile(a, len(columns)) for a in arrays_of(inner)], names)
    return DataFrame._make(data, parts[0].index, labels)


def unstack_several(s, numbers, fill_value=None):
    """A Series with several levels of its labels as columns, in the order in which they come up."""
    from pandas.core.reshape.pivot import unstacked
    index = s.index
    rest = [i for i in range(index.nlevels) if i not in numbers]
    keys = list(zip(*[index._arrays[i].tolist() for i in numbers]))
    order = list(dict.fromkeys(keys))
    place = {key: i for i, key in enumerate(order)}
    flat = s._with_index(MultiIndex._over([index._arrays[i] for i in rest] + [np.array([place[key] for key in keys])], [index.names[i] for i in rest] + [None], index._orders and [index._orders[i] for i in rest] + [None]))
    found = unstacked(flat, len(rest), fill_value)
    found.columns = MultiIndex.from_tuples(order, names=[index.names[i] for i in numbers])
    return found


def turned(frame):
    """The columns below one another, as one Series."""
    from pandas.core.series import Series
    rows, columns = frame.index, frame.columns
    want = common([a.dtype for a in frame._data])
    values = np.concatenate([as_common(a, want) for a in frame._data]) if frame._data else np.empty(0)
    n = len(rows)
    outer = [np.repeat(a, n) for a in arrays_of(columns)]
    inner = [np.tile(a, len(columns)) for a in arrays_of(rows)]
    return Series._make(values, MultiIndex._over(outer + inner, list(columns.names) + list(rows.names)), None)
