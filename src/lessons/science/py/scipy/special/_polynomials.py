"""Orthogonal polynomials: their values, as numpy.poly1d with roots and weights, spherical harmonics."""
import math

import numpy as np

from scipy.special._elementwise import _plain


def _recurrent(name, first, second, next_of):
    """eval_NAME(n, x) by three terms."""
    def function(n, x, out=None):
        x = np.asarray(x, dtype=complex if np.iscomplexobj(x) else float)
        n, x = np.broadcast_arrays(np.asarray(n), x)
        made = np.empty(x.shape, x.dtype)
        for order in np.unique(n):
            if order < 0 or order != int(order):
                raise NotImplementedError(f"scipy has eval_{name} of orders that are not whole, perch's scipy has not")
            at = x[n == order]
            before, here = np.ones_like(at), second(at)
            if order == 0:
                here = first(at)
            for k in range(1, int(order)):
                before, here = here, next_of(k, at, here, before)
            made[n == order] = here
        return _plain(made)
    function.__name__ = function.__qualname__ = 'eval_' + name
    function.__doc__ = f'The polynomial of {name} of order n at x.'
    return function


_ONE = np.ones_like
eval_legendre = _recurrent('legendre', _ONE, lambda x: x, lambda k, x, a, b: ((2 * k + 1) * x * a - k * b) / (k + 1))
eval_chebyt = _recurrent('chebyt', _ONE, lambda x: x, lambda k, x, a, b: 2 * x * a - b)
eval_chebyu = _recurrent('chebyu', _ONE, lambda x: 2 * x, lambda k, x, a, b: 2 * x * a - b)
eval_hermite = _recurrent('hermite', _ONE, lambda x: 2 * x, lambda k, x, a, b: 2 * x * a - 2 * k * b)
eval_hermitenorm = _recurrent('hermitenorm', _ONE, lambda x: x, lambda k, x, a, b: x * a - k * b)
eval_laguerre = _recurrent('laguerre', _ONE, lambda x: 1 - x, lambda k, x, a, b: ((2 * k + 1 - x) * a - k * b) / (k + 1))


def eval_genlaguerre(n, alpha, x, out=None):
    """The generalized polynomial of Laguerre."""
    return _recurrent('genlaguerre', _ONE, lambda at: 1 + alpha - at, lambda k, at, a, b: ((2 * k + 1 + alpha - at) * a - (k + alpha) * b) / (k + 1))(n, x)


class orthopoly1d(np.poly1d):
    """A polynomial of a family that is orthogonal, with its roots and the weights of the rule of Gauss."""

    def __init__(self, coefficients, roots=None, weights=None, evaluated=None):
        np.poly1d.__init__(self, coefficients)
        self.__dict__['weights'] = np.array(list(zip(roots, weights, weights))) if roots is not None else None
        self.__dict__['_evaluated'] = evaluated

    def __call__(self, v):
        if self._evaluated is not None and not isinstance(v, np.poly1d):
            return self._evaluated(v)
        return np.poly1d.__call__(self, v)


def _family(name, evaluate, kind, rule):
    def make(n, monic=False):
        if n < 0:
            raise ValueError('n must be nonnegative.')
        c = kind.cast(kind.basis(n)) if hasattr(kind, 'cast') else kind(n)
        c = np.asarray(c.coef[::-1] if hasattr(c, 'coef') else c, dtype=float)
        x, w = rule(n) if n else (np.array([]), np.array([]))
        return orthopoly1d(c / c[0] if monic else c, x, w, None if monic else lambda v: evaluate(n, v))
    make.__name__ = make.__qualname__ = name
    make.__doc__ = f'The polynomial of {name} of order n.'
    return make


def _power(basis):
    from numpy.polynomial import Polynomial
    return lambda n: basis.basis(n).convert(kind=Polynomial).coef[::-1] if n else np.array([1.0])


def roots_legendre(n, mu=False):
    """(places, weights) of the rule of Gauss and Legendre."""
    x, w = np.polynomial.legendre.leggauss(n)
    return (x, w, 2.0) if mu else (x, w)


def roots_hermite(n, mu=False):
    """(places, weights) of the rule of Gauss and Hermite."""
    x, w = np.polynomial.hermite.hermgauss(n)
    return (x, w, math.sqrt(math.pi)) if mu else (x, w)


def roots_laguerre(n, mu=False):
    """(places, weights) of the rule of Gauss and Laguerre."""
    x, w = np.polynomial.laguerre.laggauss(n)
    return (x, w, 1.0) if mu else (x, w)


def roots_chebyt(n, mu=False):
    """(places, weights) of the rule of Gauss and Chebyshev."""
    x = np.cos(np.pi * (2 * np.arange(n, 0, -1) - 1) / (2 * n))
    w = np.full(n, np.pi / n)
    return (x, w, np.pi) if mu else (x, w)


p_roots, h_roots, l_roots, t_roots = roots_legendre, roots_hermite, roots_laguerre, roots_chebyt
legendre = _family('legendre', eval_legendre, _power(np.polynomial.Legendre), roots_legendre)
chebyt = _family('chebyt', eval_chebyt, _power(np.polynomial.Chebyshev), roots_chebyt)
hermite = _family('hermite', eval_hermite, _power(np.polynomial.Hermite), roots_hermite)
laguerre = _family('laguerre', eval_laguerre, _power(np.polynomial.Laguerre), roots_laguerre)


def _one_lpmv(m, v, x):
    """Legendre's associated function, with Condon's and Shortley's sign."""
    m, v = int(m), int(v)
    if abs(m) > v:
        return 0.0
    if m < 0:
        return (-1) ** m * math.factorial(v + m) / math.factorial(v - m) * _one_lpmv(-m, v, x)
    here = 1.0
    for k in range(1, m + 1):
        here *= -(2 * k - 1) * math.sqrt(max(1 - x * x, 0.0))
    before = 0.0
    for k in range(m, v):
        before, here = here, ((2 * k + 1) * x * here - (k + m) * before) / (k - m + 1)
    return here


def lpmv(m, v, x):
    """Legendre's associated function of whole orders."""
    return _plain(np.asarray(np.frompyfunc(lambda a, b, c: _one_lpmv(a, b, float(c)), 3, 1)(m, v, x), dtype=float))


def sph_harm(m, n, theta, phi):
    """Spherical harmonics; theta: the angle around, phi: that from the pole."""
    m, n, theta, phi = np.broadcast_arrays(m, n, theta, phi)
    size = np.array([math.sqrt((2 * b + 1) / (4 * math.pi) * math.factorial(int(b) - int(a)) / math.factorial(int(b) + int(a))) if abs(a) <= b else 0.0 for a, b in zip(m.ravel(), n.ravel())]).reshape(m.shape)
    found = size * lpmv(m, n, np.cos(phi)) * np.exp(1j * m * theta)
    return found[()]
