"""replace: values in a column put in the place of others."""
import datetime
import operator
import re

import numpy as np

from pandas.core.dtypes import from_objects, is_list_like, objects, put
from pandas.core.missing import missing_in, missing_one
from pandas.core.zones import compared


def arguments(old, new, regex):
    """What is replaced by what: patterns may come as regex= alone."""
    if regex is not False and regex is not True and old is None:
        return regex, new, True
    return old, new, regex


def carried_over(values, old, method, limit):
    """Values that nobody named another for take the one before them, or behind them."""
    from pandas.core.generic import UNSAID
    if method not in (UNSAID, 'pad', 'ffill', 'bfill', 'backfill'):
        raise ValueError(f'Invalid fill method. Expecting pad (ffill) or backfill (bfill). Got {method}')
    where = np.zeros(len(values), bool)
    for each in old if is_list_like(old) else [old]:
        where |= equal(values, each)
    if not where.any():
        return values.copy()
    back = method in ('bfill', 'backfill')
    where[-1 if back else 0] = False            # (it has none before it)
    spots = np.where(where, -1, np.arange(len(values)))
    run = np.maximum.accumulate(spots) if not back else np.minimum.accumulate(np.where(spots < 0, len(values), spots)[::-1])[::-1]
    good = (run >= 0) & (run < len(values))
    if limit is not None:
        good &= np.abs(np.arange(len(values)) - run) <= limit
    return np.where(good, values[np.clip(run, 0, len(values) - 1)], values) if len(values) else values.copy()


def replaced(values, old, new, regex):
    """An array with some values replaced."""
    if regex is not False and regex is not True:
        old, regex = regex, True
    if isinstance(old, dict):
        table = list(old.items())
    elif is_list_like(old):
        old = list(old)
        if is_list_like(new):
            new = list(new)
            if len(new) != len(old):
                raise ValueError(f'Replacement lists must match in length. Expecting {len(old)} got {len(new)} ')
            table = list(zip(old, new))
        else:
            table = [(x, new) for x in old]
    else:
        table = [(old, new)]
    if regex or any(isinstance(k, re.Pattern) for k, _ in table):
        return by_pattern(values, table)
    if hasattr(values, '_codes'):
        return of_categories(values, table)
    out = values.copy()
    done = np.zeros(len(values), bool)
    for k, v in table:
        where = equal(values, k) & ~done
        done |= where
        if where.any():
            if is_list_like(v):
                raise TypeError(f"Invalid \"to_replace\" type: '{type(v).__name__}'")
            out = put(out, where, v)
    return settled(out, values) if out.dtype.kind == 'O' and done.any() else out


def of_categories(values, table):
    """A categorical with some categories replaced: by others that are there, or by new ones in their place."""
    for old, new in table:
        labels = list(values.categories)
        if old not in labels or old == new:
            continue
        if missing_one(new):
            values = values.remove_categories([old])
        elif new in labels:
            codes = values._codes.copy()
            codes[codes == labels.index(old)] = labels.index(new)
            values = type(values).from_codes(codes, dtype=values.dtype).remove_categories([old])
        else:
            values = values.rename_categories({old: new})
    return values


def settled(out, before):
    """Objects that are all of one type by now."""
    found = from_objects(list(out))
    return found if found.dtype.kind in 'iufb' and not missing_in(before).any() else out if found.dtype.kind not in 'iuf' else found


def equal(values, k):
    if missing_one(k):
        return missing_in(values)
    if values.dtype.kind == 'O':
        return np.fromiter((type(x) not in (list, dict) and not missing_one(x) and isinstance(x, (bool, np.bool_)) == isinstance(k, (bool, np.bool_)) and bool(x == k) for x in values), bool, len(values))
    if isinstance(k, str) or (values.dtype.kind == 'b') != isinstance(k, (bool, np.bool_)):
        return np.zeros(len(values), bool)
    if values.dtype.kind == 'M' and isinstance(k, datetime.date):
        return compared(values, k, operator.eq, 'eq')
    return np.asarray(values == (k.to_timedelta64() if hasattr(k, 'to_timedelta64') else k), bool)


def by_pattern(values, table):
    if values.dtype.kind != 'O':
        return values.copy()
    out = list(values)
    for k, v in table:
        seek = re.compile(k) if isinstance(k, str) else k
        for i, x in enumerate(out):
            if isinstance(x, str) and hasattr(seek, 'search'):
                out[i] = seek.sub(v, x) if isinstance(v, str) else v if seek.search(x) else x
            elif not hasattr(seek, 'search') and not missing_one(x) and x == seek:
                out[i] = v
    return objects(out)
