"""Roots of many equations by guessed Jacobians: Broyden's two, Anderson's, mixings, and Newton's with Krylov steps."""
import numpy as np

from scipy.optimize._result import OptimizeResult


class NoConvergence(Exception):
    """The iteration did not come to a root."""


def _norm(v):
    return np.linalg.norm(v) if v.size else 0.0


class _Broyden:
    """A guess of the inverse Jacobian, changed by one rank a step."""

    def __init__(self, alpha, good):
        self.alpha, self.good = alpha, good

    def begin(self, x, f):
        if self.alpha is None:
            size = _norm(f)
            self.alpha = 0.5 * max(_norm(x), 1) / size if size else 1.0
        self.inverse = -self.alpha * np.eye(x.size)

    def step(self, f):
        return self.inverse @ f

    def update(self, dx, df):
        turned = self.inverse @ df
        other = self.inverse.T @ dx if self.good else df
        down = other @ df
        if down:
            self.inverse = self.inverse + np.outer(dx - turned, other) / down


class _Anderson:
    """The step that the last few steps, mixed, would have wanted."""

    def __init__(self, alpha, w0=0.01, M=5):
        self.alpha, self.w0, self.most = alpha, w0, M
        self.dx, self.df = [], []

    def begin(self, x, f):
        if self.alpha is None:
            self.alpha = 0.5 * max(_norm(x), 1) / (_norm(f) or 1.0)

    def step(self, f):
        made = -self.alpha * f
        if self.dx:
            df = np.array(self.df)
            a = df @ df.T
            a[np.diag_indices(len(a))] *= 1 + self.w0 ** 2
            weights = np.linalg.lstsq(a, df @ f, rcond=None)[0]
            for weight, x, y in zip(weights, self.dx, self.df):
                made = made + weight * (x + self.alpha * y)
        return made

    def update(self, dx, df):
        self.dx, self.df = (self.dx + [dx])[-self.most:], (self.df + [df])[-self.most:]


class _Diagonal:
    """A number for each equation; kind says how it follows."""

    def __init__(self, alpha, kind, alphamax=1.0):
        self.alpha, self.kind, self.most = alpha, kind, alphamax

    def begin(self, x, f):
        if self.alpha is None:
            self.alpha = 0.5 * max(_norm(x), 1) / (_norm(f) or 1.0)
        self.d = np.full(x.size, 1 / self.alpha if self.kind == 'diagonal' else self.alpha)
        self.last = f

    def step(self, f):
        return f / -self.d if self.kind == 'diagonal' else -self.d * f

    def update(self, dx, df):
        now = self.last + df
        if self.kind == 'diagonal':
            self.d = self.d - (df + self.d * dx) * dx / (_norm(dx) ** 2 or 1.0)
        elif self.kind == 'exciting':
            same = now * self.last > 0
            self.d = np.clip(np.where(same, self.d + self.alpha, self.alpha), 0, self.most)
        self.last = now


class _Krylov:
    """Newton's step, the Jacobian known only by what it does to vectors."""

    def __init__(self, F, rdiff=None):
        self.F, self.rdiff = F, rdiff

    def begin(self, x, f):
        self.x, self.f = x, f
        self.rdiff = np.finfo(float).eps ** 0.5 if self.rdiff is None else self.rdiff

    def step(self, f):
        from scipy.sparse.linalg import LinearOperator, gmres

        def times(v):
            size = _norm(v)
            if size == 0:
                return 0 * v
            width = self.rdiff * max(1, np.max(np.abs(self.x))) / max(1, np.max(np.abs(self.f))) / size * max(1, np.max(np.abs(self.f)))
            return (self.F(self.x + width * v) - self.f) / width
        found, _ = gmres(LinearOperator((f.size, f.size), matvec=times, dtype=float), -f, tol=1e-6, restart=20, maxiter=2)
        return np.asarray(found).ravel()

    def update(self, dx, df):
        self.x, self.f = self.x + dx, self.f + df


def _shorter(F, x, f, step):
    """Armijo's rule: the step, or the part of it that lowers the residual enough."""
    size, s = _norm(f) ** 2, 1.0
    for _ in range(12):
        tried = F(x + s * step)
        now = _norm(tried) ** 2
        if np.isfinite(now) and now <= (1 - 2e-4 * s) * size:
            break
        s = max(0.1 * s, min(0.5 * s, size * s * s / (2 * s * size + now - size) if np.isfinite(now) and now + 2 * s * size - size > 0 else 0.5 * s))
    return s * step, tried


def _solve(F, x0, jacobian, iter=None, verbose=False, maxiter=None, f_tol=None, f_rtol=None, x_tol=None, x_rtol=None, tol_norm=None, line_search='armijo', callback=None, full_output=False, raise_exception=True):
    calls = [0]
    shape = np.shape(x0)

    def flat(x):
        calls[0] += 1
        return np.asarray(F(x.reshape(shape)), dtype=float).ravel()
    jacobian = jacobian(flat) if callable(jacobian) else jacobian
    x = np.array(x0, dtype=float).ravel()
    measure = tol_norm or (lambda v: np.max(np.abs(v)) if v.size else 0.0)
    f = flat(x)
    first, most = measure(f), maxiter if maxiter is not None else iter + 1 if iter is not None else 100 * (x.size + 1)
    jacobian.begin(x, f)
    f_tol = np.finfo(float).eps ** (1 / 3) if f_tol is None else f_tol
    limits = f_tol, np.inf if f_rtol is None else f_rtol, np.inf if x_tol is None else x_tol, np.inf if x_rtol is None else x_rtol
    dx, done, rounds = np.full_like(x, np.inf), False, 0
    for rounds in range(most):
        size = measure(f)
        if iter is None and size <= limits[0] and size / limits[1] <= first and measure(dx) <= limits[2] and measure(dx) / limits[3] <= measure(x) or size == 0 or iter is not None and rounds >= iter:
            done = True
            break
        step = np.asarray(jacobian.step(f))
        if line_search:
            dx, tried = _shorter(flat, x, f, step)
        else:
            dx, tried = step, flat(x + step)
        jacobian.update(dx, tried - f)
        x, f = x + dx, tried
        if callback:
            callback(x.reshape(shape), f)
        if verbose:
            print(f'{rounds}:  |F(x)| = {measure(f):g}; step {_norm(dx) / (_norm(step) or 1):g}')
    else:
        if raise_exception:
            raise NoConvergence(x.reshape(shape))
    x = x.reshape(shape)
    if full_output:
        return x, {'nit': rounds, 'fun': f, 'status': 1 if done else 2, 'success': done, 'message': 'A solution was found at the specified tolerance.' if done else 'The maximum number of iterations allowed has been reached.',
                   'nfev': calls[0]}
    return x


def broyden1(F, xin, iter=None, alpha=None, reduction_method='restart', max_rank=None, verbose=False, **named):
    """Broyden's good guess."""
    return _solve(F, xin, _Broyden(alpha, True), iter, verbose, **named)


def broyden2(F, xin, iter=None, alpha=None, reduction_method='restart', max_rank=None, verbose=False, **named):
    """His other one."""
    return _solve(F, xin, _Broyden(alpha, False), iter, verbose, **named)


def anderson(F, xin, iter=None, alpha=None, w0=0.01, M=5, verbose=False, **named):
    """Anderson's mixing."""
    return _solve(F, xin, _Anderson(alpha, w0, M), iter, verbose, **named)


def linearmixing(F, xin, iter=None, alpha=None, verbose=False, **named):
    """A part of the residual a step."""
    return _solve(F, xin, _Diagonal(alpha, 'linear'), iter, verbose, **named)


def diagbroyden(F, xin, iter=None, alpha=None, verbose=False, **named):
    """Broyden's with a diagonal."""
    return _solve(F, xin, _Diagonal(alpha, 'diagonal'), iter, verbose, **named)


def excitingmixing(F, xin, iter=None, alpha=None, alphamax=1.0, verbose=False, **named):
    """A number each, growing where the residual keeps its sign."""
    return _solve(F, xin, _Diagonal(alpha, 'exciting', alphamax), iter, verbose, **named)


def newton_krylov(F, xin, iter=None, rdiff=None, method='lgmres', inner_maxiter=20, inner_M=None, outer_k=10, verbose=False, **named):
    """Newton's, its equations solved by GMRES."""
    return _solve(F, xin, lambda flat: _Krylov(flat, rdiff), iter, verbose, **named)


_BY_NAME = {'broyden1': broyden1, 'broyden2': broyden2, 'anderson': anderson, 'linearmixing': linearmixing, 'diagbroyden': diagbroyden, 'excitingmixing': excitingmixing, 'krylov': newton_krylov}
_OPTIONS = {'nit': 'iter', 'disp': 'verbose', 'ftol': 'f_rtol', 'fatol': 'f_tol', 'xtol': 'x_rtol', 'xatol': 'x_tol'}


def by_name(method, fun, x0, args, tol, callback, options):
    """root's methods of this family."""
    named = {_OPTIONS.get(key, key): value for key, value in options.items() if key not in ('jac_options', 'fnorm', 'line_search')}
    named.update({key: value for key, value in (options.get('jac_options') or {}).items() if key in ('alpha', 'rdiff', 'M', 'w0', 'alphamax')})
    if tol is not None:
        named.setdefault('f_tol', tol)
    if 'line_search' in options:
        named['line_search'] = options['line_search']
    x, told = _BY_NAME[method](lambda x: fun(x, *args), x0, callback=callback, full_output=True, raise_exception=False, **named)
    return OptimizeResult(x=x, success=told['success'], message=told['message'], fun=told['fun'].reshape(np.shape(x0)), nit=told['nit'], status=told['status'])
