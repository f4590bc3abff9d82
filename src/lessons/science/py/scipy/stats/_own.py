"""Distributions of a program's own: rv_continuous and rv_discrete, from the formulas that a class of them has, or from a table of values."""
import inspect

import numpy as np

from scipy.stats._distribution import Continuous, Discrete, Distribution


def _shapes_of(made, names):
    """The shapes that the formulas take behind x."""
    for name in names:
        formula = getattr(type(made), name, None)
        if formula is None or formula in (getattr(Distribution, name, None), getattr(Continuous, name, None), getattr(Discrete, name, None), getattr(rv_continuous, name, None), getattr(rv_discrete, name, None)):
            continue
        taken = [p for p in list(inspect.signature(formula).parameters.values())[2:] if p.kind == p.POSITIONAL_OR_KEYWORD]
        return tuple(p.name for p in taken)
    return ()


class rv_continuous(Continuous):
    """A distribution over numbers; a class of its own gives _pdf or _cdf, and what else it knows."""

    def __init__(self, momtype=1, a=None, b=None, xtol=1e-14, badvalue=None, name=None, longname=None, shapes=None, extradoc=None, seed=None):
        super().__init__('Distribution' if name is None else name)
        self.a, self.b, self.xtol, self._seed = -np.inf if a is None else a, np.inf if b is None else b, xtol, seed
        self.low, self.high = self.a, self.b
        self._names = tuple(shapes.replace(',', ' ').split()) if shapes else _shapes_of(self, ('_pdf', '_cdf', '_logpdf', '_ppf', '_sf'))

    numargs = property(lambda self: len(self._names))

    def __repr__(self):
        return object.__repr__(self)

    def _support(self, *shapes):
        if hasattr(self, '_get_support'):
            return self._get_support(*shapes)
        return self.a, self.b

    def _argcheck(self, *shapes):
        return super()._proper(*shapes)

    def _proper(self, *shapes):
        return np.asarray(self._argcheck(*shapes)) if shapes else True

    def _has(self, name):
        return getattr(type(self), name) not in (getattr(rv_continuous, name, None), getattr(Continuous, name, None))

    def _each(self, one, x, shapes):
        return np.asarray(np.frompyfunc(one, 1 + len(shapes), 1)(x, *shapes), dtype=float)

    def _pdf(self, x, *shapes):
        if self._has('_logpdf'):
            return np.exp(self._logpdf(x, *shapes))
        step = 1e-5
        wide = self._cdf(x + step, *shapes) - self._cdf(x - step, *shapes)
        half = self._cdf(x + step / 2, *shapes) - self._cdf(x - step / 2, *shapes)
        return (8 * half - wide) / (6 * step)           # (differences of two widths, so that the third order falls out)

    def _cdf(self, x, *shapes):
        from scipy.integrate import quad

        def one(at, *shapes):
            low, high = (float(np.asarray(end)) for end in self._support(*shapes))
            return quad(lambda y: float(self._pdf(y, *shapes)), low, min(at, high))[0] if at > low else 0.0
        return self._each(one, x, shapes)

    def _ppf(self, q, *shapes):
        from scipy.optimize import brentq

        def one(q, *shapes):
            low, high = (float(np.asarray(end)) for end in self._support(*shapes))
            if q <= 0 or q >= 1:
                return low if q <= 0 else high
            left, right = (low if np.isfinite(low) else min(-10.0, high) if np.isfinite(high) else -10.0), (high if np.isfinite(high) else max(10.0, low) if np.isfinite(low) else 10.0)
            while np.isinf(low) and float(self._cdf(left, *shapes)) > q:
                left, right = left * 10, left
            while np.isinf(high) and float(self._cdf(right, *shapes)) < q:
                left, right = right, right * 10
            return brentq(lambda y: float(self._cdf(y, *shapes)) - q, left, right, xtol=self.xtol)
        return self._each(one, q, shapes)

    def _moment(self, n, *shapes):
        from scipy.integrate import quad
        low, high = self._support(*shapes)
        return quad(lambda y: y ** n * float(self._pdf(y, *shapes)), float(np.asarray(low)), float(np.asarray(high)))[0]

    def _munp(self, n, *shapes):
        return np.asarray(np.frompyfunc(lambda *s: self._moment(n, *s), len(shapes), 1)(*shapes), dtype=float) if shapes else np.float64(self._moment(n))

    def _moments(self, *shapes):
        if hasattr(self, '_stats'):
            given = tuple(self._stats(*shapes))
            if all(x is not None for x in given) and len(given) == 4:
                return tuple(np.asarray(x, dtype=float) for x in given)
        first, second, third, fourth = (self._munp(n, *shapes) for n in (1, 2, 3, 4))
        return central(first, second, third, fourth)

    def moment(self, order, *arguments, **named):
        """The mean of a power."""
        return raw_moment(self, order, arguments, named)

    def expect(self, func=None, args=(), loc=0, scale=1, lb=None, ub=None, conditional=False, **named):
        """The mean of a function."""
        return expected(self, func, args, loc, scale, lb, ub, conditional)

    def _entropy(self, *shapes):
        from scipy.integrate import quad

        def one(*shapes):
            low, high = self._support(*shapes)

            def part(y):
                p = float(self._pdf(y, *shapes))
                return -p * np.log(p) if p > 0 else 0.0
            return quad(part, float(np.asarray(low)), float(np.asarray(high)))[0]
        return np.asarray(np.frompyfunc(one, len(shapes), 1)(*shapes), dtype=float) if shapes else one()

    def _rvs(self, *shapes, size=None, random_state=None):
        return super()._drawn(size, random_state, *shapes)

    def _drawn(self, size, generator, *shapes):
        return self._rvs(*shapes, size=size, random_state=generator)


def central(first, second, third, fourth):
    """(mean, variance, skewness, excess kurtosis) of the means of powers."""
    var = second - first ** 2
    with np.errstate(all='ignore'):
        return first, var, (third - 3 * first * second + 2 * first ** 3) / var ** 1.5, (fourth - 4 * first * third + 6 * first ** 2 * second - 3 * first ** 4) / var ** 2 - 3


def raw_moment(dist, order, arguments, named):
    """The mean of a power, of mean, variance, skewness and kurtosis, or by integration."""
    if order != int(order) or order < 0:
        raise ValueError('Moment must be an integer.' if order != int(order) else 'Moment must be positive.')
    mean, var, skew, excess = dist.stats(*arguments, moments='mvsk', **named)
    if order > 4:
        shapes, loc, scale, _ = dist._parsed(arguments, named)
        return dist.expect(lambda x: x ** order, args=tuple(shapes), loc=loc, **({'scale': scale} if dist.scaled else {}))
    return (1.0, mean, var + mean ** 2, skew * var ** 1.5 + 3 * mean * var + mean ** 3, (excess + 3) * var ** 2 + 4 * mean * skew * var ** 1.5 + 6 * mean ** 2 * var + mean ** 4)[int(order)]


def expected(dist, func, args, loc, scale, lb, ub, conditional):
    """The mean of a function over a distribution of numbers."""
    from scipy.integrate import quad
    func = (lambda x: x) if func is None else func
    low, high = dist.support(*args, loc=loc, scale=scale)
    low, high = low if lb is None else lb, high if ub is None else ub
    found = quad(lambda x: func(x) * dist.pdf(x, *args, loc=loc, scale=scale), low, high)[0]
    return found / (dist.cdf(high, *args, loc=loc, scale=scale) - dist.cdf(low, *args, loc=loc, scale=scale)) if conditional else found


class rv_discrete(Discrete):
    """A distribution over whole numbers: of a class that gives _pmf or _cdf, or of values=(numbers, how likely each is)."""

    def __new__(cls, a=0, b=np.inf, name=None, badvalue=None, moment_tol=1e-8, values=None, **more):
        return super().__new__(rv_sample if values is not None and cls is rv_discrete else cls)

    def __init__(self, a=0, b=np.inf, name=None, badvalue=None, moment_tol=1e-8, values=None, inc=1, longname=None, shapes=None, extradoc=None, seed=None):
        super().__init__('Distribution' if name is None else name)
        self.a, self.b, self.low, self.high = a, b, a, b
        self._names = tuple(shapes.replace(',', ' ').split()) if shapes else _shapes_of(self, ('_pmf', '_cdf', '_ppf', '_sf'))

    numargs = property(lambda self: len(self._names))

    def __repr__(self):
        return object.__repr__(self)

    def _support(self, *shapes):
        return self._get_support(*shapes) if hasattr(self, '_get_support') else (self.a, self.b)

    def _argcheck(self, *shapes):
        return super()._proper(*shapes)

    def _proper(self, *shapes):
        return np.asarray(self._argcheck(*shapes)) if shapes else True

    def _upto(self, k, *shapes):
        own = type(self)._cdf
        if own is not Discrete._cdf:
            return self._cdf(k, *shapes)

        def one(k, *shapes):
            low = self._support(*shapes)[0]
            return float(np.sum(self._pmf(np.arange(low, k + 1), *shapes))) if k >= low else 0.0
        return np.asarray(np.frompyfunc(one, 1 + len(shapes), 1)(k, *shapes), dtype=float)

    def _range(self, *shapes):
        low, high = (float(np.asarray(end)) for end in self._support(*shapes))
        return np.arange(low, (high if np.isfinite(high) else float(np.asarray(self._ppf(np.asarray(1 - 1e-14), *shapes)))) + 1)

    def _moments(self, *shapes):
        if hasattr(self, '_stats'):
            given = tuple(self._stats(*shapes))
            if all(x is not None for x in given) and len(given) == 4:
                return tuple(np.asarray(x, dtype=float) for x in given)

        def one(*shapes):
            k = self._range(*shapes)
            p = self._pmf(k, *shapes)
            return central(*(np.sum(k ** n * p) for n in (1, 2, 3, 4)))
        found = np.frompyfunc(one, len(shapes), 4)(*shapes) if shapes else one()
        return tuple(np.asarray(x, dtype=float) for x in found)

    def moment(self, order, *arguments, **named):
        """The mean of a power."""
        return raw_moment(self, order, arguments, named)

    def expect(self, func=None, args=(), loc=0, lb=None, ub=None, conditional=False, **named):
        """The mean of a function."""
        func = (lambda x: x) if func is None else func
        k = self._range(*args) + loc
        k = k[(k >= (-np.inf if lb is None else lb)) & (k <= (np.inf if ub is None else ub))]
        p = self.pmf(k, *args, loc=loc)
        found = np.sum(func(k) * p)
        return found / p.sum() if conditional else found

    def _rvs(self, *shapes, size=None, random_state=None):
        return self._ppf(random_state.uniform(size=size), *shapes)

    def _drawn(self, size, generator, *shapes):
        return self._rvs(*shapes, size=size, random_state=generator)


class rv_sample(rv_discrete):
    """A distribution of given numbers."""

    def __init__(self, a=0, b=np.inf, name=None, badvalue=None, moment_tol=1e-8, values=None, inc=1, longname=None, shapes=None, extradoc=None, seed=None):
        if values is None:
            raise ValueError('rv_sample.__init__(..., values=None,...)')
        super().__init__(a, b, name)
        xk, pk = np.asarray(values[0]), np.asarray(values[1], dtype=float)
        if xk.shape != pk.shape:
            raise ValueError('xk and pk must have the same shape.')
        if np.less(pk, 0.0).any():
            raise ValueError('All elements of pk must be non-negative.')
        if not np.allclose(np.sum(pk), 1):
            raise ValueError('The sum of provided pk is not 1.')
        order = np.argsort(xk.ravel())
        self.xk, self.pk = xk.ravel()[order], pk.ravel()[order]
        self.qvals = np.cumsum(self.pk)
        self._names, self.a, self.b = (), self.xk[0], self.xk[-1]
        self.low, self.high = self.a, self.b

    def _whole(self, formula, otherwise):
        return formula

    def _pmf(self, x):
        at = np.clip(np.searchsorted(self.xk, x), 0, len(self.xk) - 1)
        return np.where(self.xk[at] == x, self.pk[at], 0.0)

    def _cdf(self, x):
        at = np.searchsorted(self.xk, x, 'right')
        return np.where(at > 0, self.qvals[np.maximum(at, 1) - 1], 0.0)

    def _ppf(self, q):
        return self.xk[np.minimum(np.searchsorted(self.qvals, q, 'left'), len(self.xk) - 1)]

    def _range(self, *shapes):
        return self.xk.astype(float)

    def _rvs(self, *shapes, size=None, random_state=None):
        return self._ppf(random_state.uniform(size=size))

    def _placed(self, drawn, loc, scale):
        found = np.asarray(drawn) + loc
        return found if found.ndim else found[()]

    def _entropy(self):
        p = self.pk[self.pk > 0]
        return -np.sum(p * np.log(p))
