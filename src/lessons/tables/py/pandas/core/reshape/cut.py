"""cut and qcut: values in bins, as categories that are intervals or have names, or by the bins' numbers."""
import numpy as np

from pandas.core.dtypes import array_of, is_integer, is_list_like
from pandas.core.missing import missing_in
from pandas.core.zones import Zoned


class Given:
    """What is cut: its values as numbers, and how moments and spans are told again."""

    def __init__(self, x):
        if getattr(x, 'ndim', 1) != 1:
            raise ValueError('Input array must be 1 dimensional')
        self.x, values = x, array_of(x)
        self.time = values.dtype if values.dtype.kind in 'mM' else None
        if hasattr(values, '_filled_floats'):
            values = values._filled_floats()
        elif hasattr(values, '_extended'):
            values = np.asarray(values)
        self.gone = missing_in(values)
        if self.time is not None:
            values = np.where(self.gone, np.nan, values.astype('i8'))
        elif values.dtype.kind == 'b':
            values = values.astype('i8')
        elif values.dtype.kind == 'O':
            values = numbers(values)
        self.values = values

    def result(self, found):
        """The result in the form of what was cut."""
        from pandas.core.series import Series
        return Series._make(found, self.x.index, self.x.name) if hasattr(self.x, '_mgr_kind') else found

    def ends(self, edges):
        """Edges of bins as numbers, as the values are."""
        edges = array_of(edges) if not isinstance(edges, np.ndarray) else edges
        if self.time is None:
            return edges
        if edges.dtype.kind == 'O':
            from pandas.core.dates import to_moments
            edges = to_moments(edges)
        if edges.dtype.kind not in 'mM':
            raise ValueError(f'bins must be of {"datetime64" if self.time.kind == "M" else "timedelta64"} dtype')
        return edges.astype('i8')

    def timely(self, counts):
        """Counts of nanoseconds as the moments, or spans, that they are."""
        zone = getattr(self.time, 'tz', None)
        return counts.view(self.time) if zone is None else Zoned._with_zone(counts.view('M8[ns]'), zone)

    def told(self, edges):
        return edges if self.time is None else self.timely(edges.astype('i8'))


def numbers(values):
    """Objects as numbers; texts have no smallest."""
    if any(isinstance(x, str) for x in values):
        from numpy.core._exceptions import _UFuncNoLoopError
        text = np.asarray(values.tolist()).dtype
        raise _UFuncNoLoopError(np.fmin, (text, text, None))
    return values.astype('f8')


def cut(x, bins, right=True, labels=None, retbins=False, precision=3, include_lowest=False, duplicates='raise', ordered=True):
    """The bin of each value: an interval, a name of labels, or with labels=False its number."""
    given = Given(x)
    if not is_list_like(bins):
        edges = even_edges(given, bins, right)
    elif hasattr(bins, '_place_of') or hasattr(getattr(bins, '_values', None), 'overlaps'):
        return among_intervals(given, bins, retbins)
    else:
        edges = given.ends(bins)
        if (np.diff(edges.astype('f8')) < 0).any():
            raise ValueError('bins must increase monotonically.')
    return binned(given, edges, right, labels, retbins, precision, include_lowest, duplicates, ordered)


def even_edges(given, bins, right):
    if bins < 1:
        raise ValueError('`bins` should be a positive integer.')
    good = given.values[~given.gone]
    if not len(given.values):
        raise ValueError('Cannot cut empty array')
    low, high = (good.min(), good.max()) if len(good) else (np.nan, np.nan)
    if np.isinf(low) or np.isinf(high):
        raise ValueError('cannot specify integer `bins` when input data contains infinity')
    if low == high:
        low, high = low - (0.001 * abs(low) if low else 0.001), high + (0.001 * abs(high) if high else 0.001)
        return np.linspace(low, high, bins + 1)
    edges, more = np.linspace(low, high, bins + 1), (high - low) * 0.001
    edges[0 if right else -1] += -more if right else more
    return edges


def among_intervals(given, bins, retbins):
    """Values in intervals that are given."""
    from pandas.core.extended.categories import CategoricalDtype, over, small
    if bins.is_overlapping:
        raise ValueError('Overlapping IntervalIndex is not accepted.')
    codes = np.array([bins._place_of(x) for x in array_of(given.x)], small(len(bins)))
    found = given.result(over(codes, CategoricalDtype(bins, True)))
    return (found, bins) if retbins else found


def binned(given, edges, right, labels, retbins, precision, include_lowest, duplicates, ordered):
    if not ordered and labels is None:
        raise ValueError("'labels' must be provided if 'ordered = False'")
    if duplicates not in ('raise', 'drop'):
        raise ValueError("invalid value for 'duplicates' parameter, valid options are: raise, drop")
    different = edges[np.sort(np.unique(edges, return_index=True)[1])]
    if len(different) < len(edges) and len(edges) != 2:
        if duplicates == 'raise':
            raise ValueError(f"Bin edges must be unique: {given.told(edges)!r}.\nYou can drop duplicate edges by setting the 'duplicates' kwarg")
        edges = different
    codes = np.searchsorted(edges, given.values, 'left' if right else 'right') - 1
    if include_lowest:
        codes[given.values == edges[0]] = 0
    gone = given.gone | (codes < 0) | (codes >= len(edges) - 1)
    codes[gone] = -1
    if labels is False:
        found = np.where(gone, np.nan, codes) if gone.any() else codes.astype('i8')
    else:
        found = named(codes, bin_names(given, edges, precision, right, include_lowest) if labels is None else labels, labels, len(edges) - 1, ordered)
    found = given.result(found)
    return (found, given.told(edges)) if retbins else found


def named(codes, names, labels, count, ordered):
    """The categorical of the bins' names."""
    from pandas.core.extended.categories import Categorical, CategoricalDtype, over, small
    if labels is not None:
        if not is_list_like(labels):
            raise ValueError('Bin labels must either be False, None or passed in as a list-like argument')
        names = list(labels)
        if ordered and len(set(names)) != len(names):
            raise ValueError('labels must be unique if ordered=True; pass ordered=False for duplicate labels')
        if len(names) != count:
            raise ValueError('Bin labels must be one fewer than the number of bin edges')
        if len(set(names)) != len(names):
            return Categorical([None if c < 0 else names[c] for c in codes], ordered=False)
    return over(codes.astype(small(count)), CategoricalDtype(names, ordered))


def rounded(x, precision):
    """A number with so many digits behind the point, or behind its zeros."""
    if not np.isfinite(x) or x == 0:
        return x
    part, whole = np.modf(x)
    digits = precision if whole else -int(np.floor(np.log10(abs(part)))) - 1 + precision
    return np.around(x, digits)


def bin_names(given, edges, precision, right, include_lowest):
    """The bins as intervals, in as few digits as tell their ends apart."""
    from pandas.core.indexes.interval import IntervalIndex
    closed = 'right' if right else 'left'
    if given.time is not None:
        ends = given.told(edges).copy()
        if right and include_lowest:
            ends[0] = ends[0] - np.timedelta64(1, 'ns')
        return IntervalIndex.from_breaks(ends, closed=closed)
    for digits in range(precision, 20):
        ends = np.array([rounded(x, digits) for x in edges])
        if len(np.unique(ends)) == len(edges):
            break
    if right and include_lowest:
        ends = ends.astype('f8')
        ends[0] -= 10.0 ** -digits
    return IntervalIndex.from_breaks(ends, closed=closed)


def qcut(x, q, labels=None, retbins=False, precision=3, duplicates='raise'):
    """The bin of each value, of bins that hold as many."""
    given = Given(x)
    parts = np.linspace(0, 1, q + 1) if is_integer(q) else np.asarray(q)
    good = given.values[~given.gone]
    edges = np.quantile(good, parts) if len(good) else np.full(len(parts), np.nan)
    return binned(given, edges, True, labels, retbins, precision, True, duplicates, True)


def counted_in_bins(s, bins, normalize, sort, ascending, dropna):
    """How often the values stand in each of some bins."""
    from pandas.core.indexes.interval import IntervalIndex
    from pandas.core.series import Series
    try:
        where = cut(s, bins, include_lowest=True)._values
    except TypeError as e:
        raise TypeError('bins argument only works with numeric data.') from e
    counts = np.bincount(where._codes[where._codes >= 0], minlength=len(where.categories)).astype('i8')
    found = Series._make(counts / counts.sum() if normalize and dropna else counts / len(s) if normalize else counts, IntervalIndex._make(where.categories._values, None), s.name)
    return found.sort_values(ascending=ascending) if sort else found


