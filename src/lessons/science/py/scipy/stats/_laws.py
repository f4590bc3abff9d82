"""Many more distributions of one variable, each a row: its shapes, its support, density, distribution function and quantiles at loc 0 and scale 1; what a row leaves out is found by integrals and searches."""
import numpy as np

from scipy import special as sc
from scipy.stats._continuous import norm
from scipy.stats._distribution import Discrete
from scipy.stats._own import rv_continuous

_PI, _INF = np.pi, np.inf
_phi = lambda x: np.exp(-x ** 2 / 2.0) / np.sqrt(2 * np.pi)
_Phi, _Phi_inverse = sc.ndtr, sc.ndtri


class Law(rv_continuous):
    """A distribution made of a row."""

    def __init__(self, name, shapes, low, high, pdf, cdf, ppf, moments, proper, drawn):
        self._row = pdf, cdf, ppf, moments, proper, drawn
        super().__init__(name=name, a=low if not callable(low) else -_INF, b=high if not callable(high) else _INF, shapes=shapes or None)
        self._ends = low, high
        self._names = tuple(shapes.split())

    def __repr__(self):
        return f'<scipy.stats._continuous_distns.{self.name}_gen object at {id(self):#x}>'

    def _support(self, *shapes):
        return tuple(end(*shapes) if callable(end) else end for end in self._ends)

    def _argcheck(self, *shapes):
        return self._row[4](*shapes) if self._row[4] else super()._argcheck(*shapes)

    def _pdf(self, x, *shapes):
        return self._row[0](x, *shapes)

    def _logpdf(self, x, *shapes):
        return np.log(self._row[0](x, *shapes))

    def _cdf(self, x, *shapes):
        return self._row[1](x, *shapes) if self._row[1] else super()._cdf(x, *shapes)

    def _ppf(self, q, *shapes):
        return self._row[2](q, *shapes) + 0.0 if self._row[2] else super()._ppf(q, *shapes)

    def _moments(self, *shapes):
        return tuple(np.asarray(m, dtype=float) for m in self._row[3](*shapes)) if self._row[3] else super()._moments(*shapes)

    def _drawn(self, size, generator, *shapes):
        return self._row[5](size, generator, *shapes) if self._row[5] else self._ppf(generator.uniform(size=size), *shapes)


_MADE = {}


def _law(name, shapes, low, high, pdf, cdf=None, ppf=None, moments=None, proper=None, drawn=None):
    _MADE[name] = Law(name, shapes, low, high, pdf, cdf, ppf, moments, proper, drawn)


def _from_raw(one, two, three, four):
    from scipy.stats._own import central
    return central(one, two, three, four)


_any = lambda *shapes: True
_EULER, _ZETA3 = 0.5772156649015329, 1.202056903159594
_law('gumbel_l', '', -_INF, _INF, lambda x: np.exp(x - np.exp(x)), lambda x: -np.expm1(-np.exp(x)), lambda q: np.log(-np.log1p(-q)), lambda: (-_EULER, _PI ** 2 / 6, -12 * np.sqrt(6) / _PI ** 3 * _ZETA3, 12 / 5))
_law('exponnorm', 'K', -_INF, _INF, lambda x, K: 1 / K * np.exp(1 / K * (1 / K / 2 - x)) * _Phi(x - 1 / K), lambda x, K: _Phi(x) - np.exp(1 / K * (1 / K / 2 - x)) * _Phi(x - 1 / K), None,
     lambda K: (K, 1 + K * K, 2 * K ** 3 * (1 + K * K) ** -1.5, 6 * K ** 4 * (1 + K * K) ** -2), None, lambda size, g, K: g.standard_normal(size) + g.standard_exponential(size) * K)
_law('exponweib', 'a c', 0, _INF, lambda x, a, c: a * c * (-np.expm1(-x ** c)) ** (a - 1) * np.exp(-x ** c) * x ** (c - 1), lambda x, a, c: (-np.expm1(-x ** c)) ** a, lambda q, a, c: (-np.log1p(-q ** (1 / a))) ** (1 / c))
_law('weibull_max', 'c', -_INF, 0, lambda x, c: c * (-x) ** (c - 1) * np.exp(-(-x) ** c), lambda x, c: np.exp(-(-x) ** c), lambda q, c: -(-np.log(q)) ** (1 / c),
     lambda c: _from_raw(*[(-1) ** n * sc.gamma(1 + n / c) for n in (1, 2, 3, 4)]))
_law('gengamma', 'a c', 0, _INF, lambda x, a, c: np.exp(np.log(np.abs(c)) + sc.xlogy(c * a - 1, x) - x ** c - sc.gammaln(a)), lambda x, a, c: np.where(c > 0, sc.gammainc(a, x ** c), sc.gammaincc(a, x ** c)),
     lambda q, a, c: np.where(c > 0, sc.gammaincinv(a, q), sc.gammainccinv(a, q)) ** (1 / c), lambda a, c: _from_raw(*[sc.gamma(a + n / c) / sc.gamma(a) for n in (1, 2, 3, 4)]), lambda a, c: (a > 0) & (c != 0),
     lambda size, g, a, c: g.standard_gamma(a, size) ** (1 / c))


def _gev_inner(x, c):
    return np.where(c == 0, -x, np.log1p(-c * x) / np.where(c == 0, 1, c))


def _gev_moments(c):
    g = [sc.gamma(n * c + 1) for n in (1, 2, 3, 4)]
    small = np.abs(c) < 1e-7
    with np.errstate(all='ignore'):
        mean = np.where(small, _EULER, (1 - g[0]) / c)
        var = np.where(small, _PI ** 2 / 6, (g[1] - g[0] ** 2) / c ** 2)
        skew = np.where(small, 12 * np.sqrt(6) / _PI ** 3 * _ZETA3, np.sign(c) * (-g[2] + 3 * g[1] * g[0] - 2 * g[0] ** 3) / (g[1] - g[0] ** 2) ** 1.5)
        kurt = np.where(small, 12 / 5, (g[3] - 4 * g[2] * g[0] + 6 * g[1] * g[0] ** 2 - 3 * g[0] ** 4) / (g[1] - g[0] ** 2) ** 2 - 3)
    return np.where(c < -1, np.nan, mean), np.where(c < -0.5, np.nan, var), np.where(c < -1 / 3, np.nan, skew), np.where(c < -0.25, np.nan, kurt)


_law('genextreme', 'c', lambda c: np.where(c < 0, 1 / np.minimum(c, -1e-300), -_INF), lambda c: np.where(c > 0, 1 / np.maximum(c, 1e-300), _INF),
     lambda x, c: np.exp(-np.exp(_gev_inner(x, c)) + _gev_inner(x, c) - np.where(c == 0, 0, np.log1p(-c * x))), lambda x, c: np.exp(-np.exp(_gev_inner(x, c))),
     lambda q, c: np.where(c == 0, -np.log(-np.log(q)), -np.expm1(-c * -np.log(-np.log(q))) / np.where(c == 0, 1, c)), _gev_moments, lambda c: np.isfinite(c))


def _gpd_moments(c):
    with np.errstate(all='ignore'):
        return (np.where(c < 1, 1 / (1 - c), _INF), np.where(c < 0.5, 1 / (1 - c) ** 2 / (1 - 2 * c), _INF), np.where(c < 1 / 3, 2 * (1 + c) * np.sqrt(1 - 2 * c) / (1 - 3 * c), np.nan),
                np.where(c < 0.25, 3 * (1 - 2 * c) * (2 * c * c + c + 3) / (1 - 3 * c) / (1 - 4 * c) - 3, np.nan))


_law('genpareto', 'c', 0, lambda c: np.where(c < 0, -1 / np.minimum(c, -1e-300), _INF), lambda x, c: np.where(c == 0, np.exp(-x), (1 + c * x) ** (-1 - 1 / np.where(c == 0, 1, c))),
     lambda x, c: np.where(c == 0, -np.expm1(-x), 1 - (1 + c * x) ** (-1 / np.where(c == 0, 1, c))), lambda q, c: np.where(c == 0, -np.log1p(-q), np.expm1(-c * np.log1p(-q)) / np.where(c == 0, 1, c)), _gpd_moments, lambda c: np.isfinite(c))
_law('gompertz', 'c', 0, _INF, lambda x, c: c * np.exp(x - c * np.expm1(x)), lambda x, c: -np.expm1(-c * np.expm1(x)), lambda q, c: np.log1p(-1 / c * np.log1p(-q)))
_law('halfcauchy', '', 0, _INF, lambda x: 2 / _PI / (1 + x * x), lambda x: 2 / _PI * np.arctan(x), lambda q: np.tan(_PI / 2 * q), lambda: (_INF, _INF, np.nan, np.nan))
_law('halflogistic', '', 0, _INF, lambda x: 0.5 / np.cosh(x / 2) ** 2, lambda x: np.tanh(x / 2), lambda q: 2 * np.arctanh(q), lambda: _from_raw(2 * np.log(2), _PI ** 2 / 3, 9 * _ZETA3, 7 * _PI ** 4 / 15))
_law('hypsecant', '', -_INF, _INF, lambda x: 1 / (_PI * np.cosh(x)), lambda x: 2 / _PI * np.arctan(np.exp(x)), lambda q: np.log(np.tan(_PI * q / 2)), lambda: (0, _PI ** 2 / 4, 0, 2))


def _invgamma_moments(a):
    with np.errstate(all='ignore'):
        return (np.where(a > 1, 1 / (a - 1), _INF), np.where(a > 2, 1 / (a - 1) ** 2 / (a - 2), _INF), np.where(a > 3, 4 * np.sqrt(a - 2) / (a - 3), np.nan), np.where(a > 4, 6 * (5 * a - 11) / (a - 3) / (a - 4), np.nan))


_law('invgamma', 'a', 0, _INF, lambda x, a: np.exp(-(a + 1) * np.log(x) - sc.gammaln(a) - 1 / x), lambda x, a: sc.gammaincc(a, 1 / x), lambda q, a: 1 / sc.gammainccinv(a, q), _invgamma_moments)
_ig_cdf = lambda x, mu: _Phi((x / mu - 1) / np.sqrt(x)) + np.exp(2 / mu) * _Phi(-(x / mu + 1) / np.sqrt(x))
_law('invgauss', 'mu', 0, _INF, lambda x, mu: 1 / np.sqrt(2 * _PI * x ** 3) * np.exp(-1 / (2 * x) * ((x - mu) / mu) ** 2), _ig_cdf, None, lambda mu: (mu, mu ** 3, 3 * np.sqrt(mu), 15 * mu), None, lambda size, g, mu: g.wald(mu, 1.0, size=size))
_law('wald', '', 0, _INF, lambda x: 1 / np.sqrt(2 * _PI * x ** 3) * np.exp(-((x - 1) ** 2) / (2 * x)), lambda x: _ig_cdf(x, 1.0), None, lambda: (1, 1, 3, 15), None, lambda size, g: g.wald(1.0, 1.0, size=size))
_law('johnsonsu', 'a b', -_INF, _INF, lambda x, a, b: b / np.sqrt(x * x + 1) * _phi(a + b * np.arcsinh(x)), lambda x, a, b: _Phi(a + b * np.arcsinh(x)), lambda q, a, b: np.sinh((_Phi_inverse(q) - a) / b), None, lambda a, b: (b > 0) & (a == a))
_law('johnsonsb', 'a b', 0, 1, lambda x, a, b: b / (x * (1 - x)) * _phi(a + b * np.log(x / (1 - x))), lambda x, a, b: _Phi(a + b * (np.log(x) - np.log1p(-x))), lambda q, a, b: sc.expit(1 / b * (_Phi_inverse(q) - a)), None, lambda a, b: (b > 0) & (a == a))
_law('laplace_asymmetric', 'kappa', -_INF, _INF, lambda x, k: np.exp(x * np.where(x >= 0, -k, 1 / k)) / (k + 1 / k), lambda x, k: np.where(x >= 0, 1 - np.exp(-x * k) * (1 / k / (k + 1 / k)), np.exp(x / k) * (k / (k + 1 / k))),
     lambda q, k: np.where(q >= k / (k + 1 / k), -np.log((1 - q) * (k + 1 / k) * k) / k, np.log(q * (k + 1 / k) / k) * k))
_law('levy', '', 0, _INF, lambda x: 1 / np.sqrt(2 * _PI * x) / x * np.exp(-1 / (2 * x)), lambda x: sc.erfc(np.sqrt(0.5 / x)), lambda q: 1.0 / _Phi_inverse(q / 2) ** 2, lambda: (_INF, _INF, np.nan, np.nan))
_law('levy_l', '', -_INF, 0, lambda x: 1 / np.sqrt(2 * _PI * -x) / -x * np.exp(1 / (2 * x)), lambda x: 2 * _Phi(1 / np.sqrt(-x)) - 1, lambda q: -1.0 / _Phi_inverse((q + 1) / 2) ** 2, lambda: (_INF, _INF, np.nan, np.nan))
_law('loggamma', 'c', -_INF, _INF, lambda x, c: np.exp(c * x - np.exp(x) - sc.gammaln(c)), lambda x, c: sc.gammainc(c, np.exp(x)), lambda q, c: np.log(sc.gammaincinv(c, q)), None, None, lambda size, g, c: np.log(g.gamma(c + 1, size=size)) + np.log(g.uniform(size=size)) / c)
_law('loglaplace', 'c', 0, _INF, lambda x, c: c / 2 * x ** np.where(x < 1, c - 1, -c - 1), lambda x, c: np.where(x < 1, 0.5 * x ** c, 1 - 0.5 * x ** (-c)), lambda q, c: np.where(q < 0.5, (2 * q) ** (1 / c), (2 * (1 - q)) ** (-1 / c)),
     lambda c: _from_raw(*[np.where(c > n, c ** 2 / (c ** 2 - n ** 2), _INF) for n in (1, 2, 3, 4)]))


def _lomax_moments(c):
    with np.errstate(all='ignore'):
        a = c
        return (np.where(a > 1, 1 / (a - 1), _INF), np.where(a > 2, a / (a - 1) ** 2 / (a - 2), np.where(a > 1, _INF, np.nan)), np.where(a > 3, 2 * (1 + a) / (a - 3) * np.sqrt((a - 2) / a), np.nan),
                np.where(a > 4, 6 * (a ** 3 + a ** 2 - 6 * a - 2) / (a * (a - 3) * (a - 4)), np.nan))


_law('lomax', 'c', 0, _INF, lambda x, c: c / (1 + x) ** (c + 1), lambda x, c: -np.expm1(-c * np.log1p(x)), lambda q, c: np.expm1(-np.log1p(-q) / c), _lomax_moments)


def _maxwell_moments():
    v = 3 * _PI - 8
    return 2 * np.sqrt(2 / _PI), 3 - 8 / _PI, np.sqrt(2) * (32 - 10 * _PI) / v ** 1.5, (-12 * _PI ** 2 + 160 * _PI - 384) / v ** 2


_law('maxwell', '', 0, _INF, lambda x: np.sqrt(2 / _PI) * x * x * np.exp(-x * x / 2), lambda x: sc.gammainc(1.5, x * x / 2), lambda q: np.sqrt(2 * sc.gammaincinv(1.5, q)), _maxwell_moments, None, lambda size, g: np.sqrt(2 * g.standard_gamma(1.5, size)))
_law('chi', 'df', 0, _INF, lambda x, df: np.exp(np.log(2) - 0.5 * np.log(2) * df - sc.gammaln(0.5 * df) + sc.xlogy(df - 1, x) - 0.5 * x ** 2), lambda x, df: sc.gammainc(0.5 * df, 0.5 * x ** 2), lambda q, df: np.sqrt(2 * sc.gammaincinv(0.5 * df, q)),
     lambda df: _from_raw(*[2 ** (n / 2) * np.exp(sc.gammaln((df + n) / 2) - sc.gammaln(df / 2)) for n in (1, 2, 3, 4)]), None, lambda size, g, df: np.sqrt(g.chisquare(df, size=size)))
_law('nakagami', 'nu', 0, _INF, lambda x, nu: np.exp(np.log(2) + sc.xlogy(nu, nu) - sc.gammaln(nu) + sc.xlogy(2 * nu - 1, x) - nu * x ** 2), lambda x, nu: sc.gammainc(nu, nu * x * x), lambda q, nu: np.sqrt(1 / nu * sc.gammaincinv(nu, q)), None, None,
     lambda size, g, nu: np.sqrt(g.standard_gamma(nu, size=size) / nu))


def _pearson3_parts(x, skew):
    beta = 2 / np.where(skew == 0, 1, skew)
    alpha = beta ** 2
    return beta, alpha, beta * (x + beta)


def _pearson3_pdf(x, skew):
    beta, alpha, y = _pearson3_parts(x, skew)
    return np.where(np.abs(skew) < 1.6e-5, _phi(x), np.exp(np.log(np.abs(beta)) + sc.xlogy(alpha - 1, y) - y - sc.gammaln(alpha)))


def _pearson3_cdf(x, skew):
    beta, alpha, y = _pearson3_parts(x, skew)
    return np.where(np.abs(skew) < 1.6e-5, _Phi(x), np.where(skew > 0, sc.gammainc(alpha, np.maximum(y, 0)), sc.gammaincc(alpha, np.maximum(y, 0))))


def _pearson3_ppf(q, skew):
    beta, alpha, _ = _pearson3_parts(0, skew)
    return np.where(np.abs(skew) < 1.6e-5, _Phi_inverse(q), sc.gammaincinv(alpha, np.where(skew < 0, 1 - q, q)) / beta - beta)


_law('pearson3', 'skew', lambda s: np.where(s > 0, -2 / np.where(s == 0, 1, s), -_INF), lambda s: np.where(s < 0, -2 / np.where(s == 0, 1, s), _INF), _pearson3_pdf, _pearson3_cdf, _pearson3_ppf, lambda s: (0 * s, 1 + 0 * s, s, 1.5 * s ** 2), lambda s: np.isfinite(s))
_law('powerlaw', 'a', 0, 1, lambda x, a: a * x ** (a - 1), lambda x, a: x ** a, lambda q, a: q ** (1 / a), lambda a: (a / (a + 1), a / (a + 2) / (a + 1) ** 2, -2 * ((a - 1) / (a + 3)) * np.sqrt((a + 2) / a), 6 * np.polyval([1, -1, -6, 2], a) / (a * (a + 3) * (a + 4))))
_law('rice', 'b', 0, _INF, lambda x, b: np.where(x > b + 60, 0.0, np.minimum(x, 1e4) * np.exp(-(x - b) * (x - b) / 2) * sc.i0e(np.minimum(x, 1e4) * b)), None, None, None, lambda b: b >= 0, lambda size, g, b: np.sqrt(((b / np.sqrt(2) + g.standard_normal((2, *size))) ** 2).sum(axis=0)))
_law('semicircular', '', -1, 1, lambda x: 2 / _PI * np.sqrt(1 - x * x), lambda x: 0.5 + 1 / _PI * (x * np.sqrt(1 - x * x) + np.arcsin(x)), None, lambda: (0, 0.25, 0, -1))


def _owen(h, a):
    """Owen's function by the integral it is."""
    x, w = np.polynomial.legendre.leggauss(64)
    t = 0.5 * np.multiply.outer(a, x + 1)
    return 0.5 * a * np.sum(w * np.exp(-0.5 * np.asarray(h)[..., None] ** 2 * (1 + t * t)) / (1 + t * t), axis=-1) / (2 * _PI)


def _skewnorm_cdf(x, a):
    """Owen's function beyond 1 by its mirror."""
    far = np.abs(a) > 1
    size = np.abs(a)
    near = _owen(x, np.where(far, 0, size))
    h, k = np.abs(x), np.abs(size * x)
    turned = 0.5 * (_Phi(h) + _Phi(k)) - _Phi(h) * _Phi(k) - _owen(k, 1 / np.where(far, size, 1))
    return np.clip(_Phi(x) - 2 * np.sign(a) * np.where(far, turned, near), 0, 1)


def _skewnorm_moments(a):
    c = np.sqrt(2 / _PI) * a / np.sqrt(1 + a ** 2)
    return c, 1 - c ** 2, (4 - _PI) / 2 * (c / np.sqrt(1 - c ** 2)) ** 3, (2 * _PI - 6) * c ** 4 / (1 - c ** 2) ** 2


def _skewnorm_drawn(size, g, a):
    u0, v = g.normal(size=size), g.normal(size=size)
    d = a / np.sqrt(1 + a ** 2)
    u1 = d * u0 + v * np.sqrt(1 - d ** 2)
    return np.where(u0 >= 0, u1, -u1)


_law('skewnorm', 'a', -_INF, _INF, lambda x, a: 2 * _phi(x) * _Phi(a * x), _skewnorm_cdf, None, _skewnorm_moments, lambda a: np.isfinite(a), _skewnorm_drawn)


def _triang_moments(c):
    v = 1 - c + c * c
    return (c + 1) / 3, v / 18, np.sqrt(2) * (2 * c - 1) * (c + 1) * (c - 2) / (5 * v ** 1.5), -3 / 5 + 0 * c


_law('triang', 'c', 0, 1, lambda x, c: np.where(c == 0, 2 - 2 * x, np.where(x < c, 2 * x / np.where(c == 0, 1, c), np.where(c == 1, 2 * x, 2 * (1 - x) / np.where(c == 1, 1, 1 - c)))),
     lambda x, c: np.where(c == 0, 2 * x - x * x, np.where(x < c, x * x / np.where(c == 0, 1, c), np.where(c == 1, x * x, (x * x - 2 * x + c) / np.where(c == 1, 1, c - 1)))),
     lambda q, c: np.where(q < c, np.sqrt(c * q), 1 - np.sqrt((1 - c) * (1 - q))), _triang_moments, lambda c: (c >= 0) & (c <= 1), lambda size, g, c: g.triangular(0, c, 1, size))
_law('truncexpon', 'b', 0, lambda b: b, lambda x, b: np.exp(-x) / -np.expm1(-b), lambda x, b: np.expm1(-x) / np.expm1(-b), lambda q, b: -np.log1p(q * np.expm1(-b)))
_law('vonmises', 'kappa', -_INF, _INF, lambda x, k: np.exp(k * (np.cos(x) - 1)) / (2 * _PI * sc.i0e(k)), lambda x, k: _vonmises_cdf(x, k), lambda q, k: _by_halves(_vonmises_cdf, q, -_PI, _PI, k), lambda k: (0 * k, _vonmises_var(k), 0 * k, np.nan + 0 * k), lambda k: k >= 0,
     lambda size, g, k: g.vonmises(0.0, k, size=size))


def _vonmises_cdf(x, k):
    turns = np.round(x / (2 * _PI))
    x = x - turns * 2 * _PI
    t, w = np.polynomial.legendre.leggauss(80)
    at = (x[..., None] + _PI) / 2 * (t + 1) - _PI
    k = np.asarray(k)
    return turns + (x + _PI) / 2 * np.sum(w * np.exp(k[..., None] * (np.cos(at) - 1)), axis=-1) / (2 * _PI * sc.i0e(k))


def _vonmises_var(k):
    t, w = np.polynomial.legendre.leggauss(80)
    at = _PI * t
    return _PI * np.sum(w * at * at * np.exp(np.asarray(k)[..., None] * (np.cos(at) - 1)), axis=-1) / (2 * _PI * sc.i0e(k))


def _by_halves(cdf, q, low, high, *shapes):
    q = np.asarray(q, dtype=float)
    low, high = np.full(q.shape, float(low)), np.full(q.shape, float(high))
    for _ in range(60):
        middle = (low + high) / 2
        short = cdf(middle, *shapes) < q
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return (low + high) / 2


_law('burr', 'c d', 0, _INF, lambda x, c, d: c * d * x ** (-c - 1) / (1 + x ** -c) ** (d + 1), lambda x, c, d: (1 + x ** -c) ** -d, lambda q, c, d: (q ** (-1 / d) - 1) ** (-1 / c),
     lambda c, d: _from_raw(*[np.where(c > n, d * sc.beta(1 - n / c, d + n / c), np.nan) for n in (1, 2, 3, 4)]))
_law('burr12', 'c d', 0, _INF, lambda x, c, d: np.exp(np.log(c) + np.log(d) + sc.xlogy(c - 1, x) + sc.xlog1py(-d - 1, x ** c)), lambda x, c, d: -np.expm1(-d * np.log1p(x ** c)), lambda q, c, d: np.expm1(-1 / d * np.log1p(-q)) ** (1 / c),
     lambda c, d: _from_raw(*[np.where(c * d > n, d * sc.beta(1 + n / c, d - n / c), np.nan) for n in (1, 2, 3, 4)]))
_law('fisk', 'c', 0, _INF, lambda x, c: c * x ** (c - 1) / (1 + x ** c) ** 2, lambda x, c: 1 / (1 + x ** -c), lambda q, c: (q ** -1.0 - 1) ** (-1 / c), lambda c: _from_raw(*[np.where(c > n, sc.beta(1 - n / c, 1 + n / c), np.nan) for n in (1, 2, 3, 4)]))
_law('arcsine', '', 0, 1, lambda x: 1 / _PI / np.sqrt(x * (1 - x)), lambda x: 2 / _PI * np.arcsin(np.sqrt(x)), lambda q: np.sin(_PI / 2 * q) ** 2, lambda: (0.5, 1 / 8, 0, -1.5))
_law('anglit', '', -_PI / 4, _PI / 4, lambda x: np.cos(2 * x), lambda x: np.sin(x + _PI / 4) ** 2, lambda q: np.arcsin(np.sqrt(q)) - _PI / 4, lambda: (0, _PI ** 2 / 16 - 0.5, 0, -2 * (_PI ** 4 - 96) / (_PI ** 2 - 8) ** 2))
_law('cosine', '', -_PI, _PI, lambda x: 1 / (2 * _PI) * (1 + np.cos(x)), lambda x: 1 / (2 * _PI) * (_PI + x + np.sin(x)), lambda q: _by_halves(lambda x: (_PI + x + np.sin(x)) / (2 * _PI), q, -_PI, _PI), lambda: (0, _PI ** 2 / 3 - 2, 0, -6 * (_PI ** 4 - 90) / (5 * (_PI ** 2 - 6) ** 2)))
_law('bradford', 'c', 0, 1, lambda x, c: c / (c * x + 1) / np.log1p(c), lambda x, c: np.log1p(c * x) / np.log1p(c), lambda q, c: np.expm1(q * np.log1p(c)) / c)
_law('betaprime', 'a b', 0, _INF, lambda x, a, b: np.exp(sc.xlogy(a - 1, x) - sc.xlog1py(a + b, x) - sc.betaln(a, b)), lambda x, a, b: sc.betainc(a, b, x / (1 + x)), lambda q, a, b: sc.betaincinv(a, b, q) / (1 - sc.betaincinv(a, b, q)),
     lambda a, b: _from_raw(*[np.where(b > n, np.prod([(a + i) / np.where(b > n, b - i - 1, 1) for i in range(n)], axis=0), _INF) for n in (1, 2, 3, 4)]), None, lambda size, g, a, b: g.standard_gamma(a, size) / g.standard_gamma(b, size))
_law('alpha', 'a', 0, _INF, lambda x, a: 1 / x ** 2 / _Phi(a) * _phi(a - 1 / x), lambda x, a: _Phi(a - 1 / x) / _Phi(a), lambda q, a: 1 / (a - _Phi_inverse(q * _Phi(a))), lambda a: (_INF + 0 * a, _INF + 0 * a, np.nan + 0 * a, np.nan + 0 * a))
_law('dgamma', 'a', -_INF, _INF, lambda x, a: 1 / (2 * sc.gamma(a)) * np.abs(x) ** (a - 1) * np.exp(-np.abs(x)), lambda x, a: np.where(x > 0, 0.5 + 0.5 * sc.gammainc(a, np.abs(x)), 0.5 - 0.5 * sc.gammainc(a, np.abs(x))),
     lambda q, a: np.where(q > 0.5, 1, -1) * sc.gammainccinv(a, 1 - np.abs(2 * q - 1)), lambda a: (0 * a, a * (a + 1), 0 * a, (a + 2) * (a + 3) / (a * (a + 1)) - 3), None, lambda size, g, a: _signed(size, g, lambda: g.standard_gamma(a, size)))


def _signed(size, g, drawn):
    u = g.uniform(size=size)
    return drawn() * np.where(u >= 0.5, 1, -1)


_law('dweibull', 'c', -_INF, _INF, lambda x, c: c / 2 * np.abs(x) ** (c - 1) * np.exp(-np.abs(x) ** c), lambda x, c: np.where(x > 0, 1 - 0.5 * np.exp(-np.abs(x) ** c), 0.5 * np.exp(-np.abs(x) ** c)),
     lambda q, c: np.where(q > 0.5, 1, -1) * (-np.log(2 * np.where(q <= 0.5, q, 1 - q))) ** (1 / c))
_law('fatiguelife', 'c', 0, _INF, lambda x, c: (x + 1) / (2 * c * np.sqrt(2 * _PI * x ** 3)) * np.exp(-(x - 1) ** 2 / (2.0 * x * c ** 2)), lambda x, c: _Phi(1 / c * (np.sqrt(x) - 1 / np.sqrt(x))),
     lambda q, c: 0.25 * (c * _Phi_inverse(q) + np.sqrt((c * _Phi_inverse(q)) ** 2 + 4)) ** 2, lambda c: (c * c / 2 + 1, c * c * (1.25 * c * c + 1), 4 * c * (11 * c * c + 6) / (5 * c * c + 4) ** 1.5, 6 * c * c * (93 * c * c + 40) / (5 * c * c + 4) ** 2))
_law('foldnorm', 'c', 0, _INF, lambda x, c: _phi(x + c) + _phi(x - c), lambda x, c: _Phi(x - c) + _Phi(x + c) - 1, None, None, lambda c: c >= 0, lambda size, g, c: np.abs(g.standard_normal(size) + c))
_law('foldcauchy', 'c', 0, _INF, lambda x, c: 1 / _PI * (1 / (1 + (x - c) ** 2) + 1 / (1 + (x + c) ** 2)), lambda x, c: 1 / _PI * (np.arctan(x - c) + np.arctan(x + c)), None, lambda c: (_INF + 0 * c, _INF + 0 * c, np.nan + 0 * c, np.nan + 0 * c), lambda c: c >= 0)
_law('genlogistic', 'c', -_INF, _INF, lambda x, c: np.exp(np.log(c) - x - (c + 1) * np.log1p(np.exp(-x))), lambda x, c: (1 + np.exp(-x)) ** -c, lambda q, c: -np.log(np.expm1(-1 / c * np.log(q))))
_law('gennorm', 'beta', -_INF, _INF, lambda x, b: np.exp(np.log(0.5 * b) - sc.gammaln(1 / b) - np.abs(x) ** b), lambda x, b: 0.5 + 0.5 * np.sign(x) * sc.gammainc(1 / b, np.abs(x) ** b), lambda q, b: np.sign(q - 0.5) * sc.gammaincinv(1 / b, np.abs(2 * q - 1)) ** (1 / b),
     lambda b: (0 * b, np.exp(sc.gammaln(3 / b) - sc.gammaln(1 / b)), 0 * b, np.exp(sc.gammaln(5 / b) + sc.gammaln(1 / b) - 2 * sc.gammaln(3 / b)) - 3))
_law('halfgennorm', 'beta', 0, _INF, lambda x, b: np.exp(np.log(b) - sc.gammaln(1 / b) - x ** b), lambda x, b: sc.gammainc(1 / b, x ** b), lambda q, b: sc.gammaincinv(1 / b, q) ** (1 / b))
_law('gibrat', '', 0, _INF, lambda x: _phi(np.log(x)) / x, lambda x: _Phi(np.log(x)), lambda q: np.exp(_Phi_inverse(q)), lambda: (np.sqrt(np.e), np.e * (np.e - 1), np.sqrt(np.e - 1) * (2 + np.e), np.polyval([1, 2, 3, 0, -6], np.e)), None, lambda size, g: np.exp(g.standard_normal(size)))
_law('invweibull', 'c', 0, _INF, lambda x, c: c * x ** (-c - 1) * np.exp(-x ** -c), lambda x, c: np.exp(-x ** -c), lambda q, c: (-np.log(q)) ** (-1 / c), lambda c: _from_raw(*[np.where(c > n, sc.gamma(1 - n / c), np.nan) for n in (1, 2, 3, 4)]))
_law('moyal', '', -_INF, _INF, lambda x: np.exp(-0.5 * (x + np.exp(-x))) / np.sqrt(2 * _PI), lambda x: sc.erfc(np.exp(-0.5 * x) / np.sqrt(2)), lambda q: -np.log(2 * sc.erfcinv(q) ** 2), lambda: (np.log(2) + _EULER, _PI ** 2 / 2, 28 * np.sqrt(2) * _ZETA3 / _PI ** 3, 4), None,
     lambda size, g: -np.log(g.gamma(0.5, scale=2, size=size)))
_law('powernorm', 'c', -_INF, _INF, lambda x, c: c * _phi(x) * _Phi(-x) ** (c - 1), lambda x, c: 1 - _Phi(-x) ** c, lambda q, c: -_Phi_inverse((1 - q) ** (1 / c)))
_law('powerlognorm', 'c s', 0, _INF, lambda x, c, s: c / (x * s) * _phi(np.log(x) / s) * _Phi(-np.log(x) / s) ** (c - 1), lambda x, c, s: 1 - _Phi(-np.log(x) / s) ** c, lambda q, c, s: np.exp(-s * _Phi_inverse((1 - q) ** (1 / c))))
_law('rdist', 'c', -1, 1, lambda x, c: np.exp(-np.log(2) + sc.xlogy(c / 2 - 1, (x + 1) / 2) + sc.xlogy(c / 2 - 1, (1 - x) / 2) - sc.betaln(c / 2, c / 2)), lambda x, c: sc.betainc(c / 2, c / 2, (x + 1) / 2), lambda q, c: 2 * sc.betaincinv(c / 2, c / 2, q) - 1,
     lambda c: (0 * c, 1 / (c + 1), 0 * c, 3 * (c + 1) / (c + 3) - 3), None, lambda size, g, c: 2 * g.beta(c / 2, c / 2, size) - 1)
_law('recipinvgauss', 'mu', 0, _INF, lambda x, mu: 1 / np.sqrt(2 * _PI * x) * np.exp(-(1 - mu * x) ** 2 / (2 * x * mu ** 2)), lambda x, mu: _Phi(-(1 / mu - x) / np.sqrt(x)) - np.exp(2 / mu) * _Phi(-(1 / mu + x) / np.sqrt(x)), None, None, None, lambda size, g, mu: 1 / g.wald(mu, 1.0, size=size))
_law('trapezoid', 'c d', 0, 1, lambda x, c, d: np.where(x < c, 2 / (d - c + 1) * x / np.where(c == 0, 1, c), np.where(x <= d, 2 / (d - c + 1), 2 / (d - c + 1) * (1 - x) / np.where(d == 1, 1, 1 - d))),
     lambda x, c, d: np.where(x < c, x ** 2 / np.where(c == 0, 1, c) / (d - c + 1), np.where(x <= d, (c + 2 * (x - c)) / (d - c + 1), 1 - (1 - x) ** 2 / (d - c + 1) / np.where(d == 1, 1, 1 - d))), None, None, lambda c, d: (c >= 0) & (c <= 1) & (d >= c) & (d <= 1))
_law('wrapcauchy', 'c', 0, 2 * _PI, lambda x, c: (1 - c * c) / (2 * _PI * (1 + c * c - 2 * c * np.cos(x))), lambda x, c: np.where(x < _PI, 1 / _PI * np.arctan((1 + c) / (1 - c) * np.tan(x / 2)), 1 - 1 / _PI * np.arctan((1 + c) / (1 - c) * np.tan((2 * _PI - x) / 2))),
     lambda q, c: np.where(q < 0.5, 2 * np.arctan((1 - c) / (1 + c) * np.tan(_PI * q)), 2 * _PI - 2 * np.arctan((1 - c) / (1 + c) * np.tan(_PI * (1 - q)))), None, lambda c: (c > 0) & (c < 1))
_law('tukeylambda', 'lam', lambda lam: np.where(lam > 0, -1 / np.where(lam > 0, lam, 1), -_INF), lambda lam: np.where(lam > 0, 1 / np.where(lam > 0, lam, 1), _INF), lambda x, lam: _tukey_pdf(x, lam), lambda x, lam: _tukey_cdf(x, lam),
     lambda q, lam: _tukey_ppf(q, lam), None, lambda lam: np.isfinite(lam))


def _tukey_ppf(q, lam):
    with np.errstate(all='ignore'):
        return np.where(lam == 0, np.log(q) - np.log1p(-q), (q ** lam - (1 - q) ** lam) / np.where(lam == 0, 1, lam))


def _tukey_cdf(x, lam):
    low, high = np.zeros(np.shape(x)), np.ones(np.shape(x))
    for _ in range(60):
        middle = (low + high) / 2
        short = _tukey_ppf(middle, lam) < x
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return (low + high) / 2


def _tukey_pdf(x, lam):
    f = _tukey_cdf(x, lam)
    return 1 / (f ** (lam - 1) + (1 - f) ** (lam - 1))


_law('ncx2', 'df nc', 0, _INF, lambda x, df, nc: _mixed(lambda k: np.exp(sc.xlogy(df / 2 + k - 1, x) - x / 2 - (df / 2 + k) * np.log(2) - sc.gammaln(df / 2 + k)), nc), lambda x, df, nc: _mixed(lambda k: sc.gammainc(df / 2 + k, x / 2), nc), None,
     lambda df, nc: (df + nc, 2 * (df + 2 * nc), np.sqrt(8) * (df + 3 * nc) / (df + 2 * nc) ** 1.5, 12 * (df + 4 * nc) / (df + 2 * nc) ** 2), lambda df, nc: (df > 0) & (nc >= 0), lambda size, g, df, nc: g.noncentral_chisquare(df, nc, size))


def _mixed(of, nc):
    """A sum over Poisson's weights."""
    half, total = np.asarray(nc) / 2, 0.0
    for k in range(int(np.max(half, initial=0) + 12 * np.sqrt(np.max(half, initial=0) + 1) + 25)):
        total = total + np.exp(sc.xlogy(k, half) - half - sc.gammaln(k + 1)) * of(k)
    return total


_law('nct', 'df nc', -_INF, _INF, lambda x, df, nc: _nct_pdf(x, df, nc), None, None, None, lambda df, nc: (df > 0) & (nc == nc), lambda size, g, df, nc: norm.rvs(loc=nc, size=size, random_state=g) * np.sqrt(df) / np.sqrt(g.chisquare(df, size=size)))


def _nct_pdf(x, df, nc):
    t, w = np.polynomial.legendre.leggauss(120)
    high = np.sqrt(np.max(df)) + 12
    s = high * (t + 1) / 2
    s = s.reshape(-1, *[1] * np.ndim(x))
    inside = np.exp(sc.xlogy(df, s) - 0.5 * (x * s / np.sqrt(df) - nc) ** 2 - s * s / 2)
    total = high / 2 * np.sum(w.reshape(s.shape) * inside, axis=0)
    return total / (np.sqrt(df * _PI) * sc.gamma(df / 2) * 2 ** ((df - 1) / 2))


_law('norminvgauss', 'a b', -_INF, _INF, lambda x, a, b: a / _PI * np.exp(np.sqrt(a * a - b * b) + b * x - a * np.hypot(1, x)) * sc.kve(1, a * np.hypot(1, x)) / np.hypot(1, x), None, None,
     lambda a, b: (b / np.sqrt(a * a - b * b), a * a / (a * a - b * b) ** 1.5, 3 * b / (a * (a * a - b * b) ** 0.25), 3 * (1 + 4 * b * b / a ** 2) / np.sqrt(a * a - b * b)), lambda a, b: (a > 0) & (np.abs(b) < a))
_law('mielke', 'k s', 0, _INF, lambda x, k, s: k * x ** (k - 1) / (1 + x ** s) ** (1 + k / s), lambda x, k, s: x ** k / (1 + x ** s) ** (k / s), lambda q, k, s: (q ** (s / k) / (1 - q ** (s / k))) ** (1 / s))
_law('skewcauchy', 'a', -_INF, _INF, lambda x, a: 1 / (_PI * (x ** 2 / (a * np.sign(x) + 1) ** 2 + 1)), lambda x, a: np.where(x <= 0, (1 - a) / 2 + (1 - a) / _PI * np.arctan(x / (1 - a)), (1 - a) / 2 + (1 + a) / _PI * np.arctan(x / (1 + a))),
     lambda q, a: np.where(q < (1 - a) / 2, np.tan(_PI / (1 - a) * (q - (1 - a) / 2)) * (1 - a), np.tan(_PI / (1 + a) * (q - (1 - a) / 2)) * (1 + a)), lambda a: (np.nan + 0 * a,) * 4, lambda a: np.abs(a) < 1)
_law('erlang', 'a', 0, _INF, lambda x, a: np.exp(sc.xlogy(a - 1, x) - x - sc.gammaln(a)), lambda x, a: sc.gammainc(a, x), lambda q, a: sc.gammaincinv(a, q), lambda a: (a, a, 2 / np.sqrt(a), 6 / a), None, lambda size, g, a: g.standard_gamma(a, size))
_law('truncpareto', 'b c', 1, lambda b, c: c, lambda x, b, c: b * x ** -(b + 1) / (1 - c ** -b), lambda x, b, c: (1 - x ** -b) / (1 - c ** -b), lambda q, b, c: (1 - (1 - c ** -b) * q) ** (-1 / b), None, lambda b, c: (b > 0) & (c > 1))


# ---- whole numbers ----
class Whole(Discrete):
    """A distribution of whole numbers, made of a row."""

    def __init__(self, name, shapes, low, high, pmf, upto, moments, proper, drawn):
        self._row, self._ends = (pmf, upto, moments, proper, drawn), (low, high)
        super().__init__(name)
        self._names = tuple(shapes.split())

    numargs = property(lambda self: len(self._names))

    def _support(self, *shapes):
        return tuple(end(*shapes) if callable(end) else end for end in self._ends)

    def _proper(self, *shapes):
        return self._row[3](*shapes)

    def _pmf(self, k, *shapes):
        return self._row[0](k, *shapes)

    def _upto(self, k, *shapes):
        if self._row[1]:
            return self._row[1](k, *shapes)

        def one(k, *shapes):
            low, high = self._support(*shapes)
            first = low if np.isfinite(low) else -1000 - abs(k)
            return float(np.sum(self._row[0](np.arange(first, min(k, high) + 1), *shapes)))
        return np.asarray(np.frompyfunc(one, 1 + len(shapes), 1)(k, *shapes), dtype=float)

    def _moments(self, *shapes):
        if self._row[2]:
            return tuple(np.asarray(m, dtype=float) for m in self._row[2](*shapes))

        def one(*shapes):
            low, high = self._support(*shapes)
            k = np.arange(low if np.isfinite(low) else -4000, (high if np.isfinite(high) else 4000) + 1)
            p = self._row[0](k, *shapes)
            return tuple(float(np.sum(p * k.astype(float) ** n)) for n in (1, 2, 3, 4))
        parts = one(*[float(np.ravel(s)[0]) for s in shapes])
        return tuple(np.asarray(m) for m in _from_raw(*parts))

    def _drawn(self, size, generator, *shapes):
        return self._row[4](size, generator, *shapes) if self._row[4] else self._ppf(generator.uniform(size=size), *shapes)


def _whole(name, shapes, low, high, pmf, upto=None, moments=None, proper=_any, drawn=None):
    _MADE[name] = Whole(name, shapes, low, high, pmf, upto, moments, proper, drawn)


_choose = lambda n, k: sc.gammaln(n + 1) - sc.gammaln(k + 1) - sc.gammaln(n - k + 1)
_whole('betabinom', 'n a b', 0, lambda n, a, b: n, lambda k, n, a, b: np.exp(-np.log(n + 1) - sc.betaln(n - k + 1, k + 1) + sc.betaln(k + a, n - k + b) - sc.betaln(a, b)), None, None, lambda n, a, b: (n >= 0) & (a > 0) & (b > 0),
       lambda size, g, n, a, b: g.binomial(n, g.beta(a, b, size), size))
_whole('boltzmann', 'lambda_ N', 0, lambda s, N: N - 1, lambda k, s, N: (1 - np.exp(-s)) / (1 - np.exp(-s * N)) * np.exp(-s * k), lambda k, s, N: (1 - np.exp(-s * (np.floor(k) + 1))) / (1 - np.exp(-s * N)), None, lambda s, N: (s > 0) & (N > 0))
_whole('planck', 'lambda_', 0, _INF, lambda k, s: -np.expm1(-s) * np.exp(-s * k), lambda k, s: -np.expm1(-s * (np.floor(k) + 1)), lambda s: (1 / np.expm1(s), np.exp(-s) / np.expm1(-s) ** 2, 2 * np.cosh(s / 2), 4 + 2 * np.cosh(s)), lambda s: s > 0,
       lambda size, g, s: g.geometric(-np.expm1(-s), size=size) - 1.0)
_whole('dlaplace', 'a', -_INF, _INF, lambda k, a: np.tanh(a / 2) * np.exp(-a * np.abs(k)), lambda k, a: np.where(k >= 0, 1 - np.exp(-a * np.floor(k)) / (np.exp(a) + 1), np.exp(a * (np.floor(k) + 1)) / (np.exp(a) + 1)),
       lambda a: (0 * a, 2 * np.exp(a) / (np.exp(a) - 1) ** 2, 0 * a, (2 * np.exp(a) * (np.exp(2 * a) + 10 * np.exp(a) + 1) / (np.exp(a) - 1) ** 4) / (2 * np.exp(a) / (np.exp(a) - 1) ** 2) ** 2 - 3), lambda a: a > 0, lambda size, g, a: g.geometric(-np.expm1(-a), size=size) - g.geometric(-np.expm1(-a), size=size))
_whole('logser', 'p', 1, _INF, lambda k, p: -p ** k / k / np.log1p(-p), None, None, lambda p: (p > 0) & (p < 1), lambda size, g, p: g.logseries(p, size=size))
_whole('zipf', 'a', 1, _INF, lambda k, a: 1 / sc.zeta(a, 1) / k ** a, None, lambda a: _from_raw(*[np.where(a > n + 1, sc.zeta(np.where(a > n + 1, a - n, 2.0), 1) / sc.zeta(a, 1), _INF) for n in (1, 2, 3, 4)]), lambda a: a > 1, lambda size, g, a: g.zipf(a, size=size))
_whole('zipfian', 'a n', 1, lambda a, n: n, lambda k, a, n: 1 / _harmonic(n, a) / k ** a, lambda k, a, n: _harmonic(np.floor(k), a) / _harmonic(n, a), None, lambda a, n: (a >= 0) & (n > 0))
_whole('skellam', 'mu1 mu2', -_INF, _INF, lambda k, a, b: np.exp(-(np.sqrt(a) - np.sqrt(b)) ** 2) * (a / b) ** (k / 2) * sc.ive(np.abs(k), 2 * np.sqrt(a * b)), None, lambda a, b: (a - b, a + b, (a - b) / np.sqrt((a + b) ** 3), 1 / (a + b)), lambda a, b: (a > 0) & (b > 0),
       lambda size, g, a, b: g.poisson(a, size) - g.poisson(b, size))
_whole('nhypergeom', 'M n r', 0, lambda M, n, r: n, lambda k, M, n, r: np.exp(_choose(k + r - 1, k) + _choose(M - r - k, n - k) - _choose(M, n)), None, None, lambda M, n, r: (n >= 0) & (n <= M) & (r >= 0) & (r <= M - n))
_whole('yulesimon', 'alpha', 1, _INF, lambda k, a: a * sc.beta(k, a + 1), lambda k, a: 1 - np.floor(k) * sc.beta(np.floor(k), a + 1), lambda a: (np.where(a > 1, a / (a - 1), _INF), np.where(a > 2, a ** 2 / ((a - 2) * (a - 1) ** 2), _INF), np.where(a > 3, np.sqrt(a - 2) * (a + 1) ** 2 / (a * (a - 3)), _INF),
       np.where(a > 4, a + 3 + (11 * a ** 3 - 49 * a - 22) / (a * (a - 4) * (a - 3)), _INF)), lambda a: a > 0)


def _harmonic(n, a):
    return np.asarray(np.frompyfunc(lambda n, a: float(np.sum(np.arange(1, int(n) + 1) ** -float(a))), 2, 1)(n, a), dtype=float)


globals().update(_MADE)
_MADE['gilbrat'] = gilbrat = _MADE['gibrat']
__all__ = sorted(_MADE)
