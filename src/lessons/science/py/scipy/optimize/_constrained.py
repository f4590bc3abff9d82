"""minimize with constraints: SLSQP, a quadratic problem a step (after Kraft and Schittkowski), and the constraints that programs write down."""
import numpy as np

from scipy.optimize._result import OptimizeResult


class LinearConstraint:
    """lb <= A @ x <= ub."""

    def __init__(self, A, lb=-np.inf, ub=np.inf, keep_feasible=False):
        self.A, self.lb, self.ub, self.keep_feasible = np.atleast_2d(np.asarray(A.toarray() if hasattr(A, 'toarray') else A, dtype=float)), np.atleast_1d(lb).astype(float), np.atleast_1d(ub).astype(float), keep_feasible

    def residual(self, x):
        """How far A @ x is from lb and from ub."""
        return self.A @ x - self.lb, self.ub - self.A @ x


class NonlinearConstraint:
    """lb <= fun(x) <= ub."""

    def __init__(self, fun, lb, ub, jac='2-point', hess=None, keep_feasible=False, finite_diff_rel_step=None, finite_diff_jac_sparsity=None):
        self.fun, self.lb, self.ub, self.jac, self.hess, self.keep_feasible = fun, lb, ub, jac, hess, keep_feasible


class HessianUpdateStrategy:
    """How a table of second derivatives is guessed from slopes."""


class BFGS(HessianUpdateStrategy):
    def __init__(self, exception_strategy='skip_update', min_curvature=None, init_scale='auto'):
        self.exception_strategy, self.min_curvature, self.init_scale = exception_strategy, min_curvature, init_scale


class SR1(HessianUpdateStrategy):
    def __init__(self, min_denominator=1e-8, init_scale='auto'):
        self.min_denominator, self.init_scale = min_denominator, init_scale


def differences(f, x, step=None):
    """The slopes of what f gives, by small steps."""
    here = np.atleast_1d(np.asarray(f(x), dtype=float))
    made = np.empty((here.size, x.size))
    for i in range(x.size):
        size = (step or np.finfo(float).eps ** 0.5) * (1.0 if x[i] >= 0 else -1.0) * (max(1.0, abs(x[i])) if step is None else 1.0)
        moved = x.copy()
        moved[i] += size
        made[:, i] = (np.atleast_1d(np.asarray(f(moved), dtype=float)) - here) / (moved[i] - x[i])
    return made


def _sides(fun, jac, lb, ub, x):
    """(equations, inequalities >= 0), each a (function, slopes), of lb <= fun(x) <= ub."""
    size = np.atleast_1d(np.asarray(fun(x), dtype=float)).size
    lb, ub = np.broadcast_to(lb, size), np.broadcast_to(ub, size)
    same, low, high = lb == ub, np.isfinite(lb) & (lb != ub), np.isfinite(ub) & (lb != ub)
    at = lambda y: np.atleast_1d(np.asarray(fun(y), dtype=float))
    slopes = lambda y: np.atleast_2d(jac(y)) if callable(jac) else differences(fun, y)
    equal = [(lambda y: (at(y) - lb)[same], lambda y: slopes(y)[same])] if same.any() else []
    above = [(lambda y: (at(y) - lb)[low], lambda y: slopes(y)[low])] if low.any() else []
    below = [(lambda y: (ub - at(y))[high], lambda y: -slopes(y)[high])] if high.any() else []
    return equal, above + below


def gathered(constraints, x):
    """(equations, inequalities) of what a program gave: dicts, LinearConstraint, NonlinearConstraint, or several."""
    equal, above = [], []
    for i, one in enumerate([constraints] if isinstance(constraints, (dict, LinearConstraint, NonlinearConstraint)) else constraints):
        if isinstance(one, LinearConstraint):
            more = _sides(lambda y, A=one.A: A @ y, lambda y, A=one.A: A, one.lb, one.ub, x)
        elif isinstance(one, NonlinearConstraint):
            more = _sides(one.fun, one.jac, one.lb, one.ub, x)
        elif isinstance(one, dict):
            if 'type' not in one:
                raise KeyError(f'Constraint {i} has no type defined.')
            if str(one['type']).lower() not in ('eq', 'ineq'):
                raise ValueError(f"Unknown constraint type '{one['type']}'.")
            if 'fun' not in one:
                raise ValueError(f'Constraint {i} has no function defined.')
            args, jac = tuple(one.get('args', ())), one.get('jac')
            fun = lambda y, f=one['fun'], args=args: np.atleast_1d(np.asarray(f(y, *args), dtype=float))
            pair = fun, (lambda y, jac=jac, args=args: np.atleast_2d(jac(y, *args))) if callable(jac) else (lambda y, fun=fun: differences(fun, y))
            more = ([pair], []) if str(one['type']).lower() == 'eq' else ([], [pair])
        else:
            raise TypeError('Constraints must be a sequence of dictionaries.')
        equal += more[0]
        above += more[1]
    return equal, above


def _stacked(parts, x, n):
    values = [np.atleast_1d(f(x)) for f, _ in parts]
    slopes = [np.asarray(d(x), dtype=float).reshape(-1, n) for _, d in parts]
    return np.concatenate(values) if values else np.zeros(0), np.concatenate(slopes) if slopes else np.zeros((0, n))


def quadratic(B, g, A, b, equal):
    """(d, multipliers): the least g d + d B d / 2 where the first equal rows of A d are b and the others not less; None: there is none."""
    n, m = len(g), len(b)
    low = np.linalg.cholesky(B)
    M, z = np.linalg.solve(low, A.T), np.linalg.solve(low, g)
    q, table = b + M.T @ z, M.T @ M
    found, active = np.zeros(m), list(range(equal))
    size = max(1.0, float(np.abs(q).max(initial=0)))

    def solved(active):
        made = np.zeros(m)
        made[active] = np.linalg.lstsq(table[np.ix_(active, active)], q[active], rcond=1e-13)[0]
        return made
    if active:
        found = solved(active)
    for _ in range(10 * (n + m) + 20):
        off = q - table @ found
        off[active] = -np.inf
        j = int(np.argmax(off)) if m else 0
        if not m or not off[j] > 1e-11 * size:
            if equal and np.abs((q - table @ found)[:equal]).max() > 1e-6 * size:
                return None
            return np.linalg.solve(low.T, M @ found - z), found
        active.append(j)
        while True:
            tried = solved(active)
            bad = [i for i in active if i >= equal and tried[i] <= 0]
            if not bad:
                break
            shares = {i: found[i] / (found[i] - tried[i]) if found[i] != tried[i] else 0.0 for i in bad}
            share = min(shares.values())
            found = found + share * (tried - found)
            gone = [i for i in bad if shares[i] <= share]
            active = [i for i in active if i not in gone]
            found[gone] = 0
        found = tried
    return None


_SAID = {0: 'Optimization terminated successfully', 4: 'Inequality constraints incompatible', 8: 'Positive directional derivative for linesearch', 9: 'Iteration limit reached'}


def slsqp(f, x, constraints, low, high, options, callback):
    """A quadratic problem a step, its curvature guessed from the slopes of function and constraints."""
    acc, most, shown = options.pop('ftol', 1e-6), options.pop('maxiter', 100), options.pop('disp', False)
    options.pop('iprint', None)
    n = x.size
    low, high = (np.full(n, -np.inf), np.full(n, np.inf)) if low is None else (low, high)
    x = np.clip(x, low, high)
    equal, above = gathered(constraints, x)
    inner_low, inner_high = np.isfinite(low), np.isfinite(high)
    limits = np.concatenate([np.eye(n)[inner_low], -np.eye(n)[inner_high]])
    value = f(x)
    g = f.gradient(x, value)
    c, A = _stacked(equal + above, x, n)
    meq, m = sum(np.atleast_1d(p(x)).size for p, _ in equal), len(c)
    violated = lambda c: np.maximum(-c, np.where(np.arange(m) < meq, c, 0.0))
    B, mu, rounds, mode, fresh = np.eye(n), np.zeros(m), 0, None, True
    while mode is None:
        if rounds >= most:
            mode = 9
            break
        rounds += 1
        found = quadratic(B, g, np.concatenate([A, limits]), np.concatenate([-c, (low - x)[inner_low], (x - high)[inner_high]]), meq)
        if found is None:
            mode = 4
            break
        s, multipliers = found[0], found[1][:m]
        before = g - A.T @ multipliers
        mu = np.maximum(np.abs(multipliers), (mu + np.abs(multipliers)) / 2)
        if abs(g @ s) + np.abs(multipliers) @ np.abs(c) < acc and violated(c).sum() < acc:
            mode = 0
            break
        start, merit = value, value + mu @ violated(c)
        down = g @ s - mu @ violated(c)
        if down >= 0:
            if fresh:
                mode = 8
                break
            B, fresh = np.eye(n), True
            continue
        at, share = x, 1.0
        for line in range(1, 12):
            down, s = share * down, share * s
            x = np.clip(at + s, low, high)
            value, c = f(x), _stacked(equal + above, x, n)[0]
            change = value + mu @ violated(c) - merit
            if change <= down / 10 or line > 10:
                break
            share = max(down / (2 * (down - change)), 0.1)
        if callback is not None:
            callback(np.copy(x))
        if (abs(value - start) < acc or np.linalg.norm(s) < acc) and violated(c).sum() < acc:
            mode = 0
            break
        g = f.gradient(x, value)
        c, A = _stacked(equal + above, x, n)
        u, bent = g - A.T @ multipliers - before, B @ s
        curve, own = u @ s, s @ bent
        if curve < 0.2 * own:
            part = 0.8 * own / (own - curve)
            u, curve = part * u + (1 - part) * bent, 0.2 * own
        B, fresh = B + np.outer(u, u) / curve - np.outer(bent, bent) / own, False
    if shown:
        print(f'{_SAID[mode]}    (Exit mode {mode})\n            Current function value: {value}\n            Iterations: {rounds}\n            Function evaluations: {f.calls}\n            Gradient evaluations: {f.gradients}')
    return OptimizeResult(x=x, fun=value, jac=g, nit=rounds, nfev=f.calls, njev=f.gradients, status=mode, message=_SAID[mode], success=mode == 0)
