"""Functions of each element. Those that a tensor library has too run in its loops; an array goes there and back without a copy."""
import math

import numpy as np


def _floats(x):
    """As an array of floats: what is narrower than float32 or whole becomes float64, as scipy's loops have it."""
    x = np.asarray(x)
    return x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)


def _plain(found):
    return found if found.ndim else found[()]


def _in_loops(name):
    """The function that torch calls name, over arrays."""
    def function(x):
        import torch
        x = _floats(x)
        return _plain(getattr(torch, name)(torch.from_numpy(np.ascontiguousarray(x))).numpy().reshape(x.shape))
    return function


erf, erfc, gammaln = _in_loops('erf'), _in_loops('erfc'), _in_loops('lgamma')
_erfinv, _digamma = _in_loops('erfinv'), _in_loops('digamma')
erf.__name__, erfc.__name__, gammaln.__name__ = 'erf', 'erfc', 'gammaln'
loggamma = gammaln
_ROOT2, _ROOT2PI = math.sqrt(2), math.sqrt(2 * math.pi)


def _each(function):
    """A function of one float, over arrays."""
    def over(x):
        x = _floats(x)
        with np.errstate(all='ignore'):
            return _plain(np.asarray(np.frompyfunc(function, 1, 1)(x), dtype=float).astype(x.dtype))
    return over


def _one_gamma(x):
    if x == 0:
        return math.copysign(math.inf, x)
    if x != x or x == -math.inf:
        return math.nan
    if x < 0 and x == math.floor(x):
        return math.inf
    try:
        return math.gamma(x)
    except OverflowError:
        return math.inf


gamma = _each(_one_gamma)
gamma.__name__ = 'gamma'


def digamma(x):
    x = _floats(x)
    return _plain(np.where((x < 0) & (x == np.floor(x)), np.nan, np.asarray(_digamma(x))))


psi = digamma


def erfinv(y):
    """erf's inverse; two steps of Newton's make the last digits sure."""
    y = _floats(y)
    x = np.asarray(_erfinv(y), dtype=float)
    for _ in range(2):
        with np.errstate(invalid='ignore', over='ignore'):
            step = (np.asarray(erf(x)) - y) * np.exp(x * x) * (math.sqrt(math.pi) / 2)
        x = np.where(np.isfinite(step) & (np.abs(y) < 0.9), x - step, x)
    return _plain(x.astype(y.dtype))


def erfcinv(y):
    """By the normal distribution's quantiles: far out erfinv(1 - y) would have lost y."""
    return _plain(np.asarray(-ndtri(np.asarray(_floats(y)) / 2) / _ROOT2))


def ndtr(x):
    """The standard normal distribution up to x."""
    x = _floats(x)
    return _plain(np.asarray(erfc(-x / _ROOT2) * 0.5).astype(x.dtype))


def log_ndtr(x):
    x = _floats(x)
    near = np.log(np.maximum(ndtr(np.maximum(x, -20)), 1e-300))
    far = np.minimum(x, -20)
    square = far * far
    tail = -square / 2 - np.log(-far * _ROOT2PI) + np.log1p(-1 / square + 3 / square ** 2 - 15 / square ** 3 + 105 / square ** 4)
    return _plain(np.where(x > -20, np.where(x > 5, np.log1p(-0.5 * np.asarray(erfc(np.maximum(x, 0) / _ROOT2))), near), tail))


def ndtri(y):
    """The standard normal distribution's quantiles: erfinv in the middle, in the tails Newton's steps on the logarithm."""
    y = _floats(y)
    p = np.minimum(y, 1 - y)        # the lower tail; its sign is turned at the end
    with np.errstate(divide='ignore', invalid='ignore'):
        middle = _ROOT2 * np.asarray(erfinv(2 * p - 1))
        log_p = np.log(p)
        x = -np.sqrt(-2 * log_p)
        for _ in range(8):
            below = np.asarray(log_ndtr(x))
            x = x - (below - log_p) * np.exp(below + x * x / 2) * _ROOT2PI
        x = np.where(p > 0.05, middle, x)
        x = np.where(p == 0, -np.inf, np.where(p < 0, np.nan, x))
    return _plain(np.where(y > 0.5, -x, np.where(y == 0.5, 0.0, x)).astype(y.dtype))


def expit(x):
    x = _floats(x)
    with np.errstate(over='ignore'):
        return _plain(np.asarray(1 / (1 + np.exp(-x))))


def log_expit(x):
    x = _floats(x)
    return _plain(np.asarray(np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))))


def logit(p):
    p = _floats(p)
    with np.errstate(divide='ignore', invalid='ignore'):
        return _plain(np.asarray(np.log(p / (1 - p))))


def xlogy(x, y):
    x, y = np.asarray(x), np.asarray(y)
    with np.errstate(divide='ignore', invalid='ignore'):
        return _plain(np.where((x == 0) & ~np.isnan(y), 0.0, x * np.log(y)))


def xlog1py(x, y):
    x, y = np.asarray(x), np.asarray(y)
    with np.errstate(divide='ignore', invalid='ignore'):
        return _plain(np.where((x == 0) & ~np.isnan(y), 0.0, x * np.log1p(y)))


def entr(x):
    x = _floats(x)
    return _plain(np.where(x < 0, -np.inf, 0.0 - np.asarray(xlogy(x, x))))


def rel_entr(x, y):
    x, y = np.broadcast_arrays(_floats(x), _floats(y))
    with np.errstate(divide='ignore', invalid='ignore'):
        inside = x * np.log(x / y)
    found = np.where((x > 0) & (y > 0), inside, np.where((x == 0) & (y >= 0), 0.0, np.inf))
    return _plain(np.where(np.isnan(x) | np.isnan(y), np.nan, found))


def kl_div(x, y):
    found = np.asarray(rel_entr(x, y))
    return _plain(np.where(np.isfinite(found), found - x + y, found))


def betaln(a, b):
    a, b = _floats(a), _floats(b)
    return _plain(np.asarray(gammaln(a) + gammaln(b) - gammaln(a + b)))


def beta(a, b):
    a, b = _floats(a), _floats(b)
    with np.errstate(over='ignore', invalid='ignore'):
        direct = np.asarray(gamma(a)) * gamma(b) / gamma(a + b)
    return _plain(np.where(np.isfinite(direct) & (direct != 0), direct, np.exp(betaln(a, b))))


def multigammaln(a, d):
    """The logarithm of the gamma function of d dimensions."""
    a = np.asarray(a)
    if not np.isscalar(d) or np.floor(d) != d:
        raise ValueError('d should be a positive integer (dimension)')
    if np.any(a <= 0.5 * (d - 1)):
        raise ValueError(f'condition a ({a:f}) > 0.5 * (d-1) ({0.5 * (d - 1):f}) not met')
    return d * (d - 1) * 0.25 * np.log(np.pi) + sum(np.asarray(gammaln(a - j / 2.0)) for j in range(int(d)))


cbrt, exp2, expm1, log1p = np.cbrt, np.exp2, np.expm1, np.log1p


def exp10(x):
    return np.power(10.0, x)
