"""What is done with one array: codes of its values, its order, its repetitions, its counts."""
import datetime

import numpy as np

from pandas.core.dtypes import array_of, is_list_like, listed, objects
from pandas.core.missing import missing_in, missing_one


def object_codes(values, sort):
    """(each object's number, -1 for what is missing; the different objects)."""
    items = values.tolist()
    table = dict.fromkeys(items)
    if set(map(type, table)) <= {str}:
        table = dict(zip(table, range(len(table))))
    else:
        n = 0
        for x in table:
            table[x] = -1 if missing_one(x) else n
            n += table[x] >= 0
    codes, found = np.array(list(map(table.__getitem__, items)), np.intp), [x for x, c in table.items() if c >= 0]
    found = array_of(found) if hasattr(values, '_ordinals') else objects(found)
    if not sort or not len(found):
        return codes, found
    order = sorting(found, True, kind='stable')
    back = np.append(np.argsort(order), -1)
    return back[codes], found[order]


def number_codes(values, sort):
    """(each number's number, the different numbers) of an array that misses none."""
    n, kind = len(values), values.dtype.kind
    if kind in 'iub' and n:
        low, high = int(values.min()), int(values.max())
        if high - low <= 4 * n + 1000 and -2 ** 62 < low and high < 2 ** 62:
            return small_range(values, low, high, sort)
    if not sort and n and kind in 'iM' and (values[:-1] <= values[1:]).all():       # (in order already)
        sort = True
    if kind in 'iuf' and not sort and n > 64:
        items = values.tolist()
        table = dict.fromkeys(items)
        table = dict(zip(table, range(len(table))))
        return np.array(list(map(table.__getitem__, items)), np.intp), np.array(list(table), values.dtype)
    found, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    return (inverse, found) if sort else by_appearance(inverse, found, first)


def by_appearance(codes, found, first):
    """Codes of sorted labels as codes of them in the order in which they appear."""
    order = np.argsort(first, kind='stable')
    back = np.empty(len(found), np.intp)
    back[order] = np.arange(len(found))
    return back[codes] if len(found) else codes, found[order]


def small_range(values, low, high, sort):
    """Codes of whole numbers that lie close together: by a table of all between the smallest and the largest."""
    places = values.astype('i8') - low if values.dtype.kind != 'u' else (values - values.dtype.type(low)).astype('i8')
    there = np.bincount(places, minlength=high - low + 1) > 0
    spots = np.flatnonzero(there)
    codes = (np.cumsum(there) - 1)[places]
    found = (spots + low).astype(values.dtype)
    return (codes, found) if sort else by_appearance(codes, found, first_places(codes, len(found)))


def first_places(codes, n):
    """Where each of n codes stands first."""
    first = np.empty(n, np.intp)
    first[codes[::-1]] = np.arange(len(codes))[::-1]        # (the last that is written stays)
    return first


def factorized(values, sort=False, dropna=True):
    """(codes, uniques): each value's place in the array of different values, -1 for what is missing; in order of appearance unless sorted."""
    if hasattr(values, '_extended'):
        return values._factorized(sort, dropna)
    if values.dtype.kind == 'O':
        codes, found = object_codes(values, sort)
        gone = codes < 0
    else:
        gone = missing_in(values)
        codes, found = number_codes(values[~gone] if gone.any() else values, sort)
        if gone.any():
            whole = np.full(len(values), -1, np.intp)
            whole[~gone] = codes
            codes = whole
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
        mark = values[first:first + 1] if values.dtype.kind == 'O' and not hasattr(values, '_extended') else last
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
    out[at[first_places(codes[at], int(codes.max()) + 1 if len(codes) else 0)]] = False
    return out


def sorting(values, ascending=True, na_position='last', kind='quicksort'):
    """The positions in the order of the values, missing ones at an end; equal ones as NumPy's sort of that kind leaves them."""
    if na_position not in ('first', 'last'):
        raise ValueError(f'invalid na_position: {na_position}')
    gone = missing_in(values)
    good, bad = np.flatnonzero(~gone), np.flatnonzero(gone)
    part = values._sortable()[good] if hasattr(values, '_extended') else values[good]
    if not ascending:
        part, good = part[::-1], good[::-1]
    good = good[places_in_order(part, kind)]
    good = good if ascending else good[::-1]
    return np.concatenate([good, bad] if na_position == 'last' else [bad, good])


def places_in_order(part, kind):
    """argsort; objects by the numbers of their different values."""
    if part.dtype.kind != 'O':
        return np.argsort(part, kind=kind)
    order = sorted(range(len(part)), key=part.__getitem__)
    if len(part) <= 16 or kind in ('stable', 'mergesort'):
        return np.array(order, np.intp)
    ordered = part[order]
    ranks = np.empty(len(part), np.intp)
    ranks[order] = np.cumsum(np.concatenate([[False], ordered[1:] != ordered[:-1]]))
    return np.argsort(ranks, kind=kind)


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
    if hasattr(values, '_mapped') and na_action in (None, 'ignore'):
        return values._mapped(mapper)
    items = listed(values)
    if na_action not in (None, 'ignore'):
        raise ValueError(f"na_action must either be 'ignore' or None, {na_action} was passed")
    if isinstance(mapper, dict):
        blank = getattr(type(mapper), '__missing__', None) is not None
        if not blank and values.dtype.kind == 'O' and len(values) > 64:
            return by_table(items, mapper)
        found = [mapper[x] if blank else mapper.get(x, np.nan) for x in items]
    elif hasattr(mapper, '_index_of'):
        table, its = mapper.index._table(), listed(mapper._values)
        found = [its[table[x]] if x in table else np.nan for x in items]
    elif na_action == 'ignore':
        found = [x if missing_one(x) else mapper(x) for x in items]
    else:
        found = [mapper(x) for x in items]
    return array_of(found) if found else np.empty(0, values.dtype if not hasattr(values, '_extended') else object)


def by_table(items, mapper):
    """What a dict has for each item, looked up once for each different one."""
    different = dict.fromkeys(items)
    made = array_of([mapper.get(x, np.nan) for x in different])
    for i, x in enumerate(different):
        different[x] = i
    return made[np.array(list(map(different.__getitem__, items)), np.intp)]


def among(values, items):
    """A mask of values that are among items."""
    if not is_list_like(items):
        raise TypeError(f'only list-like objects are allowed to be passed to isin(), you passed a [{type(items).__name__}]')
    if hasattr(values, '_among'):
        return values._among(items)
    items = list(items)
    have = set(x for x in items if not missing_one(x))
    gap = any(missing_one(x) for x in items)
    if values.dtype.kind == 'M':
        from pandas.core.zones import beside
        numbers = [beside(values, x) for x in have if isinstance(x, (str, datetime.date, np.datetime64))]
        found = np.isin(np.asarray(values).view(np.ndarray).astype('i8'), np.array([n.astype('i8') for n in numbers if n is not None], 'i8'))
    else:
        found = np.array(list(map(have.__contains__, listed(values))), bool)
    gone = missing_in(values)
    return np.where(gone, gap, found) if gone.any() else found


def counted(values, normalize=False, sort=True, ascending=False, dropna=True):
    """(different values, how often each stands)."""
    if hasattr(values, '_counted'):
        found, counts = values._counted(dropna)
    else:
        codes, found = factorized(values, False, dropna)
        counts = np.bincount(codes[codes >= 0], minlength=len(found)).astype('i8')
    if not hasattr(values, '_extended') and not dropna and len(found) and missing_in(found[-1:])[0]:
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
        raise KeyError(method)
    return out / (len(found) if method == 'dense' else (~gone).sum()) if pct else out

