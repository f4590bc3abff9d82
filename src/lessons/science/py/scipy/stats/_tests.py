"""Tests of samples: of means, of tables, of distributions, of ranks; and what is said of a sample in short."""
import collections

import numpy as np

from scipy import special as sc
from scipy.stats._continuous import chi2, norm
from scipy.stats._more import f as _f
from scipy.stats._samples import kurtosis, rankdata, skew, ttest_1samp, _tail
from scipy.stats._told import shown_with

DescribeResult = collections.namedtuple('DescribeResult', 'nobs minmax mean variance skewness kurtosis')
ModeResult = collections.namedtuple('ModeResult', 'mode count')
F_onewayResult = collections.namedtuple('F_onewayResult', 'statistic pvalue')
Power_divergenceResult = collections.namedtuple('Power_divergenceResult', 'statistic pvalue')
Chi2ContingencyResult = collections.namedtuple('Chi2ContingencyResult', 'statistic pvalue dof expected_freq')
MannwhitneyuResult = collections.namedtuple('MannwhitneyuResult', 'statistic pvalue')
KruskalResult = collections.namedtuple('KruskalResult', 'statistic pvalue')
NormaltestResult = collections.namedtuple('NormaltestResult', 'statistic pvalue')
SkewtestResult = collections.namedtuple('SkewtestResult', 'statistic pvalue')
KurtosistestResult = collections.namedtuple('KurtosistestResult', 'statistic pvalue')
LeveneResult = collections.namedtuple('LeveneResult', 'statistic pvalue')
class KstestResult(collections.namedtuple('KstestResult', 'statistic pvalue')):
    """How far apart, how likely; and besides where it is farthest, to which side."""

    def __new__(cls, statistic, pvalue, *, statistic_location=None, statistic_sign=None):
        self = super().__new__(cls, statistic, pvalue)
        self.statistic_location, self.statistic_sign = statistic_location, statistic_sign
        return self

    __repr__ = shown_with('statistic_location', 'statistic_sign')


WilcoxonResult = collections.namedtuple('WilcoxonResult', 'statistic pvalue')
SignificanceResult = collections.namedtuple('SignificanceResult', 'statistic pvalue')


def describe(a, axis=0, ddof=1, bias=True, nan_policy='propagate'):
    """How many, least and most, mean, variance, skewness, kurtosis."""
    a = np.asarray(a) if axis is not None else np.ravel(a)
    axis = 0 if axis is None else axis
    if a.size == 0:
        raise ValueError('The input must not be empty.')
    mean, n = np.mean(a, axis=axis), a.shape[axis]
    with np.errstate(all='ignore'):
        variance = np.mean((a - np.expand_dims(mean, axis)) ** 2, axis=axis) * np.divide(n, n - ddof)   # (SciPy's order of steps: its last digit)
    return DescribeResult(n, (np.min(a, axis=axis), np.max(a, axis=axis)), mean, variance, skew(a, axis, bias=bias), kurtosis(a, axis, bias=bias))


def mode(a, axis=0, nan_policy='propagate', keepdims=None):
    """The commonest value (of several the least), and how often it is there."""
    a = np.asarray(a) if axis is not None else np.ravel(a)
    axis = 0 if axis is None else axis

    def one(row):
        values, counts = np.unique(row, return_counts=True)
        return np.array([values[counts.argmax()], counts.max()], dtype=object)
    made = np.apply_along_axis(lambda row: one(row), axis, a.astype(object) if a.dtype == object else a)
    kept = keepdims is None or keepdims
    parts = [np.take(made, i, axis=axis) for i in range(2)]
    parts = [np.asarray(parts[0]).astype(a.dtype), np.asarray(parts[1]).astype(int)]
    return ModeResult(*[np.expand_dims(part, axis) if kept else part[()] for part in parts])


def iqr(x, axis=None, rng=(25, 75), scale=1.0, nan_policy='propagate', interpolation='linear', keepdims=False):
    """The width between two percentiles."""
    low, high = np.percentile(x, rng, axis=axis, method=interpolation, keepdims=keepdims)
    return (high - low) / (1.3489795003921634 if scale == 'normal' else scale)        # (that width of the normal distribution)


def gmean(a, axis=0, dtype=None, weights=None):
    with np.errstate(divide='ignore'):
        return np.exp(np.average(np.log(np.asarray(a, dtype=dtype)), axis=axis, weights=weights))


def hmean(a, axis=0, dtype=None, *, weights=None):
    a = np.asarray(a, dtype=dtype)
    if np.any(a < 0):
        raise ValueError('Harmonic mean only defined if all elements greater than or equal to zero')
    with np.errstate(divide='ignore'):
        return 1.0 / np.average(1.0 / a, axis=axis, weights=weights)


def trim_mean(a, proportiontocut, axis=0):
    """The mean without so large a part at each end."""
    a = np.asarray(a) if axis is not None else np.ravel(a)
    axis = 0 if axis is None else axis
    cut = int(proportiontocut * a.shape[axis])
    if cut > a.shape[axis] - cut:
        raise ValueError('Proportion too big.')
    part = [slice(None)] * a.ndim
    part[axis] = slice(cut, a.shape[axis] - cut)
    return np.mean(np.sort(a, axis=axis)[tuple(part)], axis=axis)


def zmap(scores, compare, axis=0, ddof=0, nan_policy='propagate'):
    """Scores by the mean and deviation of others."""
    compare = np.asanyarray(compare)
    return (np.asanyarray(scores) - compare.mean(axis=axis, keepdims=True)) / compare.std(axis=axis, ddof=ddof, keepdims=True)


def median_abs_deviation(x, axis=0, center=np.median, scale=1.0, nan_policy='propagate'):
    x = np.asarray(x)
    middle = center(x, axis=axis)
    return np.median(np.abs(x - (np.expand_dims(middle, axis) if axis is not None else middle)), axis=axis) / (0.6744897501960817 if scale == 'normal' else scale)


def percentileofscore(a, score, kind='rank', nan_policy='propagate'):
    """How many of a hundred are below the score."""
    a, score = np.asarray(a), np.asarray(score)
    less, upto = (a < score[..., None]).sum(-1), (a <= score[..., None]).sum(-1)
    if kind == 'rank':
        return ((less + upto + (less < upto)) * 50.0 / len(a))[()]
    if kind not in ('strict', 'weak', 'mean'):
        raise ValueError("kind can only be 'rank', 'strict', 'weak' or 'mean'")
    return ({'strict': less, 'weak': upto, 'mean': 0.5 * (less + upto)}[kind] * 100.0 / len(a))[()]


def ttest_rel(a, b, axis=0, nan_policy='propagate', alternative='two-sided'):
    """Of the differences of pairs."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape[axis] != b.shape[axis]:
        raise ValueError('unequal length arrays')
    return ttest_1samp(a - b, 0.0, axis=axis, nan_policy=nan_policy, alternative=alternative)


def f_oneway(*samples, axis=0):
    """Are the means of several samples one?"""
    if len(samples) < 2:
        raise TypeError(f'at least two inputs are required; got {len(samples)}.')
    samples = [np.asarray(each, float) for each in samples]
    whole = np.concatenate(samples, axis=axis)
    many, groups = whole.shape[axis], len(samples)
    middle = whole.mean(axis=axis, keepdims=True)
    between = sum(each.shape[axis] * (each.mean(axis=axis, keepdims=True) - middle) ** 2 for each in samples).sum(axis=axis)
    inside = ((whole - middle) ** 2).sum(axis=axis) - between
    statistic = between / (groups - 1) / (inside / (many - groups))
    return F_onewayResult(statistic, _f.sf(statistic, groups - 1, many - groups))


def chisquare(f_obs, f_exp=None, ddof=0, axis=0):
    """Counts against what was expected of them."""
    seen = np.asanyarray(f_obs, float)
    wished = np.broadcast_to(seen.mean(axis=axis, keepdims=True), seen.shape) if f_exp is None else np.asanyarray(f_exp, float)
    if f_exp is not None:
        sums = seen.sum(axis=axis), np.broadcast_to(wished, seen.shape).sum(axis=axis)
        off = np.max(np.abs(sums[0] - sums[1]) / np.minimum(*sums))
        if off > 1e-08:
            raise ValueError(f'For each axis slice, the sum of the observed frequencies must agree with the sum of the expected frequencies to a relative tolerance of 1e-08, but the percent differences are:\n{off}')
    statistic = ((seen - wished) ** 2 / wished).sum(axis=axis)
    return Power_divergenceResult(statistic, chi2.sf(statistic, (seen.size if axis is None else seen.shape[axis]) - 1 - ddof))


def chi2_contingency(observed, correction=True, lambda_=None):
    """Are the rows and columns of a table of counts independent?"""
    observed = np.asarray(observed)
    if np.any(observed < 0):
        raise ValueError('All values in `observed` must be nonnegative.')
    if observed.size == 0:
        raise ValueError('No data; `observed` has size 0.')
    total, wished = observed.sum(), 1.0
    for axis in range(observed.ndim):
        wished = wished * observed.sum(axis=tuple(i for i in range(observed.ndim) if i != axis), keepdims=True)
    wished = wished / total ** (observed.ndim - 1)
    if np.any(wished == 0):
        raise ValueError('The internally computed table of expected frequencies has a zero element at %s.' % (list(zip(*np.nonzero(wished == 0)))[0],))
    dof = wished.size - sum(wished.shape) + wished.ndim - 1
    seen = observed
    if dof == 0:
        return Chi2ContingencyResult(0.0, 1.0, dof, wished)
    if dof == 1 and correction:
        off = wished - observed
        seen = observed + np.minimum(0.5, np.abs(off)) * np.sign(off)
    from scipy.stats._counts import power_divergence
    statistic = ((seen - wished) ** 2 / wished).sum() if lambda_ is None else power_divergence(seen, wished, axis=None, lambda_=lambda_)[0]
    return Chi2ContingencyResult(statistic, chi2.sf(statistic, dof), dof, wished)


def _ties(ranks):
    _, counts = np.unique(ranks, return_counts=True)
    return counts


def mannwhitneyu(x, y, use_continuity=True, alternative='two-sided', axis=0, method='auto', *, nan_policy='propagate'):
    """Is one sample larger than the other? By ranks; exactly for few numbers without ties."""
    x, y = np.asarray(x), np.asarray(y)
    n, m = len(x), len(y)
    ranks = rankdata(np.concatenate([x, y]))
    u = ranks[:n].sum() - n * (n + 1) / 2
    other = n * m - u
    if alternative not in ('two-sided', 'less', 'greater'):
        raise ValueError("`alternative` must be one of {'two-sided', 'greater', 'less'}.")
    most = {'greater': u, 'less': other, 'two-sided': max(u, other)}[alternative]
    ties = _ties(ranks)
    if method == 'exact' or method == 'auto' and (n <= 8 or m <= 8) and ties.max() == 1:
        ways = _ways(n, m)
        p = ways[int(np.ceil(most)):].sum() / ways.sum()
    else:
        whole = n + m
        deviation = np.sqrt(n * m / 12 * (whole + 1 - (ties ** 3 - ties).sum() / (whole * (whole - 1))))
        p = norm.sf((most - n * m / 2 - (0.5 if use_continuity else 0)) / deviation)
    return MannwhitneyuResult(u, np.clip(p * (2 if alternative == 'two-sided' else 1), 0, 1))


def _ways(n, m):
    """In how many orders of n and m things the statistic is 0, 1, …"""
    counts = np.zeros(n * m + 1)
    counts[0] = 1.0
    for i in range(1, min(n, m) + 1):       # (the coefficients of a Gaussian binomial, factor by factor)
        top = max(n, m) + i
        counts[top:] -= counts[:-top].copy() if top < len(counts) else 0
        for k in range(i, len(counts)):
            counts[k] += counts[k - i]
    return counts


def kruskal(*samples, nan_policy='propagate'):
    """Are several samples alike? By ranks."""
    if len(samples) < 2:
        raise ValueError('Need at least two groups in stats.kruskal()')
    samples = [np.asarray(each) for each in samples]
    ranks = rankdata(np.concatenate(samples))
    ties, many = _ties(ranks), len(ranks)
    correct = 1 - (ties ** 3 - ties).sum() / (many ** 3 - many)
    if correct == 0:
        raise ValueError('All numbers are identical in kruskal')
    at = np.cumsum([0, *map(len, samples)])
    size = sum(ranks[a:b].sum() ** 2 / (b - a) for a, b in zip(at, at[1:]))
    h = (12.0 / (many * (many + 1)) * size - 3 * (many + 1)) / correct
    return KruskalResult(h, chi2.sf(h, len(samples) - 1))


def levene(*samples, center='median', proportiontocut=0.05):
    """Are the variances of several samples one?"""
    centers = {'median': np.median, 'mean': np.mean, 'trimmed': lambda x: trim_mean(x, proportiontocut)}
    if center not in centers:
        raise ValueError("center must be 'mean', 'median' or 'trimmed'.")
    off = [np.abs(np.asarray(each, float) - centers[center](each)) for each in samples]
    return LeveneResult(*f_oneway(*off))


def skewtest(a, axis=0, nan_policy='propagate', alternative='two-sided'):
    a = np.asarray(a)
    n = a.shape[axis]
    if n < 8:
        raise ValueError('skewtest is not valid with less than 8 samples; %i samples were given.' % n)
    y = skew(a, axis) * np.sqrt((n + 1) * (n + 3) / (6.0 * (n - 2)))
    bend = 3.0 * (n * n + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2.0) * (n + 5) * (n + 7) * (n + 9))
    w = -1 + np.sqrt(2 * (bend - 1))
    alpha = np.sqrt(2.0 / (w - 1))
    y = np.where(y == 0, 1, y)
    z = 1 / np.sqrt(0.5 * np.log(w)) * np.log(y / alpha + np.sqrt((y / alpha) ** 2 + 1))
    return SkewtestResult(z[()], _normal_tail(z, alternative))


def kurtosistest(a, axis=0, nan_policy='propagate', alternative='two-sided'):
    a = np.asarray(a)
    n = float(a.shape[axis])
    if n < 5:
        raise ValueError('kurtosistest requires at least 5 observations; %i observations were given.' % int(n))
    found = kurtosis(a, axis, fisher=False)
    x = (found - 3.0 * (n - 1) / (n + 1)) / np.sqrt(24.0 * n * (n - 2) * (n - 3) / ((n + 1) ** 2.0 * (n + 3) * (n + 5)))
    bend = 6.0 * (n * n - 5 * n + 2) / ((n + 7) * (n + 9)) * np.sqrt((6.0 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3)))
    a_ = 6.0 + 8.0 / bend * (2.0 / bend + np.sqrt(1 + 4.0 / bend ** 2))
    below = 1 + x * np.sqrt(2 / (a_ - 4.0))
    z = (1 - 2 / (9.0 * a_) - np.sign(below) * np.where(below == 0, np.nan, np.power((1 - 2.0 / a_) / np.abs(below), 1 / 3.0))) / np.sqrt(2 / (9.0 * a_))
    return KurtosistestResult(z[()], _normal_tail(z, alternative))


def _normal_tail(z, alternative):
    return {'less': norm.cdf, 'greater': norm.sf, 'two-sided': lambda z: 2 * norm.sf(np.abs(z))}[alternative](z)


def normaltest(a, axis=0, nan_policy='propagate'):
    """Is a sample normal? By its skewness and kurtosis."""
    size = skewtest(a, axis)[0] ** 2 + kurtosistest(a, axis)[0] ** 2
    return NormaltestResult(size, chi2.sf(size, 2))


def jarque_bera(x):
    x = np.asarray(x)
    if x.size == 0:
        raise ValueError('At least one observation is required.')
    size = x.size / 6 * (skew(x.ravel()) ** 2 + kurtosis(x.ravel()) ** 2 / 4)
    return SignificanceResult(size, chi2.sf(size, 2))


def _kolmogorov(d, n):
    """The chance of a two-sided distance of at least d, of n numbers: Marsaglia's, Tsang's and Wang's matrix; for many, the series."""
    if d <= 0:
        return 1.0
    if d >= 1:
        return 0.0
    if n > 5000 or n * d * d > 18:
        z = d * np.sqrt(n)
        return float(np.clip(2 * sum((-1) ** (k - 1) * np.exp(-2 * k * k * z * z) for k in range(1, 101)), 0, 1))
    k = int(np.ceil(n * d))
    h, size = k - n * d, 2 * k - 1
    table = np.tril(np.ones((size, size)), 1)
    power = h ** np.arange(1, size + 1)
    table[:, 0] -= power
    table[-1, :] -= power[::-1]
    table[-1, 0] += max(0.0, 2 * h - 1) ** size
    places = np.subtract.outer(np.arange(size), np.arange(size)) + 1
    table /= np.exp(sc.gammaln(np.maximum(places, 0) + 1.0))
    made, scale = np.eye(size), 0
    base, base_scale, left = table, 0, n
    while left:
        if left & 1:
            made, scale = made @ base, scale + base_scale
        base, base_scale, left = base @ base, 2 * base_scale, left >> 1
        for which in (0, 1):
            part = (made, base)[which]
            if part[k - 1, k - 1] > 1e140:
                part = part * 1e-140
                made, base = (part, base) if which == 0 else (made, part)
                scale, base_scale = scale + 140 * (which == 0), base_scale + 140 * (which == 1)
    log = np.log(made[k - 1, k - 1]) + scale * np.log(10) + sc.gammaln(n + 1.0) - n * np.log(n)
    return float(np.clip(1 - np.exp(log), 0, 1))


def kstest(rvs, cdf, args=(), N=20, alternative='two-sided', method='auto'):
    """How far a sample's distribution is from one that is given, or from another sample's."""
    from scipy import stats
    if not (callable(cdf) or isinstance(cdf, str)):
        return ks_2samp(rvs, cdf, alternative=alternative)
    if alternative != 'two-sided':
        raise NotImplementedError(f"kstest: alternative {alternative!r} is not there; 'two-sided' is")
    f = getattr(stats, cdf).cdf if isinstance(cdf, str) else cdf
    x = np.sort(rvs.rvs(*args, size=N) if hasattr(rvs, 'rvs') else np.asarray(rvs))
    n, values = len(x), f(x, *args)
    above, below = np.arange(1.0, n + 1) / n - values, values - np.arange(0.0, n) / n
    side, sign = (above, 1) if above.max() > below.max() else (below, -1)
    return KstestResult(side.max(), _kolmogorov(side.max(), n), statistic_location=x[np.argmax(side)], statistic_sign=sign)


ks_1samp = kstest


def ks_2samp(data1, data2, alternative='two-sided', method='auto'):
    """How far two samples' distributions are apart; exactly for up to 10,000 numbers."""
    if alternative != 'two-sided':
        raise NotImplementedError(f"ks_2samp: alternative {alternative!r} is not there; 'two-sided' is")
    a, b = np.sort(data1), np.sort(data2)
    n, m = len(a), len(b)
    if min(n, m) == 0:
        raise ValueError('Data passed to ks_2samp must not be empty')
    both = np.concatenate([a, b])
    off = np.searchsorted(a, both, side='right') / n - np.searchsorted(b, both, side='right') / m
    sign = np.int8(1 if off.max() > -off.min() else -1)
    at = int(np.argmax(sign * off))
    d, where = max(off.max(), -off.min()), {'statistic_location': both[at], 'statistic_sign': sign}
    if max(n, m) <= 10000 and method != 'asymp':
        return KstestResult(d, _paths(n, m, d), **where)
    z = np.sqrt(n * m / (n + m))
    return KstestResult(d, float(np.clip(2 * sum((-1) ** (k - 1) * np.exp(-2 * k * k * z * z * d * d) for k in range(1, 101)), 0, 1)), **where)


def _paths(n, m, d):
    """The chance of a distance of at least d: 1 less the share of ways through an n by m grid that stay nearer to its diagonal."""
    if n < m:
        n, m = m, n
    common = int(np.gcd(n, m))
    reach = int(np.round(d * (n // common) * m))
    if reach == 0:
        return 1.0
    # (of each row the chance, among all ways to that point, of having stayed inside)
    inside = np.zeros(m + 1)
    j = np.arange(m + 1)
    inside[:] = np.cumprod(np.where(j * (n // common) < reach, 1.0, 0.0))
    for i in range(1, n + 1):
        near = np.abs(i * (m // common) - j * (n // common)) < reach
        new = np.zeros(m + 1)
        new[0] = inside[0] if near[0] else 0.0
        for k in range(1, m + 1):
            if near[k]:
                new[k] = (inside[k] * i + new[k - 1] * k) / (i + k)
        inside = new
    return float(np.clip(1 - inside[m], 0, 1))


def kendalltau(x, y, initial_lexsort=None, nan_policy='propagate', method='auto', variant='b', alternative='two-sided'):
    """How well two orders agree: pairs that agree less pairs that do not."""
    x, y = np.asarray(x).ravel(), np.asarray(y).ravel()
    if x.size != y.size:
        raise ValueError(f'All inputs to `kendalltau` must be of the same size, found x-size {x.size} and y-size {y.size}')
    n = x.size
    agree = np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(y, y))
    score = agree[np.triu_indices(n, 1)].sum()
    total = n * (n - 1) // 2
    tx, ty = _ties(x), _ties(y)
    xtie, ytie = (tx * (tx - 1) // 2).sum(), (ty * (ty - 1) // 2).sum()
    if xtie == total or ytie == total:
        return SignificanceResult(np.nan, np.nan)
    tau = score / np.sqrt(total - xtie) / np.sqrt(total - ytie)
    against = (total - xtie - ytie + ((lambda c: (c * (c - 1) // 2).sum())(np.unique(np.stack([x, y]), axis=1, return_counts=True)[1])) - score) // 2
    if xtie == 0 and ytie == 0 and (n <= 33 or min(against, total - against) <= 1) and method != 'asymptotic':
        counts = np.ones(1)
        for i in range(2, n + 1):
            counts = np.convolve(counts, np.ones(i)) / i            # (shares of the orders with so many pairs that do not agree)
        least = int(min(against, total - against))
        p = min(1.0, 2 * counts[:least + 1].sum()) if alternative == 'two-sided' else counts[int(against):].sum() if alternative == 'less' else counts[:int(against) + 1].sum()
        return SignificanceResult(min(1.0, max(-1.0, tau)), p)
    m = n * (n - 1.0)
    x0, y0, x1, y1 = ((t * (t - 1.0) * (t - 2)).sum() if k == 0 else (t * (t - 1.0) * (2 * t + 5)).sum() for k in (0, 1) for t in (tx, ty))
    variance = (m * (2 * n + 5) - x1 - y1) / 18 + 2 * xtie * ytie / m + x0 * y0 / (9 * m * (n - 2))
    return SignificanceResult(min(1.0, max(-1.0, tau)), _normal_tail(score / np.sqrt(variance), alternative))


def wilcoxon(x, y=None, zero_method='wilcox', correction=False, alternative='two-sided', method='auto', *, axis=0, nan_policy='propagate'):
    """Are the differences of pairs around 0? By the ranks of their sizes."""
    d = np.asarray(x) if y is None else np.asarray(x) - np.asarray(y)
    if zero_method != 'wilcox':
        raise NotImplementedError(f"wilcoxon: zero_method {zero_method!r} is not there; 'wilcox' is")
    exact = method == 'exact' or method == 'auto' and len(d) <= 50 and not np.any(d == 0)
    d = d[d != 0]
    ranks = rankdata(np.abs(d))
    plus, minus, n = ranks[d > 0].sum(), ranks[d < 0].sum(), len(d)
    t = min(plus, minus) if alternative == 'two-sided' else plus
    if exact:
        counts = np.ones(1)
        for i in range(1, n + 1):
            longer = np.zeros(len(counts) + i)
            longer[:len(counts)] += counts
            longer[i:] += counts
            counts = longer / 2
        upto, from_ = counts[:int(np.floor(plus)) + 1].sum(), counts[int(np.ceil(plus)):].sum()
        p = {'less': upto, 'greater': from_, 'two-sided': min(1.0, 2 * min(upto, from_))}[alternative]
        return WilcoxonResult(t, p)
    ties = _ties(ranks)
    deviation = np.sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24 - (ties ** 3 - ties).sum() / 48.0)
    z = (t - n * (n + 1) * 0.25 - (0.5 * np.sign(t - n * (n + 1) * 0.25) if correction else 0)) / deviation
    return WilcoxonResult(t, _normal_tail(z, alternative))
