"""Bessel's functions and their kin (Airy's, Fresnel's integrals): power series near 0, else their integrals over an angle and over a hyperbolic angle, which the rules of Gauss and of trapezoids take to the last digits."""
import math

import numpy as np

from scipy.special._elementwise import _each, _plain, gamma

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(60)
_PARTS = 8


def _gauss(f, a, b, parts=_PARTS):
    """The integral of f from a to b, in parts."""
    edges = np.linspace(a, b, parts + 1)
    half = np.diff(edges)[:, None] / 2
    at = (edges[:-1, None] + half) + half * _NODES
    return float((f(at) * half * _WEIGHTS).sum())


def _series(v, x, sign):
    """(x/2)^v times the sum of (sign x²/4)^k / (k! gamma(v + k + 1))."""
    if v < 0 and v == int(v):
        return _series(-v, x, sign) * ((-1.0) ** int(v) if sign < 0 else 1.0)
    term = (x / 2) ** v / math.gamma(v + 1) if x or v <= 0 else 0.0
    if x == 0:
        return 1.0 if v == 0 else 0.0 if v > 0 else math.inf
    total, k = term, 0
    while abs(term) > 1e-18 * abs(total) and k < 500:
        k += 1
        term *= sign * x * x / (4 * k * (v + k))
        total += term
    return total


def _angle(f, v, x):
    """The mean of f over half a turn; with whole v by trapezoids, which are exact there."""
    if v == int(v):
        n = int(40 + abs(x) + abs(v)) * 2
        at = np.pi * np.arange(n + 1) / n
        values = f(at)
        return float((values.sum() - (values[0] + values[-1]) / 2) / n)
    return _gauss(f, 0, np.pi, 8 + int(abs(x) / 20)) / np.pi


def _far(x, v):
    """From where on e^(v t - x sinh t) is nothing."""
    t = 1.0
    while x * math.sinh(t) - abs(v) * t < 745 and t < 700:
        t += 0.5
    return t


def _one_j(v, x):
    if x < 0:
        return _one_j(v, -x) * (-1.0) ** int(v) if v == int(v) else math.nan
    if x != x or v != v:
        return math.nan
    if x == math.inf:
        return 0.0
    if x * x <= 8 * (abs(v) + 1) and (v >= 0 or v == int(v) or x <= 2):
        return _series(v, x, -1)
    found = _angle(lambda a: np.cos(v * a - x * np.sin(a)), v, x)
    if v != int(v):
        found -= math.sin(v * math.pi) / math.pi * _gauss(lambda t: np.exp(-x * np.sinh(t) - v * t), 0, _far(x, v))
    return found


def _one_y(v, x):
    if x < 0 or x != x:
        return math.nan
    if x == 0:
        return -math.inf
    if x == math.inf:
        return 0.0
    if v < 0 and v == int(v):
        return _one_y(-v, x) * (-1.0) ** int(v)
    c = math.cos(v * math.pi)
    return -_gauss(lambda t: (np.exp(v * t) + np.exp(-v * t) * c) * np.exp(-x * np.sinh(t)), 0, _far(x, v), 24) / math.pi + _angle_sine(v, x)


def _angle_sine(v, x):
    return _gauss(lambda a: np.sin(x * np.sin(a) - v * a), 0, np.pi, 8 + int(abs(x) / 20)) / math.pi


def _one_i(v, x):
    if x < 0:
        return _one_i(v, -x) * (-1.0) ** int(v) if v == int(v) else math.nan
    if x > 713:
        return math.inf
    if x * x <= 400 and (v >= 0 or v == int(v)):
        return _series(v, x, 1)
    found = _angle(lambda a: np.exp(x * np.cos(a)) * np.cos(v * a), v, x)
    if v != int(v):
        found -= math.sin(v * math.pi) / math.pi * _gauss(lambda t: np.exp(-x * np.cosh(t) - v * t), 0, _far(x, v))
    return found


def _one_k(v, x):
    if x < 0 or x != x:
        return math.nan
    if x == 0:
        return math.inf
    most = _far(x, v)
    n = 400
    t = most * np.arange(n + 1) / n
    with np.errstate(over='ignore'):
        values = np.exp(-x * np.cosh(t) + abs(v) * t) * (1 + np.exp(-2 * abs(v) * t)) / 2
    return float((values.sum() - values[0] / 2) * most / n)


def _of_order(one, name, doc):
    """A function of an order and a number, over arrays."""
    def function(v, z):
        if np.iscomplexobj(v) or np.iscomplexobj(z):
            raise NotImplementedError(f"scipy has {name} of complex numbers, perch's scipy has not")
        with np.errstate(all='ignore'):
            return _plain(np.asarray(np.frompyfunc(lambda a, b: one(float(a), float(b)), 2, 1)(v, z), dtype=float))
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


jv, yv = _of_order(_one_j, 'jv', 'Bessel: first kind, of real order.'), _of_order(_one_y, 'yv', 'Bessel: second kind, of real order.')
iv, kv = _of_order(_one_i, 'iv', 'Bessel: first kind, of imaginary arguments.'), _of_order(_one_k, 'kv', 'Bessel: second kind, of imaginary arguments.')
jn, yn, kn = jv, _of_order(_one_y, 'yn', yv.__doc__), _of_order(_one_k, 'kn', kv.__doc__)
ive = _of_order(lambda v, x: _one_i(v, x) * math.exp(-abs(x)), 'ive', 'iv(v, z) exp(-|z|).')
kve = _of_order(lambda v, x: _one_k(v, x) * math.exp(x), 'kve', 'kv(v, z) exp(z).')


def _fixed(one, v):
    return _each(lambda x: one(v, float(x)))


j0, j1, y0, y1 = _fixed(_one_j, 0), _fixed(_one_j, 1), _fixed(_one_y, 0), _fixed(_one_y, 1)
i0, i1, k0, k1 = _fixed(_one_i, 0), _fixed(_one_i, 1), _fixed(_one_k, 0), _fixed(_one_k, 1)
i0e, i1e = _each(lambda x: _one_i(0, float(x)) * math.exp(-abs(x))), _each(lambda x: _one_i(1, float(x)) * math.exp(-abs(x)))


def jvp(v, z, n=1):
    """The n-th derivative of jv."""
    return jv(v, z) if n == 0 else _slope(jv, v, z, n, -1)


def yvp(v, z, n=1):
    """The n-th derivative of yv."""
    return yv(v, z) if n == 0 else _slope(yv, v, z, n, -1)


def ivp(v, z, n=1):
    """The n-th derivative of iv."""
    return iv(v, z) if n == 0 else _slope(iv, v, z, n, 1)


def kvp(v, z, n=1):
    """The n-th derivative of kv."""
    return kv(v, z) if n == 0 else (-1) ** n * _slope(kv, v, z, n, 1)


def _slope(f, v, z, n, sign):
    return sum(math.comb(n, k) * sign ** k * f(v - n + 2 * k, z) for k in range(n + 1)) / 2.0 ** n


def spherical_jn(n, z, derivative=False):
    """Spherical Bessel's function of the first kind, or its slope."""
    n, z = np.asarray(n), np.asarray(z, dtype=float)
    if derivative:
        return np.where(n == 0, -spherical_jn(1, z), spherical_jn(np.maximum(n - 1, 0), z) - (n + 1) / np.where(z == 0, 1, z) * spherical_jn(n, z))[()]
    with np.errstate(all='ignore'):
        found = np.sqrt(np.pi / (2 * z)) * jv(n + 0.5, z)
    return np.where(z == 0, np.where(n == 0, 1.0, 0.0), found)[()]


def spherical_yn(n, z, derivative=False):
    """Spherical Bessel's function of the second kind, or its slope."""
    n, z = np.asarray(n), np.asarray(z, dtype=float)
    if derivative:
        return np.where(n == 0, -spherical_yn(1, z), spherical_yn(np.maximum(n - 1, 0), z) - (n + 1) / z * spherical_yn(n, z))[()]
    return (np.sqrt(np.pi / (2 * z)) * yv(n + 0.5, z))[()]


def _zeros(one, n, nt, first):
    """The first nt places above 0 where a function of order n changes its sign, by steps and halving."""
    if isinstance(n, bool) or n != int(n):
        raise ValueError('Arguments must be scalars.' if np.ndim(n) else 'Arguments must be integers.')
    from scipy.optimize import brentq
    found, at, step = [], first, 0.5
    before = one(n, at)
    while len(found) < nt:
        here = one(n, at + step)
        if before * here <= 0 and before:
            found.append(brentq(lambda x: one(n, x), at, at + step, xtol=1e-13))
        at, before = at + step, here
    return np.array(found)


def jn_zeros(n, nt):
    """The first nt zeros of jn."""
    return _zeros(_one_j, n, nt, max(abs(n), 0.5))


def yn_zeros(n, nt):
    """The first nt zeros of yn."""
    return _zeros(_one_y, n, nt, max(abs(n) * 0.9, 0.3))


def jnp_zeros(n, nt):
    """The first nt zeros of the slope of jn."""
    return _zeros(lambda v, x: (_one_j(v - 1, x) - _one_j(v + 1, x)) / 2, n, nt, max(abs(n) * 0.9, 0.5))


def _one_airy(x):
    third, z = 1 / 3, 2 / 3 * abs(x) ** 1.5
    if abs(x) <= 4:
        f, g, df, dg = 1.0, x, 0.0, 1.0         # (the two solutions that begin with 1 and with x, and their slopes)
        a, b = 1.0, x
        for k in range(1, 60):
            df += a * x * x / (3 * k - 1)
            a *= x ** 3 / ((3 * k - 1) * (3 * k))
            dg += b * x * x / (3 * k)
            b *= x ** 3 / ((3 * k) * (3 * k + 1))
            f, g = f + a, g + b
        c, d = 3 ** (-2 / 3) / math.gamma(2 / 3), 3 ** (-1 / 3) / math.gamma(1 / 3)
        root = math.sqrt(3)
        return c * f - d * g, c * df - d * dg, root * (c * f + d * g), root * (c * df + d * dg)
    if x > 0:
        root = math.sqrt(x / 3)
        k1, k2 = _one_k(third, z), _one_k(2 * third, z)
        i_up, i_down, j_up, j_down = (_one_i_any(v, z) for v in (third, -third, 2 * third, -2 * third))
        return root * k1 / math.pi, -x / math.sqrt(3) / math.pi * k2, root * (i_down + i_up), x / math.sqrt(3) * (j_down + j_up)
    root, x = math.sqrt(-x), -x
    up, down, up2, down2 = (_one_j(v, z) for v in (third, -third, 2 * third, -2 * third))
    return root / 3 * (up + down), x / 3 * (up2 - down2), root / math.sqrt(3) * (down - up), x / math.sqrt(3) * (down2 + up2)


def _one_i_any(v, x):
    return _one_i(v, x) if v >= 0 else _one_i(-v, x) + 2 / math.pi * math.sin(-v * math.pi) * _one_k(v, x)


def airy(z):
    """(Ai, its slope, Bi, its slope)."""
    z = np.asarray(z, dtype=float)
    found = [_one_airy(float(x)) for x in z.ravel()]
    return tuple(_plain(np.array([each[i] for each in found]).reshape(z.shape)) for i in range(4))


def _one_fresnel(x):
    if abs(x) == math.inf:
        return math.copysign(0.5, x), math.copysign(0.5, x)
    if abs(x) > 30:                 # (beyond, what is left of a half is a wave that fades)
        turn = math.pi * x * x / 2
        f = (1 - 3 / (math.pi * x * x) ** 2) / (math.pi * abs(x))
        g = (1 - 15 / (math.pi * x * x) ** 2) / (math.pi ** 2 * abs(x) ** 3)
        return math.copysign(0.5 - f * math.cos(turn) - g * math.sin(turn), x), math.copysign(0.5 + f * math.sin(turn) - g * math.cos(turn), x)
    parts = 4 + int(x * x / 8)
    return _gauss(lambda t: np.sin(np.pi * t * t / 2), 0, x, parts), _gauss(lambda t: np.cos(np.pi * t * t / 2), 0, x, parts)


def fresnel(z):
    """(the sine integral, the cosine integral)."""
    z = np.asarray(z, dtype=float)
    found = [_one_fresnel(float(x)) for x in z.ravel()]
    return tuple(_plain(np.array([each[i] for each in found]).reshape(z.shape)) for i in range(2))
