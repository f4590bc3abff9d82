"""Older names of searches, gradients by small steps, and the function that everybody tries them on."""
import numpy as np

from scipy.optimize._minimize import minimize, told
from scipy.optimize._scalar import minimize_scalar


class Bounds:
    """Least and most of each variable."""

    def __init__(self, lb=-np.inf, ub=np.inf, keep_feasible=False):
        self.lb, self.ub, self.keep_feasible = np.atleast_1d(lb), np.atleast_1d(ub), keep_feasible

    def __repr__(self):
        return f'Bounds({self.lb!r}, {self.ub!r})'


def _older(name, method, *options):
    """fmin and its like: what minimize gives, as a tuple where full_output is wished."""
    def search(f, x0, fprime=None, args=(), maxiter=None, full_output=0, disp=1, retall=0, callback=None, **named):
        known = {new: named.pop(old) for old, new in options if old in named}
        if named:
            raise TypeError(f"{name}() got an unexpected keyword argument '{next(iter(named))}'")
        found = minimize(f, x0, args=args, method=method, jac=fprime, callback=callback, options={'maxiter': maxiter, **known})
        if disp:
            print(told(found))
        return (found.x, found.fun, found.nit, found.nfev, found.status) if full_output else found.x
    search.__name__ = search.__qualname__ = name
    return search


_with_slope = {name: _older(name, method, ('gtol', 'gtol')) for name, method in (('fmin_bfgs', 'BFGS'), ('fmin_cg', 'CG'))}
fmin_bfgs, fmin_cg = _with_slope['fmin_bfgs'], _with_slope['fmin_cg']


def fmin(func, x0, args=(), xtol=0.0001, ftol=0.0001, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0, callback=None, initial_simplex=None):
    """Nelder's and Mead's."""
    found = minimize(func, x0, args=args, method='Nelder-Mead', callback=callback, options={'xatol': xtol, 'fatol': ftol, 'maxiter': maxiter})
    if disp:
        print('Optimization terminated successfully.' if found.success else found.message)
        print('         Current function value: %f' % found.fun)
        print('         Iterations: %d' % found.nit)
        print('         Function evaluations: %d' % found.nfev)
    return (found.x, found.fun, found.nit, found.nfev, found.status) if full_output else found.x


def fmin_ncg(f, x0, fprime, fhess_p=None, fhess=None, args=(), avextol=1e-5, epsilon=1.4901161193847656e-08, maxiter=None, full_output=0, disp=1, retall=0, callback=None):
    """Newton's direction by conjugate gradients."""
    found = minimize(f, x0, args=args, method='Newton-CG', jac=fprime, hess=fhess, hessp=fhess_p, callback=callback, options={'xtol': avextol, 'maxiter': maxiter})
    if disp:
        print(told(found))
    return (found.x, found.fun, found.nfev, found.njev, found.nhev, found.status) if full_output else found.x


def fmin_slsqp(func, x0, eqcons=(), f_eqcons=None, ieqcons=(), f_ieqcons=None, bounds=(), fprime=None, fprime_eqcons=None, fprime_ieqcons=None, args=(), iter=100, acc=1e-6, iprint=1, disp=None, full_output=0,
               epsilon=1.4901161193847656e-08, callback=None):
    """A quadratic problem a step."""
    held = [{'type': kind, 'fun': f, 'args': args} for kind, fs in (('eq', eqcons), ('ineq', ieqcons)) for f in fs]
    held += [{'type': kind, 'fun': f, 'jac': d, 'args': args} for kind, f, d in (('eq', f_eqcons, fprime_eqcons), ('ineq', f_ieqcons, fprime_ieqcons)) if f]
    found = minimize(func, x0, args=args, method='SLSQP', jac=fprime, bounds=list(bounds) or None, constraints=held, callback=callback, options={'maxiter': iter, 'ftol': acc, 'disp': iprint > 0 if disp is None else disp})
    return (found.x, found.fun, found.nit, found.status, found.message) if full_output else found.x


def fminbound(func, x1, x2, args=(), xtol=1e-05, maxfun=500, full_output=0, disp=1):
    """The least point of a function of one number between two others."""
    found = minimize_scalar(func, bounds=(x1, x2), args=args, method='bounded', options={'xatol': xtol, 'maxiter': maxfun})
    return (found.x, found.fun, found.status, found.nfev) if full_output else found.x


def fmin_l_bfgs_b(func, x0, fprime=None, args=(), approx_grad=0, bounds=None, m=10, factr=1e7, pgtol=1e-5, epsilon=1e-8, iprint=-1, maxfun=15000, maxiter=15000, disp=None, callback=None, maxls=20):
    """(x, f(x), what happened)."""
    jac = fprime if fprime is not None else None if approx_grad else True
    options = {'maxcor': m, 'ftol': factr * np.finfo(float).eps, 'gtol': pgtol, 'eps': epsilon, 'maxfun': maxfun, 'maxiter': maxiter, 'maxls': maxls}
    found = minimize(func, x0, args=args, method='L-BFGS-B', jac=jac, bounds=bounds, callback=callback, options=options)
    return found.x, found.fun, {'grad': found.jac, 'task': found.message, 'funcalls': found.nfev, 'nit': found.nit, 'warnflag': found.status}


def approx_fprime(xk, f, epsilon=1.4901161193847656e-08, *args):
    """The gradient by a small step along each axis."""
    xk = np.asarray(xk, float)
    value, steps = np.asarray(f(xk, *args)), np.broadcast_to(epsilon, xk.shape)
    rows = []
    for i in range(xk.size):
        moved = xk.copy()
        moved[i] += steps[i]
        rows.append((np.asarray(f(moved, *args)) - value) / (moved[i] - xk[i]))
    return np.array(rows).T


def check_grad(func, grad, x0, *args, epsilon=1.4901161193847656e-08, direction='all', seed=None):
    """How far the gradient is from one by small steps."""
    return np.sqrt(np.sum(np.abs((grad(x0, *args) - approx_fprime(x0, func, epsilon, *args)) ** 2)))


def rosen(x):
    """Rosenbrock's valley: 0 where all are 1."""
    x = np.asarray(x)
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0, axis=0)


def rosen_der(x):
    x = np.asarray(x)
    made = np.zeros_like(x, dtype=float)
    off = x[1:] - x[:-1] ** 2
    made[1:] += 200 * off
    made[:-1] += -400 * off * x[:-1] - 2 * (1 - x[:-1])
    return made


def rosen_hess(x):
    x = np.atleast_1d(x)
    side = -400 * x[:-1]
    middle = np.full(len(x), 202.0)
    middle[:-1] += 1200 * x[:-1] ** 2 - 400 * x[1:]
    middle[0], middle[-1] = 1200 * x[0] ** 2 - 400 * x[1] + 2, 200
    return np.diag(middle) + np.diag(side, 1) + np.diag(side, -1)


def fmin_powell(func, x0, args=(), xtol=0.0001, ftol=0.0001, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0, callback=None, direc=None):
    """Powell's directions."""
    found = minimize(func, x0, args=args, method='Powell', callback=callback, options={'xtol': xtol, 'ftol': ftol, 'maxiter': maxiter, 'maxfev': maxfun, 'direc': direc})
    if disp:
        print(told(found))
    return (found.x, found.fun, found.direc, found.nit, found.nfev, found.status) if full_output else found.x


def fmin_cobyla(func, x0, cons, args=(), consargs=None, rhobeg=1.0, rhoend=1e-4, maxfun=1000, disp=None, catol=2e-4, *, callback=None):
    """Powell's linear models; cons give what must not be below 0."""
    cons = [cons] if callable(cons) else list(cons)
    held = [{'type': 'ineq', 'fun': one, 'args': args if consargs is None else consargs} for one in cons]
    return minimize(func, x0, args=args, method='COBYLA', constraints=held, callback=callback, options={'rhobeg': rhobeg, 'tol': rhoend, 'maxiter': maxfun, 'catol': catol}).x


def rosen_hess_prod(x, p):
    """Rosenbrock's second derivatives times p."""
    return rosen_hess(x) @ np.asarray(p, dtype=float)
