"""More tests of samples, and what is said of them: exact tables, of normality, of spread, robust lines, circles, limits cut off, power transforms, resampling.

Long because it is a list of tests, each of a few lines."""
import collections
import math

import numpy as np

from scipy import special as sc
from scipy.stats._continuous import beta as _beta, chi2, norm, t as _t
from scipy.stats._discrete import binom, hypergeom
from scipy.stats._distribution import generator
from scipy.stats._samples import rankdata


def _named(name, fields):
    return collections.namedtuple(name, fields)


ShapiroResult = _named('ShapiroResult', 'statistic pvalue')
BartlettResult = _named('BartlettResult', 'statistic pvalue')
FlignerResult = _named('FlignerResult', 'statistic pvalue')
AnsariResult = _named('AnsariResult', 'statistic pvalue')
MoodResult = _named('SignificanceResult', 'statistic pvalue')
RanksumsResult = _named('RanksumsResult', 'statistic pvalue')
FriedmanchisquareResult = _named('FriedmanchisquareResult', 'statistic pvalue')
PointbiserialrResult = _named('SignificanceResult', 'statistic pvalue')
Power_divergenceResult = _named('Power_divergenceResult', 'statistic pvalue')
BrunnerMunzelResult = _named('BrunnerMunzelResult', 'statistic pvalue')
Ttest_indResult = _named('Ttest_indResult', 'statistic pvalue')
TheilslopesResult = _named('TheilslopesResult', 'slope intercept low_slope high_slope')
SiegelslopesResult = _named('SiegelslopesResult', 'slope intercept')
SigmaclipResult = _named('SigmaclipResult', 'clipped lower upper')
CumfreqResult = _named('CumfreqResult', 'cumcount lowerlimit binsize extrapoints')
RelfreqResult = _named('RelfreqResult', 'frequency lowerlimit binsize extrapoints')
BinnedStatisticResult = _named('BinnedStatisticResult', 'statistic bin_edges binnumber')
BinnedStatistic2dResult = _named('BinnedStatistic2dResult', 'statistic x_edge y_edge binnumber')
ConfidenceInterval = _named('ConfidenceInterval', 'low high')


class _Told:
    """A result whose attributes are told line by line."""
    _shown = ()

    def __init__(self, **named):
        self.__dict__.update(named)

    def __repr__(self):
        return f'{type(self).__name__}(' + ', '.join(f'{name}={getattr(self, name)!r}' for name in self._shown) + ')'


class AlexanderGovernResult(_Told):
    _shown = ('statistic', 'pvalue')


class AndersonResult(collections.namedtuple('AndersonResult', 'statistic critical_values significance_level')):
    """How far from a distribution, and how far is likely; besides the fit."""


def ttest_ind_from_stats(mean1, std1, nobs1, mean2, std2, nobs2, equal_var=True, alternative='two-sided'):
    """Student's test of means from what is known of both samples."""
    mean1, std1, mean2, std2 = map(np.asarray, (mean1, std1, mean2, std2))
    v1, v2 = std1 ** 2 / nobs1, std2 ** 2 / nobs2
    if equal_var:
        df = nobs1 + nobs2 - 2.0
        down = np.sqrt(((nobs1 - 1) * std1 ** 2 + (nobs2 - 1) * std2 ** 2) / df * (1.0 / nobs1 + 1.0 / nobs2))
    else:
        df = (v1 + v2) ** 2 / (v1 ** 2 / (nobs1 - 1) + v2 ** 2 / (nobs2 - 1))
        down = np.sqrt(v1 + v2)
    at = (mean1 - mean2) / down
    return Ttest_indResult(at[()] if np.ndim(at) == 0 else at, _tail_of(_t, at, alternative, df))


def _tail_of(dist, at, alternative, *shapes):
    if alternative == 'less':
        return dist.cdf(at, *shapes)
    if alternative == 'greater':
        return dist.sf(at, *shapes)
    if alternative != 'two-sided':
        raise ValueError("alternative must be 'less', 'greater' or 'two-sided'")
    return 2 * dist.sf(np.abs(at), *shapes)


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
    made = AndersonResult(at, table, levels.astype(float) if levels.dtype.kind != 'f' else levels)
    made.fit_result = None
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


def bartlett(*samples):
    """Are the variances equal?"""
    if len(samples) < 2:
        raise ValueError('Must enter at least two input sample vectors.')
    n, var = np.array([len(s) for s in samples]), np.array([np.var(s, ddof=1) for s in samples])
    total, k = n.sum(), len(samples)
    pooled = np.sum((n - 1.0) * var) / (total - k)
    at = ((total - k) * np.log(pooled) - np.sum((n - 1.0) * np.log(var))) / (1.0 + 1.0 / (3 * (k - 1)) * (np.sum(1.0 / (n - 1.0)) - 1.0 / (total - k)))
    return BartlettResult(at, chi2.sf(at, k - 1))


_MIDDLES = {'median': np.median, 'mean': np.mean}


def fligner(*samples, center='median', proportiontocut=0.05):
    """The same by ranks."""
    if center not in ('mean', 'median', 'trimmed'):
        raise ValueError("center must be 'mean', 'median' or 'trimmed'.")
    if len(samples) < 2:
        raise ValueError('Must enter at least two input sample vectors.')
    middle = _MIDDLES.get(center) or (lambda s: trim_mean_of(s, proportiontocut))
    away = [np.abs(np.asarray(s) - middle(s)) for s in samples]
    n, k = np.array([len(s) for s in samples]), len(samples)
    scores = np.asarray(norm.ppf(rankdata(np.concatenate(away)) / (2 * (n.sum() + 1.0)) + 0.5))
    edges = np.r_[0, np.cumsum(n)]
    means = np.array([scores[a:b].mean() for a, b in zip(edges, edges[1:])])
    at = np.sum(n * (means - scores.mean()) ** 2) / scores.var(ddof=1)
    return FlignerResult(at, chi2.sf(at, k - 1))


def trim_mean_of(s, part):
    s = np.sort(s)
    cut = int(part * len(s))
    return s[cut:len(s) - cut].mean()


def mood(x, y, axis=0, alternative='two-sided'):
    """Are the scales equal? By squares of ranks."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    n, m = len(x), len(y)
    total = n + m
    if total < 3:
        raise ValueError('Not enough observations.')
    ranks = rankdata(np.concatenate([x, y]))
    at = np.sum((ranks[:n] - (total + 1.0) / 2) ** 2)
    mean, var = n * (total * total - 1.0) / 12, m * n * (total + 1.0) * (total + 2) * (total - 2) / 180
    z = (at - mean) / np.sqrt(var)
    return MoodResult(z, _tail_of(norm, z, alternative))


def ansari(x, y, alternative='two-sided'):
    """The same by ranks from both ends."""
    x, y = np.asarray(x), np.asarray(y)
    m, n = len(x), len(y)
    if m < 1 or n < 1:
        raise ValueError('Not enough other observations.' if n < 1 else 'Not enough test observations.')
    total = m + n
    ranks = rankdata(np.r_[x, y])
    sym = np.minimum(ranks, total - ranks + 1)
    at = np.sum(sym[:m])
    ties = len(np.unique(np.r_[x, y])) != total
    if total % 2:
        mean, var = m * (total + 1.0) ** 2 / 4.0 / total, m * n * (total + 1.0) * (3 + total ** 2) / (48.0 * total ** 2)
    else:
        mean, var = m * (total + 2.0) / 4.0, m * n * (total + 2) * (total - 2.0) / 48 / (total - 1.0)
    if ties:
        square = np.sum(sym ** 2)
        var = m * n * (16 * total * square - (total + 1) ** 4) / (16.0 * total ** 2 * (total - 1)) if total % 2 else m * n * (16 * square - total * (total + 2) ** 2) / (16.0 * total * (total - 1))
    elif m < 55 and n < 55:
        return AnsariResult(at, _ansari_exact(at, m, n, alternative))
    z = (mean - at) / np.sqrt(var)
    return AnsariResult(at, _tail_of(norm, z, {'less': 'less', 'greater': 'greater'}.get(alternative, alternative)))


def _ansari_exact(at, m, n, alternative):
    """By counting which sums m of the ranks have."""
    total = m + n
    scores = [min(i, total - i + 1) for i in range(1, total + 1)]
    ways = [collections.Counter() for _ in range(m + 1)]
    ways[0][0] = 1
    for s in scores:
        for k in range(m - 1, -1, -1):
            for sum_, count in ways[k].items():
                ways[k + 1][sum_ + s] += count
    whole = math.comb(total, m)
    low, high = sum(c for s, c in ways[m].items() if s <= at) / whole, sum(c for s, c in ways[m].items() if s >= at) / whole
    if alternative == 'two-sided':
        return min(1.0, 2.0 * min(low, high))
    return high if alternative == 'less' else low


def ranksums(x, y, alternative='two-sided'):
    """Does one sample tend to be greater? By sums of ranks."""
    x, y = np.asarray(x), np.asarray(y)
    n, m = len(x), len(y)
    s = np.sum(rankdata(np.concatenate((x, y)))[:n])
    z = (s - n * (n + m + 1) / 2.0) / np.sqrt(n * m * (n + m + 1) / 12.0)
    return RanksumsResult(z, _tail_of(norm, z, alternative))


def brunnermunzel(x, y, alternative='two-sided', distribution='t', nan_policy='propagate'):
    x, y = np.asarray(x), np.asarray(y)
    n, m = len(x), len(y)
    both = rankdata(np.concatenate((x, y)))
    rx, ry, ox, oy = both[:n], both[n:], rankdata(x), rankdata(y)
    sx = np.sum((rx - ox - rx.mean() + ox.mean()) ** 2) / (n - 1)
    sy = np.sum((ry - oy - ry.mean() + oy.mean()) ** 2) / (m - 1)
    at = n * m * (ry.mean() - rx.mean()) / ((n + m) * np.sqrt(n * sx + m * sy))
    if distribution == 't':
        df = (n * sx + m * sy) ** 2 / ((n * sx) ** 2 / (n - 1) + (m * sy) ** 2 / (m - 1))
        tails = lambda side: _tail_of(_t, at, side, df)
    else:
        tails = lambda side: _tail_of(norm, at, side)
    return BrunnerMunzelResult(at, tails({'less': 'greater', 'greater': 'less'}.get(alternative, alternative)))


def friedmanchisquare(*samples):
    """Do treatments of the same ones differ?"""
    k = len(samples)
    if k < 3:
        raise ValueError(f'At least 3 sets of samples must be given for Friedman test, got {k}.')
    n = len(samples[0])
    if any(len(s) != n for s in samples):
        raise ValueError('Unequal N in friedmanchisquare.  Aborting.')
    data = np.apply_along_axis(rankdata, 1, np.vstack(samples).T.astype(float))
    ties = 0
    for row in data:
        counts = np.unique(row, return_counts=True)[1]
        ties += np.sum(counts * (counts * counts - 1))
    c = 1 - ties / (k * (k * k - 1) * n)
    at = (12.0 / (k * n * (k + 1)) * np.sum(data.sum(axis=0) ** 2) - 3 * n * (k + 1)) / c
    return FriedmanchisquareResult(at, chi2.sf(at, k - 1))


def alexandergovern(*samples, nan_policy='propagate'):
    """Are means equal where variances are not?"""
    n = np.array([len(s) for s in samples])
    means, se2 = np.array([np.mean(s) for s in samples]), np.array([np.var(s, ddof=1) for s in samples]) / n
    w = 1 / se2 / np.sum(1 / se2)
    t = (means - np.sum(w * means)) / np.sqrt(se2)
    v = n - 1
    a = v - 0.5
    b = 48 * a ** 2
    c = np.sqrt(a * np.log(1 + t ** 2 / v))
    z = c + (c ** 3 + 3 * c) / b - (4 * c ** 7 + 33 * c ** 5 + 240 * c ** 3 + 855 * c) / (b ** 2 * 10 + 8 * b * c ** 4 + 1000 * b)
    at = np.sum(z ** 2)
    return AlexanderGovernResult(statistic=at, pvalue=chi2.sf(at, len(samples) - 1))


_POWERS = {'pearson': 1, 'log-likelihood': 0, 'freeman-tukey': -0.5, 'mod-log-likelihood': -1, 'neyman': -2, 'cressie-read': 2 / 3}


def power_divergence(f_obs, f_exp=None, ddof=0, axis=0, lambda_=None):
    """How far counts are from what is expected, by a power."""
    if isinstance(lambda_, str) and lambda_ not in _POWERS:
        raise ValueError(f'invalid string for lambda_: {lambda_!r}. Valid strings are {repr(list(_POWERS))[1:-1]}')
    power = 1 if lambda_ is None else _POWERS[lambda_] if isinstance(lambda_, str) else lambda_
    obs = np.asanyarray(f_obs).astype(float)
    exp = np.asanyarray(f_exp).astype(float) if f_exp is not None else obs.mean(axis=axis, keepdims=True)
    obs, exp = np.broadcast_arrays(obs, exp)
    if f_exp is not None and not np.allclose(obs.sum(axis=axis), exp.sum(axis=axis), rtol=1e-8):
        gap = np.max(np.abs(obs.sum(axis=axis) - exp.sum(axis=axis)) / np.minimum(obs.sum(axis=axis), exp.sum(axis=axis)))
        raise ValueError(f'For each axis slice, the sum of the observed frequencies must agree with the sum of the expected frequencies to a relative tolerance of 1e-08, but the percent differences are:\n{gap}')
    if power == 1:
        terms = (obs - exp) ** 2 / exp
    elif power == 0:
        terms = 2.0 * sc.xlogy(obs, obs / exp)
    elif power == -1:
        terms = 2.0 * sc.xlogy(exp, exp / obs)
    else:
        terms = obs * ((obs / exp) ** power - 1) / (0.5 * power * (power + 1))
    at = np.asarray(terms).sum(axis=axis)
    many = terms.size if axis is None else terms.shape[axis]
    return Power_divergenceResult(at, chi2.sf(at, many - 1 - np.asarray(ddof)))


class SignificanceResult(collections.namedtuple('SignificanceResult', 'statistic pvalue')):
    pass


def fisher_exact(table, alternative='two-sided'):
    """How likely is such a table of two by two, or one more extreme?"""
    c = np.asarray(table, dtype=np.int64)
    if c.shape != (2, 2):
        raise ValueError('The input `table` must be of shape (2, 2).')
    if np.any(c < 0):
        raise ValueError('All values in `table` must be nonnegative.')
    if 0 in c.sum(axis=0) or 0 in c.sum(axis=1):
        return SignificanceResult(np.nan, 1.0)
    odds = c[0, 0] * c[1, 1] / (c[1, 0] * c[0, 1]) if c[1, 0] > 0 and c[0, 1] > 0 else np.inf
    n1, n2, n = c[0, 0] + c[0, 1], c[1, 0] + c[1, 1], c[0, 0] + c[1, 0]
    law = lambda k: np.asarray(hypergeom.pmf(k, n1 + n2, n1, n))
    every = np.arange(max(0, n - n2), min(n1, n) + 1)
    p = law(every)
    if alternative == 'less':
        found = p[every <= c[0, 0]].sum()
    elif alternative == 'greater':
        found = p[every >= c[0, 0]].sum()
    elif alternative == 'two-sided':
        here = p[every == c[0, 0]][0]
        found = p[p <= here * (1 + 1e-12)].sum()
    else:
        raise ValueError("`alternative` should be one of {'two-sided', 'less', 'greater'}")
    return SignificanceResult(odds, min(float(found), 1.0))


class BinomTestResult(_Told):
    _shown = ('k', 'n', 'alternative', 'statistic', 'pvalue')

    def proportion_ci(self, confidence_level=0.95, method='exact'):
        """Between which limits the proportion lies."""
        if method not in ('exact', 'wilson', 'wilsoncc'):
            raise ValueError("method must be one of 'exact', 'wilson', 'wilsoncc'")
        if not 0 <= confidence_level <= 1:
            raise ValueError('confidence_level must be in the interval [0, 1].')
        k, n, sides = self.k, self.n, self.alternative
        tail = (1 - confidence_level) / (2 if sides == 'two-sided' else 1)
        if method == 'exact':
            low = 0.0 if sides == 'less' or k == 0 else float(_beta.ppf(tail, k, n - k + 1))
            high = 1.0 if sides == 'greater' or k == n else float(_beta.ppf(1 - tail, k + 1, n - k))
            return ConfidenceInterval(low, high)
        p, z = k / n, float(norm.ppf(1 - tail))
        down, middle = 2 * (n + z ** 2), (2 * n * p + z ** 2) / (2 * (n + z ** 2))
        q = 1 - p
        if method == 'wilson':
            half = z / down * np.sqrt(4 * n * p * q + z ** 2)
            low, high = middle - half, middle + half
        else:
            low = (2 * n * p + z ** 2 - 1 - z * np.sqrt(z ** 2 - 2 - 1 / n + 4 * p * (n * q + 1))) / down
            high = (2 * n * p + z ** 2 + 1 + z * np.sqrt(z ** 2 + 2 - 1 / n + 4 * p * (n * q - 1))) / down
        return ConfidenceInterval(0.0 if sides == 'less' or k == 0 else low, 1.0 if sides == 'greater' or k == n else high)


def binomtest(k, n, p=0.5, alternative='two-sided'):
    """Is p the chance of success?"""
    if int(k) != k or int(n) != n:
        raise ValueError('k and n must be integers')
    if k < 0 or n < k:
        raise ValueError('k must be greater than or equal to 0.' if k < 0 else 'k must not be greater than n.')
    if not 0 <= p <= 1:
        raise ValueError('p must be in range [0,1]')
    if alternative == 'less':
        found = binom.cdf(k, n, p)
    elif alternative == 'greater':
        found = binom.sf(k - 1, n, p)
    elif alternative == 'two-sided':
        every = np.asarray(binom.pmf(np.arange(n + 1), n, p))
        found = 1.0 if k == p * n else every[every <= every[k] * (1 + 1e-7)].sum()
    else:
        raise ValueError("alternative not recognized; must be 'two-sided', 'less' or 'greater'")
    return BinomTestResult(k=k, n=n, alternative=alternative, statistic=k / n, proportion_estimate=k / n, pvalue=min(1.0, float(found)))


def binom_test(x, n=None, p=0.5, alternative='two-sided'):
    """The same, older."""
    x = np.atleast_1d(x).astype(int)
    k, n = (x[0], x.sum()) if len(x) == 2 else (x[0], n)
    return binomtest(int(k), int(n), p, alternative).pvalue


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


# ---- limits ----
def _inside(a, limits, inclusive):
    a = np.asarray(a, dtype=float)
    keep = np.ones(a.shape, bool)
    if limits is not None:
        low, high = limits
        if low is not None:
            keep &= a >= low if inclusive[0] else a > low
        if high is not None:
            keep &= a <= high if inclusive[1] else a < high
    return np.where(keep, a, np.nan)


def tmean(a, limits=None, inclusive=(True, True), axis=None):
    return np.mean(a) if limits is None else np.nanmean(_inside(a, limits, inclusive), axis=axis)


def tvar(a, limits=None, inclusive=(True, True), axis=0, ddof=1):
    a = np.asarray(a, dtype=float)
    return a.var(ddof=ddof, axis=axis) if limits is None else np.nanvar(_inside(a, limits, inclusive), ddof=ddof, axis=axis)


def tstd(a, limits=None, inclusive=(True, True), axis=0, ddof=1):
    return np.sqrt(tvar(a, limits, inclusive, axis, ddof))


def tsem(a, limits=None, inclusive=(True, True), axis=0, ddof=1):
    a = np.asarray(a).ravel()
    if limits is None:
        return a.std(ddof=ddof) / np.sqrt(a.size)
    kept = _inside(a, limits, inclusive)
    return np.nanstd(kept, ddof=ddof) / np.sqrt(np.sum(~np.isnan(kept)))


def _end(of):
    def least(a, limit=None, axis=0, inclusive=True, nan_policy='propagate'):
        a = np.asarray(a)
        if limit is None:
            return of(a, axis=axis)
        keep = (a >= limit if inclusive else a > limit) if of is np.min else (a <= limit if inclusive else a < limit)
        found = np.where(keep, a.astype(float), np.inf if of is np.min else -np.inf)
        found = of(found, axis=axis)
        return found.astype(a.dtype) if np.ndim(found) else a.dtype.type(found) if np.isfinite(found) else np.nan
    return least


tmin, tmax = _end(np.min), _end(np.max)
tmin.__name__, tmax.__name__ = 'tmin', 'tmax'


def trimboth(a, proportiontocut, axis=0):
    """Without a part at both ends."""
    a = np.asarray(a).ravel() if axis is None else np.asarray(a)
    axis = 0 if axis is None else axis
    n = a.shape[axis]
    low = int(proportiontocut * n)
    high = n - low
    if low >= high:
        raise ValueError('Proportion too big.')
    cut = np.partition(a, (low, high - 1), axis)
    return np.take(cut, range(low, high), axis)


def trim1(a, proportiontocut, tail='right', axis=0):
    """Without a part at one end."""
    a = np.asarray(a).ravel() if axis is None else np.asarray(a)
    axis = 0 if axis is None else axis
    n = a.shape[axis]
    if proportiontocut >= 1:
        return []
    low, high = (0, n - int(proportiontocut * n)) if tail.lower() == 'right' else (int(proportiontocut * n), n)
    return np.take(np.partition(a, (low, high - 1), axis), range(low, high), axis)


def sigmaclip(a, low=4.0, high=4.0):
    """Without what is far off, again and again."""
    c = np.asarray(a).ravel()
    while True:
        sd, mean, size = c.std(), c.mean(), c.size
        lower, upper = mean - sd * low, mean + sd * high
        c = c[(c >= lower) & (c <= upper)]
        if c.size == size:
            return SigmaclipResult(c, lower, upper)


def scoreatpercentile(a, per, limit=(), interpolation_method='fraction', axis=None):
    a = np.asarray(a)
    if limit:
        a = a[(limit[0] <= a) & (a <= limit[1])]
    names = {'fraction': 'linear', 'lower': 'lower', 'higher': 'higher'}
    if interpolation_method not in names:
        raise ValueError("interpolation_method can only be 'fraction', 'lower' or 'higher'")
    return np.percentile(a, per, axis=axis, method=names[interpolation_method])


def variation(a, axis=0, nan_policy='propagate', ddof=0, *, keepdims=False):
    a = np.asarray(a)
    return a.std(axis=axis, ddof=ddof, keepdims=keepdims) / a.mean(axis=axis, keepdims=keepdims)


def gstd(a, axis=0, ddof=1):
    a = np.asanyarray(a)
    if np.any(a <= 0):
        raise ValueError('Non positive value encountered. The geometric standard deviation requires strictly positive values.')
    return np.exp(np.std(np.log(a), axis=axis, ddof=ddof))


def gzscore(a, *, axis=0, ddof=0, nan_policy='propagate'):
    from scipy.stats._samples import zscore
    return zscore(np.log(a), axis=axis, ddof=ddof)


def pmean(a, p, *, axis=0, dtype=None, weights=None):
    a = np.asarray(a, dtype=float)
    if np.any(a < 0):
        raise ValueError('Power mean only defined if all elements greater than or equal to zero')
    if p == 0:
        from scipy.stats._tests import gmean
        return gmean(a, axis=axis, weights=weights)
    return np.float_power(np.average(np.float_power(a, p), axis=axis, weights=weights), 1 / p)


def moment(a, moment=1, axis=0, nan_policy='propagate', *, keepdims=False):
    a = np.asarray(a, dtype=float) if axis is not None else np.ravel(a).astype(float)
    axis = 0 if axis is None else axis
    one = lambda k: np.ones(np.mean(a, axis=axis).shape)[()] if k == 0 else np.zeros(np.mean(a, axis=axis).shape)[()] if k == 1 else np.mean((a - a.mean(axis=axis, keepdims=True)) ** k, axis=axis)
    return np.array([one(k) for k in moment]) if np.ndim(moment) else one(moment)


def kstat(data, n=2):
    """The n-th cumulant, without bias."""
    if n not in (1, 2, 3, 4):
        raise ValueError('k-statistics only supported for 1<=n<=4')
    data = np.ravel(data)
    N = data.size
    S = [np.nan] + [np.sum(data ** k, axis=0) for k in range(1, n + 1)]
    if n == 1:
        return S[1] * 1.0 / N
    if n == 2:
        return (N * S[2] - S[1] ** 2.0) / (N * (N - 1.0))
    if n == 3:
        return (2 * S[1] ** 3 - 3 * N * S[1] * S[2] + N * N * S[3]) / (N * (N - 1.0) * (N - 2.0))
    return (-6 * S[1] ** 4 + 12 * N * S[1] ** 2 * S[2] - 3 * N * (N - 1.0) * S[2] ** 2 - 4 * N * (N + 1) * S[1] * S[3] + N * N * (N + 1) * S[4]) / (N * (N - 1.0) * (N - 2.0) * (N - 3.0))


def kstatvar(data, n=2):
    N = np.size(data)
    if n == 1:
        return kstat(data, 2) / N
    if n == 2:
        k2, k4 = kstat(data, 2), kstat(data, 4)
        return (2 * N * k2 ** 2 + (N - 1) * k4) / (N * (N + 1))
    raise ValueError('Only n=1 or n=2 supported.')


# ---- circles ----
def _on_circle(samples, high, low):
    samples = np.asarray(samples, dtype=float)
    turn = (samples - low) * 2.0 * np.pi / (high - low)
    return np.sin(turn), np.cos(turn)


def circmean(samples, high=2 * np.pi, low=0, axis=None, nan_policy='propagate'):
    s, c = _on_circle(samples, high, low)
    found = np.arctan2(s.sum(axis=axis), c.sum(axis=axis))
    found = np.where(found < 0, found + 2 * np.pi, found)[()]
    return found * (high - low) / 2.0 / np.pi + low


def circvar(samples, high=2 * np.pi, low=0, axis=None, nan_policy='propagate'):
    s, c = _on_circle(samples, high, low)
    return 1.0 - np.minimum(1, np.hypot(s.mean(axis=axis), c.mean(axis=axis)))


def circstd(samples, high=2 * np.pi, low=0, axis=None, nan_policy='propagate', *, normalize=False):
    s, c = _on_circle(samples, high, low)
    found = np.sqrt(-2 * np.log(np.minimum(1, np.hypot(s.mean(axis=axis), c.mean(axis=axis)))))
    return found if normalize else found * (high - low) / (2.0 * np.pi)


# ---- powers ----
def boxcox_llf(lmb, data):
    data = np.asarray(data)
    if data.shape[0] == 0:
        return np.nan
    logs = np.log(data)
    var = np.var(logs, axis=0) if lmb == 0 else np.var(data ** lmb / lmb, axis=0)
    return (lmb - 1) * np.sum(logs, axis=0) - data.shape[0] / 2 * np.log(var)


def boxcox_normmax(x, brack=None, method='pearsonr', optimizer=None):
    """The power that makes a sample most normal."""
    from scipy.optimize import brent
    brack = (-2.0, 2.0) if brack is None else brack
    search = (lambda f: brent(f, brack=brack)) if optimizer is None else (lambda f: optimizer(f).x)
    x = np.asarray(x)
    if not np.all(np.isfinite(x) & (x >= 0)):
        raise ValueError('The `x` argument of `boxcox_normmax` must contain only positive, finite, real numbers.')

    def by_line():
        at = np.asarray(norm.ppf(_medians(len(x))))
        from scipy.stats._samples import pearsonr
        return search(lambda lmb: 1 - pearsonr(at, np.sort(_powered(x, lmb)))[0])
    by_odds = lambda: search(lambda lmb: -boxcox_llf(lmb, x))
    if method == 'all':
        return np.array([by_line(), by_odds()])
    if method not in ('pearsonr', 'mle'):
        raise ValueError('Method %s not recognized.' % method)
    return by_line() if method == 'pearsonr' else by_odds()


def _powered(x, lmb):
    return np.log(x) if lmb == 0 else np.expm1(lmb * np.log(x)) / lmb


def boxcox(x, lmbda=None, alpha=None, optimizer=None):
    """(the sample to a power, the power)."""
    x = np.asarray(x)
    if lmbda is not None:
        return _powered(x, lmbda)
    if x.ndim != 1:
        raise ValueError('Data must be 1-dimensional.')
    if x.size == 0:
        return x
    if np.all(x == x[0]):
        raise ValueError('Data must not be constant.')
    if np.any(x <= 0):
        raise ValueError('Data must be positive.')
    best = boxcox_normmax(x, method='mle', optimizer=optimizer)
    y = _powered(x, best)
    if alpha is None:
        return y, best
    from scipy.optimize import brentq
    target = boxcox_llf(best, x) - 0.5 * chi2.ppf(1 - alpha, 1)
    off = lambda lmb: boxcox_llf(lmb, x) - target
    up, down = best + 0.5, best - 0.5
    while off(up) > 0:
        up += 0.1
    while off(down) > 0:
        down -= 0.1
    return y, best, (brentq(off, down, best), brentq(off, best, up))


def _yeo(x, lmb):
    made, up = np.zeros_like(x, dtype=float), x >= 0
    made[up] = np.log1p(x[up]) if abs(lmb) < 2.2e-16 else (np.power(x[up] + 1, lmb) - 1) / lmb
    made[~up] = -((np.power(-x[~up] + 1, 2 - lmb) - 1) / (2 - lmb)) if abs(lmb - 2) > 2.2e-16 else -np.log1p(-x[~up])
    return made


def yeojohnson_llf(lmb, data):
    data = np.asarray(data)
    return -data.shape[0] / 2 * np.log(_yeo(data, lmb).var(axis=0)) + (lmb - 1) * (np.sign(data) * np.log1p(np.abs(data))).sum(axis=0)


def yeojohnson_normmax(x, brack=(-2, 2)):
    from scipy.optimize import brent
    x = np.asarray(x, dtype=float)
    return brent(lambda lmb: -yeojohnson_llf(lmb, x), brack=brack)


def yeojohnson(x, lmbda=None):
    """The same for values of both signs."""
    x = np.asarray(x)
    if x.size == 0:
        return x
    x = x.astype(float)
    if lmbda is not None:
        return _yeo(x, lmbda)
    best = yeojohnson_normmax(x)
    return _yeo(x, best), best


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


def combine_pvalues(pvalues, method='fisher', weights=None):
    """One p-value of several."""
    p = np.asarray(pvalues)
    if p.ndim != 1:
        raise ValueError('pvalues is not 1-D')
    if method == 'fisher':
        at = -2 * np.sum(np.log(p))
        found = chi2.sf(at, 2 * len(p))
    elif method == 'pearson':
        at = 2 * np.sum(np.log1p(-p))
        found = chi2.cdf(-at, 2 * len(p))
    elif method == 'tippett':
        at = np.min(p)
        found = _beta.cdf(at, 1, len(p))
    elif method == 'mudholkar_george':
        factor = np.sqrt(3 / len(p)) / np.pi
        at = -np.sum(np.log(p)) + np.sum(np.log1p(-p))
        df = 5 * len(p) + 4
        found = _t.sf(at * factor * np.sqrt(df / (df - 2)), df)
    elif method == 'stouffer':
        w = np.ones_like(p) if weights is None else np.asarray(weights)
        at = np.dot(w, np.asarray(norm.isf(p))) / np.linalg.norm(w)
        found = norm.sf(at)
    else:
        raise ValueError(f"Invalid method {method!r}. Valid methods are 'fisher', 'pearson', 'mudholkar_george', 'tippett', and 'stouffer'")
    return SignificanceResult(at, found)


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


# ---- resampling ----
class BootstrapResult(_Told):
    _shown = ('confidence_interval', 'bootstrap_distribution', 'standard_error')


def bootstrap(data, statistic, *, n_resamples=9999, batch=None, vectorized=None, paired=False, axis=0, confidence_level=0.95, method='BCa', bootstrap_result=None, random_state=None):
    """Limits of a statistic, from samples drawn of the sample."""
    import inspect
    if method.lower() not in ('percentile', 'basic', 'bca'):
        raise ValueError("`method` must be in {'percentile', 'basic', 'bca'}")
    if not isinstance(data, (tuple, list)) or not len(data):
        raise ValueError('`data` must be a sequence of samples.')
    data = [np.moveaxis(np.atleast_1d(s), axis, -1) for s in data]
    if any(s.shape[-1] < 2 for s in data):
        raise ValueError('each sample in `data` must contain two or more observations along `axis`.')
    vectorized = 'axis' in inspect.signature(statistic).parameters if vectorized is None and callable(statistic) else vectorized
    rng, of = generator(random_state), statistic if vectorized else _rows(statistic)
    draw = rng.integers if hasattr(rng, 'integers') else rng.randint
    made = []
    k = 0
    size = batch or n_resamples
    while k < n_resamples:
        now = min(size, n_resamples - k)
        if paired:
            at = draw(0, data[0].shape[-1], (now, data[0].shape[-1]))
            parts = [np.moveaxis(s[..., at], -2, 0) for s in data]
        else:
            parts = [np.moveaxis(s[..., draw(0, s.shape[-1], (now, s.shape[-1]))], -2, 0) for s in data]
        made.append(np.asarray(of(*parts, axis=-1)))
        k += now
    spread = np.moveaxis(np.concatenate([np.atleast_1d(m) for m in made]), 0, -1)
    alpha = (1 - confidence_level) / 2
    value = np.asarray(of(*data, axis=-1))
    if method.lower() == 'bca':
        low, high = _accelerated(data, of, spread, value, alpha, paired)
        ends = np.array([np.percentile(spread, 100 * float(each)) if np.isfinite(each) else np.nan for each in (low, high)]) if spread.ndim == 1 else np.array([np.percentile(spread, 100 * float(np.mean(each)), axis=-1) for each in (low, high)])
    else:
        ends = np.percentile(spread, [100 * alpha, 100 * (1 - alpha)], axis=-1)
    low, high = ends
    if method.lower() == 'basic':
        low, high = 2 * value - high, 2 * value - low
    return BootstrapResult(confidence_interval=ConfidenceInterval(low[()], high[()]), bootstrap_distribution=spread, standard_error=np.std(spread, ddof=1, axis=-1))


def _rows(statistic):
    def over(*parts, axis=-1):
        shape = parts[0].shape[:-1]
        if not shape:
            return np.asarray(statistic(*parts))
        return np.array([statistic(*[p.reshape(-1, p.shape[-1])[i] for p in parts]) for i in range(int(np.prod(shape)))]).reshape(shape)
    return over


def _accelerated(data, of, spread, value, alpha, paired):
    below = (np.sum(spread < value[..., None], axis=-1) + np.sum(spread <= value[..., None], axis=-1)) / (2 * spread.shape[-1])
    z0, z = np.asarray(norm.ppf(below)), float(norm.ppf(alpha))
    up = down = 0.0
    for i, s in enumerate([None] if paired else data):
        n = data[0].shape[-1] if paired else s.shape[-1]
        each = np.array([of(*[np.delete(q, k, axis=-1) if paired or j == i else q for j, q in enumerate(data)], axis=-1) for k in range(n)])
        u = (n - 1) * (each.mean(axis=0) - each)
        up, down = up + np.sum(u ** 3, axis=0) / n ** 3, down + np.sum(u ** 2, axis=0) / n ** 2
    a = up / (6 * down ** 1.5)
    return norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z))), norm.cdf(z0 + (z0 - z) / (1 - a * (z0 - z)))


class PermutationTestResult(_Told):
    _shown = ('statistic', 'pvalue', 'null_distribution')


def permutation_test(data, statistic, *, permutation_type='independent', vectorized=None, n_resamples=9999, batch=None, alternative='two-sided', axis=0, random_state=None):
    """How likely is the statistic if it does not matter who is in which sample?"""
    import inspect
    import itertools
    if permutation_type not in ('independent', 'samples', 'pairings'):
        raise ValueError("`permutation_type` must be in {'samples', 'pairings', 'independent'}.")
    if alternative not in ('two-sided', 'less', 'greater'):
        raise ValueError("`alternative` must be in {'two-sided', 'greater', 'less'}")
    data = [np.moveaxis(np.atleast_1d(s), axis, -1) for s in data]
    rng = generator(random_state)
    vectorized = 'axis' in inspect.signature(statistic).parameters if vectorized is None else vectorized
    of = (lambda *p: statistic(*p, axis=-1)) if vectorized else statistic
    value = np.asarray(of(*data))
    n = [s.shape[-1] for s in data]
    pooled, edges = np.concatenate(data, -1), np.cumsum(n)[:-1]
    if permutation_type == 'independent':
        ways = math.factorial(sum(n)) // np.prod([math.factorial(k) for k in n], dtype=object)
        exact = ways <= n_resamples
        if exact:
            orders = (np.array([*first, *(i for i in range(sum(n)) if i not in set(first))]) for first in itertools.combinations(range(sum(n)), n[0])) if len(n) == 2 else map(np.array, itertools.permutations(range(sum(n))))
        else:
            orders = (rng.permutation(sum(n)) for _ in range(n_resamples))
        split = lambda order: np.split(pooled[..., order], edges, axis=-1)
    elif permutation_type == 'pairings':
        ways = math.factorial(n[0]) ** len(n)
        exact = ways <= n_resamples
        orders = itertools.product(*[list(itertools.permutations(range(n[0])))] * len(n)) if exact else ([rng.permutation(n[0]) for _ in data] for _ in range(n_resamples))
        split = lambda order: [s[..., np.array(o)] for s, o in zip(data, order)]
    else:
        ways = math.factorial(len(data)) ** n[0] if len(data) > 1 else 2 ** n[0]
        exact = ways <= n_resamples
        if len(data) == 1:
            orders = itertools.product((1, -1), repeat=n[0]) if exact else (rng.choice([1, -1], n[0]) for _ in range(n_resamples))
            split = lambda order: [data[0] * np.array(order)]
        else:
            stacked = np.stack(data)
            orders = itertools.product(list(itertools.permutations(range(len(data)))), repeat=n[0]) if exact else (np.array([rng.permutation(len(data)) for _ in range(n[0])]) for _ in range(n_resamples))
            split = lambda order: list(stacked[np.array(order).T, ..., np.arange(n[0])])
    null = np.array([of(*split(order)) for order in orders])
    near = np.maximum(1e-14, np.abs(value) * 1e-14)
    less, more = (null <= value + near).sum(axis=0), (null >= value - near).sum(axis=0)
    extra = 0 if exact else 1
    tails = {'less': (less + extra) / (len(null) + extra), 'greater': (more + extra) / (len(null) + extra)}
    p = np.minimum(1, 2 * np.minimum(tails['less'], tails['greater'])) if alternative == 'two-sided' else tails[alternative]
    return PermutationTestResult(statistic=value[()], pvalue=p, null_distribution=null)


class MonteCarloTestResult(PermutationTestResult):
    pass


def monte_carlo_test(sample, rvs, statistic, *, vectorized=None, n_resamples=9999, batch=None, alternative='two-sided', axis=0):
    """How likely is the statistic in samples that rvs draws?"""
    import inspect
    sample = np.asarray(sample)
    vectorized = 'axis' in inspect.signature(statistic).parameters if vectorized is None else vectorized
    value = statistic(sample, axis=-1) if vectorized else statistic(sample)
    n, null, k = sample.shape[-1], [], 0
    size = batch or n_resamples
    while k < n_resamples:
        now = min(size, n_resamples - k)
        drawn = rvs(size=(now, n))
        null.append(statistic(drawn, axis=-1) if vectorized else np.array([statistic(row) for row in drawn]))
        k += now
    null = np.concatenate(null)
    less, more = ((null <= value).sum() + 1) / (n_resamples + 1), ((null >= value).sum() + 1) / (n_resamples + 1)
    p = {'less': less, 'greater': more, 'two-sided': 2 * min(less, more)}[alternative]
    return MonteCarloTestResult(statistic=value, pvalue=p, null_distribution=null)


class TukeyHSDResult(_Told):
    def confidence_interval(self, confidence_level=0.95):
        from scipy.stats._ranges import studentized_range
        half = float(studentized_range.ppf(confidence_level, self._k, self._df)) * self._errors / np.sqrt(2)
        return ConfidenceInterval(self.statistic - half, self.statistic + half)

    def __str__(self):
        ci = self.confidence_interval()
        lines = ["Tukey's HSD Pairwise Group Comparisons (95.0% Confidence Interval)", 'Comparison  Statistic  p-value  Lower CI  Upper CI']
        for i in range(self._k):
            for j in range(self._k):
                if i != j:
                    lines.append(f' ({i} - {j}) {self.statistic[i, j]:>10.3f}{self.pvalue[i, j]:>10.3f}{ci.low[i, j]:>10.3f}{ci.high[i, j]:>10.3f}')
        return '\n'.join(lines) + '\n'


def tukey_hsd(*samples):
    """Which means differ, of all pairs."""
    from scipy.stats._ranges import studentized_range
    if len(samples) < 2:
        raise ValueError('There must be more than 1 treatment.')
    samples = [np.asarray(s) for s in samples]
    n, means, k = np.array([s.size for s in samples]), np.array([s.mean() for s in samples]), len(samples)
    df = n.sum() - k
    error = np.sum(np.array([np.var(s, ddof=1) for s in samples]) * (n - 1)) / df
    pairs = 2 / (1 / n[:, None] + 1 / n)
    off = means[None].T - means
    errors = np.sqrt(error / pairs) * np.sqrt(2)
    at = np.abs(off) / (errors / np.sqrt(2))
    p = np.asarray(studentized_range.sf(at, k, df))
    return TukeyHSDResult(statistic=off, pvalue=np.where(np.eye(k, dtype=bool), 1.0, p), _k=k, _df=df, _errors=errors)


def median_test(*samples, ties='below', correction=True, lambda_=1, nan_policy='propagate'):
    """(statistic, p, the median of all, the table)."""
    if len(samples) < 2:
        raise ValueError('median_test requires two or more samples.')
    if ties not in ('below', 'above', 'ignore'):
        raise ValueError(f"invalid 'ties' option '{ties}'; 'ties' must be one of: 'below', 'above', 'ignore'")
    from scipy.stats._tests import chi2_contingency
    samples = [np.asarray(s) for s in samples]
    whole = np.median(np.concatenate(samples))
    table = np.zeros((2, len(samples)), dtype=np.int64)
    for k, s in enumerate(samples):
        above, below = int((s > whole).sum()), int((s < whole).sum())
        same = s.size - above - below
        table[:, k] = above + same * (ties == 'above'), below + same * (ties == 'below')
    found = chi2_contingency(table, correction=correction, lambda_=lambda_)
    return _named('MedianTestResult', 'statistic pvalue median table')(found[0], found[1], whole, table)


def find_repeats(arr):
    values, counts = np.unique(np.array(arr, dtype=float), return_counts=True)
    return _named('RepeatedResults', 'values counts')(values[counts > 1], counts[counts > 1])


def tiecorrect(rankvals):
    n = np.unique(np.sort(rankvals), return_counts=True)[1].astype(float)
    size = float(np.size(rankvals))
    return 1.0 if size < 2 else 1.0 - (n ** 3 - n).sum() / (size ** 3 - size)


def obrientransform(*samples):
    made = []
    for s in samples:
        a = np.asarray(s)
        n, mu = len(a), np.mean(a)
        sq = (a - mu) ** 2
        made.append(((n - 1.5) * n * sq - 0.5 * sq.sum()) / ((n - 1) * (n - 2)))
    return np.array(made, dtype=object) if len({len(m) for m in made}) > 1 else np.array(made)


def differential_entropy(values, *, window_length=None, base=None, axis=0, method='auto'):
    """The entropy of what a sample was drawn from (Vasicek's)."""
    x = np.sort(np.moveaxis(np.asarray(values), axis, -1), axis=-1)
    n = x.shape[-1]
    m = math.floor(math.sqrt(n) + 0.5) if window_length is None else window_length
    if not 2 <= 2 * m < n:
        raise ValueError(f'Window length ({m}) must be positive and less than half the sample size ({n}).')
    if method == 'auto':
        method = 'van es' if n <= 10 else 'ebrahimi' if n <= 1000 else 'vasicek'
    wide = np.concatenate([np.repeat(x[..., :1], m, -1), x, np.repeat(x[..., -1:], m, -1)], -1)
    gap = wide[..., 2 * m:] - wide[..., :-2 * m]
    if method == 'vasicek':
        found = np.mean(np.log(n / (2 * m) * gap), axis=-1)
    elif method == 'ebrahimi':
        i = np.arange(1, n + 1).astype(float)
        c = np.full(n, 2.0)
        c[i <= m] = 1 + (i[i <= m] - 1) / m
        c[i >= n - m + 1] = 1 + (n - i[i >= n - m + 1]) / m
        found = np.mean(np.log(n * gap / (c * m)), axis=-1)
    elif method == 'van es':
        gap = x[..., m:] - x[..., :-m]
        found = np.sum(np.log((n + 1) / m * gap), axis=-1) / (n - m) + np.sum(1 / np.arange(m, n + 1)) + np.log(m) - np.log(n + 1)
    else:
        raise ValueError("`method` must be one of {'vasicek', 'van es', 'ebrahimi', 'correa', 'auto'}")
    return found / np.log(base) if base is not None else found
