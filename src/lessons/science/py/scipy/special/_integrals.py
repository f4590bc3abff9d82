"""Elliptic integrals, integrals of exponentials and of sines over their argument, zeta, Lambert's W."""
import math

import numpy as np

from scipy.special._bessel import _gauss
from scipy.special._elementwise import _each, _plain


def _mean(a, b):
    """The limit of arithmetic and geometric means, and the sum that the second kind needs."""
    total, power, c = 0.0, 0.5, 0.0
    while True:
        c = (a - b) / 2
        a, b = (a + b) / 2, math.sqrt(a * b)
        power *= 2
        total += power * c * c
        if abs(c) <= 4e-16 * a:
            return a, total


def _one_ellipk(m):
    if m > 1 or m != m:
        return math.nan
    return math.inf if m == 1 else math.pi / 2 / _mean(1.0, math.sqrt(1 - m))[0]


def _one_ellipe(m):
    if m > 1 or m != m:
        return math.nan
    if m == 1:
        return 1.0
    a, total = _mean(1.0, math.sqrt(1 - m))
    return math.pi / 2 / a * (1 - m / 2 - total)


ellipk, ellipe = _each(lambda m: _one_ellipk(float(m))), _each(lambda m: _one_ellipe(float(m)))
ellipkm1 = _each(lambda p: math.inf if p == 0 else math.pi / 2 / _mean(1.0, math.sqrt(p))[0])


def _of_two(one, name, doc):
    def function(a, b):
        with np.errstate(all='ignore'):
            return _plain(np.asarray(np.frompyfunc(lambda x, y: one(float(x), float(y)), 2, 1)(a, b), dtype=float))
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def _turns(phi):
    """(whole half turns, what is left)."""
    n = round(phi / math.pi)
    return n, phi - n * math.pi


def _one_inc(power, whole):
    def one(phi, m):
        n, left = _turns(phi)
        found = _gauss(lambda t: (1 - m * np.sin(t) ** 2) ** power, 0, left, 12) if left else 0.0
        return found + (2 * n * whole(m) if n else 0.0)
    return one


ellipkinc = _of_two(_one_inc(-0.5, _one_ellipk), 'ellipkinc', 'The incomplete elliptic integral of the first kind.')
ellipeinc = _of_two(_one_inc(0.5, _one_ellipe), 'ellipeinc', 'The incomplete elliptic integral of the second kind.')


def _one_ellipj(u, m):
    """Jacobi's functions by means that go down and then up again."""
    a, c, b, n = [1.0], [math.sqrt(m)], math.sqrt(1 - m), 0
    while abs(c[-1]) > 1e-16 and n < 12:
        a_next = (a[-1] + b) / 2
        c.append((a[-1] - b) / 2)
        b = math.sqrt(a[-1] * b)
        a.append(a_next)
        n += 1
    phi = 2.0 ** n * a[-1] * u
    before = phi
    for i in range(n, 0, -1):
        before, phi = phi, (phi + math.asin(c[i] * math.sin(phi) / a[i])) / 2
    sn, cn = math.sin(phi), math.cos(phi)
    return sn, cn, math.sqrt(1 - m * sn * sn), phi


def ellipj(u, m):
    """(sn, cn, dn, ph)."""
    u, m = np.broadcast_arrays(np.asarray(u, float), np.asarray(m, float))
    found = [_one_ellipj(float(a), float(b)) if 0 <= b <= 1 else (math.nan,) * 4 for a, b in zip(u.ravel(), m.ravel())]
    return tuple(_plain(np.array([each[i] for each in found]).reshape(u.shape)) for i in range(4))


_EULER = 0.5772156649015329


def _one_expn(n, x):
    n = int(n)
    if x < 0 or n < 0 or x != x:
        return math.nan
    if x == 0:
        return math.inf if n <= 1 else 1 / (n - 1)
    if n == 0:
        return math.exp(-x) / x
    if x > 1:               # a continued fraction, from the front
        b = x + n
        c, d = 1e300, 1 / b
        h = d
        for i in range(1, 2000):
            a = -i * (n - 1 + i)
            b += 2
            d = 1 / (a * d + b)
            c = b + a / c
            h *= c * d
            if abs(c * d - 1) < 1e-16:
                break
        return h * math.exp(-x)
    found, term = (1 / (n - 1) if n > 1 else -math.log(x) - _EULER), 1.0
    for i in range(1, 200):
        term *= -x / i
        if i != n - 1:
            step = -term / (i - n + 1)
        else:
            step = term * (-math.log(x) - _EULER + sum(1 / k for k in range(1, n)))
        found += step
        if abs(step) < abs(found) * 1e-17:
            break
    return found


expn = _of_two(_one_expn, 'expn', 'The generalized exponential integral.')
exp1 = _each(lambda x: _one_expn(1, float(x)))


def _one_expi(x):
    if x == 0:
        return -math.inf
    if x < 0:
        return -_one_expn(1, -x)
    if x > 50:
        total, term, k = 1.0, 1.0, 1
        while k < x and abs(term) > 1e-17:
            term *= k / x
            total += term
            k += 1
        return math.exp(x) / x * total if x < 700 else math.inf
    total, term, k = 0.0, 1.0, 0
    while k < 500:
        k += 1
        term *= x / k
        total += term / k
        if term / k < total * 1e-17:
            break
    return _EULER + math.log(x) + total


expi = _each(lambda x: _one_expi(float(x)))


def _one_sici(x):
    if abs(x) == math.inf:
        return math.copysign(math.pi / 2, x), 0.0
    size = abs(x)
    si = _gauss(lambda t: np.sinc(t / np.pi), 0, size, 4 + int(size / 20))
    ci = (_EULER + math.log(size) + _gauss(lambda t: np.where(t == 0, 0, (np.cos(t) - 1) / np.where(t == 0, 1, t)), 0, size, 4 + int(size / 20))) if x else -math.inf
    return math.copysign(si, x), ci


def sici(x):
    """(the integral of sin t / t, that of cos t / t)."""
    x = np.asarray(x, dtype=float)
    found = [_one_sici(float(each)) for each in x.ravel()]
    return tuple(_plain(np.array([each[i] for each in found]).reshape(x.shape)) for i in range(2))


_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)


def _one_zeta(x, q):
    if x == 1:
        return math.inf
    if x < 1 and q != 1:
        return math.nan
    if q <= 0:
        return math.inf if q == math.floor(q) else math.nan
    if x < 0:               # by what joins zeta(x) and zeta(1 - x)
        return 2 ** x * math.pi ** (x - 1) * math.sin(math.pi * x / 2) * math.gamma(1 - x) * _one_zeta(1 - x, 1.0)
    if x < 1:
        n = 60
        weights = [1.0]
        total = 0.0         # an alternating sum whose last terms count less and less
        d = [n * sum(math.factorial(n + i - 1) * 4 ** i / (math.factorial(n - i) * math.factorial(2 * i)) for i in range(k + 1)) for k in range(n + 1)]
        total = sum((-1) ** k * (d[k] - d[n]) / (k + 1) ** x for k in range(n))
        return -total / (d[n] * (1 - 2 ** (1 - x)))
    n = 12
    total = sum((q + k) ** -x for k in range(n))
    at = q + n
    total += at ** (1 - x) / (x - 1) + at ** -x / 2
    term = x * at ** (-x - 1)
    for k, b in enumerate(_BERNOULLI):
        total += b * term / math.factorial(2 * k + 2)
        term *= (x + 2 * k + 1) * (x + 2 * k + 2) / at ** 2
    return total


def zeta(x, q=None, out=None):
    """Riemann's zeta function, or Hurwitz's."""
    return _of_two(_one_zeta, 'zeta', '')(x, 1.0 if q is None else q)


def lambertw(z, k=0, tol=1e-8):
    """The w with w exp(w) = z, on branch k."""
    z = np.asarray(z, dtype=complex)
    k = np.broadcast_to(np.asarray(k), z.shape)
    with np.errstate(all='ignore'):
        near = np.sqrt(2 * (np.e * z + 1))
        w = np.where((k == 0) & (np.abs(z + np.exp(-1)) < 0.3), -1 + near - near ** 2 / 3, np.where((k == -1) & (np.abs(z + np.exp(-1)) < 0.3) & (z.imag == 0), -1 - near - near ** 2 / 3, np.log(z) + 2j * np.pi * k))
        w = np.where((k == 0) & (np.abs(z) < 1) & (np.abs(z + np.exp(-1)) >= 0.3), z * (1 - z), w)
        far = (np.abs(z) > 3)
        w = np.where(far, w - np.log(np.where(far, w, 1)), w)
        for _ in range(60):                 # Halley's steps
            e = np.exp(w)
            off = w * e - z
            step = off / (e * (w + 1) - (w + 2) * off / (2 * w + 2))
            step = np.where(np.isfinite(step), step, 0)
            w = w - step
            if np.all(np.abs(step) <= 1e-16 * (1 + np.abs(w))):
                break
    w = np.where((z == 0) & (k == 0), 0, w)
    return w[()] if w.ndim else complex(w)
