"""merge and join: rows of two tables put together by keys."""
import numpy as np

from pandas.core.algorithms import factorized, repeated
from pandas.core.dtypes import as_common, common, is_list_like, take
from pandas.core.hashed import ordered, paired
from pandas.core.indexes.base import Index, index_of
from pandas.core.indexes.range import RangeIndex
from pandas.errors import MergeError


def merge(left, right, how='inner', on=None, left_on=None, right_on=None, left_index=False, right_index=False, sort=False, suffixes=('_x', '_y'), copy=True, indicator=False, validate=None):
    """Two tables joined by the values of columns or by row labels."""
    from pandas.core.frame import DataFrame
    from pandas.core.series import Series
    sides = []
    for side in (left, right):
        if isinstance(side, Series):
            if side.name is None:
                raise ValueError('Cannot merge a Series without a name')
            side = side.to_frame()
        elif not isinstance(side, DataFrame):
            raise TypeError(f'Can only merge Series or DataFrame objects, a {type(side)} was passed')
        sides.append(side)
    left, right = sides
    if how not in ('left', 'right', 'inner', 'outer', 'cross'):
        raise KeyError(how)
    if how == 'cross':
        return crossed(left, right, suffixes)
    left_keys, right_keys, shared = keys_of(left, right, on, left_on, right_on, left_index, right_index)
    a, b, n = coded(left_keys, right_keys, sort)
    if validate is not None:
        checked(a, b, validate)
    rows_a, rows_b = matched(a, b, n, how, sort)
    return assembled(left, right, left_keys, right_keys, shared, rows_a, rows_b, how, suffixes, indicator, left_index, right_index)


def listed_names(names):
    return list(names) if isinstance(names, (list, tuple, Index)) else [names]


def keys_of(left, right, on, left_on, right_on, left_index, right_index):
    """(arrays of the left, arrays of the right, names that both have)."""
    if on is None and left_on is None and right_on is None and not (left_index or right_index):
        both = [c for c in left.columns if c in right.columns]
        if not both:
            raise MergeError(f'No common columns to perform merge on. Merge options: left_on={left_on}, right_on={right_on}, left_index={left_index}, right_index={right_index}')
        on = both
    if on is not None:
        if left_on is not None or right_on is not None:
            raise MergeError('Can only pass argument "on" OR "left_on" and "right_on", not a combination of both.')
        if left_index or right_index:
            raise MergeError('Can only pass argument "on" OR "left_index" and "right_index", not a combination of both.')
        left_on = right_on = listed_names(on)
    if left_on is None and not left_index:
        raise MergeError('Must pass "left_on" OR "left_index".')
    if right_on is None and not right_index:
        raise MergeError('Must pass "right_on" OR "right_index".')
    left_names = None if left_index else listed_names(left_on)
    right_names = None if right_index else listed_names(right_on)
    arrays = []
    for frame, names in ((left, left_names), (right, right_names)):
        if names is None:
            arrays.append([frame.index.get_level_values(i)._values for i in range(frame.index.nlevels)])
            continue
        found = []
        for n in names:
            if hasattr(n, '_values') or isinstance(n, np.ndarray):
                found.append(getattr(n, '_values', n))
            elif n in frame.columns:
                found.append(frame[n]._values)
            elif n in frame.index.names and n is not None:
                found.append(frame.index.get_level_values(n)._values)
            else:
                raise KeyError(n)
        arrays.append(found)
    if len(arrays[0]) != len(arrays[1]):
        raise ValueError('len(right_on) must equal len(left_on)' if not (left_index or right_index) else f'len({"left" if right_index else "right"}_on) must equal the number of levels in the index of "{"right" if right_index else "left"}"')
    for x, y, n in zip(*arrays, left_names or right_names or [None]):
        if (x.dtype.kind == 'O') != (y.dtype.kind == 'O') and len(x) and len(y) and {x.dtype.kind, y.dtype.kind} & set('iufM'):
            text = x if x.dtype.kind == 'O' else y
            if any(isinstance(v, str) for v in text) or 'M' in (x.dtype.kind, y.dtype.kind):
                raise ValueError(f'You are trying to merge on {x.dtype} and {y.dtype} columns. If you wish to proceed you should use pd.concat')
    return arrays[0], arrays[1], list(zip(left_names or [None] * len(arrays[0]), right_names or [None] * len(arrays[0])))


def coded(left_keys, right_keys, sort=False):
    """A number for each different key: of the left rows, of the right rows, how many there are. The numbers go by the order of the keys, or by appearance, the left first."""
    whole = None
    for x, y in zip(left_keys, right_keys):
        want = common([x.dtype, y.dtype])
        both = np.concatenate([as_common(x, want), as_common(y, want)])
        if both.dtype.kind in 'mM':         # (NaT is a moment before all others)
            both = np.asarray(both).view(np.ndarray).astype('i8')
        try:
            codes, found = factorized(both, sort, False)
        except TypeError:
            if not sort:
                raise
            codes, found = factorized(both, False, False)
        n = len(found)
        if whole is None:
            whole = codes
        else:
            whole, found = factorized(whole * n + codes, sort)
            n = len(found)
    return whole[:len(left_keys[0])], whole[len(left_keys[0]):], n


def checked(a, b, validate):
    one_left, one_right = not repeated(a).any(), not repeated(b).any()
    wanted = {'1:1': (True, True), 'one_to_one': (True, True), '1:m': (True, False), 'one_to_many': (True, False), 'm:1': (False, True), 'many_to_one': (False, True), 'm:m': (False, False),
              'many_to_many': (False, False)}
    if validate not in wanted:
        raise ValueError('Not a valid argument for validate')
    left, right = wanted[validate]
    kind = {(True, True): 'one-to-one', (True, False): 'one-to-many', (False, True): 'many-to-one'}.get((left, right))
    if left and not one_left:
        raise MergeError(f'Merge keys are not unique in {"either left or right" if left and right and not one_right else "left"} dataset; not a {kind} merge')
    if right and not one_right:
        raise MergeError(f'Merge keys are not unique in right dataset; not a {kind} merge')


def matched(a, b, n, how, sort):
    """The rows of both sides that belong together, -1 where one side has none."""
    if how == 'right':
        rows_b, rows_a = paired(b, a, n, True, sort)
        return rows_a, rows_b
    rows_a, rows_b = paired(a, b, n, how != 'inner', sort or how != 'left')
    if how == 'outer':
        alone = np.ones(len(b), bool)
        alone[rows_b[rows_b >= 0]] = False
        rest = np.flatnonzero(alone)
        codes = np.concatenate([a.take(rows_a), b.take(rest)])
        rows_a, rows_b = np.concatenate([rows_a, np.full(len(rest), -1)]), np.concatenate([rows_b, rest])
        if len(rest):
            order = ordered(codes, n)[0]
            rows_a, rows_b = rows_a.take(order), rows_b.take(order)
    return rows_a, rows_b


def assembled(left, right, left_keys, right_keys, shared, rows_a, rows_b, how, suffixes, indicator, left_index, right_index):
    from pandas.core.frame import DataFrame
    same = {l for l, r in shared if l is not None and not isinstance(l, np.ndarray) and not hasattr(l, '_values') and l == r and l in left.columns and r in right.columns}
    both = [c for c in left.columns if c in right.columns and c not in same]
    if both and not any(suffixes):
        raise ValueError(f'columns overlap but no suffix specified: {Index(both)!r}')
    names, data = [], []
    mine, its = [(x if x is not None else '') for x in suffixes]

    def label(c, end):
        return f'{c}{end}' if c in both and end else c
    for i, c in enumerate(left.columns):
        column = take(left._data[i], rows_a)
        if c in same and (rows_a < 0).any():
            k = next(j for j, (l, _) in enumerate(shared) if l == c)
            column = coalesced(left_keys[k], right_keys[k], rows_a, rows_b)
        elif (right_index or left_index) and how in ('outer', 'right') and (rows_a < 0).any() and any(l is not None and not hasattr(l, '_values') and l == c for l, r in shared if r is None):
            k = next(j for j, (l, _) in enumerate(shared) if l == c)
            column = coalesced(left_keys[k], right_keys[k], rows_a, rows_b)
        names.append(label(c, mine))
        data.append(column)
    for i, c in enumerate(right.columns):
        if c in same:
            continue
        names.append(label(c, its))
        key = next((j for j, (l, r) in enumerate(shared) if l is None and r is not None and not hasattr(r, '_values') and not isinstance(r, np.ndarray) and r == c), None) if left_index and not right_index else None
        data.append(take(right._data[i], rows_b) if key is None or (rows_b >= 0).all() else coalesced(left_keys[key], right_keys[key], rows_a, rows_b))
    if left_index and right_index:
        keys = [coalesced(x, y, rows_a, rows_b) for x, y in zip(left_keys, right_keys)]
        if len(keys) == 1:
            index = index_of(keys[0], left.index.name if left.index.name == right.index.name else None)
        else:
            from pandas.core.indexes.multi import MultiIndex
            index = MultiIndex._over(keys, left.index.names)
        if how == 'outer':
            try:
                order = np.argsort(index._values, kind='stable') if index.dtype.kind != 'O' else np.array(sorted(range(len(index)), key=list(index).__getitem__), np.intp)
                data, index, rows_a, rows_b = [d[order] for d in data], index[order], rows_a[order], rows_b[order]
            except TypeError:
                pass
    elif right_index:
        index = left.index[rows_a] if (rows_a >= 0).all() else index_of(take(left.index._values, rows_a), left.index.name)
    elif left_index:
        index = right.index[rows_b] if (rows_b >= 0).all() else index_of(take(right.index._values, rows_b), right.index.name)
    else:
        index = RangeIndex(len(rows_a))
    found = DataFrame._make(data, index, Index(names, tupleize_cols=False))
    if not len(rows_a) and not (left_index or right_index):
        found.__dict__['_index'] = Index(np.empty(0, 'i8'))
    if indicator:
        from pandas.core.extended.categories import Categorical
        name = indicator if isinstance(indicator, str) else '_merge'
        if name in found.columns:
            raise ValueError('Cannot use name of an existing column for indicator column')
        codes = np.where(rows_b < 0, 0, np.where(rows_a < 0, 1, 2))
        found[name] = Categorical.from_codes(codes, ['left_only', 'right_only', 'both'])
    return found


def coalesced(x, y, rows_a, rows_b):
    """The key of each row, from the side that has it."""
    want = common([x.dtype, y.dtype])
    x, y = as_common(x, want), as_common(y, want)
    if not len(x):
        return y[rows_b]
    out = x[np.where(rows_a < 0, 0, rows_a)]
    gone = rows_a < 0
    out[gone] = y[rows_b[gone]]
    return out


def crossed(left, right, suffixes):
    from pandas.core.frame import DataFrame
    both = [c for c in left.columns if c in right.columns]
    rows_a = np.repeat(np.arange(len(left)), len(right))
    rows_b = np.tile(np.arange(len(right)), len(left))
    names = [f'{c}{suffixes[0] or ""}' if c in both else c for c in left.columns] + [f'{c}{suffixes[1] or ""}' if c in both else c for c in right.columns]
    return DataFrame._make([a[rows_a] for a in left._data] + [a[rows_b] for a in right._data], RangeIndex(len(rows_a)), Index(names, tupleize_cols=False))


def by_level(left, right, how, suffixes):
    """Two tables of which one has labels of several levels, one of them with the name of the other's labels; None: they are not joined so."""
    deep, flat = (left, right) if left.index.nlevels > 1 else (right, left)
    shared = [name for name in deep.index.names if name is not None and name == flat.index.name]
    if len(shared) != 1 or not flat.index.is_unique or how not in ('inner', 'left' if deep is left else 'right'):
        return None
    spots = flat.index.get_indexer(deep.index.get_level_values(shared[0]))
    kept = np.flatnonzero(spots >= 0) if how == 'inner' else np.arange(len(spots))
    beside = flat.reindex(deep.index.get_level_values(shared[0])[kept])
    beside = beside._with_index(deep.index[kept])
    pair = (deep.iloc[kept], beside) if deep is left else (beside, deep.iloc[kept])
    both = set(pair[0].columns) & set(pair[1].columns)
    from pandas.core.reshape.concat import concat
    return concat([part.rename(columns={c: f'{c}{suffix}' for c in both}) for part, suffix in zip(pair, suffixes)], axis=1)


def join(left, other, on, how, lsuffix, rsuffix, sort):
    """A table joined with others by their row labels."""
    from pandas.core.reshape.concat import concat
    if is_list_like(other) and not hasattr(other, '_mgr_kind'):
        if on is not None:
            raise ValueError('Joining multiple DataFrames only supported for joining on index')
        frames = [left] + list(other)
        if not all(frame.index.is_unique for frame in frames):
            made = left
            for frame in frames[1:]:
                made = merge(made, frame, how, left_index=True, right_index=True)
            return made
        if how == 'left':
            return concat(frames, axis=1).reindex(left.index)
        return concat(frames, axis=1, join=how if how in ('inner', 'outer') else 'outer')
    if not hasattr(other, '_mgr_kind'):
        list(other)
        raise TypeError(f'Can only merge Series or DataFrame objects, a {type(other)} was passed')
    if other.ndim == 1:
        if other.name is None:
            raise ValueError('Other Series must have a name')
        other = other.to_frame()
    both = [c for c in left.columns if c in other.columns]
    if both and not (lsuffix or rsuffix):
        raise ValueError(f'columns overlap but no suffix specified: {Index(both)!r}')
    if on is None and (left.index.nlevels == 1) != (other.index.nlevels == 1):
        made = by_level(left, other, how, (lsuffix, rsuffix))
        if made is not None:
            return made
    if on is None:
        return merge(left, other, how, left_index=True, right_index=True, suffixes=(lsuffix, rsuffix), sort=sort)
    return merge(left, other, how, left_on=on, right_index=True, suffixes=(lsuffix, rsuffix), sort=sort)

