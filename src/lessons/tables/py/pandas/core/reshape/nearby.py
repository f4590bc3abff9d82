"""merge_asof: rows joined with the nearest before, behind or around; merge_ordered: rows joined in the order of a key."""
import numpy as np

from pandas.core.dtypes import is_list_like
from pandas.core.missing import missing_in
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
def filled(found, left, right, suffixes):
    """A table without gaps, whose whole numbers are whole again where all are there."""
    found = found.ffill()
    for i, c in enumerate(found.columns):
        values = found._data[i]
        names = [(table, c) for table in (left, right) if c in table.columns] + [(table, c[:-len(s)]) for table, s in zip((left, right), suffixes) if s and isinstance(c, str) and c.endswith(s) and c[:-len(s)] in table.columns]
        kinds = {table[name].dtype for table, name in names}
        if values.dtype.kind == 'f' and len(kinds) == 1 and next(iter(kinds)).kind in 'iu' and not missing_in(values).any():
            found._data[i] = values.astype(next(iter(kinds)))
    return found


def merge_ordered(left, right, on=None, left_on=None, right_on=None, left_by=None, right_by=None, fill_method=None, suffixes=('_x', '_y'), how='outer'):
    """Two tables joined in the order of a key, gaps filled from before if asked for."""
    def one(x, y):
        found = merge(x, y, how, on, left_on, right_on, sort=True, suffixes=suffixes)
        names = listed_names(on if on is not None else [c for c in left.columns if c in right.columns] if left_on is None else left_on)
        found = found.sort_values(names, kind='stable', ignore_index=True) if all(c in found.columns for c in names) and len(found) else found
        return filled(found, left, right, suffixes) if fill_method == 'ffill' else found
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
