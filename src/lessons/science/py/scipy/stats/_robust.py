"""Lines, orders and distances that few values far off do not turn: Theil's, Siegel's, weighted tau, of cumulated shares."""
import numpy as np

from scipy.stats._continuous import norm
from scipy.stats._told import SiegelslopesResult, SignificanceResult, TheilslopesResult


def pointbiserialr(x, y):
    from scipy.stats._samples import pearsonr
    found = pearsonr(x, y)
    return SignificanceResult(found[0], found[1])


def theilslopes(y, x=None, alpha=0.95, method='separate'):
    """The median of the slopes between all pairs, and its limits."""
    y = np.array(y, dtype=float).ravel()
    x = np.arange(len(y), dtype=float) if x is None else np.array(x, dtype=float).ravel()
    if len(x) != len(y):
        raise ValueError('Incompatible lengths ! (%s<>%s)' % (len(y), len(x)))
    dx, dy = x[:, None] - x, y[:, None] - y
    slopes = np.sort(dy[dx > 0] / dx[dx > 0])
    slope = np.median(slopes)
    intercept = np.median(y - slope * x) if method == 'joint' else np.median(y) - slope * np.median(x)
    z = float(norm.ppf((1 - alpha if alpha > 0.5 else alpha) / 2.0))
    repeats = lambda v: [n for n in np.unique(v, return_counts=True)[1] if n > 1]
    n, many = len(y), len(slopes)
    sigma = np.sqrt(1 / 18.0 * (n * (n - 1) * (2 * n + 5) - sum(k * (k - 1) * (2 * k + 5) for k in repeats(x)) - sum(k * (k - 1) * (2 * k + 5) for k in repeats(y))))
    high, low = min(int(np.round((many - z * sigma) / 2.0)), many - 1), max(int(np.round((many + z * sigma) / 2.0)) - 1, 0)
    return TheilslopesResult(slope, intercept, slopes[low], slopes[high])


def siegelslopes(y, x=None, method='hierarchical'):
    """The median of each point's median slope."""
    if method not in ('hierarchical', 'separate'):
        raise ValueError("method can only be 'hierarchical' or 'separate'")
    y = np.asarray(y, dtype=float).ravel()
    x = np.arange(len(y), dtype=float) if x is None else np.asarray(x, dtype=float).ravel()
    dx, dy = x[:, None] - x, y[:, None] - y
    each, cuts = [], []
    for j in range(len(x)):
        ok = dx[j] != 0
        each.append(np.median(dy[j][ok] / dx[j][ok]))
        if method == 'separate':
            cuts.append(np.median(((y * x[j] - y[j] * x)[ok]) / dx[j][ok]))
    slope = np.median(each)
    return SiegelslopesResult(slope, np.median(cuts) if method == 'separate' else np.median(y - slope * x))


# ---- distances, p-values together ----
def _cdf_distance(p, u, v, uw=None, vw=None):
    u, v = np.asarray(u, float), np.asarray(v, float)
    every = np.sort(np.concatenate((u, v)))
    gaps = np.diff(every)

    def rising(values, weights):
        order = np.argsort(values)
        at = values[order].searchsorted(every[:-1], 'right')
        if weights is None:
            return at / values.size
        total = np.concatenate(([0], np.cumsum(np.asarray(weights, float)[order])))
        return total[at] / total[-1]
    off = np.abs(rising(u, uw) - rising(v, vw))
    return np.sum(off * gaps) if p == 1 else np.sqrt(np.sum(off ** 2 * gaps))


def wasserstein_distance(u_values, v_values, u_weights=None, v_weights=None):
    return _cdf_distance(1, u_values, v_values, u_weights, v_weights)


def energy_distance(u_values, v_values, u_weights=None, v_weights=None):
    return np.sqrt(2) * _cdf_distance(2, u_values, v_values, u_weights, v_weights)


def weightedtau(x, y, rank=True, weigher=None, additive=True):
    """Kendall's tau with weights for the first."""
    x, y = np.ravel(x), np.ravel(y)
    weigh = weigher or (lambda r: 1.0 / (1 + r))

    def once(order):
        weights = np.array([weigh(r) for r in order], dtype=float)
        pair = weights[:, None] + weights if additive else weights[:, None] * weights
        sx, sy = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
        return np.sum(pair * sx * sy) / np.sqrt(np.sum(pair * sx * sx) * np.sum(pair * sy * sy))

    def down(first, second):
        order = np.lexsort((second, first))[::-1]
        rank_ = np.empty(len(order), int)
        rank_[order] = np.arange(len(order))
        return rank_
    if rank is True:
        return SignificanceResult((once(down(x, y)) + once(down(y, x))) / 2, np.nan)
    order = np.arange(len(x)) if rank is False else np.asarray(rank)
    return SignificanceResult(once(order), np.nan)
