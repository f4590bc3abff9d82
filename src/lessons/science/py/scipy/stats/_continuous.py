"""The continuous distributions, each its formulas at loc 0 and scale 1."""
import numpy as np

from scipy import special as sc
from scipy.stats._distribution import Continuous

_LOG_ROOT_2PI = np.log(2 * np.pi) / 2


def _only_data(dist, data, named):
    """The sample for fit, where loc and scale may be given as floc and fscale."""
    data = np.asarray(data, dtype=float).ravel()
    if not np.isfinite(data).all():
        raise ValueError('The data contains non-finite values.')
    floc, fscale = named.pop('floc', None), named.pop('fscale', None)
    if named:
        raise TypeError(f'Unknown arguments: {named}.')
    if floc is not None and fscale is not None:
        raise ValueError('All parameters fixed. There is nothing to optimize.')
    return data, floc, fscale


class Normal(Continuous):
    def _pdf(self, x):
        return np.exp(-x ** 2 / 2.0) / np.sqrt(2 * np.pi)

    def _logpdf(self, x):
        return -x ** 2 / 2.0 - _LOG_ROOT_2PI

    def _cdf(self, x):
        return sc.ndtr(x)

    def _logcdf(self, x):
        return sc.log_ndtr(x)

    def _sf(self, x):
        return sc.ndtr(-x)

    def _ppf(self, q):
        return sc.ndtri(q)

    def _isf(self, q):
        return -np.asarray(sc.ndtri(q))

    def _drawn(self, size, generator):
        return generator.standard_normal(size)

    def _moments(self):
        return 0.0, 1.0, 0.0, 0.0

    def _entropy(self):
        return 0.5 * (np.log(2 * np.pi) + 1)

    def fit(self, data, **named):
        data, loc, scale = _only_data(self, data, named)
        loc = data.mean() if loc is None else loc
        return loc, np.sqrt(((data - loc) ** 2).mean()) if scale is None else scale


class Uniform(Continuous):
    low, high = 0.0, 1.0

    def _pdf(self, x):
        return np.ones_like(x)

    def _cdf(self, x):
        return x

    def _ppf(self, q):
        return q

    def _drawn(self, size, generator):
        return generator.uniform(0.0, 1.0, size)

    def _moments(self):
        return 0.5, 1.0 / 12, 0.0, -1.2

    def _entropy(self):
        return 0.0

    def fit(self, data, **named):
        data, loc, scale = _only_data(self, data, named)
        if loc is None and scale is None:
            return data.min(), np.ptp(data)
        return (loc, data.max() - loc) if scale is None else (data.max() - scale + 0.5 * (scale - np.ptp(data)), scale)


class Exponential(Continuous):
    low = 0.0

    def _logpdf(self, x):
        return -x

    def _cdf(self, x):
        return -np.expm1(-x)

    def _sf(self, x):
        return np.exp(-x)

    def _ppf(self, q):
        return -np.log1p(-q)

    def _isf(self, q):
        return -np.log(q)

    def _drawn(self, size, generator):
        return generator.standard_exponential(size)

    def _moments(self):
        return 1.0, 1.0, 2.0, 6.0

    def _entropy(self):
        return 1.0

    def fit(self, data, **named):
        data, loc, scale = _only_data(self, data, named)
        loc = data.min() if loc is None else loc
        return float(loc), float(data.mean() - loc if scale is None else scale)


class Gamma(Continuous):
    _names, low = ('a',), 0.0

    def _logpdf(self, x, a):
        return sc.xlogy(a - 1.0, x) - x - sc.gammaln(a)

    def _cdf(self, x, a):
        return sc.gammainc(a, x)

    def _sf(self, x, a):
        return sc.gammaincc(a, x)

    def _ppf(self, q, a):
        return sc.gammaincinv(a, q)

    def _isf(self, q, a):
        return sc.gammainccinv(a, q)

    def _drawn(self, size, generator, a):
        return generator.standard_gamma(a, size)

    def _moments(self, a):
        return a, a, 2.0 / np.sqrt(a), 6.0 / a

    def _entropy(self, a):
        return sc.psi(a) * (1 - a) + a + sc.gammaln(a)


class Beta(Continuous):
    _names, low, high = ('a', 'b'), 0.0, 1.0

    def _logpdf(self, x, a, b):
        return sc.xlog1py(b - 1.0, -x) + sc.xlogy(a - 1.0, x) - sc.betaln(a, b)

    def _cdf(self, x, a, b):
        return sc.betainc(a, b, x)

    def _sf(self, x, a, b):
        return sc.betainc(b, a, 1 - x)

    def _ppf(self, q, a, b):
        return sc.betaincinv(a, b, q)

    def _drawn(self, size, generator, a, b):
        return generator.beta(a, b, size)

    def _moments(self, a, b):
        both = a + b
        return (a / both, a * b / (both ** 2 * (both + 1)), 2 * (b - a) * np.sqrt(both + 1) / ((both + 2) * np.sqrt(a * b)),
                6 * ((a - b) ** 2 * (both + 1) - a * b * (both + 2)) / (a * b * (both + 2) * (both + 3)))

    def _entropy(self, a, b):
        return sc.betaln(a, b) - (a - 1) * sc.psi(a) - (b - 1) * sc.psi(b) + (a + b - 2) * sc.psi(a + b)


class Student(Continuous):
    _names = ('df',)

    def _logpdf(self, x, df):
        normal = -x ** 2 / 2.0 - _LOG_ROOT_2PI
        return np.where(df == np.inf, normal, sc.gammaln((df + 1) / 2) - sc.gammaln(df / 2) - 0.5 * np.log(df * np.pi) - (df + 1) / 2 * np.log1p(x * x / df))

    def _cdf(self, x, df):
        half = np.asarray(sc.betainc(df / 2, 0.5, df / (df + x * x))) / 2
        return np.where(df == np.inf, sc.ndtr(x), np.where(x < 0, half, 1 - half))

    def _sf(self, x, df):
        return self._cdf(-x, df)

    def _ppf(self, q, df):
        low = np.minimum(q, 1 - q)
        part = np.asarray(sc.betaincinv(df / 2, 0.5, 2 * low))
        # close to the middle df / part - df loses its digits: the complement's own quantile keeps them
        rest = np.asarray(sc.betaincinv(0.5, df / 2, 1 - 2 * low))
        away = np.where(part < 0.5, np.sqrt(df / part - df), np.sqrt(df * rest / (1 - rest)))
        found = np.where(q < 0.5, -away, away)
        return np.where(df == np.inf, sc.ndtri(q), np.where(q == 0, -np.inf, np.where(q == 1, np.inf, np.where(q == 0.5, 0.0, found))))

    def _isf(self, q, df):
        return -self._ppf(q, df)

    def _drawn(self, size, generator, df):
        return generator.standard_t(df, size=size)

    def _moments(self, df):
        return (np.where(df > 1, 0.0, np.inf), np.where(df > 2, df / (df - 2), np.where(df > 1, np.inf, np.nan)), np.where(df > 3, 0.0, np.nan),
                np.where(df > 4, 6.0 / (df - 4), np.where(df > 2, np.inf, np.nan)))

    def _entropy(self, df):
        half = (df + 1) / 2
        return half * (sc.digamma(half) - sc.digamma(df / 2)) + np.log(np.sqrt(df) * sc.beta(df / 2, 0.5))


class ChiSquare(Continuous):
    _names, low = ('df',), 0.0

    def _logpdf(self, x, df):
        return sc.xlogy(df / 2.0 - 1, x) - x / 2.0 - sc.gammaln(df / 2.0) - np.log(2) * df / 2.0

    def _cdf(self, x, df):
        return sc.gammainc(df / 2, x / 2)

    def _sf(self, x, df):
        return sc.gammaincc(df / 2, x / 2)

    def _ppf(self, q, df):
        return 2 * np.asarray(sc.gammaincinv(df / 2, q))

    def _isf(self, q, df):
        return 2 * np.asarray(sc.gammainccinv(df / 2, q))

    def _drawn(self, size, generator, df):
        return generator.chisquare(df, size)

    def _moments(self, df):
        return df, 2 * df, 2 * np.sqrt(2.0 / df), 12.0 / df

    def _entropy(self, df):
        half = df / 2
        return half + np.log(2) + sc.gammaln(half) + (1 - half) * sc.psi(half)


class LogNormal(Continuous):
    _names, low = ('s',), 0.0

    def _logpdf(self, x, s):
        return np.where(x == 0, -np.inf, -np.log(x) ** 2 / (2 * s ** 2) - np.log(s * x * np.sqrt(2 * np.pi)))

    def _cdf(self, x, s):
        return sc.ndtr(np.log(x) / s)

    def _sf(self, x, s):
        return sc.ndtr(-np.log(x) / s)

    def _ppf(self, q, s):
        return np.exp(s * sc.ndtri(q))

    def _drawn(self, size, generator, s):
        return np.exp(s * generator.standard_normal(size))

    def _moments(self, s):
        p = np.exp(s * s)
        return np.sqrt(p), p * (p - 1), np.sqrt(p - 1) * (2 + p), np.polyval([1, 2, 3, 0, -6.0], p)

    def _entropy(self, s):
        return 0.5 * (1 + np.log(2 * np.pi) + 2 * np.log(s))


class LogUniform(Continuous):
    _names = ('a', 'b')

    def _proper(self, a, b):
        return (a > 0) & (b > a)

    def _support(self, a, b):
        return a, b

    def _logpdf(self, x, a, b):
        return -np.log(x) - np.log(np.log(b) - np.log(a))

    def _cdf(self, x, a, b):
        return (np.log(x) - np.log(a)) / (np.log(b) - np.log(a))

    def _ppf(self, q, a, b):
        return np.exp(np.log(a) + q * (np.log(b) - np.log(a)))

    def _moments(self, a, b):
        wide = np.log(b) - np.log(a)
        m1, m2, m3, m4 = ((b ** n - a ** n) / (n * wide) for n in (1, 2, 3, 4))
        variance = m2 - m1 ** 2
        third, fourth = m3 - 3 * m1 * m2 + 2 * m1 ** 3, m4 - 4 * m1 * m3 + 6 * m1 ** 2 * m2 - 3 * m1 ** 4
        return m1, variance, third / variance ** 1.5, fourth / variance ** 2 - 3

    def _entropy(self, a, b):
        return 0.5 * (np.log(a) + np.log(b)) + np.log(np.log(b) - np.log(a))


class Laplace(Continuous):
    def _pdf(self, x):
        return 0.5 * np.exp(-np.abs(x))

    def _cdf(self, x):
        return np.where(x > 0, 1.0 - 0.5 * np.exp(-x), 0.5 * np.exp(x))

    def _sf(self, x):
        return self._cdf(-x)

    def _ppf(self, q):
        return np.where(q > 0.5, -np.log(2 * (1 - q)), np.log(2 * q))

    def _drawn(self, size, generator):
        return generator.laplace(0, 1, size=size)

    def _moments(self):
        return 0.0, 2.0, 0.0, 3.0

    def _entropy(self):
        return np.log(2) + 1


class Logistic(Continuous):
    def _logpdf(self, x):
        y = -np.abs(x)
        return y - 2.0 * np.log1p(np.exp(y))

    def _cdf(self, x):
        return sc.expit(x)

    def _logcdf(self, x):
        return sc.log_expit(x)

    def _sf(self, x):
        return sc.expit(-x)

    def _ppf(self, q):
        return sc.logit(q)

    def _drawn(self, size, generator):
        return generator.logistic(size=size)

    def _moments(self):
        return 0.0, np.pi ** 2 / 3, 0.0, 1.2

    def _entropy(self):
        return 2.0


class Cauchy(Continuous):
    def _pdf(self, x):
        return 1.0 / np.pi / (1.0 + x * x)

    def _cdf(self, x):
        return 0.5 + 1.0 / np.pi * np.arctan(x)

    def _sf(self, x):
        return 0.5 - 1.0 / np.pi * np.arctan(x)

    def _ppf(self, q):
        return np.where(q == 0, -np.inf, np.where(q == 1, np.inf, np.tan(np.pi * q - np.pi / 2.0)))

    def _moments(self):
        return np.nan, np.nan, np.nan, np.nan

    def _entropy(self):
        return np.log(4 * np.pi)


norm, uniform, expon, gamma, beta, t = Normal('norm'), Uniform('uniform'), Exponential('expon'), Gamma('gamma'), Beta('beta'), Student('t')
chi2, lognorm, loguniform, reciprocal = ChiSquare('chi2'), LogNormal('lognorm'), LogUniform('loguniform'), LogUniform('reciprocal')
laplace, logistic, cauchy = Laplace('laplace'), Logistic('logistic'), Cauchy('cauchy')
