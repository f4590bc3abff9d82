"""The incomplete gamma and beta functions and their inverses: series near 0, continued fractions beyond, element by element together until the last has settled."""
import numpy as np

from scipy.special._elementwise import _floats, _plain, betaln, gammaln

_STEPS, _SETTLED, _TINY = 2000, 1e-16, 1e-300
_FEW = 8        # so many elements are calculated one by one


def _gamma_series(a, x):
    """P(a, x) for x < a + 1: the sum of x^n / (a (a+1) … (a+n))."""
    term = 1 / a
    total, n = term.copy(), a.copy()
    for _ in range(_STEPS):
        n = n + 1
        term = term * x / n
        total = total + term
        if not np.any(np.abs(term) > np.abs(total) * _SETTLED):
            break
    return total * np.exp(a * np.log(x) - x - gammaln(a))


def _gamma_fraction(a, x):
    """Q(a, x) for x >= a + 1, its continued fraction from the front (Lentz)."""
    b = x + 1 - a
    c, d = np.full_like(x, 1 / _TINY), 1 / b
    h = d.copy()
    for i in range(1, _STEPS):
        step = -i * (i - a)
        b = b + 2
        d = step * d + b
        c = b + step / c
        d = 1 / np.where(np.abs(d) < _TINY, _TINY, d)
        c = np.where(np.abs(c) < _TINY, _TINY, c)
        h = h * d * c
        if not np.any(np.abs(d * c - 1) > _SETTLED * 2):
            break
    return h * np.exp(a * np.log(x) - x - gammaln(a))


def _gammas(a, x):
    """(P, Q) of arrays of one shape."""
    a, x = np.broadcast_arrays(np.asarray(_floats(a), dtype=float), np.asarray(_floats(x), dtype=float))
    p, q = np.full(a.shape, np.nan), np.full(a.shape, np.nan)
    with np.errstate(all='ignore'):
        proper = (a > 0) & (x > 0) & np.isfinite(x)
        small, large = proper & (x < a + 1), proper & (x >= a + 1)
        if small.any():
            p[small] = _gamma_series(a[small], x[small])
            q[small] = 1 - p[small]
        if large.any():
            q[large] = _gamma_fraction(a[large], x[large])
            p[large] = 1 - q[large]
    p[(x == 0) & (a > 0)], q[(x == 0) & (a > 0)] = 0, 1
    ended = (x == np.inf) & (a >= 0) | (a == 0) & (x > 0)
    p[ended], q[ended] = 1, 0
    return p, q


def gammainc(a, x):
    return _plain(_gammas(a, x)[0])


def gammaincc(a, x):
    return _plain(_gammas(a, x)[1])


def _one_fraction(a, b, x):
    """The fraction of one number: what arrays of few elements are faster by."""
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) >= _TINY else _TINY)
    h = d
    for m in range(1, _STEPS):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 + step * d, 1 + step / c
            d = 1 / (d if abs(d) >= _TINY else _TINY)
            c = c if abs(c) >= _TINY else _TINY
            h = h * d * c
        if not abs(d * c - 1) > _SETTLED * 2:
            break
    return h


def _beta_fraction(a, b, x):
    if x.size <= _FEW:
        h = np.array([_one_fraction(*each) for each in zip(a.ravel().tolist(), b.ravel().tolist(), x.ravel().tolist())]).reshape(x.shape)
        return h * np.exp(a * np.log(x) + b * np.log1p(-x) - betaln(a, b)) / a
    c = np.ones_like(x)
    d = 1 - (a + b) * x / (a + 1)
    d = 1 / np.where(np.abs(d) < _TINY, _TINY, d)
    h = d.copy()
    for m in range(1, _STEPS):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 + step * d, 1 + step / c
            d = 1 / np.where(np.abs(d) < _TINY, _TINY, d)
            c = np.where(np.abs(c) < _TINY, _TINY, c)
            h = h * d * c
        if not np.any(np.abs(d * c - 1) > _SETTLED * 2):
            break
    return h * np.exp(a * np.log(x) + b * np.log1p(-x) - betaln(a, b)) / a


def betainc(a, b, x):
    a, b, x = np.broadcast_arrays(*(np.asarray(_floats(v), dtype=float) for v in (a, b, x)))
    found = np.full(a.shape, np.nan)
    with np.errstate(all='ignore'):
        proper = (a > 0) & (b > 0) & (x > 0) & (x < 1)
        low = proper & (x < (a + 1) / (a + b + 2))
        high = proper & ~low
        if low.any():
            found[low] = _beta_fraction(a[low], b[low], x[low])
        if high.any():
            found[high] = 1 - _beta_fraction(b[high], a[high], 1 - x[high])
    found[(x == 0) & (a > 0) & (b > 0)], found[(x == 1) & (a > 0) & (b > 0)] = 0, 1
    return _plain(found)


def _halved(rising, y, low, high):
    """x with rising(x) = y between low and high, by Chandrupatla's steps: through three points where the curve is near enough a line, else by halving. What is no y to look for is settled at once."""
    low = np.where((y > 0) & (y < 1) | (y < 0) & (y > -1), low, high)
    a, b, fa, fb = high.astype(float), low.astype(float), np.where(low == high, 0.0, rising(high) - y), np.where(low == high, 0.0, rising(low) - y)
    c, fc, t = a.copy(), fa.copy(), np.full(a.shape, 0.5)
    for _ in range(1200):
        best = np.where(np.abs(fa) < np.abs(fb), a, b)
        near, wide = 2 * _SETTLED * np.abs(best) + 1e-300, np.abs(b - a)
        done = (wide <= 2 * near) | (fa == 0) | (fb == 0)
        if done.all():
            break
        x = np.where(done, best, np.clip(a + t * (b - a), np.minimum(a, b), np.maximum(a, b)))
        f = np.where(done, np.where(np.abs(fa) < np.abs(fb), fa, fb), rising(x) - y)
        same = np.sign(f) == np.sign(fa)
        c, fc = np.where(same, a, b), np.where(same, fa, fb)
        b, fb = np.where(same, b, a), np.where(same, fb, fa)
        a, fa = x, f
        wide = np.abs(b - a)
        least = near / np.where(wide == 0, 1, wide)
        xi, phi = (a - b) / np.where(c == b, 1, c - b), (fa - fb) / np.where(fc == fb, 1, fc - fb)
        bent = (phi ** 2 < xi) & ((1 - phi) ** 2 < 1 - xi) & (c != b) & (fc != fb) & (fa != fc)
        t = np.where(bent, fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb), 0.5)
        t = np.clip(np.where(np.isfinite(t), t, 0.5), least, 1 - least)
    return best


def gammaincinv(a, y):
    return _inverse_gamma(a, y, gammainc, 1)


def gammainccinv(a, y):
    return _inverse_gamma(a, y, gammaincc, -1)


def _inverse_gamma(a, y, function, sign):
    a, y = np.broadcast_arrays(np.asarray(_floats(a), dtype=float), np.asarray(_floats(y), dtype=float))
    high = np.maximum(a, 1.0)
    for _ in range(60):
        short = sign * np.asarray(function(a, high)) < sign * y
        if not short.any():
            break
        high = np.where(short, high * 2, high)
    with np.errstate(all='ignore'):
        found = _halved(lambda x: sign * np.asarray(function(a, x)), sign * y, np.zeros_like(high), high)
    found = np.where(y == (0 if sign > 0 else 1), 0.0, np.where(y == (1 if sign > 0 else 0), np.inf, found))
    return _plain(np.where((y < 0) | (y > 1) | np.isnan(y), np.nan, found))


def betaincinv(a, b, y):
    a, b, y = np.broadcast_arrays(*(np.asarray(_floats(v), dtype=float) for v in (a, b, y)))
    with np.errstate(all='ignore'):
        found = _halved(lambda x: np.asarray(betainc(a, b, x)), y, np.zeros(a.shape), np.ones(a.shape))
    found = np.where(y == 0, 0.0, np.where(y == 1, 1.0, found))
    return _plain(np.where((y < 0) | (y > 1) | np.isnan(y), np.nan, found))
