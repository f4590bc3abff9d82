"""One variable: the least point by Brent's golden parabolas, a root between two signs."""
import numpy as np

from scipy.optimize._result import OptimizeResult

_GOLD, _GOLDEN, _EXACT = 0.3819660, 1.618034, 0.5 * (3.0 - 5.0 ** 0.5)


def bracket(func, xa=0.0, xb=1.0, args=(), grow_limit=110.0, maxiter=1000):
    """Three points of which the middle is lowest, going downhill from two: by the parabola through the last three, or by golden steps."""
    f = lambda x: func(x, *args)
    a, b, fa, fb, calls = xa, xb, f(xa), f(xb), 3
    if fa < fb:
        a, b, fa, fb = b, a, fb, fa
    c = b + _GOLDEN * (b - a)
    fc = f(c)
    for rounds in range(maxiter + 1):
        if not fc < fb:
            return a, b, c, fa, fb, fc, calls
        r, q = (b - a) * (fb - fc), (b - c) * (fb - fa)
        down = q - r
        at = b - ((b - c) * q - (b - a) * r) / (2.0 * (1e-21 if abs(down) < 1e-21 else down))
        far = b + grow_limit * (c - b)
        if rounds >= maxiter:
            break
        there = None
        if (at - c) * (b - at) > 0.0:
            there, calls = f(at), calls + 1
            if there < fc:
                return b, at, c, fb, there, fc, calls
            if there > fb:
                return a, b, at, fa, fb, there, calls
            at = c + _GOLDEN * (c - b)
            there, calls = f(at), calls + 1
        elif (at - far) * (far - c) >= 0.0:
            at = far
            there, calls = f(at), calls + 1
        elif (at - far) * (c - at) > 0.0:
            there, calls = f(at), calls + 1
            if there < fc:
                b, c, at = c, at, at + _GOLDEN * (at - c)
                fb, fc = fc, there
                there, calls = f(at), calls + 1
        else:
            at = c + _GOLDEN * (c - b)
            there, calls = f(at), calls + 1
        a, b, c, fa, fb, fc = b, c, at, fb, fc, there
    raise RuntimeError('Too many iterations.')


def bracketed(f, a, b):
    """(a, b, c, f(b)) of a bracket."""
    a, b, c, _, fb, _, _ = bracket(f, a, b)
    return a, b, c, fb


def _brent(f, low, x, high, fx, tol, most, absolute, gold=_GOLD):
    """The least point between low and high from x on; (x, f(x), rounds, is it found?)."""
    w = v = x
    fw = fv = fx
    moved = before = 0.0
    for rounds in range(most):
        near = tol * abs(x) + absolute
        middle = 0.5 * (low + high)
        if abs(x - middle) <= 2 * near - 0.5 * (high - low):
            return x, fx, rounds, True
        golden = abs(before) <= near
        if not golden:
            r, q = (x - w) * (fx - fv), (x - v) * (fx - fw)
            p, q = (x - v) * q - (x - w) * r, 2 * (q - r)
            p, q = (-p if q > 0 else p), abs(q)
            golden = not (abs(p) < abs(0.5 * q * before) and q * (low - x) < p < q * (high - x))
            if not golden:
                before, moved = moved, p / q
                if x + moved - low < 2 * near or high - x - moved < 2 * near:
                    moved = near if middle >= x else -near
        if golden:
            before = low - x if x >= middle else high - x
            moved = gold * before
        u = x + (moved if abs(moved) >= near else near if moved >= 0 else -near)
        fu = f(u)
        if fu <= fx:
            low, high = (x, high) if u >= x else (low, x)
            v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
        else:
            low, high = (u, high) if u < x else (low, u)
            if fu <= fw or w == x:
                v, fv, w, fw = w, fw, u, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu
    return x, fx, most, False


_GOLD_TOL = 1.4901161193847656e-08


def _sections(f, a, b, c, tol, most):
    """Golden sections alone: (x, f(x), rounds, is it found?)."""
    ratio = 0.61803399
    left, right = (b, b + (1 - ratio) * (c - b)) if abs(c - b) > abs(b - a) else (b - (1 - ratio) * (b - a), b)
    f_left, f_right, rounds = f(left), f(right), 0
    while rounds < most and abs(c - a) > tol * (abs(left) + abs(right)):
        if f_right < f_left:
            a, left, right = left, right, ratio * right + (1 - ratio) * c
            f_left, f_right = f_right, f(right)
        else:
            c, right, left = right, left, ratio * left + (1 - ratio) * a
            f_right, f_left = f_left, f(left)
        rounds += 1
    found = rounds < most
    return (left, f_left, rounds, found) if f_left < f_right else (right, f_right, rounds, found)


def brent(func, args=(), brack=None, tol=1.48e-8, full_output=0, maxiter=500):
    """The least point of a function of one number."""
    found = minimize_scalar(func, brack, None, args, 'brent', None, {'xtol': tol, 'maxiter': maxiter})
    return (found.x, found.fun, found.nit, found.nfev) if full_output else found.x


def golden(func, args=(), brack=None, tol=_GOLD_TOL, full_output=0, maxiter=5000):
    """The same by golden sections."""
    found = minimize_scalar(func, brack, None, args, 'golden', None, {'xtol': tol, 'maxiter': maxiter})
    return (found.x, found.fun, found.nfev) if full_output else found.x


def minimize_scalar(fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None):
    name = (method or ('brent' if bounds is None else 'bounded')).lower()
    if name not in ('brent', 'bounded', 'golden'):
        raise ValueError(f'Unknown solver {method}')
    args, options, calls = args if isinstance(args, tuple) else (args,), dict(options or {}), 0

    def f(x):
        nonlocal calls
        calls += 1
        return float(np.asarray(fun(x, *args)).item())
    if name == 'bounded':
        if bounds is None:
            raise ValueError('The `bounds` parameter is mandatory for method `bounded`.')
        low, high = bounds
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError('Optimization bounds must be finite scalars.')
        if low > high:
            raise ValueError('The lower bound exceeds the upper bound.')
        start = low + _EXACT * (high - low)
        x, value, rounds, found = _brent(f, low, start, high, f(start), 2.2e-16 ** 0.5, options.get('maxiter', 500), options.get('xatol', 1e-5 if tol is None else tol) / 3, _EXACT)
        return OptimizeResult(fun=value, status=0 if found else 1, success=found, message='Solution found.' if found else 'Maximum number of function calls reached.', x=x, nfev=calls, nit=calls)
    if bracket is None:
        a, b, c, fb = bracketed(f, 0.0, 1.0)
    elif len(bracket) == 2:
        a, b, c, fb = bracketed(f, *bracket)
    elif len(bracket) == 3:
        a, b, c = bracket
        fb = f(b)
        if not (fb < f(a) and fb < f(c)) or not min(a, c) < b < max(a, c):
            raise ValueError('Not a bracketing interval.')
    else:
        raise ValueError('Bracketing interval must be length 2 or 3 sequence.')
    if name == 'golden':
        x, value, rounds, found = _sections(f, a, b, c, options.get('xtol', _GOLD_TOL if tol is None else tol), options.get('maxiter', 5000))
        words = '\nOptimization terminated successfully;\nThe returned value satisfies the termination criteria\n(using xtol = 1.4901161193847656e-08 )' if found else '\nMaximum number of iterations exceeded'
        return OptimizeResult(fun=value, x=x, nfev=calls, nit=rounds, success=found, message=words)
    x, value, rounds, found = _brent(f, min(a, c), b, max(a, c), fb, options.get('xtol', 1.48e-8 if tol is None else tol), options.get('maxiter', 500), 1e-11)
    message = '\nOptimization terminated successfully;\nThe returned value satisfies the termination criteria\n(using xtol = 1.48e-08 )' if found else '\nMaximum number of iterations exceeded'
    return OptimizeResult(fun=value, x=x, nit=rounds, nfev=calls, success=found, message=message)


def _bisect(f, a, b, args, xtol, rtol, maxiter):
    """A root between two points of different signs, by halving."""
    if xtol <= 0:
        raise ValueError(f'xtol too small ({xtol:g} <= 0)')
    fa, fb = f(a, *args), f(b, *args)
    if fa == 0 or fb == 0:
        return float(a if fa == 0 else b), 0, True
    if fa * fb > 0:
        raise ValueError('f(a) and f(b) must have different signs')
    low, width = a, b - a
    for rounds in range(1, maxiter + 1):
        width *= 0.5
        middle = low + width
        value = f(middle, *args)
        if value * fa >= 0:
            low = middle
        if value == 0 or abs(width) < xtol + rtol * abs(middle):
            return float(middle), rounds, True
    return float(low), maxiter, False


def _over(up, down):
    """A step of no length that there is, where the curve has no zero: halving comes in its place."""
    return up / down if down else np.inf


def _parabola(fx, f_before, f_other, d_before, d_other):
    """The step to where the parabola of x by f(x) has f = 0; d_before and d_other are the slopes from x to the two other points."""
    return _over(-fx * (f_other * d_other - f_before * d_before), d_other * d_before * (f_other - f_before))


def _hyperbola(fx, f_before, f_other, d_before, d_other):
    """The step to where the hyperbola through the three points is 0 (Bus and Dekker)."""
    return _over(-fx * (f_other - f_before), f_other * d_before - f_before * d_other)


def _brent_root(f, a, b, args, xtol, rtol, maxiter, curve):
    """(root, rounds, is it found?): secants and curves through three points, halving where these do not serve."""
    if xtol <= 0:
        raise ValueError(f'xtol too small ({xtol:g} <= 0)')
    before, x = float(a), float(b)
    f_before, fx = f(before, *args), f(x, *args)
    if f_before == 0 or fx == 0:
        return before if f_before == 0 else x, 0, True
    if f_before * fx > 0:
        raise ValueError('f(a) and f(b) must have different signs')
    other = f_other = step = last = 0.0
    for rounds in range(1, maxiter + 1):
        if f_before != 0 and fx != 0 and (f_before < 0) != (fx < 0):
            other, f_other, step = before, f_before, x - before
            last = step
        if abs(f_other) < abs(fx):
            before, x, other = x, other, x
            f_before, fx, f_other = fx, f_other, fx
        near, half = (xtol + rtol * abs(x)) / 2, (other - x) / 2
        if fx == 0 or abs(half) < near:
            return x, rounds, True
        if abs(last) > near and abs(fx) < abs(f_before):
            if before == other:
                tried = -fx * (x - before) / (fx - f_before)
            else:
                d_before, d_other = (f_before - fx) / (before - x), (f_other - fx) / (other - x)
                tried = curve(fx, f_before, f_other, d_before, d_other)
            last, step = (step, tried) if 2 * abs(tried) < min(abs(last), 3 * abs(half) - near) else (half, half)
        else:
            last = step = half
        before, f_before = x, fx
        x += step if abs(step) > near else near if half > 0 else -near
        fx = f(x, *args)
    return x, maxiter, False


class RootResults:
    """How a root was found."""

    def __init__(self, root, iterations, function_calls, converged=True):
        self.root, self.iterations, self.function_calls, self.converged, self.flag = root, iterations, function_calls, converged, 'converged' if converged else 'convergence error'

    def __repr__(self):
        names = 'converged', 'flag', 'function_calls', 'iterations', 'root'
        return '\n'.join(name.rjust(15) + ': ' + repr(getattr(self, name)) for name in names)


def _between(search, name):
    """A search between two signs, as programs call it."""
    def find(f, a, b, args=(), xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output=False, disp=True):
        args, calls = args if isinstance(args, tuple) else (args,), [0]
        if rtol < 8.881784197001252e-16:
            raise ValueError('rtol too small (%g < %g)' % (rtol, 8.881784197001252e-16))
        if maxiter < 0:
            raise ValueError('maxiter should be > 0')

        def counted(x, *more):
            calls[0] += 1
            return f(x, *more)
        root, rounds, found = search(counted, a, b, args, xtol, rtol, maxiter)
        if not found and disp:
            raise RuntimeError(f'Failed to converge after {maxiter} iterations.')
        return (root, RootResults(root, rounds, calls[0], found)) if full_output else root
    find.__name__ = find.__qualname__ = name
    find.__doc__ = search.__doc__
    return find


def _brentq(f, a, b, args, xtol, rtol, maxiter):
    """A root between two points of different signs, by Brent's steps along parabolas backward."""
    return _brent_root(f, a, b, args, xtol, rtol, maxiter, _parabola)


def _brenth(f, a, b, args, xtol, rtol, maxiter):
    """A root between two points of different signs, by Brent's steps along hyperbolas."""
    return _brent_root(f, a, b, args, xtol, rtol, maxiter, _hyperbola)


bisect, brentq, brenth = _between(_bisect, 'bisect'), _between(_brentq, 'brentq'), _between(_brenth, 'brenth')
