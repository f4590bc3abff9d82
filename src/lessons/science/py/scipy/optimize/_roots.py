"""Roots: of functions of one number, and of as many functions as numbers; least squares of several."""
import warnings

import numpy as np

from scipy.optimize._curve import _least_squares
from scipy.optimize._enclose import toms748
from scipy.optimize._result import OptimizeResult
from scipy.optimize._scalar import RootResults, bisect, brenth, brentq
from scipy.optimize._spectral import df_sane


def _tuple(args):
    return args if isinstance(args, tuple) else (args,)


def newton(func, x0, fprime=None, args=(), tol=1.48e-08, maxiter=50, fprime2=None, x1=None, rtol=0.0, full_output=False, disp=True):
    """Newton's way down the slope fprime (Halley's, with fprime2), or the secant through two points; of an array all roots at once."""
    args = _tuple(args)
    if tol <= 0:
        raise ValueError('tol too small (%g <= 0)' % tol)
    if maxiter < 1:
        raise ValueError('maxiter must be greater than 0')
    x, calls = np.asarray(x0)[()] * 1.0, 0

    def done(root, rounds, found=True):
        if not found and disp:
            raise RuntimeError('Failed to converge after %d iterations, value is %s.' % (rounds, root))
        return (root, RootResults(root, rounds, calls, found)) if full_output else root

    def near(a, b):
        return np.all(np.isclose(a, b, rtol=rtol, atol=tol))
    if fprime is not None:
        for rounds in range(1, maxiter + 1):
            value = func(x, *args)
            calls += 1
            if np.all(value == 0):
                return done(x, rounds - 1)
            slope = fprime(x, *args)
            calls += 1
            if np.any(slope == 0):
                text = 'Derivative was zero.' + (' Failed to converge after %d iterations, value is %s.' % (rounds, x) if disp else '')
                if disp and np.ndim(x) == 0:
                    raise RuntimeError(text)
                warnings.warn(text, RuntimeWarning, stacklevel=2)
                return done(x, rounds) if np.ndim(x) else (x, RootResults(x, rounds, calls, False)) if full_output else x
            step = value / slope
            if fprime2 is not None:
                bend = step * fprime2(x, *args) / slope / 2
                calls += 1
                step = np.where(np.abs(bend) < 1, step / (1.0 - bend), step)[()]
            new = x - step
            if near(new, x):
                return done(new, rounds)
            x = new
        return done(x, maxiter, False)
    before = x
    if x1 is not None:
        if np.any(x1 == x0):
            raise ValueError('x1 and x0 must be different')
        after = x1
    else:
        after = before * (1 + 1e-4) + np.where(np.asarray(before) >= 0, 1e-4, -1e-4)[()]
    f0, f1 = func(before, *args), func(after, *args)
    calls += 2
    if np.ndim(before) == 0 and abs(f1) < abs(f0):
        before, after, f0, f1 = after, before, f1, f0
    for rounds in range(1, maxiter + 1):
        if np.all(f1 == f0):
            if np.any(after != before):
                text = 'Tolerance of %s reached.' % (after - before)
                if disp:
                    raise RuntimeError(text + ' Failed to converge after %d iterations, value is %s.' % (rounds, after))
            return done((after + before) / 2.0, rounds)
        same = f1 == f0
        new = np.where(same, after, after - f1 * (after - before) / np.where(same, 1, f1 - f0))[()] if np.ndim(after) else \
            (-f0 / f1 * after + before) / (1 - f0 / f1) if abs(f1) > abs(f0) else (-f1 / f0 * before + after) / (1 - f1 / f0)
        if near(new, after):
            return done(new, rounds)
        before, f0 = after, f1
        after, f1 = new, func(new, *args)
        calls += 1
    return done(after, maxiter, False)


def ridder(f, a, b, args=(), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output=False, disp=True):
    """Between two signs, by Ridder's exponential."""
    args, calls = _tuple(args), [2]
    low, high = f(a, *args), f(b, *args)
    if low * high > 0:
        raise ValueError('f(a) and f(b) must have different signs')
    x = a if low == 0 else b
    for rounds in range(1, maxiter + 1):
        if low == 0 or high == 0:
            x = a if low == 0 else b
            break
        middle = (a + b) / 2
        value = f(middle, *args)
        step = 0.5 * (b - a) * (1 if low > high else -1) * value / np.sqrt(value * value - low * high)
        x = middle + np.sign(step) * min(abs(step), abs(0.5 * (b - a)) - 0.5 * xtol)
        there = f(x, *args)
        calls[0] += 2
        if np.signbit(value) != np.signbit(there):
            a, low, b, high = x, there, middle, value
        elif np.signbit(high) != np.signbit(there):
            a, low = x, there
        else:
            b, high = x, there
        if there == 0 or abs(b - a) < xtol + rtol * abs(x):
            break
    else:
        if disp:
            raise RuntimeError('Failed to converge after %d iterations.' % maxiter)
    return (x, RootResults(x, rounds, calls[0])) if full_output else x


def fixed_point(func, x0, args=(), xtol=1e-08, maxiter=500, method='del2'):
    """Where func gives what it is given, by Steffensen's steps ('del2') or one call after the other ('iteration')."""
    if method not in ('del2', 'iteration'):
        raise KeyError(method)
    x, args = np.asarray(x0, float)[()], _tuple(args)
    for _ in range(maxiter):
        first = func(x, *args)
        new = first
        if method == 'del2':
            second = func(first, *args)
            bend = second - 2.0 * first + x
            new = np.where(bend != 0, x - np.square(first - x) / np.where(bend != 0, bend, 1), second)
        off = np.where(np.asarray(x) != 0, (new - x) / np.where(np.asarray(x) != 0, x, 1), new)
        if np.all(np.abs(off) < xtol):
            return new
        x = new
    raise RuntimeError('Failed to converge after %d iterations, value is %s' % (maxiter, x))


def root_scalar(f, args=(), method=None, bracket=None, fprime=None, fprime2=None, x0=None, x1=None, xtol=None, rtol=None, maxiter=None, options=None):
    """A root of one number, by the method that what is given allows."""
    args, more = _tuple(args), {**(options or {})}
    if fprime is True or fprime2 is True:        # (f gives its slopes too)
        whole, f = f, lambda x, *a: whole(x, *a)[0]
        fprime = lambda x, *a: whole(x, *a)[1]
        fprime2 = (lambda x, *a: whole(x, *a)[2]) if fprime2 is True else fprime2
    if method is None:
        method = 'brentq' if bracket is not None else ('halley' if fprime2 else 'newton') if fprime and x0 is not None else 'secant' if x0 is not None else None
    if method is None:
        raise ValueError('Unable to select a solver as neither bracket nor starting point provided.')
    named = {key: value for key, value in (('rtol', rtol), ('maxiter', maxiter)) if value is not None}
    two = {'bisect': bisect, 'brentq': brentq, 'brenth': brenth, 'toms748': toms748, 'ridder': ridder}
    if method in two:
        if bracket is None:
            raise ValueError(f'Bracket needed for {method}')
        if xtol is not None:
            named['xtol'] = xtol
        root, found = two[method](f, *bracket, args=args, full_output=True, disp=False, **named, **more)
        return found
    if method not in ('newton', 'secant', 'halley'):
        raise ValueError('Unknown solver %s' % method)
    if x0 is None:
        raise ValueError(f'x0 must not be None for {method}')
    if xtol is not None:
        named['tol'] = xtol
    root, found = newton(f, x0, args=args, fprime=fprime if method != 'secant' else None, fprime2=fprime2 if method == 'halley' else None, x1=x1 if method == 'secant' else None, full_output=True, disp=False, **named, **more)
    return found


def _slopes(f, x, value):
    found = np.empty((value.size, x.size))
    for i in range(x.size):
        step = 1.4901161193847656e-08 * (abs(x[i]) if abs(x[i]) > 1e-8 else 1.0)      # (a step that f can feel)
        moved = x.copy()
        moved[i] += step
        found[:, i] = (f(moved) - value) / step
    return found


def _solved(f, x, jacobian, xtol, most):
    """(x, f(x), slopes, calls, is it found?): Newton's steps, held in by the size of f where they lead astray."""
    value, damping = f(x), 0.0
    slopes = jacobian(x)
    for calls in range(1, most):
        size = value @ value
        if size == 0:
            return x, value, slopes, calls, True
        try:
            step = np.linalg.solve(slopes.T @ slopes + damping * np.diag(np.diag(slopes.T @ slopes) + 1e-300), -slopes.T @ value) if damping else np.linalg.solve(slopes, -value)
        except np.linalg.LinAlgError:
            damping = max(damping * 10, 1e-6)
            if damping > 1e12:
                return x, value, slopes, calls, False
            continue
        tried = x + step
        there = f(tried)
        if np.isfinite(there).all() and there @ there < size:
            near = np.linalg.norm(step) <= xtol * np.linalg.norm(tried) or there @ there == 0
            x, value, damping = tried, there, damping / 10 if damping > 1e-9 else 0.0
            slopes = jacobian(x)
            if near:
                return x, value, slopes, calls, True
            continue
        if np.linalg.norm(step) <= xtol * max(np.linalg.norm(x), 1e-300):
            return x, value, slopes, calls, size <= 1e-12 * max(1.0, np.abs(slopes).max() ** 2)
        damping = max(damping * 10, 1e-4)
        if damping > 1e12:
            return x, value, slopes, calls, False
    return x, value, slopes, most, False


_POOR = 'The iteration is not making good progress, as measured by the \n  improvement from the last ten iterations.'


def _system(func, x0, args, jac, xtol, most):
    x = np.atleast_1d(np.asarray(x0, float)).ravel()
    calls = [0]

    def f(p):
        calls[0] += 1
        return np.atleast_1d(np.asarray(func(p, *args), float)).ravel()
    value = f(x)
    if value.size != x.size:
        raise TypeError(f"fsolve: there is a mismatch between the input and output shape of the 'func' argument '{getattr(func, '__name__', func)}'."
                        f'Shape should be {x.shape} but it is {np.shape(func(x, *args))}.')
    jacobian = (lambda p: np.atleast_2d(np.asarray(jac(p, *args), float))) if callable(jac) else lambda p: _slopes(f, p, f(p))
    return (*_solved(f, x, jacobian, xtol, most or 200 * (x.size + 1)), calls[0])


def fsolve(func, x0, args=(), fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None, factor=100, diag=None):
    """Where as many functions as numbers are all 0."""
    args = _tuple(args)
    jac = (lambda x, *more: np.asarray(fprime(x, *more)).T) if fprime is not None and col_deriv else fprime
    x, value, slopes, _, found, calls = _system(func, x0, args, jac, xtol, maxfev)
    if full_output:
        q, r = np.linalg.qr(slopes)
        return x, {'nfev': calls, 'fvec': value, 'fjac': q.T, 'r': r[np.triu_indices(len(r))], 'qtf': q.T @ value}, 1 if found else 5, 'The solution converged.' if found else _POOR + '.'
    if not found:
        warnings.warn(_POOR, RuntimeWarning, stacklevel=2)
    return x


def _least(fun, x0, args, jac, options, tol):
    """root by Levenberg's and Marquardt's steps: the least squares, where no root is too."""
    near = options.get('xtol', 1.49012e-08 if tol is None else tol)
    x, cov, told, message, flag = leastsq(fun, x0, args=args, Dfun=jac, full_output=True, ftol=options.get('ftol', near), xtol=near, gtol=options.get('gtol', 0.0), maxfev=options.get('maxiter', 0))
    return OptimizeResult(x=x, message=message, status=flag, success=flag in (1, 2, 3, 4), cov_x=cov, fun=told.pop('fvec'), **told)


def root(fun, x0, args=(), method='hybr', jac=None, tol=None, callback=None, options=None):
    """The same as a result by name."""
    from scipy.optimize._broyden import _BY_NAME, by_name
    if method in _BY_NAME:
        return by_name(method, fun, x0, _tuple(args), tol, callback, options or {})
    if method not in ('hybr', 'lm', 'df-sane'):
        raise ValueError('Unknown solver %s' % method)
    args, options = _tuple(args), options or {}
    if method == 'df-sane':
        return df_sane(fun, x0, args, callback, **{**({} if tol is None else {'ftol': tol}), **options})
    if jac is True:
        both, fun = fun, lambda x, *more: both(x, *more)[0]
        jac = lambda x, *more: both(x, *more)[1]
    if method == 'lm':
        return _least(fun, x0, args, jac, options, tol)
    x, value, slopes, _, found, calls = _system(fun, x0, args, jac, options.get('xtol', tol or 1.49012e-08), options.get('maxfev', 0))
    return OptimizeResult(message='The solution converged.' if found else _POOR + '.', success=found, status=1 if found else 5, fun=value, x=x.reshape(np.shape(np.atleast_1d(x0))), nfev=calls, fjac=np.linalg.qr(slopes)[0].T)


_LOSSES = {'linear': lambda z: (z, np.ones_like(z)), 'soft_l1': lambda z: (2 * ((1 + z) ** 0.5 - 1), (1 + z) ** -0.5),
           'huber': lambda z: (np.where(z <= 1, z, 2 * z ** 0.5 - 1), np.where(z <= 1, 1.0, np.maximum(z, 1e-300) ** -0.5)), 'cauchy': lambda z: (np.log1p(z), 1 / (1 + z)),
           'arctan': lambda z: (np.arctan(z), 1 / (1 + z ** 2))}


def least_squares(fun, x0, jac='2-point', bounds=(-np.inf, np.inf), method='trf', ftol=1e-8, xtol=1e-8, gtol=1e-8, x_scale=1.0, loss='linear', f_scale=1.0, diff_step=None, tr_solver=None, tr_options={},
                  jac_sparsity=None, max_nfev=None, verbose=0, args=(), kwargs={}):
    """The least half sum of squares, of residuals as they are or, by a loss, with those that are far off weighing less."""
    if method not in ('trf', 'dogbox', 'lm'):
        raise ValueError("`method` must be 'trf', 'dogbox' or 'lm'.")
    if loss not in _LOSSES:
        raise ValueError(f'`loss` must be one of {_LOSSES.keys()} or a callable.')
    x = np.atleast_1d(np.asarray(x0)).astype(float)
    if x.ndim > 1:
        raise ValueError('`x0` must have at most 1 dimension.')
    low, high = (np.broadcast_to(np.asarray(each, float), x.shape).copy() for each in (bounds if not hasattr(bounds, 'lb') else (bounds.lb, bounds.ub)))
    if (low >= high).any():
        raise ValueError('Each lower bound must be strictly less than each upper bound.')
    if ((x < low) | (x > high)).any():
        raise ValueError('`x0` is infeasible.')
    calls = [0]

    def residuals(p):
        calls[0] += 1
        return np.atleast_1d(np.asarray(fun(p, *args, **kwargs), float))

    def weighted(p):
        plain = residuals(p)
        value, _ = _LOSSES[loss]((plain / f_scale) ** 2)
        return np.sign(plain) * f_scale * np.sqrt(value)
    if not np.isfinite(residuals(x)).all():
        raise ValueError('Residuals are not finite in the initial point.')
    jacobian = (lambda p: np.atleast_2d(jac(p, *args, **kwargs))) if callable(jac) and loss == 'linear' else None
    found = _least_squares(residuals if loss == 'linear' else weighted, x, jacobian, low, high, max_nfev or 100 * x.size)
    x = found[0]
    plain = residuals(x)
    slopes = np.atleast_2d(jac(x, *args, **kwargs)) if callable(jac) else _slopes(residuals, x, plain)
    value, weight = _LOSSES[loss]((plain / f_scale) ** 2)
    gradient = slopes.T @ (plain * weight)
    mask = np.where(x <= low, -1, np.where(x >= high, 1, 0))
    return OptimizeResult(message='`ftol` termination condition is satisfied.', success=True, status=2, fun=plain, x=x, cost=0.5 * f_scale ** 2 * value.sum(), jac=slopes, grad=gradient,
                          optimality=np.abs(np.where(mask * gradient < 0, 0, gradient)).max(), active_mask=mask, nfev=calls[0], njev=None)


def lsq_linear(A, b, bounds=(-np.inf, np.inf), method='trf', tol=1e-10, lsq_solver=None, lsmr_tol=None, max_iter=None, verbose=0, *, lsmr_maxiter=None):
    """The least squares of A @ x - b between bounds."""
    if method not in ('trf', 'bvls'):
        raise ValueError("`method` must be 'trf' or 'bvls'")
    A = np.atleast_2d(A.toarray() if hasattr(A, 'toarray') else A).astype(float)
    b = np.atleast_1d(b).astype(float)
    if len(A) != len(b):
        raise ValueError(f'Inconsistent shapes between `A` and `b`.')
    low, high = (np.broadcast_to(np.asarray(each, float), A.shape[1]) for each in (bounds if not hasattr(bounds, 'lb') else (bounds.lb, bounds.ub)))
    x = np.linalg.lstsq(A, b, rcond=-1)[0]
    free_one = x.copy()
    state, rounds = np.zeros(A.shape[1], dtype=int), 0
    if np.any((x < low) | (x > high)):
        x, state, rounds = _within_bounds(A, b, low, high, np.clip(x, low, high))
    left = A @ x - b
    slope = A.T @ left
    optimal = np.abs(np.where(state == 0, slope, np.where(state * slope > 0, slope, 0))).max(initial=0)
    return OptimizeResult(x=x, fun=left, cost=0.5 * left @ left, optimality=optimal, active_mask=state, unbounded_sol=(free_one, A @ free_one - b), nit=rounds, status=3 if rounds == 0 else 1,
                          message='The unconstrained solution is optimal.' if rounds == 0 else 'The first-order optimality measure is less than `tol`.', success=True)


def _within_bounds(A, b, low, high, x):
    """Active sets: (x, -1, 0 or 1 for each of its bounds, rounds)."""
    state = np.where(x <= low, -1, np.where(x >= high, 1, 0))
    for rounds in range(1, 100 + 3 * x.size):
        free = state == 0
        if free.any():
            tried = x.copy()
            tried[free] = np.linalg.lstsq(A[:, free], b - A[:, ~free] @ x[~free], rcond=-1)[0]
            way = tried - x
            with np.errstate(divide='ignore', invalid='ignore'):
                part = np.where(way > 0, (high - x) / way, np.where(way < 0, (low - x) / way, np.inf))
            part = np.where(free, part, np.inf)
            least = min(1.0, part.min())
            x = x + least * way
            hit = (part <= least) & free & (least < 1)
            state = np.where(hit, np.sign(way).astype(int), state)
            x = np.where(hit, np.where(way > 0, high, low), x)
            if hit.any():
                continue
        slope = A.T @ (A @ x - b)
        wrong = state * slope
        at = int(np.argmax(wrong))
        if wrong[at] <= 1e-10 * (1 + np.abs(slope).max()):
            break
        state[at] = 0
    return x, state, rounds


def leastsq(func, x0, args=(), Dfun=None, full_output=0, col_deriv=0, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0, maxfev=0, epsfcn=None, factor=100, diag=None):
    """(x, 1): the least sum of squares."""
    found = least_squares(func, x0, args=_tuple(args), max_nfev=maxfev or None)
    if full_output:
        try:
            cov = np.linalg.inv(found.jac.T @ found.jac)
        except np.linalg.LinAlgError:
            cov = None
        return found.x, cov, {'nfev': found.nfev, 'fvec': found.fun}, 'Both actual and predicted relative reductions in the sum of squares\n  are at most %f' % ftol, 1
    return found.x, 1
