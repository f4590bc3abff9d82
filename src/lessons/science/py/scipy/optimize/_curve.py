"""curve_fit: the parameters of a function through points, by least squares (Levenberg's and Marquardt's steps)."""
import inspect
import warnings

import numpy as np


class OptimizeWarning(UserWarning):
    pass


def _derivatives(residuals, p, here, low, high):
    found = np.empty((here.size, p.size))
    for i in range(p.size):
        step = 1.5e-8 * max(1.0, abs(p[i]))
        moved = p.copy()
        moved[i] += -step if p[i] + step > high[i] else step
        found[:, i] = (residuals(moved) - here) / (moved[i] - p[i])
    return found


def _least_squares(residuals, p, jacobian, low, high, most):
    """(p, residuals, derivatives) where the sum of squares has no way down."""
    here, calls, damping = residuals(p), 1, 1e-3
    if not np.isfinite(here).all():
        raise ValueError('Residuals are not finite in the initial point.')
    while True:
        J = jacobian(p) if jacobian else _derivatives(residuals, p, here, low, high)
        gradient, curvature = J.T @ here, J.T @ J
        held = (p <= low) & (gradient > 0) | (p >= high) & (gradient < 0)     # what a bound holds stays
        gradient, curvature = np.where(held, 0, gradient), np.where(held[:, None] | held[None, :], np.diag(held.astype(float)), curvature)
        scale = np.maximum(np.diag(curvature), 1e-300)
        while True:
            try:
                step = np.linalg.solve(curvature + damping * np.diag(scale), -gradient)
            except np.linalg.LinAlgError:
                step = np.linalg.lstsq(curvature + damping * np.diag(scale), -gradient, rcond=None)[0]
            tried = np.clip(p + step, low, high)
            there = residuals(tried)
            calls += 1
            if calls > most:
                raise RuntimeError(f'Optimal parameters not found: Number of calls to function has reached maxfev = {most}.')
            gain = here @ here - there @ there
            if np.isfinite(gain) and gain >= 0:
                break
            damping *= 4
            if damping > 1e20:
                return p, here, J
        moved = np.linalg.norm(tried - p)
        small = gain <= 1e-15 * max(here @ here, 1e-300) or moved <= 1e-13 * (np.linalg.norm(p) + 1e-13)
        p, here, damping = tried, there, max(damping / 5, 1e-15)
        if small:
            return p, here, jacobian(p) if jacobian else _derivatives(residuals, p, here, low, high)


def curve_fit(f, xdata, ydata, p0=None, sigma=None, absolute_sigma=False, check_finite=True, bounds=(-np.inf, np.inf), method=None, jac=None, *, full_output=False, **kwargs):
    if full_output:
        raise NotImplementedError("scipy has full_output=True here, perch's scipy has not")
    if method not in (None, 'lm', 'trf', 'dogbox'):
        raise ValueError(f"Unknown method '{method}'")
    if p0 is None:
        names = [p for p in inspect.signature(f).parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        if len(names) < 2:
            raise ValueError('Unable to determine number of fit parameters.')
        size = len(names) - 1
    else:
        p0 = np.atleast_1d(np.asarray(p0, dtype=float))
        size = p0.size
    low, high = (np.broadcast_to(np.asarray(bound, dtype=float), size) for bound in ((bounds.lb, bounds.ub) if hasattr(bounds, 'lb') else bounds))
    if np.any(low >= high):
        raise ValueError('Each lower bound must be strictly less than each upper bound.')
    if p0 is None:
        with np.errstate(invalid='ignore'):
            p0 = np.where(np.isfinite(low) & np.isfinite(high), 0.5 * (low + high), np.where(np.isfinite(low), low + 1, np.where(np.isfinite(high), high - 1, 1.0)))
    if np.any(p0 < low) or np.any(p0 > high):
        raise ValueError('`x0` is infeasible.' if method is not None or np.isfinite(low).any() or np.isfinite(high).any() else 'Initial guess is outside of provided bounds')
    ydata = (np.asarray_chkfinite if check_finite else np.asarray)(ydata, float)
    if isinstance(xdata, (list, tuple, np.ndarray)):
        xdata = (np.asarray_chkfinite if check_finite else np.asarray)(xdata, float)
    if ydata.size == 0:
        raise ValueError('`ydata` must not be empty!')
    if ydata.size < size:
        raise TypeError(f'The number of func parameters={size} must not exceed the number of data points={ydata.size}')
    weigh = lambda rows: rows
    if sigma is not None:
        sigma = np.asarray(sigma, dtype=float)
        if sigma.size == 1 or sigma.shape == (ydata.size,):
            weigh = lambda rows: (rows.T / sigma).T
        elif sigma.shape == (ydata.size, ydata.size):
            lower = np.linalg.cholesky(sigma)
            weigh = lambda rows: np.linalg.solve(lower, rows)
        else:
            raise ValueError('`sigma` has incorrect shape.')
    residuals = lambda p: weigh((np.asarray(f(xdata, *p), dtype=float) - ydata).ravel())
    jacobian = (lambda p: weigh(np.asarray(jac(xdata, *p), dtype=float))) if callable(jac) else None
    p, here, J = _least_squares(residuals, p0, jacobian, low, high, kwargs.pop('maxfev', None) or kwargs.pop('max_nfev', None) or 200 * (size + 1) * 5)
    _, s, vt = np.linalg.svd(J, full_matrices=False)
    kept = s > np.finfo(float).eps * max(J.shape) * s[0]
    covariance = np.dot(vt[kept].T / s[kept] ** 2, vt[kept])
    if kept.all() and (absolute_sigma or ydata.size > size):
        return p, covariance if absolute_sigma else covariance * (here @ here) / (ydata.size - size)
    warnings.warn('Covariance of the parameters could not be estimated', category=OptimizeWarning, stacklevel=2)
    return p, np.full((size, size), np.inf)
