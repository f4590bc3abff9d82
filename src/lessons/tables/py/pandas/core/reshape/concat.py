"""concat: tables and columns behind or beside one another."""
import numpy as np

from pandas.core.dtypes import array_of, as_common, common, take
from pandas.core.generic import axis_number
from pandas.core.indexes.base import Index, ensure_index
from pandas.core.indexes.range import RangeIndex


def concat(objs, axis=0, join='outer', ignore_index=False, keys=None, levels=None, names=None, verify_integrity=False, sort=False, copy=True):
    """Tables and columns behind one another, or with axis=1 beside one another; levels: of each part of the keys all labels that there are, in their order."""
    keys = list(objs) if isinstance(objs, dict) and keys is None else keys
    if levels is not None and keys is None:
        raise ValueError('levels supported only when keys is not None')
    found = joined(objs, axis, join, ignore_index, keys, names, verify_integrity, sort)
    if levels is not None and not ignore_index:
        side = found.columns if found.ndim == 2 and axis in (1, 'columns') else found.index
        in_levels(side, keys if hasattr(keys, '__len__') else list(keys), levels)
    return found


def in_levels(index, keys, levels):
    """Gives an index's first levels all their labels."""
    orders = list(index._orders or [None] * index.nlevels) if index.nlevels > 1 else []
    for i, labels in enumerate(levels):
        known = ensure_index(labels)
        if not known.is_unique:
            raise ValueError(f'Level values not unique: {list(known)}')
        for key in keys:
            part = key[i] if isinstance(key, tuple) else key
            if part not in known:
                raise ValueError(f'Key {part} not in level {known!r}')
        if i < len(orders):
            orders[i] = known._values
    if orders:
        index._orders = orders


def joined(objs, axis, join, ignore_index, keys, names, verify_integrity, sort):
    """What concat gives, its keys' levels with the labels that stand in it."""
    from pandas.core.frame import DataFrame
    from pandas.core.series import Series
    if isinstance(objs, (DataFrame, Series, str)):
        raise TypeError(f'first argument must be an iterable of pandas objects, you passed an object of type "{type(objs).__name__}"')
    if join not in ('outer', 'inner'):
        raise ValueError('Only can inner (intersect) or outer (union) join the other axis')
    if isinstance(objs, dict):
        keys = list(objs) if keys is None else keys
        objs = [objs[k] for k in keys]
    objs = list(objs)
    if not objs:
        raise ValueError('No objects to concatenate')
    if keys is not None:
        pairs = [(k, o) for k, o in zip(keys, objs) if o is not None]
        keys, objs = [k for k, _ in pairs], [o for _, o in pairs]
    else:
        objs = [o for o in objs if o is not None]
    if not objs:
        raise ValueError('All objects passed were None')
    for o in objs:
        if not isinstance(o, (DataFrame, Series)):
            raise TypeError(f"cannot concatenate object of type '{type(o)}'; only Series and DataFrame objs are valid")
    frames = any(o.ndim == 2 for o in objs)
    axis = axis_number(axis, next(o for o in objs if o.ndim == 2)) if frames else {0: 0, 'index': 0, 1: 1, 'columns': 1}[axis]
    if axis == 0 and not frames:
        values = stacked([o._values for o in objs])
        name = objs[0].name if all(o.name == objs[0].name for o in objs) else None
        return Series._make(values, checked(row_labels(objs, keys, names, ignore_index), verify_integrity), name)
    return beneath(objs, join, ignore_index, keys, names, sort, verify_integrity) if axis == 0 else alongside(objs, join, ignore_index, keys, names, sort, verify_integrity)


def checked(index, verify):
    if verify and not index.is_unique:
        raise ValueError(f'Indexes have overlapping values: {index[index.duplicated()].unique()}')
    return index


def stacked(arrays):
    """Arrays behind one another; those that are empty have no say in the dtype."""
    some = [a for a in arrays if len(a)] or arrays
    want = common([a.dtype for a in some])
    return np.concatenate([as_common(a, want) for a in some])


def in_order_of(made, keys):
    """Labels whose first level counts in the order of the keys."""
    made._orders = [array_of(list(dict.fromkeys(keys)))] + [None] * (made.nlevels - 1) if not any(isinstance(k, tuple) for k in keys) else None
    return made


def key_parts(keys):
    """Each key as the labels of its levels: tuples are several."""
    return list(keys) if len(keys) and all(isinstance(k, tuple) for k in keys) and len({len(k) for k in keys}) == 1 else [(k,) for k in keys]


def row_labels(objs, keys, names, ignore):
    if ignore:
        return RangeIndex(sum(map(len, objs)))
    if keys is not None:
        from pandas.core.indexes.multi import MultiIndex
        outer = list(zip(*[key_parts(keys)[at] for at, o in enumerate(objs) for _ in range(len(o))])) or [()]
        whole = objs[0].index.append([o.index for o in objs[1:]]) if len(objs) > 1 else objs[0].index
        names = list(names or [None] * len(outer))
        made = MultiIndex.from_arrays([*map(list, outer)] + [whole.get_level_values(i) for i in range(whole.nlevels)], names=names if len(names) == len(outer) + whole.nlevels else names + list(whole.names))
        return in_order_of(made, keys)
    first = objs[0].index
    return first.append([o.index for o in objs[1:]]) if len(objs) > 1 else first


def joined_labels(all_labels, join, sort):
    """The labels that tables have together, or all of them."""
    found = all_labels[0]
    for other in all_labels[1:]:
        if not found.equals(other):
            found = found.intersection(other) if join == 'inner' else found.union(other, None if sort else False)
    return found


def beneath(objs, join, ignore, keys, names, sort, verify):
    from pandas.core.frame import DataFrame
    parts = []
    for o in objs:
        parts.append(o if o.ndim == 2 else o.to_frame(0 if o.name is None else o.name))
    some = [p for p in parts if len(p.columns)] or parts
    labels = joined_labels([p.columns for p in some], join, sort)
    rows = sum(map(len, parts))
    same = all(p.columns.equals(labels) for p in parts)
    if same:
        data = [stacked([p._data[i] for p in parts]) for i in range(len(labels))]
    else:
        data = []
        spots = [p.columns._spots(labels) for p in parts]
        for i in range(len(labels)):
            pieces = [p._data[s[i]] if s[i] >= 0 else None for p, s in zip(parts, spots)]
            want = common([x.dtype for x in pieces if x is not None and len(x)] or [x.dtype for x in pieces if x is not None])
            blank = [take(np.empty(0, want), np.full(len(p), -1)) if x is None else x for x, p in zip(pieces, parts)]
            data.append(stacked([x for x in blank if len(x)] or blank))
    index = row_labels(parts, keys, names, ignore)
    assert len(index) == rows
    return DataFrame._make(data, checked(index, verify), labels)


def alongside(objs, join, ignore, keys, names, sort, verify):
    from pandas.core.frame import DataFrame
    rows = objs[0].index
    if not all(o.index is rows or o.index.equals(rows) for o in objs):
        rows = joined_labels([o.index for o in objs], join, True if join == 'outer' and not all(isinstance(o.index, RangeIndex) for o in objs) else sort)
    data, labels, plain, counter = [], [], [], 0
    for k, o in enumerate(objs):
        aligned = o if o.index.equals(rows) else o.reindex(rows) if o.ndim == 1 else o.reindex(index=rows)
        if o.ndim == 1:
            data.append(aligned._values)
            if keys is not None:
                labels.append((keys[k],))
            elif o.name is None:
                labels.append(counter)
                counter += 1
            else:
                labels.append(o.name)
        else:
            data += aligned._data
            labels += [(*key_parts(keys)[k], *(c if o.columns.nlevels > 1 else (c,))) for c in o.columns] if keys is not None else list(o.columns)
        plain.append(o.ndim == 1)
    if ignore:
        columns = RangeIndex(len(data))
    elif keys is not None and all(plain):
        columns = Index([x[0] for x in labels], name=names[0] if names else None)
    elif keys is not None:
        from pandas.core.indexes.multi import MultiIndex
        inner = list(objs[0].columns.names) if all(o.ndim == 2 and list(o.columns.names) == list(objs[0].columns.names) for o in objs) else []
        columns = MultiIndex.from_tuples(labels, names=names if names is None or len(names) == len(labels[0]) else list(names) + inner) if labels else MultiIndex.from_tuples(labels, names=names)
        if names is None and labels and inner and len(inner) < columns.nlevels:
            columns.names = [None] * (columns.nlevels - len(inner)) + inner
    elif all(o.ndim == 2 for o in objs):
        columns = objs[0].columns.append([o.columns for o in objs[1:]]) if len(objs) > 1 else objs[0].columns
    elif all(plain) and all(o.name is None for o in objs):
        columns = RangeIndex(len(data))
    else:
        columns = ensure_index(Index(labels, tupleize_cols=False))
    return DataFrame._make([a.copy() for a in data], rows, checked(columns, verify))


