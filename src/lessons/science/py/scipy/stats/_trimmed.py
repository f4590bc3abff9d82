"""What is said of samples within limits, on circles and by powers: trimmed means, moments, cumulants, entropy."""
import math

import numpy as np

from scipy.stats._told import SigmaclipResult, _named


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


def _power(x, k):
    """x ** k by squares and one more factor, as SciPy multiplies: the last digit hangs on it."""
    if k <= 2:
        return x ** k if k == 2 else x
    half = _power(x, k // 2) ** 2
    return half * x if k % 2 else half


def moment(a, moment=1, axis=0, nan_policy='propagate', *, keepdims=False):
    a = np.asarray(a, dtype=float) if axis is not None else np.ravel(a).astype(float)
    axis = 0 if axis is None else axis
    one = lambda k: np.ones(np.mean(a, axis=axis).shape)[()] if k == 0 else np.zeros(np.mean(a, axis=axis).shape)[()] if k == 1 else np.mean(_power(a - a.mean(axis=axis, keepdims=True), k), axis=axis)
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
