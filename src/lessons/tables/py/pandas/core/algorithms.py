"""What is done with one array: codes of its values, its order, its repetitions, its counts."""
import datetime

import numpy as np

from pandas.core.dtypes import array_of, is_list_like, listed, objects
from pandas.core.missing import missing_in, missing_one


def factorized(values, sort=False, dropna=True):
    """(codes, uniques): each value's place in the array of different values, -1 for what is missing; in order of appearance unless sorted."""
    gone = missing_in(values)
    if values.dtype.kind == 'O':
        table, codes = {}, np.empty(len(values), np.intp)
        for i, x in enumerate(values):
            codes[i] = -1 if gone[i] else table.setdefault(x, len(table))
        found = array_of(list(table)) if hasattr(values, '_ordinals') else objects(table)
        if sort:
            order = sorting(found, True)
            back = np.empty(len(found), np.intp)
            back[order] = np.arange(len(found))
            found = found[order]
            codes = np.where(codes < 0, -1, back[codes]) if len(found) else codes
    else:
        codes = np.full(len(values), -1, np.intp)
        good = values[~gone] if gone.any() else values
        close = by_range(good, sort)
        if close is not None:
            codes[~gone], found = close
            return with_gap(codes, found, values, gone, dropna)
        if not sort and len(good) and good.dtype.kind in 'iM' and (good[:-1] <= good[1:]).all():       # (in order already)
            sort = True
        found, first, inverse = np.unique(good, return_index=True, return_inverse=True)
        if not sort:
            order = np.argsort(first, kind='stable')
            back = np.empty(len(found), np.intp)
            back[order] = np.arange(len(found))
            found, inverse = found[order], back[inverse] if len(found) else inverse
        codes[~gone] = inverse
    return with_gap(codes, found, values, gone, dropna)


def by_range(values, sort):
    """(codes, uniques) of whole numbers that lie close together, without sorting them; None: they do not."""
    n = len(values)
    if values.dtype.kind not in 'iub' or not n:
        return None
    low, high = int(values.min()), int(values.max())
    if high - low > max(4 * n, 1 << 10) or high >= 2 ** 62 or low <= -2 ** 62:
        return None
    at = values.astype('i8') - low
    first = np.full(high - low + 1, n, 'i8')
    first[at[::-1]] = np.arange(n - 1, -1, -1)          # (the last that is written stays: where each stands first)
    there = np.flatnonzero(first < n)
    if not sort:
        there = there[np.argsort(first[there], kind='stable')]
    place = np.empty(high - low + 1, 'i8')
    place[there] = np.arange(len(there))
    return place[at], (there + low).astype(values.dtype)


def with_gap(codes, found, values, gone, dropna):
    """What factorized gives, with a code for what is missing where that is kept."""
    if not dropna and gone.any():
        codes[gone] = len(found)
        mark = next(values[i] for i in np.flatnonzero(gone))
        found = objects(list(found) + [np.nan if mark is None else mark]) if found.dtype.kind == 'O' else np.append(found, mark)
    return codes, found


def factorize(values, sort=False, na_sentinel=-1, use_na_sentinel=True, size_hint=None):
    """The codes and the different values of an array, a Series or an Index."""
    from pandas.core.indexes.base import Index, index_of
    codes, found = factorized(array_of(values), sort, use_na_sentinel and na_sentinel is not None)
    return codes, index_of(found) if isinstance(values, Index) or hasattr(values, '_index_of') else found


def unique_of(values):
    """The different values in order of appearance."""
    codes, found = factorized(values, False, False)
    if missing_in(found).any() and len(found):
        gone = missing_in(values)
        first = int(np.argmax(gone))
        place = len(set(codes[:first].tolist()))
        last, rest = found[-1:], found[:-1]
        mark = values[first:first + 1] if values.dtype.kind == 'O' else last
        found = np.concatenate([rest[:place], mark, rest[place:]])
    return found


def unique(values):
    """The different values in order of appearance."""
    if hasattr(values, 'unique'):
        return values.unique()
    return unique_of(array_of(values))


def repeated(values, keep='first'):
    """A mask of values that stood before."""
    codes, _ = factorized(values, False, False)
    out = np.ones(len(values), bool)
    if keep is False:
        counts = np.bincount(codes, minlength=1) if len(codes) else np.zeros(1, int)
        return counts[codes] > 1
    if keep not in ('first', 'last'):
        raise ValueError('keep must be either "first", "last" or False')
    at = np.arange(len(values)) if keep == 'first' else np.arange(len(values))[::-1]
    out[at[np.unique(codes[at], return_index=True)[1]]] = False
    return out


def sorting(values, ascending=True, na_position='last', kind='quicksort'):
    """The positions in the order of the values, equal ones as they stand; missing ones at an end."""
    if na_position not in ('first', 'last'):
        raise ValueError(f'invalid na_position: {na_position}')
    gone = missing_in(values)
    good, bad = np.flatnonzero(~gone), np.flatnonzero(gone)
    part = values[good]
    if part.dtype.kind == 'O':
        order = np.array(sorted(range(len(part)), key=part.__getitem__, reverse=not ascending), np.intp)
    elif ascending:
        order = np.argsort(part, kind='stable')
    else:
        order = len(part) - 1 - np.argsort(part[::-1], kind='stable')[::-1]
    good = good[order]
    return np.concatenate([good, bad] if na_position == 'last' else [bad, good])


def order_by(columns, ascending, na_position='last'):
    """The positions in the order of several arrays, the first counting most."""
    keys = []
    for values, up in zip(columns, ascending):
        codes, found = factorized(values, True)
        codes = codes if up else np.where(codes < 0, -1, len(found) - 1 - codes)
        keys.append(np.where(codes < 0, len(found) if na_position == 'last' else -1, codes))
    return np.lexsort(keys[::-1])


def mapped(values, mapper, na_action=None):
    """What a function, a dict or a Series makes of each value."""
    items = listed(values)
    if na_action not in (None, 'ignore'):
        raise ValueError(f"na_action must either be 'ignore' or None, {na_action} was passed")
    if isinstance(mapper, dict):
        blank = getattr(type(mapper), '__missing__', None) is not None
        found = [mapper[x] if blank else mapper.get(x, np.nan) for x in items]
    elif hasattr(mapper, '_index_of'):
        table, its = mapper.index._table(), listed(mapper._values)
        found = [its[table[x]] if x in table else np.nan for x in items]
    elif na_action == 'ignore':
        found = [x if missing_one(x) else mapper(x) for x in items]
    else:
        found = [mapper(x) for x in items]
    return array_of(found) if found else np.empty(0, values.dtype)


def among(values, items):
    """A mask of values that are among items."""
    if not is_list_like(items):
        raise TypeError(f'only list-like objects are allowed to be passed to isin(), you passed a [{type(items).__name__}]')
    items = list(items)
    have = set(x for x in items if not missing_one(x))
    gap = any(missing_one(x) for x in items)
    if values.dtype.kind == 'M':
        from pandas.core.zones import beside
        numbers = [beside(values, x) for x in have if isinstance(x, (str, datetime.date, np.datetime64))]
        found = np.isin(np.asarray(values).view(np.ndarray).astype('i8'), np.array([n.astype('i8') for n in numbers if n is not None], 'i8'))
        return np.where(missing_in(values), gap, found)
    gone = missing_in(values)
    return np.fromiter((gap if g else x in have for x, g in zip(listed(values), gone)), bool, len(values))


def counted(values, normalize=False, sort=True, ascending=False, dropna=True):
    """(different values, how often each stands)."""
    codes, found = factorized(values, False, dropna)
    counts = np.bincount(codes[codes >= 0], minlength=len(found)).astype('i8')
    if not dropna and len(found) and missing_in(found[-1:])[0]:
        found = unique_of(values)
        if not missing_in(found[-1:])[0]:
            spot = int(np.argmax(missing_in(found)))
            counts = np.concatenate([counts[:spot], counts[-1:], counts[spot:-1]])
    if sort:
        order = sorting(counts, ascending)
        found, counts = found[order], counts[order]
    return found, counts / counts.sum() if normalize else counts


def ranked(values, method='average', ascending=True, na_option='keep', pct=False):
    """The rank of each value."""
    if na_option != 'keep':
        raise NotImplementedError(f"perch's pandas has no rank(na_option={na_option!r})")
    gone = missing_in(values)
    codes, found = factorized(values, True)
    if not ascending:
        codes = np.where(codes < 0, -1, len(found) - 1 - codes)
    out = np.full(len(values), np.nan)
    good = codes[~gone]
    counts = np.bincount(good, minlength=len(found))
    last = np.cumsum(counts)
    if method == 'average':
        out[~gone] = ((last - counts + 1 + last) / 2)[good]
    elif method in ('min', 'max'):
        out[~gone] = (last - counts + 1 if method == 'min' else last)[good]
    elif method == 'dense':
        out[~gone] = good + 1
    elif method == 'first':
        ranks = np.empty(len(good))
        ranks[np.argsort(good, kind='stable')] = np.arange(1, len(good) + 1)
        out[~gone] = ranks
    else:
        raise ValueError("method must be one of 'average', 'min', 'max', 'first', 'dense'")
    return out / (len(found) if method == 'dense' else (~gone).sum()) if pct else out

