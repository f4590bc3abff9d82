"""fit: the parameters of a law between bounds with which a sample is likeliest; what is told of a fit."""
import collections
import warnings

import numpy as np

from scipy.optimize._result import OptimizeResult


class FitResult:
    """The parameters that were found, and whether the search for them ended well."""

    def __init__(self, dist, data, discrete, found):
        self._dist, self._data, self.discrete = dist, data, discrete
        self.pxf = getattr(dist, 'pmf' if discrete else 'pdf', None)
        self.params = found.x if hasattr(found.x, '_fields') else parameters(dist, discrete, found.x)
        if discrete and not np.isclose(self.params.loc, round(self.params.loc)):
            self.params = self.params._replace(loc=np.round(self.params.loc))
        self.success, self.message = found.get('success'), found.get('message')

    def __repr__(self):
        names = [name for name in ('params', 'success', 'message') if getattr(self, name) is not None]
        return '\n'.join(name.rjust(max(map(len, names)) + 1) + ': ' + repr(getattr(self, name)) for name in names)

    def nllf(self, params=None, data=None):
        """How unlikely the sample is: the logarithm of its likelihood, negative."""
        theta, data = self.params if params is None else params, self._data if data is None else data
        return _unlikely(self._dist, self.discrete, theta, data)

    def plot(self, ax=None, *, plot_type='hist'):
        """The sample's histogram and the law that was found."""
        import matplotlib.pyplot as plt
        if plot_type != 'hist':
            raise ValueError("`plot_type` must be one of {'hist'}; perch has no other")
        ax = plt.gca() if ax is None else ax
        low, high = self._dist.support(*self.params)
        at = np.arange(*np.round([max(low, np.min(self._data)), min(high, np.max(self._data)) + 1])) if self.discrete else np.linspace(max(low, np.min(self._data)), min(high, np.max(self._data)), 1000)
        ax.hist(self._data, density=True, bins=None if not self.discrete else np.append(at, at[-1] + 1) - 0.5, alpha=0.5, label='Histogram of Data')
        ax.plot(at, self.pxf(at, *self.params), '*' if self.discrete else '-', label='Fitted Distribution PMF' if self.discrete else 'Fitted Distribution PDF')
        ax.set_xlabel('k' if self.discrete else 'x')
        ax.set_ylabel('PMF' if self.discrete else 'PDF')
        ax.set_title(f'Fitted $\\tt {self._dist.name}$ PMF and Histogram' if self.discrete else f'Fitted $\\tt {self._dist.name}$ PDF and Histogram')
        ax.legend(*ax.get_legend_handles_labels())
        return ax


def names_of(dist, discrete):
    """The names of a law's parameters: its shapes, loc, and scale where it is continuous."""
    shapes = [name.strip() for name in dist.shapes.split(',')] if getattr(dist, 'shapes', None) else []
    return shapes + ['loc'] + ([] if discrete else ['scale'])


def parameters(dist, discrete, values):
    return collections.namedtuple('FitParams', names_of(dist, discrete))(*(float(x) for x in values))


def told(dist, data, values, message):
    """The result of a fit that was made otherwise."""
    return FitResult(dist, data, False, OptimizeResult(x=parameters(dist, False, values), success=True, message=message))


def _unlikely(dist, discrete, theta, data):
    with np.errstate(all='ignore'):
        terms = np.asarray(dist.logpmf(data, *theta) if discrete else dist.logpdf(data, *theta), dtype=float)
    good = np.isfinite(terms)
    return -terms[good].sum() + (~good).sum() * 100 * np.log(np.finfo(float).max)


def _bounds(dist, discrete, given, names):
    """(the bounds of each parameter) by order or by name; what is not said stays in loc = 0 and scale = 1."""
    many = len(names)
    if isinstance(given, dict):
        known = {name: given[name] for name in names if name in given}
        for name in given:
            if name not in names:
                warnings.warn(f'Bounds provided for the following unrecognized parameters will be ignored: {{{name!r}}}', RuntimeWarning, stacklevel=4)
    else:
        try:
            rows = [] if given is None else [tuple(row) for row in given]
            if any(len(row) != 2 for row in rows):
                raise ValueError
        except (TypeError, ValueError):
            raise ValueError("Each element of a `bounds` sequence must be a tuple containing two elements: the lower and upper bound of a distribution parameter.") from None
        if len(rows) > many:
            raise ValueError(f'A `bounds` sequence may not contain more than {many} elements: tuples specifying the lower and upper bounds of distribution parameters {", ".join(names)}.')
        if given is not None and len(rows) < many - (1 if discrete else 2):
            raise ValueError(f'A `bounds` sequence must contain at least {many - (1 if discrete else 2)} elements: tuples specifying the lower and upper bounds of all shape parameters {", ".join(names)}.')
        known = dict(zip(names, rows))
    found = []
    for name in names:
        low, high = known.get(name, {'loc': (0, 0), 'scale': (1, 1)}.get(name, (-np.inf, np.inf)))
        low, high = np.float64(low), np.float64(high)
        if name == 'scale':
            low = max(low, np.float64(0))
        if low > high:
            raise ValueError(f'There are no values for `{name}` on the interval [{low}, {high}].')
        if not np.isfinite(low) or not np.isfinite(high):
            raise ValueError(f'The intersection of user-provided bounds for `{name}` and the domain of the distribution is not finite. Please provide finite bounds for shape `{name}` in `bounds`.')
        found.append((low, high))
    return found


def fit(dist, data, bounds=None, *, guess=None, method='mle', optimizer=None):
    """A law's parameters between bounds with which the sample is likeliest."""
    from scipy.optimize import differential_evolution
    discrete = hasattr(dist, 'pmf')
    if not discrete and not hasattr(dist, 'pdf'):
        raise ValueError('`dist` must be an instance of `rv_continuous` or `rv_discrete.`')
    data = np.asarray(data)
    if data.ndim != 1:
        raise ValueError('`data` must be exactly one-dimensional.')
    if not (np.issubdtype(data.dtype, np.number) and np.isfinite(data).all()):
        raise ValueError('All elements of `data` must be finite numbers.')
    if method.lower() not in ('mle', 'mse'):
        raise ValueError("`method` must be one of {'mle', 'mse'}")
    if method.lower() == 'mse':
        raise NotImplementedError("fit: method='mse' is not there; 'mle' is")
    names = names_of(dist, discrete)
    room = _bounds(dist, discrete, bounds, names)
    whole = [name == 'loc' and discrete or discrete and name == 'n' for name in names]
    first = None
    if guess is not None:
        first = [guess.get(name, np.mean(r)) for name, r in zip(names, room)] if isinstance(guess, dict) else [*guess, *(np.mean(r) for r in room[len(guess):])]
    free = {'bounds': np.asarray(room), 'args': ()}
    if any(whole):
        free['integrality'] = np.asarray(whole)
    if first is not None:
        free['x0'] = np.asarray(first, dtype=float)
    with np.errstate(invalid='ignore', divide='ignore'):
        found = (optimizer or differential_evolution)(lambda theta: _unlikely(dist, discrete, theta, data), **free)
    return FitResult(dist, data, discrete, found)
