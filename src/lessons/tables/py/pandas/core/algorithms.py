"""What is done with one array: codes of its values, its order, its repetitions, its counts."""
import datetime

import numpy as np

from pandas.core import hashed
from pandas.core.dtypes import array_of, is_list_like, listed, objects, take
from pandas.core.missing import NA, NaT, missing_in, missing_one


def factorized(values, sort=False, dropna=True):
    """(codes, uniques): each value's place in the array of different values, -1 for what is missing; in order of appearance unless sorted, what is missing last then."""
    if hasattr(values, '_extended'):
        return values._factorized(sort, dropna)
    codes, first, _, _ = hashed.rows(values, hashed.DROP if dropna or sort else hashed.MERGE, codes=True, first=True)
    found = picked(values, first)
    if not sort:
        if not dropna and found.dtype.kind == 'O':
            found[missing_in(found)] = np.nan
        return codes, found
    if len(found) > 1:
        order = sorting(found, True, kind='stable')
        codes, found = hashed.renumbered(codes, inverse(order)), picked(found, order)
    if not dropna:
        codes, found = with_missing(values, codes, found)
    return codes, found


def picked(values, rows):
    """The values of rows."""
    found = np.asarray(values).view(np.ndarray).take(rows)
    return found if type(values) is np.ndarray else values._with_zone(found, values.zone) if getattr(values, 'zone', None) is not None else values[rows]


def inverse(order):
    """Where each row has gone."""
    back = np.empty(len(order), 'i8')
    back[order] = np.arange(len(order))
    return back


def with_missing(values, codes, found):
    """Codes of which those of missing values are the last."""
    gone = codes < 0
    if not gone.any():
        return codes, found
    codes[gone] = len(found)
    mark = values[int(np.argmax(gone))]
    return codes, objects(list(found) + [np.nan if mark is None else mark]) if found.dtype.kind == 'O' else np.append(found, mark)


def factorize(values, sort=False, na_sentinel=-1, use_na_sentinel=True, size_hint=None):
    """The codes and the different values of an array, a Series or an Index."""
    from pandas.core.indexes.base import Index, index_of
    codes, found = factorized(array_of(values), sort, use_na_sentinel and na_sentinel is not None)
    return codes, index_of(found) if isinstance(values, Index) or hasattr(values, '_index_of') else found


def unique_of(values):
    """The different values in order of appearance."""
    if hasattr(values, '_extended'):
        return values._factorized(False, False)[1]
    return picked(values, hashed.rows(values, first=True)[1])


def unique(values):
    """The different values in order of appearance."""
    if hasattr(values, 'unique'):
        return values.unique()
    return unique_of(array_of(values))


def repeated(values, keep='first'):
    """A mask of values that stood before."""
    if keep not in ('first', 'last') and keep is not False:
        raise ValueError('keep must be either "first", "last" or False')
    keys, mask = (values._sortable(), values._gone()) if hasattr(values, '_extended') else (values, None)

    def flags(way):
        return hashed.rows(keys, hashed.LENIENT | way, mask, flags=True)[3]
    if keep is False:
        return flags(0) | flags(hashed.BACKWARD)
    return flags(0 if keep == 'first' else hashed.BACKWARD)


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
    stable = len(part) <= 16 or kind in ('stable', 'mergesort')
    ranks, n = ranks_of_texts(part) if len(part) > 64 else (None, 0)
    if ranks is not None:
        return hashed.ordered(ranks, n)[0] if stable else np.argsort(ranks, kind=kind)
    order = sorted(range(len(part)), key=part.tolist().__getitem__)
    if stable:
        return np.array(order, np.intp)
    ordered = part[order]
    ranks = np.empty(len(part), np.intp)
    ranks[order] = np.cumsum(np.concatenate([[False], ordered[1:] != ordered[:-1]]))
    return np.argsort(ranks, kind=kind)


def ranks_of_texts(part):
    """(the number of each text among the different ones in order, how many there are); (None, 0): not all are texts, or few stand twice."""
    if not all(type(x) is str for x in part[:64]):
        return None, 0
    try:
        codes, first, _, _ = hashed.rows(part, codes=True, first=True)
    except TypeError:
        return None, 0
    texts = part.take(first).tolist()
    if len(texts) > len(part) // 2 or not set(map(type, texts)) <= {str}:
        return None, 0
    return hashed.renumbered(codes, inverse(np.array(sorted(range(len(texts)), key=texts.__getitem__), 'i8'))), len(texts)


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
    if na_action not in (None, 'ignore'):
        raise ValueError(f"na_action must either be 'ignore' or None, {na_action} was passed")
    if isinstance(mapper, dict):
        blank = getattr(type(mapper), '__missing__', None) is not None
        if not blank and not hasattr(values, '_extended'):
            return by_table(values, mapper)
        items = listed(values)
        found = [mapper[x] if blank else mapper.get(x, np.nan) for x in items]
    elif hasattr(mapper, '_index_of'):
        spots = mapper.index._places(values) if mapper.index.is_unique else None
        if spots is None:
            table = mapper.index._table()
            spots = np.array([table.get(x, -1) for x in listed(values)], 'i8')
        return take(mapper._values, spots)
    elif na_action == 'ignore':
        found = [x if missing_one(x) else mapper(x) for x in listed(values)]
    else:
        found = [mapper(x) for x in listed(values)]
    return array_of(found) if found else np.empty(0, values.dtype if not hasattr(values, '_extended') else object)


def by_table(values, mapper):
    """What a dict has for each value, looked up once for each different one; the dict's values as a column has them."""
    if not mapper:
        return np.full(len(values), np.nan)
    codes, first, _, _ = hashed.rows(values, codes=True, first=True)
    found = hashed.places(hashed.table_of(objects(mapper)), objects(listed(picked(values, first))))
    return take(array_of(list(mapper.values())), hashed.renumbered(codes, found))


PLAIN = {int, float, bool, str, bytes, type(None), type(NaT), type(NA)}     # of which only numbers equal numbers


def among(values, items):
    """A mask of values that are among items."""
    if not is_list_like(items):
        raise TypeError(f'only list-like objects are allowed to be passed to isin(), you passed a [{type(items).__name__}]')
    if hasattr(values, '_among'):
        return values._among(items)
    if values.dtype.kind == 'M':
        return moments_among(values, items)
    kind = values.dtype.kind
    numbers = numbers_among(values, items) if kind in 'iufb' else None
    if numbers is not None:
        mine, its = numbers
        return hashed.inside(hashed.table_of(its), mine)
    its = items if type(items) in (list, tuple) else listed(array_of(items)) if hasattr(items, 'dtype') else list(items)
    if kind == 'm':
        its = [x for x in its if x is not None]
    mine = objects(listed(values)) if kind != 'O' or hasattr(values, '_extended') else values
    return hashed.inside(hashed.table_of(objects(its), hashed.LENIENT), mine, hashed.LENIENT)


def numbers_among(values, items):
    """(numbers, numbers to find among) of one dtype; None: only objects can be compared."""
    kind = values.dtype.kind
    if isinstance(items, np.ndarray) or hasattr(items, '_values') and not hasattr(items, 'levels'):
        its = getattr(items, '_values', items)
        if hasattr(its, '_extended') or its.dtype.kind not in 'iufb' or its.ndim != 1:
            return None
        want = np.result_type(values.dtype, its.dtype)
        return values.astype(want, copy=False), its.astype(want)
    items = list(items)
    kinds = set(map(type, items))
    if not kinds <= PLAIN:
        return None
    its = [x for x in items if isinstance(x, (int, float))]
    if kind == 'f' or kind == 'i' and kinds <= {int, float} and float in kinds:
        return values.astype('f8', copy=False), np.array([x for x in its if kind == 'i' or not abs(x) > 2 ** 53 or float(x) == x], 'f8')
    low, high = (0, 1) if kind == 'b' else (np.iinfo(values.dtype).min, np.iinfo(values.dtype).max)
    want = 'i8' if kind != 'u' else 'u8'
    return values.astype(want, copy=False), np.array([int(x) for x in its if low <= x <= high and x == int(x)], want)


def moments_among(values, items):
    """A mask of moments that are among items."""
    from pandas.core.zones import beside
    plain = np.asarray(values).view(np.ndarray)
    its = getattr(items, '_values', items)
    if isinstance(its, np.ndarray) and its.dtype.kind == 'M' and (getattr(its, 'zone', None) is None) == (getattr(values, 'zone', None) is None):
        return hashed.inside(hashed.table_of(np.asarray(its).view(np.ndarray).astype('M8[ns]')), plain)
    items = list(items)
    texts = bool(items) and all(isinstance(x, str) for x in items)      # (they are read where all are texts that can be)
    try:
        numbers = [beside(values, x) for x in items if texts or isinstance(x, (datetime.date, np.datetime64)) and not missing_one(x)]
    except ValueError:
        if not texts:
            raise
        return np.zeros(len(values), bool)
    typed = any(isinstance(x, (datetime.date, np.datetime64)) for x in items) and all(missing_one(x) or isinstance(x, (datetime.date, np.datetime64)) for x in items)
    numbers = [n for n in numbers if n is not None] + [np.datetime64('NaT', 'ns')] * any(x is NaT or typed and missing_one(x) for x in items)
    return hashed.inside(hashed.table_of(np.array(numbers, 'M8[ns]')), plain)


def counted(values, normalize=False, sort=True, ascending=False, dropna=True):
    """(different values, how often each stands)."""
    if hasattr(values, '_counted'):
        found, counts = values._counted(dropna)
    else:
        own = hasattr(values, '_extended')
        gone = values._gone() if own else None
        _, first, counts, _ = hashed.rows(values._sortable() if own else values, hashed.LENIENT | (hashed.DROP if dropna else 0), gone, first=True, counts=True)
        found = values._picked(first) if own else picked(values, first)
    if sort:
        order = sorting(counts, ascending)
        found, counts = found[order], counts[order]
    return found, counts / counts.sum() if normalize else counts


def ranked(values, method='average', ascending=True, na_option='keep', pct=False):
    """The rank of each value."""
    if na_option not in ('keep', 'top', 'bottom'):
        raise ValueError("na_option must be one of 'keep', 'top', or 'bottom'")
    gone = missing_in(values)
    codes, found = factorized(values, True)
    if not ascending:
        codes = np.where(codes < 0, -1, len(found) - 1 - codes)
    if na_option != 'keep' and gone.any():          # (what is missing stands before or behind the others)
        codes = np.where(gone, 0 if na_option == 'top' else len(found), codes + (na_option == 'top'))
        found, gone = np.arange(len(found) + 1), np.zeros(len(codes), bool)
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

