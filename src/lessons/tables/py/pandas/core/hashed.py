"""Equal values of arrays: the compiled table (_tables.Table) from values to codes, 0, 1, 2 … in the order of their first rows, for arrays of every dtype."""
import _tables
import numpy as np

DROP, NAT, BACKWARD, KNOWN, LENIENT, MERGE = 1, 2, 4, 8, 16, 32     # as hash_table.c has them; DROP: what is missing has the code -1; MERGE: one code for all that is


def keyed(values):
    """(an array of NumPy's as the table takes it, what more it has to know)."""
    plain = np.asarray(values).view(np.ndarray)
    kind, size = plain.dtype.kind, plain.dtype.itemsize
    if kind in 'mM':
        return np.ascontiguousarray(plain).view('i8'), NAT
    if kind in 'iub':
        if not plain.dtype.isnative or size < 8:
            plain = plain.astype('i8' if size < 8 else '=' + plain.dtype.str[1:])
        return np.ascontiguousarray(plain).view('i8'), 0
    if kind == 'f':
        return np.ascontiguousarray(plain, 'f8'), 0
    return np.ascontiguousarray(plain, object), 0


def rows(values, how=0, mask=None, codes=False, first=False, counts=False, flags=False):
    """What is asked for of (codes, first rows of each, counts of each, which rows stood before); None for the rest."""
    keys, more = keyed(values)
    n = len(keys)
    found = [np.empty(n, 'i8') if asked else None for asked in (codes, first, counts)] + [np.empty(n, bool) if flags else None]
    many = _tables.Table().rows(keys, mask, *found, how | more)
    return [found[0]] + [None if x is None else x[:many] for x in found[1:3]] + [found[3]]


def table_of(values, how=0):
    """The table of an array's values."""
    keys, more = keyed(values)
    table = _tables.Table()
    table.rows(keys, None, None, None, None, None, how | more)
    return table


def places(table, values, how=0):
    """The code of each value in a table, -1 where it is not in it."""
    keys, more = keyed(values)
    found = np.empty(len(keys), 'i8')
    table.rows(keys, None, found, None, None, None, how | more | KNOWN)
    return found


def inside(table, values, how=0):
    """A mask of the values that are in a table."""
    keys, more = keyed(values)
    found = np.empty(len(keys), bool)
    table.rows(keys, None, None, None, None, found, how | more | KNOWN)
    return found


def renumbered(codes, back):
    """back[codes], -1 where a code is."""
    codes, back = np.ascontiguousarray(codes, 'i8'), np.ascontiguousarray(back, 'i8')
    out = np.empty(len(codes), 'i8')
    _tables.renumber(codes, back, out)
    return out


def ordered(codes, n):
    """(the rows of codes 0 … n - 1, one code behind the other; where those of each end)."""
    codes = np.ascontiguousarray(codes, 'i8')
    order, ends = np.empty(len(codes), 'i8'), np.empty(n, 'i8')
    _tables.order(codes, order, ends)
    return order[:int(ends[-1])] if n else order[:0], ends


def within(codes, n, backward=False):
    """How many rows before each, or behind it, have its code."""
    codes = np.ascontiguousarray(codes, 'i8')
    out = np.empty(len(codes), 'i8')
    _tables.within(codes, np.empty(n, 'i8'), out, backward)
    return out


def risen(mine, its):
    """Where each number of a rising array stands in another, -1: nowhere."""
    out = np.empty(len(its), 'i8')
    _tables.rising(np.ascontiguousarray(mine, 'i8'), np.ascontiguousarray(its, 'i8'), out)
    return out


def searched(values, asked, side):
    """np.searchsorted; whole numbers and moments that rise are found in one walk."""
    values, asked = (np.asarray(x).view(np.ndarray) for x in (values, asked))
    kind = values.dtype
    if asked.dtype != kind or asked.ndim != 1 or kind.itemsize != 8 or kind.kind not in 'iM' or kind.kind == 'M' and (np.isnat(values[-1:]).any() or np.isnat(asked).any()):
        return np.searchsorted(values, asked, side)
    out = np.empty(len(asked), 'i8')
    _tables.search(np.ascontiguousarray(values).view('i8'), np.ascontiguousarray(asked).view('i8'), out, side == 'right')
    return out


def paired(left, right, n, keep, by_code=False):
    """(rows of the left, rows of the right) that share one of n codes, as the left's rows stand or by code; keep: with -1 where the right has none."""
    left = np.ascontiguousarray(left, 'i8')
    order, ends = ordered(right, n)
    first = ordered(left, n)[0] if by_code else None
    total = _tables.pairs(left, first, order, ends, keep, None, None)
    mine, its = np.empty(total, 'i8'), np.empty(total, 'i8')
    _tables.pairs(left, first, order, ends, keep, mine, its)
    return mine, its
