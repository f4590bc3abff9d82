"""minimize: Nelder-Mead's simplex, BFGS and L-BFGS-B, gradients by differences where none is given; with constraints and with second derivatives in _constrained.py and _newton.py."""
import warnings

import numpy as np

from scipy.optimize._constrained import slsqp
from scipy.optimize._directions import cobyla, powell
from scipy.optimize._newton import Bends, conjugate, newton_cg, trust
from scipy.optimize._result import OptimizeResult

_STEP = np.finfo(float).eps ** 0.5
_TRUST = ('dogleg', 'trust-ncg', 'trust-exact', 'trust-krylov')
_NAMES = ('nelder-mead', 'bfgs', 'l-bfgs-b', 'cg', 'newton-cg', 'slsqp', 'powell', 'cobyla', *_TRUST)


class _Function:
    """The function with its arguments, how often it and its gradient were asked for; along an axis that has no room before its bound the difference is taken backward."""

    def __init__(self, function, args, jac, low=None, high=None, step=None):
        self.function, self.args, self.calls, self.gradients, self.low, self.high, self.step = function, args, 0, 0, low, high, step or _STEP
        self.central = False        # differences to both sides: where one side's are too rough to go on
        self.jac, self.both, self.kept = (jac if callable(jac) else None), jac is True, (None, None)

    def __call__(self, x):
        self.calls += 1
        found = self.function(np.copy(x), *self.args)
        if self.both:
            found, gradient = found
            self.kept = np.copy(x), np.asarray(gradient, dtype=float)
        if not np.isscalar(found):
            try:
                found = np.asarray(found).item()
            except ValueError as e:
                raise ValueError('The user-provided objective function must return a scalar value.') from e
        return found

    def gradient(self, x, value):
        self.gradients += 1
        if self.both:
            if self.kept[0] is None or not np.array_equal(self.kept[0], x):
                self(x)
            return self.kept[1]
        if self.jac is not None:
            return np.asarray(self.jac(np.copy(x), *self.args), dtype=float).ravel()
        found = np.empty_like(x)
        for i in range(x.size):
            step = self.step * (1.0 if x[i] >= 0 else -1.0) * max(1.0, abs(x[i])) if self.step == _STEP else self.step
            moved = x.copy()
            if self.central:
                step *= 400
                moved[i] += step
                other = x.copy()
                other[i] -= step
                found[i] = (self(moved) - self(other)) / (moved[i] - other[i])
                continue
            if self.high is not None and x[i] + step > self.high[i] or self.low is not None and x[i] + step < self.low[i]:
                step = -step
            moved[i] += step
            found[i] = (self(moved) - value) / (moved[i] - x[i])
        return found


def _line(f, x, value, gradient, direction, first, most=np.inf, c1=1e-4, c2=0.9):
    """(step, value, gradient) by Wolfe's conditions, in doubling and then closing in by cubics; None where there is none."""
    slope = gradient @ direction
    if not slope < 0:
        return None
    low, low_value, low_slope = 0.0, value, slope
    high = high_value = high_slope = None
    step, best = min(first, most), None
    for _ in range(40):
        at = x + step * direction
        here = f(at)
        if np.isfinite(here) and here <= value + c1 * step * slope and (high is None or here < low_value):
            gradient_here = f.gradient(at, here)
            slope_here = gradient_here @ direction
            best = step, here, gradient_here
            if abs(slope_here) <= -c2 * slope or step >= most:
                return best
            if slope_here >= 0 or high is not None and slope_here * (high - low) >= 0:
                high, high_value, high_slope = low, low_value, low_slope
            low, low_value, low_slope = step, here, slope_here
            if high is None:
                step = min(step * 2, most)
                continue
        else:
            high, high_value, high_slope = step, here, None
        width = high - low
        if abs(width) * np.max(np.abs(direction)) < 1e-14 * max(1.0, np.max(np.abs(x))):
            break
        if high_slope is None and np.isfinite(high_value):       # a parabola through both values and the slope at low
            curve = high_value - low_value - low_slope * width
            share = -low_slope * width / (2 * curve) if curve > 0 else 0.5
        else:
            share = 0.5
        step = low + width * min(max(share, 0.1), 0.9)
    return best


def _bfgs(f, x, options, callback):
    gtol, most = options.pop('gtol', 1e-5), options.pop('maxiter', None) or x.size * 200
    value = f(x)
    gradient = f.gradient(x, value)
    inverse, old, rounds, status = np.eye(x.size), value + np.linalg.norm(gradient) / 2, 0, 0
    while np.max(np.abs(gradient), initial=0) > gtol and rounds < most:
        direction = -inverse @ gradient
        slope = gradient @ direction
        first = min(1.0, 2.02 * (value - old) / slope) if slope else 1.0
        found = _line(f, x, value, gradient, direction, first if first > 0 else 1.0)
        if found is None:
            if f.jac is None and not f.both and not f.central:
                f.central = True
                gradient, inverse = f.gradient(x, value), np.eye(x.size)
                continue
            status = 2
            break
        step, here, gradient_here = found
        s, y = step * direction, gradient_here - gradient
        x, old, value, gradient = x + s, value, here, gradient_here
        rounds += 1
        if callback is not None:
            callback(np.copy(x))
        if not np.isfinite(value):
            status = 2
            break
        sy = s @ y
        rho = 1 / sy if sy else 1000.0
        change = np.eye(x.size) - rho * np.outer(s, y)
        inverse = change @ inverse @ change.T + rho * np.outer(s, s)
    if rounds >= most and not status and np.max(np.abs(gradient)) > gtol:
        status = 1
    if np.isnan(gradient).any() or np.isnan(value) or np.isnan(x).any():
        status = 3
    message = ('Optimization terminated successfully.', 'Maximum number of iterations has been exceeded.', 'Desired error not necessarily achieved due to precision loss.', 'NaN result encountered.')[status]
    return OptimizeResult(fun=value, jac=gradient, hess_inv=inverse, nfev=f.calls, njev=f.gradients, status=status, success=status == 0, message=message, x=x, nit=rounds)


def _two_loops(gradient, pairs):
    """The inverse of the curvature that the last steps have shown, times the gradient."""
    q, factors = gradient.copy(), []
    for s, y in reversed(pairs):
        a = (s @ q) / (s @ y)
        factors.append(a)
        q = q - a * y
    if pairs:
        s, y = pairs[-1]
        q = q * (s @ y) / (y @ y)
    for (s, y), a in zip(pairs, reversed(factors)):
        q = q + s * (a - (y @ q) / (s @ y))
    return q


def _lbfgsb(f, x, options, callback, low, high):
    kept, ftol, gtol = options.pop('maxcor', 10), options.pop('ftol', 2.2204460492503131e-09), options.pop('gtol', 1e-5)
    most, most_calls = options.pop('maxiter', 15000), options.pop('maxfun', 15000)
    options.pop('maxls', None)
    x = np.clip(x, low, high)
    value = f(x)
    gradient, pairs, rounds = f.gradient(x, value), [], 0
    status, message = 0, 'CONVERGENCE: NORM_OF_PROJECTED_GRADIENT_<=_PGTOL'
    while np.max(np.abs(np.clip(x - gradient, low, high) - x), initial=0) > gtol:
        if rounds >= most or f.calls > most_calls:
            status, message = 1, 'STOP: TOTAL NO. of ITERATIONS REACHED LIMIT' if rounds >= most else 'STOP: TOTAL NO. of f AND g EVALUATIONS EXCEEDS LIMIT'
            break
        free = ~((x <= low) & (gradient > 0) | (x >= high) & (gradient < 0))     # what a bound holds stays
        held = np.where(free, gradient, 0.0)
        direction = np.where(free, -_two_loops(held, [(np.where(free, s, 0), np.where(free, y, 0)) for s, y in pairs if (s * y)[free].sum() > 0]), 0.0)
        if not direction @ gradient < 0:
            direction, pairs = -held, []
        with np.errstate(divide='ignore', invalid='ignore'):
            room = np.where(direction > 0, (high - x) / direction, np.where(direction < 0, (low - x) / direction, np.inf))
        blocked = free & (room <= 1e-16)
        direction = np.where(blocked, 0.0, direction)
        reach = np.min(np.where(direction != 0, room, np.inf), initial=np.inf)
        if reach < 1:        # past the first bound: the path bends along it
            found = _projected(f, x, value, gradient, direction, low, high)
        else:
            found = _line(f, x, value, gradient, direction, 1.0 if pairs else min(1.0, 1 / max(np.linalg.norm(direction), 1e-300)), reach)
            found = found and (np.clip(x + found[0] * direction, low, high), *found[1:])
        if found is None:
            if pairs:
                pairs = []
                continue
            status, message = 2, 'ABNORMAL_TERMINATION_IN_LNSRCH'
            break
        at, here, gradient_here = found
        s, y = at - x, gradient_here - gradient
        if s @ y > 2.2e-16 * (y @ y):
            pairs = [*pairs, (s, y)][-kept:]
        old, x, value, gradient = value, at, here, gradient_here
        rounds += 1
        if callback is not None:
            callback(np.copy(x))
        if (old - value) <= ftol * max(abs(old), abs(value), 1):
            message = 'CONVERGENCE: REL_REDUCTION_OF_F_<=_FACTR*EPSMCH'
            break
    return OptimizeResult(fun=value, jac=gradient, nfev=f.calls, njev=f.gradients, nit=rounds, status=status, message=message, x=x, success=status == 0, hess_inv=pairs)


def _projected(f, x, value, gradient, direction, low, high):
    """Halved steps along the path that the bounds bend, until one goes down enough."""
    step = 1.0
    for _ in range(50):
        at = np.clip(x + step * direction, low, high)
        here = f(at)
        if here <= value + 1e-4 * (gradient @ (at - x)) and np.any(at != x):
            return at, here, f.gradient(at, here)
        step /= 2
    return None


def _nelder_mead(f, x, options, callback, low, high):
    xatol, fatol = options.pop('xatol', 1e-4), options.pop('fatol', 1e-4)
    most, most_calls, adaptive, given = options.pop('maxiter', None), options.pop('maxfev', None), options.pop('adaptive', False), options.pop('initial_simplex', None)
    size = x.size
    reflect, expand, contract, shrink = (1, 1 + 2 / size, 0.75 - 1 / (2 * size), 1 - 1 / size) if adaptive else (1, 2, 0.5, 0.5)
    inside = (lambda at: np.clip(at, low, high)) if low is not None else (lambda at: at)
    if given is not None:
        corners = np.array(given, dtype=float)
        if corners.ndim != 2 or corners.shape[0] != corners.shape[1] + 1:
            raise ValueError('`initial_simplex` should be an array of shape (N+1,N)')
        if size != corners.shape[1]:
            raise ValueError('Size of `initial_simplex` is not consistent with `x0`')
    else:
        corners = np.tile(inside(x), (size + 1, 1))
        for i in range(size):
            corners[i + 1, i] = corners[i + 1, i] * 1.05 if corners[i + 1, i] else 0.00025
        if low is not None:
            corners = np.where(corners > high, 2 * high - corners, corners)
    corners = inside(corners)
    if most is None and most_calls is None:
        most = most_calls = size * 200
    most, most_calls = np.inf if most is None else most, np.inf if most_calls is None else most_calls
    values = np.array([f(corner) for corner in corners])
    rounds = 1
    while True:
        order = np.argsort(values, kind='stable')
        corners, values = corners[order], values[order]
        if callback is not None and rounds > 1:
            callback(corners[0].copy())
        if f.calls >= most_calls or rounds >= most or np.max(np.abs(corners[1:] - corners[0])) <= xatol and np.max(np.abs(values[0] - values[1:])) <= fatol:
            break
        middle = corners[:-1].sum(0) / size
        reflected = inside((1 + reflect) * middle - reflect * corners[-1])
        here = f(reflected)
        if here < values[0]:
            further = inside((1 + reflect * expand) * middle - reflect * expand * corners[-1])
            there = f(further)
            corners[-1], values[-1] = (further, there) if there < here else (reflected, here)
        elif here < values[-2]:
            corners[-1], values[-1] = reflected, here
        else:
            outside = here < values[-1]
            nearer = inside((1 + contract * reflect) * middle - contract * reflect * corners[-1] if outside else (1 - contract) * middle + contract * corners[-1])
            there = f(nearer)
            if there <= here if outside else there < values[-1]:
                corners[-1], values[-1] = nearer, there
            else:
                corners[1:] = inside(corners[0] + shrink * (corners[1:] - corners[0]))
                values[1:] = [f(corner) for corner in corners[1:]]
        rounds += 1
    status = 1 if f.calls >= most_calls else 2 if rounds >= most else 0
    message = ('Optimization terminated successfully.', 'Maximum number of function evaluations has been exceeded.', 'Maximum number of iterations has been exceeded.')[status]
    return OptimizeResult(fun=np.min(values), nit=rounds, nfev=f.calls, status=status, success=status == 0, message=message, x=corners[0], final_simplex=(corners, values))


def _limits(bounds, size):
    """(low, high) of bounds; None is no bound."""
    if hasattr(bounds, 'lb'):
        pairs = zip(np.broadcast_to(bounds.lb, size), np.broadcast_to(bounds.ub, size))
    else:
        pairs = list(bounds)
        if len(pairs) != size:
            raise ValueError('length of x0 != length of bounds')
    low, high = np.array([(-np.inf if a is None else a, np.inf if b is None else b) for a, b in pairs], dtype=float).reshape(size, 2).T
    if np.any(low > high):
        raise ValueError('LBFGSB - one of the lower bounds is greater than an upper bound.')
    return low, high


_ELSEWHERE = {'tnc': 'L-BFGS-B', 'trust-constr': 'SLSQP'}       # methods that are not there, and what comes nearest
_TITLES = {'dogleg': 'dogleg minimization', 'trust-ncg': 'Newton-CG trust-region minimization', 'trust-krylov': 'Krylov trust-region minimization', 'trust-exact': 'trust region exact minimization.'}
_TOLERANCES = {'powell': ('xtol', 'ftol'), 'cobyla': ('tol',), 'nelder-mead': ('xatol', 'fatol'), 'l-bfgs-b': ('ftol', 'gtol'), 'slsqp': ('ftol',), 'newton-cg': ('xtol',)}


def told(found):
    """What a search did, in lines."""
    lines = [found.message, f'         Current function value: {found.fun:f}', f'         Iterations: {found.nit:d}', f'         Function evaluations: {found.nfev:d}']
    return '\n'.join(lines + [f'         {what} evaluations: {found[name]:d}' for name, what in (('njev', 'Gradient'), ('nhev', 'Hessian')) if name in found])


def minimize(fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None, options=None):
    x = np.atleast_1d(np.asarray(x0))
    if x.ndim != 1:
        warnings.warn('Use of `minimize` with `x0.ndim != 1` is deprecated. Currently, singleton dimensions will be removed from `x0`, but an error will be raised in SciPy 1.11.0.', DeprecationWarning, stacklevel=2)
        x = np.atleast_1d(np.squeeze(x))
        if x.ndim != 1:
            raise ValueError("'x0' must only have one dimension.")
    x = x.astype(float)
    some = not (isinstance(constraints, (list, tuple)) and not constraints)
    name = ('SLSQP' if some else 'BFGS' if bounds is None else 'L-BFGS-B') if method is None else method
    if callable(name):
        return name(fun, x, args=args, jac=jac, hess=hess, hessp=hessp, bounds=bounds, constraints=constraints, callback=callback, **(options or {}))
    name = name.lower()
    if name in _ELSEWHERE:
        raise NotImplementedError(f"scipy has minimize(method='{method}'), perch's scipy has not; the nearest is method='{_ELSEWHERE[name]}'")
    if name not in _NAMES:
        raise ValueError(f'Unknown solver {method}')
    if some and name not in ('slsqp', 'cobyla'):
        warnings.warn(f'Method {method} cannot handle constraints.', RuntimeWarning, stacklevel=2)
    if name in ('newton-cg', *_TRUST) and not (callable(jac) or jac is True):
        raise ValueError('Jacobian is required for Newton-CG method' if name == 'newton-cg' else f'Jacobian is required for {_TITLES[name]}')
    if name in _TRUST and not callable(hess) and not callable(hessp):
        raise ValueError('Hessian is required for dogleg minimization' if name == 'dogleg' else 'Either the Hessian or the Hessian-vector product is required for ' + _TITLES[name] if name != 'trust-exact'
                         else 'Hessian matrix is required for trust region exact minimization.')
    args = args if isinstance(args, tuple) else (args,)
    options = dict(options or {})
    if tol is not None:
        for option in _TOLERANCES.get(name, ('gtol',)):
            options.setdefault(option, tol)
    shown, step = False if name == 'slsqp' else options.pop('disp', False), options.pop('eps', None)
    low, high = (None, None) if bounds is None else _limits(bounds, x.size)
    f = _Function(fun, args, None if name in ('nelder-mead', 'powell', 'cobyla') and jac is not True else jac, low, high, step)
    if name == 'bfgs':
        if bounds is not None:
            warnings.warn('Method BFGS cannot handle constraints nor bounds.', RuntimeWarning, stacklevel=2)
        found = _bfgs(f, x, options, callback)
    elif name == 'slsqp':
        found = slsqp(f, x, constraints, low, high, options, callback)
    elif name == 'cg':
        found = conjugate(f, x, options, callback, _line)
    elif name == 'newton-cg':
        found = newton_cg(f, x, Bends(f, hess, hessp, args), options, callback, _line)
    elif name in _TRUST:
        found = trust(f, x, Bends(f, hess, hessp, args), options, callback)
    elif name == 'powell':
        found = powell(f, x, options, callback, low, high)
    elif name == 'cobyla':
        found = cobyla(f, x, constraints, low, high, options, callback)
    elif name == 'nelder-mead':
        found = _nelder_mead(f, x, options, callback, low, high)
    else:
        found = _lbfgsb(f, x, options, callback, *((np.full(x.size, -np.inf), np.full(x.size, np.inf)) if low is None else (low, high)))
    left = [option for option in options if option not in ('return_all', 'norm', 'iprint')]
    if left:
        from scipy.optimize._curve import OptimizeWarning
        warnings.warn('Unknown solver options: ' + ', '.join(left), OptimizeWarning, stacklevel=2)
    if shown:
        print(told(found))
    return found
