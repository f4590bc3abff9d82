"""A root between two signs by algorithm 748 of Alefeld, Potra and Shi (ACM Transactions on Mathematical Software 21, 1995)."""
import math

import numpy as np

from scipy.optimize._scalar import RootResults

_EPS = np.finfo(float).eps
_APART = 32 * _EPS         # values of f nearer than this are not told apart
_ORDERS = 50               # powers of two between values of other orders


class _Bracket:
    """Two ends of different signs, the two points that last were ends, and how near counts as equal."""

    def __init__(self, f, a, b, xtol, rtol):
        self.f, self.xtol, self.rtol = f, xtol, rtol
        self.ends, self.values = [a, b], [0.0, 0.0]
        self.d = self.e = None        # (where, value)
        self.root = None              # (where f is 0)

    def value(self, x):
        found = self.f(x)
        if not np.isfinite(found) or not np.isreal(found):
            raise ValueError('Invalid function value: f(%f) -> %s ' % (x, found))
        return found

    def width(self):
        return self.ends[1] - self.ends[0]

    def near(self, x, y):
        return abs(x - y) <= self.xtol + self.rtol * abs(y)

    def slope(self):
        return (self.values[1] - self.values[0]) / self.width()

    def cut(self, c):
        """c becomes the end whose sign it has; True where it is a root."""
        value = self.value(c)
        if value == 0:
            self.root = c
            return True
        side = 0 if np.sign(value) == np.sign(self.values[0]) else 1
        self.e, self.d = self.d, (self.ends[side], self.values[side])
        self.ends[side], self.values[side] = c, value
        return False

    def inside(self, c):
        return self.ends[0] < c < self.ends[1]

    def middle(self):
        return sum(self.ends) / 2.0

    def secant(self):
        """Where the line through both ends is 0."""
        (a, b), (fa, fb) = self.ends, self.values
        c = (a - fa / fb * b) / (1 - fa / fb) if abs(fb) > abs(fa) else (b - fb / fa * a) / (1 - fb / fa)
        return c if self.inside(c) else self.middle()

    def parabola(self, steps):
        """Newton's steps toward the zero of the parabola through the ends and d, from the end where they cannot overshoot."""
        (a, b), (fa, _), (d, fd) = self.ends, self.values, self.d
        first = self.slope()
        second = ((fd - self.values[1]) / (d - b) - first) / (d - a)
        if second == 0:
            return a - fa / first if first else self.middle()
        x = a if np.sign(second) * np.sign(fa) > 0 else b
        for _ in range(steps):
            down = first + second * (2 * x - a - b)
            if down == 0:
                break
            tried = x - (fa + (first + second * (x - b)) * (x - a)) / down
            if not self.inside(tried):
                return x if self.inside(x) else self.middle()
            x = tried
        return x

    def inverse_cubic(self):
        """Where the cubic of x by f(x) through the four points has f = 0 (Neville's scheme); None if two values are as good as the same or it lies outside."""
        if self.e is None:
            return None
        points = [self.d, *zip(self.ends, self.values), self.e]
        values = [value for _, value in points]
        if any(abs(one - other) <= _APART for i, one in enumerate(values) for other in values[i + 1:]):
            return None
        a = self.ends[0]
        level = [x - a for x, _ in points]
        for gap in (1, 2, 3):
            level = [level[i] - values[i] * (level[i + 1] - level[i]) / (values[i + gap] - values[i]) for i in range(4 - gap)]
        return a + level[0] if self.inside(a + level[0]) else None

    def double_step(self):
        """Twice the secant's step from the better end, so that both ends come near the root."""
        better = 0 if abs(self.values[0]) < abs(self.values[1]) else 1
        u, slope = self.ends[better], self.slope()
        c = u - 2 * self.values[better] / slope if slope else u
        if abs(c - u) > 0.5 * self.width():
            return self.middle()
        if abs(c - u) <= _EPS * abs(u):
            c = self.aside(better)
        return c if self.inside(c) else self.middle()

    def aside(self, better):
        """Where a step from an end leads nowhere: a little beside it, farther where the values at the ends are of other orders."""
        u, (near, far) = self.ends[better], (math.frexp(self.values[i])[1] for i in (better, 1 - better))
        if near < far - _ORDERS:
            return u + (self.ends[1 - better] - u) / 32
        return u + (1 - 2 * better) * (self.xtol + self.rtol * abs(u))

    def round(self, k):
        """One round of the algorithm; True where it met a root."""
        before = self.width()
        c = None
        for steps in range(2, k + 2):
            cubic = self.inverse_cubic()
            c = cubic if cubic is not None else self.parabola(steps) if c is None else c      # (a cubic that fails leaves the point of before, as in scipy)
            if self.cut(c):
                return True
        return self.cut(self.double_step()) or self.width() > 0.5 * before and self.cut(self.middle())


def _checked(a, b, k, xtol, rtol, maxiter):
    """What is asked for must make sense."""
    for wrong, text in ((xtol <= 0, 'xtol too small (%g <= 0)' % xtol), (rtol < 4 * _EPS, 'rtol too small (%g < %g)' % (rtol, 4 * _EPS)), (maxiter < 1, 'maxiter must be greater than 0'),
                        (not np.isfinite(a), 'a is not finite %s' % a), (not np.isfinite(b), 'b is not finite %s' % b), (not a < b, 'a and b are not an interval [%s, %s]' % (a, b)), (k < 1, 'k too small (%s < 1)' % k)):
        if wrong:
            raise ValueError(text)


def _search(at, k, maxiter):
    """(root, rounds, is it found?), rounds counting the secant that opens."""
    for i in (0, 1):
        at.values[i] = at.value(at.ends[i])
        if at.values[i] == 0:
            return at.ends[i], 0, True
    if np.sign(at.values[0]) * np.sign(at.values[1]) > 0:
        raise ValueError('a, b must bracket a root f(%e)=%e, f(%e)=%e ' % (at.ends[0], at.values[0], at.ends[1], at.values[1]))
    if at.cut(at.secant()):
        return at.root, 0, True
    rounds, done = 1, False
    while not done and not at.near(*at.ends):
        if rounds >= maxiter:
            return at.middle(), rounds, False
        done = at.round(k)
        rounds += 1
    return (at.root if done else at.middle()), rounds, True


def toms748(f, a, b, args=(), k=1, xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100, full_output=False, disp=True):
    """A root between two points of different signs, by inverse cubics and double secants; k is how many interpolations a round has."""
    _checked(a, b, k, xtol, rtol, maxiter)
    args, calls = args if isinstance(args, tuple) else (args,), [0]

    def counted(x):
        calls[0] += 1
        return f(x, *args)
    at = _Bracket(counted, a, b, xtol, rtol)
    root, rounds, found = _search(at, k, maxiter)
    if not found and disp:
        raise RuntimeError('Failed to converge after %d iterations, bracket is %s' % (rounds + 1, at.ends))
    return (root, RootResults(root, rounds, calls[0], found)) if full_output else root
