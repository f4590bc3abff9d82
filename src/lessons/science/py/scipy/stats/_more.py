"""More continuous distributions, each its formulas at loc 0 and scale 1."""
import numpy as np

from scipy import special as sc
from scipy.stats._distribution import Continuous, Discrete

_EULER = 0.5772156649015329
_ZETA3 = 1.2020569031595943


class Fisher(Continuous):
    _names, low = ('dfn', 'dfd'), 0.0

    def _logpdf(self, x, n, m):
        return m / 2 * np.log(m) + n / 2 * np.log(n) + sc.xlogy(n / 2 - 1, x) - (n + m) / 2 * np.log(m + n * x) - _betaln(n / 2, m / 2)

    def _cdf(self, x, n, m):
        return sc.betainc(n / 2, m / 2, n * x / (m + n * x))

    def _sf(self, x, n, m):
        return sc.betainc(m / 2, n / 2, m / (m + n * x))

    def _ppf(self, q, n, m):
        part = sc.betaincinv(n / 2, m / 2, q)
        return m * part / (n * (1 - part))

    def _drawn(self, size, generator, n, m):
        return generator.f(n, m, size)

    def _moments(self, n, m):
        with np.errstate(divide='ignore', invalid='ignore'):
            mean = np.where(m > 2, m / (m - 2.0), np.inf)
            variance = np.where(m > 4, 2 * m * m * (n + m - 2) / (n * (m - 2) ** 2 * (m - 4)), np.inf)
            skewness = np.where(m > 6, (2 * n + m - 2) * np.sqrt(8 * (m - 4)) / ((m - 6) * np.sqrt(n * (n + m - 2))), np.nan)
            excess = np.where(m > 8, 12 * (n * (5 * m - 22) * (n + m - 2) + (m - 4) * (m - 2) ** 2) / (n * (m - 6) * (m - 8) * (n + m - 2)), np.nan)
        return mean, variance, skewness, excess


def _betaln(a, b):
    return sc.gammaln(a) + sc.gammaln(b) - sc.gammaln(a + b)


class Rayleigh(Continuous):
    low = 0.0

    def _logpdf(self, x):
        return np.log(x) - 0.5 * x * x

    def _cdf(self, x):
        return -np.expm1(-0.5 * x * x)

    def _sf(self, x):
        return np.exp(-0.5 * x * x)

    def _ppf(self, q):
        return np.sqrt(-2 * np.log1p(-q))

    def _drawn(self, size, generator):
        return np.sqrt(generator.chisquare(2, size))

    def _moments(self):
        rest = 4 - np.pi
        return np.sqrt(np.pi / 2), rest / 2, 2 * (np.pi - 3) * np.sqrt(np.pi) / rest ** 1.5, 6 * np.pi / rest - 16 / rest ** 2

    def _entropy(self):
        return _EULER / 2.0 + 1 - 0.5 * np.log(2)


class HalfNormal(Continuous):
    low = 0.0

    def _logpdf(self, x):
        return 0.5 * np.log(2.0 / np.pi) - x * x / 2.0

    def _cdf(self, x):
        return sc.erf(x / np.sqrt(2))

    def _sf(self, x):
        return sc.erfc(x / np.sqrt(2))

    def _ppf(self, q):
        return sc.ndtri((1 + q) / 2.0)

    def _drawn(self, size, generator):
        return abs(generator.standard_normal(size=size))

    def _moments(self):
        return np.sqrt(2.0 / np.pi), 1 - 2.0 / np.pi, np.sqrt(2) * (4 - np.pi) / (np.pi - 2) ** 1.5, 8 * (np.pi - 3) / (np.pi - 2) ** 2

    def _entropy(self):
        return 0.5 * np.log(np.pi / 2.0) + 0.5


class Weibull(Continuous):
    _names, low = ('c',), 0.0

    def _logpdf(self, x, c):
        return np.log(c) + sc.xlogy(c - 1, x) - np.power(x, c)

    def _cdf(self, x, c):
        return -np.expm1(-np.power(x, c))

    def _sf(self, x, c):
        return np.exp(-np.power(x, c))

    def _ppf(self, q, c):
        return np.power(-np.log1p(-q), 1.0 / c)

    def _moments(self, c):
        g = [np.exp(sc.gammaln(1 + k / c)) for k in range(5)]
        variance = g[2] - g[1] ** 2
        return g[1], variance, (g[3] - 3 * g[1] * g[2] + 2 * g[1] ** 3) / variance ** 1.5, (g[4] - 4 * g[1] * g[3] + 6 * g[1] ** 2 * g[2] - 3 * g[1] ** 4) / variance ** 2 - 3

    def _entropy(self, c):
        return -_EULER / c - np.log(c) + _EULER + 1


class Pareto(Continuous):
    _names, low = ('b',), 1.0

    def _logpdf(self, x, b):
        return np.log(b) - (b + 1) * np.log(x)

    def _cdf(self, x, b):
        return 1 - x ** -b

    def _sf(self, x, b):
        return x ** -b

    def _ppf(self, q, b):
        return np.power(1 - q, -1.0 / b)

    def _moments(self, b):
        with np.errstate(divide='ignore', invalid='ignore'):
            return (np.where(b > 1, b / (b - 1.0), np.inf), np.where(b > 2, b / (b - 2.0) / (b - 1.0) ** 2, np.inf), np.where(b > 3, 2 * (b + 1.0) * np.sqrt(b - 2.0) / ((b - 3.0) * np.sqrt(b)), np.nan),
                    np.where(b > 4, 6.0 * (b ** 3 + b ** 2 - 6 * b - 2) / (b * (b - 3) * (b - 4)), np.nan))

    def _entropy(self, b):
        return 1 + 1.0 / b - np.log(b)


class Gumbel(Continuous):
    def _logpdf(self, x):
        return -x - np.exp(-x)

    def _cdf(self, x):
        return np.exp(-np.exp(-x))

    def _ppf(self, q):
        return -np.log(-np.log(q))

    def _moments(self):
        return _EULER, np.pi ** 2 / 6, 12 * np.sqrt(6) / np.pi ** 3 * _ZETA3, 12.0 / 5

    def _entropy(self):
        return _EULER + 1.0


class TruncatedNormal(Continuous):
    _names = ('a', 'b')

    def _proper(self, a, b):
        return a < b

    def _support(self, a, b):
        return a, b

    def _share(self, a, b):
        """The log of the normal's part between a and b."""
        turned = a > 0
        low, high = np.where(turned, -b, a), np.where(turned, -a, b)
        upper, lower = sc.log_ndtr(high), sc.log_ndtr(low)
        return upper + np.log1p(-np.exp(lower - upper))

    def _logpdf(self, x, a, b):
        return -x * x / 2 - np.log(2 * np.pi) / 2 - self._share(a, b)

    def _cdf(self, x, a, b):
        return np.clip(np.exp(self._share(a, np.maximum(x, np.nextafter(a, np.inf))) - self._share(a, b)), 0, 1)

    def _ppf(self, q, a, b):
        turned = a > 0
        low, high = np.where(turned, -b, a), np.where(turned, -a, b)
        part = np.where(turned, 1 - q, q)
        found = sc.ndtri(sc.ndtr(low) + part * (sc.ndtr(high) - sc.ndtr(low)))
        return np.where(turned, -found, found)

    def _moments(self, a, b):
        share = np.exp(self._share(a, b))
        pa, pb = (np.exp(-x * x / 2) / np.sqrt(2 * np.pi) / share for x in (a, b))
        ends = [(np.where(np.isfinite(a), a, 0.0) ** k * pa, np.where(np.isfinite(b), b, 0.0) ** k * pb) for k in range(4)]
        m1 = pa - pb
        m2 = 1 + ends[1][0] - ends[1][1]
        m3 = 2 * m1 + ends[2][0] - ends[2][1]
        m4 = 3 * m2 + ends[3][0] - ends[3][1]
        variance = m2 - m1 ** 2
        return m1, variance, (m3 - 3 * m1 * m2 + 2 * m1 ** 3) / variance ** 1.5, (m4 - 4 * m1 * m3 + 6 * m1 ** 2 * m2 - 3 * m1 ** 4) / variance ** 2 - 3


class NegativeBinomial(Discrete):
    _names, low = ('n', 'p'), 0

    def _proper(self, n, p):
        return (n > 0) & (p > 0) & (p <= 1)

    def _logpmf(self, k, n, p):
        return sc.gammaln(n + k) - sc.gammaln(k + 1) - sc.gammaln(n) + n * np.log(p) + sc.xlog1py(k, -p)

    def _upto(self, k, n, p):
        return np.where(k < 0, 0.0, sc.betainc(n, np.maximum(k + 1, 0.5), p))

    def _drawn(self, size, generator, n, p):
        return generator.negative_binomial(n, p, size)

    def _moments(self, n, p):
        odds = 1.0 / p
        away = odds - 1.0
        return n * away, n * away * odds, (odds + away) / np.sqrt(n * away * odds), (6 * away * odds + 1) / (n * away * odds)


f, rayleigh, halfnorm, weibull_min, pareto, gumbel_r, truncnorm = Fisher('f'), Rayleigh('rayleigh'), HalfNormal('halfnorm'), Weibull('weibull_min'), Pareto('pareto'), Gumbel('gumbel_r'), TruncatedNormal('truncnorm')
nbinom = NegativeBinomial('nbinom')
