"""Smoothing splines as Dierckx's FITPACK chooses their knots: UnivariateSpline and its kin, splrep, splprep, splev, splint, sproot, spalde, splder, splantider, insert.

Knots are added where the squares of the errors are largest until a least-squares spline is nearer than s; then the jumps of the k-th derivative are weighed against the errors so that these sum up to s.
"""
import warnings

import numpy as np

from scipy.interpolate._bsplines import BSpline, collocation, _not_a_knot
from scipy.interpolate._pieces import PPoly

_NEAR, _ROUNDS = 0.001, 20      # how near to s the sum must come (a part of s), in how many tries


def _least(t, x, y, w, k):
    """(coefficients, squares of the weighted errors, the diagonal of the triangle) of the least-squares spline over knots t."""
    table = collocation(t, x, k) * w[:, None]
    q, r = np.linalg.qr(table)
    right = q.T @ (y * w[:, None])
    try:
        c = np.linalg.solve(r, right)
    except np.linalg.LinAlgError:
        c = np.linalg.lstsq(table, y * w[:, None], rcond=None)[0]
    return c, (((y - table_values(t, c, k, x)) * w[:, None]) ** 2).sum(axis=1), np.abs(np.diag(r))


def table_values(t, c, k, x):
    return BSpline.construct_fast(t, c, k)(x)


def _new_knot(t, x, k, errors):
    """The knots with one more: at the middle point of the piece whose errors are largest, of those that have points inside."""
    inner = t[k:len(t) - k]
    first = np.searchsorted(x, inner[:-1], 'right')
    last = np.searchsorted(x, inner[1:], 'left')
    inside = last - first               # points strictly inside
    parts = np.where(inside > 0, errors, -1.0)
    at = int(np.argmax(parts))
    if parts[at] < 0:
        return None, errors
    half = inside[at] // 2 + 1
    place = x[first[at] + half - 1]
    before = errors[at] * (half - 1) / inside[at]
    after = errors[at] * (inside[at] - half) / inside[at]
    return np.insert(t, k + 1 + at, place), np.r_[errors[:at], before, after, errors[at + 1:]]


def _by_piece(t, x, k, squares):
    """The errors of each piece; a point at a knot counts half for each."""
    inner = t[k:len(t) - k]
    made = np.zeros(len(inner) - 1)
    piece = np.clip(np.searchsorted(inner, x, 'right') - 1, 0, len(made) - 1)
    np.add.at(made, piece, squares)
    for j in range(1, len(inner) - 1):
        for i in np.flatnonzero(x == inner[j]):
            made[j] -= squares[i] / 2
            made[j - 1] += squares[i] / 2
    return made


def _jumps(t, k):
    """The jump of the k-th derivative of each B-spline at each inner knot, scaled by the pieces' mean width."""
    n = len(t) - k - 1
    inner = n - k - 1
    scale = (inner + 1) / (t[n] - t[k])
    made = np.zeros((inner, n))
    for row in range(inner):
        here = row + k + 1
        for j in range(k + 2):
            first = row + j
            own = np.delete(t[first:first + k + 2], here - first)
            made[row, first] = (t[first + k + 1] - t[first]) / (np.prod(t[here] - own) * scale ** k)
    return made


def _ratio(p1, f1, p2, f2, p3, f3):
    """Where a ratio of lines through three values is 0; p3 < 0: at infinity."""
    if p3 <= 0:
        return (p1 * (f1 - f3) * f2 - p2 * (f2 - f3) * f1) / ((f1 - f2) * f3)
    h1, h2, h3 = f1 * (f2 - f3), f2 * (f3 - f1), f3 * (f1 - f2)
    return -(p1 * p2 * h3 + p2 * p3 * h1 + p3 * p1 * h2) / (p1 * h1 + p2 * h2 + p3 * h3)


def _smoothed(t, x, y, w, k, s, first, last, diagonal):
    """(coefficients, errors) of the spline over knots t whose errors sum up to s; first, last: what they are too many at p = 0 and at infinity."""
    jumps, near = _jumps(t, k), _NEAR * s
    p1, f1, p3, f3, p = 0.0, first, -1.0, last, len(diagonal) / diagonal.sum()
    table, right = collocation(t, x, k) * w[:, None], y * w[:, None]
    high = low = False
    for _ in range(_ROUNDS):
        c = np.linalg.lstsq(np.concatenate([table, jumps / p]), np.concatenate([right, np.zeros((len(jumps), y.shape[1]))]), rcond=None)[0]
        fp = float(((right - table @ c) ** 2).sum())
        over = fp - s
        if abs(over) < near:
            return c, fp, 0
        p2, f2 = p, over
        if not low:
            if f2 - f3 <= near:         # p is too large
                p3, f3, p = p2, f2, p * 0.04
                if p <= p1:
                    p = p1 * 0.9 + p2 * 0.1
                continue
            low = f2 < 0
        if not high:
            if f1 - f2 <= near:         # p is too small
                p1, f1, p = p2, f2, p / 0.04
                if 0 <= p3 <= p:
                    p = p2 * 0.1 + p3 * 0.9
                continue
            high = f2 > 0
        if f2 >= f1 or f2 <= f3:
            return c, fp, 2
        p = _ratio(p1, f1, p2, f2, p3, f3)
        if f2 < 0:
            p3, f3 = p2, f2
        else:
            p1, f1 = p2, f2
    return c, fp, 3


def fitted(x, y, w, low, high, k, s, room=None):
    """(knots, coefficients, errors, how it went: -2 one polynomial, -1 through the points, 0 as near as s, 1 to 3 not so) of the smoothing spline; y: a column a coordinate; room: with how many knots the search begins anew."""
    if s <= 0:
        t = _not_a_knot(x, k)
        t[:k + 1], t[-k - 1:] = low, high
        c = np.linalg.solve(collocation(t, x, k), y)
        return t, c, 0.0, -1
    t, near, added, before, too_many = np.r_[(low,) * (k + 1), (high,) * (k + 1)], _NEAR * s, 0, 0.0, 0.0
    most, first = len(x) + k + 1, None
    while True:
        c, squares, diagonal = _least(t, x, y, w, k)
        fp = float(squares.sum())
        first = fp - s if first is None else first
        over = fp - s
        if abs(over) < near:
            return t, c, fp, -2 if len(t) == 2 * k + 2 else 0
        if over < 0:
            break
        if len(t) >= most:
            t = _not_a_knot(x, k)
            t[:k + 1], t[-k - 1:] = low, high
            return t, np.linalg.solve(collocation(t, x, k), y), 0.0, -1
        if not added or len(t) == room:
            added, room = 1, None if added else room
        else:
            wished = added * 2
            if before - fp > near:
                wished = int(added * over / (before - fp))
            added = min(added * 2, max(wished, added // 2, 1))
        before = fp
        errors = _by_piece(t, x, k, squares)
        for _ in range(added):
            more, errors = _new_knot(t, x, k, errors)
            if more is None:
                return t, c, fp, 1
            t = more
            if len(t) == room:
                break
            if len(t) == most:
                t = _not_a_knot(x, k)
                t[:k + 1], t[-k - 1:] = low, high
                break
    if len(t) == 2 * k + 2:
        return t, c, fp, -2
    c, fp, how = _smoothed(t, x, y, w, k, s, first, over, diagonal)
    return t, c, fp, how


_SAID = {1: '\nThe required storage space exceeds the available storage space, as\nspecified by the parameter nest: nest too small. If nest is already\nlarge (say nest > m/2), it may also indicate that s is too small.\n'
            'The approximation returned is the weighted least-squares spline\naccording to the knots t[0],t[1],...,t[n-1]. (n=nest) the parameter fp\ngives the corresponding weighted sum of squared residuals (fp>s).\n',
         2: '\nA theoretically impossible result was found during the iteration\nprocess for finding a smoothing spline with fp = s: s too small.\nThere is an approximation returned but the corresponding weighted sum\n'
            'of squared residuals does not satisfy the condition abs(fp-s)/s < tol.',
         3: '\nThe maximal number of iterations maxit (set to 20 by the program)\nallowed for finding a smoothing spline with fp=s has been reached: s\ntoo small.\n'
            'There is an approximation returned but the corresponding weighted sum\nof squared residuals does not satisfy the condition abs(fp-s)/s < tol.'}
_BEYOND = {0: 0, 1: 1, 2: 2, 3: 3, 'extrapolate': 0, 'zeros': 1, 'raise': 2, 'const': 3}


def _valued(t, c, k, x, nu, ext):
    """A spline's values; ext: what is beyond its ends: the curve goes on, 0, an error, the value at the end."""
    x = np.asarray(x, dtype=float)
    low, high = t[k], t[len(t) - k - 1]
    out = (x < low) | (x > high)
    if ext == 2 and out.any():
        raise ValueError('Found x value not in the domain')
    at = np.clip(x, low, high) if ext == 3 else x
    found = BSpline.construct_fast(t, c[:len(t) - k - 1], k)(at, nu=nu)
    return np.where(out, 0.0, found) if ext == 1 else found


class UnivariateSpline:
    """A smoothing spline y = s(x) of degree k; s: what the squares of the weighted errors may sum up to."""

    def __init__(self, x, y, w=None, bbox=[None] * 2, k=3, s=None, ext=0, check_finite=False):
        x, y, w, bbox, self.ext = self.validate_input(x, y, w, bbox, k, s, ext, check_finite)
        self._set(x, y, w, bbox, k, len(x) if s is None else s)

    @staticmethod
    def validate_input(x, y, w, bbox, k, s, ext, check_finite):
        """The arguments as arrays, or ValueError."""
        x, y, bbox = np.asarray(x, dtype=float), np.asarray(y, dtype=float), np.asarray(bbox, dtype=object)
        w = None if w is None else np.asarray(w, dtype=float)
        if check_finite and not (np.isfinite(x).all() and np.isfinite(y).all()):
            raise ValueError('x and y array must not contain NaNs or infs.')
        if s is None or s > 0:
            if not np.all(np.diff(x) >= 0.0):
                raise ValueError('x must be increasing if s > 0')
        elif not np.all(np.diff(x) > 0.0):
            raise ValueError('x must be strictly increasing if s = 0')
        if x.size != y.size:
            raise ValueError('x and y should have a same length')
        if w is not None and not x.size == y.size == w.size:
            raise ValueError('x, y, and w should have a same length')
        if bbox.shape != (2,):
            raise ValueError('bbox shape should be (2,)')
        if not 1 <= k <= 5:
            raise ValueError('k should be 1 <= k <= 5')
        if s is not None and not s >= 0.0:
            raise ValueError('s should be s >= 0.0')
        if ext not in _BEYOND:
            raise ValueError(f'Unknown extrapolation mode {ext}.')
        if len(x) <= k:
            raise ValueError(f'x and y should have at least {k + 1} points')
        return x, y, np.ones(len(x)) if w is None else w, [x[0] if bbox[0] is None else float(bbox[0]), x[-1] if bbox[1] is None else float(bbox[1])], _BEYOND[ext]

    def _set(self, x, y, w, bbox, k, s):
        self._data = x, y, w, bbox, k
        t, c, fp, how = fitted(x, y[:, None], w, *bbox, k, s, max(len(x) // 2, 2 * k + 2))
        if how > 0:
            warnings.warn(_SAID[how], stacklevel=3)
        self._keep(t, c[:, 0], k, fp)

    def _keep(self, t, c, k, fp=0.0):
        self._eval_args, self._fp = (t, c, k), fp

    @classmethod
    def _from_tck(cls, tck, ext=0):
        self = object.__new__(cls if cls is UnivariateSpline else UnivariateSpline)
        self.ext, self._data = ext, None
        self._keep(*tck)
        return self

    def set_smoothing_factor(self, s):
        """The spline again, for another s."""
        if self._data is None:
            raise ValueError('This method is unavailable for splines without data')
        self._set(*self._data, s)

    def __call__(self, x, nu=0, ext=None):
        x = np.asarray(x)
        if x.size == 0:
            return np.array([])
        if ext is not None and ext not in _BEYOND:
            raise ValueError(f'Unknown extrapolation mode {ext}.')
        return _valued(*self._eval_args, x, nu, self.ext if ext is None else _BEYOND[ext])

    def get_knots(self):
        """The knots inside, and the ends."""
        t, _, k = self._eval_args
        return t[k:len(t) - k]

    def get_coeffs(self):
        """The coefficients of the B-splines."""
        return self._eval_args[1]

    def get_residual(self):
        """What the squares of the weighted errors sum up to."""
        return self._fp

    def integral(self, a, b):
        """The integral from a to b; beyond the ends the spline is 0."""
        return splint(a, b, self._eval_args)

    def derivatives(self, x):
        """The value at x and all derivatives."""
        return spalde(x, self._eval_args)

    def roots(self):
        """Where a cubic spline is 0."""
        t, c, k = self._eval_args
        if k == 3:
            return sproot(self._eval_args)
        raise NotImplementedError('finding roots unsupported for non-cubic splines')

    def derivative(self, n=1):
        """The spline of the slope."""
        return UnivariateSpline._from_tck(splder(self._eval_args, n), 1 if self.ext == 3 else self.ext)

    def antiderivative(self, n=1):
        """The spline of an integral."""
        return UnivariateSpline._from_tck(splantider(self._eval_args, n), self.ext)


class InterpolatedUnivariateSpline(UnivariateSpline):
    """A spline of degree k through all points."""

    def __init__(self, x, y, w=None, bbox=[None] * 2, k=3, ext=0, check_finite=False):
        x, y, w, bbox, self.ext = self.validate_input(x, y, w, bbox, k, None, ext, check_finite)
        if not np.all(np.diff(x) > 0.0):
            raise ValueError('x must be strictly increasing')
        self._set(x, y, w, bbox, k, 0)


class LSQUnivariateSpline(UnivariateSpline):
    """The spline over given inner knots that is nearest to the points."""

    def __init__(self, x, y, t, w=None, bbox=[None] * 2, k=3, ext=0, check_finite=False):
        x, y, w, bbox, self.ext = self.validate_input(x, y, w, bbox, k, None, ext, check_finite)
        if not np.all(np.diff(x) >= 0.0):
            raise ValueError('x must be increasing')
        t = np.r_[(bbox[0],) * (k + 1), np.asarray(t, dtype=float), (bbox[1],) * (k + 1)]
        if not np.all(t[k + 1:-k] - t[k:-k - 1] > 0):
            raise ValueError('Interior knots t must satisfy Schoenberg-Whitney conditions')
        c, squares, _ = _least(t, x, y[:, None], w, k)
        self._data = None
        self._keep(t, c[:, 0], k, float(squares.sum()))


def splrep(x, y, w=None, xb=None, xe=None, k=3, task=0, s=None, t=None, full_output=0, per=0, quiet=1):
    """(knots, coefficients, degree) of a smoothing spline; without weights and s, of one through the points."""
    if per:
        raise NotImplementedError("scipy has splrep(per=1), perch's scipy has not")
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    m = len(x)
    s = (0.0 if w is None else m - np.sqrt(2 * m)) if s is None else s
    weights = np.ones(m) if w is None else np.asarray(w, dtype=float)
    if len(weights) != m:
        raise TypeError(f'len(w)={len(weights)} is not equal to m={m}')
    if m != len(y):
        raise TypeError('Lengths of the first three arguments (x,y,w) must be equal')
    if not 1 <= k <= 5:
        raise TypeError(f'Given degree of the spline (k={k}) is not supported. (1<=k<=5)')
    if m <= k:
        raise TypeError('m > k must hold')
    low, high = x[0] if xb is None else xb, x[-1] if xe is None else xe
    if t is not None:
        knots = np.r_[(low,) * (k + 1), np.asarray(t, dtype=float), (high,) * (k + 1)]
        c, squares, _ = _least(knots, x, y[:, None], weights, k)
        fp, how = float(squares.sum()), -1
    else:
        knots, c, fp, how = fitted(x, y[:, None], weights, low, high, k, s)
    if how > 0 and not full_output:
        warnings.warn(RuntimeWarning(_SAID[how]), stacklevel=2)
    tck = knots, np.r_[c[:, 0], np.zeros(k + 1)], k
    return (tck, fp, how, _SAID.get(how, 'The spline has a residual sum of squares fp such that abs(fp-s)/s<=0.001')) if full_output else tck


def splprep(x, w=None, u=None, ub=None, ue=None, k=3, task=0, s=None, t=None, full_output=0, nest=None, per=0, quiet=1):
    """((knots, coefficients of each coordinate, degree), parameters) of a smoothing curve through points of several coordinates."""
    if per or t is not None:
        raise NotImplementedError("scipy has splprep(per=1) and splprep(t=…), perch's scipy has not")
    points = np.array([np.asarray(each, dtype=float) for each in x])
    m = points.shape[1]
    if u is None:
        steps = np.sqrt((np.diff(points, axis=1) ** 2).sum(axis=0))
        u = np.r_[0, np.cumsum(steps)]
        u = u / u[-1]
    u = np.asarray(u, dtype=float)
    s = m - np.sqrt(2 * m) if s is None else s
    if not 1 <= k <= 5:
        raise TypeError(f'1 <= k= {k} <=5 must hold')
    if m <= k:
        raise TypeError('m > k must hold')
    weights = np.ones(m) if w is None else np.asarray(w, dtype=float)
    knots, c, fp, how = fitted(u, points.T, weights, u[0] if ub is None else ub, u[-1] if ue is None else ue, k, s)
    if how > 0 and not full_output:
        warnings.warn(RuntimeWarning(_SAID[how]), stacklevel=2)
    made = [knots, list(c.T), k], u
    return (made, fp, how, '') if full_output else made


def _parts(tck):
    if isinstance(tck, BSpline):
        return tck.tck
    return tck


def splev(x, tck, der=0, ext=0):
    """A spline's values, or those of a derivative."""
    if isinstance(tck, BSpline):
        return tck(x, der, extrapolate=ext != 1) if tck.c.ndim == 1 else [each for each in np.moveaxis(tck(x, der), -1, 0)]
    t, c, k = tck
    if isinstance(c, (list, tuple)) and len(c) and np.ndim(c[0]) or isinstance(c, np.ndarray) and c.ndim > 1:
        return [splev(x, (t, each, k), der, ext) for each in c]
    if not 0 <= der <= k:
        raise ValueError(f'0<=der={der}<=k={k} must hold')
    if ext not in (0, 1, 2, 3):
        raise ValueError(f'ext = {ext} not in (0, 1, 2, 3) ')
    return _valued(np.asarray(t, float), np.asarray(c, float), k, x, der, ext)


def splint(a, b, tck, full_output=0):
    """A spline's integral from a to b; beyond its ends it is 0."""
    t, c, k = _parts(tck)
    return float(BSpline.construct_fast(np.asarray(t, float), np.asarray(c, float), k).integrate(a, b, extrapolate=False)) if a != b else 0.0


def sproot(tck, mest=10):
    """Where a cubic spline is 0."""
    t, c, k = _parts(tck)
    if k != 3:
        raise ValueError('sproot works only for cubic (k=3) splines')
    found = PPoly.from_spline((t, np.asarray(c)[:len(t) - 4], k)).roots(extrapolate=False)
    return found[found > t[3]]      # (FITPACK looks behind each knot)


def spalde(x, tck):
    """The value and all derivatives at each place."""
    t, c, k = _parts(tck)
    spline = BSpline.construct_fast(np.asarray(t, float), np.asarray(c, float)[:len(t) - k - 1], k)
    found = np.stack([spline(np.asarray(x, float), nu=m) for m in range(k + 1)], axis=-1)
    return found if found.ndim == 1 else list(found)


def _changed(tck, n, how):
    if isinstance(tck, BSpline):
        return getattr(tck, how)(n)
    t, c, k = tck
    made = getattr(BSpline.construct_fast(np.asarray(t, float), np.asarray(c, float)[:len(t) - k - 1], k), how)(n)
    return made.t, np.r_[made.c, np.zeros(made.k + 1)] if len(c) == len(t) else made.c, made.k


def splder(tck, n=1):
    """The spline of the slope."""
    return _changed(tck, n, 'derivative') if n >= 0 else splantider(tck, -n)


def splantider(tck, n=1):
    """The spline of an integral."""
    return _changed(tck, n, 'antiderivative') if n >= 0 else splder(tck, -n)


def insert(x, tck, m=1, per=0):
    """The same spline with a knot more, m times."""
    t, c, k = _parts(tck)
    t, c = np.asarray(t, float), np.asarray(c, float)[:len(t) - k - 1]
    for _ in range(m):
        at = min(max(int(np.searchsorted(t, x, 'right')) - 1, k), len(t) - k - 2)
        share = np.ones(len(c) + 1)
        near = np.arange(at - k + 1, at + 1)
        share[near] = (x - t[near]) / (t[near + k] - t[near])
        share[at + 1:] = 0
        c = share * np.r_[c, 0.0] + (1 - share) * np.r_[0.0, c]
        t = np.insert(t, at + 1, x)
    return BSpline.construct_fast(t, c, k) if isinstance(tck, BSpline) else (t, np.r_[c, np.zeros(k + 1)], k)
