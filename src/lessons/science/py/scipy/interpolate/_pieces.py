"""Functions in pieces of polynomials: PPoly, and those that make one through given points (cubic splines, Hermite's, pchip, Akima's)."""
import numpy as np


def column(x, ndim):
    """x along the first of ndim axes."""
    return x.reshape(-1, *[1] * (ndim - 1))


def points(x, y, axis=0, least=2):
    """(x, y with its axis first, the axis) of given points, or ValueError."""
    x, y = np.asarray(x), np.asarray(y)
    if np.issubdtype(x.dtype, np.complexfloating):
        raise ValueError('`x` must contain real values.')
    x = x.astype(float)
    y = y.astype(complex if np.iscomplexobj(y) else float)
    axis %= max(y.ndim, 1)
    if x.ndim != 1:
        raise ValueError('`x` must be 1-dimensional.')
    if len(x) < least:
        raise ValueError(f'`x` must contain at least {least} elements.')
    if len(x) != y.shape[axis]:
        raise ValueError(f"The length of `y` along `axis`={axis} doesn't match the length of `x`")
    if not np.all(np.isfinite(x)):
        raise ValueError('`x` must contain only finite values.')
    if not np.all(np.isfinite(y)):
        raise ValueError('`y` must contain only finite values.')
    if np.any(np.diff(x) <= 0):
        raise ValueError('`x` must be strictly increasing sequence.')
    return x, np.moveaxis(y, axis, 0), axis


def placed(found, x, axis):
    """Values, those of x first, with the axis of x where the axis of the points was."""
    found = found.reshape((*x.shape, *found.shape[1:]))
    return np.moveaxis(found, range(x.ndim), range(axis, axis + x.ndim)) if axis else found


class PPoly:
    """Pieces of polynomials between breakpoints x; c[m, i]: the coefficient of the power of (at - x[i]) that counts down from len(c) - 1."""

    def __init__(self, c, x, extrapolate=None, axis=0):
        self.c, self.x = np.asarray(c), np.ascontiguousarray(x, dtype=np.float64)
        self.extrapolate = True if extrapolate is None else extrapolate if extrapolate == 'periodic' else bool(extrapolate)
        if self.c.ndim < 2:
            raise ValueError('Coefficients array must be at least 2-dimensional.')
        if not 0 <= axis < self.c.ndim - 1:
            raise ValueError(f'axis={axis} must be between 0 and {self.c.ndim - 2}')
        self.axis = axis
        if axis:
            self.c = np.moveaxis(self.c, (axis, axis + 1), (0, 1))
        if self.x.ndim != 1:
            raise ValueError('x must be 1-dimensional')
        if self.x.size < 2:
            raise ValueError('at least 2 breakpoints are needed')
        if self.c.shape[0] == 0:
            raise ValueError('polynomial must be at least of order 0')
        if self.c.shape[1] != self.x.size - 1:
            raise ValueError('number of coefficients != len(x)-1')
        steps = np.diff(self.x)
        if not (np.all(steps >= 0) or np.all(steps <= 0)):
            raise ValueError('`x` must be strictly increasing or decreasing.')
        self.c = self.c.astype(complex if np.iscomplexobj(self.c) else float)

    @classmethod
    def construct_fast(cls, c, x, extrapolate=None, axis=0):
        """One of what is known to be right."""
        self = object.__new__(cls)
        self.c, self.x, self.axis, self.extrapolate = c, x, axis, True if extrapolate is None else extrapolate
        return self

    @classmethod
    def from_spline(cls, tck, extrapolate=None):
        """The pieces of a spline of B-splines."""
        from scipy.interpolate._bsplines import BSpline
        spline = tck if isinstance(tck, BSpline) else BSpline(*tck)
        t, k = spline.t, spline.k
        made, factor = [], 1.0
        for m in range(k + 1):
            made.append(spline(t[:-1], nu=m) / factor)
            factor *= m + 1
        return cls.construct_fast(np.array(made[::-1]), t, spline.extrapolate if extrapolate is None else extrapolate)

    def _pieces(self, at):
        """Of each place the number of its piece."""
        if self.x[-1] < self.x[0]:
            return np.clip(np.searchsorted(-self.x, -at, 'right') - 1, 0, len(self.x) - 2)
        return np.clip(np.searchsorted(self.x, at, 'right') - 1, 0, len(self.x) - 2)

    def __call__(self, x, nu=0, extrapolate=None):
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        x = np.asarray(x, dtype=float)
        at = x.ravel()
        if isinstance(extrapolate, str):        # (periodic)
            at, extrapolate = self.x[0] + (at - self.x[0]) % (self.x[-1] - self.x[0]), False
        if nu < 0:
            return self.antiderivative(-nu)(x, extrapolate=extrapolate)
        piece = self._pieces(at)
        off = column(at - self.x[piece], self.c.ndim - 1)
        weights = self.derivative(nu).c[:, piece] if nu else self.c[:, piece]
        found = np.zeros(weights.shape[1:], dtype=weights.dtype)
        for weight in weights:
            found = found * off + weight
        low, high = sorted((self.x[0], self.x[-1]))
        if not extrapolate:
            found[(at < low) | (at > high)] = np.nan
        found[np.isnan(at)] = np.nan
        return placed(found, x, self.axis)

    def _plain(self, c):
        return PPoly.construct_fast(c, self.x, self.extrapolate, self.axis)

    def derivative(self, nu=1):
        """The pieces of the slope."""
        if nu < 0:
            return self.antiderivative(-nu)
        c = self.c
        for _ in range(nu):
            c = c[:-1] * column(np.arange(len(c) - 1, 0, -1.0), c.ndim) if len(c) > 1 else np.zeros_like(c)
        return self._plain(c)

    def antiderivative(self, nu=1):
        """The pieces of an integral that begins with 0."""
        if nu <= 0:
            return self.derivative(-nu)
        c = self.c
        for _ in range(nu):
            c = np.concatenate([c / column(np.arange(len(c), 0, -1.0), c.ndim), np.zeros((1, *c.shape[1:]), c.dtype)])
            ends, wide = np.zeros(c.shape[1:], c.dtype), column(np.diff(self.x), c.ndim - 1)
            for weight in c:
                ends = ends * wide + weight
            c[-1, 1:] = np.cumsum(ends[:-1], axis=0)
        made = self._plain(c)
        made.extrapolate = False if self.extrapolate == 'periodic' else self.extrapolate
        return made

    def integrate(self, a, b, extrapolate=None):
        """The integral from a to b."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        sign = 1
        if b < a:
            a, b, sign = b, a, -1
        whole = self.antiderivative()
        if isinstance(extrapolate, str):        # (periodic)
            start, end = self.x[0], self.x[-1]
            period = end - start
            turns, left = divmod(b - a, period)
            found = turns * (whole(end) - whole(start)) if turns else 0.0
            a = start + (a - start) % period
            b = a + left
            found = found + (whole(b) - whole(a) if b <= end else whole(end) - whole(a) + whole(b - period) - whole(start))
            return np.asarray(found * sign)
        return np.asarray((whole(b, extrapolate=extrapolate) - whole(a, extrapolate=extrapolate)) * sign)

    def solve(self, y=0.0, discontinuity=True, extrapolate=None):
        """Where the pieces are y; a piece that is y everywhere gives its begin and nan."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        if np.iscomplexobj(self.c):
            raise ValueError('Root finding is only for real-valued polynomials')
        flat = self.c.reshape(*self.c.shape[:2], -1).copy()
        flat[-1] -= y
        found = [self._solved(flat[:, :, j], discontinuity, bool(extrapolate) and extrapolate != 'periodic') for j in range(flat.shape[2])]
        if self.c.ndim == 2:
            return found[0]
        made = np.empty(flat.shape[2], object)
        made[:] = found
        return made.reshape(self.c.shape[2:])

    def _solved(self, c, jumps, beyond):
        found, n = [], c.shape[1]
        for i in range(n):
            a, b = self.x[i], self.x[i + 1]
            if a == b:
                continue
            if i and jumps:
                left, right = np.polyval(c[:, i - 1], self.x[i] - self.x[i - 1]), c[-1, i]
                if left * right < 0 and (not found or found[-1] != a):
                    found.append(a)
            if not c[:, i].any():
                found += [a, np.nan]
                continue
            here = np.roots(c[:, i])
            size = max(1.0, float(np.abs(here).max()) if len(here) else 1.0)
            for at in sorted(here[np.abs(here.imag) <= 1e-7 * size].real) if len(here) else ():
                slope = np.polyval(np.polyder(c[:, i]), at) if len(c) > 1 else 0.0
                at = at - np.polyval(c[:, i], at) / slope if slope else at      # (one step of Newton's against rounding)
                at += a
                if (at < a and not (beyond and i == 0)) or (at > b and not (beyond and i == n - 1)):
                    continue
                if not found or not abs(found[-1] - at) <= 1e-14 * max(1.0, abs(at)):
                    found.append(at)
        return np.array(found)

    def roots(self, discontinuity=True, extrapolate=None):
        """Where the pieces are 0."""
        return self.solve(0, discontinuity, extrapolate)

    def extend(self, c, x, right=None):
        """More pieces behind these, or before them."""
        c, x = np.asarray(c), np.asarray(x)
        if not c.size:
            return
        behind = (x[-1] >= self.x[-1]) if right is None else right
        tall = max(len(c), len(self.c))
        padded = [np.concatenate([np.zeros((tall - len(a), *a.shape[1:])), a]) for a in ((self.c, c) if behind else (c, self.c))]
        self.c, self.x = np.concatenate(padded, axis=1), np.r_[(self.x, x) if behind else (x, self.x)]


class CubicHermiteSpline(PPoly):
    """Pieces of third degree with given values and slopes."""

    def __init__(self, x, y, dydx, axis=0, extrapolate=None):
        x, y, axis = points(x, y, axis)
        self._lay(x, y, np.moveaxis(np.asarray(dydx, dtype=y.dtype), axis, 0), axis, True if extrapolate is None else extrapolate)

    def _lay(self, x, y, slopes, axis, extrapolate):
        wide = column(np.diff(x), y.ndim)
        line = np.diff(y, axis=0) / wide
        bend = (slopes[:-1] + slopes[1:] - 2 * line) / wide
        self.x, self.axis, self.extrapolate = x, axis, extrapolate
        self.c = np.stack([bend / wide, (line - slopes[:-1]) / wide - bend, slopes[:-1], y[:-1]])


class PchipInterpolator(CubicHermiteSpline):
    """Pieces of third degree that go up and down where the points do, and nowhere else."""

    def __init__(self, x, y, axis=0, extrapolate=None):
        x, y, axis = points(x, y, axis)
        self._lay(x, y, self._slopes(x, y), axis, True if extrapolate is None else extrapolate)

    @staticmethod
    def _slopes(x, y):
        h = column(np.diff(x), y.ndim)
        line = np.diff(y, axis=0) / h
        if len(x) == 2:
            return np.concatenate([line, line])
        with np.errstate(divide='ignore', invalid='ignore'):
            flat = (np.sign(line[1:]) != np.sign(line[:-1])) | (line[1:] == 0) | (line[:-1] == 0)
            late, early = 2 * h[1:] + h[:-1], h[1:] + 2 * h[:-1]
            inner = np.where(flat, 0.0, (late + early) / (late / line[:-1] + early / line[1:]))       # (a weighted harmonic mean)
        return np.concatenate([_end(h[0], h[1], line[0], line[1])[None], inner, _end(h[-1], h[-2], line[-1], line[-2])[None]])


def _end(h, next_h, line, next_line):
    """The slope at an end, of the parabola through three points where that does not overshoot."""
    found = ((2 * h + next_h) * line - h * next_line) / (h + next_h)
    found = np.where(np.sign(found) != np.sign(line), 0.0, found)
    return np.where((np.sign(line) != np.sign(next_line)) & (np.abs(found) > 3 * np.abs(line)), 3 * line, found)


class Akima1DInterpolator(CubicHermiteSpline):
    """Akima's pieces: the slope at a point looks at two lines to each side."""

    def __init__(self, x, y, axis=0):
        x, y, axis = points(x, y, axis)
        self._lay(x, y, self._slopes(x, y), axis, False)

    @staticmethod
    def _slopes(x, y):
        lines = np.empty((len(x) + 3, *y.shape[1:]))
        lines[2:-2] = np.diff(y, axis=0) / column(np.diff(x), y.ndim)
        lines[1], lines[-2] = 2 * lines[2] - lines[3] if len(x) > 2 else lines[2], 2 * lines[-3] - lines[-4] if len(x) > 2 else lines[-3]
        lines[0], lines[-1] = 2 * lines[1] - lines[2], 2 * lines[-2] - lines[-3]
        slopes = 0.5 * (lines[3:] + lines[:-3])
        bends = np.abs(np.diff(lines, axis=0))
        after, before = bends[2:], bends[:-2]
        both = after + before
        bent = both > 1e-9 * np.max(both, initial=-np.inf)
        slopes[bent] = (after[bent] * lines[1:-2][bent] + before[bent] * lines[2:-1][bent]) / both[bent]
        return slopes


def pchip_interpolate(xi, yi, x, der=0, axis=0):
    """Values, or slopes, of pchip's pieces."""
    made = PchipInterpolator(xi, yi, axis=axis)
    return made(x) if der == 0 else made(x, nu=der) if np.ndim(der) == 0 else [made(x, nu=each) for each in der]


_NAMED = {'clamped': (1, 0.0), 'natural': (2, 0.0), 'not-a-knot': 'not-a-knot', 'periodic': 'periodic'}


class CubicSpline(CubicHermiteSpline):
    """Pieces of third degree with the same value, slope and curvature where they meet; bc_type says what holds at the ends."""

    def __init__(self, x, y, axis=0, bc_type='not-a-knot', extrapolate=None):
        x, y, axis = points(x, y, axis)
        ends = self._ends(bc_type, y)
        if extrapolate is None:
            extrapolate = 'periodic' if ends[0] == 'periodic' else True
        self._lay(x, y, self._slopes(x, y, ends) if y.size else np.zeros_like(y), axis, extrapolate)

    @staticmethod
    def _ends(bc_type, y):
        """What holds at each end: 'not-a-knot', 'periodic', or (order of the derivative, its value)."""
        if isinstance(bc_type, str):
            if bc_type == 'periodic' and not np.allclose(y[0], y[-1], rtol=1e-15, atol=1e-15):
                raise ValueError(f"The first and last `y` point along axis 0 must be identical (within machine precision) when bc_type='periodic'.")
            bc_type = (bc_type, bc_type)
        elif len(bc_type) != 2:
            raise ValueError('`bc_type` must contain 2 elements to specify start and end conditions.')
        elif 'periodic' in [x for x in bc_type if isinstance(x, str)]:
            raise ValueError("'periodic' `bc_type` is defined for both curve ends and cannot be used with other boundary conditions.")
        made = []
        for each in bc_type:
            if isinstance(each, str):
                if each not in _NAMED:
                    raise ValueError(f'bc_type={each} is not allowed.')
                made.append(_NAMED[each])
                continue
            try:
                order, value = each
            except Exception as e:
                raise ValueError('A specified derivative value must be given in the form (order, value).') from e
            if order not in (1, 2):
                raise ValueError('The specified derivative order must be 1 or 2.')
            value = np.asarray(value)
            if value.shape != y.shape[1:] and value.ndim:
                raise ValueError(f'`deriv_value` shape {value.shape} is not the expected one {y.shape[1:]}.')
            made.append((order, value))
        return made

    @staticmethod
    def _slopes(x, y, ends):
        """The slope at each knot: a band of three unknowns a row."""
        n, h = len(x), np.diff(x)
        line = np.diff(y, axis=0) / column(h, y.ndim)
        if ends[0] == 'periodic':
            return _turning(h, line, y)
        if n == 2:
            ends = [(1, line[0]) if e == 'not-a-knot' else e for e in ends]
        band, right = np.zeros((n, n)), np.zeros_like(y)
        inner = np.arange(1, n - 1)
        band[inner, inner - 1], band[inner, inner], band[inner, inner + 1] = h[1:], 2 * (h[:-1] + h[1:]), h[:-1]
        if n > 2:
            right[1:-1] = 3 * (column(h[1:], y.ndim) * line[:-1] + column(h[:-1], y.ndim) * line[1:])
        if n == 3 and list(map(str, ends)) == ['not-a-knot'] * 2:        # one parabola through all
            band[0, :2], band[-1, -2:] = (1, 1), (1, 1)
            right[0], right[-1] = 2 * line[0], 2 * line[1]
            return np.linalg.solve(band, right.reshape(n, -1)).reshape(y.shape)
        for end, (at, near, far, sign) in zip(ends, ((0, 0, 1, 1), (n - 1, n - 2, n - 3, -1))):
            beside = at + sign
            if end == 'not-a-knot':
                d = h[near] + h[far]
                band[at, at], band[at, beside] = h[far], d
                right[at] = ((h[near] + 2 * d) * h[far] * line[near] + h[near] ** 2 * line[far]) / d
            elif end[0] == 1:
                band[at, at] = 1
                right[at] = end[1]
            else:
                band[at, at], band[at, beside] = 2 * h[near], h[near]
                right[at] = 3 * h[near] * line[near] - sign * 0.5 * np.asarray(end[1]) * h[near] ** 2
        return np.linalg.solve(band, right.reshape(n, -1)).reshape(y.shape)


def _turning(h, line, y):
    """Slopes of a curve whose end is its begin again."""
    n = len(h)
    if n == 1:
        return np.zeros_like(y)
    band, right = np.zeros((n, n)), np.zeros((n, *y.shape[1:]), y.dtype)
    for i in range(n):
        before, after = h[i - 1], h[i]
        band[i, (i - 1) % n] += after
        band[i, i] += 2 * (before + after)
        band[i, (i + 1) % n] += before
        right[i] = 3 * (after * line[i - 1] + before * line[i])
    found = np.linalg.solve(band, right.reshape(n, -1)).reshape(right.shape)
    return np.concatenate([found, found[:1]])
