"""Is a sample normal, or of another law: Shapiro's and Wilk's, Anderson's and Darling's, quantiles against quantiles."""
import collections
import math

import numpy as np

from scipy.stats._continuous import norm
from scipy.stats._told import _named, ShapiroResult, shown_with


class AndersonResult(collections.namedtuple('AndersonResult', 'statistic critical_values significance_level')):
    """How far from a distribution, and how far is likely; besides the fit."""
    __repr__ = shown_with('fit_result')


# Royston's polynomials for the weights and the likelihood of W
_C1, _C2 = (0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056), (0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
_C3, _C4, _C5, _C6, _G = (0.544, -0.39978, 0.025054, -6.714e-4), (1.3822, -0.77857, 0.062767, -0.0020322), (-1.5861, -0.31082, -0.083751, 0.0038915), (-0.4803, -0.082676, 0.0030302), (-2.273, 0.459)


def shapiro(x):
    """Is a sample normal? Shapiro's and Wilk's, as Royston computes it."""
    x = np.ravel(x).astype(float)
    n = len(x)
    if n < 3:
        raise ValueError('Data must be at least length 3.')
    x = np.sort(x)
    half = n // 2
    poly = lambda c, at: np.polynomial.polynomial.polyval(at, c)
    if n == 3:
        a = np.array([math.sqrt(0.5)])
    else:
        m = np.asarray(norm.ppf((np.arange(1, half + 1) - 0.375) / (n + 0.25)))
        total, turn = 2 * np.sum(m ** 2), 1 / math.sqrt(n)
        root = math.sqrt(total)
        first = poly(_C1, turn) - m[0] / root
        a = np.empty(half)
        if n > 5:
            second = -m[1] / root + poly(_C2, turn)
            scale = math.sqrt((total - 2 * m[0] ** 2 - 2 * m[1] ** 2) / (1 - 2 * first ** 2 - 2 * second ** 2))
            a[:2], a[2:] = (first, second), -m[2:] / scale
        else:
            scale = math.sqrt((total - 2 * m[0] ** 2) / (1 - 2 * first ** 2))
            a[0], a[1:] = first, -m[1:] / scale
    whole = np.concatenate([-a, np.zeros(n % 2), a[::-1]])
    spread = x - x.mean()
    w = min(1.0, float((whole @ x) ** 2 / (spread @ spread))) if spread.any() else 1.0
    if n == 3:
        return ShapiroResult(w, max(0.0, 1.90985931710274 * (math.asin(math.sqrt(w)) - 1.04719755119660)))
    y, size = math.log(max(1 - w, 1e-300)), math.log(n)
    if n <= 11:
        gamma = poly(_G, n)
        if y >= gamma:
            return ShapiroResult(w, 1e-99)
        y, mean, sd = -math.log(gamma - y), poly(_C3, n), math.exp(poly(_C4, n))
    else:
        mean, sd = poly(_C5, size), math.exp(poly(_C6, size))
    return ShapiroResult(w, float(norm.sf((y - mean) / sd)))


_CRITICAL = {'norm': ((0.576, 0.656, 0.787, 0.918, 1.092), (15, 10, 5, 2.5, 1)), 'expon': ((0.922, 1.078, 1.341, 1.606, 1.957), (15, 10, 5, 2.5, 1)), 'logistic': ((0.426, 0.563, 0.660, 0.769, 0.906, 1.010), (25, 10, 5, 2.5, 1, 0.5)),
             'gumbel': ((0.474, 0.637, 0.757, 0.877, 1.038), (25, 10, 5, 2.5, 1))}


def anderson(x, dist='norm'):
    """How far a sample is from a distribution (Anderson's and Darling's)."""
    dist = {'extreme1': 'gumbel_l', 'gumbel': 'gumbel_l'}.get(dist, dist)
    if dist not in ('norm', 'expon', 'gumbel_l', 'gumbel_r', 'logistic'):
        raise ValueError("Invalid distribution; dist must be in {'expon', 'gumbel_r', 'gumbel_l', 'logistic', 'norm'}.")
    from scipy import stats
    y = np.sort(np.asarray(x, dtype=float))
    n, mean = len(y), y.mean()
    if dist == 'norm':
        fit, table = (mean, y.std(ddof=1)), np.around(np.array(_CRITICAL['norm'][0]) / (1.0 + 4.0 / n - 25.0 / n / n), 3)
    elif dist == 'expon':
        fit, table = (0, mean), np.around(np.array(_CRITICAL['expon'][0]) / (1.0 + 0.6 / n), 3)
    elif dist == 'logistic':
        fit, table = _logistic_fit(y), np.around(np.array(_CRITICAL['logistic'][0]) / (1.0 + 0.25 / n), 3)
    else:
        fit, table = getattr(stats, dist).fit(y), np.around(np.array(_CRITICAL['gumbel'][0]) / (1.0 + 0.2 / np.sqrt(n)), 3)
    z = (y - fit[0]) / fit[1]
    law = getattr(stats, dist)
    i = np.arange(1, n + 1)
    at = -n - np.sum((2 * i - 1.0) / n * (np.asarray(law.logcdf(z)) + np.asarray(law.logsf(z))[::-1]))
    levels = np.array(_CRITICAL['gumbel' if dist.startswith('gumbel') else dist][1])
    from scipy.stats._fit import told
    made = AndersonResult(at, table, levels.astype(float) if levels.dtype.kind != 'f' else levels)
    made.fit_result = told(law, y, fit, '`anderson` successfully fit the distribution to the data.')
    return made


def _logistic_fit(y):
    from scipy.optimize import fsolve

    def both(ab):
        at = (y - ab[0]) / ab[1]
        e = np.exp(at)
        return [np.sum(1.0 / (1 + e)) - 0.5 * len(y), np.sum(at * (1.0 - e) / (1 + e)) + len(y)]
    return fsolve(both, [y.mean(), y.std(ddof=1)], xtol=1e-5)


def anderson_ksamp(samples, midrank=True):
    """Do samples come from one distribution?"""
    samples = [np.sort(np.asarray(s)) for s in samples]
    k = len(samples)
    if k < 2:
        raise ValueError('anderson_ksamp needs at least two samples')
    pooled = np.sort(np.hstack(samples))
    total, distinct = pooled.size, np.unique(pooled)
    if distinct.size < 2:
        raise ValueError('anderson_ksamp needs more than one distinct observation')
    n = np.array([s.size for s in samples])
    if np.any(n == 0):
        raise ValueError('anderson_ksamp encountered sample without observations')
    found = 0.0
    left = pooled.searchsorted(distinct, 'left')
    ties = 1.0 if total == distinct.size else pooled.searchsorted(distinct, 'right') - left
    if midrank:
        below = left + ties / 2.0
        for s in samples:
            right = s.searchsorted(distinct, side='right')
            mid = right.astype(float) - (right - s.searchsorted(distinct, 'left')) / 2.0
            found += (ties / float(total) * (total * mid - below * s.size) ** 2 / (below * (total - below) - total * ties / 4.0)).sum() / s.size
        found *= (total - 1.0) / total
    else:
        ties, below = pooled.searchsorted(distinct[:-1], 'right') - pooled.searchsorted(distinct[:-1], 'left'), pooled.searchsorted(distinct[:-1], 'right').astype(float)
        for s in samples:
            found += (ties / float(total) * (total * s.searchsorted(distinct[:-1], side='right') - below * s.size) ** 2 / (below * (total - below))).sum() / s.size
    big_h, hs = (1.0 / n).sum(), (1.0 / np.arange(total - 1, 1, -1)).cumsum()
    h = hs[-1] + 1
    g = (hs / np.arange(2, total)).sum()
    a = (4 * g - 6) * (k - 1) + (10 - 6 * g) * big_h
    b = (2 * g - 4) * k ** 2 + 8 * h * k + (2 * g - 14 * h - 4) * big_h - 8 * h + 4 * g - 6
    c = (6 * h + 2 * g - 2) * k ** 2 + (4 * h - 4 * g + 6) * k + (2 * h - 6) * big_h + 4 * h
    d = (2 * h + 6) * k ** 2 - 4 * h * k
    m = k - 1
    at = (found - m) / math.sqrt((a * total ** 3 + b * total ** 2 + c * total + d) / ((total - 1.0) * (total - 2.0) * (total - 3.0)))
    critical = np.array([0.675, 1.281, 1.645, 1.96, 2.326, 2.573, 3.085]) + np.array([-0.245, 0.25, 0.678, 1.149, 1.822, 2.364, 3.615]) / math.sqrt(m) + np.array([-0.105, -0.305, -0.362, -0.391, -0.396, -0.345, -0.154]) / m
    levels = np.array([0.25, 0.1, 0.05, 0.025, 0.01, 0.005, 0.001])
    p = levels.max() if at < critical.min() else levels.min() if at > critical.max() else math.exp(np.polyval(np.polyfit(critical, np.log(levels), 2), at))
    if not critical.min() <= at <= critical.max():
        import warnings
        warnings.warn(f'p-value {"capped" if at < critical.min() else "floored"}: true value {"larger" if at < critical.min() else "smaller"} than {p}', stacklevel=2)
    return _named('Anderson_ksampResult', 'statistic critical_values significance_level')(at, critical, p)


def _medians(n):
    at = np.empty(n)
    at[-1] = 0.5 ** (1.0 / n)
    at[0] = 1 - at[-1]
    at[1:-1] = (np.arange(2, n) - 0.3175) / (n + 0.365)
    return at


def probplot(x, sparams=(), dist='norm', fit=True, plot=None, rvalue=False):
    """((quantiles, sample in order), (slope, intercept, r))."""
    from scipy import stats
    x = np.asarray(x)
    law = getattr(stats, dist) if isinstance(dist, str) else dist
    sparams = tuple(np.atleast_1d(sparams)) if not isinstance(sparams, tuple) else sparams
    osm, osr = np.asarray(law.ppf(_medians(len(x)), *sparams)), np.sort(x)
    line = stats.linregress(osm, osr)
    if plot is not None:
        plot.plot(osm, osr, 'bo')
        if fit:
            plot.plot(osm, line[0] * osm + line[1], 'r-')
        words = {'title': 'Probability Plot', 'xlabel': 'Theoretical quantiles', 'ylabel': 'Ordered Values'}
        for name, word in words.items():
            getattr(plot, 'set_' + name if hasattr(plot, 'set_title') else name)(word)
        if rvalue:
            plot.text(osm.min() + 0.7 * (osm.max() - osm.min()), osr.min() + 0.01 * (osr.max() - osr.min()), '$R^2=%1.4f$' % line[2] ** 2)
    return ((osm, osr), (line[0], line[1], line[2])) if fit else (osm, osr)


def ppcc_max(x, brack=(0.0, 1.0), dist='tukeylambda'):
    from scipy import stats
    from scipy.optimize import brent
    law, at, y = getattr(stats, dist) if isinstance(dist, str) else dist, _medians(len(x)), np.sort(x)
    return brent(lambda shape: 1 - stats.pearsonr(law.ppf(at, shape), y)[0], brack=brack)
