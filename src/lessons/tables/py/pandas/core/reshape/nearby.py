"""merge_asof: rows joined with the nearest before, behind or around; merge_ordered: rows joined in the order of a key; compare: where two tables differ."""
import numpy as np

from pandas.core.dtypes import as_common, common, is_list_like, objects
from pandas.core.indexes.base import Index
from pandas.core.missing import NA, missing_in
from pandas.core.reshape.merge import assembled, coded, keys_of, listed_names, merge
from pandas.errors import MergeError


# ---- the nearest ----
def merge_asof(left, right, on=None, left_on=None, right_on=None, left_index=False, right_index=False, by=None, left_by=None, right_by=None, suffixes=('_x', '_y'), tolerance=None, allow_exact_matches=True,
               direction='backward'):
    """The rows of a table, each with the row of another whose key is nearest."""
    if by is not None:
        if left_by is not None or right_by is not None:
            raise MergeError('Can only pass by OR left_by and right_by')
        left_by = right_by = by
    if (left_by is None) != (right_by is None):
        raise MergeError('missing left_by' if left_by is None else 'missing right_by')
    if on is None and left_on is None and not left_index:
        raise MergeError('can only asof on a key for left')
    if is_list_like(on) and len(on) != 1:
        raise MergeError('can only asof on a key for left')
    lead_left, lead_right = ([] if x is None else listed_names(x) for x in (left_by, right_by))
    left_keys, right_keys, shared = keys_of(left, right, on, left_on, right_on, left_index, right_index)
    a, b = left_keys[0], right_keys[0]
    checked(a, b, tolerance, allow_exact_matches, direction)
    spots = nearest(left, right, lead_left, lead_right, a, b, tolerance, allow_exact_matches, direction)
    shared = list(shared) + list(zip(lead_left, lead_right))
    left_keys, right_keys = list(left_keys) + [left[c]._values for c in lead_left], list(right_keys) + [right[c]._values for c in lead_right]
    return assembled(left, right, left_keys, right_keys, shared, np.arange(len(left)), spots, 'left', suffixes, False, left_index, right_index)


def checked(a, b, tolerance, exact, direction):
    """Raises where two keys cannot be near each other."""
    if a.dtype != b.dtype:
        raise MergeError(f'incompatible merge keys [0] {said(a.dtype)} and {said(b.dtype)}, must be the same type')
    if tolerance is not None:
        span = hasattr(tolerance, 'total_seconds') or isinstance(tolerance, np.timedelta64)
        if (a.dtype.kind in 'mM') != span or a.dtype.kind in 'iu' and not isinstance(tolerance, (int, np.integer)):
            raise MergeError(f'incompatible tolerance {tolerance}, must be compat with type {said(a.dtype)}')
        if (tolerance < type(tolerance)(0)) if not span else tolerance < type(tolerance)(0):
            raise MergeError('tolerance must be positive')
    if not isinstance(exact, bool):
        raise MergeError(f'allow_exact_matches must be boolean, passed {exact}')
    if direction not in ('backward', 'forward', 'nearest'):
        raise MergeError(f'direction invalid: {direction}')
    if a.dtype.kind == 'O':
        raise MergeError('Incompatible merge dtype, dtype(\'O\') and dtype(\'O\'), both sides must have numeric dtype')
    for values, side in ((a, 'left'), (b, 'right')):
        if missing_in(values).any():
            raise ValueError(f'Merge keys contain null values on {side} side')
        plain = np.asarray(values).view(np.ndarray)
        if not (plain[:-1] <= plain[1:]).all():
            raise ValueError(f'{side} keys must be sorted')


def said(dtype):
    return f"dtype('{dtype.str}')" if isinstance(dtype, np.dtype) and dtype.kind in 'mM' else repr(dtype)


def nearest(left, right, lead_left, lead_right, a, b, tolerance, exact, direction):
    """For each left row the right row that is nearest, -1: none is."""
    a, b = (np.asarray(x).view(np.ndarray) for x in (a, b))
    if a.dtype.kind in 'mM':
        a, b = a.astype('i8'), b.astype('i8')
        if tolerance is not None:
            from pandas.core.dates import span
            tolerance = int(span(tolerance).astype('i8'))
    if not lead_left:
        return near(a, b, tolerance, exact, direction)
    mine, its, n = coded([left[c]._values for c in lead_left], [right[c]._values for c in lead_right])
    out = np.full(len(a), -1, np.intp)
    order_a, order_b = np.argsort(mine, kind='stable'), np.argsort(its, kind='stable')
    ends_a, ends_b = np.searchsorted(mine[order_a], np.arange(n + 1)), np.searchsorted(its[order_b], np.arange(n + 1))
    for k in range(n):
        rows, others = order_a[ends_a[k]:ends_a[k + 1]], order_b[ends_b[k]:ends_b[k + 1]]
        if len(rows) and len(others):
            found = near(a[rows], b[others], tolerance, exact, direction)
            out[rows] = np.where(found < 0, -1, others[np.maximum(found, 0)])
    return out


def near(a, b, tolerance, exact, direction):
    before = np.searchsorted(b, a, 'right' if exact else 'left') - 1
    after = np.searchsorted(b, a, 'left' if exact else 'right')
    after[after == len(b)] = -1
    if not len(b):
        return before

    def far(spots):
        return np.where(spots < 0, np.inf, np.abs(a - b[np.maximum(spots, 0)]).astype('f8'))
    if direction == 'backward':
        spots = before
    elif direction == 'forward':
        spots = after
    else:
        spots = np.where(far(before) <= far(after), before, after)
    return spots if tolerance is None else np.where(far(spots) <= tolerance, spots, -1)


# ---- in order ----
def merge_ordered(left, right, on=None, left_on=None, right_on=None, left_by=None, right_by=None, fill_method=None, suffixes=('_x', '_y'), how='outer'):
    """Two tables joined in the order of a key, gaps filled from before if asked for."""
    def one(x, y):
        found = merge(x, y, how, on, left_on, right_on, sort=True, suffixes=suffixes)
        names = listed_names(on if on is not None else [c for c in left.columns if c in right.columns] if left_on is None else left_on)
        found = found.sort_values(names, kind='stable', ignore_index=True) if all(c in found.columns for c in names) and len(found) else found
        if fill_method == 'ffill':
            for c in [c for c in found.columns if c not in names]:
                found[c] = restored(found[c].ffill(), x, y, c, suffixes)
        return found
    if left_by is not None and right_by is not None:
        raise ValueError('Can only group either left or right frames')
    if left_by is None and right_by is None:
        return one(left, right)
    by = listed_names(left_by if left_by is not None else right_by)
    whole = left if left_by is not None else right
    absent = [c for c in by if c not in whole.columns]
    if absent:
        raise KeyError(f"{set(absent)} not found in {'left' if left_by is not None else 'right'} columns")
    from pandas.core.reshape.concat import concat
    parts = []
    for key, part in whole.groupby(by if len(by) > 1 else by[0], sort=False):
        found = one(part, right) if left_by is not None else one(left, part)
        for c, x in zip(by, key if isinstance(key, tuple) and len(by) > 1 else (key,)):
            found[c] = x
        parts.append(found)
    found = concat(parts, ignore_index=True)
    return found[list(parts[0].columns)]


def restored(column, left, right, name, suffixes):
    """A filled column in the dtype that it had before the join."""
    for frame, end in ((left, suffixes[0]), (right, suffixes[1])):
        for c in frame.columns:
            if name in (c, f'{c}{end}') and frame[c].dtype.kind in 'iu' and column.dtype.kind == 'f' and not column.isna().any():
                return column.astype(frame[c].dtype)
    return column


# ---- differences ----
def compare(self, other, align_axis=1, keep_shape=False, keep_equal=False, result_names=('self', 'other')):
    """Where two tables of one shape differ, side by side or one below the other."""
    kind = type(self).__name__
    if type(self) is not type(other):
        raise TypeError(f"can only compare '{kind}' (not '{type(other).__name__}') with '{kind}'")
    if not isinstance(result_names, tuple):
        raise TypeError(f"Passing 'result_names' as a {type(result_names)} is not supported. Provide 'result_names' as a tuple instead.")
    if not self.index.equals(other.index) or self.ndim == 2 and not self.columns.equals(other.columns):
        raise ValueError(f'Can only compare identically-labeled {kind} objects')
    align = {0: 0, 'index': 0, 1: 1, 'columns': 1}[align_axis]
    if self.ndim == 1:
        return columns_compared(self, other, align, keep_shape, keep_equal, result_names)
    return tables_compared(self, other, align, keep_shape, keep_equal, result_names)


def apart(a, b):
    """Where two arrays differ; what both lack does not, nor does anything from a value that is not known (NA)."""
    gone, also = missing_in(a), missing_in(b)
    differ = gone ^ also
    if any(getattr(x.dtype, 'na_value', None) is NA for x in (a, b)):
        differ[:] = False
    both = np.flatnonzero(~(gone | also))
    a, b = a[both], b[both]
    differ[both] = [bool(x != y) for x, y in zip(a, b)] if 'O' in (a.dtype.kind, b.dtype.kind) else np.asarray(a != b, bool)
    return differ


def columns_compared(left, right, align, keep_shape, keep_equal, names):
    from pandas.core.reshape.concat import concat
    differ = apart(left._values, right._values)
    a, b = (x if keep_equal else x.where(differ) for x in (left, right))
    if not keep_shape:
        a, b = a._rows(differ), b._rows(differ)
    if align:
        found = concat([a, b], axis=1)
        found.columns = Index(list(names))
        return found
    from pandas.core.indexes.multi import MultiIndex
    spots = np.arange(2 * len(a)).reshape(2, -1).T.ravel()
    found = concat([a, b])._rows(spots)
    outer = a.index._values[np.repeat(np.arange(len(a)), 2)]
    found.__dict__['_index'] = MultiIndex._over([outer, objects(list(names) * len(a))], [a.index.name, None])
    found._name = left.name
    return found


def tables_compared(left, right, align, keep_shape, keep_equal, names):
    from pandas.core.frame import DataFrame
    from pandas.core.indexes.multi import MultiIndex
    differ = [apart(x, y) for x, y in zip(left._data, right._data)]
    rows = np.any(differ, axis=0) if differ else np.zeros(len(left), bool)
    columns = list(range(len(differ)))
    if keep_shape:
        rows = np.ones(len(left), bool)
    else:
        columns = [i for i in columns if differ[i].any()]
    pairs = []
    for i in columns:
        for table in (left, right):
            column = table._column(i)
            pairs.append((column if keep_equal else column.where(differ[i]))._values[rows])
    index = left.index[rows]
    labels = [left.columns[i] for i in columns]
    if not labels:
        return DataFrame._make([], index[:0], Index([]))
    if align:
        top = MultiIndex.from_tuples([(c, n) for c in labels for n in names], names=[left.columns.name, None])
        return DataFrame._make(pairs, index, top)
    data, turns = [], np.arange(2 * len(index)).reshape(2, -1).T.ravel()
    for k in range(len(labels)):
        pair = pairs[2 * k:2 * k + 2]
        want = common([x.dtype for x in pair])
        data.append(np.concatenate([as_common(x, want) for x in pair])[turns])
    outer = index._values[np.repeat(np.arange(len(index)), 2)]
    return DataFrame._make(data, MultiIndex._over([outer, objects(list(names) * len(index))], [index.name, None]), Index(labels))


