"""L-BFGS-B: steps within bounds from a table of the last changes (Byrd, Lu, Nocedal, Zhu, SIAM J. Sci. Comput. 16, 1995; Morales, Nocedal, ACM TOMS 38, 2011)."""
import numpy as np

from scipy.optimize._result import OptimizeResult
from scipy.optimize._steps import wolfe
from scipy.sparse.linalg import LinearOperator

_EPS = np.finfo(float).eps


class LbfgsInvHessProduct(LinearOperator):
    """The inverse of the second derivatives as the last steps (sk) and changes of the gradient (yk) show it."""

    def __init__(self, sk, yk):
        if sk.shape != yk.shape or sk.ndim != 2:
            raise ValueError('sk and yk must have matching shape, (n_corrs, n)')
        super().__init__(np.float64, (sk.shape[1], sk.shape[1]))
        self.sk, self.yk, self.n_corrs = sk, yk, sk.shape[0]
        self.rho = 1 / np.einsum('ij,ij->i', sk, yk)

    def _matvec(self, x):
        q, shares = np.array(x, dtype=self.dtype, copy=True).ravel(), np.empty(self.n_corrs)
        for i in range(self.n_corrs - 1, -1, -1):
            shares[i] = self.rho[i] * (self.sk[i] @ q)
            q = q - shares[i] * self.yk[i]
        for i in range(self.n_corrs):
            q = q + self.sk[i] * (shares[i] - self.rho[i] * (self.yk[i] @ q))
        return q

    def todense(self):
        made = np.eye(*self.shape, dtype=self.dtype)
        for s, y, rho in zip(self.sk, self.yk, self.rho):
            change = np.eye(*self.shape, dtype=self.dtype) - rho * np.outer(y, s)
            made = change.T @ made @ change + rho * np.outer(s, s)
        return made


class _Model:
    """The second derivatives that the last steps show: theta I - W M W'."""

    def __init__(self, kept, size):
        self.most, self.size = kept, size
        self.forget()

    def forget(self):
        self.steps, self.changes, self.theta, self.count = np.empty((0, self.size)), np.empty((0, self.size)), 1.0, 0
        self.wide, self.middle = np.zeros((self.size, 0)), np.zeros((0, 0))

    def learn(self, step, change, square, product):
        """Takes a step in; forgets all where the table is none that can be used."""
        self.steps, self.changes = np.vstack([self.steps, step])[-self.most:], np.vstack([self.changes, change])[-self.most:]
        self.theta, self.count = square / product, self.count + 1
        crossed = self.steps @ self.changes.T
        whole = self.theta * (self.steps @ self.steps.T)
        try:
            lower = np.tril(crossed, -1)
            np.linalg.cholesky(whole + (lower / np.diag(crossed)) @ lower.T)
            self.middle = np.linalg.inv(np.block([[-np.diag(np.diag(crossed)), lower.T], [lower, whole]]))
        except np.linalg.LinAlgError:
            self.forget()
            return
        self.wide = np.hstack([self.changes.T, self.theta * self.steps.T])

    def kept(self):
        """Steps and changes in the places that they were put in: a new one's place is that of the oldest."""
        order = np.argsort([(self.count - len(self.steps) + i) % self.most for i in range(len(self.steps))])
        return self.steps[order.astype(int)], self.changes[order.astype(int)]

    def free(self, rest, free):
        """The least point of the model in the coordinates that are free, where its slope is -rest."""
        found = rest / self.theta
        if self.wide.shape[1]:
            part = self.wide[free]
            inner = self.middle @ (part.T @ rest)
            inner = np.linalg.solve(np.eye(len(inner)) - self.middle @ (part.T @ part) / self.theta, inner)
            found = found + part @ inner / self.theta ** 2
        return found


def _bend(x, gradient, low, high, model):
    """(the first least point of the model along the gradient's path within the bounds, W'(z - x), which coordinates are free there)."""
    at_low, at_high = x <= low, x >= high
    stopped = at_low & (gradient >= 0) | ~at_low & at_high & (gradient <= 0) | (low == high)
    way = np.where(stopped, 0.0, -gradient)
    with np.errstate(divide='ignore', invalid='ignore'):
        room = np.where(way > 0, (high - x) / way, np.where(way < 0, (low - x) / way, np.inf))
    room = np.where(np.isnan(room), np.inf, room)
    share, moved = way @ model.wide, np.zeros(model.wide.shape[1])
    slope = -(way @ way)
    if slope == 0:
        return x.copy(), moved, ~stopped
    bend = first_bend = -model.theta * slope - share @ model.middle @ share
    found, gone, free = x.copy(), 0.0, ~stopped
    for i in np.argsort(room, kind='stable'):
        if not np.isfinite(room[i]) or way[i] == 0:
            continue
        length = room[i] - gone
        if -slope / bend < length:
            break
        gone = room[i]
        found[i] = high[i] if way[i] > 0 else low[i]
        step, g = found[i] - x[i], -way[i]
        free[i], way[i] = False, 0.0
        moved = moved + length * share
        row = model.wide[i]
        slope = slope + length * bend + g * g + model.theta * g * step - g * (row @ model.middle @ moved)
        bend = max(_EPS * first_bend, bend - model.theta * g * g - 2 * g * (row @ model.middle @ share) - g * g * (row @ model.middle @ row))
        share = share + g * row
        if not way.any():
            return found, moved, free
    more = max(-slope / bend, 0.0)
    gone += more
    return np.where(way != 0, x + gone * way, found), moved + more * share, free


def _within(x, gradient, bent, moved, free, low, high, model):
    """From that point on to the least point of the model in the free coordinates, within the bounds."""
    rest = -(gradient + model.theta * (bent - x) - model.wide @ (model.middle @ moved))[free]
    step = np.zeros_like(x)
    step[free] = model.free(rest, free)
    found = np.clip(bent + step, low, high)
    if np.array_equal(found, bent + step) or (found - x) @ gradient <= 0:
        return found
    with np.errstate(divide='ignore', invalid='ignore'):       # clipping has turned it uphill: as far as the first bound instead
        room = np.where(step > 0, (high - bent) / step, np.where(step < 0, (low - bent) / step, np.inf))
    i = int(np.argmin(room))
    found = bent + min(1.0, room[i]) * step
    if room[i] < 1:
        found[i] = high[i] if step[i] > 0 else low[i]
    return found


def _slope(x, gradient, low, high):
    """The largest part of the gradient that the bounds leave."""
    return np.max(np.abs(np.where(gradient < 0, np.maximum(x - high, gradient), np.minimum(x - low, gradient))), initial=0.0)


class _Walk:
    """One search along a direction: the points that were asked, the last one's value and gradient."""

    def __init__(self, f, x, to):
        self.f, self.x, self.to, self.way = f, x, to, to - x

    def __call__(self, step):
        self.at = self.to if step == 1 else self.x + step * self.way
        self.value = self.f(self.at)
        self.gradient = self.f.gradient(self.at, self.value)
        return self.value, self.gradient @ self.way


def _reach(way, x, low, high, first, bounded):
    if not bounded:
        return 1e10
    if first:
        return 1.0
    with np.errstate(divide='ignore', invalid='ignore'):
        room = np.where(way > 0, (high - x) / way, np.where(way < 0, (low - x) / way, np.inf))
    return min(1e10, max(0.0, np.min(room, initial=np.inf)))


def lbfgsb(f, x, options, callback, low, high):
    kept, ftol, gtol = options.pop('maxcor', 10), options.pop('ftol', 2.2204460492503131e-09), options.pop('gtol', 1e-5)
    most, most_calls, tries = options.pop('maxiter', 15000), options.pop('maxfun', 15000), options.pop('maxls', 20)
    bounded, boxed = bool(np.any(np.isfinite(low) | np.isfinite(high))), bool(np.all(np.isfinite(low) & np.isfinite(high)))
    x, model, rounds, status = np.clip(x, low, high), _Model(kept, x.size), 0, 0
    value = f(x)
    gradient = f.gradient(x, value)
    message = 'CONVERGENCE: NORM_OF_PROJECTED_GRADIENT_<=_PGTOL'
    while not _slope(x, gradient, low, high) <= gtol:
        if bounded or not model.count:
            bent, moved, free = _bend(x, gradient, low, high, model)
        else:
            bent, moved, free = x, np.zeros(model.wide.shape[1]), np.ones(x.size, dtype=bool)
        to = _within(x, gradient, bent, moved, free, low, high, model) if model.count and free.any() else bent
        walk = _Walk(f, x, to)
        slope, reach = gradient @ walk.way, _reach(walk.way, x, low, high, rounds == 0, bounded)
        first = min(1 / np.linalg.norm(walk.way), reach) if rounds == 0 and not boxed else 1.0
        found = wolfe(walk, value, slope, first, 0.0, reach, 1e-3, 0.9, 0.1, tries) if slope < 0 else None
        if found is None:
            if not model.count:
                status, message = 2, 'ABNORMAL_TERMINATION_IN_LNSRCH'
                break
            model.forget()
            continue
        step, rounds = found[0], rounds + 1
        if not np.array_equal(walk.at, to if step == 1 else x + step * walk.way):
            walk(step)
        old, change, square = value, walk.gradient - gradient, None
        x, value, turned, gradient = walk.at, walk.value, walk.gradient @ walk.way, walk.gradient
        if callback is not None:
            callback(np.copy(x))
        if rounds >= most or f.calls > most_calls:
            status, message = 1, 'STOP: TOTAL NO. of ITERATIONS REACHED LIMIT' if rounds >= most else 'STOP: TOTAL NO. of f AND g EVALUATIONS EXCEEDS LIMIT'
            break
        if _slope(x, gradient, low, high) <= gtol:
            break
        if (old - value) <= ftol * max(abs(old), abs(value), 1):
            message = 'CONVERGENCE: REL_REDUCTION_OF_F_<=_FACTR*EPSMCH'
            break
        square, product = change @ change, (turned - slope) * step
        if product > _EPS * -slope * step:
            model.learn(step * walk.way, change, square, product)
    return OptimizeResult(fun=value, jac=gradient, nfev=f.calls, njev=f.gradients, nit=rounds, status=status, message=message, x=x, success=status == 0,
                          hess_inv=LbfgsInvHessProduct(*model.kept()))
