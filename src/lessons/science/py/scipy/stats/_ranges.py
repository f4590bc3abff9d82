"""studentized_range: how far apart the extremes of k normal samples are, in estimated deviations."""
import numpy as np

from scipy import special as sc
from scipy.stats._own import rv_continuous


class StudentizedRange(rv_continuous):
    def _argcheck(self, k, df):
        return (k > 1) & (df > 0)

    def _support(self, k, df):
        return 0.0, np.inf

    def _cdf(self, x, k, df):
        return np.asarray(np.frompyfunc(_one, 3, 1)(x, k, df), dtype=float)

    def _pdf(self, x, k, df):
        step = 1e-4
        return (self._cdf(x + step, k, df) - self._cdf(np.maximum(x - step, 0), k, df)) / (2 * step)


_X, _W = np.polynomial.legendre.leggauss(96)


def _of_range(w, k):
    """The chance that the range of k normal ones is at most w."""
    z = 8.5 * _X
    dense = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    inside = np.asarray(sc.ndtr(z + np.asarray(w)[..., None])) - np.asarray(sc.ndtr(z))
    return k * 8.5 * np.sum(_W * dense * np.maximum(inside, 0) ** (k - 1), axis=-1)


def _one(q, k, df):
    if not q > 0:
        return 0.0
    if df > 100000:
        return float(_of_range(q, k))
    wide = 10 / np.sqrt(2 * df)
    low, high = max(0.0, 1 - wide), 1 + wide + (2 if df < 4 else 0)
    s = low + (high - low) * (_X + 1) / 2
    dense = np.exp(df / 2 * np.log(df) - (df / 2 - 1) * np.log(2) - sc.gammaln(df / 2) + sc.xlogy(df - 1, s) - df * s * s / 2)
    return min(1.0, float((high - low) / 2 * np.sum(_W * dense * _of_range(q * s, k))))


studentized_range = StudentizedRange(name='studentized_range', a=0, shapes='k df')
