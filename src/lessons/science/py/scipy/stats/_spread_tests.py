"""Tests of whether samples have one spread or one middle: Bartlett's, Fligner's, Mood's, Ansari's, ranks of pairs and of blocks."""
import collections
import math

import numpy as np

from scipy.stats._continuous import t as _t, chi2, norm
from scipy.stats._samples import rankdata
from scipy.stats._told import AlexanderGovernResult, AnsariResult, BartlettResult, BrunnerMunzelResult, ConfidenceInterval, FlignerResult, FriedmanchisquareResult, MoodResult, RanksumsResult, Ttest_indResult, _Told, _named, _tail_of


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


class TukeyHSDResult(_Told):
    __module__ = 'scipy.stats._hypotests'
    __repr__ = object.__repr__

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
