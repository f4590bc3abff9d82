"""Least points among many: hops between basins, grids, annealing; each ends with a local search."""
import numpy as np

from scipy.optimize._minimize import minimize
from scipy.optimize._result import OptimizeResult
from scipy.stats._distribution import generator


class _Hop:
    """A random step along every axis, whose width follows how often it is accepted."""

    def __init__(self, stepsize, rng, take, interval, target, factor, told):
        self.width, self.rng, self.take, self.interval, self.target, self.factor, self.told = stepsize, rng, take, interval, target, factor, told
        self.steps = self.taken = 0
        self.steps_all = self.taken_all = 0

    def __call__(self, x):
        self.steps += 1
        self.steps_all += 1
        if self.steps_all % self.interval == 0:
            self._adapt()
        if self.take is not None:
            return self.take(x)
        return x + self.rng.uniform(-self.width, self.width, np.shape(x))

    def _adapt(self):
        rate, before = self.taken_all / self.steps_all, getattr(self.take, 'stepsize', self.width)
        after = before / self.factor if rate > self.target else before * self.factor
        if self.take is None:
            self.width = after
        elif hasattr(self.take, 'stepsize'):
            self.take.stepsize = after
        if self.told:
            print(f'adaptive stepsize: acceptance rate {rate:f} target {self.target:f} new stepsize {after:g} old stepsize {before:g}')


def basinhopping(func, x0, niter=100, T=1.0, stepsize=0.5, minimizer_kwargs=None, take_step=None, accept_test=None, callback=None, interval=50, disp=False, niter_success=None, seed=None, *, target_accept_rate=0.5,
                 stepwise_factor=0.9):
    """Hops, each followed by a local search, accepted as Metropolis does."""
    if not 0 < target_accept_rate < 1:
        raise ValueError('target_accept_rate has to be in range (0, 1)')
    if not 0 < stepwise_factor < 1:
        raise ValueError('stepwise_factor has to be in range (0, 1)')
    rng, named = generator(seed), dict(minimizer_kwargs or {})
    x = np.array(x0)
    local = lambda at: minimize(func, at, **named)
    if take_step is not None and not callable(take_step):
        raise TypeError('take_step must be callable')
    hop = _Hop(stepsize, rng, take_step, interval, target_accept_rate, stepwise_factor, disp)
    here = local(x)
    failures, calls, slopes = int(not here.success), here.nfev, here.get('njev', 0)
    x, energy, best = np.copy(here.x), here.fun, here
    if disp:
        print(f'basinhopping step 0: f {energy:g}')
    if callback is not None:
        callback(best.x, best.fun, True)
    unchanged, least, rounds, message = 0, niter if niter_success is None else niter_success, 0, ['requested number of basinhopping iterations completed successfully']
    for rounds in range(1, niter + 1):
        tried = local(hop(np.copy(x)))
        failures, calls, slopes = failures + (not tried.success), calls + tried.nfev, slopes + tried.get('njev', 0)
        accepted = True if accept_test is None else accept_test(f_new=tried.fun, x_new=tried.x, f_old=energy, x_old=x)
        beta = 1.0 / T if T != 0 else np.inf
        with np.errstate(invalid='ignore'):
            likely = np.exp(min(0, -(tried.fun - energy) * beta))
        chance = likely >= rng.uniform()
        accepted = 'force' if isinstance(accepted, str) and accepted == 'force accept' else bool(accepted) and chance and bool(tried.success or not here.success)
        fresh = False
        if accepted:
            x, energy, here = np.copy(tried.x), tried.fun, tried
            hop.taken += 1
            hop.taken_all += 1
            if tried.fun < best.fun and tried.success or not best.success and tried.success:
                best, fresh = tried, True
        if disp:
            print(f'basinhopping step {rounds}: f {energy:g} trial_f {tried.fun:g} accepted {int(bool(accepted))} lowest_f {best.fun:g}')
            if fresh:
                print(f'found new global minimum on step {rounds} with function value {best.fun:g}')
        if callable(callback) and callback(tried.x, tried.fun, bool(accepted)):
            message = ['callback function requested stop early byreturning True']
            break
        unchanged = 0 if fresh else unchanged + 1
        if unchanged > least:
            message = ['success condition satisfied']
            break
    return OptimizeResult(lowest_optimization_result=best, x=np.copy(best.x), fun=best.fun, message=message, nit=rounds, minimization_failures=failures, success=best.success, nfev=calls, njev=slopes)


def brute(func, ranges, args=(), Ns=20, full_output=0, finish=(), disp=False, workers=1):
    """The lowest point of a grid, then a local search from there."""
    from scipy.optimize._more import fmin
    size = len(ranges)
    if size > 40:
        raise ValueError('Brute Force not possible with more than 40 variables.')
    cuts = tuple(r if isinstance(r, slice) else slice(*r) if len(r) >= 3 else slice(*r, complex(Ns)) for r in (tuple(r) if not isinstance(r, slice) else r for r in ranges))
    grid = np.mgrid[cuts]
    grid = grid if size > 1 else grid[None] if grid.ndim == 1 else grid
    args = args if isinstance(args, tuple) else (args,)
    points = grid.reshape(size, -1).T
    values = np.array([np.asarray(func(point, *args)).item() for point in points]).reshape(grid.shape[1:])
    at = np.unravel_index(values.argmin(), values.shape)
    best, least = np.array([axis[at] for axis in grid]), values[at]
    finish = fmin if finish == () else finish
    if callable(finish):
        import inspect
        known = inspect.signature(finish).parameters
        if finish is fmin:
            found = fmin(func, best, args=args, full_output=1, disp=disp)
            best, least = found[0], found[1]
        elif 'full_output' in known:
            found = finish(func, best, args=args, full_output=1, **({'disp': disp} if 'disp' in known else {}))
            best, least = found[0], found[1]
        else:
            found = finish(func, best, args=args)
            best, least = found.x, found.fun
    shown = grid[0] if size == 1 else grid
    best = best[0] if size == 1 and not full_output and np.size(best) == 1 and not np.ndim(best) else best
    return (best, least, shown, values) if full_output else best


def dual_annealing(func, bounds, args=(), maxiter=1000, minimizer_kwargs=None, initial_temp=5230.0, restart_temp_ratio=2e-5, visit=2.62, accept=-5.0, maxfun=1e7, seed=None, no_local_search=False, callback=None, x0=None):
    """Generalized simulated annealing: steps of Tsallis' long tails, accepted by his rule, and a local search where it looks promising."""
    low, high = np.array([*zip(bounds.lb, bounds.ub)] if hasattr(bounds, 'lb') else bounds, dtype=float).T
    if np.any(~np.isfinite(low) | ~np.isfinite(high)):
        raise ValueError('Some bounds values are inf values or nan values')
    if not np.all(low < high):
        raise ValueError('Bounds are not consistent min < max')
    rng, size, calls, slopes = generator(seed), len(low), [0], 0
    width = high - low

    def f(x):
        calls[0] += 1
        return np.squeeze(func(x, *args))[()]
    named = dict(minimizer_kwargs or {'method': 'L-BFGS-B', 'bounds': list(zip(low, high)), 'options': {'maxiter': min(max(size * 6, 100), 1000)}})
    x = np.array(x0, dtype=float) if x0 is not None else rng.uniform(low, high, size=size)
    energy = f(x)
    best, least, rounds, message = x.copy(), energy, 0, ['Maximum number of iteration reached']

    def descend(start):
        nonlocal slopes
        found = minimize(f, start, **named)
        slopes += found.get('njev', 0)
        return (found.x, found.fun) if np.all(np.isfinite(found.x)) and np.all(found.x >= low) and np.all(found.x <= high) else (start, f(start))
    first = np.exp((visit - 1) * np.log(2.0)) - 1
    stopped = False
    while rounds < maxiter and not stopped:
        for i in range(maxiter):
            warm = initial_temp * first / (np.exp((visit - 1) * np.log(i + 2.0)) - 1)
            if rounds >= maxiter or warm < initial_temp * restart_temp_ratio or stopped:
                break
            improved = False
            for j in range(2 * size):
                tried = x + _tsallis(rng, visit, warm, size if j < size else 1, j - size, size)
                tried = low + np.fmod(np.fmod(tried - low, width) + width, width)
                value = f(tried)
                cold = warm / (i + 1)
                if value < energy or rng.uniform() <= _tsallis_chance(value - energy, accept, cold):
                    x, energy = tried, value
                if energy < least:
                    best, least, improved = x.copy(), energy, True
                    if callback is not None and callback(best, least, 0):
                        stopped, message = True, ['Callback function requested to stop early by returning True']
                        break
                if calls[0] >= maxfun:
                    stopped, message = True, ['Maximum number of function call reached during annealing']
                    break
            if improved and not no_local_search and not stopped:
                at, value = descend(best)
                if value < least:
                    best, least, x, energy = at, value, at.copy(), value
                    if callback is not None and callback(best, least, 1):
                        stopped, message = True, ['Callback function requested to stop early by returning True']
            rounds += 1
        else:
            continue
        x = rng.uniform(low, high, size=size)
        energy = f(x)
    return OptimizeResult(x=best, fun=least, nit=rounds, nfev=calls[0], njev=slopes, nhev=0, success=not message[0].startswith('Maximum number of function'), status=0, message=message)


def _tsallis(rng, q, warm, count, axis, size):
    """A step whose lengths have Tsallis' distribution: along all axes or along one."""
    from math import gamma, pi
    a = np.exp(np.log(warm) / (q - 1))
    b, c = np.exp((4 - q) * np.log(q - 1)), np.exp((2 - q) * np.log(2.0) / (q - 1))
    d = np.sqrt(pi) * a * b / (c * (3 - q))
    e = 1 / (q - 1) - 0.5
    width = np.exp(-(q - 1) * np.log(pi * (1 - e) / np.sin(pi * (1 - e)) / gamma(2 - e) / d) / (3 - q))
    x, y = rng.normal(size=count) * width, rng.normal(size=count)
    step = np.clip(x / np.exp((q - 1) * np.log(np.abs(y)) / (3 - q)), -1e8, 1e8)
    if count == size and axis < 0:
        return step
    made = np.zeros(size)
    made[axis] = step[0]
    return made


def _tsallis_chance(more, accept, cold):
    base = 1 - (1 - accept) * more / cold
    return 0.0 if base <= 0 else np.exp(np.log(base) / (1 - accept))
