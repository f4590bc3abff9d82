"""What is said of samples: ranks, scores, correlations, tests of means, entropy."""
import collections

import numpy as np

from scipy import special
from scipy.stats._continuous import beta as _beta, t as _t
from scipy.stats._told import shown_with

SignificanceResult = collections.namedtuple('SignificanceResult', 'statistic pvalue')


class LinregressResult(collections.namedtuple('LinregressResult', 'slope intercept rvalue pvalue stderr')):
    """With the error of the intercept."""
    __repr__ = shown_with('intercept_stderr')


Ttest_indResult = collections.namedtuple('Ttest_indResult', 'statistic pvalue')


class TtestResult(collections.namedtuple('TtestResult', 'statistic pvalue')):
    """With the degrees of freedom, and limits of the mean."""
    __repr__ = shown_with('df')

    def confidence_interval(self, confidence_level=0.95):
        if not 0 < confidence_level < 1:
            raise ValueError('`confidence_level` must be a number between 0 and 1.')
        two = self._alternative == 'two-sided'
        far = _t.ppf(0.5 + confidence_level / 2 if two else confidence_level, self.df) * self._error
        low, high = self._estimate - far, self._estimate + far
        return ConfidenceInterval(low if self._alternative != 'less' else np.full_like(low, -np.inf)[()], high if self._alternative != 'greater' else np.full_like(high, np.inf)[()])


class PearsonRResult(collections.namedtuple('PearsonRResult', 'statistic pvalue')):
    """With confidence_interval, by Fisher's transformation."""
    _alternative, _n = 'two-sided', 0

    def confidence_interval(self, confidence_level=0.95):
        from scipy.stats._continuous import norm
        if self._n <= 3:
            return ConfidenceInterval(-1.0, 1.0)
        z, error = np.arctanh(self.statistic), 1 / np.sqrt(self._n - 3)
        if self._alternative == 'two-sided':
            h = norm.ppf(0.5 + confidence_level / 2)
            return ConfidenceInterval(np.tanh(z - h * error), np.tanh(z + h * error))
        h = norm.ppf(confidence_level)
        return ConfidenceInterval(-1.0, np.tanh(z + h * error)) if self._alternative == 'less' else ConfidenceInterval(np.tanh(z - h * error), 1.0)


ConfidenceInterval = collections.namedtuple('ConfidenceInterval', 'low high')


def entropy(pk, qk=None, base=None, axis=0):
    """Of probabilities (made to sum to 1); with qk the divergence of pk from it."""
    if base is not None and base <= 0:
        raise ValueError('`base` must be a positive number or `None`.')
    pk = np.asarray(pk)
    pk = 1.0 * pk / np.sum(pk, axis=axis, keepdims=True)
    if qk is None:
        parts = special.entr(pk)
    else:
        pk, qk = np.broadcast_arrays(pk, np.asarray(qk))
        parts = special.rel_entr(pk, 1.0 * qk / np.sum(qk, axis=axis, keepdims=True))
    found = np.sum(parts, axis=axis)
    return found if base is None else found / np.log(base)


def _unless_nan(a, nan_policy):
    if nan_policy not in ('propagate', 'raise', 'omit'):
        raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}")
    if nan_policy == 'omit':
        raise NotImplementedError("scipy has nan_policy='omit' here, perch's scipy has not")
    if nan_policy == 'raise' and np.isnan(np.sum(a)):
        raise ValueError('The input contains nan values')


def zscore(a, axis=0, ddof=0, nan_policy='propagate'):
    a = np.asanyarray(a)
    _unless_nan(a, nan_policy)
    if a.size == 0:
        return np.empty(a.shape)
    first = np.take(a, [0], axis=axis) if axis is not None else a.ravel()[:1]
    with np.errstate(divide='ignore', invalid='ignore'):
        z = (a - a.mean(axis=axis, keepdims=True)) / a.std(axis=axis, ddof=ddof, keepdims=True)
    z[np.broadcast_to((a == first).all(axis=axis, keepdims=True), z.shape)] = np.nan    # no spread, whatever rounding makes of it
    return z


def sem(a, axis=0, ddof=1, nan_policy='propagate'):
    a = np.asarray(a)
    _unless_nan(a, nan_policy)
    n = a.size if axis is None else a.shape[axis]
    return np.std(a, axis=axis, ddof=ddof) / np.sqrt(n)


def _central(a, axis):
    """The second, third and fourth central moments, n; flat samples have no third."""
    a = np.asarray(a, dtype=float)
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    mean = a.mean(axis, keepdims=True)
    apart = a - mean
    squares = apart ** 2
    second = squares.mean(axis)
    flat = second <= (np.finfo(float).resolution * np.squeeze(mean, axis)) ** 2
    return second, (squares * apart).mean(axis), (squares ** 2).mean(axis), a.shape[axis], flat


def skew(a, axis=0, bias=True, nan_policy='propagate'):
    _unless_nan(a, nan_policy)
    second, third, _, n, flat = _central(a, axis)
    with np.errstate(all='ignore'):
        found = np.where(flat, np.nan, third / second ** 1.5)
        if not bias and n > 2:
            found = np.sqrt((n - 1.0) * n) / (n - 2.0) * found
    return found[()]


def kurtosis(a, axis=0, fisher=True, bias=True, nan_policy='propagate'):
    _unless_nan(a, nan_policy)
    second, _, fourth, n, flat = _central(a, axis)
    with np.errstate(all='ignore'):
        found = np.where(flat, np.nan, fourth / second ** 2.0)
        if not bias and n > 3:
            found = 1.0 / (n - 2) / (n - 3) * ((n ** 2 - 1.0) * found - 3 * (n - 1) ** 2.0) + 3.0
    return found[()] - 3 if fisher else found[()]


def rankdata(a, method='average', *, axis=None, nan_policy='propagate'):
    """Ranks from 1; equals share the average, the least, the greatest …"""
    if method not in ('average', 'min', 'max', 'dense', 'ordinal'):
        raise ValueError(f'unknown method "{method}"')
    _unless_nan(a, nan_policy)
    if axis is not None:
        a = np.asarray(a)
        return np.apply_along_axis(rankdata, axis, a, method)
    a = np.ravel(np.asarray(a))
    order = np.argsort(a, kind='mergesort' if method == 'ordinal' else 'quicksort')
    place = np.empty(order.size, dtype=np.intp)
    place[order] = np.arange(order.size, dtype=np.intp)
    if method == 'ordinal':
        return place + 1
    a = a[order]
    new = np.r_[True, a[1:] != a[:-1]] if a.size else np.empty(0, bool)
    dense = new.cumsum()[place]
    if method == 'dense':
        return dense
    ends = np.r_[np.nonzero(new)[0], len(new)]
    return {'max': lambda: ends[dense], 'min': lambda: ends[dense - 1] + 1, 'average': lambda: 0.5 * (ends[dense] + ends[dense - 1] + 1)}[method]()


def _tail(statistic, df, alternative, words='alternative must be "less", "greater" or "two-sided"'):
    """The probability of what is as far out."""
    if alternative == 'less':
        return _t.cdf(statistic, df)
    if alternative == 'greater':
        return _t.sf(statistic, df)
    if alternative == 'two-sided':
        return 2 * _t.sf(np.abs(statistic), df)
    raise ValueError(words)


def pearsonr(x, y, *, alternative='two-sided'):
    x, y = np.asarray(x), np.asarray(y)
    n = len(x)
    if n != len(y):
        raise ValueError('x and y must have the same length.')
    if n < 2:
        raise ValueError('x and y must have length at least 2.')
    if alternative not in ('two-sided', 'greater', 'less'):
        raise ValueError('alternative must be one of ["two-sided", "less", "greater"]')
    if (x == x[0]).all() or (y == y[0]).all():
        import warnings
        warnings.warn('An input array is constant; the correlation coefficient is not defined.')
        return _pearson(np.nan, np.nan, alternative, n)
    kind = np.result_type(x.dtype, y.dtype, np.float64)
    if n == 2:
        return _pearson(kind.type(np.sign(x[1] - x[0]) * np.sign(y[1] - y[0])), 1.0, alternative, n)
    x, y = x.astype(kind) - x.astype(kind).mean(), y.astype(kind) - y.astype(kind).mean()
    r = np.dot(x / np.linalg.norm(x), y / np.linalg.norm(y))
    r = max(min(r, 1.0), -1.0)
    half = n / 2 - 1
    about = _beta(half, half, loc=-1, scale=2)
    p = {'two-sided': lambda: 2 * about.sf(abs(r)), 'less': lambda: about.cdf(r), 'greater': lambda: about.sf(r)}[alternative]()
    return _pearson(r, p, alternative, n)


def _pearson(r, p, alternative, n):
    found = PearsonRResult(r, p)
    found._alternative, found._n = alternative, n
    return found


def spearmanr(a, b=None, axis=0, nan_policy='propagate', alternative='two-sided'):
    """Of two samples a number, of several columns a matrix."""
    if axis is not None and axis > 1:
        raise ValueError(f'spearmanr only handles 1-D or 2-D arrays, supplied axis argument {axis}, please use only values 0, 1 or None for axis')
    a = np.asarray(a)
    _unless_nan(a, nan_policy)
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    if a.ndim > 2:
        raise ValueError('spearmanr only handles 1-D or 2-D arrays')
    if b is None:
        if a.ndim < 2:
            raise ValueError('`spearmanr` needs at least 2 variables to compare')
    else:
        b = np.asarray(b)
        _unless_nan(b, nan_policy)
        a = np.column_stack((a, b)) if axis == 0 else np.row_stack((a, b))
    n = a.shape[axis]
    if n <= 1:
        return SignificanceResult(np.nan, np.nan)
    first = a[:, [0]] if axis == 1 else a[[0]]
    if (a == first).all(axis=axis).any():
        import warnings
        warnings.warn('An input array is constant; the correlation coefficient is not defined.')
        return SignificanceResult(np.nan, np.nan)
    if np.issubdtype(a.dtype, np.floating) and np.isnan(a).any():
        return SignificanceResult(np.nan, np.nan)
    rs = np.corrcoef(np.apply_along_axis(rankdata, axis, a), rowvar=axis)
    df = n - 2
    with np.errstate(divide='ignore'):
        statistic = rs * np.sqrt((df / ((rs + 1.0) * (1.0 - rs))).clip(0))
    p = _tail(statistic, df, alternative)
    return SignificanceResult(rs[1, 0], p[1, 0]) if rs.shape == (2, 2) else SignificanceResult(rs, p)


def ttest_1samp(a, popmean, axis=0, nan_policy='propagate', alternative='two-sided'):
    a = np.asarray(a)
    _unless_nan(a, nan_policy)
    n = a.shape[axis]
    with np.errstate(divide='ignore', invalid='ignore'):
        mean, error = np.mean(a, axis), np.sqrt(np.var(a, axis, ddof=1) / n)
        statistic = (mean - popmean) / error
    made = TtestResult(statistic, _tail(statistic, n - 1, alternative))
    made.df, made._alternative, made._estimate, made._error = n - 1 if np.ndim(statistic) == 0 else np.broadcast_to(n - 1, np.shape(statistic)), alternative, mean, error
    return made


def ttest_ind(a, b, axis=0, equal_var=True, nan_policy='propagate', alternative='two-sided'):
    a, b = np.asarray(a), np.asarray(b)
    _unless_nan(a, nan_policy)
    _unless_nan(b, nan_policy)
    n, m, va, vb = a.shape[axis], b.shape[axis], np.var(a, axis, ddof=1), np.var(b, axis, ddof=1)
    with np.errstate(divide='ignore', invalid='ignore'):
        if equal_var:
            df = n + m - 2.0
            error = np.sqrt(((n - 1) * va + (m - 1) * vb) / df * (1.0 / n + 1.0 / m))
        else:
            df = (va / n + vb / m) ** 2 / ((va / n) ** 2 / (n - 1) + (vb / m) ** 2 / (m - 1))
            error = np.sqrt(va / n + vb / m)
        statistic = (np.mean(a, axis) - np.mean(b, axis)) / error
    return Ttest_indResult(statistic, _tail(statistic, df, alternative))


def linregress(x, y=None, alternative='two-sided'):
    """The line through points by least squares."""
    if y is None:
        x = np.asarray(x)
        if 2 not in (x.shape[0], x.shape[-1]) or x.ndim != 2:
            raise ValueError(f'If only `x` is given as input, it has to be of shape (2, N) or (N, 2); provided shape was {x.shape}.')
        x, y = x if x.shape[0] == 2 else x.T
    x, y = np.asarray(x), np.asarray(y)
    if x.size == 0 or y.size == 0:
        raise ValueError('Inputs must not be empty.')
    if np.amax(x) == np.amin(x) and len(x) > 1:
        raise ValueError('Cannot calculate a linear regression if all x values are identical')
    n, xmean, ymean = len(x), np.mean(x), np.mean(y)
    xx, xy, _, yy = np.cov(x, y, bias=1).flat
    r = 0.0 if xx == 0.0 or yy == 0.0 else max(-1.0, min(1.0, xy / np.sqrt(xx * yy)))
    slope = xy / xx
    df = n - 2
    if n == 2:
        return _line(slope, ymean - slope * xmean, r, 1.0 if y[0] == y[1] else 0.0, 0.0, 0.0)
    tiny = 1.0e-20
    statistic = r * np.sqrt(df / ((1.0 - r + tiny) * (1.0 + r + tiny)))
    error = np.sqrt((1 - r ** 2) * yy / xx / df)
    return _line(slope, ymean - slope * xmean, r, _tail(statistic, df, alternative), error, error * np.sqrt(xx + xmean ** 2))


def _line(*parts):
    made = LinregressResult(*parts[:5])
    made.intercept_stderr = parts[5]
    return made
