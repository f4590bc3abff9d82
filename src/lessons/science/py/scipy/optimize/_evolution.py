"""differential_evolution: a population of points, each tried against a mixture of others (after Storn and Price), in the order of scipy's draws, so that a seed gives scipy's way."""
import warnings

import numpy as np

from scipy.optimize._result import OptimizeResult
from scipy.stats._distribution import generator

# How a strategy mixes: from which point it starts (best, rand, the candidate itself), how many pairs of others it adds.
_STRATEGIES = {'best1': ('best', 1), 'rand1': ('rand', 1), 'best2': ('best', 2), 'rand2': ('rand', 2), 'randtobest1': ('randtobest', 1), 'currenttobest1': ('currenttobest', 1)}


def _halton_like(kind, count, size, rng):
    """Low discrepancy starts, scrambled by the same generator."""
    from scipy.stats import qmc
    engine = qmc.Sobol(d=size, seed=rng) if kind == 'sobol' else qmc.Halton(d=size, seed=rng)
    return engine.random(n=count)


def _latin(count, size, rng):
    """One point in each slice of each axis."""
    width = 1.0 / count
    at = width * rng.uniform(size=(count, size)) + np.linspace(0.0, 1.0, count, endpoint=False)[:, None]
    made = np.zeros_like(at)
    for axis in range(size):
        made[:, axis] = at[rng.permutation(range(count)), axis]
    return made


class _Evolution:
    """The population in a unit cube, the energies, and a step of a generation."""

    def __init__(self, func, bounds, args, strategy, popsize, mutation, recombination, rng, init, x0, constraints, updating):
        from scipy.optimize._minimize import _limits
        size = len(bounds.lb) if hasattr(bounds, 'lb') else len(bounds)
        self.low, self.high = _limits(bounds, size)
        if not np.all(np.isfinite(self.low) & np.isfinite(self.high)):
            raise ValueError("bounds should be a sequence containing real valued (min, max) pairs for each value in x")
        self.func, self.args, self.rng, self.size, self.calls = func, args, rng, size, 0
        for tail in ('bin', 'exp'):
            if strategy.endswith(tail) and strategy[:-3] in _STRATEGIES:
                self.start, self.pairs, self.bin = (*_STRATEGIES[strategy[:-3]], tail == 'bin')
                break
        else:
            raise ValueError('Please select a valid mutation strategy')
        self.dither = None
        if hasattr(mutation, '__iter__'):
            self.dither = sorted(mutation)
        self.scale, self.cross, self.updating = mutation, recombination, updating
        self.middle, self.width = 0.5 * (self.low + self.high), np.abs(self.high - self.low)
        self.held = list(constraints) if isinstance(constraints, (list, tuple)) else [constraints]
        self.count = max(5, popsize * max(1, size - int(np.sum(self.low == self.high))))
        self._begin(init)
        if x0 is not None:
            first = (np.asarray(x0, dtype=float) - self.middle) / np.where(self.width == 0, 1, self.width) + 0.5
            if np.any((first > 1) | (first < 0)):
                raise ValueError('Some entries in x0 lay outside the specified bounds')
            self.people[0] = first
        self.energies, self.excess = np.full(self.count, np.inf), np.zeros(self.count)

    def _begin(self, init):
        if isinstance(init, str):
            if init == 'latinhypercube':
                self.people = _latin(self.count, self.size, self.rng)
            elif init == 'random':
                self.people = self.rng.uniform(size=(self.count, self.size))
            elif init in ('sobol', 'halton'):
                self.count = int(2 ** np.ceil(np.log2(self.count))) if init == 'sobol' else self.count
                self.people = _halton_like(init, self.count, self.size, self.rng)
            else:
                raise ValueError("The population initialization method must be one of 'latinhypercube' or 'random', or an array of shape (S, N) where N is the number of parameters and S>5")
        else:
            given = np.asarray(init, dtype=float)
            if given.ndim != 2 or given.shape[1] != self.size or len(given) < 5:
                raise ValueError('The population supplied needs to have shape (S, len(x)), where S > 4.')
            self.people = np.clip((given - self.middle) / np.where(self.width == 0, 1, self.width) + 0.5, 0, 1)
            self.count = len(given)

    def place(self, unit):
        return self.middle + (unit - 0.5) * self.width

    def broken(self, x):
        """By how much the constraints are broken at x."""
        total = 0.0
        for held in self.held:
            value = np.atleast_1d(held.A @ x if hasattr(held, 'A') else held.fun(x)).astype(float)
            total += np.sum(np.maximum(np.asarray(held.lb) - value, 0)) + np.sum(np.maximum(value - np.asarray(held.ub), 0))
        return total

    def ask(self, x):
        self.calls += 1
        return float(np.squeeze(self.func(x, *self.args)))

    def measure(self):
        """The energies of the first population; the best goes to the front."""
        for i in range(self.count):
            x = self.place(self.people[i])
            self.excess[i] = self.broken(x) if self.held else 0.0
            self.energies[i] = self.ask(x) if self.excess[i] == 0 else np.inf
        self.promote()

    def promote(self):
        good = np.flatnonzero(self.excess == 0)
        best = good[np.argmin(self.energies[good])] if len(good) else int(np.argmin(self.excess))
        for kept in (self.people, self.energies, self.excess):
            kept[[0, best]] = kept[[best, 0]]

    def others(self, candidate):
        found = [i for i in range(self.count) if i != candidate]
        self.rng.shuffle(found)
        return found[:5]

    def mixed(self, candidate, drawn):
        p, s = self.people, self.scale
        if self.start == 'best':
            base, rest = p[0], drawn
        elif self.start == 'rand':
            base, rest = p[drawn[0]], drawn[1:]
        elif self.start == 'randtobest':
            base, rest = p[drawn[0]] + s * (p[0] - p[drawn[0]]), drawn[1:]
        else:
            return p[candidate] + s * (p[0] - p[candidate] + p[drawn[0]] - p[drawn[1]])
        if self.pairs == 1:
            return base + s * (p[rest[0]] - p[rest[1]])
        return base + s * (p[rest[0]] + p[rest[1]] - p[rest[2]] - p[rest[3]])

    def trial(self, candidate):
        fill = self.rng.choice(self.size)
        made = self.mixed(candidate, self.others(candidate))
        crossed = self.rng.uniform(size=self.size) < self.cross
        tried = self.people[candidate].copy()
        if self.bin:
            crossed[fill] = True
            tried = np.where(crossed, made, tried)
        else:
            i = 0
            crossed[0] = True
            while i < self.size and crossed[i]:
                tried[fill] = made[fill]
                fill, i = (fill + 1) % self.size, i + 1
        return tried

    def inside(self, tried):
        """What lies outside is drawn anew."""
        outside = (tried > 1) | (tried < 0)
        tried[outside] = self.rng.uniform(size=int(outside.sum()))
        return tried

    def accept(self, candidate, tried):
        x = self.place(tried)
        excess = self.broken(x) if self.held else 0.0
        energy = self.ask(x) if excess == 0 else np.inf
        better = energy <= self.energies[candidate] if excess == 0 and self.excess[candidate] == 0 else excess == 0 or excess <= self.excess[candidate]
        if not better:
            return
        self.people[candidate], self.energies[candidate], self.excess[candidate] = tried, energy, excess
        if self.updating == 'immediate' and (energy <= self.energies[0] if excess == 0 and self.excess[0] == 0 else excess < self.excess[0] or (excess == 0 and self.excess[0] > 0)):
            self.promote()

    def generation(self):
        if self.dither:
            self.scale = self.rng.uniform(self.dither[0], self.dither[1])
        if self.updating == 'immediate':
            for candidate in range(self.count):
                self.accept(candidate, self.inside(self.trial(candidate)))
            return
        tried = self.inside(np.array([self.trial(candidate) for candidate in range(self.count)]))
        for candidate, each in enumerate(tried):
            self.accept(candidate, each)
        self.promote()

    def settled(self, tol, atol):
        if np.any(np.isinf(self.energies)):
            return False
        return np.std(self.energies) <= atol + tol * np.abs(np.mean(self.energies))

    def spread(self):
        if np.any(np.isinf(self.energies)):
            return np.inf
        return np.std(self.energies) / (np.abs(np.mean(self.energies)) + 2.220446049250313e-16)


def _polished(e, found):
    """The last steps by slopes."""
    from scipy.optimize._minimize import minimize
    limits = list(zip(e.low, e.high))
    if e.held:
        better = minimize(lambda x: e.func(x, *e.args), found.x, method='SLSQP', bounds=limits, constraints=e.held)
    else:
        better = minimize(lambda x: float(np.squeeze(e.func(x, *e.args))), found.x, method='L-BFGS-B', bounds=limits)
    found.nfev += better.nfev
    if better.fun < found.fun and better.success and np.all(better.x <= e.high) and np.all(e.low <= better.x) and not (e.held and e.broken(better.x)):
        found.fun, found.x, found.jac = better.fun, better.x, better.jac
    elif 'jac' in better:
        found.jac = better.jac
        found.pop('jac')
    return found


def differential_evolution(func, bounds, args=(), strategy='best1bin', maxiter=1000, popsize=15, tol=0.01, mutation=(0.5, 1), recombination=0.7, seed=None, callback=None, disp=False, polish=True,
                           init='latinhypercube', atol=0, updating='immediate', workers=1, constraints=(), x0=None, *, integrality=None, vectorized=False):
    """The least point within bounds, without slopes."""
    if vectorized or workers not in (1, -1) and not callable(workers):
        one = func
        func = (lambda x, *more: np.asarray(one(x[:, None], *more)).ravel()[0]) if vectorized else func
    if integrality is not None and np.any(integrality):
        inner, whole = func, np.broadcast_to(np.asarray(integrality, dtype=bool), len(bounds.lb) if hasattr(bounds, 'lb') else len(bounds))
        func = lambda x, *more: inner(np.where(whole, np.round(x), x), *more)
    if callable(workers) or workers == -1 or vectorized:
        updating = 'deferred'
    e = _Evolution(func, bounds, args, strategy, popsize, mutation, recombination, generator(seed), init, x0, constraints, updating)
    e.measure()
    message, good, rounds = 'Maximum number of iterations has been exceeded.', False, 0
    for rounds in range(1, maxiter + 1):
        e.generation()
        if disp:
            print(f'differential_evolution step {rounds}: f(x)= {e.energies[0]:g}')
        if callback and callback(e.place(e.people[0]), convergence=tol / (e.spread() + 2.220446049250313e-16)) is True:
            message, good = 'callback function requested stop early by returning True', False
            break
        if e.settled(tol, atol):
            message, good = 'Optimization terminated successfully.', True
            break
    found = OptimizeResult(x=e.place(e.people[0]), fun=e.energies[0], nfev=e.calls, nit=rounds, message=message, success=good)
    if integrality is not None and np.any(integrality):
        found.x = np.where(whole, np.round(found.x), found.x)
        e.low, e.high = np.where(whole, found.x, e.low), np.where(whole, found.x, e.high)       # (whole ones stay; the others are polished)
    if polish and not (integrality is not None and np.all(integrality)):
        found = _polished(e, found)
    if e.held:
        found.constr_violation = e.broken(found.x)
        if found.constr_violation > 0:
            found.success, found.message = False, f'The solution does not satisfy the constraints, MAXCV = {found.constr_violation}'
            warnings.warn(found.message, UserWarning, stacklevel=2)
    return found
