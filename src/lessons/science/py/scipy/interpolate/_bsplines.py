"""Splines as sums of B-splines: BSpline, those through given points and near them, and the older names of them (splrep, splev …)."""
import operator

import numpy as np

from scipy.interpolate._pieces import column, placed


def bases(t, at, k, piece):
    """The k + 1 B-splines that are not 0 in each place's piece between knots: one row a place."""
    found = np.zeros((len(at), k + 1))
    found[:, 0] = 1
    for d in range(1, k + 1):
        kept = np.zeros(len(at))
        for r in range(d):
            high, low = t[piece + r + 1], t[piece + r + 1 - d]
            wide = high - low
            share = np.divide(found[:, r], wide, out=np.zeros(len(at)), where=wide != 0)
            found[:, r] = kept + (high - at) * share
            kept = (at - low) * share
        found[:, d] = kept
    return found


def pieces(t, at, k, n):
    """Of each place the number of the knot before it; outside that of the first or last piece."""
    return np.clip(np.searchsorted(t, at, 'right') - 1, k, n - 1)


def collocation(t, at, k, nu=0):
    """What each B-spline, or its nu-th derivative, is at each place: a row a place."""
    n = len(t) - k - 1
    found = np.zeros((len(at), n))
    if nu == 0:
        piece = pieces(t, at, k, n)
        found[np.arange(len(at))[:, None], piece[:, None] - k + np.arange(k + 1)] = bases(t, at, k, piece)
        return found
    return BSpline(t, np.eye(n), k)(at, nu=nu)


class BSpline:
    """A spline of degree k over knots t: the sum of B-splines with coefficients c."""

    def __init__(self, t, c, k, extrapolate=True, axis=0):
        self.k = operator.index(k)
        self.c, self.t = np.asarray(c), np.ascontiguousarray(t, dtype=np.float64)
        self.extrapolate = extrapolate if extrapolate == 'periodic' else bool(extrapolate)
        n = self.t.shape[0] - self.k - 1
        if not -self.c.ndim <= axis < self.c.ndim:
            raise np.AxisError(axis, self.c.ndim)
        self.axis = axis % self.c.ndim
        if self.axis:
            self.c = np.moveaxis(self.c, self.axis, 0)
        if self.k < 0:
            raise ValueError('Spline order cannot be negative.')
        if self.t.ndim != 1:
            raise ValueError('Knot vector must be one-dimensional.')
        if n < self.k + 1:
            raise ValueError(f'Need at least {2 * self.k + 2} knots for degree {self.k}')
        if (np.diff(self.t) < 0).any():
            raise ValueError('Knots must be in a non-decreasing order.')
        if len(np.unique(self.t[self.k:n + 1])) < 2:
            raise ValueError('Need at least two internal knots.')
        if not np.isfinite(self.t).all():
            raise ValueError('Knots should not have nans or infs.')
        if self.c.shape[0] < n:
            raise ValueError('Knots, coefficients and degree are inconsistent.')
        self.c = self.c.astype(complex if np.iscomplexobj(self.c) else float)

    @classmethod
    def construct_fast(cls, t, c, k, extrapolate=True, axis=0):
        """One of what is known to be right."""
        self = object.__new__(cls)
        self.t, self.c, self.k, self.extrapolate, self.axis = t, c, k, extrapolate, axis
        return self

    tck = property(lambda self: (self.t, self.c, self.k))

    @classmethod
    def basis_element(cls, t, extrapolate=True):
        """One B-spline over its own knots."""
        t = np.asarray(t, dtype=float)
        k = len(t) - 2
        t = np.r_[(t[0] - 1,) * k, t, (t[-1] + 1,) * k]
        c = np.zeros(len(t))
        c[k] = 1
        return cls.construct_fast(t, c, k, extrapolate)

    @classmethod
    def design_matrix(cls, x, t, k, extrapolate=False):
        """What each B-spline is at each place, as a sparse matrix."""
        from scipy.sparse import csr_array
        x, t = np.asarray(x, dtype=float), np.asarray(t, dtype=float)
        n = len(t) - k - 1
        if not extrapolate and len(x) and (x.min() < t[k] or x.max() > t[n]):
            raise ValueError(f'Out of bounds w/ x = {x}.')
        return csr_array(collocation(t, x, k))

    def __call__(self, x, nu=0, extrapolate=None):
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        x = np.asarray(x)
        at = x.ravel().astype(float)
        n = len(self.t) - self.k - 1
        low, high = self.t[self.k], self.t[n]
        if isinstance(extrapolate, str):        # (periodic)
            at, extrapolate = low + (at - low) % (high - low), False
        spline = self
        for _ in range(min(nu, self.k + 1)):
            spline = spline.derivative()
        k, m = spline.k, len(spline.t) - spline.k - 1
        if nu > self.k:
            found = np.zeros((len(at), *self.c.shape[1:]), self.c.dtype)
        else:
            piece = pieces(spline.t, at, k, m)
            weights = bases(spline.t, at, k, piece)
            found = sum(column(weights[:, j], self.c.ndim) * spline.c[piece - k + j] for j in range(k + 1))
        if not extrapolate:
            found[(at < low) | (at > high)] = np.nan
        found[np.isnan(at)] = np.nan
        return placed(found, x, self.axis)

    def derivative(self, nu=1):
        """The spline of the slope, a degree lower."""
        t, c, k = self.t, self.c[:len(self.t) - self.k - 1], self.k
        for _ in range(nu):
            if k == 0:
                raise ValueError(f'Order of derivative (n = {nu}) must be <= order of spline (k = {self.k})')
            wide = t[k + 1:-1] - t[1:-k - 1]
            c = np.divide(np.diff(c, axis=0) * k, column(wide, c.ndim), out=np.zeros((len(wide), *c.shape[1:]), c.dtype), where=column(wide, c.ndim) != 0)
            t, k = t[1:-1], k - 1
        return self.construct_fast(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu=1):
        """The spline of an integral, a degree higher."""
        t, c, k = self.t, self.c[:len(self.t) - self.k - 1], self.k
        for _ in range(nu):
            wide = column(t[k + 1:] - t[:-k - 1], c.ndim)
            c = np.concatenate([np.zeros((1, *c.shape[1:]), c.dtype), np.cumsum(c * wide, axis=0) / (k + 1)])
            t, k = np.r_[t[0], t, t[-1]], k + 1
        return self.construct_fast(t, c, k, False if self.extrapolate == 'periodic' else self.extrapolate, self.axis)

    def integrate(self, a, b, extrapolate=None):
        """The integral from a to b."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        n = len(self.t) - self.k - 1
        low, high, whole = self.t[self.k], self.t[n], self.antiderivative()
        sign = 1
        if b < a:
            a, b, sign = b, a, -1
        if isinstance(extrapolate, str):        # (periodic)
            period = high - low
            turns, left = divmod(b - a, period)
            found = turns * (whole(high) - whole(low)) if turns else 0.0
            a = low + (a - low) % period
            b = a + left
            return np.asarray(sign * (found + (whole(b) - whole(a) if b <= high else whole(high) - whole(a) + whole(low + b - high) - whole(low))))
        if not extrapolate:
            a, b = max(a, low), min(b, high)
        return np.asarray(sign * (whole(b) - whole(a)))


def _not_a_knot(x, k):
    """Knots for a spline through places x with no knot next to the ends."""
    if k % 2:
        inner = x[(k + 1) // 2:len(x) - (k + 1) // 2]
    else:
        inner = ((x[1:] + x[:-1]) / 2)[k // 2:len(x) - 1 - k // 2]
    return np.r_[(x[0],) * (k + 1), inner, (x[-1],) * (k + 1)]


_ENDS = {'clamped': [(1, 0)], 'natural': [(2, 0)], 'not-a-knot': None}


def _conditions(bc_type, rest):
    """For each end the (order, value) of derivatives that are given."""
    if bc_type is None or isinstance(bc_type, str):
        bc_type = (bc_type, bc_type)
    made = []
    for each in bc_type:
        if isinstance(each, str):
            if each not in _ENDS:
                raise ValueError(f'Unknown boundary condition : {each}')
            each = _ENDS[each]
        try:
            made.append([(int(order), np.broadcast_to(value, rest)) for order, value in each] if each is not None else [])
        except TypeError as e:
            raise ValueError('Derivatives, `bc_type`, should be specified as a pair of iterables of pairs of (order, value).') from e
    return made


def make_interp_spline(x, y, k=3, t=None, bc_type=None, axis=0, check_finite=True):
    """A spline of degree k through given points."""
    x, y, k = np.asarray(x, dtype=float), np.asarray(y), operator.index(k)
    y = np.moveaxis(y.astype(complex if np.iscomplexobj(y) else float), axis % max(y.ndim, 1), 0)
    axis %= max(y.ndim, 1)
    if check_finite and not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError('array must not contain infs or NaNs')
    if x.ndim != 1:
        raise ValueError('Expect x to be a 1D sequence.')
    if x.shape[0] != y.shape[0]:
        raise ValueError(f'Shapes of x {x.shape} and y {y.shape} are incompatible')
    if (x[1:] == x[:-1]).any():
        raise ValueError('Expect x to not have duplicates')
    if (x[1:] < x[:-1]).any():
        raise ValueError('Expect x to be a 1D strictly increasing sequence.')
    if k < 0:
        raise ValueError('Expect non-negative k.')
    if bc_type == 'periodic':
        return _closed(x, y, k, axis)
    left, right = _conditions(bc_type, y.shape[1:])
    if k == 0:
        if t is not None or left or right:
            raise ValueError('Too much info for k=0: t and bc_type can only be None.')
        return BSpline.construct_fast(np.r_[x, x[-1]], y, k, axis=axis)
    if k == 1 and t is None:
        if left or right:
            raise ValueError('Too much info for k=1: bc_type can only be None.')
        return BSpline.construct_fast(np.r_[x[0], x, x[-1]], y, k, axis=axis)
    if t is None:
        if k % 2 == 0 and k != 2:
            raise ValueError(f'Odd degree for now only. Got {k}.')
        if left or right:
            inner = x[1:-1]
            t = np.r_[(x[0],) * (k + 1), inner, (x[-1],) * (k + 1)] if len(left) + len(right) == k - 1 else _not_a_knot(x, k)
        else:
            t = _not_a_knot(x, k)
    t = np.asarray(t, dtype=float)
    n = len(t) - k - 1
    if t.ndim != 1 or (t[1:] < t[:-1]).any():
        raise ValueError('Expect t to be a 1-D sorted array_like.')
    if len(t) < len(x) + k + 1 and not (left or right):
        raise ValueError(f'Got {len(t)} knots, need at least {len(x) + k + 1}.')
    if (x[0] < t[k]) or (x[-1] > t[-k - 1]):
        raise ValueError(f'Out of bounds w/ x = {x}.')
    if n - len(x) != len(left) + len(right):
        raise ValueError(f'The number of derivatives at boundaries does not match: expected {n - len(x)}, got {len(left)}+{len(right)}')
    rows = [collocation(t, x[:1], k, order) for order, _ in left] + [collocation(t, x, k)] + [collocation(t, x[-1:], k, order) for order, _ in right]
    values = [np.asarray(v)[None] for _, v in left] + [y] + [np.asarray(v)[None] for _, v in right]
    values = np.concatenate(values).reshape(n, -1)
    try:
        c = np.linalg.solve(np.concatenate(rows), values)
    except np.linalg.LinAlgError as e:
        raise np.linalg.LinAlgError('Collocation matrix is singular.') from e
    return BSpline.construct_fast(t, c.reshape(n, *y.shape[1:]), k, axis=axis)


def _closed(x, y, k, axis):
    """A spline through points the last of which is the first again."""
    if not np.allclose(y[0], y[-1], atol=1e-15):
        raise ValueError('First and last points does not match while periodic case expected')
    n, period = len(x), x[-1] - x[0]
    if k % 2:
        t = x
    else:
        t = np.r_[x[0], (x[1:] + x[:-1]) / 2, x[-1]]
        t = np.r_[x[0] - (x[-1] - x[-2]) / 2, (x[1:] + x[:-1]) / 2]
        t = np.r_[t, t[1] + period] if len(t) < n + 1 else t
    step = np.diff(t)
    t = np.r_[t[0] - np.cumsum(np.resize(step[::-1], k))[::-1], t, t[-1] + np.cumsum(np.resize(step, k))]
    full = len(t) - k - 1
    free = full - k             # (the last k coefficients are the first again)
    wrapped = collocation(t, x[:free], k)
    table = np.zeros((free, free))
    for j in range(full):
        table[:, j % free] += wrapped[:, j]
    c = np.linalg.solve(table, y[:free].reshape(free, -1))
    c = c[np.arange(full) % free].reshape(full, *y.shape[1:])
    return BSpline.construct_fast(t, c, k, 'periodic', axis)


def make_lsq_spline(x, y, t, k=3, w=None, axis=0, check_finite=True):
    """The spline over given knots that is nearest to given points."""
    x, y, t = np.asarray(x, dtype=float), np.asarray(y, dtype=float), np.asarray(t, dtype=float)
    axis %= y.ndim
    y = np.moveaxis(y, axis, 0)
    if len(x) != len(y):
        raise ValueError(f'Shapes of x {x.shape} and y {y.shape} are incompatible')
    if k < 0:
        raise ValueError('Expect non-negative k.')
    if (x < t[k]).any() or (x > t[-k - 1]).any():
        raise ValueError(f'Out of bounds w/ x = {x}.')
    weights = np.ones_like(x) if w is None else np.asarray(w, dtype=float)
    table = collocation(t, x, k) * weights[:, None]
    c = np.linalg.lstsq(table, (y.reshape(len(x), -1) * weights[:, None]), rcond=None)[0]
    return BSpline.construct_fast(t, c.reshape(-1, *y.shape[1:]), k, axis=axis)
