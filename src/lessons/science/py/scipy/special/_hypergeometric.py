"""Hypergeometric functions: by their series where it converges fast, elsewhere by the formulas that lead there; Tricomi's function; the gamma function's logarithm of complex numbers."""
import cmath
import math

import numpy as np

from scipy.special._elementwise import _floats, _plain

_MOST, _ENOUGH = 100000, 1e-17
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400)


def complex_loggamma(z):
    """The branch that is real on the positive numbers: Stirling's series from a real part of 12 on, which steps lead to."""
    if z.imag == 0 and z.real <= 0 and z.real == math.floor(z.real):
        return complex(math.nan, math.nan)
    if z.real < 0.5:
        # the reflection; how often its sine went round is counted in whole turns
        turns = 2 * math.pi * math.floor(z.real / 2 + 0.25) * math.copysign(1.0, z.imag)
        return cmath.log(math.pi) - cmath.log(cmath.sin(math.pi * z)) - complex_loggamma(1 - z) + 1j * turns if abs(z.imag) < 100 else _by_steps(z)
    return _by_steps(z)


def _by_steps(z):
    moved = 0
    while z.real < 12:
        moved += cmath.log(z)
        z += 1
    power, found = 1 / z, (z - 0.5) * cmath.log(z) - z + 0.5 * math.log(2 * math.pi)
    for part in _STIRLING:
        found += part * power
        power /= z * z
    return found - moved


def _whole_below(x):
    return x <= 0 and x == math.floor(x)


def _gamma_ratio(above, below):
    """The product of gamma(above) over that of gamma(below), which may be far larger than any float."""
    if any(_whole_below(x) for x in below):
        return 0.0
    if any(_whole_below(x) for x in above):
        return math.inf
    sign, size = 1.0, 0.0
    for x, way in [(x, 1) for x in above] + [(x, -1) for x in below]:
        size += way * math.lgamma(x)
        if x < 0 and math.floor(x) % 2:
            sign = -sign
    return sign * math.exp(size) if size < 709 else sign * math.inf


def _sum(above, below, x):
    """The series of quotients of rising products."""
    term = total = 1.0 if not isinstance(x, complex) else 1.0 + 0j
    for k in range(_MOST):
        factor = x / (k + 1)
        for a in above:
            factor *= a + k
        for b in below:
            factor /= b + k
        term *= factor
        total += term
        if abs(term) <= _ENOUGH * abs(total) or not abs(term) < 1e306:
            break
    return total


def _one_hyp1f1(a, b, x):
    if _whole_below(b) and not (_whole_below(a) and a >= b):
        return math.inf
    if x != x:
        return x
    if isinstance(x, complex):
        return _sum((a,), (b,), x) if x.real >= 0 else cmath.exp(x) * _sum((b - a,), (b,), -x)
    if _whole_below(a):
        return _sum((a,), (b,), x)
    if x < 0:
        found = _one_hyp1f1(b - a, b, -x)
        return math.exp(x) * found if math.isfinite(found) else _gamma_ratio((b,), (b - a,)) * (-x) ** -a * _tail(a, a - b + 1, 1 / x)
    if x > 700:
        lead = _gamma_ratio((b,), (a,))
        size = x + (a - b) * math.log(x) + (math.log(abs(lead)) if lead else -math.inf)
        return math.copysign(math.exp(size) if size < 709.7 else math.inf, lead) * _tail(b - a, 1 - a, -1 / x) if lead else 0.0
    return _sum((a,), (b,), x)


def _tail(a, b, y):
    """The sum of (a)k (b)k (-y)^k / k! as far as its terms shrink."""
    term, total = 1.0, 1.0
    for k in range(200):
        new = -term * (a + k) * (b + k) * y / (k + 1)
        if abs(new) >= abs(term) or new == 0:
            break
        term = new
        total += term
    return total


def _near_one(a, b, c, x):
    """From arguments near 1 to those near 0."""
    d, y = c - a - b, 1 - x
    if abs(d - round(d)) < 1e-9:
        # both parts grow without end there, in opposite ways: the mean of two neighbours stands for it
        step = 2e-5
        return sum(w * _near_one(a, b, c + s * step, x) for s, w in ((-2, -1 / 6), (-1, 2 / 3), (1, 2 / 3), (2, -1 / 6)))
    return (_gamma_ratio((c, d), (c - a, c - b)) * _sum((a, b), (1 - d,), y) + y ** d * _gamma_ratio((c, -d), (a, b)) * _sum((c - a, c - b), (1 + d,), y))


def _one_hyp2f1(a, b, c, x):
    ends = [n for n in (a, b) if _whole_below(n)]
    if _whole_below(c) and not any(n >= c for n in ends):
        return math.inf
    if isinstance(x, complex):
        if ends or abs(x) < 0.9:
            return _sum((a, b), (c,), x)
        if abs(x / (x - 1)) < 0.9:
            return (1 - x) ** -a * _sum((a, c - b), (c,), x / (x - 1))
        if abs(1 - x) < 0.9:
            return _near_one(a, b, c, x)
        return (_gamma_ratio((c, b - a), (b, c - a)) * (-x) ** -a * _sum((a, a - c + 1), (a - b + 1,), 1 / x) +
                _gamma_ratio((c, a - b), (a, c - b)) * (-x) ** -b * _sum((b, b - c + 1), (b - a + 1,), 1 / x))
    if x == 0 or a == 0 or b == 0:
        return 1.0
    if ends:
        return _sum((a, b), (c,), x)
    if x > 1 or x == 1 and c - a - b <= 0:
        return math.inf
    if x == 1:
        return _gamma_ratio((c, c - a - b), (c - a, c - b))
    if c == a or c == b:
        return (1 - x) ** -(b if c == a else a)
    if x < -0.5:
        return (1 - x) ** -a * _one_hyp2f1(a, c - b, c, x / (x - 1)) if a <= b else (1 - x) ** -b * _one_hyp2f1(c - a, b, c, x / (x - 1))
    if x <= 0.95 or abs(c - a - b - round(c - a - b)) < 1e-9 and x < 0.9999:
        return (1 - x) ** (c - a - b) * _sum((c - a, c - b), (c,), x) if c - a - b < 0 else _sum((a, b), (c,), x)
    return _near_one(a, b, c, x)


def _one_hyp0f1(b, x):
    return math.inf if _whole_below(b) else _sum((), (b,), x)


def _one_hyperu(a, b, x):
    if x < 0 or x != x:
        return math.nan
    if _whole_below(a):
        # a polynomial
        return (-1.0) ** (-a) * _rising(b, int(-a)) * _sum((a,), (b,), x) if not _whole_below(b) else x ** (1 - b) * _one_hyperu(a - b + 1, 2 - b, x)
    if x == 0:
        return _gamma_ratio((1 - b,), (1 + a - b,)) if b < 1 else math.inf
    if a < 1:
        # from larger orders down
        one, two = _one_hyperu(a + 1, b, x), _one_hyperu(a + 2, b, x)
        return (x + 2 * (a + 1) - b) * one - (a + 1) * (a + 2 - b) * two
    # an integral over the half line, in steps that grow doubly at both ends
    t = np.arange(-6.5, 6.5, 1 / 64)
    s = np.exp(t - np.exp(-t))
    with np.errstate(all='ignore'):
        part = np.exp(-x * s + a * np.log(s) + (b - a - 1) * np.log1p(s) - math.lgamma(a)) * (1 + np.exp(-t))
    return float(np.nansum(part) / 64)


def _rising(x, n):
    found = 1.0
    for k in range(n):
        found *= x + k
    return found


def _spread(one, name, doc):
    """A function of floats, the last of which may be complex, over arrays."""
    def function(*given, out=None):
        *shapes, x = given
        mixed = np.iscomplexobj(x)
        turned = (lambda *g: one(*map(float, g[:-1]), complex(g[-1]))) if mixed else (lambda *g: one(*map(float, g)))
        with np.errstate(all='ignore'):
            found = np.frompyfunc(turned, len(given), 1)(*shapes, x)
        return _plain(np.asarray(found, dtype=complex if mixed else float))
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


hyp0f1 = _spread(_one_hyp0f1, 'hyp0f1', 'The limit of the confluent hypergeometric function.')
hyp1f1 = _spread(_one_hyp1f1, 'hyp1f1', "Kummer's confluent hypergeometric function.")
hyp2f1 = _spread(_one_hyp2f1, 'hyp2f1', "Gauss's hypergeometric function.")
hyperu = _spread(_one_hyperu, 'hyperu', "Tricomi's confluent hypergeometric function.")


def loggamma(z, out=None):
    """The gamma function's logarithm, of complex numbers its principal branch."""
    z = np.asarray(z)
    if np.iscomplexobj(z):
        return _plain(np.asarray(np.frompyfunc(lambda v: complex_loggamma(complex(v)), 1, 1)(z), dtype=complex))
    from scipy.special._elementwise import gammaln
    z = _floats(z)
    return _plain(np.where(z < 0, np.nan, np.asarray(gammaln(z))))
