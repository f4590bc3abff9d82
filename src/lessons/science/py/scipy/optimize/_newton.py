"""minimize with second derivatives: Newton's direction by conjugate gradients, trust regions; and conjugate gradients without them."""
import numpy as np

from scipy.optimize._result import OptimizeResult

_SAID = ('Optimization terminated successfully.', 'Maximum number of iterations has been exceeded.', 'Desired error not necessarily achieved due to precision loss.')


class Bends:
    """The table of second derivatives, or its product with a vector, and how often it was asked for."""

    def __init__(self, f, hess, hessp, args):
        self.f, self.hess, self.hessp, self.args, self.calls = f, hess if callable(hess) else None, hessp, args, 0

    def at(self, x, gradient):
        self.calls += 1
        if self.hess is not None:
            found = self.hess(np.copy(x), *self.args)
            return np.asarray(found.toarray() if hasattr(found, 'toarray') else found, dtype=float)
        if self.hessp is not None:
            return np.stack([np.asarray(self.hessp(np.copy(x), each, *self.args), dtype=float) for each in np.eye(x.size)], axis=1)
        made = np.empty((x.size, x.size))
        for i in range(x.size):
            step = 1.5e-8 * max(1.0, abs(x[i]))
            moved = x.copy()
            moved[i] += step
            made[:, i] = (self.f.gradient(moved, None) - gradient) / step
        return (made + made.T) / 2


def newton_cg(f, x, bends, options, callback, line):
    """Newton's direction as far as conjugate gradients find it downhill."""
    tol, most = options.pop('xtol', 1e-5) * x.size, options.pop('maxiter', None) or x.size * 200
    value, rounds, moved, status, old = f(x), 0, np.inf, 0, None
    began = gradient = f.gradient(x, value)
    while moved > tol:
        if rounds >= most:
            status = 1
            break
        began, size = gradient, np.abs(gradient).sum()
        near = min(0.5, size ** 0.5) * size
        table = bends.at(x, gradient)
        direction, rest = np.zeros_like(x), gradient.copy()
        way, size = -rest, rest @ rest
        for i in range(20 * x.size):
            if np.abs(rest).sum() <= near:
                break
            bent = table @ way
            curve = way @ bent
            if 0 <= curve <= 3 * np.finfo(float).eps:
                break
            if curve < 0:
                direction = direction if i else size / -curve * way
                break
            share = size / curve
            direction, rest = direction + share * way, rest + share * bent
            new = rest @ rest
            way, size = -rest + new / size * way, new
        slope = gradient @ direction
        first = min(1.0, 2.02 * (value - old) / slope) if old is not None and slope else 1.0
        found = line(f, x, value, gradient, direction, first if first >= 0 else 1.0)
        if found is None:
            status = 2
            break
        old, (step, value, gradient) = value, found
        x, moved = x + step * direction, step * np.abs(direction).sum()
        rounds += 1
        if callback is not None:
            callback(np.copy(x))
    return OptimizeResult(fun=value, jac=began, nfev=f.calls, njev=f.gradients, nhev=bends.calls, status=status, success=status == 0, message=_SAID[status], x=x, nit=rounds)


def _within(gradient, table, radius):
    """(the least point of the quadratic within a radius, whether it lies at it)."""
    values, vectors = np.linalg.eigh(table)
    along = vectors.T @ gradient
    if values[0] > 0:
        inside = -vectors @ (along / values)
        if np.linalg.norm(inside) <= radius:
            return inside, False
    low, high = max(0.0, -values[0]) + 1e-14, max(0.0, -values[0]) + np.linalg.norm(gradient) / radius + np.abs(values).max() + 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if np.linalg.norm(along / (values + middle)) > radius else (low, middle)
    found = -vectors @ (along / (values + high))
    short = radius ** 2 - found @ found
    if short > 1e-10 * radius ** 2:             # (the hard case: on along the least bend)
        found = found + short ** 0.5 * vectors[:, 0]
    return found, True


def trust(f, x, bends, options, callback):
    """Steps to the least point of the quadratic within a radius that grows where that is trusted."""
    radius, widest = options.pop('initial_trust_radius', 1.0), options.pop('max_trust_radius', 1000.0)
    eta, gtol, most = options.pop('eta', 0.15), options.pop('gtol', 1e-4), options.pop('maxiter', None) or x.size * 200
    options.pop('inexact', None)
    value, rounds, status = f(x), 0, 0
    gradient = f.gradient(x, value)
    table = bends.at(x, gradient)
    while np.linalg.norm(gradient) >= gtol:
        if rounds >= most:
            status = 1
            break
        step, edge = _within(gradient, table, radius)
        hoped = -(gradient @ step + step @ table @ step / 2)
        here = f(x + step)
        share = (value - here) / hoped if hoped > 0 else -1.0
        if share < 0.25:
            radius *= 0.25
        elif share > 0.75 and edge:
            radius = min(2 * radius, widest)
        rounds += 1
        if share > eta:
            x, value = x + step, here
            gradient = f.gradient(x, value)
            table = bends.at(x, gradient)
        if callback is not None:
            callback(np.copy(x))
        if hoped <= 0 or radius < 1e-300:
            status = 2
            break
    return OptimizeResult(x=x, success=status == 0, status=status, fun=value, jac=gradient, nfev=f.calls, njev=f.gradients, nhev=bends.calls, nit=rounds, message=_SAID[status], hess=table)


def _turn(gradient, direction):
    """The direction after this one, by the gradient there (Polak and Ribière; never against it)."""
    return lambda after: -after + max(0.0, (after - gradient) @ after / (gradient @ gradient)) * direction


def _descends(direction, gradient, gtol):
    return np.max(np.abs(gradient)) <= gtol or direction @ gradient <= -0.01 * (gradient @ gradient)


def conjugate(f, x, options, callback, line):
    """Directions each of which keeps what those before it have reached (Polak and Ribière)."""
    gtol, most = options.pop('gtol', 1e-5), options.pop('maxiter', None) or x.size * 200
    value = f(x)
    gradient = f.gradient(x, value)
    direction, old, rounds, status = -gradient, value + np.linalg.norm(gradient) / 2, 0, 0
    while np.max(np.abs(gradient)) > gtol and rounds < most:
        slope = gradient @ direction
        first = min(1.0, 2.02 * (value - old) / slope) if slope else 1.0
        turn = _turn(gradient, direction)
        found = line(f, x, value, gradient, direction, first if first >= 0 else 1.0, c2=0.4, holds=lambda step, after: _descends(turn(after), after, gtol))
        if found is None:
            status = 2
            break
        step, here, after = found
        x, old, value = x + step * direction, value, here
        direction, gradient = turn(after), after
        rounds += 1
        if callback is not None:
            callback(np.copy(x))
    if rounds >= most and not status:
        status = 1
    return OptimizeResult(fun=value, jac=gradient, nfev=f.calls, njev=f.gradients, status=status, success=status == 0, message=_SAID[status], x=x, nit=rounds)
