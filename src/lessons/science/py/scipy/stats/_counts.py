"""Tests of counts and of tables of counts: divergences, Fisher's, binomial; p-values put together."""
import numpy as np

from scipy import special as sc
from scipy.stats._continuous import beta as _beta, t as _t, chi2, norm
from scipy.stats._discrete import binom, hypergeom
from scipy.stats._told import ConfidenceInterval, Power_divergenceResult, SignificanceResult, _Told


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
