"""minimize: Nelder-Mead's simplex and BFGS, gradients by differences where none is given; within bounds in _bounded.py, with constraints and with second derivatives in _constrained.py and _newton.py."""
import warnings

import numpy as np

from scipy.optimize._bounded import lbfgsb
from scipy.optimize._constrained import slsqp
from scipy.optimize._directions import cobyla, powell
from scipy.optimize._newton import Bends, conjugate, newton_cg, trust
from scipy.optimize._result import OptimizeResult
from scipy.optimize._steps import doubled, wolfe

_STEP, _CUBE = np.finfo(float).eps ** 0.5, np.finfo(float).eps ** (1 / 3)
_TRUST = ('dogleg', 'trust-ncg', 'trust-exact', 'trust-krylov')
_NAMES = ('nelder-mead', 'bfgs', 'l-bfgs-b', 'cg', 'newton-cg', 'slsqp', 'powell', 'cobyla', *_TRUST)


class _Function:
    """The function with its arguments, how often it and its gradient were asked for; along an axis that has no room before its bound the difference is taken backward."""

    def __init__(self, function, args, jac, low=None, high=None, step=None):
        self.function, self.args, self.calls, self.gradients, self.low, self.high, self.step = function, args, 0, 0, low, high, step
        self.way = jac if isinstance(jac, str) else '2-point'
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
            if self.way != '2-point':
                found[i] = self._finer(x, i)
                continue
            step = self.step
            if step is None or x[i] + step == x[i]:
                step = _STEP * (1.0 if x[i] >= 0 else -1.0) * max(1.0, abs(x[i]))
            moved = x.copy()
            if self.high is not None and x[i] + step > self.high[i] or self.low is not None and x[i] + step < self.low[i]:
                step = -step
            moved[i] += step
            found[i] = (self(moved) - value) / (moved[i] - x[i])
        return found

    def _finer(self, x, i):
        """A difference to both sides, or a step that is imaginary."""
        if self.way == 'cs':
            step = _STEP * max(1.0, abs(x[i]))
            moved = x.astype(complex)
            moved[i] += step * 1j
            return self(moved).imag / step
        step = _CUBE * (1.0 if x[i] >= 0 else -1.0) * max(1.0, abs(x[i]))
        one, other = x.copy(), x.copy()
        one[i], other[i] = x[i] - step, x[i] + step
        return (self(other) - self(one)) / (other[i] - one[i])


class _Along:
    """The function along a direction, and where it was asked last."""

    def __init__(self, f, x, direction):
        self.f, self.x, self.direction, self.step, self.gradient = f, x, direction, None, None

    def f_at(self, step):
        self.step, self.at, self.gradient = step, self.x + step * self.direction, None
        self.value = self.f(self.at)
        return self.value

    def slope(self):
        if self.gradient is None:
            self.gradient = self.f.gradient(self.at, self.value)
        return self.gradient @ self.direction

    def __call__(self, step):
        return self.f_at(step), self.slope()


def _line(f, x, value, gradient, direction, first, c2=0.9, holds=None):
    """(step, value, gradient) by Wolfe's conditions and holds(step, gradient); None where there is none."""
    along, slope = _Along(f, x, direction), gradient @ direction
    found = wolfe(along, value, slope, first, 1e-100, 1e100, 1e-4, c2, 1e-14, 100) if slope < 0 and first >= 1e-100 else None
    step = found[0] if found and found[1] and (holds is None or holds(found[0], along.gradient)) else doubled(along, value, slope, first, 1e-4, c2, holds)
    if step is None:
        return None
    if along.step != step:
        along.f_at(step)
    along.slope()
    return step, along.value, along.gradient


def _bfgs(f, x, options, callback):
    gtol, most = options.pop('gtol', 1e-5), options.pop('maxiter', None) or x.size * 200
    value = f(x)
    gradient = f.gradient(x, value)
    inverse, old, rounds, status = np.eye(x.size, dtype=int), value + np.linalg.norm(gradient) / 2, 0, 0
    while np.max(np.abs(gradient), initial=0) > gtol and rounds < most:
        direction = -inverse @ gradient
        slope = gradient @ direction
        first = min(1.0, 2.02 * (value - old) / slope) if slope else 1.0
        found = _line(f, x, value, gradient, direction, first if first >= 0 else 1.0)
        if found is None:
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


def _limits(bounds, size, name=''):
    """(low, high) of bounds; None is no bound, one pair is everybody's."""
    if hasattr(bounds, 'lb'):
        pairs = zip(np.broadcast_to(bounds.lb, size), np.broadcast_to(bounds.ub, size))
    else:
        pairs = list(bounds)
        pairs = pairs * size if len(pairs) == 1 else pairs
        if len(pairs) != size:
            raise ValueError('length of x0 != length of bounds')
    low, high = np.array([(-np.inf if a is None else a, np.inf if b is None else b) for a, b in pairs], dtype=float).reshape(size, 2).T
    if np.any(low > high) and name == 'slsqp':
        raise ValueError('SLSQP Error: lb > ub in bounds %s.' % ', '.join(str(b) for b in (low > high)[low != high]))
    if np.any(low > high):
        raise ValueError('LBFGSB - one of the lower bounds is greater than an upper bound.')
    return low, high


def _among_free(fun, x, args, low, high, fixed, jac, **given):
    """The search in the coordinates that bounds leave free; the others stand where they are held."""
    whole = np.where(fixed, low, x)
    if fixed.all():
        found = fun(np.copy(whole), *args)
        return OptimizeResult(x=whole, fun=found[0] if jac is True else found, success=True, message='All independent variables were fixed by bounds.', nfev=1, njev=0, nhev=0)

    def filled(part, rest):
        made = np.array(rest, dtype=np.result_type(part, float))
        made[~fixed] = part
        return made

    def inside(part, *args):
        found = fun(filled(part, whole), *args)
        return (found[0], np.asarray(found[1])[~fixed]) if jac is True else found

    found = minimize(inside, x[~fixed], args, jac=jac, bounds=list(zip(low[~fixed], high[~fixed])), **given)
    found.x = filled(found.x, whole)
    for name in ('jac', 'hess_inv'):
        if name in found:
            found[name] = filled(found[name], np.full(x.size, np.nan)) if name == 'jac' else None
    return found


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
    low, high = (None, None) if bounds is None else _limits(bounds, x.size, name)
    if low is not None and name in ('slsqp', 'l-bfgs-b') and not some:
        fixed = low == high
        if fixed.all() or fixed.any() and not callable(jac) and jac is not True:
            return _among_free(fun, x, args, low, high, fixed, jac, method=method, tol=None, callback=callback, options=options)
    shown, step = False if name == 'slsqp' else options.pop('disp', False), options.pop('eps', None)
    f = _Function(fun, args, None if name in ('nelder-mead', 'powell', 'cobyla') and jac is not True else jac, low, high, None if isinstance(jac, str) else step or (1e-8 if name == 'l-bfgs-b' else _STEP))
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
        found = lbfgsb(f, x, options, callback, *((np.full(x.size, -np.inf), np.full(x.size, np.inf)) if low is None else (low, high)))
    left = [option for option in options if option not in ('return_all', 'norm', 'iprint')]
    if left:
        from scipy.optimize._curve import OptimizeWarning
        warnings.warn('Unknown solver options: ' + ', '.join(left), OptimizeWarning, stacklevel=2)
    if shown:
        print(told(found))
    return found
