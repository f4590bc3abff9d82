"""cut and qcut: values in bins, by the bins' numbers."""
import numpy as np

from pandas.core.dtypes import array_of, is_integer
from pandas.core.missing import missing_in


def result(x, codes, labels, count):
    """Codes, or the names of the bins, in the form of what was cut."""
    gone = codes < 0
    if labels is False:
        found = np.where(gone, np.nan, codes) if gone.any() else codes.astype('i8')
        return x._each(lambda v: found) if hasattr(x, '_index_of') else found
    if labels is None or labels is True:
        raise NotImplementedError("perch's pandas has no intervals: labels=False gives the numbers of the bins")
    if len(list(labels)) != count:
        raise ValueError('Bin labels must be one fewer than the number of bin edges')
    raise NotImplementedError("perch's pandas has no categories: labels=False gives the numbers of the bins")


def cut(x, bins, right=True, labels=None, retbins=False, precision=3, include_lowest=False, duplicates='raise', ordered=True):
    """The bin of each value; labels=False for the numbers."""
    values = array_of(x).astype('f8')
    if is_integer(bins):
        if bins < 1:
            raise ValueError('`bins` should be a positive integer.')
        good = values[~missing_in(values)]
        if not len(good):
            raise ValueError('Cannot cut empty array')
        low, high = good.min(), good.max()
        edges = np.linspace(low, high, bins + 1)
        widen = (high - low) * 0.001
        if low == high:
            widen = 0.001 * abs(low) if low else 0.001
            edges = np.linspace(low - widen, high + widen, bins + 1)
        elif right:
            edges[0] -= widen
        else:
            edges[-1] += widen
    else:
        edges = np.asarray(bins)
        if (np.diff(edges) < 0).any():
            raise ValueError('bins must increase monotonically.')
    codes = np.searchsorted(edges, values, 'left' if right else 'right') - 1
    if include_lowest:
        codes[values == edges[0]] = 0
    codes[(codes >= len(edges) - 1) | missing_in(values)] = -1
    found = result(x, codes, labels, len(edges) - 1)
    return (found, edges) if retbins else found


def qcut(x, q, labels=None, retbins=False, precision=3, duplicates='raise'):
    """The bin of each value, bins that hold as many; labels=False for the numbers."""
    values = array_of(x).astype('f8')
    parts = np.linspace(0, 1, q + 1) if is_integer(q) else np.asarray(q)
    edges = np.percentile(values[~missing_in(values)], parts * 100)
    different = np.unique(edges)
    if len(different) < len(edges):
        if duplicates == 'raise':
            raise ValueError(f"Bin edges must be unique: {edges!r}.\nYou can drop duplicate edges by setting the 'duplicates' kwarg")
        edges = different
    return cut(x, edges, True, labels, retbins, precision, True)
