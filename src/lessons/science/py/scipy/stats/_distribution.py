"""What all distributions of one variable share: shapes, loc and scale from the arguments, the support, frozen ones, draws.

A distribution gives its formulas at loc 0 and scale 1, over arrays: _pdf or _pmf, _cdf, _ppf, _drawn, _moments (mean, variance, skewness, excess kurtosis), _entropy.
"""
import numpy as np


def generator(seed):
    """The RandomState or Generator that a random_state means."""
    if seed is None or seed is np.random:
        return np.random.mtrand._rand
    if isinstance(seed, (int, np.integer)):
        return np.random.RandomState(seed)
    if isinstance(seed, (np.random.RandomState, np.random.Generator)):
        return seed
    raise ValueError(f'{seed!r} cannot be used to seed a numpy.random.RandomState instance')


def plain(found):
    found = np.asarray(found)
    return found if found.ndim else found[()]


class Distribution:
    _names, scaled = (), True
    numargs = property(lambda self: len(self._names))
    shapes = property(lambda self: ', '.join(self._names) or None)
    low, high = -np.inf, np.inf     # the support, unless _support says it

    def __init__(self, name):
        self.name, self.a, self.b = name, self.low, self.high

    def __repr__(self):
        return f'<scipy.stats {self.name}>'

    def __call__(self, *arguments, **named):
        return Frozen(self, arguments, named)

    def moment(self, order, *arguments, **named):
        """The mean of a power."""
        from scipy.stats._own import raw_moment
        return raw_moment(self, order, arguments, named)

    freeze = __call__

    def _support(self, *shapes):
        return self.low, self.high

    def _proper(self, *shapes):
        """Are these shapes those of a distribution?"""
        good = True
        for shape in shapes:
            good = good & (np.asarray(shape) > 0)
        return good

    def _parsed(self, arguments, named, more=()):
        """(shapes, loc, scale, what else is named in more)."""
        names = (*self._names, 'loc', *(('scale',) if self.scaled else ()), *more)
        if len(arguments) > len(names):
            raise TypeError(f'_parse_args() takes from {len(self._names) + 1} to {len(names) + 1} positional arguments but {len(arguments) + 1} were given')
        given = dict(zip(names, arguments))
        for name, value in named.items():
            if name in given:
                raise TypeError(f"_parse_args() got multiple values for argument '{name}'")
            if name not in names:
                raise TypeError(f"_parse_args() got an unexpected keyword argument '{name}'")
            given[name] = value
        missing = [name for name in self._names if name not in given]
        if missing:
            raise TypeError(f'_parse_args() missing {len(missing)} required positional argument{"s" * (len(missing) > 1)}: ' + ' and '.join(map(repr, missing)))
        return [np.asarray(given[name]) for name in self._names], np.asarray(given.get('loc', 0)), np.asarray(given.get('scale', 1)), [given.get(name) for name in more]

    def _at(self, x, arguments, named, formula, below, above, density=False):
        """formula at (x - loc) / scale; below and above the support these; nan where the arguments are none of a distribution."""
        shapes, loc, scale, _ = self._parsed(arguments, named)
        x = np.asarray(x, dtype=float)
        x, loc, scale, *shapes = np.broadcast_arrays(x, loc.astype(float), scale.astype(float), *(shape.astype(float) for shape in shapes))
        with np.errstate(all='ignore'):
            good = np.broadcast_to(self._proper(*shapes) & (scale > 0), x.shape)
            y = (x - loc) / scale
            low, high = self._support(*shapes)
            found = np.asarray(formula(y, *shapes), dtype=float)
            if density:
                found = density(found, scale)
            found = np.where(y < low, below, np.where(y > high, above, found))
        return plain(np.where(good & ~np.isnan(y), found, np.nan))

    def cdf(self, x, *arguments, **named):
        return self._at(x, arguments, named, self._cdf, 0.0, 1.0)

    def sf(self, x, *arguments, **named):
        return self._at(x, arguments, named, self._sf, 1.0, 0.0)

    def logcdf(self, x, *arguments, **named):
        return self._at(x, arguments, named, self._logcdf, -np.inf, 0.0)

    def logsf(self, x, *arguments, **named):
        return self._at(x, arguments, named, lambda *at: np.log(self._sf(*at)), 0.0, -np.inf)

    def _sf(self, x, *shapes):
        return 1 - self._cdf(x, *shapes)

    def _logcdf(self, x, *shapes):
        return np.log(self._cdf(x, *shapes))

    def _quantile(self, q, arguments, named, formula):
        shapes, loc, scale, _ = self._parsed(arguments, named)
        q, loc, scale, *shapes = np.broadcast_arrays(np.asarray(q, dtype=float), loc.astype(float), scale.astype(float), *(shape.astype(float) for shape in shapes))
        with np.errstate(all='ignore'):
            good = np.broadcast_to(self._proper(*shapes) & (scale > 0), q.shape) & (q >= 0) & (q <= 1)
            found = np.asarray(formula(np.where(good, q, 0.5), *shapes), dtype=float) * scale + loc
        return plain(np.where(good, found, np.nan))

    def ppf(self, q, *arguments, **named):
        return self._quantile(q, arguments, named, self._ppf)

    def isf(self, q, *arguments, **named):
        return self._quantile(q, arguments, named, self._isf)

    def _isf(self, q, *shapes):
        return self._ppf(1 - q, *shapes)

    def rvs(self, *arguments, size=None, random_state=None, **named):
        shapes, loc, scale, (late,) = self._parsed(arguments, named, ('size',))
        size = late if size is None else size
        if not np.all(self._proper(*shapes) & (scale >= 0)):
            raise ValueError(f'Domain error in arguments. The `scale` parameter must be positive for all distributions, and many distributions have restrictions on shape parameters. '
                             f'Please see the `scipy.stats.{self.name}` documentation for details.')
        whole = np.broadcast_shapes(loc.shape, scale.shape, *(shape.shape for shape in shapes))
        asked, size = size, whole if size is None else tuple(np.atleast_1d(size).tolist())
        try:
            fits = np.broadcast_shapes(whole, size) == size
        except ValueError:
            fits = False
        if not fits:
            raise ValueError(f'size does not match the broadcast shape of the parameters. {asked}, {size}, {whole}')
        drawn = np.asarray(self._drawn(size, generator(random_state), *shapes))
        return self._placed(drawn, loc, scale)

    def _placed(self, drawn, loc, scale):
        return plain(drawn * scale + loc)

    def _drawn(self, size, generator, *shapes):
        return self._ppf(generator.uniform(size=size), *shapes)

    def stats(self, *arguments, moments='mv', **named):
        shapes, loc, scale, _ = self._parsed(arguments, named)
        with np.errstate(all='ignore'):
            good = self._proper(*shapes) & (scale > 0)
            all_of = self._moments(*(shape.astype(float) for shape in shapes))
            by = {'m': lambda: all_of[0] * scale + loc, 'v': lambda: all_of[1] * scale * scale, 's': lambda: all_of[2] + 0 * scale, 'k': lambda: all_of[3] + 0 * scale}
            found = tuple(plain(np.where(good, np.asarray(by[letter](), dtype=float), np.nan)) for letter in 'mvsk' if letter in moments)
        return found if len(found) != 1 else found[0]

    def mean(self, *arguments, **named):
        return self.stats(*arguments, moments='m', **named)

    def var(self, *arguments, **named):
        return self.stats(*arguments, moments='v', **named)

    def std(self, *arguments, **named):
        return plain(np.sqrt(self.var(*arguments, **named)))

    def median(self, *arguments, **named):
        return self.ppf(0.5, *arguments, **named)

    def interval(self, confidence, *arguments, **named):
        confidence = np.asarray(confidence)
        if np.any((confidence > 1) | (confidence < 0)):
            raise ValueError('alpha must be between 0 and 1 inclusive')
        return self.ppf((1 - confidence) / 2, *arguments, **named), self.ppf((1 + confidence) / 2, *arguments, **named)

    def support(self, *arguments, **named):
        shapes, loc, scale, _ = self._parsed(arguments, named)
        low, high = self._support(*shapes)
        return plain(np.asarray(low) * scale + loc), plain(np.asarray(high) * scale + loc)

    def entropy(self, *arguments, **named):
        shapes, loc, scale, _ = self._parsed(arguments, named)
        with np.errstate(all='ignore'):
            return plain(np.where(self._proper(*shapes) & (scale > 0), self._entropy(*(shape.astype(float) for shape in shapes)) + np.log(scale.astype(float)) + 0 * loc, np.nan))


class Continuous(Distribution):
    def expect(self, func=None, args=(), loc=0, scale=1, lb=None, ub=None, conditional=False, **named):
        """The mean of a function."""
        from scipy.stats._own import expected
        return expected(self, func, args, loc, scale, lb, ub, conditional)

    def nnlf(self, theta, x):
        """How unlikely x is with shapes, loc and scale theta: minus the sum of the densities' logarithms."""
        return -np.sum(self.logpdf(x, *theta))

    def fit(self, data, *arguments, **named):
        """(shapes, loc, scale) with which data are likeliest; floc, fscale, f0 … keep one as it is."""
        from scipy.optimize import fmin
        data = np.ravel(np.asarray(data, dtype=float))
        if not np.isfinite(data).all():
            raise ValueError('The data contains non-finite values.')
        names = [*self._names, 'loc', 'scale']
        kept = {}
        for i, name in enumerate(names):
            for key in (f'f{name}', f'fix_{name}', *((f'f{i}',) if i < len(self._names) else ())):
                if key in named:
                    kept[name] = named.pop(key)
        start = dict(zip(self._names, arguments))
        shapes = [start.get(name, named.pop(name, 1.0)) for name in self._names]
        mean, var = (float(x) for x in self.stats(*shapes))
        spread = float(np.sqrt(data.var() / var)) if np.isfinite(var) and var > 0 else float(data.std()) or 1.0
        place = float(data.mean() - spread * mean) if np.isfinite(mean) and np.isfinite(data.mean() - spread * mean) else float(np.median(data))
        first = [*shapes, named.pop('loc', place), named.pop('scale', spread)]
        if len(kept) == len(names):
            raise ValueError('All parameters fixed. There is nothing to optimize.')
        named.pop('method', None)
        free = [i for i, name in enumerate(names) if name not in kept]

        def whole(part):
            made = [kept.get(name, x) for name, x in zip(names, first)]
            for i, x in zip(free, part):
                made[i] = x
            return made

        def unlikely(part):
            theta = whole(part)
            if theta[-1] <= 0 or not np.all(self._proper(*theta[:-2])):
                return np.inf
            each = np.asarray(self.logpdf(data, *theta))
            bad = ~np.isfinite(each)
            return -each[~bad].sum() + bad.sum() * np.log(np.finfo(float).max) * 100
        found = fmin(unlikely, np.array([first[i] for i in free]), disp=0)
        return tuple(whole(found))

    def pdf(self, x, *arguments, **named):
        return self._at(x, arguments, named, self._pdf, 0.0, 0.0, lambda found, scale: found / scale)

    def logpdf(self, x, *arguments, **named):
        return self._at(x, arguments, named, self._logpdf, -np.inf, -np.inf, lambda found, scale: found - np.log(scale))

    def _pdf(self, x, *shapes):
        return np.exp(self._logpdf(x, *shapes))

    def _logpdf(self, x, *shapes):
        return np.log(self._pdf(x, *shapes))


class Discrete(Distribution):
    scaled = False

    def pmf(self, k, *arguments, **named):
        return self._at(k, arguments, named, self._whole(self._pmf, 0.0), 0.0, 0.0)

    def logpmf(self, k, *arguments, **named):
        return self._at(k, arguments, named, self._whole(self._logpmf, -np.inf), -np.inf, -np.inf)

    def _whole(self, formula, otherwise):
        return lambda k, *shapes: np.where(k == np.floor(k), formula(k, *shapes), otherwise)

    def _pmf(self, k, *shapes):
        return np.exp(self._logpmf(k, *shapes))

    def _logpmf(self, k, *shapes):
        return np.log(self._pmf(k, *shapes))

    def _cdf(self, k, *shapes):
        return self._upto(np.floor(k), *shapes)

    def _sf(self, k, *shapes):
        return 1 - self._upto(np.floor(k), *shapes)

    def _ppf(self, q, *shapes):
        """The least k with cdf(k) >= q: doubled until it is enough, then halved."""
        low, high = (np.broadcast_to(np.asarray(end, dtype=float), q.shape) for end in self._support(*shapes))
        low = np.where(np.isfinite(low), low, -1.0)
        for _ in range(60):                     # (no least one: far enough down)
            if not np.any(self._upto(low - 1, *shapes) >= q) or not np.isinf(np.min(self._support(*shapes)[0])):
                break
            low = low * 2
        below, above = low - 1, np.where(np.isfinite(high), high, np.maximum(low, 0) + 1)
        for _ in range(60):
            short = (self._upto(above, *shapes) < q) & (above < high)
            if not short.any():
                break
            below, above = np.where(short, above, below), np.where(short, above * 2 + 1, above)
        while np.any(above - below > 1):
            middle = np.floor((below + above) / 2)
            enough = self._upto(middle, *shapes) >= q
            below, above = np.where(enough, below, np.where(above - below > 1, middle, below)), np.where(enough & (above - below > 1), middle, above)
        return np.where(q == 0, low - 1, np.where(q == 1, high, above))

    def _placed(self, drawn, loc, scale):
        found = drawn + loc
        return int(found) if found.ndim == 0 else found.astype(np.int64) if drawn.dtype != np.int64 else found

    def entropy(self, *arguments, **named):
        shapes, loc, _, _ = self._parsed(arguments, named)

        def one(*shapes):
            low, high = self.ppf(1e-14, *shapes), self.ppf(1 - 1e-14, *shapes)
            p = np.asarray(self.pmf(np.arange(max(low, self._support(*shapes)[0]), high + 1), *shapes))
            return -np.sum(p[p > 0] * np.log(p[p > 0]))
        return plain(np.asarray(np.frompyfunc(one, len(shapes), 1)(*shapes), dtype=float) + 0 * loc)


class Frozen:
    """A distribution whose shapes, loc and scale are given."""

    def __init__(self, dist, arguments, named):
        dist._parsed(arguments, named)
        self.dist, self.args, self.kwds, self.random_state = dist, arguments, named, None

    def rvs(self, size=None, random_state=None):
        return self.dist.rvs(*self.args, size=size, random_state=self.random_state if random_state is None else random_state, **self.kwds)

    def interval(self, confidence):
        return self.dist.interval(confidence, *self.args, **self.kwds)

    def stats(self, moments='mv'):
        return self.dist.stats(*self.args, moments=moments, **self.kwds)

    def moment(self, order=None):
        return self.dist.moment(order, *self.args, **self.kwds)

    def expect(self, func=None, lb=None, ub=None, conditional=False, **named):
        shapes, loc, scale, _ = self.dist._parsed(self.args, self.kwds)
        return self.dist.expect(func, tuple(shapes), loc=loc, lb=lb, ub=ub, conditional=conditional, **({'scale': scale} if self.dist.scaled else {}))

    a, b = property(lambda self: self.dist.a), property(lambda self: self.dist.b)


def _frozen(name, takes):
    if takes:
        def method(self, x):
            return getattr(self.dist, name)(x, *self.args, **self.kwds)
    else:
        def method(self):
            return getattr(self.dist, name)(*self.args, **self.kwds)
    method.__name__ = name
    return method


for _name in ('pdf', 'logpdf', 'pmf', 'logpmf', 'cdf', 'sf', 'logcdf', 'logsf', 'ppf', 'isf'):
    setattr(Frozen, _name, _frozen(_name, True))
for _name in ('mean', 'var', 'std', 'median', 'support', 'entropy'):
    setattr(Frozen, _name, _frozen(_name, False))
