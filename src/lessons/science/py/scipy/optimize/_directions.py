"""Searches without slopes or with few: Powell's directions, linear models within a radius (COBYLA)."""
import numpy as np

from scipy.optimize._result import OptimizeResult
from scipy.optimize._scalar import bracketed, _brent

_MESSAGES = ('Optimization terminated successfully.', 'Maximum number of function evaluations has been exceeded.', 'Maximum number of iterations has been exceeded.')


def _reach(x, direction, low, high):
    """How far x may go along direction either way."""
    if not direction.any():
        return 0.0, 0.0
    with np.errstate(divide='ignore', invalid='ignore'):
        ends = np.array([(low - x) / direction, (high - x) / direction])
    moved = direction != 0
    return np.nanmax(np.min(ends, axis=0)[moved]), np.nanmin(np.max(ends, axis=0)[moved])


def _along(f, x, direction, tol, low, high, here):
    """The least point on a line: (value, where, the step)."""
    if not direction.any():
        return here, x, direction
    go = lambda a: float(f(x + a * direction))
    if low is None:
        a, b, c, fb = bracketed(go, 0.0, 1.0)
        at, value, _, _ = _brent(go, min(a, c), b, max(a, c), fb, tol, 500, 1e-11)
    else:
        left, right = _reach(x, direction, low, high)
        if np.isneginf(left) and np.isposinf(right):
            return _along(f, x, direction, tol, None, None, here)
        if np.isfinite(left) and np.isfinite(right):
            start = left + 0.3819660112501051 * (right - left)
            at, value, _, _ = _brent(go, left, start, right, go(start), 1.4901161193847656e-08, 500, tol / 100 / 3)
        else:
            inside = lambda turned: go(np.tan(turned))
            left, right = np.arctan(left), np.arctan(right)
            start = left + 0.3819660112501051 * (right - left)
            turned, value, _, _ = _brent(inside, left, start, right, inside(start), 1.4901161193847656e-08, 500, tol / 100 / 3)
            at = np.tan(turned)
    step = at * direction
    return value, x + step, step


def powell(f, x, options, callback, low, high):
    """Powell's method: along each direction, then along the way that all of them went."""
    xtol, ftol = options.pop('xtol', 1e-4), options.pop('ftol', 1e-4)
    most, most_calls, given = options.pop('maxiter', None), options.pop('maxfev', None), options.pop('direc', None)
    options.pop('return_all', None)
    if most is None and most_calls is None:
        most, most_calls = 1000 * x.size, 1000 * x.size
    most, most_calls = np.inf if most is None else most, np.inf if most_calls is None else most_calls
    directions = np.eye(x.size) if given is None else np.array(given, dtype=float)
    if low is not None:
        x = np.clip(x, low, high)
    value, before, rounds = float(f(x)), x.copy(), 0
    while True:
        start, largest, which = value, 0.0, 0
        for i in range(x.size):
            last = value
            value, x, _ = _along(f, x, directions[i], xtol * 100, low, high, value)
            if last - value > largest:
                largest, which = last - value, i
        rounds += 1
        if callback is not None:
            callback(x)
        if 2.0 * (start - value) <= ftol * (abs(start) + abs(value)) + 1e-20 or f.calls >= most_calls or rounds >= most or np.isnan(start) and np.isnan(value):
            break
        way = x - before
        before = x.copy()
        far = 1.0 if low is None else min(1.0, _reach(x, way, low, high)[1])
        there = float(f(x + far * way))
        if start > there:
            t = 2.0 * (start + there - 2.0 * value) * (start - value - largest) ** 2 - largest * (start - there) ** 2
            if t < 0.0:
                value, x, step = _along(f, x, way, xtol * 100, low, high, value)
                if step.any():
                    directions[which] = directions[-1]
                    directions[-1] = step
    status = 1 if f.calls >= most_calls else 2 if rounds >= most else 0
    return OptimizeResult(fun=value, direc=directions, nit=rounds, nfev=f.calls, status=status, success=status == 0, message=_MESSAGES[status], x=x)


def cobyla(f, x, constraints, low, high, options, callback):
    """Powell's linear models over a simplex, within a radius that shrinks; constraints are such models too."""
    from scipy.optimize._constrained import gathered
    radius, tol, most, catol = options.pop('rhobeg', 1.0), options.pop('tol', 1e-4), options.pop('maxiter', 1000), options.pop('catol', 2e-4)
    options.pop('disp', None)
    equal, above = gathered(constraints, x)
    if low is not None:
        above = [*above, (lambda at: (at - low)[np.isfinite(low)], None), (lambda at: (high - at)[np.isfinite(high)], None)]

    def held(at):
        parts = [np.atleast_1d(g(at)) for g, _ in above] + [part for g, _ in equal for part in (np.atleast_1d(g(at)), -np.atleast_1d(g(at)))]
        return np.concatenate(parts) if parts else np.zeros(0)
    value, slack, weight = float(f(x)), held(x), 1.0
    broken = lambda g: max(0.0, float(-g.min())) if g.size else 0.0
    while radius > tol / 2 and f.calls < most:
        models, limits = np.empty(x.size), np.empty((slack.size, x.size))
        for i in range(x.size):
            moved = x.copy()
            moved[i] += radius / 2
            models[i] = (float(f(moved)) - value) / (radius / 2)
            limits[:, i] = (held(moved) - slack) / (radius / 2)
        step = _linear_step(models, limits, slack, radius)
        tried = x + step
        there, g = float(f(tried)), held(tried)
        if callback is not None:
            callback(np.copy(tried))
        weight = max(weight, 2 * np.abs(models).sum()) if broken(g) > 0 or broken(slack) > 0 else weight
        if there + weight * broken(g) < value + weight * broken(slack) - 1e-12 * radius:
            x, value, slack = tried, there, g
        else:
            radius /= 2
    worst = broken(slack)
    status = 2 if f.calls >= most else 4 if worst > catol else 1
    message = {1: 'Optimization terminated successfully.', 2: 'Maximum number of function evaluations has been exceeded.', 4: 'Did not converge to a solution satisfying the constraints. See `maxcv` for magnitude of violation.'}[status]
    return OptimizeResult(x=x, status=status, success=status == 1, message=message, nfev=f.calls, fun=value, maxcv=worst)


def _linear_step(models, limits, slack, radius):
    """The step in a box that lowers the linear model most while linear constraints hold (or are least broken)."""
    from scipy.optimize._linear import linprog
    size = len(models)
    if not len(slack):
        norm = np.linalg.norm(models)
        return -radius * models / norm if norm else np.zeros(size)
    cost = np.append(models, 1e3 * (1 + np.abs(models).sum()))
    ways = np.hstack([-limits, -np.ones((len(slack), 1))])
    found = linprog(cost, A_ub=ways, b_ub=slack, bounds=[(-radius, radius)] * size + [(0, None)])
    return found.x[:size] if found.x is not None else np.zeros(size)
