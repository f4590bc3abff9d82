"""Samples in bins: cumulated and relative counts, and a statistic of what stands in each bin."""
import numpy as np

from scipy.stats._told import BinnedStatistic2dResult, BinnedStatisticResult, CumfreqResult, RelfreqResult, _named


# ---- bins ----
def _histogram(a, numbins, limits, weights):
    a = np.ravel(a)
    if limits is None:
        low, high = (a.min(), a.max()) if a.size else (0, 1)
        pad = (high - low) / (2.0 * (numbins - 1.0))
        limits = low - pad, high + pad
    counts, edges = np.histogram(a, bins=numbins, range=limits, weights=weights)
    extra = len([v for v in a if limits[0] > v or v > limits[1]])
    return counts.astype(float), limits[0], edges[1] - edges[0], extra


def cumfreq(a, numbins=10, defaultreallimits=None, weights=None):
    counts, low, size, extra = _histogram(a, numbins, defaultreallimits, weights)
    return CumfreqResult(np.cumsum(counts), low, size, extra)


def relfreq(a, numbins=10, defaultreallimits=None, weights=None):
    counts, low, size, extra = _histogram(a, numbins, defaultreallimits, weights)
    return RelfreqResult(counts / len(np.ravel(a)), low, size, extra)


_STATISTICS = {'mean': np.mean, 'std': np.std, 'median': np.median, 'sum': np.sum, 'min': np.min, 'max': np.max, 'count': len}


def binned_statistic(x, values, statistic='mean', bins=10, range=None):
    """A number for each bin of x."""
    bins = bins if np.ndim(bins) == 0 else [np.asarray(bins, float)]
    found = binned_statistic_dd([x], values, statistic, bins, [range] if range is not None and np.ndim(range) == 1 else range)
    return BinnedStatisticResult(found.statistic, found.bin_edges[0], found.binnumber)


def binned_statistic_2d(x, y, values, statistic='mean', bins=10, range=None, expand_binnumbers=False):
    if np.ndim(bins) and len(bins) not in (1, 2):
        bins = [np.asarray(bins, float)] * 2
    found = binned_statistic_dd([x, y], values, statistic, bins, range, expand_binnumbers)
    return BinnedStatistic2dResult(found.statistic, found.bin_edges[0], found.bin_edges[1], found.binnumber)


def binned_statistic_dd(sample, values, statistic='mean', bins=10, range=None, expand_binnumbers=False, binned_statistic_result=None):
    if not callable(statistic) and statistic not in _STATISTICS:
        raise ValueError(f'invalid statistic {statistic!r}')
    given, sample = sample, np.asarray(sample, dtype=float)
    sample = sample.T if isinstance(given, (list, tuple)) else sample if sample.ndim == 2 else sample[:, None]
    n, d = sample.shape
    bins = [bins] * d if np.ndim(bins) == 0 else list(bins)
    edges = []
    for i in np.arange(d):
        if np.ndim(bins[i]):
            edges.append(np.asarray(bins[i], dtype=float))
            continue
        low, high = (sample[:, i].min(), sample[:, i].max()) if range is None else range[i]
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges.append(np.linspace(low, high, int(bins[i]) + 1))
    at = [np.digitize(column, e) for column, e in zip(sample.T, edges)]
    for i, e in enumerate(edges):
        at[i][sample[:, i] == e[-1]] = len(e) - 1
    sizes = [len(e) + 1 for e in edges]
    number = np.ravel_multi_index(at, sizes)
    several = [np.asarray(v) for v in values] if np.ndim(values) == 2 else [np.asarray(values)] if statistic != 'count' or values is not None and np.ndim(values) else [np.zeros(n)]
    of = statistic if callable(statistic) else _STATISTICS[statistic]
    found = []
    for column in several:
        try:
            empty = of([]) if callable(statistic) else 0 if statistic in ('count', 'sum') else np.nan
        except Exception:
            empty = np.nan
        whole = np.full(int(np.prod(sizes)), empty, dtype=float)
        for k in np.unique(number):
            whole[k] = of(column[number == k])
        found.append(whole.reshape(sizes)[tuple(slice(1, -1) for _ in sizes)])
    result = np.array(found) if np.ndim(values) == 2 else found[0]
    return _named('BinnedStatisticddResult', 'statistic bin_edges binnumber')(result, edges, np.array(at) if expand_binnumbers and d > 1 else number)
