"""Functions that are others put together: distributions by their older names, powers and logarithms near their ends, polygamma, periodic sincs, products of every k-th number."""
import math

import numpy as np

from scipy.special._bessel import iv, jv, k0, k1, kv, yv
from scipy.special._elementwise import _floats, _plain, digamma, gamma, gammaln
from scipy.special._incomplete import betainc, betaincinv, gammainc, gammaincc, gammainccinv
from scipy.special._integrals import zeta


def _of(*values):
    return [np.asarray(_floats(v), dtype=float) for v in values]


# ---- distributions ----
def stdtr(df, t):
    """Student's distribution up to t."""
    df, t = _of(df, t)
    half = 0.5 * np.asarray(betainc(df / 2, 0.5, df / (df + t * t)))
    return _plain(np.where(t > 0, 1 - half, half))


def stdtrit(df, p):
    """The t of Student's distribution below which p lies."""
    df, p = _of(df, p)
    part = np.asarray(betaincinv(df / 2, 0.5, 2 * np.minimum(p, 1 - p)))
    with np.errstate(divide='ignore', invalid='ignore'):
        size = np.sqrt(df * (1 - part) / part)
    return _plain(np.where(p < 0.5, -size, size))


def chdtr(v, x):
    v, x = _of(v, x)
    return gammainc(v / 2, x / 2)


def chdtrc(v, x):
    v, x = _of(v, x)
    return gammaincc(v / 2, x / 2)


def chdtri(v, p):
    v, p = _of(v, p)
    return _plain(2 * np.asarray(gammainccinv(v / 2, p)))


def fdtr(dfn, dfd, x):
    dfn, dfd, x = _of(dfn, dfd, x)
    return betainc(dfn / 2, dfd / 2, dfn * x / (dfd + dfn * x))


def fdtrc(dfn, dfd, x):
    dfn, dfd, x = _of(dfn, dfd, x)
    return betainc(dfd / 2, dfn / 2, dfd / (dfd + dfn * x))


def fdtri(dfn, dfd, p):
    dfn, dfd, p = _of(dfn, dfd, p)
    part = np.asarray(betaincinv(dfn / 2, dfd / 2, p))
    return _plain(dfd * part / (dfn * (1 - part)))


def gdtr(a, b, x):
    a, b, x = _of(a, b, x)
    return gammainc(b, a * x)


def gdtrc(a, b, x):
    a, b, x = _of(a, b, x)
    return gammaincc(b, a * x)


def btdtr(a, b, x):
    return betainc(a, b, x)


def btdtri(a, b, p):
    return betaincinv(a, b, p)


def bdtr(k, n, p):
    """Of n trials at most k succeed."""
    k, n, p = _of(k, n, p)
    k = np.floor(k)
    return _plain(np.where(k == n, 1.0, np.asarray(betainc(np.maximum(n - k, 1e-300), k + 1, 1 - p))))


def bdtrc(k, n, p):
    k, n, p = _of(k, n, p)
    k = np.floor(k)
    return _plain(np.where(k == n, 0.0, np.asarray(betainc(k + 1, np.maximum(n - k, 1e-300), p))))


def nbdtr(k, n, p):
    k, n, p = _of(k, n, p)
    return betainc(n, np.floor(k) + 1, p)


def pdtr(k, m):
    """Of Poisson's distribution what is at most k."""
    k, m = _of(k, m)
    return gammaincc(np.floor(k) + 1, m)


def pdtrc(k, m):
    k, m = _of(k, m)
    return gammainc(np.floor(k) + 1, m)


def kolmogorov(y):
    """How likely the scaled distance of Kolmogorov's test is at least y."""
    y = _of(y)[0]
    k = np.arange(1, 101)[(slice(None),) + (None,) * y.ndim]
    with np.errstate(all='ignore'):
        far = 2 * ((-1.0) ** (k - 1) * np.exp(-2 * k * k * y * y)).sum(0)
        odd = 2 * k - 1
        near = 1 - np.sqrt(2 * np.pi) / y * np.exp(-odd * odd * np.pi ** 2 / (8 * y * y)).sum(0)
    return _plain(np.where(np.isnan(y), np.nan, np.where(y <= 0, 1.0, np.where(y < 0.82, near, far))))


# ---- powers, logarithms ----
def boxcox(x, lmbda):
    """(x ** λ - 1) / λ, log(x) where λ is 0."""
    x, lmbda = _of(x, lmbda)
    with np.errstate(all='ignore'):
        return _plain(np.where(lmbda == 0, np.log(x), np.expm1(lmbda * np.log(x)) / np.where(lmbda == 0, 1, lmbda)))


def boxcox1p(x, lmbda):
    x, lmbda = _of(x, lmbda)
    with np.errstate(all='ignore'):
        return _plain(np.where(lmbda == 0, np.log1p(x), np.expm1(lmbda * np.log1p(x)) / np.where(lmbda == 0, 1, lmbda)))


def inv_boxcox(y, lmbda):
    y, lmbda = _of(y, lmbda)
    with np.errstate(all='ignore'):
        return _plain(np.where(lmbda == 0, np.exp(y), np.exp(np.log1p(lmbda * y) / np.where(lmbda == 0, 1, lmbda))))


def inv_boxcox1p(y, lmbda):
    y, lmbda = _of(y, lmbda)
    with np.errstate(all='ignore'):
        return _plain(np.where(lmbda == 0, np.expm1(y), np.expm1(np.log1p(lmbda * y) / np.where(lmbda == 0, 1, lmbda))))


def exprel(x):
    """(exp(x) - 1) / x."""
    x = _of(x)[0]
    with np.errstate(all='ignore'):
        return _plain(np.where(np.abs(x) < 1e-16, 1.0, np.expm1(x) / np.where(x == 0, 1, x)))


def cosm1(x):
    x = _of(x)[0]
    return _plain(-2 * np.sin(x / 2) ** 2)


def powm1(x, y):
    x, y = _of(x, y)
    with np.errstate(all='ignore'):
        return _plain(np.where(x > 0, np.expm1(y * np.log(np.abs(x))), x ** y - 1))


def huber(delta, r):
    """A square near 0, a line beyond delta."""
    delta, r = _of(delta, r)
    return _plain(np.where(delta < 0, np.inf, np.where(np.abs(r) <= delta, 0.5 * r * r, delta * (np.abs(r) - 0.5 * delta))))


def pseudo_huber(delta, r):
    delta, r = _of(delta, r)
    with np.errstate(all='ignore'):
        return _plain(np.where(delta < 0, np.inf, np.where((delta == 0) | (r == 0), 0.0, delta * delta * (np.sqrt(1 + (r / np.where(delta == 0, 1, delta)) ** 2) - 1))))


# ---- degrees ----
def radian(d, m, s):
    d, m, s = _of(d, m, s)
    return _plain(np.deg2rad(d + m / 60 + s / 3600))


def _in_degrees(function):
    def of(x):
        x = _of(x)[0]
        return _plain(function(np.fmod(x, 360.0)))
    return of


sindg = _in_degrees(lambda x: np.where(np.fmod(x, 180) == 0, 0.0, np.sin(np.deg2rad(x))))
cosdg = _in_degrees(lambda x: np.where(np.fmod(np.abs(x) + 90, 180) == 0, 0.0, np.cos(np.deg2rad(x))))
tandg = _in_degrees(lambda x: np.where(np.fmod(x, 180) == 0, 0.0, np.where(np.fmod(np.abs(x) + 90, 180) == 0, np.inf, np.tan(np.deg2rad(x)))))
for _function, _name in ((sindg, 'sindg'), (cosdg, 'cosdg'), (tandg, 'tandg')):
    _function.__name__ = _function.__qualname__ = _name


# ---- the gamma function's kin ----
def rgamma(x):
    x = _of(x)[0]
    with np.errstate(all='ignore'):
        return _plain(np.where((x <= 0) & (x == np.floor(x)), 0.0, 1 / np.asarray(gamma(x))))


def gammasgn(x):
    x = _of(x)[0]
    return _plain(np.where(np.isnan(x), np.nan, np.where(x > 0, 1.0, np.where(x == np.floor(x), 0.0, np.where(np.floor(x) % 2 == 0, 1.0, -1.0)))))


def poch(z, m):
    """Γ(z + m) / Γ(z)."""
    z, m = _of(z, m)
    with np.errstate(all='ignore'):
        return _plain(np.where(m == 0, 1.0, np.asarray(gammasgn(z + m)) * np.asarray(gammasgn(z)) * np.exp(np.asarray(gammaln(z + m)) - np.asarray(gammaln(z)))))


def polygamma(n, x):
    """The n-th derivative of the digamma function."""
    n, x = np.asarray(n), np.asarray(x)
    rest = (-1.0) ** (n + 1) * np.asarray(gamma(n + 1.0)) * np.asarray(zeta(n + 1, x))
    return np.where(n == 0, np.asarray(digamma(x)), rest)


def zetac(x):
    """ζ(x) - 1."""
    return _plain(np.asarray(zeta(x)) - 1)


# ---- waves, products ----
def sinc(x):
    return np.sinc(x)


def diric(x, n):
    """sin(n x / 2) / (n sin(x / 2)): a sinc that comes again."""
    x, n = _of(x, n)
    x, n = np.broadcast_arrays(x, n)
    with np.errstate(all='ignore'):
        down = np.sin(x / 2)
        still = np.abs(down) < 2.220446049250313e-16 * 1000 ** 0.5 * 10
        found = np.where(still, (-1.0) ** (np.round(x / (2 * np.pi)) * (n - 1)), np.sin(n * x / 2) / np.where(still, 1, n * down))
    return np.where((n <= 0) | (n != np.floor(n)), np.nan, found)


def factorial2(n, exact=False):
    """n (n - 2) (n - 4) …"""
    return factorialk(n, 2) if exact else _double(n)


def _double(n):
    n = np.asarray(n)
    odd = n % 2 == 1
    with np.errstate(all='ignore'):
        found = np.where(odd, np.asarray(gamma(n / 2 + 1.0)) * 2 ** ((n + 1) / 2) / np.sqrt(np.pi), np.asarray(gamma(n / 2 + 1.0)) * 2.0 ** (n / 2))
    return _plain(np.where(n < -1, 0.0, found))


def factorialk(n, k, exact=True):
    """n (n - k) (n - 2 k) …"""
    if not exact:
        raise NotImplementedError
    if n < 1 - k:
        return 0
    return 1 if n <= 0 else math.prod(range(n, 0, -k))


# ---- Bessel's and the error function's kin ----
def hankel1(v, z):
    return np.asarray(jv(v, z)) + 1j * np.asarray(yv(v, z))


def hankel2(v, z):
    return np.asarray(jv(v, z)) - 1j * np.asarray(yv(v, z))


def k0e(x):
    return _plain(np.asarray(k0(x)) * np.exp(_of(x)[0]))


def k1e(x):
    return _plain(np.asarray(k1(x)) * np.exp(_of(x)[0]))


def spherical_in(n, z, derivative=False):
    """The modified spherical function of the first kind."""
    z = _of(z)[0]
    plain = lambda m: np.sqrt(np.pi / (2 * z)) * np.asarray(iv(m + 0.5, z))
    return _plain(plain(n + 1) + n / z * plain(n) if derivative else plain(n))


def spherical_kn(n, z, derivative=False):
    z = _of(z)[0]
    plain = lambda m: np.sqrt(np.pi / (2 * z)) * np.asarray(kv(m + 0.5, z))
    return _plain(-plain(n + 1) + n / z * plain(n) if derivative else plain(n))


def owens_t(h, a):
    """How likely a normal number is above h while another is between 0 and a times it."""
    h, a = np.broadcast_arrays(*_of(h, a))
    points, weights = np.polynomial.legendre.leggauss(64)
    at = 0.5 * (points + 1) * a[..., None]
    return _plain((0.5 * a[..., None] * weights * np.exp(-0.5 * h[..., None] ** 2 * (1 + at * at)) / (1 + at * at)).sum(-1) / (2 * np.pi))


__all__ = [name for name in globals() if not name.startswith('_') and name not in ('math', 'np', 'iv', 'jv', 'k0', 'k1', 'kv', 'yv', 'digamma', 'gamma', 'gammaln', 'betainc', 'betaincinv',
                                                                                  'gammainc', 'gammaincc', 'gammainccinv', 'zeta')]
